/* SPDX-License-Identifier: MIT */
/* Plays matches, with the cube, between the server's bots and gnubg.
 *
 *   gnubgmatches PLACE GRADE MATCHES [LENGTH [SEED]]     PLACE as in the configuration
 *
 * GRADE: a key of common/eval/grades.def.  gnubg plays with the settings made before its
 * `external` command.  A second result excludes luck: the luck of the rolls in match winning
 * chances is subtracted (eval/analysis.h).  Luck averages zero, so fewer matches are needed to
 * show which side is stronger. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "bot/evaluators.h"
#include "bot/gnubg.h"
#include "eval/analysis.h"
#include "rules/match.h"
#include "tests/support/botplay.h"

static struct brain *brain;
static struct gnubg *gnubg;
static struct evaluators *evaluators;
static struct eval_scratch work;
static struct move_space space;

#define PAUSE_MS_MAX 60000 /* pause after a late answer */
#define TRIES 20u

static int64_t clock_ahead_ms;

static int64_t
clock_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000 + clock_ahead_ms;
}

static const struct eval *
evaluator(void *ctx, const struct variant *v)
{
	(void)ctx;
	return evaluators_get(evaluators, v);
}

static bool
has_a_choice(const struct match_state *m, enum seat seat)
{
	if (m->resign_by != SEAT_NONE)
		return false;
	if (m->phase == PH_DOUBLED)
		return m->score[m->doubler] + m->offered_cube / 2 < m->length;
	return m->phase == PH_MOVE || match_may_double(m, seat);
}

/* Sets the line to gnubg's answer, or to the only legal answer if there is no choice. */
static void
ask_gnubg(struct thought *t)
{
	t->line[0] = '\0';
	if (!has_a_choice(&t->state, t->seat)) {
		brain_any_legal_command(t, &space);
		return;
	}
	for (unsigned i = 0; i < TRIES; i++) {
		gnubg_improve_thought(gnubg, t);
		if (t->line[0] != '\0')
			return;
		clock_ahead_ms += PAUSE_MS_MAX;
	}
	(void)fputs("gnubgmatches: gnubg does not answer\n", stderr);
	exit(1);
}

/* Returns whether the bot has won; *luck_out: its luck in match winning chances. */
static bool
play(unsigned length, enum bot_grade grade, enum seat ours, struct rng *dice, double *luck_out)
{
	const struct analysis_tools tools = { .cube_table = evaluators_cube_table(evaluators),
		.scratch = &work,
		.plies = 1,
		.find_evaluator = evaluator };
	struct match_state m;

	*luck_out = 0;
	match_init(&m, VARIANT_FIBS, length);
	while (m.phase != PH_OVER) {
		const struct match_state before = m;
		struct thought t = { .state = m, .grade = grade };
		struct match_events ev;
		struct analysis x;
		struct action a;

		if (m.phase == PH_BETWEEN_GAMES) {
			a = botplay_start(&m, dice);
		} else {
			t.seat = match_to_act(&m);
			t.state.o = t.seat;
			if (t.seat == ours)
				brain_think(brain, &t);
			else
				ask_gnubg(&t);
			a = botplay_action(&t, dice, &space);
		}
		if (match_apply(&m, &a, &space, &ev).err != MATCH_OK) {
			(void)fprintf(stderr, "gnubgmatches: refused: %s\n", t.line);
			exit(1);
		}
		if (a.kind != ACT_START && a.kind != ACT_ROLL)
			continue;
		analysis_judge_action(&tools, &before, &a, &m, &x);
		*luck_out += (x.roller == ours ? 1.0 : -1.0) * (double)x.luck_worth;
	}
	return m.winner == ours;
}

int
main(int argc, char **argv)
{
	const enum bot_grade grade = argc > 2 ? grade_find(argv[2]) : GRADE_NONE;
	const unsigned matches = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
	const unsigned length = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 5;
	double sum = 0, squares = 0;
	struct external_address place;
	struct external *x;
	unsigned won = 0;
	struct rng dice;

	if (matches == 0 || !external_parse_address(argv[1], &place) || grade == GRADE_NONE ||
	    length < 1 || length > MATCH_LENGTH_MAX) {
		(void)fputs(
		    "usage: gnubgmatches PLACE GRADE MATCHES [LENGTH [SEED]]\n", stderr);
		return 2;
	}
	x = external_new(&place, clock_ms);
	gnubg = gnubg_new(x);
	brain = brain_new();
	evaluators = evaluators_new();
	CHECK(x != NULL && gnubg != NULL && brain != NULL && evaluators != NULL);
	CHECK(evaluators_get(evaluators, VARIANT_FIBS) != NULL);
	rng_seed(&dice, argc > 5 ? strtoul(argv[5], NULL, 10) : 1);
	for (unsigned i = 1; i <= matches; i++) {
		double luck, fair;
		bool wins = play(length, grade, i % 2 == 0 ? SEAT_0 : SEAT_1, &dice, &luck);

		won += wins;
		fair = (wins ? 1.0 : 0.0) - luck;
		sum += fair;
		squares += fair * fair;
		if (i % 20 != 0 && i != matches)
			continue;
		printf("%u matches to %u: won %.2f %%, standard error %.2f; without luck "
		       "%.2f %%, standard error %.2f\n",
		    i, length, 100.0 * won / i,
		    100 * sqrt((double)won / i * (1.0 - (double)won / i) / i), 100 * sum / i,
		    100 * sqrt((squares / i - sum / i * sum / i) / i));
		(void)fflush(stdout);
	}
	gnubg_free(&gnubg);
	external_free(&x);
	brain_free(&brain);
	evaluators_free(&evaluators);
	return 0;
}
