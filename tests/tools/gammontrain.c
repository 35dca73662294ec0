/* SPDX-License-Identifier: MIT */
/* gammontrain: trains the weights of eval/nets; gammonduel measures them.
 *
 *     gammontrain train GAME [out=FILE] [seed=N] [hidden=N] [race=N] [games=N] [report=GAMES]
 *                            [duels=0] [rate=X] [lambda=X] [start=FILE] [against=PLAYER]
 *     gammontrain collect GAME FILE OUT [seed=N] [positions=N] [races=1] [back=1] [lambda=X]
 *                            [exact=TABLE]
 *     gammontrain label backgammon OUT RACES [mixed=N] [seed=N]
 *     gammontrain compare GAME A B POSITIONS...
 *     gammontrain learn GAME OUT POSITIONS... [seed=N] [hidden=N] [race=N] [epochs=N] [rate=X]
 *                            [start=FILE] [phase=contact|race] [keep=1]
 *
 * train: a net plays against itself, and each position learns the value of the next position
 * (temporal differences; with lambda, also the values of later positions).  FILE.state holds
 * the whole state at the last report; the same command continues from it. duels=0: reports do
 * not measure strength.  against: plays against this player (named as in gammonduel.c) instead
 * of itself.  The resulting net only maximises wins (or points, in games where checkers count)
 * against that player, and is of no other use.
 *
 * collect: writes positions from games of FILE against itself, with their values.  A value is
 * the mean over all 21 rolls of the net's value after its best play, plus the errors found in
 * the same way later in the game, weighted by lambda.  Without races=1, only positions before
 * the race are written; with races=2, only races that the bear-off table does not cover, a
 * quarter of them from random positions.  With back=1 (backgammon only), games begin with one
 * side holding two points in the other's home; later, only best plays are made, so that with
 * lambda=1 the values are results of whole games up to the race, without luck.  exact: the
 * values are taken from gammonhyper's table (Hyper Backgammon only).
 *
 * label: sets the value of each collected race to the nearly exact one of
 * tests/support/onesided.h; races that it does not cover keep their values.  With mixed=N, also
 * writes up to N races for each, between sides of other races that need about as many rolls, so
 * that a net cannot learn the pairs by heart.
 *
 * compare: measures how far the equities of A and B are from the values of collected positions,
 * and how the mean squares differ.  Neither net may have learnt these positions.
 *
 * learn: learns new weights from these positions, in batches and several epochs, with Adam
 * (Kingma and Ba, arXiv:1412.6980). phase: learns the weights of this phase only, and takes the
 * others from `start`.  keep=1: begins with the weights of `start`, not with random ones.
 *
 * The result depends only on the arguments. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "eval/eval.h"
#include "tests/support/hyper.h"
#include "tests/support/nets.h"
#include "tests/support/onesided.h"
#include "tests/support/options.h"
#include "tests/support/players.h"

static int n_args;
static char **args;

/* ---- files ---- */

static void
file_write(const char *path, const void *bytes, size_t n)
{
	char tmp[4096];
	FILE *f;

	(void)snprintf(tmp, sizeof(tmp), "%s.new", path);
	f = fopen(tmp, "wb");
	if (f == NULL || fwrite(bytes, 1, n, f) != n || fclose(f) != 0 ||
	    rename(tmp, path) != 0)
		player_die(path, strerror(errno));
}

static void
net_file_write(const char *path, const struct eval *e)
{
	static unsigned char bytes[EVAL_FILE_MAX];

	file_write(path, bytes, eval_store(e, bytes));
}

/* ---- common to both ways of learning ---- */

static struct trainer {
	struct eval e;
	struct rng rng;
	uint64_t games;
	double loss_since_report; /* loss since the last report */
	uint64_t n_lessons;
} tr;

static const struct hyper_table *exact_table;

static void
randomize_net(enum eval_phase phase, unsigned hidden)
{
	struct net *n = &tr.e.net[phase];

	if (hidden == 0 || hidden > NET_HIDDEN_MAX || hidden % NET_HIDDEN_STEP != 0)
		player_die("hidden, race", "64 to 512 units, in steps of 64");
	n->inputs = inputs_count(tr.e.variant, phase);
	n->hidden = hidden;
	for (unsigned i = 0; i < n->inputs * hidden; i++)
		n->in[i] = ((float)rng_below(&tr.rng, 20001) - 10000.0f) * 1e-5f;
	for (unsigned o = 0; o < NET_OUTPUTS; o++)
		for (unsigned h = 0; h < hidden; h++)
			n->out[o][h] = ((float)rng_below(&tr.rng, 20001) - 10000.0f) * 1e-5f;
	memset(n->out_bias, 0, sizeof(n->out_bias));
}

static void
randomize_nets(void)
{
	randomize_net(EVAL_PHASE_CONTACT, (unsigned)option_number("hidden", 128));
	randomize_net(EVAL_PHASE_RACE, (unsigned)option_number("race", 64));
}

/* Returns one of the games that share the weights file. */
static const struct variant *
random_start_variant(const struct variant *v)
{
	unsigned n = rng_below(&tr.rng, 20);

	if (strcmp(v->name, "backgammon") != 0)
		return v;
	return n < 14 ? v : variant_find(n < 19 ? "nackgammon" : "longgammon");
}

