/* SPDX-License-Identifier: MIT */
/* The parts of the client that handle positions and plays without input or output, tested in
 * random games of all kinds: style 3 boards are read back, a play assembled step by step always
 * ends as a legal play, and every refusal states a reason. */
#include "base/rng.h"
#include "client-cli/model/position.h"
#include "client-cli/model/draft.h"
#include "proto/boardspec.h"
#include "proto/boardtext.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

static struct move_space list, own;

/* ---- random games ---- */

static struct dice_pair
random_pair(struct rng *rng)
{
	struct dice_pair p = { { (uint8_t)(1 + rng_below(rng, 6)),
	    (uint8_t)(1 + rng_below(rng, 6)) } };

	return p;
}

static void
act(struct match_state *m, struct action *a)
{
	static struct match_events events;
	struct match_error e = match_apply(m, a, &list, &events);

	assert_int_equal(e.err, MATCH_OK);
}

static void
start_game(struct match_state *m, struct rng *rng)
{
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE, .roll_no = m->next_roll };

	a.start.o = rng_below(rng, 2) == 0 ? SEAT_0 : SEAT_1;
	if (match_needs_opening(m)) {
		do
			a.start.pair[0] = random_pair(rng);
		while (a.start.pair[0].d[0] == a.start.pair[0].d[1]);
		a.start.npairs = 1;
	}
	act(m, &a);
}

/* Applies a random action of the player who must act, occasionally a double. */
static void
play_action(struct match_state *m, struct rng *rng)
{
	struct action a = { .seat = match_to_act(m), .roll_no = m->next_roll };

	switch (m->phase) {
	case PH_ROLL:
		a.kind = match_may_double(m, a.seat) && rng_below(rng, 10) == 0 ? ACT_DOUBLE
										: ACT_ROLL;
		a.dice = random_pair(rng);
		break;
	case PH_DOUBLED:
		a.kind = ACT_TAKE;
		break;
	case PH_NAME_DOUBLE:
		a.kind = ACT_NAME_DOUBLE;
		a.size = (uint8_t)(1 + rng_below(rng, 6));
		break;
	case PH_MOVE:
		a.kind = ACT_MOVE;
		(void)move_list(
		    m->variant, &m->board, a.seat, m->dice.d[0], m->dice.d[1], &list);
		a.play = list.result[rng_below(rng, list.n)].play;
		break;
	case PH_BETWEEN_GAMES:
	case PH_OVER:
		fail();
	}
	act(m, &a);
}

typedef void each_position(const struct match_state *m, struct rng *rng);

static void
for_each_position(each_position *look)
{
	unsigned games = test_few_cases() ? 1 : 6;
	struct rng rng;

	rng_seed(&rng, 20);
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		for (unsigned game = 0; game < games; game++) {
			struct match_state m;

			match_init(&m, v, 5);
			start_game(&m, &rng);
			for (unsigned i = 0; i < 400 && match_game_on(&m); i++) {
				look(&m, &rng);
				play_action(&m, &rng);
			}
		}
}

