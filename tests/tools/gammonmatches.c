/* SPDX-License-Identifier: MIT */
/* gammonmatches: matches of players who err by different amounts, and what our analysis says of
 * them, for comparing it with another program's.
 *
 *   gammonmatches FOLDER [matches] [length] [plies] [seed]
 *
 * Writes 0001.mat, ... into the folder, and a line of JSON for each to standard output: of each
 * player the noise, the decisions, the summed error, the luck; and the errors, the largest
 * first, with the game and the number of the action in it (plays, doubles, answers); and the
 * luck of each roll in the same way.  The result depends on the arguments only. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "eval/analysis.h"
#include "match/match.h"
#include "form/matfile.h"
#include "rules/listing.h"
#include "tests/support/nets.h"

#define ERRORS 20u
#define ROLLS 20000u

/* Points by which each play is seen wrong at most; the chance to win by a part of that. */
static const float NOISE[] = { 0.0f, 0.04f, 0.08f, 0.12f, 0.2f, 0.3f };
#define CUBE_PART 0.5f
#define GAINS 0.001f /* a double at least: gnubg 1.07 ends at cubes beyond 64 */

struct error {
	uint32_t game, action;
	enum seat seat;
	bool of_cube;
	float error;
};

struct roll {
	uint32_t game, action;
	enum seat seat;
	float luck;
};

static struct eval_tables tables;
static struct cube_table cube;
static struct eval eval;
static struct eval_work work;
static struct move_space space;
static struct matfile mat;

struct played {
	struct match_state m;
	struct rng rng;
	float noise[2];
	uint32_t seq, action, game;
	struct analysis_sums sums[2];
	unsigned n;
	struct error error[ERRORS];
	unsigned rolls;
	struct roll roll[ROLLS];
};

static const struct eval *
evaluator(void *ctx, const struct variant *v)
{
	(void)ctx;
	return v->fibs ? &eval : NULL;
}

static float
wrong(struct played *p, enum seat seat)
{
	return p->noise[seat] * ((float)rng_below(&p->rng, 2001) - 1000.0f) / 1000.0f;
}

static struct eval_chances
chances(struct played *p, enum seat seat)
{
	const struct eval_position at = {
		.variant = p->m.variant, .board = &p->m.board, .turn = p->m.turn
	};
	struct eval_chances c;

	eval_chances(&eval, &at, &c);
	c.win += CUBE_PART * wrong(p, seat);
	c.win = c.win < 0 ? 0 : c.win > 1 ? 1 : c.win;
	c.win_gammon = c.win_gammon > c.win ? c.win : c.win_gammon;
	c.lose_gammon = c.lose_gammon > 1 - c.win ? 1 - c.win : c.lose_gammon;
	return c;
}

static struct dice_pair
dice(struct played *p)
{
	return (struct dice_pair){ { (uint8_t)(1 + rng_below(&p->rng, 6)),
	    (uint8_t)(1 + rng_below(&p->rng, 6)) } };
}

static struct action
decide(struct played *p)
{
	const struct match_state *m = &p->m;
	struct action a = { .kind = ACT_ROLL, .seat = m->turn, .roll_no = m->next_roll };
	struct eval_choice choice[EVAL_KEEP];
	struct cube_decision d;
	struct cube_state s;
	struct eval_chances c;
	float best = 0;
	unsigned n;

	switch (m->phase) {
	case PH_BETWEEN:
		a.kind = ACT_START;
		a.seat = SEAT_NONE;
		a.start.crawford = true;
		a.start.npairs = 1;
		do
			a.start.pair[0] = dice(p);
		while (a.start.pair[0].d[0] == a.start.pair[0].d[1]);
		return a;
	case PH_DOUBLED:
		a.seat = seat_other(m->offer_by);
		c = chances(p, a.seat);
		s = cube_of(m, m->turn);
		cube_decide(&cube, &s, &c, &d);
		a.kind = d.takes ? ACT_TAKE : ACT_DROP;
		return a;
	case PH_ROLL:
		a.dice = dice(p);
		if (!match_may_double(m, m->turn))
			return a;
		c = chances(p, m->turn);
		s = cube_of(m, m->turn);
		cube_decide(&cube, &s, &c, &d);
		if (d.doubles && (d.take < d.drop ? d.take : d.drop) > d.no_double + GAINS)
			a.kind = ACT_DOUBLE;
		return a;
	default:
		break;
	}
	a.kind = ACT_MOVE;
	n = eval_rank(&eval, m, p->noise[m->turn] > 0 ? 0 : 1, &work, choice, EVAL_KEEP);
	for (unsigned i = 0; i < n; i++) {
		float worth = choice[i].chances.equity + wrong(p, m->turn);

		if (i > 0 && worth <= best)
			continue;
		best = worth;
		a.play = work.space[0].result[choice[i].index].play;
	}
	return a;
}

static void
write_action(struct played *p, const struct action *a)
{
	struct action_record r = { .match = 1,
		.seq = p->seq++,
		.seat = (int)a->seat,
		.kind = action_kind_name(a->kind) };
	char text[256];
	struct sbuf b;

	SBUF_ON(&b, text);
	action_write(&b, a);
	r.text = text;
	CHECK(sbuf_ok(&b) && matfile_action(&mat, &r));
}

