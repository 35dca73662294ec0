/* SPDX-License-Identifier: MIT */
/* Boards as text: captures from FIBS, and cases that the captures do not cover. */
#include "base/rng.h"
#include "proto/boardspec.h"
#include "proto/boardtext.h"
#include "tests/support/rows.h"
#include "tests/support/games.h"
#include "tests/unit/test.h"

#define CHECKERS 15

/* Fields of the raw line, numbered as in the protocol. */
enum {
	FIELD_PLAYER = 1,
	FIELD_OPPONENT,
	FIELD_LENGTH,
	FIELD_POINTS,
	FIELD_OPP_POINTS,
	FIELD_BOARD,
	FIELD_TURN = 32,
	FIELD_DICE,
	FIELD_OPP_DICE = 35,
	FIELD_CUBE = 37,
	FIELD_MAY_DOUBLE,
	FIELD_OPP_MAY_DOUBLE,
	FIELD_WAS_DOUBLED,
	FIELD_COLOUR,
	FIELD_DIRECTION,
	FIELD_HOME,
	FIELD_BAR,
	FIELD_OFF,
	FIELD_OPP_OFF,
	FIELD_ON_BAR,
	FIELD_OPP_ON_BAR,
	FIELD_CAN_MOVE,
	FIELD_FORCED,
	FIELD_CRAWFORD,
	FIELD_REDOUBLES,
	FIELD_COUNT,
};

static struct match_state m;

static const int START_POINTS[26] = { 0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3,
	0, -5, 0, 0, 0, 0, 2, 0 };

/* Sets the checkers.  Seat 0 has O.  points: the 26 numbers of the raw line; the rest of each
 * side's 15 checkers are off. */
static void
set_points(const int points[26])
{
	enum seat o = m.o;
	enum seat x = seat_other(o);
	unsigned on[2] = { 0, 0 };

	memset(&m.board, 0, sizeof(m.board));
	for (unsigned i = 0; i < 26; i++) {
		if (points[i] > 0) {
			m.board.at[o][i] = (uint8_t)points[i];
			on[o] += (unsigned)points[i];
		} else if (points[i] < 0) {
			m.board.at[x][25 - i] = (uint8_t)-points[i];
			on[x] += (unsigned)-points[i];
		}
	}
	for (unsigned s = 0; s < 2; s++) {
		assert_in_range(on[s], 0, CHECKERS);
		m.board.at[s][PT_OFF] = (uint8_t)(CHECKERS - on[s]);
	}
}

/* Sets up a running game: start position, seat 0 with O to roll, cube in the middle. */
static void
init_match(unsigned length)
{
	match_init(&m, variant_find("backgammon"), length);
	m.crawford = CRAWFORD_EXPIRED;
	m.game_no = 1;
	m.o = SEAT_0;
	m.phase = PH_ROLL;
	m.turn = SEAT_0;
	set_points(START_POINTS);
}

static void
set_rolled(enum seat turn, unsigned d1, unsigned d2, unsigned pieces)
{
	m.phase = PH_MOVE;
	m.turn = turn;
	m.dice = (struct dice_pair){ { (uint8_t)d1, (uint8_t)d2 } };
	m.dice_to_play = (uint8_t)pieces;
}

static const char *
draw_board(const char *name0, const char *name1, enum seat seat, bool is_you, unsigned style)
{
	static char text[BOARDTEXT_BYTES_MAX];
	struct board_view view = {
		.match = &m, .name = { name0, name1 }, .seat = seat, .is_you = is_you
	};
	struct sbuf out;

	SBUF_INIT(&out, text);
	boardtext_draw(&out, &view, style);
	assert_true(sbuf_ok(&out));
	assert_true(match_check(&m)); /* positions set up by hand must be valid */
	return text;
}

/* Compares a drawn board with the expected text.  No line may end in a blank, because client
 * programs anchor patterns there. */
static void
assert_board(const char *text, const char *want)
{
	assert_string_equal(text, want);
	assert_null(strstr(text, " \n"));
}

/* Returns field i of a raw line as a number.  The line must have all fields. */
static int
field(const char *line, unsigned wanted)
{
	const char *at = line;
	unsigned colons = 0;

	for (const char *p = line; *p != '\0'; p++)
		if (*p == ':' && ++colons == wanted)
			at = p + 1;
	assert_int_equal(colons, FIELD_COUNT - 1);
	return (int)strtol(at, NULL, 10);
}

/* Checks that text is the FIBS line, except for the fields in `own`, where FIBS leaves stale or
 * random numbers. */
static void
assert_raw(const char *text, const char *fibs, const unsigned *own, size_t nown)
{
	char want[BOARDTEXT_BYTES_MAX] = "";
	size_t n = 0;
	unsigned i = 0;

	for (const char *at = fibs; *at != '\0'; i++) {
		size_t len = strcspn(at, ":");
		bool zero = false;

		for (size_t k = 0; k < nown; k++)
			zero = zero || own[k] == i;
		n += (size_t)snprintf(want + n, sizeof(want) - n, "%s%.*s", i > 0 ? ":" : "",
		    zero ? 1 : (int)len, zero ? "0" : at);
		at += len + (at[len] == ':');
	}
	assert_int_equal(i, FIELD_COUNT);
	snprintf(want + n, sizeof(want) - n, "\n");
	assert_string_equal(text, want);
}

/* ---- style 3 ---- */

TEST(raw_example_1_opening_roll)
{
	init_match(3);
	m.opening = true;
	set_rolled(SEAT_0, 6, 2, 2);
	assert_raw(draw_board("myself", "someplayer", SEAT_0, true, 3),
	    "board:You:someplayer:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:"
	    "0:1:6:2:0:0:1:1:1:"
	    "0:1:-1:0:25:0:0:0:0:2:0:0:0",
	    NULL, 0);
}

