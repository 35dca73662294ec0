/* SPDX-License-Identifier: MIT */
/* Lost connections in matches with a clock: of one player, of both, of the server, of a whole
 * club; and attempts to gain time by disconnecting. */
#include "base/pack.h"
#include "domain.h"
#include "os/log.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define MINUTE_MS 60000
#define CLUB_NETWORK "198.51.100.0/24"

/* In a match to 5 points with the clock `normal`, each player has a reserve of 5 minutes, and
 * an absence allowance of one minute that is used up first. */
#define RESERVE_MS (5 * MINUTE_MS)
#define ALLOWANCE_MS MINUTE_MS

static struct fixture *h;

static void
close_all(void)
{
	if (h != NULL)
		fixture_free(&h);
}

static void
open_all(void)
{
	struct fixture_options o;

	close_all();
	fixture_options_default(&o);
	o.world.idle_s = 3600;
	assert_true(networks_parse(&o.world.shared_networks, CLUB_NETWORK));
	h = fixture_new(&o);
}

BEFORE_EACH
{
	open_all();
}

AFTER_EACH
{
	close_all();
}

/* ---- users ---- */

static unsigned
log_in(const char *name, const char *host)
{
	unsigned conn = fixture_connect(h, host);

	fixture_type(h, conn, name);
	fixture_type(h, conn, FIXTURE_PASSWORD);
	fixture_settle(h);
	return conn;
}

static unsigned
make_and_log_in(const char *name, const char *host)
{
	unsigned conn;

	fixture_user(h, name, 1500, 100);
	conn = log_in(name, host);
	fixture_type(h, conn, "toggle ready");
	fixture_discard(h);
	return conn;
}

static void
drop_connection(unsigned conn)
{
	fixture_drop(h, conn, NET_CLOSE_PEER);
}

/* Restarts the server and runs its first turn. */
static void
restart(void)
{
	fixture_restart(h);
	fixture_turn(h);
}

static bool
has_received(unsigned conn, const char *text)
{
	return strstr(fixture_read(h, conn), text) != NULL;
}

/* ---- a match ---- */

struct pair {
	const char *name[2];
	const char *host[2];
	unsigned conn[2];
	int64_t row;
};

static struct match_record
stored_match(const struct pair *p)
{
	struct match_record r;

	assert_true(store_match_by_id(fixture_store(h), p->row, &r));
	return r;
}

static struct match *
live_match(const struct pair *p)
{
	struct match_record r = stored_match(p);

	return match_find_live(fixture_world(h), &r);
}

static bool
is_lost_by(const struct pair *p, unsigned who)
{
	struct match_record r = stored_match(p);

	return strcmp(r.end_reason, "time") == 0 && r.winner == (int)(1 - who);
}

static struct match_clock
clock_of(const struct pair *p)
{
	struct match_clock c;
	int64_t since;

	assert_true(match_stored_clock(fixture_world(h), p->row, &c, &since));
	return c;
}

static bool
is_adjourned(const struct pair *p)
{
	struct match_clock c = clock_of(p);

	return live_match(p) == NULL && stored_match(p).ended_ms == 0 && !c.away[0] &&
	       !c.away[1] && !match_interrupted(fixture_world(h), p->row);
}

/* Starts a match, with the first player as the inviter, and plays until both have moved, so
 * that the match counts. */
static void
begin_match(struct pair *p)
{
	struct match_record r;

	for (unsigned i = 0; i < 2; i++)
		p->conn[i] = make_and_log_in(p->name[i], p->host[i]);
	fixture_typef(h, p->conn[0], "invite %s 5 clock normal", p->name[1]);
	fixture_typef(h, p->conn[1], "join %s", p->name[0]);
	fixture_both_move(h, p->conn[0], p->conn[1]);
	assert_true(store_match_find_unfinished(fixture_store(h),
	    fixture_session(h, p->conn[0])->player->user,
	    fixture_session(h, p->conn[1])->player->user, &r));
	p->row = r.id;
	fixture_discard(h);
}

static void
log_in_again(struct pair *p, unsigned who)
{
	p->conn[who] = log_in(p->name[who], p->host[who]);
}

static const struct pair ANN_BOB = { .name = { "ann", "bob" },
	.host = { "192.0.2.1", "203.0.113.1" } };

