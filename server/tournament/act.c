/* SPDX-License-Identifier: MIT */
/* Carries out users' acts in a tournament, including their side effects, and creates
 * tournaments. */
#include "tournament/tournament.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fair/draw.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/words.h"
#include "tournament/pairings.h"
#include "tournament/limits.h"
#include "tournament/memory.h"
#include "tournament/pairs.h"
#include "tournament/record.h"
#include "tourney/text.h"

#define DAY_MS 86400000

/* Commits to the seed of the draw before the first entry (tourney/RULES.md 42). */
static void
commit_draw(struct world *w, struct tourney_live *l)
{
	char text[FAIR_HEX_ROOM];
	struct tourney_act a = { .kind = TACT_commit, .text = text };

	if (l->t.set.value[TSET_seeding] != SEEDING_DRAW || l->t.commitment[0] != '\0')
		return;
	fair_draw_commitment(l->seed, text);
	CHECK(record_act(w, l, &a, NULL) == TOURNEY_OK);
}

static void
reveal_draw(struct world *w, struct tourney_live *l)
{
	char text[FAIR_HEX_ROOM];
	struct tourney_act a = { .kind = TACT_reveal, .text = text };

	if (l->t.set.value[TSET_seeding] != SEEDING_DRAW)
		return;
	fair_hex(l->seed, text);
	CHECK(record_act(w, l, &a, NULL) == TOURNEY_OK);
}

/* Cancels a tournament so that the asker can have one.  Returns false if no tournament can be
 * cancelled. */
static bool
cancel_to_make_room(struct world *w, int64_t asker, bool plans)
{
	struct tourney_act a = { .kind = TACT_cancel, .text = "room for others" };
	struct tourney_live *l = limits_find_to_cancel(w, asker, plans);

	return l != NULL && tourney_act(w, &l->t, NULL, &a) == TOURNEY_OK;
}

/* Returns whether another tournament may open.  The actor's limits apply, or the maker's if
 * the tournament opens at a planned time. */
static bool
may_open(struct world *w, const struct tourney_live *l, const struct tourney_act *a)
{
	return !limits_tournaments_full(w) ||
	       cancel_to_make_room(w, a->actor != 0 ? a->actor : l->maker, false);
}

/* Decides whether the tournament's beginning and end are announced to all users: not if its
 * maker has had TOURNEYS_ANNOUNCED_PER_DAY such announcements in 24 hours.  A restart resets
 * the count. */
static void
decide_announcement(struct world *w, struct tourney_live *l)
{
	struct tourneys *all = w->tourneys;
	int64_t now_ms = tourney_now_ms(w);
	unsigned n = 0;

	for (unsigned i = 0; i < TOURNEYS_ANNOUNCEMENTS_KEPT; i++)
		n += all->announcements[i].maker == l->maker &&
		     all->announcements[i].at_ms > now_ms - DAY_MS;
	l->members_only = n >= TOURNEYS_ANNOUNCED_PER_DAY;
	if (!l->members_only)
		all->announcements[all->announcements_n++ % TOURNEYS_ANNOUNCEMENTS_KEPT] =
		    (struct tourney_announcement){ l->maker, now_ms };
}

/* Returns the last entry that has not checked in, or ENTRY_UNKNOWN. */
static entry_no
last_absent_entry(const struct tourney *t)
{
	for (unsigned e = t->entries_n; e-- > 0;)
		if (!t->entries[e].withdrawn && !t->entries[e].checked_in)
			return (entry_no)e;
	return ENTRY_UNKNOWN;
}

