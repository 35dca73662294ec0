/* SPDX-License-Identifier: MIT */
/* Worked positions of each game (tests/data/games): the rule, the position in each player's own
 * numbers, what is rolled and played, and the outcome.  Then the rules that a row sets for a
 * match: who starts, and how much can be resigned.  The positions are original; the rules
 * follow rules/RULES.md 4. */
#include "base/sbuf.h"
#include "rules/match.h"
#include "rules/notation.h"
#include "tests/support/games.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

/* A script is played by the player on roll: "61" rolls, "13/7 8/7" plays, "name 6" chooses a
 * double.  "?" at the end asks for the number of plays.  The outcome is that of the last
 * action, as seen by the player who started the script:
 *
 *     next       it is the opponent's turn    again     the same player rolls again
 *     name       a double must be chosen      plays 66  that double must be played
 *     stuck      there is no legal play       they pass the opponent has no legal play
 *     wins N, loses N, draw                   or why the action was refused
 *
 * Checkers not on the board have been borne off; "!" marks a pinned checker.  The outcome may
 * be followed by both sides' checkers. */
static struct move_space space;
static struct match_events events;

/* ---- positions ---- */

static struct board
board_of(const struct variant *v, enum seat mover, const char *mine, const char *his)
{
	struct board b;

	row_position(v, mover == SEAT_0 ? mine : his, mover == SEAT_0 ? his : mine, &b);
	return b;
}

/* ---- matches ---- */

static void
apply(struct match_state *m, const struct action *a)
{
	assert_int_equal(match_apply(m, a, &space, &events).err, MATCH_OK);
}

/* Starts the next game.  If dice are thrown for the start, `first` gets the higher number. */
static void
start(struct match_state *m, enum seat first, bool jacoby)
{
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE, .roll_no = m->next_roll };

	a.start.jacoby = jacoby;
	if (match_needs_opening(m)) {
		a.start.npairs = 1;
		a.start.pair[0].d[first] = 6;
		a.start.pair[0].d[seat_other(first)] = 1;
	}
	apply(m, &a);
}

static void
resign_and_accept(struct match_state *m, enum seat loser)
{
	struct action resign = { .kind = ACT_RESIGN, .seat = loser, .size = 1 };
	struct action accept = { .kind = ACT_RESIGN_ACCEPT, .seat = seat_other(loser) };

	apply(m, &resign);
	apply(m, &accept);
}

/* Returns an unlimited match in game number w->no, with the position of w and `mover` on
 * roll. */
static struct match_state
match_in_position(const struct variant *v, enum seat mover, const struct worked_position *w)
{
	struct match_state m;

	match_init(&m, v, 0);
	for (unsigned i = 1; i < w->no; i++) {
		start(&m, SEAT_0, false);
		resign_and_accept(&m, SEAT_0);
	}
	start(&m, mover, false);
	m.board = board_of(m.variant, mover, w->mover, w->other);
	m.turn = mover;
	m.opening = false;
	m.dice = (struct dice_pair){ { 0, 0 } };
	m.dice_to_play = m.variant->no_dice;
	m.phase = m.variant->no_dice ? PH_MOVE : PH_ROLL;
	assert_true(match_check(&m));
	return m;
}

/* ---- actions ---- */

static struct action
action_of_text(const struct match_state *m, const char *text)
{
	struct action a = { .kind = ACT_MOVE, .seat = m->turn };
	unsigned n;

	if (sscanf(text, "name %u", &n) == 1) {
		a.kind = ACT_NAME_DOUBLE;
		a.size = (uint8_t)n;
	} else if (strlen(text) == 2 && text[0] >= '1' && text[0] <= '6') {
		a.kind = ACT_ROLL;
		a.roll_no = m->next_roll;
		a.dice = (struct dice_pair){ { (uint8_t)(text[0] - '0'),
		    (uint8_t)(text[1] - '0') } };
	} else {
		assert_true(notation_read(text, &a.play));
	}
	return a;
}