static double
rating_of(const char *name)
{
	struct user_record u;

	assert_true(store_user_by_name(fixture_store(h), name, &u));
	return u.rating;
}

/* ---- one player loses the connection ---- */

TEST(the_clock_of_a_disconnected_player_runs_until_the_match_is_lost)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	assert_true(
	    has_received(p.conn[1], "ann may stay away for 1:00 (interruption 1 of 3)"));
	fixture_advance(h, ALLOWANCE_MS + RESERVE_MS - 1);
	assert_int_equal(stored_match(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
	assert_true(has_received(p.conn[1], "** The time of ann is up"));
	assert_true(rating_of("bob") > 1500);
	assert_true(rating_of("ann") < 1500);
}

TEST(a_returning_player_resumes_without_a_question)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	fixture_advance(h, ALLOWANCE_MS + 10000);
	log_in_again(&p, 0);
	assert_non_null(live_match(&p));
	assert_true(has_received(p.conn[0], "Your running match was loaded."));
	assert_true(has_received(p.conn[1], "Your running match was loaded."));
	assert_int_equal(live_match(&p)->state.clock.reserve_ms[0], RESERVE_MS - 10000);
	assert_int_equal(live_match(&p)->state.clock.reserve_ms[1], RESERVE_MS);
}

TEST(players_are_told_of_an_interrupted_match_that_cannot_be_replayed)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	fixture_corrupt_match(h, p.row);
	log_in_again(&p, 0);
	assert_true(fixture_warned(h, "match_corrupt"));
	for (unsigned i = 0; i < 2; i++)
		assert_true(has_received(p.conn[i], "** ERROR: Saved match is corrupt."));
}

TEST(a_player_who_logs_in_from_elsewhere_continues_the_match)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	log_in_again(&p, 0);
	assert_non_null(live_match(&p));
	assert_int_equal(live_match(&p)->state.clock.disconnects[0], 1);
	log_in_again(&p, 1);
	assert_non_null(live_match(&p));
}

TEST(the_waiting_player_may_log_in_from_elsewhere)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	fixture_advance(h, MINUTE_MS);
	log_in_again(&p, 1);
	assert_true(match_interrupted(fixture_world(h), p.row));
	fixture_advance(h, RESERVE_MS);
	assert_true(is_lost_by(&p, 0));
}

TEST(reconnecting_in_a_loop_gains_the_allowance_once)
{
	struct pair p = ANN_BOB;
	enum seat turn;

	begin_match(&p);
	turn = match_to_act(&live_match(&p)->state);
	for (unsigned i = 0; i < 20; i++) {
		drop_connection(p.conn[turn]);
		fixture_advance(h, 10000);
		log_in_again(&p, turn);
		assert_non_null(live_match(&p));
	}
	/* the first three absences used 30 seconds of the allowance; the later ones used the
	 * reserve */
	assert_int_equal(live_match(&p)->state.clock.allowance_ms[turn], ALLOWANCE_MS - 30000);
	assert_int_equal(live_match(&p)->state.clock.reserve_ms[turn], RESERVE_MS - 17 * 10000);
	assert_int_equal(live_match(&p)->state.clock.reserve_ms[seat_other(turn)], RESERVE_MS);
}

TEST(the_waiting_player_is_not_timed_out)
{
	struct pair p = ANN_BOB;
	struct fixture_options o;

	close_all();
	fixture_options_default(&o);
	o.world.idle_s = 120;
	h = fixture_new(&o);
	begin_match(&p);
	drop_connection(p.conn[0]);
	for (unsigned i = 0; i < 5; i++) {
		fixture_advance(h, MINUTE_MS);
		assert_true(fixture_is_open(h, p.conn[1]));
	}
	fixture_advance(h, MINUTE_MS);
	assert_true(is_lost_by(&p, 0));
}

TEST(a_match_without_a_clock_is_saved_at_once)
{
	struct pair p = ANN_BOB;

	for (unsigned i = 0; i < 2; i++)
		p.conn[i] = make_and_log_in(p.name[i], p.host[i]);
	fixture_type(h, p.conn[0], "invite bob 5");
	fixture_type(h, p.conn[1], "join ann");
	p.row = session_match(fixture_world(h), fixture_session(h, p.conn[0]))->row;
	drop_connection(p.conn[0]);
	log_in_again(&p, 0);
	assert_true(is_adjourned(&p));
}

