/* SPDX-License-Identifier: MIT */
/* See rollout.h. */
#include "eval/rollout.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"

void
rollout_begin_play(struct rollout *r, const struct match_state *m, const struct move_result *p)
{
	*r = (struct rollout){ .start_state = *m, .seat = m->turn };
	r->first_outcome = eval_apply_play(&r->start_state, p);
}

void
rollout_begin_roll(struct rollout *r, const struct match_state *m)
{
	*r = (struct rollout){
		.start_state = *m, .seat = m->turn, .first_outcome = OUTCOME_NONE
	};
	r->start_state.phase = PH_ROLL;
}

/* Converts outputs for `side` into outputs for `seat`. */
static void
convert_outputs(float o[NET_OUTPUTS], enum seat side, enum seat seat)
{
	if (side != seat)
		eval_outputs_swap_sides(o);
}

/* Adds the luck of the roll m->dice for `seat`. */
static void
add_luck(const struct eval *e, const struct match_state *m, enum seat seat,
    struct eval_scratch *w, float luck[NET_OUTPUTS])
{
	struct match_state before = *m;
	float all[NET_OUTPUTS], got[NET_OUTPUTS];

	before.phase = PH_ROLL;
	eval_expected_outputs(e, &before, 0, &w->move_space[1], all);
	eval_expected_outputs(e, m, 0, &w->move_space[1], got);
	convert_outputs(all, m->turn, seat);
	convert_outputs(got, m->turn, seat);
	for (unsigned k = 0; k < NET_OUTPUTS; k++)
		luck[k] += got[k] - all[k];
}

static void
roll_dice(struct match_state *m, struct rng *dice)
{
	const uint8_t first = (uint8_t)(1 + rng_below(dice, 6));

	m->dice = (struct dice_pair){ { first, (uint8_t)(1 + rng_below(dice, 6)) } };
	m->phase = PH_MOVE;
}

/* Plays the best play for m->turn, or passes the turn if there is none. */
static enum outcome
play_best(const struct eval *e, struct match_state *m, unsigned plies, struct eval_scratch *w)
{
	struct eval_choice best;

	if (eval_rank_plays(e, m, plies, w, &best, 1) > 0)
		return eval_apply_play(m, &w->move_space[0].result[best.index]);
	m->turn = seat_other(m->turn);
	m->play_stage = 0;
	m->phase = m->variant->no_dice ? PH_MOVE : PH_ROLL;
	return OUTCOME_NONE;
}

static void
play_turn(const struct eval *e, struct match_state *m, enum seat seat, unsigned plies,
    struct rng *dice, struct eval_scratch *w, float luck[NET_OUTPUTS], enum outcome *over)
{
	if (m->phase == PH_NAME_DOUBLE) {
		const uint8_t d = (uint8_t)eval_double_to_name(e, m, w);

		m->dice = (struct dice_pair){ { d, d } };
		m->phase = PH_MOVE;
	} else if (m->phase == PH_ROLL) {
		roll_dice(m, dice);
		add_luck(e, m, seat, w, luck);
	}
	*over = play_best(e, m, plies, w);
}

unsigned
rollout_play_game(struct rollout *r, const struct eval *e, unsigned plies, uint64_t seed,
    struct eval_scratch *w)
{
	struct match_state m = r->start_state;
	float luck[NET_OUTPUTS] = { 0 }, out[NET_OUTPUTS];
	enum outcome over = r->first_outcome;
	enum seat mover = r->seat;
	struct rng dice;
	unsigned turns = 0;
	double equity;

	rng_seed(&dice, seed);
	for (; over == OUTCOME_NONE && turns < ROLLOUT_TURNS_MAX; turns++) {
		mover = m.turn;
		play_turn(e, &m, r->seat, plies, &dice, w, luck, &over);
	}
	if (over != OUTCOME_NONE) {
		eval_outputs_at_end(
		    m.variant, &m.board, eval_winner(over, mover), r->seat, out);
	} else {
		eval_expected_outputs(e, &m, 0, &w->move_space[1], out);
		convert_outputs(out, m.turn, r->seat);
	}
	for (unsigned k = 0; k < NET_OUTPUTS; k++) {
		out[k] -= luck[k];
		r->sum[k] += (double)out[k];
	}
	equity = (double)eval_outputs_equity(m.variant, out);
	r->equity_sum += equity;
	r->equity_squares_sum += equity * equity;
	r->games++;
	return turns;
}

double
rollout_mean_equity(const struct rollout *r)
{
	return r->equity_sum / r->games;
}

double
rollout_standard_error(const struct rollout *r)
{
	const double mean = rollout_mean_equity(r);
	const double variance = r->equity_squares_sum / r->games - mean * mean;

	return variance > 0 ? sqrt(variance / r->games) : 0;
}

/* Limits x to the range from 0 to max. */
static float
clamp_from_zero(float x, float max)
{
	return x < 0 ? 0 : x > max ? max : x;
}

void
rollout_mean_chances(const struct rollout *r, struct eval_chances *out)
{
	float mean[NET_OUTPUTS];

	for (unsigned k = 0; k < NET_OUTPUTS; k++)
		mean[k] = (float)(r->sum[k] / r->games);
	convert_outputs(mean, r->seat, r->start_state.turn);
	eval_chances_from_outputs(r->start_state.variant, mean, out);
	if (eval_counts_checkers(r->start_state.variant))
		return;
	out->win = clamp_from_zero(out->win, 1);
	out->win_gammon = clamp_from_zero(out->win_gammon, out->win);
	out->win_backgammon = clamp_from_zero(out->win_backgammon, out->win_gammon);
	out->lose_gammon = clamp_from_zero(out->lose_gammon, 1 - out->win);
	out->lose_backgammon = clamp_from_zero(out->lose_backgammon, out->lose_gammon);
}
