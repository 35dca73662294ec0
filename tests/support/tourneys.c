/* SPDX-License-Identifier: MIT */
/* See tourneys.h.  Owns the arrays of its tournaments and the text of their acts.  A step costs
 * as much as its acts, plus a scan of the matches in progress. */
#include "tests/support/tourneys.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tourney/text.h"

#define MINUTE_MS 60000
#define ACTS_PER_STEP_MAX 100000u
#define ABSENCE_LIMIT_MS (5 * MINUTE_MS)

const struct run_habits RUN_CALM = { .by_strength = true };
const struct run_habits RUN_WILD = {
	.never_comes = 100,
	.leaves_per_1000 = 200,
	.withdraws_per_1000 = 15,
	.enters_per_1000 = 60,
	.directs_per_1000 = 120,
	.appoints_per_1000 = 60,
	.restarts_per_1000 = 10,
};

static void *
resize_array(void *p, size_t n, size_t size)
{
	void *q = realloc(p, (n == 0 ? 1 : n) * size);

	CHECK(q != NULL);
	return q;
}

static bool
happens(struct tourney_run *r, unsigned of_thousand)
{
	return of_thousand != 0 && rng_below(&r->rng, 1000) < of_thousand;
}

/* ---- acts ---- */

static void
grow_tables(struct tourney *t, const struct tourney_act *a)
{
	unsigned entries;
	uint32_t pairings;

	tourney_room_needed(
	    t, a, &entries, &pairings); /* allocates no more than the act needs */
	if (entries > t->entries_room) {
		t->entries_room = entries;
		t->entries = resize_array(t->entries, entries, sizeof(*t->entries));
	}
	if (pairings > t->pairings_room) {
		t->pairings_room = pairings;
		t->pairings = resize_array(t->pairings, pairings, sizeof(*t->pairings));
		t->bouts = resize_array(t->bouts, pairings, sizeof(*t->bouts));
	}
}

static void *
copy_array(const void *of, size_t n, size_t size)
{
	void *p = resize_array(NULL, n, size);

	if (n > 0)
		memcpy(p, of, n * size);
	return p;
}

void
run_copy(const struct tourney *t, struct tourney *out)
{
	*out = *t;
	out->entries = copy_array(t->entries, t->entries_n, sizeof(*t->entries));
	out->pairings = copy_array(t->pairings, t->pairings_n, sizeof(*t->pairings));
	out->bouts = copy_array(t->bouts, t->pairings_n, sizeof(*t->bouts));
	out->entries_room = t->entries_n;
	out->pairings_room = t->pairings_n;
}

static bool
arrays_equal(const void *a, const void *b, size_t n, size_t size)
{
	return n == 0 || memcmp(a, b, n * size) == 0;
}

/* Compares everything except the addresses and sizes of the arrays. */
static bool
same_state(const struct tourney *a, const struct tourney *b)
{
	struct tourney x = *a, y = *b;

	x.entries = y.entries = NULL;
	x.pairings = y.pairings = NULL;
	x.bouts = y.bouts = NULL;
	x.entries_room = y.entries_room = 0;
	x.pairings_room = y.pairings_room = 0;
	return memcmp(&x, &y, sizeof(x)) == 0 &&
	       arrays_equal(a->entries, b->entries, a->entries_n, sizeof(*a->entries)) &&
	       arrays_equal(a->pairings, b->pairings, a->pairings_n, sizeof(*a->pairings)) &&
	       arrays_equal(a->bouts, b->bouts, a->pairings_n, sizeof(*a->bouts));
}

const char *
run_try_act(struct tourney *t, const struct tourney_act *a, enum tourney_err *err_out)
{
	struct tourney before;
	enum tourney_err gate;
	bool traceless;

	grow_tables(t, a);
	run_copy(t, &before);
	gate = tourney_gate(t, a);
	*err_out = tourney_apply(t, a, NULL, NULL);
	traceless = *err_out == TOURNEY_OK || same_state(t, &before);
	run_free_copy(&before);
	if (*err_out != gate)
		return "the gate says something else";
	if (*err_out >= TOURNEY_ERR_COUNT)
		return "an error without a name";
	return !traceless          ? "refused with a trace"
	       : !tourney_check(t) ? "the state is not sound"
				   : NULL;
}

