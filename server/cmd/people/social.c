/* SPDX-License-Identifier: MIT */
/* Commands for talking.  cmd_line has rejected invalid UTF-8.  PROTOCOL.md 3 says who receives
 * what. */
#include "cmd/cmd.h"

#include <string.h>

#include "bot/bot.h"
#include "tell/tell.h"
#include "people/people.h"
#include "login/lifecycle.h"
#include "moderation/bans.h"
#include "moderation/recent_talk.h"
#include "moderation/mutes.h"
#include "moderation/period.h"
#include "output/output.h"
#include "match/match.h"
#include "proto/clip.h"
#include "proto/words.h"

bool
cmd_may_talk(struct ctx *c)
{
	const struct active_mute x = mute_in_force(c->w, c->s);
	char period[PERIOD_TEXT_MAX];

	if (x.scope != MUTE_ALL)
		return true;
	(void)output_bypass_sync(c->w, false); /* the mute may not be on disk yet */
	period_text(c->out, c->w, c->p->timezone, x.until_s, period);
	msg_you_may_not_talk(c->out, period);
	ban_tell_why(c->out, x.why);
	return false;
}

/* How a private message is shown to its receiver. */
struct talk_style {
	enum clip_no no;
	void (*say)(struct out *out, const char *from, const char *text);
};

static const struct talk_style SAY_STYLE = { CLIP_SAYS, msg_says };
static const struct talk_style ALERT_STYLE = { CLIP_ALERT, msg_alerts };

/* Sends text to a user, and confirms it to the sender. */
static void
deliver_message(struct ctx *c, struct session *to, const char *text, const struct talk_style *h)
{
	const char *name = to->player->name;

	if (session_is_clip(c->s))
		clip_talk(c->out, CLIP_YOU_SAY, name, text);
	else
		msg_you_tell(c->out, name, text);
	session_ring_bell(to);
	session_show_talk(to, h->no, h->say, c->p->name, text);
}

/* Prints a bot's answer to the user's message, if it gives one. */
static void
answer(struct ctx *c, struct session *bot)
{
	const char *text = msg_text(c->out, MSG_bot_answer);

	if (!bot->player->bot || !session_gets_additions(c->s) || session_gags(c->s, bot) ||
	    !bots_decide_to_answer(c->w, bot, c->s))
		return;
	session_show_talk(c->s, CLIP_SAYS, msg_says, bot->player->name, text);
}

/* Returns whether the user is watching the player's tournament match.  Watchers may not talk to
 * the players while it runs. */
static bool
watches_tournament_of(const struct ctx *c, const struct session *player)
{
	const struct session *watched = session_watched(c->w, c->s);
	const struct match *m = watched != NULL ? session_match(c->w, watched) : NULL;

	return m != NULL && m->bound && session_match(c->w, player) == m;
}

/* Carries out tell, tellx and alert: sends text to one user unless either gags the other. */
static void
tell_user(struct ctx *c, struct session *to, const char *text, const struct talk_style *h)
{
	const char *name = to->player->name;

	if (text[0] == '\0') {
		msg_tell_what(c->out, name);
	} else if (to == c->s) {
		msg_say_to_yourself(c->out, text);
	} else if (watches_tournament_of(c, to)) {
		msg_tourney_no_talk(c->out, name);
	} else if (session_gags(c->s, to)) {
		msg_cant_talk(c->out);
	} else if (session_gags(to, c->s)) {
		msg_wont_listen(c->out, name);
	} else {
		deliver_message(c, to, text, h);
		if (to->away_text[0] != '\0')
			msg_is_away(c->out, name, to->away_text);
		answer(c, to);
	}
}

static void
send_private_message(struct ctx *c, char *rest, bool complete, const struct talk_style *h)
{
	const char *name = word_next(&rest);
	struct session *to;

	if (!cmd_may_talk(c))
		return;
	if (name == NULL) {
		msg_tell_whom(c->out);
		return;
	}
	to = complete ? cmd_find_online(c, name, NULL) : session_by_name(c->w, name);
	if (to == NULL)
		msg_no_one_called(c->out, name);
	else
		tell_user(c, to, rest, h);
}

