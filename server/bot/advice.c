/* SPDX-License-Identifier: MIT */
/* See advice.h.  Owns the queue and the advice.  While the advice is being computed, only the
 * worker may access it. */
#include "bot/advice.h"

#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "output/output.h"
#include "tell/tell.h"

#define QUESTIONS_MAX 32u

struct advice_question {
	session_id who;
	int64_t row;        /* row of the match; 0: the question is about a position */
	uint32_t match_seq; /* next_seq of the match at the time of the question */
	struct match_state state;
	enum seat seat;
	bool rates_play;
	struct play played;
};

struct advices {
	unsigned n; /* number of questions waiting; waiting[0] is answered next */
	struct advice_question waiting[QUESTIONS_MAX];
	bool answering;
	struct advice_question current; /* the question being answered */
	struct brain *brain;
	struct advice answer;
};

struct advices *
advices_new(void)
{
	return calloc(1, sizeof(struct advices));
}

void
advices_free(struct advices **a)
{
	free(*a);
	*a = NULL;
}

static enum bots_ask_err
enqueue_question(struct advices *a, const struct advice_question *question)
{
	if (a->answering && a->current.who == question->who)
		return BOTS_ASK_PENDING;
	for (unsigned i = 0; i < a->n; i++)
		if (a->waiting[i].who == question->who)
			return BOTS_ASK_PENDING;
	if (a->n == QUESTIONS_MAX)
		return BOTS_ASK_QUEUE_FULL;
	a->waiting[a->n++] = *question;
	return BOTS_ASK_OK;
}

enum bots_ask_err
advices_ask(struct world *w, struct advices *a, const struct session *s,
    const struct match_state *state, const struct play *played)
{
	const struct match *m = session_match(w, s);
	struct advice_question question = { .who = s->id, .state = *state, .seat = s->seat };

	CHECK(m != NULL && m->state.practice && state->practice);
	question.row = m->row;
	question.match_seq = m->next_seq;
	if (played != NULL) {
		question.rates_play = true;
		question.played = *played;
	}
	return enqueue_question(a, &question);
}

enum bots_ask_err
advices_ask_position(
    struct advices *a, const struct session *s, const struct match_state *state, enum seat seat)
{
	const struct advice_question question = { .who = s->id, .state = *state, .seat = seat };

	return enqueue_question(a, &question);
}

bool
advices_waiting(const struct advices *a)
{
	return a->n > 0;
}

bool
advices_answering(const struct advices *a)
{
	return a->answering;
}

static void
run(void *arg)
{
	struct advices *a = arg;

	brain_advise(a->brain, &a->answer);
}

bool
advices_post_first(struct world *w, struct advices *a, struct brain *brain)
{
	const struct work_job job = { .kind = WORK_THOUGHT, .run = run, .arg = a };
	const struct advice_question *first = &a->waiting[0];

	a->brain = brain;
	a->answer = (struct advice){
		.t = { .state = first->state, .seat = first->seat },
		.judge_only = first->rates_play,
		.played = first->played,
	};
	if (!w->work.post(w->work.ctx, &job))
		return false;
	a->current = *first;
	a->answering = true;
	a->n--;
	for (unsigned i = 0; i < a->n; i++)
		a->waiting[i] = a->waiting[i + 1];
	return true;
}

/* ---- output ---- */

void
advice_play_text(const struct session *s, const struct match_state *st, enum seat seat,
    const struct play *p, char text[ADVICE_PLAY_TEXT_SIZE])
{
	struct sbuf b;

	sbuf_init(&b, text, ADVICE_PLAY_TEXT_SIZE);
	notation_write_fibs(&b, p, point_numbering(session_direction_home(s), st, seat, seat));
}

static void
tell_plays(struct session *s, const struct advice *a)
{
	char text[ADVICE_PLAY_TEXT_SIZE];

	for (unsigned i = 0; i < a->n; i++) {
		advice_play_text(s, &a->t.state, a->t.seat, &a->best[i].play, text);
		msg_hint_play(&s->out, i + 1, text, (double)a->best[i].equity);
	}
}

static void
tell_double_advice(struct out *out, const struct advice *a)
{
	const struct cube_decision *d = &a->cube;
	bool money = a->t.state.length == 0;
	double part = money ? 1 : 100;

	(money ? msg_hint_double_points : msg_hint_double_chances)(
	    out, part * (double)d->no_double, part * (double)d->take, part * (double)d->drop);
	msg_write(out, d->should_double ? MSG_hint_double : MSG_hint_roll);
}

static void
tell_take_advice(struct out *out, const struct advice *a)
{
	const struct cube_decision *d = &a->cube;
	bool money = a->t.state.length == 0;
	double part = money ? 1 : 100;

	(money ? msg_hint_take_points : msg_hint_take_chances)(
	    out, part * (double)d->take, part * (double)d->drop);
	msg_write(out, d->should_take ? MSG_hint_take : MSG_hint_pass);
}

void
advice_print_cube(struct out *out, const struct advice *a)
{
	if (a->kind == ADVICE_DOUBLE)
		tell_double_advice(out, a);
	else
		tell_take_advice(out, a);
}

/* Returns whether the play that the question judges can still be taken back. */
static bool
still_applies(const struct match_takeback *b, const struct advice_question *x)
{
	return b->available && b->next_roll == x->state.next_roll &&
	       b->undone_play.n == x->played.n &&
	       memcmp(b->undone_play.step, x->played.step,
		   x->played.n * sizeof(x->played.step[0])) == 0;
}

static void
tell_play_cost(struct session *s, const struct advice *a)
{
	const struct match_state *st = &a->t.state;
	char text[ADVICE_PLAY_TEXT_SIZE];

	if (a->n == 0 || a->cost < brain_tutor_threshold(st->variant))
		return;
	advice_play_text(s, st, a->t.seat, &a->best[0].play, text);
	msg_tutor(&s->out, (double)a->cost, text);
}

static void
tell_advice(struct session *s, const struct advice *got)
{
	switch (got->kind) {
	case ADVICE_NONE:
		msg_hint_unknown(&s->out);
		break;
	case ADVICE_PLAYS:
		tell_plays(s, got);
		break;
	case ADVICE_DOUBLE:
	case ADVICE_TAKE:
		advice_print_cube(&s->out, got);
		break;
	case ADVICE_COMMAND:
		msg_hint_other(&s->out, got->t.line);
		break;
	}
	if (session_is_interactive(s)) /* for analysis in another program */
		tell_xgid(&s->out, &got->t.state, got->t.seat);
}

void
advices_print_answer(struct world *w, struct advices *a)
{
	struct session *s = session_get(w, a->current.who);
	const struct match *m = s != NULL ? session_match(w, s) : NULL;
	const struct advice *got = &a->answer;

	CHECK(a->answering);
	a->answering = false;
	if (s == NULL)
		return;
	if (a->current.row == 0) {
		if (m == NULL || m->state.practice)
			tell_advice(s, got);
		return;
	}
	if (m == NULL || m->row != a->current.row)
		return;
	if (!got->judge_only) {
		if (m->next_seq == a->current.match_seq)
			tell_advice(s, got);
		return;
	}
	if (m->state.game_no == got->t.state.game_no &&
	    still_applies(&m->state.takeback[s->seat], &a->current))
		tell_play_cost(s, got);
}
