/* SPDX-License-Identifier: MIT */
/* Ways back into an account, and who tries to come in by them. */
#include <stdio.h>

#include "output/output.h"
#include "people/people.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define CODE_MAX 24

/* The code that alice is given, who is on line at telnet. */
static void
new_code(struct fixture *h, unsigned alice, char code[CODE_MAX])
{
	const char *at;

	(void)fixture_read(h, alice);
	fixture_type(h, alice, "recovery " FIXTURE_PASSWORD);
	at = strstr(fixture_read(h, alice), "code is  ");
	assert_non_null(at);
	(void)snprintf(code, CODE_MAX, "%s", at + strlen("code is  "));
}

static unsigned
guest(struct fixture *h, const char *addr)
{
	unsigned c = fixture_connect(h, addr);

	fixture_type(h, c, "guest");
	return c;
}

static enum session_state
tries(struct fixture *h, unsigned conn, const char *code)
{
	fixture_typef(h, conn, "recover alice %s", code);
	return fixture_session(h, conn)->state;
}

/* Both prompts. */
static void
chooses(struct fixture *h, unsigned conn, const char *password)
{
	fixture_type(h, conn, password);
	fixture_type(h, conn, password);
}

static bool
is_online(struct fixture *h, unsigned conn)
{
	const struct session *s = fixture_session(h, conn);

	return s != NULL && s->state == ST_ONLINE;
}

static bool
logs_in(struct fixture *h, const char *password)
{
	unsigned c = fixture_connect(h, "127.0.0.1");

	fixture_typef(h, c, "connect alice %s", password);
	return is_online(h, c);
}

FIXTURE_TEST(of_two_with_the_code_one_comes_in)
{
	unsigned alice = fixture_telnet(h, "alice"), a, b;
	char code[CODE_MAX];

	new_code(h, alice, code);
	a = guest(h, "10.0.0.1");
	b = guest(h, "10.0.0.2");
	assert_int_equal(tries(h, a, code), ST_NEW_PASSWORD);
	assert_int_equal(tries(h, b, code), ST_NEW_PASSWORD);
	fixture_type(h, a, "first");
	fixture_type(h, b, "second");
	fixture_type(h, a, "first");
	fixture_type(h, b, "second");
	assert_true(is_online(h, a));
	assert_false(is_online(h, alice));
	assert_int_equal(fixture_session(h, b)->state, ST_NAME);
	assert_false(logs_in(h, "second"));
	assert_true(logs_in(h, "first"));
}

FIXTURE_TEST(a_password_that_changes_meanwhile_stays)
{
	unsigned alice = fixture_telnet(h, "alice"), a = guest(h, "10.0.0.1");
	char code[CODE_MAX];

	new_code(h, alice, code);
	assert_int_equal(tries(h, a, code), ST_NEW_PASSWORD);
	fixture_type(h, alice, "password " FIXTURE_PASSWORD ":owners:owners");
	chooses(h, a, "thiefs");
	assert_false(is_online(h, a));
	assert_true(logs_in(h, "owners"));
	/* the code is not used up by that */
	a = guest(h, "10.0.0.1");
	assert_int_equal(tries(h, a, code), ST_NEW_PASSWORD);
}

FIXTURE_TEST(a_new_code_ends_one_that_is_being_used)
{
	unsigned alice = fixture_telnet(h, "alice"), a = guest(h, "10.0.0.1");
	char code[CODE_MAX], next[CODE_MAX];

	new_code(h, alice, code);
	assert_int_equal(tries(h, a, code), ST_NEW_PASSWORD);
	new_code(h, alice, next);
	chooses(h, a, "thiefs");
	assert_false(is_online(h, a));
	assert_true(logs_in(h, FIXTURE_PASSWORD));
	assert_int_equal(tries(h, guest(h, "10.0.0.1"), next), ST_NEW_PASSWORD);
}

/* Codes are counted with passwords: not ten of each. */
TEST(codes_are_guessed_ten_times_in_an_hour)
{
	struct fixture_options o;
	struct fixture *h;
	char code[CODE_MAX], addr[16];
	unsigned alice, tried = 0;

	fixture_options_default(&o);
	o.flood_limits = true;
	h = fixture_new(&o);
	alice = fixture_telnet(h, "alice");
	new_code(h, alice, code);
	for (unsigned i = 0; i < 12; i++) {
		unsigned c;

		(void)snprintf(addr, sizeof(addr), "10.0.%u.1", i);
		c = guest(h, addr);
		(void)fixture_read(h, c);
		(void)tries(h, c, "aaaaa-aaaaa-aaaaa-aaaaa");
		tried += strstr(fixture_read(h, c), "not a name with its") != NULL;
	}
	assert_int_equal(tried, 5); /* half of the hour's at once */
	assert_int_equal(tries(h, guest(h, "10.1.0.1"), code), ST_NAME);
	fixture_advance(h, 3600 * 1000);
	assert_int_equal(tries(h, guest(h, "10.1.0.1"), code), ST_NEW_PASSWORD);
	fixture_free(&h);
}

FIXTURE_TEST(the_code_is_kept_as_a_hash_and_ends_with_the_account)
{
	struct world *w = fixture_world(h);
	unsigned alice = fixture_telnet(h, "alice"), anna;
	int64_t user = fixture_session(h, alice)->player->user;
	char code[CODE_MAX];

	new_code(h, alice, code);
	assert_true(store_recovery_made(w->store, user) > 0);
	(void)fixture_user(h, "anna", 1500.0, 0);
	fixture_role(h, "anna", "admin");
	anna = fixture_telnet(h, "anna");
	fixture_type(h, anna, "erase alice alice");
	assert_int_equal(store_recovery_made(fixture_world(h)->store, user), 0);
	assert_int_equal(tries(h, guest(h, "10.0.0.1"), code), ST_NAME);
}

/* Who has stolen the account and made a code for it is put out by an operator for good. */
FIXTURE_TEST(a_reset_ends_the_code_and_the_session)
{
	unsigned thief = fixture_telnet(h, "alice"), oscar;
	char code[CODE_MAX];

	new_code(h, thief, code);
	(void)fixture_user(h, "oscar", 1500.0, 0);
	fixture_role(h, "oscar", "operator");
	oscar = fixture_telnet(h, "oscar");
	fixture_type(h, oscar, "reset alice");
	assert_false(is_online(h, thief));
	assert_false(logs_in(h, FIXTURE_PASSWORD));
	assert_int_equal(tries(h, guest(h, "10.0.0.1"), code), ST_NAME);
}
