/* SPDX-License-Identifier: MIT */
/* Applying acts to a tournament: one row of RULES for each kind says in which phases it may
 * happen, what else must hold, and what it does.  Owns nothing; costs are in the header. */
#include "tourney/event.h"

#include <string.h>

#include "tourney/robin.h"
#include "tourney/text.h"

#define LATE_ENTRY_MS (5 * 60000)    /* rule 26 */
#define RESTART_GRACE_MS (5 * 60000) /* rule 19 */
#define MISSED_MAX 2u                /* rule 25 */
#define AHEAD_MS (366 * (int64_t)86400000)
#define ADD_MS 3600000 /* to a clock at once */

const uint16_t TOURNEY_REMIND_HOURS[TOURNEY_REMINDERS] = { 72, 24, 1 };

/* What is being applied: for those who want to hear what follows. */
struct applying {
	struct tourney *t;
	const struct tourney_act *a;
	tourney_news_fn *news;
	void *ctx;
	uint32_t fresh, fresh_last; /* chain of bouts that have become ready and are not on the
				       open list yet */
};

static void
tell(const struct applying *ap, enum tourney_news what, uint32_t n)
{
	if (ap->news != NULL)
		ap->news(ap->ctx, ap->t, what, n);
}

void
tourney_init(struct tourney *t, int64_t id)
{
	memset(t, 0, sizeof(*t));
	t->id = id;
	tourney_settings_init(&t->set);
	t->open = t->open_last = TOURNEY_NO_PAIRING;
	t->look_ms = INT64_MIN;
}

/* ---- looking ---- */

bool
tourney_is_out(const struct tourney *t, entry_no e)
{
	const struct tourney_entry *x = &t->entries[e];

	return x->withdrawn || (t->set.value[TSET_format] == FORMAT_LOSSES &&
				   x->losses >= t->set.value[TSET_losses]);
}

bool
tourney_plays_on(const struct tourney *t, entry_no e)
{
	if (tourney_is_out(t, e))
		return false;
	if (t->stage == STAGE_ROUNDS)
		return true;
	for (uint32_t p = t->base; p < t->pairings_n; p++)
		if (t->pairings[p].end == PAIRING_OPEN &&
		    (t->pairings[p].side[0] == e || t->pairings[p].side[1] == e))
			return true;
	return false;
}

void
tourney_playing_on(const struct tourney *t, uint8_t *bits_out)
{
	memset(bits_out, 0, TOURNEY_ENTRIES_MAX / 8);
	for (unsigned e = 0; t->stage == STAGE_ROUNDS && e < t->entries_n; e++)
		if (!tourney_is_out(t, (entry_no)e))
			bits_out[e / 8] = (uint8_t)(bits_out[e / 8] | 1u << e % 8);
	if (t->stage == STAGE_ROUNDS)
		return;
	for (uint32_t p = t->base; p < t->pairings_n; p++)
		for (unsigned side = 0; side < 2; side++) {
			entry_no e = t->pairings[p].side[side];

			if (t->pairings[p].end == PAIRING_OPEN && entry_is_player(e) &&
			    !tourney_is_out(t, e))
				bits_out[e / 8] = (uint8_t)(bits_out[e / 8] | 1u << e % 8);
		}
}

/* The bit of a user in `known`. */
static unsigned
known_bit(int64_t user)
{
	return (unsigned)((uint64_t)user * UINT64_C(0x9e3779b97f4a7c15) >> 49);
}

static void
know(struct tourney *t, int64_t user)
{
	unsigned bit = known_bit(user);

	t->known[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* False: he never had an entry. */
static bool
may_be_known(const struct tourney *t, int64_t user)
{
	unsigned bit = known_bit(user);

	return (t->known[bit / 64] >> bit % 64 & 1) != 0;
}

entry_no
tourney_planned(const struct tourney *t, entry_no e)
{
	entry_no other = t->entries[e].planned;

	if (tourney_is_out(t, e))
		return ENTRY_UNKNOWN;
	for (unsigned i = 0; other == ENTRY_NOBODY && i < e; i++)
		if (t->entries[i].planned == ENTRY_NOBODY && !tourney_is_out(t, (entry_no)i))
			return ENTRY_UNKNOWN; /* one has come back who had it before */
	if (entry_is_player(other) &&
	    (tourney_is_out(t, other) || t->entries[other].planned != e))
		return ENTRY_UNKNOWN;
	return other;
}

entry_no
tourney_entry_of(const struct tourney *t, int64_t user)
{
	if (!may_be_known(t, user))
		return ENTRY_UNKNOWN;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (t->entries[e].user == user && !t->entries[e].withdrawn)
			return (entry_no)e;
	return ENTRY_UNKNOWN;
}

uint32_t
tourney_open_pairing(const struct tourney *t, entry_no e)
{
	for (uint32_t p = t->open; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next)
		if (t->pairings[p].side[0] == e || t->pairings[p].side[1] == e)
			return p;
	return TOURNEY_NO_PAIRING;
}

/* The entry that a user has given up before the start, ENTRY_UNKNOWN none. */
static entry_no
entry_again(const struct tourney *t, int64_t user)
{
	if (t->phase >= TOURNEY_RUNNING || !may_be_known(t, user))
		return ENTRY_UNKNOWN;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (t->entries[e].user == user)
			return (entry_no)e;
	return ENTRY_UNKNOWN;
}

bool
tourney_directs(const struct tourney *t, int64_t user)
{
	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		if (t->director[i] == user && user != 0)
			return true;
	return false;
}

/* The pairing that an act of a director is about; TOURNEY_NO_PAIRING none, or his own leaving.
 */
static uint32_t
directed_pairing(const struct tourney *t, const struct tourney_act *a)
{
	int64_t e = a->kind == TACT_invite ? a->value - 1 : a->entry;

	switch (a->kind) {
	case TACT_setresult:
	case TACT_reopen:
	case TACT_forfeit:
	case TACT_hold:
	case TACT_release:
	case TACT_addtime:
	case TACT_deadline:
		return a->pairing;
	case TACT_withdraw:
	case TACT_replace:
	case TACT_invite: /* to take the place of somebody */
		return e >= 0 && e < (int64_t)t->entries_n && t->entries[e].user != a->actor
			   ? tourney_open_pairing(t, (entry_no)e)
			   : TOURNEY_NO_PAIRING;
	default:
		return TOURNEY_NO_PAIRING;
	}
}

bool
tourney_own_match(const struct tourney *t, const struct tourney_act *a)
{
	uint32_t p = directed_pairing(t, a);

	for (unsigned s = 0; p < t->pairings_n && s < 2; s++) {
		entry_no e = t->pairings[p].side[s];

		if (entry_is_player(e) && t->entries[e].user == a->actor)
			return true;
	}
	return false;
}

bool
tourney_has_started(const struct tourney_entry *e)
{
	return e->seed != 0 || e->late;
}

const struct tourney_guest *
tourney_guest_of(const struct tourney *t, int64_t user)
{
	for (unsigned i = 0; i < t->guests_n; i++)
		if (t->guests[i].user == user)
			return &t->guests[i];
	return NULL;
}

unsigned
tourney_waiting(const struct tourney *t)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->guests_n; i++)
		n += t->guests[i].waits;
	return n;
}

unsigned
tourney_invited(const struct tourney *t)
{
	return t->guests_n - tourney_waiting(t);
}

/* No place for somebody who comes now: those who wait come first. */
static bool
is_full(const struct tourney *t)
{
	return t->in >= tourney_capacity(t) ||
	       (t->phase < TOURNEY_RUNNING && tourney_waiting(t) > 0);
}

static bool
is_over(const struct tourney *t)
{
	return t->phase == TOURNEY_FINISHED || t->phase == TOURNEY_CANCELLED;
}

enum section
tourney_section(const struct tourney *t, uint32_t pairing)
{
	return t->stage == STAGE_PLAYOFF && pairing >= t->base
		   ? SECTION_PLAYOFF
		   : (enum section)t->pairings[pairing].section;
}

unsigned
tourney_capacity(const struct tourney *t)
{
	unsigned set = (unsigned)t->set.value[TSET_capacity];

	return t->set.value[TSET_format] == FORMAT_ROBIN && set > TOURNEY_ROBIN_MAX
		   ? TOURNEY_ROBIN_MAX
		   : set;
}

static bool
is_bracket_section(unsigned section)
{
	return section != SECTION_ROUNDS && section != SECTION_GROUP;
}

/* ---- the list of open bouts ---- */

static void
open_add(struct tourney *t, uint32_t p)
{
	struct tourney_bout *b = &t->bouts[p];

	b->open_prev = t->open_last;
	b->open_next = TOURNEY_NO_PAIRING;
	if (t->open_last != TOURNEY_NO_PAIRING)
		t->bouts[t->open_last].open_next = p;
	else
		t->open = p;
	t->open_last = p;
	t->open_n++;
}

static void
open_remove(struct tourney *t, uint32_t p)
{
	struct tourney_bout *b = &t->bouts[p];

	if (b->open_prev != TOURNEY_NO_PAIRING)
		t->bouts[b->open_prev].open_next = b->open_next;
	else
		t->open = b->open_next;
	if (b->open_next != TOURNEY_NO_PAIRING)
		t->bouts[b->open_next].open_prev = b->open_prev;
	else
		t->open_last = b->open_prev;
	b->interrupted = false;
	t->open_n--;
}

static void
init_bout(struct tourney_bout *b)
{
	*b = (struct tourney_bout){
		.open_prev = TOURNEY_NO_PAIRING,
		.open_next = TOURNEY_NO_PAIRING,
		.lose_ms = { INT64_MAX, INT64_MAX },
	};
}

/* When a pairing that becomes ready now is to start (21, 24). */
static int64_t
due_at(const struct tourney *t, int64_t at_ms)
{
	const int64_t *v = t->set.value;

	if (v[TSET_schedule] == SCHEDULE_DEADLINE)
		return at_ms + v[TSET_days] * 86400000;
	return at_ms + v[TSET_notice] * 60000;
}

/* ---- points of an entry ---- */

/* What a pairing gives the entry on one side (33, 34). */
static int
points_of(const struct tourney *t, const struct pairing *p, unsigned side)
{
	bool bellingham = t->set.value[TSET_points] != 0;
	int win = bellingham ? 2 : 1;

	switch ((enum pairing_end)p->end) {
	case PAIRING_BYE:
		return win;
	case PAIRING_PLAYED:
	case PAIRING_SET:
		return p->winner == side ? win : bellingham ? 1 : 0;
	case PAIRING_FORFEIT:
		return p->winner == side ? win : 0;
	case PAIRING_OPEN:
	case PAIRING_DOUBLE_FORFEIT:
	case PAIRING_VOID:
	case PAIRING_END_COUNT:
		break;
	}
	return 0;
}

