/* SPDX-License-Identifier: MIT */
/* Inside net: what its files share.  Nobody outside server/net includes this.
 *
 *	net.c      the loop          listen.c   who may come in
 *	entry.c    the way in of those whose front end or TLS has to speak first
 *	serve.c    a connection's life, and what the domain asks of it
 *	carry.c    all of it goes to another process
 *	input.c    bytes to lines    output.c   what leaves after the sync
 *	conn.c     states, timers, ends   http.c    pages for programs
 *
 * Each calls only those below it. */
#ifndef NET_CONN_H
#define NET_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/event_struct.h>

#include "base/pack.h"
#include "base/pool.h"
#include "base/ports.h"
#include "net/address.h"
#include "net/block.h"
#include "net/link.h"
#include "net/net.h"
#include "net/pass.h"
#include "net/transport.h"
#include "proto/line.h"

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
#define TALK_FREE 32        /* more of it between two lines counts as broken lines */
#define CONN_NETWORKS 2u    /* /24 and /16; of IPv6 /48 and /32 */
#define GRACE_PENALTY_S 10u /* for not logging in in time (OpenSSH's figure) */
#define EXPIRED_PER_TURN 64u
#define SLOTS_RESERVE 64u
#define SIGNALS_MAX 8u

enum conn_state {
	CONN_OPEN,
	CONN_DRAINING, /* the domain is done with it; its output leaves */
	CONN_LINGER,   /* our end is shut; waits for the peer's, so that the last lines are not
			  lost */
	CONN_DEAD,     /* to be freed */
};

/* What has come; memory only while there is something. */
struct input {
	uint8_t *bytes; /* not looked at */
	uint32_t len;
	uint16_t lines;       /* delivered in that turn: */
	uint16_t errors;      /* broken lines */
	uint16_t talk;        /* options of telnet since the last line */
	uint64_t lines_turn;  /* the turn `lines` belongs to */
	char *partial;        /* the reader.len bytes of an unfinished line */
	uint16_t partial_len; /* allocated, is reader.len between calls */
	bool paused;
	bool eof; /* the peer has sent everything it will */
	struct line_reader reader;
};

/* What is to leave; memory only while there is something. */
struct output {
	struct block *turn;   /* waits for a sync */
	struct block *kept;   /* on disk, and not offered to the transport yet */
	struct evbuffer *out; /* what that did not take */
	uint32_t queued;      /* bytes of all three */
	uint32_t covered;     /* of `turn`: by the sync that is under way */
	uint32_t apart;       /* of `turn`: need not wait for one */
	bool late;            /* somebody may be waiting for it to leave; until nothing waits */
	bool over;            /* it is given up, and nothing more is taken */
};

struct conn {
	struct net *net;
	conn_id id;
	session_id session; /* 0: refused by the domain, or already told that it is gone */
	struct endpoint end;
	struct event read_event, write_event;
	struct address *address;               /* NULL when exempt */
	struct address *around[CONN_NETWORKS]; /* while it is one of net->unauthenticated */
	struct input in;
	struct output out;
	struct link timer[TIMER_COUNT];
	struct link ready;   /* has lines, or an end of input, to be delivered */
	struct link pending; /* its transport can go on, and the turn had no room for it */
	struct link dirty;   /* something was asked of it that no sync has covered */
	struct link
	    outgoing; /* what was asked stands; it is to be sent, or the end to be made */
	struct link closing; /* closure to be reported in the next pass */
	struct link waiting; /* has output that the transport did not take */
	struct link drained; /* all of its output that had to wait has left: to be reported */
	uint8_t state;       /* enum conn_state */
	uint8_t why;         /* enum net_close, once closing */
	bool exempt;
	bool authenticated;
	bool singly;              /* counted in address->singly */
	bool reading, writing;    /* the event is added */
	bool may_read, may_write; /* what its transport has said while it is pending */
	bool marked; /* of what was asked, some is covered by the sync that is under way */
	struct asked {
		bool close, authenticated, size;
	} asked, covered; /* done when it stands */
};

#define CONN_OF(link_ptr, member) LINK_OWNER(link_ptr, struct conn, member)

/* ---- the net ---- */

