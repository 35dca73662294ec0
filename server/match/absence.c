/* SPDX-License-Identifier: MIT */
/* Interrupted matches with a clock: the clock of an absent player runs while the opponent waits
 * (tourney/RULES.md 18).
 *
 * An entry can be rebuilt from the actions of its match; the store's table `interrupted` lists
 * the matches to rebuild after a restart.  Matches bound to a tournament have entries only so
 * that outage.c can stop their clocks: the tournament decides everything else.
 *
 * There are few entries, since each needs a waiting player or a recent absence, so a search by
 * user and a check of all entries are linear scans. */
#include "match/match_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/pack.h"
#include "people/people.h"
#include "output/output.h"

#define RETRY_MS 5000 /* retry interval when the match could not be resumed */
#define LOADED_AT_ONCE 64u

/* ---- the table ---- */

static struct absence *
absence_of(const struct world *w, int64_t row)
{
	struct absence *a;

	HASH_FIND(hh, w->matches->absences, &row, sizeof(row), a);
	return a;
}

void
absence_end(struct world *w, int64_t row)
{
	struct absence *a = absence_of(w, row);

	if (a == NULL)
		return;
	if (!a->bound) {
		store_interrupted_end(w->store, row);
		timing_forget(w, row);
	}
	HASH_DEL(w->matches->absences, a);
	free(a);
}

static struct absence *
add_absence(struct world *w, const struct match_record *r)
{
	struct absence *a = calloc(1, sizeof(*a));

	CHECK(a != NULL); /* aborts if out of memory, as world_reap_later does */
	a->row = r->id;
	a->tournament = r->tournament;
	a->bound = r->bound;
	a->pairing = r->pairing;
	for (unsigned s = 0; s < 2; s++) {
		a->user[s] = r->user[s];
		CHECK(sbuf_copy(a->name[s], sizeof(a->name[s]), r->name[s]));
	}
	HASH_ADD(hh, w->matches->absences, row, sizeof(a->row), a);
	CHECK(a->hh.tbl != NULL);
	w->matches->absences_dirty = true;
	return a;
}

void
absence_update_from_clock(
    struct world *w, const struct match_record *r, const struct match_clock *c)
{
	struct absence *a = absence_of(w, r->id);

	if (!c->on || (!c->away[0] && !c->away[1])) {
		absence_end(w, r->id);
		return;
	}
	if (a == NULL) {
		a = add_absence(w, r);
		if (!a->bound)
			store_interrupted_add(w->store, a->row);
	}
	a->clock = *c;
	w->matches->absences_dirty = true;
}

void
absence_bind(struct world *w, int64_t row, bool bound)
{
	struct absence *a = absence_of(w, row);

	if (a == NULL || a->bound == bound)
		return;
	a->bound = bound;
	(bound ? store_interrupted_end : store_interrupted_add)(w->store, row);
	w->matches->absences_dirty = true;
}

void
absence_set_left(struct world *w, int64_t row, enum seat seat)
{
	struct absence *a = absence_of(w, row);

	if (a != NULL)
		a->has_left[seat] = true;
}

void
absences_free(struct matches *t)
{
	struct absence *a, *next;

	HASH_ITER(hh, t->absences, a, next)
	{
		HASH_DEL(t->absences, a);
		free(a);
	}
}

/* ---- presence ---- */

static struct session *
session_of_seat(const struct world *w, const struct absence *a, enum seat seat)
{
	struct session *s = session_by_name(w, a->name[seat]);

	return s != NULL && s->player->user == a->user[seat] ? s : NULL;
}

/* Returns whether the player could resume at once. */
static bool
can_resume(const struct world *w, const struct absence *a, enum seat seat)
{
	const struct session *s = session_of_seat(w, a, seat);

	return s != NULL && s->match == 0 && !a->has_left[seat];
}

/* Returns the seat of a user in the match; SEAT_NONE if they do not play in it, or if it is
 * bound to a tournament. */
