/* SPDX-License-Identifier: MIT */
/* Numeric addresses.  Owns no memory; linear in the text. */
#include "proto/netaddr.h"

#include <arpa/inet.h>
#include <string.h>

#include "proto/words.h"

/* Parses the number in "/n", which is at most a->prefix_bits and has no leading zeros. */
static bool
read_prefix_length(const char *text, struct netaddr *a)
{
	long bits;

	if (text[0] < '0' || text[0] > '9' || (text[0] == '0' && text[1] != '\0') ||
	    !word_number(text, &bits) || bits > a->prefix_bits)
		return false;
	a->prefix_bits = (uint8_t)bits;
	return true;
}

/* Prefixes of IPv6 addresses that contain an IPv4 address.  An IPv4 host can also use these
 * addresses, and must not evade a ban in that way. */
static const struct {
	uint8_t len; /* bytes of the prefix */
	uint8_t at;  /* offset of the IPv4 address */
	uint8_t prefix[12];
} EMBEDDING_PREFIXES[] = {
	{ 12, 12, { [10] = 0xff, [11] = 0xff } },    /* IPv4-mapped, used by IPv6 sockets; RFC
							4291, 2.5.5.2 */
	{ 12, 12, { 0 } },                           /* IPv4-compatible; 2.5.5.1 */
	{ 12, 12, { 0x00, 0x64, 0xff, 0x9b } },      /* NAT64; RFC 6052 */
	{ 6, 12, { 0x00, 0x64, 0xff, 0x9b, 0, 1 } }, /* local-use NAT64; RFC 8215 */
	{ 2, 2, { 0x20, 0x02 } },                    /* 6to4; RFC 3056 */
};

/* Returns true for ::, ::1 and other addresses with 13 leading zero bytes: they contain no
 * IPv4 address. */
static bool
begins_with_13_zeros(const struct netaddr *a)
{
	for (unsigned i = 0; i < 13; i++)
		if (a->bytes[i] != 0)
			return false;
	return true;
}

static void
unmap_ipv4(struct netaddr *a)
{
	for (size_t i = 0;
	     a->family == 6 && !begins_with_13_zeros(a) && i < ARRAY_LEN(EMBEDDING_PREFIXES);
	     i++) {
		unsigned at = EMBEDDING_PREFIXES[i].at;

		/* a network no longer than the prefix stays an IPv6 network, except
		 * ::ffff:0:0/96, which is all of IPv4 */
		if (a->prefix_bits < at * 8 || (i > 0 && a->prefix_bits == at * 8) ||
		    memcmp(a->bytes, EMBEDDING_PREFIXES[i].prefix, EMBEDDING_PREFIXES[i].len) !=
			0)
			continue;
		a->family = 4;
		a->prefix_bits =
		    (uint8_t)(a->prefix_bits - at * 8 < 32 ? a->prefix_bits - at * 8 : 32);
		memmove(a->bytes, a->bytes + at, 4);
		memset(a->bytes + 4, 0, 12);
	}
}

static void
clear_after_prefix(struct netaddr *a)
{
	for (unsigned bit = a->prefix_bits; bit < 128; bit++)
		a->bytes[bit / 8] &= (uint8_t) ~(0x80u >> (bit % 8));
}

bool
netaddr_parse(const char *text, struct netaddr *out)
{
	struct netaddr a = { .family = 4, .prefix_bits = 32 };
	char address[NETADDR_TEXT_MAX];
	size_t n = strcspn(text, "/");

	if (n >= sizeof(address))
		return false;
	memcpy(address, text, n);
	address[n] = '\0';
	if (inet_pton(AF_INET, address, a.bytes) != 1) {
		a = (struct netaddr){ .family = 6, .prefix_bits = 128 };
		if (inet_pton(AF_INET6, address, a.bytes) != 1)
			return false;
	}
	if (text[n] == '/' && !read_prefix_length(text + n + 1, &a))
		return false;
	unmap_ipv4(&a);
	clear_after_prefix(&a);
	*out = a;
	return true;
}

struct netaddr
netaddr_network(const struct netaddr *a, unsigned bits_ipv4, unsigned bits_ipv6)
{
	struct netaddr network = *a;

	network.prefix_bits = (uint8_t)(a->family == 6 ? bits_ipv6 : bits_ipv4);
	clear_after_prefix(&network);
	return network;
}

struct netaddr
netaddr_from_bytes(const uint8_t *bytes, bool v6)
{
	struct netaddr a = { .family = v6 ? 6 : 4, .prefix_bits = v6 ? 128 : 32 };

	memcpy(a.bytes, bytes, v6 ? 16 : 4);
	unmap_ipv4(&a);
	return a;
}

bool
netaddr_contains(const struct netaddr *network, const struct netaddr *other)
{
	unsigned whole = network->prefix_bits / 8u;
	unsigned rest = network->prefix_bits % 8u;

	if (network->family != other->family || other->prefix_bits < network->prefix_bits ||
	    memcmp(network->bytes, other->bytes, whole) != 0)
		return false;
	return rest == 0 || (network->bytes[whole] ^ other->bytes[whole]) >> (8 - rest) == 0;
}

bool
networks_parse(struct networks *out, const char *list)
{
	struct networks n = { .len = 0 };
	char one[NETADDR_TEXT_MAX];

	for (;;) {
		size_t len;

		list += strspn(list, " \t,");
		len = strcspn(list, " \t,");
		if (len == 0)
			break;
		if (len >= sizeof(one) || n.len == NETWORKS_MAX)
			return false;
		memcpy(one, list, len);
		one[len] = '\0';
		if (!netaddr_parse(one, &n.v[n.len++]))
			return false;
		list += len;
	}
	*out = n;
	return true;
}

const struct netaddr *
networks_find(const struct networks *n, const struct netaddr *a)
{
	for (unsigned i = 0; i < n->len; i++)
		if (netaddr_contains(&n->v[i], a))
			return &n->v[i];
	return NULL;
}

void
netaddr_add_text(const struct netaddr *a, struct sbuf *out)
{
	char text[INET6_ADDRSTRLEN];

	CHECK(inet_ntop(a->family == 4 ? AF_INET : AF_INET6, a->bytes, text, sizeof(text)) !=
	      NULL);
	sbuf_add(out, text);
	if (a->prefix_bits != (a->family == 4 ? 32 : 128))
		sbuf_addf(out, "/%u", a->prefix_bits);
}
