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

#define HOST_WIDTH 29u /* width of the last column */

enum who_filter {
	WHO_ALL,
	WHO_READY,
	WHO_PLAYING,
	WHO_AWAY,
	WHO_OPERATORS,
	WHO_FROM_SITE,
	WHO_ONE_USER,
};

struct who_query {
	enum who_filter filter;
	const char *site;          /* set for WHO_FROM_SITE */
	const struct session *one; /* set for WHO_ONE_USER */
};

/* Returns whether the list shows s.  WHO_FROM_SITE compares the address as the reader may see
 * it, so that a hidden address cannot be found by searching for a part of it. */
static bool
who_lists(const struct session *to, const struct who_query *q, const struct session *s)
{
	char cloak[CLOAK_MAX];

	switch (q->filter) {
	case WHO_ALL:
		return true;
	case WHO_READY:
		return player_has_toggle(s->player, TOGGLE_ready) && s->match == 0;
	case WHO_PLAYING:
		return s->match != 0;
	case WHO_AWAY:
		return s->away_text[0] != '\0';
	case WHO_OPERATORS:
		return s->player->role != ROLE_USER;
	case WHO_FROM_SITE:
		return strstr(address_as_seen_by(to->world, to->player, s, cloak), q->site) !=
		       NULL;
	case WHO_ONE_USER:
		return s == q->one;
	}
	return false;
}

static char
who_status_letter(const struct who_row *r)
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
print_who_line(struct ctx *c, unsigned no, const struct session *s, const struct who_row *r)
{
	char status = who_status_letter(r);
	char away = r->away ? 'A' : ' ';
	char login[8], idle[16], text[64];
	const char *from = r->host;
	enum bot_grade grade;

	if (status == 'P' && cmd_mentions_tournaments(c) && cmd_tournament_played(c, s) != NULL)
		status = 'T';

	cmd_time_text(c, r->login_s, "%H:%M", login, sizeof(login));
	idle_text(r->idle_s, idle, sizeof(idle));
	/* bots are marked in the column for away */
	if (player_counts_as_bot(s->player))
		away = 'B';
	grade = s->player->bot ? bot_grade(c->w, s->player->name) : GRADE_NONE;
	if (session_is_interactive(c->s) && grade != GRADE_NONE) {
		grade_text(c, grade, text, sizeof(text));
		from = text;
	}
	out_addf(c->out, "%2u %c%c%c %-14.14s %7.2f %5u %5s %5s %.*s\n", no, status,
	    r->watching[0] != '\0' ? 'W' : ' ', away, r->name, r->rating,
	    (unsigned)r->experience, login, idle, (int)utf8_prefix_bytes(from, HOST_WIDTH),
	    from);
}

static void
print_rawwho_line(struct ctx *c, unsigned no, const struct session *s, const struct who_row *r)
{
	char login[8];
	char idle[16];

	(void)s;

	cmd_time_text(c, r->login_s, "%H:%M", login, sizeof(login));
	idle_text(r->idle_s, idle, sizeof(idle));
	out_addf(c->out, "who: %2u %c%c%c %s %.2f %u %s %s %s\n", no, who_status_letter(r),
	    r->watching[0] != '\0' ? 'W' : '-', r->away ? 'A' : '-', r->name, r->rating,
	    (unsigned)r->experience, login, idle, r->host);
}

/* ---- the list, one line at a time (pager.h) ---- */

/* A user with the rating by which the list is sorted.  They may have logged out before their
 * line is printed. */
struct rated_user {
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
	uint64_t next_login_no;             /* the log-in number at which the list continues */
	char last_name[STORE_NAME_MAX + 1]; /* sorted by name: folded name of the last line */
	struct rated_user *heap;            /* sorted by rating: filled before the first line */
	unsigned n, heap_size;
	bool heap_filled;
};

