/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Plays as typed (PROTOCOL.md 5) and as stored. */
#include "rules/notation.h"
#include "tests/unit/test.h"

#define NP 255 /* an invalid point number */

struct typed {
	const char *text;
	unsigned n;
	uint8_t at[2 * PLAY_MAX_STEPS]; /* from, to, from, to, ... in the mover's own numbers */
};

static void
assert_steps(const struct play *p, const struct typed *t)
{
	assert_int_equal(p->n, t->n);
	for (unsigned i = 0; i < t->n; i++) {
		assert_int_equal(p->step[i].from, t->at[2 * i]);
		assert_int_equal(p->step[i].to, t->at[2 * i + 1]);
	}
}

TEST(typed_forms_of_the_side_that_moves_down)
{
	static const struct typed row[] = {
		{ "8-5 6-5", 2, { 8, 5, 6, 5 } },
		{ "8 5 6 5", 2, { 8, 5, 6, 5 } },
		{ "13 7", 1, { 13, 7 } },
		{ "bar-22", 1, { PT_BAR, 22 } },
		{ "b 22", 1, { PT_BAR, 22 } },
		{ "6-off 5 o", 2, { 6, PT_OFF, 5, PT_OFF } },
		{ "6-home 5 h", 2, { 6, PT_OFF, 5, PT_OFF } },
		{ "bar-5 bar 5 bar - 5 bar -5", 4,
		    { PT_BAR, 5, PT_BAR, 5, PT_BAR, 5, PT_BAR, 5 } },
		{ "BAR-20 6-OFF 5-Home B-1", 4,
		    { PT_BAR, 20, 6, PT_OFF, 5, PT_OFF, PT_BAR, 1 } },
		{ "  8-5\t6- 5  ", 2, { 8, 5, 6, 5 } },
		{ "-8--5-", 1, { 8, 5 } },
		{ "24-1", 1, { 24, 1 } },
		{ "08-005", 1, { 8, 5 } },
		{ "home-bar", 1, { PT_OFF, PT_BAR } },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct play p;
		unsigned steps = 77;

		assert_int_equal(notation_parse(row[i].text, false, &p, &steps), NOTATION_OK);
		assert_int_equal(steps, row[i].n);
		assert_steps(&p, &row[i]);
	}
}

TEST(typed_numbers_of_the_side_that_moves_up_are_reversed)
{
	static const struct typed row[] = {
		{ "17-20 19-20", 2, { 8, 5, 6, 5 } },
		{ "bar-3", 1, { PT_BAR, 22 } },
		{ "19-off 20 o", 2, { 6, PT_OFF, 5, PT_OFF } },
		{ "1-24", 1, { 24, 1 } },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct play p;
		unsigned steps = 77;

		assert_int_equal(notation_parse(row[i].text, true, &p, &steps), NOTATION_OK);
		assert_steps(&p, &row[i]);
	}
}

/* In games where both sides move in the same direction, X starts on 12 and continues from 1 to
 * 24. */
TEST(typed_numbers_of_the_side_in_the_other_corner_are_shifted)
{
	static const struct typed row[] = {
		{ "12-6 1-22", 2, { 24, 18, 13, 10 } },
		{ "24-13 18-off", 2, { 12, 1, 6, PT_OFF } },
		{ "res-24 RES-19", 2, { PT_RESERVE, 12, PT_RESERVE, 7 } },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct play p;
		unsigned steps = 77;

		assert_int_equal(
		    notation_parse(row[i].text, NUMBERS_SHIFTED, &p, &steps), NOTATION_OK);
		assert_steps(&p, &row[i]);
	}
}

/* O types board numbers.  X types the number that the opponent gives to the point. */
TEST(numbering_of_each_row)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		for (unsigned p = 1; v->cycle == NULL && p <= 24; p++) {
			assert_int_equal(notation_renumber(p, notation_numbering(v, true)), p);
			assert_int_equal(notation_renumber(p, notation_numbering(v, false)),
			    variant_opposite(v, p));
		}
}

TEST(numbers_off_the_board_become_an_invalid_point)
{
	static const struct typed row[] = {
		{ "0-5 25-5", 2, { NP, 5, NP, 5 } },
		{ "8-0 8-25", 2, { 8, NP, 8, NP } },
		{ "255-256 4294967304-18446744073709551624", 2, { NP, NP, NP, NP } },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++)
		for (unsigned up = 0; up < 2; up++) {
			struct typed want = row[i];
			struct play p;
			unsigned steps;

			for (unsigned k = 0; up == 1 && k < 2 * want.n; k++)
				if (want.at[k] != NP)
					want.at[k] = (uint8_t)(25 - want.at[k]);
			assert_int_equal(
			    notation_parse(row[i].text, up == 1, &p, &steps), NOTATION_OK);
			assert_steps(&p, &want);
		}
}

