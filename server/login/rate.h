/* SPDX-License-Identifier: MIT */
/* Hourly rate limits, keyed by account name, network, or both.  In any hour at most per_hour
 * events are permitted.  At most half of them are permitted at once, and used capacity returns
 * evenly.
 *
 * The RATES_MAX most recently counted keys are kept. */
#ifndef LOGIN_RATE_H
#define LOGIN_RATE_H

#include "proto/netaddr.h"
#include "store/store.h"

#define RATES_MAX 65536u

/* The name is in lower case, or "" if the key has none.  `from` is a network, or all zeros if
 * the key has none. */
struct rate_key {
	char name[STORE_NAME_MAX + 1];
	struct netaddr from;
};

struct rates {
	struct rate *table;
	struct rate *oldest; /* the key that was counted least recently */
	unsigned len;
};

/* Returns a key.  name may be NULL and is folded to lower case; from may be NULL. */
struct rate_key rate_key(const char *name, const struct netaddr *from);

/* Returns whether one more event is permitted; per_hour 0: no limit. */
bool rate_allows(
    const struct rates *r, const struct rate_key *key, unsigned per_hour, int64_t now_ms);
/* Count an event, or take one back. */
void rate_count(struct rates *r, const struct rate_key *key, unsigned per_hour, int64_t now_ms);
void rate_uncount(struct rates *r, const struct rate_key *key, unsigned per_hour);

/* Packs or unpacks all counts for another process. */
struct pack;
void rates_hand_over(struct rates *r, struct pack *p);

void rates_free(struct rates *r);

#endif
