/* SPDX-License-Identifier: MIT */
/* A connected user: what the session is and knows.  What is written to it is in screen.h and
 * output.h, its coming and going in visit.h. */
#ifndef PEOPLE_SESSION_H
#define PEOPLE_SESSION_H

#include "base/tree.h"
#include "people/player.h"
#include "proto/netaddr.h"
#include "rules/match.h"
#include "world/world.h"

/* These, and what they are asked, go to another process as numbers: see UPGRADE_VERSION. */
enum session_state {
	ST_NAME,         /* at "login: " */
	ST_PASSWORD,     /* at "password: ", nothing echoed */
	ST_VERIFY,       /* the password is being checked; input waits */
	ST_GUEST,        /* logged in as guest: may register */
	ST_NEW_PASSWORD, /* choosing one */
	ST_RETYPE_PASSWORD,
	ST_REGISTER, /* the new password is being hashed; input waits */
	ST_CODE,     /* their new recovery code is shown; logs in with the next line */
	ST_ONLINE,
	ST_CLOSED, /* over; freed at the end of the turn */
	ST_COUNT,
};

enum session_mode {
	MODE_TELNET, /* prompts */
	MODE_TINY,   /* `connect NAME PASSWORD`: telnet texts without prompts */
	MODE_CLIP,   /* numbered lines */
};

#define FORM_WRONG_MAX 3u /* refused answers that end a dialog of an interactive user */

/* The answer a dialog expects from an online user; passwords are not echoed. */
enum asking {
	ASK_NOTHING,
	ASK_OLD, /* their password */
	ASK_NEW,
	ASK_AGAIN,
	ASK_OWN,  /* their password, because they want something else */
	ASK_CODE, /* to have read their recovery code; `old` is the command to run then */
};

/* What a job of the workers is for, of who is on line. */
enum errand {
	ERRAND_PASSWORD,
	ERRAND_RECOVERY,
	ERRAND_RESET,
	ERRAND_FORGET,
	ERRAND_COUNT,
};

/* What is typed before somebody is on line, or when they are asked for a password; wiped and
 * freed then. */
struct login_form {
	char name[STORE_NAME_MAX + 1];
	char password[PASSWORD_MAX + 1]; /* the new one, until it is retyped */
	char old[PASSWORD_MAX + 1];      /* their present password; ASK_CODE: the command */
	enum asking asking;
	enum errand errand;
	int64_t user;              /* whose password it is to be; 0 a new account's */
	char hash[STORE_HASH_MAX]; /* theirs when it began */
	uint8_t code[STORE_TOKEN_HASH_BYTES]; /* of the recovery code; all 0 none was typed */
	char client[STORE_NAME_MAX + 1];
	bool tiny;     /* came by `connect` */
	bool changing; /* they are on line, and change it */
	bool asked;    /* the password being checked was typed at its prompt */
	bool command;  /* ... and looks like a command */
	uint8_t wrong; /* answers that were refused, see FORM_WRONG_MAX */
	bool told_to_wait;
	bool known;      /* the owner of that name has logged in from this network before */
	int64_t tell_ms; /* monotonic: when they are told next that their job waits */
};

#define HOST_MAX 46u /* numeric address of either family with its NUL */

#define AWAY_MAX 128u
#define LAST_LINE_MAX 80u
#define AWAITED_MAX 16u
#define SHUT_OUT_MAX 100u

/* Users by row, in the order in which they were put there. */
struct user_list {
	int64_t *user;
	unsigned n;
};

struct session;
struct login_form;

