/* SPDX-License-Identifier: MIT */
/* Watchers that stop reading: the memory that each uses until the server drops its connection,
 * and the players' latency in that time, against the same number of watchers that read.
 *
 * Real: everything, over TCP on loopback.  One match without thinking time; the watchers'
 * sockets have small receive buffers and are not read.  Memory is the peak growth per watcher
 * of the server's process (resident, not of files) and of the kernel's TCP buffers at both ends
 * (/proc/net/sockstat). */
#include <asm/socket.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "table.h"

#define WATCHERS bench_scaled(100, 100, 4)
#define RCVBUF 4096
#define MEMINFO_MAX 16u
#define WATCHERS_READ_NS ((int64_t)bench_scaled(1500, 1500, 200) * 1000000)
#define WATCHERS_STALL_NS                                                                      \
	((int64_t)bench_scaled(20, 20, 200) *                                                  \
	    1000000000) /* upper limit; the run ends when all are dropped */
#define SETTLED_MS 1500
#define MEMORY_SAMPLE_NS 20000000

struct side {
	struct process process;
	struct crowd crowd;
	struct play_table table;
	unsigned watchers;
	unsigned server_files; /* files the server has open with all watchers present */
};

static void
on_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct side *s = crowd->ctx;

	if (s->table.n_pairs > 0 && table_has_client(&s->table, c))
		table_line(&s->table, c, line, now_ns);
}

/* Returns the bytes in the kernel's TCP buffers, for the whole machine. */
static double
kernel_tcp_bytes(void)
{
	FILE *f = fopen("/proc/net/sockstat", "r");
	char line[256];
	double pages = 0;

	while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
		const char *at = strncmp(line, "TCP:", 4) == 0 ? strstr(line, " mem ") : NULL;

		if (at != NULL)
			pages = strtod(at + 5, NULL);
	}
	if (f != NULL)
		(void)fclose(f);
	return pages * (double)sysconf(_SC_PAGESIZE);
}

struct memory {
	double user, kernel; /* bytes */
};

/* Returns the bytes that the watchers' sockets have received but not read.  In real life they
 * would be in another machine's memory. */
static double
client_socket_bytes(const struct side *s)
{
	double bytes = 0;

	for (unsigned i = 2; i < s->crowd.n; i++) {
		uint32_t info[MEMINFO_MAX] = { 0 };
		socklen_t len = sizeof(info);

		if (getsockopt(s->crowd.clients[i].fd, SOL_SOCKET, SO_MEMINFO, info, &len) == 0)
			bytes += info[0]; /* SK_MEMINFO_RMEM_ALLOC */
	}
	return bytes;
}

static struct memory
server_memory(const struct side *s)
{
	struct memory m = { .kernel = kernel_tcp_bytes() - client_socket_bytes(s) };
	double rss;

	process_memory(&s->process, &rss, &m.user);
	return m;
}

/* Returns the number of dropped watchers.  A watcher that does not read does not notice a
 * close, so the server's descriptors are counted. */
static unsigned
watchers_dropped(const struct side *s)
{
	unsigned now = process_open_files(&s->process);

	return now < s->server_files ? s->server_files - now : 0;
}

static void
connect_all(struct side *s)
{
	char command[32];
	struct sbuf b;

	crowd_init(&s->crowd, s->process.port, 2 + s->watchers, on_line, s);
	crowd_log_in(&s->crowd, 2, CROWD_CLIP_LOGIN, CROWD_CLIP_LOGIN_DONE);
	s->crowd.rcvbuf = RCVBUF;
	crowd_log_in(&s->crowd, 2 + s->watchers, CROWD_TINY_LOGIN, CROWD_TINY_LOGIN_DONE);
	table_init(&s->table, &s->crowd, 0, 1);
	table_seat(&s->table, 1);
	SBUF_INIT(&b, command);
	sbuf_addf(&b, "watch %s\r\n", bench_user_name(0));
	for (unsigned i = 0; i < s->watchers; i++)
		crowd_send(&s->crowd.clients[2 + i], command, b.len);
	crowd_settle(&s->crowd, 300);
}

