/* SPDX-License-Identifier: MIT */
/* Rate limits before login: how often an action is allowed, and which users, addresses and
 * networks share a limit. */
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "login/rate.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define HOUR_MS (INT64_C(3600) * 1000)

/* ---- rates ---- */

static struct rate_key
key_of(unsigned n)
{
	char name[STORE_NAME_MAX + 1];

	(void)snprintf(name, sizeof(name), "N%u", n);
	return rate_key(name, NULL);
}

/* Counts the times within the hour before now. */
static unsigned
count_last_hour(const int64_t *at, unsigned n, int64_t now)
{
	unsigned found = 0;

	for (unsigned i = 0; i < n; i++)
		found += at[i] > now - HOUR_MS;
	return found;
}

TEST(no_hour_exceeds_the_limit)
{
	static const unsigned limits[] = { 1, 2, 3, 10, 20, 200 };
	static int64_t at[4000];
	struct rng g;

	rng_seed(&g, 1);
	for (unsigned l = 0; l < sizeof(limits) / sizeof(*limits); l++) {
		const struct rate_key key = key_of(1);
		struct rates r = { 0 };
		int64_t now = 1000;
		unsigned n = 0;

		for (unsigned tries = 0; tries < 4000; tries++) {
			now += rng_below(&g, 60000);
			if (!rate_allows(&r, &key, limits[l], now))
				continue;
			rate_count(&r, &key, limits[l], now);
			at[n++] = now;
			assert_true(count_last_hour(at, n, now) <= limits[l]);
		}
		/* in the long run, at least half the limit is allowed */
		assert_true(n >= (unsigned)((now - 1000) / HOUR_MS * limits[l] / 2));
		rates_free(&r);
	}
}

TEST(half_the_limit_may_be_used_at_once_and_refills_evenly)
{
	const struct rate_key key = rate_key("Anna", NULL), same = rate_key("aNNA", NULL);
	struct rates r = { 0 };

	for (unsigned i = 0; i < 5; i++) {
		assert_true(rate_allows(&r, &key, 10, 0));
		rate_count(&r, &same, 10, 0);
	}
	assert_false(rate_allows(&r, &key, 10, 0));
	assert_false(rate_allows(&r, &key, 10, HOUR_MS / 5 - 1));
	assert_true(rate_allows(&r, &key, 10, HOUR_MS / 5));
	rate_uncount(&r, &key, 10);
	assert_true(rate_allows(&r, &key, 10, 0));
	for (unsigned i = 0; i < 100; i++)
		rate_count(&r, &key, 0, 0);
	assert_true(rate_allows(&r, &key, 0, 0));
	rates_free(&r);
}

TEST(the_latest_keys_are_remembered)
{
	struct rate_key key;
	struct rates r = { 0 };

	for (unsigned i = 0; i < RATES_MAX + 100; i++) {
		key = key_of(i);
		rate_count(&r, &key, 1, 0);
		assert_true(r.len <= RATES_MAX);
	}
	key = key_of(99);
	assert_true(rate_allows(&r, &key, 1, 0));
	key = key_of(100);
	assert_false(rate_allows(&r, &key, 1, 0));
	/* expired entries are replaced first */
	for (unsigned i = 0; i < RATES_MAX; i++) {
		key = key_of(i);
		rate_count(&r, &key, 1, 3 * HOUR_MS);
	}
	for (unsigned i = 0; i < 100; i++) {
		key = key_of(RATES_MAX * 2 + i);
		rate_count(&r, &key, 1, 9 * HOUR_MS);
	}
	assert_in_range(r.len, 100, RATES_MAX);
	rates_free(&r);
}

/* ---- new accounts ---- */

static unsigned accounts;

static struct fixture *
open_server(unsigned hour, unsigned network)
{
	struct fixture_options o;

	accounts = 0;
	fixture_options_default(&o);
	o.flood_limits = true;
	o.world.register_hour = hour;
	o.world.register_network = network;
	return fixture_new(&o);
}

static bool
register_guest(struct fixture *h, const char *from)
{
	unsigned c = fixture_connect(h, from);
	bool done;

	fixture_type(h, c, "guest");
	fixture_typef(h, c, "name new%c", 'a' + (char)accounts++);
	fixture_type(h, c, "secret");
	fixture_type(h, c, "secret");
	done = strstr(fixture_read(h, c), "You are registered.") != NULL;
	fixture_drop(h, c, NET_CLOSE_PEER);
	return done;
}

