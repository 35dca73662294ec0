/* SPDX-License-Identifier: MIT */
/* See pager.h.  Owns the state of long answers.  Every call is bounded by PAGER_STEPS_MAX,
 * except pager_drop_all, which is linear in the unfinished answers of the session (at most the
 * list at log-in and one more). */
#include "output/pager.h"

#include <stdlib.h>
#include <string.h>

#include "output/json_lines.h"
#include "output/screen.h"
#include "people/session.h"
#include "people/state.h"
struct pager {
	struct pager *next;
	const struct pager_kind *kind;
	max_align_t state[];
};

bool
session_answer_unfinished(const struct session *s)
{
	return s->screen.long_answers != NULL && !session_has_held_text(s);
}

bool
pager_blocks_input(const struct session *s)
{
	if (session_has_held_text(s))
		return false;
	for (const struct pager *p = s->screen.long_answers; p != NULL; p = p->next)
		if (!p->kind->background)
			return true;
	return false;
}

bool
session_input_waits(const struct session *s)
{
	return s->times.pause_end_ms != 0 || s->state == ST_VERIFY || s->state == ST_REGISTER ||
	       (s->form != NULL && s->form->worker_busy) || pager_blocks_input(s);
}

void
session_update_input_pause(struct world *w, struct session *s)
{
	bool wait = session_input_waits(s);

	if (wait == s->input_paused)
		return;
	s->input_paused = wait;
	if (!s->disconnected)
		w->net.pause(w->net.ctx, s->conn, wait);
}

void
session_pause_input_until(struct world *w, struct session *s, int64_t at_ms)
{
	if (tree_node_is_linked(&s->index.by_pause_end))
		tree_remove(&w->people->paused, &s->index.by_pause_end);
	s->times.pause_end_ms = at_ms;
	session_update_input_pause(w, s);
	if (at_ms != 0)
		tree_add(&w->people->paused, &s->index.by_pause_end);
}

static void
pager_free(struct pager *p)
{
	if (p->kind->free_state != NULL)
		p->kind->free_state(p->state);
	free(p);
}

static void
end_first_answer(struct session *s)
{
	struct pager *p = s->screen.long_answers;

	s->screen.long_answers = p->next;
	pager_free(p);
}

bool
pager_allowed(const struct session *s)
{
	return s->state == ST_ONLINE || (session_is_json(s) && s->screen.json->spectates);
}

/* Returns whether the session can take another line. */
static bool
has_room_for_line(const struct world *w, const struct session *s)
{
	return pager_allowed(s) && !session_output_full(w, s) &&
	       s->screen.held_len < PAGE_HELD_BYTES;
}

static bool
step(struct world *w, struct session *s, struct pager *p)
{
	bool whole = s->screen.is_file, more;

	session_mark_file(s, p->kind->is_file);
	more = p->kind->step(w, s, p->state);
	session_mark_file(s, whole);
	return more;
}

static void
run_steps(struct world *w, struct session *s, unsigned *steps)
{
	unsigned n = 0;

	if (s->screen.in_pager_step) /* a step has begun another answer, which will follow */
		return;
	s->screen.in_pager_step = true;
	while (
	    s->screen.long_answers != NULL && n < PAGER_STEPS_MAX && has_room_for_line(w, s)) {
		struct pager *p = s->screen.long_answers;

		n += p->kind->step_cost > 0 ? p->kind->step_cost : 1;
		if (p->kind->reads_store && store_unreachable(w->store)) {
			msg_store_away(&s->out);
			end_first_answer(s);
		} else if (!step(w, s, p))
			end_first_answer(s);
	}
	s->screen.in_pager_step = false;
	*steps += n;
}

static void
remind_of_away(struct session *s)
{
	if (s->screen.long_answers != NULL || !s->screen.away_notice_due)
		return;
	s->screen.away_notice_due = false;
	msg_youre_away(&s->out);
}

