/* SPDX-License-Identifier: MIT */
/* What directors do in a tournament.  Each act is public and kept with its reason; whether it
 * may be is the domain's question, who may give it was asked before.  Finding a player by his
 * name is linear in the entries, correcting a result that stands also in the pairings. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/tournament.h"
#include "people/people.h"
#include "proto/words.h"
#include "tourney/text.h"
#include "tournament/words.h"

#define REASON_MAX SESSION_WHY_MAX
#define ANNOUNCE_MAX 300u
#define ADDTIME_MAX_MIN 60
#define ASKED_MAX 20u /* matches, when it is asked which one is meant */

/* ---- words ---- */

/* What is left is a text, of at most so many bytes; false: told what is wrong. */
static bool
take_text(struct ctx *c, sub_fn *of, const char *rest, size_t most, struct tourney_act *a)
{
	if (rest[0] == '\0') {
		sub_usage(c, of);
		return false;
	}
	if (strlen(rest) > most) {
		msg_why_long(c->out, (unsigned)most);
		return false;
	}
	a->text = rest;
	return true;
}

static bool
take_reason(struct ctx *c, sub_fn *of, const char *rest, struct tourney_act *a)
{
	return take_text(c, of, rest, REASON_MAX, a);
}

/* An entry by its player's whole name, one in force first; ENTRY_UNKNOWN none. */
static entry_no
entry_named(const struct tourney *t, const char *name)
{
	entry_no found = ENTRY_UNKNOWN;

	for (unsigned e = 0; e < t->entries_n; e++) {
		if (!word_is(name, t->entries[e].name))
			continue;
		found = (entry_no)e;
		if (!t->entries[e].withdrawn)
			break;
	}
	return found;
}

/* The next word is the name of a player of it; false: told that it is not. */
static bool
take_entry(struct ctx *c, const struct tourney *t, sub_fn *of, char **rest, entry_no *e_out)
{
	const char *name = word_next(rest);

	if (name == NULL) {
		sub_usage(c, of);
		return false;
	}
	*e_out = entry_named(t, name);
	if (*e_out != ENTRY_UNKNOWN)
		return true;
	msg_trn_no_player(c->out, name);
	return false;
}

/* A user by his whole name, into the act; false: told that there is none. */
static bool
take_user(
    struct ctx *c, const struct tourney *t, sub_fn *of, char **rest, struct tourney_act *a)
{
	const char *name = word_next(rest);
	struct user_record u;

	if (name == NULL) {
		sub_usage(c, of);
		return false;
	}
	if (!cmd_user(c, name, msg_no_user_called, &u))
		return false;
	tourney_act_user(c->w, t, &u, a);
	return true;
}

/* False: told that he, who is on line, plays backgammon only. */
static bool
plays_its_game(struct ctx *c, const struct tourney *t, const struct tourney_act *a)
{
	const struct session *s = session_by_name(c->w, a->name);

	if (s == NULL || tourney_game(&t->set)->fibs || player_has(s->player, TOGGLE_variants))
		return true;
	msg_only_backgammon(c->out, a->name);
	return false;
}

static void
refuse(struct ctx *c, const struct tourney *t, enum tourney_act_kind kind, enum tourney_err err)
{
	struct tourney_act a = { .kind = kind, .entry = 0 };

	sub_refused(c, t, &a, err);
}

/* ---- pairings ---- */

/* The last one of an entry that was paired with somebody, whether it is over or not. */
static uint32_t
last_pairing(const struct tourney *t, entry_no e)
{
	for (uint32_t p = t->pairings_n; p-- > 0;) {
		const struct pairing *x = &t->pairings[p];

		if ((x->side[0] == e && entry_is_player(x->side[1])) ||
		    (x->side[1] == e && entry_is_player(x->side[0])))
			if (x->end != PAIRING_OPEN || t->bouts[p].ready_ms != 0)
				return p;
	}
	return TOURNEY_NO_PAIRING;
}

