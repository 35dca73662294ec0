/* SPDX-License-Identifier: MIT */
/* Transfers matches in progress to another process: that process replays them from their
 * actions and seats the players again without notifying them.  Only state that the actions do
 * not contain is transferred. */
#include "base/pack.h"
#include "match/match_internal.h"

#include "people/people.h"
#include "output/output.h"

/* The part of a match that is transferred.  `row` identifies the match, and `no` its players,
 * by their log-in numbers. */
struct carried_match {
	int64_t row;
	uint64_t no[2];
	bool seat_1_invited, wants_next_game[2], asks_adjourn[2];
	int64_t last_ms;
	uint8_t warnings_given[2];
	uint8_t not_yet_acted,
	    spectators; /* spectators: for versions that do not know `followers` */
	uint64_t followers;
};

static struct carried_match
carried_of(const struct world *w, const struct match *m)
{
	struct carried_match c = { .row = m->row,
		.seat_1_invited = m->seat_1_invited,
		.last_ms = m->last_ms,
		.not_yet_acted = m->not_yet_acted,
		.spectators = (uint8_t)m->followers,
		.followers = m->followers };

	for (unsigned i = 0; i < 2; i++) {
		c.no[i] = match_session(w, m, (enum seat)i)->login.no;
		c.wants_next_game[i] = m->wants_next_game[i];
		c.asks_adjourn[i] = m->asks_adjourn[i];
		c.warnings_given[i] = m->warnings_given[i];
	}
	return c;
}

/* Seats both players.  Keeps back_by_token, which match_seat would reset as for a new match. */
static struct match *
seat_players(struct world *w, const struct match_record *r, const struct carried_match *c)
{
	struct session *s[2];
	bool came_back[2];
	struct match *m;

	for (unsigned i = 0; i < 2; i++) {
		s[i] = online_from_login(w, c->no[i]);
		if (s[i] == NULL || s[i]->login.no != c->no[i] || s[i]->match != 0 ||
		    s[i]->player->user != r->user[i])
			return NULL;
		came_back[i] = s[i]->resume.back_by_token;
	}
	m = match_seat(w, r, s[c->seat_1_invited], s[!c->seat_1_invited]);
	for (unsigned i = 0; i < 2; i++)
		s[i]->resume.back_by_token = came_back[i];
	return m;
}

static bool
continue_match(struct world *w, const struct carried_match *c)
{
	struct match_totals totals;
	struct match_state st;
	struct match_record r;
	struct match *m;
	uint32_t seq;

	if (!store_match_by_id(w->store, c->row, &r) || r.ended_ms != 0 ||
	    !match_replay_totals(w, &r, &st, &seq, &totals))
		return false;
	m = seat_players(w, &r, c);
	if (m == NULL)
		return false;
	m->state = st;
	m->totals = totals;
	m->next_seq = seq;
	m->last_ms = c->last_ms;
	m->not_yet_acted = c->not_yet_acted;
	m->followers = c->followers | c->spectators;
	for (unsigned i = 0; i < 2; i++) {
		m->wants_next_game[i] = c->wants_next_game[i];
		m->asks_adjourn[i] = c->asks_adjourn[i];
		m->warnings_given[i] = c->warnings_given[i];
	}
	timing_arm(w, m);
	return true;
}

static void
hand_over_suspensions(struct world *w, struct pack *p)
{
	const struct suspension *s = p->reading ? NULL : w->matches->suspensions;

	while (pack_begin_part(p, 1, s != NULL)) {
		int64_t row = s != NULL ? s->row : 0;
		int64_t since_ms = s != NULL ? s->since_ms : 0;

		PACK(p, 1, row, 2, since_ms);
		pack_end_part(p);
		if (p->reading && !p->bad)
			timing_count_from(w, row, since_ms);
		s = s != NULL ? s->hh.next : NULL;
	}
}

void
matches_hand_over(struct world *w, struct pack *p)
{
	uint32_t cursor = 0;

	PACK(p, 1, w->matches->stalled_ms);
	for (;;) {
		const struct match *m = p->reading ? NULL : match_next(w, &cursor);
		struct carried_match c = { .row = 0 };

		if (!pack_begin_part(p, 2, m != NULL))
			break;
		if (m != NULL)
			c = carried_of(w, m);
		PACK(p, 1, c.row, 2, c.no, 3, c.seat_1_invited, 4, c.wants_next_game, 5,
		    c.asks_adjourn);
		PACK(p, 6, c.last_ms, 7, c.warnings_given, 8, c.not_yet_acted, 9, c.spectators);
		PACK(p, 10, c.followers);
		pack_end_part(p);
		p->bad = p->bad || (p->reading && !continue_match(w, &c));
	}
	PACK_PART(p, 3, hand_over_suspensions(w, p));
	PACK_PART(p, 4, requests_hand_over(w, p));
	PACK_PART(p, 5, absences_hand_over(w, p));
	PACK_PART(p, 6, outage_hand_over(w, p));
	PACK_PART(p, 7, play_questions_hand_over(w, p));
	w->matches->handing_over = p->reading;
}

void
matches_carry_done(struct world *w)
{
	w->matches->handing_over = false;
}
