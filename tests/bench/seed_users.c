/* SPDX-License-Identifier: MIT */
/* Fills a data directory with accounts for a benchmark: seed_users DIR COUNT
 * [quiet|costly|playing].
 *
 * Uses the store, so that the database is one that the server could have written.  All accounts
 * have the same password, hashed once with the smallest Argon2id parameters, because the cost
 * of logins is measured elsewhere ("costly": with the server's default parameters).  All users
 * are ready to play.  "quiet" users have the notices of logins, logouts and matches turned
 * off.  Each pair of "playing" users has an unfinished match to five points, with the first
 * ACTIONS actions of random play, whose dice come from the match's own seed. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "bench.h"
#include "fair/dice.h"
#include "rules/match.h"
#include "rules/rating.h"
#include "store/store.h"

#define MATCH_POINTS 5u
#define ACTIONS 40u
#define COSTLY_HASH_KIB 19456u
#define COSTLY_HASH_PASSES 2u
#define CREATED_S 1700000000

static struct move_space space;

/* ---- an unfinished match ---- */

static void
make_opening(struct fair_dice *dice, const struct match_state *m, struct action *a)
{
	a->kind = ACT_START;
	a->seat = SEAT_NONE;
	a->start.o = SEAT_0;
	a->start.crawford = true;
	for (; a->start.npairs < OPENING_PAIRS_MAX; a->start.npairs++) {
		uint8_t *d = a->start.pair[a->start.npairs].d;

		fair_dice_roll(dice, m->next_roll + a->start.npairs, d);
		if (d[0] != d[1])
			break;
	}
	a->start.npairs++;
}

/* Returns the next action of the player who must act. */
static struct action
next_action(struct fair_dice *dice, const struct match_state *m, struct rng *rng)
{
	struct action a = { .roll_no = m->next_roll, .seat = m->turn };

	if (m->phase == PH_BETWEEN_GAMES) {
		make_opening(dice, m, &a);
	} else if (m->phase == PH_ROLL) {
		a.kind = ACT_ROLL;
		fair_dice_roll(dice, a.roll_no, a.dice.d);
	} else {
		unsigned n = move_list(
		    m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &space);

		a.kind = ACT_MOVE;
		a.play = space.result[rng_below(rng, n)].play;
	}
	return a;
}

static bool
store_action(struct store *store, int64_t match, uint32_t seq, const struct action *a)
{
	char text[256];
	struct sbuf b;

	SBUF_INIT(&b, text);
	action_write(&b, a);
	store_action_add(store, &(struct action_record){ .match = match,
				    .seq = seq,
				    .at_ms = (int64_t)CREATED_S * 1000 + seq,
				    .elapsed_ms = 1000,
				    .seat = a->seat == SEAT_NONE ? 2 : (int)a->seat,
				    .kind = action_kind_name(a->kind),
				    .text = text });
	return sbuf_ok(&b);
}

static bool
play_match(struct store *store, int64_t first, int64_t second, struct rng *rng)
{
	struct match_record r = { .user = { first, second },
		.length = MATCH_POINTS,
		.variant = "backgammon",
		.created_ms = (int64_t)CREATED_S * 1000 };
	struct match_state m;
	struct match_events events;
	struct fair_dice dice;
	char row[24];
	struct sbuf b;
	int64_t id;

	rng_bytes(rng, r.seed, sizeof(r.seed));
	id = store_match_create(store, &r);
	if (id == 0)
		return false;
	SBUF_INIT(&b, row);
	sbuf_addi(&b, (long)id);
	fair_dice_init(&dice, r.seed, row, "", 0, "", 0);
	match_init(&m, &VARIANTS[0], MATCH_POINTS);
	for (uint32_t seq = 0; seq < ACTIONS; seq++) {
		struct action a = next_action(&dice, &m, rng);

		if (match_apply(&m, &a, &space, &events).err != MATCH_OK ||
		    m.phase == PH_OVER || !store_action(store, id, seq, &a))
			return false;
	}
	store_match_score(store, id, m.score);
	return true;
}

/* ---- accounts ---- */

static bool
add_users(
    struct store *store, struct user_record *u, unsigned long count, bool quiet, bool playing)
{
	struct rng rng;
	int64_t before = 0;

	rng_seed(&rng, 20260101);
	for (unsigned long i = 0; i < count; i++) {
		int64_t id;

		memcpy(u->name, bench_user_name((unsigned)i),
		    strlen(bench_user_name((unsigned)i)) + 1);
		id = store_user_create(store, u);
		if (id == 0)
			return false;
		store_setting_set(store, id, "ready", "1");
		if (quiet) {
			store_setting_set(store, id, "notify", "0");
			store_setting_set(store, id, "report", "0");
		}
		if (playing && i % 2 == 1 && !play_match(store, before, id, &rng))
			return false;
		before = id;
	}
	return true;
}

static bool
hash_password(struct user_record *u, bool costly)
{
	unsigned long long passes = costly ? COSTLY_HASH_PASSES : crypto_pwhash_OPSLIMIT_MIN;
	size_t bytes = costly ? COSTLY_HASH_KIB * 1024u : crypto_pwhash_MEMLIMIT_MIN;

	return crypto_pwhash_str(
		   u->hash, BENCH_PASSWORD, strlen(BENCH_PASSWORD), passes, bytes) == 0;
}

int
main(int argc, char **argv)
{
	struct user_record u = {
		.rating = RATING_START, .created_s = CREATED_S, .role = "user"
	};
	const char *kind = argc == 4 ? argv[3] : "";
	struct store *store;
	char text[512];
	struct sbuf error;
	unsigned long count;

	SBUF_INIT(&error, text);
	if (argc < 3 || argc > 4 || sodium_init() < 0 ||
	    !hash_password(&u, strcmp(kind, "costly") == 0))
		return EXIT_FAILURE;
	count = strtoul(argv[2], NULL, 10);
	if (store_open(argv[1], STORE_DURABLE_FULL, NULL, &store, &error) != STORE_OK) {
		(void)fprintf(stderr, "seed_users: %s\n", text);
		return EXIT_FAILURE;
	}
	if (!add_users(
		store, &u, count, strcmp(kind, "quiet") == 0, strcmp(kind, "playing") == 0) ||
	    store_commit(store, &error) != STORE_OK ||
	    store_users_count(store) != (int64_t)count) {
		(void)fprintf(stderr, "seed_users: %s\n", text);
		return EXIT_FAILURE;
	}
	store_close(&store);
	return EXIT_SUCCESS;
}
