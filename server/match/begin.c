/* SPDX-License-Identifier: MIT */
/* Begins, resumes and suspends matches.  Resuming one costs a replay of its actions. */
#include "match/match_internal.h"

#include <inttypes.h>
#include <string.h>

#include "login/recovery.h"
#include "people/people.h"
#include "output/output.h"
#include "os/log.h"

/* Publishes that both players are seated, after clearing recovery codes off their screens.
 * Called only once the match is certain to begin, because a code cannot be shown again. */
static void
publish_seated(
    struct world *w, struct match *m, struct session *inviter, struct session *joiner)
{
	recovery_clear_for_match(w, inviter);
	recovery_clear_for_match(w, joiner);
	event_publish(w, &(struct world_event){ .kind = EVENT_match_seated, .match = m });
}

/* ---- new matches ---- */

void
match_terms_set_clock(
    struct match_terms *t, const struct clock_preset *p, unsigned length, uint32_t overtime_ms)
{
	t->has_clock = p != NULL;
	if (p == NULL)
		return;
	t->delay_ms = p->delay_ms;
	t->reserve_ms[0] = t->reserve_ms[1] = clock_reserve_start(p, length);
	t->overtime_ms = overtime_ms;
}

static uint32_t
term_bits(const struct match_terms *t)
{
	uint32_t bits = t->no_cube ? STORE_TERM_NO_CUBE : 0;

	if (t->crawford != CRAWFORD_BY_TOGGLES)
		bits |=
		    t->crawford == CRAWFORD_ON ? STORE_TERM_CRAWFORD : STORE_TERM_NO_CRAWFORD;
	return bits;
}

static bool
make_record(struct world *w, struct session *inviter, struct session *joiner, unsigned length,
    const struct variant *v, const struct match_terms *t, struct match_record *r)
{
	struct match_record old;

	if (t->tournament == 0 && store_match_find_unfinished(w->store, inviter->player->user,
				      joiner->player->user, &old))
		match_finish(w, &old, NULL, MATCH_END_REPLACED);
	*r = (struct match_record){
		.user = { inviter->player->user, joiner->player->user },
		.length = (uint8_t)length,
		.created_ms = wallclock_new_stamp_ms(w),
		.winner = -1,
		.tournament = t->tournament,
		.pairing = t->pairing,
		.bound = t->tournament != 0,
		.terms = term_bits(t),
		.unrated = t->unrated || t->practice,
		.dice_committed = t->dice != NULL,
	};
	CHECK(sbuf_copy(r->variant, sizeof(r->variant), v->name));
	if (t->dice != NULL) {
		memcpy(r->seed, t->dice->seed, sizeof(r->seed));
		memcpy(r->dice_text, t->dice->player_text, sizeof(r->dice_text));
	} else {
		w->random.bytes(w->random.ctx, r->seed, sizeof(r->seed));
	}
	r->id = store_match_create(w->store, r);
	return r->id != 0;
}

/* Turns the terms into actions before the first game. */
static void
apply_terms(struct world *w, struct match *m, const struct match_terms *t)
{
	struct action a = { .kind = ACT_PRACTICE, .seat = SEAT_NONE, .automatic = true };

	if (t->practice)
		CHECK(match_act(w, m, &a, HOW_AUTOMATIC).err == MATCH_OK);
	a.kind = ACT_CLOCK;
	if (t->has_clock) {
		a.clock.delay_ms = t->delay_ms;
		a.clock.overtime_ms = t->overtime_ms;
		for (unsigned s = 0; s < 2; s++) {
			a.clock.reserve_ms[s] = t->reserve_ms[s];
			a.clock.allowance_ms[s] = clock_allowance_start(t->reserve_ms[s]);
		}
		CHECK(match_act(w, m, &a, HOW_AUTOMATIC).err == MATCH_OK);
	}
	for (unsigned s = 0; s < 2; s++) {
		a = (struct action){ .kind = ACT_PENALTY_POINTS,
			.seat = (enum seat)s,
			.automatic = true,
			.size = t->start_points[s] };
		if (t->start_points[s] > 0)
			CHECK(match_act(w, m, &a, HOW_AUTOMATIC).err == MATCH_OK);
	}
}

int64_t
match_begin(struct world *w, struct session *inviter, struct session *joiner, unsigned length,
    const struct variant *v, const struct match_terms *terms)
{
	static const struct match_terms none;
	const struct match_terms *t = terms != NULL ? terms : &none;
	struct match_record r;
	struct match *m;

	CHECK(length <= MATCH_LENGTH_MAX);
	if (!make_record(w, inviter, joiner, length, v, t, &r))
		return 0;
	m = match_seat(w, &r, inviter, joiner);
	if (m == NULL)
		return 0;
	publish_seated(w, m, inviter, joiner);
	match_init(&m->state, v, length);
	event_publish(w, &(struct world_event){ .kind = EVENT_match_begun, .match = m });
	apply_terms(w, m, t);
	if (t->start_position != NULL)
		match_start_at_position(w, m, t->start_position);
	else
		match_start_game(w, m);
	return r.id;
}

/* ---- resuming ---- */

/* Records that both players are back.  In a bound or interrupted match, the absence is charged
 * to the clock; the clock of any other match did not run while it was saved.  Returns false if
 * the absence was too long and the match is over. */
