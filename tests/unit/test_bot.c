/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=fair_dice_roll -Wl,--wrap=sched_yield */
/* The server's bots: what they know, which commands they type, and how they behave in
 * matches. */
#include "base/rng.h"
#include "bot/bot.h"
#include "bot/evaluators.h"
#include "eval/eval.h"
#include "match/match.h"
#include "tests/support/fixture.h"
#include "tests/support/fulldisk.h"
#include "tests/support/nets.h"
#include "tests/support/rows.h"
#include "tests/support/script_dice.h"
#include "tests/unit/test.h"

static unsigned yields_done;

int __wrap_sched_yield(void);

int
__wrap_sched_yield(void)
{
	yields_done++;
	return 0;
}

static struct fixture *
start_server(uint64_t seed)
{
	struct fixture_options o;

	fixture_options_default(&o);
	fixture_options_bots(&o);
	o.seed = seed;
	return fixture_new(&o);
}

static const struct match *
match_of(struct fixture *h, const char *name)
{
	const struct session *s = session_by_name(fixture_world(h), name);

	return s != NULL ? session_match(fixture_world(h), s) : NULL;
}

/* Returns the match of a user, who must have one. */
static const struct match *
live_match_of(struct fixture *h, const char *name)
{
	const struct match *m = match_of(h, name);

	CHECK(m != NULL);
	return m;
}

/* Returns the number of actions in the user's match. */
static uint32_t
action_count(struct fixture *h, const char *name)
{
	const struct match *m = match_of(h, name);

	return m != NULL ? m->next_seq : 0;
}

/* ---- what a bot knows ---- */

/* Returns a bot's output in a game that begins with ROLLS.  Later rolls depend on the seed, but
 * the bot's output must not. */
static void
collect_first_moves(uint64_t seed, const char *bot, char *text, size_t size)
{
	static const uint8_t ROLLS[][2] = { { 3, 1 }, { 6, 4 }, { 5, 2 }, { 5, 5 }, { 6, 1 },
		{ 4, 3 }, { 2, 1 }, { 6, 5 } };
	struct fixture *h = start_server(seed);
	unsigned ann = fixture_telnet(h, "ann");
	struct move_space *space = malloc(sizeof(*space));
	struct sbuf b;

	assert_non_null(space);
	sbuf_init(&b, text, size);
	for (unsigned i = 0; i < ARRAY_LEN(ROLLS); i++)
		script_dice_add(ROLLS[i][0], ROLLS[i][1]);
	fixture_type(h, ann, "toggle fair"); /* off, because its output depends on the seed */
	fixture_typef(h, ann, "invite %s 5", bot);
	for (unsigned i = 0; script_dice_left() > 0 && i < 200; i++) {
		const struct match *m;
		char line[96];
		struct sbuf l;

		fixture_run_ms(h, 1000);
		m = match_of(h, "ann");
		if (m == NULL || match_to_act(&m->state) != SEAT_0 ||
		    m->state.phase != PH_MOVE) {
			if (m != NULL && match_to_act(&m->state) == SEAT_0)
				fixture_type(
				    h, ann, m->state.phase == PH_ROLL ? "roll" : "accept");
			continue;
		}
		SBUF_INIT(&l, line);
		sbuf_add(&l, "move ");
		(void)move_list(m->state.variant, &m->state.board, SEAT_0, m->state.dice.d[0],
		    m->state.dice.d[1], space);
		notation_write_fibs(
		    &l, &space->result[0].play, match_numbering(&m->state, SEAT_0));
		fixture_type(h, ann, line);
	}
	assert_int_equal(script_dice_left(), 0);
	fixture_run_ms(h, 1000);
	sbuf_add(&b, fixture_read(h, ann));
	assert_true(sbuf_ok(&b));
	script_dice_clear();
	free(space);
	fixture_free(&h);
}

TEST(a_bot_decides_the_same_with_another_seed)
{
	static const char *const NAMES[] = { "EasyBot", "ClubBot", "StrongBot" };
	static char one[65536], other[65536];

	for (unsigned i = 0; i < ARRAY_LEN(NAMES); i++) {
		collect_first_moves(1, NAMES[i], one, sizeof(one));
		collect_first_moves(2, NAMES[i], other, sizeof(other));
		assert_non_null(strstr(one, " moves "));
		assert_string_equal(one, other);
	}
}

