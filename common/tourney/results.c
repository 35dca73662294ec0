/* SPDX-License-Identifier: MIT */
/* Acts on a single pairing: start, lateness, end, and the decisions of players and directors
 * (rules 16 to 24, 40).  Owns no memory.  Costs O(1), but is linear in the pairings when a
 * result is changed. */
#include "tourney/apply.h"

#include <string.h>

#define DEADLINE_AHEAD_MAX_MS (366 * (int64_t)86400000)
#define ADDTIME_MAX_MS 3600000 /* maximum added to a clock at a time */

static struct tourney_bout *
bout_of(const struct applying *ap)
{
	return &ap->t->bouts[ap->a->pairing];
}

/* ---- the value of an act ---- */

static enum tourney_err
gate_range(const struct tourney_act *a, int64_t low, int64_t high, enum tourney_err wrong)
{
	return a->value >= low && a->value <= high ? TOURNEY_OK : wrong;
}

enum tourney_err
gate_match_begun(const struct tourney *t, const struct tourney_act *a)
{
	(void)t;
	return gate_range(a, 1, INT64_MAX, TOURNEY_BAD_ACT);
}

enum tourney_err
gate_remind(const struct tourney *t, const struct tourney_act *a)
{
	(void)t;
	return gate_range(a, 1, TOURNEY_REMIND_HOURS[0], TOURNEY_BAD_ACT);
}

enum tourney_err
gate_lost_time(const struct tourney *t, const struct tourney_act *a)
{
	(void)t;
	return gate_range(a, 1, a->at_ms, TOURNEY_BAD_ACT);
}

enum tourney_err
gate_addtime(const struct tourney *t, const struct tourney_act *a)
{
	(void)t;
	return gate_range(a, 1, ADDTIME_MAX_MS, TOURNEY_BAD_SETTING);
}

enum tourney_err
gate_deadline(const struct tourney *t, const struct tourney_act *a)
{
	(void)t;
	return gate_range(
	    a, a->at_ms + 1, a->at_ms + DEADLINE_AHEAD_MAX_MS, TOURNEY_BAD_SETTING);
}

/* Accepts 1, which means now, or a future time up to the pairing's limit. */
enum tourney_err
gate_propose(const struct tourney *t, const struct tourney_act *a)
{
	if (a->value == 1)
		return TOURNEY_OK;
	return gate_range(
	    a, a->at_ms + 1, t->bouts[a->pairing].latest_start_ms, TOURNEY_BAD_SETTING);
}

/* ---- before the match ---- */

void
apply_match_begun(struct applying *ap)
{
	bout_of(ap)->match = ap->a->value;
	bout_of(ap)->earlier_match = 0;
	bout_of(ap)->unrated = false;
}

void
apply_restart_match(struct applying *ap)
{
	struct tourney_bout *b = bout_of(ap);

	b->match = 0;
	b->interrupted = false;
	bout_set_limit(b, bout_due_at(ap->t, ap->a->at_ms), ap->a->at_ms);
}

void
apply_lateness(struct applying *ap)
{
	struct tourney_bout *b = bout_of(ap);
	unsigned other = 1u - ap->a->side;

	b->times_late[ap->a->side]++;
	b->late_from_ms[ap->a->side] = ap->a->at_ms;
	if (ap->a->value != 0 &&
	    b->penalty_points[other] + 1u < ap->t->pairings[ap->a->pairing].length)
		b->penalty_points[other]++;
}

void
apply_remind(struct applying *ap)
{
	bout_of(ap)->last_reminder_hours = (uint16_t)ap->a->value;
}

void
apply_deadline(struct applying *ap)
{
	bout_set_limit(bout_of(ap), ap->a->value, ap->a->at_ms);
}

/* Records a proposal.  A time that both players propose becomes the starting time.  A
 * proposal of "now" expires after a few minutes, so that a player cannot lose by having left
 * before the opponent agreed. */
