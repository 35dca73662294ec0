/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* A changed password stays changed, in whatever order pending checks of the old password
 * complete. */
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define OLD FIXTURE_PASSWORD
#define NEW "changed"

static void
hash_of(struct fixture *h, char hash_out[STORE_HASH_MAX])
{
	struct user_record u;

	assert_true(store_user_by_name(fixture_world(h)->store, "alice", &u));
	memcpy(hash_out, u.hash, sizeof(u.hash));
}

static void
expect_hash(struct fixture *h, const char *hash)
{
	char now[STORE_HASH_MAX];

	hash_of(h, now);
	assert_string_equal(now, hash);
}

/* Gives the account a hash with outdated parameters. */
static void
set_weak_hash(struct fixture *h)
{
	struct user_record u;

	assert_true(store_user_by_name(fixture_world(h)->store, "alice", &u));
	assert_true(store_user_set_hash(fixture_world(h)->store, u.id, u.hash, "weak:" OLD));
	assert_int_equal(store_commit(fixture_world(h)->store, NULL), STORE_OK);
}

static unsigned
log_in(struct fixture *h, const char *password)
{
	unsigned c = fixture_connect(h, "10.0.0.7");
	char line[80];

	(void)snprintf(line, sizeof(line), "connect alice %s", password);
	fixture_type(h, c, line);
	return c;
}

static bool
is_online(struct fixture *h, unsigned conn)
{
	const struct session *s = fixture_session(h, conn);

	return s != NULL && s->state == ST_ONLINE;
}

/* Runs a password change and a login with the old password at the same time; `before`: the
 * login started first. */
static void
race(bool weak, bool before)
{
	struct fixture *h = fixture_new(NULL);
	unsigned alice = fixture_clip(h, "alice"), other = 0;

	if (weak)
		set_weak_hash(h);
	fixture_hold_work(h, true, 64);
	if (before)
		other = log_in(h, OLD);
	fixture_type(h, alice, "password " OLD ":" NEW ":" NEW);
	if (!before)
		other = log_in(h, OLD);
	fixture_hold_work(h, false, 64);
	fixture_advance(h, 10000);
	/* a login checked before the change succeeds and takes over the session; the requested
	 * change still takes effect */
	assert_int_equal(is_online(h, other), before);
	expect_hash(h, "plain:" NEW);
	assert_false(is_online(h, log_in(h, OLD)));
	assert_true(is_online(h, log_in(h, NEW)));
	fixture_free(&h);
}

TEST(a_login_with_the_old_password_after_the_change_is_refused)
{
	race(false, false);
}

TEST(a_login_after_the_change_stores_no_rehash)
{
	race(true, false);
}

TEST(the_change_survives_a_session_takeover)
{
	race(false, true);
}

TEST(a_rehash_does_not_undo_the_change)
{
	race(true, true);
}

FIXTURE_TEST(a_weak_hash_is_replaced_at_login)
{
	(void)fixture_clip(h, "alice");
	set_weak_hash(h);
	assert_true(is_online(h, log_in(h, OLD)));
	expect_hash(h, "plain:" OLD);
}

FIXTURE_TEST(the_change_survives_a_lost_connection)
{
	unsigned alice = fixture_clip(h, "alice");

	fixture_hold_work(h, true, 64);
	fixture_type(h, alice, "password " OLD ":" NEW ":" NEW);
	fixture_drop(h, alice, NET_CLOSE_PEER);
	fixture_hold_work(h, false, 64);
	fixture_advance(h, 10000);
	expect_hash(h, "plain:" NEW);
	assert_true(is_online(h, log_in(h, NEW)));
}
