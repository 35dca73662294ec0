/* SPDX-License-Identifier: MIT */
/* The clock of a match: every rule of tourney/RULES.md on clocks (12 to 20), penalty points and
 * directors that concerns a single match.  A replay of the actions gives the same clock. */
#include "base/rng.h"
#include "rules/match.h"
#include "tests/unit/test.h"

static struct move_space space;
static struct match_events ev;
static struct match_state m;

/* ---- helpers ---- */

static enum match_err
apply_action(const struct action *a)
{
	struct match_state before;
	enum match_err err;

	memcpy(&before, &m, sizeof(m));
	err = match_apply(&m, a, &space, &ev).err;
	if (err != MATCH_OK)
		assert_memory_equal(&before, &m, sizeof(m));
	return err;
}

static struct action
make_action(enum act_kind kind, enum seat seat, uint32_t elapsed_ms)
{
	struct action a = { .kind = kind, .seat = seat, .elapsed_ms = elapsed_ms };

	switch (kind) {
	case ACT_START:
		a.seat = SEAT_NONE;
		a.roll_no = m.next_roll;
		a.start.crawford = true;
		if (match_needs_opening(&m)) {
			a.start.npairs = 1;
			a.start.pair[0] = (struct dice_pair){ { 6, 1 } };
		}
		break;
	case ACT_ROLL:
		a.roll_no = m.next_roll;
		a.dice = (struct dice_pair){ { 2, 1 } };
		break;
	case ACT_MOVE:
		if (m.phase == PH_MOVE && move_list(m.variant, &m.board, m.turn, m.dice.d[0],
					      m.dice.d[1], &space) > 0)
			a.play = space.result[0].play;
		break;
	case ACT_RESIGN:
		a.size = 1;
		break;
	default:
		break;
	}
	return a;
}

static enum match_err
try(enum act_kind kind, enum seat seat, uint32_t elapsed_ms)
{
	struct action a = make_action(kind, seat, elapsed_ms);

	return apply_action(&a);
}

static void
act(enum act_kind kind, enum seat seat, uint32_t elapsed_ms)
{
	assert_int_equal(try(kind, seat, elapsed_ms), MATCH_OK);
}

static void
act_with_lag(enum act_kind kind, enum seat seat, uint32_t elapsed_ms, uint16_t credit_ms)
{
	struct action a = make_action(kind, seat, elapsed_ms);

	a.lag_credit_ms = credit_ms;
	assert_int_equal(apply_action(&a), MATCH_OK);
}

static enum match_err
set_clock(uint32_t delay_ms, uint32_t reserve_ms, uint32_t overtime_ms)
{
	struct action a = make_action(ACT_CLOCK, SEAT_NONE, 0);

	a.clock.delay_ms = delay_ms;
	a.clock.reserve_ms[0] = a.clock.reserve_ms[1] = reserve_ms;
	a.clock.overtime_ms = overtime_ms;
	a.clock.allowance_ms[0] = a.clock.allowance_ms[1] = CLOCK_ALLOWANCE_MAX_MS;
	return apply_action(&a);
}

static enum match_err
award_points(enum seat seat, unsigned n)
{
	struct action a = make_action(ACT_PENALTY_POINTS, seat, 0);

	a.size = (uint8_t)n;
	return apply_action(&a);
}

static enum match_err
add_time(enum seat seat, uint32_t ms)
{
	struct action a = make_action(ACT_ADDTIME, seat, 0);

	a.add_ms = ms;
	return apply_action(&a);
}

/* Starts a match with a delay of 10 s and a reserve of 60 s, in which seat 0 has to move. */
static void
begin(unsigned length)
{
	match_init(&m, VARIANTS, length);
	assert_int_equal(set_clock(10000, 60000, 0), MATCH_OK);
	act(ACT_START, SEAT_NONE, 0);
}

/* Ends the game; seat 0 wins. */
static void
end_game(void)
{
	act(ACT_RESIGN, SEAT_1, 0);
	act(ACT_RESIGN_ACCEPT, SEAT_0, 0);
	assert_int_equal(m.phase, PH_BETWEEN_GAMES);
}

#define assert_reserves(a, b)                                                                  \
	do {                                                                                   \
		assert_int_equal(m.clock.reserve_ms[0], a);                                    \
		assert_int_equal(m.clock.reserve_ms[1], b);                                    \
	} while (0)

/* ---- presets ---- */

TEST(presets_are_found_by_a_unique_prefix)
{
	static const struct {
		const char *word, *name;
		uint32_t delay_ms, point_ms;
	} row[] = {
		{ "fast", "fast", 8000, 20000 },
		{ "F", "fast", 8000, 20000 },
		{ "normal", "normal", 10000, 60000 },
		{ "n", "normal", 10000, 60000 },
		{ "Standard", "standard", 12000, 120000 },
		{ "st", "standard", 12000, 120000 },
		{ "o", "online", 15000, 120000 },
		{ "sl", "slow", 15000, 180000 },
	};
	static const char *const none[] = { "s", "x", "fastest", "fast ", "", "0" };

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		const struct clock_preset *p = clock_preset_named(row[i].word);

		assert_non_null(p);
		assert_string_equal(p->name, row[i].name);
		assert_int_equal(p->delay_ms, row[i].delay_ms);
		assert_int_equal(p->reserve_per_point_ms, row[i].point_ms);
	}
	for (size_t i = 0; i < ARRAY_LEN(none); i++)
		assert_null(clock_preset_named(none[i]));
}

/* ---- the rules ---- */

TEST(rule_2_penalty_points_can_make_the_first_game_crawford)
{
	match_init(&m, VARIANTS, 5);
	assert_int_equal(award_points(SEAT_1, 4), MATCH_OK);
	assert_int_equal(ev.e[0].kind, EV_PENALTY_POINTS);
	assert_int_equal(m.score[1], 4);
	act(ACT_START, SEAT_NONE, 0);
	assert_int_equal(m.crawford, CRAWFORD_ACTIVE);
	act(ACT_MOVE, SEAT_0, 0);
	assert_int_equal(try(ACT_DOUBLE, SEAT_1, 0), MATCH_CRAWFORD_GAME);
}

