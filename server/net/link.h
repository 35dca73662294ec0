/* SPDX-License-Identifier: MIT */
/* A circular list with a head; a link that is alone points at itself.  Some lists are sorted by
 * the deadline due_ms.  All members of such a list have the same time limit, so new members are
 * appended. */
#ifndef NET_LINK_H
#define NET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct link {
	struct link *prev, *next;
	int64_t due_ms;
};

static inline void
link_init(struct link *l)
{
	l->prev = l->next = l;
}

/* The structure that contains a link. */
#define LINK_OWNER(link_ptr, type, member)                                                     \
	((type *)(void *)((char *)(link_ptr)-offsetof(type, member)))

/* Returns whether a link is in no list, or is the head of an empty list. */
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

/* Removes l from its list and appends it to the list of `head`. */
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
