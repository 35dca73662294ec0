/* SPDX-License-Identifier: MIT */
/* Practice matches: a move taken back leaves no trace in the rules, after a restart or in the
 * match file; the dice stay the same; nothing is rated; and other users get no hints. */
#include <limits.h>

#include "base/rng.h"
#include "bot/bot.h"
#include "domain.h"
#include "match/match.h"
#include "rules/match.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

/* ---- the rules ---- */

static struct move_space space;
static struct match_events ev;

static uint8_t
die(struct rng *r)
{
	return (uint8_t)(1 + rng_below(r, 6));
}

static void
begin(struct match_state *m, const struct variant *v, struct rng *r)
{
	struct action a = { .kind = ACT_PRACTICE, .seat = SEAT_NONE, .automatic = true };

	match_init(m, v, 99);
	assert_int_equal(match_apply(m, &a, &space, &ev).err, MATCH_OK);
	a.kind = ACT_START;
	a.start.npairs = match_needs_opening(m) ? 1 : 0;
	a.start.pair[0] = (struct dice_pair){ { 3, die(r) > 3 ? 1 : 2 } };
	assert_int_equal(match_apply(m, &a, &space, &ev).err, MATCH_OK);
}

/* Applies a random legal action.  Returns the seat if it was a move, else SEAT_NONE. */
static enum seat
go_on(struct match_state *m, struct rng *r)
{
	struct action a = {
		.kind = ACT_ROLL, .seat = match_to_act(m), .roll_no = m->next_roll
	};
	enum seat moved = SEAT_NONE;

	a.dice = (struct dice_pair){ { die(r), die(r) } };
	a.size = die(r);
	if (m->phase == PH_DOUBLED)
		a.kind = ACT_TAKE;
	else if (m->phase == PH_NAME_DOUBLE)
		a.kind = ACT_NAME_DOUBLE;
	else if (m->phase == PH_ROLL && match_may_double(m, a.seat) && rng_below(r, 9) == 0)
		a.kind = ACT_DOUBLE;
	else if (m->phase == PH_MOVE) {
		unsigned n = move_list(
		    m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &space);

		a.kind = ACT_MOVE;
		a.play = space.result[rng_below(r, n)].play;
		moved = a.seat;
	}
	assert_int_equal(match_apply(m, &a, &space, &ev).err, MATCH_OK);
	return moved;
}

/* Compares two states, except for the copies kept for taking moves back and the record of who
 * has moved. */
static void
assert_stands_as(const struct match_state *now, const struct match_state *then)
{
	struct match_state a, b;

	memcpy(&a, now, sizeof(a));
	memcpy(&b, then, sizeof(b));
	memset(a.takeback, 0, sizeof(a.takeback));
	memset(b.takeback, 0, sizeof(b.takeback));
	memset(a.moved, 0, sizeof(a.moved));
	memset(b.moved, 0, sizeof(b.moved));
	assert_memory_equal(&a, &b, sizeof(a));
}

TEST(taking_back_restores_the_state_in_every_game)
{
	static struct match_state m, then[2];
	unsigned taken = 0;
	struct rng r;

	rng_seed(&r, 3);
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		bool there[2] = { false, false };

		begin(&m, v, &r);
		for (unsigned i = 0; i < 400 && match_game_on(&m); i++) {
			const struct match_state before = m;
			enum seat moved = go_on(&m, &r);
			struct action a = { .kind = ACT_TAKEBACK, .seat = SEAT_0 };

			if (moved != SEAT_NONE) {
				memcpy(&then[moved], &before, sizeof(before));
				there[moved] = true;
			}
			if (!match_game_on(&m) || rng_below(&r, 5) != 0)
				continue;
			a.seat = rng_below(&r, 2) == 0 ? SEAT_0 : SEAT_1;
			a.roll_no = then[a.seat].next_roll + 1;
			assert_int_equal(match_apply(&m, &a, &space, &ev).err,
			    there[a.seat] ? MATCH_BAD_ACTION : MATCH_NO_PLAY_TO_TAKE_BACK);
			a.roll_no = then[a.seat].next_roll;
			if (!there[a.seat])
				continue;
			assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_OK);
			assert_true(match_check(&m));
			assert_stands_as(&m, &then[a.seat]);
			there[0] = there[1] = false;
			taken++;
		}
	}
	assert_true(taken > 500);
}

