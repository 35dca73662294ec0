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
session_spoke(struct world *w, struct session *s)
{
	s->screen.spoke = true;
	s->screen.at_prompt = false;
	s->screen.column = 0;
	session_mark_wrote(s);
	session_touch_input(w, s);
}

void
session_touch_input(struct world *w, struct session *s)
{
	s->times.input_ms = w->mono_ms;
	session_reset_idle(w, s);
}

void
session_reset_idle(struct world *w, struct session *s)
{
	if (s->index.idle_prev != NULL)
		DL_DELETE2(w->people->idle, s, index.idle_prev, index.idle_next);
	s->times.idle_ms = w->mono_ms;
	DL_APPEND2(w->people->idle, s, index.idle_prev, index.idle_next);
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
session_row(const struct world *w, const struct player *to, const struct session *s,
    struct who_row *row_out)
{
	bool lifted = to != NULL && cloak_lifted(to, s->player->user);
	const struct session *opponent = session_opponent(w, s);
	const struct session *watched = session_watched(w, s);
	const struct player *p = s->player;

	*row_out = (struct who_row){
		.name = p->name,
		.opponent = opponent != NULL ? opponent->player->name : "",
		.watching = watched != NULL ? watched->player->name : "",
		.ready = player_has(p, TOGGLE_ready),
		.away = s->away[0] != '\0',
		.rating = p->rating,
		.experience = p->experience,
		.idle_s = (uint32_t)((w->mono_ms - s->times.input_ms) / 1000),
		.login_s = s->login.at_s,
		.client = s->client,
		.email = lifted && p->email != NULL ? p->email : "",
	};
	if (lifted)
		(void)sbuf_copy(row_out->host, sizeof(row_out->host), s->host);
	else
		cloak_text(w, s->host, row_out->host);
}

struct login_form *
session_form(struct session *s)
{
	if (s->form == NULL)
		s->form = calloc(1, sizeof(*s->form));
	return s->form;
}

bool
session_has(const struct session *s, enum toggle t)
{
	return s->player != NULL ? player_has(s->player, t) : TOGGLES[t].initial;
}

bool
session_person_with(const struct session *s, bool telnet)
{
	return telnet && !s->program &&
	       (s->player == NULL || s->player->boardstyle != BOARDSTYLE_LINES);
}

bool
session_person(const struct session *s)
{
	return session_person_with(s, session_has(s, TOGGLE_telnet));
}

bool
session_additions(const struct session *s)
{
	return s->news.additions || session_person(s);
}

enum language
session_page_language(const struct session *s)
{
	return s->news.additions && s->player != NULL ? s->player->language
						      : out_language(&s->out);
}

bool
session_home(const struct session *s)
{
	return session_person(s) && s->player != NULL && s->player->home;
}

unsigned
session_boardstyle(const struct session *s)
{
	unsigned chosen = s->player != NULL ? s->player->boardstyle : 0;

	if (chosen != 0)
		return chosen;
	return session_person(s) ? BOARDSTYLE_FIRST : BOARDSTYLE_LINES;
}

/* Returns a length if the user has set one, else the window's. */
static unsigned
length_of(const struct session *s, int set, unsigned window)
{
	if (set != LENGTH_OF_WINDOW)
		return (unsigned)set;
	return session_person(s) ? window : 0;
}

unsigned
session_linelength(const struct session *s)
{
	const struct player *p = s->player;

	return length_of(s, p != NULL ? p->linelength : 0, s->screen.columns);
}

unsigned
session_pagelength(const struct session *s)
{
	const struct player *p = s->player;

	return length_of(s, p != NULL ? p->pagelength : 0, s->screen.rows);
}

void
session_mark_wrote(struct session *s)
{
	if (s->screen.wrote)
		return;
	s->screen.wrote = true;
	s->screen.wrote_next = s->world->people->wrote;
	s->world->people->wrote = s;
}

void
session_mark_pending(struct world *w, struct session *s)
{
	if (s->index.pending)
		return;
	s->index.pending = true;
	DL_APPEND2(w->people->pending, s, index.pending_prev, index.pending_next);
}

bool
session_full(const struct world *w, const struct session *s)
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
