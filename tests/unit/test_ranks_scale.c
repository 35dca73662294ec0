/* SPDX-License-Identifier: MIT */
/* The rating list of a million registered users (GAMMON_COUNTS=tenth: a hundred thousand) on
 * disk: it is read in slices while the server is idle, is correct everywhere, and the cost of a
 * command has a bound that does not depend on the number of users.  The test counts steps of
 * SQLite's virtual machine; it never measures time. */
#include "base/rng.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "stats/ranks.h"
#include "tests/support/bigstore.h"
#include "tests/support/fixture.h"
#include "tests/support/folder.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

#define USERS 1000000u
#define SLICE_STEPS_MAX 10000u  /* 20 steps for each row of a slice */
#define COMMAND_STEPS_MAX 8000u /* for 100 rows among many users with nearly equal ratings */
#define HEADER " rank name            rating    Experience\r\n"

struct big_test {
	char dir[FOLDER_PATH_MAX];
	unsigned users;
	struct store *store;
	struct fixture *h;
	unsigned me, other;
	struct ranked_record *list; /* the expected list, from a plain sort */
	unsigned listed;
	uint64_t most_steps; /* steps of the most expensive command */
	struct rng r;
};

static struct big_test big;

static void
refresh_expected(struct big_test *b)
{
	free(b->list);
	b->list = bigstore_list(b->store, &b->listed);
}

BEFORE_ALL
{
	struct big_test *b = &big;
	struct fixture_options o;

	b->users = test_cases(USERS);
	rng_seed(&b->r, 5);
	folder_make(b->dir, "big");
	bigstore_make(b->dir, b->users);
	assert_int_equal(
	    store_open(b->dir, STORE_DURABLE_FULL, NULL, &b->store, NULL), STORE_OK);
	fixture_options_default(&o);
	o.world.pair_day = 0; /* the same two users play sixty matches in a day */
	o.store = b->store;
	b->h = fixture_new(&o);
}

AFTER_ALL
{
	struct big_test *b = &big;

	fixture_free(&b->h);
	store_close(&b->store);
	folder_remove(b->dir);
	free(b->list);
}

/* Each of the server's first turns reads exactly one slice. */
TEST(the_list_is_read_in_slices_of_bounded_cost)
{
	struct big_test *b = &big;
	const struct ranks *ranks = ranks_of_game(fixture_world(b->h)->ranks, VARIANT_FIBS);
	unsigned turns = 0;
	uint64_t most = 0;

	(void)bigstore_cost(b->store);
	while (!ranks_ready(ranks)) {
		uint32_t had = ranks_count(ranks);
		struct bigstore_cost cost;

		fixture_turn(b->h);
		cost = bigstore_cost(b->store);
		assert_in_range(ranks_count(ranks) - had, 0, RANKS_SLICE_ROWS);
		assert_in_range(cost.steps, 1, SLICE_STEPS_MAX);
		assert_int_equal(cost.scans, 0);
		most = cost.steps > most ? cost.steps : most;
		turns++;
	}
	refresh_expected(b);
	print_message("%u users, %u in the list, read in %u turns of at most %" PRIu64
		      " steps\n",
	    b->users, b->listed, turns, most);
	assert_int_equal(b->listed, b->users / 10 * 3);
	assert_int_equal(ranks_count(ranks), b->listed);
	assert_int_equal(turns, b->listed / RANKS_SLICE_ROWS + 1);
}

/* Types a command and returns its output.  Checks that its cost is within the limit. */
static const char *
ask(struct big_test *b, unsigned conn, const char *line)
{
	struct bigstore_cost cost;

	(void)bigstore_cost(b->store);
	fixture_type(b->h, conn, line);
	cost = bigstore_cost(b->store);
	assert_int_equal(cost.scans, 0);
	if (cost.steps > COMMAND_STEPS_MAX)
		fail_msg("%s: %" PRIu64 " steps", line, cost.steps);
	b->most_steps = cost.steps > b->most_steps ? cost.steps : b->most_steps;
	return fixture_read(b->h, conn);
}

static void
add_row(
    char *text, size_t size, const char *format, unsigned place, const struct ranked_record *r)
{
	size_t n = strlen(text);

	(void)snprintf(text + n, size - n, "%*u %-15s %7.2f%9" PRIu32 "\r\n",
	    format[0] == '*' ? 4 : 5, place, r->name, r->rating, r->experience);
}

