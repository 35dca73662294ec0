/* SPDX-License-Identifier: MIT */
/* Sessions that follow several matches.  A match has a bit for each session that follows it.
 *
 * Spectators are programs, such as gammonweb, that show matches to the public (PROTOCOL.md
 * 14.5).  They have no account, follow any number of matches, and are accepted only from exempt
 * addresses.  Users follow at most JSON_FOLLOWED_MAX matches besides the one that they watch.
 */
#include "cmd/json/json_command.h"

#include <string.h>

#include "form/form.h"
#include "login/lifecycle.h"
#include "match/match.h"
#include "tell/tell.h"

/* Tenths of a second of the allowance.  Users pay as much as for `watch` typed as a line,
 * because following also notifies both players. */
#define FOLLOW_COST(s) ((s)->player != NULL ? 10u : 3u)
#define SEND_FILE_COST 3u

/* Gives the session the first free place in world.follower[from .. end - 1], unless it has a
 * place already.  Returns false after refusing the command. */
static bool
take_follower_bit(struct world *w, struct session *s, unsigned from, unsigned end)
{
	uint32_t cursor = 0;
	struct match *m;

	if (s->screen.json->bit != 0)
		return true;
	while (from < end && json_follower_at(w, from) != NULL)
		from++;
	if (from == end) {
		json_refuse(s, JSON_full, "There are too many spectators.");
		return false;
	}
	json_take_follower_place(s, from);
	while ((m = match_next(w, &cursor)) != NULL) /* clear the previous owner's bit */
		m->followers &= ~s->screen.json->bit;
	return true;
}

void
json_become_spectator(struct world *w, struct session *s, const json_t *o)
{
	(void)o;
	s->screen.json->wanted_state = ST_GUEST;
	if (!s->exempt) {
		json_refuse(s, JSON_denied, "Only programs on this machine may do that.");
	} else if (take_follower_bit(w, s, 0, SPECTATORS_MAX)) {
		session_form_free(s);
		if (s->state != ST_NAME) /* a guest, who may be in a dialog */
			session_set_state(w, s, ST_NAME);
		session_set_state(w, s, ST_GUEST);
		w->net.mark_authenticated(w->net.ctx, s->conn);
	}
	session_write_prompt(w, s);
}

bool
json_find_match(
    struct world *w, const struct session *s, const json_t *o, struct match_record *r_out)
{
	int64_t row = json_number_of(o, "m", 0);

	return row > 0 && store_match_by_id(w->store, row, r_out) &&
	       match_readable(s->player, r_out) &&
	       (!s->screen.json->spectates || match_public(w, r_out));
}

struct match *
json_find_live_match(struct world *w, struct session *s, const json_t *o)
{
	const struct session *player = session_by_name(w, json_text_of(o, "player"));
	struct match *m = NULL;
	struct match_record r;

	if (json_number_of(o, "m", -1) < 0)
		m = player != NULL ? session_match(w, player) : NULL;
	else if (!store_unreachable(w->store) && json_find_match(w, s, o, &r))
		m = match_find_live(w, &r);
	if (m != NULL && (!s->screen.json->spectates || match_live_public(w, m)))
		return m;
	if (store_unreachable(w->store))
		json_refuse(s, JSON_busy, JSON_STORE_UNREACHABLE);
	else
		json_refuse(s, JSON_gone, "That match is not being played.");
	return NULL;
}

static unsigned
count_followed(struct world *w, const struct session *s)
{
	uint32_t cursor = 0;
	const struct match *m;
	unsigned n = 0;

	while ((m = match_next(w, &cursor)) != NULL)
		n += (m->followers & s->screen.json->bit) != 0;
	return n;
}

/* Returns whether a user may follow a match.  If not, refuses the command. */
static bool
may_follow(struct world *w, struct session *s, const struct match *m)
{
	const struct session *blinder =
	    session_blinding_player(w, match_session(w, m, SEAT_0), s);

	if (session_match(w, s) == m) {
		msg_watch_mirror(&s->out);
		return false;
	}
	if (blinder != NULL) {
		msg_doesnt_want_watch(&s->out, blinder->player->name);
		return false;
	}
	if (!take_follower_bit(w, s, SPECTATORS_MAX, FOLLOWERS_MAX))
		return false;
	if (count_followed(w, s) < JSON_FOLLOWED_MAX)
		return true;
	json_refuse(s, JSON_full, "You follow too many matches.");
	return false;
}

void
json_follow(struct world *w, struct session *s, const json_t *o)
{
	struct match *m = json_find_live_match(w, s, o);
	bool news = m != NULL && s->player != NULL && (m->followers & s->screen.json->bit) == 0;

	cmd_charge(w, s, FOLLOW_COST(s));
	if (m != NULL && (!news || may_follow(w, s, m))) {
		for (unsigned i = 0; news && i < 2; i++)
			msg_is_watching_you(
			    &match_session(w, m, (enum seat)i)->out, s->player->name);
		m->followers |= s->screen.json->bit;
		tell_json_match(w, m, s);
	}
	session_write_prompt(w, s);
}

bool
json_unfollow(struct world *w, struct session *s, const json_t *o)
{
	uint32_t cursor = 0;
	struct match *m;

	while ((m = match_next(w, &cursor)) != NULL)
		if ((m->followers & s->screen.json->bit) != 0 &&
		    m->row == json_number_of(o, "m", -1))
			break;
	if (m == NULL)
		return false;
	cmd_charge(w, s, FOLLOW_COST(s));
	for (unsigned i = 0; s->player != NULL && i < 2; i++)
		msg_stops_watching_you(
		    &match_session(w, m, (enum seat)i)->out, s->player->name);
	m->followers &= ~s->screen.json->bit;
	session_write_prompt(w, s);
	return true;
}

void
json_spectator_unwatch(struct world *w, struct session *s, const json_t *o)
{
	if (json_unfollow(w, s, o))
		return;
	cmd_charge(w, s, FOLLOW_COST(s));
	json_refuse(s, JSON_gone, "That match is not being played.");
	session_write_prompt(w, s);
}

void
json_spectator_file(struct world *w, struct session *s, const json_t *o)
{
	const struct form *form = form_named(json_text_of(o, "form"));
	struct match_record r;

	cmd_charge(w, s, SEND_FILE_COST);
	if (store_unreachable(w->store))
		json_refuse(s, JSON_busy, JSON_STORE_UNREACHABLE);
	else if (form == NULL || !json_find_match(w, s, o, &r) || !form_fits(form, &r))
		json_refuse(s, JSON_gone, "There is no such file.");
	else if (r.ended_ms == 0 && !json_is_true(json_object_get(o, "open")))
		json_refuse(s, JSON_denied, "That match is not over.");
	else
		cmd_export_file(w, s, &r, form);
	session_write_prompt(w, s);
}
