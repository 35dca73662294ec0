/* SPDX-License-Identifier: MIT */
/* The page of metrics for Prometheus.  It names no user, address or match. */
#include "client-web/metrics.h"

#include <inttypes.h>
#include <stdlib.h>

#include "os/process.h"

#include "client-web/web.h"

#define PAGE_MAX 8192u

static void
write_metric_head(struct sbuf *b, const char *name, const char *type, const char *help)
{
	sbuf_addf(
	    b, "# HELP gammonweb_%s %s\n# TYPE gammonweb_%s %s\n", name, help, name, type);
}

static void
write_metric(
    struct sbuf *b, const char *name, const char *type, const char *help, uint64_t value)
{
	write_metric_head(b, name, type, help);
	sbuf_addf(b, "gammonweb_%s %" PRIu64 "\n", name, value);
}

static void
write_counts(struct sbuf *b, const struct web *web)
{
	static const char *const REASONS[] = { "full", "per_address", "rate" };

	write_metric_head(b, "answers_total", "counter", "Answers to requests by status.");
	for (unsigned i = 0; i < ARRAY_LEN(web->pages.answers_by_status); i++)
		if (web->pages.answers_by_status[i] > 0)
			sbuf_addf(b, "gammonweb_answers_total{status=\"%u\"} %" PRIu64 "\n", i,
			    web->pages.answers_by_status[i]);
	write_metric_head(
	    b, "refused_total", "counter", "Connections and questions that were refused.");
	for (unsigned i = 0; i < REFUSED_COUNT; i++)
		sbuf_addf(b, "gammonweb_refused_total{reason=\"%s\"} %" PRIu64 "\n", REASONS[i],
		    web->conns.refused[i]);
}

struct frame *
metrics_page(const struct web *web)
{
	char space[PAGE_MAX];
	uint64_t watchers = 0;
	struct sbuf b;

	for (const struct topic *t = web->watch.matches; t != NULL; t = t->hh.next)
		watchers += t->watchers_len;
	SBUF_INIT(&b, space);
	write_metric(
	    &b, "stream_connected", "gauge", "1 if gammond answers.", stream_ready(web));
	write_metric(&b, "connections", "gauge", "Connections of browsers.", web->conns.len);
	write_metric(
	    &b, "watchers", "gauge", "Matches that browsers without a log-in watch.", watchers);
	write_metric(&b, "matches", "gauge", "Matches of which the lines are kept.",
	    HASH_COUNT(web->watch.matches));
	write_metric(&b, "sessions", "gauge", "Sessions of gammond, one for each log-in.",
	    HASH_COUNT(web->stream.sessions));
	write_metric(&b, "sent_bytes_total", "counter", "Bytes sent to browsers.",
	    web->conns.bytes_sent);
	write_metric(&b, "resident_memory_bytes", "gauge", "Memory of the process.",
	    process_memory(web->memory_fd));
	write_counts(&b, web);
	CHECK(sbuf_ok(&b));
	return frame_new("", 0, space, b.len);
}
