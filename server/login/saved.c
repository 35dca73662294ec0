/* SPDX-License-Identifier: MIT */
/* See saved.h.  A log-in costs one indexed query by user, and a few reads for each match that
 * has a notice. */
#include "login/saved.h"

#include <string.h>

#include "login/lifecycle.h"
#include "output/output.h"
#include "people/player.h"

bool
saved_end_announced(const struct world *w, const struct match_record *r,
    const struct resume_request_record *mine)
{
	return mine->end_announced_ms != 0 && mine->end_announced_ms <= w->wall_ms &&
	       mine->end_announced_ms >= wallclock_corrected_ms(w, r->last_ms);
}

int64_t
saved_end_due_ms(const struct resume_request_record *mine)
{
	return mine->end_announced_ms + SAVED_NOTICE_MS;
}

/* ---- texts ---- */

static unsigned
seat_of(const struct session *s, const struct match_record *r)
{
	return r->user[0] == s->player->user ? 0 : 1;
}

static void
day_text(const struct world *w, const struct session *s, const struct out *out, int64_t at_ms,
    char *text, size_t size)
{
	w->config.zone_format_time(
	    s->player->timezone, at_ms / 1000, msg_text(out, MSG_strftime_day), text, size);
}

static void
write_end_date(struct world *w, const struct session *s, struct out *out,
    const struct match_record *r, const struct resume_request_record *mine)
{
	unsigned me = seat_of(s, r);
	const char *name = r->name[1 - me];
	struct resume_request_record other;
	struct user_record u;
	char when[64];

	day_text(w, s, out, saved_end_due_ms(mine), when, sizeof(when));
	msg_saved_due(out, name, when);
	if (r->length == 0 || r->unrated)
		return;
	if (store_user_by_id(w->store, r->user[1 - me], &u) && user_is_bot(&u)) {
		msg_saved_due_bot(out, name);
		return;
	}
	(void)store_resume_request(w->store, r->user[1 - me], r->id, &other);
	msg_saved_due_days(out, mine->request_day_count, name, other.request_day_count);
}

static void
write_end(const struct session *s, struct out *out, const struct match_record *r, int winner)
{
	unsigned me = seat_of(s, r);
	const char *name = r->name[1 - me];

	if (winner < 0)
		msg_saved_expired(out, name);
	else if (winner == (int)me)
		msg_saved_won(out, name);
	else
		msg_saved_lost(out, name);
}

void
saved_tell_due(struct world *w, struct session *s, const struct match_record *r)
{
	struct resume_request_record mine;

	(void)store_resume_request(w->store, s->player->user, r->id, &mine);
	write_end_date(w, s, &s->out, r, &mine);
}

void
saved_tell_end(struct session *s, const struct match_record *r, int winner)
{
	write_end(s, &s->out, r, winner);
}

void
saved_tell_damaged(struct session *s, const struct match_record *r)
{
	msg_saved_damaged(&s->out, r->name[1 - seat_of(s, r)]);
}

/* ---- notices at log-in ---- */

/* Writes the result of a match that ended while its player was offline. */
static void
write_result(const struct session *s, struct out *out, const struct match_record *r)
{
	const unsigned me = seat_of(s, r);
	const char *name = r->name[1 - me];

	if (strcmp(r->end_reason, "corrupt") == 0)
		msg_saved_damaged(out, name);
	else if (strcmp(r->end_reason, "time") != 0)
		write_end(s, out, r, r->winner);
	else if (r->winner == (int)me)
		msg_saved_won_on_time(out, name);
	else
		msg_saved_lost_on_time(out, name);
}

/* Writes what a player should know about a saved match.  A missed invitation and a result are
 * shown once, the announced end at each log-in. */
static void
write_saved_match(
    struct world *w, struct session *s, struct out *out, const struct resume_request_record *a)
{
	struct resume_request_record shown = *a;
	struct match_record r;
	char when[64];

	if (!store_match_by_id(w->store, a->match, &r) || (r.ended_ms == 0 && r.bound))
		return;
	if (r.ended_ms != 0) {
		write_result(s, out, &r);
		store_resume_request_delete(w->store, a->user, a->match);
		return;
	}
	if (a->missed_request_ms != 0) {
		const char *name = r.name[1 - seat_of(s, &r)];

		day_text(w, s, out, a->missed_request_ms, when, sizeof(when));
		msg_saved_missed(out, name, when, name);
		shown.missed_request_ms = 0;
		store_resume_request_set(w->store, &shown);
	}
	if (saved_end_announced(w, &r, a))
		write_end_date(w, s, out, &r, a);
}

static void
tell_saved_match(void *ctx, const struct resume_request_record *a)
{
	struct session *s = ctx;
	char text[1024];
	struct sbuf b;
	struct out out;

	if (!session_is_clip(s)) {
		write_saved_match(s->world, s, &s->out, a);
		return;
	}
	SBUF_INIT(&b, text);
	out = out_to_sbuf(&b);
	write_saved_match(s->world, s, &out, a);
	session_send_as_messages(s, text);
}

void
saved_tell_all(struct world *w, struct session *s)
{
	if (!store_refusing(w->store))
		store_resume_requests_each(w->store, s->player->user, tell_saved_match, s);
}