void
cmd_tell(struct ctx *c, char *rest)
{
	send_private_message(c, rest, true, &SAY_STYLE);
}

void
cmd_tellx(struct ctx *c, char *rest)
{
	send_private_message(c, rest, false, &SAY_STYLE);
}

void
cmd_alert(struct ctx *c, char *rest)
{
	send_private_message(c, rest, true, &ALERT_STYLE);
}

/* ---- messages ---- */

#define MESSAGES_MAX 50u            /* messages stored for one user */
#define MESSAGES_PER_SENDER_MAX 10u /* messages from one sender stored for one user */
/* While a user has this many stored messages from one network, new accounts from that network
 * may leave no more, because new accounts cost nothing. */
#define MESSAGES_PER_NETWORK_MAX 20u

struct network_message_count {
	const struct world *w;
	struct netaddr network;
	unsigned n;
};

static void
count_message_from_network(void *ctx, const char *host)
{
	struct network_message_count *near = ctx;
	const struct netaddr theirs = network_of_host(near->w, host, NETWORK_WIDE);

	near->n += network_same(&near->network, &theirs);
}

/* Returns whether the sender may leave no more messages for the user.  No sender may fill
 * another user's mailbox, even with several accounts. */
static bool
is_mailbox_full(struct ctx *c, int64_t user)
{
	struct store *s = c->w->store;
	struct network_message_count near = { c->w, network_of_session(c->s, NETWORK_WIDE), 0 };
	unsigned kept = store_messages_count(s, user);

	if (kept >= MESSAGES_PER_NETWORK_MAX && c->p->experience == 0)
		store_message_sender_hosts_each(s, user, count_message_from_network, &near);
	return kept >= MESSAGES_MAX || near.n >= MESSAGES_PER_NETWORK_MAX ||
	       store_messages_from(s, user, c->p->user) >= MESSAGES_PER_SENDER_MAX;
}

static void
store_message(struct ctx *c, const struct user_record *u, const char *text)
{
	struct session *to = session_by_name(c->w, u->name);
	int64_t now_s = world_now_s(c->w);
	bool full = is_mailbox_full(c, u->id);

	if (to != NULL && watches_tournament_of(c, to)) {
		msg_tourney_no_talk(c->out, u->name);
		return;
	}
	if (userlist_has(&c->s->lists.gagged, u->id)) {
		msg_cant_talk(c->out);
		return;
	}
	if (user_gags(c->w, u->id, to, c->p->user)) {
		msg_wont_listen(c->out, u->name);
		return;
	}
	if (full && to == NULL) {
		msg_messages_full(c->out);
		return;
	}
	/* even if nothing is stored, a user who is online gets the text */
	if (!full)
		store_message_add(c->w->store, u->id, c->p->user, now_s, text, to != NULL);
	if (to != NULL)
		session_print_message(to, c->p->name, now_s, text);
	if (session_is_clip(c->s))
		clip_number_and_name(
		    c->out, to != NULL ? CLIP_MESSAGE_DELIVERED : CLIP_MESSAGE_SAVED, u->name);
	else
		(to != NULL ? msg_message_delivered : msg_message_saved)(c->out, text);
}

void
cmd_message(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	struct user_record u;

	if (name == NULL) {
		if (session_print_messages(c->w, c->s, false) == 0)
			msg_no_messages(c->out);
	} else if (rest[0] == '\0') {
		msg_message_usage(c->out);
	} else if (cmd_find_account(c, name, msg_dont_know_user, &u) && cmd_may_talk(c)) {
		store_message(c, &u, rest);
	}
}

void
cmd_say(struct ctx *c, char *rest)
{
	struct session *to = session_opponent(c->w, c->s);

	if (!cmd_may_talk(c))
		return;
	if (rest[0] == '\0') {
		msg_say_nothing(c->out);
		return;
	}
	deliver_message(c, to, rest, &SAY_STYLE);
	answer(c, to);
}

