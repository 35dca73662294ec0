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

#define NAMES_TEXT_SIZE 2304u /* SHUT_OUT_MAX names and their separators */

/* ---- away ---- */

static int
compare_away(const struct tree_node *n, const void *no)
{
	return TREE_OWNER_CONST(n, struct session, index.by_away)->login.no <
		       *(const uint64_t *)no
		   ? -1
		   : 0;
}

/* Prints the next user who is away, in order of log-in; state: the log-in number to start
 * from. */
static bool
print_next_away(struct world *w, struct session *s, void *state)
{
	uint64_t *no = state;
	struct tree_node *n = tree_at_or_after(&w->people->online_away, compare_away, no);
	const struct session *x;

	if (n == NULL)
		return false;
	x = TREE_OWNER_CONST(n, struct session, index.by_away);
	*no = x->login.no + 1;
	msg_away_row(
	    &s->out, x == s ? msg_text(&s->out, MSG_word_you) : x->player->name, x->away_text);
	return true;
}

static void
list_away(struct ctx *c)
{
	static const struct pager_kind list = { .step = print_next_away };
	uint64_t no = 0;

	if (tree_size(&c->w->people->online_away) == 0) {
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
		list_away(c);
		return;
	}
	if (!cmd_may_talk(c))
		return;
	(void)sbuf_copy(d->away_text, sizeof(d->away_text), rest);
	while (!text_make_safe(d->away_text)) /* removes a character that was cut in two */
		d->away_text[strlen(d->away_text) - 1] = '\0';
	online_update_trees(c->w, c->s);
	if (!session_is_interactive(c->s)) /* the prompt shows this to interactive users */
		msg_youre_away(c->out);
	c->away_reported = true;
	feed_row_changed(c->w, c->s);
}

void
cmd_back(struct ctx *c, char *rest)
{
	struct session *d = c->s;

	(void)rest;
	if (d->away_text[0] == '\0') {
		msg_not_away(c->out);
		return;
	}
	d->away_text[0] = '\0';
	online_update_trees(c->w, c->s);
	msg_welcome_back(c->out);
	feed_row_changed(c->w, c->s);
}

/* ---- wave ---- */

void
cmd_wave(struct ctx *c, char *rest)
{
	bool again = c->s->has_waved;
	struct feed_event e = { .kind = FEED_WAVE, .flag = again };

	(void)rest;
	if (again)
		msg_you_wave_again(c->out);
	else
		msg_you_wave(c->out);
	feed_announce(c->w, &e, c->s, NULL);
	c->s->has_waved = true;
	if (again)
		session_close(c->w, c->s, END_LOGOUT);
}

/* ---- gag and blind ---- */

/* The messages about one list of users. */
struct list_messages {
	void (*print_list)(struct out *out, const char *names);
	void (*refuse_own_name)(struct out *out);
	void (*on)(struct out *out, const char *name);
	void (*off)(struct out *out, const char *name);
	bool is_blind_list;
};

/* Returns whether a change to a list is stored.  An interactive user's lists belong to the
 * account, and may name users who are offline.  A client program's lists last for the session,
 * as on FIBS, because programs keep their own lists and send them at each log-in; "save" stores
 * the change. */
static bool
is_stored_change(const struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);

	return session_is_interactive(c->s) || (word != NULL && word_is(word, "save"));
}

/* Finds the user to add or remove.  If the change is stored, looks first for an account with
 * exactly this name.  If there is none, or the change is not stored, looks for a user who is
 * online.  Reports failure. */
static bool
find_user_for_list(struct ctx *c, const char *name, bool keep, struct user_record *u_out)
{
	const struct session *x;

	if (keep && cmd_find_account(c, name, NULL, u_out))
		return true;
	x = cmd_find_online(c, name, msg_no_one_called_quoted);
	return x != NULL && store_user_by_id(c->w->store, x->player->user, u_out);
}

