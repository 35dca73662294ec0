/* SPDX-License-Identifier: MIT */
/* Players' commands: entering, checking in, withdrawing, following, and agreeing on times of
 * matches. */
#include "cmd/tournament/tournament_command.h"

#include <stdlib.h>

#include "people/people.h"
#include "output/output.h"
#include "proto/words.h"
#include "tournament_view/words.h"

#define REPEAT_PROPOSAL_MS 60000

/* ---- entering ---- */

/* Returns whether players may check in: at any time or, if the start has a time, once they are
 * called. */
static bool
may_check_in(const struct tourney *t)
{
	return t->set.value[TSET_starts] == 0 || t->checkin_called;
}

static void
tell_checkin_at(const struct sub_call *x, const struct tourney *t)
{
	const int64_t *v = t->set.value;
	char when[SUB_TIME_MAX];

	sub_time_text(x, (v[TSET_starts] - v[TSET_checkin] * 60) * 1000, when);
	msg_trn_checkin_at(x->out, when, (long long)t->id);
}

static void
tell_next_step(const struct sub_call *x, const struct tourney *t)
{
	if (t->phase == TOURNEY_RUNNING || t->set.value[TSET_checkin] == 0)
		return;
	if (may_check_in(t))
		msg_trn_checkin_now(x->out, (long long)t->id);
	else
		tell_checkin_at(x, t);
}

/* Restores a player who withdrew by their own choice from a running tournament, if that is
 * still possible.  Returns false if there is no such entry. */
static bool
restore_withdrawn(struct sub_call *x)
{
	const struct tourney *t = x->t;
	unsigned e = 0;

	while (e < t->entries_n &&
	       (t->entries[e].user != x->c->p->user || !t->entries[e].left_by_choice))
		e++;
	if (e == t->entries_n || t->phase != TOURNEY_RUNNING)
		return false;
	x->a.kind = TACT_restore;
	x->a.entry = (entry_no)e;
	if (sub_do_act_needs_answer(x, false))
		msg_trn_came_back(x->out, t->name);
	return true;
}

/* Returns the user's position on the waiting list, from 1. */
static unsigned
waiting_list_place(const struct tourney *t, int64_t user)
{
	unsigned n = 1;

	for (unsigned i = 0; i < t->guests_n && t->guests[i].user != user; i++)
		n += t->guests[i].waiting;
	return n;
}

/* Makes x->a an act of that kind about the user.  Returns false if the account could not be
 * read; the turn will then not be committed. */
static bool
set_act_about_self(struct sub_call *x, enum tourney_act_kind kind)
{
	struct user_record u;

	if (!store_user_by_id(x->w->store, x->c->p->user, &u))
		return false;
	x->a.kind = kind;
	tourney_act_set_user(x->w, x->t, &u, &x->a);
	return true;
}

/* Enters the user.  A user who was invited to replace a player gets that player's entry, unless
 * the player has withdrawn.  If the tournament is full, the user is put on the waiting list.
 * Returns false after printing an error, or if a withdrawn user was restored instead. */
static bool
enter_tournament(struct sub_call *x)
{
	struct tourney *t = x->t;
	const struct tourney_guest *g = tourney_guest_of(t, x->c->p->user);
	enum tourney_err err;

	if (!tourney_game(&t->set)->fibs && !player_has_toggle(x->c->p, TOGGLE_variants)) {
		msg_variants_off(x->out);
		return false;
	}
	if (x->c->p->marked_as_bot && t->set.value[TSET_bots] == 0) {
		msg_trn_no_marked(x->out, x->c->p->name);
		return false;
	}
	if (restore_withdrawn(x) || !set_act_about_self(x, TACT_enter))
		return false;
	if (g != NULL && entry_is_player(g->replaces_entry) &&
	    !t->entries[g->replaces_entry].withdrawn) {
		x->a.kind = TACT_replace;
		x->a.entry = g->replaces_entry;
	}
	err = tourney_act(x->w, t, x->c->s, &x->a);
	if (err == TOURNEY_IS_FULL && t->phase < TOURNEY_RUNNING) {
		x->a.kind = TACT_wait;
		err = tourney_act(x->w, t, x->c->s, &x->a);
	}
	if (err != TOURNEY_OK)
		return sub_report_refusal(x, err);
	if (x->a.kind == TACT_wait)
		msg_trn_waiting(x->out, t->name, waiting_list_place(t, x->c->p->user));
	else
		msg_trn_entered(x->out, t->name);
	return true;
}

