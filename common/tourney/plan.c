/* SPDX-License-Identifier: MIT */
/* The tournament as a whole: settings, directors, phases, and times during which it does not
 * run (rules 19, 40, 42).  Owns no memory; at most linear in the pairings. */
#include "tourney/apply.h"

#include <string.h>

#define RESTART_GRACE_MS (5 * 60000) /* after a restart (rule 19) */

/* ---- name, settings, directors ---- */

enum tourney_err
gate_name(const struct tourney *t, const struct tourney_act *a)
{
	size_t n = strlen(a->text);

	return (a->kind != TACT_create || t->acts == 0) && n > 0 && n <= TOURNEY_NAME_MAX
		   ? TOURNEY_OK
		   : TOURNEY_BAD_ACT;
}

void
apply_name(struct applying *ap)
{
	(void)sbuf_copy(ap->t->name, sizeof(ap->t->name), ap->a->text);
	if (ap->a->kind == TACT_create)
		ap->t->created_ms = ap->a->at_ms;
}

/* Applies "setting value" or "setting value -- reason".  Returns the setting, or -1 if the text
 * is invalid. */
static int
apply_setting_text(struct tourney_settings *s, const char *text)
{
	char word[32], value[256]; /* older versions accepted up to 240 bytes */
	const char *reason = strstr(text, " -- ");
	size_t n = strcspn(text, " "),
	       all = reason != NULL ? (size_t)(reason - text) : strlen(text);
	int which;

	if (n >= all || n >= sizeof(word) || all - n >= sizeof(value))
		return -1;
	memcpy(word, text, n);
	word[n] = '\0';
	memcpy(value, text + n + 1, all - n - 1);
	value[all - n - 1] = '\0';
	which = tourney_setting_named(word);
	return which >= 0 && tourney_set_setting(s, (enum tourney_setting)which, value) ? which
											: -1;
}

enum tourney_err
gate_set(const struct tourney *t, const struct tourney_act *a)
{
	struct tourney_settings set = t->set;
	int which = apply_setting_text(&set, a->text);

	if (which < 0)
		return TOURNEY_BAD_SETTING;
	if (t->phase == TOURNEY_RUNNING &&
	    (TOURNEY_SETTINGS[which].flags & SET_WHILE_RUNNING) == 0)
		return TOURNEY_HAS_STARTED;
	if (TOURNEY_SETTINGS[which].kind == TSET_TIME && set.value[which] != 0 &&
	    set.value[which] * 1000 <= a->at_ms)
		return TOURNEY_BAD_SETTING; /* otherwise a typing error could start the
					       tournament or close entries at once */
	if (which == TSET_seeding && set.value[which] == SEEDING_DRAW &&
	    t->phase == TOURNEY_CLOSED)
		return TOURNEY_TOO_LATE; /* the seed of a draw is committed to while entries are
					  * open (rule 42) */
	return set.value[TSET_capacity] < t->in || tourney_format(&set)->entries_max < t->in
		   ? TOURNEY_BAD_SETTING
		   : TOURNEY_OK;
}

/* Sets the default order of tie-breaks, which depends on the format (rules 35 and 37). */
static void
set_default_tiebreaks(struct tourney_settings *s)
{
	const char *own = tourney_format(s)->tiebreaks;

	CHECK(tourney_set_setting(s, TSET_tiebreaks,
	    own != NULL ? own : TOURNEY_SETTINGS[TSET_tiebreaks].default_text));
}

void
apply_set(struct applying *ap)
{
	struct tourney_settings *s = &ap->t->set, usual = *s;
	bool chosen;
	int which;

	set_default_tiebreaks(&usual);
	chosen = usual.value[TSET_tiebreaks] != s->value[TSET_tiebreaks] ||
		 memcmp(usual.list[TSET_tiebreaks], s->list[TSET_tiebreaks],
		     sizeof(usual.list[TSET_tiebreaks])) != 0;
	which = apply_setting_text(s, ap->a->text);
	if (which == TSET_format && !chosen)
		set_default_tiebreaks(s);
	if (ap->t->phase == TOURNEY_RUNNING &&
	    (TOURNEY_SETTINGS[which].flags & SET_FROM_NEXT_ROUND) != 0)
		bout_set_lengths(ap->t);
	ap->t->timing.setting_changed_ms[which] = ap->a->at_ms;
	if (which == TSET_starts)
		ap->t->player_lack.since_ms = ap->t->player_lack.asked_ms = 0;
}

