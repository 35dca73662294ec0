/* SPDX-License-Identifier: MIT */
/* Seats two players in a match, and frees them. */
#include "match/match_internal.h"

#include <inttypes.h>
#include <string.h>

#include "people/people.h"
#include "login/resume_token.h"
#include "login/lifecycle.h"
#include "output/output.h"

static void
take_seat(struct world *w, struct match *m, struct session *s, enum seat seat)
{
	s->match = m->id;
	s->player->playing_match = m->row;
	s->opponent = m->session[seat_other(seat)];
	s->seat = seat;
	s->resume.busy_seq++;
	s->invitation.user = 0;
	s->invitation.open_to_all = false;
	s->player->inviter = (struct inviter){ 0 };
	/* a tournament resumes its matches itself */
	resume_token_set_match(w, s, m->bound ? 0 : m->row);
}

struct match *
match_seat(struct world *w, const struct match_record *r, struct session *inviter,
    struct session *joiner)
{
	struct matches *t = w->matches;
	enum seat seat = inviter->player->user == r->user[0] ? SEAT_0 : SEAT_1;
	match_handle id;
	struct match *m = pool_new(&t->pool, &id);
	char row[24];
	struct sbuf b;

	if (m == NULL)
		return NULL;
	for (unsigned i = 0; i < 2; i++) /* the players no longer wait in other matches */
		absence_adjourn_others(w, r->user[i], r->id);
	absence_end(w, r->id);
	*m = (struct match){
		.id = id,
		.row = r->id,
		.user = { r->user[0], r->user[1] },
		.tournament = r->tournament,
		.pairing = r->pairing,
		.bound = r->bound,
		.terms = r->terms,
		.unrated = r->unrated,
		.live = true,
		.seat_1_invited = seat == SEAT_1,
		.last_ms = -1,
	};
	t->live_n++;
	m->session[seat] = inviter->id;
	m->session[seat_other(seat)] = joiner->id;
	SBUF_INIT(&b, row);
	sbuf_addf(&b, "%" PRId64, r->id);
	fair_dice_init(&m->dice, r->seed, row, r->dice_text[0], strlen(r->dice_text[0]),
	    r->dice_text[1], strlen(r->dice_text[1]));
	fair_commitment(r->seed, m->commitment);
	/* both stop watching before either is seated, because they may be watching each
	 * other */
	session_stop_watching(w, inviter, true);
	session_stop_watching(w, joiner, true);
	take_seat(w, m, inviter, seat);
	take_seat(w, m, joiner, seat_other(seat));
	return m;
}

void
match_unseat(struct world *w, struct match *m)
{
	for (unsigned i = 0; i < 2; i++) {
		struct session *s = session_get(w, m->session[i]);

		if (s != NULL && s->match == m->id) {
			s->match = 0;
			s->player->playing_match = 0;
			s->opponent = 0;
		}
	}
	m->live = false;
	timing_arm(w, m);
	w->matches->live_n--;
	DL_APPEND2(w->matches->freed_later, m, freed_prev, freed_next);
}

struct match_record
match_record_of(const struct world *w, const struct match *m)
{
	struct match_record r = {
		.id = m->row,
		.user = { m->user[0], m->user[1] },
		.length = m->state.length,
		.score = { m->state.score[0], m->state.score[1] },
		.winner = -1,
		.tournament = m->tournament,
		.pairing = m->pairing,
		.bound = m->bound,
		.terms = m->terms,
		.unrated = m->unrated,
	};

	for (unsigned s = 0; s < 2; s++)
		CHECK(sbuf_copy(
		    r.name[s], sizeof(r.name[s]), match_player_name(w, m, (enum seat)s)));
	return r;
}
