/* SPDX-License-Identifier: MIT */
/* Being on a server with the screen: connecting, logging in as a client program, registering,
 * coming back by itself, and what the user's lines mean.  No terminal. */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "back.h"
#include "complete.h"
#include "config.h"
#include "edit.h"
#include "link.h"
#include "model.h"
#include "notes.h"
#include "replay.h"
#include "save.h"
#include "draft.h"
#include "view.h"

#define PASSWORD_MAX 200u

enum login {
	LOGIN_AWAY,  /* no connection */
	LOGIN_BEGUN, /* connected, and nothing said yet */
	LOGIN_NAME,  /* the user is asked for a name */
	LOGIN_PASSWORD,
	LOGIN_SENT,  /* and the server has not answered yet */
	LOGIN_TOKEN, /* the same with a token */
	LOGIN_TEXT,  /* at the guest's prompt: text passes both ways */
	LOGIN_FORM,  /* a field of the registration is typed */
	LOGIN_FORM_SENT,
	LOGIN_IN,
};

struct session {
	const struct config *config;
	const char *host, *port;
	bool tls;
	struct trust trust;
	const char *password_command, *password_file; /* "" none */
	struct link link;
	struct model model;
	struct draft draft;
	struct move_space *space;
	struct view view;
	struct edit edit;
	struct completion completion;
	struct notes notes, aliases;
	struct save save;
	struct replay replay;    /* of a file */
	const char *replay_only; /* a file: it is shown, and no server is asked; NULL not so */
	struct back back;        /* knows who has registered */
	enum login login;
	char name[NAME_MAX_LETTERS + 1];
	char password[PASSWORD_MAX + 1]; /* until there is a token */
	char line[8192];                 /* what has come of a line */
	size_t line_len;
	bool comes_back; /* when the connection is lost */
	bool registered; /* just now, and has no recovery code yet */
	bool later;      /* the server cannot look at the log-in now */
	unsigned tries;
	int64_t try_at_ms; /* of LOGIN_AWAY: 0 never */
	char state[200];
	char last[EDIT_MAX + 1]; /* the command typed last, which "!!" repeats; "" none is */
	bool searching;          /* the line asks for words to be found */
	bool leaving;            /* the user has asked to leave once */
	bool ended;
	int status;
	bool board_asked;         /* the board that is known is to be told again */
	bool redraw;              /* all of the screen is to be sent again */
	bool to_lines, to_screen; /* the other way of showing is asked for */
};

int64_t session_now_ms(void);

/* Connects for the first time.  False with the reason in error. */
MUST_USE bool session_begin(struct session *s, char *error, size_t size);
void session_end(struct session *s);

/* Something can be read. */
void session_read(struct session *s);
/* Sends what waits; what is due by time. */
void session_go_on(struct session *s);
/* Milliseconds until something is due; -1 nothing is. */
int session_wait_ms(const struct session *s);

/* A line that the user has typed. */
void session_typed(struct session *s, const char *text);
/* There is a password in it: it is not kept. */
MUST_USE bool session_has_secret(const char *text);
/* It begins as what this program knows by itself: no alias has such a name. */
MUST_USE bool session_is_own(const char *text);
/* What a word of the user's own stands for; NULL nothing.  One of the configuration holds where
 * none of the same name was made here. */
const char *session_alias(const struct session *s, const char *word);
/* A command to the server, as if it had been typed. */
void session_command(struct session *s, const char *text);
/* The play that was put together goes to the server, or is said not to be whole. */
void session_send_play(struct session *s);
void session_leave(struct session *s);
/* The line is for this part of the log-in, with this prompt. */
void session_ask(struct session *s, enum login login, const char *prompt);
/* Sends a line as it is. */
void session_send(struct session *s, const char *text);
/* Gives the registration up, and asks for a name again. */
void session_restart(struct session *s);
/* The guest's prompt: text passes both ways. */
void session_guest(struct session *s);
/* Saves a match of the server: "NUMBER [FORM [FILE]]". */
void session_save(struct session *s, const char *words);
/* The line is for commands, and for what the server asks, again. */
void session_search_end(struct session *s);
/* "next", "previous", "game N", "move N" of the earlier match that is shown; "close". */
void session_replay(struct session *s, const char *words);
/* Somebody is looked at: the note on them is shown. */
void session_show_note(struct session *s, const char *name);

#endif
