/* SPDX-License-Identifier: MIT */
/* Tournament matches and matches with clocks as the server plays them: the functions a
 * tournament calls, what the tournament is notified of, and what happens to the clock when
 * connections are lost, the server restarts or the disk is full. */
#include "base/rng.h"
#include "match/match_internal.h"
#include "people/people.h"
#include "output/output.h"
#include "tell/tell.h"
#include "tests/support/fulldisk.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define TOURNAMENT 77
#define PAIRING 3

/* ---- notifications to the tournament ---- */

static struct told {
	unsigned n;
	int64_t tournament, row;
	uint32_t pairing, score[2];
	enum seat winner;
	enum match_end how;
} told;

static void
note(struct world *w, const struct world_event *event)
{
	const struct match_ending *e = event->match_ending;

	assert_non_null(w);
	if (event->kind != EVENT_match_left || e->r->tournament == 0)
		return;
	told = (struct told){ told.n + 1, e->r->tournament, e->r->id, e->r->pairing,
		{ e->r->score[0], e->r->score[1] }, SEAT_NONE, e->how };
	if (e->st == NULL)
		return;
	told.winner = e->st->winner;
	memcpy(told.score, e->st->score, sizeof(told.score));
}

static event_subscriber *const SUBSCRIBERS[] = { tell_on_event, match_on_event, note, NULL };

/* Checks the n-th notification. */
static void
assert_told(unsigned n, int64_t row, enum match_end how, enum seat winner)
{
	assert_int_equal(told.n, n);
	assert_int_equal(told.tournament, TOURNAMENT);
	assert_int_equal(told.pairing, PAIRING);
	assert_int_equal(told.row, row);
	assert_int_equal(told.how, how);
	assert_int_equal(told.winner, winner);
}

/* ---- two players ---- */

struct two {
	struct fixture *h;
	unsigned ann, bob;
	int64_t row;
	/* arguments of a call */
	struct match_terms terms;
	unsigned length;
	struct action action;
	enum match_err err;
	enum resume_err resumed;
};

static struct two t;

static void
come(void)
{
	fixture_world(t.h)->subscribers = SUBSCRIBERS;
	t.ann = fixture_telnet(t.h, "ann");
	t.bob = fixture_clip(t.h, "bob");
	fixture_discard(t.h);
}

static void
close_two(void)
{
	if (t.h != NULL)
		fixture_free(&t.h);
}

static void
open_two(void)
{
	close_two();
	t = (struct two){ .h = fixture_new(NULL), .length = 5 };
	told = (struct told){ 0 };
	come();
	fixture_type(t.h, t.ann, "toggle ready");
	fixture_type(t.h, t.bob, "toggle ready");
	t.terms.tournament = TOURNAMENT;
	t.terms.pairing = PAIRING;
	fixture_discard(t.h);
}

BEFORE_EACH
{
	open_two();
}

AFTER_EACH
{
	close_two();
}

/* Continues the test with fixture h instead of the fixture with which it started. */
static void
begin_anew(struct fixture *h)
{
	t = (struct two){ .h = h, .length = 5 };
	told = (struct told){ 0 };
	come();
	t.terms.tournament = TOURNAMENT;
}

/* Drops ann's connection and logs her in again at once. */
static void
reconnect_ann(void)
{
	fixture_drop(t.h, t.ann, NET_CLOSE_PEER);
	t.ann = fixture_telnet(t.h, "ann");
	fixture_discard(t.h);
}

static void
do_begin(struct world *w, void *ctx)
{
	t.row = match_begin(w, fixture_session(t.h, t.ann), fixture_session(t.h, t.bob),
	    t.length, VARIANTS, &t.terms);
}

static void
begin(void)
{
	fixture_run_in_turn(t.h, do_begin, NULL);
	assert_true(t.row > 0);
}

/* Starts a match with a delay of 12 s and a reserve of 10 minutes. */
static void
begin_clocked(void)
{
	match_terms_set_clock(&t.terms, clock_preset_named("standard"), t.length, 0);
	begin();
	fixture_discard(t.h);
}

static void
do_act(struct world *w, void *ctx)
{
	t.err = match_direct_action(w, t.row, &t.action);
}

static enum match_err
act(enum act_kind kind, enum seat seat)
{
	t.action = (struct action){ .kind = kind, .seat = seat, .add_ms = 60000, .size = 1 };
	fixture_run_in_turn(t.h, do_act, NULL);
	return t.err;
}

static void
do_resume(struct world *w, void *ctx)
{
	t.resumed = match_resume_row(w, t.row);
}

static enum resume_err
resume(void)
{
	fixture_run_in_turn(t.h, do_resume, NULL);
	return t.resumed;
}

static struct match *
live(void)
{
	struct match_record r;

	assert_true(store_match_by_id(fixture_store(t.h), t.row, &r));
	return match_find_live(fixture_world(t.h), &r);
}

static struct match_record
stored(void)
{
	struct match_record r;

	assert_true(store_match_by_id(fixture_store(t.h), t.row, &r));
	return r;
}

static struct match_clock
clock_of(void)
{
	struct match_clock c;
	int64_t since;

	assert_true(match_stored_clock(fixture_world(t.h), t.row, &c, &since));
	return c;
}

static int64_t
deadline_of(enum seat seat)
{
	struct match_clock c;
	int64_t since;

	assert_true(match_stored_clock(fixture_world(t.h), t.row, &c, &since));
	return clock_absent_deadline_ms(&c, seat, since) - fixture_world(t.h)->mono_ms;
}

