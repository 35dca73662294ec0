/* SPDX-License-Identifier: MIT */
/* The command show: matches in progress, saved matches, watchers. */
#include "cmd/cmd.h"

#include <string.h>

#include "bot/bot.h"
#include "login/saved.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tournament/tournament.h"
#include "proto/words.h"

/* Prints a match of a game other than backgammon with the game's name. */
static void
games_row_named(struct ctx *c, const char *a, const char *b, const struct match_state *st)
{
	if (st->length > 0)
		msg_games_row_named(c->out, a, b, st->length, st->score[0], st->score[1],
		    st->match_variant->title);
	else
		msg_games_row_named_unlimited(
		    c->out, a, b, st->score[0], st->score[1], st->match_variant->title);
}

/* Marks a tournament match, for users who see tournaments. */
static void
print_game_tournament(struct ctx *c, const struct match *m)
{
	uint32_t pairing;
	const struct tourney *t =
	    cmd_mentions_tournaments(c) ? tourney_of_match(c->w, m, &pairing) : NULL;

	if (t != NULL)
		msg_games_tourney(c->out, (long long)t->id, t->name);
}

/* Prints the next match. state: the cursor of match_next. */
static bool
print_next_game(struct world *w, struct session *s, void *state)
{
	struct ctx c = { w, s, s->player, &s->out, NULL, false };
	struct match *m = match_next(w, state);
	const struct match_state *st;
	const char *a, *b;

	if (m == NULL)
		return false;
	st = &m->state;
	a = match_player_name(w, m, SEAT_0);
	b = match_player_name(w, m, SEAT_1);
	if (!st->match_variant->fibs && player_has_toggle(c.p, TOGGLE_variants))
		games_row_named(&c, a, b, st);
	else if (st->length > 0)
		msg_games_row(c.out, a, b, st->length, st->score[0], st->score[1]);
	else
		msg_games_row_unlimited(c.out, a, b, st->score[0], st->score[1]);
	print_game_tournament(&c, m);
	return true;
}

static void
show_games(struct ctx *c, const char *name)
{
	static const struct pager_kind list = { .step = print_next_game };
	uint32_t cursor = 0;

	(void)name;
	msg_games_header(c->out);
	pager_begin(c->w, c->s, &list, &cursor, sizeof(cursor));
}

struct saved_list {
	struct ctx *c;
	bool any;
};

/* Prints, below a row, the number of days on which each player asked to resume the match, and
 * when the match ends.  The days are printed once there has been a request, the end once it has
 * been announced. */
static void
show_saved_days(struct ctx *c, const struct match_record *r, unsigned me)
{
	struct resume_request_record asked[2];
	char when[64];

	for (unsigned i = 0; i < 2; i++)
		(void)store_resume_request(c->w->store, r->user[i], r->id, &asked[i]);
	if (asked[0].request_day_count > 0 || asked[1].request_day_count > 0)
		msg_saved_row_days(c->out, asked[me].request_day_count, r->name[1 - me],
		    asked[1 - me].request_day_count);
	if (saved_end_announced(c->w, r, &asked[me])) {
		cmd_time_text(c, saved_end_due_ms(&asked[me]) / 1000,
		    msg_text(c->out, MSG_strftime_day), when, sizeof(when));
		msg_saved_row_due(c->out, when);
	}
}

static bool
show_saved_row(void *ctx, const struct match_record *r)
{
	struct saved_list *l = ctx;
	struct ctx *c = l->c;
	unsigned me = r->user[0] == c->p->user ? 0 : 1;
	const char *name = r->name[1 - me];
	const struct session *s = session_by_name(c->w, name);
	const struct variant *v = variant_find(r->variant);
	const char *mark = "  ";

	l->any = true;
	if (s != NULL)
		mark = player_has_toggle(s->player, TOGGLE_ready) ? "**" : " *";
	else if (session_is_interactive(c->s) && bots_name_available(c->w, name))
		mark = "**"; /* the bot comes online when it is invited */
	if (r->length > 0)
		out_addf(c->out, "%s%-19s%6u   ", mark, name, (unsigned)r->length);
	else
		out_addf(c->out, "%s%-19s%s", mark, name, msg_text(c->out, MSG_word_unlimited));
	out_addf(c->out, "            %2u - %2u", (unsigned)r->score[me],
	    (unsigned)r->score[1 - me]);
	if (v != NULL && !v->fibs && player_has_toggle(c->p, TOGGLE_variants))
		out_addf(c->out, "  %s", v->title);
	msg_newline(c->out);
	if (session_is_interactive(c->s))
		show_saved_days(c, r, me);
	return true;
}

