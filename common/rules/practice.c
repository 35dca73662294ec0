/* SPDX-License-Identifier: MIT */
/* See practice.h.  Keeps only the fields that may change during a game. */
#include "rules/practice.h"

#include <string.h>

/* Saves nothing before an automatic play: if that were taken back, the server would repeat it
 * at once. */
void
practice_keep(struct match_state *m, const struct action *a)
{
	struct match_back *b = &m->back[m->turn];

	if (!m->practice || a->automatic)
		return;
	b->there = true;
	b->opening = m->opening;
	b->stuck = m->stuck;
	b->pieces = m->pieces;
	b->stage = m->stage;
	memcpy(b->streak, m->streak, sizeof(b->streak));
	b->played = a->play;
	b->dice = m->dice;
	b->board = m->board;
	b->cube = m->cube;
	b->cube_owner = m->cube_owner;
	b->next_roll = m->next_roll;
}

/* The dice that were drawn after the play are drawn again.  There is no clock to restore,
 * because practice matches have none. */
void
practice_restore(struct match_state *m, enum seat seat)
{
	const struct match_back b = m->back[seat];

	m->phase = PH_MOVE;
	m->turn = seat;
	m->opening = b.opening;
	m->stuck = b.stuck;
	m->pieces = b.pieces;
	m->stage = b.stage;
	memcpy(m->streak, b.streak, sizeof(m->streak));
	m->dice = b.dice;
	m->board = b.board;
	m->cube = b.cube;
	m->cube_owner = b.cube_owner;
	m->next_roll = b.next_roll;
	m->offer = 0;
	m->offer_by = SEAT_NONE;
	m->redoubles_done = 0;
	m->draw_by = SEAT_NONE;
	m->resign_by = SEAT_NONE;
	m->resign_size = 0;
	memset(m->back, 0, sizeof(m->back));
}
