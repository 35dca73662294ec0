/* SPDX-License-Identifier: MIT */
/* A busy evening: 19,000 users are online, of whom 200 pairs play, 400 watch, one in twenty
 * uses a CLIP client, and 50 talk or type commands.  Users shout, lose their connections and
 * return.  Measures latencies, and an upper bound on how long the event loop was blocked: the
 * longest wait for the answer to a trivial command sent at a fixed rate.
 *
 * Real: everything, over TCP on loopback, driven by gammonload on the other core.  Users are
 * sent news of others only once all are online. */
#include <stdio.h>
#include <string.h>

#include "bench.h"

#define USERS 19000u
#define REFERENCE_MS 8000
#define REFERENCE_TEXT "a loop that computes for 2 ms and syncs 24 KiB, both cores busy"

enum {
	ROW_P99,
	ROW_P999,
	ROW_HELD_OUTPUT,
	ROW_MOVE,
	ROW_SHOUT,
	ROW_RETURN,
	ROW_LONGEST_TURN,
	ROW_WORST_MINUTE,
	ROW_CPU,
	ROW_COUNT,
};

#define EVENING_TEXT                                                                           \
	"19,000 users (2,000 in quick runs): 200 pairs thinking 4 s, 400 watchers, 50 who "    \
	"type 200 "                                                                            \
	"unknown commands a second, a shout and 4 lost connections a second, 5 % CLIP; TCP "   \
	"on loopback"

static const struct row LIKE[ROW_COUNT] = {
	[ROW_P99] = { .operation = "evening: trivial command, p99", .unit = "ms" },
	[ROW_P999] = { .operation = "evening: trivial command, p99.9",
	    .unit = "ms",
	    .target = VALUE_AT_MOST,
	    .target_value = 8 },
	[ROW_HELD_OUTPUT] = { .reference = REFERENCE_TEXT,
	    .operation = "evening: trivial command, longest",
	    .unit = "ms",
	    .target = VALUE_AT_MOST,
	    .target_value = 10 },
	[ROW_MOVE] = { .operation = "evening: move to both boards, p99", .unit = "ms" },
	[ROW_SHOUT] = { .operation = "evening: shout to each, p99", .unit = "ms" },
	[ROW_RETURN] = { .operation = "evening: back after a loss, p99", .unit = "ms" },
	[ROW_LONGEST_TURN] = { .reference = REFERENCE_TEXT,
	    .operation = "evening: longest turn, with all log-ins",
	    .unit = "ms",
	    .target = VALUE_AT_MOST,
	    .target_value = 10 },
	[ROW_WORST_MINUTE] = { .operation = "evening: longest turn of the last minute",
	    .unit = "ms" },
	[ROW_CPU] = { .operation = "evening: most processor time of a turn",
	    .unit = "ms",
	    .target = VALUE_AT_MOST,
	    .target_value = 10 },
};

static void
run_evening(struct row *rows, unsigned i, unsigned users)
{
	char count[16], pairs[16], watchers[16], think[16], seconds[16], warm[16];
	const char *const options[] = { "--users", count, "--pairs", pairs, "--watchers",
		watchers, "--chatters", "50", "--chat", "noop", "--rate", "200", "--shouts",
		"1", "--drops", "4", "--think", think, "--clip", "5", "--then", "toggle notify",
		"--seconds", seconds, "--warm", warm, "--patience", "200", NULL };
	struct process p = { 0 };

	(void)snprintf(count, sizeof(count), "%u", users);
	(void)snprintf(pairs, sizeof(pairs), "%u", bench_scaled(200, 200, 5));
	(void)snprintf(watchers, sizeof(watchers), "%u", bench_scaled(400, 400, 10));
	(void)snprintf(think, sizeof(think), "%u", bench_scaled(4000, 4000, 400));
	(void)snprintf(seconds, sizeof(seconds), "%u", bench_scaled(8, 8, 2));
	(void)snprintf(warm, sizeof(warm), "%u", bench_scaled(2, 2, 0));
	process_seed_users(&p, users, "quiet");
	process_start_server(&p, false);
	load_run(&p, options, 280);
	process_stop(&p);
	rows[ROW_P99].own[i] = load_result("chat", "p99_ms");
	rows[ROW_P999].own[i] = load_result("chat", "p999_ms");
	rows[ROW_HELD_OUTPUT].own[i] = load_result("chat", "max_ms");
	rows[ROW_MOVE].own[i] = load_result("move", "p99_ms");
	rows[ROW_SHOUT].own[i] = load_result("shout", "p99_ms");
	rows[ROW_RETURN].own[i] = load_result("back", "p99_ms");
	rows[ROW_LONGEST_TURN].own[i] = process_reported("longest_ms");
	rows[ROW_WORST_MINUTE].own[i] = process_reported("minute_ms");
	rows[ROW_CPU].own[i] = process_reported("most_cpu_ms");
	bench_print_note(
	    "%u users on line after %.1f s; commands p99 %.2f ms, longest %.1f ms; "
	    "generator %.0f %% of its core, "
	    "longest pass %.1f ms",
	    users, load_result(NULL, "login_s"), rows[ROW_P99].own[i],
	    rows[ROW_HELD_OUTPUT].own[i], load_result(NULL, "generator_core_percent"),
	    load_result(NULL, "generator_longest_pass_ms"));
}

int
main(int argc, char **argv)
{
	struct row rows[ROW_COUNT];
	struct gaps gaps = { 0 };
	unsigned users = bench_scaled(USERS, 2000, 100);
	/* each run takes half a minute and has no reference */
	unsigned runs = bench_scaled(3, 1, 1);

	if (bench_init(argv[0]) < users + 100)
		bench_die("too few descriptors: ulimit -n");
	memcpy(rows, LIKE, sizeof(rows));
	for (unsigned i = 0; i < runs; i++) {
		rows[ROW_HELD_OUTPUT].ref[i] = rows[ROW_LONGEST_TURN].ref[i] =
		    gaps_measure_with_syncs(&gaps, REFERENCE_MS);
		run_evening(rows, i, users);
	}
	for (unsigned k = 0; k < ROW_COUNT; k++) {
		rows[k].n = users;
		rows[k].runs = runs;
		rows[k].gaps = gaps;
		rows[k].what_is_real = EVENING_TEXT;
	}
	bench_report("evening", rows, ROW_COUNT);
	return 0;
}
