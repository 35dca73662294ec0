/* SPDX-License-Identifier: MIT */
/* Leaves a match: at once, or by an adjournment that both players agree to. */
#include "cmd/play/play.h"

#include "login/resume_token.h"
#include "match/match.h"
#include "output/output.h"
#include "people/people.h"
#include "tell/tell.h"
#include "tournament/tournament.h"

/* Returns how the match ends when the user leaves.  Bots leave only by an adjournment, and
 * agree to one unless it would stop the clock of the player who asks. */
static enum match_leave_kind
how_match_is_left(const struct ctx *c, const struct match *m)
{
	const struct session *opponent = session_opponent(c->w, c->s);
	bool bot_agrees = opponent->player->bot && match_to_act(&m->state) != c->s->seat;
	bool agreed = m->asks_adjourn[opponent->seat] || bot_agrees || c->p->bot;

	return agreed ? LEAVE_ADJOURNED : LEAVE_STAYING_ONLINE;
}

/* Asks the opponent to adjourn if this is an interactive user's first `leave` in a match with a
 * clock.  Returns whether it did. */
static bool
ask_to_adjourn_first(struct ctx *c, struct match *m)
{
	struct session *opponent = session_opponent(c->w, c->s);

	if (!m->state.clock.on || !session_is_interactive(c->s) ||
	    how_match_is_left(c, m) == LEAVE_ADJOURNED || m->asks_adjourn[c->s->seat])
		return false;
	m->asks_adjourn[c->s->seat] = true;
	if (session_is_interactive(opponent)) {
		msg_adjourn_asked_M(c->out, opponent->player->name);
		msg_adjourn_asked_O(&opponent->out, c->p->name);
	} else {
		msg_adjourn_program(c->out, opponent->player->name);
	}
	return true;
}

void
leave_match(struct ctx *c, struct match *m)
{
	struct session *opponent = session_opponent(c->w, c->s);
	const enum match_leave_kind how = how_match_is_left(c, m);

	msg_terminated(c->out);
	msg_left_game(&opponent->out, c->p->name);
	announce_left_game(c->w, m, c->s->seat);
	resume_token_set_match(c->w, c->s, 0);
	resume_token_set_match(c->w, opponent, 0);
	match_suspend(c->w, m, c->s->seat, how);
	if (!m->bound && m->state.clock.on && how == LEAVE_ADJOURNED) {
		tell_adjourned(c->s, opponent->player->name);
		tell_adjourned(opponent, c->p->name);
	}
	feed_row_changed(c->w, c->s);
	feed_row_changed(c->w, opponent);
}

void
cmd_leave(struct ctx *c, char *rest)
{
	struct match *m = session_match(c->w, c->s);

	(void)rest;
	if (m == NULL) {
		if ((!session_is_interactive(c->s) && !session_is_json(c->s)) ||
		    !match_adjourn(c->w, c->s))
			msg_leave_none(c->out);
		return;
	}
	if (m->bound && !tourney_match_held(c->w, m))
		msg_tt_leave(c->out);
	else if (m->bound || !ask_to_adjourn_first(c, m))
		leave_match(c, m);
}
