/* SPDX-License-Identifier: MIT */
/* The course of a match: phases, cube, Crawford rule, resignation, scores.  See match.h.
 *
 * match_apply works on a copy and stores it only if the action was accepted, so a refused
 * action changes nothing.  gate.h decides which actions are possible in which phase; each
 * handler checks only the conditions of its action. */
#include "rules/match.h"
#include "rules/practice.h"
#include "rules/recorded.h"

#include <string.h>

struct applying {
	struct match_state m; /* the new state under construction */
	const struct action *a;
	struct move_space *move_space;
	struct match_events *ev;
	struct match_error error;
};

static const struct match_error NO_ERROR = { MATCH_OK, MOVE_OK, 0 };

static struct match_error
refuse(enum match_err err)
{
	return (struct match_error){ .err = err };
}

static struct match_event *
emit(struct applying *w, enum match_event_kind kind, enum seat seat)
{
	struct match_event *e;

	CHECK(w->ev->n < MATCH_EVENTS_MAX);
	e = &w->ev->e[w->ev->n++];
	*e = (struct match_event){ .kind = kind, .seat = seat };
	return e;
}

/* ---- turns and ends ---- */

static void
turn_begin(struct match_state *m, enum seat seat)
{
	m->phase = PH_ROLL;
	m->turn = seat;
	m->dice = (struct dice_pair){ { 0, 0 } };
	m->dice_to_play = 0;
	clock_turn_begins(&m->clock);
}

static void
clear_game(struct match_state *m)
{
	m->turn = SEAT_NONE;
	m->dice = (struct dice_pair){ { 0, 0 } };
	m->dice_to_play = 0;
	m->opening = false;
	m->offered_cube = 0;
	m->doubler = SEAT_NONE;
	m->redoubles_done = 0;
	m->draw_by = SEAT_NONE;
	m->resign_by = SEAT_NONE;
	m->resign_size = 0;
	m->play_stage = 0;
	m->previous_stuck = false;
	memset(m->takeback, 0, sizeof(m->takeback));
	m->phase = PH_BETWEEN_GAMES;
	clock_between_games(&m->clock);
}

/* Ends the match.  winner: SEAT_NONE if both players have lost. */
static void
match_end(struct applying *w, enum seat winner, enum won_how how)
{
	w->m.phase = PH_OVER;
	w->m.winner = winner;
	w->m.how = how;
	if (winner != SEAT_NONE)
		emit(w, EV_MATCH_WON, winner)->how = how;
}

static void
game_drawn(struct applying *w, enum won_how how)
{
	emit(w, EV_GAME_DRAWN, SEAT_NONE)->how = how;
	w->m.last_winner = SEAT_NONE;
	clear_game(&w->m);
}

static void
game_end(struct applying *w, enum seat winner, uint32_t points, enum won_how how)
{
	struct match_state *m = &w->m;
	struct match_event *e = emit(w, EV_GAME_WON, winner);

	e->points = points;
	e->how = how;
	m->score[winner] += points;
	m->last_winner = winner;
	clear_game(m);
	if (m->length > 0 && m->score[winner] >= m->length)
		match_end(w, winner, how);
}

static void turn_next(struct applying *w, enum seat seat);

/* Continues a turn once its dice, if any, are known: the player must move, or the turn ends if
 * nothing can be played. */
static void
turn_set_dice(struct applying *w, struct dice_pair dice)
{
	struct match_state *m = &w->m;
	enum seat seat = m->turn;

	m->dice = dice;
	m->dice_to_play = (uint8_t)move_dice_used(
	    m->variant, &m->board, seat, dice.d[0], dice.d[1], w->move_space);
	m->phase = PH_MOVE;
	if (m->dice_to_play > 0) {
		m->previous_stuck = false;
		return;
	}
	emit(w, EV_CANNOT_MOVE, seat);
	m->opening = false;
	m->play_stage = 0;
	if (m->variant->no_dice ? m->previous_stuck
				: move_deadlock(m->variant, &m->board, w->move_space)) {
		game_drawn(w, WON_BORNE_OFF);
		return;
	}
	m->previous_stuck = true;
	turn_next(w, seat_other(seat));
}

