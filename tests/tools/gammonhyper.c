/* SPDX-License-Identifier: MIT */
/* gammonhyper: solves Hyper Backgammon by value iteration, and measures a net against the
 * solution.
 *
 *     gammonhyper solve FILE
 *     gammonhyper start FILE
 *     gammonhyper net FILE NET [GAMES]
 *
 * solve makes the table, which takes half an hour on one core and 215 MB.  start prints the
 * value of the starting position for the winner of the opening roll.  net prints a net's errors
 * in games against itself, judged by the table.
 *
 * solve repeatedly computes the chances in each position from the chances after the best plays
 * of the 21 rolls, until no value changes by more than a millionth of a point. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "eval/eval.h"
#include "tests/support/hyper.h"
#include "tests/support/nets.h"
#include "tests/support/players.h"

#define EQUITY_TOLERANCE 1e-6f
#define PIPS_MAX (HYPER_MEN * PT_BAR)

/* ---- sides ---- */

static uint16_t side_number[PT_BAR + 1][PT_BAR + 1][PT_BAR + 1];
static uint8_t side_checkers[HYPER_SIDES][HYPER_MEN];

static void
number_sides(void)
{
	for (unsigned p = 0; p <= PT_BAR; p++)
		for (unsigned q = 0; q <= PT_BAR; q++)
			for (unsigned r = 0; r <= PT_BAR; r++) {
				unsigned i = hyper_side(p, q, r);

				side_number[p][q][r] = (uint16_t)i;
				if (p >= q && q >= r)
					memcpy(side_checkers[i],
					    (uint8_t[]){ (uint8_t)p, (uint8_t)q, (uint8_t)r },
					    HYPER_MEN);
			}
}

static unsigned
side_of(const uint8_t men[HYPER_MEN])
{
	return side_number[men[0]][men[1]][men[2]];
}

/* ---- solve ---- */

static float equity[HYPER_SIDES][HYPER_SIDES]; /* [to roll][other], points */
static struct hyper_table *hyper_table;

/* Returns the points that l's mover, with all three checkers off, has won. */
static unsigned
points_won(const struct hyper_position *l)
{
	unsigned top = hyper_highest(l->other);

	if (l->other[0] == PT_OFF || l->other[1] == PT_OFF || l->other[2] == PT_OFF)
		return 1;
	return top >= PT_BAR - HOME_TOP ? 3 : 2;
}

static float
leaf_equity(const struct hyper_position *l)
{
	return hyper_highest(l->me) == PT_OFF ? (float)points_won(l)
					      : -equity[side_of(l->other)][side_of(l->me)];
}

static const struct hyper_position *
best_leaf(const struct hyper_plays *p, float *worth_out)
{
	const struct hyper_position *best = NULL;
	float most = 0.0f;

	for (unsigned i = 0; i < p->n; i++) {
		float x = leaf_equity(&p->result[i]);

		if (best == NULL || x > most) {
			most = x;
			best = &p->result[i];
		}
	}
	*worth_out = most;
	return best;
}

static void
outputs_of(const struct hyper_position *l, float out[NET_OUTPUTS])
{
	if (hyper_highest(l->me) == PT_OFF) {
		unsigned points = points_won(l);

		memset(out, 0, NET_OUTPUTS * sizeof(*out));
		for (unsigned i = 0; i < points; i++)
			out[i] = 1.0f;
		return;
	}
	memcpy(out, hyper_table->out[side_of(l->other)][side_of(l->me)],
	    NET_OUTPUTS * sizeof(*out));
	eval_outputs_swap_sides(out);
}

/* Recomputes the value of one position, choosing plays by the current values.  Returns the
 * amount of the change. */
static float
update_equity(const struct variant *v, const struct hyper_position *l)
{
	static struct hyper_plays p;
	float sum[NET_OUTPUTS] = { 0 }, *now = &equity[side_of(l->me)][side_of(l->other)],
	      was = *now;

	for (unsigned a = 1; a <= 6; a++)
		for (unsigned b = 1; b <= a; b++) {
			float weight = a == b ? 1.0f / 36.0f : 2.0f / 36.0f, out[NET_OUTPUTS],
			      x;

			hyper_plays_of(l, a, b, &p);
			outputs_of(best_leaf(&p, &x), out);
			for (unsigned i = 0; i < NET_OUTPUTS; i++)
				sum[i] += weight * out[i];
		}
	memcpy(hyper_table->out[side_of(l->me)][side_of(l->other)], sum, sizeof(sum));
	*now = eval_outputs_equity(v, sum);
	return fabsf(*now - was);
}

