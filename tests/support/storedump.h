/* SPDX-License-Identifier: MIT */
/* The whole contents of a store as text, read through store.h: two stores with equal text have
 * equal contents.  Also a random workload of whole turns, reproducible by seed. */
#ifndef SUPPORT_STOREDUMP_H
#define SUPPORT_STOREDUMP_H

#include "base/rng.h"
#include "base/sbuf.h"
#include "store/store.h"

#define STORE_DUMP_BYTES (1024 * 1024)

/* Writes users with settings and open matches, then matches with actions and ratings, then
 * tournaments, rating lists, counters, visits and usage. */
void store_dump(struct store *s, char space[STORE_DUMP_BYTES]);

#define RANDOM_WRITES_MATCHES 64
#define RANDOM_WRITES_TOURNEYS 16
#define RANDOM_WRITES_ACTS 12u

struct random_writes {
	struct rng r;
	int64_t users, matches; /* ids are 1..N */
	uint32_t seq[RANDOM_WRITES_MATCHES + 1];
	bool open[RANDOM_WRITES_MATCHES + 1];
	int64_t user[RANDOM_WRITES_MATCHES + 1][2];
	int64_t tourneys; /* ids are 1..N */
	uint32_t acts[RANDOM_WRITES_TOURNEYS + 2];
	int64_t now_ms;
};

void random_writes_init(struct random_writes *w, uint64_t seed);

/* Makes the writes of one random turn, without the commit: one to six of registration,
 * password, setting, login and logout with their counters, token, message, tournament, new
 * match, moves, and end of a match with ratings (of backgammon or another game); occasionally a
 * large turn. */
void random_writes_turn(struct random_writes *w, struct store *s);

#endif
