/* SPDX-License-Identifier: MIT */
/* Hourly usage, counters, the dice test and the removal of old saved matches, in the fixture
 * and on a full disk. */
#include <time.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "domain.h"
#include "base/rng.h"
#include "cmd/cmd.h"
#include "people/people.h"
#include "output/output.h"
#include "stats/counters.h"
#include "tests/support/counters.h"
#include "tests/support/fulldisk.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define HOUR_S 3600
#define DAY_S 86400

/* ---- a fixture on a disk that can fill up ---- */

static void
disk_open(struct fulldisk *d, unsigned idle_s)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.world.idle_s = idle_s;
	fulldisk_open(d, &o);
}

static void
advance_s(struct fixture *h, int64_t s)
{
	fixture_advance(h, s * 1000);
	fixture_discard(h);
}

/* ---- hourly usage ---- */

#define HOURS 64

struct usage_by_hour {
	int64_t first; /* the first hour */
	int64_t watched_ms[HOURS], user_ms[HOURS];
};

static void
add_use(void *ctx, const struct hour_record *h)
{
	struct usage_by_hour *u = ctx;

	assert_in_range(h->hour - u->first, 0, HOURS - 1);
	assert_true(
	    h->min_online <= h->max_online && h->uptime_ms > 0 && h->uptime_ms <= 3600000);
	assert_true(h->online_ms >= h->uptime_ms * h->min_online);
	assert_true(h->online_ms <= h->uptime_ms * h->max_online);
	u->watched_ms[h->hour - u->first] += h->uptime_ms;
	u->user_ms[h->hour - u->first] += h->online_ms;
}

/* Counts the usage second by second, independently. */
static void
add_expected_use(struct usage_by_hour *u, struct fixture *h, unsigned s)
{
	int64_t from_s = fixture_now_ms(h) / 1000;

	for (unsigned i = 0; i < s; i++) {
		int64_t hour = (from_s + i) / HOUR_S - u->first;

		u->watched_ms[hour] += 1000;
		u->user_ms[hour] += 1000 * (int64_t)fixture_world(h)->online_count;
	}
}

static void
assert_use(struct fixture *h, const struct usage_by_hour *noted)
{
	struct usage_by_hour u = { .first = noted->first };

	counters_each_hour(fixture_world(h), add_use, &u);
	assert_memory_equal(&u, noted, sizeof(u));
}

/* Two days in which seven users log in and out, while the disk is full at times. */
TEST(hourly_usage_matches_an_independent_count)
{
	struct usage_by_hour noted = { .first = FIXTURE_WALL_S / HOUR_S };
	unsigned conn[7];
	struct fulldisk d;
	struct rng r;

	rng_seed(&r, 5);
	disk_open(&d, 604800);
	for (unsigned i = 0; i < ARRAY_LEN(conn); i++)
		conn[i] = fixture_connect(d.h, "127.0.0.1");
	for (char c = 'a'; c <= 'g'; c++)
		(void)fixture_user(d.h, (char[]){ c, c, c, '\0' }, 1500, 0);
	for (unsigned i = 0; i < 600; i++) {
		unsigned k = rng_below(&r, ARRAY_LEN(conn));
		unsigned s = rng_below(&r, 40) == 0 ? rng_below(&r, 9000) : rng_below(&r, 400);

		if (i % 60 == 40)
			fulldisk_fill(&d);
		if (i % 60 == 50)
			fulldisk_clear(&d);
		if (!fixture_is_open(d.h, conn[k])) {
			conn[k] = fixture_connect(d.h, "127.0.0.1");
			fixture_discard(d.h);
		}
		if (fixture_session(d.h, conn[k])->state == ST_ONLINE)
			fixture_type(d.h, conn[k], "bye");
		else
			fixture_typef(d.h, conn[k], "login x 1008 %c%c%c secret", 'a' + k,
			    'a' + k, 'a' + k);
		fixture_discard(d.h);
		add_expected_use(&noted, d.h, s);
		fixture_advance(d.h, s * 1000);
		fixture_discard(d.h);
		assert_use(d.h, &noted);
	}
	add_expected_use(&noted, d.h, 0);
	fixture_discard(d.h);
	/* an orderly shutdown writes the rest; the next start finds it */
	(void)fixture_clip(d.h, "zed");
	fixture_shutdown(d.h);
	noted = (struct usage_by_hour){ .first = noted.first };
	counters_each_hour(fixture_world(d.h), add_use, &noted);
	fixture_restart(d.h);
	assert_int_equal(fixture_world(d.h)->counters->pending_hours_n, 0);
	assert_use(d.h, &noted);
	assert_int_equal(counters_wrong(d.store), 0);
	fulldisk_close(&d);
}

