/* SPDX-License-Identifier: MIT */
/* The server's own players.  Each is an account and a session like any other, but without a
 * connection: what it is told goes nowhere, and what it types comes from here.  It sees what is
 * public of its match (brain.h), looks at that once in each turn, and so misses nothing,
 * whatever has happened.
 *
 * Their accounts have no password; the names are in the configuration.  One match at a time
 * each. */
#ifndef BOT_BOT_H
#define BOT_BOT_H

#include "bot/brain.h"
#include "people/people.h"
#include "world/world.h"

#define BOTS_MAX 64u
#define BOT_LINE_MAX 128u

struct bots;

/* Of the names in the configuration; their accounts are made, and they log in, in the first
 * turn.  NULL when memory is out. */
MUST_USE struct bots *bots_new(const struct world_config *config);
void bots_free(struct bots **b);

/* The next line that a bot types in this turn: run it as if it had come over the wire.  False:
 * no more.  Costs a few comparisons for each bot. */
bool bots_type(struct world *w, struct session **s_out, char line[BOT_LINE_MAX]);

/* A thought is there (WORK_THOUGHT): our own, or what the engine made of one. */
void bots_thought(struct world *w, bool engine);

/* When there is something to do, monotonic; -1 never. */
int64_t bots_next_timer(const struct world *w);

/* Somebody has invited `to`; whoever it is. */
void bots_invited(struct world *w, const struct session *to, const struct session *from);

/* Whether `s` may invite none of them: so many of their address play with them, or are about
 * to, that the others would have none. */
bool bots_refuse(const struct world *w, const struct session *s);

/* Whether it is the name of one, here or not, in letters of any case: nobody may have it. */
bool bots_keep_name(const struct world *w, const char *name);

/* The grade of the bot of that name; GRADE_NONE: it is none, or not here. */
enum bot_grade bot_grade(const struct world *w, const char *name);

/* The bot that `from` has just invited, else one that is free, of this grade or the nearest to
 * it; NULL none.  One whose saved match with them would be lost comes last: a practice match is
 * lost to one that counts, and none that counts to practice. */
struct session *bots_free_one(
    const struct world *w, enum bot_grade grade, const struct session *from, bool practice);

/* ---- advice ---- */

enum ask_err {
	ASK_OK,    /* it is told when it is there */
	ASK_WAITS, /* the one before is not there yet */
	ASK_BUSY,  /* too many have asked */
};

/* What the strongest would do in a practice match of s, state, where s has to act; played: how
 * much less that was worth, told when it is much.  To be told while that match goes on. */
enum ask_err bots_ask(struct world *w, const struct session *s, const struct match_state *state,
    const struct play *played);

/* Sessions have come from another process: those of bots are theirs again, or leave when they
 * are no longer in the configuration; invitations that wait for them still do. */
void bots_carried(struct world *w);

#endif
