/* SPDX-License-Identifier: MIT */
/* The world: everyone who is connected, everything that is being played.  One thread owns it.
 *
 * Others know its things by handles.  Within the domain pointers are used, and are valid for
 * the turn: nothing is freed before world_reap. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "base/ports.h"
#include "base/sbuf.h"
#include "base/table.h"
#include "base/tree.h"
#include "fair/dice.h"
#include "proto/msg.h"
#include "proto/netaddr.h"
#include "rules/match.h"
#include "store/store.h"
#include "work/work.h"
#include "world/event.h"

typedef uint64_t match_handle;
typedef uint64_t player_handle;

struct feed;
struct pager;
struct ranks;
struct standstill;
struct tourneys;
struct waiting;
struct world;

/* ---- settings of the server that the domain uses ---- */

/* Types of conf.def. */
#define WORLD_UINT unsigned
#define WORLD_BOOL bool

struct world_config {
	/* The options that the domain uses; what they mean stands in conf.def. */
#define CONF_WORLD(section, name, type, initial, lowest, highest, comment) WORLD_##type name;
#include "conf.def"
	const char *server_name; /* one word */
	unsigned sessions_max;
	unsigned failed_login_s[8]; /* delay after the first, second, ... wrong password; the
				       last for all others */
	unsigned failed_login_len;  /* at least 1 */
	size_t output_soft; /* bytes that wait to be sent above which somebody gets no news and
			       no more of a long answer; 0 no limit */
	const char *banner; /* texts with @NAME@ for the server's name */
	const char *motd;
	const char *houserules; /* the page of that topic; NULL: the one that ships */
	const char *version;
	bool (*zone_known)(const char *zone); /* the system has this time zone */
	/* A time in a zone, in a format of strftime. */
	void (*zone_text)(
	    const char *zone, int64_t at_s, const char *format, char *text, size_t size);
	/* When clocks in a zone show that; false never.  See zone.h. */
	bool (*zone_at)(
	    const char *zone, int year, int month, int day, int minute, int64_t *at_s_out);
	unsigned port;         /* what `port` answers */
	const char *zone_list; /* some of them, for those who typed another */
	/* Help page of a topic ("roll") in a language, or in English when it has none in that
	 * one; NULL if there is none.  Name of topic i, false after the last. */
	const char *(*help_page)(const char *topic, enum language language);
	bool (*help_topic)(unsigned i, struct sbuf *name_out);
};

/* ---- players: who somebody is ---- */

enum toggle {
#define TOGGLE(name, initial, kept) TOGGLE_##name,
#include "people/toggles.def"
#undef TOGGLE
	TOGGLE_COUNT,
	TOGGLE_OURS = TOGGLE_jacoby,
};

enum sortwho {
	SORTWHO_LOGIN,
	SORTWHO_NAME,
	SORTWHO_RATING,
	SORTWHO_RRATING,
	SORTWHO_COUNT,
};

#define TIMEZONE_MAX 40u

#define LENGTH_MAX 999
#define LENGTH_OF_WINDOW (-1) /* what has never been set */

#define BOARDSTYLE_FIRST 2u /* of people who have not chosen one */
#define BOARDSTYLE_LINES 3u /* "board:" lines, for programs; theirs too when not chosen */

/* What somebody may do beyond playing; each may do all that those before it may.  Their names
 * in the store are ROLE_NAMES of player.h. */
enum role {
	ROLE_USER,
	ROLE_OPERATOR, /* keeps order: mutes, bans, closes connections, makes announcements */
	ROLE_ADMIN,    /* also erases users, stops the server, gives roles */
	ROLE_COUNT,
};

/* What an operator has forbidden somebody. */
enum mute_scope {
	MUTE_NONE,
	MUTE_SHOUT,
	MUTE_ALL, /* all that others would read */
};

/* An account in use: one session at most stands for it. */
struct player {
	player_handle id;
	int64_t user; /* row in the store */
	char name[STORE_NAME_MAX + 1];
	char folded[STORE_NAME_MAX + 1]; /* key of the table */
	UT_hash_handle hh;
	bool live; /* false: to be freed */
	session_id session;
	enum role role;
	enum mute_scope mute;
	int64_t mute_until_s; /* 0 for good */
	double rating;
	uint32_t experience;
	uint32_t toggles;               /* bit per enum toggle */
	uint8_t boardstyle;             /* 1..BOARDSTYLE_LINES; 0 never chosen */
	int16_t linelength, pagelength; /* 0..LENGTH_MAX, LENGTH_OF_WINDOW */
	uint8_t redoubles;              /* 0..99, REDOUBLES_UNLIMITED */
	enum language language;
	const struct variant *variant; /* what he invites to when he names none */
	bool home;                     /* `set direction`: games are seen from one's own side */
	bool variants_chosen;          /* he has said something about `toggle variants` */
	enum sortwho sortwho;
	char timezone[TIMEZONE_MAX];
	int64_t last_login_s; /* the log-in before this one */
	char last_host[STORE_HOST_MAX];
	char email[STORE_EMAIL_MAX];
};

