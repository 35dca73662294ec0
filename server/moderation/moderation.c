/* SPDX-License-Identifier: MIT */
/* See moderation.h.  Bans are in bans.c.  An act costs a few rows; announcements to all users
 * go through the feed.  Erased users are removed from the lists of other sessions a slice per
 * turn.  Owns the list of erased users that are still to be removed. */
#include "moderation/moderation.h"

#include "base/pack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "output/feed.h"
#include "people/online.h"
#include "people/player.h"
#include "people/session.h"
#include "people/userlist.h"
#include "login/lifecycle.h"
#include "stats/ranks.h"
#include "world/event.h"
#include "os/log.h"
#include "proto/username.h"
#include "proto/words.h"
#include "rules/rating.h"

#define REGISTRATION_SETTING "registration" /* name of the setting in the store */

const char *const MUTE_NAMES[MUTE_ALL + 1] = {
	[MUTE_NONE] = "",
	[MUTE_SHOUT] = "shout",
	[MUTE_ALL] = "all",
};

/* ---- state in memory ---- */

void
moderation_load(struct world *w)
{
	char value[16];
	struct sbuf b;

	SBUF_INIT(&b, value);
	w->moderation->registration = w->config.registration;
	if (store_server_setting(w->store, REGISTRATION_SETTING, &b))
		w->moderation->registration = strcmp(value, "open") == 0;
}

struct moderation *
moderation_new(void)
{
	return calloc(1, sizeof(struct moderation));
}

void
moderation_free(struct moderation **mp)
{
	struct moderation *m = *mp;

	if (m == NULL)
		return;
	free(m->bans);
	free(m->mutes);
	free(m->erased);
	free(m->recent_talk);
	rates_free(&m->reports);
	free(m);
	*mp = NULL;
}

/* ---- the log ---- */

/* Writes the act to the server's log as well, where it is recorded even if the store refuses
 * writes. */
static void
copy_to_server_log(const struct operator_record *r)
{
	char whom[128], detail[256], why[512];

	log_info("operator", "actor=%s act=%s whom=%s detail=%s why=%s", r->actor, r->act,
	    log_escape(whom, sizeof(whom), r->whom, strlen(r->whom)),
	    log_escape(detail, sizeof(detail), r->detail, strlen(r->detail)),
	    log_escape(why, sizeof(why), r->why, strlen(r->why)));
}

void
moderation_log(struct world *w, const char *actor, const char *act, const char *whom,
    const char *detail, const char *why)
{
	struct operator_record r = {
		.at_s = world_now_s(w),
		.actor = actor,
		.act = act,
		.whom = whom,
		.detail = detail,
		.why = why,
	};

	copy_to_server_log(&r);
	if (!store_refusing(w->store))
		store_operator_act_add(w->store, &r);
}

/* ---- roles and permissions ---- */

enum role
moderation_role_of(const struct user_record *u)
{
	int r = role_named(u->role);

	return r > 0 ? (enum role)r : ROLE_USER;
}

void
moderation_set_role(struct world *w, const struct user_record *u, enum role role)
{
	struct player *p = player_by_name(w, u->name);
	struct session *s = p != NULL ? session_get(w, p->session) : NULL;

	if (p != NULL)
		p->role = role;
	if (s != NULL)
		online_update_trees(w, s);
	store_user_set_role(w->store, u->id, ROLE_NAMES[role]);
}

bool
moderation_outranks(const struct player *actor, const struct user_record *u)
{
	return actor->role == ROLE_ADMIN || moderation_role_of(u) == ROLE_USER;
}

/* ---- muting ---- */

void
moderation_mute(struct world *w, const struct user_record *u, enum mute_scope scope,
    int64_t until_s, const char *actor, const char *why)
{
	struct player *p = player_by_name(w, u->name);
	struct mute_record m = {
		.user = u->id,
		.all = scope == MUTE_ALL,
		.until_s = until_s,
		.at_s = world_now_s(w),
		.actor = actor,
		.why = why,
	};

	if (p != NULL) {

		p->mute = scope;
		p->mute_until_s = until_s;
	}
	if (scope == MUTE_NONE)
		store_mute_lift(w->store, u->id);
	else
		store_mute_set(w->store, &m);
}