enum tourney_err
gate_director(const struct tourney *t, const struct tourney_act *a)
{
	bool is = tourney_directs(t, a->user);
	unsigned n = 0;

	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		n += t->director[i] != 0;
	if (a->value == 0)
		return is && n > 1 ? TOURNEY_OK : TOURNEY_NOT_DIRECTOR;
	if (is)
		return TOURNEY_ALREADY_DIRECTOR;
	return n == TOURNEY_DIRECTORS_MAX ? TOURNEY_DIRECTORS_FULL : TOURNEY_OK;
}

void
apply_director_change(struct applying *ap)
{
	struct tourney *t = ap->t;
	bool more = ap->a->value != 0;
	unsigned i = 0;

	while (t->director[i] != (more ? 0 : ap->a->user))
		i++;
	t->director[i] = more ? ap->a->user : 0;
	(void)sbuf_copy(
	    t->director_name[i], sizeof(t->director_name[i]), more ? ap->a->name : "");
}

/* ---- the draw (rule 42) ---- */

static bool
is_hex(const char *text)
{
	return strlen(text) == TOURNEY_HEX_MAX &&
	       strspn(text, "0123456789abcdef") == TOURNEY_HEX_MAX;
}

/* Allows a commitment only once, and only before entries close: a later seed could be chosen
 * for its result. */
enum tourney_err
gate_commit(const struct tourney *t, const struct tourney_act *a)
{
	if (!is_hex(a->text) || t->commitment[0] != '\0')
		return TOURNEY_BAD_ACT;
	return t->phase == TOURNEY_CLOSED ? TOURNEY_TOO_LATE : TOURNEY_OK;
}

enum tourney_err
gate_reveal(const struct tourney *t, const struct tourney_act *a)
{
	return is_hex(a->text) && t->commitment[0] != '\0' && t->seed[0] == '\0'
		   ? TOURNEY_OK
		   : TOURNEY_BAD_ACT;
}

void
apply_draw_seed(struct applying *ap)
{
	bool commit = ap->a->kind == TACT_commit;

	(void)sbuf_copy(
	    commit ? ap->t->commitment : ap->t->seed, TOURNEY_HEX_MAX + 1, ap->a->text);
}

/* ---- phases ---- */

enum tourney_err
gate_open(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return t->phase == TOURNEY_OPEN ? TOURNEY_IS_OPEN : TOURNEY_OK;
}

void
apply_phase(struct applying *ap)
{
	static const enum tourney_phase begins[TACT_COUNT] = {
		[TACT_open] = TOURNEY_OPEN,
		[TACT_close] = TOURNEY_CLOSED,
		[TACT_finish] = TOURNEY_FINISHED,
		[TACT_cancel] = TOURNEY_CANCELLED,
	};

	ap->t->phase = begins[ap->a->kind];
	if (ap->t->phase > TOURNEY_RUNNING)
		ap->t->ended_ms = ap->a->at_ms;
}

enum tourney_err
gate_call_checkin(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return t->checkin_called ? TOURNEY_BAD_ACT : TOURNEY_OK;
}

void
apply_call_checkin(struct applying *ap)
{
	ap->t->checkin_called = true;
}

/* ---- calling off ---- */

enum tourney_err
gate_calloff(const struct tourney *t, const struct tourney_act *a)
{
	if (t->undoing.called_off_ms != 0)
		return TOURNEY_CALLED_OFF;
	return strlen(a->text) <= TOURNEY_REASON_MAX ? TOURNEY_OK : TOURNEY_BAD_ACT;
}

void
apply_calloff(struct applying *ap)
{
	ap->t->undoing.called_off_ms = ap->a->at_ms;
	(void)sbuf_copy(ap->t->undoing.call_off_reason, sizeof(ap->t->undoing.call_off_reason),
	    ap->a->text);
}

enum tourney_err
gate_recall(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return t->undoing.called_off_ms != 0 ? TOURNEY_OK : TOURNEY_NOTHING_TO_UNDO;
}

/* ---- undo ---- */

