/* SPDX-License-Identifier: MIT */
/* Sessions: state of a connected user.  Output is in screen.h and output.h, log-in and log-out
 * in lifecycle.h. */
#ifndef PEOPLE_SESSION_H
#define PEOPLE_SESSION_H

#include "base/tree.h"
#include "people/player.h"
#include "proto/netaddr.h"
#include "rules/match.h"
#include "world/world.h"

/* An upgrade passes the values of these enums to another process, so they keep their numbers:
 * new members follow all others except ST_CLOSED and the counts. */
enum session_state {
	ST_NAME,         /* at the prompt "login: " */
	ST_PASSWORD,     /* at the prompt "password: "; the client does not echo */
	ST_VERIFY,       /* the password is being checked; input waits */
	ST_GUEST,        /* logged in as guest: may register */
	ST_NEW_PASSWORD, /* choosing a password */
	ST_RETYPE_PASSWORD,
	ST_REGISTER,      /* the new password is being hashed; input waits */
	ST_RECOVERY_CODE, /* a new recovery code is shown; the next line logs in */
	ST_ONLINE,
	ST_CLOSED, /* ended; freed at the end of the turn */
	ST_COUNT,
};

enum session_mode {
	MODE_TELNET,  /* text with prompts */
	MODE_TINYMUD, /* `connect NAME PASSWORD`: telnet texts without prompts */
	MODE_CLIP,    /* numbered lines */
	MODE_JSON,    /* one JSON object per line */
	MODE_COUNT,
};

/* refused answers that end a dialog with an interactive user */
#define FORM_WRONG_ANSWERS_MAX 3u

/* The answer a dialog expects from an online user; passwords are not echoed. */
enum dialog_question {
	ASK_NOTHING,
	ASK_OLD_PASSWORD, /* the current password */
	ASK_NEW_PASSWORD,
	ASK_RETYPE_PASSWORD,
	ASK_CONFIRM_PASSWORD, /* the current password, to confirm another request */
	/* confirmation that the recovery code was read; `old` contains the command to run after
	 * that */
	ASK_CODE_READ,
	ASK_IMPORT_LINES, /* lines of a file: imports/imports.h */
	ASK_COUNT,
};

/* Purpose of a worker job for an online user. */
enum job_purpose {
	PURPOSE_CHANGE_PASSWORD,
	PURPOSE_NEW_RECOVERY_CODE,
	PURPOSE_RESET_PASSWORD,
	PURPOSE_ERASE_ACCOUNT,
	PURPOSE_COUNT,
};

/* Input of a log-in or a password dialog.  Wiped and freed at its end. */
struct login_form {
	char name[STORE_NAME_MAX + 1];
	char password[PASSWORD_MAX + 1]; /* the new password, until it is retyped */
	char old[PASSWORD_MAX + 1];      /* the current password; ASK_CODE_READ: the command */
	enum dialog_question question;
	enum job_purpose purpose;
	int64_t user; /* account whose password will be set; 0: a new account */
	char current_hash[STORE_HASH_MAX]; /* hash of the account's password when the job began
					    */
	/* hash of the recovery code that was typed; all 0: none */
	uint8_t code_hash[STORE_TOKEN_HASH_BYTES];
	char client_name[STORE_NAME_MAX + 1];
	bool by_connect;  /* logs in by `connect` */
	bool worker_busy; /* online, and a worker has the password or the file of the dialog */
	bool typed_at_prompt; /* the password being checked was typed at a prompt for it, not as
			       * an argument */
	bool looks_like_command; /* the password being checked looks like a command */
	uint8_t wrong_answers;   /* refused answers, see FORM_WRONG_ANSWERS_MAX */
	bool told_to_wait;
	bool known_network; /* the owner of the name has logged in from this network before */
	int64_t code_shown_ms;   /* ASK_CODE_READ: when the code was shown (monotonic) */
	int64_t queue_notice_ms; /* next notice about the login queue (monotonic) */
};

#define HOST_MAX 46u /* numeric IPv4 or IPv6 address, including NUL */

#define AWAY_TEXT_MAX 128u /* bytes, including NUL */
#define LAST_LINE_MAX 80u  /* bytes, including NUL */
#define AWAITED_MAX 16u    /* users in lists.awaited */
#define SHUT_OUT_MAX 100u  /* users in lists.gagged, and in lists.blinded */

/* A list of user ids, in the order in which they were added. */
struct user_list {
	int64_t *users;
	unsigned n;
};

struct session;
struct login_form;
struct json_lines;

