/* SPDX-License-Identifier: MIT */
/* gammonmatches: plays matches between grades of the server's bots, or against "rules", a
 * player who knows only the rules (players.c), and analyses them as gammond does.
 *
 *     gammonmatches A B [matches=N] [length=N] [game=NAME] [seed=N] [plies=N] [folder=DIR]
 *
 * A, B: a key of common/eval/grades.def, "rules", or "any", which changes with each match.
 * Prints how many matches A has won and, unless plies=0, the performance rating of both.  The
 * result depends only on the arguments.
 *
 * folder: writes 0001.mat, 0002.mat, ... to this directory for another program, and prints a
 * line of JSON for each match.  The line lists each player's grade, number of decisions, total
 * error and luck; the errors, largest first, each with its game and the number of the action in
 * the game (counting plays, doubles and answers); and the luck of each roll in the same form.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "bot/evaluators.h"
#include "eval/analysis.h"
#include "form/matfile.h"
#include "rules/match.h"
#include "rules/listing.h"
#include "tests/support/botplay.h"
#include "tests/support/options.h"

#define ERRORS_MAX 20u
#define ROLLS_MAX 20000u
#define RANDOM_PLAYS 8u

struct match_error_row {
	uint32_t game, action_no;
	enum seat seat;
	bool is_cube;
	float equity_lost;
};

struct roll {
	uint32_t game, action_no;
	enum seat seat;
	float roll_luck;
};

static struct brain *brain;
static struct evaluators *evaluators;
static struct eval_scratch work;
static struct move_space move_space;
static struct matfile mat;

struct played_match {
	struct match_state m;
	struct rng rng;
	enum bot_grade grade[2];    /* GRADE_NONE: knows only the rules */
	unsigned random_plays_left; /* random plays left */
	uint32_t seq, action_no, game;
	struct analysis_sums analysis_sums[2];
	unsigned n;
	struct match_error_row errors[ERRORS_MAX];
	unsigned n_rolls;
	struct roll rolls_seen[ROLLS_MAX];
};

static const struct eval *
evaluator_of(void *ctx, const struct variant *v)
{
	(void)ctx;
	return evaluators_get(evaluators, v);
}

/* Games without dice begin with some random plays; otherwise all games would be the same. */
static struct action
choose_action(struct played_match *p)
{
	const struct match_state *m = &p->m;
	struct thought t = { .state = *m };

	if (m->phase == PH_BETWEEN_GAMES) {
		p->random_plays_left = m->match_variant->no_dice ? RANDOM_PLAYS : 0;
		return botplay_start(m, &p->rng);
	}
	t.seat = match_to_act(m);
	t.state.o = t.seat;
	if (p->random_plays_left > 0) {
		p->random_plays_left--;
		botplay_by_chance(&t, &p->rng, &move_space);
	} else if (p->grade[t.seat] == GRADE_NONE) {
		botplay_by_rules(&t, &p->rng, &move_space);
	} else {
		t.grade = p->grade[t.seat];
		brain_think(brain, &t);
	}
	return botplay_action(&t, &p->rng, &move_space);
}

static void
write_to_matfile(struct played_match *p, const struct action *a)
{
	struct action_record r = { .match = 1,
		.seq = p->seq++,
		.seat = (int)a->seat,
		.kind = action_kind_name(a->kind) };
	char text[256];
	struct sbuf b;

	SBUF_INIT(&b, text);
	action_write(&b, a);
	r.text = text;
	CHECK(sbuf_ok(&b) && matfile_action(&mat, &r));
}