static const char *
refusal_text(struct match_error e)
{
	static const char *const why[] = {
		[MOVE_TOO_FEW] = "too few",
		[MOVE_TOO_MANY] = "too many",
		[MOVE_NO_CHECKER] = "no checker",
		[MOVE_NOT_ON_DICE] = "not on dice",
		[MOVE_BLOCKED] = "blocked",
		[MOVE_BAR_FIRST] = "bar first",
		[MOVE_NOT_HOME] = "not home",
		[MOVE_BAD_BEAROFF] = "bad bearoff",
		[MOVE_LARGER_DIE] = "larger die",
		[MOVE_USES_FEWER] = "uses fewer",
		[MOVE_PINNED] = "pinned",
		[MOVE_FORBIDDEN] = "forbidden",
	};

	if (e.err == MATCH_BAD_MOVE)
		return why[e.move_err];
	return e.err == MATCH_NAME_DOUBLE         ? "name first"
	       : e.err == MATCH_NO_DOUBLE_TO_NAME ? "nothing to name"
						  : "refused";
}

/* Writes the outcome that the events describe, as seen by `me`. */
static void
write_outcome(struct sbuf *out, const struct match_state *m, enum seat me)
{
	unsigned said = 0;

	for (unsigned i = 0; i < events.n; i++) {
		const struct match_event *e = &events.e[i];
		const char *blank = said > 0 ? " " : "";

		said++;
		if (e->kind == EV_PLAYS_DOUBLE)
			sbuf_addf(out, "%splays %u%u", blank, e->dice.d[0], e->dice.d[1]);
		else if (e->kind == EV_CANNOT_MOVE)
			sbuf_addf(out, "%s%s", blank, e->seat == me ? "stuck" : "they pass");
		else if (e->kind == EV_NAME_DOUBLE_ASKED)
			sbuf_addf(out, "%sname", blank);
		else if (e->kind == EV_ROLLS_AGAIN)
			sbuf_addf(out, "%sagain", blank);
		else if (e->kind == EV_GAME_DRAWN)
			sbuf_addf(out, "%sdraw", blank);
		else if (e->kind == EV_GAME_WON)
			sbuf_addf(out, "%s%s %u", blank, e->seat == me ? "wins" : "loses",
			    (unsigned)e->points);
		else
			said--;
	}
	if (said == 0)
		sbuf_add(out, m->turn == me ? "mine" : "next");
}

static void
count_plays(struct sbuf *out, const struct match_state *m)
{
	unsigned n =
	    move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &space);

	sbuf_addf(out, "%u plays", n);
}

/* Performs the actions of a script; *out gets the outcome of the last. */
static void
run(struct match_state *m, const char *script, enum seat me, struct sbuf *out)
{
	while (*script != '\0') {
		size_t n = strcspn(script, ";");
		bool last = script[n] == '\0';
		struct match_error e;
		struct action a;
		char text[64];

		assert_true(n < sizeof(text));
		(void)snprintf(text, sizeof(text), "%.*s", (int)n, script);
		script += last ? n : n + 2;
		if (strcmp(text, "?") == 0) {
			count_plays(out, m);
			return;
		}
		a = action_of_text(m, text);
		e = match_apply(m, &a, &space, &events);
		if (e.err != MATCH_OK && !last)
			fail_msg("%s: %s", text, refusal_text(e));
		if (e.err != MATCH_OK)
			sbuf_add(out, refusal_text(e));
		else if (last)
			write_outcome(out, m, me);
	}
}

static void
check_after(const struct match_state *m, enum seat mover, const struct worked_position *w)
{
	char mine[64], his[64];
	struct board want;

	assert_int_equal(sscanf(w->position_after, "%63[^|]| %63[^|]", mine, his), 2);
	want = board_of(m->variant, mover, mine, his);
	if (memcmp(&want, &m->board, sizeof(want)) != 0)
		fail_msg("%s: %s: not %s", m->variant->name, w->rule, w->position_after);
}

static void
check_worked(const struct variant *v, const struct worked_position *w, enum seat mover)
{
	struct match_state m = match_in_position(v, mover, w);
	char outcome[64];
	struct sbuf out;

	SBUF_INIT(&out, outcome);
	run(&m, w->actions, mover, &out);
	if (strcmp(outcome, w->outcome) != 0)
		fail_msg("%s: %s: %s | %s: %s: %s instead of %s", v->name, w->rule, w->mover,
		    w->other, w->actions, outcome, w->outcome);
	if (w->position_after != NULL)
		check_after(&m, mover, w);
}