TEST(a_paused_clock_loses_no_match_and_holds_up_no_other)
{
	const struct action pause = { .kind = ACT_PAUSE, .seat = SEAT_NONE };
	struct pair p = ANN_BOB;
	struct pair q = { .name = { "cat", "dan" }, .host = { "192.0.2.3", "203.0.113.3" } };

	begin_match(&p);
	begin_match(&q);
	assert_int_equal(match_direct_action(fixture_world(h), p.row, &pause), MATCH_OK);
	drop_connection(q.conn[0]);
	drop_connection(p.conn[0]);
	fixture_advance(h, ALLOWANCE_MS + RESERVE_MS);
	assert_int_equal(stored_match(&p).ended_ms, 0);
	assert_true(is_lost_by(&q, 0));
	fixture_advance(h, 86400000);
	assert_int_equal(stored_match(&p).ended_ms, 0);
}

/* ---- the waiting player leaves ---- */

TEST(the_match_is_adjourned_when_the_waiting_player_leaves)
{
	static const char *const words[] = { "bye", "leave", "" };

	for (unsigned i = 0; i < ARRAY_LEN(words); i++) {
		struct pair p = ANN_BOB;

		open_all();
		begin_match(&p);
		drop_connection(p.conn[0]);
		fixture_advance(h, ALLOWANCE_MS + 10000);
		if (words[i][0] != '\0')
			fixture_type(h, p.conn[1], words[i]);
		else
			drop_connection(
			    p.conn[1]); /* more than a minute after the first player */
		assert_true(is_adjourned(&p));
		assert_int_equal(clock_of(&p).reserve_ms[0], RESERVE_MS - 10000);
		fixture_advance(h, 86400000);
		assert_true(is_adjourned(&p));
		/* resuming requires both players to ask for it */
		for (unsigned s = 0; s < 2; s++)
			log_in_again(&p, s);
		assert_null(live_match(&p));
		fixture_type(h, p.conn[0], "invite bob");
		fixture_type(h, p.conn[1], "join ann");
		assert_non_null(live_match(&p));
		assert_int_equal(live_match(&p)->state.clock.reserve_ms[0], RESERVE_MS - 10000);
	}
}

TEST(the_match_is_adjourned_when_the_waiting_player_joins_another)
{
	struct pair p = ANN_BOB;
	unsigned eve;

	begin_match(&p);
	eve = make_and_log_in("eve", "192.0.2.9");
	drop_connection(p.conn[0]);
	fixture_type(h, eve, "invite bob 1");
	fixture_type(h, p.conn[1], "join eve");
	assert_true(is_adjourned(&p));
	log_in_again(&p, 0);
	assert_null(live_match(&p));
}

TEST(a_kick_by_an_operator_adjourns_the_match)
{
	struct pair p = ANN_BOB;
	unsigned op;

	begin_match(&p);
	op = make_and_log_in("op", "192.0.2.9");
	fixture_set_role(h, "op", "operator");
	fixture_type(h, op, "kick ann");
	assert_true(is_adjourned(&p));
}

/* ---- both players lose the connection ---- */

TEST(the_clock_stops_when_both_disconnect_within_a_minute)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	fixture_advance(h, MINUTE_MS);
	drop_connection(p.conn[1]);
	assert_true(match_interrupted(fixture_world(h), p.row));
	/* the minute in which only one player was absent does not count either */
	assert_int_equal(clock_of(&p).allowance_ms[0], ALLOWANCE_MS);
	fixture_advance(h, 8 * MINUTE_MS);
	log_in_again(&p, 1);
	assert_true(has_received(p.conn[1], "The match of ann and bob is interrupted."));
	assert_null(live_match(&p));
	log_in_again(&p, 0);
	assert_non_null(live_match(&p));
	for (unsigned s = 0; s < 2; s++) {
		assert_int_equal(live_match(&p)->state.clock.allowance_ms[s], ALLOWANCE_MS);
		assert_int_equal(live_match(&p)->state.clock.reserve_ms[s], RESERVE_MS);
	}
}

