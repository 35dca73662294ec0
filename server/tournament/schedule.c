/* SPDX-License-Identifier: MIT */
/* Scheduled work of tournaments: starts, rounds, seating, lateness, ends; also handles users
 * who log in or leave, and decides whether a user is expected to play.
 *
 * A turn does a bounded part of what is due (limits below), so that a large round does not
 * delay other users.  The rest is due in the next turn. */
#include <inttypes.h>
#include <stdlib.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tournament/pairings.h"
#include "tournament/audience.h"
#include "tournament/limits.h"
#include "tournament/pairs.h"
#include "tournament/record.h"
#include "os/log.h"

#define MATCHES_BEGUN_PER_TURN 8u /* matches begun per turn, in all tournaments together */
/* fewer matches begin if more sessions than this might be notified */
#define SESSIONS_TOLD_PER_TURN 1024u
#define ACTS_PER_TURN 64u /* acts per tournament and turn */
/* retry a start with too few players while the wall clock is not trusted */
#define START_RETRY_MS 60000
#define NOTIFICATIONS_PER_TURN 64u /* notifications per tournament and turn */
#define PLACES_PER_TURN 200u
#define DEADLINES_PER_TURN 4u
#define STALL_MIN_MS 1000         /* shorter stalls are added up until their sum reaches this */
#define MATCHES_ENDED_PER_TURN 8u /* matches of cancelled tournaments ended per turn */

/* ---- presence ---- */

static enum tourney_player_state
player_availability(void *ctx, const struct tourney *t, entry_no e)
{
	const struct world *w = ctx;
	const struct session *s = tourney_session(w, t, e);
	const struct match *m = s != NULL ? session_match(w, s) : NULL;

	if (m == NULL)
		return PLAYER_FREE;
	return m->bound && !tourney_match_held(w, m) ? PLAYER_IN_TOURNEY_MATCH : PLAYER_BUSY;
}

static bool
is_attended(void *ctx, const struct tourney *t)
{
	return limits_is_attended(ctx, live_of(t));
}

/* ---- the end ---- */

/* Returns an array of the places, indexed by entry; the caller frees it. */
static struct bracket_place *
places_of(struct world *w, const struct tourney *t)
{
	struct bracket_place *place = calloc(t->entries_n + 1, sizeof(*place));

	CHECK(place != NULL);
	tourney_places(t, tourneys_scratch(w, t), place);
	return place;
}

/* Stores the places before the tournament ends, PLACES_PER_TURN per turn.  Returns true when
 * all are stored.  A tournament in which no match was played gives no places.  A tournament
 * without a winner gives no first place. */
static bool
write_places(struct world *w, struct tourney_live *l)
{
	uint32_t last = l->places_written + PLACES_PER_TURN;
	struct bracket_place *place;
	bool won;

	if (l->places_written >= l->t.entries_n || !tourney_was_played(&l->t))
		return true;
	place = places_of(w, &l->t);
	won = tourney_has_winner(&l->t);
	for (; l->places_written < l->t.entries_n && l->places_written < last;
	     l->places_written++) {
		const struct tourney_entry *e = &l->t.entries[l->places_written];
		struct tourney_place_record r = {
			.user = e->user,
			.tourney = l->t.id,
			.first_place = place[l->places_written].from,
			.last_place = place[l->places_written].to,
		};

		if (r.first_place != 0 && (r.first_place > 1 || won) &&
		    tourney_entry_has_started(e))
			store_tourney_place_set(w->store, &r);
	}
	free(place);
	return l->places_written >= l->t.entries_n;
}

/* Writes the names of the winners. */
static void
winners_text(struct world *w, const struct tourney *t, struct sbuf *out)
{
	struct bracket_place *place = places_of(w, t);

	for (unsigned e = 0; e < t->entries_n && tourney_has_winner(t); e++)
		if (place[e].from == 1)
			sbuf_addf(out, "%s%s", out->len > 0 ? ", " : "", t->entries[e].name);
	free(place);
}

/* Stores the end and retires the tournament. */
static void
store_end(struct world *w, struct tourney_live *l, struct tourney_record *r)
{
	const struct tourney *t = &l->t;

	r->id = t->id;
	r->ended_ms = t->ended_ms;
	CHECK(sbuf_copy(r->format, sizeof(r->format), tourney_format(&t->set)->name));
	for (unsigned e = 0; e < t->entries_n; e++)
		r->players += tourney_entry_has_started(&t->entries[e]);
	store_tourney_end(w->store, r);
	live_retire(w, l);
}

