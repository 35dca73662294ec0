/* SPDX-License-Identifier: MIT */
/* The stream to gammond: any number of sessions over one Unix socket (PROTOCOL.md 13).  When
 * the stream ends, all sessions end.  Connecting is then tried again every STREAM_RETRY_MS. */
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
#define STREAM_SILENT_S 15        /* longest silence; gammond sends a PING after 5 to 10 s */
#define STREAM_OUT_MAX (8u << 20) /* bytes that gammond has not read; more end the stream */
#define STREAM_LINE_MAX                                                                        \
	(1u << 20) /* bytes of a line from gammond; a longer line ends the stream */

struct web;
struct session;
struct bufferevent;

/* Called with each JSON line of a session, without its line end.  Called with NULL when gammond
 * has ended the session, which is freed afterwards. */
typedef void session_line_fn(struct session *s, char *line, size_t n);

struct session {
	UT_hash_handle hh;
	uint64_t id;
	struct web *web;
	session_line_fn *fn;
	void *ctx;
	uint64_t bytes_sent, bytes_taken; /* bytes of DATA sent, and read by gammond */
	char *partial_line;               /* the start of an incomplete line */
	size_t partial_line_len;
	bool json_started; /* the first JSON line has arrived; earlier text is skipped */
	char *refusal;     /* the last line that begins with "** ", without it; NULL: none */
	bool full_sent;    /* FULL has been sent */
};

struct stream {
	struct bufferevent *connection; /* NULL: not connected */
	struct event retry_timer;
	struct session *sessions;
	uint64_t last_session_id;
	uint32_t window, high_water; /* from WELCOME; window is 0 until it arrives */
	int64_t last_read_ms;
	bool outage_logged; /* it has been logged that gammond cannot be reached */
};

MUST_USE bool stream_connect_to_gammond(struct web *web);
void stream_tick(struct web *web, int64_t now_ms);

/* Returns whether sessions can be opened. */
bool stream_ready(const struct web *web);

/* Opens a session and selects the JSON protocol.  address: the client's; NULL for a session of
 * gammonweb itself, which has no limits.  Returns NULL if the stream is not ready or if memory
 * runs out. */
struct session *session_open(struct web *web, const struct netaddr *address, bool secure,
    session_line_fn *fn, void *ctx);
/* Sends a line; a line end is added.  Requires session_has_room. */
void session_send(struct session *s, const char *line, size_t n);
/* Returns whether gammond's window has room for a line of n bytes. */
bool session_has_room(const struct session *s, size_t n);
/* Reports the number of bytes not yet sent to the client.  Makes gammond pause while there are
 * too many. */
void session_report_backlog(struct session *s, size_t bytes);
/* Ends and frees a session whose client has gone.  s->fn is not called. */
void session_close(struct session *s);

#endif
