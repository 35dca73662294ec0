/* SPDX-License-Identifier: MIT */
/* The limit on rating changes against one opponent in 24 hours (PROTOCOL.md 8), in matches that
 * are played and resigned with the server's own commands. */
#include <math.h>

#include "match/match.h"
#include "people/people.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)
#define DAILY_LIMIT 40.0
#define TOLERANCE 1e-9

static struct fixture *h;

static void
open_with(const char *shared, unsigned pair_day)
{
	struct fixture_options o;

	fixture_options_default(&o);
	fixture_options_bots(&o);
	o.flood_limits = true; /* otherwise all addresses are exempt and count separately */
	o.world.flood_burst = 0;
	o.world.pair_day = pair_day;
	o.world.pause_ms = 0;
	assert_true(networks_parse(&o.world.shared_networks, shared));
	h = fixture_new(&o);
}

BEFORE_EACH
{
	open_with("", (unsigned)DAILY_LIMIT);
}

AFTER_EACH
{
	fixture_free(&h);
}

/* Logs in from an address, creating the account if it does not exist. */
static unsigned
enter(const char *name, const char *host)
{
	struct user_record u;
	unsigned conn;

	if (!store_user_by_name(fixture_store(h), name, &u))
		(void)fixture_user(h, name, 1500, 0);
	conn = fixture_connect(h, host);
	fixture_typef(h, conn, "login test 1008 %s %s", name, FIXTURE_PASSWORD);
	fixture_settle(h);
	if (!player_has_toggle(fixture_session(h, conn)->player, TOGGLE_ready))
		fixture_type(h, conn, "toggle ready");
	(void)fixture_read(h, conn);
	return conn;
}

static bool
is(double x, double y)
{
	return fabs(x - y) < TOLERANCE;
}

static struct user_record
user(const char *name)
{
	struct user_record u;

	assert_true(store_user_by_name(fixture_store(h), name, &u));
	return u;
}

static double
rating(const char *name)
{
	return user(name).rating;
}

static const char *
name_of(unsigned conn)
{
	return fixture_session(h, conn)->player->name;
}

/* Starts a match and plays until both have moved. */
static void
begin(unsigned winner, unsigned loser, unsigned length)
{
	fixture_typef(h, winner, "invite %s %u", name_of(loser), length);
	fixture_typef(h, loser, "join %s", name_of(winner));
	fixture_both_move(h, winner, loser);
}

/* Makes the loser resign the match, game by game. */
static void
resign(unsigned winner, unsigned loser)
{
	const struct match *m;

	while ((m = session_match(fixture_world(h), fixture_session(h, winner))) != NULL) {
		if (m->state.phase == PH_BETWEEN_GAMES) {
			fixture_type(h, winner, "join");
			fixture_type(h, loser, "join");
		}
		fixture_type(h, loser, "resign b");
		fixture_type(h, winner, "accept");
	}
}

static void
play_and_win(unsigned winner, unsigned loser, unsigned length)
{
	begin(winner, loser, length);
	resign(winner, loser);
}

/* The attack that this rule stops; without the rule it raised a rating from 1500 to 1799. */
TEST(twenty_seven_matches_in_a_minute_move_a_rating_by_forty_points)
{
	unsigned a = enter("anna", "192.0.2.1"), b = enter("bert", "192.0.2.1");

	for (unsigned i = 0; i < 27; i++) {
		play_and_win(a, b, 3);
		fixture_advance(h, 1500);
	}
	assert_true(is(rating("anna"), 1500 + DAILY_LIMIT));
	assert_true(is(rating("bert"), 1500 - DAILY_LIMIT));
	/* gains of 17.32, 16.9 and part of a third: 8 of 81 points have counted */
	assert_in_range(user("anna").experience, 6, 8);
	assert_int_equal(user("anna").experience, user("bert").experience);
	assert_int_equal(store_counter(fixture_store(h), COUNTER_RATINGS), 54);
}

TEST(the_first_match_of_a_pair_counts_in_full)
{
	unsigned a = enter("anna", "192.0.2.1"), b;
	double after;

	fixture_user(h, "bert", 2300, 400);
	b = enter("bert", "198.51.100.1");
	play_and_win(a, b, 9); /* K is 5, and the underdog won */
	after = rating("anna");
	assert_true(after > 1500 + DAILY_LIMIT);
	play_and_win(a, b, 9);
	assert_true(rating("anna") == after);
	play_and_win(b, a, 9); /* points won beyond the limit can be lost */
	assert_true(rating("anna") < after);
}

