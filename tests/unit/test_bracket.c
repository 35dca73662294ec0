/* SPDX-License-Identifier: MIT */
/* Knock-outs (rules 23, 25 to 29): examples drawn by hand, graphs of all sizes, and random
 * tournaments that are compared after every step with a model that derives everything from the
 * seats of round 1 and the results so far. */
#include "base/rng.h"
#include "tests/support/rows.h"
#include "tourney/bracket.h"
#include "tests/unit/test.h"

#define PAIRINGS_MAX 16384u
/* by section: main, losers, final, consolation, last chance */
#define SECTION_LETTERS "MLFCD"

static struct pairing all[PAIRINGS_MAX], derived_pairings[PAIRINGS_MAX];
static pairing_seat from[2 * PAIRINGS_MAX];
static struct bracket_place places[TOURNEY_ENTRIES_MAX];
static size_t count;

static struct bracket_plan
knockout_plan(unsigned n)
{
	return (struct bracket_plan){ .entries = n };
}

static struct bracket_plan
plan_with_consolation(unsigned n, unsigned rounds, unsigned last)
{
	return (struct bracket_plan){
		.entries = n, .consolation_rounds = rounds, .last_chance_rounds = last
	};
}

static struct bracket_plan
double_elimination(unsigned n, bool reset)
{
	return (struct bracket_plan){
		.entries = n, .double_elimination = true, .reset_final = reset
	};
}

static unsigned
rounds_for(unsigned n)
{
	unsigned r = 0;

	while (1u << r < n)
		r++;
	return r;
}

static void
build_bracket(const struct bracket_plan *plan)
{
	count = bracket_pairing_count(plan);
	assert_in_range(count, 1, PAIRINGS_MAX - 1);
	memset(all, 0xee, (count + 1) * sizeof(all[0]));
	bracket_build(plan, all);
	assert_int_equal(all[count].round, 0xeeee); /* nothing was written past the end */
	bracket_seat_sources(all, count, from);
}

/* Seats n entries, where entry e is seed e + 1. */
static void
seat_in_order(unsigned n, bracket_news_fn *news, void *ctx)
{
	entry_no by_seed[TOURNEY_ENTRIES_MAX];

	for (unsigned i = 0; i < n; i++)
		by_seed[i] = (entry_no)i;
	bracket_seat_entries(all, count, by_seed, n, news, ctx);
}

static void
start(const struct bracket_plan *plan)
{
	build_bracket(plan);
	seat_in_order(plan->entries, NULL, NULL);
}

/* Returns the number of a pairing from its name in the drawings, such as "L2.1". */
static uint32_t
pairing_number(const char *name)
{
	const char *letter = strchr(SECTION_LETTERS, name[0]);
	const enum section sections[] = { SECTION_MAIN, SECTION_LOSERS, SECTION_FINAL,
		SECTION_CONSOLATION, SECTION_LAST_CHANCE };
	const unsigned round = (unsigned)(name[1] - '0'), slot = (unsigned)(name[3] - '0');
	uint32_t first;

	assert_non_null(letter);
	assert_true(
	    slot < bracket_find_round(all, count,
		       sections[letter - (const char *)SECTION_LETTERS], round, &first));
	return first + slot;
}

static const struct pairing *
at(const char *name)
{
	return &all[pairing_number(name)];
}

/* Makes the seed win the named pairing. */
static void
win(const char *name, unsigned seed)
{
	const uint32_t i = pairing_number(name);
	const uint16_t score[2] = { 5, 3 };

	assert_true(pairing_ready(&all[i]));
	assert_true(all[i].side[0] == seed - 1 || all[i].side[1] == seed - 1);
	bracket_record_result(
	    all, count, i, PAIRING_PLAYED, all[i].side[1] == seed - 1, score, NULL, NULL);
}

/* Makes several seeds win in sequence: "M1.0:1 M1.1:4". */
static void
record_wins(const char *list)
{
	unsigned seed;
	char name[8];

	for (int used; sscanf(list, " %7[^:]:%u%n", name, &seed, &used) == 2; list += used)
		win(name, seed);
	assert_string_equal(list, "");
}

static void
double_forfeit(const char *name)
{
	bracket_record_result(all, count, pairing_number(name), PAIRING_DOUBLE_FORFEIT,
	    PAIRING_NOBODY, NULL, NULL, NULL);
}

static void
assert_sides(const char *name, int seed_0, int seed_1)
{
	const int seeds[2] = { seed_0, seed_1 };

	for (unsigned side = 0; side < 2; side++) {
		const entry_no e = at(name)->side[side];

		assert_int_equal(seeds[side], e == ENTRY_UNKNOWN  ? -1
					      : e == ENTRY_NOBODY ? 0
								  : e + 1);
	}
}

static void
assert_place(unsigned seed, unsigned first, unsigned last)
{
	assert_int_equal(places[seed - 1].from, first);
	assert_int_equal(places[seed - 1].to, last);
}

/* Checks the places of seeds: "4:5-6 3:3-3". */
static void
assert_places(const char *list)
{
	unsigned seed, first, last;

	for (int used; sscanf(list, "%u:%u-%u%n", &seed, &first, &last, &used) == 3;
	     list += used)
		assert_place(seed, first, last);
	assert_string_equal(list, "");
}

/* ---- drawn by hand -------------------------------------------------------------------- */

static int
write_name(char *to, size_t size, uint32_t pairing)
{
	static const char letters[SECTION_COUNT + 1] = { [SECTION_MAIN] = 'M',
		[SECTION_LOSERS] = 'L',
		[SECTION_FINAL] = 'F',
		[SECTION_CONSOLATION] = 'C',
		[SECTION_LAST_CHANCE] = 'D' };
	const struct pairing *p = &all[pairing];

	return snprintf(to, size, "%c%u.%u", letters[p->section], p->round, p->slot);
}

/* Checks the whole tournament, one line per pairing: "M2.0 1 wM1.1" is the first seed against
 * the winner of M1.1. */
static void
assert_drawn(const char *drawing)
{
	char got[8192];
	size_t n = 0;

	for (uint32_t i = 0; i < count; i++) {
		n += (size_t)write_name(got + n, sizeof(got) - n, i);
		for (unsigned side = 0; side < 2; side++) {
			const entry_no e = all[i].side[side];
			const pairing_seat source = from[2 * i + side];

			got[n++] = ' ';
			if (e == ENTRY_NOBODY) {
				got[n++] = '-';
			} else if (e != ENTRY_UNKNOWN) {
				n += (size_t)snprintf(got + n, sizeof(got) - n, "%u", e + 1u);
			} else {
				got[n++] = source % 2 ? 'l' : 'w';
				n += (size_t)write_name(got + n, sizeof(got) - n, source / 2);
			}
		}
		got[n++] = '\n';
		assert_true(n < sizeof(got) - 64);
	}
	got[n] = '\0';
	assert_string_equal(got, drawing);
}

/* Three of five entries have a bye.  Seeds 4 and 5 play; the loser is alone in the first
 * consolation round. */