TEST(penalty_points_never_reach_the_length_and_come_before_the_first_game)
{
	match_init(&m, VARIANTS, 5);
	assert_int_equal(award_points(SEAT_0, 5), MATCH_BAD_ACTION);
	assert_int_equal(award_points(SEAT_0, 0), MATCH_BAD_ACTION);
	assert_int_equal(award_points(SEAT_0, 255), MATCH_BAD_ACTION);
	assert_int_equal(award_points(SEAT_0, 3), MATCH_OK);
	assert_int_equal(award_points(SEAT_0, 2), MATCH_BAD_ACTION);
	assert_int_equal(award_points(SEAT_0, 1), MATCH_OK);
	assert_int_equal(award_points(SEAT_1, 4), MATCH_OK);
	assert_int_equal(award_points(SEAT_NONE, 1), MATCH_BAD_ACTION);
	act(ACT_START, SEAT_NONE, 0);
	assert_int_equal(award_points(SEAT_1, 1), MATCH_GAME_ON);
	match_init(&m, VARIANTS, 0);
	assert_int_equal(award_points(SEAT_0, 1),
	    MATCH_BAD_ACTION); /* an unlimited match has no length to stay below */
	match_init(&m, VARIANTS, 1);
	assert_int_equal(award_points(SEAT_0, 1), MATCH_BAD_ACTION);
	begin(5);
	end_game();
	assert_int_equal(award_points(SEAT_1, 1), MATCH_GAME_ON);
}

TEST(rule_9_the_clock_runs_for_the_player_answering_a_resignation)
{
	begin(3);
	act(ACT_RESIGN, SEAT_0, 3000);
	assert_int_equal(m.clock.mode, CLOCK_ANSWER);
	assert_int_equal(m.clock.seat, SEAT_1);
	act(ACT_RESIGN_REJECT, SEAT_1, 15000);
	assert_reserves(60000, 55000);
	assert_int_equal(m.clock.seat, SEAT_0);
	act(ACT_MOVE, SEAT_0, 8000); /* 3 s of this turn's delay are used up */
	assert_reserves(59000, 55000);
}

TEST(rule_12_unused_delay_is_not_added)
{
	begin(3);
	for (unsigned i = 0; i < 5; i++) {
		act(i == 0 ? ACT_MOVE : ACT_ROLL, i % 2 == 0 ? SEAT_0 : SEAT_1, 1000);
		if (i > 0)
			act(ACT_MOVE, i % 2 == 0 ? SEAT_0 : SEAT_1, 0);
		assert_reserves(60000, 60000);
	}
	act(ACT_ROLL, SEAT_1,
	    10001); /* one millisecond more than the delay, which is still 10 s */
	assert_reserves(60000, 59999);
}

TEST(rule_12_the_first_seconds_are_free_to_the_millisecond)
{
	begin(3);
	act(ACT_MOVE, SEAT_0, 10000);
	assert_reserves(60000, 60000);
	act(ACT_ROLL, SEAT_1, 10001);
	assert_reserves(60000, 59999);
}

TEST(rule_13_the_reserve_is_proportional_to_the_match_length)
{
	static const struct {
		const char *name;
		unsigned length;
		uint32_t want;
	} row[] = {
		{ "fast", 5, 100000 },
		{ "normal", 7, 420000 },
		{ "standard", 5, 600000 },
		{ "online", 1, 120000 },
		{ "slow", 99, 17820000 },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++)
		assert_int_equal(
		    clock_reserve_start(clock_preset_named(row[i].name), row[i].length),
		    row[i].want);
}

TEST(a_clock_is_set_between_games_only)
{
	match_init(&m, VARIANTS, 7);
	act(ACT_START, SEAT_NONE, 0);
	assert_int_equal(set_clock(12000, 1, 0), MATCH_GAME_ON);
	end_game();
	assert_int_equal(set_clock(12000, 13 * 60000, 0), MATCH_OK);
	assert_reserves(13 * 60000, 13 * 60000);
	assert_int_equal(m.clock.mode, CLOCK_BETWEEN_GAMES);
}

TEST(rule_14_one_delay_covers_a_turn_from_roll_to_play)
{
	begin(3);
	act(ACT_MOVE, SEAT_0, 0);
	act(ACT_ROLL, SEAT_1, 6000);
	act(ACT_MOVE, SEAT_1, 6000);
	assert_reserves(60000, 58000);
}

TEST(rule_14_each_answer_has_a_separate_delay)
{
	begin(3);
	act(ACT_MOVE, SEAT_0, 0);
	act(ACT_DOUBLE, SEAT_1, 9000);
	assert_int_equal(m.clock.mode, CLOCK_ANSWER);
	assert_int_equal(m.clock.seat, SEAT_0);
	act(ACT_TAKE, SEAT_0, 12000);
	assert_reserves(58000, 60000);
	act(ACT_ROLL, SEAT_1, 2000); /* the turn continues with one second of its delay left */
	assert_reserves(58000, 59000);
	act(ACT_MOVE, SEAT_1, 0);
	act(ACT_ROLL, SEAT_0, 10000); /* a new turn has a new delay */
	assert_reserves(58000, 59000);
}

TEST(rule_14_the_clock_runs_only_for_the_player_who_must_act)
{
	begin(3);
	act(ACT_DRAW, SEAT_1, 20000); /* seat 1 may do this although it is seat 0's turn */
	assert_reserves(50000, 60000);
	act(ACT_DRAW_REJECT, SEAT_0, 1000);
	assert_reserves(49000, 60000);
}

TEST(rule_15_half_a_minute_between_games_is_free)
{
	begin(5);
	end_game();
	act(ACT_READY, SEAT_0, 30000);
	assert_reserves(60000, 60000);
	act(ACT_READY, SEAT_1, 7000); /* the player who was not ready pays */
	assert_reserves(60000, 53000);
	act(ACT_START, SEAT_NONE, 0);
	assert_int_equal(m.clock.mode, CLOCK_TURN);
}

TEST(rule_15_if_neither_is_ready_both_pay)
{
	begin(5);
	end_game();
	act(ACT_READY, SEAT_1, 35000);
	assert_reserves(55000, 55000);
	act(ACT_READY, SEAT_0, 0);
	assert_int_equal(try(ACT_READY, SEAT_0, 0), MATCH_BAD_ACTION);
}