static bool
lost_it(const struct pairing *p, unsigned side)
{
	switch ((enum pairing_end)p->end) {
	case PAIRING_PLAYED:
	case PAIRING_SET:
	case PAIRING_FORFEIT:
		return p->winner != side;
	case PAIRING_DOUBLE_FORFEIT:
		return true;
	case PAIRING_BYE:
	case PAIRING_OPEN:
	case PAIRING_VOID:
	case PAIRING_END_COUNT:
		break;
	}
	return false;
}

/* sign: 1 it counts from now on, -1 no longer. */
static void
count_pairing(struct tourney *t, const struct pairing *p, int sign)
{
	for (unsigned side = 0; side < 2; side++) {
		struct tourney_entry *e;
		bool lost = lost_it(p, side);

		if (!entry_is_player(p->side[side]))
			continue;
		e = &t->entries[p->side[side]];
		if (lost)
			e->losses = (uint8_t)(e->losses + sign);
		if (p->end == PAIRING_BYE)
			e->byes = (uint8_t)(e->byes + sign);
		if (t->set.value[TSET_format] == FORMAT_LOSSES)
			e->points = -(int32_t)e->losses;
		else
			e->points += sign * points_of(t, p, side);
	}
}

/* ---- pairings end ---- */

static void end_pairing(struct applying *ap, uint32_t n, enum pairing_end end, unsigned winner,
    const uint16_t score[2]);

/* He does not play on: matches of the two before him go on without him (25). */
static void
drop_out(struct applying *ap, entry_no e)
{
	struct tourney_entry *x = &ap->t->entries[e];

	x->withdrawn = true;
	x->own_will = ap->a->kind == TACT_withdraw && ap->a->actor == x->user;
	x->left_round = (uint16_t)ap->t->round;
	ap->t->in--;
}

static void
count_missed(struct applying *ap, entry_no e)
{
	struct tourney_entry *x = &ap->t->entries[e];
	enum tourney_format f = (enum tourney_format)ap->t->set.value[TSET_format];

	if (x->withdrawn)
		return;
	x->missed++;
	if (x->missed < MISSED_MAX || (f != FORMAT_SWISS && f != FORMAT_LOSSES))
		return;
	drop_out(ap, e);
	tell(ap, TNEWS_DROPPED, e);
}

static void
fresh_add(struct applying *ap, uint32_t p)
{
	ap->t->bouts[p].open_next = TOURNEY_NO_PAIRING;
	if (ap->fresh == TOURNEY_NO_PAIRING)
		ap->fresh = p;
	else
		ap->t->bouts[ap->fresh_last].open_next = p;
	ap->fresh_last = p;
}

/* What a bracket tells: ready ones are put on the chain of fresh ones. */
static void
from_bracket(void *ctx, uint32_t n)
{
	struct applying *ap = ctx;
	uint32_t p = ap->t->base + n;

	if (ap->t->pairings[p].end != PAIRING_OPEN) {
		if (ap->t->pairings[p].end == PAIRING_BYE)
			count_pairing(ap->t, &ap->t->pairings[p], 1);
		tell(ap, TNEWS_OVER, p);
		return;
	}
	fresh_add(ap, p);
}

/* Nobody who has withdrawn is waited for. */
static bool
settle_withdrawn(struct applying *ap, uint32_t p)
{
	static const uint16_t none[2] = { 0, 0 };
	const struct pairing *x = &ap->t->pairings[p];
	bool out[2] = { ap->t->entries[x->side[0]].withdrawn,
		ap->t->entries[x->side[1]].withdrawn };

	if (!out[0] && !out[1])
		return false;
	ap->t->bouts[p].walkover = true;
	if (out[0] && out[1])
		end_pairing(ap, p, PAIRING_DOUBLE_FORFEIT, PAIRING_NOBODY, none);
	else
		end_pairing(ap, p, PAIRING_FORFEIT, out[0] ? 1 : 0, none);
	return true;
}

/* A new time for the start.  Reminders of which the hour has passed are not given (24). */
static void
set_due(struct tourney_bout *b, int64_t due_ms, int64_t now_ms)
{
	b->due_ms = due_ms;
	b->late_ms[0] = b->late_ms[1] = 0;
	b->reminded = 0;
	for (unsigned i = 0; i < TOURNEY_REMINDERS; i++)
		if (due_ms - TOURNEY_REMIND_HOURS[i] * (int64_t)3600000 <= now_ms)
			b->reminded = TOURNEY_REMIND_HOURS[i];
}

/* A new time that the players do not agree on: it is their limit. */
static void
set_limit(struct tourney_bout *b, int64_t due_ms, int64_t now_ms)
{
	set_due(b, due_ms, now_ms);
	b->limit_ms = due_ms;
}

static void
make_ready(struct applying *ap, uint32_t p)
{
	struct tourney_bout *b = &ap->t->bouts[p];

	if (b->ready_ms == 0) {
		b->ready_ms = ap->a->at_ms;
		set_limit(b, due_at(ap->t, ap->a->at_ms), ap->a->at_ms);
	}
	open_add(ap->t, p);
	tell(ap, TNEWS_READY, p);
}

/* The fresh ones are opened; those of withdrawn players end, which may make more of them. */
static void
take_fresh(struct applying *ap)
{
	while (ap->fresh != TOURNEY_NO_PAIRING) {
		uint32_t p = ap->fresh;

		ap->fresh = ap->t->bouts[p].open_next;
		ap->t->bouts[p].open_next = ap->t->bouts[p].open_prev = TOURNEY_NO_PAIRING;
		make_ready(ap, p);
		(void)settle_withdrawn(ap, p);
	}
}

/* What counts of a score: up to the length, and all of it for the winner, however it was won.
 */
static void
counted_score(unsigned length, unsigned winner, const uint16_t score[2], uint16_t out[2])
{
	unsigned other = 1u - winner;

	out[0] = out[1] = 0;
	if (winner > 1)
		return;
	out[winner] = (uint16_t)length;
	out[other] = (uint16_t)(score[other] < length ? score[other] : length - 1);
}

/* The pairing is on the open list. */
static void
end_pairing(struct applying *ap, uint32_t n, enum pairing_end end, unsigned winner,
    const uint16_t had[2])
{
	struct tourney *t = ap->t;
	struct pairing *p = &t->pairings[n];
	uint16_t score[2];

	counted_score(p->length, winner, had, score);
	open_remove(t, n);
	t->bouts[n].word_ms = ap->a->actor != 0 ? ap->a->at_ms : 0;
	if (is_bracket_section(p->section)) {
		bracket_result(t->pairings + t->base, t->pairings_n - t->base, n - t->base, end,
		    winner, score, from_bracket, ap);
	} else {
		p->end = (uint8_t)end;
		p->winner = (uint8_t)winner;
		p->score[0] = score[0];
		p->score[1] = score[1];
	}
	count_pairing(t, p, 1);
	tell(ap, TNEWS_OVER, n);
	for (unsigned side = 0; side < 2; side++)
		if ((end == PAIRING_FORFEIT && winner != side) || end == PAIRING_DOUBLE_FORFEIT)
			count_missed(ap, p->side[side]);
}

/* ---- making pairings ---- */

static void
init_bouts(struct tourney *t, uint32_t from)
{
	for (uint32_t p = from; p < t->pairings_n; p++)
		init_bout(&t->bouts[p]);
}

static struct bracket_plan
plan_of(const struct tourney *t, unsigned entries)
{
	const int64_t *v = t->set.value;
	struct bracket_plan plan = { .entries = entries };

	if (t->phase == TOURNEY_RUNNING)
		return plan; /* after groups, a play-off */
	plan.double_elimination = v[TSET_format] == FORMAT_DOUBLE;
	plan.reset_final = plan.double_elimination && v[TSET_reset] != 0;
	if (v[TSET_format] == FORMAT_CONSOLATION) {
		plan.consolation_rounds = (unsigned)v[TSET_consolation];
		plan.last_chance_rounds = (unsigned)v[TSET_lastchance];
	}
	return plan;
}

static void
set_lengths(struct tourney *t, uint32_t from)
{
	unsigned rounds[SECTION_COUNT] = { 0 };

	for (unsigned s = 0; s < SECTION_ROUNDS; s++)
		rounds[s] =
		    bracket_rounds(t->pairings + from, t->pairings_n - from, (enum section)s);
	rounds[SECTION_ROUNDS] = t->rounds;
	for (uint32_t p = from; p < t->pairings_n; p++) {
		struct pairing *x = &t->pairings[p];

		x->length = (uint8_t)tourney_length(
		    &t->set, tourney_section(t, p), x->round, rounds[x->section]);
	}
}

static void
make_bracket(struct applying *ap, const struct bracket_plan *plan, const entry_no *order)
{
	struct tourney *t = ap->t;
	size_t n = bracket_size(plan);

	CHECK(n > 0 && t->pairings_n + n <= t->pairings_room);
	t->base = t->pairings_n;
	bracket_build(plan, t->pairings + t->base);
	t->pairings_n += (uint32_t)n;
	init_bouts(t, t->base);
	set_lengths(t, t->base);
	bracket_seat(t->pairings + t->base, n, order, plan->entries, from_bracket, ap);
	take_fresh(ap);
}

/* Players of group g, dealt to and fro as robin_group_of says: one of each row of seeds. */
static unsigned
group_members(unsigned g, unsigned groups, const entry_no *order, unsigned n, entry_no *out)
{
	unsigned k = 0;

	for (unsigned row = 0; row * groups < n; row++) {
		unsigned seed = row * groups + (row % 2 == 0 ? g : groups - 1 - g);

		if (seed < n) {
			DCHECK(robin_group_of(seed, groups) == g);
			out[k++] = order[seed];
		}
	}
	return k;
}

static void
make_robin(struct tourney *t, const entry_no *order, unsigned n)
{
	bool groups = t->set.value[TSET_format] == FORMAT_GROUPS;
	entry_no member[TOURNEY_ROBIN_MAX];

	t->groups = groups ? robin_groups(n, (unsigned)t->set.value[TSET_group]) : 1;
	t->rounds = 0;
	for (unsigned g = 0; g < t->groups; g++) {
		unsigned k = group_members(g, t->groups, order, n, member);

		robin_build(member, k, groups ? SECTION_GROUP : SECTION_ROUNDS, g,
		    t->pairings + t->pairings_n);
		t->pairings_n += (uint32_t)robin_size(k);
		if (robin_rounds(k) > t->rounds)
			t->rounds = robin_rounds(k);
	}
	init_bouts(t, 0);
	set_lengths(t, 0);
}

