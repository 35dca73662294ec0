/* SPDX-License-Identifier: MIT */
/* The commands board, look, watch, unwatch and pip. */
#include "cmd/cmd.h"

#include "match/match.h"
#include "people/people.h"
#include "login/lifecycle.h"
#include "output/output.h"
#include "tell/tell.h"
#include "proto/words.h"

void
cmd_board(struct ctx *c, char *rest)
{
	struct session *watched = session_watched(c->w, c->s);
	struct session *of = c->s->match != 0 ? c->s : watched;
	struct match *m = of != NULL ? session_match(c->w, of) : NULL;

	(void)rest;
	if (m != NULL)
		tell_board(c->w, m, &m->state, of->seat, c->s);
	else if (watched != NULL)
		msg_is_not_playing(c->out, watched->player->name);
	else
		msg_not_playing(c->out);
}

void
cmd_look(struct ctx *c, char *rest)
{
	struct session *of = cmd_parse_online(c, &rest, msg_look_who, msg_no_one_called_dot);
	struct session *blinder;
	struct match *m;

	if (of == NULL)
		return;
	if (of == c->s) {
		msg_look_great(c->out);
		return;
	}
	m = session_match(c->w, of);
	blinder = session_blinding_player(c->w, of, c->s);
	if (m == NULL)
		msg_is_not_playing(c->out, of->player->name);
	else if (blinder != NULL)
		msg_doesnt_want_look(c->out, blinder->player->name);
	else
		tell_board(c->w, m, &m->state, of->seat, c->s);
}

static void
begin_watching(struct ctx *c, struct session *target)
{
	struct session *opponent = session_opponent(c->w, target);

	session_set_watching(c->w, c->s, target);
	msg_now_watching(c->out, target->player->name);
	if (target->match == 0)
		msg_not_interesting(c->out, target->player->name);
	msg_is_watching_you(&target->out, c->p->name);
	if (opponent != NULL)
		msg_starts_watching(&opponent->out, c->p->name, target->player->name);
	feed_row_changed(c->w, c->s);
	if (opponent != NULL && session_is_json(c->s))
		tell_json_match(c->w, session_match(c->w, target), c->s);
	else if (opponent != NULL && session_is_interactive(c->s))
		cmd_board(c, NULL);
}

void
cmd_watch(struct ctx *c, char *rest)
{
	bool was_watching = c->s->watching != 0;
	struct session *target;
	struct session *blinder;

	/* any `watch` ends the previous one */
	session_stop_watching(c->w, c->s, true);
	target = cmd_parse_online(c, &rest, msg_watch_who, msg_theres_no_one_called_dot);
	if (target == c->s)
		msg_watch_mirror(c->out);
	else if (target != NULL && c->s->match != 0)
		msg_watch_while_playing(c->out);
	else if (target != NULL &&
		 (blinder = session_blinding_player(c->w, target, c->s)) != NULL)
		msg_doesnt_want_watch(c->out, blinder->player->name);
	else if (target != NULL) {
		begin_watching(c, target);
		return;
	}
	if (was_watching)
		feed_row_changed(c->w, c->s);
}

void
cmd_unwatch(struct ctx *c, char *rest)
{
	struct session *old = session_watched(c->w, c->s);

	(void)rest;
	if (old == NULL) {
		msg_not_watching(c->out);
		return;
	}
	msg_unwatched(c->out, old->player->name);
	session_stop_watching(c->w, c->s, false);
	feed_row_changed(c->w, c->s);
}

static void
pip_as_player(struct ctx *c, const struct match *m)
{
	enum seat me = c->s->seat;
	const struct session *opponent = session_opponent(c->w, c->s);
	const char *name = opponent->player->name;

	if (!player_has_toggle(c->p, TOGGLE_allowpip))
		msg_pip_own(c->out);
	else if (!player_has_toggle(opponent->player, TOGGLE_allowpip))
		msg_pip_refused(c->out, name);
	else
		msg_pips_you(c->out, board_pips(&m->state.board, me), name,
		    board_pips(&m->state.board, seat_other(me)));
}

static void
pip_as_watcher(struct ctx *c, const struct session *watched, const struct match *m)
{
	enum seat a = watched->seat;
	const struct session *other = session_opponent(c->w, watched);

	if (!player_has_toggle(watched->player, TOGGLE_allowpip) ||
	    !player_has_toggle(other->player, TOGGLE_allowpip))
		msg_pip_watching_refused(c->out);
	else
		msg_pips(c->out, watched->player->name, board_pips(&m->state.board, a),
		    other->player->name, board_pips(&m->state.board, seat_other(a)));
}

void
cmd_pip(struct ctx *c, char *rest)
{
	const struct session *watched = session_watched(c->w, c->s);
	const struct match *m = session_match(c->w, c->s);

	(void)rest;
	if (m != NULL) {
		pip_as_player(c, m);
		return;
	}
	m = watched != NULL ? session_match(c->w, watched) : NULL;
	if (m != NULL)
		pip_as_watcher(c, watched, m);
	else if (watched != NULL)
		msg_is_not_playing(c->out, watched->player->name);
	else
		msg_pip_not_playing(c->out);
}
