/* SPDX-License-Identifier: MIT */
/* The round trip of a trivial command (an unknown word), against the line echo of ref_echo:
 * with 1, 100 and 1,000 connections that always have one pending request (closed loop), and
 * with up to 10,000 at a fixed rate of arrival (open loop).  With 100 connections, also against
 * an echo without libevent.
 *
 * Real: everything, over TCP on loopback.  In a closed loop, latency is measured from the time
 * of sending; in the open loop from the time the request was due, so that a stall of the server
 * counts for every request it delayed.  The first 1,000 users are CLIP users.  Those for the
 * open loop are TinyMUD users, so that the list of users is not sent ten thousand times. */
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

#define FEW 100u
#define CLOSED_LOOP_CONNS bench_scaled(1000, 1000, 200) /* connections of the closed loop */
#define OPEN_LOOP_CONNS bench_scaled(10000, 2000, 300)  /* connections of the open loop */
#define RUN_NS ((int64_t)bench_scaled(900, 900, 90) * 1000000)
#define WARM_NS ((int64_t)bench_scaled(100, 100, 10) * 1000000)
#define OPEN_LOOP_RATE 10000 /* arrivals per second in the open loop */
#define PENDING_MAX 64u      /* maximum pending requests of one connection */

static const char REQUEST[] =
    "an_unknown_word_of_30_letters_\r\n"; /* 32 bytes, also sent to ref_echo */

struct pending_requests {
	int64_t due_ns[PENDING_MAX];
	unsigned first, n;
};

struct side {
	struct process process;
	const char *name;
	struct crowd crowd;
	const char *login_format, *login_done_prefix,
	    *answer_prefix; /* answer: how each answer begins */
	struct pending_requests *pending;
	struct samples latencies;
	int64_t measure_from_ns, measure_to_ns; /* answers in this period count */
	uint64_t answers;
	bool closed_loop;   /* each answer is followed by the next request */
	unsigned pending_n; /* pending requests */
};

struct figures {
	double rate, p50, p99, p999, cpu_us, client_percent;
};

/* ---- requests and answers ---- */

static void
ask(struct side *s, struct client *c, int64_t due_ns)
{
	struct pending_requests *f = &s->pending[c->index];

	if (f->n == PENDING_MAX)
		bench_die("connection %u: %u requests are not answered", c->index, f->n);
	f->due_ns[(f->first + f->n++) % PENDING_MAX] = due_ns;
	s->pending_n++;
	crowd_send(c, REQUEST, sizeof(REQUEST) - 1);
}

static void
on_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct side *s = crowd->ctx;
	struct pending_requests *f = &s->pending[c->index];

	if (strncmp(line, s->answer_prefix, strlen(s->answer_prefix)) != 0)
		return;
	if (f->n == 0)
		bench_die("connection %u: an answer to nothing: %s", c->index, line);
	if (now_ns >= s->measure_from_ns && now_ns < s->measure_to_ns) {
		s->answers++;
		samples_add(&s->latencies, now_ns - f->due_ns[f->first]);
	}
	f->first = (f->first + 1) % PENDING_MAX;
	f->n--;
	s->pending_n--;
	if (s->closed_loop && now_ns < s->measure_to_ns)
		ask(s, c, now_ns);
}

static void
await_pending(struct side *s)
{
	int64_t until = bench_now_ns() + 5000000000;

	while (s->pending_n > 0 && bench_now_ns() < until)
		crowd_poll(&s->crowd, 100);
	if (s->pending_n > 0)
		bench_die("%u requests are not answered", s->pending_n);
}

static void
open_loop(struct side *s, unsigned n)
{
	int64_t start = bench_now_ns();
	int64_t sent = 0;

	for (int64_t now = start; now < s->measure_to_ns; now = bench_now_ns()) {
		while (start + sent * (1000000000 / OPEN_LOOP_RATE) <= now) {
			ask(s, &s->crowd.clients[(size_t)sent % n],
			    start + sent * (1000000000 / OPEN_LOOP_RATE));
			sent++;
		}
		crowd_poll(&s->crowd, 0);
	}
}

