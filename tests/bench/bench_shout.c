/* SPDX-License-Identifier: MIT */
/* One line to all users: a shout to 10,000 users against a bare broadcast of an 80-byte line to
 * as many connections (ref_echo -b), from the time of sending to the time the last copy is
 * read.  Also the latency of 20 pairs who play while two shouts a second are sent, against the
 * same play without shouts.
 *
 * Real: everything, over TCP on loopback.  The listeners are TinyMUD users, who are sent shouts
 * but no other news.  The players are CLIP users with a tenth of a second of thinking time
 * before each command. */
#include <stdlib.h>
#include <string.h>

#include "table.h"

#define PAIRS 20u
#define THINK_NS 100000000
#define SHOUTS 5u /* in each run, one after the other */
#define PLAY_DURING_SHOUTS_NS ((int64_t)bench_scaled(2000, 2000, 400) * 1000000)
#define SHOUT_INTERVAL_NS 500000000

static const char LINE[] =
    "baaaaa shouts: a line of eighty bytes, that goes to everybody who is on line now\r\n";

struct side {
	struct process process;
	struct crowd crowd;
	struct play_table table;
	unsigned listeners, received_now;
	int64_t last_received_ns;
	uint64_t received_total;
};

static void
on_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct side *s = crowd->ctx;

	if (strncmp(line, LINE, strlen("baaaaa shouts: ")) == 0 ||
	    strncmp(line, "13 baaaaa ", 10) == 0) {
		s->received_now++;
		s->received_total++;
		s->last_received_ns = now_ns;
	} else if (s->table.n_pairs > 0 && table_has_client(&s->table, c)) {
		table_line(&s->table, c, line, now_ns);
	}
}

/* Returns the milliseconds from sending the line until the last copy is read. */
static double
measure_shout(struct side *s, const char *text, unsigned ears)
{
	int64_t start = bench_now_ns();

	s->received_now = 0;
	crowd_send(&s->crowd.clients[0], text, strlen(text));
	while (s->received_now < ears && bench_now_ns() < start + 20000000000)
		crowd_poll(&s->crowd, 100);
	if (s->received_now < ears)
		bench_die("only %u of %u heard the line", s->received_now, ears);
	return (double)(s->last_received_ns - start) / 1e6;
}

static double
median_shout_ms(struct side *s, const char *text, unsigned ears)
{
	double ms[SHOUTS];

	for (unsigned i = 0; i < SHOUTS; i++) {
		ms[i] = measure_shout(s, text, ears);
		crowd_settle(&s->crowd, 20);
	}
	return bench_median(ms, SHOUTS);
}

/* Returns the players' p99 in milliseconds. */
static double
play_during_shouts(struct side *s, const char *text)
{
	int64_t start = bench_now_ns(), next = start + SHOUT_INTERVAL_NS / 2;
	int64_t end = start + PLAY_DURING_SHOUTS_NS;

	table_start_measuring(&s->table, start, end);
	for (int64_t now = start; now < end; now = bench_now_ns()) {
		if (text != NULL && now >= next) {
			crowd_send(&s->crowd.clients[0], text, strlen(text));
			next += SHOUT_INTERVAL_NS;
		}
		table_send_due(&s->table, now);
		crowd_poll(&s->crowd, 1);
	}
	table_stop(&s->table);
	return samples_quantile_us(&s->table.latencies, 0.99) / 1000;
}

static void
open_sides(struct side *ref, struct side *own, unsigned n)
{
	static const char *const broadcast[] = { "-b", NULL };

	process_seed_users(&own->process, n + 2 * PAIRS, "quiet");
	process_start_reference(&ref->process, broadcast);
	process_start_server(&own->process, false);
	crowd_init(&ref->crowd, ref->process.port, n, on_line, ref);
	crowd_init(&own->crowd, own->process.port, n + 2 * PAIRS, on_line, own);
	own->crowd.urgent_from = n; /* the players: their latency is measured */
	/* The accounts are "quiet"; otherwise each login would send a line to all online
	 * users. */
	crowd_connect_and_wait(&ref->crowd, n);
	crowd_log_in(&own->crowd, n, CROWD_TINY_LOGIN, CROWD_TINY_LOGIN_DONE);
	crowd_log_in(&own->crowd, n + 2 * PAIRS, CROWD_CLIP_LOGIN, CROWD_CLIP_LOGIN_DONE);
	crowd_settle(&own->crowd, 300);
	table_init(&own->table, &own->crowd, n, PAIRS);
	own->table.think_ns = THINK_NS;
	table_seat(&own->table, PAIRS);
}

int
main(int argc, char **argv)
{
	static struct side ref, own;
	unsigned files;
	unsigned n = bench_scaled(10000, 2000, 100);
	struct row rows[2] = {
		{ .operation = "a shout, to the last one who reads it",
		    .unit = "ms",
		    .reference = "bare broadcast of 80 bytes",
		    .what_is_real =
			"TinyMUD users who only listen, and 20 pairs; TCP on loopback",
		    .target = RATIO_AT_MOST,
		    .target_value = 1.25 },
		{ .operation = "moves meanwhile: p99",
		    .unit = "ms",
		    .reference = "the same play without shouts",
		    .what_is_real = "20 pairs with 100 ms thinking time, 2 shouts a second to "
				    "all; TCP on loopback",
		    .target = VALUE_AT_MOST,
		    .target_value = 15 },
	};
	char command[128];
	struct sbuf b;

	files = bench_init(argv[0]);
	if (files < 1000)
		bench_die("too few descriptors: ulimit -n");
	if (n > (files - 200) / 2) /* the clients of both servers are connected at the same
				      time, in this process */
		n = (files - 200) / 2;
	SBUF_INIT(&b, command);
	sbuf_addf(&b, "shout %s", LINE + strlen("baaaaa shouts: "));
	open_sides(&ref, &own, n);
	for (unsigned i = 0; bench_next_run(i); i++) {
		rows[0].ref[i] = median_shout_ms(&ref, LINE, n);
		rows[0].own[i] = median_shout_ms(&own, command, n + 2 * PAIRS - 1);
		rows[1].ref[i] = play_during_shouts(&own, NULL);
		rows[1].own[i] = play_during_shouts(&own, command);
		bench_print_note(
		    "%u listeners: broadcast %.1f ms, shout %.1f ms; moves p99 %.2f ms "
		    "in silence, %.2f ms with "
		    "shouts",
		    n, rows[0].ref[i], rows[0].own[i], rows[1].ref[i], rows[1].own[i]);
	}
	rows[0].n = rows[1].n = n;
	bench_report("shout", rows, 2);
	process_stop(&own.process);
	process_stop(&ref.process);
	crowd_close(&own.crowd);
	crowd_close(&ref.crowd);
	table_free(&own.table);
	return 0;
}
