/* SPDX-License-Identifier: MIT */
/* The sockets on which the server listens: those passed by a service manager, otherwise those
 * of the configuration. */
#ifndef LISTENERS_H
#define LISTENERS_H

#include "config/conf.h"
#include "net/http.h"
#include "net/net.h"
#include "os/systemd.h"

/* Opens all sockets, including those for the monitoring pages.  Returns -1 after a message on
 * standard error. */
MUST_USE int listeners_open(const struct config *config, const struct systemd *systemd,
    struct net *net, net_page_fn *page, void *page_ctx);

/* Checks that the sockets can be opened, by opening them without logging.  Returns as
 * listeners_open does; the caller must free net afterwards. */
MUST_USE int listeners_try(
    const struct config *config, const struct systemd *systemd, struct net *net);

#endif
