/* SPDX-License-Identifier: MIT */
/* Pages for monitoring programs: /metrics in Prometheus's text format, version 0.0.4,
 * /livez and /readyz.  The pages name no user, address or match.  metrics.c defines the
 * metrics. */
#ifndef METRICS_H
#define METRICS_H

#include "config/conf.h"
#include "net/http.h"
#include "world/world.h"

struct metrics {
	const struct world *world;
	const struct net *net;
	struct work *work;
	const struct config *config;
	const bool *stopping;
	int memory_fd; /* as returned by process_memory_open */
};

/* Writes the page of a path; ctx is a struct metrics.  A net_page_fn. */
net_page_fn metrics_page;

#endif
