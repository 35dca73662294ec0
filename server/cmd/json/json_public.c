/* SPDX-License-Identifier: MIT */
/* Spectators: sessions of programs, such as gammonweb, that show matches to the public
 * (PROTOCOL.md 14.5).  They have no user, follow any number of matches, and are accepted only
 * from exempt addresses.  A match has a bit for each spectator that follows it. */
#include "cmd/json/json_command.h"

#include <string.h>

#include "form/form.h"
#include "login/lifecycle.h"
#include "match/match.h"
#include "tell/tell.h"

#define FOLLOW_COST 3 /* tenths of a second of the allowance */

/* Returns a free place for a spectator, or SPECTATORS_MAX. */
static unsigned
free_place(const struct world *w)
{
	unsigned i = 0;

	while (i < SPECTATORS_MAX && json_spectator(w, i) != NULL)
		i++;
	return i;
}

void
json_public(struct world *w, struct session *s, const json_t *o)
{
	unsigned place = free_place(w);
	uint32_t cursor = 0;
	struct match *m;

	(void)o;
	s->screen.json->wants = ST_GUEST;
	if (!s->exempt) {
		json_refuse(s, JSON_denied, "Only programs on this machine may do that.");
	} else if (place == SPECTATORS_MAX) {
		json_refuse(s, JSON_full, "There are too many spectators.");
	} else {
		while ((m = match_next(w, &cursor)) != NULL)
			m->spectators &= (uint8_t) ~(1u << place);
		json_spectates(s, place);
		session_form_free(s);
		if (s->state != ST_NAME) /* a guest, perhaps in a dialog */
			session_set_state(w, s, ST_NAME);
		session_set_state(w, s, ST_GUEST);
		w->net.authenticated(w->net.ctx, s->conn);
	}
	session_prompt(w, s);
}

bool
json_find_match(
    struct world *w, const struct session *s, const json_t *o, struct match_record *r_out)
{
	int64_t row = json_number(o, "m", 0);

	return row > 0 && store_match_by_id(w->store, row, r_out) &&
	       (!s->screen.json->spectates || match_public(w, r_out));
}

struct match *
json_find_live(struct world *w, struct session *s, const json_t *o)
{
	const struct session *player = session_by_name(w, json_text_of(o, "player"));
	struct match *m = NULL;
	struct match_record r;

	if (json_number(o, "m", -1) < 0)
		m = player != NULL ? session_match(w, player) : NULL;
	else if (!store_away(w->store) && json_find_match(w, s, o, &r))
		m = match_live(w, &r);
	if (m != NULL && (!s->screen.json->spectates || match_live_public(w, m)))
		return m;
	if (store_away(w->store))
		json_refuse(s, JSON_busy, JSON_AWAY);
	else
		json_refuse(s, JSON_gone, "That match is not being played.");
	return NULL;
}

void
json_public_watch(struct world *w, struct session *s, const json_t *o)
{
	const uint8_t bit = (uint8_t)(1u << s->screen.json->place);
	struct match *m = json_find_live(w, s, o);

	cmd_pay(w, s, FOLLOW_COST);
	if (m != NULL && strcmp(json_text_of(o, "c"), "watch") == 0) {
		m->spectators |= bit;
		tell_json_match(w, m, s);
	} else if (m != NULL) {
		m->spectators &= (uint8_t)~bit;
	}
	session_prompt(w, s);
}

void
json_public_file(struct world *w, struct session *s, const json_t *o)
{
	const struct form *form = form_named(json_text_of(o, "form"));
	struct match_record r;

	cmd_pay(w, s, FOLLOW_COST);
	if (store_away(w->store))
		json_refuse(s, JSON_busy, JSON_AWAY);
	else if (form == NULL || !json_find_match(w, s, o, &r) || !form_fits(form, &r))
		json_refuse(s, JSON_gone, "There is no such file.");
	else if (r.ended_ms == 0 && !json_is_true(json_object_get(o, "open")))
		json_refuse(s, JSON_denied, "That match is not over.");
	else
		cmd_export_file(w, s, &r, form);
	session_prompt(w, s);
}
