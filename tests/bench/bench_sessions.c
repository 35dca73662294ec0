/* SPDX-License-Identifier: MIT */
/* The world with 1,000, 10,000 and 100,000 people on line, in process: how long a turn takes for each
 * thing that is done in it, and what one who is on line takes of memory.
 *
 *	bench_sessions [SESSIONS]      the largest of the three; 100,000 by default
 *
 * Real: lines of text, commands, the rules, the store (SQLite in memory, a commit each turn), news for
 * everybody, one turn after another as the server makes them.  Simulated: sockets, which count what is
 * written to them and are always ready, the password hash, the clock.  Everybody is a client program and hears
 * of everybody; they log in as TinyMUD users and are made client programs after that, because the lists that
 * so many would read at log-in are some 10^10 lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <malloc.h>

#include "base/rng.h"
#include "bench.h"
#include "cmd/cmd.h"
#include "game/feed.h"
#include "game/match.h"
#include "game/session.h"
#include "pages.h"
#include "rules/move.h"
#include "rules/notation.h"
#include "turn.h"
#include "zone.h"

#define SIZES 3u
#define ACTS 50u /* in a turn */
#define TURNS 400u /* in a run */
#define LOGINS_A_TURN 1000u
#define SPARE 4096u /* for those who come while others have not quite gone */
#define PLAYING_PERCENT 20u

enum doing {
	DO_MOVE,
	DO_TELL,
	DO_SHOUT,
	DO_WHOIS,
	DO_ROW,
	DO_COME_OR_GO,
	DO_KINDS,
};

static const unsigned PERCENT[DO_KINDS] = { 50, 24, 2, 14, 8, 2 };

struct sock {
	session_id session;
	size_t bytes; /* of this turn */
	unsigned next_dirty; /* place + 1 */
	unsigned user;
	bool open, paused, closing, dirty;
};

struct place {
	unsigned n; /* people */
	struct store *store;
	struct world *world;
	struct turn turn;
	struct net_events events;
	struct sock *sock; /* conn - 1; the first n are the people */
	unsigned socks, dirty;
	unsigned *free_sock;
	unsigned free_n;
	struct work_result *result;
	unsigned results;
	int64_t now_ms;
	struct rng r;
	uint64_t bytes;
	unsigned long turns, acts;
	struct move_space space;
	double memory;
};

/* ---- the edges ---- */

static void
net_write(void *ctx, conn_id c, const void *bytes, size_t n)
{
	struct place *p = ctx;
	struct sock *s = &p->sock[c - 1];

	(void)bytes;
	s->bytes += n;
	p->bytes += n;
	if (s->dirty)
		return;
	s->dirty = true;
	s->next_dirty = p->dirty;
	p->dirty = (unsigned)c;
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
	return ((struct place *)ctx)->sock[c - 1].bytes;
}

static void
net_penalty(void *ctx, conn_id c, unsigned seconds)
{
	(void)ctx;
	(void)c;
	(void)seconds;
}

static void
net_nothing(void *ctx, conn_id c)
{
	(void)ctx;
	(void)c;
}

static bool
net_exempt(void *ctx, conn_id c)
{
	(void)ctx;
	(void)c;
	return true;
}

static void
flush(void *ctx)
{
	struct place *p = ctx;

	while (p->dirty != 0) {
		unsigned i = p->dirty - 1;
		struct sock *s = &p->sock[i];

		p->dirty = s->next_dirty;
		s->dirty = false;
		s->bytes = 0;
		if (s->closing) {
			s->open = s->closing = false;
			p->free_sock[p->free_n++] = i;
		}
	}
}

static void
drop(void *ctx)
{
	(void)ctx;
	bench_die("a turn could not be saved");
}

static bool
post(void *ctx, const struct work_job *job)
{
	struct place *p = ctx;

	p->result[p->results++] =
	    (struct work_result){ .kind = job->kind, .ticket = job->ticket, .ok = true };
	return true;
}

static bool
next_result(void *ctx, struct work_result *out)
{
	struct place *p = ctx;

	if (p->results == 0)
		return false;
	*out = p->result[--p->results];
	return true;
}

static int64_t
now(void *ctx)
{
	return ((struct place *)ctx)->now_ms;
}

static void
luck(void *ctx, void *buf, size_t n)
{
	rng_bytes(&((struct place *)ctx)->r, buf, n);
}

