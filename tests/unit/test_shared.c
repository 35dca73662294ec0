/* SPDX-License-Identifier: MIT */
/* Resources shared by all users cannot be exhausted by the accounts of one network. */
#include <stdio.h>

#include "people/people.h"
#include "tests/support/fixture.h"
#include "tests/support/tourney_replay.h"
#include "tests/unit/test.h"
#include "tournament/tournament.h"

/* Starts a server that limits addresses. */
static struct fixture *
open_server(void)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.flood_limits = true;
	o.world.idle_s = 604800;
	return fixture_new(&o);
}

/* Logs in from an address, creating the account if it does not exist. */
static unsigned
login(struct fixture *h, const char *name, const char *addr)
{
	struct user_record u;
	unsigned c;

	if (!store_user_by_name(fixture_store(h), name, &u))
		(void)fixture_user(h, name, 1500, 0);
	c = fixture_connect(h, addr);
	fixture_typef(h, c, "connect %s " FIXTURE_PASSWORD, name);
	fixture_advance(h, 60000);
	assert_non_null(fixture_session(h, c)->player);
	return c;
}

static bool
opens(struct fixture *h, unsigned c, const char *name)
{
	struct tourney *t;

	fixture_typef(h, c, "tournament create %s checkin 0", name);
	fixture_advance(h, 60000);
	fixture_typef(h, c, "tournament open %s", name);
	fixture_advance(h, 60000);
	t = tourney_by_word(fixture_world(h), name);
	return t != NULL && t->phase == TOURNEY_OPEN;
}

static bool
is_open(struct fixture *h, int64_t id)
{
	struct tourney *t = tourney_get(fixture_world(h), id);

	assert_non_null(t);
	return t->phase == TOURNEY_OPEN;
}

/* Makes sixteen accounts of one address open 64 tournaments; the last one is number 64. */
static void
fill(struct fixture *h)
{
	for (unsigned i = 0; i < 64; i++) {
		char user[] = { 't', 'h', 'i', 'e', 'f', '_', (char)('a' + i / 4), '\0' };
		char name[] = { 'C', 'u', 'p', '_', (char)('a' + i / 26), (char)('a' + i % 26),
			'\0' };
		unsigned c = login(h, user, "10.1.1.1");

		assert_true(opens(h, c, name));
		fixture_drop(h, c, NET_CLOSE_PEER);
	}
	assert_true(is_open(h, 64));
}

TEST(the_network_with_most_tournaments_yields_its_newest_one)
{
	struct fixture *h = open_server();
	unsigned c;

	fill(h);
	c = login(h, "anna", "10.2.2.2");
	assert_true(opens(h, c, "Annas"));
	assert_false(is_open(h, 64));
	assert_true(is_open(h, 63));
	/* a user who already has one must wait */
	assert_false(opens(h, c, "Second"));
	assert_true(is_open(h, 63));
	fixture_free(&h);
}

/* Plans two tournaments with each of two accounts from each of 64 addresses. */
static void
make_tournament(struct fixture *h)
{
	unsigned c;

	for (unsigned i = 0; i < 256; i++) {
		char user[] = { 'u', (char)('a' + i / 2 / 26), (char)('a' + i / 2 % 26), '\0' };
		char name[] = { 'C', 'u', 'p', '_', (char)('a' + i / 26), (char)('a' + i % 26),
			'\0' };
		char addr[16];

		(void)snprintf(addr, sizeof(addr), "10.6.%u.1", i / 4);
		c = login(h, user, addr);
		fixture_typef(h, c, "tournament create %s", name);
		fixture_drop(h, c, NET_CLOSE_PEER);
	}
	assert_non_null(tourney_get(fixture_world(h), 256));
}

