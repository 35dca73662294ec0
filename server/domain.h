/* SPDX-License-Identifier: MIT */
/* The domain as a whole: makes the world, says who follows its events, and takes it through a
 * turn.  The only file that knows all modules of the domain. */
#ifndef DOMAIN_H
#define DOMAIN_H

#include "world/world.h"

/* Makes an empty world with what is stored; NULL when memory is out.  All that is
 * passed must outlive it. */
MUST_USE struct world *domain_new(const struct world_config *config, struct store *store,
    const struct net_port *net, const struct work_port *work, const struct random_port *random);
void domain_free(struct world **w);

/* ---- one turn, in this order; server/turn.c calls them ---- */

/* The clock of the turn, and what it has left out since the one before; tries the store again
 * while it refuses; reads a slice of the rating list until all of it is known. */
void domain_begin(struct world *w, int64_t mono_ms, int64_t wall_ms, int64_t stood_ms);

#define DOMAIN_TIMED_OUT 64u /* most in one turn */
#define DOMAIN_WOKEN 256u

/* Idle limits, and sessions whose pause is over; what is more than the above has to wait for
 * the next turn, which comes at once. */
void domain_timers(struct world *w);

/* News or long answers are to go on in another turn at once. */
bool domain_busy(const struct world *w);

/* The output of a session that had to wait has left. */
void domain_drained(struct world *w, session_id id);

/* Milliseconds until domain_timers has something to do, or domain_commit. */
int64_t domain_next_timer(const struct world *w);

/* Prompts behind what was written. */
void domain_prompts(struct world *w);

/* After a commit: goes on with news and long answers, for at most so many sessions (feed.h; at
 * least 1). */
void domain_commit(struct world *w, unsigned sessions);

/* Frees what is dead.  After the output has been flushed or dropped. */
void domain_reap(struct world *w);

/* ---- all of it goes to another process ---- */

/* Nothing is under way that could not be carried.  Else more turns may bring that about. */
bool domain_rests(const struct world *w);

/* What is begun is told to its end; between turns, and there is none behind it here. */
void domain_finish(struct world *w);

/* Between turns; read, into a world that is new and has had none, and in which time goes on
 * from where it was.  Then domain_carried, in its first turn. */
struct pack;
void domain_carry(struct world *w, struct pack *p);
void domain_carried(struct world *w);

/* The whole world holds together; for tests and debug builds.  Aborts with the broken rule. */
void domain_check(const struct world *w);

#endif