/* Every game must have worked positions. */
TEST(worked_positions)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		const struct game_facts *g = game_facts(v->name);

		assert_string_equal(g->title, v->title);
		if (g->n_worked < 10)
			fail_msg("%s has %u", v->name, (unsigned)g->n_worked);
		for (size_t i = 0; i < g->n_worked; i++) {
			check_worked(v, &g->worked[i], SEAT_0);
			check_worked(v, &g->worked[i], SEAT_1);
		}
	}
}

/* ---- the course of a match ---- */

static void
check_opening(const struct game_facts *g, const struct match_state *m)
{
	bool opening_dice = game_rules_mention(g, "opening-dice");
	struct board start;

	row_position(m->variant, g->start, g->start, &start);
	assert_memory_equal(&start, &m->board, sizeof(start));
	assert_int_equal(m->board.at[SEAT_0][PT_OFF], 0);
	assert_int_equal(board_pips(&m->board, SEAT_0), g->pips);
	assert_int_equal(board_pips(&m->board, SEAT_1), g->pips);
	if (m->variant->no_dice)
		assert_int_equal(m->phase, PH_MOVE);
	else
		assert_int_equal(m->phase, opening_dice ? PH_MOVE : PH_ROLL);
	assert_int_equal(m->dice.d[0], opening_dice ? 6 : 0);
	assert_true(match_to_act(m) == m->turn);
}

/* Checks the first two games of a match: who starts, how the opening is decided, and what may
 * be doubled or resigned. */
static void
check_whole_game(const struct game_facts *g)
{
	struct action a = { .kind = ACT_RESIGN, .size = 3 };
	struct match_state m;

	match_init(&m, variant_find(g->name), 0);
	assert_true(match_needs_opening(&m));
	start(&m, SEAT_1, false);
	assert_int_equal(m.turn, SEAT_1);
	check_opening(g, &m);
	for (a.size = 3; a.size > g->max_resign; a.size--)
		assert_int_equal(
		    match_apply(&m, &a, &space, &events).err, MATCH_BAD_RESIGN_SIZE);
	resign_and_accept(&m, SEAT_1);
	assert_int_equal(m.last_winner, SEAT_0);
	assert_int_equal(match_needs_opening(&m), !game_rules_mention(g, "winner-begins"));
	start(&m, SEAT_0, false);
	assert_int_equal(m.turn, SEAT_0);
	check_opening(g, &m);
	m.opening = false;
	m.phase = PH_ROLL;
	assert_int_equal(match_may_double(&m, m.turn), game_rules_mention(g, "cube"));
}

TEST(the_first_player_and_the_stakes_of_every_game)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (v->cycle == NULL)
			check_whole_game(game_facts(v->name));
}

/* After a draw there is no winner to start the next game. */
TEST(after_a_draw_dice_decide_who_starts)
{
	struct action offer = { .kind = ACT_DRAW, .seat = SEAT_1 };
	struct action accept = { .kind = ACT_DRAW_ACCEPT, .seat = SEAT_0 };

	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		struct match_state m;

		if (v->cycle != NULL)
			continue;
		match_init(&m, v, 30);
		start(&m, SEAT_0, false);
		resign_and_accept(&m, SEAT_0);
		start(&m, SEAT_1, false);
		apply(&m, &offer);
		apply(&m, &accept);
		assert_int_equal(events.e[0].kind, EV_GAME_DRAWN);
		assert_int_equal(events.e[0].how, WON_RESIGN);
		assert_int_equal(m.phase, PH_BETWEEN_GAMES);
		assert_int_equal(m.last_winner, SEAT_NONE);
		assert_true(match_needs_opening(&m));
		assert_int_equal(m.score[SEAT_0], 0);
	}
}

