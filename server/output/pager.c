/* SPDX-License-Identifier: MIT */
/* See pager.h.  Owns the state of long answers.  Every call is bounded by PAGE_STEPS, except
 * pager_drop_all, which is linear in the unfinished answers of the session (at most the list at
 * log-in and one more). */
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
session_paged(const struct session *s)
{
	return s->screen.pages != NULL && !session_holds(s);
}

bool
pager_blocks(const struct session *s)
{
	if (session_holds(s))
		return false;
	for (const struct pager *p = s->screen.pages; p != NULL; p = p->next)
		if (!p->kind->background)
			return true;
	return false;
}

bool
session_waits(const struct session *s)
{
	return s->times.wake_ms != 0 || s->state == ST_VERIFY || s->state == ST_REGISTER ||
	       (s->form != NULL && s->form->changing) || pager_blocks(s);
}

void
session_update_pause(struct world *w, struct session *s)
{
	bool wait = session_waits(s);

	if (wait == s->paused)
		return;
	s->paused = wait;
	if (!s->gone)
		w->net.pause(w->net.ctx, s->conn, wait);
}

void
session_sleep(struct world *w, struct session *s, int64_t at_ms)
{
	if (tree_holds(&s->index.by_wake))
		tree_remove(&w->people->waking, &s->index.by_wake);
	s->times.wake_ms = at_ms;
	session_update_pause(w, s);
	if (at_ms != 0)
		tree_add(&w->people->waking, &s->index.by_wake);
}

static void
pager_free(struct pager *p)
{
	if (p->kind->done != NULL)
		p->kind->done(p->state);
	free(p);
}

static void
end_first(struct session *s)
{
	struct pager *p = s->screen.pages;

	s->screen.pages = p->next;
	pager_free(p);
}

bool
pager_serves(const struct session *s)
{
	return s->state == ST_ONLINE || (session_json(s) && s->screen.json->spectates);
}

/* Returns whether the session can take another line. */
static bool
room(const struct world *w, const struct session *s)
{
	return pager_serves(s) && !session_full(w, s) && s->screen.held_len < PAGE_HELD;
}

static bool
step(struct world *w, struct session *s, struct pager *p)
{
	bool whole = s->screen.whole, more;

	session_hold_pages(s, p->kind->whole);
	more = p->kind->step(w, s, p->state);
	session_hold_pages(s, whole);
	return more;
}

static void
run_some(struct world *w, struct session *s, unsigned *steps)
{
	unsigned n = 0;

	if (s->screen.stepping) /* a step has begun another answer, which will follow */
		return;
	s->screen.stepping = true;
	while (s->screen.pages != NULL && n < PAGE_STEPS && room(w, s)) {
		struct pager *p = s->screen.pages;

		n += p->kind->cost > 0 ? p->kind->cost : 1;
		if (p->kind->reads && store_away(w->store)) {
			msg_store_away(&s->out);
			end_first(s);
		} else if (!step(w, s, p))
			end_first(s);
	}
	s->screen.stepping = false;
	*steps += n;
}

static void
after_answer(struct session *s)
{
	if (s->screen.pages != NULL || !s->screen.away_due)
		return;
	s->screen.away_due = false;
	msg_youre_away(&s->out);
}

bool
pager_run(struct world *w, struct session *s, unsigned *steps)
{
	bool answering = s->screen.answering;

	s->screen.answering = s->screen.pages != NULL && !s->screen.pages->kind->background;
	run_some(w, s, steps);
	after_answer(s);
	s->screen.answering = answering;
	session_update_pause(w, s);
	return session_paged(s);
}

void
pager_begin(
    struct world *w, struct session *s, const struct pager_kind *kind, void *state, size_t size)
{
	struct pager *p = malloc(sizeof(*p) + size);
	struct pager **end = &s->screen.pages;
	unsigned steps = 0;

	if (p == NULL) {
		if (kind->done != NULL)
			kind->done(state);
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
pager_out(struct pager_text *t, const struct out *like)
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
text_done(void *state)
{
	free(((struct text_state *)state)->text.at);
}

void
pager_text(struct world *w, struct session *s, struct pager_text *t)
{
	static const struct pager_kind lines = { .step = text_step, .done = text_done };
	struct text_state state = { .text = *t };

	*t = (struct pager_text){ 0 };
	pager_begin(w, s, &lines, &state, sizeof(state));
}

/* ---- ends ---- */

void
pager_drop_all(struct session *s)
{
	while (s->screen.pages != NULL)
		end_first(s);
	s->screen.away_due = false;
}

void
pager_drop(struct world *w, struct session *s)
{
	struct pager **at = &s->screen.pages;

	if (s->screen.pages == NULL)
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
	session_update_pause(w, s);
}

void
pager_finish(struct world *w, struct session *s)
{
	while (s->screen.pages != NULL && !s->screen.held_cut && !session_full(w, s)) {
		struct pager *p = s->screen.pages;

		s->screen.answering = !p->kind->background;
		if (!step(w, s, p))
			end_first(s);
	}
	s->screen.answering = false;
	if (s->screen.pages != NULL && !s->screen.held_cut)
		msg_answer_cut(&s->out);
	pager_drop_all(s);
	after_answer(s);
	session_update_pause(w, s);
}
