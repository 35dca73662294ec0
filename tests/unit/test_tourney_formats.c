/* SPDX-License-Identifier: MIT */
/* Thousands of random tournaments of every format: users come, leave and never show up,
 * directors interfere, servers go down.  Invariants are checked against values calculated here
 * independently from the pairings.  Random acts in random states must be refused without
 * changing the state, or leave a sound state. */
#include "tests/support/rows.h"
#include "tests/support/tourneys.h"
#include "tests/unit/test.h"

#define CUPS 3000u
#define BRUTE_FORCE_MAX 9u /* up to this size all possible pairings are tried */

static struct tourney_run run;

/* The data recorded while a tournament is played. */
struct tourney_watch {
	unsigned seed;
	const char *format;
	int64_t restarted_ms;
	unsigned stamp[TOURNEY_ENTRIES_MAX], stamps;
	unsigned rounds_repeated;
};

static struct tourney_watch tourney_watch;

/* Fails unless ok, and reports the seed and the format. */
static void
require_true(bool ok, const char *what)
{
	if (!ok)
		fail_msg("seed %u, %s: %s", tourney_watch.seed, tourney_watch.format, what);
}

/* ---- after each act ---- */

/* Checks that the two players of one pairing find that pairing; a different pairing is checked
 * after each act. */
static void
one_open_pairing_each(const struct tourney *t)
{
	unsigned asked = ++tourney_watch.stamps % (t->open_n + 1), n = 0;

	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next)
		for (unsigned s = 0; s < 2; s++) {
			entry_no e = t->pairings[p].side[s];

			require_true(tourney_watch.stamp[e] != tourney_watch.stamps,
			    "two open pairings of one");
			tourney_watch.stamp[e] = tourney_watch.stamps;
			require_true(
			    !t->entries[e].withdrawn, "a player who left is waited for");
			require_true(n != asked || tourney_open_pairing(t, e) == p,
			    "their open pairing");
			n += s;
		}
}

static void
after_act(void *ctx, struct tourney_run *r, const struct tourney_act *a)
{
	const struct tourney *t = &r->t;

	if (t->phase != TOURNEY_RUNNING)
		return;
	one_open_pairing_each(t);
	if (a->kind == TACT_restart)
		tourney_watch.restarted_ms = a->at_ms;
	if (a->kind == TACT_late)
		require_true(
		    a->at_ms - tourney_watch.restarted_ms >= 5 * 60000, "late by downtime");
	if (a->kind == TACT_seat) {
		require_true(a->at_ms >= t->bouts[a->pairing].due_ms, "seated too early");
		for (unsigned s = 0; s < 2; s++)
			require_true(t->entries[t->pairings[a->pairing].side[s]].online,
			    "seated, but not here");
	}
}

/* ---- Swiss rounds compared with all possible pairings ---- */

static bool
have_met(const struct swiss_round *in, entry_no a, entry_no b)
{
	for (size_t i = 0; i < in->met_n; i++)
		if ((in->met[i].a == a && in->met[i].b == b) ||
		    (in->met[i].a == b && in->met[i].b == a))
			return true;
	return false;
}

/* Returns the minimum number of repeats when pairing the players not in `used`. */
static unsigned
fewest_repeats(
    const struct swiss_round *in, bool met[BRUTE_FORCE_MAX][BRUTE_FORCE_MAX], unsigned used)
{
	unsigned best = 100, first = 0;

	while (first < in->n && (used >> first & 1) != 0)
		first++;
	if (first == in->n)
		return 0;
	for (unsigned k = first + 1; k < in->n; k++) {
		unsigned here;

		if ((used >> k & 1) != 0)
			continue;
		here = met[first][k] + fewest_repeats(in, met, used | 1u << first | 1u << k);
		if (here < best)
			best = here;
	}
	return best;
}

static bool
placed_lower(const struct swiss_player *a, const struct swiss_player *b)
{
	if (a->points != b->points)
		return a->points < b->points;
	return a->place != b->place ? a->place > b->place : a->order > b->order;
}

