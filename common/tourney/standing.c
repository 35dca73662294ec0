/* SPDX-License-Identifier: MIT */
/* The table of rounds or of a group (see standing.h).  Owns no memory: rows, links and order
 * are in the caller's scratch.
 *
 * First every pairing is counted for both sides.  Once the points are known, every pairing is
 * counted again for values that depend on points.  The order is found by refinement: initially
 * all entries are one group of equals, then each criterion sorts and splits the groups left by
 * the previous one.  The direct result needs this method, because it depends on which entries
 * are still tied at that stage.
 *
 * Cost: O(pairings + n log n) for each criterion; 1.7 ms for 4,096 entries and 13 rounds.  A
 * merge sort of entry numbers costs O(n) when all are equal and keeps the order of entry. */
#include "tourney/standing.h"

#include <string.h>

#include "tourney/space.h"

const char *const TIEBREAK_NAMES[TIEBREAK_COUNT] = {
	[TIEBREAK_DIRECT] = "direct",
	[TIEBREAK_BUCHHOLZ_CUT] = "buchholz-1",
	[TIEBREAK_BUCHHOLZ] = "buchholz",
	[TIEBREAK_MEDIAN] = "median",
	[TIEBREAK_SONNEBORN] = "sonneborn",
	[TIEBREAK_PROGRESSIVE] = "progressive",
	[TIEBREAK_DIFFERENCE] = "difference",
	[TIEBREAK_WINS] = "wins",
};

#define BY_POINTS TIEBREAK_COUNT /* pseudo-criterion that precedes all others */
#define NO_TIE UINT32_MAX

/* Values of an entry that are not part of its row. */
struct entrant {
	uint32_t links_end; /* end of its links in `link`; they begin at the end of the previous
			     * entry's links */
	/* group of equals, by the place where it begins; NO_TIE: not used */
	uint32_t tie_start;
	/* 1 + the last entry whose links were found to lead to this entry */
	uint32_t last_found_by;
	int32_t worst_opponent,
	    best_opponent;  /* lowest and highest points of the opponents in its Buchholz */
	uint16_t opponents; /* number of opponents in its Buchholz, including virtual ones */
	uint16_t pending_pairings; /* open pairings in rounds that count */
};

/* A pairing of two players that has a result, played at the board or not. */
struct result_link {
	entry_no other;
	uint16_t points; /* points that the pairing gave the entry */
};

struct table {
	const struct standing_rules *rules;
	const struct pairing *pairings;
	size_t count;
	unsigned n;               /* number of entries */
	unsigned rows_n;          /* number of entries in the table */
	unsigned rounds;          /* number of rounds that count */
	struct standing_row *row; /* by entry */
	struct entrant *entrant;  /* by entry */
	struct result_link *link; /* at most two per pairing */
	uint16_t *nth;            /* by round: number of rounds that count, up to that round */
	entry_no *order, *merged; /* the table, best first; scratch for merging */
	bool *tie_starts;         /* by place: true if a group of equals begins here */
};

static size_t
lay_out_arrays(struct table *t, void *block)
{
	struct space s = { block, 0 };

	t->row = space_take(&s, t->n, sizeof(*t->row));
	t->entrant = space_take(&s, t->n, sizeof(*t->entrant));
	t->link = space_take(&s, 2 * t->count, sizeof(*t->link));
	t->nth = space_take(&s, STANDING_ROUNDS_MAX + 1, sizeof(*t->nth));
	t->order = space_take(&s, t->n, sizeof(*t->order));
	t->merged = space_take(&s, t->n, sizeof(*t->merged));
	t->tie_starts = space_take(&s, t->n, sizeof(*t->tie_starts));
	return s.used;
}

size_t
standing_scratch_size(unsigned entries, size_t pairings)
{
	struct table t = { .n = entries, .count = pairings };

	return lay_out_arrays(&t, NULL);
}

static bool
pairing_counts(const struct pairing *p)
{
	return p->end != PAIRING_OPEN && p->end != PAIRING_VOID;
}

