/* SPDX-License-Identifier: MIT */
/* Pairing a round of a Swiss tournament, or of one in which n losses put out (rules 30 to 33).
 * Runs in a worker on a copy: everything it needs is in its arguments. */
#ifndef TOURNEY_SWISS_H
#define TOURNEY_SWISS_H

#include "base/check.h"
#include "tourney/pairing.h"

struct swiss_player {
	entry_no entry;
	int32_t points; /* score group: higher first.  n losses: minus the losses */
	uint16_t order; /* within the group, 0 the best: by rating, or drawn; all different */
	uint8_t byes;   /* they have had */
	int8_t floated; /* in the round before: 1 down (to an opponent of fewer points), -1 up,
			   0 not */
	uint16_t place; /* in the table, 1 the first, several may share one: whom the bye goes
			   to; may be 0 where they are even in number */
};

/* Two that have met, in any order. */
struct swiss_met {
	entry_no a, b;
};

struct swiss_round {
	const struct swiss_player *players; /* those to be paired, in any order */
	unsigned n;                         /* 2..TOURNEY_ENTRIES_MAX */
	const struct swiss_met *met; /* every pairing so far; a pair may stand more than once */
	size_t met_n;
};

struct swiss_result {
	struct swiss_met *pairs; /* the caller's, room for n / 2; best score group first, in it
				    best order first */
	unsigned pairs_n;        /* n / 2 */
	entry_no bye;            /* ENTRY_NOBODY when n is even */
	unsigned repeats; /* pairs that have met before: 0 whenever a complete pairing without
			     exists, else as few as possible */
};

/* Bytes of scratch, aligned as malloc would: 45 MB at most, of which a round seldom touches
 * more than a few. */
size_t swiss_space(const struct swiss_round *r);

/* Bye to one of those with the fewest byes (rule 33: nobody a second before all had one): of
 * the lowest score group among them who stands lowest in the table, then in the order.  Then,
 * in this order of importance: as few repeats as possible; as few and as short floats as
 * possible (least sum over the pairs of the square of the distance in score groups); nobody
 * floats the same way twice running where it can be avoided; the last of a group float down,
 * and to the first of the next; within a group the top half against the bottom half, in order.
 * If the bye as given forces a repeat, the next one for a bye is tried (rule 32 counts more).
 * swiss.c says exactly what is least; players and meetings in another order give the same
 * pairs.  Meetings with those who are not among the players do not matter.  Cost: some 10 ms
 * for 1,024 players in round 11, 250 ms for 4,096 in round 13. */
void swiss_pair(const struct swiss_round *r, void *space, struct swiss_result *out);

/* Rounds unless set: ceil(log2 n) + 1, at most n - 1 (rule 31); 0 for less than two. */
unsigned swiss_rounds(unsigned n);

#endif