TEST(new_accounts_per_network_are_limited)
{
	struct fixture *h = open_server(100, 4);

	assert_true(register_guest(h, "10.1.2.3"));
	assert_true(register_guest(h, "10.1.2.200"));
	assert_false(register_guest(h, "10.1.2.77"));
	assert_true(register_guest(h, "10.1.3.77"));
	assert_true(register_guest(h, "2001:db8:1:ff00::1"));
	assert_true(register_guest(h, "2001:db8:1:1::2"));
	assert_false(register_guest(h, "2001:db8:1:2::3"));
	assert_true(register_guest(h, "2001:db8:2:2::3"));
	fixture_advance(h, HOUR_MS / 2);
	assert_true(register_guest(h, "10.1.2.77"));
	fixture_free(&h);
}

TEST(new_accounts_in_total_are_limited)
{
	struct fixture *h = open_server(6, 4);
	unsigned c;

	assert_true(register_guest(h, "10.1.1.1") && register_guest(h, "10.1.2.1"));
	assert_true(register_guest(h, "10.1.3.1"));
	c = fixture_connect(h, "10.1.4.1");
	fixture_type(h, c, "guest");
	fixture_read(h, c);
	fixture_type(h, c, "name newbie"); /* refused before a password is typed */
	assert_string_equal(fixture_read(h, c),
	    "** Too many accounts are being made just now. Please try again later.\r\n> ");
	fixture_advance(h, HOUR_MS / 3);
	fixture_type(h, c, "name newbie");
	assert_true(register_guest(h, "10.1.5.1"));
	fixture_read(h, c);
	fixture_type(h, c, "secret"); /* another registration was faster */
	fixture_type(h, c, "secret");
	assert_non_null(strstr(fixture_read(h, c), "Too many accounts are being made"));
	fixture_free(&h);
}

/* Goes through registration up to the password check. */
static unsigned
must_wait_for_account(struct fixture *h, const char *from)
{
	unsigned c = fixture_connect(h, from);

	fixture_type(h, c, "guest");
	fixture_type(h, c, "name newbie");
	fixture_type(h, c, "secret");
	fixture_type(h, c, "secret");
	return c;
}

TEST(an_abandoned_registration_does_not_count)
{
	struct fixture *h = open_server(6, 4);

	fixture_hold_work(h, true, 64);
	for (unsigned i = 0; i < 10; i++) {
		unsigned c = must_wait_for_account(h, "10.1.1.1");

		assert_null(strstr(fixture_read(h, c), "Too many"));
		assert_int_equal(fixture_penalty(h, c), 0);
		fixture_drop(h, c, NET_CLOSE_PEER);
		assert_int_equal(fixture_penalty(h, c), 5);
	}
	fixture_hold_work(h, false, 64);
	assert_true(register_guest(h, "10.1.1.1"));
	fixture_free(&h);
}

/* ---- guesses ---- */

enum login_answer {
	LET_IN,
	WRONG_PASSWORD,
	TOO_MANY_GUESSES
};

static enum login_answer
try(struct fixture *h, const char *from, const char *name, const char *password)
{
	unsigned c = fixture_connect(h, from);
	const char *said;
	enum login_answer a;

	fixture_type(h, c, name);
	fixture_type(h, c, password);
	said = fixture_read(h, c);
	a = strstr(said, "Too many wrong passwords") != NULL ? TOO_MANY_GUESSES
	    : strstr(said, "Login incorrect") != NULL        ? WRONG_PASSWORD
							     : LET_IN;
	assert_int_equal(a == LET_IN, strstr(said, "User") != NULL);
	fixture_drop(h, c, NET_CLOSE_PEER);
	return a;
}

static struct fixture *
open_server_with_users(void)
{
	struct fixture *h = open_server(100, 100);

	fixture_user(h, "anna", 1500, 0);
	fixture_user(h, "bert", 1500, 0);
	return h;
}

/* Returns how many guesses from distinct addresses are checked without delay. */
static unsigned
guess_passwords(struct fixture *h, const char *name)
{
	char from[32];
	unsigned n = 0;

	while (n < 100) {
		(void)snprintf(from, sizeof(from), "10.66.%u.1", n);
		if (try(h, from, name, "guess") == TOO_MANY_GUESSES)
			break;
		n++;
	}
	return n;
}

TEST(guesses_for_a_name_are_limited_but_its_owner_can_log_in)
{
	struct fixture *h = open_server_with_users();

	assert_int_equal(try(h, "192.0.2.7", "anna", "secret"), LET_IN);
	assert_int_equal(guess_passwords(h, "anna"), 5);
	assert_int_equal(try(h, "10.99.1.1", "ANNA", "secret"), TOO_MANY_GUESSES);
	assert_int_equal(try(h, "192.0.2.250", "anna", "secret"), LET_IN);
	assert_int_equal(try(h, "10.99.1.1", "bert", "secret"), LET_IN);
	fixture_advance(h, HOUR_MS / 5);
	assert_int_equal(try(h, "10.99.1.1", "anna", "secret"), LET_IN);
	assert_int_equal(try(h, "10.99.2.1", "anna", "guess"), WRONG_PASSWORD);
	assert_int_equal(try(h, "10.99.3.1", "anna", "secret"), TOO_MANY_GUESSES);
	assert_int_equal(try(h, "10.99.1.1", "anna", "secret"), LET_IN);
	fixture_free(&h);
}