/* Finishes the tournament, after its earlier events have been announced. */
static void
finish_tournament(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	struct tourney_record r = { .cancelled = false };
	struct tell_facts facts = { .winners = r.winner };
	struct sbuf b;

	if (tell_consequences(w, l, NOTIFICATIONS_PER_TURN) || !write_places(w, l))
		return;
	SBUF_INIT(&b, r.winner);
	winners_text(w, &l->t, &b);
	if (record_act(w, l, a, &facts) == TOURNEY_OK)
		store_end(w, l, &r);
}

/* ---- due work ---- */

/* Carries out an act that is due, or tries it again after LIVE_RETRY_MS.  A refusal because too
 * many tournaments are open is expected; any other refusal is a bug, but must not stop the
 * server. */
static void
act_or_retry_later(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e = tourney_act(w, &l->t, NULL, a);

	if (e == TOURNEY_OK)
		return;
	if (e != TOURNEY_TOO_MANY_ACTIVE)
		log_warn("tourney_due", "tourney=%" PRId64 " act=%s err=%d", l->t.id,
		    tourney_act_name(a->kind), (int)e);
	tourney_put_off(&l->t,
	    (tourney_act_fields(a->kind) & TF_PAIRING) != 0 ? a->pairing : TOURNEY_NO_PAIRING,
	    tourney_now_ms(w) + LIVE_RETRY_MS);
}

static void
order_knockout(struct world *w, struct tourney_live *l)
{
	char *order = pairs_bracket_order(w, l);
	struct tourney_act a = { .kind = order != NULL ? TACT_bracket : TACT_finish };

	a.text = order;
	if (order != NULL)
		act_or_retry_later(w, l, &a);
	else
		finish_tournament(w, l, &a);
	free(order);
}

static void
start_or_cancel(struct world *w, struct tourney_live *l)
{
	struct tourney_act a = { .kind = TACT_start, .text = "" };

	if (tourney_act(w, &l->t, NULL, &a) == TOURNEY_OK)
		return;
	if (!wallclock_trusted(w)) {
		tourney_put_off(&l->t, TOURNEY_NO_PAIRING, tourney_now_ms(w) + START_RETRY_MS);
		return;
	}
	a = (struct tourney_act){ .kind = TACT_cancel, .text = "too few players" };
	act_or_retry_later(w, l, &a);
}

/* Returns how many matches may begin in a turn: each of them may notify every session. */
static unsigned
matches_per_turn(const struct world *w)
{
	unsigned n = SESSIONS_TOLD_PER_TURN / (w->online_count + 1);

	return n < 1 ? 1 : n > MATCHES_BEGUN_PER_TURN ? MATCHES_BEGUN_PER_TURN : n;
}

/* Does one piece of work that is due.  Returns false if nothing more can be done for this
 * tournament in this turn. */
static bool
do_due_work(struct world *w, struct tourney_live *l, enum tourney_due d, struct tourney_act *a)
{
	bool done = true;

	switch (d) {
	case DUE_NOTHING:
		return false;
	case DUE_ACT:
		if (a->kind == TACT_finish)
			finish_tournament(w, l, a);
		else if ((a->kind != TACT_lack && a->kind != TACT_ask) ||
			 !tourney_check_in_present(w, &l->t))
			act_or_retry_later(w, l, a);
		return a->kind != TACT_finish;
	case DUE_START_MATCH:
	case DUE_RESUME_MATCH:
		if (w->tourneys->matches_begun >= matches_per_turn(w))
			return false;
		w->tourneys->matches_begun++;
		done = d == DUE_START_MATCH ? pairings_begin_match(w, l, a->pairing)
					    : pairings_resume_match(w, l, a->pairing);
		if (!done)
			tourney_put_off(&l->t, a->pairing, tourney_now_ms(w) + LIVE_RETRY_MS);
		break;
	case DUE_ABSENT_LOSES:
		pairings_lose_match(w, l, a->pairing, a->side, ACT_TIMEOUT);
		break;
	case DUE_START_TOURNEY:
		start_or_cancel(w, l);
		break;
	case DUE_PAIR_ROUND:
		pairs_request_round(w, l);
		break;
	case DUE_START_BRACKET:
		order_knockout(w, l);
		return false;
	}
	return !l->finished;
}

