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

	w->bypass_sync = on && store_unreachable(w->store);
	if (w->bypass_sync != before && w->net.bypass_sync != NULL)
		w->net.bypass_sync(w->net.ctx, w->bypass_sync);
	return before;
}

bool
output_awaits_sync(const struct world *w, const struct session *s)
{
	return w->net.waits_for_sync != NULL && w->net.waits_for_sync(w->net.ctx, s->conn);
}

void
session_write(void *ctx, const char *text, size_t n)
{
	struct session *s = ctx;
	const unsigned row = s->out.row;

	if (s->disconnected || n == 0)
		return;
	if (!s->news.being_written && (s->screen.column == 0 || s->screen.at_prompt) &&
	    feed_is_behind(s->world, s))
		(void)feed_catch_up(s->world, s); /* earlier events are written first */
	s->out.row = row;
	if (session_is_json(s))
		json_collect_text(s, text, n);
	else
		screen_write(s, text, n);
}

void
session_show_talk(struct session *to, enum clip_no no,
    void (*say)(struct out *out, const char *from, const char *text), const char *from,
    const char *text)
{
	if (session_is_json(to))
		json_chat(to, no, from, text, 0);
	else if (session_is_clip(to))
		clip_talk(&to->out, no, from, text);
	else
		say(&to->out, from, text);
}

void
session_next_page(struct session *s)
{
	unsigned steps = 0;

	screen_next_page(s);
	if (s->screen.held_len < PAGE_HELD_BYTES && s->screen.long_answers != NULL &&
	    pager_run(s->world, s, &steps))
		session_mark_pending(s->world, s);
}

static const enum msg_id DIALOG_PROMPTS[] = {
	[ASK_OLD_PASSWORD] = MSG_prompt_old,
	[ASK_NEW_PASSWORD] = MSG_prompt_new,
	[ASK_RETYPE_PASSWORD] = MSG_prompt_again,
	[ASK_CONFIRM_PASSWORD] = MSG_prompt_own,
	[ASK_CODE_READ] = MSG_prompt_code,
};

static void
write_command_prompt(struct session *s)
{
	if (s->mode != MODE_TELNET || s->screen.at_prompt)
		return;
	if (s->form != NULL && s->form->worker_busy)
		return; /* the prompt follows when the worker has finished */
	if (s->form != NULL && s->form->question == ASK_IMPORT_LINES)
		return; /* the lines of a file need no prompt */
	if (session_answer_unfinished(s))
		return; /* the prompt follows the rest of the answer */
	if (s->form != NULL && s->form->question != ASK_NOTHING)
		screen_write_prompt(s, DIALOG_PROMPTS[s->form->question]);
	else if (session_has_held_text(s))
		screen_write_prompt(s, MSG_prompt_return);
	else
		screen_write_prompt(s, s->away_text[0] != '\0' ? MSG_prompt_away : MSG_prompt);
	if (!session_has_toggle(s, TOGGLE_telnet))
		msg_newline(&s->out); /* ends the prompt for programs that read lines */
	s->screen.at_prompt = true;
}

static void
write_state_prompt(struct session *s)
{
	if (session_is_json(s)) {
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
	case ST_RECOVERY_CODE:
		screen_write_prompt(s, MSG_prompt_code);
		break;
	case ST_GUEST:
	case ST_ONLINE:
		write_command_prompt(s);
		break;
	case ST_VERIFY:
	case ST_REGISTER:
	case ST_CLOSED:
	case ST_COUNT:
		break;
	}
}

void
session_write_prompt(struct world *w, struct session *s)
{
	const bool before = output_bypass_sync(w, true);

	write_state_prompt(s);
	(void)output_bypass_sync(w, before);
}

/* ---- ends of turns ---- */

static void
remove_pending(struct world *w, struct session *s)
{
	s->index.in_pending = false;
	DL_DELETE2(w->people->pending_output, s, index.pending_prev, index.pending_next);
}

/* Serves a session once.  Removes it from the list of pending sessions if it is up to date, or
 * if output of earlier turns is unsent; net reports when that output has been sent
 * (net_events.drained). */
static void
serve_pending_session(struct world *w, struct session *s, unsigned *steps)
{
	bool waits = !s->screen.has_output && session_output_full(w, s);

	remove_pending(w, s);
	if (waits || !pager_allowed(s))
		return;
	++*steps;
	if (session_answer_unfinished(s) && pager_run(w, s, steps)) {
		session_mark_pending(w, s);
		return;
	}
	(void)feed_catch_up(w, s); /* marks s pending if this does not finish */
}

void
output_continue_pending(struct world *w, struct feed_budget *b)
{
	struct session *last = w->people->pending_output != NULL
				   ? w->people->pending_output->index.pending_prev
				   : NULL;
	struct feed_budget half = { b->sessions - b->sessions / 2, b->bytes / 2 };
	unsigned steps = 0;
	bool more = last != NULL;

	while (more && half.sessions > 0 && half.bytes > 0 && steps < PAGER_STEPS_PER_TURN) {
		struct session *s = w->people->pending_output;
		size_t before = w->net.backlog(w->net.ctx, s->conn), bytes;

		more = s != last; /* serve each session once */
		serve_pending_session(w, s, &steps);
		bytes = w->net.backlog(w->net.ctx, s->conn) - before;
		half.bytes -= bytes < half.bytes ? bytes : half.bytes;
		b->bytes -= bytes < b->bytes ? bytes : b->bytes;
		half.sessions--;
		b->sessions--;
	}
}
