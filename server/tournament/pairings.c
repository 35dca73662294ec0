/* SPDX-License-Identifier: MIT */
/* See pairings.h.  An act on a match that is not being played costs as much as resuming it. */
#include "tournament/pairings.h"

#include <inttypes.h>

#include "login/recovery.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tournament/record.h"
#include "os/log.h"
#include "rules/clock.h"

/* ---- beginning ---- */

static struct match_terms
match_terms_of(const struct tourney_live *l, uint32_t p)
{
	const int64_t *v = l->t.set.value;
	const struct tourney_bout *b = &l->t.bouts[p];
	unsigned length = l->t.pairings[p].length;
	char preset[16];
	struct sbuf word;
	struct match_terms terms = {
		.start_points = { b->penalty_points[0], b->penalty_points[1] },
		.crawford = v[TSET_crawford] != 0 ? CRAWFORD_ON : CRAWFORD_OFF,
		.no_cube = v[TSET_cube] == 0,
		.unrated = v[TSET_rated] == 0,
		.tournament = l->t.id,
		.pairing = p,
	};

	SBUF_INIT(&word, preset);
	tourney_setting_word(TSET_clock, b->terms.clock, &word);
	match_terms_set_clock(
	    &terms, clock_preset_named(preset), length, (uint32_t)b->terms.overtime * 60000);
	return terms;
}

/* Adjourns the match that the session is playing. */
static void
adjourn_match(struct world *w, struct session *s)
{
	struct match *m = session_match(w, s);
	struct session *opponent = session_opponent(w, s);

	msg_tt_saved(&s->out, opponent->player->name);
	msg_tt_saved_other(&opponent->out, s->player->name);
	match_suspend(w, m, s->seat, LEAVE_ADJOURNED);
	feed_row_changed(w, s);
	feed_row_changed(w, opponent);
}

/* Adjourns other matches of both players, so that they are free.  Returns false while one of
 * them is offline, reads a recovery code, or plays a match that is bound to a tournament and
 * not on hold. */
static bool
free_both_players(
    struct world *w, const struct tourney_live *l, uint32_t p, struct session *s[2])
{
	for (unsigned side = 0; side < 2; side++) {
		const struct match *m;

		s[side] = tourney_session(w, &l->t, l->t.pairings[p].side[side]);
		m = s[side] != NULL ? session_match(w, s[side]) : NULL;
		if (s[side] == NULL || (m != NULL && m->bound && !tourney_match_held(w, m)))
			return false;
	}
	if (!recovery_allows_match(w, s))
		return false;
	for (unsigned side = 0; side < 2; side++)
		if (s[side]->match != 0)
			adjourn_match(w, s[side]);
	return true;
}

/* Returns whether the players of a pairing have an unfinished match that they began before the
 * pairing's result was taken back; reads that match into *r. */
static bool
earlier_is_unfinished(
    const struct world *w, const struct tourney_live *l, uint32_t p, struct match_record *r)
{
	const struct pairing *x = &l->t.pairings[p];
	int64_t row = l->t.bouts[p].earlier_match;

	return row != 0 && store_match_by_id(w->store, row, r) && r->ended_ms == 0 &&
	       r->user[0] == l->t.entries[x->side[0]].user &&
	       r->user[1] == l->t.entries[x->side[1]].user;
}

/* Makes the match with id `row` the match of the pairing. */
static void
seat_match(struct world *w, struct tourney_live *l, uint32_t p, int64_t row)
{
	struct tourney_act a = { .kind = TACT_seat, .pairing = p, .value = row };

	/* a second match of the pairing gets its own dice */
	store_pairing_dice_end(w->store, l->t.id, p);
	if (record_act(w, l, &a, NULL) != TOURNEY_OK) /* cannot happen, because the pairing was
						       * due */
		log_warn("tourney_seat", "tourney=%" PRId64 " pairing=%" PRIu32, l->t.id, p);
	l->matches_changed = true;
	l->idle_check_ms = 0;
}

/* Chooses the pairing whose players are notified when they are seated; l NULL: none. */
static void
set_starting_pairing(struct world *w, struct tourney_live *l, uint32_t p)
{
	w->tourneys->starting = l;
	w->tourneys->starting_pairing = p;
}