TEST(the_clock_of_a_player_who_stays_away_runs_after_ten_minutes)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	fixture_advance(h, 30000);
	drop_connection(p.conn[1]);
	fixture_advance(h, 30000);
	log_in_again(&p, 1);
	/* the clocks start ten minutes after the first disconnection; then the allowance and
	 * the reserve run out */
	fixture_advance(h, 9 * MINUTE_MS + ALLOWANCE_MS + RESERVE_MS - 1);
	assert_int_equal(stored_match(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

TEST(a_match_to_which_neither_player_returns_is_adjourned)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	drop_connection(p.conn[1]);
	fixture_advance(h, 10 * MINUTE_MS - 1);
	assert_true(match_interrupted(fixture_world(h), p.row));
	fixture_advance(h, 1);
	assert_true(is_adjourned(&p));
	assert_int_equal(clock_of(&p).reserve_ms[0], RESERVE_MS);
}

TEST(stops_of_one_match_total_at_most_ten_minutes)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	for (unsigned i = 0; i < 2; i++) {
		drop_connection(p.conn[0]);
		drop_connection(p.conn[1]);
		fixture_advance(h, 4 * MINUTE_MS);
		log_in_again(&p, 0);
		log_in_again(&p, 1);
		assert_non_null(live_match(&p));
	}
	drop_connection(p.conn[0]);
	drop_connection(p.conn[1]);
	log_in_again(&p, 1);
	fixture_advance(h, 2 * MINUTE_MS + ALLOWANCE_MS + RESERVE_MS - 1);
	assert_int_equal(stored_match(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

TEST(a_logout_is_not_a_disconnection)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	fixture_type(h, p.conn[0], "bye");
	drop_connection(p.conn[1]);
	assert_true(is_adjourned(&p));
	assert_int_equal(clock_of(&p).stopped_ms, 0);
}

/* ---- the server ---- */

TEST(a_server_crash_adjourns_running_matches)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	fixture_advance(h, 9000); /* less than this turn's delay */
	restart();
	fixture_advance(h, 3600000);
	assert_true(is_adjourned(&p));
	for (unsigned s = 0; s < 2; s++) {
		assert_int_equal(clock_of(&p).reserve_ms[s], RESERVE_MS);
		assert_int_equal(clock_of(&p).disconnects[s], 0);
	}
}

/* A login suggests a listed match unless it is interrupted.  Interrupted matches are resumed
 * automatically. */
TEST(a_start_drops_matches_that_are_listed_and_not_interrupted)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	drop_connection(p.conn[1]);
	fixture_advance(h, 10 * MINUTE_MS);
	assert_true(is_adjourned(&p));
	store_interrupted_add(fixture_store(h), p.row);
	restart();
	assert_false(store_interrupted(fixture_store(h), p.row));
	log_in_again(&p, 0);
	assert_true(has_received(p.conn[0], "You have an unfinished match with bob"));
}

