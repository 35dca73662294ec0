/* SPDX-License-Identifier: MIT */
/* Mutes of networks, and the mute in force for a session, by its account (player_current_mute)
 * or its network. */
#ifndef MODERATION_MUTES_H
#define MODERATION_MUTES_H

#include "moderation/bans.h"
#include "people/session.h"

/* A mute in force. */
struct active_mute {
	enum mute_scope scope;
	int64_t until_s; /* seconds since 1970; 0: for good */
	/* valid until mutes change; "" for an account's mute, whose reason is not kept in
	 * memory */
	const char *why;
};

/* Returns the mute in force for a session; users with a role are never muted by network.
 * Linear in the muted networks. */
struct active_mute mute_in_force(const struct world *w, const struct session *s);

/* Reads the mutes of networks from the store and replaces those in memory. */
void mutes_load(struct world *w);

/* Returns whether exactly this network is muted now; what: its shortest text form. */
bool mute_network_active(const struct world *w, const char *what);

/* Adds or replaces a mute of the network r->name and stores it; expired mutes are deleted.
 * Muted users are not notified until they try to talk. */
void mute_network_set(struct world *w, const struct mute_record *r);
void mute_network_lift(struct world *w, const char *what);

#endif
