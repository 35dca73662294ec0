/* SPDX-License-Identifier: MIT */
/* Cloaks: what other users see instead of an address. */
#include "base/rng.h"
#include "people/cloak.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

static const char *
cloak(struct fixture *h, const char *host)
{
	static char text[2][CLOAK_MAX];
	static unsigned at;

	at = 1 - at;
	cloak_text(fixture_world(h), host, text[at]);
	return text[at];
}

FIXTURE_TEST(an_address_always_has_the_same_cloak)
{
	assert_string_equal(cloak(h, "127.0.0.1"), "c-fxh4ehzygq3gvvb5");
	assert_string_equal(cloak(h, "10.0.0.1"), cloak(h, "10.0.0.1"));
	assert_string_not_equal(cloak(h, "10.0.0.1"), cloak(h, "10.0.0.2"));
	assert_string_equal(cloak(h, "::ffff:10.0.0.1"), cloak(h, "10.0.0.1"));
	/* a household has one /64 */
	assert_string_equal(cloak(h, "2001:db8::1"), cloak(h, "2001:db8::2:3:4"));
	assert_string_not_equal(cloak(h, "2001:db8::1"), cloak(h, "2001:db8:0:1::1"));
	assert_string_equal(cloak(h, ""), "-");
	assert_string_not_equal(cloak(h, "no address"), cloak(h, "another"));
}

static void
random_bytes(void *ctx, void *buf, size_t n)
{
	rng_bytes(ctx, buf, n);
}

FIXTURE_TEST(a_servers_cloak_key_is_permanent)
{
	struct world *w = fixture_world(h);
	struct random_port random = { NULL, random_bytes };
	uint8_t key[2][CLOAK_KEY_BYTES];
	char with[CLOAK_MAX], without[CLOAK_MAX];
	struct rng luck;

	rng_seed(&luck, 1);
	random.ctx = &luck;
	cloak_load_key(w->store, &random, key[0]);
	cloak_load_key(w->store, &random, key[1]);
	assert_memory_equal(key[0], key[1], sizeof(key[0]));
	cloak_text(w, "10.0.0.1", without);
	memcpy(w->cloak_key, key[0], sizeof(w->cloak_key));
	cloak_text(w, "10.0.0.1", with);
	assert_string_not_equal(with, without);
	assert_int_equal(store_commit(w->store, NULL), STORE_OK);
}