static void
keep(struct played *p, const struct analysis *x)
{
	unsigned i = p->n;

	if (x->rolled && p->rolls < ROLLS)
		p->roll[p->rolls++] = (struct roll){ p->game, p->action, x->roller, x->luck };
	if (!x->decided || !x->counted || x->error < 0.001f)
		return;
	while (i > 0 && p->error[i - 1].error < x->error)
		i--;
	if (i == ERRORS)
		return;
	p->n += p->n < ERRORS;
	memmove(p->error + i + 1, p->error + i, (p->n - 1 - i) * sizeof(p->error[0]));
	p->error[i] = (struct error){ p->game, p->action, x->seat, x->of_cube, x->error };
}

static void
play(struct played *p, const struct analysis_tools *tools)
{
	while (p->m.phase != PH_OVER) {
		struct match_state before = p->m;
		struct action a = decide(p);
		struct match_events ev;
		struct analysis x;

		CHECK(match_apply(&p->m, &a, &space, &ev).err == MATCH_OK);
		if (a.kind == ACT_START) {
			p->game = p->m.game_no;
			p->action = 0;
		}
		analysis_action(tools, &before, &a, &p->m, &x);
		analysis_add(p->sums, &x);
		keep(p, &x);
		for (unsigned i = 0; i < ev.n; i++)
			p->action += listing_has(&ev.e[i]);
		write_action(p, &a);
	}
}

static void
put(void *ctx, const char *text, size_t n)
{
	CHECK(fwrite(text, 1, n, ctx) == n);
}

static void
tell(const struct played *p, unsigned no)
{
	printf("{\"match\": %u, \"players\": [", no);
	for (unsigned i = 0; i < 2; i++) {
		const struct analysis_sums *s = &p->sums[i];

		printf(
		    "%s{\"noise\": %.2f, \"plays\": %u, \"cubes\": %u, \"play_error\": %.5f, "
		    "\"cube_error\": %.5f, \"luck\": %.5f}",
		    i > 0 ? ", " : "", (double)p->noise[i], s->plays, s->cubes, s->play_error,
		    s->cube_error, s->luck);
	}
	printf("], \"errors\": [");
	for (unsigned i = 0; i < p->n; i++)
		printf("%s[%u, %u, %u, %u, %.4f]", i > 0 ? ", " : "", p->error[i].game,
		    p->error[i].action, (unsigned)p->error[i].seat,
		    (unsigned)p->error[i].of_cube, (double)p->error[i].error);
	printf("], \"rolls\": [");
	for (unsigned i = 0; i < p->rolls; i++)
		printf("%s[%u, %u, %u, %.5f]", i > 0 ? ", " : "", p->roll[i].game,
		    p->roll[i].action, (unsigned)p->roll[i].seat, (double)p->roll[i].luck);
	printf("], \"games\": %u}\n", p->game);
	(void)fflush(stdout);
}

static void
one(const char *folder, unsigned no, unsigned length, uint64_t seed,
    const struct analysis_tools *tools)
{
	struct match_record r = { .id = no,
		.user = { 1, 2 },
		.name = { "ann", "bob" },
		.length = (uint8_t)length,
		.variant = "backgammon",
		.ended_ms = 1,
		.end_reason = "won" };
	static struct played p;
	char path[4096];
	struct out out = { .write = put };

	memset(&p, 0, sizeof(p));
	rng_seed(&p.rng, seed * 1000003u + no);
	for (unsigned i = 0; i < 2; i++)
		p.noise[i] = NOISE[rng_below(&p.rng, sizeof(NOISE) / sizeof(NOISE[0]))];
	(void)snprintf(path, sizeof(path), "%s/%04u.mat", folder, no);
	out.ctx = fopen(path, "w");
	CHECK(out.ctx != NULL);
	match_init(&p.m, VARIANT_FIBS, length);
	matfile_begin(&mat, &r, &out);
	play(&p, tools);
	r.actions = p.seq;
	r.winner = (int)p.m.winner;
	r.score[0] = p.m.score[0];
	r.score[1] = p.m.score[1];
	CHECK(matfile_end(&mat) == MATFILE_OK && fclose(out.ctx) == 0);
	tell(&p, no);
}

static unsigned
number(int argc, char **argv, int at, unsigned otherwise)
{
	return argc > at ? (unsigned)strtoul(argv[at], NULL, 10) : otherwise;
}

int
main(int argc, char **argv)
{
	unsigned n = number(argc, argv, 2, 10), length = number(argc, argv, 3, 5);
	struct analysis_tools tools = { .cube = &cube,
		.work = &work,
		.plies = number(argc, argv, 4, 1),
		.evaluator = evaluator };

	if (argc < 2 || n > 9999 || length < 1 || length > MATCH_LENGTH_MAX ||
	    tools.plies < 1 || tools.plies > EVAL_PLIES_MAX) {
		(void)fprintf(
		    stderr, "usage: gammonmatches FOLDER [matches] [length] [plies] [seed]\n");
		return 2;
	}
	nets_tables(&tables);
	cube_table_fill(&cube);
	if (nets_load(&eval, VARIANT_FIBS, &tables, NULL) != NULL) {
		(void)fprintf(stderr, "gammonmatches: no weights\n");
		return 1;
	}
	for (unsigned i = 1; i <= n; i++)
		one(argv[1], i, length, number(argc, argv, 5, 1), &tools);
	return 0;
}
