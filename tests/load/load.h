/* SPDX-License-Identifier: MIT */
/* The load generator: a crowd of users of a FIBS-compatible server, in one process and one
 * thread.
 *
 * Everything here is of one run, `struct load`.  A user is a connection with a name, a role and
 * a stage of its log-in; pairs play, watchers watch the pairs, chatters send commands at a rate
 * or one after the other, the rest is there and listens.  Only what FIBS has is used. */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include <event2/event.h>
#include <event2/event_struct.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "client-cli/telnet.h"
#include "tests/support/random_player.h"
#include "tests/support/histogram.h"

#define LOAD_NAME_MAX 20u
#define LOAD_LINE_MAX 8192u
#define LOAD_UNDER_WAY 256u /* requests of one chatter that are not answered yet */
#define LOAD_RECENT 16u     /* moves of a pair that its watchers may not have seen */
#define LOAD_URGENT 0       /* priorities of events: who is measured is read first */
#define LOAD_COMMON 1
#define LOAD_DISPATCH 16 /* common ones between two looks for urgent ones */
#define LOAD_STORMS_MAX 16u
#define LOAD_MS INT64_C(1000000)
#define LOAD_S INT64_C(1000000000)

/* ---- what is asked for ---- */

enum chat {
	CHAT_TELL, /* to the next chatter; answered when they have read it */
	CHAT_NOOP, /* an unknown word; answered by the refusal */
};

struct options {
	const char *host, *port;
	const char *names, *password, *json;
	const char *then; /* a line every user sends once all are there; NULL none */
	unsigned users, pairs, watchers, chatters;
	unsigned clip_percent; /* of the users; the others log in as at a terminal */
	unsigned at_once;      /* log-ins under way */
	unsigned length;       /* of a match */
	unsigned think_ms;     /* a player waits up to twice as long, this on average */
	unsigned patience_s;   /* for all to log in */
	uint64_t seed;
	unsigned storms; /* so often at the end all are dropped and come back at once */
	double seconds, warm_s;
	double rate;   /* commands a second of all chatters; 0: closed loop */
	double drops;  /* users a second who lose their connection and come back */
	double shouts; /* a second */
	enum chat chat;
	bool enrol;  /* accounts are made first */
	bool tokens; /* log-ins by the token the server has given, where it gives one */
	bool storm;  /* at the end all are dropped and come back at once */
	bool quiet;  /* no progress */
};

/* ---- users ---- */

enum stage {
	STAGE_OFF,      /* not connected: waits for its turn */
	STAGE_GREETING, /* connected: waits for "login: " */
	STAGE_PASSWORD, /* has given its name */
	STAGE_GUEST,    /* has said guest */
	STAGE_CHOOSE,   /* has chosen a name: waits for "password: " */
	STAGE_RETYPE,
	STAGE_ENROLLED, /* the last word of the registration is to come */
	STAGE_TOKEN,    /* is on line only to ask for a token */
	STAGE_ENTERING, /* has sent all that a log-in needs */
	STAGE_ON,
};

enum role {
	ROLE_IDLE,
	ROLE_PLAYER,
	ROLE_WATCHER,
	ROLE_CHATTER,
};

struct pair;
struct chatter;

struct user {
	struct event read_event;
	struct telnet telnet;
	int fd; /* -1: none */
	unsigned index;
	enum stage stage;
	enum role role;
	bool clip;
	bool enrolled;
	bool listed; /* has read the list of who is on line to its end (CLIP) */
	bool known;  /* has been on line before: coming is coming back */
	bool watching;
	bool returned; /* on line once more */
	bool counted;  /* among those who log in */
	bool once;     /* the kernel says only once that there is something to read */
	uint8_t refusals;
	uint16_t part_len;
	char name[LOAD_NAME_MAX + 1];
	char *part;         /* an unfinished line */
	char token[40];     /* that the server has given for the next log-in; "" none */
	int64_t wanted_ns;  /* when its log-in, or its coming back, was wanted */
	int64_t retry_ns;   /* not before */
	int64_t asked_ns;   /* a watcher's: last tried */
	unsigned seen_move; /* a watcher's: number of the last move of its pair it has seen */
	union {
		struct pair *pair; /* player, watcher */
		struct chatter *chatter;
	};
	struct user *next; /* who waits to log in */
};

struct player {
	struct user *user;
	struct random_player rp;
	bool in_match;
	bool match_over;
};

struct move_sent {
	char text[DUELIST_COMMAND_MAX];
	unsigned mover; /* 0, 1 */
	int64_t sent_ns;
};

