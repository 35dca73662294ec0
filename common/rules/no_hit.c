/* SPDX-License-Identifier: MIT */
/* Games in which both sides move in the same direction and do not hit: rules that forbid a step
 * or a whole play (rules/RULES.md 4.9 and 4.11).  Pure. */
#include "rules/hooks.h"

#define QUARTER 6u
#define PRIME_POINTS 6u
#define HEAD_POINT 24u
/* a runner on this point or below has passed the opponent's start */
#define RUNNER_PASSED_POINT 11u

/* Counts the points that hold checkers of the side among n points from top downwards. */
static unsigned
points_held(const uint8_t *at, unsigned top, unsigned n)
{
	unsigned held = 0;

	for (unsigned i = 0; i < n; i++)
		held += at[top - i] > 0;
	return held;
}

/* Returns whether the step obeys the rule that no other checker may move until the first one
 * has passed the opponent's start (rules/RULES.md 4.9). */
static bool
runner_ok(const struct step_view *s)
{
	const uint8_t *at = s->before->at[s->seat];
	unsigned runner = 1;

	if (at[PT_OFF] > 0 || points_held(at, RUNNER_PASSED_POINT, RUNNER_PASSED_POINT) > 0)
		return true;
	while (at[runner] == 0)
		runner++;
	return s->from == runner;
}

enum rule
fevga_step_against(const struct step_view *s)
{
	if (!runner_ok(s))
		return RULE_RUNNER;
	return points_held(s->after->at[s->seat], HEAD_POINT, QUARTER) < QUARTER
		   ? RULE_NONE
		   : RULE_START_PRIME;
}

/* Forbids shutting the opponent in: all its remaining checkers are on one point, directly
 * behind six of my points. */
enum rule
fevga_result_against(const struct variant *v, const struct board *start,
    const struct board *after, enum seat seat)
{
	const uint8_t *theirs = after->at[seat_other(seat)];
	unsigned at = HEAD_POINT;

	(void)start;
	while (at > 0 && theirs[at] == 0)
		at--;
	if (at <= PRIME_POINTS || points_held(theirs, HEAD_POINT, HEAD_POINT) != 1)
		return RULE_NONE;
	for (unsigned i = 1; i <= PRIME_POINTS; i++)
		if (after->at[seat][variant_opposite(v, at - i)] == 0)
			return RULE_NONE;
	return RULE_SHUT_IN;
}

/* Allows at most four points in the opponent's starting quarter, which are my points 7 to
 * 12. */
enum rule
moultezim_step_against(const struct step_view *s)
{
	if (!runner_ok(s))
		return RULE_RUNNER;
	return points_held(s->after->at[s->seat], 12, QUARTER) <= 4 ? RULE_NONE
								    : RULE_FOUR_POINTS;
}

/* True if six points of mine in a row block the opponent and none of its checkers is beyond
 * them. */
static bool
shuts_out(const struct variant *v, const struct board *b, enum seat seat)
{
	const uint8_t *theirs = b->at[seat_other(seat)];
	unsigned run = 0;

	if (theirs[PT_OFF] > 0)
		return false;
	for (unsigned p = 1; p <= HEAD_POINT;
	     p++) { /* from the opponent's last point backwards */
		if (theirs[p] > 0)
			return false;
		run = b->at[seat][variant_opposite(v, p)] > 0 ? run + 1 : 0;
		if (run == PRIME_POINTS)
			return true;
	}
	return false;
}

/* Allows only one checker per turn to leave the head (two with the first roll of the game).
 * Allows a prime only if an opposing checker is in front of it. */
enum rule
narde_step_against(const struct step_view *s)
{
	unsigned head = s->start->at[s->seat][HEAD_POINT];
	unsigned left = head - s->after->at[s->seat][HEAD_POINT];

	if (left > (head == s->v->checkers ? 2u : 1u))
		return RULE_HEAD;
	return shuts_out(s->v, s->after, s->seat) ? RULE_PRIME : RULE_NONE;
}