static void
record_analysis(struct played_match *p, const struct analysis *x)
{
	unsigned i = p->n;

	if (x->has_luck && p->n_rolls < ROLLS_MAX)
		p->rolls_seen[p->n_rolls++] =
		    (struct roll){ p->game, p->action_no, x->roller, x->luck };
	if (!x->has_decision || !x->in_sums || x->error < 0.001f)
		return;
	while (i > 0 && p->errors[i - 1].equity_lost < x->error)
		i--;
	if (i == ERRORS_MAX)
		return;
	p->n += p->n < ERRORS_MAX;
	memmove(p->errors + i + 1, p->errors + i, (p->n - 1 - i) * sizeof(p->errors[0]));
	p->errors[i] =
	    (struct match_error_row){ p->game, p->action_no, x->seat, x->of_cube, x->error };
}

static void
play_match(struct played_match *p, const struct analysis_tools *tools, bool writes)
{
	while (p->m.phase != PH_OVER) {
		struct match_state before = p->m;
		struct action a = choose_action(p);
		struct match_events ev;
		struct analysis x;

		CHECK(match_apply(&p->m, &a, &move_space, &ev).err == MATCH_OK);
		if (a.kind == ACT_START) {
			p->game = p->m.game_no;
			p->action_no = 0;
		}
		if (tools->plies > 0) {
			analysis_judge_action(tools, &before, &a, &p->m, &x);
			analysis_sums_add(p->analysis_sums, &x);
			record_analysis(p, &x);
		}
		for (unsigned i = 0; i < ev.n; i++)
			p->action_no += listing_has_line(&ev.e[i]);
		if (writes)
			write_to_matfile(p, &a);
	}
}

static void
put(void *ctx, const char *text, size_t n)
{
	CHECK(fwrite(text, 1, n, ctx) == n);
}

static const char *
grade_name(enum bot_grade g)
{
	return g == GRADE_NONE ? "rules" : GRADES[g].key;
}

static void
print_match_json(const struct played_match *p, unsigned no)
{
	printf("{\"match\": %u, \"players\": [", no);
	for (unsigned i = 0; i < 2; i++) {
		const struct analysis_sums *s = &p->analysis_sums[i];

		printf(
		    "%s{\"grade\": \"%s\", \"plays\": %u, \"cubes\": %u, \"play_error\": %.5f, "
		    "\"cube_error\": %.5f, \"luck\": %.5f}",
		    i > 0 ? ", " : "", grade_name(p->grade[i]), s->plays, s->cubes,
		    s->play_error, s->cube_error, s->luck);
	}
	printf("], \"errors\": [");
	for (unsigned i = 0; i < p->n; i++)
		printf("%s[%u, %u, %u, %u, %.4f]", i > 0 ? ", " : "", p->errors[i].game,
		    p->errors[i].action_no, (unsigned)p->errors[i].seat,
		    (unsigned)p->errors[i].is_cube, (double)p->errors[i].equity_lost);
	printf("], \"rolls\": [");
	for (unsigned i = 0; i < p->n_rolls; i++)
		printf("%s[%u, %u, %u, %.5f]", i > 0 ? ", " : "", p->rolls_seen[i].game,
		    p->rolls_seen[i].action_no, (unsigned)p->rolls_seen[i].seat,
		    (double)p->rolls_seen[i].roll_luck);
	printf("], \"games\": %u}\n", p->game);
	(void)fflush(stdout);
}

/* Plays a match, writes its .mat file and prints its line of JSON. */
static void
play_to_file(
    struct played_match *p, const char *folder, unsigned no, const struct analysis_tools *tools)
{
	struct match_record r = { .id = no,
		.user = { 1, 2 },
		.name = { "ann", "bob" },
		.length = p->m.length,
		.variant = "backgammon",
		.ended_ms = 1,
		.end_reason = "won" };
	struct out out = { .write = put };
	char path[4096];

	(void)snprintf(path, sizeof(path), "%s/%04u.mat", folder, no);
	out.ctx = fopen(path, "w");
	CHECK(out.ctx != NULL);
	matfile_begin(&mat, &r, NULL, &out);
	play_match(p, tools, true);
	r.actions = p->seq;
	r.winner = (int)p->m.winner;
	r.score[0] = p->m.score[0];
	r.score[1] = p->m.score[1];
	CHECK(matfile_end(&mat) == MATFILE_OK && fclose(out.ctx) == 0);
	print_match_json(p, no);
}