/* Gives the places of entrants who have not checked in to waiting users who have. */
static void
replace_absent_entrants(struct world *w, struct tourney_live *l)
{
	struct tourney *t = &l->t;

	for (unsigned i = 0; i < t->guests_n;) {
		struct tourney_act out = { .kind = TACT_withdraw,
			.entry = last_absent_entry(t) };
		struct tourney_act in = { .kind = TACT_promote, .user = t->guests[i].user };

		if (!t->guests[i].checked_in) {
			i++;
			continue;
		}
		if (t->in >= tourney_capacity(t) &&
		    (out.entry == ENTRY_UNKNOWN || record_act(w, l, &out, NULL) != TOURNEY_OK))
			return;
		in.rating = t->guests[i].rating;
		CHECK(sbuf_copy(in.name, sizeof(in.name), t->guests[i].name));
		if (record_act(w, l, &in, NULL) != TOURNEY_OK)
			return;
	}
}

/* Returns whether a user counts as checked in at the start: a user who was active recently or,
 * once the directors have been asked how to proceed, any user who is online.  The activity of a
 * client program says nothing about its user unless it has asked for additions, as gammon
 * does. */
static bool
counts_as_present(const struct world *w, const struct tourney *t, const struct session *s)
{
	if (s == NULL || s->state != ST_ONLINE)
		return false;
	return t->player_lack.asked_ms != 0 ||
	       (t->set.value[TSET_active] != 0 && session_gets_additions(s) &&
		   w->mono_ms - s->times.input_ms < TOURNEYS_ACTIVE_MS);
}

/* Counts users on the waiting list as checked in if counts_as_present returns true for them.
 * Returns whether there were any. */
static bool
check_in_waiting(struct world *w, struct tourney_live *l)
{
	struct tourney *t = &l->t;
	bool any = false;

	for (unsigned i = 0; i < t->guests_n; i++) {
		const struct tourney_guest *g = &t->guests[i];
		struct tourney_act a = {
			.kind = TACT_attend, .user = g->user, .rating = g->rating
		};

		if (!g->waiting || g->checked_in ||
		    !counts_as_present(w, t, live_session_of(w, g->name, g->user)))
			continue;
		CHECK(sbuf_copy(a.name, sizeof(a.name), g->name));
		any = record_act(w, l, &a, NULL) == TOURNEY_OK || any;
	}
	return any;
}

bool
tourney_check_in_present(struct world *w, struct tourney *t)
{
	struct tourney_live *l = live_of(t);
	entry_no *here;
	struct tourney_act a = { .kind = TACT_present };
	unsigned n = 0;
	size_t size;
	char *text;
	struct sbuf b;

	if (t->set.value[TSET_checkin] == 0)
		return false;
	here = memory_grow(NULL, t->entries_n + 1, sizeof(*here));
	for (unsigned e = 0; e < t->entries_n; e++)
		if (!t->entries[e].withdrawn && !t->entries[e].checked_in &&
		    counts_as_present(w, t, tourney_session(w, t, (entry_no)e)))
			here[n++] = (entry_no)e;
	size = (size_t)n * 5 + 1;
	text = memory_grow(NULL, size, 1);
	sbuf_init(&b, text, size);
	order_write(here, n, &b);
	CHECK(sbuf_ok(&b));
	a.text = text;
	if (n > 0)
		CHECK(record_act(w, l, &a, NULL) == TOURNEY_OK);
	free(text);
	free(here);
	return check_in_waiting(w, l) || n > 0;
}

static enum tourney_err
start_tournament(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e =
	    l->t.phase >= TOURNEY_RUNNING ? tourney_gate(&l->t, a) : TOURNEY_OK;
	struct tourney_guest left[TOURNEY_GUESTS_MAX];
	struct tell_facts facts = { .left_waiting = left };
	char *order;

	if (e == TOURNEY_OK && l->t.phase == TOURNEY_PLANNED && limits_tournaments_full(w))
		e = TOURNEY_TOO_MANY_ACTIVE;
	if (e != TOURNEY_OK)
		return e;
	commit_draw(w, l); /* a tournament may start without having been open */
	(void)tourney_check_in_present(w, &l->t);
	if (l->t.set.value[TSET_checkin] != 0 && tourney_can_start(&l->t))
		replace_absent_entrants(w, l);
	order = pairs_start_order(l);
	if (order == NULL)
		return TOURNEY_TOO_FEW;
	memcpy(left, l->t.guests, sizeof(left));
	facts.left_n = l->t.guests_n;
	if (l->t.phase == TOURNEY_PLANNED)
		decide_announcement(w, l);
	a->text = order;
	e = record_act(w, l, a, &facts);
	a->text = "";
	free(order);
	if (e == TOURNEY_OK)
		reveal_draw(w, l);
	return e;
}