/* Checks rows from .. to, followed by the user's own row. */
static void
check_range(struct big_test *b, unsigned from, unsigned to)
{
	static char want[16384];
	const struct player *me = fixture_session(b->h, b->me)->player;
	char line[64];
	bool mine = false;

	(void)snprintf(want, sizeof(want), "%s", HEADER);
	for (unsigned k = from; k <= to && k <= b->listed; k++) {
		add_row(want, sizeof(want), "", k, &b->list[k - 1]);
		mine = mine || b->list[k - 1].user == me->user;
	}
	for (unsigned k = 1; !mine && from <= b->listed && k <= b->listed; k++)
		if (b->list[k - 1].user == me->user)
			add_row(want, sizeof(want), "", k, &b->list[k - 1]);
	(void)snprintf(line, sizeof(line), "ratings from %u to %u", from, to);
	assert_string_equal(ask(b, b->me, line), want);
}

static void
check_name(struct big_test *b, unsigned place)
{
	char want[256] = HEADER "*";
	char line[64];

	add_row(want, sizeof(want), "*", place, &b->list[place - 1]);
	(void)snprintf(line, sizeof(line), "ratings %s", b->list[place - 1].name);
	assert_string_equal(ask(b, b->me, line), want);
}

/* Returns the first place with exactly that rating. */
static unsigned
place_of_rating(const struct big_test *b, double rating)
{
	unsigned k = 1;

	while (k < b->listed && b->list[k - 1].rating != rating)
		k++;
	return k;
}

static void
check_lists(struct big_test *b, unsigned looks)
{
	unsigned crowd = place_of_rating(b, 1500.0);

	refresh_expected(b);
	check_range(b, 1, 100);
	check_range(b, b->listed - 50, b->listed + 49);
	check_range(b, b->listed, b->listed);
	check_range(b, b->listed + 1, b->listed + 100);
	for (unsigned k = 0; k < 100; k++) /* all users with a rating of 1500.00 */
		check_range(b, crowd + k, crowd + k + 99);
	for (unsigned k = 0; k < looks; k++) {
		unsigned from = rng_below(&b->r, b->listed) + 1;

		check_range(b, from, from + rng_below(&b->r, 100));
		check_name(b, rng_below(&b->r, b->listed) + 1);
	}
	check_name(b, 1);
	check_name(b, crowd + 50);
	check_name(b, b->listed);
}

TEST(rows_and_places_are_correct_everywhere)
{
	struct big_test *b = &big;

	b->me = fixture_clip(b->h, "u0000010"); /* a user in the list */
	b->other = fixture_clip(b->h, "u0000022");
	check_lists(b, 300);
	assert_string_equal(ask(b, b->me, "ratings nobody"), HEADER);
	assert_non_null(strstr(ask(b, b->me, "ratings u0000009"), "\r\n*"));
}

/* Matches move two of the users up and down. */
TEST(the_list_is_correct_after_matches)
{
	struct big_test *b = &big;

	fixture_type(b->h, b->me, "toggle ready");
	fixture_type(b->h, b->other, "toggle ready");
	for (unsigned k = 0; k < 60; k++) {
		bool lose = rng_below(&b->r, 5) == 0;
		uint32_t experience = fixture_session(b->h, b->me)->player->experience;

		fixture_typef(b->h, b->me, "invite u0000022 9");
		fixture_typef(b->h, b->other, "join u0000010");
		fixture_both_move(
		    b->h, b->me, b->other); /* otherwise the match would not be rated */
		for (unsigned game = 0; game < 3; game++) {
			fixture_type(b->h, lose ? b->me : b->other, "resign b");
			fixture_type(b->h, lose ? b->other : b->me, "accept");
			fixture_type(b->h, b->me, "join");
			fixture_type(b->h, b->other, "join");
		}
		assert_int_equal(
		    fixture_session(b->h, b->me)->player->experience, experience + 9);
		fixture_discard(b->h);
		if (k % 20 == 19)
			check_lists(b, 30);
	}
	print_message("the costliest command took %" PRIu64 " steps\n", b->most_steps);
}