TEST(no_move_can_be_taken_back_in_a_rated_match)
{
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE };
	struct match_state m;
	struct rng r;

	rng_seed(&r, 1);
	match_init(&m, VARIANT_FIBS, 5);
	a.start.npairs = 1;
	a.start.pair[0] = (struct dice_pair){ { 3, 1 } };
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_OK);
	a = (struct action){ .kind = ACT_PRACTICE, .seat = SEAT_NONE };
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_GAME_ON);
	assert_int_equal(go_on(&m, &r), SEAT_0);
	a = (struct action){ .kind = ACT_TAKEBACK, .seat = SEAT_0 };
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_NOT_PRACTICE);
}

TEST(practice_has_no_clock)
{
	struct action a = { .kind = ACT_PRACTICE, .seat = SEAT_NONE };
	struct match_state m;

	match_init(&m, VARIANT_FIBS, 5);
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_OK);
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_BAD_ACTION);
	a = (struct action){ .kind = ACT_CLOCK, .seat = SEAT_NONE, .clock = { .delay_ms = 9 } };
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_NO_CLOCK);
}

TEST(practice_can_begin_at_a_position)
{
	struct action practice = { .kind = ACT_PRACTICE, .seat = SEAT_NONE };
	struct action a = { .kind = ACT_SET_POSITION, .seat = SEAT_NONE };
	struct match_state m;

	assert_int_equal(
	    position_id_read(
		"XGID=-a-B--D-B---dE---c-e----B-:1:-1:1:52:3:1:0:5:10", &a.position),
	    POSITION_OK);
	match_init(&m, VARIANT_FIBS, 5);
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_NOT_PRACTICE);
	assert_int_equal(match_apply(&m, &practice, &space, &ev).err, MATCH_OK);
	a.position.length = 7;
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_BAD_ACTION);
	a.position.length = 5;
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_OK);
	assert_int_equal(ev.n, 2);
	assert_int_equal(ev.e[1].kind, EV_POSITION_SET);
	assert_int_equal(m.phase, PH_MOVE);
	assert_int_equal(m.turn, SEAT_0);
	assert_int_equal(m.dice_to_play, 2);
	assert_int_equal(m.cube, 2);
	assert_int_equal(m.cube_owner, SEAT_1);
	assert_int_equal(m.score[0], 3);
	assert_int_equal(m.board.at[1][PT_OFF], 2);
	assert_true(m.began_at_position && match_check(&m));
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_GAME_ON);
}

/* The side to move is on the bar against six closed points: the turn passes at once. */
TEST(a_position_whose_roll_cannot_be_played_passes_the_turn)
{
	struct action practice = { .kind = ACT_PRACTICE, .seat = SEAT_NONE };
	struct action a = { .kind = ACT_SET_POSITION, .seat = SEAT_NONE };
	struct match_state m;

	assert_int_equal(
	    position_id_read("---------------------bbbbb-:0:0:1:11:0:0:0:0:10", &a.position),
	    POSITION_BAD_FORM);
	assert_int_equal(
	    position_id_read("------------------cbbbbbbA:0:0:1:11:0:0:1:0:10", &a.position),
	    POSITION_OK);
	match_init(&m, VARIANT_FIBS, 0);
	assert_int_equal(match_apply(&m, &practice, &space, &ev).err, MATCH_OK);
	assert_int_equal(match_apply(&m, &a, &space, &ev).err, MATCH_OK);
	assert_int_equal(ev.e[2].kind, EV_CANNOT_MOVE);
	assert_int_equal(m.phase, PH_ROLL);
	assert_int_equal(m.turn, SEAT_1);
	assert_true(m.jacoby);
}