/* A decision must not depend on uninitialised memory or on earlier decisions. */
TEST(a_decision_depends_only_on_the_state)
{
	struct brain *b = brain_new(), *used = brain_new();
	struct thought t, again;
	struct match_state m;

	match_init(&m, VARIANT_FIBS, 7);
	m.game_no = 1;
	m.o = m.turn = SEAT_0;
	m.phase = PH_MOVE;
	variant_start_board(&m.board, m.variant);
	for (unsigned l = GRADE_beginner; l < GRADE_COUNT; l++)
		for (uint8_t d = 1; d <= 6; d++) {
			m.dice = (struct dice_pair){ { d, (uint8_t)(d % 6 + 1) } };
			memset(&t, 0, sizeof(t));
			memset(&again, 0xa5, sizeof(again));
			t.state = again.state = m;
			t.seat = again.seat = SEAT_0;
			t.grade = again.grade = (enum bot_grade)l;
			t.resign_rejected = again.resign_rejected = false;
			brain_think(b, &t);
			brain_think(used, &again);
			brain_think(used, &again);
			assert_string_equal(t.line, again.line);
		}
	brain_free(&b);
	brain_free(&used);
}

/* ---- how well they play ---- */

static double
cost_of_line(
    const struct eval *e, struct eval_scratch *w, const struct match_state *m, const char *line)
{
	static struct eval_choice all[2000];
	unsigned n = eval_rank_plays(e, m, 0, w, all, ARRAY_LEN(all));
	struct play played;
	struct board after;
	unsigned steps, step;

	assert_int_equal(
	    notation_parse(line + strlen("move "), NUMBERS_SAME, &played, &steps), NOTATION_OK);
	assert_int_equal(move_check(m->variant, &m->board, SEAT_0, m->dice.d[0], m->dice.d[1],
			     &played, &w->move_space[0], &after, &step),
	    MOVE_OK);
	for (unsigned i = 0; i < n; i++)
		if (memcmp(&w->move_space[0].result[all[i].index].after, &after,
			sizeof(after)) == 0)
			return (double)(all[0].chances.equity - all[i].chances.equity);
	fail();
	return 0;
}

/* A worker thread that computes for milliseconds without yielding would delay the event
 * loop. */
TEST(a_long_computation_yields_the_processor)
{
	struct brain *b = brain_new();
	struct thought t = { .seat = SEAT_0 };

	match_init(&t.state, VARIANT_FIBS, 7);
	t.state.o = t.state.turn = SEAT_0;
	t.state.phase = PH_MOVE;
	variant_start_board(&t.state.board, t.state.variant);
	t.state.dice = (struct dice_pair){ { 2, 1 } };
	t.grade = GRADE_club;
	yields_done = 0;
	brain_think(b, &t);
	assert_int_equal(yields_done, 0);
	t.grade = GRADE_strong;
	brain_think(b, &t);
	assert_true(yields_done >= 10);
	brain_free(&b);
}

/* The loss is measured over the first plays of games, with the evaluator that all bots use. */
TEST(each_grade_loses_less_than_the_previous)
{
	static struct eval_tables tables;
	static struct eval e;
	struct eval_scratch *w = malloc(sizeof(*w));
	struct brain *b = brain_new();
	double cost[GRADE_COUNT] = { 0 };
	unsigned n = 0;
	struct match_state m;
	struct rng rng;

	assert_non_null(w);
	nets_tables(&tables);
	assert_null(nets_load(&e, VARIANT_FIBS, &tables, NULL));
	rng_seed(&rng, 5);
	match_init(&m, VARIANT_FIBS, 7);
	m.o = m.turn = SEAT_0;
	m.phase = PH_MOVE;
	for (; n < (test_few_cases() ? 60 : 400); n++) {
		m.game_no = n;
		variant_start_board(&m.board, m.variant);
		m.dice = (struct dice_pair){ { (uint8_t)(1 + rng_below(&rng, 6)),
		    (uint8_t)(1 + rng_below(&rng, 6)) } };
		for (enum bot_grade g = GRADE_beginner; g < GRADE_strong; g++) {
			struct thought t = { .state = m, .seat = SEAT_0, .grade = g };

			brain_think(b, &t);
			cost[g] += cost_of_line(&e, w, &m, t.line);
		}
	}
	for (enum bot_grade g = GRADE_beginner; g < GRADE_expert; g++)
		assert_true(cost[g] > cost[g + 1] && cost[g + 1] > 0);
	assert_true(cost[GRADE_beginner] / n > 0.02 && cost[GRADE_beginner] / n < 0.1);
	assert_true(cost[GRADE_expert] / n < 0.005);
	brain_free(&b);
	free(w);
}

