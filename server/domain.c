/* SPDX-License-Identifier: MIT */
/* See domain.h.  The end of a turn is linear in the sessions and matches that were changed or
 * written to in it, however many sessions there are. */
#include "domain.h"

#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"
#include "base/pack.h"
#include "imports/imports.h"
#include "review/review.h"
#include "people/people.h"
#include "login/hand_over_sessions.h"
#include "login/guard.h"
#include "login/login_queue.h"
#include "login/resume_token.h"
#include "login/lifecycle.h"
#include "moderation/bans.h"
#include "moderation/moderation.h"
#include "moderation/mutes.h"
#include "output/json_lines.h"
#include "output/json_log.h"
#include "output/output.h"
#include "match/match.h"
#include "stats/ranks.h"
#include "stats/counters.h"
#include "tell/news.h"
#include "tell/tell.h"
#include "tournament/tournament.h"
#include "rules/match.h"

#define STORE_PROBE_EVERY_MS 2000

/* The subscribers of events, in calling order. */
static event_subscriber *const EVENT_SUBSCRIBERS[] = {
	moderation_on_event,
	tell_on_event,  /* notifies players and watchers first */
	match_on_event, /* before the tournaments, which need the results of matches */
	tourneys_on_event,
	reviews_on_event,
	imports_on_event,
	NULL,
};

static const struct feed_delivery *const NEWS[FEED_KINDS] = {
	[FEED_SHOUT] = &NEWS_SHOUT,
	[FEED_WAVE] = &NEWS_WAVE,
	[FEED_BROADCAST] = &NEWS_BROADCAST,
	[FEED_SHUTDOWN] = &NEWS_SHUTDOWN,
	[FEED_SHUTDOWN_CANCELLED] = &NEWS_SHUTDOWN_CANCELLED,
	[FEED_MATCH_START] = &NEWS_MATCH_START,
	[FEED_MATCH_WON] = &NEWS_MATCH_WON,
	[FEED_LEFT_GAME] = &NEWS_LEFT_GAME,
	[FEED_TOURNEY] = &TOURNAMENT_NEWS,
	[FEED_TOURNEY_MEMBERS] = &TOURNAMENT_NEWS_MEMBERS,
};

struct world *
domain_new(const struct world_config *config, struct store *store, const struct net_port *net,
    const struct work_port *work, const struct random_port *random)
{
	struct world *w = calloc(1, sizeof(*w));

	if (w == NULL)
		return NULL;
	w->matches = matches_new(config->sessions_max);
	w->feed = feed_new(NEWS);
	w->people = people_new(config->sessions_max);
	w->guard = guard_new();
	w->moderation = moderation_new();
	w->counters = counters_new();
	w->ranks = rank_lists_new();
	w->bots = bots_new(config);
	w->reviews = reviews_new();
	w->imports = imports_new();
	if (w->matches == NULL || w->feed == NULL || w->people == NULL || w->guard == NULL ||
	    w->moderation == NULL || w->counters == NULL || w->ranks == NULL ||
	    w->bots == NULL || w->reviews == NULL || w->imports == NULL) {
		domain_free(&w);
		return NULL;
	}
	w->subscribers = EVENT_SUBSCRIBERS;
	w->config = *config;
	w->store = store;
	w->net = *net;
	w->work = *work;
	w->random = *random;
	wallclock_load(w);
	moderation_load(w);
	bans_load(w);
	mutes_load(w);
	matches_load_interrupted(w);
	if (!tourneys_load(w))
		domain_free(&w);
	return w;
}

void
domain_free(struct world **wp)
{
	struct world *w = *wp;

	if (w == NULL)
		return;
	bots_free(&w->bots);
	reviews_free(&w->reviews);
	imports_free(&w->imports);
	tourneys_free(w);
	people_free(w);
	json_logs_free(w);
	feed_free(&w->feed);
	matches_free(&w->matches);
	guard_free(&w->guard);
	moderation_free(&w->moderation);
	counters_free(&w->counters);
	rank_lists_free(&w->ranks);
	free(w->reap_list);
	free(w);
	*wp = NULL;
}

/* ---- the turn ---- */

