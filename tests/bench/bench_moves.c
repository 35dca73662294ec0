/* SPDX-License-Identifier: MIT */
/* Durable moves: pairs of CLIP clients play matches of five points, against an echo that writes
 * one row for each line and answers after a commit (ref_echo -d).
 *
 * Real: everything, over TCP on loopback; the database is on the disk of the build directory.
 * A player rolls when asked and plays a random legal play for the `board:` line, from a seed,
 * without doubling or thinking time.  A roll and a move each store an action, are committed,
 * and send both players a board; latency is from the command to the later of the two boards.
 * Only one player of a pair can act at a time, so 100 connections have 50 pending commands. The
 * echo is measured with 100 and with 50 pending lines.  Processor time includes all threads, so
 * analysis is switched off. */
#include <stdlib.h>
#include <string.h>

#include "table.h"

#define CLIENTS 100u
#define RUN_NS ((int64_t)bench_scaled(1500, 1500, 150) * 1000000)
#define WARM_NS ((int64_t)bench_scaled(200, 200, 20) * 1000000)

/* ---- the echo ---- */

struct echo {
	struct process process;
	struct crowd crowd;
	int64_t sent_ns[CLIENTS];
	int64_t measure_from_ns, measure_to_ns;
	uint64_t answers;
	unsigned pending_requests;
	struct samples latencies;
};

static void
echo_send(struct echo *e, struct client *c)
{
	static const char request[] = "move 24-18 13-11 / roll / move\r\n"; /* 32 bytes */

	e->sent_ns[c->index] = bench_now_ns();
	e->pending_requests++;
	crowd_send(c, request, sizeof(request) - 1);
}

static void
echo_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct echo *e = crowd->ctx;

	e->pending_requests--;
	if (now_ns >= e->measure_from_ns && now_ns < e->measure_to_ns) {
		e->answers++;
		samples_add(&e->latencies, now_ns - e->sent_ns[c->index]);
	}
	if (now_ns < e->measure_to_ns)
		echo_send(e, c);
}

static struct table_figures
echo_measure(struct echo *e, unsigned n)
{
	int64_t start = bench_now_ns(), cpu = process_cpu_ns(&e->process),
		own_cpu = bench_cpu_ns(), took;

	e->measure_from_ns = start + WARM_NS;
	e->measure_to_ns = e->measure_from_ns + RUN_NS;
	e->answers = 0;
	samples_clear(&e->latencies);
	for (unsigned i = 0; i < n; i++)
		echo_send(e, &e->crowd.clients[i]);
	while (e->pending_requests > 0 && bench_now_ns() < e->measure_to_ns + 5000000000)
		crowd_poll(&e->crowd, 10);
	if (e->pending_requests > 0)
		bench_die("the echo does not answer");
	took = bench_now_ns() - start;
	cpu = process_cpu_ns(&e->process) - cpu;
	own_cpu = bench_cpu_ns() - own_cpu;
	return (struct table_figures){
		.commands = (double)e->answers * 1e9 / (double)RUN_NS,
		.p50 = samples_quantile_us(&e->latencies, 0.5),
		.p99 = samples_quantile_us(&e->latencies, 0.99),
		.cpu_us =
		    (double)cpu / 1000 / ((double)e->answers * (double)took / (double)RUN_NS),
		.client_percent = (double)own_cpu / (double)took * 100,
	};
}

/* ---- the players ---- */

struct play_side {
	struct process process;
	struct crowd crowd;
	struct play_table table;
};

static void
play_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct play_side *p = crowd->ctx;

	table_line(&p->table, c, line, now_ns);
}

/* ---- alternating runs ---- */

struct run_results {
	struct table_figures echo, echo_half, table;
};

static void
measure_lone_pair(struct echo *e, struct play_side *t, struct run_results *r, struct gaps *gaps)
{
	crowd_log_in(&e->crowd, 1, NULL, "");
	table_open(&t->table, 2);
	for (unsigned i = 0; i < bench_run_count(); i++) {
		gaps_measure(gaps, 200);
		r[i].echo = echo_measure(e, 1);
		r[i].table = table_measure(&t->table, &t->process, WARM_NS, RUN_NS);
		bench_print_note(
		    "alone: durable echo p50 %.0f us, a pair's commands p50 %.0f us",
		    r[i].echo.p50, r[i].table.p50);
	}
}

static void
measure_many_pairs(
    struct echo *e, struct play_side *t, struct run_results *r, struct gaps *gaps)
{
	crowd_log_in(&e->crowd, CLIENTS, NULL, "");
	table_open(&t->table, CLIENTS - 2);
	for (unsigned i = 0; i < bench_run_count(); i++) {
		gaps_measure(gaps, 200);
		r[i].echo = echo_measure(e, CLIENTS);
		r[i].echo_half = echo_measure(e, CLIENTS / 2);
		r[i].table = table_measure(&t->table, &t->process, WARM_NS, RUN_NS);
		bench_print_note(
		    "%u clients: durable echo %.0f/s (%u under way: %.0f/s), commands "
		    "%.0f/s of which moves "
		    "%.0f/s, client core %.0f %% busy",
		    CLIENTS, r[i].echo.commands, CLIENTS / 2, r[i].echo_half.commands,
		    r[i].table.commands, r[i].table.moves, r[i].table.client_percent);
	}
}

