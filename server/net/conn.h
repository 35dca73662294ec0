/* SPDX-License-Identifier: MIT */
/* Internals shared by the files of server/net.  Only they and tests include it.
 *
 *	net.c                    the loop
 *	listen.c                 accepting and refusing
 *	handshake.c              PROXY headers and TLS handshakes of new connections
 *	conn_events.c            transport events, timeouts, and the domain's requests
 *	hand_over_connections.c  transfer to another process
 *	input.c                  bytes to lines
 *	output.c                 sending after the sync
 *	conn.c                   states, timers, ends
 *	http.c                   pages for monitoring programs
 *	mux.c                    streams of fronts, each with many connections */
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
	TIMER_LOGIN,        /* login_s, until logged in */
	TIMER_PARTIAL_LINE, /* partial_line_s, while there is an incomplete line */
	TIMER_STALL, /* output_soft_s, while output exceeds the soft limit or drains; restarted
			whenever bytes are sent */
	TIMER_ERROR_DELAY, /* ERROR_DELAY_MS, during which no lines are delivered */
	TIMER_LINGER,      /* LINGER_MS, from our shutdown of the connection to the peer's */
	TIMER_COUNT,
};

#define ERROR_DELAY_MS 1000
#define LINGER_MS 2000
/* telnet options between two lines; more count as broken lines */
#define TELNET_OPTIONS_FREE 32
#define CONN_NETWORKS 2u            /* /24 and /16; for IPv6 /48 and /32 */
#define LOGIN_TIMEOUT_PENALTY_S 10u /* penalty for exceeding the log-in time, as in OpenSSH */
#define TIMEOUTS_PER_TURN 64u
#define FDS_RESERVED 64u
#define SIGNALS_MAX 8u
#define MUX_STREAMS 16u

enum conn_state {
	CONN_OPEN,
	CONN_DRAINING, /* closed by the domain; the remaining output is sent */
	CONN_LINGER,   /* our side is shut down; waits until the peer closes, so that the last
			  lines are not lost */
	CONN_DEAD,     /* will be freed */
};

/* Received data; allocated only while in use. */
struct input {
	uint8_t *bytes; /* unprocessed bytes */
	uint32_t len;
	uint16_t lines_delivered;       /* delivered in the pass lines_counted_in_pass */
	uint16_t broken_lines;          /* broken lines */
	uint16_t telnet_options;        /* telnet options since the last line */
	uint64_t lines_counted_in_pass; /* the turn to which `lines_delivered` belongs */
	char *partial_line;             /* an incomplete line of reader.len bytes */
	uint16_t partial_line_size;     /* allocated size; equals reader.len between calls */
	bool paused;
	bool eof; /* the peer has shut down its side */
	struct line_reader reader;
};

/* Output; allocated only while in use. */
struct output {
	struct block *unsynced; /* output that waits for a sync */
	struct block *released; /* output that may be sent, but was not offered to the transport
				 * yet */
	struct evbuffer *out;   /* output that the transport did not accept */
	uint32_t queued_bytes;  /* bytes in `unsynced`, `released` and `out` together */
	uint32_t covered_bytes; /* bytes of `unsynced` covered by the sync in progress */
	uint32_t bypass_bytes;  /* bytes of `unsynced` that need no sync */
	bool drain_awaited; /* the session may be waiting for the output to be sent; reset when
		      nothing is left */
	bool discarded;     /* the output was discarded, and no more is accepted */
};

