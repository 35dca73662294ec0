/* SPDX-License-Identifier: MIT */
/* Players of whole games without a server: by an evaluator, by chance, by rules of thumb, or
 * gnubg; and duels between two of them. */
#ifndef SUPPORT_PLAYERS_H
#define SUPPORT_PLAYERS_H

#include <stdio.h>

#include "base/rng.h"
#include "eval/eval.h"
#include "tests/support/hyper.h"

#define PLIES_MAX 3000u /* of a game: drawn then */
/* Plays by chance at the start of a game without dice: else all games were alike. */
#define PLAYER_BLIND 8u

enum kind {
	NET,
	RANDOM,
	PIPS,
	HAND,
	RULES,
	GNUBG,
	EXACT,
};

struct player {
	enum kind kind;
	unsigned plies;
	struct eval *e;
	FILE *gnubg; /* its external socket */
	const struct hyper_table *table;
};

struct score {
	double points, error, wins;
};

/* player_tables: to be filled before anything else (nets_tables). */
extern struct eval_tables player_tables;
extern struct eval_work player_work;

/* Says what is wrong, and ends the program. */
_Noreturn void player_fail(const char *what, const char *about);

/* A file of weights, or none of it. */
void player_net(struct eval *e, const struct variant *v, const char *path);

/* Returns the player that `text` names: "random", "pips", "hand", "rules", "gnubg:PORT",
 * "exact:TABLE" (Hyper Backgammon), or a file of weights, with "@1" appended for one ply.  The
 * net of the file is loaded into *e. */
struct player player_of(const struct variant *v, const char *text, struct eval *e);

struct dice_pair player_roll(struct rng *r);

/* The start; who plays first has rolled, where the opening dice are played. */
void player_begin(struct match_state *m, const struct variant *v, struct rng *dice);

/* Index of the play that a player by chance or by rules of thumb chooses out of the list. */
unsigned player_choice(const struct player *pl, const struct match_state *m,
    const struct move_space *list, struct rng *luck);

/* Plays m->dice, or names a double and plays that, or passes: what came of it. */
enum outcome player_step(const struct player *pl, struct match_state *m, struct rng *luck);

/* Pairs of games with the same dice, the second with seats exchanged: the score of pl[0].
 * judge: what it thinks each roll was worth more than the average of the 21 is taken away. That
 * is nothing on average whatever it thinks, but the better it is, the less is left to luck;
 * NULL: nothing is. */
struct score player_duel(const struct variant *v, const struct player pl[2],
    const struct eval *judge, unsigned games, uint64_t seed);

#endif
