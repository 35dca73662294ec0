/* SPDX-License-Identifier: MIT */
/* Standings: every tie-break and their order worked out by hand, published tables, and random
 * tournaments compared with a slow implementation that works differently.
 *
 * Tournaments are written like "A>B C+D | A=C B>D:7-4 E*": rounds are separated by |; > is a
 * win in play, ! a result set by the director, + a win by forfeit; = a double forfeit, ?
 * undecided, ~ void, * a bye; a score may follow.  A is entry 0. */
#include "base/rng.h"
#include "tourney/standing.h"
#include "tests/unit/test.h"

enum {
	PAIRINGS_MAX = 4096
};

struct cup {
	unsigned n;
	size_t count;
	struct pairing pairings[PAIRINGS_MAX];
	bool skip[PAIRINGS_MAX];
	unsigned rows;
	struct standing_row row[PAIRINGS_MAX];
};

static enum pairing_end
end_of(char mark)
{
	static const char marks[] = ">!+=?~";
	static const uint8_t ends[] = { PAIRING_PLAYED, PAIRING_SET_RESULT, PAIRING_FORFEIT,
		PAIRING_DOUBLE_FORFEIT, PAIRING_OPEN, PAIRING_VOID };
	const char *found = strchr(marks, mark);

	assert_non_null(found);
	return (enum pairing_end)ends[found - marks];
}

static const char *
read_pairing(const char *at, struct pairing *p)
{
	unsigned first, second;
	int length = 0;

	p->winner = PAIRING_NOBODY;
	p->side[0] = (entry_no)(at[0] - 'A');
	if (at[1] == '*') {
		p->end = PAIRING_BYE;
		p->winner = 0;
		p->side[1] = ENTRY_NOBODY;
		return at + 2;
	}
	p->end = (uint8_t)end_of(at[1]);
	if (strchr(">!+", at[1]) != NULL)
		p->winner = 0;
	p->side[1] = (entry_no)(at[2] - 'A');
	at += 3;
	if (sscanf(at, ":%u-%u%n", &first, &second, &length) == 2) {
		p->score[0] = (uint16_t)first;
		p->score[1] = (uint16_t)second;
	}
	return at + length;
}

static void
read_cup(struct cup *ev, unsigned n, const char *at)
{
	unsigned round = 1;

	memset(ev, 0, sizeof(*ev));
	ev->n = n;
	while (*at != '\0') {
		if (*at == ' ') {
			at++;
		} else if (*at == '|') {
			round++;
			at++;
		} else {
			struct pairing *p = &ev->pairings[ev->count++];

			at = read_pairing(at, p);
			p->round = (uint16_t)round;
			assert_true(
			    p->side[0] < n && (p->side[1] < n || p->end == PAIRING_BYE));
		}
	}
}

static void
make_table(struct cup *ev, const struct standing_rules *rules)
{
	/* Exactly the required size, so that the sanitizers and valgrind detect overflows. */
	void *space = malloc(standing_scratch_size(ev->n, ev->count));

	assert_non_null(space);
	memset(space, 0xa5, standing_scratch_size(ev->n, ev->count));
	ev->rows =
	    standing_table(rules, ev->n, ev->skip, ev->pairings, ev->count, space, ev->row);
	free(space);
}

/* Returns rules with these tie-breaks. order: values of enum tiebreak, ended by -1. */
static struct standing_rules
rules_of(bool bellingham, const int *order)
{
	struct standing_rules rules = { .bellingham = bellingham };

	for (; *order >= 0; order++)
		rules.order[rules.order_n++] = (uint8_t)*order;
	return rules;
}

#define RULES(...) rules_of(false, (const int[]){ __VA_ARGS__, -1 })
#define BELLINGHAM(...) rules_of(true, (const int[]){ __VA_ARGS__, -1 })

/* Checks the table, written as "1 A, 2-3 C, 2-3 B". */
static void
assert_places(const struct cup *ev, const char *want)
{
	char got[512];
	size_t n = 0;

	got[0] = '\0';
	for (unsigned i = 0; i < ev->rows; i++) {
		const struct standing_row *row = &ev->row[i];

		n += (size_t)snprintf(
		    got + n, sizeof(got) - n, "%s%u", i == 0 ? "" : ", ", row->from);
		if (row->to != row->from)
			n += (size_t)snprintf(got + n, sizeof(got) - n, "-%u", row->to);
		n += (size_t)snprintf(got + n, sizeof(got) - n, " %c", 'A' + row->entry);
	}
	assert_string_equal(got, want);
}

static const struct standing_row *
row_of(const struct cup *ev, char name)
{
	unsigned i = 0;

	while (i < ev->rows && ev->row[i].entry != name - 'A')
		i++;
	assert_true(i < ev->rows);
	return &ev->row[i];
}

/* Checks one number per entry, from A on. */
static void
assert_points(const struct cup *ev, const int *want)
{
	for (unsigned e = 0; e < ev->n; e++)
		assert_int_equal(row_of(ev, (char)('A' + e))->points, want[e]);
}

static void
assert_tiebreak(const struct cup *ev, enum tiebreak t, const int *want)
{
	for (unsigned e = 0; e < ev->n; e++) {
		int got = row_of(ev, (char)('A' + e))->tiebreak[t];

		if (got != want[e])
			fail_msg(
			    "%s of %c: %d, not %d", TIEBREAK_NAMES[t], 'A' + e, got, want[e]);
	}
}

static struct cup ev, shuffled;

static void
cup_table(const struct standing_rules *rules, unsigned n, const char *text)
{
	read_cup(&ev, n, text);
	make_table(&ev, rules);
}

#define POINTS(ev, ...) assert_points(ev, (const int[]){ __VA_ARGS__ })
#define VALUES(ev, t, ...) assert_tiebreak(ev, t, (const int[]){ __VA_ARGS__ })

