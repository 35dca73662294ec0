/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Replaying an earlier match: from a file, and from a server while another game is running. */
#include <unistd.h>

#include "client-cli/model/receive.h"
#include "client-cli/model/model.h"
#include "client-cli/model/query.h"
#include "client-cli/files/replay.h"
#include "tests/support/sealed.h"
#include "tests/unit/test.h"

#define REPLAY_HEAD                                                                            \
	"{\n\"match\": 12,\n\"game\": \"backgammon\",\n\"length\": 3,\n"                       \
	"\"players\": [\"anna\", \"bert\"],\n\"end\": \"won\",\n\"score\": [3, 1],\n"          \
	"\"actions\": [\n"
#define ACTION_LINE(seat, kind, text)                                                          \
	"{\"seat\": " #seat ", \"at\": 1795386298722, \"ms\": 5, \"auto\": false, \"kind\": "  \
	"\"" kind "\", \"text\": \"" text "\"},\n"
#define START_LINE                                                                             \
	ACTION_LINE(2, "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=33,61")
#define END "],\n"

#define LONG_PLAY "bar/24* 24/23* 23/22* 22/21* bar/24* 24/23* x/y"
#define ERROR_LINE(error, best)                                                                \
	"{\"move\": 1, \"seat\": 0, \"cube\": false, \"error\": " error                        \
	", \"mark\": \"??\", \"best\": \"" best "\"},\n"

static struct replay r;
static char path[64], why[200], line[200];
static char board_text[REPLAY_BOARD_MAX], extra_text[REPLAY_BOARD_MAX];

static bool
open_bytes(const char *bytes, size_t n)
{
	FILE *file;
	bool ok;

	(void)snprintf(path, sizeof(path), "/tmp/replay.%ld", (long)getpid());
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, n, file), n);
	assert_int_equal(fclose(file), 0);
	ok = replay_open(&r, path, why, sizeof(why));
	(void)unlink(path);
	return ok;
}

/* Opens the text as a file.  If it is JSON, first removes the comma after the last element of
 * a list and adds the checksum.  Returns whether it could be opened. */
static bool
open_text(const char *text)
{
	char body[4000];
	size_t n = 0, whole;
	char *bytes;
	bool ok;

	if (text[0] != '{')
		return open_bytes(text, strlen(text));
	assert_true(strlen(text) < sizeof(body));
	for (; *text != '\0'; text++)
		if (strncmp(text, ",\n]", 3) != 0)
			body[n++] = *text;
	bytes = sealed(body, n, &whole);
	ok = open_bytes(bytes, whole);
	free(bytes);
	return ok;
}

static const char *
line_at(const char *words)
{
	assert_true(replay_seek(&r, words));
	replay_board_lines(&r, "anna", board_text, extra_text, line, sizeof(line));
	return line;
}

TEST(errors_in_a_file_are_shown_on_their_moves)
{
	assert_true(open_text(REPLAY_HEAD START_LINE ACTION_LINE(0, "move", "13/7 8/7")
		ACTION_LINE(1, "double", "") ACTION_LINE(0, "drop",
		    "") "],\n\"errors\": [\n"
			"{\"move\": 3, \"seat\": 0, \"cube\": true, \"error\": 0.994, "
			"\"mark\": \"??\", \"best\": \"accept\"},\n"
			"{\"move\": 2, \"seat\": 0, \"cube\": true, \"error\": 0.2, "
			"\"mark\": \"??\", \"best\": \"double\"},\n"
			"{\"move\": 9, \"seat\": 0, \"cube\": true, \"error\": 0.1, "
			"\"mark\": \"?\", \"best\": \"accept\"},\n"
			"{\"move\": 1, \"mark\": \"\\u001b\"}\n],\n"));
	assert_int_equal(r.n, 4);
	assert_string_equal(r.moves[0].move_errors, "");
	assert_string_equal(r.moves[1].move_errors, "and anna: ?? -0.200; better: double");
	assert_string_equal(r.moves[2].move_errors, "?? -0.994; better: accept");
	assert_string_equal(r.moves[3].move_errors, "");
	/* two errors on one move are allowed; a third, or an invalid number, is corruption */
	assert_true(open_text(REPLAY_HEAD START_LINE ACTION_LINE(
	    0, "move", "13/7 8/7") "],\n\"errors\": [\n" ERROR_LINE("0.451", LONG_PLAY)
		ERROR_LINE("0.994", LONG_PLAY) ERROR_LINE("1.0", LONG_PLAY)
		    ERROR_LINE("1e300", "roll") ERROR_LINE("-1", "roll") "],\n"));
	assert_string_equal(r.moves[0].move_errors,
	    "?? -0.451; better: " LONG_PLAY ", ?? -0.994; better: " LONG_PLAY);
	replay_close(&r);
}