/* Checks a round of a small field.  The bye must go to the player chosen by three criteria, in
 * this order: fewest repeats, fewest byes so far, lowest place. */
static void
small_round(const struct swiss_round *in, const struct swiss_result *out)
{
	bool met[BRUTE_FORCE_MAX][BRUTE_FORCE_MAX];
	unsigned best = 100, cost[BRUTE_FORCE_MAX] = { 0 };
	const struct swiss_player *bye = NULL;

	for (unsigned i = 0; i < in->n; i++)
		for (unsigned k = 0; k < in->n; k++)
			met[i][k] = have_met(in, in->players[i].entry, in->players[k].entry);
	if (in->n % 2 == 0) {
		require_true(out->repeats == fewest_repeats(in, met, 0),
		    "not as few repeats as possible");
		return;
	}
	for (unsigned i = 0; i < in->n; i++) {
		cost[i] = fewest_repeats(in, met, 1u << i);
		if (cost[i] < best)
			best = cost[i];
	}
	for (unsigned i = 0; i < in->n; i++) {
		const struct swiss_player *p = &in->players[i];

		if (cost[i] == best && (bye == NULL || p->byes < bye->byes ||
					   (p->byes == bye->byes && placed_lower(p, bye))))
			bye = p;
	}
	require_true(out->repeats == best, "not as few repeats as possible");
	require_true(out->bye == bye->entry, "another entry has the bye");
}

static void
places_are_those_of_the_table(const struct tourney *t, const struct swiss_round *in)
{
	struct standing_row *rows = calloc(t->entries_n, sizeof(*rows));
	void *scratch = run_alloc_scratch(t);
	unsigned n;

	CHECK(rows != NULL);
	n = tourney_table(t, 0, scratch, rows);
	for (unsigned i = 0; i < in->n; i++) {
		unsigned row = 0;

		while (row < n && rows[row].entry != in->players[i].entry)
			row++;
		require_true(row < n && rows[row].from == in->players[i].place,
		    "places for the pairing");
	}
	free(scratch);
	free(rows);
}

static void
check_swiss_round(void *ctx, struct tourney_run *r, const struct swiss_round *in,
    const struct swiss_result *out)
{
	unsigned repeats = 0;

	if (in->n % 2 != 0)
		places_are_those_of_the_table(&r->t, in);
	if (in->n == 0 && out->pairs_n == 0)
		return;   /* all players but at most one are paired by hand */
	if (in->n == 0) { /* the last players of a tournament by losses */
		require_true(tourney_format(&r->t.set)->out_by_losses, "who pairs this?");
		require_true(out->pairs_n == 1, "one pair of the last");
		return;
	}
	for (unsigned i = 0; i < in->n; i++) {
		const struct tourney_entry *e = &r->t.entries[in->players[i].entry];

		require_true(in->players[i].points == e->points, "points for the pairing");
		require_true(in->players[i].floated == e->floated, "floats for the pairing");
		require_true(in->players[i].byes == e->byes, "byes for the pairing");
	}
	require_true(out->pairs_n == in->n / 2, "all are paired");
	require_true((out->bye == ENTRY_NOBODY) == (in->n % 2 == 0), "a bye if there must be");
	for (unsigned i = 0; i < out->pairs_n; i++)
		repeats += have_met(in, out->pairs[i].a, out->pairs[i].b);
	require_true(repeats == out->repeats, "repeats are counted");
	tourney_watch.rounds_repeated += repeats > 0;
	if (in->n <= BRUTE_FORCE_MAX)
		small_round(in, out);
}

/* ---- at the end ---- */

/* An entry's results, calculated independently from the valid pairings. */
struct entry_account {
	int points, won, lost, byes;
	int main_lost; /* in the main bracket, including the final of a double elimination */
};

