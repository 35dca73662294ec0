/* SPDX-License-Identifier: MIT */
/* The world with 1,000, 10,000 and 100,000 online users, in this process: the time of a turn
 * per action, and the memory per user.
 *
 *         bench_sessions [SESSIONS]      the largest of the three; 100,000 by default
 *
 * The server runs in this process (place.h), with an in-memory SQLite store.  Every user is a
 * client program that is sent all news.  They log in as TinyMUD users and are made client
 * programs afterwards, because the lists sent at login would have some 10^10 lines in all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <malloc.h>

#include "domain.h"
#include "base/sbuf.h"
#include "bench.h"
#include "people/people.h"
#include "output/output.h"
#include "place.h"

#define SIZES 3u
#define ACTS 50u                         /* per turn */
#define TURNS bench_number(400, 400, 20) /* per run */
#define LOGINS 32u /* logins at a time: as many passwords as a turn checks */
#define SPARE bench_number(4096, 4096, 256) /* spare connections until lost ones are freed */
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

struct setup {
	struct place p; /* the first n connections are the users */
	unsigned n;
	unsigned here; /* number of users logged in */
	double memory;
};

/* ---- users ---- */

static void
name_of(unsigned user, char name[16])
{
	(void)snprintf(name, 16, "w%c%c%c%c", (char)('a' + user / 17576 % 26),
	    (char)('a' + user / 676 % 26), (char)('a' + user / 26 % 26),
	    (char)('a' + user % 26));
}

static void
log_in(struct setup *h, unsigned user, const char *how)
{
	char name[16], line[64];

	name_of(user, name);
	(void)snprintf(line, sizeof(line), "%s %s secret", how, name);
	place_say(&h->p, user, line);
}

static void
make_accounts(const struct setup *h, struct store *store)
{
	struct user_record u = { .rating = 1500, .created_s = 1, .hash = "x", .role = "user" };

	for (unsigned i = 0; i < h->n + SPARE; i++) {
		name_of(i, u.name);
		if (store_user_create(store, &u) == 0)
			bench_die("no account %s", u.name);
	}
	if (store_commit(store, NULL) != STORE_OK)
		bench_die("storage failed");
}

/* Marks all news so far as already sent to the users present.  Sending it would take
 * minutes. */
static void
know(struct setup *h)
{
	for (unsigned i = 0; i < h->here; i++) {
		struct session *s = place_session(&h->p, i);

		if (s != NULL)
			s->news.heard = feed_next(h->p.world) - 1;
	}
}

static void
all_know(struct setup *h)
{
	know(h);
	while (domain_busy(h->p.world))
		place_turn(&h->p);
}

static void
all_come(struct setup *h)
{
	size_t before = mallinfo2().uordblks + mallinfo2().hblkhd, after;

	while (h->here < h->n) {
		for (unsigned k = 0; k < LOGINS && h->here < h->n; k++, h->here++) {
			if (place_connect(&h->p) != h->here)
				bench_die("somebody has gone");
			log_in(h, h->here, "connect");
		}
		do {
			place_turn(&h->p);
			know(h);
		} while (place_has_passwords(&h->p));
	}
	for (unsigned i = 0; i < h->n; i++) {
		struct session *s = place_session(&h->p, i);

		if (s == NULL)
			bench_die("user %u is not on line", i);
		s->mode = MODE_CLIP;
	}
	all_know(h);
	after = mallinfo2().uordblks + mallinfo2().hblkhd;
	h->memory = (double)(after - before) / h->n;
}

/* Lets users with adjacent numbers begin unlimited matches. */
static void
some_play(struct setup *h)
{
	for (unsigned i = 0; i + 1 < h->n * PLAYING_PERCENT / 100; i += 2) {
		char name[16], line[64];
		const struct session *s;

		place_say(&h->p, i, "toggle ready");
		place_say(&h->p, i + 1, "toggle ready");
		name_of(i + 1, name);
		(void)snprintf(line, sizeof(line), "invite %s unlimited", name);
		place_say(&h->p, i, line);
		name_of(i, name);
		(void)snprintf(line, sizeof(line), "join %s", name);
		place_say(&h->p, i + 1, line);
		place_turn(&h->p);
		s = place_session(&h->p, i);
		if (s == NULL || s->match == 0)
			bench_die("no match begins");
	}
	all_know(h);
}

/* ---- actions ---- */

static void
play(struct setup *h, unsigned i)
{
	char line[64];

	place_play(&h->p, i, line);
	if (line[0] != '\0')
		place_say(&h->p, i, line);
}

/* Moves for the player on roll in a random match. */
static void
move(struct setup *h)
{
	unsigned i = rng_below(&h->p.r, h->n * PLAYING_PERCENT / 100) & ~1u;

	play(h, i);
	play(h, i + 1);
}