/* Portes, Plakoto and Fevga in rotation.  The winner of a game starts the next one. */
TEST(tavli_rotates_three_games)
{
	static const char *const order[] = { "portes", "plakoto", "fevga", "portes", "plakoto",
		"fevga", "portes" };
	enum seat begins = SEAT_1;
	struct match_state m;

	match_init(&m, variant_find("tavli"), 7);
	for (size_t i = 0; i < ARRAY_LEN(order); i++) {
		enum seat loser = i % 3 == 0 ? SEAT_1 : SEAT_0;

		assert_int_equal(match_needs_opening(&m), i == 0);
		start(&m, SEAT_1, false);
		assert_string_equal(m.variant->name, order[i]);
		assert_string_equal(m.match_variant->name, "tavli");
		assert_int_equal(m.turn, begins);
		resign_and_accept(&m, loser);
		begins = seat_other(loser);
	}
	assert_int_equal(m.score[SEAT_0], 3);
	assert_int_equal(m.score[SEAT_1], 4);
}

/* In games that count checkers, resigning costs one point for each checker that is not off. */
TEST(resigning_costs_the_checkers_left_where_they_count)
{
	static const char *const games[] = { "acey-deucey", "european" };
	static const struct worked_position w = {
		.no = 1, .mover = "6:1", .other = "10:4 res:3"
	};

	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		struct match_state m = match_in_position(variant_find(games[i]), SEAT_0, &w);

		assert_int_equal(match_resign_points(&m, SEAT_1, 1), 7);
		assert_int_equal(match_resign_points(&m, SEAT_0, 1), 1);
		resign_and_accept(&m, SEAT_1);
		assert_int_equal(m.score[SEAT_0], 7);
	}
}

struct stake_case {
	const char *name;
	unsigned length;
	bool jacoby, cube_turned;
	uint32_t points;
};

static void
turn_the_cube(struct match_state *m)
{
	struct action dbl = { .kind = ACT_DOUBLE, .seat = SEAT_0 };
	struct action take = { .kind = ACT_TAKE, .seat = SEAT_1 };

	apply(m, &dbl);
	apply(m, &take);
}

/* Plays a game in which one player bears off the last checker while the opponent has none off,
 * and checks the points. */
static void
check_stake(const struct stake_case *s)
{
	const struct variant *v = variant_find(s->name);
	struct action roll = { .kind = ACT_ROLL, .dice = { { 2, 1 } } };
	struct action move = { .kind = ACT_MOVE, .play = { 1, { { 1, 0 } } } };
	enum seat winner = v->objective == OBJECTIVE_FIRST_OFF_LOSES ? SEAT_1 : SEAT_0;
	struct match_state m;
	char left[16];

	match_init(&m, v, s->length);
	start(&m, SEAT_0, s->jacoby);
	(void)snprintf(left, sizeof(left), "10:%u", (unsigned)v->checkers);
	m.board = board_of(v, SEAT_0, "1:1", left);
	m.opening = false;
	m.phase = PH_ROLL;
	m.dice = (struct dice_pair){ { 0, 0 } };
	m.dice_to_play = 0;
	if (s->cube_turned)
		turn_the_cube(&m);
	roll.roll_no = m.next_roll;
	apply(&m, &roll);
	apply(&m, &move);
	if (m.score[winner] != s->points)
		fail_msg("%s: %u points", s->name, (unsigned)m.score[winner]);
}

/* In money play with the Jacoby rule, a gammon counts as a single game unless the cube has been
 * turned. */
TEST(jacoby_gammons_need_a_turned_cube)
{
	static const struct stake_case stakes[] = {
		{ "backgammon", 0, false, false, 2 },
		{ "backgammon", 0, true, false, 1 },
		{ "backgammon", 0, true, true, 4 },
		{ "backgammon", 9, true, false, 2 }, /* unlimited matches only */
		{ "nackgammon", 0, true, false, 1 },
		{ "race", 0, true, false, 1 },
		{ "crowded", 0, true, true, 4 },
		{ "hyper", 0, true, false, 1 },
		{ "cloning", 0, true, true, 2 },
		{ "anti", 0, true, false, 1 },
		{ "anti", 0, true, true, 4 },
		{ "anti", 0, false, false, 2 },
		{ "plakoto", 0, true, false, 2 }, /* without a cube there is no Jacoby rule */
		{ "portes", 0, true, false, 2 },
		{ "acey-deucey", 0, true, false, 15 },
	};

	for (size_t i = 0; i < ARRAY_LEN(stakes); i++)
		check_stake(&stakes[i]);
}
