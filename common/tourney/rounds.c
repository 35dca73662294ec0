/* SPDX-License-Identifier: MIT */
/* The start, and the pairings of rounds (rules 27 to 37).  Owns no memory; linear in the
 * entries. */
#include "tourney/apply.h"
#include "tourney/text.h"

/* ---- lists of entries ---- */

/* Checks that the text lists only entries that are not withdrawn, each at most once.  `all`:
 * the text must list every such entry. */
static enum tourney_err
check_order(const struct tourney *t, const char *text, bool all)
{
	uint8_t seen[TOURNEY_ENTRIES_MAX / 8] = { 0 };
	struct order_reader r = { text, false };
	unsigned n = 0;
	entry_no e;

	for (; order_next(&r, &e); n++)
		if (e >= t->entries_n || t->entries[e].withdrawn || bit_take(seen, e))
			return TOURNEY_BAD_ORDER;
	if (r.bad || (all && n != t->in))
		return TOURNEY_BAD_ORDER;
	return n < 2 ? TOURNEY_TOO_FEW : TOURNEY_OK;
}

/* Checks that every player who is still in is paired once. */
static enum tourney_err
check_pairs(const struct tourney *t, const char *text)
{
	uint8_t seen[TOURNEY_ENTRIES_MAX / 8] = { 0 };
	struct pairs_reader r = { text, false };
	unsigned n = 0, byes = 0;
	entry_no pair[2];

	while (pairs_next(&r, &pair[0], &pair[1])) {
		byes += pair[1] == ENTRY_NOBODY;
		for (unsigned i = 0; i < 2 && pair[i] != ENTRY_NOBODY; i++, n++)
			if (pair[i] >= t->entries_n || tourney_is_out(t, pair[i]) ||
			    bit_take(seen, pair[i]))
				return TOURNEY_BAD_ORDER;
	}
	return r.bad || n != tourney_entries_remaining(t) || byes != n % 2 ? TOURNEY_BAD_ORDER
									   : TOURNEY_OK;
}

/* ---- the start ---- */

enum tourney_err
gate_order(const struct tourney *t, const struct tourney_act *a)
{
	return check_order(t, a->text, a->kind == TACT_order);
}

static unsigned
seed_entries(struct tourney *t, const char *text, entry_no *order)
{
	unsigned n = order_read(text, order);

	for (unsigned i = 0; i < n; i++)
		t->entries[order[i]].seed = (uint16_t)(i + 1);
	return n;
}

void
apply_order(struct applying *ap)
{
	entry_no order[TOURNEY_ENTRIES_MAX];

	(void)seed_entries(ap->t, ap->a->text, order);
}

/* Entries that do not start are withdrawn, and waiting users are removed. */
void
apply_start(struct applying *ap)
{
	struct tourney *t = ap->t;
	entry_no order[TOURNEY_ENTRIES_MAX];
	unsigned n;

	for (unsigned e = 0; e < t->entries_n; e++)
		t->entries[e].seed = 0;
	n = seed_entries(t, ap->a->text, order);
	for (unsigned e = 0; e < t->entries_n; e++)
		if (t->entries[e].seed == 0 && !t->entries[e].withdrawn) {
			t->entries[e].withdrawn = true;
			t->entries[e].missed_checkin = true;
			t->in--;
		}
	for (unsigned i = t->guests_n; i-- > 0;)
		if (t->guests[i].waiting)
			(void)entries_drop_guest(t, t->guests[i].user);
	t->phase = TOURNEY_RUNNING;
	t->started_ms = ap->a->at_ms;
	tourney_format(&t->set)->start(ap, order, n);
}

/* ---- pairs by hand ---- */

/* True if the format is paired round by round and a round is still to come. */
static bool
can_be_paired(const struct tourney *t)
{
	return tourney_format(&t->set)->by_round && t->stage == STAGE_ROUNDS &&
	       (t->rounds == 0 || t->round < t->rounds);
}

/* Parses the two entries of a `pair`.  Returns false if the text is invalid. */
static bool
read_pair(const char *text, entry_no pair[2])
{
	struct pairs_reader r = { text, false };
	entry_no more[2];

	return pairs_next(&r, &pair[0], &pair[1]) && !pairs_next(&r, &more[0], &more[1]) &&
	       !r.bad;
}

