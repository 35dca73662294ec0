/* SPDX-License-Identifier: MIT */
/* Decides which actions are possible: see gate.h.  One table lists the actions of each
 * phase. */
#include "rules/gate.h"

#define BIT(x) (UINT64_C(1) << (x))

/* True if either player has run out of time at the moment of this action. */
static bool
is_late(const struct match_state *m, const struct action *a)
{
	if (!m->clock.on)
		return false;
	for (unsigned s = 0; s < 2; s++)
		if (clock_has_run_out(&m->clock, (enum seat)s, a->elapsed_ms,
			a->seat == s ? a->lag_credit_ms : 0))
			return true;
	return false;
}

#define DRAW_ACTIONS (BIT(ACT_DRAW) | BIT(ACT_DRAW_ACCEPT) | BIT(ACT_DRAW_REJECT))
#define ANY_TIME_ACTIONS (BIT(ACT_RESIGN) | DRAW_ACTIONS)

/* Actions that are possible at all in each phase, for the player whose turn it is and for the
 * opponent. */
static const struct {
	uint64_t mover_acts, opponent_acts;
} ALLOWED_ACTIONS[] = {
	[PH_BETWEEN_GAMES] = { 0, 0 },
	[PH_ROLL] = { BIT(ACT_ROLL) | BIT(ACT_DOUBLE) | ANY_TIME_ACTIONS, ANY_TIME_ACTIONS },
	[PH_MOVE] = { BIT(ACT_MOVE) | BIT(ACT_MISPLAY) | ANY_TIME_ACTIONS, ANY_TIME_ACTIONS },
	[PH_NAME_DOUBLE] = { BIT(ACT_NAME_DOUBLE) | ANY_TIME_ACTIONS, ANY_TIME_ACTIONS },
	[PH_DOUBLED] = { 0, 0 }, /* gate_pending decides by doubler, not by turn */
	[PH_OVER] = { 0, 0 },
};

static const uint64_t DOUBLE_ANSWERS = BIT(ACT_TAKE) | BIT(ACT_DROP) | BIT(ACT_REDOUBLE);
static const uint64_t RESIGN_ANSWERS = BIT(ACT_RESIGN_ACCEPT) | BIT(ACT_RESIGN_REJECT);

static enum match_err
gate_pending(const struct match_state *m, const struct action *a)
{
	if (m->resign_by != SEAT_NONE) {
		if (a->seat == m->resign_by)
			return MATCH_AWAIT_RESIGN;
		return BIT(a->kind) & RESIGN_ANSWERS ? MATCH_OK : MATCH_ANSWER_RESIGN;
	}
	if (a->seat == m->doubler) /* the doubler may resign before the answer, just as the
				       opponent may drop (rules/RULES.md 3.6) */
		return a->kind == ACT_RESIGN ? MATCH_OK : MATCH_AWAIT_DOUBLE;
	return BIT(a->kind) & DOUBLE_ANSWERS ? MATCH_OK : MATCH_ANSWER_DOUBLE;
}

/* Checks the draw actions, which the table allows at any time: one offer, answered by the
 * opponent. */
static enum match_err
gate_draw(const struct match_state *m, const struct action *a)
{
	if (a->kind == ACT_DRAW)
		return m->draw_by == a->seat ? MATCH_AWAIT_DRAW : MATCH_OK;
	return m->draw_by == seat_other(a->seat) ? MATCH_OK : MATCH_NOTHING_OFFERED;
}

/* Returns why an action that the table does not allow is refused. */
static enum match_err
gate_refusal(const struct match_state *m, const struct action *a)
{
	if (BIT(a->kind) & (DOUBLE_ANSWERS | RESIGN_ANSWERS))
		return MATCH_NOTHING_OFFERED;
	if (a->seat != m->turn)
		return MATCH_NOT_YOUR_TURN;
	if (a->kind == ACT_NAME_DOUBLE)
		return MATCH_NO_DOUBLE_TO_NAME;
	if (m->phase == PH_NAME_DOUBLE)
		return MATCH_NAME_DOUBLE;
	if (m->variant->no_dice)
		return MATCH_NO_DICE;
	return m->phase == PH_ROLL ? MATCH_NOT_ROLLED : MATCH_ALREADY_ROLLED;
}