/* The first match is the first in 24 hours, not the first ever. */
TEST(the_first_match_of_a_pair_each_day_counts_in_full)
{
	unsigned a = enter("anna", "192.0.2.1"), b;
	double after;

	fixture_user(h, "bert", 2300, 400);
	b = enter("bert", "198.51.100.1");
	play_and_win(a, b, 9);
	after = rating("anna");
	fixture_advance(h, DAY_MS + HOUR_MS);
	a = enter("anna", "192.0.2.1");
	b = enter("bert", "198.51.100.1");
	play_and_win(a, b, 9);
	assert_true(rating("anna") > after + DAILY_LIMIT);
}

TEST(wins_and_losses_add_up_to_forty_points_net)
{
	unsigned a = enter("anna", "192.0.2.1"), b = enter("bert", "198.51.100.1");

	for (unsigned i = 0; i < 40; i++) {
		play_and_win(i % 3 == 0 ? b : a, i % 3 == 0 ? a : b, 1 + i % 5);
		assert_true(fabs(rating("anna") - 1500) <= DAILY_LIMIT + TOLERANCE);
		assert_true(fabs(rating("bert") - 1500) <= DAILY_LIMIT + TOLERANCE);
	}
	assert_true(user("anna").experience > 30);
}

struct rating_rows {
	unsigned n;
	struct rating_record r[2];
};

static void
add_rating_row(void *ctx, const struct rating_record *r)
{
	struct rating_rows *f = ctx;

	assert_in_range(f->n, 0, 1);
	f->r[f->n++] = *r;
}

static struct rating_rows
rating_rows_of(int64_t match)
{
	struct rating_rows f = { 0 };

	store_rating_changes_each(fixture_store(h), match, add_rating_row, &f);
	assert_int_equal(f.n, 2);
	return f;
}

/* The newcomer's K is 5, the opponent's is 1. */
TEST(each_change_is_cut_separately_and_the_factors_are_stored)
{
	struct rating_rows f;
	unsigned a, b;

	fixture_user(h, "anna", 1500, 400);
	fixture_user(h, "bert", 1500, 60);
	a = enter("anna", "192.0.2.1");
	b = enter("bert", "198.51.100.1");
	play_and_win(a, b, 3);
	play_and_win(a, b, 3);
	f = rating_rows_of(1);
	assert_true(f.r[0].counted_fraction == 1 && f.r[1].counted_fraction == 1);
	play_and_win(a, b, 9);
	play_and_win(a, b, 9);
	f = rating_rows_of(4);
	assert_true(f.r[0].user == user("anna").id && f.r[0].counted_fraction == 1);
	assert_int_equal(f.r[0].experience_after - f.r[0].experience_before, 9);
	assert_true(f.r[1].counted_fraction < 1);
	assert_int_equal(f.r[1].experience_after - f.r[1].experience_before,
	    lround(9 * f.r[1].counted_fraction));
	assert_true(is(rating("bert"), 1500 - DAILY_LIMIT));
	assert_true(rating("anna") == f.r[0].after && rating("bert") == f.r[1].after);
}

TEST(accounts_of_one_network_count_as_one_opponent)
{
	static const char *const others[] = { "bert", "carl", "dora", "emil" };
	unsigned a = enter("anna", "192.0.2.1");
	char host[32];

	for (unsigned i = 0; i < ARRAY_LEN(others); i++) {
		(void)snprintf(host, sizeof(host), "198.51.100.%u", i + 1);
		play_and_win(a, enter(others[i], host), 5);
		play_and_win(a, enter(others[i], host), 5);
	}
	assert_true(is(rating("anna"), 1500 + DAILY_LIMIT));
	play_and_win(a, enter("fred", "203.0.113.1"), 1); /* from another network */
	assert_true(rating("anna") > 1500 + DAILY_LIMIT + 5);
}

TEST(accounts_of_a_shared_network_are_separate_opponents)
{
	unsigned a;

	fixture_free(&h);
	open_with("198.51.100.0/24", (unsigned)DAILY_LIMIT);
	a = enter("anna", "192.0.2.1");
	for (unsigned i = 0; i < 3; i++)
		play_and_win(a, enter("bert", "198.51.100.1"), 9);
	for (unsigned i = 0; i < 3; i++)
		play_and_win(a, enter("carl", "198.51.100.1"), 9);
	assert_true(rating("anna") > 1500 + 1.8 * DAILY_LIMIT);
}