static enum seat
seat_of(const struct absence *a, int64_t user)
{
	if (a->bound)
		return SEAT_NONE;
	return a->user[0] == user ? SEAT_0 : a->user[1] == user ? SEAT_1 : SEAT_NONE;
}

/* Returns whether the player in `seat` is waiting while the opponent's clock runs. */
static bool
is_waiting(const struct world *w, const struct absence *a, enum seat seat)
{
	return can_resume(w, a, seat) && !a->clock.away[seat] &&
	       a->clock.away[seat_other(seat)];
}

/* Returns whether the clock is not running yet because the server has just started. */
static bool
in_start_grace(const struct world *w, const struct absence *a)
{
	return timing_counts_from_ms(w, a->row) > w->mono_ms;
}

/* ---- automatic actions ---- */

static enum match_err
act(struct world *w, int64_t row, enum act_kind kind, enum seat seat)
{
	const struct action a = { .kind = kind, .seat = seat, .automatic = true };

	return match_direct_action(w, row, &a);
}

static void
adjourn(struct world *w, struct absence *a)
{
	const struct absence was = *a;
	const struct match_absence x = { .row = was.row, .name = { was.name[0], was.name[1] } };

	if (act(w, was.row, ACT_SAVE, SEAT_NONE) == MATCH_OK)
		event_publish(
		    w, &(struct world_event){ .kind = EVENT_match_adjourned, .absence = &x });
}

bool
absence_stop_clock(struct world *w, int64_t row)
{
	const struct absence *a = absence_of(w, row);
	struct action stop = { .kind = ACT_STOP_CLOCK, .seat = SEAT_NONE, .automatic = true };
	struct match_absence x = { .row = row };

	if (a == NULL || a->clock.stop_left_ms > 0 || a->clock.stopped_ms == CLOCK_STOPS_MAX_MS)
		return false;
	stop.add_ms = CLOCK_STOPS_MAX_MS - a->clock.stopped_ms;
	if (match_direct_action(w, row, &stop) != MATCH_OK)
		return false;
	x.tournament = a->bound ? a->tournament : 0;
	x.pairing = a->pairing;
	x.stop_ms = a->clock.stop_left_ms;
	for (unsigned s = 0; s < 2; s++)
		x.name[s] = a->name[s];
	event_publish(w, &(struct world_event){ .kind = EVENT_clock_stopped, .absence = &x });
	return true;
}

bool
absence_both_cut_off(const struct world *w, const int64_t user[2])
{
	return outage_lost_recently(w, user[0]) && outage_lost_recently(w, user[1]);
}

/* Called when the waiting player has left: stops the clock if both players were cut off,
 * otherwise adjourns. */
static void
waiting_player_left(struct world *w, struct absence *a, enum seat seat)
{
	bool cut = session_of_seat(w, a, seat) == NULL && !a->has_left[seat_other(seat)] &&
		   absence_both_cut_off(w, a->user) && a->clock.stopped_ms < CLOCK_STOPS_MAX_MS;

	if (!cut || act(w, a->row, ACT_DISCONNECT, seat) != MATCH_OK)
		adjourn(w, a);
}

/* Returns the time of the next automatic action; -1: none, the clock is paused. */
static int64_t
next_action_ms(const struct world *w, const struct absence *a)
{
	const struct match_clock *c = &a->clock;
	int64_t since_ms = timing_counts_from_ms(w, a->row);

	for (unsigned s = 0; s < 2; s++)
		if (is_waiting(w, a, (enum seat)s))
			return clock_absent_deadline_ms(c, seat_other((enum seat)s), since_ms);
	return since_ms + c->stop_left_ms;
}

static void
lose_on_time(struct world *w, int64_t row, enum seat seat)
{
	struct match_record r;

	if (act(w, row, ACT_TIMEOUT, seat) == MATCH_OK && store_match_by_id(w->store, row, &r))
		match_add_notices(w, &r);
}

