/* SPDX-License-Identifier: MIT */
/* The FIBS rating formula (PROTOCOL.md 8; the help page of FIBS is `formula`).  Pure. */
#ifndef RULES_RATING_H
#define RULES_RATING_H

#include <math.h>
#include <stdint.h>

#define RATING_START 1500.0

/* All values that the report of `toggle ratings` prints. */
struct rating_calc {
	double difference;      /* D = |r1 - r2| before the match */
	double underdog_chance; /* Pu: probability that the underdog wins */
	double p; /* 1 - Pu if the underdog won, else Pu; 0.5 if the ratings are equal */
	double k_winner, k_loser; /* max(1, 5 - experience / 100) */
	double change_winner;     /* positive */
	double change_loser;      /* negative */
};

/* Computes the changes after a finished match of `length` points (1..99).  The caller then adds
 * length to the experience of both players. */
struct rating_calc rating_match(double winner, uint32_t winner_experience, double loser,
    uint32_t loser_experience, unsigned length);

/* A player with less experience than this is a newcomer to opponents who have at least this
 * much. */
#define RATING_NEWCOMER_EXPERIENCE 50u

/* Limits on rating changes from matches against one opponent apply to this period. */
#define RATING_WINDOW_MS (24 * INT64_C(3600000))

/* By how much a rating may still rise and fall; neither is negative. */
struct rating_headroom {
	double up, down;
};

#define RATING_HEADROOM_UNLIMITED ((struct rating_headroom){ HUGE_VAL, HUGE_VAL })

/* Returns the room in both directions after the rating has changed by `net`, with a limit of
 * `most`. */
struct rating_headroom rating_headroom(double net, double most);

/* Returns the smaller of two rooms, separately for each direction. */
struct rating_headroom rating_headroom_smaller(
    struct rating_headroom a, struct rating_headroom b);

/* Returns the fraction of a change that fits into the room: 0 to 1. */
double rating_headroom_share(double change, struct rating_headroom room);

#endif
