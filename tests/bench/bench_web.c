/* SPDX-License-Identifier: MIT */
/* A match with 5,000 watchers through gammonweb.  Measures the time from sending a move until
 * the last browser has it, against a bare broadcast of a line of the same length to as many
 * connections; that line is committed to disk before (ref_echo -b -d).  Also measures the
 * players' latency while all watch, and while 1,000 more watch without reading, against their
 * latency without watchers.  Last, measures gammonweb's memory.
 *
 * Real: everything, over TCP on loopback.  The browsers are WebSockets without a log-in, the
 * players CLIP users of gammond. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

#define WATCHERS bench_scaled(5000, 1000, 50)
#define NON_READING_BROWSERS (WATCHERS / 5) /* browsers that watch and never read */
#define NON_READING_RCVBUF 4096
#define THINK_NS 300000000
#define RUN_NS ((int64_t)bench_scaled(6, 3, 3) * 1000000000)
#define PAIRS bench_scaled(50, 50, 10) /* pairs of players; the first match is watched */
#define LINES 15u                      /* lines broadcast in each run */
#define BROADCAST_LINE_LEN 300u        /* as long as the frame of a move */

struct side {
	struct process process;
	struct crowd crowd;
	unsigned waiting; /* watchers who have not received the move */
	bool *seen;
	bool timing;
	int64_t sent_ns;
	struct samples last; /* latencies of the last watcher */
	unsigned missed;     /* moves that had not reached all watchers before the next move */
};

static struct side ref, own;
static struct process server;
static struct play_table table;
static char match_number[24]; /* the number of the match that is watched; "": not known yet */

static void
one_has_it(struct side *s, const struct client *c, int64_t now_ns)
{
	if (!s->timing || s->seen[c->index])
		return;
	s->seen[c->index] = true;
	if (--s->waiting > 0)
		return;
	s->timing = false;
	samples_add(&s->last, now_ns - s->sent_ns);
}

static void
begin(struct side *s)
{
	s->missed += s->timing;
	memset(s->seen, 0, WATCHERS * sizeof(s->seen[0]));
	s->waiting = WATCHERS;
	s->timing = true;
	s->sent_ns = bench_now_ns();
}

static void
on_sent(void *ctx, const struct pair *p)
{
	if (p == table.pairs && p->sent_is_move && ctx != NULL)
		begin(ctx);
}

static void
on_echo(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	one_has_it(&ref, c, now_ns);
}

static void
on_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	const char *m;

	if (c->index >= WATCHERS && table_has_client(&table, c)) {
		table_line(&table, c, line, now_ns);
	} else if (!c->websocket) {
		c->websocket = n == 0; /* the end of the answer to the handshake */
	} else if (strncmp(line, "{\"e\":\"act\"", 10) == 0) {
		if (strstr(line, "\"kind\":\"move\"") != NULL)
			one_has_it(&own, c, now_ns);
	} else if (strncmp(line, "{\"e\":\"match\"", 12) == 0 && match_number[0] == '\0') {
		m = strstr(line, "\"m\":") + 4;
		(void)snprintf(
		    match_number, sizeof(match_number), "%.*s", (int)strcspn(m, ","), m);
	}
}

/* ---- runs ---- */

static double
broadcast(void)
{
	static char line[BROADCAST_LINE_LEN];

	memset(line, 'x', sizeof(line));
	line[sizeof(line) - 1] = '\n';
	samples_clear(&ref.last);
	for (unsigned i = 0; i < LINES; i++) {
		begin(&ref);
		crowd_send(&ref.crowd.clients[0], line, sizeof(line));
		while (ref.timing && bench_now_ns() < ref.sent_ns + 5000000000)
			crowd_poll(&ref.crowd, 100);
		if (ref.timing)
			bench_die("%u connections do not hear", ref.waiting);
		crowd_settle(&ref.crowd, 20);
	}
	return samples_quantile_us(&ref.last, 0.5) / 1000;
}

