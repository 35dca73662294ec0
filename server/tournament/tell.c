/* SPDX-License-Identifier: MIT */
/* Decides which users are notified of which tournament events.
 *
 * The beginning and end are announced to all users.  Members are notified of rounds and of
 * whatever concerns them, directors and followers of every result.  Users who have switched
 * `tournaments` off are notified only of what they must do.  An offline player gets a message
 * about a match; acts of directors in the meantime are read from the store at the player's next
 * log-in.
 *
 * ACTS and CONSEQUENCES list the recipients of each notice, in the order of sending. */
#include "tournament/tell.h"

#include <limits.h>

#include "match/match.h"
#include "people/people.h"
#include "output/json_lines.h"
#include "output/output.h"
#include "tell/tell.h"
#include "tournament/file.h"
#include "tournament/notices.h"

/* ---- recipients ---- */

enum again {
	AGAIN_NOT,
	/* users whom the act names: directly, by their entry, or as players of the pairing */
	AGAIN_NAMED,
	AGAIN_ALL, /* all members of the tournament, even after its end */
};

struct tell_row {
	unsigned on; /* kind of act or notification */
	void (*to)(struct notice_context *x, const struct tell_row *r);
	audience_write_fn *write;
	enum again again; /* users who get the notice at their next log-in if they missed it */
};

static void
send_notice(struct notice_context *x, struct session *s, const struct tell_row *r)
{
	x->to = s;
	r->write(&s->out, x);
	x->to = NULL;
}

static void
to_all(struct notice_context *x, const struct tell_row *r)
{
	(tourney_phase_announced(&x->l->t) ? audience_tell_all : audience_tell_members)(
	    x->w, x->l, r->write, x);
}

static void
to_members(struct notice_context *x, const struct tell_row *r)
{
	audience_tell_members(x->w, x->l, r->write, x);
}

static void
to_followers(struct notice_context *x, const struct tell_row *r)
{
	audience_tell_followers(x->w, x->l, r->write, x);
}

static bool
must_check_in(const struct world *w, const struct tourney_live *l, entry_no e)
{
	(void)w;
	return !l->t.entries[e].withdrawn && !l->t.entries[e].checked_in;
}

static void
to_not_checked_in(struct notice_context *x, const struct tell_row *r)
{
	audience_tell_entries(x->w, x->l, must_check_in, r->write, x);
}

static bool
is_left_out(const struct world *w, const struct tourney_live *l, entry_no e)
{
	return l->t.entries[e].missed_checkin && !live_is_member(w, l, l->t.entries[e].user);
}

static void
to_left_out(struct notice_context *x, const struct tell_row *r)
{
	audience_tell_entries(x->w, x->l, is_left_out, r->write, x);
}

static void
to_directors(struct notice_context *x, const struct tell_row *r)
{
	struct session *s;
	size_t at = 0;

	while ((s = audience_next_director(x->w, x->l, &at)) != NULL)
		send_notice(x, s, r);
}

/* Notifies directors who want notices of entries, except the actor. */
static void
to_entries(struct notice_context *x, const struct tell_row *r)
{
	struct session *s;
	size_t at = 0;

	while ((s = audience_next_director(x->w, x->l, &at)) != NULL)
		if (s->player->user != x->a->actor &&
		    player_has_toggle(s->player, TOGGLE_entries))
			send_notice(x, s, r);
}

/* Returns whether an invited or waiting user gets the notices of members.  A waiting user gets
 * all of them.  An invited user gets only the notice that the tournament is cancelled. */
static bool
guest_gets(const struct tourney_guest *g, const struct tourney_act *a)
{
	return g != NULL && (g->waiting || a->kind == TACT_cancel);
}

static void
to_members_and_guests(struct notice_context *x, const struct tell_row *r)
{
	const struct tourney *t = &x->l->t;

	to_members(x, r);
	for (unsigned i = 0; i < t->guests_n; i++) {
		const struct tourney_guest *g = &t->guests[i];
		struct session *s =
		    guest_gets(g, x->a) ? live_session_of(x->w, g->name, g->user) : NULL;

		if (s != NULL && audience_wants_news(s) && audience_reaches(x->w, x->l, s, x) &&
		    !audience_reaches_as_member(x->w, x->l, s, x))
			send_notice(x, s, r);
	}
}

/* Notifies members.  The act ends a match that is being played, so the players and watchers of
 * that match are notified in any case. */
