/* SPDX-License-Identifier: MIT */
/* See session.h.  Sessions are owned by the pool of struct people and freed at the end of the
 * turn.  Every function is O(1), except session_by_name, a hash lookup. */
#include "people/session.h"

#include "people/cloak.h"

#include <stdlib.h>

#include "people/player.h"
#include "people/state.h"
#include "base/table.h"
#include "proto/boardtext.h"
#include "proto/clip.h"

struct session *
session_get(const struct world *w, session_id id)
{
	struct session *s = pool_get(&w->people->sessions, id);

	return s != NULL && s->state != ST_CLOSED ? s : NULL;
}

void
session_line_received(struct world *w, struct session *s)
{
	s->screen.sent_line = true;
	s->screen.at_prompt = false;
	s->screen.column = 0;
	session_mark_output(s);
	session_input_received(w, s);
}

void
session_input_received(struct world *w, struct session *s)
{
	s->times.input_ms = w->mono_ms;
	session_extend_idle_limit(w, s);
}

void
session_extend_idle_limit(struct world *w, struct session *s)
{
	if (s->index.idle_prev != NULL)
		DL_DELETE2(w->people->idle_list, s, index.idle_prev, index.idle_next);
	s->times.idle_ms = w->mono_ms;
	DL_APPEND2(w->people->idle_list, s, index.idle_prev, index.idle_next);
}

struct session *
session_opponent(const struct world *w, const struct session *s)
{
	return session_get(w, s->opponent);
}

struct session *
session_watched(const struct world *w, const struct session *s)
{
	return session_get(w, s->watching);
}

struct session *
session_by_name(const struct world *w, const char *name)
{
	struct player *p = player_by_name(w, name);

	return p != NULL ? session_get(w, p->session) : NULL;
}

void
session_who_row(const struct world *w, const struct player *to, const struct session *s,
    struct who_row *row_out)
{
	bool lifted = to != NULL && cloak_may_see_address(to, s->player->user);
	const struct session *opponent = session_opponent(w, s);
	const struct session *watched = session_watched(w, s);
	const struct player *p = s->player;

	*row_out = (struct who_row){
		.name = p->name,
		.opponent = opponent != NULL ? opponent->player->name : "",
		.watching = watched != NULL ? watched->player->name : "",
		.ready = player_has_toggle(p, TOGGLE_ready),
		.away = s->away_text[0] != '\0',
		.rating = p->rating,
		.experience = p->experience,
		.idle_s = (uint32_t)((w->mono_ms - s->times.input_ms) / 1000),
		.login_s = s->login.at_s,
		.client = s->client_name,
		.email = lifted && p->email != NULL ? p->email : "",
	};
	if (lifted)
		(void)sbuf_copy(row_out->host, sizeof(row_out->host), s->host);
	else
		cloak_text(w, s->host, row_out->host);
}

struct login_form *
session_get_form(struct session *s)
{
	if (s->form == NULL)
		s->form = calloc(1, sizeof(*s->form));
	return s->form;
}

bool
session_has_toggle(const struct session *s, enum toggle t)
{
	return s->player != NULL ? player_has_toggle(s->player, t) : TOGGLES[t].initial;
}

bool
session_is_interactive_with(const struct session *s, bool telnet)
{
	return telnet && !s->is_program &&
	       (s->player == NULL || s->player->boardstyle != BOARDSTYLE_RAW);
}

bool
session_is_interactive(const struct session *s)
{
	return session_is_interactive_with(s, session_has_toggle(s, TOGGLE_telnet));
}

bool
session_gets_additions(const struct session *s)
{
	return s->news.wants_additions || session_is_interactive(s);
}

enum language
session_page_language(const struct session *s)
{
	return s->news.wants_additions && s->player != NULL ? s->player->language
							    : out_language(&s->out);
}

bool
session_direction_home(const struct session *s)
{
	return session_is_interactive(s) && s->player != NULL && s->player->direction_home;
}

unsigned
session_boardstyle(const struct session *s)
{
	unsigned chosen = s->player != NULL ? s->player->boardstyle : 0;

	if (chosen != 0)
		return chosen;
	return session_is_interactive(s) ? BOARDSTYLE_USER_DEFAULT : BOARDSTYLE_RAW;
}

/* Returns a length if the user has set one, else the window's. */
static unsigned
screen_length(const struct session *s, int set, unsigned window)
{
	if (set != SCREEN_LENGTH_OF_WINDOW)
		return (unsigned)set;
	return session_is_interactive(s) ? window : 0;
}

unsigned
session_linelength(const struct session *s)
{
	const struct player *p = s->player;

	return screen_length(s, p != NULL ? p->linelength : 0, s->screen.window_columns);
}

unsigned
session_pagelength(const struct session *s)
{
	const struct player *p = s->player;

	return screen_length(s, p != NULL ? p->pagelength : 0, s->screen.window_rows);
}

void
session_mark_output(struct session *s)
{
	if (s->screen.has_output)
		return;
	s->screen.has_output = true;
	s->screen.wrote_next = s->world->people->wrote_list;
	s->world->people->wrote_list = s;
}

void
session_mark_pending(struct world *w, struct session *s)
{
	if (s->index.in_pending)
		return;
	s->index.in_pending = true;
	DL_APPEND2(w->people->pending_output, s, index.pending_prev, index.pending_next);
}

bool
session_output_full(const struct world *w, const struct session *s)
{
	return w->config.output_soft > 0 &&
	       w->net.backlog(w->net.ctx, s->conn) > w->config.output_soft;
}

void
session_variable_text(const struct session *s, enum variable v, struct sbuf *out)
{
	if (v == VAR_BOARDSTYLE)
		sbuf_addf(out, "%u", session_boardstyle(s));
	else if (v == VAR_LINELENGTH)
		sbuf_addf(out, "%u", session_linelength(s));
	else if (v == VAR_PAGELENGTH)
		sbuf_addf(out, "%u", session_pagelength(s));
	else
		player_variable_text(s->player, v, out);
}