/* ---- points ---------------------------------------------------------------------------- */

TEST(rule_34_points_for_wins_losses_byes_and_double_forfeits)
{
	struct standing_rules rules = RULES(TIEBREAK_WINS);
	const struct standing_row *row;

	cup_table(&rules, 5, "A>B C+D E* | A=C B!E D* | E>A");
	POINTS(&ev, 1, 1, 1, 1, 2);
	row = row_of(&ev, 'A');
	assert_int_equal(row->played, 3);
	assert_int_equal(row->won, 1);
	assert_int_equal(row->lost, 2);
	assert_int_equal(row->forfeits, 1);
	row = row_of(&ev, 'C');
	assert_int_equal(row->won, 1);
	assert_int_equal(row->forfeits, 1);
	assert_int_equal(row->tiebreak[TIEBREAK_WINS], 0);
	row = row_of(&ev, 'D');
	assert_int_equal(row->played, 1);
	assert_int_equal(row->forfeits, 1);
	assert_int_equal(row->byes, 1);
	row = row_of(&ev, 'E');
	assert_int_equal(row->played, 2);
	assert_int_equal(row->byes, 1);
	assert_int_equal(row->lost, 1);
	assert_int_equal(row->forfeits, 0);
}

TEST(rule_34_bellingham_points_for_wins_losses_and_absence)
{
	struct standing_rules rules = BELLINGHAM(TIEBREAK_WINS);

	/* C plays once and loses; D never plays; E is absent in round 2. */
	cup_table(&rules, 5, "A>B C+D E* | B>C A*");
	POINTS(&ev, 4, 3, 3, 0, 2);
	cup_table(&rules, 2, "A=B");
	POINTS(&ev, 0, 0);
	cup_table(&rules, 2, "A!B");
	POINTS(&ev, 2, 1);
}

TEST(a_set_result_without_a_winner_is_a_double_forfeit)
{
	struct standing_rules rules = BELLINGHAM(TIEBREAK_BUCHHOLZ);

	read_cup(&ev, 2, "A>B | A!B");
	ev.pairings[1].winner = PAIRING_NOBODY;
	make_table(&ev, &rules);
	POINTS(&ev, 2, 1);
	assert_int_equal(row_of(&ev, 'A')->forfeits, 1);
	assert_int_equal(row_of(&ev, 'B')->lost, 2);
	VALUES(&ev, TIEBREAK_BUCHHOLZ, 1 + 2, 2 + 1);
}

TEST(open_and_void_pairings_count_nothing)
{
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ);

	cup_table(&rules, 4, "A~B C?D");
	POINTS(&ev, 0, 0, 0, 0);
	VALUES(&ev, TIEBREAK_BUCHHOLZ, 0, 0, 0, 0);
	assert_places(&ev, "1-4 A, 1-4 B, 1-4 C, 1-4 D");
	assert_int_equal(ev.row[0].played, 0);
}

TEST(before_results_all_share_places_and_no_entries_give_no_rows)
{
	struct standing_rules rules = RULES(TIEBREAK_DIRECT, TIEBREAK_BUCHHOLZ);

	cup_table(&rules, 3, "");
	assert_places(&ev, "1-3 A, 1-3 B, 1-3 C");
	assert_int_equal(standing_table(&rules, 0, NULL, ev.pairings, 0, NULL, ev.row), 0);
}

TEST(a_forfeited_bye_is_a_loss_without_an_opponent)
{
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ, TIEBREAK_DIRECT);

	/* Rule 26: C enters late and gets a loss for round 1. */
	read_cup(&ev, 3, "A>B C* | C>A");
	ev.pairings[1].end = PAIRING_FORFEIT;
	ev.pairings[1].winner = 1;
	make_table(&ev, &rules);
	POINTS(&ev, 1, 0, 1);
	assert_int_equal(row_of(&ev, 'C')->forfeits, 1);
	assert_int_equal(row_of(&ev, 'C')->byes, 0);
	VALUES(&ev, TIEBREAK_BUCHHOLZ, 0 + 1, 1 + 0, 1 + 1);
}

/* ---- each tie-break, by hand ----------------------------------------------------------- */

/* Eight players, three rounds.  Points: A 3; B, C and D 2; E, F and G 1; H 0. */
static const char EIGHT_PLAYERS[] =
    "A>E:5-1 B>F:5-2 C>G:5-3 D>H:5-4 | A>D:5-2 B>C:5-4 E>H:5-0 F>G:5-3 |"
    " A>B:5-3 C>E:5-2 D>F:5-1 G>H:5-4";

TEST(rule_35_buchholz_is_the_sum_of_the_opponents_points)
{
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ);

	cup_table(&rules, 8, EIGHT_PLAYERS);
	POINTS(&ev, 3, 2, 2, 2, 1, 1, 1, 0);
	/* Opponents: A EDB, B FCA, C GBE, D HAF, E AHC, F BGD, G CFH, H DEG. */
	VALUES(&ev, TIEBREAK_BUCHHOLZ, 1 + 2 + 2, 1 + 2 + 3, 1 + 2 + 1, 0 + 3 + 1, 3 + 0 + 2,
	    2 + 1 + 2, 2 + 1 + 0, 2 + 1 + 1);
	assert_places(&ev, "1 A, 2 B, 3-4 C, 3-4 D, 5-6 E, 5-6 F, 7 G, 8 H");
}