static size_t
robin_pairings(const struct tourney *t, unsigned n)
{
	unsigned groups = t->set.value[TSET_format] == FORMAT_GROUPS
			      ? robin_groups(n, (unsigned)t->set.value[TSET_group])
			      : 1;

	/* Groups differ by one at most: none is larger than this. */
	return groups * robin_size(n / groups + (n % groups != 0));
}

/* ---- rounds ---- */

static void
open_round_pairing(struct applying *ap, uint32_t p)
{
	struct tourney *t = ap->t;
	struct pairing *x = &t->pairings[p];
	const struct tourney_entry *a = &t->entries[x->side[0]], *b = &t->entries[x->side[1]];

	if (a->cancelled || b->cancelled) {
		x->end = PAIRING_VOID;
		x->winner = PAIRING_NOBODY;
		return;
	}
	make_ready(ap, p);
	(void)settle_withdrawn(ap, p);
}

static void
add_pair(struct tourney *t, unsigned round, unsigned slot, entry_no a, entry_no b)
{
	struct pairing *p = &t->pairings[t->pairings_n++];

	*p = (struct pairing){
		.section = SECTION_ROUNDS,
		.round = (uint16_t)round,
		.slot = (uint16_t)slot,
		.winner = PAIRING_NOBODY,
		.side = { a, b },
		.winner_to = PAIRING_NOWHERE,
		.loser_to = PAIRING_NOWHERE,
	};
	p->length = (uint8_t)tourney_length(&t->set, SECTION_ROUNDS, round, t->rounds);
	init_bouts(t, t->pairings_n - 1);
}

static int8_t
float_of(const struct tourney *t, entry_no e, entry_no other)
{
	int32_t mine = t->entries[e].points, his = t->entries[other].points;

	return mine > his ? 1 : mine < his ? -1 : 0;
}

static void
give_bye(struct applying *ap, unsigned slot, entry_no e)
{
	struct tourney *t = ap->t;
	struct pairing *p;

	add_pair(t, t->round, slot, e, ENTRY_NOBODY);
	p = &t->pairings[t->pairings_n - 1];
	p->end = PAIRING_BYE;
	p->winner = 0;
	t->entries[e].floated = 0;
	count_pairing(t, p, 1);
	tell(ap, TNEWS_OVER, t->pairings_n - 1);
}

static void
do_pairs(struct applying *ap, const char *text)
{
	struct tourney *t = ap->t;
	uint32_t from = t->pairings_n;
	struct pairs_reader r = { text, false };
	entry_no a, b, bye = ENTRY_NOBODY;
	unsigned slot = 0;

	while (pairs_next(&r, &a, &b)) {
		if (b == ENTRY_NOBODY) {
			bye = a;
			continue;
		}
		add_pair(t, t->round, slot++, a, b);
		t->entries[a].floated = float_of(t, a, b);
		t->entries[b].floated = float_of(t, b, a);
	}
	if (bye != ENTRY_NOBODY)
		give_bye(ap, slot, bye);
	for (uint32_t p = from; p < t->pairings_n; p++)
		if (t->pairings[p].end == PAIRING_OPEN)
			make_ready(ap, p);
}

static bool
pairs_are_known(const struct tourney *t)
{
	return t->set.value[TSET_format] == FORMAT_ROBIN ||
	       t->set.value[TSET_format] == FORMAT_GROUPS;
}

/* ---- gates: what must hold beside the phase ---- */

static enum tourney_err
gate_create(const struct tourney *t, const struct tourney_act *a)
{
	size_t n = strlen(a->text);

	return t->acts == 0 && n > 0 && n <= TOURNEY_NAME_MAX ? TOURNEY_OK : TOURNEY_BAD_ACT;
}

/* "setting value": which and where its value begins; -1 none. */
static int
split_setting(const char *text, const char **value_out)
{
	char word[32];
	size_t n = strcspn(text, " ");

	if (n == 0 || n >= sizeof(word) || text[n] == '\0')
		return -1;
	memcpy(word, text, n);
	word[n] = '\0';
	*value_out = text + n + 1;
	return tourney_setting_named(word);
}

static enum tourney_err
gate_set(const struct tourney *t, const struct tourney_act *a)
{
	struct tourney_settings copy = t->set;
	const char *value;
	int which = split_setting(a->text, &value);

	if (which < 0 || !tourney_set(&copy, (enum tourney_setting)which, value))
		return TOURNEY_BAD_SETTING;
	if (t->phase == TOURNEY_RUNNING && !TOURNEY_SETTINGS[which].late)
		return TOURNEY_HAS_STARTED;
	if (TOURNEY_SETTINGS[which].kind == TSET_TIME && copy.value[which] != 0 &&
	    copy.value[which] * 1000 <= a->at_ms)
		return TOURNEY_BAD_SETTING; /* a slip would start it, or end it, at once */
	if (which == TSET_seeding && copy.value[which] == SEEDING_DRAW &&
	    t->phase == TOURNEY_CLOSED)
		return TOURNEY_TOO_LATE; /* its seed is committed while entries are taken (42)
					  */
	if (copy.value[TSET_capacity] < t->in ||
	    (copy.value[TSET_format] == FORMAT_ROBIN && t->in > TOURNEY_ROBIN_MAX))
		return TOURNEY_BAD_SETTING;
	return TOURNEY_OK;
}

static enum tourney_err
gate_rename(const struct tourney *t, const struct tourney_act *a)
{
	size_t n = strlen(a->text);

	(void)t;
	return n > 0 && n <= TOURNEY_NAME_MAX ? TOURNEY_OK : TOURNEY_BAD_ACT;
}

static unsigned
directors(const struct tourney *t)
{
	unsigned n = 0;

	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		n += t->director[i] != 0;
	return n;
}

static enum tourney_err
gate_director(const struct tourney *t, const struct tourney_act *a)
{
	bool is = tourney_directs(t, a->user);

	if (a->value != 0)
		return is                                      ? TOURNEY_DIRECTS
		       : directors(t) == TOURNEY_DIRECTORS_MAX ? TOURNEY_DIRECTORS
							       : TOURNEY_OK;
	return is && directors(t) > 1 ? TOURNEY_OK : TOURNEY_DIRECTS_NOT;
}

static bool
is_hex(const char *text)
{
	return strlen(text) == TOURNEY_HEX_MAX &&
	       strspn(text, "0123456789abcdef") == TOURNEY_HEX_MAX;
}

/* Once, and before entries are closed (42): what is committed later could be chosen. */
static enum tourney_err
gate_commit(const struct tourney *t, const struct tourney_act *a)
{
	if (!is_hex(a->text) || t->commitment[0] != '\0')
		return TOURNEY_BAD_ACT;
	return t->phase == TOURNEY_CLOSED ? TOURNEY_TOO_LATE : TOURNEY_OK;
}

static enum tourney_err
gate_reveal(const struct tourney *t, const struct tourney_act *a)
{
	return is_hex(a->text) && t->commitment[0] != '\0' && t->seed[0] == '\0'
		   ? TOURNEY_OK
		   : TOURNEY_BAD_ACT;
}

static enum tourney_err
gate_open(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return t->phase == TOURNEY_OPEN ? TOURNEY_IS_OPEN : TOURNEY_OK;
}

/* Late entries (26): into a knock-out for five minutes, into a Swiss tournament during round 1.
 */
static enum tourney_err
gate_late_entry(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_format f = (enum tourney_format)t->set.value[TSET_format];

	if (t->set.value[TSET_lateentry] == 0 || t->stage == STAGE_PLAYOFF)
		return TOURNEY_NOT_OPEN;
	if (f == FORMAT_SWISS)
		return t->round == 0 || (t->round == 1 && t->rounds > 1) ? TOURNEY_OK
									 : TOURNEY_TOO_LATE;
	if (!tourney_is_knockout(&t->set) || a->at_ms > t->started_ms + LATE_ENTRY_MS)
		return TOURNEY_TOO_LATE;
	return TOURNEY_OK;
}

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

/* Not in it, and has not left it while it was played: nobody has two lives. */
static enum tourney_err
gate_newcomer(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = TOURNEY_OK;

	if (!may_be_known(t, a->user))
		return e;
	for (unsigned i = 0; i < t->entries_n; i++) {
		const struct tourney_entry *x = &t->entries[i];

		if (x->user != a->user)
			continue;
		if (!x->withdrawn)
			return TOURNEY_ENTERED;
		if (t->phase == TOURNEY_RUNNING && tourney_has_started(x))
			e = TOURNEY_WITHDRAWN;
	}
	return e;
}

/* What a bracket asks about the tournament it belongs to. */
struct asked {
	const struct tourney *t;
};

static bool
bout_has_begun(void *ctx, uint32_t p)
{
	const struct asked *of = ctx;

	return of->t->bouts[of->t->base + p].match != 0;
}

/* For a late entry into a knock-out. */
static enum tourney_err
gate_bye_left(const struct tourney *t)
{
	struct asked of = { t };

	return !tourney_is_knockout(&t->set) ||
		       bracket_late_bye(t->pairings + t->base, t->pairings_n - t->base,
			   bout_has_begun, &of) != TOURNEY_NO_PAIRING
		   ? TOURNEY_OK
		   : TOURNEY_TOO_LATE;
}

/* Whether somebody may enter as the phase is; those who are invited may before it opens, too.
 */
static enum tourney_err
gate_phase(const struct tourney *t, const struct tourney_act *a)
{
	if (t->phase == TOURNEY_RUNNING)
		return gate_late_entry(t, a);
	return t->phase == TOURNEY_OPEN || a->kind == TACT_admit ||
		       tourney_directs(t, a->actor) || tourney_guest_of(t, a->user) != NULL
		   ? TOURNEY_OK
		   : TOURNEY_NOT_OPEN;
}

static enum tourney_err
gate_enter(const struct tourney *t, const struct tourney_act *a)
{
	const struct tourney_guest *g = tourney_guest_of(t, a->user);
	enum tourney_err e = gate_newcomer(t, a);

	if (e == TOURNEY_OK && g != NULL && g->waits)
		e = TOURNEY_WAITS;
	if (e == TOURNEY_OK)
		e = gate_phase(t, a);
	if (e != TOURNEY_OK)
		return e;
	if (is_full(t) ||
	    (entry_again(t, a->user) == ENTRY_UNKNOWN && t->entries_n == TOURNEY_ENTRIES_MAX))
		return TOURNEY_IS_FULL;
	e = gate_rating(t, a->rating);
	return e == TOURNEY_OK && t->phase == TOURNEY_RUNNING ? gate_bye_left(t) : e;
}

static enum tourney_err
gate_entry(const struct tourney *t, const struct tourney_act *a)
{
	if (a->entry >= t->entries_n)
		return TOURNEY_NOT_ENTERED;
	return t->entries[a->entry].withdrawn ? TOURNEY_WITHDRAWN : TOURNEY_OK;
}