TEST(guesses_that_wait_leave_room_for_the_owner)
{
	struct fixture *h = open_server_with_users();
	static const char *const from[] = { "10.66.1.1", "10.66.2.1", "10.66.3.1", "10.66.4.1",
		"192.0.2.250" };
	unsigned c[ARRAY_LEN(from)];

	assert_int_equal(try(h, "192.0.2.7", "anna", "secret"), LET_IN);
	fixture_hold_work(h, true, 4);
	for (unsigned i = 0; i < ARRAY_LEN(from); i++) {
		c[i] = fixture_connect(h, from[i]);
		fixture_type(h, c[i], "anna");
		fixture_type(h, c[i], i < 4 ? "guess" : "secret");
		assert_int_equal(
		    strstr(fixture_read(h, c[i]), "Too many people") != NULL, i == 3);
	}
	fixture_hold_work(h, false, 4);
	for (unsigned i = 0; i < ARRAY_LEN(from); i++)
		assert_int_equal(
		    strstr(fixture_read(h, c[i]), "User anna auth") != NULL, i == 4);
	fixture_free(&h);
}

TEST(guesses_for_an_unused_name_are_limited_alike)
{
	struct fixture *h = open_server_with_users();

	assert_int_equal(guess_passwords(h, "nobody"), guess_passwords(h, "anna"));
	fixture_free(&h);
}

TEST(guesses_from_an_address_are_limited_for_all_names)
{
	struct fixture *h = open_server_with_users();
	char name[STORE_NAME_MAX + 1], from[64];

	assert_int_equal(try(h, "192.0.2.7", "anna", "secret"), LET_IN);
	for (unsigned i = 0; i < 11; i++) {
		enum login_answer a = i < 10 ? WRONG_PASSWORD : TOO_MANY_GUESSES;

		(void)snprintf(name, sizeof(name), "other%c", 'a' + (char)i);
		(void)snprintf(from, sizeof(from), "2001:db8:1:%x::1", i);
		assert_int_equal(try(h, "192.0.2.7", name, "guess"), a);
		assert_int_equal(try(h, from, name, "guess"), a);
	}
	assert_int_equal(try(h, "192.0.2.8", "bert", "secret"), LET_IN);
	assert_int_equal(
	    try(h, "192.0.2.7", "bert", "secret"), LET_IN); /* the address is known now */
	assert_int_equal(try(h, "192.0.2.7", "anna", "secret"), LET_IN);
	assert_int_equal(try(h, "2001:db8:1:77::1", "anna", "secret"), TOO_MANY_GUESSES);
	fixture_free(&h);
}

TEST(guesses_from_the_owners_network_are_limited_too)
{
	struct fixture *h = open_server_with_users();

	char from[64];

	assert_int_equal(try(h, "192.0.2.7", "anna", "secret"), LET_IN);
	for (unsigned i = 0; i < 10; i++)
		assert_int_equal(try(h, "192.0.2.99", "anna", "guess"), WRONG_PASSWORD);
	assert_int_equal(try(h, "192.0.2.99", "anna", "secret"), TOO_MANY_GUESSES);
	assert_int_equal(try(h, "192.0.2.99", "bert", "secret"), LET_IN);
	assert_int_equal(try(h, "192.0.2.7", "anna", "secret"),
	    LET_IN);                        /* a neighbour in the same network */
	for (unsigned i = 0; i < 30; i++) { /* the guesses of all neighbours are limited, too */
		(void)snprintf(from, sizeof(from), "192.0.2.%u", 100 + i / 10);
		assert_int_equal(try(h, from, "anna", "guess"), WRONG_PASSWORD);
	}
	assert_int_equal(try(h, "192.0.2.7", "anna", "secret"), TOO_MANY_GUESSES);
	assert_int_equal(try(h, "192.0.2.7", "bert", "secret"), LET_IN);
	/* each household has a separate /64 */
	assert_int_equal(try(h, "2001:db8:1:1::1", "bert", "secret"), LET_IN);
	for (unsigned i = 0; i < 11; i++) {
		(void)snprintf(from, sizeof(from), "2001:db8:1:2::%x", i + 1);
		assert_int_equal(
		    try(h, from, "bert", "guess"), i < 10 ? WRONG_PASSWORD : TOO_MANY_GUESSES);
	}
	assert_int_equal(try(h, "2001:db8:1:1::2", "bert", "secret"), LET_IN);
	fixture_free(&h);
}