TEST(raw_example_2_watching_x)
{
	static const int points[26] = { 0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3,
		1, -5, 0, 0, 0, 0, 1, 0 };
	static const unsigned own[] = { FIELD_FORCED };

	init_match(5);
	set_points(points);
	set_rolled(SEAT_1, 6, 4, 2);
	assert_raw(draw_board("pipcat", "GammonBot_VII", SEAT_1, false, 3),
	    "board:GammonBot_VII:pipcat:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:1:-5:0:0:"
	    "0:0:1:0:-1:6:4:0:0:"
	    "1:1:1:0:-1:1:25:0:0:0:0:0:2:1:0:0",
	    own, 1);
}

TEST(raw_example_3_o_on_the_bar)
{
	static const int points[26] = { 0, -1, 0, 0, 0, -1, 5, 0, 3, 0, 0, 0, -4, 5, 0, 0, 0,
		-3, -1, -5, 0, 0, 0, 0, 1, 1 };
	static const unsigned own[] = { FIELD_CAN_MOVE, FIELD_FORCED };

	init_match(5);
	set_points(points);
	assert_raw(draw_board("pipcat", "GammonBot_VII", SEAT_1, false, 3),
	    "board:GammonBot_VII:pipcat:5:0:0:0:-1:0:0:0:-1:5:0:3:0:0:0:-4:5:0:0:0:-3:-1:-5:0:"
	    "0:0:0:1:1:1:0:0:0:0:"
	    "1:1:1:0:-1:1:25:0:0:0:0:1:2:1:0:0",
	    own, 2);
}

TEST(raw_example_4_cube_of_the_opponent)
{
	const char *text;

	init_match(7);
	m.turn = SEAT_1;
	m.cube = 4;
	m.cube_owner = SEAT_0;
	text = draw_board("oplayer", "xplayer", SEAT_1, true, 3);
	/* FIBS sends :...:-1:0:0:0:0:4:0:1:0:-1:1:25:0:0:0:0:0:2:5:0:0, in which 2 and 5 are
	 * stale */
	assert_non_null(strstr(text, ":2:0:-1:0:0:0:0:4:0:1:0:-1:1:25:0:0:0:0:0:0:0:0:0\n"));
	text = draw_board("oplayer", "xplayer", SEAT_0, true, 3);
	assert_int_equal(field(text, FIELD_MAY_DOUBLE), 1);
	assert_int_equal(field(text, FIELD_OPP_MAY_DOUBLE), 0);
}

TEST(raw_example_5_you_are_x)
{
	static const int points[26] = { 0, 0, 0, -1, 0, -1, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0,
		-3, 0, -5, 1, 0, 0, 0, 1, 0 };
	static const unsigned own[] = { FIELD_CAN_MOVE };

	init_match(2);
	set_points(points);
	m.score[0] = 1;
	assert_raw(draw_board("GibbonTestA", "GibbonTestB", SEAT_1, true, 3),
	    "board:You:GibbonTestA:2:0:1:0:0:0:-1:0:-1:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:1:0:0:0:"
	    "1:0:1:0:0:0:0:1:1:1:"
	    "0:-1:1:25:0:0:0:0:0:2:0:0:0",
	    own, 1);
}

TEST(raw_line_of_both_players_and_a_watcher)
{
	static const unsigned player[] = { FIELD_POINTS, FIELD_DICE, FIELD_DICE + 1,
		FIELD_MAY_DOUBLE, FIELD_OFF, FIELD_ON_BAR };
	static const unsigned opponent[] = { FIELD_OPP_POINTS, FIELD_OPP_DICE,
		FIELD_OPP_DICE + 1, FIELD_OPP_MAY_DOUBLE, FIELD_OPP_OFF, FIELD_OPP_ON_BAR };
	static const int points[26] = { -2, -9, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0, 0, 1 };
	char o[BOARDTEXT_BYTES_MAX], x[BOARDTEXT_BYTES_MAX];

	init_match(9);
	set_points(points);
	set_rolled(SEAT_1, 3, 1, 2);
	m.score[0] = 4;
	m.score[1] = 7;
	m.cube = 2;
	m.cube_owner = SEAT_1;
	snprintf(o, sizeof(o), "%s", draw_board("ann", "bob", SEAT_0, false, 3));
	snprintf(x, sizeof(x), "%s", draw_board("ann", "bob", SEAT_1, false, 3));
	assert_int_equal(strncmp(o, "board:ann:bob:9:4:7:-2:-9:", 26), 0);
	assert_int_equal(strncmp(x, "board:bob:ann:9:7:4:-2:-9:", 26), 0);
	for (unsigned i = FIELD_BOARD; i <= FIELD_TURN; i++)
		assert_int_equal(field(o, i), field(x, i));
	for (unsigned i = 0; i < ARRAY_LEN(player); i++) {
		assert_int_equal(field(o, player[i]), field(x, opponent[i]));
		assert_int_equal(field(x, player[i]), field(o, opponent[i]));
	}
	assert_int_equal(field(x, FIELD_DICE), 3);
	assert_int_equal(field(x, FIELD_DICE + 1), 1);
	assert_int_equal(field(o, FIELD_DICE), 0);
	assert_int_equal(field(o, FIELD_OFF), 1);
	assert_int_equal(field(o, FIELD_OPP_OFF), 4);
	assert_int_equal(field(o, FIELD_ON_BAR), 1);
	assert_int_equal(field(o, FIELD_OPP_ON_BAR), 2);
	assert_int_equal(field(o, FIELD_CAN_MOVE), 2);
	assert_int_equal(field(x, FIELD_CAN_MOVE), 2);
	assert_int_equal(field(o, FIELD_COLOUR), 1);
	assert_int_equal(field(o, FIELD_DIRECTION), -1);
	assert_int_equal(field(o, FIELD_HOME), 0);
	assert_int_equal(field(o, FIELD_BAR), 25);
	assert_int_equal(field(x, FIELD_COLOUR), -1);
	assert_int_equal(field(x, FIELD_DIRECTION), 1);
	assert_int_equal(field(x, FIELD_HOME), 25);
	assert_int_equal(field(x, FIELD_BAR), 0);
}