void
undo_push(struct applying *ap, const struct tourney_undo *u)
{
	struct tourney_undo *at = &ap->t->undoing.act[ap->t->undoing.n++ % TOURNEY_UNDO_MAX];

	*at = *u;
	at->at_ms = ap->a->at_ms;
}

bool
undo_consume(struct applying *ap)
{
	struct tourney_undoing *u = &ap->t->undoing;
	const struct tourney_act *a = ap->a;
	unsigned i = 1, kept = u->n < TOURNEY_UNDO_MAX ? u->n : TOURNEY_UNDO_MAX;

	for (; i <= kept; i++) {
		const struct tourney_undo *x = &u->act[(u->n - i) % TOURNEY_UNDO_MAX];

		if (x->kind == a->kind && x->entry == a->entry && x->user == a->user &&
		    a->at_ms - x->at_ms <= TOURNEY_UNDO_MS)
			break;
	}
	if (i > kept)
		return false;
	for (; i > 0; i--) {
		struct tourney_undo *x = &u->act[(u->n - i) % TOURNEY_UNDO_MAX];

		if (x->kind == a->kind && x->entry == a->entry)
			x->at_ms = 0; /* this act can no longer be undone */
	}
	return true;
}

bool
tourney_undo(
    const struct tourney *t, int64_t actor, int64_t now_ms, struct tourney_act *act_out)
{
	struct tourney_act a = { .kind = TACT_recall, .actor = actor, .at_ms = now_ms };

	a.text = "";
	if (t->undoing.called_off_ms != 0) {
		*act_out = a;
		return true;
	}
	for (unsigned i = 1; i <= TOURNEY_UNDO_MAX && i <= t->undoing.n; i++) {
		const struct tourney_undo *u =
		    &t->undoing.act[(t->undoing.n - i) % TOURNEY_UNDO_MAX];

		a.kind = u->kind;
		a.entry = u->entry;
		a.user = u->user;
		memcpy(a.name, u->name, sizeof(a.name));
		a.rating = u->rating;
		if (now_ms - u->at_ms <= TOURNEY_UNDO_MS && tourney_gate(t, &a) == TOURNEY_OK) {
			*act_out = a;
			return true;
		}
	}
	return false;
}

/* ---- too few players at the start ---- */

enum tourney_err
gate_too_few(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return t->player_lack.since_ms == 0 ? TOURNEY_OK : TOURNEY_BAD_ACT;
}

void
apply_too_few(struct applying *ap)
{
	ap->t->player_lack.since_ms = ap->a->at_ms;
}

enum tourney_err
gate_ask_directors(const struct tourney *t, const struct tourney_act *a)
{
	(void)a;
	return t->player_lack.since_ms != 0 && t->player_lack.asked_ms == 0 ? TOURNEY_OK
									    : TOURNEY_BAD_ACT;
}

void
apply_ask_directors(struct applying *ap)
{
	ap->t->player_lack.asked_ms = ap->a->at_ms;
}

/* ---- times during which nothing runs ---- */

enum tourney_err
gate_pause(const struct tourney *t, const struct tourney_act *a)
{
	bool pause = a->kind == TACT_pause;

	if (pause != t->paused)
		return TOURNEY_OK;
	return pause ? TOURNEY_ALREADY_PAUSED : TOURNEY_NOT_PAUSED;
}

void
apply_pause(struct applying *ap)
{
	ap->t->paused = true;
	ap->t->paused_ms = ap->a->at_ms;
	if (ap->t->open_first == TOURNEY_NO_PAIRING)
		ap->t->hand_paired_round = ap->t->round + 1;
}

/* Accounts for the time from stalled_ms to now_ms, in which nothing could begin.  Pairings due
 * by stalled_ms are due now.  Pairings due later are postponed by the part of that time for
 * which they have been ready; a deadline is kept unless it has passed.  No player counts as
 * late during that time. */
static void
postpone_for_stall(struct tourney *t, int64_t stalled_ms, int64_t now_ms)
{
	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next) {
		struct tourney_bout *b = &t->bouts[p];
		int64_t waits = now_ms - (b->ready_ms > stalled_ms ? b->ready_ms : stalled_ms);
		bool passed = b->due_ms <= stalled_ms;

		if (b->match != 0)
			continue;
		if (t->set.value[TSET_schedule] == SCHEDULE_DEADLINE)
			b->due_ms = b->due_ms < now_ms ? now_ms : b->due_ms;
		else
			b->due_ms = passed ? now_ms : b->due_ms + waits;
		if (b->latest_start_ms < b->due_ms)
			b->latest_start_ms = b->due_ms;
		b->late_from_ms[0] = b->late_from_ms[1] = now_ms;
	}
}