static void
log_act(struct tourney_run *r, const struct tourney_act *a)
{
	size_t size = 256 + (a->text != NULL ? strlen(a->text) : 0);
	struct run_log_line *l;
	struct sbuf b;

	if (r->log_n == r->log_max) {
		r->log_max = r->log_max == 0 ? 64 : 2 * r->log_max;
		r->log = resize_array(r->log, r->log_max, sizeof(*r->log));
	}
	l = &r->log[r->log_n++];
	*l = (struct run_log_line){ a->kind, a->at_ms, a->actor, resize_array(NULL, size, 1) };
	sbuf_init(&b, l->text, size);
	tourney_act_write(&b, a);
	CHECK(sbuf_ok(&b));
}

enum tourney_err
run_act(struct tourney_run *r, struct tourney_act *a)
{
	enum tourney_err gate, e;

	a->at_ms = r->now_ms;
	grow_tables(&r->t, a);
	gate = tourney_gate(&r->t, a);
	e = tourney_apply(&r->t, a, NULL, NULL);
	CHECK(e == gate);
	if (e != TOURNEY_OK)
		return e;
	log_act(r, a);
	CHECK(tourney_check(&r->t));
	if (r->on_act != NULL)
		r->on_act(r->ctx, r, a);
	return e;
}

/* Performs an act of the director or the server that has only a text. */
static enum tourney_err
run_director_act(struct tourney_run *r, enum tourney_act_kind kind, const char *text)
{
	struct tourney_act a = { .kind = kind, .actor = RUN_DIRECTOR, .text = text };

	return run_act(r, &a);
}

static void
fill_user(struct tourney_run *r, struct tourney_act *a, int64_t user)
{
	a->user = user;
	a->rating = user <= r->people_n ? r->people[user - 1].rating : 1500;
	snprintf(a->name, sizeof(a->name), "p%d", (int)user);
}

void
run_init(struct tourney_run *r, uint64_t seed, const struct run_habits *habits)
{
	struct tourney_act a = {
		.kind = TACT_director, .actor = RUN_DIRECTOR, .user = RUN_DIRECTOR, .value = 1
	};

	memset(r, 0, sizeof(*r));
	rng_seed(&r->rng, seed);
	r->habits = *habits;
	r->now_ms = RUN_START_MS;
	tourney_init(&r->t, 1);
	CHECK(run_director_act(r, TACT_create, "The Cup") == TOURNEY_OK);
	memcpy(a.name, "boss", sizeof("boss"));
	CHECK(run_act(r, &a) == TOURNEY_OK);
}

void
run_free_copy(struct tourney *t)
{
	free(t->entries);
	free(t->pairings);
	free(t->bouts);
}

void
run_free(struct tourney_run *r)
{
	run_free_copy(&r->t);
	for (size_t i = 0; i < r->log_n; i++)
		free(r->log[i].text);
	free(r->log);
	free(r->live_matches);
}

void
run_set(struct tourney_run *r, const char *text)
{
	CHECK(run_director_act(r, TACT_set, text) == TOURNEY_OK);
}

/* ---- users ---- */

/* Stops a match in progress because a player is away. */
static void
stop_match(struct tourney_run *r, uint32_t p)
{
	const struct pairing *x = &r->t.pairings[p];
	int64_t lose[2];

	for (unsigned s = 0; s < 2; s++)
		lose[s] =
		    r->t.entries[x->side[s]].online ? INT64_MAX : r->now_ms + ABSENCE_LIMIT_MS;
	tourney_set_interrupted(&r->t, p, true, lose);
}

static void
forget_match(struct tourney_run *r, uint32_t p)
{
	for (size_t i = 0; i < r->live_matches_n; i++)
		if (r->live_matches[i].pairing == p)
			r->live_matches[i--] = r->live_matches[--r->live_matches_n];
}

void
run_presence(struct tourney_run *r, int64_t user, bool here)
{
	struct tourney *t = &r->t;

	r->people[user - 1].online = here;
	for (unsigned e = 0; e < t->entries_n; e++) {
		uint32_t p;

		if (t->entries[e].user != user)
			continue;
		tourney_set_presence(t, (entry_no)e, here, r->now_ms);
		p = tourney_open_pairing(t, (entry_no)e);
		if (p == TOURNEY_NO_PAIRING || t->bouts[p].match == 0)
			continue;
		if (!here || t->bouts[p].interrupted) {
			stop_match(r, p);
			forget_match(r, p);
		}
	}
}

