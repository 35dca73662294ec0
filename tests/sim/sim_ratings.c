/* SPDX-License-Identifier: MIT */
/* Plays ten thousand rated matches (GAMMON_COUNTS=tenth: a thousand) of seeded players with the
 * server's own commands.  A third of the matches are of a game other than backgammon, and most
 * games end early by resignation or a refused double.  There are also unrated matches:
 * unlimited matches, matches that a player leaves, and matches that end before both have moved.
 * From time to time the server crashes and restarts a day later, so that the limit on rating
 * changes against one opponent in 24 hours applies between crashes.
 *
 * An independent calculation in long double, written from PROTOCOL.md 8 alone, runs in
 * parallel. At the end ratings, experience and their sums must agree with it to 1e-9, and
 * exactly with the store, the history of each match, and the rating list.  Takes seconds;
 * prints N passed, N failed. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "stats/ranks.h"
#include "rules/notation.h"
#include "tests/support/fixture.h"
#include "tests/support/tourney_replay.h"
#include "tests/support/rows.h"

#define PLAYERS 60u
#define SHY 6u /* players who play so rarely that some stay out of the rating list */
#define MATCHES 10000u
#define TOLERANCE 1e-9L

/* Two games with separate ratings. */
#define GAMES 2u
static const char *const GAME[GAMES] = { "backgammon", "hyper" };

struct league_standing {
	long double rating; /* as computed by the independent calculation */
	long experience;
	long double net[PLAYERS];  /* today's net change against each opponent */
	long double newcomers_net; /* today's net change against all newcomers together */
	unsigned met[PLAYERS];     /* matches played today with each opponent */
	double last_after;         /* the last rating in the history of matches */
	uint32_t last_experience;
};

struct contestant {
	char name[8];
	unsigned conn;
	int64_t user;
	struct league_standing in[GAMES];
};

struct league {
	struct fixture *h;
	struct rng r;
	struct contestant p[PLAYERS];
	struct move_space *move_space;
	long double start_ratings, ratings_gained;
	long start_experience_sum, lengths_sum;
	unsigned changes_limited, matches_rated, matches_other_games, matches_unrated,
	    matches_unearned, upsets, connections_dropped, resignations, games, server_restarts;
	unsigned checks_passed, checks_failed;
};

static void
count_check(struct league *l, bool ok, const char *what)
{
	l->checks_passed += ok;
	l->checks_failed += !ok;
	if (!ok)
		printf("FAILED %s\n", what);
}

/* ---- the independent calculation ---- */

static long double
experience_factor(long experience)
{
	long double k = 5.0L - (long double)experience / 100.0L;

	return k < 1.0L ? 1.0L : k;
}

/* Returns how much of the daily limit of forty points remains in the direction of the
 * change. */
static long double
daily_limit_left(long double change, long double net)
{
	return fmaxl(0.0L, 40.0L - (change > 0 ? net : -net));
}

static void
apply_expected_change(
    struct league *l, unsigned winner, unsigned loser, unsigned game, unsigned length)
{
	struct league_standing *win = &l->p[winner].in[game], *lose = &l->p[loser].in[game];
	long double n = (long double)length;
	long double d = fabsl(win->rating - lose->rating);
	long double pu = 1.0L / (powl(10.0L, d * sqrtl(n) / 2000.0L) + 1.0L);
	bool upset = win->rating < lose->rating;
	long double p = upset ? 1.0L - pu : pu;
	long double change[2] = { 4.0L * experience_factor(win->experience) * sqrtl(n) * p,
		-4.0L * experience_factor(lose->experience) * sqrtl(n) * p };
	const long before[2] = { win->experience, lose->experience };

	for (unsigned i = 0; i < 2; i++) {
		struct league_standing *x = i == 0 ? win : lose;
		bool newcomer = before[i] >= 50 && before[1 - i] < 50;
		unsigned other = i == 0 ? loser : winner;
		long double most = HUGE_VALL, part = 1.0L;

		if (x->met[other] > 0)
			most = daily_limit_left(change[i], x->net[other]);
		if (newcomer)
			most = fminl(most, daily_limit_left(change[i], x->newcomers_net));
		if (fabsl(change[i]) > most)
			part = most / fabsl(change[i]);
		l->changes_limited += part < 1.0L;
		change[i] *= part;
		x->met[other] += part > 0.0L;
		x->net[other] += change[i];
		x->newcomers_net += newcomer ? change[i] : 0.0L;
		x->rating += change[i];
		x->experience += lroundl((long double)length * part);
		l->ratings_gained += change[i];
		l->lengths_sum += lroundl((long double)length * part);
	}
	l->upsets += upset;
	l->matches_rated++;
}

