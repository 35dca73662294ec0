/* SPDX-License-Identifier: MIT */
/* Round robins, alone or in groups whose best players then play a knock-out (rule 37).  Linear
 * in the pairings; computes a table for each group. */
#include <string.h>

#include "tourney/apply.h"
#include "tourney/hooks.h"
#include "tourney/robin.h"
#include "tourney/table.h"

/* ---- creation ---- */

static unsigned
group_count_for(const struct tourney_settings *s, unsigned n)
{
	return tourney_is_grouped(s) ? robin_group_count(n, (unsigned)s->value[TSET_group]) : 1;
}

size_t
robin_all_pairing_count(const struct tourney_settings *s, unsigned n)
{
	unsigned groups = group_count_for(s, n);

	/* the sizes of groups differ by at most one, so none is larger than this */
	return groups * robin_pairing_count(n / groups + (n % groups != 0));
}

void
robin_start(struct applying *ap, const entry_no *order, unsigned n)
{
	struct tourney *t = ap->t;
	entry_no member[TOURNEY_ROBIN_MAX];

	t->groups = group_count_for(&t->set, n);
	for (unsigned g = 0; g < t->groups; g++) {
		unsigned k = 0;

		for (unsigned seed = 0; seed < n; seed++)
			if (robin_group_of(seed, t->groups) == g)
				member[k++] = order[seed];
		robin_build(member, k, tourney_format(&t->set)->section, g,
		    t->pairings + t->pairings_n);
		t->pairings_n += (uint32_t)robin_pairing_count(k);
		if (robin_rounds(k) > t->rounds)
			t->rounds = robin_rounds(k);
	}
	bout_init_from(t, 0);
	for (uint32_t p = 0; p < t->pairings_n; p++)
		t->pairings[p].length = (uint8_t)tourney_match_length(
		    &t->set, tourney_format(&t->set)->section, t->pairings[p].round, t->rounds);
}

/* ---- qualification ---- */

/* Lists the winners of all groups first, then the seconds, and so on. */
unsigned
groups_qualify(const struct tourney *t, void *scratch, entry_no *out)
{
	unsigned each = (unsigned)t->set.value[TSET_qualify], n = 0;
	struct standing_row *table = scratch_rows(t, scratch);
	entry_no *through = scratch_numbers(t, scratch);

	for (unsigned g = 0; g < t->groups; g++) {
		unsigned rows = tourney_table(t, g, scratch, table), k = 0;

		for (unsigned i = 0; i < rows && k < each; i++)
			if (!t->entries[table[i].entry].withdrawn)
				through[g * each + k++] = table[i].entry;
		n += k;
		for (; k < each; k++)
			through[g * each + k] = ENTRY_NOBODY;
	}
	if (n == t->groups * each) {
		robin_seed_qualifiers(through, t->groups, each, out);
		return n;
	}
	n = 0; /* a group has too few players left: orders the qualifiers by place */
	for (unsigned k = 0; k < each; k++)
		for (unsigned g = 0; g < t->groups; g++)
			if (through[g * each + k] != ENTRY_NOBODY)
				out[n++] = through[g * each + k];
	return n;
}

/* ---- places ---- */

/* The players of the knock-out are followed by those who came next in their groups: all thirds,
 * then all fourths, and so on.  Places are assigned once the groups, and any following
 * knock-out, are complete. */
void
groups_places(const struct tourney *t, void *scratch, struct bracket_place *out)
{
	struct standing_row *table = scratch_rows(t, scratch);
	uint16_t *rank = scratch_numbers(t, scratch); /* place in its group, from 1; 0: none */
	unsigned above = t->stage == STAGE_BRACKET ? table_bracket_places(t, out) : 0,
		 ranks = 0;

	/* places are also needed just before the tournament is finished */
	if (t->phase != TOURNEY_FINISHED &&
	    (t->open_first != TOURNEY_NO_PAIRING ||
		(t->stage != STAGE_BRACKET && !tourney_rounds_are_over(t))))
		return;
	memset(rank, 0, t->entries_n * sizeof(*rank));
	for (unsigned g = 0; g < t->groups; g++) {
		unsigned rows = tourney_table(t, g, scratch, table);

		for (unsigned i = 0; i < rows; i++)
			if (out[table[i].entry].from == 0)
				rank[table[i].entry] = (uint16_t)(i + 1);
		if (rows > ranks)
			ranks = rows;
	}
	for (unsigned k = 1; k <= ranks; k++)
		above += table_share_places(t, rank, k, above, out);
}
