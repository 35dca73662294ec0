/* SPDX-License-Identifier: MIT */
/* What a tournament's pairings amount to: tables, places, who is paired next.  Pure; linear in
 * the pairings, and sorting where there is an order. */
#include <string.h>

#include "tourney/event.h"
#include "tourney/robin.h"
#include "tourney/text.h"

/* ---- starters ---- */

/* Whether a stands before b: ordered by hand, else by rating, then by who entered first. */
static bool
before(const struct tourney *t, entry_no a, entry_no b)
{
	const struct tourney_entry *x = &t->entries[a], *y = &t->entries[b];

	if (t->set.value[TSET_seeding] == SEEDING_HAND && x->seed != y->seed)
		return x->seed != 0 && (y->seed == 0 || x->seed < y->seed);
	if (x->rating > y->rating || x->rating < y->rating)
		return x->rating > y->rating;
	return a < b;
}

/* Heapsort: nothing to allocate, never quadratic. */
static void
sift(const struct tourney *t, entry_no *v, unsigned from, unsigned n)
{
	for (unsigned child; (child = 2 * from + 1) < n; from = child) {
		entry_no swap;

		if (child + 1 < n && before(t, v[child], v[child + 1]))
			child++;
		if (!before(t, v[from], v[child]))
			return;
		swap = v[from];
		v[from] = v[child];
		v[child] = swap;
	}
}

static void
sort_entries(const struct tourney *t, entry_no *v, unsigned n)
{
	for (unsigned i = n / 2; i-- > 0;)
		sift(t, v, i, n);
	for (unsigned i = n; i-- > 1;) {
		entry_no swap = v[0];

		v[0] = v[i];
		v[i] = swap;
		sift(t, v, 0, i);
	}
}

unsigned
tourney_starters(const struct tourney *t, entry_no *out)
{
	bool asked = t->set.value[TSET_checkin] != 0;
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		if (!t->entries[e].withdrawn && (t->entries[e].checked_in || !asked))
			out[n++] = (entry_no)e;
	sort_entries(t, out, n);
	return n;
}

/* ---- tables ---- */

/* What a table is reckoned in: pairings that count, whom to leave out, what standing_table
 * needs. */
static size_t
align(size_t n)
{
	return (n + 15) / 16 * 16;
}

/* Those who get through of each group, before they are put in order; also the place of each
 * entry within its group. */
static size_t
through_space(const struct tourney *t)
{
	size_t n = (size_t)t->groups * (size_t)t->set.value[TSET_qualify];

	return align((n > t->entries_n ? n : t->entries_n) * sizeof(entry_no));
}

size_t
tourney_scratch(const struct tourney *t)
{
	return align(t->pairings_n * sizeof(struct pairing)) +
	       align(t->entries_n * sizeof(bool)) +
	       align(t->entries_n * sizeof(struct standing_row)) + through_space(t) +
	       standing_space(t->entries_n, t->pairings_n) + 64;
}

/* The pairings of a group stand together, the groups in order before everything else: the first
 * one of this group or a later one.  Without groups, all of them are meant. */