/* Whether the act could be done to that pairing of an entry; of a result, some result. */
static bool
fits(const struct tourney *t, uint32_t p, entry_no e, struct tourney_act a)
{
	const struct pairing *x = &t->pairings[p];

	if (x->side[0] != e && x->side[1] != e)
		return false;
	a.pairing = p;
	a.side = (uint8_t)sub_side(t, p, e);
	a.score[a.side] = x->length;
	return tourney_gate(t, &a) == TOURNEY_OK;
}

static void
tell_match(struct ctx *c, const struct tourney *t, uint32_t p)
{
	const struct pairing *x = &t->pairings[p];
	const char *a = t->entries[x->side[0]].name, *b = t->entries[x->side[1]].name;
	char title[WORDS_TITLE_MAX];

	words_title(c->out, t, p, title);
	if (x->end == PAIRING_OPEN || (x->score[0] == 0 && x->score[1] == 0))
		msg_trn_match_open(c->out, (unsigned)p + 1, title, a, b);
	else
		msg_trn_match_row(
		    c->out, (unsigned)p + 1, title, a, b, x->score[0], x->score[1]);
}

/* The only pairing of an entry to which the act could be done, also when it is over; of none
 * the last one, for the reason why not; TOURNEY_NO_PAIRING: none at all, or asked which
 * (*asked). */
static uint32_t
pairing_that_fits(struct ctx *c, const struct tourney *t, entry_no e,
    const struct tourney_act *a, bool *asked)
{
	uint32_t found = TOURNEY_NO_PAIRING;
	unsigned n = 0;

	for (uint32_t p = t->pairings_n; p-- > 0;)
		if (fits(t, p, e, *a)) {
			found = p;
			n++;
		}
	*asked = n > 1;
	if (n == 0)
		found = last_pairing(t, e);
	if (n <= 1)
		return found;
	msg_trn_which_match(c->out, t->entries[e].name);
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (fits(t, p, e, *a) && n-- <= ASKED_MAX)
			tell_match(c, t, p);
	return TOURNEY_NO_PAIRING;
}

/* What `NAME|PAIRING` means, into the act: the pairing, and the side of that player; that of
 * nobody when it was a number.  False: told why there is none. */
static bool
take_pairing(struct ctx *c, const struct tourney *t, sub_fn *of, char **rest, bool also_over,
    struct tourney_act *a)
{
	char *all = *rest;
	const char *word = word_next(rest);
	bool asked = false;
	entry_no e;
	long n;

	if (word == NULL) {
		sub_usage(c, of);
		return false;
	}
	if (t->phase != TOURNEY_RUNNING) {
		refuse(c, t, a->kind, TOURNEY_NOT_STARTED);
		return false;
	}
	a->side = PAIRING_NOBODY;
	if (word_number(word, &n)) {
		a->pairing =
		    n >= 1 && n <= (long)t->pairings_n ? (uint32_t)(n - 1) : TOURNEY_NO_PAIRING;
	} else {
		if (**rest != '\0')
			all[strlen(word)] = ' ';
		*rest = all;
		if (!take_entry(c, t, of, rest, &e))
			return false;
		a->pairing = also_over ? pairing_that_fits(c, t, e, a, &asked)
				       : tourney_open_pairing(t, e);
		if (a->pairing != TOURNEY_NO_PAIRING)
			a->side = (uint8_t)sub_side(t, a->pairing, e);
	}
	if (a->pairing != TOURNEY_NO_PAIRING)
		return true;
	if (!asked)
		msg_trn_no_pairing(c->out);
	return false;
}

/* The name of one side; both must be players, as in every pairing of which an act was done. */
static const char *
side_name(const struct tourney *t, const struct tourney_act *a, unsigned side)
{
	return t->entries[t->pairings[a->pairing].side[side]].name;
}

/* ---- its course ---- */

void
tournament_open(struct ctx *c, struct tourney *t, char *rest)
{
	(void)rest;
	if (sub_do_plain(c, t, TACT_open) && !sub_hears(c, t, true))
		msg_trn_opened(c->out, t->name);
}

