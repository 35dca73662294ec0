/* SPDX-License-Identifier: MIT */
/* Games of a net against itself, played in step, for tests/tools/gputrain.py, which evaluates
 * their positions on a GPU and calls these functions with ctypes.
 *
 * For each game, selfplay_expand lists the positions after all plays of all 21 rolls: the
 * inputs of the positions that need a net, the outputs of all other positions.  The caller
 * evaluates them, and tells selfplay_advance which play of the drawn roll to make.
 *
 * Each thread has a part of the games and a part of the buffers, so the result depends only on
 * the arguments. */
#ifndef SUPPORT_SELFPLAY_H
#define SUPPORT_SELFPLAY_H

#include <stdint.h>

#define SELFPLAY_ROLLS 21u

enum row_kind {
	ROW_CONTACT,
	ROW_RACE,
	ROW_EXACT, /* the game is over, or the position is in the bear-off table */
	ROW_KINDS,
};

/* The positions of one thread.  The caller owns the arrays. */
struct selfplay_rows {
	uint16_t *contact,
	    *race;    /* inputs as 16-bit floats, seen by the opponent, who rolls next */
	float *known; /* outputs for the mover */
	int32_t *game_and_roll[ROW_KINDS]; /* index of the game * SELFPLAY_ROLLS + roll; rolls
					    * in the order 11, 21, 22, 31 to 66 */
	int32_t *play[ROW_KINDS];          /* index among the plays of the roll */
	uint32_t n[ROW_KINDS], capacity[ROW_KINDS];
};

/* One game in one step. */
struct selfplay_turn {
	uint8_t phase;          /* EVAL_PHASE_CONTACT or EVAL_PHASE_RACE, before the roll */
	uint8_t roll;           /* the roll drawn */
	uint8_t skipped;        /* its thread has no room left: the game skips this step */
	uint8_t new_game_begun; /* set by selfplay_advance: a new game has begun */
	float noise;            /* how much noise to add to equities when choosing the play */
};

struct selfplay;

/* Returns `games` games divided among `threads` threads. */
struct selfplay *selfplay_new(unsigned games, unsigned threads, uint64_t seed);

/* Returns the number of inputs of the net for a phase. */
unsigned selfplay_inputs(const struct selfplay *sp, unsigned phase);

/* Draws a roll for each game.  Fills one element of `rows` per thread.  For each game, fills an
 * element of `turns`, and a row of `own` with the inputs of the game's position.  A row is as
 * wide as the larger net's inputs. */
void selfplay_expand(struct selfplay *sp, struct selfplay_rows *rows, uint16_t *own,
    struct selfplay_turn *turns);

/* Makes play best[i] in game i.  A game that is over or has reached the bear-off table is
 * replaced by a new one. */
void selfplay_advance(struct selfplay *sp, const int32_t *best, struct selfplay_turn *turns);

#endif
