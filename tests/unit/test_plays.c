/* SPDX-License-Identifier: MIT */
/* The lists of legal plays: compared with the position files and with an independently written
 * generator (tests/support/refgames.h), and counted (perft) against numbers from independent
 * generators, three rolls deep for backgammon and hyper.  GAMMON_COUNTS=tenth plays less and
 * counts two rolls deep. */
#include "rules/move.h"
#include "tests/support/games.h"
#include "tests/support/jsonl.h"
#include "tests/support/refgames.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

static struct move_space space;
static struct refgames_list list;
static struct refgames_pos ends[MOVE_SPACE_MAX];

/* ---- the position files ---- */

static char result_texts[MOVE_SPACE_MAX][RECORD_TEXT_MAX];

static int
text_order(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void
record_agrees(struct record *r, const struct variant *v, enum seat mover)
{
	struct board b;
	char want[RECORD_TEXT_MAX];
	unsigned n;

	memcpy(b.at[mover], r->board.at[SEAT_0], PT_COUNT);
	memcpy(b.at[seat_other(mover)], r->board.at[SEAT_1], PT_COUNT);
	memcpy(b.pins[mover], r->board.pins[SEAT_0], sizeof(b.pins[0]));
	memcpy(b.pins[seat_other(mover)], r->board.pins[SEAT_1], sizeof(b.pins[0]));
	assert_true(variant_check_board(&b, v));
	n = move_list(v, &b, mover, r->dice[0], r->dice[1], &space);
	assert_int_equal(space.dice_used, r->dice_used);
	assert_int_equal(space.forced_die, r->forced_die);
	for (unsigned i = 0; i < n; i++)
		record_position_text(&space.result[i].after, mover, r->numbers_per_side,
		    r->has_pins, result_texts[i]);
	if (n == 0)
		record_position_text(
		    &b, mover, r->numbers_per_side, r->has_pins, result_texts[n++]);
	assert_int_equal(n, r->results_count);
	qsort(result_texts, n, sizeof(result_texts[0]), text_order);
	for (unsigned i = 0; i < n; i++) {
		assert_true(record_next_result(r, want));
		assert_string_equal(result_texts[i], want);
	}
	assert_false(record_next_result(r, want));
}

/* Checks each record for both seats.  Returns the number of records. */
static unsigned
file_agrees(const char *path)
{
	static char line[1 << 16];
	FILE *f = fopen(path, "r");
	unsigned n = 0;

	if (f == NULL)
		fail_msg("cannot read %s (run from the project folder)", path);
	while (fgets(line, sizeof(line), f) != NULL) {
		struct record r, again;
		const char *wrong = record_read(line, strcspn(line, "\n"), &r);

		if (wrong != NULL)
			fail_msg("%s: %s", path, wrong);
		assert_true(r.has_results);
		assert_non_null(variant_find(r.variant));
		again = r;
		record_agrees(&r, variant_find(r.variant), SEAT_0);
		record_agrees(&again, variant_find(again.variant), SEAT_1);
		record_free(&r);
		n++;
	}
	assert_int_equal(fclose(f), 0);
	return n;
}

TEST(all_records_of_backgammon_agree)
{
	assert_int_equal(file_agrees("tests/data/legal-plays.jsonl"), 302);
}

/* nackgammon, hyper, race, acey-deucey, crowded, cloning, plakoto, fevga: sixteen records
 * each. */
TEST(records_of_other_rows_agree)
{
	assert_int_equal(file_agrees("tests/data/variant-plays.jsonl"), 8 * 16);
}

/* ---- against the reference generator ---- */

static bool
has_dice(const struct variant *v)
{
	return v->cycle == NULL && !v->no_dice;
}

/* Returns the i-th row: all games with dice, then the test rows, then NULL. */
static const struct variant *
variant_with_dice(size_t i)
{
	const struct variant *v = VARIANTS;

	for (; v->name != NULL; v++)
		if (has_dice(v) && i-- == 0)
			return v;
	return TEST_VARIANTS[i].name != NULL ? &TEST_VARIANTS[i] : NULL;
}

static const struct variant *
random_variant(struct rng *r)
{
	const struct variant *v;
	unsigned n = 0;

	while (variant_with_dice(n) != NULL)
		n++;
	v = variant_with_dice(rng_below(r, n));
	return v != NULL ? v : VARIANTS;
}

static void
fail_disagreement(
    const struct variant *v, const struct board *b, enum seat seat, unsigned d1, unsigned d2)
{
	char text[RECORD_TEXT_MAX];

	record_position_text(b, seat, PT_COUNT, v->contact == CONTACT_PIN, text);
	fail_msg("%s %s %u-%u: %u results, %u dice, forced %u; reference %u, %u, %u", v->name,
	    text, d1, d2, space.n, space.dice_used, space.forced_die, list.n, list.dice_used,
	    list.forced_die);
}

static void
lists_agree(
    const struct variant *v, const struct board *b, enum seat seat, unsigned d1, unsigned d2)
{
	unsigned used = move_dice_used(v, b, seat, d1, d2, &space);
	unsigned n = move_list(v, b, seat, d1, d2, &space);

	refgames_plays(v->name, b, seat, d1, d2, &list);
	if (n != list.n || space.dice_used != list.dice_used || used != list.dice_used)
		fail_disagreement(v, b, seat, d1, d2);
	if (v->larger_die && space.forced_die != list.forced_die)
		fail_disagreement(v, b, seat, d1, d2);
	for (unsigned i = 0; i < n; i++)
		refgames_from_board(v->name, &space.result[i].after, seat, &ends[i]);
	qsort(ends, n, sizeof(ends[0]), refgames_order);
	if (n > 0 && memcmp(ends, list.pos, n * sizeof(ends[0])) != 0)
		fail_disagreement(v, b, seat, d1, d2);
}

/* Checks that every result is a valid board with the right number of hits, and that its play
 * leads to it. */
static void
results_are_sound(
    const struct variant *v, const struct board *b, enum seat seat, unsigned d1, unsigned d2)
{
	const uint8_t *bar = &b->at[seat_other(seat)][PT_BAR];
	struct board after;
	unsigned step;

	for (unsigned i = 0; i < space.n; i++) {
		const struct move_result *r = &space.result[i];

		assert_true(variant_check_board(&r->after, v));
		assert_int_equal(r->after.at[seat_other(seat)][PT_BAR] - *bar, r->hits);
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

/* Rates a result for three kinds of players: any play; the most points held, which brings the
 * sides into contact and builds primes and pins; the fewest hits, racing home. */
static int
choice_score(const struct move_result *r, enum seat seat, unsigned kind)
{
	int points = 0;

	if (kind == 2)
		return -100 * r->hits - (int)board_pips(&r->after, seat);
	for (unsigned p = 1; p <= 24; p++)
		points += r->after.at[seat][p] >= 2 || (r->after.at[seat][p] == 1 && p < 20);
	return points;
}

static unsigned
choose_result(enum seat seat, unsigned kind, struct rng *r)
{
	unsigned best = rng_below(r, space.n);

	for (unsigned i = 0; kind > 0 && i < space.n && i < 200; i++)
		if (choice_score(&space.result[i], seat, kind) >
		    choice_score(&space.result[best], seat, kind))
			best = i;
	return best;
}

/* Plays games of v until `positions` rolls have been compared.  Returns how many games
 * ended. */
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
			b = space.result[choose_result(seat, (games + 2) % 3, &r)].after;
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

TEST(random_games_agree_with_the_reference_generator)
{
	const struct variant *v;

	for (size_t k = 0; (v = variant_with_dice(k)) != NULL; k++) {
		unsigned n = test_cases(v == VARIANTS ? 100000 : 10000);

		if (test_few_cases() && n < 400)
			n = 400;
		if (play_and_compare(v, 17, n) == 0)
			fail_msg("%s: no game was finished", v->name);
	}
}

/* Compares all rolls of a position in the games that need the search. */
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
		for (unsigned i = 0; i < test_cases(500); i++) {
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

/* Random positions with checkers and pins on any points, including positions that play cannot
 * reach. */
TEST(scattered_positions_agree_with_the_reference_generator)
{
	const struct variant *v;
	struct rng r;

	rng_seed(&r, 3);
	for (size_t k = 0; (v = variant_with_dice(k)) != NULL; k++)
		for (unsigned i = test_cases(v == VARIANTS ? 80000 : 2500); i > 0; i--) {
			unsigned d1 = 1 + rng_below(&r, 6), d2 = 1 + rng_below(&r, 6);
			enum seat seat = i % 2 == 0 ? SEAT_0 : SEAT_1;
			struct board b;

			row_scatter(v, &r, &b);
			lists_agree(v, &b, seat, d1, d2);
			results_are_sound(v, &b, seat, d1, d2);
		}
}

/* Makes positions in which the special rules of parallel games matter: one side on one or two
 * points, the opponent on most of the six or seven points in front of it, or on most of its own
 * first twelve. */
static void
put_in_corner(const struct variant *v, struct rng *r, struct board *b, enum seat seat)
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
	mine[PT_OFF] = 1; /* so that no side waits for its first checker */
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
		for (unsigned i = test_cases(10000); i > 0 && v->close_at == 1 && has_dice(v);
		     i--) {
			enum seat seat = i % 2 == 0 ? SEAT_0 : SEAT_1;
			unsigned d1 = 1 + rng_below(&r, 6), d2 = 1 + rng_below(&r, 6);
			struct board b;

			put_in_corner(v, &r, &b, seat);
			lists_agree(v, &b, seat, d1, d2);
			results_are_sound(v, &b, seat, d1, d2);
		}
}

/* Sets the contents of a point on the route: nothing, one or two checkers of the mover, a blot,
 * a closed point. */
static void
put_there(const struct variant *v, struct board *b, unsigned p, unsigned what)
{
	if (what == 1 || what == 2)
		b->at[SEAT_0][p] = (uint8_t)what;
	else if (what > 2)
		b->at[SEAT_1][variant_opposite(v, p)] = (uint8_t)(what - 2);
}

/* Checks all routes of one checker from x to x - d1 - d2, with every possible content of the
 * points in between and at the end, and with or without other checkers that decide whether the
 * order of dice matters: far back, near, at home, on the bar.  Whether two plays are equal is
 * decided without comparing them: each result must be listed exactly once. */
static void
either_die_agrees(const struct variant *v, unsigned x, unsigned d1, unsigned d2)
{
	static const unsigned OTHER[] = { PT_OFF, 24, 23, 7, 2, PT_BAR };

	for (unsigned k = 0; k < 5 * 5 * 5 * ARRAY_LEN(OTHER); k++) {
		struct board b = { .at = { { 0 }, { 0 } } };
		unsigned between[2] = { x - d1, x - d2 };
		unsigned end = x - d1 - d2, other = OTHER[k / 125];

		put_there(v, &b, between[0], k % 5);
		put_there(v, &b, between[1], k / 5 % 5);
		put_there(v, &b, end, k / 25 % 5);
		b.at[SEAT_0][x == PT_BAR ? PT_RESERVE : x]++;
		if (b.at[SEAT_1][(25u - other) % 25u] ==
		    0) /* the opponent's number of the point */
			b.at[SEAT_0][other]++;
		lists_agree(v, &b, SEAT_0, d1, d2);
	}
}

TEST(all_moves_of_one_checker_are_listed_once)
{
	unsigned stride = test_few_cases() ? 7 : 1;

	for (unsigned d1 = 2; d1 <= 6; d1++)
		for (unsigned d2 = 1; d2 < d1; d2++) {
			for (unsigned x = d1 + d2 + 1; x <= 24; x += stride)
				either_die_agrees(VARIANTS, x, d1, d2);
			either_die_agrees(row_find("race"), PT_BAR, d1, d2);
		}
}

/* The server plays forced moves, and users see their earlier moves again: the list must not
 * depend on previous contents of the memory or on the order of the dice. */
TEST(the_order_depends_on_position_and_dice_only)
{
	static struct move_space other;
	struct rng r;

	rng_seed(&r, 7);
	for (unsigned i = test_cases(20000); i > 0; i--) {
		const struct variant *v = i % 2 == 0 ? VARIANTS : random_variant(&r);
		unsigned d1 = 1 + rng_below(&r, 6), d2 = 1 + rng_below(&r, 6);
		struct board b;

		if (variant_needs_search(v))
			continue;
		row_scatter(v, &r, &b);
		(void)move_list(v, &b, SEAT_0, d1, d2, &space);
		if (i % 100 == 0)
			memset(&other, 0xa5, sizeof(other));
		assert_int_equal(move_list(v, &b, SEAT_0, d2, d1, &other), space.n);
		for (unsigned k = 0; k < space.n; k++)
			assert_memory_equal(
			    &space.result[k], &other.result[k], sizeof(other.result[k]));
	}
}

/* Tries every number of checkers on every point, for the bit masks: closed, hit or free for the
 * opponent; movable by the owner. */
TEST(every_count_on_every_point_is_handled)
{
	static const uint8_t COUNT[] = { 0, 1, 2, 3, 15, 64, 127, 128, 129, 254, 255 };
	const struct variant *rows[] = { VARIANTS, row_find("parallel"), row_find("gulbara") };

	for (unsigned k = 0; k < 3 * 23 * ARRAY_LEN(COUNT); k++) {
		const struct variant *v = rows[k % 3];
		unsigned p = 1 + k / 3 % 23, n = COUNT[k / 3 / 23];
		struct board b = { .at = { { [PT_OFF] = 0 }, { 0 } } };

		b.at[SEAT_0][p + 1] = 1;
		b.at[SEAT_1][variant_opposite(v, p)] = (uint8_t)n;
		b.at[SEAT_0][24] =
		    (uint8_t)(p + 1 == 24 ? 1 : 2); /* not all checkers are home */
		(void)move_list(v, &b, SEAT_0, 1, 1, &space);
		assert_true(space.dice_used > 0 || (p == 23 && n >= v->close_at));
		bool reached = false;

		for (unsigned i = 0; i < space.n; i++) {
			const struct move_result *r = &space.result[i];
			bool lands = false;

			for (unsigned s = 0; s < r->play.n; s++)
				lands = lands || r->play.step[s].to == p;
			reached = reached || lands;
			assert_int_equal(r->hits, lands && n == 1);
		}
		assert_int_equal(reached, n < v->close_at);
		if (n == 0)
			continue;
		memset(&b, 0, sizeof(b));
		b.at[SEAT_1][p + 1] = (uint8_t)n;
		assert_int_equal(move_list(v, &b, SEAT_1, 1, 1, &space) > 0, true);
		assert_int_equal(space.result[0].play.step[0].from, p + 1);
	}
}

/* Blots on every other point with doubles give the longest lists. */
TEST(the_longest_lists_fit_the_space)
{
	const struct variant *crowded = row_find("crowded");
	struct board b = { .at = { { 0 }, { [PT_BAR] = 15 } } };
	unsigned most = 0;

	for (unsigned p = 0; p < 15; p++)
		b.at[SEAT_0][24 - p - (p > 4 ? p / 2 : 0)]++;
	for (unsigned d = 1; d <= 6; d++) {
		lists_agree(VARIANTS, &b, SEAT_0, d, d);
		most = space.n > most ? space.n : most;
	}
	assert_true(most > 1500 && most <= 3060);
	memset(&b, 0, sizeof(b));
	b.at[SEAT_1][PT_BAR] = 20;
	b.at[SEAT_0][PT_RESERVE] = 1;
	for (unsigned p = 0; p < 19; p++)
		b.at[SEAT_0][24 - p]++;
	lists_agree(crowded, &b, SEAT_0, 1, 1);
	assert_true(space.n > 3060 && space.n <= MOVE_SPACE_MAX);
}

/* ---- typed plays: every way to play each roll ---- */

struct sequence_check {
	const struct variant *v;
	const struct board *b;
	unsigned d1, d2;
	unsigned tried;
};

static void
sequence_is_judged_rightly(void *ctx, const struct play *p, const struct refgames_pos *end)
{
	struct sequence_check *t = ctx;
	struct refgames_pos got;
	struct board after;
	unsigned step;
	enum move_err want = MOVE_OK;
	enum move_err err =
	    move_check(t->v, t->b, SEAT_0, t->d1, t->d2, p, &space, &after, &step);

	if (p->n < list.dice_used)
		want = MOVE_USES_FEWER;
	else if (bsearch(end, list.pos, list.n, sizeof(*end), refgames_order) == NULL)
		want = MOVE_LARGER_DIE;
	if (err != want)
		fail_msg("error %d in step %u instead of %d", (int)err, step, (int)want);
	t->tried++;
	if (err != MOVE_OK)
		return;
	refgames_from_board(t->v->name, &after, SEAT_0, &got);
	assert_memory_equal(&got, end, sizeof(got));
}

TEST(every_sequence_of_legal_steps_is_judged_correctly)
{
	static const char *const games[] = { "nackgammon", "hyper", "race", "acey-deucey",
		"crowded" };
	struct sequence_check t = { .tried = 0 };
	unsigned n = test_cases(20000);
	struct rng r;

	rng_seed(&r, 5);
	for (unsigned i = 0; i < n; i++) {
		struct board b;

		t.v = i % 2 == 0 ? VARIANTS : row_find(games[rng_below(&r, 5)]);
		t.b = &b;
		t.d1 = 1 + rng_below(&r, 6);
		t.d2 = 1 + rng_below(&r, 6);
		row_scatter(t.v, &r, &b);
		lists_agree(t.v, &b, SEAT_0, t.d1, t.d2);
		refgames_sequences(
		    t.v->name, &b, SEAT_0, t.d1, t.d2, sequence_is_judged_rightly, &t);
	}
	assert_true(t.tried > n);
}

static uint8_t
random_point(struct rng *r)
{
	uint32_t x = rng_below(r, 31);

	return (uint8_t)(x < 30 ? x : 255);
}

/* Random steps: an accepted play is in the list, a refused one changes nothing. */
TEST(random_steps_are_accepted_only_when_listed)
{
	unsigned n = test_cases(200000);
	unsigned accepted = 0;
	struct rng r;

	rng_seed(&r, 6);
	for (unsigned i = 0; i < n; i++) {
		const struct variant *v = random_variant(&r);
		unsigned d1 = 1 + rng_below(&r, 6), d2 = 1 + rng_below(&r, 6);
		struct board b, before, after;
		struct play p;
		unsigned step = 0, k = 0;

		row_scatter(v, &r, &b);
		before = b;
		(void)move_list(v, &b, SEAT_1, d1, d2, &space);
		p.n = (uint8_t)(rng_below(&r, 8) == 0 ? rng_below(&r, 5) : space.dice_used);
		for (unsigned s = 0; s < p.n; s++) {
			unsigned d = rng_below(&r, 2) == 0 ? d1 : d2;
			uint8_t from = random_point(&r);
			uint8_t to = (uint8_t)(from > d ? from - d : 0);

			p.step[s] = (struct step){ from,
				rng_below(&r, 10) == 0 ? random_point(&r) : to };
		}
		enum move_err err =
		    move_check(v, &b, SEAT_1, d1, d2, &p, &space, &after, &step);

		assert_memory_equal(&b, &before, sizeof(b));
		assert_true(step < PLAY_MAX_STEPS);
		if (err != MOVE_OK || space.n == 0)
			continue;
		while (
		    k < space.n && memcmp(&space.result[k].after, &after, sizeof(after)) != 0)
			k++;
		assert_true(k < space.n);
		accepted++;
	}
	assert_true(accepted > n / 1000);
}

/* ---- counting ---- */

/* Returns a separate list for each depth, so that an inner list does not overwrite the outer
 * one. */
static struct move_space *
space_of_depth(unsigned depth)
{
	static struct move_space spaces[3];

	assert_true(depth >= 1 && depth <= 3);
	return &spaces[depth - 1];
}

static uint64_t
count_sequences(const struct variant *v, const struct board *b, enum seat seat, unsigned depth)
{
	struct move_space *s = space_of_depth(depth);
	uint64_t sum = 0;

	for (unsigned d1 = 1; d1 <= 6; d1++)
		for (unsigned d2 = d1; d2 <= 6; d2++) {
			unsigned n = move_list(v, b, seat, d1, d2, s);

			if (n == 0 && depth > 1)
				sum += count_sequences(v, b, seat_other(seat), depth - 1);
			else if (n == 0 || depth == 1)
				sum += n == 0 ? 1 : n;
			else
				for (unsigned i = 0; i < n; i++)
					if (!is_over(&s->result[i].after, seat))
						sum += count_sequences(v, &s->result[i].after,
						    seat_other(seat), depth - 1);
		}
	return sum;
}

TEST(play_counts_from_the_start_agree)
{
	unsigned asked = 0;

	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		for (unsigned depth = 1; depth <= 3; depth++) {
			uint64_t want = game_facts(v->name)->perft_counts[depth - 1];
			struct board b;

			if (want == 0 || (depth == 3 && test_cases(10) < 10))
				continue;
			variant_start_board(&b, v);
			assert_int_equal(count_sequences(v, &b, SEAT_1, depth), want);
			asked++;
		}
	assert_true(asked >= 18);
}

TEST(play_counts_of_each_roll_from_the_start_agree)
{
	unsigned asked = 0;

	for (const struct variant *v = VARIANTS; v->name != NULL; v++) {
		const unsigned *want = game_facts(v->name)->opening_play_counts;
		struct board b;

		if (*want == 0)
			continue;
		variant_start_board(&b, v);
		for (unsigned d1 = 1; d1 <= 6; d1++)
			for (unsigned d2 = d1; d2 <= 6; d2++)
				assert_int_equal(
				    move_list(v, &b, SEAT_0, d2, d1, &space), *want++);
		asked++;
	}
	assert_true(asked >= 9);
}

AFTER_ALL
{
	refgames_free(&list);
}
