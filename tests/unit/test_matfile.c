/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The .mat text of stored matches: a whole match byte for byte, and what is left out or
 * withheld. */
#include "form/form.h"
#include "match/match.h"
#include "form/matfile.h"
#include "tests/unit/test.h"

struct row {
	int seat;
	bool automatic;
	const char *kind, *text;
};

/* A match to three points that was played over the network. */
static const struct row PLAYED_ROWS[] = {
	{ 2, 1, "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=35" },
	{ 1, 0, "move", "13/8 8/5" },
	{ 0, 0, "double", "" },
	{ 1, 0, "take", "" },
	{ 0, 1, "roll", "roll=1 dice=41" },
	{ 0, 0, "move", "6/2 8/7" },
	{ 1, 0, "roll", "roll=2 dice=23" },
	{ 1, 0, "move", "24/21 24/22" },
	{ 0, 1, "roll", "roll=3 dice=45" },
	{ 0, 0, "move", "7/2 6/2" },
	{ 1, 0, "roll", "roll=4 dice=34" },
	{ 1, 0, "move", "13/9 8/5" },
	{ 0, 1, "roll", "roll=5 dice=35" },
	{ 0, 0, "move", "6/1 8/5" },
	{ 1, 0, "double", "" },
	{ 0, 0, "drop", "" },
	{ 2, 1, "start", "o=1 crawford=1 autodouble=0 redoubles=0,0 roll=6 dice=41" },
	{ 0, 0, "move", "8/4 6/5" },
	{ 1, 1, "roll", "roll=7 dice=51" },
	{ 1, 0, "move", "8/3 6/5" },
	{ 0, 1, "roll", "roll=8 dice=24" },
	{ 0, 0, "move", "6/2 6/4" },
	{ 1, 1, "roll", "roll=9 dice=64" },
	{ 1, 0, "move", "13/7 13/9" },
	{ 0, 1, "roll", "roll=10 dice=42" },
	{ 0, 0, "move", "6/2 5/3" },
	{ 1, 1, "roll", "roll=11 dice=56" },
	{ 1, 0, "move", "24/18 24/19" },
	{ 0, 1, "roll", "roll=12 dice=26" },
	{ 0, 0, "move", "bar/23 8/2" },
	{ 1, 1, "roll", "roll=13 dice=51" },
	{ 1, 0, "move", "13/8 7/6" },
	{ 0, 1, "roll", "roll=14 dice=63" },
	{ 0, 0, "move", "23/20 20/14" },
	{ 1, 1, "roll", "roll=15 dice=11" },
	{ 1, 0, "move", "bar/24 19/18 9/8 8/7" },
	{ 0, 1, "roll", "roll=16 dice=45" },
	{ 0, 0, "move", "13/8 24/20" },
	{ 1, 1, "roll", "roll=17 dice=32" },
	{ 1, 0, "move", "18/15 8/6" },
	{ 0, 1, "roll", "roll=18 dice=42" },
	{ 0, 0, "move", "8/4 4/2" },
	{ 1, 1, "roll", "roll=19 dice=55" },
	{ 1, 0, "move", "24/19 15/10 10/5 7/2" },
	{ 0, 1, "roll", "roll=20 dice=12" },
	{ 0, 0, "move", "bar/24 3/1" },
	{ 1, 1, "roll", "roll=21 dice=64" },
	{ 1, 0, "move", "19/13 6/2" },
	{ 0, 1, "roll", "roll=22 dice=25" },
	{ 0, 0, "move", "8/3 3/1" },
	{ 1, 1, "roll", "roll=23 dice=45" },
	{ 1, 0, "move", "18/13 6/2" },
	{ 0, 1, "roll", "roll=24 dice=21" },
	{ 0, 0, "move", "4/2 14/13" },
	{ 1, 1, "roll", "roll=25 dice=54" },
	{ 1, 0, "move", "8/3 13/9" },
	{ 0, 1, "roll", "roll=26 dice=13" },
	{ 0, 0, "move", "4/1 2/1" },
	{ 1, 1, "roll", "roll=27 dice=42" },
	{ 1, 0, "move", "6/2 9/7" },
	{ 0, 1, "roll", "roll=28 dice=53" },
	{ 0, 0, "move", "13/8 13/10" },
	{ 1, 1, "roll", "roll=29 dice=14" },
	{ 1, 0, "move", "8/4 6/5" },
	{ 0, 1, "roll", "roll=30 dice=55" },
	{ 0, 0, "resign", "3" },
	{ 1, 0, "resign_reject", "" },
	{ 0, 0, "move", "13/8 13/8 10/5 8/3" },
	{ 1, 1, "roll", "roll=31 dice=22" },
	{ 1, 0, "move", "13/11 13/11 13/11 4/2" },
	{ 0, 1, "roll", "roll=32 dice=14" },
	{ 0, 0, "move", "5/1 3/2" },
	{ 1, 1, "roll", "roll=33 dice=61" },
	{ 1, 0, "move", "11/5 5/4" },
	{ 0, 1, "roll", "roll=34 dice=35" },
	{ 0, 0, "move", "13/8 8/5" },
	{ 1, 1, "roll", "roll=35 dice=21" },
	{ 1, 0, "move", "6/4 5/4" },
	{ 0, 1, "roll", "roll=36 dice=66" },
	{ 0, 0, "move", "24/18 24/18 18/12 18/12" },
	{ 1, 1, "roll", "roll=37 dice=24" },
	{ 1, 0, "move", "bar/21 6/4" },
	{ 0, 1, "roll", "roll=38 dice=21" },
	{ 0, 0, "move", "8/6 5/4" },
	{ 1, 1, "roll", "roll=39 dice=23" },
	{ 1, 0, "move", "bar/22 22/20" },
	{ 0, 1, "roll", "roll=40 dice=26" },
	{ 0, 0, "move", "8/2 6/4" },
	{ 1, 1, "roll", "roll=41 dice=12" },
	{ 1, 0, "move", "3/1 2/1" },
	{ 0, 1, "roll", "roll=42 dice=13" },
	{ 0, 0, "move", "12/9 2/1" },
	{ 1, 1, "roll", "roll=43 dice=45" },
	{ 1, 0, "move", "11/6 20/16" },
	{ 0, 1, "roll", "roll=44 dice=35" },
	{ 0, 0, "move", "bar/20 12/9" },
	{ 1, 1, "roll", "roll=45 dice=32" },
	{ 1, 1, "move", "bar/22" },
	{ 0, 1, "roll", "roll=46 dice=64" },
	{ 0, 0, "move", "20/14 14/10" },
	{ 1, 1, "roll", "roll=47 dice=54" },
	{ 1, 1, "move", "bar/20" },
	{ 0, 1, "roll", "roll=48 dice=31" },
	{ 0, 0, "move", "9/6 4/3" },
	{ 1, 1, "roll", "roll=49 dice=42" },
	{ 1, 1, "move", "bar/21" },
	{ 0, 1, "roll", "roll=50 dice=63" },
	{ 0, 0, "move", "bar/19 10/7" },
	{ 1, 1, "roll", "roll=51 dice=62" },
	{ 1, 1, "move", "bar/19" },
	{ 0, 1, "roll", "roll=52 dice=62" },
	{ 0, 0, "move", "bar/19 3/1" },
	{ 1, 1, "roll", "roll=53 dice=15" },
	{ 1, 0, "move", "bar/20 21/20" },
	{ 0, 1, "roll", "roll=54 dice=11" },
	{ 0, 0, "move", "19/18 19/18 18/17 7/6" },
	{ 1, 1, "roll", "roll=55 dice=12" },
	{ 0, 1, "roll", "roll=56 dice=55" },
	{ 0, 0, "move", "17/12 12/7 7/2 6/1" },
	{ 1, 1, "roll", "roll=57 dice=51" },
	{ 1, 0, "move", "bar/20 2/1" },
	{ 0, 1, "roll", "roll=58 dice=53" },
	{ 0, 0, "move", "18/13 13/10" },
	{ 1, 1, "roll", "roll=59 dice=43" },
	{ 1, 0, "move", "20/16 4/1" },
	{ 0, 1, "roll", "roll=60 dice=26" },
	{ 0, 0, "move", "10/4 4/2" },
	{ 1, 1, "roll", "roll=61 dice=16" },
	{ 1, 0, "move", "20/14 20/19" },
	{ 0, 1, "roll", "roll=62 dice=13" },
	{ 0, 0, "move", "2/off 1/off" },
	{ 1, 1, "roll", "roll=63 dice=64" },
	{ 1, 0, "move", "16/10 14/10" },
	{ 0, 1, "roll", "roll=64 dice=15" },
	{ 0, 0, "resign", "2" },
	{ 1, 0, "resign_accept", "" },
};