/* ---- the server ---- */

static struct fixture *h;
static unsigned ann;

BEFORE_EACH
{
	struct fixture_options o;

	fixture_options_default(&o);
	fixture_options_bots(&o);
	h = fixture_new(&o);
	fixture_turn(h);
	ann = fixture_telnet(h, "ann");
	fixture_type(h, ann, "toggle fast");
	fixture_discard(h);
}

AFTER_EACH
{
	fixture_free(&h);
}

static void
wait_s(unsigned s)
{
	for (unsigned i = 0; i < 4 * s; i++) {
		fixture_advance(h, 250);
		while (domain_next_timer(fixture_world(h)) == 0)
			fixture_turn(h);
	}
}

static const struct match *
match_of_ann(void)
{
	const struct session *s = session_by_name(fixture_world(h), "ann");
	const struct match *m = s != NULL ? session_match(fixture_world(h), s) : NULL;

	CHECK(m != NULL);
	return m;
}

/* Performs every action that is required before ann's next move.  Returns false if the game is
 * over. */
static bool
wait_for_ann(void)
{
	for (unsigned i = 0; i < 200; i++) {
		const struct match *m = match_of_ann();

		if (!match_game_on(&m->state))
			return false;
		if (match_to_act(&m->state) == SEAT_0) {
			if (m->state.phase == PH_MOVE && m->state.resign_by == SEAT_NONE)
				return true;
			fixture_type(h, ann,
			    m->state.resign_by != SEAT_NONE ? "reject"
			    : m->state.phase == PH_DOUBLED  ? "accept"
							    : "roll");
		}
		wait_s(1);
	}
	return false;
}

static void
play_random_move(unsigned which)
{
	const struct match_state *st = &match_of_ann()->state;
	char line[96];
	struct sbuf b;
	unsigned n;

	n = move_list(st->variant, &st->board, SEAT_0, st->dice.d[0], st->dice.d[1], &space);
	SBUF_INIT(&b, line);
	sbuf_add(&b, "move ");
	notation_write_fibs(
	    &b, &space.result[which < n ? which : n - 1].play, match_numbering(st, SEAT_0));
	fixture_type(h, ann, line);
}

struct action_list {
	unsigned n;
	struct {
		char kind[16], text[64];
	} a[400];
};

static bool
append_action(void *ctx, const struct action_record *r)
{
	struct action_list *l = ctx;

	CHECK(l->n < ARRAY_LEN(l->a));
	CHECK(sbuf_copy(l->a[l->n].kind, sizeof(l->a[0].kind), r->kind));
	CHECK(sbuf_copy(l->a[l->n++].text, sizeof(l->a[0].text), r->text));
	return true;
}

/* Checks that all rolls with the same number have the same dice.  Returns how many were
 * repeated. */
static unsigned
count_repeated_rolls(int64_t row)
{
	static struct action_list l;
	unsigned again = 0;

	l.n = 0;
	store_actions_each(fixture_store(h), row, append_action, &l);
	for (unsigned i = 0; i < l.n; i++)
		for (unsigned k = 0; k < i && strcmp(l.a[i].kind, "roll") == 0; k++) {
			size_t n = strcspn(l.a[i].text, " ") + 1;

			if (strncmp(l.a[i].text, l.a[k].text, n) != 0)
				continue;
			assert_string_equal(l.a[i].text, l.a[k].text);
			again++;
		}
	return again;
}

TEST(the_dice_stay_the_same_and_a_restart_changes_nothing)
{
	struct match_state before;
	int64_t row;

	fixture_type(h, ann, "play practice 3");
	wait_s(2);
	assert_true(wait_for_ann());
	row = match_of_ann()->row;
	for (unsigned i = 0; i < 3; i++) {
		play_random_move(i);
		assert_true(wait_for_ann());
		fixture_type(h, ann, "takeback");
		play_random_move(i + 5);
		assert_true(wait_for_ann());
	}
	assert_true(count_repeated_rolls(row) >= 3);
	fixture_type(h, ann, "takeback");
	memcpy(&before, &match_of_ann()->state, sizeof(before));
	fixture_restart(h);
	fixture_turn(h);
	ann = fixture_telnet(h, "ann");
	for (unsigned i = 0; i < 3; i++) {
		static const char *const BOTS[] = { "EasyBot", "ClubBot", "StrongBot" };

		fixture_typef(h, ann, "invite %s", BOTS[i]);
		wait_s(3);
	}
	assert_memory_equal(&match_of_ann()->state, &before, sizeof(before));
}

