/* SPDX-License-Identifier: MIT */
/* What bots do in tournaments that admit bots.  Directors invite bots like users.  See
 * bot.h. */
#include <inttypes.h>

#include "bot/bot_internal.h"
#include "tournament/tournament.h"

#define TOURNEY_CHECK_EVERY_MS 5000 /* interval between checks of tournaments */

bool
bot_line_is_free(const struct bot *b)
{
	return b->stage != BOT_LINE_READY && b->stage != BOT_LINE_TYPED;
}

/* Returns the subcommand that a tournament expects of the bot, NULL if none. */
static const char *
expected_subcommand(const struct tourney *t, int64_t user)
{
	const struct tourney_guest *g = tourney_guest_of(t, user);
	const int64_t *set = t->set.value;
	const bool allowed = set[TSET_bots] != 0;
	entry_no e;

	if (g != NULL && allowed && t->phase >= TOURNEY_RUNNING && set[TSET_lateentry] == 0)
		return NULL;
	if (g != NULL)
		return !allowed ? "withdraw" : g->waiting ? NULL : "register";
	e = tourney_entry_of(t, user);
	if (e == ENTRY_UNKNOWN || t->phase >= TOURNEY_RUNNING)
		return NULL;
	if (!allowed)
		return "withdraw";
	return set[TSET_checkin] != 0 && (set[TSET_starts] == 0 || t->checkin_called) &&
		       !t->entries[e].checked_in
		   ? "checkin"
		   : NULL;
}

/* Returns a tournament that expects something of the bot: the next one after the tournament of
 * its last command, or else the oldest.  So a tournament that refuses a command does not block
 * the others. */
static const struct tourney *
tourney_expecting_command(const struct world *w, const struct bot *b, int64_t user)
{
	const struct tourney *best = NULL;

	for (const struct tourney *t = NULL; (t = tourney_next(w, t)) != NULL;)
		if (expected_subcommand(t, user) != NULL &&
		    (best == NULL || (best->id <= b->last_tourney && t->id > b->last_tourney)))
			best = t;
	return best;
}

bool
bot_type_tourney_command(struct world *w, struct bot *b, const struct session *s)
{
	const struct tourney *t;
	struct sbuf out;

	if (tourney_next(w, NULL) == NULL || !bot_line_is_free(b) ||
	    w->mono_ms < b->tourney_check_ms)
		return false;
	b->tourney_check_ms = w->mono_ms + TOURNEY_CHECK_EVERY_MS;
	t = tourney_expecting_command(w, b, s->player->user);
	if (t == NULL)
		return false;
	b->last_tourney = t->id;
	SBUF_INIT(&out, b->line);
	sbuf_addf(
	    &out, "tournament %s %" PRId64, expected_subcommand(t, s->player->user), t->id);
	b->typed_turn = w->turn_no;
	return true;
}
