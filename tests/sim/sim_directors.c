/* SPDX-License-Identifier: MIT */
/* Ten accounts, two of them directors who also play, try every tournament command in the orders
 * given by 2,000 seeds (GAMMON_COUNTS=tenth: 200); "sim_directors 0 10000" tries more. Each
 * seed is one tournament: its matches begin and some players move; then acts of directors and
 * players, lost connections, crashes and passing time alternate at random.
 *
 * Ratings may change only through play: when a match ends in which both players have moved. The
 * result must not have been set by a director, and the step that ends the match must not be a
 * director's.  A rating always equals the user's last rating row, so no change is undone.  A
 * director's command never ends a match that both players have begun.  Prints N passed, N
 * failed.  TEST: long */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tournament/tournament.h"
#include "tests/support/fixture.h"
#include "tests/support/people.h"
#include "tests/support/tourney_replay.h"
#include "tests/support/rows.h"

#define PEOPLE 10u
#define DIRECTORS 2u /* the first accounts are directors */
#define SEEDS 2000u
#define SEEDS_PER_SERVER 50u
#define STEPS_PER_SEED 40u
#define MATCHES_MAX 512u /* limit on matches in one world */

struct known_match {
	int64_t row;
	bool both_moved, is_over;
};

struct lab {
	struct fixture *h;
	struct rng r;
	struct move_space *move_space;
	unsigned conn[PEOPLE];
	bool on[PEOPLE];
	char name[PEOPLE][4];
	int64_t user[PEOPLE];
	double rating[PEOPLE]; /* the last rating in the rating rows */
	struct known_match matches[MATCHES_MAX];
	unsigned matches_n;
	int64_t rating_rows; /* number of rating rows so far */
	int64_t id;
	uint64_t seed;
	const char *last_step;  /* the last step, for the message of a failure */
	bool step_is_directors; /* a director made the last step */
	bool starts_too_early;  /* set by check_rating_start for rating_starts_too_early */
	char step_text[128];
};

static struct {
	unsigned long commands_typed, matches_rated, matches_released, matches_ended,
	    server_restarts, connections_cut, ratings_changed, results_corrected,
	    ratings_undone;
	unsigned checks_passed, checks_failed;
} sums;

static bool
chance_one_in(struct lab *l, unsigned n)
{
	return rng_below(&l->r, n) == 0;
}

static void
record_failure(const struct lab *l, const char *what)
{
	printf("seed %" PRIu64 ", '%s': %s\n", l->seed, l->last_step, what);
	sums.checks_failed++;
}

/* ---- invariants ---- */

static struct known_match *
match_entry(struct lab *l, int64_t row)
{
	for (unsigned i = l->matches_n; i-- > 0;)
		if (l->matches[i].row == row)
			return &l->matches[i];
	CHECK(l->matches_n < MATCHES_MAX);
	l->matches[l->matches_n] = (struct known_match){ .row = row };
	return &l->matches[l->matches_n++];
}

static void
note_live_matches(struct lab *l)
{
	uint32_t cursor = 0;
	const struct match *m;

	while ((m = match_next(fixture_world(l->h), &cursor)) != NULL)
		match_entry(l, m->row)->both_moved |= m->state.moved[0] && m->state.moved[1];
}

static void
apply_rating_row(void *ctx, const struct rating_record *r)
{
	struct lab *l = ctx;

	l->rating_rows++; /* also counts a change that was limited to zero */
	for (unsigned i = 0; i < PEOPLE; i++)
		if (l->user[i] == r->user) {
			if (l->rating[i] != r->before)
				record_failure(l, "a rating began from another one");
			l->rating[i] = r->after;
		}
}

/* Sets l->starts_too_early if a rating row does not start from the last known rating. */
static void
check_rating_start(void *ctx, const struct rating_record *r)
{
	struct lab *l = ctx;

	for (unsigned i = 0; i < PEOPLE; i++)
		if (l->user[i] == r->user && l->rating[i] != r->before)
			l->starts_too_early = true;
}

/* Returns true if another match of this step must be checked first, because it changed a
 * player's rating. */
