/* SPDX-License-Identifier: MIT */
/* One turn: see turn.h.  The order of the steps guarantees that no change is announced before
 * it is on disk. */
#include "turn/turn.h"

#include <inttypes.h>

#include "bot/bot.h"
#include "cmd/cmd.h"
#include "domain.h"
#include "os/log.h"
#include "match/match.h"
#include "people/people.h"
#include "login/lifecycle.h"
#include "output/output.h"
#include "stats/counters.h"

#define SLOW_TURN_MS 10         /* longer turns are logged */
#define WAIT_MAX_MS 1000        /* longest wait, after which clock and files are checked */
#define WAIT_MAX_EMPTY_MS 10000 /* longest wait while no session is connected */
#define RESULTS_MAX 32u /* maximum password results taken in one turn; each is a log-in */
#define RESULTS_MIN 4u
#define RESULTS_UNTIL_US 4000 /* time in the turn after which only RESULTS_MIN are taken */
#define BOT_LINES_MAX 16u     /* maximum lines of bots run in one turn */
#define FEED_SESSION_US 10    /* cost of news for one session, mainly sending it */
#define FEED_SLICE_MIN 8

void
turn_begin(struct turn *t)
{
	struct turn_clock *c = &t->clock;
	int64_t world_ms;

	if (t->begun)
		return;
	world_ms = turn_clock_begin_turn(c, t->world);
	t->begun = true;
	t->began_us = turn_clock_now_us(c);
	t->began_cpu_us = c->mono_us != NULL ? c->cpu_us(c->ctx) : 0;
	domain_begin_turn(t->world, world_ms, c->wall_ms(c->ctx), turn_clock_take_stalled(c));
}

/* ---- events from net; the first reads the clock ---- */

/* Ends the reading of input for this turn if the turn has written as much to the store as one
 * turn may. */
static void
end_input_if_full(struct turn *t)
{
	if (store_turn_full(t->store))
		t->world->net.stop_input(t->world->net.ctx);
}

/* Begins the turn of an event.  Returns the event's session, or NULL if that session has
 * ended. */
static struct session *
begin_turn_for(struct turn *t, session_id id)
{
	turn_begin(t);
	return session_get(t->world, id);
}

static session_id
on_opened(void *ctx, conn_id c, const char *addr)
{
	struct turn *t = ctx;
	struct session *s;

	turn_begin(t);
	s = session_open(t->world, c, addr);
	if (s == NULL)
		return 0;
	session_greet(t->world, s);
	return s->id;
}

static void
on_line(void *ctx, session_id id, char *text, size_t n)
{
	struct turn *t = ctx;
	struct session *s = begin_turn_for(t, id);

	(void)n;
	t->syncs.input_lines++;
	if (s != NULL)
		cmd_line(t->world, s, text);
	end_input_if_full(t);
}

static void
on_overlong(void *ctx, session_id id)
{
	struct turn *t = ctx;
	struct session *s = begin_turn_for(t, id);

	if (s != NULL)
		cmd_overlong_line(t->world, s);
}

static void
on_closed(void *ctx, session_id id, enum net_close_reason why)
{
	struct turn *t = ctx;

	turn_begin(t);
	session_connection_closed(t->world, id, why);
	end_input_if_full(t);
}

static void
on_drained(void *ctx, session_id id)
{
	struct turn *t = ctx;

	turn_begin(t);
	domain_output_drained(t->world, id);
}

static void
on_window_size(void *ctx, session_id id, unsigned columns, unsigned rows)
{
	struct turn *t = ctx;
	struct session *s = begin_turn_for(t, id);

	if (s != NULL)
		session_set_window_size(s, columns, rows);
}

static void
on_waited(void *ctx)
{
	struct turn *t = ctx;

	turn_clock_read(&t->clock, t->world);
}

struct net_events
turn_net_events(struct turn *t)
{
	return (struct net_events){ t, on_opened, on_line, on_overlong, on_closed, on_drained,
		on_window_size, on_waited };
}

void
turn_init(struct turn *t)
{
	t->begun = false;
	t->longest_cpu_us = 0;
	turn_clock_init(&t->clock);
	turn_maintenance_init(&t->maintenance);
}

void
turn_resume_clock(struct turn *t, int64_t world_ms)
{
	turn_clock_resume(&t->clock, t->world, world_ms);
}

void
turn_set_store(struct turn *t, struct store *store)
{
	t->store = store;
	t->world->store = store;
}

/* Returns whether no session is connected, nothing is played or deferred, and no standby server
 * may be waiting for this server to end. */
static bool
server_is_empty(const struct turn *t)
{
	return t->world->people->sessions.used == 0 && matches_live_count(t->world) == 0 &&
	       !t->maintenance.idle_work_due && !store_may_have_standby(t->store);
}

int
turn_wait_ms(const struct turn *t)
{
	int64_t ms = domain_next_timer(t->world);
	int64_t most = turn_output_waits(t) ? TURN_LATE_US / 1000
		       : server_is_empty(t) ? WAIT_MAX_EMPTY_MS
					    : WAIT_MAX_MS;

	if (t->more_results)
		return 0;
	return (int)(ms < 0 || ms > most ? most : ms);
}

/* ---- the end of a turn ---- */

/* Returns the number of sessions that get news and long answers at the end of the turn.
 * Serving them, including the sends, should take at most a quarter of the turn, but a few are
 * always served.  If nothing else happened in the turn, or there is no fine clock (tests must
 * be repeatable), returns a full slice. */