/* Starts the turn of seat: to roll, or to move in a game without dice. */
static void
turn_next(struct applying *w, enum seat seat)
{
	turn_begin(&w->m, seat);
	if (w->m.variant->no_dice)
		turn_set_dice(w, (struct dice_pair){ { 0, 0 } });
}

/* ---- the start of a game ---- */

/* Sets m->crawford: the first game that begins with a player one point short is the Crawford
 * game (rules/RULES.md 3.5). */
static void
advance_crawford(struct match_state *m, bool in_force)
{
	if (m->crawford == CRAWFORD_ACTIVE)
		m->crawford = CRAWFORD_EXPIRED;
	else if (m->crawford == CRAWFORD_PENDING && match_one_away(m))
		m->crawford = in_force ? CRAWFORD_ACTIVE : CRAWFORD_EXPIRED;
}

static void
game_reset(struct match_state *m, const struct action *a)
{
	const uint8_t *wish = a->start.redoubles;

	m->game_no++;
	m->variant = variant_of_game(m->match_variant, m->game_no);
	m->o = a->start.o;
	m->score_streak[0] = 0;
	m->score_streak[1] = 0;
	m->jacoby = a->start.jacoby && m->length == 0 && m->variant->cube;
	variant_start_board(&m->board, m->variant);
	m->cube = 1;
	m->cube_owner = SEAT_NONE;
	m->redoubles = m->length > 0 ? 0 : wish[0] < wish[1] ? wish[0] : wish[1];
	m->opening = true;
	m->began_at_position = false;
	m->no_cube = a->start.no_cube;
	clock_game_begins(&m->clock);
	advance_crawford(m, a->start.crawford);
}

static void
apply_opening_rolls(struct applying *w)
{
	struct match_state *m = &w->m;
	bool autodouble = w->a->start.autodouble && m->length == 0 && m->variant->cube;

	for (unsigned i = 0; i < w->a->start.npairs; i++) {
		emit(w, EV_OPENING_ROLL, SEAT_NONE)->dice = w->a->start.pair[i];
		if (i + 1u < w->a->start.npairs && autodouble &&
		    m->cube * 2 <= m->variant->cube_limit) {
			m->cube *= 2;
			emit(w, EV_CUBE_AUTODOUBLED, SEAT_NONE)->value = m->cube;
		}
	}
	m->next_roll += w->a->start.npairs;
}

static struct match_error
apply_start(struct applying *w)
{
	struct match_state *m = &w->m;
	const uint8_t *last;
	enum seat first;

	if (!gate_start(m, w->a))
		return refuse(MATCH_BAD_ACTION);
	emit(w, EV_GAME_STARTED, SEAT_NONE);
	game_reset(m, w->a);
	if (w->a->start.npairs == 0) {
		emit(w, EV_MOVES_FIRST, m->last_winner);
		turn_next(w, m->last_winner);
		return NO_ERROR;
	}
	apply_opening_rolls(w);
	last = w->a->start.pair[w->a->start.npairs - 1].d;
	first = last[0] > last[1] ? SEAT_0 : SEAT_1;
	emit(w, EV_MOVES_FIRST, first);
	turn_next(w, first);
	if (m->variant->opening == OPENING_USE_DICE)
		turn_set_dice(
		    w, (struct dice_pair){ { last[first], last[seat_other(first)] } });
	return NO_ERROR;
}

/* ---- rolling and moving ---- */

static struct match_error
apply_roll(struct applying *w)
{
	struct match_state *m = &w->m;
	struct match_event *e;

	m->play_stage = 0;
	if (!dice_valid(&w->a->dice) || w->a->roll_no != m->next_roll)
		return refuse(MATCH_BAD_ACTION);
	m->next_roll++;
	e = emit(w, EV_ROLLED, m->turn);
	e->dice = w->a->dice;
	turn_set_dice(w, w->a->dice);
	return NO_ERROR;
}

