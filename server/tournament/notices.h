/* SPDX-License-Identifier: MIT */
/* Texts of notices about a tournament.  A function writes nothing if there is nothing to
 * report. */
#ifndef TOURNAMENT_NOTICES_H
#define TOURNAMENT_NOTICES_H

#include "tournament/audience.h"
#include "tournament/tell.h"

/* The subject of a notice and its recipient. */
struct notice_context {
	struct world *w;
	/* NULL: the tournament is over; then only tournament_name is known */
	struct tourney_live *l;
	const char *tournament_name;
	const struct tourney_act *a; /* NULL: a consequence of an act */
	const struct tell_facts *f;
	uint32_t n;           /* the act's pairing, or the number in a notification */
	unsigned side;        /* the recipient's side of the pairing, in notices to both
			       * players */
	struct session *to;   /* NULL: several recipients, or a message to an offline user */
	bool at_login;        /* reports an act that happened while the recipient was offline */
	bool limited;         /* reaches users outside the tournament only once per
			       * AUDIENCE_OUTSIDE_INTERVAL_MS */
	bool reaches_outside; /* `limited` is false, or users outside may be notified now */
};

static inline const struct pairing *
notice_pairing(const struct notice_context *x)
{
	return &x->l->t.pairings[x->n];
}

/* clang-format off */
#define NOTICE(what) void notice_##what(struct out *out, const struct notice_context *x)
NOTICE(open); NOTICE(close); NOTICE(checkin); NOTICE(start); NOTICE(not_in); NOTICE(no_place); NOTICE(reveal);
NOTICE(resume); NOTICE(cancel); NOTICE(announce); NOTICE(entered); NOTICE(waits); NOTICE(attends);
NOTICE(restore); NOTICE(dropped); NOTICE(hold); NOTICE(release); NOTICE(confirm); NOTICE(round); NOTICE(last); NOTICE(rounds);
NOTICE(repeated_pairs); NOTICE(pause); NOTICE(setting_changed); NOTICE(end); NOTICE(declined); NOTICE(checked_in); NOTICE(entrant_left);
NOTICE(replace); NOTICE(replaced); NOTICE(invited); NOTICE(promoted); NOTICE(removed); NOTICE(restored);
NOTICE(director); NOTICE(setresult); NOTICE(reopen); NOTICE(addtime); NOTICE(deadline); NOTICE(late);
NOTICE(appoint); NOTICE(forfeit); NOTICE(withdrawn_by_director); NOTICE(calloff); NOTICE(recall); NOTICE(correct); NOTICE(takes); NOTICE(present); NOTICE(lack); NOTICE(asked); NOTICE(ask_directors); NOTICE(waiting_setting); NOTICE(agree); NOTICE(remind);
NOTICE(pairing_ready); NOTICE(seated); NOTICE(match_idle); NOTICE(bye_or_forfeit); NOTICE(result);
#undef NOTICE
/* clang-format on */

/* Writes what a player who has logged in must do in a tournament.  e: the player's entry. */
void notice_duty(struct out *out, const struct notice_context *x, entry_no e);

#endif
