/* SPDX-License-Identifier: MIT */
/* The lists of legal plays of every game against a generator written from the rules
 * by somebody who had not seen the engine (tests/support/refgames.h): positions reached by
 * random play, the ends of games included, both seats, all rolls.  GAMMON_COUNTS=tenth plays
 * less. */
#include "rules/move.h"
#include "tests/support/jsonl.h"
#include "tests/support/refgames.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

static struct move_space space;
static struct refgames_list list;
static struct refgames_pos ends[MOVE_SPACE_MAX];

static bool
has_dice(const struct variant *v)
{
	return v->cycle == NULL && !v->no_dice;
}

static void
disagree(
    const struct variant *v, const struct board *b, enum seat seat, unsigned d1, unsigned d2)
{
	char text[RECORD_TEXT_MAX];

	record_text(b, seat, PT_COUNT, v->contact == CONTACT_PIN, text);
	fail_msg("%s %s %u-%u: %u results, %u dice, forced %u; reference %u, %u, %u", v->name,
	    text, d1, d2, space.n, space.dice_used, space.forced_die, list.n, list.dice_used,
	    list.forced_die);
}

static void
lists_agree(
    const struct variant *v, const struct board *b, enum seat seat, unsigned d1, unsigned d2)
{
	unsigned n = move_list(v, b, seat, d1, d2, &space);

	refgames_plays(v->name, b, seat, d1, d2, &list);
	if (n != list.n || space.dice_used != list.dice_used ||
	    space.forced_die != list.forced_die)
		disagree(v, b, seat, d1, d2);
	for (unsigned i = 0; i < n; i++)
		refgames_from_board(v->name, &space.result[i].after, seat, &ends[i]);
	qsort(ends, n, sizeof(ends[0]), refgames_order);
	if (n > 0 && memcmp(ends, list.pos, n * sizeof(ends[0])) != 0)
		disagree(v, b, seat, d1, d2);
}

/* Every result is a board, and its play as it stands leads there. */
static void
results_are_sound(
    const struct variant *v, const struct board *b, enum seat seat, unsigned d1, unsigned d2)
{
	struct board after;
	unsigned step;

	for (unsigned i = 0; i < space.n; i++) {
		const struct move_result *r = &space.result[i];

		assert_true(variant_check_board(&r->after, v));
		assert_int_equal(
		    move_check(v, b, seat, d1, d2, &r->play, &space, &after, &step), MOVE_OK);
		assert_memory_equal(&after, &r->after, sizeof(after));
	}
}

static bool
is_over(const struct board *b, enum seat seat)
{
	unsigned left = 0;

	for (unsigned p = 1; p < PT_COUNT; p++)
		left += b->at[seat][p];
	return left == 0;
}

/* Three kinds of players: any play; the one with most points held, which brings both sides
 * together, builds primes and pins; the one that hits least and is home first. */
static int
worth(const struct move_result *r, enum seat seat, unsigned kind)
{
	int points = 0;

	if (kind == 2)
		return -100 * r->hits - (int)board_pips(&r->after, seat);
	for (unsigned p = 1; p <= 24; p++)
		points += r->after.at[seat][p] >= 2 || (r->after.at[seat][p] == 1 && p < 20);
	return points;
}

static unsigned
choose(enum seat seat, unsigned kind, struct rng *r)
{
	unsigned best = rng_below(r, space.n);

	for (unsigned i = 0; kind > 0 && i < space.n && i < 200; i++)
		if (worth(&space.result[i], seat, kind) >
		    worth(&space.result[best], seat, kind))
			best = i;
	return best;
}

/* Plays games of v until `positions` rolls have been compared; returns how many were over. */
static unsigned
play_and_compare(const struct variant *v, uint64_t seed, unsigned positions)
{
	enum seat seat = SEAT_0;
	unsigned over = 0, games = 0, rolls = 0;
	struct board b;
	struct rng r;

	rng_seed(&r, seed);
	variant_start_board(&b, v);
	for (unsigned i = 0; i < positions; i++) {
		unsigned d1 = 1 + rng_below(&r, 6), d2 = 1 + rng_below(&r, 6);

		lists_agree(v, &b, seat, d1, d2);
		results_are_sound(v, &b, seat, d1, d2);
		if (space.n > 0)
			b = space.result[choose(seat, (games + 2) % 3, &r)].after;
		over += is_over(&b, seat);
		if (is_over(&b, seat) || ++rolls == 400) {
			variant_start_board(&b, v);
			games++;
			rolls = 0;
		}
		seat = seat_other(seat);
	}
	return over;
}

