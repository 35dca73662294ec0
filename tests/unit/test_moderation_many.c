/* SPDX-License-Identifier: MIT */
/* TEST: timeout=600 */
/* Banning a network, and erasing an account, while many users are online: a turn handles a
 * limited number of them, no user evades the ban in the meantime, and a turn that fails for
 * lack of disk space has no effect.  The tests count work; they never measure time. */
#include "domain.h"
#include "base/rng.h"
#include "people/people.h"
#include "moderation/bans.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "tests/support/fulldisk.h"
#include "tests/support/rows.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define CROWD (FEED_AT_ONCE_SESSIONS + 2 * BANS_CLOSED_PER_TURN + 22u)
#define AWAY_FROM_HERE "198.51.100.7"

static struct moderation_test {
	struct fulldisk full;
	struct fixture *h;
	unsigned ada;  /* an admin, from another address */
	unsigned olga; /* an operator in the crowd */
	unsigned tom;  /* an interactive user in the crowd */
	unsigned first, n;
} p;

static unsigned
log_in_from(struct fixture *h, const char *name, const char *address)
{
	struct user_record u;
	unsigned conn;

	if (!store_user_by_name(fixture_store(h), name, &u))
		(void)fixture_user(h, name, 1500, 0);
	conn = fixture_connect(h, address);
	fixture_typef(h, conn, "login test 1008 %s " FIXTURE_PASSWORD, name);
	return conn;
}

static void
fill(unsigned n)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.world.sessions_max = 4096;
	fulldisk_open(&p.full, &o);
	p.h = p.full.h;
	p.n = n;
	p.first = fixture_crowd(p.h, n, "login test 1008");
	p.olga = fixture_clip(p.h, "olga");
	p.tom = fixture_telnet(p.h, "tom");
	p.ada = log_in_from(p.h, "ada", AWAY_FROM_HERE);
	fixture_set_role(p.h, "olga", "operator");
	fixture_set_role(p.h, "ada", "admin");
	fixture_settle(p.h);
	fixture_discard(p.h);
}

AFTER_EACH
{
	if (p.h != NULL)
		fulldisk_close(&p.full);
	p.h = NULL;
}

static unsigned
count_open(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < p.n; i++)
		n += fixture_is_open(p.h, p.first + i);
	return n;
}

/* ---- bans ---- */

/* While three other users are online, one turn can close this many connections and tom's. */
#define FEW 42u

/* Runs turn after turn and checks that none closes more than allowed. */
static void
close_all(void)
{
	const struct world *w = fixture_world(p.h);

	while (bans_waiting(w)) {
		unsigned before = w->online_count, gone;

		fixture_turn(p.h);
		gone = before - w->online_count;
		assert_in_range(gone, bans_waiting(w), BANS_CLOSED_PER_TURN);
		assert_true(
		    before > FEED_AT_ONCE_SESSIONS || gone * before <= BANS_NOTICES_PER_TURN);
	}
	assert_int_equal(count_open(), 0);
}

TEST(a_banned_network_is_closed_in_slices)
{
	unsigned guest;

	fill(CROWD);
	fixture_queue(p.h, p.ada, "ban 127.0.0.0/8 for 1h because of noise");
	fixture_turn(p.h);
	assert_non_null(strstr(fixture_read(p.h, p.ada), "** 127.0.0.0/8 is banned until "));
	/* the oldest connections close first; the next turn is due immediately */
	assert_int_equal(count_open(), CROWD - BANS_CLOSED_PER_TURN);
	assert_false(fixture_is_open(p.h, p.first));
	assert_true(fixture_is_open(p.h, p.first + CROWD - 1));
	assert_int_equal(domain_next_timer(fixture_world(p.h)), 0);
	/* no new login is possible in the meantime, and the remaining users are not affected */
	guest = fixture_connect(p.h, "127.0.0.1");
	assert_int_equal(count_open(), CROWD - 2 * BANS_CLOSED_PER_TURN);
	fixture_queue(p.h, guest, "login test 1008 uaaaa " FIXTURE_PASSWORD);
	fixture_queue(p.h, p.first + CROWD - 1, "version");
	fixture_turn(p.h);
	assert_non_null(strstr(fixture_read(p.h, p.first + CROWD - 1), "Version"));
	close_all();
	assert_non_null(strstr(
	    fixture_read(p.h, p.first), "** Your site is banned from this server until "));
	fixture_settle(p.h);
	assert_non_null(
	    strstr(fixture_read(p.h, guest), "** Your site is banned from this server until "));
	assert_false(fixture_is_open(p.h, guest));
	assert_false(fixture_is_open(p.h, p.tom));
	assert_true(fixture_is_open(p.h, p.olga));
	assert_true(fixture_is_open(p.h, p.ada));
	assert_false(bans_waiting(fixture_world(p.h)));
}

