/* SPDX-License-Identifier: MIT */
/* A session of the screen client: connecting, logging in as a client program, registering,
 * reconnecting, and interpreting the user's lines.  No terminal. */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "client-cli/net/reconnect.h"
#include "client-cli/ui/complete.h"
#include "client-cli/files/config.h"
#include "client-cli/ui/edit.h"
#include "client-cli/net/connection.h"
#include "client-cli/model/model.h"
#include "client-cli/files/notes.h"
#include "client-cli/files/replay.h"
#include "client-cli/files/save.h"
#include "client-cli/model/draft.h"
#include "client-cli/ui/view.h"

#define PASSWORD_MAX 200u

enum login {
	LOGIN_AWAY,  /* no connection */
	LOGIN_BEGUN, /* connected, no prompt yet */
	LOGIN_NAME,  /* the user is asked for a name */
	LOGIN_PASSWORD,
	LOGIN_SENT,  /* ... and not answered yet */
	LOGIN_TOKEN, /* the same with a token */
	LOGIN_TEXT,  /* at the guest prompt: text is passed both ways */
	LOGIN_FORM,  /* a field of the registration form is being typed */
	LOGIN_FORM_SENT,
	LOGIN_IN,
};

struct session {
	const struct config *config;
	const char *host, *port;
	bool tls;
	struct trust trust;
	const char *password_command, *password_file; /* "" if none */
	struct connection link;
	struct model model;
	struct draft draft;
	struct move_space *space;
	struct view view;
	struct edit edit;
	struct completion completion;
	struct notes notes, aliases;
	struct save save;
	struct replay replay;    /* from a file */
	const char *replay_only; /* a file to show without a server; NULL if none */
	struct reconnect back;   /* recognises a registration */
	enum login login;
	char name[NAME_MAX_LETTERS + 1];
	char password[PASSWORD_MAX + 1]; /* until there is a token */
	char line[8192];                 /* the incomplete line received */
	size_t line_len;
	bool comes_back; /* reconnect when the connection is lost */
	bool registered; /* registered just now, without a recovery code yet */
	bool later;      /* the server cannot handle the log-in now */
	unsigned tries;
	int64_t try_at_ms; /* in LOGIN_AWAY: time of the next attempt; 0: none */
	char state[200];
	char last[EDIT_MAX + 1]; /* the last command, repeated by "!!"; "" if none */
	bool searching;          /* the input line is for search words */
	bool leaving;            /* the user has asked to leave once */
	bool ended;
	int status;
	bool board_asked;         /* show the present board again */
	bool redraw;              /* send the whole screen again */
	bool to_lines, to_screen; /* switch to the other mode */
};

int64_t session_now_ms(void);

/* Connects for the first time.  Returns false with the reason in error. */
MUST_USE bool session_begin(struct session *s, char *error, size_t size);
void session_end(struct session *s);

/* Reads from the connection. */
void session_read(struct session *s);
/* Sends pending output and performs what is due. */
void session_go_on(struct session *s);
/* Returns the milliseconds until something is due; -1 if nothing is. */
int session_wait_ms(const struct session *s);

/* Handles a line that the user typed. */
void session_typed(struct session *s, const char *text);
/* True if the line contains a password and must not be stored. */
MUST_USE bool session_has_secret(const char *text);
/* True for names handled by this program itself, which an alias cannot have. */
MUST_USE bool session_is_own(const char *text);
/* Returns the text of an alias, or NULL.  Aliases made in the program have priority over those
 * of the configuration. */
const char *session_alias(const struct session *s, const char *word);
/* Sends a command to the server as if it had been typed. */
void session_command(struct session *s, const char *text);
/* Sends the play that was entered, or reports that it is incomplete. */
void session_send_play(struct session *s);
void session_leave(struct session *s);
/* Switches the input line to a step of the log-in, with this prompt. */
void session_ask(struct session *s, enum login login, const char *prompt);
/* Sends a line unchanged. */
void session_send(struct session *s, const char *text);
/* Cancels the registration and asks for a name again. */
void session_restart(struct session *s);
/* Enters the guest prompt: text is passed both ways. */
void session_guest(struct session *s);
/* Saves a match from the server: "NUMBER [FORM [FILE]]". */
void session_save(struct session *s, const char *words);
/* Ends the search: the input line is for commands and prompts again. */
void session_search_end(struct session *s);
/* Steps through the earlier match in view: "next", "previous", "game N", "move N"; "close". */
void session_replay(struct session *s, const char *words);
/* Shows the note on a user who was selected. */
void session_show_note(struct session *s, const char *name);

#endif
