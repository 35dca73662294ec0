/* SPDX-License-Identifier: MIT */
/* Limits in time of what somebody does who is not on line: see guard.h. */
#include "login/guard.h"

#include <stdlib.h>

#include "login/rate.h"

/* A network in the sense of who may have many addresses. */
#define NETWORK_IPV4 24u
#define NETWORK_IPV6 48u

struct guard {
	struct rates accounts; /* in all, and by network */
};

struct guard *
guard_new(void)
{
	return calloc(1, sizeof(struct guard));
}

void
guard_free(struct guard **gp)
{
	if (*gp != NULL)
		rates_free(&(*gp)->accounts);
	free(*gp);
	*gp = NULL;
}

static struct rate_key
network_key(const char *name, const struct session *s)
{
	struct netaddr network = netaddr_network(&s->from, NETWORK_IPV4, NETWORK_IPV6);

	return rate_key(name, &network);
}

bool
guard_may_register(const struct world *w, const struct session *s)
{
	const struct rate_key all = rate_key(NULL, NULL), network = network_key(NULL, s);
	const struct rates *r = &w->guard->accounts;

	return s->exempt ||
	       (rate_allows(r, &all, w->config.register_hour, w->mono_ms) &&
		   rate_allows(r, &network, w->config.register_network, w->mono_ms));
}

void
guard_registers(struct world *w, const struct session *s)
{
	const struct rate_key all = rate_key(NULL, NULL), network = network_key(NULL, s);
	struct rates *r = &w->guard->accounts;

	if (s->exempt)
		return;
	rate_count(r, &all, w->config.register_hour, w->mono_ms);
	rate_count(r, &network, w->config.register_network, w->mono_ms);
}
