/* SPDX-License-Identifier: MIT */
/* A wrong wall clock ends, deletes and cancels nothing (see world/wallclock.h). */
#include <inttypes.h>

#include "people/people.h"
#include "tournament/tournament.h"
#include "world/wallclock.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define HOUR INT64_C(3600000)
#define DAY (24 * HOUR)
#define YEAR_MS (365 * DAY)

/* Starts a server that keeps saved matches for 30 days and plans for 10. */
static struct fixture *
server(void)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.world.saved_days = 30;
	o.world.plan_days = 10;
	o.world.idle_s = 604800;
	return fixture_new(&o);
}

static void
hours(struct fixture *h, unsigned n)
{
	while (n-- > 0)
		fixture_advance(h, HOUR);
}

/* Restarts the server after it was off for ms milliseconds. */
static void
off(struct fixture *h, int64_t ms)
{
	fixture_step_wall_clock(h, ms);
	fixture_restart(h);
	fixture_advance(h, 1000);
}

/* Restarts the server with its clock in 1970. */
static void
restart_in_1970(struct fixture *h)
{
	off(h, 20000 - fixture_now_ms(h));
}

static void
forget(struct fixture *h, const char *name)
{
	unsigned c = fixture_clip(h, name);

	fixture_type(h, c, "forget me " FIXTURE_PASSWORD);
	fixture_drop(h, c, NET_CLOSE_PEER);
}

/* Lets two users start and leave a match.  Returns its id. */
static int64_t
leave_match(struct fixture *h, const char *a, const char *b)
{
	unsigned x = fixture_clip(h, a), y = fixture_clip(h, b);
	struct match_record m;

	fixture_type(h, x, "toggle ready");
	fixture_type(h, y, "toggle ready");
	fixture_typef(h, x, "invite %s 3", b);
	fixture_typef(h, y, "join %s", a);
	assert_true(store_match_find_unfinished(fixture_store(h),
	    fixture_session(h, x)->player->user, fixture_session(h, y)->player->user, &m));
	fixture_drop(h, x, NET_CLOSE_PEER);
	fixture_drop(h, y, NET_CLOSE_PEER);
	return m.id;
}

static void
plan(struct fixture *h, const char *name)
{
	unsigned c = fixture_telnet(h, "dora");

	fixture_typef(h, c, "tournament create %s checkin 0", name);
	fixture_drop(h, c, NET_CLOSE_PEER);
}

static bool
is_over(struct fixture *h, int64_t match)
{
	struct match_record m;

	assert_true(store_match_by_id(fixture_store(h), match, &m));
	return m.ended_ms != 0;
}

static bool
is_here(struct fixture *h, const char *name)
{
	struct user_record u;

	return store_user_by_name(fixture_store(h), name, &u);
}

static bool
is_cancelled(struct fixture *h, int64_t tourney)
{
	struct tourney_record r;

	assert_true(store_tourney_by_id(fixture_store(h), tourney, &r));
	return r.cancelled;
}

/* Makes an account to be deleted, a saved match and a plan, the first of each kind. */
static void
make_three_expiring(struct fixture *h)
{
	forget(h, "carl");
	assert_int_equal(leave_match(h, "anna", "bert"), 1);
	plan(h, "Cup");
}

static void
assert_three_stay(struct fixture *h)
{
	assert_true(is_here(h, "carl"));
	assert_false(is_over(h, 1));
	assert_false(is_cancelled(h, 1));
}

static void
assert_three_gone(struct fixture *h)
{
	assert_false(is_here(h, "carl"));
	assert_true(is_over(h, 1));
	assert_true(is_cancelled(h, 1));
}

/* Checks that the account and the plan end at once.  The end of the saved match is announced as
 * soon as the clock is trusted, and follows a week later. */
static void
assert_three_go_at_once(struct fixture *h)
{
	assert_false(is_here(h, "carl"));
	assert_true(is_cancelled(h, 1));
	hours(h, 7 * 24 - 4);
	assert_false(is_over(h, 1));
	hours(h, 6);
	assert_true(is_over(h, 1));
}

/* Checks that the account, the plan and the saved match end only after their full times,
 * counted from now.  The plan ends `later` hours after its full time. */
static void
assert_three_go(struct fixture *h, unsigned later)
{
	hours(h, 7 * 24 - 2);
	assert_true(is_here(h, "carl"));
	hours(h, 4);
	assert_false(is_here(h, "carl"));
	hours(h, 3 * 24 - 4 + later);
	assert_false(is_cancelled(h, 1));
	hours(h, 4);
	assert_true(is_cancelled(h, 1));
	hours(h, 20 * 24 - 4 - later);
	assert_false(is_over(h, 1));
	hours(h, 6);
	assert_true(is_over(h, 1));
}