static bool
rating_starts_too_early(struct lab *l, int64_t row)
{
	l->starts_too_early = false;
	store_rating_changes_each(fixture_store(l->h), row, check_rating_start, l);
	return l->starts_too_early;
}

/* Checks a match that has ended, and records its rating changes. */
static void
check_ended_match(struct lab *l, struct known_match *k, const struct match_record *r)
{
	int64_t before = l->rating_rows;

	k->is_over = true;
	store_rating_changes_each(fixture_store(l->h), k->row, apply_rating_row, l);
	sums.matches_rated += l->rating_rows != before;
	if (l->rating_rows != before && !tourney_replay_was_earned(fixture_store(l->h), r))
		record_failure(l, "a match was rated that nobody has won at the board");
	if (l->rating_rows != before && l->step_is_directors)
		record_failure(l, "a director's command rated a match");
	if (k->both_moved && l->step_is_directors)
		record_failure(l, "a director has ended a match that both have begun");
	sums.matches_ended += k->both_moved;
}

/* Checks the matches that have ended since the last call.  Unless `all` is set, leaves the
 * matches for which rating_starts_too_early is true to a later call.  Returns whether any match
 * was checked.
 */
static bool
check_ended_matches(struct lab *l, bool all)
{
	struct match_record r;
	bool any = false;

	for (unsigned i = 0; i < l->matches_n; i++)
		if (!l->matches[i].is_over &&
		    store_match_by_id(fixture_store(l->h), l->matches[i].row, &r) &&
		    r.ended_ms != 0 && (all || !rating_starts_too_early(l, r.id))) {
			check_ended_match(l, &l->matches[i], &r);
			any = true;
		}
	return any;
}

static void
check_invariants(struct lab *l)
{
	struct store *s = fixture_store(l->h);
	struct match_record r;
	struct user_record u;

	while (check_ended_matches(l, false))
		continue;
	(void)check_ended_matches(l, true);
	for (unsigned i = 0; i < l->matches_n; i++)
		if (!l->matches[i].is_over && store_match_by_id(s, l->matches[i].row, &r))
			sums.matches_released +=
			    l->step_is_directors && l->matches[i].both_moved && !r.bound;
	if (store_counter(s, COUNTER_RATINGS) != l->rating_rows)
		record_failure(l, "a rating row belongs to no match that has ended");
	for (unsigned i = 0; i < PEOPLE; i++)
		if (!store_user_by_id(s, l->user[i], &u) || u.rating != l->rating[i])
			record_failure(l, "a rating is not what its rows say");
	note_live_matches(l);
}

/* ---- steps ---- */

static void type_line(struct lab *l, unsigned who, bool directs, const char *fmt, ...)
    PRINTF_LIKE(4, 5);

static void
type_line(struct lab *l, unsigned who, bool directs, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(l->step_text, sizeof(l->step_text), fmt, ap);
	va_end(ap);
	l->last_step = l->step_text;
	l->step_is_directors = directs;
	fixture_discard(l->h);
	if (l->on[who])
		fixture_type(l->h, l->conn[who], l->step_text);
	sums.commands_typed++;
	check_invariants(l);
}

static void
come(struct lab *l, unsigned i)
{
	l->conn[i] = fixture_telnet(l->h, l->name[i]);
	l->on[i] = true;
}

static void
pass_time(struct lab *l, int64_t ms)
{
	l->last_step = "time passes";
	l->step_is_directors = false;
	for (; ms > 0; ms -= 60000) {
		fixture_advance(l->h, ms < 60000 ? ms : 60000);
		check_invariants(l);
	}
	fixture_settle(l->h);
	check_invariants(l);
	for (unsigned i = 0; i < PEOPLE; i++)
		if (!l->on[i])
			come(l, i);
}

static void
crash_server(struct lab *l)
{
	l->last_step = "a crash";
	l->step_is_directors = false;
	fixture_discard(l->h);
	fixture_restart(l->h);
	for (unsigned i = 0; i < PEOPLE; i++)
		come(l, i);
	check_invariants(l);
	sums.server_restarts++;
}

