/* SPDX-License-Identifier: MIT */
/* For bot.c: a queue of positions that users want to be played out.  Each user has at most one
 * rollout in the queue.  One rollout is computed at a time, a few games per job, by an
 * otherwise idle worker, with a pause after each job.
 *
 * A rollout is dropped when its user leaves.  The result is not printed if the user may no
 * longer ask about the position by then. */
#ifndef BOT_ROLLOUTS_H
#define BOT_ROLLOUTS_H

#include "bot/bot.h"

struct rollouts;

/* Creates an empty queue.  The first rollout allocates some 12 MB more.  Returns NULL if out of
 * memory. */
MUST_USE struct rollouts *rollouts_new(void);
void rollouts_free(struct rollouts **r);

/* See bots_ask_rollout. */
enum bots_ask_err rollouts_ask(struct world *w, struct rollouts *r, const struct session *s,
    const struct match_state *state, enum seat seat, unsigned *before_out);

/* rollouts_post_job posts the next job, if there is one.  rollouts_next_timer returns the time
 * at which rollouts_post_job must be called next (monotonic, ms), or -1 for never. */
void rollouts_post_job(struct world *w, struct rollouts *r);
int64_t rollouts_next_timer(const struct rollouts *r);

/* Called when a job is complete: prints the result after the last one. */
void rollouts_job_done(struct world *w, struct rollouts *r);

#endif
