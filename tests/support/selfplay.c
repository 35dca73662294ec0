/* SPDX-License-Identifier: MIT */
/* See selfplay.h. */
#if defined(__x86_64__)
#include "tests/support/selfplay.h"

#include <immintrin.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "eval/eval.h"
#include "tests/support/nets.h"
#include "tests/support/players.h"

/* a position has fewer plays than this, over all rolls together */
#define ROWS_RESERVED 20000u

/* One game. */
struct game {
	struct match_state m; /* before a roll */
	struct rng rng;
	unsigned roll;      /* the roll drawn, an index into rolls */
	bool skips_step;    /* no room was left for its positions in this step */
	float equity_noise; /* how much noise the caller adds to equities when it chooses a play
			     */
	unsigned ply, calm_from_ply; /* from ply `calm_from_ply` on there is less noise */
};

struct selfplay {
	unsigned n_games, n_threads;
	const struct variant *v[3];
	unsigned n_inputs[EVAL_PHASE_COUNT];
	struct eval table; /* without nets: only for positions of the bear-off table */
	struct move_space *move_space; /* one per thread */
	struct game *games;
};

static struct dice_pair
roll_at(unsigned i)
{
	uint8_t a = 1;

	while (i >= a)
		i -= a++;
	return (struct dice_pair){ { a, (uint8_t)(i + 1) } };
}

/* Begins a game: most from the start, some from back games, races and other starting
 * positions. */
static void
game_begin(const struct selfplay *sp, struct game *g)
{
	unsigned kind = rng_below(&g->rng, 100);

	player_start_position(&g->m,
	    sp->v[kind < 74   ? 0
		  : kind < 80 ? 1
		  : kind < 83 ? 2
			      : 0],
	    &g->rng);
	if (kind >= 95)
		player_random_race(&g->m, &g->rng);
	else if (kind >= 83)
		player_back_game(&g->m, &g->rng);
	g->m.phase = PH_ROLL;
	g->ply = 0;
	g->calm_from_ply = rng_below(&g->rng, 2) == 0 ? 0 : rng_below(&g->rng, 40);
}

/* ---- threads ---- */

struct job {
	struct selfplay *sp;
	unsigned thread;
	struct selfplay_rows *rows;
	uint16_t *own;
	struct selfplay_turn *turn;
	const int32_t *best;
};

static void
run(struct selfplay *sp, void *(*fn)(void *), struct job *jobs)
{
	pthread_t *id = calloc(sp->n_threads, sizeof(*id));

	CHECK(id != NULL);
	for (unsigned t = 0; t < sp->n_threads; t++) {
		jobs[t].sp = sp;
		jobs[t].thread = t;
		CHECK(pthread_create(&id[t], NULL, fn, &jobs[t]) == 0);
	}
	for (unsigned t = 0; t < sp->n_threads; t++)
		CHECK(pthread_join(id[t], NULL) == 0);
	free(id);
}

/* ---- expanding ---- */

__attribute__((target("f16c"))) static void
inputs_write(const struct selfplay *sp, const struct eval_position *p, enum eval_phase phase,
    uint16_t *row)
{
	struct net_inputs x;

	inputs_compute(&player_tables, p, phase, sp->n_inputs[phase], &x);
	memset(row, 0, sp->n_inputs[phase] * sizeof(*row));
	for (unsigned i = 0; i < x.n; i++)
		row[x.at[i]] = _cvtss_sh(x.value[i], 0);
}

