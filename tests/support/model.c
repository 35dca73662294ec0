/* SPDX-License-Identifier: MIT */
/* A second implementation of the rules of a match.  See model.h.
 *
 * Deliberately simple: finds the dice that must be played by trying everything; a play is legal
 * if its steps can be followed with exactly those dice.  A random play costs about a
 * microsecond, model_results up to a few milliseconds for doubles.  Callers must not perform an
 * action that model_is_legal forbids. */
#include "tests/support/model.h"

#include <string.h>

#include "base/check.h"

/* ---- the board ---- */

static int
sign_of(int side)
{
	return side == 0 ? 1 : -1;
}

static int
bar_point_of(int side)
{
	return side == 0 ? 25 : 0;
}

static int
off_point_of(int side)
{
	return side == 0 ? 0 : 25;
}

/* Returns the pips from the point to the exit. */
static int
pips_of(int side, int point)
{
	return side == 0 ? point : 25 - point;
}

static int
checkers(const struct model_board *b, int side, int point)
{
	int n = b->at[point] * sign_of(side);

	return n > 0 ? n : 0;
}

/* Returns how many pips the rearmost checker of `side` is from the exit, or 0 if no checker is
 * left. */
static int
furthest(const struct model_board *b, int side)
{
	for (int pips = 25; pips > 0; pips--)
		if (checkers(b, side, side == 0 ? pips : 25 - pips) > 0)
			return pips;
	return 0;
}

static int
target_point(int side, int from, int die)
{
	if (die >= pips_of(side, from))
		return off_point_of(side);
	return from - sign_of(side) * die;
}

static bool
step_legal(const struct model_board *b, int side, int from, int die)
{
	int far = furthest(b, side);

	if (checkers(b, side, from) == 0 || (far == 25 && from != bar_point_of(side)))
		return false;
	if (die < pips_of(side, from))
		return b->at[target_point(side, from, die)] * sign_of(side) >= -1;
	return far <= 6 && (die == pips_of(side, from) || far == pips_of(side, from));
}

static void
step_apply(struct model_board *b, int side, int from, int die)
{
	int to = target_point(side, from, die);
	int own = sign_of(side);

	b->at[from] = (signed char)(b->at[from] - own);
	if (to == off_point_of(side)) {
		b->out[side]++;
		return;
	}
	if (b->at[to] == -own) {
		b->at[to] = 0;
		b->at[bar_point_of(1 - side)] =
		    (signed char)(b->at[bar_point_of(1 - side)] - own);
	}
	b->at[to] = (signed char)(b->at[to] + own);
}

static void
board_begin(struct model_board *b)
{
	static const signed char begin[26] = { 0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0,
		0, -3, 0, -5, 0, 0, 0, 0, 2, 0 };

	memcpy(b->at, begin, sizeof(begin));
	b->out[0] = b->out[1] = 0;
}

/* ---- plays ---- */

/* Copies the remaining dice without the i-th. */
static void
dice_without(const int *dice, int n, int i, int *rest)
{
	for (int k = 0, r = 0; k < n; k++)
		if (k != i)
			rest[r++] = dice[k];
}

static bool
same_die_before(const int *dice, int i)
{
	for (int k = 0; k < i; k++)
		if (dice[k] == dice[i])
			return true;
	return false;
}

/* Returns the largest number of dice that can be played in sequence. */
static int
max_dice_playable(const struct model_board *b, int side, const int *dice, int n)
{
	int best = 0;

	for (int i = 0; i < n; i++) {
		int rest[4];

		if (same_die_before(dice, i))
			continue;
		dice_without(dice, n, i, rest);
		for (int from = 0; from <= 25 && best < n; from++) {
			struct model_board next = *b;
			int got;

			if (!step_legal(b, side, from, dice[i]))
				continue;
			step_apply(&next, side, from, dice[i]);
			got = 1 + max_dice_playable(&next, side, rest, n - 1);
			best = got > best ? got : best;
		}
	}
	return best;
}

