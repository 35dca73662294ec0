/* SPDX-License-Identifier: MIT */
/* See refgames.h.  Owns the lists while it works.  An answer takes from microseconds to tens of
 * milliseconds (doubles with many blots). */
#include "refgames.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "tests/support/games.h"

/* ---- the games, as worded in rules/RULES.md 4 ---- */

enum contact_rule {
	HITS,
	PINS,
	CLOSES_POINT, /* one checker closes a point */
};

struct game_rules {
	const char *name;
	enum contact_rule contact;
	int same_direction;   /* both sides move in the same direction from opposite corners */
	int enter_any_time;   /* reserve checkers may enter at any time */
	int hit_adds_checker; /* a hit gives the hitter a new checker */
	int runner_first; /* only the first checker moves until it passes the opponent's 24 */
	int no_full_quarter;    /* never hold all six points of 19..24 */
	int must_open_prime;    /* a prime in front of all enemy checkers must be opened */
	int four_outer_max;     /* hold at most four of the points 7..12 */
	int one_from_24;        /* one checker per turn from 24, two with the first roll */
	int prime_needs_passed; /* a prime of six only if an enemy checker has passed it */
	/* the test-only games of tests/support/rows.h */
	int two;            /* doubles are played as two steps */
	int exact_bearoff;  /* only the exact number bears a checker off */
	int may_stop_early; /* the player may stop after any step */
	int either_die;     /* if only one die can be played, either may be */
};

static enum contact_rule
contact_of(const struct game_facts *f)
{
	return game_rules_mention(f, "pin")    ? PINS
	       : game_rules_mention(f, "none") ? CLOSES_POINT
					       : HITS;
}

/* Returns the rules of the games in tests/support/rows.h. */
static const struct game_facts *
invented_game(const char *name)
{
	static const struct game_facts rows[] = {
		{ .name = "parallel", .rules = "none way-12" },
		{ .name = "two-step", .rules = "two" },
		{ .name = "exact", .rules = "exact" },
		{ .name = "partial", .rules = "partial" },
		{ .name = "either-die", .rules = "either" },
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

/* Returns a game by name, from tests/data/games.  Only the game requested last is kept. */
static const struct game_rules *
game_named(const char *name)
{
	static struct game_rules g;
	const struct game_facts *f;

	if (g.name != NULL && strcmp(g.name, name) == 0)
		return &g;
	f = invented_game(name);
	if (f == NULL)
		f = game_facts(name);
	g = (struct game_rules){
		.name = f->name,
		.contact = contact_of(f),
		.same_direction = game_rules_mention(f, "way-12"),
		.enter_any_time = game_rules_mention(f, "free"),
		.hit_adds_checker = game_rules_mention(f, "clones"),
		.runner_first = game_rules_mention(f, "runner"),
		.no_full_quarter = game_rules_mention(f, "quarter"),
		.must_open_prime = game_rules_mention(f, "shut-in"),
		.four_outer_max = game_rules_mention(f, "four"),
		.one_from_24 = game_rules_mention(f, "head"),
		.prime_needs_passed = game_rules_mention(f, "six-ahead"),
		.two = game_rules_mention(f, "two"),
		.exact_bearoff = game_rules_mention(f, "exact"),
		.may_stop_early = game_rules_mention(f, "partial"),
		.either_die = game_rules_mention(f, "either"),
	};
	return &g;
}

/* Returns the opponent's number of my point p: the board seen from the opposite side or the
 * opposite corner. */
static int
opponent_point(const struct game_rules *g, int p)
{
	if (!g->same_direction)
		return 25 - p;
	return p > 12 ? p - 12 : p + 12;
}

/* ---- positions ---- */

int
refgames_order(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct refgames_pos));
}

void
refgames_from_board(
    const char *game, const struct board *b, enum seat seat, struct refgames_pos *pos_out)
{
	const struct game_rules *g = game_named(game);
	enum seat other = seat == SEAT_0 ? SEAT_1 : SEAT_0;

	memset(pos_out, 0, sizeof(*pos_out));
	for (int p = 1; p <= 24; p++) {
		int q = opponent_point(g, p);

		pos_out->point[p].mine = b->at[seat][p];
		pos_out->point[p].theirs = b->at[other][q];
		if (board_pinned(b, seat, (unsigned)p))
			pos_out->point[p].pinned = 1;
		if (board_pinned(b, other, (unsigned)q))
			pos_out->point[p].pinned = 2;
	}
	pos_out->off[0] = b->at[seat][0];
	pos_out->off[1] = b->at[other][0];
	pos_out->bar[0] = b->at[seat][25];
	pos_out->bar[1] = b->at[other][25];
	pos_out->reserve[0] = b->at[seat][26];
	pos_out->reserve[1] = b->at[other][26];
}

