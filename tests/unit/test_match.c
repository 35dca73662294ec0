/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Matches: which action each player may perform when, cube, Crawford rule, resignation, scores.
 * Matches are driven by short scripts (see run) through match_apply.  Every refusal is checked
 * to have changed nothing. */
/* LINK: -Wl,--wrap=check_failed */
#include <unistd.h>

#include "rules/match.h"
#include "tests/unit/test.h"

static struct move_space space;
static struct match_events ev; /* events of the last action */

/* Options of the games that S in a script starts. */
static struct {
	enum seat o;
	bool crawford, autodouble;
	uint8_t redoubles[2];
} wish;

BEFORE_EACH
{
	memset(&wish, 0, sizeof(wish));
	wish.crawford = true;
}

/* ---- broken invariants, caught ---- */

static jmp_buf broken;
static bool catching;

_Noreturn void __wrap_check_failed(const char *cond, const char *file, int line);

_Noreturn void
__wrap_check_failed(const char *cond, const char *file, int line)
{
	if (catching)
		longjmp(broken, 1);
	print_error("check failed: %s %s:%d\n", cond, file, line);
	_exit(1);
}

/* ---- driving a match ---- */

static struct match_error
apply(struct match_state *m, const struct action *a)
{
	return match_apply(m, a, &space, &ev);
}

static void
assert_refused(struct match_state *m, const struct action *a, enum match_err want)
{
	static struct match_events events_before;
	struct match_state before;

	memcpy(&before, m, sizeof(before));
	memcpy(&events_before, &ev, sizeof(ev));
	assert_int_equal(apply(m, a).err, want);
	assert_memory_equal(m, &before, sizeof(before));
	assert_memory_equal(&ev, &events_before, sizeof(ev));
}

static void
assert_done(struct match_state *m, const struct action *a)
{
	struct match_error e = apply(m, a);

	assert_int_equal(e.err, MATCH_OK);
	assert_int_equal(e.move_err, MOVE_OK);
	assert_int_equal(e.step, 0);
	assert_true(match_check(m));
}

/* Returns a well-formed action of that kind; a move is a legal one if there is a roll to
 * play. */
static struct action
action_for(const struct match_state *m, enum act_kind kind, enum seat seat)
{
	struct action a = { .kind = kind, .seat = kind == ACT_START ? SEAT_NONE : seat };

	a.roll_no = m->next_roll;
	a.dice = (struct dice_pair){ { 3, 1 } };
	a.size = 1;
	a.start.npairs = 1;
	a.start.pair[0] = (struct dice_pair){ { 3, 1 } };
	a.start.o = wish.o;
	a.start.crawford = wish.crawford;
	a.start.autodouble = wish.autodouble;
	memcpy(a.start.redoubles, wish.redoubles, sizeof(wish.redoubles));
	if (kind == ACT_MOVE && m->phase == PH_MOVE) {
		assert_true(move_list(m->variant, &m->board, m->turn, m->dice.d[0],
				m->dice.d[1], &space) > 0);
		a.play = space.result[0].play;
	}
	return a;
}

static void
act(struct match_state *m, enum act_kind kind, enum seat seat)
{
	struct action a = action_for(m, kind, seat);

	assert_done(m, &a);
}

static enum match_err
try(const struct match_state *m, enum act_kind kind, enum seat seat)
{
	struct match_state copy;
	struct action a = action_for(m, kind, seat);
	struct match_error e;

	memcpy(&copy, m, sizeof(copy));
	e = apply(&copy, &a);
	if (e.err != MATCH_OK)
		assert_refused(&copy, &a, e.err);
	return e.err;
}

static void
set_opening_pairs(struct action *a, const char *digits)
{
	a->start.npairs = 0;
	for (; digits[0] >= '0' && digits[0] <= '9' && digits[1] >= '0';
	     digits += digits[2] == ',' ? 3 : 2) {
		assert_in_range(a->start.npairs, 0, OPENING_PAIRS_MAX - 1);
		a->start.pair[a->start.npairs++] = (struct dice_pair){
			{ (uint8_t)(digits[0] - '0'), (uint8_t)(digits[1] - '0') }
		};
	}
}

static void
start_with(struct match_state *m, const char *digits)
{
	struct action a = action_for(m, ACT_START, SEAT_NONE);

	set_opening_pairs(&a, digits);
	assert_done(m, &a);
}

static void
roll(struct match_state *m, unsigned d1, unsigned d2)
{
	struct action a = action_for(m, ACT_ROLL, m->turn);

	a.dice = (struct dice_pair){ { (uint8_t)d1, (uint8_t)d2 } };
	assert_done(m, &a);
}

static void
resign(struct match_state *m, enum seat seat, unsigned size)
{
	struct action a = action_for(m, ACT_RESIGN, seat);

	a.size = (uint8_t)size;
	assert_done(m, &a);
}

/* Words of a script:
 * - Sdd[,dd...] starts a game with these opening pairs (of seat 0 and 1); rdd rolls; m makes
 *   any legal move;
 * - d doubles; t takes; x drops; b redoubles;
 * - pN: the player on roll resigns N, oN: the opponent does; y / n accept or reject a
 *   resignation;
 * - q: the player on roll offers a draw, Q: the opponent does; V / v accept or reject it;
 * - +sN: seat s wins N times the cube value in a new game. */
static void
run(struct match_state *m, const char *script)
{
	for (const char *p = script; *p != '\0'; p += strcspn(p, " "), p += strspn(p, " "))
		switch (*p) {
		case 'S':
			start_with(m, p + 1);
			break;
		case 'r':
			roll(m, (unsigned)(p[1] - '0'), (unsigned)(p[2] - '0'));
			break;
		case 'm':
			act(m, ACT_MOVE, m->turn);
			break;
		case 'd':
			act(m, ACT_DOUBLE, m->turn);
			break;
		case 't':
			act(m, ACT_TAKE, match_to_act(m));
			break;
		case 'x':
			act(m, ACT_DROP, match_to_act(m));
			break;
		case 'b':
			act(m, ACT_REDOUBLE, match_to_act(m));
			break;
		case 'p':
			resign(m, m->turn, (unsigned)(p[1] - '0'));
			break;
		case 'o':
			resign(m, seat_other(m->turn), (unsigned)(p[1] - '0'));
			break;
		case 'y':
			act(m, ACT_RESIGN_ACCEPT, match_to_act(m));
			break;
		case 'n':
			act(m, ACT_RESIGN_REJECT, match_to_act(m));
			break;
		case 'q':
			act(m, ACT_DRAW, m->turn);
			break;
		case 'Q':
			act(m, ACT_DRAW, seat_other(m->turn));
			break;
		case 'V':
			act(m, ACT_DRAW_ACCEPT, seat_other(m->draw_by));
			break;
		case 'v':
			act(m, ACT_DRAW_REJECT, seat_other(m->draw_by));
			break;
		case '+':
			start_with(m, "61");
			resign(m, p[1] == '0' ? SEAT_1 : SEAT_0, (unsigned)(p[2] - '0'));
			act(m, ACT_RESIGN_ACCEPT, p[1] == '0' ? SEAT_0 : SEAT_1);
			break;
		default:
			fail_msg("script: %s", p);
		}
}

static struct match_state
match_of(unsigned length, const char *script)
{
	struct match_state m;

	match_init(&m, variant_find("backgammon"), length);
	run(&m, script);
	return m;
}

/* Replaces the current situation: seat is to roll, with these checkers on the board. */
static void
set_board(struct match_state *m, enum seat seat, const struct board *b)
{
	m->board = *b;
	m->phase = PH_ROLL;
	m->turn = seat;
	m->dice_to_play = 0;
	m->dice = (struct dice_pair){ { 0, 0 } };
	m->opening = false;
	assert_true(match_check(m));
}

static void
assert_event(unsigned i, enum match_event_kind kind, enum seat seat)
{
	assert_true(i < ev.n);
	assert_int_equal(ev.e[i].kind, kind);
	assert_int_equal(ev.e[i].seat, seat);
}

/* ---- which actions are allowed when ---- */

enum {
	OK = MATCH_OK,
	NG = MATCH_NO_GAME,
	ON = MATCH_GAME_ON,
	IO = MATCH_IS_OVER,
	NT = MATCH_NOT_YOUR_TURN,
	AR = MATCH_ALREADY_ROLLED,
	NR = MATCH_NOT_ROLLED,
	WD = MATCH_AWAIT_DOUBLE,
	AD = MATCH_ANSWER_DOUBLE,
	WR = MATCH_AWAIT_RESIGN,
	AN = MATCH_ANSWER_RESIGN,
	NO = MATCH_NOTHING_OFFERED,
	BA = MATCH_BAD_ACTION,
	NN = MATCH_NO_DOUBLE_TO_NAME,
	WF = MATCH_AWAIT_DRAW,
};

