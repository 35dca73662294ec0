/* SPDX-License-Identifier: MIT */
/* TEST: timeout=600 */
/* Distribution of events to many users (feed.h) and long answers (pager.h): which user receives
 * what, in which order, and how much of it in one turn.  The tests count work; they never
 * measure time. */
#include "domain.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

/* users online: too many to serve at once */
#define CROWD_ONLINE (FEED_AT_ONCE_SESSIONS + 80u)
#define CLIP "login test 1008"
#define TINY "connect"

static struct feed_test {
	struct fixture *h;
	unsigned ann, bob; /* client programs */
	unsigned tom;      /* a telnet user */
	unsigned first;    /* first connection of the crowd */
	char last_name[FIXTURE_CROWD_NAME_SIZE];
	unsigned last_served; /* last connection of the crowd: served last */
} r;

static void
enter(struct fixture *h, unsigned crowd, const char *login)
{
	r = (struct feed_test){ .h = h };
	r.first = fixture_crowd(h, crowd, login);
	r.last_served = r.first + crowd - 1;
	fixture_crowd_name(crowd - 1, r.last_name);
	r.ann = fixture_clip(h, "ann");
	r.bob = fixture_clip(h, "bob");
	r.tom = fixture_telnet(h, "tom");
	fixture_settle(h);
	fixture_discard(h);
}

AFTER_EACH
{
	if (r.h != NULL)
		fixture_free(&r.h);
}

static struct fixture *
big_fixture(size_t output_soft)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.world.sessions_max = 16384;
	o.world.output_soft = output_soft;
	return fixture_new(&o);
}

/* Checks that one text occurs before the other. */
static void
assert_order(const char *text, const char *one, const char *other)
{
	const char *a = strstr(text, one), *b = strstr(text, other);

	if (a == NULL || b == NULL || a >= b)
		fail_msg("not in order: \"%s\" and \"%s\" in:\n%s", one, other, text);
}

TEST(all_users_receive_all_events_in_slices)
{
	struct feed_counts before, now;
	unsigned turns = 0;

	enter(big_fixture(0), CROWD_ONLINE, TINY);
	assert_false(domain_output_pending(fixture_world(r.h)));
	before = feed_counts(fixture_world(r.h));
	fixture_queue(r.h, r.ann, "shout hello");
	fixture_queue(r.h, r.ann, "toggle ready");
	do {
		fixture_turn(r.h);
		now = feed_counts(fixture_world(r.h));
		assert_true(
		    now.sessions_served - before.sessions_served <= FEED_SLICE_SESSIONS);
		assert_true(
		    now.sessions_visited - before.sessions_visited <= FEED_VISITS_PER_TURN);
		before = now;
		turns++;
	} while (domain_output_pending(fixture_world(r.h)));
	assert_int_equal(turns, (CROWD_ONLINE + 3) / FEED_SLICE_SESSIONS + 1);
	for (unsigned i = 0; i < CROWD_ONLINE; i++)
		assert_string_equal(
		    fixture_read(r.h, r.first + i), "\r\nann shouts: hello\r\n");
	assert_string_equal(fixture_read(r.h, r.tom), "\r\nann shouts: hello\r\n> ");
	assert_order(fixture_read(r.h, r.bob), "13 ann hello\r\n5 ann - - 1", "6\r\n");
}

TEST(earlier_events_are_sent_before_a_private_line)
{
	char line[64];
	const char *heard;

	enter(big_fixture(0), CROWD_ONLINE, CLIP);
	fixture_queue(r.h, r.ann, "shout one");
	fixture_queue(r.h, r.ann, "toggle ready");
	(void)snprintf(line, sizeof(line), "tell %s two", r.last_name);
	fixture_queue(r.h, r.ann, line);
	fixture_queue(r.h, r.ann, "shout three");
	fixture_turn(r.h);
	heard = fixture_read(r.h, r.last_served);
	assert_order(heard, "13 ann one\r\n", "5 ann - - 1 ");
	assert_order(heard, "\r\n6\r\n12 ann two\r\n", "two");
	assert_null(strstr(
	    heard, "three")); /* the last user's slice of this shout has not been served yet */
	fixture_settle(r.h);
	assert_string_equal(fixture_read(r.h, r.last_served), "13 ann three\r\n");
	/* news is also sent before the answers to the users' own commands */
	fixture_queue(r.h, r.ann, "shout four");
	fixture_discard(r.h);
	fixture_queue(r.h, r.bob, "version");
	fixture_turn(r.h);
	heard = fixture_read(r.h, r.bob);
	assert_int_equal(strncmp(heard, "13 ann four\r\n", 13), 0);
}

