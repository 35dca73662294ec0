/* SPDX-License-Identifier: MIT */
/* A bot's decisions in positions with one right answer. */
#include "bot/evaluators.h"
#include "tests/unit/test.h"

static struct brain *brain;
static struct thought t;

BEFORE_ALL
{
	brain = brain_new();
	assert_non_null(brain);
}

AFTER_ALL
{
	brain_free(&brain);
}

/* Starts the first game of an unlimited match; the bot is SEAT_0 and the opponent is on
 * turn. */
static void
begin(const char *game)
{
	struct match_state *m = &t.state;

	memset(&t, 0, sizeof(t));
	t.grade = GRADE_strong;
	t.seat = SEAT_0;
	match_init(m, variant_find(game), 0);
	m->game_no = 1;
	m->o = SEAT_0;
	m->turn = SEAT_1;
	m->phase = PH_ROLL;
	variant_start_board(&m->board, m->variant);
}

/* Places n checkers on a point in the seat's own numbering; the rest are off. */
static void
put(enum seat seat, unsigned point, unsigned n)
{
	t.state.board.at[seat][point] = (uint8_t)n;
}

static void
empty_board(void)
{
	memset(&t.state.board, 0, sizeof(t.state.board));
	put(SEAT_0, PT_OFF, 15);
	put(SEAT_1, PT_OFF, 15);
}

static void
put_from_off(enum seat seat, unsigned point, unsigned n)
{
	put(seat, point, n);
	t.state.board.at[seat][PT_OFF] = (uint8_t)(t.state.board.at[seat][PT_OFF] - n);
}

static const char *
says(void)
{
	brain_think(brain, &t);
	return t.line;
}

/* Sets up a race in which both sides bear off and the opponent rolls next. */
static void
begin_race(unsigned bots, unsigned others)
{
	begin("backgammon");
	empty_board();
	put_from_off(SEAT_0, 1, bots);
	put_from_off(SEAT_1, 1, others);
}

static void
set_doubled(uint32_t offer, enum seat by)
{
	t.state.phase = PH_DOUBLED;
	t.state.offered_cube = offer;
	t.state.doubler = by;
}

TEST(a_double_is_taken_when_the_game_is_not_lost)
{
	begin_race(2, 9); /* the opponent needs five rolls, the bot one */
	set_doubled(2, SEAT_1);
	assert_string_equal(says(), "accept");
	begin_race(9, 2);
	set_doubled(2, SEAT_1);
	assert_string_equal(says(), "reject");
}

TEST(an_instant_redouble_is_taken_when_the_game_is_not_lost)
{
	for (unsigned won = 0; won < 2; won++) {
		begin_race(won ? 2 : 9, won ? 9 : 2);
		t.state.turn = SEAT_0;
		t.state.cube = 2;
		t.state.cube_owner = SEAT_1;
		t.state.redoubles_done = 1;
		set_doubled(4, SEAT_1);
		assert_string_equal(says(), won ? "accept" : "reject");
	}
}

/* The evaluator may be too uncertain of a gammon to resign one, but it must never resign more
 * than the game is worth. */
TEST(a_lost_game_is_resigned_at_its_value)
{
	static const struct {
		unsigned point, n;
		const char *line;
		bool sure;
	} row[] = {
		{ 1, 9, "resign normal", true },
		{ 8, 15, "resign gammon", false },
		{ 13, 15, "resign gammon", false },
		{ 22, 15, "resign backgammon", false },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		begin_race(0, 2);
		put_from_off(SEAT_0, row[i].point, row[i].n);
		t.state.turn = SEAT_0;
		if (row[i].sure || strcmp(says(), "roll") != 0)
			assert_string_equal(says(), row[i].line);
		t.resign_rejected = true; /* a resignation was rejected */
		assert_string_equal(says(), "roll");
	}
}

