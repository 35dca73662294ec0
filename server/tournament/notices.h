/* SPDX-License-Identifier: MIT */
/* Texts of notices about a tournament.  A function writes nothing if there is nothing to
 * report. */
#ifndef TOURNAMENT_NOTICES_H
#define TOURNAMENT_NOTICES_H

#include "tournament/audience.h"
#include "tournament/tell.h"

/* The subject of a notice and its recipient. */
struct telling {
	struct world *w;
	struct tourney_live *l; /* NULL: the tournament is over; then only `name` is known */
	const char *name;
	const struct tourney_act *a; /* NULL: a consequence of an act */
	const struct tell_facts *f;
	uint32_t n;         /* the act's pairing, or the number in a notification */
	unsigned side;      /* the recipient's side of the pairing, in notices to both
			     * players */
	struct session *to; /* NULL: several recipients, or a message to an offline user */
	bool again;         /* reports an act that happened while the recipient was offline */
	bool limited;       /* reaches users outside the tournament only once per
			     * AUDIENCE_OUTSIDE_MS */
	bool outside;       /* `limited` is false, or users outside may be notified now */
};

static inline const struct pairing *
telling_pairing(const struct telling *x)
{
	return &x->l->t.pairings[x->n];
}

/* clang-format off */
#define SAYS(what) void notice_##what(struct out *out, const struct telling *x)
SAYS(open); SAYS(close); SAYS(checkin); SAYS(start); SAYS(not_in); SAYS(no_place); SAYS(reveal);
SAYS(resume); SAYS(cancel); SAYS(announce); SAYS(entered); SAYS(waits); SAYS(attends);
SAYS(restore); SAYS(dropped); SAYS(hold); SAYS(release); SAYS(confirm); SAYS(round); SAYS(last); SAYS(rounds);
SAYS(repeats); SAYS(pause); SAYS(set); SAYS(end); SAYS(declined); SAYS(checked); SAYS(left);
SAYS(replace); SAYS(replaced); SAYS(invited); SAYS(promoted); SAYS(removed); SAYS(restored);
SAYS(director); SAYS(setresult); SAYS(reopen); SAYS(addtime); SAYS(deadline); SAYS(late);
SAYS(appoint); SAYS(forfeit); SAYS(taken_out); SAYS(calloff); SAYS(recall); SAYS(correct); SAYS(takes); SAYS(present); SAYS(lack); SAYS(asked); SAYS(ask); SAYS(time_waits); SAYS(agree); SAYS(remind);
SAYS(ready); SAYS(seated); SAYS(idle); SAYS(over); SAYS(result);
#undef SAYS
/* clang-format on */

/* Writes what a player who has logged in must do in a tournament.  e: the player's entry. */
void notice_duty(struct out *out, const struct telling *x, entry_no e);

#endif
