/* SPDX-License-Identifier: MIT */
/* Who is on line, and how they are found. */
#ifndef PEOPLE_ONLINE_H
#define PEOPLE_ONLINE_H

#include "people/session.h"

/* Empty, for at most so many sessions; NULL when memory is out. */
struct people *people_new(unsigned sessions_max);

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

/* Keeps the two-way link of watching; target NULL: watches nobody.  Tells nobody. */
void session_set_watching(struct world *w, struct session *s, struct session *target);

/* With completion: exact, else a case-sensitive prefix of one, else a case-insensitive one.
 * When several match, *names_out lists them ("a, b", in order of log-in; the first ones by name
 * when they are many) and NULL is returned. */
struct session *session_complete(
    const struct world *w, const char *name, struct sbuf *names_out);

#endif
