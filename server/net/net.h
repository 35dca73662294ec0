/* SPDX-License-Identifier: MIT */
/* Connections, lines, limits, and the clock.  Runs in one thread, on libevent.  The output of a
 * turn is sent by net_flush, after the completion of a sync that began after the turn's
 * COMMIT. */
#ifndef NET_NET_H
#define NET_NET_H

#include "base/check.h"
#include "base/ports.h"
#include "proto/netaddr.h"

struct endpoint;
struct pack;
struct sbuf;

/* Types of options in conf.def. */
#define NET_TYPE_UINT unsigned
#define NET_TYPE_SIZE uint64_t
#define NET_TYPE_NETWORKS struct networks

struct net_config {
	/* The options; see conf.def and LIMITS.md 2. */
#define CONF_NET(name, type, initial, lowest, highest, comment) NET_TYPE_##type name;
#include "conf.def"
	/* Maximum number of connections accepted, read from, written to or ended in one turn;
	 * the others wait for the next, which follows at once. */
	unsigned turn_events_max;
	unsigned turn_us_max; /* ends the turn once this much time has passed; 0: no limit */
	/* Maximum number of connections written to or closed at the end of one turn; the others
	 * follow in the next turns, which start at once.  Two thirds are for output of the turn
	 * itself, which is sent before output left from earlier turns. */
	unsigned flush_writes_max; /* at least 3 */
	unsigned flush_us_max; /* ends the flush once this much time has passed; 0: no limit */
	/* Connections from these networks must begin with a PROXY header that names the
	 * client. */
	struct networks front_ends;
	bool front_ends_tls;             /* clients reach the front ends over TLS */
	struct networks shared_networks; /* shared_networks in conf.def */
};

struct net;

/* Sets the defaults of conf.def, and suitable values for the other fields. */
void net_config_default(struct net_config *c);

/* Creates the loop.  Events are reported only within net_wait.  Returns NULL with errno on
 * failure. */
MUST_USE struct net *net_new(const struct net_config *config, const struct net_events *events);
void net_free(struct net **net);

/* Changes limits and addresses from the next pass on, for existing connections too.  Options
 * that conf.def marks as read only at startup must be unchanged.  O(connections).  Call it
 * only between passes. */
void net_set_limits(struct net *net, const struct net_config *config);

/* Opens a listening socket on a numeric address; port 0 picks a free port.  Returns -1 with
 * errno. */
MUST_USE int net_listen(
    struct net *net, const char *address, unsigned port, unsigned *port_out);
/* Like net_listen, for TLS; net_load_certificate must load a certificate before the first pass.
 */
MUST_USE int net_listen_tls(
    struct net *net, const char *address, unsigned port, unsigned *port_out);

/* Like net_listen, or with `tls` like net_listen_tls, but with a TCP socket that is already
 * listening.  Takes over the socket. */
MUST_USE int net_listen_on_socket(struct net *net, int fd, bool tls, unsigned *port_out);

/* Opens the Unix socket `path` for fronts (mux.c), mode 0660.  Returns -1 with errno. */
MUST_USE int net_listen_front(struct net *net, const char *path);

/* Loads the certificate, with its chain, and its key ("": in the same file), both PEM, for new
 * connections.  On an error returns -1 and sets `error`; the previous certificate stays in use.
 * net NULL: only checks whether they can be used. */
MUST_USE int net_load_certificate(
    struct net *net, const char *certificate, const char *key, struct sbuf *error);

/* Loads a certificate and its key as net_load_certificate does.  Returns when it expires, in
 * seconds since 1970; -1, with a sentence in error, if they cannot be used. */
MUST_USE int64_t net_certificate_file_expiry_s(
    const char *certificate, const char *key, struct sbuf *error);

/* Returns the time at which the certificate in use expires, in seconds since 1970; 0 without
 * one. */
int64_t net_certificate_expiry_s(const struct net *net);

/* Closes all listeners and abandons all handshakes. */
void net_stop_listening(struct net *net);

/* Adds a connection that no listener has accepted, as if it came from `peer`, a numeric
 * address.  Reports `opened`.  Always takes over the endpoint.  Returns 0 if the connection is
 * refused. */
conn_id net_attach(struct net *net, const struct endpoint *end, const char *peer);

/* Called by a transport without a descriptor when reading or writing can continue, within
 * net_wait or between passes.  A stale id is ignored. */
void net_transport_ready(struct net *net, conn_id id);

/* Returns the number of refused connections of a kind since the start, and the name of the
 * kind; NULL after the last. */
uint64_t net_refused_count(const struct net *net, unsigned kind, const char **name_out);
/* Returns the bytes that wait to be sent, including those that wait for a sync. */
uint64_t net_queued_bytes(const struct net *net);

/* Returns the maximum number of connections: the option, or the limit on open files less 64. */
unsigned net_slots(const struct net *net);

/* Returns the interface for the domain. */
struct net_port net_port(struct net *net);

/* Runs one pass: waits at most timeout_ms (-1: without a limit) unless there is work, then
 * reads and reports events. */
void net_wait(struct net *net, int timeout_ms);

/* Makes the current or next net_wait return soon.  Safe in any thread and in signal
 * handlers. */
void net_wake(struct net *net);

/* Calls fn(ctx) within net_wait after the signal has arrived.  Returns -1 with errno on
 * failure. */
MUST_USE int net_on_signal(struct net *net, int signo, void (*fn)(void *ctx), void *ctx);

/* Calls fn(ctx) within net_wait when the socket, which still belongs to the caller, is
 * readable.  Only one socket can be watched.  Returns -1 with errno on failure. */
MUST_USE int net_on_readable(struct net *net, int fd, void (*fn)(void *ctx), void *ctx);

/* ---- transfer to another process on this machine ---- */

/* Transfers listeners, penalties of addresses, and connections without a session;
 * net_port.hand_over transfers the other connections.  Output must have been sent or released;
 * nothing may wait for a sync.  The receiving net must have no listeners yet, and must have
 * loaded its certificate. */
void net_hand_over(struct net *net, struct pack *p);

/* Closes the listeners, and the connections that the other process has taken over, without
 * notifying their peers.  Connections that cannot be transferred stay until they are closed. */
void net_handed_over(struct net *net);

/* Returns how many bytes of output may wait on a connection that is to be transferred. */
size_t net_handover_output_max(const struct net *net);

/* Runs a pass that neither waits nor reads: only reports pending events. */
void net_report_pending(struct net *net);

/* net_sync_begun: called when a sync begins after a COMMIT; the sync covers all output and
 * requests so far.  net_sync_completed: called when the sync has completed; exactly what it
 * covered may be sent and carried out. */
void net_sync_begun(struct net *net);
void net_sync_completed(struct net *net);

/* Ends a turn: sends released output with one write for each connection.  At most
 * flush_writes_max connections are written to; the others follow in the next passes.  Bytes
 * that do not fit are queued.  Enforces limits (closes are reported in the next pass) and frees
 * closed connections.  all: release everything first; set if no turn waits for a sync. */
void net_flush(struct net *net, bool all);

/* Returns whether closed connections still have output to send; used at shutdown. */
bool net_draining(const struct net *net);

/* The operating system's clocks. */
int64_t net_mono_ms(void);
int64_t net_wall_ms(void);
int64_t net_mono_us(void);

/* Returns this thread's processor time in microseconds. */
int64_t net_cpu_us(void);

#endif
