/* SPDX-License-Identifier: MIT */
/* gammontrain: makes the weights of eval/nets from nothing, and measures them.
 *
 *   gammontrain train GAME [out=FILE] [seed=N] [hidden=N] [race=N] [td=GAMES] [look=POSITIONS]
 *                          [times=N] [report=GAMES] [duels=0] [rate=X] [lambda=X]
 *                          [races=1] [start=FILE] [exact=TABLE]
 *   gammontrain average GAME OUT A B...
 *   gammontrain duel GAME A B [games=N] [seed=N] [luck=0]
 *   gammontrain rollout GAME FILE [positions=N] [games=N] [seed=N] > EXAM
 *   gammontrain exam GAME EXAM A
 *
 * train: games of a net with itself.  td: each position learns the value of the next (temporal
 * differences, lambda of the rest of the game as well); then look: each position learns what it
 * is worth over all 21 rolls and the best replies, kept for a while and learnt from so many
 * times on average.  races=1: only of races.  exact: of Hyper Backgammon, what gammonhyper has
 * found out instead of a look; one in eight positions is drawn at random then.  duels=0: a
 * report tells no strength. FILE.state holds everything between two reports: the same command
 * goes on from there. The result depends on the arguments only.
 *
 * average: the mean of weights that have learnt apart from the same start, in which chance
 * weighs less than in each of them.
 *
 * duel: A and B are files of weights, "random", "pips" (fewest pips), "hand" (a few rules of
 * thumb), with "@1" behind a file for one ply, "exact:TABLE", who plays Hyper Backgammon
 * without a mistake, or "gnubg:PORT", a gnubg that listens there (`external`).  Each seed is
 * played twice with seats exchanged; such a pair is one sample. luck=0: what the rolls were
 * worth, by A's net, is taken away from the points (players.h).
 *
 * rollout: makes an exam, positions with dice out of games of the net with itself, and what the
 * plays that it likes best are worth when each is played out so many times, the dice being the
 * same for all plays of a position.  exam: what A loses by its choices there. */
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
#include "tests/support/players.h"

#define KEPT 100000u /* positions with their targets */

/* ---- arguments ---- */

static int n_args;
static char **args;

static const char *
option(const char *name, const char *otherwise)
{
	size_t n = strlen(name);

	for (int i = 0; i < n_args; i++)
		if (strncmp(args[i], name, n) == 0 && args[i][n] == '=')
			return args[i] + n + 1;
	return otherwise;
}

static double
number(const char *name, double otherwise)
{
	const char *text = option(name, NULL);

	return text != NULL ? strtod(text, NULL) : otherwise;
}

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
		player_fail(path, strerror(errno));
}

/* ---- learning ---- */

struct lesson {
	struct match_state m; /* before the roll */
	float target[NET_OUTPUTS];
};

struct trainer {
	struct eval e;
	struct rng rng;
	uint64_t games, looked;
	unsigned kept, next;
	double loss; /* since the last report */
	uint64_t lessons;
	struct lesson lesson[KEPT];
};

static struct trainer tr;

typedef float vec __attribute__((vector_size(32), aligned(4), may_alias));

/* One step down the gradient of the cross-entropy. */
__attribute__((target("avx2,fma"))) static void
net_learn(struct net *n, const struct net_inputs *x, const float *hidden, const float *out,
    const float *target, float rate)
{
	float back[NET_HIDDEN_MAX] __attribute__((aligned(32)));
	vec *b = (vec *)back;

	memset(back, 0, sizeof(back));
	for (unsigned o = 0; o < NET_OUTPUTS; o++) {
		float d = rate * (target[o] - out[o]);
		vec *w = (vec *)n->out[o];
		const vec *h = (const vec *)hidden;

		if (d == 0.0f)
			continue;
		for (unsigned i = 0; i < n->hidden / 8; i++) {
			b[i] += d * w[i];
			w[i] += d * h[i];
		}
		n->out_bias[o] += d;
	}
	for (unsigned i = 0; i < n->hidden / 8; i++) {
		const vec h = ((const vec *)hidden)[i];

		b[i] *= h * (1.0f - h);
	}
	for (unsigned k = 0; k < x->n; k++) {
		vec *row = (vec *)&n->in[x->at[k] * n->hidden];

		for (unsigned i = 0; i < n->hidden / 8; i++)
			row[i] += x->value[k] * b[i];
	}
}

