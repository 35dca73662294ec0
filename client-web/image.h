/* SPDX-License-Identifier: MIT */
/* Pictures of matches for link previews.  The last IMAGES_KEPT pictures are kept, each for
 * IMAGE_KEPT_S.  One picture is made at a time, in slices between network events. */
#ifndef WEB_IMAGE_H
#define WEB_IMAGE_H

#include <jansson.h>

#include "net/link.h"
#include "rules/match.h"

#include "client-web/conn.h"
#include "client-web/picture.h"

#define IMAGES_KEPT 256u
#define IMAGE_KEPT_S 3600         /* as long as browsers keep the pages of finished matches */
#define IMAGE_ROWS_PER_SLICE 16u  /* rows made per slice: about a millisecond */
#define IMAGE_ACTS_PER_SLICE 100u /* acts replayed per slice */
#define IMAGE_AT_MATCH_END UINT64_MAX

/* A request for a picture. */
struct image_request {
	struct link link; /* in images.requests */
	struct conn *conn;
	uint64_t m,
	    act; /* the position after this act; IMAGE_AT_MATCH_END: at the end of the match */
	struct evbuffer *match_record; /* the exported match; NULL: position is set */
	bool match_open; /* set when the picture is started, if the match is not over */
	struct position position;
};

struct image {
	uint64_t m, act;
	int64_t kept_until_ms;
	struct frame *png; /* NULL: unused */
};

struct images {
	struct link requests;
	struct picture picture;   /* shows act in_progress.act of match in_progress.m */
	struct image in_progress; /* in_progress.m is 0 if no picture is being made */
	json_t *match_record;     /* the match being replayed for the picture; NULL: none */
	size_t acts_replayed;     /* acts replayed so far */
	struct match_state replay_state;
	struct image kept_images[IMAGES_KEPT];
	unsigned next_kept;
};

/* Sets the position of a match from its members in a snapshot (PROTOCOL.md 14). */
void image_read_position(struct position *p, const json_t *match);
/* Returns a kept picture, which `images` still owns, or NULL. */
struct frame *image_find(struct images *images, uint64_t m, uint64_t act);
void images_forget(struct images *images, uint64_t m);
/* Makes a slice of the first picture in the queue, or sends it if it is kept.  Returns whether
 * the queue has more to do. */
bool images_draw_slice(struct web *web);

#endif
