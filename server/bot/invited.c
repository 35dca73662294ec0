/* SPDX-License-Identifier: MIT */
/* Invitations to bots: which bot is free, and the answers.  See bot.h. */
#include "bot/bot_internal.h"
#include "match/match.h"
#include "tournament/tournament.h"

/* Returns whether the user who invited the bot is still waiting for its answer. */
static bool
is_still_invited(const struct world *w, const struct bot *b)
{
	const struct session *s = session_get(w, b->inviter), *bot = session_get(w, b->session);

	return s != NULL && bot != NULL && s->match == 0 &&
	       s->invitation.user == bot->player->user;
}

void
bots_invited(
    struct world *w, const struct session *to, const struct session *from, int64_t after_ms)
{
	struct bot *b = to->player->bot ? bot_of_session(w, to) : NULL;
	const int64_t pause_ms =
	    player_has_toggle(from->player, TOGGLE_fast) ? 0 : w->config.pause_ms / 2;

	if (b == NULL || (b->inviter != from->id && is_still_invited(w, b)))
		return; /* an earlier invitation is answered first */
	b->inviter = from->id;
	b->type_after_ms = w->mono_ms + (after_ms > pause_ms ? after_ms : pause_ms);
}

const struct session *
bot_taken_by(const struct world *w, const struct bot *b)
{
	const struct session *s = session_get(w, b->session);
	const struct session *other = s != NULL ? session_opponent(w, s) : NULL;

	return other == NULL && is_still_invited(w, b) ? session_get(w, b->inviter) : other;
}

bool
bot_is_free(const struct world *w, const struct bot *b)
{
	const struct session *s = session_get(w, b->session);
	uint32_t pairing;

	return s != NULL && s->match == 0 && bot_taken_by(w, b) == NULL &&
	       player_has_toggle(s->player, TOGGLE_ready) &&
	       tourneys_match_of_user(w, s, &pairing) == NULL;
}

bool
bots_can_play(const struct world *w, const struct session *bot, const struct session *from)
{
	const struct bot *b = bot->player->bot ? bot_of_session(w, bot) : NULL;

	return b == NULL || bot_is_free(w, b) ||
	       (bot->match == 0 && bot_taken_by(w, b) == from);
}

void
bots_count(const struct world *w, unsigned *free_out, unsigned *busy_out)
{
	unsigned n[2] = { 0 };

	for (unsigned i = 0; i < w->bots->n; i++)
		if (session_get(w, w->bots->bot[i].session) != NULL)
			n[bot_is_free(w, &w->bots->bot[i])]++;
	*busy_out = n[false];
	*free_out = n[true];
}

/* ---- choosing a bot ---- */

/* How well a bot fits a wish. */
enum fit {
	FIT_NONE,
	FIT_REPLACES, /* would replace a saved practice match */
	FIT_WELL,
	FIT_BEST, /* invited by `from`, or resumes a practice match */
};

static enum fit
fit(const struct world *w, const struct bot *b, const struct session *from, bool practice)
{
	const bool asked = bot_taken_by(w, b) == from;
	struct match_record saved;

	if (b->session == 0 || (!asked && !bot_is_free(w, b)) ||
	    session_get(w, b->session)->match != 0)
		return FIT_NONE;
	if (!store_match_find_unfinished(
		w->store, from->player->user, session_get(w, b->session)->player->user, &saved))
		return asked ? FIT_BEST : FIT_WELL;
	if (!match_is_practice(&saved))
		return FIT_NONE; /* otherwise a user could escape a rated match that is going
				  * badly */
	return practice ? FIT_BEST : FIT_REPLACES;
}

/* Returns the bot of a grade that fits best, or NULL if none fits at least as well as `least`.
 * If there is none and `least` is FIT_WELL, tries to add a bot to the pool, and returns it. */
static struct session *
find_bot_in_grade(struct world *w, enum bot_grade grade, const struct session *from,
    bool practice, enum fit least)
{
	struct bots *bs = w->bots;
	enum fit best = FIT_NONE;
	struct bot *found = NULL;

	for (unsigned i = 0; i < bs->n; i++) {
		enum fit x = bs->bot[i].grade == grade && !bs->bot[i].off
				 ? fit(w, &bs->bot[i], from, practice)
				 : FIT_NONE;

		if (x > best && x >= least) {
			best = x;
			found = &bs->bot[i];
		}
	}
	if (found == NULL && least == FIT_WELL)
		found = bot_add_to_pool(w, grade, from);
	return found != NULL ? session_get(w, found->session) : NULL;
}

static struct session *
find_bot_of_nearest_grade(
    struct world *w, const struct session *from, const struct bot_wish *wish, enum fit least)
{
	struct session *s = NULL;

