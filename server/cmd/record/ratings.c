/* SPDX-License-Identifier: MIT */
/* The rating lists: one for backgammon and one for each other game.  The cost depends on the
 * number of rows shown, not on their places.  All rows are read at once, and written as fast as
 * the client reads them. */
#include "cmd/cmd.h"

#include <string.h>

#include "people/people.h"
#include "output/output.h"
#include "stats/ranks.h"
#include "proto/words.h"

#define ROWS_DEFAULT 20
#define ROWS_MAX 100
#define NEWCOMERS_MAX 100

struct ratings_query {
	const struct variant *game; /* the game whose list is shown */
	bool bots;                  /* show the ratings for matches with the server's bots */
	const char *name;           /* NULL if none */
	bool has_range;             /* a first or last place was given */
	long first_place, last_place;
};

/* ---- arguments ---- */

static bool
parse_bound(struct ctx *c, char **rest, long *value_out, void (*otherwise)(struct out *))
{
	const char *word = word_next(rest);

	if (word != NULL && word_number(word, value_out) && *value_out > 0)
		return true;
	otherwise(c->out);
	return false;
}

/* Parses a word of the arguments.  Returns false after printing an error. */
static bool
parse_word(struct ctx *c, struct ratings_query *q, const char *word, char **rest)
{
	if (word_is(word, "from")) {
		q->has_range = true;
		return parse_bound(c, rest, &q->first_place, msg_ratings_from);
	}
	if (word_is(word, "to")) {
		q->has_range = true;
		return parse_bound(c, rest, &q->last_place, msg_ratings_to);
	}
	if (q->name != NULL) {
		msg_ratings_one_name(c->out, q->name, word);
		return false;
	}
	q->name = word;
	return true;
}

/* Reads the exact name of a game from the first word.  Any other word, and any word of a client
 * program that has not asked for other games, is a user's name. */
static const struct variant *
parse_game(const struct ctx *c, const char *word)
{
	return word != NULL && cmd_mentions_variants(c) ? variant_find(word) : NULL;
}

static bool
parse_query(struct ctx *c, char *rest, struct ratings_query *q)
{
	const char *word = word_next(&rest);

	*q = (struct ratings_query){ .first_place = 1, .last_place = ROWS_DEFAULT };
	q->bots = word != NULL && session_is_interactive(c->s) && strcmp(word, "bots") == 0;
	if (q->bots)
		word = word_next(&rest);
	q->game = parse_game(c, word);
	if (q->game != NULL)
		word = word_next(&rest);
	else
		q->game = VARIANT_FIBS;
	for (; word != NULL; word = word_next(&rest))
		if (!parse_word(c, q, word, &rest))
			return false;
	if (q->first_place > q->last_place) {
		msg_ratings_range(c->out, q->first_place, q->last_place);
		return false;
	}
	if (q->last_place - q->first_place >= ROWS_MAX) {
		msg_ratings_limit(c->out, ROWS_MAX);
		return false;
	}
	return true;
}

/* ---- output ---- */

static const struct ranks *
ranks_of_query(const struct world *w, const struct ratings_query *q)
{
	return q->bots ? ranks_of_bot_play(w->ranks, q->game)
		       : ranks_of_game(w->ranks, q->game);
}

struct ratings_list {
	struct ctx *c;
	int64_t starred;       /* user whose row is starred because it was asked for by name */
	int64_t required_user; /* user whose row must be shown, in the range or after it */
	unsigned rows_shown;
	bool required_shown;
};

/* Prints a row; place 0 is left blank. */
static void
print_row(struct ctx *c, bool star, uint32_t place, const char *name, struct standing is)
{
	char rank[12] = "";
	struct sbuf b;

	SBUF_INIT(&b, rank);
	if (place > 0)
		sbuf_addf(&b, "%u", (unsigned)place);
	out_addf(c->out, star ? "*%4s %-15s %7.2f%9u\n" : "%5s %-15s %7.2f%9u\n", rank, name,
	    is.rating, (unsigned)is.experience);
}

