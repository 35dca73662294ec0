/* SPDX-License-Identifier: MIT */
/* Inside net: what loop, listen and conn share.  Nobody outside server/net includes this. */
#ifndef NET_CONN_H
#define NET_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netinet/in.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/event_struct.h>

#include "base/pool.h"
#include "base/ports.h"
#include "base/table.h"
#include "net/block.h"
#include "net/net.h"
#include "proto/line.h"

/* ---- lists ---- */

/* A member of a list with a head; both point at themselves when alone.  at_ms is used by lists
 * in order of time: each has one span for all its members, so that the end is always the place
 * of a new one. */
struct link {
	struct link *prev, *next;
	int64_t at_ms;
};

void link_init(struct link *l);
bool link_alone(const struct link *l); /* also: head of an empty list */
void link_remove(struct link *l);
void link_append(struct link *head, struct link *l); /* leaves the list it was on */

/* ---- connections ---- */

enum timer {
	TIMER_LOGIN,   /* login_s, until logged in */
	TIMER_PARTIAL, /* partial_line_s, while half a line stands */
	TIMER_STALL,   /* output_soft_s, while output is over the soft limit or drains; back to
			  the start when some leaves */
	TIMER_DELAY,   /* ERROR_DELAY_MS, no lines meanwhile */
	TIMER_LINGER,  /* LINGER_MS, between our end and the peer's */
	TIMER_COUNT,
};

#define ERROR_DELAY_MS 1000
#define LINGER_MS 2000
#define GRACE_PENALTY_S 10u /* for not logging in in time (OpenSSH's figure) */
#define ACCEPTS_PER_TURN 256u
#define EXPIRED_PER_TURN 64u
#define LISTEN_BACKLOG 4096
#define LISTEN_PAUSE_MS                                                                        \
	1000 /* after accept() failed, or too many refusals for want of room                   \
	      */
#define FULL_REFUSALS                                                                          \
	100u /* in LISTEN_PAUSE_MS, each with a line; then they wait in the backlog */
#define ADDRESSES_MAX 65536u /* remembered without a connection */
#define SLOTS_RESERVE 64u
#define NETWORKS_MAX 64u
#define LISTENERS_MAX 16u
#define SIGNALS_MAX 8u

enum conn_state {
	CONN_OPEN,
	CONN_DRAINING, /* the world is done with it; committed output leaves */
	CONN_LINGER,   /* our end is shut; waits for the peer's, so that the last lines are not
			  lost */
	CONN_DEAD,     /* freed at the end of the turn */
};

struct conn {
	struct net *net;
	conn_id id;
	session_id session; /* 0: refused by the world, or already told that it is gone */
	struct event read_event, write_event;
	struct block *turn; /* output of this turn; NULL while there is none */
	struct block
	    *kept; /* committed output that the kernel has not been offered; NULL none */
	struct evbuffer *out; /* what it did not take; NULL while there is none */
	uint8_t *input;       /* bytes not looked at; NULL while there are none */
	char *
	    partial; /* the reader.len bytes of an unfinished line; NULL while there are none */
	struct address *address; /* NULL when exempt */
	struct link timer[TIMER_COUNT];
	struct link ready; /* has lines, or an end of input, to be delivered */
	struct link
	    pending; /* its socket has something to say, and the turn had no room for it */
	struct link dirty; /* something was asked of it in this turn */
	struct link
	    outgoing; /* what was asked stands; it is to be sent, or the end to be made */
	struct link closing; /* closure to be reported in the next pass */
	struct link waiting; /* has output that the kernel did not take */
	struct link drained; /* all of its output that had to wait has left: to be reported */
	uint64_t lines_turn; /* the turn `lines` belongs to */
	uint32_t queued;     /* bytes of turn, kept and out */
	uint32_t input_len;
	uint16_t lines;       /* delivered in that turn */
	uint16_t partial_len; /* allocated, is reader.len between calls */
	uint16_t errors;      /* broken lines */
	struct line_reader reader;
	uint8_t state; /* enum conn_state */
	uint8_t why;   /* enum net_close, once closing */
	bool exempt;
	bool authenticated;
	bool paused;
	bool eof;              /* the peer has sent everything it will */
	bool reading, writing; /* the event is added */
	bool pending_read,
	    pending_write; /* what its socket has said; counts while that event is added */
	bool late; /* some of its output has not left in the turn that made it; until nothing
		      waits */
	bool over; /* its output is given up, and nothing more is taken */
	/* Asked for in this turn; done by net_flush. */
	bool close_asked;
	bool auth_asked;
	bool size_asked;
};

/* ---- addresses ---- */

struct address_key {
	uint8_t bytes[9]; /* 4 or 6, then the address: 4 bytes, or the first 8 of IPv6 */
};