void
pairings_match_seated(struct world *w)
{
	if (w->tourneys->starting != NULL)
		tell_seated(w, w->tourneys->starting, w->tourneys->starting_pairing);
}

static bool
resume_earlier_match(
    struct world *w, struct tourney_live *l, uint32_t p, const struct match_record *r)
{
	bool live = match_find_live(w, r) != NULL;
	struct session *s[2];

	if (!live && !free_both_players(w, l, p, s))
		return false;
	if (live)
		tell_seated(w, l, p);
	match_bind_to_tournament(w, r->id);
	seat_match(w, l, p, r->id);
	set_starting_pairing(w, l, p);
	if (!live && match_resume_row(w, r->id) == RESUME_NONE)
		tourney_set_interrupted(&l->t, p, true, NULL); /* the match will be resumed as
								* soon as possible */
	set_starting_pairing(w, NULL, 0);
	return true;
}

bool
pairings_begin_match(struct world *w, struct tourney_live *l, uint32_t p)
{
	struct match_record earlier;
	const struct variant *game = tourney_game(&l->t.set);
	unsigned length = l->t.pairings[p].length;
	struct match_terms terms = match_terms_of(l, p);
	struct dice_record dice;
	struct session *s[2];
	int64_t row;

	if (earlier_is_unfinished(w, l, p, &earlier))
		return resume_earlier_match(w, l, p, &earlier);
	if (!free_both_players(w, l, p, s))
		return false;
	/* a long match that is soon given up would let players transfer rating points */
	for (unsigned side = 0; side < 2; side++)
		terms.unrated |= !player_may_play(w, s[side]->player, game, length);
	if (store_pairing_dice(w->store, l->t.id, p, &dice))
		terms.dice = &dice; /* otherwise match_begin draws new dice */
	set_starting_pairing(w, l, p);
	row = match_begin(w, s[0], s[1], length, game, &terms);
	set_starting_pairing(w, NULL, 0);
	if (row == 0)
		return false;
	seat_match(w, l, p, row);
	return true;
}

void
pairings_result_taken_back(struct world *w, struct tourney_live *l, uint32_t p)
{
	struct match_record r;

	if (p != TOURNEY_NO_PAIRING && l->t.bouts[p].match == 0 &&
	    earlier_is_unfinished(w, l, p, &r) && match_find_live(w, &r) != NULL)
		(void)resume_earlier_match(w, l, p, &r);
}

/* Lets the match of a pairing begin again.  Called if the match is damaged or missing, or has
 * ended without deciding the pairing, none of which is the players' fault. */
static void
begin_match_again(struct world *w, struct tourney_live *l, uint32_t p)
{
	struct tourney_act a = { .kind = TACT_again, .pairing = p };

	log_warn("tourney_match_corrupt", "tourney=%" PRId64 " pairing=%" PRIu32, l->t.id, p);
	(void)record_act(w, l, &a, NULL);
}

bool
pairings_resume_match(struct world *w, struct tourney_live *l, uint32_t p)
{
	struct match_record r;
	struct session *s[2];

	if (!free_both_players(w, l, p, s))
		return false;
	switch (match_resume_row(w, l->t.bouts[p].match)) {
	case RESUME_OK:
		l->idle_check_ms = 0;
		tourney_set_interrupted(&l->t, p, false, NULL);
		return true;
	case RESUME_OVER:
	case RESUME_CORRUPT: /* the match's end has already been handled */
		return true;
	case RESUME_NONE:
		break;
	}
	if (!store_match_by_id(w->store, l->t.bouts[p].match, &r) || r.ended_ms != 0) {
		begin_match_again(
		    w, l, p); /* the match has ended without deciding the pairing */
		return true;
	}
	return false;
}

/* ---- interruptions ---- */

/* Calculates when each absent player loses: by the clock, or without a clock by the
 * tournament's limit. */
