/* SPDX-License-Identifier: MIT */
/* Interfaces that decouple modules: the domain calls net_port and random_port, the network
 * calls net_events.  main supplies the real implementations, tests supply fakes.  Time is not a
 * port: each turn reads the clock once and passes the values to the world. */
#ifndef BASE_PORTS_H
#define BASE_PORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pack;

/* Handles: 0 means none; looking up a stale handle returns NULL. */
typedef uint64_t conn_id;    /* one connection, created by net */
typedef uint64_t session_id; /* one connected user, created by the world */

/* Why a connection ended, as far as net knows. */
enum net_close_reason {
	NET_CLOSE_PEER,   /* the peer closed the connection; reported as "drops connection" */
	NET_CLOSE_ERROR,  /* read or write error; reported as "Network error with" */
	NET_CLOSE_OUTPUT, /* the peer did not read: pending output reached its hard limit, or
			   * was over the soft limit for too long */
	NET_CLOSE_BAD_INPUT, /* too many input errors, or an incomplete line for too long */
	NET_CLOSE_STOPPING,  /* the server is shutting down */
	NET_CLOSE_EVICTED,   /* evicted before log-in to make room for another connection */
};

/* The functions that the domain requires of the network.  Output of a turn is not sent before
 * the turn's changes are on disk, unless bypass_sync is on.  Every function ignores a
 * connection that is 0 or stale. */
struct net_port {
	void *ctx;
	/* Appends n bytes to the output of c in this turn.  The caller has already added CR LF
	 * and telnet escaping. */
	void (*write)(void *ctx, conn_id c, const void *bytes, size_t n);
	/* Closes c once its output has been sent or cannot be sent.  No further event is
	 * reported for c. */
	void (*close)(void *ctx, conn_id c);
	/* While on, no line of c is delivered.  Input is buffered up to a limit; beyond it the
	 * socket is not read. */
	void (*pause)(void *ctx, conn_id c, bool on);
	/* Number of bytes not sent yet.  Pagers and commands with long output wait while it is
	 * large. */
	size_t (*backlog)(void *ctx, conn_id c);
	/* Adds seconds to the penalty of the peer's address, for example 5 for a failed
	 * log-in. */
	void (*add_penalty)(void *ctx, conn_id c, unsigned seconds);
	/* Restarts the log-in timer of c, because the user is doing something that takes
	 * time. */
	void (*restart_login_timer)(void *ctx, conn_id c);
	/* c has logged in and no longer counts towards the limits of unauthenticated
	 * connections. */
	void (*mark_authenticated)(void *ctx, conn_id c);
	/* True when the peer's address is exempt from flood limits (option exempt). */
	bool (*is_exempt)(void *ctx, conn_id c);
	/* True when no third party can read the traffic: the connection uses TLS, or the peer
	 * is on this machine. */
	bool (*secure)(void *ctx, conn_id c);
	/* The kernel's estimate of the round-trip time in milliseconds; 0 if unknown. */
	unsigned (*rtt_ms)(void *ctx, conn_id c);
	/* Asks the peer's terminal to report its window size now and after each change (telnet
	 * NAWS).  Each answer is reported through `window_size`. */
	void (*ask_window_size)(void *ctx, conn_id c);
	/* Called by the turn only.  `mark_covered`: a sync starts, and covers everything
	 * requested so far.  `release_covered`: that sync has completed, so what it covered may
	 * be sent.  `flush`: sends what has been released; with `all`, releases and sends
	 * everything. */
	void (*mark_covered)(void *ctx);
	void (*release_covered)(void *ctx);
	void (*flush)(void *ctx, bool all);
	/* Stops delivering input for the rest of the turn.  The connection whose input is being
	 * delivered may still use up its share of the turn. */
	void (*stop_input)(void *ctx);
	/* The process was suspended for ms milliseconds; all timeouts are extended by that
	 * time. */
	void (*extend_timeouts)(void *ctx, int64_t ms);
	/* Writes the connection of session s (not the session itself) to the pack, or reads a
	 * connection from the pack and sets *c to its new handle.  Sets *c to 0 if there is no
	 * connection or it cannot be passed on.  If p is NULL, writes nothing and only sets *c
	 * to 0 in these cases. */
	void (*hand_over)(void *ctx, struct pack *p, conn_id *c, session_id s);
	/* While on, the output being written depends on nothing that waits for a sync.  It may
	 * be sent at once, unless earlier output of the same connection is still waiting.
	 * Switched off at the end of the turn.  May be NULL. */
	void (*bypass_sync)(void *ctx, bool on);
	/* Whether any output of c waits for a sync.  NULL means never. */
	bool (*waits_for_sync)(void *ctx, conn_id c);
	/* Whether c is a session that a front opened for itself, without a client (PROTOCOL.md
	 * 13).  NULL means never. */
	bool (*is_front_session)(void *ctx, conn_id c);
};

/* Events reported by the network within a turn.  None is reported for c after `closed`. */
struct net_events {
	void *ctx;
	/* A new connection; addr is its numeric address.  Returns the session handle to pass to
	 * the other events.  0 refuses the connection: it is closed once the output written so
	 * far has been sent. */
	session_id (*opened)(void *ctx, conn_id c, const char *addr);
	/* One line without its line ending, NUL-terminated.  It may contain any byte except
	 * NUL, CR and LF. */
	void (*line)(void *ctx, session_id s, char *text, size_t n);
	/* A line over the limit was discarded; called once for each. */
	void (*overlong)(void *ctx, session_id s);
	/* The connection has ended. */
	void (*closed)(void *ctx, session_id s, enum net_close_reason why);
	/* All pending output has been sent. */
	void (*drained)(void *ctx, session_id s);
	/* Window size of the peer, after ask_window_size; 0 for a dimension that the peer does
	 * not know. */
	void (*window_size)(void *ctx, session_id s, unsigned columns, unsigned rows);
	/* The wait for events has ended and all events have been reported; timeouts are handled
	 * next. */
	void (*wait_ended)(void *ctx);
};

/* Unpredictable bytes: from the operating system in the server, from a seeded generator in
 * tests. */
struct random_port {
	void *ctx;
	void (*bytes)(void *ctx, void *buf, size_t n);
};

#endif
