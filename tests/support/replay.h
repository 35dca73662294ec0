/* SPDX-License-Identifier: MIT */
/* Helpers for tournament tests: performs an act in one turn of a fixture, rebuilds a tournament
 * from its stored acts with tourney_apply alone, and checks that the match rows and ratings
 * agree with the tournament. */
#ifndef SUPPORT_REPLAY_H
#define SUPPORT_REPLAY_H

#include "tournament/tournament.h"
#include "tests/support/fixture.h"

/* ---- acts, one turn each ---- */

/* Creates a tournament directed by the user of the connection.  Returns its id, or 0 if
 * refused; *err_out is then the reason. err_out may be NULL. */
int64_t replay_create(
    struct fixture *h, unsigned conn, const char *name, enum tourney_err *err_out);

/* Performs an act as the user of a connection, or as the server (REPLAY_SERVER). */
#define REPLAY_SERVER 0xffffffffu
enum tourney_err replay_act(
    struct fixture *h, int64_t id, unsigned conn, const struct tourney_act *a);

/* text is "setting value". */
enum tourney_err replay_set(struct fixture *h, int64_t id, unsigned conn, const char *text);

/* Enters an account by name, on behalf of the user of a connection. */
enum tourney_err replay_enter(struct fixture *h, int64_t id, unsigned conn, const char *name);

void replay_follow(struct fixture *h, unsigned conn, int64_t id);

/* ---- the stored acts ---- */

/* Rebuilds the state from the stored acts.  Returns false if they cannot be applied.  Free *t
 * with replay_done. */
MUST_USE bool replay_stored(struct store *s, int64_t id, struct tourney *t);
void replay_done(struct tourney *t);

/* Returns what differs between two states, or NULL.  Compares everything that follows from
 * acts, but not what the server reports (presence, interruptions). */
const char *replay_differs(const struct tourney *a, const struct tourney *b);

/* Returns whether a finished match may change ratings, judging by its actions alone: both
 * players have moved, there is a winner, and the result was not decided by a third party. */
bool replay_was_earned(struct store *s, const struct match_record *r);

/* Compares the pairings' results with the match rows and ratings.  Returns what disagrees, or
 * NULL. */
const char *replay_rows_wrong(struct store *s, const struct tourney *t);

#endif
