/* SPDX-License-Identifier: MIT */
/* The clock of a match: see clock.h.  Owns no memory; every function takes a few
 * nanoseconds. */
#include "rules/clock.h"

#include <string.h>

const struct clock_preset CLOCK_PRESETS[] = {
	{ "fast", 8000, 20000 },
	{ "normal", 10000, 60000 },
	{ "standard", 12000, 120000 },
	{ "online", 15000, 120000 },
	{ "slow", 15000, 180000 },
	{ NULL, 0, 0 },
};

static uint32_t
lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* ---- presets ---- */

static char
to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
is_prefix(const char *word, const char *name)
{
	while (*word != '\0' && to_lower(*word) == *name) {
		word++;
		name++;
	}
	return *word == '\0';
}

const struct clock_preset *
clock_preset_named(const char *word)
{
	const struct clock_preset *found = NULL;

	for (const struct clock_preset *p = CLOCK_PRESETS; p->name != NULL; p++) {
		if (!is_prefix(word, p->name))
			continue;
		if (strlen(word) == strlen(p->name))
			return p;
		if (found != NULL)
			return NULL;
		found = p;
	}
	return found;
}

const struct clock_preset *
clock_preset_of(uint32_t delay_ms, uint32_t reserve_ms, unsigned length)
{
	for (const struct clock_preset *p = CLOCK_PRESETS; p->name != NULL; p++)
		if (p->delay_ms == delay_ms && clock_reserve_start(p, length) == reserve_ms)
			return p;
	return NULL;
}

uint32_t
clock_reserve_start(const struct clock_preset *p, unsigned length)
{
	return p->reserve_per_point_ms * length;
}

uint32_t
clock_allowance_start(uint32_t reserve_ms)
{
	uint32_t part = reserve_ms / CLOCK_ALLOWANCE_DIVISOR;

	return part < CLOCK_ALLOWANCE_MIN_MS ? CLOCK_ALLOWANCE_MIN_MS
					     : lesser(CLOCK_ALLOWANCE_MAX_MS, part);
}

/* ---- time ---- */

void
clock_init(struct match_clock *c)
{
	memset(c, 0, sizeof(*c));
	c->seat = SEAT_NONE;
	c->allowance_ms[0] = c->allowance_ms[1] = CLOCK_ALLOWANCE_MAX_MS;
}

bool
clock_runs(const struct match_clock *c, enum seat seat)
{
	if (!c->on || c->paused)
		return false;
	/* neither player can act, so only the time of absent players runs */
	if (c->away[0] || c->away[1])
		return c->away[seat];
	switch ((enum clock_mode)c->mode) {
	case CLOCK_TURN:
	case CLOCK_ANSWER:
		return c->seat == seat;
	case CLOCK_BETWEEN_GAMES:
		return !c->ready[seat];
	case CLOCK_IDLE:
		break;
	}
	return false;
}

uint32_t
clock_free_ms(const struct match_clock *c, enum seat seat)
{
	if (c->away[seat])
		return c->disconnects[seat] <= CLOCK_DISCONNECTS_FREE ? c->allowance_ms[seat]
								      : 0;
	switch ((enum clock_mode)c->mode) {
	case CLOCK_TURN:
		return c->delay_ms - c->turn_used_ms;
	case CLOCK_ANSWER:
		return c->delay_ms - c->answer_used_ms;
	case CLOCK_BETWEEN_GAMES:
		return c->between_games_ms;
	case CLOCK_IDLE:
		break;
	}
	return 0;
}

/* Returns the time left after the free time.  The result is at least 1 ms, so that a player
 * without reserve can still use the delay. */
static uint32_t
reserve_and_overtime_ms(const struct match_clock *c, enum seat seat)
{
	uint32_t total = c->reserve_ms[seat];

	if (!c->overtime_used[seat])
		total += c->overtime_ms;
	return total > 0 ? total : 1;
}

/* Returns the lag credit that seat may still receive for this action. */
static uint32_t
lag_credit_left(const struct match_clock *c, enum seat seat, uint32_t credit_ms)
{
	if (c->away[seat])
		return 0;
	return lesser(lesser(credit_ms, CLOCK_LAG_CREDIT_MAX),
	    CLOCK_LAG_CREDIT_GAME_MAX -
		lesser(CLOCK_LAG_CREDIT_GAME_MAX, c->lag_credit_ms[seat]));
}

int64_t
clock_left_ms(const struct match_clock *c, enum seat seat, uint32_t credit_ms)
{
	if (!clock_runs(c, seat))
		return -1;
	return (int64_t)c->stop_left_ms + clock_free_ms(c, seat) +
	       reserve_and_overtime_ms(c, seat) + lag_credit_left(c, seat, credit_ms);
}

bool
clock_has_run_out(
    const struct match_clock *c, enum seat seat, uint32_t elapsed_ms, uint32_t credit_ms)
{
	int64_t left = clock_left_ms(c, seat, credit_ms);

	return left >= 0 && (int64_t)elapsed_ms >= left;
}

uint32_t
clock_reserve_after(const struct match_clock *c, enum seat seat, uint32_t elapsed_ms)
{
	uint32_t reserve = c->reserve_ms[seat];
	uint32_t need;

	if (!clock_runs(c, seat))
		return reserve;
	elapsed_ms -= lesser(elapsed_ms, c->stop_left_ms);
	need = elapsed_ms - lesser(elapsed_ms, clock_free_ms(c, seat));
	if (need >= reserve && !c->overtime_used[seat])
		reserve += c->overtime_ms;
	return reserve - lesser(need, reserve);
}