TEST(rule_15_nothing_runs_before_the_first_game_and_the_opening_roll_is_free)
{
	match_init(&m, VARIANTS, 5);
	assert_int_equal(set_clock(10000, 60000, 0), MATCH_OK);
	assert_false(clock_runs(&m.clock, SEAT_0) || clock_runs(&m.clock, SEAT_1));
	act(ACT_START, SEAT_NONE, 86400000);
	assert_reserves(60000, 60000);
	assert_int_equal(m.clock.turn_used_ms, 0);
	assert_int_equal(m.clock.seat, SEAT_0);
}

TEST(rule_16_a_used_up_reserve_loses_the_match)
{
	begin(5);
	assert_int_equal(clock_left_ms(&m.clock, SEAT_0, 0), 70000);
	assert_int_equal(clock_left_ms(&m.clock, SEAT_1, 0), -1);
	assert_int_equal(try(ACT_TIMEOUT, SEAT_0, 69999), MATCH_TIME_LEFT);
	assert_int_equal(try(ACT_TIMEOUT, SEAT_1, 70000), MATCH_TIME_LEFT);
	assert_int_equal(try(ACT_MOVE, SEAT_0, 70000), MATCH_OUT_OF_TIME);
	act(ACT_TIMEOUT, SEAT_0, 70000);
	assert_int_equal(m.phase, PH_OVER);
	assert_int_equal(m.winner, SEAT_1);
	assert_int_equal(m.how, WON_TIME);
	assert_int_equal(m.score[0] + m.score[1], 0);
	assert_int_equal(ev.n, 2);
	assert_int_equal(ev.e[0].kind, EV_TIME_OUT);
	assert_int_equal(ev.e[0].seat, SEAT_0);
	assert_int_equal(ev.e[1].kind, EV_MATCH_WON);
	assert_int_equal(ev.e[1].seat, SEAT_1);
	assert_int_equal(ev.e[1].how, WON_TIME);
	assert_int_equal(try(ACT_MOVE, SEAT_0, 0), MATCH_IS_OVER);
}

TEST(rule_16_the_last_millisecond_still_counts)
{
	begin(5);
	act(ACT_MOVE, SEAT_0, 69999);
	assert_reserves(1, 60000);
}

TEST(rule_16_overtime_is_given_once)
{
	match_init(&m, VARIANTS, 5);
	assert_int_equal(set_clock(10000, 5000, 120001), MATCH_BAD_ACTION);
	assert_int_equal(set_clock(10000, 5000, 60000), MATCH_OK);
	act(ACT_START, SEAT_NONE, 0);
	assert_int_equal(clock_left_ms(&m.clock, SEAT_0, 0), 75000);
	assert_int_equal(clock_reserve_after(&m.clock, SEAT_0, 20000), 55000);
	act(ACT_MOVE, SEAT_0, 20000);
	assert_reserves(55000, 5000);
	assert_true(m.clock.overtime_used[0]);
	act(ACT_ROLL, SEAT_1, 0);
	act(ACT_MOVE, SEAT_1, 0);
	assert_int_equal(clock_left_ms(&m.clock, SEAT_0, 0), 65000);
	assert_int_equal(try(ACT_ROLL, SEAT_0, 65000), MATCH_OUT_OF_TIME);
	act(ACT_TIMEOUT, SEAT_0, 65000);
	assert_int_equal(m.winner, SEAT_1);
}

TEST(rule_16_between_games_the_first_to_run_out_loses)
{
	static const uint32_t none[2];

	begin(5);
	act(ACT_MOVE, SEAT_0, 12000);
	end_game();
	assert_int_equal(match_out_of_time(&m, 87999, none), SEAT_NONE);
	assert_int_equal(match_out_of_time(&m, 88000, none), SEAT_0);
	assert_int_equal(match_out_of_time(&m, 1000000, none), SEAT_0);
	begin(5);
	end_game(); /* both players have the same time left; seat 0 leads 1-0 */
	assert_int_equal(match_out_of_time(&m, 90000, none), SEAT_1);
	act(ACT_TIMEOUT, SEAT_1, 90000);
	assert_int_equal(m.winner, SEAT_0);
}

TEST(rule_17_lag_credit_is_at_most_a_second_per_action)
{
	struct action a;

	begin(5);
	a = make_action(ACT_MOVE, SEAT_0, 12000);
	a.lag_credit_ms = 1001;
	assert_int_equal(apply_action(&a), MATCH_BAD_ACTION);
	act_with_lag(ACT_MOVE, SEAT_0, 12000, 1000);
	assert_reserves(59000, 60000);
	act_with_lag(ACT_ROLL, SEAT_1, 9000, 1000); /* within the delay no credit is used */
	assert_int_equal(m.clock.lag_credit_ms[1], 0);
}

TEST(rule_17_lag_credit_is_at_most_ten_seconds_per_game)
{
	begin(5);
	act_with_lag(ACT_MOVE, SEAT_0, 11000, 1000);
	for (unsigned i = 0; i < 12; i++) {
		act(ACT_ROLL, SEAT_1, 0);
		act(ACT_MOVE, SEAT_1, 0);
		act_with_lag(ACT_ROLL, SEAT_0, 11000, 1000);
		act(ACT_MOVE, SEAT_0, 0);
	}
	assert_int_equal(m.clock.lag_credit_ms[0], 10000);
	assert_reserves(57000, 60000);
	end_game();
	act(ACT_READY, SEAT_0, 0);
	act(ACT_READY, SEAT_1, 0);
	act(ACT_START, SEAT_NONE, 0);
	assert_int_equal(m.clock.lag_credit_ms[0], 0);
}

TEST(rule_17_lag_delays_the_timeout_only_of_the_player_who_acts)
{
	uint32_t both[2] = { 1000, 1000 }, other[2] = { 0, 1000 };
	struct action a;

	begin(5);
	assert_int_equal(match_out_of_time(&m, 70999, both), SEAT_NONE);
	assert_int_equal(match_out_of_time(&m, 71000, both), SEAT_0);
	assert_int_equal(match_out_of_time(&m, 70000, other), SEAT_0);
	a = make_action(ACT_TIMEOUT, SEAT_0, 70500);
	a.lag_credit_ms = 600;
	assert_int_equal(apply_action(&a), MATCH_TIME_LEFT);
	act_with_lag(ACT_MOVE, SEAT_0, 70999, 1000);
	assert_reserves(1, 60000);
}

