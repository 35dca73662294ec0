/* SPDX-License-Identifier: MIT */
/* Entries, invitations and the waiting list (rules 25, 26, 43, 44).  Owns no memory; linear in
 * the entries, and in the pairings when a player comes back or is replaced. */
#include "tourney/apply.h"
#include "tourney/text.h"

#include <string.h>

/* ---- checks ---- */

static enum tourney_err
gate_rating(const struct tourney *t, double rating)
{
	const int64_t *v = t->set.value;

	if (v[TSET_minrating] != 0 && rating < (double)v[TSET_minrating])
		return TOURNEY_LOW_RATING;
	if (v[TSET_maxrating] != 0 && rating > (double)v[TSET_maxrating])
		return TOURNEY_HIGH_RATING;
	return TOURNEY_OK;
}

/* Checks that the user has no entry and did not leave the running tournament. */
static enum tourney_err
gate_newcomer(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = TOURNEY_OK;

	for (unsigned i = 0; tourney_may_have_entered(t, a->user) && i < t->entries_n; i++) {
		const struct tourney_entry *x = &t->entries[i];

		if (x->user != a->user)
			continue;
		if (!x->withdrawn)
			return TOURNEY_ALREADY_ENTERED;
		if (t->phase == TOURNEY_RUNNING && tourney_entry_has_started(x))
			e = TOURNEY_WITHDRAWN;
	}
	return e;
}

/* Checks whether the format accepts an entry after the start (rule 26). */
static enum tourney_err
gate_late_entry(const struct tourney *t, const struct tourney_act *a)
{
	const struct format *f = tourney_format(&t->set);

	if (t->set.value[TSET_lateentry] == 0 || t->stage == STAGE_PLAYOFF)
		return TOURNEY_NOT_OPEN;
	return f->takes_late != NULL && f->takes_late(t, a->at_ms) ? TOURNEY_OK
								   : TOURNEY_TOO_LATE;
}

static bool
is_waiting(const struct tourney *t, int64_t user)
{
	const struct tourney_guest *g = tourney_guest_of(t, user);

	return g != NULL && g->waiting;
}

/* Checks whether a user may enter in this phase.  Invited users may enter before entries
 * open. */
static enum tourney_err
gate_entrance(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_newcomer(t, a);

	if (e != TOURNEY_OK)
		return e;
	if (is_waiting(t, a->user))
		return TOURNEY_ALREADY_WAITING;
	if (t->phase == TOURNEY_RUNNING)
		return gate_late_entry(t, a);
	return t->phase == TOURNEY_OPEN || a->kind == TACT_admit ||
		       tourney_directs(t, a->actor) || tourney_guest_of(t, a->user) != NULL
		   ? TOURNEY_OK
		   : TOURNEY_NOT_OPEN;
}

/* Returns the entry that a user withdrew before the start; ENTRY_UNKNOWN if there is none. */
static entry_no
withdrawn_entry_of(const struct tourney *t, int64_t user)
{
	if (t->phase >= TOURNEY_RUNNING || !tourney_may_have_entered(t, user))
		return ENTRY_UNKNOWN;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (t->entries[e].user == user)
			return (entry_no)e;
	return ENTRY_UNKNOWN;
}

/* True if the tournament is full, or all entry numbers are used. */
static bool
has_no_place(const struct tourney *t, int64_t user)
{
	return t->in >= tourney_capacity(t) ||
	       (t->entries_n == TOURNEY_ENTRIES_MAX &&
		   withdrawn_entry_of(t, user) == ENTRY_UNKNOWN);
}

/* True if waiting users have precedence over a new one. */
static bool
others_wait(const struct tourney *t)
{
	return t->phase < TOURNEY_RUNNING && tourney_waiting_count(t) > 0;
}

enum tourney_err
gate_enter(const struct tourney *t, const struct tourney_act *a)
{
	const struct format *f = tourney_format(&t->set);
	enum tourney_err e = gate_entrance(t, a);

	if (e == TOURNEY_OK && (others_wait(t) || has_no_place(t, a->user)))
		e = TOURNEY_IS_FULL;
	if (e == TOURNEY_OK)
		e = gate_rating(t, a->rating);
	return e == TOURNEY_OK && t->phase == TOURNEY_RUNNING && f->has_late_place != NULL &&
		       !f->has_late_place(t)
		   ? TOURNEY_TOO_LATE
		   : e;
}

enum tourney_err
gate_wait(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_entrance(t, a);

	if (e == TOURNEY_OK && t->in < tourney_capacity(t) && !others_wait(t))
		e = TOURNEY_HAS_ROOM;
	if (e == TOURNEY_OK && tourney_waiting_count(t) >= TOURNEY_WAITING_MAX)
		e = TOURNEY_LIST_FULL;
	return e == TOURNEY_OK ? gate_rating(t, a->rating) : e;
}