/* Why somebody is not let in. */
enum refusal {
	REFUSAL_NONE,
	REFUSAL_FULL,
	REFUSAL_MEMORY,
	REFUSAL_PENALTY,
	REFUSAL_PER_ADDRESS,
	REFUSAL_UNAUTHENTICATED,
	REFUSAL_PROXY, /* the header of a front end has not come, or is none */
	REFUSAL_TLS,   /* the handshake has failed, or has not come */
	REFUSALS,
};

struct signal_handler {
	struct event event;
	void (*fn)(void *ctx);
	void *ctx;
};

struct net {
	struct net_config config;
	struct net_events events;
	struct event_base *base;
	struct event wake_event, deadline_event;
	int wake_fd[2];
	struct signal_handler signals[SIGNALS_MAX];
	unsigned signals_len;
	struct signal_handler call; /* of net_on_call; fn NULL none */
	struct listening *listening;
	struct http *http; /* http.c; NULL: no pages */
	struct addresses addresses;
	struct ssl_ctx_st *tls; /* NULL without a certificate */
	struct {
		struct link list; /* in order of time */
		unsigned n;
		uint64_t pass; /* the last in which one of them went on */
	} entering;            /* on their way in */
	struct pass pass;

	struct pool conns;
	struct blocks blocks;
	struct link timers[TIMER_COUNT];
	int64_t stood_ms; /* so much of the clock does not count */
	struct link ready;
	unsigned ready_len;
	struct link pending, outgoing, closing, waiting, drained;
	struct link dirty;             /* those that are marked first */
	struct link fresh;             /* outgoing since this turn */
	bool held;                     /* some of what was asked waits for a sync */
	bool apart;                    /* what is said now need not */
	bool any_apart;                /* some of this turn need not */
	uint64_t refused[REFUSALS];    /* how many, since the start */
	unsigned unauthenticated;      /* not exempt, not logged in ... */
	struct addresses networks;     /* ... and where those come from */
	unsigned draining;             /* CONN_DRAINING */
	uint64_t queued;               /* sum over all */
	uint8_t *scratch;              /* input_max bytes for one read */
	char line[LINE_BYTES_MAX + 1]; /* the line being put together */
};

/* What all that runs out goes by: the clock, less what was nobody's time. */
static inline int64_t
net_now(const struct net *net)
{
	return net_mono_ms() - net->stood_ms;
}

/* ---- conn.c ---- */

/* The last read or write of a transport can be tried again. */
bool conn_try_again(void);
void conn_timer_start(struct conn *c, enum timer which);
bool conn_timer_runs(const struct conn *c, enum timer which);
/* True when its lines wait for something else than their turn. */
bool conn_blocked(const struct conn *c);
/* Puts it among those with lines to be delivered, when it has some and they may be. */
void conn_ready_if_possible(struct conn *c);
void conn_ready_remove(struct conn *c);
/* Asks the kernel to say when it can be read, as long as that is of use; the same for writing.
 */
void conn_reading_update(struct conn *c);
void conn_writing_update(struct conn *c);
/* On the list of those who are seen to when a sync has covered it. */
void conn_mark_dirty(struct conn *c);
/* Adds to the output of the turn; over the limits it is closed instead. */
void conn_say(struct conn *c, const void *bytes, size_t n);
void conn_queued_less(struct conn *c, size_t n); /* so many bytes have left */
void conn_output_free(struct conn *c);
void conn_leave_unauthenticated(struct conn *c);

/* The same once it has logged in: from a shared network it then no longer counts towards
 * per_address. */
void conn_logged_in(struct conn *c);
void conn_state_set(struct conn *c, enum conn_state state);
/* No more is said or done; freed when that stands. */
void conn_die(struct conn *c);
void conn_report_closed(struct conn *c, enum net_close why);
/* Ends it now, whatever it has to send; reports `closed` if that has not happened.  In net_wait
 * only. */
void conn_fail(struct conn *c, enum net_close why);
/* The same from anywhere: reported by the next pass. */
void conn_fail_soon(struct conn *c, enum net_close why);
/* Its output is given up, and then the same. */
void conn_give_up(struct conn *c, enum net_close why);
/* Ends it with a last line of ours, after what it has been sent. */
void conn_end_with(struct conn *c, enum net_close why, const char *reason, const char *text);
void conn_free(struct conn *c);
/* As realloc of what has come, but what is left is wiped; n 0 frees. */
void *conn_resize(void *old, size_t old_n, size_t n);
/* Between turns: whatever it waits for, it is on the list of those who are told.  Aborts with
 * the broken rule. */