enum {
	ROW_COMMANDS,
	ROW_HALF_CONNECTIONS,
	ROW_MOVES,
	ROW_P50,
	ROW_P99,
	ROW_CPU,
	ROW_LONE_PAIR,
	ROW_LONE_P99,
	ROW_COUNT,
};

#define ECHO_100_TEXT                                                                          \
	"bare durable echo: libevent, one row and one answer a line, one FULL commit a pass; " \
	"as many connections"
#define ECHO_50_TEXT                                                                           \
	"the same with half of the connections, so that as many requests are under way"
#define PLAY_TEXT                                                                              \
	"random legal play of 5 point matches by CLIP clients without thinking time; TCP on "  \
	"loopback"

static void
fill_rows(struct row *rows, const struct run_results *m, const struct run_results *l)
{
	static const struct row like[ROW_COUNT] = {
		[ROW_COMMANDS] = { .operation = "durable rolls and moves, 100 clients",
		    .unit = "1/s",
		    .reference = ECHO_100_TEXT,
		    .target = RATIO_AT_LEAST,
		    .target_value = 0.6 },
		[ROW_HALF_CONNECTIONS] = { .operation =
					       "the same against an echo of 50 clients",
		    .unit = "1/s",
		    .reference = ECHO_50_TEXT },
		[ROW_MOVES] = { .operation = "of them moves",
		    .unit = "1/s",
		    .reference = ECHO_100_TEXT },
		[ROW_P50] = { .operation = "roll or move to the later board: p50",
		    .unit = "us",
		    .reference = ECHO_50_TEXT,
		    .target = VALUE_AT_MOST,
		    .target_value = 1300 },
		[ROW_P99] = { .operation = "roll or move to the later board: p99",
		    .unit = "us",
		    .reference = ECHO_50_TEXT },
		[ROW_CPU] = { .operation = "server CPU for each",
		    .unit = "us",
		    .reference = ECHO_50_TEXT,
		    .target = RATIO_AT_MOST,
		    .target_value = 1.6 },
		[ROW_LONE_PAIR] = { .operation = "one pair alone, to the later board: p50",
		    .unit = "us",
		    .reference = ECHO_100_TEXT,
		    .target = RATIO_AT_MOST,
		    .target_value = 1.25 },
		[ROW_LONE_P99] = { .operation = "one pair alone, to the later board: p99",
		    .unit = "us",
		    .reference = ECHO_100_TEXT },
	};

	for (unsigned k = 0; k < ROW_COUNT; k++) {
		rows[k] = like[k];
		rows[k].what_is_real = PLAY_TEXT;
		rows[k].n = k < ROW_LONE_PAIR ? CLIENTS : 2;
		rows[k].runs = bench_run_count();
	}
	for (unsigned i = 0; i < bench_run_count(); i++) {
		rows[ROW_COMMANDS].own[i] = rows[ROW_HALF_CONNECTIONS].own[i] =
		    m[i].table.commands;
		rows[ROW_COMMANDS].ref[i] = rows[ROW_MOVES].ref[i] = m[i].echo.commands;
		rows[ROW_HALF_CONNECTIONS].ref[i] = m[i].echo_half.commands;
		rows[ROW_MOVES].own[i] = m[i].table.moves;
		rows[ROW_P50].own[i] = m[i].table.p50;
		rows[ROW_P50].ref[i] = m[i].echo_half.p50;
		rows[ROW_P99].own[i] = m[i].table.p99;
		rows[ROW_P99].ref[i] = m[i].echo_half.p99;
		rows[ROW_CPU].own[i] = m[i].table.cpu_us;
		rows[ROW_CPU].ref[i] = m[i].echo_half.cpu_us;
		rows[ROW_LONE_PAIR].own[i] = l[i].table.p50;
		rows[ROW_LONE_PAIR].ref[i] = l[i].echo.p50;
		rows[ROW_LONE_P99].own[i] = l[i].table.p99;
		rows[ROW_LONE_P99].ref[i] = l[i].echo.p99;
	}
}

int
main(int argc, char **argv)
{
	static const char *const durable[] = { "-d", NULL };
	static struct play_side table;
	static struct echo echo;
	struct run_results m[BENCH_RUNS_MAX], l[BENCH_RUNS_MAX];
	struct gaps gaps[2] = { 0 };
	struct row rows[ROW_COUNT];

	if (bench_init(argv[0]) < 3 * CLIENTS)
		bench_die("too few descriptors: ulimit -n");
	process_seed_users(&table.process, CLIENTS, NULL);
	process_start_reference(&echo.process, durable);
	process_start_server_with(&table.process, false, "[analysis]\nanalyse = no\n");
	crowd_init(&echo.crowd, echo.process.port, CLIENTS, echo_line, &echo);
	crowd_init(&table.crowd, table.process.port, CLIENTS, play_line, &table);
	table_init(&table.table, &table.crowd, 0, CLIENTS / 2);
	measure_lone_pair(&echo, &table, l, &gaps[0]);
	measure_many_pairs(&echo, &table, m, &gaps[1]);
	fill_rows(rows, m, l);
	for (unsigned k = 0; k < ROW_COUNT; k++)
		rows[k].gaps = gaps[k < ROW_LONE_PAIR];
	bench_report("moves", rows, ROW_COUNT);
	bench_print_note("%llu matches were finished", (unsigned long long)table.table.matches);
	process_stop(&table.process);
	process_stop(&echo.process);
	crowd_close(&table.crowd);
	crowd_close(&echo.crowd);
	samples_free(&echo.latencies);
	table_free(&table.table);
	return 0;
}
