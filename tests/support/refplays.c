/* SPDX-License-Identifier: MIT */
/* See refplays.h.  Slow on purpose: a candidate for every order of every sequence of steps. */
#include "refplays.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* The other's number of a point of mine, worked out by walking round the board. */
static int
his_number(const struct variant *v, int mine)
{
	int p;

	if (v->movement == MOVE_CONTRARY)
		return 25 - mine;
	p = mine;
	for (int i = 0; i < v->offset; i++)
		p = p == 24 ? 1 : p + 1;
	return p;
}

void
refplays_from_board(const struct variant *v, const struct board *b, enum seat seat,
    struct refplays_pos *pos_out)
{
	const uint8_t *me = b->at[seat];
	const uint8_t *him = b->at[seat == SEAT_0 ? SEAT_1 : SEAT_0];

	memset(pos_out, 0, sizeof(*pos_out));
	for (int p = 1; p <= 24; p++)
		pos_out->point[p] = (signed char)(me[p] - him[his_number(v, p)]);
	pos_out->bar[0] = (signed char)me[25];
	pos_out->bar[1] = (signed char)him[25];
	pos_out->off[0] = (signed char)me[0];
	pos_out->off[1] = (signed char)him[0];
	pos_out->reserve[0] = (signed char)me[26];
	pos_out->reserve[1] = (signed char)him[26];
}

int
refplays_order(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct refplays_pos));
}

/* ---- one step ---- */

static int
may_land(const struct variant *v, const struct refplays_pos *pos, int to)
{
	return pos->point[to] > -(int)v->close_at;
}

static void
land(const struct variant *v, struct refplays_pos *pos, int to)
{
	if (pos->point[to] < 0 && v->contact == CONTACT_HIT) {
		pos->bar[1]++;
		pos->point[to] = 0;
	}
	pos->point[to]++;
}

static int
all_home(const struct refplays_pos *pos)
{
	for (int p = 7; p <= 24; p++)
		if (pos->point[p] > 0)
			return 0;
	return pos->bar[0] == 0 && pos->reserve[0] == 0;
}

static int
may_leave(const struct variant *v, const struct refplays_pos *pos, int from, int die)
{
	if (!all_home(pos) || from > die)
		return 0;
	if (from == die)
		return 1;
	if (v->bearoff == BEAROFF_EXACT)
		return 0;
	for (int p = from + 1; p <= 6; p++)
		if (pos->point[p] > 0)
			return 0;
	return 1;
}

/* Plays die from a point (25 bar, 26 reserve) into *after; 0 when that is illegal. */
static int
try_step(const struct variant *v, const struct refplays_pos *pos, int from, int die,
    struct refplays_pos *after)
{
	int to = from >= 25 ? 25 - die : from - die;

	if (from == 25   ? pos->bar[0] == 0
	    : from == 26 ? pos->reserve[0] == 0
			 : pos->point[from] <= 0)
		return 0;
	if (pos->bar[0] > 0 && from != 25)
		return 0;
	if (from == 26 && v->entry != ENTRY_FREE)
		return 0;
	if (to >= 1 ? !may_land(v, pos, to) : !may_leave(v, pos, from, die))
		return 0;
	*after = *pos;
	if (from == 25)
		after->bar[0]--;
	else if (from == 26)
		after->reserve[0]--;
	else
		after->point[from]--;
	if (to >= 1)
		land(v, after, to);
	else
		after->off[0]++;
	return 1;
}

/* ---- all sequences ---- */

struct search {
	const struct variant *v;
	unsigned ndice;
	int die[4];
	struct refplays_list *l; /* collects the ends, or: */
	void (*fn)(void *ctx, const struct play *p, const struct refplays_pos *end);
	void *ctx;
	struct play path;
};