/* In these scripts seat 0 starts, so in PH_ROLL seat 1 is on roll.  In "p1" the player on roll
 * resigns, in "o1" the opponent. */
static const struct {
	const char *script;
	enum seat seat;
	int want[ACT_TAKEBACK];
} GATE[] = {
	/* clang-format off */
	/*                          start rol mov dbl tak drp red res yes no  nam drw acc rej */
	/* before the first game */
	{ "", SEAT_0,              { OK, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG } },
	{ "", SEAT_1,              { OK, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG } },
	{ "", SEAT_NONE,           { OK, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG } },
	/* between games */
	{ "+01", SEAT_0,           { OK, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG } },
	{ "+01", SEAT_1,           { OK, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG } },
	/* to move */
	{ "S61", SEAT_0,           { ON, AR, OK, AR, NO, NO, NO, OK, NO, NO, NN, OK, NO, NO } },
	/* opponent to move */
	{ "S61", SEAT_1,           { ON, NT, NT, NT, NO, NO, NO, OK, NO, NO, NT, OK, NO, NO } },
	/* no seat, during a game */
	{ "S61", SEAT_NONE,        { ON, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA } },
	/* to roll */
	{ "S61 m", SEAT_1,         { ON, OK, NR, OK, NO, NO, NO, OK, NO, NO, NN, OK, NO, NO } },
	/* opponent to roll */
	{ "S61 m", SEAT_0,         { ON, NT, NT, NT, NO, NO, NO, OK, NO, NO, NT, OK, NO, NO } },
	/* taken, to roll */
	{ "S61 m d t", SEAT_1,     { ON, OK, NR, -1, NO, NO, NO, OK, NO, NO, NN, OK, NO, NO } },
	/* taken, opponent to roll */
	{ "S61 m d t", SEAT_0,     { ON, NT, NT, NT, NO, NO, NO, OK, NO, NO, NT, OK, NO, NO } },
	/* has doubled */
	{ "S61 m d", SEAT_1,       { ON, WD, WD, WD, WD, WD, WD, OK, WD, WD, WD, WD, WD, WD } },
	/* was doubled */
	{ "S61 m d", SEAT_0,       { ON, AD, AD, AD, OK, OK, OK, AD, AD, AD, AD, AD, AD, AD } },
	/* no seat, doubled */
	{ "S61 m d", SEAT_NONE,    { ON, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA } },
	/* was redoubled */
	{ "S61 m d b", SEAT_1,     { ON, AD, AD, AD, OK, OK, OK, AD, AD, AD, AD, AD, AD, AD } },
	/* has redoubled */
	{ "S61 m d b", SEAT_0,     { ON, WD, WD, WD, WD, WD, WD, OK, WD, WD, WD, WD, WD, WD } },
	/* resigns having rolled */
	{ "S61 p1", SEAT_0,        { ON, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR } },
	/* opponent resigns having rolled */
	{ "S61 p1", SEAT_1,        { ON, AN, AN, AN, AN, AN, AN, AN, OK, OK, AN, AN, AN, AN } },
	/* resigns out of turn */
	{ "S61 o2", SEAT_1,        { ON, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR } },
	/* opponent resigns out of turn */
	{ "S61 o2", SEAT_0,        { ON, AN, AN, AN, AN, AN, AN, AN, OK, OK, AN, AN, AN, AN } },
	/* resigns before the roll */
	{ "S61 m p3", SEAT_1,      { ON, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR } },
	/* opponent resigns before the roll */
	{ "S61 m p3", SEAT_0,      { ON, AN, AN, AN, AN, AN, AN, AN, OK, OK, AN, AN, AN, AN } },
	/* to roll, opponent resigns */
	{ "S61 m o1", SEAT_1,      { ON, AN, AN, AN, AN, AN, AN, AN, OK, OK, AN, AN, AN, AN } },
	/* resigns, opponent to roll */
	{ "S61 m o1", SEAT_0,      { ON, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR } },
	/* doubles and resigns */
	{ "S61 m d p1", SEAT_1,    { ON, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR, WR } },
	/* doubled by a player who resigns */
	{ "S61 m d p1", SEAT_0,    { ON, AN, AN, AN, AN, AN, AN, AN, OK, OK, AN, AN, AN, AN } },
	/* no seat, resigned */
	{ "S61 p1", SEAT_NONE,     { ON, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA, BA } },
	/* rejected a resignation */
	{ "S61 p1 n", SEAT_1,      { ON, NT, NT, NT, NO, NO, NO, OK, NO, NO, NT, OK, NO, NO } },
	/* resignation rejected */
	{ "S61 p1 n", SEAT_0,      { ON, AR, OK, AR, NO, NO, NO, OK, NO, NO, NN, OK, NO, NO } },
	/* has offered a draw: other actions are unaffected, and the opponent may answer at any
	 * time */
	{ "S61 q", SEAT_0,         { ON, AR, OK, AR, NO, NO, NO, OK, NO, NO, NN, WF, NO, NO } },
	{ "S61 q", SEAT_1,         { ON, NT, NT, NT, NO, NO, NO, OK, NO, NO, NT, OK, OK, OK } },
	{ "S61 m q", SEAT_1,       { ON, OK, NR, OK, NO, NO, NO, OK, NO, NO, NN, WF, NO, NO } },
	{ "S61 Q", SEAT_0,         { ON, AR, OK, AR, NO, NO, NO, OK, NO, NO, NN, OK, OK, OK } },
	{ "S61 q m", SEAT_0,       { ON, NT, NT, NT, NO, NO, NO, OK, NO, NO, NT, WF, NO, NO } },
	{ "S61 q m d", SEAT_0,     { ON, AD, AD, AD, OK, OK, OK, AD, AD, AD, AD, AD, AD, AD } },
	{ "S61 q v", SEAT_0,       { ON, AR, OK, AR, NO, NO, NO, OK, NO, NO, NN, OK, NO, NO } },
	{ "S61 q p1", SEAT_1,      { ON, AN, AN, AN, AN, AN, AN, AN, OK, OK, AN, AN, AN, AN } },
	{ "S61 q p1 n", SEAT_1,    { ON, NT, NT, NT, NO, NO, NO, OK, NO, NO, NT, OK, NO, NO } },
	/* drawn by agreement */
	{ "S61 q V", SEAT_0,       { OK, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG } },
	{ "S61 q Q", SEAT_1,       { OK, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG, NG } },
	/* clang-format on */
};

static void
assert_gate(const struct match_state *m, enum act_kind kind, enum seat seat, int want)
{
	struct action a = action_for(m, kind, seat);
	enum match_err got = match_gate(m, &a);

	if (want < 0) { /* the phase allows it; access to the cube is checked when the action is
			   applied */
		assert_int_equal(got, MATCH_OK);
		assert_int_equal(try(m, kind, seat), MATCH_NO_CUBE);
		return;
	}
	assert_int_equal(got, want);
	assert_int_equal(try(m, kind, seat), want);
}

TEST(each_phase_allows_the_actions_in_the_table)
{
	wish.redoubles[0] = wish.redoubles[1] = 99;
	for (size_t i = 0; i < ARRAY_LEN(GATE); i++) {
		struct match_state m = match_of(0, GATE[i].script);

		for (unsigned k = 0; k < ACT_COUNT; k++) {
			/* the others are tested in test_clock.c and test_practice.c */
			if (!action_has_flag((enum act_kind)k, ACTION_OF_PLAY) ||
			    k == ACT_TAKEBACK)
				continue;
			struct action a = action_for(&m, (enum act_kind)k, GATE[i].seat);
			int want = GATE[i].want[k == ACT_MISPLAY ? ACT_MOVE : k];

			if (want >= 0 && match_gate(&m, &a) != (enum match_err)want)
				print_error("\"%s\" seat %u: %s\n", GATE[i].script,
				    (unsigned)GATE[i].seat, action_kind_name((enum act_kind)k));
			assert_gate(&m, (enum act_kind)k, GATE[i].seat, want);
		}
	}
}

TEST(a_finished_match_refuses_every_action)
{
	struct match_state m = match_of(1, "+01");

	assert_int_equal(m.phase, PH_OVER);
	for (unsigned k = 0; k < ACT_COUNT; k++)
		for (unsigned s = 0; s <= 2; s++)
			assert_gate(&m, (enum act_kind)k, (enum seat)s, MATCH_IS_OVER);
}

