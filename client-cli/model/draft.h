/* SPDX-License-Identifier: MIT */
/* The texts of a play being entered (rules/draft.h): explanations in the user's language, the
 * play as it is sent and as it is shown.  Pure. */
#ifndef CLIENT_DRAFT_H
#define CLIENT_DRAFT_H

#include "rules/draft.h"

#include "position.h"

/* Starts a draft for the roll of a position; t->on is false if the user has nothing to play.
 * The caller then sets t->language. */
void draft_begin(struct draft *t, const struct position *p, struct move_space *space);

/* Appends the play for the wire: "8-5 6-5", in board numbers. */
void draft_write_done(const struct draft *t, const struct position *p, struct sbuf *out);

/* Returns a set of bits: bit i is set if step i of the seat's play hits.  b: the position
 * before the play. */
unsigned draft_hit_mask(const struct variant *v, const struct board *b, enum seat seat,
    const uint8_t dice[2], const struct play *p);

/* Appends a play in the form used in books: "24/18*(2) bar/20"; hits: from draft_hit_mask.
 */
void draft_write_play(const struct play *p, unsigned hits, struct sbuf *out);

#endif
