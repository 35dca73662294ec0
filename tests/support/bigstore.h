/* SPDX-License-Identifier: MIT */
/* Quickly makes a store with very many users, and counts what its statements cost, for tests of
 * costs that must not grow with the number of users. */
#ifndef SUPPORT_BIGSTORE_H
#define SUPPORT_BIGSTORE_H

#include <stdint.h>

#include "store/store.h"

/* Makes a store in dir with users u0000001, u0000002, ... and the password FIXTURE_PASSWORD.
 * Three in ten are in the rating list.  Ratings are spread around 1500 in a bell curve, except
 * that 100 users have exactly 1500.  users must be a multiple of 1,000. */
void bigstore_make(const char *dir, unsigned users);

/* The cost of the store's statements since the last call. */
struct bigstore_cost {
	uint64_t steps; /* steps of SQLite's virtual machine */
	uint64_t scans; /* steps of full table scans */
	uint64_t pages; /* database pages that were not in SQLite's cache */
};
struct bigstore_cost bigstore_cost(struct store *s);

/* Returns the rating list made by a plain sort of all users, without the index.  The caller
 * frees it. */
struct ranked_record *bigstore_list(struct store *s, unsigned *n_out);

#endif
