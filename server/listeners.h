/* SPDX-License-Identifier: MIT */
/* The sockets on which the server listens: those that a service manager hands over, else those
 * of the configuration. */
#ifndef LISTENERS_H
#define LISTENERS_H

#include "conf.h"
#include "net/http.h"
#include "net/net.h"
#include "systemd.h"

/* All of them, those for programs that watch the server too.  -1 and the reason on standard
 * error. */
MUST_USE int listeners_open(const struct config *config, const struct systemd *systemd,
    struct net *net, net_page_fn *page, void *page_ctx);

/* The same, only to see whether it can be done: net is to be freed then. */
MUST_USE int listeners_try(
    const struct config *config, const struct systemd *systemd, struct net *net);

#endif
