/* SPDX-License-Identifier: MIT */
/* Answers longer than a screen (pager.h): the text is the same whether it is taken at once or
 * in small, bounded pieces.  The move list of a long match takes more than one turn. */
#include <limits.h>

#include "domain.h"
#include "base/rng.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/support/people.h"
#include "tests/unit/test.h"

#define SOFT_LIMIT 256u
/* maximum bytes that one step adds: a board, or part of a move list */
#define STEP_BYTES_MAX 1600u
#define RANKED_USERS 110u

static void
play_lines(struct fixture *h, const unsigned conn[2], struct rng *r, struct move_space *space)
{
	unsigned long moves = 0;
	char text[128];
	struct sbuf line;

	for (unsigned i = 0; i < 2; i++) {
		const struct session *s = fixture_session(h, conn[i]);

		SBUF_INIT(&line, text);
		if (s->match != 0 && people_play(h, s, r, space, &line, &moves))
			fixture_type(h, conn[i], text);
	}
}

/* Plays until the match has at least `actions` actions, and discards all output. */
static void
play_actions(struct fixture *h, const unsigned conn[2], unsigned actions)
{
	struct move_space *space = calloc(1, sizeof(*space));
	struct rng r;

	assert_non_null(space);
	rng_seed(&r, 7);
	fixture_type(h, conn[0], "invite bob unlimited");
	fixture_type(h, conn[1], "join ann");
	while (
	    session_match(fixture_world(h), fixture_session(h, conn[0]))->next_seq < actions) {
		play_lines(h, conn, &r, space);
		fixture_discard(h);
	}
	free(space);
}

struct game {
	struct fixture *h;
	unsigned ann, bob, tom;
	struct match_record match;
};

static void
toggle_ready(struct fixture *h, unsigned conn)
{
	fixture_type(h, conn, "toggle ready");
}

static void
begin(struct game *g, struct fixture *h, unsigned actions)
{
	unsigned conn[2];
	struct user_record a, b;

	g->h = h;
	conn[0] = g->ann = fixture_clip(h, "ann");
	conn[1] = g->bob = fixture_clip(h, "bob");
	g->tom = fixture_telnet(h, "tom");
	toggle_ready(h, g->ann);
	toggle_ready(h, g->bob);
	play_actions(h, conn, actions);
	assert_true(store_user_by_name(fixture_store(h), "ann", &a));
	assert_true(store_user_by_name(fixture_store(h), "bob", &b));
	assert_true(store_match_find_unfinished(fixture_store(h), a.id, b.id, &g->match));
	fixture_type(h, g->ann, "leave");
	fixture_discard(h);
}

/* ---- bit by bit ---- */

static size_t
backlog(const struct game *g, unsigned conn)
{
	const struct world *w = fixture_world(g->h);

	return w->net.backlog(w->net.ctx, fixture_session(g->h, conn)->conn);
}

/* Takes the answer in small pieces, with another command queued after it. */
static char *
answer_in_steps(struct game *g, unsigned conn, const char *line)
{
	fixture_world(g->h)->config.output_soft = SOFT_LIMIT;
	fixture_stall(g->h, conn, true);
	fixture_queue(g->h, conn, line);
	fixture_turn(g->h);
	assert_in_range(backlog(g, conn), SOFT_LIMIT + 1, SOFT_LIMIT + STEP_BYTES_MAX);
	fixture_turn(g->h);
	assert_in_range(backlog(g, conn), SOFT_LIMIT + 1, SOFT_LIMIT + STEP_BYTES_MAX);
	fixture_queue(g->h, conn, "pip"); /* must wait until the answer has ended */
	fixture_stall(g->h, conn, false);
	fixture_settle(g->h);
	fixture_world(g->h)->config.output_soft = 0;
	return strdup(fixture_read(g->h, conn));
}

FIXTURE_TEST(an_answer_in_pieces_has_the_same_text)
{
	static const char *const LINES[] = { "help", "help tournament", "help plakoto",
		"help tapa", "about", "ratings from 1 to 100", "ratings from 5 to 100 uaabc",
		"operlog 100", "oldmoves ann" };
	struct game g;
	char name[FIXTURE_CROWD_NAME_SIZE];

	for (unsigned i = 0; i < RANKED_USERS; i++) {
		fixture_crowd_name(i, name);
		(void)fixture_user(h, name, 1400 + i, 1000);
	}
	fixture_restart(h); /* the restart reads the rating list */
	begin(&g, h, 400);
	for (unsigned i = 0; i < 2; i++) { /* an interactive user and a client program */
		unsigned conn = i == 0 ? g.tom : g.bob;

		fixture_set_role(h, i == 0 ? "tom" : "bob", "admin");
		for (unsigned k = 0; k < 30; k++)
			fixture_type(h, conn,
			    k % 2 == 0 ? "registration closed because of x"
				       : "registration open because of y");
		for (unsigned k = 0; k < ARRAY_LEN(LINES); k++) {
			char *whole, *bites, *end;

			if (strncmp(LINES[k], "oldmoves", 8) == 0 && conn == g.tom)
				continue; /* tom has not played anyone */
			fixture_discard(h);
			fixture_type(h, conn, LINES[k]);
			whole = strdup(fixture_read(h, conn));
			fixture_discard(h);
			assert_true(strlen(whole) > 2 * SOFT_LIMIT);
			bites = answer_in_steps(&g, conn, LINES[k]);
			end = bites + strlen(whole);
			if (strncmp(whole, bites, strlen(whole)) != 0)
				fail_msg("%s\n%s\n%s", LINES[k], whole, bites);
			assert_int_equal(strncmp(end, "** You're not playing", 21), 0);
			free(whole);
			free(bites);
		}
	}
}