static void
to_members_and_watchers(struct notice_context *x, const struct tell_row *r)
{
	const struct match *m = tourney_match(x->w, &x->l->t, x->n);
	struct recipient_it it = { 0 };
	struct recipient who;

	to_members(x, r);
	while (m != NULL && recipient_next(x->w, m, &it, &who))
		if (!audience_reaches_as_member(x->w, x->l, who.to, x))
			send_notice(x, who.to, r);
}

/* Notifies a user by name.  An offline user gets a message in the name of `from`; 0: no
 * message. */
static void
to_user(struct notice_context *x, const struct tell_row *r, const char *name, int64_t user,
    int64_t from)
{
	struct session *s = live_session_of(x->w, name, user);

	if (s != NULL)
		send_notice(x, s, r);
	else
		audience_leave_message(x->w, user, from, r->write, x);
}

static void
to_sides(struct notice_context *x, const struct tell_row *r, int64_t from)
{
	for (x->side = 0; x->side < 2; x->side++) {
		entry_no e = notice_pairing(x)->side[x->side];

		if (entry_is_player(e))
			to_user(x, r, x->l->t.entries[e].name, x->l->t.entries[e].user, from);
	}
}

/* Notifies both players of a pairing. */
static void
to_players(struct notice_context *x, const struct tell_row *r)
{
	to_sides(x, r, 0);
}

static void
to_players_or_message(struct notice_context *x, const struct tell_row *r)
{
	to_sides(x, r, x->l->t.director[0]);
}

/* Notifies both players, directors and followers. */
static void
to_pairing(struct notice_context *x, const struct tell_row *r)
{
	const struct pairing *p = notice_pairing(x);
	struct session *s;
	size_t at = 0;

	to_players(x, r);
	while ((s = audience_next_follower(x->w, x->l, &at)) != NULL)
		if (s != tourney_session(x->w, &x->l->t, p->side[0]) &&
		    s != tourney_session(x->w, &x->l->t, p->side[1]) &&
		    audience_reaches(x->w, x->l, s, x))
			send_notice(x, s, r);
	audience_note_outside(x->l, x);
}

/* Notifies members of a director's act on a match, and its players in any case. */
static void
to_members_and_players(struct notice_context *x, const struct tell_row *r)
{
	const struct tourney *t = &x->l->t;

	to_members(x, r);
	for (unsigned side = 0; side < 2; side++) {
		struct session *s = tourney_session(x->w, t, notice_pairing(x)->side[side]);

		if (s != NULL && !audience_reaches_as_member(x->w, x->l, s, x))
			send_notice(x, s, r);
	}
}

/* Notifies the players of a pairing, directors, followers and all other entrants one by one,
 * because the text contains times in each user's zone. */
static void
to_pairing_and_entrants(struct notice_context *x, const struct tell_row *r)
{
	const struct tourney *t = &x->l->t;
	const struct pairing *p = notice_pairing(x);

	to_pairing(x, r);
	for (unsigned e = 0; e < t->entries_n; e++) {
		struct session *s =
		    t->entries[e].withdrawn ? NULL : tourney_session(x->w, t, (entry_no)e);

		if (s != NULL && e != p->side[0] && e != p->side[1] && audience_wants_news(s) &&
		    !tourney_directs(t, s->player->user) && s->follow.id != t->id)
			send_notice(x, s, r);
	}
}

/* Notifies the user that the act names, directly or by an entry, unless that user is the
 * actor. */
static void
to_named(struct notice_context *x, const struct tell_row *r)
{
	bool user = x->a != NULL && (tourney_act_fields(x->a->kind) & TF_USER) != 0;
	const struct tourney_entry *e =
	    user ? NULL : &x->l->t.entries[x->a != NULL ? x->a->entry : x->n];

	if (x->a == NULL || x->a->actor != (user ? x->a->user : e->user))
		to_user(x, r, user ? x->a->name : e->name, user ? x->a->user : e->user, 0);
}

/* Notifies a replaced user.  The acts do not name that user, who therefore gets a message now
 * if offline. */
static void
to_replaced(struct notice_context *x, const struct tell_row *r)
{
	to_user(x, r, x->f->replaced_name, x->f->replaced_user, x->l->t.director[0]);
}

/* Leaves a message for the new player of an entry if that player is offline. */
static void
to_offline_replacement(struct notice_context *x, const struct tell_row *r)
{
	if (live_session_of(x->w, x->a->name, x->a->user) == NULL)
		audience_leave_message(x->w, x->a->user, x->l->t.director[0], r->write, x);
}