static void
learn(const struct match_state *m, const float *target, float rate)
{
	const struct eval_position p = { m->variant, &m->board, m->turn,
		{ m->streak[0], m->streak[1] } };
	enum eval_phase phase = inputs_phase(&p);
	float hidden[NET_HIDDEN_MAX] __attribute__((aligned(32))), out[NET_OUTPUTS];
	struct net_inputs x;

	inputs_make(player_tables.escapes, &p, phase, &x);
	net_run(&tr.e.net[phase], &x, tr.e.avx2, hidden, out);
	for (unsigned o = 0; o < NET_OUTPUTS; o++)
		tr.loss += (double)((target[o] - out[o]) * (target[o] - out[o]));
	tr.lessons++;
	net_learn(&tr.e.net[phase], &x, hidden, out, target, rate);
}

static void
net_random(struct net *n, unsigned inputs, unsigned hidden)
{
	n->inputs = inputs;
	n->hidden = hidden;
	for (unsigned i = 0; i < inputs * hidden; i++)
		n->in[i] = ((float)rng_below(&tr.rng, 20001) - 10000.0f) * 1e-5f;
	for (unsigned o = 0; o < NET_OUTPUTS; o++)
		for (unsigned h = 0; h < hidden; h++)
			n->out[o][h] = ((float)rng_below(&tr.rng, 20001) - 10000.0f) * 1e-5f;
}

/* The start of one of the games that share the file. */
static const struct variant *
some_variant(const struct variant *v)
{
	unsigned n = rng_below(&tr.rng, 10);

	if (strcmp(v->name, "backgammon") != 0)
		return v;
	return n < 7 ? v : variant_find(n < 9 ? "nackgammon" : "longgammon");
}

static const struct hyper_table *exact;

static void
scatter(struct match_state *m)
{
	do {
		memset(&m->board, 0, sizeof(m->board));
		for (unsigned i = 0; i < 2 * HYPER_MEN; i++)
			m->board.at[i % 2][rng_below(&tr.rng, PT_BAR + 1)]++;
	} while (!hyper_possible(&m->board));
}

/* Keeps what the position is worth over all rolls, and learns from some that were kept. */
static void
look(const struct match_state *m, float rate)
{
	unsigned times = (unsigned)number("times", 8);
	struct lesson *l = &tr.lesson[tr.next];

	l->m = *m;
	if (exact != NULL) {
		if (rng_below(&tr.rng, 8) == 0)
			scatter(&l->m);
		hyper_outputs(exact, &l->m.board, l->m.turn, l->target);
	} else
		eval_expected(&tr.e, m, 0, &player_work.space[1], l->target);
	tr.next = (tr.next + 1) % KEPT;
	if (tr.kept < KEPT)
		tr.kept++;
	tr.looked++;
	for (unsigned i = 0; i < times; i++) {
		const struct lesson *some = &tr.lesson[rng_below(&tr.rng, tr.kept)];

		learn(&some->m, some->target, rate);
	}
}

/* A game's positions before a roll, and what each of them led to. */
static struct lesson course[PLIES_MAX];

/* Learns each position of a game from what came of it: a part of lambda from the rest of the
 * game, the other part from the net's opinion of the next position. */
static void
learn_course(unsigned n, double lambda, float rate)
{
	float rest[NET_OUTPUTS] = { 0 };

	for (unsigned i = n; i-- > 0;) {
		struct lesson *l = &course[i];

		if (i + 1 < n) {
			if (course[i + 1].m.turn != l->m.turn)
				eval_outputs_turn(rest);
			for (unsigned o = 0; o < NET_OUTPUTS; o++)
				l->target[o] += (float)lambda * (rest[o] - l->target[o]);
		}
		memcpy(rest, l->target, sizeof(rest));
		learn(&l->m, l->target, rate);
	}
}