typedef float vec __attribute__((vector_size(32), aligned(4), may_alias));

/* Adds the gradient of one position's cross-entropy, times `part`, to the weights of *g.
 * `back` holds the hidden units' shares of the error. */
__attribute__((target("avx2,fma"))) static void
add_gradient(const struct net *n, const struct net_inputs *x, const float *target, float part,
    struct net *g)
{
	float hidden[NET_HIDDEN_MAX] __attribute__((aligned(32))), outs[1][NET_OUTPUTS];
	const float *out = outs[0];
	float back[NET_HIDDEN_MAX] __attribute__((aligned(32)));
	const vec *h = (const vec *)hidden;
	vec *b = (vec *)back;

	net_run(n, x, 1, true, hidden, outs);
	memset(back, 0, sizeof(back));
	tr.n_lessons++;
	for (unsigned o = 0; o < NET_OUTPUTS; o++) {
		const float d = target[o] - out[o];
		const vec *w = (const vec *)n->out[o];
		vec *to = (vec *)g->out[o];

		tr.loss_since_report += (double)(d * d);
		for (unsigned i = 0; i < n->hidden / 8; i++) {
			b[i] += part * d * w[i];
			to[i] += part * d * h[i];
		}
		g->out_bias[o] += part * d;
	}
	for (unsigned i = 0; i < n->hidden / 8; i++)
		b[i] *= h[i] * (1.0f - h[i]);
	for (unsigned from = 0; from < n->hidden; from += NET_HIDDEN_STEP)
		for (unsigned k = 0; k < x->n; k++) {
			vec *row = (vec *)&g->in[net_weight_index(n, x->at[k], from)];

			for (unsigned i = 0; i < NET_HIDDEN_STEP / 8; i++)
				row[i] += x->value[k] * b[from / 8 + i];
		}
}

/* ---- temporal differences ---- */

struct lesson {
	struct match_state m; /* before the roll */
	float target[NET_OUTPUTS];
};

static void
train_position(const struct match_state *m, const float *target, float rate)
{
	const struct eval_position p = eval_position_of(m);
	enum eval_phase phase = inputs_phase(&p);
	struct net *n = &tr.e.net[phase];
	struct net_inputs x;

	inputs_compute(&player_tables, &p, phase, n->inputs, &x);
	add_gradient(n, &x, target, rate, n);
}

/* The positions of a game before each roll, with their targets. */
static struct lesson game_lessons[PLIES_MAX];

/* Trains the net on each position of a game.  The target is a mixture: with weight lambda the
 * target of the next position, otherwise the net's value of the next position. */
static void
train_game_lessons(unsigned n, double lambda, float rate)
{
	float rest[NET_OUTPUTS] = { 0 };

	for (unsigned i = n; i-- > 0;) {
		struct lesson *l = &game_lessons[i];

		if (i + 1 < n) {
			if (game_lessons[i + 1].m.turn != l->m.turn)
				eval_outputs_swap_sides(rest);
			for (unsigned o = 0; o < NET_OUTPUTS; o++)
				l->target[o] += (float)lambda * (rest[o] - l->target[o]);
		}
		memcpy(rest, l->target, sizeof(rest));
		train_position(&l->m, l->target, rate);
	}
}

/* Plays one game of the net against itself. */
static void
train_game(const struct variant *v, double lambda, float rate)
{
	const struct player self = { .kind = PLAYER_NET, .e = &tr.e };
	const struct player wild = { .kind = PLAYER_RANDOM };
	unsigned strange = v->no_dice ? 10 : 0; /* one play in `strange` is random; 0: none */
	unsigned n = 0;                         /* length of the course */
	struct match_state m;
	bool known = false; /* game_lessons[n] is the position before this turn's roll */

	player_start_position(&m, v, &tr.rng);
	for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
		bool odd = strange > 0 && rng_below(&tr.rng, strange) == 0;
		enum seat mover = m.turn;
		float *target = game_lessons[n].target;
		enum outcome outcome;

		if (m.phase == PH_ROLL || v->no_dice) {
			game_lessons[n].m = m;
			known = true;
		}
		if (m.phase == PH_ROLL) {
			m.dice = player_roll(&tr.rng);
			m.phase = PH_MOVE;
		}
		outcome = player_step(odd ? &wild : &self, &m, &tr.rng);
		if (outcome != OUTCOME_NONE)
			eval_outputs_at_end(
			    v, &m.board, eval_winner(outcome, mover), mover, target);
		else if (m.phase == PH_ROLL || v->no_dice) {
			const struct eval_position p = eval_position_of(&m);

			eval_outputs(&tr.e, &p, target);
			if (m.turn != mover)
				eval_outputs_swap_sides(target);
		} else
			continue;
		if (known && !odd) {
			if (lambda > 0.0)
				n++;
			else
				train_position(&game_lessons[0].m, target, rate);
		}
		known = false;
		if (outcome != OUTCOME_NONE)
			break;
	}
	train_game_lessons(n, lambda, rate);
}

/* Plays one game against another player.  The net learns how often that player wins from each
 * position in which that player is to move, and nothing about gammons. */