/* The opponents play from two networks alternately, which links the networks.  An account seen
 * in only one of them is included. */
TEST(accounts_that_change_networks_count_as_one_opponent)
{
	static const char *const hosts[] = { "198.51.100.1", "203.0.113.1" };
	unsigned a = enter("anna", "192.0.2.1");

	play_and_win(a, enter("bert", hosts[0]), 1);
	play_and_win(a, enter("bert", hosts[1]), 5);
	for (unsigned i = 0; i < 8; i++)
		play_and_win(a, enter(i < 4 ? "carl" : "dora", hosts[i / 4]), 9);
	assert_true(is(rating("anna"), 1500 + DAILY_LIMIT));
}

/* Each newcomer comes from a different network and plays one match. */
TEST(newcomers_count_as_one_opponent_of_experienced_players)
{
	char name[] = "newa", host[32];
	unsigned a;

	fixture_user(h, "anna", 1500, 50);
	a = enter("anna", "192.0.2.1");
	for (unsigned i = 0; i < 8; i++) {
		unsigned b;

		name[3] = (char)('a' + i);
		(void)snprintf(host, sizeof(host), "198.51.%u.1", 100 + i);
		b = enter(name, host);
		play_and_win(a, b, 3);
		assert_true(
		    rating(name) < 1490); /* for the newcomer this is the pair's first match */
	}
	assert_true(is(rating("anna"), 1500 + DAILY_LIMIT));
	fixture_user(h, "fred", 1500, 50);
	play_and_win(a, enter("fred", "203.0.113.1"), 3);
	assert_true(rating("anna") > 1500 + DAILY_LIMIT);
}

TEST(newcomers_count_separately_against_each_other)
{
	char name[] = "newa", host[32];
	unsigned a = enter("anna", "192.0.2.1");

	for (unsigned i = 0; i < 8; i++) {
		name[3] = (char)('a' + i);
		(void)snprintf(host, sizeof(host), "198.51.%u.1", 100 + i);
		play_and_win(a, enter(name, host), 3);
	}
	assert_true(rating("anna") > 1500 + 2 * DAILY_LIMIT);
}

TEST(the_allowance_is_restored_after_a_day_but_not_by_a_restart)
{
	unsigned a = enter("anna", "192.0.2.1"), b = enter("bert", "198.51.100.1");

	for (unsigned i = 0; i < 4; i++)
		play_and_win(a, b, 5);
	assert_true(is(rating("anna"), 1500 + DAILY_LIMIT));
	fixture_restart(h);
	fixture_pass_time(h, DAY_MS - 3600000);
	a = enter("anna", "192.0.2.1");
	b = enter("bert", "198.51.100.1");
	play_and_win(a, b, 5);
	assert_true(is(rating("anna"), 1500 + DAILY_LIMIT));
	begin(a, b, 5);
	fixture_advance(h, 1800000);
	resign(a, b);
	assert_true(is(rating("anna"), 1500 + DAILY_LIMIT));
	begin(a, b, 5); /* the match ends the next day, and its end is what counts */
	fixture_advance(h, 1800000);
	resign(a, b);
	assert_true(rating("anna") > 1500 + DAILY_LIMIT);
}

/* Plays the first legal move if it is the user's turn. */
static void
go_on(unsigned conn)
{
	const struct session *s = fixture_session(h, conn);
	const struct match_state *st = &session_match(fixture_world(h), s)->state;
	struct move_space *space = match_move_space(fixture_world(h));
	char text[128];
	struct sbuf b;

	if (match_to_act(st) != s->seat)
		return;
	if (st->phase == PH_ROLL) {
		fixture_type(h, conn, "roll");
		return;
	}
	assert_true(move_list(st->variant, &st->board, s->seat, st->dice.d[0], st->dice.d[1],
			space) > 0);
	SBUF_INIT(&b, text);
	sbuf_add(&b, "move ");
	notation_write_fibs(&b, &space->result[0].play, match_numbering(st, s->seat));
	fixture_type(h, conn, text);
}

