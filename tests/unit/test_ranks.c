/* SPDX-License-Identifier: MIT */
/* Places in the rating list, of backgammon and then of another game, compared with a plain
 * array.  Users are added, changed and removed in random turns that are saved or undone, while
 * the list is still being read and afterwards.  The command is tested in test_ratings.c, a
 * million users in test_ranks_scale.c. */
#include <math.h>

#include "base/rng.h"
#include "stats/ranks.h"
#include "store/sqlite/sqlite.h"
#include "tests/support/memstore.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

#define USERS_MAX 4000u

struct ranked_user {
	int64_t id;
	double rating;
	uint32_t experience;
};

/* The current users, and those at the start of the turn. */
struct rank_crowd {
	struct store *store;
	struct ranks *ranks;
	struct rng r;
	unsigned n;
	struct ranked_user user[USERS_MAX];
	struct ranked_user sorted[USERS_MAX]; /* users in the list, in order */
	unsigned listed_n;
};

static struct rank_crowd crowd;

/* The game whose list is tested. */
static const char *game;

/* A test that is run with the lists of two games. */
#define TEST_OF_BOTH(name)                                                                     \
	static void name(void);                                                                \
	TEST(name##_of_backgammon)                                                             \
	{                                                                                      \
		game = "";                                                                     \
		name();                                                                        \
	}                                                                                      \
	TEST(name##_of_tavli)                                                                  \
	{                                                                                      \
		game = "tavli";                                                                \
		name();                                                                        \
	}                                                                                      \
	static void name(void)

static void
must_exec(struct store *s, const char *sql)
{
	assert_int_equal(sqlite3_exec(s->db, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void
crowd_open(struct rank_crowd *c, uint64_t seed)
{
	memset(c, 0, sizeof(*c));
	rng_seed(&c->r, seed);
	assert_int_equal(memstore_open(&c->store, NULL), STORE_OK);
	c->ranks = ranks_new(game);
	assert_non_null(c->ranks);
}

static void
crowd_close(struct rank_crowd *c)
{
	ranks_free(&c->ranks);
	assert_null(c->ranks);
	store_close(&c->store);
}

/* Returns a rating at or next to a boundary between hundredths, equal to another user's, or far
 * from all others. */
static double
random_rating(struct rank_crowd *c)
{
	double cent = (double)rng_below(&c->r, 400) / 100.0;

	switch (rng_below(&c->r, 8)) {
	case 0:
		return 1500.0 + cent;
	case 1:
		return nextafter(1500.0 + cent, 0);
	case 2:
		return cent - 2.0;
	case 3:
		return c->n > 0 ? c->user[rng_below(&c->r, c->n)].rating : 0.0;
	case 4:
		return rng_below(&c->r, 2) ? 8000.0 + cent - 2.0 : -2000.0 + cent - 2.0;
	case 5:
		return rng_below(&c->r, 2) ? 1e300 : -1e300;
	case 6:
		return 1e-320 * rng_below(&c->r, 3) - 1e-320;
	default:
		return 1000.0 + rng_below(&c->r, 1000000) / 1000.0;
	}
}

static uint32_t
random_experience(struct rank_crowd *c)
{
	return STORE_RANKED_EXPERIENCE - 1 + rng_below(&c->r, 6);
}

/* Sets the rating in the tested list; in the other lists it is different. */
static void
store_rating(struct rank_crowd *c, int64_t id, double rating, uint32_t experience)
{
	if (game[0] == '\0') {
		store_user_set_rating(c->store, id, rating, experience);
		store_game_rating_set(c->store, id, "tavli", -rating, 100 - experience);
	} else {
		store_game_rating_set(c->store, id, game, rating, experience);
		store_user_set_rating(c->store, id, -rating, 100 - experience);
	}
	store_game_rating_set(c->store, id, "hyper", rating / 2, 100);
	store_game_rating_set(c->store, id, "yyy", rating * 2, 100);
}

static void
add_user(struct rank_crowd *c)
{
	struct user_record u = { .created_s = 1, .hash = "x" };
	struct ranked_user *x = &c->user[c->n];

	if (c->n == USERS_MAX)
		return;
	(void)snprintf(u.name, sizeof(u.name), "u%u", c->n);
	u.id = store_user_create(c->store, &u);
	assert_true(u.id > 0);
	*x = (struct ranked_user){ u.id, random_rating(c), random_experience(c) };
	store_rating(c, x->id, x->rating, x->experience);
	c->n++;
	ranks_change_user(c->ranks, x->id, x->rating, 0, x->rating, x->experience);
}

static void
change_user(struct rank_crowd *c, struct ranked_user *x, double rating, uint32_t experience)
{
	store_rating(c, x->id, rating, experience);
	ranks_change_user(c->ranks, x->id, x->rating, x->experience, rating, experience);
	x->rating = rating;
	x->experience = experience;
}

static void
random_change(struct rank_crowd *c)
{
	struct ranked_user *x;

	if (c->n == 0 || rng_below(&c->r, 8) == 0) {
		add_user(c);
		return;
	}
	x = &c->user[rng_below(&c->r, c->n)];
	switch (rng_below(&c->r, 4)) {
	case 0: /* leaves the list, as by an erasure, or enters it, like a new user */
		change_user(c, x, 1500.0, x->experience > 50 ? 0 : 51);
		break;
	case 1: /* changed twice in a turn */
		change_user(c, x, random_rating(c), random_experience(c));
		change_user(c, x, random_rating(c), x->experience);
		break;
	default:
		change_user(c, x, random_rating(c), random_experience(c));
		break;
	}
}

/* ---- the model ---- */

static int
in_order(const void *a, const void *b)
{
	const struct ranked_user *x = a;
	const struct ranked_user *y = b;

	if (x->rating != y->rating)
		return x->rating > y->rating ? -1 : 1;
	return x->id < y->id ? -1 : 1;
}

static void
sort_list(struct rank_crowd *c)
{
	c->listed_n = 0;
	for (unsigned i = 0; i < c->n; i++)
		if (c->user[i].experience > 50)
			c->sorted[c->listed_n++] = c->user[i];
	qsort(c->sorted, c->listed_n, sizeof(c->sorted[0]), in_order);
}

struct list_check {
	const struct rank_crowd *c;
	uint32_t next;
	uint32_t rows;
};

static void
check_row(void *ctx, uint32_t place, const struct ranked_record *row)
{
	struct list_check *s = ctx;
	const struct ranked_user *want = &s->c->sorted[place - 1];

	assert_int_equal(place, s->next);
	assert_in_range(place, 1, s->c->listed_n);
	assert_int_equal(row->user, want->id);
	assert_true(row->rating == want->rating);
	assert_int_equal(row->experience, want->experience);
	assert_int_equal(row->name[0], 'u');
	s->next++;
	s->rows++;
}

static void
check_rows(struct rank_crowd *c, uint32_t first, uint32_t n)
{
	struct list_check s = { c, first, 0 };
	uint32_t left = first <= c->listed_n ? c->listed_n - first + 1 : 0;

	ranks_each(c->ranks, c->store, first, n, check_row, &s);
	assert_int_equal(s.rows, n < left ? n : left);
}

static void
check_place(const struct rank_crowd *c, const struct ranked_user *x)
{
	unsigned before = 0;

	while (before < c->listed_n && in_order(&c->sorted[before], x) < 0 &&
	       c->sorted[before].id != x->id)
		before++;
	assert_int_equal(ranks_place(c->ranks, c->store, x->id, x->rating), before + 1);
}

/* Compares the list with the model; only a sample of a large list. */
static void
check_list(struct rank_crowd *c)
{
	unsigned step = c->n > 1000 ? 83 : 1;

	assert_true(ranks_ready(c->ranks));
	sort_list(c);
	assert_int_equal(ranks_count(c->ranks), c->listed_n);
	for (unsigned i = 0; i < c->n; i += step)
		check_place(c, &c->user[i]);
	check_rows(c, 1, c->listed_n + 5);
	check_rows(c, c->listed_n + 1, 3);
	check_rows(c, UINT32_MAX, 100);
	check_rows(c, 1, 0);
	for (unsigned i = 0; i < 40; i++)
		check_rows(c, rng_below(&c->r, c->listed_n + 2) + 1, rng_below(&c->r, 100) + 1);
	assert_int_equal(store_commit(c->store, NULL), STORE_OK);
}

/* ---- the tests ---- */

TEST_OF_BOTH(an_empty_list_has_no_users)
{
	struct rank_crowd *c = &crowd;

	crowd_open(c, 1);
	assert_false(ranks_ready(c->ranks));
	assert_int_equal(ranks_read_slice(c->ranks, c->store, RANKS_SLICE_ROWS), 0);
	check_list(c);
	assert_int_equal(ranks_place(c->ranks, c->store, 1, 1500.0), 1);
	crowd_close(c);
}

TEST_OF_BOTH(random_turns_agree_with_a_sorted_array)
{
	struct rank_crowd *c = &crowd;

	for (uint64_t seed = 1; seed <= (test_few_cases() ? 1 : 3); seed++) {
		crowd_open(c, seed);
		(void)ranks_read_slice(c->ranks, c->store, RANKS_SLICE_ROWS);
		for (unsigned turn = 0; turn < 600; turn++) {
			for (unsigned k = rng_below(&c->r, 6); k > 0; k--)
				random_change(c);
			assert_int_equal(store_commit(c->store, NULL), STORE_OK);
			if (turn % 20 == 0)
				check_list(c);
		}
		assert_true(c->listed_n > 20);
		check_list(c);
		crowd_close(c);
	}
}

/* A row that is read and later changed, or changed and later read, is counted once. */
TEST_OF_BOTH(changes_between_slices_are_counted_once)
{
	struct rank_crowd *c = &crowd;
	unsigned slices, partly = 0, seeds = test_few_cases() ? 1 : 6;

	for (uint64_t seed = 10; seed < 10 + seeds; seed++) {
		crowd_open(c, seed);
		while (c->n < 3500)
			add_user(c);
		assert_int_equal(store_commit(c->store, NULL), STORE_OK);
		ranks_free(&c->ranks);
		c->ranks = ranks_new(game);
		assert_non_null(c->ranks);
		for (slices = 0; !ranks_ready(c->ranks); slices++) {
			assert_true(ranks_read_slice(c->ranks, c->store, RANKS_SLICE_ROWS) <=
				    RANKS_SLICE_ROWS);
			partly += !ranks_ready(c->ranks);
			for (unsigned k = rng_below(&c->r, 120); k > 0; k--)
				random_change(c);
			assert_int_equal(store_commit(c->store, NULL), STORE_OK);
			assert_true(slices < 100);
		}
		assert_true(slices > 4);
		check_list(c);
		crowd_close(c);
	}
	assert_true(partly > seeds * 20 / 6);
}

/* Adds users 1 to 2500, all listed with the same rating, with no ranks counted yet. */
static void
make_equal_users(struct rank_crowd *c)
{
	crowd_open(c, 3);
	must_exec(c->store,
	    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) "
	    "INSERT INTO user (name, hash, rating, experience, created_s) "
	    "SELECT 'u' || i, 'x', 1500, 60, 1 FROM n");
	must_exec(c->store, "INSERT INTO variant_rating (user, variant, rating, experience) "
			    "SELECT id, 'tavli', 1500, 60 FROM user");
	for (int64_t id = 1; id <= 2500; id++)
		c->user[c->n++] = (struct ranked_user){ id, 1500.0, 60 };
}

/* A slice may end among users with the same rating. */
TEST_OF_BOTH(a_slice_may_end_among_equal_ratings)
{
	struct rank_crowd *c = &crowd;
	unsigned rows = 0, slices = 0;

	make_equal_users(c);
	while (!ranks_ready(c->ranks)) {
		unsigned n = ranks_read_slice(c->ranks, c->store, RANKS_SLICE_ROWS);

		assert_true(n <= RANKS_SLICE_ROWS);
		rows += n;
		slices++;
	}
	assert_int_equal(rows, 2500);
	assert_int_equal(slices, 2500 / RANKS_SLICE_ROWS + 1);
	check_list(c);
	crowd_close(c);
}

/* The last user read and the next user move to either side of the boundary. */
TEST_OF_BOTH(users_at_the_boundary_of_a_slice_are_counted_once)
{
	static const struct {
		unsigned user; /* the slice ends with user RANKS_SLICE_ROWS */
		double rating;
		uint32_t experience;
	} row[] = {
		{ RANKS_SLICE_ROWS, 1600, 60 },
		{ RANKS_SLICE_ROWS, 1400, 60 },
		{ RANKS_SLICE_ROWS, 1500, 60 },
		{ RANKS_SLICE_ROWS, 1500, 50 },
		{ RANKS_SLICE_ROWS + 1, 1600, 60 },
		{ RANKS_SLICE_ROWS + 1, 1400, 60 },
		{ RANKS_SLICE_ROWS + 1, 1500, 60 },
		{ RANKS_SLICE_ROWS + 1, 1500, 50 },
	};
	struct rank_crowd *c = &crowd;

	for (size_t i = 0; i < ARRAY_LEN(row); i += test_few_cases() ? 3 : 1) {
		make_equal_users(c);
		assert_int_equal(
		    ranks_read_slice(c->ranks, c->store, RANKS_SLICE_ROWS), RANKS_SLICE_ROWS);
		change_user(c, &c->user[row[i].user - 1], row[i].rating, row[i].experience);
		assert_int_equal(store_commit(c->store, NULL), STORE_OK);
		while (!ranks_ready(c->ranks))
			(void)ranks_read_slice(c->ranks, c->store, RANKS_SLICE_ROWS);
		check_list(c);
		check_place(c, &c->user[row[i].user - 1]);
		crowd_close(c);
	}
}

static int
interrupt_query(void *ctx)
{
	return 1;
}

/* A list whose reading failed must not count as complete. */
TEST_OF_BOTH(a_failed_read_is_not_the_end_of_the_list)
{
	struct rank_crowd *c = &crowd;

	crowd_open(c, 4);
	for (unsigned i = 0; i < 400; i++)
		add_user(c);
	assert_int_equal(store_commit(c->store, NULL), STORE_OK);
	ranks_free(&c->ranks);
	c->ranks = ranks_new(game);
	sqlite3_progress_handler(c->store->db, 200, interrupt_query, NULL);
	assert_true(ranks_read_slice(c->ranks, c->store, RANKS_SLICE_ROWS) < 100);
	assert_false(ranks_ready(c->ranks));
	sqlite3_progress_handler(c->store->db, 0, NULL, NULL);
	assert_int_equal(ranks_read_slice(c->ranks, c->store, RANKS_SLICE_ROWS),
	    0); /* the store stays broken */
	assert_false(ranks_ready(c->ranks));
	assert_int_equal(store_commit(c->store, NULL), STORE_BROKEN);
	crowd_close(c);
}