static void
train_against_foe(const struct variant *v, const struct player *foe, double lambda, float rate)
{
	const struct player self = { .kind = PLAYER_NET, .e = &tr.e };
	const struct player blind = { .kind = PLAYER_RANDOM };
	enum seat seat = rng_below(&tr.rng, 2) == 0 ? SEAT_0 : SEAT_1;
	enum outcome outcome = OUTCOME_NONE;
	struct match_state m;
	unsigned n = 0;

	player_start_position(&m, v, &tr.rng);
	for (unsigned ply = 0; ply < PLIES_MAX && outcome == OUTCOME_NONE; ply++) {
		float said[NET_OUTPUTS] = { 0 };
		enum seat mover = m.turn;

		if (m.phase == PH_ROLL) {
			m.dice = player_roll(&tr.rng);
			m.phase = PH_MOVE;
		}
		outcome = player_step(v->no_dice && ply < PLAYER_RANDOM_PLAYS ? &blind
				      : mover == seat                         ? &self
									      : foe,
		    &m, &tr.rng);
		if (outcome != OUTCOME_NONE) {
			eval_outputs_at_end(
			    v, &m.board, eval_winner(outcome, mover), seat_other(seat), said);
		} else if (mover == seat && m.turn != seat) {
			const struct eval_position p = eval_position_of(&m);

			eval_outputs(&tr.e, &p, said);
		} else
			continue;
		if (!eval_counts_checkers(v))
			memset(said + 1, 0, sizeof(said) - sizeof(said[0]));
		if (n > 0)
			memcpy(game_lessons[n - 1].target, said, sizeof(said));
		game_lessons[n++].m = m;
	}
	train_game_lessons(
	    n > 0 ? n - 1 : 0, lambda, rate); /* the last position has no successor */
}

