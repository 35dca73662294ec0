/* SPDX-License-Identifier: MIT */
/* Typed plays: every error of move_check, bearing off everything, and worked positions, each
 * with the rule of rules/RULES.md 2 that it shows.  The lists of plays are compared in
 * test_plays.c. */
#include "rules/move.h"
#include "rules/notation.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

static struct move_space space;

struct play_case {
	const char *variant, *mover, *other;
	unsigned d1, d2;
	const char *play; /* stored form */
	enum move_err want;
	unsigned step;
};

#define START "24:2 13:5 8:3 6:5"

/* clang-format off */
static const struct play_case PLAY_CASES[] = {
	/* the number of steps is checked first */
	{ "backgammon", START, START, 3, 1, "", MOVE_TOO_FEW, 0 },
	{ "backgammon", START, START, 3, 1, "8/5", MOVE_TOO_FEW, 0 },
	{ "backgammon", START, START, 3, 1, "7/3", MOVE_TOO_FEW, 0 },
	{ "backgammon", START, START, 3, 1, "8/5 6/5 6/5", MOVE_TOO_MANY, 0 },
	{ "backgammon", START, START, 3, 1, "7/1 7/1 7/1 7/1", MOVE_TOO_MANY, 0 },
	{ "backgammon", START, START, 2, 2, "13/11 13/11 6/4", MOVE_TOO_FEW, 0 },
	{ "backgammon", START, START, 2, 2, "13/11 7/5", MOVE_TOO_FEW, 0 },
	{ "backgammon", "24:2", "7:2 6:2", 6, 5, "24/18", MOVE_TOO_MANY, 0 },
	{ "backgammon", "24:2", "7:2 6:2", 6, 5, "", MOVE_OK, 0 },
	/* one step for each die, in any order */
	{ "backgammon", START, START, 3, 1, "8/5 6/5", MOVE_OK, 0 },
	{ "backgammon", START, START, 3, 1, "6/5 8/5", MOVE_OK, 0 },
	{ "backgammon", START, START, 1, 3, "6/5 8/5", MOVE_OK, 0 },
	{ "backgammon", START, START, 2, 2, "6/4 13/11 6/4 11/9", MOVE_OK, 0 },
	{ "backgammon", START, START, 6, 5, "24/18 18/13", MOVE_OK, 0 },
	/* the first failing step */
	{ "backgammon", START, START, 3, 1, "7/4 7/6", MOVE_NO_CHECKER, 0 },
	{ "backgammon", START, START, 3, 1, "8/5 5/4", MOVE_OK, 0 },
	{ "backgammon", START, START, 3, 1, "8/5 4/3", MOVE_NO_CHECKER, 1 },
	{ "backgammon", START, START, 6, 1, "13/7 bar/24", MOVE_NO_CHECKER, 1 },
	{ "backgammon", START, START, 6, 1, "13/7 res/24", MOVE_NO_CHECKER, 1 },
	{ "backgammon", START, START, 6, 3, "13/4 13/10", MOVE_NOT_ON_DICE, 0 }, /* the sum of both dice */
	{ "backgammon", START, START, 6, 3, "13/8 13/10", MOVE_NOT_ON_DICE, 0 },
	{ "backgammon", START, START, 6, 3, "13/10 13/10", MOVE_NOT_ON_DICE, 1 }, /* die already used */
	{ "backgammon", START, START, 6, 3, "13/10 6/8", MOVE_NOT_ON_DICE, 1 }, /* backwards */
	{ "backgammon", START, START, 6, 3, "13/13 6/3", MOVE_NOT_ON_DICE, 0 },
	{ "backgammon", START, START, 6, 5, "13/7 24/19", MOVE_BLOCKED, 1 },
	{ "backgammon", START, START, 6, 5, "24/19 13/7", MOVE_BLOCKED, 0 },
	{ "backgammon", "bar:1 13:2 6:2", "8:2 6:5", 4, 2, "13/9 bar/23", MOVE_BAR_FIRST, 0 },
	{ "backgammon", "bar:1 13:2 6:2", "8:2 6:3 5:2", 4, 2, "bar/21 13/11", MOVE_OK, 0 },
	{ "backgammon", "bar:2 6:2", "6:3 5:2", 4, 2, "bar/21 6/4", MOVE_BAR_FIRST, 1 },
	{ "backgammon", "bar:2 13:5", "6:3 3:2", 5, 1, "bar/19 bar/24", MOVE_NOT_ON_DICE, 0 },
	{ "backgammon", "bar:2 13:5 6:3", "6:2 5:2 3:2", 5, 1, "bar/20", MOVE_BLOCKED, 0 },
	{ "backgammon", "bar:1 6:2", "6:3 5:2", 4, 2, "bar/off 6/4", MOVE_NOT_HOME, 0 },
	{ "backgammon", "12:1 3:1 1:1", "1:2", 3, 2, "3/off 12/10", MOVE_NOT_HOME, 0 },
	{ "backgammon", "12:1 3:1 1:1", "1:2", 3, 2, "12/9 3/off", MOVE_NOT_HOME, 1 },
	{ "backgammon", "7:1 6:1 1:1", "1:2", 6, 1, "7/1 1/off", MOVE_OK, 0 },
	{ "backgammon", "6:1 2:2", "1:2", 4, 3, "2/off 6/3", MOVE_BAD_BEAROFF, 0 },
	{ "backgammon", "6:2", "1:2", 5, 4, "6/off 6/1", MOVE_BAD_BEAROFF, 0 }, /* die too small */
	{ "backgammon", "4:2 2:1", "1:2", 6, 5, "2/off 4/off", MOVE_BAD_BEAROFF, 0 },
	{ "backgammon", "4:2 2:1", "1:2", 6, 5, "4/off 4/off", MOVE_OK, 0 },
	{ "backgammon", "4:2 2:1", "1:2", 6, 5, "4/off 2/off", MOVE_BAD_BEAROFF, 1 },
	{ "backgammon", "4:1 2:1", "1:2", 6, 4, "4/off 2/off", MOVE_OK, 0 }, /* 4, 6 */
	{ "backgammon", "6:1 4:1", "24:2", 5, 4, "6/2 4/off", MOVE_OK, 0 },
	{ "backgammon", "6:1 4:1", "24:2", 5, 4, "4/off 6/2", MOVE_NOT_ON_DICE, 1 },
	/* W06: either die can be played alone, so the larger must be; W07, W08: only one die is
	 * playable */
	{ "backgammon", "20:1", "14:2", 6, 3, "20/17", MOVE_LARGER_DIE, 0 },
	{ "backgammon", "20:1", "14:2", 6, 3, "20/14", MOVE_OK, 0 },
	{ "backgammon", "20:1", "14:2 11:2", 6, 3, "20/14", MOVE_BLOCKED, 0 },
	{ "backgammon", "20:1", "14:2 11:2", 6, 3, "20/17", MOVE_OK, 0 },
	{ "backgammon", "bar:1", "8:2", 6, 2, "bar/23", MOVE_LARGER_DIE, 0 },
	{ "either-die", "20:1", "14:2", 6, 3, "20/17", MOVE_OK, 0 },
	/* W36: both dice bear the last checker off */
	{ "backgammon", "3:1", "1:2", 6, 4, "3/off", MOVE_OK, 0 },
	{ "backgammon", "3:1", "1:2", 6, 1, "3/off", MOVE_USES_FEWER, 0 },
	{ "backgammon", "3:1", "1:2", 6, 1, "3/2 2/off", MOVE_OK, 0 },
	/* W05, W13: a dead end; otherwise simply too few steps */
	{ "backgammon", "20:1 10:1", "24:2 18:2 14:2", 6, 3, "20/14", MOVE_USES_FEWER, 0 },
	{ "backgammon", "20:1 10:1", "24:2 18:2 14:2", 6, 3, "20/17", MOVE_TOO_FEW, 0 },
	{ "backgammon", "20:1 10:1", "24:2 18:2 14:2", 6, 3, "20/14 10/7", MOVE_BLOCKED, 1 },
	{ "backgammon", "20:1 10:1", "24:2 18:2 14:2", 6, 3, "20/17 10/4", MOVE_OK, 0 },
	{ "backgammon", "24:1 13:1", "9:2", 4, 4, "24/20 13/9 9/5 5/1", MOVE_OK, 0 },
	{ "backgammon", "24:1 13:1", "9:2", 4, 4, "13/9 9/5 5/1", MOVE_TOO_FEW, 0 },
	/* hits */
	{ "backgammon", "bar:1 6:2", "6:2 4:1 3:2", 4, 3, "bar/21 21/18", MOVE_OK, 0 },
	/* games other than backgammon */
	{ "race", "res:15", "res:15", 5, 3, "res/20 res/22", MOVE_OK, 0 },
	{ "race", "res:15", "res:15", 5, 3, "res/20 20/17", MOVE_OK, 0 },
	{ "race", "res:14 bar:1", "res:15", 5, 3, "res/20 bar/22", MOVE_BAR_FIRST, 0 },
	{ "race", "res:1 6:2", "1:2", 6, 5, "6/off res/20", MOVE_NOT_HOME, 0 },
	{ "exact", "4:2 2:1", "1:2", 4, 2, "4/off 2/off", MOVE_OK, 0 },
	{ "exact", "4:2 2:1", "1:2", 4, 1, "4/off 4/3", MOVE_OK, 0 },
	{ "exact", "4:2 2:1", "1:2", 6, 4, "4/off", MOVE_OK, 0 },
	{ "exact", "4:2 2:1", "1:2", 6, 2, "4/off", MOVE_BAD_BEAROFF, 0 },
	{ "two-step", START, START, 2, 2, "13/11 13/11 6/4", MOVE_TOO_MANY, 0 },
	{ "two-step", START, START, 2, 2, "13/11 6/4", MOVE_OK, 0 },
	{ "partial", START, START, 3, 1, "8/5", MOVE_OK, 0 },
	{ "partial", START, START, 3, 1, "", MOVE_TOO_FEW, 0 },
	{ "partial", START, START, 3, 1, "6/5 8/5", MOVE_OK, 0 },
	{ "parallel", "24:15", "24:15", 6, 6, "24/18 18/12 24/18 24/18", MOVE_BLOCKED, 1 },
	{ "parallel", "24:15", "24:15", 6, 6, "24/18 24/18 24/18 24/18", MOVE_OK, 0 },
	/* pins: a pinned checker cannot move, its owner cannot bear off, and a single pinning
	 * checker blocks */
	{ "plakoto", "10:1! 24:14", "15:1 24:14", 2, 1, "10/8 24/23", MOVE_PINNED, 0 },
	{ "plakoto", "10:1! 24:14", "15:1 24:14", 2, 1, "24/22 10/9", MOVE_PINNED, 1 },
	{ "plakoto", "10:1! 24:14", "15:1 24:14", 2, 1, "24/22 24/23", MOVE_OK, 0 },
	{ "plakoto", "3:1! 6:2", "22:1 12:2", 6, 5, "6/off", MOVE_PINNED, 0 },
	{ "plakoto", "24:2 10:13", "15:1! 24:14", 4, 1, "10/6 24/23", MOVE_OK, 0 },
	{ "plakoto", "11:1 16:1! 24:13", "9:2 24:13", 5, 2, "24/16 24/19", MOVE_NOT_ON_DICE, 0 },
	{ "plakoto", "16:1! 18:1 24:13", "9:1 24:14", 2, 1, "18/16 24/23", MOVE_BLOCKED, 0 },
	{ "tapa", "16:1! 18:1 24:13", "9:1 24:14", 2, 1, "18/16 24/23", MOVE_BLOCKED, 0 },
	/* rules specific to a game */
	{ "fevga", "24:14 20:1", "24:15", 2, 1, "24/22 20/19", MOVE_FORBIDDEN, 0 },
	{ "fevga", "24:14 20:1", "24:15", 2, 1, "20/18 18/17", MOVE_OK, 0 },
	{ "fevga", "24:9 23:1 22:1 21:1 20:1 11:2", "24:15", 5, 1, "24/19 11/10", MOVE_FORBIDDEN,
	    0 },
	{ "moultezim", "24:10 12:1 11:1 10:1 9:1 6:1", "1:1 2:14", 5, 1, "12/7 24/23", MOVE_OK,
	    0 },
	{ "moultezim", "24:10 13:1 11:1 10:1 9:1 8:1", "3:1 2:14", 6, 1, "13/12 24/18",
	    MOVE_FORBIDDEN, 0 },
	{ "narde", "24:10 20:5", "24:15", 2, 1, "24/22 24/23", MOVE_FORBIDDEN, 1 },
	{ "narde", "24:10 20:5", "24:15", 2, 1, "24/22 22/21", MOVE_OK, 0 },
	/* in a game without dice, only the listed plays are legal */
	{ "grasshopper", "res:14", "res:14", 0, 0, "res/24", MOVE_OK, 0 },
	{ "grasshopper", "res:14", "res:14", 0, 0, "res/18", MOVE_FORBIDDEN, 0 },
	{ "grasshopper", "res:14", "res:14", 0, 0, "", MOVE_TOO_FEW, 0 },
	{ "grasshopper", "res:14", "res:14", 0, 0, "res/24 res/23", MOVE_TOO_MANY, 0 },
};
/* clang-format on */

