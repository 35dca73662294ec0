/* SPDX-License-Identifier: MIT */
/* Formats the events of a match as entries of a move list.  Pure. */
#ifndef RULES_LISTING_H
#define RULES_LISTING_H

#include "base/sbuf.h"
#include "rules/match.h"
#include "rules/notation.h"

/* Returns the dice of event e.  For the opening roll, the first die belongs to the event's
 * seat.  `before`: the state before the action. */
struct dice_pair listing_dice(const struct match_state *before, const struct match_events *ev,
    const struct match_event *e);

/* True if move lists contain the event and `replay` counts it, that is, for plays (even empty
 * ones), doubles and answers. */
bool listing_has_line(const struct match_event *e);

/* Returns the seat that the entry belongs to: for a dropped double, the player who dropped. */
enum seat listing_seat(const struct match_event *e);

/* Appends the text of event i: "31: 8/5 6/5", "52: -" if nothing could be moved, "double 4",
 * "accept" or "reject".  Sets *seat_out to the player who acted.  numbering: one entry per
 * seat, or NULL for each player's own numbers.  Returns false, appending nothing, if the event
 * is not listed. */
bool listing_line(struct sbuf *out, const struct match_state *before,
    const struct match_events *ev, unsigned i, const enum numbering *numbering,
    enum seat *seat_out);

#endif
