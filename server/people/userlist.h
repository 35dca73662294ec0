/* SPDX-License-Identifier: MIT */
/* Short lists of users: whom somebody gags, blinds, waits for. */
#ifndef PEOPLE_USERLIST_H
#define PEOPLE_USERLIST_H

#include "people/session.h"

bool userlist_has(const struct user_list *l, int64_t user);

/* Adds; false when there are so many.  Adding twice is once. */
bool userlist_add(struct user_list *l, int64_t user, unsigned most);
void userlist_remove(struct user_list *l, int64_t user);
void userlist_free(struct user_list *l);

/* Appends the names "a,b" with a separator; returns how many. */
unsigned userlist_names(
    struct world *w, const struct user_list *l, const char *separator, struct sbuf *out);

/* ---- who waits for whom, found by the one who comes ---- */

/* After s has put user on its list of those whom it waits for.  Nothing is done when it takes
 * them off: what is found is compared with the lists. */
void waiting_add(struct world *w, int64_t user, const struct session *s);

/* user has come: takes them off the lists of those who wait, and tells each in order of log-in.
 * Linear in those who do. */
void waiting_end(
    struct world *w, int64_t user, void (*tell)(void *ctx, struct session *s), void *ctx);

/* ---- whom somebody shuts out ---- */

/* Those kept with the account of who comes. */
void shut_outs_load(struct world *w, struct session *s);

/* user does not want to hear of other, or be seen by them; s: their session, NULL when they are
 * not on line. */
bool user_gags(struct world *w, int64_t user, const struct session *s, int64_t other);
bool user_blinds(struct world *w, int64_t user, const struct session *s, int64_t other);

/* When all ends. */
void waiting_free(struct world *w);

/* listener does not want to hear speaker; players of one game always hear each other. */
bool session_gags(const struct session *listener, const struct session *speaker);

#endif