TEST(unknown_kinds_and_seats_are_refused)
{
	static const char *const scripts[] = { "", "S61", "S61 m", "S61 m d", "S61 p1" };
	static const unsigned kinds[] = { ACT_COUNT, ACT_COUNT + 1, 200, 0x7fffffff };

	for (size_t i = 0; i < ARRAY_LEN(scripts); i++) {
		struct match_state m = match_of(0, scripts[i]);

		for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
			struct action a = { .kind = (enum act_kind)kinds[k], .seat = SEAT_0 };

			assert_refused(&m, &a, MATCH_BAD_ACTION);
		}
	}
	for (unsigned seat = 3; seat < 300; seat += 99) {
		struct match_state m = match_of(0, "S61");
		struct action a = { .kind = ACT_RESIGN, .seat = (enum seat)seat, .size = 1 };

		assert_refused(&m, &a, MATCH_BAD_ACTION);
	}
}

TEST(match_to_act_is_the_player_who_must_answer_or_play)
{
	static const struct {
		const char *script;
		enum seat want;
		bool on;
	} row[] = {
		{ "", SEAT_NONE, false },
		{ "+01", SEAT_NONE, false },
		{ "S61", SEAT_0, true },
		{ "S16", SEAT_1, true },
		{ "S61 m", SEAT_1, true },
		{ "S61 m d", SEAT_0, true },
		{ "S61 m d b", SEAT_1, true },
		{ "S61 m d b t", SEAT_1, true },
		{ "S61 m d t", SEAT_1, true },
		{ "S61 p1", SEAT_1, true },
		{ "S61 o1", SEAT_0, true },
		{ "S61 m d p1", SEAT_0, true },
		{ "S61 m d p1 n", SEAT_0, true },
	};

	wish.redoubles[0] = wish.redoubles[1] = 1;
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct match_state m = match_of(0, row[i].script);

		assert_int_equal(match_to_act(&m), row[i].want);
		assert_int_equal(match_game_on(&m), row[i].on);
	}
}

/* ---- the start of a game ---- */

TEST(the_higher_opening_die_moves_first_with_both_dice)
{
	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = 1; b <= 6; b++) {
			char digits[3] = { (char)('0' + a), (char)('0' + b), 0 };
			struct match_state m = match_of(5, "");
			unsigned first = a > b ? 0 : 1;

			if (a == b)
				continue;
			start_with(&m, digits);
			assert_int_equal(m.phase, PH_MOVE);
			assert_int_equal(m.turn, first);
			assert_int_equal(m.dice.d[0], first == 0 ? a : b);
			assert_int_equal(m.dice.d[1], first == 0 ? b : a);
			assert_int_equal(m.dice_to_play, 2);
			assert_true(m.opening);
			assert_int_equal(m.next_roll, 1);
			assert_int_equal(m.game_no, 1);
			assert_int_equal(ev.n, 3);
			assert_event(0, EV_GAME_STARTED, SEAT_NONE);
			assert_event(1, EV_OPENING_ROLL, SEAT_NONE);
			assert_int_equal(ev.e[1].dice.d[0], a);
			assert_int_equal(ev.e[1].dice.d[1], b);
			assert_event(2, EV_MOVES_FIRST, (enum seat)first);
		}
}

TEST(ties_in_the_opening_count_as_rolls_and_are_reported)
{
	struct match_state m = match_of(5, "S33,61");

	assert_int_equal(m.next_roll, 2);
	assert_int_equal(ev.n, 4);
	assert_event(1, EV_OPENING_ROLL, SEAT_NONE);
	assert_int_equal(ev.e[1].dice.d[0], 3);
	assert_event(2, EV_OPENING_ROLL, SEAT_NONE);
	assert_event(3, EV_MOVES_FIRST, SEAT_0);
	run(&m, "m r52 m");
	assert_int_equal(m.next_roll, 3);
	run(&m, "o1 y S11,22,16");
	assert_int_equal(m.next_roll, 6);
	assert_int_equal(m.turn, SEAT_1);
}

TEST(each_start_sets_the_colours)
{
	struct match_state m = match_of(5, "");

	for (unsigned game = 0; game < 4; game++) {
		wish.o = game & 1 ? SEAT_1 : SEAT_0;
		run(&m, "S61");
		assert_int_equal(m.o, wish.o);
		assert_int_equal(m.turn, SEAT_0); /* regardless of which player has O */
		run(&m, "p1 y");
		assert_int_equal(m.o, wish.o);
	}
}

TEST(a_new_game_has_a_fresh_board_and_cube)
{
	struct match_state fresh = match_of(0, "S61");
	struct match_state m;

	wish.redoubles[0] = wish.redoubles[1] = 1;
	m = match_of(0, "S61 m d t r31 m r31 m r61 m d b t r52 m o1 y");
	assert_int_equal(m.phase, PH_BETWEEN_GAMES);
	assert_int_equal(m.turn, SEAT_NONE);
	run(&m, "S61");
	assert_memory_equal(&m.board, &fresh.board, sizeof(m.board));
	assert_int_equal(m.cube, 1);
	assert_int_equal(m.cube_owner, SEAT_NONE);
	assert_int_equal(m.game_no, 2);
}

static void
spoil_start_action(struct action *a, unsigned how)
{
	static const uint8_t bad_dice[] = { 0, 7, 255 };

	switch (how) {
	case 0:
		a->seat = SEAT_0;
		break;
	case 1:
		a->seat = SEAT_1;
		break;
	case 2:
		a->start.o = SEAT_NONE;
		break;
	case 3:
		a->start.o = (enum seat)77;
		break;
	case 4:
		a->roll_no++;
		break;
	case 5:
		a->roll_no--;
		break;
	case 6:
		a->start.npairs = 0;
		break;
	case 7:
		a->start.npairs = OPENING_PAIRS_MAX + 1;
		break;
	case 8:
		a->start.npairs = 255;
		break;
	case 9:
		set_opening_pairs(a, "44"); /* a tie does not decide who starts */
		break;
	case 10:
		set_opening_pairs(a, "61,52"); /* the first pair already decides */
		break;
	case 11:
		set_opening_pairs(a, "22,61,33,52");
		break;
	case 12:
	case 13:
		a->start.redoubles[how - 12] = 100;
		break;
	case 14:
	case 15:
		a->start.redoubles[how - 14] = 254;
		break;
	default:
		assert_in_range(how, 16, 21);
		set_opening_pairs(a, "11,61");
		a->start.pair[1].d[how & 1] = bad_dice[(how - 16) / 2];
	}
}

TEST(malformed_starts_are_refused)
{
	for (unsigned how = 0; how <= 21; how++) {
		struct match_state m = match_of(5, "+01");
		struct action a = action_for(&m, ACT_START, SEAT_NONE);

		spoil_start_action(&a, how);
		assert_refused(&m, &a, MATCH_BAD_ACTION);
	}
}

TEST(at_most_thirty_two_opening_pairs_are_accepted)
{
	struct match_state m = match_of(0, "");
	struct action a = action_for(&m, ACT_START, SEAT_NONE);

	for (unsigned i = 0; i < OPENING_PAIRS_MAX; i++)
		a.start.pair[i] =
		    (struct dice_pair){ { 2, i + 1 < OPENING_PAIRS_MAX ? 2 : 5 } };
	a.start.npairs = OPENING_PAIRS_MAX;
	a.start.autodouble = true;
	assert_done(&m, &a);
	assert_int_equal(m.next_roll, OPENING_PAIRS_MAX);
	assert_int_equal(m.cube, 4096);
	assert_int_equal(ev.n, 1 + OPENING_PAIRS_MAX + 12 + 1);
	assert_event(ev.n - 1, EV_MOVES_FIRST, SEAT_1);
}

TEST(ties_double_the_cube_only_in_unlimited_matches_by_agreement)
{
	static const struct {
		unsigned length;
		bool autodouble;
		unsigned ties;
		uint32_t cube;
	} row[] = {
		{ 0, false, 3, 1 },
		{ 0, true, 0, 1 },
		{ 0, true, 1, 2 },
		{ 0, true, 2, 4 },
		{ 0, true, 11, 2048 },
		{ 0, true, 12, 4096 },
		{ 0, true, 13, 4096 },
		{ 0, true, 20, 4096 },
		{ 1, true, 2, 1 },
		{ 5, true, 2, 1 },
		{ 99, true, 12, 1 },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct match_state m = match_of(row[i].length, "");
		char digits[3 * OPENING_PAIRS_MAX] = "";
		unsigned turned = 0;

		for (unsigned t = 0; t < row[i].ties; t++)
			(void)snprintf(digits + 3 * t, sizeof(digits) - 3 * t, "44,");
		(void)snprintf(digits + 3 * row[i].ties, 3, "61");
		wish.autodouble = row[i].autodouble;
		start_with(&m, digits);
		assert_int_equal(m.cube, row[i].cube);
		assert_int_equal(m.cube_owner, SEAT_NONE);
		for (unsigned e = 0; e < ev.n; e++)
			if (ev.e[e].kind == EV_CUBE_AUTODOUBLED) {
				assert_int_equal(ev.e[e - 1].kind, EV_OPENING_ROLL);
				assert_int_equal(ev.e[e].value, 2u << turned++);
			}
		assert_int_equal(1u << turned, row[i].cube);
	}
}