/* Reports presence after an act that made or filled an entry. */
static void
tell_presence(struct tourney_run *r, entry_no e)
{
	int64_t user = r->t.entries[e].user;

	tourney_set_presence(
	    &r->t, e, user <= r->people_n && r->people[user - 1].online, r->now_ms);
}

static int64_t
new_person(struct tourney_run *r)
{
	struct run_person *p;

	if (r->people_n == RUN_PEOPLE_MAX)
		return 0;
	p = &r->people[r->people_n++];
	p->rating = 1200 + rng_below(&r->rng, 800000) / 1000.0;
	p->never_comes = happens(r, r->habits.never_comes);
	p->online = !p->never_comes;
	return r->people_n;
}

static bool
enter_user(struct tourney_run *r, int64_t user)
{
	struct tourney_act a = { .kind = TACT_enter, .actor = user };

	fill_user(r, &a, user);
	if (run_act(r, &a) != TOURNEY_OK)
		return false;
	tell_presence(r, tourney_entry_of(&r->t, user));
	return true;
}

bool
run_enter(struct tourney_run *r)
{
	int64_t user = new_person(r);

	return user != 0 && enter_user(r, user);
}

/* ---- the start ---- */

/* Allocates text for a starting order or for the pairs of a round of n. */
static char *
make_text_buffer(unsigned n, struct sbuf *b)
{
	size_t size = (size_t)n * 12 + 32;
	char *text = resize_array(NULL, size, 1);

	sbuf_init(b, text, size);
	return text;
}

static enum tourney_err
run_order_act(
    struct tourney_run *r, enum tourney_act_kind kind, const entry_no *order, unsigned n)
{
	struct sbuf b;
	char *text = make_text_buffer(n, &b);
	enum tourney_err e;

	order_write(order, n, &b);
	CHECK(sbuf_ok(&b));
	e = run_director_act(r, kind, text);
	free(text);
	return e;
}

static bool
start_tournament(struct tourney_run *r)
{
	entry_no *order = resize_array(NULL, r->t.entries_n, sizeof(*order));
	unsigned n = tourney_starters(&r->t, order);
	enum tourney_err e;

	for (unsigned i = n; r->t.set.value[TSET_seeding] == SEEDING_DRAW && i > 1; i--) {
		unsigned k = rng_below(&r->rng, i);
		entry_no swap = order[i - 1];

		order[i - 1] = order[k];
		order[k] = swap;
	}
	e = run_order_act(r, TACT_start, order, n);
	free(order);
	CHECK((e == TOURNEY_OK) == (n >= 2) && (e == TOURNEY_OK || e == TOURNEY_TOO_FEW));
	if (e == TOURNEY_OK)
		return true;
	CHECK(run_director_act(r, TACT_cancel, "too few") == TOURNEY_OK);
	return false;
}

bool
run_start(struct tourney_run *r, unsigned n)
{
	CHECK(run_director_act(r, TACT_open, "") == TOURNEY_OK);
	for (unsigned i = 0; i < n; i++)
		CHECK(run_enter(r));
	for (unsigned e = 0; e < r->t.entries_n; e++) {
		struct tourney_act a = { .kind = TACT_checkin, .entry = (entry_no)e };

		/* some entrants check in but are away at the start, some never check in */
		if (happens(r, r->habits.never_comes / 2))
			continue;
		a.actor = r->t.entries[e].user;
		CHECK(run_act(r, &a) == TOURNEY_OK);
	}
	CHECK(run_director_act(r, TACT_close, "") == TOURNEY_OK);
	return start_tournament(r);
}

/* ---- matches ---- */

static void
play(struct tourney_run *r, uint32_t p)
{
	if (r->live_matches_n == r->live_matches_max) {
		r->live_matches_max = r->live_matches_max == 0 ? 16 : 2 * r->live_matches_max;
		r->live_matches = resize_array(
		    r->live_matches, r->live_matches_max, sizeof(*r->live_matches));
	}
	r->live_matches[r->live_matches_n++] = (struct run_match){ p,
		r->now_ms + MINUTE_MS * (int64_t)(1 + rng_below(&r->rng, 40)) };
}

