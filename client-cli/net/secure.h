/* SPDX-License-Identifier: MIT */
/* TLS to the server.  The server is identified by a certificate for the requested name from an
 * authority that this system trusts, or otherwise by the key that it presented on the first
 * connection (XDG state, gammon/certificates). */
#ifndef CLIENT_SECURE_H
#define CLIENT_SECURE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/check.h"

struct ssl_st;

enum server_key_policy { /* what to do with an uncertified server that was never seen before */
	SERVER_KEY_ASK,  /* ask the user at a terminal; without a terminal, accept the key */
	SERVER_KEY_ACCEPT,
	SERVER_KEY_REFUSE,
};

struct trust {
	enum server_key_policy server_key_policy;
	bool cannot_ask; /* the terminal is in use: refuse an unknown key instead of asking */
	bool user_asked; /* the user was asked during this connection */
	bool answered_late;    /* the answer took longer than a server may wait for a name */
	char accepted_key[65]; /* in this run, for all connections; "" if none */
};

/* Performs the TLS handshake on a connected non-blocking socket.  Takes at most ten seconds,
 * plus the time the user takes to answer a question.  If connection_open makes a
 * second connection, the server's key must be the key accepted on the first.  Returns NULL with
 * the reason in text_out; otherwise text_out is a notice for the user, "" if none.
 * *stranger_out: the server is uncertified and its key was unknown before this connection. */
MUST_USE struct ssl_st *secure_open(int fd, const char *host, const char *port,
    struct trust *trust, bool *stranger_out, char *text_out, size_t size);
void secure_close(struct ssl_st *s);

/* Like recv(2) and send(2). */
MUST_USE ssize_t secure_read(struct ssl_st *s, void *buf, size_t n);
MUST_USE ssize_t secure_write(struct ssl_st *s, const void *buf, size_t n);
/* Sends close_notify: nothing more will be written. */
void secure_shut_down(struct ssl_st *s);
/* True if decrypted data is pending although the socket may not be readable. */
MUST_USE bool secure_has_buffered(const struct ssl_st *s);

#endif
