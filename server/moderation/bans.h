/* SPDX-License-Identifier: MIT */
/* Names and addresses that are kept out. */
#ifndef MODERATION_BANS_H
#define MODERATION_BANS_H

#include "world/world.h"
#include "proto/netaddr.h"

#define BAN_WHY_MAX 161u

struct ban {
	bool address;
	char what[STORE_BAN_MAX]; /* a name, or the shortest form of the network */
	struct netaddr net;       /* of an address */
	int64_t until_s;          /* 0 for good */
	char why[BAN_WHY_MAX];    /* "" none given */
	bool closing;             /* it may meet somebody who is on line still */
};

/* Reads them all from the store, in place of those in memory; dies when memory is out. */
void bans_load(struct world *w);

/* The ban that holds now for a name (any case of letters), or for a numeric address; NULL none.
 * Linear in the bans. */
const struct ban *ban_of_name(const struct world *w, const char *name);
const struct ban *ban_of_host(const struct world *w, const char *host);

/* Of exactly this name or network; also one that is over.  NULL none. */
const struct ban *ban_find(const struct world *w, bool address, const char *what);

/* Adds or replaces one, kept; those that are over are forgotten.  From now on it keeps out
 * whoever comes; those from a network who are on line already are closed by bans_close. */
void ban_set(struct world *w, const struct ban_record *r);

/* Closes the connections that bans of networks meet, BANS_CLOSED of them in a turn, fewer when
 * all who are on line hear of each at once and that would be more than BANS_HEARD lines; the
 * rest goes in the turns behind it.  Who has a role stays. */
#define BANS_CLOSED 64u
#define BANS_HEARD 2048u
void bans_close(struct world *w);

/* For the world's timers: goes on with that; whether there is more of it to be done at once. */
void bans_timers(struct world *w);
bool bans_waiting(const struct world *w);

/* Forgets one, kept. */
void ban_lift(struct world *w, bool address, const char *what);

/* The reason, to whom it meets. */
static inline void
ban_tell_why(struct out *out, const char *why)
{
	if (why[0] != '\0')
		msg_because(out, why);
}

static inline bool
ban_holds(const struct world *w, const struct ban *b)
{
	return b->until_s == 0 || b->until_s > world_now_s(w);
}

#endif
