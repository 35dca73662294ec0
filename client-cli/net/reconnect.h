/* SPDX-License-Identifier: MIT */
/* Automatic reconnection.  Reads the server's lines, requests a token after a login, hides the
 * token from the screen, and uses it to log in again when the connection is lost
 * (common/proto/PROTOCOL.md 10.1).  The token is kept only in memory.  Other servers do not
 * know the command, so the client does not reconnect to them. */
#ifndef CLIENT_RECONNECT_H
#define CLIENT_RECONNECT_H

#include <stdbool.h>
#include <stddef.h>

#define RECONNECT_NAME_MAX 20u
#define RECONNECT_TOKEN_DIGITS 32u
#define RECONNECT_LINE_MAX                                                                     \
	160u /* bytes of a line that are examined; limit for text held back */

enum reconnect_answer {
	RECONNECT_NONE,           /* nothing to do */
	RECONNECT_REQUEST_TOKEN,  /* send RECONNECT_TOKEN_COMMAND */
	RECONNECT_TOKEN_ACCEPTED, /* the token was accepted */
	RECONNECT_TOKEN_REFUSED,  /* the token was refused: the server asks for a name */
	RECONNECT_RETRY_LATER,    /* the server cannot check the token now */
};

#define RECONNECT_TOKEN_COMMAND "token new"

struct reconnect {
	bool enabled;        /* false: disabled by the user */
	bool awaiting_login; /* the token was sent, and the answer is not complete */
	char name[RECONNECT_NAME_MAX + 1];
	char token[RECONNECT_TOKEN_DIGITS + 1]; /* "" if there is none */
	bool logged_in;            /* the login of this connection has been reported */
	bool token_requested;      /* a token was requested and has not arrived yet */
	bool due;                  /* the server is about to send a token unasked */
	bool user_requested_token; /* the user has requested a token and sees it */
	bool skip_prompt;          /* suppress the prompt after a line that was not shown */
	bool closed_for_good;      /* the server has said why it closes the connection, and
			     reconnecting would not help */
	bool retry_later; /* while awaiting_login: the server refused for now; retry later */
	bool login_prompt_seen; /* while awaiting_login: a complete line "login: " arrived */
	bool line_is_shown;     /* the rest of the current line is shown */
	char line[RECONNECT_LINE_MAX]; /* the first bytes of the current line */
	size_t len;                    /* number of bytes stored in `line` */
};

/* Processes text from the server.  The *out_len bytes to be shown are written to out, which has
 * room for n + RECONNECT_LINE_MAX. */
enum reconnect_answer reconnect_receive(
    struct reconnect *b, const char *in, size_t n, char *out, size_t *out_len);

/* Notes a line that the user typed. */
void reconnect_line_typed(struct reconnect *b, const char *text, size_t n);

/* Returns true if reconnecting is possible and sensible. */
bool reconnect_possible(const struct reconnect *b);

#define RECONNECT_LOGIN_MAX 96u
/* Starts logging in again on a new connection; text_out is the line to send. */
void reconnect_begin(struct reconnect *b, char text_out[RECONNECT_LOGIN_MAX]);

/* Wipes the token. */
void reconnect_forget_token(struct reconnect *b);

#endif