static void
who_print(struct world *w, struct session *to, const struct who_list *l, unsigned no,
    const struct session *s)
{
	struct ctx c = { w, to, to->player, &to->out, NULL, false };
	struct who_row row;

	session_who_row(w, session_is_clip(to) ? NULL : to->player, s, &row);
	feed_mark_list_shown(w, to);
	if (session_is_clip(to))
		clip_who_info(c.out, &row);
	else
		(l->raw ? print_rawwho_line : print_who_line)(&c, no, s, &row);
}

/* Returns the user's position in order of log-in, which does not depend on how the list is
 * sorted. */
static unsigned
who_list_number(const struct session *s)
{
	return tree_rank(&s->index.by_login) + 1;
}

static bool
who_print_next_by_login(struct world *w, struct session *to, struct who_list *l)
{
	const struct session *s = online_from_login(w, l->next_login_no);

	if (s == NULL)
		return false;
	l->next_login_no = s->login.no + 1;
	if (who_lists(to, &l->q, s))
		who_print(w, to, l, who_list_number(s), s);
	return true;
}

static int
compare_folded_name(const struct tree_node *n, const void *folded)
{
	const struct session *s = TREE_OWNER_CONST(n, struct session, index.by_folded);

	return strcmp(s->player->folded, folded) <= 0 ? -1 : 0;
}

static bool
who_print_next_by_name(struct world *w, struct session *to, struct who_list *l)
{
	const struct tree_node *n = tree_at_or_after(
	    &w->people->online_by_folded_name, compare_folded_name, l->last_name);
	const struct session *s;

	if (n == NULL)
		return false;
	s = TREE_OWNER_CONST(n, struct session, index.by_folded);
	memcpy(l->last_name, s->player->folded, sizeof(l->last_name));
	if (who_lists(to, &l->q, s))
		who_print(w, to, l, who_list_number(s), s);
	return true;
}

static const struct session *
session_of_rated_user(const struct world *w, const struct rated_user *r)
{
	const struct session *s = online_from_login(w, r->login_no);

	return s != NULL && s->login.no == r->login_no ? s : NULL;
}

/* Orders by ascending rating, then by name; reversed for SORTWHO_RRATING. */
static bool
comes_before(const struct world *w, const struct who_list *l, const struct rated_user *a,
    const struct rated_user *b)
{
	const struct session *x, *y;
	int order = a->rating < b->rating ? -1 : a->rating > b->rating;

	if (order == 0) {
		x = session_of_rated_user(w, a);
		y = session_of_rated_user(w, b);
		order =
		    x != NULL && y != NULL ? strcmp(x->player->folded, y->player->folded) : 0;
	}
	return l->order == SORTWHO_RATING ? order < 0 : order > 0;
}

static void
swap_rated_users(struct rated_user *a, struct rated_user *b)
{
	struct rated_user was = *a;

	*a = *b;
	*b = was;
}

static void
heap_add(const struct world *w, struct who_list *l, struct rated_user r)
{
	unsigned i = l->n++;

	l->heap[i] = r;
	for (; i > 0 && comes_before(w, l, &l->heap[i], &l->heap[(i - 1) / 2]); i = (i - 1) / 2)
		swap_rated_users(&l->heap[i], &l->heap[(i - 1) / 2]);
}

static struct rated_user
heap_take(const struct world *w, struct who_list *l)
{
	struct rated_user first = l->heap[0];
	unsigned i = 0;

	l->heap[0] = l->heap[--l->n];
	for (;;) {
		unsigned best = i;

		for (unsigned k = 2 * i + 1; k <= 2 * i + 2 && k < l->n; k++)
			if (comes_before(w, l, &l->heap[k], &l->heap[best]))
				best = k;
		if (best == i)
			return first;
		swap_rated_users(&l->heap[i], &l->heap[best]);
		i = best;
	}
}

/* Adds the next user to the heap.  Users who log in after the list was begun may be left
 * out. */
static void
who_fill_heap(const struct world *w, const struct session *to, struct who_list *l)
{
	const struct session *s = online_from_login(w, l->next_login_no);

	l->heap_filled = s == NULL || l->n == l->heap_size;
	if (l->heap_filled)
		return;
	l->next_login_no = s->login.no + 1;
	if (who_lists(to, &l->q, s))
		heap_add(w, l,
		    (struct rated_user){ s->player->rating, s->login.no, who_list_number(s) });
}