void
cmd_shout(struct ctx *c, char *rest)
{
	const struct active_mute x = mute_in_force(c->w, c->s);
	struct feed_event e = { .kind = FEED_SHOUT };

	if (!cmd_may_talk(c))
		return;
	if (x.scope == MUTE_SHOUT) {
		msg_shout_disabled(c->out);
		ban_tell_why(c->out, x.why);
		return;
	}
	if (player_has_toggle(c->p, TOGGLE_silent)) {
		msg_shout_silent(c->out);
		return;
	}
	if (rest[0] == '\0') {
		msg_say_nothing(c->out);
		return;
	}
	if (session_is_clip(c->s))
		clip_talk(c->out, CLIP_YOU_SHOUT, NULL, rest);
	else
		msg_you_shout(c->out, rest);
	recent_talk_add(c->w, c->p, "shouts", rest);
	feed_announce(c->w, &e, c->s, rest);
}

/* Returns the match that the user is playing or watching, NULL if none. */
static struct match *
match_played_or_watched(struct ctx *c)
{
	struct session *watched = session_watched(c->w, c->s);

	if (c->s->match != 0)
		return session_match(c->w, c->s);
	return watched != NULL ? session_match(c->w, watched) : NULL;
}

struct match_talk {
	enum clip_no sender_no, no;
	void (*you)(struct out *out, const char *text);
	void (*print_to_recipient)(struct out *out, const char *from, const char *text);
	bool players_too;
};

static unsigned
talk_to_recipients(struct ctx *c, struct match *m, const struct match_talk *t, const char *text)
{
	struct recipient_it it = { 0 };
	struct recipient h;
	unsigned n = 0;

	while (recipient_next(c->w, m, &it, &h)) {
		if (h.to == c->s || (h.is_player && !t->players_too) ||
		    session_gags(h.to, c->s))
			continue;
		session_show_talk(h.to, t->no, t->print_to_recipient, c->p->name, text);
		n++;
	}
	return n;
}

static void
talk_at_match(struct ctx *c, const struct match_talk *t, const char *text)
{
	struct match *m = match_played_or_watched(c);
	bool apart = m != NULL && m->bound && c->s->match == 0 && t->players_too;
	struct match_talk heard = *t;
	unsigned n;

	if (c->s->match == 0 && c->s->watching == 0) {
		msg_not_watching_playing(c->out);
		return;
	}
	if (!cmd_may_talk(c))
		return;
	if (text[0] == '\0') {
		msg_say_nothing(c->out);
		return;
	}
	if (apart) { /* the players of a tournament match must not hear watchers */
		heard.players_too = false;
		msg_tourney_kibitz(c->out);
	}
	if (session_is_clip(c->s))
		clip_talk(c->out, t->sender_no, NULL, text);
	else
		t->you(c->out, text);
	if (t->players_too)
		recent_talk_add(c->w, c->p, "kibitzes", text);
	n = m != NULL ? talk_to_recipients(c, m, &heard, text) : 0;
	if (m != NULL)
		tell_json_talk(c->w, m, c->s, t->no, text);
	if (n > 0)
		msg_users_heard(c->out, n);
	else
		msg_nobody_heard(c->out);
	for (unsigned i = 0; i < 2 && m != NULL && heard.players_too; i++)
		answer(c, match_session(c->w, m, (enum seat)i));
}

void
cmd_kibitz(struct ctx *c, char *rest)
{
	static const struct match_talk kibitz = { CLIP_YOU_KIBITZ, CLIP_KIBITZES,
		msg_you_kibitz, msg_kibitzes, true };

	talk_at_match(c, &kibitz, rest);
}

void
cmd_whisper(struct ctx *c, char *rest)
{
	static const struct match_talk whisper = { CLIP_YOU_WHISPER, CLIP_WHISPERS,
		msg_you_whisper, msg_whispers, false };

	talk_at_match(c, &whisper, rest);
}