static enum tourney_err
gate_checkin_time(const struct tourney *t, bool already)
{
	if (already)
		return TOURNEY_ALREADY_CHECKED_IN;
	return t->set.value[TSET_starts] != 0 && !t->checkin_called ? TOURNEY_TOO_EARLY
								    : TOURNEY_OK;
}

enum tourney_err
gate_checkin(const struct tourney *t, const struct tourney_act *a)
{
	return gate_checkin_time(t, t->entries[a->entry].checked_in);
}

/* Checks that each listed entry is not withdrawn, is not checked in, and is listed once. */
enum tourney_err
gate_present(const struct tourney *t, const struct tourney_act *a)
{
	uint8_t seen[TOURNEY_ENTRIES_MAX / 8] = { 0 };
	struct order_reader r = { a->text, false };
	entry_no e;

	while (order_next(&r, &e))
		if (e >= t->entries_n || t->entries[e].withdrawn || t->entries[e].checked_in ||
		    bit_take(seen, e))
			return TOURNEY_BAD_ORDER;
	return r.bad ? TOURNEY_BAD_ORDER : TOURNEY_OK;
}

void
apply_present(struct applying *ap)
{
	struct order_reader r = { ap->a->text, false };
	entry_no e;

	while (order_next(&r, &e))
		ap->t->entries[e].checked_in = true;
}

/* Checks the check-in of a user on the waiting list. */
enum tourney_err
gate_waiting_checkin(const struct tourney *t, const struct tourney_act *a)
{
	return is_waiting(t, a->user)
		   ? gate_checkin_time(t, tourney_guest_of(t, a->user)->checked_in)
		   : TOURNEY_NOT_ENTERED;
}

enum tourney_err
gate_promote(const struct tourney *t, const struct tourney_act *a)
{
	if (!is_waiting(t, a->user))
		return TOURNEY_NOT_ENTERED;
	if (tourney_entry_of(t, a->user) != ENTRY_UNKNOWN)
		return TOURNEY_ALREADY_ENTERED;
	return has_no_place(t, a->user) ? TOURNEY_IS_FULL : TOURNEY_OK;
}

enum tourney_err
gate_decline(const struct tourney *t, const struct tourney_act *a)
{
	return tourney_guest_of(t, a->user) != NULL ? TOURNEY_OK : TOURNEY_NOT_ENTERED;
}

/* Checks a withdrawal.  A player cannot withdraw from a match that has begun. */
enum tourney_err
gate_withdraw(const struct tourney *t, const struct tourney_act *a)
{
	uint32_t p = t->phase == TOURNEY_RUNNING ? tourney_open_pairing(t, a->entry)
						 : TOURNEY_NO_PAIRING;

	return p != TOURNEY_NO_PAIRING && t->bouts[p].match != 0 &&
		       t->entries[a->entry].user == a->actor
		   ? TOURNEY_MATCH_BEGUN
		   : TOURNEY_OK;
}

static bool
plays_in_pairing(const struct pairing *p, entry_no e)
{
	return p->side[0] == e || p->side[1] == e;
}

enum tourney_err
gate_replace(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_newcomer(t, a);

	if (e != TOURNEY_OK)
		return e;
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		const struct pairing *x = &t->pairings[p];

		if (plays_in_pairing(x, a->entry) &&
		    (t->bouts[p].match != 0 ||
			(x->end != PAIRING_OPEN && x->end != PAIRING_BYE)))
			return TOURNEY_MATCH_BEGUN;
	}
	return gate_rating(t, a->rating);
}

enum tourney_err
gate_invite(const struct tourney *t, const struct tourney_act *a)
{
	const struct tourney_guest *g = tourney_guest_of(t, a->user);
	struct tourney_act b = *a;
	enum tourney_err e;

	if (a->value < 0 || a->value > (int64_t)t->entries_n)
		return TOURNEY_BAD_ACT;
	if (g != NULL)
		return g->waiting ? TOURNEY_ALREADY_WAITING : TOURNEY_ALREADY_INVITED;
	if (tourney_invited_count(t) >= TOURNEY_INVITED_MAX)
		return TOURNEY_LIST_FULL;
	if (a->value > 0) {
		b.entry = (entry_no)(a->value - 1);
		return t->entries[b.entry].withdrawn ? TOURNEY_WITHDRAWN : gate_replace(t, &b);
	}
	e = gate_newcomer(t, a);
	if (e == TOURNEY_OK && t->phase == TOURNEY_RUNNING)
		e = gate_late_entry(t, a);
	return e == TOURNEY_OK ? gate_rating(t, a->rating) : e;
}

/* ---- coming back ---- */

