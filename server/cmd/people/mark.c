/* SPDX-License-Identifier: MIT */
/* The command mark: marks an account as played by a program.  The mark decides for which rating
 * list matches count, so users cannot remove it.  They cannot set it while they have an open
 * match or have entered a tournament without bots.  Operators can always do both. */
#include "cmd/cmd.h"

#include <string.h>

#include "login/lifecycle.h"
#include "moderation/moderation.h"
#include "output/feed.h"
#include "proto/words.h"
#include "tournament/tournament.h"

/* Also withdraws the invitations that the user has made or received, because the match would
 * now count for other ratings than when they were made. */
static void
set(struct ctx *c, int64_t user, struct session *s, bool marked)
{
	store_user_set_marked_bot(c->w->store, user, marked);
	if (s == NULL)
		return;
	s->player->marked_as_bot = marked;
	cmd_withdraw_invitation(s);
	for (struct session *x = c->w->people->online; x != NULL; x = x->index.online_next)
		if (x->invitation.user == user)
			cmd_withdraw_invitation(x);
	feed_row_changed(c->w, s);
}

static void
mark_self_as_bot(struct ctx *c)
{
	const struct tourney *t = tourneys_entered_without_bots(c->w, c->p->user);

	if (c->p->marked_as_bot) {
		msg_mark_already(c->out);
	} else if (c->s->match != 0 || store_matches_open_count(c->w->store, c->p->user) > 0) {
		msg_mark_open(c->out);
	} else if (t != NULL) {
		msg_mark_entered(c->out, t->name);
	} else {
		set(c, c->p->user, c->s, true);
		msg_mark_own(c->out);
	}
}

/* Reads [because TEXT].  Returns NULL after printing an error. */
static const char *
parse_reason(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);

	if (word != NULL && !word_is(word, "because")) {
		msg_mark_usage_operators(c->out);
		return NULL;
	}
	if (strlen(rest) <= KICK_REASON_MAX)
		return rest;
	msg_why_long(c->out, KICK_REASON_MAX);
	return NULL;
}

static void
mark_other_user(struct ctx *c, const char *name, const char *what, char *rest)
{
	const bool marked = word_is(what, "bot");
	const char *why;
	struct session *s;
	struct user_record u;

	if (!marked && !word_is(what, "person")) {
		msg_mark_usage_operators(c->out);
		return;
	}
	why = parse_reason(c, rest);
	if (why == NULL || !cmd_find_account(c, name, msg_no_user_called, &u) ||
	    !cmd_may_act_on(c, &u))
		return;
	if (user_is_bot(&u)) {
		msg_reset_bot(c->out, u.name);
		return;
	}
	s = session_by_name(c->w, u.name);
	set(c, u.id, s, marked);
	moderation_log(c->w, c->p->name, "mark", u.name, marked ? "bot" : "person", why);
	(marked ? msg_mark_done : msg_mark_lifted)(c->out, u.name);
	if (s != NULL && session_gets_additions(s))
		msg_write(&s->out, marked ? MSG_mark_told : MSG_mark_told_lifted);
}

void
cmd_mark(struct ctx *c, char *rest)
{
	const bool rules = c->p->role >= ROLE_OPERATOR;
	const char *name = word_next(&rest);
	const char *what = word_next(&rest);

	if (name != NULL && what == NULL && word_is(name, "bot"))
		mark_self_as_bot(c);
	else if (name != NULL && what != NULL && rules)
		mark_other_user(c, name, what, rest);
	else
		msg_write(c->out, rules ? MSG_mark_usage_operators : MSG_mark_usage);
}
