/* SPDX-License-Identifier: MIT */
/* For bot.c: a queue of questions asked in practice matches, or about positions.  Each user has
 * at most one question in the queue, and the brain answers one question at a time.  The answer
 * to a question in a match is printed if the user is still playing that match, and either
 * nothing was done in it since the question or the play in question can still be taken back. */
#ifndef BOT_ADVICE_H
#define BOT_ADVICE_H

#include "bot/bot.h"

struct advices;

/* Creates an empty queue.  Returns NULL if out of memory. */
MUST_USE struct advices *advices_new(void);
void advices_free(struct advices **a);

/* See bots_ask_advice. */
enum bots_ask_err advices_ask(struct world *w, struct advices *a, const struct session *s,
    const struct match_state *state, const struct play *played);

/* See bots_ask_position_advice. */
enum bots_ask_err advices_ask_position(struct advices *a, const struct session *s,
    const struct match_state *state, enum seat seat);

/* advices_waiting: whether a question is waiting.  advices_answering: whether one is being
 * answered. */
bool advices_waiting(const struct advices *a);
bool advices_answering(const struct advices *a);

/* Posts the first question to the workers.  Returns false if their queue is full. */
bool advices_post_first(struct world *w, struct advices *a, struct brain *brain);

/* Called when an answer is ready: prints it. */
void advices_print_answer(struct world *w, struct advices *a);

/* ---- shared with rollouts.c ---- */

#define ADVICE_PLAY_TEXT_SIZE 64u

/* Writes a play by `seat` in the state st, in the form in which s would type it. */
void advice_play_text(const struct session *s, const struct match_state *st, enum seat seat,
    const struct play *p, char text[ADVICE_PLAY_TEXT_SIZE]);

/* Prints ADVICE_DOUBLE or ADVICE_TAKE. */
void advice_print_cube(struct out *out, const struct advice *a);

#endif
