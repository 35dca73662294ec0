/* SPDX-License-Identifier: MIT */
/* Acts on matches of events by those who run the event, whether the match is being played or
 * suspended: see match.h.  Owns nothing.  A suspended match is made again from its actions, so
 * an act on it costs as much as resuming it. */
#include "tell/announce.h"
#include "match/match.h"
#include "people/people.h"
#include "match/timing.h"
#include "proto/username.h"
#include "rules/rating.h"

#define BIT(x) (1u << (x))

struct match *
match_live(const struct world *w, const struct match_record *r)
{
	const struct session *s = session_by_name(w, r->name[0]);
	struct match *m = s != NULL ? session_match(w, s) : NULL;

	return m != NULL && m->row == r->id ? m : NULL;
}

bool
match_event_clock(
    struct world *w, int64_t row, struct match_clock *clock_out, int64_t *since_ms_out)
{
	struct match_record r;
	struct match_state st;
	uint32_t seq;

	if (!store_match_by_id(w->store, row, &r) || r.ended_ms != 0 ||
	    !match_replay(w, &r, &st, &seq))
		return false;
	*clock_out = st.clock;
	*since_ms_out = timing_since_ms(w, row);
	return true;
}

/* ---- ratings of those who need not be on line ---- */

static void
rate_user(struct world *w, const struct match_record *m, const struct user_record *u,
    const struct match_state *st, struct standing was, double change)
{
	struct standing now = { was.rating + change, was.experience + match_points_earned(st) };

	match_keep_rating(w, m->id, u->id, st->played, was, now);
	user_set_standing(w, u, st->played, now);
}

static struct rating_change
rate_stored(struct world *w, const struct match_record *m, const struct match_state *st)
{
	unsigned win = st->winner == SEAT_0 ? 0 : 1;
	struct user_record u[2];
	struct standing was[2];
	struct rating_calc c;

	for (unsigned i = 0; i < 2; i++) {
		if (!store_user_by_id(w->store, m->user[i], &u[i]))
			return (struct rating_change){ .rated = false };
		was[i == win ? 0 : 1] = user_standing(w, &u[i], st->played);
	}
	c = rating_match(was[0].rating, was[0].experience, was[1].rating, was[1].experience,
	    match_points_earned(st));
	rate_user(w, m, &u[win], st, was[0], c.change_winner);
	rate_user(w, m, &u[1 - win], st, was[1], c.change_loser);
	return match_change_of(&c, was);
}

struct changes {
	unsigned n;
	struct rating_record r[2];
};

static void
note_change(void *ctx, const struct rating_record *r)
{
	struct changes *c = ctx;

	if (c->n < ARRAY_LEN(c->r))
		c->r[c->n++] = *r;
}

static bool
take_back(struct world *w, const struct rating_record *r)
{
	const struct variant *v = r->game[0] == '\0' ? VARIANT_FIBS : variant_find(r->game);
	uint32_t experience = r->experience_after - r->experience_before;
	struct user_record u;
	struct standing now;

	if (v == NULL || !store_user_by_id(w->store, r->user, &u) ||
	    strncmp(u.name, USERNAME_ERASED, strlen(USERNAME_ERASED)) == 0)
		return false;
	now = user_standing(w, &u, v);
	now.rating -= r->after - r->before;
	now.experience -= now.experience < experience ? now.experience : experience;
	user_set_standing(w, &u, v, now);
	return true;
}

unsigned
match_unrate(struct world *w, int64_t row, struct rating_record undone_out[2])
{
	struct changes c = { 0 };
	unsigned n = 0;

	store_ratings_each(w->store, row, note_change, &c);
	for (unsigned i = 0; i < c.n; i++)
		if (take_back(w, &c.r[i]))
			undone_out[n++] = c.r[i];
	return n;
}

/* ---- ends ---- */

/* Why the match is over, for who sits in that seat; a result that was set is told by who set
 * it. */