/* Reads back the board that a server would send to a player. */
static bool
show_board(const struct match_state *m, enum seat seat, bool you, struct position *out)
{
	const struct board_view view = {
		.match = m, .name = { "anna", "bert" }, .seat = seat, .is_you = you
	};
	char text[BOARDTEXT_BYTES_MAX], extra[BOARDTEXT_BYTES_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	boardtext_draw(&b, &view, 3);
	text[strcspn(text, "\n")] = '\0';
	SBUF_INIT(&b, extra);
	boardtext_add_extra_line(&b, &view);
	extra[strcspn(extra, "\n")] = '\0';
	if (!position_read(
		text, boardtext_needs_extra_line(m->variant) ? NULL : m->variant, NULL, out))
		return false;
	return extra[0] == '\0' || position_read_extra(extra, out);
}

/* ---- positions ---- */

static void
reads_back(const struct match_state *m, struct rng *rng)
{
	for (unsigned i = 0; i < 2; i++) {
		enum seat seat = (enum seat)i;
		enum seat seats[2] = { seat, seat_other(seat) };
		struct position p;

		assert_true(show_board(m, seat, true, &p));
		assert_true(p.you && p.variant_known);
		assert_ptr_equal(p.m.variant, m->variant);
		for (unsigned k = 0; k < 2; k++) {
			assert_memory_equal(p.m.board.at[k], m->board.at[seats[k]], PT_COUNT);
			assert_memory_equal(p.m.board.pins[k], m->board.pins[seats[k]], 3);
			assert_int_equal(p.m.score[k], m->score[seats[k]]);
			assert_int_equal(p.m.score_streak[k], m->score_streak[seats[k]]);
		}
		assert_int_equal(p.m.phase,
		    m->phase == PH_DOUBLED && m->doubler == seat ? PH_ROLL : m->phase);
		assert_int_equal(p.m.cube, m->cube);
		if (m->phase == PH_MOVE) {
			assert_int_equal(p.m.turn == SEAT_0, m->turn == seat);
			assert_memory_equal(&p.m.dice, &m->dice, sizeof(m->dice));
			assert_int_equal(p.m.dice_to_play, m->dice_to_play);
		}
	}
}

TEST(boards_of_all_games_are_read_back)
{
	for_each_position(reads_back);
}

static const char FIRST_BOARD[] =
    "board:You:someplayer:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:"
    "0:-5:0:0:0:0:2:0:1:6:2:0:0:1:"
    "1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0";

TEST(malformed_board_lines_are_refused)
{
	static const char *const BAD[] = {
		"board:",
		"board:You:a:3",
		"bored:You:a:3:0:0",
		/* one number missing, one too many, not a number, out of range, without a
		 * colour */
		"board:You:a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:"
		"2:0:0:1:1:"
		"1:0:1:-1:0:25:0:0:0:0:2:0:0",
		"board:You:a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:"
		"2:0:0:1:1:"
		"1:0:1:-1:0:25:0:0:0:0:2:0:0:0:0",
		"board:You:a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:x:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:"
		"2:0:0:1:1:1:"
		"0:1:-1:0:25:0:0:0:0:2:0:0:0",
		"board:You:a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:7:"
		"2:0:0:1:1:"
		"1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
		"board:You:a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:"
		"2:0:0:1:1:"
		"1:0:0:-1:0:25:0:0:0:0:2:0:0:0",
	};
	struct position p = { .variant_known = true };
	struct position before = p;

	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++) {
		assert_false(position_read(BAD[i], NULL, NULL, &p));
		assert_memory_equal(&p, &before, sizeof(p));
	}
	assert_true(position_read(FIRST_BOARD, NULL, NULL, &p));
	assert_false(position_read_extra("board+:chess:0:0:-:-:-24:1:0:0", &p));
	assert_true(position_read_extra("board+:chess:0:0:-:-:-24:1:0:0:-", &p));
	assert_false(p.variant_known); /* a game the client does not know: it is displayed but
					  not checked */
}

/* Lines captured from FIBS. */
TEST(boards_of_fibs_are_read)
{
	struct position p;

	assert_true(position_read(FIRST_BOARD, NULL, NULL, &p));
	assert_int_equal(p.m.length, 3);
	assert_int_equal(p.m.turn, SEAT_0);
	assert_int_equal(p.m.board.at[SEAT_0][24], 2);
	assert_int_equal(p.m.board.at[SEAT_1][13], 5);
	/* viewed as X; O has a checker on the bar; "can move" is stale */
	assert_true(position_read(
	    "board:GammonBot_VII:pipcat:5:0:0:0:-1:0:0:0:-1:5:0:3:0:0:0:-4:5:0:0:0:-"
	    "3:-1:-5:0:0:0:0:1:1:1:0:0:0:0:1:1:1:0:-1:1:25:0:0:0:0:1:2:1:0:0",
	    NULL, NULL, &p));
	assert_false(p.you);
	assert_int_equal(p.m.board.at[SEAT_1][PT_BAR], 1);
	assert_int_equal(p.m.board.at[SEAT_0][PT_BAR], 0);
	assert_int_equal(p.m.phase, PH_ROLL);
	assert_int_equal(p.m.turn, SEAT_1);
	assert_int_equal(p.m.board.at[SEAT_0][24], 1);
}

/* ---- plays ---- */

