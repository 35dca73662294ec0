/* SPDX-License-Identifier: MIT */
/* Durable moves with the database in PostgreSQL, against the same server with SQLite.
 *
 * Real: everything, as in bench_moves.c.  PostgreSQL is Debian's, runs on this machine, syncs
 * (fsync=on), and is reached through a Unix socket, directly or over a relay that adds 0, 0.5,
 * 1 or 5 ms to a round trip (delay.h).  The relay with 0 ms shows its own cost.  PostgreSQL's
 * database is in a directory in /tmp, SQLite's in the build directory: they should be on the
 * same disk. Each run makes a new database, which move-store copies to PostgreSQL.  First two
 * users play, then a hundred.
 *
 * A move has to wait for one round trip and PostgreSQL's own sync, so the latency of a single
 * pair is compared with the delay of the relay. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "delay.h"
#include "table.h"
#include "tests/support/postgres.h"

#define CLIENTS bench_number(100, 100, 20)
#define CLIENTS_MAX 100u
#define RUN_NS ((int64_t)bench_number(1500, 1500, 150) * 1000000)
#define WARM_NS ((int64_t)bench_number(300, 300, 20) * 1000000)
#define LINES ARRAY_LEN(LINE)

/* The first row uses SQLite, the second PostgreSQL without a relay. */
static const struct line {
	const char *name, *pair;
	unsigned round_trip_us;
} LINE[] = {
	{ "", "a pair alone with SQLite: p50", 0 },
	{ "rolls and moves, PostgreSQL here", "a pair alone, PostgreSQL here: p50", 0 },
	{ "the same, line of the benchmark's, 0 ms", "a pair alone, line of 0 ms: p50", 0 },
	{ "the same, 0.5 ms", "a pair alone, 0.5 ms: p50", 500 },
	{ "the same, 1 ms", "a pair alone, 1 ms: p50", 1000 },
	{ "the same, 5 ms", "a pair alone, 5 ms: p50", 5000 },
};

struct round {
	struct table_figures lone, many;
};

static struct delay delay[LINES];

static void
on_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	table_line(crowd->ctx, c, line, now_ns);
}

static void
run(const char *command)
{
	if (system(command) != 0)
		bench_die("failed: %s", command);
}

/* Copies the database of p to PostgreSQL. conf is set to the configuration that names the
 * copy. */
static void
make_database(const struct process *p, unsigned site, char *conf, size_t size)
{
	char command[200], conninfo[300];
	const char *program = getenv("GAMMOND");
	const char *argv[] = { NULL, "move-store", p->data_dir, conninfo, NULL };

	argv[0] = program != NULL ? program : "build/plain/gammond";
	run("dropdb --if-exists bench 2>/dev/null");
	(void)snprintf(
	    command, sizeof(command), "createdb -T template0 -E SQL_ASCII -l C bench");
	run(command);
	(void)snprintf(
	    conninfo, sizeof(conninfo), "host=%s user=gammond dbname=bench", getenv("PGHOST"));
	if (process_run("move_store", argv, 60) != 0)
		bench_die("move-store failed: see %s/move_store.log", bench_dir());
	(void)snprintf(conf, size,
	    "[store]\nengine = postgresql\nconninfo = host=%s user=gammond dbname=bench\n",
	    delay[site].pid != 0 ? delay[site].folder : getenv("PGHOST"));
}