/* Users log in, log out and change settings many times before other users have been served. */
TEST(only_the_latest_state_of_a_user_is_sent)
{
	const char *heard;
	unsigned joe, again;

	enter(big_fixture(0), CROWD_ONLINE, CLIP);
	fixture_stall(r.h, r.last_served, true);
	fixture_world(r.h)->config.output_soft = 10;
	fixture_typef(r.h, r.ann, "tell %s this fills it", r.last_name);
	for (unsigned i = 0; i < 5; i++)
		fixture_type(r.h, r.ann, "toggle ready");
	joe = fixture_clip(r.h, "joe");
	fixture_type(r.h, joe, "bye"); /* logged in and out */
	(void)fixture_read(r.h, joe);
	fixture_type(r.h, r.bob, "bye");
	(void)fixture_read(r.h, r.bob);
	again = fixture_clip(r.h, "bob");
	fixture_typef(r.h, again, "away lunch");
	assert_int_equal(feed_counts(fixture_world(r.h)).leavers_kept,
	    2); /* kept until all sessions have received the event */
	fixture_stall(r.h, r.last_served, false);
	fixture_world(r.h)->config.output_soft = 0;
	fixture_settle(r.h);
	heard = fixture_read(r.h, r.last_served);
	assert_int_equal(fixture_count_text(heard, "\n5 ann "), 1);
	assert_non_null(strstr(heard, "\n5 ann - - 1 0 "));
	assert_null(strstr(heard, "joe"));
	assert_order(heard, "\n5 ann ", "\n8 bob bob logs out.");
	assert_order(heard, "\n8 bob bob logs out.", "\n7 bob bob logs in.");
	assert_order(heard, "\n7 bob bob logs in.", "\n5 bob - - 0 1 ");
	assert_int_equal(fixture_count_text(heard, " bob "),
	    3 + 2); /* "8 bob bob logs", "7 bob bob", "5 bob" */
	fixture_type(r.h, r.ann, "shout x");
	assert_int_equal(feed_counts(fixture_world(r.h)).leavers_kept, 0);
}

TEST(private_lines_are_sent_above_the_soft_limit)
{
	const char *heard;

	enter(big_fixture(500), 3, CLIP); /* with few users the limit applies too */
	fixture_stall(r.h, r.bob, true);
	for (unsigned i = 0; i < 20; i++)
		fixture_typef(r.h, r.ann, "shout number %u", i);
	fixture_type(r.h, r.ann, "toggle ready");
	for (unsigned i = 0; i < 20; i++)
		fixture_typef(
		    r.h, r.ann, "shout a long shout that takes some place, number %u", i);
	fixture_type(r.h, r.ann, "tell bob psst");
	fixture_stall(r.h, r.bob, false);
	heard = fixture_read(r.h, r.bob); /* what was queued during the stall */
	assert_order(heard, "number 19\r\n5 ann - - 1", "12 ann psst");
	assert_null(strstr(heard, "takes some place, number 19"));
	assert_true(strlen(heard) < 500 + 200);
	fixture_settle(r.h);
	heard = fixture_read(r.h, r.bob);
	assert_non_null(strstr(heard, "takes some place, number 19"));
	assert_null(strstr(heard, "left out"));
}

