/* SPDX-License-Identifier: MIT */
/* What the tests know of each game: tests/data/games/NAME.txt, whose README.md tells the form.
 * Files are read once, from the folder of the project, and kept; a program that meets a game
 * without its file, or a line of no known kind, ends with a word about it. */
#ifndef SUPPORT_GAMES_H
#define SUPPORT_GAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GAME_ROLLS 21u

/* A worked position: see tests/unit/test_games.c. */
struct game_play {
	unsigned no; /* the game of a match, 1 the first */
	const char *rule, *mover, *other, *script, *outcome;
	const char *after; /* NULL none */
};

struct game_facts {
	char name[24];
	char *text;                        /* of the file: what the others point into */
	const char *title, *start, *rules; /* "" none */
	unsigned resign, pips;
	uint64_t counts[3];         /* 0 not asked */
	unsigned rolls[GAME_ROLLS]; /* the first 0: not asked */
	uint64_t hash[2];           /* full, tenth */
	struct game_play *play;
	size_t plays;
	const char *boards; /* "@board ..." to the end, "" none */
	struct game_facts *next;
};

const struct game_facts *game_facts(const char *name);

/* A word of the line `rules`. */
bool game_says(const struct game_facts *g, const char *word);

#endif