TEST(other_words_are_refused_with_their_step)
{
	static const struct {
		const char *text;
		unsigned step;
	} row[] = {
		{ "x", 0 },
		{ "8-5 6/5", 1 },
		{ "8/5", 0 },
		{ "8-5x", 0 },
		{ "8-5 6-5 4-3 2-ba", 3 },
		{ "8-5 6-5 4-3 2-barr", 3 },
		{ "8-5 hom-5", 1 },
		{ "8-5 of-5", 1 },
		{ "+8-5", 0 },
		{ "8,5", 0 },
		{ "8-5 6-5.", 1 },
		{ "8-5(2)", 0 },
		{ "\x80-5", 0 },
		{ "1-2 1-2 1-2 1-2 1-z", 4 },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct play p, before;
		unsigned step = 77;

		memset(&p, 0x5a, sizeof(p));
		before = p;
		assert_int_equal(
		    notation_parse(row[i].text, false, &p, &step), NOTATION_BAD_WORD);
		assert_int_equal(step, row[i].step);
		assert_memory_equal(&p, &before, sizeof(p));
	}
}

TEST(half_a_step_is_refused)
{
	static const struct {
		const char *text;
		unsigned steps;
	} row[] = {
		{ "", 0 },
		{ "   ", 0 },
		{ "-", 0 },
		{ "8", 0 },
		{ "8-5 6", 1 },
		{ "8-5-3", 1 },
		{ "8-5 6-5 4-3 b", 3 },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct play p, before;
		unsigned steps = 77;

		memset(&p, 0x5a, sizeof(p));
		before = p;
		assert_int_equal(
		    notation_parse(row[i].text, false, &p, &steps), NOTATION_INCOMPLETE);
		assert_int_equal(steps, row[i].steps);
		assert_memory_equal(&p, &before, sizeof(p));
	}
}

TEST(more_than_four_steps_are_counted)
{
	static const struct typed first = { "", 4, { 8, 5, 8, 5, 8, 5, 8, 5 } };
	struct play p;
	unsigned steps;

	assert_int_equal(
	    notation_parse("8-5 8-5 8-5 8-5 6-3", false, &p, &steps), NOTATION_TOO_MANY);
	assert_int_equal(steps, 5);
	assert_steps(&p, &first);
	assert_int_equal(
	    notation_parse("8-5 8-5 8-5 8-5 6", false, &p, &steps), NOTATION_TOO_MANY);
	assert_int_equal(steps, 5);
	assert_steps(&p, &first);
	assert_int_equal(
	    notation_parse("1 2 1 2 1 2 1 2 1 2 1 2 1 2", true, &p, &steps), NOTATION_TOO_MANY);
	assert_int_equal(steps, 7);
}

TEST(plays_are_written_in_board_numbers)
{
	static const struct play p = { 4,
		{ { PT_BAR, 21 }, { 8, 5 }, { 6, PT_OFF }, { PT_RESERVE, 20 } } };
	static const struct play none = { 0, { { 0, 0 } } };
	char text[64];
	struct sbuf b;

	SBUF_INIT(&b, text);
	notation_write_fibs(&b, &p, false);
	assert_string_equal(text, "bar-21 8-5 6-off res-20");
	SBUF_INIT(&b, text);
	notation_write_fibs(&b, &p, true);
	assert_string_equal(text, "bar-4 17-20 19-off res-5");
	SBUF_INIT(&b, text);
	notation_write_fibs(&b, &p, NUMBERS_SHIFTED);
	assert_string_equal(text, "bar-9 20-17 18-off res-8");
	SBUF_INIT(&b, text);
	notation_write_fibs(&b, &none, true);
	assert_string_equal(text, "");
}

TEST(stored_plays_are_read_back)
{
	static const struct play row[] = {
		{ 0, { { 0, 0 } } },
		{ 1, { { PT_BAR, 21 } } },
		{ 2, { { 8, 5 }, { 6, 5 } } },
		{ 4, { { PT_RESERVE, 24 }, { 24, 1 }, { 1, PT_OFF }, { 10, 20 } } },
	};
	static const char *const want[] = { "", "bar/21", "8/5 6/5",
		"res/24 24/1 1/off 10/20" };

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		char text[64];
		struct sbuf b;
		struct play p;

		memset(&p, 0, sizeof(p));
		SBUF_INIT(&b, text);
		notation_write(&b, &row[i]);
		assert_string_equal(text, want[i]);
		assert_true(notation_read(text, &p));
		assert_memory_equal(&p, &row[i], sizeof(p));
	}
}

TEST(stored_form_is_read_strictly)
{
	static const char *const row[] = { " ", "8/5 ", " 8/5", "8/5  6/5", "8-5", "8", "8/",
		"/5", "0/5", "25/5", "8/0", "8/25", "08/5", "8/05", "8/5x", "8/5,6/5", "off/5",
		"8/bar", "8/res", "BAR/5", "bar5", "bar/241", "100/5", "8/5 8/5 8/5 8/5 8/5",
		"8/5\n", "99999999999999999999/1", "ba", "re" };

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct play p, before;

		memset(&p, 0x5a, sizeof(p));
		before = p;
		assert_false(notation_read(row[i], &p));
		assert_memory_equal(&p, &before, sizeof(p));
	}
}

TEST(board_numbers_convert_both_ways)
{
	for (unsigned p = 1; p <= 24; p++) {
		assert_int_equal(notation_renumber(notation_renumber(p, true), true), p);
		assert_int_equal(notation_renumber(p, false), p);
		assert_int_equal(notation_renumber(p, true), 25 - p);
		assert_int_equal(
		    notation_renumber(notation_renumber(p, NUMBERS_SHIFTED), NUMBERS_SHIFTED),
		    p);
	}
}
