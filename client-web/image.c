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
array_number(const json_t *object, const char *key, size_t i)
{
	return (int)json_integer_value(json_array_get(json_object_get(object, key), i));
}

void
image_read_position(struct position *p, const json_t *match)
{
	const json_t *owner = json_object_get(match, "owner"), *point;
	const char *task = json_string_value(json_object_get(match, "for"));
	size_t i;

	*p = (struct position){
		.cube_value = (uint32_t)json_integer_value(json_object_get(match, "cube")),
		.cube_owner =
		    json_is_integer(owner) ? (uint8_t)json_integer_value(owner) : SEAT_NONE,
		.dice_owner = (uint8_t)json_integer_value(json_object_get(match, "seat")),
	};
	for (unsigned k = 0; k < 2 && task != NULL && strcmp(task, "move") == 0; k++)
		p->dice[k] = (uint8_t)array_number(match, "dice", k);
	for (unsigned k = 0; k < 24; k++) {
		int n = array_number(match, "points", k);

		*picture_point_pile(p, k + 1) = (struct pile){ (uint8_t)abs(n), n < 0, false };
	}
	for (uint8_t s = 0; s < 2; s++) {
		picture_set_bar_and_trays(p, s, (unsigned)array_number(match, "bar", s),
		    (unsigned)array_number(match, "off", s),
		    (unsigned)array_number(match, "reserve", s));
		json_array_foreach(
		    json_array_get(json_object_get(match, "pinned"), s), i, point)
		{
			json_int_t at = json_integer_value(point);

			if (at >= 1 && at <= 24)
				picture_point_pile(p, (unsigned)at)->pins = true;
		}
	}
}

/* ---- replaying an exported match ---- */

/* Starts replaying the record of w.  Returns false if it cannot be read. */
static bool
replay_begin(struct images *images, struct image_request *w)
{
	const char *why, *game = NULL, *ended = NULL;
	const struct variant *v;
	int length = 0;
	size_t n = evbuffer_get_length(w->match_record);
	const char *text = (const char *)evbuffer_pullup(w->match_record, -1);

	images->match_record = text != NULL ? matchjson_read(text, n, &why) : NULL;
	images->acts_replayed = 0;
	if (images->match_record == NULL ||
	    json_unpack(images->match_record, "{s:s, s:i, s:s}", "game", &game, "length",
		&length, "ended", &ended) != 0)
		return false;
	n = json_array_size(json_object_get(images->match_record, "actions"));
	w->match_open = ended[0] == '\0';
	if (w->match_open && w->act > n)
		w->act = n; /* there may be more acts later */
	v = variant_find(game);
	if (v == NULL || length < 0 || length > (int)MATCH_LENGTH_MAX)
		return false;
	match_init(&images->replay_state, v, (unsigned)length);
	return true;
}

/* Replays some acts.  Returns false if one of them is illegal. */
static bool
replay_some(struct images *images)
{
	static struct move_space space;
	static struct match_events events;
	json_t *actions = json_object_get(images->match_record, "actions");
	struct action action;

	for (unsigned n = 0;
	     n < IMAGE_ACTS_PER_SLICE && images->acts_replayed < images->in_progress.act; n++) {
		json_t *element = json_array_get(actions, images->acts_replayed++);

		if (element == NULL)
			break;
		if (!matchjson_read_action(element, &action) ||
		    match_apply(&images->replay_state, &action, &space, &events).err !=
			MATCH_OK)
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
		const struct image *image = &images->kept_images[i];

		if (image->m == m && image->act == act && image->kept_until_ms > now)
			return image->png;
	}
	return NULL;
}

void
images_forget(struct images *images, uint64_t m)
{
	for (size_t i = 0; i < IMAGES_KEPT; i++)
		if (images->kept_images[i].m == m)
			images->kept_images[i].kept_until_ms = 0;
}

/* Stores the finished picture in place of the oldest one. */
static void
store_picture(struct images *images, size_t n)
{
	struct image *kept = &images->kept_images[images->next_kept++ % IMAGES_KEPT];

	frame_drop(kept->png);
	*kept = images->in_progress;
	kept->kept_until_ms = net_mono_ms() + IMAGE_KEPT_S * 1000;
	kept->png = frame_new("", 0, images->picture.png, n);
}

/* Stops making a picture. */
static void
stop_drawing(struct images *images)
{
	picture_end(&images->picture); /* harmless if the picture was not begun */
	json_decref(images->match_record);
	images->match_record = NULL;
	images->in_progress = (struct image){ 0 };
}

static bool
begin_drawing(struct images *images, uint64_t m, uint64_t act)
{
	images->in_progress = (struct image){ .m = m, .act = act };
	return picture_begin(&images->picture);
}

/* Starts the picture for w.  Returns false if out of memory or if its match cannot be read. */
static bool
begin_picture(struct images *images, struct image_request *w)
{
	stop_drawing(images);
	if (w->match_record == NULL) {
		images->picture.position = w->position;
		return begin_drawing(images, w->m, w->act);
	}
	images->in_progress.m = w->m;
	if (!replay_begin(images, w))
		return false;
	images->in_progress.act = w->act;
	return true;
}

/* Makes a slice of the picture for w, after starting it if it is not the current picture. */
static bool
draw_slice(struct images *images, struct image_request *w)
{
	size_t n;

	if (images->in_progress.m != w->m || images->in_progress.act != w->act)
		return begin_picture(images, w);
	if (images->match_record != NULL) {
		const size_t before = images->acts_replayed;

		if (!replay_some(images))
			return false;
		if (images->acts_replayed == before + IMAGE_ACTS_PER_SLICE)
			return true;
		picture_set_position(&images->picture.position, &images->replay_state);
		json_decref(images->match_record);
		images->match_record = NULL;
		return begin_drawing(images, w->m, w->act);
	}
	n = picture_draw_rows(&images->picture, IMAGE_ROWS_PER_SLICE);
	if (n == 0)
		return true;
	store_picture(images, n);
	stop_drawing(images);
	return image_find(images, w->m, w->act) != NULL;
}

bool
images_draw_slice(struct web *web)
{
	struct images *images = &web->images;
	struct image_request *w = LINK_OWNER(images->requests.next, struct image_request, link);
	struct frame *png;

	if (link_alone(&images->requests))
		return false;
	png = image_find(images, w->m, w->act);
	if (png != NULL)
		pages_send_image(w->conn, png);
	else if (!draw_slice(images, w)) {
		stop_drawing(images);
		pages_on_timeout(w->conn);
	}
	return !link_alone(&images->requests);
}
