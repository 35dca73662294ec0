/* SPDX-License-Identifier: MIT */
/* Decides which accounts count as one in rules that compare addresses or networks.  Limits on
 * passwords, registrations and floods do not use this; they count addresses as they are. */
#ifndef PEOPLE_NETWORK_H
#define PEOPLE_NETWORK_H

#include "people/session.h"

enum network_width {
	NETWORK_ADDRESS, /* a single address; for IPv6 a /64 */
	NETWORK_WIDE,    /* a /24; for IPv6 a /48 */
};

/* Returns the network in which a session's account is counted.  Family 0 means that the account
 * counts by itself: it is a bot, or its address is in shared_networks, exempt from limits, or
 * unknown. */
struct netaddr network_of_session(const struct session *s, enum network_width width);

/* Like network_of_session, for a stored address; "" is unknown.  Does not consider exemptions.
 */
struct netaddr network_of_host(
    const struct world *w, const char *host, enum network_width width);

/* Returns whether two accounts count as one; false if either counts by itself. */
bool network_same(const struct netaddr *a, const struct netaddr *b);

/* Writes a network as text; "" if the account counts by itself. */
void network_text(const struct netaddr *network, char text_out[STORE_HOST_MAX]);

/* Returns the entry of shared_networks that contains an address, or NULL. */
const struct netaddr *network_find_shared(const struct world *w, const struct netaddr *from);

#endif