static const char PLAYED_TEXT[] =
    "; [EventDate \"2026.11.21\"]\n"
    "; [Variation \"Backgammon\"]\n"
    "\n"
    " 3 point match\n"
    "\n"
    " Game 1\n"
    " anna : 0                               bert : 0\n"
    "  1)                                    53: 13/8 8/5\n"
    "  2)  Doubles => 2                       Takes\n"
    "  3) 41: 6/2 8/7                        23: 24/21 24/22\n"
    "  4) 45: 7/2 6/2                        34: 13/9 8/5\n"
    "  5) 35: 6/1 8/5                         Doubles => 4\n"
    "  6)  Drops                              Wins 2 points\n"
    "\n"
    " Game 2\n"
    " anna : 0                               bert : 2\n"
    "  1) 41: 8/4 6/5                        51: 8/3 6/5\n"
    "  2) 24: 6/2 6/4                        64: 13/7 13/9\n"
    "  3) 42: 6/2 5/3                        56: 24/18 24/19*\n"
    "  4) 26: bar/23 8/2                     51: 13/8 7/6\n"
    "  5) 63: 23/20* 20/14                   11: bar/24 19/18 9/8 8/7\n"
    "  6) 45: 13/8 24/20                     32: 18/15 8/6\n"
    "  7) 42: 8/4 4/2                        55: 24/19 15/10 10/5* 7/2\n"
    "  8) 12: bar/24 3/1                     64: 19/13 6/2\n"
    "  9) 25: 8/3 3/1                        45: 18/13 6/2\n"
    " 10) 21: 4/2 14/13                      54: 8/3 13/9\n"
    " 11) 13: 4/1 2/1                        42: 6/2 9/7\n"
    " 12) 53: 13/8 13/10                     14: 8/4 6/5\n"
    " 13) 55: 13/8 13/8 10/5 8/3             22: 13/11 13/11 13/11 4/2\n"
    " 14) 14: 5/1 3/2                        61: 11/5 5/4\n"
    " 15) 35: 13/8 8/5                       21: 6/4 5/4\n"
    " 16) 66: 24/18* 24/18 18/12 18/12       24: bar/21 6/4\n"
    " 17) 21: 8/6 5/4*                       23: bar/22 22/20\n"
    " 18) 26: 8/2 6/4                        12: 3/1 2/1\n"
    " 19) 13: 12/9 2/1                       45: 11/6 20/16*\n"
    " 20) 35: bar/20* 12/9*                  32: bar/22\n"
    " 21) 64: 20/14* 14/10                   54: bar/20\n"
    " 22) 31: 9/6 4/3*                       42: bar/21*\n"
    " 23) 63: bar/19* 10/7                   62: bar/19*\n"
    " 24) 62: bar/19 3/1                     15: bar/20 21/20\n"
    " 25) 11: 19/18 19/18 18/17 7/6*         12: Cannot Move\n"
    " 26) 55: 17/12 12/7 7/2 6/1             51: bar/20 2/1\n"
    " 27) 53: 18/13 13/10                    43: 20/16 4/1\n"
    " 28) 26: 10/4 4/2                       16: 20/14 20/19\n"
    " 29) 13: 2/off 1/off                    64: 16/10 14/10\n"
    "                                         Wins 2 points and the match\n";