static double
rating_of(const char *name)
{
	struct user_record u;

	assert_true(store_user_by_name(fixture_store(t.h), name, &u));
	return u.rating;
}

/* Returns the connection of the seat that must act. */
static unsigned
on_turn(void)
{
	return match_to_act(&live()->state) == SEAT_0 ? t.ann : t.bob;
}

static bool
heard(unsigned conn, const char *text)
{
	return strstr(fixture_read(t.h, conn), text) != NULL;
}

static void
assert_stored_state_is_live(void)
{
	struct match_record r = stored();
	struct match_state st;
	uint32_t seq;

	assert_true(match_replay(fixture_world(t.h), &r, &st, &seq));
	assert_memory_equal(&st, &live()->state, sizeof(st));
}

/* ---- tournament matches and ordinary matches ---- */

TEST(a_tournament_match_does_not_affect_a_saved_match)
{
	struct match_brief brief[4];
	struct match_record r;
	int64_t saved, users[2];

	fixture_type(t.h, t.ann, "invite bob 3");
	fixture_type(t.h, t.bob, "join ann");
	fixture_type(t.h, t.ann, "leave");
	for (unsigned i = 0; i < 2; i++)
		users[i] = fixture_session(t.h, i == 0 ? t.ann : t.bob)->player->user;
	assert_true(store_match_find_unfinished(fixture_store(t.h), users[0], users[1], &r));
	saved = r.id;
	begin();
	assert_true(t.row != saved);
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	assert_told(1, t.row, MATCH_END_SUSPENDED, SEAT_NONE);
	/* the pair's ordinary saved match is unchanged, and is the only match listed */
	assert_true(store_match_find_unfinished(fixture_store(t.h), users[0], users[1], &r));
	assert_int_equal(r.id, saved);
	assert_int_equal(store_matches_open_count(fixture_store(t.h), users[0]), 1);
	assert_int_equal(store_matches_open_after(fixture_store(t.h), 0, 4, brief), 1);
	assert_int_equal(brief[0].id, saved);
	fixture_discard(t.h);
	fixture_type(t.h, t.ann, "show saved");
	assert_null(strstr(fixture_read(t.h, t.ann), "          5  "));
	t.bob = fixture_clip(t.h, "bob");
	fixture_type(t.h, t.ann, "show savedcount");
	assert_true(heard(t.ann, "ann has 1 saved"));
	/* an invitation resumes or replaces only the ordinary match */
	fixture_type(t.h, t.ann, "invite bob");
	fixture_type(t.h, t.bob, "join ann");
	assert_null(live());
	fixture_type(t.h, t.ann, "leave");
	fixture_type(t.h, t.ann, "invite bob 1 yes");
	fixture_type(t.h, t.bob, "join ann");
	fixture_type(t.h, t.ann, "leave");
	assert_true(store_match_by_id(fixture_store(t.h), saved, &r));
	assert_string_equal(r.end_reason, "replaced");
	assert_int_equal(stored().ended_ms, 0);
	assert_int_equal(resume(), RESUME_OK);
}

TEST(the_limit_of_saved_matches_excludes_tournament_matches)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.world.saved_max = 1;
	close_two();
	begin_anew(fixture_new(&o));
	fixture_type(t.h, t.ann, "toggle ready");
	fixture_type(t.h, t.bob, "toggle ready");
	for (unsigned i = 0; i < 3; i++) {
		begin();
		reconnect_ann();
	}
	fixture_discard(t.h);
	fixture_type(t.h, t.ann, "invite bob 1");
	assert_true(heard(t.ann, "** You invited bob to a 1 point match."));
}

TEST(a_suspended_match_is_resumed_when_both_are_online_and_free)
{
	begin();
	assert_int_equal(resume(), RESUME_NONE); /* the match is being played */
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	assert_int_equal(resume(), RESUME_NONE);
	t.bob = fixture_clip(t.h, "bob");
	fixture_type(t.h, t.ann, "invite bob 1");
	fixture_type(t.h, t.bob, "join ann");
	assert_int_equal(resume(), RESUME_NONE);
	fixture_type(t.h, t.ann, "leave");
	assert_int_equal(resume(), RESUME_OK);
	assert_int_equal(t.row, live()->row);
	assert_stored_state_is_live();
	t.row = 999;
	assert_int_equal(resume(), RESUME_NONE);
}

/* ---- terms ---- */