/* Winds up a cancelled tournament: releases or ends its matches, MATCHES_ENDED_PER_TURN per
 * turn, then stores its end.  After a restart of the server this begins again, and skips
 * matches that have ended. */
static void
wind_up_cancelled(struct world *w, struct tourney_live *l)
{
	struct tourney *t = &l->t;
	struct tourney_record r = { .cancelled = true };

	for (unsigned n = 0; l->matches_ended < t->pairings_n; l->matches_ended++) {
		if (t->bouts[l->matches_ended].match == 0 ||
		    t->pairings[l->matches_ended].end != PAIRING_OPEN)
			continue;
		if (n++ == MATCHES_ENDED_PER_TURN) {
			t->timing.next_scan_ms = INT64_MIN;
			return;
		}
		pairings_end_decided_match(w, l, l->matches_ended, PAIRING_NOBODY, false);
	}
	store_end(w, l, &r);
}

/* Returns whether a tournament has deadlines that are minutes away, so that lost time
 * matters. */
static bool
has_short_deadlines(const struct tourney *t)
{
	return t->phase == TOURNEY_RUNNING || t->player_lack.since_ms != 0 ||
	       t->undoing.called_off_ms != 0;
}

/* Returns whether recording a restart must wait until the clock is trusted: if recorded now, it
 * would also extend deadlines that seem to have passed because the clock is ahead. */
static bool
restart_must_wait(const struct world *w, const struct tourney_live *l)
{
	return w->tourneys->clock_doubted && l->t.phase == TOURNEY_RUNNING &&
	       l->t.set.value[TSET_schedule] == SCHEDULE_DEADLINE;
}

/* Records that the server was down or could not write, so that deadlines are extended
 * (tourney/RULES.md 19). */
static void
record_restart(struct world *w, struct tourney_live *l)
{
	struct tourney_act a = { .kind = TACT_restart };

	l->restart_due = false;
	if (has_short_deadlines(&l->t) || live_clock_was_put_back(w, l))
		(void)record_act(w, l, &a, NULL);
}

/* Records that the server lost some time while it kept running. */
static void
record_stall(struct world *w, struct tourney_live *l, int64_t ms)
{
	struct tourney_act a = { .kind = TACT_still, .value = ms };

	if (has_short_deadlines(&l->t))
		(void)record_act(w, l, &a, NULL);
}

static void
run(struct world *w, struct tourney_live *l)
{
	const struct tourney_observer observer = { w, player_availability, is_attended,
		!wallclock_trusted(w), live_starts_trusted_since_ms(w) };
	struct tourney_act a;

	if (l->t.phase == TOURNEY_CANCELLED) {
		if (!tell_consequences(w, l, NOTIFICATIONS_PER_TURN))
			wind_up_cancelled(w, l);
		return;
	}
	if ((l->restart_due || live_clock_was_put_back(w, l)) && !restart_must_wait(w, l))
		record_restart(w, l);
	(void)pairings_compute_deadlines(w, l, DEADLINES_PER_TURN);
	pairings_check_idle(w, l);
	for (unsigned n = 0; n < ACTS_PER_TURN; n++)
		if (!do_due_work(
			w, l, tourney_due(&l->t, tourney_now_ms(w), &observer, &a), &a))
			break;
	(void)tell_consequences(w, l, NOTIFICATIONS_PER_TURN);
	tell_waiting_setting(w, l);
	if (!l->finished)
		audience_watch_next(w, l);
}

/* Returns whether the store refuses writes.  Asks the store only if there may be something to
 * write. */
static bool
store_refuses_writes(const struct world *w)
{
	const struct tourneys *ts = w->tourneys;
	int64_t at_ms = tourneys_next_timer(w);

	if (store_was_refusing(w->store))
		return true;
	return (ts->writes_refused || ts->unrecorded_stall_ms >= STALL_MIN_MS ||
		   (at_ms >= 0 && at_ms <= w->mono_ms)) &&
	       store_refusing(w->store);
}

void
tourneys_run_timers(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l, *next;

	if (store_refuses_writes(w)) {
		ts->writes_refused = true;
		return;
	}
	live_trust_clock(w);
	DL_FOREACH_SAFE(ts->unfinished, l, next)
	{
		if (ts->writes_refused)
			live_mark_restart(w, l); /* players could not play meanwhile */
		else if (ts->unrecorded_stall_ms >= STALL_MIN_MS)
			record_stall(w, l, ts->unrecorded_stall_ms);
		run(w, l);
	}
	if (ts->writes_refused || ts->unrecorded_stall_ms >= STALL_MIN_MS)
		ts->unrecorded_stall_ms = 0;
	ts->writes_refused = false;
}

