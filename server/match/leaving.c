/* SPDX-License-Identifier: MIT */
/* Handles a user's matches when the user leaves or is erased. */
#include "match/match_internal.h"

#include "people/people.h"
#include "login/resume_token.h"
#include "output/output.h"

static void
leave_at_session_end(struct world *w, struct session *s, enum session_end how)
{
	struct match *m = session_match(w, s);
	struct session *opponent = session_opponent(w, s);
	int64_t asked = 0;

	while (match_withdraw_question(w, s, &asked) != NULL)
		;                /* no notice: the users who were asked see the log-out */
	if (how == END_SHUTDOWN) /* clocks stop, and no player is notified */
		w->matches->stopping = true;
	if ((how == END_DROPPED || how == END_NETWORK) && !s->player->bot &&
	    !w->matches->handing_over)
		outage_record_loss(w, s);
	absence_session_ended(w);
	if (m == NULL)
		return;
	if (how == END_SHUTDOWN) {
		match_unseat(w, m);
		return;
	}
	if (how == END_LOGOUT || how == END_KICKED) /* the match is not resumed at log-in */
		resume_token_set_match(w, opponent, 0);
	match_suspend(w, m, s->seat, how == END_KICKED ? LEAVE_ADJOURNED : LEAVE_OFFLINE);
	feed_row_changed(w, opponent);
}

#define MATCHES_PER_QUERY 32u

struct match_list {
	struct match_record m[MATCHES_PER_QUERY];
	unsigned n;
};

static bool
list_match(void *ctx, const struct match_record *m)
{
	struct match_list *l = ctx;

	l->m[l->n++] = *m;
	return l->n < MATCHES_PER_QUERY;
}

typedef void matches_each_fn(struct store *s, int64_t user,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx);

/* Ends a user's matches.  The user loses those bound to a tournament, which needs a result.
 * Reads the matches in groups.  A group is read completely before its first match is ended.
 * Stops if the same group is read again, because then a write has failed. */
static void
end_matches(struct world *w, int64_t user, matches_each_fn *each)
{
	struct match_list l;
	int64_t first = 0;

	do {
		l.n = 0;
		each(w->store, user, list_match, &l);
		if (l.n == 0 || l.m[0].id == first)
			return;
		first = l.m[0].id;
		for (unsigned i = 0; i < l.n; i++) {
			struct action a = { .kind = ACT_FORFEIT,
				.seat = l.m[i].user[0] == user ? SEAT_0 : SEAT_1 };

			if (!l.m[i].bound ||
			    match_direct_action(w, l.m[i].id, &a) == MATCH_IS_OVER)
				match_finish(w, &l.m[i], NULL, MATCH_END_ERASED);
		}
	} while (l.n == MATCHES_PER_QUERY);
}

void
match_on_event(struct world *w, const struct world_event *e)
{
	if (e->kind == EVENT_session_online)
		absence_logged_in(w, e->session->player->user);
	if (e->kind == EVENT_code_read)
		absence_session_ended(w);
	if (e->kind == EVENT_session_leaving)
		leave_at_session_end(
		    w, e->session_leaving.session, e->session_leaving.how->how);
	if (e->kind == EVENT_user_erased) {
		end_matches(w, e->user->id, store_matches_open_each);
		end_matches(w, e->user->id, store_tournament_matches_of_user);
	}
}
