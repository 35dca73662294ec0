/* SPDX-License-Identifier: MIT */
/* A transport without sockets: both ends of a connection lie in this process, so that a test
 * plays the people of a real net, and the kernel between them. */
#ifndef SUPPORT_INPROCESS_H
#define SUPPORT_INPROCESS_H

#include "net/net.h"

struct inprocess;

/* What lies between the two ends. */
struct inprocess_line {
	/* How many of n bytes a write of the server gets rid of; NULL all of them. */
	size_t (*taken)(void *ctx, size_t n);
	void *ctx;
};

/* A new connection from an address; line may be NULL.  It lives until inprocess_close. */
struct inprocess *inprocess_open(
    struct net *net, const char *peer, const struct inprocess_line *line);
void inprocess_close(struct inprocess **p);

/* Sends a text to the server. */
void inprocess_say(struct inprocess *p, const char *text);

/* What has come: how many bytes, at most `most`.  The server may go on writing then. */
size_t inprocess_hear(struct inprocess *p, char *out, size_t most);

/* Nothing more comes from this end. */
void inprocess_end(struct inprocess *p);

/* The server has ended what it sends; it has closed the connection. */
bool inprocess_ended(const struct inprocess *p);
bool inprocess_closed(const struct inprocess *p);

#endif