/* ---- accounts ---- */

TEST(users_cannot_log_in_or_register_as_a_bot)
{
	struct fixture *h = start_server(1);
	unsigned g;

	fixture_turn(h);
	g = fixture_connect(h, "10.0.0.1");
	fixture_type(h, g, "guest");
	fixture_type(h, g, "name clubbot");
	assert_non_null(strstr(fixture_read(h, g), "already used"));
	fixture_type(h, g, "bye");
	g = fixture_connect(h, "10.0.0.1");
	fixture_type(h, g, "ClubBot");
	fixture_type(h, g, STORE_HASH_BOT);
	assert_null(fixture_session(h, g)->player);
	fixture_free(&h);
}

TEST(the_name_of_a_bot_is_reserved_without_its_account)
{
	struct fixture *h = start_server(1);
	struct user_record u;
	unsigned root, g;

	fixture_turn(h);
	(void)fixture_user(h, "root", 1500, 0);
	fixture_set_role(h, "root", "admin");
	root = fixture_telnet(h, "root");
	fixture_type(h, root, "erase ClubBot ClubBot because of a test");
	assert_false(store_user_by_name(fixture_store(h), "ClubBot", &u));
	g = fixture_connect(h, "10.0.0.1");
	fixture_type(h, g, "guest");
	fixture_type(h, g, "name clubbot");
	assert_non_null(strstr(fixture_read(h, g), "already used"));
	fixture_run_ms(h, 61000);
	assert_true(store_user_by_name(fixture_store(h), "ClubBot", &u));
	fixture_free(&h);
}

TEST(a_bot_whose_name_is_taken_does_not_log_in)
{
	struct fixture *h = fixture_new(NULL);
	struct fixture_options o;
	struct fixture *with;

	(void)fixture_user(h, "ClubBot", 1500, 0);
	fixture_options_default(&o);
	fixture_options_bots(&o);
	o.store = fixture_store(h);
	with = fixture_new(&o);
	fixture_turn(with);
	assert_true(fixture_warned(with, "bot_name_taken"));
	assert_null(session_by_name(fixture_world(with), "ClubBot"));
	assert_non_null(session_by_name(fixture_world(with), "EasyBot"));
	fixture_free(&with);
	fixture_free(&h);
}

/* ---- in a match ---- */

TEST(a_bot_leaves_an_idle_opponent_and_resumes_later)
{
	struct fixture *h = start_server(1);
	unsigned ann;

	fixture_turn(h);
	ann = fixture_telnet(h, "ann");
	script_dice_add(3, 1);
	fixture_type(h, ann, "invite ClubBot 3");
	fixture_run_ms(h, 5000);
	assert_non_null(match_of(h, "ann"));
	fixture_discard(h);
	fixture_run_ms(h, 290000);
	assert_non_null(match_of(h, "ann"));
	fixture_run_ms(h, 20000);
	assert_null(match_of(h, "ann"));
	assert_non_null(strstr(fixture_read(h, ann), "ClubBot has left the game"));
	fixture_type(h, ann, "invite ClubBot");
	fixture_run_ms(h, 5000);
	assert_true(action_count(h, "ann") > 0);
	fixture_free(&h);
}

TEST(play_typed_twice_starts_one_match)
{
	struct fixture *h = start_server(1);
	unsigned ann;

	fixture_turn(h);
	ann = fixture_telnet(h, "ann");
	fixture_discard(h);
	fixture_type(h, ann, "play 3");
	assert_non_null(strstr(fixture_read(h, ann), "You invited EasyBot to a 3 point"));
	fixture_advance(h, 500);
	fixture_type(h, ann, "play 5");
	assert_non_null(strstr(fixture_read(h, ann), "You invited EasyBot to a 5 point"));
	fixture_run_ms(h, 2000);
	assert_int_equal(live_match_of(h, "EasyBot")->state.length, 5);
	fixture_free(&h);
}

static bool
store_action_text(void *ctx, const struct action_record *r)
{
	(void)sbuf_copy(ctx, 96, r->text);
	return false;
}

