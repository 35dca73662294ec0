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

#define MINUTE 60000
#define CLUB "198.51.100.0/24"

/* In a match to 5 points with the clock `normal`, each player has a reserve of 5 minutes, and
 * an absence allowance of one minute that is used up first. */
#define RESERVE (5 * MINUTE)
#define ALLOWANCE MINUTE

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
	assert_true(networks_read(&o.world.shared_networks, CLUB));
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
enter(const char *name, const char *host)
{
	unsigned conn;

	fixture_user(h, name, 1500, 100);
	conn = log_in(name, host);
	fixture_type(h, conn, "toggle ready");
	fixture_discard(h);
	return conn;
}

static void
drop(unsigned conn)
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
heard(unsigned conn, const char *text)
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
stored(const struct pair *p)
{
	struct match_record r;

	assert_true(store_match_by_id(fixture_store(h), p->row, &r));
	return r;
}

static struct match *
live(const struct pair *p)
{
	struct match_record r = stored(p);

	return match_live(fixture_world(h), &r);
}

static bool
is_lost_by(const struct pair *p, unsigned who)
{
	struct match_record r = stored(p);

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

	return live(p) == NULL && stored(p).ended_ms == 0 && !c.away[0] && !c.away[1] &&
	       !match_interrupted(fixture_world(h), p->row);
}

/* Starts a match, with the first player as the inviter, and plays until both have moved, so
 * that the match counts. */
static void
begin(struct pair *p)
{
	struct match_record r;

	for (unsigned i = 0; i < 2; i++)
		p->conn[i] = enter(p->name[i], p->host[i]);
	fixture_typef(h, p->conn[0], "invite %s 5 clock normal", p->name[1]);
	fixture_typef(h, p->conn[1], "join %s", p->name[0]);
	fixture_both_move(h, p->conn[0], p->conn[1]);
	assert_true(
	    store_match_open(fixture_store(h), fixture_session(h, p->conn[0])->player->user,
		fixture_session(h, p->conn[1])->player->user, &r));
	p->row = r.id;
	fixture_discard(h);
}

static void
come_back(struct pair *p, unsigned who)
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

	begin(&p);
	drop(p.conn[0]);
	assert_true(heard(p.conn[1], "ann may stay away for 1:00 (interruption 1 of 3)"));
	fixture_advance(h, ALLOWANCE + RESERVE - 1);
	assert_int_equal(stored(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
	assert_true(heard(p.conn[1], "** The time of ann is up"));
	assert_true(rating_of("bob") > 1500);
	assert_true(rating_of("ann") < 1500);
}

TEST(a_returning_player_resumes_without_a_question)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	fixture_advance(h, ALLOWANCE + 10000);
	come_back(&p, 0);
	assert_non_null(live(&p));
	assert_true(heard(p.conn[0], "Your running match was loaded."));
	assert_true(heard(p.conn[1], "Your running match was loaded."));
	assert_int_equal(live(&p)->state.clock.reserve_ms[0], RESERVE - 10000);
	assert_int_equal(live(&p)->state.clock.reserve_ms[1], RESERVE);
}

TEST(players_are_told_of_an_interrupted_match_that_cannot_be_replayed)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	fixture_corrupt(h, p.row);
	come_back(&p, 0);
	assert_true(fixture_warned(h, "match_corrupt"));
	for (unsigned i = 0; i < 2; i++)
		assert_true(heard(p.conn[i], "** ERROR: Saved match is corrupt."));
}

TEST(a_player_who_logs_in_from_elsewhere_continues_the_match)
{
	struct pair p = ANN_BOB;

	begin(&p);
	come_back(&p, 0);
	assert_non_null(live(&p));
	assert_int_equal(live(&p)->state.clock.cuts[0], 1);
	come_back(&p, 1);
	assert_non_null(live(&p));
}

TEST(the_waiting_player_may_log_in_from_elsewhere)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	fixture_advance(h, MINUTE);
	come_back(&p, 1);
	assert_true(match_interrupted(fixture_world(h), p.row));
	fixture_advance(h, RESERVE);
	assert_true(is_lost_by(&p, 0));
}

