/* SPDX-License-Identifier: MIT */
/* gammonduel: measures the weights of eval/nets.
 *
 *     gammonduel duel GAME A B [games=N] [seed=N] [luck=0]
 *     gammonduel rollout GAME A about=SUBJECT [positions=N] [plays=N] [error=X] [games=N]
 *                       [seed=N]
 *     gammonduel exam GAME EXAM A
 *
 * duel: A and B are each a file of weights (with "@1" appended for one ply), "random", "pips"
 * (fewest pips), "hand" (a few rules of thumb), "exact:TABLE", which plays Hyper Backgammon
 * perfectly, or "gnubg:PORT", a gnubg that listens on that port (its `external` command).  Each
 * seed is played twice with seats exchanged; such a pair is one sample.  luck=0: subtracts the
 * luck of the rolls, as estimated by A's net, from the points (players.h).
 *
 * rollout: prints questions of an exam: positions with dice from games of the net A against
 * itself, and the equities of up to `plays` (four) of the net's best plays.  Each play is
 * played out by A with the luck of the rolls removed, at most `games` times, until its standard
 * error is `standard_error` or less; all plays of a position get the same dice.  SUBJECT:
 * "race" (not in the bear-off table), "random-race" (the same, but placed at random), "bearoff"
 * (in the table), "back" (one side holds two points in the opponent's home with at least five
 * checkers there) or "contact" (the rest).  Games with pins have no exams.
 *
 * exam: measures, by subject, the error of A's equities of these plays, and the equity that A
 * loses by its choices. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "eval/rollout.h"
#include "tests/support/exam.h"
#include "tests/support/nets.h"
#include "tests/support/options.h"
#include "tests/support/players.h"

static char **args;

/* ---- exams ---- */

#define GAMES_MIN 12u

static bool
holds_back_game(const struct board *b, enum seat seat)
{
	unsigned points = 0, men = 0;

	for (unsigned p = 19; p <= 24; p++) {
		men += b->at[seat][p];
		points += b->at[seat][p] >= 2;
	}
	return points >= 2 && men >= 5;
}

static enum exam_subject
exam_subject_of(const struct match_state *m)
{
	const struct eval_position p = eval_position_of(m);

	if (inputs_phase(&p) == EVAL_PHASE_RACE)
		return eval_in_bearoff_table(&p) ? BEAROFF : RACE;
	return holds_back_game(&m->board, SEAT_0) || holds_back_game(&m->board, SEAT_1)
		   ? BACK_GAME
		   : CONTACT;
}

/* Plays games of the net against itself, each for a random number of plays below 90, until it
 * finds a position and a roll whose best play leads to a position of subject `about`.  Returns
 * the number of plays in `best`. */
static unsigned
find_question(struct eval *e, const struct variant *v, enum exam_subject about, struct rng *r,
    struct match_state *m, struct eval_choice best[EXAM_PLAYS])
{
	const struct player self = { .kind = PLAYER_NET, .e = e };
	const bool placed = about == RANDOM_RACE;

	for (;;) {
		unsigned left = placed ? 0 : rng_below(r, 90), n;
		struct match_state after;

		player_start_position(m, v, r);
		if (placed)
			player_random_race(m, r);
		for (; left > 0 && m->phase != PH_OVER; left--) {
			if (m->phase == PH_ROLL)
				m->dice = player_roll(r);
			if (m->phase != PH_NAME_DOUBLE)
				m->phase = PH_MOVE;
			(void)player_step(&self, m, r);
		}
		if (m->phase == PH_OVER || m->phase == PH_NAME_DOUBLE)
			continue;
		if (m->phase == PH_ROLL)
			m->dice = player_roll(r);
		m->phase = PH_MOVE;
		n = eval_rank_plays(e, m, 0, &player_work, best, EXAM_PLAYS);
		while (n > 1 &&
		       best[n - 1].chances.equity < best[0].chances.equity - EVAL_DEEP_WITHIN)
			n--;
		after = *m;
		if (n > 1 &&
		    eval_apply_play(&after, &player_work.move_space[0].result[best[0].index]) ==
			OUTCOME_NONE &&
		    exam_subject_of(&after) == (placed ? RACE : about))
			return n;
	}
}

/* Plays r out until the result is exact enough.  Returns the equity, and the square of its
 * standard error. */
static double
roll_out(const struct player *self, struct rollout *r, uint64_t seed, double *error2_out)
{
	const double error = option_number("error", 0.005);
	const unsigned games = (unsigned)option_number("games", 1296);

	do {
		(void)rollout_play_game(r, self->e, self->plies, seed + r->games, &player_work);
		*error2_out = rollout_standard_error(r) * rollout_standard_error(r);
	} while (r->games < games && (r->games < GAMES_MIN || *error2_out > error * error));
	return rollout_mean_equity(r);
}

