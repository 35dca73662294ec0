/* SPDX-License-Identifier: MIT */
/* Analyses finished matches while the server runs.
 *
 * An otherwise idle worker analyses one match at a time, a few actions per job, with a pause
 * after each job.  Results are stored when the whole match has been analysed.  If a shutdown
 * interrupts the analysis, it begins again after the next start.  Only matches that are over
 * are analysed, so an analysis never helps a player during a match.
 *
 * With an engine (world.h: work.engine), gnubg judges the games that it knows.  If it fails
 * during a match, the match is analysed again by the built-in evaluator. */
#ifndef REVIEW_REVIEW_H
#define REVIEW_REVIEW_H

#include "match/match.h"
#include "world/world.h"

/* limit on waiting matches that no user requested; more are not queued */
#define REVIEW_WAITING_MAX 1000u
#define REVIEW_REQUESTS_MAX 3u         /* limit on waiting matches requested by one user */
#define REVIEW_ACTIONS_MAX 20000u      /* limit on actions per match */
#define REVIEW_GNUBG_ACTIONS_MAX 2000u /* limit on actions per match judged by gnubg */
#define REVIEW_MARKS_MAX 100u          /* errors stored per match: the largest ones */

struct reviews;

/* Creates the analyser, without work.  Returns NULL if memory runs out.  The first match
 * allocates some 20 MB more. */
MUST_USE struct reviews *reviews_new(void);
void reviews_free(struct reviews **r);

enum review_err {
	REVIEW_OK,         /* the match was queued */
	REVIEW_OFF,        /* the server does not analyse */
	REVIEW_NOT_OVER,   /* the match is not over */
	REVIEW_IMPOSSIBLE, /* nothing was played, or the match is damaged or longer than
			    * REVIEW_ACTIONS_MAX */
	REVIEW_TOO_MANY,   /* the user has REVIEW_REQUESTS_MAX matches waiting */
};

/* Queues a match at a user's request.  The match must not have been analysed yet. */
enum review_err review_request(struct world *w, const struct match_record *r, int64_t user);

/* Returns the mark of an error: "?!", "?", "??", or "". */
const char *review_mark_text(double error);

/* Returns the error rate: 500 times the mean error per decision; 0 without decisions. */
double review_error_rate(double error, uint32_t decisions);

/* Handles match_ended: queues rated matches. */
event_subscriber reviews_on_event;

/* reviews_run_timers continues the work: it reads the next few actions of a match, or writes
 * the results after the last.  reviews_next_timer returns the time at which reviews_run_timers
 * must be called next (monotonic, ms), or -1 for never. */
void reviews_run_timers(struct world *w);
int64_t reviews_next_timer(const struct world *w);

/* Called when the worker has finished a job (WORK_IDLE). */
void reviews_job_done(struct world *w);

#endif