/* Checks the seat of an action that is not part of play.  Some kinds require SEAT_NONE, others
 * allow it. */
static bool
has_valid_seat(const struct action *a)
{
	if (action_has_flag(a->kind, ACTION_OF_NO_SEAT))
		return a->seat == SEAT_NONE;
	if (action_has_flag(a->kind, ACTION_OF_BOTH) && a->seat == SEAT_NONE)
		return true;
	return a->seat == SEAT_0 || a->seat == SEAT_1;
}

/* Checks actions that each player may take once between games (break, ready). */
static enum match_err
gate_between_games(const struct match_state *m, const struct action *a)
{
	const struct match_clock *c = &m->clock;

	if (!c->on)
		return MATCH_NO_CLOCK;
	if (m->phase != PH_BETWEEN_GAMES)
		return MATCH_GAME_ON;
	if (c->paused)
		return MATCH_PAUSED;
	if (c->away[0] || c->away[1])
		return MATCH_PLAYER_AWAY;
	if (a->kind == ACT_READY)
		return c->ready[a->seat] ? MATCH_BAD_ACTION : MATCH_OK;
	if (m->game_no == 0 || m->length < CLOCK_BREAK_MATCH_LENGTH_MIN ||
	    c->break_taken[a->seat] || c->ready[a->seat])
		return MATCH_NO_BREAK;
	return MATCH_OK;
}

static enum match_err
gate_outside_play(const struct match_state *m, const struct action *a)
{
	const struct match_clock *c = &m->clock;

	switch (a->kind) {
	case ACT_CLOCK:
		if (m->phase != PH_BETWEEN_GAMES)
			return MATCH_GAME_ON;
		return m->length == 0 || m->practice ? MATCH_NO_CLOCK : MATCH_OK;
	case ACT_PRACTICE:
		if (m->phase != PH_BETWEEN_GAMES || m->game_no > 0)
			return MATCH_GAME_ON;
		return m->practice || c->on ? MATCH_BAD_ACTION : MATCH_OK;
	case ACT_SET_POSITION:
		if (m->phase != PH_BETWEEN_GAMES || m->game_no > 0)
			return MATCH_GAME_ON;
		return m->practice ? MATCH_OK : MATCH_NOT_PRACTICE;
	case ACT_PENALTY_POINTS:
		return m->phase == PH_BETWEEN_GAMES && m->game_no == 0 ? MATCH_OK
								       : MATCH_GAME_ON;
	case ACT_SET_SCORE:
		return m->phase == PH_BETWEEN_GAMES ? MATCH_OK : MATCH_GAME_ON;
	case ACT_DISCONNECT:
		return c->away[a->seat] ? MATCH_BAD_ACTION : MATCH_OK;
	case ACT_RETURN:
		return c->away[a->seat] ? MATCH_OK : MATCH_BAD_ACTION;
	case ACT_PAUSE:
		return c->paused ? MATCH_PAUSED : MATCH_OK;
	case ACT_UNPAUSE:
		return c->paused ? MATCH_OK : MATCH_BAD_ACTION;
	case ACT_ADDTIME:
	case ACT_SAVE:
		return c->on ? MATCH_OK : MATCH_NO_CLOCK;
	case ACT_STOP_CLOCK:
		if (!c->on)
			return MATCH_NO_CLOCK;
		return (c->away[0] || c->away[1]) && c->stop_left_ms == 0 && a->add_ms > 0 &&
			       a->add_ms <= CLOCK_STOPS_MAX_MS - c->stopped_ms
			   ? MATCH_OK
			   : MATCH_BAD_ACTION;
	case ACT_BREAK:
	case ACT_READY:
		return gate_between_games(m, a);
	case ACT_TIMEOUT:
		if (!c->on)
			return MATCH_NO_CLOCK;
		return clock_has_run_out(c, a->seat, a->elapsed_ms, a->lag_credit_ms)
			   ? MATCH_OK
			   : MATCH_TIME_LEFT;
	case ACT_SET_RESULT:
		return m->length > 0 && a->score[a->seat] >= m->length &&
			       a->score[a->seat] <= MATCH_LENGTH_MAX &&
			       a->score[seat_other(a->seat)] < m->length
			   ? MATCH_OK
			   : MATCH_BAD_ACTION;
	default: /* ACT_ABANDON, ACT_FORFEIT */
		return MATCH_OK;
	}
}