/* ---- piles of positions ---- */

static void
list_append(struct refgames_list *l, const struct refgames_pos *pos)
{
	if (l->n == l->capacity) {
		l->capacity = l->capacity == 0 ? 256 : 2 * l->capacity;
		l->pos = realloc(l->pos, l->capacity * sizeof(l->pos[0]));
		CHECK(l->pos != NULL);
	}
	l->pos[l->n++] = *pos;
}

static void
sort_unique(struct refgames_list *l)
{
	unsigned n = 0;

	if (l->n > 0)
		qsort(l->pos, l->n, sizeof(l->pos[0]), refgames_order);
	for (unsigned i = 0; i < l->n; i++)
		if (n == 0 || refgames_order(&l->pos[n - 1], &l->pos[i]) != 0)
			l->pos[n++] = l->pos[i];
	l->n = n;
}

void
refgames_free(struct refgames_list *l)
{
	free(l->pos);
	memset(l, 0, sizeof(*l));
}

/* ---- what a game forbids ---- */

/* Returns my checkers on p that may move: all but a pinned one. */
static int
movable_checkers(const struct refgames_pos *pos, int p)
{
	return pos->point[p].pinned == 1 ? 0 : pos->point[p].mine;
}

/* Rules 2.4, 4.8, 4.9: returns whether one of my checkers may land on p. */
static int
is_open(const struct game_rules *g, const struct refgames_pos *pos, int p)
{
	const struct refgames_point *to = &pos->point[p];

	switch (g->contact) {
	case HITS:
		return to->theirs <= 1;
	case CLOSES_POINT:
		return to->theirs == 0;
	case PINS:
		break;
	}
	if (to->pinned == 2) /* their checker is pinned: I hold the point and may add more */
		return 1;
	if (to->pinned == 1) /* my checker is pinned there */
		return 0;
	return to->theirs <= 1;
}

static int
everyone_home(const struct refgames_pos *pos)
{
	int out = pos->bar[0] + pos->reserve[0];

	for (int p = 7; p <= 24; p++)
		out += pos->point[p].mine;
	return out == 0;
}

/* Rules 2.6, 4.8: returns whether a checker on `from` may bear off with the die. */
static int
may_bear_off(const struct game_rules *g, const struct refgames_pos *pos, int from, int die)
{
	if (!everyone_home(pos) || die < from || (g->exact_bearoff && die > from))
		return 0;
	for (int p = 1; p <= 6; p++)
		if (pos->point[p].pinned == 1)
			return 0;
	for (int p = from + 1; p <= 6 && die > from; p++)
		if (pos->point[p].mine > 0)
			return 0;
	return 1;
}

/* Rule 4.9: returns whether a checker on `from` may move.  Until the first checker has passed
 * the opponent's starting point, my 12, no other checker may move. */
static int
is_runner(const struct refgames_pos *pos, int from)
{
	int away = 0;

	if (pos->off[0] > 0)
		return 1;
	for (int p = 1; p <= 11; p++)
		if (pos->point[p].mine > 0)
			return 1;
	for (int p = 12; p <= 23; p++)
		away += pos->point[p].mine;
	return away == 0 || from < 24;
}

static int
points_held(const struct refgames_pos *pos, int low, int high)
{
	int n = 0;

	for (int p = low; p <= high; p++)
		n += pos->point[p].mine > 0;
	return n;
}

/* Rule 4.11, Narde: an enemy checker must have passed each of my primes of six.  In the
 * opponent's numbers, a checker that has passed a prime is on a lower point. */
static int
primes_are_legal(const struct game_rules *g, const struct refgames_pos *pos)
{
	int mine[25], theirs[25]; /* indexed by the opponent's numbers */

	for (int p = 1; p <= 24; p++) {
		mine[opponent_point(g, p)] = pos->point[p].mine;
		theirs[opponent_point(g, p)] = pos->point[p].theirs;
	}
	for (int low = 1; low + 5 <= 24; low++) {
		int six = 1, ahead = pos->off[1];

		for (int q = low; q < low + 6; q++)
			six = six && mine[q] > 0;
		for (int q = 1; q < low; q++)
			ahead += theirs[q];
		if (six && ahead == 0)
			return 0;
	}
	return 1;
}