static void
assert_three_go_in_time(struct fixture *h)
{
	assert_three_go(h, 0);
}

TEST(a_clock_a_year_ahead_for_two_hours_ends_deletes_and_cancels_nothing)
{
	struct fixture *h = server();

	make_three_expiring(h);
	fixture_step_wall_clock(h, YEAR_MS);
	hours(h, 2);
	assert_three_stay(h);
	fixture_step_wall_clock(h, -YEAR_MS);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 24);
	assert_three_stay(h);
	hours(h, 30 * 24);
	assert_three_gone(h);
	fixture_free(&h);
}

TEST(a_clock_a_year_behind_for_a_minute_delays_nothing)
{
	struct fixture *h = server();

	make_three_expiring(h);
	fixture_step_wall_clock(h, -YEAR_MS);
	fixture_advance(h, 60000);
	fixture_step_wall_clock(h, YEAR_MS);
	assert_three_go_in_time(h);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_free(&h);
}

TEST(a_lasting_step_is_trusted_after_24_hours_of_uptime)
{
	struct fixture *h = server();

	make_three_expiring(h);
	fixture_step_wall_clock(h, YEAR_MS);
	hours(h, 23);
	assert_three_stay(h);
	hours(h, 3);
	assert_three_go_at_once(h);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_free(&h);
}

TEST(a_step_of_less_than_a_day_is_trusted_at_once)
{
	struct fixture *h = server();

	make_three_expiring(h);
	hours(h, 30 * 24 - 20);
	fixture_step_wall_clock(h, 23 * HOUR);
	hours(h, 2);
	assert_three_gone(h);
	fixture_free(&h);
}

TEST(after_days_of_downtime_nothing_ends_for_24_hours)
{
	struct fixture *h = server();

	make_three_expiring(h);
	off(h, 40 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 23);
	assert_three_stay(h);
	hours(h, 3);
	assert_three_go_at_once(h);
	fixture_free(&h);
}

TEST(a_night_of_downtime_delays_nothing)
{
	struct fixture *h = server();

	make_three_expiring(h);
	hours(h, 6 * 24 + 2);
	off(h, 23 * HOUR);
	hours(h, 2);
	assert_false(is_here(h, "carl"));
	fixture_free(&h);
}

