/* SPDX-License-Identifier: MIT */
/* Duels between players without a server, which are used for the measurements in
 * STRENGTH.md. */
#include <math.h>

#include "tests/support/nets.h"
#include "tests/support/players.h"
#include "tests/unit/test.h"

#define GAMES 40

static struct eval net;

/* In the same games, scores without luck have the same mean and a much smaller error. */
TEST(subtracting_luck_reduces_the_error)
{
	const struct player pl[2] = { { .kind = NET, .e = &net }, { .kind = HAND } };
	const struct variant *v = VARIANT_FIBS;
	struct score raw, fair;
	const char *why;

	nets_tables(&player_tables);
	why = nets_load(&net, v, &player_tables, NULL);
	if (why != NULL)
		fail_msg("%s", why);
	raw = player_duel(v, pl, NULL, GAMES, 1);
	fair = player_duel(v, pl, &net, GAMES, 1);
	assert_true(raw.wins == fair.wins);
	assert_true(fair.error < 0.75 * raw.error);
	assert_true(fabs(fair.points - raw.points) < 3 * raw.error);
	assert_true(fair.points > 3 * fair.error);
}

/* The order in which the players are named does not matter, because seats are exchanged and the
 * dice are the same. */
TEST(a_duel_is_the_same_from_both_sides)
{
	const struct player pl[2] = { { .kind = HAND }, { .kind = PIPS } };
	const struct player turned[2] = { pl[1], pl[0] };
	struct score a = player_duel(VARIANT_FIBS, pl, NULL, GAMES, 1);
	struct score b = player_duel(VARIANT_FIBS, turned, NULL, GAMES, 1);

	assert_true(a.points != 0.0 && a.error > 0.0);
	assert_true(a.points == -b.points && a.error == b.error && a.wins == 1.0 - b.wins);
}
