/* SPDX-License-Identifier: MIT */
/* Helpers for tournament tests: performs an act in one turn of a fixture, rebuilds a tournament
 * from its stored acts with tourney_apply alone, and checks that the match rows and ratings
 * agree with the tournament. */
#ifndef SUPPORT_TOURNEY_REPLAY_H
#define SUPPORT_TOURNEY_REPLAY_H

#include "tournament/tournament.h"
#include "tests/support/fixture.h"

/* ---- acts, one turn each ---- */

/* Creates a tournament directed by the user of the connection.  Returns its id, or 0 if
 * refused; *err_out is then the reason. err_out may be NULL. */
int64_t fixture_tourney_create(
    struct fixture *h, unsigned conn, const char *name, enum tourney_err *err_out);

/* Performs an act as the user of a connection, or as the server (FIXTURE_TOURNEY_SERVER). */
#define FIXTURE_TOURNEY_SERVER 0xffffffffu
enum tourney_err fixture_tourney_act(
    struct fixture *h, int64_t id, unsigned conn, const struct tourney_act *a);

/* text is "setting value". */
enum tourney_err fixture_tourney_set(
    struct fixture *h, int64_t id, unsigned conn, const char *text);

/* Enters an account by name, on behalf of the user of a connection. */
enum tourney_err fixture_tourney_enter(
    struct fixture *h, int64_t id, unsigned conn, const char *name);

void fixture_tourney_follow(struct fixture *h, unsigned conn, int64_t id);

/* ---- the stored acts ---- */

/* Rebuilds the state from the stored acts.  Returns false if they cannot be applied.  Free *t
 * with tourney_replay_free. */
MUST_USE bool tourney_replay(struct store *s, int64_t id, struct tourney *t);
void tourney_replay_free(struct tourney *t);

/* Returns what differs between two states, or NULL.  Compares everything that follows from
 * acts, but not what the server reports (presence, interruptions). */
const char *tourney_replay_differs(const struct tourney *a, const struct tourney *b);

/* Returns whether a finished match may change ratings, judging by its actions alone: both
 * players have moved, there is a winner, and the result was not decided by a third party. */
bool tourney_replay_was_earned(struct store *s, const struct match_record *r);

/* Compares the pairings' results with the match rows and ratings.  Returns what disagrees, or
 * NULL. */
const char *tourney_replay_rows_wrong(struct store *s, const struct tourney *t);

#endif
