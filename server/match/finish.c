/* SPDX-License-Identifier: MIT */
/* Ends matches and rates them, in the same way for live and stored matches. */
#include "match/match_internal.h"

#include <math.h>
#include <stdlib.h>

#include "people/people.h"
#include "login/resume_token.h"
#include "output/output.h"
#include "stats/ranks.h"
#include "proto/username.h"

enum match_end
match_end_of(const struct match_state *st)
{
	static const enum match_end END[] = {
		[WON_BORNE_OFF] = MATCH_END_PLAYED,
		[WON_DROP] = MATCH_END_PLAYED,
		[WON_RESIGN] = MATCH_END_PLAYED,
		[WON_TIME] = MATCH_END_TIME,
		[WON_ABANDON] = MATCH_END_FORFEIT,
		[WON_FORFEIT] = MATCH_END_FORFEIT,
		[WON_SET_RESULT] = MATCH_END_SET,
	};

	return END[st->how];
}

/* ---- ratings ---- */

/* Once a pair's changes have used this fraction of pair_day, they are listed for operators. */
#define HEAVY_FRACTION 0.75

static struct standing
standing_of(
    const struct world *w, const struct user_record *u, const struct variant *v, bool bots)
{
	return bots ? user_bots_standing(w, u->id, v) : user_standing(w, u, v);
}

static void
set_standing(struct world *w, const struct user_record *u, const struct variant *v, bool bots,
    struct standing now)
{
	if (bots)
		user_set_bots_standing(w, u->id, v, now);
	else
		user_set_standing(w, u, v, now);
}

/* Rates the winner (i == 0) or the loser.  The change counts as far as the allowance against
 * the opponent permits, and experience grows by the same fraction of the points. */
static void
rate_user(struct world *w, const struct match_record *m, const struct user_record u[2],
    const struct variant *game, struct match_rating *x, unsigned i,
    const struct rating_allowance *a)
{
	double *change = i == 0 ? &x->calc.change_winner : &x->calc.change_loser;
	struct rating_record r = {
		.match = m->id,
		.user = u[i].id,
		.before = x->standing_before[i].rating,
		.experience_before = x->standing_before[i].experience,
		.at_ms = wallclock_new_stamp_ms(w),
		.counted_fraction = rating_headroom_share(*change, a->room),
	};

	x->counted_fraction[i] = r.counted_fraction;
	*change *= r.counted_fraction;
	r.after = r.before + *change;
	r.experience_after =
	    r.experience_before + (uint32_t)lround(x->points * r.counted_fraction);
	r.near_limit = !x->bot_ratings && w->config.pair_day > 0 &&
		       (r.counted_fraction < 1 ||
			   fabs(a->net + *change) >= HEAVY_FRACTION * w->config.pair_day);
	CHECK(sbuf_copy(r.game, sizeof(r.game),
	    x->bot_ratings ? ranks_bot_play_key(w->ranks, game) : ranks_game_key(game)));
	store_rating_change_add(w->store, &r);
	if (!x->bot_ratings)
		allowance_record_change(w, &r, u[1 - i].id, a);
	set_standing(
	    w, &u[i], game, x->bot_ratings, (struct standing){ r.after, r.experience_after });
}

static struct match_rated_player
rated_player(const struct world *w, const struct user_record *u, struct standing standing)
{
	const struct session *s = session_by_name(w, u->name);

	return (struct match_rated_player){
		.user = u->id,
		.standing = standing,
		.network = s != NULL ? network_of_session(s, NETWORK_WIDE)
				     : network_of_host(w, u->last_login_host, NETWORK_WIDE),
	};
}

/* Rates both players in the turn of the last move (PROTOCOL.md 8).  Each game has separate
 * ratings, which are calculated in the same way. */