struct figures {
	double reading_p99_ms, stalled_p99_ms;
	struct memory peak_per_watcher; /* peak */
};

static double
play(struct side *s, int64_t most_ns, struct memory *peak_out)
{
	int64_t start = bench_now_ns(), next = start;
	struct memory m;

	table_start_measuring(&s->table, start, start + most_ns);
	for (int64_t now = start; now < start + most_ns; now = bench_now_ns()) {
		crowd_poll(&s->crowd, 5);
		if (peak_out == NULL || now < next)
			continue;
		next = now + MEMORY_SAMPLE_NS;
		m = server_memory(s);
		if (m.user + m.kernel > peak_out->user + peak_out->kernel)
			*peak_out = m;
		if (watchers_dropped(s) == s->watchers)
			break;
	}
	s->table.measure_to_ns = bench_now_ns();
	table_stop(&s->table);
	return samples_quantile_us(&s->table.latencies, 0.99) / 1000;
}

static struct figures
measure(unsigned watchers)
{
	static struct side s;
	struct figures f;
	struct memory before;
	struct memory peak = { 0 };

	s = (struct side){ .watchers = watchers };
	process_seed_users(&s.process, 2 + watchers, "quiet");
	process_start_server(&s.process, false);
	connect_all(&s);
	f.reading_p99_ms = play(&s, WATCHERS_READ_NS, NULL);
	crowd_settle(&s.crowd,
	    SETTLED_MS); /* time for the server to return freed memory to the system */
	for (unsigned i = 2; i < s.crowd.n; i++)
		crowd_stop_reading(&s.crowd, &s.crowd.clients[i]);
	before = server_memory(&s);
	s.server_files = process_open_files(&s.process);
	f.stalled_p99_ms = play(&s, WATCHERS_STALL_NS, &peak);
	if (watchers_dropped(&s) != watchers)
		bench_die(
		    "only %u of %u sleepers were dropped", watchers_dropped(&s), watchers);
	f.peak_per_watcher.user = (peak.user - before.user) / watchers;
	f.peak_per_watcher.kernel = (peak.kernel - before.kernel) / watchers;
	process_stop(&s.process);
	crowd_close(&s.crowd);
	table_free(&s.table);
	return f;
}

int
main(int argc, char **argv)
{
	struct row rows[2] = {
		{ .operation = "watcher who never reads: memory at worst",
		    .unit = "KB",
		    .what_is_real = "watchers of one match whose sockets are not read; user "
				    "memory of the server and TCP buffers of both ends",
		    .target = VALUE_AT_MOST,
		    .target_value = 288 },
		{ .operation = "players meanwhile: p99",
		    .unit = "ms",
		    .reference = "the same watchers reading",
		    .what_is_real = "one match without thinking time; TCP on loopback",
		    .target = RATIO_AT_MOST,
		    .target_value = 1.2 },
	};

	if (bench_init(argv[0]) < WATCHERS + 100)
		bench_die("too few descriptors: ulimit -n");
	for (unsigned i = 0; bench_next_run(i); i++) {
		struct figures f;

		f = measure(WATCHERS);
		rows[0].own[i] = (f.peak_per_watcher.user + f.peak_per_watcher.kernel) / 1024;
		rows[1].own[i] = f.stalled_p99_ms;
		rows[1].ref[i] = f.reading_p99_ms;
		bench_print_note(
		    "%u sleepers: %.0f KB each at worst in the server and %.0f KB in the "
		    "kernel, all dropped; players p99 %.2f "
		    "ms, before %.2f ms",
		    WATCHERS, f.peak_per_watcher.user / 1024, f.peak_per_watcher.kernel / 1024,
		    f.stalled_p99_ms, f.reading_p99_ms);
	}
	rows[0].n = rows[1].n = WATCHERS;
	bench_report("stall", rows, 2);
	return 0;
}
