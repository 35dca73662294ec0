/* SPDX-License-Identifier: MIT */
/* What somebody may not say: by their account (player_mute), or where they come from. */
#ifndef MODERATION_MUTES_H
#define MODERATION_MUTES_H

#include "moderation/bans.h"
#include "people/session.h"

/* What holds for somebody now; the why of an account's is not known here, and "". */
struct silence {
	enum mute_scope scope;
	int64_t until_s; /* 0 for good */
	const char *why; /* until mutes change */
};

/* Who has a role talks from anywhere.  Linear in the networks. */
struct silence mute_holds(const struct world *w, const struct session *s);

/* Reads those of networks from the store, in place of those in memory. */
void mutes_load(struct world *w);

/* Of exactly this network, in its shortest form; one that is over is none. */
bool mute_network_is(const struct world *w, const char *what);

/* Adds or replaces one (r->name is the network), kept; those that are over are forgotten.
 * Whoever comes from there reads of it when they want to talk: those on line are not looked
 * for. */
void mute_network_set(struct world *w, const struct mute_record *r);
void mute_network_lift(struct world *w, const char *what);

#endif