static struct match_rating
rate_match(struct world *w, const struct match_record *m, const struct match_state *st)
{
	struct match_rating x = { .points = match_points_earned(st) };
	struct rating_allowance a[2] = { { .room = RATING_HEADROOM_UNLIMITED },
		{ .room = RATING_HEADROOM_UNLIMITED } };
	struct match_rated_player by[2];
	struct user_record u[2];

	for (unsigned i = 0; i < 2; i++)
		if (!store_user_by_id(
			w->store, m->user[i == 0 ? st->winner : 1 - st->winner], &u[i]))
			return x;
	x.bot_ratings =
	    w->config.own_ratings && (user_counts_as_bot(&u[0]) || user_counts_as_bot(&u[1]));
	for (unsigned i = 0; i < 2; i++) {
		x.standing_before[i] = standing_of(w, &u[i], st->match_variant, x.bot_ratings);
		by[i] = rated_player(w, &u[i], x.standing_before[i]);
	}
	for (unsigned i = 0; i < 2 && !x.bot_ratings; i++)
		a[i] = rating_allowance(w, &by[i], &by[1 - i], st->match_variant);
	x.calc = rating_match(x.standing_before[0].rating, x.standing_before[0].experience,
	    x.standing_before[1].rating, x.standing_before[1].experience, x.points);
	for (unsigned i = 0; i < 2; i++)
		rate_user(w, m, u, st->match_variant, &x, i, &a[i]);
	x.rated = true;
	return x;
}

struct rating_changes {
	unsigned n;
	struct rating_record r[2];
};

static void
collect_change(void *ctx, const struct rating_record *r)
{
	struct rating_changes *c = ctx;

	if (c->n < ARRAY_LEN(c->r))
		c->r[c->n++] = *r;
}

static bool
undo_change(struct world *w, const struct rating_record *r)
{
	bool bots;
	const struct variant *v = ranks_game_of_key(w->ranks, r->game, &bots);
	uint32_t experience = r->experience_after - r->experience_before;
	struct user_record u;
	struct standing now;

	if (v == NULL || !store_user_by_id(w->store, r->user, &u) ||
	    strncmp(u.name, USERNAME_ERASED_PREFIX, strlen(USERNAME_ERASED_PREFIX)) == 0)
		return false;
	now = standing_of(w, &u, v, bots);
	now.rating -= r->after - r->before;
	now.experience -= now.experience < experience ? now.experience : experience;
	set_standing(w, &u, v, bots, now);
	return true;
}

unsigned
match_unrate(struct world *w, int64_t row, struct rating_record undone_out[2])
{
	struct rating_changes c = { 0 };
	unsigned n = 0;

	if (store_match_was_unrated(w->store, row))
		return 0;
	store_rating_changes_each(w->store, row, collect_change, &c);
	if (c.n > 0)
		store_match_unrated(w->store, row);
	store_rating_recent_drop(w->store, row);
	for (unsigned i = 0; i < c.n; i++)
		if (undo_change(w, &c.r[i]))
			undone_out[n++] = c.r[i];
	return n;
}

/* ---- statistics ---- */

void
match_store_totals(struct world *w, struct match *m)
{
	const char *game = m->state.match_variant->name;

	for (unsigned i = 0; i < 2 && !m->state.practice; i++) {
		store_totals_add(w->store, m->user[i], game, m->state.length, &m->totals.of[i]);
		store_roll_counts_add(w->store, m->user[i], &m->totals.rolls[i]);
	}
	if (!m->unrated && m->state.length > 0 && m->totals.highest_cube > 1)
		store_best_add(w->store, "cube", m->totals.highest_cube, m->row, m->user[0]);
	store_match_set_counted(w->store, m->row, m->next_seq);
	totals_clear(&m->totals);
}

/* Counts a match towards the server's records (longest streak, longest match). */
static void
totals_count_bests(
    struct store *s, const struct match_record *r, enum seat winner, uint32_t actions)
{
	int64_t user = r->user[winner];

	(void)store_streak_record(s, r->user[seat_other(winner)], false);
	store_best_add(s, "streak", store_streak_record(s, user, true), r->id, user);
	store_best_add(s, "long", actions, r->id, user);
}

static void
totals_count_end(struct store *s, const struct match_ending *e)
{
	const struct match_state *st = e->st;
	const struct match_record *r = e->r;
	enum seat winner = st != NULL ? st->winner : SEAT_NONE;
	const char *game = e->live != NULL ? e->live->state.match_variant->name : r->variant;

	if (match_is_practice(r))
		return;
	for (unsigned i = 0; i < 2; i++) {
		struct totals_record t = { .won = winner == i,
			.lost = winner != SEAT_NONE && winner != i,
			.unfinished = winner == SEAT_NONE };

		store_totals_add(s, r->user[i], game, r->length, &t);
	}
	if (winner == SEAT_NONE)
		return;
	store_pair_won(s, r->user[winner], r->user[seat_other(winner)]);
	if (e->rating.rated && !e->rating.bot_ratings && e->rating.counted_fraction[0] > 0)
		totals_count_bests(
		    s, r, winner, e->live != NULL ? e->live->next_seq : r->actions);
}