/* ---- moves ---- */

FIXTURE_TEST(a_long_match_is_listed_in_slices)
{
	const unsigned actions = 3000;
	struct game g;
	const char *first = "";
	char *list, *heard, *rest;
	unsigned turns = 0;

	begin(&g, h, actions);
	list = match_move_list(fixture_world(h), &g.match, SEAT_NONE);
	fixture_queue(h, g.bob, "oldmoves ann");
	fixture_queue(h, g.bob, "pip");
	fixture_turn(h);
	for (; first[0] == '\0'; turns++) {
		assert_non_null(fixture_session(h, g.bob)->screen.long_answers);
		assert_int_equal(domain_next_timer(fixture_world(h)), 0);
		fixture_turn(h);
		first = fixture_read(h, g.bob);
	}
	assert_in_range(turns, actions / 16 / (PAGER_STEPS_MAX / 32) - 2, actions / 300);
	heard = strdup(first);
	fixture_settle(h);
	rest = strdup(fixture_read(h, g.bob));
	heard = realloc(heard, strlen(heard) + strlen(rest) + 1);
	assert_non_null(heard);
	memcpy(heard + strlen(heard), rest, strlen(rest) + 1);
	free(rest);
	for (const char *line = list, *at = heard; *line != '\0';) {
		size_t n = strcspn(line, "\n");

		assert_int_equal(strncmp(line, at, n), 0);
		assert_int_equal(strncmp(at + n, "\r\n", 2), 0);
		line += n + 1;
		at += n + 2;
		if (*line == '\0')
			assert_int_equal(strncmp(at, "** You're not playing", 21), 0);
	}
	assert_true(strstr(list, "Score is ") == list);
	assert_null(strstr(list + 1, "Score is ")); /* only one game is listed */
	free(heard);
	free(list);
	/* the user disconnects before the answer is finished */
	fixture_queue(h, g.bob, "oldmoves ann");
	fixture_turn(h);
	fixture_drop(h, g.bob, NET_CLOSE_PEER);
}

FIXTURE_TEST(slices_of_any_size_make_the_same_list)
{
	static const unsigned SLICES[] = { 1, 2, 7, 16, 1000 };
	struct game g;
	char *list;

	begin(&g, h, 500);
	list = match_move_list(fixture_world(h), &g.match, SEAT_NONE);
	for (unsigned i = 0; i < ARRAY_LEN(SLICES); i++) {
		struct movelist *l = movelist_new(fixture_world(h), &g.match, SEAT_NONE);

		while (movelist_read(l, SLICES[i]))
			;
		assert_string_equal(movelist_text(l), list);
		movelist_free(&l);
		assert_null(l);
	}
	free(list);
}

/* An action that cannot be replayed ends the list of its game; a later game cannot be
 * listed. */
FIXTURE_TEST(a_list_ends_where_the_match_is_damaged)
{
	static const char *const BROKEN = "24/25";
	struct game g;
	char *list, *cut;
	struct action_record a = { .at_ms = 1, .seat = 0, .kind = "move", .text = BROKEN };

	begin(&g, h, 300);
	list = match_move_list(fixture_world(h), &g.match, SEAT_NONE);
	a.match = g.match.id;
	assert_true(store_match_by_id(fixture_store(h), a.match, &g.match));
	a.seq = g.match.actions;
	store_action_add(fixture_store(h), &a);
	a.seq++;
	a.kind = "double";
	a.text = "";
	store_action_add(fixture_store(h), &a);
	assert_int_equal(store_commit(fixture_store(h), NULL), STORE_OK);
	cut = match_move_list(fixture_world(h), &g.match, SEAT_NONE);
	assert_string_equal(cut, list);
	free(cut);
	a.seq++;
	a.seat = 2;
	a.kind = "start";
	a.text = "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=35";
	store_action_add(fixture_store(h), &a);
	assert_int_equal(store_commit(fixture_store(h), NULL), STORE_OK);
	cut = match_move_list(fixture_world(h), &g.match, SEAT_NONE);
	assert_string_equal(cut, "\n");
	free(cut);
	free(list);
}