/* Sets m->dice_to_play and m->use: every legal play uses exactly these dice. */
static void
decide_dice(struct model *m)
{
	int high = m->dice[0] > m->dice[1] ? m->dice[0] : m->dice[1];
	int low = m->dice[0] + m->dice[1] - high;

	m->use[0] = high;
	m->use[1] = low;
	m->use[2] = m->use[3] = high;
	m->dice_to_play = max_dice_playable(&m->board, m->side, m->use, high == low ? 4 : 2);
	if (m->dice_to_play == 1 && max_dice_playable(&m->board, m->side, &high, 1) == 0)
		m->use[0] = low;
}

/* Follows the steps from the k-th on, using exactly the given dice. */
static bool
follow_steps(
    struct model_board *b, int side, const int *dice, int n, const struct model_moves *p, int k)
{
	if (n == 0)
		return true;
	for (int i = 0; i < n; i++) {
		struct model_board next = *b;
		int rest[4];

		if (same_die_before(dice, i) || p->one[k].from < 0 || p->one[k].from > 25 ||
		    target_point(side, p->one[k].from, dice[i]) != p->one[k].to ||
		    !step_legal(b, side, p->one[k].from, dice[i]))
			continue;
		step_apply(&next, side, p->one[k].from, dice[i]);
		dice_without(dice, n, i, rest);
		if (follow_steps(&next, side, rest, n - 1, p, k + 1)) {
			*b = next;
			return true;
		}
	}
	return false;
}

static bool
random_steps(const struct model_board *b, int side, const int *dice, int n, struct rng *r,
    struct model_moves *p)
{
	int i0, from0;

	if (n == 0)
		return true;
	i0 = (int)rng_below(r, (uint32_t)n);
	from0 = (int)rng_below(r, 26);
	for (int i = 0; i < n; i++) {
		int die = dice[(i + i0) % n];
		int rest[4];

		dice_without(dice, n, (i + i0) % n, rest);
		for (int f = 0; f < 26; f++) {
			int from = (f + from0) % 26;
			struct model_board next = *b;

			if (!step_legal(b, side, from, die))
				continue;
			step_apply(&next, side, from, die);
			p->one[p->count].from = from;
			p->one[p->count].to = target_point(side, from, die);
			p->count++;
			if (random_steps(&next, side, rest, n - 1, r, p))
				return true;
			p->count--;
		}
	}
	return false;
}

void
model_random_play(const struct model *m, struct rng *r, struct model_moves *play_out)
{
	play_out->count = 0;
	CHECK(random_steps(&m->board, m->side, m->use, m->dice_to_play, r, play_out));
}

static void
results_add(struct model_results *results, const struct model_board *b)
{
	unsigned h = 2166136261u;

	for (unsigned i = 0; i < 26; i++)
		h = (h ^ (unsigned char)b->at[i]) * 16777619u;
	for (h %= 2 * MODEL_RESULTS_MAX; results->hash_slots[h] != 0;
	     h = (h + 1) % (2 * MODEL_RESULTS_MAX))
		if (memcmp(&results->board[results->hash_slots[h] - 1], b, sizeof(*b)) == 0)
			return;
	CHECK(results->count < MODEL_RESULTS_MAX);
	results->board[results->count++] = *b;
	results->hash_slots[h] = results->count;
}

static void
collect_all_steps(const struct model_board *b, int side, const int *dice, int n,
    struct model_results *results)
{
	if (n == 0) {
		results_add(results, b);
		return;
	}
	for (int i = 0; i < n; i++) {
		int rest[4];

		if (same_die_before(dice, i))
			continue;
		dice_without(dice, n, i, rest);
		for (int from = 0; from <= 25; from++) {
			struct model_board next = *b;

			if (!step_legal(b, side, from, dice[i]))
				continue;
			step_apply(&next, side, from, dice[i]);
			collect_all_steps(&next, side, rest, n - 1, results);
		}
	}
}