/* Plays a match against a bot and resigns once both have moved. */
static void
lose_to_bot(unsigned conn, const char *bot, unsigned length)
{
	const struct session *s = fixture_session(h, conn);
	const struct match *m;

	fixture_typef(h, conn, "invite %s %u", bot, length);
	fixture_run_ms(h, 5000);
	m = session_match(fixture_world(h), s);
	assert_non_null(m);
	for (unsigned n = 0; (!m->state.moved[0] || !m->state.moved[1]) && n < 100; n++) {
		go_on(conn);
		fixture_run_ms(h, 1000);
	}
	for (unsigned n = 0; s->match != 0 && n < 20; n++) {
		fixture_type(h, conn, m->state.phase == PH_BETWEEN_GAMES ? "join" : "resign b");
		fixture_run_ms(h, 5000);
	}
	assert_true(s->match == 0);
}

TEST(ratings_of_play_with_bots_are_exempt)
{
	unsigned a = enter("anna", "192.0.2.1");

	for (unsigned i = 0; i < 5; i++)
		lose_to_bot(a, "EasyBot", 3);
	assert_true(
	    user_bots_standing(fixture_world(h), user("anna").id, VARIANT_FIBS).rating < 1430);
	assert_true(rating("anna") == 1500);
}

/* With [bots] own_ratings = no, matches with bots change the common ratings. */
TEST(a_bot_in_the_common_ratings_is_an_opponent_like_others)
{
	unsigned a = enter("anna", "192.0.2.1");

	fixture_world(h)->config.own_ratings = false;
	for (unsigned i = 0; i < 4; i++)
		lose_to_bot(a, "EasyBot", 3);
	assert_true(is(rating("anna"), 1500 - DAILY_LIMIT));
	lose_to_bot(a, "ClubBot", 3); /* bots have no network */
	assert_true(rating("anna") < 1500 - DAILY_LIMIT - 10);
}

static bool
has_received(unsigned conn, const char *what)
{
	return strstr(fixture_read(h, conn), what) != NULL;
}

TEST(users_are_warned_before_a_match_that_could_exceed_the_limit)
{
	unsigned a, b, c;

	(void)fixture_user(h, "anna", 1500, 0);
	(void)fixture_user(h, "bert", 1500, 0);
	(void)fixture_user(h, "carl", 1500, 0);
	a = fixture_telnet(h, "anna");
	b = fixture_telnet(h, "bert");
	c = fixture_clip(h, "carl");
	fixture_type(h, a, "toggle ready");
	fixture_type(h, b, "toggle ready");
	fixture_type(h, c, "toggle ready");
	play_and_win(a, b, 3);
	fixture_discard(h);
	/* a match to one point changes a rating by at most 10 points */
	fixture_type(h, a, "invite bert 1");
	assert_false(has_received(a, "can still rise"));
	fixture_type(h, a, "invite bert 9");
	assert_true(has_received(a, "Against bert your rating can still rise by 22.68 "));
	assert_true(has_received(b, "Against anna your rating can still rise by 57.32 "));
	play_and_win(a, b, 9);
	assert_true(has_received(a, "Of the change of anna only "));
	for (unsigned i = 0; i < 5; i++)
		play_and_win(a, c, 5);
	assert_false(has_received(c, "formula"));
	fixture_type(h, c, "invite anna 5");
	assert_false(has_received(c, "can still rise"));
	assert_true(has_received(a, "Against carl your rating can still rise by 0.00"));
	/* an unrated match gets no message about the limit */
	fixture_type(h, c, "invite anna unlimited");
	assert_false(has_received(a, "can still rise"));
}

TEST(an_undone_change_no_longer_counts)
{
	unsigned a = enter("anna", "192.0.2.1"), b = enter("bert", "198.51.100.1");
	struct rating_record undone[2];

	play_and_win(a, b, 5);
	play_and_win(a, b, 5);
	assert_true(is(rating("anna"), 1500 + DAILY_LIMIT));
	assert_int_equal(match_unrate(fixture_world(h), 2, undone), 2);
	fixture_turn(h);
	play_and_win(a, b, 1);
	assert_true(rating("anna") < 1500 + DAILY_LIMIT - 1);
	play_and_win(a, b, 5);
	assert_true(is(rating("anna"), 1500 + DAILY_LIMIT));
}

