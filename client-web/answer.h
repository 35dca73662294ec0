/* SPDX-License-Identifier: MIT */
/* Answers to requests, with the fields that every answer has. */
#ifndef WEB_ANSWER_H
#define WEB_ANSWER_H

#include "client-web/conn.h"

struct answer {
	int status;
	const char *type;
	const char *cache; /* NULL: not to be stored */
	const char *etag;  /* without quotes; NULL: none */
	const char *more;  /* further fields, each with its line end; NULL: none */
	bool gzip;
	bool embedded; /* other sites may show it in a frame */
	bool shared;   /* other sites may read it */
};

/* Sends the head and, if there is one, the body, of which the caller keeps its reference. */
void answer_send(struct conn *c, const struct answer *a, struct frame *body);
/* Sends a body whose tag is its hash, or 304 if `known`, an If-None-Match, has that, and drops
 * the caller's reference; NULL: out of memory. */
void answer_body(struct conn *c, const char *known, struct answer *a, struct frame *body);
void answer_text(struct conn *c, struct answer *a, const char *text);
/* Refuses a request and closes the connection. */
void answer_refuse(struct conn *c, int status, const char *more);
/* Returns whether If-None-Match names the tag, with or without compression. */
bool answer_known(struct span if_none_match, const char *etag);

#endif
