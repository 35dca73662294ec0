/* SPDX-License-Identifier: MIT */
/* What programs that watch the server read: /metrics in the text format of Prometheus 0.0.4,
 * /livez and /readyz.  Names, help and meaning of each figure stand in metrics.c.  Nothing in
 * them names a user, an address or a match. */
#ifndef METRICS_H
#define METRICS_H

#include "net/http.h"
#include "world/world.h"

struct metrics {
	const struct world *world;
	const struct net *net;
	struct work *work;
	const bool *stopping;
};

/* The page of a path; ctx is a struct metrics.  A net_page_fn. */
net_page_fn metrics_page;

#endif