void
apply_propose(struct applying *ap)
{
	struct tourney_bout *b = bout_of(ap);
	int64_t at = ap->a->at_ms;
	unsigned side = ap->a->side, other = 1u - side;

	b->proposed_start_ms[side] = ap->a->value;
	b->proposal_ms[side] = at;
	if (b->proposed_start_ms[other] == 1 &&
	    at - b->proposal_ms[other] > TOURNEY_NOW_PROPOSAL_MS)
		b->proposed_start_ms[other] = 0;
	if (b->proposed_start_ms[0] != b->proposed_start_ms[1])
		return;
	bout_set_due(b, ap->a->value == 1 ? at : ap->a->value, at);
	b->proposed_start_ms[0] = b->proposed_start_ms[1] = 0;
}

/* ---- during the match ---- */

enum tourney_err
gate_hold(const struct tourney *t, const struct tourney_act *a)
{
	bool held = t->bouts[a->pairing].held, hold = a->kind == TACT_hold;

	if (hold != held)
		return TOURNEY_OK;
	return hold ? TOURNEY_ALREADY_PAUSED : TOURNEY_NOT_PAUSED;
}

void
apply_hold(struct applying *ap)
{
	struct tourney_bout *b = bout_of(ap);

	b->held = ap->a->kind == TACT_hold;
	if (b->held) {
		b->held_since_ms = ap->a->at_ms;
		b->was_held = true;
		b->agrees_to_hold[0] = b->agrees_to_hold[1] = false;
	}
	if (!b->held && b->match == 0 && b->due_ms < ap->a->at_ms)
		bout_set_due(b, ap->a->at_ms, ap->a->at_ms);
}

enum tourney_err
gate_agree(const struct tourney *t, const struct tourney_act *a)
{
	return t->bouts[a->pairing].was_held ? TOURNEY_OK : TOURNEY_NOT_HELD;
}

void
apply_agree(struct applying *ap)
{
	bout_of(ap)->agrees_to_hold[ap->a->side] = true;
}

/* ---- results ---- */

void
apply_result(struct applying *ap)
{
	bout_end(ap, ap->a->pairing, PAIRING_PLAYED, ap->a->side, ap->a->score);
	bout_open_newly_ready(ap);
}

void
apply_forfeit(struct applying *ap)
{
	unsigned side = ap->a->side;

	bout_forfeit(ap, ap->a->pairing, side != 1, side != 0);
	bout_open_newly_ready(ap);
}

/* A director may also change some results of finished pairings; see tourney_may_change. */
enum tourney_err
gate_setresult(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_open_pairing(t, a);
	const struct pairing *p;

	if (e == TOURNEY_PAIRING_OVER && tourney_may_change(t, a->pairing))
		e = TOURNEY_OK;
	if (e != TOURNEY_OK)
		return e;
	p = &t->pairings[a->pairing];
	return a->score[a->side] == p->length && a->score[1 - a->side] < p->length
		   ? TOURNEY_OK
		   : TOURNEY_BAD_SCORE;
}

/* Reports the pairing if it is decided; bout_rebuild_open_list finds those that are ready. */
static void
report_decided(void *ctx, uint32_t n)
{
	struct applying *ap = ctx;

	if (ap->t->pairings[ap->t->bracket_base + n].end != PAIRING_OPEN)
		applying_report(ap, TNEWS_OVER, ap->t->bracket_base + n);
}

/* Changes the result of a pairing that is over.  If the winner changes in a knock-out, the new
 * winner advances. */