static void
check_play_case(const struct play_case *t)
{
	const struct variant *v = row_find(t->variant);
	struct board b, after, untouched;
	unsigned step = 77;
	struct play p;
	enum move_err err;

	row_position(v, t->mover, t->other, &b);
	assert_true(notation_read(t->play, &p));
	memset(&after, 0xee, sizeof(after));
	untouched = after;
	(void)move_list(v, &b, SEAT_0, t->d1, t->d2, &space);
	err = move_check(v, &b, SEAT_0, t->d1, t->d2, &p, &space, &after, &step);
	if (err != t->want || (err != MOVE_OK && step != t->step))
		fail_msg("%s | %s | %u-%u %s: error %d in step %u", t->mover, t->other, t->d1,
		    t->d2, t->play, (int)err, step);
	if (err == MOVE_OK) {
		assert_int_equal(step, 77);
		assert_true(variant_check_board(&after, v));
	} else {
		assert_memory_equal(&after, &untouched, sizeof(after));
	}
}

TEST(typed_plays_are_accepted_or_refused_with_their_reason)
{
	for (size_t i = 0; i < ARRAY_LEN(PLAY_CASES); i++)
		check_play_case(&PLAY_CASES[i]);
}

/* Every error code must occur above. */
TEST(every_error_code_is_tested)
{
	unsigned seen = 0;

	for (size_t i = 0; i < ARRAY_LEN(PLAY_CASES); i++)
		seen |= 1u << PLAY_CASES[i].want;
	assert_int_equal(seen, (1u << (MOVE_FORBIDDEN + 1)) - 1u);
}