TEST(rule_35_buchholz_less_the_worst_opponent)
{
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ_CUT);

	cup_table(&rules, 8, EIGHT_PLAYERS);
	VALUES(
	    &ev, TIEBREAK_BUCHHOLZ_CUT, 2 + 2, 2 + 3, 2 + 1, 3 + 1, 3 + 2, 2 + 2, 2 + 1, 2 + 1);
	/* Now D is ahead of C, although their Buchholz scores are equal, and E is ahead of
	 * F. */
	assert_places(&ev, "1 A, 2 B, 3 D, 4 C, 5 E, 6 F, 7 G, 8 H");
}

TEST(rule_35_median_leaves_out_the_best_and_the_worst)
{
	struct standing_rules rules = RULES(TIEBREAK_MEDIAN);

	cup_table(&rules, 8, EIGHT_PLAYERS);
	VALUES(&ev, TIEBREAK_MEDIAN, 2, 2, 1, 1, 2, 2, 1, 1);
	assert_places(&ev, "1 A, 2 B, 3-4 C, 3-4 D, 5-6 E, 5-6 F, 7 G, 8 H");
}

TEST(the_median_of_fewer_than_three_opponents_is_zero)
{
	struct standing_rules rules = RULES(TIEBREAK_MEDIAN);

	cup_table(&rules, 4, "A>B C>D | A>C B>D");
	VALUES(&ev, TIEBREAK_MEDIAN, 0, 0, 0, 0);
	VALUES(&ev, TIEBREAK_BUCHHOLZ_CUT, 1, 2, 2, 1);
	cup_table(&rules, 2, "A>B");
	VALUES(&ev, TIEBREAK_MEDIAN, 0, 0);
	VALUES(&ev, TIEBREAK_BUCHHOLZ_CUT, 0, 0);
	VALUES(&ev, TIEBREAK_BUCHHOLZ, 0, 1);
}

TEST(rule_35_sonneborn_berger_is_the_sum_of_beaten_opponents_points)
{
	struct standing_rules rules = RULES(TIEBREAK_SONNEBORN);

	cup_table(&rules, 8, EIGHT_PLAYERS);
	/* A beat E D B; B: F C; C: G E; D: H F; E: H; F: G; G: H. */
	VALUES(&ev, TIEBREAK_SONNEBORN, 5, 3, 2, 1, 0, 1, 0, 0);
	assert_places(&ev, "1 A, 2 B, 3 C, 4 D, 5 F, 6-7 E, 6-7 G, 8 H");
}

TEST(rule_35_progressive_is_the_sum_of_the_points_after_each_round)
{
	struct standing_rules rules = RULES(TIEBREAK_PROGRESSIVE);

	cup_table(&rules, 8, EIGHT_PLAYERS);
	/* Points after each round: A 1 2 3; B 1 2 2; C and D 1 1 2; E and F 0 1 1; G 0 0 1. */
	VALUES(&ev, TIEBREAK_PROGRESSIVE, 1 + 2 + 3, 1 + 2 + 2, 1 + 1 + 2, 1 + 1 + 2, 0 + 1 + 1,
	    0 + 1 + 1, 0 + 0 + 1, 0);
	assert_places(&ev, "1 A, 2 B, 3-4 C, 3-4 D, 5-6 E, 5-6 F, 7 G, 8 H");
}

TEST(progressive_includes_missed_rounds)
{
	struct standing_rules rules = RULES(TIEBREAK_PROGRESSIVE);

	cup_table(&rules, 4, "A>B C>D | C>B | C>B A+D | B>D");
	/* Points after each round: A 1 1 2 2; B 0 0 0 1; C 1 2 3 3. */
	VALUES(&ev, TIEBREAK_PROGRESSIVE, 6, 1, 9, 0);
}

TEST(rule_37_point_difference_is_of_all_matches)
{
	struct standing_rules rules = RULES(TIEBREAK_DIFFERENCE);

	cup_table(&rules, 8, EIGHT_PLAYERS);
	/* A 15-6, B 13-11, C 14-10, D 12-10, E 8-10, F 8-13, G 11-14, H 8-15. */
	VALUES(&ev, TIEBREAK_DIFFERENCE, 9, 2, 4, 2, -2, -5, -3, -7);
	assert_places(&ev, "1 A, 2 C, 3-4 B, 3-4 D, 5 E, 6 G, 7 F, 8 H");
}

TEST(only_played_wins_count_as_wins)
{
	struct standing_rules rules = RULES(TIEBREAK_WINS);

	cup_table(&rules, 4, "A>B C+D | A>D C*");
	POINTS(&ev, 2, 0, 2, 0);
	VALUES(&ev, TIEBREAK_WINS, 2, 0, 0, 0);
	assert_places(&ev, "1 A, 2 C, 3-4 B, 3-4 D");
}

/* ---- the result among the tied --------------------------------------------------------- */

TEST(rule_35_of_two_tied_players_the_winner_of_their_match_is_first)
{
	struct standing_rules rules = RULES(TIEBREAK_DIRECT);

	cup_table(&rules, 4, "D>A B>C | A>C D>B | A>B C>D");
	POINTS(&ev, 2, 1, 1, 2);
	assert_places(&ev, "1 D, 2 A, 3 B, 4 C");
	VALUES(&ev, TIEBREAK_DIRECT, 0, 1, 0, 1);
}

TEST(rule_35_the_result_among_the_tied_requires_that_all_have_met)
{
	struct standing_rules rules = RULES(TIEBREAK_DIRECT);

	/* A, B and C have two points each; A beat B, but neither met C. */
	cup_table(&rules, 6, "A>B C>D E>F | B>D A>E C>F | B>E");
	POINTS(&ev, 2, 2, 2, 0, 1, 0);
	assert_places(&ev, "1-3 A, 1-3 B, 1-3 C, 4 E, 5-6 D, 5-6 F");
	VALUES(&ev, TIEBREAK_DIRECT, 0, 0, 0, 0, 0, 0);
}

