/* SPDX-License-Identifier: MIT */
/* Short lists of users: gagged, blinded and awaited ones. */
#ifndef PEOPLE_USERLIST_H
#define PEOPLE_USERLIST_H

#include "people/session.h"

/* Returns whether the list contains a user.  Linear. */
bool userlist_has(const struct user_list *l, int64_t user);

/* Adds a user, unless present.  Returns false if the list has `most` entries already. */
bool userlist_add(struct user_list *l, int64_t user, unsigned most);
void userlist_remove(struct user_list *l, int64_t user);
void userlist_free(struct user_list *l);

/* Appends the names with a separator between them.  Returns their number. */
unsigned userlist_names(
    struct world *w, const struct user_list *l, const char *separator, struct sbuf *out);

/* ---- awaited users ---- */

/* Call after s has added `user` to its list of awaited users.  No call is needed for removal:
 * entries are checked against the lists. */
void awaited_add(struct world *w, int64_t user, const struct session *s);

/* Call when `user` logs in.  Takes `user` off the lists of all sessions that wait, and calls
 * `tell` for each of these in order of log-in.  Linear in their number. */
void awaited_logged_in(
    struct world *w, int64_t user, void (*tell)(void *ctx, struct session *s), void *ctx);

/* ---- gagged and blinded users ---- */

/* Loads the gagged and blinded users of the account into the session. */
void blocked_users_load(struct world *w, struct session *s);

/* Returns whether `user` gags or blinds `other`.  s: session of `user`, NULL if offline. */
bool user_gags(struct world *w, int64_t user, const struct session *s, int64_t other);
bool user_blinds(struct world *w, int64_t user, const struct session *s, int64_t other);

/* Frees the index of awaited users. */
void awaited_free(struct world *w);

/* Returns whether `listener` gags `speaker`; players of the same match never gag each other. */
bool session_gags(const struct session *listener, const struct session *speaker);

#endif
