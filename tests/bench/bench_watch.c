/* SPDX-License-Identifier: MIT */
/* A match with 1,000 watchers: the time from sending a move until the last watcher has the
 * board, against a bare broadcast of an 80-byte line to as many connections.  The line is
 * committed to disk before it is broadcast (ref_echo -b -d).
 *
 * Real: everything, over TCP on loopback.  The players are CLIP users who wait long enough for
 * all watchers to receive one move before the next.  The watchers are TinyMUD users, so that
 * the list of users is not sent a thousand times; it is measured elsewhere. */
#include <stdlib.h>
#include <string.h>

#include "table.h"

#define WATCHERS bench_scaled(1000, 1000, 50)
#define THINK_NS ((int64_t)bench_scaled(60, 60, 300) * 1000000)
#define RUN_NS 2000000000
#define LINES 15u /* lines broadcast in each run */

struct side {
	struct process process;
	struct crowd crowd;
	struct play_table table;
	unsigned watchers, first_watcher;
	unsigned waiting; /* watchers who have not received the move */
	bool *has_received;
	bool timing_move;
	int64_t sent_ns;
	struct samples last_watcher_latencies; /* latencies of the last watcher */
	uint64_t moves_incomplete; /* moves that some watchers had not received when the next
				      move was made */
};

static const char LINE[] =
    "a line of eighty bytes, which is about what somebody who watches gets at least.\n";

static void
on_watcher_received(struct side *s, struct client *c, int64_t now_ns)
{
	if (!s->timing_move || s->has_received[c->index])
		return;
	s->has_received[c->index] = true;
	if (--s->waiting > 0)
		return;
	s->timing_move = false;
	samples_add(&s->last_watcher_latencies, now_ns - s->sent_ns);
}

static void
begin_timing(struct side *s)
{
	if (s->timing_move)
		s->moves_incomplete++;
	memset(
	    s->has_received, 0, (s->first_watcher + s->watchers) * sizeof(s->has_received[0]));
	s->waiting = s->watchers;
	s->timing_move = true;
	s->sent_ns = bench_now_ns();
}

static void
on_command_sent(void *ctx, const struct pair *p)
{
	if (p->sent_is_move)
		begin_timing(ctx);
}

static void
on_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct side *s = crowd->ctx;

	if (s->table.n_pairs > 0 && table_has_client(&s->table, c))
		table_line(&s->table, c, line, now_ns);
	else if (c->index >= s->first_watcher &&
		 (s->first_watcher == 0 || strncmp(line, "board:", 6) == 0))
		on_watcher_received(s, c, now_ns);
}

/* ---- runs ---- */

static double
measure_broadcast(struct side *s)
{
	samples_clear(&s->last_watcher_latencies);
	for (unsigned i = 0; i < LINES; i++) {
		begin_timing(s);
		crowd_send(&s->crowd.clients[0], LINE, sizeof(LINE) - 1);
		while (s->timing_move && bench_now_ns() < s->sent_ns + 5000000000)
			crowd_poll(&s->crowd, 100);
		if (s->timing_move)
			bench_die("%u connections do not hear", s->waiting);
		crowd_settle(&s->crowd, 20);
	}
	return samples_quantile_us(&s->last_watcher_latencies, 0.5) / 1000;
}

static double
measure_match(struct side *s)
{
	int64_t start = bench_now_ns();

	samples_clear(&s->last_watcher_latencies);
	s->timing_move = false;
	s->moves_incomplete = 0;
	table_start_measuring(&s->table, start, start + RUN_NS);
	while (bench_now_ns() < start + RUN_NS) {
		table_send_due(&s->table, bench_now_ns());
		crowd_poll(&s->crowd, 1);
	}
	table_stop(&s->table);
	s->timing_move = false;
	/* The last move of a game may send no board, and a slow turn may delay the last
	 * watchers. */
	if (s->last_watcher_latencies.len == 0 ||
	    s->moves_incomplete * 5 > s->last_watcher_latencies.len)
		bench_die("%llu of %llu moves were not seen by all",
		    (unsigned long long)s->moves_incomplete,
		    (unsigned long long)(s->last_watcher_latencies.len + s->moves_incomplete));
	return samples_quantile_us(&s->last_watcher_latencies, 0.5) / 1000;
}

static void
open_side(struct side *s, unsigned first, unsigned watchers)
{
	s->first_watcher = first;
	s->watchers = watchers;
	s->has_received = calloc(first + watchers, sizeof(s->has_received[0]));
	if (s->has_received == NULL)
		bench_die("out of memory");
	crowd_init(&s->crowd, s->process.port, first + watchers, on_line, s);
}

static void
seat_all(struct side *s)
{
	char command[32];
	struct sbuf b;

	crowd_log_in(&s->crowd, 2, CROWD_CLIP_LOGIN, CROWD_CLIP_LOGIN_DONE);
	crowd_log_in(&s->crowd, 2 + s->watchers, CROWD_TINY_LOGIN, CROWD_TINY_LOGIN_DONE);
	crowd_settle(&s->crowd, 200);
	table_init(&s->table, &s->crowd, 0, 1);
	s->table.think_ns = THINK_NS;
	s->table.on_sent = on_command_sent;
	s->table.ctx = s;
	table_seat(&s->table, 1);
	SBUF_INIT(&b, command);
	sbuf_addf(&b, "watch %s\r\n", bench_user_name(0));
	for (unsigned i = 0; i < s->watchers; i++)
		crowd_send(&s->crowd.clients[2 + i], command, b.len);
	crowd_settle(&s->crowd, 500);
}

static void
close_side(struct side *s)
{
	process_stop(&s->process);
	crowd_close(&s->crowd);
	if (s->table.pairs != NULL)
		table_free(&s->table);
	samples_free(&s->last_watcher_latencies);
	free(s->has_received);
}

int
main(int argc, char **argv)
{
	static const char *const durable_broadcast[] = { "-b", "-d", NULL };
	static struct side ref, own;
	struct row row = { .operation = "a move, to the last of the watchers",
		.unit = "ms",
		.n = WATCHERS,
		.reference = "bare broadcast of 80 bytes to as many, committed first",
		.what_is_real = "one match of CLIP users, TinyMUD watchers; TCP on loopback",
		.target = RATIO_AT_MOST,
		.target_value = 0.7 };

	if (bench_init(argv[0]) < 2 * WATCHERS + 100)
		bench_die("too few descriptors: ulimit -n");
	process_seed_users(&own.process, 2 + WATCHERS, "quiet");
	process_start_reference(&ref.process, durable_broadcast);
	process_start_server(&own.process, false);
	open_side(&ref, 0, WATCHERS);
	open_side(&own, 2, WATCHERS);
	crowd_connect_and_wait(&ref.crowd, WATCHERS);
	seat_all(&own);
	for (unsigned i = 0; bench_next_run(i); i++) {
		row.ref[i] = measure_broadcast(&ref);
		row.own[i] = measure_match(&own);
		bench_print_note(
		    "%u watchers: durable broadcast %.2f ms, last watcher %.2f ms (%zu moves)",
		    WATCHERS, row.ref[i], row.own[i], own.last_watcher_latencies.len);
	}
	bench_report("watch", &row, 1);
	close_side(&own);
	close_side(&ref);
	return 0;
}
