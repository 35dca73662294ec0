/* SPDX-License-Identifier: MIT */
/* See metrics.h. */
#include "daemon/metrics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "bot/bot.h"
#include "cmd/cmd.h"
#include "file/regular.h"
#include "match/match.h"
#include "net/net.h"
#include "os/process.h"
#include "people/people.h"
#include "stats/counters.h"

static void
write_metric_head(struct sbuf *b, const char *name, const char *type, const char *help)
{
	sbuf_addf(b, "# HELP gammond_%s %s\n# TYPE gammond_%s %s\n", name, help, name, type);
}

static void
write_gauge(struct sbuf *b, const char *name, const char *help, uint64_t value)
{
	write_metric_head(b, name, "gauge", help);
	sbuf_addf(b, "gammond_%s %" PRIu64 "\n", name, value);
}

static void
write_counter(struct sbuf *b, const char *name, const char *help, uint64_t value)
{
	write_metric_head(b, name, "counter", help);
	sbuf_addf(b, "gammond_%s %" PRIu64 "\n", name, value);
}

static void
write_histogram(struct sbuf *b, const char *name, const char *help, const struct histogram *h)
{
	uint64_t n = 0;

	write_metric_head(b, name, "histogram", help);
	for (unsigned i = 0; i < HISTOGRAM_BOUNDS; i++) {
		n += h->bucket_counts[i];
		sbuf_addf(b, "gammond_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name,
		    (double)HISTOGRAM_UPPER_BOUNDS_US[i] / 1e6, n);
	}
	sbuf_addf(b, "gammond_%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, h->n);
	sbuf_addf(b, "gammond_%s_sum %.6f\n", name, (double)h->sum_us / 1e6);
	sbuf_addf(b, "gammond_%s_count %" PRIu64 "\n", name, h->n);
}

static void
write_commands(struct sbuf *b, const struct counters *c)
{
	write_metric_head(
	    b, "commands_total", "counter", "Commands given by people and programs.");
	for (unsigned i = 0; COMMANDS[i].name != NULL; i++)
		if (c->commands_by_row[i] > 0)
			sbuf_addf(b, "gammond_commands_total{command=\"%s\"} %" PRIu64 "\n",
			    COMMANDS[i].name, c->commands_by_row[i]);
}

static void
write_refusals(struct sbuf *b, const struct net *net)
{
	const char *name;
	uint64_t n;

	write_metric_head(b, "refused_total", "counter", "Connections that were not let in.");
	for (unsigned i = 0; n = net_refused_count(net, i, &name), name != NULL; i++)
		sbuf_addf(b, "gammond_refused_total{reason=\"%s\"} %" PRIu64 "\n", name, n);
}

static void
write_queues(struct sbuf *b, struct work *work)
{
	unsigned others, accounts;

	work_count_waiting(work, &others, &accounts);
	write_metric_head(
	    b, "waiting", "gauge", "Log-ins and new accounts that wait for a thread.");
	sbuf_addf(b, "gammond_waiting{for=\"login\"} %u\ngammond_waiting{for=\"account\"} %u\n",
	    others, accounts);
}

static void
write_bots(struct sbuf *b, const struct world *w)
{
	unsigned free, busy;

	bots_count(w, &free, &busy);
	write_metric_head(b, "bots", "gauge", "Bots on line.");
	sbuf_addf(b, "gammond_bots{state=\"free\"} %u\ngammond_bots{state=\"busy\"} %u\n", free,
	    busy);
}

/* Returns the time at which a file in the data directory was last changed, in seconds since
 * 1970; 0 if it does not exist. */
static int64_t
file_changed_s(const struct metrics *m, const char *name)
{
	char path[600];
	struct stat st;
	struct sbuf b;

	SBUF_INIT(&b, path);
	sbuf_addf(&b, "%s/%s", m->config->server_data_dir, name);
	return stat(path, &st) == 0 ? (int64_t)st.st_mtime : 0;
}

/* Adds figures about the database.  With PostgreSQL there are fewer, because gammond does not
 * back up the database and it is not in the data directory. */
static void
write_database(struct sbuf *b, const struct metrics *m)
{
	const struct store *store = m->world->store;
	struct statvfs disk;

	write_gauge(b, "storage_refuses", "1 while nothing can be stored: /readyz says why.",
	    store_was_refusing(store));
	write_gauge(b, "database_connected", "1 while the database can be reached.",
	    !store_unreachable(store));
	write_gauge(b, "database_bytes", "Size of the database, measured once a minute.",
	    (uint64_t)m->world->counters->database_bytes);
	if (m->config->store_engine == CONF_ENGINE_POSTGRESQL)
		return;
	if (statvfs(m->config->server_data_dir, &disk) == 0)
		write_gauge(b, "disk_free_bytes", "Free space on the disk of the database.",
		    (uint64_t)disk.f_bavail * disk.f_frsize);
	write_gauge(b, "backup_timestamp_seconds",
	    "When the newest backup was made, seconds since 1970; 0: never.",
	    (uint64_t)file_changed_s(m, STORE_BACKUP_MADE_FILE));
	write_gauge(b, "backup_failed", "1 if the last backup failed, or has damaged records.",
	    file_changed_s(m, STORE_BACKUP_FAILED_FILE) != 0);
}

/* Adds the findings of the last `gammond doctor`, if it has run. */
static void
write_doctor_findings(struct sbuf *b, const struct metrics *m)
{
	char path[600], text[128];
	struct sbuf name, error;
	size_t n;
	char *findings;

	SBUF_INIT(&name, path);
	SBUF_INIT(&error, text);
	sbuf_addf(&name, "%s/" DOCTOR_FILE, m->config->server_data_dir);
	findings = regular_read(path, STORE_DOCTOR_MAX, &n, &error);
	if (findings != NULL)
		sbuf_addn(b, findings, n);
	free(findings);
}

/* Adds figures about the machine and the process; leaves out those that cannot be read. */
static void
write_machine_gauges(struct sbuf *b, const struct metrics *m)
{
	const uint64_t resident = process_memory(m->memory_fd);
	const uint64_t memory = process_machine_memory();
	const int64_t expiry_s = net_certificate_expiry_s(m->net);

	if (resident > 0)
		write_gauge(b, "resident_memory_bytes", "Memory of the server.", resident);
	if (memory > 0)
		write_gauge(b, "machine_memory_bytes", "Memory of the machine.", memory);
	if (expiry_s > 0)
		write_gauge(b, "certificate_expiry_timestamp_seconds",
		    "When the TLS certificate in use expires, seconds since 1970.",
		    (uint64_t)expiry_s);
}

static void
write_all_metrics(const struct metrics *m, struct sbuf *b)
{
	const struct world *w = m->world;

	write_metric_head(b, "info", "gauge", "The version that runs.");
	sbuf_addf(b, "gammond_info{version=\"%s\"} 1\n", w->config.version);
	write_metric_head(
	    b, "start_time_seconds", "gauge", "When it started, seconds since 1970.");
	sbuf_addf(b, "gammond_start_time_seconds %.3f\n",
	    (double)(w->wall_ms - (w->mono_ms - w->started_ms)) / 1000);
	write_gauge(b, "sessions", "Connections, those not logged in included.",
	    w->people->sessions.used);
	write_gauge(b, "users", "Users on line.", w->online_count);
	write_gauge(b, "matches", "Matches that are played now.", matches_live_count(w));
	write_bots(b, w);
	write_gauge(b, "analysis_queue",
	    "Matches that wait for their analysis, counted once a minute.",
	    w->counters->analyses_queued);
	write_database(b, m);
	write_machine_gauges(b, m);
	write_doctor_findings(b, m);
	write_gauge(b, "output_bytes", "Bytes that wait to be sent.", net_queued_bytes(m->net));
	write_queues(b, m->work);
	write_refusals(b, m->net);
	write_counter(b, "login_failures_total", "Wrong passwords and other failed log-ins.",
	    w->counters->login_failures);
	write_commands(b, w->counters);
	write_histogram(b, "turn_seconds",
	    "Turns of the loop, from the first event until all was sent.",
	    &w->counters->turn_times);
	write_histogram(b, "commit_seconds", "Commits of turns.", &w->counters->commit_times);
	write_histogram(b, "sync_seconds", "Syncs of turns, until the loop saw their end.",
	    &w->counters->sync_times);
}

int
metrics_page(void *ctx, const char *path, struct sbuf *page)
{
	const struct metrics *m = ctx;

	if (strcmp(path, "/metrics") == 0) {
		write_all_metrics(m, page);
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
		sbuf_addf(page, "%s\n",
		    *m->stopping ? "stopping" : store_refusal_reason(m->world->store));
		return 503;
	}
	sbuf_add(page, "ok\n");
	return 200;
}