TEST(rule_28_five_entries_drawn_by_hand)
{
	const struct bracket_plan plan = plan_with_consolation(5, 2, 2);

	start(&plan);
	assert_drawn("M1.0 1 -\nM1.1 4 5\nM1.2 2 -\nM1.3 3 -\n"
		     "M2.0 1 wM1.1\nM2.1 2 3\n"
		     "M3.0 wM2.0 wM2.1\n"
		     "C1.0 - lM1.1\nC1.1 - -\n"
		     "C2.0 wC1.0 lM2.1\nC2.1 - lM2.0\n"
		     "C3.0 wC2.0 wC2.1\n"
		     "D1.0 lC1.0 lC2.1\nD1.1 - lC2.0\n"
		     "D2.0 wD1.0 wD1.1\n");
	assert_int_equal(at("C1.1")->end, PAIRING_VOID);
	win("M1.1", 5);
	assert_int_equal(at("C1.0")->end, PAIRING_BYE);
	assert_int_equal(at("C1.0")->winner, 1);
	assert_sides("C2.0", 4, -1);
	assert_sides("D1.0", 0, -1);
	record_wins("M2.1:2 M2.0:1");
	assert_sides("C2.0", 4, 3);
	assert_sides("C3.0", -1,
	    5); /* seed 5 lost to 1 and has a bye; seed 4, beaten by 5, is in the other half */
	assert_int_equal(at("D1.0")->end, PAIRING_VOID);
	win("C2.0", 3);
	assert_sides("D1.1", 0, 4);
	assert_int_equal(bracket_winner(all, count, SECTION_LAST_CHANCE), 4 - 1);
	win("M3.0", 2);
	assert_int_equal(bracket_winner(all, count, SECTION_CONSOLATION), ENTRY_UNKNOWN);
	win("C3.0", 3);
	assert_int_equal(bracket_winner(all, count, SECTION_CONSOLATION), 3 - 1);
	assert_int_equal(bracket_winner(all, count, SECTION_MAIN), 2 - 1);
	bracket_places(all, count, 5, places);
	assert_places("2:1-1 1:2-2 3:3-4 5:3-4 4:5-5");
}

TEST(rule_29_eight_entries_drawn_by_hand)
{
	const struct bracket_plan plan = double_elimination(8, true);

	start(&plan);
	assert_drawn("M1.0 1 8\nM1.1 4 5\nM1.2 2 7\nM1.3 3 6\n"
		     "M2.0 wM1.0 wM1.1\nM2.1 wM1.2 wM1.3\n"
		     "M3.0 wM2.0 wM2.1\n"
		     "L1.0 lM1.0 lM1.1\nL1.1 lM1.2 lM1.3\n"
		     "L2.0 wL1.0 lM2.1\nL2.1 wL1.1 lM2.0\n"
		     "L3.0 wL2.0 wL2.1\n"
		     "L4.0 wL3.0 lM3.0\n"
		     "F1.0 wM3.0 wL4.0\n"
		     "F2.0 lF1.0 wF1.0\n");
	record_wins("M1.0:1 M1.1:4 M1.2:7 M1.3:3");
	assert_sides("L1.0", 8, 5);
	assert_sides("L1.1", 2, 6);
	record_wins("M2.0:1 M2.1:3 L1.0:5 L1.1:2");
	assert_sides("L2.0", 5, 7);
	assert_sides("L2.1", 2, 4);
	record_wins("L2.0:7 L2.1:2 M3.0:1");
	win("L3.0", 2); /* 2 and 7 met in the first round and meet again here */
	assert_sides("L4.0", 2, 3);
	win("L4.0", 2);
	assert_sides("F1.0", 1, 2);
	bracket_places(all, count, 8, places);
	assert_places("1:0-0 2:0-0 3:3-3 7:4-4 4:5-6 5:5-6 6:7-8 8:7-8");
}

TEST(rule_29_twelve_entries_drawn_by_hand)
{
	const struct bracket_plan plan = double_elimination(12, false);

	start(&plan);
	assert_drawn("M1.0 1 -\nM1.1 8 9\nM1.2 4 -\nM1.3 5 12\n"
		     "M1.4 2 -\nM1.5 7 10\nM1.6 3 -\nM1.7 6 11\n"
		     "M2.0 1 wM1.1\nM2.1 4 wM1.3\nM2.2 2 wM1.5\nM2.3 3 wM1.7\n"
		     "M3.0 wM2.0 wM2.1\nM3.1 wM2.2 wM2.3\n"
		     "M4.0 wM3.0 wM3.1\n"
		     "L1.0 - lM1.1\nL1.1 - lM1.3\nL1.2 - lM1.5\nL1.3 - lM1.7\n"
		     "L2.0 wL1.0 lM2.2\nL2.1 wL1.1 lM2.3\nL2.2 wL1.2 lM2.0\nL2.3 wL1.3 lM2.1\n"
		     "L3.0 wL2.0 wL2.1\nL3.1 wL2.2 wL2.3\n"
		     "L4.0 wL3.0 lM3.0\nL4.1 wL3.1 lM3.1\n"
		     "L5.0 wL4.0 wL4.1\n"
		     "L6.0 wL5.0 lM4.0\n"
		     "F1.0 wM4.0 wL6.0\n");
}

TEST(rule_28_twelve_entries_drawn_by_hand)
{
	const struct bracket_plan plan = plan_with_consolation(12, 2, 2);

	start(&plan);
	assert_drawn("M1.0 1 -\nM1.1 8 9\nM1.2 4 -\nM1.3 5 12\n"
		     "M1.4 2 -\nM1.5 7 10\nM1.6 3 -\nM1.7 6 11\n"
		     "M2.0 1 wM1.1\nM2.1 4 wM1.3\nM2.2 2 wM1.5\nM2.3 3 wM1.7\n"
		     "M3.0 wM2.0 wM2.1\nM3.1 wM2.2 wM2.3\n"
		     "M4.0 wM3.0 wM3.1\n"
		     "C1.0 - lM1.1\nC1.1 - lM1.3\nC1.2 - lM1.5\nC1.3 - lM1.7\n"
		     "C2.0 wC1.0 lM2.2\nC2.1 wC1.1 lM2.3\nC2.2 wC1.2 lM2.0\nC2.3 wC1.3 lM2.1\n"
		     "C3.0 wC2.0 wC2.1\nC3.1 wC2.2 wC2.3\n"
		     "C4.0 wC3.0 wC3.1\n"
		     "D1.0 lC1.0 lC2.3\nD1.1 lC1.1 lC2.2\nD1.2 lC1.2 lC2.1\nD1.3 lC1.3 lC2.0\n"
		     "D2.0 wD1.0 wD1.1\nD2.1 wD1.2 wD1.3\n"
		     "D3.0 wD2.0 wD2.1\n");
}

/* Only first-round losers enter the consolation, so its losers stay on the same side in the
 * last chance. */
