/* SPDX-License-Identifier: MIT */
/* The server's own players.  Each has an account and a session like any other, but no
 * connection: output is discarded, and its input is produced here.  A bot sees only what is
 * public about its match (brain.h).  It examines the match once in each turn, so it misses
 * nothing.
 *
 * Their accounts have no password.  Each plays one match at a time. */
#ifndef BOT_BOT_H
#define BOT_BOT_H

#include "eval/brain.h"
#include "people/people.h"
#include "proto/msg.h"
#include "world/world.h"

#define BOTS_MAX 64u
#define BOT_LINE_SIZE 128u

struct bots;

/* Creates the bots named in the configuration.  In the first turn their accounts are created
 * and they log in.  Returns NULL if out of memory. */
MUST_USE struct bots *bots_new(const struct world_config *config);
void bots_free(struct bots **b);

/* Gets the next line that a bot types in this turn, which must be run as if it had been
 * received.  Returns false if there are no more.  Costs a few comparisons for each bot. */
bool bots_type_next_line(struct world *w, struct session **s_out, char line[BOT_LINE_SIZE]);

/* Called when a WORK_THOUGHT is complete; `engine` is true if it ran in the engine's thread. */
void bots_thought_done(struct world *w, bool engine);

/* Returns the monotonic time at which a bot, or a rollout, has something to do; -1: never. */
int64_t bots_next_timer(const struct world *w);

/* Notifies a bot that `from` has invited it; does nothing if `to` is not a bot.  It joins after
 * its usual pause or after_ms, whichever is longer. */
void bots_invited(
    struct world *w, const struct session *to, const struct session *from, int64_t after_ms);

/* Returns whether `bot` can begin a match with `from`: it is not playing, and is not about to
 * play another user.  Returns true if `bot` is not a bot. */
bool bots_can_play(
    const struct world *w, const struct session *bot, const struct session *from);

/* Counts the bots online: those that can begin a match, and those that cannot. */
void bots_count(const struct world *w, unsigned *free_out, unsigned *busy_out);

/* ---- names ---- */

/* Returns whether a name is, or looks like, the name of a bot, online or not.  Users cannot
 * register such a name. */
bool bots_reserve_name(const struct world *w, const char *name);

/* Returns the grade of the bot of that name, online or not, ignoring case; GRADE_NONE if no bot
 * of this configuration can have that name. */
enum bot_grade bot_grade(const struct world *w, const char *name);

/* Returns the display name of a grade, which must not be GRADE_NONE. */
enum msg_id bot_grade_title(enum bot_grade grade);

/* Returns whether the bot of that name is online, or would log in if it were invited to a saved
 * match. */
bool bots_name_available(const struct world *w, const char *name);

/* Returns the rating of a grade's bots in a game, or a negative number if the grade has no
 * bots.  If matches with bots are rated separately, uses the ratings from those matches. */
double bots_grade_rating(const struct world *w, enum bot_grade grade, const struct variant *v);

/* ---- the pool ----
 *
 * The configuration names some bots of each grade.  When all bots of a grade are taken, the
 * server adds another one, named after the first (EasyBot_B, EasyBot_C), and logs it out when
 * it has been idle for some minutes.  Names that belong to users are skipped. */

struct bot_wish {
	enum bot_grade grade;
	bool exact_grade; /* choose no bot of another grade */
	const char *name; /* choose only this bot, if it is free; NULL: any bot */
	bool practice;
	bool pool_only; /* only for bots_find_to_preempt: choose only a bot that the server
			   added */
};

/* Returns the free bot that fits the wish best and with which `from` has no saved rated match;
 * NULL if there is none. */
struct session *bots_find_free(
    struct world *w, const struct session *from, const struct bot_wish *wish);

/* Logs in the pool's bot of that name.  Returns NULL if that is not possible now. */
struct session *bots_log_in_named(struct world *w, const char *name);

/* Called when all bots are taken.  Returns the bot whose match will be ended for `asker`.  It
 * is the bot of the newest match played from a network whose users have taken several bots and
 * more than half of all bots.  Never chooses a bot whose match belongs to a tournament or is
 * played from the asker's own network, or a bot that would be of no use to `asker`.  Returns
 * NULL if there is none. */
struct session *bots_find_to_preempt(
    struct world *w, const struct session *asker, const struct bot_wish *wish);

/* ---- talk ---- */

/* Returns whether the bot answers a message from `from`, and counts the answer.  A bot answers
 * each user once during a match, and does not answer in tournament matches. */
bool bots_decide_to_answer(
    struct world *w, const struct session *bot, const struct session *from);

/* ---- advice ---- */

enum bots_ask_err {
	BOTS_ASK_OK,         /* the answer is printed when it is ready */
	BOTS_ASK_PENDING,    /* the user's previous question has not been answered yet */
	BOTS_ASK_QUEUE_FULL, /* too many questions */
	BOTS_ASK_NO_BOTS,    /* the server has no bots */
};

/* Asks what the strongest bot would do in a practice match of s, in the given state, where s
 * must act.  With `played`, asks how much worse that play was; the answer is printed only if
 * the difference is large.  Answers are printed only while the match continues. */
enum bots_ask_err bots_ask_advice(struct world *w, const struct session *s,
    const struct match_state *state, const struct play *played);

/* Asks what the strongest bot would do at a position that a user has named, where `seat` must
 * act.  When the answer is ready, it is printed unless the user is in a match that counts. */
enum bots_ask_err bots_ask_position_advice(
    struct world *w, const struct session *s, const struct match_state *state, enum seat seat);

#define ROLLOUT_GAMES_MAX 72u /* maximum number of games per play in a rollout */
#define ROLLOUT_TICKET 1u     /* ticket of rollout jobs (WORK_IDLE) */

/* Asks for a rollout of a position that a user has named: of each play if the dice are known,
 * otherwise of the position before the roll.  *before_out: the number of rollouts queued before
 * this one.  The result is printed unless the user has left, or may not ask about the position
 * any more (match/barred.h). */
enum bots_ask_err bots_ask_rollout(struct world *w, const struct session *s,
    const struct match_state *state, enum seat seat, unsigned *before_out);

/* Called when a job with ROLLOUT_TICKET is complete. */
void bots_rollout_job_done(struct world *w);

/* Called after sessions have been taken over from another process: assigns bots' sessions to
 * the bots, and logs out bots that the configuration no longer names.  Pending invitations to
 * bots are kept. */
void bots_after_hand_over(struct world *w);

#endif