/* ---- sessions: a connection and who uses it ---- */

enum session_state {
	ST_NAME,         /* at "login: " */
	ST_PASSWORD,     /* at "password: ", nothing echoed */
	ST_VERIFY,       /* the password is being checked; input waits */
	ST_GUEST,        /* logged in as guest: may register */
	ST_NEW_PASSWORD, /* choosing one */
	ST_RETYPE_PASSWORD,
	ST_REGISTER, /* the new password is being hashed; input waits */
	ST_ONLINE,
	ST_CLOSED, /* over; freed at the end of the turn */
	ST_COUNT,
};

enum session_mode {
	MODE_TELNET, /* prompts */
	MODE_TINY,   /* `connect NAME PASSWORD`: telnet texts without prompts */
	MODE_CLIP,   /* numbered lines */
};

/* What is typed before somebody is on line; wiped and freed then. */
struct login_form {
	char name[STORE_NAME_MAX + 1];
	char password[PASSWORD_MAX + 1]; /* the new one, until it is retyped */
	char hash[STORE_HASH_MAX];
	char client[STORE_NAME_MAX + 1];
	bool tiny;     /* came by `connect` */
	bool changing; /* he is on line, and changes his password */
	bool told_to_wait;
	int64_t tell_ms; /* monotonic: when he is told next that his job waits */
};

#define HOST_MAX 46u /* numeric address of either family with its NUL */

#define AWAY_MAX 128u
#define LAST_LINE_MAX 80u
#define USER_LIST_MAX 16u

/* Users by row; 0 is a free place. */
struct user_list {
	int64_t user[USER_LIST_MAX];
};

struct session {
	struct world *world;
	session_id id;
	conn_id conn;
	struct out out;
	char host[HOST_MAX];
	struct netaddr from; /* the same; family 0 when it is no address */
	bool keeps_order;    /* as it stands in by_host: has a role */
	bool exempt;         /* of flood limits */
	bool gone;           /* the socket is closed */
	uint8_t more_time;   /* times a guest's time was made longer */
	bool program;        /* logs in, or has logged in, by CLIP or as TinyMUD does */
	bool at_prompt;      /* the last thing sent was a prompt */
	bool paused;         /* the net delivers none of its lines */
	bool bell;           /* the next line ends with BEL */
	bool answering;      /* what is written to it answers its own command */
	unsigned column;     /* of the line being written, where lines are broken */
	unsigned blanks;     /* behind it, which are written when a word follows */
	unsigned lines;      /* of the answer, since the last [Return] */
	uint16_t columns;    /* of its window, 0 not known; and rows */
	uint16_t rows;
	char *held; /* the rest of a long answer, behind [Return]; NULL none */
	size_t held_len, held_room;
	bool held_cut;     /* more came than is kept */
	bool spoke;        /* a line of it was handled in this turn */
	bool wrote;        /* it got output in this turn */
	bool feeding;      /* what is written to it is news (feed.h) */
	bool stepping;     /* a step of its answers is being made */
	bool pending;      /* in the list of those who are to get more */
	bool away_due;     /* behind its long answer the line that he is away */
	uint64_t heard;    /* number of the last news it has been told, or passed over */
	uint64_t seen;     /* the last number when it was last shown a list of people */
	uint64_t left_out; /* number up to which it has been told that news were left out */
	uint64_t skip;     /* number of news that it was told of in other words */
	char *row; /* lines 5 and 6 about it as last announced, as they go over the wire;
		      NULL none */
	size_t row_len;
	struct pager *pages; /* long answers that are not all written, the first one first */
	int64_t input_ms;    /* last line, monotonic */
	int64_t idle_ms;     /* the same, or when he was last let be: for the idle limit */
	int64_t flood_ms;    /* monotonic time up to which its commands are paid for */
	int64_t wake_ms;     /* paused until then; 0 not */
	struct session *online_prev,
	    *online_next;                        /* list in order of log-in, while ST_ONLINE */
	struct session *idle_prev, *idle_next;   /* list in order of idle_ms */
	struct session *watch_prev, *watch_next; /* in `watchers` of the one watched */
	struct session *watchers;
	struct session *wrote_next;
	struct session *pending_prev, *pending_next;
	struct tree_node by_name, by_folded, by_login, by_change, by_away, by_watching, by_wake,
	    by_host; /* in the trees of the world */
	struct login_form *form;
	enum session_state state;
	enum session_mode mode;
	struct player *player; /* ST_ONLINE: who it is; else NULL */
	int64_t login_s;
	uint64_t login_no;               /* order of log-in */
	uint64_t came_no, row_no;        /* numbers of the news that he came, and of his row */
	uint8_t came;                    /* how he came: session.c */
	char client[STORE_NAME_MAX + 1]; /* CLIP: the client's name */
	match_handle match;              /* playing; 0 not */
	session_id opponent;             /* in it; 0 not */
	enum seat seat;
	session_id watching;
	int64_t following;                        /* a tournament; 0 none */
	bool results_only;                        /* of it: its matches are not shown */
	int64_t invited_user;                     /* outstanding invitation: whom, 0 none */
	int invited_length;                       /* 1..99, 0 unlimited, -1 resume */
	const struct variant *invited_variant;    /* not for -1 */
	const struct clock_preset *invited_clock; /* NULL none; not for -1 */
	int64_t last_match;               /* row of the one played to its end last; 0 none */
	uint8_t failed;                   /* log-ins */
	enum language language;           /* of a guest */
	bool size_asked;                  /* for the size of its window */
	bool waved;                       /* once; the second time he leaves */
	char away[AWAY_MAX];              /* what he left word of; "" he is here */
	struct user_list gagged, blinded; /* for this session */
	struct user_list awaited;         /* whom he waits for */
	bool token;                       /* has a token: asked for one, or came by one */
	bool came_back;                   /* by it, and has not played since */
	int64_t back_to;     /* row of the match he plays, or played when it was cut off;
				0 none */
	uint64_t board_seen; /* the position a person was shown last: match.c; 0 none */
	char last_line[LAST_LINE_MAX]; /* for !!; "" none that may be repeated */
};