static void
probe_store(struct world *w)
{
	if (store_was_refusing(w->store) && w->mono_ms >= w->store_probe_ms) {
		/* not done in the turn right after the store was found full */
		if (w->disk_full_ms != 0)
			(void)store_probe_writable(w->store);
		w->store_probe_ms = w->mono_ms + STORE_PROBE_EVERY_MS;
	}
	store_begin_turn(w->store, w->mono_ms);
	if (store_was_refusing(w->store) && w->disk_full_ms == 0) {
		w->disk_full_ms = w->mono_ms;
	} else if (!store_was_refusing(w->store) && w->disk_full_ms != 0) {
		matches_add_stall(w, w->mono_ms - w->disk_full_ms);
		w->disk_full_ms = 0;
	}
}

static void
close_idle_sessions(struct world *w)
{
	int64_t limit_ms = (int64_t)w->config.idle_s * 1000;

	for (unsigned n = 0; n < DOMAIN_TIMED_OUT_MAX && w->people->idle_list != NULL &&
			     w->mono_ms - w->people->idle_list->times.idle_ms >= limit_ms;
	     n++) {
		struct session *s = w->people->idle_list;

		if (match_awaits_opponent(w, s) || tourneys_expect_user(w, s) ||
		    (session_is_json(s) && s->screen.json->spectates)) {
			/* checked again after another idle_s */
			session_extend_idle_limit(w, s);
			continue;
		}
		msg_timed_out(&s->out);
		session_close(w, s, END_TIMEOUT);
	}
}

/* Returns the session that must be woken first. */
static struct session *
first_session_to_wake(const struct world *w)
{
	struct tree_node *n = tree_first(&w->people->paused);

	return n != NULL ? TREE_OWNER(n, struct session, index.by_pause_end) : NULL;
}

static void
wake_paused_sessions(struct world *w)
{
	struct session *s;

	for (unsigned n = 0; n < DOMAIN_WOKEN_MAX && (s = first_session_to_wake(w)) != NULL &&
			     s->times.pause_end_ms <= w->mono_ms;
	     n++)
		session_pause_input_until(w, s, 0);
}

bool
domain_output_pending(const struct world *w)
{
	return w->people->pending_output != NULL || feed_round_needed(w);
}

void
domain_output_drained(struct world *w, session_id id)
{
	struct session *s = session_get(w, id);

	if (s != NULL && (session_answer_unfinished(s) || feed_is_behind(w, s)))
		session_mark_pending(w, s);
}

/* ---- what is due at a time ---- */

/* Each _next_timer function returns when its work is due, in monotonic ms; -1: never. */

static int64_t
output_next_timer(const struct world *w)
{
	return domain_output_pending(w) ? w->mono_ms : -1;
}

static int64_t
store_probe_next_timer(const struct world *w)
{
	return store_was_refusing(w->store) ? w->store_probe_ms : -1;
}

static int64_t
ranks_next_timer(const struct world *w)
{
	return rank_lists_ready(w->ranks) || store_unreachable(w->store) ? -1 : w->mono_ms;
}

static void
read_ranks(struct world *w)
{
	if (!store_unreachable(w->store))
		rank_lists_read_slice(w->ranks, w->store);
}

static int64_t
idle_next_timer(const struct world *w)
{
	const struct session *s = w->people->idle_list;

	return s != NULL ? s->times.idle_ms + (int64_t)w->config.idle_s * 1000 : -1;
}

static int64_t
wake_next_timer(const struct world *w)
{
	const struct session *s = first_session_to_wake(w);

	return s != NULL ? s->times.pause_end_ms : -1;
}

static void
expire_saved_matches(struct world *w)
{
	matches_expire(w, bots_name_available);
}

/* All work that is due at a time, in calling order.  `run_at_turn_start` is called at the
 * beginning of each turn, before its lines are handled, `run` after that.  Either may be NULL.
 * Both functions check whether their work is due. */
static const struct {
	int64_t (*next_due_ms)(const struct world *w);
	void (*run_at_turn_start)(struct world *w);
	void (*run)(struct world *w);
} TIMERS[] = {
	{ output_next_timer, NULL, NULL }, /* news itself is written by domain_after_commit */
	{ bots_next_timer, NULL, NULL },   /* turn.c runs the lines that bots type */
	{ store_probe_next_timer, probe_store, NULL },
	{ ranks_next_timer, read_ranks, NULL },
	{ wallclock_next_timer, NULL, wallclock_run_timers },
	{ idle_next_timer, NULL, close_idle_sessions },
	{ wake_next_timer, NULL, wake_paused_sessions },
	{ counters_next_timer, NULL, counters_run_timers },
	{ counters_next_sample, NULL, counters_sample },
	{ matches_next_clock_event, matches_end_timed_out, matches_update_interrupted },
	{ matches_next_request, NULL, matches_count_due_requests },
	{ matches_next_expiry, NULL, expire_saved_matches },
	{ matches_next_checksum, NULL, matches_checksum_step },
	{ bans_next_timer, NULL, bans_run_timers },
	{ resume_token_next_timer, NULL, resume_token_run_timers },
	{ login_queue_next_timer, NULL, login_queue_run_timers },
	{ moderation_next_timer, NULL, moderation_run_timers },
	{ tourneys_next_timer, NULL, tourneys_run_timers },
	{ reviews_next_timer, NULL, reviews_run_timers },
	{ imports_next_timer, NULL, imports_run_timers },
};

