/* SPDX-License-Identifier: MIT */
/* Addresses and networks: parsing, containment, and formatting. */
#include <arpa/inet.h>

#include "base/rng.h"
#include "proto/netaddr.h"
#include "tests/unit/test.h"

TEST(texts_are_read_and_written_in_shortest_form)
{
	static const struct {
		const char *text, *shortest_form; /* NULL: invalid */
	} CASES[] = {
		{ "1.2.3.4", "1.2.3.4" },
		{ "0.0.0.0", "0.0.0.0" },
		{ "255.255.255.255", "255.255.255.255" },
		{ "1.2.3.4/32", "1.2.3.4" },
		{ "10.1.2.3/8", "10.0.0.0/8" },
		{ "10.255.255.255/9", "10.128.0.0/9" },
		{ "1.2.3.4/0", "0.0.0.0/0" },
		{ "::", "::" },
		{ "::1", "::1" },
		{ "1::", "1::" },
		{ "2001:DB8::0:1", "2001:db8::1" },
		{ "2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1" },
		{ "2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1" },
		{ "2001:db8:aaaa:bbbb:cccc::1/64", "2001:db8:aaaa:bbbb::/64" },
		{ "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0" },
		{ "fe80::1/10", "fe80::/10" },
		{ "::ffff:1.2.3.4", "1.2.3.4" },
		{ "::ffff:1.2.3.4/120", "1.2.3.0/24" },
		{ "::ffff:0:0/96", "0.0.0.0/0" },
		{ "::1.2.3.4", "1.2.3.4" },
		{ "::1.2.3.4/120", "1.2.3.0/24" },
		{ "::2", "::2" },
		{ "::/96", "::/96" },
		{ "64:ff9b::1.2.3.4", "1.2.3.4" },
		{ "64:ff9b::/96",
		    "64:ff9b::/96" }, /* a prefix without an address is not all of IPv4 */
		{ "2002::/16", "2002::/16" },
		{ "64:ff9b::/95", "64:ff9b::/95" },
		{ "64:ff9b:1::1.2.3.4", "1.2.3.4" },
		{ "64:ff9b:1:1::1.2.3.4", "1.2.3.4" },
		{ "2002:102:304::1", "1.2.3.4" },
		{ "2002:102:304:5::/64", "1.2.3.4" },
		{ "2002:102::/32", "1.2.0.0/16" },
		{ "::/0", "::/0" },
		{ "", NULL },
		{ "1", NULL },
		{ "1.2.3", NULL },
		{ "1.2.3.", NULL },
		{ "1.2.3.4.5", NULL },
		{ "1.2.3.256", NULL },
		{ "01.2.3.4", NULL },
		{ "1.2.3.4/", NULL },
		{ "1.2.3.4/33", NULL },
		{ "1.2.3.4/-1", NULL },
		{ "1.2.3.4/8x", NULL },
		{ "1.2.3.4/99999999999", NULL },
		{ " 1.2.3.4", NULL },
		{ "1.2.3.4x", NULL },
		{ ":", NULL },
		{ ":::", NULL },
		{ "1:", NULL },
		{ ":1", NULL },
		{ "1::2::3", NULL },
		{ "1:2:3:4:5:6:7", NULL },
		{ "1:2:3:4:5:6:7:8:9", NULL },
		{ "1:2:3:4::5:6:7:8", NULL },
		{ "12345::", NULL },
		{ "g::", NULL },
		{ "::1/129", NULL },
		{ "1:2:3:4:5:6:7:1.2.3.4", NULL },
		{ "::1.2.3.4:1", NULL },
		{ "alice", NULL },
		{ "fe80::1%eth0", NULL },
	};

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		char text[NETADDR_TEXT_MAX];
		struct netaddr a = { .family = 77 };
		struct sbuf b;

		SBUF_INIT(&b, text);
		if (!netaddr_parse(CASES[i].text, &a)) {
			if (CASES[i].shortest_form != NULL)
				print_error("%s is refused\n", CASES[i].text);
			assert_null(CASES[i].shortest_form);
			assert_int_equal(a.family, 77);
			continue;
		}
		netaddr_add_text(&a, &b);
		if (CASES[i].shortest_form == NULL)
			print_error("%s is taken\n", CASES[i].text);
		assert_non_null(CASES[i].shortest_form);
		assert_string_equal(text, CASES[i].shortest_form);
	}
}