/* Carries out the next automatic action, which is due. */
static void
decide_after_wait(struct world *w, struct absence *a)
{
	for (unsigned s = 0; s < 2; s++)
		if (is_waiting(w, a, (enum seat)s)) {
			lose_on_time(w, a->row, seat_other((enum seat)s));
			return;
		}
	adjourn(w, a);
}

static bool
try_resume(struct world *w, struct absence *a)
{
	if (!can_resume(w, a, SEAT_0) || !can_resume(w, a, SEAT_1))
		return false;
	if (match_resume_row(w, a->row) == RESUME_NONE)
		a->next_action_ms = w->mono_ms + RETRY_MS;
	return true;
}

/* Updates one entry.  Every step may remove it. */
static void
advance_absence(struct world *w, int64_t row)
{
	struct absence *a = absence_of(w, row);

	if (a == NULL || a->bound || try_resume(w, a))
		return;
	for (unsigned s = 0; s < 2 && a != NULL; s++) {
		enum seat seat = (enum seat)s, other = seat_other(seat);

		if (a->clock.away[seat] && a->clock.away[other] && can_resume(w, a, seat))
			(void)(act(w, row, ACT_RETURN, seat) == MATCH_OK);
		else if (!a->clock.away[seat] && !can_resume(w, a, seat) &&
			 !in_start_grace(w, a))
			waiting_player_left(w, a, seat);
		a = absence_of(w, row);
	}
	if (a != NULL && next_action_ms(w, a) >= 0 && next_action_ms(w, a) <= w->mono_ms)
		decide_after_wait(w, a);
	a = absence_of(w, row);
	if (a != NULL)
		a->next_action_ms = next_action_ms(w, a);
}

static int64_t
first_action_ms(const struct matches *t)
{
	int64_t at = -1;

	for (const struct absence *a = t->absences; a != NULL; a = a->hh.next)
		if (!a->bound && a->next_action_ms >= 0 && (at < 0 || a->next_action_ms < at))
			at = a->next_action_ms;
	return at;
}

void
absences_run_due(struct world *w)
{
	struct matches *t = w->matches;
	int64_t at_ms = absences_next_due(w);
	int64_t *row;
	unsigned n = 0;

	if (at_ms < 0 || at_ms > w->mono_ms || store_refusing(w->store))
		return;
	t->absences_dirty = false;
	row = calloc(HASH_COUNT(t->absences), sizeof(*row));
	CHECK(row != NULL); /* aborts if out of memory, as world_reap_later does */
	for (const struct absence *a = t->absences; a != NULL; a = a->hh.next)
		row[n++] = a->row; /* updating one entry may remove others */
	for (unsigned i = 0; i < n; i++)
		advance_absence(w, row[i]);
	free(row);
	t->absences_next_ms = first_action_ms(t);
}

int64_t
absences_next_due(const struct world *w)
{
	const struct matches *t = w->matches;

	if (t->stopping || t->absences == NULL)
		return -1;
	return t->absences_dirty ? w->mono_ms : t->absences_next_ms;
}

/* ---- arrivals and departures ---- */

void
absence_logged_in(struct world *w, int64_t user)
{
	for (struct absence *a = w->matches->absences; a != NULL; a = a->hh.next)
		for (unsigned s = 0; s < 2; s++)
			if (a->user[s] == user) {
				a->has_left[s] = false;
				w->matches->absences_dirty = true;
			}
}

void
absence_session_ended(struct world *w)
{
	w->matches->absences_dirty = w->matches->absences != NULL;
}

void
absence_adjourn_others(struct world *w, int64_t user, int64_t row)
{
	struct absence *a, *next;

	HASH_ITER(hh, w->matches->absences, a, next)
	{
		enum seat seat = seat_of(a, user);

		if (seat != SEAT_NONE && a->row != row && !a->clock.away[seat])
			adjourn(w, a);
	}
}

/* ---- queries and commands ---- */

