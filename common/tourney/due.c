/* SPDX-License-Identifier: MIT */
/* Finds the work that is due in a tournament without an act of a user.  Reads the state and the
 * caller's reports about the players.  Changes only next_scan_ms, the time before which nothing
 * can be due. */
#include "tourney/tournament.h"

#include <string.h>

#define NEVER INT64_MAX
#define HOUR_MS 3600000
/* delay before a retry while a player has a match in another tournament */
#define TOURNEY_MATCH_RETRY_MS 5000

/* State of one scan of the tournament. */
struct due_scan {
	struct tourney *t;
	int64_t now;
	const struct tourney_observer *observer;
	struct tourney_act *act;
	int64_t next_ms; /* earliest time found so far at which something may be due */
};

static void
look_again_at(struct due_scan *l, int64_t at_ms)
{
	if (at_ms < l->next_ms)
		l->next_ms = at_ms;
}

/* Returns whether at_ms has passed.  If not, records it as a time of the next scan. */
static bool
has_come(struct due_scan *l, int64_t at_ms)
{
	if (l->now >= at_ms)
		return true;
	look_again_at(l, at_ms);
	return false;
}

static enum tourney_due
due(struct due_scan *l, enum tourney_due what, enum tourney_act_kind kind)
{
	*l->act = (struct tourney_act){ .kind = kind, .at_ms = l->now, .text = "" };
	return what;
}

static enum tourney_due
due_pairing(struct due_scan *l, enum tourney_due what, enum tourney_act_kind kind, uint32_t p,
    unsigned side, int64_t value)
{
	(void)due(l, what, kind);
	l->act->pairing = p;
	l->act->side = (uint8_t)side;
	l->act->value = value;
	return what;
}

/* ---- lateness (rules 22 and 23) ---- */

bool
tourney_late_loses(const struct tourney *t, uint32_t pairing, unsigned late)
{
	return t->bouts[pairing].terms.late_once_loses ? late >= 1
						       : late * 2 > t->pairings[pairing].length;
}

unsigned
tourney_forfeit_minutes(const struct tourney *t, uint32_t pairing)
{
	unsigned late = 1;

	while (!tourney_late_loses(t, pairing, late))
		late++;
	return late * t->bouts[pairing].terms.late_min;
}

static int64_t
later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static enum tourney_due
due_forfeit(struct due_scan *l, uint32_t p, unsigned side)
{
	enum tourney_due d = due_pairing(l, DUE_ACT, TACT_forfeit, p, side, 0);

	l->act->text = "absent";
	return d;
}

/* Checks lateness for a pairing that is due while a player is absent. */
static enum tourney_due
check_lateness(struct due_scan *l, uint32_t p)
{
	const struct tourney_bout *b = &l->t->bouts[p];
	const struct pairing *x = &l->t->pairings[p];
	bool here[2], over[2];

	for (unsigned s = 0; s < 2; s++) {
		here[s] = l->t->entries[x->side[s]].online;
		over[s] = !here[s] && tourney_late_loses(l->t, p, b->times_late[s]);
	}
	if (over[0] && over[1])
		return due_forfeit(l, p, PAIRING_NOBODY);
	for (unsigned s = 0; s < 2; s++)
		if (over[s] && here[1 - s])
			return due_forfeit(l, p, s);
	for (unsigned s = 0; s < 2; s++) {
		const struct tourney_entry *e = &l->t->entries[x->side[s]];
		int64_t from = later(later(b->due_ms, e->offline_since_ms),
		    later(b->late_from_ms[s], l->t->lenient_until_ms));

		if (!here[s] && !over[s] &&
		    has_come(l, from + (int64_t)b->terms.late_min * 60000))
			return due_pairing(l, DUE_ACT, TACT_late, p, s, here[1 - s]);
	}
	return DUE_NOTHING;
}

/* ---- pairings ---- */