/* Corrects a result.  Matches that followed from the wrong result are released or ended only
 * after their pairings have been given up: before that, the end of a match would decide its
 * pairing. */
static enum tourney_err
correct_result(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	const struct tourney *t = &l->t;
	enum tourney_err e = tourney_gate(t, a);
	struct {
		struct pairing was;
		int64_t row;
	} * left;

	if (e != TOURNEY_OK)
		return e;
	left = memory_grow(NULL, t->pairings_n, sizeof(*left));
	for (uint32_t q = t->bracket_base; q < t->pairings_n; q++) {
		left[q].was = t->pairings[q];
		left[q].row = t->pairings[q].end == PAIRING_OPEN ? t->bouts[q].match : 0;
	}
	e = record_act(w, l, a, NULL);
	for (uint32_t q = t->bracket_base; e == TOURNEY_OK && q < t->pairings_n; q++)
		if (left[q].row != 0 && t->bouts[q].match != left[q].row)
			pairings_end_given_up_match(w, l, &left[q].was, left[q].row);
	free(left);
	return e;
}

/* ---- before and after an act ---- */

/* Returns the pairing that an act concerns, if the match of the pairing is being played or
 * interrupted, else TOURNEY_NO_PAIRING. */
static uint32_t
pairing_played(const struct tourney *t, const struct tourney_act *a)
{
	uint32_t p = TOURNEY_NO_PAIRING;

	if ((tourney_act_fields(a->kind) & TF_PAIRING) != 0)
		p = a->pairing;
	else if (a->kind == TACT_withdraw && t->phase == TOURNEY_RUNNING &&
		 a->entry < t->entries_n && !t->entries[a->entry].withdrawn)
		p = tourney_open_pairing(t, a->entry);
	return p < t->pairings_n && t->bouts[p].match != 0 && t->pairings[p].end == PAIRING_OPEN
		   ? p
		   : TOURNEY_NO_PAIRING;
}

static enum tourney_err
before_open(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	if (l->t.phase == TOURNEY_PLANNED && !may_open(w, l, a))
		return TOURNEY_TOO_MANY_ACTIVE;
	l->entries_reopened = l->t.phase != TOURNEY_PLANNED;
	if (!l->entries_reopened)
		decide_announcement(w, l);
	commit_draw(w, l);
	return TOURNEY_OK;
}

/* A player who withdraws during a match first loses it, as by resigning, so that withdrawing is
 * not a way to avoid a loss. */
static enum tourney_err
before_withdraw(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	uint32_t p = pairing_played(&l->t, a);

	if (p != TOURNEY_NO_PAIRING && l->t.entries[a->entry].user == a->actor)
		pairings_lose_match(w, l, p, l->t.pairings[p].side[1] == a->entry, ACT_ABANDON);
	return TOURNEY_OK;
}

/* Releases or ends the match of a pairing that was decided while the match may still be
 * running. */
static void
after_decision(
    struct world *w, struct tourney_live *l, const struct tourney_act *a, uint32_t played)
{
	const struct pairing *p;

	(void)a;
	if (played == TOURNEY_NO_PAIRING)
		return;
	p = &l->t.pairings[played];
	pairings_end_decided_match(w, l, played, p->winner, p->end == PAIRING_SET_RESULT);
	l->matches_changed = true;
}

static void
after_reopen(
    struct world *w, struct tourney_live *l, const struct tourney_act *a, uint32_t played)
{
	(void)played;
	pairings_result_taken_back(w, l, a->pairing);
}

