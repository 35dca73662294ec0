/* SPDX-License-Identifier: MIT */
/* Pages for programs that watch the server: a few paths, GET and HEAD, answered from memory
 * within net_wait, one for each connection (HTTP/1.1, "Connection: close").  Not for the world:
 * what it takes is bounded, but who asks all the time takes the places of the others. */
#ifndef NET_HTTP_H
#define NET_HTTP_H

#include "base/check.h"
#include "base/sbuf.h"

#define HTTP_GUESTS_MAX 16u /* at once; for one more the first of them is closed */
#define HTTP_GUEST_S 5      /* for all of it: to ask, and to read the answer */

struct net;
struct pack;

/* Writes the page of a path; its status: 200, 404, 503. */
typedef int net_page_fn(void *ctx, const char *path, struct sbuf *page);

/* Listens on a numeric address, one of some, until the net is freed.  -1 with errno. */
MUST_USE int net_serve_pages(
    struct net *net, const char *address, unsigned port, net_page_fn *fn, void *ctx);
/* The same for a socket that listens already. */
MUST_USE int net_serve_pages_on(struct net *net, int fd, net_page_fn *fn, void *ctx);

/* Its sockets go to another process, which serves these pages there. */
void net_pages_carry(struct net *net, struct pack *p, net_page_fn *fn, void *ctx);

#endif