static void
compute_deadlines(struct world *w, struct tourney_live *l, uint32_t p)
{
	int64_t row = l->t.bouts[p].match, since_ms, lose_ms[2];
	int64_t limit_ms = (int64_t)tourney_forfeit_minutes(&l->t, p) * 60000;
	struct match_clock c;

	if (!match_stored_clock(w, row, &c, &since_ms))
		return;
	for (unsigned side = 0; side < 2; side++) {
		int64_t at = clock_absent_deadline_ms(&c, (enum seat)side, since_ms);

		if (c.paused)
			lose_ms[side] = INT64_MAX;
		else if (at < 0)
			lose_ms[side] = since_ms + limit_ms + w->tourneys->clock_offset_ms;
		else
			lose_ms[side] = at + w->tourneys->clock_offset_ms;
	}
	tourney_set_interrupted(&l->t, p, true, lose_ms);
}

bool
pairings_compute_deadlines(struct world *w, struct tourney_live *l, unsigned most)
{
	for (; l->deadlines_pairing < l->t.pairings_n; l->deadlines_pairing++) {
		const struct tourney_bout *b = &l->t.bouts[l->deadlines_pairing];

		if (l->t.pairings[l->deadlines_pairing].end != PAIRING_OPEN || b->match == 0 ||
		    !b->interrupted)
			continue;
		if (most-- == 0)
			return true;
		compute_deadlines(w, l, l->deadlines_pairing);
	}
	l->deadlines_pairing = UINT32_MAX;
	return false;
}

void
pairings_set_presence(struct world *w, struct tourney_live *l, entry_no e, bool here)
{
	uint32_t p = tourney_open_pairing(&l->t, e);
	struct action a = { .kind = here ? ACT_RETURN : ACT_DISCONNECT };

	if (p == TOURNEY_NO_PAIRING || l->t.bouts[p].match == 0 || !l->t.bouts[p].interrupted ||
	    store_refusing(w->store))
		return;
	a.seat = l->t.pairings[p].side[1] == e ? SEAT_1 : SEAT_0;
	/* refused if no absence is recorded, or if the player is too late, in which case
	 * DUE_ABSENT_LOSES follows */
	(void)(match_direct_action(w, l->t.bouts[p].match, &a) == MATCH_OK);
	if (l->t.pairings[p].end == PAIRING_OPEN)
		compute_deadlines(w, l, p);
}

void
pairings_clock_stopped(struct world *w, const struct match_absence *x)
{
	struct tourney_live *l =
	    x->tournament != 0 ? live_get_unfinished(w, x->tournament) : NULL;

	if (l != NULL && l->t.phase == TOURNEY_RUNNING && x->pairing < l->t.pairings_n &&
	    l->t.bouts[x->pairing].match == x->row && l->t.bouts[x->pairing].interrupted)
		compute_deadlines(w, l, x->pairing);
}

static void
tell_interrupted(const struct world *w, const struct tourney *t, uint32_t p, struct out *out)
{
	const struct pairing *x = &t->pairings[p];
	const char *name[2] = { t->entries[x->side[0]].name, t->entries[x->side[1]].name };

	msg_match_interrupted(out, name[0], name[1], t->name);
	for (unsigned side = 0; side < 2; side++) {
		int64_t left = t->bouts[p].lose_ms[side] - tourney_now_ms(w);
		char text[DURATION_TEXT_MAX];

		if (tourney_session(w, t, x->side[side]) != NULL || left > UINT32_MAX)
			continue; /* online, or without a deadline: the match is on hold, or its
				   * deadlines are not yet calculated */
		duration_text(left > 0 ? (uint32_t)left : 0, text);
		msg_away_lost_in(out, name[side], text);
	}
}

/* Returns the tournament of a user's interrupted match, and its pairing; NULL if there is
 * none. */
static const struct tourney *
interrupted_match_of(const struct world *w, int64_t user, uint32_t *p_out)
{
	const struct tourney_member *m = live_entries_of_user(w, user);

	for (; m != NULL; m = m->next) {
		const struct tourney *t = &m->tournament->t;
		uint32_t p;

		if (t->phase != TOURNEY_RUNNING || t->entries[m->entry].user != user)
			continue;
		p = tourney_open_pairing(t, m->entry);
		if (p == TOURNEY_NO_PAIRING || t->bouts[p].match == 0 ||
		    !t->bouts[p].interrupted)
			continue;
		*p_out = p;
		return t;
	}
	return NULL;
}