bool
pager_run(struct world *w, struct session *s, unsigned *steps)
{
	bool answering = s->screen.answering;

	s->screen.answering =
	    s->screen.long_answers != NULL && !s->screen.long_answers->kind->background;
	run_steps(w, s, steps);
	remind_of_away(s);
	s->screen.answering = answering;
	session_update_input_pause(w, s);
	return session_answer_unfinished(s);
}

void
pager_begin(
    struct world *w, struct session *s, const struct pager_kind *kind, void *state, size_t size)
{
	struct pager *p = malloc(sizeof(*p) + size);
	struct pager **end = &s->screen.long_answers;
	unsigned steps = 0;

	if (p == NULL) {
		if (kind->free_state != NULL)
			kind->free_state(state);
		msg_answer_cut(&s->out);
		return;
	}
	p->next = NULL;
	p->kind = kind;
	memcpy(p->state, state, size);
	while (*end != NULL)
		end = &(*end)->next;
	*end = p;
	if (pager_run(w, s, &steps))
		session_mark_pending(w, s);
}

/* ---- texts ---- */

static void
text_write(void *ctx, const char *bytes, size_t n)
{
	struct pager_text *t = ctx;

	if (t->len + n + 1 > t->room) {
		t->room = 2 * (t->len + n + 1);
		t->at = realloc(t->at, t->room);
		CHECK(t->at != NULL);
	}
	memcpy(t->at + t->len, bytes, n);
	t->len += n;
	t->at[t->len] = '\0';
}

struct out
pager_text_out(struct pager_text *t, const struct out *like)
{
	return (struct out){
		.write = text_write,
		.ctx = t,
		.catalogue = like != NULL ? like->catalogue : NULL,
	};
}

/* A text, and how many of its bytes have been written. */
struct text_state {
	struct pager_text text;
	size_t at;
};

static bool
text_step(struct world *w, struct session *s, void *state)
{
	struct text_state *t = state;
	const char *line = t->text.at + t->at;
	size_t left = t->text.len - t->at;
	const char *end = left > 0 ? memchr(line, '\n', left) : NULL;
	size_t n = end != NULL ? (size_t)(end - line) + 1 : left;

	(void)w;
	if (n > 0)
		s->out.write(s->out.ctx, line, n);
	t->at += n;
	return t->at < t->text.len;
}

static void
text_state_free(void *state)
{
	free(((struct text_state *)state)->text.at);
}

void
pager_show_text(struct world *w, struct session *s, struct pager_text *t)
{
	static const struct pager_kind lines = { .step = text_step,
		.free_state = text_state_free };
	struct text_state state = { .text = *t };

	*t = (struct pager_text){ 0 };
	pager_begin(w, s, &lines, &state, sizeof(state));
}

/* ---- ends ---- */

void
pager_drop_all(struct session *s)
{
	while (s->screen.long_answers != NULL)
		end_first_answer(s);
	s->screen.away_notice_due = false;
}

void
pager_drop_at_return(struct world *w, struct session *s)
{
	struct pager **at = &s->screen.long_answers;

	if (s->screen.long_answers == NULL)
		return;
	while (*at != NULL) {
		struct pager *p = *at;

		if (!p->kind->background) {
			*at = p->next;
			pager_free(p);
		} else {
			at = &p->next;
		}
	}
	session_update_input_pause(w, s);
}

void
pager_finish(struct world *w, struct session *s)
{
	while (s->screen.long_answers != NULL && !s->screen.held_cut &&
	       !session_output_full(w, s)) {
		struct pager *p = s->screen.long_answers;

		s->screen.answering = !p->kind->background;
		if (!step(w, s, p))
			end_first_answer(s);
	}
	s->screen.answering = false;
	if (s->screen.long_answers != NULL && !s->screen.held_cut)
		msg_answer_cut(&s->out);
	pager_drop_all(s);
	remind_of_away(s);
	session_update_input_pause(w, s);
}