/* Checks the reminders that are sent before the start (rule 24). */
static enum tourney_due
check_reminders(struct due_scan *l, uint32_t p)
{
	const struct tourney_bout *b = &l->t->bouts[p];
	uint16_t now = 0;

	if (l->t->set.value[TSET_schedule] != SCHEDULE_DEADLINE)
		return DUE_NOTHING;
	for (unsigned i = 0; i < TOURNEY_REMINDERS; i++)
		if (has_come(l, b->due_ms - (int64_t)TOURNEY_REMIND_HOURS[i] * HOUR_MS))
			now = TOURNEY_REMIND_HOURS[i];
	if (now == 0 || (b->last_reminder_hours != 0 && b->last_reminder_hours <= now))
		return DUE_NOTHING;
	return due_pairing(l, DUE_ACT, TACT_remind, p, 0, now);
}

static enum tourney_due
check_interrupted(struct due_scan *l, uint32_t p)
{
	const struct tourney_bout *b = &l->t->bouts[p];
	const struct pairing *x = &l->t->pairings[p];
	bool both = true, lost[2] = { false, false };

	if (!b->interrupted)
		return DUE_NOTHING;
	for (unsigned s = 0; s < 2; s++) {
		if (l->t->entries[x->side[s]].online)
			continue;
		both = false;
		lost[s] = b->lose_ms[s] != NEVER && has_come(l, b->lose_ms[s]);
	}
	if (lost[0] || lost[1])
		return due_pairing(l, DUE_ABSENT_LOSES, TACT_result, p,
		    lost[0] && lost[1] ? PAIRING_NOBODY
		    : lost[0]          ? 0
				       : 1,
		    0);
	return both ? due_pairing(l, DUE_RESUME_MATCH, TACT_result, p, 0, 0) : DUE_NOTHING;
}

/* False in a tournament with deadlines while the wall clock is in doubt: deadlines are days
 * away, but a wrong clock could reach them at once. */
static bool
may_forfeit(const struct due_scan *l)
{
	return !l->observer->clock_doubted ||
	       l->t->set.value[TSET_schedule] != SCHEDULE_DEADLINE;
}

static enum tourney_due
check_unbegun_match(struct due_scan *l, uint32_t p)
{
	const struct pairing *x = &l->t->pairings[p];

	for (unsigned s = 0; s < 2; s++)
		if (!l->t->entries[x->side[s]].online)
			return may_forfeit(l) ? check_lateness(l, p) : DUE_NOTHING;
	for (unsigned s = 0; s < 2; s++)
		if (l->observer->player_state(l->observer->ctx, l->t, x->side[s]) ==
		    PLAYER_IN_TOURNEY_MATCH) {
			look_again_at(l, l->now + TOURNEY_MATCH_RETRY_MS);
			return DUE_NOTHING;
		}
	return due_pairing(l, DUE_START_MATCH, TACT_seat, p, 0, 0);
}

static enum tourney_due
check_open_pairing(struct due_scan *l, uint32_t p)
{
	const struct tourney_bout *b = &l->t->bouts[p];

	if (!has_come(l, b->postponed_until_ms))
		return DUE_NOTHING;
	if (b->held)
		return has_come(l, b->held_since_ms + TOURNEY_HOLD_MS)
			   ? due_pairing(l, DUE_ACT, TACT_release, p, 0, 0)
			   : DUE_NOTHING;
	if (b->match != 0)
		return check_interrupted(l, p);
	if (l->t->paused || l->t->undoing.called_off_ms != 0)
		return DUE_NOTHING;
	return has_come(l, b->due_ms) ? check_unbegun_match(l, p) : check_reminders(l, p);
}

/* ---- the tournament ---- */

/* True if the tournament must pause so that a director can pair the next round by hand; false
 * once all players are paired. */
static bool
waits_for_hand_pairing(const struct tourney *t)
{
	if (t->set.value[TSET_pairing] != PAIRING_BY_HAND ||
	    !tourney_format(&t->set)->by_round || t->hand_paired_round == t->round + 1)
		return false;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (!tourney_is_out(t, (entry_no)e) &&
		    tourney_planned_opponent(t, (entry_no)e) == ENTRY_UNKNOWN)
			return true;
	return false;
}