/* Ends a call-off.  A pause that began earlier continues. */
void
apply_recall(struct applying *ap)
{
	if (!ap->t->paused)
		postpone_for_stall(ap->t, ap->t->undoing.called_off_ms, ap->a->at_ms);
	ap->t->undoing.called_off_ms = 0;
}

void
apply_resume(struct applying *ap)
{
	postpone_for_stall(ap->t, ap->t->paused_ms, ap->a->at_ms);
	ap->t->paused = false;
}

/* Postpones the end of each hold, and the time until which a director's last result may be
 * changed. */
static void
postpone_decisions(struct tourney *t, int64_t ms)
{
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		if (t->bouts[p].director_decided_ms != 0)
			t->bouts[p].director_decided_ms += ms;
		t->bouts[p].held_since_ms += ms;
	}
}

/* Postpones a cancellation, and a start with too few players. */
static void
postpone_ends(struct tourney *t, int64_t ms)
{
	if (t->undoing.called_off_ms != 0)
		t->undoing.called_off_ms += ms;
	if (t->player_lack.since_ms != 0)
		t->player_lack.since_ms += ms;
	if (t->player_lack.asked_ms != 0)
		t->player_lack.asked_ms += ms;
}

/* Treats the time since the last act as lost, unless the tournament is paused: the end of the
 * pause will do so.  Absent players do not count as late for five minutes.  The ten minutes for
 * `undo` are not extended, because they may have passed before the server stopped. */
void
apply_restart(struct applying *ap)
{
	struct tourney *t = ap->t;
	int64_t stalled_ms = t->last_ms;

	if (!t->paused)
		postpone_for_stall(t, stalled_ms, ap->a->at_ms);
	postpone_decisions(t, ap->a->at_ms - stalled_ms);
	postpone_ends(t, ap->a->at_ms - stalled_ms);
	t->lenient_until_ms = ap->a->at_ms + RESTART_GRACE_MS;
}

/* Adds the lost time to at_ms.  A time before the act moves at most to the time of the act. */
static int64_t
postpone(int64_t at_ms, const struct tourney_act *stand)
{
	int64_t to_ms = at_ms + stand->value;

	return at_ms >= stand->at_ms || to_ms < stand->at_ms ? to_ms : stand->at_ms;
}

/* Records lost time.  Elapsed lateness and future deadlines are kept. */
void
apply_lost_time_old(struct applying *ap)
{
	const struct tourney_act *a = ap->a;
	struct tourney *t = ap->t;

	postpone_decisions(t, a->value);
	if (t->paused)
		return;
	t->lenient_until_ms = t->lenient_until_ms != 0 ? postpone(t->lenient_until_ms, a) : 0;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (!t->entries[e].online)
			t->entries[e].offline_since_ms =
			    postpone(t->entries[e].offline_since_ms, a);
	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next) {
		struct tourney_bout *b = &t->bouts[p];

		if (b->match != 0)
			continue;
		if (t->set.value[TSET_schedule] != SCHEDULE_DEADLINE || b->due_ms < a->at_ms)
			b->due_ms = postpone(b->due_ms, a);
		if (b->latest_start_ms < b->due_ms)
			b->latest_start_ms = b->due_ms;
		for (unsigned s = 0; s < 2; s++)
			if (b->late_from_ms[s] != 0)
				b->late_from_ms[s] = postpone(b->late_from_ms[s], a);
	}
}

/* Records lost time.  Unlike `stand`, which older versions recorded, `still` also postpones
 * cancellations and the end of `undo`. */
void
apply_lost_time(struct applying *ap)
{
	struct tourney *t = ap->t;

	postpone_ends(t, ap->a->value);
	for (unsigned i = 0; i < TOURNEY_UNDO_MAX; i++)
		if (t->undoing.act[i].at_ms != 0)
			t->undoing.act[i].at_ms += ap->a->value;
	apply_lost_time_old(ap);
}