static enum tourney_err
gate_called(const struct tourney *t, bool already)
{
	if (already)
		return TOURNEY_CHECKED_IN;
	return t->set.value[TSET_starts] != 0 && !t->called ? TOURNEY_TOO_EARLY : TOURNEY_OK;
}

static enum tourney_err
gate_checkin(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_entry(t, a);

	return e == TOURNEY_OK ? gate_called(t, t->entries[a->entry].checked_in) : e;
}

/* ---- who is invited, or waits (43, 44) ---- */

static enum tourney_err
gate_wait(const struct tourney *t, const struct tourney_act *a)
{
	const struct tourney_guest *g = tourney_guest_of(t, a->user);
	enum tourney_err e = gate_newcomer(t, a);

	if (e == TOURNEY_OK && g != NULL && g->waits)
		e = TOURNEY_WAITS;
	if (e == TOURNEY_OK)
		e = gate_phase(t, a);
	if (e == TOURNEY_OK && !is_full(t))
		e = TOURNEY_HAS_ROOM;
	if (e == TOURNEY_OK && tourney_waiting(t) >= TOURNEY_WAITING_MAX)
		e = TOURNEY_LIST_FULL;
	return e == TOURNEY_OK ? gate_rating(t, a->rating) : e;
}

/* On the waiting list. */
static enum tourney_err
gate_attend(const struct tourney *t, const struct tourney_act *a)
{
	const struct tourney_guest *g = tourney_guest_of(t, a->user);

	return g == NULL || !g->waits ? TOURNEY_NOT_ENTERED : gate_called(t, g->attends);
}

static enum tourney_err
gate_promote(const struct tourney *t, const struct tourney_act *a)
{
	const struct tourney_guest *g = tourney_guest_of(t, a->user);

	if (g == NULL || !g->waits)
		return TOURNEY_NOT_ENTERED;
	if (tourney_entry_of(t, a->user) != ENTRY_UNKNOWN)
		return TOURNEY_ENTERED;
	return t->in >= tourney_capacity(t) || (entry_again(t, a->user) == ENTRY_UNKNOWN &&
						   t->entries_n == TOURNEY_ENTRIES_MAX)
		   ? TOURNEY_IS_FULL
		   : TOURNEY_OK;
}

static enum tourney_err
gate_decline(const struct tourney *t, const struct tourney_act *a)
{
	return tourney_guest_of(t, a->user) != NULL ? TOURNEY_OK : TOURNEY_NOT_ENTERED;
}

static enum tourney_err
gate_call(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return t->called ? TOURNEY_BAD_ACT : TOURNEY_OK;
}

static enum tourney_err
gate_withdraw(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_entry(t, a);
	uint32_t p;

	if (e != TOURNEY_OK || t->phase != TOURNEY_RUNNING)
		return e;
	p = tourney_open_pairing(t, a->entry);
	return p != TOURNEY_NO_PAIRING && t->bouts[p].match != 0 ? TOURNEY_BEGUN : TOURNEY_OK;
}

/* A list of entries: each that is in force at most once, all of them when `all`. */
static enum tourney_err
check_order(const struct tourney *t, const char *text, bool all)
{
	uint8_t seen[TOURNEY_ENTRIES_MAX / 8] = { 0 };
	struct order_reader r = { text, false };
	unsigned n = 0;
	entry_no e;

	while (order_next(&r, &e)) {
		if (e >= t->entries_n || t->entries[e].withdrawn ||
		    (seen[e / 8] >> e % 8 & 1) != 0)
			return TOURNEY_BAD_ORDER;
		seen[e / 8] = (uint8_t)(seen[e / 8] | 1u << e % 8);
		n++;
	}
	if (r.bad || (all && n != t->in))
		return TOURNEY_BAD_ORDER;
	return n < 2 ? TOURNEY_TOO_FEW : TOURNEY_OK;
}

static enum tourney_err
gate_order(const struct tourney *t, const struct tourney_act *a)
{
	return check_order(t, a->text, true);
}

static enum tourney_err
gate_start(const struct tourney *t, const struct tourney_act *a)
{
	return check_order(t, a->text, false);
}

/* Every player who is still in it is paired once. */
static enum tourney_err
check_pairs(const struct tourney *t, const char *text)
{
	uint8_t seen[TOURNEY_ENTRIES_MAX / 8] = { 0 };
	struct pairs_reader r = { text, false };
	unsigned n = 0, in = 0, byes = 0;
	entry_no pair[2];

	for (unsigned e = 0; e < t->entries_n; e++)
		in += !tourney_is_out(t, (entry_no)e);
	while (pairs_next(&r, &pair[0], &pair[1])) {
		byes += pair[1] == ENTRY_NOBODY;
		for (unsigned i = 0; i < 2; i++) {
			entry_no e = pair[i];

			if (e == ENTRY_NOBODY)
				continue;
			if (e >= t->entries_n || tourney_is_out(t, e) ||
			    (seen[e / 8] >> e % 8 & 1) != 0)
				return TOURNEY_BAD_ORDER;
			seen[e / 8] = (uint8_t)(seen[e / 8] | 1u << e % 8);
			n++;
		}
	}
	return r.bad || n != in || byes != n % 2 ? TOURNEY_BAD_ORDER : TOURNEY_OK;
}

/* Rounds of which somebody must say who plays whom, and one is still to come. */
static bool
is_paired_by_round(const struct tourney *t)
{
	enum tourney_format f = (enum tourney_format)t->set.value[TSET_format];

	return (f == FORMAT_SWISS || f == FORMAT_LOSSES) && t->stage == STAGE_ROUNDS &&
	       (t->rounds == 0 || t->round < t->rounds);
}

/* The two of a `pair`; false when it is not of that form. */
static bool
read_pair(const char *text, entry_no pair[2])
{
	struct pairs_reader r = { text, false };
	entry_no more[2];

	return pairs_next(&r, &pair[0], &pair[1]) && !pairs_next(&r, &more[0], &more[1]) &&
	       !r.bad;
}

static enum tourney_err
gate_pair(const struct tourney *t, const struct tourney_act *a)
{
	unsigned in = 0;
	entry_no pair[2];

	if (!is_paired_by_round(t))
		return TOURNEY_PAIRS_FOLLOW;
	if (!read_pair(a->text, pair))
		return TOURNEY_BAD_ACT;
	if (pair[0] == pair[1])
		return TOURNEY_BAD_ORDER;
	for (unsigned e = 0; e < t->entries_n; e++)
		in += !tourney_is_out(t, (entry_no)e);
	for (unsigned i = 0; i < 2; i++) {
		if (pair[i] == ENTRY_NOBODY)
			continue;
		if (pair[i] >= t->entries_n)
			return TOURNEY_NOT_ENTERED;
		if (tourney_is_out(t, pair[i]))
			return TOURNEY_WITHDRAWN;
		if (tourney_planned(t, pair[i]) != ENTRY_UNKNOWN)
			return TOURNEY_HAS_PAIR;
	}
	if (pair[1] != ENTRY_NOBODY)
		return TOURNEY_OK;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (tourney_planned(t, (entry_no)e) == ENTRY_NOBODY)
			return TOURNEY_HAS_PAIR;
	/* who starts is not known before */
	return t->phase == TOURNEY_RUNNING && in % 2 == 0 ? TOURNEY_NO_BYE : TOURNEY_OK;
}

static enum tourney_err
gate_unpair(const struct tourney *t, const struct tourney_act *a)
{
	if (!is_paired_by_round(t))
		return TOURNEY_PAIRS_FOLLOW;
	if (a->entry >= t->entries_n)
		return TOURNEY_NOT_ENTERED;
	return tourney_planned(t, a->entry) != ENTRY_UNKNOWN ? TOURNEY_OK
							     : TOURNEY_NO_SUCH_PAIRING;
}

static enum tourney_err
gate_round(const struct tourney *t, const struct tourney_act *a)
{
	if (t->stage != STAGE_ROUNDS || t->open != TOURNEY_NO_PAIRING ||
	    a->value != (int64_t)t->round + 1 || (t->rounds != 0 && a->value > t->rounds))
		return TOURNEY_BAD_ACT;
	if (pairs_are_known(t))
		return a->text[0] == '\0' ? TOURNEY_OK : TOURNEY_BAD_ACT;
	return check_pairs(t, a->text);
}

static enum tourney_err
gate_bracket(const struct tourney *t, const struct tourney_act *a)
{
	if (t->open != TOURNEY_NO_PAIRING || !tourney_bracket_follows(t))
		return TOURNEY_BAD_ACT;
	return check_order(t, a->text, false);
}

static enum tourney_err
gate_finish(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return t->open == TOURNEY_NO_PAIRING ? TOURNEY_OK : TOURNEY_BAD_ACT;
}

/* An open pairing of two players. */
static enum tourney_err
gate_pairing(const struct tourney *t, const struct tourney_act *a)
{
	if (a->pairing >= t->pairings_n)
		return TOURNEY_NO_SUCH_PAIRING;
	if (t->pairings[a->pairing].end != PAIRING_OPEN)
		return TOURNEY_PAIRING_OVER;
	return t->bouts[a->pairing].ready_ms != 0 && pairing_ready(&t->pairings[a->pairing])
		   ? TOURNEY_OK
		   : TOURNEY_NO_SUCH_PAIRING;
}

static enum tourney_err
gate_waiting(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_pairing(t, a);

	return e == TOURNEY_OK && t->bouts[a->pairing].match != 0 ? TOURNEY_BEGUN : e;
}

static enum tourney_err
gate_begun(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_pairing(t, a);

	return e == TOURNEY_OK && t->bouts[a->pairing].match == 0 ? TOURNEY_NOT_BEGUN : e;
}

static enum tourney_err
gate_remind(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_waiting(t, a);

	return e == TOURNEY_OK && (a->value <= 0 || a->value > TOURNEY_REMIND_HOURS[0])
		   ? TOURNEY_BAD_ACT
		   : e;
}

static enum tourney_err
gate_addtime(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_begun(t, a);

	if (e != TOURNEY_OK)
		return e;
	if (a->side > 1)
		return TOURNEY_BAD_ACT;
	return a->value > 0 && a->value <= ADD_MS ? TOURNEY_OK : TOURNEY_BAD_SETTING;
}

static enum tourney_err
gate_seat(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_waiting(t, a);

	return e == TOURNEY_OK && a->value <= 0 ? TOURNEY_BAD_ACT : e;
}

static enum tourney_err
gate_side(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_waiting(t, a);

	return e == TOURNEY_OK && a->side > 1 ? TOURNEY_BAD_ACT : e;
}

