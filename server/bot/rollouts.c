/* SPDX-License-Identifier: MIT */
/* See rollouts.h.  Owns the queue and the rollout.  While a job is being run, only the worker
 * may access the members `current` and `brain`. */
#include "bot/rollouts.h"

#include <stdlib.h>

#include "bot/advice.h"
#include "bot/evaluators.h"
#include "eval/rollout.h"
#include "match/barred.h"
#include "output/output.h"
#include "tell/tell.h"

#define REQUESTS_MAX 16u
#define GAMES_MIN 12u
#define TURNS_PER_JOB 100u
#define EXACT_ERROR_MAX 0.005    /* a rollout ends once no standard error exceeds this */
#define RETRY_QUEUE_FULL_MS 100  /* time before posting again if the worker's queue was full */
#define RETRY_NO_MEMORY_MS 60000 /* time before posting again if memory had run out */
/* longest pause after a job; the pause is normally as long as the job */
#define REST_MS_MAX 1000

struct rollout_request {
	session_id who;
	struct match_state state;
	enum seat seat; /* the player who must act */
};

/* The rollout in progress. */
struct rollout_in_progress {
	struct rollout_request q;
	bool plays_chosen;
	unsigned n; /* number of plays; 1 for a position before the roll; 0 if the game has no
		       weights */
	struct play plays[ADVICE_PLAYS_MAX];
	struct rollout rollout[ADVICE_PLAYS_MAX];
};

struct rollouts {
	unsigned n; /* number of questions waiting; waiting[0] is answered next */
	struct rollout_request waiting[REQUESTS_MAX];
	bool current_active;              /* `current` is in progress */
	bool job_posted;                  /* a job is being run */
	int64_t posted_ms, rest_until_ms; /* monotonic; posted_ms: last post to the workers; no
				       job is posted before rest_until_ms */
	struct brain *brain;              /* NULL until needed */
	struct rollout_in_progress current;
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
drop_ended_sessions(const struct world *w, struct rollouts *r)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < r->n; i++)
		if (session_get(w, r->waiting[i].who) != NULL)
			r->waiting[kept++] = r->waiting[i];
	r->n = kept;
}

enum bots_ask_err
rollouts_ask(struct world *w, struct rollouts *r, const struct session *s,
    const struct match_state *state, enum seat seat, unsigned *before_out)
{
	drop_ended_sessions(w, r);
	if (r->current_active && r->current.q.who == s->id)
		return BOTS_ASK_PENDING;
	for (unsigned i = 0; i < r->n; i++)
		if (r->waiting[i].who == s->id)
			return BOTS_ASK_PENDING;
	if (r->n == REQUESTS_MAX)
		return BOTS_ASK_QUEUE_FULL;
	*before_out = r->n + r->current_active;
	r->waiting[r->n++] =
	    (struct rollout_request){ .who = s->id, .state = *state, .seat = seat };
	return BOTS_ASK_OK;
}

/* ---- the worker ---- */

/* Chooses the plays that a hint would show. */
static void
choose_plays(struct rollout_in_progress *x, struct brain *b, const struct eval *e)
{
	const struct match_state *m = &x->q.state;
	struct eval_choice best[ADVICE_PLAYS_MAX];

	x->plays_chosen = true;
	if (m->phase != PH_MOVE) {
		x->n = 1;
		rollout_begin_roll(&x->rollout[0], m);
		return;
	}
	x->n = eval_rank_plays(
	    e, m, GRADES[GRADE_strong].plies, &b->scratch, best, ADVICE_PLAYS_MAX);
	for (unsigned i = 0; i < x->n; i++) {
		const struct move_result *to = &b->scratch.move_space[0].result[best[i].index];

		x->plays[i] = to->play;
		rollout_begin_play(&x->rollout[i], m, to);
	}
}

static bool
is_complete(const struct rollout_in_progress *x)
{
	bool exact = x->n == 0 || x->rollout[0].games >= GAMES_MIN;

	for (unsigned i = 0; i < x->n; i++)
		exact = exact && rollout_standard_error(&x->rollout[i]) <= EXACT_ERROR_MAX;
	return exact || x->rollout[0].games >= ROLLOUT_GAMES_MAX;
}

/* Plays games until they have had TURNS_PER_JOB turns.  All plays get the same dice. */
static void
run(void *arg)
{
	struct rollouts *r = arg;
	struct brain *b = r->brain;
	struct rollout_in_progress *x = &r->current;
	const struct eval *e = b->find_evaluator(b->ctx, x->q.state.variant);
	unsigned turns = 0;

	if (e == NULL)
		return;
	if (!x->plays_chosen)
		choose_plays(x, b, e);
	do
		for (unsigned i = 0; i < x->n; i++)
			turns += rollout_play_game(
			    &x->rollout[i], e, 0, x->rollout[i].games, &b->scratch);
	while (turns < TURNS_PER_JOB && !is_complete(x));
}