static void
entry_account(const struct tourney *t,
    bool (*counts)(const struct tourney *, const struct pairing *), struct entry_account *of)
{
	bool bellingham = t->set.value[TSET_points] == 1;
	int win = bellingham ? 2 : 1;

	memset(of, 0, t->entries_n * sizeof(*of));
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		const struct pairing *x = &t->pairings[p];
		bool at_board = x->end == PAIRING_PLAYED || x->end == PAIRING_SET_RESULT;

		if (!counts(t, x))
			continue;
		for (unsigned s = 0; s < 2; s++) {
			struct entry_account *a =
			    &of[x->side[s] < t->entries_n ? x->side[s] : 0];

			if (x->side[s] >= t->entries_n || x->end == PAIRING_VOID ||
			    x->end == PAIRING_OPEN)
				continue;
			if (x->end == PAIRING_BYE) {
				a->byes++;
				a->points += win;
			} else if (x->winner == s) {
				a->won++;
				a->points += win;
			} else {
				a->lost++;
				a->points += bellingham && at_board;
				a->main_lost += x->section != SECTION_CONSOLATION &&
						x->section != SECTION_LAST_CHANCE;
			}
		}
	}
}

static bool
all_count(const struct tourney *t, const struct pairing *x)
{
	return true;
}

static bool
rounds_count(const struct tourney *t, const struct pairing *x)
{
	for (unsigned s = 0; s < 2; s++)
		if (x->side[s] < t->entries_n && t->entries[x->side[s]].cancelled)
			return false;
	return x->section == SECTION_ROUNDS;
}

static bool
groups_count(const struct tourney *t, const struct pairing *x)
{
	for (unsigned s = 0; s < 2; s++)
		if (x->side[s] < t->entries_n && t->entries[x->side[s]].cancelled)
			return false;
	return x->section == SECTION_GROUP;
}

static void
check_tables(const struct tourney *t, void *scratch)
{
	struct standing_row *row = calloc(t->entries_n + 1, sizeof(*row));
	struct entry_account *of = calloc(t->entries_n + 1, sizeof(*of));
	unsigned seen = 0, members = 0;

	assert_non_null(row);
	assert_non_null(of);
	entry_account(t,
	    t->groups > 1 || tourney_format(&t->set)->section == SECTION_GROUP ? groups_count
									       : rounds_count,
	    of);
	for (unsigned g = 0; g < (t->groups > 0 ? t->groups : 1); g++) {
		unsigned n = tourney_table(t, g, scratch, row);

		for (unsigned i = 0; i < n; i++) {
			const struct entry_account *a = &of[row[i].entry];

			seen++;
			require_true(row[i].points == a->points, "points agree");
			require_true(
			    row[i].won == a->won && row[i].lost == a->lost, "won and lost");
			require_true(row[i].byes == a->byes, "byes agree");
			require_true(i == 0 || row[i - 1].points >= row[i].points, "sorted");
		}
	}
	for (unsigned e = 0; e < t->entries_n; e++)
		members += (t->entries[e].seed != 0 || t->entries[e].late_entry) &&
			   !t->entries[e].cancelled;
	require_true(seen == members, "each entry is in one table");
	free(row);
	free(of);
}

/* Checks that the places cover 1..n, and that places from..to are shared by exactly as many
 * entries as there are places. */
static void
check_places(const struct tourney *t, void *scratch)
{
	struct bracket_place *place = calloc(t->entries_n + 1, sizeof(*place));
	unsigned *at = calloc(t->entries_n + 2, sizeof(*at)), members = 0, next = 1;

	assert_non_null(place);
	assert_non_null(at);
	tourney_places(t, scratch, place);
	for (unsigned e = 0; e < t->entries_n; e++) {
		const struct tourney_entry *x = &t->entries[e];
		bool in = (x->seed != 0 || x->late_entry) && !x->cancelled;

		require_true((place[e].from != 0) == in, "all who played have a place");
		if (!in)
			continue;
		members++;
		require_true(
		    place[e].from <= place[e].to && place[e].to <= t->entries_n, "place");
		at[place[e].from]++;
	}
	while (next <= members) {
		unsigned n = at[next];

		require_true(n > 0, "a place without an entry");
		for (unsigned e = 0; e < t->entries_n; e++)
			if (place[e].from == next)
				require_true(place[e].to == next + n - 1, "shares of a place");
		next += n;
	}
	free(place);
	free(at);
}