void
tournament_register(struct sub_call *x)
{
	if (enter_tournament(x))
		tell_next_step(x, x->t);
}

/* Sets the act's entry to the user's.  Returns false after printing that there is none or that
 * it is withdrawn. */
static bool
set_own_entry(struct sub_call *x)
{
	const struct tourney *t = x->t;
	enum tourney_err err = TOURNEY_NOT_ENTERED;

	x->a.entry = tourney_entry_of(t, x->c->p->user);
	if (x->a.entry != ENTRY_UNKNOWN)
		return true;
	for (unsigned i = 0; i < t->entries_n; i++)
		if (t->entries[i].user == x->c->p->user)
			err = TOURNEY_WITHDRAWN;
	x->a.kind = TACT_checkin;
	return sub_report_refusal(x, err);
}

/* Checks the user in, which also accepts an invitation.  Users on the waiting list check in
 * too. */
void
tournament_checkin(struct sub_call *x)
{
	struct tourney *t = x->t;
	const struct tourney_guest *g = tourney_guest_of(t, x->c->p->user);
	bool asked = t->phase != TOURNEY_RUNNING;

	if (g != NULL && !g->waiting) {
		if (!enter_tournament(x) || !asked || t->set.value[TSET_checkin] == 0)
			return;
		g = tourney_guest_of(t, x->c->p->user);
	}
	x->a.kind = TACT_checkin;
	if (g == NULL && !set_own_entry(x))
		return;
	if (g != NULL && !set_act_about_self(x, TACT_attend))
		return;
	if (asked && t->set.value[TSET_checkin] == 0)
		msg_trn_checkin_none(x->out);
	else if (asked && !may_check_in(t))
		tell_checkin_at(x, t);
	else if (sub_do_act(x))
		(g != NULL ? msg_trn_attends : msg_trn_checked)(x->out, t->name);
}

/* Withdraws the user from the tournament, declines an invitation, or leaves the waiting
 * list. */
void
tournament_withdraw(struct sub_call *x)
{
	if (tourney_guest_of(x->t, x->c->p->user) != NULL) {
		if (set_act_about_self(x, TACT_decline) && sub_do_act(x))
			msg_trn_declined(x->out, x->t->name);
	} else if (set_own_entry(x) && sub_do_act(x)) {
		msg_trn_have_left(x->out, x->t->name);
	}
}

/* ---- following ---- */

void
tournament_follow(struct sub_call *x)
{
	const char *word = word_next(&x->rest);

	if (x->t->phase > TOURNEY_RUNNING) {
		sub_report_refusal(x, TOURNEY_IS_OVER);
		return;
	}
	if (word != NULL && !word_is_prefix(word, "results")) {
		sub_print_usage(x);
		return;
	}
	tourney_follow(x->w, x->c->s, x->t->id, word == NULL);
	(word == NULL ? msg_trn_following : msg_trn_following_results)(x->out, x->t->name);
}

void
tournament_unfollow(struct sub_call *x)
{
	tourney_follow(x->w, x->c->s, 0, false);
	msg_trn_unfollowed(x->out);
}

/* ---- times of matches ---- */

/* Sets the act's pairing to the user's next match.  Returns false after printing that there is
 * none. */
static bool
set_own_pairing(struct sub_call *x)
{
	bool runs = x->t->phase == TOURNEY_RUNNING;
	entry_no e;

	if (!set_own_entry(x))
		return false;
	e = x->a.entry;
	x->a.pairing = runs ? tourney_open_pairing(x->t, e) : TOURNEY_NO_PAIRING;
	if (x->a.pairing == TOURNEY_NO_PAIRING)
		return sub_report_refusal(
		    x, runs ? TOURNEY_NO_SUCH_PAIRING : TOURNEY_NOT_STARTED);
	x->a.side = (uint8_t)sub_side_of_entry(x->t, x->a.pairing, e);
	return true;
}

/* Returns whether the user has proposed that time before and the proposal is still in force.
 * "now" may be repeated after a while. */
