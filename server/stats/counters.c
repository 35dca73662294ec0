/* SPDX-License-Identifier: MIT */
/* See counters.h.  Uses world.counters.
 *
 * Cost: a few additions per turn, and one row for each log-in and log-out. */
#include "stats/counters.h"

#include <stdlib.h>

#include "rules/rating.h"

/* old rows deleted at a time; one row is added per hour, so a backlog is soon gone */
#define HOURS_DELETED_AT_ONCE 50
/* old rating changes deleted at a time; each rated match deletes some too */
#define RECENT_DELETED_AT_ONCE 500

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
	if (t->pending_hours_n > 0 && t->pending_hours[t->pending_hours_n - 1].hour == hour)
		return &t->pending_hours[t->pending_hours_n - 1];
	if (t->pending_hours_n == COUNTERS_PENDING_HOURS) {
		t->pending_hours_n--;
		for (unsigned i = 0; i < t->pending_hours_n; i++)
			t->pending_hours[i] = t->pending_hours[i + 1];
	}
	t->pending_hours[t->pending_hours_n] =
	    (struct hour_record){ .hour = hour, .min_online = UINT32_MAX };
	return &t->pending_hours[t->pending_hours_n++];
}

static void
add(struct counters *t, int64_t hour, int64_t ms, uint32_t users)
{
	struct hour_record *h = pending_hour(t, hour);

	h->uptime_ms += ms;
	h->online_ms += ms * users;
	if (users < h->min_online)
		h->min_online = users;
	if (users > h->max_online)
		h->max_online = users;
}

void
counters_add_online_time(struct world *w)
{
	struct counters *t = w->counters;
	int64_t left = w->mono_ms - t->accounted_ms;
	int64_t at;

	if (!t->timing_begun) {
		t->timing_begun = true;
		t->start_ms = w->mono_ms;
		left = 0;
	}
	t->accounted_ms = w->mono_ms;
	/* limits `left`: only a simulated clock advances by more, because the loop wakes every
	 * hour */
	if (left > (int64_t)COUNTERS_PENDING_HOURS * COUNTERS_HOUR_MS)
		left = (int64_t)COUNTERS_PENDING_HOURS * COUNTERS_HOUR_MS;
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
counters_command_count(const struct world *w)
{
	return w->counters->commands;
}

/* ---- turns ---- */

#define MINUTE_PART_MS 10000

static int64_t
current_minute_part(const struct world *w)
{
	return (w->mono_ms - w->counters->start_ms) / MINUTE_PART_MS;
}

const int64_t HISTOGRAM_UPPER_BOUNDS_US[HISTOGRAM_BOUNDS] = { 500, 1000, 2500, 5000, 10000,
	25000, 50000, 100000, 250000, 500000, 1000000, 2500000 };

static void
histogram_add(struct histogram *h, int64_t us)
{
	unsigned i = 0;

	while (i < HISTOGRAM_BOUNDS && us > HISTOGRAM_UPPER_BOUNDS_US[i])
		i++;
	if (i < HISTOGRAM_BOUNDS)
		h->bucket_counts[i]++;
	h->n++;
	h->sum_us += us;
}

void
counters_add_turn(struct world *w, int64_t us, int64_t commit_us)
{
	struct counters *t = w->counters;
	int64_t now = current_minute_part(w);
	int64_t *part = &t->part_longest_us[now % COUNTERS_MINUTE_PARTS];

	histogram_add(&t->turn_times, us);
	histogram_add(&t->commit_times, commit_us);
	for (unsigned i = 0; i < COUNTERS_MINUTE_PARTS && t->current_part < now; i++)
		t->part_longest_us[++t->current_part % COUNTERS_MINUTE_PARTS] = 0;
	t->current_part = now;
	if (us > *part)
		*part = us;
	if (us > t->longest_turn_us)
		t->longest_turn_us = us;
}

void
counters_add_sync(struct world *w, int64_t us)
{
	histogram_add(&w->counters->sync_times, us);
}

double
counters_longest_turn(const struct world *w)
{
	return (double)w->counters->longest_turn_us / 1000;
}

double
counters_longest_in_minute(const struct world *w)
{
	const struct counters *t = w->counters;
	int64_t longest = 0, now = current_minute_part(w);

	for (int64_t i = t->current_part; i >= 0 && i > t->current_part - COUNTERS_MINUTE_PARTS;
	     i--)
		if (i > now - COUNTERS_MINUTE_PARTS &&
		    t->part_longest_us[i % COUNTERS_MINUTE_PARTS] > longest)
			longest = t->part_longest_us[i % COUNTERS_MINUTE_PARTS];
	return (double)longest / 1000;
}

/* ---- storing ---- */

void
counters_store(struct world *w)
{
	struct counters *t = w->counters;

	if (store_refusing(w->store))
		return;
	for (unsigned i = 0; i < t->pending_hours_n; i++) {
		store_hour_add(w->store, &t->pending_hours[i]);
		store_up_day_add(w->store, t->pending_hours[i].hour / 24);
	}
	t->pending_hours_n = 0;
}

void
counters_record_visit(struct world *w, const char *name, const char *event)
{
	store_visit_add(w->store, world_now_s(w), name, event);
	store_counter_set(w->store, COUNTER_MOST_ONLINE, w->online_count, true);
	counters_store(w);
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

	return t->pending_hours_n > 0 &&
	       t->pending_hours[0].hour != w->wall_ms / COUNTERS_HOUR_MS;
}

void
counters_run_timers(struct world *w)
{
	if ((w->counters->start_counted && !hour_ended(w)) || store_refusing(w->store))
		return;
	count_server_start(w);
	if (!hour_ended(w))
		return;
	counters_store(w);
	if (!wallclock_trusted(w))
		return;
	store_hours_forget(w->store, w->wall_ms / COUNTERS_HOUR_MS - COUNTERS_DAYS_KEPT * 24,
	    HOURS_DELETED_AT_ONCE);
	store_rating_recent_delete_old(w->store, w->wall_ms - RATING_WINDOW_MS,
	    w->wall_ms + RATING_WINDOW_MS, RECENT_DELETED_AT_ONCE);
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

	if (w->mono_ms < t->next_sample_ms)
		return;
	t->next_sample_ms = w->mono_ms + COUNTERS_SAMPLE_MS;
	if (store_unreachable(w->store))
		return;
	t->database_bytes = store_database_bytes(w->store);
	t->analyses_queued = store_reviews_queued(w->store);
}

int64_t
counters_next_sample(const struct world *w)
{
	return w->counters->next_sample_ms;
}

/* ---- reading ---- */

void
counters_each_hour(
    const struct world *w, void (*fn)(void *ctx, const struct hour_record *h), void *ctx)
{
	const struct counters *t = w->counters;

	store_hours_each(
	    w->store, w->wall_ms / COUNTERS_HOUR_MS - COUNTERS_DAYS_KEPT * 24 + 1, fn, ctx);
	for (unsigned i = 0; i < t->pending_hours_n; i++)
		fn(ctx, &t->pending_hours[i]);
}
