/* SPDX-License-Identifier: MIT */
/* What one turn has done of what it may do.  Each connection that is accepted, read from, sent
 * more or ended counts as one; so does the time they take. */
#ifndef NET_PASS_H
#define NET_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "net/net.h"

struct pass {
	uint64_t no;
	unsigned accepts;
	unsigned served;
	int64_t since_us; /* 0: nothing yet */
	bool full;        /* that is as much as it may do */
	bool unasked;     /* the last turn has not asked the kernel who is ready */
};

static inline void
pass_begin(struct pass *p)
{
	*p = (struct pass){ .no = p->no + 1, .unasked = p->unasked };
}

/* Its time runs from here, if it does not yet: not earlier, because the pass may have waited.
 */
static inline void
pass_since(struct pass *p, const struct net_config *limits)
{
	if (p->since_us == 0 && limits->served_us > 0)
		p->since_us = net_mono_us();
}

/* Whether 1/parts of the events or of the time of a turn is used up. */
static inline bool
pass_used(const struct pass *p, const struct net_config *limits, unsigned parts)
{
	if (p->served * parts >= limits->served_per_turn)
		return true;
	return limits->served_us > 0 && p->since_us != 0 &&
	       (net_mono_us() - p->since_us) * parts >= (int64_t)limits->served_us;
}

/* Something has been done for a connection.  True, and `full`, once 1/parts of what a turn may
 * do is used up: what else the transports have to say is left for the next one. */
static inline bool
pass_served(struct pass *p, const struct net_config *limits, unsigned parts)
{
	pass_since(p, limits);
	p->served++;
	p->full = p->full || pass_used(p, limits, 1);
	return p->full || (parts > 1 && pass_used(p, limits, parts));
}

#endif