TEST(every_game_agrees_with_the_reference_generator)
{
	unsigned n = test_under_valgrind() ? 400 : test_count(8000);

	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (has_dice(v)) {
			unsigned over = play_and_compare(v, 17, n);

			if (over == 0)
				fail_msg("%s: no game came to its end", v->name);
		}
}

/* Where the search is at work, all rolls of each position. */
TEST(all_rolls_of_a_position_agree)
{
	struct rng r;

	rng_seed(&r, 23);
	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		enum seat seat = SEAT_1;
		struct board b;

		if (!has_dice(v) || !variant_needs_search(v))
			continue;
		variant_start_board(&b, v);
		for (unsigned i = 0; i < test_count(500); i++) {
			struct board next = b;

			for (unsigned d1 = 1; d1 <= 6; d1++)
				for (unsigned d2 = 1; d2 <= d1; d2++) {
					lists_agree(v, &b, seat, d1, d2);
					if (space.n > 0 && rng_below(&r, 5) == 0)
						next =
						    space.result[rng_below(&r, space.n)].after;
				}
			b = next;
			if (is_over(&b, seat) || i % 200 == 199)
				variant_start_board(&b, v);
			seat = seat_other(seat);
		}
	}
}

/* Not only what play leads to: everything scattered, pins too. */
TEST(scattered_positions_agree)
{
	struct rng r;

	rng_seed(&r, 29);
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		for (unsigned i = test_count(2000); i > 0 && has_dice(v); i--) {
			unsigned d1 = 1 + rng_below(&r, 6), d2 = 1 + rng_below(&r, 6);
			struct board b;

			row_scatter(v, &r, &b);
			lists_agree(v, &b, i % 2 == 0 ? SEAT_0 : SEAT_1, d1, d2);
			results_are_sound(v, &b, i % 2 == 0 ? SEAT_0 : SEAT_1, d1, d2);
		}
}

/* Parallel games where their own rules bite: one side on one or two points, the other on most
 * of the six or seven before it, or on most of its own first twelve. */
static void
corner(const struct variant *v, struct rng *r, struct board *b, enum seat seat)
{
	uint8_t *mine = b->at[seat], *theirs = b->at[seat_other(seat)];
	unsigned where = 1 + rng_below(r, 24);
	unsigned left = rng_below(r, 3) == 0 ? 1 + rng_below(r, 15) : 15;
	unsigned low = rng_below(r, 2) == 0 ? 12 : 0;

	memset(b, 0, sizeof(*b));
	theirs[where] = (uint8_t)left;
	theirs[PT_OFF] = (uint8_t)(15 - left);
	if (rng_below(r, 4) == 0 && where > 1 && left > 1) {
		theirs[where]--;
		theirs[1 + rng_below(r, where)]++;
	}
	mine[PT_OFF] = 1; /* so that nobody waits for a first checker */
	for (unsigned n = 1; n < 15; n++) {
		unsigned q = where > 7 && low == 0 ? where - 1 - rng_below(r, 7)
						   : 1 + low + rng_below(r, 12);
		unsigned p = where > 7 && low == 0 ? variant_opposite(v, q) : q;

		if (n > 8 && rng_below(r, 2) == 0)
			p = 1 + rng_below(r, 24);
		mine[theirs[variant_opposite(v, p)] == 0 ? p : PT_OFF]++;
	}
}

TEST(cornered_positions_agree)
{
	struct rng r;

	rng_seed(&r, 31);
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		for (unsigned i = test_count(10000); i > 0 && v->close_at == 1 && has_dice(v);
		     i--) {
			enum seat seat = i % 2 == 0 ? SEAT_0 : SEAT_1;
			unsigned d1 = 1 + rng_below(&r, 6), d2 = 1 + rng_below(&r, 6);
			struct board b;

			corner(v, &r, &b, seat);
			lists_agree(v, &b, seat, d1, d2);
			results_are_sound(v, &b, seat, d1, d2);
		}
}

AFTER_ALL
{
	refgames_free(&list);
}