/* Notifies users who were still waiting for a place when the tournament started. */
static void
to_left_waiting(struct notice_context *x, const struct tell_row *r)
{
	for (unsigned i = 0; i < x->f->left_n; i++)
		if (x->f->left_waiting[i].waiting)
			to_user(
			    x, r, x->f->left_waiting[i].name, x->f->left_waiting[i].user, 0);
}

/* ---- the table ---- */

/* clang-format off */
static const struct tell_row ACTS[] = {
	{ TACT_open,      to_all,                  notice_open,                  AGAIN_NOT },
	{ TACT_close,     to_members,              notice_close,                 AGAIN_NOT },
	{ TACT_call,      to_not_checked_in,       notice_checkin,               AGAIN_NOT },
	{ TACT_present,   to_entries,              notice_present,               AGAIN_NOT },
	{ TACT_lack,      to_members,              notice_lack,                  AGAIN_NOT },
	{ TACT_lack,      to_not_checked_in,       notice_checkin,               AGAIN_NOT },
	{ TACT_ask,       to_members,              notice_asked,                 AGAIN_NOT },
	{ TACT_ask,       to_directors,            notice_ask_directors,         AGAIN_NOT },
	{ TACT_start,     to_all,                  notice_start,                 AGAIN_NOT },
	{ TACT_start,     to_left_out,             notice_not_in,                AGAIN_NOT },
	{ TACT_start,     to_members,              notice_rounds,                AGAIN_NOT },
	{ TACT_start,     to_left_waiting,         notice_no_place,              AGAIN_NOT },
	{ TACT_reveal,    to_members,              notice_reveal,                AGAIN_NOT },
	{ TACT_round,     to_members,              notice_repeated_pairs,        AGAIN_NOT },
	{ TACT_pause,     to_members_and_guests,   notice_pause,                 AGAIN_ALL },
	{ TACT_resume,    to_members_and_guests,   notice_resume,                AGAIN_ALL },
	{ TACT_cancel,    to_members_and_guests,   notice_cancel,                AGAIN_ALL },
	{ TACT_calloff,   to_members_and_guests,   notice_calloff,               AGAIN_NOT },
	{ TACT_recall,    to_members_and_guests,   notice_recall,                AGAIN_NOT },
	{ TACT_announce,  to_members_and_guests,   notice_announce,              AGAIN_ALL },
	{ TACT_set,       to_members_and_guests,   notice_setting_changed,       AGAIN_NOT },
	{ TACT_finish,    to_all,                  notice_end,                   AGAIN_NOT },
	{ TACT_enter,     to_entries,              notice_entered,               AGAIN_NOT },
	{ TACT_admit,     to_entries,              notice_entered,               AGAIN_NOT },
	{ TACT_invite,    to_named,                notice_invited,               AGAIN_NAMED },
	{ TACT_wait,      to_entries,              notice_waits,                 AGAIN_NOT },
	{ TACT_attend,    to_entries,              notice_attends,               AGAIN_NOT },
	{ TACT_promote,   to_named,                notice_promoted,              AGAIN_NAMED },
	{ TACT_promote,   to_entries,              notice_entered,               AGAIN_NOT },
	{ TACT_decline,   to_entries,              notice_declined,              AGAIN_NOT },
	{ TACT_decline,   to_named,                notice_removed,               AGAIN_NAMED },
	{ TACT_checkin,   to_entries,              notice_checked_in,            AGAIN_NOT },
	{ TACT_withdraw,  to_entries,              notice_entrant_left,          AGAIN_NOT },
	{ TACT_withdraw,  to_members,              notice_withdrawn_by_director, AGAIN_NOT },
	{ TACT_withdraw,  to_named,                notice_removed,               AGAIN_NAMED },
	{ TACT_restore,   to_members,              notice_restore,               AGAIN_NOT },
	{ TACT_restore,   to_named,                notice_restored,              AGAIN_NAMED },
	{ TACT_replace,   to_members,              notice_replace,               AGAIN_NOT },
	{ TACT_replace,   to_offline_replacement,  notice_takes,                 AGAIN_NOT },
	{ TACT_replace,   to_replaced,             notice_replaced,              AGAIN_NOT },
	{ TACT_director,  to_named,                notice_director,              AGAIN_NAMED },
	{ TACT_late,      to_players,              notice_late,                  AGAIN_NOT },
	{ TACT_appoint,   to_players,              notice_appoint,               AGAIN_NOT },
	{ TACT_remind,    to_players_or_message,   notice_remind,                AGAIN_NOT },
	{ TACT_deadline,  to_pairing_and_entrants, notice_deadline,              AGAIN_NAMED },
	{ TACT_addtime,   to_members_and_players,  notice_addtime,               AGAIN_NAMED },
	{ TACT_hold,      to_members_and_players,  notice_hold,                  AGAIN_NAMED },
	{ TACT_agree,     to_pairing,              notice_agree,                 AGAIN_NOT },
	{ TACT_release,   to_members_and_players,  notice_release,               AGAIN_NAMED },
	{ TACT_confirm,   to_members,              notice_confirm,               AGAIN_NOT },
	{ TACT_forfeit,   to_members_and_players,  notice_forfeit,               AGAIN_NAMED },
	{ TACT_setresult, to_members_and_watchers, notice_setresult,             AGAIN_NAMED },
	{ TACT_correct,   to_members_and_watchers, notice_correct,               AGAIN_NAMED },
	{ TACT_reopen,    to_members,              notice_reopen,                AGAIN_NAMED },
};

