/* SPDX-License-Identifier: MIT */
/* Rollouts: what is certain stays certain, the luck of the rolls is subtracted, and the queue
 * of positions to be played out is bounded. */
#include <math.h>

#include "eval/rollout.h"
#include "tests/support/fixture.h"
#include "tests/support/nets.h"
#include "tests/unit/test.h"

static struct eval_tables tables;
static struct eval_scratch work;
static struct eval eval;
static struct match_state m;
static struct rollout r;

static void
begin(uint8_t d1, uint8_t d2)
{
	const char *why = nets_load(&eval, VARIANT_FIBS, &tables, NULL);

	if (why != NULL)
		fail_msg("%s", why);
	match_init(&m, VARIANT_FIBS, 0);
	variant_start_board(&m.board, VARIANT_FIBS);
	m.turn = SEAT_0;
	m.phase = PH_MOVE;
	m.dice = (struct dice_pair){ { d1, d2 } };
}

/* Each side has two checkers on each of two points. */
static void
set_bearoff(void)
{
	memset(&m.board, 0, sizeof(m.board));
	for (unsigned s = 0; s < 2; s++) {
		m.board.at[s][5] = m.board.at[s][6] = 2;
		m.board.at[s][PT_OFF] = 11;
	}
}

static void
play_games(unsigned n)
{
	while (n-- > 0)
		(void)rollout_play_game(&r, &eval, 0, r.games, &work);
}

TEST(a_position_in_the_table_has_no_error)
{
	const struct eval_position p = { VARIANT_FIBS, &m.board, SEAT_0, { 0, 0 } };
	struct eval_chances known, c;

	begin(1, 1);
	set_bearoff();
	eval_chances(&eval, &p, &known);
	rollout_begin_roll(&r, &m);
	play_games(12);
	assert_true(fabs(rollout_mean_equity(&r) - (double)known.equity) < 0.001);
	assert_true(rollout_standard_error(&r) < 0.001);
	rollout_mean_chances(&r, &c);
	assert_true(fabsf(c.win - known.win) < 0.001f && c.win_gammon < 0.001f);
}

TEST(results_are_counted_for_the_side_that_played)
{
	struct eval_choice best;
	struct eval_chances c;

	begin(2, 1);
	set_bearoff();
	assert_int_equal(eval_rank_plays(&eval, &m, 0, &work, &best, 1), 1);
	rollout_begin_play(&r, &m, &work.move_space[0].result[best.index]);
	play_games(12);
	assert_true(fabs(rollout_mean_equity(&r) - (double)best.chances.equity) < 0.001);
	/* the side to roll, not the side that has moved */
	rollout_mean_chances(&r, &c);
	assert_true(fabsf(c.win - (1 - best.chances.win)) < 0.001f);
}

TEST(a_play_that_wins_is_certain)
{
	struct eval_choice best;

	begin(6, 5);
	memset(&m.board, 0, sizeof(m.board));
	m.board.at[SEAT_0][6] = m.board.at[SEAT_0][5] = 1;
	m.board.at[SEAT_0][PT_OFF] = 13;
	m.board.at[SEAT_1][24] = 15;
	assert_int_equal(eval_rank_plays(&eval, &m, 0, &work, &best, 1), 1);
	rollout_begin_play(&r, &m, &work.move_space[0].result[best.index]);
	assert_int_equal(rollout_play_game(&r, &eval, 0, 0, &work), 0);
	assert_true(rollout_mean_equity(&r) == 3.0 && rollout_standard_error(&r) == 0.0);
}

/* The results of 24 games from the start have a standard error of about a quarter of a point.
 */
TEST(the_luck_of_the_rolls_is_subtracted)
{
	struct eval_choice best;

	begin(3, 1);
	assert_int_equal(eval_rank_plays(&eval, &m, 0, &work, &best, 1), 1);
	rollout_begin_play(&r, &m, &work.move_space[0].result[best.index]);
	play_games(24);
	assert_true(rollout_standard_error(&r) < 0.1 && rollout_standard_error(&r) > 0.001);
	assert_true(fabs(rollout_mean_equity(&r) - (double)best.chances.equity) < 0.3);
}

/* ---- the queue ---- */

#define USERS 18u
#define ROLLOUT_COMMAND "position XGID=-----BB------------bb-----:0:0:1:00:0:0:0:5:10 rollout"

static bool
reads(struct fixture *h, unsigned who, const char *text)
{
	const char *got = fixture_read(h, who);
	const bool found = strstr(got, text) != NULL;

	fixture_discard(h);
	return found;
}

static void
finish_work(struct fixture *h)
{
	fixture_hold_work(h, false, 100);
	for (unsigned i = 0; i < 4 * USERS; i++)
		fixture_advance(h, 250);
}

TEST(sixteen_rollouts_wait_and_those_of_users_who_left_make_room)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned who[USERS];

	fixture_options_default(&o);
	fixture_options_bots(&o);
	h = fixture_new(&o);
	fixture_turn(h);
	for (unsigned i = 0; i < USERS; i++) {
		const char name[] = { 'u', 's', 'e', 'r', '_', (char)('a' + i), '\0' };

		who[i] = fixture_telnet(h, name);
	}
	fixture_hold_work(h, true, 100);
	fixture_discard(h);
	for (unsigned i = 0; i < USERS - 1; i++) {
		fixture_type(h, who[i], ROLLOUT_COMMAND);
		assert_true(reads(h, who[i], "is played out up to"));
	}
	fixture_type(h, who[USERS - 1], ROLLOUT_COMMAND);
	assert_true(reads(h, who[USERS - 1], "Too many players"));
	fixture_type(h, who[0], ROLLOUT_COMMAND);
	assert_true(reads(h, who[0], "working on your last question"));
	fixture_type(h, who[0], "bye");
	fixture_type(h, who[1], "bye");
	fixture_type(h, who[USERS - 1], ROLLOUT_COMMAND);
	assert_true(reads(h, who[USERS - 1], "rollouts before it: 16."));
	finish_work(h);
	for (unsigned i = 2; i < USERS; i++)
		assert_non_null(strstr(fixture_read(h, who[i]), "Games played out: 12."));
	fixture_discard(h);
	fixture_type(h, who[2], ROLLOUT_COMMAND);
	assert_true(reads(h, who[2], "rollouts before it: 0."));
	fixture_free(&h);
}

BEFORE_ALL
{
	nets_tables(&tables);
}
