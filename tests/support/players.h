/* SPDX-License-Identifier: MIT */
/* Plays whole games without a server.  A player is the evaluator, random, rules of thumb, or
 * gnubg.  Also plays duels between two of them. */
#ifndef SUPPORT_PLAYERS_H
#define SUPPORT_PLAYERS_H

#include <stdio.h>

#include "base/rng.h"
#include "eval/eval.h"
#include "tests/support/hyper.h"

#define PLIES_MAX 3000u /* a longer game counts as a draw */
/* Number of random plays at the start of a game without dice; otherwise all games would be the
 * same. */
#define PLAYER_RANDOM_PLAYS 8u

enum player_kind {
	PLAYER_NET,
	PLAYER_RANDOM,
	PLAYER_PIPS,
	PLAYER_RULE_OF_THUMB,
	PLAYER_RULES,
	PLAYER_GNUBG,
	PLAYER_EXACT,
};

struct player {
	enum player_kind kind;
	unsigned plies;
	struct eval *e;
	FILE *gnubg; /* a connection to gnubg's external player */
	const struct hyper_table *table;
};

struct duel_score {
	double points_per_game, standard_error, wins;
};

/* player_tables must be filled (nets_tables) before any other call. */
extern struct eval_tables player_tables;
extern struct eval_scratch player_work;

/* Prints an error and exits. */
_Noreturn void player_die(const char *what, const char *about);

/* Loads a weights file; exits with an error if that fails. */
void player_load_net(struct eval *e, const struct variant *v, const char *path);

/* Returns the player that `text` names: "random", "pips", "hand", "rules", "gnubg:PORT",
 * "exact:TABLE" (Hyper Backgammon), or a file of weights, with "@1" appended for one ply.  The
 * net of the file is loaded into *e. */
struct player player_parse(const struct variant *v, const char *text, struct eval *e);

struct dice_pair player_roll(struct rng *r);

/* Starts a game.  In games where the opening dice are played, the first player has already
 * rolled. */
void player_start_position(struct match_state *m, const struct variant *v, struct rng *dice);

/* Places fifteen checkers a side at random without contact, some of them borne off, before a
 * roll. */
void player_random_race(struct match_state *m, struct rng *r);

/* Places fifteen checkers a side at random, before a roll; one side holds two points in the
 * other's home. */
void player_back_game(struct match_state *m, struct rng *r);

/* Returns the luck of the roll m->dice for the side on roll: its value minus the average over
 * all rolls. */
double player_roll_luck(const struct eval *judge, const struct match_state *m);

/* Returns the index in the list of the play that a random or rules-of-thumb player chooses. */
unsigned player_choice(const struct player *pl, const struct match_state *m,
    const struct move_space *list, struct rng *luck);

/* Plays m->dice, or chooses a double and plays it, or passes.  Returns the outcome. */
enum outcome player_step(const struct player *pl, struct match_state *m, struct rng *luck);

/* Plays pairs of games with the same dice, the second with seats exchanged.  Returns the score
 * of pl[0].  If judge is not NULL, its estimate of the luck of each roll (the roll's value
 * minus the average over all 21) is subtracted.  The luck is zero on average whatever `judge`
 * estimates; the better its estimates, the smaller the variance. */
struct duel_score player_duel(const struct variant *v, const struct player pl[2],
    const struct eval *judge, unsigned games, uint64_t seed);

#endif