/* True for a match with a winner at the board.  A director's decision without a winner is a
 * double forfeit. */
static bool
was_won(const struct pairing *p)
{
	return pairing_was_played(p) && p->winner != PAIRING_NOBODY;
}

static void
check_pairing(const struct table *t, const struct pairing *p)
{
	CHECK(p->round <= STANDING_ROUNDS_MAX && p->winner <= PAIRING_NOBODY);
	for (unsigned s = 0; s < 2; s++)
		CHECK(!entry_is_player(p->side[s]) || p->side[s] < t->n);
	CHECK(p->side[0] != p->side[1] || !entry_is_player(p->side[0]));
}

/* Counts the rounds in which some pairing counts. */
static void
count_rounds(struct table *t)
{
	unsigned last = 0;

	for (size_t i = 0; i < t->count; i++) {
		check_pairing(t, &t->pairings[i]);
		if (t->pairings[i].round > last)
			last = t->pairings[i].round;
	}
	memset(t->nth, 0, (last + 1) * sizeof(*t->nth));
	for (size_t i = 0; i < t->count; i++) {
		if (pairing_counts(&t->pairings[i]))
			t->nth[t->pairings[i].round] = 1;
	}
	t->rounds = 0;
	for (unsigned r = 0; r <= last; r++) {
		t->rounds += t->nth[r];
		t->nth[r] = (uint16_t)t->rounds;
	}
}

static bool
round_counts(const struct table *t, unsigned round)
{
	return t->nth[round] != (round > 0 ? t->nth[round - 1] : 0);
}

static void
count_side(struct table *t, const struct pairing *p, unsigned side)
{
	struct standing_row *row = &t->row[p->side[side]];
	struct entrant *entrant = &t->entrant[p->side[side]];
	int32_t points = pairing_points(p, side, t->rules->bellingham);

	row->points += points;
	row->tiebreak[TIEBREAK_PROGRESSIVE] +=
	    points * (int32_t)(t->rounds - t->nth[p->round] + 1);
	row->tiebreak[TIEBREAK_DIFFERENCE] += p->score[side] - p->score[1 - side];
	if (p->end == PAIRING_BYE) {
		row->byes++;
		return;
	}
	row->played++;
	if (p->winner == side) {
		row->won++;
		row->tiebreak[TIEBREAK_WINS] += was_won(p);
	} else {
		row->lost++;
		row->forfeits = (uint16_t)(row->forfeits + !was_won(p));
	}
	if (entry_is_player(p->side[1 - side]))
		entrant->links_end++; /* until fill_links, the number of links */
}

static void
count_results(struct table *t)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct pairing *p = &t->pairings[i];

		for (unsigned s = 0; s < 2; s++) {
			if (!entry_is_player(p->side[s]))
				continue;
			if (pairing_counts(p))
				count_side(t, p, s);
			else if (p->end == PAIRING_OPEN && round_counts(t, p->round))
				t->entrant[p->side[s]].pending_pairings++;
		}
	}
}

/* Converts the numbers of links to positions and fills each list from its end. */
static void
fill_links(struct table *t)
{
	uint32_t sum = 0;

	for (unsigned e = 0; e < t->n; e++) {
		sum += t->entrant[e].links_end;
		t->entrant[e].links_end = sum;
	}
	for (size_t i = 0; i < t->count; i++) {
		const struct pairing *p = &t->pairings[i];

		if (!pairing_counts(p) || p->end == PAIRING_BYE ||
		    !entry_is_player(p->side[0]) || !entry_is_player(p->side[1]))
			continue;
		for (unsigned s = 0; s < 2; s++) {
			struct result_link *link = &t->link[--t->entrant[p->side[s]].links_end];

			link->other = p->side[1 - s];
			link->points = (uint16_t)pairing_points(p, s, t->rules->bellingham);
		}
	}
	/* links_end is now the beginning of the entry's own links, which is the end of the
	 * previous entry's */
	for (unsigned e = 0; e < t->n; e++)
		t->entrant[e].links_end = e + 1 < t->n ? t->entrant[e + 1].links_end : sum;
}