enum tourney_err
gate_pair(const struct tourney *t, const struct tourney_act *a)
{
	entry_no pair[2];

	if (!can_be_paired(t))
		return TOURNEY_PAIRS_ARE_FIXED;
	if (!read_pair(a->text, pair))
		return TOURNEY_BAD_ACT;
	if (pair[0] == pair[1])
		return TOURNEY_BAD_ORDER;
	for (unsigned i = 0; i < 2 && pair[i] != ENTRY_NOBODY; i++) {
		if (pair[i] >= t->entries_n)
			return TOURNEY_NOT_ENTERED;
		if (tourney_is_out(t, pair[i]))
			return TOURNEY_WITHDRAWN;
		if (tourney_planned_opponent(t, pair[i]) != ENTRY_UNKNOWN)
			return TOURNEY_ALREADY_PAIRED;
	}
	if (pair[1] != ENTRY_NOBODY)
		return TOURNEY_OK;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (tourney_planned_opponent(t, (entry_no)e) == ENTRY_NOBODY)
			return TOURNEY_ALREADY_PAIRED;
	/* before the start the number of players is not known */
	return t->phase == TOURNEY_RUNNING && tourney_entries_remaining(t) % 2 == 0
		   ? TOURNEY_NO_BYE
		   : TOURNEY_OK;
}

enum tourney_err
gate_unpair(const struct tourney *t, const struct tourney_act *a)
{
	if (!can_be_paired(t))
		return TOURNEY_PAIRS_ARE_FIXED;
	if (a->entry >= t->entries_n)
		return TOURNEY_NOT_ENTERED;
	return tourney_planned_opponent(t, a->entry) != ENTRY_UNKNOWN ? TOURNEY_OK
								      : TOURNEY_NO_SUCH_PAIRING;
}

void
apply_pair(struct applying *ap)
{
	struct tourney_entry *e = ap->t->entries;
	entry_no pair[2];

	CHECK(read_pair(ap->a->text, pair));
	e[pair[0]].planned_opponent = pair[1];
	if (pair[1] != ENTRY_NOBODY)
		e[pair[1]].planned_opponent = pair[0];
}

void
apply_unpair(struct applying *ap)
{
	struct tourney_entry *e = ap->t->entries;
	entry_no other = e[ap->a->entry].planned_opponent;

	e[ap->a->entry].planned_opponent = ENTRY_UNKNOWN;
	if (entry_is_player(other))
		e[other].planned_opponent = ENTRY_UNKNOWN;
}

/* ---- a round ---- */

enum tourney_err
gate_round(const struct tourney *t, const struct tourney_act *a)
{
	if (t->stage != STAGE_ROUNDS || t->open_first != TOURNEY_NO_PAIRING ||
	    a->value != (int64_t)t->round + 1 || (t->rounds != 0 && a->value > t->rounds))
		return TOURNEY_BAD_ACT;
	if (tourney_format(&t->set)->by_round)
		return check_pairs(t, a->text);
	return a->text[0] == '\0' ? TOURNEY_OK : TOURNEY_BAD_ACT;
}

static void
add_pair(struct tourney *t, unsigned slot, entry_no a, entry_no b)
{
	struct pairing *p = &t->pairings[t->pairings_n++];

	*p = pairing_new(SECTION_ROUNDS, 0, t->round, slot, a, b);
	p->length = (uint8_t)tourney_match_length(&t->set, SECTION_ROUNDS, t->round, t->rounds);
	bout_init_from(t, t->pairings_n - 1);
}

static int8_t
float_of(int32_t points, int32_t other)
{
	return points > other ? 1 : points < other ? -1 : 0;
}

static void
give_bye(struct applying *ap, unsigned slot, entry_no e)
{
	struct tourney *t = ap->t;
	struct pairing *p;

	add_pair(t, slot, e, ENTRY_NOBODY);
	p = &t->pairings[t->pairings_n - 1];
	p->end = PAIRING_BYE;
	p->winner = 0;
	t->entries[e].floated = 0;
	bout_count_result(t, p, 1);
	applying_report(ap, TNEWS_OVER, t->pairings_n - 1);
}

