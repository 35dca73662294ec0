/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Words of a typed line: splitting, comparing, numbers. */
#include <limits.h>

#include "proto/words.h"
#include "tests/unit/test.h"

TEST(words_are_split_off_one_by_one)
{
	char line[] = "  tell\t bob   hello  there ";
	char *rest = line;

	assert_string_equal(word_next(&rest), "tell");
	assert_string_equal(rest, "bob   hello  there ");
	assert_string_equal(word_next(&rest), "bob");
	assert_string_equal(rest, "hello  there "); /* blanks within the text are kept */
	assert_string_equal(word_next(&rest), "hello");
	assert_string_equal(word_next(&rest), "there");
	assert_string_equal(rest, "");
	assert_null(word_next(&rest));
	assert_null(word_next(&rest));
}

TEST(blanks_contain_no_words)
{
	char empty[] = "";
	char blanks[] = " \t  ";
	char *rest = empty;

	assert_null(word_next(&rest));
	rest = blanks;
	assert_null(word_next(&rest));
	assert_string_equal(rest, "");
}

TEST(trim_removes_blanks_at_both_ends)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "", "" },
		{ "   ", "" },
		{ "\t\t", "" },
		{ "a", "a" },
		{ " a ", "a" },
		{ "\t a  b \t", "a  b" },
		{ "a b", "a b" },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		char text[16];

		memcpy(text, row[i].text, strlen(row[i].text) + 1);
		assert_string_equal(text_trim(text), row[i].want);
	}
}

TEST(words_are_equal_in_any_case)
{
	assert_true(word_is("Join", "join"));
	assert_true(word_is("JOIN", "jOin"));
	assert_true(word_is("", ""));
	assert_true(word_is("a_B", "A_b"));
	assert_false(word_is("joi", "join"));
	assert_false(word_is("join", "joi"));
	assert_false(word_is("", "a"));
	assert_false(
	    word_is("[", "{")); /* the two differ only in the case bit but are not letters */
	assert_false(word_is("@", "`"));
	assert_false(word_is("\xc3\x84", "\xc3\xa4")); /* only ASCII letters have case */
}

TEST(prefixes_are_recognised)
{
	assert_true(word_is_prefix("to", "toggle"));
	assert_true(word_is_prefix("TO", "toggle"));
	assert_true(word_is_prefix("toggle", "Toggle"));
	assert_false(word_is_prefix("toggles", "toggle"));
	assert_false(word_is_prefix("tg", "toggle"));
	assert_false(word_is_prefix("", "toggle"));
	assert_true(word_is_prefix_exactly("Bo", "Bob"));
	assert_true(word_is_prefix_exactly("Bob", "Bob"));
	assert_false(word_is_prefix_exactly("bo", "Bob"));
	assert_false(word_is_prefix_exactly("Bobs", "Bob"));
	assert_false(word_is_prefix_exactly("", "Bob"));
}

TEST(numbers_are_parsed)
{
	static const struct {
		const char *word;
		long value;
	} good[] = {
		{ "0", 0 },
		{ "7", 7 },
		{ "007", 7 },
		{ "-3", -3 },
		{ "+12", 12 },
		{ "-0", 0 },
		{ "999999999", 999999999 },
		{ "-999999999", -999999999 },
	};
	static const char *const bad[] = {
		"",
		"-",
		"+",
		"--1",
		"+-1",
		"1-",
		"1 ",
		" 1",
		"1.5",
		"0x1",
		"a",
		"1a",
	};
	long value = -77;

	for (size_t i = 0; i < ARRAY_LEN(good); i++) {
		assert_true(word_number(good[i].word, &value));
		assert_int_equal(value, good[i].value);
	}
	value = -77;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		assert_false(word_number(bad[i], &value));
		assert_int_equal(value, -77);
	}
}

TEST(edit_distances_are_computed)
{
	static const struct {
		const char *a, *b;
		unsigned n;
	} of[] = {
		{ "help", "help", 0 },
		{ "Help", "hELP", 0 },
		{ "hepl", "help", 1 }, /* letters swapped */
		{ "hlep", "help", 1 },
		{ "hepll", "help", 2 },
		{ "hlp", "help", 1 },   /* letter missing */
		{ "heelp", "help", 1 }, /* letter added */
		{ "yelp", "help", 1 },  /* changed */
		{ "", "help", 4 },
		{ "abcd", "dcba", 3 },
		{ "ca", "abc", 3 },
		{ "tournamnet", "tournament", 1 },
		{ "abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx", 0 },
		{ "abcdefghijklmnopqrstuvwx", "", WORD_DISTANCE_MAX },
		{ "abcdefghijklmnopqrstuvwxy", "abcdefghijklmnopqrstuvwxy", UINT_MAX },
		{ "abcdefghijklmnopqrstuvwxy", "a", UINT_MAX },
	};

	for (size_t i = 0; i < ARRAY_LEN(of); i++) {
		assert_int_equal(word_distance(of[i].a, of[i].b), of[i].n);
		assert_int_equal(word_distance(of[i].b, of[i].a), of[i].n);
	}
}