TEST(raw_colours_follow_the_seat_with_o)
{
	const char *text;

	init_match(3);
	m.o = SEAT_1;
	set_points(START_POINTS);
	m.turn = SEAT_0;
	text = draw_board("ann", "bob", SEAT_0, true, 3);
	assert_int_equal(field(text, FIELD_COLOUR), -1);
	assert_int_equal(field(text, FIELD_TURN), -1);
	for (unsigned i = 0; i < 26; i++)
		assert_int_equal(field(text, FIELD_BOARD + i), START_POINTS[i]);
}

TEST(raw_pending_double)
{
	const char *text;

	init_match(5);
	m.phase = PH_DOUBLED;
	m.turn = SEAT_0;
	m.offered_cube = 2;
	m.doubler = SEAT_0;
	for (unsigned seat = 0; seat < 2; seat++) {
		text = draw_board("ann", "bob", seat == 0 ? SEAT_0 : SEAT_1, true, 3);
		assert_int_equal(field(text, FIELD_TURN), -1); /* bob has X and must answer */
		assert_int_equal(field(text, FIELD_CUBE), 1);
		assert_int_equal(field(text, FIELD_MAY_DOUBLE), 0);
		assert_int_equal(field(text, FIELD_OPP_MAY_DOUBLE), 0);
		assert_int_equal(field(text, FIELD_WAS_DOUBLED), seat);
		assert_int_equal(field(text, FIELD_CAN_MOVE), 0);
	}
}

TEST(raw_pending_beaver)
{
	const char *text;

	init_match(0);
	m.phase = PH_DOUBLED; /* ann doubled to 2, bob redoubled to 4: ann must answer */
	m.turn = SEAT_0;
	m.cube = 2;
	m.cube_owner = SEAT_1;
	m.redoubles = 3;
	m.redoubles_done = 1;
	m.offered_cube = 4;
	m.doubler = SEAT_1;
	text = draw_board("ann", "bob", SEAT_0, true, 3);
	assert_int_equal(field(text, FIELD_TURN), 1);
	assert_int_equal(field(text, FIELD_CUBE), 2);
	assert_int_equal(field(text, FIELD_WAS_DOUBLED), 1);
	assert_int_equal(field(text, FIELD_REDOUBLES), 3);
	text = draw_board("ann", "bob", SEAT_1, true, 3);
	assert_int_equal(field(text, FIELD_WAS_DOUBLED), 0);
	assert_int_equal(field(text, FIELD_MAY_DOUBLE), 0);
}

TEST(raw_unlimited_match)
{
	const char *text;

	init_match(0);
	text = draw_board("ann", "bob", SEAT_0, true, 3);
	assert_int_equal(field(text, FIELD_LENGTH), 9999);
	assert_int_equal(field(text, FIELD_REDOUBLES), 0);
	m.redoubles = 99;
	assert_int_equal(field(draw_board("ann", "bob", SEAT_0, true, 3), FIELD_REDOUBLES), 99);
	m.redoubles = REDOUBLES_UNLIMITED;
	assert_int_equal(
	    field(draw_board("ann", "bob", SEAT_0, true, 3), FIELD_REDOUBLES), 9999);
}

TEST(raw_crawford_game_leaves_the_cube_fields)
{
	const char *text;

	init_match(5);
	m.score[0] = 4;
	m.crawford = CRAWFORD_ACTIVE;
	text = draw_board("ann", "bob", SEAT_0, true, 3);
	assert_int_equal(field(text, FIELD_MAY_DOUBLE), 1);
	assert_int_equal(field(text, FIELD_OPP_MAY_DOUBLE), 1);
	assert_int_equal(field(text, FIELD_CRAWFORD), 0);
}

TEST(raw_one_point_match_leaves_the_cube_fields)
{
	const char *text;

	init_match(1);
	text = draw_board("ann", "bob", SEAT_0, true, 3);
	assert_int_equal(field(text, FIELD_MAY_DOUBLE), 1);
	assert_int_equal(field(text, FIELD_OPP_MAY_DOUBLE), 1);
}

/* A variant row can specify a game without a cube. */
TEST(raw_no_cube_in_the_variant)
{
	struct variant v;
	const char *text;

	init_match(5);
	v = *m.variant;
	v.cube = false;
	m.variant = &v;
	text = draw_board("ann", "bob", SEAT_0, true, 3);
	assert_int_equal(field(text, FIELD_MAY_DOUBLE), 0);
	assert_int_equal(field(text, FIELD_OPP_MAY_DOUBLE), 0);
}