static void
pair_round(struct applying *ap)
{
	struct tourney *t = ap->t;
	uint32_t from = t->pairings_n;
	struct pairs_reader r = { ap->a->text, false };
	entry_no a, b, bye = ENTRY_NOBODY;
	unsigned slot = 0;

	while (pairs_next(&r, &a, &b)) {
		struct tourney_entry *x = &t->entries[a], *y;

		if (b == ENTRY_NOBODY) {
			bye = a;
			continue;
		}
		y = &t->entries[b];
		add_pair(t, slot++, a, b);
		x->floated = float_of(x->points, y->points);
		y->floated = float_of(y->points, x->points);
	}
	if (bye != ENTRY_NOBODY)
		give_bye(ap, slot, bye);
	for (uint32_t p = from; p < t->pairings_n; p++)
		if (t->pairings[p].end == PAIRING_OPEN)
			bout_open(ap, p);
}

/* Opens a pairing that was fixed at the start, unless the matches of one of the players do not
 * count. */
static void
open_fixed_pairing(struct applying *ap, uint32_t p)
{
	struct pairing *x = &ap->t->pairings[p];

	if (ap->t->entries[x->side[0]].cancelled || ap->t->entries[x->side[1]].cancelled) {
		x->end = PAIRING_VOID;
		x->winner = PAIRING_NOBODY;
	} else {
		bout_open(ap, p);
	}
}

void
apply_round(struct applying *ap)
{
	struct tourney *t = ap->t;

	for (unsigned e = 0; e < t->entries_n; e++)
		t->entries[e].planned_opponent = ENTRY_UNKNOWN;
	t->round++;
	applying_report(ap, TNEWS_ROUND, t->round);
	if (tourney_format(&t->set)->by_round) {
		pair_round(ap);
		return;
	}
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->pairings[p].round == t->round)
			open_fixed_pairing(ap, p);
}

/* ---- late entrants ---- */

uint32_t
tourney_first_bye(const struct tourney *t)
{
	if (t->stage != STAGE_ROUNDS || !tourney_format(&t->set)->by_round || t->round != 1)
		return TOURNEY_NO_PAIRING;
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->pairings[p].end == PAIRING_BYE &&
		    !t->entries[t->pairings[p].side[0]].withdrawn)
			return p;
	return TOURNEY_NO_PAIRING;
}

enum tourney_err
gate_takebye(const struct tourney *t, const struct tourney_act *a)
{
	if (!t->entries[a->entry].late_entry)
		return TOURNEY_BAD_ACT;
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->pairings[p].side[0] == a->entry || t->pairings[p].side[1] == a->entry)
			return TOURNEY_ALREADY_PAIRED;
	return tourney_first_bye(t) != TOURNEY_NO_PAIRING ? TOURNEY_OK : TOURNEY_NO_BYE;
}

void
apply_takebye(struct applying *ap)
{
	struct tourney *t = ap->t;
	uint32_t p = tourney_first_bye(t);

	bout_count_result(t, &t->pairings[p], -1);
	pairing_reopen(&t->pairings[p]);
	t->pairings[p].side[1] = ap->a->entry;
	bout_open(ap, p);
}

/* ---- the next stage ---- */

enum tourney_err
gate_bracket(const struct tourney *t, const struct tourney_act *a)
{
	if (t->open_first != TOURNEY_NO_PAIRING || !tourney_bracket_follows(t))
		return TOURNEY_BAD_ACT;
	return check_order(t, a->text, false);
}

void
apply_bracket(struct applying *ap)
{
	struct tourney *t = ap->t;
	entry_no order[TOURNEY_ENTRIES_MAX];
	const struct bracket_plan plan = { .entries = order_read(ap->a->text, order) };

	t->stage = tourney_is_grouped(&t->set) ? STAGE_BRACKET : STAGE_PLAYOFF;
	knockout_make(ap, &plan, order);
}

enum tourney_err
gate_finish(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return t->open_first == TOURNEY_NO_PAIRING ? TOURNEY_OK : TOURNEY_BAD_ACT;
}