static const struct tell_row CONSEQUENCES[] = {
	{ TNEWS_READY,       to_players_or_message,   notice_pairing_ready,  AGAIN_NOT },
	{ TNEWS_OVER,        to_players_or_message,   notice_bye_or_forfeit, AGAIN_NOT },
	{ TNEWS_OVER,        to_followers,            notice_result,         AGAIN_NOT },
	{ TNEWS_ROUND,       to_members,              notice_round,          AGAIN_NOT },
	{ TNEWS_DROPPED,     to_named,                notice_dropped,        AGAIN_NOT },
	{ TNEWS_ALL_DECIDED, to_followers,            notice_last,           AGAIN_NOT },
};
/* clang-format on */

/* Acts that a director can repeat at will.  Their notices reach users outside the tournament
 * only once per AUDIENCE_OUTSIDE_INTERVAL_MS. */
static const bool LIMITED_ACTS[TACT_COUNT] = {
	[TACT_announce] = true,
	[TACT_set] = true,
	[TACT_pause] = true,
	[TACT_deadline] = true,
	[TACT_addtime] = true,
};

static void
send_rows(struct notice_context *x, const struct tell_row *rows, size_t n, unsigned on)
{
	bool may = audience_outside_is_allowed(x->l, tourney_now_ms(x->w));

	x->tournament_name = x->l->t.name;
	x->limited = x->a != NULL && x->a->actor != 0 && LIMITED_ACTS[x->a->kind];
	x->reaches_outside = !x->limited || may;
	for (size_t i = 0; i < n; i++)
		if (rows[i].on == on)
			rows[i].to(x, &rows[i]);
}

/* Sends an act to spectators, and to directors and followers who use JSON lines
 * (PROTOCOL.md 14.3). */
static void
tell_act_as_json(struct world *w, const struct tourney_live *l, const struct tourney_act *a)
{
	const unsigned fields = tourney_act_fields(a->kind);
	const struct json_field members[] = { json_int_field("tournament", l->t.id),
		json_text_field("act", tourney_act_name(a->kind)),
		json_text_field("phase", tourney_export_phase_word(&l->t)),
		json_int_field("round", l->t.round),
		json_int_or_null("entry", (fields & TF_ENTRY) != 0, a->entry),
		json_int_or_null("pairing", (fields & TF_PAIRING) != 0, a->pairing), { 0 } };
	struct session *s;
	size_t at = 0;

	for (unsigned i = 0; i < SPECTATORS_MAX; i++)
		if ((s = json_follower_at(w, i)) != NULL)
			json_send_fields(s, "tournament", members);
	while ((s = audience_next_follower(w, l, &at)) != NULL)
		if (session_is_json(s))
			json_send_fields(s, "tournament", members);
}

void
tell_act(struct world *w, struct tourney_live *l, const struct tourney_act *a,
    const struct tell_facts *f)
{
	struct notice_context x = { .w = w, .l = l, .a = a, .f = f, .n = a->pairing };

	/* the end is announced after the consequences of all earlier acts */
	if (a->kind == TACT_finish)
		(void)tell_consequences(w, l, UINT_MAX);
	send_rows(&x, ACTS, ARRAY_LEN(ACTS), a->kind);
	tell_act_as_json(w, l, a);
}