static void
print_list_row(struct ratings_list *l, uint32_t place, const struct ranked_record *row)
{
	print_row(l->c, row->user == l->starred, place, row->name,
	    (struct standing){ row->rating, row->experience });
	l->rows_shown++;
	l->required_shown = l->required_shown || row->user == l->required_user;
}

static void
print_range_row(void *ctx, uint32_t place, const struct ranked_record *row)
{
	print_list_row(ctx, place, row);
}

static void
show_range(struct ratings_list *l, const struct ratings_query *q)
{
	struct world *w = l->c->w;
	const struct ranks *list = ranks_of_query(w, q);

	if (q->first_place <= (long)ranks_count(list))
		ranks_each(list, w->store, (uint32_t)q->first_place,
		    (uint32_t)(q->last_place - q->first_place + 1), print_range_row, l);
}

static void
print_newcomer(void *ctx, const struct ranked_record *row)
{
	struct ratings_list *l = ctx;

	if (l->rows_shown == 0)
		msg_ratings_newcomers(l->c->out, STORE_RANKED_EXPERIENCE);
	print_list_row(l, 0, row);
}

/* Shows users who are not in the list yet, if the range extends beyond the end of the list. */
static void
show_newcomers(struct ctx *c, const struct ratings_query *q)
{
	struct ratings_list l = { .c = c };
	long ranked = (long)ranks_count(ranks_of_query(c->w, q));
	long first = q->first_place > ranked ? q->first_place - ranked : 1;
	long last =
	    q->last_place - ranked < NEWCOMERS_MAX ? q->last_place - ranked : NEWCOMERS_MAX;

	if (first <= last)
		store_newcomers_each(c->w->store,
		    q->bots ? ranks_bot_play_key(c->w->ranks, q->game)
			    : ranks_game_key(q->game),
		    (unsigned)first - 1, (unsigned)(last - first + 1), print_newcomer, &l);
}

/* Shows one user.  If the user is not in the list, interactive users see no place, and client
 * programs see the place that the user would have. */
static void
show_user(struct ctx *c, const struct ratings_query *q, bool star, int64_t user,
    const char *name, struct standing is)
{
	uint32_t place = 0;

	if (is.experience > STORE_RANKED_EXPERIENCE || !session_is_interactive(c->s))
		place = ranks_place(ranks_of_query(c->w, q), c->w->store, user, is.rating);
	print_row(c, star, place, name, is);
}

static void
show_named(struct ctx *c, const struct ratings_query *q)
{
	struct ratings_list l = { .c = c };
	struct user_record u = { 0 };
	bool found = cmd_find_account(c, q->name, NULL, &u);

	if (found)
		l.starred = l.required_user = u.id;
	if (q->has_range)
		show_range(&l, q);
	if (found && !l.required_shown)
		show_user(c, q, true, u.id, u.name,
		    q->bots ? user_bots_standing(c->w, u.id, q->game)
			    : user_standing(c->w, &u, q->game));
}

/* Shows the range, followed by the user's own row if they are in the list. */
static void
show_list(struct ctx *c, const struct ratings_query *q)
{
	struct ratings_list l = { .c = c, .required_user = c->p->user };
	struct standing is = q->bots ? user_bots_standing(c->w, c->p->user, q->game)
				     : player_standing(c->w, c->p, q->game);

	show_range(&l, q);
	if (l.rows_shown > 0 && !l.required_shown && is.experience > STORE_RANKED_EXPERIENCE)
		show_user(c, q, false, c->p->user, c->p->name, is);
	if (session_is_interactive(c->s)) {
		show_newcomers(c, q);
		msg_ratings_listed(c->out, STORE_RANKED_EXPERIENCE);
	}
}

void
cmd_ratings(struct ctx *c, char *rest)
{
	struct pager_text text = { 0 };
	struct out out = pager_text_out(&text, c->out);
	struct ctx to_text = *c;
	struct ratings_query q;

	if (!parse_query(c, rest, &q))
		return;
	if (!ranks_ready(ranks_of_query(c->w, &q))) {
		msg_ratings_reading(c->out);
		return;
	}
	to_text.out = &out;
	msg_ratings_header(&out);
	if (q.name != NULL)
		show_named(&to_text, &q);
	else
		show_list(&to_text, &q);
	pager_show_text(c->w, c->s, &text);
}
