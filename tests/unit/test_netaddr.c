/* SPDX-License-Identifier: MIT */
/* Addresses and networks: what is one, what it holds, how it is written; compared with the
 * system's own reader. */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/check.h"
#include "base/rng.h"
#include "proto/netaddr.h"

static void
texts_are_read_and_written_shortest(void **state)
{
	static const struct {
		const char *text, *shortest; /* NULL: none */
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
		{ "64:ff9b::1.2.3.4", "64:ff9b::102:304" },
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

	(void)state;
	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		char text[NETADDR_TEXT_MAX];
		struct netaddr a = { .family = 77 };
		struct sbuf b;

		SBUF_ON(&b, text);
		if (!netaddr_parse(CASES[i].text, &a)) {
			if (CASES[i].shortest != NULL)
				print_error("%s is refused\n", CASES[i].text);
			assert_null(CASES[i].shortest);
			assert_int_equal(a.family, 77);
			continue;
		}
		netaddr_text(&a, &b);
		if (CASES[i].shortest == NULL)
			print_error("%s is taken\n", CASES[i].text);
		assert_non_null(CASES[i].shortest);
		assert_string_equal(text, CASES[i].shortest);
	}
}

static void
a_network_holds_what_begins_like_it(void **state)
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

	(void)state;
	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		struct netaddr a, b;

		assert_true(netaddr_parse(CASES[i].network, &a));
		assert_true(netaddr_parse(CASES[i].other, &b));
		assert_int_equal(netaddr_has(&a, &b), CASES[i].has);
	}
}

/* Random texts of the right letters: taken when the system takes them, and with the same bytes;
 * what is written is read back as the same. */
static void
it_reads_what_the_system_reads(void **state)
{
	static const char LETTERS[] = "0123fF::::....:";
	struct rng r;
	unsigned taken = 0;

	(void)state;
	rng_seed(&r, 4);
	for (unsigned i = 0; i < 300000; i++) {
		char text[48], again[NETADDR_TEXT_MAX];
		uint8_t bytes[16] = { 0 };
		unsigned n = rng_below(&r, 24);
		struct netaddr a, b;
		struct sbuf out;
		bool v4, v6;

		for (unsigned k = 0; k < n; k++)
			text[k] = LETTERS[rng_below(&r, sizeof(LETTERS) - 1)];
		text[n] = '\0';
		v4 = inet_pton(AF_INET, text, bytes) == 1;
		v6 = !v4 && inet_pton(AF_INET6, text, bytes) == 1;
		if (netaddr_parse(text, &a) != (v4 || v6))
			fail_msg("%s", text);
		if (!v4 && !v6)
			continue;
		taken++;
		if (a.family == (v4 ? 4 : 6))
			assert_memory_equal(a.bytes, bytes, 16);
		SBUF_ON(&out, again);
		netaddr_text(&a, &out);
		assert_true(netaddr_parse(again, &b));
		assert_memory_equal(&a, &b, sizeof(a));
		if (a.family == 6) { /* the system writes it as short */
			char theirs[64];

			assert_non_null(inet_ntop(AF_INET6, a.bytes, theirs, sizeof(theirs)));
			if (strchr(theirs, '.') == NULL)
				assert_string_equal(again, theirs);
		}
	}
	print_message("%u of 300000 texts were addresses\n", taken);
	assert_true(taken > 500);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_read_and_written_shortest),
		cmocka_unit_test(a_network_holds_what_begins_like_it),
		cmocka_unit_test(it_reads_what_the_system_reads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