TEST(rule_28_last_chance_of_a_plain_consolation)
{
	const struct bracket_plan plan = plan_with_consolation(16, 1, 2);

	build_bracket(&plan);
	assert_int_equal(bracket_rounds(all, count, SECTION_CONSOLATION), 3);
	assert_int_equal(bracket_rounds(all, count, SECTION_LAST_CHANCE), 3);
	assert_int_equal(from[2 * pairing_number("D1.0")], 2 * pairing_number("C1.0") + 1);
	assert_int_equal(from[2 * pairing_number("D1.0") + 1], 2 * pairing_number("C1.1") + 1);
	assert_int_equal(from[2 * pairing_number("D2.0")], 2 * pairing_number("D1.0"));
	assert_int_equal(from[2 * pairing_number("D2.0") + 1], 2 * pairing_number("C2.1") + 1);
	assert_int_equal(from[2 * pairing_number("D2.1") + 1], 2 * pairing_number("C2.0") + 1);
	assert_int_equal(from[2 * pairing_number("D3.0") + 1], 2 * pairing_number("D2.1"));
}

/* ---- small tournaments by hand -------------------------------------------------------- */

TEST(rule_29_the_final_is_played_again_only_if_the_undefeated_loses)
{
	const struct bracket_plan plan = double_elimination(2, true);

	start(&plan);
	assert_drawn("M1.0 1 2\nF1.0 wM1.0 lM1.0\nF2.0 lF1.0 wF1.0\n");
	win("M1.0", 2);
	assert_sides("F1.0", 2, 1);
	win("F1.0", 2);
	assert_int_equal(at("F2.0")->end, PAIRING_VOID);
	assert_int_equal(bracket_winner(all, count, SECTION_FINAL), 2 - 1);
	bracket_places(all, count, 2, places);
	assert_places("2:1-1 1:2-2");

	start(&plan);
	record_wins("M1.0:2 F1.0:1");
	assert_int_equal(bracket_winner(all, count, SECTION_FINAL), ENTRY_UNKNOWN);
	assert_sides("F2.0", 2, 1); /* both entrants are on the same side as before */
	bracket_places(all, count, 2, places);
	assert_places("1:0-0 2:0-0");
	win("F2.0", 1);
	assert_int_equal(bracket_winner(all, count, SECTION_FINAL), 1 - 1);
	bracket_places(all, count, 2, places);
	assert_places("1:1-1 2:2-2");
}

TEST(rule_23_the_next_opponent_of_a_double_forfeit_has_a_bye)
{
	const struct bracket_plan plan = knockout_plan(8);

	start(&plan);
	double_forfeit("M1.1");
	assert_sides("M2.0", -1, 0);
	assert_int_equal(at("M2.0")->end, PAIRING_OPEN);
	win("M1.0", 8);
	assert_int_equal(at("M2.0")->end, PAIRING_BYE);
	assert_int_equal(at("M2.0")->winner, 0);
	assert_sides("M3.0", 8, -1);
	double_forfeit("M1.2");
	double_forfeit("M1.3");
	assert_int_equal(at("M2.1")->end, PAIRING_VOID);
	assert_int_equal(at("M3.0")->end, PAIRING_BYE);
	assert_int_equal(bracket_winner(all, count, SECTION_MAIN), 8 - 1);
	bracket_places(all, count, 8, places);
	assert_places("8:1-1 1:2-8 4:2-8");
}

TEST(rule_23_a_double_forfeit_in_the_final_leaves_no_winner)
{
	const struct bracket_plan plan = double_elimination(4, true);

	start(&plan);
	record_wins("M1.0:1 M1.1:2 M2.0:1 L1.0:3 L2.0:2");
	double_forfeit("F1.0");
	assert_int_equal(at("F2.0")->end, PAIRING_VOID);
	assert_int_equal(bracket_winner(all, count, SECTION_FINAL), ENTRY_NOBODY);
	bracket_places(all, count, 4, places);
	assert_places("1:1-2 2:1-2 3:3-3 4:4-4");
}

/* If both undefeated players are absent from their final, both are out, and the winner of the
 * losers' side wins the tournament without another match. */
TEST(rule_23_a_double_forfeit_of_the_undefeated_eliminates_both)
{
	const struct bracket_plan plan = double_elimination(4, true);

	start(&plan);
	record_wins("M1.0:1 M1.1:2");
	double_forfeit("M2.0");
	win("L1.0", 4);
	assert_int_equal(at("L2.0")->end, PAIRING_BYE);
	assert_int_equal(at("F1.0")->end, PAIRING_BYE);
	assert_int_equal(at("F2.0")->end, PAIRING_VOID);
	assert_int_equal(bracket_winner(all, count, SECTION_FINAL), 4 - 1);
	bracket_places(all, count, 4, places);
	assert_places("4:1-1 1:2-3 2:2-3 3:4-4");
}

/* A withdrawn entrant forfeits every later match; the opponents advance. */
TEST(rule_25_the_opponents_of_a_withdrawn_entrant_advance)
{
	const struct bracket_plan plan = plan_with_consolation(8, 1, 0);

	start(&plan);
	bracket_record_result(
	    all, count, pairing_number("M1.0"), PAIRING_FORFEIT, 1, NULL, NULL, NULL);
	assert_int_equal(at("M1.0")->score[0] + at("M1.0")->score[1], 0);
	win("M1.1", 5);
	assert_sides("M2.0", 8, 5);
	assert_sides("C1.0", 1, 4);
	bracket_record_result(
	    all, count, pairing_number("C1.0"), PAIRING_FORFEIT, 1, NULL, NULL, NULL);
	assert_sides("C2.0", 4, -1);
}

TEST(results_outside_a_bracket_advance_no_entrant)
{
	struct pairing p = { .section = SECTION_ROUNDS,
		.winner = PAIRING_NOBODY,
		.round = 1,
		.side = { 7, 3 },
		.winner_to = PAIRING_NOWHERE,
		.loser_to = PAIRING_NOWHERE };
	const uint16_t score[2] = { 4, 7 };

	bracket_record_result(&p, 1, 0, PAIRING_SET_RESULT, 1, score, NULL, NULL);
	assert_int_equal(p.end, PAIRING_SET_RESULT);
	assert_int_equal(p.winner, 1);
	assert_int_equal(p.score[0], 4);
	assert_int_equal(p.score[1], 7);
}

TEST(invalid_plans_have_no_size)
{
	static const struct bracket_plan none[] = {
		{ .entries = 0 },
		{ .entries = 1 },
		{ .entries = TOURNEY_ENTRIES_MAX + 1 },
		{ .entries = UINT32_MAX, .double_elimination = true },
		{ .entries = 8, .reset_final = true },
		{ .entries = 8, .double_elimination = true, .consolation_rounds = 1 },
		{ .entries = 8, .double_elimination = true, .last_chance_rounds = 1 },
		{ .entries = 8, .last_chance_rounds = 1 },
		{ .entries = 8, .consolation_rounds = 1, .last_chance_rounds = 3 },
	};

	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_int_equal(bracket_pairing_count(&none[i]), 0);
}

