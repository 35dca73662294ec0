/* SPDX-License-Identifier: MIT */
/* Shared by the files that implement the server's own players: bot.c (the list, turns and
 * timers), pool.c (their names and number), invited.c (invitations), plays.c (matches),
 * tournament_chores.c (tournaments). */
#ifndef BOT_BOT_INTERNAL_H
#define BOT_BOT_INTERNAL_H

#include "bot/advice.h"
#include "bot/bot.h"
#include "bot/gnubg.h"
#include "bot/rollouts.h"

#define BOT_RETRY_POST_MS 100    /* retry interval when the worker has no room */
#define BOT_RETRY_LOGIN_MS 60000 /* pause between attempts to log in */
#define BOT_ANSWERED_MAX 8u      /* number of users whom a bot answers during one match */

enum bot_stage {
	BOT_IDLE,       /* nothing to do */
	BOT_MUST_THINK, /* needs a thought */
	BOT_THINKING,   /* a thought is being computed */
	BOT_LINE_READY, /* `line` is ready and waits until type_after_ms */
	BOT_LINE_TYPED, /* `line` was typed; the match should change now */
};

struct bot {
	char name[STORE_NAME_MAX + 1];
	enum bot_grade grade;
	bool off;    /* a user owns the name, or the array element is unused (name "") */
	bool pooled; /* added by the server, not named in the configuration */
	int64_t free_since_ms; /* monotonic time at which the bot became free; 0: not free */
	session_id session;    /* 0: not logged in */
	session_id inviter;    /* session whose invitation the bot must answer; 0: none */
	int64_t type_after_ms; /* monotonic; the bot types nothing before this time */
	int64_t row;           /* row of the match that the bot last examined */
	uint32_t seq; /* number of actions in that match when the bot last examined it */
	/* time of the match's last change; moved forward by the length of periods in which
	 * nothing could be stored */
	int64_t unchanged_since_ms;
	uint64_t typed_turn; /* turn in which the bot typed its last line; it may type one line
				per turn */
	enum bot_stage stage;
	unsigned lines_tried;   /* lines that the bot has typed since unchanged_since_ms */
	bool opponent_reminded; /* the opponent was reminded after unchanged_since_ms */
	int64_t answered_users[BOT_ANSWERED_MAX]; /* users whom the bot has answered */
	unsigned answered_users_n;
	int64_t answered_match; /* the match that the bot was playing, or had last played, when
				 it answered them */
	uint32_t resigned_game; /* game in which the bot has offered to resign; 0: none */
	int64_t tourney_check_ms; /* next check of tournaments, monotonic */
	int64_t last_tourney;     /* the last tournament for which the bot typed a command */
	char line[BOT_LINE_SIZE];
};

/* A thought that is being computed. */
struct pending_thought {
	struct bot *of; /* the bot whose thought this is; NULL: none is being computed */
	bool stale;     /* the result is no longer needed */
	struct thought thought;
};

struct bots {
	unsigned n, next_to_think; /* the bot that may think next */
	struct bot bot[BOTS_MAX];
	int64_t pool_check_ms;   /* next check of idle bots of the pool, monotonic; -1: none */
	int64_t add_after_ms;    /* no bot is added before this time, monotonic */
	bool tourney_bots_added; /* bots that tournaments need are in the pool */
	struct brain *brain;     /* NULL: there are no bots */
	struct move_space *move_space;
	struct pending_thought brain_thought; /* in progress in the worker */
	struct pending_thought gnubg_thought; /* in progress in the engine's thread */
	struct gnubg *gnubg;                  /* NULL: not used yet */
	struct advices *advices;   /* questions of users, which precede the bots' thoughts */
	struct rollouts *rollouts; /* rollouts requested by users */
	int64_t posted_ms, rest_until_ms; /* monotonic; posted_ms: last post to the workers; no
					   * thought begins before rest_until_ms */
};

/* Returns the bot that the session belongs to; NULL if it belongs to a user. */
struct bot *bot_of_session(const struct world *w, const struct session *s);

/* Logs a bot in, or sets when to try again.  Returns false if it is not online; sets b->off if
 * a user owns the name. */
bool bot_log_in(struct world *w, struct bot *b);

/* Makes b type the line, followed by word unless it is "".  Returns true. */
bool bot_type_line(struct world *w, struct bot *b, const char *line, const char *word);

/* ---- pool.c ---- */

/* Returns the bot of that name, NULL if it is not in use. */
struct bot *bot_named(struct bots *bs, const char *name);

/* Reserves an array element for the pool's bot of that name, without logging it in.  Returns
 * NULL if the name is not one of the pool's, or if the array of bots is full. */
struct bot *bot_reserve_pooled(struct bots *bs, const char *name);

/* Frees the array element of a bot of the pool whose session has ended. */
void bot_free_slot(struct bots *bs, struct bot *b);

/* Adds a bot to the pool of a grade in which none is free, under a name with which `from`
 * (NULL: any) has no saved match.  Logs out another free bot of the pool if there are too many.
 * Returns NULL if none can be added. */
struct bot *bot_add_to_pool(struct world *w, enum bot_grade grade, const struct session *from);

/* Returns whether there are fewer bots than the configuration allows. */
bool bots_have_room(const struct world *w);

/* Adds bots to the pool, and logs out bots that have been idle for a long time. */
void pool_adjust(struct world *w);

/* ---- invited.c ---- */

/* Returns the user whom a bot is playing or about to play, or NULL. */
const struct session *bot_taken_by(const struct world *w, const struct bot *b);

/* Returns whether a bot is online and can begin a match. */
bool bot_is_free(const struct world *w, const struct bot *b);

/* Answers an invitation.  Returns true if the bot types b->line. */
bool bot_answer_invitation(struct world *w, struct bot *b);

/* ---- plays.c ---- */

/* Returns whether the worker is free and has rested long enough for a bot's next thought. */
bool bots_may_think(const struct world *w);

/* Returns whether the bot needs gnubg while gnubg is busy with another question. */
bool bot_waits_for_gnubg(const struct bots *bs, const struct bot *b);

/* Marks a bot's pending thoughts as stale, so that their results are discarded. */
void bot_forget_thoughts(struct bots *bs, const struct bot *b);

/* Returns how long the opponent may be inactive before the bot sends a reminder or, after that,
 * leaves. */
int64_t bot_patience_ms(const struct world *w, const struct bot *b);

/* Plays the bot's match.  Returns true if it types b->line. */
bool bot_play_match(
    struct world *w, struct bot *b, const struct session *s, const struct match *m);

/* ---- tournament_chores.c ---- */

/* Returns whether b->line is free: no line is waiting to be typed, and none was just typed. */
bool bot_line_is_free(const struct bot *b);

/* Makes the bot do what a tournament expects of it.  Returns true if it types b->line. */
bool bot_type_tourney_command(struct world *w, struct bot *b, const struct session *s);

#endif
