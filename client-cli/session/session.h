/* SPDX-License-Identifier: MIT */
/* A session of the screen client: its state, its beginning and end, and what arrives from the
 * server.  connect.h opens the connection, login.h logs in, send.h sends commands, and typed.h
 * interprets the user's lines.  No terminal. */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "client-cli/net/reconnect.h"
#include "client-cli/ui/complete.h"
#include "client-cli/files/config.h"
#include "client-cli/files/import.h"
#include "client-cli/ui/edit.h"
#include "client-cli/net/connection.h"
#include "client-cli/model/model.h"
#include "client-cli/files/notes.h"
#include "client-cli/files/replay.h"
#include "client-cli/files/save.h"
#include "client-cli/model/draft.h"
#include "client-cli/ui/view.h"

#define PASSWORD_MAX 200u

enum login_stage {
	LOGIN_OFFLINE,   /* no connection */
	LOGIN_CONNECTED, /* connected, no prompt yet */
	LOGIN_NAME,      /* the user is asked for a name */
	LOGIN_PASSWORD,
	LOGIN_PASSWORD_SENT, /* the password was sent; no answer yet */
	LOGIN_TOKEN_SENT,    /* a token was sent; no answer yet */
	LOGIN_GUEST_TEXT,    /* at the guest prompt: text is passed both ways */
	LOGIN_FORM,          /* a field of the registration form is being typed */
	LOGIN_FORM_SENT,
	LOGIN_DONE,
};

/* Files of matches being written or sent. */
struct session_files {
	struct save save;
	struct import import;
	char held_lines[2048]; /* lines to send when a file has been imported */
	size_t held_lines_len;
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
	struct move_space *move_space;
	struct view view;
	struct edit edit;
	struct completion completion;
	struct notes notes, aliases;
	struct session_files files;
	struct replay replay;       /* the match replayed from a file */
	const char *replay_file;    /* a file to show without a server; NULL if none */
	struct reconnect reconnect; /* recognises a registration */
	enum login_stage login_stage;
	char login_name[NAME_MAX_LETTERS + 1];
	char password[PASSWORD_MAX + 1]; /* kept until there is a token */
	char partial_line[8192];         /* the incomplete line received */
	size_t partial_line_len;
	bool reconnects;      /* reconnect when the connection is lost */
	bool registered;      /* has just registered and has no recovery code yet */
	bool refused_for_now; /* the server cannot handle the login now */
	unsigned n_tries;
	int64_t retry_at_ms; /* in LOGIN_OFFLINE: time of the next attempt; 0: none */
	char connection_state[200];
	char last_command[EDIT_MAX + 1]; /* the last command, repeated by "!!"; "" if none */
	bool searching;                  /* the input line is for search words */
	bool quit_warned;                /* the user has asked once to leave */
	bool ended;
	int exit_status;
	bool show_board_again;                  /* show the current board again */
	bool redraw_screen;                     /* send the whole screen again */
	bool switch_to_lines, switch_to_screen; /* switch to the other mode */
};

/* Connects for the first time.  Returns false with the reason in error. */
MUST_USE bool session_begin(struct session *s, char *error, size_t size);
void session_end(struct session *s);

void session_read(struct session *s);
/* Sends pending output and performs everything that is due. */
void session_run_due(struct session *s);
/* Returns the milliseconds until something is due; -1 if nothing is. */
int session_wait_ms(const struct session *s);

#endif
