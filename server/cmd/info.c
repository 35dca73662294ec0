/* SPDX-License-Identifier: MIT */
/* Who is here, who somebody is, what is played, the time (reference 4.7, 7). */
#include "cmd/cmd.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "game/announce.h"
#include "game/match.h"
#include "game/player.h"
#include "game/session.h"
#include "game/timetext.h"
#include "proto/clip.h"
#include "proto/words.h"

/* A time in the zone that the user has set. */
static void
zone_time(struct ctx *c, int64_t at_s, const char *format, char *text, size_t size)
{
	c->w->config.zone_text(c->p->d.timezone, at_s, format, text, size);
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
		return player_has(s->d.player, TOGGLE_ready) && s->d.match == 0;
	case WHO_PLAYING:
		return s->d.match != 0;
	case WHO_AWAY:
		return s->d.away[0] != '\0';
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

static void
idle_text(uint32_t idle_s, char *text, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, text, size);
	sbuf_addf(&b, "%u:%02u", idle_s / 60, idle_s % 60);
}

static void
who_line(struct ctx *c, unsigned no, const struct who_row *r)
{
	char login[8];
	char idle[16];

	zone_time(c, r->login_s, "%H:%M", login, sizeof(login));
	idle_text(r->idle_s, idle, sizeof(idle));
	out_addf(c->out, "%2u %c%c%c %-14.14s %7.2f %5u %5s %5s %.29s\n", no, who_status(r),
	    r->watching[0] != '\0' ? 'W' : ' ', r->away ? 'A' : ' ', r->name, r->rating,
	    (unsigned)r->experience, login, idle, r->host);
}

static void
rawwho_line(struct ctx *c, unsigned no, const struct who_row *r)
{
	char login[8];
	char idle[16];

	zone_time(c, r->login_s, "%H:%M", login, sizeof(login));
	idle_text(r->idle_s, idle, sizeof(idle));
	out_addf(c->out, "who: %2u %c%c%c %s %.2f %u %s %s %s\n", no, who_status(r),
	    r->watching[0] != '\0' ? 'W' : '-', r->away ? 'A' : '-', r->name, r->rating,
	    (unsigned)r->experience, login, idle, r->host);
}

/* ---- sortwho: login is the order of the list itself ---- */

/* A line of the list: its number is the place in the order of log-in, whatever the list is
 * sorted by. */
struct who_entry {
	unsigned no;
	const struct session *s;
};

static int
by_name(const void *a, const void *b)
{
	const struct who_entry *x = a;
	const struct who_entry *y = b;

	return strcmp(x->s->d.player->folded, y->s->d.player->folded);
}

static int
by_rating(const void *a, const void *b)
{
	const struct who_entry *x = a;
	const struct who_entry *y = b;
	double d = x->s->d.player->d.rating - y->s->d.player->d.rating;

	return d < 0 ? -1 : d > 0 ? 1 : by_name(a, b);
}

static int
by_rating_reversed(const void *a, const void *b)
{
	return by_rating(b, a);
}

static int (*const ORDER[SORTWHO_COUNT])(const void *, const void *) = {
	[SORTWHO_LOGIN] = NULL,
	[SORTWHO_NAME] = by_name,
	[SORTWHO_RATING] = by_rating,
	[SORTWHO_RRATING] = by_rating_reversed,
};

/* Those who fit, in the order that the user has set; the caller frees it.  NULL when memory is
 * out. */
static struct who_entry *
who_sorted(struct ctx *c, const struct who_query *q, size_t *n_out)
{
	struct who_entry *list = calloc(c->w->online_count + 1, sizeof(*list));
	unsigned no = 0;

	*n_out = 0;
	if (list == NULL)
		return NULL;
	for (const struct session *s = c->w->online; s != NULL; s = s->online_next) {
		no++;
		if (who_fits(q, s))
			list[(*n_out)++] = (struct who_entry){ no, s };
	}
	if (ORDER[c->p->d.sortwho] != NULL)
		qsort(list, *n_out, sizeof(*list), ORDER[c->p->d.sortwho]);
	return list;
}