TEST(raw_game_over)
{
	static const int points[26] = { 0, -4, -2 };
	const char *text;

	init_match(5);
	set_points(points);
	m.phase = PH_OVER;
	m.turn = SEAT_NONE;
	m.score[0] = 6;
	m.winner = SEAT_0;
	text = draw_board("ann", "bob", SEAT_1, true, 3);
	assert_int_equal(field(text, FIELD_TURN), 0);
	assert_int_equal(field(text, FIELD_OFF), 9);
	assert_int_equal(field(text, FIELD_OPP_OFF), 15);
	assert_int_equal(field(text, FIELD_OPP_POINTS), 6);
	for (unsigned i = FIELD_DICE; i < FIELD_CUBE; i++)
		assert_int_equal(field(text, i), 0);
}

TEST(raw_before_the_first_game)
{
	match_init(&m, variant_find("backgammon"), 3);
	assert_int_equal(field(draw_board("ann", "bob", SEAT_0, true, 3), FIELD_TURN), 0);
}

/* ---- style 1 ---- */

TEST(style_1_as_seen_by_o)
{
	init_match(3);
	set_rolled(SEAT_0, 6, 2, 2);
	assert_board(draw_board("myself", "someplayer", SEAT_0, true, 1),
	    "   +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: someplayer - score: 0\n"
	    "   | O           X    |   |  X              O |\n"
	    "   | O           X    |   |  X              O |\n"
	    "   | O           X    |   |  X                |\n"
	    "   | O                |   |  X                |\n"
	    "   | O                |   |  X                |\n"
	    "  v|                  |BAR|                   |    3-point match\n"
	    "   | X                |   |  O                |\n"
	    "   | X                |   |  O                |\n"
	    "   | X           O    |   |  O                |\n"
	    "   | X           O    |   |  O              X |\n"
	    "   | X           O    |   |  O              X |\n"
	    "   +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: myself - score: 0\n"
	    "\n"
	    "   BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 2.\n");
}

TEST(style_1_as_seen_by_x)
{
	init_match(3);
	m.turn = SEAT_1;
	m.score[0] = 2;
	m.score[1] = 1;
	assert_board(draw_board("OPP", "ME", SEAT_1, true, 1),
	    "   +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: OPP - score: 2\n"
	    "   | X              O |   |     O           X |\n"
	    "   | X              O |   |     O           X |\n"
	    "   |                O |   |     O           X |\n"
	    "   |                O |   |                 X |\n"
	    "   |                O |   |                 X |\n"
	    "   |                  |BAR|                   |v    3-point match\n"
	    "   |                X |   |                 O |\n"
	    "   |                X |   |                 O |\n"
	    "   |                X |   |     X           O |\n"
	    "   | O              X |   |     X           O |\n"
	    "   | O              X |   |     X           O |\n"
	    "   +24-23-22-21-20-19-------18-17-16-15-14-13-+ X: ME - score: 1\n"
	    "\n"
	    "   BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: ME\n");
}

/* A crowded board: 7 and 6 checkers on a point, both bars, more than five X's on one of them,
 * checkers off, an owned cube, unlimited match. */
TEST(style_1_with_counts_bars_and_cube)
{
	static const int points[26] = { -6, 0, 0, 0, 7, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, -1, 0, 0, -6, 0, 2 };

	init_match(0);
	set_points(points);
	set_rolled(SEAT_1, 5, 3, 2);
	m.cube = 8;
	m.cube_owner = SEAT_1;
	m.redoubles = 1;
	m.score[0] = 12;
	assert_board(draw_board("ann", "averyveryverylongname", SEAT_0, true, 1),
	    "   +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: averyveryverylo - score: 0\n"
	    "   |                  | X |     X        X    |\n"
	    "   |                  | X |              X    |\n"
	    "   |                  | X |              X    |\n"
	    "   |                  | X |              X    |\n"
	    "   |                  | 6 |              6    |\n"
	    "  v|                  |BAR|                   |    unlimited match\n"
	    "   |                  |   |     O  7          |    1 redouble\n"
	    "   |                  |   |     O  O          |\n"
	    "   |                  |   |     O  O          |\n"
	    "   |                  | O |     O  O          |\n"
	    "   |                  | O |     O  O          |\n"
	    "   +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: ann - score: 12\n"
	    "\n"
	    "   BAR: O-2 X-6   OFF: O-1 X-2   Cube: 8 (owned by averyveryverylongname)  "
	    "averyveryverylongname rolled 5 3.\n");
}

TEST(fifteen_on_a_point_take_two_digits)
{
	static const int points[26] = { 0, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 0, 0, -15 };
	const char *text;

	init_match(1);
	set_points(points);
	text = draw_board("ann", "bob", SEAT_0, true, 1);
	assert_non_null(
	    strstr(text, "   |                  |   |                15 |\n"
			 "  v|                  |BAR|                   |    1-point match\n"
			 "   |                  |   |                15 |\n"));
}

TEST(redoubles_of_an_unlimited_match)
{
	static const struct {
		uint8_t redoubles_allowed;
		const char *o, *x;
	} row[] = {
		{ 0, "|    No redoubles\n", "|     No redoubles\n" },
		{ 1, "|    1 redouble\n", "|     1 redouble\n" },
		{ 5, "|    5 redoubles\n", "|     5 redoubles\n" },
		{ REDOUBLES_UNLIMITED, "|    Unlimited redoubles\n",
		    "|     Unlimited redoubles\n" },
	};

	for (unsigned i = 0; i < ARRAY_LEN(row); i++) {
		init_match(0);
		m.redoubles = row[i].redoubles_allowed;
		for (unsigned style = 1; style <= 2; style++) {
			assert_non_null(
			    strstr(draw_board("ann", "bob", SEAT_0, true, style), row[i].o));
			assert_non_null(
			    strstr(draw_board("ann", "bob", SEAT_1, true, style), row[i].x));
		}
	}
	init_match(64);
	assert_null(strstr(draw_board("ann", "bob", SEAT_0, true, 1), "edouble"));
	assert_non_null(
	    strstr(draw_board("ann", "bob", SEAT_0, true, 1), "    64-point match\n"));
}