/* True if the entry lost bout p by leaving. */
static bool
lost_by_leaving(const struct tourney *t, uint32_t p, entry_no e)
{
	const struct pairing *x = &t->pairings[p];

	return t->bouts[p].walkover && plays_in_pairing(x, e) && x->winner != (x->side[1] == e);
}

/* Returns a bout that the entry gave up and could still play: in the current round, or in the
 * knock-out. */
static uint32_t
bout_given_up(const struct tourney *t, entry_no e)
{
	bool rounds = t->stage == STAGE_ROUNDS;

	for (uint32_t p = rounds ? 0 : t->bracket_base; p < t->pairings_n; p++)
		if (lost_by_leaving(t, p, e) &&
		    (rounds ? t->pairings[p].round == t->round : tourney_may_reopen(t, p)))
			return p;
	return TOURNEY_NO_PAIRING;
}

/* In a knock-out, an entry that took part may come back if it gave up no bout, or gave up one
 * that can still be played.  In rounds, it may come back until the next round is paired. */
static bool
may_come_back(const struct tourney *t, entry_no e)
{
	bool was_in = false, gave_up = false;

	if (!tourney_entry_has_started(&t->entries[e]))
		return false;
	if (t->stage == STAGE_ROUNDS)
		return t->entries[e].left_round == t->round;
	for (uint32_t p = t->bracket_base; p < t->pairings_n; p++) {
		was_in |= plays_in_pairing(&t->pairings[p], e);
		gave_up |= lost_by_leaving(t, p, e);
	}
	return was_in && (!gave_up || bout_given_up(t, e) != TOURNEY_NO_PAIRING);
}

/* A director cannot restore a player who withdrew.  Such a player may come back only once,
 * because otherwise a match could be delayed for ever. */
enum tourney_err
gate_restore(const struct tourney *t, const struct tourney_act *a)
{
	const struct tourney_entry *x;

	if (a->entry >= t->entries_n)
		return TOURNEY_NOT_ENTERED;
	x = &t->entries[a->entry];
	if (!x->withdrawn || tourney_entry_of(t, x->user) != ENTRY_UNKNOWN)
		return TOURNEY_ALREADY_ENTERED;
	if (a->actor == x->user && (!x->left_by_choice || x->came_back))
		return TOURNEY_WITHDRAWN;
	if (a->actor != 0 && a->actor != x->user && x->left_by_choice)
		return TOURNEY_LEFT_BY_CHOICE;
	if (t->in >= tourney_capacity(t))
		return TOURNEY_IS_FULL;
	return t->phase != TOURNEY_RUNNING || may_come_back(t, a->entry) ? TOURNEY_OK
									 : TOURNEY_TOO_LATE;
}

void
apply_restore(struct applying *ap)
{
	struct tourney *t = ap->t;
	struct tourney_entry *x = &t->entries[ap->a->entry];
	uint32_t p =
	    t->phase == TOURNEY_RUNNING ? bout_given_up(t, ap->a->entry) : TOURNEY_NO_PAIRING;

	if (p != TOURNEY_NO_PAIRING)
		bout_undo_result(ap, p);
	x->came_back |= x->left_by_choice;
	x->withdrawn = x->left_by_choice = x->cancelled = x->missed_checkin = false;
	(void)entries_drop_guest(t, x->user);
	t->in++;
	if (p != TOURNEY_NO_PAIRING)
		bout_play_again(ap, p);
}

/* ---- guests: invited or waiting ---- */

bool
entries_drop_guest(struct tourney *t, int64_t user)
{
	bool attends = false;
	unsigned kept = 0;

	for (unsigned i = 0; i < t->guests_n; i++)
		if (t->guests[i].user == user)
			attends = t->guests[i].checked_in;
		else
			t->guests[kept++] = t->guests[i];
	t->guests_n = kept;
	return attends;
}

static void
add_guest(struct tourney *t, const struct tourney_act *a, bool waits, entry_no place)
{
	struct tourney_guest *g;

	(void)entries_drop_guest(t, a->user);
	g = &t->guests[t->guests_n++];
	*g = (struct tourney_guest){
		.user = a->user,
		.rating = tourney_round_rating(a->rating),
		.replaces_entry = place,
		.waiting = waits,
	};
	(void)sbuf_copy(g->name, sizeof(g->name), a->name);
}

void
apply_invite(struct applying *ap)
{
	struct tourney_undo back = { .kind = TACT_decline, .user = ap->a->user };

	(void)sbuf_copy(back.name, sizeof(back.name), ap->a->name);
	if (ap->a->value > 0)
		undo_push(ap, &back);
	add_guest(ap->t, ap->a, false,
	    ap->a->value > 0 ? (entry_no)(ap->a->value - 1) : ENTRY_UNKNOWN);
}