static void
type_with_clicks(const struct match_state *m, struct rng *rng)
{
	struct draft t;
	struct position p;
	char why[160];
	struct sbuf b;
	unsigned steps = 0;

	if (m->phase != PH_MOVE)
		return;
	assert_true(show_board(m, m->turn, true, &p));
	draft_begin(&t, &p, &own);
	assert_true(t.on);
	while (!t.complete) {
		unsigned from[PT_COUNT], n = 0;

		assert_true(steps++ < PLAY_MAX_STEPS);
		for (unsigned i = 1; i < PT_COUNT; i++)
			if (draft_may_pick(&t, i))
				from[n++] = i;
		assert_true(n > 0); /* there is always a way to continue */
		SBUF_INIT(&b, why);
		assert_true(draft_pick(&t, from[rng_below(rng, n)], &b));
		assert_true(t.targets_len > 0);
		assert_true(draft_drop(&t, t.target[rng_below(rng, t.targets_len)].to, &b));
		assert_string_equal(why, "");
	}
	{ /* the result is in the list, and the text sent to the server gives the same play */
		struct board after = t.now;
		struct play done = t.entered, read;
		bool listed = false;
		char text[128];
		unsigned count;

		for (unsigned i = 0; i < own.n; i++)
			listed =
			    listed || memcmp(&own.result[i].after, &after, sizeof(after)) == 0;
		assert_true(listed);
		SBUF_INIT(&b, text);
		draft_write_done(&t, &p, &b);
		assert_int_equal(
		    notation_parse(
			text, notation_numbering(m->variant, m->turn == m->o), &read, &count),
		    NOTATION_OK);
		assert_memory_equal(&read, &done, sizeof(read));
		draft_reset(&t);
		assert_memory_equal(&t.now, &t.start, sizeof(t.now));
		SBUF_INIT(&b, text); /* typing the play in the player's own numbers gives the
				      same result */
		t.entered = done;
		draft_write_play(
		    &t.entered, draft_hit_mask(t.v, &t.start, SEAT_0, t.d, &t.entered), &b);
		t.entered.n = 0;
		SBUF_INIT(&b, why);
		if (!m->variant->no_dice) {
			assert_true(draft_enter_typed(&t, text, &b));
			assert_memory_equal(&t.now, &after, sizeof(after));
		}
	}
}

TEST(plays_of_all_games_can_be_assembled)
{
	for_each_position(type_with_clicks);
}

/* Checks that each undo reverts one step, and that every illegal action is refused with a
 * message. */
static void
refused_with_words(const struct match_state *m, struct rng *rng)
{
	struct draft t;
	struct position p;
	char why[200];
	struct sbuf b;

	if (m->phase != PH_MOVE || rng_below(rng, 4) != 0)
		return;
	assert_true(show_board(m, m->turn, true, &p));
	draft_begin(&t, &p, &own);
	for (unsigned i = 0; i < 12; i++) {
		unsigned from = rng_below(rng, PT_COUNT), to = rng_below(rng, 25);
		struct board before = t.now;
		bool done;

		SBUF_INIT(&b, why);
		done = draft_pick(&t, from, &b);
		assert_int_equal(done, draft_may_pick(&t, from) && why[0] == '\0');
		if (!done) {
			assert_true(why[0] != '\0' && why[b.len - 1] != '\n');
			continue;
		}
		done = draft_drop(&t, to, &b);
		assert_int_equal(done, why[0] == '\0');
		if (!done)
			assert_memory_equal(&t.now, &before, sizeof(before));
	}
	for (unsigned n = t.entered.n; n > 0; n--) {
		draft_undo_step(&t);
		assert_int_equal(t.entered.n, n - 1);
	}
	assert_memory_equal(&t.now, &t.start, sizeof(t.now));
}

TEST(illegal_steps_are_refused_with_the_rule)
{
	for_each_position(refused_with_words);
}

