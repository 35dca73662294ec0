/* SPDX-License-Identifier: MIT */
/* Places in the rating list of a game: how many stand before somebody, and who stands at a
 * place.  Each game has a list of its own.
 *
 * The list has those with an experience of more than STORE_RANKED_EXPERIENCE, the highest
 * rating first; of equals the older account.  Counts are kept in memory, per hundredth of a
 * rating point, and never per user; the order within a hundredth and the rows are the store's
 * index.
 *
 * The counts are read from the store in slices when a world begins, one in each turn, before
 * the turn changes anything.  Until ranks_ready the places are not known.  What the turn
 * changes is counted at once, also while the slices go on. */
#ifndef STATS_RANKS_H
#define STATS_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "rules/variant.h"
#include "store/store.h"

struct ranks;

/* Rows that one turn reads at most: about a millisecond. */
#define RANKS_SLICE 500u

/* Empty, nothing read yet; NULL when memory is out.  game as in store.h, valid as long as the
 * list.  With the first who is in it come 4 MB whatever the number of users, of which the
 * system gives those pages that are used. */
MUST_USE struct ranks *ranks_new(const char *game);
void ranks_free(struct ranks **r);

/* Everybody is counted. */
bool ranks_ready(const struct ranks *r);

/* Reads the next slice, of at most `most` rows; returns how many there were. */
unsigned ranks_fill(struct ranks *r, struct store *store, unsigned most);

/* A user's rating and experience change; in the list or not is seen from the experience.  Who
 * is erased changes to an experience of 0.  The store is the caller's. */
void ranks_change(struct ranks *r, int64_t user, double rating_before,
    uint32_t experience_before, double rating, uint32_t experience);

/* How many are in the list. */
uint32_t ranks_count(const struct ranks *r);

/* The place of a user, 1 the first; for one who is not in the list the place they would have.
 * Costs a few memory look-ups and a walk over those of the same hundredth who stand before
 * them.
 */
uint32_t ranks_place(const struct ranks *r, struct store *store, int64_t user, double rating);

typedef void ranks_fn(void *ctx, uint32_t place, const struct ranked_record *row);

/* Those at the places first .. first + n - 1, as far as the list goes.  Costs n rows, and those
 * of the first one's hundredth who stand before them. */
void ranks_each(const struct ranks *r, struct store *store, uint32_t first, uint32_t n,
    ranks_fn *fn, void *ctx);

/* ---- the lists of all games ---- */

struct rank_lists;

/* Two for each row of VARIANTS, of people and of play with the server's bots, empty; NULL when
 * memory is out. */
MUST_USE struct rank_lists *rank_lists_new(void);
void rank_lists_free(struct rank_lists **l);

/* Reads one slice, of as many lists as it reaches. */
void rank_lists_read(struct rank_lists *l, struct store *store);

/* All have been read. */
bool rank_lists_ready(const struct rank_lists *l);

/* The list of a game, and the name under which the store has its ratings: "" for backgammon,
 * whose are those of the user themselves. */
struct ranks *ranks_of(const struct rank_lists *l, const struct variant *v);
const char *ranks_key(const struct variant *v);

/* The same of play with the server's bots. */
struct ranks *ranks_bots(const struct rank_lists *l, const struct variant *v);
const char *ranks_bots_key(const struct rank_lists *l, const struct variant *v);

/* Of which game a name in the store has ratings, and whether they are of play with bots; NULL:
 * of none that is known. */
const struct variant *ranks_game(const struct rank_lists *l, const char *key, bool *bots_out);

#endif