int64_t
tourneys_next_timer(const struct world *w)
{
	const struct tourney_live *l;
	int64_t at = INT64_MAX;

	if (store_was_refusing(w->store))
		return -1;
	DL_FOREACH(w->tourneys->unfinished, l)
	{
		int64_t look = l->t.timing.next_scan_ms;

		if (l->notifications_sent < l->notifications_n ||
		    l->deadlines_pairing < l->t.pairings_n ||
		    (l->restart_due && !restart_must_wait(w, l)) || l->matches_changed ||
		    l->follower_joined)
			look = INT64_MIN;
		if (l->t.phase == TOURNEY_RUNNING && l->idle_check_ms < look)
			look = l->idle_check_ms;
		if (look < at)
			at = look;
	}
	if (at == INT64_MAX)
		return -1;
	return at <= tourney_now_ms(w) ? w->mono_ms : at - w->tourneys->clock_offset_ms;
}

/* ---- users log in or leave ---- */

static void
set_presence(struct world *w, int64_t user, bool here, struct session *s)
{
	for (struct tourney_member *m = live_entries_of_user(w, user); m != NULL; m = m->next) {
		struct tourney *t = &m->tournament->t;

		if (t->entries[m->entry].user != user || t->entries[m->entry].withdrawn)
			continue;
		tourney_set_presence(t, m->entry, here, tourney_now_ms(w));
		pairings_set_presence(w, m->tournament, m->entry, here);
		if (here)
			tell_duty(w, s, m->tournament, m->entry);
	}
}

/* Called when the user has read a recovery code: the user's match may now begin, and a followed
 * match may be shown. */
static void
on_code_read(struct world *w, const struct session *s)
{
	struct tourney_live *l;

	for (struct tourney_member *m = live_entries_of_user(w, s->player->user); m != NULL;
	     m = m->next) {
		struct tourney *t = &m->tournament->t;
		uint32_t p =
		    t->phase == TOURNEY_RUNNING && t->entries[m->entry].user == s->player->user
			? tourney_open_pairing(t, m->entry)
			: TOURNEY_NO_PAIRING;

		if (p != TOURNEY_NO_PAIRING)
			tourney_put_off(t, p, tourney_now_ms(w));
	}
	l = s->follow.due ? live_get_unfinished(w, s->follow.id) : NULL;
	if (l != NULL)
		l->follower_joined = true;
}

static void
withdraw_erased_user(struct world *w, int64_t user)
{
	struct tourney_live *l;

	for (struct tourney_member *m = live_entries_of_user(w, user); m != NULL; m = m->next) {
		const struct tourney_entry *e = &m->tournament->t.entries[m->entry];
		struct tourney_act a = { .kind = TACT_withdraw, .entry = m->entry };

		if (e->user == user && !e->withdrawn)
			act_or_retry_later(w, m->tournament, &a);
	}
	DL_FOREACH(w->tourneys->unfinished, l)
	{
		const struct tourney_guest *g = tourney_guest_of(&l->t, user);
		struct tourney_act a = { .kind = TACT_decline, .user = user };

		if (g == NULL)
			continue;
		CHECK(sbuf_copy(a.name, sizeof(a.name), g->name));
		act_or_retry_later(w, l, &a);
	}
}

/* Restarts the period after which an unattended tournament is cancelled, for tournaments that
 * have not started and had their last act between first_ms and last_ms. */
static void
restart_expiry(struct world *w, int64_t first_ms, int64_t last_ms)
{
	struct tourney_live *l;

	DL_FOREACH(w->tourneys->unfinished, l)
	{
		struct tourney_act a = { .kind = TACT_restart };

		if (l->t.phase < TOURNEY_RUNNING && l->t.last_ms >= first_ms &&
		    l->t.last_ms <= last_ms)
			(void)record_act(w, l, &a, NULL);
	}
}

/* Moves tournament time to the wall clock, which is now known to be correct.  Deadlines of
 * running tournaments move with it.  Tournaments that have not started and had their last act
 * while the clock was not trusted, at most WALLCLOCK_WAIT_MS ago, are treated as if that act
 * had happened now. */
