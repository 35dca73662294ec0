/* SPDX-License-Identifier: MIT */
/* See memory.h.  Arrays double, so adding a member is amortised O(1). */
#include "tournament/memory.h"

#include <limits.h>
#include <stdlib.h>

void *
memory_grow(void *p, size_t n, size_t size)
{
	void *q = realloc(p, (n == 0 ? 1 : n) * size);

	CHECK(q != NULL);
	return q;
}

static unsigned
grown_capacity(unsigned room, unsigned need)
{
	unsigned n = room < 16 ? 16 : room;

	while (n < need)
		n *= 2;
	return n;
}

void
memory_make_room_for_act(struct tourney *t, const struct tourney_act *a)
{
	unsigned entries;
	uint32_t pairings;

	tourney_room_needed(t, a, &entries, &pairings);
	if (entries > t->entries_room) {
		t->entries_room = grown_capacity(t->entries_room, entries);
		t->entries = memory_grow(t->entries, t->entries_room, sizeof(*t->entries));
	}
	if (pairings > t->pairings_room) {
		t->pairings_room = grown_capacity(t->pairings_room, pairings);
		t->pairings = memory_grow(t->pairings, t->pairings_room, sizeof(*t->pairings));
		t->bouts = memory_grow(t->bouts, t->pairings_room, sizeof(*t->bouts));
	}
}

struct act_reading {
	struct tourney *t;
	unsigned acts_left; /* acts still to be read in this call */
	bool bad;
};

static bool
read_act(void *ctx, const struct tourney_act_record *r)
{
	struct act_reading *rd = ctx;
	struct tourney_act a;

	rd->bad = r->seq != rd->t->acts ||
		  !tourney_act_read(r->kind, r->at_ms, r->actor, r->text, &a);
	if (rd->bad)
		return false;
	memory_make_room_for_act(rd->t, &a);
	rd->bad = tourney_apply(rd->t, &a, NULL, NULL) != TOURNEY_OK;
	return !rd->bad && --rd->acts_left > 0;
}

enum memory_read_result
memory_read_more(struct store *s, struct tourney *t, unsigned acts)
{
	struct act_reading rd = { t, acts, false };

	store_tourney_acts_each(s, t->id, t->acts, read_act, &rd);
	if (!rd.bad && rd.acts_left == 0)
		return MEMORY_READ_MORE;
	return rd.bad || t->acts == 0 ? MEMORY_READ_BAD_ACTS : MEMORY_READ_ALL;
}

bool
memory_read_all(struct store *s, struct tourney *t)
{
	return memory_read_more(s, t, UINT_MAX) == MEMORY_READ_ALL;
}

void
memory_free_arrays(struct tourney *t)
{
	free(t->entries);
	free(t->pairings);
	free(t->bouts);
}
