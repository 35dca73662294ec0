/* SPDX-License-Identifier: MIT */
/* Features of practice matches: hints, taking back plays, and comments on costly plays.  Only
 * the player who asks gets the output.  Watchers, and players of matches that count, get
 * none. */
#include "cmd/play/play.h"

#include "match/barred.h"
#include "people/people.h"
#include "output/output.h"

void
play_report_ask_error(struct ctx *c, enum bots_ask_err err)
{
	switch (err) {
	case BOTS_ASK_OK:
		break;
	case BOTS_ASK_PENDING:
		msg_hint_waits(c->out);
		break;
	case BOTS_ASK_QUEUE_FULL:
		msg_hint_busy(c->out);
		break;
	case BOTS_ASK_NO_BOTS:
		msg_practice_none(c->out);
		break;
	}
}

void
cmd_hint(struct ctx *c, char *rest)
{
	const struct match *m = session_match(c->w, c->s);
	enum msg_id why;

	(void)rest;
	if (!m->state.practice) {
		msg_practice_only(c->out);
		return;
	}
	if (!match_game_on(&m->state)) {
		play_report_refusal(c, MATCH_NO_GAME, WORDING_ANSWER);
		return;
	}
	if (match_to_act(&m->state) != c->s->seat) {
		play_report_refusal(c, MATCH_NOT_YOUR_TURN, WORDING_ANSWER);
		return;
	}
	if (m->state.began_at_position &&
	    (why = barred_position(c->w, c->s, &m->state)) != MSG_COUNT) {
		msg_write(c->out, why);
		return;
	}
	play_report_ask_error(c, bots_ask_advice(c->w, c->s, &m->state, NULL));
}

void
cmd_takeback(struct ctx *c, char *rest)
{
	struct action a = play_own_action(c, ACT_TAKEBACK);

	(void)rest;
	play_act(c, &a, WORDING_ANSWER);
}

bool
practice_rates_plays(const struct ctx *c, const struct match *m)
{
	return m->state.practice && player_has_toggle(c->p, TOGGLE_tutor) &&
	       (!m->state.began_at_position ||
		   barred_position(c->w, c->s, &m->state) == MSG_COUNT);
}

void
practice_rate_play(struct ctx *c, const struct match_state *before, const struct play *p)
{
	/* if the question is refused, the play gets no comment */
	if (session_match(c->w, c->s) != NULL)
		(void)bots_ask_advice(c->w, c->s, before, p);
}