static int
command_rollout(const struct variant *v)
{
	static struct eval e;
	const struct player self = player_parse(v, args[0], &e);
	const enum exam_subject about = exam_subject_named(option_text("about", "race"));
	const uint64_t seed = (uint64_t)option_number("seed", 1);
	const unsigned plays = (unsigned)option_number("plays", EXAM_PLAYS);
	struct rng r;

	if (self.e == NULL)
		player_die(args[0], "not a net");
	rng_seed(&r, seed);
	for (unsigned i = 0; i < (unsigned)option_number("positions", 100); i++) {
		struct match_state m;
		struct rollout rollout[EXAM_PLAYS];
		struct eval_choice best[EXAM_PLAYS];
		double equity[EXAM_PLAYS], error2[EXAM_PLAYS], all = 0.0;
		unsigned n = find_question(self.e, v, about, &r, &m, best);

		n = n < plays ? n : plays;
		for (unsigned k = 0; k < n; k++)
			rollout_begin_play(
			    &rollout[k], &m, &player_work.move_space[0].result[best[k].index]);
		for (unsigned k = 0; k < n; k++) {
			equity[k] = roll_out(
			    &self, &rollout[k], (seed << 40) + ((uint64_t)i << 20), &error2[k]);
			all += error2[k] / n;
		}
		printf("%s ", EXAM_SUBJECT[about]);
		exam_board_print(&m.board, m.turn);
		printf(" %u %u %.4f", m.dice.d[0], m.dice.d[1], sqrt(all));
		for (unsigned k = 0; k < n; k++) {
			putchar(' ');
			exam_board_print(&rollout[k].start_state.board, m.turn);
			printf(" %.4f", equity[k]);
		}
		printf("\n");
		(void)fflush(stdout);
	}
	return 0;
}

static void
print_exam_marks(const char *subject, const struct exam_marks *k)
{
	const double n = k->questions, off2 = k->square_error / n, lost = k->equity_lost / n;

	printf("%-12s %5u questions, %5u plays known to %.4f: equity off by %.4f (rms) +- "
	       "%.4f, mean %+.4f; loses %.5f +- %.5f a choice, best play %.1f%%\n",
	    subject, k->questions, k->plays, sqrt(k->standard_error2 / n), sqrt(off2),
	    off2 > 0 ? sqrt((k->square_error2 / n - off2 * off2) / n / off2) / 2.0 : 0.0,
	    k->off / k->plays, lost, sqrt((k->equity_lost2 / n - lost * lost) / n),
	    100.0 * k->best_chosen / n);
}

static int
command_exam(const struct variant *v)
{
	static struct eval e;
	const struct player pl = player_parse(v, args[1], &e);
	struct exam_marks marks[EXAM_SUBJECTS] = { 0 };
	FILE *f = fopen(args[0], "r");
	struct exam_question q;

	if (f == NULL)
		player_die(args[0], strerror(errno));
	while (exam_read(f, v, &q))
		exam_mark(&pl, &q, &marks[q.subject]);
	(void)fclose(f);
	for (unsigned s = 0; s < EXAM_SUBJECTS; s++)
		if (marks[s].questions > 0)
			print_exam_marks(EXAM_SUBJECT[s], &marks[s]);
	return 0;
}

static int
command_duel(const struct variant *v)
{
	static struct eval e[2];
	struct player pl[2];
	const bool luck = option_number("luck", 1) > 0;
	struct duel_score s;

	for (unsigned i = 0; i < 2; i++)
		pl[i] = player_parse(v, args[i], &e[i]);
	if (!luck && pl[0].e == NULL)
		player_die(args[0], "luck=0 needs a net");
	s = player_duel(v, pl, luck ? NULL : pl[0].e, (unsigned)option_number("games", 1000),
	    (uint64_t)option_number("seed", 1));
	printf("%s: %s against %s%s: %+.4f points a game, standard error %.4f, wins %.2f%%\n",
	    v->name, args[0], args[1], luck ? "" : " without luck", s.points_per_game,
	    s.standard_error, 100 * s.wins);
	return 0;
}

static const struct command {
	const char *name;
	int (*run)(const struct variant *v);
	int n_arguments;
	const char *option_names;
} SUBCOMMANDS[] = {
	{ "duel", command_duel, 2, "games# seed# luck#" },
	{ "rollout", command_rollout, 1, "about= positions# plays# error# games# seed#" },
	{ "exam", command_exam, 2, "" },
};

int
main(int argc, char **argv)
{
	const struct variant *v = argc >= 3 ? variant_find(argv[2]) : NULL;

	if (v == NULL || v->cycle != NULL) {
		fprintf(stderr, "usage: see the head of tests/tools/gammonduel.c\n");
		return 2;
	}
	args = argv + 3;
	nets_tables(&player_tables);
	for (unsigned i = 0; i < ARRAY_LEN(SUBCOMMANDS); i++) {
		const struct command *c = &SUBCOMMANDS[i];

		if (strcmp(argv[1], c->name) != 0)
			continue;
		options_parse(argc - 3, args, c->n_arguments, c->n_arguments, c->option_names);
		return c->run(v);
	}
	player_die(argv[1], "no such command");
}