#define HEAD_LINES "; [EventDate \"2026.11.21\"]\n; [Variation \"Backgammon\"]\n"
#define HEAD HEAD_LINES "\n"
#define GAME_HEAD(n, a, b)                                                                     \
	"\n Game " n "\n anna : " a "                               bert : " b "\n"

static char text[16384];

static struct match_record
match(unsigned length, unsigned actions)
{
	struct match_record r = { .id = 7,
		.name = { "anna", "bert" },
		.length = (uint8_t)length,
		.variant = "backgammon",
		.created_ms = INT64_C(1795268000123),
		.actions = actions };

	return r;
}

/* elapsed times of the first rows */
static uint32_t elapsed_ms[8];

/* Writes a match with n given rows. */
static enum matfile_write_err
write_rows(const struct match_record *r, const struct row *row, unsigned n)
{
	struct matfile *f = malloc(sizeof(*f));
	enum matfile_write_err err;
	struct sbuf b;
	struct out out;

	assert_non_null(f);
	SBUF_INIT(&b, text);
	out = out_to_sbuf(&b);
	matfile_begin(f, r, NULL, &out);
	for (unsigned i = 0; i < n; i++) {
		struct action_record a = { .match = r->id,
			.seq = i,
			.seat = row[i].seat,
			.automatic = row[i].automatic,
			.elapsed_ms = i < ARRAY_LEN(elapsed_ms) ? elapsed_ms[i] : 0,
			.kind = row[i].kind,
			.text = row[i].text };

		if (!matfile_action(f, &a))
			break;
	}
	err = matfile_end(f);
	assert_true(sbuf_ok(&b));
	free(f);
	return err;
}

