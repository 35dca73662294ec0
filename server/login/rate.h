/* SPDX-License-Identifier: MIT */
/* How often something may happen in an hour: to an account, from an address, to one from the
 * other.  In no hour more than the limit; at most half of it at once, because what is left
 * comes back evenly.
 *
 * At most RATES_MAX are remembered, the last ones that were counted. */
#ifndef LOGIN_RATE_H
#define LOGIN_RATE_H

#include "proto/netaddr.h"
#include "store/store.h"

#define RATES_MAX 65536u

/* What is counted: a name in small letters, "" none; a network, all zero none. */
struct rate_key {
	char name[STORE_NAME_MAX + 1];
	struct netaddr from;
};

struct rates {
	struct rate *table;
	struct rate *oldest; /* the one that was counted longest ago */
	unsigned len;
};

struct rate_key rate_key(const char *name, const struct netaddr *from);

/* Whether it may happen once more; per_hour 0: as often as anybody likes. */
bool rate_allows(
    const struct rates *r, const struct rate_key *key, unsigned per_hour, int64_t now_ms);
/* It happens; it did not count after all. */
void rate_count(struct rates *r, const struct rate_key *key, unsigned per_hour, int64_t now_ms);
void rate_forgive(struct rates *r, const struct rate_key *key, unsigned per_hour);

/* All of them go to another process. */
struct pack;
void rates_carry(struct rates *r, struct pack *p);

void rates_free(struct rates *r);

#endif