/* Output state: output.c and pager.c. */
struct session_screen {
	bool at_prompt;          /* the last output was a prompt */
	bool bell_due;           /* the next line ends with BEL */
	bool answering;          /* the output answers the session's own command */
	bool sent_line;          /* the session sent a line that was handled in this turn */
	bool has_output;         /* output was written in this turn */
	bool in_pager_step;      /* a long answer is being produced right now */
	bool away_notice_due;    /* the away reminder follows after the long answer */
	bool window_size_asked;  /* the window size was requested */
	bool held_cut;           /* `held_text` was full, output was dropped */
	bool is_file;            /* the output is a file: no line breaks or pages */
	unsigned column;         /* column reached in the current line, if lines are broken */
	unsigned pending_blanks; /* pending spaces, written before the next word */
	unsigned lines_on_page;  /* lines of the answer since the last [Return] */
	uint16_t window_columns; /* window size; 0: not known */
	uint16_t window_rows;
	char *held_text; /* rest of a long answer, shown after [Return]; NULL: none */
	uint32_t held_len, held_room;
	struct pager *long_answers; /* unfinished long answers, the oldest first */
	struct session *wrote_next; /* next in people.wrote_list */
	struct json_lines *json;    /* output/json_lines.h; NULL unless MODE_JSON */
};

/* News received by a session: feed.c. */
struct session_news {
	bool being_written;   /* news is being written to the session */
	bool wants_additions; /* a client program asked for additions: session_gets_additions */
	uint64_t cursor;      /* number of the last item delivered or skipped: the cursor */
	uint64_t list_shown_no;    /* number of the last item when a list of users was shown */
	uint64_t loss_reported_no; /* number of the last item reported as left out */
	uint64_t skip_no;          /* number of an item that the session gets in another form */
	uint64_t login_item_no;    /* number of the news item about this session's log-in */
	uint64_t row_item_no;      /* number of the news item about this session's who row */
	/* CLIP lines 5 and 6 about this session as last announced, in wire format; NULL: none
	 */
	char *row;
	size_t row_len;
};

/* Membership in the lists and trees of struct people. */
struct session_index {
	struct session *online_prev, *online_next;   /* linked in order of log-in, while
						      * ST_ONLINE */
	struct session *idle_prev, *idle_next;       /* linked in order of idle_ms */
	struct session *pending_prev, *pending_next; /* linked in people.pending_output */
	struct session *watch_prev, *watch_next;     /* linked in `watchers` of the watched
						      * session */
	struct tree_node by_name, by_folded, by_login, by_change, by_away, by_watching,
	    by_pause_end, by_host;
	bool in_pending; /* is in people.pending_output */
	bool has_role;   /* has a role, as indexed in by_host */
};

/* Times of a session, in monotonic milliseconds. */
struct session_times {
	int64_t input_ms; /* last input line */
	int64_t idle_ms;  /* input_ms, or a later time at which the idle limit was extended */
	int64_t flood_ms; /* each command advances this time; input pauses while it is too far
			   * ahead of the clock */
	int64_t pause_end_ms; /* end of the pause; 0: not paused */
};

struct invitation {
	int64_t user;     /* invited user; 0: none */
	int length;       /* 1..99, 0 unlimited, -1 resume */
	bool open_to_all; /* made by `play`: waits for any opponent; `user` is then 0 */
	bool practice;    /* invites a bot to a practice match; false if length is -1 */
	/* made by `play`: users other than `user` may join too (matchmaking_join); stays set
	 * during the match */
	bool by_play;
	/* with `play`: the only length wanted, in the game `variant`; -1 if none was named */
	int8_t wanted_length;
	const struct variant *variant;    /* not set if length is -1 */
	const struct clock_preset *clock; /* NULL: none; not set if length is -1 */
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
	struct netaddr address; /* parsed from host; family 0 if host is not an address */
	bool exempt;            /* exempt from limits on addresses */
	bool secure;            /* the connection is encrypted or local */
	bool disconnected;      /* the connection is closed */
	bool input_paused;      /* input is not delivered */
	bool is_program; /* logs in, or has logged in, by CLIP, `connect` or JSON lines */
	uint8_t time_extensions;      /* number of times a guest's time limit was extended */
	uint8_t failed_logins;        /* failed log-ins */
	uint8_t delayed_lines;        /* number of lines before the log-in that were delayed */
	enum language guest_language; /* a guest's language */
	enum seat seat;               /* the seat in `match` */
	struct login_form *form;
	enum session_state state;
	enum session_mode mode;
	struct player *player; /* ST_ONLINE: the account; else NULL */
	struct {
		int64_t at_s;
		uint64_t no; /* order of log-in */
	} login;
	char client_name[STORE_NAME_MAX + 1]; /* CLIP: name of the client */
	uint8_t login_kind;                   /* enum login_kind, see visit_words.h */
	bool has_waved;                       /* has waved; another `wave` logs out */
	match_handle match;                   /* being played; 0: none */
	session_id opponent;                  /* the opponent in the match; 0: none */
	session_id watching;
	struct session *watchers;
	struct {
		int64_t id;        /* tournament followed; 0: none */
		bool results_only; /* the session does not watch the tournament's matches */
		bool due;          /* has yet to be shown the match being played now */
	} follow;
	struct invitation invitation; /* the open invitation */
	int64_t last_match;           /* row of the last match played to its end; 0: none */
	/* hash of the last position shown to an interactive user; 0: none */
	uint64_t last_board_hash;
	char away_text[AWAY_TEXT_MAX]; /* away message; "": not away */
	struct {
		struct user_list gagged, blinded;
		struct user_list awaited; /* users whose log-in the user awaits */
	} lists;
	struct {
		bool has_token;     /* has asked for a token or logged in with one */
		bool back_by_token; /* logged in with a token and has not played since */
		/* changes whenever the user is no longer free to play, which cancels a request
		 * to resume a match */
		uint32_t busy_seq;
		/* match being played, or played when the connection was lost; 0: none */
		int64_t row;
	} resume;
	char last_line[LAST_LINE_MAX]; /* the line that `!!` repeats; "": none */
};