/* Checks that the winner has lost no match, or at most one in a double elimination, and that
 * all others have lost. */
static void
check_knockout(const struct tourney *t, void *scratch)
{
	struct bracket_place *place = calloc(t->entries_n + 1, sizeof(*place));
	struct entry_account *of = calloc(t->entries_n + 1, sizeof(*of));
	bool two = tourney_format(&t->set)->final_apart;
	entry_no winner =
	    bracket_winner(t->pairings, t->pairings_n, two ? SECTION_FINAL : SECTION_MAIN);

	assert_non_null(place);
	assert_non_null(of);
	entry_account(t, all_count, of);
	tourney_places(t, scratch, place);
	require_true(winner != ENTRY_UNKNOWN, "no end");
	for (unsigned e = 0; e < t->entries_n; e++) {
		if (t->entries[e].seed == 0 && !t->entries[e].late_entry)
			continue;
		require_true(of[e].byes == t->entries[e].byes, "byes are counted");
		require_true(of[e].lost == t->entries[e].losses, "losses are counted");
		if (e == winner) {
			require_true(
			    place[e].from == 1 && place[e].to == 1, "the winner is first");
			require_true(of[e].main_lost <= (two ? 1 : 0), "the winner has lost");
			continue;
		}
		require_true(
		    of[e].main_lost >= 1 && of[e].main_lost <= (two ? 2 : 1), "losses");
		require_true(winner == ENTRY_NOBODY || place[e].from > 1, "one winner");
	}
	free(place);
	free(of);
}

/* Checks that first-round byes go to the top seeds, and that no player has two byes in the main
 * bracket (rule 27). */
static void
check_byes(const struct tourney *t)
{
	unsigned *byes = calloc(t->entries_n + 1, sizeof(*byes));

	assert_non_null(byes);
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		const struct pairing *x = &t->pairings[p];
		unsigned s = x->winner;

		if (x->section != SECTION_MAIN || x->round != 1 || x->end != PAIRING_BYE)
			continue;
		require_true(s < 2 && x->side[s] < t->entries_n, "whose bye?");
		byes[x->side[s]]++;
		require_true(byes[x->side[s]] == 1, "a second bye");
	}
	for (unsigned e = 0; e < t->entries_n; e++)
		for (unsigned k = 0; byes[e] > 0 && k < t->entries_n; k++)
			require_true(byes[k] > 0 || t->entries[k].seed == 0 ||
					 t->entries[k].seed > t->entries[e].seed,
			    "a better seed has no bye");
	free(byes);
}

/* Checks that the running totals of each entry match its pairings. */
static void
check_entries(const struct tourney *t)
{
	struct entry_account *of = calloc(t->entries_n + 1, sizeof(*of));
	bool losses = tourney_format(&t->set)->out_by_losses;

	assert_non_null(of);
	entry_account(t, all_count, of);
	for (unsigned e = 0; e < t->entries_n; e++) {
		require_true(t->entries[e].losses == of[e].lost, "losses of an entry");
		require_true(t->entries[e].byes == of[e].byes, "byes of an entry");
		require_true(t->entries[e].points == (losses ? -of[e].lost : of[e].points),
		    "points of an entry");
	}
	free(of);
}

static void
check_end(const struct tourney_run *r)
{
	const struct tourney *t = &r->t;
	void *scratch = run_alloc_scratch(t);

	require_true(run_replays(r), "the acts make another state");
	require_true(
	    t->phase == TOURNEY_FINISHED || t->phase == TOURNEY_CANCELLED, "it is over");
	check_entries(t);
	if (t->phase == TOURNEY_FINISHED) {
		require_true(t->open_n == 0, "something is open");
		for (uint32_t p = 0; p < t->pairings_n; p++)
			require_true(
			    t->pairings[p].end != PAIRING_OPEN, "a pairing is not over");
		check_places(t, scratch);
		if (tourney_is_knockout(&t->set)) {
			check_knockout(t, scratch);
			if (r->habits.enters_per_1000 == 0)
				check_byes(t);
		} else {
			check_tables(t, scratch);
		}
	}
	free(scratch);
}