TEST(two_bans_in_a_turn_share_its_slice)
{
	unsigned v6;

	fill(FEW);
	v6 = log_in_from(p.h, "vera", "2001:db8::1:1");
	fixture_queue(p.h, p.ada, "ban 127.0.0.1");
	fixture_queue(p.h, p.ada, "ban 2001:db8::/32");
	assert_int_equal(
	    BANS_NOTICES_PER_TURN / (fixture_world(p.h)->online_count + 1), FEW + 1);
	fixture_turn(p.h);
	assert_int_equal(count_open(), 0);
	assert_false(fixture_is_open(p.h, p.tom));
	assert_true(fixture_is_open(p.h, v6));
	fixture_turn(p.h);
	assert_false(fixture_is_open(p.h, v6));
	fixture_turn(p.h);
	assert_false(bans_waiting(fixture_world(p.h)));
}

TEST(a_lifted_ban_closes_no_more_connections)
{
	fill(CROWD);
	fixture_queue(p.h, p.ada, "ban 127.0.0.1");
	fixture_turn(p.h);
	fixture_queue(p.h, p.ada, "unban 127.0.0.1");
	fixture_turn(p.h);
	assert_int_equal(count_open(), CROWD - BANS_CLOSED_PER_TURN);
	fixture_turn(p.h);
	assert_int_equal(count_open(), CROWD - BANS_CLOSED_PER_TURN);
	assert_false(bans_waiting(fixture_world(p.h)));
}

TEST(a_ban_on_a_full_disk_closes_connections_later)
{
	unsigned open;

	fill(CROWD);
	fulldisk_fill(&p.full);
	fixture_queue(p.h, p.ada, "ban 127.0.0.1");
	fixture_turn(p.h);
	assert_int_equal(count_open(), CROWD);
	assert_int_equal(fixture_world(p.h)->moderation->bans_len, 0);
	fulldisk_clear_and_resume(&p.full);
	fixture_turn(p.h);
	assert_int_equal(count_open(), CROWD);
	fixture_discard(p.h);
	fixture_queue(p.h, p.ada, "ban 127.0.0.1");
	fixture_turn(p.h);
	assert_int_equal(count_open(), CROWD - BANS_CLOSED_PER_TURN);
	fulldisk_fill(&p.full); /* halfway through; filling takes at least one turn */
	open = count_open();
	fixture_turn(p.h);
	assert_int_equal(count_open(), open);
	assert_false(bans_waiting(fixture_world(p.h))); /* waiting for disk space */
	fulldisk_clear_and_resume(&p.full);
	close_all();
	assert_true(fixture_is_open(p.h, p.olga));
}

/* Operators cannot ban staff.  Granting or revoking a role takes effect at once. */
TEST(a_role_takes_effect_at_once)
{
	unsigned otto;

	fill(3);
	otto = log_in_from(p.h, "otto", AWAY_FROM_HERE);
	fixture_set_role(p.h, "otto", "operator");
	fixture_type(p.h, p.ada, "grant olga user");
	fixture_type(p.h, p.ada, "grant uaaab operator");
	fixture_discard(p.h);
	fixture_type(p.h, otto, "ban 127.0.0.0/24");
	assert_string_equal(
	    fixture_read(p.h, otto), "** You can't do that to those who run the server.\r\n");
	fixture_type(p.h, p.ada, "grant uaaab user");
	fixture_type(p.h, otto, "ban 127.0.0.0/24");
	fixture_turn(p.h);
	assert_int_equal(count_open(), 0);
	assert_false(fixture_is_open(p.h, p.olga));
	assert_true(fixture_is_open(p.h, otto));
}

/* ---- the index ---- */

#define HOSTS 150u
#define NETWORKS 2000u