/* ---- playing ---- */

static void
log_in(struct league *l, struct contestant *p)
{
	p->conn = fixture_tiny(l->h, p->name);
}

static struct match *
match_of(struct league *l, const struct contestant *p)
{
	return session_match(fixture_world(l->h), fixture_session(l->h, p->conn));
}

static void
make_players(struct league *l)
{
	for (unsigned i = 0; i < PLAYERS; i++) {
		struct contestant *p = &l->p[i];
		double rating = 1500.0;
		uint32_t experience = 0;

		if (i % 3 == 0) { /* experienced players */
			rating = 900.0 + rng_below(&l->r, 1400) + rng_below(&l->r, 997) / 997.0;
			experience = rng_below(&l->r, 700);
		}
		if (i >= PLAYERS - SHY)
			experience = i % 2 ? 0 : 45;
		(void)snprintf(p->name, sizeof(p->name), "p%c%c", (char)('a' + i / 10),
		    (char)('a' + i % 10));
		p->user = fixture_user(l->h, p->name, rating, experience);
		p->in[0] = (struct league_standing){ .rating = (long double)rating,
			.experience = experience,
			.last_after = rating,
			.last_experience = experience };
		p->in[1] = (struct league_standing){ .rating = 1500.0L, .last_after = 1500.0 };
		l->start_ratings += (long double)rating + 1500.0L;
		l->start_experience_sum += experience;
		log_in(l, p);
		fixture_type(l->h, p->conn, "toggle ready");
		fixture_type(l->h, p->conn, "toggle variants");
		fixture_type(l->h, p->conn, "toggle notify");
		fixture_type(l->h, p->conn, "toggle report");
	}
}

static void
restart_next_day(struct league *l)
{
	fixture_pass_time(l->h, 24 * INT64_C(3600000) + 1);
	fixture_restart(l->h);
	(void)fixture_warned(
	    l->h, "clock_doubted"); /* the server was down for more than a day */
	for (unsigned i = 0; i < PLAYERS; i++) {
		log_in(l, &l->p[i]);
		for (unsigned game = 0; game < GAMES; game++) {
			struct league_standing *x = &l->p[i].in[game];

			memset(x->net, 0, sizeof(x->net));
			memset(x->met, 0, sizeof(x->met));
			x->newcomers_net = 0;
		}
	}
	l->server_restarts++;
}

static struct contestant *
somebody(struct league *l)
{
	unsigned often = PLAYERS - SHY;

	if (rng_below(&l->r, 400) == 0)
		return &l->p[often + rng_below(&l->r, SHY)];
	return &l->p[rng_below(&l->r, often)];
}

/* Types a legal play, roll or double for the player on roll. */
static void
go_on(struct league *l, const struct match_state *st, const struct contestant *mover)
{
	char text[128];
	struct sbuf b;
	unsigned n;

	if (st->phase == PH_ROLL) {
		bool may = match_may_double(st, st->turn);

		fixture_type(l->h, mover->conn, may && rng_below(&l->r, 2) ? "double" : "roll");
		return;
	}
	n = move_list(
	    st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1], l->move_space);
	SBUF_INIT(&b, text);
	notation_write_fibs(&b, &l->move_space->result[rng_below(&l->r, n)].play,
	    match_numbering(st, st->turn));
	fixture_type(l->h, mover->conn, text);
}

static void
play_action(struct league *l, struct match *m, struct contestant *const seat[2], unsigned game)
{
	static const char *const sizes[] = { "resign n", "resign n", "resign g", "resign b" };
	const struct match_state *st = &m->state;
	struct contestant *mover, *loser;

	if (st->phase == PH_BETWEEN_GAMES) {
		fixture_type(l->h, seat[0]->conn, "join");
		fixture_type(l->h, seat[1]->conn, "join");
		l->games++;
		return;
	}
	mover = seat[match_to_act(st)];
	if (st->phase == PH_DOUBLED) {
		bool drop = rng_below(&l->r, 5) < 3;

		fixture_type(l->h, mover->conn, drop ? "reject" : "accept");
		l->connections_dropped += drop;
		return;
	}
	if (rng_below(&l->r, 5) < 2) {
		go_on(l, st, mover);
		return;
	}
	/* the player with the higher rating wins more often */
	loser = seat[seat[0]->in[game].rating < seat[1]->in[game].rating ? 0 : 1];
	if (rng_below(&l->r, 5) < 2)
		loser = loser == seat[0] ? seat[1] : seat[0];
	fixture_type(l->h, loser->conn, sizes[rng_below(&l->r, ARRAY_LEN(sizes))]);
	fixture_type(l->h, (loser == seat[0] ? seat[1] : seat[0])->conn, "accept");
	l->resignations++;
}

