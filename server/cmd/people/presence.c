/* SPDX-License-Identifier: MIT */
/* The commands away, back, wave, gag, blind and waitfor. */
#include "cmd/cmd.h"

#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "login/lifecycle.h"
#include "output/json_lines.h"
#include "output/output.h"
#include "proto/username.h"
#include "proto/words.h"

#define NAMES_TEXT 2304u /* SHUT_OUT_MAX names and their separators */

/* ---- away ---- */

static int
compare_away(const struct tree_node *n, const void *no)
{
	return TREE_OF_CONST(n, struct session, index.by_away)->login.no < *(const uint64_t *)no
		   ? -1
		   : 0;
}

/* Prints the next user who is away, in order of log-in; state: the log-in number to start
 * from. */
static bool
away_step(struct world *w, struct session *s, void *state)
{
	uint64_t *no = state;
	struct tree_node *n = tree_from(&w->people->away, compare_away, no);
	const struct session *x;

	if (n == NULL)
		return false;
	x = TREE_OF_CONST(n, struct session, index.by_away);
	*no = x->login.no + 1;
	msg_away_row(
	    &s->out, x == s ? msg_text(&s->out, MSG_word_you) : x->player->name, x->away);
	return true;
}

static void
away_list(struct ctx *c)
{
	static const struct pager_kind list = { .step = away_step };
	uint64_t no = 0;

	if (tree_size(&c->w->people->away) == 0) {
		msg_nobody_away(c->out);
		return;
	}
	msg_away_header(c->out);
	pager_begin(c->w, c->s, &list, &no, sizeof(no));
}

void
cmd_away(struct ctx *c, char *rest)
{
	struct session *d = c->s;

	if (rest[0] == '\0') {
		away_list(c);
		return;
	}
	if (!cmd_may_talk(c))
		return;
	(void)sbuf_copy(d->away, sizeof(d->away), rest);
	while (!text_clean(d->away)) /* removes a character that was cut in two */
		d->away[strlen(d->away) - 1] = '\0';
	online_index(c->w, c->s);
	if (!session_person(c->s)) /* the prompt shows this to interactive users */
		msg_youre_away(c->out);
	c->told_away = true;
	feed_row(c->w, c->s);
}

void
cmd_back(struct ctx *c, char *rest)
{
	struct session *d = c->s;

	(void)rest;
	if (d->away[0] == '\0') {
		msg_not_away(c->out);
		return;
	}
	d->away[0] = '\0';
	online_index(c->w, c->s);
	msg_welcome_back(c->out);
	feed_row(c->w, c->s);
}

/* ---- wave ---- */

void
cmd_wave(struct ctx *c, char *rest)
{
	bool again = c->s->waved;
	struct feed_event e = { .kind = FEED_WAVE, .flag = again };

	(void)rest;
	if (again)
		msg_you_wave_again(c->out);
	else
		msg_you_wave(c->out);
	feed_tell(c->w, &e, c->s, NULL);
	c->s->waved = true;
	if (again)
		session_close(c->w, c->s, END_LOGOUT);
}

/* ---- gag and blind ---- */

/* The messages about one list of users. */
struct list_words {
	void (*list)(struct out *out, const char *names);
	void (*yourself)(struct out *out);
	void (*on)(struct out *out, const char *name);
	void (*off)(struct out *out, const char *name);
	bool blind;
};

/* Returns whether a change to a list is stored.  An interactive user's lists belong to the
 * account, and may name users who are offline.  A client program's lists last for the session,
 * as on FIBS, because programs keep their own lists and send them at each log-in; "save" stores
 * the change. */
static bool
keeps(const struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);

	return session_person(c->s) || (word != NULL && word_is(word, "save"));
}

/* Finds the user to add or remove.  If the change is stored, looks first for an account with
 * exactly this name.  If there is none, or the change is not stored, looks for a user who is
 * online.  Reports failure. */
static bool
find_other(struct ctx *c, const char *name, bool keep, struct user_record *u_out)
{
	const struct session *x;

	if (keep && cmd_user(c, name, NULL, u_out))
		return true;
	x = cmd_someone(c, name, msg_no_one_called_quoted);
	return x != NULL && store_user_by_id(c->w->store, x->player->user, u_out);
}

/* Returns true if the command adds the name to the list, false if it removes it.  If `keep`
 * is false, a stored name is never removed.  Only client programs make such changes; a program
 * that names a stored user lacks that user in its own list, so it means to add the name. */
static bool
is_to_be_on(struct ctx *c, const struct user_list *l, bool blind, int64_t other, bool keep)
{
	bool kept = store_shut_out_has(c->w->store, c->p->user, blind, other);

	return keep ? !kept : kept || !userlist_has(l, other);
}