TEST(an_automatic_double_counts_and_leaves_the_cube_centred)
{
	struct match_state m;

	wish.autodouble = true;
	m = match_of(0, "S22,61 m");
	assert_true(match_may_double(&m, SEAT_1));
	run(&m, "d x");
	assert_int_equal(m.score[1], 2);
	run(&m, "S61");
	assert_int_equal(m.cube, 1);
}

/* ---- rolling and moving ---- */

TEST(malformed_rolls_are_refused)
{
	static const struct {
		uint8_t d[2];
		uint32_t roll_no;
		enum match_err want;
	} row[] = {
		{ { 0, 1 }, 1, MATCH_BAD_ACTION },
		{ { 1, 0 }, 1, MATCH_BAD_ACTION },
		{ { 7, 1 }, 1, MATCH_BAD_ACTION },
		{ { 1, 7 }, 1, MATCH_BAD_ACTION },
		{ { 255, 255 }, 1, MATCH_BAD_ACTION },
		{ { 3, 1 }, 0, MATCH_BAD_ACTION },
		{ { 3, 1 }, 2, MATCH_BAD_ACTION },
		{ { 3, 1 }, UINT32_MAX, MATCH_BAD_ACTION },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct match_state m = match_of(3, "S61 m");
		struct action a = action_for(&m, ACT_ROLL, SEAT_1);

		memcpy(a.dice.d, row[i].d, 2);
		a.roll_no = row[i].roll_no;
		assert_refused(&m, &a, row[i].want);
	}
}

TEST(a_roll_is_reported_in_order_and_must_be_played)
{
	struct match_state m = match_of(3, "S61 m r35");

	assert_int_equal(ev.n, 1);
	assert_event(0, EV_ROLLED, SEAT_1);
	assert_int_equal(ev.e[0].dice.d[0], 3);
	assert_int_equal(ev.e[0].dice.d[1], 5);
	assert_int_equal(m.dice.d[0], 3);
	assert_int_equal(m.dice.d[1], 5);
	assert_int_equal(m.dice_to_play, 2);
	assert_int_equal(m.next_roll, 2);
	run(&m, "m");
	assert_int_equal(m.dice.d[0], 0);
	assert_int_equal(m.dice_to_play, 0);
	assert_int_equal(m.turn, SEAT_0);
	run(&m, "r44");
	assert_int_equal(m.dice_to_play, 4);
}

TEST(a_move_is_reported_as_made)
{
	for (unsigned automatic = 0; automatic < 2; automatic++) {
		struct match_state m = match_of(3, "S31");
		struct action a = action_for(&m, ACT_MOVE, SEAT_0);

		a.play = (struct play){ 2, { { 8, 5 }, { 6, 5 } } };
		a.automatic = automatic == 1;
		assert_done(&m, &a);
		assert_int_equal(ev.n, 1);
		assert_event(0, EV_MOVED, SEAT_0);
		assert_memory_equal(&ev.e[0].play, &a.play, sizeof(a.play));
		assert_int_equal(ev.e[0].automatic, automatic);
		assert_int_equal(m.board.at[0][5], 2);
		assert_int_equal(m.board.at[0][8], 2);
		assert_int_equal(m.board.at[0][6], 4);
		assert_false(m.opening);
		assert_int_equal(m.phase, PH_ROLL);
		assert_int_equal(m.turn, SEAT_1);
	}
}

TEST(illegal_moves_are_refused_with_step_and_reason)
{
	static const struct {
		struct play play;
		enum move_err move;
		unsigned step;
	} row[] = {
		{ { 0, { { 0, 0 } } }, MOVE_TOO_FEW, 0 },
		{ { 1, { { 8, 5 } } }, MOVE_TOO_FEW, 0 },
		{ { 3, { { 8, 5 }, { 6, 5 }, { 13, 10 } } }, MOVE_TOO_MANY, 0 },
		{ { 2, { { 7, 4 }, { 6, 5 } } }, MOVE_NO_CHECKER, 0 },
		{ { 2, { { 8, 5 }, { 255, 5 } } }, MOVE_NO_CHECKER, 1 },
		{ { 2, { { 8, 5 }, { 8, 5 } } }, MOVE_NOT_ON_DICE, 1 },
		{ { 2, { { 8, 4 }, { 6, 5 } } }, MOVE_NOT_ON_DICE, 0 },
		{ { 2, { { 8, 5 }, { 13, 12 } } }, MOVE_BLOCKED, 1 },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct match_state m = match_of(3, "S31");
		struct action a = action_for(&m, ACT_MOVE, SEAT_0);
		struct match_error e;

		a.play = row[i].play;
		assert_refused(&m, &a, MATCH_BAD_MOVE);
		e = apply(&m, &a);
		assert_int_equal(e.move_err, row[i].move);
		assert_int_equal(e.step, row[i].step);
	}
}

/* Returns a board on which seat 0 is on the bar against a closed home board. */
static struct board
closed_out_board(void)
{
	struct board b = { 0 };

	b.at[0][PT_BAR] = 1;
	b.at[0][6] = 14;
	for (unsigned p = 1; p <= 6; p++)
		b.at[1][p] = 2;
	b.at[1][7] = 3;
	return b;
}

TEST(a_roll_that_cannot_be_played_passes_the_turn_at_once)
{
	struct match_state m = match_of(3, "S61 m");
	struct board b = closed_out_board();

	set_board(&m, SEAT_0, &b);
	run(&m, "r66");
	assert_int_equal(ev.n, 2);
	assert_event(0, EV_ROLLED, SEAT_0);
	assert_event(1, EV_CANNOT_MOVE, SEAT_0);
	assert_int_equal(m.phase, PH_ROLL);
	assert_int_equal(m.turn, SEAT_1);
	assert_int_equal(m.dice_to_play, 0);
	assert_int_equal(m.dice.d[0], 0);
	assert_memory_equal(&m.board, &b, sizeof(b));
	assert_int_equal(m.next_roll, 2);
	assert_true(match_may_double(&m, SEAT_1));
}

TEST(a_closed_out_player_may_still_double)
{
	struct match_state m = match_of(3, "S61 m");
	struct board b = closed_out_board();

	set_board(&m, SEAT_0, &b);
	assert_true(match_may_double(&m, SEAT_0));
	run(&m, "d t r66");
	assert_int_equal(m.turn, SEAT_1);
	assert_int_equal(m.cube, 2);
	assert_int_equal(m.cube_owner, SEAT_1);
}

TEST(only_playable_dice_must_be_played)
{
	struct match_state m = match_of(3, "S61 m");
	struct board b = { 0 };

	b.at[0][3] = 1; /* the last checker: one die ends the game */
	b.at[0][PT_OFF] = 14;
	b.at[1][1] = 15;
	set_board(&m, SEAT_0, &b);
	run(&m, "r64");
	assert_int_equal(m.dice_to_play, 1);
	run(&m, "m");
	assert_int_equal(m.score[0], 2);
}

/* ---- the cube ---- */

static void
assert_cube(const struct match_state *m, uint32_t value, enum seat owner)
{
	assert_int_equal(m->cube, value);
	assert_int_equal(m->cube_owner, owner);
}

TEST(the_opening_play_gives_no_chance_to_double)
{
	struct match_state m = match_of(5, "S61");

	assert_false(match_may_double(&m, SEAT_0));
	assert_false(match_may_double(&m, SEAT_1));
	run(&m, "m");
	assert_false(match_may_double(&m, SEAT_0));
	assert_true(match_may_double(&m, SEAT_1));
	assert_false(match_may_double(&m, SEAT_NONE));
	run(&m, "r31 m");
	assert_true(match_may_double(&m, SEAT_0));
}

