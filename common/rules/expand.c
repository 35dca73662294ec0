/* SPDX-License-Identifier: MIT */
/* Interprets a typed play: see expand.h.  Tries every order of the dice that takes each checker
 * from the start to the end of its typed step.  move_try_steps checks each single step,
 * move_check each complete play. */
#include "rules/expand.h"

#include <string.h>

struct expander {
	const struct variant *v;
	const struct board *b;
	enum seat seat;
	unsigned d1, d2;
	const struct play *typed;
	const struct move_space *move_space;
	struct expansion *out;
	struct board after[2]; /* positions after out->play */
	unsigned plays_found;
	unsigned begun_steps;   /* number of typed steps, from the first on, that can be played
			    with the best order of the dice */
	struct play begun_play; /* a play of the first `begun_steps` typed steps */
	struct board begun_board;   /* the position after `begun_play` */
	enum move_err complete_err; /* why move_check refused a play of all typed steps; MOVE_OK
				   if it refused none */
};

/* Returns the point that typed step i starts from on *b. */
static unsigned
origin(const struct expander *e, const struct board *b, unsigned i)
{
	unsigned from = e->typed->step[i].from;

	if (from == PT_BAR && b->at[e->seat][PT_BAR] == 0 && e->v->reserve == RESERVE_ANY_TIME)
		return PT_RESERVE;
	return from;
}

/* Checks a play that completes all typed steps, and records it if its position is new. */
static void
record_play(struct expander *e, const struct play *p)
{
	struct board after;
	unsigned step;
	enum move_err err =
	    move_check(e->v, e->b, e->seat, e->d1, e->d2, p, e->move_space, &after, &step);

	if (err != MOVE_OK) {
		e->complete_err = err;
		e->out->broken_rule = err == MOVE_FORBIDDEN ? e->v->result_against(e->v, e->b,
								  &e->begun_board, e->seat)
							    : RULE_NONE;
		return;
	}
	for (unsigned i = 0; i < e->plays_found; i++)
		if (memcmp(&e->after[i], &after, sizeof(after)) == 0)
			return;
	if (e->plays_found == 2)
		return;
	e->after[e->plays_found] = after;
	e->out->play[e->plays_found++] = *p;
}

static void continue_step(struct expander *e, const struct play *p, unsigned i, unsigned from);

/* Continues the play p, which consists of the first i typed steps and leads to *b. */
static void
next_step(struct expander *e, const struct play *p, const struct board *b, unsigned i)
{
	if (i >= e->begun_steps) {
		e->begun_steps = i;
		e->begun_play = *p;
		e->begun_board = *b;
	}
	if (i == e->typed->n)
		record_play(e, p);
	else
		continue_step(e, p, i, origin(e, b, i));
}

/* Continues typed step i, whose checker is on `from`: tries each die for the next part of the
 * step. */
static void
continue_step(struct expander *e, const struct play *p, unsigned i, unsigned from)
{
	unsigned goal = e->typed->step[i].to;

	for (unsigned k = 0; k < (e->d1 == e->d2 ? 1u : 2u); k++) {
		unsigned to = step_target(from, k == 0 ? e->d1 : e->d2);
		struct play next = *p;
		struct board after;
		enum rule rule;
		unsigned step;

		if (to < goal || (to == PT_OFF && goal != PT_OFF) || p->n == PLAY_MAX_STEPS)
			continue;
		next.step[next.n++] = (struct step){ (uint8_t)from, (uint8_t)to };
		if (move_try_steps(e->v, e->b, e->seat, e->d1, e->d2, &next, &after, &step,
			&rule) != MOVE_OK)
			continue;
		if (to == goal)
			next_step(e, &next, &after, i + 1);
		else
			continue_step(e, &next, i, to);
	}
}

/* ---- steps in any order ---- */

#define NOT_BEGUN 255u

/* Continues the play p, which leads to *b; at[i] is the point that the checker of typed step i
 * has reached.  Tries each die for each checker. */
static void
try_any_order(
    struct expander *e, const struct play *p, const struct board *b, const uint8_t *at)
{
	const struct play *typed = e->typed;
	unsigned ended = 0;

	for (unsigned i = 0; i < typed->n; i++) {
		unsigned goal = typed->step[i].to, same = 0;

		ended += at[i] == goal;
		while (same < i && (at[same] != at[i] || typed->step[same].to != goal ||
				       typed->step[same].from != typed->step[i].from))
			same++;
		if (at[i] == goal || same < i || p->n == PLAY_MAX_STEPS)
			continue;
		for (unsigned k = 0; k < (e->d1 == e->d2 ? 1u : 2u); k++) {
			unsigned from = at[i] == NOT_BEGUN ? origin(e, b, i) : at[i];
			unsigned to = step_target(from, k == 0 ? e->d1 : e->d2), step;
			uint8_t moved[PLAY_MAX_STEPS];
			struct play next = *p;
			struct board after;
			enum rule rule;

			if (to < goal || (to == PT_OFF && goal != PT_OFF))
				continue;
			next.step[next.n++] = (struct step){ (uint8_t)from, (uint8_t)to };
			if (move_try_steps(e->v, e->b, e->seat, e->d1, e->d2, &next, &after,
				&step, &rule) != MOVE_OK)
				continue;
			memcpy(moved, at, typed->n);
			moved[i] = (uint8_t)to;
			try_any_order(e, &next, &after, moved);
		}
	}
	if (ended == typed->n)
		record_play(e, p);
}

