/* SPDX-License-Identifier: MIT */
/* Which accounts count as one in rules that compare addresses or networks.  Limits on
 * passwords, new accounts and floods do not ask here: they count addresses as they are. */
#ifndef PEOPLE_NETWORK_H
#define PEOPLE_NETWORK_H

#include "people/session.h"

enum network_width {
	NETWORK_ADDRESS, /* one address; of IPv6 a /64 */
	NETWORK_WIDE,    /* /24; of IPv6 /48 */
};

/* The network that an account is counted in, by its session.  Family 0 when it counts singly:
 * the address is in shared_networks, is exempt from limits, or is unknown; bots are exempt. */
struct netaddr network_of(const struct session *s, enum network_width width);

/* The same by an address that was stored; "" is unknown.  Whether it is exempt is not known. */
struct netaddr network_at(const struct world *w, const char *host, enum network_width width);

/* Whether two accounts count as one; false when either counts singly. */
bool network_same(const struct netaddr *a, const struct netaddr *b);

/* Writes a network as text; "" when the account counts singly. */
void network_text(const struct netaddr *network, char text_out[STORE_HOST_MAX]);

/* The entry of shared_networks that holds an address; NULL when none does. */
const struct netaddr *network_shared(const struct world *w, const struct netaddr *from);

#endif