TEST(the_network_with_most_plans_yields_its_newest_one)
{
	struct fixture *h = open_server();
	unsigned c;

	make_tournament(h);
	c = login(h, "anna", "10.2.2.2");
	fixture_type(h, c, "tournament create Annas");
	assert_non_null(tourney_by_word(fixture_world(h), "Annas"));
	assert_int_equal(tourney_get(fixture_world(h), 256)->phase, TOURNEY_CANCELLED);
	assert_int_equal(tourney_get(fixture_world(h), 255)->phase, TOURNEY_PLANNED);
	fixture_free(&h);
}

TEST(no_plan_is_given_up_for_a_name_already_taken)
{
	struct fixture *h = open_server();
	enum tourney_err err;

	make_tournament(h);
	assert_int_equal(
	    fixture_tourney_create(h, login(h, "anna", "10.2.2.2"), "Cup_aa", &err), 0);
	assert_int_equal(err, TOURNEY_ALREADY_ENTERED);
	assert_int_equal(tourney_get(fixture_world(h), 256)->phase, TOURNEY_PLANNED);
	fixture_free(&h);
}

TEST(the_owner_of_a_cancelled_tournament_is_notified)
{
	struct fixture *h = open_server();
	unsigned c, owner;

	fill(h);
	owner = login(h, "thief_p", "10.1.1.1");
	fixture_discard(h);
	c = login(h, "anna", "10.2.2.2");
	assert_true(opens(h, c, "Annas"));
	assert_non_null(strstr(fixture_read(h, owner), "room for others"));
	fixture_free(&h);
}

TEST(two_entrants_of_other_networks_keep_a_tournament)
{
	struct fixture *h = open_server();
	unsigned c;

	fill(h);
	for (unsigned i = 0; i < 2; i++) {
		c = login(h, i == 0 ? "bert" : "carl", i == 0 ? "10.3.3.3" : "10.4.4.4");
		fixture_type(h, c, "tournament register 64");
	}
	for (unsigned i = 0; i < 3; i++) { /* users of the same network do not count */
		c = login(h, i == 0 ? "thief_x" : i == 1 ? "thief_y" : "thief_z", "10.1.1.1");
		fixture_type(h, c, "tournament register 63");
	}
	c = login(h, "anna", "10.2.2.2");
	assert_true(opens(h, c, "Annas"));
	assert_true(is_open(h, 64));
	assert_false(is_open(h, 63));
	fixture_free(&h);
}

TEST(bots_keep_no_tournament)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned c;

	fixture_options_default(&o);
	fixture_options_bots(&o);
	o.world.idle_s = 604800;
	o.flood_limits = true;
	h = fixture_new(&o);
	fill(h);
	c = login(h, "thief_p", "10.1.1.1");
	fixture_type(h, c, "tournament set 64 bots yes");
	fixture_type(h, c, "tournament add 64 EasyBot");
	fixture_type(h, c, "tournament add 64 ClubBot");
	fixture_advance(h, 60000);
	fixture_advance(h, 60000);
	assert_int_equal(tourney_get(fixture_world(h), 64)->in, 2);
	c = login(h, "anna", "10.2.2.2");
	assert_true(opens(h, c, "Annas"));
	assert_false(is_open(h, 64));
	fixture_free(&h);
}

TEST(networks_with_one_tournament_each_yield_none)
{
	struct fixture *h = open_server();
	char name[16], user[16], addr[16];
	unsigned c;

	for (unsigned i = 0; i < 64; i++) {
		(void)snprintf(user, sizeof(user), "user_%c%c", 'a' + i / 26, 'a' + i % 26);
		(void)snprintf(name, sizeof(name), "Cup_%c%c", 'a' + i / 26, 'a' + i % 26);
		(void)snprintf(addr, sizeof(addr), "10.5.%u.1", i);
		c = login(h, user, addr);
		assert_true(opens(h, c, name));
		fixture_drop(h, c, NET_CLOSE_PEER);
	}
	c = login(h, "anna", "10.2.2.2");
	assert_false(opens(h, c, "Annas"));
	for (unsigned i = 1; i <= 64; i++)
		assert_true(is_open(h, i));
	fixture_free(&h);
}
