/* SPDX-License-Identifier: MIT */
/* The table of games.  See variant.h.  A row describes a game completely; anything that fields
 * cannot express is a hook in a separate file.  Pure. */
#include "rules/variant.h"

#include <stddef.h>
#include <string.h>

#include "rules/hooks.h"

#define HOME_POINTS 6u
#define CUBE_LIMIT 4096u

/* ---- scores ---- */

unsigned
score_backgammon(const struct variant *v, const struct board *b, enum seat winner)
{
	const uint8_t *loser = b->at[seat_other(winner)];

	if (loser[PT_OFF] > 0)
		return 1;
	if (loser[PT_BAR] > 0 || loser[PT_RESERVE] > 0)
		return 3;
	for (unsigned p = 1; p <= HOME_POINTS; p++)
		if (loser[variant_opposite(v, p)] > 0)
			return 3;
	return 2;
}

unsigned
score_gammon(const struct variant *v, const struct board *b, enum seat winner)
{
	(void)v;
	return b->at[seat_other(winner)][PT_OFF] > 0 ? 1 : 2;
}

unsigned
score_single(const struct variant *v, const struct board *b, enum seat winner)
{
	(void)v;
	(void)b;
	(void)winner;
	return 1;
}

unsigned
score_reversed(const struct variant *v, const struct board *b, enum seat winner)
{
	return score_backgammon(v, b, seat_other(winner));
}

unsigned
score_checkers_left(const struct variant *v, const struct board *b, enum seat winner)
{
	return v->checkers - b->at[seat_other(winner)][PT_OFF];
}

/* ---- the rows ---- */

/* Fields that most games share. */
#define HITTING(entry_, opening_, object_)                                                     \
	.movement = MOVE_CONTRARY, .contact = CONTACT_HIT, .close_at = 2, .reserve = (entry_), \
	.doubles = DOUBLES_FOUR, .bearoff = BEAROFF_LARGER, .opening = (opening_),             \
	.objective = (object_), .must_use_all = true, .larger_die = true
#define WITH_CUBE .cube = true, .cube_limit = CUBE_LIMIT
#define LIKE_BACKGAMMON WITH_CUBE, .resign_max = 3, .score = score_backgammon
#define NO_CUBE .cube = false, .cube_limit = 1
#define BACKGAMMON_START                                                                       \
	{                                                                                      \
		[24] = 2, [13] = 5, [8] = 3, [6] = 5                                           \
	}
#define ALL_ON_24                                                                              \
	{                                                                                      \
		[24] = 15                                                                      \
	}
/* Both sides move in the same direction from opposite corners; one checker closes a point. */
#define PARALLEL                                                                               \
	.checkers = 15, .start = ALL_ON_24, .movement = MOVE_PARALLEL, .offset = 12,           \
	.contact = CONTACT_BLOCKS, .close_at = 1, .reserve = RESERVE_NONE,                     \
	.doubles = DOUBLES_FOUR, .bearoff = BEAROFF_LARGER, .opening = OPENING_REROLL,         \
	.winner_begins = true, .objective = OBJECTIVE_FIRST_OFF_WINS, .must_use_all = true,    \
	.larger_die = true, NO_CUBE, .resign_max = 2, .score = score_gammon
/* A lone checker is pinned, not hit. */
#define PINNING                                                                                \
	.checkers = 15, .start = ALL_ON_24, .movement = MOVE_CONTRARY, .contact = CONTACT_PIN, \
	.close_at = 2, .reserve = RESERVE_NONE, .doubles = DOUBLES_FOUR,                       \
	.bearoff = BEAROFF_LARGER, .opening = OPENING_REROLL, .winner_begins = true,           \
	.objective = OBJECTIVE_FIRST_OFF_WINS, .must_use_all = true, .larger_die = true,       \
	NO_CUBE, .resign_max = 2, .score = score_gammon, .outcome = plakoto_outcome

static const char *const TAVLI[] = { "portes", "plakoto", "fevga", NULL };