/* ---- registration ---- */

void
moderation_set_registration(struct world *w, bool open)
{
	w->moderation->registration = open;
	store_server_setting_set(w->store, REGISTRATION_SETTING, open ? "open" : "closed");
}

/* ---- erasing ---- */

/* Writes a name that users cannot choose (username_check refuses its beginning): "erased_" and
 * the number of the account in letters. */
static void
make_erased_name(const struct world *w, int64_t id, struct sbuf *out)
{
	struct user_record other;

	sbuf_add(out, USERNAME_ERASED_PREFIX);
	do {
		sbuf_addc(out, (char)('a' + id % 26));
		id /= 26;
	} while (id > 0);
	/* a user may have taken the name before such names were reserved */
	while (sbuf_ok(out) && store_user_by_name(w->store, out->text, &other))
		sbuf_addc(out, '_');
	CHECK(sbuf_ok(out));
}

struct list_leaver {
	struct world *w;
	int64_t user;
};

static void
leave_rating_list(void *ctx, const char *game, double rating, uint32_t experience)
{
	const struct list_leaver *l = ctx;
	bool bots;
	const struct variant *v = ranks_game_of_key(l->w->ranks, game, &bots);

	if (v != NULL)
		ranks_change_user(
		    bots ? ranks_of_bot_play(l->w->ranks, v) : ranks_of_game(l->w->ranks, v),
		    l->user, rating, experience, RATING_START, 0);
}

/* Removes the user from all rating lists, which contain only users with experience.  Erasing
 * the user deletes the ratings in other games. */
static void
leave_rating_lists(struct world *w, const struct user_record *u)
{
	struct list_leaver l = { w, u->id };

	store_user_set_rating(w->store, u->id, RATING_START, 0);
	ranks_change_user(ranks_of_game(w->ranks, VARIANT_FIBS), u->id, u->rating,
	    u->experience, RATING_START, 0);
	store_game_ratings_each(w->store, u->id, leave_rating_list, &l);
}

/* ---- removing erased users from the lists of other sessions ---- */

/* An erased user who may still be in lists of other sessions.  Sessions that log in later need
 * no check: they cannot name the user. */
struct erased {
	int64_t user;
	uint64_t next_login_no; /* login.no of the next session to check */
};

#define ALL_SESSIONS_CHECKED UINT64_MAX

static void
erased_add(struct world *w, int64_t user)
{
	struct moderation *o = w->moderation;

	if (o->erased_len == o->erased_room) {
		o->erased_room = o->erased_room == 0 ? 4 : o->erased_room * 2;
		o->erased = realloc(o->erased, o->erased_room * sizeof(*o->erased));
		CHECK(o->erased != NULL);
	}
	o->erased[o->erased_len++] = (struct erased){ .user = user };
}

static void
forget_user(struct session *s, int64_t user)
{
	if (!userlist_has(&s->lists.gagged, user) && !userlist_has(&s->lists.blinded, user) &&
	    !userlist_has(&s->lists.awaited, user) && s->invitation.user != user)
		return;
	userlist_remove(&s->lists.gagged, user);
	userlist_remove(&s->lists.blinded, user);
	userlist_remove(&s->lists.awaited, user);
	if (s->invitation.user == user)
		s->invitation.user = 0;
}

static void
forget_in_sessions(struct world *w, struct erased *e, unsigned *looks)
{
	struct session *s = online_from_login(w, e->next_login_no);

	for (; s != NULL && *looks > 0; s = s->index.online_next, --*looks)
		forget_user(s, e->user);
	e->next_login_no = s != NULL ? s->login.no : ALL_SESSIONS_CHECKED;
}