/* A remote address that has connections or a penalty. */
struct address {
	UT_hash_handle hh;
	struct address_key key;
	bool refused; /* the penalty has reached the limit and is not over */
	unsigned conns;
	int64_t penalty_until_ms;
	struct link idle; /* while it has no connection: oldest first */
};

struct network {
	uint8_t family; /* 4 or 6 */
	uint8_t bytes[16];
	unsigned bits;
};

/* ---- the loop ---- */

struct listener {
	struct event event;
	int fd;
};

struct signal_handler {
	struct event event;
	void (*fn)(void *ctx);
	void *ctx;
};

struct net {
	struct net_config config;
	struct net_events events;
	struct random_port random;
	struct event_base *base;
	struct event wake_event, deadline_event;
	int wake_fd[2];
	struct signal_handler signals[SIGNALS_MAX];
	unsigned signals_len;

	struct listener listeners[LISTENERS_MAX];
	unsigned listeners_len;
	bool listening;           /* the events of the listeners are added */
	int64_t listen_resume_ms; /* when not listening: again from then on */
	bool accepts_left;        /* somebody may be waiting whom no turn had room for */
	unsigned accepts;         /* in this turn */
	unsigned served;          /* in this turn, of served_per_turn */
	int64_t served_since_us;  /* 0: nothing yet */
	bool full;                /* the turn: that is as much as it may do */
	bool unasked;             /* the last turn has not asked the kernel who is ready */
	unsigned full_refusals;   /* since full_since_ms */
	int64_t full_since_ms;
	struct network exempt[NETWORKS_MAX];
	unsigned exempt_len;
	struct address *addresses; /* table */
	struct link addresses_idle;
	unsigned addresses_idle_len;

	struct pool conns;
	struct blocks blocks;
	uint64_t turn;
	struct link timers[TIMER_COUNT];
	struct link ready;
	unsigned ready_len;
	struct link pending, dirty, outgoing, closing, waiting, drained;
	unsigned unauthenticated;      /* not exempt, not logged in */
	unsigned draining;             /* CONN_DRAINING */
	uint64_t queued;               /* sum over all */
	uint8_t *scratch;              /* input_max bytes for one read */
	char line[LINE_BYTES_MAX + 1]; /* the line being put together */
};

#define CONN_OF(link_ptr, member)                                                              \
	((struct conn *)(void *)((char *)(link_ptr)-offsetof(struct conn, member)))

/* loop.c */

/* conn_check of all; for tests and debug builds. */
void net_check(const struct net *net);

/* Something has been done for a connection.  True, and net->full, once 1/parts of what a turn
 * may do is used up: what else the sockets have to say is left for the next one. */
bool net_served(struct net *net, unsigned parts);

/* conn.c */

/* A connection on an accepted, non-blocking socket, which it owns from now on.  Reports
 * `opened`.  False when there is no room; the socket is then still the caller's. */
MUST_USE bool conn_open(
    struct net *net, int fd, const char *addr, bool exempt, struct address *address);
/* Delivers what stands ready, at most lines_per_turn in a turn. */
void conn_run(struct conn *c);
/* Reads and writes as its socket has said that it can. */
void conn_serve(struct conn *c);
/* Ends it now, whatever it has to send; reports `closed` if that has not happened.  In net_wait
 * only. */
void conn_fail(struct conn *c, enum net_close why);
/* What has run out. */
void conn_expired(struct conn *c, enum timer which);
/* End of the turn for one connection of the dirty list: what was asked of it stands. */
void conn_keep_turn(struct conn *c);
/* For one that is outgoing, since this turn or since an earlier one: sends what it has, or
 * makes its end, which may make it dirty again. */
void conn_leave(struct conn *c, bool late);
/* The world hears that nothing waits any more, unless it has just closed it.  In net_wait only.
 */
void conn_report_drained(struct conn *c);
void conn_free(struct conn *c);
/* Committed output above the total: the worst connections are closed. */
void conn_shed(struct net *net);
/* Between turns: whatever it waits for, it is on the list of those who are told.  Aborts with
 * the broken rule. */
void conn_check(const struct conn *c);

/* listen.c */

MUST_USE int listen_init(struct net *net);
void listen_done(struct net *net);
/* Next moment at which accepting begins again; INT64_MAX when nothing waits for that. */
int64_t listen_deadline(const struct net *net);
void listen_tick(struct net *net, int64_t now);
/* Lets those in for whom earlier turns had no room, with 1/parts of this one. */
void listen_serve(struct net *net, unsigned parts);
void address_leave(struct net *net, struct address *a);
void address_penalty(struct net *net, struct address *a, unsigned seconds);

#endif
