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
	const struct player pl[2] = { { .kind = PLAYER_NET, .e = &net },
		{ .kind = PLAYER_RULE_OF_THUMB } };
	const struct variant *v = VARIANT_FIBS;
	struct duel_score raw, fair;
	const char *why;

	nets_tables(&player_tables);
	why = nets_load(&net, v, &player_tables, NULL);
	if (why != NULL)
		fail_msg("%s", why);
	raw = player_duel(v, pl, NULL, GAMES, 1);
	fair = player_duel(v, pl, &net, GAMES, 1);
	assert_true(raw.wins == fair.wins);
	assert_true(fair.standard_error < 0.75 * raw.standard_error);
	assert_true(fabs(fair.points_per_game - raw.points_per_game) < 3 * raw.standard_error);
	assert_true(fair.points_per_game > 3 * fair.standard_error);
}

/* The order in which the players are named does not matter, because seats are exchanged and the
 * dice are the same. */
TEST(a_duel_is_the_same_from_both_sides)
{
	const struct player pl[2] = { { .kind = PLAYER_RULE_OF_THUMB },
		{ .kind = PLAYER_PIPS } };
	const struct player turned[2] = { pl[1], pl[0] };
	struct duel_score a = player_duel(VARIANT_FIBS, pl, NULL, GAMES, 1);
	struct duel_score b = player_duel(VARIANT_FIBS, turned, NULL, GAMES, 1);

	assert_true(a.points_per_game != 0.0 && a.standard_error > 0.0);
	assert_true(a.points_per_game == -b.points_per_game &&
		    a.standard_error == b.standard_error && a.wins == 1.0 - b.wins);
}
