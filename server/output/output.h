/* SPDX-License-Identifier: MIT */
/* Output to sessions. */
#ifndef OUTPUT_OUTPUT_H
#define OUTPUT_OUTPUT_H

#include "output/feed.h"
#include "output/pager.h"
#include "proto/clip.h"

/* Writes the next page of held text, as part of an answer. */
void session_next_page(struct session *s);

/* Writes text with lines ended by "\n"; the write function of a session's struct out. */
void session_write(void *ctx, const char *text, size_t n);

/* Shows a user what another has said: as CLIP line `no`, through `say`, or as a JSON event. */
void session_show_talk(struct session *to, enum clip_no no,
    void (*say)(struct out *out, const char *from, const char *text), const char *from,
    const char *text);

/* Prints the prompt for the session's state.  Called after each of its commands. */
void session_write_prompt(struct world *w, struct session *s);

/* While the database cannot be reached, sets whether output bypasses the sync.  Use it for
 * output that shows no change made by a turn.  Such output is sent at once, unless earlier
 * output to the session waits for a sync.  Has no effect while the database can be reached.
 * Returns the previous state. */
bool output_bypass_sync(struct world *w, bool on);

/* Returns whether output to the session waits for a sync of the database. */
bool output_awaits_sync(const struct world *w, const struct session *s);

/* Continues the news and long answers of pending sessions, for at most half of the budget; call
 * it after the commit. */
void output_continue_pending(struct world *w, struct feed_budget *b);

#endif
