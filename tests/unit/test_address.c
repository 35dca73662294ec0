/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The net's table of addresses, and its hand-over to a new process. */
/* LINK: -Wl,--wrap=net_mono_ms */
#include "net/address.h"
#include "base/pack.h"
#include "tests/unit/test.h"

static int64_t now_ms;

int64_t __wrap_net_mono_ms(void);

int64_t
__wrap_net_mono_ms(void)
{
	return now_ms;
}

static struct net_config limits;
static struct addresses here, carried;

BEFORE_EACH
{
	now_ms = 1000000;
	net_config_default(&limits);
	limits.penalty_act_s = 20;
	limits.penalty_max_s = 50;
	addresses_init(&here);
	addresses_init(&carried);
}

AFTER_EACH
{
	addresses_free(&here);
	addresses_free(&carried);
}

static struct netaddr
key(const char *text)
{
	struct netaddr a;

	assert_true(netaddr_parse(text, &a));
	return address_key(&a);
}

/* Penalises an address that has no connection. */
static void
penalise(const char *text, unsigned seconds)
{
	const struct netaddr k = key(text);
	struct address *a = address_add_conn(&here, &k);

	assert_non_null(a);
	address_add_penalty(a, seconds, &limits);
	address_remove_conn(&here, a);
}

static bool
is_refused(const struct addresses *as, const char *text)
{
	const struct netaddr k = key(text);
	const struct address *a = address_find(as, &k);

	return a != NULL && address_refused(a);
}

/* Hands the table over with the last `missing` bytes cut off. */
static bool
carry_over(size_t missing)
{
	struct pack p = { .reading = false };
	bool whole;

	addresses_hand_over(&here, &p);
	assert_false(p.bad);
	p.len -= missing;
	pack_start_reading(&p);
	addresses_hand_over(&carried, &p);
	whole = !p.bad;
	pack_destroy(&p);
	return whole;
}

TEST(penalties_add_up_to_a_maximum)
{
	penalise("192.0.2.1", 19);
	assert_false(is_refused(&here, "192.0.2.1"));
	penalise("192.0.2.1", 1);
	assert_true(is_refused(&here, "192.0.2.1"));
	penalise("192.0.2.1", 1000);
	now_ms += 49999;
	assert_true(is_refused(&here, "192.0.2.1"));
	now_ms += 1;
	assert_false(is_refused(&here, "192.0.2.1"));
}

TEST(penalties_last_as_long_after_a_takeover)
{
	penalise("192.0.2.1", 30);
	penalise("2001:db8::1", 40);
	penalise("192.0.2.2", 10);
	assert_true(carry_over(0));
	assert_true(is_refused(&carried, "192.0.2.1"));
	assert_true(is_refused(&carried, "2001:db8::2")); /* in the same /64 */
	assert_false(is_refused(&carried, "192.0.2.2"));
	assert_int_equal(HASH_COUNT(carried.table), 3);
	assert_int_equal(carried.idle_len, 3);
	now_ms += 30000;
	assert_false(is_refused(&carried, "192.0.2.1"));
	assert_true(is_refused(&carried, "2001:db8::1"));
}

TEST(expired_penalties_are_not_handed_over)
{
	penalise("192.0.2.1", 10);
	penalise("192.0.2.2", 30);
	now_ms += 20000;
	assert_true(carry_over(0));
	assert_int_equal(HASH_COUNT(carried.table), 1);
	assert_int_equal(carried.table->penalty_until_ms, 1030000);
}

TEST(a_truncated_record_is_rejected)
{
	penalise("192.0.2.1", 30);
	assert_false(carry_over(2));
	assert_null(carried.table);
}
