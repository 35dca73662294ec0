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
	unsigned served;
	int64_t since_us;  /* 0: not started */
	bool budget_spent; /* the allowance is used up */
	bool unasked;      /* the last turn did not ask the kernel for events */
};

static inline void
pass_begin(struct pass *p)
{
	*p = (struct pass){ .no = p->no + 1, .unasked = p->unasked };
}

/* Starts timing the pass, unless it is being timed already.  Not called at the start of the
 * pass, which may wait first. */
static inline void
pass_since(struct pass *p, const struct net_config *limits)
{
	if (p->since_us == 0 && limits->served_us > 0)
		p->since_us = net_mono_us();
}

/* Returns whether 1/parts of the turn's events or time is used up. */
static inline bool
pass_used(const struct pass *p, const struct net_config *limits, unsigned parts)
{
	if (p->served * parts >= limits->served_per_turn)
		return true;
	return limits->served_us > 0 && p->since_us != 0 &&
	       (net_mono_us() - p->since_us) * parts >= (int64_t)limits->served_us;
}

/* Counts one connection served.  Returns true once 1/parts of the allowance is used up.  Once
 * all of it is used up, sets budget_spent; transport events then wait for the next turn. */
static inline bool
budget_charge(struct pass *p, const struct net_config *limits, unsigned parts)
{
	pass_since(p, limits);
	p->served++;
	p->budget_spent = p->budget_spent || pass_used(p, limits, 1);
	return p->budget_spent || (parts > 1 && pass_used(p, limits, parts));
}

#endif
