/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The PROXY protocol header: validity, the address it names, and where it ends. */

#include "net/proxy.h"
#include "tests/unit/test.h"

static enum proxy_result
parse_proxy(const void *in, size_t n, size_t *used, char text[NETADDR_TEXT_MAX])
{
	struct proxy_client client;
	enum proxy_result r = proxy_parse(in, n, used, &client);
	struct sbuf out;

	sbuf_init(&out, text, NETADDR_TEXT_MAX);
	if (r == PROXY_CLIENT)
		netaddr_add_text(&client.address, &out);
	return r;
}

TEST(version_1_headers_are_parsed)
{
	static const struct {
		const char *line;
		enum proxy_result is;
		const char *peer;
	} CASES[] = {
		{ "PROXY TCP4 203.0.113.7 192.0.2.1 51000 4321", PROXY_CLIENT, "203.0.113.7" },
		{ "PROXY TCP4 0.0.0.0 255.255.255.255 0 65535", PROXY_CLIENT, "0.0.0.0" },
		{ "PROXY TCP6 2001:DB8::7 ::1 1 2", PROXY_CLIENT, "2001:db8::7" },
		{ "PROXY TCP6 fc00:dead:beef:4dad::ab:1 ::1 65535 42", PROXY_CLIENT,
		    "fc00:dead:beef:4dad::ab:1" },
		/* a banned address cannot get in by another notation */
		{ "PROXY TCP6 ::ffff:203.0.113.7 ::1 1 2", PROXY_CLIENT, "203.0.113.7" },
		{ "PROXY UNKNOWN", PROXY_NO_CLIENT, "" },
		{ "PROXY UNKNOWN ffff::1 whatever", PROXY_NO_CLIENT, "" },
		{ "PROXY ", PROXY_BAD, "" },
		{ "PROXY  TCP4 1.2.3.4 1.2.3.4 1 2", PROXY_BAD, "" },
		{ "PROXY TCP4", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4 1.2.3.4 1", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4 1.2.3.4 1 ", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 ", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4  1.2.3.4 1 2", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4 1.2.3.4 1 65536", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4 1.2.3.4 01 2", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4 1.2.3.4 -1 2", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\r", PROXY_BAD, "" },
		{ "PROXY TCP4 01.2.3.4 1.2.3.4 1 2", PROXY_BAD, "" },
		{ "PROXY TCP4 1.2.3.4/24 1.2.3.4 1 2", PROXY_BAD, "" },
		{ "PROXY TCP4 ::1 ::1 1 2", PROXY_BAD, "" },
		{ "PROXY TCP6 1.2.3.4 1.2.3.4 1 2", PROXY_BAD, "" },
		{ "PROXY TCP5 1.2.3.4 1.2.3.4 1 2", PROXY_BAD, "" },
		{ "PROXY tcp4 1.2.3.4 1.2.3.4 1 2", PROXY_BAD, "" },
		{ "PROXY\tTCP4 1.2.3.4 1.2.3.4 1 2", PROXY_BAD, "" },
		{ "proxy UNKNOWN", PROXY_BAD, "" },
		{ "guest", PROXY_BAD, "" },
	};
	char in[256], text[NETADDR_TEXT_MAX];
	size_t used, n;

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		n = strlen(CASES[i].line);
		memcpy(in, CASES[i].line, n);
		memcpy(in + n, "\r\nguest\r\n", 9);
		if (parse_proxy(in, n + 9, &used, text) != CASES[i].is ||
		    strcmp(text, CASES[i].peer) != 0)
			fail_msg("%s: %s", CASES[i].line, text);
		if (CASES[i].is != PROXY_BAD)
			assert_int_equal(used, n + 2);
	}
}

TEST(a_line_has_at_most_107_bytes)
{
	char in[108], text[NETADDR_TEXT_MAX];
	size_t used;

	memset(in, 'x', sizeof(in));
	memcpy(in, "PROXY UNKNOWN ", 14);
	memcpy(in + 105, "\r\n", 2);
	assert_int_equal(parse_proxy(in, 107, &used, text), PROXY_NO_CLIENT);
	assert_int_equal(used, 107);
	memcpy(in + 105, "x\r\n", 3);
	assert_int_equal(parse_proxy(in, 106, &used, text), PROXY_MORE);
	assert_int_equal(parse_proxy(in, 107, &used, text), PROXY_BAD);
	assert_int_equal(parse_proxy(in, 108, &used, text), PROXY_BAD);
}

/* ---- version 2 ---- */

#define V2 "\r\n\r\n\0\r\nQUIT\n"
#define IPV4 "\xcb\0\x71\7\xc0\0\2\1\xc7\x38\x10\xe1"
#define IPV6                                                                                   \
	"\x20\1\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\7\x20\1\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\1\xc7\x38" \
	"\x10\xe1"
#define LONG_HEADER                                                                            \
	"\0\0\0\0\0\0\0\0\0\0\xff\xff\xcb\0\x71\7\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\xc7\x38"     \
	"\x10\xe1"
#define PROXY_CASE(bytes, is, expected)                                                        \
	{                                                                                      \
		bytes, sizeof(bytes) - 1, is, expected                                         \
	}