static void
who_list(struct ctx *c, const struct who_query *q,
    void (*line)(struct ctx *, unsigned, const struct who_row *))
{
	size_t n;
	struct who_entry *list = who_sorted(c, q, &n);
	struct who_row row;

	for (size_t i = 0; i < n; i++) {
		who_row_of(c->w, list[i].s, &row);
		if (session_clip(c->s))
			clip_who_info(c->out, &row);
		else
			line(c, list[i].no, &row);
	}
	free(list);
	if (session_clip(c->s))
		clip_mark(c->out, CLIP_WHO_END);
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

/* A client program gets the heading only when there is nobody under it (reference 7.1). */
static bool
who_has_header(struct ctx *c, const struct who_query *q)
{
	if (!session_clip(c->s))
		return true;
	if (q->filter != WHO_AWAY)
		return false;
	for (const struct session *s = c->w->online; s != NULL; s = s->online_next)
		if (who_fits(q, s))
			return false;
	return true;
}

void
cmd_who(struct ctx *c, char *rest)
{
	struct who_query q;

	if (!who_query(c, rest, &q))
		return;
	if (who_has_header(c, &q))
		msg_who_header(c->out);
	who_list(c, &q, who_line);
}

void
cmd_rawwho(struct ctx *c, char *rest)
{
	struct who_query q;

	if (!who_query(c, rest, &q))
		return;
	who_list(c, &q, rawwho_line);
	if (!session_clip(c->s))
		out_text(c->out, "who:end\n");
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
	const struct variant *v = session_match(c->w, s)->d.state.played;

	msg_whois_playing(c->out, s->d.player->name, opponent->d.player->name);
	if (!v->fibs && player_has(c->p, TOGGLE_variants))
		msg_whois_game(c->out, v->title);
}

static void
whois_online(struct ctx *c, const struct session *s)
{
	const struct player *p = s->d.player;
	const struct session *opponent = session_opponent(c->w, s);
	const struct session *watched = session_watched(c->w, s);
	bool ready = player_has(p, TOGGLE_ready);

	whois_idle(c, s);
	if (opponent != NULL)
		whois_playing(c, s, opponent);
	else if (watched != NULL)
		(ready ? msg_whois_ready_watching : msg_whois_not_ready_watching)(
		    c->out, p->name, watched->d.player->name);
	else
		(ready ? msg_whois_ready : msg_whois_not_ready)(c->out, p->name);
	if (s->d.away[0] != '\0')
		msg_whois_away(c->out, p->name, s->d.away);
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

static void
show_games(struct ctx *c, const char *name)
{
	uint32_t cursor = 0;
	struct match *m;

	(void)name;
	msg_games_header(c->out);
	while ((m = match_next(c->w, &cursor)) != NULL) {
		const struct match_state *st = &m->d.state;
		const char *a = match_name(c->w, m, SEAT_0);
		const char *b = match_name(c->w, m, SEAT_1);

		if (!st->played->fibs && player_has(c->p, TOGGLE_variants))
			games_row_named(c, a, b, st);
		else if (st->length > 0)
			msg_games_row(c->out, a, b, st->length, st->score[0], st->score[1]);
		else
			msg_games_row_unlimited(c->out, a, b, st->score[0], st->score[1]);
	}
}

struct saved_list {
	struct ctx *c;
	bool header;
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

	if (!l->header)
		msg_saved_header(c->out);
	l->header = true;
	if (s != NULL)
		mark = player_has(s->d.player, TOGGLE_ready) ? "**" : " *";
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

	store_matches_open_each(c->w->store, c->p->user, show_saved_row, &l);
	if (!l.header)
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

static void
show_watchers(struct ctx *c, const char *name)
{
	bool header = false;

	(void)name;
	for (struct session *s = c->w->online; s != NULL; s = s->online_next) {
		const struct session *watched = session_watched(c->w, s);

		if (watched == NULL)
			continue;
		if (!header)
			msg_watchers_header(c->out);
		header = true;
		msg_watcher_row(c->out, s->d.player->name, watched->d.player->name);
	}
	if (!header)
		msg_watchers_none(c->out);
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
		zone = c->p->d.timezone;
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
		msg_where(c->out, s->d.player->name, s->host, s->host);
}