TEST(terms_decide_crawford_cube_points_and_rating)
{
	double before;

	fixture_type(
	    t.h, t.ann, "toggle crawford"); /* neither player wants the Crawford rule */
	fixture_type(t.h, t.bob, "toggle crawford");
	t.terms.crawford = CRAWFORD_ON;
	t.terms.no_cube = true;
	t.terms.unrated = true;
	t.terms.start_points[1] = 4;
	begin();
	assert_int_equal(live()->state.score[1], 4);
	assert_int_equal(live()->state.crawford, CRAWFORD_ACTIVE);
	assert_true(live()->state.no_cube);
	assert_true(heard(t.ann, "** bob begins with 4 penalty points."));
	/* after a restart, the next game has the same terms */
	fixture_restart(t.h);
	come();
	assert_int_equal(resume(), RESUME_OK);
	fixture_type(t.h, t.bob, "resign n");
	fixture_type(t.h, t.ann, "accept");
	fixture_type(t.h, t.ann, "join");
	fixture_type(t.h, t.bob, "join");
	assert_true(live()->state.no_cube);
	assert_int_equal(live()->state.crawford, CRAWFORD_EXPIRED);
	before = rating_of("bob");
	fixture_type(t.h, t.ann, "resign n");
	fixture_type(t.h, t.bob, "accept");
	assert_told(1, t.row, MATCH_END_PLAYED, SEAT_1);
	assert_int_equal(told.score[0], 1);
	assert_int_equal(told.score[1], 5);
	assert_true(rating_of("bob") == before);
	assert_string_equal(stored().end_reason, "won");
	/* the reverse: both players want the Crawford rule, and the tournament does not */
	fixture_type(t.h, t.ann, "toggle crawford");
	t.terms = (struct match_terms){ .tournament = TOURNAMENT,
		.pairing = PAIRING,
		.crawford = CRAWFORD_OFF,
		.start_points = { 4, 0 } };
	begin();
	assert_int_equal(live()->state.crawford, CRAWFORD_EXPIRED);
}

/* ---- time ---- */

TEST(rule_16_the_server_ends_the_match_when_time_is_up)
{
	unsigned loser, winner;
	double before;

	begin_clocked();
	fixture_both_move(t.h, t.ann, t.bob);
	loser = on_turn();
	winner = loser == t.ann ? t.bob : t.ann;
	before = rating_of(loser == t.ann ? "ann" : "bob");
	fixture_advance(t.h, 611999);
	assert_non_null(live());
	fixture_advance(t.h, 1);
	assert_null(live());
	assert_true(heard(loser, "** Your time is up. You lose the match.\r\n"));
	assert_true(heard(winner, " is up: the match is lost.\r\n"));
	assert_told(1, t.row, MATCH_END_TIME, loser == t.ann ? SEAT_1 : SEAT_0);
	assert_string_equal(stored().end_reason, "time");
	assert_int_equal(stored().winner, told.winner);
	assert_true(rating_of(loser == t.ann ? "ann" : "bob") < before);
	assert_int_equal(
	    match_direct_action(fixture_world(t.h), t.row, &t.action), MATCH_IS_OVER);
}

TEST(rule_17_the_time_of_the_turn_counts_and_lag_is_credited)
{
	struct match_clock c;
	unsigned who;

	fixture_set_rtt(t.h, 700);
	begin_clocked();
	who = on_turn();
	fixture_advance(t.h, 612699);
	assert_non_null(live());
	fixture_type(t.h, who, "resign n"); /* executed a millisecond before time is up */
	assert_non_null(live());
	assert_int_equal(match_to_act(&live()->state), who == t.ann ? SEAT_1 : SEAT_0);
	c = clock_of();
	assert_int_equal(c.reserve_ms[who == t.ann ? 0 : 1], 1);
	assert_int_equal(c.lag_credit_ms[who == t.ann ? 0 : 1], 700);
	assert_stored_state_is_live();
	/* a command that arrives when time is up has no effect */
	fixture_queue(t.h, who == t.ann ? t.bob : t.ann, "accept");
	fixture_advance(t.h, 612700);
	assert_int_equal(told.how, MATCH_END_TIME);
}

TEST(rule_18_a_disconnection_is_an_action_and_uses_the_allowance)
{
	struct match_clock c;

	begin_clocked();
	fixture_advance(t.h, 5000);
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	assert_told(1, t.row, MATCH_END_SUSPENDED, SEAT_NONE);
	c = clock_of();
	assert_true(c.away[1] && c.disconnects[1] == 1);
	assert_int_equal(deadline_of(SEAT_1), 720000);
	fixture_advance(t.h, 100000);
	assert_int_equal(deadline_of(SEAT_1), 620000);
	t.bob = fixture_clip(t.h, "bob");
	assert_int_equal(resume(), RESUME_OK);
	c = live()->state.clock;
	assert_int_equal(c.allowance_ms[1], 20000);
	assert_int_equal(c.reserve_ms[1], 600000);
	assert_stored_state_is_live();
	assert_true(heard(t.bob, "Your running match was loaded."));
	/* leaving saves no time */
	fixture_type(t.h, t.ann, "bye");
	assert_int_equal(clock_of().disconnects[0], 1);
}

TEST(rule_18_leaving_a_suspended_match_counts_from_that_moment)
{
	struct match_clock c;

	begin_clocked();
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	fixture_advance(t.h, 10000);
	assert_int_equal(act(ACT_RETURN, SEAT_0), MATCH_BAD_ACTION); /* ann was never absent */
	fixture_type(t.h, t.ann, "bye");
	assert_int_equal(act(ACT_DISCONNECT, SEAT_0), MATCH_OK);
	fixture_advance(t.h, 20000);
	t.bob = fixture_clip(t.h, "bob");
	assert_int_equal(act(ACT_RETURN, SEAT_1), MATCH_OK);
	fixture_advance(t.h, 40000);
	t.ann = fixture_telnet(t.h, "ann");
	assert_int_equal(resume(), RESUME_OK);
	c = live()->state.clock;
	assert_int_equal(c.allowance_ms[1], 90000);
	assert_int_equal(c.allowance_ms[0], 60000);
	assert_stored_state_is_live();
}

