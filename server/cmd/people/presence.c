/* SPDX-License-Identifier: MIT */
/* Being away, waving, waiting for somebody; whom one does not want to hear, or be watched by.
 */
#include "cmd/cmd.h"

#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "login/visit.h"
#include "output/output.h"
#include "proto/username.h"
#include "proto/words.h"

#define NAMES_TEXT 2304u /* SHUT_OUT_MAX names and what separates them */

/* ---- away ---- */

static int
away_place(const struct tree_node *n, const void *no)
{
	return TREE_OF_CONST(n, struct session, index.by_away)->login.no < *(const uint64_t *)no
		   ? -1
		   : 0;
}

/* The next one in order of log-in; state: where that begins. */
static bool
away_step(struct world *w, struct session *s, void *state)
{
	uint64_t *no = state;
	struct tree_node *n = tree_from(&w->people->away, away_place, no);
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
	while (!text_clean(d->away)) /* cut within a character */
		d->away[strlen(d->away) - 1] = '\0';
	online_index(c->w, c->s);
	if (!session_person(c->s)) /* people read it in the prompt */
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

/* How a list of people answers. */
struct list_words {
	void (*list)(struct out *out, const char *names);
	void (*yourself)(struct out *out);
	void (*on)(struct out *out, const char *name);
	void (*off)(struct out *out, const char *name);
	bool blind;
};

/* What people say is kept with their account, and may be about somebody who is away.  Of a
 * program it is for the session, as FIBS has it, because programs have lists of their own and
 * say them anew; with "save" it is kept too. */
static bool
keeps(const struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);

	return session_person(c->s) || (word != NULL && word_is(word, "save"));
}

/* Whom they mean: an account by its whole name, or somebody on line; else it is told. */
static bool
find_other(struct ctx *c, const char *name, bool keep, struct user_record *u_out)
{
	const struct session *x;

	if (keep && cmd_user(c, name, NULL, u_out))
		return true;
	x = cmd_someone(c, name, msg_no_one_called_quoted);
	return x != NULL && store_user_by_id(c->w->store, x->player->user, u_out);
}

/* What a session says once more is not taken off what is kept: the program does not know it. */
static bool
is_to_be_on(struct ctx *c, const struct user_list *l, bool blind, int64_t other, bool keep)
{
	bool kept = store_shut_out_has(c->w->store, c->p->user, blind, other);

	return keep ? !kept : kept || !userlist_has(l, other);
}

/* Puts somebody on a list, or off it; without a name tells who is on it.  Returns who was put
 * on it, if they are on line. */
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

/* Whoever has just been blinded and watches the game of the one who did it. */
static void
ban_watcher(struct ctx *c, struct session *x)
{
	struct session *opponent = session_opponent(c->w, c->s);
	struct session *watched = session_watched(c->w, x);

	if (watched == NULL || (watched != c->s && watched != opponent))
		return;
	if (session_blinder(c->w, watched, x) == NULL)
		return; /* a match of a tournament: they may go on watching */
	session_set_watching(c->w, x, NULL);
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

/* ---- waiting ---- */

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