TEST(a_double_waits_and_a_take_gives_the_cube_to_the_taker)
{
	struct match_state m = match_of(5, "S61 m d");

	assert_int_equal(ev.n, 1);
	assert_event(0, EV_DOUBLED, SEAT_1);
	assert_int_equal(ev.e[0].value, 2);
	assert_int_equal(ev.e[0].redoubles_left, 0);
	assert_int_equal(m.phase, PH_DOUBLED);
	assert_int_equal(m.offered_cube, 2);
	assert_int_equal(m.doubler, SEAT_1);
	assert_cube(&m, 1, SEAT_NONE);
	assert_false(match_may_double(&m, SEAT_0));
	assert_false(match_may_double(&m, SEAT_1));
	run(&m, "t");
	assert_int_equal(ev.n, 1);
	assert_event(0, EV_DOUBLE_TAKEN, SEAT_0);
	assert_int_equal(ev.e[0].value, 2);
	assert_false(ev.e[0].redouble);
	assert_cube(&m, 2, SEAT_0);
	assert_int_equal(m.phase, PH_ROLL);
	assert_int_equal(m.turn, SEAT_1);
	assert_int_equal(m.offered_cube, 0);
	assert_int_equal(m.doubler, SEAT_NONE);
}

TEST(only_the_owner_of_the_cube_may_redouble)
{
	struct match_state m = match_of(9, "S61 m d t");

	assert_false(match_may_double(&m, SEAT_1));
	assert_int_equal(try(&m, ACT_DOUBLE, SEAT_1), MATCH_NO_CUBE);
	run(&m, "r31 m");
	assert_true(match_may_double(&m, SEAT_0));
	run(&m, "d t r31 m");
	assert_cube(&m, 4, SEAT_1);
	assert_true(match_may_double(&m, SEAT_1));
	run(&m, "r52 m");
	assert_false(match_may_double(&m, SEAT_0));
	assert_int_equal(try(&m, ACT_DOUBLE, SEAT_0), MATCH_NO_CUBE);
}

TEST(a_drop_pays_the_value_before_the_double)
{
	static const struct {
		const char *script;
		uint32_t score[2];
	} row[] = {
		{ "S61 m d x", { 0, 1 } },
		{ "S16 m d x", { 1, 0 } },
		{ "S61 m d t r31 m d x", { 2, 0 } },
		{ "S61 m d t r31 m d t r31 m d x", { 0, 4 } },
		{ "S61 m d t r31 m d t r31 m d t r31 m d x", { 8, 0 } },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct match_state m = match_of(99, row[i].script);
		enum seat winner = row[i].score[0] > 0 ? SEAT_0 : SEAT_1;

		assert_memory_equal(m.score, row[i].score, sizeof(m.score));
		assert_int_equal(m.phase, PH_BETWEEN_GAMES);
		assert_int_equal(ev.n, 1);
		assert_event(0, EV_GAME_WON, winner);
		assert_int_equal(ev.e[0].how, WON_DROP);
		assert_int_equal(ev.e[0].points, row[i].score[winner]);
	}
}

TEST(the_cube_stops_at_its_limit)
{
	static const struct {
		uint32_t cube;
		enum match_err want;
	} row[] = { { 1024, MATCH_OK }, { 2048, MATCH_OK }, { 4096, MATCH_NO_CUBE } };

	for (unsigned length = 0; length <= 99; length += 99)
		for (size_t i = 0; i < ARRAY_LEN(row); i++) {
			struct match_state m = match_of(length, "S61 m");

			m.cube = row[i].cube;
			m.cube_owner = SEAT_1;
			assert_int_equal(match_may_double(&m, SEAT_1), row[i].want == MATCH_OK);
			assert_int_equal(try(&m, ACT_DOUBLE, SEAT_1), row[i].want);
		}
}

TEST(a_one_point_match_has_no_cube)
{
	struct match_state m = match_of(1, "S61 m");

	assert_int_equal(try(&m, ACT_DOUBLE, SEAT_1), MATCH_NO_CUBE);
	assert_false(match_may_double(&m, SEAT_1));
	assert_int_equal(m.crawford, CRAWFORD_PENDING);
}

TEST(a_dead_cube_may_be_turned)
{
	struct match_state m =
	    match_of(5, "+03 +12 +01 +12 S61 m"); /* 4-4, after the Crawford game */

	assert_int_equal(m.score[0], 4);
	assert_int_equal(m.score[1], 4);
	assert_true(match_may_double(&m, SEAT_1));
}

/* ---- instant redoubles ---- */

TEST(redoubles_are_for_unlimited_matches)
{
	struct match_state m;

	wish.redoubles[0] = wish.redoubles[1] = REDOUBLES_UNLIMITED;
	m = match_of(7, "S61 m d");
	assert_int_equal(m.redoubles, 0);
	assert_int_equal(ev.e[0].redoubles_left, 0);
	assert_int_equal(try(&m, ACT_REDOUBLE, SEAT_0), MATCH_NOT_UNLIMITED);
}

TEST(the_lower_of_both_limits_bounds_the_redoubles)
{
	static const struct {
		uint8_t wish[2];
		unsigned links;
	} row[] = {
		{ { 0, 0 }, 0 },
		{ { 0, 99 }, 0 },
		{ { REDOUBLES_UNLIMITED, 0 }, 0 },
		{ { 1, 3 }, 1 },
		{ { 3, 1 }, 1 },
		{ { 2, REDOUBLES_UNLIMITED }, 2 },
		{ { REDOUBLES_UNLIMITED, 3 }, 3 },
		{ { 99, 99 },
		    11 }, /* 1 to 4096 is twelve turns, of which the first is the double */
		{ { REDOUBLES_UNLIMITED, REDOUBLES_UNLIMITED }, 11 },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct match_state m;
		uint8_t allowed =
		    row[i].wish[0] < row[i].wish[1] ? row[i].wish[0] : row[i].wish[1];

		memcpy(wish.redoubles, row[i].wish, 2);
		m = match_of(0, "S61 m d");
		assert_int_equal(m.redoubles, allowed);
		for (unsigned link = 0; link < row[i].links; link++) {
			assert_int_equal(
			    ev.e[0].redoubles_left, allowed == 255 ? 255 : allowed - link);
			assert_int_equal(m.redoubles_done, link);
			run(&m, "b");
			assert_int_equal(ev.n, 1);
			assert_event(0, EV_REDOUBLED, link & 1 ? SEAT_1 : SEAT_0);
			assert_int_equal(ev.e[0].value, 4u << link);
			assert_int_equal(m.offered_cube, 4u << link);
			assert_int_equal(m.doubler, link & 1 ? SEAT_1 : SEAT_0);
			assert_cube(&m, 2u << link, SEAT_0);
		}
		assert_int_equal(ev.e[0].redoubles_left, 0);
		assert_int_equal(try(&m, ACT_REDOUBLE, match_to_act(&m)), MATCH_NO_REDOUBLE);
	}
}

/* Seat 1 doubles, seat 0 redoubles with a beaver, seat 1 with a raccoon, seat 0 with an otter,
 * and so on. */
TEST(the_player_doubled_first_owns_the_cube_after_redoubles)
{
	wish.redoubles[0] = wish.redoubles[1] = REDOUBLES_UNLIMITED;
	for (unsigned links = 0; links <= 11; links++) {
		struct match_state m = match_of(0, "S61 m d");

		for (unsigned i = 0; i < links; i++)
			run(&m, "b");
		run(&m, "t");
		assert_event(0, EV_DOUBLE_TAKEN, links & 1 ? SEAT_1 : SEAT_0);
		assert_int_equal(ev.e[0].redouble, links > 0);
		assert_int_equal(ev.e[0].value, 2u << links);
		assert_cube(&m, 2u << links, SEAT_0);
		assert_int_equal(m.phase, PH_ROLL);
		assert_int_equal(m.turn, SEAT_1); /* the first doubler rolls */
		assert_int_equal(m.redoubles_done, 0);
		run(&m, "r31 m");
		assert_int_equal(match_may_double(&m, SEAT_0), links < 11);
	}
}

TEST(dropping_a_redouble_costs_the_stake_before_it)
{
	wish.redoubles[0] = wish.redoubles[1] = REDOUBLES_UNLIMITED;
	for (unsigned links = 0; links <= 11; links++) {
		struct match_state m = match_of(0, "S61 m d");
		enum seat winner = links & 1 ? SEAT_0 : SEAT_1;

		for (unsigned i = 0; i < links; i++)
			run(&m, "b");
		run(&m, "x");
		assert_event(0, EV_GAME_WON, winner);
		assert_int_equal(m.score[winner], 1u << links);
		assert_int_equal(m.score[seat_other(winner)], 0);
		assert_int_equal(m.offered_cube, 0);
		assert_int_equal(m.redoubles_done, 0);
	}
}