FIXTURE_TEST(an_hour_is_stored_at_its_end_even_without_users)
{
	struct usage_by_hour u = { .first = FIXTURE_WALL_S / HOUR_S };

	fixture_turn(h);
	assert_int_equal(
	    domain_next_timer(fixture_world(h)), 60000); /* timer for old matches */
	fixture_advance(h, 60000);
	assert_in_range(domain_next_timer(fixture_world(h)), 1, 3540000);
	fixture_advance(h, 3539999);
	assert_int_equal(domain_next_timer(fixture_world(h)), 1);
	store_hours_each(fixture_store(h), 0, add_use, &u);
	assert_int_equal(u.watched_ms[0], 0);
	fixture_advance(h, 1);
	store_hours_each(fixture_store(h), 0, add_use, &u);
	assert_int_equal(u.watched_ms[0], 3600000);
	assert_int_equal(u.user_ms[0], 0);
}

/* However long the store refuses writes, timers do not fire in a loop. */
TEST(timers_do_not_spin_while_the_store_refuses)
{
	struct fulldisk d;

	disk_open(&d, 604800);
	fulldisk_fill(&d); /* the start was counted in an earlier turn */
	fixture_turn(d.h);
	assert_in_range(domain_next_timer(fixture_world(d.h)), 1, 2000);
	fixture_advance(d.h, 3 * HOUR_S * 1000);
	assert_in_range(domain_next_timer(fixture_world(d.h)), 1, 2000);
	fulldisk_clear_and_resume(&d);
	assert_int_equal(store_counter(d.store, COUNTER_STARTS), 1);
	fixture_turn(d.h);
	assert_int_equal(store_counter(d.store, COUNTER_STARTS), 1);
	fulldisk_close(&d);
}

static void
count_hour(void *ctx, const struct hour_record *h)
{
	++*(unsigned *)ctx;
}

FIXTURE_TEST(hours_older_than_thirty_days_are_deleted_a_few_at_a_time)
{
	int64_t now = FIXTURE_WALL_S / HOUR_S;
	unsigned n = 0, shown = 0;

	for (int64_t hour = now - 900; hour < now; hour++)
		store_hour_add(fixture_store(h), &(struct hour_record){ hour, 1000, 0, 0, 0 });
	assert_int_equal(store_commit(fixture_store(h), NULL), STORE_OK);
	fixture_turn(h);
	counters_each_hour(fixture_world(h), count_hour, &shown);
	assert_int_equal(
	    shown, COUNTERS_DAYS_KEPT * 24 - 1); /* the current hour is not included */
	for (unsigned i = 1; i <= 5; i++) {
		unsigned left = 0;

		fixture_advance(h, HOUR_S * 1000);
		store_hours_each(fixture_store(h), 0, count_hour, &left);
		n = 900 + i - 50 * i;
		assert_int_equal(left, n > 720 ? n : 720);
	}
}

/* ---- cost of a login ---- */

TEST(a_login_writes_a_constant_number_of_pages)
{
	struct fulldisk d;
	int most = 0;

	disk_open(&d, 604800);
	(void)fixture_user(d.h, "ann", 1500, 0);
	for (unsigned i = 0; i < 200; i++) {
		unsigned c = fixture_connect(d.h, "127.0.0.1");
		int before;

		advance_s(d.h, 100);
		before = journal_pages(d.store);
		fixture_type(d.h, c, "login x 1008 ann secret");
		if (journal_pages(d.store) - before > most)
			most = journal_pages(d.store) - before;
		assert_int_equal(store_counter(d.store, COUNTER_LOGINS), i + 1);
		fixture_type(d.h, c, "bye");
		(void)fixture_read(d.h, c);
	}
	print_message("a log-in writes at most %d pages\n", most);
	assert_in_range(most, 1, 6);
	assert_int_equal(store_counter(d.store, COUNTER_VISITS), 400);
	assert_int_equal(store_counter(d.store, COUNTER_MOST_ONLINE), 1);
	fulldisk_close(&d);
}

/* ---- average ---- */