static struct figures
measure(struct side *s, unsigned n, bool closed)
{
	int64_t start = bench_now_ns(), cpu = process_cpu_ns(&s->process),
		own_cpu = bench_cpu_ns(), took;
	struct figures f;
	uint64_t all;

	s->closed_loop = closed;
	s->measure_from_ns = start + WARM_NS;
	s->measure_to_ns = s->measure_from_ns + RUN_NS;
	s->answers = 0;
	samples_clear(&s->latencies);
	if (closed) {
		for (unsigned i = 0; i < n; i++)
			ask(s, &s->crowd.clients[i], bench_now_ns());
		while (bench_now_ns() < s->measure_to_ns)
			crowd_poll(&s->crowd, 10);
	} else {
		open_loop(s, n);
	}
	took = bench_now_ns() - start;
	cpu = process_cpu_ns(&s->process) - cpu;
	own_cpu = bench_cpu_ns() - own_cpu;
	await_pending(s);
	all = s->answers * (uint64_t)took / (uint64_t)RUN_NS;
	f = (struct figures){
		.rate = (double)s->answers * 1e9 / (double)RUN_NS,
		.p50 = samples_quantile_us(&s->latencies, 0.5),
		.p99 = samples_quantile_us(&s->latencies, 0.99),
		.p999 = samples_quantile_us(&s->latencies, 0.999),
		.cpu_us = all > 0 ? (double)cpu / 1000 / (double)all : 0,
		.client_percent = (double)own_cpu / (double)took * 100,
	};
	return f;
}

/* ---- alternating runs ---- */

static struct row *
append_row(struct row *rows, unsigned *n, const struct row *like)
{
	rows[*n] = *like;
	return &rows[(*n)++];
}

static void
fill_closed_loop(struct row *row, const struct figures *ref, const struct figures *own)
{
	for (unsigned i = 0; i < bench_run_count(); i++) {
		row[0].ref[i] = ref[i].rate;
		row[0].own[i] = own[i].rate;
		row[1].ref[i] = ref[i].p50;
		row[1].own[i] = own[i].p50;
		row[2].ref[i] = ref[i].cpu_us;
		row[2].own[i] = own[i].cpu_us;
	}
}

static void
fill_open(struct row *row, const struct figures *ref, const struct figures *own)
{
	for (unsigned i = 0; i < bench_run_count(); i++) {
		row[0].ref[i] = ref[i].p50;
		row[0].own[i] = own[i].p50;
		row[1].ref[i] = ref[i].p99;
		row[1].own[i] = own[i].p99;
		row[2].ref[i] = ref[i].p999;
		row[2].own[i] = own[i].p999;
	}
}

static void
compare_alternately(
    struct side *ref, struct side *own, unsigned n, bool closed, struct row rows[3])
{
	struct figures r[BENCH_RUNS_MAX], o[BENCH_RUNS_MAX];
	struct gaps gaps = { 0 };

	crowd_log_in(&ref->crowd, n, ref->login_format, ref->login_done_prefix);
	crowd_log_in(&own->crowd, n, own->login_format, own->login_done_prefix);
	crowd_settle(&ref->crowd, 50);
	crowd_settle(&own->crowd, 50);
	for (unsigned i = 0; i < bench_run_count(); i++) {
		gaps_measure(&gaps, 200);
		r[i] = measure(ref, n, closed);
		o[i] = measure(own, n, closed);
		bench_print_note(
		    "%u connections, %s: echo %.0f/s p50 %.1f us, server %.0f/s p50 %.1f "
		    "us; client core "
		    "%.0f %% and %.0f %% busy",
		    n, closed ? "closed loop" : "open loop", r[i].rate, r[i].p50, o[i].rate,
		    o[i].p50, r[i].client_percent, o[i].client_percent);
	}
	for (unsigned i = 0; i < 3; i++) {
		rows[i].gaps = gaps;
		rows[i].n = n;
		rows[i].runs = bench_run_count();
		rows[i].reference = ref->name;
	}
	if (closed)
		fill_closed_loop(rows, r, o);
	else
		fill_open(rows, r, o);
}

static void
side_init(
    struct side *s, unsigned room, const char *login, const char *done, const char *answer)
{
	s->login_format = login;
	s->login_done_prefix = done;
	s->answer_prefix = answer;
	s->pending = calloc(room, sizeof(s->pending[0]));
	if (s->pending == NULL)
		bench_die("out of memory");
	crowd_init(&s->crowd, s->process.port, room, on_line, s);
}

static void
side_done(struct side *s)
{
	process_stop(&s->process);
	crowd_close(&s->crowd);
	samples_free(&s->latencies);
	free(s->pending);
}