/* A plan may ask for more consolation rounds than the main bracket has. */
TEST(rule_28_consolation_rounds_are_capped)
{
	struct bracket_plan much = plan_with_consolation(16, UINT32_MAX, 2),
			    fits = plan_with_consolation(16, 3, 2);

	assert_int_equal(bracket_pairing_count(&much), bracket_pairing_count(&fits));
	much.entries = 2;
	build_bracket(&much);
	assert_int_equal(count, 1);
	much.entries = 4;
	build_bracket(&much);
	assert_int_equal(count, 4);
	assert_int_equal(bracket_rounds(all, count, SECTION_CONSOLATION), 1);
	assert_int_equal(bracket_rounds(all, count, SECTION_LAST_CHANCE), 0);
	assert_int_equal(bracket_winner(all, count, SECTION_LAST_CHANCE), ENTRY_NOBODY);
	assert_int_equal(bracket_winner(all, count, SECTION_FINAL), ENTRY_NOBODY);
}

/* ---- graphs of all sizes -------------------------------------------------------------- */

/* Every seat after main round 1 is filled from exactly one earlier pairing.  Winners stay in
 * their section, except those that advance to the final. */
static void
check_graph(const struct bracket_plan *plan)
{
	static uint8_t feeds[2 * PAIRINGS_MAX];
	const unsigned first_round = 1u << rounds_for(plan->entries);

	memset(feeds, 0, 2 * count);
	for (uint32_t i = 0; i < count; i++) {
		const pairing_seat to[2] = { all[i].winner_to, all[i].loser_to };

		assert_int_equal(all[i].end, PAIRING_OPEN);
		assert_int_equal(all[i].winner, PAIRING_NOBODY);
		assert_int_equal(all[i].length, 0);
		for (unsigned k = 0; k < 2; k++) {
			if (to[k] == PAIRING_NOWHERE)
				continue;
			assert_true(to[k] / 2 < count && to[k] / 2 > i);
			assert_int_equal(from[to[k]], 2 * i + k);
			feeds[to[k]]++;
			if (k == 0 && all[to[k] / 2].section != SECTION_FINAL)
				assert_int_equal(all[to[k] / 2].section, all[i].section);
		}
	}
	for (uint32_t s = 0; s < 2 * count; s++) {
		assert_int_equal(feeds[s], s < first_round ? 0 : 1);
		if (s < first_round)
			assert_int_equal(from[s], PAIRING_NOWHERE);
	}
}

/* Checks that sections, rounds and slots are in order, and that bracket_find_round finds them.
 */
static void
check_order(void)
{
	uint32_t i = 0;
	unsigned sections = 0;

	for (unsigned s = 0; s < SECTION_COUNT; s++) {
		const unsigned rounds = bracket_rounds(all, count, s);

		sections += rounds > 0;
		for (unsigned r = 1; r <= rounds; r++) {
			uint32_t first;
			const size_t n = bracket_find_round(all, count, s, r, &first);

			assert_true(n > 0);
			assert_int_equal(first, i);
			for (unsigned slot = 0; slot < n; slot++, i++) {
				assert_int_equal(all[i].section, s);
				assert_int_equal(all[i].round, r);
				assert_int_equal(all[i].slot, slot);
			}
		}
	}
	assert_int_equal(i, count);
	assert_true(sections >= 1);
}

TEST(every_seat_is_filled_from_one_earlier_pairing)
{
	static const unsigned sizes[] = { 300, 511, 512, 513, 1024, 2049, 4095, 4096 };

	for (unsigned i = 0; i < 130 + sizeof(sizes) / sizeof(sizes[0]); i++) {
		const unsigned n = i < 130 ? i + 2 : sizes[i - 130];
		struct bracket_plan plans[16];
		unsigned used = 0;

		plans[used++] = double_elimination(n, false);
		plans[used++] = double_elimination(n, true);
		for (unsigned k = 0; k < 4; k++) {
			for (unsigned last = 0; last <= (k > 0 ? 2u : 0u); last++)
				plans[used++] = plan_with_consolation(n, k, last);
		}
		plans[used++] = plan_with_consolation(n, 11, 2);
		for (unsigned k = 0; k < used; k++) {
			build_bracket(&plans[k]);
			check_graph(&plans[k]);
			check_order();
		}
	}
}

/* If the better seed always wins, seeds 1 and 2 meet in the final, each of them meets seed 3 or
 * 4 before that, and so on.  Seeds 1 and 2 can never meet earlier, because they are in
 * different halves. */
TEST(rule_27_the_best_seeds_meet_as_late_as_possible)
{
	for (unsigned n = 2; n <= 70; n++) {
		const struct bracket_plan plan = knockout_plan(n);
		const unsigned rounds = rounds_for(n), size = 1u << rounds;

		start(&plan);
		for (uint32_t i = 0; i < count; i++) {
			const struct pairing *p = &all[i];
			const unsigned left = size >> (p->round - 1);

			if (p->side[1] == ENTRY_NOBODY) {
				assert_int_equal(p->round, 1);
				assert_true(left - 1 - p->side[0] >= n);
				continue;
			}
			assert_int_equal(p->side[0] + p->side[1], left - 1);
			bracket_record_result(all, count, i, PAIRING_PLAYED,
			    p->side[0] > p->side[1], NULL, NULL, NULL);
		}
		assert_int_equal(bracket_winner(all, count, SECTION_MAIN), 0);
		for (uint32_t i = 0; i < size / 4; i++)
			assert_true(all[i].side[0] != 1 && all[i].side[1] != 1);
		bracket_places(all, count, n, places);
		for (unsigned e = 0; e < n; e++) {
			unsigned low = 1;

			while (low < e + 1)
				low *= 2;
			assert_int_equal(places[e].from, e == 0 ? 1 : low / 2 + 1);
			assert_int_equal(places[e].to, low < n ? low : n);
		}
	}
}

TEST(rule_27_byes_go_to_the_top_seeds)
{
	for (unsigned n = 2; n <= 300; n++) {
		const struct bracket_plan plan =
		    n % 2 ? double_elimination(n, true) : plan_with_consolation(n, 2, 1);
		const unsigned byes = (1u << rounds_for(n)) - n;
		unsigned seen = 0;

		start(&plan);
		for (uint32_t i = 0; i < count; i++) {
			if (all[i].section != SECTION_MAIN || all[i].end == PAIRING_OPEN)
				continue;
			assert_int_equal(all[i].end, PAIRING_BYE);
			assert_int_equal(all[i].round, 1);
			assert_int_equal(all[i].winner, 0);
			assert_true(all[i].side[0] < byes);
			seen++;
		}
		assert_int_equal(
		    seen, byes); /* the byes go to different seeds, so each top seed has one */
	}
}

/* ---- who may meet again --------------------------------------------------------------- */

/* Lists the pairings that an entrant who enters at a seat can reach by winning.  Returns their
 * number. */
static unsigned
winners_path(pairing_seat seat, uint32_t out[64])
{
	const unsigned section = seat == PAIRING_NOWHERE ? 0 : all[seat / 2].section;
	unsigned n = 0;

	while (seat != PAIRING_NOWHERE && all[seat / 2].section == section) {
		out[n++] = seat / 2;
		assert_true(n < 64);
		seat = all[seat / 2].winner_to;
	}
	return n;
}

/* Returns the first pairing on both paths, or count if there is none. */
static uint32_t
first_common_pairing(pairing_seat a, pairing_seat b)
{
	uint32_t way_a[64], way_b[64];
	const unsigned n = winners_path(a, way_a), m = winners_path(b, way_b);

	for (unsigned i = 0; i < n; i++) {
		for (unsigned k = 0; k < m; k++) {
			if (way_a[i] == way_b[k])
				return way_a[i];
		}
	}
	return (uint32_t)count;
}