TEST(rule_35_a_cycle_of_three_is_left_to_the_next_tiebreak)
{
	struct standing_rules rules = RULES(TIEBREAK_DIRECT, TIEBREAK_DIFFERENCE);

	cup_table(&rules, 3, "A>B:5-4 | B>C:5-0 | C>A:5-3");
	VALUES(&ev, TIEBREAK_DIRECT, 1, 1, 1);
	VALUES(&ev, TIEBREAK_DIFFERENCE, -1, 4, -3);
	assert_places(&ev, "1 B, 2 A, 3 C");
}

TEST(rule_35_the_direct_result_applies_to_those_still_tied_at_that_point)
{
	struct standing_rules first = RULES(TIEBREAK_DIRECT, TIEBREAK_DIFFERENCE);
	struct standing_rules later = RULES(TIEBREAK_DIFFERENCE, TIEBREAK_DIRECT);

	/* The same cycle, but A and C have equal differences: now C is ahead, because C beat A.
	 */
	cup_table(&first, 3, "A>B:5-4 | B>C:5-2 | C>A:5-3");
	VALUES(&ev, TIEBREAK_DIFFERENCE, -1, 2, -1);
	VALUES(&ev, TIEBREAK_DIRECT, 1, 1, 1);
	assert_places(&ev, "1 B, 2-3 A, 2-3 C");
	make_table(&ev, &later);
	VALUES(&ev, TIEBREAK_DIRECT, 0, 0, 1);
	assert_places(&ev, "1 B, 2 C, 3 A");
}

TEST(rule_35_the_next_tiebreak_applies_within_the_split_groups)
{
	struct standing_rules rules = RULES(TIEBREAK_DIRECT, TIEBREAK_DIFFERENCE);

	/* All five are tied with two points, and all have met. */
	cup_table(&rules, 5,
	    "E>B:3-2 D>C:3-1 | C>E:3-1 B>A:3-0 | A>C:3-2 D>E:3-0 | A>D:3-1 C>B:3-2 | B>D:3-0 "
	    "E+A");
	POINTS(&ev, 2, 2, 2, 2, 2);
	VALUES(&ev, TIEBREAK_DIRECT, 2, 2, 2, 2, 2);
	VALUES(&ev, TIEBREAK_DIFFERENCE, 0, 4, 0, 0, -4);
	assert_places(&ev, "1 B, 2-4 A, 2-4 C, 2-4 D, 5 E");
	/* Now E is weaker; among the other four, A and B have two points, C and D one. */
	cup_table(&rules, 6,
	    "D>C:3-1 E>F:3-2 | C>E:3-1 B>A:3-0 | A>C:3-2 D>E:3-0 | A>D:3-1 C>B:3-2 | B>D:3-0");
	POINTS(&ev, 2, 2, 2, 2, 1, 0);
	VALUES(&ev, TIEBREAK_DIRECT, 2, 2, 1, 1, 0, 0);
	VALUES(&ev, TIEBREAK_DIFFERENCE, 0, 5, 0, 0, -4, -1);
	assert_places(&ev, "1 B, 2 A, 3-4 C, 3-4 D, 5 E, 6 F");
}

TEST(two_matches_between_a_pair_count_as_one_opponent)
{
	struct standing_rules rules = RULES(TIEBREAK_DIRECT);

	/* A beat B twice; C, with as many points, met neither. */
	cup_table(&rules, 4, "A>B C>D | A>B C>D | B>D | B>D");
	POINTS(&ev, 2, 2, 2, 0);
	VALUES(&ev, TIEBREAK_DIRECT, 0, 0, 0, 0);
	assert_places(&ev, "1-3 A, 1-3 B, 1-3 C, 4 D");
	ev.skip[2] = true;
	make_table(&ev, &rules);
	assert_places(&ev, "1 A, 2 B, 3 D");
	assert_int_equal(row_of(&ev, 'A')->tiebreak[TIEBREAK_DIRECT], 2);
}

TEST(the_result_among_the_tied_includes_forfeits)
{
	struct standing_rules rules = RULES(TIEBREAK_DIRECT);

	cup_table(&rules, 3, "B+A | A>C | C>B");
	VALUES(&ev, TIEBREAK_DIRECT, 1, 1, 1);
	cup_table(&rules, 4, "B+A C>D | A>C B>D | A>D C>B");
	POINTS(&ev, 2, 2, 2, 0);
	VALUES(&ev, TIEBREAK_DIRECT, 1, 1, 1, 0);
	/* A and B have also met, without a point for either. */
	cup_table(&rules, 2, "A=B | A* | B*");
	assert_places(&ev, "1-2 A, 1-2 B");
}

/* ---- rule 36 --------------------------------------------------------------------------- */

TEST(rule_36_a_bye_counts_as_an_opponent_with_the_same_points)
{
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ);

	cup_table(&rules, 3, "A>B C* | A>C B* | B>C A*");
	POINTS(&ev, 3, 2, 1);
	VALUES(&ev, TIEBREAK_BUCHHOLZ, 2 + 1 + 3, 3 + 2 + 1, 1 + 3 + 2);
	VALUES(&ev, TIEBREAK_BUCHHOLZ_CUT, 5, 5, 5);
	VALUES(&ev, TIEBREAK_MEDIAN, 2, 2, 2);
}

TEST(rule_36_forfeits_and_absence_count_like_a_bye)
{
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ);

	/* D forfeits, then is absent; B and C both forfeit; in the last round only A plays
	 * C. */
	cup_table(&rules, 4, "A>B C+D | B=C | A>C");
	POINTS(&ev, 2, 0, 1, 0);
	VALUES(&ev, TIEBREAK_BUCHHOLZ, 0 + 2 + 1, 2 + 0 + 0, 1 + 1 + 2, 0 + 0 + 0);
	VALUES(&ev, TIEBREAK_SONNEBORN, 0 + 1, 0, 0, 0);
}

