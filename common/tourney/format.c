/* SPDX-License-Identifier: MIT */
/* The table of formats, and match lengths derived from a row and the settings.  Pure; O(1). */
#include "tourney/format.h"

#include "tourney/hooks.h"

/* Fields shared by the rows of a family. */
#define KNOCKOUT                                                                               \
	.section = SECTION_MAIN, .entries_max = TOURNEY_ENTRIES_MAX,                           \
	.pairing_count = knockout_pairing_count, .start = knockout_start,                      \
	.takes_late = knockout_takes_late, .has_late_place = knockout_has_late_place,          \
	.seat_late = knockout_seat_late, .places = knockout_places
#define BY_ROUND                                                                               \
	.section = SECTION_ROUNDS, .entries_max = TOURNEY_ENTRIES_MAX, .by_round = true,       \
	.start = swiss_start
#define EVERYBODY                                                                              \
	.points = true, .tiebreaks = "direct sonneborn difference",                            \
	.pairing_count = robin_all_pairing_count, .start = robin_start

const struct format FORMATS[FORMAT_COUNT] = {
#define FORMAT(name_, ...) { .name = #name_, __VA_ARGS__ },
#include "tourney/formats.def"
#undef FORMAT
};

/* Returns the length for a round from a list; the last element applies to all later rounds. */
static unsigned
length_from_list(const struct tourney_settings *s, enum tourney_setting which, unsigned round)
{
	unsigned n = (unsigned)s->value[which];

	return s->list[which][round <= n ? round - 1 : n - 1];
}

/* Returns the length from a list or, where that is 0, `less` points less than in the main
 * bracket. */
static unsigned
listed_length_or(
    const struct tourney_settings *s, enum tourney_setting which, unsigned round, unsigned less)
{
	unsigned own = length_from_list(s, which, round),
		 main = length_from_list(s, TSET_length, round);

	if (own != 0)
		return own;
	return main > less ? main - less : 1;
}

unsigned
tourney_match_length(
    const struct tourney_settings *s, enum section section, unsigned round, unsigned rounds)
{
	unsigned main = length_from_list(s, TSET_length, round);
	unsigned final = s->value[TSET_final] != 0 ? (unsigned)s->value[TSET_final] : main;
	unsigned reset = (unsigned)s->value[TSET_reset];

	switch (section) {
	case SECTION_MAIN:
		return round == rounds && !tourney_format(s)->final_apart ? final : main;
	case SECTION_FINAL:
		return round == 1 || reset == TSET_RESET_AS_FINAL || reset == 0 ? final : reset;
	case SECTION_LOSERS:
		return listed_length_or(s, TSET_side, round, 0);
	case SECTION_CONSOLATION:
		return listed_length_or(s, TSET_side, round, 2);
	case SECTION_LAST_CHANCE:
		return listed_length_or(s, TSET_chance, round, 4);
	case SECTION_PLAYOFF:
		return s->value[TSET_playoff] != 0 ? (unsigned)s->value[TSET_playoff] : 1;
	case SECTION_ROUNDS:
		return round == rounds ? final : main;
	case SECTION_GROUP:
	case SECTION_COUNT:
		break;
	}
	return main;
}