static void
win(struct tourney_run *r, uint32_t p, unsigned side)
{
	unsigned length = r->t.pairings[p].length;
	struct tourney_act a = { .kind = TACT_result, .pairing = p, .side = (uint8_t)side };

	a.score[side] = (uint16_t)length;
	a.score[1 - side] = (uint16_t)rng_below(&r->rng, length);
	CHECK(run_act(r, &a) == TOURNEY_OK);
}

static void
end_match(struct tourney_run *r, uint32_t p)
{
	const struct pairing *x = &r->t.pairings[p];
	double a = r->t.entries[x->side[0]].rating, b = r->t.entries[x->side[1]].rating;
	unsigned side = rng_below(&r->rng, 2);

	if (r->habits.by_strength && (a > b || a < b))
		side = a > b ? 0 : 1;
	win(r, p, side);
}

/* Ends matches whose time is up, except those that are held. */
static void
end_matches(struct tourney_run *r)
{
	for (size_t i = 0; i < r->live_matches_n;) {
		struct run_match m = r->live_matches[i];
		const struct tourney_bout *b = &r->t.bouts[m.pairing];

		if (r->t.pairings[m.pairing].end != PAIRING_OPEN || b->match == 0) {
			r->live_matches[i] = r->live_matches[--r->live_matches_n];
			continue;
		}
		if (b->held || m.end_ms > r->now_ms) {
			i++;
			continue;
		}
		r->live_matches[i] = r->live_matches[--r->live_matches_n];
		end_match(r, m.pairing);
	}
}

/* ---- what is due ---- */

static enum tourney_player_state
player_freedom(void *ctx, const struct tourney *t, entry_no e)
{
	struct tourney_run *r = ctx;

	/* sometimes the player is busy with another match */
	return happens(r, r->habits.leaves_per_1000 / 20) ? PLAYER_IN_TOURNEY_MATCH
	       : rng_below(&r->rng, 2) == 0               ? PLAYER_BUSY
							  : PLAYER_FREE;
}

static void
pair_round(struct tourney_run *r)
{
	struct tourney *t = &r->t;
	struct swiss_player *players = resize_array(NULL, t->entries_n, sizeof(*players));
	struct swiss_met *met = resize_array(NULL, t->pairings_n, sizeof(*met));
	struct swiss_met *pairs = resize_array(NULL, t->entries_n / 2 + 1, sizeof(*pairs));
	struct swiss_result result = { .pairs = pairs };
	struct tourney_act a = { .kind = TACT_round, .value = (int64_t)t->round + 1 };
	struct swiss_round in = { players, 0, met, 0 };
	void *scratch = run_alloc_scratch(t);
	struct sbuf b;
	char *text = make_text_buffer(t->entries_n, &b);

	if (tourney_swiss_input(t, scratch, players, met, &in, &result)) {
		void *space = resize_array(NULL, swiss_scratch_size(&in), 1);

		swiss_pair(&in, space, &result);
		free(space);
	}
	if (r->on_swiss_round != NULL)
		r->on_swiss_round(r->ctx, r, &in, &result);
	tourney_pairs_text(t, &result, &b);
	CHECK(sbuf_ok(&b));
	a.text = text;
	CHECK(run_act(r, &a) == TOURNEY_OK);
	free(text);
	free(scratch);
	free(players);
	free(met);
	free(pairs);
}

static void
run_bracket_order(struct tourney_run *r)
{
	entry_no *order = resize_array(NULL, r->t.entries_n + 1, sizeof(*order));
	void *scratch = run_alloc_scratch(&r->t);
	unsigned n = tourney_bracket_order(&r->t, scratch, order);

	CHECK(n <= r->t.in);
	if (n >= 2)
		CHECK(run_order_act(r, TACT_bracket, order, n) == TOURNEY_OK);
	else
		CHECK(run_director_act(r, TACT_finish, "") == TOURNEY_OK);
	free(scratch);
	free(order);
}

static void
lost_by_absence(struct tourney_run *r, const struct tourney_act *due)
{
	struct tourney_act a = {
		.kind = TACT_forfeit, .pairing = due->pairing, .side = PAIRING_NOBODY
	};

	forget_match(r, due->pairing);
	if (due->side == PAIRING_NOBODY)
		CHECK(run_act(r, &a) == TOURNEY_OK);
	else
		win(r, due->pairing, 1u - due->side);
}

