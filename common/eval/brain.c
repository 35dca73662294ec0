/* SPDX-License-Identifier: MIT */
/* See brain.h. */
#include "eval/brain.h"

#include <string.h>

#include "base/sbuf.h"
#include "eval/mistakes.h"
#include "rules/notation.h"

#define RESIGN_WIN_CHANCE 0.001f /* winning chances low enough to resign */
#define RESIGN_CERTAINTY 0.98f   /* certainty about the size of the loss, required to resign */
/* the bot accepts an offer unless playing on gains more than this */
#define ACCEPT_MARGIN 0.01f
#define TUTOR_MIN_COST 0.05f      /* points that a play must lose to be reported */
#define TUTOR_CHECKERS_SCALE 5.0f /* multiplies TUTOR_MIN_COST in games scored by checkers */
#define CANDIDATES_MAX 64u        /* plays among which a grade chooses */

/* ---- evaluation ---- */

static void
true_chances(const struct eval *e, const struct thought *t, struct eval_chances *c)
{
	const struct match_state *m = &t->state;
	const struct eval_position p = { .variant = m->variant,
		.board = &m->board,
		.turn = m->turn,
		.streak = { m->score_streak[0], m->score_streak[1] } };

	eval_chances(e, &p, c);
}

/* Distorts the chances of the side to move by the errors of t->seat. */
static void
distort_chances(const struct thought *t, enum mistakes_decision what, struct eval_chances *c)
{
	const struct match_state *m = &t->state;
	const float own = mistakes_win_error(&GRADES[t->grade], m, what);
	const float wrong = m->turn == t->seat ? own : -own;

	if (eval_counts_checkers(m->variant))
		return;
	c->win += wrong;
	c->win = c->win < 0 ? 0 : c->win > 1 ? 1 : c->win;
	c->win_gammon = c->win_gammon > c->win ? c->win : c->win_gammon;
	c->lose_gammon = c->lose_gammon > 1 - c->win ? 1 - c->win : c->lose_gammon;
	c->equity += 2 * wrong;
}

static void
distorted_chances(const struct eval *e, const struct thought *t, enum mistakes_decision what,
    struct eval_chances *c)
{
	true_chances(e, t, c);
	distort_chances(t, what, c);
}

static bool
is_money(const struct match_state *m)
{
	return m->length == 0;
}

/* Converts the value for the side to move into the value for the other side. */
static float
opponents_value(const struct match_state *m, float worth)
{
	return is_money(m) ? -worth : 1 - worth;
}

/* Returns the value of the game to t->seat, in points or match winning chances. */
static float
worth_now(const struct brain *b, const struct thought *t, const struct eval_chances *c)
{
	const struct match_state *m = &t->state;
	const struct cube_state s = cube_state_of(m, m->turn);
	float worth = cube_value(b->cube_table, &s, c);

	return m->turn == t->seat ? worth : opponents_value(m, worth);
}

static float
equity_now(const struct thought *t, const struct eval_chances *c)
{
	return t->state.turn == t->seat ? c->equity : -c->equity;
}

static bool
accepts_resignation(
    const struct brain *b, const struct thought *t, const struct eval_chances *c)
{
	const struct match_state *m = &t->state;
	const struct cube_state s = cube_state_of(m, t->seat);
	int points = (int)match_resign_points(m, m->resign_by, m->resign_size);

	if (eval_counts_checkers(m->variant))
		return (float)points + 0.5f >= equity_now(t, c) * (float)m->cube;
	return cube_worth_of_points(b->cube_table, &s, points) +
		   ACCEPT_MARGIN * (float)(is_money(m) ? m->cube : 1) >=
	       worth_now(b, t, c);
}

/* Returns the value to m->turn of playing on with the offered cube, and sets *dropped_out to
 * the value of dropping the cube.  The double is m->turn's or, if t->seat is m->turn, the
 * opponent's beaver. */
