/* SPDX-License-Identifier: MIT */
/* Analysis of finished matches: the queue, and the work alongside play.
 *
 * One match at a time, a few actions at a time, by an otherwise idle worker, with a pause after
 * each job.  Results are stored when the match is done; a match interrupted by a shutdown is
 * begun again.  Only matches that cannot be continued are analysed, so the result never helps
 * in a match being played.
 *
 * With an engine (world.h: work.engine), gnubg judges the games that it knows.  If it fails
 * during a match, the match is analysed again by the built-in evaluator. */
#ifndef REVIEW_REVIEW_H
#define REVIEW_REVIEW_H

#include "match/match.h"
#include "world/world.h"

#define REVIEW_WAITING 1000u      /* matches waiting without a request; more are not queued */
#define REVIEW_WANTED 3u          /* waiting matches requested by one user */
#define REVIEW_ACTIONS_MAX 20000u /* per match */
#define REVIEW_GNUBG_MAX 2000u    /* per match judged by gnubg */
#define REVIEW_MARKS 100u         /* errors kept per match: the largest */

struct reviews;

/* Returns NULL if memory is out.  The first match allocates some 20 MB more. */
MUST_USE struct reviews *reviews_new(void);
void reviews_free(struct reviews **r);

enum review_err {
	REVIEW_OK,    /* the match waits */
	REVIEW_OFF,   /* the server does not analyse */
	REVIEW_OPEN,  /* the match is not over */
	REVIEW_NEVER, /* nothing was played, it is damaged, or longer than REVIEW_ACTIONS_MAX */
	REVIEW_ENOUGH, /* the user has REVIEW_WANTED matches waiting */
};

/* Queues a match at a user's request.  The match must not have an analysis. */
enum review_err review_want(struct world *w, const struct match_record *r, int64_t user);

/* Returns the mark of an error: "?!", "?", "??", or "". */
const char *review_text(double error);

/* Returns the error rate: 500 times the mean error per decision; 0 without decisions. */
double review_rate(double error, uint32_t decisions);

/* Handles match_ended: queues rated matches. */
subscriber reviews_on_event;

/* reviews_timers continues the work.  It reads a few actions, and after the last of a match
 * writes the results.  reviews_next_timer returns when it must be called next (monotonic, ms),
 * or -1 for never. */
void reviews_timers(struct world *w);
int64_t reviews_next_timer(const struct world *w);

/* Called when the worker has finished a job (WORK_IDLE). */
void reviews_done(struct world *w);

#endif
