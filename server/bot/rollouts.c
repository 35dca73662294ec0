/* SPDX-License-Identifier: MIT */
/* See rollouts.h.  Owns the queue and the rollout.  While a job is being run, only the worker
 * may access the members `set` and `brain`. */
#include "bot/rollouts.h"

#include <stdlib.h>

#include "bot/advice.h"
#include "bot/evaluators.h"
#include "eval/rollout.h"
#include "match/barred.h"
#include "output/output.h"
#include "tell/tell.h"

#define WAITING_MAX 16u
#define GAMES_LEAST 12u
#define TURNS_A_JOB 100u
#define EXACT 0.005     /* a rollout ends early when all standard errors are at most this */
#define FULL_MS 100     /* time before posting again if the worker's queue was full */
#define MEMORY_MS 60000 /* time before posting again if memory had run out */
/* longest pause after a job; the pause is normally as long as the job */
#define REST_MS_MAX 1000

struct rollout_request {
	session_id who;
	struct match_state state;
	enum seat seat; /* the player who must act */
};

/* The rollout in progress. */
struct set {
	struct rollout_request q;
	bool begun;
	unsigned n; /* number of plays; 1 for a position before the roll; 0 if the game has no
		       weights */
	struct play play[ADVICE_BEST];
	struct rollout of[ADVICE_BEST];
};

struct rollouts {
	unsigned n; /* number of questions waiting; waiting[0] is answered next */
	struct rollout_request waiting[WAITING_MAX];
	bool active;                /* `set` is in progress */
	bool under_way;             /* a job is being run */
	int64_t posted_ms, rest_ms; /* monotonic; posted_ms: last post to the workers; no job is
				       posted before rest_ms */
	struct brain *brain;        /* NULL until needed */
	struct set set;
};

struct rollouts *
rollouts_new(void)
{
	return calloc(1, sizeof(struct rollouts));
}

void
rollouts_free(struct rollouts **rp)
{
	if (*rp != NULL)
		brain_free(&(*rp)->brain);
	free(*rp);
	*rp = NULL;
}

/* Removes the questions of users who have left. */
static void
drop_left(const struct world *w, struct rollouts *r)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < r->n; i++)
		if (session_get(w, r->waiting[i].who) != NULL)
			r->waiting[kept++] = r->waiting[i];
	r->n = kept;
}

enum ask_err
rollouts_ask(struct world *w, struct rollouts *r, const struct session *s,
    const struct match_state *state, enum seat seat, unsigned *before_out)
{
	drop_left(w, r);
	if (r->active && r->set.q.who == s->id)
		return ASK_WAITS;
	for (unsigned i = 0; i < r->n; i++)
		if (r->waiting[i].who == s->id)
			return ASK_WAITS;
	if (r->n == WAITING_MAX)
		return ASK_BUSY;
	*before_out = r->n + r->active;
	r->waiting[r->n++] =
	    (struct rollout_request){ .who = s->id, .state = *state, .seat = seat };
	return ASK_OK;
}

/* ---- the worker ---- */

/* Chooses the plays that a hint would show. */
static void
begin(struct set *x, struct brain *b, const struct eval *e)
{
	const struct match_state *m = &x->q.state;
	struct eval_choice best[ADVICE_BEST];

	x->begun = true;
	if (m->phase != PH_MOVE) {
		x->n = 1;
		rollout_roll(&x->of[0], m);
		return;
	}
	x->n = eval_rank(e, m, GRADES[GRADE_strong].plies, &b->work, best, ADVICE_BEST);
	for (unsigned i = 0; i < x->n; i++) {
		const struct move_result *to = &b->work.space[0].result[best[i].index];

		x->play[i] = to->play;
		rollout_play(&x->of[i], m, to);
	}
}

static bool
is_complete(const struct set *x)
{
	bool exact = x->n == 0 || x->of[0].games >= GAMES_LEAST;

	for (unsigned i = 0; i < x->n; i++)
		exact = exact && rollout_error(&x->of[i]) <= EXACT;
	return exact || x->of[0].games >= ROLLOUT_GAMES;
}

/* Plays games until they have had TURNS_A_JOB turns.  All plays get the same dice. */
static void
run(void *arg)
{
	struct rollouts *r = arg;
	struct brain *b = r->brain;
	struct set *x = &r->set;
	const struct eval *e = b->evaluator(b->ctx, x->q.state.variant);
	unsigned turns = 0;

	if (e == NULL)
		return;
	if (!x->begun)
		begin(x, b, e);
	do
		for (unsigned i = 0; i < x->n; i++)
			turns += rollout_game(&x->of[i], e, 0, x->of[i].games, &b->work);
	while (turns < TURNS_A_JOB && !is_complete(x));
}

