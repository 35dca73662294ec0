/* SPDX-License-Identifier: MIT */
/* Finding a position in a user's saved matches: among many matches, after many actions, and for
 * a rollout that began before the match was saved. */
#include "match/barred.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define SAVED_MATCHES 255u /* one fewer than the server keeps */
#define BOARD "position XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:3:10 "

static struct fixture *h;
static unsigned ann;
static int64_t ann_id;

BEFORE_EACH
{
	struct fixture_options o;

	fixture_options_default(&o);
	fixture_options_bots(&o);
	h = fixture_new(&o);
	fixture_turn(h);
	ann = fixture_telnet(h, "ann");
	ann_id = fixture_session(h, ann)->player->user;
}

AFTER_EACH
{
	fixture_free(&h);
}

/* An unfinished match of `user` with a new user. */
struct match_to_add {
	int64_t user;
	const char *opponent;
	uint8_t length;
	bool unrated;
	uint32_t actions; /* the first four lead to BOARD */
};

static void
add(struct world *w, void *ctx)
{
	static const struct action_record ROWS[] = {
		{ .seat = 2,
		    .kind = "start",
		    .text = "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31" },
		{ .seat = 0, .kind = "move", .text = "8/5 6/5" },
		{ .seat = 1, .kind = "roll", .text = "roll=1 dice=42" },
		{ .seat = 1, .kind = "move", .text = "8/4 6/4" },
	};
	const struct match_to_add *x = ctx;
	struct user_record u;
	struct match_record r = { .length = x->length,
		.variant = "backgammon",
		.unrated = x->unrated,
		.created_ms = 1 };

	assert_true(store_user_by_name(w->store, x->opponent, &u));
	r.user[0] = x->user;
	r.user[1] = u.id;
	r.id = store_match_create(w->store, &r);
	assert_int_not_equal(r.id, 0);
	for (uint32_t i = 0; i < x->actions; i++) {
		struct action_record a = ROWS[i % ARRAY_LEN(ROWS)];

		a.match = r.id;
		a.seq = i;
		store_action_add(w->store, &a);
	}
}

static void
save_match(struct match_to_add x)
{
	(void)fixture_user(h, x.opponent, 1500, 100);
	fixture_run_in_turn(h, add, &x);
}

static void
assert_answer(unsigned who, const char *line, const char *answer)
{
	fixture_discard(h);
	fixture_type(h, who, line);
	if (strstr(fixture_read(h, who), answer) == NULL)
		fail_msg("%s: not '%s'", line, answer);
}

/* The match that was found is the oldest element, and belongs to the same user as the new
 * match. */
TEST(a_match_that_is_found_is_not_replaced_by_another_of_its_player)
{
	const unsigned cat = fixture_telnet(h, "cat");
	const int64_t cat_id = fixture_session(h, cat)->player->user;

	save_match((struct match_to_add){ ann_id, "bob", 3, false, 4 });
	assert_answer(ann, BOARD "hint", "of a match that you have not finished");
	for (unsigned i = 0; i < SAVED_MATCHES; i++) {
		const char name[] = { 'u', '_', (char)('a' + i / 26), (char)('a' + i % 26),
			'\0' };

		save_match((struct match_to_add){ cat_id, name, 3, false, 0 });
	}
	fixture_type(h, cat, BOARD "hint");
	save_match((struct match_to_add){ ann_id, "dan", 3, false, 0 });
	assert_answer(ann, BOARD "hint", "of a match that you have not finished");
}

TEST(matches_that_do_not_count_are_not_replayed)
{
	save_match((struct match_to_add){ ann_id, "bob", 0, false, BARRED_REPLAYED_MAX + 1 });
	save_match((struct match_to_add){ ann_id, "cat", 3, true, BARRED_REPLAYED_MAX + 1 });
	assert_answer(ann, BOARD "hint", "> ");
	fixture_advance(h, 1000);
	assert_non_null(strstr(fixture_read(h, ann), "Hint: roll."));
	save_match((struct match_to_add){ ann_id, "dan", 3, false, 4 });
	assert_answer(ann, BOARD "hint", "of a match that you have not finished");
}

TEST(a_rollout_is_not_shown_when_its_position_is_saved)
{
	fixture_hold_work(h, true, 100);
	assert_answer(ann, BOARD "rollout", "is played out up to");
	save_match((struct match_to_add){ ann_id, "bob", 3, false, 4 });
	fixture_discard(h);
	fixture_hold_work(h, false, 100);
	for (unsigned i = 0; i < 200; i++)
		fixture_advance(h, 250);
	assert_non_null(strstr(fixture_read(h, ann), "of a match that you have not finished"));
	assert_null(strstr(fixture_read(h, ann), "Games played out"));
}
