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
#define LOAD_PENDING_MAX 256u  /* unanswered requests of one chatter */
#define LOAD_RECENT_MOVES 16u  /* moves of a pair that its watchers may not have seen */
#define LOAD_PRIORITY_URGENT 0 /* event priority: measured users are read first */
#define LOAD_PRIORITY_COMMON 1
#define LOAD_COMMON_EVENTS_MAX 16 /* common events between two checks for urgent events */
#define LOAD_STORMS_MAX 16u
#define LOAD_NS_PER_MS INT64_C(1000000)
#define LOAD_NS_PER_S INT64_C(1000000000)

/* ---- options ---- */

enum chat_kind {
	CHAT_TELL, /* a tell to the next chatter; answered when the next chatter has read it */
	CHAT_NOOP, /* an unknown word; answered by the refusal */
};

struct options {
	const char *host, *port;
	const char *name_prefix, *password, *json_path;
	/* a line that every user sends once all are online; NULL: none */
	const char *line_when_online;
	unsigned users, pairs, watchers, chatters;
	/* percentage of CLIP users; the others log in as at a terminal */
	unsigned clip_percent;
	unsigned logins_at_once;  /* logins in progress */
	unsigned match_length;    /* length of matches */
	unsigned think_ms;        /* average thinking time; the maximum is twice as long */
	unsigned login_timeout_s; /* time limit for all logins */
	uint64_t seed;
	unsigned n_storms; /* number of storms at the end */
	double measured_s, warm_up_s;
	double chat_rate;  /* commands per second of all chatters; 0: closed loop */
	double drop_rate;  /* users per second who lose their connection and return */
	double shout_rate; /* shouts per second */
	enum chat_kind chat_kind;
	bool register_first; /* register the accounts first */
	bool use_tokens;     /* log in by token, if the server has tokens */
	bool storm_at_end;   /* drop all connections at the end; all users return at once */
	bool quiet;          /* do not report progress */
};

/* ---- users ---- */

enum login_stage {
	STAGE_OFFLINE,            /* not connected: waits for its turn */
	STAGE_AWAIT_LOGIN_PROMPT, /* connected: waits for "login: " */
	STAGE_NAME_SENT,          /* has sent its name */
	STAGE_GUEST_SENT,         /* has sent "guest" */
	STAGE_NEW_NAME_SENT,      /* has chosen a name: waits for "password: " */
	STAGE_RETYPE_PASSWORD,
	STAGE_REGISTERING, /* waits for the last line of the registration */
	STAGE_AWAIT_TOKEN, /* is online only to request a token */
	STAGE_LOGGING_IN,  /* has sent everything needed for the login */
	STAGE_ONLINE,
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
	enum login_stage stage;
	enum role role;
	bool uses_clip;
	bool registered;
	bool list_received; /* has received the whole list of users (CLIP) */
	bool was_online;    /* has been online before: the next login is a return */
	bool watching;
	bool is_back;          /* is online again */
	bool counted_as_login; /* is counted among the users who log in */
	bool edge_triggered;   /* edge-triggered: the kernel reports readable data only once */
	uint8_t n_refusals;
	uint16_t partial_len;
	char name[LOAD_NAME_MAX + 1];
	char *partial_line;      /* an unfinished line */
	char token[40];          /* token for the next login; "" if none */
	int64_t login_due_ns;    /* when the login or the return was due */
	int64_t retry_ns;        /* no attempt before this time */
	int64_t watch_asked_ns;  /* time of a watcher's last attempt to watch */
	unsigned last_seen_move; /* watcher: number of the pair's last move that it has seen */
	union {
		struct pair *pair; /* pair of a player or watcher */
		struct chatter *chatter;
	};
	struct user *next_in_queue; /* next user in the login queue */
};

struct player {
	struct user *user;
	struct random_player rp;
	bool in_match;
	bool match_over;
};

struct move_sent {
	char text[RANDOM_PLAYER_COMMAND_MAX];
	unsigned mover; /* 0, 1 */
	int64_t sent_ns;
};

struct pair {
	struct player player[2];
	struct event think_event;
	struct player *commanding_player; /* the player who has a command to send or has sent a
				 command; NULL: no player */
	char command[RANDOM_PLAYER_COMMAND_MAX];
	bool may_resume; /* there may be a match to resume */
	bool command_sent, next_is_move, sent_is_move, thinking;
	unsigned boards_awaited; /* bit 1 << i: the board of player[i] has not arrived yet */
	unsigned moves_sent;     /* moves sent in all; move number n is in recent_moves[n %
				    LOAD_RECENT_MOVES] */
	struct move_sent recent_moves[LOAD_RECENT_MOVES];
	int64_t sent_ns, invited_ns;
};