TEST(lost_events_are_reported_once)
{
	const char *heard, *at;
	char want[64];

	enter(big_fixture(100), 3, CLIP);
	fixture_stall(r.h, r.bob, true);
	fixture_stall(r.h, r.tom, true);
	fixture_type(r.h, r.first, "toggle silent"); /* receives no shouts, so loses none */
	fixture_stall(r.h, r.first, true);
	for (unsigned i = 0; i < FEED_EVENTS_KEPT + 100; i++)
		fixture_typef(r.h, r.ann, "shout number %u.", i);
	fixture_stall(r.h, r.bob, false);
	fixture_stall(r.h, r.tom, false);
	fixture_stall(r.h, r.first, false);
	fixture_settle(r.h);
	heard = fixture_read(r.h, r.bob);
	assert_int_equal(fixture_count_text(heard, "has been left out"), 1);
	assert_order(heard, "number 1.", "left out");
	at = strstr(heard, "left out");
	assert_non_null(at);
	for (unsigned i = 100; i < FEED_EVENTS_KEPT + 100; i++) {
		(void)snprintf(want, sizeof(want), "13 ann number %u.\r\n", i);
		at = strstr(at, want);
		assert_non_null(at);
	}
	assert_int_equal(fixture_count_text(fixture_read(r.h, r.tom), "has been left out"), 1);
	assert_null(strstr(fixture_read(r.h, r.first), "left out"));
	assert_int_equal(feed_counts(fixture_world(r.h)).loss_notices, 2);
}

/* ---- long answers ---- */

TEST(a_long_list_is_complete_despite_logins_and_logouts)
{
	unsigned crowd = test_scaled(3000, 1200, 1200);
	const char *heard;
	char name[FIXTURE_CROWD_NAME_SIZE];
	unsigned turns = 0, eve;

	enter(big_fixture(4096), crowd, TINY);
	fixture_queue(r.h, r.ann, "rawwho");
	fixture_queue(r.h, r.ann, "version"); /* queued until the list ends */
	fixture_stall(r.h, r.ann, true);
	fixture_turn(r.h);
	fixture_turn(r.h);
	fixture_turn(r.h);
	assert_false(domain_output_pending(
	    fixture_world(r.h))); /* no busy loop while the client does not read */
	assert_true(fixture_is_paused(r.h, r.ann));
	fixture_stall(r.h, r.ann, false);
	while (fixture_is_paused(r.h, r.ann)) {
		fixture_turn(r.h);
		turns++;
		fixture_crowd_name(
		    crowd - turns, name); /* from the end of the list: not shown yet */
		if (turns < 10)
			fixture_queue(r.h, r.first + crowd - turns, "bye");
		if (turns == 10)
			fixture_queue(r.h, r.bob, "tell ann psst");
	}
	assert_true(turns > crowd / 100);
	fixture_settle(r.h);
	heard = fixture_read(r.h, r.ann);
	assert_order(heard, "psst", "\r\n6\r\n");
	assert_order(heard, "\r\n6\r\n", "0.1.0");
	for (unsigned i = 0; i < crowd - 9; i++) {
		char row[32];

		fixture_crowd_name(i, name);
		(void)snprintf(row, sizeof(row), "\n5 %s ", name);
		if (i > 0)
			assert_int_equal(fixture_count_text(heard, row), 1);
	}
	assert_order(heard, "\n5 tom ", "\r\n6\r\n");
	/* in CLIP, login does not wait for the list */
	eve = fixture_connect(r.h, "127.0.0.1");
	(void)fixture_user(r.h, "eve", 1500, 0);
	fixture_queue(r.h, eve, CLIP " eve " FIXTURE_PASSWORD);
	fixture_turn(r.h);
	fixture_queue(r.h, eve, "version");
	fixture_turn(r.h);
	heard = fixture_read(r.h, eve);
	assert_non_null(strstr(heard, "\n5 uaaaa "));
	assert_non_null(strstr(heard, "0.1.0"));
	assert_null(strstr(heard, "\n5 tom "));
	fixture_settle(r.h);
	assert_order(fixture_read(r.h, eve), "\n5 eve ", "\r\n6\r\n");
}

