/* SPDX-License-Identifier: MIT */
/* The acts of a tournament.  A tournament is a list of acts by users, directors and the server,
 * just as a match is a list of actions. */
#ifndef TOURNEY_ACT_H
#define TOURNEY_ACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "tourney/pairing.h"

#define TOURNEY_NAME_MAX 40u      /* maximum length of a tournament's name, without NUL */
#define TOURNEY_USER_NAME_MAX 20u /* maximum length of a user name, without NUL */

/* Fields of struct tourney_act that a kind of act uses. */
enum tourney_act_field {
	TF_ENTRY = 1,
	TF_PAIRING = 2,
	TF_SIDE = 4, /* side: 0, 1 */
	TF_VALUE = 8,
	TF_SCORE = 16,
	TF_USER = 32, /* user, name, rating */
	TF_TEXT = 64,
	TF_BOTH = 128, /* with TF_SIDE: side may also be PAIRING_NOBODY, meaning both */
	TF_WHY = 256,  /* text, omitted if empty: acts of older versions have none */
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
	int64_t actor; /* user who acted; 0: the server */
	entry_no entry;
	uint32_t pairing;
	uint8_t side;
	int64_t value;
	uint16_t score[2];
	int64_t user;
	char name[TOURNEY_USER_NAME_MAX + 1]; /* name of the user at that time */
	double rating;    /* rating of the user in the game that is played */
	const char *text; /* owned by the caller; "" or NULL if there is none */
};

/* Rounds a rating to a millionth, as stored, so that a rating read back is identical. */
double tourney_round_rating(double rating);

/* Returns the stored name of a kind: "create", "enter", ... */
const char *tourney_act_name(enum tourney_act_kind kind);
unsigned tourney_act_fields(enum tourney_act_kind kind);

/* Appends everything except kind, time and actor: "entry=3 pairing=7 side=1 value=5 score=5,3
 * user=17,anna,1523.25 text=the rest of the line". */
void tourney_act_write(struct sbuf *out, const struct tourney_act *a);

/* Parses an act; act_out->text points into text.  Returns false when kind is unknown or the
 * text does not have this format. */
MUST_USE bool tourney_act_read(const char *kind, int64_t at_ms, int64_t actor, const char *text,
    struct tourney_act *act_out);

#endif
