/* SPDX-License-Identifier: MIT */
/* See people.h.  Owns nothing.  A move costs a list of all legal moves; a comparison costs a
 * replay of every match in progress. */
#include "tests/support/people.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "rules/notation.h"

static void
type_random_move(
    const struct match_state *st, struct rng *r, struct move_space *space, struct sbuf *line)
{
	unsigned n =
	    move_list(st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1], space);

	notation_write_fibs(
	    line, &space->result[rng_below(r, n)].play, match_numbering(st, st->turn));
}

bool
people_play(struct fixture *h, const struct session *s, struct rng *r, struct move_space *space,
    struct sbuf *line, unsigned long *moves)
{
	static const char *const to_double[] = { "accept", "accept", "reject", "redouble",
		"beaver" };
	static const char *const to_resign[] = { "reject", "reject", "accept" };
	const struct match_state *st = &session_match(fixture_world(h), s)->state;

	if (st->phase == PH_BETWEEN_GAMES) {
		sbuf_add(line, "join");
	} else if (match_to_act(st) != s->seat) {
		return false;
	} else if (st->resign_by != SEAT_NONE) {
		sbuf_add(line, to_resign[rng_below(r, ARRAY_LEN(to_resign))]);
	} else if (st->phase == PH_DOUBLED) {
		sbuf_add(line, to_double[rng_below(r, ARRAY_LEN(to_double))]);
	} else if (st->draw_by == seat_other(s->seat)) {
		sbuf_add(line, rng_below(r, 3) == 0 ? "draw accept" : "draw reject");
	} else if (st->phase == PH_NAME_DOUBLE) {
		sbuf_addf(line, "choose %u", 1 + (unsigned)rng_below(r, 6));
	} else if (st->phase == PH_ROLL) {
		sbuf_add(line, rng_below(r, 12) == 0 ? "double" : "roll");
	} else {
		type_random_move(st, r, space, line);
		(*moves)++;
	}
	return true;
}

const struct session *
people_inviter(const struct world *w, const struct session *s)
{
	for (const struct session *x = w->people->online; x != NULL; x = x->index.online_next)
		if (x->invitation.user == s->player->user)
			return x;
	return NULL;
}

unsigned
people_check_replays(struct fixture *h, unsigned long *compared)
{
	struct world *w = fixture_world(h);
	uint32_t cursor = 0;
	unsigned bad = 0;
	struct match *m;

	while ((m = match_next(w, &cursor)) != NULL) {
		struct match_record r;
		struct match_state st;
		uint32_t seq;

		(*compared)++;
		if (store_match_by_id(fixture_store(h), m->row, &r) &&
		    match_replay(w, &r, &st, &seq) && memcmp(&st, &m->state, sizeof(st)) == 0 &&
		    seq == m->next_seq)
			continue;
		printf("match %" PRId64 " is not what its actions say\n", m->row);
		bad++;
	}
	return bad;
}
