/* SPDX-License-Identifier: MIT */
/* gammonduel: measures the weights of eval/nets.
 *
 *     gammonduel duel GAME A B [games=N] [seed=N] [luck=0]
 *     gammonduel rollout GAME FILE [positions=N] [games=N] [seed=N] > EXAM
 *     gammonduel exam GAME EXAM A
 *
 * duel: A and B are files of weights, "random", "pips" (fewest pips), "hand" (a few rules of
 * thumb), with "@1" after a file for one ply, "exact:TABLE", which plays Hyper Backgammon
 * perfectly, or "gnubg:PORT", a gnubg that listens on that port (its `external` command).  Each
 * seed is played twice with seats exchanged; such a pair is one sample.  luck=0: subtracts the
 * luck of the rolls, as estimated by A's net, from the points (players.h).
 *
 * rollout: makes an exam, which consists of positions with dice from games of the net against
 * itself, and the equities of the net's best plays.  Each play is played out `games` times,
 * with the same dice for all plays of a position. exam: measures the equity that A loses by its
 * choices in these positions. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "eval/eval.h"
#include "tests/support/nets.h"
#include "tests/support/options.h"
#include "tests/support/players.h"

static char **args;

/* ---- exams ---- */

#define LISTED 6u
#define SIDES 2u * PT_COUNT

/* A line of an exam: the board, with one base-36 digit for each point in the mover's and then
 * the opponent's own numbering; the dice; then, for each play, the board after the play and its
 * equity. */
struct question {
	char board[SIDES + 1];
	unsigned d1, d2, n;
	char after[LISTED][SIDES + 1];
	double equity[LISTED];
};

static void
board_text(const struct board *b, enum seat me, char text[SIDES + 1])
{
	for (unsigned i = 0; i < SIDES; i++) {
		unsigned n = b->at[i < PT_COUNT ? me : seat_other(me)][i % PT_COUNT];

		text[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[n < 36 ? n : 35];
	}
	text[SIDES] = '\0';
}

static void
board_from(struct board *b, const char text[SIDES + 1])
{
	memset(b, 0, sizeof(*b));
	for (unsigned i = 0; i < SIDES; i++)
		b->at[i / PT_COUNT][i % PT_COUNT] =
		    (uint8_t)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
}

/* Plays the game out from m, a position after the mover's play. */
static double
play_out(
    const struct player *self, const struct match_state *from, enum seat mover, uint64_t seed)
{
	struct match_state m = *from;
	float out[NET_OUTPUTS];
	struct rng dice;

	rng_seed(&dice, seed);
	for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
		enum seat turn = m.turn;
		enum outcome outcome;

		if (m.phase == PH_ROLL) {
			m.dice = player_roll(&dice);
			m.phase = PH_MOVE;
		}
		outcome = player_step(self, &m, &dice);
		if (outcome == OUTCOME_NONE)
			continue;
		eval_outputs_over(m.variant, &m.board, eval_winner(outcome, turn), mover, out);
		return (double)eval_outputs_equity(m.variant, out);
	}
	return 0.0;
}

/* Finds a position in a game of the net against itself in which the choice is not obvious. */
static unsigned
find_question(const struct player *self, const struct variant *v, struct rng *r,
    struct match_state *m, struct eval_choice best[LISTED])
{
	for (;;) {
		unsigned stop = 1 + rng_below(r, 50), n = 0;

		player_begin(m, v, r);
		for (unsigned ply = 0; ply < stop && m->phase != PH_OVER; ply++) {
			if (m->phase == PH_ROLL)
				m->dice = player_roll(r);
			if (m->phase != PH_NAME)
				m->phase = PH_MOVE;
			n = m->phase == PH_NAME
				? 0
				: eval_rank(self->e, m, 0, &player_work, best, LISTED);
			if (ply + 1 < stop)
				(void)player_step(self, m, r);
		}
		while (
		    n > 1 && best[n - 1].chances.equity < best[0].chances.equity - EVAL_WITHIN)
			n--;
		if (m->phase == PH_MOVE && n > 1)
			return n;
	}
}

