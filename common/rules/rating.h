/* SPDX-License-Identifier: MIT */
/* FIBS rating formula (PROTOCOL.md 8; the page of FIBS's help is `formula`).  Pure. */
#ifndef RULES_RATING_H
#define RULES_RATING_H

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

#endif