TEST(rule_18_the_clock_stops_if_both_disconnect_within_a_minute)
{
	begin_clocked();
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	fixture_advance(t.h, 20000);
	fixture_drop(t.h, t.ann, NET_CLOSE_PEER);
	assert_int_equal(act(ACT_DISCONNECT, SEAT_0), MATCH_OK);
	/* ten minutes from the first disconnection, then each player's allowance and reserve */
	for (unsigned s = 0; s < 2; s++)
		assert_int_equal(deadline_of((enum seat)s), 580000 + 120000 + 600000);
	fixture_advance(t.h, 580000 + 120000 + 600000 - 1);
	assert_int_equal(act(ACT_TIMEOUT, SEAT_0), MATCH_TIME_LEFT);
	fixture_advance(t.h, 1);
	assert_int_equal(act(ACT_TIMEOUT, SEAT_0), MATCH_OK);
}

TEST(rule_18_returning_too_late_loses_the_match)
{
	begin_clocked();
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	fixture_advance(t.h, 719999);
	assert_int_equal(act(ACT_TIMEOUT, SEAT_1), MATCH_TIME_LEFT);
	fixture_advance(t.h, 1);
	t.bob = fixture_clip(t.h, "bob");
	assert_int_equal(resume(), RESUME_OVER);
	assert_told(2, t.row, MATCH_END_TIME, SEAT_0);
	assert_null(live());
}

TEST(rule_18_the_tournament_ends_a_suspended_match_when_time_is_up)
{
	double ann, bob;

	begin_clocked();
	fixture_both_move(t.h, t.ann, t.bob);
	ann = rating_of("ann");
	bob = rating_of("bob");
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	fixture_drop(t.h, t.ann, NET_CLOSE_PEER);
	fixture_advance(t.h, 720000);
	assert_int_equal(act(ACT_ADDTIME, SEAT_1), MATCH_OUT_OF_TIME);
	assert_int_equal(act(ACT_TIMEOUT, SEAT_1), MATCH_OK);
	assert_told(2, t.row, MATCH_END_TIME, SEAT_0);
	assert_string_equal(stored().end_reason, "time");
	assert_int_equal(stored().winner, 0);
	assert_true(rating_of("ann") > ann && rating_of("bob") < bob);
	assert_null(fixture_world(t.h)->matches->suspensions);
	assert_int_equal(act(ACT_TIMEOUT, SEAT_1), MATCH_IS_OVER);
}

/* Players of a suspended match are shown why it ended, the winner, and the rating change, in
 * this order.  A client program that displays no match is not notified. */
TEST(users_are_notified_of_the_end_of_a_suspended_match)
{
	static const struct {
		enum act_kind kind;
		enum seat seat;
		const char *reason;
		bool won;
	} row[] = {
		{ ACT_TIMEOUT, SEAT_1, "** The time of bob is up: the match is lost.", true },
		{ ACT_FORFEIT, SEAT_1, "** bob loses the match by forfeit.", true },
		{ ACT_FORFEIT, SEAT_0, "** You lose the match by forfeit.", false },
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const char *text, *reason, *won, *ratings;

		open_two();
		begin_clocked();
		fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
		fixture_advance(t.h, 720000);
		t.bob = fixture_clip(t.h, "bob");
		fixture_discard(t.h);
		assert_int_equal(act(row[i].kind, row[i].seat), MATCH_OK);
		text = fixture_read(t.h, t.ann);
		reason = strstr(text, row[i].reason);
		won = strstr(text, row[i].won ? "You win the 5 point match 0-0 ."
					      : "bob wins the 5 point match 0-0 .");
		ratings = strstr(text, "Not rated: ");
		assert_true(reason != NULL && won > reason && ratings > won);
		assert_null(strstr(text, "rematch"));
		assert_null(strstr(fixture_read(t.h, t.bob), "match"));
	}
}

TEST(rule_19_after_a_restart_the_clock_waits_for_both_plus_a_minute)
{
	unsigned who;

	begin_clocked();
	fixture_advance(t.h, 9000);
	fixture_restart(t.h); /* 9 seconds without an action are lost */
	fixture_advance(t.h, 30000);
	come();
	assert_int_equal(resume(), RESUME_OK);
	assert_int_equal(
	    live()->state.clock.disconnects[0] + live()->state.clock.disconnects[1], 0);
	fixture_advance(t.h, 60000 + 12000);
	who = on_turn();
	fixture_discard(t.h);
	fixture_type(t.h, who, "clock");
	assert_true(heard(who, "Clock: ann 10:00  bob 10:00 "));
	fixture_advance(t.h, 1000);
	fixture_type(t.h, who, "clock");
	assert_true(heard(who, "9:59"));
	assert_stored_state_is_live();
}

TEST(rule_19_the_clock_starts_five_minutes_after_a_restart)
{
	begin_clocked();
	fixture_advance(t.h, 1);
	fixture_restart(t.h);
	fixture_turn(t.h); /* the server starts */
	fixture_advance(t.h, 290000);
	come();
	assert_int_equal(resume(), RESUME_OK);
	fixture_advance(t.h, 10000 + 13000);
	fixture_discard(t.h);
	fixture_type(t.h, t.ann, "clock");
	assert_true(heard(t.ann, "9:59"));
}