static bool
is_race(const struct match_state *m)
{
	const struct eval_position p = {
		.variant = m->variant, .board = &m->board, .turn = m->turn
	};

	return inputs_phase(&p) == EVAL_RACE;
}

/* Instead of the start: a race that is not decided yet, with checkers on some points only, else
 * there would hardly be two on one. */
static void
race_begin(struct match_state *m)
{
	const struct variant *v = m->variant;
	unsigned top[2], pips[2];

	memset(&m->board, 0, sizeof(m->board));
	do {
		top[0] = top[1] = 12;
		if (v->movement == MOVE_CONTRARY) { /* together at most 24 */
			top[0] = 5 + rng_below(&tr.rng, 14);
			top[1] = 5 + rng_below(&tr.rng, 20 - top[0]);
		}
		for (unsigned s = 0; s < 2; s++) {
			unsigned off = top[s] > HOME_TOP ? 0 : rng_below(&tr.rng, v->checkers);
			unsigned piles = 2 + rng_below(&tr.rng, 7), pile[8];

			for (unsigned i = 0; i < piles; i++)
				pile[i] = 1 + rng_below(&tr.rng, top[s]);
			memset(m->board.at[s], 0, sizeof(m->board.at[s]));
			m->board.at[s][PT_OFF] = (uint8_t)off;
			for (unsigned i = off; i < v->checkers; i++)
				m->board.at[s][pile[rng_below(&tr.rng, piles)]]++;
			pips[s] = board_pips(&m->board, s == 0 ? SEAT_0 : SEAT_1);
		}
	} while (pips[0] > pips[1] + pips[1] / 3 || pips[1] > pips[0] + pips[0] / 3);
	m->phase = PH_ROLL;
}

/* One game of the net with itself. */
static void
train_game(const struct variant *v, bool looking, double lambda, float rate)
{
	const struct player self = { .kind = NET, .e = &tr.e };
	const struct player wild = { .kind = RANDOM };
	/* one in so many plays is random, 0 none */
	unsigned strange = v->no_dice ? 10 : looking ? 30 : 0;
	unsigned n = 0; /* of the course */
	struct match_state m;
	bool races = number("races", 0) > 0;
	bool known = false; /* course[n] is a position before a roll, by this turn's mover */

	player_begin(&m, v, &tr.rng);
	if (races && rng_below(&tr.rng, 3) == 0)
		race_begin(&m);
	for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
		bool odd = strange > 0 && rng_below(&tr.rng, strange) == 0;
		enum seat mover = m.turn;
		float *target = course[n].target;
		enum outcome outcome;

		if (m.phase == PH_ROLL || v->no_dice) {
			course[n].m = m;
			known = true;
			if (looking && (!races || is_race(&m)))
				look(&m, rate);
		}
		if (m.phase == PH_ROLL) {
			m.dice = player_roll(&tr.rng);
			m.phase = PH_MOVE;
		}
		outcome = player_step(odd ? &wild : &self, &m, &tr.rng);
		if (outcome != OUTCOME_NONE)
			eval_outputs_over(
			    v, &m.board, eval_winner(outcome, mover), mover, target);
		else if (m.phase == PH_ROLL || v->no_dice) {
			const struct eval_position p = { v, &m.board, m.turn,
				{ m.streak[0], m.streak[1] } };

			eval_outputs(&tr.e, &p, target);
			if (m.turn != mover)
				eval_outputs_turn(target);
		} else
			continue;
		if (known && !looking && !odd) {
			if (lambda > 0.0)
				n++;
			else
				learn(&course[0].m, target, rate);
		}
		known = false;
		if (outcome != OUTCOME_NONE)
			break;
	}
	learn_course(n, lambda, rate);
}