static void
on_clock_trusted(struct world *w)
{
	int64_t now_ms = tourney_now_ms(w), since_ms = now_ms - WALLCLOCK_WAIT_MS;

	if (since_ms < w->tourneys->first_turn_ms)
		since_ms = w->tourneys->first_turn_ms;
	if (live_advance_clock(w))
		restart_expiry(w, since_ms, now_ms);
}

void
tourneys_on_event(struct world *w, const struct world_event *e)
{
	switch (e->kind) {
	case EVENT_session_online:
		tell_missed_notices(w, e->session);
		tell_open_questions(w, e->session);
		audience_follow_again(w, e->session);
		set_presence(w, e->session->player->user, true, e->session);
		break;
	case EVENT_code_read:
		on_code_read(w, e->session);
		break;
	case EVENT_session_left:
		if (!e->session_left.stopping)
			set_presence(w, e->session_left.user, false, NULL);
		break;
	case EVENT_user_erased:
		withdraw_erased_user(w, e->user->id);
		break;
	case EVENT_clock_stopped:
		pairings_clock_stopped(w, e->absence);
		break;
	case EVENT_match_seated:
		pairings_match_seated(w);
		break;
	case EVENT_match_left:
		pairings_match_left(w, e->match_ending);
		break;
	case EVENT_clock_corrected:
		on_clock_trusted(w);
		restart_expiry(
		    w, e->clock_corrected.first_stamp_ms, e->clock_corrected.last_stamp_ms);
		break;
	case EVENT_clock_trusted:
		on_clock_trusted(w);
		break;
	default:
		break;
	}
}

/* ---- who is expected to play ---- */

struct tourney *
tourneys_match_of_user(const struct world *w, const struct session *s, uint32_t *pairing_out)
{
	struct tourney_member *m =
	    s->player != NULL ? live_entries_of_user(w, s->player->user) : NULL;

	for (; m != NULL; m = m->next) {
		struct tourney *t = &m->tournament->t;
		bool live = t->set.value[TSET_schedule] == SCHEDULE_LIVE;
		uint32_t p;

		if (t->phase != TOURNEY_RUNNING || t->paused || t->undoing.called_off_ms != 0 ||
		    t->entries[m->entry].withdrawn || t->entries[m->entry].user != m->user)
			continue;
		p = tourney_open_pairing(t, m->entry);
		if (p == TOURNEY_NO_PAIRING || t->bouts[p].held)
			continue;
		if (!live &&
		    t->bouts[p].due_ms - tourney_now_ms(w) > t->set.value[TSET_notice] * 60000)
			continue;
		if (!live && t->bouts[p].match != 0 && t->bouts[p].interrupted)
			continue;
		*pairing_out = p;
		return t;
	}
	return NULL;
}

/* Returns whether an entry still plays.  This is computed for all entries once after each
 * act. */
static bool
still_plays(struct tourney_live *l, entry_no e)
{
	if (l->still_in_acts != l->t.acts)
		tourney_playing_on(&l->t, l->entries_still_in);
	l->still_in_acts = l->t.acts;
	return (l->entries_still_in[e / 8] >> e % 8 & 1) != 0;
}

/* Returns whether a match without a clock waits for this seat, so that nothing would end the
 * wait. */
static bool
waits_for_seat(const struct match *m, enum seat seat)
{
	const struct match_state *st = &m->state;

	if (st->clock.on || st->clock.paused)
		return false;
	return match_to_act(st) == seat ||
	       (st->phase == PH_BETWEEN_GAMES && !m->wants_next_game[seat]);
}

bool
tourneys_expect_user(struct world *w, const struct session *s)
{
	const struct match *m = s->match != 0 ? session_match(w, s) : NULL;

	if (s->state != ST_ONLINE || (m != NULL && m->bound && waits_for_seat(m, s->seat)))
		return false;
	for (struct tourney_member *x = live_entries_of_user(w, s->player->user); x != NULL;
	     x = x->next) {
		const struct tourney *t = &x->tournament->t;
		const struct tourney_entry *e = &t->entries[x->entry];

		if (e->user != x->user || e->withdrawn)
			continue; /* the user was replaced or has withdrawn */
		if (t->phase == TOURNEY_RUNNING && still_plays(x->tournament, x->entry))
			return true;
		if ((t->phase == TOURNEY_OPEN || t->phase == TOURNEY_CLOSED) && e->checked_in)
			return true;
	}
	return false;
}

/* ---- freeing ---- */

void
tourneys_free(struct world *w)
{
	if (w->tourneys == NULL)
		return;
	pairs_free_jobs(w);
	live_free_all(w);
}
