/* SPDX-License-Identifier: MIT */
/* Turns that consist of several plays.  The functions decide what follows a play that used
 * every die (rules/RULES.md 4.10 and 4.11).  A play that left a die unused ends the turn.
 * Pure. */
#include "rules/hooks.h"
#include "rules/match.h"

enum play_stage {
	STAGE_ROLL,         /* an ordinary roll */
	STAGE_NAMED_DOUBLE, /* a double that was named */
	STAGE_COMPLEMENT,   /* the double of the opposite faces: 7 minus the number rolled */
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

static enum follow_up
play_double(struct match_state *m, uint8_t d, enum play_stage stage)
{
	m->dice = (struct dice_pair){ { d, d } };
	m->play_stage = (uint8_t)stage;
	return FOLLOW_UP_PLAY_DOUBLE;
}

static enum follow_up
roll_again(struct match_state *m)
{
	m->play_stage = STAGE_ROLL;
	return FOLLOW_UP_ROLL_AGAIN;
}

static enum follow_up
name_double(struct match_state *m)
{
	m->play_stage = STAGE_NAMED_DOUBLE;
	return FOLLOW_UP_NAME_DOUBLE;
}

static enum follow_up
end_turn(struct match_state *m)
{
	m->play_stage = STAGE_ROLL;
	return FOLLOW_UP_TURN_OVER;
}

/* 1-2 is followed by a double of the player's choice, then by another roll. */
enum follow_up
acey_follow_up(struct match_state *m, bool whole)
{
	if (!whole)
		return end_turn(m);
	if (m->play_stage == STAGE_NAMED_DOUBLE)
		return roll_again(m);
	return is_one_two(m) ? name_double(m) : end_turn(m);
}

/* Every double is followed by its complement to 7, then by another roll; 1-2 as in
 * acey_follow_up. */
enum follow_up
european_follow_up(struct match_state *m, bool whole)
{
	if (!whole)
		return end_turn(m);
	if (m->play_stage == STAGE_COMPLEMENT)
		return roll_again(m);
	if (is_double(m))
		return play_double(m, (uint8_t)(7 - m->dice.d[0]), STAGE_COMPLEMENT);
	return is_one_two(m) ? name_double(m) : end_turn(m);
}

/* A double is followed by all higher doubles in turn. */
enum follow_up
gulbara_follow_up(struct match_state *m, bool whole)
{
	if (!whole || !is_double(m) || m->dice.d[0] == 6)
		return end_turn(m);
	return play_double(m, (uint8_t)(m->dice.d[0] + 1), STAGE_NAMED_DOUBLE);
}
