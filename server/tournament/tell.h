/* SPDX-License-Identifier: MIT */
/* Sends notices of tournament events.  A table in tell.c lists them by kind of act. */
#ifndef TOURNAMENT_TELL_H
#define TOURNAMENT_TELL_H

#include "tournament/live.h"

/* Facts that the notices of an act need and that are not stored with the act.  All may be
 * empty. */
struct tell_facts {
	int64_t replaced_user; /* user who had the entry before; 0: none */
	char replaced_name[TOURNEY_USER_NAME_MAX + 1];
	const struct tourney_guest *left_waiting; /* users who waited for a place when the
						   * tournament started */
	unsigned left_n;
	unsigned repeated_pairs; /* pairs of the round that have met before */
	const char *winners;     /* names of the winners; "": none */
};

/* Sends the notices of an act that was carried out. */
void tell_act(struct world *w, struct tourney_live *l, const struct tourney_act *a,
    const struct tell_facts *f);

/* Sends up to `most` notifications of consequences of acts.  Returns true if more are left. */
bool tell_consequences(struct world *w, struct tourney_live *l, unsigned most);

/* Notifies both players that their match is about to begin. */
void tell_seated(struct world *w, struct tourney_live *l, uint32_t pairing);

/* Notifies directors that the match of a pairing has had no action for a while. */
void tell_match_idle(struct world *w, struct tourney_live *l, uint32_t pairing);

/* Notifies directors, once, that the start, or the opening or closing of entries, waits
 * (tourney_doubted_time). */
void tell_waiting_setting(struct world *w, struct tourney_live *l);

/* Tells a player who has just logged in what to do in the tournament. */
void tell_duty(struct world *w, struct session *s, struct tourney_live *l, entry_no e);

/* Lists the tournaments that wait for an answer from a director who has just logged in. */
void tell_open_questions(struct world *w, struct session *s);

/* Prints up to 20 notices that a user missed while offline: acts by others that name the user,
 * and announcements. */
void tell_missed_notices(struct world *w, struct session *s);

#endif
