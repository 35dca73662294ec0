/* SPDX-License-Identifier: MIT */
/* The allowance of a turn.  Each connection accepted, read from, written to or ended counts as
 * one event; the number of events and the time are limited. */
#ifndef NET_PASS_H
#define NET_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "net/net.h"

struct pass {
	uint64_t no;
	unsigned accepts;
	unsigned events;
	int64_t started_us; /* 0: not started */
	bool budget_spent;  /* the allowance is used up */
	bool skipped_poll;  /* the last turn did not ask the kernel for events */
};

static inline void
pass_begin(struct pass *p)
{
	*p = (struct pass){ .no = p->no + 1, .skipped_poll = p->skipped_poll };
}

/* Starts timing the pass, unless it is being timed already.  Not called at the start of the
 * pass, which may wait first. */
static inline void
pass_start_timing(struct pass *p, const struct net_config *limits)
{
	if (p->started_us == 0 && limits->turn_us_max > 0)
		p->started_us = net_mono_us();
}

/* Returns whether 1/parts of the turn's events or time is used up. */
static inline bool
pass_share_used(const struct pass *p, const struct net_config *limits, unsigned parts)
{
	if (p->events * parts >= limits->turn_events_max)
		return true;
	return limits->turn_us_max > 0 && p->started_us != 0 &&
	       (net_mono_us() - p->started_us) * parts >= (int64_t)limits->turn_us_max;
}

/* Counts one connection served.  Returns true once 1/parts of the allowance is used up.  Once
 * all of it is used up, sets budget_spent; transport events then wait for the next turn. */
static inline bool
budget_charge(struct pass *p, const struct net_config *limits, unsigned parts)
{
	pass_start_timing(p, limits);
	p->events++;
	p->budget_spent = p->budget_spent || pass_share_used(p, limits, 1);
	return p->budget_spent || (parts > 1 && pass_share_used(p, limits, parts));
}

#endif
