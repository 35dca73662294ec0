/* SPDX-License-Identifier: MIT */
/* Coming back by oneself: listens to what the server says, asks it for a token once somebody
 * has logged in, keeps that from the screen, and knows how to log in again when the connection
 * is lost (common/proto/PROTOCOL.md 10.1). The token is in memory only.  Other servers do not
 * know the command; then nothing comes of it. */
#ifndef CLIENT_BACK_H
#define CLIENT_BACK_H

#include <stdbool.h>
#include <stddef.h>

#define BACK_NAME_MAX 20u
#define BACK_TOKEN_DIGITS 32u
#define BACK_LINE_MAX 160u /* of a line, what is looked at; also what may be held back */

enum back_answer {
	BACK_NONE,    /* nothing to be done */
	BACK_ASK,     /* BACK_QUESTION is to be sent */
	BACK_ARRIVED, /* the token was taken */
	BACK_REFUSED, /* it was not: the server asks for a name */
	BACK_LATER,   /* the server cannot look at it now */
};

#define BACK_QUESTION "token new"

struct back {
	bool wanted;    /* the user has not turned it off */
	bool returning; /* the token was sent, and the answer is not complete */
	char name[BACK_NAME_MAX + 1];
	char token[BACK_TOKEN_DIGITS + 1]; /* "" none */
	bool in;                           /* the log-in of this connection has been reported */
	bool asked;                        /* for a token, and no answer yet */
	bool due;                          /* the server is about to send one unasked */
	bool shown;                        /* the user has asked for it, and sees it */
	bool skip_prompt;                  /* behind a line that is not shown */
	bool parted; /* the server has said why it closes, and coming back is no answer to that
		      */
	bool later;  /* of this return: it asked for patience */
	bool prompted;            /* of this return: a line "login: " is complete */
	bool passing;             /* of the line that comes all is shown */
	char line[BACK_LINE_MAX]; /* its first bytes */
	size_t len;               /* all of them */
};

/* Text of the server: what of it is to be shown goes to out, which has room for n +
 * BACK_LINE_MAX bytes. */
enum back_answer back_hear(
    struct back *b, const char *in, size_t n, char *out, size_t *out_len);

/* The user typed a line. */
void back_typed(struct back *b, const char *text, size_t n);

/* True when coming back makes sense. */
bool back_possible(const struct back *b);

#define BACK_LOGIN_MAX 96u
/* The line to be sent on a new connection. */
void back_begin(struct back *b, char text_out[BACK_LOGIN_MAX]);

/* The token is forgotten, its bytes too. */
void back_forget(struct back *b);

#endif
