/* SPDX-License-Identifier: MIT */
/* The common part of the benchmarks: clocks, percentiles, processes to measure, the machine's
 * noise, results.
 *
 * A benchmark runs a bare reference program and the measured program alternately, at least
 * BENCH_RUNS times each, and reports medians and their ratio.  Absolute figures depend on the
 * machine, ratios much less. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/check.h"

#define BENCH_RUNS_MAX 16u
#define BENCH_PASSWORD "bench_secret"

/* Prints the error, ends the processes started, and exits with status 1. */
_Noreturn void bench_die(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* Prints a line of progress on standard error. */
void bench_print_note(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* Returns the number for the size of this run: `full`, or `quick` if BENCH_SIZE=quick is in the
 * environment, or `least` if BENCH_SIZE=least.  `least` is for the tests: its times mean
 * nothing, but it runs the same code as the other sizes. */
unsigned bench_scaled(unsigned full, unsigned quick, unsigned least);

/* Returns how often each measurement is repeated: five times, or twice in quick runs. */
unsigned bench_run_count(void);

/* ---- time ---- */

int64_t bench_now_ns(void); /* monotonic */
int64_t bench_cpu_ns(void); /* CPU time of this process */

/* ---- many latencies ---- */

struct samples {
	uint32_t *v; /* tenths of a microsecond: up to seven minutes */
	size_t len, cap;
};

void samples_clear(struct samples *s);
void samples_add(struct samples *s, int64_t ns);
void samples_free(struct samples *s);
/* Returns the q-quantile (0..1) in microseconds, or 0 for an empty set.  Sorts the samples. */
double samples_quantile_us(struct samples *s, double q);

/* ---- noise ---- */

/* The machine's noise, measured by a loop on every core that only reads the clock.  A gap is
 * time taken by other work. */
struct gaps {
	unsigned over_1ms;
	double longest_ms;
	double lost_percent; /* time in gaps of over 100 us */
	double seconds;      /* time measured on each core */
};

/* Measures for `ms` milliseconds and adds the result. */
void gaps_measure(struct gaps *g, unsigned ms);

/* Measures in the same way, but on the server's core the loop also syncs 24 KiB of a file every
 * 2 ms, like the turns of a server.  Returns the longest time between two syncs in
 * milliseconds: the delay that the machine causes in any loop that syncs. */
double gaps_measure_with_syncs(struct gaps *g, unsigned ms);

/* ---- processes ---- */

struct process {
	pid_t pid;
	unsigned port;
	char data_dir[512]; /* "" for none; removed at the end */
};

/* Returns the directory for results and scratch files: $BENCH_DIR, else build/bench.  Creates
 * it if necessary. */
const char *bench_dir(void);

/* Returns the path of a program in this program's build directory. */
const char *bench_sibling(const char *name);

/* Returns the name of seeded account i, which has only letters; all names have the same
 * length.  Uses static storage for 8 names. */
const char *bench_user_name(unsigned i);

/* Makes a data directory with `users` accounts whose password is BENCH_PASSWORD. kind is NULL
 * or one of: "quiet" (the users are sent nothing about others unless they use CLIP), "costly"
 * (their password hashes have the server's default cost), "playing" (each pair of users has an
 * unfinished match). */
void process_seed_users(struct process *p, unsigned users, const char *kind);

/* Starts the server ($GAMMOND, else build/plain/gammond) on the data directory, on a free
 * loopback port, on the first core or the first BENCH_CORES cores.  Returns when it listens.
 * Password hashes have the lowest possible cost or, if `costly` is set, the server's default.
 */
void process_start_server(struct process *p, bool costly);
/* Starts the server as process_start_server does, with the lines of `conf` at the end of its
 * configuration. */
void process_start_server_with(struct process *p, bool costly, const char *conf);

/* Starts gammonweb from the server's folder with the server's configuration, on the second core
 * if there are more than two. */
void process_start_web(struct process *p, const struct process *server);

/* Returns the number after the last "KEY=" in the server's log. */
double process_reported(const char *key);

/* Runs a program on the last core for at most `seconds`.  Its messages are written to
 * build/bench/NAME.log. argv ends with NULL.  Returns its exit status, or -1 if it had to be
 * killed. */
int process_run(const char *name, const char *const argv[], unsigned seconds);

/* Runs a function in a separate process on the server's core and returns its result; dies if
 * the result is 0. */
double bench_on_server_core(double (*measure)(unsigned n), unsigned n);

/* Starts ref_echo on the server's cores.  The list of options ends with NULL. */
void process_start_reference(struct process *p, const char *const options[]);

/* Ends the process and removes its data directory. */
void process_stop(struct process *p);

/* process_cpu_ns returns the CPU time of all threads of the process.  process_memory stores its
 * resident memory in bytes, and the anonymous part of this memory. */
int64_t process_cpu_ns(const struct process *p);
void process_memory(const struct process *p, double *rss_out, double *anonymous_out);

/* Returns the number of files the process has open. */
unsigned process_open_files(const struct process *p);

/* ---- this process ---- */

/* Moves this process to the last core, if there are several, and raises its limit on open files
 * to the maximum.  Returns that limit. */
unsigned bench_init(const char *argv0);

/* ---- the load generator ---- */

/* Runs gammonload of the same build against the server for at most `seconds`.  The list of
 * options ends with NULL.  Its messages are written to build/bench/gammonload.log.  Dies if it
 * fails. */
void load_run(const struct process *p, const char *const options[], unsigned seconds);

/* Return a number from the last results: a member, such as "max_ms", of an object, such as
 * "chat" (NULL: of the top level), or item i of a list.  They end the benchmark if the number
 * is missing. */
double load_result(const char *object, const char *key);
double load_list_item(const char *list, unsigned i);

/* ---- results ---- */

enum target {
	TARGET_NONE,
	RATIO_AT_LEAST,
	RATIO_AT_MOST,
	VALUE_AT_MOST,
	DIFFERENCE_AT_MOST, /* `own` minus `ref` */
};

struct row {
	const char *operation;
	const char *unit;
	const char *reference;    /* what the figure is compared with; NULL: nothing */
	const char *what_is_real; /* what is real and what is simulated */
	unsigned n;               /* connections, users, positions */
	unsigned runs;
	double own[BENCH_RUNS_MAX], ref[BENCH_RUNS_MAX];
	enum target target;
	double target_value;
	struct gaps gaps; /* noise measured in the same minute */
};

double bench_median(const double *v, unsigned n);

/* `for (unsigned i = 0; bench_next_run(i); i++)` loops bench_run_count() times and measures the
 * machine's noise before each iteration. */
bool bench_next_run(unsigned i);

/* Writes build/bench/NAME.json, and prints one line of the table for each row.  A row without
 * runs gets the runs and gaps of bench_next_run. */
void bench_report(const char *name, struct row *rows, unsigned n);

#endif
