/* SPDX-License-Identifier: MIT */
/* See counters.h.  Uses world.counters.
 *
 * Cost: a few additions per turn, and one row for each log-in and log-out. */
#include "stats/counters.h"

#include <stdlib.h>

#include "rules/rating.h"

/* old rows deleted at a time; one row is added per hour, so a backlog is soon gone */
#define FORGET_AT_ONCE 50
/* old rating changes deleted at a time; each rated match deletes some too */
#define RECENT_AT_ONCE 500

struct counters *
counters_new(void)
{
	return calloc(1, sizeof(struct counters));
}

void
counters_free(struct counters **c)
{
	free(*c);
	*c = NULL;
}

/* ---- accounting ---- */

/* Returns the unwritten record of an hour.  If there is no room, the oldest record is
 * dropped. */
static struct hour_record *
pending_hour(struct counters *t, int64_t hour)
{
	if (t->pending_n > 0 && t->pending[t->pending_n - 1].hour == hour)
		return &t->pending[t->pending_n - 1];
	if (t->pending_n == COUNTERS_PENDING) {
		t->pending_n--;
		for (unsigned i = 0; i < t->pending_n; i++)
			t->pending[i] = t->pending[i + 1];
	}
	t->pending[t->pending_n] = (struct hour_record){ .hour = hour, .least = UINT32_MAX };
	return &t->pending[t->pending_n++];
}

static void
add(struct counters *t, int64_t hour, int64_t ms, uint32_t users)
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
counters_time(struct world *w)
{
	struct counters *t = w->counters;
	int64_t left = w->mono_ms - t->since_ms;
	int64_t at;

	if (!t->begun) {
		t->begun = true;
		t->start_ms = w->mono_ms;
		left = 0;
	}
	t->since_ms = w->mono_ms;
	/* limits `left`: only a simulated clock advances by more, because the loop wakes every
	 * hour */
	if (left > (int64_t)COUNTERS_PENDING * COUNTERS_HOUR_MS)
		left = (int64_t)COUNTERS_PENDING * COUNTERS_HOUR_MS;
	at = w->wall_ms - left;
	if (at < 0)
		return;
	while (left > 0) {
		int64_t hour = at / COUNTERS_HOUR_MS;
		int64_t part = (hour + 1) * COUNTERS_HOUR_MS - at;

		part = part < left ? part : left;
		add(t, hour, part, w->online_count);
		at += part;
		left -= part;
	}
}

uint64_t
counters_commands(const struct world *w)
{
	return w->counters->commands;
}

/* ---- turns ---- */

#define PART_MS 10000

static int64_t
part_now(const struct world *w)
{
	return (w->mono_ms - w->counters->start_ms) / PART_MS;
}

const int64_t HISTOGRAM_LE_US[HISTOGRAM_BOUNDS] = { 500, 1000, 2500, 5000, 10000, 25000, 50000,
	100000, 250000, 500000, 1000000, 2500000 };

static void
histogram_add(struct histogram *h, int64_t us)
{
	unsigned i = 0;

	while (i < HISTOGRAM_BOUNDS && us > HISTOGRAM_LE_US[i])
		i++;
	if (i < HISTOGRAM_BOUNDS)
		h->up_to[i]++;
	h->n++;
	h->sum_us += us;
}

void
counters_turn(struct world *w, int64_t us, int64_t commit_us)
{
	struct counters *t = w->counters;
	int64_t now = part_now(w);
	int64_t *part = &t->part_us[now % COUNTERS_PARTS];

	histogram_add(&t->turns, us);
	histogram_add(&t->commits, commit_us);
	for (unsigned i = 0; i < COUNTERS_PARTS && t->part < now; i++)
		t->part_us[++t->part % COUNTERS_PARTS] = 0;
	t->part = now;
	if (us > *part)
		*part = us;
	if (us > t->turn_us)
		t->turn_us = us;
}

void
counters_sync(struct world *w, int64_t us)
{
	histogram_add(&w->counters->syncs, us);
}

double
counters_longest_turn(const struct world *w)
{
	return (double)w->counters->turn_us / 1000;
}

double
counters_longest_of_minute(const struct world *w)
{
	const struct counters *t = w->counters;
	int64_t longest = 0, now = part_now(w);

	for (int64_t i = t->part; i >= 0 && i > t->part - COUNTERS_PARTS; i--)
		if (i > now - COUNTERS_PARTS && t->part_us[i % COUNTERS_PARTS] > longest)
			longest = t->part_us[i % COUNTERS_PARTS];
	return (double)longest / 1000;
}

/* ---- storing ---- */

void
counters_write(struct world *w)
{
	struct counters *t = w->counters;

	if (store_refusing(w->store))
		return;
	for (unsigned i = 0; i < t->pending_n; i++) {
		store_hour_add(w->store, &t->pending[i]);
		store_up_day_add(w->store, t->pending[i].hour / 24);
	}
	t->pending_n = 0;
}

void
counters_visit(struct world *w, const char *name, const char *event)
{
	store_visit_add(w->store, world_now_s(w), name, event);
	store_counter_set(w->store, COUNTER_MOST_ONLINE, w->online_count, true);
	counters_write(w);
}

static void
count_server_start(struct world *w)
{
	struct counters *t = w->counters;

	if (t->start_counted)
		return;
	store_counter_add(w->store, COUNTER_STARTS, 1);
	t->start_counted = true;
}

static bool
hour_ended(const struct world *w)
{
	const struct counters *t = w->counters;

	return t->pending_n > 0 && t->pending[0].hour != w->wall_ms / COUNTERS_HOUR_MS;
}

void
counters_timers(struct world *w)
{
	if ((w->counters->start_counted && !hour_ended(w)) || store_refusing(w->store))
		return;
	count_server_start(w);
	if (!hour_ended(w))
		return;
	counters_write(w);
	if (!wallclock_settled(w))
		return;
	store_hours_forget(
	    w->store, w->wall_ms / COUNTERS_HOUR_MS - COUNTERS_DAYS * 24, FORGET_AT_ONCE);
	store_rating_recent_forget(w->store, w->wall_ms - RATING_WINDOW_MS,
	    w->wall_ms + RATING_WINDOW_MS, RECENT_AT_ONCE);
}

int64_t
counters_next_timer(const struct world *w)
{
	if (!store_was_refusing(w->store) && (!w->counters->start_counted || hour_ended(w)))
		return w->mono_ms;
	return w->mono_ms + COUNTERS_HOUR_MS - w->wall_ms % COUNTERS_HOUR_MS;
}

/* ---- figures for the metrics ---- */

/* Does not read a database that cannot be reached, because that would block the loop. */
void
counters_sample(struct world *w)
{
	struct counters *t = w->counters;

	if (w->mono_ms < t->sample_ms)
		return;
	t->sample_ms = w->mono_ms + COUNTERS_SAMPLE_MS;
	if (store_away(w->store))
		return;
	t->database_bytes = store_bytes(w->store);
	t->analyses_queued = store_reviews_queued(w->store);
}

int64_t
counters_next_sample(const struct world *w)
{
	return w->counters->sample_ms;
}

/* ---- reading ---- */

void
counters_each(
    const struct world *w, void (*fn)(void *ctx, const struct hour_record *h), void *ctx)
{
	const struct counters *t = w->counters;

	store_hours_each(
	    w->store, w->wall_ms / COUNTERS_HOUR_MS - COUNTERS_DAYS * 24 + 1, fn, ctx);
	for (unsigned i = 0; i < t->pending_n; i++)
		fn(ctx, &t->pending[i]);
}