/* ---- the result ---- */

static void
tell_plays(struct session *s, const struct rollout_in_progress *x)
{
	unsigned order[ADVICE_PLAYS_MAX];
	char text[ADVICE_PLAY_TEXT_SIZE];

	for (unsigned i = 0; i < x->n; i++) {
		unsigned at = i;

		for (; at > 0 && rollout_mean_equity(&x->rollout[order[at - 1]]) <
				     rollout_mean_equity(&x->rollout[i]);
		     at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
	for (unsigned i = 0; i < x->n; i++) {
		const struct rollout *of = &x->rollout[order[i]];

		advice_play_text(s, &x->q.state, x->q.seat, &x->plays[order[i]], text);
		msg_rollout_play(
		    &s->out, i + 1, text, rollout_mean_equity(of), rollout_standard_error(of));
	}
}

/* Prints the winning chances of the player who must act, and the cube action that follows from
 * them. */
static void
tell_cube_result(struct session *s, struct brain *b, const struct rollout_in_progress *x)
{
	const struct rollout *of = &x->rollout[0];
	struct advice a = { .t = { .state = x->q.state, .seat = x->q.seat } };
	const bool own = of->seat == x->q.seat;
	struct eval_chances c;
	double win, gammon, lost;

	rollout_mean_chances(of, &c);
	win = 100 * (double)(own ? c.win : 1 - c.win);
	gammon = 100 * (double)(own ? c.win_gammon : c.lose_gammon);
	lost = 100 * (double)(own ? c.lose_gammon : c.win_gammon);
	msg_rollout_chances(&s->out, win, gammon, 100 - win, lost);
	msg_rollout_equity(&s->out, own ? rollout_mean_equity(of) : -rollout_mean_equity(of),
	    rollout_standard_error(of));
	if (x->q.state.phase != PH_DOUBLED && !match_may_double(&x->q.state, x->q.seat))
		return;
	brain_advise_cube(b, &c, &a);
	advice_print_cube(&s->out, &a);
}

static void
tell_result(struct world *w, struct rollouts *r)
{
	const struct rollout_in_progress *x = &r->current;
	struct session *s = session_get(w, x->q.who);
	enum msg_id why;

	if (s == NULL)
		return;
	why = barred_position(w, s, &x->q.state);
	if (why != MSG_COUNT) {
		msg_write(&s->out, why);
		return;
	}
	if (x->n == 0) {
		msg_hint_unknown(&s->out);
		return;
	}
	if (x->q.state.phase == PH_MOVE)
		tell_plays(s, x);
	else
		tell_cube_result(s, r->brain, x);
	msg_rollout_games(&s->out, x->rollout[0].games);
	if (session_is_interactive(s)) /* for analysis in another program */
		tell_xgid(&s->out, &x->q.state, x->q.seat);
}

/* ---- progress ---- */

/* Takes the next question.  Returns false if there is none, or if out of memory. */
static bool
take_next_request(struct world *w, struct rollouts *r)
{
	drop_ended_sessions(w, r);
	if (r->n == 0)
		return false;
	if (r->brain == NULL && (r->brain = brain_new()) == NULL) {
		r->rest_until_ms = w->mono_ms + RETRY_NO_MEMORY_MS;
		return false;
	}
	r->current = (struct rollout_in_progress){ .q = r->waiting[0] };
	r->current_active = true;
	r->n--;
	for (unsigned i = 0; i < r->n; i++)
		r->waiting[i] = r->waiting[i + 1];
	return true;
}

void
rollouts_post_job(struct world *w, struct rollouts *r)
{
	const struct work_job job = {
		.kind = WORK_IDLE, .ticket = ROLLOUT_TICKET, .run = run, .arg = r
	};

	if (r->job_posted || w->mono_ms < r->rest_until_ms ||
	    (!r->current_active && !take_next_request(w, r)))
		return;
	if (!w->work.post(w->work.ctx, &job)) {
		r->rest_until_ms = w->mono_ms + RETRY_QUEUE_FULL_MS;
		return;
	}
	r->job_posted = true;
	r->posted_ms = w->mono_ms;
}

int64_t
rollouts_next_timer(const struct rollouts *r)
{
	return !r->job_posted && (r->current_active || r->n > 0) ? r->rest_until_ms : -1;
}

void
rollouts_job_done(struct world *w, struct rollouts *r)
{
	const int64_t took_ms = w->mono_ms - r->posted_ms;

	CHECK(r->job_posted && r->current_active);
	r->job_posted = false;
	r->rest_until_ms = w->mono_ms + (took_ms < REST_MS_MAX ? took_ms : REST_MS_MAX);
	r->current_active = session_get(w, r->current.q.who) != NULL;
	if (r->current_active && is_complete(&r->current)) {
		r->current_active = false;
		tell_result(w, r);
	}
}
