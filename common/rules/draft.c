/* SPDX-License-Identifier: MIT */
/* Entering a play: see draft.h.  A checker may be picked up if some legal play begins
 * with the steps entered so far, followed by a step of this checker.  The search for such a
 * play stops at the first one found.  It takes a few microseconds; in unusual positions it
 * tries at most a few thousand steps. */
#include "rules/draft.h"

#include <string.h>

#include "rules/expand.h"

static enum move_err
try_steps(const struct draft *t, const struct play *p, struct board *after)
{
	enum rule rule;
	unsigned step;

	return move_try_steps(
	    t->v, &t->start, SEAT_0, t->d[0], t->d[1], p, after, &step, &rule);
}

static bool
is_complete_play(const struct draft *t, const struct play *p)
{
	struct board after;
	unsigned step;

	return p->n > 0 && move_check(t->v, &t->start, SEAT_0, t->d[0], t->d[1], p,
			       t->move_space, &after, &step) == MOVE_OK;
}

static bool
put(struct play *p, unsigned from, unsigned to)
{
	if (p->n >= PLAY_MAX_STEPS)
		return false;
	p->step[p->n++] = (struct step){ (uint8_t)from, (uint8_t)to };
	return true;
}

/* Returns true if some complete play starts with these steps. */
static bool
can_be_completed(const struct draft *t, const struct play *p)
{
	struct board at;

	if (t->no_dice)
		return is_complete_play(t, p);
	if (p->n > 0 && try_steps(t, p, &at) != MOVE_OK)
		return false;
	if (is_complete_play(t, p))
		return true;
	if (p->n == 0)
		at = t->start;
	for (unsigned from = PT_RESERVE; from >= 1; from--) {
		if (at.at[SEAT_0][from] == 0)
			continue;
		for (unsigned i = 0; i < (t->d[0] == t->d[1] ? 1u : 2u); i++) {
			struct play next = *p;

			if (put(&next, from, step_target(from, t->d[i])) &&
			    can_be_completed(t, &next))
				return true;
		}
	}
	return false;
}

/* Replaces the steps so far and recomputes the position. */
static void
set_entered(struct draft *t, const struct play *p)
{
	t->entered = *p;
	t->picked_point = NO_PLACE;
	t->targets_len = 0;
	t->complete = is_complete_play(t, p);
	t->now = t->start;
	if (p->n == 0)
		return;
	if (t->no_dice) {
		unsigned step;

		(void)!move_check(
		    t->v, &t->start, SEAT_0, 0, 0, p, t->move_space, &t->now, &step);
	} else {
		(void)!try_steps(t, p, &t->now);
	}
}

void
draft_start(struct draft *t, const struct match_state *m, bool may_move,
    draft_explain_fn *explain, struct move_space *space)
{
	memset(t, 0, sizeof(*t));
	t->move_space = space;
	t->explain = explain;
	t->picked_point = NO_PLACE;
	t->start = t->now = m->board;
	t->v = m->variant;
	if (!may_move || m->phase != PH_MOVE || m->turn != SEAT_0)
		return;
	t->no_dice = t->v->no_dice;
	t->d[0] = m->dice.d[0];
	t->d[1] = m->dice.d[1];
	if (!t->no_dice && (t->d[0] == 0 || t->d[1] == 0))
		return;
	t->on = move_list(t->v, &t->start, SEAT_0, t->d[0], t->d[1], space) > 0;
}

/* ---- targets ---- */

static void
add_target(struct draft *t, const struct play *way)
{
	unsigned to = way->step[way->n - 1u].to;

	for (unsigned i = 0; i < t->targets_len; i++)
		if (t->target[i].to == to)
			return;
	if (t->targets_len < ARRAY_LEN(t->target))
		t->target[t->targets_len++] = (struct draft_target){ (uint8_t)to, *way };
}

static bool
is_legal_way(const struct draft *t, const struct play *way)
{
	struct play all = t->entered;

	for (unsigned i = 0; i < way->n; i++)
		if (!put(&all, way->step[i].from, way->step[i].to))
			return false;
	return can_be_completed(t, &all);
}

/* Adds the places that the checker can reach from `from` with one die (the larger first), and
 * from there with the remaining dice. */
static void
add_reachable(struct draft *t, const struct play *way, unsigned from)
{
	unsigned larger = t->d[0] >= t->d[1] ? 0 : 1;
	struct play next[2];
	unsigned n = 0;

	for (unsigned i = 0; i < (t->d[0] == t->d[1] ? 1u : 2u); i++) {
		next[n] = *way;
		if (put(&next[n], from,
			step_target(from, t->d[i == 0 ? larger : 1 - larger])) &&
		    is_legal_way(t, &next[n]))
			add_target(t, &next[n++]);
	}
	for (unsigned i = 0; i < n; i++)
		if (next[i].step[next[i].n - 1u].to != PT_OFF)
			add_reachable(t, &next[i], next[i].step[next[i].n - 1u].to);
}