TEST(rule_19_absence_counts_from_five_minutes_after_a_restart)
{
	begin_clocked();
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	fixture_advance(t.h, 100000);
	fixture_restart(t.h);
	fixture_advance(t.h, 1000);
	/* the hundred seconds before the crash were not recorded, and downtime does not
	 * count */
	assert_int_equal(deadline_of(SEAT_1), 720000 + 300000 - 1000 + 1000);
	fixture_advance(t.h, 310000);
	come();
	assert_int_equal(resume(), RESUME_OK);
	assert_int_equal(live()->state.clock.allowance_ms[1], 110000);
}

TEST(rule_19_an_orderly_shutdown_is_not_a_disconnection)
{
	begin_clocked();
	fixture_shutdown(t.h);
	fixture_restart(t.h);
	come();
	assert_int_equal(resume(), RESUME_OK);
	assert_int_equal(
	    live()->state.clock.disconnects[0] + live()->state.clock.disconnects[1], 0);
}

TEST(a_full_disk_costs_no_time)
{
	struct fulldisk d;
	unsigned who;

	close_two();
	fulldisk_open(&d, NULL);
	begin_anew(d.h);
	begin_clocked();
	fixture_advance(t.h, 20000);
	who = on_turn();
	fulldisk_fill(&d);
	fixture_type(t.h, who, "resign n");
	fixture_advance(t.h, 1800000); /* the clock is stopped, and neither player loses */
	assert_non_null(live());
	fulldisk_clear_and_resume(&d);
	fixture_discard(t.h);
	fixture_type(t.h, t.ann, "clock");
	/* 20 s were used before, and 3 s after the store found space */
	assert_true(heard(t.ann, "9:49"));
	fixture_type(t.h, who, "resign n");
	assert_int_equal(clock_of().reserve_ms[who == t.ann ? 0 : 1], 589000);
	assert_stored_state_is_live();
	fulldisk_close(&d);
	t.h = NULL;
}

TEST(no_match_is_lost_on_time_while_the_disk_is_full)
{
	struct fulldisk d;

	close_two();
	fulldisk_open(&d, NULL);
	begin_anew(d.h);
	begin_clocked();
	fulldisk_fill(&d);
	fixture_advance(t.h, 612000);
	assert_non_null(live());
	assert_int_equal(stored().ended_ms, 0);
	fulldisk_clear_and_resume(&d);
	fixture_advance(t.h, 1000);
	assert_null(live());
	assert_string_equal(stored().end_reason, "time");
	fulldisk_close(&d);
	t.h = NULL;
}

/* ---- the director ---- */

TEST(rule_40_a_live_match_is_paused_and_continues)
{
	unsigned who;

	begin_clocked();
	who = on_turn();
	assert_int_equal(act(ACT_PAUSE, SEAT_NONE), MATCH_OK);
	assert_int_equal(act(ACT_PAUSE, SEAT_NONE), MATCH_PAUSED);
	assert_true(heard(t.ann, "** The director has paused the match.\r\n"));
	fixture_advance(t.h, 3000000);
	fixture_discard(t.h);
	fixture_type(t.h, who, "resign n");
	assert_true(heard(who, "** The match is paused. Please wait until it goes on.\r\n"));
	fixture_type(t.h, who, "roll");
	fixture_type(t.h, who, "m 1 2 3 4");
	fixture_type(t.h, who, "off");
	fixture_type(t.h, who, "double");
	fixture_type(t.h, who, "clock");
	assert_true(heard(who, "(paused)"));
	assert_int_equal(act(ACT_ADDTIME, SEAT_1), MATCH_OK);
	assert_int_equal(act(ACT_UNPAUSE, SEAT_NONE), MATCH_OK);
	assert_true(heard(who, "** The match goes on.\r\n"));
	assert_int_equal(live()->state.clock.reserve_ms[1], 660000);
	assert_int_equal(live()->state.clock.reserve_ms[0], 600000);
	assert_int_equal(act(ACT_DISCONNECT, SEAT_1), MATCH_BAD_ACTION);
	assert_int_equal(act(ACT_ROLL, SEAT_1), MATCH_BAD_ACTION);
	assert_int_equal(act(ACT_PENALTY_POINTS, SEAT_1), MATCH_GAME_ON);
	assert_int_equal(act((enum act_kind)99, SEAT_1), MATCH_BAD_ACTION);
	assert_stored_state_is_live();
}

TEST(rule_40_a_pause_lasts_between_games_and_over_a_resume)
{
	begin_clocked();
	fixture_type(t.h, t.ann, "resign n");
	fixture_type(t.h, t.bob, "accept");
	assert_int_equal(act(ACT_PAUSE, SEAT_NONE), MATCH_OK);
	fixture_discard(t.h);
	fixture_type(t.h, t.ann, "join");
	assert_true(heard(t.ann, "** The match is paused."));
	fixture_type(t.h, t.ann, "clock break");
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	fixture_advance(t.h, 3000000);
	t.bob = fixture_clip(t.h, "bob");
	assert_int_equal(resume(), RESUME_OK); /* the clock did not run meanwhile */
	assert_int_equal(live()->state.game_no, 1);
	assert_int_equal(live()->state.clock.allowance_ms[1], 120000);
	assert_int_equal(act(ACT_UNPAUSE, SEAT_NONE), MATCH_OK);
	fixture_type(t.h, t.ann, "join");
	fixture_type(t.h, t.bob, "join");
	assert_int_equal(live()->state.game_no, 2);
	assert_stored_state_is_live();
}

