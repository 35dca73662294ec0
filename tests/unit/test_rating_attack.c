/* SPDX-License-Identifier: MIT */
/* Ratings change only through play: fifty accounts, helped by a tournament director, try every
 * way to gain rating without moving.  The rating list and every rating stay unchanged to the
 * last bit. */
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define ATTACKERS 50u
#define TOURNAMENTS 15u

struct attack {
	struct fixture *h;
	unsigned conn[ATTACKERS];
	unsigned director; /* the director: does not play */
	char list_before[8192];
	char name[ATTACKERS][FIXTURE_CROWD_NAME_SIZE];
};

static void
begin(struct attack *t)
{
	*t = (struct attack){ .h = fixture_new(NULL) };
	(void)fixture_user(t->h, "old", 1601.25, 400);
	(void)fixture_user(t->h, "middle", 1512.5, 51);
	t->director = fixture_telnet(t->h, "judge");
	for (unsigned i = 0; i < ATTACKERS; i++) {
		fixture_crowd_name(i, t->name[i]);
		/* one match short of the list, so that any change would be visible in it */
		(void)fixture_user(t->h, t->name[i], 1500 + i, i % 2 == 0 ? 51 : 50);
		t->conn[i] = fixture_telnet(t->h, t->name[i]);
		fixture_type(t->h, t->conn[i], "toggle ready");
	}
	fixture_discard(t->h);
	fixture_type(t->h, t->director, "ratings to 100");
	assert_true(
	    sbuf_copy(t->list_before, sizeof(t->list_before), fixture_read(t->h, t->director)));
	assert_int_equal(fixture_count_text(t->list_before, " 51\r\n"), ATTACKERS / 2 + 1);
}

static void
nothing_has_changed(struct attack *t)
{
	fixture_discard(t->h);
	fixture_type(t->h, t->director, "ratings to 100");
	assert_string_equal(fixture_read(t->h, t->director), t->list_before);
	for (unsigned i = 0; i < ATTACKERS; i++) {
		struct user_record u;

		assert_true(store_user_by_name(fixture_store(t->h), t->name[i], &u));
		assert_true(u.rating == 1500 + i);
		assert_int_equal(u.experience, i % 2 == 0 ? 51 : 50);
	}
	assert_int_equal(store_counter(fixture_store(t->h), COUNTER_RATINGS), 0);
	fixture_free(&t->h);
}

/* Starts a 99-point tournament with all attackers. */
static void
begin_event(struct attack *t, unsigned n)
{
	fixture_typef(t->h, t->director,
	    "tournament create Farm length 99 checkin 0 late wait wait 1 clock off");
	fixture_typef(t->h, t->director, "tournament open %u", n);
	for (unsigned i = 0; i < ATTACKERS; i++)
		fixture_typef(t->h, t->conn[i], "tournament register %u", n);
	fixture_typef(t->h, t->director, "tournament start %u yes", n);
	for (unsigned i = 0; i < 25; i++)
		fixture_advance(t->h, 10000);
	fixture_discard(t->h);
}

static bool
plays(const struct attack *t, unsigned i)
{
	const struct session *s = fixture_session(t->h, t->conn[i]);

	return s != NULL && s->match != 0;
}

/* Lets time pass without any user becoming idle. */
static void
wait_online(struct attack *t, int64_t ms)
{
	fixture_advance(t->h, ms);
	fixture_type(t->h, t->director, "time");
	for (unsigned i = 0; i < ATTACKERS; i++)
		fixture_type(t->h, t->conn[i], "time");
	fixture_discard(t->h);
}

/* Repeated fifteen times: every match is decided by the director. */
TEST(results_set_by_a_director_change_no_rating)
{
	struct attack t;
	unsigned set = 0;

	begin(&t);
	for (unsigned n = 1; n <= TOURNAMENTS; n++) {
		begin_event(&t, n);
		for (unsigned i = 0; i < ATTACKERS; i++) {
			if (!plays(&t, i))
				continue;
			set++;
			if (i % 3 == 0)
				fixture_typef(t.h, t.director,
				    "tournament remove %u %s away yes", n, t.name[i]);
			else
				fixture_typef(t.h, t.director,
				    "tournament setresult %u %s 99-0 won", n, t.name[i]);
		}
		fixture_typef(t.h, t.director, "tournament cancel %u enough yes", n);
		for (unsigned i = 0; i < 10; i++)
			wait_online(&t, 61000); /* decisions can be undone for ten minutes */
	}
	assert_int_equal(
	    set, TOURNAMENTS * (ATTACKERS - 32)); /* the other entrants have byes */
	nothing_has_changed(&t);
}

/* The director plays too, and awards matches to friends. */
TEST(a_director_who_plays_changes_no_rating)
{
	struct attack t;

	begin(&t);
	fixture_type(t.h, t.director, "toggle ready");
	fixture_type(t.h, t.director, "tournament create Own length 99 checkin 0");
	fixture_type(t.h, t.director, "tournament open 1");
	fixture_type(t.h, t.director, "tournament register 1");
	fixture_type(t.h, t.conn[0], "tournament register 1");
	fixture_type(t.h, t.director, "tournament start 1 yes");
	for (unsigned i = 0; i < 20; i++)
		fixture_advance(t.h, 10000);
	assert_true(plays(&t, 0));
	fixture_discard(t.h);
	fixture_type(t.h, t.director, "tournament setresult 1 judge 99-0 won");
	assert_non_null(strstr(fixture_read(t.h, t.director), "You play that match yourself"));
	assert_true(plays(&t, 0));
	nothing_has_changed(&t);
}

/* The loser resigns at once, drops the first double, or loses by absence. */
TEST(losing_before_both_have_moved_changes_no_rating)
{
	struct attack t;

	begin(&t);
	for (unsigned k = 0; k < ATTACKERS; k++) {
		unsigned winner = k % ATTACKERS, loser = (k + 1) % ATTACKERS;

		fixture_typef(t.h, t.conn[winner], "invite %s 3", t.name[loser]);
		fixture_typef(t.h, t.conn[loser], "join %s", t.name[winner]);
		assert_true(plays(&t, winner));
		fixture_type(t.h, t.conn[loser], "resign b");
		fixture_type(t.h, t.conn[winner], "accept");
		assert_false(plays(&t, winner));
	}
	begin_event(&t, 1);
	for (unsigned i = 0; i < ATTACKERS; i += 2)
		fixture_drop(t.h, t.conn[i], NET_CLOSE_PEER);
	for (unsigned i = 0; i < 20; i++)
		fixture_advance(t.h, 10000);
	nothing_has_changed(&t);
}
