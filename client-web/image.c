/* SPDX-License-Identifier: MIT */
#include "client-web/image.h"

#include <stdlib.h>
#include <string.h>

#include "file/matchjson.h"
#include "net/net.h"
#include "rules/match.h"

#include "client-web/web.h"

/* ---- positions ---- */

/* Returns the number at an index of an array member. */
static int
number(const json_t *object, const char *key, size_t i)
{
	return (int)json_integer_value(json_array_get(json_object_get(object, key), i));
}

void
image_of_json(struct position *p, const json_t *match)
{
	const json_t *owner = json_object_get(match, "owner"), *point;
	const char *task = json_string_value(json_object_get(match, "for"));
	size_t i;

	*p = (struct position){
		.cube = (uint32_t)json_integer_value(json_object_get(match, "cube")),
		.owner =
		    json_is_integer(owner) ? (uint8_t)json_integer_value(owner) : SEAT_NONE,
		.turn = (uint8_t)json_integer_value(json_object_get(match, "seat")),
	};
	for (unsigned k = 0; k < 2 && task != NULL && strcmp(task, "move") == 0; k++)
		p->dice[k] = (uint8_t)number(match, "dice", k);
	for (unsigned k = 0; k < 24; k++) {
		int n = number(match, "points", k);

		*picture_point(p, k + 1) = (struct pile){ (uint8_t)abs(n), n < 0, false };
	}
	for (uint8_t s = 0; s < 2; s++) {
		picture_aside(p, s, (unsigned)number(match, "bar", s),
		    (unsigned)number(match, "off", s), (unsigned)number(match, "reserve", s));
		json_array_foreach(
		    json_array_get(json_object_get(match, "pinned"), s), i, point)
		{
			json_int_t at = json_integer_value(point);

			if (at >= 1 && at <= 24)
				picture_point(p, (unsigned)at)->pins = true;
		}
	}
}

bool
image_of_record(struct position *p, const char *record, size_t n, uint64_t act)
{
	static struct move_space space;
	static struct match_events events;
	struct match_state state;
	const char *why, *game = NULL;
	json_t *match = matchjson_read(record, n, &why), *element;
	const struct variant *v;
	struct action action;
	int length = 0;
	size_t i;
	bool ok = match != NULL &&
		  json_unpack(match, "{s:s, s:i}", "game", &game, "length", &length) == 0;

	v = ok ? variant_find(game) : NULL;
	ok = v != NULL && length >= 0 && length <= (int)MATCH_LENGTH_MAX;
	if (ok)
		match_init(&state, v, (unsigned)length);
	json_array_foreach(json_object_get(match, "actions"), i, element)
	{
		if (!ok || i >= act)
			break;
		ok = matchjson_action(element, &action) &&
		     match_apply(&state, &action, &space, &events).err == MATCH_OK;
	}
	if (ok)
		picture_of_state(p, &state);
	json_decref(match);
	return ok;
}

/* ---- making pictures ---- */

struct frame *
image_find(struct images *images, uint64_t m, uint64_t act)
{
	const int64_t now = net_mono_ms();

	for (size_t i = 0; i < IMAGES_KEPT; i++) {
		const struct image *image = &images->kept[i];

		if (image->m == m && image->act == act && image->until_ms > now)
			return image->png;
	}
	return NULL;
}

void
images_forget(struct images *images, uint64_t m)
{
	for (size_t i = 0; i < IMAGES_KEPT; i++)
		if (images->kept[i].m == m)
			images->kept[i].until_ms = 0;
}

/* Stores the finished picture in place of the oldest one. */
static void
keep(struct images *images, size_t n)
{
	struct image *kept = &images->kept[images->next++ % IMAGES_KEPT];

	frame_drop(kept->png);
	*kept = images->making;
	kept->until_ms = net_mono_ms() + IMAGE_KEPT_S * 1000;
	kept->png = frame_new("", 0, images->picture.png, n);
}

/* Makes a slice of the picture for w, after starting it if it is not the current one.  Returns
 * false if out of memory. */
static bool
make(struct images *images, const struct image_wait *w)
{
	size_t n;

	if (images->making.m != w->m || images->making.act != w->act) {
		if (images->making.m != 0)
			picture_drop(&images->picture);
		images->picture.position = w->position;
		images->making = (struct image){ 0 };
		if (!picture_begin(&images->picture))
			return false;
		images->making = (struct image){ .m = w->m, .act = w->act };
	}
	n = picture_rows(&images->picture, IMAGE_ROWS);
	if (n == 0)
		return true;
	keep(images, n);
	picture_drop(&images->picture);
	images->making.m = 0;
	return image_find(images, w->m, w->act) != NULL;
}

bool
images_slice(struct web *web)
{
	struct images *images = &web->images;
	struct image_wait *w = LINK_OWNER(images->queue.next, struct image_wait, link);
	struct frame *png;

	if (link_alone(&images->queue))
		return false;
	png = image_find(images, w->m, w->act);
	if (png != NULL)
		pages_image(w->conn, png);
	else if (!make(images, w))
		pages_late(w->conn);
	return !link_alone(&images->queue);
}
