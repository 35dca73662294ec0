/* SPDX-License-Identifier: MIT */
/* The commands who and rawwho. */
#include "cmd/cmd.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "bot/bot.h"
#include "match/match.h"
#include "people/cloak.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/clip.h"
#include "proto/words.h"

#define FROM_WIDTH 29u /* width of the last column */

enum who_filter {
	WHO_ALL,
	WHO_READY,
	WHO_PLAYING,
	WHO_AWAY,
	WHO_OPERATORS,
	WHO_FROM,
	WHO_ONE,
};

struct who_query {
	enum who_filter filter;
	const char *site;          /* set for WHO_FROM */
	const struct session *one; /* set for WHO_ONE */
};

/* Returns whether the list shows s.  WHO_FROM compares the address as the reader may see it, so
 * that a hidden address cannot be found by searching for a part of it. */
static bool
who_fits(const struct session *to, const struct who_query *q, const struct session *s)
{
	char cloak[CLOAK_MAX];

	switch (q->filter) {
	case WHO_ALL:
		return true;
	case WHO_READY:
		return player_has(s->player, TOGGLE_ready) && s->match == 0;
	case WHO_PLAYING:
		return s->match != 0;
	case WHO_AWAY:
		return s->away[0] != '\0';
	case WHO_OPERATORS:
		return s->player->role != ROLE_USER;
	case WHO_FROM:
		return strstr(cloak_for(to->world, to->player, s, cloak), q->site) != NULL;
	case WHO_ONE:
		return s == q->one;
	}
	return false;
}

static char
who_status(const struct who_row *r)
{
	if (r->opponent[0] != '\0')
		return 'P';
	return r->ready ? 'R' : '-';
}

static void
idle_text(uint32_t idle_s, char *text, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, text, size);
	sbuf_addf(&b, "%u:%02u", idle_s / 60, idle_s % 60);
}

/* Formats "PR 12, club player", in the language of the user who reads it. */
static void
grade_text(const struct ctx *c, enum bot_grade grade, char *text, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, text, size);
	sbuf_addf(&b, "PR %u, %s", GRADES[grade].pr, msg_text(c->out, bot_grade_title(grade)));
}

static void
who_line(struct ctx *c, unsigned no, const struct session *s, const struct who_row *r)
{
	char status = who_status(r);
	char away = r->away ? 'A' : ' ';
	char login[8], idle[16], text[64];
	const char *from = r->host;
	enum bot_grade grade;

	if (status == 'P' && cmd_tells_tournaments(c) && cmd_tournament_of(c, s) != NULL)
		status = 'T';

	cmd_time_text(c, r->login_s, "%H:%M", login, sizeof(login));
	idle_text(r->idle_s, idle, sizeof(idle));
	/* bots are marked in the column for away */
	if (player_counts_as_bot(s->player))
		away = 'B';
	grade = s->player->bot ? bot_grade(c->w, s->player->name) : GRADE_NONE;
	if (session_person(c->s) && grade != GRADE_NONE) {
		grade_text(c, grade, text, sizeof(text));
		from = text;
	}
	out_addf(c->out, "%2u %c%c%c %-14.14s %7.2f %5u %5s %5s %.*s\n", no, status,
	    r->watching[0] != '\0' ? 'W' : ' ', away, r->name, r->rating,
	    (unsigned)r->experience, login, idle, (int)utf8_prefix(from, FROM_WIDTH), from);
}

static void
rawwho_line(struct ctx *c, unsigned no, const struct session *s, const struct who_row *r)
{
	char login[8];
	char idle[16];

	(void)s;

	cmd_time_text(c, r->login_s, "%H:%M", login, sizeof(login));
	idle_text(r->idle_s, idle, sizeof(idle));
	out_addf(c->out, "who: %2u %c%c%c %s %.2f %u %s %s %s\n", no, who_status(r),
	    r->watching[0] != '\0' ? 'W' : '-', r->away ? 'A' : '-', r->name, r->rating,
	    (unsigned)r->experience, login, idle, r->host);
}

/* ---- the list, one line at a time (pager.h) ---- */

/* A user with the rating by which the list is sorted.  They may have logged out before their
 * line is printed. */
struct rated {
	double rating;
	uint64_t login_no;
	unsigned no;
};

#define SITE_MAX 64u

