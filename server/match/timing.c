/* SPDX-License-Identifier: MIT */
/* See timing.h.  Works on world.timers: a heap of the live matches in which something will
 * happen by itself, the soonest first.  Setting a time, and taking the first, costs
 * O(log of their number); matches without a clock are never in it. */
#include "match/timing.h"

#include <stdlib.h>

#include "base/table.h"
#include "match/match.h"
#include "people/people.h"

/* Reserves at which people are warned, in this order. */
static const uint32_t WARNINGS_MS[] = { 60000, 10000 };

/* ---- the heap ---- */

static void
put(struct world *w, size_t i, struct match *m)
{
	w->timers[i] = m;
	m->timer_at = (uint32_t)i + 1;
}

static void
sift_up(struct world *w, size_t i)
{
	struct match *m = w->timers[i];

	while (i > 0 && w->timers[(i - 1) / 2]->timer_ms > m->timer_ms) {
		put(w, i, w->timers[(i - 1) / 2]);
		i = (i - 1) / 2;
	}
	put(w, i, m);
}

static void
sift_down(struct world *w, size_t i)
{
	struct match *m = w->timers[i];

	for (;;) {
		size_t child = 2 * i + 1;

		if (child + 1 < w->timers_len &&
		    w->timers[child + 1]->timer_ms < w->timers[child]->timer_ms)
			child++;
		if (child >= w->timers_len || w->timers[child]->timer_ms >= m->timer_ms)
			break;
		put(w, i, w->timers[child]);
		i = child;
	}
	put(w, i, m);
}

static void
take_out(struct world *w, struct match *m)
{
	size_t i = m->timer_at - 1;
	struct match *last = w->timers[--w->timers_len];

	m->timer_at = 0;
	if (last == m)
		return;
	put(w, i, last);
	sift_up(w, i);
	sift_down(w, last->timer_at - 1);
}

static void
put_in(struct world *w, struct match *m)
{
	if (w->timers_len == w->timers_room) {
		w->timers_room = w->timers_room == 0 ? 64 : w->timers_room * 2;
		w->timers = realloc(w->timers, w->timers_room * sizeof(struct match *));
		CHECK(w->timers != NULL); /* as the lists of a turn: world.c */
	}
	put(w, w->timers_len++, m);
	sift_up(w, w->timers_len - 1);
}

static void
set_timer(struct world *w, struct match *m, int64_t at_ms)
{
	if (m->timer_at != 0 && at_ms == m->timer_ms)
		return;
	if (m->timer_at != 0)
		take_out(w, m);
	m->timer_ms = at_ms;
	if (at_ms >= 0)
		put_in(w, m);
}

/* ---- moments ---- */