TEST(a_mat_file_is_replayed_move_by_move)
{
	assert_true(open_text("; [EventDate \"2024.01.31\"]\n\n2 point match\n\n Game 1\n"
			      " Anna B- : 0                        b\033rt : 0\n"
			      "  1) 31: 8/5 6/5                  52: 13/8 24/22\n"
			      "  2)  Doubles => 2                 Drops\n"
			      "      Wins 1 point\n\n Game 2\n"
			      " Anna B- : 1                        b\033rt : 0\n"
			      "  1) 31: 8/5 6/5                  \n"
			      "      Wins 1 point and the match\n"));
	assert_string_equal(line_at("first"), "Match 0, game 1, move 1. Anna_B_: 31: 8/5 6/5");
	assert_string_equal(line_at("move 3"), "Match 0, game 1, move 3. Anna_B_: double 2");
	assert_string_equal(line_at("game 2"),
	    "Match 0, game 2, move 5. Anna_B_: 31: 8/5 6/5. Anna_B_ wins 1 point");
	assert_string_equal(
	    line_at("last"), "Match 0, game 2, move 6. The end: Anna_B_ 2, b_rt 0");
	/* a file without a match is refused with the line number, and the file opened before
	 * stays open */
	assert_false(open_text("a letter\n"));
	assert_non_null(strstr(why, "line 1: there is no match in it"));
	assert_string_equal(
	    line_at("last"), "Match 0, game 2, move 6. The end: Anna_B_ 2, b_rt 0");
	/* a game is shown up to the first fault, which is reported with its line */
	assert_true(open_text("2 point match\n\n Game 1\n ann : 0          bob : 0\n"
			      "  1) 31: 8/5 6/5               42: 8/4 7/4\n"));
	assert_string_equal(line_at("last"),
	    "Match 0, game 1, move 2. So far: ann 0, bob 0. Line 5: that play is not legal");
	assert_true(open_text("2 point match\n\n Game 1\n ann : 0          bob : 0\n"
			      "  1) 31: 8/5 6/5\n"));
	assert_string_equal(line_at("last"), "Match 0, game 1, move 2. So far: ann 0, bob 0");
	/* a two-byte letter becomes one character, and the two names stay different */
	assert_true(
	    open_text("2 point match\n\n Game 1\n Zo\303\253 : 0         Zo\303\251 : 0\n"
		      "  1) 31: 8/5 6/5\n"));
	assert_string_equal(line_at("last"), "Match 0, game 1, move 2. So far: Zo_1 0, Zo_2 0");
	assert_true(
	    open_text("2 point match\n\n Game 1\n"
		      " abcdefghijklmnopqrst\303\253 : 0         abcdefghijklmnopqrstu : 0\n"
		      "  1) 31: 8/5 6/5\n"));
	assert_string_equal(r.name[0], "abcdefghijklmnopqrs1");
	assert_string_equal(r.name[1], "abcdefghijklmnopqrs2");
	replay_close(&r);
}

