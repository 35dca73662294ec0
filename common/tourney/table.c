/* SPDX-License-Identifier: MIT */
/* Starting order, tables and places of a tournament.  Pure; linear in the pairings, plus
 * sorting. */
#include "tourney/table.h"

#include <string.h>

#include "tourney/hooks.h"
#include "tourney/sort.h"
#include "tourney/space.h"

/* ---- starters ---- */

/* Returns true if `a` precedes `b`: in the order set by hand, if there is such an order;
 * otherwise by rating, then by entry number. */
static bool
precedes(const void *ctx, entry_no a, entry_no b)
{
	const struct tourney *t = ctx;
	const struct tourney_entry *x = &t->entries[a], *y = &t->entries[b];

	if (t->set.value[TSET_seeding] == SEEDING_HAND && x->seed != y->seed)
		return x->seed != 0 && (y->seed == 0 || x->seed < y->seed);
	if (x->rating > y->rating || x->rating < y->rating)
		return x->rating > y->rating;
	return a < b;
}

unsigned
tourney_starters(const struct tourney *t, entry_no *out)
{
	bool asked = t->set.value[TSET_checkin] != 0;
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		if (!t->entries[e].withdrawn && (t->entries[e].checked_in || !asked))
			out[n++] = (entry_no)e;
	sort_numbers(out, n, precedes, t);
	return n;
}

/* ---- tables ---- */

/* Parts of the scratch used to compute a table. */
struct scratch_parts {
	struct pairing *counted_pairings; /* pairings that count */
	struct standing_row *rows;
	uint16_t *numbers;
	void *standing_scratch; /* scratch of standing_table */
	bool *skip;             /* by entry: omitted from the table */
	size_t size;
};

static struct scratch_parts
scratch_parts_of(const struct tourney *t, void *scratch)
{
	size_t through = (size_t)t->groups * (size_t)t->set.value[TSET_qualify];
	struct space s = { scratch, 0 };
	struct scratch_parts p;

	p.counted_pairings = space_take(&s, t->pairings_n, sizeof(*p.counted_pairings));
	p.rows = space_take(&s, t->entries_n, sizeof(*p.rows));
	p.numbers =
	    space_take(&s, through > t->entries_n ? through : t->entries_n, sizeof(*p.numbers));
	p.standing_scratch =
	    space_take(&s, 1, standing_scratch_size(t->entries_n, t->pairings_n));
	p.skip = space_take(&s, t->entries_n, sizeof(*p.skip));
	p.size = s.used;
	return p;
}

size_t
tourney_scratch_size(const struct tourney *t)
{
	return scratch_parts_of(t, NULL).size +
	       16; /* never zero, so that it can be allocated */
}

struct standing_row *
scratch_rows(const struct tourney *t, void *scratch)
{
	return scratch_parts_of(t, scratch).rows;
}

uint16_t *
scratch_numbers(const struct tourney *t, void *scratch)
{
	return scratch_parts_of(t, scratch).numbers;
}

/* Returns the index of the first pairing of this group or a later one.  Group pairings come
 * before all others, ordered by group.  Without groups, the range is all pairings. */
