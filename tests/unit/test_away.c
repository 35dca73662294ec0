/* SPDX-License-Identifier: MIT */
/* The whole server while its PostgreSQL is unreachable: commands that need it are refused with
 * a message and never wait; everything else works, and service resumes automatically. */
#include "cmd/cmd.h"
#include "people/people.h"
#include "store/store.h"
#include "tests/support/fixture.h"
#include "tests/support/postgres.h"
#include "tests/unit/test.h"

#include <libpq-fe.h>
#include <poll.h>

#define NO_ROOM "** Sorry, the server has no room to save anything just now."
#define NO_DATABASE "** Sorry, the server cannot reach its database just now."

static struct database_test {
	PGconn *operator; /* connects before a test forbids the role to log in */
	struct fixture *h;
	unsigned ann, bob, eve;
} a;

BEFORE_ALL
{
	CHECK(setenv("STORE_ENGINE", "postgresql", 1) == 0);
	postgres_start();
}

static void
run(const char *sql)
{
	PGresult *r = PQexec(a.operator, sql);

	CHECK(PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK);
	PQclear(r);
}

BEFORE_EACH
{
	a.operator= PQconnectdb("");
	a.h = fixture_new(NULL);
	fixture_user(a.h, "ann", 1500, 0);
	store_user_set_role(fixture_store(a.h), 1, "admin");
	a.ann = fixture_telnet(a.h, "ann");
	a.bob = fixture_telnet(a.h, "bob");
	a.eve = fixture_clip(a.h, "eve");
	fixture_type(a.h, a.ann, "toggle ready");
	fixture_type(a.h, a.bob, "toggle ready");
	fixture_type(a.h, a.eve, "watch ann");
	fixture_discard(a.h);
}

static void
forbid_database(void)
{
	run("ALTER ROLE CURRENT_USER NOLOGIN");
	run("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE pid <> "
	    "pg_backend_pid() AND application_name = 'gammond'");
	fixture_turn(a.h);
	assert_true(store_unreachable(fixture_store(a.h)));
	fixture_warned(a.h, "database_away");
	fixture_discard(a.h);
}

static void
allow_database(void)
{
	run("ALTER ROLE CURRENT_USER LOGIN");
	while (store_was_refusing(fixture_store(a.h))) {
		(void)poll(NULL, 0, 10);
		fixture_turn(a.h);
	}
	fixture_type(a.h, a.ann, "toggle bell"); /* the answered turn restarts the minute after
						    which the store gives up */
	fixture_discard(a.h);
}

AFTER_EACH
{
	run("ALTER ROLE CURRENT_USER LOGIN");
	fixture_free(&a.h);
	PQfinish(a.operator);
}

/* A read that is not refused would wait until the store gives up. */
TEST(no_command_waits_for_the_database)
{
	static const char *const WORDS[] = { "", " carlo", " bob", " 1", " bob why" };

	forbid_database();
	for (const struct command *c = COMMANDS; c->name != NULL; c++) {
		if ((c - COMMANDS) % 20 == 19) { /* all commands together take longer than the
						    minute after which the store gives up */
			allow_database();
			forbid_database();
		}
		for (unsigned i = 0; i < ARRAY_LEN(WORDS); i++) {
			if ((c->flags & CMD_LEAVES) != 0 || strcmp(c->name, "shutdown") == 0 ||
			    strcmp(c->name, "wave") == 0)
				continue; /* these commands end ann's session */
			fixture_typef(a.h, a.ann, "%s%s", c->name, WORDS[i]);
			if (!fixture_is_open(a.h, a.ann) ||
			    strlen(fixture_read(a.h, a.ann)) == 0 ||
			    !store_unreachable(fixture_store(a.h)))
				fail_msg("%s%s", c->name, WORDS[i]);
		}
	}
	allow_database();
}

TEST(commands_that_need_the_database_are_refused_and_chat_works)
{
	forbid_database();
	fixture_type(a.h, a.ann, "invite bob 3");
	assert_non_null(strstr(fixture_read(a.h, a.ann), NO_ROOM));
	fixture_type(a.h, a.ann, "whois carlo");
	assert_non_null(strstr(fixture_read(a.h, a.ann), NO_DATABASE));
	assert_string_equal(fixture_read(a.h, a.bob), "");
	fixture_type(a.h, a.ann, "shout still here");
	assert_non_null(strstr(fixture_read(a.h, a.bob), "ann shouts: still here"));
	fixture_type(a.h, a.ann, "tell bob still here");
	assert_non_null(strstr(fixture_read(a.h, a.bob), "ann says: still here"));
	allow_database();
	fixture_type(a.h, a.ann, "invite bob 3");
	assert_non_null(strstr(fixture_read(a.h, a.bob), "wants to play a 3 point match"));
}

TEST(logins_are_refused_and_logouts_work)
{
	unsigned zoe = fixture_connect(a.h, "192.0.2.7");

	unsigned fay = fixture_telnet(a.h, "fay"), gil = fixture_telnet(a.h, "gil");

	fixture_type(a.h, a.ann, "invite bob 3");
	fixture_type(a.h, a.bob, "join ann");
	fixture_type(a.h, gil, "toggle ready");
	fixture_type(a.h, fay, "invite gil 3");
	fixture_type(a.h, gil, "join fay");
	forbid_database();
	fixture_type(a.h, zoe, "bob");
	fixture_type(a.h, zoe, FIXTURE_PASSWORD);
	assert_non_null(strstr(fixture_read(a.h, zoe), NO_DATABASE));
	assert_true(fixture_is_open(a.h, zoe));
	fixture_type(a.h, zoe, "login test 1008 bob " FIXTURE_PASSWORD);
	assert_non_null(strstr(fixture_read(a.h, zoe), NO_DATABASE));
	fixture_type(a.h, zoe, "login test 1008 bob token:0123456789abcdef0123456789abcdef");
	assert_non_null(strstr(fixture_read(a.h, zoe), NO_DATABASE));
	fixture_type(a.h, a.eve, "bye");
	assert_false(fixture_is_open(a.h, a.eve));
	fixture_type(a.h, fay, "bye"); /* during a match */
	assert_false(fixture_is_open(a.h, fay));
	for (unsigned i = 0; i < 2; i++)
		fixture_type(a.h, gil, "wave");
	assert_false(fixture_is_open(a.h, gil));
	fixture_type(a.h, a.ann, "leave");
	fixture_drop(a.h, a.bob, NET_CLOSE_PEER);
	assert_true(store_unreachable(fixture_store(a.h)));
	allow_database();
	fixture_type(a.h, zoe, "login test 1008 bob " FIXTURE_PASSWORD);
	assert_int_equal(fixture_session(a.h, zoe)->state, ST_ONLINE);
	fixture_type(a.h, zoe, "show saved");
	assert_non_null(strstr(fixture_read(a.h, zoe), "ann"));
}