static void
assert_file(unsigned length, const struct row *row, unsigned n, const char *expected)
{
	struct match_record r = match(length, n);

	assert_int_equal(write_rows(&r, row, n), MATFILE_OK);
	assert_string_equal(text, expected);
}

#define ASSERT_FILE(length, rows, expected) assert_file(length, rows, ARRAY_LEN(rows), expected)

TEST(a_whole_match_is_written)
{
	ASSERT_FILE(3, PLAYED_ROWS, PLAYED_TEXT);
}

/* The text of a match cut off after any row is a prefix of the whole text, apart from the end
 * of its last line. */
TEST(an_unfinished_match_is_written_as_far_as_played)
{
	for (unsigned n = 0; n < ARRAY_LEN(PLAYED_ROWS); n++) {
		struct match_record r = match(3, n);
		size_t len;

		assert_int_equal(write_rows(&r, PLAYED_ROWS, n), MATFILE_OK);
		len = strlen(text);
		while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == ' '))
			len--;
		assert_memory_equal(text, PLAYED_TEXT, len);
		assert_true(text[strlen(text) - 1] == '\n');
	}
}

#define START(dice)                                                                            \
	{                                                                                      \
		2, true, "start", "o=0 crawford=1 autodouble=1 redoubles=9,9 " dice            \
	}
#define FIRST_PLAY                                                                             \
	START("roll=0 dice=31"),                                                               \
	{                                                                                      \
		0, false, "move", "8/5 6/5"                                                    \
	}