void
domain_begin_turn(struct world *w, int64_t mono_ms, int64_t wall_ms, int64_t stalled_ms)
{
	w->turn_no++;
	w->mono_ms = mono_ms;
	w->wall_ms = wall_ms;
	if (w->turn_no == 1)
		w->started_ms = mono_ms;
	wallclock_check(w);
	tourneys_begin_turn(w, stalled_ms);
	counters_add_online_time(w);
	for (size_t i = 0; i < ARRAY_LEN(TIMERS); i++)
		if (TIMERS[i].run_at_turn_start != NULL)
			TIMERS[i].run_at_turn_start(w);
}

void
domain_run_timers(struct world *w)
{
	for (size_t i = 0; i < ARRAY_LEN(TIMERS); i++)
		if (TIMERS[i].run != NULL)
			TIMERS[i].run(w);
}

int64_t
domain_next_timer(const struct world *w)
{
	int64_t first = INT64_MAX;

	for (size_t i = 0; i < ARRAY_LEN(TIMERS) && first > w->mono_ms; i++) {
		int64_t at = TIMERS[i].next_due_ms(w);

		if (at >= 0 && at < first)
			first = at;
	}
	return first > w->mono_ms ? first - w->mono_ms : 0;
}

/* ---- prompts and news ---- */

void
domain_print_prompts(struct world *w)
{
	for (struct session *s = w->people->wrote_list; s != NULL; s = s->screen.wrote_next)
		if (s->state == ST_ONLINE || s->state == ST_GUEST)
			session_write_prompt(w, s);
}

/* Resets the flags of sessions that were written to or spoke in this turn. */
static void
reset_turn_flags(struct world *w)
{
	struct session *next;

	for (struct session *s = w->people->wrote_list; s != NULL; s = next) {
		next = s->screen.wrote_next;
		s->screen.wrote_next = NULL;
		s->screen.has_output = false;
		s->screen.sent_line = false;
	}
	w->people->wrote_list = NULL;
}

void
domain_after_commit(struct world *w, unsigned sessions)
{
	struct feed_budget budget = { sessions, FEED_SLICE_BYTES };

	feed_reset_turn_counts(w);
	output_continue_pending(w, &budget);
	feed_serve_round(w, &budget);
	domain_print_prompts(w);
	reset_turn_flags(w);
}

/* ---- freeing ---- */

static void
free_ended_session(struct world *w, uint64_t id)
{
	struct session *s = pool_get(&w->people->sessions, id);

	if (s == NULL || s->state != ST_CLOSED)
		return;
	session_free(s);
	if (s->index.in_pending)
		DL_DELETE2(
		    w->people->pending_output, s, index.pending_prev, index.pending_next);
	pool_free(&w->people->sessions, id);
}

static void
free_ended_player(struct world *w, uint64_t id)
{
	struct player *p = pool_get(&w->people->players, id);

	if (p != NULL && !p->in_use)
		player_free(w, p);
}

void
domain_free_ended(struct world *w)
{
	for (size_t i = 0; i < w->reap_len; i++) {
		switch (w->reap_list[i].kind) {
		case DEAD_SESSION:
			free_ended_session(w, w->reap_list[i].handle);
			break;
		case DEAD_PLAYER:
			free_ended_player(w, w->reap_list[i].handle);
			break;
		}
	}
	w->reap_len = 0;
	matches_reap(w);
}

/* ---- transfer to another process ---- */

bool
domain_can_hand_over(const struct world *w)
{
	return !domain_output_pending(w) && !bans_waiting(w) && moderation_can_hand_over(w) &&
	       sessions_can_hand_over(w);
}

void
domain_before_hand_over(struct world *w)
{
	sessions_before_hand_over(w);
	domain_print_prompts(w);
	counters_store(w);
	wallclock_store(w);
}