/* ---- commands ---- */

static double
seconds(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
report(const struct variant *v, const char *path, double since, struct eval *last)
{
	static unsigned char bytes[EVAL_FILE_MAX];
	const struct player self = { .kind = NET, .e = &tr.e };
	const struct player other[] = { { .kind = RANDOM }, { .kind = PIPS }, { .kind = HAND },
		{ .kind = NET, .e = last } };
	static const char *const NAME[] = { "random", "pips", "hand", "last" };
	static const unsigned GAMES[] = { 100, 200, 400, 400 };

	printf("%-11s games %8llu looks %8llu %7.0f s  loss %.5f ", v->name,
	    (unsigned long long)tr.games, (unsigned long long)tr.looked, seconds() - since,
	    tr.loss / (double)(tr.lessons + 1));
	for (unsigned i = 0; i < 4 && number("duels", 1) > 0; i++) {
		const struct player pl[2] = { self, other[i] };
		struct score s = player_duel(v, pl, NULL, GAMES[i], 77000);

		printf(" %s %+.3f(%.3f) %.1f%%", NAME[i], s.points, s.error, 100 * s.wins);
	}
	printf("\n");
	(void)fflush(stdout);
	tr.loss = 0.0;
	tr.lessons = 0;
	*last = tr.e;
	if (path != NULL) {
		char state[4096];

		(void)snprintf(state, sizeof(state), "%s.state", path);
		file_write(path, bytes, eval_store(&tr.e, bytes));
		file_write(state, &tr, sizeof(tr));
	}
}

/* The file of a training that was broken off. */
static bool
resume(const char *path, const struct variant *v)
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
		player_fail(state, "damaged");
	tr.e.variant = v;
	tr.e.tables = &player_tables;
	for (unsigned i = 0; i < tr.kept; i++) /* pointers of another process */
		tr.lesson[i].m.variant = v;
	return true;
}

static int
train(const struct variant *v)
{
	const char *path = option("out", NULL), *start = option("start", NULL);
	uint64_t td = (uint64_t)number("td", 100000), looks = (uint64_t)number("look", 0);
	uint64_t every = (uint64_t)number("report", 20000);
	double rate = number("rate", 0.05), since = seconds();
	static struct eval last;

	if (option("exact", NULL) != NULL) {
		exact =
		    strcmp(v->name, "hyper") == 0 ? hyper_open(option("exact", NULL)) : NULL;
		if (exact == NULL)
			player_fail(option("exact", NULL), "no table of this game");
	}
	if (!resume(path, v)) {
		rng_seed(&tr.rng, (uint64_t)number("seed", 1));
		eval_init(&tr.e, v, &player_tables);
		for (unsigned i = 0; i < EVAL_PHASES; i++)
			net_random(&tr.e.net[i], inputs_count(v, i),
			    (unsigned)(i == EVAL_RACE ? number("race", 64)
						      : number("hidden", 128)));
		if (start != NULL)
			player_net(&tr.e, v, start);
	}
	last = tr.e;
	while (tr.games < td || tr.looked < looks) {
		bool looking = tr.games >= td;
		uint64_t before = tr.looked;
		double done =
		    looking ? (double)tr.looked / (double)looks : (double)tr.games / (double)td;
		double now = (looking ? rate / 4.0 : rate) * pow(0.1, done);

		train_game(some_variant(v), looking, number("lambda", 0), (float)now);
		tr.games += !looking;
		if (looking ? before / every != tr.looked / every || tr.looked >= looks
			    : tr.games % every == 0)
			report(v, path, since, &last);
	}
	return 0;
}

static void
add_part(float *to, const float *from, size_t n, float part)
{
	for (size_t i = 0; i < n; i++)
		to[i] += part * from[i];
}

