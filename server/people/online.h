/* SPDX-License-Identifier: MIT */
/* Sessions online, and lookup by name, address and order of log-in. */
#ifndef PEOPLE_ONLINE_H
#define PEOPLE_ONLINE_H

#include "people/session.h"

/* Returns an empty struct people for up to sessions_max sessions; NULL if out of memory. */
struct people *people_new(unsigned sessions_max);

/* Updates the trees after away, watching or role has changed. */
void online_update_trees(struct world *w, struct session *s);

/* Returns the first session online whose login.no is at least login_no, or NULL. */
struct session *online_from_login(const struct world *w, uint64_t login_no);

/* Iterates over the sessions from a network: those of users with a role, or those of users
 * without one.  Returns the session after `after` or, if `after` is NULL, the first session.
 * Returns NULL at the end. */
struct session *online_next_from_network(const struct world *w, const struct netaddr *network,
    bool role, const struct session *after);

/* Add a session to the list of sessions online (in order of login.no) and to the trees, or
 * remove it from them. */
void online_add(struct world *w, struct session *s);
void online_remove(struct world *w, struct session *s);

/* Checks the order of all trees; aborts if it is wrong. */
void online_check_trees(const struct world *w);

/* Makes s watch target (NULL: no one) and updates the target's list of watchers.  Sends no
 * notice. */
void session_set_watching(struct world *w, struct session *s, struct session *target);

/* Finds a session by name: by its exact name, else by a case-sensitive prefix, else by a
 * case-insensitive prefix.  If several match, returns NULL and lists them in *names_out ("a,
 * b", in order of log-in; the first 64 by name if there are more). */
struct session *session_by_prefix(
    const struct world *w, const char *name, struct sbuf *names_out);

#endif