TEST(rule_18_an_absence_uses_the_allowance_before_the_reserve)
{
	begin(5);
	act(ACT_DISCONNECT, SEAT_1, 4000); /* seat 1 disconnects during the opponent's turn */
	assert_int_equal(m.clock.turn_used_ms, 4000);
	assert_int_equal(try(ACT_MOVE, SEAT_0, 0), MATCH_PLAYER_AWAY);
	assert_int_equal(try(ACT_DISCONNECT, SEAT_1, 0), MATCH_BAD_ACTION);
	assert_int_equal(try(ACT_RETURN, SEAT_0, 0), MATCH_BAD_ACTION);
	assert_int_equal(clock_absent_deadline_ms(&m.clock, SEAT_1, 5000), 5000 + 360000);
	act(ACT_RETURN, SEAT_1, 100000);
	assert_reserves(60000, 60000);
	assert_int_equal(m.clock.allowance_ms[1], 200000);
	act(ACT_MOVE, SEAT_0, 6000); /* the delay continues where it was */
	assert_reserves(60000, 60000);
}

TEST(rule_18_the_allowance_is_one_pool_of_five_minutes)
{
	begin(5);
	act(ACT_DISCONNECT, SEAT_0, 0);
	act(ACT_RETURN, SEAT_0, 200000);
	act(ACT_DISCONNECT, SEAT_0, 0);
	act(ACT_RETURN, SEAT_0, 110000);
	assert_int_equal(m.clock.allowance_ms[0], 0);
	assert_reserves(50000, 60000);
	act(ACT_DISCONNECT, SEAT_0, 0);
	assert_int_equal(try(ACT_RETURN, SEAT_0, 50000), MATCH_OUT_OF_TIME);
	act(ACT_TIMEOUT, SEAT_0, 50000);
	assert_int_equal(m.winner, SEAT_1);
}

TEST(rule_18_the_allowance_is_a_fifth_of_the_reserve_from_one_to_five_minutes)
{
	assert_int_equal(clock_allowance_start(0), 60000);
	assert_int_equal(clock_allowance_start(20000), 60000);
	assert_int_equal(clock_allowance_start(300000), 60000);
	assert_int_equal(clock_allowance_start(300005), 60001);
	assert_int_equal(clock_allowance_start(600000), 120000);
	assert_int_equal(clock_allowance_start(1500000), 300000);
	assert_int_equal(clock_allowance_start(1500004), 300000);
	assert_int_equal(clock_allowance_start(CLOCK_RESERVE_MAX), 300000);
}

/* Each player's allowance comes from the act that set the clock; setting the clock again does
 * not restore used allowance. */
TEST(rule_18_the_allowance_is_set_with_the_clock)
{
	struct action a = make_action(ACT_CLOCK, SEAT_NONE, 0);

	match_init(&m, VARIANTS, 5);
	a.clock.reserve_ms[0] = a.clock.reserve_ms[1] = 60000;
	a.clock.allowance_ms[0] = 12000;
	a.clock.allowance_ms[1] = CLOCK_ALLOWANCE_MAX_MS + 1;
	assert_int_equal(apply_action(&a), MATCH_BAD_ACTION);
	a.clock.allowance_ms[1] = 20000;
	assert_int_equal(apply_action(&a), MATCH_OK);
	act(ACT_START, SEAT_NONE, 0);
	act(ACT_DISCONNECT, SEAT_1, 0);
	assert_int_equal(clock_absent_deadline_ms(&m.clock, SEAT_1, 0), 80000);
	act(ACT_RETURN, SEAT_1, 25000);
	assert_reserves(60000, 55000);
	act(ACT_DISCONNECT, SEAT_0, 0);
	act(ACT_RETURN, SEAT_0, 5000);
	assert_int_equal(m.clock.allowance_ms[0], 7000);
	assert_int_equal(m.clock.allowance_ms[1], 0);
	act(ACT_RESIGN, SEAT_0, 0);
	act(ACT_RESIGN_ACCEPT, SEAT_1, 0);
	a.clock.allowance_ms[0] = a.clock.allowance_ms[1] = CLOCK_ALLOWANCE_MAX_MS;
	assert_int_equal(apply_action(&a), MATCH_OK);
	assert_int_equal(m.clock.allowance_ms[0], 7000);
	assert_int_equal(m.clock.allowance_ms[1], 0);
}

TEST(rule_18_the_fourth_absence_uses_the_reserve_at_once)
{
	begin(5);
	for (unsigned i = 0; i < 3; i++) {
		act(ACT_DISCONNECT, SEAT_0, 0);
		act(ACT_RETURN, SEAT_0, 1000);
	}
	assert_int_equal(m.clock.allowance_ms[0], 297000);
	assert_int_equal(
	    clock_absent_deadline_ms(&m.clock, SEAT_0, 0), 60000); /* for the next absence */
	act(ACT_DISCONNECT, SEAT_0, 0);
	assert_int_equal(clock_absent_deadline_ms(&m.clock, SEAT_0, 0), 60000);
	act(ACT_RETURN, SEAT_0, 1000);
	assert_reserves(59000, 60000);
	assert_int_equal(m.clock.allowance_ms[0], 297000);
}

TEST(rule_18_both_pay_when_both_are_absent)
{
	begin(5);
	act(ACT_DISCONNECT, SEAT_0, 0);
	act(ACT_DISCONNECT, SEAT_1, 10000);
	act(ACT_RETURN, SEAT_0, 20000);
	assert_int_equal(m.clock.allowance_ms[0], 270000);
	assert_int_equal(m.clock.allowance_ms[1], 280000);
	assert_false(
	    clock_runs(&m.clock, SEAT_0)); /* it is seat 0's turn, but play is impossible */
	act(ACT_RETURN, SEAT_1, 1000);
	assert_int_equal(m.clock.allowance_ms[1], 279000);
	assert_true(clock_runs(&m.clock, SEAT_0));
}

TEST(rule_19_time_not_recorded_in_an_action_is_not_counted)
{
	begin(5);
	act(ACT_MOVE, SEAT_0, 3000);
	act(ACT_ROLL, SEAT_1, 0); /* the first action after a restart */
	assert_reserves(60000, 60000);
	assert_int_equal(m.clock.turn_used_ms, 0);
}

