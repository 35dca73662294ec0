/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of server/tell. */
#ifndef TELL_TELL_INTERNAL_H
#define TELL_TELL_INTERNAL_H

#include "tell/tell.h"

/* Drawn boards of one state of a match.  Each is drawn once and sent to all recipients with the
 * same side, style, direction and language.  Set only `m` and `state` at the start; the state
 * and the players' names must not change until drawings_free. */
struct drawings {
	const struct match *m;
	const struct match_state *state;
	struct drawing *first;
};

/* Sends a board as tell_board does. */
void drawings_send(struct world *w, struct drawings *all, enum seat view, struct session *to);

/* Like drawings_send, but sends nothing to an interactive user whose last board showed the same
 * position; dice and turn may differ. */
void drawings_send_if_new(
    struct world *w, struct drawings *all, enum seat view, struct session *to);

void drawings_free(struct drawings *all);

/* Says that the current game is the Crawford game, if it is. */
void tell_crawford(struct out *out, const struct match_state *st);

/* Returns whether a watcher has been blinded by a player of the match. */
bool watcher_is_blinded(
    const struct world *w, const struct match *m, const struct recipient *h);

/* Sends an event to the sessions of JSON lines that it concerns.  Returns false if events of
 * this kind are not sent as objects: these sessions then get the text. */
bool tell_as_json(struct world *w, const struct world_event *e);

/* Announces the events of one action, in order, to both players and all watchers. */
void tell_action_events(
    struct world *w, struct match *m, const struct match_events *ev, enum act_how how);

#endif