static bool
has_just_proposed(const struct sub_call *x)
{
	const struct tourney_bout *b = &x->t->bouts[x->a.pairing];
	unsigned side = x->a.side;

	if (b->match != 0)
		return false; /* the match has begun, which the act will report */
	if (x->a.value == 1)
		return b->proposed_start_ms[side] == 1 &&
		       tourney_now_ms(x->w) - b->proposal_ms[side] < REPEAT_PROPOSAL_MS;
	return b->proposed_start_ms[side] == x->a.value ||
	       (b->due_ms == x->a.value && b->due_ms != b->latest_start_ms);
}

static void
propose_start(struct sub_call *x, int64_t at_ms)
{
	const struct tourney_bout *b = &x->t->bouts[x->a.pairing];
	entry_no opponent = x->t->pairings[x->a.pairing].side[1 - x->a.side];
	char when[SUB_TIME_MAX];
	const char *name;

	x->a.value = at_ms;
	if (has_just_proposed(x)) {
		msg_trn_said(x->out);
		return;
	}
	if (b->match == 0 && at_ms > b->latest_start_ms) {
		msg_trn_time_limit(x->out, sub_time_text(x, b->latest_start_ms, when));
		return;
	}
	if (!sub_do_act(x) || b->proposed_start_ms[0] == b->proposed_start_ms[1])
		return; /* if both propose the same time, the act notifies both that they
			 * agree */
	name = sub_side_name(x, 1u - x->a.side);
	if (user_gags(x->w, x->t->entries[opponent].user, tourney_session(x->w, x->t, opponent),
		x->c->p->user))
		msg_trn_unheard(x->out, name);
	else if (at_ms == 1)
		msg_trn_ready(x->out, name);
	else
		msg_trn_proposed(x->out, sub_time_text(x, at_ms, when), name);
}

void
tournament_play(struct sub_call *x)
{
	if (set_own_pairing(x))
		propose_start(x, 1);
}

/* Agrees to extend the hold on the user's match. */
void
tournament_agree(struct sub_call *x)
{
	if (set_own_pairing(x) && sub_do_act(x))
		msg_trn_agreed(x->out, sub_side_name(x, 1u - x->a.side));
}

void
tournament_time(struct sub_call *x)
{
	int64_t at_s, other_ms;

	if (!set_own_pairing(x))
		return;
	if (!word_is_prefix(x->rest, "accept")) {
		if (sub_parse_time(x, &at_s))
			propose_start(x, at_s * 1000);
		return;
	}
	other_ms = x->t->bouts[x->a.pairing].proposed_start_ms[1 - x->a.side];
	if (other_ms != 0)
		propose_start(x, other_ms);
	else
		msg_trn_nothing_proposed(x->out, sub_side_name(x, 1u - x->a.side));
}

/* ---- my: the user's next steps ---- */

static void
print_my_entry(const struct sub_call *x, const struct tourney *t, entry_no e)
{
	bool here = t->entries[e].checked_in;
	char when[SUB_TIME_MAX];

	(t->phase == TOURNEY_PLANNED ? msg_trn_my_planned
	    : here                   ? msg_trn_my_checked
				     : msg_trn_my_entered)(x->out);
	if (t->phase != TOURNEY_PLANNED && !here)
		tell_next_step(x, t);
	if (t->set.value[TSET_starts] == 0)
		msg_trn_my_by_hand(x->out);
	else
		msg_trn_my_starts(
		    x->out, sub_time_text(x, t->set.value[TSET_starts] * 1000, when));
}

/* Returns the start that a side has proposed, if it is still in force: 1 for now, 0 for
 * none. */
static int64_t
proposed_start(const struct sub_call *x, const struct tourney_bout *b, unsigned side)
{
	bool stale = b->proposed_start_ms[side] == 1 &&
		     tourney_now_ms(x->w) - b->proposal_ms[side] > TOURNEY_NOW_PROPOSAL_MS;

	return stale ? 0 : b->proposed_start_ms[side];
}

