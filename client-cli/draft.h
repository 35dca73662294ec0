/* SPDX-License-Identifier: MIT */
/* A play being put together before it is sent: which checkers may be picked, where each may
 * go, taking back, and why not.  Judged by the shared rules; nothing goes to the server until
 * the play is whole.  Pure. */
#ifndef CLIENT_DRAFT_H
#define CLIENT_DRAFT_H

#include "base/sbuf.h"
#include "proto/msg.h"
#include "rules/move.h"
#include "rules/notation.h"

#include "position.h"

#define NO_PLACE 255u /* no point */

/* Where a checker may go, and by which steps. */
struct draft_target {
	uint8_t to; /* 1..24 or PT_OFF */
	struct play way;
};

struct draft {
	enum language language; /* of reasons; the caller sets it after draft_begin */
	bool on;                /* there is a roll to be played by the user */
	bool no_dice;           /* a turn is one step */
	const struct variant *v;
	struct board start, now;
	uint8_t d[2];
	struct play done;
	bool whole;      /* `done` may be sent */
	unsigned picked; /* own point, NO_PLACE */
	unsigned targets;
	struct draft_target target[PT_COUNT]; /* of the picked checker */
	struct move_space *space;             /* the caller's */
};

/* Begins with the roll of a position, or with nothing to do. */
void draft_begin(struct draft *t, const struct position *p, struct move_space *space);

/* Whether a step of a legal play starts there now. */
bool draft_may_pick(const struct draft *t, unsigned from);

/* Picks a checker up, or puts it down again with NO_PLACE.  False, with the reason, when it
 * may not move. */
bool draft_pick(struct draft *t, unsigned from, struct sbuf *why);

/* The picked checker goes there, with as many dice as it takes.  False, with the reason. */
bool draft_drop(struct draft *t, unsigned to, struct sbuf *why);

/* Plays the smaller of the dice that are left with a checker from there, or picks the checker
 * up in games without dice.  False, with the reason. */
bool draft_smaller(struct draft *t, unsigned from, struct sbuf *why);

/* A click while no checker is picked.  A checker that has one place to go is moved, another is
 * picked up.  Elsewhere the only checker that can go there is moved, with one die if possible;
 * a click on those borne off bears off.  False, with the reason, when nothing changed. */
bool draft_click(struct draft *t, unsigned place, struct sbuf *why);

/* Takes all of a play that was typed; it replaces what was done. */
bool draft_play(struct draft *t, const char *text, struct sbuf *why);

/* Bears off with each die that can; false when none can. */
bool draft_bear_off(struct draft *t, struct sbuf *why);

/* Adds the steps that are left when there is only one way to end the play. */
void draft_finish(struct draft *t);

/* True when the roll has only one legal play. */
bool draft_forced(const struct draft *t);

void draft_undo(struct draft *t); /* one step */
void draft_reset(struct draft *t);

/* The play for the wire: "8-5 6-5", in numbers of the board. */
void draft_text(const struct draft *t, const struct position *p, struct sbuf *out);

/* A play as books write it: "24/18(2) bar/20". */
void draft_words(const struct play *p, struct sbuf *out);

/* The number of dice not played yet; which they are goes to left_out. */
unsigned draft_dice_left(const struct draft *t, uint8_t left_out[PLAY_MAX_STEPS]);

#endif
