/* SPDX-License-Identifier: MIT */
/* Who is here, who somebody is, what is played, the time. */
#include "cmd/cmd.h"
#include "cmd/tournament.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tell/announce.h"
#include "tell/feed.h"
#include "match/match.h"
#include "people/pager.h"
#include "people/player.h"
#include "people/session.h"
#include "tell/timetext.h"
#include "proto/clip.h"
#include "proto/words.h"

/* A time in the zone that the user has set. */
static void
zone_time(struct ctx *c, int64_t at_s, const char *format, char *text, size_t size)
{
	c->w->config.zone_text(c->p->timezone, at_s, format, text, size);
}

/* ---- who ---- */

enum who_filter {
	WHO_ALL,
	WHO_READY,
	WHO_PLAYING,
	WHO_AWAY,
	WHO_FROM,
	WHO_ONE,
};

struct who_query {
	enum who_filter filter;
	const char *site;          /* WHO_FROM */
	const struct session *one; /* WHO_ONE */
};

static bool
who_fits(const struct who_query *q, const struct session *s)
{
	switch (q->filter) {
	case WHO_ALL:
		return true;
	case WHO_READY:
		return player_has(s->player, TOGGLE_ready) && s->match == 0;
	case WHO_PLAYING:
		return s->match != 0;
	case WHO_AWAY:
		return s->away[0] != '\0';
	case WHO_FROM:
		return strstr(s->host, q->site) != NULL;
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

/* People are told about tournaments, unless they don't want to be; the lines that
 * client programs read stay as they are. */
static bool
tells_tournaments(const struct ctx *c)
{
	return session_person(c->s) && player_has(c->p, TOGGLE_tournaments);
}

/* The tournament of the match he plays, NULL none. */
static const struct tourney *
tournament_of(struct ctx *c, const struct session *s)
{
	const struct match *m = session_match(c->w, s);
	uint32_t pairing;

	return m != NULL ? tourney_of_match(c->w, m, &pairing) : NULL;
}

static void
idle_text(uint32_t idle_s, char *text, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, text, size);
	sbuf_addf(&b, "%u:%02u", idle_s / 60, idle_s % 60);
}

static void
who_line(struct ctx *c, unsigned no, const struct session *s, const struct who_row *r)
{
	char status = who_status(r);
	char login[8];
	char idle[16];

	if (status == 'P' && tells_tournaments(c) && tournament_of(c, s) != NULL)
		status = 'T';

	zone_time(c, r->login_s, "%H:%M", login, sizeof(login));
	idle_text(r->idle_s, idle, sizeof(idle));
	out_addf(c->out, "%2u %c%c%c %-14.14s %7.2f %5u %5s %5s %.29s\n", no, status,
	    r->watching[0] != '\0' ? 'W' : ' ', r->away ? 'A' : ' ', r->name, r->rating,
	    (unsigned)r->experience, login, idle, r->host);
}

static void
rawwho_line(struct ctx *c, unsigned no, const struct session *s, const struct who_row *r)
{
	char login[8];
	char idle[16];

	(void)s;

	zone_time(c, r->login_s, "%H:%M", login, sizeof(login));
	idle_text(r->idle_s, idle, sizeof(idle));
	out_addf(c->out, "who: %2u %c%c%c %s %.2f %u %s %s %s\n", no, who_status(r),
	    r->watching[0] != '\0' ? 'W' : '-', r->away ? 'A' : '-', r->name, r->rating,
	    (unsigned)r->experience, login, idle, r->host);
}

/* ---- the list: one line at a time (pager.h) ---- */

/* Somebody with his rating, when the list is sorted by that.  He may have gone before his line
 * comes. */
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
	uint64_t next;                 /* login_no from which the list goes on */
	char last[STORE_NAME_MAX + 1]; /* by name: folded name of the last one */
	struct rated *heap;            /* by rating: first all are put here */
	unsigned n, room;
	bool gathered;
};

static void
who_write(struct world *w, struct session *to, const struct who_list *l, unsigned no,
    const struct session *s)
{
	struct ctx c = { w, to, to->player, &to->out, false };
	struct who_row row;

	who_row_of(w, s, &row);
	feed_seen(w, to);
	if (session_clip(to))
		clip_who_info(c.out, &row);
	else
		(l->raw ? rawwho_line : who_line)(&c, no, s, &row);
}