/* ---- tournaments ---- */

static const char *
random_item(struct rng *g, const char *const *of, unsigned n)
{
	return of[rng_below(g, n)];
}

static void
random_settings(struct tourney_run *r, const char *format)
{
	static const char *const any[] = { "length 5", "length 1", "length 3,5,7 9", "final 11",
		"seeding draw", "points bellingham", "playoff 1", "playoff 5",
		"schedule deadline", "days 1", "days 2", "late wait", "wait 1", "grace 1",
		"grace 9", "notice 10", "lateentry no", "checkin 0", "reset 0", "reset 3",
		"side 3", "chance 1", "consolation 1", "consolation 2", "lastchance 1",
		"lastchance 2", "rounds 3", "rounds 30", "losses 1", "losses 2", "losses 9",
		"group 3", "group 5", "group 16", "qualify 1", "qualify 3", "qualify 8",
		"tiebreaks buchholz", "tiebreaks direct wins", "tiebreaks median difference" };
	char text[40];

	snprintf(text, sizeof(text), "format %s", format);
	run_set(r, text);
	run_set(r, "capacity 400");
	for (unsigned n = rng_below(&r->rng, 9); n > 0; n--)
		run_set(r, random_item(&r->rng, any, sizeof(any) / sizeof(*any)));
}

/* Returns the size of a field, mostly a small one, because most special cases occur there. */
static unsigned
random_field(struct rng *g, const char *format)
{
	unsigned kind = rng_below(g, 100);

	if (kind < 70)
		return 2 + rng_below(g, 9);
	if (kind < 97)
		return 2 + rng_below(g, 35);
	return 2 + rng_below(g, strcmp(format, "robin") == 0 ? 63 : 299);
}

static void
watch_begin(unsigned seed, const char *format)
{
	tourney_watch.seed = seed;
	tourney_watch.format = format;
	tourney_watch.restarted_ms = 0;
}

static void
play_one(unsigned seed, const char *format)
{
	static const struct run_habits busy = {
		.leaves_per_1000 = 400, .appoints_per_1000 = 200, .restarts_per_1000 = 40
	};
	const struct run_habits *habits[] = { &RUN_CALM, &RUN_WILD, &RUN_WILD, &busy };
	unsigned n;

	watch_begin(seed, format);
	run_init(&run, seed, habits[seed % 4]);
	run.on_act = after_act;
	run.on_swiss_round = check_swiss_round;
	random_settings(&run, format);
	n = random_field(&run.rng, format);
	if (run_start(&run, n))
		require_true(run_play(&run), "does not end");
	check_end(&run);
	run_free(&run);
}

static void
play_many(const char *format)
{
	for (unsigned seed = 0; seed < test_cases(CUPS); seed++)
		play_one(seed, format);
}

TEST(random_knockouts_are_sound)
{
	play_many("single");
}

TEST(random_double_eliminations_are_sound)
{
	play_many("double");
}

TEST(random_consolations_are_sound)
{
	play_many("consolation");
}

TEST(random_swiss_tournaments_are_sound)
{
	tourney_watch.rounds_repeated = 0;
	play_many("swiss");
	assert_true(
	    tourney_watch.rounds_repeated > 0); /* the brute force comparison was exercised */
}

TEST(random_tournaments_by_losses_are_sound)
{
	play_many("losses");
}

TEST(random_round_robins_are_sound)
{
	play_many("robin");
}

TEST(random_group_tournaments_are_sound)
{
	play_many("groups");
}

/* Fields of two to five players in every format, with users doing everything they can: every
 * tournament ends. */
TEST(tiny_tournaments_end)
{
	for (unsigned f = 0; f < FORMAT_COUNT; f++) {
		struct sbuf b;
		char format[20];

		SBUF_INIT(&b, format);
		tourney_setting_word(TSET_format, f, &b);
		for (unsigned seed = 0; seed < test_cases(400); seed++) {
			watch_begin(seed, format);
			run_init(&run, seed + 7000, seed % 2 == 0 ? &RUN_CALM : &RUN_WILD);
			run.habits.withdraws_per_1000 *= 10;
			run.on_act = after_act;
			run.on_swiss_round = check_swiss_round;
			random_settings(&run, format);
			if (run_start(&run, 2 + seed % 4))
				require_true(run_play(&run), "does not end");
			check_end(&run);
			run_free(&run);
		}
	}
}