/* Numbers that stored texts cannot contain but users can type. */
TEST(points_off_the_board_are_refused)
{
	static const struct {
		struct step step;
		enum move_err want;
	} row[] = {
		{ { 255, 5 }, MOVE_NO_CHECKER },
		{ { 255, PT_OFF }, MOVE_NO_CHECKER },
		{ { 27, 24 }, MOVE_NO_CHECKER },
		{ { PT_RESERVE, 24 }, MOVE_NO_CHECKER },
		{ { PT_OFF, 5 }, MOVE_NO_CHECKER },
		{ { 8, 255 }, MOVE_BLOCKED },
		{ { 8, PT_BAR }, MOVE_BLOCKED },
		{ { 24, PT_RESERVE }, MOVE_BLOCKED },
	};
	struct board b, after;

	variant_start_board(&b, VARIANTS);
	(void)move_list(VARIANTS, &b, SEAT_1, 3, 1, &space);
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct play p = { 2, { { 6, 5 }, row[i].step } };
		unsigned step = 77;

		assert_int_equal(
		    move_check(VARIANTS, &b, SEAT_1, 3, 1, &p, &space, &after, &step),
		    row[i].want);
		assert_int_equal(step, 1);
	}
}

TEST(the_order_of_steps_decides_a_hit)
{
	struct play hit = { 2, { { 13, 8 }, { 8, 5 } } };
	struct play pass = { 2, { { 13, 10 }, { 10, 5 } } };
	struct board b, after;
	unsigned step;

	row_position(VARIANTS, "13:1 6:2", "21:2 17:1", &b);
	(void)move_list(VARIANTS, &b, SEAT_0, 5, 3, &space);
	assert_int_equal(
	    move_check(VARIANTS, &b, SEAT_0, 5, 3, &hit, &space, &after, &step), MOVE_OK);
	assert_int_equal(after.at[SEAT_1][PT_BAR], 1);
	assert_int_equal(after.at[SEAT_1][17], 0);
	assert_int_equal(
	    move_check(VARIANTS, &b, SEAT_0, 5, 3, &pass, &space, &after, &step), MOVE_OK);
	assert_int_equal(after.at[SEAT_1][PT_BAR], 0);
	assert_int_equal(after.at[SEAT_1][17], 1);
}

