/* SPDX-License-Identifier: MIT */
/* Knock-outs: as a format (rules 26 to 29), after groups, and as play-off for a
 * shared title.  Linear in the pairings. */
#include <string.h>

#include "tourney/apply.h"
#include "tourney/hooks.h"

/* ---- creation ---- */

void
knockout_plan_double(const struct tourney_settings *s, struct bracket_plan *plan)
{
	plan->double_elimination = true;
	plan->reset_final = s->value[TSET_reset] != 0;
}

void
knockout_plan_consolation(const struct tourney_settings *s, struct bracket_plan *plan)
{
	plan->consolation_rounds = (unsigned)s->value[TSET_consolation];
	plan->last_chance_rounds = (unsigned)s->value[TSET_lastchance];
}

static struct bracket_plan
plan_of(const struct tourney_settings *s, unsigned n)
{
	struct bracket_plan plan = { .entries = n };

	if (tourney_format(s)->plan != NULL)
		tourney_format(s)->plan(s, &plan);
	return plan;
}

size_t
knockout_pairing_count(const struct tourney_settings *s, unsigned n)
{
	struct bracket_plan plan = plan_of(s, n);

	return bracket_pairing_count(&plan);
}

void
knockout_make(struct applying *ap, const struct bracket_plan *plan, const entry_no *order)
{
	struct tourney *t = ap->t;
	size_t n = bracket_pairing_count(plan);

	CHECK(n > 0 && t->pairings_n + n <= t->pairings_room);
	t->bracket_base = t->pairings_n;
	bracket_build(plan, t->pairings + t->bracket_base);
	t->pairings_n += (uint32_t)n;
	bout_init_from(t, t->bracket_base);
	for (uint32_t p = t->bracket_base; p < t->pairings_n; p++) {
		struct pairing *x = &t->pairings[p];

		x->length =
		    (uint8_t)tourney_match_length(&t->set, tourney_section(t, p), x->round,
			bracket_rounds(TOURNEY_BRACKET_ARGS(t), (enum section)x->section));
	}
	bracket_seat_entries(
	    TOURNEY_BRACKET_ARGS(t), order, plan->entries, bout_on_bracket_news, ap);
	bout_open_newly_ready(ap);
}

void
knockout_start(struct applying *ap, const entry_no *order, unsigned n)
{
	struct bracket_plan plan = plan_of(&ap->t->set, n);

	ap->t->stage = STAGE_BRACKET;
	knockout_make(ap, &plan, order);
}

/* ---- late entries ---- */

bool
knockout_takes_late(const struct tourney *t, int64_t at_ms)
{
	return at_ms <= t->started_ms + TOURNEY_LATE_ENTRY_MS;
}

static bool
has_begun(const void *ctx, uint32_t p)
{
	const struct tourney *t = ctx;

	return t->bouts[t->bracket_base + p].match != 0;
}

bool
knockout_has_late_place(const struct tourney *t)
{
	return bracket_late_bye(TOURNEY_BRACKET_ARGS(t), has_begun, t) != PAIRING_NOWHERE;
}

void
knockout_seat_late(struct applying *ap, entry_no e)
{
	/* bout_rebuild_open_list finds the pairings that have become ready */
	CHECK(bracket_seat_late(TOURNEY_BRACKET_ARGS(ap->t), e, has_begun, NULL, ap->t));
	bout_recount_results(ap->t);
	bout_rebuild_open_list(ap);
}

void
knockout_places(const struct tourney *t, void *scratch, struct bracket_place *out)
{
	(void)scratch;
	bracket_places(TOURNEY_BRACKET_ARGS(t), t->entries_n, out);
}