static uint32_t
first_pairing_of(const struct tourney *t, unsigned group)
{
	uint32_t low = 0, high = t->pairings_n;

	if (!tourney_is_grouped(&t->set))
		return group == 0 ? 0 : t->pairings_n;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		const struct pairing *p = &t->pairings[mid];

		if (p->section == SECTION_GROUP && p->group < group)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool
counts(const struct tourney *t, const struct pairing *p)
{
	if (p->section != SECTION_ROUNDS && p->section != SECTION_GROUP)
		return false;
	for (unsigned s = 0; s < 2; s++)
		if (entry_is_player(p->side[s]) && t->entries[p->side[s]].cancelled)
			return false;
	return true;
}

/* Marks the entries that the table omits: those that neither started nor came late, and in a
 * group those that are not its members. */
static void
mark_omitted(const struct tourney *t, uint32_t from, uint32_t to, bool *skip)
{
	for (unsigned e = 0; e < t->entries_n; e++)
		skip[e] = tourney_is_grouped(&t->set) || t->entries[e].cancelled ||
			  !tourney_entry_has_started(&t->entries[e]);
	for (uint32_t p = from; tourney_is_grouped(&t->set) && p < to; p++)
		for (unsigned s = 0; t->pairings[p].section == SECTION_GROUP && s < 2; s++) {
			entry_no e = t->pairings[p].side[s];

			skip[e] = t->entries[e].cancelled;
		}
}

unsigned
tourney_table(const struct tourney *t, unsigned group, void *scratch, struct standing_row *out)
{
	struct scratch_parts parts = scratch_parts_of(t, scratch);
	struct standing_rules rules = {
		.bellingham = t->set.value[TSET_points] != 0,
		.order_n = (uint8_t)t->set.value[TSET_tiebreaks],
	};
	uint32_t from = first_pairing_of(t, group), to = first_pairing_of(t, group + 1);
	size_t n = 0;

	memcpy(rules.order, t->set.list[TSET_tiebreaks], rules.order_n);
	for (uint32_t p = from; p < to; p++)
		if (counts(t, &t->pairings[p]))
			parts.counted_pairings[n++] = t->pairings[p];
	mark_omitted(t, from, to, parts.skip);
	return standing_table(&rules, t->entries_n, parts.skip, parts.counted_pairings, n,
	    parts.standing_scratch, out);
}

/* ---- after the rounds ---- */

/* Lists the entries that share the first place. */
unsigned
table_leaders(const struct tourney *t, void *scratch, entry_no *out)
{
	struct standing_row *table = scratch_rows(t, scratch);
	unsigned rows = tourney_table(t, 0, scratch, table), n = 0;

	for (unsigned i = 0; i < rows && table[i].from == 1; i++)
		if (!t->entries[table[i].entry].withdrawn)
			out[n++] = table[i].entry;
	return n;
}

unsigned
tourney_bracket_order(const struct tourney *t, void *scratch, entry_no *out)
{
	return tourney_format(&t->set)->qualify(t, scratch, out);
}

/* ---- places ---- */

unsigned
table_share_places(const struct tourney *t, const uint16_t *number, unsigned k, unsigned above,
    struct bracket_place *out)
{
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		n += number[e] == k;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (number[e] == k)
			out[e] = (struct bracket_place){ (uint16_t)(above + 1),
				(uint16_t)(above + n) };
	return n;
}

unsigned
table_bracket_places(const struct tourney *t, struct bracket_place *out)
{
	unsigned n = 0;

	bracket_places(TOURNEY_BRACKET_ARGS(t), t->entries_n, out);
	for (uint32_t p = t->bracket_base; p < t->pairings_n; p++)
		for (unsigned s = 0; s < 2; s++)
			n += t->pairings[p].section == SECTION_MAIN &&
			     t->pairings[p].round == 1 &&
			     entry_is_player(t->pairings[p].side[s]);
	return n;
}

/* Players of the play-off for a shared title are placed by the play-off; those who shared the
 * title but did not play are next; all others keep their places in the table. */
void
table_places(const struct tourney *t, void *scratch, struct bracket_place *out)
{
	struct standing_row *table = scratch_rows(t, scratch);
	uint16_t *plays = scratch_numbers(t, scratch);
	unsigned rows = tourney_table(t, 0, scratch, table), through = 0;

	memset(plays, 0, t->entries_n * sizeof(*plays));
	if (t->stage == STAGE_PLAYOFF)
		through = table_bracket_places(t, out);
	for (uint32_t p = t->bracket_base; t->stage == STAGE_PLAYOFF && p < t->pairings_n; p++)
		for (unsigned s = 0; s < 2; s++)
			if (entry_is_player(t->pairings[p].side[s]))
				plays[t->pairings[p].side[s]] = 1;
	for (unsigned i = 0; i < rows; i++) {
		const struct standing_row *r = &table[i];

		if (plays[r->entry] == 0)
			out[r->entry] = (struct bracket_place){
				r->from == 1 ? (uint16_t)(through + 1) : r->from, r->to
			};
	}
}

void
tourney_places(const struct tourney *t, void *scratch, struct bracket_place *out)
{
	memset(out, 0, t->entries_n * sizeof(*out));
	if (t->phase == TOURNEY_RUNNING || t->phase == TOURNEY_FINISHED)
		tourney_format(&t->set)->places(t, scratch, out);
}

bool
tourney_has_winner(const struct tourney *t)
{
	if (t->stage == STAGE_BRACKET)
		return bracket_champion(TOURNEY_BRACKET_ARGS(t)) != ENTRY_NOBODY;
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->pairings[p].winner != PAIRING_NOBODY &&
		    t->pairings[p].end !=
			PAIRING_BYE) /* a bye may be given to a player who never came */
			return true;
	return false;
}