static int64_t
sooner(int64_t a, int64_t b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* When the reserve of seat falls to this; -1 when it is not above it now, or does not run. */
static int64_t
warning_ms(const struct match *m, enum seat seat, unsigned k)
{
	const struct match_clock *c = &m->state.clock;

	if (!clock_runs(c, seat) || m->warned[seat] > k ||
	    c->reserve_ms[seat] <= WARNINGS_MS[k])
		return -1;
	return m->last_ms + clock_free_ms(c, seat) + c->reserve_ms[seat] - WARNINGS_MS[k];
}

/* The next thing that happens by itself when everybody's lag is so. */
static int64_t
next_moment(const struct match *m, const uint32_t credit_ms[2])
{
	int64_t at = -1;

	if (!m->live || m->last_ms < 0)
		return -1;
	for (unsigned s = 0; s < 2; s++) {
		int64_t left = clock_left_ms(&m->state.clock, (enum seat)s, credit_ms[s]);

		if (left >= 0)
			at = sooner(at, m->last_ms + left);
		for (unsigned k = 0; k < ARRAY_LEN(WARNINGS_MS); k++)
			at = sooner(at, warning_ms(m, (enum seat)s, k));
	}
	return at;
}

void
timing_arm(struct world *w, struct match *m)
{
	static const uint32_t none[2];

	if (m->timer_at != 0 || m->state.clock.on)
		set_timer(w, m, next_moment(m, none));
}

int64_t
timing_next(const struct world *w)
{
	return w->timers_len > 0 && !store_refusing(w->store) ? w->timers[0]->timer_ms : -1;
}

/* ---- time ---- */

uint32_t
timing_elapsed_ms(const struct world *w, const struct match *m)
{
	int64_t ms = w->mono_ms - m->last_ms;

	if (m->last_ms < 0 || ms < 0)
		return 0;
	return ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

uint16_t
timing_credit_ms(const struct world *w, const struct match *m, enum seat seat)
{
	const struct session *s = match_session(w, m, seat);
	unsigned rtt = s->gone ? 0 : w->net.rtt_ms(w->net.ctx, s->conn);

	return (uint16_t)(rtt < CLOCK_CREDIT_MAX ? rtt : CLOCK_CREDIT_MAX);
}

bool
timing_expire(struct world *w, struct match *m)
{
	uint32_t credit[2] = { timing_credit_ms(w, m, SEAT_0), timing_credit_ms(w, m, SEAT_1) };
	enum seat loser = match_out_of_time(&m->state, timing_elapsed_ms(w, m), credit);
	struct action a = { .kind = ACT_TIMEOUT, .seat = loser, .automatic = true };

	return loser != SEAT_NONE && match_act(w, m, &a, HOW_FORCED).err == MATCH_OK;
}

static void
warn(struct world *w, struct match *m)
{
	for (unsigned s = 0; s < 2; s++)
		for (unsigned k = 0; k < ARRAY_LEN(WARNINGS_MS); k++) {
			int64_t at = warning_ms(m, (enum seat)s, k);
			struct session *to = match_session(w, m, (enum seat)s);

			if (at < 0 || at > w->mono_ms)
				continue;
			m->warned[s] = (uint8_t)(k + 1);
			if (session_person(to))
				msg_clock_low(&to->out, WARNINGS_MS[k] / 1000);
		}
}

/* The lag of the two may put it off a little. */
static void
due(struct world *w, struct match *m)
{
	uint32_t credit[2];
	int64_t at;

	if (timing_expire(w, m))
		return;
	warn(w, m);
	for (unsigned s = 0; s < 2; s++)
		credit[s] = timing_credit_ms(w, m, (enum seat)s);
	at = next_moment(m, credit);
	set_timer(w, m, at >= 0 && at <= w->mono_ms ? w->mono_ms + 1 : at);
}

void
timing_due(struct world *w)
{
	if (store_refusing(w->store))
		return;
	while (w->timers_len > 0 && w->timers[0]->timer_ms <= w->mono_ms)
		due(w, w->timers[0]);
}

/* ---- suspended matches ---- */

/* Since when the clock of a match stands still that was suspended by this process.  A few dozen
 * bytes for each match of an event that was ever suspended. */
struct standstill {
	int64_t row;
	int64_t since_ms; /* monotonic; ahead of now: no time counts until then */
	UT_hash_handle hh;
};

static struct standstill *
standstill_of(const struct world *w, int64_t row)
{
	struct standstill *s;

	HASH_FIND(hh, w->standstills, &row, sizeof(row), s);
	return s;
}

int64_t
timing_since_ms(const struct world *w, int64_t row)
{
	const struct standstill *s = standstill_of(w, row);

	return s != NULL ? s->since_ms : w->started_ms + TIMING_AFTER_START_MS;
}

void
timing_stands(struct world *w, int64_t row, int64_t since_ms)
{
	struct standstill *s = standstill_of(w, row);

	if (s == NULL) {
		s = calloc(1, sizeof(*s));
		CHECK(s != NULL); /* as the lists of a turn: world.c */
		s->row = row;
		HASH_ADD(hh, w->standstills, row, sizeof(s->row), s);
		CHECK(s->hh.tbl != NULL);
	}
	s->since_ms = since_ms > w->mono_ms ? since_ms : w->mono_ms;
}

int64_t
timing_resume_ms(const struct world *w, int64_t row)
{
	int64_t at = sooner(w->mono_ms + TIMING_BOTH_BACK_MS, timing_since_ms(w, row));

	return at > w->mono_ms ? at : w->mono_ms;
}

void
timing_free(struct world *w)
{
	struct standstill *s, *next;

	HASH_ITER(hh, w->standstills, s, next)
	{
		HASH_DEL(w->standstills, s);
		free(s);
	}
	free(w->timers);
}

/* ---- when the disk is full ---- */

/* All times move by the same, so the heap stays as it is. */
static void
stood_still(struct world *w, int64_t stood_ms)
{
	for (size_t i = 0; i < w->timers_len; i++) {
		w->timers[i]->last_ms += stood_ms;
		w->timers[i]->timer_ms += stood_ms;
	}
	for (struct standstill *s = w->standstills; s != NULL; s = s->hh.next)
		s->since_ms += stood_ms;
	w->started_ms += stood_ms; /* for those suspended by an earlier process */
}

void
timing_room(struct world *w)
{
	bool refusing = store_refusing(w->store);

	if (refusing && w->refused_ms == 0) {
		w->refused_ms = w->mono_ms;
	} else if (!refusing && w->refused_ms != 0) {
		stood_still(w, w->mono_ms - w->refused_ms);
		w->refused_ms = 0;
	}
}

/* ---- showing ---- */

void
timing_show(struct world *w, const struct match *m, struct out *out)
{
	const struct match_clock *c = &m->state.clock;
	uint32_t elapsed = timing_elapsed_ms(w, m);
	char text[2][CLOCK_TEXT_MAX];

	if (!c->on)
		return;
	for (unsigned s = 0; s < 2; s++)
		clock_text(clock_reserve_after(c, (enum seat)s, elapsed), text[s]);
	if (c->paused)
		msg_clock_line_paused(
		    out, match_name(w, m, SEAT_0), text[0], match_name(w, m, SEAT_1), text[1]);
	else
		msg_clock_line(out, match_name(w, m, SEAT_0), text[0], match_name(w, m, SEAT_1),
		    text[1], c->delay_ms / 1000);
}
