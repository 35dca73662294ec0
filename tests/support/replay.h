/* SPDX-License-Identifier: MIT */
/* Tournaments in tests: acts of somebody in a turn of a fixture, the state that the stored acts
 * make by tourney_apply alone, and what must agree with it. */
#ifndef SUPPORT_REPLAY_H
#define SUPPORT_REPLAY_H

#include "tournament/tournament.h"
#include "tests/support/fixture.h"

/* ---- acts, one turn each ---- */

/* A tournament of that name, directed by who is on line there; its id, 0 refused (*err_out,
 * which may be NULL). */
int64_t replay_create(
    struct fixture *h, unsigned conn, const char *name, enum tourney_err *err_out);

/* By the user of a connection; REPLAY_SERVER: by the server. */
#define REPLAY_SERVER 0xffffffffu
enum tourney_err replay_act(
    struct fixture *h, int64_t id, unsigned conn, const struct tourney_act *a);

/* "setting value". */
enum tourney_err replay_set(struct fixture *h, int64_t id, unsigned conn, const char *text);

/* Enters an account by its name, by the word of a connection. */
enum tourney_err replay_enter(struct fixture *h, int64_t id, unsigned conn, const char *name);

void replay_follow(struct fixture *h, unsigned conn, int64_t id);

/* ---- the stored acts ---- */

/* The state that they make; false when they do not apply.  *t is replay_done's afterwards. */
MUST_USE bool replay_stored(struct store *s, int64_t id, struct tourney *t);
void replay_done(struct tourney *t);

/* What the two differ in, NULL nothing: all that follows from acts, nothing that the server has
 * told (who is here, what is interrupted). */
const char *replay_differs(const struct tourney *a, const struct tourney *b);

/* By its actions alone: a match that is over may change ratings.  Both have moved, somebody has
 * won, and nobody else's word ended it. */
bool replay_was_earned(struct store *s, const struct match_record *r);

/* The results and the rows of the matches, and who was rated: what does not agree, NULL
 * nothing. */
const char *replay_rows_wrong(struct store *s, const struct tourney *t);

#endif