static unsigned
random_length(struct league *l, const struct contestant *a, unsigned game)
{
	static const unsigned lengths[] = { 1, 1, 1, 2, 3, 3, 5, 5, 7, 9, 11, 15, 25, 49 };
	bool old = a->in[0].experience > 50 || a->in[game].experience > 50;

	return lengths[rng_below(&l->r, old ? ARRAY_LEN(lengths) : 10)];
}

/* Plays a match that must not change ratings: unlimited, or left before its end. */
static void
unrated_match(struct league *l, struct contestant *a, struct contestant *b)
{
	bool unlimited = rng_below(&l->r, 2) == 0;

	fixture_typef(l->h, a->conn, "invite %s %s", b->name, unlimited ? "unlimited" : "5");
	fixture_typef(l->h, b->conn, "join %s", a->name);
	CHECK(match_of(l, a) != NULL);
	fixture_type(l->h, a->conn, "resign n");
	fixture_type(l->h, b->conn, "accept");
	fixture_type(l->h, b->conn, "leave");
	CHECK(match_of(l, a) == NULL);
	l->matches_unrated++;
}

/* A check of the rating rows of a match against the players' earlier matches. */
struct rating_rows_check {
	struct league *l;
	int64_t match;
	unsigned game;
	unsigned rows;
	bool ok;
};

static void
check_rating_row(void *ctx, const struct rating_record *r)
{
	struct rating_rows_check *y = ctx;

	for (unsigned i = 0; i < PLAYERS; i++) {
		struct league_standing *p = &y->l->p[i].in[y->game];

		if (y->l->p[i].user != r->user)
			continue;
		y->ok = y->ok && r->match == y->match && r->before == p->last_after &&
			r->experience_before == p->last_experience &&
			strcmp(r->game, y->game == 0 ? "" : GAME[y->game]) == 0;
		p->last_after = r->after;
		p->last_experience = r->experience_after;
		y->rows++;
	}
}

/* Plays a rated match.  Returns false if the match ended before both players had moved, and so
 * changed no rating. */
static bool
rated_match(struct league *l, struct contestant *a, struct contestant *b)
{
	struct contestant *const seat[2] = { a, b }; /* the inviter has seat 0 */
	unsigned game = rng_below(&l->r, 3) == 0;
	unsigned length = random_length(l, a, game);
	struct rating_rows_check y = { .l = l, .game = game, .ok = true };
	struct match_record r;
	struct match *m;

	fixture_typef(l->h, a->conn, "invite %s %u %s", b->name, length, GAME[game]);
	fixture_typef(l->h, b->conn, "join %s", a->name);
	m = match_of(l, a);
	CHECK(m != NULL);
	y.match = m->row;
	while ((m = match_of(l, a)) != NULL)
		play_action(l, m, seat, game);
	CHECK(store_match_by_id(fixture_store(l->h), y.match, &r));
	CHECK(r.winner >= 0 && r.length == length && r.score[r.winner] >= length);
	store_rating_changes_each(fixture_store(l->h), y.match, check_rating_row, &y);
	if (!tourney_replay_was_earned(
		fixture_store(l->h), &r)) { /* resigned or dropped at once */
		CHECK(y.rows == 0);
		l->matches_unearned++;
		return false;
	}
	apply_expected_change(l, (unsigned)(seat[r.winner] - l->p),
	    (unsigned)(seat[1 - r.winner] - l->p), game, length);
	l->matches_other_games += game;
	CHECK(y.rows == 2);
	if (!y.ok)
		printf("match %" PRId64
		       ": ratings before are not those after the match before\n",
		    y.match);
	l->checks_failed += !y.ok;
	fixture_discard(l->h);
	return true;
}

/* ---- the results ---- */

static void
check_players(struct league *l)
{
	long double sum = 0, worst = 0;
	long experience = 0;
	bool same = true, stored = true;

	for (unsigned k = 0; k < PLAYERS * GAMES; k++) {
		const struct contestant *c = &l->p[k / GAMES];
		const struct league_standing *p = &c->in[k % GAMES];
		const struct variant *v = variant_find(GAME[k % GAMES]);
		const struct player *q = fixture_session(l->h, c->conn)->player;
		struct user_record u;
		struct standing is, known = player_standing(fixture_world(l->h), q, v);

		CHECK(store_user_by_name(fixture_store(l->h), c->name, &u));
		is = user_standing(fixture_world(l->h), &u, v);
		stored = stored && is.rating == known.rating &&
			 is.experience == known.experience && is.rating == p->last_after &&
			 is.experience == p->last_experience;
		worst = fmaxl(worst, fabsl((long double)is.rating - p->rating));
		same = same && (long)is.experience == p->experience;
		sum += (long double)is.rating;
		experience += (long)is.experience;
	}
	printf("ratings: the largest difference of a rating is %.3Lg, of the sums %.3Lg\n",
	    worst, fabsl(sum - l->start_ratings - l->ratings_gained));
	count_check(l, worst < TOLERANCE, "ratings agree with the second reckoning");
	count_check(l, same, "experience agrees with the second reckoning");
	count_check(l, stored, "the world, the store and the history of matches agree");
	count_check(l, fabsl(sum - l->start_ratings - l->ratings_gained) < TOLERANCE,
	    "the sum of ratings is what was there and what was won more than lost");
	count_check(l, experience == l->start_experience_sum + l->lengths_sum,
	    "the sum of experience is that of the lengths that counted");
}