/* Counts an opponent with `points` points, `times` times. */
static void
count_opponent(struct table *t, unsigned e, int32_t points, unsigned times)
{
	struct entrant *entrant = &t->entrant[e];

	if (times == 0)
		return;
	if (entrant->opponents == 0 || points < entrant->worst_opponent)
		entrant->worst_opponent = points;
	if (entrant->opponents == 0 || points > entrant->best_opponent)
		entrant->best_opponent = points;
	entrant->opponents = (uint16_t)(entrant->opponents + times);
	t->row[e].tiebreak[TIEBREAK_BUCHHOLZ] += points * (int32_t)times;
}

static void
count_opponents(struct table *t)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct pairing *p = &t->pairings[i];

		if (!pairing_counts(p) || !entry_is_player(p->side[0]) ||
		    !entry_is_player(p->side[1]))
			continue;
		for (unsigned s = 0; s < 2; s++) {
			int32_t points = t->row[p->side[1 - s]].points;

			if (was_won(p))
				count_opponent(t, p->side[s], points, 1);
			if (p->winner == s && p->end != PAIRING_BYE)
				t->row[p->side[s]].tiebreak[TIEBREAK_SONNEBORN] += points;
		}
	}
}

/* Adds the virtual opponents of rule 36.  Then computes the two cut scores: Buchholz without
 * the worst opponent, and the median, without the worst and the best. */
static void
finish_buchholz(struct table *t)
{
	for (unsigned e = 0; e < t->n; e++) {
		struct entrant *entrant = &t->entrant[e];
		int32_t *tiebreak = t->row[e].tiebreak;
		unsigned there = entrant->opponents + entrant->pending_pairings;

		count_opponent(
		    t, e, t->row[e].points, t->rounds > there ? t->rounds - there : 0);
		tiebreak[TIEBREAK_BUCHHOLZ_CUT] =
		    tiebreak[TIEBREAK_BUCHHOLZ] - entrant->worst_opponent;
		if (entrant->opponents > 1)
			tiebreak[TIEBREAK_MEDIAN] =
			    tiebreak[TIEBREAK_BUCHHOLZ_CUT] - entrant->best_opponent;
	}
}

static int32_t
key_of(const struct table *t, entry_no e, unsigned criterion)
{
	const struct standing_row *row = &t->row[e];

	return criterion == BY_POINTS ? row->points : row->tiebreak[criterion];
}

/* Merges the sorted runs low..mid-1 and mid..high-1. */
static void
merge_runs(struct table *t, unsigned low, unsigned mid, unsigned high, unsigned criterion)
{
	unsigned left = mid - low, i = 0, j = mid;

	if (key_of(t, t->order[mid - 1], criterion) >= key_of(t, t->order[mid], criterion))
		return;
	memcpy(t->merged, t->order + low, left * sizeof(*t->order));
	for (unsigned out = low; i < left; out++) {
		if (j < high &&
		    key_of(t, t->order[j], criterion) > key_of(t, t->merged[i], criterion))
			t->order[out] = t->order[j++];
		else
			t->order[out] = t->merged[i++];
	}
}

static void
sort_tie(struct table *t, unsigned from, unsigned to, unsigned criterion)
{
	for (unsigned width = 1; width < to - from; width *= 2) {
		for (unsigned low = from; low + width < to; low += 2 * width) {
			unsigned high = low + 2 * width < to ? low + 2 * width : to;

			merge_runs(t, low, low + width, high, criterion);
		}
	}
}

static unsigned
tie_end(const struct table *t, unsigned from)
{
	unsigned to = from + 1;

	while (to < t->rows_n && !t->tie_starts[to])
		to++;
	return to;
}

/* Returns how many entries of its group e has met; *points_out is the sum of e's points from
 * those matches. */