static double
now_seconds(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
report_progress(const struct variant *v, const char *path, double since, struct eval *last)
{
	const struct player self = { .kind = PLAYER_NET, .e = &tr.e };
	const struct player other[] = { { .kind = PLAYER_RANDOM }, { .kind = PLAYER_PIPS },
		{ .kind = PLAYER_RULE_OF_THUMB }, { .kind = PLAYER_NET, .e = last } };
	static const char *const NAME[] = { "random", "pips", "hand", "last" };
	static const unsigned GAMES[] = { 100, 200, 400, 400 };

	printf("%-11s games %8llu %7.0f s  loss %.5f ", v->name, (unsigned long long)tr.games,
	    now_seconds() - since, tr.loss_since_report / (double)(tr.n_lessons + 1));
	for (unsigned i = 0; i < 4 && option_number("duels", 1) > 0; i++) {
		const struct player pl[2] = { self, other[i] };
		struct duel_score s = player_duel(v, pl, NULL, GAMES[i], 77000);

		printf(" %s %+.3f(%.3f) %.1f%%", NAME[i], s.points_per_game, s.standard_error,
		    100 * s.wins);
	}
	printf("\n");
	(void)fflush(stdout);
	tr.loss_since_report = 0.0;
	tr.n_lessons = 0;
	*last = tr.e;
	if (path != NULL) {
		char state[4096];

		(void)snprintf(state, sizeof(state), "%s.state", path);
		net_file_write(path, &tr.e);
		file_write(state, &tr, sizeof(tr));
	}
}

/* Loads the state of an interrupted training run. */
static bool
resume_training(const char *path, const struct variant *v)
{
	char state[4096];
	FILE *f;
	bool ok;

	if (path == NULL)
		return false;
	(void)snprintf(state, sizeof(state), "%s.state", path);
	f = fopen(state, "rb");
	if (f == NULL)
		return false;
	ok = fread(&tr, 1, sizeof(tr), f) == sizeof(tr);
	(void)fclose(f);
	if (!ok)
		player_die(state, "damaged");
	tr.e.variant = v; /* pointers saved by the other process are invalid */
	tr.e.tables = &player_tables;
	return true;
}

static int
command_train(const struct variant *v)
{
	const char *path = option_text("out", NULL), *start = option_text("start", NULL);
	uint64_t games = (uint64_t)option_number("games", 100000);
	uint64_t every = (uint64_t)option_number("report", 20000);
	double rate = option_number("rate", 0.05), since = now_seconds();
	const char *against = option_text("against", NULL);
	static struct eval last, opponent;
	struct player foe = { .kind = PLAYER_NET };

	if (!resume_training(path, v)) {
		randomize_nets();
		if (start != NULL)
			player_load_net(&tr.e, v, start);
	}
	last = tr.e;
	if (against != NULL)
		foe = player_parse(v, against, &opponent);
	while (tr.games < games) {
		double now = rate * pow(0.1, (double)tr.games / (double)games);
		double lambda = option_number("lambda", 0);

		if (against != NULL)
			train_against_foe(random_start_variant(v), &foe, lambda, (float)now);
		else
			train_game(random_start_variant(v), lambda, (float)now);
		if (++tr.games % every == 0 || tr.games == games)
			report_progress(v, path, since, &last);
	}
	return 0;
}

/* ---- collecting ---- */

/* A position before a roll and its value to the side that must roll, as stored in a file, in
 * native byte order. */
struct sample {
	struct board board;
	uint8_t turn, six_streak[2];
	float target[NET_OUTPUTS];
};

/* Consecutive positions of a game, with the net's value of each. */
static struct played_position {
	struct sample s;
	float net_outputs[NET_OUTPUTS];
} game_positions[PLIES_MAX];
static unsigned n_game_positions;

static FILE *sample_file;
static uint64_t samples_written;

static void
sample_write(const struct sample *s)
{
	if (fwrite(s, sizeof(*s), 1, sample_file) != 1)
		player_die("the positions", strerror(errno));
	samples_written++;
}

/* Sets the target to the exact value if there is a table, otherwise to the net's value of the
 * next position, averaged over all rolls. */
static void
game_position_of(struct played_position *st, const struct match_state *m)
{
	const struct eval_position p = eval_position_of(m);

	memset(st, 0, sizeof(*st));
	st->s.board = m->board;
	st->s.turn = (uint8_t)m->turn;
	memcpy(st->s.six_streak, m->score_streak, sizeof(st->s.six_streak));
	eval_outputs(&tr.e, &p, st->net_outputs);
	if (exact_table != NULL)
		hyper_outputs(exact_table, &m->board, m->turn, st->s.target);
	else
		eval_expected_outputs(&tr.e, m, 0, &player_work.move_space[1], st->s.target);
}

/* Adds the net's errors in later positions, weighted by lambda, to each target, and writes the
 * samples.  The errors are not distorted by dice, because each is a mean over all rolls. */
static void
write_game_samples(double lambda)
{
	float wrong[NET_OUTPUTS] = { 0 };

	for (unsigned i = n_game_positions; i-- > 0;) {
		struct played_position *st = &game_positions[i];

		if (i + 1 < n_game_positions && game_positions[i + 1].s.turn != st->s.turn) {
			const float w[NET_OUTPUTS] = { -wrong[0], wrong[3], wrong[4], wrong[1],
				wrong[2] };

			memcpy(wrong, w, sizeof(w));
		}
		for (unsigned o = 0; o < NET_OUTPUTS; o++) {
			float here = st->s.target[o] - st->net_outputs[o];

			st->s.target[o] += (float)lambda * wrong[o];
			wrong[o] = (float)lambda * wrong[o] + here;
		}
		sample_write(&st->s);
	}
	n_game_positions = 0;
}

/* Alternatives to the best play: at most CHOICES_MAX, at most CHOICE_EQUITY_LOSS worse in
 * equity. */
#define CHOICES_MAX 12u
#define CHOICE_EQUITY_LOSS 0.25f

static void
collect_after_other_play(
    const struct match_state *m, const struct eval_choice *play, bool races)
{
	struct match_state other = *m;
	struct eval_position p;
	struct played_position st;

	if (eval_apply_play(&other, &player_work.move_space[0].result[play->index]) !=
		OUTCOME_NONE ||
	    (other.phase != PH_ROLL && !other.variant->no_dice))
		return;
	p = eval_position_of(&other);
	if (!races && inputs_phase(&p) == EVAL_PHASE_RACE)
		return;
	game_position_of(&st, &other);
	sample_write(&st.s);
}

/* Plays a game, and records its positions after a partly random beginning, which leads to
 * positions of all kinds.  Often also records a position after a worse play. */
static void
collect_game(const struct variant *v, bool races, bool back, double lambda)
{
	const struct player self = { .kind = PLAYER_NET, .e = &tr.e };
	unsigned begin = rng_below(&tr.rng, back ? 20 : 40);
	struct match_state m;

	player_start_position(&m, v, &tr.rng);
	if (back)
		player_back_game(&m, &tr.rng);
	for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
		const struct eval_position p = eval_position_of(&m);
		struct eval_choice best[CHOICES_MAX];
		unsigned n, choice = 0;

		if (!races && inputs_phase(&p) == EVAL_PHASE_RACE)
			break;
		if (ply >= begin && (m.phase == PH_ROLL || v->no_dice))
			game_position_of(&game_positions[n_game_positions++], &m);
		if (m.phase == PH_ROLL) {
			m.dice = player_roll(&tr.rng);
			m.phase = PH_MOVE;
		}
		n = m.phase == PH_NAME_DOUBLE
			? 0
			: eval_rank_plays(&tr.e, &m, 0, &player_work, best, CHOICES_MAX);
		if (n == 0) {
			if (player_step(&self, &m, &tr.rng) != OUTCOME_NONE)
				break;
			continue;
		}
		while (n > 1 &&
		       best[n - 1].chances.equity < best[0].chances.equity - CHOICE_EQUITY_LOSS)
			n--;
		if (back && ply >= begin)
			n = 1;
		if (n > 1 && ply >= begin && rng_below(&tr.rng, 2) == 0)
			collect_after_other_play(
			    &m, &best[1 + rng_below(&tr.rng, n - 1)], races);
		if (n > 1 && rng_below(&tr.rng, ply < begin ? 4 : 25) == 0) {
			write_game_samples(lambda); /* a worse play follows, so later errors say
						 nothing about these positions */
			choice = 1 + rng_below(&tr.rng, n - 1);
		}
		if (eval_apply_play(&m,
			&player_work.move_space[0].result[best[choice].index]) != OUTCOME_NONE)
			break;
	}
	write_game_samples(lambda);
}