TEST(redoubles_are_counted_per_double)
{
	struct match_state m;

	wish.redoubles[0] = wish.redoubles[1] = 1;
	m = match_of(0, "S61 m d b t r31 m");
	assert_cube(&m, 4, SEAT_0);
	run(&m, "d");
	assert_int_equal(ev.e[0].value, 8);
	assert_int_equal(ev.e[0].redoubles_left, 1);
	run(&m, "b");
	assert_cube(&m, 8, SEAT_1);
	assert_int_equal(try(&m, ACT_REDOUBLE, SEAT_0), MATCH_NO_REDOUBLE);
	run(&m, "t");
	assert_cube(&m, 16, SEAT_1);
}

TEST(the_count_of_redoubles_does_not_wrap)
{
	struct match_state m;

	wish.redoubles[0] = wish.redoubles[1] = REDOUBLES_UNLIMITED;
	m = match_of(0, "S61 m d");
	m.redoubles_done = 255; /* unreachable with a cube limit below 2^256 */
	run(&m, "b");
	assert_int_equal(m.redoubles_done, 255);
}

/* ---- Crawford ---- */

/* games: the result of each, as in run.  want: the Crawford state after each start: P pending,
 * A active, E expired. */
static const struct {
	const char *what;
	unsigned length;
	const char *games;
	const char *want;
	const char *off; /* per game: x if both switched the rule off, else -; or NULL */
} CRAWFORD_CASES[] = {
	{ "the first game with one player a point short", 5, "03 01 11", "PPAE", NULL },
	{ "of the other player", 5, "13 11 01", "PPAE", NULL },
	{ "only once, though the other gets there too", 4, "03 13", "PAE", NULL },
	{ "only once, though they stay there", 4, "03 11 11", "PAEE", NULL },
	{ "not yet at two points short", 5, "03 13", "PPP", NULL },
	{ "in the shortest match that can have it", 2, "01 11", "PAE", NULL },
	{ "in the longest match", 99, "93 93 93 93 02 11", "PPPPPAE", NULL },
	{ "not when the score jumps past it", 5, "03 03", "PP", NULL },
	{ "not in a match to one point", 1, "", "P", NULL },
	{ "not in an unlimited match", 0, "01 02 11", "PPPP", NULL },
	{ "not when both switched it off", 4, "03 11 11", "PEEE", "xxxx" },
	{ "not later when it comes back", 4, "03 11 11", "PEEE", "-x--" },
	{ "though it was off before it mattered", 4, "03 11 11", "PAEE", "x---" },
	{ "and stays over when switched off", 4, "03 11 11", "PAEE", "--xx" },
};

/* Tries a double by each player in a game that has just started, each before their own roll. */
static void
assert_doubling(const struct match_state *begun, enum match_err want)
{
	struct match_state m = *begun;

	for (unsigned turn = 0; turn < 3; turn++) {
		run(&m, "m");
		assert_int_equal(match_may_double(&m, m.turn), want == MATCH_OK);
		assert_int_equal(try(&m, ACT_DOUBLE, m.turn), want);
		run(&m, "r31");
	}
}

static enum match_err
doubling_when(unsigned length, char crawford)
{
	if (length == 1)
		return MATCH_NO_CUBE;
	return crawford == 'A' ? MATCH_CRAWFORD_GAME : MATCH_OK;
}

TEST(the_crawford_game_is_the_first_started_one_point_short)
{
	static const enum crawford states[] = {
		['P'] = CRAWFORD_PENDING, ['A'] = CRAWFORD_ACTIVE, ['E'] = CRAWFORD_EXPIRED
	};

	for (size_t i = 0; i < ARRAY_LEN(CRAWFORD_CASES); i++) {
		struct match_state m = match_of(CRAWFORD_CASES[i].length, "");
		const char *game = CRAWFORD_CASES[i].games;

		for (unsigned n = 0; CRAWFORD_CASES[i].want[n] != '\0'; n++) {
			wish.crawford =
			    CRAWFORD_CASES[i].off == NULL || CRAWFORD_CASES[i].off[n] != 'x';
			run(&m, "S61");
			if (m.crawford != states[(unsigned char)CRAWFORD_CASES[i].want[n]])
				fail_msg("%s: game %u", CRAWFORD_CASES[i].what, n + 1);
			assert_doubling(&m,
			    doubling_when(CRAWFORD_CASES[i].length, CRAWFORD_CASES[i].want[n]));
			if (*game == '\0')
				break;
			/* "9N": first turns the cube to 8, then seat 0 wins N times 8 points */
			if (game[0] == '9')
				run(&m, "m d t r31 m d t r31 m d t");
			resign(&m, game[0] == '1' ? SEAT_0 : SEAT_1, (unsigned)(game[1] - '0'));
			run(&m, "y");
			game += game[2] == ' ' ? 3 : 2;
		}
	}
}

TEST(a_crawford_game_won_by_the_leader_ends_the_match)
{
	struct match_state m = match_of(5, "+03 +01 +01");

	assert_int_equal(m.phase, PH_OVER);
	assert_int_equal(m.score[0], 5);
}

TEST(a_take_after_the_crawford_game_counts)
{
	struct match_state m = match_of(3, "+02 +11 S61 m d t o2 y");

	assert_int_equal(m.phase, PH_OVER);
	assert_int_equal(m.score[0], 2);
	assert_int_equal(m.score[1], 5);
}

/* ---- resignation ---- */

static void
assert_resignation_accepted(const struct match_state *start, enum seat seat, unsigned size)
{
	struct match_state m = *start;
	enum seat winner = seat_other(seat);

	resign(&m, seat, size);
	run(&m, "y");
	assert_event(0, EV_GAME_WON, winner);
	assert_int_equal(ev.e[0].how, WON_RESIGN);
	assert_int_equal(ev.e[0].points, start->cube * size);
	assert_int_equal(m.score[winner], start->score[winner] + start->cube * size);
	assert_int_equal(m.score[seat], start->score[seat]);
	assert_int_equal(m.phase, PH_BETWEEN_GAMES);
	assert_int_equal(m.resign_by, SEAT_NONE);
	assert_int_equal(m.resign_size, 0);
	assert_int_equal(m.offered_cube, 0);
}

static void
assert_resignation_rejected(const struct match_state *start, enum seat seat, unsigned size)
{
	struct match_state m = *start;

	for (unsigned again = 0; again < 3; again++) { /* any number of times */
		resign(&m, seat, size);
		assert_int_equal(ev.n, 1);
		assert_event(0, EV_RESIGN_OFFERED, seat);
		assert_int_equal(ev.e[0].points, start->cube * size);
		assert_int_equal(match_resign_points(&m, seat, size), start->cube * size);
		assert_int_equal(m.resign_by, seat);
		assert_int_equal(m.resign_size, size);
		assert_false(match_may_double(&m, SEAT_0));
		assert_false(match_may_double(&m, SEAT_1));
		run(&m, "n");
		assert_int_equal(ev.n, 1);
		assert_event(0, EV_RESIGN_REJECTED, seat_other(seat));
		assert_memory_equal(&m, start, sizeof(m));
	}
}

TEST(either_player_may_resign_any_size_in_every_phase)
{
	static const struct {
		const char *script;
		bool may[2];
	} row[] = {
		{ "S61", { true, true } },
		{ "S61 m", { true, true } },
		{ "S61 m r31", { true, true } },
		{ "S61 m d", { false, true } }, /* a player who was doubled can drop instead */
		{ "S61 m d t", { true, true } },
		{ "S61 m d t r31", { true, true } },
		{ "S61 m d t r31 m d", { true, false } },
		{ "S61 m d b", { true, false } },
		{ "S61 m d b b", { false, true } },
		{ "S61 m d b b t", { true, true } },
		{ "+13 S22,61", { true, true } },
	};

	wish.redoubles[0] = wish.redoubles[1] = 3;
	for (size_t i = 0; i < ARRAY_LEN(row); i++)
		for (unsigned seat = 0; seat < 2; seat++)
			for (unsigned size = 1; size <= 3; size++) {
				struct match_state m = match_of(0, row[i].script);

				if (!row[i].may[seat]) {
					assert_int_equal(try(&m, ACT_RESIGN, (enum seat)seat),
					    MATCH_ANSWER_DOUBLE);
					continue;
				}
				assert_resignation_accepted(&m, (enum seat)seat, size);
				assert_resignation_rejected(&m, (enum seat)seat, size);
			}
}