TEST(rule_40_a_result_by_decision_on_a_live_and_on_a_suspended_match)
{
	begin_clocked();
	assert_int_equal(act(ACT_FORFEIT, SEAT_0), MATCH_OK);
	assert_told(1, t.row, MATCH_END_FORFEIT, SEAT_1);
	assert_true(heard(t.ann, "** You lose the match by forfeit.\r\n"));
	assert_true(heard(t.bob, "** ann loses the match by forfeit.\r\n"));
	assert_string_equal(stored().end_reason, "forfeit");
	begin_clocked();
	reconnect_ann();
	assert_int_equal(act(ACT_RETURN, SEAT_0), MATCH_OK);
	assert_int_equal(act(ACT_PAUSE, SEAT_NONE), MATCH_OK);
	assert_int_equal(act(ACT_ADDTIME, SEAT_0), MATCH_OK);
	assert_int_equal(clock_of().reserve_ms[0], 660000);
	assert_int_equal(act(ACT_DISCONNECT, SEAT_1), MATCH_OK);
	assert_int_equal(act(ACT_FORFEIT, SEAT_NONE), MATCH_OK);
	assert_told(3, t.row, MATCH_END_FORFEIT, SEAT_NONE);
	assert_int_equal(stored().winner, -1);
	begin_clocked();
	assert_int_equal(act(ACT_FORFEIT, SEAT_NONE), MATCH_OK);
	assert_told(4, t.row, MATCH_END_FORFEIT, SEAT_NONE);
}

/* Makes ann, in seat 0, lose the match. */
static void
ann_loses_by(enum act_kind kind, bool moved, bool suspended)
{
	bool earned = moved && kind == ACT_ABANDON;
	double ann, bob;

	open_two();
	begin();
	if (moved)
		fixture_both_move(t.h, t.ann, t.bob);
	if (suspended) {
		fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
		fixture_drop(t.h, t.ann, NET_CLOSE_PEER);
	}
	ann = rating_of("ann");
	bob = rating_of("bob");
	t.action = (struct action){ .kind = kind,
		.seat = kind == ACT_SET_RESULT ? SEAT_1 : SEAT_0,
		.score = { 0, 5 } };
	fixture_run_in_turn(t.h, do_act, NULL);
	assert_int_equal(t.err, MATCH_OK);
	assert_int_equal(stored().winner, 1);
	assert_true((rating_of("ann") < ann) == earned);
	assert_true((rating_of("bob") > bob) == earned);
	assert_int_equal(store_counter(fixture_store(t.h), COUNTER_RATINGS), earned ? 2 : 0);
}

TEST(absence_is_rated_once_both_have_moved_but_decisions_never)
{
	static const enum act_kind kinds[] = { ACT_ABANDON, ACT_FORFEIT, ACT_SET_RESULT };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		for (unsigned bits = 0; bits < 4; bits++)
			ann_loses_by(kinds[i], (bits & 1) != 0, (bits & 2) != 0);
}

/* Penalty points given to a seat were not won by play, so they count neither for ratings nor as
 * experience. */
TEST(penalty_points_are_not_rated)
{
	struct user_record u;

	t.terms.start_points[1] = 2; /* bob needs three more points */
	begin();
	fixture_both_move(t.h, t.ann, t.bob);
	assert_int_equal(act(ACT_ABANDON, SEAT_0), MATCH_OK);
	assert_true(store_user_by_name(fixture_store(t.h), "ann", &u));
	assert_int_equal(u.experience, 3);
	assert_true(u.rating > 1482.679 && u.rating < 1482.680); /* a loss of 4*5*sqrt(3)/2 */
	assert_true(store_user_by_name(fixture_store(t.h), "bob", &u));
	assert_int_equal(u.experience, 3);
}

TEST(an_erased_player_loses_their_tournament_matches)
{
	fixture_set_role(t.h, "ann", "admin");
	begin_clocked();
	fixture_both_move(t.h, t.ann, t.bob);
	fixture_type(t.h, t.ann, "erase bob bob because he asked");
	assert_told(told.n, t.row, MATCH_END_FORFEIT, SEAT_0);
	assert_int_equal(stored().winner, 0);
	assert_true(rating_of("ann") == 1500); /* decided by an operator, so unrated */
}

/* ---- every end is published once ---- */

static struct match_end_texts {
	char text[400];
	struct sbuf b;
} ends;

/* Writes a published end as text.  At that time the end is already stored, and in a live match
 * the players are still seated. */
static void
append_match_end(struct world *w, const struct world_event *event)
{
	static const char *const HOW[] = { "suspended", "played", "time", "forfeit", "set",
		"corrupt", "replaced", "expired", "erased" };
	const struct match_ending *e = event->match_ending;
	bool ended = event->kind == EVENT_match_ended;
	struct match_record r;

	if (!ended && event->kind != EVENT_match_left)
		return;
	assert_true(store_match_by_id(w->store, e->r->id, &r));
	assert_int_equal(r.ended_ms != 0, e->how != MATCH_END_SUSPENDED);
	for (unsigned i = 0; e->live != NULL && i < 2; i++)
		assert_int_equal(match_session(w, e->live, (enum seat)i)->match != 0, ended);
	sbuf_addf(&ends.b, "%s%s %s%s;", ended ? "ended " : "left ", HOW[e->how],
	    e->live != NULL ? "live" : "stored", e->rating.rated ? " rated" : "");
}

static void
assert_match_ends(const char *text)
{
	assert_string_equal(ends.text, text);
	SBUF_INIT(&ends.b, ends.text);
}