static void
row_add(const struct selfplay *sp, struct selfplay_rows *r, const struct match_state *before,
    const struct match_state *after, enum outcome outcome, int32_t game_and_roll, int32_t play)
{
	const struct eval_position p = eval_position_of(after);
	enum row_kind kind = ROW_EXACT;

	if (outcome == OUTCOME_NONE && !eval_in_bearoff_table(&p))
		kind = inputs_phase(&p) == EVAL_PHASE_RACE ? ROW_RACE : ROW_CONTACT;
	const uint32_t n = r->n[kind]++;
	r->game_and_roll[kind][n] = game_and_roll;
	r->play[kind][n] = play;
	if (kind == ROW_CONTACT) {
		inputs_write(sp, &p, EVAL_PHASE_CONTACT,
		    r->contact + (size_t)n * sp->n_inputs[EVAL_PHASE_CONTACT]);
	} else if (kind == ROW_RACE) {
		inputs_write(sp, &p, EVAL_PHASE_RACE,
		    r->race + (size_t)n * sp->n_inputs[EVAL_PHASE_RACE]);
	} else if (outcome != OUTCOME_NONE) {
		eval_outputs_at_end(before->variant, &after->board,
		    eval_winner(outcome, before->turn), before->turn,
		    r->known + (size_t)n * NET_OUTPUTS);
	} else {
		eval_outputs(&sp->table, &p, r->known + (size_t)n * NET_OUTPUTS);
		eval_outputs_swap_sides(r->known + (size_t)n * NET_OUTPUTS);
	}
}

static void
game_list_positions(struct selfplay *sp, struct game *g, unsigned index,
    struct move_space *space, struct selfplay_rows *r)
{
	for (unsigned roll = 0; roll < SELFPLAY_ROLLS; roll++) {
		const int32_t game_and_roll = (int32_t)(index * SELFPLAY_ROLLS + roll);
		struct match_state m = g->m;

		m.dice = roll_at(roll);
		m.phase = PH_MOVE;
		(void)move_list(m.variant, &m.board, m.turn, m.dice.d[0], m.dice.d[1], space);
		for (unsigned i = 0; i < space->n; i++) {
			struct match_state after = m;
			enum outcome outcome = eval_apply_play(&after, &space->result[i]);

			row_add(sp, r, &m, &after, outcome, game_and_roll, (int32_t)i);
		}
		if (space->n == 0) {
			struct match_state after = m;

			after.turn = seat_other(m.turn);
			row_add(sp, r, &m, &after, OUTCOME_NONE, game_and_roll, 0);
		}
	}
}

static void *
expand(void *arg)
{
	const struct job *j = arg;
	struct selfplay *sp = j->sp;
	struct selfplay_rows *r = &j->rows[j->thread];
	const unsigned from = sp->n_games * j->thread / sp->n_threads;
	const unsigned to = sp->n_games * (j->thread + 1) / sp->n_threads;
	const unsigned width = sp->n_inputs[EVAL_PHASE_CONTACT] > sp->n_inputs[EVAL_PHASE_RACE]
				   ? sp->n_inputs[EVAL_PHASE_CONTACT]
				   : sp->n_inputs[EVAL_PHASE_RACE];

	memset(r->n, 0, sizeof(r->n));
	for (unsigned i = from; i < to; i++) {
		struct game *g = &sp->games[i];
		const struct eval_position p = eval_position_of(&g->m);
		const enum eval_phase phase = inputs_phase(&p);

		g->skips_step = r->capacity[0] - r->n[0] < ROWS_RESERVED ||
				r->capacity[1] - r->n[1] < ROWS_RESERVED ||
				r->capacity[2] - r->n[2] < ROWS_RESERVED;
		if (!g->skips_step) {
			const struct dice_pair d = player_roll(&g->rng);
			const unsigned high = d.d[0] > d.d[1] ? d.d[0] : d.d[1];

			g->roll = high * (high - 1u) / 2u + d.d[0] + d.d[1] - high - 1u;
			inputs_write(sp, &p, phase, j->own + (size_t)i * width);
			game_list_positions(sp, g, i, &sp->move_space[j->thread], r);
		}
		g->equity_noise = 0.0f;
		if (g->ply < g->calm_from_ply && rng_below(&g->rng, 4) == 0)
			g->equity_noise = 0.12f;
		else if (rng_below(&g->rng, 25) == 0)
			g->equity_noise = 0.06f;
		j->turn[i] = (struct selfplay_turn){ .phase = (uint8_t)phase,
			.roll = (uint8_t)g->roll,
			.skipped = g->skips_step,
			.noise = g->equity_noise };
	}
	return NULL;
}