void
tournament_close(struct ctx *c, struct tourney *t, char *rest)
{
	(void)rest;
	if (sub_do_plain(c, t, TACT_close) && !sub_hears(c, t, false))
		msg_trn_closed(c->out, t->name);
}

void
tournament_start(struct ctx *c, struct tourney *t, char *rest)
{
	(void)rest;
	if (sub_do_plain(c, t, TACT_start) && !sub_hears(c, t, true))
		msg_trn_started(c->out, t->name);
}

void
tournament_announce(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_announce };

	if (take_text(c, tournament_announce, rest, ANNOUNCE_MAX, &a) && sub_do(c, t, &a) &&
	    !sub_hears(c, t, false))
		msg_trn_announced(c->out, t->name);
}

void
tournament_pause(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_pause };

	if (take_reason(c, tournament_pause, rest, &a) && sub_do(c, t, &a) &&
	    !sub_hears(c, t, false))
		msg_trn_paused(c->out, t->name);
}

void
tournament_resume(struct ctx *c, struct tourney *t, char *rest)
{
	(void)rest;
	if (sub_do_plain(c, t, TACT_resume) && !sub_hears(c, t, false))
		msg_trn_resumed(c->out, t->name);
}

void
tournament_cancel(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_cancel };

	if (take_reason(c, tournament_cancel, rest, &a) && sub_do(c, t, &a) &&
	    !sub_hears(c, t, false))
		msg_trn_cancelled(c->out, t->name);
}

/* ---- people ---- */

void
tournament_director(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_director, .text = "" };
	const char *word = word_next(&rest);

	if (word == NULL || (!word_begins(word, "add") && !word_begins(word, "remove"))) {
		sub_usage(c, tournament_director);
		return;
	}
	a.value = word_begins(word, "add");
	if (!take_user(c, t, tournament_director, &rest, &a) || !sub_do(c, t, &a))
		return;
	if (a.value != 0)
		msg_trn_director_added(c->out, a.name, t->name);
	else
		msg_trn_director_gone(c->out, a.name, t->name);
}

/* Nobody is entered without wanting it: somebody else is invited. */
void
tournament_add(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_invite, .text = "" };

	if (!take_user(c, t, tournament_add, &rest, &a) || !plays_its_game(c, t, &a))
		return;
	if (a.user == c->p->user)
		a.kind = TACT_admit;
	if (!sub_do(c, t, &a))
		return;
	if (a.kind == TACT_admit)
		msg_trn_entered(c->out, t->name);
	else
		msg_trn_invited(c->out, a.name, t->name);
}

/* Somebody who is invited, or waits, by the whole name: the act that ends that.  Does not touch
 * what is typed when there is none. */
static bool
take_guest(struct ctx *c, const struct tourney *t, const char *rest, struct tourney_act *a)
{
	size_t n = strcspn(rest, " \t");
	struct user_record u;

	for (unsigned i = 0; i < t->guests_n; i++) {
		char word[TOURNEY_USER_MAX + 1];

		if (n > TOURNEY_USER_MAX)
			break;
		memcpy(word, rest, n);
		word[n] = '\0';
		if (!word_is(word, t->guests[i].name) ||
		    !store_user_by_id(c->w->store, t->guests[i].user, &u))
			continue;
		a->kind = TACT_decline;
		tourney_act_user(c->w, t, &u, a);
		return true;
	}
	return false;
}

void
tournament_remove(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_withdraw, .text = "" };
	char name[TOURNEY_USER_MAX + 1];

	if (!take_guest(c, t, rest, &a) &&
	    !take_entry(c, t, tournament_remove, &rest, &a.entry))
		return;
	CHECK(sbuf_copy(
	    name, sizeof(name), a.kind == TACT_decline ? a.name : t->entries[a.entry].name));
	if (!sub_do(c, t, &a))
		return;
	msg_trn_removed(c->out, name, t->name);
}

