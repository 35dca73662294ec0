/* SPDX-License-Identifier: MIT */
/* The course of pairings: when they become ready and due, how they end, how they are counted,
 * and how a result is reversed.  Owns no memory.  Costs O(1) and a few steps along a bracket;
 * reversing a result is linear in the pairings. */
#include "tourney/apply.h"

#include <string.h>

#define MISSED_MAX 2u /* absences that drop an entrant (rule 25) */

const uint16_t TOURNEY_REMIND_HOURS[TOURNEY_REMINDERS] = { 72, 24, 1 };

/* ---- the list of open bouts ---- */

static void
open_list_add(struct tourney *t, uint32_t p)
{
	struct tourney_bout *b = &t->bouts[p];

	b->open_prev = t->open_last;
	b->open_next = TOURNEY_NO_PAIRING;
	if (t->open_last != TOURNEY_NO_PAIRING)
		t->bouts[t->open_last].open_next = p;
	else
		t->open_first = p;
	t->open_last = p;
	t->open_n++;
}

static void
open_list_remove(struct tourney *t, uint32_t p)
{
	struct tourney_bout *b = &t->bouts[p];

	if (b->open_prev != TOURNEY_NO_PAIRING)
		t->bouts[b->open_prev].open_next = b->open_next;
	else
		t->open_first = b->open_next;
	if (b->open_next != TOURNEY_NO_PAIRING)
		t->bouts[b->open_next].open_prev = b->open_prev;
	else
		t->open_last = b->open_prev;
	b->interrupted = false;
	t->open_n--;
}

static void
bout_init(struct tourney_bout *b)
{
	*b = (struct tourney_bout){
		.open_prev = TOURNEY_NO_PAIRING,
		.open_next = TOURNEY_NO_PAIRING,
		.lose_ms = { INT64_MAX, INT64_MAX },
	};
}

void
bout_init_from(struct tourney *t, uint32_t first)
{
	for (uint32_t p = first; p < t->pairings_n; p++)
		bout_init(&t->bouts[p]);
}

/* ---- times ---- */

int64_t
bout_due_at(const struct tourney *t, int64_t at_ms)
{
	const int64_t *v = t->set.value;

	if (v[TSET_schedule] == SCHEDULE_DEADLINE)
		return at_ms + v[TSET_days] * 86400000;
	return at_ms + v[TSET_notice] * 60000;
}

void
bout_set_due(struct tourney_bout *b, int64_t due_ms, int64_t now_ms)
{
	b->due_ms = due_ms;
	b->late_from_ms[0] = b->late_from_ms[1] = 0;
	b->last_reminder_hours =
	    0; /* reminders whose time has already passed are not sent (rule 24) */
	for (unsigned i = 0; i < TOURNEY_REMINDERS; i++)
		if (due_ms - TOURNEY_REMIND_HOURS[i] * (int64_t)3600000 <= now_ms)
			b->last_reminder_hours = TOURNEY_REMIND_HOURS[i];
}

void
bout_set_limit(struct tourney_bout *b, int64_t due_ms, int64_t now_ms)
{
	bout_set_due(b, due_ms, now_ms);
	b->latest_start_ms = due_ms;
}

/* ---- totals of the players ---- */

void
bout_count_result(struct tourney *t, const struct pairing *p, int sign)
{
	for (unsigned side = 0; side < 2; side++) {
		struct tourney_entry *e;

		if (!entry_is_player(p->side[side]))
			continue;
		e = &t->entries[p->side[side]];
		if (pairing_is_decided(p) && p->winner != side)
			e->losses = (uint8_t)(e->losses + sign);
		if (p->end == PAIRING_BYE)
			e->byes = (uint8_t)(e->byes + sign);
		if (tourney_format(&t->set)->out_by_losses)
			e->points = -(int32_t)e->losses;
		else
			e->points +=
			    sign * pairing_points(p, side, t->set.value[TSET_points] != 0);
	}
}