void conn_check(const struct conn *c);

/* ---- input.c ---- */

/* Reads what there is, and delivers it or keeps it. */
void input_read(struct conn *c);
/* Delivers what stands ready, at most lines_per_turn in a turn. */
void input_run(struct conn *c);

/* ---- output.c ---- */

/* Offers the transport what it did not take before. */
void output_again(struct conn *c);
/* What of it need not wait for a sync stands. */
void output_apart(struct conn *c);
/* A sync begins, and covers what was asked of a connection until now. */
void output_cover(struct conn *c);
/* It has ended: what it has covered stands.  Leaves the list of those that wait, or is on it
 * anew when there is more. */
void output_release(struct conn *c);
/* For one that is outgoing, since this turn or since an earlier one: sends what it has, or
 * makes its end, which may make it dirty again. */
void output_leave(struct conn *c, bool late);
/* Output above the total: the worst connections are closed. */
void output_shed(struct net *net);
/* Its limits, which may have changed. */
void output_settle(struct conn *c);
/* What another process could not send: it stands. */
void output_carried(struct conn *c, const void *bytes, size_t n);

/* ---- serve.c ---- */

/* A connection on a transport that it owns from now on, of which the domain has not heard. NULL
 * when there is no room; the transport is then still the caller's. */
MUST_USE struct conn *serve_make(
    struct net *net, const struct endpoint *end, bool exempt, struct address *address);
/* Reports `opened`. */
void serve_open(struct conn *c, const char *addr);
/* Reads and writes as its transport has said that it can. */
void serve(struct conn *c);
/* What has run out. */
void serve_expired(struct conn *c, enum timer which);
/* The domain hears that nothing waits any more, unless it has just closed it.  In net_wait
 * only.
 */
void serve_report_drained(struct conn *c);

/* ---- carry.c ---- */

/* A net_port.carry. */
void carry_conn(struct net *net, struct pack *p, conn_id *id, session_id s);

/* ---- http.c ---- */

/* As of net_mono_ms; INT64_MAX never. */
int64_t http_deadline(const struct net *net);
void http_tick(struct net *net, int64_t now);
void http_free(struct net *net);

/* ---- listen.c ---- */

const char *listen_refusal_name(enum refusal why);

#define ACCEPTS_PER_TURN 256u
#define LISTEN_PAUSE_MS                                                                        \
	1000               /* after accept() failed, or too many refusals for want of room     \
			    */
#define FULL_REFUSALS 100u /* in that time, each with a line; then they wait in the backlog */

MUST_USE struct listening *listening_new(void);
void listening_free(struct net *net);
/* Next moment at which accepting begins again; INT64_MAX when nothing waits for that. */
int64_t listen_deadline(const struct net *net);
void listen_tick(struct net *net, int64_t now);
/* Somebody may be waiting for whom no turn had room. */
bool listen_waits(const struct net *net);
/* Why nobody may come from there now; REFUSAL_NONE they may. */
enum refusal listen_refuses_address(const struct net *net, const struct netaddr *key);
/* Lets those in, with 1/parts of this turn. */
void listen_serve(struct net *net, unsigned parts);
/* The listeners are open, and nobody is refused for want of descriptors or room. */
bool listen_is_on(const struct net *net);

/* The listeners. */
void listen_carry(struct net *net, struct pack *p);

/* ---- entry.c ---- */

/* Takes an endpoint of TCP that is not let in yet: the header of its front end has to come, the
 * handshake of TLS to be made, or both.  In the end net_attach has it, or it is closed. */
void entry_begin(
    struct net *net, const struct endpoint *end, const char *peer, bool header, bool tls);
int64_t entry_deadline(const struct net *net); /* as of net_now; INT64_MAX none */
void entry_tick(struct net *net);
void entries_free(struct net *net);
/* Those whose header is still to come; the others begin anew. */
void entries_carry(struct net *net, struct pack *p);
void entries_carried(struct net *net);

/* conn_check of all; for tests and debug builds. */
void net_check(const struct net *net);

#endif
