/* SPDX-License-Identifier: MIT */
/* What is remembered of remote addresses: those that have connections, and at most
 * ADDRESSES_MAX others that have a penalty or have made room. */
#ifndef NET_ADDRESS_H
#define NET_ADDRESS_H

#include "base/check.h"
#include "base/table.h"
#include "net/link.h"
#include "net/net.h"
#include "proto/netaddr.h"

#define ADDRESSES_MAX 65536u /* without a connection */

struct address {
	UT_hash_handle hh;
	struct netaddr key;
	bool refused; /* the penalty has reached the limit and is not over */
	unsigned conns;
	unsigned entering; /* of them, on their way in */
	unsigned singly;   /* of them, logged in from a shared network: not in per_address */
	int64_t penalty_until_ms;
	int64_t made_room_ms; /* until then it comes behind those who have not made room */
	struct link idle;     /* while it has no connection: oldest first */
};

struct addresses {
	struct address *table;
	struct link idle;
	unsigned idle_len;
};

void addresses_init(struct addresses *as);
void addresses_done(struct addresses *as);

/* What counts as one address: all of an IPv4, the first 64 bits of an IPv6 one. */
struct netaddr address_key(const struct netaddr *a);

/* NULL: nothing is remembered of it. */
struct address *address_find(const struct addresses *as, const struct netaddr *key);
/* The address for one connection more; NULL when memory is out. */
struct address *address_enter(struct addresses *as, const struct netaddr *key);
void address_leave(struct addresses *as, struct address *a);

/* OpenSSH's way: penalties add up to a most; from a least on, the address is refused until they
 * are over. */
void address_penalty(struct address *a, unsigned seconds, const struct net_config *limits);
bool address_refused(const struct address *a);
/* It has made room for another, and is not refused for that, but has had its turn for so long.
 */
void address_made_room(struct address *a, unsigned seconds);

/* Those that have a penalty. */
struct pack;
void addresses_carry(struct addresses *as, struct pack *p);

#endif
