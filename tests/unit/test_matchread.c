/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The reader of .mat texts: the server's own texts give the same actions, texts of other
 * programs are understood, and invalid texts are refused with the line number. */
#include <stdio.h>

#include "proto/matchread.h"
#include "tests/support/random_match.h"
#include "tests/unit/test.h"

static struct matchread got;
static struct move_space space;
static struct random_match made;
static char *const text = made.text;

BEFORE_ALL
{
	(void)state;
	got.action = calloc(MATCHREAD_ACTIONS_MAX, sizeof(*got.action));
	assert_non_null(got.action);
}

AFTER_ALL
{
	(void)state;
	free(got.action);
}

/* ---- there and back ---- */

static void
same(const struct match_state *a, const struct match_state *b)
{
	assert_memory_equal(&a->board, &b->board, sizeof(a->board));
	assert_int_equal(a->phase, b->phase);
	assert_int_equal(a->turn, b->turn);
	assert_int_equal(a->cube, b->cube);
	assert_int_equal(a->cube_owner, b->cube_owner);
	assert_int_equal(a->score[0], b->score[0]);
	assert_int_equal(a->score[1], b->score[1]);
	assert_memory_equal(&a->dice, &b->dice, sizeof(a->dice));
}

static void
read_text(void)
{
	bool ok = matchread(&got, text, made.len, &space);

	if (!ok || got.notes_len > 0)
		fail_msg("line %u: %s\n%s", got.note[0].line, got.note[0].why, text);
}

/* Makes a random match from a seed and writes it.  A quarter of the seeds give money
 * sessions. */
static void
make(uint64_t seed, const char *form)
{
	random_match_play(&made, seed, seed % 4 == 0 ? 0 : 1 + (unsigned)(seed / 4 % 7));
	random_match_write(&made, form, seed % 2 == 0);
}

/* Compares the actions that were read, and the states after each, with those that were
 * written. */
static void
compare(void)
{
	struct match_state ours, theirs;
	struct match_events ev;

	assert_int_equal(got.n, made.n);
	assert_string_equal(got.name[0], "ann");
	assert_string_equal(got.name[1], "bob_2");
	assert_int_equal(got.year, 2023);
	assert_int_equal(got.month, 11);
	match_init(&ours, VARIANT_FIBS, made.m.length);
	theirs = ours;
	for (unsigned i = 0; i < made.n; i++) {
		const struct action *a = &made.action[i], *b = &got.action[i];

		assert_int_equal(a->kind, b->kind);
		assert_int_equal(a->seat, b->seat);
		assert_int_equal(match_apply(&ours, a, &space, &ev).err, MATCH_OK);
		assert_int_equal(match_apply(&theirs, b, &space, &ev).err, MATCH_OK);
		same(&ours, &theirs);
	}
	same(&got.state, &made.m);
}

TEST(written_matches_are_read_back_action_by_action)
{
	static const char *const FORMS_READ[] = { "mat", "sgf" };

	for (uint64_t seed = 1; seed <= 200; seed++)
		for (unsigned f = 0; f < ARRAY_LEN(FORMS_READ); f++) {
			make(seed, FORMS_READ[f]);
			read_text();
			compare();
			if (f == 0)
				assert_string_equal(
				    got.info[INFO_EVENT], seed % 2 == 0 ? "7 point match" : "");
		}
}

/* ---- texts of other programs ---- */

static void
set_text(const char *t)
{
	made.len = strlen(t);
	assert_true(made.len < RANDOM_TEXT_MAX);
	memcpy(text, t, made.len + 1);
}

TEST(other_programs_texts_are_read)
{
	set_text("\xef\xbb\xbf; [Site \"club\"]\r\n; [EventDate \"1999.12.31\"]\r\n\r\n"
		 " 3 point match\r\n\r\n Game 1\r\n"
		 " Anna : 0                          Bert : 0\r\n"
		 "  1)                             13: 8/5 6/5\r\n"
		 "  2) 44: 13/5(2)                 Doubles => 2\r\n"
		 "  3) Drops\r\n"
		 "                                   Wins 1 point\r\n\r\n"
		 " Game 2\r\n Anna : 0                          Bert : 1\r\n"
		 "  1) 65: 24/13                   Wins 2 points and the match\r\n");
	read_text();
	assert_string_equal(got.name[1], "Bert");
	assert_int_equal(got.year, 1999);
	assert_int_equal(got.state.score[1], 3);
	assert_int_equal(got.state.winner, SEAT_1);
}

