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
counter(struct sbuf *b, const char *name, const char *help, uint64_t value)
{
	head(b, name, "counter", help);
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
write_commands(struct sbuf *b, const struct counters *c)
{
	head(b, "commands_total", "counter", "Commands given by people and programs.");
	for (unsigned i = 0; COMMANDS[i].name != NULL; i++)
		if (c->given[i] > 0)
			sbuf_addf(b, "gammond_commands_total{command=\"%s\"} %" PRIu64 "\n",
			    COMMANDS[i].name, c->given[i]);
}

static void
write_refusals(struct sbuf *b, const struct net *net)
{
	const char *name;
	uint64_t n;

	head(b, "refused_total", "counter", "Connections that were not let in.");
	for (unsigned i = 0; n = net_refused(net, i, &name), name != NULL; i++)
		sbuf_addf(b, "gammond_refused_total{reason=\"%s\"} %" PRIu64 "\n", name, n);
}

static void
write_queues(struct sbuf *b, struct work *work)
{
	unsigned others, accounts;

	work_waiting(work, &others, &accounts);
	head(b, "waiting", "gauge", "Log-ins and new accounts that wait for a thread.");
	sbuf_addf(b, "gammond_waiting{for=\"login\"} %u\ngammond_waiting{for=\"account\"} %u\n",
	    others, accounts);
}

static void
write_bots(struct sbuf *b, const struct world *w)
{
	unsigned free, busy;

	bots_count(w, &free, &busy);
	head(b, "bots", "gauge", "Bots on line.");
	sbuf_addf(b, "gammond_bots{state=\"free\"} %u\ngammond_bots{state=\"busy\"} %u\n", free,
	    busy);
}

/* Returns the time at which a file in the data directory was last changed, in seconds since
 * 1970; 0 if it does not exist. */
static int64_t
changed_s(const struct metrics *m, const char *name)
{
	char path[600];
	struct stat st;
	struct sbuf b;

	SBUF_ON(&b, path);
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

	gauge(b, "storage_refuses", "1 while nothing can be stored: /readyz says why.",
	    store_was_refusing(store));
	gauge(b, "database_connected", "1 while the database can be reached.",
	    !store_away(store));
	gauge(b, "database_bytes", "Size of the database, measured once a minute.",
	    (uint64_t)m->world->counters->database_bytes);
	if (m->config->store_engine == CONF_ENGINE_POSTGRESQL)
		return;
	if (statvfs(m->config->server_data_dir, &disk) == 0)
		gauge(b, "disk_free_bytes", "Free space on the disk of the database.",
		    (uint64_t)disk.f_bavail * disk.f_frsize);
	gauge(b, "backup_timestamp_seconds",
	    "When the newest backup was made, seconds since 1970; 0: never.",
	    (uint64_t)changed_s(m, STORE_BACKUP_MADE));
	gauge(b, "backup_failed", "1 if the last backup failed, or has damaged records.",
	    changed_s(m, STORE_BACKUP_FAILED) != 0);
}

/* Adds the findings of the last `gammond doctor`, if it has run. */
static void
write_doctor(struct sbuf *b, const struct metrics *m)
{
	char path[600], text[128];
	struct sbuf name, error;
	size_t n;
	char *findings;

	SBUF_ON(&name, path);
	SBUF_ON(&error, text);
	sbuf_addf(&name, "%s/" STORE_DOCTOR, m->config->server_data_dir);
	findings = regular_read(path, STORE_DOCTOR_MAX, &n, &error);
	if (findings != NULL)
		sbuf_addn(b, findings, n);
	free(findings);
}

/* Adds figures about the machine and the process; leaves out those that cannot be read. */
static void
write_machine(struct sbuf *b, const struct metrics *m)
{
	const uint64_t resident = process_memory(m->memory_fd);
	const uint64_t memory = process_machine_memory();
	const int64_t expiry_s = net_certificate_expiry_s(m->net);

	if (resident > 0)
		gauge(b, "resident_memory_bytes", "Memory of the server.", resident);
	if (memory > 0)
		gauge(b, "machine_memory_bytes", "Memory of the machine.", memory);
	if (expiry_s > 0)
		gauge(b, "certificate_expiry_timestamp_seconds",
		    "When the TLS certificate in use expires, seconds since 1970.",
		    (uint64_t)expiry_s);
}

static void
write_all(const struct metrics *m, struct sbuf *b)
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
	write_bots(b, w);
	gauge(b, "analysis_queue",
	    "Matches that wait for their analysis, counted once a minute.",
	    w->counters->analyses_queued);
	write_database(b, m);
	write_machine(b, m);
	write_doctor(b, m);
	gauge(b, "output_bytes", "Bytes that wait to be sent.", net_queued(m->net));
	write_queues(b, m->work);
	write_refusals(b, m->net);
	counter(b, "login_failures_total", "Wrong passwords and other failed log-ins.",
	    w->counters->login_failures);
	write_commands(b, w->counters);
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
		write_all(m, page);
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