/* Checks the clock and a pause by the director, before the rules of play. */
static enum match_err
gate_clock(const struct match_state *m, const struct action *a)
{
	if (a->lag_credit_ms > CLOCK_LAG_CREDIT_MAX)
		return MATCH_BAD_ACTION;
	/* saving never loses a match: a player without reserve keeps the rest of the delay */
	if (!action_has_flag(a->kind, ACTION_ENDS_MATCH) && a->kind != ACT_SAVE &&
	    is_late(m, a))
		return MATCH_OUT_OF_TIME;
	if (!action_has_flag(a->kind, ACTION_OF_PLAY))
		return MATCH_OK;
	if (m->clock.paused)
		return MATCH_PAUSED;
	return m->clock.away[0] || m->clock.away[1] ? MATCH_PLAYER_AWAY : MATCH_OK;
}

enum match_err
match_gate(const struct match_state *m, const struct action *a)
{
	enum match_err err;
	uint64_t allowed;

	if ((unsigned)a->kind >= ACT_COUNT)
		return MATCH_BAD_ACTION;
	if (m->phase == PH_OVER)
		return MATCH_IS_OVER;
	err = gate_clock(m, a);
	if (err != MATCH_OK)
		return err;
	if (!action_has_flag(a->kind, ACTION_OF_PLAY))
		return has_valid_seat(a) ? gate_outside_play(m, a) : MATCH_BAD_ACTION;
	if (a->kind == ACT_START)
		return m->phase == PH_BETWEEN_GAMES ? MATCH_OK : MATCH_GAME_ON;
	if (m->phase == PH_BETWEEN_GAMES)
		return a->kind == ACT_TAKEBACK && !m->practice ? MATCH_NOT_PRACTICE
							       : MATCH_NO_GAME;
	if (a->seat != SEAT_0 && a->seat != SEAT_1)
		return MATCH_BAD_ACTION;
	if (a->kind == ACT_TAKEBACK) {
		if (!m->practice)
			return MATCH_NOT_PRACTICE;
		return m->takeback[a->seat].available ? MATCH_OK : MATCH_NO_PLAY_TO_TAKE_BACK;
	}
	if (m->resign_by != SEAT_NONE || m->phase == PH_DOUBLED)
		return gate_pending(m, a);
	allowed = a->seat == m->turn ? ALLOWED_ACTIONS[m->phase].mover_acts
				     : ALLOWED_ACTIONS[m->phase].opponent_acts;
	if ((allowed & BIT(a->kind)) == 0)
		return gate_refusal(m, a);
	return BIT(a->kind) & DRAW_ACTIONS ? gate_draw(m, a) : MATCH_OK;
}

bool
gate_start(const struct match_state *m, const struct action *a)
{
	if (a->seat != SEAT_NONE || a->start.o > SEAT_1 || a->roll_no != m->next_roll)
		return false;
	if ((a->start.npairs > 0) != match_needs_opening(m) ||
	    a->start.npairs > OPENING_PAIRS_MAX)
		return false;
	for (unsigned i = 0; i < a->start.npairs; i++) {
		const uint8_t *d = a->start.pair[i].d;

		if (!dice_valid(&a->start.pair[i]))
			return false;
		if ((d[0] == d[1]) != (i + 1u < a->start.npairs))
			return false;
	}
	for (unsigned s = 0; s < 2; s++)
		if (a->start.redoubles[s] > 99 && a->start.redoubles[s] != REDOUBLES_UNLIMITED)
			return false;
	return true;
}