/* What is written to somebody: output.c and pager.c. */
struct session_screen {
	bool at_prompt;   /* the last thing sent was a prompt */
	bool bell;        /* the next line ends with BEL */
	bool answering;   /* what is written answers the session's own command */
	bool spoke;       /* a line of it was handled in this turn */
	bool wrote;       /* it got output in this turn */
	bool stepping;    /* a step of its answers is being made */
	bool away_due;    /* behind its long answer the line that they are away */
	bool size_asked;  /* for the size of its window */
	bool held_cut;    /* more came than is kept */
	bool whole;       /* what is written is a file: neither broken nor in pages */
	unsigned column;  /* of the line being written, where lines are broken */
	unsigned blanks;  /* behind it, which are written when a word follows */
	unsigned lines;   /* of the answer, since the last [Return] */
	uint16_t columns; /* of its window, 0 not known; and rows */
	uint16_t rows;
	char *held; /* the rest of a long answer, behind [Return]; NULL none */
	size_t held_len, held_room;
	struct pager *pages; /* long answers that are not all written, the first one first */
	struct session *wrote_next; /* in people.wrote */
};

/* What somebody has been told of all others: feed.c. */
struct session_news {
	bool feeding;      /* what is written is news */
	bool additions;    /* a client program that asked for more: session_additions */
	uint64_t heard;    /* number of the last news it has been told, or passed over */
	uint64_t seen;     /* the last number when it was last shown a list of people */
	uint64_t left_out; /* number up to which it has been told that news were left out */
	uint64_t skip;     /* number of news that it was told of in other words */
	uint64_t came_no;  /* of the news that they came */
	uint64_t row_no;   /* of the news of their row */
	char *row; /* lines 5 and 6 about it as last announced, as they go over the wire; NULL
		      none */
	size_t row_len;
};

/* Where a session stands in the lists and trees of struct people. */
struct session_index {
	struct session *online_prev, *online_next;   /* in order of log-in, while ST_ONLINE */
	struct session *idle_prev, *idle_next;       /* in order of idle_ms */
	struct session *pending_prev, *pending_next; /* those who are to get more */
	struct session *watch_prev, *watch_next;     /* in `watchers` of the one watched */
	struct tree_node by_name, by_folded, by_login, by_change, by_away, by_watching, by_wake,
	    by_host;
	bool pending;     /* in that list */
	bool is_operator; /* as it stands in by_host: has a role */
};

/* All monotonic milliseconds. */
struct session_times {
	int64_t input_ms; /* last line */
	int64_t idle_ms;  /* the same, or when it was last let be: for the idle limit */
	int64_t flood_ms; /* up to which its commands are paid for */
	int64_t wake_ms;  /* paused until then; 0 not */
};

struct invitation {
	int64_t user;  /* whom, 0 none */
	int length;    /* 1..99, 0 unlimited, -1 resume */
	bool anybody;  /* any user of `play` may join; then user is 0 */
	bool practice; /* of a bot; not for -1 */
	bool play;     /* made by `play`: any person may join; stays set while they play */
	int8_t wanted; /* ... the only length they want, of `variant`; -1 if none was named */
	const struct variant *variant;    /* not for -1 */
	const struct clock_preset *clock; /* NULL none; not for -1 */
};