/* Drops the connection.  The user returns at once, or in a later step in which time passes. */
static void
cut(struct lab *l, unsigned i)
{
	l->last_step = "a cut";
	l->step_is_directors = false;
	if (!l->on[i])
		return;
	fixture_discard(l->h);
	fixture_drop(l->h, l->conn[i], NET_CLOSE_PEER);
	l->on[i] = false;
	check_invariants(l);
	if (chance_one_in(l, 2))
		come(l, i);
	sums.connections_cut++;
}

/* Writes a `tournament` command with its arguments: @ is a random user's name, # a pairing. */
static void
expand_command(struct lab *l, const char *form, struct sbuf *out)
{
	bool named = false; /* the tournament's number has been added */

	for (; *form != '\0'; form++) {
		if (*form == ' ' && !named) {
			sbuf_addf(out, " %" PRId64, l->id);
			named = true;
		}
		if (*form == '@')
			sbuf_add(out, l->name[rng_below(&l->r, PEOPLE)]);
		else if (*form == '#')
			sbuf_addf(out, "%u", 1 + rng_below(&l->r, 8));
		else
			sbuf_addc(out, *form);
	}
	if (!named)
		sbuf_addf(out, " %" PRId64, l->id);
}

/* Returns the number of acts; 0 when the tournament is over. */
static unsigned
count_acts(struct lab *l)
{
	const struct tourney *t = tourney_get(fixture_world(l->h), l->id);

	return t != NULL ? t->acts : 0;
}

static void
type_director_command(struct lab *l)
{
	static const char *const FORMS[] = { "add @", "addtime @ 5 why", "announce why",
		"close", "confirm", "deadline @ +1h why", "deadline # +1h why",
		"director add @", "director remove @", "forfeit @ why", "forfeit @ why",
		"hold @ why", "hold # why", "order @", "pair @ @", "pair @ bye", "pause why",
		"release @", "release #", "rename Cup", "restore @", "restore @", "resume",
		"set late wait", "set rated no", "set length 1", "set pairing hand",
		"set clock off", "setresult @ 1-0 why", "setresult @ 3-0 why",
		"setresult @ 0-3 why", "setresult # 3-0 why", "setresult # 0-3 why",
		"setresult # 1-0 why", "reopen # why", "reopen # why", "reopen @ why", "start",
		"undo", "undo", "set length 5 -- why", "release @ why", "confirm why",
		"unpair @", "remove @ why", "remove @ why", "replace @ @ why", "cancel why" };
	unsigned who = rng_below(&l->r, DIRECTORS);
	struct sbuf words;
	char text[96];
	unsigned acts;
	bool own;

	SBUF_INIT(&words, text);
	expand_command(l,
	    FORMS[rng_below(
		&l->r, chance_one_in(l, 4) ? ARRAY_LEN(FORMS) : ARRAY_LEN(FORMS) - 1)],
	    &words);
	acts = count_acts(l);
	own = strncmp(text, "remove", 6) == 0 &&
	      strstr(text, l->name[who]) != NULL; /* the director's own withdrawal */
	type_line(l, who, !own, "tournament %s", text);
	sums.ratings_undone += strncmp(text, "undo", 4) == 0 && count_acts(l) > acts;
	if (chance_one_in(l, 2)) /* some commands ask for a `yes` */
		type_line(l, who, !own, "tournament %s yes", text);
	if (chance_one_in(l, 10))
		type_line(
		    l, who, true, "unrate %u why", 1 + rng_below(&l->r, l->matches_n + 1));
}

/* Corrects a result as a director does: in a random finished match, the other player becomes
 * the winner.  In a knock-out, results that depended on the old result are removed first. */
static void
correct_result(struct lab *l)
{
	const struct tourney *t = tourney_get(fixture_world(l->h), l->id);
	struct tourney_act a = { .kind = TACT_setresult, .actor = l->user[0], .text = "why" };
	bool late;

	if (t == NULL || t->pairings_n == 0)
		return;
	a.pairing = rng_below(&l->r, t->pairings_n);
	if (!pairing_is_decided(&t->pairings[a.pairing]))
		return;
	a.side = t->pairings[a.pairing].winner == 0;
	a.score[a.side] = t->pairings[a.pairing].length;
	late = tourney_gate(t, &a) != TOURNEY_OK;
	a.kind = TACT_correct;
	late = late && tourney_gate(t, &a) == TOURNEY_OK;
	sums.ratings_changed++;
	sums.results_corrected += late;
	type_line(l, rng_below(&l->r, DIRECTORS), true,
	    "tournament setresult %" PRId64 " %u %u-%u why%s", l->id, a.pairing + 1,
	    (unsigned)a.score[0], (unsigned)a.score[1], late ? " yes" : "");
}

