/* SPDX-License-Identifier: MIT */
/* Analysis of matches that are over: which wait for it, and how it is done beside play.
 *
 * One match at a time, a few actions at a time, by a worker when it has nothing else to do,
 * with a rest behind each; what is found is written when the match is through, and a match that
 * a stop cut off is begun again.  Only matches that nobody can play on are looked at, so nobody
 * learns anything about one that is being played.
 *
 * With an engine (world.h: work.engine) it is gnubg that judges, where it knows the game; when
 * it goes away in the middle the match is judged by ourselves from its beginning. */
#ifndef REVIEW_REVIEW_H
#define REVIEW_REVIEW_H

#include "match/match.h"
#include "world/world.h"

#define REVIEW_WAITING 1000u      /* that nobody asked for; more are not kept */
#define REVIEW_WANTED 3u          /* of one user */
#define REVIEW_ACTIONS_MAX 20000u /* of a match */
#define REVIEW_GNUBG_MAX 2000u    /* of one that gnubg judges, where there is one */
#define REVIEW_MARKS 100u         /* errors of a match that are kept: the largest */

struct reviews;

/* NULL when memory is out; some 20 MB more with the first match. */
MUST_USE struct reviews *reviews_new(void);
void reviews_free(struct reviews **r);

enum review_err {
	REVIEW_OK,    /* it waits now, or has done so */
	REVIEW_OFF,   /* the server does not analyse */
	REVIEW_OPEN,  /* it is not over */
	REVIEW_NEVER, /* nothing was played, it is damaged, or longer than REVIEW_ACTIONS_MAX */
	REVIEW_ENOUGH, /* so many of theirs wait already */
};

/* A user wants to see the analysis of a match that has none. */
enum review_err review_want(struct world *w, const struct match_record *r, int64_t user);

/* How an error is marked: "?!", "?", "??", or "". */
const char *review_text(double error);

/* The rate of so much error in so many decisions: 500 times the mean; 0 without decisions. */
double review_rate(double error, uint32_t decisions);

/* Subscribes to match_ended: rated matches wait from then on. */
subscriber reviews_on_event;

/* Goes on; costs the reading of a few actions, and with the last ones of a match the writing of
 * what was found.  When there is something to do, monotonic; -1 never. */
void reviews_timers(struct world *w);
int64_t reviews_next_timer(const struct world *w);

/* The worker is through with some actions (WORK_IDLE). */
void reviews_done(struct world *w);

#endif
