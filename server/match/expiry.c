/* SPDX-License-Identifier: MIT */
/* Ends saved matches that were not resumed: see match.h.  The store keeps the id at which the
 * next slice starts.
 *
 * A slice costs MATCHES_PER_SLICE rows found through the index of unfinished matches, a few
 * reads for each match that is due within a week, and writes for each that is announced or
 * ended.  The interval between slices is at most an hour, and shorter with many saved matches,
 * so that each match is checked at least once a day. */
#include "match/match_internal.h"

#include "login/saved.h"
#include "people/people.h"

#define MATCHES_PER_SLICE 50
#define DAY_MS 86400000
#define FIRST_SLICE_MS 60000 /* time from the start of the server to the first slice */
#define PAUSE_MIN_MS 1000
#define PAUSE_MAX_MS 3600000
#define UP_DAYS_MIN 7    /* days since the last action on which the server must have been up */
#define ASKED_DAYS_MIN 3 /* days on which a player must have asked, to win by absence */

static int64_t
pause_ms(const struct world *w)
{
	/* taken from counters, so that no rows have to be counted */
	int64_t unfinished = store_counter(w->store, COUNTER_MATCHES) -
			     store_counter(w->store, COUNTER_MATCHES_FINISHED);
	int64_t ms = DAY_MS / (unfinished / MATCHES_PER_SLICE + 1);

	return ms < PAUSE_MIN_MS ? PAUSE_MIN_MS : ms > PAUSE_MAX_MS ? PAUSE_MAX_MS : ms;
}

/* A saved match that is due now or within a week. */
struct saved_match {
	struct match_record r;
	int64_t last_action_ms; /* time of the last action, corrected if the clock was wrong */
	struct resume_request_record requests[2];
	bool is_bot[2], bot_available[2];
};

typedef bool bot_available_fn(const struct world *w, const char *name);

static void
read_saved(struct world *w, struct saved_match *m, bot_available_fn *bot_available)
{
	struct user_record u;

	for (unsigned i = 0; i < 2; i++) {
		(void)store_resume_request(w->store, m->r.user[i], m->r.id, &m->requests[i]);
		m->is_bot[i] = store_user_by_id(w->store, m->r.user[i], &u) && user_is_bot(&u);
		m->bot_available[i] = m->is_bot[i] && bot_available(w, u.name);
	}
}

/* ---- announcements ---- */

/* Returns whether a match whose end was announced may end now. */
static bool
may_end_now(const struct world *w, const struct saved_match *m)
{
	for (unsigned i = 0; i < 2; i++)
		if (!m->is_bot[i] && w->wall_ms < saved_end_due_ms(&m->requests[i]))
			return false;
	return w->wall_ms >= m->last_action_ms + (int64_t)w->config.saved_days * DAY_MS &&
	       store_up_days_after(w->store, m->last_action_ms / DAY_MS) >= UP_DAYS_MIN;
}

static bool
is_announced(const struct world *w, const struct saved_match *m)
{
	for (unsigned i = 0; i < 2; i++)
		if (!m->is_bot[i] && !saved_end_announced(w, &m->r, &m->requests[i]))
			return false;
	return true;
}

static void
announce_end(struct world *w, struct saved_match *m)
{
	for (unsigned i = 0; i < 2; i++) {
		m->requests[i].end_announced_ms = w->wall_ms;
		if (!m->is_bot[i])
			store_resume_request_set(w->store, &m->requests[i]);
	}
	event_publish(w, &(struct world_event){
			     .kind = EVENT_match_due, .saved_match = { .match = &m->r } });
}

/* ---- the end ---- */

/* Returns the seat of the player who loses by absence, or SEAT_NONE.  A bot that is available
 * can always be played, so it need not ask. */
static enum seat
loser_by_absence(const struct saved_match *m)
{
	bool asked[2];

	if (m->r.length == 0 || m->r.unrated)
		return SEAT_NONE;
	for (unsigned i = 0; i < 2; i++)
		asked[i] = m->is_bot[i] ? m->bot_available[i]
					: m->requests[i].request_day_count >= ASKED_DAYS_MIN;
	if (asked[0] == asked[1])
		return SEAT_NONE;
	return asked[0] ? SEAT_1 : SEAT_0;
}

/* Makes a player lose.  Returns false if that is not possible because a player has not moved
 * yet or the match does not replay. */
static bool
make_lose(struct world *w, const struct match_record *r, enum seat seat)
{
	const struct action a = { .kind = ACT_ABANDON, .seat = seat };
	struct match_state st;
	uint32_t seq;

	return match_replay(w, r, &st, &seq) && st.moved[0] && st.moved[1] &&
	       match_direct_action(w, r->id, &a) == MATCH_OK;
}

void
match_add_notices(struct world *w, const struct match_record *r)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct session *s = session_by_name(w, r->name[i]);
		const struct resume_request_record notice = {
			.user = r->user[i], .match = r->id, .last_request_day = -1
		};
		struct user_record u;

		if ((s == NULL || !session_is_interactive(s)) &&
		    store_user_by_id(w->store, r->user[i], &u) && !user_is_bot(&u))
			store_resume_request_set(w->store, &notice);
	}
}

/* Ends the match.  If one player counts as absent, they lose and the match is rated; otherwise
 * it ends unrated. */
static void
end_saved_match(struct world *w, const struct saved_match *m)
{
	enum seat seat = loser_by_absence(m);

	if (seat == SEAT_NONE || !make_lose(w, &m->r, seat))
		match_finish(w, &m->r, NULL, MATCH_END_EXPIRED);
	match_add_notices(w, &m->r);
}

/* ---- slices ---- */

static void
expire_slice(struct world *w, bot_available_fn *bot_available)
{
	int64_t soon_ms = w->wall_ms - (int64_t)w->config.saved_days * DAY_MS + SAVED_NOTICE_MS;
	int64_t after = store_counter(w->store, COUNTER_EXPIRY);
	struct match_brief b[MATCHES_PER_SLICE];
	unsigned n = store_matches_open_after(w->store, after, MATCHES_PER_SLICE, b);
	int64_t next = n == MATCHES_PER_SLICE ? b[n - 1].id : 0;
	struct saved_match m;

	for (unsigned i = 0; i < n; i++) {
		m.last_action_ms = wallclock_correct_stamp_ms(w, b[i].last_ms);
		if (m.last_action_ms >= soon_ms ||
		    !store_match_by_id(w->store, b[i].id, &m.r) ||
		    match_find_live(w, &m.r) != NULL)
			continue;
		read_saved(w, &m, bot_available);
		if (!is_announced(w, &m))
			announce_end(w, &m);
		else if (may_end_now(w, &m))
			end_saved_match(w, &m);
	}
	if (next != after)
		store_counter_set(w->store, COUNTER_EXPIRY, next, false);
}

void
matches_expire(struct world *w, bot_available_fn *bot_available)
{
	int64_t *at_ms = &w->matches->expiry_ms;

	if (w->config.saved_days == 0)
		return;
	if (*at_ms == 0)
		*at_ms = w->mono_ms + FIRST_SLICE_MS;
	if (w->mono_ms < *at_ms || !wallclock_trusted(w) || store_refusing(w->store))
		return;
	*at_ms = w->mono_ms + pause_ms(w);
	expire_slice(w, bot_available);
}

int64_t
matches_next_expiry(const struct world *w)
{
	int64_t at_ms = w->matches->expiry_ms;

	if (w->config.saved_days == 0 || at_ms == 0 || !wallclock_trusted(w) ||
	    store_was_refusing(w->store))
		return -1;
	return at_ms;
}