/* Returns the next step when no pairing is open. */
static enum tourney_due
check_next_stage(struct due_scan *l)
{
	const struct tourney *t = l->t;

	if (!has_come(l, t->timing.postponed_until_ms))
		return DUE_NOTHING;
	if (t->stage == STAGE_ROUNDS && !tourney_rounds_are_over(t)) {
		bool by_round = tourney_format(&t->set)->by_round;

		if (waits_for_hand_pairing(t))
			return due(l, DUE_ACT, TACT_pause);
		(void)due(l, by_round ? DUE_PAIR_ROUND : DUE_ACT, TACT_round);
		l->act->value = (int64_t)t->round + 1;
		return by_round ? DUE_PAIR_ROUND : DUE_ACT;
	}
	if (!has_come(l, tourney_settled_ms(t)))
		return DUE_NOTHING;
	if (tourney_bracket_follows(t))
		return due(l, DUE_START_BRACKET, TACT_bracket);
	return due(l, DUE_ACT, TACT_finish);
}

static enum tourney_due
check_running(struct due_scan *l)
{
	struct tourney *t = l->t;

	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next) {
		enum tourney_due d = check_open_pairing(l, p);

		if (d != DUE_NOTHING)
			return d;
	}
	return t->open_first == TOURNEY_NO_PAIRING && !t->paused &&
		       t->undoing.called_off_ms == 0
		   ? check_next_stage(l)
		   : DUE_NOTHING;
}

/* True if a time may be acted on: the wall clock is not in doubt, or the setting was changed
 * after the doubt began. */
static bool
setting_is_trusted(const struct due_scan *l, enum tourney_setting which)
{
	return l->t->timing.setting_changed_ms[which] >= l->observer->doubt_began_ms;
}

static bool
setting_time_has_come(struct due_scan *l, enum tourney_setting which)
{
	int64_t at = l->t->set.value[which];

	return at != 0 && setting_is_trusted(l, which) && has_come(l, at * 1000);
}

/* Gives a waiting user a free place at once (rule 44). */
static enum tourney_due
check_waiting_list(struct due_scan *l)
{
	const struct tourney *t = l->t;

	for (unsigned i = 0; t->in < tourney_capacity(t) && i < t->guests_n; i++) {
		const struct tourney_guest *g = &t->guests[i];

		if (!g->waiting)
			continue;
		(void)due(l, DUE_ACT, TACT_promote);
		l->act->user = g->user;
		memcpy(l->act->name, g->name, sizeof(l->act->name));
		l->act->rating = g->rating;
		if (tourney_gate(t, l->act) == TOURNEY_OK)
			return DUE_ACT;
	}
	return DUE_NOTHING;
}

int64_t
tourney_expires_ms(const struct tourney *t, bool attended)
{
	const int64_t *v = t->set.value;
	int64_t plan_ms = t->timing.unattended_limit_ms, at_ms, most_ms;

	if (plan_ms == 0 || t->phase >= TOURNEY_RUNNING)
		return NEVER;
	at_ms = later(t->last_ms, later(v[TSET_opens], v[TSET_starts]) * 1000);
	if (attended)
		return at_ms + TOURNEY_PLAN_FACTOR * plan_ms;
	most_ms =
	    later(t->created_ms, t->lenient_until_ms) + later(TOURNEY_PLAN_MAX_MS, plan_ms);
	return at_ms + plan_ms < most_ms ? at_ms + plan_ms : most_ms;
}

/* Returns the reason to cancel a tournament that has waited too long to start (rule 45), or
 * NULL. */
static const char *
expiry_reason(struct due_scan *l)
{
	const struct tourney *t = l->t;
	const struct tourney_observer *observer = l->observer;
	int64_t unattended_ms = tourney_expires_ms(t, false);
	bool empty = t->in == 0 && tourney_waiting_count(t) == 0;

	if (observer->clock_doubted || unattended_ms == NEVER || !has_come(l, unattended_ms))
		return NULL;
	if (empty)
		return "no entries";
	if (observer->attended != NULL && !observer->attended(observer->ctx, t))
		return "nobody else has entered";
	return has_come(l, tourney_expires_ms(t, true)) ? "it was not started" : NULL;
}

/* Handles the starting time.  If too few players are present, the start waits, and then the
 * directors are asked.  Finally the tournament starts with the players present, if possible. */
