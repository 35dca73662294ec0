/* SPDX-License-Identifier: MIT */
/* What every format of tournament is made of: entries, and pairings of two of them.  Pure, as
 * all of common/tourney: no I/O, no clock, no malloc; the caller owns every array. */
#ifndef TOURNEY_PAIRING_H
#define TOURNEY_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOURNEY_ENTRIES_MAX 4096u

/* Number of an entry (a place in the tournament, whoever fills it): 0, 1, ... in order of
 * entry. */
typedef uint16_t entry_no;
#define ENTRY_UNKNOWN ((entry_no)0xffffu) /* comes from a pairing that is not over */
#define ENTRY_NOBODY ((entry_no)0xfffeu)  /* the place stays empty: the other one has a bye */

static inline bool
entry_is_player(entry_no e)
{
	return e < TOURNEY_ENTRIES_MAX;
}

/* Which part of a tournament a pairing belongs to. */
enum section {
	SECTION_MAIN,   /* a knock-out, the undefeated side of a double elimination */
	SECTION_LOSERS, /* the other side of a double elimination */
	SECTION_FINAL, /* of a double elimination: round 1, and 2 if the first did not decide */
	SECTION_CONSOLATION,
	SECTION_LAST_CHANCE,
	SECTION_ROUNDS,  /* Swiss, n losses, everybody against everybody */
	SECTION_GROUP,   /* everybody against everybody within `group` */
	SECTION_PLAYOFF, /* a knock-out for the title; see tourney_section */
	SECTION_COUNT,
};

static inline bool
section_is_bracket(unsigned section)
{
	return section != SECTION_ROUNDS && section != SECTION_GROUP;
}

enum pairing_end {
	PAIRING_OPEN, /* not over */
	PAIRING_PLAYED,
	PAIRING_BYE,     /* one side is NOBODY: the other wins, nothing was played */
	PAIRING_FORFEIT, /* one player was absent, withdrew, or was out of time before a game */
	PAIRING_DOUBLE_FORFEIT, /* both were: nobody wins, both lose (rule 23) */
	PAIRING_SET,            /* by the director (rule 40) */
	PAIRING_VOID,           /* was not needed: both sides NOBODY, or the reset of a final */
	PAIRING_END_COUNT,
};

/* Where somebody goes from a pairing: pairing number * 2 + side. */
typedef uint32_t pairing_seat;
#define PAIRING_NOWHERE ((pairing_seat)0xffffffffu)
#define PAIRING_NOBODY 2u /* as a winner */

struct pairing {
	uint8_t section; /* enum section */
	uint8_t group;   /* SECTION_GROUP: from 0 */
	uint8_t
	    length;  /* of the match, points; set by who applies the act, not by the builders */
	uint8_t end; /* enum pairing_end */
	uint8_t winner; /* 0, 1; PAIRING_NOBODY while open, void, after a double forfeit */
	uint16_t round; /* from 1 within its section */
	uint16_t
	    slot; /* from 0 within its round (and group), from the top of the drawn bracket */
	uint16_t score[2]; /* points that count: the winner's are the length, the loser's fewer;
			      0 0 where nobody won */
	entry_no side[2];
	pairing_seat winner_to, loser_to; /* knock-outs; else PAIRING_NOWHERE */
};

/* As it is before anybody sits there. */
static inline struct pairing
pairing_new(
    enum section section, unsigned group, unsigned round, unsigned slot, entry_no a, entry_no b)
{
	return (struct pairing){
		.section = (uint8_t)section,
		.group = (uint8_t)group,
		.winner = PAIRING_NOBODY,
		.round = (uint16_t)round,
		.slot = (uint16_t)slot,
		.side = { a, b },
		.winner_to = PAIRING_NOWHERE,
		.loser_to = PAIRING_NOWHERE,
	};
}

/* Both sides are players and it is not over: it can be played. */
static inline bool
pairing_ready(const struct pairing *p)
{
	return p->end == PAIRING_OPEN && entry_is_player(p->side[0]) &&
	       entry_is_player(p->side[1]);
}

/* Over, and two players had it. */
static inline bool
pairing_is_decided(const struct pairing *p)
{
	return p->end != PAIRING_OPEN && p->end != PAIRING_BYE && p->end != PAIRING_VOID;
}

/* A player won or lost it against another one at the board (or by the director's word). */
static inline bool
pairing_was_played(const struct pairing *p)
{
	return p->end == PAIRING_PLAYED || p->end == PAIRING_SET;
}

/* What it gives the entry on one side (33, 34). */
static inline int32_t
pairing_points(const struct pairing *p, unsigned side, bool bellingham)
{
	if (p->end == PAIRING_BYE || p->winner == side)
		return bellingham ? 2 : 1;
	return bellingham && pairing_was_played(p) && p->winner != PAIRING_NOBODY ? 1 : 0;
}

static inline void
pairing_reopen(struct pairing *p)
{
	p->end = PAIRING_OPEN;
	p->winner = PAIRING_NOBODY;
	p->score[0] = p->score[1] = 0;
}

#endif