/* gnubg ignores a game without plays; a game that has only just started is left out. */
TEST(a_game_without_a_play_is_kept_only_if_finished)
{
	static const struct row given_up[] = { START("roll=0 dice=13"),
		{ 0, false, "resign", "2" }, { 1, false, "resign_accept", "" } };
	static const struct row begun[] = { START("roll=0 dice=31") };

	ASSERT_FILE(5, given_up,
	    HEAD " 5 point match\n" GAME_HEAD(
		"1", "0", "0") "  1)                                    31:\n"
			       "                                         Wins 2 points\n");
	ASSERT_FILE(5, begun, HEAD " 5 point match\n");
}

/* A double is written only when it is answered, so these points were won at the old value. */
TEST(a_resignation_before_a_double_is_answered)
{
	static const struct row rows[] = { FIRST_PLAY, { 1, false, "double", "" },
		{ 1, false, "resign", "3" }, { 0, false, "resign_accept", "" } };

	ASSERT_FILE(0, rows,
	    HEAD " 0 point match\n" GAME_HEAD("1", "0", "0") "  1) 31: 8/5 6/5\n"
							     "      Wins 3 points\n");
	assert_file(0, rows, 3,
	    HEAD " 0 point match\n" GAME_HEAD(
		"1", "0", "0") "  1) 31: 8/5 6/5                         Doubles => 2\n");
}

TEST(redoubles_are_written)
{
	static const struct row dropped[] = { FIRST_PLAY, { 1, false, "double", "" },
		{ 0, false, "redouble", "" }, { 1, false, "redouble", "" },
		{ 0, false, "drop", "" } };
	static const struct row given_up[] = { FIRST_PLAY, { 1, false, "double", "" },
		{ 0, false, "redouble", "" }, { 0, false, "resign", "1" },
		{ 1, false, "resign_accept", "" } };

	ASSERT_FILE(0, dropped,
	    HEAD " 0 point match\n" GAME_HEAD(
		"1", "0", "0") "  1) 31: 8/5 6/5                         Doubles => 2\n"
			       "  2)  Beavers => 4                       Beavers => 8\n"
			       "  3)  Drops                              Wins 4 points\n");
	ASSERT_FILE(0, given_up,
	    HEAD " 0 point match\n" GAME_HEAD(
		"1", "0", "0") "  1) 31: 8/5 6/5                         Doubles => 2\n"
			       "  2)  Takes                              Wins 2 points\n");
}

/* Tied opening rolls double the cube; values in later lines and the points won include this. */
TEST(automatic_doubles_are_included_in_values)
{
	static const struct row rows[] = { START("roll=0 dice=33,44,31"),
		{ 0, false, "move", "8/5 6/5" }, { 1, false, "double", "" },
		{ 0, false, "drop", "" } };

	ASSERT_FILE(0, rows,
	    HEAD " 0 point match\n" GAME_HEAD(
		"1", "0", "0") "  1) 31: 8/5 6/5                         Doubles => 8\n"
			       "  2)  Drops                              Wins 4 points\n");
}

/* ---- the head ---- */

TEST(the_event_and_the_round_of_a_tournament_match)
{
	const struct matfile_event event = { "The \"Sunday\" Cup; [1]", "losers' round 2", "" };
	static const char head[] = "; [Event \"The 'Sunday' Cup; [1]\"]\n"
				   "; [Round \"losers' round 2\"]\n"
				   "; [EventDate \"2026.11.21\"]\n";
	static const struct row rows[] = { FIRST_PLAY };
	const struct action_record a = { .match = 1,
		.seq = 0,
		.seat = rows[0].seat,
		.automatic = rows[0].automatic,
		.kind = rows[0].kind,
		.text = rows[0].text };
	struct form_text *f = malloc(sizeof(*f));

	assert_non_null(f);
	for (const struct form *form = FORMS; form->name != NULL; form++) {
		struct match_record r = match(3, 1);
		struct sbuf b;
		struct out out;

		SBUF_INIT(&b, text);
		out = out_to_sbuf(&b);
		form_begin(f, form, &r, &event, &out);
		assert_true(form_action(f, &a));
		assert_int_equal(form_end(f), MATFILE_OK);
		if (form->writes_event)
			assert_memory_equal(text, head, strlen(head));
		else
			assert_null(strstr(text, "Sunday"));
	}
	free(f);
}