static void
type_withdraw(struct lab *l, unsigned i)
{
	type_line(l, i, false, "tournament withdraw %" PRId64, l->id);
}

static struct session *
session_of(struct lab *l, unsigned i)
{
	return l->on[i] ? fixture_session(l->h, l->conn[i]) : NULL;
}

/* Returns the opponent's connection. */
static unsigned
opponent_of(struct lab *l, const struct session *s)
{
	for (unsigned i = 0; i < PEOPLE; i++)
		if (l->on[i] && fixture_session(l->h, l->conn[i]) ==
				    session_opponent(fixture_world(l->h), s))
			return l->conn[i];
	CHECK(false);
}

static bool
may_move_now(const struct match_state *st)
{
	return !st->clock.paused && !st->clock.away[0] && !st->clock.away[1] &&
	       st->resign_by == SEAT_NONE && (st->phase == PH_ROLL || st->phase == PH_MOVE);
}

static void
type_invite_or_join(struct lab *l, unsigned i, const struct session *s)
{
	const struct session *from = people_inviter(fixture_world(l->h), s);

	if (from != NULL)
		type_line(l, i, false, "join %s", from->player->name);
	else
		type_line(l, i, false, "invite %s%s", l->name[rng_below(&l->r, PEOPLE)],
		    chance_one_in(l, 2) ? "" : " 1");
}

static void
play_step(struct lab *l, unsigned i)
{
	const struct session *s = session_of(l, i);
	const struct match *m = s != NULL ? session_match(fixture_world(l->h), s) : NULL;
	unsigned long moves = 0;
	struct sbuf line;
	char text[64];

	if (s == NULL)
		return;
	if (m == NULL) {
		type_invite_or_join(l, i, s);
		return;
	}
	if (may_move_now(&m->state) && (!m->state.moved[0] || !m->state.moved[1]) &&
	    !chance_one_in(l, 4)) {
		l->last_step = "both move";
		l->step_is_directors = false;
		fixture_both_move(l->h, l->conn[i], opponent_of(l, s));
		check_invariants(l);
	} else if (m->state.resign_by != SEAT_NONE) {
		type_line(l, i, false, "%s", chance_one_in(l, 4) ? "reject" : "accept");
	} else if (chance_one_in(l, 3)) {
		type_line(l, i, false, "%s", chance_one_in(l, 3) ? "leave" : "resign b");
	} else {
		SBUF_INIT(&line, text);
		if (people_play(l->h, s, &l->r, l->move_space, &line, &moves))
			type_line(l, i, false, "%s", text);
	}
}

static void
random_step(struct lab *l)
{
	unsigned dice = rng_below(&l->r, 100), i = rng_below(&l->r, PEOPLE);

	if (dice < 40)
		type_director_command(l);
	else if (dice < 45)
		correct_result(l);
	else if (dice < 87)
		play_step(l, i);
	else if (dice < 88)
		type_withdraw(l, i);
	else if (dice < 93)
		cut(l, i);
	else if (dice < 99)
		pass_time(l, chance_one_in(l, 3) ? 700000 : 190000);
	else
		crash_server(l);
}

/* ---- one seed ---- */

