/* SPDX-License-Identifier: MIT */
/* See botplay.h. */
#include "tests/support/botplay.h"

#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"
#include "tests/support/players.h"

/* doubles if its pip count is below this fraction of the opponent's */
#define DOUBLE_BELOW_RATIO 0.75
/* takes if its pip count is at most this multiple of the opponent's */
#define TAKE_UP_TO_RATIO 2.0

struct action
botplay_start(const struct match_state *m, struct rng *dice)
{
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE, .roll_no = m->next_roll };

	a.start.crawford = true;
	if (!match_needs_opening(m))
		return a;
	a.start.npairs = 1;
	do
		a.start.pair[0] = player_roll(dice);
	while (a.start.pair[0].d[0] == a.start.pair[0].d[1]);
	return a;
}

static void
type_play(struct thought *t, enum player_kind kind, struct rng *luck, struct move_space *space)
{
	const struct player pl = { .kind = kind };
	const unsigned at = player_choice(&pl, &t->state, space, luck);

	thought_set_play_command(t, &space->result[at].play);
}

void
botplay_by_chance(struct thought *t, struct rng *luck, struct move_space *space)
{
	brain_any_legal_command(t, space);
	if (t->state.phase == PH_MOVE && space->n > 0)
		type_play(t, PLAYER_RANDOM, luck, space);
}

void
botplay_by_rules(struct thought *t, struct rng *luck, struct move_space *space)
{
	const struct match_state *m = &t->state;
	const bool loses = m->variant->objective == OBJECTIVE_FIRST_OFF_LOSES;
	const enum seat behind = loses ? t->seat : seat_other(t->seat);
	const double pips = board_pips(&m->board, seat_other(behind));
	const double theirs = board_pips(&m->board, behind);

	brain_any_legal_command(t, space);
	if (m->resign_by != SEAT_NONE)
		return;
	if (m->phase == PH_DOUBLED && pips > theirs * TAKE_UP_TO_RATIO)
		CHECK(sbuf_copy(t->line, sizeof(t->line), "reject"));
	else if (m->phase == PH_ROLL && match_may_double(m, t->seat) &&
		 pips < theirs * DOUBLE_BELOW_RATIO)
		CHECK(sbuf_copy(t->line, sizeof(t->line), "double"));
	else if (m->phase == PH_MOVE && space->n > 0)
		type_play(t, PLAYER_RULES, luck, space);
}

static struct play
play_of(const struct thought *t, struct move_space *space)
{
	const struct match_state *m = &t->state;

	(void)move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], space);
	for (unsigned i = 0; i < space->n; i++) {
		struct thought other = *t;

		thought_set_play_command(&other, &space->result[i].play);
		if (strcmp(other.line, t->line) == 0)
			return space->result[i].play;
	}
	return (struct play){ .n = 0 };
}

struct action
botplay_action(const struct thought *t, struct rng *dice, struct move_space *space)
{
	static const struct {
		const char *line;
		enum act_kind kind;
		uint8_t size;
	} LINES[] = {
		{ "roll", ACT_ROLL, 0 },
		{ "double", ACT_DOUBLE, 0 },
		{ "accept", ACT_TAKE, 0 },
		{ "reject", ACT_DROP, 0 },
		{ "resign normal", ACT_RESIGN, 1 },
		{ "resign gammon", ACT_RESIGN, 2 },
		{ "resign backgammon", ACT_RESIGN, 3 },
	};
	const struct match_state *m = &t->state;
	struct action a = { .kind = ACT_MOVE, .seat = t->seat, .roll_no = m->next_roll };

	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++)
		if (strcmp(t->line, LINES[i].line) == 0) {
			a.kind = LINES[i].kind;
			a.size = LINES[i].size;
			if (m->resign_by != SEAT_NONE)
				a.kind =
				    a.kind == ACT_TAKE ? ACT_RESIGN_ACCEPT : ACT_RESIGN_REJECT;
			if (a.kind == ACT_ROLL)
				a.dice = player_roll(dice);
			return a;
		}
	if (strncmp(t->line, "choose ", strlen("choose ")) == 0) {
		a.kind = ACT_NAME_DOUBLE;
		a.size = (uint8_t)strtoul(t->line + strlen("choose "), NULL, 10);
		return a;
	}
	a.play = play_of(t, space);
	return a;
}
