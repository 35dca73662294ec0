/* SPDX-License-Identifier: MIT */
/* For the files of this folder. */
#ifndef TELL_INSIDE_H
#define TELL_INSIDE_H

#include "tell/tell.h"

/* As tell_board, where a person who has just been shown that position needs no second board:
 * only dice and whose turn it is may be others. */
void tell_new_board(struct world *w, const struct match *m, const struct match_state *state,
    enum seat view, struct session *to);

/* To a person: that the game which is on is the Crawford game, if it is. */
void tell_crawford(struct session *to, const struct match_state *st);

/* All that one action has brought about, in order, to both players and all watchers. */
void tell_acted(
    struct world *w, struct match *m, const struct match_events *ev, enum act_how how);

#endif