/* The text of the status line in each state, for each player. */
TEST(status_of_the_game)
{
	init_match(3);
	assert_non_null(
	    strstr(draw_board("ann", "bob", SEAT_0, true, 1), "Cube: 1  turn: ann\n"));
	assert_non_null(
	    strstr(draw_board("ann", "bob", SEAT_1, true, 1), "Cube: 1  turn: ann\n"));
	set_rolled(SEAT_0, 4, 4, 4);
	assert_non_null(
	    strstr(draw_board("ann", "bob", SEAT_0, true, 2), "Cube: 1  You rolled 4 4.\n"));
	assert_non_null(
	    strstr(draw_board("ann", "bob", SEAT_1, true, 2), "Cube: 1  ann rolled 4 4.\n"));
	assert_non_null(
	    strstr(draw_board("ann", "bob", SEAT_0, false, 2), "Cube: 1  ann rolled 4 4.\n"));
	m.resign_by = SEAT_1;
	m.resign_size = 2;
	assert_non_null(strstr(
	    draw_board("ann", "bob", SEAT_0, true, 1), "Cube: 1  bob wants to resign.\n"));
	init_match(3);
	m.phase = PH_DOUBLED;
	m.offered_cube = 2;
	m.doubler = SEAT_0;
	assert_non_null(
	    strstr(draw_board("ann", "bob", SEAT_1, true, 1), "Cube: 1  ann doubled.\n"));
	init_match(3);
	m.phase = PH_BETWEEN_GAMES;
	m.turn = SEAT_NONE;
	assert_board(strstr(draw_board("ann", "bob", SEAT_1, true, 1), "   BAR:"),
	    "   BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1\n");
	m.cube = 2;
	m.cube_owner = SEAT_0;
	assert_board(strstr(draw_board("ann", "bob", SEAT_1, true, 1), "   BAR:"),
	    "   BAR: O-0 X-0   OFF: O-0 X-0   Cube: 2 (owned by ann)\n");
}

/* ---- style 2 ---- */

TEST(style_2_as_seen_by_o)
{
	init_match(3);
	set_rolled(SEAT_0, 5, 1, 2);
	assert_board(draw_board("gutrune", "sorrytigger", SEAT_0, true, 2),
	    "    13 14 15 16 17 18       19 20 21 22 23 24\n"
	    "   +------------------------------------------+ X: sorrytigger - score: 0\n"
	    "   | O           X    |   |  X              O |\n"
	    "   | O           X    |   |  X              O |\n"
	    "   | O           X    |   |  X                |\n"
	    "   | O                |   |  X                |\n"
	    "   | O                |   |  X                |\n"
	    "  v|                  |BAR|                   |    3-point match\n"
	    "   | X                |   |  O                |\n"
	    "   | X                |   |  O                |\n"
	    "   | X           O    |   |  O                |\n"
	    "   | X           O    |   |  O              X |\n"
	    "   | X           O    |   |  O              X |\n"
	    "   +------------------------------------------+ O: gutrune - score: 0\n"
	    "    12 11 10  9  8  7        6  5  4  3  2  1\n"
	    "\n"
	    "   BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 5 1.\n");
}

TEST(style_2_watching_x)
{
	static const int points[26] = { -1, -1, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0,
		-3, 0, -5, 0, 0, 0, 0, 1, 1 };

	init_match(7);
	set_points(points);
	set_rolled(SEAT_1, 2, 1, 2);
	assert_board(draw_board("ann", "bob", SEAT_1, false, 2),
	    "     1  2  3  4  5  6        7  8  9 10 11 12\n"
	    "   +------------------------------------------+ O: ann - score: 0\n"
	    "   | X              O | O |     O           X |\n"
	    "   |                O |   |     O           X |\n"
	    "   |                O |   |     O           X |\n"
	    "   |                O |   |                 X |\n"
	    "   |                O |   |                 X |\n"
	    "   |                  |BAR|                   |v    7-point match\n"
	    "   |                X |   |                 O |\n"
	    "   |                X |   |                 O |\n"
	    "   |                X |   |     X           O |\n"
	    "   |                X |   |     X           O |\n"
	    "   | O              X | X |     X           O |\n"
	    "   +------------------------------------------+ X: bob - score: 0\n"
	    "    24 23 22 21 20 19       18 17 16 15 14 13\n"
	    "\n"
	    "   BAR: O-1 X-1   OFF: O-0 X-0   Cube: 1  bob rolled 2 1.\n");
}

/* ---- the other games ---- */

static const char *
extra_line(enum seat seat)
{
	static char text[BOARDTEXT_BYTES_MAX];
	struct board_view view = { .match = &m, .name = { "ann", "bob" }, .seat = seat };
	struct sbuf out;

	SBUF_INIT(&out, text);
	boardtext_add_extra_line(&out, &view);
	assert_true(sbuf_ok(&out));
	return text;
}

/* Checks one board of a game's file: "@board SPEC", then as O in style 1, as X in style 2, as O
 * in style 3 with its extra line.  The expected texts were checked by eye. */
