/* SPDX-License-Identifier: MIT */
/* What commands wait for when the database is in PostgreSQL: answers, each a round trip. */
#include "store/store.h"
#include "tests/support/fixture.h"
#include "tests/support/postgres.h"
#include "tests/unit/test.h"

uint64_t pg_round_trips(const struct store *s); /* store/postgresql.h */

BEFORE_ALL
{
	CHECK(setenv("STORE_ENGINE", "postgresql", 1) == 0);
	postgres_start();
}

/* How many answers the line waits for; fails when it is not answered. */
static unsigned
trips_of(struct fixture *h, unsigned conn, const char *line)
{
	uint64_t before = pg_round_trips(fixture_store(h));

	fixture_discard(h);
	fixture_type(h, conn, line);
	assert_true(strlen(fixture_read(h, conn)) > 0);
	return (unsigned)(pg_round_trips(fixture_store(h)) - before);
}

static void
sit_down(struct fixture *h, unsigned alice, unsigned bob)
{
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, alice, "invite bob 5");
	fixture_type(h, bob, "join alice");
}

FIXTURE_TEST(what_is_typed_most_waits_for_nothing)
{
	static const char *const LINES[] = { "kibitz hello", "tell bob hello", "shout hello",
		"who", "board", "pip" };
	unsigned alice = fixture_clip(h, "alice"), bob = fixture_clip(h, "bob");
	uint64_t before;

	assert_string_equal(store_engine_of(fixture_store(h))->name, "postgresql");
	sit_down(h, alice, bob);
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) {
		unsigned n = trips_of(h, alice, LINES[i]);

		if (n != 0)
			fail_msg("%s: %u", LINES[i], n);
	}
	assert_in_range(trips_of(h, alice, "whois carlo"), 1, 4); /* it is counted */
	before = pg_round_trips(fixture_store(h));
	fixture_both_move(h, alice, bob); /* rolls and moves */
	assert_int_equal(pg_round_trips(fixture_store(h)), before);
}

/* Whoever's turn it is; who it is not is refused, which waits for nothing either. */
FIXTURE_TEST(a_double_waits_for_nothing)
{
	unsigned who[2] = { fixture_clip(h, "alice"), fixture_clip(h, "bob") };
	unsigned doubled = 0;

	sit_down(h, who[0], who[1]);
	fixture_both_move(h, who[0], who[1]);
	for (unsigned i = 0; i < 2; i++) {
		uint64_t before = pg_round_trips(fixture_store(h));

		fixture_discard(h);
		fixture_type(h, who[i], "double");
		if (strstr(fixture_read(h, who[i]), "You double.") != NULL) {
			doubled++;
			fixture_type(h, who[1 - i], "accept");
			assert_non_null(strstr(fixture_read(h, who[i]), "accepts the double"));
		}
		assert_int_equal(pg_round_trips(fixture_store(h)), before);
	}
	assert_true(doubled > 0);
}