static enum tourney_err
gate_result(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_begun(t, a);

	return e == TOURNEY_OK && a->side > 1 ? TOURNEY_BAD_ACT : e;
}

/* It has begun, or is over otherwise than because somebody had left. */
static bool
bout_stands(void *ctx, uint32_t p)
{
	const struct tourney *t = ((const struct asked *)ctx)->t;
	uint32_t n = t->base + p;

	return t->bouts[n].match != 0 ||
	       (t->pairings[n].end != PAIRING_OPEN && !t->bouts[n].walkover);
}

static bool
may_reopen(const struct tourney *t, uint32_t p)
{
	struct asked of = { t };

	return bracket_may_reopen(
	    t->pairings + t->base, t->pairings_n - t->base, p - t->base, bout_stands, &of);
}

bool
tourney_may_change(const struct tourney *t, uint32_t p)
{
	const struct pairing *x = &t->pairings[p];

	if (t->phase != TOURNEY_RUNNING || x->end == PAIRING_OPEN || x->end == PAIRING_BYE ||
	    x->end == PAIRING_VOID)
		return false;
	return is_bracket_section(x->section) ? may_reopen(t, p) : t->stage == STAGE_ROUNDS;
}

static enum tourney_err
gate_confirm(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return tourney_settled_ms(t) != 0 ? TOURNEY_OK : TOURNEY_NOT_OVER;
}

/* Both must be there to play it; of rounds only while no later one is paired. */
static enum tourney_err
gate_reopen(const struct tourney *t, const struct tourney_act *a)
{
	const struct pairing *x;

	if (a->pairing >= t->pairings_n)
		return TOURNEY_NO_SUCH_PAIRING;
	x = &t->pairings[a->pairing];
	if (x->end == PAIRING_OPEN)
		return TOURNEY_NOT_OVER;
	if (!tourney_may_change(t, a->pairing))
		return x->end == PAIRING_BYE || x->end == PAIRING_VOID ? TOURNEY_NO_SUCH_PAIRING
								       : TOURNEY_TOO_LATE;
	if (!is_bracket_section(x->section) && x->round != t->round)
		return TOURNEY_TOO_LATE;
	for (unsigned side = 0; side < 2; side++)
		if (t->entries[x->side[side]].withdrawn)
			return TOURNEY_WITHDRAWN;
	return TOURNEY_OK;
}

/* A bout of the knock-out that was lost by leaving. */
static bool
left_it(const struct tourney *t, uint32_t p, entry_no e)
{
	const struct pairing *x = &t->pairings[p];

	for (unsigned side = 0; side < 2; side++)
		if (x->side[side] == e && x->winner != side)
			return t->bouts[p].walkover;
	return false;
}

/* The first one of those that can still be played. */
static uint32_t
bout_to_reopen(const struct tourney *t, entry_no e)
{
	for (uint32_t p = t->base; p < t->pairings_n; p++)
		if (left_it(t, p, e) && may_reopen(t, p))
			return p;
	return TOURNEY_NO_PAIRING;
}

/* Into a knock-out when they were in it, and a bout that they gave up can still be played, or
 * they gave up none; into rounds until the next one is paired. */
static enum tourney_err
gate_come_back(const struct tourney *t, entry_no e)
{
	bool was_in = false, gave_up = false;

	if (!tourney_has_started(&t->entries[e]))
		return TOURNEY_TOO_LATE;
	if (t->stage == STAGE_ROUNDS)
		return t->entries[e].left_round == t->round ? TOURNEY_OK : TOURNEY_TOO_LATE;
	for (uint32_t p = t->base; p < t->pairings_n; p++) {
		was_in |= t->pairings[p].side[0] == e || t->pairings[p].side[1] == e;
		gave_up |= left_it(t, p, e);
	}
	return was_in && (!gave_up || bout_to_reopen(t, e) != TOURNEY_NO_PAIRING)
		   ? TOURNEY_OK
		   : TOURNEY_TOO_LATE;
}

/* Who has left by their own word is not put back by somebody else's; and they come back once,
 * or a match could be put off for ever. */
static enum tourney_err
gate_restore(const struct tourney *t, const struct tourney_act *a)
{
	const struct tourney_entry *x;

	if (a->entry >= t->entries_n)
		return TOURNEY_NOT_ENTERED;
	x = &t->entries[a->entry];
	if (!x->withdrawn || tourney_entry_of(t, x->user) != ENTRY_UNKNOWN)
		return TOURNEY_ENTERED;
	if (a->actor == x->user && (!x->own_will || x->came_back))
		return TOURNEY_WITHDRAWN;
	if (a->actor != 0 && a->actor != x->user && x->own_will)
		return TOURNEY_OWN_WILL;
	if (t->in >= tourney_capacity(t))
		return TOURNEY_IS_FULL;
	return t->phase == TOURNEY_RUNNING ? gate_come_back(t, a->entry) : TOURNEY_OK;
}

/* The director may also change one that is over, see tourney_may_change. */
static enum tourney_err
gate_setresult(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_pairing(t, a);
	const struct pairing *p;

	if (a->side > 1)
		return TOURNEY_BAD_ACT;
	if (e == TOURNEY_NO_SUCH_PAIRING)
		return e;
	p = &t->pairings[a->pairing];
	if (e == TOURNEY_PAIRING_OVER && tourney_may_change(t, a->pairing))
		e = TOURNEY_OK;
	if (e != TOURNEY_OK)
		return e;
	return a->score[a->side] == p->length && a->score[1 - a->side] < p->length
		   ? TOURNEY_OK
		   : TOURNEY_BAD_SCORE;
}

static enum tourney_err
gate_unrate(const struct tourney *t, const struct tourney_act *a)
{
	return a->pairing < t->pairings_n && t->bouts[a->pairing].match != 0 &&
		       !t->bouts[a->pairing].unrated
		   ? TOURNEY_OK
		   : TOURNEY_BAD_ACT;
}

static enum tourney_err
gate_replace(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_entry(t, a);

	if (e != TOURNEY_OK)
		return e;
	e = gate_newcomer(t, a);
	if (e != TOURNEY_OK)
		return e;
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		const struct pairing *x = &t->pairings[p];

		if ((x->side[0] == a->entry || x->side[1] == a->entry) &&
		    (t->bouts[p].match != 0 ||
			(x->end != PAIRING_OPEN && x->end != PAIRING_BYE)))
			return TOURNEY_BEGUN;
	}
	return gate_rating(t, a->rating);
}

static enum tourney_err
gate_invite(const struct tourney *t, const struct tourney_act *a)
{
	const struct tourney_guest *g = tourney_guest_of(t, a->user);
	struct tourney_act b = *a;
	enum tourney_err e;

	if (a->value < 0 || a->value > (int64_t)t->entries_n)
		return TOURNEY_BAD_ACT;
	if (g != NULL)
		return g->waits ? TOURNEY_WAITS : TOURNEY_INVITED;
	if (tourney_invited(t) >= TOURNEY_INVITED_MAX)
		return TOURNEY_LIST_FULL;
	if (a->value > 0) {
		b.entry = (entry_no)(a->value - 1);
		return gate_replace(t, &b);
	}
	e = gate_newcomer(t, a);
	if (e == TOURNEY_OK && t->phase == TOURNEY_RUNNING)
		e = gate_late_entry(t, a);
	return e == TOURNEY_OK ? gate_rating(t, a->rating) : e;
}

static enum tourney_err
gate_time(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_waiting(t, a);

	if (e != TOURNEY_OK)
		return e;
	return a->value > a->at_ms && a->value <= a->at_ms + AHEAD_MS ? TOURNEY_OK
								      : TOURNEY_BAD_SETTING;
}

static enum tourney_err
gate_appoint(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_waiting(t, a);

	if (e != TOURNEY_OK)
		return e;
	if (a->side > 1)
		return TOURNEY_BAD_ACT;
	if (a->value == 1)
		return TOURNEY_OK;
	return a->value > a->at_ms && a->value <= t->bouts[a->pairing].limit_ms
		   ? TOURNEY_OK
		   : TOURNEY_BAD_SETTING;
}

static enum tourney_err
gate_paused(const struct tourney *t, const struct tourney_act *a)
{
	if (a->kind == TACT_pause)
		return t->paused ? TOURNEY_PAUSED : TOURNEY_OK;
	return t->paused ? TOURNEY_OK : TOURNEY_NOT_PAUSED;
}

static enum tourney_err
gate_hold(const struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err e = gate_pairing(t, a);
	bool held = e == TOURNEY_OK && t->bouts[a->pairing].held;

	if (e != TOURNEY_OK)
		return e;
	if (a->kind == TACT_hold)
		return held ? TOURNEY_PAUSED : TOURNEY_OK;
	return held ? TOURNEY_OK : TOURNEY_NOT_PAUSED;
}

/* ---- what they do ---- */

static void
copy_name(char *to, size_t size, const char *from)
{
	size_t n = strlen(from);

	if (n >= size)
		n = size - 1;
	memcpy(to, from, n);
	to[n] = '\0';
}

static void
do_create(struct applying *ap)
{
	struct tourney *t = ap->t;

	copy_name(t->name, sizeof(t->name), ap->a->text);
	t->created_ms = ap->a->at_ms;
}

static void
do_rename(struct applying *ap)
{
	copy_name(ap->t->name, sizeof(ap->t->name), ap->a->text);
}

/* An order of tie-breaks that nobody has chosen follows the format (35, 37). */
static void
usual_tiebreaks(struct tourney_settings *s, int64_t format)
{
	bool robin = format == FORMAT_ROBIN || format == FORMAT_GROUPS;

	CHECK(tourney_set(s, TSET_tiebreaks,
	    robin ? "direct sonneborn difference" : TOURNEY_SETTINGS[TSET_tiebreaks].first));
}

static void
do_set(struct applying *ap)
{
	struct tourney_settings *s = &ap->t->set, usual = *s;
	const char *value;
	int which = split_setting(ap->a->text, &value);
	bool chosen;

	usual_tiebreaks(&usual, s->value[TSET_format]);
	chosen = usual.value[TSET_tiebreaks] != s->value[TSET_tiebreaks] ||
		 memcmp(usual.list[TSET_tiebreaks], s->list[TSET_tiebreaks],
		     sizeof(usual.list[TSET_tiebreaks])) != 0;
	CHECK(tourney_set(s, (enum tourney_setting)which, value));
	if (which == TSET_format && !chosen)
		usual_tiebreaks(s, s->value[TSET_format]);
}

static void
do_director(struct applying *ap)
{
	struct tourney *t = ap->t;
	unsigned i = 0;

	while (t->director[i] != (ap->a->value != 0 ? 0 : ap->a->user))
		i++;
	t->director[i] = ap->a->value != 0 ? ap->a->user : 0;
	copy_name(t->director_name[i], sizeof(t->director_name[i]),
	    ap->a->value != 0 ? ap->a->name : "");
}