bool
tell_consequences(struct world *w, struct tourney_live *l, unsigned most)
{
	for (; l->notifications_sent < l->notifications_n && most > 0;
	     l->notifications_sent++, most--) {
		struct tourney_notification n = l->notifications[l->notifications_sent];
		struct notice_context x = { .w = w, .l = l, .n = n.n };
		struct dice_record dice;

		if (n.news == TNEWS_READY && l->t.bouts[n.n].match == 0 &&
		    !store_refusing(w->store))
			live_pairing_dice(w, &l->t, n.n, true, &dice);
		send_rows(&x, CONSEQUENCES, ARRAY_LEN(CONSEQUENCES), n.news);
	}
	return l->notifications_sent < l->notifications_n;
}

void
tell_seated(struct world *w, struct tourney_live *l, uint32_t pairing)
{
	static const struct tell_row row = { .write = notice_seated };
	struct notice_context x = {
		.w = w, .l = l, .tournament_name = l->t.name, .n = pairing
	};

	to_players(&x, &row);
}

void
tell_match_idle(struct world *w, struct tourney_live *l, uint32_t pairing)
{
	static const struct tell_row row = { .write = notice_match_idle };
	struct notice_context x = {
		.w = w, .l = l, .tournament_name = l->t.name, .n = pairing
	};

	to_directors(&x, &row);
}

static enum tourney_setting
awaited_setting(const struct world *w, const struct tourney_live *l)
{
	return tourney_doubted_time(&l->t, tourney_now_ms(w), live_starts_trusted_since_ms(w));
}

void
tell_waiting_setting(struct world *w, struct tourney_live *l)
{
	static const struct tell_row row = { .write = notice_waiting_setting };
	struct notice_context x = {
		.w = w, .l = l, .tournament_name = l->t.name, .n = awaited_setting(w, l)
	};

	if (x.n != l->waiting_setting && x.n != TSET_COUNT)
		to_directors(&x, &row);
	l->waiting_setting = x.n;
}

/* ---- after a log-in ---- */

void
tell_duty(struct world *w, struct session *s, struct tourney_live *l, entry_no e)
{
	struct notice_context x = { .w = w, .l = l, .tournament_name = l->t.name, .to = s };

	notice_duty(&s->out, &x, e);
}

void
tell_open_questions(struct world *w, struct session *s)
{
	struct tourney_live *l;

	DL_FOREACH(w->tourneys->unfinished, l)
	{
		struct notice_context x = {
			.w = w, .l = l, .tournament_name = l->t.name, .to = s
		};

		if (l->t.phase >= TOURNEY_RUNNING || !tourney_directs(&l->t, s->player->user))
			continue;
		x.n = awaited_setting(w, l);
		if (l->t.player_lack.asked_ms != 0 && x.n != TSET_starts)
			notice_ask_directors(&s->out, &x);
		else if (x.n != TSET_COUNT)
			notice_waiting_setting(&s->out, &x);
	}
}

#define MISSED_MAX 20u           /* only the newest notices are shown at log-in */
#define MISSED_ACTS_CHECKED 200u /* number of latest acts checked in each tournament */

struct missed_notices {
	struct world *w;
	struct session *to;
	int64_t user;
	/* tournament and time of the last LIMITED_ACTS act that reaches_outsider accepted */
	int64_t limited_tourney, limited_ms;
	unsigned n;
	struct {
		int64_t tourney;
		uint32_t seq;
	} act[MISSED_MAX + 1]; /* newest first */
};

static const struct tell_row *
missed_row(enum tourney_act_kind kind)
{
	for (unsigned i = 0; i < ARRAY_LEN(ACTS); i++)
		if (ACTS[i].on == kind && ACTS[i].again != AGAIN_NOT)
			return &ACTS[i];
	return NULL;
}

/* Returns whether the act names the user: directly, by the user's entry, or as a player of its
 * pairing. */
static bool
act_names_user(const struct tourney *t, const struct tourney_act *a, int64_t user)
{
	unsigned fields = tourney_act_fields(a->kind);

	if ((fields & TF_USER) != 0)
		return a->user == user;
	if ((fields & TF_ENTRY) != 0)
		return t->entries[a->entry].user == user;
	for (unsigned side = 0; side < 2 && a->pairing < t->pairings_n; side++) {
		entry_no e = t->pairings[a->pairing].side[side];

		if (entry_is_player(e) && t->entries[e].user == user)
			return true;
	}
	return false;
}