/* ---- people ---- */

static unsigned
new_sock(struct place *p, unsigned user)
{
	unsigned i = p->free_n > 0 ? p->free_sock[--p->free_n] : p->socks++;

	if (i >= p->n + SPARE)
		bench_die("too many connections");
	p->sock[i] = (struct sock){ .open = true, .user = user };
	p->sock[i].session = p->events.opened(p->events.ctx, i + 1, "127.0.0.1");
	return i;
}

static void
say(struct place *p, unsigned i, const char *line)
{
	char copy[256];

	if (!sbuf_copy(copy, sizeof(copy), line))
		bench_die("too long: %s", line);
	p->events.line(p->events.ctx, p->sock[i].session, copy, strlen(copy));
}

static void
end_turn(struct place *p)
{
	p->now_ms += 20;
	if (turn_end(&p->turn) != 0)
		bench_die("storage failed");
}

static struct session *
session_at(const struct place *p, unsigned i)
{
	struct session *s = p->sock[i].open ? session_get(p->world, p->sock[i].session) : NULL;

	return s != NULL && s->d.state == ST_ONLINE ? s : NULL;
}

static void
name_of(unsigned user, char name[16])
{
	(void)snprintf(name, 16, "w%c%c%c%c", (char)('a' + user / 17576 % 26), (char)('a' + user / 676 % 26),
	    (char)('a' + user / 26 % 26), (char)('a' + user % 26));
}

static void
come(struct place *p, unsigned user, const char *how)
{
	unsigned i = new_sock(p, user);
	char name[16], line[64];

	name_of(user, name);
	(void)snprintf(line, sizeof(line), "%s %s secret", how, name);
	say(p, i, line);
}

static void
make_accounts(struct place *p)
{
	struct user_record u = { .rating = 1500, .created_s = 1, .hash = "x", .role = "user" };

	for (unsigned i = 0; i < p->n + SPARE; i++) {
		name_of(i, u.name);
		if (store_user_create(p->store, &u) == 0)
			bench_die("no account %s", u.name);
	}
	if (store_commit(p->store, NULL) != STORE_OK)
		bench_die("storage failed");
}

/* As if all had been told what has happened until now, which for so many would take minutes. */
static void
all_know(struct place *p)
{
	for (unsigned i = 0; i < p->n; i++) {
		struct session *s = session_at(p, i);

		if (s == NULL)
			bench_die("user %u is not on line", i);
		s->heard = feed_next(p->world) - 1;
	}
	while (world_busy(p->world))
		end_turn(p);
}

static void
all_come(struct place *p)
{
	size_t before = mallinfo2().uordblks + mallinfo2().hblkhd, after;

	for (unsigned i = 0; i < p->n;) {
		for (unsigned k = 0; k < LOGINS_A_TURN && i < p->n; k++, i++)
			come(p, i, "connect");
		end_turn(p);
	}
	for (unsigned i = 0; i < p->n; i++) {
		struct session *s = session_at(p, i);

		if (s == NULL)
			bench_die("user %u is not on line", i);
		s->d.mode = MODE_CLIP;
	}
	all_know(p);
	after = mallinfo2().uordblks + mallinfo2().hblkhd;
	p->memory = (double)(after - before) / p->n;
}

/* Neighbours begin endless matches. */
static void
some_play(struct place *p)
{
	for (unsigned i = 0; i + 1 < p->n * PLAYING_PERCENT / 100; i += 2) {
		char name[16], line[64];
		const struct session *s;

		say(p, i, "toggle ready");
		say(p, i + 1, "toggle ready");
		name_of(i + 1, name);
		(void)snprintf(line, sizeof(line), "invite %s unlimited", name);
		say(p, i, line);
		name_of(i, name);
		(void)snprintf(line, sizeof(line), "join %s", name);
		say(p, i + 1, line);
		end_turn(p);
		s = session_at(p, i);
		if (s == NULL || s->d.match == 0)
			bench_die("no match begins");
	}
	all_know(p);
}

/* ---- what they do ---- */