TEST(reconnecting_in_a_loop_gains_the_allowance_once)
{
	struct pair p = ANN_BOB;
	enum seat turn;

	begin(&p);
	turn = match_to_act(&live(&p)->state);
	for (unsigned i = 0; i < 20; i++) {
		drop(p.conn[turn]);
		fixture_advance(h, 10000);
		come_back(&p, turn);
		assert_non_null(live(&p));
	}
	/* the first three absences used 30 seconds of the allowance; the later ones used the
	 * reserve */
	assert_int_equal(live(&p)->state.clock.allowance_ms[turn], ALLOWANCE - 30000);
	assert_int_equal(live(&p)->state.clock.reserve_ms[turn], RESERVE - 17 * 10000);
	assert_int_equal(live(&p)->state.clock.reserve_ms[seat_other(turn)], RESERVE);
}

TEST(the_waiting_player_is_not_timed_out)
{
	struct pair p = ANN_BOB;
	struct fixture_options o;

	close_all();
	fixture_options_default(&o);
	o.world.idle_s = 120;
	h = fixture_new(&o);
	begin(&p);
	drop(p.conn[0]);
	for (unsigned i = 0; i < 5; i++) {
		fixture_advance(h, MINUTE);
		assert_true(fixture_open(h, p.conn[1]));
	}
	fixture_advance(h, MINUTE);
	assert_true(is_lost_by(&p, 0));
}

TEST(a_match_without_a_clock_is_saved_at_once)
{
	struct pair p = ANN_BOB;

	for (unsigned i = 0; i < 2; i++)
		p.conn[i] = enter(p.name[i], p.host[i]);
	fixture_type(h, p.conn[0], "invite bob 5");
	fixture_type(h, p.conn[1], "join ann");
	p.row = session_match(fixture_world(h), fixture_session(h, p.conn[0]))->row;
	drop(p.conn[0]);
	come_back(&p, 0);
	assert_true(is_adjourned(&p));
}

TEST(a_paused_clock_loses_no_match_and_holds_up_no_other)
{
	const struct action pause = { .kind = ACT_PAUSE, .seat = SEAT_NONE };
	struct pair p = ANN_BOB;
	struct pair q = { .name = { "cat", "dan" }, .host = { "192.0.2.3", "203.0.113.3" } };

	begin(&p);
	begin(&q);
	assert_int_equal(match_direct(fixture_world(h), p.row, &pause), MATCH_OK);
	drop(q.conn[0]);
	drop(p.conn[0]);
	fixture_advance(h, ALLOWANCE + RESERVE);
	assert_int_equal(stored(&p).ended_ms, 0);
	assert_true(is_lost_by(&q, 0));
	fixture_advance(h, 86400000);
	assert_int_equal(stored(&p).ended_ms, 0);
}

/* ---- the waiting player leaves ---- */

TEST(the_match_is_adjourned_when_the_waiting_player_leaves)
{
	static const char *const words[] = { "bye", "leave", "" };

	for (unsigned i = 0; i < ARRAY_LEN(words); i++) {
		struct pair p = ANN_BOB;

		open_all();
		begin(&p);
		drop(p.conn[0]);
		fixture_advance(h, ALLOWANCE + 10000);
		if (words[i][0] != '\0')
			fixture_type(h, p.conn[1], words[i]);
		else
			drop(p.conn[1]); /* more than a minute after the first player */
		assert_true(is_adjourned(&p));
		assert_int_equal(clock_of(&p).reserve_ms[0], RESERVE - 10000);
		fixture_advance(h, 86400000);
		assert_true(is_adjourned(&p));
		/* resuming requires both players to ask for it */
		for (unsigned s = 0; s < 2; s++)
			come_back(&p, s);
		assert_null(live(&p));
		fixture_type(h, p.conn[0], "invite bob");
		fixture_type(h, p.conn[1], "join ann");
		assert_non_null(live(&p));
		assert_int_equal(live(&p)->state.clock.reserve_ms[0], RESERVE - 10000);
	}
}

TEST(the_match_is_adjourned_when_the_waiting_player_joins_another)
{
	struct pair p = ANN_BOB;
	unsigned eve;

	begin(&p);
	eve = enter("eve", "192.0.2.9");
	drop(p.conn[0]);
	fixture_type(h, eve, "invite bob 1");
	fixture_type(h, p.conn[1], "join eve");
	assert_true(is_adjourned(&p));
	come_back(&p, 0);
	assert_null(live(&p));
}

