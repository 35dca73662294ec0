/* SPDX-License-Identifier: MIT */
/* A browser's WebSocket: JSON lines (PROTOCOL.md 14), one object for each message.  Until it
 * logs in, it shares the public session (watch.h) with all others; then it has a private
 * session.
 */
#ifndef WEB_BROWSER_H
#define WEB_BROWSER_H

#include "client-web/stream.h"
#include "client-web/watch.h"

#define BROWSER_MATCHES 2u /* that it may watch at a time before it logs in */

struct browser {
	struct session *session; /* its private session; NULL: none */
	struct watcher everyone, lobby, matches[BROWSER_MATCHES];
	uint64_t question; /* that waits for its answer; 0: none */
	json_int_t id;     /* by which the browser knows it; -1: it wants no answer */
	bool greeted, online;
};

/* Begins with the greeting.  Returns false if out of memory. */
MUST_USE bool browser_begin(struct conn *c);
/* A message of valid UTF-8. */
void browser_message(struct conn *c, char *text, size_t n);
/* Whether the next message can be taken now; otherwise browser_room tells later. */
bool browser_takes(const struct conn *c);
void browser_room(struct session *s);
/* Everything has been sent. */
void browser_drained(struct conn *c);
/* The connection ends. */
void browser_gone(struct conn *c);
/* Handles a line of its private session. */
session_line_fn browser_line;
/* The first line of gammond, for all browsers that have not got one. */
void browser_hello(struct web *web, const char *line, size_t n);

#endif