/* Its number is the place in the order of log-in, whatever the list is sorted by. */
static unsigned
who_no(const struct session *s)
{
	return tree_rank(&s->by_login) + 1;
}

static bool
who_next_login(struct world *w, struct session *to, struct who_list *l)
{
	const struct session *s = world_online_from(w, l->next);

	if (s == NULL)
		return false;
	l->next = s->login_no + 1;
	if (who_fits(&l->q, s))
		who_write(w, to, l, who_no(s), s);
	return true;
}

static int
behind_name(const struct tree_node *n, const void *folded)
{
	const struct session *s = TREE_OF_CONST(n, struct session, by_folded);

	return strcmp(s->player->folded, folded) <= 0 ? -1 : 0;
}

static bool
who_next_name(struct world *w, struct session *to, struct who_list *l)
{
	const struct tree_node *n = tree_from(&w->folded_names, behind_name, l->last);
	const struct session *s;

	if (n == NULL)
		return false;
	s = TREE_OF_CONST(n, struct session, by_folded);
	memcpy(l->last, s->player->folded, sizeof(l->last));
	if (who_fits(&l->q, s))
		who_write(w, to, l, who_no(s), s);
	return true;
}

static const struct session *
who_rated(const struct world *w, const struct rated *r)
{
	const struct session *s = world_online_from(w, r->login_no);

	return s != NULL && s->login_no == r->login_no ? s : NULL;
}

/* Lower ratings first, equal ones by name; turned round for SORTWHO_RRATING. */
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

/* Whoever comes after the list was begun is not in it. */
static void
who_gather(const struct world *w, struct who_list *l)
{
	const struct session *s = world_online_from(w, l->next);

	l->gathered = s == NULL || l->n == l->room;
	if (l->gathered)
		return;
	l->next = s->login_no + 1;
	if (who_fits(&l->q, s))
		heap_add(w, l, (struct rated){ s->player->rating, s->login_no, who_no(s) });
}

static bool
who_next_rating(struct world *w, struct session *to, struct who_list *l)
{
	const struct session *s;
	struct rated r;

	if (!l->gathered) {
		who_gather(w, l);
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
		l.next = UINT64_MAX; /* nobody else */
		l.order = SORTWHO_LOGIN;
	}
	if (q->site != NULL && !sbuf_copy(l.site, sizeof(l.site), q->site))
		l.next = UINT64_MAX; /* longer than any address: nobody */
	if (l.order == SORTWHO_RATING || l.order == SORTWHO_RRATING) {
		l.room = c->w->online_count;
		l.heap = calloc(l.room, sizeof(*l.heap));
		if (l.heap == NULL)
			l.order = SORTWHO_LOGIN; /* no memory: unsorted */
	}
	pager_begin(c->w, c->s, &list, &l, sizeof(l));
}

/* What the words ask for; false: told why there is nothing. */
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
	} else if (word_is(word, "from")) {
		q->site = word_next(&rest);
		q->filter = q->site != NULL ? WHO_FROM : WHO_ALL;
	} else if (word_is(word, "count")) {
		msg_who_count(c->out, c->w->online_count);
		return false;
	} else {
		q->filter = WHO_ONE;
		q->one = cmd_someone(c, word);
		if (q->one == NULL) {
			msg_no_one_called_dot(c->out, word);
			return false;
		}
	}
	return true;
}