void
apply_wait(struct applying *ap)
{
	add_guest(ap->t, ap->a, true, ENTRY_UNKNOWN);
}

void
apply_waiting_checkin(struct applying *ap)
{
	for (unsigned i = 0; i < ap->t->guests_n; i++)
		if (ap->t->guests[i].user == ap->a->user)
			ap->t->guests[i].checked_in = true;
}

void
apply_decline(struct applying *ap)
{
	(void)entries_drop_guest(ap->t, ap->a->user);
}

/* ---- entries ---- */

/* A user who enters again before the start gets the old entry back, so that the list does not
 * grow. */
void
apply_enter(struct applying *ap)
{
	struct tourney *t = ap->t;
	const struct tourney_act *a = ap->a;
	entry_no again = withdrawn_entry_of(t, a->user);
	entry_no n = again != ENTRY_UNKNOWN ? again : (entry_no)t->entries_n++;
	bool attends = entries_drop_guest(t, a->user), late = t->phase == TOURNEY_RUNNING;
	struct tourney_entry *e = &t->entries[n];

	*e = (struct tourney_entry){
		.user = a->user,
		.rating = tourney_round_rating(a->rating),
		.planned_opponent = ENTRY_UNKNOWN,
		.checked_in = attends || late,
		.late_entry = late,
		.offline_since_ms = a->at_ms,
	};
	(void)sbuf_copy(e->name, sizeof(e->name), a->name);
	tourney_add_to_user_filter(t, a->user);
	t->in++;
	if (late && tourney_format(&t->set)->seat_late != NULL)
		tourney_format(&t->set)->seat_late(ap, n);
}

void
apply_checkin(struct applying *ap)
{
	ap->t->entries[ap->a->entry].checked_in = true;
}

/* True if at least half of the matches of an entry in a round robin were played (rule 25). */
static bool
played_half(const struct tourney *t, entry_no e)
{
	unsigned played = 0, all = 0;

	for (uint32_t p = 0; p < t->pairings_n; p++) {
		const struct pairing *x = &t->pairings[p];

		if (section_is_bracket(x->section) || !plays_in_pairing(x, e))
			continue;
		all++;
		played += pairing_was_played(x);
	}
	return 2 * played >= all;
}

void
apply_withdraw(struct applying *ap)
{
	struct tourney *t = ap->t;
	entry_no e = ap->a->entry;
	bool running = t->phase == TOURNEY_RUNNING;
	uint32_t p = running ? tourney_open_pairing(t, e) : TOURNEY_NO_PAIRING;

	if (ap->a->actor != 0 && ap->a->actor != t->entries[e].user)
		undo_push(ap, &(struct tourney_undo){ .kind = TACT_restore, .entry = e });
	bout_withdraw_entry(ap, e);
	t->entries[e].missed_checkin = !running && ap->a->actor == 0;
	t->entries[e].cancelled = running && !tourney_format(&t->set)->by_round &&
				  t->stage == STAGE_ROUNDS && !played_half(t, e);
	if (p == TOURNEY_NO_PAIRING)
		return;
	if (t->entries[e].cancelled)
		bout_cancel(ap, p);
	else
		bout_settle_withdrawn(ap, p);
	bout_open_newly_ready(ap);
}

void
apply_replace(struct applying *ap)
{
	struct tourney *t = ap->t;
	entry_no n = ap->a->entry;
	struct tourney_entry *e = &t->entries[n];
	struct tourney_undo back = {
		.kind = TACT_replace, .entry = n, .user = e->user, .rating = e->rating
	};
	uint32_t p;

	(void)sbuf_copy(back.name, sizeof(back.name), e->name);
	if (!undo_consume(ap))
		undo_push(ap, &back);
	(void)entries_drop_guest(t, ap->a->user);
	for (unsigned i = 0; i < t->guests_n; i++)
		if (t->guests[i].replaces_entry == n)
			t->guests[i].replaces_entry = ENTRY_UNKNOWN; /* the invitation was to
							       replace the previous player */
	e->user = ap->a->user;
	tourney_add_to_user_filter(t, e->user);
	e->rating = tourney_round_rating(ap->a->rating);
	(void)sbuf_copy(e->name, sizeof(e->name), ap->a->name);
	e->online = false;
	e->offline_since_ms = ap->a->at_ms;
	e->missed_matches = 0;
	if (t->phase != TOURNEY_RUNNING) {
		e->checked_in = false;
		return;
	}
	/* the previous player's proposal is not binding for the new one */
	p = tourney_open_pairing(t, n);
	if (p != TOURNEY_NO_PAIRING)
		t->bouts[p].proposed_start_ms[t->pairings[p].side[1] == n] = 0;
}