TEST(a_json_file_is_replayed_move_by_move)
{
	struct position p;

	assert_true(open_text(
	    REPLAY_HEAD START_LINE ACTION_LINE(0, "move", "13/7 8/7") ACTION_LINE(1, "cut", "")
		ACTION_LINE(1, "double", "") ACTION_LINE(0, "take", "")
		    ACTION_LINE(1, "roll", "roll=2 dice=31") ACTION_LINE(1, "move", "8/5 6/5")
			ACTION_LINE(0, "resign", "2") ACTION_LINE(1, "resign_accept", "") END));
	assert_string_equal(line_at("first"), "Match 12, game 1, move 1. anna: 61: 13/7 8/7");
	/* the dice are shown before the move is made */
	assert_true(position_read(board_text, NULL, NULL, &p));
	assert_int_equal(p.m.dice.d[0], 6);
	assert_int_equal(p.m.board.at[SEAT_0][13], 5);
	assert_int_equal(p.m.turn, SEAT_0);
	assert_string_equal(p.name[1], "bert");
	assert_string_equal(extra_text, "");
	assert_string_equal(line_at("next"), "Match 12, game 1, move 2. bert: double 2");
	assert_string_equal(line_at("next"), "Match 12, game 1, move 3. anna: accept");
	assert_string_equal(
	    line_at("next"), "Match 12, game 1, move 4. bert: 31: 8/5 6/5. bert wins 4 points");
	assert_string_equal(
	    line_at("next"), "Match 12, game 1, move 5. The end: anna 3, bert 1");
	assert_string_equal(line_at("next"), line_at("last"));
	assert_string_equal(line_at("move 2"), "Match 12, game 1, move 2. bert: double 2");
	assert_string_equal(line_at("game 1"), "Match 12, game 1, move 1. anna: 61: 13/7 8/7");
	assert_string_equal(
	    line_at("previous"), "Match 12, game 1, move 1. anna: 61: 13/7 8/7");
	/* seen from the viewer's side */
	replay_board_lines(&r, "Bert", board_text, extra_text, line, sizeof(line));
	assert_true(position_read(board_text, NULL, NULL, &p));
	assert_string_equal(p.name[0], "bert");
	assert_int_equal(p.m.turn, SEAT_1);
	assert_false(replay_seek(&r, "move"));
	assert_false(replay_seek(&r, "move 0"));
	assert_false(replay_seek(&r, "sideways"));
	/* a file that cannot be opened leaves the current file open */
	assert_false(replay_open(&r, "/nowhere/at/all", why, sizeof(why)));
	assert_string_equal(line_at("move 2"), "Match 12, game 1, move 2. bert: double 2");
	replay_close(&r);
	assert_false(replay_seek(&r, "next"));
}

TEST(a_move_taken_back_is_shown_before_its_replacement)
{
	struct position p;

	assert_true(open_text(REPLAY_HEAD ACTION_LINE(2, "practice", "") START_LINE ACTION_LINE(
	    0, "move", "13/7 8/7") ACTION_LINE(0, "takeback", "roll=2")
		ACTION_LINE(0, "move", "24/18 6/5") END));
	assert_string_equal(line_at("first"), "Match 12, game 1, move 1. anna: 61: 13/7 8/7");
	assert_string_equal(line_at("next"), "Match 12, game 1, move 2. anna: 61: 24/18 6/5");
	assert_true(position_read(board_text, NULL, NULL, &p));
	assert_int_equal(p.m.board.at[SEAT_0][13], 5);
	replay_close(&r);
}

TEST(a_match_without_a_move_has_an_end)
{
	assert_true(open_text(REPLAY_HEAD START_LINE ACTION_LINE(0, "resign", "3")
		ACTION_LINE(1, "resign_accept", "") END));
	assert_string_equal(
	    line_at("first"), "Match 12, game 1, move 1. The end: anna 3, bert 1");
	assert_true(open_text(REPLAY_HEAD END));
	assert_string_equal(
	    line_at("next"), "Match 12, game 0, move 1. The end: anna 3, bert 1");
	replay_close(&r);
}

TEST(files_that_cannot_be_replayed_are_refused_with_a_reason)
{
	static const struct {
		const char *text, *why;
	} BAD[] = {
		{ "", "it is empty" },
		{ "{}\n", "it is not an exported match" },
		{ "x", "line 1: there is no match in it" },
		{ "{\n\"match\": 1,\n\"actions\": [\n],\n", "that this program does not know" },
		{ REPLAY_HEAD END "\"actions\": [],\n", "it is not an exported match" },
		{ REPLAY_HEAD START_LINE ACTION_LINE(0, "move", "13/7 8/7"),
		    "it is not an exported match" },
		{ REPLAY_HEAD START_LINE ACTION_LINE(0, "move", "13/7 13/7") END,
		    "the rules do not allow" },
		{ REPLAY_HEAD START_LINE ACTION_LINE(0, "move", "x") END,
		    "that this program does not know" },
		{ REPLAY_HEAD START_LINE ACTION_LINE(7, "move", "13/7 8/7") END,
		    "that this program does not know" },
		{ REPLAY_HEAD "{\"seat\": 0}\n" END, "that this program does not know" },
	};

	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++) {
		assert_false(open_text(BAD[i].text));
		assert_non_null(strstr(why, BAD[i].why));
		assert_int_equal(r.n, 0);
	}
	assert_false(open_bytes(REPLAY_HEAD END, strlen(REPLAY_HEAD END)));
	assert_non_null(strstr(why, "it has changed since it was exported"));
	assert_false(replay_open(&r, "/nowhere/at/all", why, sizeof(why)));
	assert_non_null(strstr(why, "No such file"));
	assert_false(replay_open(&r, "/dev/zero", why, sizeof(why)));
	assert_non_null(strstr(why, "it is not a regular file"));
}