TEST(resignations_of_invalid_sizes_are_refused)
{
	static const uint8_t sizes[] = { 0, 4, 5, 255 };

	for (size_t i = 0; i < ARRAY_LEN(sizes); i++)
		for (unsigned seat = 0; seat < 2; seat++) {
			struct match_state m = match_of(5, "S61 m");
			struct action a = action_for(&m, ACT_RESIGN, (enum seat)seat);

			a.size = sizes[i];
			assert_refused(&m, &a, MATCH_BAD_ACTION);
		}
}

TEST(a_resignation_can_end_the_match)
{
	struct match_state m = match_of(3, "S61 p3 y");

	assert_int_equal(m.phase, PH_OVER);
	assert_int_equal(m.score[1], 3);
	assert_int_equal(ev.n, 2);
	assert_event(0, EV_GAME_WON, SEAT_1);
	assert_event(1, EV_MATCH_WON, SEAT_1);
}

/* ---- scores ---- */

/* The loser's checkers: at most two points, in the loser's own numbers, and how many checkers
 * are on each.  The rest are on the loser's 13 point. */
static const struct {
	const char *what;
	uint8_t point[2], n[2];
	unsigned size;
} WIN_SIZE_CASES[] = {
	{ "one off", { PT_OFF, 6 }, { 1, 14 }, 1 },
	{ "one off, others on the bar", { PT_OFF, PT_BAR }, { 1, 2 }, 1 },
	{ "one off, others in the winner's home", { PT_OFF, 24 }, { 1, 2 }, 1 },
	{ "all but one off", { PT_OFF, 1 }, { 14, 1 }, 1 },
	{ "none off, all home", { 6, 1 }, { 10, 5 }, 2 },
	{ "none off, some outside", { 13, 7 }, { 10, 5 }, 2 },
	{ "none off, last one just outside the winner's home", { 18, 6 }, { 1, 14 }, 2 },
	{ "none off, one at the edge of the winner's home", { 19, 6 }, { 1, 14 }, 3 },
	{ "none off, one deep in the winner's home", { 24, 6 }, { 1, 14 }, 3 },
	{ "none off, one on the bar", { PT_BAR, 6 }, { 1, 14 }, 3 },
	{ "none off, all on the bar", { PT_BAR, 6 }, { 15, 0 }, 3 },
};

static struct board
last_checker_of(enum seat winner, size_t row)
{
	struct board b = { 0 };
	uint8_t *loser = b.at[seat_other(winner)];
	uint8_t rest = 15;

	b.at[winner][PT_OFF] = 14;
	b.at[winner][2] = 1;
	for (unsigned i = 0; i < 2; i++) {
		loser[WIN_SIZE_CASES[row].point[i]] =
		    (uint8_t)(loser[WIN_SIZE_CASES[row].point[i]] + WIN_SIZE_CASES[row].n[i]);
		rest = (uint8_t)(rest - WIN_SIZE_CASES[row].n[i]);
	}
	loser[13] = (uint8_t)(loser[13] + rest);
	return b;
}

TEST(a_win_is_sized_by_the_losers_position)
{
	for (size_t i = 0; i < ARRAY_LEN(WIN_SIZE_CASES); i++)
		for (unsigned w = 0; w < 2; w++)
			for (uint32_t cube = 1; cube <= 4096; cube *= 8) {
				struct match_state m = match_of(0, "S61 m");
				struct board b = last_checker_of((enum seat)w, i);

				set_board(&m, (enum seat)w, &b);
				m.cube = cube;
				run(&m, "r52 m");
				if (m.score[w] != cube * WIN_SIZE_CASES[i].size)
					fail_msg("%s: %u", WIN_SIZE_CASES[i].what,
					    (unsigned)m.score[w]);
				assert_int_equal(m.score[1 - w], 0);
				assert_int_equal(m.phase, PH_BETWEEN_GAMES);
				assert_int_equal(m.turn, SEAT_NONE);
				assert_int_equal(ev.n, 2);
				assert_event(0, EV_MOVED, (enum seat)w);
				assert_event(1, EV_GAME_WON, (enum seat)w);
				assert_int_equal(ev.e[1].how, WON_BORNE_OFF);
				assert_int_equal(ev.e[1].points, cube * WIN_SIZE_CASES[i].size);
			}
}

TEST(a_match_ends_at_its_length_and_keeps_surplus_points)
{
	static const struct {
		unsigned length;
		const char *games;
		bool over;
		uint32_t score[2];
	} row[] = {
		{ 1, "+01", true, { 1, 0 } },
		{ 1, "+13", true, { 0, 3 } },
		{ 2, "+01", false, { 1, 0 } },
		{ 3, "+02 +12 +03", true, { 5, 2 } },
		{ 3, "+02 +12", false, { 2, 2 } },
		{ 5, "+02 +02 +11 +13 +11", true, { 4, 5 } },
		{ 99, "S61 m d t r31 m d t r31 m d t r31 m d t r31 m d t r31 m p3 y", false,
		    { 0, 96 } },
		{ 99, "S61 m d t r31 m d t r31 m d t r31 m d t r31 m d t r31 m d t p3 y", true,
		    { 0, 192 } },
		{ 0, "+03 +03 +13 +03 +03 +03", false, { 15, 3 } },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct match_state m = match_of(row[i].length, row[i].games);

		assert_memory_equal(m.score, row[i].score, sizeof(m.score));
		assert_int_equal(m.phase, row[i].over ? PH_OVER : PH_BETWEEN_GAMES);
		assert_int_equal(match_game_on(&m), false);
		assert_int_equal(ev.n, row[i].over ? 2 : 1);
		if (row[i].over)
			assert_event(1, EV_MATCH_WON, m.score[0] >= m.length ? SEAT_0 : SEAT_1);
	}
}

/* ---- other rows ---- */

TEST(a_game_without_a_cube_has_no_double)
{
	struct variant v = *variant_find("backgammon");
	struct match_state m;

	v.cube = false;
	wish.autodouble = true;
	match_init(&m, &v, 0);
	run(&m, "S33,61 m");
	assert_int_equal(m.cube, 1);
	assert_false(match_may_double(&m, SEAT_1));
	assert_int_equal(try(&m, ACT_DOUBLE, SEAT_1), MATCH_NO_CUBE);
}

TEST(the_row_sets_the_limit_of_the_cube)
{
	struct variant v = *variant_find("backgammon");
	struct match_state m;

	v.cube_limit = 2;
	wish.autodouble = true;
	match_init(&m, &v, 0);
	run(&m, "S33,22,61 m");
	assert_int_equal(m.cube, 2);
	assert_false(match_may_double(&m, SEAT_1));
}

TEST(the_first_to_roll_rolls_again_where_the_row_says_so)
{
	struct variant v = *variant_find("backgammon");
	struct match_state m;

	v.opening = OPENING_REROLL;
	match_init(&m, &v, 5);
	run(&m, "S16");
	assert_int_equal(m.phase, PH_ROLL);
	assert_int_equal(m.turn, SEAT_1);
	assert_true(m.opening);
	assert_int_equal(m.dice.d[0], 0);
	assert_false(match_may_double(&m, SEAT_1));
	assert_int_equal(try(&m, ACT_DOUBLE, SEAT_1), MATCH_NO_CUBE);
	run(&m, "r55 m");
	assert_true(match_may_double(&m, SEAT_0));
}

TEST(bearing_off_first_loses_where_the_row_says_so)
{
	struct variant v = *variant_find("backgammon");

	v.objective = OBJECTIVE_FIRST_OFF_LOSES;
	for (unsigned w = 0; w < 2; w++) {
		struct match_state m;
		struct board b = last_checker_of((enum seat)w, 0);

		match_init(&m, &v, 0);
		run(&m, "S61 m");
		set_board(&m, (enum seat)w, &b);
		run(&m, "r52 m");
		assert_event(1, EV_GAME_WON, seat_other((enum seat)w));
		assert_int_equal(m.score[w], 0);
		assert_true(m.score[1 - w] > 0);
	}
}

TEST(an_opening_that_cannot_be_played_passes_the_turn)
{
	struct variant v = *variant_find("backgammon");
	struct match_state m;

	memset(v.start, 0,
	    sizeof(v.start)); /* both have one checker on the bar against a closed board */
	v.start[PT_BAR] = 1;
	for (unsigned p = 1; p <= 7; p++)
		v.start[p] = 2;
	match_init(&m, &v, 5);
	run(&m, "S65");
	assert_int_equal(ev.n, 4);
	assert_event(ev.n - 1, EV_CANNOT_MOVE, SEAT_0);
	assert_int_equal(m.turn, SEAT_1);
	assert_false(m.opening);
	assert_true(match_may_double(&m, SEAT_1));
}

