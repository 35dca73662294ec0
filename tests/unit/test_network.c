/* SPDX-License-Identifier: MIT */
/* Which accounts count as one in rules that compare addresses; accounts in a shared network
 * never do. */
#include "people/network.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

static struct fixture *h;

/* Uses flood limits, because without them all addresses are exempt. */
static void
open_server(const char *shared)
{
	struct fixture_options o;

	fixture_options_default(&o);
	fixture_options_bots(&o);
	o.flood_limits = true;
	o.world.flood_burst = 0;
	assert_true(networks_parse(&o.world.shared_networks, shared));
	h = fixture_new(&o);
}

AFTER_EACH
{
	fixture_free(&h);
}

static unsigned
enter(const char *name, const char *host)
{
	unsigned conn = fixture_connect(h, host);

	fixture_user(h, name, 1500, 0);
	fixture_typef(h, conn, "login test 1008 %s %s", name, FIXTURE_PASSWORD);
	fixture_settle(h);
	(void)fixture_read(h, conn);
	return conn;
}

static bool
same(const char *a, const char *b, enum network_width width)
{
	const struct world *w = fixture_world(h);
	const struct netaddr x = network_of_host(w, a, width), y = network_of_host(w, b, width);

	return network_same(&x, &y);
}

TEST(accounts_of_one_network_count_as_one)
{
	open_server("");
	assert_true(same("192.0.2.1", "192.0.2.1", NETWORK_ADDRESS));
	assert_false(same("192.0.2.1", "192.0.2.2", NETWORK_ADDRESS));
	assert_true(same("2001:db8::1", "2001:db8::2", NETWORK_ADDRESS));
	assert_false(same("2001:db8::1", "2001:db8:0:1::1", NETWORK_ADDRESS));
	assert_true(same("192.0.2.1", "192.0.2.200", NETWORK_WIDE));
	assert_false(same("192.0.2.1", "192.0.3.1", NETWORK_WIDE));
	assert_true(same("2001:db8::1", "2001:db8:0:ffff::1", NETWORK_WIDE));
	assert_false(same("", "", NETWORK_WIDE));
}

/* Two accounts of the shared network do not count as one, although two accounts elsewhere in
 * its /24 do. */
TEST(accounts_of_a_shared_network_count_separately)
{
	open_server("192.0.2.16/28,2001:db8::/32");
	assert_false(same("192.0.2.17", "192.0.2.17", NETWORK_ADDRESS));
	assert_false(same("192.0.2.17", "192.0.2.18", NETWORK_WIDE));
	assert_false(same("192.0.2.17", "192.0.2.1", NETWORK_WIDE));
	assert_true(same("192.0.2.32", "192.0.2.1", NETWORK_WIDE));
	assert_false(same("2001:db8::1", "2001:db8::1", NETWORK_ADDRESS));
	assert_false(same("2001:db8::1", "2001:db8::2", NETWORK_WIDE));
}

/* Returns how many of three users at that address can play a bot at the same time. */
static unsigned
users_playing_bots(const char *host)
{
	static const char *const bots[] = { "EasyBot", "ClubBot", "StrongBot" };
	static const char *const names[] = { "anna", "bert", "carl" };
	unsigned n = 0;

	for (unsigned i = 0; i < ARRAY_LEN(bots); i++) {
		unsigned conn = enter(names[i], host);

		fixture_typef(h, conn, "invite %s 1", bots[i]);
		n += fixture_count_text(fixture_read(h, conn), "You invited");
	}
	return n;
}

TEST(one_address_may_play_all_free_bots)
{
	open_server("198.51.100.0/24");
	assert_int_equal(users_playing_bots("192.0.2.1"), 3);
}

/* In each of two networks, `users` accounts type the command `each` times, with a name and a
 * number.  No command is refused in the shared network.  In the other, all commands of user
 * number `least` and later users are refused. */
static void
assert_some_refused(
    const char *command, unsigned users, unsigned each, const char *refusal, unsigned least)
{
	static const char *const hosts[] = { "192.0.2.1", "198.51.100.1" };
	char name[16];

	open_server("198.51.100.0/24");
	fixture_user(h, "carl", 1500, 0);
	fixture_user(h, "dora", 1500, 0);
	for (unsigned k = 0; k < ARRAY_LEN(hosts); k++) {
		for (unsigned i = 0; i < users; i++) {
			unsigned conn;

			(void)snprintf(name, sizeof(name), "user%c%c", 'a' + k, 'a' + i);
			conn = enter(name, hosts[k]);
			for (unsigned n = 0; n < each; n++)
				fixture_typef(h, conn, "%s %s %u", command,
				    k == 0 ? "carl" : "dora", each * i + n);
			assert_int_equal(fixture_count_text(fixture_read(h, conn), refusal) > 0,
			    k == 0 && i >= least);
		}
	}
}

/* From one address at most four planned tournaments may exist, two per account. */
TEST(a_shared_network_may_plan_more_tournaments)
{
	assert_some_refused("tournament create Cup", 6, 1, "made from your address", 4);
}

/* At most 20 messages from newcomers of one network are kept. */
TEST(newcomers_of_a_shared_network_may_fill_a_mailbox)
{
	assert_some_refused("message", 3, 10, "too many messages", 2);
}

/* At most three reports from newcomers of one network about the same user are kept. */
TEST(reports_from_a_shared_network_count_separately)
{
	assert_some_refused("report", 5, 1, "from your network", 3);
}