/* If neither side could ever move, the server would roll and pass for both sides for ever,
 * within one turn. */
TEST(practice_does_not_begin_where_neither_side_can_ever_move)
{
	static const char *const texts[] = {
		"position cBBBBBB------------bbbbbbC:0:0:1:00:4:3:1:5:10 play",
		"position cBBBBBB------------bbbbbbC:0:0:1:31:0:0:0:1:10 play",
	};

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		fixture_type(h, ann, texts[i]);
		assert_non_null(strstr(fixture_read(h, ann), "There is no such position"));
		assert_int_equal(session_by_name(fixture_world(h), "ann")->match, 0);
	}
}

TEST(practice_is_not_rated)
{
	struct match_record r;
	struct user_record u;
	int64_t row;

	fixture_type(h, ann, "play practice 1");
	wait_s(2);
	assert_true(wait_for_ann());
	row = match_of_ann()->row;
	play_random_move(0);
	assert_true(wait_for_ann());
	play_random_move(0);
	wait_s(5);
	fixture_type(h, ann, "resign normal");
	wait_s(5);
	assert_true(store_match_by_id(fixture_store(h), row, &r));
	assert_string_equal(r.end_reason, "won");
	assert_true(r.unrated);
	assert_true(store_user_by_name(fixture_store(h), "ann", &u));
	assert_int_equal(
	    user_bots_standing(fixture_world(h), u.id, VARIANT_FIBS).experience, 0);
	fixture_discard(h);
	fixture_type(h, ann, "dicetest ann");
	assert_null(strstr(fixture_read(h, ann), "1 "));
	fixture_discard(h);
	fixture_type(h, ann, "stats ann");
	assert_null(strstr(fixture_read(h, ann), "Backgammon"));
	fixture_discard(h);
	fixture_type(h, ann, "history");
	assert_non_null(strstr(fixture_read(h, ann), " lost  practice"));
	fixture_type(h, ann, "rematch");
	wait_s(3);
	assert_true(match_of_ann()->state.practice);
}

/* Checks that the saved match has ended unchanged and that a rated match is being played. */
static void
assert_replaced(int64_t row, const char *bot)
{
	const struct match *m = match_of_ann();
	struct match_record r;

	assert_true(store_match_by_id(fixture_store(h), row, &r));
	assert_string_equal(r.end_reason, "replaced");
	assert_true(m->row != row);
	assert_false(m->state.practice);
	assert_string_equal(match_player_name(fixture_world(h), m, SEAT_1), bot);
}

TEST(a_new_match_replaces_a_saved_practice_match)
{
	int64_t row;

	fixture_type(h, ann, "play practice 3");
	wait_s(2);
	row = match_of_ann()->row;
	fixture_type(h, ann, "leave");
	wait_s(2);
	fixture_type(h, ann, "invite EasyBot 5");
	wait_s(2);
	assert_replaced(row, "EasyBot");
	/* a rated match is kept */
	fixture_type(h, ann, "leave");
	wait_s(2);
	fixture_discard(h);
	fixture_type(h, ann, "invite EasyBot 3");
	assert_non_null(strstr(fixture_read(h, ann), "** You have a saved match with EasyBot"));
}

static void
restart_with_one_bot(void)
{
	struct fixture_options o;

	fixture_free(&h);
	fixture_options_default(&o);
	o.world.club = "ClubBot";
	h = fixture_new(&o);
	fixture_turn(h);
	ann = fixture_telnet(h, "ann");
}

