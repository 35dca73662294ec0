/* SPDX-License-Identifier: MIT */
/* Parses the head of an HTTP request (RFC 9112) strictly: GET and HEAD in HTTP/1.0 and 1.1,
 * without a body.  Anything that two programs could interpret differently is refused.  Pure. */
#ifndef WEB_HTTP_H
#define WEB_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"
#include "base/sbuf.h"

#define HTTP_HEAD_MAX 8192u /* bytes of a request line and its fields */
#define HTTP_FIELDS_MAX 64u
#define HTTP_PATH_MAX 256u
#define HTTP_QUERY_MAX 256u

/* Part of the request, not NUL-terminated; text is NULL if the field is absent. */
struct span {
	const char *text;
	size_t len;
};

/* The fields that are used.  A request that repeats one of them is refused, with these
 * exceptions: the values of Connection and Upgrade are combined, and the last X-Forwarded-For
 * is kept. */
struct http_request {
	bool is_head;             /* HEAD */
	bool keep_alive;          /* the client can send another request */
	bool websocket_upgrade;   /* Connection: upgrade and Upgrade: websocket */
	char path[HTTP_PATH_MAX]; /* decoded, begins with '/' */
	struct span query;        /* after '?', as sent */
	struct span host, origin, accept_encoding, if_none_match;
	struct span forwarded_for, forwarded_proto;
	struct span websocket_key, websocket_version, websocket_protocols; /* Sec-WebSocket-* */
};

/* Reads in[0..n).  Returns 0 if the head is incomplete; 200 with *out, which refers to the
 * input, and *used_out, the length of the head; or the status with which to refuse the request:
 * 400, 405, 414, 417, 431 or 505.  The connection must be closed after a refusal, because the
 * end of the request is unknown.  O(n). */
MUST_USE int http_parse(const char *in, size_t n, struct http_request *out, size_t *used_out);

/* Returns the reason phrase of a status, or "Error" for a status that gammonweb never sends. */
const char *http_reason_phrase(int status);

/* Returns whether a comma-separated list contains the token, ignoring case; a token with q=0
 * does not count. */
bool http_list_has(struct span list, const char *token);

bool span_equals(struct span s, const char *text);
/* Returns text[0..n) without blanks around it. */
struct span span_trimmed(const char *text, size_t n);

/* Appends text with & < > " ' escaped for HTML and its attributes. */
void html_add_escaped(struct sbuf *out, const char *text, size_t n);

#endif
