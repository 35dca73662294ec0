/* SPDX-License-Identifier: MIT */
/* Numeric addresses and networks of both families, parsed from text or taken from sockets. */
#ifndef PROTO_NETADDR_H
#define PROTO_NETADDR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sbuf.h"

#define NETADDR_TEXT_MAX 64u /* longest text with its NUL, rounded up */

struct netaddr {
	uint8_t family;      /* 4 or 6 */
	uint8_t prefix_bits; /* prefix length; 32 or 128 for a single address */
	uint8_t bytes[16];
};

/* Parses "a.b.c.d" or "h::", optionally with "/n".  IPv4 addresses embedded in IPv6
 * (::ffff:a.b.c.d, ::a.b.c.d, NAT64, 6to4) are converted to IPv4.  Bits after the prefix are
 * cleared.  Returns false, leaving *out unchanged, if the text is not an address. */
bool netaddr_parse(const char *text, struct netaddr *out);

/* Returns an address from 4 or 16 bytes in network order, converting embedded IPv4 addresses in
 * the same way. */
struct netaddr netaddr_from_bytes(const uint8_t *bytes, bool v6);

/* True if `network` contains the whole of `other`; either may be a single address. */
bool netaddr_contains(const struct netaddr *network, const struct netaddr *other);

/* Returns the network of an address with a prefix of that many bits. */
struct netaddr netaddr_network(const struct netaddr *a, unsigned bits_ipv4, unsigned bits_ipv6);

/* A list of addresses and networks. */
#define NETWORKS_MAX 64u

struct networks {
	struct netaddr v[NETWORKS_MAX];
	unsigned len;
};

/* Parses addresses and networks separated by commas or blanks; the list may be empty.  Returns
 * false, leaving *out unchanged, if an item is invalid or there are more than NETWORKS_MAX. */
bool networks_parse(struct networks *out, const char *list);

/* Returns the first network of the list that contains the address, or NULL. */
const struct netaddr *networks_find(const struct networks *n, const struct netaddr *a);

/* Appends the shortest form (RFC 5952), with "/n" unless it is a single address. */
void netaddr_add_text(const struct netaddr *a, struct sbuf *out);

#endif