/* Adds a user to a list, or removes them; without a name prints the list.  If a user who is
 * online was added, returns their session, else NULL. */
static struct session *
switch_on_list(struct ctx *c, char *rest, struct user_list *l, const struct list_words *words)
{
	const char *name = word_next(&rest);
	bool keep = keeps(c, rest);
	char names[NAMES_TEXT];
	struct user_record u;
	struct sbuf b;

	SBUF_ON(&b, names);
	if (name == NULL) {
		words->list(c->out, userlist_names(c->w, l, ",", &b) > 0
					? names
					: msg_text(c->out, MSG_word_none));
		return NULL;
	}
	if (!find_other(c, name, keep, &u))
		return NULL;
	if (u.id == c->p->user) {
		words->yourself(c->out);
	} else if (keep && store_refusing(c->w->store)) {
		msg_disk_refuse(c->out);
	} else if (!is_to_be_on(c, l, words->blind, u.id, keep)) {
		userlist_remove(l, u.id);
		if (keep)
			store_shut_out_set(c->w->store, c->p->user, words->blind, u.id, false);
		words->off(c->out, u.name);
	} else if (userlist_add(l, u.id, SHUT_OUT_MAX)) {
		if (keep)
			store_shut_out_set(c->w->store, c->p->user, words->blind, u.id, true);
		words->on(c->out, u.name);
		return session_by_name(c->w, u.name);
	} else {
		msg_list_full(c->out, SHUT_OUT_MAX);
	}
	return NULL;
}

void
cmd_gag(struct ctx *c, char *rest)
{
	static const struct list_words words = { msg_gagged, msg_gag_yourself, msg_gag,
		msg_ungag, false };

	(void)switch_on_list(c, rest, &c->s->lists.gagged, &words);
}

/* Stops a user who has just been blinded from watching or following the match of the user who
 * blinded them. */
static void
ban_watcher(struct ctx *c, struct session *x)
{
	struct session *opponent = session_opponent(c->w, c->s);
	struct session *watched = session_watched(c->w, x);
	struct match *m = session_match(c->w, c->s);
	const uint64_t bit = x->screen.json != NULL ? x->screen.json->bit : 0;
	const bool watches = watched != NULL && (watched == c->s || watched == opponent);

	if (!watches && (m == NULL || (m->followers & bit) == 0))
		return;
	if (session_blinding_player(c->w, c->s, x) == NULL)
		return; /* a match of a tournament may be watched anyway */
	if (watches)
		session_set_watching(c->w, x, NULL);
	if (m != NULL)
		m->followers &= ~bit;
	msg_bans_you(&x->out, c->p->name);
	if (opponent != NULL)
		msg_bans(&opponent->out, c->p->name, x->player->name);
	feed_row(c->w, x);
}

void
cmd_blind(struct ctx *c, char *rest)
{
	static const struct list_words words = { msg_blinded, msg_blind_yourself, msg_blind,
		msg_unblind, true };
	struct session *x = switch_on_list(c, rest, &c->s->lists.blinded, &words);

	if (x != NULL)
		ban_watcher(c, x);
}

/* ---- waitfor ---- */

static void
wait_list(struct ctx *c)
{
	char names[NAMES_TEXT];
	struct sbuf b;
	unsigned n;

	SBUF_ON(&b, names);
	n = userlist_names(c->w, &c->s->lists.awaited, ", ", &b);
	if (n == 0)
		msg_waiting_none(c->out);
	else if (n == 1)
		msg_waiting_one(c->out, names);
	else
		msg_waiting_many(c->out, n, names);
}

static void
wait_for(struct ctx *c, const char *name)
{
	struct user_record u;

	if (!cmd_user(c, name, msg_no_user_called, &u))
		return;
	if (u.id == c->p->user)
		msg_wait_yourself(c->out);
	else if (session_by_name(c->w, u.name) != NULL)
		msg_already_here(c->out, u.name);
	else if (userlist_has(&c->s->lists.awaited, u.id))
		msg_will_be_told(c->out, u.name);
	else if (userlist_add(&c->s->lists.awaited, u.id, AWAITED_MAX)) {
		waiting_add(c->w, u.id, c->s);
		msg_will_be_told(c->out, u.name);
	} else
		msg_list_full(c->out, AWAITED_MAX);
}

void
cmd_waitfor(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	unsigned n = 0;

	if (name == NULL)
		wait_list(c);
	for (; name != NULL && n < AWAITED_MAX; n++, name = word_next(&rest))
		wait_for(c, name);
	if (name != NULL)
		msg_list_full(c->out, AWAITED_MAX);
}