static void
keep(struct search *s, const struct refplays_pos *pos, unsigned depth)
{
	struct refplays_list *l = s->l;

	if (s->v->must_use_all && depth < l->dice_used)
		return;
	if (s->v->must_use_all && depth > l->dice_used)
		l->n = 0;
	if (depth > l->dice_used)
		l->dice_used = depth;
	if (l->n == l->room) {
		l->room = l->room == 0 ? 1024 : 2 * l->room;
		l->pos = realloc(l->pos, l->room * sizeof(l->pos[0]));
		l->die_first = realloc(l->die_first, l->room);
		CHECK(l->pos != NULL && l->die_first != NULL);
	}
	l->pos[l->n] = *pos;
	l->die_first[l->n] = (unsigned char)s->die[0];
	l->n++;
}

static void
search(struct search *s, const struct refplays_pos *pos, unsigned depth)
{
	struct refplays_pos after;
	int moved = 0;

	for (int from = 26; depth < s->ndice && from >= 1; from--)
		if (try_step(s->v, pos, from, s->die[depth], &after)) {
			int to = (from < 25 ? from : 25) - s->die[depth];

			moved = 1;
			s->path.step[depth].from = (uint8_t)from;
			s->path.step[depth].to = (uint8_t)(to > 0 ? to : 0);
			search(s, &after, depth + 1);
		}
	if (depth == 0 || (moved && s->v->must_use_all))
		return;
	s->path.n = (uint8_t)depth;
	if (s->l != NULL)
		keep(s, pos, depth);
	else
		s->fn(s->ctx, &s->path, pos);
}

/* Both orders of two different dice. */
static void
search_orders(struct search *s, const struct board *b, enum seat seat, unsigned d1, unsigned d2)
{
	struct refplays_pos pos;

	refplays_from_board(s->v, b, seat, &pos);
	s->ndice = d1 == d2 && s->v->doubles == DOUBLES_FOUR ? 4 : 2;
	s->die[0] = (int)d1;
	s->die[1] = (int)d2;
	s->die[2] = s->die[3] = (int)d1;
	search(s, &pos, 0);
	if (d1 == d2)
		return;
	s->die[0] = (int)d2;
	s->die[1] = (int)d1;
	search(s, &pos, 0);
}

/* One die of two different ones was played by every candidate. */
static void
apply_larger_die(
    const struct variant *v, struct refplays_list *l, unsigned larger, unsigned smaller)
{
	unsigned n_larger = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < l->n; i++)
		n_larger += l->die_first[i] == larger;
	if (n_larger == 0 || n_larger == l->n || v->larger_die)
		l->forced_die = n_larger > 0 ? larger : smaller;
	for (unsigned i = 0; i < l->n; i++)
		if (l->forced_die == 0 || l->die_first[i] == l->forced_die)
			l->pos[n++] = l->pos[i];
	l->n = n;
}

static void
sort_unique(struct refplays_list *l)
{
	unsigned n = 0;

	if (l->n > 0)
		qsort(l->pos, l->n, sizeof(l->pos[0]), refplays_order);
	for (unsigned i = 0; i < l->n; i++)
		if (n == 0 || refplays_order(&l->pos[n - 1], &l->pos[i]) != 0)
			l->pos[n++] = l->pos[i];
	l->n = n;
}

void
refplays_plays(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, struct refplays_list *l)
{
	struct search s = { .v = v, .l = l };

	l->n = 0;
	l->dice_used = 0;
	l->forced_die = 0;
	search_orders(&s, b, seat, d1, d2);
	if (d1 != d2 && l->dice_used == 1 && v->must_use_all)
		apply_larger_die(v, l, d1 > d2 ? d1 : d2, d1 > d2 ? d2 : d1);
	sort_unique(l);
}

void
refplays_sequences(const struct variant *v, const struct board *b, enum seat seat, unsigned d1,
    unsigned d2, void (*fn)(void *ctx, const struct play *p, const struct refplays_pos *end),
    void *ctx)
{
	struct search s = { .v = v, .fn = fn, .ctx = ctx };

	search_orders(&s, b, seat, d1, d2);
}

void
refplays_free(struct refplays_list *l)
{
	free(l->pos);
	free(l->die_first);
	memset(l, 0, sizeof(*l));
}
