/* SPDX-License-Identifier: MIT */
/* Spectators: sessions of JSON lines that show public matters to others, as gammonweb does
 * (PROTOCOL.md 14.5).  They have no user, follow any number of matches, and are taken only from
 * exempt addresses.  A match has a bit for each spectator that follows it. */
#include "cmd/json/json_command.h"

#include <string.h>

#include "form/form.h"
#include "login/lifecycle.h"
#include "match/match.h"
#include "tell/tell.h"

#define FOLLOW_COST 3 /* tenths of a second of the allowance */

/* Returns a place for one more spectator, or SPECTATORS_MAX. */
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

static const char *
text_member(const json_t *o, const char *key)
{
	const char *text = json_string_value(json_object_get(o, key));

	return text != NULL ? text : "";
}

/* Finds the live match of `m`, or that of `player`.  Returns NULL after refusing. */
static struct match *
find_live(struct world *w, struct session *s, const json_t *o)
{
	int64_t row = json_number(o, "m", -1);
	struct session *player = session_by_name(w, text_member(o, "player"));
	struct match *m = NULL;
	struct match_record r;

	if (row < 0 && player != NULL)
		m = session_match(w, player);
	else if (row >= 0 && !store_away(w->store) && store_match_by_id(w->store, row, &r))
		m = match_live(w, &r);
	if (m != NULL && match_live_public(w, m))
		return m;
	json_refuse(s, JSON_gone, "That match is not being played.");
	return NULL;
}

static void
watch(struct world *w, struct session *s, const json_t *o)
{
	struct match *m = find_live(w, s, o);

	if (m == NULL)
		return;
	m->spectators |= (uint8_t)(1u << s->screen.json->place);
	tell_json_match(w, m, s);
}

static void
unwatch(struct world *w, struct session *s, const json_t *o)
{
	struct match *m = find_live(w, s, o);

	if (m != NULL)
		m->spectators &= (uint8_t) ~(1u << s->screen.json->place);
}

/* Exports a match that is over. */
static void
file(struct world *w, struct session *s, const json_t *o)
{
	const struct form *form = form_named(text_member(o, "form"));
	struct match_record r;

	if (store_away(w->store))
		json_refuse(s, JSON_busy, JSON_AWAY);
	else if (form == NULL || !json_find_match(w, s, o, &r) || !form_fits(form, &r))
		json_refuse(s, JSON_gone, "There is no such file.");
	else if (r.ended_ms == 0)
		json_refuse(s, JSON_denied, "That match is not over.");
	else
		cmd_export_file(w, s, &r, form);
}

bool
json_public_run(struct world *w, struct session *s, const char *name, const json_t *o)
{
	static const struct {
		const char *name;
		void (*run)(struct world *w, struct session *s, const json_t *o);
	} OWN[] = { { "watch", watch }, { "unwatch", unwatch }, { "file", file } };

	for (size_t i = 0; i < ARRAY_LEN(OWN); i++) {
		if (strcmp(OWN[i].name, name) != 0)
			continue;
		cmd_pay(w, s, FOLLOW_COST);
		OWN[i].run(w, s, o);
		session_prompt(w, s);
		return true;
	}
	if (strcmp(name, "get") == 0)
		json_get(w, s, o);
	return strcmp(name, "get") == 0;
}