/* Nets of the same form. */
static int
average(const struct variant *v)
{
	static unsigned char bytes[EVAL_FILE_MAX];
	const float part = 1.0f / (float)(n_args - 1);
	static struct eval e;

	if (n_args < 3)
		player_fail("average", "a file to write and some to read, please");
	eval_init(&tr.e, v, &player_tables);
	for (int k = 1; k < n_args; k++) {
		player_net(&e, v, args[k]);
		for (unsigned p = 0; p < EVAL_PHASES; p++) {
			const struct net *from = &e.net[p];
			struct net *to = &tr.e.net[p];

			if (k > 1 && to->hidden != from->hidden)
				player_fail(args[k], "another number of hidden units");
			to->inputs = from->inputs;
			to->hidden = from->hidden;
			add_part(to->in, from->in, ARRAY_LEN(to->in), part);
			for (unsigned o = 0; o < NET_OUTPUTS; o++)
				add_part(to->out[o], from->out[o], to->hidden, part);
			add_part(to->out_bias, from->out_bias, NET_OUTPUTS, part);
		}
	}
	file_write(args[0], bytes, eval_store(&tr.e, bytes));
	return 0;
}

/* ---- exams ---- */

#define LISTED 6u
#define SIDES 2u * PT_COUNT

/* A line of an exam: the board, own numbers of the mover and of the other, a base-36 digit a
 * point; the dice; then for each play the board after it and its equity. */
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

/* Plays the game on from m, which the mover has just left. */
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

/* A position of a game of the net with itself, where the choice is not plain. */
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
	const struct player self = { .kind = NET, .e = &tr.e };
	unsigned games = (unsigned)number("games", 144);
	uint64_t seed = (uint64_t)number("seed", 1);
	struct rng r;

	if (n_args < 1)
		player_fail("rollout", "a file of weights, please");
	player_net(&tr.e, v, args[0]);
	rng_seed(&r, seed);
	for (unsigned i = 0; i < (unsigned)number("positions", 100); i++) {
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

/* What is not listed counts as the worst that is. */
static int
command_exam(const struct variant *v)
{
	static struct eval e;
	FILE *f = n_args >= 2 ? fopen(args[0], "r") : NULL;
	double sum = 0.0, squares = 0.0;
	unsigned n = 0, right = 0;
	struct player pl;
	struct question q;

	if (f == NULL)
		player_fail("exam", "a file of questions and a player, please");
	pl = player_of(v, args[1], &e);
	while (question_read(f, &q)) {
		double best = -99.0, worst = 99.0, got = -99.0;
		struct match_state m;
		char text[SIDES + 1];

		match_init(&m, v, 0);
		board_from(&m.board, q.board);
		m.turn = SEAT_0;
		m.phase = PH_MOVE;
		m.dice = (struct dice_pair){ { (uint8_t)q.d1, (uint8_t)q.d2 } };
		(void)player_step(&pl, &m, &tr.rng);
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
	const bool luck = number("luck", 1) > 0;
	struct score s;

	if (n_args < 2)
		player_fail("duel", "two players, please");
	for (unsigned i = 0; i < 2; i++)
		pl[i] = player_of(v, args[i], &e[i]);
	if (!luck && pl[0].e == NULL)
		player_fail(args[0], "luck=0 needs a net");
	s = player_duel(v, pl, luck ? NULL : pl[0].e, (unsigned)number("games", 1000),
	    (uint64_t)number("seed", 1));
	printf("%s: %s against %s%s: %+.4f points a game, standard error %.4f, wins %.2f%%\n",
	    v->name, args[0], args[1], luck ? "" : " without luck", s.points, s.error,
	    100 * s.wins);
	return 0;
}

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
	if (strcmp(argv[1], "train") == 0)
		return train(v);
	if (strcmp(argv[1], "average") == 0)
		return average(v);
	if (strcmp(argv[1], "duel") == 0)
		return command_duel(v);
	if (strcmp(argv[1], "rollout") == 0)
		return command_rollout(v);
	if (strcmp(argv[1], "exam") == 0)
		return command_exam(v);
	player_fail(argv[1], "no such command");
}