static void
find_targets(struct draft *t, unsigned from)
{
	const struct play none = { .n = 0 };

	t->targets_len = 0;
	if (t->no_dice) {
		for (unsigned i = 0; i < t->move_space->n && t->entered.n == 0; i++)
			if (t->move_space->result[i].play.step[0].from == from)
				add_target(t, &t->move_space->result[i].play);
		return;
	}
	if (t->now.at[SEAT_0][from] > 0)
		add_reachable(t, &none, from);
}

bool
draft_may_pick(const struct draft *t, unsigned from)
{
	struct draft trial = *t;

	if (!t->on || from < 1 || from >= PT_COUNT)
		return false;
	find_targets(&trial, from);
	return trial.targets_len > 0;
}

/* ---- reasons ---- */

static void
explain_refusal(const struct draft *t, enum draft_refusal_reason why, struct sbuf *out)
{
	t->explain(t, &(struct draft_refusal){ .why = why }, out);
}

static void
explain_illegal(const struct draft *t, enum move_err err, enum rule rule, struct sbuf *out)
{
	t->explain(t, &(struct draft_refusal){ DRAFT_ILLEGAL, err, rule }, out);
}

/* Explains why a single step is not allowed. */
static void
why_not_step(const struct draft *t, unsigned from, unsigned to, struct sbuf *why)
{
	struct play all = t->entered;
	enum move_err err = MOVE_NOT_ON_DICE;
	enum rule rule = RULE_NONE;
	struct board after;
	unsigned step;

	if (t->no_dice) {
		if (t->entered.n > 0)
			err = MOVE_TOO_MANY;
		else if (t->v->unlisted_against != NULL) {
			err = MOVE_FORBIDDEN;
			rule = t->v->unlisted_against(t->v, &t->start, SEAT_0, from, to);
		}
	} else if (!put(&all, from, to)) {
		err = MOVE_TOO_MANY;
	} else {
		err = move_try_steps(
		    t->v, &t->start, SEAT_0, t->d[0], t->d[1], &all, &after, &step, &rule);
		if (err == MOVE_OK)
			err =
			    t->move_space->forced_die != 0 ? MOVE_LARGER_DIE : MOVE_USES_FEWER;
	}
	explain_illegal(t, err, rule, why);
}

/* Explains why no step from `from` is allowed, for the larger die. */
static void
why_not_from(const struct draft *t, unsigned from, struct sbuf *why)
{
	uint8_t left[PLAY_MAX_STEPS];

	if (from < 1 || from >= PT_COUNT || t->now.at[SEAT_0][from] == 0)
		explain_illegal(t, MOVE_NO_CHECKER, RULE_NONE, why);
	else if (t->no_dice)
		explain_refusal(t, DRAFT_CANNOT_MOVE, why);
	else if (draft_dice_left(t, left) == 0)
		explain_refusal(t, DRAFT_ALL_DICE_PLAYED, why);
	else
		why_not_step(t, from, step_target(from, left[0]), why);
}

/* ---- steps ---- */

bool
draft_pick(struct draft *t, unsigned from, struct sbuf *why)
{
	t->picked_point = NO_PLACE;
	t->targets_len = 0;
	if (from == NO_PLACE || !t->on)
		return from == NO_PLACE;
	if (from < PT_COUNT && from > 0)
		find_targets(t, from);
	if (t->targets_len == 0) {
		why_not_from(t, from, why);
		return false;
	}
	t->picked_point = from;
	return true;
}

bool
draft_drop(struct draft *t, unsigned to, struct sbuf *why)
{
	for (unsigned i = 0; i < t->targets_len; i++) {
		struct play all = t->entered;
		const struct play *way = &t->target[i].way;

		if (t->target[i].to != to)
			continue;
		for (unsigned k = 0; k < way->n; k++)
			(void)put(&all, way->step[k].from, way->step[k].to);
		set_entered(t, &all);
		return true;
	}
	why_not_step(t, t->picked_point, to, why);
	return false;
}

bool
draft_move_smaller_die(struct draft *t, unsigned from, struct sbuf *why)
{
	uint8_t left[PLAY_MAX_STEPS];
	unsigned n = draft_dice_left(t, left);

	if (!draft_pick(t, from, why))
		return false;
	if (n == 0 || draft_drop(t, step_target(from, left[n - 1]), why))
		return true;
	t->picked_point = NO_PLACE;
	t->targets_len = 0;
	return false;
}

/* Moves a checker to `to` if only one point has a checker that can go there. */
static bool
move_checker_to(struct draft *t, unsigned to, struct sbuf *why)
{
	for (unsigned dice = 1; dice <= PLAY_MAX_STEPS; dice++) {
		unsigned source = NO_PLACE, sources = 0;

		for (unsigned from = 1; from < PT_COUNT; from++) {
			find_targets(t, from);
			for (unsigned i = 0; i < t->targets_len; i++)
				if (t->target[i].to == to && t->target[i].way.n == dice) {
					source = from;
					sources++;
				}
		}
		t->targets_len = 0;
		if (sources > 1)
			explain_refusal(t, DRAFT_SEVERAL_CHECKERS, why);
		if (sources > 0)
			return sources == 1 && draft_pick(t, source, why) &&
			       draft_drop(t, to, why);
	}
	why_not_from(t, to, why);
	return false;
}

