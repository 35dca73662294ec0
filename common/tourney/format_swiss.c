/* SPDX-License-Identifier: MIT */
/* Formats paired round by round: Swiss, and elimination after a number of losses (rules 30 to
 * 36).  Linear in the pairings. */
#include <string.h>

#include "tourney/apply.h"
#include "tourney/hooks.h"
#include "tourney/table.h"

unsigned
swiss_configured_rounds(const struct tourney_settings *s, unsigned n)
{
	unsigned set = (unsigned)s->value[TSET_rounds];

	if (set == 0)
		return swiss_default_rounds(n);
	return set < n - 1 ? set : n - 1;
}

void
swiss_start(struct applying *ap, const entry_no *order, unsigned n)
{
	(void)order;
	ap->t->rounds = tourney_rounds(ap->t, n);
}

bool
swiss_takes_late(const struct tourney *t, int64_t at_ms)
{
	(void)at_ms;
	return t->round == 0 || (t->round == 1 && t->rounds > 1);
}

/* ---- the next round ---- */

/* Collects the players to be paired, except those paired by hand.  A bye given by hand counts
 * only if there is a bye in the round. */
static unsigned
players_to_pair(const struct tourney *t, struct swiss_player *out)
{
	bool bye = tourney_entries_remaining(t) % 2 != 0;
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++) {
		const struct tourney_entry *x = &t->entries[e];
		entry_no other = tourney_planned_opponent(t, (entry_no)e);

		if (tourney_is_out(t, (entry_no)e) ||
		    (other != ENTRY_UNKNOWN && (other != ENTRY_NOBODY || bye)))
			continue;
		out[n++] = (struct swiss_player){
			.entry = (entry_no)e,
			.points = x->points,
			/* late entrants are ordered last */
			.order = (uint16_t)(x->seed != 0 ? x->seed : TOURNEY_ENTRIES_MAX + e),
			.byes = x->byes,
			.floated = x->floated,
		};
	}
	return n;
}

/* Compares two of the last three players in an elimination by losses.  Returns true if `a`
 * rather than `b` should wait while the other two play. */
static bool
waits_rather(const struct swiss_player *a, const struct swiss_player *b)
{
	if (a->points != b->points)
		return a->points > b->points;
	if (a->byes != b->byes)
		return a->byes < b->byes;
	return a->order < b->order;
}

/* Pairs the last two players, or two of the last three; the one with the fewest losses waits
 * (rule 30). */
static void
pair_last(const struct swiss_player *p, unsigned n, struct swiss_result *r)
{
	unsigned waits = 0, a, b;

	for (unsigned i = 1; n == 3 && i < n; i++)
		if (waits_rather(&p[i], &p[waits]))
			waits = i;
	a = n == 3 && waits == 0 ? 1 : 0;
	b = n == 3 && waits != 2 ? 2 : 1;
	r->bye = n == 3 ? p[waits].entry : ENTRY_NOBODY;
	r->pairs[0] = (struct swiss_met){ p[a].entry, p[b].entry };
	r->pairs_n = 1;
}

/* Sets the players' places in the table, which determine the bye (rule 33). */
static void
place_players(const struct tourney *t, void *scratch, struct swiss_player *players, unsigned n)
{
	struct standing_row *table = scratch_rows(t, scratch);
	uint16_t *place = scratch_numbers(t, scratch);
	unsigned rows = tourney_table(t, 0, scratch, table);

	for (unsigned i = 0; i < rows; i++)
		place[table[i].entry] = table[i].from;
	for (unsigned i = 0; i < n; i++)
		players[i].place = place[players[i].entry];
}

bool
tourney_swiss_input(const struct tourney *t, void *scratch, struct swiss_player *players_out,
    struct swiss_met *met_out, struct swiss_round *round_out, struct swiss_result *result_out)
{
	unsigned n = players_to_pair(t, players_out);
	size_t met = 0;

	result_out->repeats = 0;
	if (n < 2) {
		result_out->pairs_n = 0;
		result_out->bye = n == 1 ? players_out[0].entry : ENTRY_NOBODY;
		return false;
	}
	if (tourney_format(&t->set)->out_by_losses && n <= 3) {
		pair_last(players_out, n, result_out);
		return false;
	}
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		const struct pairing *x = &t->pairings[p];

		if (x->section == SECTION_ROUNDS && entry_is_player(x->side[0]) &&
		    entry_is_player(x->side[1]))
			met_out[met++] = (struct swiss_met){ x->side[0], x->side[1] };
	}
	if (n % 2 != 0)
		place_players(t, scratch, players_out, n);
	*round_out = (struct swiss_round){ players_out, n, met_out, met };
	return true;
}

static void
add_pair(struct sbuf *out, entry_no a, entry_no b)
{
	if (out->len > 0)
		sbuf_addc(out, ' ');
	sbuf_addi(out, a);
	sbuf_addc(out, '-');
	sbuf_addi(out, b);
}

void
tourney_pairs_text(const struct tourney *t, const struct swiss_result *r, struct sbuf *out)
{
	bool odd = tourney_entries_remaining(t) % 2 != 0;
	entry_no bye = r->bye;

	for (unsigned e = 0; e < t->entries_n; e++) {
		entry_no other = tourney_planned_opponent(t, (entry_no)e);

		if (entry_is_player(other) && e < other)
			add_pair(out, (entry_no)e, other);
		else if (other == ENTRY_NOBODY && odd)
			bye = (entry_no)e;
	}
	for (unsigned i = 0; i < r->pairs_n; i++)
		add_pair(out, r->pairs[i].a, r->pairs[i].b);
	if (bye != ENTRY_NOBODY) {
		sbuf_add(out, out->len > 0 ? " bye=" : "bye=");
		sbuf_addi(out, bye);
	}
}

/* ---- places ---- */

/* Players who stayed in longer are placed higher.  last[e] is the last round in which entry e
 * was paired; for an entry that is still in, the current round plus one. */
void
losses_places(const struct tourney *t, void *scratch, struct bracket_place *out)
{
	uint16_t *last = scratch_numbers(t, scratch);
	unsigned above, in = 0;

	memset(last, 0, t->entries_n * sizeof(*last));
	for (uint32_t p = 0; p < t->pairings_n; p++)
		for (unsigned s = 0; s < 2; s++)
			if (entry_is_player(t->pairings[p].side[s]))
				last[t->pairings[p].side[s]] = t->pairings[p].round;
	for (unsigned e = 0; e < t->entries_n; e++) {
		if (!tourney_entry_has_started(&t->entries[e])) {
			last[e] = UINT16_MAX;
		} else if (!tourney_is_out(t, (entry_no)e)) {
			last[e] = (uint16_t)(t->round + 1);
			in++;
		}
	}
	above = in > 1 ? in : 0; /* players still in have no place yet */
	for (unsigned r = t->round + (in > 1 ? 1 : 2); r-- > 0;)
		above += table_share_places(t, last, r, above, out);
}
