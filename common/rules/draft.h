/* SPDX-License-Identifier: MIT */
/* A play being entered before it is sent: which checkers may be picked, where each may go,
 * undoing steps, and explanations.  Uses the shared rules; nothing is sent to the server until
 * the play is complete.  Pure. */
#ifndef RULES_DRAFT_H
#define RULES_DRAFT_H

#include "rules/match.h"
#include "rules/notation.h"

#define NO_PLACE 255u

/* A place that the picked checker may go to, and the steps that lead there. */
struct draft_target {
	uint8_t to; /* 1..24 or PT_OFF */
	struct play way;
};

enum draft_refusal_reason {
	DRAFT_ILLEGAL,          /* see draft_refusal.move_err and .broken_rule */
	DRAFT_CANNOT_MOVE,      /* this checker cannot move, in a game without dice */
	DRAFT_ALL_DICE_PLAYED,  /* all dice have been played */
	DRAFT_SEVERAL_CHECKERS, /* several checkers can go to the place */
	DRAFT_NO_BEAROFF,       /* no die bears a checker off */
	DRAFT_UNREADABLE,       /* the text is not a play */
};

struct draft_refusal {
	enum draft_refusal_reason why;
	enum move_err move_err;
	enum rule broken_rule; /* the broken rule if `move_err` is MOVE_FORBIDDEN */
};

struct draft;

/* Appends the reason for a refusal to *out, worded for the user. */
typedef void draft_explain_fn(
    const struct draft *t, const struct draft_refusal *r, struct sbuf *out);

struct draft {
	draft_explain_fn *explain;
	unsigned language; /* for `explain`; set by the caller after draft_start */
	bool on;           /* the user has a roll to play */
	bool no_dice;      /* the game has no dice: a turn is one step */
	const struct variant *v;
	struct board start, now;
	uint8_t d[2];
	struct play entered;
	bool complete; /* `entered` is complete and may be sent */
	/* point of the picked checker in the user's numbering, or NO_PLACE */
	unsigned picked_point;
	unsigned targets_len;
	struct draft_target target[PT_COUNT]; /* targets of the picked checker */
	struct move_space *move_space;        /* owned by the caller */
};

/* Starts a draft for the roll of a match, in which the user has seat 0.  t->on is false if the
 * user has nothing to play or may_move is false. */
void draft_start(struct draft *t, const struct match_state *m, bool may_move,
    draft_explain_fn *explain, struct move_space *space);

/* Returns true if a step of a legal play can start at `from` now. */
bool draft_may_pick(const struct draft *t, unsigned from);

/* Picks up a checker, or puts it down again with NO_PLACE.  Returns false with an explanation
 * if it may not move. */
bool draft_pick(struct draft *t, unsigned from, struct sbuf *why);

/* Moves the picked checker to `to`, with as many dice as needed.  Returns false with an
 * explanation if that is impossible. */
bool draft_drop(struct draft *t, unsigned to, struct sbuf *why);

/* Moves a checker from `from` by the smaller of the remaining dice, or picks the checker up in
 * games without dice.  Returns false with an explanation if that is impossible. */
bool draft_move_smaller_die(struct draft *t, unsigned from, struct sbuf *why);

/* Handles a click while no checker is picked.  A checker with one destination is moved, any
 * other checker of the player is picked up.  A click on another place moves the only checker
 * that can go there, with one die if possible; a click on the tray bears off.  Returns false
 * with an explanation if nothing changed. */
bool draft_click(struct draft *t, unsigned place, struct sbuf *why);

/* Replaces the play by a typed one.  Returns false with an explanation if the typed play is not
 * legal. */
bool draft_enter_typed(struct draft *t, const char *text, struct sbuf *why);

/* Bears off with every die that can; returns false with an explanation if none can. */
bool draft_bear_off(struct draft *t, struct sbuf *why);

/* If there is only one way to complete the play, adds the remaining steps. */
void draft_complete_if_forced(struct draft *t);

/* Returns true if the roll has only one legal play. */
bool draft_forced(const struct draft *t);

void draft_undo_step(struct draft *t); /* undoes one step */
void draft_reset(struct draft *t);

/* Returns the number of dice not played yet and stores them in left_out, the larger first. */
unsigned draft_dice_left(const struct draft *t, uint8_t left_out[PLAY_MAX_STEPS]);

#endif