/* Plays the race of m until the bear-off table covers it, and writes its positions.  Often
 * does the same again from the position after a worse play, so that every value includes the
 * errors of a whole race. */
static void
collect_race(struct match_state m, double lambda)
{
	struct match_state other;
	bool more = true;

	for (; more; m = other) {
		struct eval_position p = eval_position_of(&m);

		for (more = false; m.phase != PH_OVER && !eval_in_bearoff_table(&p);) {
			struct eval_choice best[CHOICES_MAX];
			unsigned n;

			game_position_of(&game_positions[n_game_positions++], &m);
			m.dice = player_roll(&tr.rng);
			m.phase = PH_MOVE;
			n = eval_rank_plays(&tr.e, &m, 0, &player_work, best, CHOICES_MAX);
			CHECK(n > 0);
			if (n > 1 && !more && rng_below(&tr.rng, 4) == 0) {
				const struct eval_choice *c =
				    &best[1 + rng_below(&tr.rng, n - 1)];

				other = m;
				more = eval_apply_play(&other,
					   &player_work.move_space[0].result[c->index]) ==
				       OUTCOME_NONE;
			}
			(void)eval_apply_play(
			    &m, &player_work.move_space[0].result[best[0].index]);
			p = eval_position_of(&m);
		}
		write_game_samples(lambda);
	}
}

/* Plays a game until contact ends; about one play in eight is not the best.  Collects several
 * races from there, because the game takes most of the time. */
#define RACES_PER_GAME 5u
static void
collect_race_game(const struct variant *v, double lambda)
{
	const struct player self = { .kind = PLAYER_NET, .e = &tr.e };
	struct match_state m;

	player_start_position(&m, v, &tr.rng);
	if (rng_below(&tr.rng, 4) == 0)
		player_random_race(&m, &tr.rng);
	for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
		const struct eval_position p = eval_position_of(&m);
		struct eval_choice best[CHOICES_MAX];
		unsigned n;

		if (inputs_phase(&p) == EVAL_PHASE_RACE) {
			for (unsigned k = 0; k < RACES_PER_GAME; k++)
				collect_race(m, lambda);
			return;
		}
		if (m.phase == PH_ROLL)
			m.dice = player_roll(&tr.rng);
		m.phase = PH_MOVE;
		n = rng_below(&tr.rng, 8) > 0
			? 0
			: eval_rank_plays(&tr.e, &m, 0, &player_work, best, CHOICES_MAX);
		if ((n == 0 ? player_step(&self, &m, &tr.rng)
			    : eval_apply_play(
				  &m, &player_work.move_space[0]
					   .result[best[rng_below(&tr.rng, n)].index])) !=
		    OUTCOME_NONE)
			return;
	}
}

/* Sets a random position of Hyper Backgammon. */
static void
scatter_checkers(struct match_state *m)
{
	do {
		memset(&m->board, 0, sizeof(m->board));
		for (unsigned i = 0; i < 2 * HYPER_MEN; i++)
			m->board.at[i % 2][rng_below(&tr.rng, PT_BAR + 1)]++;
	} while (!hyper_is_possible(&m->board));
}

static int
command_collect(const struct variant *v)
{
	uint64_t most = (uint64_t)option_number("positions", 100000);
	unsigned races = (unsigned)option_number("races", 0);
	bool back = option_number("back", 0) > 0;
	double lambda = option_number("lambda", 0.8);

	if (option_text("exact", NULL) != NULL) {
		exact_table = strcmp(v->name, "hyper") == 0
				  ? hyper_open(option_text("exact", NULL))
				  : NULL;
		if (exact_table == NULL)
			player_die(option_text("exact", NULL), "no table of this game");
		lambda = 0.0; /* exact values have no errors */
	}
	player_load_net(&tr.e, v, args[0]);
	sample_file = fopen(args[1], "wb");
	if (sample_file == NULL)
		player_die(args[1], strerror(errno));
	while (samples_written < most) {
		if (races == 2)
			collect_race_game(random_start_variant(v), lambda);
		else
			collect_game(random_start_variant(v), races > 0, back, lambda);
		for (unsigned i = 0; exact_table != NULL && i < 2; i++) {
			struct match_state m;
			struct played_position st;

			player_start_position(&m, v, &tr.rng);
			scatter_checkers(&m);
			game_position_of(&st, &m);
			sample_write(&st.s);
		}
	}
	if (fclose(sample_file) != 0)
		player_die(args[1], strerror(errno));
	return 0;
}

static void *
resize_array(void *of, size_t n, size_t size)
{
	void *p = realloc(of, n * size);

	if (p == NULL)
		player_die("positions", strerror(errno));
	return p;
}

/* The sides of the collected races, by the number of rolls that they need. */
struct race_side {
	float mean_rolls;
	uint8_t at[PT_COUNT];
};

static struct race_side *race_sides;

static int
compare_mean_rolls(const void *a, const void *b)
{
	const float x = ((const struct race_side *)a)->mean_rolls,
		    y = ((const struct race_side *)b)->mean_rolls;

	return (x > y) - (x < y);
}