/* All players withdraw in the middle of a round. */
TEST(a_tournament_that_all_players_leave_ends)
{
	for (unsigned f = 0; f < FORMAT_COUNT; f++)
		for (unsigned seed = 0; seed < test_cases(100); seed++) {
			struct sbuf b;
			char format[20];

			SBUF_INIT(&b, format);
			tourney_setting_word(TSET_format, f, &b);
			watch_begin(seed, format);
			run_init(&run, seed, &RUN_CALM);
			run.on_act = after_act;
			random_settings(&run, format);
			assert_true(run_start(&run, 2 + seed % 14));
			for (unsigned n = 0; n < seed % 20 && run_step(&run); n++)
				;
			for (unsigned e = 0; e < run.t.entries_n; e++) {
				struct tourney_act a = { .kind = TACT_withdraw,
					.entry = (entry_no)e };
				enum tourney_err err = run_act(&run, &a);

				require_true(err == TOURNEY_OK || err == TOURNEY_MATCH_BEGUN ||
						 err == TOURNEY_IS_OVER ||
						 err == TOURNEY_WITHDRAWN,
				    "may leave, or plays");
			}
			require_true(run_play(&run), "does not end");
			check_end(&run);
			run_free(&run);
		}
}

/* ---- random acts in random states ---- */

static int64_t
random_value(struct rng *g, const struct tourney *t)
{
	static const int64_t odd[] = { 0, 1, 2, -1, 24, 72, 73, 65536, INT64_MAX, INT64_MIN + 1,
		3600000, 3600001 };

	switch (rng_below(g, 4)) {
	case 0:
		return odd[rng_below(g, sizeof(odd) / sizeof(*odd))];
	case 1:
		return (int64_t)t->round + 1;
	case 2:
		return t->last_ms + (int64_t)rng_below(g, 10000000);
	default:
		return rng_below(g, 100);
	}
}

/* Writes lists of entries or pairs (valid, nearly valid or invalid), settings, or random
 * text. */