static void
check_board(const struct variant *v, const char *at, size_t n)
{
	char got[8 * BOARDTEXT_BYTES_MAX], line[300];
	size_t len = strcspn(at, "\n");
	int k;

	assert_true(len < sizeof(line));
	memcpy(line, at, len);
	line[len] = '\0';
	if (!boardspec_read(line + 7, &m) || m.variant != v)
		fail_msg("%s", line);
	k = snprintf(got, sizeof(got), "%s\n", line);
	k += snprintf(got + k, sizeof(got) - (size_t)k, "%s\n",
	    draw_board("anna", "bob", SEAT_0, true, 1));
	k += snprintf(got + k, sizeof(got) - (size_t)k, "%s\n",
	    draw_board("anna", "bob", SEAT_1, false, 2));
	k += snprintf(
	    got + k, sizeof(got) - (size_t)k, "%s", draw_board("anna", "bob", SEAT_0, true, 3));
	k += snprintf(got + k, sizeof(got) - (size_t)k, "%s", extra_line(SEAT_0));
	while (n > 0 && at[n - 1] == '\n' && at[n - 2] == '\n')
		n--;
	if ((size_t)k != n || strncmp(at, got, n) != 0)
		fail_msg("%s\nis\n%s\nnot\n%.*s", line, got, (int)n, at);
	assert_null(strstr(got, " \n"));
}

/* Checks the boards in each game's file, and which games need the second line. */
TEST(boards_of_the_other_games)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		const struct game_facts *g = game_facts(v->name);
		const char *at = *g->boards != '\0' ? g->boards : NULL;

		if (v->cycle != NULL)
			continue;
		assert_int_equal(
		    boardtext_needs_extra_line(v), game_rules_mention(g, "second-line"));
		match_init(&m, v, 3);
		assert_int_equal(extra_line(SEAT_0)[0] != '\0', boardtext_needs_extra_line(v));
		if (boardtext_needs_extra_line(v) && at == NULL)
			fail_msg("no board of %s", v->name);
		while (at != NULL) {
			const char *next = strstr(at + 1, "@board ");

			check_board(v, at, next != NULL ? (size_t)(next - at) : strlen(at));
			at = next;
		}
	}
}

/* The question of which double to play, the chosen double, and walls borne off in a row. */
TEST(turns_with_several_plays_are_shown)
{
	match_init(&m, variant_find("acey-deucey"), 5);
	m.game_no = 1;
	m.phase = PH_NAME_DOUBLE;
	m.turn = SEAT_1;
	assert_non_null(strstr(
	    draw_board("ann", "bob", SEAT_0, true, 1), "X-15  bob must name a double.\n"));
	assert_non_null(strstr(
	    draw_board("ann", "bob", SEAT_1, true, 1), "X-15  You must name a double.\n"));
	assert_string_equal(
	    extra_line(SEAT_1), "board+:acey-deucey:15:15:-:-:1:-24:0:0:name\n");
	set_rolled(SEAT_1, 4, 4, 4);
	m.play_stage = 1;
	assert_non_null(
	    strstr(draw_board("ann", "bob", SEAT_0, true, 1), "X-15  bob plays 4 4.\n"));
	assert_non_null(
	    strstr(draw_board("ann", "bob", SEAT_1, true, 1), "X-15  You play 4 4.\n"));
	assert_string_equal(
	    extra_line(SEAT_0), "board+:acey-deucey:15:15:-:-:-24:1:0:0:double\n");

	match_init(&m, variant_find("grasshopper"), 5);
	m.game_no = 1;
	m.phase = PH_MOVE;
	m.dice_to_play = 1;
	m.turn = SEAT_0;
	m.score_streak[1] = 1;
	assert_non_null(strstr(draw_board("ann", "bob", SEAT_0, true, 1),
	    "Reserve: O-14 X-14   In a row: O-0 X-1  turn: ann\n"));
	assert_string_equal(extra_line(SEAT_0), "board+:grasshopper:14:14:-:-:-24:-24:0:1:-\n");
	assert_string_equal(extra_line(SEAT_1), "board+:grasshopper:14:14:-:-:-24:-24:1:0:-\n");
	/* no cube is drawn in an event without a cube either */
	init_match(5);
	m.no_cube = true;
	assert_null(strstr(draw_board("ann", "bob", SEAT_0, true, 1), "Cube"));
}

/* Returns the drawing without the status line. */
static const char *
draw_oriented(enum seat seat, bool home, unsigned style)
{
	static char text[2][BOARDTEXT_BYTES_MAX];
	static unsigned turn;
	struct board_view view = {
		.match = &m, .name = { "ann", "bob" }, .seat = seat, .own_numbering = home
	};
	char *at = text[turn++ % 2];
	struct sbuf out;

	sbuf_init(&out, at, BOARDTEXT_BYTES_MAX);
	boardtext_draw(&out, &view, style);
	assert_true(sbuf_ok(&out));
	*strstr(at, "\n\n") = '\0';
	return at;
}

/* With `home` set, X sees what O would see, with the letters exchanged; O's view is
 * unchanged. */
TEST(the_home_view_is_the_same_for_o_and_x)
{
	struct rng r;

	rng_seed(&r, 15);
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		for (unsigned i = 0; v->cycle == NULL && i < 60; i++) {
			enum seat seat = (enum seat)(i % 2);
			unsigned style = 1 + i / 2 % 2;
			char want[BOARDTEXT_BYTES_MAX];

			match_init(&m, v, i % 3 == 0 ? 0 : 5);
			row_scatter(v, &r, &m.board);
			m.o = seat;
			assert_string_equal(draw_oriented(seat, true, style),
			    draw_oriented(seat, false, style));
			strcpy(want, draw_oriented(seat, true, style));
			for (char *c = want; *c != '\0'; c++)
				*c = *c == 'O' ? 'X' : *c == 'X' ? 'O' : *c;
			m.o = seat_other(seat);
			assert_string_equal(draw_oriented(seat, true, style), want);
		}
}

/* In games where both move in the same direction, the directions are given from the viewer's
 * side. */