static bool
record_return(struct world *w, struct match *m, bool absence, int64_t since_ms)
{
	m->last_ms = absence ? since_ms : w->mono_ms;
	for (unsigned s = 0; s < 2; s++) {
		struct action a = {
			.kind = ACT_RETURN, .seat = (enum seat)s, .automatic = true
		};

		if (m->state.clock.away[s] &&
		    match_act(w, m, &a, HOW_AUTOMATIC).err != MATCH_OK)
			return false;
	}
	if (absence)
		m->last_ms = timing_resume_ms(w, since_ms);
	else if (!m->state.clock.on)
		m->last_ms = -1;
	return true;
}

static enum resume_err
resume(struct world *w, const struct match_record *r, struct session *inviter,
    struct session *joiner)
{
	const bool absence = r->bound || match_interrupted(w, r->id);
	const int64_t since_ms = timing_counts_from_ms(w, r->id);
	struct match_totals totals;
	struct match_state st;
	struct match *m;
	uint32_t seq;

	if (!match_replay_totals(w, r, &st, &seq, &totals)) {
		log_warn("match_corrupt", "match=%" PRId64 " action=%u", r->id, seq);
		match_finish(w, r, NULL, MATCH_END_CORRUPT);
		if (!r->bound) { /* a tournament resumes its matches itself */
			msg_corrupt_match(&joiner->out);
			msg_corrupt_match(&inviter->out);
		}
		return RESUME_CORRUPT;
	}
	m = match_seat(w, r, inviter, joiner);
	if (m == NULL)
		return RESUME_NONE;
	publish_seated(w, m, inviter, joiner);
	m->state = st;
	m->totals = totals;
	m->next_seq = seq;
	m->not_yet_acted = 1u << SEAT_0 | 1u << SEAT_1;
	if (!record_return(w, m, absence, since_ms))
		return RESUME_OVER;
	timing_arm(w, m);
	event_publish(w, &(struct world_event){ .kind = EVENT_match_resumed, .match = m });
	if (m->state.clock.paused)
		return RESUME_OK;
	if (m->state.phase == PH_BETWEEN_GAMES)
		match_start_game(w, m);
	else
		match_prompt_again(w, m);
	return RESUME_OK;
}

enum resume_err
match_resume_row(struct world *w, int64_t row)
{
	struct match_record r;
	struct session *s[2];

	if (!store_match_by_id(w->store, row, &r) || r.ended_ms != 0)
		return RESUME_NONE;
	for (unsigned i = 0; i < 2; i++) {
		s[i] = session_by_name(w, r.name[i]);
		if (s[i] == NULL || s[i]->match != 0)
			return RESUME_NONE;
	}
	if (!recovery_allows_match(w, s))
		return RESUME_NONE;
	return resume(w, &r, s[0], s[1]);
}

enum resume_err
match_resume(struct world *w, struct session *inviter, struct session *joiner)
{
	struct match_record r;

	if (!store_match_find_unfinished(
		w->store, inviter->player->user, joiner->player->user, &r))
		return RESUME_NONE;
	return resume(w, &r, inviter, joiner);
}

/* ---- suspending ---- */

/* Stores the reason for the suspension as an action.  Returns false if a player had no time
 * left, which has ended the match. */
static bool
store_suspension(struct world *w, struct match *m, enum seat who, enum match_leave_kind how)
{
	struct action save = { .kind = ACT_SAVE, .seat = SEAT_NONE, .automatic = true };
	struct action cut = { .kind = ACT_DISCONNECT, .seat = who, .automatic = true };

	/* Without a clock there is nothing to store; while the store refuses writes, nothing
	 * can be stored. */
	if ((!m->bound && !m->state.clock.on) || store_refusing(w->store))
		return true;
	/* A director has paused the match.  A player who leaves it to play others is not
	 * absent. */
	if (m->bound && m->state.clock.paused && how != LEAVE_OFFLINE)
		return true;
	if ((m->bound || how != LEAVE_ADJOURNED) &&
	    match_act(w, m, &cut, HOW_AUTOMATIC).err == MATCH_OK)
		return true;
	/* also reached if ACT_DISCONNECT is refused because the opponent has only lag credit
	 * left */
	if (m->live && !m->bound)
		CHECK(match_act(w, m, &save, HOW_AUTOMATIC).err == MATCH_OK);
	return m->live;
}

void
match_suspend(struct world *w, struct match *m, enum seat who, enum match_leave_kind how)
{
	struct match_record r = match_record_of(w, m);
	struct match_ending e = {
		.r = &r, .st = &m->state, .live = m, .how = MATCH_END_SUSPENDED
	};

	if (!store_suspension(w, m, who, how))
		return;
	/* store_match_score also stores the number of actions, so that a loss of actions is
	 * noticed later */
	if (!store_refusing(w->store)) {
		store_match_score(w->store, m->row, m->state.score);
		match_store_totals(w, m);
	}
	match_unseat(w, m);
	if (m->bound || m->state.clock.away[who])
		timing_count_from_now(w, m->row,
		    w->mono_ms + (w->matches->handing_over ? TIMING_AFTER_START_MS : 0));
	absence_update_from_clock(w, &r, &m->state.clock);
	if (how == LEAVE_STAYING_ONLINE)
		absence_set_left(w, m->row, who);
	match_publish_freed(w, &e);
}

void
match_drop(struct world *w, struct match *m, enum seat who)
{
	const int64_t row = m->row;
	struct match_record r;

	match_suspend(w, m, who, LEAVE_STAYING_ONLINE);
	if (store_match_by_id(w->store, row, &r))
		match_finish(w, &r, NULL, MATCH_END_REPLACED);
}
