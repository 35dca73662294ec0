/* SPDX-License-Identifier: MIT */
/* The clocks of matches: the time of the next automatic event, warnings, the player whose time
 * is up, and the time from which suspended matches are timed. rules/clock.h has the rules of
 * the clock itself.
 *
 * Setting a timer and taking the first costs O(log timers).  Matches without a clock have no
 * timer. */
#include "match/match_internal.h"

#include <stdlib.h>

#include "people/people.h"
#include "output/output.h"

/* The reserves of time at which players are warned, in this order. */
static const uint32_t WARNINGS_MS[] = { 60000, 10000 };

static void
set_timer(struct matches *t, struct match *m, int64_t at_ms)
{
	if (tree_node_is_linked(&m->timer_node) && at_ms == m->timer_ms)
		return;
	if (tree_node_is_linked(&m->timer_node))
		tree_remove(&t->timers, &m->timer_node);
	m->timer_ms = at_ms;
	if (at_ms >= 0)
		tree_add(&t->timers, &m->timer_node);
}

/* ---- event times ---- */

static int64_t
earlier_time(int64_t a, int64_t b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* Returns the time at which a seat's reserve falls to WARNINGS_MS[k], monotonic; -1 if the
 * reserve is already as low, the clock is not running, or the warning was given. */
static int64_t
warning_ms(const struct match *m, enum seat seat, unsigned k)
{
	const struct match_clock *c = &m->state.clock;

	if (!clock_runs(c, seat) || m->warnings_given[seat] > k ||
	    c->reserve_ms[seat] <= WARNINGS_MS[k])
		return -1;
	return m->last_ms + clock_free_ms(c, seat) + c->reserve_ms[seat] - WARNINGS_MS[k];
}

/* Returns the time of the next event if the seats have the lag credits credit_ms. */
static int64_t
next_event_ms(const struct match *m, const uint32_t credit_ms[2])
{
	int64_t at = -1;

	if (!m->live || m->last_ms < 0)
		return -1;
	for (unsigned s = 0; s < 2; s++) {
		int64_t left = clock_left_ms(&m->state.clock, (enum seat)s, credit_ms[s]);

		if (left >= 0)
			at = earlier_time(at, m->last_ms + left);
		for (unsigned k = 0; k < ARRAY_LEN(WARNINGS_MS); k++)
			at = earlier_time(at, warning_ms(m, (enum seat)s, k));
	}
	return at;
}

void
timing_arm(struct world *w, struct match *m)
{
	static const uint32_t none[2];

	if (tree_node_is_linked(&m->timer_node) || m->state.clock.on)
		set_timer(w->matches, m, next_event_ms(m, none));
}

/* Returns the match with the earliest timer. */
static struct match *
first_due(const struct matches *t)
{
	struct tree_node *n = tree_first(&t->timers);

	return n != NULL ? TREE_OWNER(n, struct match, timer_node) : NULL;
}

int64_t
timing_next_event_ms(const struct world *w)
{
	const struct match *m = first_due(w->matches);

	return m != NULL ? m->timer_ms : -1;
}

int64_t
matches_next_clock_event(const struct world *w)
{
	return store_was_refusing(w->store)
		   ? -1
		   : earlier_time(timing_next_event_ms(w), absences_next_due(w));
}

struct match *
timing_first_due(const struct world *w)
{
	int64_t at = timing_next_event_ms(w);

	return at >= 0 && at <= w->mono_ms && !store_refusing(w->store) ? first_due(w->matches)
									: NULL;
}

/* ---- time ---- */

uint32_t
match_elapsed_ms(const struct world *w, const struct match *m)
{
	int64_t ms = w->mono_ms - m->last_ms;

	if (m->last_ms < 0 || ms < 0)
		return 0;
	return ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

uint16_t
timing_lag_credit_ms(const struct world *w, const struct match *m, enum seat seat)
{
	const struct session *s = match_session(w, m, seat);
	unsigned rtt = s->disconnected ? 0 : w->net.rtt_ms(w->net.ctx, s->conn);

	return (uint16_t)(rtt < CLOCK_LAG_CREDIT_MAX ? rtt : CLOCK_LAG_CREDIT_MAX);
}

enum seat
timing_loser(const struct world *w, const struct match *m)
{
	const uint32_t credit[2] = { timing_lag_credit_ms(w, m, SEAT_0),
		timing_lag_credit_ms(w, m, SEAT_1) };

	return match_out_of_time(&m->state, match_elapsed_ms(w, m), credit);
}

static void
send_warnings(struct world *w, struct match *m)
{
	for (unsigned s = 0; s < 2; s++)
		for (unsigned k = 0; k < ARRAY_LEN(WARNINGS_MS); k++) {
			int64_t at = warning_ms(m, (enum seat)s, k);

			if (at < 0 || at > w->mono_ms)
				continue;
			m->warnings_given[s] = (uint8_t)(k + 1);
			event_publish(
			    w, &(struct world_event){ .kind = EVENT_clock_low,
				   .clock_low = { m, (enum seat)s, WARNINGS_MS[k] } });
		}
}

/* The players' lag credit may postpone the event slightly. */
void
timing_warn_and_rearm(struct world *w, struct match *m)
{
	uint32_t credit[2];
	int64_t at;

	send_warnings(w, m);
	for (unsigned s = 0; s < 2; s++)
		credit[s] = timing_lag_credit_ms(w, m, (enum seat)s);
	at = next_event_ms(m, credit);
	set_timer(w->matches, m, at >= 0 && at <= w->mono_ms ? w->mono_ms + 1 : at);
}

/* ---- suspended matches ---- */

static struct suspension *
suspension_of(const struct world *w, int64_t row)
{
	struct suspension *s;

	HASH_FIND(hh, w->matches->suspensions, &row, sizeof(row), s);
	return s;
}

int64_t
timing_counts_from_ms(const struct world *w, int64_t row)
{
	const struct suspension *s = suspension_of(w, row);

	return s != NULL ? s->since_ms
			 : w->started_ms + w->matches->stalled_ms + TIMING_AFTER_START_MS;
}

void
timing_count_from(struct world *w, int64_t row, int64_t since_ms)
{
	struct suspension *s = suspension_of(w, row);

	if (s == NULL) {
		s = calloc(1, sizeof(*s));
		CHECK(s != NULL); /* aborts if out of memory, as world_reap_later does */
		s->row = row;
		HASH_ADD(hh, w->matches->suspensions, row, sizeof(s->row), s);
		CHECK(s->hh.tbl != NULL);
	}
	s->since_ms = since_ms;
}

void
timing_count_from_now(struct world *w, int64_t row, int64_t since_ms)
{
	timing_count_from(w, row, since_ms > w->mono_ms ? since_ms : w->mono_ms);
}

void
timing_forget(struct world *w, int64_t row)
{
	struct suspension *s = suspension_of(w, row);

	if (s == NULL)
		return;
	HASH_DEL(w->matches->suspensions, s);
	free(s);
}

int64_t
timing_resume_ms(const struct world *w, int64_t since_ms)
{
	int64_t at = earlier_time(w->mono_ms + TIMING_BOTH_BACK_MS, since_ms);

	return at > w->mono_ms ? at : w->mono_ms;
}

/* Moves all times by the same amount, so the tree stays in order. */
void
matches_add_stall(struct world *w, int64_t stalled_ms)
{
	struct matches *t = w->matches;

	for (struct tree_node *n = tree_first(&t->timers); n != NULL; n = tree_next(n)) {
		struct match *m = TREE_OWNER(n, struct match, timer_node);

		m->last_ms += stalled_ms;
		m->timer_ms += stalled_ms;
	}
	for (struct suspension *s = t->suspensions; s != NULL; s = s->hh.next)
		s->since_ms += stalled_ms;
	for (struct absence *a = t->absences; a != NULL; a = a->hh.next)
		if (a->next_action_ms >= 0)
			a->next_action_ms += stalled_ms;
	if (t->absences_next_ms >= 0)
		t->absences_next_ms += stalled_ms;
	outage_add_stall(t, stalled_ms);
	/* timing_counts_from_ms adds stalled_ms for matches suspended by an earlier process */
	t->stalled_ms += stalled_ms;
}
