/* SPDX-License-Identifier: MIT */
/* See tourney_replay.h.  Owns nothing but the arrays of the states it makes.  A replay costs as
 * much as applying the acts. */
#include "tests/support/tourney_replay.h"

#include <stdlib.h>
#include <string.h>

#include "people/people.h"
#include "output/output.h"
#include "tournament/memory.h"

/* ---- acts ---- */

struct tourney_call {
	struct fixture *h;
	int64_t id;
	unsigned conn;
	const char *name;
	const struct tourney_act *act;
	enum tourney_err err;
};

static const struct session *
session_of_call(const struct tourney_call *d)
{
	return d->conn == FIXTURE_TOURNEY_SERVER ? NULL : fixture_session(d->h, d->conn);
}

static void
do_create(struct world *w, void *ctx)
{
	struct tourney_call *d = ctx;
	struct tourney *t = tourney_create(w, session_of_call(d), d->name, &d->err);

	d->id = t != NULL ? t->id : 0;
}

int64_t
fixture_tourney_create(
    struct fixture *h, unsigned conn, const char *name, enum tourney_err *err_out)
{
	struct tourney_call d = { .h = h, .conn = conn, .name = name };

	fixture_run_in_turn(h, do_create, &d);
	if (err_out != NULL)
		*err_out = d.err;
	return d.id;
}

static void
do_act(struct world *w, void *ctx)
{
	struct tourney_call *d = ctx;
	struct tourney *t = tourney_get(w, d->id);
	struct tourney_act a = *d->act;

	d->err = TOURNEY_IS_OVER;
	if (t != NULL)
		d->err = tourney_act(w, t, session_of_call(d), &a);
}

enum tourney_err
fixture_tourney_act(struct fixture *h, int64_t id, unsigned conn, const struct tourney_act *a)
{
	struct tourney_call d = { .h = h, .id = id, .conn = conn, .act = a };

	fixture_run_in_turn(h, do_act, &d);
	return d.err;
}

enum tourney_err
fixture_tourney_set(struct fixture *h, int64_t id, unsigned conn, const char *text)
{
	struct tourney_act a = { .kind = TACT_set, .text = text };

	return fixture_tourney_act(h, id, conn, &a);
}

static void
do_enter(struct world *w, void *ctx)
{
	struct tourney_call *d = ctx;
	struct tourney *t = tourney_get(w, d->id);
	struct tourney_act a = { .kind = TACT_enter };
	struct user_record u;

	d->err = TOURNEY_NOT_ENTERED;
	if (t == NULL || !store_user_by_name(w->store, d->name, &u))
		return;
	tourney_act_set_user(w, t, &u, &a);
	d->err = tourney_act(w, t, session_of_call(d), &a);
}

enum tourney_err
fixture_tourney_enter(struct fixture *h, int64_t id, unsigned conn, const char *name)
{
	struct tourney_call d = { .h = h, .id = id, .conn = conn, .name = name };

	fixture_run_in_turn(h, do_enter, &d);
	return d.err;
}

static void
do_follow(struct world *w, void *ctx)
{
	struct tourney_call *d = ctx;

	tourney_follow(w, fixture_session(d->h, d->conn), d->id, true);
}

void
fixture_tourney_follow(struct fixture *h, unsigned conn, int64_t id)
{
	struct tourney_call d = { .h = h, .id = id, .conn = conn };

	fixture_run_in_turn(h, do_follow, &d);
}

/* ---- the stored acts ---- */

static bool
apply_stored(void *ctx, const struct tourney_act_record *r)
{
	struct tourney *t = ctx;
	struct tourney_act a;

	if (r->seq != t->acts || !tourney_act_read(r->kind, r->at_ms, r->actor, r->text, &a)) {
		t->id = 0;
		return false;
	}
	memory_make_room_for_act(t, &a);
	if (tourney_apply(t, &a, NULL, NULL) != TOURNEY_OK)
		t->id = 0;
	return t->id != 0;
}

bool
tourney_replay(struct store *s, int64_t id, struct tourney *t)
{
	tourney_init(t, id);
	store_tourney_acts_each(s, id, 0, apply_stored, t);
	return t->id == id && t->acts > 0 && tourney_check(t);
}

void
tourney_replay_free(struct tourney *t)
{
	free(t->entries);
	free(t->pairings);
	free(t->bouts);
}

#define RETURN_IF_DIFFERENT(field)                                                             \
	if (a->field != b->field)                                                              \
	return #field

