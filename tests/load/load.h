/* SPDX-License-Identifier: MIT */
/* The load generator: many users of a FIBS-compatible server, in one process and one thread.
 *
 * All state belongs to one run, `struct load`.  A user is a connection with a name, a role and
 * a stage of the login.  Pairs play, watchers watch the pairs, chatters send commands at a
 * fixed rate or one after the other, and all other users only receive.  Uses only commands that
 * FIBS has. */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include <event2/event.h>
#include <event2/event_struct.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "client-cli/net/telnet.h"
#include "tests/support/random_player.h"
#include "tests/support/histogram.h"

#define LOAD_NAME_MAX 20u
#define LOAD_LINE_MAX 8192u
#define LOAD_UNDER_WAY 256u /* unanswered requests of one chatter */
#define LOAD_RECENT 16u     /* moves of a pair that its watchers may not have seen */
#define LOAD_URGENT 0       /* event priority: measured users are read first */
#define LOAD_COMMON 1
#define LOAD_DISPATCH 16 /* common events between two checks for urgent events */
#define LOAD_STORMS_MAX 16u
#define LOAD_MS INT64_C(1000000)
#define LOAD_S INT64_C(1000000000)

/* ---- options ---- */

enum chat {
	CHAT_TELL, /* a tell to the next chatter; answered when the next chatter has read it */
	CHAT_NOOP, /* an unknown word; answered by the refusal */
};

struct options {
	const char *host, *port;
	const char *names, *password, *json;
	const char *then; /* a line that every user sends once all are online; NULL: none */
	unsigned users, pairs, watchers, chatters;
	unsigned
	    clip_percent;    /* percentage of CLIP users; the others log in as at a terminal */
	unsigned at_once;    /* logins in progress */
	unsigned length;     /* length of matches */
	unsigned think_ms;   /* average thinking time; the maximum is twice as long */
	unsigned patience_s; /* time limit for all logins */
	uint64_t seed;
	unsigned storms; /* number of storms at the end */
	double seconds, warm_s;
	double rate;   /* commands per second of all chatters; 0: closed loop */
	double drops;  /* users per second who lose their connection and return */
	double shouts; /* shouts per second */
	enum chat chat;
	bool enrol;  /* register the accounts first */
	bool tokens; /* log in by token, if the server has tokens */
	bool storm;  /* drop all connections at the end; all users return at once */
	bool quiet;  /* do not report progress */
};

/* ---- users ---- */

enum stage {
	STAGE_OFF,      /* not connected: waits for its turn */
	STAGE_GREETING, /* connected: waits for "login: " */
	STAGE_PASSWORD, /* has sent its name */
	STAGE_GUEST,    /* has sent "guest" */
	STAGE_CHOOSE,   /* has chosen a name: waits for "password: " */
	STAGE_RETYPE,
	STAGE_ENROLLED, /* waits for the last line of the registration */
	STAGE_TOKEN,    /* is online only to request a token */
	STAGE_ENTERING, /* has sent everything needed for the login */
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
	bool listed; /* has received the whole list of users (CLIP) */
	bool known;  /* has been online before: the next login is a return */
	bool watching;
	bool returned; /* is online again */
	bool counted;  /* is counted among the users who log in */
	bool once;     /* edge-triggered: the kernel reports readable data only once */
	uint8_t refusals;
	uint16_t part_len;
	char name[LOAD_NAME_MAX + 1];
	char *part;         /* an unfinished line */
	char token[40];     /* token for the next login; "" if none */
	int64_t wanted_ns;  /* when the login or the return was due */
	int64_t retry_ns;   /* no attempt before this time */
	int64_t asked_ns;   /* time of a watcher's last attempt to watch */
	unsigned seen_move; /* watcher: number of the pair's last move that it has seen */
	union {
		struct pair *pair; /* pair of a player or watcher */
		struct chatter *chatter;
	};
	struct user *next; /* next user in the login queue */
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
	struct player *actor; /* the player who has a command to send or has sent a command;
				 NULL: no player */
	char command[DUELIST_COMMAND_MAX];
	bool begun; /* there may be a match to resume */
	bool sent, next_is_move, is_move, thinking;
	unsigned waits; /* bit 1 << i: the board of player[i] has not arrived yet */
	unsigned moves; /* moves sent in all; move number n is in recent[n % LOAD_RECENT] */
	struct move_sent recent[LOAD_RECENT];
	int64_t sent_ns, invited_ns;
};