/* ---- consistency ---- */

TEST(every_valid_length_can_be_played)
{
	for (unsigned length = 0; length <= MATCH_LENGTH_MAX; length++) {
		struct match_state m = match_of(length, "");

		assert_true(match_check(&m));
		assert_int_equal(m.length, length);
		assert_int_equal(m.phase, PH_BETWEEN_GAMES);
		assert_cube(&m, 1, SEAT_NONE);
	}
	catching = true;
	if (setjmp(broken) == 0) {
		(void)match_of(MATCH_LENGTH_MAX + 1, "");
		catching = false;
		fail_msg("100 points");
	}
	catching = false;
}

static void
spoil_match_state(struct match_state *m, unsigned how)
{
	switch (how) {
	case 0:
		m->board.at[0][6]--;
		break;
	case 1:
		m->turn = SEAT_NONE;
		break;
	case 2:
		m->dice_to_play = 2;
		break;
	case 3:
		m->dice.d[0] = 1;
		break;
	case 4:
		m->doubler = SEAT_0;
		break;
	case 5:
		m->offered_cube = 2;
		break;
	case 6:
		m->phase = PH_DOUBLED;
		break;
	case 7:
		m->resign_by = SEAT_0;
		break;
	case 8:
		m->resign_size = 1;
		break;
	case 9:
		m->cube = 0;
		break;
	case 10:
		m->cube = 3;
		break;
	case 11:
		m->cube = 8192;
		break;
	case 12:
	case 13:
		m->score[how - 12] = m->length;
		break;
	case 14:
		m->phase = PH_BETWEEN_GAMES;
		break;
	default:
		m->phase = PH_MOVE;
	}
}

TEST(an_inconsistent_state_is_detected)
{
	for (unsigned how = 0; how <= 15; how++) {
		struct match_state m = match_of(5, "S61 m");

		spoil_match_state(&m, how);
		if (match_check(&m))
			fail_msg("spoiled by %u", how);
	}
}

TEST(an_inconsistent_end_is_detected)
{
	struct match_state m = match_of(3, "+03");

	assert_true(match_check(&m));
	m.score[1] = 3; /* both players have won */
	assert_false(match_check(&m));
	m.score[0] = m.score[1] = 2; /* neither has won */
	assert_false(match_check(&m));
	m = match_of(0, "+03");
	m.phase = PH_OVER; /* an unlimited match has no end */
	m.winner = SEAT_1;
	assert_false(match_check(&m));
	m = match_of(3, "+03");
	m.winner = SEAT_NONE; /* by the score there is a winner */
	assert_false(match_check(&m));
	m.winner = SEAT_1; /* the wrong winner */
	assert_false(match_check(&m));
	m = match_of(3, "+01");
	m.winner = SEAT_1; /* too early */
	assert_false(match_check(&m));
	m = match_of(3, "+01");
	m.resign_by = SEAT_0; /* no game is in progress */
	m.resign_size = 1;
	assert_false(match_check(&m));
}

/* Only if DCHECK is compiled in. */
TEST(an_action_that_leaves_an_inconsistent_state_aborts)
{
	static struct match_state m; /* static, to survive the longjmp */
	struct action a;

	m = match_of(3, "S61 m");
	m.score[0] = 3;
	a = action_for(&m, ACT_RESIGN, SEAT_0);
	catching = true;
	if (setjmp(broken) != 0) {
		catching = false;
		assert_int_equal(m.resign_by, SEAT_NONE);
		return;
	}
	assert_int_equal(apply(&m, &a).err, MATCH_OK);
	catching = false;
	skip();
}

/* ---- which results count for ratings ---- */

static const struct {
	enum act_kind kind;
	bool earned; /* whether the result counts if both players have moved */
} ENDS[] = {
	{ ACT_RESIGN_ACCEPT, true },
	{ ACT_TIMEOUT, true },
	{ ACT_ABANDON, true },
	{ ACT_FORFEIT, false },
	{ ACT_SET_RESULT, false },
};

/* Starts the first game of a match to one point with a clock. */
static void
begin_clocked(struct match_state *m, const struct variant *v)
{
	struct action a = {
		.kind = ACT_CLOCK, .seat = SEAT_NONE, .clock.reserve_ms = { 60000, 60000 }
	};

	match_init(m, v, 1);
	assert_done(m, &a);
	act(m, ACT_START, SEAT_NONE);
}

/* Makes the player on roll roll, choose or move.  Sets moved[seat] if that player has moved a
 * checker. */
static void
play_on(struct match_state *m, bool moved[2])
{
	enum seat seat = m->turn;

	if (m->phase == PH_MOVE) {
		act(m, ACT_MOVE, seat);
		moved[seat] = true;
	} else {
		act(m, m->phase == PH_NAME_DOUBLE ? ACT_NAME_DOUBLE : ACT_ROLL, seat);
	}
}

/* Makes the player on roll lose the match. */
static void
lose(struct match_state *m, enum act_kind kind)
{
	enum seat loser = m->turn;
	struct action a;

	if (kind == ACT_RESIGN_ACCEPT) {
		resign(m, loser, 1);
		loser = seat_other(loser);
	}
	a = action_for(m, kind, kind == ACT_SET_RESULT ? seat_other(loser) : loser);
	a.score[a.seat] = 1;
	a.elapsed_ms = kind == ACT_TIMEOUT ? 60000 : 0;
	assert_done(m, &a);
	assert_int_equal(m->phase, PH_OVER);
}

TEST(a_match_is_earned_if_both_moved_and_the_players_ended_it)
{
	unsigned games = 0;

	for (const struct variant *v = VARIANTS; v->name != NULL; v++, games++)
		for (size_t i = 0; i < ARRAY_LEN(ENDS); i++)
			for (unsigned seats = 0; seats <= 2; seats++) {
				bool moved[2] = { false, false };
				struct match_state m;

				begin_clocked(&m, v);
				while (moved[0] + moved[1] < (int)seats)
					play_on(&m, moved);
				assert_true(moved[0] == m.moved[0] && moved[1] == m.moved[1]);
				lose(&m, ENDS[i].kind);
				assert_true(match_counts_for_rating(&m) ==
					    (seats == 2 && ENDS[i].earned));
			}
	assert_int_equal(games, 19);
}

TEST(a_side_that_moved_in_an_earlier_game_has_moved_in_the_match)
{
	struct match_state m = match_of(3, "S61 m r31 m p1 y");

	assert_false(match_game_on(&m));
	run(&m, "+12"); /* resigned before either player has moved in this game */
	assert_int_equal(m.phase, PH_OVER);
	assert_true(match_counts_for_rating(&m) && match_points_earned(&m) == 3);
	/* each player has moved in only one game, which the opponent resigned at once */
	m = match_of(5, "S61 m p1 y S16 m p1 y +02 +02");
	assert_int_equal(m.phase, PH_OVER);
	assert_true(match_counts_for_rating(&m));
	/* one player moves first in every game, and the other only turns the cube */
	m = match_of(5, "S61 m d x S61 m d x S61 m d x S61 m d x +12");
	assert_int_equal(m.phase, PH_OVER);
	assert_false(m.moved[1] || match_counts_for_rating(&m));
}

TEST(penalty_points_are_not_earned)
{
	struct match_state m;
	struct action a;

	for (unsigned winner = 0; winner < 2; winner++) {
		match_init(&m, variant_find("backgammon"), 5);
		a = action_for(&m, ACT_PENALTY_POINTS, SEAT_0);
		a.size = 2;
		assert_done(&m, &a);
		run(&m, "S61 m r31 m");
		resign(&m, winner == 0 ? SEAT_1 : SEAT_0, 3);
		act(&m, ACT_RESIGN_ACCEPT, winner == 0 ? SEAT_0 : SEAT_1);
		if (winner == 1)
			run(&m, "+13");
		assert_int_equal(m.winner, winner);
		assert_true(match_counts_for_rating(&m));
		assert_int_equal(match_points_earned(&m), winner == 0 ? 3 : 5);
	}
}

TEST(a_match_lost_by_both_has_no_winner)
{
	static const enum act_kind kinds[] = { ACT_ABANDON, ACT_FORFEIT };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		struct match_state m = match_of(5, "S61 m r31 m");

		act(&m, kinds[i], SEAT_NONE);
		assert_int_equal(m.phase, PH_OVER);
		assert_int_equal(m.winner, SEAT_NONE);
		assert_false(match_counts_for_rating(&m));
		assert_true(match_cut_short(&m));
	}
}
