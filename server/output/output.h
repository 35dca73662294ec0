/* SPDX-License-Identifier: MIT */
/* What the rest of the server writes to sessions. */
#ifndef OUTPUT_OUTPUT_H
#define OUTPUT_OUTPUT_H

#include "output/feed.h"
#include "output/pager.h"

/* Shows the next page of what waits behind [Return], as part of an answer. */
void session_next_page(struct session *s);

/* Text for it, lines ended "\n": what its struct out writes to. */
void session_write(void *ctx, const char *text, size_t n);

/* The prompt of its state, at once: after each of its own commands. */
void session_prompt(struct world *w, struct session *s);

/* While the database is away and this is on, what is written shows nothing of what turns have
 * changed, and reaches those who wait for nothing else at once.  Returns what it was. */
bool output_apart_from_turns(struct world *w, bool on);

/* Something that they were told waits for a sync. */
bool output_waits(const struct world *w, const struct session *s);

/* A slice for each of some sessions that are to get more, for at most half of the budget; after
 * the commit. */
void output_more(struct world *w, struct feed_budget *b);

#endif
