/* SPDX-License-Identifier: MIT */
/* The common part of the benchmarks: see bench.h.  Owns the processes that it starts and their
 * scratch directories, and removes both when the program ends, except by SIGKILL.
 * Single-threaded except in gaps_measure. */
#define _GNU_SOURCE /* CPU affinity */
#include "bench.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PROCESSES_MAX 4u
#define CORES_MAX 16u
#define ARGS_MAX 40u
#define START_TIMEOUT_S 20 /* time limit for a program to report that it listens */
#define STOP_TIMEOUT_S 10  /* time limit for a program to end after SIGTERM */
#define NOISY_GAP_MS 20.0  /* a run with a longer gap than this is marked as noisy */

static struct process *running[PROCESSES_MAX];
static char folder_of_programs[512];

/* ---- ending ---- */

static void
stop_all(void)
{
	for (unsigned i = 0; i < PROCESSES_MAX; i++)
		if (running[i] != NULL)
			process_stop(running[i]);
}

void
bench_die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)fputs("bench: ", stderr);
	(void)vfprintf(stderr, fmt, ap);
	(void)fputc('\n', stderr);
	va_end(ap);
	exit(EXIT_FAILURE);
}

void
bench_print_note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)fputs("  ", stderr);
	(void)vfprintf(stderr, fmt, ap);
	(void)fputc('\n', stderr);
	va_end(ap);
}

static void
on_signal(int signo)
{
	/* async-signal-safe: kills the children but leaves their directories */
	for (unsigned i = 0; i < PROCESSES_MAX; i++)
		if (running[i] != NULL && running[i]->pid > 0)
			(void)kill(running[i]->pid, SIGKILL);
	_exit(EXIT_FAILURE);
}

unsigned
bench_scaled(unsigned full, unsigned quick, unsigned least)
{
	const char *size = getenv("BENCH_SIZE");

	if (size == NULL || size[0] == '\0')
		return full;
	if (strcmp(size, "quick") == 0)
		return quick;
	if (strcmp(size, "least") != 0)
		bench_die("BENCH_SIZE is quick or least");
	return least;
}

unsigned
bench_run_count(void)
{
	return bench_scaled(5, 2, 1);
}

/* ---- time ---- */

