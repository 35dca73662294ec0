/* SPDX-License-Identifier: MIT */
/* The state of a match: see state.h.  Owns no memory. */
#include "rules/state.h"

#include <string.h>

void
match_init(struct match_state *m, const struct variant *v, unsigned length)
{
	CHECK(length <= MATCH_LENGTH_MAX);
	memset(m, 0, sizeof(*m)); /* states are compared and hashed as bytes */
	m->match_variant = v;
	m->variant = variant_of_game(v, 1);
	m->length = (uint8_t)length;
	m->phase = PH_BETWEEN_GAMES;
	m->turn = SEAT_NONE;
	m->cube = 1;
	m->cube_owner = SEAT_NONE;
	m->doubler = SEAT_NONE;
	m->resign_by = SEAT_NONE;
	m->draw_by = SEAT_NONE;
	m->last_winner = SEAT_NONE;
	m->winner = SEAT_NONE;
	clock_init(&m->clock);
	variant_start_board(&m->board, m->variant);
}

bool
match_game_on(const struct match_state *m)
{
	return m->phase == PH_ROLL || m->phase == PH_MOVE || m->phase == PH_NAME_DOUBLE ||
	       m->phase == PH_DOUBLED;
}

bool
match_needs_opening(const struct match_state *m)
{
	return !variant_of_game(m->match_variant, m->game_no + 1)->winner_begins ||
	       m->last_winner == SEAT_NONE;
}

enum seat
match_to_act(const struct match_state *m)
{
	if (!match_game_on(m))
		return SEAT_NONE;
	if (m->resign_by != SEAT_NONE)
		return seat_other(m->resign_by);
	if (m->phase == PH_DOUBLED)
		return seat_other(m->doubler);
	return m->turn;
}

static bool
is_won(const struct match_state *m)
{
	return m->length > 0 && m->winner != SEAT_NONE && m->score[m->winner] >= m->length &&
	       m->score[seat_other(m->winner)] < m->length;
}

bool
match_counts_for_rating(const struct match_state *m)
{
	return m->winner != SEAT_NONE && m->how <= WON_ABANDON && m->moved[0] && m->moved[1] &&
	       !m->practice;
}

bool
match_check(const struct match_state *m)
{
	bool on = match_game_on(m);

	if (!variant_check_board(&m->board, m->variant))
		return false;
	if (on != (m->turn != SEAT_NONE))
		return false;
	if ((m->phase == PH_MOVE) != (m->dice_to_play > 0) ||
	    (m->phase == PH_MOVE && !m->variant->no_dice) != (m->dice.d[0] > 0))
		return false;
	if ((m->phase == PH_DOUBLED) != (m->doubler != SEAT_NONE) ||
	    (m->phase == PH_DOUBLED) != (m->offered_cube > 0))
		return false;
	if (m->draw_by != SEAT_NONE && !on)
		return false;
	if ((m->takeback[0].available || m->takeback[1].available) && (!m->practice || !on))
		return false;
	if ((m->resign_by != SEAT_NONE) != (m->resign_size > 0) ||
	    (m->resign_by != SEAT_NONE && !on))
		return false;
	if (m->cube == 0 || (m->cube & (m->cube - 1)) != 0 || m->cube > m->variant->cube_limit)
		return false;
	if (!clock_check(&m->clock) || (m->phase != PH_OVER && m->winner != SEAT_NONE))
		return false;
	if (m->phase == PH_OVER && (!match_cut_short(m) || is_won(m)))
		return is_won(m);
	return m->length == 0 || (m->score[0] < m->length && m->score[1] < m->length);
}

enum match_err
match_cube_access(const struct match_state *m, enum seat seat)
{
	if (!m->variant->cube || m->length == 1 || m->no_cube)
		return MATCH_NO_CUBE;
	if (m->crawford == CRAWFORD_ACTIVE)
		return MATCH_CRAWFORD_GAME;
	if (m->opening || (m->cube_owner != SEAT_NONE && m->cube_owner != seat))
		return MATCH_NO_CUBE;
	if (m->cube * 2 > m->variant->cube_limit)
		return MATCH_NO_CUBE;
	return MATCH_OK;
}

bool
match_may_double(const struct match_state *m, enum seat seat)
{
	return m->phase == PH_ROLL && m->turn == seat && m->resign_by == SEAT_NONE &&
	       !m->clock.paused && !m->clock.away[0] && !m->clock.away[1] &&
	       match_cube_access(m, seat) == MATCH_OK;
}

uint8_t
match_redoubles_left(const struct match_state *m)
{
	if (m->offered_cube * 2 > m->variant->cube_limit)
		return 0;
	if (m->redoubles == REDOUBLES_UNLIMITED)
		return REDOUBLES_UNLIMITED;
	return m->redoubles > m->redoubles_done ? (uint8_t)(m->redoubles - m->redoubles_done)
						: 0;
}

/* With the Jacoby rule, a game in which the cube was not turned counts as a single game.  In
 * games scored by the remaining checkers, the game is scored as if it ended now. */
uint32_t
match_resign_points(const struct match_state *m, enum seat seat, unsigned size)
{
	if (m->variant->resign_max == 1)
		return m->cube * m->variant->score(m->variant, &m->board, seat_other(seat));
	return m->cube * (m->jacoby && m->cube_owner == SEAT_NONE ? 1 : size);
}

enum seat
match_out_of_time(const struct match_state *m, uint32_t elapsed_ms, const uint32_t credit_ms[2])
{
	bool gone[2];
	int64_t left[2];

	for (unsigned s = 0; s < 2; s++) {
		gone[s] = clock_has_run_out(&m->clock, (enum seat)s, elapsed_ms, credit_ms[s]);
		left[s] = clock_left_ms(&m->clock, (enum seat)s, credit_ms[s]);
	}
	if (!gone[0] || !gone[1])
		return gone[0] ? SEAT_0 : gone[1] ? SEAT_1 : SEAT_NONE;
	if (left[0] != left[1])
		return left[0] < left[1] ? SEAT_0 : SEAT_1;
	return m->score[1] < m->score[0] ? SEAT_1 : SEAT_0;
}