void
bout_recount_results(struct tourney *t)
{
	for (unsigned e = 0; e < t->entries_n; e++) {
		t->entries[e].losses = t->entries[e].byes = 0;
		t->entries[e].points = 0;
	}
	for (uint32_t p = 0; p < t->pairings_n; p++)
		bout_count_result(t, &t->pairings[p], 1);
}

/* ---- ready ---- */

/* Returns the next announced pairing of the same round, searching in steps of `step`;
 * TOURNEY_NO_PAIRING if there is none.  Pairings of a round are adjacent. */
static uint32_t
next_announced(const struct tourney *t, uint32_t p, uint32_t step)
{
	const struct pairing *x = &t->pairings[p];

	for (uint32_t q = p + step; q < t->pairings_n; q += step) {
		const struct pairing *y = &t->pairings[q];

		if (y->section != x->section || y->group != x->group || y->round != x->round)
			break;
		if (t->bouts[q].ready_ms != 0)
			return q;
	}
	return TOURNEY_NO_PAIRING;
}

/* Returns an announced pairing of the same round; TOURNEY_NO_PAIRING if there is none. */
static uint32_t
announced_in_same_round(const struct tourney *t, uint32_t p)
{
	uint32_t q = next_announced(t, p, UINT32_MAX);

	return q != TOURNEY_NO_PAIRING ? q : next_announced(t, p, 1);
}

/* Sets the terms of a pairing: those announced with the first match of its round (rule 48). */
static void
announce_terms(struct tourney *t, uint32_t p)
{
	struct tourney_terms *terms = &t->bouts[p].terms;
	const int64_t *v = t->set.value;
	uint32_t q = announced_in_same_round(t, p);

	if (q != TOURNEY_NO_PAIRING) {
		*terms = t->bouts[q].terms;
		return;
	}
	terms->late_once_loses =
	    v[TSET_late] == LATE_WAIT || v[TSET_schedule] == SCHEDULE_DEADLINE;
	terms->late_min = (uint8_t)v[terms->late_once_loses ? TSET_wait : TSET_grace];
	terms->clock = (uint8_t)v[TSET_clock];
	terms->overtime = (uint8_t)v[TSET_overtime];
}

void
bout_set_lengths(struct tourney *t)
{
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		struct pairing *x = &t->pairings[p];
		unsigned rounds = t->rounds;

		if (x->end != PAIRING_OPEN || t->bouts[p].ready_ms != 0 ||
		    announced_in_same_round(t, p) != TOURNEY_NO_PAIRING)
			continue;
		if (section_is_bracket(x->section))
			rounds =
			    bracket_rounds(TOURNEY_BRACKET_ARGS(t), (enum section)x->section);
		x->length = (uint8_t)tourney_match_length(
		    &t->set, tourney_section(t, p), x->round, rounds);
	}
}

/* Appends a pairing to the chain that bout_open_newly_ready opens. */
static void
add_newly_ready(struct applying *ap, uint32_t p)
{
	ap->t->bouts[p].open_next = TOURNEY_NO_PAIRING;
	if (ap->newly_ready_first == TOURNEY_NO_PAIRING)
		ap->newly_ready_first = p;
	else
		ap->t->bouts[ap->newly_ready_last].open_next = p;
	ap->newly_ready_last = p;
}

void
bout_open(struct applying *ap, uint32_t p)
{
	struct tourney_bout *b = &ap->t->bouts[p];
	int64_t now_ms = ap->a->at_ms;

	if (b->ready_ms == 0) {
		announce_terms(ap->t, p);
		b->ready_ms = now_ms;
		bout_set_limit(b, bout_due_at(ap->t, now_ms), now_ms);
	}
	open_list_add(ap->t, p);
	applying_report(ap, TNEWS_READY, p);
	bout_settle_withdrawn(ap, p);
}

