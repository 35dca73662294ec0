/* SPDX-License-Identifier: MIT */
/* See output.h.  All text passes through session_write, which writes pending news first. */
#include "output/output.h"

#include "output/feed.h"
#include "output/json_lines.h"
#include "output/pager.h"
#include "output/screen.h"
#include "people/session.h"
#include "people/state.h"
#include "base/table.h"

bool
output_bypass_sync(struct world *w, bool on)
{
	const bool before = w->bypass_sync;

	w->bypass_sync = on && store_away(w->store);
	if (w->bypass_sync != before && w->net.bypass_sync != NULL)
		w->net.bypass_sync(w->net.ctx, w->bypass_sync);
	return before;
}

bool
output_waits(const struct world *w, const struct session *s)
{
	return w->net.waits != NULL && w->net.waits(w->net.ctx, s->conn);
}

void
session_write(void *ctx, const char *text, size_t n)
{
	struct session *s = ctx;
	const unsigned row = s->out.row;

	if (s->gone || n == 0)
		return;
	if (!s->news.feeding && (s->screen.column == 0 || s->screen.at_prompt) &&
	    feed_behind(s->world, s))
		(void)feed_catch_up(s->world, s); /* earlier events are written first */
	s->out.row = row;
	if (session_json(s))
		json_take_text(s, text, n);
	else
		screen_write(s, text, n);
}

void
session_talk(struct session *to, enum clip_no no,
    void (*say)(struct out *out, const char *from, const char *text), const char *from,
    const char *text)
{
	if (session_json(to))
		json_chat(to, no, from, text, 0);
	else if (session_clip(to))
		clip_talk(&to->out, no, from, text);
	else
		say(&to->out, from, text);
}

void
session_next_page(struct session *s)
{
	unsigned steps = 0;

	screen_next_page(s);
	if (s->screen.held_len < PAGE_HELD && s->screen.pages != NULL &&
	    pager_run(s->world, s, &steps))
		session_mark_pending(s->world, s);
}

static const enum msg_id ASKED[] = {
	[ASK_OLD] = MSG_prompt_old,
	[ASK_NEW] = MSG_prompt_new,
	[ASK_AGAIN] = MSG_prompt_again,
	[ASK_OWN] = MSG_prompt_own,
	[ASK_CODE] = MSG_prompt_code,
};

static void
command_prompt(struct session *s)
{
	if (s->mode != MODE_TELNET || s->screen.at_prompt)
		return;
	if (s->form != NULL && s->form->changing)
		return; /* the prompt follows when the worker has finished */
	if (s->form != NULL && s->form->asking == ASK_IMPORT)
		return; /* the lines of a file need no prompt */
	if (session_paged(s))
		return; /* the prompt follows the rest of the answer */
	if (s->form != NULL && s->form->asking != ASK_NOTHING)
		screen_prompt(s, ASKED[s->form->asking]);
	else if (session_holds(s))
		screen_prompt(s, MSG_prompt_return);
	else
		screen_prompt(s, s->away[0] != '\0' ? MSG_prompt_away : MSG_prompt);
	if (!session_has(s, TOGGLE_telnet))
		msg_newline(&s->out); /* ends the prompt for programs that read lines */
	s->screen.at_prompt = true;
}

static void
state_prompt(struct session *s)
{
	if (session_json(s)) {
		json_flush_text(s);
		return;
	}
	switch (s->state) {
	case ST_NAME:
		msg_prompt_login(&s->out);
		break;
	case ST_PASSWORD:
		msg_prompt_password(&s->out);
		break;
	case ST_NEW_PASSWORD:
		msg_give_password(&s->out);
		break;
	case ST_RETYPE_PASSWORD:
		msg_retype_password(&s->out);
		break;
	case ST_CODE:
		screen_prompt(s, MSG_prompt_code);
		break;
	case ST_GUEST:
	case ST_ONLINE:
		command_prompt(s);
		break;
	case ST_VERIFY:
	case ST_REGISTER:
	case ST_CLOSED:
	case ST_COUNT:
		break;
	}
}

void
session_prompt(struct world *w, struct session *s)
{
	const bool before = output_bypass_sync(w, true);

	state_prompt(s);
	(void)output_bypass_sync(w, before);
}

/* ---- ends of turns ---- */

static void
remove_pending(struct world *w, struct session *s)
{
	s->index.pending = false;
	DL_DELETE2(w->people->pending, s, index.pending_prev, index.pending_next);
}

/* Serves a session once.  Removes it from the list of pending sessions if it is up to date, or
 * if output of earlier turns is unsent; net reports when that output has been sent
 * (net_events.drained). */
static void
serve(struct world *w, struct session *s, unsigned *steps)
{
	bool waits = !s->screen.wrote && session_full(w, s);

	remove_pending(w, s);
	if (waits || !pager_serves(s))
		return;
	++*steps;
	if (session_paged(s) && pager_run(w, s, steps)) {
		session_mark_pending(w, s);
		return;
	}
	(void)feed_catch_up(w, s); /* marks s pending if this does not finish */
}

void
output_more(struct world *w, struct feed_budget *b)
{
	struct session *last =
	    w->people->pending != NULL ? w->people->pending->index.pending_prev : NULL;
	struct feed_budget half = { b->sessions - b->sessions / 2, b->bytes / 2 };
	unsigned steps = 0;
	bool more = last != NULL;

	while (more && half.sessions > 0 && half.bytes > 0 && steps < PAGE_STEPS_TURN) {
		struct session *s = w->people->pending;
		size_t before = w->net.backlog(w->net.ctx, s->conn), bytes;

		more = s != last; /* serve each session once */
		serve(w, s, &steps);
		bytes = w->net.backlog(w->net.ctx, s->conn) - before;
		half.bytes -= bytes < half.bytes ? bytes : half.bytes;
		b->bytes -= bytes < b->bytes ? bytes : b->bytes;
		half.sessions--;
		b->sessions--;
	}
}