FIXTURE_TEST(wide_numbers_keep_the_columns)
{
	int64_t day = FIXTURE_WALL_S / DAY_S * 24 - 24;
	unsigned c = fixture_clip(h, "ann");
	const char *text;

	store_hour_add(
	    fixture_store(h), &(struct hour_record){ day, 3600000, 414360000, 72, 153 });
	store_hour_add(
	    fixture_store(h), &(struct hour_record){ day + 12, 3600000, 259200000, 55, 100 });
	store_hour_add(
	    fixture_store(h), &(struct hour_record){ day + 1, 1000, 1234500, 999, 1999 });
	store_hour_add(
	    fixture_store(h), &(struct hour_record){ day + 2, 1000, 98765400, 12345, 123456 });
	assert_int_equal(store_commit(fixture_store(h), NULL), STORE_OK);
	fixture_type(h, c, "average");
	text = fixture_read(h, c);
	/* the example from FIBS, byte for byte */
	assert_non_null(
	    strstr(text, "\r\n00:00-00:59 115.1    72 153    12:00-12:59  72.0    55 100\r\n"));
	assert_non_null(
	    strstr(text, "\r\n01:00-01:59 1234.5  999 1999   13:00-13:59     -     -   -\r\n"));
	assert_non_null(strstr(
	    text, "\r\n02:00-02:59 98765.4 12345 123456 14:00-14:59     -     -   -\r\n"));
}

/* ---- dicetest ---- */

static void
hmac(const uint8_t *key, const void *text, size_t n, uint8_t out[32])
{
	unsigned got = 0;

	assert_non_null(HMAC(EVP_sha256(), key, 32, text, n, out, &got));
	assert_int_equal(got, 32);
}

/* Counts the pairs as the help page explains, from the seed alone, without the server's
 * code. */
static void
count_pairs(const uint8_t seed[32], unsigned rolls, unsigned pair[6][6])
{
	static const char first[] = "bgdice1\0\10dicetest\0\0\0";
	uint8_t key[32], block[32], text[12] = "roll", die = 0;
	unsigned dice = 0;

	hmac(seed, first, sizeof(first), key);
	for (uint32_t i = 0; dice < 2 * rolls; i++) {
		text[10] = (uint8_t)(i >> 8);
		text[11] = (uint8_t)i;
		hmac(key, text, sizeof(text), block);
		for (unsigned k = 0; k < 32 && dice < 2 * rolls; k++) {
			if (block[k] > 251)
				continue;
			if (++dice % 2 == 0)
				pair[die][block[k] % 6]++;
			die = block[k] % 6;
		}
	}
}

FIXTURE_TEST(the_dice_test_can_be_checked_from_its_seed)
{
	unsigned c = fixture_clip(h, "ann");
	unsigned pair[6][6] = { 0 }, rolls;
	const char *text, *at;
	double sum = 0;
	uint8_t seed[32];
	char want[64];

	fixture_type(h, c, "dicetest");
	text = fixture_read(h, c);
	assert_memory_equal(text, "*** running dice test:\r\n*** Rolled ", 35);
	rolls = (unsigned)strtoul(text + 35, NULL, 10);
	at = strstr(text, "\r\nS: ");
	assert_non_null(at);
	for (unsigned i = 0; i < 32; i++) {
		char byte[3] = { at[5 + 2 * i], at[6 + 2 * i], '\0' };

		seed[i] = (uint8_t)strtoul(byte, NULL, 16);
	}
	count_pairs(seed, rolls, pair);
	for (unsigned i = 0; i < 36; i++) {
		double off = pair[i / 6][i % 6] - rolls / 36.0;

		sum += off * off / (rolls / 36.0);
		(void)snprintf(want, sizeof(want), "%u-%u %u%s", i / 6 + 1, i % 6 + 1,
		    pair[i / 6][i % 6], i % 6 == 5 ? "\r\n" : "  ");
		assert_non_null(strstr(text, want));
	}
	for (unsigned i = 0; i < 6; i++) {
		unsigned n = 0;

		for (unsigned k = 0; k < 6; k++)
			n += pair[i][k] + pair[k][i];
		(void)snprintf(want, sizeof(want), "\r\n%u: %u\r\n", i + 1, n);
		assert_non_null(strstr(text, want));
	}
	(void)snprintf(want, sizeof(want), "\r\nT: %.2f (", sum);
	assert_non_null(strstr(text, want));
	assert_non_null(strstr(text, "\r\nDone.\r\n"));
}

/* The cost is proportional to the number of rolls. */
FIXTURE_TEST(the_dice_test_is_bounded)
{
	unsigned c = fixture_clip(h, "ann");

	fixture_type(h, c, "dicetest");
	assert_non_null(strstr(fixture_read(h, c), "*** Rolled 10800 times with 2 dice"));
	fixture_discard(h);
	fixture_type(h, c, "dicetest 1000000000");
	assert_non_null(strstr(fixture_read(h, c), "*** Rolled 10800 times with 2 dice"));
}

/* ---- saved matches ---- */