static uint32_t
first_of(const struct tourney *t, unsigned group)
{
	uint32_t low = 0, high = t->pairings_n;

	if (t->set.value[TSET_format] != FORMAT_GROUPS)
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

/* In the table: he started, or came late; of groups those of this one. */
static void
mark_members(const struct tourney *t, unsigned group, bool *skip)
{
	bool groups = t->set.value[TSET_format] == FORMAT_GROUPS;

	for (unsigned e = 0; e < t->entries_n; e++)
		skip[e] = groups || t->entries[e].cancelled ||
			  (t->entries[e].seed == 0 && !t->entries[e].late);
	for (uint32_t p = first_of(t, group), end = first_of(t, group + 1); groups && p < end;
	     p++) {
		const struct pairing *x = &t->pairings[p];

		if (x->section == SECTION_GROUP)
			for (unsigned s = 0; s < 2; s++)
				skip[x->side[s]] = t->entries[x->side[s]].cancelled;
	}
}

unsigned
tourney_table(const struct tourney *t, unsigned group, void *scratch, struct standing_row *out)
{
	struct pairing *kept = scratch;
	bool *skip = (bool *)((char *)scratch + align(t->pairings_n * sizeof(struct pairing)));
	char *rest = (char *)skip + align(t->entries_n * sizeof(bool)) +
		     align(t->entries_n * sizeof(struct standing_row)) + through_space(t);
	struct standing_rules rules = {
		.bellingham = t->set.value[TSET_points] != 0,
		.order_n = (uint8_t)t->set.value[TSET_tiebreaks],
	};
	size_t n = 0;

	memcpy(rules.order, t->set.list[TSET_tiebreaks], rules.order_n);
	for (uint32_t p = first_of(t, group), end = first_of(t, group + 1); p < end; p++)
		if (counts(t, &t->pairings[p]))
			kept[n++] = t->pairings[p];
	mark_members(t, group, skip);
	return standing_table(&rules, t->entries_n, skip, kept, n, rest, out);
}

static struct standing_row *
scratch_table(const struct tourney *t, void *scratch)
{
	return (struct standing_row *)(void *)((char *)scratch +
					       align(t->pairings_n * sizeof(struct pairing)) +
					       align(t->entries_n * sizeof(bool)));
}

static entry_no *
scratch_through(const struct tourney *t, void *scratch)
{
	return (entry_no *)(void *)((char *)scratch_table(t, scratch) +
				    align(t->entries_n * sizeof(struct standing_row)));
}

/* ---- the next round ---- */

/* Somebody has the bye of the next round. */
static bool
has_bye(const struct tourney *t)
{
	unsigned in = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		in += !tourney_is_out(t, (entry_no)e);
	return in % 2 != 0;
}

/* They are paired by hand; a bye only counts when there is one. */
static bool
is_planned(const struct tourney *t, entry_no e, bool bye)
{
	entry_no other = tourney_planned(t, e);

	return other != ENTRY_UNKNOWN && (other != ENTRY_NOBODY || bye);
}

static unsigned
players_left(const struct tourney *t, struct swiss_player *out)
{
	bool bye = has_bye(t);
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++) {
		const struct tourney_entry *x = &t->entries[e];

		if (tourney_is_out(t, (entry_no)e) || is_planned(t, (entry_no)e, bye))
			continue;
		out[n++] = (struct swiss_player){
			.entry = (entry_no)e,
			.points = x->points,
			/* who came late stands behind all others */
			.order = (uint16_t)(x->seed != 0 ? x->seed : TOURNEY_ENTRIES_MAX + e),
			.byes = x->byes,
			.floated = x->floated,
		};
	}
	return n;
}

/* Of two who stay to the end of a tournament by losses: who waits while the others play. */
static bool
waits_rather(const struct swiss_player *a, const struct swiss_player *b)
{
	if (a->points != b->points)
		return a->points > b->points;
	if (a->byes != b->byes)
		return a->byes < b->byes;
	return a->order < b->order;
}

/* The last three (30): the one with the fewest losses waits.  The last two play. */
static void
pair_last(const struct swiss_player *p, unsigned n, struct swiss_result *r)
{
	unsigned waits = 0, a, b;

	r->bye = ENTRY_NOBODY;
	a = 0;
	b = 1;
	if (n == 3) {
		for (unsigned i = 1; i < 3; i++)
			if (waits_rather(&p[i], &p[waits]))
				waits = i;
		r->bye = p[waits].entry;
		a = waits == 0 ? 1 : 0;
		b = waits == 2 ? 1 : 2;
	}
	r->pairs[0] = (struct swiss_met){ p[a].entry, p[b].entry };
	r->pairs_n = 1;
}

/* Where they stand now: the bye goes to the lowest (33). */
static void
place_players(const struct tourney *t, void *scratch, struct swiss_player *players, unsigned n)
{
	struct standing_row *table = scratch_table(t, scratch);
	uint16_t *place = scratch_through(t, scratch); /* by entry */
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
	unsigned n = players_left(t, players_out);
	size_t met = 0;

	result_out->repeats = 0;
	if (n < 2) {
		result_out->pairs_n = 0;
		result_out->bye = n == 1 ? players_out[0].entry : ENTRY_NOBODY;
		return false;
	}
	if (t->set.value[TSET_format] == FORMAT_LOSSES && n <= 3) {
		pair_last(players_out, n, result_out);
		return false;
	}
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->pairings[p].section == SECTION_ROUNDS &&
		    entry_is_player(t->pairings[p].side[0]) &&
		    entry_is_player(t->pairings[p].side[1]))
			met_out[met++] = (struct swiss_met){ t->pairings[p].side[0],
				t->pairings[p].side[1] };
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
	entry_no bye = r->bye;

	for (unsigned e = 0; e < t->entries_n; e++) {
		entry_no other = tourney_planned(t, (entry_no)e);

		if (entry_is_player(other) && e < other)
			add_pair(out, (entry_no)e, other);
		else if (other == ENTRY_NOBODY && has_bye(t))
			bye = (entry_no)e;
	}
	for (unsigned i = 0; i < r->pairs_n; i++)
		add_pair(out, r->pairs[i].a, r->pairs[i].b);
	if (bye != ENTRY_NOBODY) {
		sbuf_add(out, out->len > 0 ? " bye=" : "bye=");
		sbuf_addi(out, bye);
	}
}