static unsigned
side_pips(unsigned i)
{
	return 0u + side_checkers[i][0] + side_checkers[i][1] + side_checkers[i][2];
}

static int
by_pips(const void *a, const void *b)
{
	unsigned x = *(const uint16_t *)a, y = *(const uint16_t *)b;

	return side_pips(x) != side_pips(y) ? (int)side_pips(x) - (int)side_pips(y)
					    : (int)x - (int)y;
}

/* Recomputes all positions in order of total pips, so that plays without a hit lead to
 * positions already recomputed. */
static float
update_all_equities(const struct variant *v, const uint16_t *order, const unsigned *first)
{
	float change = 0.0f;

	for (unsigned total = 2; total <= 2 * PIPS_MAX; total++)
		for (unsigned k = 0; k < HYPER_SIDES; k++) {
			unsigned other = order[k];
			unsigned mine = total - side_pips(other);

			if (mine < 1 || mine > PIPS_MAX)
				continue;
			for (unsigned i = first[mine]; i < first[mine + 1]; i++) {
				struct board b;
				struct hyper_position l;

				memcpy(l.me, side_checkers[order[i]], HYPER_MEN);
				memcpy(l.other, side_checkers[other], HYPER_MEN);
				hyper_board_of(&l, &b);
				if (hyper_is_possible(&b))
					change = fmaxf(change, update_equity(v, &l));
			}
		}
	return change;
}

static int
solve_and_write(const struct variant *v, const char *path)
{
	static uint16_t order[HYPER_SIDES];  /* by pips */
	static unsigned first[PIPS_MAX + 2]; /* where each number of pips begins in order */
	float change = 1.0f;
	FILE *f;

	hyper_table = calloc(1, sizeof(*hyper_table));
	if (hyper_table == NULL)
		player_die(path, strerror(errno));
	for (unsigned i = 0; i < HYPER_SIDES; i++) {
		order[i] = (uint16_t)i;
		first[side_pips(i) + 1]++;
		for (unsigned k = 0; k < HYPER_SIDES; k++)
			hyper_table->out[i][k][0] = 0.5f;
	}
	for (unsigned i = 1; i < PIPS_MAX + 2; i++)
		first[i] += first[i - 1];
	qsort(order, HYPER_SIDES, sizeof(*order), by_pips);
	for (unsigned n = 1; change > EQUITY_TOLERANCE; n++) {
		change = update_all_equities(v, order, first);
		printf("round %u: changed by %.7f at most\n", n, (double)change);
		(void)fflush(stdout);
	}
	f = fopen(path, "wb");
	if (f == NULL || fwrite(hyper_table, sizeof(*hyper_table), 1, f) != 1 || fclose(f) != 0)
		player_die(path, strerror(errno));
	return 0;
}

/* ---- results ---- */

/* Loads a table, and the value of each position. */
static void
load_table(const struct variant *v, const char *path)
{
	const struct hyper_table *t = hyper_open(path);

	if (t == NULL)
		player_die(path, strerror(errno));
	hyper_table = malloc(sizeof(*hyper_table));
	if (hyper_table == NULL)
		player_die(path, strerror(errno));
	memcpy(hyper_table, t, sizeof(*hyper_table));
	for (unsigned i = 0; i < HYPER_SIDES; i++)
		for (unsigned k = 0; k < HYPER_SIDES; k++)
			equity[i][k] = eval_outputs_equity(v, hyper_table->out[i][k]);
}

static void
leaf_of(const struct board *b, enum seat me, struct hyper_position *l_out)
{
	memcpy(l_out->me, side_checkers[hyper_side_of(b->at[me])], HYPER_MEN);
	memcpy(l_out->other, side_checkers[hyper_side_of(b->at[seat_other(me)])], HYPER_MEN);
}