static int
command_rollout(const struct variant *v)
{
	static struct eval e;
	const struct player self = { .kind = NET, .e = &e };
	unsigned games = (unsigned)option_number("games", 144);
	uint64_t seed = (uint64_t)option_number("seed", 1);
	struct rng r;

	player_net(&e, v, args[0]);
	rng_seed(&r, seed);
	for (unsigned i = 0; i < (unsigned)option_number("positions", 100); i++) {
		struct match_state m, after[LISTED];
		struct eval_choice best[LISTED];
		char text[SIDES + 1];
		unsigned n = find_question(&self, v, &r, &m, best);

		board_text(&m.board, m.turn, text);
		printf("%s %u %u %u", text, m.dice.d[0], m.dice.d[1], n);
		for (unsigned k = 0; k < n; k++) {
			after[k] = m;
			(void)eval_advance(
			    &after[k], &player_work.space[0].result[best[k].index]);
		}
		for (unsigned k = 0; k < n; k++) {
			double sum = 0.0;

			for (unsigned g = 0; after[k].phase != PH_OVER && g < games; g++)
				sum += play_out(&self, &after[k], m.turn, seed + 1000 * i + g);
			board_text(&after[k].board, m.turn, text);
			printf(" %s %.4f", text,
			    after[k].phase == PH_OVER ? (double)best[k].chances.equity
						      : sum / games);
		}
		printf("\n");
		(void)fflush(stdout);
	}
	return 0;
}

static bool
question_read(FILE *f, struct question *q)
{
	if (fscanf(f, "%54s %u %u %u", q->board, &q->d1, &q->d2, &q->n) != 4 || q->n > LISTED)
		return false;
	for (unsigned k = 0; k < q->n; k++)
		if (fscanf(f, "%54s %lf", q->after[k], &q->equity[k]) != 2)
			return false;
	return true;
}

/* Runs the exam.  A play that is not listed counts as the worst listed one. */
static int
command_exam(const struct variant *v)
{
	static struct eval e;
	FILE *f = fopen(args[0], "r");
	double sum = 0.0, squares = 0.0;
	unsigned n = 0, right = 0;
	struct rng luck;
	struct player pl;
	struct question q;

	if (f == NULL)
		player_fail(args[0], strerror(errno));
	pl = player_of(v, args[1], &e);
	rng_seed(&luck, 1);
	while (question_read(f, &q)) {
		double best = -99.0, worst = 99.0, got = -99.0;
		struct match_state m;
		char text[SIDES + 1];

		match_init(&m, v, 0);
		board_from(&m.board, q.board);
		m.turn = SEAT_0;
		m.phase = PH_MOVE;
		m.dice = (struct dice_pair){ { (uint8_t)q.d1, (uint8_t)q.d2 } };
		(void)player_step(&pl, &m, &luck);
		board_text(&m.board, SEAT_0, text);
		for (unsigned k = 0; k < q.n; k++) {
			best = q.equity[k] > best ? q.equity[k] : best;
			worst = q.equity[k] < worst ? q.equity[k] : worst;
			if (strcmp(text, q.after[k]) == 0)
				got = q.equity[k];
		}
		got = got < worst ? worst : got;
		right += got >= best;
		sum += best - got;
		squares += (best - got) * (best - got);
		n++;
	}
	(void)fclose(f);
	if (n == 0)
		player_fail(args[0], "no questions");
	sum /= n;
	printf(
	    "%s: %s on %u questions: loses %.4f each, standard error %.4f, best play %.1f%%\n",
	    v->name, args[1], n, sum, sqrt((squares / n - sum * sum) / n), 100.0 * right / n);
	return 0;
}

static int
command_duel(const struct variant *v)
{
	static struct eval e[2];
	struct player pl[2];
	const bool luck = option_number("luck", 1) > 0;
	struct score s;

	for (unsigned i = 0; i < 2; i++)
		pl[i] = player_of(v, args[i], &e[i]);
	if (!luck && pl[0].e == NULL)
		player_fail(args[0], "luck=0 needs a net");
	s = player_duel(v, pl, luck ? NULL : pl[0].e, (unsigned)option_number("games", 1000),
	    (uint64_t)option_number("seed", 1));
	printf("%s: %s against %s%s: %+.4f points a game, standard error %.4f, wins %.2f%%\n",
	    v->name, args[0], args[1], luck ? "" : " without luck", s.points, s.error,
	    100 * s.wins);
	return 0;
}

static const struct command {
	const char *name;
	int (*run)(const struct variant *v);
	int files;
	const char *options;
} COMMANDS[] = {
	{ "duel", command_duel, 2, "games# seed# luck#" },
	{ "rollout", command_rollout, 1, "positions# games# seed#" },
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
	for (unsigned i = 0; i < ARRAY_LEN(COMMANDS); i++) {
		const struct command *c = &COMMANDS[i];

		if (strcmp(argv[1], c->name) != 0)
			continue;
		options_of(argc - 3, args, c->files, c->files, c->options);
		return c->run(v);
	}
	player_fail(argv[1], "no such command");
}
