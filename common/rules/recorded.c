/* SPDX-License-Identifier: MIT */
/* See recorded.h. */
#include "rules/recorded.h"

bool
recorded_apply_play(const struct match_state *m, const struct play *p, struct board *b)
{
	uint8_t *own = b->at[m->turn], *other = b->at[seat_other(m->turn)];

	if (m->variant->contact != CONTACT_HIT || m->variant->movement != MOVE_CONTRARY)
		return false;
	for (unsigned i = 0; i < p->n; i++) {
		const struct step *s = &p->step[i];
		uint8_t *facing = s->to != PT_OFF ? &other[PT_BAR - s->to] : NULL;

		if (s->from > PT_BAR || own[s->from] == 0 || s->to >= s->from ||
		    (facing != NULL && *facing > 1))
			return false;
		own[s->from]--;
		own[s->to]++;
		if (facing != NULL && *facing == 1) {
			*facing = 0;
			other[PT_BAR]++;
		}
	}
	return true;
}

bool
recorded_set_score(struct match_state *m, const uint16_t score[2])
{
	for (unsigned s = 0; s < 2; s++) {
		if (score[s] > SCORE_MAX || (m->length > 0 && score[s] >= m->length))
			return false;
		m->score[s] = score[s];
	}
	if (!match_one_away(m))
		m->crawford = CRAWFORD_PENDING;
	return true;
}