static int
print_start_table(const struct variant *v)
{
	static struct hyper_plays p;
	float sum[NET_OUTPUTS] = { 0 }, out[NET_OUTPUTS], x;
	struct board b;
	struct hyper_position l;

	variant_start_board(&b, v);
	leaf_of(&b, SEAT_0, &l);
	for (unsigned d = 2; d <= 6; d++)
		for (unsigned e = 1; e < d; e++) {
			hyper_plays_of(&l, d, e, &p);
			outputs_of(best_leaf(&p, &x), out);
			for (unsigned i = 0; i < NET_OUTPUTS; i++)
				sum[i] += out[i] / 15.0f;
		}
	printf("equity %+.6f, wins %.3f %%, gammons or more %.3f %%, backgammons %.3f %%; "
	       "loses gammons or more %.3f %%, backgammons %.3f %%\n",
	    (double)eval_outputs_equity(v, sum), 100 * (double)sum[0], 100 * (double)sum[1],
	    100 * (double)sum[2], 100 * (double)sum[3], 100 * (double)sum[4]);
	return 0;
}

/* Returns the value that a net gives the start position for the winner of the opening roll.
 */
static double
print_start_net(const struct eval *e, const struct variant *v)
{
	struct match_state m;
	float out[NET_OUTPUTS];
	double sum = 0.0;

	match_init(&m, v, 0);
	variant_start_board(&m.board, v);
	m.turn = SEAT_0;
	m.phase = PH_MOVE;
	for (uint8_t d = 2; d <= 6; d++)
		for (uint8_t k = 1; k < d; k++) {
			m.dice = (struct dice_pair){ { d, k } };
			eval_expected_outputs(e, &m, 0, &player_work.move_space[1], out);
			sum += (double)eval_outputs_equity(v, out) / 15.0;
		}
	return sum;
}

static int
net(const struct variant *v, const char *path, unsigned games)
{
	static struct eval e;
	const struct player self = { .kind = PLAYER_NET, .e = &e };
	double off = 0.0, lost = 0.0, squares = 0.0;
	unsigned seen = 0;
	struct rng r;

	player_load_net(&e, v, path);
	rng_seed(&r, 1);
	for (unsigned g = 0; g < games; g++) {
		double in_game = 0.0;
		struct match_state m;

		player_start_position(&m, v, &r);
		for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
			static struct hyper_plays p;
			enum seat turn = m.turn;
			enum outcome outcome;
			struct hyper_position l;
			float best;

			leaf_of(&m.board, turn, &l);
			if (m.phase == PH_ROLL) {
				const struct eval_position at = {
					.variant = v, .board = &m.board, .turn = turn
				};
				float out[NET_OUTPUTS];

				eval_outputs(&e, &at, out);
				off += fabs((double)(eval_outputs_equity(v, out) -
						     equity[side_of(l.me)][side_of(l.other)]));
				seen++;
				m.dice = player_roll(&r);
				m.phase = PH_MOVE;
			}
			hyper_plays_of(&l, m.dice.d[0], m.dice.d[1], &p);
			(void)best_leaf(&p, &best);
			outcome = player_step(&self, &m, &r);
			leaf_of(&m.board, turn, &l);
			in_game += (double)(best - leaf_equity(&l));
			if (outcome != OUTCOME_NONE)
				break;
		}
		lost += in_game;
		squares += in_game * in_game;
	}
	lost /= games;
	printf("%s: off by %.4f on average (%u positions), loses %.4f a game of both sides, "
	       "standard error %.4f; the start: equity %+.4f\n",
	    path, off / seen, seen, lost, sqrt((squares / games - lost * lost) / games),
	    print_start_net(&e, v));
	return 0;
}

int
main(int argc, char **argv)
{
	const struct variant *v = variant_find("hyper");
	const char *what = argc > 1 ? argv[1] : "";

	number_sides();
	nets_tables(&player_tables);
	if (strcmp(what, "solve") == 0 && argc == 3)
		return solve_and_write(v, argv[2]);
	if (argc >= 3)
		load_table(v, argv[2]);
	if (strcmp(what, "start") == 0 && argc == 3)
		return print_start_table(v);
	if (strcmp(what, "net") == 0 && argc >= 4)
		return net(v, argv[3], argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 20000);
	(void)fprintf(stderr, "usage: see the head of tests/tools/gammonhyper.c\n");
	return 2;
}
