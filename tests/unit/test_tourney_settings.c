/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Tournament settings, row by row: defaults, ranges, words, what is refused; match lengths in
 * every section; and acts as text, with extreme values. */
#include "tourney/act.h"
#include "tourney/format.h"
#include "tests/unit/test.h"

/* ---- values ---- */

static const char *
text_of(const struct tourney_settings *s, unsigned which)
{
	static char text[TSET_TEXT_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	tourney_setting_text(s, (enum tourney_setting)which, &b);
	assert_true(sbuf_ok(&b));
	return text;
}

static void
taken(unsigned which, const char *value, const char *reads)
{
	struct tourney_settings s, again;

	tourney_settings_init(&s);
	tourney_settings_init(&again);
	if (!tourney_set_setting(&s, (enum tourney_setting)which, value))
		fail_msg("%s %s is refused", TOURNEY_SETTINGS[which].name, value);
	assert_string_equal(text_of(&s, which), reads);
	assert_true(tourney_set_setting(&again, (enum tourney_setting)which, reads));
	assert_memory_equal(&s, &again, sizeof(s));
}

static void
refused(unsigned which, const char *value)
{
	struct tourney_settings s, before;

	tourney_settings_init(&s);
	memcpy(&before, &s, sizeof(s));
	if (tourney_set_setting(&s, (enum tourney_setting)which, value))
		fail_msg("%s %s is taken", TOURNEY_SETTINGS[which].name, value);
	assert_memory_equal(&s, &before, sizeof(s));
}

TEST(default_values_are_read_and_written_back)
{
	struct tourney_settings s;

	tourney_settings_init(&s);
	for (unsigned i = 0; i < TSET_COUNT; i++) {
		assert_string_equal(text_of(&s, i), TOURNEY_SETTINGS[i].default_text);
		taken(i, TOURNEY_SETTINGS[i].default_text, TOURNEY_SETTINGS[i].default_text);
		refused(i, "");
		refused(i, " ");
		refused(i, "-1");
		refused(i, "x");
		refused(i, "99999999999999999999");
		refused(i, "1.5");
		refused(i, "\t\n");
	}
}

TEST(numbers_are_accepted_up_to_their_limits)
{
	char text[40];

	for (unsigned i = 0; i < TSET_COUNT; i++) {
		const struct tourney_setting_row *row = &TOURNEY_SETTINGS[i];

		if (row->kind != TSET_NUMBER && row->kind != TSET_LIST)
			continue;
		assert_true(row->low < row->high);
		snprintf(text, sizeof(text), "%d", row->low);
		taken(i, text, text);
		snprintf(text, sizeof(text), "%d", row->high);
		taken(i, text, text);
		snprintf(text, sizeof(text), "%d", row->high + 1);
		refused(i, text);
		snprintf(text, sizeof(text), "%d", row->low - 1);
		refused(i, text);
		if (row->kind == TSET_LIST)
			continue;
		snprintf(text, sizeof(text), "%d %d", row->low, row->low);
		refused(i, text);
	}
}

TEST(words_and_their_prefixes_are_accepted)
{
	for (unsigned i = 0; i < TSET_COUNT; i++) {
		const struct tourney_setting_row *row = &TOURNEY_SETTINGS[i];
		const char *words = row->kind == TSET_SWITCH ? "no yes" : row->words;
		char word[40];

		if (row->kind != TSET_WORD && row->kind != TSET_SWITCH)
			continue;
		for (int at = 0, n; sscanf(words + at, "%39s%n", word, &n) == 1; at += n) {
			char large[40];

			taken(i, word, word);
			memcpy(large, word, sizeof(large));
			large[0] = (char)(large[0] - 'a' + 'A');
			taken(i, large, word);
		}
		refused(i, "nothing");
		refused(i, "yes no");
	}
	taken(TSET_format, "do", "double");
	refused(TSET_format, "s"); /* ambiguous: single or swiss */
	taken(TSET_format, "sw", "swiss");
	taken(TSET_clock, "of", "off");
	refused(TSET_clock, "o");
	taken(TSET_rated, "n", "no");
}

TEST(lists_are_accepted)
{
	taken(TSET_length, "5,5, 7 9\t11", "5 5 7 9 11");
	taken(TSET_length, "1 2 3 4 5 6 7 8 9 10 11 12", "1 2 3 4 5 6 7 8 9 10 11 12");
	refused(TSET_length, "1 2 3 4 5 6 7 8 9 10 11 12 13");
	refused(TSET_length, "5 0");
	refused(TSET_length, "5 x");
	taken(TSET_side, "0 3", "0 3");
	taken(TSET_tiebreaks, "wins,median difference", "wins median difference");
	taken(TSET_tiebreaks, "buchholz-1", "buchholz-1");
	taken(TSET_tiebreaks,
	    "direct buchholz-1 buchholz median sonneborn progressive difference wins",
	    "direct buchholz-1 buchholz median sonneborn progressive difference wins");
	refused(TSET_tiebreaks, "wins wins");
	refused(TSET_tiebreaks, "wins w");
	refused(TSET_tiebreaks, "d"); /* ambiguous: direct or difference */
	refused(TSET_tiebreaks,
	    "direct buchholz-1 buchholz median sonneborn progressive difference wins wins");
}

TEST(times_and_games_are_accepted)
{
	taken(TSET_starts, "1700000000", "1700000000");
	taken(TSET_starts, "1099511627776", "1099511627776"); /* 2^40 */
	refused(TSET_starts, "1099511627777");
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		taken(TSET_game, v->name, v->name);
	refused(TSET_game, "chess");
}

TEST(settings_are_found_by_unique_prefix)
{
	for (int i = 0; i < TSET_COUNT; i++)
		assert_int_equal(tourney_setting_named(TOURNEY_SETTINGS[i].name), i);
	assert_int_equal(tourney_setting_named("f"), -1); /* ambiguous: format or final */
	assert_int_equal(tourney_setting_named("fo"), TSET_format);
	assert_int_equal(tourney_setting_named("FORMAT"), TSET_format);
	assert_int_equal(tourney_setting_named("formats"), -1);
	assert_int_equal(
	    tourney_setting_named("late"), TSET_late); /* also a prefix of lateentry */
	assert_int_equal(tourney_setting_named("starts"), TSET_starts);
	assert_int_equal(tourney_setting_named(""), -1);
}

/* ---- lengths ---- */

static struct tourney_settings
settings(const char *const *of)
{
	struct tourney_settings s;

	tourney_settings_init(&s);
	for (; *of != NULL; of += 2)
		assert_true(tourney_set_setting(
		    &s, (enum tourney_setting)tourney_setting_named(of[0]), of[1]));
	return s;
}

TEST(lengths_of_a_knockout)
{
	static const char *const of[] = { "length", "5 7", "final", "11", "chance", "0 2",
		NULL };
	struct tourney_settings s = settings(of);

	assert_int_equal(tourney_match_length(&s, SECTION_MAIN, 1, 4), 5);
	assert_int_equal(tourney_match_length(&s, SECTION_MAIN, 2, 4), 7);
	assert_int_equal(tourney_match_length(&s, SECTION_MAIN, 3, 4), 7);
	assert_int_equal(tourney_match_length(&s, SECTION_MAIN, 4, 4), 11);
	assert_int_equal(tourney_match_length(&s, SECTION_CONSOLATION, 1, 3), 3);
	assert_int_equal(tourney_match_length(&s, SECTION_CONSOLATION, 3, 3), 5);
	assert_int_equal(tourney_match_length(&s, SECTION_LAST_CHANCE, 1, 2), 1);
	assert_int_equal(tourney_match_length(&s, SECTION_LAST_CHANCE, 2, 2), 2);
	assert_true(tourney_set_setting(&s, TSET_length, "1"));
	assert_true(tourney_set_setting(&s, TSET_final, "0"));
	assert_true(tourney_set_setting(&s, TSET_chance, "0"));
	assert_int_equal(tourney_match_length(&s, SECTION_MAIN, 4, 4), 1);
	/* a length is never less than one point */
	assert_int_equal(tourney_match_length(&s, SECTION_CONSOLATION, 1, 3), 1);
	assert_int_equal(tourney_match_length(&s, SECTION_LAST_CHANCE, 1, 2), 1);
	assert_true(tourney_set_setting(&s, TSET_side, "3 9"));
	assert_int_equal(tourney_match_length(&s, SECTION_CONSOLATION, 1, 3), 3);
	assert_int_equal(tourney_match_length(&s, SECTION_CONSOLATION, 2, 3), 9);
	assert_int_equal(tourney_match_length(&s, SECTION_CONSOLATION, 3, 3), 9);
}

TEST(lengths_of_a_double_elimination)
{
	static const char *const of[] = { "format", "double", "length", "5", "final", "9",
		NULL };
	struct tourney_settings s = settings(of);

	assert_int_equal(
	    tourney_match_length(&s, SECTION_MAIN, 3, 3), 5); /* not the last match */
	assert_int_equal(tourney_match_length(&s, SECTION_LOSERS, 4, 4), 5);
	assert_int_equal(tourney_match_length(&s, SECTION_FINAL, 1, 2), 9);
	assert_int_equal(tourney_match_length(&s, SECTION_FINAL, 2, 2), 9);
	assert_true(tourney_set_setting(&s, TSET_reset, "3"));
	assert_int_equal(tourney_match_length(&s, SECTION_FINAL, 1, 2), 9);
	assert_int_equal(tourney_match_length(&s, SECTION_FINAL, 2, 2), 3);
	assert_true(tourney_set_setting(&s, TSET_side, "3"));
	assert_int_equal(tourney_match_length(&s, SECTION_LOSERS, 1, 4), 3);
}

TEST(lengths_of_rounds)
{
	static const char *const of[] = { "format", "swiss", "length", "5 7", "final", "9",
		NULL };
	struct tourney_settings s = settings(of);

	assert_int_equal(tourney_match_length(&s, SECTION_ROUNDS, 1, 5), 5);
	assert_int_equal(tourney_match_length(&s, SECTION_ROUNDS, 4, 5), 7);
	assert_int_equal(tourney_match_length(&s, SECTION_ROUNDS, 5, 5), 9);
	assert_int_equal(
	    tourney_match_length(&s, SECTION_ROUNDS, 60, 0), 7); /* the last round is unknown */
	assert_int_equal(tourney_match_length(&s, SECTION_GROUP, 1, 3), 5);
	assert_int_equal(tourney_match_length(&s, SECTION_GROUP, 3, 3), 7);
	assert_int_equal(
	    tourney_match_length(&s, SECTION_PLAYOFF, 1, 1), 1); /* no length is set */
	assert_true(tourney_set_setting(&s, TSET_playoff, "3"));
	assert_int_equal(tourney_match_length(&s, SECTION_PLAYOFF, 2, 2), 3);
	for (unsigned section = 0; section < SECTION_COUNT; section++)
		for (unsigned round = 1; round < 130; round++) {
			unsigned n =
			    tourney_match_length(&s, (enum section)section, round, 129);

			assert_in_range(n, 1, 99);
		}
}

/* ---- acts ---- */

static void
same_act(const struct tourney_act *a, const struct tourney_act *b)
{
	unsigned f = tourney_act_fields(a->kind);

	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->at_ms, b->at_ms);
	assert_int_equal(a->actor, b->actor);
	assert_int_equal(f & TF_ENTRY ? a->entry : 0, b->entry);
	assert_int_equal(f & TF_PAIRING ? a->pairing : 0, b->pairing);
	assert_int_equal(f & TF_SIDE ? a->side : 0, b->side);
	assert_int_equal(f & TF_VALUE ? a->value : 0, b->value);
	assert_int_equal(f & TF_SCORE ? a->score[0] : 0, b->score[0]);
	assert_int_equal(f & TF_SCORE ? a->score[1] : 0, b->score[1]);
	assert_int_equal(f & TF_USER ? a->user : 0, b->user);
	assert_string_equal(f & TF_USER ? a->name : "", b->name);
	assert_true(!(tourney_round_rating(f & TF_USER ? a->rating : 0) < b->rating) &&
		    !(tourney_round_rating(f & TF_USER ? a->rating : 0) > b->rating));
	assert_string_equal(f & (TF_TEXT | TF_WHY) && a->text != NULL ? a->text : "", b->text);
}