/* A client program gets the heading only when there is nobody under it (PROTOCOL.md 9). */
static bool
who_has_header(const struct ctx *c, const struct who_query *q)
{
	if (!session_clip(c->s))
		return true;
	return q->filter == WHO_AWAY && tree_size(&c->w->away) == 0;
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

/* ---- whois ---- */

static void
whois_idle(struct ctx *c, const struct session *s)
{
	uint32_t idle_s = (uint32_t)((c->w->mono_ms - s->input_ms) / 1000);

	if (idle_s < 60)
		msg_whois_on_seconds(c->out, idle_s);
	else
		msg_whois_on_minutes(c->out, idle_s / 60, idle_s % 60);
}

/* Whom he plays, and which game for those who play others than backgammon. */
static void
whois_playing(struct ctx *c, const struct session *s, const struct session *opponent)
{
	const struct variant *v = session_match(c->w, s)->state.played;
	const struct tourney *t = tells_tournaments(c) ? tournament_of(c, s) : NULL;

	msg_whois_playing(c->out, s->player->name, opponent->player->name);
	if (!v->fibs && player_has(c->p, TOGGLE_variants))
		msg_whois_game(c->out, v->title);
	if (t != NULL)
		msg_whois_tourney(c->out, (long long)t->id, t->name);
}

static void
whois_online(struct ctx *c, const struct session *s)
{
	const struct player *p = s->player;
	const struct session *opponent = session_opponent(c->w, s);
	const struct session *watched = session_watched(c->w, s);
	bool ready = player_has(p, TOGGLE_ready);

	whois_idle(c, s);
	if (opponent != NULL)
		whois_playing(c, s, opponent);
	else if (watched != NULL)
		(ready ? msg_whois_ready_watching : msg_whois_not_ready_watching)(
		    c->out, p->name, watched->player->name);
	else
		(ready ? msg_whois_ready : msg_whois_not_ready)(c->out, p->name);
	if (s->away[0] != '\0')
		msg_whois_away(c->out, p->name, s->away);
}

static void
whois_game(void *ctx, const char *game, double rating, uint32_t experience)
{
	struct ctx *c = ctx;
	const struct variant *v = variant_find(game);

	if (v != NULL)
		msg_whois_rating_game(c->out, v->title, rating, experience);
}

void
cmd_whois(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const struct session *s;
	struct user_record u;
	char when[64];

	if (name == NULL) {
		msg_whois_give_name(c->out);
		return;
	}
	if (strlen(name) > STORE_NAME_MAX || !store_user_by_name(c->w->store, name, &u)) {
		msg_whois_none(c->out, name);
		return;
	}
	s = session_by_name(c->w, u.name);
	msg_whois_header(c->out, u.name);
	zone_time(c, u.last_login_s, msg_text(c->out, MSG_strftime_day), when, sizeof(when));
	msg_whois_login(c->out, when, u.last_login_host);
	if (u.last_logout_s != 0) {
		zone_time(
		    c, u.last_logout_s, msg_text(c->out, MSG_strftime_day), when, sizeof(when));
		msg_whois_logout(c->out, when);
	} else {
		msg_whois_no_logout(c->out);
	}
	if (s != NULL)
		whois_online(c, s);
	else
		msg_whois_off(c->out);
	msg_whois_rating(c->out, u.rating, u.experience);
	if (cmd_tells_games(c))
		store_game_ratings_each(c->w->store, u.id, whois_game, c);
	if (tells_tournaments(c))
		tournament_whois(c, u.id);
	if (u.email[0] != '\0')
		msg_whois_email(c->out, u.email);
	else
		msg_whois_no_email(c->out);
}

/* ---- show ---- */

/* A match of another game, for those who play such. */
static void
games_row_named(struct ctx *c, const char *a, const char *b, const struct match_state *st)
{
	if (st->length > 0)
		msg_games_row_named(
		    c->out, a, b, st->length, st->score[0], st->score[1], st->played->title);
	else
		msg_games_row_named_unlimited(
		    c->out, a, b, st->score[0], st->score[1], st->played->title);
}

/* A match of a tournament is marked, for those who are told. */
static void
games_tournament(struct ctx *c, const struct match *m)
{
	uint32_t pairing;
	const struct tourney *t =
	    tells_tournaments(c) ? tourney_of_match(c->w, m, &pairing) : NULL;

	if (t != NULL)
		msg_games_tourney(c->out, (long long)t->id, t->name);
}

/* state: the cursor of match_next. */
static bool
games_step(struct world *w, struct session *s, void *state)
{
	struct ctx c = { w, s, s->player, &s->out, false };
	struct match *m = match_next(w, state);
	const struct match_state *st;
	const char *a, *b;

	if (m == NULL)
		return false;
	st = &m->state;
	a = match_name(w, m, SEAT_0);
	b = match_name(w, m, SEAT_1);
	if (!st->played->fibs && player_has(c.p, TOGGLE_variants))
		games_row_named(&c, a, b, st);
	else if (st->length > 0)
		msg_games_row(c.out, a, b, st->length, st->score[0], st->score[1]);
	else
		msg_games_row_unlimited(c.out, a, b, st->score[0], st->score[1]);
	games_tournament(&c, m);
	return true;
}

static void
show_games(struct ctx *c, const char *name)
{
	static const struct pager_kind list = { .step = games_step };
	uint32_t cursor = 0;

	(void)name;
	msg_games_header(c->out);
	pager_begin(c->w, c->s, &list, &cursor, sizeof(cursor));
}

struct saved_list {
	struct ctx *c;
	bool any;
};

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
		mark = player_has(s->player, TOGGLE_ready) ? "**" : " *";
	if (r->length > 0)
		out_addf(c->out, "%s%-19s%6u   ", mark, name, (unsigned)r->length);
	else
		out_addf(c->out, "%s%-19s%s", mark, name, msg_text(c->out, MSG_word_unlimited));
	out_addf(c->out, "            %2u - %2u", (unsigned)r->score[me],
	    (unsigned)r->score[1 - me]);
	if (v != NULL && !v->fibs && player_has(c->p, TOGGLE_variants))
		out_addf(c->out, "  %s", v->title);
	msg_newline(c->out);
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
	if (strlen(name) > STORE_NAME_MAX || !store_user_by_name(c->w->store, name, &u)) {
		msg_no_user_called(c->out, name);
		return;
	}
	n = store_matches_open_count(c->w->store, u.id);
	if (n == 0)
		msg_saved_no(c->out, u.name);
	else
		msg_saved_count(c->out, u.name, n);
}

