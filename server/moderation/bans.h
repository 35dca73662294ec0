/* SPDX-License-Identifier: MIT */
/* Bans of names and addresses. */
#ifndef MODERATION_BANS_H
#define MODERATION_BANS_H

#include "world/world.h"
#include "proto/netaddr.h"

/* size of the reason for a ban, including NUL */
#define BAN_WHY_MAX 161u

struct ban {
	bool of_network;
	char what[STORE_BAN_MAX]; /* a name, or the shortest text form of the network */
	struct netaddr net;       /* set only for a network */
	int64_t until_s;          /* seconds since 1970; 0: for good */
	char why[BAN_WHY_MAX];    /* "" if none was given */
	bool sessions_to_close;   /* sessions online may still have to be closed */
};

/* Reads all bans from the store and replaces those in memory.  Aborts if out of memory. */
void bans_load(struct world *w);

/* Return the ban in force for a name (ignoring case) or a numeric address, or NULL. Linear in
 * the bans. */
const struct ban *ban_of_name(const struct world *w, const char *name);
const struct ban *ban_of_host(const struct world *w, const char *host);

/* Returns the ban of exactly this name or network, even if expired; NULL if there is none. */
const struct ban *ban_find(const struct world *w, bool address, const char *what);

/* Adds or replaces a ban and stores it; expired bans are deleted.  It takes effect for new
 * connections at once; bans_close_sessions closes sessions that are online from a banned
 * network. */
void ban_set(struct world *w, const struct ban_record *r);

/* Closes sessions that bans of networks apply to, at most BANS_CLOSED_PER_TURN per turn, and
 * only as many as BANS_NOTICES_PER_TURN lines can announce to all users online.  The rest are
 * closed in the following turns.  Sessions of users with a role are not closed. */
#define BANS_CLOSED_PER_TURN 64u
#define BANS_NOTICES_PER_TURN 2048u
void bans_close_sessions(struct world *w);

/* bans_run_timers continues the work of bans_close_sessions.  bans_waiting returns whether
 * sessions are left to close, so that another turn must follow at once.  bans_next_timer
 * returns the current monotonic time if so, otherwise -1. */
void bans_run_timers(struct world *w);
bool bans_waiting(const struct world *w);
int64_t bans_next_timer(const struct world *w);

/* Deletes a ban, from memory and from the store. */
void ban_lift(struct world *w, bool address, const char *what);

/* Prints the reason for a ban to the banned user. */
static inline void
ban_tell_why(struct out *out, const char *why)
{
	if (why[0] != '\0')
		msg_because(out, why);
}

/* Returns whether a ban is in force now. */
static inline bool
ban_in_force(const struct world *w, const struct ban *b)
{
	return b->until_s == 0 || b->until_s > world_now_s(w);
}

#endif