/* Lets the players play.  Returns the 99th percentile of their latencies. */
static double
play(struct side *watched)
{
	int64_t start = bench_now_ns();

	samples_clear(&table.latencies);
	table.ctx = watched;
	/* If all acted at the same moment, most latencies would be time spent in a queue. */
	for (unsigned i = 0; i < PAIRS; i++)
		table.pairs[i].due_ns = start + THINK_NS * i / PAIRS;
	table_start_measuring(&table, start, start + RUN_NS);
	while (bench_now_ns() < start + RUN_NS) {
		table_send_due(&table, bench_now_ns());
		crowd_poll(&own.crowd, 1);
	}
	table_stop(&table);
	return samples_quantile_us(&table.latencies, 0.99);
}

/* Makes the first n clients watch the match of the first pair. */
static void
browsers_watch(struct crowd *crowd, unsigned n)
{
	const int64_t until = bench_now_ns() + INT64_C(10000000000);
	char command[96];

	match_number[0] = '\0';
	(void)snprintf(command, sizeof(command), "{\"id\":1,\"c\":\"watch\",\"player\":\"%s\"}",
	    bench_user_name(WATCHERS));
	crowd_send_frame(&crowd->clients[0], command, strlen(command));
	while (match_number[0] == '\0') {
		if (bench_now_ns() > until)
			bench_die("the match cannot be watched");
		crowd_poll(crowd, 100);
	}
	(void)snprintf(
	    command, sizeof(command), "{\"id\":1,\"c\":\"watch\",\"m\":%s}", match_number);
	for (unsigned i = 1; i < n; i++)
		crowd_send_frame(&crowd->clients[i], command, strlen(command));
	crowd_settle(crowd, 500);
}

static void
browsers_unwatch(void)
{
	static const char command[] = "{\"id\":1,\"c\":\"unwatch\"}";

	for (unsigned i = 0; i < WATCHERS; i++)
		crowd_send_frame(&own.crowd.clients[i], command, sizeof(command) - 1);
	crowd_settle(&own.crowd, 500);
}

static double
measure_watched_play(void)
{
	double p99;

	samples_clear(&own.last);
	own.timing = false;
	own.missed = 0;
	browsers_watch(&own.crowd, WATCHERS);
	p99 = play(&own);
	own.timing = false;
	browsers_unwatch();
	/* A few moves may be missed, because the last move of a game may end the match. */
	if (own.last.len == 0 || own.missed * 5 > own.last.len)
		bench_die("%u of %zu moves were not seen by all", own.missed,
		    own.last.len + own.missed);
	return p99;
}

/* The browsers connect again for each run, because gammonweb closes connections that are silent
 * for a minute. */
static double
measure_with_non_readers(void)
{
	struct crowd deaf;
	double p99;

	crowd_init(&deaf, own.process.port, NON_READING_BROWSERS, on_line, NULL);
	deaf.rcvbuf = NON_READING_RCVBUF;
	crowd_upgrade_websocket(&deaf, NON_READING_BROWSERS);
	browsers_watch(&deaf, NON_READING_BROWSERS);
	for (unsigned i = 0; i < NON_READING_BROWSERS; i++)
		crowd_stop_reading(&deaf, &deaf.clients[i]);
	p99 = play(NULL);
	crowd_close(&deaf);
	return p99;
}

/* ---- processes ---- */

static void
open_side(struct side *s, unsigned more, crowd_line_fn *line)
{
	s->seen = calloc(WATCHERS, sizeof(s->seen[0]));
	if (s->seen == NULL)
		bench_die("out of memory");
	crowd_init(&s->crowd, s->process.port, WATCHERS + more, line, s);
}