/* Bots with which no saved match would be lost have priority. */
TEST(play_finds_a_bot_despite_saved_practice_with_all)
{
	int64_t row;

	for (unsigned one = 0; one < 2; one++) {
		if (one == 1)
			restart_with_one_bot();
		fixture_type(h, ann, "play practice 3");
		wait_s(2);
		row = match_of_ann()->row;
		fixture_type(h, ann, "leave");
		wait_s(2);
		fixture_type(h, ann, "play 3");
		wait_s(2);
		if (one == 1)
			assert_replaced(row, "ClubBot");
		else
			assert_string_equal(
			    match_player_name(fixture_world(h), match_of_ann(), SEAT_1),
			    "ClubBot");
		assert_false(match_of_ann()->state.practice);
	}
	/* a rated match is not lost for practice */
	fixture_type(h, ann, "leave");
	wait_s(2);
	fixture_discard(h);
	fixture_type(h, ann, "play practice 3");
	assert_non_null(strstr(fixture_read(h, ann), "None of the server's bots is free"));
}

/* Formats for other programs contain only the moves finally played. */
TEST(moves_taken_back_are_not_exported)
{
	static const char *const FORMS_OF_OTHERS[] = { "mat", "sgf" };
	char line[48];
	struct sbuf b;
	int64_t row;

	fixture_type(h, ann, "play practice 1");
	wait_s(2);
	assert_true(wait_for_ann());
	row = match_of_ann()->row;
	for (unsigned i = 0; i < 4; i++) {
		play_random_move(i);
		wait_s(3);
		fixture_type(h, ann, "takeback");
	}
	play_random_move(0);
	fixture_type(h, ann, "resign normal");
	wait_s(3);
	for (unsigned i = 0; i < ARRAY_LEN(FORMS_OF_OTHERS); i++) {
		const char *text, *at;
		unsigned n = 0;

		fixture_discard(h);
		SBUF_INIT(&b, line);
		sbuf_addf(&b, "export %lld %s", (long long)row, FORMS_OF_OTHERS[i]);
		fixture_type(h, ann, line);
		wait_s(1);
		text = fixture_read(h, ann);
		assert_non_null(strstr(text, "End of match"));
		for (at = text; (at = strstr(at, i == 0 ? ": 8/5 6/5" : ";W[31")) != NULL; at++)
			n++;
		assert_true(n <= 1);
		for (n = 0, at = text; (at = strpbrk(at, i == 0 ? ")" : ";")) != NULL; at++)
			n++;
		assert_true(n <= 5);
	}
}

/* ---- hints ---- */

TEST(one_hint_is_computed_at_a_time)
{
	fixture_type(h, ann, "play practice 3");
	wait_s(2);
	assert_true(wait_for_ann());
	fixture_hold_work(h, true, 100);
	fixture_discard(h);
	fixture_type(h, ann, "hint");
	fixture_type(h, ann, "hint");
	assert_non_null(strstr(fixture_read(h, ann), "working on your last question"));
	fixture_hold_work(h, false, 100);
	wait_s(1);
	assert_non_null(strstr(fixture_read(h, ann), "Hint 1:"));
}

TEST(a_hint_is_dropped_when_the_match_is_left)
{
	fixture_type(h, ann, "play practice 3");
	wait_s(2);
	assert_true(wait_for_ann());
	fixture_hold_work(h, true, 100);
	fixture_type(h, ann, "hint");
	fixture_type(h, ann, "leave");
	fixture_type(h, ann, "invite ClubBot 1");
	fixture_hold_work(h, false, 100);
	wait_s(3);
	assert_false(match_of_ann()->state.practice);
	assert_null(strstr(fixture_read(h, ann), "Hint"));
	fixture_type(h, ann, "hint");
	assert_non_null(strstr(fixture_read(h, ann), "practice matches only"));
	/* another login ends the first session, and the hint is not sent then either */
	ann = fixture_telnet(h, "ann");
	fixture_discard(h);
	fixture_type(h, ann, "hint");
	wait_s(1);
	assert_null(strstr(fixture_read(h, ann), "Hint"));
}