/* ---- matches that were not decided by play ---- */

#define CLOCK_ROW                                                                              \
	{                                                                                      \
		2, true, "clock", "delay=12000 reserve=300000,300000 overtime=0"               \
	}

/* Checks a match whose row in the store states how it ended. */
static void
assert_ended_file(const char *reason, int winner, uint32_t a, uint32_t b, const struct row *row,
    unsigned n, const char *expected)
{
	struct match_record r = match(5, n);

	r.ended_ms = 1;
	r.winner = winner;
	r.score[0] = a;
	r.score[1] = b;
	assert_true(sbuf_copy(r.end_reason, sizeof(r.end_reason), reason));
	assert_int_equal(write_rows(&r, row, n), MATFILE_OK);
	assert_string_equal(text, expected);
}

#define ASSERT_ENDED_FILE(reason, winner, a, b, rows, expected)                                \
	assert_ended_file(reason, winner, a, b, rows, ARRAY_LEN(rows), expected)
#define HEAD_WITH_REASON(why) HEAD_LINES why "\n 5 point match\n"

/* The text gets a resignation for the points that the winner lacks.  It contains only moves
 * that were made. */
TEST(a_match_that_is_decided_ends_with_a_concession)
{
	static const struct row in_a_game[] = { FIRST_PLAY, { 0, true, "forfeit", "" } };
	static const struct row by_the_other[] = { FIRST_PLAY, { 1, false, "double", "" },
		{ 1, true, "forfeit", "" } };
	static const struct row opening[] = { START("roll=0 dice=13"),
		{ 0, true, "forfeit", "" } };
	static const struct row before_a_game[] = { { 1, true, "points", "2" },
		{ 0, true, "forfeit", "" } };
	static const struct row between[] = { FIRST_PLAY, { 1, false, "resign", "2" },
		{ 0, false, "resign_accept", "" }, { 0, true, "forfeit", "" } };

	ASSERT_ENDED_FILE("forfeit", 1, 0, 0, in_a_game,
	    HEAD_WITH_REASON("; anna has lost by forfeit: bert wins the match.\n") GAME_HEAD(
		"1", "0",
		"0") "  1) 31: 8/5 6/5                         Wins 5 points and the match\n");
	ASSERT_ENDED_FILE("forfeit", 0, 0, 0, by_the_other,
	    HEAD_WITH_REASON("; bert has lost by forfeit: anna wins the match.\n")
		GAME_HEAD("1", "0", "0") "  1) 31: 8/5 6/5\n"
					 "      Wins 5 points and the match\n");
	ASSERT_ENDED_FILE("forfeit", 1, 0, 0, opening,
	    HEAD_WITH_REASON("; anna has lost by forfeit: bert wins the match.\n") GAME_HEAD(
		"1", "0",
		"0") "  1)                                    31:\n"
		     "                                         Wins 5 points and the match\n");
	ASSERT_ENDED_FILE("forfeit", 1, 0, 2, before_a_game,
	    HEAD_WITH_REASON("; anna has lost by forfeit: bert wins the match.\n") GAME_HEAD(
		"1", "0",
		"2") "                                         Wins 3 points and the match\n");
	ASSERT_ENDED_FILE("forfeit", 1, 2, 0, between,
	    HEAD_WITH_REASON("; anna has lost by forfeit: bert wins the match.\n")
		GAME_HEAD("1", "0", "0") "  1) 31: 8/5 6/5\n"
					 "      Wins 2 points\n" GAME_HEAD("2", "2",
					     "0") "                                       "
						  "  Wins 5 points and the match\n");
}