/* Returns a side that needs about as many rolls as `at`, with checkers off if it has any. */
#define SIMILAR_SIDES 400u
static const uint8_t *
similar_race_side(const uint8_t *at, unsigned n)
{
	const float rolls = onesided_rolls(at);
	unsigned low = 0, high = n;

	while (low < high) {
		const unsigned middle = (low + high) / 2;

		if (race_sides[middle].mean_rolls < rolls)
			low = middle + 1;
		else
			high = middle;
	}
	for (;;) {
		const unsigned k = low + rng_below(&tr.rng, 2 * SIMILAR_SIDES);

		if (k >= SIMILAR_SIDES && k - SIMILAR_SIDES < n &&
		    (race_sides[k - SIMILAR_SIDES].at[PT_OFF] > 0) == (at[PT_OFF] > 0))
			return race_sides[k - SIMILAR_SIDES].at;
	}
}

static int
command_label(const struct variant *v)
{
	const unsigned mixed = (unsigned)option_number("mixed", 0);
	FILE *from = fopen(args[1], "rb");
	struct sample s, *all = NULL;
	unsigned n = 0;

	if (strcmp(v->name, "backgammon") != 0)
		player_die(v->name, "only races of backgammon");
	sample_file = fopen(args[0], "wb");
	if (from == NULL || sample_file == NULL)
		player_die(args[from == NULL], strerror(errno));
	onesided_fill();
	while (fread(&s, sizeof(s), 1, from) == 1) {
		if (n % 65536 == 0) {
			all = resize_array(all, n + 65536, sizeof(*all));
			race_sides =
			    resize_array(race_sides, 2 * (n + 65536), sizeof(*race_sides));
		}
		for (unsigned k = 0; k < 2; k++) {
			struct race_side *r = &race_sides[2 * n + k];

			r->mean_rolls = onesided_rolls(s.board.at[k]);
			memcpy(r->at, s.board.at[k], sizeof(r->at));
		}
		all[n++] = s;
	}
	if (ferror(from))
		player_die(args[1], strerror(errno));
	(void)fclose(from);
	qsort(race_sides, 2 * (size_t)n, sizeof(*race_sides), compare_mean_rolls);
	for (unsigned i = 0; i < n; i++) {
		struct eval_position p = { .variant = v, .board = &s.board };

		s = all[i];
		p.turn = (enum seat)s.turn;
		(void)onesided_outputs(&p, s.target);
		sample_write(&s);
		for (unsigned k = 0; k < mixed; k++) {
			for (unsigned seat = 0; seat < 2; seat++)
				memcpy(s.board.at[seat],
				    similar_race_side(all[i].board.at[seat], 2 * n),
				    sizeof(s.board.at[seat]));
			p.turn = rng_below(&tr.rng, 2) == 0 ? SEAT_0 : SEAT_1;
			s.turn = (uint8_t)p.turn;
			if (!eval_in_bearoff_table(&p) && onesided_outputs(&p, s.target))
				sample_write(&s);
		}
	}
	if (fclose(sample_file) != 0)
		player_die(args[0], strerror(errno));
	return 0;
}

/* ---- comparing two nets on collected positions ---- */

/* Consecutive positions are often from one game, so their errors are not independent.  Standard
 * errors are computed from the means over this many positions. */
#define POSITIONS_PER_MEAN 200u

/* Prints the errors of both nets in equity, and the difference of their mean squares.  The
 * noise of the values adds the same to both mean squares. */
static int
command_compare(const struct variant *v)
{
	static struct eval nets[2];
	double off[2] = { 0 }, off2[2] = { 0 }, sum = 0.0, squares = 0.0, block = 0.0;
	unsigned n = 0, blocks = 0;

	for (unsigned k = 0; k < 2; k++)
		player_load_net(&nets[k], v, args[k]);
	for (int i = 2; i < n_args; i++) {
		FILE *f = fopen(args[i], "rb");
		struct sample s;

		if (f == NULL)
			player_die(args[i], strerror(errno));
		while (fread(&s, sizeof(s), 1, f) == 1) {
			const struct eval_position p = { v, &s.board, (enum seat)s.turn,
				{ s.six_streak[0], s.six_streak[1] } };
			const double right = (double)eval_outputs_equity(v, s.target);

			for (unsigned k = 0; k < 2; k++) {
				float out[NET_OUTPUTS];
				double d;

				eval_outputs(&nets[k], &p, out);
				d = (double)eval_outputs_equity(v, out) - right;
				off[k] += d;
				off2[k] += d * d;
				block += k == 0 ? -d * d : d * d;
			}
			if (++n % POSITIONS_PER_MEAN != 0)
				continue;
			block /= POSITIONS_PER_MEAN;
			sum += block;
			squares += block * block;
			blocks++;
			block = 0.0;
		}
		(void)fclose(f);
	}
	if (blocks < 2)
		player_die("compare", "too few positions");
	sum /= blocks;
	for (unsigned k = 0; k < 2; k++)
		printf("%s: %u positions, off by %.4f (rms), mean %+.4f\n", args[k], n,
		    sqrt(off2[k] / n), off[k] / n);
	printf("mean square of the second less that of the first: %+.5f +- %.5f\n", sum,
	    sqrt((squares / blocks - sum * sum) / (blocks - 1)));
	return 0;
}

