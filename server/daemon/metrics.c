/* SPDX-License-Identifier: MIT */
/* See metrics.h. */
#include "daemon/metrics.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/cmd.h"
#include "match/match.h"
#include "net/net.h"
#include "people/people.h"
#include "stats/counters.h"

static void
head(struct sbuf *b, const char *name, const char *type, const char *help)
{
	sbuf_addf(b, "# HELP gammond_%s %s\n# TYPE gammond_%s %s\n", name, help, name, type);
}

static void
gauge(struct sbuf *b, const char *name, const char *help, uint64_t value)
{
	head(b, name, "gauge", help);
	sbuf_addf(b, "gammond_%s %" PRIu64 "\n", name, value);
}

static void
histogram(struct sbuf *b, const char *name, const char *help, const struct histogram *h)
{
	uint64_t n = 0;

	head(b, name, "histogram", help);
	for (unsigned i = 0; i < HISTOGRAM_BOUNDS; i++) {
		n += h->up_to[i];
		sbuf_addf(b, "gammond_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name,
		    (double)HISTOGRAM_LE_US[i] / 1e6, n);
	}
	sbuf_addf(b, "gammond_%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, h->n);
	sbuf_addf(b, "gammond_%s_sum %.6f\n", name, (double)h->sum_us / 1e6);
	sbuf_addf(b, "gammond_%s_count %" PRIu64 "\n", name, h->n);
}

static void
commands(struct sbuf *b, const struct counters *c)
{
	head(b, "commands_total", "counter", "Commands given by people and programs.");
	for (unsigned i = 0; COMMANDS[i].name != NULL; i++)
		if (c->given[i] > 0)
			sbuf_addf(b, "gammond_commands_total{command=\"%s\"} %" PRIu64 "\n",
			    COMMANDS[i].name, c->given[i]);
}

static void
refusals(struct sbuf *b, const struct net *net)
{
	const char *name;
	uint64_t n;

	head(b, "refused_total", "counter", "Connections that were not let in.");
	for (unsigned i = 0; n = net_refused(net, i, &name), name != NULL; i++)
		sbuf_addf(b, "gammond_refused_total{reason=\"%s\"} %" PRIu64 "\n", name, n);
}

static void
queues(struct sbuf *b, struct work *work)
{
	unsigned others, accounts;

	work_waiting(work, &others, &accounts);
	head(b, "waiting", "gauge", "Log-ins and new accounts that wait for a thread.");
	sbuf_addf(b, "gammond_waiting{for=\"login\"} %u\ngammond_waiting{for=\"account\"} %u\n",
	    others, accounts);
}

static void
all(const struct metrics *m, struct sbuf *b)
{
	const struct world *w = m->world;

	head(b, "info", "gauge", "The version that runs.");
	sbuf_addf(b, "gammond_info{version=\"%s\"} 1\n", w->config.version);
	head(b, "start_time_seconds", "gauge", "When it started, seconds since 1970.");
	sbuf_addf(b, "gammond_start_time_seconds %.3f\n",
	    (double)(w->wall_ms - (w->mono_ms - w->started_ms)) / 1000);
	gauge(b, "sessions", "Connections, those not logged in included.",
	    w->people->sessions.used);
	gauge(b, "users", "Users on line.", w->online_count);
	gauge(b, "matches", "Matches that are played now.", matches_playing(w));
	gauge(b, "storage_refuses", "1 while nothing can be stored: /readyz says why.",
	    store_was_refusing(w->store));
	gauge(b, "output_bytes", "Bytes that wait to be sent.", net_queued(m->net));
	queues(b, m->work);
	refusals(b, m->net);
	commands(b, w->counters);
	histogram(b, "turn_seconds",
	    "Turns of the loop, from the first event until all was sent.", &w->counters->turns);
	histogram(b, "commit_seconds", "Commits of turns.", &w->counters->commits);
	histogram(b, "sync_seconds", "Syncs of turns, until the loop saw their end.",
	    &w->counters->syncs);
}

int
metrics_page(void *ctx, const char *path, struct sbuf *page)
{
	const struct metrics *m = ctx;

	if (strcmp(path, "/metrics") == 0) {
		all(m, page);
		return 200;
	}
	if (strcmp(path, "/livez") == 0) {
		sbuf_add(page, "ok\n");
		return 200;
	}
	if (strcmp(path, "/readyz") != 0) {
		sbuf_add(page, "/metrics /livez /readyz\n");
		return 404;
	}
	if (*m->stopping || store_was_refusing(m->world->store)) {
		sbuf_addf(
		    page, "%s\n", *m->stopping ? "stopping" : store_refusal(m->world->store));
		return 503;
	}
	sbuf_add(page, "ok\n");
	return 200;
}
