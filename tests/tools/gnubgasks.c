/* SPDX-License-Identifier: MIT */
/* Shows how gammond's gnubg client understands gnubg's answers, for random positions and
 * scores.
 *
 *     gnubgasks PLACE SEED COUNT     PLACE as in the configuration
 *
 * A question answered too late is repeated a few times.  Prints a line for each question: its
 * kind, the position as XGID (the side to roll at the bottom), the line the bot types, and for
 * a play the checkers after it, as in the XGID.  Exits with 1 if gnubg left a question
 * unanswered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/sbuf.h"
#include "bot/gnubg.h"
#include "rules/notation.h"
#include "rules/position.h"

#define PAUSE_MS_MAX 60000 /* pause after a late answer */
#define TRIES_MAX 3u

static struct move_space space;

static int64_t fake_now_ms;

static int64_t
clock_ms(void)
{
	return fake_now_ms;
}

#define CHECKERS 26 /* letters of an XGID */

/* Writes the XGID of m with the checkers of `board`; if a double is offered, the XGID of the
 * position before the double. */
static void
write_xgid(const struct match_state *m, const struct board *board, char out[POSITION_ID_ROOM])
{
	struct match_state st = *m;
	struct sbuf b;

	st.board = *board;
	if (st.phase == PH_DOUBLED)
		st.phase = PH_ROLL;
	sbuf_init(&b, out, POSITION_ID_ROOM);
	CHECK(position_xgid(&b, &st, m->turn));
}

static struct dice_pair
random_roll(struct rng *r)
{
	return (struct dice_pair){ { (uint8_t)(1 + rng_below(r, 6)),
	    (uint8_t)(1 + rng_below(r, 6)) } };
}

/* Plays at random from the start.  Returns false if the game is over or the player on roll
 * cannot move. */
static bool
play_random_moves(struct match_state *m, struct rng *r)
{
	for (unsigned left = rng_below(r, 90); left > 0; left--) {
		const struct dice_pair d = random_roll(r);

		if (move_list(m->variant, &m->board, m->turn, d.d[0], d.d[1], &space) > 0)
			m->board = space.result[rng_below(r, space.n)].after;
		if (m->board.at[m->turn][PT_OFF] == m->variant->checkers)
			return false;
		m->turn = seat_other(m->turn);
	}
	return true;
}

static void
set_random_match(struct match_state *m, struct rng *r)
{
	static const uint8_t LENGTHS[] = { 0, 0, 0, 1, 2, 3, 5, 7, 11, 15, 25, 64 };
	static const char *const GAMES[] = { "backgammon", "nackgammon", "longgammon" };
	const unsigned length = LENGTHS[rng_below(r, ARRAY_LEN(LENGTHS))];

	match_init(m, variant_find(GAMES[rng_below(r, ARRAY_LEN(GAMES))]), length);
	for (unsigned i = 0; i < 2 && length > 0; i++)
		m->score[i] = rng_below(r, length);
	if (length > 1 && (m->score[0] + 1 == length || m->score[1] + 1 == length))
		m->crawford = rng_below(r, 2) == 0 ? CRAWFORD_ACTIVE : CRAWFORD_EXPIRED;
	m->turn = rng_below(r, 2) == 0 ? SEAT_0 : SEAT_1;
	m->jacoby = length == 0 && rng_below(r, 2) == 0;
	if (length != 1 && m->crawford != CRAWFORD_ACTIVE)
		m->cube = 1u << rng_below(r, 6);
	if (m->cube > 1)
		m->cube_owner = rng_below(r, 2) == 0 ? SEAT_0 : SEAT_1;
}

/* Chooses one of the three questions.  Returns false if there is nothing to ask. */
static bool
set_random_phase(struct match_state *m, struct rng *r)
{
	const unsigned which = rng_below(r, 3);

	m->phase = PH_ROLL;
	if (which == 0) {
		m->phase = PH_MOVE;
		m->dice = random_roll(r);
		return move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1],
			   &space) > 1;
	}
	if (!match_may_double(m, m->turn))
		return false;
	if (which == 2) {
		m->phase = PH_DOUBLED;
		m->offered_cube = 2 * m->cube;
		m->doubler = m->turn;
	}
	return true;
}

/* The bot's line before gnubg is asked; no answer can equal it. */
#define BOT_LINE_UNASKED "?"

static bool
ask(struct gnubg *g, struct match_state *m)
{
	static const char *const KIND[] = {
		[PH_ROLL] = "double", [PH_MOVE] = "play", [PH_DOUBLED] = "take"
	};
	struct thought t = { .state = *m, .grade = GRADE_strong, .line = BOT_LINE_UNASKED };
	unsigned tries = 0;
	char text[POSITION_ID_ROOM], after[POSITION_ID_ROOM] = "";

	t.seat = m->phase == PH_DOUBLED ? seat_other(m->turn) : m->turn;
	t.state.o = t.seat;
	do {
		gnubg_improve_thought(g, &t);
		fake_now_ms += PAUSE_MS_MAX;
	} while (strcmp(t.line, BOT_LINE_UNASKED) == 0 && ++tries < TRIES_MAX);
	write_xgid(m, &m->board, text);
	for (unsigned i = 0; m->phase == PH_MOVE && i < space.n; i++) {
		struct thought other = t;

		thought_set_play_command(&other, &space.result[i].play);
		if (strcmp(other.line, t.line) == 0)
			write_xgid(m, &space.result[i].after, after);
	}
	(void)printf("%s\tXGID=%s\t%s\t%.*s\n", KIND[m->phase], text, t.line, CHECKERS, after);
	return strcmp(t.line, BOT_LINE_UNASKED) != 0;
}

int
main(int argc, char **argv)
{
	struct external_address place;
	struct external *x;
	struct gnubg *g;
	struct rng r;
	unsigned asked = 0, left_out = 0;

	if (argc != 4 || !external_parse_address(argv[1], &place)) {
		(void)fputs("usage: gnubgasks PLACE SEED COUNT\n", stderr);
		return 2;
	}
	x = external_new(&place, clock_ms);
	g = gnubg_new(x);
	rng_seed(&r, strtoul(argv[2], NULL, 10));
	while (asked < strtoul(argv[3], NULL, 10)) {
		struct match_state m;

		set_random_match(&m, &r);
		if (!play_random_moves(&m, &r) || !set_random_phase(&m, &r) ||
		    !gnubg_supports(&m) ||
		    (m.phase == PH_DOUBLED && m.length != 0 &&
			m.score[m.turn] + m.cube >= m.length))
			continue;
		asked++;
		left_out += !ask(g, &m);
	}
	gnubg_free(&g);
	external_free(&x);
	return left_out > 0;
}