struct conn {
	struct net *net;
	conn_id id;
	session_id session; /* 0: refused by the domain, or its end was already reported */
	struct endpoint end;
	struct event read_event, write_event;
	struct address *address;                 /* NULL: exempt */
	struct address *networks[CONN_NETWORKS]; /* set while counted in net->unauthenticated */
	struct input in;
	struct output out;
	struct link timer[TIMER_COUNT];
	struct link delivery_link; /* has lines, or the end of input, to deliver */
	struct link pending_io;    /* the transport is ready, but the turn was full */
	struct link unsynced;      /* has requests that no completed sync covers */
	struct link to_flush; /* has requests that may be carried out now: output to send, or a
			       * close */
	struct link close_unreported; /* the next pass reports its close to the domain */
	struct link write_blocked;    /* has output that the transport did not accept */
	/* all its waiting output was sent, which must be reported */
	struct link drain_unreported;
	uint8_t state; /* enum conn_state */
	uint8_t why;   /* enum net_close_reason, once closing */
	bool exempt;
	bool authenticated;
	bool per_address_uncounted;         /* counted in address->uncounted_conns */
	bool watches_reads, watches_writes; /* the kernel watches for the event */
	bool readable, writable;            /* transport events noted while pending */
	bool in_current_sync; /* some requests are covered by the sync in progress */
	struct conn_requests {
		bool close, authenticated, window_size;
	} requested, covered_requests; /* requested: all requests made; covered_requests: those
			     that the sync in progress covers */
};

#define CONN_OF(link_ptr, member) LINK_OWNER(link_ptr, struct conn, member)

/* ---- the net ---- */

/* Reasons for refusing a connection. */
enum refusal {
	REFUSAL_NONE,
	REFUSAL_FULL,
	REFUSAL_MEMORY,
	REFUSAL_PENALTY,
	REFUSAL_PER_ADDRESS,
	REFUSAL_UNAUTHENTICATED,
	REFUSAL_PROXY, /* no valid PROXY header was received in time */
	REFUSAL_TLS,   /* the handshake failed or was not completed in time */
	REFUSAL_COUNT,
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
	struct signal_handler readable_handler; /* handler of net_on_readable; fn NULL: none */
	struct listener_set *listener_set;
	struct http *http; /* NULL: no pages (http.c) */
	struct addresses addresses;
	struct ssl_ctx_st *tls; /* NULL: no certificate */
	struct {
		struct link list; /* oldest first */
		unsigned n;
		uint64_t last_served_pass; /* the last pass in which a handshake was served */
	} handshakes;                      /* handshake.c */
	struct mux {
		struct stream *streams[MUX_STREAMS];
		unsigned n;
		int64_t next_tick_ms; /* when the streams are examined next */
	} mux;                        /* streams of fronts (mux.c) */
	struct pass pass;

	struct pool conns;
	struct block_pool block_pool;
	struct link timers[TIMER_COUNT];
	int64_t suspended_ms; /* time that does not count: see net_timer_now */
	struct link delivery_queue;
	unsigned delivery_queue_len;
	struct link pending_io, to_flush, close_unreported, write_blocked, drain_unreported;
	struct link unsynced;       /* connections with requests for a sync; those whose
				    `in_current_sync` is set       are first */
	struct link to_flush_first; /* became ready to be flushed in this turn */
	bool sync_awaited;          /* some requests wait for a sync */
	bool bypass_sync;           /* output written now need not wait for a sync */
	bool any_sync_bypass;       /* some output of this turn may be sent without a sync */
	uint64_t refused_counts[REFUSAL_COUNT]; /* counts since the start */
	unsigned unauthenticated_conns;         /* connections neither exempt nor logged in */
	struct addresses unauthenticated_networks; /* the networks of these connections */
	unsigned draining_conns;                   /* connections in CONN_DRAINING */
	uint64_t queued_bytes;                     /* sum of all queued bytes */
	uint8_t *read_buffer;                      /* buffer of input_max bytes for one read */
	char line_buffer[LINE_BYTES_MAX + 1];      /* the line being assembled */
};

/* Returns the time for timers: the clock less all time that does not count. */
static inline int64_t
net_timer_now(const struct net *net)
{
	return net_mono_ms() - net->suspended_ms;
}

/* ---- conn.c ---- */

