/* SPDX-License-Identifier: MIT */
/* TLS to the server.  Who it is, is vouched for by an authority that this system trusts, for
 * the name that was asked for; or else by the key it had the first time (XDG state,
 * gammon/certificates). */
#ifndef CLIENT_SECURE_H
#define CLIENT_SECURE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/check.h"

struct ssl_st;

enum new_keys {       /* of a server that nobody vouches for and that was never met */
	NEW_KEYS_ASK, /* the user, at a terminal; where there is none they are taken */
	NEW_KEYS_TAKE,
	NEW_KEYS_REFUSE,
};

struct trust {
	enum new_keys new_keys;
	bool cannot_ask; /* the terminal is in use: what would be asked is refused */
	bool asked;      /* somebody was, in the connection that is opened */
	bool late;       /* and thought longer than a server may wait for a name */
	char taken[65];  /* the key that was taken in this run, of all connections; "" none */
};

/* One connection; link_open may make a second, which has to have the key that was taken in the
 * first.  Makes the handshake on a connected socket that does not block; at most ten seconds,
 * and as long as the user thinks who is asked.  NULL with the reason in text_out; else what the
 * user should know, "" nothing.  *stranger_out: nobody vouches for it, and its key was not
 * known before this connection. */
MUST_USE struct ssl_st *secure_open(int fd, const char *host, const char *port,
    struct trust *trust, bool *stranger_out, char *text_out, size_t size);
void secure_close(struct ssl_st *s);

/* As recv(2) and send(2). */
MUST_USE ssize_t secure_read(struct ssl_st *s, void *buf, size_t n);
MUST_USE ssize_t secure_write(struct ssl_st *s, const void *buf, size_t n);
/* Says that no more will be written. */
void secure_end(struct ssl_st *s);
/* Something can be read, though the socket may have nothing. */
MUST_USE bool secure_holds(const struct ssl_st *s);

#endif
