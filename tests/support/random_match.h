/* SPDX-License-Identifier: MIT */
/* Random legal matches of backgammon with cube and resignations, and their texts. */
#ifndef TESTS_RANDOM_MATCH_H
#define TESTS_RANDOM_MATCH_H

#include "base/rng.h"
#include "rules/match.h"

#define RANDOM_ACTIONS_MAX 20000u
#define RANDOM_TEXT_MAX 400000u

/* About 5 MB: do not put it on the stack. */
struct random_match {
	struct match_state m; /* after the last action */
	struct rng rng;
	bool crawford, jacoby;
	/* set by the caller: no beaver is dropped, no cube goes beyond 64, and the cube is
	 * turned in each money game, because gnubg 1.07 gets these and the Jacoby rule wrong */
	bool for_gnubg;
	unsigned n, games_max;
	struct action action[RANDOM_ACTIONS_MAX];
	char text[RANDOM_TEXT_MAX];
	size_t len;
	struct move_space move_space;
};

/* Plays a match of `length` points, or four games if length is 0. */
void random_match_play(struct random_match *p, uint64_t seed, unsigned length);

/* Writes the match to p->text in a form of server/form ("mat", "sgf").  event: whether to name
 * an event and a round. */
void random_match_write(struct random_match *p, const char *form, bool event);

#endif