/* ---- the result ---- */

static void
tell_plays(struct session *s, const struct set *x)
{
	unsigned order[ADVICE_BEST];
	char text[ADVICE_PLAY_TEXT];

	for (unsigned i = 0; i < x->n; i++) {
		unsigned at = i;

		for (; at > 0 &&
		       rollout_equity(&x->of[order[at - 1]]) < rollout_equity(&x->of[i]);
		     at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
	for (unsigned i = 0; i < x->n; i++) {
		const struct rollout *of = &x->of[order[i]];

		advice_play_text(s, &x->q.state, x->q.seat, &x->play[order[i]], text);
		msg_rollout_play(&s->out, i + 1, text, rollout_equity(of), rollout_error(of));
	}
}

/* Prints the winning chances of the player who must act, and the cube action that follows from
 * them. */
static void
tell_cube(struct session *s, struct brain *b, const struct set *x)
{
	const struct rollout *of = &x->of[0];
	struct advice a = { .t = { .state = x->q.state, .seat = x->q.seat } };
	const bool own = of->seat == x->q.seat;
	struct eval_chances c;
	double win, gammon, lost;

	rollout_chances(of, &c);
	win = 100 * (double)(own ? c.win : 1 - c.win);
	gammon = 100 * (double)(own ? c.win_gammon : c.lose_gammon);
	lost = 100 * (double)(own ? c.lose_gammon : c.win_gammon);
	msg_rollout_chances(&s->out, win, gammon, 100 - win, lost);
	msg_rollout_equity(
	    &s->out, own ? rollout_equity(of) : -rollout_equity(of), rollout_error(of));
	if (x->q.state.phase != PH_DOUBLED && !match_may_double(&x->q.state, x->q.seat))
		return;
	brain_advise_cube(b, &c, &a);
	advice_tell_cube(&s->out, &a);
}

static void
tell_result(struct world *w, struct rollouts *r)
{
	const struct set *x = &r->set;
	struct session *s = session_get(w, x->q.who);
	enum msg_id why;

	if (s == NULL)
		return;
	why = barred_position(w, s, &x->q.state);
	if (why != MSG_COUNT) {
		msg_plain(&s->out, why);
		return;
	}
	if (x->n == 0) {
		msg_hint_unknown(&s->out);
		return;
	}
	if (x->q.state.phase == PH_MOVE)
		tell_plays(s, x);
	else
		tell_cube(s, r->brain, x);
	msg_rollout_games(&s->out, x->of[0].games);
	if (session_person(s)) /* for analysis in another program */
		tell_xgid(&s->out, &x->q.state, x->q.seat);
}

/* ---- progress ---- */

/* Takes the next question.  Returns false if there is none, or if out of memory. */
static bool
next(struct world *w, struct rollouts *r)
{
	drop_left(w, r);
	if (r->n == 0)
		return false;
	if (r->brain == NULL && (r->brain = brain_new()) == NULL) {
		r->rest_ms = w->mono_ms + MEMORY_MS;
		return false;
	}
	r->set = (struct set){ .q = r->waiting[0] };
	r->active = true;
	r->n--;
	for (unsigned i = 0; i < r->n; i++)
		r->waiting[i] = r->waiting[i + 1];
	return true;
}

void
rollouts_go_on(struct world *w, struct rollouts *r)
{
	const struct work_job job = {
		.kind = WORK_IDLE, .ticket = ROLLOUT_TICKET, .run = run, .arg = r
	};

	if (r->under_way || w->mono_ms < r->rest_ms || (!r->active && !next(w, r)))
		return;
	if (!w->work.post(w->work.ctx, &job)) {
		r->rest_ms = w->mono_ms + FULL_MS;
		return;
	}
	r->under_way = true;
	r->posted_ms = w->mono_ms;
}

int64_t
rollouts_next_timer(const struct rollouts *r)
{
	return !r->under_way && (r->active || r->n > 0) ? r->rest_ms : -1;
}

void
rollouts_done(struct world *w, struct rollouts *r)
{
	const int64_t took_ms = w->mono_ms - r->posted_ms;

	CHECK(r->under_way && r->active);
	r->under_way = false;
	r->rest_ms = w->mono_ms + (took_ms < REST_MS_MAX ? took_ms : REST_MS_MAX);
	r->active = session_get(w, r->set.q.who) != NULL;
	if (r->active && is_complete(&r->set)) {
		r->active = false;
		tell_result(w, r);
	}
}
