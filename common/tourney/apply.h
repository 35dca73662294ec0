/* SPDX-License-Identifier: MIT */
/* Internal interface of the files that apply acts; not for other files.  Each act is first
 * checked (gate_..., which changes nothing) and then applied (apply_..., which cannot fail).
 * Rule numbers in comments refer to tourney/RULES.md. */
#ifndef TOURNEY_APPLY_H
#define TOURNEY_APPLY_H

#include "tourney/tournament.h"

/* The act being applied, and the listener that is notified of its consequences. */
struct applying {
	struct tourney *t;
	const struct tourney_act *a;
	tourney_news_fn *news;
	void *ctx;
	uint32_t newly_ready_first,
	    newly_ready_last; /* first and last of a chain of bouts that have become ready
			       * but are not yet in the open list */
};

static inline void
applying_report(const struct applying *ap, enum tourney_news what, uint32_t n)
{
	if (ap->news != NULL)
		ap->news(ap->ctx, ap->t, what, n);
}

#define TACT(name, fields, phases, needs, gate, run, means)                                    \
	enum tourney_err gate_##gate(const struct tourney *t, const struct tourney_act *a);    \
	void apply_##run(struct applying *ap);
#include "tourney/acts.def"
#undef TACT

/* Checks that the pairing is open and both players are known.  Returns TOURNEY_OK or the
 * refusal. */
enum tourney_err gate_open_pairing(const struct tourney *t, const struct tourney_act *a);

/* Removes a user from the guests (invited or waiting).  Returns whether the user had checked in
 * (entries.c). */
bool entries_drop_guest(struct tourney *t, int64_t user);

/* Records how to undo ap->a (plan.c). */
void undo_push(struct applying *ap, const struct tourney_undo *u);

/* Returns whether ap->a undoes an earlier act, as recorded by undo_push.  If so, that record
 * expires, and so do later records of the same kind for the entry. */
bool undo_consume(struct applying *ap);

/* ---- bouts (bout.c) ---- */

/* Resets all bouts from number `first` on. */
void bout_init_from(struct tourney *t, uint32_t first);

/* Returns the time at which a pairing that becomes ready at at_ms is due to start (rules 21 and
 * 24). */
int64_t bout_due_at(const struct tourney *t, int64_t at_ms);
/* Sets a new starting time. */
void bout_set_due(struct tourney_bout *b, int64_t due_ms, int64_t now_ms);
/* Sets a new starting time that is also the limit for times agreed by the players. */
void bout_set_limit(struct tourney_bout *b, int64_t due_ms, int64_t now_ms);

/* Sets the match lengths of pairings from the current settings, in each round that has no
 * announced pairing yet. */
void bout_set_lengths(struct tourney *t);

/* Opens a pairing whose players are both known.  If one has withdrawn, the pairing ends at
 * once. */
void bout_open(struct applying *ap, uint32_t p);
void bout_open_newly_ready(
    struct applying *ap); /* opens the pairings in the chain ap->newly_ready_first */

/* Ends a pairing in the open list and, in a knock-out, advances its players. */
void bout_end(struct applying *ap, uint32_t n, enum pairing_end end, unsigned winner,
    const uint16_t score[2]);
/* Ends a pairing because one player or both are absent. */
void bout_forfeit(struct applying *ap, uint32_t p, bool first, bool second);
/* Ends a pairing if one of its players has withdrawn. */
void bout_settle_withdrawn(struct applying *ap, uint32_t p);
/* Ends a pairing without a result, because the matches of a player do not count (rule 25). */
void bout_cancel(struct applying *ap, uint32_t p);
/* Withdraws an entry.  A match that the entry is playing continues and is decided separately
 * (rule 25). */
void bout_withdraw_entry(struct applying *ap, entry_no e);
/* Adds a pairing to the totals of its players; sign -1 removes it. */
void bout_count_result(struct tourney *t, const struct pairing *p, int sign);
void bout_recount_results(struct tourney *t);
/* A bracket_news_fn function: handles pairings that became ready or were decided without a
 * match. */
void bout_on_bracket_news(void *ctx, uint32_t n);
/* Rebuilds the open list of a knock-out after players were seated or removed in the middle of
 * it. */
void bout_rebuild_open_list(struct applying *ap);

/* If a player lost p by absence, no longer counts p as a missed match of that player. */
void bout_forgive_absence(struct tourney *t, const struct pairing *p);
/* Reopens a pairing that is over and reverses everything that followed from its result. */
void bout_undo_result(struct applying *ap, uint32_t n);
/* Schedules a pairing to be played again after bout_undo_result. */
void bout_play_again(struct applying *ap, uint32_t n);

/* ---- a knock-out (format_knockout.c) ---- */

void knockout_make(struct applying *ap, const struct bracket_plan *plan, const entry_no *order);

#endif