static const char *
entry_differs(const struct tourney_entry *a, const struct tourney_entry *b)
{
	RETURN_IF_DIFFERENT(user);
	RETURN_IF_DIFFERENT(rating);
	RETURN_IF_DIFFERENT(seed);
	RETURN_IF_DIFFERENT(missed_matches);
	RETURN_IF_DIFFERENT(losses);
	RETURN_IF_DIFFERENT(byes);
	RETURN_IF_DIFFERENT(floated);
	RETURN_IF_DIFFERENT(points);
	RETURN_IF_DIFFERENT(checked_in);
	RETURN_IF_DIFFERENT(withdrawn);
	RETURN_IF_DIFFERENT(cancelled);
	RETURN_IF_DIFFERENT(late_entry);
	return strcmp(a->name, b->name) != 0 ? "name of an entry" : NULL;
}

static const char *
pairing_differs(const struct pairing *a, const struct pairing *b)
{
	RETURN_IF_DIFFERENT(section);
	RETURN_IF_DIFFERENT(group);
	RETURN_IF_DIFFERENT(length);
	RETURN_IF_DIFFERENT(end);
	RETURN_IF_DIFFERENT(winner);
	RETURN_IF_DIFFERENT(round);
	RETURN_IF_DIFFERENT(slot);
	RETURN_IF_DIFFERENT(score[0]);
	RETURN_IF_DIFFERENT(score[1]);
	RETURN_IF_DIFFERENT(side[0]);
	RETURN_IF_DIFFERENT(side[1]);
	RETURN_IF_DIFFERENT(winner_to);
	RETURN_IF_DIFFERENT(loser_to);
	return NULL;
}

static const char *
bout_differs(const struct tourney_bout *a, const struct tourney_bout *b)
{
	RETURN_IF_DIFFERENT(match);
	RETURN_IF_DIFFERENT(ready_ms);
	RETURN_IF_DIFFERENT(due_ms);
	for (unsigned s = 0; s < 2; s++) {
		RETURN_IF_DIFFERENT(late_from_ms[s]);
		RETURN_IF_DIFFERENT(proposed_start_ms[s]);
		RETURN_IF_DIFFERENT(times_late[s]);
		RETURN_IF_DIFFERENT(penalty_points[s]);
	}
	RETURN_IF_DIFFERENT(last_reminder_hours);
	RETURN_IF_DIFFERENT(held);
	RETURN_IF_DIFFERENT(unrated);
	return NULL;
}

const char *
tourney_replay_differs(const struct tourney *a, const struct tourney *b)
{
	const char *what;

	RETURN_IF_DIFFERENT(id);
	RETURN_IF_DIFFERENT(acts);
	RETURN_IF_DIFFERENT(phase);
	RETURN_IF_DIFFERENT(stage);
	RETURN_IF_DIFFERENT(checkin_called);
	RETURN_IF_DIFFERENT(paused);
	RETURN_IF_DIFFERENT(paused_ms);
	RETURN_IF_DIFFERENT(created_ms);
	RETURN_IF_DIFFERENT(started_ms);
	RETURN_IF_DIFFERENT(ended_ms);
	RETURN_IF_DIFFERENT(last_ms);
	RETURN_IF_DIFFERENT(round);
	RETURN_IF_DIFFERENT(rounds);
	RETURN_IF_DIFFERENT(groups);
	RETURN_IF_DIFFERENT(in);
	RETURN_IF_DIFFERENT(bracket_base);
	RETURN_IF_DIFFERENT(entries_n);
	RETURN_IF_DIFFERENT(pairings_n);
	RETURN_IF_DIFFERENT(open_first);
	RETURN_IF_DIFFERENT(open_last);
	RETURN_IF_DIFFERENT(open_n);
	RETURN_IF_DIFFERENT(guests_n);
	for (unsigned i = 0; i < a->guests_n; i++) {
		const struct tourney_guest *x = &a->guests[i], *y = &b->guests[i];

		if (x->user != y->user || strcmp(x->name, y->name) != 0 ||
		    x->replaces_entry != y->replaces_entry || x->waiting != y->waiting ||
		    x->checked_in != y->checked_in)
			return "who is invited or waits";
	}
	if (strcmp(a->name, b->name) != 0 || strcmp(a->commitment, b->commitment) != 0 ||
	    strcmp(a->seed, b->seed) != 0)
		return "name or seed";
	if (memcmp(a->director, b->director, sizeof(a->director)) != 0)
		return "directors";
	if (memcmp(a->set.value, b->set.value, sizeof(a->set.value)) != 0 ||
	    memcmp(a->set.list, b->set.list, sizeof(a->set.list)) != 0)
		return "settings";
	for (unsigned e = 0; e < a->entries_n; e++)
		if ((what = entry_differs(&a->entries[e], &b->entries[e])) != NULL)
			return what;
	for (uint32_t p = 0; p < a->pairings_n; p++) {
		if ((what = pairing_differs(&a->pairings[p], &b->pairings[p])) != NULL)
			return what;
		if ((what = bout_differs(&a->bouts[p], &b->bouts[p])) != NULL)
			return what;
	}
	return NULL;
}