/* The list contains the number of hits; W23 and W40 say "1 hit". */
TEST(results_count_the_checkers_hit)
{
	struct board b;

	row_position(VARIANTS, "6:1 5:1", "23:1", &b);
	assert_int_equal(move_list(VARIANTS, &b, SEAT_0, 4, 3, &space), 2);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(
		    space.result[i].hits, space.result[i].after.at[SEAT_1][PT_BAR]);
	assert_int_equal(space.result[0].hits + space.result[1].hits, 1);
	row_position(VARIANTS, "13:2 12:2", "16:1 19:1 24:2", &b);
	(void)move_list(VARIANTS, &b, SEAT_0, 4, 6, &space);
	unsigned most = 0;
	for (unsigned i = 0; i < space.n; i++) {
		assert_int_equal(
		    space.result[i].hits, space.result[i].after.at[SEAT_1][PT_BAR]);
		most = space.result[i].hits > most ? space.result[i].hits : most;
	}
	assert_int_equal(most, 2);
}

/* ---- bearing off everything ---- */

TEST(off_is_available_if_every_die_bears_off)
{
	static const struct {
		const char *variant, *mover, *other;
		unsigned d1, d2;
		const char *play; /* NULL: not every die bears a checker off */
	} row[] = {
		{ "backgammon", "6:1 5:1 1:1", "1:2", 5, 6, "6/off 5/off" },
		{ "backgammon", "4:2 2:1", "1:2", 6, 5, "4/off 4/off" },
		{ "backgammon", "6:1 5:1 1:1", "1:2", 5, 4, NULL },
		{ "backgammon", "6:4 1:1", "1:2", 6, 6, "6/off 6/off 6/off 6/off" },
		{ "backgammon", "6:2 3:2", "1:2", 6, 6, "6/off 6/off 3/off 3/off" },
		{ "backgammon", "6:1 2:3", "1:2", 4, 4, NULL },
		{ "backgammon", "2:1 1:2", "1:2", 2, 2, "2/off 1/off 1/off" },
		{ "backgammon", "3:1", "1:2", 6, 4, "3/off" },
		{ "backgammon", "3:1", "1:2", 6, 1, NULL },  /* the 1 cannot bear off */
		{ "backgammon", "2:1", "24:2", 4, 1, NULL }, /* the 1 is blocked */
		{ "backgammon", "1:1", "2:2", 6, 1, "1/off" },
		{ "backgammon", "7:1 6:4", "1:2", 6, 6, NULL },
		{ "backgammon", "bar:1 6:4", "1:2", 6, 6, NULL },
		{ "backgammon", "", "1:2", 6, 6, NULL },
		{ "exact", "3:1", "1:2", 6, 3, NULL },
		{ "exact", "3:2", "1:2", 3, 3, "3/off 3/off" },
		{ "race", "res:1 6:4", "1:2", 6, 6, NULL },
		{ "two-step", "6:4", "1:2", 6, 6, "6/off 6/off" },
		{ "plakoto", "6:4 3:1!", "22:1 24:2", 6, 6, NULL },
		{ "plakoto", "6:4 3:1", "22:1! 24:2", 6, 6, "6/off 6/off 6/off 6/off" },
		{ "cloning", "6:4 3:1", "24:2", 6, 6, "6/off 6/off 6/off 6/off" },
		{ "fevga", "6:4 3:1", "24:2", 6, 3, "6/off 3/off" },
		{ "grasshopper", "6:2 3:2", "10:2", 0, 0, NULL },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		const struct variant *v = row_find(row[i].variant);
		struct play p = { .n = 77 };
		struct board b, after;
		char text[64];
		unsigned step;
		struct sbuf out;

		row_position(v, row[i].mover, row[i].other, &b);
		if (!move_bearoff_all(v, &b, SEAT_0, row[i].d1, row[i].d2, &p)) {
			assert_null(row[i].play);
			assert_int_equal(p.n, 77);
			continue;
		}
		SBUF_INIT(&out, text);
		notation_write(&out, &p);
		assert_non_null(row[i].play);
		assert_string_equal(text, row[i].play);
		(void)move_list(v, &b, SEAT_0, row[i].d1, row[i].d2, &space);
		assert_int_equal(p.n, space.dice_used);
		assert_int_equal(
		    move_check(v, &b, SEAT_0, row[i].d1, row[i].d2, &p, &space, &after, &step),
		    MOVE_OK);
	}
}

