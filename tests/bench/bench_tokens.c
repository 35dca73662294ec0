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
		{ .what = "dropped and back with tokens: the last one",
		    .unit = "s",
		    .target = VALUE_AT_MOST,
		    .limit = 5 },
		{ .what = "dropped and back with tokens: half of them", .unit = "s" },
	};
	unsigned users = bench_number(10000, 2000, 100);
	char count[16], storms[16];
	const char *const options[] = { "--users", count, "--tokens", "--storms", storms,
		"--seconds", "1", "--patience", "200", NULL };
	struct gaps gaps = { 0 };
	struct process p = { 0 };
	unsigned runs = bench_number(2, 1, 1);

	if (bench_init(argv[0]) < users + 100)
		bench_die("too few descriptors: ulimit -n");
	(void)snprintf(count, sizeof(count), "%u", users);
	(void)snprintf(storms, sizeof(storms), "%u", runs);
	process_seed(&p, users, "quiet");
	process_server(&p, false);
	gaps_measure(&gaps, 500);
	load_run(&p, options, 400);
	process_stop(&p);
	for (unsigned i = 0; i < runs; i++) {
		rows[0].own[i] = load_item("storm_s", i);
		rows[1].own[i] = load_figure("storm", "p50_ms") / 1000;
		bench_say("%u users: all back after %.2f s", users, rows[0].own[i]);
	}
	for (unsigned k = 0; k < 2; k++) {
		rows[k].n = users;
		rows[k].runs = runs;
		rows[k].gaps = gaps;
		rows[k].simulated = "CLIP users who all lose their connection and come back by "
				    "token; TCP on loopback";
	}
	bench_report("tokens", rows, 2);
	return 0;
}