static void
after_restore(
    struct world *w, struct tourney_live *l, const struct tourney_act *a, uint32_t played)
{
	(void)played;
	if (l->t.phase == TOURNEY_RUNNING)
		pairings_result_taken_back(w, l, tourney_open_pairing(&l->t, a->entry));
}

/* Applies a director's act to the match of a pairing, if it has one; the match may be
 * interrupted. */
static enum tourney_err
before_match_action(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	return l->t.bouts[a->pairing].match == 0 || pairings_director_action(w, l, a)
		   ? TOURNEY_OK
		   : TOURNEY_BAD_SETTING;
}

/* Ends the hold of a match, even if the match cannot be read. */
static enum tourney_err
before_release(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	if (l->t.bouts[a->pairing].match != 0)
		(void)pairings_director_action(w, l, a);
	return TOURNEY_OK;
}

static enum tourney_err
before_hold(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	return tourney_may_hold(&l->t, a->pairing) ? before_match_action(w, l, a)
						   : TOURNEY_ALREADY_HELD_ONCE;
}

/* Refuses a deadline earlier than the present one, because the players rely on the deadline
 * that they know. */
static enum tourney_err
before_deadline(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	(void)w;
	return a->value > l->t.bouts[a->pairing].latest_start_ms ? TOURNEY_OK
								 : TOURNEY_TOO_EARLY;
}

/* Returns whether a user gags or blinds the actor or a director. */
static bool
blocks_directors(
    struct world *w, const struct tourney *t, const struct user_record *u, int64_t actor)
{
	const struct session *s = live_session_of(w, u->name, u->id);

	for (unsigned i = 0; i <= TOURNEY_DIRECTORS_MAX; i++) {
		int64_t of = i < TOURNEY_DIRECTORS_MAX ? t->director[i] : actor;

		if (of != 0 && (user_gags(w, u->id, s, of) || user_blinds(w, u->id, s, of)))
			return true;
	}
	return false;
}

/* Returns whether a user has had an entry: former entrants may be invited again at any time. */
static bool
had_entry(const struct tourney *t, int64_t user)
{
	for (unsigned e = 0; e < t->entries_n; e++)
		if (t->entries[e].user == user)
			return true;
	return false;
}

/* Checks the limits on invitations, which also apply to making a user a director.  A user who
 * was invited to this tournament in the last day may still be made a director of it. */
static enum tourney_err
check_invitation_limits(struct world *w, const struct tourney_live *l,
    const struct tourney_act *a, const struct user_record *u)
{
	int64_t since_ms = tourney_now_ms(w) - DAY_MS;
	bool guest = a->kind == TACT_director && tourney_guest_of(&l->t, a->user) != NULL;

	if (!had_entry(&l->t, a->user) && !guest &&
	    store_tourney_was_invited(w->store, a->user, l->t.id, since_ms))
		return TOURNEY_INVITED_RECENTLY;
	if (!user_is_bot(u) && store_tourney_invitations_of(w->store, a->user, since_ms) >=
				   TOURNEYS_INVITES_RECEIVED_MAX)
		return TOURNEY_TOO_MANY_INVITES_RECEIVED;
	if (store_tourney_invitations_by(w->store, a->actor, since_ms) >=
	    TOURNEYS_INVITES_SENT_MAX)
		return TOURNEY_TOO_MANY_INVITES_SENT;
	return TOURNEY_OK;
}

/* Refuses to make a user a director, or to restore a user's entry, if that user gags or blinds
 * the actor or a director.  Users who have switched `tournaments` off cannot be made
 * directors. */
static enum tourney_err
before_with_consent(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	bool director = a->kind == TACT_director;
	int64_t user = director ? a->user : l->t.entries[a->entry].user;
	struct user_record u;

	if (user == a->actor || (director && a->value == 0) ||
	    !store_user_by_id(w->store, user, &u))
		return TOURNEY_OK;
	if (blocks_directors(w, &l->t, &u, a->actor) ||
	    (director && !user_has_toggle(w, &u, TOGGLE_tournaments)))
		return TOURNEY_INVITATION_REFUSED;
	return director ? check_invitation_limits(w, l, a, &u) : TOURNEY_OK;
}