static void
random_text(struct rng *g, const struct tourney *t, struct sbuf *out)
{
	static const char *const words[] = { "", " ", "format robin", "capacity 2",
		"capacity 3", "seeding draw", "grace 1", "length 99", "length", "length 0",
		"checkin 0", "nonsense 1", "x", "0 1", "0 0", "1 0 2", "0 ", " 0", "0  1",
		"99999 1", "0-1", "0-0", "0-1 2-3", "bye=0", "0-1 bye=2", "bye=0 bye=1", "0-",
		"bye=", "tiebreaks wins wins", "rounds 31", "starts 1700000100",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" };
	unsigned n = t->entries_n, kind = rng_below(g, 4);

	if (kind == 0 || n == 0) {
		sbuf_add(out, random_item(g, words, sizeof(words) / sizeof(*words)));
		return;
	}
	if (n > 40)
		n = 40;
	for (unsigned i = 0; i < n; i++) {
		unsigned e = rng_below(g, 20) == 0 ? rng_below(g, n + 2) : i;

		if (kind < 3 && e < t->entries_n && t->entries[e].withdrawn)
			continue;
		if (out->len > 0)
			sbuf_addc(out, kind == 2 && i % 2 == 1 ? '-' : ' ');
		if (kind == 2 && i == n - 1 && n % 2 == 1)
			sbuf_add(out, "bye=");
		sbuf_addi(out, (long)e);
	}
}

static void
random_act(struct rng *g, const struct tourney *t, struct tourney_act *a, struct sbuf *text)
{
	*a = (struct tourney_act){
		.kind = (enum tourney_act_kind)rng_below(g, TACT_COUNT + 1),
		.at_ms = t->last_ms + (int64_t)rng_below(g, 100000),
		.actor = rng_below(g, 2) == 0 ? RUN_DIRECTOR : (int64_t)rng_below(g, 20),
		.entry = (entry_no)rng_below(g, t->entries_n + 2),
		.pairing = t->open_first != TOURNEY_NO_PAIRING && rng_below(g, 2) == 0
			       ? t->open_first
			       : rng_below(g, t->pairings_n + 2),
		.side = (uint8_t)rng_below(g, 4),
		.value = random_value(g, t),
		.user = (int64_t)rng_below(g, 40) - 1,
		.name = "somebody",
		.rating = (double)rng_below(g, 3000),
	};
	if (rng_below(g, 30) == 0) {
		a->pairing = UINT32_MAX;
		a->entry = ENTRY_UNKNOWN;
		a->side = 255;
	}
	a->score[a->side & 1] = (uint16_t)(a->pairing < t->pairings_n && rng_below(g, 2) == 0
					       ? t->pairings[a->pairing].length
					       : rng_below(g, 12));
	random_text(g, t, text);
	CHECK(sbuf_ok(text));
	a->text = rng_below(g, 10) == 0 ? NULL : text->text;
}

/* Applies a series of acts to a copy. */
static unsigned
try_random_acts(struct rng *g, const struct tourney *t)
{
	struct tourney on;
	unsigned taken = 0;

	run_copy(t, &on);
	for (unsigned n = 0; n < 12; n++) {
		char space[512];
		struct tourney_act a;
		struct sbuf text;
		enum tourney_err e;
		const char *wrong;

		SBUF_INIT(&text, space);
		random_act(g, &on, &a, &text);
		wrong = run_try_act(&on, &a, &e);
		require_true(wrong == NULL, wrong);
		taken += e == TOURNEY_OK;
	}
	if (on.phase == TOURNEY_RUNNING)
		one_open_pairing_each(&on);
	run_free_copy(&on);
	return taken;
}

TEST(refused_random_acts_change_nothing)
{
	unsigned taken = 0;

	for (unsigned seed = 0; seed < test_cases(1500); seed++) {
		struct sbuf b;
		char format[20];
		struct rng g;

		SBUF_INIT(&b, format);
		tourney_setting_word(TSET_format, seed % FORMAT_COUNT, &b);
		watch_begin(seed, format);
		rng_seed(&g, seed + 1);
		run_init(&run, seed, &RUN_WILD);
		random_settings(&run, format);
		taken += try_random_acts(&g, &run.t);
		if (run_start(&run, 2 + rng_below(&g, 12)))
			for (unsigned n = 0; n < 400; n++) {
				if (!run_step(&run))
					break;
				if (n % 4 == 0)
					taken += try_random_acts(&g, &run.t);
			}
		taken += try_random_acts(&g, &run.t);
		run_free(&run);
	}
	assert_true(taken > test_cases(1500)); /* many were accepted */
}

/* ---- every act in every phase ---- */

/* The result of an act in each phase: planned, open, closed, running, finished, cancelled.
 *
 *     .  not refused because of the phase
 *     p  no longer planned       e  no entries are accepted   s  has started
 *     b  has not started         o  it is over */
static const struct {
	const char *name, *says;
} PHASES[] = {
	{ "create", ".ppsoo" },
	{ "set", "....oo" },
	{ "rename", "....oo" },
	{ "director", "....oo" },
	{ "commit", "...soo" },
	{ "open", "...soo" },
	{ "close", "e.esoo" },
	{ "enter", "e.e.oo" },
	{ "admit", "....oo" },
	{ "invite", "....oo" },
	{ "wait", "e.esoo" },
	{ "attend", "...soo" },
	{ "promote", "...soo" },
	{ "decline", "....oo" },
	{ "call", "...soo" },
	{ "checkin", "...soo" },
	{ "withdraw", "....oo" },
	{ "order", "...soo" },
	{ "start", "...soo" },
	{ "reveal", "bbb.oo" },
	{ "round", "bbb.oo" },
	{ "bracket", "bbb.oo" },
	{ "seat", "bbb.oo" },
	{ "again", "bbb.oo" },
	{ "late", "bbb.oo" },
	{ "result", "bbb.oo" },
	{ "forfeit", "bbb.oo" },
	{ "setresult", "bbb.oo" },
	{ "pair", "....oo" },
	{ "unpair", "....oo" },
	{ "reopen", "bbb.oo" },
	{ "restore", "....oo" },
	{ "confirm", "bbb.oo" },
	{ "replace", "....oo" },
	{ "deadline", "bbb.oo" },
	{ "appoint", "bbb.oo" },
	{ "remind", "bbb.oo" },
	{ "addtime", "bbb.oo" },
	{ "hold", "bbb.oo" },
	{ "release", "bbb.oo" },
	{ "agree", "bbb.oo" },
	{ "calloff", "....oo" },
	{ "recall", "....oo" },
	{ "correct", "bbb.oo" },
	{ "present", "...soo" },
	{ "lack", "...soo" },
	{ "ask", "...soo" },
	{ "pause", "bbb.oo" },
	{ "resume", "bbb.oo" },
	{ "announce", "....oo" },
	{ "restart", "....oo" },
	{ "cancel", "....oo" },
	{ "finish", "bbb.oo" },
	{ "unrate", "bbb.oo" },
	{ "stand", "....oo" },
	{ "takebye", "bbb.oo" },
	{ "still", "....oo" },
};

/* Makes a tournament in the given phase, with three entries if the phase allows entries. */
static void
run_to_phase(enum tourney_phase phase)
{
	struct tourney_act a = { .actor = RUN_DIRECTOR, .text = "" };

	run_init(&run, 5, &RUN_CALM);
	if (phase == TOURNEY_PLANNED)
		return;
	if (phase == TOURNEY_OPEN || phase == TOURNEY_CLOSED) {
		a.kind = TACT_open;
		assert_int_equal(run_act(&run, &a), TOURNEY_OK);
		for (unsigned i = 0; i < 3; i++)
			assert_true(run_enter(&run));
		a.kind = TACT_close;
		if (phase == TOURNEY_CLOSED)
			assert_int_equal(run_act(&run, &a), TOURNEY_OK);
		return;
	}
	assert_true(run_start(&run, 3));
	a.kind = TACT_cancel;
	if (phase == TOURNEY_FINISHED)
		assert_true(run_play(&run));
	if (phase == TOURNEY_CANCELLED)
		assert_int_equal(run_act(&run, &a), TOURNEY_OK);
}

TEST(every_act_in_every_phase)
{
	static const struct {
		char says;
		enum tourney_err err;
	} errors[] = { { 'p', TOURNEY_NOT_PLANNED }, { 'e', TOURNEY_NOT_OPEN },
		{ 's', TOURNEY_HAS_STARTED }, { 'b', TOURNEY_NOT_STARTED },
		{ 'o', TOURNEY_IS_OVER } };

	assert_int_equal(sizeof(PHASES) / sizeof(*PHASES), TACT_COUNT);
	for (unsigned phase = TOURNEY_PLANNED; phase <= TOURNEY_CANCELLED; phase++) {
		run_to_phase((enum tourney_phase)phase);
		assert_int_equal(run.t.phase, phase);
		for (unsigned i = 0; i < TACT_COUNT; i++) {
			struct tourney_act a = { .at_ms = run.now_ms, .user = 999, .text = "" };
			enum tourney_err is;
			bool said = false;

			memcpy(a.name, "new", 4);
			while (strcmp(tourney_act_name(a.kind), PHASES[i].name) != 0)
				a.kind++;
			is = tourney_gate(&run.t, &a);
			for (unsigned k = 0; k < 5; k++) {
				bool want = errors[k].says == PHASES[i].says[phase];

				/* late entry into a knock-out without a bye is refused for a
				 * different reason */
				if ((is == errors[k].err) != want)
					fail_msg("%s in phase %u: %d", PHASES[i].name, phase,
					    (int)is);
				said |= want;
			}
			assert_true(said || PHASES[i].says[phase] == '.');
		}
		run_free(&run);
	}
}
