/* SPDX-License-Identifier: MIT */
/* FIBS rating formula (PROTOCOL.md 8; the page of FIBS's help is `formula`).  Pure. */
#ifndef RULES_RATING_H
#define RULES_RATING_H

#include <math.h>
#include <stdint.h>

#define RATING_START 1500.0

/* Everything the report block of `toggle ratings` prints. */
struct rating_calc {
	double difference;        /* D = |r1 - r2| before the match */
	double underdog;          /* Pu: probability that the underdog wins */
	double p;                 /* 1 - Pu if the underdog won, else Pu; 0.5 for equals */
	double k_winner, k_loser; /* max(1, 5 - experience / 100) */
	double change_winner;     /* positive */
	double change_loser;      /* negative */
};

/* The changes of a finished match of `length` points (1..99).  Experience grows by length for
 * both afterwards, which is the caller's. */
struct rating_calc rating_match(double winner, uint32_t winner_experience, double loser,
    uint32_t loser_experience, unsigned length);

/* With less experience an opponent is a newcomer to those who have as much or more. */
#define RATING_NEWCOMER 50u

/* Only changes by an opponent within this time limit further ones. */
#define RATING_WINDOW_MS (24 * INT64_C(3600000))

/* How far a rating may still rise and fall; neither is negative. */
struct rating_room {
	double up, down;
};

#define RATING_ROOM_ALL ((struct rating_room){ HUGE_VAL, HUGE_VAL })

/* Returns the room in both directions after the rating has moved by `net` of at most `most`. */
struct rating_room rating_room(double net, double most);

/* The smaller of two, in each direction. */
struct rating_room rating_room_both(struct rating_room a, struct rating_room b);

/* The part of a change that fits: 0 to 1. */
double rating_factor(double change, struct rating_room room);

#endif