/* Returns the earliest losers' round in which the two players of a main pairing can meet again,
 * after the winner has lost a later match. */
static unsigned
earliest_rematch(void)
{
	unsigned earliest = UINT32_MAX;

	for (uint32_t i = 0; all[i].section == SECTION_MAIN; i++) {
		for (pairing_seat next = all[i].winner_to;
		     all[next / 2].section == SECTION_MAIN; next = all[next / 2].winner_to) {
			const uint32_t again =
			    first_common_pairing(all[i].loser_to, all[next / 2].loser_to);

			if (again < count && all[again].round < earliest)
				earliest = all[again].round;
		}
	}
	return earliest;
}

/* Sends the losers of a main round to these places. */
static void
set_falls(unsigned main_round, const unsigned *place, unsigned n)
{
	uint32_t source, target;

	assert_int_equal(bracket_find_round(all, count, SECTION_MAIN, main_round, &source), n);
	assert_int_equal(
	    bracket_find_round(all, count, SECTION_LOSERS, 2 * main_round - 2, &target), n);
	for (unsigned i = 0; i < n; i++)
		all[source + i].loser_to = 2 * (target + place[i]) + 1;
}

/* The upper bound: no placing can delay all rematches further.  Of R main rounds, the losers of
 * the first R - p enter the losers' side while it has at least 2^p places.  Take one player
 * from each of those rounds, all from the same part of the bracket.  If there are more than 2^p
 * such players, two of them share a place before the next round in which survivors merge, and
 * so meet before that round.  If there are more than 2^(p-1), two meet in that merging round at
 * the latest. */
static unsigned
latest_rematch(unsigned rounds)
{
	unsigned latest = 2 * rounds - 2;

	for (unsigned p = 1; p < rounds; p++) {
		const unsigned merging = 2 * (rounds - 1 - p) + 1;

		if (rounds - p > 1u << p && merging - 1 < latest)
			latest = merging - 1;
		if (rounds - p > 1u << (p - 1) && merging < latest)
			latest = merging;
	}
	return latest;
}

/* Two players who met in the main bracket cannot meet again on the losers' side before this
 * round:
 *
 *     entries    4   8  16  32  64 128 256 512 1024 2048 4096
 *     round      2   3   4   5   7   8   9  11   13   15   16
 *     of         2   4   6   8  10  12  14  16   18   20   22 */
TEST(rule_29_rematches_are_delayed_as_long_as_possible)
{
	static const unsigned expected[] = { 2, 3, 4, 5, 7, 8, 9, 11, 13, 15, 16 };

	for (unsigned r = 2; r <= 12; r++) {
		const struct bracket_plan plan = double_elimination(1u << r, true);

		build_bracket(&plan);
		assert_int_equal(bracket_rounds(all, count, SECTION_LOSERS), 2 * r - 2);
		assert_int_equal(earliest_rematch(), expected[r - 2]);
		assert_int_equal(earliest_rematch(), latest_rematch(r));
	}
}

/* Tries all ways to place the losers of brackets of 8 and 16. */
TEST(rule_29_no_other_placing_delays_rematches_longer)
{
	const struct bracket_plan eight = double_elimination(8, false),
				  sixteen = double_elimination(16, false);
	unsigned best = 0;

	build_bracket(&eight);
	for (unsigned half = 0; half < 2; half++) {
		set_falls(2, (const unsigned[]){ half, 1 - half }, 2);
		if (earliest_rematch() > best)
			best = earliest_rematch();
	}
	assert_int_equal(best, 3);
	best = 0;
	build_bracket(&sixteen);
	for (unsigned code = 0; code < 512; code++) {
		const unsigned p[4] = { code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3 };
		const unsigned half = code >> 8;

		if ((1u << p[0] | 1u << p[1] | 1u << p[2] | 1u << p[3]) != 15)
			continue;
		set_falls(2, p, 4);
		set_falls(3, (const unsigned[]){ half, 1 - half }, 2);
		if (earliest_rematch() > best)
			best = earliest_rematch();
	}
	assert_int_equal(best, 4);
}

/* A player entering the consolation never meets an opponent from the main bracket there,
 * neither in its first round nor in rounds where later losers enter. */
TEST(rule_28_first_consolation_round_never_repeats)
{
	for (unsigned r = 2; r <= 12; r++) {
		for (unsigned k = 1; k < r; k++) {
			const struct bracket_plan plan = plan_with_consolation(1u << r, k, 0);
			unsigned entering = 0;

			build_bracket(&plan);
			assert_int_equal(
			    bracket_rounds(all, count, SECTION_CONSOLATION), r - 2 + k);
			for (uint32_t i = 0; all[i].section == SECTION_MAIN; i++) {
				entering += all[i].loser_to != PAIRING_NOWHERE;
				assert_int_equal(
				    all[i].loser_to != PAIRING_NOWHERE, all[i].round <= k);
				for (pairing_seat next = all[i].winner_to;
				     next != PAIRING_NOWHERE &&
				     all[next / 2].loser_to != PAIRING_NOWHERE;
				     next = all[next / 2].winner_to) {
					const pairing_seat enter = all[next / 2].loser_to;

					assert_int_not_equal(
					    first_common_pairing(all[i].loser_to, enter),
					    enter / 2);
					assert_true(all[enter / 2].round >
						    all[all[i].loser_to / 2].round);
				}
			}
			assert_int_equal(entering, (1u << r) - (1u << (r - k)));
		}
	}
}

/* Players who met in the consolation do not meet in the first round of the last chance.  With
 * 16 or more entries, neither do players who met in the main bracket. */
TEST(rule_28_the_last_chance_delays_rematches)
{
	for (unsigned r = 3; r <= 12; r++) {
		for (unsigned k = 1; k < r; k++) {
			const struct bracket_plan plan = plan_with_consolation(1u << r, k, 2);
			uint32_t i, n;

			build_bracket(&plan);
			n = (uint32_t)bracket_find_round(
			    all, count, SECTION_CONSOLATION, 1, &i);
			for (n += i; i < n; i++) {
				const pairing_seat again = all[all[i].winner_to / 2].loser_to;
				const pairing_seat falls = k > 1 ? all[i].loser_to : again;

				if (again == PAIRING_NOWHERE)
					continue; /* the final of the consolation */
				assert_int_not_equal(
				    first_common_pairing(all[i].loser_to, again), again / 2);
				assert_int_equal(all[falls / 2].section, SECTION_LAST_CHANCE);
			}
			if (k < 2 || r < 4)
				continue;
			for (i = 0; all[i].round == 1; i++) {
				const uint32_t lost = all[i].loser_to / 2,
					       won = all[i].winner_to / 2;
				const pairing_seat a = all[lost].loser_to,
						   b = all[all[won].loser_to / 2].loser_to;

				assert_int_not_equal(a / 2, b / 2);
			}
		}
	}
}

/* ---- random tournaments --------------------------------------------------------------- */

