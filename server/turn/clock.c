/* SPDX-License-Identifier: MIT */
/* Counts the time for which the server was stalled: see clock.h. */
#include "turn/clock.h"

#include <inttypes.h>

#include "os/log.h"

#define CATCH_UP_MAX_US 1000000    /* maximum catch-up time after a late turn */
#define NOT_BY_PLAYERS_US 10000000 /* players cannot delay a turn by this much */
/* allowance for turns that are late by at most NOT_BY_PLAYERS_US; refilled at half speed */
#define STALL_BUDGET_US 30000000

void
turn_clock_init(struct turn_clock *c)
{
	c->deadline_us = INT64_MAX;
}

int64_t
turn_clock_now_us(const struct turn_clock *c)
{
	return c->mono_us != NULL ? c->mono_us(c->ctx) : 0;
}

/* Returns how much of a delay may stop the clocks.  Players can keep a slow disk busy, and if
 * every delay stopped their clocks they could think for free; so turns that are not very late
 * use a limited allowance. */
static int64_t
stall_budget_take_us(struct turn_clock *c, int64_t us, int64_t late)
{
	if (late > NOT_BY_PLAYERS_US)
		return us;
	us = us < c->stall_budget_us ? us : c->stall_budget_us;
	c->stall_budget_us -= us;
	return us;
}

static void
add_stall(struct turn_clock *c, struct world *w, int64_t us)
{
	int64_t ms = (c->stalled_rest_us + us) / 1000;

	c->stalled_rest_us = (c->stalled_rest_us + us) % 1000;
	c->stalled_ms += ms;
	c->stalled_unreported_ms += ms;
	w->net.extend_timeouts(w->net.ctx, ms);
}

/* If the turn is late, all the time since the last reading is lost, including the intended
 * wait: a player who was short of time may have sent an action that still waits in the socket.
 * Reading it may take several turns, so time stays stopped a little longer. */
void
turn_clock_read(struct turn_clock *c, struct world *w)
{
	int64_t now, late;

	if (c->mono_us == NULL)
		return;
	now = c->mono_us(c->ctx);
	late = now - c->deadline_us;
	if (late > TURN_LATE_US) {
		int64_t until = now + (late < CATCH_UP_MAX_US ? late : CATCH_UP_MAX_US);

		if (until > c->grace_until_us)
			c->grace_until_us = until;
		log_client(LOG_LEVEL_INFO, "late_turn", "turn=%" PRIu64 " ms=%" PRId64,
		    w->turn_no, late / 1000);
	}
	c->stall_budget_us += (now - c->last_read_us) / 2;
	if (c->stall_budget_us > STALL_BUDGET_US)
		c->stall_budget_us = STALL_BUDGET_US;
	if (c->last_read_us < c->grace_until_us) {
		int64_t us =
		    (now < c->grace_until_us ? now : c->grace_until_us) - c->last_read_us;

		add_stall(c, w, stall_budget_take_us(c, us, late));
	}
	c->last_read_us = c->deadline_us = now;
}

/* The coarse clock is read before the fine clock.  If the process is stopped between the two
 * readings, the fine clock shows the delay and the time does not count. */
int64_t
turn_clock_begin_turn(struct turn_clock *c, struct world *w)
{
	int64_t ms = c->mono_ms(c->ctx);

	turn_clock_read(c, w);
	ms -= c->stalled_ms;
	return ms > w->mono_ms ? ms : w->mono_ms;
}

int64_t
turn_clock_take_stalled(struct turn_clock *c)
{
	int64_t ms = c->stalled_unreported_ms;

	c->stalled_unreported_ms = 0;
	return ms;
}

void
turn_clock_set_deadline(struct turn_clock *c, int wait_ms)
{
	c->deadline_us = c->last_read_us + (int64_t)wait_ms * 1000;
}

void
turn_clock_resume(struct turn_clock *c, struct world *w, int64_t world_ms)
{
	const int64_t ms = c->mono_ms(c->ctx) - c->stalled_ms - world_ms;

	c->stalled_ms += ms;
	w->net.extend_timeouts(w->net.ctx, ms);
	w->mono_ms = world_ms;
	w->wall_ms = c->wall_ms(c->ctx);
}