struct who_list {
	struct who_query q;
	char site[SITE_MAX];
	bool raw;
	enum sortwho order;
	uint64_t next;                 /* the log-in number at which the list continues */
	char last[STORE_NAME_MAX + 1]; /* sorted by name: folded name of the last line */
	struct rated *heap;            /* sorted by rating: filled before the first line */
	unsigned n, room;
	bool gathered;
};

static void
who_write(struct world *w, struct session *to, const struct who_list *l, unsigned no,
    const struct session *s)
{
	struct ctx c = { w, to, to->player, &to->out, NULL, false };
	struct who_row row;

	session_row(w, session_clip(to) ? NULL : to->player, s, &row);
	feed_seen(w, to);
	if (session_clip(to))
		clip_who_info(c.out, &row);
	else
		(l->raw ? rawwho_line : who_line)(&c, no, s, &row);
}

/* Returns the user's position in order of log-in, which does not depend on how the list is
 * sorted. */
static unsigned
who_no(const struct session *s)
{
	return tree_rank(&s->index.by_login) + 1;
}

static bool
who_next_login(struct world *w, struct session *to, struct who_list *l)
{
	const struct session *s = online_from(w, l->next);

	if (s == NULL)
		return false;
	l->next = s->login.no + 1;
	if (who_fits(to, &l->q, s))
		who_write(w, to, l, who_no(s), s);
	return true;
}

static int
after_name(const struct tree_node *n, const void *folded)
{
	const struct session *s = TREE_OF_CONST(n, struct session, index.by_folded);

	return strcmp(s->player->folded, folded) <= 0 ? -1 : 0;
}

static bool
who_next_name(struct world *w, struct session *to, struct who_list *l)
{
	const struct tree_node *n = tree_from(&w->people->folded_names, after_name, l->last);
	const struct session *s;

	if (n == NULL)
		return false;
	s = TREE_OF_CONST(n, struct session, index.by_folded);
	memcpy(l->last, s->player->folded, sizeof(l->last));
	if (who_fits(to, &l->q, s))
		who_write(w, to, l, who_no(s), s);
	return true;
}

static const struct session *
who_rated(const struct world *w, const struct rated *r)
{
	const struct session *s = online_from(w, r->login_no);

	return s != NULL && s->login.no == r->login_no ? s : NULL;
}

/* Orders by ascending rating, then by name; reversed for SORTWHO_RRATING. */
static bool
rated_before(const struct world *w, const struct who_list *l, const struct rated *a,
    const struct rated *b)
{
	const struct session *x, *y;
	int order = a->rating < b->rating ? -1 : a->rating > b->rating;

	if (order == 0) {
		x = who_rated(w, a);
		y = who_rated(w, b);
		order =
		    x != NULL && y != NULL ? strcmp(x->player->folded, y->player->folded) : 0;
	}
	return l->order == SORTWHO_RATING ? order < 0 : order > 0;
}

static void
swap_rated(struct rated *a, struct rated *b)
{
	struct rated was = *a;

	*a = *b;
	*b = was;
}

static void
heap_add(const struct world *w, struct who_list *l, struct rated r)
{
	unsigned i = l->n++;

	l->heap[i] = r;
	for (; i > 0 && rated_before(w, l, &l->heap[i], &l->heap[(i - 1) / 2]); i = (i - 1) / 2)
		swap_rated(&l->heap[i], &l->heap[(i - 1) / 2]);
}

static struct rated
heap_take(const struct world *w, struct who_list *l)
{
	struct rated first = l->heap[0];
	unsigned i = 0;

	l->heap[0] = l->heap[--l->n];
	for (;;) {
		unsigned best = i;

		for (unsigned k = 2 * i + 1; k <= 2 * i + 2 && k < l->n; k++)
			if (rated_before(w, l, &l->heap[k], &l->heap[best]))
				best = k;
		if (best == i)
			return first;
		swap_rated(&l->heap[i], &l->heap[best]);
		i = best;
	}
}

/* Adds the next user to the heap.  Users who log in after the list was begun may be left
 * out. */
static void
who_gather(const struct world *w, const struct session *to, struct who_list *l)
{
	const struct session *s = online_from(w, l->next);

	l->gathered = s == NULL || l->n == l->room;
	if (l->gathered)
		return;
	l->next = s->login.no + 1;
	if (who_fits(to, &l->q, s))
		heap_add(w, l, (struct rated){ s->player->rating, s->login.no, who_no(s) });
}