/* Simulates a club whose server runs for a few hours now and then. */
TEST(another_start_does_not_restart_the_count)
{
	struct fixture *h = server();

	make_three_expiring(h);
	off(h, 40 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	for (unsigned evening = 0; evening < 5; evening++) {
		hours(h, 4);
		assert_false(is_over(h, 1));
		assert_false(is_cancelled(h, 1));
		off(h, 3 * DAY);
	}
	hours(h, 5);
	assert_three_go_at_once(h);
	fixture_free(&h);
}

TEST(forget_me_is_delayed_by_at_most_seven_days)
{
	struct fixture *h = server();

	make_three_expiring(h);
	off(h, 8 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	for (unsigned day = 0; day < 6; day++) {
		hours(h, 1);
		assert_true(is_here(h, "carl"));
		off(h, DAY);
	}
	hours(h, 1);
	off(h, DAY);
	hours(h, 1);
	assert_false(is_here(h, "carl"));
	assert_false(is_over(h, 1));
	fixture_free(&h);
}

/* Simulates a Raspberry Pi with a new database, whose clock is corrected an hour after
 * startup. */
TEST(times_stored_before_the_first_clock_correction_are_adjusted)
{
	struct fixture *h = server();
	int64_t now = fixture_now_ms(h);

	fixture_step_wall_clock(h, 20000 - now);
	make_three_expiring(h);
	hours(h, 1);
	fixture_step_wall_clock(h, now - 20000);
	assert_three_go_in_time(h);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_free(&h);
}

TEST(times_stored_in_1970_are_adjusted_when_the_clock_is_corrected)
{
	struct fixture *h = server();
	int64_t now;

	hours(h, 1);
	now = fixture_now_ms(h);
	restart_in_1970(h);
	make_three_expiring(h);
	hours(h, 1);
	fixture_step_wall_clock(h, now + 90 * DAY - fixture_now_ms(h));
	assert_three_go_in_time(h);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_free(&h);
}

TEST(starts_in_1970_do_not_affect_earlier_times)
{
	struct fixture *h = server();
	int64_t now;

	make_three_expiring(h);
	for (unsigned day = 0; day < 29; day++) {
		hours(h, 3);
		now = fixture_now_ms(h);
		restart_in_1970(h);
		fixture_advance(h, 60000);
		assert_false(is_over(h, 1));
		fixture_step_wall_clock(h, now + 21 * HOUR - fixture_now_ms(h));
	}
	assert_true(fixture_warned(h, "clock_doubted"));
	while (fixture_warned(h, "clock_doubted"))
		; /* the clock was trusted in between */
	assert_false(is_over(h, 1));
	hours(h, 60);
	assert_three_gone(h);
	fixture_free(&h);
}

/* The server was killed before the clock was corrected. */
TEST(two_starts_in_1970_count_as_one)
{
	struct fixture *h = server();
	int64_t now;

	hours(h, 1);
	now = fixture_now_ms(h);
	restart_in_1970(h);
	make_three_expiring(h);
	hours(h, 1);
	restart_in_1970(h);
	fixture_advance(h, 60000);
	fixture_step_wall_clock(h, now + 90 * DAY - fixture_now_ms(h));
	assert_three_go_in_time(h);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_free(&h);
}

TEST(times_stored_while_the_clock_is_ahead_still_end)
{
	struct fixture *h = server();

	hours(h, 1);
	fixture_step_wall_clock(h, 10 * YEAR_MS);
	fixture_advance(h, 1000);
	make_three_expiring(h);
	fixture_step_wall_clock(h, -10 * YEAR_MS);
	hours(h, 26);
	assert_true(fixture_warned(h, "clock_doubted"));
	assert_three_stay(h);
	hours(h, 31 * 24);
	assert_three_gone(h);
	fixture_free(&h);
}

TEST(a_clock_in_1970_is_never_trusted)
{
	struct fixture *h = server();

	make_three_expiring(h);
	restart_in_1970(h);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 25);
	assert_three_stay(h);
	hours(h, 31 * 24);
	assert_three_stay(h);
	fixture_free(&h);
}

/* With a clock in 1970 the wait of 24 hours cannot end, so it must not wake the server. */
TEST(a_clock_in_1970_sets_no_timer_for_the_end_of_the_wait)
{
	struct fixture *h = server();
	const struct world *w;

	restart_in_1970(h);
	assert_true(fixture_warned(h, "clock_doubted"));
	w = fixture_world(h);
	hours(h, 25);
	for (unsigned i = 0; i < 120; i++) {
		fixture_advance(h, i < 60 ? 60000 : 1000);
		assert_int_equal(wallclock_next_timer(w), w->wallclock.next_store_ms);
	}
	fixture_free(&h);
}

/* ---- a clock that was slow and believed ---- */

/* Returns a server whose clock falls a year behind after the first hour. */
static struct fixture *
slow_server(void)
{
	struct fixture *h = server();

	fixture_step_wall_clock(h, 2 * YEAR_MS);
	hours(h, 1);
	off(h, -YEAR_MS);
	assert_true(fixture_warned(h, "clock_doubted"));
	return h;
}

TEST(times_stored_by_a_trusted_slow_clock_count_from_its_correction)
{
	struct fixture *h = slow_server();

	hours(h, 25);
	make_three_expiring(h);
	hours(h, 3 * 24);
	fixture_step_wall_clock(h, YEAR_MS);
	assert_three_go(h, 24);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_free(&h);
}

TEST(times_stored_before_a_slow_clock_is_trusted_count_from_its_correction)
{
	struct fixture *h = slow_server();

	make_three_expiring(h);
	hours(h, 2 * 24);
	off(h, YEAR_MS);
	assert_three_go(h, 24);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_free(&h);
}

TEST(a_restart_keeps_what_is_known_about_a_slow_clock)
{
	struct fixture *h = slow_server();

	hours(h, 25);
	make_three_expiring(h);
	off(h, HOUR);
	hours(h, 1);
	fixture_step_wall_clock(h, YEAR_MS);
	hours(h, 25);
	assert_true(fixture_warned(h, "clock_doubted"));
	off(h, HOUR);
	assert_three_stay(h);
	hours(h, 31 * 24);
	assert_three_gone(h);
	fixture_free(&h);
}

/* Two days during which the server was off do not count as a correction; the clock is still
 * slow. */
TEST(only_a_jump_by_the_time_it_was_behind_corrects_a_slow_clock)
{
	struct fixture *h = slow_server();

	hours(h, 25);
	make_three_expiring(h);
	off(h, 2 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 25);
	fixture_step_wall_clock(h, YEAR_MS);
	assert_three_go(h, 24);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_free(&h);
}

/* The jump forward looks like a correction, but the clock is then a year ahead. */
TEST(a_slow_clock_set_wrongly_postpones_nothing_for_ever)
{
	struct fixture *h = slow_server();

	hours(h, 25);
	make_three_expiring(h);
	fixture_step_wall_clock(h, 2 * YEAR_MS);
	hours(h, 25);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_step_wall_clock(h, -YEAR_MS);
	hours(h, 25);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 31 * 24);
	assert_three_gone(h);
	fixture_free(&h);
}

