/* SPDX-License-Identifier: MIT */
/* gammonspeed: measures evaluations per second on one core, and the time of a turn at each
 * number of plies, in positions from games of a net against itself.
 *
 *     gammonspeed GAME FILE [POSITIONS]     FILE: weights */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/rng.h"
#include "eval/eval.h"
#include "tests/support/nets.h"
#include "tests/support/players.h"

static struct eval e;

static double
cpu_seconds(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int
compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

#define POSITIONS_MAX 20000u
#define EVALUATIONS_EACH 20u /* evaluations of each position */

int
main(int argc, char **argv)
{
	const struct variant *v = argc >= 3 ? variant_find(argv[1]) : NULL;
	unsigned n = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 2000, have = 0;
	const struct player self = { .kind = PLAYER_NET, .e = &e };
	static struct match_state at[POSITIONS_MAX]; /* positions with dice */
	static double took[POSITIONS_MAX];
	struct eval_chances c;
	struct rng r;
	double began;

	if (v == NULL || v->cycle != NULL || n == 0 || n > POSITIONS_MAX)
		player_die("usage", "gammonspeed GAME FILE [POSITIONS]");
	nets_tables(&player_tables);
	player_load_net(&e, v, argv[2]);
	rng_seed(&r, 1);
	while (have < n) {
		struct match_state m;

		player_start_position(&m, v, &r);
		for (unsigned ply = 0; ply < PLIES_MAX && have < n; ply++) {
			if (m.phase == PH_ROLL) {
				m.dice = player_roll(&r);
				m.phase = PH_MOVE;
			}
			if (m.phase == PH_MOVE)
				at[have++] = m;
			if (player_step(&self, &m, &r) != OUTCOME_NONE)
				break;
		}
	}
	began = cpu_seconds();
	for (unsigned k = 0; k < EVALUATIONS_EACH; k++)
		for (unsigned i = 0; i < n; i++) {
			const struct eval_position p = { v, &at[i].board, at[i].turn,
				{ at[i].score_streak[0], at[i].score_streak[1] } };

			eval_chances(&e, &p, &c);
		}
	printf("%s: %.0f evaluations in a second of a core\n", v->name,
	    n * EVALUATIONS_EACH / (cpu_seconds() - began));
	for (unsigned plies = 0; plies <= EVAL_PLIES_MAX; plies++) {
		unsigned some = plies == EVAL_PLIES_MAX && n > 200 ? 200 : n;
		double sum = 0;

		for (unsigned i = 0; i < some; i++) {
			struct eval_choice best;

			began = cpu_seconds();
			(void)eval_rank_plays(
			    &e, &at[n - 1 - i], plies, &player_work, &best, 1);
			took[i] = cpu_seconds() - began;
			sum += took[i];
		}
		qsort(took, some, sizeof(*took), compare_doubles);
		printf(
		    "a turn at %u plies: %.3f ms on average, 99 %% below %.3f ms (%u rolls)\n",
		    plies, 1000 * sum / some, 1000 * took[(some * 99 + 99) / 100 - 1], some);
	}
	return 0;
}
