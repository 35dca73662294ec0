/* SPDX-License-Identifier: MIT */
/* What becomes of somebody's matches when they go, or are erased. */
#include "match/leaving.h"

#include "match/match.h"
#include "people/people.h"

static void
leave_match(struct world *w, struct session *s, const struct parting *p)
{
	char farewell[SESSION_FAREWELL_MAX];
	struct match *m = session_match(w, s);
	struct session *opponent;

	if (m == NULL)
		return;
	if (p->how == END_SERVER) { /* everything stands still, and nobody is told */
		match_detach(w, m);
		return;
	}
	opponent = session_opponent(w, s);
	if (p->how == END_LOGOUT)
		msg_your_game_saved(&s->out, opponent->player->name);
	session_farewell(opponent, s, p, farewell);
	msg_gone_saved(&opponent->out, farewell);
	if (p->how == END_LOGOUT || p->how == END_KICKED) /* nobody is brought back to it */
		resume_token_playing(w, opponent, 0);
	match_suspend(w, m, s->seat);
	feed_row(w, opponent);
}

#define MATCHES_AT_ONCE 64u

struct match_list {
	struct match_record m[MATCHES_AT_ONCE];
	unsigned n;
};

static bool
list_match(void *ctx, const struct match_record *m)
{
	struct match_list *l = ctx;

	l->m[l->n++] = *m;
	return l->n < MATCHES_AT_ONCE;
}

/* The list is read before it is changed; a write that fails leaves it as it is, and ends this.
 */
static void
end_matches(struct world *w, const struct user_record *u)
{
	struct match_list l;
	int64_t first = 0;

	do {
		l.n = 0;
		store_matches_open_each(w->store, u->id, list_match, &l);
		if (l.n == 0 || l.m[0].id == first)
			return;
		first = l.m[0].id;
		for (unsigned i = 0; i < l.n; i++)
			store_match_end(
			    w->store, l.m[i].id, w->wall_ms, "erased", -1, l.m[i].score);
	} while (l.n == MATCHES_AT_ONCE);
}

/* Those of events he loses: whoever runs the event wants a result. */
static void
forfeit_matches(struct world *w, const struct user_record *u)
{
	struct match_list l;
	int64_t first = 0;

	do {
		l.n = 0;
		store_matches_event_each(w->store, u->id, list_match, &l);
		if (l.n == 0 || l.m[0].id == first)
			return;
		first = l.m[0].id;
		for (unsigned i = 0; i < l.n; i++) {
			struct action a = { .kind = ACT_FORFEIT,
				.seat = l.m[i].user[0] == u->id ? SEAT_0 : SEAT_1 };

			if (match_event_act(w, l.m[i].id, &a) == MATCH_IS_OVER)
				store_match_end(w->store, l.m[i].id, w->wall_ms, "erased", -1,
				    l.m[i].score);
		}
	} while (l.n == MATCHES_AT_ONCE);
}

void
match_on_event(struct world *w, const struct world_event *e)
{
	if (e->kind == EVENT_session_leaving)
		leave_match(w, e->leaving.session, e->leaving.how);
	if (e->kind == EVENT_user_erased) {
		end_matches(w, e->user);
		forfeit_matches(w, e->user);
	}
}