/* ---- what follows the rounds ---- */

/* Those who get through of every group: winners first, then the seconds, ... */
static unsigned
qualified(const struct tourney *t, void *scratch, entry_no *out)
{
	unsigned each = (unsigned)t->set.value[TSET_qualify], n = 0;
	struct standing_row *table = scratch_table(t, scratch);
	entry_no *through = scratch_through(t, scratch);

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
		robin_qualify(through, t->groups, each, out);
		return n;
	}
	n = 0; /* a group is short of players: in order of their places */
	for (unsigned k = 0; k < each; k++)
		for (unsigned g = 0; g < t->groups; g++)
			if (through[g * each + k] != ENTRY_NOBODY)
				out[n++] = through[g * each + k];
	return n;
}

unsigned
tourney_bracket_order(const struct tourney *t, void *scratch, entry_no *out)
{
	struct standing_row *table = scratch_table(t, scratch);
	unsigned rows, n = 0;

	if (t->set.value[TSET_format] == FORMAT_GROUPS)
		return qualified(t, scratch, out);
	rows = tourney_table(t, 0, scratch, table);
	for (unsigned i = 0; i < rows && table[i].from == 1; i++)
		if (!t->entries[table[i].entry].withdrawn)
			out[n++] = table[i].entry;
	return n;
}

/* ---- places ---- */

static void
places_by_table(const struct tourney *t, void *scratch, struct bracket_place *out)
{
	struct standing_row *table = scratch_table(t, scratch);
	unsigned rows = tourney_table(t, 0, scratch, table);

	for (unsigned i = 0; i < rows; i++)
		out[table[i].entry] = (struct bracket_place){ table[i].from, table[i].to };
}

/* Who stayed longer stands higher: `last` is the round in which somebody was last paired, one
 * more for who is still in it. */
static void
places_by_losses(const struct tourney *t, void *scratch, struct bracket_place *out)
{
	uint16_t *last = scratch;
	unsigned above = 0;

	memset(last, 0, t->entries_n * sizeof(*last));
	for (uint32_t p = 0; p < t->pairings_n; p++)
		for (unsigned s = 0; s < 2; s++)
			if (entry_is_player(t->pairings[p].side[s]))
				last[t->pairings[p].side[s]] = t->pairings[p].round;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (!tourney_has_started(&t->entries[e]))
			last[e] = UINT16_MAX;
		else if (!tourney_is_out(t, (entry_no)e))
			last[e] = (uint16_t)(t->round + 1);
	for (unsigned back = 0; back <= t->round + 1; back++) {
		unsigned n = 0, r = t->round + 1 - back;

		for (unsigned e = 0; e < t->entries_n; e++)
			n += last[e] == r;
		for (unsigned e = 0; e < t->entries_n; e++)
			if (last[e] == r && (r <= t->round || n == 1))
				out[e] = (struct bracket_place){ (uint16_t)(above + 1),
					(uint16_t)(above + n) };
		above += n;
	}
}

/* Behind those of the knock-out, all thirds of groups, then all fourths, ... */
static void
places_behind_groups(
    const struct tourney *t, void *scratch, unsigned above, struct bracket_place *out)
{
	struct standing_row *table = scratch_table(t, scratch);
	entry_no *rank = scratch_through(t, scratch); /* in his group, from 1; 0 none */
	unsigned ranks = 0;

	memset(rank, 0, t->entries_n * sizeof(*rank));
	for (unsigned g = 0; g < t->groups; g++) {
		unsigned rows = tourney_table(t, g, scratch, table);

		for (unsigned i = 0; i < rows; i++)
			if (out[table[i].entry].from == 0)
				rank[table[i].entry] = (entry_no)(i + 1);
		if (rows > ranks)
			ranks = rows;
	}
	for (unsigned k = 1; k <= ranks; k++) {
		unsigned n = 0;

		for (unsigned e = 0; e < t->entries_n; e++)
			n += rank[e] == k;
		for (unsigned e = 0; e < t->entries_n; e++)
			if (rank[e] == k)
				out[e] = (struct bracket_place){ (uint16_t)(above + 1),
					(uint16_t)(above + n) };
		above += n;
	}
}

