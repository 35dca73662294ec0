/* SPDX-License-Identifier: MIT */
/* The domain as a whole: creates the world, lists the subscribers of its events, and runs the
 * steps of a turn.  Only this module knows all modules of the domain. */
#ifndef DOMAIN_H
#define DOMAIN_H

#include "world/world.h"

/* Creates a world from the stored data.  Returns NULL if out of memory.  The store, and what
 * the other arguments point to, must outlive the world; the arguments themselves are copied. */
MUST_USE struct world *domain_new(const struct world_config *config, struct store *store,
    const struct net_port *net, const struct work_port *work, const struct random_port *random);
void domain_free(struct world **w);

/* ---- the steps of a turn in this order; called by server/turn/turn.c ---- */

/* Begins a turn: sets its times, tries the store again while it refuses writes, and reads a
 * slice of the rating lists until they are complete.  stalled_ms: time lost since the last
 * turn, which tournaments do not count. */
void domain_begin_turn(struct world *w, int64_t mono_ms, int64_t wall_ms, int64_t stalled_ms);

#define DOMAIN_TIMED_OUT_MAX 64u /* sessions timed out per turn */
#define DOMAIN_WOKEN_MAX 256u

/* Does the timed work that is due.  Closes at most DOMAIN_TIMED_OUT_MAX idle sessions and ends
 * at most DOMAIN_WOKEN_MAX pauses; the rest follow in the next turn, which begins at once. */
void domain_run_timers(struct world *w);

/* Returns whether news or long answers must be continued in another turn at once. */
bool domain_output_pending(const struct world *w);

/* Called when a session's waiting output has been sent. */
void domain_output_drained(struct world *w, session_id id);

/* Returns how many milliseconds from now the next timed work is due; huge if there is none. */
int64_t domain_next_timer(const struct world *w);

/* Writes prompts after the output of this turn. */
void domain_print_prompts(struct world *w);

/* Called after a commit: continues news and long answers for at most `sessions` sessions
 * (feed.h; at least 1). */
void domain_after_commit(struct world *w, unsigned sessions);

/* Frees ended objects.  Called after the output has been flushed or dropped. */
void domain_free_ended(struct world *w);

/* ---- transfer to another process ---- */

/* Returns whether everything in progress can be handed over to another process.  If not, it may
 * be possible after further turns. */
bool domain_can_hand_over(const struct world *w);

/* Writes the rest of all pending answers.  Called between turns; no further turn follows in
 * this process. */
void domain_before_hand_over(struct world *w);

/* domain_hand_over is called between turns.  When reading, it fills a new world that has had no
 * turn and that continues the old world's count of turns and uptime.  domain_after_hand_over is
 * called afterwards, in the new world's first turn. */
struct pack;
void domain_hand_over(struct world *w, struct pack *p);
void domain_after_hand_over(struct world *w);

/* Checks the invariants of the whole world; for tests and debug builds.  Aborts if one is
 * violated. */
void domain_check_invariants(const struct world *w);

#endif