struct session {
	struct world *world;
	session_id id;
	conn_id conn;
	struct out out;
	struct session_screen screen;
	struct session_news news;
	struct session_index index;
	struct session_times times;
	char host[HOST_MAX];
	struct netaddr from;    /* the same; family 0 when it is no address */
	bool exempt;            /* of flood limits */
	bool sealed;            /* nobody on the way can read what is said */
	bool gone;              /* the socket is closed */
	bool paused;            /* the net delivers none of its lines */
	bool program;           /* logs in, or has logged in, by CLIP or as TinyMUD does */
	uint8_t more_time;      /* times a guest's time was made longer */
	uint8_t failed;         /* log-ins */
	uint8_t hurried;        /* lines before the log-in that had to wait */
	enum language language; /* of a guest */
	enum seat seat;         /* in the match below */
	struct login_form *form;
	enum session_state state;
	enum session_mode mode;
	struct player *player; /* ST_ONLINE: who it is; else NULL */
	struct {
		int64_t at_s;
		uint64_t no; /* order of log-in */
	} login;
	char client[STORE_NAME_MAX + 1]; /* CLIP: the client's name */
	uint8_t came;                    /* enum coming: visit_words.h */
	bool waved;                      /* once; the second time they leave */
	match_handle match;              /* playing; 0 not */
	session_id opponent;             /* in it; 0 not */
	session_id watching;
	struct session *watchers;
	struct {
		int64_t id;        /* a tournament; 0 none */
		bool results_only; /* its matches are not shown */
	} follow;
	struct invitation invited; /* outstanding */
	int64_t last_match;        /* row of the one played to its end last; 0 none */
	uint64_t board_seen;       /* the position a person was shown last; 0 none */
	char away[AWAY_MAX];       /* what they left word of; "" they are here */
	struct {
		struct user_list gagged, blinded;
		struct user_list awaited; /* whom they wait for */
	} lists;
	struct {
		bool token;       /* has a token: asked for one, or came by one */
		bool came_back;   /* by it, and has not played since */
		uint32_t busy_no; /* changes whenever they are no longer free to play, which
				     ends an ask to resume a match */
		int64_t row;      /* of the match they play, or played when cut off; 0 none */
	} resume;
	char last_line[LAST_LINE_MAX]; /* for !!; "" none that may be repeated */
};

/* NULL: none, stale or closed. */
struct session *session_get(const struct world *w, session_id id);

/* It is to get more of its news or of a long answer by the end of a turn. */
void session_mark_pending(struct world *w, struct session *s);

/* The row of somebody on line as one may see it; to NULL: as all may. */
struct who_row;
void session_row(const struct world *w, const struct player *to, const struct session *s,
    struct who_row *row_out);

/* What is typed at log-in, made when there is none; NULL when memory is out. */
struct login_form *session_form(struct session *s);

/* Whom they play, NULL nobody; whom they watch, NULL nobody. */
struct session *session_opponent(const struct world *w, const struct session *s);
struct session *session_watched(const struct world *w, const struct session *s);

/* It has just sent a line: it is not idle, and the line's end has moved its cursor. */
void session_spoke(struct world *w, struct session *s);

/* It has just sent something: puts it at the end of the idle list. */
void session_touch_input(struct world *w, struct session *s);

/* It may be idle for another while: the same, but it is as idle as before. */
void session_let_be(struct world *w, struct session *s);

/* Somebody on line by name: exact (any case of letters); NULL not on line. */
struct session *session_by_name(const struct world *w, const char *name);

static inline bool
session_clip(const struct session *s)
{
	return s->mode == MODE_CLIP;
}

/* A toggle of its account, or as accounts begin. */
bool session_has(const struct session *s, enum toggle t);

/* A person, who is shown more than a program: logs in or has logged in at the prompts, has
 * `telnet` on, and has not chosen boards in lines. */
bool session_person(const struct session *s);
/* The same with `telnet` switched so. */
bool session_person_with(const struct session *s, bool telnet);

/* A person, or a client program that has asked for the lines of PROTOCOL.md 10.2. */
bool session_additions(const struct session *s);

/* A person who sees each game from the side of the player they look at: `set direction home`.
 */
bool session_home(const struct session *s);

/* Length of its lines and pages as set, else that of the window; 0 none. */
unsigned session_linelength(const struct session *s);
unsigned session_pagelength(const struct session *s);

/* How boards are shown to it: as chosen, or drawn for people and in lines for programs. */
unsigned session_boardstyle(const struct session *s);

/* It is among those that got output in this turn. */
void session_mark_wrote(struct session *s);

/* Too much of its output has not left (world_config.output_soft). */
bool session_full(const struct world *w, const struct session *s);

/* Appends the value of a variable as `set` shows it: what holds for the session, chosen or not.
 */
void session_variable_text(const struct session *s, enum variable v, struct sbuf *out);

#endif