/* ---- matches that are being played ---- */

struct match {
	match_handle id;
	struct fair_dice dice;
	int64_t row; /* in the store */
	int64_t user[2];
	int64_t event; /* 0, or the event it is played for */
	uint32_t pairing;
	uint32_t terms; /* STORE_TERM_ bits */
	bool unrated;
	uint32_t timer_at; /* place in world.timers, plus 1; 0 not in it */
	int64_t timer_ms;  /* when its clock has something to do, monotonic */
	bool live;         /* false: no longer played here (finished, or saved for later) */
	bool swapped;      /* resumed by an invitation of seat 1: for the order of names in
			      news */
	session_id session[2];
	bool joined[2]; /* between games: wants the next one */
	uint32_t next_seq;
	int64_t last_ms;   /* monotonic, of the last action; -1 after a pause; ahead of
			      now: no time counts until then */
	uint8_t warned[2]; /* how many of the warnings a seat has had (timing.c) */
	struct match_state state;
};

/* ---- order (moderation.h, bans.h) ---- */

struct ban;
struct erased;

/* The end of the server that an admin has asked for. */
struct stop_plan {
	bool planned;
	bool restart;    /* how it is announced */
	bool ended;      /* the time has come: the process is to end in the orderly way */
	int64_t at_ms;   /* monotonic */
	unsigned told_s; /* the seconds of the last announcement */
};

/* What operators have switched. */
struct moderation {
	struct ban *bans; /* as they are stored */
	size_t bans_len, bans_room;
	bool closing;   /* a ban may meet some who are on line still */
	unsigned close; /* so many more of those, in the turn ... */
	uint64_t close_turn;
	bool registration; /* new accounts may be made */
	struct stop_plan stop;
	struct erased *erased; /* those whom not all on line have forgotten yet */
	size_t erased_len, erased_room;
};

/* ---- matches of events, as those who run the event hear of them ---- */

enum match_end {
	MATCH_END_SUSPENDED, /* it can be gone on with */
	MATCH_END_PLAYED,    /* to its end; the others are ends too */
	MATCH_END_TIME,
	MATCH_END_FORFEIT,
	MATCH_END_SET,     /* the director has set its result */
	MATCH_END_CORRUPT, /* its actions do not replay */
};

/* ---- the world ---- */