TEST(rule_36_void_pairings_count_as_unplayed_and_open_ones_not_at_all)
{
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ);

	cup_table(&rules, 6, "A>B C>D E>F | A>C B~D E?F");
	POINTS(&ev, 2, 0, 1, 0, 1, 0);
	VALUES(&ev, TIEBREAK_BUCHHOLZ, 0 + 1, 2 + 0, 0 + 2, 1 + 0, 0, 1);
}

TEST(rounds_without_results_are_ignored)
{
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ);

	/* After the draw of the next round, before any result, the table is unchanged. */
	cup_table(&rules, 4, "A>B C>D");
	read_cup(&shuffled, 4, "A>B C>D | A?C");
	make_table(&shuffled, &rules);
	assert_memory_equal(ev.row, shuffled.row, sizeof(ev.row));
}

TEST(rule_36_virtual_opponents_have_bellingham_points)
{
	struct standing_rules rules = BELLINGHAM(TIEBREAK_BUCHHOLZ);

	cup_table(&rules, 3, "A>B C* | A>C B* | B>C A*");
	POINTS(&ev, 6, 5, 4);
	VALUES(&ev, TIEBREAK_BUCHHOLZ, 15, 15, 15);
	VALUES(&ev, TIEBREAK_SONNEBORN, 9, 4, 0);
	VALUES(&ev, TIEBREAK_PROGRESSIVE, 12, 1 + 3 + 5, 2 + 3 + 4);
}

/* ---- entries in the table
 * ------------------------------------------------------------------ */

TEST(an_omitted_entry_still_counts_as_an_opponent)
{
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ);

	read_cup(&ev, 4, "A>B C>D | A>C B>D");
	ev.skip[0] = true;
	make_table(&ev, &rules);
	assert_places(&ev, "1-2 B, 1-2 C, 3 D");
	assert_int_equal(row_of(&ev, 'B')->tiebreak[TIEBREAK_BUCHHOLZ], 2 + 0);
	memset(ev.skip, true, sizeof(ev.skip));
	make_table(&ev, &rules);
	assert_int_equal(ev.rows, 0);
}

/* ---- published tables ------------------------------------------------------------------ */

/* Seven rounds of draughts with ten players, byes, and one player who never played:
 * playstrategy.org/swiss/EY1k6otN (its results, points and Sonneborn-Berger are also in the
 * tests of the site's program, github.com, Mind-Sports-Games/strategygames).  All numbers there
 * are doubled.  Its Buchholz counts opponents' byes as half, so it is compared only for players
 * who played all rounds, with each bye of an opponent added. */
TEST(rules_34_and_35_of_a_published_swiss_tournament)
{
	static const int sonneborn_doubled[] = { 52, 34, 30, 22, 10, 8, 8, 4, 0, 0 };
	static const int points_doubled[] = { 14, 12, 10, 8, 6, 6, 6, 4, 4, 0 };
	struct standing_rules rules = RULES(TIEBREAK_BUCHHOLZ, TIEBREAK_SONNEBORN);

	cup_table(&rules, 10,
	    "A>G B>H C>F D>E I+J | A>B C>D E* F>H G>I | A>C B>F D>I E>G H* |"
	    " A>E B>C D>G F* H>I | A>D B>E C>H F>I G* | A>F B>D C>G E>H I* |"
	    " A>I B* C>E D>F G>H");
	for (unsigned e = 0; e < 10; e++) {
		const struct standing_row *row = row_of(&ev, (char)('A' + e));

		assert_int_equal(2 * row->points, points_doubled[e]);
		assert_int_equal(2 * row->tiebreak[TIEBREAK_SONNEBORN], sonneborn_doubled[e]);
	}
	/* The site has 47, 51 and 53.  The opponents who had a bye are B E F G I for A, B E F G
	 * H for C, and B E F G I for D. */
	assert_int_equal(2 * row_of(&ev, 'A')->tiebreak[TIEBREAK_BUCHHOLZ], 47 + 5);
	assert_int_equal(2 * row_of(&ev, 'C')->tiebreak[TIEBREAK_BUCHHOLZ], 51 + 5);
	assert_int_equal(2 * row_of(&ev, 'D')->tiebreak[TIEBREAK_BUCHHOLZ], 53 + 5);
	/* By hand (rule 36): E 4+3+3+7+6+2+5, F 5+2+6+3+2+7+4, G 7+2+3+4+3+5+2. */
	assert_int_equal(row_of(&ev, 'E')->tiebreak[TIEBREAK_BUCHHOLZ], 30);
	assert_int_equal(row_of(&ev, 'F')->tiebreak[TIEBREAK_BUCHHOLZ], 29);
	assert_int_equal(row_of(&ev, 'G')->tiebreak[TIEBREAK_BUCHHOLZ], 26);
	/* H 6+3+2+2+5+3+3, I 2+3+4+2+3+2+7. */
	assert_int_equal(row_of(&ev, 'H')->tiebreak[TIEBREAK_BUCHHOLZ], 24);
	assert_int_equal(row_of(&ev, 'I')->tiebreak[TIEBREAK_BUCHHOLZ], 23);
	assert_places(&ev, "1 A, 2 B, 3 C, 4 D, 5 E, 6 F, 7 G, 8 H, 9 I, 10 J");
	assert_int_equal(row_of(&ev, 'A')->tiebreak[TIEBREAK_PROGRESSIVE], 28);
	assert_int_equal(row_of(&ev, 'J')->forfeits, 1);
}

/* A double round robin of four: the example at senseis.xmp.net, page "Sonneborn-Berger": 11, 9,
 * 6 and 4.  A and B, with four points each, have beaten each other once. */
