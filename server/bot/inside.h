/* SPDX-License-Identifier: MIT */
/* What the parts of the server's own players share: bot.c (who they are, their turns and
 * timers), pool.c (how many there are), invited.c, plays.c, duty.c (tournaments). */
#ifndef BOT_INSIDE_H
#define BOT_INSIDE_H

#include "bot/advice.h"
#include "bot/bot.h"
#include "bot/gnubg.h"

#define BOT_FULL_MS 100    /* between tries when the worker has no room */
#define BOT_AGAIN_MS 60000 /* between attempts to log in */
#define BOT_ANSWERS 8u     /* users a bot answers in one match */

enum stage {
	STAGE_IDLE,     /* nothing is to be done */
	STAGE_ASKED,    /* a thought is to be made */
	STAGE_THINKING, /* is under way */
	STAGE_ANSWERED, /* the line is there, and waits until due_ms */
	STAGE_TYPED,    /* should have changed something */
};

struct bot {
	char name[STORE_NAME_MAX + 1];
	enum bot_grade grade;
	bool off;            /* a person owns the name, or the place is unused (name "") */
	bool pooled;         /* added by the server, not named in the configuration */
	int64_t free_ms;     /* monotonic: since when it has been free; 0 it is not */
	session_id session;  /* 0 not logged in */
	session_id inviter;  /* 0 none */
	int64_t due_ms;      /* monotonic: nothing is typed before */
	int64_t row;         /* the match, and */
	uint32_t seq;        /* ... how many actions it had when it was looked at last */
	int64_t since_ms;    /* since when; ahead by the time that nobody could play */
	uint64_t typed_turn; /* one line in a turn */
	enum stage stage;
	unsigned tries;                /* lines typed since then */
	bool reminded;                 /* its opponent was reminded since then */
	int64_t answered[BOT_ANSWERS]; /* users whose words it answered ... */
	unsigned answered_n;
	int64_t answered_row;   /* ... in this match, or since then */
	uint32_t resigned_game; /* in which it has offered that; 0 none */
	int64_t tourneys_ms;    /* monotonic: when it looks for one that expects it */
	int64_t tourney;        /* for which it has typed something last */
	char line[BOT_LINE_MAX];
};

/* A thought under way. */
struct pending {
	struct bot *of; /* NULL none */
	bool stale;     /* nobody waits for it any more */
	struct thought thought;
};

/* A user who typed `play` has asked another one to join. */
struct play_ask {
	session_id by, to;
	int64_t rung_ms; /* monotonic: when the bell of `to` rang last */
	bool open;       /* `to` may still join */
};

#define PLAY_ASKS 1024u
#define PLAY_RINGS_MS 60000 /* between bells from one user to another */

struct bots {
	unsigned n, next; /* who is looked at first when a thought can be made */
	struct bot bot[BOTS_MAX];
	int64_t
	    pool_ms; /* monotonic: when a bot of the pool has been idle for too long; -1 none */
	int64_t add_ms; /* monotonic: no bot is added before */
	bool restored;  /* bots of the pool that tournaments need have been added */
	struct play_ask ask[PLAY_ASKS]; /* the last ones */
	unsigned asks;
	struct brain *brain; /* NULL: there are no bots */
	struct move_space *space;
	struct pending thinking, asking; /* with the worker; with the engine's thread */
	struct gnubg *gnubg;             /* NULL: not needed so far */
	struct advices *advices;         /* people come first */
	int64_t posted_ms, rest_ms;      /* monotonic; no thought begins before */
};

struct bot *bot_of(const struct world *w, const struct session *s);

/* Logs a bot in, or sets when to try again.  False: it is not online; b->off if a person owns
 * the name. */
bool bot_log_in(struct world *w, struct bot *b);

/* b types the line and, behind it, a word, "" none.  True. */
bool bot_types(struct world *w, struct bot *b, const char *line, const char *word);

/* ---- pool.c ---- */

/* The bot of that name in use, NULL none. */
struct bot *bot_named(struct bots *bs, const char *name);

/* Takes a place for a bot of the pool of that name; NULL if it is no name of the pool, or there
 * is no place.  It is not logged in. */
struct bot *bot_pooled(struct bots *bs, const char *name);

/* Frees the place of a bot of the pool whose session has ended. */
void bot_forsake(struct bots *bs, struct bot *b);

/* Adds a bot to the pool of a grade in which none is free, with a name of which `from` (NULL
 * any) has no saved match; logs out another free one of the pool if there are too many.  NULL:
 * there is none to add, or no room. */
struct bot *bot_add(struct world *w, enum bot_grade grade, const struct session *from);

/* Whether there are fewer bots than the configuration allows. */
bool bots_have_room(const struct world *w);

/* Adds bots to the pool and logs out those that were idle for long. */
void pool_tend(struct world *w);

/* ---- invited.c ---- */

/* Returns the user a bot plays or is about to play, NULL none. */
const struct session *bot_taken_by(const struct world *w, const struct bot *b);

/* Whether a bot is online and can begin a match. */
bool bot_is_free(const struct world *w, const struct bot *b);

/* True: it types its answer to who has invited it. */
bool bot_answers_invitation(struct world *w, struct bot *b);

/* ---- plays.c ---- */

/* The worker has nothing of ours to think, and has rested. */
bool bots_may_think(const struct world *w);

/* It is for gnubg, too, which has another question. */
bool bot_waits_for_gnubg(const struct bots *bs, const struct bot *b);

/* Whatever is thought for it now is of no use. */
void bot_forget(struct bots *bs, const struct bot *b);

/* How long its opponent may do nothing before the next step: a reminder, or the bot leaves. */
int64_t bot_patience_ms(const struct world *w, const struct bot *b);

/* What it does in its match; true: it types b->line. */
bool bot_plays(struct world *w, struct bot *b, const struct session *s, const struct match *m);

/* ---- duty.c ---- */

/* Nothing stands in b->line that is still to be typed, or was just typed. */
bool bot_has_no_line(const struct bot *b);

/* True: it types what a tournament expects of it. */
bool bot_types_duty(struct world *w, struct bot *b, const struct session *s);

#endif