static enum tourney_err
before_invite(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	struct user_record u;

	if (!store_user_by_id(w->store, a->user, &u) ||
	    !user_has_toggle(w, &u, TOGGLE_tournaments) ||
	    (user_counts_as_bot(&u) && l->t.set.value[TSET_bots] == 0) ||
	    blocks_directors(w, &l->t, &u, a->actor))
		return TOURNEY_INVITATION_REFUSED;
	return check_invitation_limits(w, l, a, &u);
}

static void
after_invite(
    struct world *w, struct tourney_live *l, const struct tourney_act *a, uint32_t played)
{
	(void)played;
	if (a->kind == TACT_invite || (a->value == 1 && a->user != a->actor))
		store_tourney_invited(w->store, a->user, l->t.id, a->actor, a->at_ms);
}

/* Pairs a late entrant with the player who has the bye of round 1, if that player is present
 * and the tournament started less than TOURNEY_LATE_ENTRY_MS ago. */
static void
after_enter(
    struct world *w, struct tourney_live *l, const struct tourney_act *a, uint32_t played)
{
	const struct tourney *t = &l->t;
	struct tourney_act take = { .kind = TACT_takebye };
	uint32_t p = t->phase == TOURNEY_RUNNING ? tourney_first_bye(t) : TOURNEY_NO_PAIRING;

	(void)played;
	if (p == TOURNEY_NO_PAIRING || !t->entries[t->pairings[p].side[0]].online ||
	    tourney_now_ms(w) > t->started_ms + TOURNEY_LATE_ENTRY_MS)
		return;
	take.entry = tourney_entry_of(t, a->user);
	if (entry_is_player(take.entry))
		(void)record_act(w, l, &take, NULL);
}

/* Commits to the draw at once if it is chosen while entries are open. */
static void
after_set(struct world *w, struct tourney_live *l, const struct tourney_act *a, uint32_t played)
{
	(void)a;
	(void)played;
	if (l->t.phase == TOURNEY_OPEN)
		commit_draw(w, l);
}

static enum tourney_err
before_rename(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	return !word_is(a->text, l->t.name) && live_name_taken(w, a->text)
		   ? TOURNEY_ALREADY_ENTERED
		   : TOURNEY_OK;
}

static void
after_rename(
    struct world *w, struct tourney_live *l, const struct tourney_act *a, uint32_t played)
{
	(void)played;
	store_tourney_rename(w->store, l->t.id, a->text);
}

/* Side effects of acts.  before: checks conditions that are not part of the rules, and does
 * work that must precede the act.  after: called once the act is done.  played: see
 * pairing_played. */
static const struct {
	enum tourney_err (*before)(
	    struct world *w, struct tourney_live *l, struct tourney_act *a);
	void (*after)(struct world *w, struct tourney_live *l, const struct tourney_act *a,
	    uint32_t played);
	bool gated_after_before; /* the rules are checked only after `before` */
} SIDE_EFFECTS[TACT_COUNT] = {
	[TACT_open] = { .before = before_open },
	[TACT_enter] = { .after = after_enter },
	[TACT_admit] = { .after = after_enter },
	[TACT_director] = { .before = before_with_consent, .after = after_invite },
	[TACT_restore] = { .before = before_with_consent, .after = after_restore },
	[TACT_invite] = { .before = before_invite, .after = after_invite },
	[TACT_set] = { .after = after_set },
	[TACT_rename] = { .before = before_rename, .after = after_rename },
	[TACT_withdraw] = { .before = before_withdraw,
	    .after = after_decision,
	    .gated_after_before = true },
	[TACT_setresult] = { .after = after_decision },
	[TACT_reopen] = { .after = after_reopen },
	[TACT_forfeit] = { .after = after_decision },
	[TACT_hold] = { .before = before_hold },
	[TACT_release] = { .before = before_release },
	[TACT_deadline] = { .before = before_deadline },
	[TACT_addtime] = { .before = before_match_action },
};