static void
random_address(struct rng *r, char text[NETADDR_TEXT_MAX], bool network)
{
	bool v4 = rng_below(r, 2) == 0;
	unsigned a = rng_below(r, 3), b = rng_below(r, 4), c = rng_below(r, 256);
	int n = snprintf(
	    text, NETADDR_TEXT_MAX, v4 ? "10.%u.%u.%u" : "2001:db8:%x:%x::%x", a, b, c);

	assert_true(n > 0);
	if (network)
		(void)snprintf(text + n, NETADDR_TEXT_MAX - (size_t)n, "/%u",
		    (unsigned)rng_below(r, v4 ? 33 : 129));
}

static unsigned
count_by_walking(const struct world *w, const struct netaddr *net, bool role)
{
	unsigned n = 0;

	for (const struct session *s = w->people->online; s != NULL; s = s->index.online_next) {
		struct netaddr a;

		n += netaddr_parse(s->host, &a) && netaddr_contains(net, &a) &&
		     (s->player->role != ROLE_USER) == role;
	}
	return n;
}

static unsigned
count_by_index(const struct world *w, const struct netaddr *net, bool role)
{
	const struct session *s = NULL;
	unsigned n = 0;

	while ((s = online_next_from_network(w, net, role, s)) != NULL) {
		assert_true(netaddr_contains(net, &s->address));
		assert_int_equal(s->player->role != ROLE_USER, role);
		n++;
	}
	return n;
}

FIXTURE_TEST(the_index_finds_the_sessions_of_a_network)
{
	char text[NETADDR_TEXT_MAX], name[FIXTURE_CROWD_NAME_SIZE];
	struct rng r;
	unsigned found = 0;

	rng_seed(&r, 42);
	for (unsigned i = 0; i < HOSTS; i++) {
		fixture_crowd_name(i, name);
		random_address(&r, text, false);
		(void)log_in_from(h, name, text);
		if (i % 7 == 0)
			fixture_set_role(h, name, "operator");
	}
	fixture_crowd_name(3, name);
	(void)log_in_from(h, name, "no address"); /* replaces the earlier session */
	assert_int_equal(fixture_world(h)->online_count, HOSTS);
	for (unsigned i = 0; i < NETWORKS; i++) {
		struct netaddr net;

		random_address(&r, text, true);
		assert_true(netaddr_parse(text, &net));
		for (unsigned role = 0; role < 2; role++) {
			unsigned n = count_by_index(fixture_world(h), &net, role != 0);

			assert_int_equal(
			    n, count_by_walking(fixture_world(h), &net, role != 0));
			found += n;
		}
	}
	assert_true(found > NETWORKS);
}

/* ---- erasing ---- */

/* Returns how many of the crowd still have the user on a list. */
static unsigned
count_remembering(int64_t user)
{
	unsigned n = 0;

	for (unsigned i = 0; i < p.n; i++) {
		const struct session *s = fixture_session(p.h, p.first + i);

		n += userlist_has(&s->lists.gagged, user) ||
		     userlist_has(&s->lists.blinded, user) || s->invitation.user == user;
	}
	return n;
}

TEST(erased_users_are_removed_from_lists_in_slices)
{
	static const char *const LINES[] = { "gag bob", "blind bob", "invite bob 3" };
	const unsigned crowd = 2 * MODERATION_FORGET_PER_TURN + 10;
	struct user_record u;
	int64_t bob;

	if (test_under_valgrind())
		skip(); /* logging in enough users for two slices takes two minutes */
	fill(crowd);
	fixture_type(p.h, fixture_clip(p.h, "bob"), "toggle ready");
	assert_true(store_user_by_name(p.full.store, "bob", &u));
	bob = u.id;
	for (unsigned i = 0; i < crowd; i++)
		fixture_queue(p.h, p.first + i, LINES[i % 3]);
	fixture_settle(p.h);
	fixture_discard(p.h);
	assert_int_equal(count_remembering(bob), crowd);
	fixture_queue(p.h, p.ada, "erase bob bob");
	fixture_turn(p.h);
	assert_int_equal(count_remembering(bob), crowd - MODERATION_FORGET_PER_TURN);
	assert_int_equal(domain_next_timer(fixture_world(p.h)), 0);
	for (unsigned i = 0; i < 3; i++)
		fixture_turn(p.h);
	assert_int_equal(count_remembering(bob), 0);
	fixture_turn(p.h);
	assert_int_equal(fixture_world(p.h)->moderation->erased_len, 0);
}

/* Every idle user needs a session.  A session once needed 1,432 bytes, because it had room for
 * lists that few users have. */
TEST(a_session_is_small)
{
	assert_in_range(sizeof(struct session), 1, 1072);
}
