/* SPDX-License-Identifier: MIT */
/* How the bytes of a connection come and go: a table of functions, so that nothing else of the
 * net knows what is behind it.  No function blocks.  A new transport is a table in a file of
 * its own; net_attach takes its connections.
 *
 * What the kernel tells of a descriptor is not all there is to know: a transport that decrypts
 * may hold bytes that were read already (`holds`), and one without a descriptor has to say
 * itself that something has changed (net_ready). */
#ifndef NET_TRANSPORT_H
#define NET_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "base/check.h"

struct endpoint {
	const struct transport *how;
	int fd;      /* that the kernel is asked about; -1 none */
	void *state; /* the transport's own */
	bool sealed; /* nobody on the way can read or change what is said */
	bool
	    read_writes; /* the last read has something to send first: it goes on when it can */
};

struct transport {
	/* As recv(2): how many bytes came, 0 at the end of what the peer sends, -1 with errno.
	 */
	ssize_t (*read)(struct endpoint *e, void *buf, size_t n);
	/* As writev(2), without a signal. */
	ssize_t (*write)(struct endpoint *e, const struct iovec *parts, unsigned n);
	/* Ends what is sent; what was sent still arrives.  -1 with errno. */
	int (*shut)(struct endpoint *e);
	/* Frees all; at_once: what the peer has not taken yet is thrown away. */
	void (*close)(struct endpoint *e, bool at_once);
	/* Whether a read would give something of which the kernel does not know. */
	bool (*holds)(const struct endpoint *e);
	/* An estimate of the time there and back, in milliseconds; 0 not known. */
	unsigned (*rtt_ms)(const struct endpoint *e);
};

/* ---- plain TCP (tcp.c) ---- */

extern const struct transport TCP;

/* A socket that listens on a numeric address; port 0 takes a free one.  What it accepts
 * inherits its options.  -1 with errno. */
MUST_USE int tcp_listen(
    const char *address, unsigned port, unsigned sndbuf, unsigned *port_out);

/* One that listens already, over TCP, becomes like those.  -1 with errno. */
MUST_USE int tcp_adopt(int fd, unsigned sndbuf, unsigned *port_out);

/* Accepts one, and the numeric address it comes from.  False with errno: nobody waits, or who
 * did is gone. */
#define TCP_ADDRESS_MAX 46u
MUST_USE bool tcp_accept(int listen_fd, struct endpoint *out, char address[TCP_ADDRESS_MAX]);

/* ---- TLS 1.2 and 1.3 over TCP (tls.c) ---- */

struct sbuf;
struct ssl_ctx_st; /* OpenSSL's: certificate, key, and how it is spoken */

/* Reads the certificate, with its chain, and the key (""; in the same file), both PEM; what
 * *ctx was before is let go, but by who is connected.  -1 and the reason in error: *ctx is as
 * it was. */
MUST_USE int tls_load(
    struct ssl_ctx_st **ctx, const char *certificate, const char *key, struct sbuf *error);
void tls_unload(struct ssl_ctx_st **ctx);

/* Makes a TLS endpoint of one of TCP; its handshake is still to be made.  False: no memory, and
 * it is as it was. */
MUST_USE bool tls_begin(struct ssl_ctx_st *ctx, struct endpoint *e, const char *peer);

enum tls_step {
	TLS_DONE,
	TLS_READ,  /* more when it can be read */
	TLS_WRITE, /* ... written */
	TLS_FAILED,
	TLS_NOTHING, /* the same, and the peer has sent nothing at all */
};

/* As much of the handshake as can be made now; of a failure the reason. */
MUST_USE enum tls_step tls_handshake(struct endpoint *e, const char **why_out);

#endif
