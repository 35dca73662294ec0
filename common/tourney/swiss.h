/* SPDX-License-Identifier: MIT */
/* Pairs a round of a Swiss tournament, or of an elimination by losses (rules 30 to 33).  May
 * run in a worker thread, because it uses only its arguments. */
#ifndef TOURNEY_SWISS_H
#define TOURNEY_SWISS_H

#include "base/check.h"
#include "tourney/pairing.h"

struct swiss_player {
	entry_no entry;
	int32_t points; /* score group, higher first; elimination by losses: minus the losses */
	uint16_t order; /* order within the group, by rating or drawn: 0 is the best, all
			   different */
	uint8_t byes;   /* byes so far */
	int8_t floated; /* float in the previous round: 1 is down (the opponent had fewer
			   points), -1 up, 0 none */
	uint16_t place; /* place in the table, from 1, may be shared; decides the bye; may be 0
			 * if the number of players is even */
};

/* Two players who have met, in any order. */
struct swiss_met {
	entry_no a, b;
};

struct swiss_round {
	const struct swiss_player *players; /* players to be paired, in any order */
	unsigned n;                         /* 2..TOURNEY_ENTRIES_MAX */
	const struct swiss_met *met; /* all pairings so far; a pair may occur more than once */
	size_t met_n;
};

struct swiss_result {
	struct swiss_met *pairs; /* provided by the caller, room for n / 2; best score group
				    first, then best order */
	unsigned pairs_n;        /* n / 2 */
	entry_no bye;            /* ENTRY_NOBODY when n is even */
	unsigned repeats; /* pairs that have met before: 0 whenever a complete pairing without
			     repeats exists, otherwise as few as possible */
};

/* Returns the number of bytes of scratch, which must be aligned as by malloc: at most 45 MB, of
 * which a round seldom uses more than a few. */
size_t swiss_scratch_size(const struct swiss_round *r);

/* Pairs a round.  The bye goes to a player with the fewest byes (rule 33: no player has a
 * second bye before all have had one); among these, to the lowest score group, then to the
 * lowest place in the table, then by order.
 *
 * The pairing then minimises, in order of importance: repeats; the number and length of floats
 * (the sum of squared distances in score groups); players who float the same way twice in a
 * row.  The last players of a group float down and meet the first of the next group; within a
 * group the top half meets the bottom half, in order.  If this bye forces a repeat, the next
 * candidate is tried (rule 32 has priority).  swiss.c defines the minimum exactly; the result
 * does not depend on the order of players and meetings.  Meetings with entries that are not
 * among the players are ignored.  Cost: about 10 ms for 1,024 players in round 11, 250 ms for
 * 4,096 in round 13. */
void swiss_pair(const struct swiss_round *r, void *space, struct swiss_result *out);

/* Returns the default number of rounds: ceil(log2 n) + 1, at most n - 1 (rule 31); 0 for n
 * below 2. */
unsigned swiss_default_rounds(unsigned n);

#endif