static void
do_commit(struct applying *ap)
{
	copy_name(ap->t->commitment, sizeof(ap->t->commitment), ap->a->text);
}

static void
do_reveal(struct applying *ap)
{
	copy_name(ap->t->seed, sizeof(ap->t->seed), ap->a->text);
}

static void
do_open(struct applying *ap)
{
	ap->t->phase = TOURNEY_OPEN;
}

static void
do_close(struct applying *ap)
{
	ap->t->phase = TOURNEY_CLOSED;
}

/* The open list anew: a late entry has changed what follows from a bye. */
static void
relist(struct applying *ap)
{
	struct tourney *t = ap->t;

	t->open = t->open_last = TOURNEY_NO_PAIRING;
	t->open_n = 0;
	for (uint32_t p = t->base; p < t->pairings_n; p++) {
		struct tourney_bout *b = &t->bouts[p];

		b->open_prev = b->open_next = TOURNEY_NO_PAIRING;
		if (!pairing_ready(&t->pairings[p])) {
			if (t->pairings[p].end == PAIRING_OPEN)
				init_bout(b); /* other players may meet here */
			continue;
		}
		if (b->ready_ms != 0) {
			open_add(t, p);
			continue;
		}
		fresh_add(ap, p);
	}
	take_fresh(ap);
}

static void
recount(struct tourney *t)
{
	for (unsigned e = 0; e < t->entries_n; e++) {
		t->entries[e].losses = t->entries[e].byes = 0;
		t->entries[e].points = 0;
	}
	for (uint32_t p = 0; p < t->pairings_n; p++)
		count_pairing(t, &t->pairings[p], 1);
}

/* Neither invited nor waiting any more; true: they had checked in. */
static bool
drop_guest(struct tourney *t, int64_t user)
{
	bool attends = false;
	unsigned kept = 0;

	for (unsigned i = 0; i < t->guests_n; i++)
		if (t->guests[i].user == user)
			attends = t->guests[i].attends;
		else
			t->guests[kept++] = t->guests[i];
	t->guests_n = kept;
	return attends;
}

static void
add_guest(struct tourney *t, const struct tourney_act *a, bool waits, entry_no place)
{
	struct tourney_guest *g;

	(void)drop_guest(t, a->user);
	g = &t->guests[t->guests_n++];
	*g = (struct tourney_guest){
		.user = a->user,
		.rating = tourney_rating(a->rating),
		.place = place,
		.waits = waits,
	};
	copy_name(g->name, sizeof(g->name), a->name);
}

static void
do_invite(struct applying *ap)
{
	add_guest(ap->t, ap->a, false,
	    ap->a->value > 0 ? (entry_no)(ap->a->value - 1) : ENTRY_UNKNOWN);
}

static void
do_wait(struct applying *ap)
{
	add_guest(ap->t, ap->a, true, ENTRY_UNKNOWN);
}

static void
do_attend(struct applying *ap)
{
	for (unsigned i = 0; i < ap->t->guests_n; i++)
		if (ap->t->guests[i].user == ap->a->user)
			ap->t->guests[i].attends = true;
}

static void
do_decline(struct applying *ap)
{
	(void)drop_guest(ap->t, ap->a->user);
}

/* Who comes back before the start takes his old place: the list does not grow by it. */
static void
add_entry(struct tourney *t, const struct tourney_act *a)
{
	entry_no again = entry_again(t, a->user);
	bool attends = drop_guest(t, a->user);
	struct tourney_entry *e = &t->entries[again != ENTRY_UNKNOWN ? again : t->entries_n++];

	*e = (struct tourney_entry){
		.user = a->user, .rating = tourney_rating(a->rating), .planned = ENTRY_UNKNOWN
	};
	copy_name(e->name, sizeof(e->name), a->name);
	e->checked_in = attends;
	e->gone_ms = a->at_ms;
	know(t, a->user);
	t->in++;
}

/* Told nothing by the bracket: what is ready is found again afterwards. */
static void
hear_nothing(void *ctx, uint32_t n)
{
	(void)ctx;
	(void)n;
}

static void
enter_late(struct applying *ap)
{
	struct tourney *t = ap->t;
	entry_no e = (entry_no)t->entries_n;
	struct asked of = { t };
	bool knockout = tourney_is_knockout(&t->set);

	if (knockout)
		CHECK(bracket_late(t->pairings + t->base, t->pairings_n - t->base, e,
		    bout_has_begun, hear_nothing, &of));
	add_entry(t, ap->a);
	t->entries[e].late = true;
	t->entries[e].checked_in = true;
	if (knockout) {
		recount(t);
		relist(ap);
	}
}

static void
do_enter(struct applying *ap)
{
	if (ap->t->phase == TOURNEY_RUNNING)
		enter_late(ap);
	else
		add_entry(ap->t, ap->a);
}

static void
do_checkin(struct applying *ap)
{
	ap->t->entries[ap->a->entry].checked_in = true;
}

/* Matches of an entry that were played, of how many (25). */
static bool
played_half(const struct tourney *t, entry_no e)
{
	unsigned played = 0, all = 0;

	for (uint32_t p = 0; p < t->pairings_n; p++) {
		const struct pairing *x = &t->pairings[p];

		if (is_bracket_section(x->section) || (x->side[0] != e && x->side[1] != e))
			continue;
		all++;
		played += pairing_was_played(x);
	}
	return 2 * played >= all;
}

static void
do_withdraw(struct applying *ap)
{
	struct tourney *t = ap->t;
	entry_no e = ap->a->entry;
	uint32_t p =
	    t->phase == TOURNEY_RUNNING ? tourney_open_pairing(t, e) : TOURNEY_NO_PAIRING;

	drop_out(ap, e);
	t->entries[e].absent = t->phase < TOURNEY_RUNNING && ap->a->actor == 0;
	if (t->phase == TOURNEY_RUNNING && pairs_are_known(t) && t->stage == STAGE_ROUNDS &&
	    !played_half(t, e))
		t->entries[e].cancelled = true;
	if (p == TOURNEY_NO_PAIRING)
		return;
	if (t->entries[e].cancelled) {
		open_remove(t, p);
		t->bouts[p].walkover = true;
		t->pairings[p].end = PAIRING_VOID;
		t->pairings[p].winner = PAIRING_NOBODY;
		tell(ap, TNEWS_OVER, p);
		return;
	}
	(void)settle_withdrawn(ap, p);
	take_fresh(ap);
}

static void
do_call(struct applying *ap)
{
	ap->t->called = true;
}

static void
do_order(struct applying *ap)
{
	struct order_reader r = { ap->a->text, false };
	uint16_t seed = 0;
	entry_no e;

	while (order_next(&r, &e))
		ap->t->entries[e].seed = ++seed;
}

/* Reads a list into an array; how many. */
static unsigned
read_order(const char *text, entry_no *out)
{
	struct order_reader r = { text, false };
	unsigned n = 0;

	while (order_next(&r, &out[n]))
		n++;
	return n;
}

/* Whoever is not among those who start is not in it. */
static void
seed_entries(struct tourney *t, const entry_no *order, unsigned n)
{
	for (unsigned e = 0; e < t->entries_n; e++)
		t->entries[e].seed = 0;
	for (unsigned i = 0; i < n; i++)
		t->entries[order[i]].seed = (uint16_t)(i + 1);
	for (unsigned e = 0; e < t->entries_n; e++)
		if (t->entries[e].seed == 0 && !t->entries[e].withdrawn) {
			t->entries[e].withdrawn = true;
			t->entries[e].absent = true;
			t->in--;
		}
}

unsigned
tourney_rounds(const struct tourney *t, unsigned n)
{
	unsigned set = (unsigned)t->set.value[TSET_rounds];

	if (t->set.value[TSET_format] == FORMAT_LOSSES)
		return 0;
	if (set == 0)
		return swiss_rounds(n);
	return set < n - 1 ? set : n - 1;
}

static void
do_start(struct applying *ap)
{
	struct tourney *t = ap->t;
	entry_no order[TOURNEY_ENTRIES_MAX + 1];
	unsigned n = read_order(ap->a->text, order);
	struct bracket_plan plan = plan_of(t, n);

	seed_entries(t, order, n);
	for (unsigned i = t->guests_n; i-- > 0;)
		if (t->guests[i].waits) /* no place has become free */
			(void)drop_guest(t, t->guests[i].user);
	t->phase = TOURNEY_RUNNING;
	t->started_ms = ap->a->at_ms;
	if (tourney_is_knockout(&t->set)) {
		t->stage = STAGE_BRACKET;
		make_bracket(ap, &plan, order);
	} else if (pairs_are_known(t)) {
		make_robin(t, order, n);
	} else {
		t->rounds = tourney_rounds(t, n);
	}
}

static void
do_pair(struct applying *ap)
{
	struct tourney_entry *e = ap->t->entries;
	entry_no pair[2];

	CHECK(read_pair(ap->a->text, pair));
	e[pair[0]].planned = pair[1];
	if (pair[1] != ENTRY_NOBODY)
		e[pair[1]].planned = pair[0];
}

static void
do_unpair(struct applying *ap)
{
	struct tourney_entry *e = ap->t->entries;
	entry_no other = e[ap->a->entry].planned;

	e[ap->a->entry].planned = ENTRY_UNKNOWN;
	if (entry_is_player(other))
		e[other].planned = ENTRY_UNKNOWN;
}

static void
do_round(struct applying *ap)
{
	struct tourney *t = ap->t;

	for (unsigned e = 0; e < t->entries_n; e++)
		t->entries[e].planned = ENTRY_UNKNOWN;
	t->round++;
	tell(ap, TNEWS_ROUND, t->round);
	if (!pairs_are_known(t)) {
		do_pairs(ap, ap->a->text);
		return;
	}
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->pairings[p].round == t->round)
			open_round_pairing(ap, p);
}

static void
do_bracket(struct applying *ap)
{
	struct tourney *t = ap->t;
	entry_no order[TOURNEY_ENTRIES_MAX + 1];
	unsigned n = read_order(ap->a->text, order);
	struct bracket_plan plan = plan_of(t, n);

	t->stage = t->set.value[TSET_format] == FORMAT_GROUPS ? STAGE_BRACKET : STAGE_PLAYOFF;
	make_bracket(ap, &plan, order);
}

static void
do_seat(struct applying *ap)
{
	ap->t->bouts[ap->a->pairing].match = ap->a->value;
	ap->t->bouts[ap->a->pairing].unrated = false;
}

static void
do_again(struct applying *ap)
{
	struct tourney_bout *b = &ap->t->bouts[ap->a->pairing];

	b->match = 0;
	b->interrupted = false;
	set_limit(b, due_at(ap->t, ap->a->at_ms), ap->a->at_ms);
}