static float
worth_if_taken(const struct brain *b, const struct thought *t, const struct eval_chances *c,
    float *dropped_out)
{
	const struct match_state *m = &t->state;
	struct cube_state s = cube_state_of(m, m->turn);
	int lost = (int)m->offered_cube / 2;

	s.value = m->offered_cube;
	s.owner = CUBE_THEIRS; /* the player who was doubled first owns the cube, even after
				  beavers */
	s.may_double = false;
	*dropped_out =
	    cube_worth_of_points(b->cube_table, &s, m->turn == t->seat ? -lost : lost);
	return cube_value(b->cube_table, &s, c);
}

static bool
should_take(const struct brain *b, const struct thought *t, const struct eval_chances *c)
{
	float dropped;
	float worth = worth_if_taken(b, t, c, &dropped);

	return t->state.turn == t->seat ? worth >= dropped : worth <= dropped;
}

static bool
should_double(const struct brain *b, const struct thought *t, const struct eval_chances *c)
{
	const struct cube_state s = cube_state_of(&t->state, t->seat);
	struct cube_decision d;

	if (!match_may_double(&t->state, t->seat))
		return false;
	cube_decide(b->cube_table, &s, c, &d);
	return d.should_double;
}

/* Returns the size of a resignation in a hopeless game, 0 if there is still hope. */
static unsigned
resignation_size(const struct thought *t, const struct eval_chances *c)
{
	const struct variant *v = t->state.variant;

	if (t->resign_rejected || eval_counts_checkers(v) || c->win > RESIGN_WIN_CHANCE)
		return 0;
	if (v->resign_max >= 3 && c->lose_backgammon > RESIGN_CERTAINTY)
		return 3;
	if (v->resign_max >= 2 && c->lose_gammon > RESIGN_CERTAINTY &&
	    c->lose_backgammon < 1 - RESIGN_CERTAINTY)
		return 2;
	return c->lose_gammon < 1 - RESIGN_CERTAINTY ? 1 : 0;
}

/* ---- commands ---- */

static void
set_command(struct thought *t, const char *line)
{
	CHECK(sbuf_copy(t->line, sizeof(t->line), line));
}

void
thought_set_play_command(struct thought *t, const struct play *p)
{
	struct sbuf b;

	SBUF_INIT(&b, t->line);
	sbuf_add(&b, "move ");
	notation_write_fibs(&b, p, notation_numbering(t->state.variant, t->state.o == t->seat));
	CHECK(sbuf_ok(&b));
}

static void
set_number_command(struct thought *t, const char *word, unsigned n)
{
	struct sbuf b;

	SBUF_INIT(&b, t->line);
	sbuf_addf(&b, "%s %u", word, n);
}

/* Returns the points a resignation costs, at most those the opponent needs for the match. */
static unsigned
points_lost_by_resigning(const struct match_state *m, enum seat seat, unsigned size)
{
	const unsigned points = match_resign_points(m, seat, size);
	const unsigned needed = m->length - m->score[seat_other(seat)];

	return is_money(m) || points < needed ? points : needed;
}

/* Resigns the smallest size that costs as many points as `size`. */
static void
set_resign_command(struct thought *t, unsigned size)
{
	static const char *const LINES[] = { NULL, "resign normal", "resign gammon",
		"resign backgammon" };

	while (size > 1 && points_lost_by_resigning(&t->state, t->seat, size - 1) ==
			       points_lost_by_resigning(&t->state, t->seat, size))
		size--;
	set_command(t, LINES[size]);
}

/* Chooses the play that the grade considers best. */
static void
think_play(struct brain *b, const struct eval *e, struct thought *t)
{
	const struct grade *g = &GRADES[t->grade];
	struct eval_choice choice[CANDIDATES_MAX];
	unsigned n =
	    eval_rank_plays(e, &t->state, g->plies, &b->scratch, choice, CANDIDATES_MAX);
	struct mistakes mistakes;
	float best = 0;
	unsigned at = 0;

	if (n == 0) {
		brain_any_legal_command(t, &b->scratch.move_space[0]);
		return;
	}
	mistakes_init(g, &t->state, choice[0].chances.equity, &mistakes);
	for (unsigned i = 0; i < n; i++) {
		float worth = choice[i].chances.equity +
			      mistakes_play_error(&mistakes,
				  &b->scratch.move_space[0].result[choice[i].index].after,
				  choice[i].index);

		if (i > 0 && worth <= best)
			continue;
		best = worth;
		at = i;
	}
	thought_set_play_command(t, &b->scratch.move_space[0].result[choice[at].index].play);
}