/* Drops erased users for whom all sessions have been checked. */
static void
drop_checked_users(struct world *w)
{
	struct moderation *o = w->moderation;
	size_t n = 0;

	for (size_t i = 0; i < o->erased_len; i++)
		if (o->erased[i].next_login_no != ALL_SESSIONS_CHECKED)
			o->erased[n++] = o->erased[i];
	o->erased_len = n;
}

static void
forget_erased(struct world *w)
{
	unsigned looks = MODERATION_FORGET_PER_TURN;

	drop_checked_users(w);
	for (size_t i = 0; i < w->moderation->erased_len && looks > 0; i++)
		forget_in_sessions(w, &w->moderation->erased[i], &looks);
}

/* Returns whether sessions are left to check. */
static bool
has_to_forget(const struct world *w)
{
	for (size_t i = 0; i < w->moderation->erased_len; i++)
		if (w->moderation->erased[i].next_login_no != ALL_SESSIONS_CHECKED)
			return true;
	return false;
}

static void
erase(struct world *w, const struct user_record *u, const char *name)
{
	struct session *s = session_by_name(w, u->name);
	struct user_record now = *u;

	if (s != NULL) {
		msg_you_are_erased(&s->out);
		session_kick(w, s, NULL, MSG_kick_erased);
	}
	event_publish(w, &(struct world_event){ .kind = EVENT_user_erased, .user = u });
	/* the user may just have lost a match on time */
	(void)store_user_by_id(w->store, u->id, &now);
	leave_rating_lists(w, &now);
	store_user_erase(w->store, u->id, name, world_now_s(w));
	erased_add(w, u->id);
}

void
moderation_erase(struct world *w, const struct user_record *u)
{
	char name[STORE_NAME_MAX + 1];
	struct sbuf b;

	SBUF_INIT(&b, name);
	make_erased_name(w, u->id, &b);
	erase(w, u, name);
}

/* ---- deleting accounts at their owner's request, one per turn ---- */

static int64_t
deletion_due_s(int64_t asked_ms)
{
	return asked_ms / 1000 + MODERATION_GRACE_S;
}

void
moderation_schedule_deletion(struct world *w, int64_t user)
{
	store_forget_set(w->store, user, deletion_due_s(wallclock_new_stamp_ms(w)));
}

#define DELETION_CHECK_MS 3600000
#define FIRST_DELETION_CHECK_MS 90000 /* from the start of the server */

static void
delete_account(struct world *w, int64_t id)
{
	char name[STORE_NAME_MAX + 1];
	struct user_record u;
	struct sbuf b;

	if (!store_user_by_id(w->store, id, &u))
		return;
	SBUF_INIT(&b, name);
	sbuf_addf(&b, "deleted-%" PRId64, id);
	store_name_reserve(w->store, u.name);
	moderation_log(w, u.name, "forget", u.name, "", "");
	erase(w, &u, name);
}

static void
delete_due_accounts(struct world *w)
{
	struct moderation *o = w->moderation;
	int64_t id;

	if (o->delete_ms == 0)
		o->delete_ms = w->mono_ms + FIRST_DELETION_CHECK_MS;
	if (w->mono_ms < o->delete_ms || !wallclock_trusted_or_week(w) ||
	    store_refusing(w->store))
		return;
	id = store_forget_next(w->store, world_now_s(w));
	if (id != 0)
		delete_account(w, id);
	o->delete_ms = w->mono_ms + (id != 0 ? 0 : DELETION_CHECK_MS);
}

/* ---- shutdown ---- */

/* A shutdown is announced again when this many seconds are left. */
static const unsigned STOP_ANNOUNCED_AT_S[] = { 3600, 1800, 900, 600, 300, 120, 60, 30, 20, 10,
	5 };

/* Returns the next mark below the last announcement; 0 is the shutdown itself. */
static unsigned
next_announcement_s(const struct stop_plan *p)
{
	for (unsigned i = 0; i < ARRAY_LEN(STOP_ANNOUNCED_AT_S); i++)
		if (STOP_ANNOUNCED_AT_S[i] < p->announced_s)
			return STOP_ANNOUNCED_AT_S[i];
	return 0;
}