static void
do_late(struct applying *ap)
{
	struct tourney_bout *b = &ap->t->bouts[ap->a->pairing];
	unsigned other = 1u - ap->a->side;
	unsigned length = ap->t->pairings[ap->a->pairing].length;

	b->late[ap->a->side]++;
	b->late_ms[ap->a->side] = ap->a->at_ms;
	if (ap->a->value != 0 && b->points[other] + 1u < length)
		b->points[other]++;
}

static void
do_result(struct applying *ap)
{
	end_pairing(ap, ap->a->pairing, PAIRING_PLAYED, ap->a->side, ap->a->score);
	take_fresh(ap);
}

static void
do_forfeit(struct applying *ap)
{
	static const uint16_t none[2] = { 0, 0 };

	if (ap->a->side == PAIRING_NOBODY)
		end_pairing(ap, ap->a->pairing, PAIRING_DOUBLE_FORFEIT, PAIRING_NOBODY, none);
	else
		end_pairing(ap, ap->a->pairing, PAIRING_FORFEIT, 1u - ap->a->side, none);
	take_fresh(ap);
}

/* Who had lost it by absence is taken not to have been absent. */
static void
forgive_absence(struct tourney *t, const struct pairing *p)
{
	for (unsigned side = 0; side < 2; side++) {
		struct tourney_entry *e = &t->entries[p->side[side]];

		if (p->end != PAIRING_DOUBLE_FORFEIT &&
		    (p->end != PAIRING_FORFEIT || p->winner == side))
			continue;
		if (e->missed > 0 && !e->withdrawn)
			e->missed--;
	}
}

/* Somebody was taken out of that pairing of a knock-out: others may meet there. */
static void
taken_back(void *ctx, uint32_t n)
{
	struct applying *ap = ctx;
	struct tourney_bout *b = &ap->t->bouts[ap->t->base + n];
	bool held = b->held;

	init_bout(b);
	b->held = held;
}

/* What is ready is found by relist. */
static void
hear_over(void *ctx, uint32_t n)
{
	struct applying *ap = ctx;

	if (ap->t->pairings[ap->t->base + n].end != PAIRING_OPEN)
		tell(ap, TNEWS_OVER, ap->t->base + n);
}

/* The pairing, which is over, is open, as if nothing had come of it. */
static void
undo_result(struct applying *ap, uint32_t n)
{
	struct tourney *t = ap->t;
	struct pairing *p = &t->pairings[n];

	forgive_absence(t, p);
	if (is_bracket_section(p->section)) {
		bracket_reopen(t->pairings + t->base, t->pairings_n - t->base, n - t->base,
		    taken_back, ap);
		recount(t);
		return;
	}
	count_pairing(t, p, -1);
	p->end = PAIRING_OPEN;
	p->winner = PAIRING_NOBODY;
	p->score[0] = p->score[1] = 0;
}

/* It is to be played: after the usual notice, or when it was due, if that is later.  What a
 * bout that was given up has come to so far (22) stays. */
static void
play_again(struct applying *ap, uint32_t n)
{
	struct tourney *t = ap->t;
	struct tourney_bout *b = &t->bouts[n], was = *b;
	int64_t now_ms = ap->a->at_ms, due_ms = due_at(t, now_ms);

	init_bout(b);
	b->ready_ms = now_ms;
	if (was.walkover) {
		memcpy(b->late, was.late, sizeof(b->late));
		memcpy(b->points, was.points, sizeof(b->points));
		due_ms = now_ms + t->set.value[TSET_notice] * 60000;
		if (was.due_ms > due_ms)
			due_ms = was.due_ms;
	}
	set_limit(b, due_ms, now_ms);
	if (was.limit_ms > b->limit_ms)
		b->limit_ms = was.limit_ms;
	if (is_bracket_section(t->pairings[n].section))
		relist(ap);
	else
		open_add(t, n);
	tell(ap, TNEWS_READY, n);
	(void)settle_withdrawn(ap, n);
	take_fresh(ap);
}

static void
do_reopen(struct applying *ap)
{
	undo_result(ap, ap->a->pairing);
	ap->t->bouts[ap->a->pairing].walkover = false;
	play_again(ap, ap->a->pairing);
}

static void
do_confirm(struct applying *ap)
{
	for (uint32_t p = 0; p < ap->t->pairings_n; p++)
		ap->t->bouts[p].word_ms = 0;
}

/* The bout of this round that they gave up. */
static uint32_t
given_up(const struct tourney *t, entry_no e)
{
	if (t->stage != STAGE_ROUNDS)
		return bout_to_reopen(t, e);
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->pairings[p].round == t->round && left_it(t, p, e))
			return p;
	return TOURNEY_NO_PAIRING;
}

static void
do_restore(struct applying *ap)
{
	struct tourney *t = ap->t;
	struct tourney_entry *x = &t->entries[ap->a->entry];
	uint32_t p =
	    t->phase == TOURNEY_RUNNING ? given_up(t, ap->a->entry) : TOURNEY_NO_PAIRING;

	if (p != TOURNEY_NO_PAIRING)
		undo_result(ap, p);
	x->came_back |= x->own_will;
	x->withdrawn = x->own_will = x->cancelled = x->absent = false;
	(void)drop_guest(t, x->user);
	t->in++;
	if (p != TOURNEY_NO_PAIRING)
		play_again(ap, p);
}

static void
do_setresult(struct applying *ap)
{
	struct tourney *t = ap->t;
	uint32_t n = ap->a->pairing;
	struct pairing *p = &t->pairings[n];
	bool over = p->end != PAIRING_OPEN;

	if (!over) {
		end_pairing(ap, n, PAIRING_SET, ap->a->side, ap->a->score);
		take_fresh(ap);
		return;
	}
	t->bouts[n].word_ms = ap->a->actor != 0 ? ap->a->at_ms : 0;
	t->bouts[n].walkover = false;
	if (is_bracket_section(p->section) && p->winner != ap->a->side) {
		undo_result(ap, n);
		bracket_result(t->pairings + t->base, t->pairings_n - t->base, n - t->base,
		    PAIRING_SET, ap->a->side, ap->a->score, hear_over, ap);
		recount(t);
		relist(ap);
	} else {
		forgive_absence(t, p);
		count_pairing(t, p, -1);
		p->end = PAIRING_SET;
		p->winner = ap->a->side;
		memcpy(p->score, ap->a->score, sizeof(p->score));
		count_pairing(t, p, 1);
	}
	tell(ap, TNEWS_OVER, n);
}

static void
do_unrate(struct applying *ap)
{
	ap->t->bouts[ap->a->pairing].unrated = true;
}

static void
do_replace(struct applying *ap)
{
	struct tourney_entry *e = &ap->t->entries[ap->a->entry];
	uint32_t p;

	(void)drop_guest(ap->t, ap->a->user);
	for (unsigned i = 0; i < ap->t->guests_n; i++)
		if (ap->t->guests[i].place == ap->a->entry)
			ap->t->guests[i].place = ENTRY_UNKNOWN; /* not meant for this one */
	e->user = ap->a->user;
	know(ap->t, e->user);
	e->rating = tourney_rating(ap->a->rating);
	copy_name(e->name, sizeof(e->name), ap->a->name);
	e->here = false;
	e->gone_ms = ap->a->at_ms;
	e->missed = 0;
	if (ap->t->phase != TOURNEY_RUNNING) {
		e->checked_in = false;
		return;
	}
	/* what the other one wanted does not bind him */
	p = tourney_open_pairing(ap->t, ap->a->entry);
	if (p != TOURNEY_NO_PAIRING)
		ap->t->bouts[p].proposed_ms[ap->t->pairings[p].side[1] == ap->a->entry] = 0;
}

static void
do_deadline(struct applying *ap)
{
	set_limit(&ap->t->bouts[ap->a->pairing], ap->a->value, ap->a->at_ms);
}

/* What both want is done, and is not proposed any more.  A "now" is meant for some minutes:
 * nobody is to lose in his sleep what he was ready for yesterday. */
static void
do_appoint(struct applying *ap)
{
	struct tourney_bout *b = &ap->t->bouts[ap->a->pairing];
	int64_t at = ap->a->at_ms;
	unsigned side = ap->a->side, other = 1u - side;

	b->proposed_ms[side] = ap->a->value;
	b->said_ms[side] = at;
	if (b->proposed_ms[other] == 1 && at - b->said_ms[other] > TOURNEY_NOW_MS)
		b->proposed_ms[other] = 0;
	if (b->proposed_ms[0] != b->proposed_ms[1])
		return;
	set_due(b, ap->a->value == 1 ? at : ap->a->value, at);
	b->proposed_ms[0] = b->proposed_ms[1] = 0;
}

static void
do_remind(struct applying *ap)
{
	ap->t->bouts[ap->a->pairing].reminded = (uint16_t)ap->a->value;
}

static void
do_nothing(struct applying *ap)
{
	(void)ap;
}

static void
do_hold(struct applying *ap)
{
	ap->t->bouts[ap->a->pairing].held = ap->a->kind == TACT_hold;
	if (ap->a->kind == TACT_release && ap->t->bouts[ap->a->pairing].match == 0) {
		struct tourney_bout *b = &ap->t->bouts[ap->a->pairing];

		if (b->due_ms < ap->a->at_ms)
			set_due(b, ap->a->at_ms, ap->a->at_ms);
	}
}

/* Nothing began between stood_ms and now.  What was due before is due now, what was to come
 * comes as much later as it has waited; a deadline stays, unless it has passed.  Nobody was
 * late meanwhile. */
static void
stood_still(struct tourney *t, int64_t stood_ms, int64_t now_ms)
{
	for (uint32_t p = t->open; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next) {
		struct tourney_bout *b = &t->bouts[p];
		int64_t waits = now_ms - (b->ready_ms > stood_ms ? b->ready_ms : stood_ms);
		bool passed = b->due_ms <= stood_ms;

		if (b->match != 0)
			continue;
		if (t->set.value[TSET_schedule] == SCHEDULE_DEADLINE)
			b->due_ms = b->due_ms < now_ms ? now_ms : b->due_ms;
		else
			b->due_ms = passed ? now_ms : b->due_ms + waits;
		if (b->limit_ms < b->due_ms)
			b->limit_ms = b->due_ms;
		b->late_ms[0] = b->late_ms[1] = now_ms;
	}
}

static void
do_pause(struct applying *ap)
{
	ap->t->paused = true;
	ap->t->paused_ms = ap->a->at_ms;
	if (ap->t->open == TOURNEY_NO_PAIRING)
		ap->t->by_hand = ap->t->round + 1;
}

