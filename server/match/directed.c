/* SPDX-License-Identifier: MIT */
/* Acts by tournaments and directors on matches, live or suspended, and the release of a match
 * from its tournament: see match.h.  A suspended match is replayed from its actions, so an act
 * on it costs as much as resuming it. */
#include "match/match_internal.h"

#include "login/resume_token.h"
#include "people/people.h"

#define BIT(x) (UINT64_C(1) << (x))

bool
match_stored_clock(
    struct world *w, int64_t row, struct match_clock *clock_out, int64_t *since_ms_out)
{
	struct match_record r;
	struct match_state st;
	uint32_t seq;

	if (!store_match_by_id(w->store, row, &r) || r.ended_ms != 0 ||
	    !match_replay(w, &r, &st, &seq))
		return false;
	*clock_out = st.clock;
	*since_ms_out = timing_counts_from_ms(w, row);
	return true;
}

static enum match_err
act_on_stored_match(struct world *w, const struct match_record *r, struct action *a)
{
	const bool counts = r->bound || match_interrupted(w, r->id);
	int64_t since_ms = timing_counts_from_ms(w, r->id);
	int64_t elapsed_ms = w->mono_ms - since_ms;
	struct match_events ev;
	struct match_state st;
	enum match_err err;
	uint32_t seq;

	if (!match_replay(w, r, &st, &seq))
		return MATCH_IS_OVER;
	a->elapsed_ms = elapsed_ms < 0            ? 0
			: elapsed_ms > UINT32_MAX ? UINT32_MAX
						  : (uint32_t)elapsed_ms;
	/* no time counts if no player is recorded as absent (the server was stopped), or if
	 * absence costs no time in this match */
	if (!counts || (!st.clock.away[0] && !st.clock.away[1]))
		a->elapsed_ms = 0;
	err = match_apply(&st, a, match_move_space(w), &ev).err;
	if (err != MATCH_OK)
		return err;
	match_store_action(w, r->id, seq, a);
	if (counts)
		timing_count_from_now(w, r->id, since_ms);
	if (st.phase == PH_OVER)
		match_finish(w, r, &st, match_end_of(&st));
	else
		absence_update_from_clock(w, r, &st.clock);
	return MATCH_OK;
}

enum match_err
match_direct_action(struct world *w, int64_t row, const struct action *a)
{
	static const uint64_t away =
	    BIT(ACT_DISCONNECT) | BIT(ACT_RETURN) | BIT(ACT_STOP_CLOCK) | BIT(ACT_SAVE);
	static const uint64_t live = BIT(ACT_PAUSE) | BIT(ACT_UNPAUSE) | BIT(ACT_ADDTIME) |
				     BIT(ACT_CLOCK) | BIT(ACT_PENALTY_POINTS) |
				     BIT(ACT_ABANDON) | BIT(ACT_FORFEIT) | BIT(ACT_SET_RESULT) |
				     BIT(ACT_TIMEOUT);
	struct action act = *a;
	struct match_record r;
	struct match *m;

	if (!store_match_by_id(w->store, row, &r) || r.ended_ms != 0)
		return MATCH_IS_OVER;
	m = match_find_live(w, &r);
	act.automatic = true;
	act.lag_credit_ms = 0;
	if ((unsigned)a->kind >= ACT_COUNT ||
	    (BIT(a->kind) & (m != NULL ? live : live | away)) == 0)
		return MATCH_BAD_ACTION;
	if (a->kind == ACT_DISCONNECT && absence_both_cut_off(w, r.user) &&
	    absence_stop_clock(w, row) &&
	    !store_match_by_id(w->store, row, &r)) /* absence_stop_clock has added an action */
		return MATCH_IS_OVER;
	return m != NULL ? match_act(w, m, &act, HOW_AUTOMATIC).err
			 : act_on_stored_match(w, &r, &act);
}

/* ---- bound and released ---- */

/* Binds a match to its tournament, or releases it.  m: the match if it is live, else NULL; r:
 * its record. */
static void
set_bound(struct world *w, const struct match_record *r, struct match *m, bool bound)
{
	store_match_bind(w->store, r->id, bound);
	absence_bind(w, r->id, bound);
	if (m == NULL)
		return;
	m->bound = bound;
	for (unsigned s = 0; s < 2; s++) /* a tournament resumes its matches itself */
		resume_token_set_match(
		    w, match_session(w, m, (enum seat)s), bound ? 0 : m->row);
}

/* If a player is away and the match is not live, adjourns it first, because the director's
 * decision must not start the clock of the absent player. */
enum release_result
match_release_from_tournament(struct world *w, int64_t row)
{
	const struct action save = { .kind = ACT_SAVE, .seat = SEAT_NONE };
	const struct action unpause = { .kind = ACT_UNPAUSE, .seat = SEAT_NONE };
	struct match_record r;
	struct match_state st;
	struct match *m;
	uint32_t seq;

	if (!store_match_by_id(w->store, row, &r) || r.ended_ms != 0 || !r.bound)
		return RELEASE_NOT_BOUND;
	m = match_find_live(w, &r);
	if (m != NULL)
		st = m->state;
	else if (!match_replay(w, &r, &st, &seq))
		return RELEASE_IMPOSSIBLE;
	if (!st.moved[0] || !st.moved[1])
		return RELEASE_IMPOSSIBLE;
	if (m == NULL && st.clock.on && (st.clock.away[0] || st.clock.away[1]))
		(void)(match_direct_action(w, row, &save) == MATCH_OK);
	set_bound(w, &r, m, false);
	if (st.clock.paused)
		(void)(match_direct_action(w, row, &unpause) == MATCH_OK);
	return RELEASE_DONE;
}

void
match_bind_to_tournament(struct world *w, int64_t row)
{
	struct match_record r;
	struct match *m;

	if (!store_match_by_id(w->store, row, &r))
		return;
	m = match_find_live(w, &r);
	set_bound(w, &r, m, true);
	if (m == NULL)
		timing_count_from_now(w, row, w->mono_ms);
}
