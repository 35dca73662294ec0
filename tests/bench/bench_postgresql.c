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

#define CLIENTS bench_scaled(100, 100, 20)
#define CLIENTS_MAX 100u
#define RUN_NS ((int64_t)bench_scaled(1500, 1500, 150) * 1000000)
#define WARM_NS ((int64_t)bench_scaled(300, 300, 20) * 1000000)
#define STORE_LINKS ARRAY_LEN(LINE)

/* The first row uses SQLite, the second PostgreSQL without a relay. */
static const struct store_link {
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

struct run_results {
	struct table_figures lone, many;
};

static struct delay delays[STORE_LINKS];

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
	    delays[site].pid != 0 ? delays[site].socket_folder : getenv("PGHOST"));
}

static void
measure(unsigned site, struct run_results *r)
{
	struct process p = { 0 };
	struct crowd crowd;
	struct play_table table;
	char conf[400] = "";

	process_seed_users(&p, CLIENTS, NULL);
	if (site > 0)
		make_database(&p, site, conf, sizeof(conf));
	process_start_server_with(&p, false, conf);
	crowd_init(&crowd, p.port, CLIENTS, on_line, &table);
	table_init(&table, &crowd, 0, CLIENTS / 2);
	table_open(&table, 2);
	r->lone = table_measure(&table, &p, WARM_NS, RUN_NS);
	table_open(&table, CLIENTS - 2);
	r->many = table_measure(&table, &p, WARM_NS, RUN_NS);
	bench_print_note("%s: %.0f/s, p50 %.0f us, %.1f us of CPU each; alone p50 %.0f us",
	    site == 0 ? "SQLite" : LINE[site].name, r->many.commands, r->many.p50,
	    r->many.cpu_us, r->lone.p50);
	process_stop(&p);
	crowd_close(&crowd);
	table_free(&table);
}

enum {
	ROW_P50 = 2 * STORE_LINKS - 1,
	ROW_CPU,
	ROW_COUNT
};

#define SQLITE_TEXT "the same server with SQLite"

static void
fill(struct row *rows, struct run_results (*r)[STORE_LINKS])
{
	for (unsigned k = 1; k < STORE_LINKS; k++) {
		struct row *rate = &rows[k - 1], *lone = &rows[STORE_LINKS - 1 + k];

		*rate = (struct row){
			.operation = LINE[k].name, .unit = "1/s", .reference = SQLITE_TEXT
		};
		*lone = (struct row){ .operation = LINE[k].pair,
			.unit = "us",
			.reference = "the delay of the line",
			.target = DIFFERENCE_AT_MOST,
			.target_value = 1000 };
		for (unsigned i = 0; i < bench_run_count(); i++) {
			rate->own[i] = r[i][k].many.commands;
			rate->ref[i] = r[i][0].many.commands;
			lone->own[i] = r[i][k].lone.p50;
			lone->ref[i] = LINE[k].round_trip_us;
		}
	}
	rows[0].target = RATIO_AT_LEAST;
	rows[0].target_value = 0.5;
	rows[STORE_LINKS - 1] = (struct row){ .operation = LINE[0].pair, .unit = "us" };
	rows[ROW_P50] = (struct row){ .operation = "roll or move to the later board, here: p50",
		.unit = "us" };
	rows[ROW_CPU] = (struct row){ .operation = "server CPU for each, here", .unit = "us" };
	rows[ROW_P50].reference = rows[ROW_CPU].reference = SQLITE_TEXT;
	for (unsigned i = 0; i < bench_run_count(); i++) {
		rows[STORE_LINKS - 1].own[i] = r[i][0].lone.p50;
		rows[ROW_P50].own[i] = r[i][1].many.p50;
		rows[ROW_P50].ref[i] = r[i][0].many.p50;
		rows[ROW_CPU].own[i] = r[i][1].many.cpu_us;
		rows[ROW_CPU].ref[i] = r[i][0].many.cpu_us;
	}
	for (unsigned k = 0; k < ROW_COUNT; k++) {
		rows[k].n = k < STORE_LINKS - 1 || k >= ROW_P50 ? CLIENTS : 2;
		rows[k].what_is_real = "random legal play of 5 point matches by CLIP clients "
				       "without thinking time; PostgreSQL on the same machine";
	}
}

static void
stop_delays(void)
{
	for (unsigned k = 0; k < STORE_LINKS; k++)
		if (delays[k].pid != 0)
			delay_stop(&delays[k]);
}

int
main(int argc, char **argv)
{
	static struct run_results r[BENCH_RUNS_MAX][STORE_LINKS];
	struct row rows[ROW_COUNT];

	if (bench_init(argv[0]) < 3 * CLIENTS_MAX)
		bench_die("too few descriptors: ulimit -n");
	postgres_start_with("-c fsync=on");
	if (atexit(stop_delays) != 0)
		bench_die("out of memory");
	for (unsigned k = 2; k < STORE_LINKS; k++)
		delay_start(
		    &delays[k], getenv("PGHOST"), ".s.PGSQL.5432", LINE[k].round_trip_us);
	for (unsigned i = 0; bench_next_run(i); i++)
		for (unsigned k = 0; k < STORE_LINKS; k++)
			measure((i + k) % STORE_LINKS, &r[i][(i + k) % STORE_LINKS]);
	fill(rows, r);
	bench_report("postgresql", rows, ROW_COUNT);
	return 0;
}
