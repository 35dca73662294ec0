/* SPDX-License-Identifier: MIT */
/* Knock-outs (rules 27 to 29).  All pairings are created before the first match.  Each pairing
 * stores the next seats of its winner and its loser, and results are propagated along these
 * links. */
#ifndef TOURNEY_BRACKET_H
#define TOURNEY_BRACKET_H

#include "base/check.h"
#include "tourney/pairing.h"

struct bracket_plan {
	unsigned entries;        /* 2..TOURNEY_ENTRIES_MAX */
	bool double_elimination; /* adds a losers' side and a final */
	bool reset_final; /* adds a second match if the undefeated player loses the final */
	unsigned consolation_rounds; /* losers of this many main rounds enter a progressive
					consolation; 0: none; not with double_elimination */
	unsigned last_chance_rounds; /* losers of this many consolation rounds (0..2) enter the
					last chance; 0: none; requires a consolation */
};

/* A plan may be written before the number of entries is known: if it asks for more rounds of
 * losers than there are, all losers except the loser of the final enter the consolation.  With
 * two entries there is no consolation, with four no last chance.
 *
 * Below, `all` and `count` are always the complete array made by bracket_build: the sections in
 * the order of their enum, each with its rounds in order, each with its slots from the top as
 * drawn.  In a round of the losers' side or the consolation that receives losers, these are on
 * side 1. */

/* Returns the number of pairings that bracket_build creates; 0 if the plan is invalid (it
 * exceeds the limits above, or has a second final without double elimination). */
size_t bracket_pairing_count(const struct bracket_plan *plan);

/* Creates the pairings without players; every pairing precedes the pairings to which its
 * players go.  out has room for bracket_pairing_count(plan).  `length` is left 0. */
void bracket_build(const struct bracket_plan *plan, struct pairing *out);

/* Called for each pairing that became ready (pairing_ready) or was decided without a match (bye
 * or void), in the order in which that happened.  bracket_seat_late and bracket_reopen also
 * report pairings that were reversed: they are PAIRING_OPEN and not ready.  May be NULL. */
typedef void bracket_news_fn(void *ctx, uint32_t pairing);

/* Seats the entries; by_seed[0] is the first seed.  Seed 1 meets seed N, and so on; the top
 * seeds get the byes (rule 27).  n is the `entries` of the plan.  Byes are decided at once. */
void bracket_seat_entries(struct pairing *all, size_t count, const entry_no *by_seed,
    unsigned n, bracket_news_fn *news, void *ctx);

/* Records the result of a pairing, which must be ready.  end is PAIRING_PLAYED,
 * PAIRING_FORFEIT, PAIRING_DOUBLE_FORFEIT or PAIRING_SET_RESULT. winner is 0 or 1, or
 * PAIRING_NOBODY for a double forfeit, after which both players are out.  Advances the winner
 * and the loser and resolves byes that result.  Also for pairings that lead nowhere (winner_to
 * and loser_to PAIRING_NOWHERE). score may be NULL for 0 0. */
void bracket_record_result(struct pairing *all, size_t count, uint32_t pairing,
    enum pairing_end end, unsigned winner, const uint16_t score[2], bracket_news_fn *news,
    void *ctx);

/* Checks whether the result of a pairing between two players can be reversed: no match
 * that depends on it has begun.  stands(ctx, pairing) is called for each later pairing of two
 * players; it returns whether that pairing has begun, or is over and must remain so.  Byes do
 * not prevent a reversal. */
MUST_USE bool bracket_may_reopen(const struct pairing *all, size_t count, uint32_t pairing,
    bool (*stands)(const void *ctx, uint32_t pairing), const void *ctx);

/* Reverses the result: the pairing is ready again, and players who advanced from it, even
 * through byes and reversed pairings, are removed from the pairings that they reached.  Reports
 * each pairing that lost a player. */
void bracket_reopen(
    struct pairing *all, size_t count, uint32_t pairing, bracket_news_fn *news, void *ctx);

/* Late entry (rule 26): gives entry e the place of a bye in main round 1, and recomputes the
 * pairings that followed from the bye.  Chooses the lowest seed's available bye.  A bye is not
 * available if a match that depends on it, on either side, has begun (busy(ctx, pairing)
 * returns whether it has) or ended.  Returns false, changing nothing, if no bye is
 * available. */
MUST_USE bool bracket_seat_late(struct pairing *all, size_t count, entry_no e,
    bool (*busy)(const void *ctx, uint32_t pairing), bracket_news_fn *news, void *ctx);

/* Returns the pairing that bracket_seat_late would use; PAIRING_NOWHERE if there is none. */
uint32_t bracket_late_bye(const struct pairing *all, size_t count,
    bool (*busy)(const void *ctx, uint32_t pairing), const void *ctx);

/* Computes the final places of a knock-out that is over, or the places so far.  For each entry
 * 0..n-1: the places from..to that the entry shares (1 1 for the winner, 2 2, 3 4, 5 8, ...);
 * from is 0 while the entry is still playing.  A place changes later only through double
 * forfeits and late entries.  Consolation and last chance do not count.  After double forfeits
 * more entries share a place.  Without a winner, the entries that went out last share the first
 * place: check bracket_winner before announcing one. */
struct bracket_place {
	uint16_t from, to;
};
void bracket_places(
    const struct pairing *all, size_t count, unsigned n, struct bracket_place *out);

/* Returns the winner of a section, that is, of the last of its pairings that was needed:
 * ENTRY_UNKNOWN while that pairing is not over, ENTRY_NOBODY if it had no winner or the section
 * does not exist. */
entry_no bracket_winner(const struct pairing *all, size_t count, enum section section);

/* Returns the winner of the knock-out: of the final section if there is one, otherwise of the
 * main section. */
entry_no bracket_champion(const struct pairing *all, size_t count);

/* Returns the number of rounds of a section; 0 if it does not exist. */
unsigned bracket_rounds(const struct pairing *all, size_t count, enum section section);

/* Finds the pairings of a round (from 1) in order of slots; *first is the index of the first.
 * Returns their number; 0 if there is no such round. */
size_t bracket_find_round(const struct pairing *all, size_t count, enum section section,
    unsigned round, uint32_t *first);

/* Computes the source of each seat, for a drawing ("loser of ..."): from[pairing * 2 + side] is
 * 2 * p for the winner of pairing p, 2 * p + 1 for its loser, and PAIRING_NOWHERE for the seats
 * of main round 1. from has room for 2 * count. */
void bracket_seat_sources(const struct pairing *all, size_t count, pairing_seat *from);

#endif
