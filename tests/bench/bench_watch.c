/* SPDX-License-Identifier: MIT */
/* A match with 1,000 watchers: the time from sending a move until the last watcher has the
 * board, against a bare broadcast of an 80-byte line to as many connections.  The line is
 * committed to disk before it is broadcast (ref_echo -b -d).
 *
 * Real: everything, over TCP on loopback.  The players are CLIP users who wait long enough for
 * all watchers to receive one move before the next.  The watchers are TinyMUD users, so that
 * the list of users is not sent a thousand times; it is measured elsewhere. */
#include <stdlib.h>
#include <string.h>

#include "table.h"

#define WATCHERS bench_number(1000, 1000, 50)
#define THINK_NS ((int64_t)bench_number(60, 60, 300) * 1000000)
#define RUN_NS 2000000000
#define LINES 15u /* lines broadcast in each run */

struct side {
	struct process process;
	struct crowd crowd;
	struct table table;
	unsigned watchers, first;
	unsigned waiting; /* watchers who have not received the move */
	bool *seen;
	bool timing;
	int64_t sent_ns;
	struct samples last; /* latencies of the last watcher */
	uint64_t
	    missed; /* moves that some watchers had not received when the next move was made */
};

static const char LINE[] =
    "a line of eighty bytes, which is about what somebody who watches gets at least.\n";

static void
one_has_it(struct side *s, struct client *c, int64_t now_ns)
{
	if (!s->timing || s->seen[c->index])
		return;
	s->seen[c->index] = true;
	if (--s->waiting > 0)
		return;
	s->timing = false;
	samples_add(&s->last, now_ns - s->sent_ns);
}

static void
begin(struct side *s)
{
	if (s->timing)
		s->missed++;
	memset(s->seen, 0, (s->first + s->watchers) * sizeof(s->seen[0]));
	s->waiting = s->watchers;
	s->timing = true;
	s->sent_ns = bench_ns();
}

static void
on_sent(void *ctx, const struct pair *p)
{
	if (p->is_move)
		begin(ctx);
}

static void
on_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct side *s = crowd->ctx;

	if (s->table.npairs > 0 && table_has(&s->table, c))
		table_line(&s->table, c, line, now_ns);
	else if (c->index >= s->first && (s->first == 0 || strncmp(line, "board:", 6) == 0))
		one_has_it(s, c, now_ns);
}

/* ---- runs ---- */

static double
broadcast(struct side *s)
{
	samples_clear(&s->last);
	for (unsigned i = 0; i < LINES; i++) {
		begin(s);
		crowd_send(&s->crowd.clients[0], LINE, sizeof(LINE) - 1);
		while (s->timing && bench_ns() < s->sent_ns + 5000000000)
			crowd_poll(&s->crowd, 100);
		if (s->timing)
			bench_die("%u connections do not hear", s->waiting);
		crowd_settle(&s->crowd, 20);
	}
	return samples_us(&s->last, 0.5) / 1000;
}

static double
match(struct side *s)
{
	int64_t start = bench_ns();

	samples_clear(&s->last);
	s->timing = false;
	s->missed = 0;
	table_start(&s->table, start, start + RUN_NS);
	while (bench_ns() < start + RUN_NS) {
		table_due(&s->table, bench_ns());
		crowd_poll(&s->crowd, 1);
	}
	table_stop(&s->table);
	s->timing = false;
	/* The last move of a game may send no board, and a slow turn may delay the last
	 * watchers. */
	if (s->last.len == 0 || s->missed * 5 > s->last.len)
		bench_die("%llu of %llu moves were not seen by all",
		    (unsigned long long)s->missed,
		    (unsigned long long)(s->last.len + s->missed));
	return samples_us(&s->last, 0.5) / 1000;
}

static void
open_side(struct side *s, unsigned first, unsigned watchers)
{
	s->first = first;
	s->watchers = watchers;
	s->seen = calloc(first + watchers, sizeof(s->seen[0]));
	if (s->seen == NULL)
		bench_die("out of memory");
	crowd_init(&s->crowd, s->process.port, first + watchers, on_line, s);
}

static void
seat_all(struct side *s)
{
	char command[32];
	struct sbuf b;

	crowd_grow(&s->crowd, 2, CROWD_CLIP, CROWD_CLIP_DONE);
	crowd_grow(&s->crowd, 2 + s->watchers, CROWD_TINY, CROWD_TINY_DONE);
	crowd_settle(&s->crowd, 200);
	table_init(&s->table, &s->crowd, 0, 1);
	s->table.think_ns = THINK_NS;
	s->table.sent = on_sent;
	s->table.ctx = s;
	table_seat(&s->table, 1);
	SBUF_ON(&b, command);
	sbuf_addf(&b, "watch %s\r\n", bench_user(0));
	for (unsigned i = 0; i < s->watchers; i++)
		crowd_send(&s->crowd.clients[2 + i], command, b.len);
	crowd_settle(&s->crowd, 500);
}

static void
close_side(struct side *s)
{
	process_stop(&s->process);
	crowd_close(&s->crowd);
	if (s->table.pairs != NULL)
		table_free(&s->table);
	samples_free(&s->last);
	free(s->seen);
}

int
main(int argc, char **argv)
{
	static const char *const durable_broadcast[] = { "-b", "-d", NULL };
	static struct side ref, own;
	struct row row = { .what = "a move, to the last of the watchers",
		.unit = "ms",
		.n = WATCHERS,
		.reference = "bare broadcast of 80 bytes to as many, committed first",
		.simulated = "one match of CLIP users, TinyMUD watchers; TCP on loopback",
		.target = RATIO_AT_MOST,
		.limit = 0.7 };

	if (bench_init(argv[0]) < 2 * WATCHERS + 100)
		bench_die("too few descriptors: ulimit -n");
	process_seed(&own.process, 2 + WATCHERS, "quiet");
	process_reference(&ref.process, durable_broadcast);
	process_server(&own.process, false);
	open_side(&ref, 0, WATCHERS);
	open_side(&own, 2, WATCHERS);
	crowd_open(&ref.crowd, WATCHERS);
	seat_all(&own);
	for (unsigned i = 0; bench_again(i); i++) {
		row.ref[i] = broadcast(&ref);
		row.own[i] = match(&own);
		bench_say(
		    "%u watchers: durable broadcast %.2f ms, last watcher %.2f ms (%zu moves)",
		    WATCHERS, row.ref[i], row.own[i], own.last.len);
	}
	bench_report("watch", &row, 1);
	close_side(&own);
	close_side(&ref);
	return 0;
}