static int
watcher_place(const struct tree_node *n, const void *no)
{
	const struct session *s = TREE_OF_CONST(n, struct session, by_watching);

	return s->login_no < *(const uint64_t *)no ? -1 : 0;
}

/* state: login_no from which the list goes on. */
static bool
watchers_step(struct world *w, struct session *s, void *state)
{
	uint64_t *no = state;
	const struct tree_node *n = tree_from(&w->watching, watcher_place, no);
	const struct session *x;

	if (n == NULL)
		return false;
	x = TREE_OF_CONST(n, struct session, by_watching);
	*no = x->login_no + 1;
	msg_watcher_row(&s->out, x->player->name, session_watched(w, x)->player->name);
	return true;
}

static void
show_watchers(struct ctx *c, const char *name)
{
	static const struct pager_kind list = { .step = watchers_step };
	uint64_t no = 0;

	(void)name;
	if (tree_size(&c->w->watching) == 0) {
		msg_watchers_none(c->out);
		return;
	}
	msg_watchers_header(c->out);
	pager_begin(c->w, c->s, &list, &no, sizeof(no));
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
} SHOWS[] = {
	{ "games", show_games },
	{ "max", show_max },
	{ "saved", show_saved },
	{ "savedcount", show_savedcount },
	{ "watchers", show_watchers },
};

/* The first that begins so: `saved` had its abbreviations before `savedcount` came. */
static int
show_named(const char *word)
{
	for (unsigned i = 0; i < ARRAY_LEN(SHOWS); i++)
		if (word_begins(word, SHOWS[i].name))
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
	else
		SHOWS[i].show(c, word_next(&rest));
}

/* ---- the rest ---- */

void
cmd_motd(struct ctx *c, char *rest)
{
	(void)rest;
	session_motd(c->w, c->s);
}

void
cmd_version(struct ctx *c, char *rest)
{
	(void)rest;
	msg_version(c->out, c->w->config.version);
}

void
cmd_time(struct ctx *c, char *rest)
{
	const char *zone = word_next(&rest);
	char here[64], utc[64];

	if (zone == NULL)
		zone = c->p->timezone;
	if (!c->w->config.zone_known(zone)) {
		msg_set_bad_timezone(c->out, zone, c->w->config.zone_list);
		return;
	}
	c->w->config.zone_text(
	    zone, world_now_s(c->w), msg_text(c->out, MSG_strftime_now), here, sizeof(here));
	time_text(world_now_s(c->w), "%a %b %e %H:%M:%S %Y UTC", utc, sizeof(utc));
	msg_time(c->out, here, utc);
}

void
cmd_cls(struct ctx *c, char *rest)
{
	(void)rest;
	msg_clear_screen(c->out);
}

void
cmd_port(struct ctx *c, char *rest)
{
	(void)rest;
	msg_port(c->out, c->w->config.port);
}

void
cmd_where(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const struct session *s = name != NULL ? cmd_someone(c, name) : c->s;

	if (s == NULL)
		msg_theres_no_one_called_dot(c->out, name);
	else
		msg_where(c->out, s->player->name, s->host, s->host);
}
