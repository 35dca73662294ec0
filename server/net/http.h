/* SPDX-License-Identifier: MIT */
/* Pages for monitoring programs: a few paths, GET and HEAD, answered from memory within
 * net_wait, one request for each connection (HTTP/1.1, "Connection: close").  Not for the
 * public: its cost is bounded, but a client that asks continuously crowds out the others. */
#ifndef NET_HTTP_H
#define NET_HTTP_H

#include "base/check.h"
#include "base/sbuf.h"

#define HTTP_CLIENTS_MAX 16u    /* concurrent connections; one more closes the oldest */
#define HTTP_CLIENT_TIMEOUT_S 5 /* time limit for the request and reading the answer */

struct net;
struct pack;

/* Writes the page of a path.  Returns its status: 200, 404 or 503. */
typedef int net_page_fn(void *ctx, const char *path, struct sbuf *page);

/* Listens on a numeric address until the net is freed.  May be called several times.  Returns
 * -1 with errno on failure. */
MUST_USE int net_serve_pages(
    struct net *net, const char *address, unsigned port, net_page_fn *fn, void *ctx);
/* Like net_serve_pages, with a socket that is already listening. */
MUST_USE int net_serve_pages_on_socket(struct net *net, int fd, net_page_fn *fn, void *ctx);

/* Transfers the sockets to another process, which serves the pages there. */
void net_pages_hand_over(struct net *net, struct pack *p, net_page_fn *fn, void *ctx);

#endif