/* ---- learning from the collected positions ---- */

struct training_row {
	size_t first_input; /* index of its first input in input_at and input_value */
	unsigned n;
	float target[NET_OUTPUTS];
};

static struct training_row *training_rows;
static unsigned n_training_rows, max_training_rows;
static uint16_t *input_at;
static float *input_value;
static size_t n_inputs, max_inputs;

static void
training_row_add(const struct sample *s, enum eval_phase phase)
{
	const struct eval_position p = { tr.e.variant, &s->board, (enum seat)s->turn,
		{ s->six_streak[0], s->six_streak[1] } };
	struct training_row *x;
	struct net_inputs in;

	if (inputs_phase(&p) != phase)
		return;
	inputs_compute(&player_tables, &p, phase, tr.e.net[phase].inputs, &in);
	if (n_training_rows == max_training_rows) {
		max_training_rows += 1u << 20;
		training_rows =
		    resize_array(training_rows, max_training_rows, sizeof(*training_rows));
	}
	if (n_inputs + in.n > max_inputs) {
		max_inputs += (size_t)1 << 26;
		input_at = resize_array(input_at, max_inputs, sizeof(*input_at));
		input_value = resize_array(input_value, max_inputs, sizeof(*input_value));
	}
	x = &training_rows[n_training_rows++];
	x->first_input = n_inputs;
	x->n = in.n;
	memcpy(x->target, s->target, sizeof(x->target));
	memcpy(input_at + n_inputs, in.at, in.n * sizeof(*input_at));
	memcpy(input_value + n_inputs, in.value, in.n * sizeof(*input_value));
	n_inputs += in.n;
}

static void
training_rows_read(enum eval_phase phase)
{
	n_training_rows = 0;
	n_inputs = 0;
	for (int i = 1; i < n_args; i++) {
		struct sample s;
		FILE *f;

		if (strchr(args[i], '=') != NULL)
			continue;
		f = fopen(args[i], "rb");
		if (f == NULL)
			player_die(args[i], strerror(errno));
		while (fread(&s, sizeof(s), 1, f) == 1)
			training_row_add(&s, phase);
		(void)fclose(f);
	}
}

static void
training_row_inputs(const struct training_row *x, struct net_inputs *in_out)
{
	in_out->n = x->n;
	memcpy(in_out->at, input_at + x->first_input, x->n * sizeof(*input_at));
	memcpy(in_out->value, input_value + x->first_input, x->n * sizeof(*input_value));
}

/* Every fiftieth position is used for measurement, not for training. */
#define HELD_OUT_EVERY 50u

/* Returns the root mean square error in equity over every HELD_OUT_EVERY-th of the first n
 * positions. */
static double
held_out_error(const struct net *net, unsigned n)
{
	float out[1][NET_OUTPUTS];
	double squares = 0.0;

	for (unsigned i = 0; i < n; i += HELD_OUT_EVERY) {
		struct net_inputs in;
		double d;

		training_row_inputs(&training_rows[i], &in);
		net_run(net, &in, 1, tr.e.avx2, NULL, out);
		d = (double)(eval_outputs_equity(tr.e.variant, out[0]) -
			     eval_outputs_equity(tr.e.variant, training_rows[i].target));
		squares += d * d;
	}
	return sqrt(squares / ((n + HELD_OUT_EVERY - 1) / HELD_OUT_EVERY));
}

static void
shuffle(unsigned *list, unsigned n)
{
	for (; n > 1; n--) {
		unsigned k = rng_below(&tr.rng, n), last = list[n - 1];

		list[n - 1] = list[k];
		list[k] = last;
	}
}

/* Adam's data for each weight: the gradient of the batch, and the running means of the
 * gradients and of their squares. */
static struct net batch_gradient, gradient_mean, gradient_square_mean;
#define ADAM_BETA1 0.9f
#define ADAM_BETA2 0.999f
#define BATCH_SIZE 256u

__attribute__((target("avx2,fma"))) static void
adam_step(
    float *w, float *g, float *m, float *s, size_t n, float rate, float m_part, float s_part)
{
	for (size_t i = 0; i < n; i++) {
		m[i] = ADAM_BETA1 * m[i] + (1.0f - ADAM_BETA1) * g[i];
		s[i] = ADAM_BETA2 * s[i] + (1.0f - ADAM_BETA2) * g[i] * g[i];
		w[i] += rate * (m[i] / m_part) / (__builtin_sqrtf(s[i] / s_part) + 1e-7f);
		g[i] = 0.0f;
	}
}

/* Performs step t, counted from 1, with the gradient of a batch. */
static void
adam_step_net(struct net *n, double rate, unsigned t)
{
	const float r = (float)rate;
	const float m = 1.0f - powf(ADAM_BETA1, (float)t);
	const float s = 1.0f - powf(ADAM_BETA2, (float)t);

	adam_step(n->in, batch_gradient.in, gradient_mean.in, gradient_square_mean.in,
	    (size_t)n->inputs * n->hidden, r, m, s);
	for (unsigned o = 0; o < NET_OUTPUTS; o++)
		adam_step(n->out[o], batch_gradient.out[o], gradient_mean.out[o],
		    gradient_square_mean.out[o], n->hidden, r, m, s);
	adam_step(n->out_bias, batch_gradient.out_bias, gradient_mean.out_bias,
	    gradient_square_mean.out_bias, NET_OUTPUTS, r, m, s);
}

