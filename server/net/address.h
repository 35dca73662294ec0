/* SPDX-License-Identifier: MIT */
/* Remembers remote addresses: those with connections, and at most ADDRESSES_MAX others that
 * have a penalty or were evicted. */
#ifndef NET_ADDRESS_H
#define NET_ADDRESS_H

#include "base/check.h"
#include "base/table.h"
#include "net/link.h"
#include "net/net.h"
#include "proto/netaddr.h"

#define ADDRESSES_MAX 65536u /* limit on remembered addresses without a connection */

struct address {
	UT_hash_handle hh;
	struct netaddr key;
	bool refused; /* the penalty has reached the limit and has not expired */
	unsigned conns;
	unsigned handshakes;      /* how many of conns are not accepted yet (handshake.c) */
	unsigned uncounted_conns; /* how many of conns are logged in and not counted in
				     per_address */
	int64_t penalty_until_ms;
	int64_t evict_first_until_ms; /* until this time, the address's connections are evicted
				 before those of other addresses */
	struct link idle_link; /* linked in addresses.idle_list, oldest first, while it has no
				* connection */
};

struct addresses {
	struct address *table;
	struct link idle_list;
	unsigned idle_len;
};

void addresses_init(struct addresses *as);
void addresses_free(struct addresses *as);

/* Returns the part of an address that counts as one address: all of an IPv4 address, the first
 * 64 bits of an IPv6 address. */
struct netaddr address_key(const struct netaddr *a);

/* Finds a remembered address.  Returns NULL if there is none. */
struct address *address_find(const struct addresses *as, const struct netaddr *key);
/* address_add_conn counts one more connection and returns its address, NULL if out of memory.
 * address_remove_conn counts one fewer. */
struct address *address_add_conn(struct addresses *as, const struct netaddr *key);
void address_remove_conn(struct addresses *as, struct address *a);

/* Adds a penalty, as OpenSSH does.  Penalties accumulate up to penalty_max_s.  Once they reach
 * penalty_act_s, the address is refused until they expire. */
void address_add_penalty(struct address *a, unsigned seconds, const struct net_config *limits);
bool address_refused(const struct address *a);
/* Records that a connection from the address was evicted.  The address is not refused for that,
 * but for `seconds` its connections are evicted first. */
void address_mark_evicted(struct address *a, unsigned seconds);

/* Transfers the addresses with a penalty to another process. */
struct pack;
void addresses_hand_over(struct addresses *as, struct pack *p);

#endif
