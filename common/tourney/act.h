/* SPDX-License-Identifier: MIT */
/* The acts of a tournament.  As a match is the list of its actions, a tournament is the list of
 * its acts: what somebody did, and what the server did when its time had come. */
#ifndef TOURNEY_ACT_H
#define TOURNEY_ACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "tourney/pairing.h"

#define TOURNEY_NAME_MAX 40u /* of a tournament, with its NUL one more */
#define TOURNEY_USER_MAX 20u /* of a user */

/* What a kind of act carries. */
enum tourney_field {
	TF_ENTRY = 1,   /* entry */
	TF_PAIRING = 2, /* pairing */
	TF_SIDE = 4,    /* side: 0, 1 */
	TF_VALUE = 8,   /* value */
	TF_SCORE = 16,  /* score */
	TF_USER = 32,   /* user, name, rating */
	TF_TEXT = 64,   /* text */
	TF_BOTH = 128,  /* ... or PAIRING_NOBODY: both */
	TF_WHY = 256,   /* text, which is not written when it is empty: older ones have none */
};

enum tourney_act_kind {
#define TACT(name, ...) TACT_##name,
#include "tourney/acts.def"
#undef TACT
	TACT_COUNT,
};

struct tourney_act {
	enum tourney_act_kind kind;
	int64_t at_ms;
	int64_t actor; /* user who did it; 0 the server */
	entry_no entry;
	uint32_t pairing;
	uint8_t side;
	int64_t value;
	uint16_t score[2];
	int64_t user;
	char name[TOURNEY_USER_MAX + 1]; /* of user, as it was then */
	double rating;                   /* of user in the game that is played */
	const char *text;                /* the caller's; "" or NULL none */
};

/* A rating as it is kept: to the millionth, so that one read back is the same number. */
double tourney_rating(double rating);

/* "create", "enter", ... */
const char *tourney_act_name(enum tourney_act_kind kind);
unsigned tourney_act_fields(enum tourney_act_kind kind);

/* Appends everything but kind, time and actor: "entry=3 pairing=7 side=1 value=5 score=5,3
 * user=17,anna,1523.25 text=the rest of the line". */
void tourney_act_write(struct sbuf *out, const struct tourney_act *a);

/* Reads it back; act_out->text points into text.  False when kind is unknown or the text is not
 * of its form. */
MUST_USE bool tourney_act_read(const char *kind, int64_t at_ms, int64_t actor, const char *text,
    struct tourney_act *act_out);

#endif