static void
perform_due(struct tourney_run *r, enum tourney_due d, struct tourney_act *a)
{
	switch (d) {
	case DUE_NOTHING:
		return;
	case DUE_ACT:
		CHECK(run_act(r, a) == TOURNEY_OK);
		return;
	case DUE_START_MATCH:
		if (happens(r, r->habits.leaves_per_1000 / 20)) {
			tourney_put_off(&r->t, a->pairing, r->now_ms + 10000);
			return;
		}
		a->value = ++r->matches;
		CHECK(run_act(r, a) == TOURNEY_OK);
		play(r, a->pairing);
		return;
	case DUE_RESUME_MATCH:
		tourney_set_interrupted(&r->t, a->pairing, false, NULL);
		play(r, a->pairing);
		return;
	case DUE_ABSENT_LOSES:
		lost_by_absence(r, a);
		return;
	case DUE_START_TOURNEY:
		(void)start_tournament(r);
		return;
	case DUE_PAIR_ROUND:
		pair_round(r);
		return;
	case DUE_START_BRACKET:
		run_bracket_order(r);
		return;
	}
}

static void
perform_all_due(struct tourney_run *r)
{
	const struct tourney_observer observer = { .ctx = r, .player_state = player_freedom };
	struct tourney_act a;
	enum tourney_due d;

	for (unsigned n = 0; (d = tourney_due(&r->t, r->now_ms, &observer, &a)) != DUE_NOTHING;
	     n++) {
		CHECK(n < ACTS_PER_STEP_MAX);
		perform_due(r, d, &a);
	}
}

/* ---- users' actions ---- */

/* Picks a random entry; there must be one. */
static entry_no
any_entry(struct tourney_run *r)
{
	return (entry_no)rng_below(&r->rng, r->t.entries_n);
}

static void
random_presence(struct tourney_run *r)
{
	for (unsigned i = 0; i < 3; i++) {
		int64_t user = 1 + rng_below(&r->rng, r->people_n);
		const struct run_person *p = &r->people[user - 1];

		if (p->online && happens(r, r->habits.leaves_per_1000))
			run_presence(r, user, false);
		else if (!p->online && !p->never_comes && happens(r, 500))
			run_presence(r, user, true);
	}
}

/* Withdraws a random player.  A player who is in a match loses it first, as on the server. */
static void
withdraw(struct tourney_run *r)
{
	struct tourney_act a = { .kind = TACT_withdraw, .entry = any_entry(r) };
	uint32_t p = tourney_open_pairing(&r->t, a.entry);

	if (p != TOURNEY_NO_PAIRING && r->t.bouts[p].match != 0) {
		forget_match(r, p);
		win(r, p, r->t.pairings[p].side[0] == a.entry);
	}
	a.actor = r->t.entries[a.entry].user;
	(void)run_act(r, &a);
}

/* Enters a new user, or a user who has entered before. */
static void
enter_late(struct tourney_run *r)
{
	if (rng_below(&r->rng, 3) > 0)
		(void)run_enter(r);
	else
		(void)enter_user(r, 1 + rng_below(&r->rng, r->people_n));
}

static uint32_t
any_pairing(struct tourney_run *r)
{
	uint32_t p = r->t.open_first;

	if (r->t.pairings_n == 0)
		return 0;
	if (p == TOURNEY_NO_PAIRING || rng_below(&r->rng, 4) == 0)
		return rng_below(&r->rng, r->t.pairings_n);
	for (unsigned n = rng_below(&r->rng, r->t.open_n); n > 0; n--)
		p = r->t.bouts[p].open_next;
	return p;
}

static void
random_appointment(struct tourney_run *r)
{
	struct tourney_act a = { .kind = TACT_appoint, .pairing = any_pairing(r) };

	a.side = (uint8_t)rng_below(&r->rng, 2);
	a.value = rng_below(&r->rng, 3) == 0
		      ? 1
		      : (r->now_ms / 3600000 + 1 + rng_below(&r->rng, 3)) * 3600000;
	if (run_act(r, &a) != TOURNEY_OK || rng_below(&r->rng, 2) == 0)
		return;
	a.side = 1 - a.side;
	(void)run_act(r, &a);
}

