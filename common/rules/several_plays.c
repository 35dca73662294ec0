/* SPDX-License-Identifier: MIT */
/* Turns that consist of several plays.  The functions decide what follows a play that used
 * every die (rules/RULES.md 4.10 and 4.11).  A play that left a die unused ends the turn.
 * Pure. */
#include "rules/hooks.h"
#include "rules/match.h"

enum stage {
	STAGE_ROLL,       /* an ordinary roll */
	STAGE_DOUBLE,     /* a double that was named */
	STAGE_COMPLEMENT, /* the double of the opposite faces: 7 minus the number rolled */
};

static bool
is_one_two(const struct match_state *m)
{
	return m->dice.d[0] + m->dice.d[1] == 3;
}

static bool
is_double(const struct match_state *m)
{
	return m->dice.d[0] == m->dice.d[1];
}

static enum follow
play_double(struct match_state *m, uint8_t d, enum stage stage)
{
	m->dice = (struct dice_pair){ { d, d } };
	m->stage = (uint8_t)stage;
	return FOLLOW_PLAY;
}

static enum follow
roll_again(struct match_state *m)
{
	m->stage = STAGE_ROLL;
	return FOLLOW_ROLL;
}

static enum follow
name_double(struct match_state *m)
{
	m->stage = STAGE_DOUBLE;
	return FOLLOW_NAME;
}

static enum follow
turn_over(struct match_state *m)
{
	m->stage = STAGE_ROLL;
	return FOLLOW_TURN_OVER;
}

/* 1-2 is followed by a double of the player's choice, then by another roll. */
enum follow
acey_follow(struct match_state *m, bool whole)
{
	if (!whole)
		return turn_over(m);
	if (m->stage == STAGE_DOUBLE)
		return roll_again(m);
	return is_one_two(m) ? name_double(m) : turn_over(m);
}

/* Every double is followed by its complement to 7, then by another roll; 1-2 as in
 * acey_follow. */
enum follow
european_follow(struct match_state *m, bool whole)
{
	if (!whole)
		return turn_over(m);
	if (m->stage == STAGE_COMPLEMENT)
		return roll_again(m);
	if (is_double(m))
		return play_double(m, (uint8_t)(7 - m->dice.d[0]), STAGE_COMPLEMENT);
	return is_one_two(m) ? name_double(m) : turn_over(m);
}

/* A double is followed by all higher doubles in turn. */
enum follow
gulbara_follow(struct match_state *m, bool whole)
{
	if (!whole || !is_double(m) || m->dice.d[0] == 6)
		return turn_over(m);
	return play_double(m, (uint8_t)(m->dice.d[0] + 1), STAGE_DOUBLE);
}
