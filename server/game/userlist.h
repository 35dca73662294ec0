/* SPDX-License-Identifier: MIT */
/* Short lists of users: whom somebody gags, blinds, waits for. */
#ifndef GAME_USERLIST_H
#define GAME_USERLIST_H

#include "game/world.h"

bool userlist_has(const struct user_list *l, int64_t user);

/* Adds; false when the list is full.  Adding twice is once. */
bool userlist_add(struct user_list *l, int64_t user);
void userlist_remove(struct user_list *l, int64_t user);

/* Appends the names "a,b" with a separator; returns how many. */
unsigned userlist_names(
    struct world *w, const struct user_list *l, const char *separator, struct sbuf *out);

/* listener does not want to hear speaker; players of one game always hear each other. */
bool session_gags(const struct session *listener, const struct session *speaker);

/* Who does not let viewer look at the game of target: target, his opponent, or NULL when he
 * may. */
struct session *session_blinder(
    const struct world *w, const struct session *target, const struct session *viewer);

#endif