static void
change_result(struct applying *ap)
{
	struct tourney *t = ap->t;
	uint32_t n = ap->a->pairing;
	struct pairing *p = &t->pairings[n];

	bout_of(ap)->director_decided_ms = ap->a->actor != 0 ? ap->a->at_ms : 0;
	bout_of(ap)->walkover = false;
	if (section_is_bracket(p->section) && p->winner != ap->a->side) {
		bout_undo_result(ap, n);
		bracket_record_result(TOURNEY_BRACKET_ARGS(t), n - t->bracket_base,
		    PAIRING_SET_RESULT, ap->a->side, ap->a->score, report_decided, ap);
		bout_recount_results(t);
		bout_rebuild_open_list(ap);
	} else {
		bout_forgive_absence(t, p);
		bout_count_result(t, p, -1);
		p->end = PAIRING_SET_RESULT;
		p->winner = ap->a->side;
		memcpy(p->score, ap->a->score, sizeof(p->score));
		bout_count_result(t, p, 1);
	}
	applying_report(ap, TNEWS_OVER, n);
}

void
apply_setresult(struct applying *ap)
{
	if (ap->t->pairings[ap->a->pairing].end != PAIRING_OPEN) {
		change_result(ap);
		return;
	}
	bout_end(ap, ap->a->pairing, PAIRING_SET_RESULT, ap->a->side, ap->a->score);
	bout_open_newly_ready(ap);
}

/* Checks the correction of a result of the current knock-out, which is allowed even if a match
 * that follows has begun or is over. */
enum tourney_err
gate_correct(const struct tourney *t, const struct tourney_act *a)
{
	const struct pairing *p;

	if (a->pairing >= t->pairings_n)
		return TOURNEY_NO_SUCH_PAIRING;
	p = &t->pairings[a->pairing];
	if (p->end == PAIRING_OPEN)
		return TOURNEY_NOT_OVER;
	if (!pairing_is_decided(p))
		return TOURNEY_NO_SUCH_PAIRING;
	if (!section_is_bracket(p->section) || a->pairing < t->bracket_base)
		return TOURNEY_TOO_LATE;
	return a->score[a->side] == p->length && a->score[1 - a->side] < p->length
		   ? TOURNEY_OK
		   : TOURNEY_BAD_SCORE;
}

void
apply_correct(struct applying *ap)
{
	change_result(ap);
}

/* A result can be reversed while both players are still in and, outside a knock-out, until the
 * next round is paired. */
enum tourney_err
gate_reopen(const struct tourney *t, const struct tourney_act *a)
{
	const struct pairing *x;

	if (a->pairing >= t->pairings_n)
		return TOURNEY_NO_SUCH_PAIRING;
	x = &t->pairings[a->pairing];
	if (x->end == PAIRING_OPEN)
		return TOURNEY_NOT_OVER;
	if (!pairing_is_decided(x))
		return TOURNEY_NO_SUCH_PAIRING;
	if (!tourney_may_change(t, a->pairing) ||
	    (!section_is_bracket(x->section) && x->round != t->round))
		return TOURNEY_TOO_LATE;
	for (unsigned side = 0; side < 2; side++)
		if (t->entries[x->side[side]].withdrawn)
			return TOURNEY_WITHDRAWN;
	return TOURNEY_OK;
}

void
apply_reopen(struct applying *ap)
{
	bout_undo_result(ap, ap->a->pairing);
	bout_of(ap)->walkover = false;
	bout_play_again(ap, ap->a->pairing);
}

enum tourney_err
gate_confirm(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return tourney_settled_ms(t) != 0 ? TOURNEY_OK : TOURNEY_NOT_OVER;
}

void
apply_confirm(struct applying *ap)
{
	for (uint32_t p = 0; p < ap->t->pairings_n; p++)
		ap->t->bouts[p].director_decided_ms = 0;
}

enum tourney_err
gate_unrate(const struct tourney *t, const struct tourney_act *a)
{
	return a->pairing < t->pairings_n && t->bouts[a->pairing].match != 0 &&
		       !t->bouts[a->pairing].unrated
		   ? TOURNEY_OK
		   : TOURNEY_BAD_ACT;
}

void
apply_unrate(struct applying *ap)
{
	bout_of(ap)->unrated = true;
}
