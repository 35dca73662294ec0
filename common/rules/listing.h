/* SPDX-License-Identifier: MIT */
/* What was done in a match, as a list of its moves has it.  Pure. */
#ifndef RULES_LISTING_H
#define RULES_LISTING_H

#include "base/sbuf.h"
#include "rules/match.h"
#include "rules/notation.h"

/* The dice that an event of one action was played with, the own die of its seat first when they
 * are the opening roll.  before: the state before the action. */
struct dice_pair listing_dice(const struct match_state *before, const struct match_events *ev,
    const struct match_event *e);

/* Whether a list has the event, and `replay` counts it: plays, also none, doubles, answers. */
bool listing_has(const struct match_event *e);

/* Who did it. */
enum seat listing_seat(const struct match_event *e);

/* Appends "31: 8/5 6/5", "52: -" where nothing could be moved, "double 4", "accept" or
 * "reject", and writes who did it to *seat_out.  numbering: of each seat; NULL is each player's
 * own numbers.  False, and nothing appended: a list has not event i. */
bool listing_line(struct sbuf *out, const struct match_state *before,
    const struct match_events *ev, unsigned i, const enum numbering *numbering,
    enum seat *seat_out);

#endif