TEST(no_control_character_of_a_file_is_shown)
{
	static const char *const BAD[] = {
		"\"match\": 12, \"game\": \"backgammon\", \"length\": 3, \"players\": "
		"[\"an\\u001b[31m\", \"bert\"], \"end\": \"won\", \"score\": [3, 1]",
		"\"match\": 12, \"game\": \"backgammon\", \"length\": 3, \"players\": "
		"[\"anna\", \"b\\u009brt\"], \"end\": \"won\", \"score\": [3, 1]",
		"\"match\": 12, \"game\": \"backgammon\", \"length\": 3, \"players\": "
		"[\"anna\", \"bert\"], \"end\": \"\\u001b[2J\", \"score\": [3, 1]",
	};
	char text[1000];

	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++) {
		(void)snprintf(text, sizeof(text), "{%s, \"actions\": [],\n", BAD[i]);
		assert_false(open_text(text));
		assert_non_null(strstr(why, "it is not an exported match"));
	}
	assert_true(open_text(REPLAY_HEAD START_LINE ACTION_LINE(
	    0, "move", "13/7 8/7") "],\n\"errors\": [\n" ERROR_LINE("0.451", "8/5\\u001b[31m")
		ERROR_LINE("0.994", "8/5 \\u00e9") "],\n"));
	assert_string_equal(r.moves[0].move_errors, "");
	replay_close(&r);
}

/* ---- as a server shows it ---- */

static struct model m;

static void
board_line(const char *you, const char *points, unsigned die)
{
	char text[400];

	(void)snprintf(text, sizeof(text),
	    "board:%s:bert:3:0:0:%s:1:%u:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0", you, points,
	    die);
	receive_line(&m, text, 0);
}

#define START_POINTS "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"

TEST(a_board_followed_by_a_replay_line_is_from_an_earlier_match)
{
	assert_true(model_open(&m));
	receive_line(&m, "1 anna 1795386298 here", 0);
	receive_line(&m, "** You are now playing a 3 point match with bert", 0);
	board_line("You", START_POINTS, 6);
	assert_int_equal(m.n_tables, 1);
	assert_true(m.tables[0].pos.you);

	/* two boards are requested, and a board of the user's own game arrives in between */
	m.replays.due = 2;
	board_line("You", START_POINTS, 5);
	receive_line(&m, "Match 7, game 2, move 9. anna: 52: 13/8 24/22", 0);
	board_line("You", START_POINTS, 4);
	receive_line(&m, "Please move 2 pieces.", 0);
	assert_int_equal(m.n_tables, 2);
	assert_true(m.tables[1].replayed && !m.tables[1].pos.you);
	assert_int_equal(m.tables[1].pos.m.dice.d[0], 5);
	assert_int_equal(m.tables[1].game_no, 2);
	assert_int_equal(m.tables[1].move_no, 9);
	assert_string_equal(
	    model_log_at(&m, m.log.count - 2)->text, "game 2, move 9. anna: 52: 13/8 24/22");
	assert_int_equal(m.tables[0].pos.m.dice.d[0], 4);
	assert_int_equal(m.replays.due, 1);

	/* the request is refused; boards belong to the user's own match again */
	assert_true(query_add_mark(&m, MARK_REPLAYED_MOVE));
	receive_line(&m, "** The last move is number 9.", 0);
	receive_line(&m, "** Unknown command: '" QUERY_MARK "'", 0);
	assert_int_equal(m.replays.due, 0);
	board_line("You", START_POINTS, 3);
	assert_int_equal(m.tables[0].pos.m.dice.d[0], 3);
	assert_int_equal(m.tables[1].pos.m.dice.d[0], 5);

	/* a watched match with the same player names has a separate table */
	board_line("anna", START_POINTS, 2);
	assert_int_equal(m.n_tables, 3);
	assert_false(m.tables[2].replayed);
	model_close(&m);
}