static unsigned
seconds_to_stop(const struct world *w)
{
	int64_t ms = w->moderation->stop_plan.at_ms - w->mono_ms;

	return ms > 0 ? (unsigned)((ms + 999) / 1000) : 0;
}

static void
warn_of_stop(const struct world *w, struct session *s)
{
	const struct stop_plan *p = &w->moderation->stop_plan;

	if (p->planned)
		(p->restart ? msg_will_restart : msg_will_shut_down)(
		    &s->out, seconds_to_stop(w));
}

void
moderation_on_event(struct world *w, const struct world_event *e)
{
	switch (e->kind) {
	case EVENT_session_online:
		warn_of_stop(w, e->session);
		break;
	case EVENT_clock_corrected:
		store_forget_move(w->store, deletion_due_s(e->clock_corrected.first_stamp_ms),
		    deletion_due_s(e->clock_corrected.last_stamp_ms),
		    deletion_due_s(e->clock_corrected.corrected_ms));
		break;
	case EVENT_clock_trusted: /* corrects dates that are too late because the clock was
				   * fast */
		store_forget_by(w->store, deletion_due_s(w->wall_ms));
		break;
	default:
		break;
	}
}

static void
tell_all_stop(struct world *w)
{
	struct feed_event e = {
		.kind = FEED_SHUTDOWN,
		.n = { seconds_to_stop(w) },
		.flag = w->moderation->stop_plan.restart,
	};

	w->moderation->stop_plan.announced_s = e.n[0];
	if (w->moderation->stop_plan.planned)
		feed_announce(w, &e, NULL, NULL);
}

void
moderation_stop(struct world *w, unsigned seconds, bool restart)
{
	w->moderation->stop_plan = (struct stop_plan){
		.planned = seconds > 0,
		.due = seconds == 0,
		.restart = restart,
		.at_ms = w->mono_ms + (int64_t)seconds * 1000,
	};
	tell_all_stop(w);
}

bool
moderation_stop_cancel(struct world *w)
{
	struct feed_event e = { .kind = FEED_SHUTDOWN_CANCELLED };

	if (!w->moderation->stop_plan.planned)
		return false;
	w->moderation->stop_plan = (struct stop_plan){ 0 };
	feed_announce(w, &e, NULL, NULL);
	return true;
}

static int64_t
next_stop_event_ms(const struct world *w)
{
	const struct stop_plan *p = &w->moderation->stop_plan;

	return p->planned ? p->at_ms - (int64_t)next_announcement_s(p) * 1000 : -1;
}

int64_t
moderation_next_timer(const struct world *w)
{
	int64_t stop = next_stop_event_ms(w), next = w->moderation->delete_ms;

	if (has_to_forget(w))
		return w->mono_ms;
	if (next == 0 || !wallclock_trusted_or_week(w) || store_was_refusing(w->store))
		return stop;
	return stop >= 0 && stop < next ? stop : next;
}

void
moderation_run_timers(struct world *w)
{
	struct stop_plan *p = &w->moderation->stop_plan;

	forget_erased(w);
	delete_due_accounts(w);
	if (!p->planned || next_stop_event_ms(w) > w->mono_ms)
		return;
	if (seconds_to_stop(w) > 0) {
		tell_all_stop(w);
		return;
	}
	p->planned = false;
	p->due = true;
}

/* ---- upgrade ---- */

bool
moderation_can_hand_over(const struct world *w)
{
	return w->moderation->erased_len == 0;
}

void
moderation_hand_over(struct world *w, struct pack *p)
{
	struct stop_plan *stop = &w->moderation->stop_plan;

	PACK(p, 1, stop->planned, 2, stop->due, 3, stop->restart, 4, stop->at_ms);
	PACK(p, 5, stop->announced_s);
	PACK_PART(p, 6, rates_hand_over(&w->moderation->reports, p));
}