/* The clock was right after it was put back.  Once it has reached the time that it showed
 * before, a later downtime does not count as a correction. */
TEST(a_slow_clock_that_was_right_is_not_corrected_by_a_later_downtime)
{
	struct fixture *h = server();

	hours(h, 1);
	off(h, 3 * DAY); /* the clock is three days ahead, and is trusted after a day */
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 25);
	fixture_step_wall_clock(h, -3 * DAY);
	hours(h, 25);
	assert_true(fixture_warned(h, "clock_doubted"));
	make_three_expiring(h);
	hours(h, 3 * 24);
	off(h, 2 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 25);
	assert_int_equal(fixture_world(h)->wallclock.slow_corrected_ms, 0);
	hours(h, 24);
	assert_false(is_here(h, "carl"));
	fixture_free(&h);
}

/* ---- timed starts ---- */

/* Opens a tournament of two users with a starting time. */
static void
make_timed_tournament(struct fixture *h, const char *starts)
{
	unsigned c = fixture_telnet(h, "dora"), d = fixture_telnet(h, "emil");

	fixture_typef(h, c, "tournament create Cup checkin 0 starts %s", starts);
	fixture_type(h, c, "tournament open Cup");
	fixture_type(h, c, "tournament register Cup");
	fixture_type(h, d, "tournament register Cup");
}

static bool
has_started(struct fixture *h)
{
	return tourney_get(fixture_world(h), 1)->phase >= TOURNEY_RUNNING;
}

#define LATE_START_LINE "Cup: the time of the start has come, but the server was off for a day"

TEST(a_start_waits_while_a_clock_that_is_ahead_is_doubted)
{
	struct fixture *h = server();
	unsigned c;

	make_timed_tournament(h, "+10d");
	off(h, YEAR_MS);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 2);
	assert_false(has_started(h));
	c = fixture_connect(h, "10.0.0.1");
	fixture_type(h, c, "dora");
	fixture_type(h, c, FIXTURE_PASSWORD);
	assert_non_null(strstr(fixture_read(h, c), LATE_START_LINE));
	fixture_step_wall_clock(h, -YEAR_MS);
	hours(h, 9 * 24);
	assert_false(has_started(h));
	hours(h, 23);
	assert_true(has_started(h));
	fixture_free(&h);
}

TEST(directors_are_notified_when_the_start_waits_and_may_start)
{
	struct fixture *h = server();
	unsigned c;

	make_timed_tournament(h, "+3d");
	off(h, 3 * DAY - HOUR);
	assert_true(fixture_warned(h, "clock_doubted"));
	c = fixture_telnet(h, "dora");
	assert_null(strstr(fixture_read(h, c), LATE_START_LINE));
	fixture_discard(h);
	hours(h, 2);
	assert_non_null(strstr(fixture_read(h, c), LATE_START_LINE));
	assert_false(has_started(h));
	fixture_type(h, c, "tournament start Cup yes");
	assert_true(has_started(h));
	fixture_free(&h);
}

static enum tourney_phase
phase(struct fixture *h, int64_t tourney)
{
	return tourney_get(fixture_world(h), tourney)->phase;
}