static void *
advance_thread(void *arg)
{
	const struct job *j = arg;
	struct selfplay *sp = j->sp;
	struct move_space *space = &sp->move_space[j->thread];

	for (unsigned i = sp->n_games * j->thread / sp->n_threads;
	     i < sp->n_games * (j->thread + 1) / sp->n_threads; i++) {
		struct game *g = &sp->games[i];
		enum outcome outcome = OUTCOME_NONE;
		struct eval_position p;

		if (g->skips_step)
			continue;
		g->m.dice = roll_at(g->roll);
		g->m.phase = PH_MOVE;
		(void)move_list(g->m.variant, &g->m.board, g->m.turn, g->m.dice.d[0],
		    g->m.dice.d[1], space);
		if (space->n == 0) {
			g->m.turn = seat_other(g->m.turn);
			g->m.phase = PH_ROLL;
		} else {
			CHECK((unsigned)j->best[i] < space->n);
			outcome = eval_apply_play(&g->m, &space->result[j->best[i]]);
		}
		p = eval_position_of(&g->m);
		j->turn[i].new_game_begun =
		    outcome != OUTCOME_NONE || eval_in_bearoff_table(&p) || ++g->ply > 600;
		if (j->turn[i].new_game_begun)
			game_begin(sp, g);
	}
	return NULL;
}

struct selfplay *
selfplay_new(unsigned games, unsigned threads, uint64_t seed)
{
	struct selfplay *sp = calloc(1, sizeof(*sp));

	CHECK(sp != NULL);
	if (player_tables.escapes[0].sum == 0)
		nets_tables(&player_tables);
	sp->n_games = games;
	sp->n_threads = threads;
	sp->v[0] = variant_find("backgammon");
	sp->v[1] = variant_find("nackgammon");
	sp->v[2] = variant_find("longgammon");
	eval_init(&sp->table, sp->v[0], &player_tables);
	for (unsigned phase = 0; phase < EVAL_PHASE_COUNT; phase++)
		sp->n_inputs[phase] = inputs_count(sp->v[0], phase);
	sp->move_space = calloc(threads, sizeof(*sp->move_space));
	sp->games = calloc(games, sizeof(*sp->games));
	CHECK(sp->move_space != NULL && sp->games != NULL);
	for (unsigned i = 0; i < games; i++) {
		rng_seed(&sp->games[i].rng, seed * 1000003u + i);
		game_begin(sp, &sp->games[i]);
	}
	return sp;
}

unsigned
selfplay_inputs(const struct selfplay *sp, unsigned phase)
{
	return sp->n_inputs[phase];
}

void
selfplay_expand(
    struct selfplay *sp, struct selfplay_rows *rows, uint16_t *own, struct selfplay_turn *turns)
{
	struct job *jobs = calloc(sp->n_threads, sizeof(*jobs));

	CHECK(jobs != NULL);
	for (unsigned t = 0; t < sp->n_threads; t++)
		jobs[t] = (struct job){ .rows = rows, .own = own, .turn = turns };
	run(sp, expand, jobs);
	free(jobs);
}

void
selfplay_advance(struct selfplay *sp, const int32_t *best, struct selfplay_turn *turns)
{
	struct job *jobs = calloc(sp->n_threads, sizeof(*jobs));

	CHECK(jobs != NULL);
	for (unsigned t = 0; t < sp->n_threads; t++)
		jobs[t] = (struct job){ .best = best, .turn = turns };
	run(sp, advance_thread, jobs);
	free(jobs);
}
#else
typedef int no_selfplay; /* a translation unit must not be empty */
#endif