static void
do_resume(struct applying *ap)
{
	stood_still(ap->t, ap->t->paused_ms, ap->a->at_ms);
	ap->t->paused = false;
}

/* Everything stood still at the last act; whoever is not back yet is not late for five minutes
 * (19).  During a pause it stands still anyway, until it ends. */
static void
do_restart(struct applying *ap)
{
	struct tourney *t = ap->t;

	if (!t->paused)
		stood_still(t, t->last_ms, ap->a->at_ms);
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->bouts[p].word_ms != 0)
			t->bouts[p].word_ms += ap->a->at_ms - t->last_ms;
	t->patient_ms = ap->a->at_ms + RESTART_GRACE_MS;
}

static void
do_cancel(struct applying *ap)
{
	ap->t->phase = TOURNEY_CANCELLED;
	ap->t->ended_ms = ap->a->at_ms;
}

static void
do_finish(struct applying *ap)
{
	ap->t->phase = TOURNEY_FINISHED;
	ap->t->ended_ms = ap->a->at_ms;
}

/* ---- the table ---- */

#define IN(phase) (1u << TOURNEY_##phase)
#define BEFORE (IN(PLANNED) | IN(OPEN) | IN(CLOSED))
#define NOT_OVER (BEFORE | IN(RUNNING))

static const struct {
	unsigned phases; /* in which it may happen */
	enum tourney_err (*gate)(const struct tourney *t, const struct tourney_act *a);
	void (*run)(struct applying *ap);
} RULES[TACT_COUNT] = {
	[TACT_create] = { IN(PLANNED), gate_create, do_create },
	[TACT_set] = { NOT_OVER, gate_set, do_set },
	[TACT_rename] = { NOT_OVER, gate_rename, do_rename },
	[TACT_director] = { NOT_OVER, gate_director, do_director },
	[TACT_commit] = { BEFORE, gate_commit, do_commit },
	[TACT_open] = { BEFORE, gate_open, do_open },
	[TACT_close] = { IN(OPEN), NULL, do_close },
	[TACT_enter] = { NOT_OVER, gate_enter, do_enter },
	[TACT_admit] = { NOT_OVER, gate_enter, do_enter },
	[TACT_invite] = { NOT_OVER, gate_invite, do_invite },
	[TACT_wait] = { BEFORE, gate_wait, do_wait },
	[TACT_attend] = { BEFORE, gate_attend, do_attend },
	[TACT_promote] = { BEFORE, gate_promote, do_enter },
	[TACT_decline] = { NOT_OVER, gate_decline, do_decline },
	[TACT_checkin] = { BEFORE, gate_checkin, do_checkin },
	[TACT_call] = { BEFORE, gate_call, do_call },
	[TACT_withdraw] = { NOT_OVER, gate_withdraw, do_withdraw },
	[TACT_order] = { BEFORE, gate_order, do_order },
	[TACT_start] = { BEFORE, gate_start, do_start },
	[TACT_reveal] = { IN(RUNNING), gate_reveal, do_reveal },
	[TACT_round] = { IN(RUNNING), gate_round, do_round },
	[TACT_bracket] = { IN(RUNNING), gate_bracket, do_bracket },
	[TACT_seat] = { IN(RUNNING), gate_seat, do_seat },
	[TACT_again] = { IN(RUNNING), gate_begun, do_again },
	[TACT_late] = { IN(RUNNING), gate_side, do_late },
	[TACT_result] = { IN(RUNNING), gate_result, do_result },
	[TACT_forfeit] = { IN(RUNNING), gate_pairing, do_forfeit }, /* NOBODY: both */
	[TACT_setresult] = { IN(RUNNING), gate_setresult, do_setresult },
	[TACT_pair] = { NOT_OVER, gate_pair, do_pair },
	[TACT_unpair] = { NOT_OVER, gate_unpair, do_unpair },
	[TACT_reopen] = { IN(RUNNING), gate_reopen, do_reopen },
	[TACT_restore] = { NOT_OVER, gate_restore, do_restore },
	[TACT_confirm] = { IN(RUNNING), gate_confirm, do_confirm },
	[TACT_replace] = { NOT_OVER, gate_replace, do_replace },
	[TACT_deadline] = { IN(RUNNING), gate_time, do_deadline },
	[TACT_appoint] = { IN(RUNNING), gate_appoint, do_appoint },
	[TACT_remind] = { IN(RUNNING), gate_remind, do_remind },
	[TACT_addtime] = { IN(RUNNING), gate_addtime, do_nothing },
	[TACT_hold] = { IN(RUNNING), gate_hold, do_hold },
	[TACT_release] = { IN(RUNNING), gate_hold, do_hold },
	[TACT_pause] = { IN(RUNNING), gate_paused, do_pause },
	[TACT_resume] = { IN(RUNNING), gate_paused, do_resume },
	[TACT_announce] = { NOT_OVER, NULL, do_nothing },
	[TACT_restart] = { NOT_OVER, NULL, do_restart },
	[TACT_cancel] = { NOT_OVER, NULL, do_cancel },
	[TACT_finish] = { IN(RUNNING), gate_finish, do_finish },
	[TACT_unrate] = { IN(RUNNING), gate_unrate, do_unrate },
};

static enum tourney_err
phase_error(const struct tourney *t, unsigned phases)
{
	if ((phases >> t->phase & 1u) != 0)
		return TOURNEY_OK;
	if (is_over(t))
		return TOURNEY_IS_OVER;
	if (t->phase == TOURNEY_RUNNING)
		return TOURNEY_HAS_STARTED;
	if (phases == IN(OPEN))
		return TOURNEY_NOT_OPEN;
	return phases == IN(PLANNED) ? TOURNEY_NOT_PLANNED : TOURNEY_NOT_STARTED;
}

/* Of its form, as tourney_act_read would say. */
static bool
well_formed(const struct tourney_act *a)
{
	unsigned f;

	if ((unsigned)a->kind >= TACT_COUNT)
		return false;
	f = tourney_act_fields(a->kind);
	if ((f & TF_SIDE) != 0 && a->side > PAIRING_NOBODY)
		return false;
	return (f & TF_USER) == 0 || (a->user > 0 && a->name[0] != '\0' &&
					 memchr(a->name, '\0', sizeof(a->name)) != NULL &&
					 a->rating > -999999999 && a->rating < 999999999);
}

/* The act with a text, whatever it came with. */
static struct tourney_act
with_text(const struct tourney_act *a)
{
	struct tourney_act b = *a;

	if (b.text == NULL)
		b.text = "";
	return b;
}

enum tourney_err
tourney_gate(const struct tourney *t, const struct tourney_act *a)
{
	struct tourney_act b;
	enum tourney_err e;

	if (!well_formed(a))
		return TOURNEY_BAD_ACT;
	b = with_text(a);
	e = phase_error(t, RULES[b.kind].phases);
	if (e != TOURNEY_OK || RULES[b.kind].gate == NULL)
		return e;
	return RULES[b.kind].gate(t, &b);
}

void
tourney_need(const struct tourney *t, const struct tourney_act *a, unsigned *entries_out,
    uint32_t *pairings_out)
{
	uint32_t more = 0;
	unsigned n;

	*entries_out = t->entries_n + (a->kind == TACT_enter || a->kind == TACT_admit ||
					  a->kind == TACT_promote);
	n = (a->kind == TACT_start || a->kind == TACT_bracket) && a->text != NULL
		? order_count(a->text)
		: 0;
	if (n >= 2 && n <= TOURNEY_ENTRIES_MAX) {
		struct bracket_plan plan = plan_of(t, n);

		if (a->kind == TACT_bracket || tourney_is_knockout(&t->set))
			more = (uint32_t)bracket_size(&plan);
		else if (pairs_are_known(t))
			more = (uint32_t)robin_pairings(t, n);
	} else if (a->kind == TACT_round && !pairs_are_known(t)) {
		more = t->entries_n / 2 + 1;
	}
	*pairings_out = t->pairings_n + more;
}

static bool
ends_by_word(const struct tourney_act *a)
{
	return a->actor != 0 && (a->kind == TACT_setresult || a->kind == TACT_forfeit ||
				    a->kind == TACT_withdraw);
}

enum tourney_err
tourney_apply(struct tourney *t, const struct tourney_act *a, tourney_news_fn *news, void *ctx)
{
	const struct tourney_act b = with_text(a);
	struct applying ap = { t, &b, news, ctx, TOURNEY_NO_PAIRING, TOURNEY_NO_PAIRING };
	enum tourney_err e = tourney_gate(t, a);

	if (e != TOURNEY_OK)
		return e;
	RULES[a->kind].run(&ap);
	if (ends_by_word(a) && tourney_settled_ms(t) == a->at_ms + TOURNEY_SETTLE_MS)
		tell(&ap, TNEWS_LAST, 0);
	t->last_ms = a->at_ms;
	t->acts++;
	t->look_ms = INT64_MIN;
	return e;
}

/* ---- told by the caller ---- */

void
tourney_presence(struct tourney *t, entry_no e, bool here, int64_t now_ms)
{
	t->entries[e].here = here;
	t->entries[e].gone_ms = here ? 0 : now_ms;
	t->look_ms = INT64_MIN;
}

void
tourney_put_off(struct tourney *t, uint32_t pairing, int64_t until_ms)
{
	if (pairing == TOURNEY_NO_PAIRING)
		t->wait_ms = until_ms;
	else
		t->bouts[pairing].wait_ms = until_ms;
	t->look_ms = INT64_MIN;
}

void
tourney_interrupted(struct tourney *t, uint32_t pairing, bool is, const int64_t lose_ms[2])
{
	struct tourney_bout *b = &t->bouts[pairing];

	b->interrupted = is;
	for (unsigned side = 0; side < 2; side++)
		b->lose_ms[side] = is && lose_ms != NULL ? lose_ms[side] : INT64_MAX;
	t->look_ms = INT64_MIN;
}

/* ---- consistency ---- */

static bool
check_open_list(const struct tourney *t)
{
	unsigned n = 0, ready = 0;

	for (uint32_t p = t->open; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next) {
		if (!pairing_ready(&t->pairings[p]) || t->bouts[p].ready_ms == 0)
			return false;
		n++;
	}
	for (uint32_t p = 0; p < t->pairings_n; p++)
		ready += pairing_ready(&t->pairings[p]) && t->bouts[p].ready_ms != 0;
	return n == t->open_n && n == ready;
}

bool
tourney_check(const struct tourney *t)
{
	unsigned in = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		in += !t->entries[e].withdrawn;
	return in == t->in && t->entries_n <= t->entries_room &&
	       t->guests_n <= TOURNEY_GUESTS_MAX && t->pairings_n <= t->pairings_room &&
	       check_open_list(t);
}
