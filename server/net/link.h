/* SPDX-License-Identifier: MIT */
/* A member of a list with a head; both point at themselves when alone.  at_ms is used by lists
 * in order of time: each has one span for all its members, so that the end is always the place
 * of a new one. */
#ifndef NET_LINK_H
#define NET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct link {
	struct link *prev, *next;
	int64_t at_ms;
};

static inline void
link_init(struct link *l)
{
	l->prev = l->next = l;
}

/* What a link lies in. */
#define LINK_OWNER(link_ptr, type, member)                                                     \
	((type *)(void *)((char *)(link_ptr)-offsetof(type, member)))

/* Also: head of an empty list. */
static inline bool
link_alone(const struct link *l)
{
	return l->next == l;
}

static inline void
link_remove(struct link *l)
{
	l->prev->next = l->next;
	l->next->prev = l->prev;
	link_init(l);
}

/* Leaves the list it was on. */
static inline void
link_append(struct link *head, struct link *l)
{
	link_remove(l);
	l->prev = head->prev;
	l->next = head;
	head->prev->next = l;
	head->prev = l;
}

#endif