TEST(rule_20_one_break_each_between_games_from_nine_points)
{
	begin(9);
	assert_int_equal(try(ACT_BREAK, SEAT_0, 0), MATCH_GAME_ON);
	end_game();
	act(ACT_BREAK, SEAT_1, 10000);
	assert_int_equal(try(ACT_BREAK, SEAT_1, 0), MATCH_NO_BREAK);
	act(ACT_READY, SEAT_0, 320000); /* 30 s between games and a break of 5 minutes */
	assert_reserves(60000, 60000);
	assert_int_equal(try(ACT_BREAK, SEAT_0, 0), MATCH_NO_BREAK); /* seat 0 is ready */
	act(ACT_READY, SEAT_1, 1000);
	assert_reserves(60000, 59000);
	act(ACT_START, SEAT_NONE, 0);
	end_game();
	assert_int_equal(try(ACT_BREAK, SEAT_1, 0), MATCH_NO_BREAK);
	act(ACT_BREAK, SEAT_0, 0);
	begin(7);
	end_game();
	assert_int_equal(try(ACT_BREAK, SEAT_0, 0), MATCH_NO_BREAK);
	match_init(&m, VARIANTS, 9);
	assert_int_equal(try(ACT_BREAK, SEAT_0, 0), MATCH_NO_CLOCK);
	assert_int_equal(set_clock(1, 1, 0), MATCH_OK);
	assert_int_equal(try(ACT_BREAK, SEAT_0, 0), MATCH_NO_BREAK); /* before the first game */
}

TEST(rule_40_a_pause_stops_play_and_clock)
{
	begin(5);
	act(ACT_PAUSE, SEAT_NONE, 15000);
	assert_reserves(55000, 60000);
	assert_int_equal(try(ACT_PAUSE, SEAT_NONE, 0), MATCH_PAUSED);
	assert_int_equal(try(ACT_MOVE, SEAT_0, 0), MATCH_PAUSED);
	assert_int_equal(try(ACT_RESIGN, SEAT_1, 0), MATCH_PAUSED);
	assert_int_equal(try(ACT_TIMEOUT, SEAT_0, UINT32_MAX), MATCH_TIME_LEFT);
	assert_int_equal(clock_absent_deadline_ms(&m.clock, SEAT_0, 0), -1);
	act(ACT_UNPAUSE, SEAT_NONE, UINT32_MAX);
	assert_int_equal(try(ACT_UNPAUSE, SEAT_NONE, 0), MATCH_BAD_ACTION);
	assert_reserves(55000, 60000);
	act(ACT_MOVE, SEAT_0, 5000); /* the delay is used up */
	assert_reserves(50000, 60000);
	/* a pause also works without a clock, and between games */
	match_init(&m, VARIANTS, 0);
	act(ACT_PAUSE, SEAT_NONE, 0);
	assert_int_equal(try(ACT_START, SEAT_NONE, 0), MATCH_PAUSED);
	act(ACT_UNPAUSE, SEAT_NONE, 0);
	act(ACT_START, SEAT_NONE, 0);
	act(ACT_MOVE, SEAT_0, 0);
	assert_true(match_may_double(&m, SEAT_1));
	act(ACT_PAUSE, SEAT_NONE, 0);
	assert_false(match_may_double(&m, SEAT_1));
}

TEST(rule_40_time_is_added_within_bounds)
{
	begin(5);
	assert_int_equal(add_time(SEAT_1, 60000), MATCH_OK);
	assert_reserves(60000, 120000);
	assert_int_equal(ev.e[0].value, 60000);
	assert_int_equal(add_time(SEAT_1, 0), MATCH_BAD_ACTION);
	assert_int_equal(add_time(SEAT_1, CLOCK_RESERVE_MAX), MATCH_BAD_ACTION);
	assert_int_equal(add_time(SEAT_1, UINT32_MAX), MATCH_BAD_ACTION);
	assert_int_equal(add_time(SEAT_NONE, 1), MATCH_BAD_ACTION);
	match_init(&m, VARIANTS, 5);
	assert_int_equal(add_time(SEAT_1, 60000), MATCH_NO_CLOCK);
}

TEST(rule_40_a_decision_ends_the_match_in_any_phase)
{
	static const enum act_kind kinds[][4] = { { ACT_COUNT }, { ACT_START, ACT_COUNT },
		{ ACT_START, ACT_MOVE, ACT_COUNT },
		{ ACT_START, ACT_MOVE, ACT_DOUBLE, ACT_COUNT } };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		for (unsigned seat = 0; seat < 3; seat++) {
			match_init(&m, VARIANTS, 5);
			for (unsigned k = 0; kinds[i][k] != ACT_COUNT; k++)
				act(kinds[i][k], k == 2 ? SEAT_1 : SEAT_0, 0);
			act(ACT_FORFEIT, (enum seat)seat, 0);
			assert_int_equal(m.phase, PH_OVER);
			assert_int_equal(m.winner, seat == 2   ? SEAT_NONE
						   : seat == 0 ? SEAT_1
							       : SEAT_0);
			assert_int_equal(ev.e[0].kind, EV_FORFEIT);
			assert_int_equal(ev.n, seat == 2 ? 1 : 2);
			assert_true(match_check(&m));
		}
	match_init(&m, VARIANTS, 5);
	assert_int_equal(try(ACT_FORFEIT, (enum seat)3, 0), MATCH_BAD_ACTION);
}

TEST(a_save_records_exactly_the_time_used)
{
	match_init(&m, VARIANTS, 5);
	assert_int_equal(try(ACT_SAVE, SEAT_NONE, 0), MATCH_NO_CLOCK);
	begin(5);
	assert_int_equal(m.clock.mode, CLOCK_TURN);
	assert_int_equal(try(ACT_SAVE, SEAT_0, 0), MATCH_BAD_ACTION);
	act(ACT_SAVE, SEAT_NONE, 4000); /* uses this turn's delay */
	assert_int_equal(ev.n, 1);
	assert_int_equal(ev.e[0].kind, EV_SAVED);
	assert_int_equal(clock_free_ms(&m.clock, match_to_act(&m)), 6000);
	assert_int_equal(m.clock.reserve_ms[m.turn], 60000);
	act(ACT_SAVE, SEAT_NONE, 16000); /* uses the delay and the reserve */
	assert_int_equal(m.clock.reserve_ms[m.turn], 50000);
	assert_int_equal(m.clock.reserve_ms[seat_other(m.turn)], 60000);
	act(ACT_SAVE, SEAT_NONE, UINT32_MAX);
	assert_int_equal(m.clock.reserve_ms[m.turn], 0);
	assert_int_equal(m.phase, PH_MOVE);
	assert_int_equal(try(ACT_TIMEOUT, m.turn, 0), MATCH_TIME_LEFT);
	act(ACT_TIMEOUT, m.turn, 1);
	assert_int_equal(m.phase, PH_OVER);
	assert_true(match_check(&m));
}