bool
draft_enter_typed(struct draft *t, const char *text, struct sbuf *why)
{
	unsigned forms =
	    NOTATION_BOOK | (t->v->reserve != RESERVE_NONE ? NOTATION_RESERVE : 0u);
	struct typed_play typed;
	struct expansion x;
	enum move_err err;
	unsigned n;

	if (!t->on)
		return false;
	if (notation_parse_typed(text, forms, NUMBERS_SAME, &typed, &n) != NOTATION_OK) {
		explain_refusal(t, DRAFT_UNREADABLE, why);
		return false;
	}
	err = move_expand(t->v, &t->start, SEAT_0, t->d[0], t->d[1], &typed, t->move_space, &x);
	if (err != MOVE_OK) {
		explain_illegal(t, err, err == MOVE_FORBIDDEN ? x.broken_rule : RULE_NONE, why);
		return false;
	}
	set_entered(t, &x.play[0]);
	return true;
}

bool
draft_bear_off(struct draft *t, struct sbuf *why)
{
	bool any = false;

	while (t->on && !t->no_dice) {
		unsigned from = HOME_TOP;

		for (; from >= 1; from--) {
			find_targets(t, from);
			if (t->targets_len > 0 && t->target[0].to == PT_OFF &&
			    t->target[0].way.n == 1)
				break;
		}
		if (from == 0)
			break;
		any = draft_drop(t, PT_OFF, why) || any;
	}
	t->targets_len = 0;
	if (!any)
		explain_refusal(t, DRAFT_NO_BEAROFF, why);
	return any;
}

bool
draft_click(struct draft *t, unsigned place, struct sbuf *why)
{
	if (place == PT_OFF && !t->no_dice)
		return draft_bear_off(t, why);
	if (!draft_may_pick(t, place))
		return move_checker_to(t, place, why);
	return draft_pick(t, place, why) &&
	       (t->targets_len > 1 || draft_drop(t, t->target[0].to, why));
}

void
draft_complete_if_forced(struct draft *t)
{
	uint8_t left[PLAY_MAX_STEPS];

	while (t->on && !t->no_dice && draft_dice_left(t, left) > 0) {
		struct play only = { .n = 0 };
		unsigned ways = 0;

		for (unsigned from = 1; from < PT_COUNT; from++) {
			find_targets(t, from);
			for (unsigned i = 0; i < t->targets_len; i++)
				if (t->target[i].way.n == 1) {
					only = t->target[i].way;
					ways++;
				}
		}
		t->targets_len = 0;
		if (ways != 1)
			return;
		{
			struct play all = t->entered;

			(void)put(&all, only.step[0].from, only.step[0].to);
			set_entered(t, &all);
		}
	}
}

bool
draft_forced(const struct draft *t)
{
	return t->on && t->move_space->n == 1;
}

void
draft_undo_step(struct draft *t)
{
	struct play less = t->entered;

	if (less.n > 0)
		less.n--;
	set_entered(t, &less);
}

void
draft_reset(struct draft *t)
{
	const struct play none = { .n = 0 };

	set_entered(t, &none);
}

unsigned
draft_dice_left(const struct draft *t, uint8_t left_out[PLAY_MAX_STEPS])
{
	unsigned n = t->d[0] == t->d[1] && t->v->doubles == DOUBLES_FOUR ? 4 : 2;
	bool used[2] = { false, false };

	if (t->no_dice || !t->on)
		return 0;
	if (t->d[0] == t->d[1]) {
		unsigned left = n > t->entered.n ? n - t->entered.n : 0;

		memset(left_out, t->d[0], left);
		return left;
	}
	for (unsigned i = 0; i < t->entered.n; i++) {
		const struct step *s = &t->entered.step[i];
		unsigned larger = t->d[0] > t->d[1] ? 0 : 1;
		unsigned from = s->from > PT_BAR ? PT_BAR : s->from;
		unsigned dist = from - s->to;
		unsigned die =
		    dist == t->d[1 - larger] || (dist < t->d[1 - larger]) ? 1 - larger : larger;

		/* a checker that either die can bear off uses the smaller die */
		if (used[die])
			die = 1 - die;
		used[die] = true;
	}
	n = 0;
	for (unsigned i = 0; i < 2; i++)
		if (!used[i])
			left_out[n++] = t->d[i];
	if (n == 2 && left_out[0] < left_out[1]) {
		uint8_t low = left_out[0];

		left_out[0] = left_out[1];
		left_out[1] = low;
	}
	return n;
}