	for (int off = 0; s == NULL && off < (wish->exact_grade ? 1 : GRADE_COUNT); off++) {
		const int below = (int)wish->grade - off, above = (int)wish->grade + off;

		if (below > GRADE_NONE)
			s = find_bot_in_grade(
			    w, (enum bot_grade)below, from, wish->practice, least);
		if (s == NULL && off > 0 && above < GRADE_COUNT)
			s = find_bot_in_grade(
			    w, (enum bot_grade)above, from, wish->practice, least);
	}
	return s;
}

struct session *
bots_find_free(struct world *w, const struct session *from, const struct bot_wish *wish)
{
	struct bot *b = wish->name != NULL ? bot_named(w->bots, wish->name) : NULL;
	struct session *s;

	if (b != NULL && fit(w, b, from, wish->practice) != FIT_NONE)
		return session_get(w, b->session);
	s = find_bot_of_nearest_grade(w, from, wish, FIT_WELL);
	return s != NULL ? s : find_bot_of_nearest_grade(w, from, wish, FIT_REPLACES);
}

/* Returns the number of bots that users of a network have taken. */
static unsigned
count_bots_taken_from(const struct world *w, const struct netaddr *network)
{
	unsigned n = 0;

	for (unsigned i = 0; i < w->bots->n; i++) {
		const struct session *by = bot_taken_by(w, &w->bots->bot[i]);
		const struct netaddr theirs = by != NULL
						  ? network_of_session(by, NETWORK_ADDRESS)
						  : (struct netaddr){ 0 };

		n += network_same(network, &theirs);
	}
	return n;
}

/* Returns whether `asker` gains a bot if `bot` gives up its match: `bot` can play `asker` or,
 * if wish->pool_only, can log out to make room for another bot. */
static bool
frees_a_bot(struct world *w, const struct session *asker, const struct session *bot,
    const struct bot_wish *wish)
{
	struct match_record saved;
	uint32_t pairing;

	if (wish->pool_only)
		return !tourneys_expect_user(w, bot);
	return tourneys_match_of_user(w, bot, &pairing) == NULL &&
	       (!store_match_find_unfinished(
		    w->store, asker->player->user, bot->player->user, &saved) ||
		   match_is_practice(&saved));
}

struct session *
bots_find_to_preempt(struct world *w, const struct session *asker, const struct bot_wish *wish)
{
	const struct netaddr own = network_of_session(asker, NETWORK_ADDRESS);
	struct session *found = NULL;
	unsigned all = 0;
	int64_t row = 0;

	if (wish->pool_only && (bot_named(w->bots, wish->name) != NULL || bots_have_room(w)))
		return NULL;
	for (unsigned i = 0; i < w->bots->n; i++) {
		const struct bot *b = &w->bots->bot[i];

		all += session_get(w, b->session) != NULL;
		if (!wish->pool_only && (!wish->exact_grade || b->grade == wish->grade) &&
		    bot_is_free(w, b))
			return NULL;
	}
	for (unsigned i = 0; i < w->bots->n; i++) {
		const struct bot *b = &w->bots->bot[i];
		struct session *s = session_get(w, b->session);
		const struct match *m = s != NULL ? session_match(w, s) : NULL;
		struct netaddr theirs;
		unsigned n;

		if (m == NULL || m->tournament != 0 || m->row <= row ||
		    (wish->exact_grade && b->grade != wish->grade) ||
		    (wish->pool_only && !b->pooled))
			continue;
		theirs = network_of_session(session_opponent(w, s), NETWORK_ADDRESS);
		n = count_bots_taken_from(w, &theirs);
		if (network_same(&own, &theirs) || n < 2 || 2 * n <= all ||
		    !frees_a_bot(w, asker, s, wish))
			continue;
		row = m->row;
		found = s;
	}
	return found;
}

/* ---- answers ---- */

bool
bot_answer_invitation(struct world *w, struct bot *b)
{
	const struct session *from = session_get(w, b->inviter);

	if (b->inviter == 0 || w->mono_ms < b->type_after_ms)
		return false;
	if (!is_still_invited(w, b))
		from = NULL;
	b->inviter = 0;
	return from != NULL && from->state == ST_ONLINE &&
	       bot_type_line(w, b, "join", from->player->name);
}

bool
bots_decide_to_answer(struct world *w, const struct session *bot, const struct session *from)
{
	const struct match *m = session_match(w, bot);
	struct bot *b = bot_of_session(w, bot);

	if (b == NULL || from->player->bot || (m != NULL && m->tournament != 0))
		return false;
	if (m != NULL && m->row != b->answered_match) {
		b->answered_match = m->row;
		b->answered_users_n = 0;
	}
	if (b->answered_users_n == BOT_ANSWERED_MAX)
		return false;
	for (unsigned i = 0; i < b->answered_users_n; i++)
		if (b->answered_users[i] == from->player->user)
			return false;
	b->answered_users[b->answered_users_n++] = from->player->user;
	return true;
}