static unsigned
met_in_tie(struct table *t, entry_no e, int32_t *points_out)
{
	uint32_t first = e > 0 ? t->entrant[e - 1].links_end : 0;
	unsigned met = 0;

	*points_out = 0;
	for (uint32_t i = first; i < t->entrant[e].links_end; i++) {
		struct entrant *other = &t->entrant[t->link[i].other];

		if (other->tie_start != t->entrant[e].tie_start)
			continue;
		*points_out += t->link[i].points;
		if (other->last_found_by != e + 1u) {
			other->last_found_by = e + 1u;
			met++;
		}
	}
	return met;
}

/* Computes the direct result of the entries at places from..to-1; 0 for all if not all of them
 * have met each other. */
static void
direct_result(struct table *t, unsigned from, unsigned to)
{
	unsigned i;

	for (i = from; i < to; i++)
		t->entrant[t->order[i]].tie_start = from;
	for (i = from; i < to; i++) {
		entry_no e = t->order[i];

		if (met_in_tie(t, e, &t->row[e].tiebreak[TIEBREAK_DIRECT]) != to - from - 1)
			break;
	}
	for (unsigned k = from; i < to && k < to; k++)
		t->row[t->order[k]].tiebreak[TIEBREAK_DIRECT] = 0;
}

/* Sorts each group of equals by the criterion and splits it. */
static void
split_ties(struct table *t, unsigned criterion)
{
	unsigned to;

	for (unsigned from = 0; from < t->rows_n; from = to) {
		to = tie_end(t, from);
		if (to - from < 2)
			continue;
		if (criterion == TIEBREAK_DIRECT)
			direct_result(t, from, to);
		sort_tie(t, from, to, criterion);
		for (unsigned i = from + 1; i < to; i++)
			t->tie_starts[i] = key_of(t, t->order[i - 1], criterion) !=
					   key_of(t, t->order[i], criterion);
	}
}

static void
sort_table(struct table *t, const bool *skip)
{
	t->rows_n = 0;
	for (unsigned e = 0; e < t->n; e++) {
		t->entrant[e].tie_start = NO_TIE;
		if (skip == NULL || !skip[e])
			t->order[t->rows_n++] = (entry_no)e;
	}
	for (unsigned i = 0; i < t->rows_n; i++)
		t->tie_starts[i] = i == 0;
	split_ties(t, BY_POINTS);
	for (unsigned i = 0; i < t->rules->order_n; i++)
		split_ties(t, t->rules->order[i]);
}

static void
write_rows(const struct table *t, struct standing_row *out)
{
	unsigned to;

	for (unsigned from = 0; from < t->rows_n; from = to) {
		to = tie_end(t, from);
		for (unsigned i = from; i < to; i++) {
			out[i] = t->row[t->order[i]];
			out[i].from = (uint16_t)(from + 1);
			out[i].to = (uint16_t)to;
		}
	}
}

/* Checks that each tie-break occurs at most once, because direct_result assigns groups only
 * once. */
static void
check_order(const struct standing_rules *rules)
{
	unsigned seen = 0;

	CHECK(rules->order_n <= TIEBREAK_COUNT);
	for (unsigned i = 0; i < rules->order_n; i++) {
		unsigned t = rules->order[i];

		CHECK(t < TIEBREAK_COUNT && (seen >> t & 1u) == 0);
		seen |= 1u << t;
	}
}

unsigned
standing_table(const struct standing_rules *rules, unsigned n, const bool *skip,
    const struct pairing *pairings, size_t count, void *space, struct standing_row *out)
{
	struct table t = { .rules = rules, .pairings = pairings, .count = count, .n = n };

	CHECK(n <= TOURNEY_ENTRIES_MAX);
	check_order(rules);
	if (n == 0)
		return 0;
	(void)lay_out_arrays(&t, space);
	memset(t.row, 0, n * sizeof(*t.row));
	memset(t.entrant, 0, n * sizeof(*t.entrant));
	for (unsigned e = 0; e < n; e++)
		t.row[e].entry = (entry_no)e;
	count_rounds(&t);
	count_results(&t);
	fill_links(&t);
	count_opponents(&t);
	finish_buchholz(&t);
	sort_table(&t, skip);
	write_rows(&t, out);
	return t.rows_n;
}