bool
tourneys_has_interrupted(const struct world *w, int64_t user)
{
	uint32_t p;

	return interrupted_match_of(w, user, &p) != NULL;
}

bool
tourneys_tell_interrupted(struct world *w, int64_t user, struct out *out)
{
	uint32_t p;
	const struct tourney *t = interrupted_match_of(w, user, &p);

	if (t != NULL)
		tell_interrupted(w, t, p, out);
	return t != NULL;
}

/* ---- idle matches ---- */

#define IDLE_CHECK_MS 60000

void
pairings_check_idle(struct world *w, struct tourney_live *l)
{
	struct tourney *t = &l->t;

	if (t->phase != TOURNEY_RUNNING || tourney_now_ms(w) < l->idle_check_ms)
		return;
	l->idle_check_ms = INT64_MAX;
	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next) {
		struct tourney_bout *b = &t->bouts[p];
		const struct match *m;

		if (b->match == 0 || b->terms.clock != 0)
			continue;
		l->idle_check_ms = tourney_now_ms(w) + IDLE_CHECK_MS;
		m = b->held ? NULL : tourney_match(w, t, p);
		if (m == NULL)
			continue;
		if (m->last_ms <= 0 || m->last_ms == b->idle_reported_ms ||
		    w->mono_ms - m->last_ms < TOURNEYS_MATCH_IDLE_MS)
			continue;
		b->idle_reported_ms = m->last_ms;
		tell_match_idle(w, l, p);
	}
}

/* ---- ends ---- */

static void
record_match_result(struct world *w, struct tourney_live *l, uint32_t p, enum seat winner,
    const uint32_t score[2])
{
	struct tourney_act a = { .kind = TACT_result, .pairing = p };

	if (winner == SEAT_NONE) {
		a.kind = TACT_forfeit;
		a.side = PAIRING_NOBODY;
		a.text = "decision";
	} else {
		a.side = winner == SEAT_1;
		for (unsigned s = 0; s < 2; s++)
			a.score[s] = (uint16_t)(score[s] > UINT16_MAX ? UINT16_MAX : score[s]);
	}
	if (record_act(w, l, &a, NULL) != TOURNEY_OK)
		log_warn("tourney_result", "tourney=%" PRId64 " pairing=%" PRIu32, l->t.id, p);
}

void
pairings_match_left(struct world *w, const struct match_ending *e)
{
	const uint32_t pairing = e->r->pairing;
	struct tourney_live *l = e->r->bound ? live_get_unfinished(w, e->r->tournament) : NULL;

	if (l == NULL || l->t.phase != TOURNEY_RUNNING || pairing >= l->t.pairings_n ||
	    l->t.bouts[pairing].match != e->r->id || l->t.pairings[pairing].end != PAIRING_OPEN)
		return; /* cancelled, or decided by a director */
	switch (e->how) {
	case MATCH_END_SUSPENDED:
		tourney_set_interrupted(&l->t, pairing, true, NULL);
		if (!store_refusing(w->store))
			compute_deadlines(w, l, pairing);
		return;
	case MATCH_END_CORRUPT:
		begin_match_again(w, l, pairing);
		return;
	case MATCH_END_PLAYED:
	case MATCH_END_TIME:
	case MATCH_END_FORFEIT:
	case MATCH_END_SET:
		record_match_result(w, l, pairing, e->st->winner, e->st->score);
		l->matches_changed = true;
		return;
	case MATCH_END_REPLACED:
	case MATCH_END_EXPIRED: /* cannot happen to a tournament match */
	case MATCH_END_ERASED:  /* the erased user is withdrawn */
		return;
	}
}