void
model_results(const struct model *m, struct model_results *results_out)
{
	results_out->count = 0;
	memset(results_out->hash_slots, 0, sizeof(results_out->hash_slots));
	collect_all_steps(&m->board, m->side, m->use, m->dice_to_play, results_out);
}

bool
model_is_valid(const struct model *m)
{
	int sum[2] = { m->board.out[0], m->board.out[1] };

	for (int p = 0; p <= 25; p++)
		for (int side = 0; side < 2; side++)
			sum[side] += checkers(&m->board, side, p);
	return sum[0] == 15 && sum[1] == 15 && m->board.at[0] <= 0 && m->board.at[25] >= 0;
}

/* ---- the match ---- */

void
model_init(struct model *m, int length)
{
	memset(m, 0, sizeof(*m));
	m->length = length;
	m->stage = MODEL_IDLE;
	m->side = m->cube_owner = m->raised_by = m->resigner = m->won_by = MODEL_NOBODY;
	m->cube_value = 1;
	board_begin(&m->board);
}

bool
model_is_legal(const struct model *m, int side, enum model_action deed)
{
	bool cube_live = m->length != 1 && !m->crawford_game && m->cube_value < MODEL_CUBE_MAX;

	if (m->stage == MODEL_FINISHED)
		return false;
	if (m->stage == MODEL_IDLE || deed == MODEL_BEGIN)
		return m->stage == MODEL_IDLE && deed == MODEL_BEGIN;
	if (m->resigner != MODEL_NOBODY)
		return side != m->resigner &&
		       (deed == MODEL_ACCEPT_RESIGN || deed == MODEL_REJECT_RESIGN);
	if (deed == MODEL_RESIGN)
		return m->stage != MODEL_CUBE_TURNED || side == m->raised_by;
	if (m->stage == MODEL_CUBE_TURNED && side != m->raised_by)
		return deed == MODEL_TAKE || deed == MODEL_DROP ||
		       (deed == MODEL_REDOUBLE && model_redoubles_left(m) != 0);
	if (side != m->side || m->stage == MODEL_CUBE_TURNED)
		return false;
	if (deed == MODEL_DOUBLE)
		return m->stage == MODEL_TO_ROLL && cube_live && !m->first_turn &&
		       (m->cube_owner == MODEL_NOBODY || m->cube_owner == side);
	return deed == (m->stage == MODEL_TO_ROLL ? MODEL_ROLL : MODEL_PLAY);
}

static void
next_turn(struct model *m, int side)
{
	m->stage = MODEL_TO_ROLL;
	m->side = side;
	m->dice[0] = m->dice[1] = m->dice_to_play = 0;
}

static void
set_dice(struct model *m, int d1, int d2)
{
	m->dice[0] = d1;
	m->dice[1] = d2;
	m->stage = MODEL_TO_PLAY;
	decide_dice(m);
	if (m->dice_to_play == 0) {
		m->roll_unplayable = true;
		m->first_turn = false;
		next_turn(m, 1 - m->side);
	}
}

static void
clear_results(struct model *m)
{
	m->won_by = MODEL_NOBODY;
	m->won_points = 0;
	m->roll_unplayable = false;
}

static void
begin_crawford(struct model *m, bool wanted)
{
	bool one_short =
	    m->length >= 2 && (m->length - m->score[0] == 1 || m->length - m->score[1] == 1);

	m->crawford_game = one_short && wanted && !m->crawford_over;
	m->crawford_over = m->crawford_over || one_short;
}