TEST(a_save_ends_absences)
{
	begin(5);
	act(ACT_DISCONNECT, SEAT_0, 0);
	act(ACT_SAVE, SEAT_NONE, 310000); /* uses the allowance and the reserve */
	assert_false(m.clock.away[0]);
	assert_reserves(50000, 60000);
	assert_int_equal(m.clock.disconnects[0], 1);
	assert_true(clock_runs(&m.clock, match_to_act(&m)));
}

static enum match_err
apply_stop(uint32_t elapsed_ms, uint32_t add_ms)
{
	struct action a = make_action(ACT_STOP_CLOCK, SEAT_NONE, elapsed_ms);

	a.add_ms = add_ms;
	return apply_action(&a);
}

TEST(a_stop_lasts_until_both_players_are_back)
{
	begin(5);
	assert_int_equal(
	    apply_stop(0, CLOCK_STOPS_MAX_MS), MATCH_BAD_ACTION); /* both players are present */
	act(ACT_DISCONNECT, SEAT_0, 0);
	assert_int_equal(apply_stop(20000, CLOCK_STOPS_MAX_MS), MATCH_OK);
	assert_int_equal(ev.e[0].kind, EV_CLOCK_STOPPED);
	assert_int_equal(m.clock.allowance_ms[0], CLOCK_ALLOWANCE_MAX_MS);
	assert_int_equal(m.clock.stop_left_ms, CLOCK_STOPS_MAX_MS - 20000);
	assert_int_equal(clock_left_ms(&m.clock, SEAT_0, 0), 580000 + 300000 + 60000);
	assert_int_equal(clock_absent_deadline_ms(&m.clock, SEAT_0, 7), 7 + 940000);
	assert_int_equal(clock_reserve_after(&m.clock, SEAT_0, 880000 + 10000), 50000);
	assert_int_equal(apply_stop(0, 1), MATCH_BAD_ACTION); /* already stopped */
	act(ACT_RETURN, SEAT_0, 580000 + 5000);
	assert_int_equal(m.clock.allowance_ms[0], CLOCK_ALLOWANCE_MAX_MS - 5000);
	assert_int_equal(m.clock.stop_left_ms, 0);
	/* the match has used up its stop time */
	act(ACT_DISCONNECT, SEAT_1, 0);
	assert_int_equal(apply_stop(0, 1), MATCH_BAD_ACTION);
}

TEST(unused_stop_time_remains_for_another_stop)
{
	begin(5);
	act(ACT_DISCONNECT, SEAT_0, 0);
	act(ACT_DISCONNECT, SEAT_1, 0);
	assert_int_equal(apply_stop(0, CLOCK_STOPS_MAX_MS + 1), MATCH_BAD_ACTION);
	assert_int_equal(apply_stop(0, CLOCK_STOPS_MAX_MS), MATCH_OK);
	act(ACT_RETURN, SEAT_1, 100000);
	assert_int_equal(
	    m.clock.stop_left_ms, CLOCK_STOPS_MAX_MS - 100000); /* one player is still away */
	act(ACT_RETURN, SEAT_0, 100000);
	assert_int_equal(m.clock.stop_left_ms, 0);
	assert_reserves(60000, 60000);
	act(ACT_DISCONNECT, SEAT_0, 0);
	assert_int_equal(apply_stop(0, CLOCK_STOPS_MAX_MS - 200000 + 1), MATCH_BAD_ACTION);
	assert_int_equal(apply_stop(0, CLOCK_STOPS_MAX_MS - 200000), MATCH_OK);
	act(ACT_SAVE, SEAT_NONE, 0);
	assert_int_equal(m.clock.stop_left_ms, 0);
	assert_true(match_check(&m));
}

TEST(a_stop_needs_a_clock)
{
	match_init(&m, VARIANTS, 5);
	act(ACT_DISCONNECT, SEAT_0, 0);
	assert_int_equal(apply_stop(0, CLOCK_STOPS_MAX_MS), MATCH_NO_CLOCK);
}

static enum match_err
apply_result(enum seat winner, unsigned a, unsigned b)
{
	struct action x = make_action(ACT_SET_RESULT, winner, 0);

	x.score[0] = (uint8_t)a;
	x.score[1] = (uint8_t)b;
	return apply_action(&x);
}

TEST(rule_40_a_result_is_set_in_any_phase_with_its_score)
{
	static const enum act_kind kinds[][4] = { { ACT_COUNT }, { ACT_START, ACT_COUNT },
		{ ACT_START, ACT_MOVE, ACT_COUNT },
		{ ACT_START, ACT_MOVE, ACT_DOUBLE, ACT_COUNT } };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		for (unsigned seat = 0; seat < 2; seat++) {
			match_init(&m, VARIANTS, 5);
			m.score[0] = 1; /* the result replaces this score */
			for (unsigned k = 0; kinds[i][k] != ACT_COUNT; k++)
				act(kinds[i][k], k == 2 ? SEAT_1 : SEAT_0, 0);
			assert_int_equal(
			    apply_result((enum seat)seat, seat == 0 ? 5 : 3, seat == 0 ? 3 : 5),
			    MATCH_OK);
			assert_int_equal(m.phase, PH_OVER);
			assert_int_equal(m.winner, seat);
			assert_int_equal(m.score[seat], 5);
			assert_int_equal(m.score[1 - seat], 3);
			assert_int_equal(ev.n, 2);
			assert_int_equal(ev.e[0].kind, EV_RESULT_SET);
			assert_int_equal(ev.e[1].kind, EV_MATCH_WON);
			assert_int_equal(ev.e[1].how, WON_SET_RESULT);
			assert_true(match_check(&m));
			assert_int_equal(apply_result(SEAT_0, 5, 0), MATCH_IS_OVER);
		}
}