/* Performs a random director act.  Most are refused. */
static void
random_director_act(struct tourney_run *r)
{
	static const enum tourney_act_kind kinds[] = { TACT_setresult, TACT_setresult,
		TACT_forfeit, TACT_replace, TACT_deadline, TACT_hold, TACT_hold, TACT_release,
		TACT_pause, TACT_resume, TACT_again, TACT_addtime, TACT_announce, TACT_set,
		TACT_pair, TACT_pair, TACT_pair, TACT_unpair, TACT_reopen, TACT_reopen,
		TACT_restore, TACT_restore, TACT_withdraw, TACT_confirm };
	char pair[32];
	static const char *const settings[] = { "pairing hand", "pairing server", "late wait",
		"late penalty", "grace 2", "wait 5", "notice 4", "lateentry no",
		"lateentry yes", "format swiss" };
	struct tourney_act a = {
		.kind = kinds[rng_below(&r->rng, sizeof(kinds) / sizeof(*kinds))],
		.actor = RUN_DIRECTOR,
		.entry = any_entry(r),
		.pairing = any_pairing(r),
		.side = (uint8_t)rng_below(&r->rng, 2),
		.text = "so be it",
	};
	unsigned length = a.pairing < r->t.pairings_n ? r->t.pairings[a.pairing].length : 1;

	a.score[a.side] = (uint16_t)length;
	a.score[1 - a.side] = (uint16_t)rng_below(&r->rng, length > 0 ? length : 1);
	a.value = r->now_ms + MINUTE_MS * (int64_t)(rng_below(&r->rng, 60));
	if (a.kind == TACT_addtime)
		a.value = MINUTE_MS;
	if (a.kind == TACT_forfeit && rng_below(&r->rng, 3) == 0)
		a.side = PAIRING_NOBODY;
	if (a.kind == TACT_set)
		a.text = settings[rng_below(&r->rng, sizeof(settings) / sizeof(*settings))];
	if (a.kind == TACT_pair) {
		(void)snprintf(pair, sizeof(pair),
		    rng_below(&r->rng, 5) == 0 ? "bye=%u" : "%u-%u", (unsigned)a.entry,
		    (unsigned)any_entry(r));
		a.text = pair;
	}
	if (a.kind == TACT_replace)
		fill_user(r, &a,
		    rng_below(&r->rng, 2) == 0 && r->people_n < RUN_PEOPLE_MAX
			? new_person(r)
			: 1 + rng_below(&r->rng, r->people_n));
	if (a.kind == TACT_reopen || (a.kind == TACT_setresult && rng_below(&r->rng, 2) == 0))
		a.pairing = rng_below(&r->rng, r->t.pairings_n + 1);
	for (unsigned n = 0; a.kind == TACT_restore && n < r->t.entries_n; n++)
		if (!r->t.entries[a.entry].withdrawn)
			a.entry = (entry_no)((a.entry + 1) % r->t.entries_n);
	if (a.kind == TACT_restore && rng_below(&r->rng, 2) == 0)
		a.actor = r->t.entries[a.entry].user;
	if (run_act(r, &a) == TOURNEY_OK && (a.kind == TACT_replace || a.kind == TACT_restore))
		tell_presence(r, a.entry);
}

/* Restarts the server: the state is rebuilt from the text of the acts, no absence from a match
 * is counted, and any user may have left. */
static void
restart(struct tourney_run *r)
{
	struct tourney anew;
	char *before = run_dump(&r->t), *after;

	run_replay(r, &anew);
	after = run_dump(&anew);
	CHECK(strcmp(before, after) == 0);
	free(before);
	free(after);
	run_free_copy(&r->t);
	r->t = anew;
	r->live_matches_n = 0;
	r->now_ms += 1000 + rng_below(&r->rng, 3 * 3600000);
	for (unsigned i = 0; i < r->people_n; i++)
		r->people[i].online = !r->people[i].never_comes && rng_below(&r->rng, 3) > 0;
	for (unsigned e = 0; e < r->t.entries_n; e++)
		tell_presence(r, (entry_no)e);
	CHECK(run_director_act(r, TACT_restart, "") == TOURNEY_OK);
	for (uint32_t p = r->t.open_first; p != TOURNEY_NO_PAIRING; p = r->t.bouts[p].open_next)
		if (r->t.bouts[p].match != 0)
			stop_match(r, p);
}