/* Returns which side wins the game by the mover's play, or that the game continues. */
static enum outcome
outcome_of(struct match_state *m, enum seat mover, const struct play *play)
{
	const uint8_t *at = m->board.at[mover];

	if (m->variant->outcome != NULL)
		return m->variant->outcome(m, mover, play);
	for (unsigned p = 1; p < PT_COUNT; p++)
		if (at[p] != 0)
			return OUTCOME_NONE;
	return m->variant->objective == OBJECTIVE_FIRST_OFF_WINS ? OUTCOME_MOVER_WINS
								 : OUTCOME_OPPONENT_WINS;
}

/* Returns the points that the winner gets.  With the Jacoby rule, gammons count only if a
 * double was accepted in this game (rules/RULES.md 3.7). */
static uint32_t
points_won(const struct match_state *m, enum seat winner)
{
	unsigned size = m->variant->score(m->variant, &m->board, winner);

	return m->cube * (m->jacoby && m->cube_owner == SEAT_NONE ? 1 : size);
}

static void
play_given_double(struct applying *w)
{
	struct match_state *m = &w->m;

	emit(w, EV_PLAYS_DOUBLE, m->turn)->dice = m->dice;
	turn_set_dice(w, m->dice);
}

/* Continues the game after a play: the turn ends, or the variant's follow-up starts. */
static void
turn_after_play(struct applying *w, bool whole)
{
	struct match_state *m = &w->m;
	enum seat mover = m->turn;
	enum follow_up follow = m->variant->follow_up != NULL ? m->variant->follow_up(m, whole)
							      : FOLLOW_UP_TURN_OVER;

	switch (follow) {
	case FOLLOW_UP_TURN_OVER:
		turn_next(w, seat_other(mover));
		break;
	case FOLLOW_UP_NAME_DOUBLE:
		m->dice = (struct dice_pair){ { 0, 0 } };
		m->dice_to_play = 0;
		m->phase = PH_NAME_DOUBLE;
		emit(w, EV_NAME_DOUBLE_ASKED, mover);
		break;
	case FOLLOW_UP_PLAY_DOUBLE:
		play_given_double(w);
		break;
	case FOLLOW_UP_ROLL_AGAIN:
		emit(w, EV_ROLLS_AGAIN, mover);
		turn_next(w, mover);
		break;
	}
}

static struct match_error
apply_name_double(struct applying *w)
{
	if (w->a->size < 1 || w->a->size > 6)
		return refuse(MATCH_BAD_ACTION);
	w->m.dice = (struct dice_pair){ { w->a->size, w->a->size } };
	play_given_double(w);
	return NO_ERROR;
}

/* True if every die of the roll was used. */
static bool
used_all_dice(const struct match_state *m)
{
	bool four = m->dice.d[0] == m->dice.d[1] && m->variant->doubles == DOUBLES_FOUR;

	return m->dice_to_play == (four ? 4 : 2);
}

static void
after_move(struct applying *w, enum seat mover, bool whole)
{
	struct match_state *m = &w->m;

	switch (outcome_of(m, mover, &w->a->play)) {
	case OUTCOME_NONE:
		turn_after_play(w, whole);
		break;
	case OUTCOME_MOVER_WINS:
		game_end(w, mover, points_won(m, mover), WON_BORNE_OFF);
		break;
	case OUTCOME_OPPONENT_WINS:
		game_end(w, seat_other(mover), points_won(m, seat_other(mover)), WON_BORNE_OFF);
		break;
	case OUTCOME_DRAW:
		game_drawn(w, WON_BORNE_OFF);
		break;
	}
}

