/* SPDX-License-Identifier: MIT */
/* Who is on line, and how they are found. */
#ifndef PEOPLE_ONLINE_H
#define PEOPLE_ONLINE_H

#include "world/world.h"

void online_init(struct world *w);

struct session *session_get(
    const struct world *w, session_id id); /* NULL: none, stale or closed */

/* After a change of who is away, watches, or has a role: into or out of their trees. */
void online_index(struct world *w, struct session *s);

/* The first one on line whose login_no is at least that; NULL none. */
struct session *online_from(const struct world *w, uint64_t login_no);

/* The next one on line from a network behind `after`, or the first one (NULL): of those with a
 * role, or of those without.  NULL none. */
struct session *online_at(const struct world *w, const struct netaddr *network, bool role,
    const struct session *after);

/* Puts a session into or out of the list of those on line, in order of login_no, and what is
 * looked up with it. */
void online_add(struct world *w, struct session *s);
void online_remove(struct world *w, struct session *s);

/* All trees are in order. */
void online_check(const struct world *w);

#endif