TEST(rule_37_of_a_published_double_round_robin)
{
	struct standing_rules rules = RULES(TIEBREAK_DIRECT, TIEBREAK_SONNEBORN);

	cup_table(&rules, 4, "A>B C>D | A>C B>D | A>D B>C | B>A C>D | A>C B>D | D>A C>B");
	POINTS(&ev, 4, 4, 3, 1);
	VALUES(&ev, TIEBREAK_DIRECT, 1, 1, 0, 0);
	VALUES(&ev, TIEBREAK_SONNEBORN, 11, 9, 6, 4);
	assert_places(&ev, "1 A, 2 B, 3 C, 4 D");
}

/* A chess table with draws, from the tests of github.com, lichess-org/scalachess: A has 2.5
 * points, Buchholz 7.5, 6 without the worst, 3.5 median, Sonneborn-Berger 4; D, with as many
 * points, has beaten A.  Each game is two matches here, a draw one win each, so points are
 * doubled and sums of points are fourfold.  The worst and the best are left out once, not
 * twice; and A has a bye in two of ten rounds. */
TEST(rule_35_of_a_published_table_with_draws)
{
	struct standing_rules rules = RULES(TIEBREAK_DIRECT);
	const int32_t *tiebreak;

	cup_table(&rules, 5,
	    "E>B C>D | E>B C>D | C>E A>B | E>C A>B | A>C D>E | C>A D>E | D>A B>C | D>A B>C |"
	    " B>D A>E | D>B A>E");
	POINTS(&ev, 5, 3, 4, 5, 3);
	VALUES(&ev, TIEBREAK_DIRECT, 0, 0, 0, 2, 2);
	tiebreak = row_of(&ev, 'A')->tiebreak;
	assert_int_equal(tiebreak[TIEBREAK_SONNEBORN], 4 * 4);
	assert_int_equal(tiebreak[TIEBREAK_BUCHHOLZ], 30 + 2 * 5);
	assert_int_equal(tiebreak[TIEBREAK_BUCHHOLZ_CUT], 40 - 3);
	assert_int_equal(tiebreak[TIEBREAK_MEDIAN], 40 - 3 - 5);
	assert_places(&ev, "1 D, 2 A, 3 C, 4 E, 5 B");
}

/* ---- random tournaments ---------------------------------------------------------------- */

/* The slow implementation: for each player and round it scans all pairings; a place is the
 * number of players who are ahead.  It shares no code with the table. */
struct slow_table_data {
	int points[PAIRINGS_MAX];
	int key[PAIRINGS_MAX]
	       [TIEBREAK_COUNT + 1]; /* points, then the tie-breaks in the given order */
	int all[PAIRINGS_MAX]
	       [TIEBREAK_COUNT]; /* all tie-breaks except the result among the tied */
};

static struct slow_table_data slow;

/* Returns the player's pairing in the round, unless void, or NULL; *side_out is the player's
 * side. */
static const struct pairing *
pairing_of(const struct cup *e, unsigned player, unsigned round, unsigned *side_out)
{
	for (size_t i = 0; i < e->count; i++) {
		const struct pairing *p = &e->pairings[i];

		if (p->round != round || p->end == PAIRING_VOID)
			continue;
		for (*side_out = 0; *side_out < 2; ++*side_out) {
			if (p->side[*side_out] == player)
				return p;
		}
	}
	return NULL;
}

static bool
slow_round_counts(const struct cup *e, unsigned round)
{
	for (size_t i = 0; i < e->count; i++) {
		if (e->pairings[i].round == round && e->pairings[i].end != PAIRING_VOID &&
		    e->pairings[i].end != PAIRING_OPEN)
			return true;
	}
	return false;
}

static int
slow_points(const struct pairing *p, unsigned side, bool bellingham)
{
	switch ((enum pairing_end)p->end) {
	case PAIRING_BYE:
		return bellingham ? 2 : 1;
	case PAIRING_PLAYED:
	case PAIRING_SET_RESULT:
		return (bellingham ? 1 : 0) + (p->winner == side ? 1 : 0);
	case PAIRING_FORFEIT:
		return p->winner != side ? 0 : bellingham ? 2 : 1;
	case PAIRING_OPEN:
	case PAIRING_DOUBLE_FORFEIT:
	case PAIRING_VOID:
	case PAIRING_END_COUNT:
		break;
	}
	return 0;
}

