/* SPDX-License-Identifier: MIT */
/* The command clock: shows the clock of any match, or takes a break in the user's own. */
#include "cmd/cmd.h"

#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tell/tell.h"
#include "tournament/tournament.h"
#include "proto/words.h"

static void
request_break(struct ctx *c, struct match *m)
{
	struct action a = { .kind = ACT_BREAK, .seat = c->s->seat };

	switch (match_act(c->w, m, &a, HOW_TYPED).err) {
	case MATCH_OK:
	case MATCH_OUT_OF_TIME: /* match_act has already notified both players */
		break;
	case MATCH_PAUSED:
		msg_match_paused(c->out);
		break;
	default:
		msg_no_break(c->out);
		break;
	}
}

/* Shows the clock of a match in progress. */
static void
show_clock(struct ctx *c, const struct match *m)
{
	if (m->state.clock.on)
		tell_clocks(c->w, m, c->out);
	else
		msg_clock_none(c->out);
}

/* Shows an interrupted match of a user.  Returns false if there is none. */
static bool
show_clock_of_interrupted(struct ctx *c, int64_t user)
{
	struct match_absence x;
	char text[DURATION_TEXT_MAX];

	if (!match_absence_of_user(c->w, user, &x))
		return tourneys_tell_interrupted(c->w, user, c->out);
	msg_interrupted_match(c->out, x.name[0], x.name[1]);
	for (unsigned s = 0; s < 2; s++) {
		if (!x.away[s])
			continue;
		duration_text((uint32_t)x.time_left_ms[s], text);
		msg_away_lost_in(c->out, x.name[s], text);
	}
	return true;
}

/* Shows the clock of the match that the user is playing or watching.  If there is none, shows
 * the clock of the user's interrupted match. */
static void
show_own_clock(struct ctx *c)
{
	const struct session *watched = session_watched(c->w, c->s);
	const struct match *m = session_match(c->w, c->s);

	if (m == NULL && watched != NULL)
		m = session_match(c->w, watched);
	if (m != NULL)
		show_clock(c, m);
	else if (!show_clock_of_interrupted(c, c->p->user))
		msg_not_watching_playing(c->out);
}

/* Shows the clock of another user's match; that user may be offline. */
static void
show_clock_of_user(struct ctx *c, const char *name)
{
	const struct session *s = cmd_find_online(c, name, NULL);
	const struct match *m = s != NULL ? session_match(c->w, s) : NULL;
	struct user_record u;
	int64_t user = 0;

	if (m != NULL) {
		show_clock(c, m);
		return;
	}
	if (s != NULL)
		user = s->player->user;
	else if (store_unreachable(c->w->store)) {
		msg_store_away(c->out);
		return;
	} else if (cmd_find_account(c, name, NULL, &u))
		user = u.id;
	if (user != 0 && show_clock_of_interrupted(c, user))
		return;
	if (s != NULL)
		msg_is_not_playing(c->out, s->player->name);
	else
		msg_no_one_called_dot(c->out, name);
}

void
cmd_clock(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	struct match *m = session_match(c->w, c->s);

	if (word == NULL)
		show_own_clock(c);
	else if (!word_is_prefix(word, "break"))
		show_clock_of_user(c, word);
	else if (m == NULL && session_watched(c->w, c->s) == NULL)
		msg_not_watching_playing(c->out);
	else if (m == NULL)
		msg_not_playing(c->out);
	else if (!m->state.clock.on)
		msg_clock_none(c->out);
	else if (store_refusing(c->w->store))
		msg_disk_refuse(c->out);
	else
		request_break(c, m);
}