static void
play(const char *invitation)
{
	fixture_type(t.h, t.ann, invitation);
	fixture_type(t.h, t.bob, "join ann");
	fixture_discard(t.h);
}

TEST(every_end_of_a_match_is_published_once)
{
	static event_subscriber *const all[] = { tell_on_event, match_on_event,
		append_match_end, NULL };
	struct match_record r;

	fixture_world(t.h)->subscribers = all;
	fixture_set_role(t.h, "ann", "admin");
	SBUF_INIT(&ends.b, ends.text);
	play("invite bob 3");
	fixture_type(t.h, t.ann, "leave");
	assert_match_ends("left suspended live;");
	play("invite bob 1 yes");
	assert_match_ends("ended replaced stored;left replaced stored;");
	fixture_both_move(t.h, t.ann, t.bob);
	fixture_type(t.h, t.ann, "resign b");
	fixture_type(t.h, t.bob, "accept");
	assert_match_ends("ended played live rated;left played live rated;");
	play("invite bob 2");
	fixture_type(t.h, t.ann, "leave");
	assert_true(store_match_find_unfinished(fixture_store(t.h),
	    fixture_session(t.h, t.ann)->player->user,
	    fixture_session(t.h, t.bob)->player->user, &r));
	fixture_corrupt_match(t.h, r.id);
	play("invite bob");
	assert_true(fixture_warned(t.h, "match_corrupt"));
	assert_match_ends("left suspended live;ended corrupt stored;left corrupt stored;");
	begin_clocked();
	assert_int_equal(act(ACT_SET_RESULT, SEAT_0), MATCH_BAD_ACTION);
	fixture_drop(t.h, t.bob, NET_CLOSE_PEER);
	assert_int_equal(act(ACT_FORFEIT, SEAT_1), MATCH_OK);
	assert_match_ends("left suspended live;ended forfeit stored;left forfeit stored;");
	t.bob = fixture_clip(t.h, "bob");
	fixture_world(t.h)->config.saved_days = 3;
	fixture_world(t.h)->config.idle_s = 70 * 24 * 3600;
	play("invite bob 2");
	fixture_type(t.h, t.ann, "leave");
	for (unsigned i = 0; i < 9 * 24; i++)
		fixture_advance(t.h, 3600000);
	assert_match_ends("left suspended live;ended expired stored;left expired stored;");
	play("invite bob 2");
	fixture_type(t.h, t.ann, "erase bob bob because he asked");
	assert_match_ends("left suspended live;ended erased stored;left erased stored;");
}

/* ---- friendly matches with a clock ---- */

/* ann and bob start a match to five points with 12 s free per turn and a reserve of 10 minutes;
 * their seats are drawn. */
static void
begin_friendly(void)
{
	struct match_record r;
	int64_t users[2];

	fixture_type(t.h, t.ann, "invite bob 5 clock standard");
	fixture_type(t.h, t.bob, "join ann");
	for (unsigned i = 0; i < 2; i++)
		users[i] = fixture_session(t.h, i == 0 ? t.ann : t.bob)->player->user;
	assert_true(store_match_find_unfinished(fixture_store(t.h), users[0], users[1], &r));
	t.row = r.id;
	fixture_discard(t.h);
}

static void
go_on_friendly(void)
{
	fixture_type(t.h, t.ann, "invite bob");
	fixture_type(t.h, t.bob, "join ann");
	assert_non_null(live());
	assert_stored_state_is_live();
}

static uint32_t
reserve_of(enum seat seat)
{
	return live()->state.clock.reserve_ms[seat];
}

TEST(time_used_before_a_match_is_saved_counts)
{
	enum seat turn;
	unsigned cuts;

	begin_friendly();
	turn = match_to_act(&live()->state);
	fixture_advance(t.h, 20000);
	fixture_type(t.h, t.ann, "leave");
	fixture_type(t.h, t.bob, "leave"); /* by agreement */
	assert_null(live());
	/* no time passes while it is adjourned */
	fixture_advance(t.h, 3000000);
	go_on_friendly();
	assert_int_equal(match_to_act(&live()->state), turn);
	assert_int_equal(reserve_of(turn), 592000);
	assert_int_equal(reserve_of(seat_other(turn)), 600000);
	/* this turn's delay is used up: leaving does not restore it */
	fixture_advance(t.h, 1000);
	reconnect_ann();
	assert_int_equal(reserve_of(turn), 591000);
	cuts = live()->state.clock.disconnects[turn];
	/* the time just before a crash does not count */
	fixture_advance(t.h, 5000);
	fixture_restart(t.h);
	come();
	go_on_friendly();
	assert_int_equal(reserve_of(turn), 591000);
	assert_int_equal(live()->state.clock.disconnects[turn], cuts);
	/* time runs out as usual */
	fixture_advance(t.h, 591000);
	assert_string_equal(stored().end_reason, "time");
	assert_int_equal(stored().winner, (int)seat_other(turn));
}

TEST(saving_a_match_without_a_clock_adds_no_action)
{
	struct match_record before;

	fixture_type(t.h, t.ann, "invite bob 5");
	fixture_type(t.h, t.bob, "join ann");
	t.row = session_match(fixture_world(t.h), fixture_session(t.h, t.ann))->row;
	before = stored();
	fixture_advance(t.h, 20000);
	fixture_type(t.h, t.ann, "leave");
	assert_int_equal(stored().actions, before.actions);
}

/* Time is up except for the lag credit of the player on roll; at that moment the opponent
 * disconnects. */
