/* SPDX-License-Identifier: MIT */
/* 10,000 CLIP users lose their connections at the same moment and return at once, each with a
 * token.  Measures the time until each has read lines 1 and 2 of the greeting and can play.
 * The list of users is sent after that, in pages.
 *
 * Real: everything, over TCP on loopback, driven by gammonload; at most 3,000 connections wait
 * at a time, because Linux limits the queue of a listening socket to 4,096. */
#include <stdio.h>

#include "bench.h"

int
main(int argc, char **argv)
{
	struct row rows[2] = {
		{ .operation = "dropped and back with tokens: the last one",
		    .unit = "s",
		    .target = VALUE_AT_MOST,
		    .target_value = 5 },
		{ .operation = "dropped and back with tokens: half of them", .unit = "s" },
	};
	unsigned users = bench_scaled(10000, 2000, 100);
	char count[16], storms[16];
	const char *const options[] = { "--users", count, "--tokens", "--storms", storms,
		"--seconds", "1", "--patience", "200", NULL };
	struct gaps gaps = { 0 };
	struct process p = { 0 };
	unsigned runs = bench_scaled(2, 1, 1);

	if (bench_init(argv[0]) < users + 100)
		bench_die("too few descriptors: ulimit -n");
	(void)snprintf(count, sizeof(count), "%u", users);
	(void)snprintf(storms, sizeof(storms), "%u", runs);
	process_seed_users(&p, users, "quiet");
	process_start_server(&p, false);
	gaps_measure(&gaps, 500);
	load_run(&p, options, 400);
	process_stop(&p);
	for (unsigned i = 0; i < runs; i++) {
		rows[0].own[i] = load_list_item("storm_s", i);
		rows[1].own[i] = load_result("storm", "p50_ms") / 1000;
		bench_print_note("%u users: all back after %.2f s", users, rows[0].own[i]);
	}
	for (unsigned k = 0; k < 2; k++) {
		rows[k].n = users;
		rows[k].runs = runs;
		rows[k].gaps = gaps;
		rows[k].what_is_real =
		    "CLIP users who all lose their connection and come back by "
		    "token; TCP on loopback";
	}
	bench_report("tokens", rows, 2);
	return 0;
}