TEST(the_smallest_resignation_that_ends_the_match_is_offered)
{
	static const struct {
		unsigned point;
		uint8_t length, score;
		uint32_t cube;
		const char *line;
	} row[] = {
		{ 13, 0, 0, 1, "resign gammon" },
		{ 13, 5, 0, 1, "resign gammon" },
		{ 13, 1, 0, 1, "resign normal" },
		{ 13, 5, 4, 1, "resign normal" },
		{ 13, 5, 3, 2, "resign normal" },
		{ 13, 5, 2, 2, "resign gammon" },
		{ 22, 5, 3, 1, "resign gammon" },
		{ 22, 5, 2, 1, "resign backgammon" },
		{ 22, 1, 0, 1, "resign normal" },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		begin_race(0, 1);
		put_from_off(SEAT_0, row[i].point, 15);
		t.state.turn = SEAT_0;
		t.state.length = row[i].length;
		t.state.score[SEAT_1] = row[i].score;
		t.state.cube = row[i].cube;
		assert_string_equal(says(), row[i].line);
	}
}

TEST(a_resignation_is_accepted_if_it_is_large_enough)
{
	begin_race(2, 15); /* the opponent has borne off no checker: a gammon is certain */
	t.state.resign_by = SEAT_1;
	t.state.resign_size = 1;
	t.state.turn = SEAT_0;
	assert_string_equal(says(), "reject");
	t.state.resign_size = 2;
	assert_string_equal(says(), "accept");
}

TEST(a_draw_is_accepted_by_the_player_behind)
{
	begin_race(2, 9);
	t.state.draw_by = SEAT_1;
	assert_string_equal(says(), "draw reject");
	begin_race(9, 2);
	t.state.draw_by = SEAT_1;
	assert_string_equal(says(), "draw accept");
}

TEST(a_double_is_chosen)
{
	begin("acey-deucey");
	t.state.turn = SEAT_0;
	t.state.phase = PH_NAME_DOUBLE;
	assert_int_equal(strncmp(says(), "choose ", 7), 0);
	assert_in_range(t.line[7], '1', '6');
	assert_int_equal(t.line[8], '\0');
}

/* ---- advice ---- */

TEST(advice_says_what_a_double_is_worth)
{
	for (unsigned won = 0; won < 2; won++) {
		struct advice a;

		begin_race(won ? 2 : 9, won ? 9 : 2);
		set_doubled(2, SEAT_1);
		memset(&a, 0, sizeof(a));
		a.t = t;
		brain_advise(brain, &a);
		assert_int_equal(a.kind, ADVICE_TAKE);
		assert_int_equal(a.cube.should_take, won);
		assert_true(won ? a.cube.take > 1.5f : a.cube.take < -1.5f);
		assert_true(a.cube.drop > -1.01f && a.cube.drop < -0.99f);
	}
}

TEST(advice_on_a_resignation_is_the_command_to_type)
{
	struct advice a;

	begin_race(2, 15);
	t.state.turn = SEAT_0;
	t.state.resign_by = SEAT_1;
	t.state.resign_size = 1;
	memset(&a, 0, sizeof(a));
	a.t = t;
	brain_advise(brain, &a);
	assert_int_equal(a.kind, ADVICE_COMMAND);
	assert_string_equal(a.t.line, "reject");
}

/* ---- without a brain ---- */

static const char *
does(void)
{
	struct move_space *space = malloc(sizeof(*space));

	assert_non_null(space);
	brain_any_legal_command(&t, space);
	free(space);
	return t.line;
}

TEST(without_a_brain_a_legal_action_is_chosen)
{
	begin_race(2, 9);
	t.state.turn = SEAT_0;
	assert_string_equal(does(), "roll");
	t.state.draw_by = SEAT_1;
	assert_string_equal(does(), "draw reject");
	t.state.resign_by = SEAT_1;
	assert_string_equal(does(), "accept");
	begin_race(2, 9);
	set_doubled(2, SEAT_1);
	assert_string_equal(does(), "accept");
	begin_race(2, 9);
	t.state.turn = SEAT_0;
	t.state.phase = PH_NAME_DOUBLE;
	assert_string_equal(does(), "choose 6");
	t.state.phase = PH_MOVE;
	t.state.dice = (struct dice_pair){ { 6, 5 } };
	assert_int_equal(strncmp(does(), "move ", 5), 0);
	begin_race(0, 2);
	put_from_off(SEAT_0, PT_BAR, 2);
	for (unsigned p = 1; p <= 6; p++)
		put(SEAT_1, p, 2); /* closed points */
	t.state.turn = SEAT_0;
	t.state.phase = PH_MOVE;
	t.state.dice = (struct dice_pair){ { 6, 5 } };
	assert_string_equal(does(), "board");
}