static struct match_error
apply_move(struct applying *w)
{
	struct match_state *m = &w->m;
	struct match_error bad = { .err = MATCH_BAD_MOVE };
	struct match_event *e;
	struct board after;
	enum seat mover = m->turn;
	bool whole = used_all_dice(m);

	(void)move_list(
	    m->variant, &m->board, mover, m->dice.d[0], m->dice.d[1], w->move_space);
	bad.move_err = move_check(m->variant, &m->board, mover, m->dice.d[0], m->dice.d[1],
	    &w->a->play, w->move_space, &after, &bad.step);
	if (bad.move_err != MOVE_OK)
		return bad;
	practice_save_state(m, w->a);
	m->board = after;
	m->moved[mover] = true;
	e = emit(w, EV_MOVED, mover);
	e->play = w->a->play;
	e->automatic = w->a->automatic;
	m->opening = false;
	after_move(w, mover, whole);
	return NO_ERROR;
}

static struct match_error
apply_misplay(struct applying *w)
{
	struct match_state *m = &w->m;
	struct board after = m->board;
	enum seat mover = m->turn;
	struct match_event *e;

	if (!recorded_apply_play(m, &w->a->play, &after))
		return refuse(MATCH_BAD_ACTION);
	m->board = after;
	m->moved[mover] = true;
	e = emit(w, EV_MOVED, mover);
	e->play = w->a->play;
	e->misplay = true;
	m->opening = false;
	after_move(w, mover, false);
	return NO_ERROR;
}

static struct match_error
apply_takeback(struct applying *w)
{
	if (w->a->roll_no != w->m.takeback[w->a->seat].next_roll)
		return refuse(MATCH_BAD_ACTION);
	practice_restore_state(&w->m, w->a->seat);
	emit(w, EV_TAKEN_BACK, w->a->seat);
	return NO_ERROR;
}

/* ---- the cube ---- */

static struct match_error
apply_double(struct applying *w)
{
	struct match_state *m = &w->m;
	enum match_err err = match_cube_access(m, w->a->seat);
	struct match_event *e;

	if (err != MATCH_OK)
		return refuse(err);
	m->offered_cube = m->cube * 2;
	m->doubler = w->a->seat;
	m->redoubles_done = 0;
	m->phase = PH_DOUBLED;
	clock_answer_begins(&m->clock);
	e = emit(w, EV_DOUBLED, w->a->seat);
	e->value = m->offered_cube;
	e->redoubles_left = match_redoubles_left(m);
	return NO_ERROR;
}

static struct match_error
apply_redouble(struct applying *w)
{
	struct match_state *m = &w->m;
	struct match_event *e;

	if (m->length != 0)
		return refuse(MATCH_NOT_UNLIMITED);
	if (match_redoubles_left(m) == 0)
		return refuse(MATCH_NO_REDOUBLE);
	m->cube = m->offered_cube;
	m->cube_owner = seat_other(
	    m->turn); /* the player who was doubled first owns the cube (rules/RULES.md 3.4) */
	m->offered_cube *= 2;
	m->doubler = w->a->seat;
	if (m->redoubles_done < REDOUBLES_UNLIMITED)
		m->redoubles_done++;
	clock_answer_begins(&m->clock);
	e = emit(w, EV_REDOUBLED, w->a->seat);
	e->value = m->offered_cube;
	e->redoubles_left = match_redoubles_left(m);
	return NO_ERROR;
}

static struct match_error
apply_take(struct applying *w)
{
	struct match_state *m = &w->m;
	struct match_event *e = emit(w, EV_DOUBLE_TAKEN, w->a->seat);

	m->cube = m->offered_cube;
	m->cube_owner = seat_other(m->turn);
	e->value = m->cube;
	e->redouble = m->redoubles_done > 0;
	m->offered_cube = 0;
	m->doubler = SEAT_NONE;
	m->redoubles_done = 0;
	m->phase = PH_ROLL;
	return NO_ERROR;
}

static struct match_error
apply_drop(struct applying *w)
{
	game_end(w, seat_other(w->a->seat), w->m.cube, WON_DROP);
	return NO_ERROR;
}

/* ---- resignation ---- */

