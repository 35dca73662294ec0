/* SPDX-License-Identifier: MIT */
/* Accounting of use: see tally.h.  Works on world.tally.
 *
 * Cost: a few additions a turn; one row when somebody comes or goes. */
#include "game/tally.h"

#define FORGET_AT_ONCE 50 /* hours; one comes in an hour, so a backlog is soon gone */

/* ---- adding up ---- */

/* The record of an hour that is not yet written; when there is no room for a new one the oldest
 * makes place. */
static struct hour_record *
pending_hour(struct tally *t, int64_t hour)
{
	if (t->pending_n > 0 && t->pending[t->pending_n - 1].hour == hour)
		return &t->pending[t->pending_n - 1];
	if (t->pending_n == TALLY_PENDING) {
		t->pending_n--;
		for (unsigned i = 0; i < t->pending_n; i++)
			t->pending[i] = t->pending[i + 1];
	}
	t->pending[t->pending_n] = (struct hour_record){ .hour = hour, .least = UINT32_MAX };
	return &t->pending[t->pending_n++];
}

static void
add(struct tally *t, int64_t hour, int64_t ms, uint32_t users)
{
	struct hour_record *h = pending_hour(t, hour);

	h->watched_ms += ms;
	h->user_ms += ms * users;
	if (users < h->least)
		h->least = users;
	if (users > h->most)
		h->most = users;
}

void
tally_time(struct world *w)
{
	struct tally *t = &w->tally;
	int64_t left = w->mono_ms - t->since_ms;
	int64_t at;

	if (!t->begun) {
		t->begun = true;
		t->start_ms = w->mono_ms;
		left = 0;
	}
	t->since_ms = w->mono_ms;
	/* the loop wakes each hour, so only a clock that is not real goes on by more */
	if (left > (int64_t)TALLY_PENDING * TALLY_HOUR_MS)
		left = (int64_t)TALLY_PENDING * TALLY_HOUR_MS;
	at = w->wall_ms - left;
	if (at < 0)
		return;
	while (left > 0) {
		int64_t hour = at / TALLY_HOUR_MS;
		int64_t part = (hour + 1) * TALLY_HOUR_MS - at;

		part = part < left ? part : left;
		add(t, hour, part, w->online_count);
		at += part;
		left -= part;
	}
}

uint64_t
tally_commands(const struct world *w)
{
	return w->tally.commands;
}

/* ---- turns ---- */

#define PART_MS 10000

static int64_t
part_now(const struct world *w)
{
	return (w->mono_ms - w->tally.start_ms) / PART_MS;
}

void
tally_turn(struct world *w, int64_t us)
{
	struct tally *t = &w->tally;
	int64_t now = part_now(w);
	int64_t *part = &t->part_us[now % TALLY_PARTS];

	for (unsigned i = 0; i < TALLY_PARTS && t->part < now; i++)
		t->part_us[++t->part % TALLY_PARTS] = 0;
	t->part = now;
	if (us > *part)
		*part = us;
	if (us > t->turn_us)
		t->turn_us = us;
}

double
tally_longest_turn(const struct world *w)
{
	return (double)w->tally.turn_us / 1000;
}

double
tally_longest_of_minute(const struct world *w)
{
	const struct tally *t = &w->tally;
	int64_t longest = 0, now = part_now(w);

	for (int64_t i = t->part; i >= 0 && i > t->part - TALLY_PARTS; i--)
		if (i > now - TALLY_PARTS && t->part_us[i % TALLY_PARTS] > longest)
			longest = t->part_us[i % TALLY_PARTS];
	return (double)longest / 1000;
}

/* ---- writing ---- */

void
tally_write(struct world *w)
{
	struct tally *t = &w->tally;

	if (store_refusing(w->store))
		return;
	for (unsigned i = 0; i < t->pending_n; i++)
		store_hour_add(w->store, &t->pending[i]);
	t->pending_n = 0;
}

void
tally_visit(struct world *w, const char *name, const char *event)
{
	store_visit_add(w->store, world_now_s(w), name, event);
	store_counter_set(w->store, COUNTER_MOST_ONLINE, w->online_count, true);
	tally_write(w);
}

static void
count_start(struct world *w)
{
	struct tally *t = &w->tally;

	if (t->start_counted)
		return;
	store_counter_add(w->store, COUNTER_STARTS, 1);
	t->start_counted = true;
}

static bool
hour_ended(const struct world *w)
{
	const struct tally *t = &w->tally;

	return t->pending_n > 0 && t->pending[0].hour != w->wall_ms / TALLY_HOUR_MS;
}

void
tally_timers(struct world *w)
{
	if (store_refusing(w->store))
		return;
	count_start(w);
	if (!hour_ended(w))
		return;
	tally_write(w);
	store_hours_forget(
	    w->store, w->wall_ms / TALLY_HOUR_MS - TALLY_DAYS * 24, FORGET_AT_ONCE);
}

int64_t
tally_next_timer(const struct world *w)
{
	if (!store_refusing(w->store) && (!w->tally.start_counted || hour_ended(w)))
		return 0;
	return TALLY_HOUR_MS - w->wall_ms % TALLY_HOUR_MS;
}

/* ---- looking ---- */

void
tally_each(const struct world *w, void (*fn)(void *ctx, const struct hour_record *h), void *ctx)
{
	const struct tally *t = &w->tally;

	store_hours_each(w->store, w->wall_ms / TALLY_HOUR_MS - TALLY_DAYS * 24 + 1, fn, ctx);
	for (unsigned i = 0; i < t->pending_n; i++)
		fn(ctx, &t->pending[i]);
}