static enum tourney_err
act_with_side_effects(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	uint32_t played = pairing_played(&l->t, a);
	enum tourney_err e = TOURNEY_OK;

	if (SIDE_EFFECTS[a->kind].before != NULL) {
		e = SIDE_EFFECTS[a->kind].gated_after_before ? TOURNEY_OK
							     : tourney_gate(&l->t, a);
		if (e == TOURNEY_OK)
			e = SIDE_EFFECTS[a->kind].before(w, l, a);
	}
	if (e == TOURNEY_OK)
		e = record_act(w, l, a, NULL);
	if (e == TOURNEY_OK && SIDE_EFFECTS[a->kind].after != NULL)
		SIDE_EFFECTS[a->kind].after(w, l, a, played);
	return e;
}

enum tourney_err
tourney_act(struct world *w, struct tourney *t, const struct session *s, struct tourney_act *a)
{
	struct tourney_live *l = live_of(t);
	enum tourney_err e;
	bool counted;

	a->actor = s != NULL ? s->player->user : 0;
	a->at_ms = tourney_now_ms(w);
	if (l->finished)
		return TOURNEY_IS_OVER;
	if (tourney_affects_own_match(t, a))
		return TOURNEY_OWN_MATCH;
	if (!limits_may_act(w, l, a))
		return TOURNEY_TOO_MANY_ACTS;
	counted = limits_act_counts(t, a);
	if (a->kind == TACT_start)
		e = start_tournament(w, l, a);
	else if (a->kind == TACT_correct)
		e = correct_result(w, l, a);
	else
		e = act_with_side_effects(w, l, a);
	if (e == TOURNEY_OK && counted)
		limits_count_act(w, l, a->actor);
	return e;
}

/* ---- creating ---- */

struct tourney *
tourney_create(
    struct world *w, const struct session *s, const char *name, enum tourney_err *err_out)
{
	const struct player *p = s->player;
	struct tourney_record r = { .director = p->user, .created_ms = tourney_now_ms(w) };
	struct tourney_act a = { .kind = TACT_create, .actor = p->user, .text = name };
	struct tourney_live *l;

	*err_out = TOURNEY_BAD_ACT;
	if (name[0] == '\0' || !sbuf_copy(r.name, sizeof(r.name), name))
		return NULL;
	limits_address_text(s, r.maker_host);
	*err_out = TOURNEY_ALREADY_ENTERED;
	if (live_name_taken(w, name))
		return NULL;
	*err_out = limits_may_create(w, p->user, r.maker_host);
	if (*err_out != TOURNEY_OK &&
	    (*err_out != TOURNEY_TOO_MANY_PLANS || !cancel_to_make_room(w, p->user, true)))
		return NULL;
	w->random.bytes(w->random.ctx, r.seed, sizeof(r.seed));
	r.id = store_tourney_create(w->store, &r);
	if (r.id == 0)
		return NULL;
	l = live_create(w, &r);
	CHECK(record_act(w, l, &a, NULL) == TOURNEY_OK);
	a = (struct tourney_act){
		.kind = TACT_director, .actor = p->user, .value = 1, .user = p->user
	};
	CHECK(sbuf_copy(a.name, sizeof(a.name), p->name));
	CHECK(record_act(w, l, &a, NULL) == TOURNEY_OK);
	*err_out = TOURNEY_OK;
	return &l->t;
}

void
tourney_act_set_user(const struct world *w, const struct tourney *t,
    const struct user_record *u, struct tourney_act *a)
{
	a->user = u->id;
	CHECK(sbuf_copy(a->name, sizeof(a->name), u->name));
	a->rating = tourney_round_rating(user_standing(w, u, tourney_game(&t->set)).rating);
}
