/* SPDX-License-Identifier: MIT */
/* `clock`: the clock of the match that somebody plays or watches, and his break. */
#include "cmd/cmd.h"

#include "game/match.h"
#include "game/session.h"
#include "game/timing.h"
#include "proto/words.h"

static void
take_break(struct ctx *c, struct match *m)
{
	struct action a = { .kind = ACT_BREAK, .seat = c->s->d.seat };

	switch (match_act(c->w, m, &a, HOW_TYPED).err) {
	case MATCH_OK:
	case MATCH_OUT_OF_TIME: /* he was told */
		break;
	case MATCH_PAUSED:
		msg_match_paused(c->out);
		break;
	default:
		msg_no_break(c->out);
		break;
	}
}

void
cmd_clock(struct ctx *c, char *rest)
{
	const struct session *watched = session_watched(c->w, c->s);
	struct match *m = session_match(c->w, c->s);
	const char *word = word_next(&rest);
	bool plays = m != NULL;

	if (m == NULL && watched != NULL)
		m = session_match(c->w, watched);
	if (word != NULL && !word_begins(word, "break"))
		msg_clock_usage(c->out);
	else if (m == NULL)
		msg_not_watching_playing(c->out);
	else if (!m->d.state.clock.on)
		msg_clock_none(c->out);
	else if (word == NULL)
		timing_show(c->w, m, c->out);
	else if (!plays)
		msg_not_playing(c->out);
	else
		take_break(c, m);
}