void
domain_hand_over(struct world *w, struct pack *p)
{
	PACK(p, 1, w->turn_no, 2, w->started_ms);
	PACK_PART(p, 3, feed_hand_over(w, p));
	PACK_PART(p, 4, guard_hand_over(w->guard, p));
	PACK_PART(p, 5, moderation_hand_over(w, p));
	PACK_PART(p, 6, sessions_hand_over(w, p));
	PACK_PART(p, 7, matches_hand_over(w, p));
	if (p->reading && !p->bad)
		tourneys_handed_over(w);
}

void
domain_after_hand_over(struct world *w)
{
	sessions_end_gone(w);
	matches_carry_done(w);
	bots_after_hand_over(w);
}

/* ---- checks ---- */

static void
assert_session_consistent(const struct world *w, const struct session *s)
{
	const struct session *watched;
	const struct match *m;

	CHECK((s->state == ST_ONLINE) == (s->player != NULL));
	if (s->state != ST_ONLINE) {
		CHECK(s->match == 0 && s->watching == 0);
		return;
	}
	CHECK(s->player->in_use && s->player->session == s->id);
	CHECK(ban_of_name(w, s->player->name) == NULL);
	CHECK(tree_node_is_linked(&s->index.by_change) == (s->news.row_item_no != 0));
	CHECK(tree_node_is_linked(&s->index.by_host) &&
	      s->index.has_role == (s->player->role != ROLE_USER));
	CHECK(tree_node_is_linked(&s->index.by_away) == (s->away_text[0] != '\0'));
	CHECK(tree_node_is_linked(&s->index.by_watching) == (s->watching != 0));
	if (s->match != 0) {
		m = match_get(w, s->match);
		CHECK(m != NULL && m->session[s->seat] == s->id);
	}
	if (s->watching != 0) {
		bool found = false;

		watched = session_get(w, s->watching);
		CHECK(watched != NULL && watched != s);
		for (const struct session *x = watched->watchers; x != NULL;
		     x = x->index.watch_next)
			found = found || x == s;
		CHECK(found);
	}
}

/* Checks that a waiting session will be notified eventually: it is in a list, or its unsent
 * output will drain. */
static void
check_will_be_notified(const struct world *w, const struct session *s)
{
	bool told =
	    s->index.in_pending || s->disconnected || w->net.backlog(w->net.ctx, s->conn) > 0;

	CHECK(s->input_paused == session_input_waits(s));
	CHECK(tree_node_is_linked(&s->index.by_pause_end) == (s->times.pause_end_ms != 0));
	CHECK(!session_answer_unfinished(s) || s->state != ST_ONLINE || told);
	CHECK(!feed_is_behind(w, s) || told || feed_round_needed(w));
}

static void
check_session_and_output(const struct world *w, const struct session *s)
{
	if (s->state == ST_CLOSED)
		return;
	assert_session_consistent(w, s);
	check_will_be_notified(w, s);
}

static void
check_all_sessions(const struct world *w)
{
	uint32_t cursor = 0;
	unsigned online = 0;
	uint64_t id;
	const struct session *s;
	const struct player *p;

	while ((s = pool_next(&w->people->sessions, &cursor, &id)) != NULL) {
		check_session_and_output(w, s);
		online += s->state == ST_ONLINE;
	}
	CHECK(online == w->online_count);
	online_check_trees(w);
	cursor = 0;
	while ((p = pool_next(&w->people->players, &cursor, &id)) != NULL)
		if (p->in_use)
			CHECK(session_get(w, p->session) != NULL);
}

/* Checks the sessions written to in this turn, and their matches. */
static void
assert_sessions_written_to(const struct world *w)
{
	for (const struct session *s = w->people->wrote_list; s != NULL;
	     s = s->screen.wrote_next) {
		const struct match *m = s->match != 0 ? match_get(w, s->match) : NULL;

		check_session_and_output(w, s);
		if (m != NULL)
			match_check_live(w, m);
	}
}

/* With many sessions, a check of everything takes longer than the turn itself.  Then only every
 * 64th turn checks everything; the other turns check only the sessions written to. */
void
domain_check_invariants(const struct world *w)
{
	const unsigned online = w->online_count;
	const bool all = online <= 200 || w->turn_no % 64 == 0;

	CHECK(tree_size(&w->people->online_by_login) == online &&
	      tree_size(&w->people->online_by_name) == online &&
	      tree_size(&w->people->online_by_folded_name) == online &&
	      tree_size(&w->people->online_by_host) == online);
	if (all)
		check_all_sessions(w);
	else
		assert_sessions_written_to(w);
	matches_check(w, all);
}