static void
random_interference(struct tourney_run *r)
{
	bool may = r->interferences < 20 + 2 * r->t.entries_n;

	if (happens(r, r->habits.withdraws_per_1000))
		withdraw(r);
	if (happens(r, r->habits.enters_per_1000))
		enter_late(r);
	if (may && happens(r, r->habits.directs_per_1000)) {
		r->interferences++;
		random_director_act(r);
	}
	if (may && happens(r, r->habits.appoints_per_1000)) {
		r->interferences++;
		random_appointment(r);
	}
	if (r->restarts < 5 && happens(r, r->habits.restarts_per_1000)) {
		r->restarts++;
		restart(r);
	}
}

/* ---- steps ---- */

static int64_t
next_time(const struct tourney_run *r)
{
	int64_t next = r->t.timing.next_scan_ms;

	for (size_t i = 0; i < r->live_matches_n; i++)
		if (!r->t.bouts[r->live_matches[i].pairing].held &&
		    r->live_matches[i].end_ms < next)
			next = r->live_matches[i].end_ms;
	return next;
}

/* Lets the director release matches and users return, when nothing more would happen by
 * itself. */
static void
release_all_holds(struct tourney_run *r)
{
	struct tourney_act a = { .kind = TACT_release, .actor = RUN_DIRECTOR };

	for (unsigned i = 0; i < r->people_n; i++)
		if (!r->people[i].online && !r->people[i].never_comes)
			run_presence(r, i + 1, true);
	if (r->t.paused)
		CHECK(run_director_act(r, TACT_resume, "") == TOURNEY_OK);
	for (uint32_t p = r->t.open_first; p != TOURNEY_NO_PAIRING; p = r->t.bouts[p].open_next)
		if (r->t.bouts[p].held) {
			a.pairing = p;
			CHECK(run_act(r, &a) == TOURNEY_OK);
		}
	r->now_ms += MINUTE_MS;
}

bool
run_step(struct tourney_run *r)
{
	int64_t next;

	perform_all_due(r);
	if (r->t.phase >= TOURNEY_FINISHED)
		return false;
	if (r->t.phase == TOURNEY_RUNNING) {
		random_presence(r);
		random_interference(r);
	}
	end_matches(r);
	perform_all_due(r);
	if (r->t.phase >= TOURNEY_FINISHED)
		return false;
	next = next_time(r);
	if (next == INT64_MAX)
		release_all_holds(r);
	else if (next > r->now_ms)
		r->now_ms = next;
	return true;
}

bool
run_play(struct tourney_run *r)
{
	unsigned limit = 20000 + 200 * r->t.entries_n;

	while (run_step(r))
		if (limit-- == 0)
			return false;
	return true;
}

/* ---- rebuilding the state ---- */

void
run_replay(const struct tourney_run *r, struct tourney *out)
{
	struct tourney_act a;

	tourney_init(out, r->t.id);
	for (size_t i = 0; i < r->log_n; i++) {
		const struct run_log_line *l = &r->log[i];

		CHECK(tourney_act_read(
		    tourney_act_name(l->kind), l->at_ms, l->actor, l->text, &a));
		grow_tables(out, &a);
		CHECK(tourney_apply(out, &a, NULL, NULL) == TOURNEY_OK);
	}
}

/* A growing text. */
struct text_pile {
	char *text;
	size_t n, capacity;
};

#define DUMP_LINE_MAX 1024u

static void
reserve_line(struct text_pile *p)
{
	if (p->capacity - p->n >= DUMP_LINE_MAX)
		return;
	p->capacity = 2 * p->capacity + 4096;
	p->text = resize_array(p->text, p->capacity, 1);
}

__attribute__((format(printf, 2, 3))) static void
pile_add(struct text_pile *p, const char *fmt, ...)
{
	va_list ap;
	int n;

	reserve_line(p);
	va_start(ap, fmt);
	n = vsnprintf(p->text + p->n, p->capacity - p->n, fmt, ap);
	va_end(ap);
	CHECK(n >= 0 && (size_t)n < p->capacity - p->n);
	p->n += (size_t)n;
}