TEST(directions_are_given_from_the_viewers_side)
{
	struct board_view view = {
		.name = { "ann", "bob" }, .seat = SEAT_1, .own_numbering = true
	};
	char text[BOARDTEXT_BYTES_MAX];
	struct sbuf out;

	match_init(&m, variant_find("fevga"), 3);
	m.o = SEAT_0;
	view.match = &m;
	SBUF_INIT(&out, text);
	boardtext_draw(&out, &view, 1);
	assert_non_null(
	    strstr(text, "\n   X moves 24 to 1.  O moves 12 to 1, then 24 to 13.\n"));
	assert_non_null(strstr(text, "\n  v|"));
	assert_non_null(strstr(text, "|^    3-point match\n"));
}

/* The words of a drawn board are in the receiver's language; numbers and positions do not
 * change. */
TEST(boards_are_in_the_viewers_language)
{
	struct board_view view = { .name = { "ann", "bob" }, .seat = SEAT_0, .is_you = true };
	char text[BOARDTEXT_BYTES_MAX];
	struct sbuf out;

	match_init(&m, variant_find("backgammon"), 0);
	variant_start_board(&m.board, m.variant);
	m.o = m.turn = SEAT_0;
	m.redoubles = 2;
	m.phase = PH_MOVE;
	m.dice = (struct dice_pair){ { 6, 1 } };
	m.cube = 4;
	m.cube_owner = SEAT_1;
	view.match = &m;
	view.catalogue = &CATALOGUES[LANG_IT];
	SBUF_INIT(&out, text);
	boardtext_draw(&out, &view, 2);
	assert_non_null(strstr(text, "-+ O: ann - punti: 0\n"));
	assert_non_null(strstr(text, "|    incontro illimitato\n"));
	assert_non_null(strstr(text, "|    Controraddoppi: 2\n"));
	assert_non_null(strstr(
	    text, "\n   BAR: O-0 X-0   FUORI: O-0 X-0   Cubo: 4 (di bob)  Hai tirato 6 1.\n"));
	view.catalogue = &CATALOGUES[LANG_PT];
	view.is_you = false;
	SBUF_INIT(&out, text);
	boardtext_draw(&out, &view, 1);
	assert_non_null(strstr(text, "-+ O: ann - pontos: 0\n"));
	assert_non_null(strstr(text, "|    partida ilimitada\n"));
	assert_non_null(strstr(text, "|    2 redobras\n"));
	assert_non_null(strstr(
	    text, "\n   BAR: O-0 X-0   FORA: O-0 X-0   Cubo: 4 (de bob)  ann rolou 6 1.\n"));
}

TEST(high_stacks_keep_the_columns)
{
	match_init(&m, variant_find("cloning"), 5);
	memset(&m.board, 0, sizeof(m.board));
	m.board.at[SEAT_0][6] = 107;
	m.board.at[SEAT_1][6] = 21;
	assert_non_null(strstr(draw_board("ann", "bob", SEAT_0, true, 1),
	    "   |                  |   | 21                |\n"
	    "  v|                  |BAR|                   |    5-point match\n"
	    "   |                  |   | 107               |\n"));
}

/* Reads boards using only what PROTOCOL.md 4 and 4.1 describe. */
struct board_reader {
	long f[FIELD_COUNT]; /* the numbers in the `board:` line */
	char game[32];
	long reserve[2], direction[2], streak[2];
	char pins[2][80];
	char ask[16];
};

static void
read_lines(struct board_reader *r, const char *board, const char *plus, long colour)
{
	memset(r, 0, sizeof(*r));
	for (unsigned i = FIELD_LENGTH; i < FIELD_COUNT; i++)
		r->f[i] = field(board, i);
	r->direction[0] = colour == 1 ? -24 : 1;
	r->direction[1] = colour == 1 ? 1 : -24;
	strcpy(r->pins[0], "-");
	strcpy(r->pins[1], "-");
	strcpy(r->ask, "-");
	if (plus[0] != '\0')
		assert_int_equal(
		    sscanf(plus,
			"board+:%31[^:]:%ld:%ld:%79[^:]:%79[^:]:%ld:%ld:%ld:%ld:%15s\n",
			r->game, &r->reserve[0], &r->reserve[1], r->pins[0], r->pins[1],
			&r->direction[0], &r->direction[1], &r->streak[0], &r->streak[1],
			r->ask),
		    10);
}

/* Returns how far a checker on a point of the board still has to go. */
static unsigned
steps_to_go(long way, unsigned point)
{
	long gone = way < 0 ? -way - (long)point : (long)point - way;

	return 24u - (unsigned)((gone + 24) % 24);
}

/* Rebuilds the checkers of one side (who: 0 player, 1 opponent) from the lines. */
static void
rebuild_side(const struct board_reader *r, unsigned who, uint8_t at[PT_COUNT], uint8_t pins[3])
{
	long colour = who == 0 ? r->f[FIELD_COLOUR] : -r->f[FIELD_COLOUR];

	memset(at, 0, PT_COUNT);
	memset(pins, 0, 3);
	for (unsigned point = 1; point <= 24; point++)
		if (r->f[FIELD_BOARD + point] * colour > 0)
			at[steps_to_go(r->direction[who], point)] =
			    (uint8_t)(r->f[FIELD_BOARD + point] * colour);
	for (const char *p = r->pins[who]; *p >= '0' && *p <= '9';) {
		char *end;
		unsigned own = steps_to_go(r->direction[who], (unsigned)strtoul(p, &end, 10));

		at[own] = 1;
		pins[(own - 1) / 8] |= (uint8_t)(1u << (own - 1) % 8);
		p = *end == ',' ? end + 1 : end;
	}
	at[PT_OFF] = (uint8_t)r->f[FIELD_OFF + who];
	at[PT_BAR] = (uint8_t)r->f[FIELD_ON_BAR + who];
	at[PT_RESERVE] = (uint8_t)r->reserve[who];
}

