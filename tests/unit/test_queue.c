/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The queue of password jobs: addresses take turns, limits hold, and reported positions are
 * correct.  Compared with a simple model. */
#include <sodium.h>

#include "base/rng.h"
#include "work/queue.h"
#include "tests/unit/test.h"

#define MANY 600u

static struct work_job
job(uint8_t from, uint64_t ticket)
{
	return (
	    struct work_job){ .kind = WORK_VERIFY, .address = { 4, from }, .ticket = ticket };
}

static bool
put(struct work_queue *q, uint8_t from, uint64_t ticket)
{
	struct work_job j = job(from, ticket);

	return queue_put(q, &j);
}

static uint64_t
take(struct work_queue *q)
{
	struct work_job j;

	return queue_take(q, &j) ? j.ticket : 0;
}

static struct work_queue *
make_queue(unsigned most, unsigned each)
{
	struct work_queue *q;

	assert_true(sodium_init() >= 0);
	q = queue_new(most, each);
	assert_non_null(q);
	return q;
}

TEST(an_empty_queue_gives_nothing)
{
	struct work_queue *q = make_queue(1, 0);
	uint64_t ticket;

	assert_int_equal(take(q), 0);
	assert_int_equal(queue_tickets_in_order(q, &ticket), 0);
	assert_true(put(q, 1, 7));
	assert_false(put(q, 2, 8));
	assert_int_equal(queue_len(q), 1);
	assert_int_equal(take(q), 7);
	assert_int_equal(take(q), 0);
	queue_free(&q);
	assert_null(q);
	queue_free(&q);
}

TEST(unknown_addresses_leave_room_for_known_ones)
{
	struct work_queue *q = make_queue(8, 0);
	struct work_job j;
	unsigned n = 0;

	do {
		j = job((uint8_t)n, 1 + n);
		j.from_unfamiliar = true;
	} while (queue_put(q, &j) && ++n);
	assert_int_equal(n, 6);
	assert_true(put(q, 100, 100));
	assert_true(put(q, 101, 101));
	assert_false(put(q, 102, 102));
	assert_int_equal(take(q), 1);
	assert_false(queue_put(q, &j)); /* strangers still exceed their limit */
	assert_int_equal(take(q), 2);
	assert_int_equal(take(q), 3);
	assert_true(queue_put(q, &j));
	queue_free(&q);
	q = make_queue(1, 0);
	assert_true(queue_put(q, &j)); /* with room for one job, a stranger may use it too */
	queue_free(&q);
}

/* 500 jobs of one address are queued; a later job of another address comes second. */
TEST(many_jobs_of_one_address_do_not_delay_others)
{
	struct work_queue *q = make_queue(MANY, 0);

	for (unsigned i = 0; i < 500; i++)
		assert_true(put(q, 1, 1 + i));
	assert_true(put(q, 2, 1000));
	assert_true(put(q, 3, 2000));
	assert_true(put(q, 2, 1001));
	assert_int_equal(take(q), 1);
	assert_int_equal(take(q), 1000);
	assert_int_equal(take(q), 2000);
	assert_int_equal(take(q), 2);
	assert_int_equal(take(q), 1001);
	for (unsigned i = 2; i < 500; i++)
		assert_int_equal(take(q), 1 + i);
	assert_int_equal(queue_len(q), 0);
	queue_free(&q);
}

TEST(jobs_per_address_are_limited)
{
	struct work_queue *q = make_queue(10, 3);
	struct work_job free_one = job(1, 9);

	for (unsigned i = 0; i < 3; i++)
		assert_true(put(q, 1, i));
	assert_false(put(q, 1, 3));
	assert_true(put(q, 2, 4));
	free_one.no_address_limit = true;
	assert_true(queue_put(q, &free_one));
	assert_int_equal(queue_len(q), 5);
	assert_int_equal(take(q), 0);
	assert_false(put(q, 1, 3)); /* the exempt job counts towards the limit */
	queue_free(&q);
}

TEST(a_job_is_returned_unchanged)
{
	struct work_queue *q = make_queue(2, 0);
	struct work_job in = job(5, 77);
	struct work_job out;

	in.kind = WORK_HASH;
	(void)snprintf(in.password, sizeof(in.password), "a secret");
	(void)snprintf(in.hash, sizeof(in.hash), "$hash");
	assert_true(queue_put(q, &in));
	assert_true(queue_take(q, &out));
	assert_memory_equal(&in, &out, sizeof(in));
	queue_free(&q);
}

