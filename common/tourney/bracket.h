/* SPDX-License-Identifier: MIT */
/* Knock-outs (rules 27 to 29): the whole graph of pairings is made before the first match,
 * every pairing knows where its winner and its loser go, and results flow along it. */
#ifndef TOURNEY_BRACKET_H
#define TOURNEY_BRACKET_H

#include "base/check.h"
#include "tourney/pairing.h"

struct bracket_plan {
	unsigned entries;            /* 2..TOURNEY_ENTRIES_MAX */
	bool double_elimination;     /* a losers' side and a final */
	bool reset_final;            /* ... with a second match when the undefeated one loses */
	unsigned consolation_rounds; /* losers of main rounds 1..so many enter a progressive
					consolation; 0 none; not with double_elimination */
	unsigned last_chance_rounds; /* losers of consolation rounds 1..so many (0..2) enter the
					last chance; 0 none; not without a consolation */
};

/* A plan may be made before it is known how many enter: more rounds of losers than there are
 * mean all but the final's.  With two entries there is no consolation, with four no last
 * chance.
 *
 * all, count below are always the whole of what bracket_build made: the sections in the order
 * of their enum, in each the rounds, in each the slots from the top, as they are drawn.  On the
 * losers' side and in the consolation, side 1 of a round into which somebody falls is who
 * falls. */

/* How many pairings bracket_build makes; 0 when the plan is none (see the limits above; a reset
 * of a final that there is not). */
size_t bracket_size(const struct bracket_plan *plan);

/* Makes them, without players, in an order in which every pairing stands before those it feeds.
 * out has room for bracket_size(plan).  `length` is left 0. */
void bracket_build(const struct bracket_plan *plan, struct pairing *out);

/* Told of each pairing that has become ready (pairing_ready) or was decided without being
 * played (a bye, a void one), in that order in which it happened.  bracket_late and
 * bracket_reopen also tell of those that were taken back: they are PAIRING_OPEN and not ready.
 * May be NULL. */
typedef void bracket_news(void *ctx, uint32_t pairing);

/* Seats the entries, by_seed[0] the first seed: 1 v N folded, byes to the top seeds (rule 27).
 * n is the plan's `entries`.  Byes are decided at once. */
void bracket_seat(struct pairing *all, size_t count, const entry_no *by_seed, unsigned n,
    bracket_news *news, void *ctx);

/* The pairing is over: end is PLAYED, FORFEIT, DOUBLE_FORFEIT or SET; winner 0, 1, or
 * PAIRING_NOBODY for a double forfeit, after which neither goes anywhere (both were absent,
 * both are out).  Moves winner and loser on and decides what follows by itself.  Also for
 * pairings that lead nowhere (winner_to and loser_to PAIRING_NOWHERE).  The pairing must be
 * ready; score may be NULL for 0 0. */
void bracket_result(struct pairing *all, size_t count, uint32_t pairing, enum pairing_end end,
    unsigned winner, const uint16_t score[2], bracket_news *news, void *ctx);

/* Whether the result of a pairing that two players had can be taken back: what follows from it
 * has not begun.  stands(ctx, pairing) tells of each pairing of two players behind it whether
 * it has begun, or is over and stays so; byes behind it do not. */
MUST_USE bool bracket_may_reopen(const struct pairing *all, size_t count, uint32_t pairing,
    bool (*stands)(const void *ctx, uint32_t pairing), const void *ctx);

/* Takes it back: the pairing is ready again, and who had gone on from it, also through byes and
 * what does not stand, has not.  Tells of each pairing that somebody was taken out of. */
void bracket_reopen(
    struct pairing *all, size_t count, uint32_t pairing, bracket_news *news, void *ctx);

/* Late entry (rule 26): puts entry e into a bye of main round 1 whose holder has not begun the
 * next match (busy(ctx, pairing) tells of each pairing whether it has begun), the lowest seed's
 * first, and derives again what had followed from the bye.  Not where somebody has begun (busy)
 * or ended a match, on whichever side, that there would not have been without that bye.  False
 * when there is none; then nothing was changed. */
MUST_USE bool bracket_late(struct pairing *all, size_t count, entry_no e,
    bool (*busy)(const void *ctx, uint32_t pairing), bracket_news *news, void *ctx);

/* The pairing into which it would put them; PAIRING_NOWHERE when there is none. */
uint32_t bracket_late_bye(const struct pairing *all, size_t count,
    bool (*busy)(const void *ctx, uint32_t pairing), const void *ctx);

/* Final places of a knock-out that is over, or so far: for each entry 0..n-1 the places
 * from..to that it shares (1 1 the winner, 2 2, 3 4, 5 8, ...); from 0: still playing.
 * Places once given change only by later double forfeits and late entries.  Places
 * of consolation and last chance do not count here.  After double forfeits more share a place;
 * if nobody won, who went out last share the first one: ask bracket_winner before praising
 * them. */
struct bracket_place {
	uint16_t from, to;
};
void bracket_places(
    const struct pairing *all, size_t count, unsigned n, struct bracket_place *out);

/* The winner of a section's last pairing that was needed: ENTRY_UNKNOWN while it is not over,
 * ENTRY_NOBODY when nobody won it or there is no such section. */
entry_no bracket_winner(const struct pairing *all, size_t count, enum section section);

/* The same of all: of the final where it is a section of its own, else of the main one. */
entry_no bracket_champion(const struct pairing *all, size_t count);

/* How many rounds a section has; 0 when there is no such section. */
unsigned bracket_rounds(const struct pairing *all, size_t count, enum section section);

/* The pairings of a round (from 1), in order of slots: *first the number of the first one.
 * Returns how many; 0 when there is no such round. */
size_t bracket_round(const struct pairing *all, size_t count, enum section section,
    unsigned round, uint32_t *first);

/* Where the seats are filled from, for a drawing ("loser of ..."): from[pairing * 2 + side] is
 * that pairing * 2, + 1 for its loser; PAIRING_NOWHERE for the seats of main round 1.  Room for
 * 2 * count. */
void bracket_sources(const struct pairing *all, size_t count, pairing_seat *from);

#endif