/* Returns the memory of gammonweb per watcher, in bytes. */
static double
open_browsers(void)
{
	double rss, before, after;

	process_memory(&own.process, &rss, &before);
	open_side(&own, 2 * PAIRS, on_line);
	own.crowd.urgent_from = WATCHERS;
	crowd_upgrade_websocket(&own.crowd, WATCHERS);
	own.crowd.port = server.port;
	crowd_log_in(&own.crowd, WATCHERS + 2 * PAIRS, CROWD_CLIP_LOGIN, CROWD_CLIP_LOGIN_DONE);
	crowd_settle(&own.crowd, 200);
	table_init(&table, &own.crowd, WATCHERS, PAIRS);
	table.think_ns = THINK_NS;
	table.on_sent = on_sent;
	table_seat(&table, PAIRS);
	(void)measure_watched_play();
	process_memory(&own.process, &rss, &after);
	return (after - before) / WATCHERS;
}

static void
close_side(struct side *s)
{
	process_stop(&s->process);
	crowd_close(&s->crowd);
	samples_free(&s->last);
	free(s->seen);
}

int
main(int argc, char **argv)
{
	static const char *const durable_broadcast[] = { "-b", "-d", NULL };
	static struct row rows[] = {
		{ .operation = "a move, to the last of the browsers",
		    .unit = "ms",
		    .reference = "bare broadcast of 300 bytes to as many, committed first",
		    .target = RATIO_AT_MOST,
		    .target_value = 1.25 },
		{ .operation = "players meanwhile: p99",
		    .unit = "us",
		    .reference = "the same while no browser watches",
		    .target = DIFFERENCE_AT_MOST,
		    .target_value = 1000 },
		{ .operation = "players and browsers that never read: p99",
		    .unit = "us",
		    .reference = "the same while no browser watches",
		    .target = DIFFERENCE_AT_MOST,
		    .target_value = 1000 },
		{ .operation = "gammonweb: user memory of a watcher",
		    .unit = "bytes",
		    .target = VALUE_AT_MOST,
		    .target_value = 2048 },
	};
	char conf[PATH_MAX + 128], path[PATH_MAX];
	double memory;

	if (bench_init(argv[0]) < 2 * WATCHERS + NON_READING_BROWSERS + 100)
		bench_die("too few descriptors: ulimit -n");
	process_seed_users(&server, WATCHERS + 2 * PAIRS, "quiet");
	if (realpath(server.data_dir, path) == NULL)
		bench_die("no %s", server.data_dir);
	(void)snprintf(conf, sizeof(conf),
	    "[server]\nfront_socket = %s/front\n[web]\nslots = 20000\nper_address = 20000\n",
	    path);
	process_start_server_with(&server, false, conf);
	process_start_web(&own.process, &server);
	process_start_reference(&ref.process, durable_broadcast);
	open_side(&ref, 0, on_echo);
	crowd_connect_and_wait(&ref.crowd, WATCHERS);
	memory = open_browsers();
	for (unsigned i = 0; bench_next_run(i); i++) {
		rows[0].ref[i] = broadcast();
		rows[1].ref[i] = play(NULL);
		rows[1].own[i] = measure_watched_play();
		rows[0].own[i] = samples_quantile_us(&own.last, 0.5) / 1000;
		rows[2].ref[i] = rows[1].ref[i];
		rows[2].own[i] = measure_with_non_readers();
		rows[3].own[i] = memory;
		bench_print_note(
		    "%u browsers: broadcast %.2f ms, last browser %.2f ms (%zu moves)",
		    WATCHERS, rows[0].ref[i], rows[0].own[i], own.last.len);
	}
	for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
		rows[i].n = i == 2 ? NON_READING_BROWSERS : WATCHERS;
		rows[i].what_is_real =
		    "matches of CLIP users, of which one is watched; TCP on loopback";
	}
	bench_report("web", rows, ARRAY_LEN(rows));
	table_free(&table);
	close_side(&own);
	close_side(&ref);
	process_stop(&server);
	return 0;
}