/* Places in the knock-out, for those who are in it; how many they are. */
static unsigned
places_by_bracket(const struct tourney *t, struct bracket_place *out)
{
	unsigned n = 0;

	bracket_places(t->pairings + t->base, t->pairings_n - t->base, t->entries_n, out);
	for (uint32_t p = t->base; p < t->pairings_n; p++)
		for (unsigned s = 0; s < 2; s++)
			n += t->pairings[p].round == 1 &&
			     t->pairings[p].section != SECTION_FINAL &&
			     (t->pairings[p].section == SECTION_MAIN ||
				 t->pairings[p].section == SECTION_PLAYOFF) &&
			     entry_is_player(t->pairings[p].side[s]);
	return n;
}

/* Who plays for a shared title is placed by that; who shared it and is not there to play comes
 * next; all others keep their places of the table. */
static void
places_by_playoff(const struct tourney *t, void *scratch, struct bracket_place *out)
{
	struct standing_row *table = scratch_table(t, scratch);
	bool *plays = (bool *)(void *)scratch_through(t, scratch);
	unsigned rows = tourney_table(t, 0, scratch, table), through;

	memset(plays, 0, t->entries_n * sizeof(*plays));
	for (uint32_t p = t->base; p < t->pairings_n; p++)
		for (unsigned s = 0; s < 2; s++)
			if (entry_is_player(t->pairings[p].side[s]))
				plays[t->pairings[p].side[s]] = true;
	through = places_by_bracket(t, out);
	for (unsigned i = 0; i < rows; i++) {
		entry_no e = table[i].entry;

		if (!plays[e] && table[i].from == 1)
			out[e] = (struct bracket_place){ (uint16_t)(through + 1), table[i].to };
		else if (!plays[e])
			out[e] = (struct bracket_place){ table[i].from, table[i].to };
	}
}

/* All is played, of the groups and of the knock-out that follows if there is one. */
static bool
nothing_is_left(const struct tourney *t)
{
	return t->open == TOURNEY_NO_PAIRING &&
	       (t->stage == STAGE_BRACKET || (t->rounds != 0 && t->round >= t->rounds));
}

void
tourney_places(const struct tourney *t, void *scratch, struct bracket_place *out)
{
	enum tourney_format f = (enum tourney_format)t->set.value[TSET_format];

	memset(out, 0, t->entries_n * sizeof(*out));
	if (t->phase != TOURNEY_RUNNING && t->phase != TOURNEY_FINISHED)
		return;
	if (tourney_is_knockout(&t->set)) {
		(void)places_by_bracket(t, out);
	} else if (f == FORMAT_LOSSES) {
		places_by_losses(t, scratch, out);
	} else if (f == FORMAT_GROUPS) {
		unsigned through = t->stage == STAGE_BRACKET ? places_by_bracket(t, out) : 0;

		/* they are written before it is finished */
		if (t->phase == TOURNEY_FINISHED || nothing_is_left(t))
			places_behind_groups(t, scratch, through, out);
	} else if (t->stage == STAGE_PLAYOFF) {
		places_by_playoff(t, scratch, out);
	} else {
		places_by_table(t, scratch, out);
	}
}

/* A bye wins nothing for somebody who never came. */
static bool
somebody_won(const struct tourney *t)
{
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->pairings[p].winner != PAIRING_NOBODY &&
		    t->pairings[p].end != PAIRING_BYE)
			return true;
	return false;
}

bool
tourney_is_won(const struct tourney *t)
{
	const struct pairing *knockout = t->pairings + t->base;
	size_t n = t->pairings_n - t->base;
	enum section last;

	if (t->stage != STAGE_BRACKET)
		return somebody_won(t);
	last = bracket_rounds(knockout, n, SECTION_FINAL) > 0 ? SECTION_FINAL : SECTION_MAIN;
	return bracket_winner(knockout, n, last) != ENTRY_NOBODY;
}