const struct variant VARIANTS[] = {
	{
	    .name = "backgammon",
	    .fibs = true,
	    .title = "Backgammon",
	    .checkers = 15,
	    .start = BACKGAMMON_START,
	    HITTING(RESERVE_NONE, OPENING_USE_DICE, OBJECTIVE_FIRST_OFF_WINS),
	    LIKE_BACKGAMMON,
	},
	{
	    .name = "nackgammon",
	    .title = "Nackgammon",
	    .checkers = 15,
	    .start = { [24] = 2, [23] = 2, [13] = 4, [8] = 3, [6] = 4 },
	    HITTING(RESERVE_NONE, OPENING_USE_DICE, OBJECTIVE_FIRST_OFF_WINS),
	    LIKE_BACKGAMMON,
	},
	{
	    .name = "anti",
	    .title = "Anti Backgammon",
	    .checkers = 15,
	    .start = BACKGAMMON_START,
	    HITTING(RESERVE_NONE, OPENING_USE_DICE, OBJECTIVE_FIRST_OFF_LOSES),
	    WITH_CUBE,
	    .resign_max = 3,
	    .score = score_reversed,
	},
	{
	    .name = "race",
	    .title = "Race",
	    .checkers = 15,
	    .start = { [PT_RESERVE] = 15 },
	    HITTING(RESERVE_ANY_TIME, OPENING_USE_DICE, OBJECTIVE_FIRST_OFF_WINS),
	    LIKE_BACKGAMMON,
	},
	{
	    .name = "crowded",
	    .title = "Crowded Backgammon",
	    .checkers = 20,
	    .start = { [24] = 2, [13] = 5, [8] = 3, [6] = 5, [PT_RESERVE] = 5 },
	    HITTING(RESERVE_ANY_TIME, OPENING_USE_DICE, OBJECTIVE_FIRST_OFF_WINS),
	    LIKE_BACKGAMMON,
	},
	{
	    .name = "hyper",
	    .title = "Hyper Backgammon",
	    .checkers = 3,
	    .start = { [24] = 1, [23] = 1, [22] = 1 },
	    HITTING(RESERVE_NONE, OPENING_USE_DICE, OBJECTIVE_FIRST_OFF_WINS),
	    LIKE_BACKGAMMON,
	},
	{
	    .name = "cloning",
	    .title = "Cloning Backgammon",
	    .checkers = 15,
	    .start = BACKGAMMON_START,
	    HITTING(RESERVE_ANY_TIME, OPENING_USE_DICE, OBJECTIVE_FIRST_OFF_WINS),
	    .clone = CLONE_TO_RESERVE,
	    WITH_CUBE,
	    .resign_max = 1,
	    .score = score_single,
	},
	{
	    .name = "grasshopper",
	    .title = "Grasshopper",
	    .checkers = 14,
	    .start = { [PT_RESERVE] = 14 },
	    .movement = MOVE_PARALLEL,
	    .offset = 0,
	    .contact = CONTACT_BLOCKS,
	    .close_at = 1,
	    .reserve = RESERVE_ANY_TIME,
	    .opening = OPENING_REROLL,
	    .no_dice = true,
	    NO_CUBE,
	    .resign_max = 1,
	    .score = score_single,
	    .list_plays = grasshopper_list_plays,
	    .unlisted_against = grasshopper_step_against,
	    .outcome = grasshopper_outcome,
	},
	{ .name = "plakoto", .title = "Plakoto", PINNING },
	{
	    .name = "fevga",
	    .title = "Fevga",
	    PARALLEL,
	    .step_against = fevga_step_against,
	    .result_against = fevga_result_against,
	},
	{
	    .name = "acey-deucey",
	    .title = "American Acey-Deucey",
	    .checkers = 15,
	    .start = { [PT_RESERVE] = 15 },
	    HITTING(RESERVE_ANY_TIME, OPENING_REROLL, OBJECTIVE_FIRST_OFF_WINS),
	    NO_CUBE,
	    .resign_max = 1,
	    .score = score_checkers_left,
	    .follow_up = acey_follow_up,
	},
	{
	    .name = "longgammon",
	    .title = "Longgammon",
	    .checkers = 15,
	    .start = ALL_ON_24,
	    HITTING(RESERVE_NONE, OPENING_USE_DICE, OBJECTIVE_FIRST_OFF_WINS),
	    LIKE_BACKGAMMON,
	},
	{
	    .name = "portes",
	    .title = "Portes",
	    .checkers = 15,
	    .start = BACKGAMMON_START,
	    HITTING(RESERVE_NONE, OPENING_REROLL, OBJECTIVE_FIRST_OFF_WINS),
	    .winner_begins = true,
	    NO_CUBE,
	    .resign_max = 2,
	    .score = score_gammon,
	},
	{ .name = "tavli", .title = "Tavli", .cycle = TAVLI },
	{
	    .name = "european",
	    .title = "European Acey-Deucey",
	    .checkers = 15,
	    .start = { [PT_RESERVE] = 15 },
	    HITTING(RESERVE_ANY_TIME, OPENING_REROLL, OBJECTIVE_FIRST_OFF_WINS),
	    NO_CUBE,
	    .resign_max = 1,
	    .score = score_checkers_left,
	    .follow_up = european_follow_up,
	},
	{
	    .name = "narde",
	    .title = "Narde",
	    PARALLEL,
	    .step_against = narde_step_against,
	},
	{
	    .name = "moultezim",
	    .title = "Moultezim",
	    PARALLEL,
	    .step_against = moultezim_step_against,
	},
	{ .name = "tapa", .title = "Tapa", PINNING },
	{
	    .name = "gulbara",
	    .title = "Gul Bara",
	    PARALLEL,
	    .follow_up = gulbara_follow_up,
	},
	{ .name = NULL },
};