#define DATED_HEAD                                                                             \
	" 1 point match\n\n Game 1\n ann : 0              bob : 0\n"                           \
	"  1) 31: 8/5 6/5       Wins 1 point and the match\n"

/* A date cut off by the end of its line is ignored; text left over from the previous line is
 * not read. */
TEST(a_date_ends_with_its_line)
{
	char long_line[400 + sizeof(DATED_HEAD) + 1];

	set_text("; [EventDate \"2020.02.29\"]\n; [EventDate \"1999\n" DATED_HEAD);
	read_text();
	assert_int_equal(got.year, 2020);
	assert_int_equal(got.month, 2);
	assert_int_equal(got.day, 29);

	memset(long_line, ' ', sizeof(long_line));
	memcpy(long_line, ";", 1);
	memcpy(long_line + 400 - strlen("EventDate \"1999"), "EventDate \"1999",
	    strlen("EventDate \"1999"));
	long_line[400] = '\n';
	memcpy(long_line + 401, DATED_HEAD, sizeof(DATED_HEAD));
	set_text(long_line);
	read_text();
	assert_int_equal(got.year, 0);
}

/* The owners of a match may be given separately, whatever names the file contains. */
TEST(a_name_may_be_longer_than_a_user_name)
{
	set_text(" 1 point match\n\n Game 1\n"
		 " A very long name of a person (1) : 0       Berta of the other club : 0\n"
		 "  1) 31: 8/5 6/5       Wins 1 point and the match\n");
	read_text();
	assert_string_equal(got.name[0], "A very long name of a person (1)");
	assert_string_equal(got.name[1], "Berta of the other club");
}

#define ODD_GAME_HEAD " Game 1\n Ann : 0                               Bob : 0\n"
#define ODD_ROW "  1) 31: 8/5 6/5                        65: 24/18 18/13\n"
#define ODD_END                                                                                \
	"  2) 42: 8/4 6/4                        33: 8/5(2) 6/3(2)\n"                          \
	"                                         Wins 3 points and the match\n"

