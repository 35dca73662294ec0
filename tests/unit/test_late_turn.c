/* SPDX-License-Identifier: MIT */
/* A late turn, because the process was suspended or the disk was slow, costs no user time:
 * neither in a match, nor at login, nor as idle time (LIMITS.md D11).  The microsecond clock
 * follows the fixture's clock. */
#include "domain.h"
#include "match/match.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define STOP_MS 31000
#define CLOCK_TOTAL_MS 28000 /* time of the clock "fast" in a match to one point */
#define TICK_MS 1000

static struct fixture *H;

static int64_t clock_offset_us; /* offset from the fixture's clock */
static int64_t stall_ms; /* time that passes after the next reading of the microsecond clock */

static int64_t
us_now(void *ctx)
{
	int64_t us = H != NULL ? fixture_now_ms(H) * 1000 + clock_offset_us : 0;

	if (stall_ms > 0)
		fixture_pass_time(H, stall_ms);
	stall_ms = 0;
	return us;
}

static void
open_place(unsigned idle_s)
{
	struct fixture_options o;

	H = NULL;
	fixture_options_default(&o);
	o.mono_us = us_now;
	o.world.idle_s = idle_s;
	H = fixture_new(&o);
	fixture_turn(H);
}

static void
close_fixture(void)
{
	fixture_free(&H);
}

/* Lets time pass without late turns: the server wakes up whenever something is due. */
static void
pass_time(int64_t ms)
{
	while (ms > 0) {
		int64_t step = domain_next_timer(fixture_world(H));

		step = step < TICK_MS ? step : TICK_MS;
		step = step < ms ? step : ms;
		fixture_advance(H, step);
		ms -= step;
	}
}

/* ---- a match ---- */

static unsigned player[2];
static int64_t row;

static struct match *
live(void)
{
	struct match_record r;

	assert_true(store_match_by_id(fixture_store(H), row, &r));
	return match_find_live(fixture_world(H), &r);
}

static unsigned
player_on_turn(void)
{
	return player[match_to_act(&live()->state) == SEAT_0 ? 0 : 1];
}

static void
begin(void)
{
	open_place(3600);
	player[0] = fixture_clip(H, "ann");
	player[1] = fixture_telnet(H, "bob");
	fixture_type(H, player[0], "toggle ready");
	fixture_type(H, player[1], "toggle ready");
	fixture_type(H, player[0], "invite bob 1 clock fast");
	fixture_type(H, player[1], "join ann");
	row = session_match(fixture_world(H), fixture_session(H, player[0]))->row;
	pass_time(2 * TICK_MS); /* ends the credit for earlier delays */
	fixture_discard(H);
}

/* Checks that replaying the stored actions gives the state of the live match. */
static void
is_what_is_stored(void)
{
	struct match_record r;
	struct match_state st;
	uint32_t seq;

	assert_true(store_match_by_id(fixture_store(H), row, &r));
	assert_true(match_replay(fixture_world(H), &r, &st, &seq));
	assert_memory_equal(&st, &live()->state, sizeof(st));
}

static int64_t
time_used(void)
{
	return match_elapsed_ms(fixture_world(H), live());
}

TEST(a_suspension_costs_no_time_in_a_match)
{
	unsigned who;
	int64_t used;

	begin();
	who = player_on_turn();
	pass_time(CLOCK_TOTAL_MS - 20 - time_used());
	used = time_used();
	assert_in_range(used, CLOCK_TOTAL_MS - 30, CLOCK_TOTAL_MS - 10);
	/* the line is waiting in the socket */
	fixture_queue(H, who, "resign n");
	fixture_advance(H, STOP_MS);
	assert_non_null(live());
	assert_int_not_equal(player_on_turn(), who);
	assert_int_equal(
	    live()->state.clock.reserve_ms[who == player[0] ? 0 : 1], CLOCK_TOTAL_MS - used);
	is_what_is_stored();
	close_fixture();
}

TEST(after_a_suspension_the_clock_continues)
{
	int64_t used;

	begin();
	pass_time(CLOCK_TOTAL_MS - 200 - time_used());
	used = time_used();
	fixture_advance(H, STOP_MS);
	assert_int_equal(time_used(), used);
	/* thousands of lines may be waiting; they are read before a clock ends a match */
	pass_time(1000);
	assert_int_equal(time_used(), used);
	pass_time(199);
	assert_non_null(live());
	pass_time(1);
	assert_null(live());
	close_fixture();
}

TEST(a_suspension_between_reading_two_clocks_costs_no_time)
{
	int64_t used;

	begin();
	pass_time(CLOCK_TOTAL_MS - 200 - time_used());
	used = time_used();
	stall_ms = STOP_MS;
	fixture_turn(H);
	assert_int_equal(stall_ms, 0);
	assert_non_null(live());
	fixture_turn(H);
	assert_non_null(live());
	assert_int_equal(time_used(), used);
	close_fixture();
}

TEST(a_permanently_slow_server_counts_half_the_time)
{
	int64_t used;

	begin();
	used = time_used();
	for (unsigned i = 0; i < 25; i++)
		fixture_advance(H, TICK_MS + 100);
	assert_int_equal(time_used(), used);
	for (unsigned i = 0; i < 65; i++)
		fixture_advance(H, TICK_MS + 100);
	/* of the 99 seconds, the first 30 are free, and so is half of the rest */
	assert_in_range(time_used() - used, 19500, 20500);
	/* a suspension still costs nothing */
	used = time_used();
	fixture_advance(H, STOP_MS);
	assert_int_equal(time_used(), used);
	close_fixture();
}

/* With thousands of active users, the clock is read several times a millisecond while the lines
 * that waited during a suspension are read.  The fractions of a millisecond must add up. */
TEST(turns_of_less_than_a_millisecond_cost_nothing)
{
	int64_t used;

	begin();
	fixture_advance(H, STOP_MS);
	used = time_used();
	for (unsigned i = 0; i < 500; i++) {
		clock_offset_us = 500;
		fixture_turn(H);
		clock_offset_us = 0;
		fixture_advance(H, 1);
	}
	assert_int_equal(time_used(), used);
	close_fixture();
}

TEST(a_punctual_turn_gives_no_extra_time)
{
	begin();
	pass_time(CLOCK_TOTAL_MS - time_used() - 1);
	assert_non_null(live());
	pass_time(1);
	assert_null(live());
	close_fixture();
}

TEST(repeated_suspensions_cost_nothing)
{
	int64_t used;

	begin();
	used = time_used();
	for (unsigned i = 0; i < 100; i++)
		fixture_advance(H, STOP_MS);
	assert_int_equal(time_used(), used);
	close_fixture();
}

/* ---- other time limits ---- */

TEST(a_suspension_does_not_count_as_idle_time)
{
	unsigned ann;

	open_place(60);
	ann = fixture_telnet(H, "ann");
	pass_time(30 * TICK_MS);
	fixture_advance(H, 3600 * 1000);
	assert_true(fixture_is_open(H, ann));
	pass_time(20 * TICK_MS);
	assert_true(fixture_is_open(H, ann));
	pass_time(40 * TICK_MS);
	assert_false(fixture_is_open(H, ann));
	close_fixture();
}