static unsigned
feed_slice(const struct turn *t, bool quiet)
{
	int64_t n;

	if (t->clock.mono_us == NULL || quiet)
		return FEED_SLICE_SESSIONS;
	n = (turn_clock_now_us(&t->clock) - t->began_us) / 3 / FEED_SESSION_US;
	return n < FEED_SLICE_MIN        ? FEED_SLICE_MIN
	       : n > FEED_SLICE_SESSIONS ? FEED_SLICE_SESSIONS
					 : (unsigned)n;
}

/* Records the end of a part of the turn. */
static void
mark_part_end(struct turn *t, enum turn_part part)
{
	t->part_end_us[part] = turn_clock_now_us(&t->clock);
}

/* Logs when the store starts or stops refusing writes. */
static void
log_refusing(struct turn *t)
{
	if (store_was_refusing(t->store) == t->logged_refusing)
		return;
	t->logged_refusing = !t->logged_refusing;
	if (t->logged_refusing)
		t->logged_unreachable = store_unreachable(t->store);
	if (t->logged_refusing)
		log_warn(t->logged_unreachable              ? "database_away"
			 : store_locked_elsewhere(t->store) ? "database_locked"
							    : "disk_full",
		    "turn=%" PRIu64 " detail=\"%s\"", t->world->turn_no,
		    store_refusal_reason(t->store));
	else
		log_info(t->logged_unreachable ? "database_back" : "disk_back", "turn=%" PRIu64,
		    t->world->turn_no);
}

static int
commit_and_send(struct turn *t, bool quiet)
{
	if (turn_sync_commit(t) != 0)
		return -1;
	mark_part_end(t, TURN_COMMIT);
	domain_after_commit(t->world, feed_slice(t, quiet));
	turn_sync_send(t);
	log_refusing(t);
	return 0;
}

static bool
take_results(struct turn *t)
{
	struct work_result r;
	unsigned n = 0;

	t->more_results = false;
	while (!t->more_results && t->work_next_result(t->work_ctx, &r)) {
		cmd_work_done(t->world, &r);
		n++;
		t->more_results =
		    n == RESULTS_MAX ||
		    (n >= RESULTS_MIN &&
			turn_clock_now_us(&t->clock) - t->began_us > RESULTS_UNTIL_US);
	}
	return n > 0;
}

/* Runs the lines that bots type, like lines received from clients. */
static bool
run_bot_lines(struct turn *t)
{
	char line[BOT_LINE_SIZE];
	struct session *s;
	unsigned n = 0;

	while (n < BOT_LINES_MAX && bots_type_next_line(t->world, &s, line)) {
		cmd_line(t->world, s, line);
		n++;
	}
	return n > 0;
}

static int64_t
part_duration_ms(const struct turn *t, enum turn_part part)
{
	int64_t since = part == 0 ? t->began_us : t->part_end_us[part - 1];

	return (t->part_end_us[part] - since + 500) / 1000;
}

/* Records the duration of the turn; in whole milliseconds without a fine clock, as in tests. */
static void
measure_turn(struct turn *t)
{
	mark_part_end(t, TURN_MAINTAIN);
	if (t->clock.mono_us == NULL) {
		counters_add_turn(
		    t->world, (t->clock.mono_ms(t->clock.ctx) - t->world->mono_ms) * 1000, 0);
		return;
	}
	const int64_t us = t->part_end_us[TURN_MAINTAIN] - t->began_us;
	const int64_t cpu_us = t->clock.cpu_us(t->clock.ctx) - t->began_cpu_us;
	counters_add_turn(
	    t->world, us, t->part_end_us[TURN_COMMIT] - t->part_end_us[TURN_HANDLE]);
	if (cpu_us > t->longest_cpu_us)
		t->longest_cpu_us = cpu_us;
	if (us > SLOW_TURN_MS * 1000)
		log_client(LOG_LEVEL_INFO, "slow_turn",
		    "turn=%" PRIu64 " ms=%" PRId64 " cpu_ms=%" PRId64 " handle_ms=%" PRId64
		    " commit_ms=%" PRId64 " send_ms=%" PRId64 " tidy_ms=%" PRId64,
		    t->world->turn_no, us / 1000, cpu_us / 1000,
		    part_duration_ms(t, TURN_HANDLE), part_duration_ms(t, TURN_COMMIT),
		    part_duration_ms(t, TURN_SEND), part_duration_ms(t, TURN_MAINTAIN));
}

int
turn_end(struct turn *t)
{
	bool quiet = !t->begun;
	bool waited = turn_output_waits(t);
	bool busy;
	int result;

	turn_begin(t);
	if (take_results(t))
		quiet = false;
	if (run_bot_lines(t))
		quiet = false;
	domain_run_timers(t->world);
	domain_print_prompts(t->world);
	DCHECK((domain_check_invariants(t->world), true));
	busy = domain_output_pending(t->world);
	mark_part_end(t, TURN_HANDLE);
	mark_part_end(t, TURN_COMMIT);
	if (commit_and_send(t, quiet) != 0)
		return -1;
	domain_free_ended(t->world);
	mark_part_end(t, TURN_SEND);
	t->begun = false;
	result = turn_maintain(t, !quiet || busy, waited);
	measure_turn(t);
	if (t->clock.mono_us != NULL)
		turn_clock_set_deadline(&t->clock, turn_wait_ms(t));
	return result;
}