/* ---- hits along the way ---- */

/* Of two matching positions, chooses the one whose number of hits is closer to the number
 * typed. Returns MOVE_OK, or MOVE_TWO_WAYS if both are equally close. */
static enum move_err
choose_by_hits(struct expander *e, unsigned typed)
{
	enum seat other = seat_other(e->seat);
	unsigned off[2];

	for (unsigned i = 0; i < 2; i++) {
		unsigned hits =
		    (unsigned)e->after[i].at[other][PT_BAR] - e->b->at[other][PT_BAR];

		off[i] = hits > typed ? hits - typed : typed - hits;
	}
	if (off[0] == off[1])
		return MOVE_TWO_WAYS;
	if (off[1] < off[0])
		e->out->play[0] = e->out->play[1];
	return MOVE_OK;
}

/* ---- refusals ---- */

/* True if the step moves the sum of two or more remaining dice. */
static bool
is_sum(const struct expander *e, const struct step *s)
{
	unsigned from = s->from >= PT_BAR ? PT_BAR : s->from;
	unsigned points = from > s->to ? from - s->to : 0;
	unsigned used = e->begun_play.n;

	if (e->d1 != e->d2)
		return used == 0 && points == e->d1 + e->d2;
	return points % e->d1 == 0 && points / e->d1 >= 2 && points / e->d1 + used <= 4;
}

/* Finds the first typed step that cannot be played in any order.  Returns why it is refused. */
static enum move_err
find_refused_step(struct expander *e)
{
	struct play p = e->begun_play;
	struct step *s = &p.step[p.n];
	struct board after;
	enum move_err err;
	unsigned step;

	if (p.n == PLAY_MAX_STEPS)
		return MOVE_TOO_MANY;
	e->out->refused_step = e->begun_steps;
	*s = e->typed->step[e->begun_steps];
	s->from = (uint8_t)origin(e, &e->begun_board, e->begun_steps);
	p.n++;
	err = move_try_steps(
	    e->v, e->b, e->seat, e->d1, e->d2, &p, &after, &step, &e->out->broken_rule);
	CHECK(err != MOVE_OK);
	if (err != MOVE_NOT_ON_DICE || !is_sum(e, s))
		return err;
	for (unsigned k = 0; k < 2; k++) { /* a rule of the game may forbid the step */
		s->to = (uint8_t)step_target(s->from, k == 0 ? e->d1 : e->d2);
		if (move_try_steps(e->v, e->b, e->seat, e->d1, e->d2, &p, &after, &step,
			&e->out->broken_rule) == MOVE_FORBIDDEN)
			return MOVE_FORBIDDEN;
	}
	return MOVE_NO_WAY;
}

/* Checks a play in a game without dice, where one typed step cannot stand for several steps. */
static enum move_err
expand_without_dice(struct expander *e)
{
	struct play *p = &e->out->play[0];
	struct board after;
	enum move_err err;

	*p = *e->typed;
	if (p->n > 0)
		p->step[0].from = (uint8_t)origin(e, e->b, 0);
	err = move_check(
	    e->v, e->b, e->seat, e->d1, e->d2, p, e->move_space, &after, &e->out->refused_step);
	if (err == MOVE_FORBIDDEN)
		e->out->broken_rule =
		    e->v->unlisted_against(e->v, e->b, e->seat, p->step[0].from, p->step[0].to);
	return err;
}

enum move_err
move_expand(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, const struct typed_play *typed, const struct move_space *space,
    struct expansion *out)
{
	struct expander e = { .v = v,
		.b = b,
		.seat = seat,
		.d1 = d1,
		.d2 = d2,
		.typed = &typed->play,
		.move_space = space,
		.out = out };
	const struct play nothing = { .n = 0 };
	uint8_t at[PLAY_MAX_STEPS];

	*out = (struct expansion){ .broken_rule = RULE_NONE };
	if (v->no_dice)
		return expand_without_dice(&e);
	if (e.typed->n > space->dice_used)
		return MOVE_TOO_MANY;
	next_step(&e, &nothing, b, 0);
	if (e.plays_found == 0) {
		const struct expander in_order = e;
		const struct expansion refusal = *out;

		memset(at, NOT_BEGUN, sizeof(at));
		try_any_order(&e, &nothing, b, at);
		if (e.plays_found == 0) {
			e = in_order;
			*out = refusal;
		}
	}
	if (e.plays_found > 0)
		return e.plays_found == 1 ? MOVE_OK : choose_by_hits(&e, typed->hits);
	return e.begun_steps == e.typed->n ? e.complete_err : find_refused_step(&e);
}
