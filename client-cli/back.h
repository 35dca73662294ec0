/* SPDX-License-Identifier: MIT */
/* Automatic reconnection.  Reads the server's lines, requests a token after a log-in, hides the
 * token from the screen, and uses it to log in again when the connection is lost
 * (common/proto/PROTOCOL.md 10.1).  The token is kept in memory only.  Other servers do not
 * know the command; then there is no reconnection. */
#ifndef CLIENT_BACK_H
#define CLIENT_BACK_H

#include <stdbool.h>
#include <stddef.h>

#define BACK_NAME_MAX 20u
#define BACK_TOKEN_DIGITS 32u
#define BACK_LINE_MAX 160u /* bytes of a line that are examined; limit for text held back */

enum back_answer {
	BACK_NONE,    /* nothing to do */
	BACK_ASK,     /* send BACK_QUESTION */
	BACK_ARRIVED, /* the token was accepted */
	BACK_REFUSED, /* the token was refused: the server asks for a name */
	BACK_LATER,   /* the server cannot check it now */
};

#define BACK_QUESTION "token new"

struct back {
	bool wanted;    /* false: disabled by the user */
	bool returning; /* the token was sent, and the answer is not complete */
	char name[BACK_NAME_MAX + 1];
	char token[BACK_TOKEN_DIGITS + 1]; /* "" if there is none */
	bool in;                           /* the log-in of this connection has been reported */
	bool asked;                        /* a token was requested and is not answered yet */
	bool due;                          /* the server is about to send a token unasked */
	bool shown;                        /* the user has requested a token and sees it */
	bool skip_prompt; /* suppress the prompt after a line that was not shown */
	bool parted;      /* the server has said why it closes, and reconnecting is no remedy */
	bool later;       /* while returning: it asked for patience */
	bool prompted;    /* while returning: a complete line "login: " arrived */
	bool passing;     /* the rest of this line is shown */
	char line[BACK_LINE_MAX]; /* its first bytes */
	size_t len;               /* its length so far */
};

/* Processes text of the server.  Text to be shown is written to out, which has room for n +
 * BACK_LINE_MAX bytes. */
enum back_answer back_hear(
    struct back *b, const char *in, size_t n, char *out, size_t *out_len);

/* Notes a line that the user typed. */
void back_typed(struct back *b, const char *text, size_t n);

/* True if reconnecting is possible and sensible. */
bool back_possible(const struct back *b);

#define BACK_LOGIN_MAX 96u
/* Starts the return on a new connection; text_out is the line to send. */
void back_begin(struct back *b, char text_out[BACK_LOGIN_MAX]);

/* Wipes the token. */
void back_forget(struct back *b);

#endif