static void
print_my_pairing(const struct sub_call *x, const struct tourney *t, uint32_t p, unsigned side)
{
	const struct tourney_bout *b = &t->bouts[p];
	const char *name = t->entries[t->pairings[p].side[1 - side]].name;
	int64_t own = proposed_start(x, b, side), other = proposed_start(x, b, 1 - side);
	char title[WORDS_TITLE_MAX], when[SUB_TIME_MAX];
	bool by =
	    t->set.value[TSET_schedule] == SCHEDULE_DEADLINE && b->due_ms == b->latest_start_ms;

	msg_trn_my_plays(
	    x->out, name, t->pairings[p].length, words_pairing_title(x->out, t, p, title));
	if (b->held)
		msg_trn_my_held(
		    x->out, sub_time_text(x, b->held_since_ms + TOURNEY_HOLD_MS, when));
	if (b->match != 0)
		msg_trn_my_begun(x->out);
	if (b->match != 0 || b->held || t->paused)
		return;
	(by ? msg_trn_my_by : msg_trn_my_at)(x->out, sub_time_text(x, b->due_ms, when));
	if (own == 1)
		msg_trn_my_ready(x->out);
	else if (own != 0)
		msg_trn_my_proposed(x->out, sub_time_text(x, own, when));
	if (other == 1)
		msg_trn_my_his_ready(x->out, name, (long long)t->id);
	else if (other != 0)
		msg_trn_my_his_time(
		    x->out, name, sub_time_text(x, other, when), (long long)t->id);
	else if (own != 1 && !by && session_is_interactive(x->c->s))
		msg_trn_my_sooner(x->out, (long long)t->id);
}

/* Prints the user's place, unless all players still share the first place. */
static void
print_my_place(const struct sub_call *x, const struct tourney *t, entry_no e)
{
	struct bracket_place *places = calloc(t->entries_n, sizeof(*places)), own;

	if (places == NULL)
		return;
	tourney_places(t, tourneys_scratch(x->w, t), places);
	own = places[e];
	free(places);
	if (own.from == 0 || (own.from == 1 && own.to >= t->in && t->in > 1))
		return;
	if (own.from == own.to)
		msg_trn_my_place(x->out, own.from, t->entries_n);
	else
		msg_trn_my_places(x->out, own.from, own.to, t->entries_n);
}

static void
print_my_progress(const struct sub_call *x, const struct tourney *t, entry_no e)
{
	uint32_t p = tourney_open_pairing(t, e);

	if (t->paused)
		msg_trn_my_paused(x->out);
	if (p != TOURNEY_NO_PAIRING)
		print_my_pairing(x, t, p, sub_side_of_entry(t, p, e));
	else if (tourney_plays_on(t, e))
		msg_trn_my_waits(x->out);
	else
		msg_trn_my_out(x->out);
	print_my_place(x, t, e);
}

static bool
print_my_tournament(const struct sub_call *x, const struct tourney *t)
{
	int64_t user = x->c->p->user, settled_ms = tourney_settled_ms(t);
	const struct tourney_guest *g = tourney_guest_of(t, user);
	entry_no e = tourney_entry_of(t, user);
	bool directs = tourney_directs(t, user);
	char when[SUB_TIME_MAX];

	if (e == ENTRY_UNKNOWN && !directs && g == NULL)
		return false;
	msg_trn_my_head(x->out, (long long)t->id, t->name);
	if (directs)
		msg_trn_my_directs(x->out);
	if (directs && t->player_lack.asked_ms != 0 && t->phase < TOURNEY_RUNNING)
		msg_trn_my_asked(
		    x->out, sub_time_text(
				x, t->player_lack.asked_ms + TOURNEY_DIRECTORS_WAIT_MS, when));
	if (directs && settled_ms != 0)
		msg_trn_my_confirm(
		    x->out, sub_time_text(x, settled_ms, when), (long long)t->id);
	if (g != NULL && g->waiting)
		msg_trn_my_waiting(x->out, waiting_list_place(t, user));
	else if (g != NULL)
		msg_trn_my_invited(x->out, (long long)t->id);
	if (e != ENTRY_UNKNOWN && t->phase == TOURNEY_RUNNING)
		print_my_progress(x, t, e);
	else if (e != ENTRY_UNKNOWN)
		print_my_entry(x, t, e);
	return true;
}

void
tournament_my(struct sub_call *x)
{
	bool any = false;

	for (struct tourney *t = tourney_next(x->w, NULL); t != NULL; t = tourney_next(x->w, t))
		any = print_my_tournament(x, t) || any;
	if (!any)
		msg_trn_my_none(x->out);
}