static bool
who_print_next_by_rating(struct world *w, struct session *to, struct who_list *l)
{
	const struct session *s;
	struct rated_user r;

	if (!l->heap_filled) {
		who_fill_heap(w, to, l);
		return true;
	}
	if (l->n == 0)
		return false;
	r = heap_take(w, l);
	s = session_of_rated_user(w, &r);
	if (s != NULL)
		who_print(w, to, l, r.no, s);
	return true;
}

static bool
who_print_next(struct world *w, struct session *to, struct who_list *l)
{
	switch (l->order) {
	case SORTWHO_NAME:
		return who_print_next_by_name(w, to, l);
	case SORTWHO_RATING:
	case SORTWHO_RRATING:
		return who_print_next_by_rating(w, to, l);
	case SORTWHO_LOGIN:
	case SORTWHO_COUNT:
		break;
	}
	return who_print_next_by_login(w, to, l);
}

static bool
who_step(struct world *w, struct session *to, void *state)
{
	struct who_list *l = state;

	l->q.site = l->site;
	if (who_print_next(w, to, l))
		return true;
	if (session_is_clip(to))
		clip_number_only(&to->out, CLIP_WHO_END);
	else if (l->raw)
		out_text(&to->out, "who:end\n");
	return false;
}

static void
who_free_list(void *state)
{
	free(((struct who_list *)state)->heap);
}

static void
who_begin_list(struct ctx *c, const struct who_query *q, bool raw)
{
	static const struct pager_kind list = { .step = who_step, .free_state = who_free_list };
	struct who_list l = { .q = *q, .raw = raw, .order = c->p->sortwho };

	if (q->filter == WHO_ONE_USER) {
		who_print(c->w, c->s, &l, who_list_number(q->one), q->one);
		l.next_login_no = UINT64_MAX; /* no more lines */
		l.order = SORTWHO_LOGIN;
	}
	if (q->site != NULL && !sbuf_copy(l.site, sizeof(l.site), q->site))
		l.next_login_no = UINT64_MAX; /* no lines, because no address is as long */
	if (l.order == SORTWHO_RATING || l.order == SORTWHO_RRATING) {
		l.heap_size = c->w->online_count;
		l.heap = calloc(l.heap_size, sizeof(*l.heap));
		if (l.heap == NULL)
			l.order = SORTWHO_LOGIN; /* out of memory: the list is unsorted */
	}
	pager_begin(c->w, c->s, &list, &l, sizeof(l));
}

/* Reads the filter.  Returns false, after printing the answer or an error, if there is no list
 * to print. */
static bool
who_parse_query(struct ctx *c, char *rest, struct who_query *q)
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
		q->filter = q->site != NULL ? WHO_FROM_SITE : WHO_ALL;
	} else if (word_is(word, "count")) {
		msg_who_count(c->out, c->w->online_count);
		return false;
	} else {
		q->filter = WHO_ONE_USER;
		q->one = cmd_find_online(c, word, msg_no_one_called_dot);
		return q->one != NULL;
	}
	return true;
}

/* Returns whether the list has a heading.  Client programs get it only if no lines follow
 * (PROTOCOL.md 9). */
static bool
who_has_header(const struct ctx *c, const struct who_query *q)
{
	if (!session_is_clip(c->s))
		return true;
	return q->filter == WHO_AWAY && tree_size(&c->w->people->online_away) == 0;
}

void
cmd_who(struct ctx *c, char *rest)
{
	struct who_query q;

	if (!who_parse_query(c, rest, &q))
		return;
	if (who_has_header(c, &q))
		msg_who_header(c->out);
	who_begin_list(c, &q, false);
}

void
cmd_rawwho(struct ctx *c, char *rest)
{
	struct who_query q;

	if (who_parse_query(c, rest, &q))
		who_begin_list(c, &q, true);
}