TEST(a_loss_on_time_is_stated)
{
	struct row rows[] = { CLOCK_ROW, FIRST_PLAY, { 1, true, "timeout", "" } };

	elapsed_ms[3] = 312000;
	ASSERT_ENDED_FILE("time", 0, 0, 0, rows,
	    HEAD_WITH_REASON("; bert has lost on time: anna wins the match.\n")
		GAME_HEAD("1", "0", "0") "  1) 31: 8/5 6/5\n"
					 "      Wins 5 points and the match\n");
	elapsed_ms[3] = 0;
}

TEST(a_result_set_by_the_director_is_stated)
{
	static const struct row rows[] = { FIRST_PLAY, { 0, true, "result", "5-3" } };
	static const struct row nobody[] = { FIRST_PLAY, { 2, true, "forfeit", "" } };

	ASSERT_ENDED_FILE("set", 0, 5, 3, rows,
	    HEAD_WITH_REASON("; The director has set the result: anna wins 5-3.\n")
		GAME_HEAD("1", "0", "0") "  1) 31: 8/5 6/5\n"
					 "      Wins 5 points and the match\n");
	ASSERT_ENDED_FILE("forfeit", -1, 0, 0, nobody,
	    HEAD_WITH_REASON("; Both have lost by forfeit: nobody wins the match.\n")
		GAME_HEAD("1", "0", "0") "  1) 31: 8/5 6/5\n");
}

/* In practice matches only the game in progress is withheld, because a play may be taken back;
 * imported matches are never withheld. */
TEST(a_practice_match_is_written_game_by_game)
{
	struct form_text *f = malloc(sizeof(*f));

	assert_non_null(f);
	for (unsigned imported = 0; imported < 2; imported++) {
		struct match_record r = match(3, ARRAY_LEN(PLAYED_ROWS));
		struct sbuf b;
		struct out out;

		r.unrated = true;
		if (imported)
			CHECK(sbuf_copy(r.end_reason, sizeof(r.end_reason), MATCH_IMPORTED));
		SBUF_INIT(&b, text);
		out = out_to_sbuf(&b);
		form_begin(f, form_named("mat"), &r, NULL, &out);
		for (unsigned i = 0; i < ARRAY_LEN(PLAYED_ROWS); i++) {
			const struct action_record a = { .match = r.id,
				.seq = i,
				.seat = PLAYED_ROWS[i].seat,
				.automatic = PLAYED_ROWS[i].automatic,
				.kind = PLAYED_ROWS[i].kind,
				.text = PLAYED_ROWS[i].text };

			assert_true(form_action(f, &a));
			if (i == 1)
				assert_true((strstr(text, "53: 13/8 8/5") != NULL) == imported);
			if (strcmp(PLAYED_ROWS[i].kind, "drop") == 0)
				assert_non_null(strstr(text, "Wins 2 points"));
		}
		assert_int_equal(form_end(f), MATFILE_OK);
		assert_true(sbuf_ok(&b));
		assert_string_equal(text, PLAYED_TEXT);
	}
	free(f);
}

TEST(corrupt_matches_are_refused)
{
	static const struct row wrong[] = { FIRST_PLAY,
		{ 0, false, "roll", "roll=1 dice=52" } };
	static const struct row unknown[] = { FIRST_PLAY, { 0, false, "dance", "" } };
	struct match_record r = match(3, ARRAY_LEN(wrong));

	assert_int_equal(write_rows(&r, wrong, ARRAY_LEN(wrong)), MATFILE_CORRUPT);
	assert_int_equal(write_rows(&r, unknown, ARRAY_LEN(unknown)), MATFILE_CORRUPT);
	assert_int_equal(write_rows(&r, wrong, 2), MATFILE_CORRUPT); /* one row is missing */
	r.length = 200;
	assert_int_equal(write_rows(&r, wrong, 0), MATFILE_CORRUPT);
	r = match(3, 0);
	memcpy(r.variant, "chess", sizeof("chess"));
	assert_int_equal(write_rows(&r, wrong, 2), MATFILE_NOT_BACKGAMMON);
	assert_string_equal(text, "");
}