struct chatter {
	struct user *user;
	int64_t pending_due_ns[LOAD_PENDING_MAX];
	unsigned first_pending, n_pending;
};

/* ---- measurements ---- */

enum latency_kind {
	LATENCY_LOGIN,     /* from connecting until the user can play */
	LATENCY_USER_LIST, /* from connecting to the end of the list of users */
	LATENCY_RETURN,    /* from the loss of the connection until the user can play again */
	LATENCY_ROLL,      /* from the roll to the later of both boards */
	LATENCY_MOVE,
	LATENCY_WATCHED_MOVE, /* from a move until a watcher receives it */
	LATENCY_CHAT,
	LATENCY_SHOUT, /* from a shout until each user receives it */
	LATENCY_COUNT,
};

struct counts {
	uint64_t sent[LATENCY_COUNT]; /* requests sent; for SHOUT the number of shouts, for
					WATCHED not used */
	uint64_t unanswered[LATENCY_COUNT]; /* never answered: connection gone, or timeout */
	uint64_t answered[LATENCY_COUNT];   /* answered in all, measured or not */
	uint64_t not_sent;                  /* requests not sent: too many pending */
	uint64_t unidentified_moves;        /* watched moves too old to be identified */
	uint64_t lines_read, bytes_read;
	uint64_t drops_made, login_retries;
	uint64_t refused_lines; /* "** ..." to players */
	uint64_t games_over, matches_over;
	uint64_t logins;
};

struct load {
	struct options opt;
	struct event_base *event_base;
	struct event tick_event;
	struct user *users;
	struct pair *pairs;
	struct chatter *chatters;
	struct user *login_queue, **login_queue_end; /* login queue */
	struct rng rng;
	struct move_space *move_space;
	struct counts counts;
	struct histogram latencies[LATENCY_COUNT]; /* latencies in the measured time */
	struct histogram storm_latencies;
	int64_t logins_start_ns, measure_from_ns, measure_to_ns; /* the measured time */
	int64_t chat_start_ns, shout_start_ns, drop_start_ns;
	uint64_t chats_due, shouts_due, drops_due; /* requests due so far */
	int64_t shout_due_ns[64];                  /* when the last shouts were due */
	int64_t all_online_ns;                     /* when the last user logged in */
	unsigned n_logging_in, n_online, lists_received;
	int64_t last_pass_ns,
	    longest_pass_ns; /* passes of the generator's own loop in the measured time */
	int64_t cpu_ns;      /* CPU time of the generator in the measured time */
	double all_online_s; /* time until all users were online */
	double storm_return_s[LOAD_STORMS_MAX];
	bool playing, storming, stopped;
	char why[256]; /* the reason for an early end */
};

/* ---- user.c ---- */

int64_t load_now_ns(void);

/* Ends the run; only the first reason is kept. */
void load_stop(struct load *l, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Returns true while the measured time runs. */
bool load_measuring(const struct load *l, int64_t now);

/* Counts an answer to a request that was due at wanted_ns. */
void load_count_answer(struct load *l, enum latency_kind f, int64_t wanted_ns, int64_t now);

/* Allocates all users and their names; false when out of memory. */
bool users_create(struct load *l);
void users_free(struct load *l);

/* Adds a user to the login queue.  The latency of the login counts from wanted_ns. */
void user_queue_login(struct load *l, struct user *u, int64_t wanted_ns);

/* Starts logins up to the limit. */
void users_start_logins(struct load *l, int64_t now);

/* Drops the connection without a goodbye. */
void user_drop(struct load *l, struct user *u);

/* Sends a line and its line end. */
void user_send(struct load *l, struct user *u, const char *text);

/* ---- act.c ---- */

/* Handle a user who has logged in, a line for an online user, and the end of a user's
 * connection. */
void act_on_login(struct load *l, struct user *u, int64_t now);
void act_on_line(struct load *l, struct user *u, char *line, int64_t now);
void act_on_disconnect(struct load *l, struct user *u);

bool act_set_up(struct load *l);
void act_start(
    struct load *l, int64_t now); /* starts play and chat, once all users are online */
void act_send_due(struct load *l, int64_t now); /* sends the requests that are due */
void act_tick(struct load *l, int64_t now);     /* several times a second */
unsigned act_pending_count(const struct load *l);
void act_stop(struct load *l); /* counts unanswered requests as lost */

/* ---- report.c ---- */

void report_progress(const struct load *l, const char *phase, double seconds);
void report_table(const struct load *l);
bool report_json(const struct load *l); /* false with errno if the file cannot be written */

#endif