TEST(a_dropped_job_is_not_returned)
{
	struct work_queue *q = make_queue(8, 0);
	const uint8_t one[WORK_ADDRESS_BYTES] = { 4, 1 };
	const uint8_t two[WORK_ADDRESS_BYTES] = { 4, 2 };

	queue_drop(q, one, 1);
	for (unsigned i = 1; i <= 4; i++)
		assert_true(put(q, 1, i));
	assert_true(put(q, 2, 5));
	assert_false(queue_drop(q, two, 3)); /* a job of another address */
	assert_true(queue_drop(q, one, 3));  /* in the middle */
	queue_drop(q, one, 4);               /* the last */
	queue_drop(q, one, 1);               /* the first */
	queue_drop(q, two, 5);               /* the only one */
	assert_int_equal(queue_len(q), 1);
	assert_true(put(q, 1, 6));
	assert_int_equal(take(q), 2);
	assert_int_equal(take(q), 6);
	assert_int_equal(take(q), 0);
	queue_free(&q);
}

/* ---- comparison with a model: a list per address, and the order of the addresses' turns
 * ---- */

#define ADDRESSES 7u
#define MOST 40u
#define JOBS_PER_ADDRESS 9u

struct queue_model {
	uint64_t jobs[ADDRESSES][MOST];
	unsigned len[ADDRESSES];
	unsigned turn_order[ADDRESSES]; /* addresses with jobs, in order */
	unsigned turns;
	unsigned all;
};

static void
remove_turn(struct queue_model *m, unsigned at)
{
	m->turns--;
	for (unsigned i = at; i < m->turns; i++)
		m->turn_order[i] = m->turn_order[i + 1];
}

static void
remove_job(struct queue_model *m, unsigned a, unsigned at)
{
	m->len[a]--;
	m->all--;
	for (unsigned i = at; i < m->len[a]; i++)
		m->jobs[a][i] = m->jobs[a][i + 1];
}

static uint64_t
model_take(struct queue_model *m)
{
	unsigned a;
	uint64_t ticket;

	if (m->turns == 0)
		return 0;
	a = m->turn_order[0];
	ticket = m->jobs[a][0];
	remove_job(m, a, 0);
	remove_turn(m, 0);
	if (m->len[a] > 0)
		m->turn_order[m->turns++] = a;
	return ticket;
}

static bool
model_put(struct queue_model *m, unsigned a, uint64_t ticket)
{
	if (m->all == MOST || m->len[a] >= JOBS_PER_ADDRESS)
		return false;
	if (m->len[a] == 0)
		m->turn_order[m->turns++] = a;
	m->jobs[a][m->len[a]++] = ticket;
	m->all++;
	return true;
}

static void
model_drop(struct queue_model *m, unsigned a, uint64_t ticket)
{
	for (unsigned i = 0; i < m->len[a]; i++) {
		if (m->jobs[a][i] != ticket)
			continue;
		remove_job(m, a, i);
		for (unsigned t = 0; m->len[a] == 0 && t < m->turns; t++)
			if (m->turn_order[t] == a)
				remove_turn(m, t);
		return;
	}
}

/* Checks that the reported order is the order in which jobs would be taken. */
static void
order_is_right(struct work_queue *q, const struct queue_model *m)
{
	struct queue_model copy = *m;
	uint64_t order[MOST];
	unsigned n = queue_tickets_in_order(q, order);

	assert_int_equal(n, m->all);
	assert_int_equal(queue_len(q), m->all);
	for (unsigned i = 0; i < n; i++)
		assert_int_equal(order[i], model_take(&copy));
}

TEST(the_queue_behaves_like_the_model)
{
	struct work_queue *q = make_queue(MOST, JOBS_PER_ADDRESS);
	struct queue_model m = { 0 };
	struct rng r;

	rng_seed(&r, 1);
	for (uint64_t i = 1; i < 20000; i++) {
		uint8_t a = (uint8_t)rng_below(&r, ADDRESSES);
		uint8_t from[WORK_ADDRESS_BYTES] = { 4, a };
		uint64_t some = i - rng_below(&r, 60);
		unsigned luck = rng_below(&r, i / 500 % 2 == 0 ? 10 : 6);

		if (luck < 3)
			assert_int_equal(take(q), model_take(&m));
		else if (luck == 3) {
			queue_drop(q, from, some);
			model_drop(&m, a, some);
		} else {
			assert_int_equal(put(q, a, i), model_put(&m, a, i));
		}
		order_is_right(q, &m);
	}
	queue_free(&q);
}