void
bout_open_newly_ready(struct applying *ap)
{
	while (ap->newly_ready_first != TOURNEY_NO_PAIRING) {
		uint32_t p = ap->newly_ready_first;

		ap->newly_ready_first = ap->t->bouts[p].open_next;
		ap->t->bouts[p].open_next = ap->t->bouts[p].open_prev = TOURNEY_NO_PAIRING;
		bout_open(ap, p); /* ends a pairing with a withdrawn player, which may append
				   * others to the chain */
	}
}

void
bout_on_bracket_news(void *ctx, uint32_t n)
{
	struct applying *ap = ctx;
	uint32_t p = ap->t->bracket_base + n;

	if (ap->t->pairings[p].end == PAIRING_OPEN) {
		add_newly_ready(ap, p);
		return;
	}
	if (ap->t->pairings[p].end == PAIRING_BYE)
		bout_count_result(ap->t, &ap->t->pairings[p], 1);
	applying_report(ap, TNEWS_OVER, p);
}

void
bout_rebuild_open_list(struct applying *ap)
{
	struct tourney *t = ap->t;

	t->open_first = t->open_last = TOURNEY_NO_PAIRING;
	t->open_n = 0;
	for (uint32_t p = t->bracket_base; p < t->pairings_n; p++) {
		struct tourney_bout *b = &t->bouts[p];

		b->open_prev = b->open_next = TOURNEY_NO_PAIRING;
		if (pairing_ready(&t->pairings[p]) && b->ready_ms != 0)
			open_list_add(t, p);
		else if (pairing_ready(&t->pairings[p]))
			add_newly_ready(ap, p);
		else if (t->pairings[p].end == PAIRING_OPEN)
			bout_init(b); /* other players may reach this pairing */
	}
	bout_open_newly_ready(ap);
}

/* ---- the end of a pairing ---- */

void
bout_withdraw_entry(struct applying *ap, entry_no e)
{
	struct tourney_entry *x = &ap->t->entries[e];

	x->withdrawn = true;
	x->left_by_choice = ap->a->kind == TACT_withdraw && ap->a->actor == x->user;
	x->left_round = (uint16_t)ap->t->round;
	ap->t->in--;
}

/* Counts an absence.  In formats paired round by round, two absences drop the entrant (rule
 * 25). */
static void
count_missed(struct applying *ap, entry_no e)
{
	struct tourney_entry *x = &ap->t->entries[e];

	if (x->withdrawn)
		return;
	x->missed_matches++;
	if (x->missed_matches < MISSED_MAX || !tourney_format(&ap->t->set)->by_round)
		return;
	bout_withdraw_entry(ap, e);
	applying_report(ap, TNEWS_DROPPED, e);
}

/* True if the side lost by absence or withdrawal. */
static bool
was_absent(const struct pairing *p, unsigned side)
{
	return p->end == PAIRING_DOUBLE_FORFEIT ||
	       (p->end == PAIRING_FORFEIT && p->winner != side);
}

void
bout_end(struct applying *ap, uint32_t n, enum pairing_end end, unsigned winner,
    const uint16_t had[2])
{
	struct tourney *t = ap->t;
	struct pairing *p = &t->pairings[n];
	uint16_t score[2] = { 0, 0 };

	if (winner != PAIRING_NOBODY) { /* the winner scores the match length, the loser less */
		unsigned other = 1u - winner;

		score[winner] = p->length;
		score[other] = had[other] < p->length ? had[other] : (uint16_t)(p->length - 1);
	}
	open_list_remove(t, n);
	t->bouts[n].director_decided_ms = ap->a->actor != 0 ? ap->a->at_ms : 0;
	if (section_is_bracket(p->section)) {
		bracket_record_result(TOURNEY_BRACKET_ARGS(t), n - t->bracket_base, end, winner,
		    score, bout_on_bracket_news, ap);
	} else {
		p->end = (uint8_t)end;
		p->winner = (uint8_t)winner;
		memcpy(p->score, score, sizeof(p->score));
	}
	bout_count_result(t, p, 1);
	applying_report(ap, TNEWS_OVER, n);
	for (unsigned side = 0; side < 2; side++)
		if (was_absent(p, side))
			count_missed(ap, p->side[side]);
}

