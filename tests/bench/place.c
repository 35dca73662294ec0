/* SPDX-License-Identifier: MIT */
/* The server in the process of a benchmark: see place.h.  Owns the world and the fakes around
 * it.  A write costs a few additions, a turn as much as in the real server. */
#include "domain.h"
#include "people/people.h"
#include "output/output.h"
#include "place.h"

#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"
#include "bench.h"
#include "rules/notation.h"
#include "tests/support/fixture.h"

#define SEED 7
#define WALL_START_MS 1800000000000 /* initial wall-clock time */
#define TYPED_LINE_MAX 256

/* ---- sockets ---- */

static void
net_write(void *ctx, conn_id c, const void *bytes, size_t n)
{
	struct place *p = ctx;
	struct place_sock *s = &p->sock[c - 1];

	s->turn_bytes += n;
	if (p->recorded_sock == c && n < sizeof(p->recorded) - p->recorded_len) {
		memcpy(p->recorded + p->recorded_len, bytes, n);
		p->recorded_len += n;
	}
	if (s->dirty)
		return;
	s->dirty = true;
	s->next_dirty_sock = p->first_dirty_sock;
	p->first_dirty_sock = (unsigned)c;
}

static void
net_close_conn(void *ctx, conn_id c)
{
	struct place *p = ctx;

	p->sock[c - 1].closing = true;
	net_write(ctx, c, "", 0);
}

static void
net_pause(void *ctx, conn_id c, bool on)
{
	((struct place *)ctx)->sock[c - 1].paused = on;
}

static size_t
net_backlog(void *ctx, conn_id c)
{
	return ((struct place *)ctx)->sock[c - 1].turn_bytes;
}

static void
net_penalty(void *ctx, conn_id c, unsigned seconds)
{
}

static void
net_nothing(void *ctx, conn_id c)
{
}

static bool
net_exempt(void *ctx, conn_id c)
{
	return true;
}

static unsigned
net_rtt(void *ctx, conn_id c)
{
	return 0;
}

/* Does nothing, because every turn syncs before it ends. */
static void
net_no_sync(void *ctx)
{
}

static void
flush_output(void *ctx, bool all)
{
	struct place *p = ctx;

	while (p->first_dirty_sock != 0) {
		unsigned i = p->first_dirty_sock - 1;
		struct place_sock *s = &p->sock[i];

		p->first_dirty_sock = s->next_dirty_sock;
		s->dirty = false;
		s->turn_bytes = 0;
		if (s->closing) {
			s->open = s->closing = false;
			p->free_sock[p->free_n++] = i;
		}
	}
}

/* Does nothing, because each turn handles only one line. */
static void
ignore_full(void *ctx)
{
}

static void
ignore_stalled(void *ctx, int64_t ms)
{
}

/* ---- passwords: every job is done when it is posted ---- */

/* Completes the job at once.  A connection has at most one pending password. */
static bool
post_job(void *ctx, const struct work_job *job)
{
	struct place *p = ctx;

	if (p->password_results_n == p->socks_max)
		bench_die("too many passwords");
	p->password_results[p->password_results_n] = (struct work_result){
		.kind = job->kind, .ticket = job->ticket, .ok = true, .hash = "x"
	};
	memcpy(p->password_results[p->password_results_n++].checked_hash, job->hash,
	    sizeof(job->hash));
	return true;
}

static bool
next_result(void *ctx, struct work_result *out)
{
	struct place *p = ctx;

	if (p->password_results_n == 0)
		return false;
	*out = p->password_results[--p->password_results_n];
	return true;
}

static bool
work_drop(void *ctx, const uint8_t from[WORK_ADDRESS_BYTES], uint64_t ticket)
{
	return false;
}

static void
ignore_each_job(
    void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before), void *fn_ctx)
{
}

/* ---- time and random numbers ---- */

static int64_t
clock_mono_ms(void *ctx)
{
	return ((struct place *)ctx)->now_ms;
}

static int64_t
clock_wall_ms(void *ctx)
{
	return WALL_START_MS + ((struct place *)ctx)->now_ms;
}

static void
random_bytes(void *ctx, void *buf, size_t n)
{
	rng_bytes(&((struct place *)ctx)->r, buf, n);
}

/* ---- the world ---- */

/* Returns the tests' settings with room for more connections and a longer idle time. */
static struct world_config
world_settings(unsigned connections)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.world.sessions_max = connections;
	o.world.idle_s = 36000;
	o.world.output_soft = 16384;
	return o.world;
}

