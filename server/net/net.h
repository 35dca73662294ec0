/* SPDX-License-Identifier: MIT */
/* The door: sockets, lines, limits, and the clock.  libevent underneath; one thread.
 *
 * All output of a turn is collected in an evbuffer of the connection's own and moves to the
 * socket only in net_flush, after the turn's COMMIT: nothing can leave earlier, not even when
 * the kernel becomes writable within the same pass (house style, section 4). */
#ifndef NET_NET_H
#define NET_NET_H

#include "base/check.h"
#include "base/ports.h"

struct net_config {              /* LIMITS.md 2; sizes in bytes, times in seconds */
	unsigned lines_per_turn; /* 20, of one connection */
	/* Connections that are accepted, read from, sent more or ended in one turn; what others
	 * have to say waits for the next, which comes at once. */
	unsigned served_per_turn; /* 256 */
	unsigned served_us;       /* 3,000: the same once they have taken so long; 0 no limit */
	/* Connections that are sent to or closed at the end of one turn; the others follow in
	 * the next ones, which come at once.  Two thirds of it go to what the turn itself has
	 * made, before what others left. */
	unsigned sent_per_turn; /* 1,024; at least 3 */
	unsigned sent_us;       /* 3,000: the same once they have taken so long; 0 no limit */
	unsigned input_max;     /* 8,192: then reading stops */
	unsigned output_soft;   /* 16,384: then no further lines of it are run */
	unsigned output_hard;   /* 229,376: then it is closed */
	unsigned
	    output_soft_s; /* 30: closed when over the soft limit that long without progress */
	unsigned output_prelogin; /* 4,096 */
	uint64_t output_total;    /* 256 MiB over all: then the largest is closed */
	unsigned sndbuf;          /* 16,384 */
	unsigned partial_line_s;  /* 30 */
	unsigned login_s;         /* 60: not logged in by then: closed */
	unsigned unauth_start, unauth_percent, unauth_max; /* 100:30:1000 random early drop */
	unsigned per_address;                              /* 10 connections per /32 or /64 */
	unsigned input_errors_slow, input_errors_max;      /* 10: 1 s each; 20: closed */
	unsigned penalty_act_s, penalty_max_s;             /* 15, 600 */
	const char *exempt; /* comma list of addresses or networks (a.b.c.d/n, h::/n) free of
			       flood limits */
	unsigned slots;     /* connections at once; 0: RLIMIT_NOFILE - 64 */
};

struct net;

/* Fills in the defaults given above ("127.0.0.0/8,::1" exempt). */
void net_config_default(struct net_config *c);

/* Makes the loop.  The events are called within net_wait only.  NULL with errno on failure. */
MUST_USE struct net *net_new(const struct net_config *config, const struct net_events *events,
    const struct random_port *random);
void net_free(struct net **net);

/* Opens a listening socket on a numeric address; port 0 takes a free one.  -1 with errno. */
MUST_USE int net_listen(
    struct net *net, const char *address, unsigned port, unsigned *port_out);
void net_stop_listening(struct net *net);

/* Connections there can be at once: the option, or the limit of open files less 64. */
unsigned net_slots(const struct net *net);

/* The world's side. */
struct net_port net_port(struct net *net);

/* One pass: waits at most timeout_ms (-1: as long as it takes) unless lines stand ready, then
 * reads and delivers events.  */
void net_wait(struct net *net, int timeout_ms);

/* Makes a running or the next net_wait return soon.  Safe from any thread and from signal
 * handlers. */
void net_wake(struct net *net);

/* Calls fn(ctx) within net_wait when the signal has arrived. */
MUST_USE int net_on_signal(struct net *net, int signo, void (*fn)(void *ctx), void *ctx);

/* After the commit: the turn's output stands, and what each connection has is sent with one
 * write, as many as a turn may (sent_per_turn), the others in the next passes; what does not
 * fit is queued; limits are enforced (closures are reported as events in the next pass); closed
 * sockets are freed. */
void net_flush(struct net *net);

/* Within an event: no more is delivered in this pass than what is left of this connection's
 * share. */
void net_full(struct net *net);

/* True while some closed connection still has output to send (used at shutdown). */
bool net_draining(const struct net *net);

/* Clocks, read from the operating system. */
int64_t net_mono_ms(void);
int64_t net_wall_ms(void);
int64_t net_mono_us(void);

/* Processor time of this thread so far, in microseconds. */
int64_t net_cpu_us(void);

#endif