TEST(a_disconnection_while_only_lag_credit_is_left)
{
	enum seat turn;

	for (unsigned friendly = 0; friendly < 2; friendly++) {
		open_two();
		if (friendly)
			begin_friendly();
		else
			begin_clocked();
		fixture_set_rtt(t.h, 800);
		turn = match_to_act(&live()->state);
		fixture_advance(t.h, 612300); /* the delay, the reserve and part of the lag */
		assert_int_equal(stored().ended_ms, 0);
		fixture_drop(t.h, turn == SEAT_0 ? t.bob : t.ann, NET_CLOSE_PEER);
		assert_null(live());
		if (turn == SEAT_0)
			t.bob = fixture_clip(t.h, "bob");
		else
			t.ann = fixture_telnet(t.h, "ann");
		fixture_discard(t.h);
		if (friendly)
			go_on_friendly();
		else
			assert_int_equal(resume(), RESUME_OK);
		fixture_advance(t.h, 700000);
		assert_string_equal(stored().end_reason, "time");
		assert_int_equal(stored().winner, (int)seat_other(turn));
	}
}

/* ---- many clocks ---- */

#define PAIRS 40u

/* Random delays, reserves and moves: each match ends exactly when its clock runs out, and the
 * timers stay consistent (domain_check_invariants after each turn). */
TEST(each_of_many_clocks_ends_at_the_right_time)
{
	struct fixture *h = t.h;
	struct two pair[PAIRS];
	struct rng r;

	rng_seed(&r, 11);
	for (unsigned i = 0; i < PAIRS; i++) {
		char name[2][8] = { "paa", "qaa" };

		name[0][1] = name[1][1] = (char)('a' + i / 8);
		name[0][2] = name[1][2] = (char)('a' + i % 8);
		t = (struct two){ .h = h, .length = 3 };
		t.ann = fixture_telnet(h, name[0]);
		t.bob = fixture_clip(h, name[1]);
		t.terms.tournament = TOURNAMENT;
		t.terms.has_clock = true;
		t.terms.delay_ms = 1000 * rng_below(&r, 20);
		t.terms.reserve_ms[0] = 1000 + rng_below(&r, 90000);
		t.terms.reserve_ms[1] = 1000 + rng_below(&r, 90000);
		begin();
		pair[i] = t;
	}
	for (unsigned n = 0; n < 400; n++) {
		unsigned who = rng_below(&r, PAIRS);

		fixture_advance(h, rng_below(&r, 900));
		for (unsigned i = 0; i < PAIRS; i++) {
			static const uint32_t none[2];
			struct match *m;

			t = pair[i];
			m = live();

			if (m == NULL)
				continue;
			assert_int_equal(match_out_of_time(&m->state,
					     match_elapsed_ms(fixture_world(h), m), none),
			    SEAT_NONE);
		}
		t = pair[who];
		if (live() != NULL) {
			fixture_type(
			    h, on_turn(), rng_below(&r, 2) == 0 ? "resign n" : "reject");
			if (live() != NULL)
				assert_stored_state_is_live();
		}
	}
	assert_true(told.n > PAIRS / 2);
	assert_int_equal(told.how, MATCH_END_TIME);
}

/* Disk space comes and goes at random: timers and stored actions match the live matches. */
TEST(timers_continue_when_there_is_space_again)
{
	static const char *const lines[] = { "resign n", "accept", "reject", "join",
		"clock break", "roll", "board", "leave" };
	unsigned full = 0, begun = 0;
	struct fulldisk d;
	struct rng r;

	close_two();
	fulldisk_open(&d, NULL);
	rng_seed(&r, 12);
	begin_anew(d.h);
	t.length = 9;
	fixture_type(t.h, t.ann, "toggle ready");
	fixture_type(t.h, t.bob, "toggle ready");
	match_terms_set_clock(&t.terms, clock_preset_named("fast"), 9, 60000);
	for (unsigned n = 0; n < 1500; n++) {
		unsigned who = rng_below(&r, 2) == 0 ? t.ann : t.bob;
		bool plays = fixture_session(t.h, who)->match != 0;

		if (rng_below(&r, 3) == 0) {
			fulldisk_fill(&d);
			full++;
		}
		if (plays) {
			fixture_advance(t.h, rng_below(&r, 20000));
			fixture_type(t.h, who, lines[rng_below(&r, ARRAY_LEN(lines))]);
			if (rng_below(&r, 8) == 0) {
				fulldisk_clear_and_resume(
				    &d); /* otherwise ann might be unable to log in */
				reconnect_ann();
			}
		} else if (t.row != 0 && rng_below(&r, 2) == 0) {
			fixture_run_in_turn(t.h, do_resume, NULL);
		} else if (!store_refusing(d.store)) {
			fixture_run_in_turn(t.h, do_begin, NULL);
			begun++;
		}
		fulldisk_clear_and_resume(&d);
		fixture_discard(t.h);
		if (fixture_session(t.h, t.ann)->match != 0) {
			t.row =
			    match_get(fixture_world(t.h), fixture_session(t.h, t.ann)->match)
				->row;
			assert_stored_state_is_live();
		}
	}
	print_message(
	    "%u matches begun, the disk full %u times, the tournament was told of %u\n", begun,
	    full, told.n);
	assert_true(full > 50 && told.n > 50);
	fulldisk_close(&d);
	t.h = NULL;
}
