/* SPDX-License-Identifier: MIT */
/* Numeric addresses and networks of both families as people and sockets write them. */
#ifndef PROTO_NETADDR_H
#define PROTO_NETADDR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sbuf.h"

#define NETADDR_TEXT_MAX 64u /* the longest text with its NUL, and room */

struct netaddr {
	uint8_t family; /* 4 or 6 */
	uint8_t bits;   /* that are given: 32 and 128 are one address */
	uint8_t bytes[16];
};

/* "a.b.c.d", "h::", either with "/n"; an IPv4 address in IPv6 clothes (::ffff:a.b.c.d,
 * ::a.b.c.d, NAT64, 6to4) is the IPv4 one.  What lies behind the n bits is taken as 0.  False
 * when it is none; then *out is not touched. */
bool netaddr_parse(const char *text, struct netaddr *out);

/* The same of the 4 or 16 bytes that stand in packets. */
struct netaddr netaddr_of(const uint8_t *bytes, bool v6);

/* The network (or address) holds all of the other. */
bool netaddr_has(const struct netaddr *network, const struct netaddr *other);

/* The network of an address with so many bits. */
struct netaddr netaddr_network(const struct netaddr *a, unsigned bits_ipv4, unsigned bits_ipv6);

/* A list of addresses and networks. */
#define NETWORKS_MAX 64u

struct networks {
	struct netaddr v[NETWORKS_MAX];
	unsigned len;
};

/* Reads addresses and networks with commas or blanks between them; an empty list is one.  False
 * when it is no such list or has more than NETWORKS_MAX; then *out is not touched. */
bool networks_read(struct networks *out, const char *list);

/* The network of the list that holds an address; NULL when none does. */
const struct netaddr *networks_find(const struct networks *n, const struct netaddr *a);

/* Appends its shortest form (RFC 5952), with "/n" unless it is one address. */
void netaddr_text(const struct netaddr *a, struct sbuf *out);

#endif