const struct variant *
variant_find(const char *name)
{
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (strcmp(v->name, name) == 0)
			return v;
	return NULL;
}

const struct variant *
variant_of_game(const struct variant *v, uint32_t no)
{
	uint32_t n = 0;

	if (v->cycle == NULL)
		return v;
	while (v->cycle[n] != NULL)
		n++;
	return variant_find(v->cycle[(no > 0 ? no - 1 : 0) % n]);
}

/* ---- positions ---- */

void
variant_start_board(struct board *b, const struct variant *v)
{
	memcpy(b->at[SEAT_0], v->start, PT_COUNT);
	memcpy(b->at[SEAT_1], v->start, PT_COUNT);
	memset(b->pins, 0, sizeof(b->pins));
}

static bool
side_check(const uint8_t *at, const struct variant *v)
{
	unsigned sum = 0;

	for (unsigned p = 0; p < PT_COUNT; p++)
		sum += at[p];
	if (v->reserve == RESERVE_NONE && at[PT_RESERVE] != 0)
		return false;
	if (v->contact != CONTACT_HIT && at[PT_BAR] != 0)
		return false;
	return v->clone != CLONE_NONE ? sum >= v->checkers : sum == v->checkers;
}

/* Checks one point, in seat 0's numbering: it has checkers of at most one side, or one checker
 * pinned under opposing ones. */
static bool
point_check(const struct board *b, const struct variant *v, unsigned p)
{
	unsigned q = variant_opposite(v, p);
	bool pinned0 = board_pinned(b, SEAT_0, p);
	bool pinned1 = board_pinned(b, SEAT_1, q);
	unsigned n0 = b->at[SEAT_0][p];
	unsigned n1 = b->at[SEAT_1][q];

	if (!pinned0 && !pinned1)
		return n0 == 0 || n1 == 0;
	if (v->contact != CONTACT_PIN || pinned0 == pinned1)
		return false;
	return pinned0 ? n0 == 1 && n1 > 0 : n1 == 1 && n0 > 0;
}

bool
variant_check_board(const struct board *b, const struct variant *v)
{
	for (unsigned p = 1; p <= 24; p++)
		if (!point_check(b, v, p))
			return false;
	return side_check(b->at[SEAT_0], v) && side_check(b->at[SEAT_1], v);
}