/* The test's own record of a tournament: the seats of main round 1, and the results. */
struct bracket_model {
	entry_no seats[TOURNEY_ENTRIES_MAX]; /* the seats of main round 1 */
	unsigned seats_n;
	struct known_pairing {
		bool begun;
		uint8_t end, winner;
		entry_no side[2]; /* the players when the match started */
	} known[PAIRINGS_MAX];
};

static struct bracket_model bracket_model;
static uint32_t ready_pairings[PAIRINGS_MAX]; /* announced and not yet decided */
static size_t ready_n;
static uint8_t told[PAIRINGS_MAX]; /* 1 ready, 2 decided */

static void
heard(void *ctx, uint32_t pairing)
{
	const struct pairing *p = &all[pairing];

	assert_ptr_equal(ctx, &bracket_model);
	if (told[pairing] == 1) { /* the announcement was retracted */
		size_t i = 0;

		while (ready_pairings[i] != pairing)
			i++;
		ready_pairings[i] = ready_pairings[--ready_n];
		assert_false(pairing_ready(p));
	}
	told[pairing] = 0;
	if (pairing_ready(p)) {
		ready_pairings[ready_n++] = pairing;
		told[pairing] = 1;
	} else if (p->end != PAIRING_OPEN) {
		assert_true(p->end == PAIRING_BYE || p->end == PAIRING_VOID);
		told[pairing] = 2;
	}
}

static entry_no
entry_from(const struct pairing *source, bool loser)
{
	const bool reset = source->section == SECTION_FINAL;

	if (source->end == PAIRING_OPEN)
		return ENTRY_UNKNOWN;
	if (source->winner == PAIRING_NOBODY)
		return ENTRY_NOBODY;
	if (reset && (source->winner == 0 || source->side[0] == ENTRY_NOBODY))
		return ENTRY_NOBODY;
	return source->side[loser ? 1 - source->winner : source->winner];
}

/* Derives all pairings from the start, in order.  Returns false if a match in progress would
 * get different players. */
static bool
derive_pairings(void)
{
	for (uint32_t i = 0; i < count; i++) {
		struct pairing *p = &derived_pairings[i];
		const struct known_pairing *known = &bracket_model.known[i];

		*p = all[i];
		p->end = PAIRING_OPEN;
		p->winner = PAIRING_NOBODY;
		for (unsigned side = 0; side < 2; side++) {
			const uint32_t s = 2 * i + side;

			p->side[side] =
			    s < bracket_model.seats_n
				? bracket_model.seats[s]
				: entry_from(&derived_pairings[from[s] / 2], from[s] % 2);
		}
		if (known->begun) {
			if (memcmp(p->side, known->side, sizeof(p->side)) != 0)
				return false;
			p->end = known->end;
			p->winner = known->winner;
		} else if (p->side[0] == ENTRY_NOBODY && p->side[1] == ENTRY_NOBODY) {
			p->end = PAIRING_VOID;
		} else if (p->side[0] == ENTRY_NOBODY || p->side[1] == ENTRY_NOBODY) {
			if (p->side[0] != ENTRY_UNKNOWN && p->side[1] != ENTRY_UNKNOWN) {
				p->end = PAIRING_BYE;
				p->winner = p->side[0] == ENTRY_NOBODY;
			}
		}
	}
	return true;
}

static void
assert_as_derived(void)
{
	assert_true(derive_pairings());
	for (uint32_t i = 0; i < count; i++) {
		const struct pairing *p = &all[i], *q = &derived_pairings[i];

		assert_int_equal(p->side[0], q->side[0]);
		assert_int_equal(p->side[1], q->side[1]);
		assert_int_equal(p->end, q->end);
		assert_int_equal(p->winner, q->winner);
		assert_int_equal(told[i], pairing_ready(p) ? 1
					  : p->end == PAIRING_BYE || p->end == PAIRING_VOID
					      ? 2
					      : 0);
	}
}

struct cup {
	struct bracket_plan plan;
	struct rng rng;
	unsigned forfeits;        /* percentage of matches */
	unsigned double_forfeits; /* percentage of matches that both players forfeit */
	unsigned late_percent;    /* percentage of steps with late entries */
	unsigned entries;         /* number of entries, including late ones */
	bool compares_with_model; /* compares with the model after each step */
	unsigned played, double_forfeits_n, losses[TOURNEY_ENTRIES_MAX];
	bool out[TOURNEY_ENTRIES_MAX];
	/* places at the time of elimination */
	struct bracket_place places_given[TOURNEY_ENTRIES_MAX];
	unsigned out_in_round[TOURNEY_ENTRIES_MAX]; /* index of the round in order of play */
};

static struct cup cup;

static bool
has_begun(const void *ctx, uint32_t pairing)
{
	assert_ptr_equal(ctx, &bracket_model);
	assert_true(pairing_ready(&all[pairing]));
	return bracket_model.known[pairing].begun;
}

/* Returns the seat that a late entrant would get: the bye of the lowest seed that can be used
 * without affecting a match in progress.  Returns -1 if there is none. */
static int
seat_for_late(const entry_no *by_seed)
{
	for (unsigned seed = cup.plan.entries; seed-- > 0;) {
		for (unsigned s = 0; s < bracket_model.seats_n; s += 2) {
			bool legal;

			if (bracket_model.seats[s] != by_seed[seed] ||
			    bracket_model.seats[s + 1] != ENTRY_NOBODY)
				continue;
			bracket_model.seats[s + 1] = (entry_no)cup.entries;
			legal = derive_pairings();
			bracket_model.seats[s + 1] = ENTRY_NOBODY;
			if (legal)
				return (int)s + 1;
		}
	}
	return -1;
}

static bool
try_late_entry(const entry_no *by_seed)
{
	const int seat = seat_for_late(by_seed);
	const bool entered = bracket_seat_late(
	    all, count, (entry_no)cup.entries, has_begun, heard, &bracket_model);

	assert_int_equal(entered, seat >= 0);
	if (entered)
		bracket_model.seats[seat] = (entry_no)cup.entries++;
	assert_as_derived();
	return entered;
}

static unsigned
stage_in_order(const struct pairing *p)
{
	if (p->section == SECTION_FINAL)
		return 1000;
	if (p->section == SECTION_MAIN && cup.plan.double_elimination)
		return stage_in_order(&all[p->loser_to / 2]);
	return p->round;
}

static void
record_loss(const struct pairing *p, unsigned side, bool last)
{
	const entry_no e = p->side[side];

	assert_false(cup.out[e]);
	cup.losses[e]++;
	if (last || !cup.plan.double_elimination || cup.losses[e] == 2 ||
	    (p->section == SECTION_FINAL && !cup.plan.reset_final)) {
		cup.out[e] = true;
		cup.out_in_round[e] = stage_in_order(p);
	}
}