static void
add_analysis_sums(struct analysis_sums *to, const struct analysis_sums *s)
{
	to->plays += s->plays;
	to->cubes += s->cubes;
	to->play_error += s->play_error;
	to->cube_error += s->cube_error;
}

static void
print_rate(const char *name, const struct analysis_sums *s)
{
	struct analysis_sums plays = *s;

	plays.cubes = 0;
	plays.cube_error = 0;
	printf("%-9s PR %.1f of %u decisions, %.1f of %u plays; cube %.3f each of %u\n", name,
	    analysis_error_rate(s), s->plays + s->cubes, analysis_error_rate(&plays), s->plays,
	    s->cube_error / (s->cubes > 0 ? s->cubes : 1), s->cubes);
}

static _Noreturn void
usage_error(const char *what)
{
	(void)fprintf(
	    stderr, "gammonmatches: %s; see the head of tests/tools/gammonmatches.c\n", what);
	exit(2);
}

static enum bot_grade
read_grade(const char *text, struct rng *r)
{
	if (strcmp(text, "any") == 0)
		return (enum bot_grade)(1 + rng_below(r, GRADE_COUNT - 1));
	if (strcmp(text, "rules") != 0 && grade_find(text) == GRADE_NONE)
		usage_error("no such grade");
	return grade_find(text);
}

int
main(int argc, char **argv)
{
	struct analysis_tools tools = { .scratch = &work, .find_evaluator = evaluator_of };
	struct analysis_sums sums[2] = { 0 };
	unsigned matches, won = 0, games = 0;
	const struct variant *v;
	const char *folder;
	double part;

	options_parse(argc - 1, argv + 1, 2, 2, "matches# length# game= seed# plies# folder=");
	matches = (unsigned)option_number("matches", 10);
	tools.plies = (unsigned)option_number("plies", 1);
	folder = option_text("folder", NULL);
	v = variant_find(option_text("game", "backgammon"));
	if (v == NULL || tools.plies > EVAL_PLIES_MAX || (folder != NULL && !v->fibs))
		usage_error("wrong arguments");
	brain = brain_new();
	evaluators = evaluators_new();
	CHECK(brain != NULL && evaluators != NULL);
	(void)evaluators_get(evaluators, VARIANT_FIBS); /* also fills the tables */
	tools.cube_table = evaluators_cube_table(evaluators);
	for (unsigned i = 1; i <= matches; i++) {
		static struct played_match p;
		const unsigned a = i % 2; /* the seat of A */

		memset(&p, 0, sizeof(p));
		rng_seed(&p.rng, (uint64_t)option_number("seed", 1) * 1000003u + i);
		p.grade[a] = read_grade(argv[1], &p.rng);
		p.grade[1 - a] = read_grade(argv[2], &p.rng);
		match_init(&p.m, v, (unsigned)option_number("length", 5));
		if (folder != NULL)
			play_to_file(&p, folder, i, &tools);
		else
			play_match(&p, &tools, false);
		won += p.m.winner == (enum seat)a;
		games += p.game;
		add_analysis_sums(&sums[0], &p.analysis_sums[a]);
		add_analysis_sums(&sums[1], &p.analysis_sums[1 - a]);
	}
	if (folder != NULL)
		return 0;
	part = (double)won / matches;
	printf("%s: %s won %.1f %% of %u matches against %s, standard error %.1f; %.1f games "
	       "each\n",
	    v->name, argv[1], 100 * part, matches, argv[2],
	    100 * sqrt(part * (1 - part) / matches), (double)games / matches);
	if (tools.plies > 0) {
		print_rate(argv[1], &sums[0]);
		print_rate(argv[2], &sums[1]);
	}
	return 0;
}