static struct match_error
apply_resign(struct applying *w)
{
	struct match_state *m = &w->m;

	if (w->a->size < 1 || w->a->size > 3)
		return refuse(MATCH_BAD_ACTION);
	if (w->a->size > m->variant->resign_max)
		return refuse(MATCH_BAD_RESIGN_SIZE);
	m->draw_by = SEAT_NONE;
	m->resign_by = w->a->seat;
	m->resign_size = w->a->size;
	clock_answer_begins(&m->clock);
	emit(w, EV_RESIGN_OFFERED, w->a->seat)->points =
	    match_resign_points(m, w->a->seat, m->resign_size);
	return NO_ERROR;
}

static struct match_error
apply_resign_accept(struct applying *w)
{
	game_end(w, w->a->seat, match_resign_points(&w->m, w->m.resign_by, w->m.resign_size),
	    WON_RESIGN);
	return NO_ERROR;
}

static struct match_error
apply_resign_reject(struct applying *w)
{
	w->m.resign_by = SEAT_NONE;
	w->m.resign_size = 0;
	emit(w, EV_RESIGN_REJECTED, w->a->seat);
	return NO_ERROR;
}

/* ---- draws by agreement ---- */

static struct match_error
apply_draw(struct applying *w)
{
	if (w->m.draw_by != SEAT_NONE) { /* the opponent has already offered a draw */
		game_drawn(w, WON_RESIGN);
		return NO_ERROR;
	}
	w->m.draw_by = w->a->seat;
	emit(w, EV_DRAW_OFFERED, w->a->seat);
	return NO_ERROR;
}

static struct match_error
apply_draw_reject(struct applying *w)
{
	w->m.draw_by = SEAT_NONE;
	emit(w, EV_DRAW_REJECTED, w->a->seat);
	return NO_ERROR;
}

/* ---- clocks, directors ---- */

static struct match_error
apply_clock(struct applying *w)
{
	struct match_clock *c = &w->m.clock;
	const struct action *a = w->a;

	if (a->clock.delay_ms > CLOCK_DELAY_MAX || a->clock.overtime_ms > CLOCK_OVERTIME_MAX)
		return refuse(MATCH_BAD_ACTION);
	for (unsigned s = 0; s < 2; s++)
		if (a->clock.reserve_ms[s] > CLOCK_RESERVE_MAX ||
		    a->clock.allowance_ms[s] > CLOCK_ALLOWANCE_MAX_MS)
			return refuse(MATCH_BAD_ACTION);
	c->on = action_sets_clock(a);
	c->delay_ms = a->clock.delay_ms;
	c->overtime_ms = a->clock.overtime_ms;
	c->turn_used_ms = 0;
	c->answer_used_ms = 0;
	c->between_games_ms = 0;
	for (unsigned s = 0; s < 2; s++) {
		c->reserve_ms[s] = a->clock.reserve_ms[s];
		c->overtime_used[s] = false;
		/* allowance already used is not restored */
		if (c->on && c->allowance_ms[s] > a->clock.allowance_ms[s])
			c->allowance_ms[s] = a->clock.allowance_ms[s];
	}
	if (w->m.game_no > 0)
		clock_between_games(c);
	emit(w, EV_CLOCK_SET, SEAT_NONE);
	return NO_ERROR;
}

static struct match_error
apply_penalty_points(struct applying *w)
{
	struct match_state *m = &w->m;

	if (w->a->size < 1 || m->score[w->a->seat] + w->a->size >= m->length)
		return refuse(MATCH_BAD_ACTION);
	m->score[w->a->seat] += w->a->size;
	m->penalty_points[w->a->seat] = (uint8_t)m->score[w->a->seat];
	emit(w, EV_PENALTY_POINTS, w->a->seat)->points = w->a->size;
	return NO_ERROR;
}

static struct match_error
apply_set_score(struct applying *w)
{
	if (!recorded_set_score(&w->m, w->a->score))
		return refuse(MATCH_BAD_ACTION);
	emit(w, EV_SCORE_SET, SEAT_NONE);
	return NO_ERROR;
}