TEST(a_kick_by_an_operator_adjourns_the_match)
{
	struct pair p = ANN_BOB;
	unsigned op;

	begin(&p);
	op = enter("op", "192.0.2.9");
	fixture_role(h, "op", "operator");
	fixture_type(h, op, "kick ann");
	assert_true(is_adjourned(&p));
}

/* ---- both players lose the connection ---- */

TEST(the_clock_stops_when_both_disconnect_within_a_minute)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	fixture_advance(h, MINUTE);
	drop(p.conn[1]);
	assert_true(match_interrupted(fixture_world(h), p.row));
	/* the minute in which only one player was absent does not count either */
	assert_int_equal(clock_of(&p).allowance_ms[0], ALLOWANCE);
	fixture_advance(h, 8 * MINUTE);
	come_back(&p, 1);
	assert_true(heard(p.conn[1], "The match of ann and bob is interrupted."));
	assert_null(live(&p));
	come_back(&p, 0);
	assert_non_null(live(&p));
	for (unsigned s = 0; s < 2; s++) {
		assert_int_equal(live(&p)->state.clock.allowance_ms[s], ALLOWANCE);
		assert_int_equal(live(&p)->state.clock.reserve_ms[s], RESERVE);
	}
}

TEST(the_clock_of_a_player_who_stays_away_runs_after_ten_minutes)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	fixture_advance(h, 30000);
	drop(p.conn[1]);
	fixture_advance(h, 30000);
	come_back(&p, 1);
	/* the clocks start ten minutes after the first disconnection; then the allowance and
	 * the reserve run out */
	fixture_advance(h, 9 * MINUTE + ALLOWANCE + RESERVE - 1);
	assert_int_equal(stored(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

TEST(a_match_to_which_neither_player_returns_is_adjourned)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	drop(p.conn[1]);
	fixture_advance(h, 10 * MINUTE - 1);
	assert_true(match_interrupted(fixture_world(h), p.row));
	fixture_advance(h, 1);
	assert_true(is_adjourned(&p));
	assert_int_equal(clock_of(&p).reserve_ms[0], RESERVE);
}

TEST(stops_of_one_match_total_at_most_ten_minutes)
{
	struct pair p = ANN_BOB;

	begin(&p);
	for (unsigned i = 0; i < 2; i++) {
		drop(p.conn[0]);
		drop(p.conn[1]);
		fixture_advance(h, 4 * MINUTE);
		come_back(&p, 0);
		come_back(&p, 1);
		assert_non_null(live(&p));
	}
	drop(p.conn[0]);
	drop(p.conn[1]);
	come_back(&p, 1);
	fixture_advance(h, 2 * MINUTE + ALLOWANCE + RESERVE - 1);
	assert_int_equal(stored(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

TEST(a_logout_is_not_a_disconnection)
{
	struct pair p = ANN_BOB;

	begin(&p);
	fixture_type(h, p.conn[0], "bye");
	drop(p.conn[1]);
	assert_true(is_adjourned(&p));
	assert_int_equal(clock_of(&p).stopped_ms, 0);
}

/* ---- the server ---- */

TEST(a_server_crash_adjourns_running_matches)
{
	struct pair p = ANN_BOB;

	begin(&p);
	fixture_advance(h, 9000); /* less than this turn's delay */
	restart();
	fixture_advance(h, 3600000);
	assert_true(is_adjourned(&p));
	for (unsigned s = 0; s < 2; s++) {
		assert_int_equal(clock_of(&p).reserve_ms[s], RESERVE);
		assert_int_equal(clock_of(&p).cuts[s], 0);
	}
}

/* A login suggests a listed match unless it is interrupted.  Interrupted matches are resumed
 * automatically. */
TEST(a_start_drops_matches_that_are_listed_and_not_interrupted)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	drop(p.conn[1]);
	fixture_advance(h, 10 * MINUTE);
	assert_true(is_adjourned(&p));
	store_interrupted_add(fixture_store(h), p.row);
	restart();
	assert_false(store_interrupted(fixture_store(h), p.row));
	come_back(&p, 0);
	assert_true(heard(p.conn[0], "You have an unfinished match with bob"));
}

TEST(a_server_crash_costs_no_time_and_the_clock_resumes_later)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	fixture_advance(h, 2 * MINUTE);
	restart();
	fixture_advance(h, 2 * MINUTE);
	come_back(&p, 1);
	/* the stored clock continues five minutes after the start */
	fixture_advance(h, 3 * MINUTE + ALLOWANCE + RESERVE - 1);
	assert_int_equal(stored(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

TEST(both_resume_after_a_server_crash_in_either_order)
{
	for (unsigned first = 0; first < 2; first++) {
		struct pair p = ANN_BOB;

		open_all();
		begin(&p);
		drop(p.conn[0]);
		fixture_advance(h, 2 * MINUTE);
		restart();
		come_back(&p, first);
		fixture_advance(h, 4 * MINUTE);
		come_back(&p, 1 - first);
		assert_non_null(live(&p));
		assert_int_equal(live(&p)->state.clock.reserve_ms[0], RESERVE);
	}
}

TEST(a_waiting_player_who_does_not_return_after_a_restart_adjourns)
{
	for (unsigned i = 0; i < 2; i++) {
		struct pair p = ANN_BOB;

		open_all();
		begin(&p);
		drop(p.conn[0]);
		restart();
		if (i == 1)
			come_back(&p, 0);
		fixture_advance(h, 5 * MINUTE - 1);
		assert_true(match_interrupted(fixture_world(h), p.row));
		fixture_advance(h, 1);
		assert_true(is_adjourned(&p));
		/* the same holds after another restart */
		restart();
		come_back(&p, 1);
		fixture_advance(h, 3600000);
		assert_true(is_adjourned(&p));
	}
}

TEST(a_server_shutdown_does_not_count_as_the_waiting_player_leaving)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	fixture_shutdown(h);
	restart();
	assert_true(match_interrupted(fixture_world(h), p.row));
	come_back(&p, 1);
	fixture_advance(h, 5 * MINUTE + ALLOWANCE + RESERVE);
	assert_true(is_lost_by(&p, 0));
}

TEST(a_stopped_clock_is_stopped_after_a_restart)
{
	struct pair p = ANN_BOB;

	begin(&p);
	drop(p.conn[0]);
	drop(p.conn[1]);
	fixture_advance(h, 2 * MINUTE);
	restart();
	come_back(&p, 1);
	fixture_advance(h, 5 * MINUTE + 10 * MINUTE + ALLOWANCE + RESERVE - 1);
	assert_int_equal(stored(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

static void
carry(struct world *w, void *ctx)
{
	matches_carry(w, ctx);
	matches_carried(w);
}

TEST(an_upgrade_neither_costs_nor_adds_time)
{
	struct pair p = ANN_BOB;
	struct pack pack = { 0 };

	begin(&p);
	drop(p.conn[0]);
	fixture_advance(h, 30000);
	fixture_do(h, carry, &pack);
	restart();
	pack_read(&pack);
	fixture_do(h, carry, &pack);
	assert_false(pack.bad);
	pack_done(&pack);
	come_back(&p, 1);
	/* half a minute of the allowance was used before */
	fixture_advance(h, 30000 + RESERVE - 1);
	assert_int_equal(stored(&p).ended_ms, 0);
	fixture_advance(h, 1);
	assert_true(is_lost_by(&p, 0));
}

/* ---- the router of a club ---- */

#define CLUB_PLAYERS 8u

/* Eight players of a club, each with an opponent in another network. */
static struct pair club[CLUB_PLAYERS];
static char names[2 * CLUB_PLAYERS][8], hosts[2 * CLUB_PLAYERS][20];

static void
begin_club(const char *network)
{
	for (unsigned i = 0; i < CLUB_PLAYERS; i++) {
		(void)snprintf(names[2 * i], sizeof(names[0]), "club%c", 'a' + (char)i);
		(void)snprintf(names[2 * i + 1], sizeof(names[0]), "away%c", 'a' + (char)i);
		(void)snprintf(hosts[2 * i], sizeof(hosts[0]), "%s.%u", network, i + 1);
		(void)snprintf(hosts[2 * i + 1], sizeof(hosts[0]), "203.0.%u.1", i);
		club[i] = (struct pair){ .name = { names[2 * i], names[2 * i + 1] },
			.host = { hosts[2 * i], hosts[2 * i + 1] } };
		begin(&club[i]);
	}
}

static unsigned
stopped(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		n += clock_of(&club[i]).stop_ms > 0;
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

	begin_club("198.51.100");
	log_set_hook(count_outage, &logged);
	for (unsigned i = 0; i < CLUB_PLAYERS; i++) {
		drop(club[i].conn[0]);
		fixture_advance(h, 7000); /* dead connections are detected one after another */
		assert_int_equal(stopped(), i < 3 ? 0 : i + 1);
	}
	log_set_hook(NULL, NULL);
	assert_int_equal(logged, 1);
	assert_true(heard(club[0].conn[1], "lost through no fault of the player"));
	fixture_advance(h, 8 * MINUTE);
	for (unsigned i = 0; i < CLUB_PLAYERS; i++) {
		come_back(&club[i], 0);
		assert_non_null(live(&club[i]));
		assert_int_equal(live(&club[i])->state.clock.allowance_ms[0], ALLOWANCE);
	}
}

TEST(the_clocks_of_a_club_run_again_after_ten_minutes)
{
	begin_club("198.51.100");
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		drop(club[i].conn[0]);
	fixture_advance(h, 10 * MINUTE + ALLOWANCE + RESERVE - 1);
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		assert_int_equal(stored(&club[i]).ended_ms, 0);
	fixture_advance(h, 1);
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		assert_true(is_lost_by(&club[i], 0));
}

TEST(a_network_that_is_not_listed_has_no_router)
{
	begin_club("198.51.101");
	for (unsigned i = 0; i < 7; i++)
		drop(club[i].conn[0]);
	assert_int_equal(stopped(), 0);
}

TEST(an_outage_needs_four_users_and_half_the_network_in_a_minute)
{
	begin_club("198.51.100");
	for (unsigned i = 0; i < 3; i++)
		drop(club[i].conn[0]);
	assert_int_equal(stopped(), 0);
	fixture_advance(h, MINUTE + 1);
	drop(club[3].conn[0]); /* too late to count with the others */
	assert_int_equal(stopped(), 0);
	(void)enter("late", "198.51.100.77");
	for (unsigned i = 4; i < 6; i++)
		drop(club[i].conn[0]);
	assert_int_equal(stopped(), 0);
	drop(club[6].conn[0]); /* within a minute, four of the remaining six are lost */
	assert_int_equal(stopped(), 4);
}

TEST(repeated_disconnections_of_a_user_count_once)
{
	begin_club("198.51.100");
	for (unsigned i = 0; i < 6; i++) {
		drop(club[0].conn[0]);
		come_back(&club[0], 0);
	}
	drop(club[0].conn[0]);
	drop(club[1].conn[0]);
	drop(club[2].conn[0]);
	assert_int_equal(stopped(), 0);
}

TEST(logouts_do_not_count_towards_an_outage)
{
	begin_club("198.51.100");
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		fixture_type(h, club[i].conn[0], i < 3 ? "bye" : "clock");
	for (unsigned i = 3; i < 6; i++)
		drop(club[i].conn[0]);
	assert_int_equal(stopped(), 0);
}

/* ---- all users ---- */

TEST(the_clocks_stop_when_a_quarter_of_all_users_disconnect)
{
	begin_club("192.0.2");
	for (unsigned i = 0; i < CLUB_PLAYERS; i++) /* each user is in a different network */
		drop(club[i].conn[1]);
	assert_int_equal(stopped(), CLUB_PLAYERS);
}

TEST(a_global_outage_needs_eight_users_four_networks_and_a_quarter)
{
	char name[8];

	begin_club("192.0.2");
	for (unsigned i = 0; i < 7; i++)
		drop(club[i].conn[0]); /* from one network */
	drop(club[7].conn[0]);
	assert_int_equal(stopped(), 0);
	open_all();
	begin_club("192.0.2");
	for (unsigned i = 0; i < 17; i++) { /* 33 users in all */
		(void)snprintf(name, sizeof(name), "more%c", 'a' + (char)i);
		(void)enter(name, "192.0.2.200");
	}
	for (unsigned i = 0; i < CLUB_PLAYERS; i++)
		drop(club[i].conn[1]);
	assert_int_equal(stopped(), 0);
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
	ann = enter("ann", "192.0.2.1");
	fixture_type(h, ann, "invite EasyBot 3 clock fast");
	for (unsigned i = 0; i < 20 && fixture_session(h, ann)->match == 0; i++)
		fixture_advance(h, 1000);
	assert_true(fixture_session(h, ann)->match != 0);
	fixture_discard(h);
	fixture_type(h, ann, "leave");
	assert_true(heard(ann, "** Your match with EasyBot is adjourned"));
	assert_int_equal(fixture_session(h, ann)->match, 0);
}