void
bout_forfeit(struct applying *ap, uint32_t p, bool first, bool second)
{
	static const uint16_t none[2] = { 0, 0 };

	if (first && second)
		bout_end(ap, p, PAIRING_DOUBLE_FORFEIT, PAIRING_NOBODY, none);
	else
		bout_end(ap, p, PAIRING_FORFEIT, first ? 1 : 0, none);
}

void
bout_settle_withdrawn(struct applying *ap, uint32_t p)
{
	const struct pairing *x = &ap->t->pairings[p];
	bool first = ap->t->entries[x->side[0]].withdrawn;
	bool second = ap->t->entries[x->side[1]].withdrawn;

	if (!first && !second)
		return;
	ap->t->bouts[p].walkover = true;
	bout_forfeit(ap, p, first, second);
}

void
bout_cancel(struct applying *ap, uint32_t p)
{
	open_list_remove(ap->t, p);
	ap->t->bouts[p].walkover = true;
	ap->t->pairings[p].end = PAIRING_VOID;
	ap->t->pairings[p].winner = PAIRING_NOBODY;
	applying_report(ap, TNEWS_OVER, p);
}

/* ---- reversing results ---- */

/* Resets a knock-out pairing from which a player was removed, because other players may meet
 * there. */
static void
reset_after_removal(void *ctx, uint32_t n)
{
	struct applying *ap = ctx;
	struct tourney_bout *b = &ap->t->bouts[ap->t->bracket_base + n];
	bool held = b->held;
	int64_t held_ms = b->held_since_ms;

	bout_init(b);
	b->held = b->was_held = held;
	b->held_since_ms = held_ms;
}

void
bout_forgive_absence(struct tourney *t, const struct pairing *p)
{
	for (unsigned side = 0; side < 2; side++) {
		struct tourney_entry *e = &t->entries[p->side[side]];

		if (was_absent(p, side) && e->missed_matches > 0 && !e->withdrawn)
			e->missed_matches--;
	}
}

void
bout_undo_result(struct applying *ap, uint32_t n)
{
	struct tourney *t = ap->t;
	struct pairing *p = &t->pairings[n];

	bout_forgive_absence(t, p);
	if (section_is_bracket(p->section)) {
		bracket_reopen(
		    TOURNEY_BRACKET_ARGS(t), n - t->bracket_base, reset_after_removal, ap);
		bout_recount_results(t);
		return;
	}
	bout_count_result(t, p, -1);
	pairing_reopen(p);
}

/* The match is due after the usual notice or at its original time, whichever is later.  After a
 * walkover, lateness and penalty points (rule 22) are kept. */
void
bout_play_again(struct applying *ap, uint32_t n)
{
	struct tourney *t = ap->t;
	struct tourney_bout *b = &t->bouts[n], was = *b;
	int64_t now_ms = ap->a->at_ms, due_ms = bout_due_at(t, now_ms);

	bout_init(b);
	b->terms = was.terms;
	b->ready_ms = now_ms;
	b->was_held = was.was_held;
	b->earlier_match = was.match != 0 ? was.match : was.earlier_match;
	if (was.walkover) {
		memcpy(b->times_late, was.times_late, sizeof(b->times_late));
		memcpy(b->penalty_points, was.penalty_points, sizeof(b->penalty_points));
		due_ms = now_ms + t->set.value[TSET_notice] * 60000;
		if (was.due_ms > due_ms)
			due_ms = was.due_ms;
	}
	bout_set_limit(b, due_ms, now_ms);
	if (was.latest_start_ms > b->latest_start_ms)
		b->latest_start_ms = was.latest_start_ms;
	if (section_is_bracket(t->pairings[n].section))
		bout_rebuild_open_list(ap);
	else
		open_list_add(t, n);
	applying_report(ap, TNEWS_READY, n);
	bout_settle_withdrawn(ap, n);
	bout_open_newly_ready(ap);
}