TEST(directors_are_notified_when_entries_wait_to_open_or_to_close)
{
	static const char OPENS[] = "One: the time to open entries has come, but the server",
			  CLOSES[] = "Two: the time to close entries has come, but the server";
	struct fixture *h = server();
	unsigned c = fixture_telnet(h, "dora");
	const char *text;

	fixture_type(h, c, "tournament create One checkin 0 opens +3d");
	fixture_type(h, c, "tournament create Two checkin 0 closes +3d");
	fixture_type(h, c, "tournament open Two");
	off(h, 3 * DAY - HOUR);
	assert_true(fixture_warned(h, "clock_doubted"));
	c = fixture_telnet(h, "dora");
	fixture_discard(h);
	hours(h, 2);
	text = fixture_read(h, c);
	assert_non_null(strstr(text, OPENS));
	assert_non_null(strstr(text, CLOSES));
	fixture_type(h, c, "bye");
	c = fixture_connect(h, "10.0.0.1");
	fixture_type(h, c, "dora");
	fixture_type(h, c, FIXTURE_PASSWORD);
	text = fixture_read(h, c);
	assert_non_null(strstr(text, OPENS));
	assert_non_null(strstr(text, CLOSES));
	fixture_type(h, c, "tournament open One");
	fixture_type(h, c, "tournament close Two");
	assert_int_equal(phase(h, 1), TOURNEY_OPEN);
	assert_int_equal(phase(h, 2), TOURNEY_CLOSED);
	fixture_free(&h);
}

/* The question must be answered within half an hour. */
TEST(a_director_who_logs_in_is_asked_about_a_start_although_entries_wait_to_close)
{
	struct fixture *h = server();
	unsigned c = fixture_telnet(h, "dora");
	const char *text;

	fixture_type(h, c, "tournament create Cup checkin 0 closes +3d");
	fixture_type(h, c, "tournament open Cup");
	off(h, 3 * DAY - HOUR);
	assert_true(fixture_warned(h, "clock_doubted"));
	c = fixture_telnet(h, "dora");
	fixture_type(h, c, "tournament set Cup starts +2h");
	hours(h, 2);
	for (unsigned i = 0; i < 15; i++)
		fixture_advance(h, 60000);
	assert_non_null(strstr(fixture_read(h, c), "Cup: the time to close entries has come"));
	fixture_type(h, c, "bye");
	c = fixture_connect(h, "10.0.0.1");
	fixture_type(h, c, "dora");
	fixture_type(h, c, FIXTURE_PASSWORD);
	text = fixture_read(h, c);
	assert_non_null(strstr(text, "Cup: too few have checked in. Type"));
	assert_null(strstr(text, "Cup: the time to close entries has come"));
	fixture_free(&h);
}

TEST(a_waiting_start_takes_place_once_the_clock_is_trusted)
{
	struct fixture *h = server();

	make_timed_tournament(h, "+2d");
	off(h, 3 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 23);
	assert_false(has_started(h));
	hours(h, 2);
	assert_true(has_started(h));
	fixture_free(&h);
}