/* Returns whether the last failed read or write of a transport can be retried. */
bool io_error_is_transient(void);
void conn_timer_start(struct conn *c, enum timer which);
bool conn_timer_runs(const struct conn *c, enum timer which);
/* Returns whether lines must not be delivered now. */
bool conn_input_blocked(const struct conn *c);
/* Adds the connection to the ready list if it has lines that may be delivered. */
void conn_queue_delivery(struct conn *c);
void conn_unqueue_delivery(struct conn *c);
/* Update which events the kernel reports for the connection. */
void conn_update_read_watch(struct conn *c);
void conn_update_write_watch(struct conn *c);
/* Adds the connection to the list of those with requests for the next sync. */
void conn_mark_unsynced(struct conn *c);
/* Appends to the output of the turn.  A connection over the limits is closed instead. */
void conn_say(struct conn *c, const void *bytes, size_t n);
void conn_subtract_queued(struct conn *c, size_t n); /* subtracts sent bytes */
void conn_output_free(struct conn *c);
void conn_uncount_unauthenticated(struct conn *c);

/* Called after a log-in: calls conn_uncount_unauthenticated.  A connection from a shared
 * network then no longer counts towards per_address. */
void conn_on_login(struct conn *c);
void conn_state_set(struct conn *c, enum conn_state state);
/* Discards output and requests.  The connection is freed after the sync. */
void conn_abort(struct conn *c);
void conn_report_closed(struct conn *c, enum net_close_reason why);
/* Ends the connection now, whatever remains to be sent; reports `closed` unless that was done
 * before.  Call it only within net_wait. */
void conn_fail(struct conn *c, enum net_close_reason why);
/* Like conn_fail, but may be called at any time: `closed` is reported by the next pass. */
void conn_fail_in_next_pass(struct conn *c, enum net_close_reason why);
/* Discards the output and calls conn_fail_in_next_pass. */
void conn_discard_and_fail(struct conn *c, enum net_close_reason why);
/* Sends a last line after the output so far, and ends the connection. */
void conn_end_with_line(
    struct conn *c, enum net_close_reason why, const char *reason, const char *text);
void conn_free(struct conn *c);
/* Resizes a buffer of input as realloc does, but wipes the old one; n 0 frees. */
void *resize_wiping(void *old, size_t old_n, size_t n);
/* Checks invariants between turns: the connection is on every list that its state requires.
 * Aborts if one is violated. */
void conn_check_invariants(const struct conn *c);

/* ---- input.c ---- */

/* Reads available bytes and delivers lines, or keeps the bytes. */
void input_read(struct conn *c);
/* Takes n received bytes, for which there must be room.  now: delivers their lines in this
 * turn, otherwise in the next. */
void input_feed(struct conn *c, const uint8_t *bytes, size_t n, bool now);
/* Delivers kept input, at most lines_per_turn lines in a turn. */
void input_deliver(struct conn *c);

/* ---- output.c ---- */

/* Retries the output that the transport did not accept. */
void output_retry(struct conn *c);
/* Releases the output that need not wait for a sync. */
void output_release_bypassing(struct conn *c);
/* Marks everything requested so far as covered by the sync that is about to begin. */
void output_sync_begun(struct conn *c);
/* Called when a sync has completed: releases what it covered.  Removes the connection from the
 * dirty list, or appends it again if later requests are left. */
void output_sync_completed(struct conn *c);
/* Sends the released output, or frees a dead connection.  May end the connection, which makes
 * it dirty again.  late: it has been outgoing since an earlier turn. */
void output_flush(struct conn *c, bool late);
/* Closes the connections with the most output while the total is exceeded. */
void output_enforce_total(struct net *net);
/* Enforces the limits on output, which may have changed. */
void output_enforce_limits(struct conn *c);
/* Adds output that the previous process had not sent; it needs no sync. */
void output_restore_unsent(struct conn *c, const void *bytes, size_t n);

/* ---- conn_events.c ---- */

/* Creates a connection, which takes over the endpoint and is not reported to the domain yet.
 * Returns NULL if there is no room; the endpoint then still belongs to the caller. */