static void
think_on_roll(struct brain *b, const struct eval *e, struct thought *t)
{
	struct eval_chances c;
	unsigned size;

	true_chances(e, t, &c);
	/* decided before the chances are distorted: no grade resigns a game that can be won */
	size = resignation_size(t, &c);
	distort_chances(t, MISTAKES_DOUBLE, &c);
	if (size > 0)
		set_resign_command(t, size);
	else if (t->state.phase == PH_MOVE)
		think_play(b, e, t);
	else
		set_command(t, should_double(b, t, &c) ? "double" : "roll");
}

void
brain_think(struct brain *b, struct thought *t)
{
	const struct match_state *m = &t->state;
	const struct eval *e = b->find_evaluator(b->ctx, m->variant);
	struct eval_chances c;

	if (e == NULL) {
		brain_any_legal_command(t, &b->scratch.move_space[0]);
		return;
	}
	if (m->resign_by == seat_other(t->seat)) {
		distorted_chances(e, t, MISTAKES_OFFER, &c);
		set_command(t, accepts_resignation(b, t, &c) ? "accept" : "reject");
	} else if (m->phase == PH_DOUBLED && m->doubler != t->seat) {
		distorted_chances(e, t, MISTAKES_TAKE, &c);
		set_command(t, should_take(b, t, &c) ? "accept" : "reject");
	} else if (m->draw_by == seat_other(t->seat)) {
		distorted_chances(e, t, MISTAKES_OFFER, &c);
		set_command(t, equity_now(t, &c) <= 0 ? "draw accept" : "draw reject");
	} else if (m->phase == PH_NAME_DOUBLE) {
		set_number_command(t, "choose", eval_double_to_name(e, m, &b->scratch));
	} else if (m->phase == PH_ROLL || m->variant->no_dice) {
		think_on_roll(b, e, t);
	} else {
		think_play(b, e, t);
	}
}

/* ---- advice ---- */

static bool
lists_play(const struct eval_choice *list, unsigned n, unsigned index)
{
	while (n > 0 && list[n - 1].index != index)
		n--;
	return n > 0;
}

/* Lists the best plays.  Plays without a deep evaluation follow, in the order of their shallow
 * evaluation. */
static void
list_best_plays(struct brain *b, const struct eval *e, struct advice *a)
{
	const struct match_state *m = &a->t.state;
	struct eval_choice choice[ADVICE_PLAYS_MAX], first[EVAL_DEEP_PLAYS_MAX];
	unsigned n = eval_rank_plays(
	    e, m, GRADES[GRADE_strong].plies, &b->scratch, choice, ADVICE_PLAYS_MAX);
	unsigned n_first = eval_rank_plays(e, m, 0, &b->scratch, first, EVAL_DEEP_PLAYS_MAX);

	for (unsigned i = 0; i < n_first && n < ADVICE_PLAYS_MAX; i++)
		if (!lists_play(choice, n, first[i].index))
			choice[n++] = first[i];
	a->kind = ADVICE_PLAYS;
	a->n = n;
	for (unsigned i = 0; i < n; i++) {
		a->best[i].play = b->scratch.move_space[0].result[choice[i].index].play;
		a->best[i].equity = choice[i].chances.equity;
	}
}

/* Finds the index of a play in the list of plays.  Returns false if the play is not legal. */
static bool
find_play(struct brain *b, const struct match_state *m, const struct play *p, unsigned *at_out)
{
	const struct move_space *space = &b->scratch.move_space[0];
	struct board after;
	unsigned step;

	if (move_check(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], p,
		&b->scratch.move_space[0], &after, &step) != MOVE_OK)
		return false;
	for (unsigned i = 0; i < space->n; i++)
		if (memcmp(&space->result[i].after, &after, sizeof(after)) == 0) {
			*at_out = i;
			return true;
		}
	return false;
}