static void
spend_free(struct match_clock *c, enum seat seat, uint32_t ms)
{
	if (c->away[seat])
		c->allowance_ms[seat] -= ms;
	else if (c->mode == CLOCK_TURN)
		c->turn_used_ms += ms;
	else if (c->mode == CLOCK_ANSWER)
		c->answer_used_ms += ms;
}

static void
spend_reserve(struct match_clock *c, enum seat seat, uint32_t ms)
{
	if (ms > 0 && ms >= c->reserve_ms[seat] && c->overtime_ms > 0 &&
	    !c->overtime_used[seat]) {
		c->overtime_used[seat] = true;
		c->reserve_ms[seat] += c->overtime_ms;
	}
	c->reserve_ms[seat] -= lesser(ms, c->reserve_ms[seat]);
}

static void
spend_time(struct match_clock *c, enum seat seat, uint32_t elapsed_ms, uint32_t credit_ms)
{
	uint32_t unpaid = lesser(elapsed_ms, clock_free_ms(c, seat));
	uint32_t need = elapsed_ms - unpaid;
	uint32_t saved = lesser(need, lag_credit_left(c, seat, credit_ms));

	spend_free(c, seat, unpaid);
	c->lag_credit_ms[seat] = (uint16_t)(c->lag_credit_ms[seat] + saved);
	spend_reserve(c, seat, need - saved);
}

void
clock_spend(struct match_clock *c, uint32_t elapsed_ms, enum seat actor, uint32_t credit_ms)
{
	uint32_t stopped = lesser(elapsed_ms, c->stop_left_ms);

	if (!c->on || c->paused)
		return;
	c->stop_left_ms -= stopped;
	c->stopped_ms += stopped;
	elapsed_ms -= stopped;
	for (unsigned s = 0; s < 2; s++)
		if (clock_runs(c, (enum seat)s))
			spend_time(c, (enum seat)s, elapsed_ms, s == actor ? credit_ms : 0);
	/* the free time between games is shared by both players */
	if (c->mode == CLOCK_BETWEEN_GAMES && !c->away[0] && !c->away[1])
		c->between_games_ms -= lesser(elapsed_ms, c->between_games_ms);
}

/* ---- events ---- */

void
clock_turn_begins(struct match_clock *c)
{
	c->turn_used_ms = 0;
}

void
clock_answer_begins(struct match_clock *c)
{
	c->answer_used_ms = 0;
}

void
clock_between_games(struct match_clock *c)
{
	if (c->on)
		c->between_games_ms = CLOCK_BETWEEN_GAMES_MS;
	c->ready[0] = c->ready[1] = false;
}

void
clock_game_begins(struct match_clock *c)
{
	c->between_games_ms = 0;
	for (unsigned s = 0; s < 2; s++) {
		c->ready[s] = false;
		c->lag_credit_ms[s] = 0;
	}
}

void
clock_take_break(struct match_clock *c, enum seat seat)
{
	c->break_taken[seat] = true;
	c->between_games_ms += CLOCK_BREAK_MS;
}

void
clock_disconnect(struct match_clock *c, enum seat seat)
{
	c->away[seat] = true;
	if (c->disconnects[seat] < UINT8_MAX)
		c->disconnects[seat]++;
}

void
clock_return(struct match_clock *c, enum seat seat)
{
	c->away[seat] = false;
	if (!c->away[seat_other(seat)])
		c->stop_left_ms = 0;
}

void
clock_stop_for(struct match_clock *c, uint32_t ms)
{
	c->stop_left_ms = ms;
}

void
clock_adjourn(struct match_clock *c)
{
	c->away[0] = c->away[1] = false;
	c->stop_left_ms = 0;
}

int64_t
clock_absent_deadline_ms(const struct match_clock *c, enum seat seat, int64_t since_ms)
{
	struct match_clock then = *c;

	if (!then.away[seat])
		clock_disconnect(&then, seat);
	return clock_runs(&then, seat) ? since_ms + clock_left_ms(&then, seat, 0) : -1;
}

bool
clock_check(const struct match_clock *c)
{
	if (c->mode > CLOCK_BETWEEN_GAMES || c->seat > SEAT_NONE ||
	    (c->mode == CLOCK_TURN || c->mode == CLOCK_ANSWER) != (c->seat != SEAT_NONE))
		return false;
	if (c->turn_used_ms > c->delay_ms || c->answer_used_ms > c->delay_ms ||
	    c->delay_ms > CLOCK_DELAY_MAX || c->overtime_ms > CLOCK_OVERTIME_MAX ||
	    c->between_games_ms > CLOCK_BETWEEN_GAMES_MS + 2 * CLOCK_BREAK_MS)
		return false;
	if ((uint64_t)c->stop_left_ms + c->stopped_ms > CLOCK_STOPS_MAX_MS ||
	    (c->stop_left_ms > 0 && !c->away[0] && !c->away[1]))
		return false;
	for (unsigned s = 0; s < 2; s++)
		if (c->reserve_ms[s] > CLOCK_RESERVE_MAX + CLOCK_OVERTIME_MAX ||
		    c->allowance_ms[s] > CLOCK_ALLOWANCE_MAX_MS ||
		    c->lag_credit_ms[s] > CLOCK_LAG_CREDIT_GAME_MAX ||
		    (c->away[s] && c->disconnects[s] == 0))
			return false;
	return true;
}