TEST(return_continues_the_list)
{
	enum {
		CROWD = 700
	};
	unsigned pages = 0, rows = 0;
	const char *heard;

	enter(big_fixture(4096), CROWD, TINY);
	fixture_type(r.h, r.tom, "set pagelength 21");
	fixture_type(r.h, r.tom, "set sortwho name");
	fixture_discard(r.h);
	fixture_type(r.h, r.tom, "who");
	assert_false(fixture_is_paused(r.h, r.tom));
	for (;;) {
		heard = fixture_read(r.h, r.tom);
		rows += fixture_count_text(heard, " 1500.00 ");
		if (strstr(heard, "[Return]") == NULL && strstr(heard, "Return") == NULL)
			break;
		pages++;
		fixture_type(r.h, r.tom, "");
	}
	assert_int_equal(rows, CROWD + 3);
	assert_int_equal(pages, (CROWD + 3 + 1) / 20);
	/* q ends the list, and so does another command */
	fixture_type(r.h, r.tom, "who");
	fixture_discard(r.h);
	fixture_type(r.h, r.tom, "q");
	assert_string_equal(fixture_read(r.h, r.tom), "> ");
	assert_null(fixture_session(r.h, r.tom)->screen.long_answers);
}

/* To sort by rating, the whole list must be scanned first, and that is done in slices too. */
TEST(sorted_lists_are_sorted)
{
	unsigned crowd = test_scaled(2500, 600, 600);
	double last = 3000;
	unsigned n = 0;

	enter(big_fixture(4096), crowd, TINY);
	for (unsigned i = 0; i < crowd; i += 3)
		fixture_session(r.h, r.first + i)->player->rating = 1000 + i % 1237;
	fixture_type(r.h, r.ann, "set sortwho rrating");
	fixture_discard(r.h);
	fixture_type(r.h, r.ann, "who");
	for (const char *at = strstr(fixture_read(r.h, r.ann), "5 "); at != NULL;
	     at = strstr(at + 1, "\n5 ")) {
		double rating = 0;

		assert_int_equal(sscanf(at, " 5 %*s - - %*d %*d %lf", &rating), 1);
		assert_true(rating <= last);
		last = rating;
		n++;
	}
	assert_int_equal(n, crowd + 3);
}

/* ---- among ten thousand ---- */

TEST(a_turn_among_ten_thousand_is_bounded)
{
	unsigned crowd = test_scaled(10000, 1500, 1500);
	struct feed_counts before, now;
	char name[FIXTURE_CROWD_NAME_SIZE];
	unsigned turns = 0;

	enter(big_fixture(16384), crowd, TINY);
	before = feed_counts(fixture_world(r.h));
	for (unsigned i = 0; i < 200; i++) { /* an event for all users in every turn */
		fixture_crowd_name(i * 7, name);
		fixture_queue(r.h, r.first + i * 7, i % 2 == 0 ? "shout hello" : "bye");
		fixture_turn(r.h);
		now = feed_counts(fixture_world(r.h));
		assert_true(
		    now.sessions_served - before.sessions_served <= FEED_SLICE_SESSIONS);
		assert_true(
		    now.sessions_visited - before.sessions_visited <= FEED_VISITS_PER_TURN);
		before = now;
	}
	while (domain_output_pending(fixture_world(r.h)) && turns++ < 1000)
		fixture_turn(r.h);
	assert_true(turns <= 2 * (crowd / FEED_SLICE_SESSIONS +
				     2)); /* the round in progress and one more */
	assert_int_equal(
	    fixture_count_text(fixture_read(r.h, r.last_served), "shouts: hello"), 100);
	assert_int_equal(feed_counts(fixture_world(r.h)).loss_notices, 0);
	assert_true(
	    feed_counts(fixture_world(r.h)).leavers_kept <= 1); /* leavers of the last round */
}

/* When most users have left together, the remaining users have many events pending.  These are
 * not all sent in the first turn in which few users are left. */