/* Finds the cost of the play that was made.  Uses the deep evaluation if it includes this play,
 * otherwise a shallow evaluation of this play and of the best play. */
static void
judge_played(struct brain *b, const struct eval *e, struct advice *a)
{
	const struct match_state *m = &a->t.state;
	struct eval_choice choice[EVAL_DEEP_PLAYS_MAX], first;
	unsigned n, at = 0;
	float o[NET_OUTPUTS];

	a->cost = 0;
	list_best_plays(b, e, a);
	if (a->n == 0 || !find_play(b, m, &a->played, &at))
		return;
	n = eval_rank_plays(
	    e, m, GRADES[GRADE_strong].plies, &b->scratch, choice, EVAL_DEEP_PLAYS_MAX);
	for (unsigned i = 0; i < n; i++)
		if (choice[i].index == at) {
			a->cost = choice[0].chances.equity - choice[i].chances.equity;
			return;
		}
	(void)eval_rank_plays(e, m, 0, &b->scratch, &first, 1);
	eval_outputs_after(e, m, &b->scratch.move_space[0].result[at], o);
	a->cost = first.chances.equity - eval_outputs_equity(m->variant, o);
}

void
brain_advise_cube(const struct brain *b, const struct eval_chances *c, struct advice *a)
{
	const struct thought *t = &a->t;
	const struct match_state *m = &t->state;

	if (m->phase == PH_DOUBLED) {
		float dropped, worth = worth_if_taken(b, t, c, &dropped);
		bool own = m->turn == t->seat;

		a->kind = ADVICE_TAKE;
		a->cube.take = own ? worth : opponents_value(m, worth);
		a->cube.drop = own ? dropped : opponents_value(m, dropped);
		a->cube.should_take = should_take(b, t, c);
	} else {
		const struct cube_state s = cube_state_of(m, t->seat);

		a->kind = ADVICE_DOUBLE;
		cube_decide(b->cube_table, &s, c, &a->cube);
	}
}

void
brain_advise(struct brain *b, struct advice *a)
{
	const struct match_state *m = &a->t.state;
	const struct eval *e = b->find_evaluator(b->ctx, m->variant);
	const bool own = m->turn == a->t.seat && m->resign_by == SEAT_NONE;
	struct eval_chances c;

	a->kind = ADVICE_NONE;
	a->n = 0;
	a->t.grade = GRADE_strong;
	a->t.resign_rejected = true;
	if (e == NULL)
		return;
	if (a->judge_only)
		judge_played(b, e, a);
	else if (own && m->phase == PH_MOVE)
		list_best_plays(b, e, a);
	else if (m->resign_by == SEAT_NONE &&
		 (m->phase == PH_DOUBLED || match_may_double(m, a->t.seat))) {
		true_chances(e, &a->t, &c);
		brain_advise_cube(b, &c, a);
	} else {
		a->kind = ADVICE_COMMAND;
		brain_think(b, &a->t);
	}
}

float
brain_tutor_threshold(const struct variant *v)
{
	return TUTOR_MIN_COST * (eval_counts_checkers(v) ? TUTOR_CHECKERS_SCALE : 1);
}

void
brain_any_legal_command(struct thought *t, struct move_space *space)
{
	const struct match_state *m = &t->state;

	if (m->resign_by == seat_other(t->seat) ||
	    (m->phase == PH_DOUBLED && m->doubler != t->seat))
		set_command(t, "accept");
	else if (m->draw_by == seat_other(t->seat))
		set_command(t, "draw reject");
	else if (m->phase == PH_NAME_DOUBLE)
		set_command(t, "choose 6");
	else if (m->phase == PH_ROLL)
		set_command(t, "roll");
	else if (move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], space) >
		 0)
		thought_set_play_command(t, &space->result[0].play);
	else
		set_command(t, "board");
}