/* In any position, move_check accepts the play that "off" produces. */
TEST(the_play_that_off_produces_is_legal)
{
	static const char *const games[] = { "backgammon", "cloning", "plakoto", "fevga",
		"narde", "moultezim", "gulbara" };
	unsigned n = test_cases(100000);
	unsigned found = 0;
	struct rng r;

	rng_seed(&r, 11);
	for (unsigned i = 0; i < n; i++) {
		const struct variant *v = row_find(games[i % ARRAY_LEN(games)]);
		unsigned d1 = 1 + rng_below(&r, 6), d2 = 1 + rng_below(&r, 6);
		struct board b, after;
		struct play p;
		unsigned step;

		row_scatter(v, &r, &b);
		if (!move_bearoff_all(v, &b, SEAT_1, d1, d2, &p))
			continue;
		found++;
		(void)move_list(v, &b, SEAT_1, d1, d2, &space);
		assert_int_equal(
		    move_check(v, &b, SEAT_1, d1, d2, &p, &space, &after, &step), MOVE_OK);
	}
	assert_true(found > n / 100);
}

TEST(all_home_needs_bar_reserve_and_outside_empty)
{
	static const uint8_t outside[] = { 7, 12, 13, 24, PT_BAR, PT_RESERVE };
	struct board b = { .at = { { [PT_OFF] = 3, [1] = 4, [6] = 7 }, { [24] = 15 } } };

	assert_true(board_all_home(&b, SEAT_0));
	assert_false(board_all_home(&b, SEAT_1));
	for (size_t i = 0; i < sizeof(outside); i++) {
		b.at[SEAT_0][outside[i]] = 1;
		assert_false(board_all_home(&b, SEAT_0));
		b.at[SEAT_0][outside[i]] = 0;
	}
}