static int64_t
clock_ns(clockid_t id)
{
	struct timespec t;

	(void)clock_gettime(id, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t
bench_now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

int64_t
bench_cpu_ns(void)
{
	return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

static void
sleep_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	(void)nanosleep(&t, NULL);
}

/* ---- many latencies ---- */

void
samples_clear(struct samples *s)
{
	s->len = 0;
}

void
samples_add(struct samples *s, int64_t ns)
{
	int64_t tenths = ns / 100;

	if (s->len == s->cap) {
		s->cap = s->cap == 0 ? 1u << 16 : s->cap * 2;
		s->v = realloc(s->v, s->cap * sizeof(s->v[0]));
		if (s->v == NULL)
			bench_die("out of memory");
	}
	s->v[s->len++] = tenths < 0 ? 0 : tenths > UINT32_MAX ? UINT32_MAX : (uint32_t)tenths;
}

void
samples_free(struct samples *s)
{
	free(s->v);
	*s = (struct samples){ 0 };
}

static int
compare_samples(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a;
	uint32_t y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

double
samples_quantile_us(struct samples *s, double q)
{
	size_t i;

	if (s->len == 0)
		return 0;
	qsort(s->v, s->len, sizeof(s->v[0]), compare_samples);
	i = (size_t)(q * (double)s->len);
	return s->v[i < s->len ? i : s->len - 1] / 10.0;
}

/* ---- cores ---- */

static unsigned
core_count(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : (unsigned)n;
}

/* Pins this process to n cores, starting with `core`.  On a machine with a single core, does
 * nothing. */
static void
pin(unsigned core, unsigned n)
{
	cpu_set_t set;

	if (core_count() < 2)
		return;
	CPU_ZERO(&set);
	for (unsigned i = core; i < core + n; i++)
		CPU_SET(i, &set);
	if (sched_setaffinity(0, sizeof(set), &set) != 0)
		bench_print_note(
		    "not pinned to %u cores from %u: %s", n, core, strerror(errno));
}

/* Returns the number of cores for the server and the reference program; the clients use the
 * last core. */
static unsigned
server_cores(void)
{
	const char *text = getenv("BENCH_CORES");
	unsigned n = text == NULL ? 1 : (unsigned)strtoul(text, NULL, 10);

	if (n == 0 || (n > 1 && n >= core_count()))
		bench_die("BENCH_CORES is 1 or more, and fewer than there are");
	return n;
}

/* ---- noise ---- */

struct gap_watcher {
	pthread_t thread;
	unsigned core;
	int64_t until_ns;
	int fd; /* a file to sync every 2 ms; -1: none */
	struct gaps gaps;
	double longest_sync_ms; /* the longest time from one sync to the next */
};

#define SYNC_INTERVAL_NS 2000000
#define SYNC_BYTES (24 * 1024)            /* written to the journal in a busy turn */
#define SYNC_FILE_BYTES (4 * 1024 * 1024) /* overwritten in a circle, like the journal */

/* Writes and syncs some bytes, as a server does at the end of a turn. */
static void
sync_if_due(struct gap_watcher *w, int64_t *begun_ns, int64_t *before_ns)
{
	static const char bytes[SYNC_BYTES];
	static off_t at;
	double ms;

	if (pwrite(w->fd, bytes, sizeof(bytes), at) != (ssize_t)sizeof(bytes) ||
	    fdatasync(w->fd) != 0)
		bench_die("cannot write: %s", strerror(errno));
	at = (at + SYNC_BYTES) % (SYNC_FILE_BYTES - SYNC_BYTES);
	*before_ns = bench_now_ns();
	ms = (double)(*before_ns - *begun_ns) / 1e6;
	*begun_ns = *before_ns;
	if (ms > w->longest_sync_ms)
		w->longest_sync_ms = ms;
}

static void *
watch_clock(void *ctx)
{
	struct gap_watcher *w = ctx;
	int64_t begun, before, now, pass;

	pin(w->core, 1);
	begun = before = pass = bench_now_ns();
	do {
		double ms;

		if (w->fd >= 0 && before - pass >= SYNC_INTERVAL_NS)
			sync_if_due(w, &pass, &before);
		now = bench_now_ns();
		ms = (double)(now - before) / 1e6;
		before = now;
		if (ms > 1)
			w->gaps.over_1ms++;
		if (ms > w->gaps.longest_ms)
			w->gaps.longest_ms = ms;
		if (ms > 0.1)
			w->gaps.lost_percent += ms; /* holds milliseconds until the loop ends */
	} while (now < w->until_ns);
	w->gaps.lost_percent = w->gaps.lost_percent / ((double)(now - begun) / 1e6) * 100;
	return NULL;
}

/* Measures gaps on all cores. fd: a file that the watcher on the server's core syncs; -1 for
 * none.  Returns that watcher's longest pass in milliseconds. */
static double
measure_all_cores(struct gaps *g, unsigned ms, int fd)
{
	struct gap_watcher w[CORES_MAX] = { 0 };
	unsigned n = core_count() < CORES_MAX ? core_count() : CORES_MAX;
	double seconds = ms / 1000.0, lost = 0;

	for (unsigned i = 0; i < n; i++) {
		w[i].core = i;
		w[i].fd = i == 0 ? fd : -1;
		w[i].until_ns = bench_now_ns() + (int64_t)ms * 1000000;
		if (pthread_create(&w[i].thread, NULL, watch_clock, &w[i]) != 0)
			bench_die("cannot make a thread");
	}
	for (unsigned i = 0; i < n; i++) {
		(void)pthread_join(w[i].thread, NULL);
		g->over_1ms += w[i].gaps.over_1ms;
		if (w[i].gaps.longest_ms > g->longest_ms)
			g->longest_ms = w[i].gaps.longest_ms;
		lost += w[i].gaps.lost_percent / n;
	}
	g->lost_percent =
	    (g->lost_percent * g->seconds + lost * seconds) / (g->seconds + seconds);
	g->seconds += seconds;
	return w[0].longest_sync_ms;
}

void
gaps_measure(struct gaps *g, unsigned ms)
{
	(void)measure_all_cores(g, bench_scaled(ms, ms, 10), -1);
}

double
gaps_measure_with_syncs(struct gaps *g, unsigned ms)
{
	static char zeros[SYNC_FILE_BYTES];
	char path[600];
	double longest;
	int fd;

	(void)snprintf(path, sizeof(path), "%s/data-syncs", bench_dir());
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || write(fd, zeros, sizeof(zeros)) != (ssize_t)sizeof(zeros) ||
	    fsync(fd) != 0)
		bench_die("cannot write %s: %s", path, strerror(errno));
	longest = measure_all_cores(g, bench_scaled(ms, ms, 10), fd);
	(void)close(fd);
	(void)unlink(path);
	return longest;
}

/* ---- folders ---- */

const char *
bench_dir(void)
{
	const char *dir = getenv("BENCH_DIR");

	if (dir == NULL)
		dir = "build/bench";
	if (mkdir(dir, 0777) != 0 && errno != EEXIST)
		bench_die("cannot make %s: %s", dir, strerror(errno));
	return dir;
}

const char *
bench_sibling(const char *name)
{
	static char path[640];

	(void)snprintf(path, sizeof(path), "%s/%s", folder_of_programs, name);
	return path;
}

const char *
bench_user_name(unsigned i)
{
	static char names[8][8];
	static unsigned next;
	char *name = names[next++ % 8];

	name[0] = 'b';
	for (unsigned k = 5; k >= 1; k--) {
		name[k] = (char)('a' + i % 26);
		i /= 26;
	}
	name[6] = '\0';
	return name;
}

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path);
}