TEST(version_2_headers_are_parsed)
{
	static const struct {
		const char *bytes;
		size_t n;
		enum proxy_result is;
		const char *peer;
	} CASES[] = {
		PROXY_CASE(V2 "\x21\x11\0\x0c" IPV4, PROXY_CLIENT, "203.0.113.7"),
		PROXY_CASE(V2 "\x21\x21\0\x24" IPV6, PROXY_CLIENT, "2001:db8::7"),
		PROXY_CASE(V2 "\x21\x21\0\x24" LONG_HEADER, PROXY_CLIENT, "203.0.113.7"),
		/* other fields follow the addresses */
		PROXY_CASE(V2 "\x21\x11\0\x13" IPV4 "\3\0\4abcd", PROXY_CLIENT, "203.0.113.7"),
		/* the front end itself, whatever addresses are given */
		PROXY_CASE(V2 "\x20\0\0\0", PROXY_NO_CLIENT, ""),
		PROXY_CASE(V2 "\x20\x11\0\x0c" IPV4, PROXY_NO_CLIENT, ""),
		/* the front end does not know the address */
		PROXY_CASE(V2 "\x21\0\0\3abc", PROXY_NO_CLIENT, ""),
		/* datagrams, other families, versions and commands; addresses cut short */
		PROXY_CASE(V2 "\x21\x12\0\x0c" IPV4, PROXY_BAD, ""),
		PROXY_CASE(V2 "\x21\x41\0\x0c" IPV4, PROXY_BAD, ""),
		PROXY_CASE(V2 "\x11\x11\0\x0c" IPV4, PROXY_BAD, ""),
		PROXY_CASE(V2 "\x22\x11\0\x0c" IPV4, PROXY_BAD, ""),
		PROXY_CASE(V2 "\x21\x11\0\x0b" IPV4, PROXY_BAD, ""),
		PROXY_CASE(V2 "\x21\x21\0\x0c" IPV4, PROXY_BAD, ""),
		PROXY_CASE(V2 "\x21\x31\0\x0c" IPV4, PROXY_BAD, ""),
		/* fields longer than the header, and a field about TLS without its flags */
		PROXY_CASE(V2 "\x21\x11\0\x0e" IPV4 "\3\0", PROXY_BAD, ""),
		PROXY_CASE(V2 "\x21\x11\0\x13" IPV4 "\3\0\5abcd", PROXY_BAD, ""),
		PROXY_CASE(V2 "\x21\x11\0\x13" IPV4 "\x20\0\4\1abc", PROXY_BAD, ""),
	};
	char text[NETADDR_TEXT_MAX];
	size_t used = 0;

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		if (parse_proxy(CASES[i].bytes, CASES[i].n, &used, text) != CASES[i].is ||
		    strcmp(text, CASES[i].peer) != 0)
			fail_msg("case %u: %s", i, text);
		if (CASES[i].is != PROXY_BAD)
			assert_int_equal(used, CASES[i].n);
		for (size_t part = 0; CASES[i].is != PROXY_BAD && part < CASES[i].n; part++)
			assert_int_equal(
			    parse_proxy(CASES[i].bytes, part, &used, text), PROXY_MORE);
	}
}

TEST(version_2_says_whether_the_client_uses_tls)
{
	static const struct {
		const void *bytes;
		size_t n;
		enum proxy_result is;
		enum proxy_tls tls;
	} CASES[] = {
		PROXY_CASE("PROXY TCP4 203.0.113.7 192.0.2.1 51000 4321\r\n", PROXY_CLIENT,
		    PROXY_TLS_UNKNOWN),
		PROXY_CASE(V2 "\x21\x11\0\x0c" IPV4, PROXY_CLIENT, PROXY_TLS_UNKNOWN),
		PROXY_CASE(
		    V2 "\x21\x11\0\x13" IPV4 "\3\0\4abcd", PROXY_CLIENT, PROXY_TLS_UNKNOWN),
		/* flags 0: the front end speaks TLS, but not to this client */
		PROXY_CASE(
		    V2 "\x21\x11\0\x14" IPV4 "\x20\0\5\0\0\0\0\0", PROXY_CLIENT, PROXY_TLS_NO),
		PROXY_CASE(
		    V2 "\x21\x11\0\x14" IPV4 "\x20\0\5\1\0\0\0\0", PROXY_CLIENT, PROXY_TLS_YES),
		/* the certificate flags alone do not count */
		PROXY_CASE(
		    V2 "\x21\x11\0\x14" IPV4 "\x20\0\5\6\0\0\0\0", PROXY_CLIENT, PROXY_TLS_NO),
		/* as haproxy sends it: after another field, with the version of TLS in it */
		PROXY_CASE(V2 "\x21\x21\0\x3a" IPV6
			      "\4\0\1\0\x20\0\x0f\1\0\0\0\0\x21\0\7TLSv1.3",
		    PROXY_CLIENT, PROXY_TLS_YES),
	};
	struct proxy_client client;
	size_t used;

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		assert_int_equal(
		    proxy_parse(CASES[i].bytes, CASES[i].n, &used, &client), CASES[i].is);
		if (client.tls != CASES[i].tls)
			fail_msg("case %u: %d", i, (int)client.tls);
	}
}

TEST(the_length_of_a_header_is_limited)
{
	/* one field fills it: 0x800 bytes less the addresses and the field's type and length */
	static uint8_t in[PROXY_HEADER_MAX + 1] = V2 "\x21\x11\x08\0" IPV4 "\4\x07\xf1";
	char text[NETADDR_TEXT_MAX];
	size_t used;

	assert_int_equal(parse_proxy(in, PROXY_HEADER_MAX - 1, &used, text), PROXY_MORE);
	assert_int_equal(parse_proxy(in, PROXY_HEADER_MAX, &used, text), PROXY_CLIENT);
	assert_int_equal(used, PROXY_HEADER_MAX);
	in[15] = 1;
	assert_int_equal(parse_proxy(in, 16, &used, text), PROXY_BAD);
}