TEST(a_network_contains_addresses_with_its_prefix)
{
	static const struct {
		const char *network, *other;
		bool has;
	} CASES[] = {
		{ "10.0.0.0/8", "10.255.1.2", true },
		{ "10.0.0.0/8", "11.0.0.0", false },
		{ "10.0.0.0/9", "10.128.0.0", false },
		{ "10.0.0.0/9", "10.127.255.255", true },
		{ "1.2.3.4", "1.2.3.4", true },
		{ "1.2.3.4", "1.2.3.5", false },
		{ "0.0.0.0/0", "9.9.9.9", true },
		{ "0.0.0.0/0", "::1", false },
		{ "::/0", "9.9.9.9", false },
		{ "2001:db8:1:2::/64", "2001:db8:1:2:ffff::1", true },
		{ "2001:db8:1:2::/64", "2001:db8:1:3::1", false },
		{ "10.0.0.0/8", "10.0.0.0/16", true },
		{ "10.0.0.0/16", "10.0.0.0/8", false },
		{ "1.2.3.4", "::ffff:1.2.3.4", true },
	};

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		struct netaddr a, b;

		assert_true(netaddr_parse(CASES[i].network, &a));
		assert_true(netaddr_parse(CASES[i].other, &b));
		assert_int_equal(netaddr_contains(&a, &b), CASES[i].has);
	}
}

/* Any written address or network is read back unchanged. */
TEST(written_networks_are_read_back)
{
	struct rng r;

	rng_seed(&r, 4);
	for (unsigned i = 0; i < 300000; i++) {
		bool v4 = rng_below(&r, 2) == 0;
		char text[NETADDR_TEXT_MAX], network[NETADDR_TEXT_MAX];
		uint8_t bytes[16] = { 0 };
		struct netaddr a, b;
		struct sbuf out;

		for (unsigned k = 0; k < (v4 ? 4u : 16u); k++)
			if (rng_below(&r, 3) > 0)
				bytes[k] = (uint8_t)rng_below(&r, 256);
		assert_non_null(inet_ntop(v4 ? AF_INET : AF_INET6, bytes, text, sizeof(text)));
		SBUF_INIT(&out, network);
		sbuf_addf(&out, "%s/%u", text, rng_below(&r, v4 ? 33 : 129));
		assert_true(netaddr_parse(network, &a));
		SBUF_INIT(&out, text);
		netaddr_add_text(&a, &out);
		assert_true(netaddr_parse(text, &b));
		assert_memory_equal(&a, &b, sizeof(a));
	}
}

TEST(a_list_with_an_invalid_network_is_refused)
{
	static const char *const bad[] = { "localhost", "1.2.3", "1.2.3.4/33", "::1/129",
		"1.2.3.4/", "::1/x", "/8", "10.0.0.0/8,x" };
	struct networks n = { .len = 7 };
	struct netaddr a;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(networks_parse(&n, bad[i]));
	assert_int_equal(n.len, 7);
	assert_true(networks_parse(&n, ""));
	assert_int_equal(n.len, 0);
	assert_true(networks_parse(&n, "10.0.0.0/8, 192.0.2.16/28 ,2001:db8::/32"));
	assert_int_equal(n.len, 3);
	assert_true(netaddr_parse("192.0.2.31", &a));
	assert_ptr_equal(networks_find(&n, &a), &n.v[1]);
	assert_true(netaddr_parse("192.0.2.32", &a));
	assert_null(networks_find(&n, &a));
}