/* Returns whether an act reaches a user outside the tournament.  Acts arrive newest first; of
 * the LIMITED_ACTS acts only the newest in each AUDIENCE_OUTSIDE_INTERVAL_MS is reported. */
static bool
reaches_outsider(struct missed_notices *m, const struct tourney_live *l,
    const struct tourney_act_record *record, const struct tourney_act *a)
{
	const struct notice_context x = { .a = a, .reaches_outside = true };

	if (userlist_has(&m->to->lists.gagged, a->actor) ||
	    (l != NULL && !audience_reaches(m->w, l, m->to, &x)))
		return false;
	if (!LIMITED_ACTS[a->kind] || a->actor == 0)
		return true;
	if (m->limited_tourney == record->tourney &&
	    m->limited_ms - a->at_ms < AUDIENCE_OUTSIDE_INTERVAL_MS)
		return false;
	m->limited_tourney = record->tourney;
	m->limited_ms = a->at_ms;
	return true;
}

/* Returns whether a user is notified of an act at log-in.  l is NULL for a tournament that is
 * over: its entries are no longer known, so all users are treated as outside the tournament. */
static bool
is_reported_at_login(struct missed_notices *m, const struct tourney_live *l,
    const struct tourney_act_record *record, const struct tourney_act *a)
{
	const struct tell_row *r = missed_row(a->kind);

	if (r == NULL)
		return false;
	if (r->again == AGAIN_ALL && l != NULL &&
	    (tourney_directs(&l->t, m->user) || live_is_member(m->w, l, m->user)))
		return true;
	if (r->again == AGAIN_ALL)
		return (l == NULL || guest_gets(tourney_guest_of(&l->t, m->user), a)) &&
		       reaches_outsider(m, l, record, a);
	if (l == NULL || !act_names_user(&l->t, a, m->user))
		return false;
	if (a->kind == TACT_forfeit && (a->actor == 0 || a->side > 1))
		return false; /* notice_forfeit writes no text for such an act */
	/* an invitation is shown only if it has been neither answered nor withdrawn */
	return a->kind != TACT_invite || tourney_guest_of(&l->t, m->user) != NULL;
}

static bool
note_missed(void *ctx, const struct tourney_act_record *r)
{
	struct missed_notices *m = ctx;
	struct tourney_act a;

	if (!tourney_act_read(r->kind, r->at_ms, r->actor, r->text, &a) ||
	    !is_reported_at_login(m, live_get_unfinished(m->w, r->tourney), r, &a))
		return true;
	m->act[m->n].tourney = r->tourney;
	m->act[m->n++].seq = r->seq;
	return m->n <= MISSED_MAX;
}

static bool
tell_missed_act(void *ctx, const struct tourney_act_record *r)
{
	const struct missed_notices *m = ctx;
	const struct tell_row *row;
	struct tourney_record over;
	struct tourney_act a;
	struct notice_context x = { .w = m->w,
		.l = live_get_unfinished(m->w, r->tourney),
		.a = &a,
		.to = m->to,
		.at_login = true };

	CHECK(tourney_act_read(r->kind, r->at_ms, r->actor, r->text, &a));
	x.n = a.pairing;
	if (x.l == NULL && !store_tourney_by_id(m->w->store, r->tourney, &over))
		return false;
	x.tournament_name = x.l != NULL ? x.l->t.name : over.name;
	row = missed_row(a.kind);
	if (row != NULL)
		row->write(&m->to->out, &x);
	return false;
}

void
tell_missed_notices(struct world *w, struct session *s)
{
	struct missed_notices m = { .w = w, .to = s, .user = s->player->user };
	int64_t since_s = s->player->last_login_s;
	struct user_record u;
	unsigned n;

	if (store_user_by_id(w->store, m.user, &u) && u.last_logout_s > since_s)
		since_s = u.last_logout_s;
	store_tourney_notices_each(
	    w->store, m.user, since_s * 1000, MISSED_ACTS_CHECKED, note_missed, &m);
	n = m.n > MISSED_MAX ? MISSED_MAX : m.n;
	if (n > 0)
		msg_tt_away(&s->out);
	if (m.n > n)
		msg_tt_away_more(&s->out, n);
	while (n-- > 0)
		store_tourney_acts_each(
		    w->store, m.act[n].tourney, m.act[n].seq, tell_missed_act, &m);
}
