/* SPDX-License-Identifier: MIT */
/* A transport without sockets: both ends of a connection are in this process, so a test
 * simulates the users of a real net and the kernel in between. */
#ifndef SUPPORT_INPROCESS_H
#define SUPPORT_INPROCESS_H

#include "net/net.h"

struct inprocess;

/* The path between the two ends. */
struct inprocess_link {
	/* Returns how many of n bytes a write of the server accepts; NULL: all of them. */
	size_t (*accepted_bytes)(void *ctx, size_t n);
	void *ctx;
};

/* Opens a connection from an address.  line may be NULL.  The connection is valid until
 * inprocess_close. */
struct inprocess *inprocess_open(
    struct net *net, const char *peer, const struct inprocess_link *line);
void inprocess_close(struct inprocess **p);

/* Sends a text to the server. */
void inprocess_send(struct inprocess *p, const char *text);

/* Reads what the server has sent, at most `most` bytes, and returns the number of bytes.  Makes
 * room for further writes. */
size_t inprocess_receive(struct inprocess *p, char *out, size_t most);

/* Closes the sending direction of this end. */
void inprocess_end(struct inprocess *p);

/* Return whether the server has closed its sending direction, and whether it has closed the
 * connection. */
bool inprocess_ended(const struct inprocess *p);
bool inprocess_closed(const struct inprocess *p);

#endif