/* Records that the server was up for an hour on each of the last ten days. */
static void
pretend_server_was_up(struct fixture *h)
{
	int64_t today = fixture_now_ms(h) / 1000 / DAY_S;

	for (int64_t day = today - 10; day < today; day++) {
		store_hour_add(fixture_store(h),
		    &(struct hour_record){ .hour = day * 24, .uptime_ms = HOUR_S * 1000 });
		store_up_day_add(fixture_store(h), day);
	}
}

/* Makes a saved match of two users, whose last action was `days` days ago and whose end was
 * announced eight days ago. */
static int64_t
save_match(struct fixture *h, int64_t a, int64_t b, int64_t days)
{
	struct match_record m = { .user = { a, b },
		.length = 5,
		.variant = "backgammon",
		.created_ms = fixture_now_ms(h) - days * DAY_S * 1000 };
	int64_t id = store_match_create(fixture_store(h), &m);

	for (unsigned i = 0; i < 2; i++)
		store_resume_request_set(fixture_store(h),
		    &(struct resume_request_record){ .user = m.user[i],
			.match = id,
			.last_request_day = -1,
			.end_announced_ms = fixture_now_ms(h) - 8 * DAY_S * 1000 });
	pretend_server_was_up(h);
	return id;
}

static bool
is_over(struct fixture *h, int64_t id)
{
	struct match_record m;

	assert_true(store_match_by_id(fixture_store(h), id, &m));
	if (m.ended_ms != 0)
		assert_string_equal(m.end_reason, "expired");
	return m.ended_ms != 0;
}

#define USERS 40
#define SAVED_MATCHES (USERS * (USERS - 1) / 2)

/* Every third of 780 matches is too old; the server is restarted again and again. */
FIXTURE_TEST(only_old_matches_are_ended_and_in_slices)
{
	static int64_t user[USERS], match[SAVED_MATCHES];
	struct store *s = fixture_store(h);
	unsigned n = 0, slices = 0;
	int64_t was = 0;

	for (unsigned i = 0; i < USERS; i++) {
		char name[] = { 'u', (char)('a' + i / 26), (char)('a' + i % 26), '\0' };

		user[i] = fixture_user(h, name, 1500, 0);
	}
	for (unsigned i = 0; i < USERS; i++)
		for (unsigned k = 0; k < i; k++, n++)
			match[n] = save_match(h, user[i], user[k], n % 3 == 0 ? 61 : 59);
	assert_int_equal(store_commit(s, NULL), STORE_OK);
	fixture_turn(h);
	for (unsigned minute = 0; minute < 24 * 60; minute++) {
		int64_t now;

		fixture_advance(h, 60000);
		now = store_counter(s, COUNTER_MATCHES_EXPIRED);
		assert_in_range(now - was, 0, 50);
		slices += now > was;
		was = now;
		if (minute % 200 == 100)
			fixture_restart(h);
	}
	assert_int_equal(was, SAVED_MATCHES / 3);
	assert_true(slices >= SAVED_MATCHES / 50); /* spread over several slices */
	for (unsigned i = 0; i < SAVED_MATCHES; i++)
		assert_int_equal(is_over(h, match[i]), i % 3 == 0);
	assert_int_equal(counters_wrong(s), 0);
}

TEST(with_saved_days_0_matches_are_kept_forever)
{
	struct fixture_options o;
	struct fixture *h;
	int64_t id;
	unsigned c;

	fixture_options_default(&o);
	o.world.saved_days = 0;
	h = fixture_new(&o);
	id = save_match(
	    h, fixture_user(h, "ann", 1500, 0), fixture_user(h, "bob", 1500, 0), 9999);
	assert_int_equal(store_commit(fixture_store(h), NULL), STORE_OK);
	for (unsigned i = 0; i < 50; i++)
		fixture_advance(h, HOUR_S * 1000);
	assert_false(is_over(h, id));
	c = fixture_clip(h, "ann");
	fixture_type(h, c, "stat");
	assert_non_null(
	    strstr(fixture_read(h, c), "01(0) saved games check by cron, too old: never\r\n"));
	fixture_free(&h);
}

struct pair {
	struct fixture *h;
	unsigned ann, bob;
	int64_t match;
};

/* Makes a match left 59 days and 23 hours ago by two users who are online again. */
static void
pair_open(struct pair *p)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.world.idle_s = 604800;
	p->h = fixture_new(&o);
	p->ann = fixture_clip(p->h, "ann");
	p->bob = fixture_clip(p->h, "bob");
	fixture_type(p->h, p->ann, "toggle ready");
	fixture_type(p->h, p->bob, "toggle ready");
	p->match = save_match(p->h, fixture_session(p->h, p->ann)->player->user,
	    fixture_session(p->h, p->bob)->player->user, 60);
	assert_int_equal(store_commit(fixture_store(p->h), NULL), STORE_OK);
	fixture_turn(p->h);
}