static void
tell_reason(
    struct out *out, enum seat seat, const struct match_record *r, const struct match_state *st)
{
	enum match_end end = match_end_of(st);
	bool lost = st->winner != seat;

	if (st->winner == SEAT_NONE)
		msg_forfeit_both(out);
	else if (end == MATCH_END_TIME && lost)
		msg_time_out_M(out);
	else if (end == MATCH_END_TIME)
		msg_time_out_OW(out, r->name[seat_other(seat)]);
	else if (end == MATCH_END_FORFEIT && lost)
		msg_forfeit_M(out);
	else if (end == MATCH_END_FORFEIT)
		msg_forfeit_OW(out, r->name[seat_other(seat)]);
}

/* People who are here read what they would have read at the board; programs, which show no
 * match just now, only what the event tells. */
static void
tell_end(struct world *w, const struct match_record *r, const struct match_state *st,
    const struct rating_change *c)
{
	enum seat win = st->winner, lose = seat_other(win);

	for (unsigned i = 0; i < 2; i++) {
		struct session *s = session_by_name(w, r->name[i]);

		if (s == NULL || !session_person(s))
			continue;
		tell_reason(&s->out, (enum seat)i, r, st);
		if (win == SEAT_NONE)
			continue;
		if (win == i)
			msg_win_match_M(&s->out, r->length, st->score[win], st->score[lose]);
		else
			msg_win_match_OW(
			    &s->out, r->name[win], r->length, st->score[win], st->score[lose]);
		match_tell_change(s, st->played, r->name[win], r->name[lose], c);
	}
}

/* ---- acts ---- */

static enum match_err
act_stored(struct world *w, const struct match_record *r, struct action *a)
{
	int64_t since_ms = timing_since_ms(w, r->id);
	int64_t elapsed_ms = w->mono_ms - since_ms;
	struct rating_change change = { .rated = false };
	struct match_events ev;
	struct match_state st;
	enum match_err err;
	uint32_t seq;

	if (!match_replay(w, r, &st, &seq))
		return MATCH_IS_OVER;
	a->elapsed_ms = elapsed_ms < 0            ? 0
			: elapsed_ms > UINT32_MAX ? UINT32_MAX
						  : (uint32_t)elapsed_ms;
	if (!st.clock.away[0] && !st.clock.away[1])
		a->elapsed_ms = 0; /* nobody's absence is known: the server had stopped */
	err = match_apply(&st, a, w->space, &ev).err;
	if (err != MATCH_OK)
		return err;
	match_keep_action(w, r->id, seq, a);
	timing_stands(w, r->id, since_ms);
	if (st.phase != PH_OVER)
		return MATCH_OK;
	match_store_end(w, r->id, &st);
	if (match_counts(r->unrated, &st))
		change = rate_stored(w, r, &st);
	tell_end(w, r, &st, &change);
	match_tell_event(w, r->event, r->pairing, r->id, &st);
	return MATCH_OK;
}

enum match_err
match_event_act(struct world *w, int64_t row, const struct action *a)
{
	static const unsigned away = BIT(ACT_CUT) | BIT(ACT_BACK);
	static const unsigned live = BIT(ACT_PAUSE) | BIT(ACT_UNPAUSE) | BIT(ACT_ADDTIME) |
				     BIT(ACT_CLOCK) | BIT(ACT_POINTS) | BIT(ACT_ABANDON) |
				     BIT(ACT_FORFEIT) | BIT(ACT_RESULT) | BIT(ACT_TIMEOUT);
	struct action act = *a;
	struct match_record r;
	struct match *m;

	if (!store_match_by_id(w->store, row, &r) || r.ended_ms != 0)
		return MATCH_IS_OVER;
	m = match_live(w, &r);
	act.automatic = true;
	act.credit_ms = 0;
	if ((unsigned)a->kind >= ACT_COUNT ||
	    (BIT(a->kind) & (m != NULL ? live : live | away)) == 0)
		return MATCH_BAD_ACTION;
	return m != NULL ? match_act(w, m, &act, HOW_FORCED).err : act_stored(w, &r, &act);
}