TEST(a_correct_password_does_not_count_as_a_guess)
{
	struct fixture *h = open_server_with_users();
	char from[32];

	for (unsigned i = 0; i < 40; i++) {
		(void)snprintf(from, sizeof(from), "10.1.%u.1", i);
		assert_int_equal(try(h, from, "anna", "secret"), LET_IN);
	}
	fixture_free(&h);
}

TEST(an_unchecked_password_does_not_count_as_a_guess)
{
	struct fixture *h = open_server_with_users();

	fixture_hold_work(h, true, 64);
	for (unsigned i = 0; i < 20; i++) {
		unsigned c = fixture_connect(h, "10.1.1.1");

		fixture_type(h, c, "anna");
		fixture_type(h, c, "guess");
		assert_null(strstr(fixture_read(h, c), "Too many"));
		fixture_drop(h, c, NET_CLOSE_PEER);
		assert_int_equal(fixture_penalty(h, c), 5);
	}
	fixture_hold_work(h, false, 64);
	assert_int_equal(try(h, "10.1.1.1", "anna", "secret"), LET_IN);
	assert_int_equal(guess_passwords(h, "anna"), 5);
	fixture_free(&h);
}

TEST(an_evicted_connection_costs_neither_penalty_nor_guess)
{
	struct fixture *h = open_server_with_users();
	unsigned c;

	fixture_hold_work(h, true, 64);
	for (unsigned i = 0; i < 20; i++) {
		c = fixture_connect(h, "10.1.1.1");
		fixture_drop(h, c, NET_CLOSE_EVICTED);
		assert_int_equal(fixture_penalty(h, c), 0);
		c = fixture_connect(h, "10.1.1.1");
		fixture_type(h, c, "anna");
		fixture_type(h, c, "guess");
		assert_null(strstr(fixture_read(h, c), "Too many"));
		fixture_drop(h, c, NET_CLOSE_EVICTED);
		assert_int_equal(fixture_penalty(h, c), 0);
	}
	fixture_hold_work(h, false, 64);
	assert_int_equal(try(h, "10.1.1.1", "anna", "secret"), LET_IN);
	assert_int_equal(guess_passwords(h, "anna"), 5);
	fixture_free(&h);
}

TEST(an_evicted_connection_does_not_count_as_a_registration)
{
	struct fixture *h = open_server(100, 4);

	fixture_hold_work(h, true, 64);
	for (unsigned i = 0; i < 10; i++) {
		unsigned c = fixture_connect(h, "10.1.1.1");

		fixture_type(h, c, "guest");
		fixture_type(h, c, "name newbie");
		fixture_type(h, c, "secret");
		fixture_type(h, c, "secret");
		assert_null(strstr(fixture_read(h, c), "Too many"));
		fixture_drop(h, c, NET_CLOSE_EVICTED);
		assert_int_equal(fixture_penalty(h, c), 0);
	}
	fixture_hold_work(h, false, 64);
	assert_true(register_guest(h, "10.1.1.1"));
	fixture_free(&h);
}

TEST(guesses_at_the_same_time_count_each)
{
	struct fixture *h = open_server_with_users();
	unsigned c[20], wrong = 0;

	fixture_hold_work(h, true, 64);
	for (unsigned i = 0; i < 20; i++) {
		char from[32];

		(void)snprintf(from, sizeof(from), "10.1.%u.1", i);
		c[i] = fixture_connect(h, from);
		fixture_type(h, c[i], "anna");
		fixture_type(h, c[i], "guess");
	}
	fixture_hold_work(h, false, 64);
	for (unsigned i = 0; i < 20; i++)
		wrong += strstr(fixture_read(h, c[i]), "Login incorrect") != NULL;
	assert_int_equal(wrong, 5);
	fixture_free(&h);
}

TEST(the_last_networks_of_the_owner_are_kept)
{
	struct fixture *h = open_server_with_users();
	char from[32];

	for (unsigned i = 0; i < 9; i++) {
		(void)snprintf(from, sizeof(from), "10.1.%u.1", i);
		assert_int_equal(try(h, from, "anna", "secret"), LET_IN);
	}
	fixture_restart(h);
	assert_int_equal(guess_passwords(h, "anna"), 5);
	for (unsigned i = 0; i < 9; i++) {
		(void)snprintf(from, sizeof(from), "10.1.%u.200", i);
		assert_int_equal(
		    try(h, from, "anna", "secret"), i == 0 ? TOO_MANY_GUESSES : LET_IN);
	}
	fixture_free(&h);
}