/* ---- ends ---- */

/* Returns whether the match changes ratings.  Unlimited matches never do. */
static bool
is_rated(const struct match_record *r, const struct match_state *st)
{
	return !r->unrated && st->length > 0 && match_counts_for_rating(st);
}

static void
free_players(struct world *w, struct match *m)
{
	for (unsigned i = 0; i < 2; i++) {
		struct session *s = match_session(w, m, (enum seat)i);

		resume_token_set_match(w, s, 0);
		s->last_match = m->row;
	}
	match_unseat(w, m);
}

void
match_publish_freed(struct world *w, const struct match_ending *e)
{
	event_publish(w, &(struct world_event){ .kind = EVENT_match_left, .match_ending = e });
}

const char *
match_end_word(enum match_end how)
{
	static const char *const words[] = {
		[MATCH_END_SUSPENDED] = "saved",
		[MATCH_END_PLAYED] = "won",
		[MATCH_END_TIME] = "time",
		[MATCH_END_FORFEIT] = "forfeit",
		[MATCH_END_SET] = "set",
		[MATCH_END_CORRUPT] = "corrupt",
		[MATCH_END_REPLACED] = "replaced",
		[MATCH_END_EXPIRED] = "expired",
		[MATCH_END_ERASED] = "erased",
	};

	return words[how];
}

/* Stores the end of a match. */
static void
store_end(struct store *s, const struct match_ending *e, int64_t at_ms)
{
	bool won = e->st != NULL && e->st->winner != SEAT_NONE;

	store_match_end(s, e->r->id, at_ms, match_end_word(e->how),
	    won ? (int)e->st->winner : -1, e->st != NULL ? e->st->score : e->r->score);
	for (unsigned i = 0; i < 2; i++)
		store_resume_request_delete(s, e->r->user[i], e->r->id);
}

void
match_finish(struct world *w, const struct match_record *r, const struct match_state *st,
    enum match_end how)
{
	struct match_ending e = { .r = r, .st = st, .live = match_find_live(w, r), .how = how };

	store_end(w->store, &e, wallclock_new_stamp_ms(w));
	if (st != NULL && is_rated(r, st))
		e.rating = rate_match(w, r, st);
	totals_count_end(w->store, &e);
	absence_end(w, r->id);
	/* absence_end does this only for matches outside tournaments */
	timing_forget(w, r->id);
	event_publish(
	    w, &(struct world_event){ .kind = EVENT_match_ended, .match_ending = &e });
	if (e.live != NULL)
		free_players(w, e.live);
	match_publish_freed(w, &e);
}

/* ---- matches that do not replay ---- */

enum match_corrupt_check
match_end_if_corrupt(struct world *w, const struct match_record *r)
{
	struct match_state st;
	uint32_t seq;

	if (r->ended_ms != 0)
		return MATCH_WAS_OVER;
	if (match_find_live(w, r) != NULL || match_replay(w, r, &st, &seq))
		return MATCH_IS_SOUND;
	match_finish(w, r, NULL, MATCH_END_CORRUPT);
	if (!r->bound) /* no notice of a bound match, which its tournament begins again */
		match_add_notices(w, r);
	return MATCH_ENDED_AS_CORRUPT;
}

enum match_corrupt_check
match_end_stored_if_corrupt(struct store *s, const struct match_record *r, int64_t at_ms)
{
	struct match_ending e = { .r = r, .how = MATCH_END_CORRUPT };
	struct move_space *space = malloc(sizeof(*space));
	struct match_state st;
	uint32_t seq;
	bool sound;

	CHECK(space != NULL);
	sound = r->ended_ms == 0 && match_replay_from_store(s, r, space, &st, &seq);
	free(space);
	if (r->ended_ms != 0 || sound)
		return sound ? MATCH_IS_SOUND : MATCH_WAS_OVER;
	store_end(s, &e, at_ms);
	totals_count_end(s, &e);
	store_interrupted_end(s, r->id);
	return MATCH_ENDED_AS_CORRUPT;
}
