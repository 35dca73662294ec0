/* SPDX-License-Identifier: MIT */
/* Bots and who invites them: which one is free, and what they answer.  See bot.h. */
#include <stdlib.h>
#include <string.h>

#include "bot/inside.h"
#include "match/match.h"
#include "tournament/tournament.h"

/* Whoever has invited it is there and waits for its answer. */
static bool
invites(const struct world *w, const struct bot *b)
{
	const struct session *s = session_get(w, b->inviter), *bot = session_get(w, b->session);

	return s != NULL && bot != NULL && s->match == 0 &&
	       s->invited.user == bot->player->user;
}

void
bots_invited(struct world *w, const struct session *to, const struct session *from)
{
	struct bot *b = to->player->bot ? bot_of(w, to) : NULL;

	if (b == NULL || invites(w, b))
		return; /* the first one is answered */
	b->inviter = from->id;
	b->due_ms =
	    w->mono_ms + (player_has(from->player, TOGGLE_fast) ? 0 : w->config.pause_ms / 2);
}

/* Whom it plays, or will play when it has answered; NULL nobody. */
static const struct session *
taken_by(const struct world *w, const struct bot *b)
{
	const struct session *s = session_get(w, b->session);
	const struct session *other = s != NULL ? session_opponent(w, s) : NULL;

	return other == NULL && invites(w, b) ? session_get(w, b->inviter) : other;
}

bool
bots_refuse(const struct world *w, const struct session *s)
{
	const unsigned most = (w->bots->n + 1) / 2;
	const struct netaddr own = network_of(s, NETWORK_ADDRESS);
	unsigned n = 0;

	for (unsigned i = 0; i < w->bots->n; i++) {
		const struct session *other = taken_by(w, &w->bots->bot[i]);
		struct netaddr theirs;

		/* what they have offered themselves is withdrawn with the next offer */
		if (other == NULL || other == s)
			continue;
		theirs = network_of(other, NETWORK_ADDRESS);
		n += network_same(&own, &theirs);
	}
	return n >= most && own.family != 0;
}

struct session *
bots_free_one(
    const struct world *w, enum bot_grade grade, const struct session *from, bool practice)
{
	struct session *best = NULL;
	int best_off = 2 * GRADE_COUNT;
	struct match_record saved;
	uint32_t pairing;

	for (unsigned i = 0; i < w->bots->n; i++) {
		const struct bot *b = &w->bots->bot[i];
		struct session *s = session_get(w, b->session);
		const struct session *by = taken_by(w, b);
		int off = by == from ? -1 : abs((int)b->grade - (int)grade);

		if (s == NULL || s->match != 0 || (by != NULL && by != from) ||
		    tourneys_binds(w, s, &pairing) != NULL ||
		    !player_has(s->player, TOGGLE_ready))
			continue;
		if (store_match_open(w->store, from->player->user, s->player->user, &saved) &&
		    match_is_practice(&saved) != practice)
			off += practice ? 3 * GRADE_COUNT : GRADE_COUNT;
		if (off >= best_off)
			continue;
		best = s;
		best_off = off;
	}
	return best;
}

bool
bot_answers_invitation(struct world *w, struct bot *b)
{
	const struct session *from = session_get(w, b->inviter);

	if (b->inviter == 0 || w->mono_ms < b->due_ms)
		return false;
	b->inviter = 0;
	return from != NULL && from->state == ST_ONLINE &&
	       bot_types(w, b, "join", from->player->name);
}