/* At once with somebody who waits for a place, or with oneself; else it is offered. */
void
tournament_restore(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_restore, .text = "" };
	struct user_record u;
	const char *name;

	if (!take_entry(c, t, tournament_restore, &rest, &a.entry))
		return;
	name = t->entries[a.entry].name;
	if (!store_user_by_id(c->w->store, t->entries[a.entry].user, &u)) {
		msg_no_user_called(c->out, name);
		return;
	}
	if (!sub_do(c, t, &a))
		return;
	if (!sub_hears(c, t, false))
		msg_trn_restored(c->out, name, t->name);
}

void
tournament_replace(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_replace };
	const struct tourney_guest *g;
	char old[TOURNEY_USER_MAX + 1];

	if (!take_entry(c, t, tournament_replace, &rest, &a.entry) ||
	    !take_user(c, t, tournament_replace, &rest, &a) ||
	    !take_reason(c, tournament_replace, rest, &a) || !plays_its_game(c, t, &a))
		return;
	(void)sbuf_copy(old, sizeof(old), t->entries[a.entry].name);
	g = tourney_guest_of(t, a.user);
	if (a.user != c->p->user && (g == NULL || !g->waits)) {
		a.kind = TACT_invite;
		a.value = (int64_t)a.entry + 1;
	}
	if (!sub_do(c, t, &a))
		return;
	if (a.kind == TACT_invite)
		msg_trn_invited_for(c->out, a.name, old);
	else if (!sub_hears(c, t, false))
		msg_trn_replaced(c->out, a.name, old);
}

/* ---- seeding by hand ---- */

/* Sorted by an order of its own, so that no entry needs to know the tournament. */
struct rated {
	double rating;
	entry_no entry;
};

static int
by_rating(const void *a, const void *b)
{
	const struct rated *x = a, *y = b;

	if (x->rating != y->rating)
		return x->rating > y->rating ? -1 : 1;
	return x->entry < y->entry ? -1 : 1;
}

/* Behind the n named ones come those that were not, the best first; how many there are then. */
static unsigned
add_unnamed(const struct tourney *t, const bool *named, entry_no *order, unsigned n)
{
	struct rated *list = calloc(t->entries_n + 1, sizeof(*list));
	unsigned k = 0;

	CHECK(list != NULL);
	for (unsigned e = 0; e < t->entries_n; e++)
		if (!named[e] && !t->entries[e].withdrawn)
			list[k++] = (struct rated){ t->entries[e].rating, (entry_no)e };
	qsort(list, k, sizeof(list[0]), by_rating);
	for (unsigned i = 0; i < k; i++)
		order[n++] = list[i].entry;
	free(list);
	return n;
}

/* The entries that are named, in that order; -1: told what is wrong. */
static int
take_order(struct ctx *c, const struct tourney *t, char *rest, bool *named, entry_no *order)
{
	int n = 0;

	while (rest[0] != '\0') {
		entry_no e;

		if (!take_entry(c, t, tournament_order, &rest, &e))
			return -1;
		if (named[e] || t->entries[e].withdrawn) {
			refuse(
			    c, t, TACT_order, named[e] ? TOURNEY_BAD_ORDER : TOURNEY_WITHDRAWN);
			return -1;
		}
		named[e] = true;
		order[n++] = e;
	}
	return n;
}

void
tournament_order(struct ctx *c, struct tourney *t, char *rest)
{
	static char text[TOURNEY_ENTRIES_MAX * 5 + 1]; /* of the act, for this call */
	static entry_no order[TOURNEY_ENTRIES_MAX];
	bool named[TOURNEY_ENTRIES_MAX] = { false };
	struct tourney_act a = { .kind = TACT_order, .text = text };
	struct sbuf b;
	int n;

	if (rest[0] == '\0') {
		sub_usage(c, tournament_order);
		return;
	}
	n = take_order(c, t, rest, named, order);
	if (n < 0)
		return;
	if (t->set.value[TSET_seeding] != SEEDING_HAND) {
		msg_trn_not_by_hand(c->out, (long long)t->id);
		return;
	}
	SBUF_ON(&b, text);
	order_text(order, add_unnamed(t, named, order, (unsigned)n), &b);
	CHECK(sbuf_ok(&b));
	if (sub_do(c, t, &a))
		msg_trn_ordered(c->out, (unsigned)n, t->in);
}

