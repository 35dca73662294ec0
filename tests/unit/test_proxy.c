/* SPDX-License-Identifier: MIT */
/* The PROXY protocol header: validity, the address it names, and where it ends. */

#include "net/proxy.h"
#include "tests/unit/test.h"

static enum proxy_result
parse(const void *in, size_t n, size_t *used, char text[NETADDR_TEXT_MAX])
{
	struct netaddr peer;
	enum proxy_result r = proxy_parse(in, n, used, &peer);
	struct sbuf out;

	sbuf_init(&out, text, NETADDR_TEXT_MAX);
	if (r == PROXY_PEER)
		netaddr_text(&peer, &out);
	return r;
}

TEST(version_1_headers_are_parsed)
{
	static const struct {
		const char *line;
		enum proxy_result is;
		const char *peer;
	} CASES[] = {
		{ "PROXY TCP4 203.0.113.7 192.0.2.1 51000 4321", PROXY_PEER, "203.0.113.7" },
		{ "PROXY TCP4 0.0.0.0 255.255.255.255 0 65535", PROXY_PEER, "0.0.0.0" },
		{ "PROXY TCP6 2001:DB8::7 ::1 1 2", PROXY_PEER, "2001:db8::7" },
		{ "PROXY TCP6 fc00:dead:beef:4dad::ab:1 ::1 65535 42", PROXY_PEER,
		    "fc00:dead:beef:4dad::ab:1" },
		/* a banned address cannot get in by another notation */
		{ "PROXY TCP6 ::ffff:203.0.113.7 ::1 1 2", PROXY_PEER, "203.0.113.7" },
		{ "PROXY UNKNOWN", PROXY_NOBODY, "" },
		{ "PROXY UNKNOWN ffff::1 whatever", PROXY_NOBODY, "" },
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
		if (parse(in, n + 9, &used, text) != CASES[i].is ||
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
	assert_int_equal(parse(in, 107, &used, text), PROXY_NOBODY);
	assert_int_equal(used, 107);
	memcpy(in + 105, "x\r\n", 3);
	assert_int_equal(parse(in, 106, &used, text), PROXY_MORE);
	assert_int_equal(parse(in, 107, &used, text), PROXY_BAD);
	assert_int_equal(parse(in, 108, &used, text), PROXY_BAD);
}

/* ---- version 2 ---- */

#define V2 "\r\n\r\n\0\r\nQUIT\n"
#define IPV4 "\xcb\0\x71\7\xc0\0\2\1\xc7\x38\x10\xe1"
#define IPV6                                                                                   \
	"\x20\1\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\7\x20\1\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\1\xc7\x38" \
	"\x10\xe1"
#define CLOTHES                                                                                \
	"\0\0\0\0\0\0\0\0\0\0\xff\xff\xcb\0\x71\7\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\xc7\x38"     \
	"\x10\xe1"
#define CASE(bytes, is, peer)                                                                  \
	{                                                                                      \
		bytes, sizeof(bytes) - 1, is, peer                                             \
	}

TEST(version_2_headers_are_parsed)
{
	static const struct {
		const char *bytes;
		size_t n;
		enum proxy_result is;
		const char *peer;
	} CASES[] = {
		CASE(V2 "\x21\x11\0\x0c" IPV4, PROXY_PEER, "203.0.113.7"),
		CASE(V2 "\x21\x21\0\x24" IPV6, PROXY_PEER, "2001:db8::7"),
		CASE(V2 "\x21\x21\0\x24" CLOTHES, PROXY_PEER, "203.0.113.7"),
		/* other fields follow the addresses */
		CASE(V2 "\x21\x11\0\x13" IPV4 "\3\0\4abcd", PROXY_PEER, "203.0.113.7"),
		/* the front end itself, whatever addresses are given */
		CASE(V2 "\x20\0\0\0", PROXY_NOBODY, ""),
		CASE(V2 "\x20\x11\0\x0c" IPV4, PROXY_NOBODY, ""),
		/* the front end does not know the address */
		CASE(V2 "\x21\0\0\3abc", PROXY_NOBODY, ""),
		/* datagrams, other families, versions and commands; addresses cut short */
		CASE(V2 "\x21\x12\0\x0c" IPV4, PROXY_BAD, ""),
		CASE(V2 "\x21\x41\0\x0c" IPV4, PROXY_BAD, ""),
		CASE(V2 "\x11\x11\0\x0c" IPV4, PROXY_BAD, ""),
		CASE(V2 "\x22\x11\0\x0c" IPV4, PROXY_BAD, ""),
		CASE(V2 "\x21\x11\0\x0b" IPV4, PROXY_BAD, ""),
		CASE(V2 "\x21\x21\0\x0c" IPV4, PROXY_BAD, ""),
		CASE(V2 "\x21\x31\0\x0c" IPV4, PROXY_BAD, ""),
	};
	char text[NETADDR_TEXT_MAX];
	size_t used = 0;

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		if (parse(CASES[i].bytes, CASES[i].n, &used, text) != CASES[i].is ||
		    strcmp(text, CASES[i].peer) != 0)
			fail_msg("case %u: %s", i, text);
		if (CASES[i].is != PROXY_BAD)
			assert_int_equal(used, CASES[i].n);
		for (size_t part = 0; CASES[i].is != PROXY_BAD && part < CASES[i].n; part++)
			assert_int_equal(parse(CASES[i].bytes, part, &used, text), PROXY_MORE);
	}
}

TEST(the_length_of_a_header_is_limited)
{
	static uint8_t in[PROXY_MAX + 1] = V2 "\x21\x11\x08\0" IPV4;
	char text[NETADDR_TEXT_MAX];
	size_t used;

	assert_int_equal(parse(in, PROXY_MAX - 1, &used, text), PROXY_MORE);
	assert_int_equal(parse(in, PROXY_MAX, &used, text), PROXY_PEER);
	assert_int_equal(used, PROXY_MAX);
	in[15] = 1;
	assert_int_equal(parse(in, 16, &used, text), PROXY_BAD);
}