void
pairings_lose_match(
    struct world *w, struct tourney_live *l, uint32_t p, unsigned side, enum act_kind kind)
{
	struct action a = { .kind = kind == ACT_TIMEOUT && side > 1 ? ACT_ABANDON : kind,
		.seat = side == 0   ? SEAT_0
			: side == 1 ? SEAT_1
				    : SEAT_NONE };
	int64_t row = l->t.bouts[p].match;
	enum match_err e = match_direct_action(w, row, &a);

	if (e == MATCH_NO_CLOCK ||
	    e == MATCH_TIME_LEFT) { /* the player has no clock or has time left, but the
				     * tournament's limit has passed */
		a.kind = ACT_ABANDON;
		e = match_direct_action(w, row, &a);
	}
	if (e != MATCH_OK && l->t.pairings[p].end == PAIRING_OPEN) {
		log_warn("tourney_match_lost", "tourney=%" PRId64 " pairing=%" PRIu32 " err=%d",
		    l->t.id, p, (int)e);
		begin_match_again(w, l, p);
	}
}

static void
end_match(struct world *w, const struct pairing *x, int64_t row, unsigned winner, bool set)
{
	struct action a = { .kind = set ? ACT_SET_RESULT : ACT_FORFEIT, .seat = SEAT_NONE };

	if (winner < 2) /* a result names the winner's seat, a forfeit the loser's seat */
		a.seat = (winner == 0) == set ? SEAT_0 : SEAT_1;
	if (set) {
		a.score[0] = x->score[0];
		a.score[1] = x->score[1];
	}
	(void)(match_direct_action(w, row, &a) == MATCH_OK); /* fails if the match is over */
}

static bool
plays_match_row(const struct world *w, const struct session *s, int64_t row)
{
	const struct match *m = s != NULL ? session_match(w, s) : NULL;

	return m != NULL && m->row == row;
}

/* Notifies interactive players of a released match; for a client program nothing changes. */
static void
tell_released(
    const struct world *w, const struct tourney *t, const struct pairing *x, int64_t row)
{
	struct session *s[2] = { tourney_session(w, t, x->side[0]),
		tourney_session(w, t, x->side[1]) };
	bool live = plays_match_row(w, s[0], row) || plays_match_row(w, s[1], row);

	for (unsigned side = 0; side < 2; side++)
		if (s[side] != NULL && session_is_interactive(s[side]))
			(live ? msg_tt_released : msg_tt_released_saved)(
			    &s[side]->out, t->name, t->entries[x->side[1 - side]].name);
}

static void
release_or_end_match(struct world *w, const struct tourney *t, const struct pairing *x,
    int64_t row, unsigned winner, bool set)
{
	switch (match_release_from_tournament(w, row)) {
	case RELEASE_DONE:
		tell_released(w, t, x, row);
		break;
	case RELEASE_IMPOSSIBLE:
		end_match(w, x, row, winner, set);
		break;
	case RELEASE_NOT_BOUND:
		break;
	}
}

void
pairings_end_decided_match(
    struct world *w, struct tourney_live *l, uint32_t p, unsigned winner, bool set)
{
	release_or_end_match(w, &l->t, &l->t.pairings[p], l->t.bouts[p].match, winner, set);
}

void
pairings_end_given_up_match(
    struct world *w, struct tourney_live *l, const struct pairing *was, int64_t row)
{
	release_or_end_match(w, &l->t, was, row, PAIRING_NOBODY, false);
	l->matches_changed = true;
}

bool
pairings_director_action(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct action act = { .seat = SEAT_NONE };

	switch (a->kind) {
	case TACT_hold:
		act.kind = ACT_PAUSE;
		break;
	case TACT_release:
		act.kind = ACT_UNPAUSE;
		break;
	default: /* TACT_addtime */
		if (a->value < 1 || a->value > CLOCK_RESERVE_MAX || a->side > 1)
			return false;
		act.kind = ACT_ADDTIME;
		act.seat = a->side == 0 ? SEAT_0 : SEAT_1;
		act.add_ms = (uint32_t)a->value;
		break;
	}
	if (match_direct_action(w, l->t.bouts[a->pairing].match, &act) != MATCH_OK)
		return false;
	if (l->t.bouts[a->pairing].interrupted)
		compute_deadlines(w, l, a->pairing);
	return true;
}
