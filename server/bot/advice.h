/* SPDX-License-Identifier: MIT */
/* For bot.c: what people ask for in practice matches, in a line.  One question of each is in
 * it, and the brain has one of them in hand; the answer is told as long as they play that
 * match, and what was asked about stands. */
#ifndef BOT_ADVICE_H
#define BOT_ADVICE_H

#include "bot/bot.h"

struct advices;

/* NULL when memory is out. */
MUST_USE struct advices *advices_new(void);
void advices_free(struct advices **a);

/* See bots_ask. */
enum ask_err advices_ask(struct world *w, struct advices *a, const struct session *s,
    const struct match_state *state, const struct play *played);

/* Whether somebody waits whose question is not in hand; whether one is. */
bool advices_wait(const struct advices *a);
bool advices_under_way(const struct advices *a);

/* Gives the worker the first one.  False: it has no room. */
bool advices_post(struct world *w, struct advices *a, struct brain *brain);

/* It is there: tells it. */
void advices_done(struct world *w, struct advices *a);

#endif
