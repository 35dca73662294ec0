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

#define ROWS_USUAL 20
#define ROWS_MAX 100
#define NEWCOMERS_MAX 100

struct ratings_query {
	const struct variant *game; /* the game whose list is shown */
	bool bots;                  /* the list of ratings with the server's bots */
	const char *name;           /* NULL if none */
	bool range;                 /* `from` or `to` was given */
	long from, to;
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
		q->range = true;
		return parse_bound(c, rest, &q->from, msg_ratings_from);
	}
	if (word_is(word, "to")) {
		q->range = true;
		return parse_bound(c, rest, &q->to, msg_ratings_to);
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
	return word != NULL && cmd_tells_games(c) ? variant_find(word) : NULL;
}

static bool
parse(struct ctx *c, char *rest, struct ratings_query *q)
{
	const char *word = word_next(&rest);

	*q = (struct ratings_query){ .from = 1, .to = ROWS_USUAL };
	q->bots = word != NULL && session_person(c->s) && strcmp(word, "bots") == 0;
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
	if (q->from > q->to) {
		msg_ratings_range(c->out, q->from, q->to);
		return false;
	}
	if (q->to - q->from >= ROWS_MAX) {
		msg_ratings_limit(c->out, ROWS_MAX);
		return false;
	}
	return true;
}

/* ---- output ---- */

static const struct ranks *
list_of(const struct world *w, const struct ratings_query *q)
{
	return q->bots ? ranks_bots(w->ranks, q->game) : ranks_of(w->ranks, q->game);
}

struct ratings_list {
	struct ctx *c;
	int64_t starred; /* user whose row is starred because it was asked for by name */
	int64_t wanted;  /* user whose row must be shown, in the range or after it */
	unsigned rows;
	bool has_wanted;
};

/* Prints a row; place 0 is left blank. */
static void
show_row(struct ctx *c, bool star, uint32_t place, const char *name, struct standing is)
{
	char rank[12] = "";
	struct sbuf b;

	SBUF_ON(&b, rank);
	if (place > 0)
		sbuf_addf(&b, "%u", (unsigned)place);
	out_addf(c->out, star ? "*%4s %-15s %7.2f%9u\n" : "%5s %-15s %7.2f%9u\n", rank, name,
	    is.rating, (unsigned)is.experience);
}

static void
list_row(struct ratings_list *l, uint32_t place, const struct ranked_record *row)
{
	show_row(l->c, row->user == l->starred, place, row->name,
	    (struct standing){ row->rating, row->experience });
	l->rows++;
	l->has_wanted = l->has_wanted || row->user == l->wanted;
}

static void
range_row(void *ctx, uint32_t place, const struct ranked_record *row)
{
	list_row(ctx, place, row);
}

static void
show_range(struct ratings_list *l, const struct ratings_query *q)
{
	struct world *w = l->c->w;
	const struct ranks *list = list_of(w, q);

	if (q->from <= (long)ranks_count(list))
		ranks_each(list, w->store, (uint32_t)q->from, (uint32_t)(q->to - q->from + 1),
		    range_row, l);
}

static void
newcomer_row(void *ctx, const struct ranked_record *row)
{
	struct ratings_list *l = ctx;

	if (l->rows == 0)
		msg_ratings_newcomers(l->c->out, STORE_RANKED_EXPERIENCE);
	list_row(l, 0, row);
}

/* Shows users who are not in the list yet, if the range extends beyond the end of the list. */
static void
show_newcomers(struct ctx *c, const struct ratings_query *q)
{
	struct ratings_list l = { .c = c };
	long ranked = (long)ranks_count(list_of(c->w, q));
	long first = q->from > ranked ? q->from - ranked : 1;
	long last = q->to - ranked < NEWCOMERS_MAX ? q->to - ranked : NEWCOMERS_MAX;

	if (first <= last)
		store_newcomers_each(c->w->store,
		    q->bots ? ranks_bots_key(c->w->ranks, q->game) : ranks_key(q->game),
		    (unsigned)first - 1, (unsigned)(last - first + 1), newcomer_row, &l);
}

/* Shows one user.  If the user is not in the list, interactive users see no place, and client
 * programs see the place that the user would have. */
static void
show_user(struct ctx *c, const struct ratings_query *q, bool star, int64_t user,
    const char *name, struct standing is)
{
	uint32_t place = 0;

	if (is.experience > STORE_RANKED_EXPERIENCE || !session_person(c->s))
		place = ranks_place(list_of(c->w, q), c->w->store, user, is.rating);
	show_row(c, star, place, name, is);
}

static void
show_named(struct ctx *c, const struct ratings_query *q)
{
	struct ratings_list l = { .c = c };
	struct user_record u = { 0 };
	bool found = cmd_user(c, q->name, NULL, &u);

	if (found)
		l.starred = l.wanted = u.id;
	if (q->range)
		show_range(&l, q);
	if (found && !l.has_wanted)
		show_user(c, q, true, u.id, u.name,
		    q->bots ? user_bots_standing(c->w, u.id, q->game)
			    : user_standing(c->w, &u, q->game));
}

/* Shows the range, followed by the user's own row if they are in the list. */
static void
show_list(struct ctx *c, const struct ratings_query *q)
{
	struct ratings_list l = { .c = c, .wanted = c->p->user };
	struct standing is = q->bots ? user_bots_standing(c->w, c->p->user, q->game)
				     : player_standing(c->w, c->p, q->game);

	show_range(&l, q);
	if (l.rows > 0 && !l.has_wanted && is.experience > STORE_RANKED_EXPERIENCE)
		show_user(c, q, false, c->p->user, c->p->name, is);
	if (session_person(c->s)) {
		show_newcomers(c, q);
		msg_ratings_listed(c->out, STORE_RANKED_EXPERIENCE);
	}
}

void
cmd_ratings(struct ctx *c, char *rest)
{
	struct pager_text text = { 0 };
	struct out out = pager_out(&text, c->out);
	struct ctx to_text = *c;
	struct ratings_query q;

	if (!parse(c, rest, &q))
		return;
	if (!ranks_ready(list_of(c->w, &q))) {
		msg_ratings_reading(c->out);
		return;
	}
	to_text.out = &out;
	msg_ratings_header(&out);
	if (q.name != NULL)
		show_named(&to_text, &q);
	else
		show_list(&to_text, &q);
	pager_text(c->w, c->s, &text);
}