TEST(operators_see_limited_pairs_in_a_separate_list)
{
	unsigned a = enter("anna", "192.0.2.1"), b = enter("bert", "192.0.2.9");
	unsigned c = enter("carl", "198.51.100.1"), d = enter("dora", "203.0.113.1"), o;
	const char *got;

	play_and_win(c, d, 1);
	for (unsigned i = 0; i < 5; i++)
		play_and_win(a, b, 5);
	for (unsigned i = 0; i < 5; i++)
		play_and_win(a, c, 5);
	(void)fixture_user(h, "oscar", 1500, 0);
	fixture_set_role(h, "oscar", "operator");
	o = fixture_telnet(h, "oscar");
	fixture_type(h, o, "suspects ratings");
	got = fixture_read(h, o);
	assert_int_equal(fixture_count_text(got, "  anna                 bert  "), 1);
	assert_int_equal(fixture_count_text(got, "  bert                 anna  "), 1);
	assert_int_equal(fixture_count_text(got, "same network"), 2);
	assert_int_equal(fixture_count_text(got, "  anna                 carl  "), 1);
	assert_int_equal(fixture_count_text(got, "dora"), 0);
	fixture_type(h, o, "suspects");
	assert_int_equal(fixture_count_text(fixture_read(h, o), "anna"), 0);
}

TEST(changes_are_not_limited_when_the_rule_is_off)
{
	unsigned a, b;

	fixture_free(&h);
	open_with("", 0);
	a = enter("anna", "192.0.2.1");
	b = enter("bert", "192.0.2.1");
	for (unsigned i = 0; i < 10; i++)
		play_and_win(a, b, 3);
	assert_true(rating("anna") > 1600);
}

TEST(matches_without_a_rating_change_make_no_streak)
{
	unsigned a = enter("anna", "192.0.2.1"), b = enter("bert", "192.0.2.1");

	for (unsigned i = 0; i < 10; i++)
		play_and_win(a, b, 3);
	assert_in_range(store_streak_record(fixture_store(h), user("anna").id, true), 3, 4);
}

/* The change was stored while the server's clock was ahead. */
TEST(a_change_dated_in_the_future_does_not_count)
{
	unsigned a = enter("anna", "192.0.2.1"), b = enter("bert", "198.51.100.1");
	unsigned c = enter("carl", "203.0.113.1"), d = enter("dora", "203.0.114.1");
	struct rating_recent ahead = { .match = 1,
		.user = user("anna").id,
		.game = "",
		.opponent = user("bert").id,
		.opponent_network = "",
		.change = DAILY_LIMIT };

	begin(c, d, 3); /* the row must belong to a match */
	ahead.at_ms = fixture_now_ms(h) + DAY_MS + 1000;
	store_rating_recent_add(fixture_store(h), &ahead);
	fixture_turn(h);
	play_and_win(a, b, 1);
	assert_true(rating("anna") == 1510);
	resign(c, d); /* if the row had not been deleted, this result would break the store */
}

static unsigned
changes_of(const char *name)
{
	struct rating_sum sum[8];

	return store_recent_rating_sums(
	    fixture_store(h), user(name).id, "", -1, INT64_MAX, ARRAY_LEN(sum), sum);
}

TEST(old_changes_are_deleted_without_new_matches)
{
	unsigned a = enter("anna", "192.0.2.1"), b = enter("bert", "198.51.100.1");

	play_and_win(a, b, 1);
	assert_int_equal(changes_of("anna"), 1);
	for (unsigned i = 0; i < 23; i++)
		fixture_advance(h, HOUR_MS);
	assert_int_equal(changes_of("anna"), 1);
	for (unsigned i = 0; i < 2; i++)
		fixture_advance(h, HOUR_MS);
	assert_int_equal(changes_of("anna"), 0);
	assert_int_equal(changes_of("bert"), 0);
}

/* With experience_long = 0 any user may play any length. */
TEST(long_matches_need_no_experience_when_that_rule_is_off)
{
	unsigned a = enter("anna", "192.0.2.1"), b = enter("bert", "198.51.100.1");

	fixture_type(h, a, "invite bert 25");
	assert_true(has_received(a, "not experienced enough"));
	fixture_world(h)->config.experience_long = 0;
	fixture_type(h, a, "invite bert 25");
	assert_true(has_received(a, "You invited bert to a 25 point match."));
	fixture_type(h, b, "join anna");
	assert_true(fixture_session(h, b)->match != 0);
}
