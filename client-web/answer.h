/* SPDX-License-Identifier: MIT */
/* HTTP responses, with the header fields that all of them have. */
#ifndef WEB_ANSWER_H
#define WEB_ANSWER_H

#include "client-web/conn.h"

struct answer {
	int status;
	const char *type;
	const char *cache_control; /* NULL: no-store */
	const char *etag;          /* without quotes; NULL: none */
	const char *extra_fields;  /* further header fields, each ending in CR LF; NULL: none */
	bool gzip;
	bool embeddable;   /* other sites may show the answer in a frame */
	bool cross_origin; /* other sites may read the answer */
};

/* Sends the head and the body.  body: NULL if there is none; the caller keeps its reference. */
void answer_send(struct conn *c, const struct answer *a, struct frame *body);
/* Sends a body with its hash as the entity tag, or 304 if `known`, the value of If-None-Match,
 * contains that tag.  Drops the caller's reference.  If body is NULL (out of memory), ends the
 * connection. */
void answer_send_with_etag(
    struct conn *c, const char *known, struct answer *a, struct frame *body);
void answer_text(struct conn *c, struct answer *a, const char *text);
/* Refuses a request and closes the connection. */
void answer_refuse(struct conn *c, int status, const char *extra_fields);
/* Returns whether If-None-Match names the tag, with or without compression. */
bool answer_etag_matches(struct span if_none_match, const char *etag);

#endif