#define CLOSED_LOOP_TEXT                                                                       \
	"closed loop: every connection has one request under way; CLIP accounts, TCP on "      \
	"loopback"
#define OPEN_LOOP_TEXT                                                                         \
	"open loop: 10000 arrivals a second, latency from the intended time; 1,000 CLIP "      \
	"accounts and the others TinyMUD, "                                                    \
	"TCP on loopback"

int
main(int argc, char **argv)
{
	static struct side ref = { .name = "bare libevent line echo" };
	static struct side bare = { .name = "bare epoll echo" };
	static struct side own;
	static const char *const no_options[] = { NULL }, *const bare_option[] = { "-e", NULL };
	const struct row rate = { .unit = "1/s",
		.what_is_real = CLOSED_LOOP_TEXT,
		.target = RATIO_AT_LEAST,
		.target_value = 0.75 };
	const struct row us = { .unit = "us", .what_is_real = CLOSED_LOOP_TEXT };
	const struct row open_us = { .unit = "us", .what_is_real = OPEN_LOOP_TEXT };
	struct row rows[15];
	unsigned n = 0, room, files;

	files = bench_init(argv[0]);
	if (files < 2 * CLOSED_LOOP_CONNS + 300)
		bench_die("too few descriptors: ulimit -n");
	/* the clients of both servers are connected at the same time, in this process */
	room = OPEN_LOOP_CONNS;
	if (room > (files - 300) / 2)
		room = (files - 300) / 2;
	process_seed_users(&own.process, room, "quiet");
	process_start_reference(&ref.process, no_options);
	process_start_server(&own.process, false);
	process_start_reference(&bare.process, bare_option);
	side_init(&ref, room, NULL, "", "");
	side_init(&bare, FEW, NULL, "", "");
	side_init(&own, room, CROWD_CLIP_LOGIN, CROWD_CLIP_LOGIN_DONE, "** Unknown command");

	append_row(rows, &n, &us)->operation = "trivial command, alone: rate";
	rows[n - 1].unit = "1/s";
	append_row(rows, &n, &us)->operation = "trivial command, alone: p50";
	append_row(rows, &n, &us)->operation = "trivial command, alone: server CPU each";
	append_row(rows, &n, &rate)->operation = "trivial command, 100 busy: rate";
	append_row(rows, &n, &us)->operation = "trivial command, 100 busy: p50";
	append_row(rows, &n, &us)->operation = "trivial command, 100 busy: server CPU each";
	append_row(rows, &n, &rate)->operation = "the same against bare epoll: rate";
	rows[n - 1].target_value = 0.8;
	append_row(rows, &n, &us)->operation = "the same against bare epoll: p50";
	append_row(rows, &n, &us)->operation = "the same against bare epoll: server CPU each";
	append_row(rows, &n, &rate)->operation = "trivial command, 1,000 busy: rate";
	rows[n - 1].target = TARGET_NONE;
	append_row(rows, &n, &us)->operation = "trivial command, 1,000 busy: p50";
	append_row(rows, &n, &us)->operation = "trivial command, 1,000 busy: server CPU each";
	append_row(rows, &n, &open_us)->operation = "trivial command, 10,000/s among all: p50";
	append_row(rows, &n, &open_us)->operation = "trivial command, 10,000/s among all: p99";
	rows[n - 1].target = DIFFERENCE_AT_MOST;
	rows[n - 1].target_value = 1000;
	append_row(rows, &n, &open_us)->operation =
	    "trivial command, 10,000/s among all: p99.9";
	rows[n - 1].target = RATIO_AT_MOST;
	rows[n - 1].target_value = 4;

	compare_alternately(&ref, &own, 1, true, &rows[0]);
	compare_alternately(&ref, &own, FEW, true, &rows[3]);
	compare_alternately(&bare, &own, FEW, true, &rows[6]);
	compare_alternately(&ref, &own, CLOSED_LOOP_CONNS, true, &rows[9]);
	own.login_format = CROWD_TINY_LOGIN;
	own.login_done_prefix = CROWD_TINY_LOGIN_DONE;
	compare_alternately(&ref, &own, room, false, &rows[12]);
	bench_report("roundtrip", rows, n);
	side_done(&ref);
	side_done(&bare);
	side_done(&own);
	return 0;
}