/* Each text is a match to 3 points with two rows of plays, won by the right player. */
TEST(texts_of_unusual_form_are_read_without_a_note)
{
	static const char *const TEXTS[] = {
		/* a length anywhere in the header, in words of several programs */
		"Final of the 3-point cup\n" ODD_GAME_HEAD ODD_ROW ODD_END,
		"(3 point match)\n" ODD_GAME_HEAD ODD_ROW ODD_END,
		"Money Prize Open 2003\n Match up to 3 points\n" ODD_GAME_HEAD ODD_ROW ODD_END,
		"Length: 3 points\n; [Site \"x\"]\nPlayer: Ann\n" ODD_GAME_HEAD ODD_ROW ODD_END,
		"; [MatchLength \"3 points\"]\n" ODD_GAME_HEAD ODD_ROW ODD_END,
		/* the beginning of a game */
		"3 pt match\n--- Game #1 (Crawford) ---\n Ann : 0   Bob : 0\n" ODD_ROW ODD_END,
		"3 points\n=======\nGame 1: final\n=======\nAnn: 0 Bob: 0\n" ODD_ROW ODD_END,
		"3 point match\n Ann      Bob\n" ODD_ROW ODD_END,
		/* broken lines, and lines that begin in the wrong column */
		"3 point match\n" ODD_GAME_HEAD "  1) 31: 8/5 6/5\n65: 24/18 18/13\n" ODD_END,
		"3 point match\n" ODD_GAME_HEAD
		"  1) 31: 8/5\n     6/5          65:\n24/18\n18/13\n" ODD_END,
		"3 point match\n" ODD_GAME_HEAD ODD_ROW "  2) 42: 8/4 6/4\n"
		"33: 8/5 8/5\n    6/3(2)\n                    Bob wins 3 points\n",
		"3 point match\n" ODD_GAME_HEAD "  1) 3-1: 8/5 6/5\n6-5: 24/18 18/13\n"
		"4-2: 8/4 6/4\n3-3: 8/5(2) 6/3(2)\n Bob wins 3 points\n",
		/* rolls, plays and remarks */
		"3 point match\n" ODD_GAME_HEAD
		"  1) 31 8/5 6/5                   65 : 24-18 18-13\n" ODD_END,
		"3 point match\n" ODD_GAME_HEAD
		"  1) 31: 8/5* 6/5 (forced)     65: 24/18, 18/13 ?!\n" ODD_END,
		"3 point match\n" ODD_GAME_HEAD
		"  1) 31: 8/5 6/5 [ok]     65: 24/18/13 (-0.05) good\n" ODD_END,
		/* other kinds of blanks, and text after the match */
		"3 point match\n Game 1\n Ann : 0 \xc2\xa0 Bob : 0\n"
		"  1)\xc2\xa0\x33\x31: 8/5 6/5      65: 24/18 18/13\n" ODD_END "\x1a",
		"\x0c"
		"3 point match\n" ODD_GAME_HEAD ODD_ROW ODD_END
		"\nFinal score\nAnn : 0   Bob : 3\nElo: 1600  Exp: 30\n 1) 2.5  3.1\n",
	};

	for (unsigned i = 0; i < ARRAY_LEN(TEXTS); i++) {
		set_text(TEXTS[i]);
		assert_int_equal(matchread_first_length(text, made.len, NULL), made.len);
		read_text();
		if (got.state.score[0] != 0 || got.state.score[1] != 3 ||
		    got.state.phase != PH_OVER || got.n != 10)
			fail_msg("%s: %u-%u, %u actions", TEXTS[i], got.state.score[0],
			    got.state.score[1], got.n);
		assert_string_equal(got.name[0], "Ann");
		assert_string_equal(got.name[1], "Bob");
	}
}

/* Games after the first one, with unusual headers, or with results in the wrong column. */
TEST(the_winner_follows_from_the_plays_or_the_next_score)
{
	static const char *const TEXTS[] = {
		/* a game without a number, a repeated length */
		"      Wins 1 point\n\n Ann : 1     Bob : 0\n" ODD_ROW,
		"      Wins 1 point\n\n 3 point match\n\n Game 2\n Ann : 1     Bob : "
		"0\n" ODD_ROW,
		/* the winner is named, or in the wrong column */
		"  Ann wins 1 point\n\n Game 2\n Ann : 1     Bob : 0\n" ODD_ROW,
		"                    Wins 1 point\n\n Game 2\n Ann : 1     Bob : 0\n" ODD_ROW,
		"  2)  Doubles => 2        Refuses\n                    Wins 1 point\n\n"
		" Game 2\n Ann : 1     Bob : 0\n" ODD_ROW,
		"  2)  Doubles => 2        Passes\n                    Wins 1 point\n",
	};

	for (unsigned i = 0; i < ARRAY_LEN(TEXTS); i++) {
		char whole[1000];

		(void)snprintf(whole, sizeof(whole),
		    "3 point match\n" ODD_GAME_HEAD ODD_ROW "%s%s", TEXTS[i],
		    i + 1 < ARRAY_LEN(TEXTS) ? "      Wins 2 points\n" : "");
		set_text(whole);
		assert_int_equal(matchread_first_length(text, made.len, NULL), made.len);
		assert_true(matchread(&got, text, made.len, &space));
		if (got.state.score[0] != (i + 1 < ARRAY_LEN(TEXTS) ? 3 : 1) ||
		    got.state.score[1] != 0 ||
		    got.notes_len != (i + 1 < ARRAY_LEN(TEXTS) ? 0 : 1))
			fail_msg("%s: %u-%u, %s", whole, got.state.score[0], got.state.score[1],
			    got.note[0].why);
	}
}

