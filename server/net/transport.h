/* SPDX-License-Identifier: MIT */
/* A transport receives and sends bytes.  It is a table of functions, so that the rest of net
 * does not depend on how bytes are transferred.  No function blocks.  A new transport needs
 * only such a table, in a file of its own; net_attach takes its connections.
 *
 * Events on the descriptor are not sufficient: a transport that decrypts may hold bytes that
 * were read already (`has_buffered`), and a transport without a descriptor must call
 * net_transport_ready. */
#ifndef NET_TRANSPORT_H
#define NET_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "base/check.h"

struct endpoint {
	const struct transport *how;
	int fd;                /* watched by the kernel; -1: none */
	void *state;           /* private to the transport */
	bool secure;           /* the data cannot be read or changed in transit */
	bool exempt;           /* not subject to limits, whatever its address: a front's own
				* session */
	bool read_needs_write; /* the last read could not continue without writing, so it is
				* repeated once the descriptor is writable */
};

struct transport {
	/* As recv(2): returns the number of bytes, 0 at the end of input, -1 with errno. */
	ssize_t (*read)(struct endpoint *e, void *buf, size_t n);
	/* As writev(2), without SIGPIPE. */
	ssize_t (*write)(struct endpoint *e, const struct iovec *parts, unsigned n);
	/* Ends output; data sent before is still delivered.  Returns -1 with errno. */
	int (*shut_write)(struct endpoint *e);
	/* Frees everything; at_once: discards data that the peer has not received. */
	void (*close)(struct endpoint *e, bool at_once);
	/* Returns whether a read would return data that the kernel does not report. */
	bool (*has_buffered)(const struct endpoint *e);
	/* Returns an estimate of the round-trip time in milliseconds; 0, or a NULL function:
	 * unknown. */
	unsigned (*rtt_ms)(const struct endpoint *e);
	/* Called when the connection has received or processed input.  waiting: bytes not
	 * processed yet.  NULL: not called. */
	void (*on_input_taken)(struct endpoint *e, size_t waiting);
};

/* ---- plain TCP (tcp.c) ---- */

extern const struct transport TCP;

/* Opens a listening socket on a numeric address; port 0 picks a free port.  Accepted sockets
 * inherit its options.  Returns -1 with errno. */
MUST_USE int tcp_listen(
    const char *address, unsigned port, unsigned sndbuf, unsigned *port_out);

/* Like tcp_listen, but sets the options on a TCP socket that is already listening.  Returns -1
 * with errno. */
MUST_USE int tcp_adopt(int fd, unsigned sndbuf, unsigned *port_out);

/* Accepts a connection and sets its numeric address.  Returns false with errno if no connection
 * is waiting, or the waiting one has gone. */
#define TCP_ADDRESS_MAX 46u
MUST_USE bool tcp_accept(int listen_fd, struct endpoint *out, char address[TCP_ADDRESS_MAX]);

/* ---- TLS 1.2 and 1.3 over TCP (tls.c) ---- */

struct sbuf;
struct ssl_ctx_st; /* OpenSSL's: certificate, key and parameters */

/* Loads the certificate, with its chain, and the key ("": in the same file), both PEM, into
 * *ctx.  Existing connections keep the previous context.  On failure returns -1, sets `error`
 * and leaves *ctx unchanged. */
MUST_USE int tls_load(
    struct ssl_ctx_st **ctx, const char *certificate, const char *key, struct sbuf *error);
void tls_unload(struct ssl_ctx_st **ctx);

/* Returns the time at which the certificate expires, in seconds since 1970; 0 if its date
 * cannot be read. */
int64_t tls_expiry_s(const struct ssl_ctx_st *ctx);

/* Turns a TCP endpoint into a TLS one whose handshake has not begun.  Returns false if
 * out of memory; the endpoint is then unchanged. */
MUST_USE bool tls_begin(struct ssl_ctx_st *ctx, struct endpoint *e, const char *peer);

enum tls_progress {
	TLS_DONE,
	TLS_WAIT_READABLE, /* continue when readable */
	TLS_WAIT_WRITABLE, /* continue when writable */
	TLS_FAILED,
	TLS_FAILED_SILENTLY, /* failed before the peer sent anything */
};

/* Continues the handshake as far as possible.  Sets *why_out on failure. */
MUST_USE enum tls_progress tls_handshake(struct endpoint *e, const char **why_out);

#endif