static struct match_error
apply_disconnect(struct applying *w)
{
	clock_disconnect(&w->m.clock, w->a->seat);
	emit(w, EV_DISCONNECT, w->a->seat);
	return NO_ERROR;
}

static struct match_error
apply_return(struct applying *w)
{
	clock_return(&w->m.clock, w->a->seat);
	emit(w, EV_RETURN, w->a->seat);
	return NO_ERROR;
}

static struct match_error
apply_pause(struct applying *w)
{
	w->m.clock.paused = w->a->kind == ACT_PAUSE;
	emit(w, w->m.clock.paused ? EV_PAUSED : EV_UNPAUSED, SEAT_NONE);
	return NO_ERROR;
}

static struct match_error
apply_addtime(struct applying *w)
{
	uint32_t *reserve = &w->m.clock.reserve_ms[w->a->seat];

	if (w->a->add_ms == 0 || w->a->add_ms > CLOCK_RESERVE_MAX ||
	    *reserve + w->a->add_ms > CLOCK_RESERVE_MAX)
		return refuse(MATCH_BAD_ACTION);
	*reserve += w->a->add_ms;
	emit(w, EV_TIME_ADDED, w->a->seat)->value = w->a->add_ms;
	return NO_ERROR;
}

static struct match_error
apply_break(struct applying *w)
{
	clock_take_break(&w->m.clock, w->a->seat);
	emit(w, EV_BREAK, w->a->seat);
	return NO_ERROR;
}

static struct match_error
apply_ready(struct applying *w)
{
	w->m.clock.ready[w->a->seat] = true;
	emit(w, EV_READY, w->a->seat);
	return NO_ERROR;
}

/* Ends the match by time, absence or decision.  The score is unchanged. */
static struct match_error
apply_loss(struct applying *w)
{
	const enum act_kind kind = w->a->kind;
	enum seat loser = w->a->seat;

	if (kind == ACT_TIMEOUT)
		w->m.clock.reserve_ms[loser] = 0;
	emit(w, kind == ACT_TIMEOUT ? EV_TIME_OUT : EV_FORFEIT, loser);
	clear_game(&w->m);
	match_end(w, loser == SEAT_NONE ? SEAT_NONE : seat_other(loser),
	    kind == ACT_TIMEOUT   ? WON_TIME
	    : kind == ACT_ABANDON ? WON_ABANDON
				  : WON_FORFEIT);
	return NO_ERROR;
}

/* match_apply has charged the elapsed time; from now on no player counts as away. */
static struct match_error
apply_save(struct applying *w)
{
	clock_adjourn(&w->m.clock);
	emit(w, EV_SAVED, SEAT_NONE);
	return NO_ERROR;
}

static struct match_error
apply_stop_clock(struct applying *w) /* match_apply has stopped the clock */
{
	emit(w, EV_CLOCK_STOPPED, SEAT_NONE)->value = w->a->add_ms;
	return NO_ERROR;
}

static struct match_error
apply_practice(struct applying *w)
{
	w->m.practice = true;
	emit(w, EV_PRACTICE, SEAT_NONE);
	return NO_ERROR;
}

static struct match_error
apply_set_position(struct applying *w)
{
	const struct game_position *p = &w->a->position;
	struct match_state *m = &w->m;
	struct match_event *e;

	if (p->length != m->length || !position_valid(p, m->variant))
		return refuse(MATCH_BAD_ACTION);
	emit(w, EV_GAME_STARTED, SEAT_NONE);
	position_set(m, p);
	e = emit(w, EV_POSITION_SET, p->turn);
	e->dice = (struct dice_pair){ { p->dice[0], p->dice[1] } };
	if (p->dice[0] > 0)
		turn_set_dice(w, e->dice);
	return NO_ERROR;
}

static struct match_error
apply_set_result(struct applying *w)
{
	enum seat winner = w->a->seat;

	for (unsigned s = 0; s < 2; s++)
		w->m.score[s] = w->a->score[s];
	emit(w, EV_RESULT_SET, winner);
	clear_game(&w->m);
	match_end(w, winner, WON_SET_RESULT);
	return NO_ERROR;
}

