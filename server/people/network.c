/* SPDX-License-Identifier: MIT */
/* See network.h.  Linear in shared_networks, which has at most NETWORKS_MAX entries. */
#include "people/network.h"

#include <string.h>

static const struct {
	unsigned bits_ipv4, bits_ipv6;
} NETWORK_BITS[] = {
	[NETWORK_ADDRESS] = { 32, 64 },
	[NETWORK_WIDE] = { 24, 48 },
};

const struct netaddr *
network_find_shared(const struct world *w, const struct netaddr *from)
{
	return networks_find(&w->config.shared_networks, from);
}

static struct netaddr
network(const struct world *w, const struct netaddr *from, enum network_width width)
{
	if (from->family == 0 || network_find_shared(w, from) != NULL)
		return (struct netaddr){ 0 };
	return netaddr_network(
	    from, NETWORK_BITS[width].bits_ipv4, NETWORK_BITS[width].bits_ipv6);
}

struct netaddr
network_of_session(const struct session *s, enum network_width width)
{
	return s->exempt ? (struct netaddr){ 0 } : network(s->world, &s->address, width);
}

struct netaddr
network_of_host(const struct world *w, const char *host, enum network_width width)
{
	struct netaddr from = { 0 };

	(void)netaddr_parse(host, &from);
	return network(w, &from, width);
}

bool
network_same(const struct netaddr *a, const struct netaddr *b)
{
	return a->family != 0 && memcmp(a, b, sizeof(*a)) == 0;
}

void
network_text(const struct netaddr *network, char text_out[STORE_HOST_MAX])
{
	struct sbuf b;

	sbuf_init(&b, text_out, STORE_HOST_MAX);
	if (network->family != 0)
		netaddr_add_text(network, &b);
}