struct pair {
	struct player player[2];
	struct event think;
	struct player *actor; /* who has a command to send, or has sent one; NULL nobody */
	char command[DUELIST_COMMAND_MAX];
	bool begun; /* there may be a match to go on with */
	bool sent, next_is_move, is_move, thinking;
	unsigned waits; /* 1 | 2: whose boards are to come */
	unsigned moves; /* sent in all: move number n is recent[n % LOAD_RECENT] */
	struct move_sent recent[LOAD_RECENT];
	int64_t sent_ns, invited_ns;
};

struct chatter {
	struct user *user;
	int64_t due_ns[LOAD_UNDER_WAY];
	unsigned first, n;
};

/* ---- what is measured ---- */

enum figure {
	FIGURE_LOGIN, /* from connecting to being able to play */
	FIGURE_LIST,  /* ... to the end of the list of who is on line */
	FIGURE_BACK,  /* from the loss of the connection to being able to play again */
	FIGURE_ROLL,  /* to the later of both boards */
	FIGURE_MOVE,
	FIGURE_WATCHED, /* a move to a watcher */
	FIGURE_CHAT,
	FIGURE_SHOUT, /* to each who hears it */
	FIGURE_COUNT,
};

struct counts {
	uint64_t sent[FIGURE_COUNT]; /* asked for: for SHOUT the shouts, for WATCHED nothing */
	uint64_t lost[FIGURE_COUNT]; /* no answer any more: connection gone, or patience over */
	uint64_t answered[FIGURE_COUNT]; /* in all, measured or not */
	uint64_t skipped;                /* requests not sent: too many under way */
	uint64_t untracked;              /* moves a watcher saw that were too long ago */
	uint64_t lines, bytes;
	uint64_t drops, retries;
	uint64_t refused_lines; /* "** ..." to players */
	uint64_t games, matches;
	uint64_t logins;
};

struct load {
	struct options opt;
	struct event_base *base;
	struct event tick;
	struct user *users;
	struct pair *pairs;
	struct chatter *chatters;
	struct user *waiting, **waiting_end; /* to log in */
	struct rng rng;
	struct move_space *space;
	struct counts counts;
	struct histogram figure[FIGURE_COUNT]; /* of the measured time */
	struct histogram storm;
	int64_t start_ns, from_ns, to_ns; /* the measured time */
	int64_t chat_start_ns, shout_start_ns, drop_start_ns;
	uint64_t chat_k, shout_k, drop_k; /* requests due so far */
	int64_t shout_ns[64];             /* when the last shouts were due */
	int64_t complete_ns;              /* when the last one came on line */
	unsigned logging_in, on, listed;
	int64_t pass_ns, longest_pass_ns; /* of the generator itself, while measured */
	int64_t cpu_ns;                   /* its CPU time while measured */
	double login_s;                   /* until all were there */
	double storm_s[LOAD_STORMS_MAX];
	bool playing, storming, stopped;
	char why[256]; /* it stops early because of */
};

/* ---- user.c ---- */

int64_t load_now(void);

/* Ends the run: the first reason stays. */
void load_stop(struct load *l, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* True while the measured time runs. */
bool load_measuring(const struct load *l, int64_t now);

/* Counts an answer to something wanted at that time. */
void load_answer(struct load *l, enum figure f, int64_t wanted_ns, int64_t now);

/* All of it, and the names; false when memory is out. */
bool users_make(struct load *l);
void users_free(struct load *l);

/* Puts a user among those who wait to log in; wanted_ns is what its latency counts from. */
void user_want(struct load *l, struct user *u, int64_t wanted_ns);

/* Starts as many log-ins as may be under way. */
void users_admit(struct load *l, int64_t now);

/* Loses the connection, without a word to the server. */
void user_drop(struct load *l, struct user *u);

/* Sends a line; its end is added. */
void user_send(struct load *l, struct user *u, const char *text);

/* ---- act.c ---- */

/* A user is on line; a line came to one who is; its connection is gone. */
void act_arrived(struct load *l, struct user *u, int64_t now);
void act_line(struct load *l, struct user *u, char *line, int64_t now);
void act_gone(struct load *l, struct user *u);

bool act_make(struct load *l);
void act_begin(struct load *l, int64_t now); /* all are there: play, chat */
void act_due(struct load *l, int64_t now);   /* sends what the clock asks for */
void act_tick(struct load *l, int64_t now);  /* some times a second */
unsigned act_under_way(const struct load *l);
void act_end(struct load *l); /* what was not answered is lost */

/* ---- report.c ---- */

void report_progress(const struct load *l, const char *phase, double seconds);
void report_table(const struct load *l);
bool report_json(const struct load *l); /* false with errno when it cannot be written */

#endif
