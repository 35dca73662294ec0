/* SPDX-License-Identifier: MIT */
/* The rating list right after startup, and a long list: cases that transcripts with few users
 * cannot show. */
#include "domain.h"
#include "stats/ranks.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

/* Adds n users to the list: NAME0 has the rating `top`, and each later one is rated `step`
 * below the previous one. */
static void
insert_ranked(struct store *s, const char *name, unsigned n, double top, double step)
{
	struct user_record u = { .hash = "x", .created_s = 1 };

	for (unsigned i = 0; i < n; i++) {
		(void)snprintf(u.name, sizeof(u.name), "%s%u", name, i);
		u.rating = top - i * step;
		u.experience = 51 + i;
		assert_true(store_user_create(s, &u) > 0);
	}
	assert_int_equal(store_commit(s, NULL), STORE_OK);
}

FIXTURE_TEST(the_list_is_read_while_the_server_is_idle)
{
	unsigned ann, turns = 0;

	(void)fixture_user(h, "ann", 1500, 60);
	insert_ranked(fixture_store(h), "u", 30 * RANKS_SLICE_ROWS - 1, 2000, 0.001);
	fixture_restart(h);
	ann = fixture_clip(h, "ann");
	assert_false(ranks_ready(ranks_of_game(fixture_world(h)->ranks, VARIANT_FIBS)));
	fixture_type(h, ann, "ratings");
	assert_string_equal(fixture_read(h, ann),
	    "** The rating list is being read. Please try again in a moment.\r\n");
	fixture_type(h, ann, "ratings from 3 to 1"); /* errors are reported as usual */
	assert_string_equal(fixture_read(h, ann), "** invalid range from 3 to 1\r\n");
	while (!ranks_ready(ranks_of_game(fixture_world(h)->ranks, VARIANT_FIBS))) {
		uint32_t count =
		    ranks_count(ranks_of_game(fixture_world(h)->ranks, VARIANT_FIBS));

		assert_int_equal(domain_next_timer(fixture_world(h)), 0);
		fixture_turn(h);
		assert_in_range(
		    ranks_count(ranks_of_game(fixture_world(h)->ranks, VARIANT_FIBS)) - count,
		    0, RANKS_SLICE_ROWS);
		assert_true(++turns < 40);
	}
	assert_true(turns > 10);
	assert_true(domain_next_timer(fixture_world(h)) > 0);
	assert_int_equal(ranks_count(ranks_of_game(fixture_world(h)->ranks, VARIANT_FIBS)),
	    30 * RANKS_SLICE_ROWS);
	fixture_type(h, ann, "ratings to 2");
	assert_string_equal(fixture_read(h, ann),
	    " rank name            rating    Experience\r\n"
	    "    1 u0              2000.00       51\r\n"
	    "    2 u1              2000.00       52\r\n"
	    "15000 ann             1500.00       60\r\n");
}

FIXTURE_TEST(rows_match_the_fibs_reference)
{
	unsigned me;

	(void)fixture_user(h, "NIHILIST", 2295.11, 7274);
	(void)fixture_user(h, "myself", 1453.28, 400);
	(void)fixture_user(h, "someplayer", 1418.61, 23);
	insert_ranked(fixture_store(h), "a", 3052, 2000.0, 0.1);
	insert_ranked(fixture_store(h), "b", 4430 - 3054, 1453.0, 0.025);
	insert_ranked(fixture_store(h), "c", 900, 1418.0, 0.5);
	fixture_restart(h);
	me = fixture_clip(h, "myself");
	while (!ranks_ready(ranks_of_game(fixture_world(h)->ranks, VARIANT_FIBS)))
		fixture_turn(h);
	fixture_type(h, me, "ratings to 1");
	assert_string_equal(fixture_read(h, me),
	    " rank name            rating    Experience\r\n"
	    "    1 NIHILIST        2295.11     7274\r\n"
	    " 3054 myself          1453.28      400\r\n");
	fixture_type(h, me, "ratings someplayer");
	assert_string_equal(fixture_read(h, me),
	    " rank name            rating    Experience\r\n"
	    "*4431 someplayer      1418.61       23\r\n");
	fixture_type(h, me, "ratings from 3053 to 3055");
	assert_string_equal(fixture_read(h, me),
	    " rank name            rating    Experience\r\n"
	    " 3053 a3051           1694.90     3102\r\n"
	    " 3054 myself          1453.28      400\r\n"
	    " 3055 b0              1453.00       51\r\n");
}

/* The list of newcomers is limited to 100, whatever range is requested. */
FIXTURE_TEST(the_list_of_newcomers_is_limited_to_a_hundred)
{
	static const struct {
		const char *line;
		unsigned first, rows; /* users without a rank */
	} row[] = {
		{ "ratings", 0, 19 },
		{ "ratings to 100", 0, 99 },
		{ "ratings from 2", 0, 19 },
		{ "ratings from 3", 1, 18 },
		{ "ratings from 100 to 120", 98, 2 },
		{ "ratings from 102 to 150", 0, 0 },
		{ "ratings from 9223372036854775700 to 9223372036854775790", 0, 0 },
	};
	unsigned ann, clip;

	(void)fixture_user(h, "top", 1600, 51);
	for (unsigned i = 0; i < 150; i++) {
		char name[8] = { 'n', (char)('a' + i / 26), (char)('a' + i % 26) };

		(void)fixture_user(h, name, i < 75 ? 1510.0 : 1490.0, 1 + i % 50);
	}
	(void)fixture_user(h, "never_played", 1500, 0);
	fixture_restart(h);
	ann = fixture_telnet(h, "never_played");
	clip = fixture_clip(h, "top");
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const char *text, *at;
		unsigned n = 0;

		fixture_discard(h);
		fixture_type(h, ann, row[i].line);
		text = at = fixture_read(h, ann);
		for (; (at = strstr(at, "\r\n      n")) != NULL; at += 2, n++) {
			char name[4] = { 'n', (char)('a' + (row[i].first + n) / 26),
				(char)('a' + (row[i].first + n) % 26) };

			assert_memory_equal(at + 8, name, 3);
		}
		assert_int_equal(n, row[i].rows);
		assert_int_equal(strstr(text, "Not in the list yet") != NULL, n > 0);
		assert_null(strstr(text, "never_played"));
		fixture_type(h, clip, row[i].line);
		assert_null(strstr(fixture_read(h, clip), "      n"));
	}
}
