/* SPDX-License-Identifier: MIT */
/* How acts are applied: what the files that do it share, and nobody else includes.  An act is
 * first asked about (gate_..., changes nothing), then done (apply_..., cannot fail). */
#ifndef TOURNEY_APPLY_H
#define TOURNEY_APPLY_H

#include "tourney/tournament.h"

/* What is being applied: for those who want to hear what follows. */
struct applying {
	struct tourney *t;
	const struct tourney_act *a;
	tourney_news_fn *news;
	void *ctx;
	uint32_t fresh, fresh_last; /* chain of bouts that have become ready and are not on the
				       open list yet */
};

static inline void
apply_tell(const struct applying *ap, enum tourney_news what, uint32_t n)
{
	if (ap->news != NULL)
		ap->news(ap->ctx, ap->t, what, n);
}

#define TACT(name, fields, phases, needs, gate, run, means)                                    \
	enum tourney_err gate_##gate(const struct tourney *t, const struct tourney_act *a);    \
	void apply_##run(struct applying *ap);
#include "tourney/acts.def"
#undef TACT

/* The pairing is open, and both players are known. */
enum tourney_err gate_open_pairing(const struct tourney *t, const struct tourney_act *a);

/* Neither invited nor waiting any more; true: they had checked in (entries.c). */
bool entries_drop_guest(struct tourney *t, int64_t user);

/* Remembers how what ap->a has done is undone (plan.c). */
void undo_push(struct applying *ap, const struct tourney_undo *u);

/* Whether the act undoes another one of its kind on the same entry.  Neither that nor those
 * after it can be undone any more. */
bool undo_spend(struct applying *ap);

/* ---- bouts (bout.c) ---- */

/* As new, from that one to the last. */
void bout_init_from(struct tourney *t, uint32_t first);

/* When a pairing that becomes ready now is to start (21, 24). */
int64_t bout_due_at(const struct tourney *t, int64_t at_ms);
/* A new time for the start. */
void bout_set_due(struct tourney_bout *b, int64_t due_ms, int64_t now_ms);
/* One that the players do not agree on: it is their limit. */
void bout_set_limit(struct tourney_bout *b, int64_t due_ms, int64_t now_ms);

/* The lengths of pairings in rounds of which none was announced, as they are set now. */
void bout_set_lengths(struct tourney *t);

/* Both players are known: opens it.  If one has withdrawn it ends at once. */
void bout_ready(struct applying *ap, uint32_t p);
void bout_open_fresh(struct applying *ap); /* all that have become so */

/* Ends one of the open list, and what follows from that in a knock-out. */
void bout_end(struct applying *ap, uint32_t n, enum pairing_end end, unsigned winner,
    const uint16_t score[2]);
/* By the absence of one, or of both. */
void bout_forfeit(struct applying *ap, uint32_t p, bool first, bool second);
/* By that of who has withdrawn, if somebody has. */
void bout_settle_withdrawn(struct applying *ap, uint32_t p);
/* It is not played: the matches of one of them do not count (25). */
void bout_cancel(struct applying *ap, uint32_t p);
/* Plays no more: the match they are in goes on without them (25). */
void bout_drop_out(struct applying *ap, entry_no e);
/* Counts a pairing for its players; sign -1: no longer. */
void bout_count(struct tourney *t, const struct pairing *p, int sign);
void bout_recount(struct tourney *t);
/* bracket_news: what a bracket decides by itself. */
void bout_from_bracket(void *ctx, uint32_t n);
/* The open list of a knock-out anew: somebody was seated, or taken out, in the middle of it. */
void bout_relist(struct applying *ap);

/* Who had lost it by absence is taken not to have been absent. */
void bout_forgive_absence(struct tourney *t, const struct pairing *p);
/* The pairing, which is over, is open, as if nothing had come of it. */
void bout_undo(struct applying *ap, uint32_t n);
/* It is to be played again, after that. */
void bout_play_again(struct applying *ap, uint32_t n);

/* ---- a knock-out (format_knockout.c) ---- */

void knockout_make(struct applying *ap, const struct bracket_plan *plan, const entry_no *order);

#endif