/* Ends the match with a random result. */
static void
end_match(uint32_t i)
{
	struct known_pairing *known = &bracket_model.known[i];
	const struct pairing *p = &all[i];
	const uint32_t dice = rng_below(&cup.rng, 100);
	const bool counts =
	    p->section != SECTION_CONSOLATION && p->section != SECTION_LAST_CHANCE;

	known->winner = (uint8_t)rng_below(&cup.rng, 2);
	known->end = rng_below(&cup.rng, 9) == 0 ? PAIRING_SET_RESULT : PAIRING_PLAYED;
	if (dice < cup.forfeits)
		known->end = PAIRING_FORFEIT;
	if (dice >= 100 - cup.double_forfeits) {
		known->end = PAIRING_DOUBLE_FORFEIT;
		known->winner = PAIRING_NOBODY;
	}
	if (counts) {
		cup.played++;
		cup.double_forfeits_n += known->end == PAIRING_DOUBLE_FORFEIT;
		for (unsigned side = 0; side < 2; side++) {
			if (known->winner != side)
				record_loss(p, side, known->winner == PAIRING_NOBODY);
		}
	}
	told[i] = 0;
	bracket_record_result(
	    all, count, i, known->end, known->winner, NULL, heard, &bracket_model);
}

/* Starts a ready match, or ends one in progress. */
static void
step(void)
{
	const size_t at_ready = rng_below(&cup.rng, (uint32_t)ready_n);
	const uint32_t i = ready_pairings[at_ready];
	struct known_pairing *known = &bracket_model.known[i];

	assert_true(pairing_ready(&all[i]));
	if (!known->begun) {
		known->begun = true;
		known->end = PAIRING_OPEN;
		known->winner = PAIRING_NOBODY;
		memcpy(known->side, all[i].side, sizeof(known->side));
		return;
	}
	ready_pairings[at_ready] = ready_pairings[--ready_n];
	end_match(i);
}

static entry_no by_seed_now[TOURNEY_ENTRIES_MAX];

static void
draw(void)
{
	const unsigned n = cup.plan.entries;

	for (unsigned i = 0; i < n; i++) {
		const unsigned k = rng_below(&cup.rng, i + 1);

		by_seed_now[i] = by_seed_now[k];
		by_seed_now[k] = (entry_no)i;
	}
	build_bracket(&cup.plan);
	memset(&bracket_model, 0, sizeof(bracket_model));
	memset(told, 0, sizeof(told));
	ready_n = 0;
	bracket_seat_entries(all, count, by_seed_now, n, heard, &bracket_model);
	bracket_model.seats_n = 1u << rounds_for(n);
	for (unsigned s = 0; s < bracket_model.seats_n; s++)
		bracket_model.seats[s] = all[s / 2].side[s % 2];
	cup.entries = n;
	cup.played = cup.double_forfeits_n = 0;
	memset(cup.losses, 0, sizeof(cup.losses));
	memset(cup.out, 0, sizeof(cup.out));
	memset(cup.places_given, 0, sizeof(cup.places_given));
}

static entry_no
champion(void)
{
	return bracket_winner(
	    all, count, cup.plan.double_elimination ? SECTION_FINAL : SECTION_MAIN);
}

/* Checks that an eliminated entrant has a place at once, and that an entrant still in play has
 * none. */
static void
record_places(void)
{
	bracket_places(all, count, cup.entries, places);
	for (unsigned e = 0; e < cup.entries; e++) {
		const bool over = cup.out[e] || e == champion();

		assert_int_equal(places[e].from > 0, over);
		if (cup.places_given[e].from == 0)
			cup.places_given[e] = places[e];
		else if (cup.double_forfeits == 0 && cup.late_percent == 0)
			assert_memory_equal(
			    &places[e], &cup.places_given[e], sizeof(places[e]));
	}
}

static void
run(void)
{
	unsigned steps = 0;

	draw();
	while (ready_n > 0) {
		assert_true(++steps <= 2 * count);
		if (cup.late_percent > 0 && rng_below(&cup.rng, 100) < cup.late_percent)
			while (rng_below(&cup.rng, 3) > 0 && try_late_entry(by_seed_now))
				;
		step();
		if (cup.compares_with_model) {
			assert_as_derived();
			record_places();
		}
	}
	assert_as_derived();
	for (uint32_t i = 0; i < count; i++)
		assert_true(all[i].end != PAIRING_OPEN && all[i].side[0] != ENTRY_UNKNOWN);
}

/* Checks that every place from 1 on is assigned once, in order of elimination. */
static void
check_places(void)
{
	const entry_no winner = champion();

	bracket_places(all, count, cup.entries, places);
	for (unsigned e = 0; e < cup.entries; e++) {
		unsigned later = 0, same = 0;

		assert_int_equal(cup.out[e], e != winner);
		if (e == winner) {
			assert_int_equal(places[e].from, 1);
			assert_int_equal(places[e].to, 1);
			continue;
		}
		for (unsigned o = 0; o < cup.entries; o++) {
			later += o == winner || cup.out_in_round[o] > cup.out_in_round[e];
			same += o != winner && cup.out_in_round[o] == cup.out_in_round[e];
		}
		assert_int_equal(places[e].from, later + 1);
		assert_int_equal(places[e].to, later + same);
	}
}

/* Checks the number of losses, if there were no double forfeits.  The winner has lost no match,
 * and all others have lost one.  In a double elimination the winner has lost at most one match,
 * and all others two, except an undefeated finalist who loses a final that is not repeated. */
static void
check_losses(void)
{
	const bool two = cup.plan.double_elimination;
	const entry_no winner = champion();
	unsigned sum = 0;

	assert_true(entry_is_player(winner));
	for (unsigned e = 0; e < cup.entries; e++) {
		sum += cup.losses[e];
		if (e == winner)
			assert_true(cup.losses[e] <= (two ? 1 : 0));
		else if (two && !cup.plan.reset_final && all[count - 1].side[0] == e)
			assert_int_equal(cup.losses[e], 1); /* undefeated before the final */
		else
			assert_int_equal(cup.losses[e], two ? 2 : 1);
	}
	assert_int_equal(sum, cup.played);
	if (!two)
		assert_int_equal(cup.played, cup.entries - 1);
	else if (cup.plan.reset_final)
		assert_int_equal(cup.played, 2 * cup.entries - 2 + cup.losses[winner]);
	else
		assert_int_equal(cup.played, 2 * cup.entries - 2);
}

/* Checks that all eligible entrants played in the consolation, and that all of them but the
 * winner lost one match there. */
static void
check_consolation(enum section section)
{
	static uint8_t lost[TOURNEY_ENTRIES_MAX], was_there[TOURNEY_ENTRIES_MAX];
	const entry_no winner = bracket_winner(all, count, section);

	memset(lost, 0, sizeof(lost));
	memset(was_there, 0, sizeof(was_there));
	for (uint32_t i = 0; i < count; i++) {
		const struct pairing *p = &all[i];

		for (unsigned side = 0; p->section == section && side < 2; side++) {
			if (!entry_is_player(p->side[side]))
				continue;
			was_there[p->side[side]] = 1;
			if (p->winner != side)
				lost[p->side[side]]++;
		}
	}
	for (unsigned e = 0; e < cup.entries; e++)
		assert_int_equal(lost[e], was_there[e] && e != winner);
}