/* Returns true if the command adds the name to the list, false if it removes it.  If `keep`
 * is false, a stored name is never removed.  Only client programs make such changes; a program
 * that names a stored user lacks that user in its own list, so it means to add the name. */
static bool
adds_to_list(struct ctx *c, const struct user_list *l, bool blind, int64_t other, bool keep)
{
	bool kept = store_user_has_blocked(c->w->store, c->p->user, blind, other);

	return keep ? !kept : kept || !userlist_has(l, other);
}

/* Adds a user to a list, or removes them; without a name prints the list.  If a user who is
 * online was added, returns their session, else NULL. */
static struct session *
add_to_or_remove_from_list(
    struct ctx *c, char *rest, struct user_list *l, const struct list_messages *words)
{
	const char *name = word_next(&rest);
	bool keep = is_stored_change(c, rest);
	char names[NAMES_TEXT_SIZE];
	struct user_record u;
	struct sbuf b;

	SBUF_INIT(&b, names);
	if (name == NULL) {
		words->print_list(c->out, userlist_names(c->w, l, ",", &b) > 0
					      ? names
					      : msg_text(c->out, MSG_word_none));
		return NULL;
	}
	if (!find_user_for_list(c, name, keep, &u))
		return NULL;
	if (u.id == c->p->user) {
		words->refuse_own_name(c->out);
	} else if (keep && store_refusing(c->w->store)) {
		msg_disk_refuse(c->out);
	} else if (!adds_to_list(c, l, words->is_blind_list, u.id, keep)) {
		userlist_remove(l, u.id);
		if (keep)
			store_blocked_user_set(
			    c->w->store, c->p->user, words->is_blind_list, u.id, false);
		words->off(c->out, u.name);
	} else if (userlist_add(l, u.id, SHUT_OUT_MAX)) {
		if (keep)
			store_blocked_user_set(
			    c->w->store, c->p->user, words->is_blind_list, u.id, true);
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
	static const struct list_messages words = { msg_gagged, msg_gag_yourself, msg_gag,
		msg_ungag, false };

	(void)add_to_or_remove_from_list(c, rest, &c->s->lists.gagged, &words);
}

/* Stops a user who has just been blinded from watching or following the match of the user who
 * blinded them. */
static void
stop_blinded_watcher(struct ctx *c, struct session *x)
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
	feed_row_changed(c->w, x);
}

void
cmd_blind(struct ctx *c, char *rest)
{
	static const struct list_messages words = { msg_blinded, msg_blind_yourself, msg_blind,
		msg_unblind, true };
	struct session *x = add_to_or_remove_from_list(c, rest, &c->s->lists.blinded, &words);

	if (x != NULL)
		stop_blinded_watcher(c, x);
}

/* ---- waitfor ---- */

static void
list_awaited_users(struct ctx *c)
{
	char names[NAMES_TEXT_SIZE];
	struct sbuf b;
	unsigned n;

	SBUF_INIT(&b, names);
	n = userlist_names(c->w, &c->s->lists.awaited, ", ", &b);
	if (n == 0)
		msg_waiting_none(c->out);
	else if (n == 1)
		msg_waiting_one(c->out, names);
	else
		msg_waiting_many(c->out, n, names);
}

static void
add_awaited_user(struct ctx *c, const char *name)
{
	struct user_record u;

	if (!cmd_find_account(c, name, msg_no_user_called, &u))
		return;
	if (u.id == c->p->user)
		msg_wait_yourself(c->out);
	else if (session_by_name(c->w, u.name) != NULL)
		msg_already_here(c->out, u.name);
	else if (userlist_has(&c->s->lists.awaited, u.id))
		msg_will_be_told(c->out, u.name);
	else if (userlist_add(&c->s->lists.awaited, u.id, AWAITED_MAX)) {
		awaited_add(c->w, u.id, c->s);
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
		list_awaited_users(c);
	for (; name != NULL && n < AWAITED_MAX; n++, name = word_next(&rest))
		add_awaited_user(c, name);
	if (name != NULL)
		msg_list_full(c->out, AWAITED_MAX);
}