MUST_USE struct conn *conn_new(
    struct net *net, const struct endpoint *end, bool exempt, struct address *address);
/* Reports `opened`. */
void conn_report_opened(struct conn *c, const char *addr);
/* Reads and writes as far as the transport is ready. */
void conn_handle_io(struct conn *c);
/* Handles the expiry of a timer. */
void conn_timer_expired(struct conn *c, enum timer which);
/* Reports that all waiting output was sent, unless the domain has just closed the connection.
 * Call it only within net_wait. */
void conn_report_drained(struct conn *c);

/* ---- hand_over_connections.c ---- */

/* Implements net_port.hand_over. */
void hand_over_conn(struct net *net, struct pack *p, conn_id *id, session_id s);

/* ---- http.c ---- */

/* Returns the time at which http_tick is due, in net_mono_ms's time; INT64_MAX: never. */
int64_t http_deadline(const struct net *net);
void http_tick(struct net *net, int64_t now);
void http_free(struct net *net);

/* ---- mux.c ---- */

/* Opens the Unix socket for fronts.  Returns -1 with errno. */
MUST_USE int mux_listen(const char *path);
/* Accepts a stream.  Returns false with errno if no stream is waiting, or the waiting one has
 * gone. */
MUST_USE bool mux_accept(struct net *net, int listen_fd);
/* Sends what the sessions have written in this turn. */
void mux_flush(struct net *net);
/* Returns whether output waits in a stream. */
bool mux_has_unsent(const struct net *net);
int64_t mux_deadline(const struct net *net); /* in net_timer_now's time; INT64_MAX: none */
void mux_tick(struct net *net);
/* Called when all connections have been freed. */
void mux_free(struct net *net);

/* ---- listen.c ---- */

/* Returns the name of a reason, as used in the log and the metrics. */
const char *listen_refusal_name(enum refusal why);

#define ACCEPTS_PER_TURN 256u
/* pause after accept() failed, or after FULL_REFUSALS_MAX for lack of room */
#define LISTEN_PAUSE_MS 1000
/* refusals within LISTEN_PAUSE_MS after which new connections wait in the backlog */
#define FULL_REFUSALS_MAX 100u

MUST_USE struct listener_set *listener_set_new(void);
void listener_set_free(struct net *net);
/* Returns the time at which accepting resumes; INT64_MAX if it is not paused. */
int64_t listen_deadline(const struct net *net);
void listen_tick(struct net *net, int64_t now);
/* Returns whether the turn ended before all waiting connections were accepted. */
bool listen_has_unaccepted(const struct net *net);
/* Returns why connections from that address are refused now, or REFUSAL_NONE. */
enum refusal listen_refusal_of_address(const struct net *net, const struct netaddr *key);
/* Accepts waiting connections in at most 1/parts of this turn. */
void listen_accept_left(struct net *net, unsigned parts);
/* Returns whether listeners are open and not paused. */
bool listen_is_accepting(const struct net *net);

/* Transfers the listeners for clients, or those for fronts. */
void listen_hand_over(struct net *net, struct pack *p, bool fronts);

/* ---- handshake.c ---- */

/* Starts to wait for the PROXY header, the TLS handshake, or both, on a TCP endpoint.  In the
 * end the endpoint is passed to net_attach or closed. */
void handshake_begin(
    struct net *net, const struct endpoint *end, const char *peer, bool header, bool tls);
int64_t handshake_deadline(
    const struct net *net); /* in net_timer_now's time; INT64_MAX: none */
void handshake_tick(struct net *net);
void handshakes_free(struct net *net);
/* Transfers the handshakes that wait for a PROXY header, and abandons the others. */
void handshakes_hand_over(struct net *net, struct pack *p);
void handshakes_handed_over(struct net *net);

/* Calls conn_check_invariants for all connections; for tests and debug builds. */
void net_check_invariants(const struct net *net);

#endif