static void
round_trip(const struct tourney_act *a)
{
	char text[400], again[400];
	struct tourney_act back;
	struct sbuf b;

	SBUF_INIT(&b, text);
	tourney_act_write(&b, a);
	assert_true(sbuf_ok(&b));
	if (!tourney_act_read(tourney_act_name(a->kind), a->at_ms, a->actor, text, &back))
		fail_msg("%s %s is not read", tourney_act_name(a->kind), text);
	same_act(a, &back);
	SBUF_INIT(&b, again);
	tourney_act_write(&b, &back);
	assert_string_equal(text, again);
}

TEST(every_act_is_written_and_read_back)
{
	const struct tourney_act rows[] = {
		{ .text = NULL, .user = 1, .name = "a" },
		{ .at_ms = INT64_MAX,
		    .actor = INT64_MAX,
		    .entry = TOURNEY_ENTRIES_MAX - 1,
		    .pairing = UINT32_MAX,
		    .side = PAIRING_NOBODY,
		    .value = INT64_MAX,
		    .score = { UINT16_MAX, UINT16_MAX },
		    .user = INT64_MAX,
		    .name = "abcdefghijklmnopqrst",
		    .rating = 999999998.999999,
		    .text = " text=entry=3 side=9  with blanks " },
		{ .at_ms = INT64_MIN,
		    .actor = -1,
		    .side = 1,
		    .value = INT64_MIN + 1,
		    .score = { 0, 5 },
		    .user = 17,
		    .name = "x_1",
		    .rating = -0.5,
		    .text = "" },
		{ .user = 3,
		    .name = "y",
		    .rating = -0.0000001,
		    .value = -5,
		    .text = "\xff\x01" },
		{ .user = 3, .name = "y", .rating = 1500.1234565, .value = 0 },
		{ .user = 3, .name = "y", .rating = 1499.9999995 },
		{ .user = 3, .name = "y", .rating = -999999998.5 },
	};

	for (unsigned kind = 0; kind < TACT_COUNT; kind++)
		for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
			struct tourney_act a = rows[i];

			a.kind = (enum tourney_act_kind)kind;
			round_trip(&a);
		}
}

