/* SPDX-License-Identifier: MIT */
/* What all benchmarks share: clocks, percentiles, processes to measure, the machine's noise,
 * results.
 *
 * A benchmark runs a bare reference program and the thing measured by turns, at least
 * BENCH_RUNS times each, and reports medians and their ratio.  Absolute figures belong to the
 * machine, ratios travel. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/check.h"

#define BENCH_RUNS_MAX 16u
#define BENCH_PASSWORD "bench_secret"

/* Says what went wrong, ends what was started, and exits with status 1. */
_Noreturn void bench_die(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* A line of progress on standard error. */
void bench_say(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* The number for this size of run: full; with BENCH_SIZE=quick in the environment quick; with
 * BENCH_SIZE=least, which is for the tests and whose times mean nothing, the smallest at which
 * everything is done that is done at the others. */
unsigned bench_number(unsigned full, unsigned quick, unsigned least);

/* How often each thing is measured: five times, in quick runs twice. */
unsigned bench_runs(void);

/* ---- time ---- */

int64_t bench_ns(void);     /* monotonic */
int64_t bench_cpu_ns(void); /* CPU time of this process */

/* ---- many latencies ---- */

struct samples {
	uint32_t *v; /* tenths of a microsecond: up to seven minutes */
	size_t len, cap;
};

void samples_clear(struct samples *s);
void samples_add(struct samples *s, int64_t ns);
void samples_free(struct samples *s);
/* The q-quantile (0..1) in microseconds; 0 when there are none.  Sorts. */
double samples_us(struct samples *s, double q);

/* ---- noise ---- */

/* A loop on every core that does nothing but read the clock: what it misses, others took. */
struct gaps {
	unsigned over_1ms;
	double longest_ms;
	double lost_percent; /* time in gaps of over 100 us */
	double seconds;      /* measured, of each core */
};

/* Adds a measurement of some milliseconds. */
void gaps_measure(struct gaps *g, unsigned ms);

/* The same, and on the server's core every 2 ms 24 KiB of a file are synced: a turn without a
 * server.  Returns how many milliseconds the longest of them took, which is what the machine
 * does to any loop that syncs. */
double gaps_with_syncs(struct gaps *g, unsigned ms);

/* ---- processes ---- */

struct process {
	pid_t pid;
	unsigned port;
	char data_dir[512]; /* "" none: removed at the end */
};

/* Where results and scratch files go: $BENCH_DIR, else build/bench; made when it is not there.
 */
const char *bench_dir(void);

/* The path of a program that was built beside this one. */
const char *bench_sibling(const char *name);

/* Name of seeded account i: letters only, all of one length.  Static storage of 8 names. */
const char *bench_user(unsigned i);

/* A new data directory with so many seeded accounts (their password is BENCH_PASSWORD).  Kind
 * is NULL, or "quiet": they hear nothing of others unless they are CLIP users; "costly": their
 * password hashes are as costly as the server makes them by default; "playing": each two of
 * them have an unfinished match. */
void process_seed(struct process *p, unsigned users, const char *kind);

/* Starts the server ($GAMMOND, else build/plain/gammond) on the data directory, on a free port
 * of loopback and on the first core, or on as many as BENCH_CORES in the environment says;
 * returns when it listens.  Password hashes are the cheapest there are, or as in the server's
 * defaults when costly. */
void process_server(struct process *p, bool costly);
/* The same, with these lines behind its configuration. */
void process_server_with(struct process *p, bool costly, const char *conf);

/* The number behind the last "KEY=" in the server's log. */
double process_told(const char *key);

/* Runs a program on the last core with its messages in build/bench/NAME.log, and waits for it
 * at most so long.  argv ends with NULL.  Its status; -1 when it had to be ended. */
int process_run(const char *name, const char *const argv[], unsigned seconds);

/* What a function gives in a process of its own on the server's core; dies when it gives 0. */
double bench_on_server_core(double (*measure)(unsigned n), unsigned n);

/* Starts the reference, on the same cores: ref_echo, with its options (ends with NULL). */
void process_reference(struct process *p, const char *const options[]);

/* Ends it and removes its data directory. */
void process_stop(struct process *p);

/* CPU time of all its threads, and memory: resident bytes in all, and those that are no file's.
 */
int64_t process_cpu_ns(const struct process *p);
void process_memory(const struct process *p, double *rss_out, double *anonymous_out);

/* How many files it has open. */
unsigned process_files(const struct process *p);

/* ---- this process ---- */

/* Moves to the last core, where there is more than one, and raises the limit of open files to
 * its most. Returns that limit. */
unsigned bench_init(const char *argv0);

/* ---- the load generator ---- */

/* Runs build/.../gammonload with these options (ends with NULL) against the server, at most so
 * many seconds, with what it says in build/bench/gammonload.log; dies when it fails. */
void load_run(const struct process *p, const char *const options[], unsigned seconds);

/* A number of its last results: "max_ms" of "chat"; of no object when that is NULL; of a list
 * item i.  Dies when there is none. */
double load_figure(const char *object, const char *key);
double load_item(const char *list, unsigned i);

/* ---- results ---- */

enum target {
	TARGET_NONE,
	RATIO_AT_LEAST,
	RATIO_AT_MOST,
	VALUE_AT_MOST,
	ABOVE_AT_MOST, /* own minus reference */
};

struct row {
	const char *what;
	const char *unit;
	const char *reference; /* what it is compared with; NULL: nothing */
	const char *simulated; /* what is real and what is not */
	unsigned n;            /* connections, users, positions */
	unsigned runs;
	double own[BENCH_RUNS_MAX], ref[BENCH_RUNS_MAX];
	enum target target;
	double limit;
	struct gaps gaps; /* of the same minute */
};

double bench_median(const double *v, unsigned n);

/* for (unsigned i = 0; bench_again(i); i++): bench_runs() times, each behind a look at the
 * noise of the machine. */
bool bench_again(unsigned i);

/* Writes build/bench/NAME.json and, on standard output, one line of the table for each row; one
 * without runs has those of bench_again, and its gaps. */
void bench_report(const char *name, struct row *rows, unsigned n);

#endif