TEST(a_result_that_no_match_can_have_is_refused)
{
	match_init(&m, VARIANTS, 5);
	assert_int_equal(apply_result(SEAT_0, 4, 0), MATCH_BAD_ACTION);
	assert_int_equal(apply_result(SEAT_0, 5, 5), MATCH_BAD_ACTION);
	assert_int_equal(apply_result(SEAT_1, 5, 3), MATCH_BAD_ACTION);
	assert_int_equal(apply_result(SEAT_0, 100, 3), MATCH_BAD_ACTION);
	assert_int_equal(apply_result(SEAT_NONE, 5, 3), MATCH_BAD_ACTION);
	match_init(&m, VARIANTS, 0);
	assert_int_equal(apply_result(SEAT_0, 5, 3), MATCH_BAD_ACTION);
}

TEST(a_match_may_be_started_without_a_cube)
{
	struct action a;

	match_init(&m, VARIANTS, 5);
	a = make_action(ACT_START, SEAT_NONE, 0);
	a.start.no_cube = true;
	assert_int_equal(apply_action(&a), MATCH_OK);
	act(ACT_MOVE, SEAT_0, 0);
	assert_false(match_may_double(&m, SEAT_1));
	assert_int_equal(try(ACT_DOUBLE, SEAT_1, 0), MATCH_NO_CUBE);
}

TEST(a_clock_is_set_within_bounds_and_taken_away)
{
	match_init(&m, VARIANTS, 0);
	assert_int_equal(set_clock(10000, 60000, 0), MATCH_NO_CLOCK);
	match_init(&m, VARIANTS, 5);
	assert_int_equal(set_clock(CLOCK_DELAY_MAX + 1, 60000, 0), MATCH_BAD_ACTION);
	assert_int_equal(set_clock(10000, CLOCK_RESERVE_MAX + 1, 0), MATCH_BAD_ACTION);
	assert_int_equal(try(ACT_CLOCK, SEAT_0, 0), MATCH_BAD_ACTION);
	assert_int_equal(set_clock(10000, 60000, 0), MATCH_OK);
	assert_true(m.clock.on);
	assert_int_equal(set_clock(0, 0, 0), MATCH_OK);
	assert_false(m.clock.on);
	act(ACT_START, SEAT_NONE, 0);
	act(ACT_MOVE, SEAT_0, UINT32_MAX);
	assert_int_equal(try(ACT_TIMEOUT, SEAT_1, UINT32_MAX), MATCH_NO_CLOCK);
	assert_int_equal(try(ACT_READY, SEAT_1, 0), MATCH_NO_CLOCK);
}

TEST(without_a_reserve_the_delay_may_be_used)
{
	match_init(&m, VARIANTS, 5);
	assert_int_equal(set_clock(10000, 0, 0), MATCH_OK);
	act(ACT_START, SEAT_NONE, 0);
	assert_int_equal(try(ACT_MOVE, SEAT_0, 10001), MATCH_OUT_OF_TIME);
	act(ACT_MOVE, SEAT_0, 10000);
}

TEST(a_match_without_a_clock_ignores_time)
{
	struct match_state with;

	match_init(&m, VARIANTS, 5);
	act(ACT_START, SEAT_NONE, 0);
	act(ACT_MOVE, SEAT_0, 0);
	memcpy(&with, &m, sizeof(m));
	match_init(&m, VARIANTS, 5);
	act(ACT_START, SEAT_NONE, 4000000);
	act_with_lag(ACT_MOVE, SEAT_0, UINT32_MAX, 1000);
	assert_memory_equal(&with, &m, sizeof(m));
}

/* ---- random matches ---- */

#define ACTS_MAX 3000u

static struct action done[ACTS_MAX];
static unsigned actions_done;

static struct action
random_action(struct rng *r)
{
	static const enum act_kind rare_kinds[] = { ACT_DISCONNECT, ACT_RETURN, ACT_PAUSE,
		ACT_UNPAUSE, ACT_ADDTIME, ACT_BREAK, ACT_RESIGN, ACT_RESIGN_ACCEPT, ACT_DOUBLE,
		ACT_DRAW };
	enum seat to_act = match_to_act(&m);
	enum act_kind kind = m.phase == PH_BETWEEN_GAMES ? ACT_START
			     : m.resign_by != SEAT_NONE  ? ACT_RESIGN_REJECT
			     : m.phase == PH_DOUBLED     ? ACT_TAKE
			     : m.phase == PH_ROLL        ? ACT_ROLL
							 : ACT_MOVE;
	struct action a;

	if (m.clock.on && m.clock.mode == CLOCK_BETWEEN_GAMES && rng_below(r, 2) == 0)
		kind = ACT_READY;
	if (m.clock.paused && rng_below(r, 3) == 0)
		kind = ACT_UNPAUSE;
	else if (m.clock.away[0] || m.clock.away[1])
		kind = ACT_RETURN;
	else if (rng_below(r, 12) == 0)
		kind = rare_kinds[rng_below(r, ARRAY_LEN(rare_kinds))];
	if (kind != ACT_ROLL && kind != ACT_MOVE && kind != ACT_TAKE)
		to_act = rng_below(r, 2) == 0 ? SEAT_0 : SEAT_1;
	if (kind == ACT_PAUSE || kind == ACT_UNPAUSE)
		to_act = SEAT_NONE;
	a = make_action(kind, to_act, rng_below(r, 9000) * (rng_below(r, 20) == 0 ? 20 : 1));
	if (kind == ACT_ROLL) {
		a.dice.d[0] = (uint8_t)(1 + rng_below(r, 6));
		a.dice.d[1] = (uint8_t)(1 + rng_below(r, 6));
	}
	a.lag_credit_ms = (uint16_t)rng_below(r, 1001);
	a.add_ms = 1 + rng_below(r, 60000);
	return a;
}

/* Plays a random match.  An action refused because time is up ends the match, as on the
 * server. */