static enum tourney_due
check_start_time(struct due_scan *l)
{
	const struct tourney *t = l->t;

	if (!has_come(l, t->timing.postponed_until_ms))
		return DUE_NOTHING;
	if (t->player_lack.asked_ms != 0)
		return has_come(l, t->player_lack.asked_ms + TOURNEY_DIRECTORS_WAIT_MS)
			   ? due(l, DUE_START_TOURNEY, TACT_start)
			   : DUE_NOTHING;
	if (t->player_lack.since_ms != 0 &&
	    !has_come(l, t->player_lack.since_ms + TOURNEY_LACK_WAIT_MS))
		return DUE_NOTHING;
	if (tourney_can_start(t))
		return due(l, DUE_START_TOURNEY, TACT_start);
	return due(l, DUE_ACT, t->player_lack.since_ms == 0 ? TACT_lack : TACT_ask);
}

static enum tourney_due
check_before_start(struct due_scan *l)
{
	const struct tourney *t = l->t;
	const char *expired;

	if (check_waiting_list(l) == DUE_ACT)
		return DUE_ACT;
	expired = expiry_reason(l);
	if (expired != NULL) {
		(void)due(l, DUE_ACT, TACT_cancel);
		l->act->text = expired;
		return DUE_ACT;
	}
	if (t->phase == TOURNEY_PLANNED && setting_time_has_come(l, TSET_opens))
		return has_come(l, t->timing.postponed_until_ms) ? due(l, DUE_ACT, TACT_open)
								 : DUE_NOTHING;
	if (setting_is_trusted(l, TSET_starts) && t->phase != TOURNEY_PLANNED &&
	    !t->checkin_called && t->set.value[TSET_starts] != 0 &&
	    t->set.value[TSET_checkin] != 0 &&
	    has_come(l, (t->set.value[TSET_starts] - t->set.value[TSET_checkin] * 60) * 1000))
		return due(l, DUE_ACT, TACT_call);
	if (t->phase != TOURNEY_PLANNED && setting_time_has_come(l, TSET_starts))
		return check_start_time(l);
	if (t->phase == TOURNEY_OPEN && setting_time_has_come(l, TSET_closes))
		return due(l, DUE_ACT, TACT_close);
	return DUE_NOTHING;
}

/* Returns whether the time in a setting has passed but must not be acted on yet; see
 * doubt_began_ms of struct tourney_observer. */
static bool
time_is_doubted(
    const struct tourney *t, enum tourney_setting which, int64_t now_ms, int64_t doubt_began_ms)
{
	int64_t at_s = t->set.value[which];

	return at_s != 0 && now_ms >= at_s * 1000 &&
	       t->timing.setting_changed_ms[which] < doubt_began_ms;
}

enum tourney_setting
tourney_doubted_time(const struct tourney *t, int64_t now_ms, int64_t doubt_began_ms)
{
	bool planned = t->phase == TOURNEY_PLANNED;

	if (t->phase >= TOURNEY_RUNNING || t->undoing.called_off_ms != 0)
		return TSET_COUNT;
	if (planned && time_is_doubted(t, TSET_opens, now_ms, doubt_began_ms))
		return TSET_opens;
	if (!planned && time_is_doubted(t, TSET_starts, now_ms, doubt_began_ms))
		return TSET_starts;
	if (t->phase == TOURNEY_OPEN && time_is_doubted(t, TSET_closes, now_ms, doubt_began_ms))
		return TSET_closes;
	return TSET_COUNT;
}

enum tourney_due
tourney_due(struct tourney *t, int64_t now_ms, const struct tourney_observer *observer,
    struct tourney_act *act_out)
{
	struct due_scan l = { t, now_ms, observer, act_out, NEVER };
	enum tourney_due d = DUE_NOTHING;

	if (now_ms < t->timing.next_scan_ms)
		return DUE_NOTHING;
	if (t->undoing.called_off_ms != 0 && t->phase <= TOURNEY_RUNNING &&
	    has_come(&l, t->undoing.called_off_ms + TOURNEY_UNDO_MS)) {
		d = due(&l, DUE_ACT, TACT_cancel);
		act_out->text = t->undoing.call_off_reason;
	} else if (t->phase == TOURNEY_RUNNING) {
		d = check_running(&l);
	} else if (t->phase < TOURNEY_RUNNING && t->undoing.called_off_ms == 0) {
		d = check_before_start(&l);
	}
	if (d == DUE_NOTHING)
		t->timing.next_scan_ms = l.next_ms;
	return d;
}