void
model_begin(struct model *m, const struct model_begin *b)
{
	int allowed = b->redoubles[0];
	int side;

	CHECK(m->stage == MODEL_IDLE);
	clear_results(m);
	if (allowed == MODEL_UNLIMITED ||
	    (b->redoubles[1] != MODEL_UNLIMITED && b->redoubles[1] < allowed))
		allowed = b->redoubles[1];
	m->redoubles_max = m->length == 0 ? allowed : 0;
	m->games++;
	m->cube_value = 1;
	m->cube_owner = MODEL_NOBODY;
	for (int tie = 1; tie < b->opening_pairs_n; tie++)
		if (m->length == 0 && b->autodouble && m->cube_value < MODEL_CUBE_MAX)
			m->cube_value += m->cube_value;
	begin_crawford(m, b->crawford);
	board_begin(&m->board);
	m->first_turn = true;
	m->rolls_drawn += b->opening_pairs_n;
	side = b->opening_pairs[b->opening_pairs_n - 1][0] >
		       b->opening_pairs[b->opening_pairs_n - 1][1]
		   ? 0
		   : 1;
	next_turn(m, side);
	set_dice(m, b->opening_pairs[b->opening_pairs_n - 1][side],
	    b->opening_pairs[b->opening_pairs_n - 1][1 - side]);
}

void
model_roll(struct model *m, int d1, int d2)
{
	clear_results(m);
	m->rolls_drawn++;
	set_dice(m, d1, d2);
}

static void
game_over(struct model *m, int winner, int points)
{
	m->won_by = winner;
	m->won_points = points;
	m->score[winner] += points;
	m->stage =
	    m->length != 0 && m->score[winner] >= m->length ? MODEL_FINISHED : MODEL_IDLE;
	m->side = m->raised_by = m->resigner = MODEL_NOBODY;
	m->dice[0] = m->dice[1] = m->dice_to_play = m->redoubles_done = m->resign_size = 0;
	m->first_turn = false;
}

/* Returns 1 for a single game, 2 for a gammon, 3 for a backgammon. */
static int
size_of_win(const struct model_board *b, int winner)
{
	int loser = 1 - winner;

	if (b->out[loser] > 0)
		return 1;
	return furthest(b, loser) >= 19 ? 3 : 2;
}

bool
model_play(struct model *m, const struct model_moves *p)
{
	struct model_board b = m->board;

	if (p->count != m->dice_to_play ||
	    !follow_steps(&b, m->side, m->use, m->dice_to_play, p, 0))
		return false;
	clear_results(m);
	m->board = b;
	m->first_turn = false;
	if (b.out[m->side] == 15)
		game_over(m, m->side, m->cube_value * size_of_win(&b, m->side));
	else
		next_turn(m, 1 - m->side);
	return true;
}

int
model_redoubles_left(const struct model *m)
{
	if (m->cube_value * 4 > MODEL_CUBE_MAX)
		return 0;
	return m->redoubles_max == MODEL_UNLIMITED ? MODEL_UNLIMITED
						   : m->redoubles_max - m->redoubles_done;
}

void
model_cube(struct model *m, enum model_action deed)
{
	clear_results(m);
	switch ((int)deed) {
	case MODEL_DOUBLE:
		m->stage = MODEL_CUBE_TURNED;
		m->raised_by = m->side;
		m->redoubles_done = 0;
		break;
	case MODEL_REDOUBLE:
		m->cube_value *= 2;
		m->cube_owner = 1 - m->side;
		m->raised_by = 1 - m->raised_by;
		m->redoubles_done++;
		break;
	case MODEL_TAKE:
		m->cube_value *= 2;
		m->cube_owner = 1 - m->side;
		m->raised_by = MODEL_NOBODY;
		m->redoubles_done = 0;
		m->stage = MODEL_TO_ROLL;
		break;
	case MODEL_DROP:
		game_over(m, m->raised_by, m->cube_value);
		break;
	}
}

void
model_resign(struct model *m, int side, int size)
{
	clear_results(m);
	m->resigner = side;
	m->resign_size = size;
}

void
model_answer_resign(struct model *m, bool yes)
{
	clear_results(m);
	if (yes) {
		game_over(m, 1 - m->resigner, m->cube_value * m->resign_size);
		return;
	}
	m->resigner = MODEL_NOBODY;
	m->resign_size = 0;
}