/* Anything in a file that breaks the rules is reported, and the rest of the game is read. */
TEST(a_game_is_read_to_its_end_after_a_fault)
{
	static const struct {
		const char *rows, *why;
		unsigned actions;
	} FAULTS[] = {
		{ ODD_ROW "  2) 42: 8/4 6/5                   33: 8/5(2) 6/3(2)\n",
		    "that play is not legal, but is kept", 12 },
		{ ODD_ROW "  2) 42: Cannot Move               33: 8/5(2) 6/3(2)\n",
		    "there is a legal play", 12 },
		{ ODD_ROW "Bob looks worried.\n", "that is no move", 8 },
		{ ODD_ROW "  2)  Doubles => 4                  Takes\n",
		    "the cube would show 2", 9 },
		{ "  1) 31: 8/5 6/5                   21: 24/23 13/11\n"
		  "  2) 64: 8/2* 6/2                  Cannot Move\n",
		    "a roll that allowed no play is missing before this", 11 },
	};

	for (unsigned i = 0; i < ARRAY_LEN(FAULTS); i++) {
		char whole[1000];

		(void)snprintf(whole, sizeof(whole),
		    "3 point match\n" ODD_GAME_HEAD "%s  3) 61: 13/7 8/7\n"
		    "      Wins 3 points and the match\n",
		    FAULTS[i].rows);
		set_text(whole);
		assert_true(matchread(&got, text, made.len, &space));
		assert_int_equal(got.notes_len, 1);
		assert_string_equal(got.note[0].why, FAULTS[i].why);
		assert_int_equal(got.n, FAULTS[i].actions);
		assert_int_equal(got.state.score[0], 3);
	}
}

TEST(names_that_are_not_utf_8_are_read_as_latin_1)
{
	static const struct {
		const char *name, *want;
	} NAMES[] = {
		{ "Zo\xc3\xab", "Zo\xc3\xab" }, { "Zo\xeb", "Zo\xc3\xab" },
		{ "a\xf0\x9f\x8e\xb2", "a\xf0\x9f\x8e\xb2" },
		{ "a\xed\xa0\x80", "a\xc3\xad\xc2\xa0\xc2\x80" },             /* a surrogate */
		{ "a\xe0\x80\xaf", "a\xc3\xa0\xc2\x80\xc2\xaf" },             /* overlong */
		{ "a\xc0\xaf", "a\xc3\x80\xc2\xaf" },                         /* overlong */
		{ "a\xf4\x90\x80\x80", "a\xc3\xb4\xc2\x90\xc2\x80\xc2\x80" }, /* > U+10FFFF */
		{ "a\xc3", "a\xc3\x83" },                                     /* cut off */
	};

	for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
		char whole[300];

		(void)snprintf(whole, sizeof(whole),
		    "1 point match\n Game 1\n %s : 0    Bob : 0\n"
		    "  1) 31: 8/5 6/5       Wins 1 point and the match\n",
		    NAMES[i].name);
		set_text(whole);
		read_text();
		assert_string_equal(got.name[0], NAMES[i].want);
	}
}

/* ---- several matches in a text ---- */

static unsigned pauses;

static void
count_pause(void)
{
	pauses++;
}

/* A reader that scanned the rest of the text after every tree would need minutes here. */
TEST(a_text_of_many_trees_is_split_in_linear_time)
{
	static char trees[1048576];

	for (size_t i = 0; i + 3 < sizeof(trees); i += 3)
		memcpy(trees + i, "(;)", 3);
	assert_int_equal(
	    matchread_first_length(trees, strlen(trees), count_pause), strlen(trees));
	assert_int_equal(pauses, strlen(trees) / 3);
}

TEST(only_game_0_in_the_root_begins_a_match)
{
	static const char ONE[] = "(;GM[6];C[x])\n(;GM[6];C[game:0])\n";
	static const char TWO[] = "(;GM[6]MI[game:0])";
	char both[sizeof(ONE) + sizeof(TWO)];

	(void)snprintf(both, sizeof(both), "%s%s", ONE, TWO);
	assert_int_equal(matchread_first_length(both, strlen(both), NULL), strlen(ONE));
}