/* Returns whether action `seq` of the match is the play in `line`. */
static bool
plays(struct fixture *h, const struct match *m, enum seat seat, uint32_t seq, const char *line)
{
	char text[96] = "", want[96];
	struct play p;
	struct sbuf b;
	unsigned steps;

	assert_int_equal(notation_parse(line + strlen("move "),
			     match_numbering(&m->state, seat), &p, &steps),
	    NOTATION_OK);
	SBUF_INIT(&b, want);
	notation_write(&b, &p);
	store_actions_from(fixture_store(h), m->row, seq, 1, store_action_text, text);
	return strcmp(text, want) == 0;
}

/* The bot waits for as long as no worker is free. */
TEST(a_bot_waits_for_its_worker)
{
	struct fixture *h = start_server(1);
	struct thought t = { .grade = GRADE_strong };
	struct brain *brain = brain_new();
	const struct match *m;
	unsigned ann;
	uint32_t actions;

	fixture_turn(h);
	ann = fixture_telnet(h, "ann");
	script_dice_add(1, 3); /* the bot starts */
	fixture_type(h, ann, "invite StrongBot 3");
	fixture_hold_work(h, true, 100);
	fixture_run_ms(h, 5000);
	m = live_match_of(h, "ann");
	actions = action_count(h, "ann");
	fixture_run_ms(h, 60000);
	assert_int_equal(action_count(h, "ann"), actions);
	t.state = m->state;
	t.seat = match_to_act(&m->state);
	brain_think(brain, &t);
	fixture_hold_work(h, false, 100);
	fixture_run_ms(h, 2000);
	assert_int_equal(action_count(h, "ann"), actions + 1);
	assert_true(plays(h, m, t.seat, actions, t.line));
	brain_free(&brain);
	fixture_free(&h);
}

/* The bot waits for as long as the disk is full. */
TEST(a_bot_moves_once_the_disk_has_space_again)
{
	struct fixture_options o;
	struct thought t = { .grade = GRADE_strong };
	struct brain *brain = brain_new();
	struct fulldisk full;
	const struct match *m;
	unsigned ann;
	uint32_t actions;

	fixture_options_default(&o);
	fixture_options_bots(&o);
	fulldisk_open(&full, &o);
	fixture_turn(full.h);
	ann = fixture_telnet(full.h, "ann");
	script_dice_add(1, 3);
	fixture_type(full.h, ann, "invite StrongBot 3");
	fixture_hold_work(full.h, true, 100);
	fixture_run_ms(full.h, 1500);
	m = live_match_of(full.h, "ann");
	actions = action_count(full.h, "ann");
	fulldisk_fill(&full);
	fixture_hold_work(full.h, false, 100);
	fixture_run_ms(full.h, 700000); /* longer than a bot waits for an idle opponent */
	assert_int_equal(action_count(full.h, "ann"), actions);
	t.state = m->state;
	t.seat = match_to_act(&m->state);
	brain_think(brain, &t);
	fulldisk_clear_and_resume(&full);
	fixture_run_ms(full.h, 2000);
	assert_non_null(match_of(full.h, "ann"));
	assert_true(plays(full.h, m, t.seat, actions, t.line));
	brain_free(&brain);
	fulldisk_close(&full);
}

TEST(a_kicked_bot_logs_in_again)
{
	struct fixture *h = start_server(1);
	unsigned root;

	fixture_turn(h);
	(void)fixture_user(h, "root", 1500, 0);
	fixture_set_role(h, "root", "admin");
	root = fixture_telnet(h, "root");
	fixture_type(h, root, "kick ClubBot because of a test");
	assert_null(session_by_name(fixture_world(h), "ClubBot"));
	fixture_run_ms(h, 61000);
	assert_non_null(session_by_name(fixture_world(h), "ClubBot"));
	fixture_free(&h);
}

TEST(a_banned_bot_does_not_log_in)
{
	struct fixture *h = start_server(1);
	unsigned root;

	fixture_turn(h);
	(void)fixture_user(h, "root", 1500, 0);
	fixture_set_role(h, "root", "admin");
	root = fixture_telnet(h, "root");
	fixture_type(h, root, "ban ClubBot because of a test");
	assert_null(session_by_name(fixture_world(h), "ClubBot"));
	fixture_run_ms(h, 130000);
	assert_null(session_by_name(fixture_world(h), "ClubBot"));
	fixture_type(h, root, "unban ClubBot");
	fixture_run_ms(h, 61000);
	assert_non_null(session_by_name(fixture_world(h), "ClubBot"));
	fixture_free(&h);
}
