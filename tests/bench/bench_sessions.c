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

#define CROWD_SIZES 3u
#define ACTS_PER_TURN 50u                        /* per turn */
#define TURNS_PER_RUN bench_scaled(400, 400, 20) /* per run */
#define LOGINS_AT_ONCE 32u /* logins at a time: as many passwords as a turn checks */
#define SPARE bench_scaled(4096, 4096, 256) /* spare connections until lost ones are freed */
#define PLAYING_PERCENT 20u

enum crowd_act {
	DO_MOVE,
	DO_TELL,
	DO_SHOUT,
	DO_WHOIS,
	DO_TOGGLE_READY,
	DO_COME_OR_GO,
	DO_COUNT,
};

static const unsigned ACT_PERCENT[DO_COUNT] = { 50, 24, 2, 14, 8, 2 };

struct crowd_bench {
	struct place p; /* the first n connections are the users */
	unsigned n;
	unsigned logged_in; /* number of users logged in */
	double memory_bytes;
};

/* ---- users ---- */

static void
user_name(unsigned user, char name[16])
{
	(void)snprintf(name, 16, "w%c%c%c%c", (char)('a' + user / 17576 % 26),
	    (char)('a' + user / 676 % 26), (char)('a' + user / 26 % 26),
	    (char)('a' + user % 26));
}

static void
log_in(struct crowd_bench *h, unsigned user, const char *how)
{
	char name[16], line[64];

	user_name(user, name);
	(void)snprintf(line, sizeof(line), "%s %s secret", how, name);
	place_type_line(&h->p, user, line);
}

static void
make_accounts(const struct crowd_bench *h, struct store *store)
{
	struct user_record u = { .rating = 1500, .created_s = 1, .hash = "x", .role = "user" };

	for (unsigned i = 0; i < h->n + SPARE; i++) {
		user_name(i, u.name);
		if (store_user_create(store, &u) == 0)
			bench_die("no account %s", u.name);
	}
	if (store_commit(store, NULL) != STORE_OK)
		bench_die("storage failed");
}

/* Marks all news so far as already sent to the users present.  Sending it would take
 * minutes. */
static void
set_known_toggles(struct crowd_bench *h)
{
	for (unsigned i = 0; i < h->logged_in; i++) {
		struct session *s = place_session(&h->p, i);

		if (s != NULL)
			s->news.cursor = feed_next_number(h->p.world) - 1;
	}
}

static void
set_all_known_toggles(struct crowd_bench *h)
{
	set_known_toggles(h);
	while (domain_output_pending(h->p.world))
		place_turn(&h->p);
}

static void
all_come(struct crowd_bench *h)
{
	size_t before = mallinfo2().uordblks + mallinfo2().hblkhd, after;

	while (h->logged_in < h->n) {
		for (unsigned k = 0; k < LOGINS_AT_ONCE && h->logged_in < h->n;
		     k++, h->logged_in++) {
			if (place_connect(&h->p) != h->logged_in)
				bench_die("somebody has gone");
			log_in(h, h->logged_in, "connect");
		}
		do {
			place_turn(&h->p);
			set_known_toggles(h);
		} while (place_has_passwords(&h->p));
	}
	for (unsigned i = 0; i < h->n; i++) {
		struct session *s = place_session(&h->p, i);

		if (s == NULL)
			bench_die("user %u is not on line", i);
		s->mode = MODE_CLIP;
	}
	set_all_known_toggles(h);
	after = mallinfo2().uordblks + mallinfo2().hblkhd;
	h->memory_bytes = (double)(after - before) / h->n;
}

/* Lets users with adjacent numbers begin unlimited matches. */
static void
start_matches(struct crowd_bench *h)
{
	for (unsigned i = 0; i + 1 < h->n * PLAYING_PERCENT / 100; i += 2) {
		char name[16], line[64];
		const struct session *s;

		place_type_line(&h->p, i, "toggle ready");
		place_type_line(&h->p, i + 1, "toggle ready");
		user_name(i + 1, name);
		(void)snprintf(line, sizeof(line), "invite %s unlimited", name);
		place_type_line(&h->p, i, line);
		user_name(i, name);
		(void)snprintf(line, sizeof(line), "join %s", name);
		place_type_line(&h->p, i + 1, line);
		place_turn(&h->p);
		s = place_session(&h->p, i);
		if (s == NULL || s->match == 0)
			bench_die("no match begins");
	}
	set_all_known_toggles(h);
}

/* ---- actions ---- */

static void
type_play(struct crowd_bench *h, unsigned i)
{
	char line[64];

	place_next_play(&h->p, i, line);
	if (line[0] != '\0')
		place_type_line(&h->p, i, line);
}

/* Moves for the player on roll in a random match. */
static void
play_both(struct crowd_bench *h)
{
	unsigned i = rng_below(&h->p.r, h->n * PLAYING_PERCENT / 100) & ~1u;

	type_play(h, i);
	type_play(h, i + 1);
}

/* Logs a random user in or out; users who are playing stay. */
static void
log_in_or_out(struct crowd_bench *h)
{
	unsigned playing = h->n * PLAYING_PERCENT / 100;
	unsigned i = playing + rng_below(&h->p.r, h->n - playing);

	if (place_session(&h->p, i) != NULL)
		place_type_line(&h->p, i, "bye");
	else if (!place_is_open(&h->p, i) && place_connect_as(&h->p, i))
		log_in(h, i, "login bench 1008");
}