TEST(reasons_name_the_rule)
{
	static const struct {
		unsigned from, to;
		const char *why;
	} CASES[] = {
		{ 24, 23, "The dice do not allow that." },
		{ 20, NO_PLACE, "You have no checker there." },
		{ 6, PT_OFF, "You cannot bear off until all your checkers are home." },
	};
	struct position p;
	struct draft t;
	char why[160];
	struct sbuf b;

	assert_true(position_read(FIRST_BOARD, NULL, NULL, &p));
	draft_begin(&t, &p, &own);
	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		SBUF_INIT(&b, why);
		if (draft_pick(&t, CASES[i].from, &b))
			(void)!draft_drop(&t, CASES[i].to, &b);
		assert_string_equal(why, CASES[i].why);
	}
	SBUF_INIT(&b, why);
	assert_false(draft_enter_typed(&t, "24/21 13/11", &b));
	assert_string_equal(why, "The dice do not allow that.");
	SBUF_INIT(&b, why);
	assert_false(draft_enter_typed(&t, "24/18", &b));
	assert_string_equal(
	    why, "You must use as many dice as you can: another play uses more.");
	SBUF_INIT(&b, why);
	assert_true(draft_enter_typed(&t, "24/16*", &b));
	assert_int_equal(t.entered.n, 2);
}

/* Sets up a position in the notation of the help pages, viewed as O. */
static void
begin_at(struct draft *t, struct position *p, const char *spec)
{
	struct match_state m;

	assert_true(boardspec_read(spec, &m));
	assert_true(show_board(&m, SEAT_0, true, p));
	draft_begin(t, p, &own);
	assert_true(t->on);
}

TEST(one_key_bears_off)
{
	struct position p;
	struct draft t;
	char why[160];
	struct sbuf b;

	begin_at(&t, &p, "O 5 4 2 | X 23*2 | dice 6 4");
	SBUF_INIT(&b, why);
	assert_true(draft_bear_off(&t, &b));
	assert_true(t.complete);
	assert_int_equal(t.now.at[SEAT_0][PT_OFF], 14);
	assert_int_equal(t.now.at[SEAT_0][2], 1);
	assert_string_equal(why, "");
	draft_reset(&t);
	assert_true(draft_pick(&t, 5, &b)); /* the play can also be made step by step */
	assert_true(draft_drop(&t, 1, &b));
	begin_at(&t, &p, "O 9 4 2 | X 23*2 | dice 2 1");
	SBUF_INIT(&b, why);
	assert_false(draft_bear_off(&t, &b));
	assert_string_equal(why, "No die bears a checker off now.");
}

/* ---- clicks ---- */

#define CLICKS_MAX 2u /* without the click on the Send button */

/* Marks the results that can be reached with at most `clicks` clicks. */
static void
click_play(const struct draft *t, unsigned clicks, bool drags, bool reached[])
{
	char why[160];
	struct sbuf b;

	for (unsigned i = 0; t->complete && t->picked_point == NO_PLACE && i < own.n; i++)
		if (memcmp(&own.result[i].after, &t->now, sizeof(t->now)) == 0)
			reached[i] = true;
	for (unsigned place = 0; clicks > 0 && place < PT_COUNT; place++) {
		struct draft next = *t;

		SBUF_INIT(&b, why);
		if (t->picked_point != NO_PLACE ? draft_drop(&next, place, &b)
						: draft_click(&next, place, &b)) {
			click_play(&next, clicks - 1, drags, reached);
			for (unsigned i = 0; drags && i < next.targets_len; i++) {
				struct draft dragged = next;

				assert_true(draft_drop(&dragged, next.target[i].to, &b));
				click_play(&dragged, clicks - 1, drags, reached);
			}
		}
		next = *t;
		if (t->picked_point == NO_PLACE && draft_move_smaller_die(&next, place, &b))
			click_play(&next, clicks - 1, drags, reached);
	}
}

static unsigned plays, not_by_clicks;

static void
count_clicks(const struct match_state *m, struct rng *rng)
{
	struct draft t;
	struct position p;

	if (m->phase != PH_MOVE || m->dice.d[0] == m->dice.d[1] || m->variant->no_dice ||
	    rng_below(rng, 50) != 0)
		return;
	assert_true(show_board(m, m->turn, true, &p));
	draft_begin(&t, &p, &own);
	for (unsigned drags = 0; drags < 2; drags++) {
		bool reached[MOVE_SPACE_MAX] = { false };

		click_play(&t, CLICKS_MAX, drags == 1, reached);
		for (unsigned i = 0; i < own.n; i++) {
			assert_true(reached[i] || drags == 0);
			plays += drags;
			not_by_clicks += !reached[i];
		}
	}
}