static void
measure(unsigned site, struct round *r)
{
	struct process p = { 0 };
	struct crowd crowd;
	struct table table;
	char conf[400] = "";

	process_seed(&p, CLIENTS, NULL);
	if (site > 0)
		make_database(&p, site, conf, sizeof(conf));
	process_server_with(&p, false, conf);
	crowd_init(&crowd, p.port, CLIENTS, on_line, &table);
	table_init(&table, &crowd, 0, CLIENTS / 2);
	table_open(&table, 2);
	r->lone = table_measure(&table, &p, WARM_NS, RUN_NS);
	table_open(&table, CLIENTS - 2);
	r->many = table_measure(&table, &p, WARM_NS, RUN_NS);
	bench_say("%s: %.0f/s, p50 %.0f us, %.1f us of CPU each; alone p50 %.0f us",
	    site == 0 ? "SQLite" : LINE[site].name, r->many.commands, r->many.p50,
	    r->many.cpu_us, r->lone.p50);
	process_stop(&p);
	crowd_close(&crowd);
	table_free(&table);
}

enum {
	ROW_P50 = 2 * LINES - 1,
	ROW_CPU,
	ROW_COUNT
};

#define SQLITE "the same server with SQLite"

static void
fill(struct row *rows, struct round (*r)[LINES])
{
	for (unsigned k = 1; k < LINES; k++) {
		struct row *rate = &rows[k - 1], *lone = &rows[LINES - 1 + k];

		*rate =
		    (struct row){ .what = LINE[k].name, .unit = "1/s", .reference = SQLITE };
		*lone = (struct row){ .what = LINE[k].pair,
			.unit = "us",
			.reference = "the delay of the line",
			.target = ABOVE_AT_MOST,
			.limit = 1000 };
		for (unsigned i = 0; i < bench_runs(); i++) {
			rate->own[i] = r[i][k].many.commands;
			rate->ref[i] = r[i][0].many.commands;
			lone->own[i] = r[i][k].lone.p50;
			lone->ref[i] = LINE[k].round_trip_us;
		}
	}
	rows[0].target = RATIO_AT_LEAST;
	rows[0].limit = 0.5;
	rows[LINES - 1] = (struct row){ .what = LINE[0].pair, .unit = "us" };
	rows[ROW_P50] =
	    (struct row){ .what = "roll or move to the later board, here: p50", .unit = "us" };
	rows[ROW_CPU] = (struct row){ .what = "server CPU for each, here", .unit = "us" };
	rows[ROW_P50].reference = rows[ROW_CPU].reference = SQLITE;
	for (unsigned i = 0; i < bench_runs(); i++) {
		rows[LINES - 1].own[i] = r[i][0].lone.p50;
		rows[ROW_P50].own[i] = r[i][1].many.p50;
		rows[ROW_P50].ref[i] = r[i][0].many.p50;
		rows[ROW_CPU].own[i] = r[i][1].many.cpu_us;
		rows[ROW_CPU].ref[i] = r[i][0].many.cpu_us;
	}
	for (unsigned k = 0; k < ROW_COUNT; k++) {
		rows[k].n = k < LINES - 1 || k >= ROW_P50 ? CLIENTS : 2;
		rows[k].simulated = "random legal play of 5 point matches by CLIP clients "
				    "without thinking time; PostgreSQL on the same machine";
	}
}

static void
stop_lines(void)
{
	for (unsigned k = 0; k < LINES; k++)
		if (delay[k].pid != 0)
			delay_stop(&delay[k]);
}

int
main(int argc, char **argv)
{
	static struct round r[BENCH_RUNS_MAX][LINES];
	struct row rows[ROW_COUNT];

	if (bench_init(argv[0]) < 3 * CLIENTS_MAX)
		bench_die("too few descriptors: ulimit -n");
	postgres_start_with("-c fsync=on");
	if (atexit(stop_lines) != 0)
		bench_die("out of memory");
	for (unsigned k = 2; k < LINES; k++)
		delay_start(
		    &delay[k], getenv("PGHOST"), ".s.PGSQL.5432", LINE[k].round_trip_us);
	for (unsigned i = 0; bench_again(i); i++)
		for (unsigned k = 0; k < LINES; k++)
			measure((i + k) % LINES, &r[i][(i + k) % LINES]);
	fill(rows, r);
	bench_report("postgresql", rows, ROW_COUNT);
	return 0;
}
