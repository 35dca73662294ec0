/* SPDX-License-Identifier: MIT */
/* See login_queue.h.  Uses people.login_queue_check_ms and queue_notice_ms of the forms.
 *
 * While sessions wait, checks the whole queue, which is bounded, at most once in
 * CHECK_INTERVAL_MS. */
#include "login/login_queue.h"

#include <string.h>

#include "people/session.h"
#include "people/state.h"
#include "proto/netaddr.h"

#define FIRST_NOTICE_MS 1000 /* time from the start of the wait to the first notice */
#define NOTICE_INTERVAL_MS 3000
#define CHECK_INTERVAL_MS 250

void
login_queue_address(const struct session *s, uint8_t from_out[WORK_ADDRESS_BYTES])
{
	struct netaddr a = { 0 };

	memset(from_out, 0, WORK_ADDRESS_BYTES);
	if (!netaddr_parse(s->host, &a))
		return;
	from_out[0] = a.family;
	memcpy(from_out + 1, a.bytes, WORK_ADDRESS_BYTES - 1); /* for IPv4, other bytes are 0 */
}

void
login_queue_wait_begins(struct world *w, struct session *s)
{
	if (s->form != NULL)
		s->form->queue_notice_ms = w->mono_ms + FIRST_NOTICE_MS;
	if (w->people->login_queue_check_ms == 0 ||
	    w->people->login_queue_check_ms > w->mono_ms + FIRST_NOTICE_MS)
		w->people->login_queue_check_ms = w->mono_ms + FIRST_NOTICE_MS;
}

bool
login_queue_drop(struct world *w, const struct session *s)
{
	uint8_t from[WORK_ADDRESS_BYTES];

	login_queue_address(s, from);
	return w->work.withdraw(w->work.ctx, from, s->id);
}

/* Returns whether the session has an interactive user.  Client programs and TinyMUD clients
 * expect fixed replies. */
static bool
is_person(const struct session *s)
{
	return (s->state == ST_REGISTER || s->state == ST_VERIFY) && session_is_interactive(s);
}

static void
tell_place_in_queue(void *ctx, uint64_t ticket, unsigned before)
{
	struct world *w = ctx;
	struct session *s = session_get(w, ticket);

	if (s == NULL || s->form == NULL)
		return;
	const bool due = w->mono_ms >= s->form->queue_notice_ms;
	if (due)
		s->form->queue_notice_ms = w->mono_ms + NOTICE_INTERVAL_MS;
	const int64_t next = s->form->queue_notice_ms > w->mono_ms + CHECK_INTERVAL_MS
				 ? s->form->queue_notice_ms
				 : w->mono_ms + CHECK_INTERVAL_MS;
	if (w->people->login_queue_check_ms == 0 || next < w->people->login_queue_check_ms)
		w->people->login_queue_check_ms = next;
	if (!due)
		return;
	if (s->state != ST_ONLINE)
		w->net.restart_login_timer(w->net.ctx, s->conn);
	if (!is_person(s))
		return;
	if (!s->form->told_to_wait)
		msg_newline(&s->out);
	s->form->told_to_wait = true;
	msg_login_wait(&s->out, before);
}

void
login_queue_run_timers(struct world *w)
{
	if (w->people->login_queue_check_ms == 0 ||
	    w->mono_ms < w->people->login_queue_check_ms)
		return;
	w->people->login_queue_check_ms =
	    0; /* tell_place_in_queue() sets it again if a session is still waiting */
	w->work.each_waiting(w->work.ctx, tell_place_in_queue, w);
}

int64_t
login_queue_next_timer(const struct world *w)
{
	return w->people->login_queue_check_ms == 0 ? -1 : w->people->login_queue_check_ms;
}
