/* SPDX-License-Identifier: MIT */
/* What the parts of the server's own players share: bot.c (who they are, their turns and
 * timers), invited.c, plays.c, duty.c (tournaments). */
#ifndef BOT_INSIDE_H
#define BOT_INSIDE_H

#include "bot/advice.h"
#include "bot/bot.h"
#include "bot/gnubg.h"

#define BOT_FULL_MS 100 /* between tries when the worker has no room */

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
	bool off;            /* its name is somebody else's */
	session_id session;  /* 0 not logged in */
	session_id inviter;  /* 0 none */
	int64_t due_ms;      /* monotonic: nothing is typed before */
	int64_t row;         /* the match, and */
	uint32_t seq;        /* ... how many actions it had when it was looked at last */
	int64_t since_ms;    /* since when; ahead by the time that nobody could play */
	uint64_t typed_turn; /* one line in a turn */
	enum stage stage;
	unsigned tries;         /* lines typed since then */
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

struct bots {
	unsigned n, next; /* who is looked at first when a thought can be made */
	struct bot bot[BOTS_MAX];
	struct brain *brain; /* NULL: there are no bots */
	struct move_space *space;
	struct pending thinking, asking; /* with the worker; with the engine's thread */
	struct gnubg *gnubg;             /* NULL: not needed so far */
	struct advices *advices;         /* people come first */
	int64_t posted_ms, rest_ms;      /* monotonic; no thought begins before */
};

struct bot *bot_of(const struct world *w, const struct session *s);

/* b types the line and, behind it, a word, "" none.  True. */
bool bot_types(struct world *w, struct bot *b, const char *line, const char *word);

/* ---- invited.c ---- */

/* True: it types its answer to who has invited it. */
bool bot_answers_invitation(struct world *w, struct bot *b);

/* ---- plays.c ---- */

/* The worker has nothing of ours to think, and has rested. */
bool bots_may_think(const struct world *w);

/* It is for gnubg, too, which has another question. */
bool bot_waits_for_gnubg(const struct bots *bs, const struct bot *b);

/* Whatever is thought for it now is of no use. */
void bot_forget(struct bots *bs, const struct bot *b);

/* What it does in its match; true: it types b->line. */
bool bot_plays(struct world *w, struct bot *b, const struct session *s, const struct match *m);

/* ---- duty.c ---- */

/* Nothing stands in b->line that is still to be typed, or was just typed. */
bool bot_has_no_line(const struct bot *b);

/* True: it types what a tournament expects of it. */
bool bot_types_duty(struct world *w, struct bot *b, const struct session *s);

#endif