static void
play(struct place *p, unsigned i)
{
	const struct session *s = session_at(p, i);
	const struct match *m = s != NULL ? session_match(p->world, s) : NULL;
	const struct match_state *st = m != NULL ? &m->d.state : NULL;
	char text[64];
	struct sbuf b;
	unsigned n;

	SBUF_ON(&b, text);
	if (st == NULL)
		return;
	if (st->phase == PH_BETWEEN) {
		say(p, i, "join");
	} else if (match_to_act(st) != s->d.seat) {
		return;
	} else if (st->phase == PH_ROLL) {
		say(p, i, "roll");
	} else if (st->phase == PH_MOVE) {
		n = move_list(st->variant, &st->board, s->d.seat, st->dice.d[0], st->dice.d[1], &p->space);
		notation_play(&b, &p->space.result[rng_below(&p->r, n)].play, match_numbering(st, s->d.seat));
		say(p, i, text);
	}
}

/* One of the two whose turn it is. */
static void
move(struct place *p)
{
	unsigned i = rng_below(&p->r, p->n * PLAYING_PERCENT / 100) & ~1u;

	play(p, i);
	play(p, i + 1);
}

/* Those who play stay. */
static void
come_or_go(struct place *p)
{
	unsigned playing = p->n * PLAYING_PERCENT / 100;
	unsigned i = playing + rng_below(&p->r, p->n - playing);

	if (session_at(p, i) != NULL) {
		say(p, i, "bye");
		return;
	}
	if (p->sock[i].open)
		return;
	for (unsigned k = 0; k < p->free_n; k++) {
		if (p->free_sock[k] != i)
			continue;
		p->free_sock[k] = p->free_sock[p->free_n - 1];
		p->free_sock[p->free_n - 1] = i;
		come(p, i, "login bench 1008");
		return;
	}
}

static void
do_one(struct place *p, enum doing kind)
{
	unsigned i = rng_below(&p->r, p->n);
	char name[16], line[128];

	name_of(rng_below(&p->r, p->n), name);
	if (kind != DO_MOVE && kind != DO_COME_OR_GO && (session_at(p, i) == NULL || p->sock[i].paused))
		return;
	switch (kind) {
	case DO_MOVE:
		move(p);
		break;
	case DO_TELL:
		(void)snprintf(line, sizeof(line), "tell %s shall we play a match of five points?", name);
		say(p, i, line);
		break;
	case DO_SHOUT:
		say(p, i, "shout who wants to play?");
		break;
	case DO_WHOIS:
		(void)snprintf(line, sizeof(line), "whois %s", name);
		say(p, i, line);
		break;
	case DO_ROW:
		say(p, i, "toggle ready");
		break;
	case DO_COME_OR_GO:
		come_or_go(p);
		break;
	case DO_KINDS:
		break;
	}
}

struct figures {
	double act_us, longest_ms, feed_lines;
};

static struct figures
measure(struct place *p)
{
	int64_t start = bench_cpu_ns(), longest = 0;
	uint64_t lines = feed_work(p->world).lines;
	struct figures f;

	for (unsigned t = 0; t < TURNS; t++) {
		int64_t from = bench_ns(), took;

		for (unsigned k = 0; k < ACTS; k++) {
			unsigned what = rng_below(&p->r, 100), kind = 0;

			while (what >= PERCENT[kind])
				what -= PERCENT[kind++];
			do_one(p, (enum doing)kind);
		}
		end_turn(p);
		took = bench_ns() - from;
		if (took > longest)
			longest = took;
	}
	f.act_us = (double)(bench_cpu_ns() - start) / 1e3 / TURNS / ACTS;
	f.longest_ms = (double)longest / 1e6;
	f.feed_lines = (double)(feed_work(p->world).lines - lines) / TURNS;
	return f;
}

/* ---- worlds ---- */

static unsigned
net_rtt(void *ctx, conn_id c)
{
	(void)ctx;
	(void)c;
	return 0;
}

/* Every job is done when it is posted. */
static void
work_drop(void *ctx, const uint8_t from[WORK_FROM_BYTES], uint64_t ticket)
{
	(void)ctx;
	(void)from;
	(void)ticket;
}

static void
each(void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before), void *fn_ctx)
{
	(void)ctx;
	(void)fn;
	(void)fn_ctx;
}


