/* SPDX-License-Identifier: MIT */
/* The games in which both go round the same way and nobody is hit: what each forbids a step or
 * a play (rules/RULES.md 4.9 and 4.11).  Pure. */
#include "rules/hooks.h"

#define QUARTER 6u
#define PRIME 6u
#define HEAD 24u
#define PASSED 11u /* own point from which the runner has passed the opponent's start */

/* How many of the n points from top downwards hold checkers of the side. */
static unsigned
points_held(const uint8_t *at, unsigned top, unsigned n)
{
	unsigned held = 0;

	for (unsigned i = 0; i < n; i++)
		held += at[top - i] > 0;
	return held;
}

/* Until the first checker has passed the opponent's start only it may move (4.9). */
static bool
runner_ok(const struct step_view *s)
{
	const uint8_t *at = s->before->at[s->seat];
	unsigned runner = 1;

	if (at[PT_OFF] > 0 || points_held(at, PASSED, PASSED) > 0)
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
	return points_held(s->after->at[s->seat], HEAD, QUARTER) < QUARTER ? RULE_NONE
									   : RULE_START_PRIME;
}

/* Shut in: all their checkers that are left stand on one point, right behind six of mine. */
enum rule
fevga_result_against(const struct variant *v, const struct board *start,
    const struct board *after, enum seat seat)
{
	const uint8_t *theirs = after->at[seat_other(seat)];
	unsigned at = HEAD;

	(void)start;
	while (at > 0 && theirs[at] == 0)
		at--;
	if (at <= PRIME || points_held(theirs, HEAD, HEAD) != 1)
		return RULE_NONE;
	for (unsigned i = 1; i <= PRIME; i++)
		if (after->at[seat][variant_opposite(v, at - i)] == 0)
			return RULE_NONE;
	return RULE_SHUT_IN;
}

/* At most four points of the opponent's starting table, which is my 7 to 12. */
enum rule
moultezim_step_against(const struct step_view *s)
{
	if (!runner_ok(s))
		return RULE_RUNNER;
	return points_held(s->after->at[s->seat], 12, QUARTER) <= 4 ? RULE_NONE
								    : RULE_FOUR_POINTS;
}

/* Six points of mine in their way, and none of their checkers beyond them. */
static bool
shuts_out(const struct variant *v, const struct board *b, enum seat seat)
{
	const uint8_t *theirs = b->at[seat_other(seat)];
	unsigned run = 0;

	if (theirs[PT_OFF] > 0)
		return false;
	for (unsigned p = 1; p <= HEAD; p++) { /* from their end backwards */
		if (theirs[p] > 0)
			return false;
		run = b->at[seat][variant_opposite(v, p)] > 0 ? run + 1 : 0;
		if (run == PRIME)
			return true;
	}
	return false;
}

/* One checker a turn leaves the head, two with the first roll of the game; no prime with nobody
 * in front of it. */
enum rule
narde_step_against(const struct step_view *s)
{
	unsigned head = s->start->at[s->seat][HEAD];
	unsigned left = head - s->after->at[s->seat][HEAD];

	if (left > (head == s->v->checkers ? 2u : 1u))
		return RULE_HEAD;
	return shuts_out(s->v, s->after, s->seat) ? RULE_PRIME : RULE_NONE;
}