/* Sets the mode of the clock and the seat it runs for. */
static void
set_clock_mode(struct match_state *m)
{
	struct match_clock *c = &m->clock;
	enum seat seat = match_to_act(m);

	c->seat = SEAT_NONE;
	c->mode = CLOCK_IDLE;
	if (!c->on)
		return;
	if (m->phase == PH_BETWEEN_GAMES && m->game_no > 0) {
		c->mode = CLOCK_BETWEEN_GAMES;
	} else if (seat != SEAT_NONE) {
		c->mode = m->resign_by != SEAT_NONE || m->phase == PH_DOUBLED ? CLOCK_ANSWER
									      : CLOCK_TURN;
		c->seat = (uint8_t)seat;
	}
}

typedef struct match_error apply_fn(struct applying *w);

static apply_fn *const APPLY[ACT_COUNT] = {
	[ACT_START] = apply_start,
	[ACT_ROLL] = apply_roll,
	[ACT_MOVE] = apply_move,
	[ACT_DOUBLE] = apply_double,
	[ACT_TAKE] = apply_take,
	[ACT_DROP] = apply_drop,
	[ACT_REDOUBLE] = apply_redouble,
	[ACT_RESIGN] = apply_resign,
	[ACT_RESIGN_ACCEPT] = apply_resign_accept,
	[ACT_RESIGN_REJECT] = apply_resign_reject,
	[ACT_NAME_DOUBLE] = apply_name_double,
	[ACT_DRAW] = apply_draw,
	[ACT_DRAW_ACCEPT] = apply_draw,
	[ACT_DRAW_REJECT] = apply_draw_reject,
	[ACT_MISPLAY] = apply_misplay,
	[ACT_CLOCK] = apply_clock,
	[ACT_PENALTY_POINTS] = apply_penalty_points,
	[ACT_DISCONNECT] = apply_disconnect,
	[ACT_RETURN] = apply_return,
	[ACT_PAUSE] = apply_pause,
	[ACT_UNPAUSE] = apply_pause,
	[ACT_ADDTIME] = apply_addtime,
	[ACT_BREAK] = apply_break,
	[ACT_READY] = apply_ready,
	[ACT_TIMEOUT] = apply_loss,
	[ACT_ABANDON] = apply_loss,
	[ACT_FORFEIT] = apply_loss,
	[ACT_SET_RESULT] = apply_set_result,
	[ACT_SAVE] = apply_save,
	[ACT_TAKEBACK] = apply_takeback,
	[ACT_PRACTICE] = apply_practice,
	[ACT_SET_SCORE] = apply_set_score,
	[ACT_SET_POSITION] = apply_set_position,
	[ACT_STOP_CLOCK] = apply_stop_clock,
};

struct match_error
match_apply(struct match_state *m, const struct action *a, struct move_space *space,
    struct match_events *events_out)
{
	struct match_events events;
	struct applying w = { .a = a, .move_space = space, .ev = &events };
	enum match_err err;

	events.n = 0;
	memcpy(&w.m, m, sizeof(*m)); /* copied as bytes, because states are compared as bytes */
	err = match_gate(m, a);
	if (err != MATCH_OK)
		return refuse(err);
	if (a->kind == ACT_STOP_CLOCK) /* called before clock_spend, because a stop also covers
					* the elapsed time */
		clock_stop_for(&w.m.clock, a->add_ms);
	if (!action_has_flag(a->kind, ACTION_ENDS_MATCH))
		clock_spend(&w.m.clock, a->elapsed_ms, a->seat, a->lag_credit_ms);
	w.error = APPLY[a->kind](&w);
	if (w.error.err != MATCH_OK)
		return w.error;
	set_clock_mode(&w.m);
	DCHECK(match_check(&w.m));
	memcpy(m, &w.m, sizeof(*m));
	events_out->n = events.n;
	memcpy(events_out->e, events.e, events.n * sizeof(events.e[0]));
	return NO_ERROR;
}