/* Returns the entry in which a user is waiting, else one in which they are away, else NULL. */
static struct absence *
absence_of_user(const struct world *w, int64_t user)
{
	struct absence *found = NULL;

	for (struct absence *a = w->matches->absences; a != NULL; a = a->hh.next) {
		enum seat seat = seat_of(a, user);

		if (seat != SEAT_NONE && is_waiting(w, a, seat))
			return a;
		if (seat != SEAT_NONE)
			found = a;
	}
	return found;
}

bool
match_awaits_opponent(const struct world *w, const struct session *s)
{
	const struct absence *a =
	    s->player != NULL ? absence_of_user(w, s->player->user) : NULL;

	return a != NULL && is_waiting(w, a, seat_of(a, s->player->user));
}

bool
match_adjourn(struct world *w, const struct session *s)
{
	if (!match_awaits_opponent(w, s) || store_refusing(w->store))
		return false;
	adjourn(w, absence_of_user(w, s->player->user));
	return true;
}

bool
match_absence_of_user(const struct world *w, int64_t user, struct match_absence *out)
{
	const struct absence *a = absence_of_user(w, user);

	if (a == NULL)
		return false;
	*out = (struct match_absence){ .row = a->row, .name = { a->name[0], a->name[1] } };
	for (unsigned s = 0; s < 2; s++) {
		int64_t at = clock_absent_deadline_ms(
		    &a->clock, (enum seat)s, timing_counts_from_ms(w, a->row));

		out->away[s] = a->clock.away[s];
		out->time_left_ms[s] = at > w->mono_ms ? at - w->mono_ms : 0;
	}
	return true;
}

enum resume_err
match_rejoin(struct world *w, const struct session *s, const struct session *other)
{
	struct absence *a;
	struct match_record r;
	enum seat seat;

	if (!store_match_find_unfinished(w->store, s->player->user, other->player->user, &r))
		return RESUME_NONE;
	a = absence_of(w, r.id);
	if (a == NULL)
		return RESUME_NONE;
	seat = seat_of(a, s->player->user);
	if (!a->clock.away[seat] || !can_resume(w, a, seat_other(seat)) || s->match != 0)
		return RESUME_NONE;
	return match_resume_row(w, r.id);
}

bool
match_interrupted(const struct world *w, int64_t row)
{
	return absence_of(w, row) != NULL;
}

/* ---- restarts and upgrades ---- */

static void
load_absence(struct world *w, int64_t row)
{
	struct match_record r;
	struct match_state st;
	uint32_t seq;

	if (store_match_by_id(w->store, row, &r) && r.ended_ms == 0 &&
	    match_replay(w, &r, &st, &seq) && (st.clock.away[0] || st.clock.away[1]))
		add_absence(w, &r)->clock = st.clock;
	else
		/* remove the row, because it suppresses the players' reminder at log-in */
		store_interrupted_end(w->store, row);
}

void
matches_load_interrupted(struct world *w)
{
	int64_t row[LOADED_AT_ONCE], after = 0;
	unsigned n;

	do {
		n = store_interrupted_matches_after(w->store, after, LOADED_AT_ONCE, row);
		for (unsigned i = 0; i < n; i++)
			load_absence(w, row[i]);
		after = n > 0 ? row[n - 1] : 0;
	} while (n == LOADED_AT_ONCE);
}

void
absences_hand_over(struct world *w, struct pack *p)
{
	struct absence *a = p->reading ? NULL : w->matches->absences;

	while (pack_begin_part(p, 1, a != NULL)) {
		int64_t row = a != NULL ? a->row : 0;
		bool left[2] = { a != NULL && a->has_left[0], a != NULL && a->has_left[1] };

		PACK(p, 1, row, 2, left);
		pack_end_part(p);
		if (p->reading && !p->bad) {
			if (absence_of(w, row) == NULL)
				/* matches_load_interrupted does not load a bound match */
				load_absence(w, row);
			a = absence_of(w, row);
			if (a != NULL)
				memcpy(a->has_left, left, sizeof(left));
			a = NULL;
			continue;
		}
		a = a != NULL ? a->hh.next : NULL;
	}
}
