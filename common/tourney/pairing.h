/* SPDX-License-Identifier: MIT */
/* Types shared by all formats of tournaments: entries, and pairings of two of them.  Pure, like
 * all of common/tourney: no I/O, clock or allocation; the caller owns every array. */
#ifndef TOURNEY_PAIRING_H
#define TOURNEY_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOURNEY_ENTRIES_MAX 4096u

/* Number of an entry, which is a place in the tournament regardless of the user who holds it:
 * 0, 1, ... in order of entry. */
typedef uint16_t entry_no;
#define ENTRY_UNKNOWN ((entry_no)0xffffu) /* not yet known, because a pairing is not over */
#define ENTRY_NOBODY ((entry_no)0xfffeu)  /* the place stays empty: the opponent has a bye */

static inline bool
entry_is_player(entry_no e)
{
	return e < TOURNEY_ENTRIES_MAX;
}

/* The part of a tournament that a pairing belongs to. */
enum section {
	SECTION_MAIN,   /* a knock-out, or the undefeated side of a double elimination */
	SECTION_LOSERS, /* players with one loss in a double elimination */
	SECTION_FINAL, /* final of a double elimination: round 1, and round 2 if the first match
			* did not decide */
	SECTION_CONSOLATION,
	SECTION_LAST_CHANCE,
	SECTION_ROUNDS,  /* Swiss, elimination by losses, round robin */
	SECTION_GROUP,   /* round robin within `group` */
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
	PAIRING_BYE,     /* one side is ENTRY_NOBODY: the other wins without a match */
	PAIRING_FORFEIT, /* one player was absent, withdrew, or ran out of time before a game */
	PAIRING_DOUBLE_FORFEIT, /* like FORFEIT, but both players lose (rule 23) */
	PAIRING_SET_RESULT,     /* decided by the director (rule 40) */
	PAIRING_VOID,           /* not needed: both sides are ENTRY_NOBODY, or a second final */
	PAIRING_END_COUNT,
};

/* The seat to which a player goes from a pairing: pairing number * 2 + side. */
typedef uint32_t pairing_seat;
#define PAIRING_NOWHERE ((pairing_seat)0xffffffffu)
#define PAIRING_NOBODY 2u /* in `winner`: neither side */

struct pairing {
	uint8_t section; /* enum section */
	uint8_t group;   /* SECTION_GROUP: from 0 */
	uint8_t length;  /* length of the match, in points; set when an act is applied, not by
			    the builders */
	uint8_t end;     /* enum pairing_end */
	uint8_t winner;  /* 0 or 1; PAIRING_NOBODY if open, void or a double forfeit */
	uint16_t round;  /* from 1 within its section */
	uint16_t slot;   /* from 0 within its round (and group), from the top of the bracket as
			    drawn */
	uint16_t score[2]; /* as counted: the length for the winner, less for the loser; 0 0
			      without a winner */
	entry_no side[2];
	pairing_seat winner_to, loser_to; /* in knock-outs; otherwise PAIRING_NOWHERE */
};

/* Returns an open pairing of a and b. */
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

/* True if both sides are players and the pairing is not over, so that it can be played. */
static inline bool
pairing_ready(const struct pairing *p)
{
	return p->end == PAIRING_OPEN && entry_is_player(p->side[0]) &&
	       entry_is_player(p->side[1]);
}

/* True if the pairing was between two players and is over. */
static inline bool
pairing_is_decided(const struct pairing *p)
{
	return p->end != PAIRING_OPEN && p->end != PAIRING_BYE && p->end != PAIRING_VOID;
}

/* True if the pairing was decided at the board or by the director. */
static inline bool
pairing_was_played(const struct pairing *p)
{
	return p->end == PAIRING_PLAYED || p->end == PAIRING_SET_RESULT;
}

/* Returns the points for the entry on one side (rules 33 and 34). */
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
