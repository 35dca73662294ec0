/* SPDX-License-Identifier: MIT */
/* Connections, lines, limits, and the clock.  libevent underneath; one thread.  What a turn
 * says leaves only in net_flush, when a sync that began after its COMMIT has ended. */
#ifndef NET_NET_H
#define NET_NET_H

#include "base/check.h"
#include "base/ports.h"
#include "proto/netaddr.h"

struct endpoint;
struct pack;
struct sbuf;

/* Types of conf.def. */
#define NET_UINT unsigned
#define NET_SIZE uint64_t
#define NET_NETWORKS struct networks

struct net_config {
	/* The options; what they mean stands in conf.def and LIMITS.md 2. */
#define CONF_NET(name, type, initial, lowest, highest, comment) NET_##type name;
#include "conf.def"
	/* Connections that are accepted, read from, sent more or ended in one turn; what others
	 * have to say waits for the next, which comes at once. */
	unsigned served_per_turn;
	unsigned served_us; /* the same once they have taken so long; 0 no limit */
	/* Connections that are sent to or closed at the end of one turn; the others follow in
	 * the next ones, which come at once.  Two thirds of it go to what the turn itself has
	 * made, before what others left. */
	unsigned sent_per_turn; /* at least 3 */
	unsigned sent_us;       /* the same once they have taken so long; 0 no limit */
	/* Connections from there must begin with a PROXY header that names the client. */
	struct networks front_ends;
	bool front_ends_tls;    /* what they bring was encrypted on its way to them */
	struct networks shared; /* shared_networks of conf.def */
};

struct net;

/* Fills in the defaults: of conf.def, and what suits the others. */
void net_config_default(struct net_config *c);

/* Makes the loop.  The events are called within net_wait only.  NULL with errno on failure. */
MUST_USE struct net *net_new(const struct net_config *config, const struct net_events *events);
void net_free(struct net **net);

/* Other limits and addresses, from the next pass on, also for those who are connected.  What
 * conf.def reads at the start only has to be as it was.  O(connections).  Between passes. */
void net_limits(struct net *net, const struct net_config *config);

/* Opens a listening socket on a numeric address; port 0 takes a free one.  -1 with errno. */
MUST_USE int net_listen(
    struct net *net, const char *address, unsigned port, unsigned *port_out);
/* The same for TLS; net_tls has to read a certificate before the first pass. */
MUST_USE int net_listen_tls(
    struct net *net, const char *address, unsigned port, unsigned *port_out);

/* The same for a socket that listens already, of TCP; it is the net's from now on. */
MUST_USE int net_listen_on(struct net *net, int fd, bool tls, unsigned *port_out);

/* Reads the certificate, with its chain, and its key (""; in the same file), both PEM.  Whoever
 * connects from now on gets it; with an error, -1 and the reason, they get the one before.
 * Without a net: only whether it can be used. */
MUST_USE int net_tls(
    struct net *net, const char *certificate, const char *key, struct sbuf *error);

/* Also those who are on their way in are closed. */
void net_stop_listening(struct net *net);

/* Takes a connection that no listener has accepted, as if it came from `peer`, a numeric
 * address; reports `opened`.  The endpoint belongs to the net in any case; 0: refused. */
conn_id net_attach(struct net *net, const struct endpoint *end, const char *peer);

/* A transport without a descriptor says that a read or a write can go on, within net_wait or
 * between passes.  A stale id is ignored. */
void net_ready(struct net *net, conn_id id);

/* Who was not let in since the start, by kind; with the name of the kind, NULL after the last.
 */
uint64_t net_refused(const struct net *net, unsigned kind, const char **name_out);
/* Bytes that wait to be sent, those that wait for a sync included. */
uint64_t net_queued(const struct net *net);

/* Connections there can be at once: the option, or the limit of open files less 64. */
unsigned net_slots(const struct net *net);

/* The domain's side. */
struct net_port net_port(struct net *net);

/* One pass: waits at most timeout_ms (-1: as long as it takes) unless lines stand ready, then
 * reads and delivers events.  */
void net_wait(struct net *net, int timeout_ms);

/* Makes a running or the next net_wait return soon.  Safe from any thread and from signal
 * handlers. */
void net_wake(struct net *net);

/* Calls fn(ctx) within net_wait when the signal has arrived. */
MUST_USE int net_on_signal(struct net *net, int signo, void (*fn)(void *ctx), void *ctx);

/* The same when the socket, which stays the caller's, can be read; there is one. */
MUST_USE int net_on_call(struct net *net, int fd, void (*fn)(void *ctx), void *ctx);

/* ---- all of it goes to another process on this machine ----
 *
 * What is written has left, or stands; nothing may wait for a sync.  Listeners, penalties of
 * addresses, connections that the domain is done with, or does not know yet; those of its
 * sessions go through net_port.carry.  The one that reads has listened to nothing, and has its
 * certificate. */
void net_carry(struct net *net, struct pack *p);

/* They are the other process's now: closed here, without a word to the peer, and with the
 * listeners.  Those that cannot be carried stay, until they are closed. */
void net_carried(struct net *net);

/* Bytes that may wait for a connection without its being closed for that. */
size_t net_output_room(const struct net *net);

/* A pass that neither waits nor reads: what has to be reported is. */
void net_settle(struct net *net);

/* A sync begins after a COMMIT: it covers what has been said and asked for until now.  It has
 * ended: that stands, and only that. */
void net_cover(struct net *net);
void net_release(struct net *net);

/* The end of a turn: what stands is sent, for each connection with one write, as many as a turn
 * may (sent_per_turn), the others in the next passes; what does not fit is queued; limits are
 * enforced (closures are reported as events in the next pass); closed sockets are freed.  all:
 * no turn waits for a sync, so everything stands. */
void net_flush(struct net *net, bool all);

/* True while some closed connection still has output to send (used at shutdown). */
bool net_draining(const struct net *net);

/* Clocks, read from the operating system. */
int64_t net_mono_ms(void);
int64_t net_wall_ms(void);
int64_t net_mono_us(void);

/* Processor time of this thread so far, in microseconds. */
int64_t net_cpu_us(void);

#endif