/* Returns whether the position after a step is allowed. */
static int
position_is_legal(const struct game_rules *g, const struct refgames_pos *start,
    const struct refgames_pos *pos)
{
	int gone = start->point[24].mine - pos->point[24].mine;

	if (g->no_full_quarter && points_held(pos, 19, 24) == 6)
		return 0;
	if (g->four_outer_max && points_held(pos, 7, 12) > 4)
		return 0;
	if (g->one_from_24 && gone > (start->point[24].mine == 15 ? 2 : 1))
		return 0;
	return !g->prime_needs_passed || primes_are_legal(g, pos);
}

/* Rule 4.9: returns whether all remaining enemy checkers are on one point and the six points in
 * front of it are mine. */
static int
prime_traps_all(const struct game_rules *g, const struct refgames_pos *pos)
{
	int mine[25], theirs[25], where = 0, points = 0;

	for (int p = 1; p <= 24; p++) {
		mine[opponent_point(g, p)] = pos->point[p].mine;
		theirs[opponent_point(g, p)] = pos->point[p].theirs;
	}
	for (int q = 1; q <= 24; q++)
		if (theirs[q] > 0) {
			where = q;
			points++;
		}
	if (points != 1 || where < 7)
		return 0;
	for (int q = where - 6; q < where; q++)
		if (mine[q] == 0)
			return 0;
	return 1;
}

/* ---- one step ---- */

static void
take(struct refgames_pos *pos, int from)
{
	struct refgames_point *p = &pos->point[from <= 24 ? from : 0];

	if (from == 26)
		pos->reserve[0]--;
	else if (from == 25)
		pos->bar[0]--;
	else
		p->mine--;
	if (from <= 24 && p->mine == 0 && p->pinned == 2)
		p->pinned = 0;
}

static void
put(const struct game_rules *g, struct refgames_pos *pos, int to)
{
	struct refgames_point *p = &pos->point[to];
	int have = pos->bar[0] + pos->off[0] + pos->reserve[0];

	p->mine++;
	for (int i = 1; i <= 24; i++)
		have += pos->point[i].mine;
	if (p->theirs == 0 || p->pinned == 2)
		return;
	if (g->contact == PINS) {
		p->pinned = 2;
		return;
	}
	p->theirs--;
	pos->bar[1]++;
	pos->reserve[0] =
	    (unsigned char)(pos->reserve[0] + (g->hit_adds_checker && have < 255 ? 1 : 0));
}

static int
step(const struct game_rules *g, const struct refgames_pos *start,
    const struct refgames_pos *pos, int from, int die, struct refgames_pos *after)
{
	int to = (from >= 25 ? 25 : from) - die;
	int there = from == 26   ? pos->reserve[0]
		    : from == 25 ? pos->bar[0]
				 : movable_checkers(pos, from);

	if (there == 0 || (pos->bar[0] > 0 && from != 25) || (from == 26 && !g->enter_any_time))
		return 0;
	if (g->runner_first && !is_runner(pos, from))
		return 0;
	if (to <= 0 ? !may_bear_off(g, pos, from, die) : !is_open(g, pos, to))
		return 0;
	*after = *pos;
	take(after, from);
	if (to <= 0)
		after->off[0]++;
	else
		put(g, after, to);
	return position_is_legal(g, start, after);
}

/* Adds every position that one die leads to from a position in *in. */
static void
play_die(const struct game_rules *g, const struct refgames_pos *start,
    const struct refgames_list *in, int die, struct refgames_list *out)
{
	struct refgames_pos after;

	out->n = 0;
	for (unsigned i = 0; i < in->n; i++)
		for (int from = 1; from <= 26; from++)
			if (step(g, start, &in->pos[i], from, die, &after))
				list_append(out, &after);
	sort_unique(out);
}

/* Plays the dice in order as far as possible.  *l is set to the final positions, and the
 * intermediate ones too in games where the player may stop early.  Returns the number of dice
 * played. */
