/* SPDX-License-Identifier: MIT */
/* Places in the rating list of a game: the place of a user, and the users at given places.
 * Each game has a separate list.
 *
 * The list contains users with an experience of more than STORE_RANKED_EXPERIENCE, highest
 * rating first; equal ratings are ordered by age of the account, oldest first.  Only the number
 * of users per hundredth of a rating point is kept in memory.  The order within a hundredth,
 * and the rows themselves, come from the store's index.
 *
 * After the start the counts are read from the store, one slice at the beginning of each turn.
 * Places are not known until ranks_ready.  Changes are counted at once, even before that. */
#ifndef STATS_RANKS_H
#define STATS_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "rules/variant.h"
#include "store/store.h"

struct ranks;

/* Maximum number of rows read in a turn; reading that many takes about a millisecond. */
#define RANKS_SLICE_ROWS 500u

/* Returns an empty list, or NULL if out of memory.  game: as in store.h; must remain valid as
 * long as the list.  The list allocates 4 MB when the first user is added; the system provides
 * only the pages that are used. */
MUST_USE struct ranks *ranks_new(const char *game);
void ranks_free(struct ranks **r);

/* Returns whether all users have been counted. */
bool ranks_ready(const struct ranks *r);

/* Reads the next slice of at most `most` rows; returns the number read. */
unsigned ranks_read_slice(struct ranks *r, struct store *store, unsigned most);

/* Records a change in a user's rating and experience; the experience decides whether the user
 * is in the list.  An erased user changes to an experience of 0.  The caller updates the
 * store. */
void ranks_change_user(struct ranks *r, int64_t user, double rating_before,
    uint32_t experience_before, double rating, uint32_t experience);

/* Returns the number of users in the list. */
uint32_t ranks_count(const struct ranks *r);

/* Returns the place of a user, from 1.  For a user who is not in the list, returns the place
 * that the user would have.  Costs a few memory accesses, and reads the users who precede that
 * user within the same hundredth of a point. */
uint32_t ranks_place(const struct ranks *r, struct store *store, int64_t user, double rating);

/* Called for one row of a list; row is valid during the call. */
typedef void ranks_row_fn(void *ctx, uint32_t place, const struct ranked_record *row);

/* Calls fn for the places first .. first + n - 1 that exist; first is at least 1.  Reads n
 * rows, and the users before the first row whose ratings are in the same hundredth of a
 * point. */
void ranks_each(const struct ranks *r, struct store *store, uint32_t first, uint32_t n,
    ranks_row_fn *fn, void *ctx);

/* ---- lists of all games ---- */

struct rank_lists;

/* Returns two empty lists for each row of VARIANTS, one for play with users and one for play
 * with the server's bots; NULL if memory runs out. */
MUST_USE struct rank_lists *rank_lists_new(void);
void rank_lists_free(struct rank_lists **l);

/* Reads up to RANKS_SLICE_ROWS more rows, from one list or several. */
void rank_lists_read_slice(struct rank_lists *l, struct store *store);

/* Returns whether all lists have been read. */
bool rank_lists_ready(const struct rank_lists *l);

/* ranks_of_game returns the list of a game.  ranks_game_key returns the store's name for the
 * game's ratings: "" for backgammon, whose rating is in the user's row. */
struct ranks *ranks_of_game(const struct rank_lists *l, const struct variant *v);
const char *ranks_game_key(const struct variant *v);

/* Like ranks_of_game and ranks_game_key, for play with the server's bots. */
struct ranks *ranks_of_bot_play(const struct rank_lists *l, const struct variant *v);
const char *ranks_bot_play_key(const struct rank_lists *l, const struct variant *v);

/* Returns the game for which ranks_game_key or ranks_bot_play_key returns `key`, or NULL if
 * there is none.  Sets *bots_out if the name is for play with bots. */
const struct variant *ranks_game_of_key(
    const struct rank_lists *l, const char *key, bool *bots_out);

#endif
