/* SPDX-License-Identifier: MIT */
#include "client-web/image.h"

#include <stdlib.h>
#include <string.h>

#include <event2/buffer.h>

#include "file/matchjson.h"
#include "net/net.h"

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

		*picture_pile(p, k + 1) = (struct pile){ (uint8_t)abs(n), n < 0, false };
	}
	for (uint8_t s = 0; s < 2; s++) {
		picture_aside(p, s, (unsigned)number(match, "bar", s),
		    (unsigned)number(match, "off", s), (unsigned)number(match, "reserve", s));
		json_array_foreach(
		    json_array_get(json_object_get(match, "pinned"), s), i, point)
		{
			json_int_t at = json_integer_value(point);

			if (at >= 1 && at <= 24)
				picture_pile(p, (unsigned)at)->pins = true;
		}
	}
}

/* ---- replaying an exported match ---- */

/* Starts replaying the record of w.  Returns false if it cannot be read. */
static bool
replay_begin(struct images *images, struct image_wait *w)
{
	const char *why, *game = NULL, *ended = NULL;
	const struct variant *v;
	int length = 0;
	size_t n = evbuffer_get_length(w->record);
	const char *text = (const char *)evbuffer_pullup(w->record, -1);

	images->record = text != NULL ? matchjson_read(text, n, &why) : NULL;
	images->replayed = 0;
	if (images->record == NULL || json_unpack(images->record, "{s:s, s:i, s:s}", "game",
					  &game, "length", &length, "ended", &ended) != 0)
		return false;
	n = json_array_size(json_object_get(images->record, "actions"));
	w->open = ended[0] == '\0';
	if (w->open && w->act > n)
		w->act = n; /* there may be more acts later */
	v = variant_find(game);
	if (v == NULL || length < 0 || length > (int)MATCH_LENGTH_MAX)
		return false;
	match_init(&images->state, v, (unsigned)length);
	return true;
}

/* Replays some acts.  Returns false if one of them is illegal. */
static bool
replay_some(struct images *images)
{
	static struct move_space space;
	static struct match_events events;
	json_t *actions = json_object_get(images->record, "actions");
	struct action action;

	for (unsigned n = 0; n < IMAGE_ACTS && images->replayed < images->making.act; n++) {
		json_t *element = json_array_get(actions, images->replayed++);

		if (element == NULL)
			break;
		if (!matchjson_action(element, &action) ||
		    match_apply(&images->state, &action, &space, &events).err != MATCH_OK)
			return false;
	}
	return true;
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
store_picture(struct images *images, size_t n)
{
	struct image *kept = &images->kept[images->next++ % IMAGES_KEPT];

	frame_drop(kept->png);
	*kept = images->making;
	kept->until_ms = net_mono_ms() + IMAGE_KEPT_S * 1000;
	kept->png = frame_new("", 0, images->picture.png, n);
}

/* Stops making a picture. */
static void
drop(struct images *images)
{
	picture_drop(&images->picture); /* harmless if the picture was not begun */
	json_decref(images->record);
	images->record = NULL;
	images->making = (struct image){ 0 };
}

static bool
begin_drawing(struct images *images, uint64_t m, uint64_t act)
{
	images->making = (struct image){ .m = m, .act = act };
	return picture_begin(&images->picture);
}

/* Starts the picture for w.  Returns false if out of memory or if its match cannot be read. */
static bool
begin(struct images *images, struct image_wait *w)
{
	drop(images);
	if (w->record == NULL) {
		images->picture.position = w->position;
		return begin_drawing(images, w->m, w->act);
	}
	images->making.m = w->m;
	if (!replay_begin(images, w))
		return false;
	images->making.act = w->act;
	return true;
}

/* Makes a slice of the picture for w, after starting it if it is not the current picture. */
static bool
make(struct images *images, struct image_wait *w)
{
	size_t n;

	if (images->making.m != w->m || images->making.act != w->act)
		return begin(images, w);
	if (images->record != NULL) {
		const size_t before = images->replayed;

		if (!replay_some(images))
			return false;
		if (images->replayed == before + IMAGE_ACTS)
			return true;
		picture_of_state(&images->picture.position, &images->state);
		json_decref(images->record);
		images->record = NULL;
		return begin_drawing(images, w->m, w->act);
	}
	n = picture_rows(&images->picture, IMAGE_ROWS);
	if (n == 0)
		return true;
	store_picture(images, n);
	drop(images);
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
	else if (!make(images, w)) {
		drop(images);
		pages_late(w->conn);
	}
	return !link_alone(&images->queue);
}