static unsigned
follow(const struct game_rules *g, const struct refgames_pos *start, const int *dice,
    unsigned n, struct refgames_list *l)
{
	struct refgames_list next = { 0 }, stops = { 0 };
	unsigned used = 0;

	l->n = 0;
	list_append(l, start);
	while (used < n) {
		struct refgames_list kept = *l;

		play_die(g, start, l, dice[used], &next);
		if (next.n == 0)
			break;
		*l = next;
		next = kept;
		used++;
		for (unsigned i = 0; i < l->n && g->may_stop_early; i++)
			list_append(&stops, &l->pos[i]);
	}
	if (used == 0)
		l->n = 0;
	for (unsigned i = 0; i < stops.n; i++)
		list_append(l, &stops.pos[i]);
	if (g->may_stop_early)
		sort_unique(l);
	refgames_free(&stops);
	refgames_free(&next);
	return used;
}

/* Rule 2.5: keeps the order that plays more dice.  If both orders play only one die, keeps the
 * larger die. */
static void
play_both_orders(const struct game_rules *g, const struct refgames_pos *start, int larger,
    int smaller, struct refgames_list *l)
{
	const int first[2] = { larger, smaller }, second[2] = { smaller, larger };
	struct refgames_list other = { 0 };
	unsigned a = follow(g, start, first, 2, l);
	unsigned b = follow(g, start, second, 2, &other);
	int both = g->may_stop_early || (a == b && (a == 2 || g->either_die));

	l->dice_used = a > b ? a : b;
	if (l->dice_used == 1 && !both)
		l->forced_die = (unsigned)(a == 1 ? larger : smaller);
	if (b > a && !both)
		l->n = 0;
	for (unsigned i = 0; i < other.n && (b > a || both); i++)
		list_append(l, &other.pos[i]);
	sort_unique(l);
	refgames_free(&other);
}

/* The last sentence of rule 4.9: removes the positions that shut the opponent in, if there are
 * other positions. */
static void
drop_trapping_results(const struct game_rules *g, struct refgames_list *l)
{
	unsigned n = 0, good = 0;

	for (unsigned i = 0; i < l->n; i++)
		good += !prime_traps_all(g, &l->pos[i]);
	for (unsigned i = 0; i < l->n && good > 0; i++)
		if (!prime_traps_all(g, &l->pos[i]))
			l->pos[n++] = l->pos[i];
	if (good > 0)
		l->n = n;
}

void
refgames_plays(const char *game, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct refgames_list *l)
{
	const struct game_rules *g = game_named(game);
	const int four[4] = { (int)d1, (int)d1, (int)d1, (int)d1 };
	struct refgames_pos start;

	refgames_from_board(game, b, seat, &start);
	l->forced_die = 0;
	if (d1 == d2)
		l->dice_used = follow(g, &start, four, g->two ? 2 : 4, l);
	else
		play_both_orders(
		    g, &start, (int)(d1 > d2 ? d1 : d2), (int)(d1 > d2 ? d2 : d1), l);
	if (g->must_open_prime)
		drop_trapping_results(g, l);
}

/* ---- sequences ---- */

struct sequence_walk {
	const struct game_rules *g;
	const struct refgames_pos *start;
	int dice[4];
	unsigned n; /* number of dice */
	refgames_callback *fn;
	void *ctx;
	struct play path;
};

static void
walk_sequences(struct sequence_walk *w, const struct refgames_pos *pos)
{
	unsigned n = w->path.n;
	struct refgames_pos after;
	bool stuck = true;

	for (int from = 26; n < w->n && from >= 1; from--) {
		int to = (from < 25 ? from : 25) - w->dice[n];

		if (!step(w->g, w->start, pos, from, w->dice[n], &after))
			continue;
		stuck = false;
		w->path.step[n] = (struct step){ (uint8_t)from, (uint8_t)(to > 0 ? to : 0) };
		w->path.n = (uint8_t)(n + 1);
		walk_sequences(w, &after);
		w->path.n = (uint8_t)n;
	}
	if (stuck && n > 0)
		w->fn(w->ctx, &w->path, pos);
}

void
refgames_sequences(const char *game, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, refgames_callback *fn, void *ctx)
{
	int a = (int)d1, z = (int)d2;
	struct refgames_pos start;
	struct sequence_walk w = { game_named(game), &start, { a, z, a, z }, 2, fn, ctx,
		{ 0 } };

	refgames_from_board(game, b, seat, &start);
	if (d1 == d2 && !w.g->two)
		w.n = 4;
	walk_sequences(&w, &start);
	w.dice[0] = z;
	w.dice[1] = a;
	if (d1 != d2)
		walk_sequences(&w, &start);
}
