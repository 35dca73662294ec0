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
struct carried {
	int64_t row;
	uint64_t no[2];
	bool swapped, joined[2], asks_adjourn[2];
	int64_t last_ms;
	uint8_t warned[2];
	uint8_t to_act, spectators; /* spectators: for versions that do not know `followers` */
	uint64_t followers;
};

static struct carried
of_match(const struct world *w, const struct match *m)
{
	struct carried c = { .row = m->row,
		.swapped = m->swapped,
		.last_ms = m->last_ms,
		.to_act = m->to_act,
		.spectators = (uint8_t)m->followers,
		.followers = m->followers };

	for (unsigned i = 0; i < 2; i++) {
		c.no[i] = match_session(w, m, (enum seat)i)->login.no;
		c.joined[i] = m->joined[i];
		c.asks_adjourn[i] = m->asks_adjourn[i];
		c.warned[i] = m->warned[i];
	}
	return c;
}

/* Seats both players.  Keeps came_back, which match_seat would reset as for a new match. */
static struct match *
seat_both(struct world *w, const struct match_record *r, const struct carried *c)
{
	struct session *s[2];
	bool came_back[2];
	struct match *m;

	for (unsigned i = 0; i < 2; i++) {
		s[i] = online_from(w, c->no[i]);
		if (s[i] == NULL || s[i]->login.no != c->no[i] || s[i]->match != 0 ||
		    s[i]->player->user != r->user[i])
			return NULL;
		came_back[i] = s[i]->resume.came_back;
	}
	m = match_seat(w, r, s[c->swapped], s[!c->swapped]);
	for (unsigned i = 0; i < 2; i++)
		s[i]->resume.came_back = came_back[i];
	return m;
}

static bool
play_on(struct world *w, const struct carried *c)
{
	struct match_totals totals;
	struct match_state st;
	struct match_record r;
	struct match *m;
	uint32_t seq;

	if (!store_match_by_id(w->store, c->row, &r) || r.ended_ms != 0 ||
	    !match_replay_totals(w, &r, &st, &seq, &totals))
		return false;
	m = seat_both(w, &r, c);
	if (m == NULL)
		return false;
	m->state = st;
	m->totals = totals;
	m->next_seq = seq;
	m->last_ms = c->last_ms;
	m->to_act = c->to_act;
	m->followers = c->followers | c->spectators;
	for (unsigned i = 0; i < 2; i++) {
		m->joined[i] = c->joined[i];
		m->asks_adjourn[i] = c->asks_adjourn[i];
		m->warned[i] = c->warned[i];
	}
	timing_arm(w, m);
	return true;
}

static void
carry_suspensions(struct world *w, struct pack *p)
{
	const struct suspension *s = p->reading ? NULL : w->matches->suspensions;

	while (pack_begin(p, 1, s != NULL)) {
		int64_t row = s != NULL ? s->row : 0;
		int64_t since_ms = s != NULL ? s->since_ms : 0;

		PACK(p, 1, row, 2, since_ms);
		pack_end(p);
		if (p->reading && !p->bad)
			timing_count_from(w, row, since_ms);
		s = s != NULL ? s->hh.next : NULL;
	}
}

void
matches_carry(struct world *w, struct pack *p)
{
	uint32_t cursor = 0;

	PACK(p, 1, w->matches->stalled_ms);
	for (;;) {
		const struct match *m = p->reading ? NULL : match_next(w, &cursor);
		struct carried c = { .row = 0 };

		if (!pack_begin(p, 2, m != NULL))
			break;
		if (m != NULL)
			c = of_match(w, m);
		PACK(p, 1, c.row, 2, c.no, 3, c.swapped, 4, c.joined, 5, c.asks_adjourn);
		PACK(p, 6, c.last_ms, 7, c.warned, 8, c.to_act, 9, c.spectators);
		PACK(p, 10, c.followers);
		pack_end(p);
		p->bad = p->bad || (p->reading && !play_on(w, &c));
	}
	PACK_PART(p, 3, carry_suspensions(w, p));
	PACK_PART(p, 4, asks_carry(w, p));
	PACK_PART(p, 5, absences_carry(w, p));
	PACK_PART(p, 6, outage_carry(w, p));
	PACK_PART(p, 7, questions_carry(w, p));
	w->matches->carried = p->reading;
}

void
matches_carried(struct world *w)
{
	w->matches->carried = false;
}
