/* SPDX-License-Identifier: MIT */
/* The interfaces through which modules meet without knowing each other: the domain calls
 * net_port and random_port, the network calls net_events.  main wires the real ones, tests wire
 * fakes.  Time is not a port: the turn reads the clock once and hands the numbers to the world.
 */
#ifndef BASE_PORTS_H
#define BASE_PORTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pack;

/* Handles: 0 is none; a stale one is looked up as NULL. */
typedef uint64_t conn_id;    /* one connection, made by net */
typedef uint64_t session_id; /* one connected person, made by the world */

/* Why a connection ended, as far as net knows. */
enum net_close {
	NET_CLOSE_PEER,   /* the peer closed: "drops connection" */
	NET_CLOSE_ERROR,  /* read or write error: "Network error with" */
	NET_CLOSE_OUTPUT, /* did not take its output: hard limit, or over the soft one too long
			   */
	NET_CLOSE_INPUT,  /* too many input errors, or half a line for too long */
	NET_CLOSE_STOPPING, /* the server goes down */
	NET_CLOSE_ROOM, /* before it has logged in, for somebody else: nothing it has done */
};

/* What the domain asks of the network.  No call touches a socket before what the turn has done
 * is on disk. */
struct net_port {
	/* A connection that is none, 0 or stale, is no mistake: nothing happens. */
	void *ctx;
	/* Appends n bytes, CR LF and telnet bytes already in place, to the turn's output of c.
	 */
	void (*write)(void *ctx, conn_id c, const void *bytes, size_t n);
	/* No further event comes for c; its socket is closed once its output has left (or
	 * cannot leave). */
	void (*close)(void *ctx, conn_id c);
	/* While on, no line of c is delivered (its input is kept, bounded, and then not read).
	 */
	void (*pause)(void *ctx, conn_id c, bool on);
	/* Bytes that have not left yet: lets a command or a pager wait. */
	size_t (*backlog)(void *ctx, conn_id c);
	/* Adds to the penalty of the peer's address, in seconds (limits: failed log-in 5, no
	 * attempt 1, ...). */
	void (*penalty)(void *ctx, conn_id c, unsigned seconds);
	/* c is about something that takes a person time: its time to log in begins anew. */
	void (*more_time)(void *ctx, conn_id c);
	/* c has logged in: it leaves the count and limits of connections that have not. */
	void (*authenticated)(void *ctx, conn_id c);
	/* True when the peer's address is exempt from flood limits (loopback by default). */
	bool (*exempt)(void *ctx, conn_id c);
	/* True when nobody on the way can read what is said: TLS, or the peer is on this
	 * machine. */
	bool (*sealed)(void *ctx, conn_id c);
	/* The kernel's estimate of the time there and back, in milliseconds; 0 not known. */
	unsigned (*rtt_ms)(void *ctx, conn_id c);
	/* Asks the peer's terminal how large its window is, now and whenever that changes
	 * (telnet's NAWS): `size` comes for each answer. */
	void (*ask_size)(void *ctx, conn_id c);
	/* For the turn only.  A sync begins, and covers what all connections have been asked
	 * for until now; it has ended, and that stands; what stands is sent, and with `all`
	 * everything stands. */
	void (*cover)(void *ctx);
	void (*release)(void *ctx);
	void (*flush)(void *ctx, bool all);
	/* No more is to be delivered in this turn than what is left of a connection's share. */
	void (*full)(void *ctx);
	/* Time has stood still for so long: what is to run out does so as much later. */
	void (*stood_still)(void *ctx, int64_t ms);
	/* The connection of s goes into the pack, all but its session; or comes out of it, and
	 * *c is what it is now.  *c is 0: there was none, or none that can be carried; which
	 * is all that is asked when p is NULL. */
	void (*carry)(void *ctx, struct pack *p, conn_id *c, session_id s);
	/* While on, what is written shows nothing of what waits for a sync: behind nothing that
	 * does, it stands at once.  Off at the end of the turn; may be NULL. */
	void (*apart)(void *ctx, bool on);
	/* Something that c was told waits for a sync.  NULL: never. */
	bool (*waits)(void *ctx, conn_id c);
};

/* What the network reports.  Within a turn; none of these is called again for c after closed.
 */
struct net_events {
	void *ctx;
	/* A new connection; addr is its numeric address.  Returns the session that stands for
	 * it, which the other calls carry; 0 refuses it, and it is closed once what was written
	 * to it has left. */
	session_id (*opened)(void *ctx, conn_id c, const char *addr);
	/* One line without its end, NUL-terminated; may hold any byte except NUL, CR, LF. */
	void (*line)(void *ctx, session_id s, char *text, size_t n);
	/* A line over the limit was thrown away whole.  One call for each. */
	void (*overlong)(void *ctx, session_id s);
	/* The connection is gone. */
	void (*closed)(void *ctx, session_id s, enum net_close why);
	/* Output that had to wait has all left. */
	void (*drained)(void *ctx, session_id s);
	/* The peer's window, once it was asked for; 0 a length that it does not know. */
	void (*size)(void *ctx, session_id s, unsigned columns, unsigned rows);
	/* The wait is over and what came has been told; what has run out follows. */
	void (*waited)(void *ctx);
};

/* Unpredictable bytes: the operating system's in the server, seeded ones in tests. */
struct random_port {
	void *ctx;
	void (*bytes)(void *ctx, void *buf, size_t n);
};

#endif
