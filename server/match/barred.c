/* SPDX-License-Identifier: MIT */
/* See barred.h.
 *
 * The server gives no information about a position while the user, or another user at the same
 * address, is playing a match that counts.  Nor does it while the position is on the board of
 * any match except practice matches, unless the game is before its first play: such positions
 * are public knowledge. */
#include "match/barred.h"

#include <string.h>

#include "people/network.h"

static bool
counts(const struct match *m)
{
	return m->live && !m->state.practice && !m->unrated && m->state.length > 0;
}

/* Returns whether the user of s or another user at the same address is playing in m. */
static bool
is_near(const struct world *w, const struct session *s, const struct match *m)
{
	const struct netaddr own = network_of(s, NETWORK_ADDRESS);

	for (unsigned i = 0; i < 2; i++) {
		const struct session *x = match_session(w, m, (enum seat)i);
		const struct netaddr theirs = network_of(x, NETWORK_ADDRESS);

		if (x->player == s->player || network_same(&own, &theirs))
			return true;
	}
	return false;
}

static bool
same_checkers(const struct board *a, const struct board *b)
{
	for (unsigned turned = 0; turned < 2; turned++)
		if (memcmp(a->at[0] + 1, b->at[turned] + 1, PT_BAR) == 0 &&
		    memcmp(a->at[1] + 1, b->at[1 - turned] + 1, PT_BAR) == 0)
			return true;
	return false;
}

enum msg_id
barred_position(struct world *w, const struct session *s, const struct match_state *st)
{
	uint32_t cursor = 0;
	struct match *m;

	while ((m = match_next(w, &cursor)) != NULL) {
		if (counts(m) && is_near(w, s, m))
			return MSG_position_rated;
		if (m->live && !m->state.practice && match_game_on(&m->state) &&
		    !m->state.opening && same_checkers(&m->state.board, &st->board))
			return MSG_position_live;
	}
	return MSG_COUNT;
}