static void
make_data_dir(struct process *p)
{
	(void)snprintf(p->data_dir, sizeof(p->data_dir), "%s/data-XXXXXX", bench_dir());
	if (mkdtemp(p->data_dir) == NULL)
		bench_die("cannot make %s: %s", p->data_dir, strerror(errno));
}

/* ---- processes ---- */

static void
add_running(struct process *p)
{
	for (unsigned i = 0; i < PROCESSES_MAX; i++) {
		if (running[i] == NULL || running[i] == p) {
			running[i] = p;
			return;
		}
	}
	bench_die("too many processes at once");
}

static void
remove_running(const struct process *p)
{
	for (unsigned i = 0; i < PROCESSES_MAX; i++)
		if (running[i] == p)
			running[i] = NULL;
}

/* Runs a program on n cores, starting with `core`, and writes its messages to a file. */
static void
spawn_on(struct process *p, const char *const argv[], const char *messages, unsigned core,
    unsigned n)
{
	int fd = open(messages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (fd < 0)
		bench_die("cannot write %s: %s", messages, strerror(errno));
	add_running(p);
	p->pid = fork();
	if (p->pid < 0)
		bench_die("cannot fork: %s", strerror(errno));
	if (p->pid == 0) {
		char *args[ARGS_MAX + 1u] = { 0 };

		for (unsigned i = 0; argv[i] != NULL && i < ARGS_MAX; i++)
			args[i] = strdup(argv[i]);
		pin(core, n);
		if (dup2(fd, STDERR_FILENO) >= 0 && dup2(fd, STDOUT_FILENO) >= 0)
			(void)execv(args[0], args);
		(void)fprintf(stderr, "cannot run %s: %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	(void)close(fd);
}

static void
spawn(struct process *p, const char *const argv[], const char *messages)
{
	spawn_on(p, argv, messages, 0, server_cores());
}

/* Returns the port that the program has reported, or 0 if none yet. */
static unsigned
read_port(const char *messages)
{
	static const char key[] = "listening port=";
	char text[4096];
	FILE *f = fopen(messages, "r");
	size_t n;
	char *at;

	if (f == NULL)
		return 0;
	n = fread(text, 1, sizeof(text) - 1, f);
	(void)fclose(f);
	text[n] = '\0';
	at = strstr(text, key);
	if (at == NULL || strchr(at, '\n') == NULL)
		return 0;
	return (unsigned)strtoul(at + sizeof(key) - 1, NULL, 10);
}

static void
await_port(struct process *p, const char *messages)
{
	for (unsigned i = 0; i < START_TIMEOUT_S * 100; i++) {
		p->port = read_port(messages);
		if (p->port != 0)
			return;
		if (waitpid(p->pid, NULL, WNOHANG) == p->pid) {
			p->pid = 0;
			bench_die("it did not start: see %s", messages);
		}
		sleep_ms(10);
	}
	bench_die("it does not listen: see %s", messages);
}

void
process_seed_users(struct process *p, unsigned users, const char *kind)
{
	char count[16], messages[600];
	const char *argv[] = { NULL, NULL, count, kind, NULL };
	struct process seed = { 0 };
	int status = 0;

	make_data_dir(p);
	add_running(p);
	argv[0] = bench_sibling("seed_users");
	argv[1] = p->data_dir;
	(void)snprintf(count, sizeof(count), "%u", users);
	(void)snprintf(messages, sizeof(messages), "%s/seed.log", bench_dir());
	spawn(&seed, argv, messages);
	if (waitpid(seed.pid, &status, 0) != seed.pid || !WIFEXITED(status) ||
	    WEXITSTATUS(status) != 0)
		bench_die("seeding failed: see %s", messages);
	remove_running(&seed);
}

/* Writes the server's configuration, which exempts loopback from the limits per address. */
static void
write_config(const char *path, bool costly, const char *more)
{
	FILE *f = fopen(path, "w");

	if (f == NULL ||
	    fputs("[server]\naddress = 127.0.0.1\ncore_dumps = yes\n"
		  "[limits]\nexempt = 127.0.0.0/8\n[bots]\nbeginner =\nnovice =\ncasual "
		  "=\nclub =\nadvanced =\nexpert =\nstrong =\n"
		  "[auth]\nhash_queue = 10000\n",
		f) < 0 ||
	    (!costly && fputs("argon2_mem_kib = 8\nargon2_ops = 1\n", f) < 0) ||
	    fputs(more, f) < 0 || fclose(f) != 0)
		bench_die("cannot write %s: %s", path, strerror(errno));
}

void
process_start_server(struct process *p, bool costly)
{
	process_start_server_with(p, costly, "");
}

void
process_start_server_with(struct process *p, bool costly, const char *conf)
{
	char config[600], messages[600];
	const char *program = getenv("GAMMOND");
	const char *argv[] = { NULL, "-c", config, "-d", p->data_dir, "-p", "0", NULL };

	argv[0] = program != NULL ? program : "build/plain/gammond";
	(void)snprintf(config, sizeof(config), "%s/gammond.conf", p->data_dir);
	(void)snprintf(messages, sizeof(messages), "%s/gammond.log", bench_dir());
	write_config(config, costly, conf);
	spawn(p, argv, messages);
	await_port(p, messages);
}

void
process_start_web(struct process *p, const struct process *server)
{
	const char *program = getenv("GAMMOND");
	char config[600], messages[600], web[600], *end;
	const char *argv[] = { web, "-c", config, "-p", "0", NULL };

	(void)snprintf(
	    web, sizeof(web), "%s", program != NULL ? program : "build/plain/gammond");
	end = strrchr(web, '/');
	end = end != NULL ? end + 1 : web;
	(void)snprintf(end, sizeof(web) - (size_t)(end - web), "gammonweb");
	(void)snprintf(config, sizeof(config), "%s/gammond.conf", server->data_dir);
	(void)snprintf(messages, sizeof(messages), "%s/gammonweb.log", bench_dir());
	spawn_on(p, argv, messages, core_count() > 2 ? 1 : 0, 1);
	await_port(p, messages);
}

double
process_reported(const char *key)
{
	char messages[600], line[1024], what[64];
	const char *at;
	double value = 0;
	bool found = false;
	FILE *f;

	(void)snprintf(what, sizeof(what), " %s=", key);
	(void)snprintf(messages, sizeof(messages), "%s/gammond.log", bench_dir());
	f = fopen(messages, "r");
	while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
		at = strstr(line, what);
		if (at == NULL)
			continue;
		value = strtod(at + strlen(what), NULL);
		found = true;
	}
	if (f != NULL)
		(void)fclose(f);
	if (!found)
		bench_die("%s says nothing of %s", messages, key);
	return value;
}

int
process_run(const char *name, const char *const argv[], unsigned seconds)
{
	char messages[600];
	struct process p = { 0 };
	int status = -1;

	(void)snprintf(messages, sizeof(messages), "%s/%s.log", bench_dir(), name);
	spawn_on(&p, argv, messages, core_count() - 1, 1);
	for (unsigned i = 0; i < seconds * 100; i++) {
		if (waitpid(p.pid, &status, WNOHANG) == p.pid) {
			remove_running(&p);
			return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
		}
		sleep_ms(10);
	}
	process_stop(&p);
	return -1;
}

void
process_start_reference(struct process *p, const char *const options[])
{
	char messages[600];
	const char *argv[14] = { bench_sibling("ref_echo") };
	unsigned n = 1;

	for (unsigned i = 0; options[i] != NULL && n < 10; i++) {
		argv[n++] = options[i];
		if (strcmp(options[i], "-d") ==
		    0) { /* durable: the database is in a separate directory */
			make_data_dir(p);
			argv[n++] = p->data_dir;
		}
	}
	(void)snprintf(messages, sizeof(messages), "%s/ref_echo.log", bench_dir());
	spawn(p, argv, messages);
	await_port(p, messages);
}

double
bench_on_server_core(double (*measure)(unsigned n), unsigned n)
{
	double result = 0;
	int ends[2];
	pid_t pid;

	if (pipe(ends) != 0 || (pid = fork()) < 0)
		bench_die("cannot fork: %s", strerror(errno));
	if (pid == 0) {
		pin(0, 1);
		result = measure(n);
		_exit(
		    write(ends[1], &result, sizeof(result)) == (ssize_t)sizeof(result) ? 0 : 1);
	}
	(void)close(ends[1]);
	if (read(ends[0], &result, sizeof(result)) != (ssize_t)sizeof(result) || !(result > 0))
		bench_die("the reference gives nothing");
	(void)close(ends[0]);
	(void)waitpid(pid, NULL, 0);
	return result;
}

static void
terminate(struct process *p)
{
	if (p->pid <= 0)
		return;
	(void)kill(p->pid, SIGTERM);
	for (unsigned i = 0; i < STOP_TIMEOUT_S * 100; i++) {
		if (waitpid(p->pid, NULL, WNOHANG) == p->pid) {
			p->pid = 0;
			return;
		}
		sleep_ms(10);
	}
	(void)kill(p->pid, SIGKILL);
	(void)waitpid(p->pid, NULL, 0);
	p->pid = 0;
}

void
process_stop(struct process *p)
{
	remove_running(p);
	terminate(p);
	if (p->data_dir[0] != '\0')
		(void)nftw(p->data_dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	*p = (struct process){ 0 };
}

int64_t
process_cpu_ns(const struct process *p)
{
	char path[64];
	int64_t all = 0, ns;
	struct dirent *e;
	DIR *tasks;
	FILE *f;

	(void)snprintf(path, sizeof(path), "/proc/%d/task", (int)p->pid);
	tasks = opendir(path);
	while (tasks != NULL && (e = readdir(tasks)) != NULL) {
		if (e->d_name[0] == '.')
			continue;
		(void)snprintf(path, sizeof(path), "/proc/%d/task/%.20s/schedstat", (int)p->pid,
		    e->d_name);
		f = fopen(path, "r");
		if (f != NULL && fscanf(f, "%" SCNd64, &ns) == 1)
			all += ns;
		if (f != NULL)
			(void)fclose(f);
	}
	if (tasks != NULL)
		(void)closedir(tasks);
	return all;
}

void
process_memory(const struct process *p, double *rss_out, double *anonymous_out)
{
	char path[64], line[256];
	double kib;
	FILE *f;

	*rss_out = *anonymous_out = 0;
	(void)snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", (int)p->pid);
	f = fopen(path, "r");
	if (f == NULL)
		bench_die("cannot read %s: %s", path, strerror(errno));
	while (fgets(line, sizeof(line), f) != NULL) {
		if (sscanf(line, "Rss: %lf", &kib) == 1)
			*rss_out = kib * 1024;
		else if (sscanf(line, "Anonymous: %lf", &kib) == 1)
			*anonymous_out = kib * 1024;
	}
	(void)fclose(f);
}

unsigned
process_open_files(const struct process *p)
{
	char path[64];
	unsigned n = 0;
	DIR *dir;

	(void)snprintf(path, sizeof(path), "/proc/%d/fd", (int)p->pid);
	dir = opendir(path);
	if (dir == NULL)
		bench_die("cannot read %s: %s", path, strerror(errno));
	while (readdir(dir) != NULL)
		n++;
	(void)closedir(dir);
	return n;
}

/* ---- this process ---- */

unsigned
bench_init(const char *argv0)
{
	const char *slash = strrchr(argv0, '/');
	struct rlimit limit = { 0 };
	struct sigaction act = { .sa_handler = on_signal };

	(void)snprintf(folder_of_programs, sizeof(folder_of_programs), "%.*s",
	    slash != NULL ? (int)(slash - argv0) : 1, slash != NULL ? argv0 : ".");
	(void)sigaction(SIGINT, &act, NULL);
	(void)sigaction(SIGTERM, &act, NULL);
	(void)signal(SIGPIPE, SIG_IGN);
	if (atexit(stop_all) != 0)
		bench_die("atexit");
	(void)getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit); /* children inherit the limit */
	pin(core_count() - 1, 1);
	return limit.rlim_cur > 1u << 20 ? 1u << 20 : (unsigned)limit.rlim_cur;
}

/* ---- results ---- */

static int
compare_values(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

double
bench_median(const double *v, unsigned n)
{
	double sorted[BENCH_RUNS_MAX];

	if (n == 0 || n > ARRAY_LEN(sorted))
		return 0;
	memcpy(sorted, v, n * sizeof(v[0]));
	qsort(sorted, n, sizeof(sorted[0]), compare_values);
	return n % 2 != 0 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

static double
row_ratio(const struct row *r)
{
	double ref = bench_median(r->ref, r->runs);

	return r->reference != NULL && ref > 0 ? bench_median(r->own, r->runs) / ref : 0;
}

/* Compares each run with the reference run next to it.  Returns false if a reference value is
 * 0. */
static bool
row_ratios(const struct row *r, double *least, double *most)
{
	*least = *most = row_ratio(r);
	for (unsigned i = 0; i < r->runs; i++) {
		double ratio;

		if (r->ref[i] <= 0)
			return false;
		ratio = r->own[i] / r->ref[i];
		*least = ratio < *least ? ratio : *least;
		*most = ratio > *most ? ratio : *most;
	}
	return true;
}

static bool
row_met(const struct row *r)
{
	switch (r->target) {
	case TARGET_NONE:
		return true;
	case RATIO_AT_LEAST:
		return row_ratio(r) >= r->target_value;
	case RATIO_AT_MOST:
		return row_ratio(r) <= r->target_value;
	case VALUE_AT_MOST:
		return bench_median(r->own, r->runs) <= r->target_value;
	case DIFFERENCE_AT_MOST:
		return bench_median(r->own, r->runs) - bench_median(r->ref, r->runs) <=
		       r->target_value;
	}
	return false;
}

static const char *const TARGET_WORDS[] = {
	[TARGET_NONE] = "none",
	[RATIO_AT_LEAST] = "ratio at least",
	[RATIO_AT_MOST] = "ratio at most",
	[VALUE_AT_MOST] = "value at most",
	[DIFFERENCE_AT_MOST] = "above the reference at most",
};

static const char *const TARGET_SIGNS[] = {
	[TARGET_NONE] = "",
	[RATIO_AT_LEAST] = ">=",
	[RATIO_AT_MOST] = "<=",
	[VALUE_AT_MOST] = "own <=",
	[DIFFERENCE_AT_MOST] = "ref + <=",
};

/* Writes values as JSON. Strings need no escaping, because they are constants of the
 * benchmarks. */
static void
json_runs(FILE *f, const char *key, const double *v, unsigned n)
{
	(void)fprintf(f, ", \"%s\": {\"median\": %.3f, \"runs\": [", key, bench_median(v, n));
	for (unsigned i = 0; i < n; i++)
		(void)fprintf(f, "%s%.3f", i > 0 ? ", " : "", v[i]);
	(void)fputs("]}", f);
}

static void
json_row(FILE *f, const struct row *r)
{
	(void)fprintf(
	    f, "  {\"what\": \"%s\", \"unit\": \"%s\", \"n\": %u", r->operation, r->unit, r->n);
	json_runs(f, "own", r->own, r->runs);
	if (r->reference != NULL) {
		double least, most;

		(void)fprintf(f, ", \"reference\": \"%s\"", r->reference);
		json_runs(f, "ref", r->ref, r->runs);
		if (row_ratios(r, &least, &most))
			(void)fprintf(f,
			    ", \"ratio\": %.4f, \"ratio_least\": %.4f, \"ratio_most\": %.4f",
			    row_ratio(r), least, most);
	}
	if (r->target != TARGET_NONE)
		(void)fprintf(f, ", \"target\": \"%s %g\", \"met\": %s",
		    TARGET_WORDS[r->target], r->target_value, row_met(r) ? "true" : "false");
	(void)fprintf(f, ", \"simulated\": \"%s\"", r->what_is_real);
	(void)fprintf(f,
	    ", \"idle_gaps\": {\"over_1ms\": %u, \"longest_ms\": %.2f, \"lost_percent\": %.2f, "
	    "\"seconds_of_each_core\": %.1f, \"noisy\": %s}}",
	    r->gaps.over_1ms, r->gaps.longest_ms, r->gaps.lost_percent, r->gaps.seconds,
	    r->gaps.longest_ms > NOISY_GAP_MS ? "true" : "false");
}

static void
write_json(const char *name, const struct row *rows, unsigned n)
{
	char path[256], when[32];
	time_t now = time(NULL);
	struct utsname u;
	struct tm tm;
	FILE *f;

	(void)uname(&u);
	(void)snprintf(path, sizeof(path), "%s/%s.json", bench_dir(), name);
	f = fopen(path, "w");
	if (f == NULL || gmtime_r(&now, &tm) == NULL ||
	    strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
		bench_die("cannot write %s: %s", path, strerror(errno));
	(void)fprintf(f,
	    "{\"bench\": \"%s\", \"date\": \"%s\", \"cores\": %u, \"kernel\": \"%s %s %s\",\n"
	    " \"rows\": [\n",
	    name, when, core_count(), u.sysname, u.release, u.machine);
	for (unsigned i = 0; i < n; i++) {
		json_row(f, &rows[i]);
		(void)fputs(i + 1 < n ? ",\n" : "\n", f);
	}
	(void)fputs(" ]}\n", f);
	if (fclose(f) != 0)
		bench_die("cannot write %s: %s", path, strerror(errno));
}

static void
format_number(char *text, size_t size, double v)
{
	(void)snprintf(text, size, v >= 1000 ? "%.0f" : v >= 10 ? "%.1f" : "%.3f", v);
}

static void
print_row(const struct row *r)
{
	char own[32], ref[32] = "", ratio[48] = "", target[48] = "";
	double least, most;

	format_number(own, sizeof(own), bench_median(r->own, r->runs));
	if (r->reference != NULL) {
		format_number(ref, sizeof(ref), bench_median(r->ref, r->runs));
		if (row_ratios(r, &least, &most))
			(void)snprintf(
			    ratio, sizeof(ratio), "%.2f %.2f-%.2f", row_ratio(r), least, most);
	}
	if (r->target != TARGET_NONE)
		(void)snprintf(target, sizeof(target), "%s %g %s", TARGET_SIGNS[r->target],
		    r->target_value, row_met(r) ? "met" : "MISSED");
	(void)printf("%-46s %6u %10s %10s %-6s %15s  %-22s %3u/%.1f ms%s\n", r->operation, r->n,
	    own, ref, r->unit, ratio, target, r->gaps.over_1ms, r->gaps.longest_ms,
	    r->gaps.longest_ms > NOISY_GAP_MS ? " noisy" : "");
}

static struct gaps total_gaps; /* noise of all runs together */

bool
bench_next_run(unsigned i)
{
	if (i >= bench_run_count())
		return false;
	gaps_measure(&total_gaps, 200);
	return true;
}

void
bench_report(const char *name, struct row *rows, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (rows[i].runs == 0) {
			rows[i].runs = bench_run_count();
			rows[i].gaps = total_gaps;
		}
	write_json(name, rows, n);
	for (unsigned i = 0; i < n; i++)
		print_row(&rows[i]);
	(void)fflush(stdout);
}
