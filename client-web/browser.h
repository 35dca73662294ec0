/* SPDX-License-Identifier: MIT */
/* A browser's WebSocket.  Each message is an object of JSON lines (PROTOCOL.md 14).  Browsers
 * that have not logged in share the public session (watch.h).  A log-in opens a private
 * session. */
#ifndef WEB_BROWSER_H
#define WEB_BROWSER_H

#include "client-web/stream.h"
#include "client-web/watch.h"

#define BROWSER_MATCHES_MAX 2u /* matches watched at a time without a log-in */

struct browser {
	struct session *session; /* the private session; NULL: none */
	struct watcher everyone_watcher, lobby_watcher, match_watchers[BROWSER_MATCHES_MAX];
	uint64_t question_id; /* id (watch_ask) of the unanswered question; 0: none */
	json_int_t id; /* the browser's id for that question; -1: the browser wants no answer */
	bool greeted, logged_in;
};

/* Makes the connection a WebSocket and sends the greeting, if gammond's is known.  Returns
 * false if out of memory. */
MUST_USE bool browser_begin(struct conn *c);
/* Handles a message, which must be valid UTF-8 and may be modified. */
void browser_on_message(struct conn *c, char *text, size_t n);
/* Returns whether the next message can be handled now.  If not, the connection is resumed by
 * browser_resume_input, which is called when gammond has taken some of the session's input. */
bool browser_takes_input(const struct conn *c);
void browser_resume_input(struct session *s);
/* Called when all output has been sent. */
void browser_drained(struct conn *c);
/* Called when the connection ends.  Frees c->browser. */
void browser_gone(struct conn *c);
/* Handles a line of a private session. */
session_line_fn browser_on_line;
/* Keeps gammond's first line as the greeting, and sends it to all browsers without a private
 * session.  A browser that receives a second greeting must read its lists again. */
void browsers_set_greeting(struct web *web, const char *line, size_t n);

#endif