/* ---- pairing by hand ---- */

/* The last round in which the two have met, or one had a bye; 0 none. */
static unsigned
met_in(const struct tourney *t, entry_no a, entry_no b)
{
	for (uint32_t p = t->pairings_n; p-- > 0;) {
		const struct pairing *x = &t->pairings[p];

		if ((x->side[0] == a && x->side[1] == b) ||
		    (x->side[0] == b && x->side[1] == a))
			return x->round;
	}
	return 0;
}

static void
tell_pair(struct ctx *c, const struct tourney *t, entry_no a, entry_no b)
{
	const char *name = t->entries[a].name;

	if (b == ENTRY_NOBODY)
		msg_trn_paired_bye(c->out, t->round + 1, name);
	else
		msg_trn_paired(c->out, t->round + 1, name, t->entries[b].name);
	if (met_in(t, a, b) == 0)
		return;
	if (b == ENTRY_NOBODY)
		msg_trn_bye_repeats(c->out, name, met_in(t, a, b));
	else
		msg_trn_pair_repeats(c->out, name, t->entries[b].name, met_in(t, a, b));
}

/* Those who are paired by hand so far. */
static void
show_pairs(struct ctx *c, const struct tourney *t)
{
	unsigned told = 0, left = 0;

	for (unsigned e = 0; e < t->entries_n; e++) {
		entry_no other = tourney_planned(t, (entry_no)e);

		left += other == ENTRY_UNKNOWN && !tourney_is_out(t, (entry_no)e);
		if (other != ENTRY_UNKNOWN && other > e && told++ < ASKED_MAX)
			tell_pair(c, t, (entry_no)e, other);
	}
	if (told == 0)
		msg_trn_pair_none(c->out, t->round + 1);
	else
		msg_trn_pair_left(c->out, left);
}

void
tournament_pair(struct ctx *c, struct tourney *t, char *rest)
{
	entry_no a, b = ENTRY_NOBODY;
	struct tourney_act act = { .kind = TACT_pair };
	char text[32];
	struct sbuf out;

	if (rest[0] == '\0') {
		show_pairs(c, t);
		return;
	}
	if (!take_entry(c, t, tournament_pair, &rest, &a) ||
	    ((!word_is(rest, "bye") || entry_named(t, "bye") != ENTRY_UNKNOWN) &&
		!take_entry(c, t, tournament_pair, &rest, &b)))
		return;
	if (b == ENTRY_NOBODY && t->entries[a].user == c->p->user) {
		msg_trn_own_bye(c->out); /* it is a win */
		return;
	}
	SBUF_ON(&out, text);
	if (b == ENTRY_NOBODY)
		sbuf_addf(&out, "bye=%u", (unsigned)a);
	else
		sbuf_addf(&out, "%u-%u", (unsigned)a, (unsigned)b);
	act.text = text;
	if (sub_do(c, t, &act))
		tell_pair(c, t, a, b);
}

void
tournament_unpair(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_unpair, .text = "" };

	if (take_entry(c, t, tournament_unpair, &rest, &a.entry) && sub_do(c, t, &a))
		msg_trn_unpaired(c->out, t->round + 1, t->entries[a.entry].name);
}

/* ---- matches ---- */

void
tournament_hold(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_hold };

	if (take_pairing(c, t, tournament_hold, &rest, false, &a) &&
	    take_reason(c, tournament_hold, rest, &a) && sub_do(c, t, &a) &&
	    !sub_hears(c, t, false))
		msg_trn_held(c->out, side_name(t, &a, 0), side_name(t, &a, 1));
}

void
tournament_release(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_release, .text = "" };

	if (take_pairing(c, t, tournament_release, &rest, false, &a) && sub_do(c, t, &a) &&
	    !sub_hears(c, t, false))
		msg_trn_released(c->out, side_name(t, &a, 0), side_name(t, &a, 1));
}