static void
begin_tournament(struct lab *l)
{
	static const char *const FORMATS_TYPED[] = { "single", "double", "robin", "swiss",
		"losses", "consolation" };
	unsigned n = 2 + rng_below(&l->r, 5);

	type_line(l, 0, true,
	    "tournament create Cup%u -- format %s length 3 checkin 0 clock %s",
	    rng_below(&l->r, 1000000),
	    FORMATS_TYPED[rng_below(&l->r, ARRAY_LEN(FORMATS_TYPED))],
	    chance_one_in(l, 2) ? "off" : "fast");
	l->id = 0;
	for (const struct tourney *t = tourney_next(fixture_world(l->h), NULL); t != NULL;
	     t = tourney_next(fixture_world(l->h), t))
		l->id = t->id > l->id ? t->id : l->id;
	type_line(l, 0, true, "tournament director %" PRId64 " add %s", l->id, l->name[1]);
	type_line(l, 0, true, "tournament open %" PRId64, l->id);
	for (unsigned i = 0; i < n; i++)
		type_line(l, (i + rng_below(&l->r, 2) * 4) % PEOPLE, false,
		    "tournament register %" PRId64, l->id);
	type_line(l, 0, true, "tournament start %" PRId64, l->id);
	type_line(l, 0, true, "tournament start %" PRId64 " yes", l->id);
	pass_time(l, 190000);
}

static void
make_server(struct lab *l, uint64_t seed)
{
	struct fixture_options o;

	fixture_options_default(&o);
	o.seed = seed;
	o.random_colours = true;
	o.world.idle_s = 30 * 86400;
	o.world.saved_max = 1000;
	l->h = fixture_new(&o);
	l->matches_n = 0;
	l->rating_rows = 0;
	for (unsigned i = 0; i < PEOPLE; i++) {
		(void)snprintf(l->name[i], sizeof(l->name[i]), "p%c", (char)('a' + i));
		l->rating[i] = 1500 + 20 * (double)i;
		l->user[i] = fixture_user(l->h, l->name[i], l->rating[i], 100);
		come(l, i);
		fixture_type(l->h, l->conn[i], "toggle ready");
	}
}

static void
run(struct lab *l, uint64_t seed)
{
	unsigned failed = sums.checks_failed;

	l->seed = seed;
	rng_seed(&l->r, seed);
	begin_tournament(l);
	for (unsigned n = 0; n < STEPS_PER_SEED; n++)
		random_step(l);
	type_line(l, 0, true, "tournament cancel %" PRId64 " enough", l->id);
	type_line(l, 0, true, "tournament cancel %" PRId64 " enough yes", l->id);
	pass_time(l, 1000);
	for (unsigned i = 0; i < PEOPLE; i++)
		type_line(l, i, false, "leave");
	sums.checks_passed += sums.checks_failed == failed;
}

int
main(int argc, char **argv)
{
	unsigned seeds = test_scaled(SEEDS, SEEDS / 10, SEEDS_PER_SERVER);
	unsigned from = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
	struct lab l = { .last_step = "" };

	if (argc > 2)
		seeds = (unsigned)strtoul(argv[2], NULL, 10);
	from -=
	    from % SEEDS_PER_SERVER; /* the earlier seeds of a world affect the later ones */
	l.move_space = calloc(1, sizeof(*l.move_space));
	CHECK(l.move_space != NULL);
	for (unsigned n = from; n < seeds; n++) {
		if (n % SEEDS_PER_SERVER == 0 && l.h != NULL)
			fixture_free(&l.h);
		if (l.h == NULL)
			make_server(&l, n);
		run(&l, n);
	}
	if (l.h != NULL)
		fixture_free(&l.h);
	free(l.move_space);
	printf(
	    "commands %lu, matches rated %lu, begun and over %lu, looks at released ones %lu, "
	    "cuts %lu, crashes %lu, results changed %lu, corrected late %lu, undone %lu\n",
	    sums.commands_typed, sums.matches_rated, sums.matches_ended, sums.matches_released,
	    sums.connections_cut, sums.server_restarts, sums.ratings_changed,
	    sums.results_corrected, sums.ratings_undone);
	if (sums.matches_rated < seeds / 20 || sums.matches_released == 0 ||
	    (!test_few_cases() && (sums.ratings_changed == 0 || sums.results_corrected == 0 ||
				      sums.ratings_undone == 0)))
		sums.checks_failed++;
	printf("%u passed, %u failed\n", sums.checks_passed, sums.checks_failed);
	return sums.checks_failed == 0 ? 0 : 1;
}
