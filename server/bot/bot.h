/* SPDX-License-Identifier: MIT */
/* The server's own players.  Each is an account and a session like any other, but without a
 * connection: what it is told goes nowhere, and what it types comes from here.  It sees what is
 * public of its match (brain.h), looks at that once in each turn, and so misses nothing,
 * whatever has happened.
 *
 * Their accounts have no password.  One match at a time each. */
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

/* `from` has invited `to`; nothing if that is no bot.  It joins after its usual pause, and not
 * before after_ms. */
void bots_invited(
    struct world *w, const struct session *to, const struct session *from, int64_t after_ms);

/* Whether `bot` can begin a match with `from`: it does not play, and is not about to play
 * another user.  True if it is no bot. */
bool bots_free_for(
    const struct world *w, const struct session *bot, const struct session *from);

/* ---- names ---- */

/* Returns true if a name is, or looks like, the name of a bot, online or not.  Users cannot
 * register such a name. */
bool bots_keep_name(const struct world *w, const char *name);

/* The grade of the bot of that name, online or not, in letters of any case; GRADE_NONE if it is
 * none of the names that the bots of this configuration may have. */
enum bot_grade bot_grade(const struct world *w, const char *name);

/* Whether that bot is online, or comes when it is invited to a saved match. */
bool bots_available(const struct world *w, const char *name);

/* Returns the rating of the bots of a grade in a game, in the ratings that matches with bots
 * change; negative if the grade has no bots. */
double bots_rating(const struct world *w, enum bot_grade grade, const struct variant *v);

/* ---- the pool ----
 *
 * The configuration names some bots of each grade.  When all of a grade are taken the server
 * adds another one, named after the first (EasyBot_B, EasyBot_C), and logs it out when it has
 * been idle for some minutes.  Names that people own are skipped. */

struct bot_wish {
	enum bot_grade grade;
	bool exactly;     /* no other grade */
	const char *name; /* that bot if it is free; NULL any */
	bool practice;
	bool pooled; /* bots_to_give_up: one that the server added, so that `name` can come */
};

/* Returns the free bot that fits the wish best and with which `from` has no saved rated match;
 * NULL if there is none. */
struct session *bots_find(
    struct world *w, const struct session *from, const struct bot_wish *wish);

/* Logs in the bot of the pool of that name.  NULL if it cannot come now. */
struct session *bots_bring(struct world *w, const char *name);

/* When all bots are taken: the one whose match is given up for `asker`, the newest one of a
 * network that has several bots and more than half of all.  Never the match of a tournament, of
 * the asker's own network, or with a bot that `asker` cannot play then.  NULL none. */
struct session *bots_to_give_up(
    struct world *w, const struct session *asker, const struct bot_wish *wish);

/* ---- `play` ---- */

/* Notes that `by` asks `to`; the last 1,024 asks of all users are kept.  Returns whether to
 * ring: false if it rang for the same two less than a minute ago, because one `play` asks many.
 */
bool bots_note_ask(struct world *w, const struct session *by, const struct session *to);

/* Whether `by` has asked `to`, and the ask was not dropped. */
bool bots_asked(const struct world *w, const struct session *by, const struct session *to);

/* Drops an ask of `by`; returns whom they asked, if still online, NULL when none is left. */
struct session *bots_drop_ask(struct world *w, const struct session *by);

/* ---- words ---- */

/* Whether the bot answers what `from` says: once for each person in a match, not in
 * tournaments. */
bool bots_answer(struct world *w, const struct session *bot, const struct session *from);

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