TEST(a_length_in_any_dialect_begins_a_new_match)
{
	static const char *const LENGTHS[] = { " 3 point match", " Match to 3 points",
		"Match length: 3", "Money session ", "Unlimited game" };
	static const char *const NAMES[] = { " money    bob", " match length : 1    bob : 0" };

	for (size_t i = 0; i < ARRAY_LEN(LENGTHS); i++) {
		(void)snprintf(
		    text, RANDOM_TEXT_MAX, "%s%s\n Game 1\n", DATED_HEAD, LENGTHS[i]);
		assert_int_equal(
		    matchread_first_length(text, strlen(text), NULL), strlen(DATED_HEAD));
	}
	for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
		(void)snprintf(text, RANDOM_TEXT_MAX, "%s Game 2\n%s\n", DATED_HEAD, NAMES[i]);
		assert_int_equal(
		    matchread_first_length(text, strlen(text), NULL), strlen(text));
	}
}

/* ---- what is refused ---- */

#define HEAD " 3 point match\n\n Game 1\n ann : 0              bob : 0\n"

/* A text is refused only if there is no game in it; otherwise the note says what is wrong, and
 * the result stands. */
TEST(faults_are_reported_with_their_line)
{
	static const struct {
		const char *text;
		unsigned line;
		const char *why;
		bool refused;
		uint32_t score[2];
	} BAD[] = {
		{ "", 0, "there is no match in it: a line such as '7 point match' is missing",
		    true, { 0 } },
		{ "hello\n", 1,
		    "there is no match in it: a line such as '7 point match' is missing", true,
		    { 0 } },
		{ " 100 point match\n", 1, "the match is too long: at most 99 points", true,
		    { 0 } },
		{ " 3 point match\n Game 1\n ann\n", 3,
		    "the names and the score are expected here", true, { 0 } },
		{ " 3 point match\n Game 1\n ann : 0   : 0\n", 3, "a name is missing", true,
		    { 0 } },
		{ " 3 point match\n Game 1\n ann : 1   bob : 0\n", 3,
		    "nothing was played in this game", true, { 1, 0 } },
		{ HEAD "  1) 33: 8/5(2) 6/3(2)\n", 5, "an opening roll is no double", true,
		    { 0 } },
		{ HEAD "      Wins 1 point\n", 5, "nothing was played in this game", true,
		    { 1, 0 } },
		{ HEAD "  1) 31: 8/4\n  2) 31: 8/5 6/5\n", 6,
		    "it is not the turn of the left player", false, { 0 } },
		{ HEAD "  1) 31: 8/5 6/4\n      Wins 1 point\n", 5,
		    "that play is not legal, but is kept", false, { 1, 0 } },
		{ HEAD "  1) 31: 8/5 7/6\n      Wins 1 point\n", 5, "that play is not legal",
		    false, { 1, 0 } },
		{ HEAD "  1) 31: 8/x\n                     Wins 2 points\n", 5,
		    "that is no play", false, { 0, 2 } },
		{ HEAD "  1) 31: Cannot Move\n", 5, "there is a legal play", false, { 0 } },
		{ HEAD "  1) 31: 8/5 6/5       Doubles => 4\n", 5, "the cube would show 2",
		    false, { 0 } },
		{ HEAD "  1) 31: 8/5 6/5       Takes\n", 5,
		    "it is not the turn of the right player", false, { 0 } },
		{ HEAD "  1) 31: 8/5 6/5       Wonders\n", 5, "the last game has no end", false,
		    { 0 } },
		{ HEAD "  1) Wonders\n", 5, "that is no move", true, { 0 } },
		{ HEAD "  1) 31: 8/5 6/5       Doubles => 2\n  2) Drops\n"
		       "                       Wins 2 points\n\n Game 2\n"
		       " ann : 0              bob : 2\n"
		       "  1) 31: 8/5 6/5       Wins 1 point\n",
		    7, "this game was won with 1", false, { 0, 3 } },
		{ HEAD "  1) 31: 8/5 6/5       Doubles => 2\n  2) Drops\n"
		       "      Wins 2 points\n",
		    7, "the other player has won this game", false, { 2, 0 } },
		{ HEAD "  1) 31: 8/5 6/5\n", 5, "the last game has no end", false, { 0 } },
		{ HEAD "  1) 31: 8/5 6/5       Wins 1 point\n", 5, "the match has no end",
		    false, { 0, 1 } },
		{ HEAD "  1) 31: 8/5 6/5       Wins 1 point\n\n Game 2\n"
		       " ann : 0    eve : 1\n",
		    8, "the names are not those of the first game", false, { 0, 1 } },
		{ HEAD "  1) 31: 8/5 6/5       Wins 1 point\n\n Game 2\n"
		       " ann : 2    bob : 1\n",
		    8, "by the games before, the score of the left player is 0", false,
		    { 2, 1 } },
		{ HEAD "  1) 31: 8/5 6/5\n\n Game 2\n ann : 0    bob : 0\n"
		       "  1) 31: 8/5 6/5       Wins 3 points\n",
		    8, "the game before has no end", false, { 0, 3 } },
		{ HEAD "  1) 31: 8/5 6/5       Wins 3 points\n\n Game 2\n"
		       " ann : 0    bob : 3\n",
		    8, "the match is over already", false, { 0, 3 } },
		{ "RGMH\1", 1,
		    "this is a file of eXtreme Gammon: export the match there as text (.txt)",
		    true, { 0 } },
		{ "{\"format\":\"BGF\",\"version\":\"1.0\"}\n", 1,
		    "this is a file of BGBlitz: export the match there as .mat", true, { 0 } },
		{ "PK\3\4", 1, "this is an archive: unpack it, and import the files in it",
		    true, { 0 } },
		{ "(;FF[4]GM[1]SZ[19])", 1, "only backgammon can be read", true, { 0 } },
		{ "\n\n(;FF[4]GM[1]SZ[19])", 3, "only backgammon can be read", true, { 0 } },
		{ "\r\n <html>", 2, "this is a web page: export the match as text (.mat)", true,
		    { 0 } },
	};

	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++) {
		bool ok;

		set_text(BAD[i].text);
		ok = matchread(&got, text, made.len, &space);
		if (ok == BAD[i].refused || got.notes_len == 0 ||
		    got.note[0].line != BAD[i].line || strcmp(got.note[0].why, BAD[i].why) != 0)
			fail_msg("%s: %s, %u notes, line %u: %s", BAD[i].text,
			    ok ? "read" : "refused", got.notes_len, got.note[0].line,
			    got.note[0].why);
		if (got.state.score[0] != BAD[i].score[0] ||
		    got.state.score[1] != BAD[i].score[1])
			fail_msg("%s: %u-%u", BAD[i].text, (unsigned)got.state.score[0],
			    (unsigned)got.state.score[1]);
	}
}

/* Any damaged text is read or refused, and never overflows. */
TEST(a_damaged_text_is_read_or_refused)
{
	static const char SPOIL[] = "0123456789/:*()=>DTWG barof\n\t\xff[];";
	struct rng rng;
	unsigned faults = 0;

	rng_seed(&rng, 5);
	for (unsigned i = 0; i < 1500; i++) {
		if (i % 100 == 0)
			make(900 + i, i % 200 == 0 ? "mat" : "sgf");
		else if (i % 10 == 0)
			make(900 + i - i % 100, i / 100 % 2 == 0 ? "mat" : "sgf");
		for (unsigned k = 0; k <= i % 3; k++)
			text[rng_below(&rng, (uint32_t)made.len)] =
			    SPOIL[rng_below(&rng, sizeof(SPOIL) - 1)];
		faults += !matchread(&got, text, made.len, &space) || got.notes_len > 0;
		assert_true(got.n <= MATCHREAD_ACTIONS_MAX);
	}
	assert_true(faults > 1000);
}