/* Simulates a club whose server is on for one evening a week. */
TEST(a_start_that_is_set_while_the_clock_is_doubted_takes_place)
{
	struct fixture *h = server();

	hours(h, 1);
	off(h, 7 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	make_timed_tournament(h, "+1h");
	fixture_advance(h, HOUR + 60000);
	assert_true(has_started(h));
	fixture_free(&h);
}

TEST(a_restart_while_the_clock_is_doubted_changes_no_timed_start)
{
	struct fixture *h = server();

	make_timed_tournament(h, "+1d");
	off(h, 7 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	off(h, HOUR);
	hours(h, 2);
	assert_false(has_started(h));
	fixture_typef(h, fixture_telnet(h, "dora"), "tournament set Cup starts +3h");
	hours(h, 1);
	off(h, 60000);
	hours(h, 1);
	assert_false(has_started(h));
	hours(h, 1);
	assert_true(has_started(h));
	fixture_free(&h);
}

/* The club's server is off on the evening of the start. */
TEST(a_start_waits_if_the_server_was_off_when_its_time_came_with_a_doubted_clock)
{
	struct fixture *h = server();

	hours(h, 1);
	off(h, 7 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	make_timed_tournament(h, "+3d");
	hours(h, 3);
	off(h, 7 * DAY);
	hours(h, 2);
	assert_false(has_started(h));
	fixture_free(&h);
}

/* The clock is put back before the next start of the server. */
TEST(a_tournament_continues_when_the_clock_that_was_ahead_is_put_back)
{
	struct fixture *h = server();
	unsigned c;

	hours(h, 1);
	off(h, YEAR_MS);
	assert_true(fixture_warned(h, "clock_doubted"));
	make_timed_tournament(h, "+30d");
	hours(h, 2);
	off(h, -YEAR_MS);
	c = fixture_telnet(h, "dora");
	fixture_type(h, c, "tournament set Cup starts +1d");
	hours(h, 23);
	assert_false(has_started(h));
	hours(h, 2);
	assert_true(has_started(h));
	fixture_free(&h);
}

/* Returns the time at which the first pairing of the first tournament is due. */
static int64_t
deadline(struct fixture *h)
{
	const struct tourney *t = tourney_get(fixture_world(h), 1);

	assert_int_equal(t->phase, TOURNEY_RUNNING);
	return t->bouts[0].due_ms;
}

TEST(deadlines_are_kept_if_the_clock_is_ahead_at_a_start)
{
	struct fixture *h = server();
	unsigned c = fixture_telnet(h, "dora"), d = fixture_telnet(h, "emil");
	int64_t due_ms;

	fixture_type(h, c, "tournament create Cup checkin 0 schedule deadline days 9");
	fixture_type(h, c, "tournament open Cup");
	fixture_type(h, c, "tournament register Cup");
	fixture_type(h, d, "tournament register Cup");
	fixture_type(h, c, "tournament start Cup yes");
	fixture_advance(h, 60000);
	due_ms = deadline(h);
	off(h, YEAR_MS);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 2);
	assert_int_equal(deadline(h), due_ms);
	off(h, -YEAR_MS);
	hours(h, 24);
	assert_int_equal(deadline(h), due_ms);
	off(h, 10 * DAY); /* the deadline has passed; it is moved when the clock is trusted */
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 23);
	for (unsigned i = 0; i < 90 && deadline(h) == due_ms; i++)
		fixture_advance(h, 60000);
	assert_true(wallclock_trusted(fixture_world(h)));
	assert_true(deadline(h) > due_ms + DAY);
	fixture_free(&h);
}

TEST(entries_open_and_close_only_by_a_trusted_clock)
{
	struct fixture *h = server();
	unsigned c = fixture_telnet(h, "dora");

	fixture_type(h, c, "tournament create One checkin 0 opens +2d");
	fixture_type(h, c, "tournament create Two checkin 0 closes +2d");
	fixture_type(h, c, "tournament open Two");
	fixture_type(h, c, "tournament register Two");
	off(h, 3 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 23);
	assert_int_equal(phase(h, 1), TOURNEY_PLANNED);
	assert_int_equal(phase(h, 2), TOURNEY_OPEN);
	hours(h, 2);
	assert_int_equal(phase(h, 1), TOURNEY_OPEN);
	assert_int_equal(phase(h, 2), TOURNEY_CLOSED);
	fixture_free(&h);
}

TEST(a_start_with_too_few_is_cancelled_only_by_a_trusted_clock)
{
	struct fixture *h = server();
	unsigned c = fixture_telnet(h, "dora");

	fixture_type(h, c, "tournament create Cup checkin 0 starts +1d");
	fixture_type(h, c, "tournament open Cup");
	fixture_type(h, c, "tournament register Cup");
	off(h, 3 * DAY);
	assert_true(fixture_warned(h, "clock_doubted"));
	hours(h, 23);
	assert_false(is_cancelled(h, 1));
	hours(h, 4);
	assert_true(is_cancelled(h, 1));
	fixture_free(&h);
}

TEST(tournament_time_follows_a_corrected_clock)
{
	struct fixture *h = server();
	int64_t now = fixture_now_ms(h);
	unsigned c;

	fixture_step_wall_clock(h, 20000 - now);
	c = fixture_telnet(h, "dora");
	fixture_step_wall_clock(h, now - 20000);
	fixture_advance(h, 1000);
	assert_true(fixture_warned(h, "clock_doubted"));
	fixture_discard(h);
	fixture_type(h, c, "tournament create Cup starts 2026-01-03 20:00");
	assert_non_null(strstr(fixture_read(h, c), "Tournament 1 is made"));
	fixture_type(h, c, "tournament create Old starts 2025-12-31 20:00");
	assert_null(strstr(fixture_read(h, c), "is made"));
	fixture_free(&h);
}

TEST(bans_and_mutes_end_by_the_wall_clock_at_once)
{
	struct fixture *h = server();
	unsigned c;

	fixture_user(h, "eva", 1500, 0);
	fixture_set_role(h, "eva", "operator");
	c = fixture_telnet(h, "eva");
	fixture_type(h, c, "ban 10.0.0.1 2d spam");
	fixture_step_wall_clock(h, 3 * DAY);
	fixture_advance(h, 1000);
	assert_true(fixture_warned(h, "clock_doubted"));
	assert_true(fixture_is_open(h, fixture_connect(h, "10.0.0.1")));
	fixture_free(&h);
}