TEST(a_mass_logout_is_announced_in_slices)
{
	struct feed_counts before, now;
	unsigned gone = CROWD_ONLINE - 100;
	bool more = true;

	enter(big_fixture(0), CROWD_ONLINE, TINY);
	before = feed_counts(fixture_world(r.h));
	for (unsigned i = 0; i < gone; i++)
		fixture_queue(r.h, r.first + i, "bye");
	while (more) {
		fixture_turn(r.h);
		now = feed_counts(fixture_world(r.h));
		assert_true(
		    now.sessions_served - before.sessions_served <= FEED_SLICE_SESSIONS);
		assert_true(now.items_written - before.items_written <=
			    FEED_SLICE_SESSIONS * (gone + 1));
		before = now;
		more = domain_output_pending(fixture_world(r.h));
	}
	assert_int_equal(
	    fixture_count_text(fixture_read(r.h, r.last_served), " logs out."), gone);
	fixture_queue(r.h, r.ann, "shout few"); /* sent at once again, even to the sender */
	fixture_queue(r.h, r.tom, "tell bob now");
	fixture_turn(r.h);
	assert_order(fixture_read(r.h, r.tom), "ann shouts: few", "You tell bob");
}

/* ---- other work for many users at once ---- */

#define SLEEPERS (DOMAIN_WOKEN_MAX + 40u)

TEST(idle_users_are_timed_out_a_few_per_turn)
{
	struct fixture *h = big_fixture(0);
	unsigned crowd = DOMAIN_TIMED_OUT_MAX + 20;
	struct world *w = fixture_world(h);

	(void)fixture_crowd(h, crowd, TINY);
	fixture_settle(h);
	fixture_advance(h, (int64_t)w->config.idle_s * 1000);
	assert_int_equal(w->online_count, crowd - DOMAIN_TIMED_OUT_MAX);
	assert_int_equal(domain_next_timer(w), 0);
	fixture_turn(h);
	assert_int_equal(w->online_count, 0);
	fixture_free(&h);
}

struct sleepers {
	struct fixture *h;
	unsigned first;
};

static void
all_sleep(struct world *w, void *ctx)
{
	const struct sleepers *s = ctx;

	for (unsigned i = 0; i < SLEEPERS; i++) /* in random order, the first ones twice */
		session_pause_input_until(w, fixture_session(s->h, s->first + i * 7 % SLEEPERS),
		    w->mono_ms + 1000 + i * 13 % SLEEPERS);
	for (unsigned i = 0; i < 5; i++)
		session_pause_input_until(
		    w, fixture_session(s->h, s->first + i), w->mono_ms + 90000);
	for (unsigned i = 5; i < 10; i++)
		session_pause_input_until(w, fixture_session(s->h, s->first + i), 0);
}

static unsigned
count_asleep(const struct sleepers *s)
{
	unsigned n = 0;

	for (unsigned i = 0; i < SLEEPERS; i++) {
		const struct session *x = fixture_session(s->h, s->first + i);

		assert_int_equal(
		    x->times.pause_end_ms != 0, tree_node_is_linked(&x->index.by_pause_end));
		assert_int_equal(
		    x->times.pause_end_ms != 0, fixture_is_paused(s->h, s->first + i));
		n += x->times.pause_end_ms != 0;
	}
	return n;
}

TEST(pauses_end_in_order_a_few_per_turn)
{
	struct sleepers s = { .h = big_fixture(0) };
	struct world *w = fixture_world(s.h);

	s.first = fixture_crowd(s.h, SLEEPERS, TINY);
	fixture_settle(s.h);
	fixture_run_in_turn(s.h, all_sleep, &s);
	assert_int_equal(count_asleep(&s), SLEEPERS - 5);
	fixture_advance(s.h, 999);
	assert_int_equal(count_asleep(&s), SLEEPERS - 5);
	fixture_advance(s.h, SLEEPERS + 1);
	assert_int_equal(count_asleep(&s), SLEEPERS - 5 - DOMAIN_WOKEN_MAX);
	assert_int_equal(domain_next_timer(w), 0);
	fixture_turn(s.h);
	assert_int_equal(count_asleep(&s), 5);
	fixture_advance(s.h, 90000);
	assert_int_equal(count_asleep(&s), 0);
	fixture_free(&s.h);
}