static void
do_act(struct crowd_bench *h, enum crowd_act kind)
{
	unsigned i = rng_below(&h->p.r, h->n);
	char name[16], line[128];

	user_name(rng_below(&h->p.r, h->n), name);
	if (kind != DO_MOVE && kind != DO_COME_OR_GO &&
	    (place_session(&h->p, i) == NULL || place_is_paused(&h->p, i)))
		return;
	switch (kind) {
	case DO_MOVE:
		play_both(h);
		break;
	case DO_TELL:
		(void)snprintf(
		    line, sizeof(line), "tell %s shall we play a match of five points?", name);
		place_type_line(&h->p, i, line);
		break;
	case DO_SHOUT:
		place_type_line(&h->p, i, "shout who wants to play?");
		break;
	case DO_WHOIS:
		(void)snprintf(line, sizeof(line), "whois %s", name);
		place_type_line(&h->p, i, line);
		break;
	case DO_TOGGLE_READY:
		place_type_line(&h->p, i, "toggle ready");
		break;
	case DO_COME_OR_GO:
		log_in_or_out(h);
		break;
	case DO_COUNT:
		break;
	}
}

struct figures {
	double act_us, longest_ms, feed_lines;
};

static struct figures
measure(struct crowd_bench *h)
{
	int64_t start = bench_cpu_ns(), longest = 0;
	uint64_t lines = feed_counts(h->p.world).items_written;
	struct figures f;

	for (unsigned t = 0; t < TURNS_PER_RUN; t++) {
		int64_t from = bench_now_ns(), took;

		for (unsigned k = 0; k < ACTS_PER_TURN; k++) {
			unsigned what = rng_below(&h->p.r, 100), kind = 0;

			while (what >= ACT_PERCENT[kind])
				what -= ACT_PERCENT[kind++];
			do_act(h, (enum crowd_act)kind);
		}
		place_turn(&h->p);
		took = bench_now_ns() - from;
		if (took > longest)
			longest = took;
	}
	f.act_us = (double)(bench_cpu_ns() - start) / 1e3 / TURNS_PER_RUN / ACTS_PER_TURN;
	f.longest_ms = (double)longest / 1e6;
	f.feed_lines = (double)(feed_counts(h->p.world).items_written - lines) / TURNS_PER_RUN;
	return f;
}

/* ---- worlds ---- */

static void
build(struct crowd_bench *h, unsigned n)
{
	struct store *store;

	h->n = n;
	h->logged_in = 0;
	if (store_open(NULL, STORE_DURABLE_FULL, NULL, &store, NULL) != STORE_OK)
		bench_die("out of memory");
	make_accounts(h, store);
	place_open(&h->p, store, n + SPARE);
	all_come(h);
	start_matches(h);
	bench_print_note("%u on line, %.0f bytes each", n, h->memory_bytes);
}

static void
destroy_all(struct crowd_bench *h)
{
	struct store *store = h->p.store;

	place_close(&h->p);
	store_close(&store);
}

int
main(int argc, char **argv)
{
	static struct crowd_bench places[CROWD_SIZES];
	unsigned least = bench_scaled(1000, 1000, 100);
	unsigned largest = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100 * least;
	struct row rows[] = {
		{ .operation = "turn time of an act, 1,000 on line", .unit = "us" },
		{ .operation = "turn time of an act, most against a tenth",
		    .unit = "us",
		    .target = RATIO_AT_MOST,
		    .target_value = 1.1 },
		{ .operation = "memory of one on line, most against a tenth",
		    .unit = "bytes",
		    .target = RATIO_AT_MOST,
		    .target_value = 1.1 },
		{ .operation = "longest turn", .unit = "ms" },
	};

	if (bench_init(argv[0]) == 0 || largest < 10 * least || largest > 400000)
		bench_die("usage: bench_sessions [SESSIONS], 10000 to 400000");
	build(&places[0], least);
	build(&places[1], largest / 10);
	build(&places[2], largest);
	for (unsigned i = 0; bench_next_run(i); i++) {
		struct figures f[CROWD_SIZES];

		for (unsigned k = 0; k < CROWD_SIZES; k++)
			f[k] = measure(&places[k]);
		rows[0].own[i] = f[0].act_us;
		rows[0].ref[i] = f[1].act_us;
		rows[1].own[i] = f[2].act_us;
		rows[1].ref[i] = f[1].act_us;
		rows[2].own[i] = places[2].memory_bytes;
		rows[2].ref[i] = places[1].memory_bytes;
		rows[3].own[i] = f[2].longest_ms;
		rows[3].ref[i] = f[1].longest_ms;
		bench_print_note(
		    "act: %.1f %.1f %.1f us; longest turn %.1f %.1f %.1f ms; lines of "
		    "news in a turn %.0f %.0f %.0f",
		    f[0].act_us, f[1].act_us, f[2].act_us, f[0].longest_ms, f[1].longest_ms,
		    f[2].longest_ms, f[0].feed_lines, f[1].feed_lines, f[2].feed_lines);
	}
	for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		rows[k].reference = "the same with a tenth as many on line";
		rows[k].what_is_real = "in process: sockets that are always ready, no password "
				       "hash; store in memory";
		rows[k].n = k == 0 ? least : largest;
	}
	bench_report("sessions", rows, sizeof(rows) / sizeof(rows[0]));
	for (unsigned k = 0; k < CROWD_SIZES; k++)
		destroy_all(&places[k]);
	return 0;
}