TEST(invalid_act_texts_are_refused)
{
	static const char *const rows[] = { "nonsense", "", "checkin", "", "checkin",
		"entry=", "checkin", "entry=1", "checkin", "entry=4096 ", "checkin",
		"entry=1  ", "checkin", "entry=01 ", "checkin", "entry=-1 ", "checkin",
		"entry=1 x", "open", "x", "open", " ", "seat", "pairing=1 ", "seat",
		"value=1 pairing=1 ", "seat", "pairing=1 value=9223372036854775808 ", "seat",
		"pairing=4294967296 value=1 ", "seat", "pairing=1 value=-0 ", "seat",
		"pairing=1 value=--1 ", "result", "pairing=1 side=3 score=5,0 ", "result",
		"pairing=1 side=0 score=5 ", "result", "pairing=1 side=0 score=65536,0 ",
		"enter", "user=0,a,1.000000 ", "enter", "user=1,,1.000000 ", "enter",
		"user=1,abcdefghijklmnopqrstu,1.000000 ", "enter", "user=1,a,1.00000 ", "enter",
		"user=1,a,1.0000000 ", "enter", "user=1,a,1 ", "enter", "user=1,a,-0.000000 ",
		"enter", "user=1,a,nan ", "enter", "user=1,a,1388888888888888888.000000 ",
		"enter", "user=1,a b,1.000000 ", "create", "", "create", "tex", NULL };
	struct tourney_act a, before;

	memset(&a, 0x5a, sizeof(a));
	memcpy(&before, &a, sizeof(a));
	for (unsigned i = 0; rows[i] != NULL; i += 2) {
		if (tourney_act_read(rows[i], 1, 2, rows[i + 1], &a))
			fail_msg("%s \"%s\" is read", rows[i], rows[i + 1]);
		assert_memory_equal(&a, &before, sizeof(a));
	}
}