static struct bracket_plan
random_plan(struct rng *r, unsigned n)
{
	struct bracket_plan plan = knockout_plan(n);

	switch (rng_below(r, 4)) {
	case 0:
		break;
	case 1:
		plan = double_elimination(n, false);
		break;
	case 2:
		plan = double_elimination(n, true);
		break;
	default:
		plan = plan_with_consolation(n, 1 + rng_below(r, 9), rng_below(r, 3));
	}
	return plan;
}

/* Mostly returns small numbers, because the special cases coincide in small brackets. */
static unsigned
random_entries(struct rng *r)
{
	return 2 + rng_below(r, rng_below(r, 5) > 0 ? 40 : 299);
}

static void
play_random_cups(
    unsigned seed, unsigned cups, unsigned forfeits, unsigned doubles, unsigned late)
{
	unsigned entered = 0;

	rng_seed(&cup.rng, seed);
	for (unsigned i = 0; i < cups; i++) {
		const unsigned n = random_entries(&cup.rng);

		cup.plan = random_plan(&cup.rng, n);
		cup.forfeits = forfeits;
		cup.double_forfeits = doubles;
		cup.late_percent = late;
		cup.compares_with_model = n <= 20;
		run();
		entered += cup.entries - n;
		if (doubles == 0)
			check_losses();
		check_places();
		check_consolation(SECTION_CONSOLATION);
		check_consolation(SECTION_LAST_CHANCE);
	}
	assert_int_equal(entered > 0, late > 0);
}

TEST(rules_27_to_29_random_tournaments)
{
	play_random_cups(1, test_cases(4000), 0, 0, 0);
}

TEST(rule_25_random_tournaments_with_forfeits)
{
	play_random_cups(2, test_cases(2000), 30, 0, 0);
}

TEST(rule_23_random_tournaments_with_double_forfeits)
{
	play_random_cups(3, test_cases(2000), 10, 10, 0);
	play_random_cups(4, test_cases(500), 0, 60, 0);
	play_random_cups(5, test_cases(100), 0, 100, 0);
}

TEST(rule_26_random_tournaments_with_late_entries)
{
	play_random_cups(6, test_cases(2000), 10, 0, 10);
	play_random_cups(7, test_cases(1000), 10, 20, 10);
}

TEST(tournaments_of_4096_entries_end)
{
	static const struct bracket_plan plans[] = {
		{ .entries = 4096 },
		{ .entries = 4096, .double_elimination = true, .reset_final = true },
		{ .entries = 4096, .consolation_rounds = 4, .last_chance_rounds = 2 },
		{ .entries = 2049, .double_elimination = true },
		{ .entries = 3000, .consolation_rounds = 11, .last_chance_rounds = 1 },
	};

	rng_seed(&cup.rng, 8);
	cup.forfeits = 5;
	cup.double_forfeits = cup.late_percent = 0;
	cup.compares_with_model = false;
	for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
		cup.plan = plans[i];
		run();
		check_losses();
		check_consolation(SECTION_CONSOLATION);
		check_consolation(SECTION_LAST_CHANCE);
	}
}

/* Plays the tournaments out to confirm the earliest losers' side rematch computed from the
 * graph. */
TEST(rule_29_rematches_in_played_tournaments_are_not_earlier)
{
	unsigned earliest = UINT32_MAX;

	rng_seed(&cup.rng, 9);
	cup.plan = double_elimination(64, true);
	cup.forfeits = cup.double_forfeits = cup.late_percent = 0;
	cup.compares_with_model = false;
	for (unsigned k = 0; k < 300; k++) {
		static bool met[64][64];

		memset(met, 0, sizeof(met));
		run();
		for (uint32_t i = 0; i < count; i++) {
			const struct pairing *p = &all[i];
			const entry_no a = p->side[0], b = p->side[1];

			if (p->section == SECTION_MAIN)
				met[a][b] = met[b][a] = true;
			if (p->section == SECTION_LOSERS && met[a][b] && p->round < earliest)
				earliest = p->round;
		}
	}
	assert_int_equal(earliest, 7);
}

/* ---- late entry by hand --------------------------------------------------------------- */

static bool
has_begun_as_named(const void *ctx, uint32_t pairing)
{
	return ctx != NULL && pairing_number(ctx) == pairing;
}

static char *
pairing_name_copy(const char *s)
{
	static char name[5];

	memcpy(name, s, sizeof(name));
	return name;
}

TEST(rule_26_late_entry_takes_the_lowest_seeds_bye)
{
	const struct bracket_plan plan = plan_with_consolation(5, 2, 0);

	start(&plan);
	assert_true(pairing_ready(at("M2.1"))); /* 2 and 3 both had a bye */
	assert_true(bracket_seat_late(all, count, 5, has_begun_as_named, NULL, NULL));
	assert_sides("M1.3", 3, 6);
	assert_true(pairing_ready(at("M1.3")));
	assert_sides("M2.1", 2, -1);
	assert_sides("C1.1", 0, -1);
	assert_int_equal(at("C1.1")->end, PAIRING_OPEN); /* an entrant will arrive after all */
	assert_sides("C2.1", -1, -1);
	assert_true(bracket_seat_late(all, count, 6, has_begun_as_named, NULL, NULL));
	assert_sides("M1.2", 2, 7);
	assert_sides("M2.1", -1, -1);
	assert_true(bracket_seat_late(all, count, 7, has_begun_as_named, NULL, NULL));
	assert_sides("M1.0", 1, 8);
	assert_false(bracket_seat_late(all, count, 8, has_begun_as_named, NULL, NULL));
}

TEST(rule_26_a_bye_is_not_given_away_once_its_holder_plays)
{
	const struct bracket_plan plan = knockout_plan(5);

	start(&plan);
	assert_true(bracket_seat_late(
	    all, count, 5, has_begun_as_named, NULL, pairing_name_copy("M2.1")));
	assert_sides("M1.0", 1, 6); /* 2 and 3 are already playing */
	assert_false(bracket_seat_late(
	    all, count, 6, has_begun_as_named, NULL, pairing_name_copy("M2.1")));
	assert_sides("M2.1", 2, 3);
	win("M2.1", 3);
	assert_false(bracket_seat_late(all, count, 6, has_begun_as_named, NULL, NULL));
}

/* The bye of seed 1 also gave a bye to the loser of the adjacent pairing.  Once that player
 * plays a match reached through this second bye, a late entrant can no longer take the bye of
 * seed 1. */
TEST(rule_26_a_bye_is_kept_once_a_match_depends_on_it)
{
	const struct bracket_plan plan = plan_with_consolation(7, 2, 0);

	start(&plan);
	record_wins("M1.1:4 M1.2:2 M1.3:3");
	assert_sides("C1.0", 0, 5);
	assert_int_equal(at("C1.0")->end, PAIRING_BYE);
	win("M2.1", 2);
	assert_sides("C2.0", 5, 3);
	assert_false(bracket_seat_late(
	    all, count, 7, has_begun_as_named, NULL, pairing_name_copy("C2.0")));
	assert_true(bracket_seat_late(all, count, 7, has_begun_as_named, NULL, NULL));
	assert_sides("C1.0", -1, 5);
	assert_sides("C2.0", -1, 3);
	assert_sides("M1.0", 1, 8);
	assert_sides("M2.0", -1, 4);
}