/* Appends a line of hexadecimal numbers, which make up most of a dump. */
static void
pile_add_numbers(struct text_pile *p, const int64_t *numbers, size_t n)
{
	char *at;

	CHECK(n * 17 + 2 <= DUMP_LINE_MAX);
	reserve_line(p);
	at = p->text + p->n;
	for (size_t i = 0; i < n; i++) {
		uint64_t left = (uint64_t)numbers[i];

		do {
			*at++ = "0123456789abcdef"[left % 16];
			left /= 16;
		} while (left > 0);
		*at++ = ' ';
	}
	*at++ = '\n';
	*at = '\0';
	p->n = (size_t)(at - p->text);
}

static void
dump_settings(struct text_pile *out, const struct tourney *t)
{
	for (unsigned i = 0; i < TSET_COUNT; i++) {
		char text[TSET_TEXT_MAX];
		struct sbuf b;

		SBUF_INIT(&b, text);
		tourney_setting_text(&t->set, (enum tourney_setting)i, &b);
		CHECK(sbuf_ok(&b));
		pile_add(out, "%s=%s\n", TOURNEY_SETTINGS[i].name, text);
	}
}

static void
dump_entry(struct text_pile *out, const struct tourney_entry *e)
{
	pile_add(out, "%lld %s %.9f seed %d missed %d losses %d byes %d floated %d points %d",
	    (long long)e->user, e->name, e->rating, e->seed, e->missed_matches, e->losses,
	    e->byes, e->floated, (int)e->points);
	pile_add(out, " %d%d%d%d %d%d %d %d\n", e->checked_in, e->withdrawn, e->cancelled,
	    e->late_entry, e->left_by_choice, e->came_back, e->left_round, e->planned_opponent);
}

static void
dump_pairing(struct text_pile *out, const struct pairing *x, const struct tourney_bout *b)
{
	const int64_t numbers[] = { x->section, x->group, x->round, x->slot, x->length, x->end,
		x->winner, x->score[0], x->score[1], x->side[0], x->side[1], x->winner_to,
		x->loser_to, b->match, b->ready_ms, b->due_ms, b->late_from_ms[0],
		b->late_from_ms[1], b->proposed_start_ms[0], b->proposed_start_ms[1],
		b->proposal_ms[0], b->proposal_ms[1], b->latest_start_ms, b->times_late[0],
		b->times_late[1], b->penalty_points[0], b->penalty_points[1],
		b->last_reminder_hours, b->held, b->walkover, b->director_decided_ms };

	pile_add_numbers(out, numbers, ARRAY_LEN(numbers));
}

char *
run_dump(const struct tourney *t)
{
	struct text_pile out = { NULL, 0, 0 };

	pile_add(&out, "%lld %s phase %d stage %d %d %d paused %lld\n", (long long)t->id,
	    t->name, (int)t->phase, (int)t->stage, t->checkin_called, t->paused,
	    (long long)t->paused_ms);
	dump_settings(&out, t);
	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		pile_add(&out, "%lld %s ", (long long)t->director[i], t->director_name[i]);
	pile_add(&out, "\n%s %s %lld %lld %lld %lld\n", t->commitment, t->seed,
	    (long long)t->created_ms, (long long)t->started_ms, (long long)t->ended_ms,
	    (long long)t->last_ms);
	pile_add(&out, "patient %lld ", (long long)t->lenient_until_ms);
	pile_add(&out, "acts %u round %u of %u groups %u in %u base %u\n", (unsigned)t->acts,
	    t->round, t->rounds, t->groups, t->in, (unsigned)t->bracket_base);
	for (unsigned e = 0; e < t->entries_n; e++)
		dump_entry(&out, &t->entries[e]);
	for (uint32_t p = 0; p < t->pairings_n; p++)
		dump_pairing(&out, &t->pairings[p], &t->bouts[p]);
	pile_add(&out, "open %u:", t->open_n);
	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next)
		pile_add(&out, " %u", (unsigned)p);
	pile_add(&out, "\n");
	return out.text;
}

bool
run_replays(const struct tourney_run *r)
{
	struct tourney anew;
	char *is = run_dump(&r->t), *again;
	bool same;

	run_replay(r, &anew);
	again = run_dump(&anew);
	same = strcmp(is, again) == 0;
	free(is);
	free(again);
	run_free_copy(&anew);
	return same;
}

void *
run_alloc_scratch(const struct tourney *t)
{
	return resize_array(NULL, tourney_scratch_size(t), 1);
}