/* What may have to be freed at the end of a turn. */
enum dead_kind {
	DEAD_SESSION,
	DEAD_PLAYER,
	DEAD_MATCH,
};

#define COUNTERS_PENDING 48u /* hours that can wait for a store that refuses */

#define COUNTERS_PARTS 6 /* of 10 s, the last of them begun: about a minute */

/* What counters.c adds up. */
struct counters {
	bool begun;
	int64_t start_ms; /* monotonic, of the first turn */
	int64_t since_ms; /* monotonic; up to then time is accounted for */
	struct hour_record pending[COUNTERS_PENDING]; /* not yet in the store, oldest first */
	unsigned pending_n;
	bool start_counted;              /* in the store */
	uint64_t commands;               /* given since the start */
	int64_t turn_us;                 /* the longest turn */
	int64_t part_us[COUNTERS_PARTS]; /* the same of each part of the last minute */
	int64_t part;                    /* number of the latest one since the start */
};

struct world {
	struct world_config config;
	struct store *store;
	struct net_port net;
	struct work_port work;
	struct random_port random;

	uint64_t turn;
	int64_t mono_ms; /* of this turn */
	int64_t wall_ms;
	int64_t started_ms; /* of the first turn; later by the time that the disk was full */

	struct pool sessions, players, matches;
	unsigned live_matches;  /* those with d.live */
	struct ranks **ranks;   /* the rating lists, by row of VARIANTS */
	unsigned games;         /* how many that are */
	unsigned ranks_read;    /* so many of them are ready, the first ones first */
	struct player *by_name; /* table by folded name: every player in the pool */
	struct session *idle;   /* head: longest without input */
	struct tree waking;     /* those whose wake_ms is not 0, in that order */
	struct session *wrote;  /* got output in this turn */
	uint64_t logins;        /* for login_no */
	struct session *online; /* head: longest on line */
	unsigned online_count;
	struct tree by_login;       /* those on line, in order of login_no */
	struct tree names;          /* the same by name, and by folded name */
	struct tree folded_names;   /* (who is given in any case of letters) */
	struct tree changes;        /* in order of row_no */
	struct tree hosts;          /* those on line by address; who has a role first */
	struct tree away, watching; /* those who are away, or watch; in order of login_no */
	struct waiting *waited;     /* table of those who are waited for: userlist.c */
	subscriber *const
	    *subscribers; /* of its events, in their order; NULL behind the last */
	struct feed *feed;
	struct session *pending; /* in turn */

	struct match **timers; /* timing.c */
	size_t timers_len, timers_room;
	struct standstill *standstills; /* timing.c: table by row */
	int64_t refused_ms; /* since when the disk is full, monotonic; 0 it is not */

	/* NULL, or told of the end of a match of an event, or that it is suspended.  Called
	 * within the turn, after everybody has been told and both players are free; while the
	 * store refuses (store_refusing) only MATCH_END_SUSPENDED.  winner: SEAT_NONE when
	 * nobody has won. */
	void (*event_ended)(struct world *w, int64_t event, uint32_t pairing, int64_t row,
	    enum seat winner, const uint32_t score[2], enum match_end how);

	struct moderation moderation;
	struct tourneys *tourneys;

	struct reap {
		enum dead_kind kind;
		uint64_t handle;
	} * reap; /* what may have to be freed */
	size_t reap_len, reap_room;
	struct counters counters;
	int64_t tokens_ms;      /* next slice of resume_token.c, monotonic; 0 not known yet */
	int64_t login_queue_ms; /* when login_queue.c looks again; 0: nobody waits */
	int64_t expiry_ms;      /* next slice of expiry.c, monotonic; 0 not known yet */
	int64_t probe_ms;       /* next try while the store refuses */

	struct move_space *space; /* scratch of the rules */
};

/* ---- for the other files of the domain ---- */

struct match *match_get(const struct world *w, match_handle id); /* NULL: none, stale or over */

/* The rating list of a game. */
struct ranks *world_ranks(const struct world *w, const struct variant *v);

/* Whether a match is being played, with the number of those that are. */
void world_match_live(struct world *w, struct match *m, bool live);

/* A thing that died or was not there before: looked at by world_reap. */
void world_reap_later(struct world *w, enum dead_kind kind, uint64_t handle);

static inline int64_t
world_now_s(const struct world *w)
{
	return w->wall_ms / 1000;
}

/* It is to get more of its news or of a long answer by the end of a turn. */
void world_pending(struct world *w, struct session *s);

#endif
