/* SPDX-License-Identifier: MIT */
/* Texts of news to all users, and which users want them: one row per kind. */
#include "tell/news.h"

#include "people/people.h"
#include "output/output.h"
#include "proto/clip.h"

/* ---- recipients ---- */

static bool
wants_always(const struct session *to)
{
	(void)to;
	return true;
}

static bool
not_silent(const struct session *to)
{
	return !player_has_toggle(to->player, TOGGLE_silent);
}

static bool
wants_reports(const struct session *to)
{
	return player_has_toggle(to->player, TOGGLE_report);
}

/* Returns whether a session gets a shout.  Players of the same match always get each other's
 * shouts. */
static bool
gets_shout(const struct session *to, const struct feed_event *e)
{
	bool plays = to->match != 0 && to->match == e->author_match;

	return not_silent(to) && (plays || !userlist_has(&to->lists.gagged, e->author_user));
}

/* ---- texts ---- */

static void
say_shout(struct session *to, const struct feed_event *e)
{
	session_show_talk(to, CLIP_SHOUTS, msg_shouts, e->names[0], e->text);
}

static void
say_wave(struct session *to, const struct feed_event *e)
{
	(e->flag ? msg_waves_again : msg_waves)(&to->out, e->names[0]);
}

static void
say_broadcast(struct session *to, const struct feed_event *e)
{
	msg_broadcast(&to->out, e->text);
}

static void
say_shutdown(struct session *to, const struct feed_event *e)
{
	(e->flag ? msg_will_restart : msg_will_shut_down)(&to->out, e->n[0]);
}

static void
say_shutdown_cancelled(struct session *to, const struct feed_event *e)
{
	(void)e;
	msg_shutdown_cancelled(&to->out);
}

static void
say_left_game(struct session *to, const struct feed_event *e)
{
	msg_left_game_report(&to->out, e->names[0], e->names[1]);
}

/* Returns whether a notice names the game: to interactive users with `variants` on, unless it
 * is FIBS backgammon.  Client programs get the line they know. */
static bool
names_game(const struct session *to, const struct feed_event *e)
{
	return !e->game->fibs && session_is_interactive(to) &&
	       player_has_toggle(to->player, TOGGLE_variants);
}

static void
say_match_start_named(struct out *out, const struct feed_event *e)
{
	const char *title = e->game->title;
	const char *a = e->names[0], *b = e->names[1];
	unsigned n = e->n[0];

	if (n > 0)
		(e->flag ? msg_resuming_named : msg_start_match_named)(out, a, b, n, title);
	else
		(e->flag ? msg_resuming_unlimited_named : msg_start_unlimited_named)(
		    out, a, b, title);
}

static void
say_match_start(struct session *to, const struct feed_event *e)
{
	struct out *out = &to->out;
	const char *joiner = e->names[0];
	const char *inviter = e->names[1];
	unsigned n = e->n[0];

	if (names_game(to, e))
		say_match_start_named(out, e);
	else if (e->flag && n > 0)
		msg_resuming(out, joiner, inviter, n);
	else if (e->flag)
		msg_resuming_unlimited(out, joiner, inviter);
	else if (n > 0)
		msg_start_match(out, joiner, inviter, n);
	else
		msg_start_unlimited(out, joiner, inviter);
}

static void
say_match_won(struct session *to, const struct feed_event *e)
{
	const char *name = e->names[0], *loser = e->names[1];

	if (names_game(to, e))
		msg_win_match_report_named(
		    &to->out, name, e->n[0], e->game->title, loser, e->n[1], e->n[2]);
	else
		msg_win_match_report(&to->out, name, e->n[0], loser, e->n[1], e->n[2]);
}

const struct feed_delivery NEWS_SHOUT = { not_silent, gets_shout, say_shout, NULL, false };
const struct feed_delivery NEWS_WAVE = { not_silent, NULL, say_wave, NULL, false };
const struct feed_delivery NEWS_BROADCAST = { wants_always, NULL, say_broadcast, NULL, true };
const struct feed_delivery NEWS_SHUTDOWN = { wants_always, NULL, say_shutdown, NULL, true };
const struct feed_delivery NEWS_SHUTDOWN_CANCELLED = { wants_always, NULL,
	say_shutdown_cancelled, NULL, true };
const struct feed_delivery NEWS_MATCH_START = { wants_reports, NULL, say_match_start, NULL,
	false };
const struct feed_delivery NEWS_MATCH_WON = { wants_reports, NULL, say_match_won, NULL, false };
const struct feed_delivery NEWS_LEFT_GAME = { wants_reports, NULL, say_left_game, NULL, false };
