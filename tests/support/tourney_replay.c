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

struct doing {
	struct fixture *h;
	int64_t id;
	unsigned conn;
	const char *name;
	const struct tourney_act *act;
	enum tourney_err err;
};

static const struct session *
doer(const struct doing *d)
{
	return d->conn == FIXTURE_TOURNEY_SERVER ? NULL : fixture_session(d->h, d->conn);
}

static void
do_create(struct world *w, void *ctx)
{
	struct doing *d = ctx;
	struct tourney *t = tourney_create(w, doer(d), d->name, &d->err);

	d->id = t != NULL ? t->id : 0;
}

int64_t
fixture_tourney_create(
    struct fixture *h, unsigned conn, const char *name, enum tourney_err *err_out)
{
	struct doing d = { .h = h, .conn = conn, .name = name };

	fixture_do(h, do_create, &d);
	if (err_out != NULL)
		*err_out = d.err;
	return d.id;
}

static void
do_act(struct world *w, void *ctx)
{
	struct doing *d = ctx;
	struct tourney *t = tourney_get(w, d->id);
	struct tourney_act a = *d->act;

	d->err = TOURNEY_IS_OVER;
	if (t != NULL)
		d->err = tourney_act(w, t, doer(d), &a);
}

enum tourney_err
fixture_tourney_act(struct fixture *h, int64_t id, unsigned conn, const struct tourney_act *a)
{
	struct doing d = { .h = h, .id = id, .conn = conn, .act = a };

	fixture_do(h, do_act, &d);
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
	struct doing *d = ctx;
	struct tourney *t = tourney_get(w, d->id);
	struct tourney_act a = { .kind = TACT_enter };
	struct user_record u;

	d->err = TOURNEY_NOT_ENTERED;
	if (t == NULL || !store_user_by_name(w->store, d->name, &u))
		return;
	tourney_act_user(w, t, &u, &a);
	d->err = tourney_act(w, t, doer(d), &a);
}

enum tourney_err
fixture_tourney_enter(struct fixture *h, int64_t id, unsigned conn, const char *name)
{
	struct doing d = { .h = h, .id = id, .conn = conn, .name = name };

	fixture_do(h, do_enter, &d);
	return d.err;
}

static void
do_follow(struct world *w, void *ctx)
{
	struct doing *d = ctx;

	tourney_follow(w, fixture_session(d->h, d->conn), d->id, true);
}

void
fixture_tourney_follow(struct fixture *h, unsigned conn, int64_t id)
{
	struct doing d = { .h = h, .id = id, .conn = conn };

	fixture_do(h, do_follow, &d);
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
	memory_room(t, &a);
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

#define DIFFERS(field)                                                                         \
	if (a->field != b->field)                                                              \
	return #field

static const char *
entry_differs(const struct tourney_entry *a, const struct tourney_entry *b)
{
	DIFFERS(user);
	DIFFERS(rating);
	DIFFERS(seed);
	DIFFERS(missed);
	DIFFERS(losses);
	DIFFERS(byes);
	DIFFERS(floated);
	DIFFERS(points);
	DIFFERS(checked_in);
	DIFFERS(withdrawn);
	DIFFERS(cancelled);
	DIFFERS(late);
	return strcmp(a->name, b->name) != 0 ? "name of an entry" : NULL;
}

static const char *
pairing_differs(const struct pairing *a, const struct pairing *b)
{
	DIFFERS(section);
	DIFFERS(group);
	DIFFERS(length);
	DIFFERS(end);
	DIFFERS(winner);
	DIFFERS(round);
	DIFFERS(slot);
	DIFFERS(score[0]);
	DIFFERS(score[1]);
	DIFFERS(side[0]);
	DIFFERS(side[1]);
	DIFFERS(winner_to);
	DIFFERS(loser_to);
	return NULL;
}

static const char *
bout_differs(const struct tourney_bout *a, const struct tourney_bout *b)
{
	DIFFERS(match);
	DIFFERS(ready_ms);
	DIFFERS(due_ms);
	for (unsigned s = 0; s < 2; s++) {
		DIFFERS(late_ms[s]);
		DIFFERS(proposed_ms[s]);
		DIFFERS(late[s]);
		DIFFERS(points[s]);
	}
	DIFFERS(reminded);
	DIFFERS(held);
	DIFFERS(unrated);
	return NULL;
}

const char *
tourney_replay_differs(const struct tourney *a, const struct tourney *b)
{
	const char *what;

	DIFFERS(id);
	DIFFERS(acts);
	DIFFERS(phase);
	DIFFERS(stage);
	DIFFERS(called);
	DIFFERS(paused);
	DIFFERS(paused_ms);
	DIFFERS(created_ms);
	DIFFERS(started_ms);
	DIFFERS(ended_ms);
	DIFFERS(last_ms);
	DIFFERS(round);
	DIFFERS(rounds);
	DIFFERS(groups);
	DIFFERS(in);
	DIFFERS(base);
	DIFFERS(entries_n);
	DIFFERS(pairings_n);
	DIFFERS(open);
	DIFFERS(open_last);
	DIFFERS(open_n);
	DIFFERS(guests_n);
	for (unsigned i = 0; i < a->guests_n; i++) {
		const struct tourney_guest *x = &a->guests[i], *y = &b->guests[i];

		if (x->user != y->user || strcmp(x->name, y->name) != 0 ||
		    x->place != y->place || x->waits != y->waits || x->attends != y->attends)
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
struct earned {
	bool moved[2];
	bool decided; /* the result is a director's decision */
};

static bool
look_at_action(void *ctx, const struct action_record *a)
{
	struct earned *e = ctx;

	if (strcmp(a->kind, "move") == 0)
		e->moved[a->seat] = true;
	e->decided = strcmp(a->kind, "forfeit") == 0 || strcmp(a->kind, "result") == 0;
	return true;
}

bool
tourney_replay_was_earned(struct store *s, const struct match_record *r)
{
	struct earned e = { 0 };

	store_actions_each(s, r->id, look_at_action, &e);
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
row_wrong(const struct tourney *t, const struct pairing *p, const struct match_record *r,
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
	case PAIRING_SET: /* set or corrected by the director */
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
		store_ratings_each(s, r.id, count_rating, &ratings);
		if (t->pairings[p].end == PAIRING_OPEN) {
			if (r.bound ? (r.ended_ms != 0) != over
				    : !over ||
					  (r.winner != -1 && !tourney_replay_was_earned(s, &r)))
				return "the match of an open pairing";
			continue;
		}
		if ((what = row_wrong(t, &t->pairings[p], &r, ratings,
			 tourney_replay_was_earned(s, &r))) != NULL)
			return what;
	}
	return NULL;
}