/* The rate rises during the first WARM_UP_STEPS steps, and falls towards the end. */
#define WARM_UP_STEPS 500u

static double
learning_rate(unsigned t, double steps)
{
	const double warm = t < WARM_UP_STEPS ? (t + 1.0) / WARM_UP_STEPS : 1.0;

	return option_number("rate", 0.003) * warm *
	       (0.01 + 0.99 * (1.0 + cos(acos(-1.0) * t / steps)) / 2.0);
}

static void
train_phase(enum eval_phase phase)
{
	struct net *n = &tr.e.net[phase];
	const unsigned epochs = (unsigned)option_number("epochs", 25);
	const unsigned held = (n_training_rows + HELD_OUT_EVERY - 1) / HELD_OUT_EVERY,
		       rest = n_training_rows - held;
	const double steps = (double)epochs * ((rest + BATCH_SIZE - 1) / BATCH_SIZE);
	unsigned *order = resize_array(NULL, rest, sizeof(*order)), t = 0;

	memset(&batch_gradient, 0, sizeof(batch_gradient));
	memset(&gradient_mean, 0, sizeof(gradient_mean));
	memset(&gradient_square_mean, 0, sizeof(gradient_square_mean));
	for (unsigned i = 0; i < rest; i++)
		order[i] = i + i / (HELD_OUT_EVERY - 1) + 1;
	for (unsigned k = 1; k <= epochs; k++) {
		tr.loss_since_report = 0.0;
		shuffle(order, rest);
		for (unsigned from = 0; from < rest; from += BATCH_SIZE) {
			unsigned size = rest - from < BATCH_SIZE ? rest - from : BATCH_SIZE;

			for (unsigned i = from; i < from + size; i++) {
				const struct training_row *x = &training_rows[order[i]];
				struct net_inputs in;

				training_row_inputs(x, &in);
				add_gradient(
				    n, &in, x->target, 1.0f / (float)size, &batch_gradient);
			}
			adam_step_net(n, learning_rate(t, steps), t + 1);
			t++;
		}
		printf("%s: %u positions, epoch %u: loss %.6f, held out %u: off by %.5f\n",
		    phase == EVAL_PHASE_RACE ? "race" : "contact", rest, k,
		    tr.loss_since_report / rest, held, held_out_error(n, n_training_rows));
		(void)fflush(stdout);
	}
	free(order);
}

static int
command_learn(const struct variant *v)
{
	const char *start = option_text("start", NULL), *only = option_text("phase", NULL);

	if (only != NULL && strcmp(only, "race") != 0 && strcmp(only, "contact") != 0)
		player_die(only, "no such phase");
	if (start != NULL)
		player_load_net(&tr.e, v, start);
	for (enum eval_phase phase = 0;
	     phase < (v->no_dice ? EVAL_PHASE_RACE : EVAL_PHASE_COUNT); phase++) {
		const bool race = phase == EVAL_PHASE_RACE;

		if (only != NULL && (strcmp(only, "race") == 0) != race)
			continue;
		if (start == NULL || option_number("keep", 0) == 0)
			randomize_net(phase,
			    (unsigned)option_number(race ? "race" : "hidden", race ? 64 : 128));
		training_rows_read(phase);
		if (n_training_rows < 50)
			player_die(race ? "race" : "contact",
			    "too few positions: `collect` with races=1, or name a phase");
		train_phase(phase);
	}
	net_file_write(args[0], &tr.e);
	return 0;
}

static const struct command {
	const char *name;
	int (*run)(const struct variant *v);
	int min_args, max_args; /* minimum and maximum number of positional arguments */
	const char *options;
} COMMANDS[] = {
	{ "train", command_train, 0, 0,
	    "out= seed# hidden# race# games# report# duels# rate# lambda# start= against=" },
	{ "collect", command_collect, 2, 2, "seed# positions# races# back# lambda# exact=" },
	{ "compare", command_compare, 3, OPTIONS_UNLIMITED, "" },
	{ "label", command_label, 2, 2, "seed# mixed#" },
	{ "learn", command_learn, 2, OPTIONS_UNLIMITED,
	    "seed# hidden# race# epochs# rate# start= phase= keep#" },
};

int
main(int argc, char **argv)
{
	const struct variant *v = argc >= 3 ? variant_find(argv[2]) : NULL;

	if (v == NULL || v->cycle != NULL) {
		fprintf(stderr, "usage: see the head of tests/tools/gammontrain.c\n");
		return 2;
	}
	n_args = argc - 3;
	args = argv + 3;
	nets_tables(&player_tables);
	eval_init(&tr.e, v, &player_tables);
	for (unsigned i = 0; i < ARRAY_LEN(COMMANDS); i++) {
		const struct command *c = &COMMANDS[i];

		if (strcmp(argv[1], c->name) != 0)
			continue;
		options_parse(n_args, args, c->min_args, c->max_args, c->options);
		rng_seed(&tr.rng, (uint64_t)option_number("seed", 1));
		return c->run(v);
	}
	player_die(argv[1], "no such command");
}