/* ---- rows ---- */

/* Facts from the actions of a match that decide whether it may change ratings. */
struct match_facts {
	bool moved[2];
	bool decided; /* the result is a director's decision */
};

static bool
note_match_facts(void *ctx, const struct action_record *a)
{
	struct match_facts *e = ctx;

	if (strcmp(a->kind, "move") == 0)
		e->moved[a->seat] = true;
	e->decided = strcmp(a->kind, "forfeit") == 0 || strcmp(a->kind, "result") == 0;
	return true;
}

bool
tourney_replay_was_earned(struct store *s, const struct match_record *r)
{
	struct match_facts e = { 0 };

	store_actions_each(s, r->id, note_match_facts, &e);
	return r->winner >= 0 && e.moved[0] && e.moved[1] && !e.decided;
}

static void
count_rating(void *ctx, const struct rating_record *r)
{
	++*(unsigned *)ctx;
}

/* Checks the match row of a decided pairing.  The match may have been released and still be in
 * progress. */
static const char *
match_row_wrong(const struct tourney *t, const struct pairing *p, const struct match_record *r,
    unsigned ratings, bool earned)
{
	bool rated = t->set.value[TSET_rated] != 0;

	if (r->tournament != t->id ||
	    (r->ended_ms == 0 && (r->bound || p->end == PAIRING_PLAYED)))
		return "the match of a pairing that is over goes on";
	for (unsigned s = 0; s < 2; s++)
		if (r->user[s] != t->entries[p->side[s]].user)
			return "somebody else played";
	if (r->length != p->length || r->unrated == rated)
		return "terms of a match";
	if (ratings != (rated && earned ? 2u : 0u))
		return ratings != 0 ? "ratings have changed" : "ratings have not changed";
	switch ((enum pairing_end)p->end) {
	case PAIRING_PLAYED:
		if (r->winner != p->winner)
			return "winner";
		if (p->score[p->winner] != p->length ||
		    p->score[1 - p->winner] != r->score[1 - p->winner])
			return "score";
		if (strcmp(r->end_reason, "won") != 0 && strcmp(r->end_reason, "time") != 0 &&
		    strcmp(r->end_reason, "forfeit") != 0)
			return "end reason";
		return NULL;
	case PAIRING_DOUBLE_FORFEIT:
		return r->winner == -1 || earned ? NULL : "both have lost, and one has won";
	case PAIRING_SET_RESULT: /* set or corrected by the director */
		return strcmp(r->end_reason, "set") != 0 || r->score[r->winner] == r->length
			   ? NULL
			   : "score of a result that was set";
	case PAIRING_VOID:
	case PAIRING_FORFEIT:
		return NULL;
	case PAIRING_OPEN:
	case PAIRING_BYE:
	case PAIRING_END_COUNT:
		break;
	}
	return "a match that nobody could play";
}

const char *
tourney_replay_rows_wrong(struct store *s, const struct tourney *t)
{
	bool over = t->phase == TOURNEY_FINISHED || t->phase == TOURNEY_CANCELLED;
	struct tourney_record row;

	if (!store_tourney_by_id(s, t->id, &row) || strcmp(row.name, t->name) != 0)
		return "row of the tournament";
	if (over &&
	    (row.ended_ms != t->ended_ms || row.cancelled != (t->phase == TOURNEY_CANCELLED)))
		return "end of the tournament";
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		struct match_record r;
		unsigned ratings = 0;
		const char *what;

		if (t->bouts[p].match == 0)
			continue;
		if (!store_match_by_id(s, t->bouts[p].match, &r) || r.pairing != p)
			return "no such match";
		store_rating_changes_each(s, r.id, count_rating, &ratings);
		if (t->pairings[p].end == PAIRING_OPEN) {
			if (r.bound ? (r.ended_ms != 0) != over
				    : !over ||
					  (r.winner != -1 && !tourney_replay_was_earned(s, &r)))
				return "the match of an open pairing";
			continue;
		}
		if ((what = match_row_wrong(t, &t->pairings[p], &r, ratings,
			 tourney_replay_was_earned(s, &r))) != NULL)
			return what;
	}
	return NULL;
}
