/* SPDX-License-Identifier: MIT */
/* What is told of a tournament: one table by kind of act (tell.c). */
#ifndef TOURNAMENT_TELL_H
#define TOURNAMENT_TELL_H

#include "tournament/live.h"

/* What is to be told of an act beside what is stored of it; all of it may be missing. */
struct tell_facts {
	int64_t replaced; /* whose entry it was; 0 nobody's */
	char replaced_name[TOURNEY_USER_MAX + 1];
	const struct tourney_guest *left; /* waited for a place when it started */
	unsigned left_n;
	unsigned repeats;    /* pairs of the round who have met before */
	const char *winners; /* names of those in the first place, "" nobody */
};

/* An act was carried out. */
void tell_act(struct world *w, struct tourney_live *l, const struct tourney_act *a,
    const struct tell_facts *f);

/* Tells what has followed from acts, at most `most` pieces of it; true when there is more. */
bool tell_followed(struct world *w, struct tourney_live *l, unsigned most);

/* To the two whose match is about to begin. */
void tell_seated(struct world *w, struct tourney_live *l, uint32_t pairing);

/* Notifies directors that the match of a pairing has had no action for a while. */
void tell_idle(struct world *w, struct tourney_live *l, uint32_t pairing);

/* What somebody who has just come must do. */
void tell_duty(struct world *w, struct session *s, struct tourney_live *l, entry_no e);

/* Which tournaments wait for an answer of somebody who has just come, as a director. */
void tell_asked(struct world *w, struct session *s);

/* What others have done to somebody, or told all, while they were away: at most 20 lines. */
void tell_missed(struct world *w, struct session *s);

#endif
