/* SPDX-License-Identifier: MIT */
/* Facts about each game for the tests: tests/data/games/NAME.txt, in the format described in
 * the README.md there.  Files are read once, from the project's directory, and kept.  A missing
 * file or an unknown kind of line ends the program with a message. */
#ifndef SUPPORT_GAMES_H
#define SUPPORT_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DISTINCT_ROLLS 21u

/* A worked position: see tests/unit/test_games.c. */
struct worked_position {
	unsigned no; /* game number within the match, from 1 */
	const char *rule, *mover, *other, *actions, *outcome;
	const char *position_after; /* may be NULL */
};

struct game_facts {
	char name[24];
	char *text; /* contents of the file; the other members point into it */
	const char *title, *start, *rules; /* "" if absent */
	unsigned max_resign, pips;
	uint64_t perft_counts[3];                     /* 0: not given */
	unsigned opening_play_counts[DISTINCT_ROLLS]; /* if opening_play_counts[0] is 0, the
							 file gives no rolls */
	uint64_t game_hashes[2];                      /* hashes for full and tenth counts */
	struct worked_position *worked;
	size_t n_worked;
	const char *boards; /* from "@board ..." to the end of the file; "" if absent */
	struct game_facts *next;
};

const struct game_facts *game_facts(const char *name);

/* Returns whether the game's `rules` line contains the word. */
bool game_rules_mention(const struct game_facts *g, const char *word);

#endif
