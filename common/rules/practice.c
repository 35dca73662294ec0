/* SPDX-License-Identifier: MIT */
/* See practice.h.  Keeps only the fields that may change during a game. */
#include "rules/practice.h"

#include <string.h>

/* Saves nothing before an automatic play: if that were taken back, the server would repeat it
 * at once. */
void
practice_save_state(struct match_state *m, const struct action *a)
{
	struct match_takeback *b = &m->takeback[m->turn];

	if (!m->practice || a->automatic)
		return;
	b->available = true;
	b->opening = m->opening;
	b->previous_stuck = m->previous_stuck;
	b->dice_to_play = m->dice_to_play;
	b->play_stage = m->play_stage;
	memcpy(b->score_streak, m->score_streak, sizeof(b->score_streak));
	b->undone_play = a->play;
	b->dice = m->dice;
	b->board = m->board;
	b->cube = m->cube;
	b->cube_owner = m->cube_owner;
	b->next_roll = m->next_roll;
}

/* The dice that were drawn after the play are drawn again.  There is no clock to restore,
 * because practice matches have none. */
void
practice_restore_state(struct match_state *m, enum seat seat)
{
	const struct match_takeback b = m->takeback[seat];

	m->phase = PH_MOVE;
	m->turn = seat;
	m->opening = b.opening;
	m->previous_stuck = b.previous_stuck;
	m->dice_to_play = b.dice_to_play;
	m->play_stage = b.play_stage;
	memcpy(m->score_streak, b.score_streak, sizeof(m->score_streak));
	m->dice = b.dice;
	m->board = b.board;
	m->cube = b.cube;
	m->cube_owner = b.cube_owner;
	m->next_roll = b.next_roll;
	m->offered_cube = 0;
	m->doubler = SEAT_NONE;
	m->redoubles_done = 0;
	m->draw_by = SEAT_NONE;
	m->resign_by = SEAT_NONE;
	m->resign_size = 0;
	memset(m->takeback, 0, sizeof(m->takeback));
}