TEST(a_hint_is_dropped_when_the_position_changes)
{
	fixture_type(h, ann, "play practice 3");
	wait_s(2);
	assert_true(wait_for_ann());
	fixture_hold_work(h, true, 100);
	fixture_type(h, ann, "hint");
	play_random_move(0);
	fixture_discard(h);
	fixture_hold_work(h, false, 100);
	wait_s(3);
	assert_null(strstr(fixture_read(h, ann), "Hint"));
}

/* Makes a move and, if at_once, takes it back and makes another immediately.  Returns whether
 * the tutor commented. */
static bool
tutor_comments(unsigned which, bool at_once, unsigned then)
{
	bool spoke;

	fixture_discard(h);
	fixture_hold_work(h, at_once, 100);
	play_random_move(which);
	if (at_once) {
		fixture_type(h, ann, "takeback");
		play_random_move(then);
		fixture_hold_work(h, false, 100);
	}
	wait_s(3);
	spoke = strstr(fixture_read(h, ann), "That play costs you") != NULL;
	fixture_type(h, ann, "takeback");
	return spoke;
}

TEST(the_tutor_comments_on_the_final_move)
{
	unsigned good = UINT_MAX, bad = UINT_MAX;

	fixture_type(h, ann, "toggle tutor");
	fixture_type(h, ann, "play practice 3");
	wait_s(2);
	assert_true(wait_for_ann());
	for (unsigned i = 0; i < 30 && (good == UINT_MAX || bad == UINT_MAX); i++)
		*(tutor_comments(i, false, 0) ? &bad : &good) = i;
	assert_true(good != UINT_MAX && bad != UINT_MAX);
	assert_true(tutor_comments(bad, true, bad));
	assert_false(tutor_comments(bad, true, good));
}

/* A watcher gets no hint either, even with a saved practice match. */
TEST(a_watcher_gets_no_hint)
{
	unsigned bob = fixture_telnet(h, "bob");

	fixture_type(h, ann, "play practice 3");
	wait_s(2);
	assert_true(wait_for_ann());
	fixture_type(h, bob, "watch ann");
	fixture_discard(h);
	fixture_type(h, bob, "hint");
	fixture_type(h, bob, "takeback");
	wait_s(1);
	assert_null(strstr(fixture_read(h, bob), "Hint"));
	fixture_type(h, ann, "watch bob");
	assert_null(
	    session_watched(fixture_world(h), session_by_name(fixture_world(h), "ann")));
}

/* The many actions are draws offered and refused, because those need no dice. */
TEST(positions_after_20000_actions_are_refused)
{
	struct action_record a = { .kind = "draw", .text = "" };
	struct match_record r = {
		.variant = "backgammon", .length = 1, .winner = 0, .created_ms = 1
	};
	struct store *s = fixture_store(h);
	const unsigned at[] = { 20002, 19998 };
	struct user_record u;

	assert_true(store_user_by_name(s, "ann", &u));
	r.user[0] = u.id;
	assert_true(store_user_by_name(s, "EasyBot", &u));
	r.user[1] = u.id;
	for (size_t i = 0; i < ARRAY_LEN(at); i++) {
		a.match = store_match_create(s, &r);
		for (a.seq = 0; a.seq < at[i]; a.seq++) {
			a.kind = a.seq == 0 ? "start" : a.seq % 2 == 1 ? "draw" : "draw_reject";
			a.text =
			    a.seq == 0
				? "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31"
				: "";
			a.seat = a.seq == 0 ? 2 : a.seq % 2 == 1 ? 0 : 1;
			store_action_add(s, &a);
		}
		a.kind = "move";
		a.text = "8/5 6/5";
		a.seat = 0;
		store_action_add(s, &a);
		fixture_discard(h);
		fixture_typef(h, ann, "position %lld 1", (long long)a.match);
		assert_non_null(strstr(fixture_read(h, ann),
		    i == 0 ? "too late in the match"
			   : "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:"));
	}
}