static bool
who_next_rating(struct world *w, struct session *to, struct who_list *l)
{
	const struct session *s;
	struct rated r;

	if (!l->gathered) {
		who_gather(w, to, l);
		return true;
	}
	if (l->n == 0)
		return false;
	r = heap_take(w, l);
	s = who_rated(w, &r);
	if (s != NULL)
		who_write(w, to, l, r.no, s);
	return true;
}

static bool
who_next(struct world *w, struct session *to, struct who_list *l)
{
	switch (l->order) {
	case SORTWHO_NAME:
		return who_next_name(w, to, l);
	case SORTWHO_RATING:
	case SORTWHO_RRATING:
		return who_next_rating(w, to, l);
	case SORTWHO_LOGIN:
	case SORTWHO_COUNT:
		break;
	}
	return who_next_login(w, to, l);
}

static bool
who_step(struct world *w, struct session *to, void *state)
{
	struct who_list *l = state;

	l->q.site = l->site;
	if (who_next(w, to, l))
		return true;
	if (session_clip(to))
		clip_mark(&to->out, CLIP_WHO_END);
	else if (l->raw)
		out_text(&to->out, "who:end\n");
	return false;
}

static void
who_done(void *state)
{
	free(((struct who_list *)state)->heap);
}

static void
who_list(struct ctx *c, const struct who_query *q, bool raw)
{
	static const struct pager_kind list = { .step = who_step, .done = who_done };
	struct who_list l = { .q = *q, .raw = raw, .order = c->p->sortwho };

	if (q->filter == WHO_ONE) {
		who_write(c->w, c->s, &l, who_no(q->one), q->one);
		l.next = UINT64_MAX; /* no more lines */
		l.order = SORTWHO_LOGIN;
	}
	if (q->site != NULL && !sbuf_copy(l.site, sizeof(l.site), q->site))
		l.next = UINT64_MAX; /* no lines, because no address is as long */
	if (l.order == SORTWHO_RATING || l.order == SORTWHO_RRATING) {
		l.room = c->w->online_count;
		l.heap = calloc(l.room, sizeof(*l.heap));
		if (l.heap == NULL)
			l.order = SORTWHO_LOGIN; /* out of memory: the list is unsorted */
	}
	pager_begin(c->w, c->s, &list, &l, sizeof(l));
}

/* Reads the filter.  Returns false, after printing the answer or an error, if there is no list
 * to print. */
static bool
who_query(struct ctx *c, char *rest, struct who_query *q)
{
	const char *word = word_next(&rest);

	*q = (struct who_query){ .filter = WHO_ALL };
	if (word == NULL)
		return true;
	if (word_is(word, "ready")) {
		q->filter = WHO_READY;
	} else if (word_is(word, "playing")) {
		q->filter = WHO_PLAYING;
	} else if (word_is(word, "away")) {
		q->filter = WHO_AWAY;
	} else if (word_is(word, "operators")) {
		q->filter = WHO_OPERATORS;
	} else if (word_is(word, "from")) {
		q->site = word_next(&rest);
		q->filter = q->site != NULL ? WHO_FROM : WHO_ALL;
	} else if (word_is(word, "count")) {
		msg_who_count(c->out, c->w->online_count);
		return false;
	} else {
		q->filter = WHO_ONE;
		q->one = cmd_someone(c, word, msg_no_one_called_dot);
		return q->one != NULL;
	}
	return true;
}

/* Returns whether the list has a heading.  Client programs get it only if no lines follow
 * (PROTOCOL.md 9). */
static bool
who_has_header(const struct ctx *c, const struct who_query *q)
{
	if (!session_clip(c->s))
		return true;
	return q->filter == WHO_AWAY && tree_size(&c->w->people->away) == 0;
}

void
cmd_who(struct ctx *c, char *rest)
{
	struct who_query q;

	if (!who_query(c, rest, &q))
		return;
	if (who_has_header(c, &q))
		msg_who_header(c->out);
	who_list(c, &q, false);
}

void
cmd_rawwho(struct ctx *c, char *rest)
{
	struct who_query q;

	if (who_query(c, rest, &q))
		who_list(c, &q, true);
}