static void
assert_readable(enum seat seat)
{
	char board[BOARDTEXT_BYTES_MAX];
	struct board_reader r;

	snprintf(board, sizeof(board), "%s", draw_board("ann", "bob", seat, false, 3));
	read_lines(&r, board, extra_line(seat), m.o == seat ? 1 : -1);
	if (boardtext_needs_extra_line(m.variant))
		assert_string_equal(r.game, m.variant->name);
	for (unsigned who = 0; who < 2; who++) {
		enum seat s = who == 0 ? seat : seat_other(seat);
		uint8_t at[PT_COUNT], pins[3];

		rebuild_side(&r, who, at, pins);
		assert_memory_equal(at, m.board.at[s], PT_COUNT);
		assert_memory_equal(pins, m.board.pins[s], 3);
		assert_int_equal(r.streak[who], m.score_streak[s]);
		if (m.phase == PH_MOVE && m.turn == s)
			assert_int_equal(r.f[FIELD_DICE + 2 * who], m.dice.d[0]);
	}
	assert_int_equal(r.f[FIELD_TURN], m.turn == SEAT_NONE ? 0 : m.turn == m.o ? 1 : -1);
	assert_int_equal(r.f[FIELD_CAN_MOVE], m.phase == PH_MOVE ? m.dice_to_play : 0);
	assert_int_equal(strcmp(r.ask, "name") == 0, m.phase == PH_NAME_DOUBLE);
	assert_int_equal(strcmp(r.ask, "double") == 0, m.phase == PH_MOVE && m.play_stage > 0);
}

/* Returns a random next action. */
static struct action
random_action(struct rng *rng, struct move_space *space)
{
	struct action a = { .seat = m.turn, .roll_no = m.next_roll };

	switch (m.phase) {
	case PH_BETWEEN_GAMES:
		a.kind = ACT_START;
		a.seat = SEAT_NONE;
		a.start.o = rng_below(rng, 2) == 0 ? SEAT_0 : SEAT_1;
		a.start.npairs = match_needs_opening(&m) ? 1 : 0;
		a.start.pair[0].d[0] = (uint8_t)(1 + rng_below(rng, 3));
		a.start.pair[0].d[1] = (uint8_t)(4 + rng_below(rng, 3));
		break;
	case PH_ROLL:
		a.kind = ACT_ROLL;
		for (unsigned i = 0; i < 2; i++)
			a.dice.d[i] = (uint8_t)(1 + rng_below(rng, 6));
		break;
	case PH_MOVE:
		a.kind = ACT_MOVE;
		(void)move_list(m.variant, &m.board, m.turn, m.dice.d[0], m.dice.d[1], space);
		a.play = space->result[rng_below(rng, space->n)].play;
		break;
	default:
		assert_int_equal(m.phase, PH_NAME_DOUBLE);
		a.kind = ACT_NAME_DOUBLE;
		a.size = (uint8_t)(1 + rng_below(rng, 6));
	}
	return a;
}

/* In random games of every row, the lines of both players determine the position completely. */
TEST(positions_are_rebuilt_from_the_lines)
{
	static struct move_space space;
	static struct match_events events;
	unsigned pinned = 0, named = 0;
	struct rng rng;

	rng_seed(&rng, 20240607);
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		match_init(&m, v, 0);
		for (unsigned i = 0; i < 1500; i++) {
			struct action a = random_action(&rng, &space);
			struct match_error e = match_apply(&m, &a, &space, &events);

			if (e.err != MATCH_OK)
				fail_msg("%s: refused %d", v->name, (int)e.err);
			assert_readable(SEAT_0);
			assert_readable(SEAT_1);
			pinned += board_any_pinned(&m.board, SEAT_0);
			named += m.phase == PH_NAME_DOUBLE;
		}
	}
	assert_in_range(pinned, 100, 1500 * 4);
	assert_in_range(named, 10, 1500 * 4);
}

/* Texts never exceed BOARDTEXT_BYTES_MAX. */
TEST(longest_texts_fit)
{
	init_match(0);
	set_rolled(SEAT_0, 6, 6, 4);
	m.score[0] = UINT32_MAX;
	m.score[1] = UINT32_MAX;
	m.cube = m.variant->cube_limit;
	m.cube_owner = SEAT_0;
	m.redoubles = REDOUBLES_UNLIMITED;
	for (unsigned style = 1; style <= 3; style++)
		assert_in_range(strlen(draw_board("abcdefghijklmnopqrst",
				    "bcdefghijklmnopqrstu", SEAT_0, false, style)),
		    100, BOARDTEXT_BYTES_MAX - 1);
	match_init(
	    &m, variant_find("grasshopper"), 0); /* with a reserve, directions and a streak */
	m.phase = PH_ROLL;
	m.turn = SEAT_0;
	m.score[0] = UINT32_MAX;
	m.score[1] = UINT32_MAX;
	m.redoubles = REDOUBLES_UNLIMITED;
	m.score_streak[0] = 1;
	for (unsigned style = 1; style <= 3; style++)
		assert_in_range(strlen(draw_board("abcdefghijklmnopqrst",
				    "bcdefghijklmnopqrstu", SEAT_0, false, style)) +
				    strlen(extra_line(SEAT_0)),
		    100, BOARDTEXT_BYTES_MAX - 1);
}
