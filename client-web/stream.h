/* SPDX-License-Identifier: MIT */
/* The stream to gammond: any number of sessions over one Unix socket (PROTOCOL.md 13).  When it
 * ends, all sessions end, and it connects again every STREAM_RETRY_MS. */
#ifndef WEB_STREAM_H
#define WEB_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <event2/event_struct.h>

#include "base/check.h"
#include "base/table.h"
#include "proto/netaddr.h"

#define STREAM_RETRY_MS 100
#define STREAM_SILENT_S 15        /* gammond sends a PING after 5 s */
#define STREAM_OUT_MAX (8u << 20) /* bytes that gammond has not read; more end the stream */
#define STREAM_LINE_MAX                                                                        \
	(1u << 20) /* bytes of a line of gammond; a longer one ends the stream */

struct web;
struct session;
struct bufferevent;

/* Called with each JSON line of a session, without its line end, and with NULL when the session
 * has ended; it is freed afterwards. */
typedef void session_line_fn(struct session *s, char *line, size_t n);

struct session {
	UT_hash_handle hh;
	uint64_t id;
	struct web *web;
	session_line_fn *fn;
	void *ctx;
	uint64_t sent, taken; /* bytes of DATA */
	char *rest;           /* the beginning of a line */
	size_t rest_len;
	bool json; /* the first JSON line has arrived; earlier text is skipped */
	bool full; /* FULL has been sent */
};

struct stream {
	struct bufferevent *link; /* NULL: not connected */
	struct event retry;
	struct session *sessions;
	uint64_t next_id;
	uint32_t window, high; /* of WELCOME; window 0: not yet welcome */
	int64_t heard_ms;
	bool told; /* the log says that gammond cannot be reached */
};

MUST_USE bool stream_begin(struct web *web);
void stream_tick(struct web *web, int64_t now_ms);

/* Whether sessions can be opened. */
bool stream_ready(const struct web *web);

/* Opens a session of a client (address NULL: of gammonweb itself, which has no limits) and
 * selects the JSON protocol.  Returns NULL if the stream is not ready or memory is short. */
struct session *session_open(struct web *web, const struct netaddr *address, bool sealed,
    session_line_fn *fn, void *ctx);
/* Sends a line; a line end is added.  Requires session_room. */
void session_send(struct session *s, const char *line, size_t n);
/* Whether a line of n bytes fits into what gammond has allowed. */
bool session_room(const struct session *s, size_t n);
/* Reports how much waits for the client, so that gammond waits too. */
void session_backlog(struct session *s, size_t bytes);
/* The client has gone; the function is not called any more. */
void session_close(struct session *s);

#endif