void
place_open(struct place *p, struct store *store, unsigned connections)
{
	struct net_port net = { p, net_write, net_close_conn, net_pause, net_backlog,
		net_penalty, net_nothing, net_nothing, net_exempt, net_exempt, net_rtt,
		net_nothing, net_no_sync, net_no_sync, flush_output, ignore_full,
		ignore_stalled, NULL, NULL, NULL, NULL };
	struct work_port work = { .ctx = p,
		.post = post_job,
		.withdraw = work_drop,
		.each_waiting = ignore_each_job };
	struct random_port random = { p, random_bytes };
	struct world_config config = world_settings(connections);

	*p = (struct place){ .store = store, .socks_max = connections, .now_ms = 1000000 };
	rng_seed(&p->r, SEED);
	p->sock = calloc(connections, sizeof(*p->sock));
	p->free_sock = calloc(connections, sizeof(*p->free_sock));
	p->password_results = calloc(connections, sizeof(*p->password_results));
	if (p->sock == NULL || p->free_sock == NULL || p->password_results == NULL)
		bench_die("out of memory");
	p->world = domain_new(&config, store, &net, &work, &random);
	if (p->world == NULL)
		bench_die("out of memory");
	p->turn = (struct turn){
		.world = p->world,
		.store = store,
		.clock = { .ctx = p, .mono_ms = clock_mono_ms, .wall_ms = clock_wall_ms },
		.work_ctx = p,
		.work_next_result = next_result,
	};
	turn_init(&p->turn);
	p->events = turn_net_events(&p->turn);
}

void
place_close(struct place *p)
{
	domain_free(&p->world);
	free(p->sock);
	free(p->free_sock);
	free(p->password_results);
}

/* ---- users ---- */

static void
report_opened(struct place *p, unsigned i)
{
	p->sock[i] = (struct place_sock){ .open = true };
	p->sock[i].session = p->events.opened(p->events.ctx, i + 1, "127.0.0.1");
}

unsigned
place_connect(struct place *p)
{
	unsigned i = p->free_n > 0 ? p->free_sock[--p->free_n] : p->socks_n++;

	if (i >= p->socks_max)
		bench_die("too many connections");
	report_opened(p, i);
	return i;
}

bool
place_connect_as(struct place *p, unsigned i)
{
	for (unsigned k = 0; k < p->free_n; k++) {
		if (p->free_sock[k] != i)
			continue;
		p->free_sock[k] = p->free_sock[--p->free_n];
		report_opened(p, i);
		return true;
	}
	return false;
}

void
place_type_line(struct place *p, unsigned i, const char *line)
{
	char copy[TYPED_LINE_MAX];

	if (!sbuf_copy(copy, sizeof(copy), line))
		bench_die("too long: %s", line);
	p->events.line(p->events.ctx, p->sock[i].session, copy, strlen(copy));
}

void
place_turn(struct place *p)
{
	p->now_ms += PLACE_TURN_MS;
	if (turn_end(&p->turn) != 0)
		bench_die("storage failed");
}

bool
place_has_passwords(const struct place *p)
{
	return p->password_results_n > 0;
}

void
place_settle(struct place *p)
{
	do {
		place_turn(p);
	} while (domain_output_pending(p->world) || place_has_passwords(p));
}

struct session *
place_session(const struct place *p, unsigned i)
{
	struct session *s = p->sock[i].open ? session_get(p->world, p->sock[i].session) : NULL;

	return s != NULL && s->state == ST_ONLINE ? s : NULL;
}

bool
place_is_open(const struct place *p, unsigned i)
{
	return p->sock[i].open;
}

bool
place_is_paused(const struct place *p, unsigned i)
{
	return p->sock[i].paused;
}

void
place_record_output(struct place *p, unsigned i)
{
	p->recorded_sock = i + 1;
	p->recorded_len = 0;
}

const char *
place_recorded_output(struct place *p)
{
	p->recorded[p->recorded_len] = '\0';
	return p->recorded;
}

void
place_next_play(struct place *p, unsigned i, char line[64])
{
	const struct session *s = place_session(p, i);
	const struct match *m = s != NULL ? session_match(p->world, s) : NULL;
	const struct match_state *st = m != NULL ? &m->state : NULL;
	struct sbuf b;
	unsigned n;

	sbuf_init(&b, line, 64);
	if (st == NULL)
		return;
	if (st->phase == PH_BETWEEN_GAMES) {
		sbuf_add(&b, "join");
	} else if (match_to_act(st) != s->seat) {
		return;
	} else if (st->phase == PH_ROLL) {
		sbuf_add(&b, "roll");
	} else if (st->phase == PH_MOVE) {
		n = move_list(st->variant, &st->board, s->seat, st->dice.d[0], st->dice.d[1],
		    &p->move_space);
		notation_write_fibs(&b, &p->move_space.result[rng_below(&p->r, n)].play,
		    match_numbering(st, s->seat));
	}
}