struct chatter {
	struct user *user;
	int64_t due_ns[LOAD_UNDER_WAY];
	unsigned first, n;
};

/* ---- measurements ---- */

enum figure {
	FIGURE_LOGIN, /* from connecting until the user can play */
	FIGURE_LIST,  /* from connecting to the end of the list of users */
	FIGURE_BACK,  /* from the loss of the connection until the user can play again */
	FIGURE_ROLL,  /* from the roll to the later of both boards */
	FIGURE_MOVE,
	FIGURE_WATCHED, /* from a move until a watcher receives it */
	FIGURE_CHAT,
	FIGURE_SHOUT, /* from a shout until each user receives it */
	FIGURE_COUNT,
};

struct counts {
	uint64_t sent[FIGURE_COUNT];     /* requests sent; for SHOUT the number of shouts, for
					    WATCHED not used */
	uint64_t lost[FIGURE_COUNT];     /* never answered: connection gone, or timeout */
	uint64_t answered[FIGURE_COUNT]; /* answered in all, measured or not */
	uint64_t skipped;                /* requests not sent: too many pending */
	uint64_t untracked;              /* watched moves too old to be identified */
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
	struct user *waiting, **waiting_end; /* login queue */
	struct rng rng;
	struct move_space *space;
	struct counts counts;
	struct histogram figure[FIGURE_COUNT]; /* latencies in the measured time */
	struct histogram storm;
	int64_t start_ns, from_ns, to_ns; /* the measured time */
	int64_t chat_start_ns, shout_start_ns, drop_start_ns;
	uint64_t chat_k, shout_k, drop_k; /* requests due so far */
	int64_t shout_ns[64];             /* when the last shouts were due */
	int64_t complete_ns;              /* when the last user logged in */
	unsigned logging_in, on, listed;
	int64_t pass_ns,
	    longest_pass_ns; /* passes of the generator's own loop in the measured time */
	int64_t cpu_ns;      /* CPU time of the generator in the measured time */
	double login_s;      /* time until all users were online */
	double storm_s[LOAD_STORMS_MAX];
	bool playing, storming, stopped;
	char why[256]; /* the reason for an early end */
};

/* ---- user.c ---- */

int64_t load_now(void);

/* Ends the run; only the first reason is kept. */
void load_stop(struct load *l, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Returns true while the measured time runs. */
bool load_measuring(const struct load *l, int64_t now);

/* Counts an answer to a request that was due at wanted_ns. */
void load_answer(struct load *l, enum figure f, int64_t wanted_ns, int64_t now);

/* Allocates all users and their names; false when out of memory. */
bool users_make(struct load *l);
void users_free(struct load *l);

/* Adds a user to the login queue.  The latency of the login counts from wanted_ns. */
void user_want(struct load *l, struct user *u, int64_t wanted_ns);

/* Starts logins up to the limit. */
void users_admit(struct load *l, int64_t now);

/* Drops the connection without a goodbye. */
void user_drop(struct load *l, struct user *u);

/* Sends a line and its line end. */
void user_send(struct load *l, struct user *u, const char *text);

/* ---- act.c ---- */

/* Handle a user who has logged in, a line for an online user, and the end of a user's
 * connection. */
void act_arrived(struct load *l, struct user *u, int64_t now);
void act_line(struct load *l, struct user *u, char *line, int64_t now);
void act_gone(struct load *l, struct user *u);

bool act_make(struct load *l);
void act_begin(
    struct load *l, int64_t now);          /* starts play and chat, once all users are online */
void act_due(struct load *l, int64_t now); /* sends the requests that are due */
void act_tick(struct load *l, int64_t now); /* several times a second */
unsigned act_under_way(const struct load *l);
void act_end(struct load *l); /* counts unanswered requests as lost */

/* ---- report.c ---- */

void report_progress(const struct load *l, const char *phase, double seconds);
void report_table(const struct load *l);
bool report_json(const struct load *l); /* false with errno if the file cannot be written */

#endif