TEST(a_server_crash_costs_no_time_and_the_clock_resumes_later)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	fixture_advance(h, 2 * MINUTE_MS);
	restart();
	fixture_advance(h, 2 * MINUTE_MS);
	log_in_again(&p, 1);
	/* the stored clock continues five minutes after the start */
	fixture_advance(h, 3 * MINUTE_MS + ALLOWANCE_MS + RESERVE_MS - 1);
	assert_int_equal(stored_match(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

TEST(both_resume_after_a_server_crash_in_either_order)
{
	for (unsigned first = 0; first < 2; first++) {
		struct pair p = ANN_BOB;

		open_all();
		begin_match(&p);
		drop_connection(p.conn[0]);
		fixture_advance(h, 2 * MINUTE_MS);
		restart();
		log_in_again(&p, first);
		fixture_advance(h, 4 * MINUTE_MS);
		log_in_again(&p, 1 - first);
		assert_non_null(live_match(&p));
		assert_int_equal(live_match(&p)->state.clock.reserve_ms[0], RESERVE_MS);
	}
}

TEST(a_waiting_player_who_does_not_return_after_a_restart_adjourns)
{
	for (unsigned i = 0; i < 2; i++) {
		struct pair p = ANN_BOB;

		open_all();
		begin_match(&p);
		drop_connection(p.conn[0]);
		restart();
		if (i == 1)
			log_in_again(&p, 0);
		fixture_advance(h, 5 * MINUTE_MS - 1);
		assert_true(match_interrupted(fixture_world(h), p.row));
		fixture_advance(h, 1);
		assert_true(is_adjourned(&p));
		/* the same holds after another restart */
		restart();
		log_in_again(&p, 1);
		fixture_advance(h, 3600000);
		assert_true(is_adjourned(&p));
	}
}

TEST(a_server_shutdown_does_not_count_as_the_waiting_player_leaving)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	fixture_shutdown(h);
	restart();
	assert_true(match_interrupted(fixture_world(h), p.row));
	log_in_again(&p, 1);
	fixture_advance(h, 5 * MINUTE_MS + ALLOWANCE_MS + RESERVE_MS);
	assert_true(is_lost_by(&p, 0));
}

TEST(a_stopped_clock_is_stopped_after_a_restart)
{
	struct pair p = ANN_BOB;

	begin_match(&p);
	drop_connection(p.conn[0]);
	drop_connection(p.conn[1]);
	fixture_advance(h, 2 * MINUTE_MS);
	restart();
	log_in_again(&p, 1);
	fixture_advance(h, 5 * MINUTE_MS + 10 * MINUTE_MS + ALLOWANCE_MS + RESERVE_MS - 1);
	assert_int_equal(stored_match(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

static void
carry_matches(struct world *w, void *ctx)
{
	matches_hand_over(w, ctx);
	matches_carry_done(w);
}

TEST(an_upgrade_neither_costs_nor_adds_time)
{
	struct pair p = ANN_BOB;
	struct pack pack = { 0 };

	begin_match(&p);
	drop_connection(p.conn[0]);
	fixture_advance(h, 30000);
	fixture_run_in_turn(h, carry_matches, &pack);
	restart();
	pack_start_reading(&pack);
	fixture_run_in_turn(h, carry_matches, &pack);
	assert_false(pack.bad);
	pack_destroy(&pack);
	log_in_again(&p, 1);
	/* half a minute of the allowance was used before */
	fixture_advance(h, 30000 + RESERVE_MS - 1);
	assert_int_equal(stored_match(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

/* ---- the router of a club ---- */

#define CLUB_PLAYERS 8u

/* Eight players of a club, each with an opponent in another network. */
static struct pair club[CLUB_PLAYERS];
static char names[2 * CLUB_PLAYERS][8], hosts[2 * CLUB_PLAYERS][20];

static void
begin_club_matches(const char *network)
{
	for (unsigned i = 0; i < CLUB_PLAYERS; i++) {
		(void)snprintf(names[2 * i], sizeof(names[0]), "club%c", 'a' + (char)i);
		(void)snprintf(names[2 * i + 1], sizeof(names[0]), "away%c", 'a' + (char)i);
		(void)snprintf(hosts[2 * i], sizeof(hosts[0]), "%s.%u", network, i + 1);
		(void)snprintf(hosts[2 * i + 1], sizeof(hosts[0]), "203.0.%u.1", i);
		club[i] = (struct pair){ .name = { names[2 * i], names[2 * i + 1] },
			.host = { hosts[2 * i], hosts[2 * i + 1] } };
		begin_match(&club[i]);
	}
}

static unsigned
clocks_stopped(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		n += clock_of(&club[i]).stop_left_ms > 0;
	return n;
}

static bool
count_outage(void *ctx, enum log_level level, const char *event, const char *text)
{
	unsigned *n = ctx;

	(void)text;
	*n += level == LOG_LEVEL_INFO && strcmp(event, "outage") == 0;
	return false;
}

TEST(the_clocks_of_a_club_stop_when_its_router_fails)
{
	unsigned logged = 0;

	begin_club_matches("198.51.100");
	log_set_hook(count_outage, &logged);
	for (unsigned i = 0; i < CLUB_PLAYERS; i++) {
		drop_connection(club[i].conn[0]);
		fixture_advance(h, 7000); /* dead connections are detected one after another */
		assert_int_equal(clocks_stopped(), i < 3 ? 0 : i + 1);
	}
	log_set_hook(NULL, NULL);
	assert_int_equal(logged, 1);
	assert_true(has_received(club[0].conn[1], "lost through no fault of the player"));
	fixture_advance(h, 8 * MINUTE_MS);
	for (unsigned i = 0; i < CLUB_PLAYERS; i++) {
		log_in_again(&club[i], 0);
		assert_non_null(live_match(&club[i]));
		assert_int_equal(
		    live_match(&club[i])->state.clock.allowance_ms[0], ALLOWANCE_MS);
	}
}

TEST(the_clocks_of_a_club_run_again_after_ten_minutes)
{
	begin_club_matches("198.51.100");
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		drop_connection(club[i].conn[0]);
	fixture_advance(h, 10 * MINUTE_MS + ALLOWANCE_MS + RESERVE_MS - 1);
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		assert_int_equal(stored_match(&club[i]).ended_ms, 0);
	fixture_advance(h, 1);
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		assert_true(is_lost_by(&club[i], 0));
}

TEST(a_network_that_is_not_listed_has_no_router)
{
	begin_club_matches("198.51.101");
	for (unsigned i = 0; i < 7; i++)
		drop_connection(club[i].conn[0]);
	assert_int_equal(clocks_stopped(), 0);
}

TEST(an_outage_needs_four_users_and_half_the_network_in_a_minute)
{
	begin_club_matches("198.51.100");
	for (unsigned i = 0; i < 3; i++)
		drop_connection(club[i].conn[0]);
	assert_int_equal(clocks_stopped(), 0);
	fixture_advance(h, MINUTE_MS + 1);
	drop_connection(club[3].conn[0]); /* too late to count with the others */
	assert_int_equal(clocks_stopped(), 0);
	(void)make_and_log_in("late", "198.51.100.77");
	for (unsigned i = 4; i < 6; i++)
		drop_connection(club[i].conn[0]);
	assert_int_equal(clocks_stopped(), 0);
	drop_connection(
	    club[6].conn[0]); /* within a minute, four of the remaining six are lost */
	assert_int_equal(clocks_stopped(), 4);
}

TEST(repeated_disconnections_of_a_user_count_once)
{
	begin_club_matches("198.51.100");
	for (unsigned i = 0; i < 6; i++) {
		drop_connection(club[0].conn[0]);
		log_in_again(&club[0], 0);
	}
	drop_connection(club[0].conn[0]);
	drop_connection(club[1].conn[0]);
	drop_connection(club[2].conn[0]);
	assert_int_equal(clocks_stopped(), 0);
}

TEST(logouts_do_not_count_towards_an_outage)
{
	begin_club_matches("198.51.100");
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		fixture_type(h, club[i].conn[0], i < 3 ? "bye" : "clock");
	for (unsigned i = 3; i < 6; i++)
		drop_connection(club[i].conn[0]);
	assert_int_equal(clocks_stopped(), 0);
}

/* ---- all users ---- */

TEST(the_clocks_stop_when_a_quarter_of_all_users_disconnect)
{
	begin_club_matches("192.0.2");
	for (unsigned i = 0; i < CLUB_PLAYERS; i++) /* each user is in a different network */
		drop_connection(club[i].conn[1]);
	assert_int_equal(clocks_stopped(), CLUB_PLAYERS);
}

TEST(a_global_outage_needs_eight_users_four_networks_and_a_quarter)
{
	char name[8];

	begin_club_matches("192.0.2");
	for (unsigned i = 0; i < 7; i++)
		drop_connection(club[i].conn[0]); /* from one network */
	drop_connection(club[7].conn[0]);
	assert_int_equal(clocks_stopped(), 0);
	open_all();
	begin_club_matches("192.0.2");
	for (unsigned i = 0; i < 17; i++) { /* 33 users in all */
		(void)snprintf(name, sizeof(name), "more%c", 'a' + (char)i);
		(void)make_and_log_in(name, "192.0.2.200");
	}
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		drop_connection(club[i].conn[1]);
	assert_int_equal(clocks_stopped(), 0);
}

/* ---- leaving ---- */

TEST(bots_agree_to_adjourn_a_match)
{
	struct fixture_options o;
	unsigned ann;

	close_all();
	fixture_options_default(&o);
	fixture_options_bots(&o);
	h = fixture_new(&o);
	ann = make_and_log_in("ann", "192.0.2.1");
	fixture_type(h, ann, "invite EasyBot 3 clock fast");
	for (unsigned i = 0; i < 20 && fixture_session(h, ann)->match == 0; i++)
		fixture_advance(h, 1000);
	assert_true(fixture_session(h, ann)->match != 0);
	fixture_discard(h);
	fixture_type(h, ann, "leave");
	assert_true(has_received(ann, "** Your match with EasyBot is adjourned"));
	assert_int_equal(fixture_session(h, ann)->match, 0);
}