TEST(a_match_that_is_being_played_is_never_ended)
{
	struct fixture_options o;
	struct match_record m;
	struct fixture *h;
	unsigned ann, bob;

	fixture_options_default(&o);
	o.world.idle_s = 100 * DAY_S;
	o.world.saved_days = 2;
	h = fixture_new(&o);
	ann = fixture_clip(h, "ann");
	bob = fixture_clip(h, "bob");
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 3");
	fixture_type(h, bob, "join ann");
	assert_true(store_match_find_unfinished(fixture_store(h),
	    fixture_session(h, ann)->player->user, fixture_session(h, bob)->player->user, &m));
	for (unsigned i = 0; i < 80; i++)
		advance_s(h,
		    HOUR_S); /* the player on roll has now thought for more than three days */
	assert_false(is_over(h, m.id));
	assert_int_equal(store_counter(fixture_store(h), COUNTER_MATCHES_EXPIRED), 0);
	fixture_type(h, ann, "leave");
	for (unsigned i = 0; i < 9 * 24; i++)
		advance_s(h, HOUR_S);
	assert_true(is_over(h, m.id));
	assert_int_equal(counters_wrong(fixture_store(h)), 0);
	fixture_free(&h);
}

/* A player was invited to resume the match.  Now there is nothing to resume, and a new match
 * can be started. */
TEST(an_invitation_to_a_match_that_was_removed_is_void)
{
	struct pair p;

	pair_open(&p);
	fixture_type(p.h, p.ann, "invite bob");
	assert_non_null(strstr(fixture_read(p.h, p.bob), "wants to resume a saved match"));
	advance_s(p.h, 60);
	assert_true(is_over(p.h, p.match));
	fixture_type(p.h, p.bob, "join ann");
	assert_int_equal(fixture_session(p.h, p.bob)->match, 0);
	assert_string_not_equal(fixture_read(p.h, p.bob), "");
	fixture_type(p.h, p.ann, "invite bob 3");
	fixture_type(p.h, p.bob, "join ann");
	assert_int_not_equal(fixture_session(p.h, p.bob)->match, 0);
	assert_int_equal(counters_wrong(fixture_store(p.h)), 0);
	fixture_free(&p.h);
}

TEST(a_slice_on_a_full_disk_is_made_later)
{
	struct fulldisk d;
	int64_t id;

	disk_open(&d, 604800);
	id = save_match(
	    d.h, fixture_user(d.h, "ann", 1500, 0), fixture_user(d.h, "bob", 1500, 0), 70);
	assert_int_equal(store_commit(d.store, NULL), STORE_OK);
	fixture_turn(d.h);
	fulldisk_fill(&d);
	fixture_advance(d.h, 60000);
	assert_false(is_over(d.h, id));
	assert_int_equal(store_counter(d.store, COUNTER_MATCHES_EXPIRED), 0);
	fulldisk_clear_and_resume(&d);
	fixture_advance(d.h, HOUR_S * 1000);
	assert_true(is_over(d.h, id));
	assert_int_equal(counters_wrong(d.store), 0);
	fulldisk_close(&d);
}

/* ---- the longest turn ---- */

FIXTURE_TEST(the_longest_turn_is_reset_after_a_minute_except_since_startup)
{
	struct world *w = fixture_world(h);
	unsigned ann = fixture_telnet(h, "ann");

	assert_true(counters_longest_turn(w) <= 0 && counters_longest_in_minute(w) <= 0);
	counters_add_turn(w, 7250, 0);
	advance_s(h, 30);
	counters_add_turn(w, 3000, 0);
	counters_add_turn(w, 2000, 0);
	fixture_type(h, ann, "stat");
	assert_non_null(strstr(fixture_read(h, ann),
	    "Longest turn of the server: 7.2 ms, in the last minute: 7.2 ms\r\n"));
	advance_s(h, 40);
	fixture_type(h, ann, "stat");
	assert_non_null(strstr(fixture_read(h, ann),
	    "Longest turn of the server: 7.2 ms, in the last minute: 3.0 ms\r\n"));
	advance_s(h, 3600);
	assert_true(counters_longest_in_minute(w) <= 0);
	counters_add_turn(w, 9000, 0);
	assert_int_equal((int)counters_longest_turn(w), 9);
	assert_int_equal((int)counters_longest_in_minute(w), 9);
}
