/* SPDX-License-Identifier: MIT */
/* Facts about each game for the tests: tests/data/games/NAME.txt, in the format described in
 * the README.md there.  Files are read once, from the project's directory, and kept.  A missing
 * file or an unknown kind of line ends the program with a message. */
#ifndef SUPPORT_GAMES_H
#define SUPPORT_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GAME_ROLLS 21u

/* A worked position: see tests/unit/test_games.c. */
struct game_play {
	unsigned no; /* game number within the match, from 1 */
	const char *rule, *mover, *other, *script, *outcome;
	const char *after; /* may be NULL */
};

struct game_facts {
	char name[24];
	char *text; /* contents of the file; the other members point into it */
	const char *title, *start, *rules; /* "" if absent */
	unsigned resign, pips;
	uint64_t counts[3];         /* 0: not given */
	unsigned rolls[GAME_ROLLS]; /* if rolls[0] is 0, the file gives no rolls */
	uint64_t hash[2];           /* hashes for full and tenth counts */
	struct game_play *play;
	size_t plays;
	const char *boards; /* from "@board ..." to the end of the file; "" if absent */
	struct game_facts *next;
};

const struct game_facts *game_facts(const char *name);

/* Returns whether the game's `rules` line contains the word. */
bool game_says(const struct game_facts *g, const char *word);

#endif