/* In a few plays the larger die makes room for the smaller; those need a drag. */
TEST(a_play_of_two_dice_takes_three_clicks)
{
	plays = not_by_clicks = 0;
	for_each_position(count_clicks);
	assert_true(plays > (test_few_cases() ? 100 : 1000));
	assert_true(not_by_clicks * 1000 <= plays);
}

/* A checker on the bar against a home board with one open point. */
TEST(checkers_on_the_bar_move_first)
{
	struct position p;
	struct draft t;
	uint8_t left[PLAY_MAX_STEPS];
	char why[160];
	struct sbuf b;

	begin_at(&t, &p, "O bar 6*5 8*3 13*6 | X 24*2 22*2 21*2 20*2 19*2 12*5 | dice 1 2");
	assert_int_equal(draft_dice_left(&t, left), 2);
	assert_int_equal(left[0], 2);
	SBUF_INIT(&b, why);
	assert_false(draft_pick(&t, 6, &b));
	assert_string_equal(why, "Your checkers on the bar must enter first.");
	for (unsigned from = 1; from < PT_COUNT; from++)
		assert_int_equal(draft_may_pick(&t, from), from == PT_BAR);
	assert_true(draft_pick(&t, PT_BAR, &b));
	assert_int_equal(t.targets_len, 1);
	assert_true(draft_drop(&t, 23, &b));
	assert_int_equal(draft_dice_left(&t, left), 1);
	assert_int_equal(left[0], 1);
	assert_false(draft_may_pick(&t, 23));
	assert_true(draft_may_pick(&t, 8));
}

TEST(a_click_plays_a_checker_with_only_one_move)
{
	struct position p;
	struct draft t;
	char why[160];
	struct sbuf b;

	SBUF_INIT(&b, why);
	begin_at(&t, &p, "O 24*2 13*5 8*3 6*5 | X 1*2 12*5 17*3 19*5 | dice 6 1");
	assert_true(draft_click(&t, 13, &b));
	assert_int_equal(t.picked_point, 13); /* the target is 7, or 6 with both dice */
	draft_reset(&t);
	assert_true(draft_click(&t, 23, &b)); /* only the back checkers can go to 23 */
	assert_int_equal(t.now.at[SEAT_0][23], 1);
	assert_true(draft_click(&t, 13, &b));
	assert_true(t.complete);
	assert_int_equal(t.now.at[SEAT_0][7], 1);
	draft_reset(&t);
	assert_true(draft_move_smaller_die(&t, 8, &b));
	assert_int_equal(t.now.at[SEAT_0][7], 1);
	assert_true(draft_move_smaller_die(&t, 13, &b)); /* the six is left to play */
	assert_int_equal(t.now.at[SEAT_0][7], 2);
	draft_reset(&t);
	assert_string_equal(why, "");
	assert_false(draft_click(&t, 7, &b)); /* reachable from both 13 and 8 */
	assert_string_equal(why, "Several checkers can go there. Click one of them first.");
	SBUF_INIT(&b, why);
	assert_false(draft_click(&t, 3, &b));
	assert_string_equal(why, "You have no checker there.");
	begin_at(&t, &p, "O 24*2 13*5 8*3 6*5 | X 1*2 12*5 17*3 19*5 | dice 6 5");
	SBUF_INIT(&b, why);
	assert_false(draft_move_smaller_die(&t, 24, &b));
	assert_memory_equal(why, "That way is blocked.", 20);
	assert_int_equal(t.picked_point, NO_PLACE);
}

TEST(forced_last_steps_are_filled_in)
{
	struct position p;
	struct draft t;

	begin_at(&t, &p, "O 20 1 | X 12*5 | dice 5 4");
	assert_false(draft_forced(&t) && t.complete);
	draft_complete_if_forced(&t);
	assert_false(t.complete); /* either die may be played first */
	begin_at(&t, &p, "O bar 6*2 | X 24*2 23*2 22*2 20*2 19*2 3*2 2*2 | dice 4 4");
	assert_true(draft_forced(&t));
	draft_complete_if_forced(&t);
	assert_true(t.complete);
	assert_int_equal(t.entered.n, 4);
}