static void
play_random(struct rng *r)
{
	struct action a = make_action(ACT_CLOCK, SEAT_NONE, 0);

	match_init(&m, VARIANTS, 1 + rng_below(r, 11));
	a.clock.delay_ms = rng_below(r, 9000);
	a.clock.reserve_ms[0] = rng_below(r, 2000000);
	a.clock.reserve_ms[1] = 1 + rng_below(r, 2000000);
	a.clock.overtime_ms = rng_below(r, 3) * 60000;
	a.clock.allowance_ms[0] = rng_below(r, CLOCK_ALLOWANCE_MAX_MS + 1);
	a.clock.allowance_ms[1] = CLOCK_ALLOWANCE_MAX_MS;
	assert_int_equal(apply_action(&a), MATCH_OK);
	done[0] = a;
	actions_done = 1;
	for (unsigned tries = 0; m.phase != PH_OVER && actions_done < ACTS_MAX && tries < 9000;
	     tries++) {
		enum match_err err;

		a = random_action(r);
		err = apply_action(&a);
		if (err == MATCH_OUT_OF_TIME) {
			uint32_t credit[2] = { 0, 0 };

			if (a.seat != SEAT_NONE)
				credit[a.seat] = a.lag_credit_ms;
			a.seat = match_out_of_time(&m, a.elapsed_ms, credit);
			a.kind = ACT_TIMEOUT;
			a.lag_credit_ms = (uint16_t)credit[a.seat];
			assert_int_equal(apply_action(&a), MATCH_OK);
		} else if (err != MATCH_OK) {
			continue;
		}
		done[actions_done++] = a;
	}
}

TEST(a_replay_of_stored_actions_gives_an_identical_clock)
{
	unsigned timed_out = 0, played = 0, cuts = 0;
	struct rng r;

	rng_seed(&r, 5);
	for (unsigned n = 0; n < 300; n++) {
		struct match_state end;
		unsigned length;

		play_random(&r);
		memcpy(&end, &m, sizeof(m));
		length = m.length;
		timed_out += m.phase == PH_OVER && m.how == WON_TIME;
		played += m.phase == PH_OVER && !match_cut_short(&m);
		cuts += m.clock.disconnects[0] + m.clock.disconnects[1];
		match_init(&m, VARIANTS, length);
		for (unsigned i = 0; i < actions_done; i++) {
			struct action a;
			char text[256];
			struct sbuf b;

			SBUF_INIT(&b, text);
			action_write(&b, &done[i]);
			assert_true(sbuf_ok(&b));
			assert_true(action_read(action_kind_name(done[i].kind), done[i].seat,
			    done[i].automatic, text, &a));
			a.elapsed_ms = done[i].elapsed_ms;
			a.lag_credit_ms = done[i].lag_credit_ms;
			assert_int_equal(apply_action(&a), MATCH_OK);
		}
		assert_memory_equal(&m, &end, sizeof(m));
	}
	print_message("clocked matches: %u on time, %u played to the end, %u cuts\n", timed_out,
	    played, cuts);
	assert_true(timed_out > 20 && played > 20 && cuts > 100);
}

/* The remaining time decreases by exactly the time that passes. */
TEST(time_is_counted_the_same_in_one_step_or_many)
{
	struct rng r;

	rng_seed(&r, 6);
	for (unsigned n = 0; n < 3000; n++) {
		struct match_clock whole, parts;
		uint32_t total = 0;
		enum seat seat = rng_below(&r, 2) == 0 ? SEAT_0 : SEAT_1;

		clock_init(&whole);
		whole.on = true;
		whole.mode = (uint8_t)(CLOCK_TURN + rng_below(&r, 3));
		whole.seat = (uint8_t)(whole.mode == CLOCK_BETWEEN_GAMES ? SEAT_NONE : seat);
		whole.delay_ms = rng_below(&r, 20000);
		whole.between_games_ms =
		    whole.mode == CLOCK_BETWEEN_GAMES ? rng_below(&r, 30000) : 0;
		whole.overtime_ms = rng_below(&r, 2) * 60000;
		whole.reserve_ms[0] = 100000 + rng_below(&r, 1000);
		whole.reserve_ms[1] = 100000 + rng_below(&r, 1000);
		if (rng_below(&r, 3) == 0)
			clock_disconnect(&whole, seat);
		parts = whole;
		for (unsigned i = 0; i < 5; i++) {
			uint32_t ms = rng_below(&r, 20000);
			int64_t left = clock_left_ms(&parts, seat, 0);

			total += ms;
			clock_spend(&parts, ms, SEAT_NONE, 0);
			if (left >= 0)
				assert_int_equal(clock_left_ms(&parts, seat, 0), left - ms);
			assert_true(clock_check(&parts));
		}
		assert_int_equal(
		    clock_reserve_after(&whole, seat, total), parts.reserve_ms[seat]);
		clock_spend(&whole, total, SEAT_NONE, 0);
		assert_memory_equal(&whole, &parts, sizeof(whole));
	}
}

/* Makes one inconsistent change to a sound clock on seat 0's turn. */
static void
spoil_clock(struct match_clock *c, unsigned how)
{
	switch (how) {
	case 0:
		c->mode = CLOCK_BETWEEN_GAMES + 1;
		break;
	case 1:
		c->seat = SEAT_NONE;
		break;
	case 2:
		c->mode =
		    CLOCK_BETWEEN_GAMES; /* in the gap between games it is no seat's turn */
		break;
	case 3:
		c->turn_used_ms = c->delay_ms + 1;
		break;
	case 4:
		c->answer_used_ms = c->delay_ms + 1;
		break;
	case 5:
		c->reserve_ms[1] = CLOCK_RESERVE_MAX + CLOCK_OVERTIME_MAX + 1;
		break;
	case 6:
		c->allowance_ms[0] = CLOCK_ALLOWANCE_MAX_MS + 1;
		break;
	case 7:
		c->lag_credit_ms[0] = CLOCK_LAG_CREDIT_GAME_MAX + 1;
		break;
	case 8:
		c->away[1] = true; /* seat 1 was never disconnected */
		break;
	case 9:
		c->between_games_ms = CLOCK_BETWEEN_GAMES_MS + 2 * CLOCK_BREAK_MS + 1;
		break;
	default:
		c->overtime_ms = CLOCK_OVERTIME_MAX + 1;
	}
}

TEST(an_inconsistent_clock_is_detected)
{
	for (unsigned how = 0; how <= 10; how++) {
		begin(5);
		assert_true(match_check(&m));
		spoil_clock(&m.clock, how);
		if (match_check(&m))
			fail_msg("spoiled by %u", how);
	}
}