static unsigned sorted_game; /* for the comparison function of qsort, which gets no context */

static int
compare_standings(const void *a, const void *b)
{
	const struct contestant *x = a;
	const struct contestant *y = b;

	if (x->in[sorted_game].rating != y->in[sorted_game].rating)
		return x->in[sorted_game].rating > y->in[sorted_game].rating ? -1 : 1;
	return x->user < y->user ? -1 : 1;
}

/* Compares the rating list of a game with a list made from the independent calculation. */
static void
check_rating_list(struct league *l, unsigned game)
{
	const struct ranks *list =
	    ranks_of_game(fixture_world(l->h)->ranks, variant_find(GAME[game]));
	struct contestant sorted[PLAYERS];
	char want[8192];
	struct sbuf b;
	unsigned n = 0;

	memcpy(sorted, l->p, sizeof(sorted));
	sorted_game = game;
	qsort(sorted, PLAYERS, sizeof(sorted[0]), compare_standings);
	SBUF_INIT(&b, want);
	sbuf_add(&b, " rank name            rating    Experience\r\n");
	for (unsigned i = 0; i < PLAYERS; i++)
		if (sorted[i].in[game].experience > 50)
			sbuf_addf(&b, "%5u %-15s %7.2f%9ld\r\n", ++n, sorted[i].name,
			    (double)sorted[i].in[game].rating, sorted[i].in[game].experience);
	CHECK(sbuf_ok(&b));
	fixture_discard(l->h);
	fixture_typef(l->h, l->p[0].conn, "ratings %s to 100", GAME[game]);
	count_check(l, strcmp(fixture_read(l->h, l->p[0].conn), want) == 0,
	    "the rating list is in the order of the second reckoning");
	count_check(l, ranks_count(list) == n, "all of the list are counted");
	if (game == 0 ||
	    l->matches_rated >=
		1000) /* in a short run no player has enough experience in the other game */
		count_check(l, n > 0 && n < PLAYERS, "some are in the list and some are not");
}

int
main(void)
{
	static struct league l;
	unsigned matches = test_scaled(MATCHES, MATCHES / 10, MATCHES / 10);

	rng_seed(&l.r, 1993);
	l.h = fixture_new(NULL);
	l.move_space = calloc(1, sizeof(*l.move_space));
	CHECK(l.move_space != NULL);
	make_players(&l);
	while (l.matches_rated < matches) {
		struct contestant *a = somebody(&l), *b = somebody(&l);

		if (a == b)
			continue;
		if (rng_below(&l.r, 20) == 0)
			unrated_match(&l, a, b);
		if (!rated_match(&l, a, b))
			continue;
		if (l.matches_rated % (matches / 5) == 0)
			restart_next_day(&l);
		if (l.matches_rated % (matches / 10) == 0)
			for (unsigned game = 0; game < GAMES; game++)
				check_rating_list(&l, game);
	}
	printf("ratings: rated=%u cut=%u of another game=%u unrated=%u unearned=%u upsets=%u "
	       "games=%u "
	       "resignations=%u drops=%u restarts=%u\n",
	    l.matches_rated, l.changes_limited, l.matches_other_games, l.matches_unrated,
	    l.matches_unearned, l.upsets, l.games + l.matches_rated, l.resignations,
	    l.connections_dropped, l.server_restarts);
	check_players(&l);
	count_check(&l,
	    l.changes_limited > 0 && l.matches_unrated > 0 && l.matches_unearned > 0 &&
		l.matches_other_games > matches / 5 && l.upsets > matches / 10 &&
		l.connections_dropped > 0,
	    "there were matches of all kinds");
	fixture_free(&l.h);
	free(l.move_space);
	printf("%u passed, %u failed\n", l.checks_passed, l.checks_failed);
	return l.checks_failed == 0 && l.checks_passed > 0 ? 0 : 1;
}