/* Logs a random user in or out; users who are playing stay. */
static void
come_or_go(struct setup *h)
{
	unsigned playing = h->n * PLAYING_PERCENT / 100;
	unsigned i = playing + rng_below(&h->p.r, h->n - playing);

	if (place_session(&h->p, i) != NULL)
		place_say(&h->p, i, "bye");
	else if (!place_is_open(&h->p, i) && place_connect_as(&h->p, i))
		log_in(h, i, "login bench 1008");
}

static void
do_one(struct setup *h, enum doing kind)
{
	unsigned i = rng_below(&h->p.r, h->n);
	char name[16], line[128];

	name_of(rng_below(&h->p.r, h->n), name);
	if (kind != DO_MOVE && kind != DO_COME_OR_GO &&
	    (place_session(&h->p, i) == NULL || place_is_paused(&h->p, i)))
		return;
	switch (kind) {
	case DO_MOVE:
		move(h);
		break;
	case DO_TELL:
		(void)snprintf(
		    line, sizeof(line), "tell %s shall we play a match of five points?", name);
		place_say(&h->p, i, line);
		break;
	case DO_SHOUT:
		place_say(&h->p, i, "shout who wants to play?");
		break;
	case DO_WHOIS:
		(void)snprintf(line, sizeof(line), "whois %s", name);
		place_say(&h->p, i, line);
		break;
	case DO_ROW:
		place_say(&h->p, i, "toggle ready");
		break;
	case DO_COME_OR_GO:
		come_or_go(h);
		break;
	case DO_KINDS:
		break;
	}
}

struct figures {
	double act_us, longest_ms, feed_lines;
};

static struct figures
measure(struct setup *h)
{
	int64_t start = bench_cpu_ns(), longest = 0;
	uint64_t lines = feed_work(h->p.world).lines;
	struct figures f;

	for (unsigned t = 0; t < TURNS; t++) {
		int64_t from = bench_ns(), took;

		for (unsigned k = 0; k < ACTS; k++) {
			unsigned what = rng_below(&h->p.r, 100), kind = 0;

			while (what >= PERCENT[kind])
				what -= PERCENT[kind++];
			do_one(h, (enum doing)kind);
		}
		place_turn(&h->p);
		took = bench_ns() - from;
		if (took > longest)
			longest = took;
	}
	f.act_us = (double)(bench_cpu_ns() - start) / 1e3 / TURNS / ACTS;
	f.longest_ms = (double)longest / 1e6;
	f.feed_lines = (double)(feed_work(h->p.world).lines - lines) / TURNS;
	return f;
}

/* ---- worlds ---- */

static void
build(struct setup *h, unsigned n)
{
	struct store *store;

	h->n = n;
	h->here = 0;
	if (store_open(NULL, STORE_DURABLE_FULL, NULL, &store, NULL) != STORE_OK)
		bench_die("out of memory");
	make_accounts(h, store);
	place_open(&h->p, store, n + SPARE);
	all_come(h);
	some_play(h);
	bench_say("%u on line, %.0f bytes each", n, h->memory);
}

static void
destroy(struct setup *h)
{
	struct store *store = h->p.store;

	place_close(&h->p);
	store_close(&store);
}

int
main(int argc, char **argv)
{
	static struct setup places[SIZES];
	unsigned least = bench_number(1000, 1000, 100);
	unsigned largest = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100 * least;
	struct row rows[] = {
		{ .what = "turn time of an act, 1,000 on line", .unit = "us" },
		{ .what = "turn time of an act, most against a tenth",
		    .unit = "us",
		    .target = RATIO_AT_MOST,
		    .limit = 1.1 },
		{ .what = "memory of one on line, most against a tenth",
		    .unit = "bytes",
		    .target = RATIO_AT_MOST,
		    .limit = 1.1 },
		{ .what = "longest turn", .unit = "ms" },
	};

	if (bench_init(argv[0]) == 0 || largest < 10 * least || largest > 400000)
		bench_die("usage: bench_sessions [SESSIONS], 10000 to 400000");
	build(&places[0], least);
	build(&places[1], largest / 10);
	build(&places[2], largest);
	for (unsigned i = 0; bench_again(i); i++) {
		struct figures f[SIZES];

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
		bench_say("act: %.1f %.1f %.1f us; longest turn %.1f %.1f %.1f ms; lines of "
			  "news in a turn %.0f %.0f %.0f",
		    f[0].act_us, f[1].act_us, f[2].act_us, f[0].longest_ms, f[1].longest_ms,
		    f[2].longest_ms, f[0].feed_lines, f[1].feed_lines, f[2].feed_lines);
	}
	for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		rows[k].reference = "the same with a tenth as many on line";
		rows[k].simulated = "in process: sockets that are always ready, no password "
				    "hash; store in memory";
		rows[k].n = k == 0 ? least : largest;
	}
	bench_report("sessions", rows, sizeof(rows) / sizeof(rows[0]));
	for (unsigned k = 0; k < SIZES; k++)
		destroy(&places[k]);
	return 0;
}