static void
show_saved(struct ctx *c, const char *name)
{
	struct saved_list l = { c, false };

	(void)name;
	msg_saved_header(c->out);
	store_matches_open_each(c->w->store, c->p->user, show_saved_row, &l);
	if (!l.any)
		msg_saved_none(c->out);
}

static void
show_savedcount(struct ctx *c, const char *name)
{
	struct user_record u;
	unsigned n;

	if (name == NULL)
		name = c->p->name;
	if (!cmd_find_account(c, name, msg_no_user_called, &u))
		return;
	n = store_matches_open_count(c->w->store, u.id);
	if (n == 0)
		msg_saved_no(c->out, u.name);
	else
		msg_saved_count(c->out, u.name, n);
}

static int
compare_watcher(const struct tree_node *n, const void *no)
{
	const struct session *s = TREE_OWNER_CONST(n, struct session, index.by_watching);

	return s->login.no < *(const uint64_t *)no ? -1 : 0;
}

/* Prints the next watcher. state: the log-in number at which the list continues. */
static bool
print_next_watcher(struct world *w, struct session *s, void *state)
{
	uint64_t *no = state;
	const struct tree_node *n =
	    tree_at_or_after(&w->people->online_watching, compare_watcher, no);
	const struct session *x;

	if (n == NULL)
		return false;
	x = TREE_OWNER_CONST(n, struct session, index.by_watching);
	*no = x->login.no + 1;
	msg_watcher_row(&s->out, x->player->name, session_watched(w, x)->player->name);
	return true;
}

static void
show_watchers(struct ctx *c, const char *name)
{
	static const struct pager_kind list = { .step = print_next_watcher };
	uint64_t no = 0;

	(void)name;
	if (tree_size(&c->w->people->online_watching) == 0) {
		msg_watchers_none(c->out);
		return;
	}
	msg_watchers_header(c->out);
	pager_begin(c->w, c->s, &list, &no, sizeof(no));
}

/* Newer client programs ask for the saved matches by this name. */
static void
show_savedgames(struct ctx *c, const char *name)
{
	show_saved(c, name);
}

static void
show_max(struct ctx *c, const char *name)
{
	(void)name;
	msg_show_max(c->out, c->w->config.sessions_max, c->w->config.sessions_max);
}

static const struct {
	const char *name;
	void (*show)(struct ctx *c, const char *name);
	bool reads; /* needs the database */
} SHOW_LISTS[] = {
#define SHOW(name, reads) { #name, show_##name, reads },
#include "cmd/show.def"
#undef SHOW
};

/* Finds an argument of `show` by prefix.  Returns the first of several, because abbreviations
 * of `saved` are older than `savedcount`. */
static int
show_named(const char *word)
{
	for (unsigned i = 0; i < ARRAY_LEN(SHOW_LISTS); i++)
		if (word_is_prefix(word, SHOW_LISTS[i].name))
			return (int)i;
	return -1;
}

void
cmd_show(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	int i;

	if (word == NULL) {
		msg_show_what(c->out);
		return;
	}
	i = show_named(word);
	if (i < 0)
		msg_show_unknown(c->out, word);
	else if (SHOW_LISTS[i].reads && store_unreachable(c->w->store))
		msg_store_away(c->out);
	else
		SHOW_LISTS[i].show(c, word_next(&rest));
}