static void
build(struct place *p, unsigned n)
{
	struct net_port net = { p, net_write, net_close_conn, net_pause, net_backlog, net_penalty, net_nothing,
		net_nothing, net_exempt, net_rtt };
	struct work_port work = { p, post, work_drop, each };
	struct random_port random = { p, luck };
	struct world_config config = {
		.server_name = "Gammond",
		.version = "0",
		.sessions_max = n + SPARE,
		.idle_s = 36000,
		.output_soft = 16384,
		.failed_login_len = 1,
		.saved_max = 8,
		.zone_known = zone_known,
		.zone_text = zone_text,
		.zone_list = "",
		.banner = "\n",
		.motd = "Welcome.\n",
		.help_page = pages_help,
		.help_topic = pages_topic,
	};

	*p = (struct place){ .n = n, .now_ms = 1000000 };
	rng_seed(&p->r, 7);
	p->sock = calloc(n + SPARE, sizeof(*p->sock));
	p->free_sock = calloc(n + SPARE, sizeof(*p->free_sock));
	p->result = calloc(LOGINS_A_TURN + ACTS, sizeof(*p->result));
	if (p->sock == NULL || p->free_sock == NULL || p->result == NULL ||
	    store_open(NULL, STORE_DURABLE_FULL, NULL, &p->store, NULL) != STORE_OK)
		bench_die("out of memory");
	make_accounts(p);
	p->world = world_new(&config, p->store, &net, &work, &random);
	if (p->world == NULL)
		bench_die("out of memory");
	p->turn = (struct turn){
		.world = p->world,
		.store = p->store,
		.clock_ctx = p,
		.mono_ms = now,
		.wall_ms = now,
		.net_ctx = p,
		.flush = flush,
		.drop = drop,
		.work_ctx = p,
		.work_next = next_result,
	};
	turn_init(&p->turn);
	p->events = turn_events(&p->turn);
	all_come(p);
	some_play(p);
	bench_say("%u on line, %.0f bytes each", n, p->memory);
}

static void
destroy(struct place *p)
{
	world_free(&p->world);
	store_close(&p->store);
	free(p->sock);
	free(p->free_sock);
	free(p->result);
}

int
main(int argc, char **argv)
{
	static struct place places[SIZES];
	unsigned largest = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100000;
	struct row rows[] = {
		{ .what = "turn time of an act, 1,000 on line", .unit = "us" },
		{ .what = "turn time of an act, most against a tenth", .unit = "us", .target = RATIO_AT_MOST,
		    .limit = 1.1 },
		{ .what = "memory of one on line, most against a tenth", .unit = "bytes",
		    .target = RATIO_AT_MOST, .limit = 1.1 },
		{ .what = "longest turn", .unit = "ms" },
	};
	struct gaps gaps = { 0 };

	if (bench_init(argv[0]) == 0 || largest < 10000 || largest > 400000)
		bench_die("usage: bench_sessions [SESSIONS], 10000 to 400000");
	build(&places[0], 1000);
	build(&places[1], largest / 10);
	build(&places[2], largest);
	for (unsigned i = 0; i < bench_runs(); i++) {
		struct figures f[SIZES];

		gaps_measure(&gaps, 200);
		for (unsigned k = 0; k < SIZES; k++)
			f[k] = measure(&places[k]);
		rows[0].own[i] = f[0].act_us;
		rows[0].ref[i] = f[1].act_us;
		rows[1].own[i] = f[2].act_us;
		rows[1].ref[i] = f[1].act_us;
		rows[2].own[i] = places[2].memory;
		rows[2].ref[i] = places[1].memory;
		rows[3].own[i] = f[2].longest_ms;
		rows[3].ref[i] = f[1].longest_ms;
		bench_say("act: %.1f %.1f %.1f us; longest turn %.1f %.1f %.1f ms; lines of news in a turn %.0f %.0f %.0f",
		    f[0].act_us, f[1].act_us, f[2].act_us, f[0].longest_ms, f[1].longest_ms, f[2].longest_ms,
		    f[0].feed_lines, f[1].feed_lines, f[2].feed_lines);
	}
	for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		rows[k].reference = "the same with a tenth as many on line";
		rows[k].simulated = "in process: sockets that are always ready, no password hash; store in memory";
		rows[k].n = k == 0 ? 1000 : largest;
		rows[k].runs = bench_runs();
		rows[k].gaps = gaps;
	}
	bench_report("sessions", rows, sizeof(rows) / sizeof(rows[0]));
	for (unsigned k = 0; k < SIZES; k++)
		destroy(&places[k]);
	return 0;
}
