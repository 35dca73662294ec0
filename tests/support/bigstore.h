/* SPDX-License-Identifier: MIT */
/* A store with very many users, made quickly, and what its statements have cost: for tests that
 * something does not grow with the number of users. */
#ifndef SUPPORT_BIGSTORE_H
#define SUPPORT_BIGSTORE_H

#include <stdint.h>

#include "store/store.h"

/* Makes a store in dir with users u0000001, u0000002, ..., whose password is FIXTURE_PASSWORD.
 * Three of ten are in the rating list; their ratings spread like a bell around 1500, with a
 * crowd of 100 that has exactly 1500.  users: 1,000 or a multiple. */
void bigstore_make(const char *dir, unsigned users);

/* What the statements of the store have done since the last call. */
struct bigstore_cost {
	uint64_t steps; /* of SQLite's virtual machine */
	uint64_t scans; /* steps of a scan through a whole table */
	uint64_t pages; /* of the database that were not in SQLite's cache */
};
struct bigstore_cost bigstore_cost(struct store *s);

/* The rating list as a plain sort of all users makes it, without the index; the caller frees
 * it. */
struct ranked_record *bigstore_list(struct store *s, unsigned *n_out);

#endif