/* Finds a session by its id.  Returns NULL if there is none or it is closed. */
struct session *session_get(const struct world *w, session_id id);

/* Marks a session that must get more news, or more of a long answer, at the end of the turn. */
void session_mark_pending(struct world *w, struct session *s);

/* Fills in the who row of a session as `to` may see it; `to` NULL: as any user may see it. */
struct who_row;
void session_who_row(const struct world *w, const struct player *to, const struct session *s,
    struct who_row *row_out);

/* Returns the session's login form, creating one if needed; NULL if memory runs out. */
struct login_form *session_get_form(struct session *s);

/* Return the opponent, or the watched session; NULL if there is none. */
struct session *session_opponent(const struct world *w, const struct session *s);
struct session *session_watched(const struct world *w, const struct session *s);

/* Call it when the session has sent a line: the session is not idle, and the newline has moved
 * the terminal's cursor. */
void session_line_received(struct world *w, struct session *s);

/* Call it when the session has sent anything.  Moves the session to the end of the idle
 * list. */
void session_input_received(struct world *w, struct session *s);

/* Extends the idle limit, but leaves the idle time shown unchanged. */
void session_extend_idle_limit(struct world *w, struct session *s);

/* Returns the online session of that name (case-insensitive), or NULL. */
struct session *session_by_name(const struct world *w, const char *name);

/* Returns whether the session is a client program that logged in by CLIP. */
static inline bool
session_is_clip(const struct session *s)
{
	return s->mode == MODE_CLIP;
}

/* Returns whether the session receives JSON objects. */
static inline bool
session_is_json(const struct session *s)
{
	return s->screen.json != NULL;
}

/* Sets the mode.  Has no effect in a session that uses JSON lines. */
static inline void
session_set_mode(struct session *s, enum session_mode mode)
{
	s->mode = session_is_json(s) ? MODE_JSON : mode;
}

/* Returns a toggle of the session's account, or its initial value before the log-in. */
bool session_has_toggle(const struct session *s, enum toggle t);

/* Returns whether the session has an interactive user: one who logs in at the prompts, has
 * `telnet` on, and has not chosen BOARDSTYLE_RAW.  Such users are shown more than client
 * programs. */
bool session_is_interactive(const struct session *s);
/* Like session_is_interactive, but as if the toggle `telnet` had the given value. */
bool session_is_interactive_with(const struct session *s, bool telnet);

/* Returns whether the session has an interactive user, or a client program that asked for the
 * lines of PROTOCOL.md 10.2. */
bool session_gets_additions(const struct session *s);

/* Returns the language of pages and tables that the user requests: the account's language, even
 * in a client program with additions, where all other texts are English. */
enum language session_page_language(const struct session *s);

/* Returns whether an interactive user has `set direction home`: boards are seen from the side
 * of the player, or of the watched player. */
bool session_direction_home(const struct session *s);

/* Return the length of lines and pages: as set by the user, else the window's; 0: unlimited. */
unsigned session_linelength(const struct session *s);
unsigned session_pagelength(const struct session *s);

/* Returns the board style: as set, else drawn for interactive users and lines for client
 * programs. */
unsigned session_boardstyle(const struct session *s);

/* Records that the session has new output in this turn. */
void session_mark_output(struct session *s);

/* Returns whether more than world_config.output_soft bytes of output are unsent. */
bool session_output_full(const struct world *w, const struct session *s);

/* Appends the value of a variable that applies to the session, whether or not the user has set
 * it. */
void session_variable_text(const struct session *s, enum variable v, struct sbuf *out);

#endif