void
tournament_addtime(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_addtime };
	const char *word;
	long minutes;

	if (rest[0] >= '0' && rest[0] <= '9') { /* whose clock? */
		sub_usage(c, tournament_addtime);
		return;
	}
	if (!take_pairing(c, t, tournament_addtime, &rest, false, &a))
		return;
	word = word_next(&rest);
	if (word == NULL || !word_number(word, &minutes)) {
		sub_usage(c, tournament_addtime);
		return;
	}
	if (minutes < 1 || minutes > ADDTIME_MAX_MIN) {
		msg_trn_minutes(c->out, ADDTIME_MAX_MIN);
		return;
	}
	if (t->set.value[TSET_clock] == 0) {
		msg_trn_no_clock(c->out);
		return;
	}
	a.value = minutes * 60000;
	if (take_reason(c, tournament_addtime, rest, &a) && sub_do(c, t, &a) &&
	    !sub_hears(c, t, false))
		msg_trn_time_added(c->out, side_name(t, &a, a.side), (unsigned)minutes);
}

void
tournament_deadline(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_deadline };
	char when[SUB_TIME_MAX];
	int64_t at_s;

	if (!take_pairing(c, t, tournament_deadline, &rest, false, &a) ||
	    !sub_take_time(c, tournament_deadline, &rest, &at_s) ||
	    !take_reason(c, tournament_deadline, rest, &a))
		return;
	a.value = at_s * 1000;
	if (!sub_do(c, t, &a) || sub_hears(c, t, false))
		return;
	sub_time_text(c, a.value, when);
	msg_trn_deadline(c->out, side_name(t, &a, 0), side_name(t, &a, 1), when);
}

void
tournament_forfeit(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_forfeit };

	if (rest[0] >= '0' && rest[0] <= '9') { /* who is absent? */
		sub_usage(c, tournament_forfeit);
		return;
	}
	if (!take_pairing(c, t, tournament_forfeit, &rest, false, &a) ||
	    !take_reason(c, tournament_forfeit, rest, &a))
		return;
	if (t->bouts[a.pairing].match != 0) {
		msg_trn_forfeit_begun(c->out);
		return;
	}
	if (sub_do(c, t, &a))
		msg_trn_forfeited(
		    c->out, side_name(t, &a, a.side), side_name(t, &a, 1u - a.side));
}

/* "5-3" */
static bool
read_score(char *word, long score[2])
{
	char *dash = strchr(word, '-');

	if (dash == NULL || dash == word || word[0] == '+')
		return false;
	*dash = '\0';
	return word_number(word, &score[0]) && word_number(dash + 1, &score[1]) &&
	       score[0] >= 0 && score[1] >= 0 && score[0] <= 999 && score[1] <= 999;
}

void
tournament_setresult(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_setresult };
	unsigned first, winner;
	long score[2];
	char *word;

	if (!take_pairing(c, t, tournament_setresult, &rest, true, &a))
		return;
	word = word_next(&rest);
	if (word == NULL || !read_score(word, score)) {
		sub_usage(c, tournament_setresult);
		return;
	}
	first = a.side == PAIRING_NOBODY ? 0 : a.side;
	a.score[first] = (uint16_t)score[0];
	a.score[1 - first] = (uint16_t)score[1];
	winner = a.score[1] > a.score[0];
	a.side = (uint8_t)winner;
	if (take_reason(c, tournament_setresult, rest, &a) && sub_do(c, t, &a) &&
	    !sub_hears(c, t, false))
		msg_trn_result_set(c->out, side_name(t, &a, winner),
		    side_name(t, &a, 1 - winner), a.score[winner], a.score[1 - winner]);
}

void
tournament_reopen(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_reopen };

	if (take_pairing(c, t, tournament_reopen, &rest, true, &a) &&
	    take_reason(c, tournament_reopen, rest, &a) && sub_do(c, t, &a) &&
	    !sub_hears(c, t, false))
		msg_trn_taken_back(c->out, side_name(t, &a, 0), side_name(t, &a, 1));
}

void
tournament_confirm(struct ctx *c, struct tourney *t, char *rest)
{
	(void)rest;
	if (sub_do_plain(c, t, TACT_confirm))
		msg_trn_confirmed(c->out, t->name);
}