static int
by_size(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void
slow_player(const struct cup *e, unsigned player, unsigned rounds, bool bellingham)
{
	int opponents[64], n = 0, so_far = 0;
	int *all = slow.all[player];

	memset(all, 0, sizeof(slow.all[player]));
	for (unsigned r = 1; r <= rounds; r++) {
		unsigned side;
		const struct pairing *p = pairing_of(e, player, r, &side);

		if (!slow_round_counts(e, r))
			continue;
		if (p == NULL) {
			opponents[n++] = slow.points[player];
		} else if (p->end != PAIRING_OPEN) {
			bool board = p->end == PAIRING_PLAYED || p->end == PAIRING_SET_RESULT;
			bool won = p->winner == side && p->end != PAIRING_BYE;

			opponents[n++] = slow.points[board ? p->side[1 - side] : player];
			if (won)
				all[TIEBREAK_SONNEBORN] += slow.points[p->side[1 - side]];
			all[TIEBREAK_WINS] += board && won;
			all[TIEBREAK_DIFFERENCE] += p->score[side] - p->score[1 - side];
			so_far += slow_points(p, side, bellingham);
		}
		all[TIEBREAK_PROGRESSIVE] += so_far;
	}
	qsort(opponents, (size_t)n, sizeof(*opponents), by_size);
	for (int i = 0; i < n; i++) {
		all[TIEBREAK_BUCHHOLZ] += opponents[i];
		all[TIEBREAK_BUCHHOLZ_CUT] += i > 0 ? opponents[i] : 0;
		all[TIEBREAK_MEDIAN] += i > 0 && i < n - 1 ? opponents[i] : 0;
	}
}

static bool
still_tied(unsigned a, unsigned b, unsigned keys)
{
	return memcmp(slow.key[a], slow.key[b], keys * sizeof(int)) == 0;
}

/* Returns a's points from decided pairings with b, or -1 if there are none. */
static int
points_against(const struct cup *e, unsigned a, unsigned b, bool bellingham)
{
	int points = -1;

	for (size_t i = 0; i < e->count; i++) {
		const struct pairing *p = &e->pairings[i];

		if (p->end == PAIRING_OPEN || p->end == PAIRING_VOID)
			continue;
		for (unsigned s = 0; s < 2; s++) {
			if (p->side[s] == a && p->side[1 - s] == b)
				points =
				    (points < 0 ? 0 : points) + slow_points(p, s, bellingham);
		}
	}
	return points;
}

static int
slow_direct(const struct cup *e, unsigned a, unsigned keys, bool bellingham)
{
	int points = 0;

	for (unsigned b = 0; b < e->n; b++) {
		if (e->skip[b] || !still_tied(a, b, keys))
			continue;
		for (unsigned c = 0; c < e->n; c++) {
			int won = points_against(e, b, c, bellingham);

			if (c == b || e->skip[c] || !still_tied(a, c, keys))
				continue;
			if (won < 0)
				return 0;
			points += b == a ? won : 0;
		}
	}
	return points;
}

static void
slow_table(const struct cup *e, const struct standing_rules *rules, unsigned rounds)
{
	static int direct[PAIRINGS_MAX];

	for (unsigned a = 0; a < e->n; a++) {
		slow.points[a] = 0;
		for (unsigned r = 1; r <= rounds; r++) {
			unsigned side;
			const struct pairing *p = pairing_of(e, a, r, &side);

			if (p != NULL)
				slow.points[a] += slow_points(p, side, rules->bellingham);
		}
	}
	for (unsigned a = 0; a < e->n; a++)
		slow_player(e, a, rounds, rules->bellingham);
	for (unsigned a = 0; a < e->n; a++)
		slow.key[a][0] = slow.points[a];
	for (unsigned k = 0; k < rules->order_n; k++) {
		for (unsigned a = 0; a < e->n; a++)
			direct[a] = rules->order[k] == TIEBREAK_DIRECT && !e->skip[a]
					? slow_direct(e, a, k + 1, rules->bellingham)
					: 0;
		for (unsigned a = 0; a < e->n; a++) {
			if (rules->order[k] == TIEBREAK_DIRECT)
				slow.all[a][TIEBREAK_DIRECT] = direct[a];
			slow.key[a][k + 1] = slow.all[a][rules->order[k]];
		}
	}
}

/* Returns a positive number if a is ahead of b. */
static int
slow_compare(unsigned a, unsigned b, unsigned keys)
{
	for (unsigned k = 0; k < keys; k++) {
		if (slow.key[a][k] != slow.key[b][k])
			return slow.key[a][k] > slow.key[b][k] ? 1 : -1;
	}
	return 0;
}

static void
assert_as_slow(const struct cup *e, const struct standing_rules *rules)
{
	unsigned keys = rules->order_n + 1u;

	for (unsigned i = 0; i < e->rows; i++) {
		const struct standing_row *row = &e->row[i];
		unsigned better = 0, equal = 0, earlier = 0;

		assert_false(e->skip[row->entry]);
		assert_int_equal(row->points, slow.points[row->entry]);
		for (unsigned t = 0; t < TIEBREAK_COUNT; t++) {
			if (row->tiebreak[t] != slow.all[row->entry][t])
				fail_msg("%s of entry %u: %d, not %d", TIEBREAK_NAMES[t],
				    row->entry, row->tiebreak[t], slow.all[row->entry][t]);
		}
		for (unsigned b = 0; b < e->n; b++) {
			int sign = e->skip[b] ? -1 : slow_compare(b, row->entry, keys);

			better += sign > 0;
			equal += sign == 0;
			earlier += sign == 0 && b < row->entry;
		}
		assert_int_equal(row->from, better + 1);
		assert_int_equal(row->to, better + equal);
		assert_int_equal(i, better + earlier);
		assert_int_equal(row->won + row->lost, row->played);
		assert_true(row->forfeits <= row->lost);
	}
}

static void
random_order(struct rng *rng, struct standing_rules *rules)
{
	memset(rules, 0, sizeof(*rules));
	rules->bellingham = rng_below(rng, 3) == 0;
	for (unsigned t = 0; t < TIEBREAK_COUNT; t++)
		rules->order[t] = (uint8_t)t;
	for (unsigned t = TIEBREAK_COUNT - 1; t > 0; t--) {
		unsigned j = rng_below(rng, t + 1);
		uint8_t was = rules->order[t];

		rules->order[t] = rules->order[j];
		rules->order[j] = was;
	}
	rules->order_n = (uint8_t)rng_below(rng, TIEBREAK_COUNT + 1);
}

static void
random_end(struct rng *rng, struct pairing *p, bool all_played)
{
	static const uint8_t ends[] = { PAIRING_OPEN, PAIRING_SET_RESULT, PAIRING_FORFEIT,
		PAIRING_FORFEIT, PAIRING_DOUBLE_FORFEIT, PAIRING_VOID };

	p->end = PAIRING_PLAYED;
	if (!all_played && rng_below(rng, 3) == 0)
		p->end = ends[rng_below(rng, ARRAY_LEN(ends))];
	p->winner = PAIRING_NOBODY;
	if (p->end == PAIRING_PLAYED || p->end == PAIRING_SET_RESULT ||
	    p->end == PAIRING_FORFEIT)
		p->winner = (uint8_t)rng_below(rng, 2);
	if (pairing_was_played(p)) {
		p->score[p->winner] = 5;
		p->score[1 - p->winner] = (uint16_t)rng_below(rng, 5);
	}
}

/* Makes rounds of random pairs, so that many meet more than once; some players are absent. */
static void
random_cup(struct rng *rng, struct cup *e, unsigned n, unsigned rounds)
{
	static entry_no list[PAIRINGS_MAX];
	bool all_played = rng_below(rng, 4) == 0;

	memset(e, 0, sizeof(*e));
	e->n = n;
	for (unsigned i = 0; i < n; i++) {
		list[i] = (entry_no)i;
		e->skip[i] = rng_below(rng, 8) == 0 && !all_played;
	}
	for (unsigned r = 1; r <= rounds; r++) {
		unsigned there = all_played ? n : n - rng_below(rng, n / 3 + 1);

		for (unsigned i = n - 1; i > 0; i--) {
			unsigned j = rng_below(rng, i + 1);
			entry_no was = list[i];

			list[i] = list[j];
			list[j] = was;
		}
		for (unsigned i = 0; i < there; i += 2) {
			struct pairing *p = &e->pairings[e->count++];

			p->round = (uint16_t)r;
			p->side[0] = list[i];
			if (i + 1 < there) {
				p->side[1] = list[i + 1];
				random_end(rng, p, all_played);
			} else {
				p->end = PAIRING_BYE;
				p->side[r % 2] = list[i];
				p->side[1 - r % 2] = ENTRY_NOBODY;
				p->winner = (uint8_t)(r % 3 == 0 ? PAIRING_NOBODY : r % 2);
			}
		}
	}
}

/* Checks that the total of all points equals the points awarded by all results. */
static void
assert_sums_agree(struct cup *e, const struct standing_rules *rules)
{
	long given = 0, had = 0, difference = 0;

	for (size_t i = 0; i < e->count; i++) {
		unsigned end = e->pairings[i].end;

		if (end == PAIRING_PLAYED || end == PAIRING_SET_RESULT)
			given += rules->bellingham ? 3 : 1;
		else if (end == PAIRING_FORFEIT || end == PAIRING_BYE)
			given += rules->bellingham ? 2 : 1;
	}
	memset(e->skip, 0, sizeof(e->skip));
	make_table(e, rules);
	assert_int_equal(e->rows, e->n);
	for (unsigned i = 0; i < e->rows; i++) {
		had += e->row[i].points;
		difference += e->row[i].tiebreak[TIEBREAK_DIFFERENCE];
	}
	assert_int_equal(had, given);
	assert_int_equal(difference, 0);
}

static void
assert_same_in_any_order(struct rng *rng, struct cup *e, const struct standing_rules *rules)
{
	shuffled = *e;
	for (size_t i = shuffled.count; i > 1; i--) {
		size_t j = rng_below(rng, (uint32_t)i);
		struct pairing was = shuffled.pairings[i - 1];

		shuffled.pairings[i - 1] = shuffled.pairings[j];
		shuffled.pairings[j] = was;
	}
	make_table(&shuffled, rules);
	assert_int_equal(shuffled.rows, e->rows);
	assert_memory_equal(shuffled.row, e->row, e->rows * sizeof(*e->row));
}

TEST(random_tables_match_the_slow_implementation)
{
	struct rng rng;
	struct standing_rules rules;

	rng_seed(&rng, 3536);
	for (unsigned i = 0; i < 1500; i++) {
		unsigned n = 2 + rng_below(&rng, i % 10 == 0 ? 60 : 12);
		unsigned rounds = 1 + rng_below(&rng, 9);

		random_cup(&rng, &ev, n, rounds);
		random_order(&rng, &rules);
		make_table(&ev, &rules);
		slow_table(&ev, &rules, rounds);
		assert_as_slow(&ev, &rules);
		assert_same_in_any_order(&rng, &ev, &rules);
		assert_sums_agree(&ev, &rules);
	}
}

TEST(a_table_of_maximum_size_is_in_order)
{
	struct standing_rules rules =
	    RULES(TIEBREAK_DIRECT, TIEBREAK_BUCHHOLZ_CUT, TIEBREAK_BUCHHOLZ);
	struct rng rng;

	rng_seed(&rng, 42);
	/* Two rounds fill the array of pairings. */
	random_cup(&rng, &ev, TOURNEY_ENTRIES_MAX, 2);
	memset(ev.skip, 0, sizeof(ev.skip));
	make_table(&ev, &rules);
	assert_int_equal(ev.rows, TOURNEY_ENTRIES_MAX);
	assert_int_equal(ev.row[0].from, 1);
	assert_int_equal(ev.row[ev.rows - 1].to, TOURNEY_ENTRIES_MAX);
	for (unsigned i = 1; i < ev.rows; i++) {
		const struct standing_row *a = &ev.row[i - 1], *b = &ev.row[i];

		assert_true(a->points >= b->points);
		assert_true(a->from == b->from ? a->to == b->to && a->entry < b->entry
					       : b->from == a->to + 1 && b->from == i + 1);
	}
}

TEST(each_tiebreak_has_a_distinct_name)
{
	for (unsigned a = 0; a < TIEBREAK_COUNT; a++) {
		assert_non_null(TIEBREAK_NAMES[a]);
		for (unsigned b = 0; b < a; b++)
			assert_string_not_equal(TIEBREAK_NAMES[a], TIEBREAK_NAMES[b]);
	}
}
