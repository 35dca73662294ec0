/* SPDX-License-Identifier: MIT */
/* Who is here, who somebody is, what is played, help, the time (reference 4.7, 7). */
#include "cmd/cmd.h"

#include <inttypes.h>
#include <string.h>

#include "game/announce.h"
#include "game/match.h"
#include "game/player.h"
#include "game/session.h"
#include "game/timetext.h"
#include "proto/clip.h"
#include "proto/words.h"

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
		return false; /* nobody is away in this version of the world */
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

	time_text(r->login_s, "%H:%M", login, sizeof(login));
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

	time_text(r->login_s, "%H:%M", login, sizeof(login));
	idle_text(r->idle_s, idle, sizeof(idle));
	out_addf(c->out, "who: %2u %c%c%c %s %.2f %u %s %s %s\n", no, who_status(r),
	    r->watching[0] != '\0' ? 'W' : '-', r->away ? 'A' : '-', r->name, r->rating,
	    (unsigned)r->experience, login, idle, r->host);
}

static void
who_list(struct ctx *c, const struct who_query *q,
    void (*line)(struct ctx *, unsigned, const struct who_row *))
{
	struct who_row row;
	unsigned no = 0;

	for (struct session *s = c->w->online; s != NULL; s = s->online_next) {
		no++;
		if (!who_fits(q, s))
			continue;
		who_row_of(c->w, s, &row);
		if (session_clip(c->s))
			clip_who_info(c->out, &row);
		else
			line(c, no, &row);
	}
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

void
cmd_who(struct ctx *c, char *rest)
{
	struct who_query q;

	if (!who_query(c, rest, &q))
		return;
	if (!session_clip(c->s) || q.filter == WHO_AWAY)
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

#define DATE_FORMAT "%A, %B %d %H:%M UTC"

static void
whois_idle(struct ctx *c, const struct session *s)
{
	uint32_t idle_s = (uint32_t)((c->w->mono_ms - s->input_ms) / 1000);
	char text[32];
	struct sbuf b;

	SBUF_ON(&b, text);
	if (idle_s < 60)
		sbuf_addf(&b, "%u seconds", idle_s);
	else
		sbuf_addf(&b, "%u:%02u minutes", idle_s / 60, idle_s % 60);
	msg_whois_on(c->out, text);
}

static void
whois_online(struct ctx *c, const struct session *s)
{
	const struct player *p = s->d.player;
	const struct session *opponent = session_opponent(c->w, s);
	const struct session *watched = session_watched(c->w, s);

	whois_idle(c, s);
	if (opponent != NULL)
		msg_whois_playing(c->out, p->name, opponent->d.player->name);
	else
		msg_whois_ready(c->out, p->name, player_has(p, TOGGLE_ready) ? "" : "not ",
		    watched != NULL ? "watching " : "not watching",
		    watched != NULL ? watched->d.player->name : "");
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
	time_text(u.last_login_s, DATE_FORMAT, when, sizeof(when));
	msg_whois_login(c->out, when, u.last_login_host);
	if (u.last_logout_s != 0) {
		time_text(u.last_logout_s, DATE_FORMAT, when, sizeof(when));
		msg_whois_logout(c->out, when, u.last_logout_host);
	} else {
		msg_whois_no_logout(c->out);
	}
	if (s != NULL)
		whois_online(c, s);
	else
		msg_whois_off(c->out);
	msg_whois_rating(c->out, u.rating, u.experience);
	if (u.email[0] != '\0')
		msg_whois_email(c->out, u.email);
	else
		msg_whois_no_email(c->out);
}

/* ---- show ---- */

static void
show_games(struct ctx *c)
{
	uint32_t cursor = 0;
	struct match *m;

	msg_games_header(c->out);
	while ((m = match_next(c->w, &cursor)) != NULL) {
		const struct match_state *st = &m->d.state;
		const char *a = match_name(c->w, m, SEAT_0);
		const char *b = match_name(c->w, m, SEAT_1);

		if (st->length > 0)
			out_addf(c->out, "%-15s - %15s (%u point match %u-%u)\n", a, b,
			    (unsigned)st->length, (unsigned)st->score[0],
			    (unsigned)st->score[1]);
		else
			out_addf(c->out, "%-15s - %15s (unlimited match %u-%u)\n", a, b,
			    (unsigned)st->score[0], (unsigned)st->score[1]);
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
	const char *mark = "  ";

	if (!l->header)
		msg_saved_header(c->out);
	l->header = true;
	if (s != NULL)
		mark = player_has(s->d.player, TOGGLE_ready) ? "**" : " *";
	if (r->length > 0)
		out_addf(c->out, "%s%-19s%6u   ", mark, name, (unsigned)r->length);
	else
		out_addf(c->out, "%s%-19s%s", mark, name, "unlimited");
	out_addf(c->out, "            %2u - %2u\n", (unsigned)r->score[me],
	    (unsigned)r->score[1 - me]);
	return true;
}

static void
show_saved(struct ctx *c)
{
	struct saved_list l = { c, false };

	store_matches_open_each(c->w->store, c->p->user, show_saved_row, &l);
	if (!l.header)
		msg_saved_none(c->out);
}

static const struct {
	const char *name;
	void (*show)(struct ctx *c);
} SHOWS[] = { { "games", show_games }, { "saved", show_saved } };

void
cmd_show(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);

	if (word == NULL) {
		msg_show_what(c->out);
		return;
	}
	for (unsigned i = 0; i < ARRAY_LEN(SHOWS); i++) {
		if (word_begins(word, SHOWS[i].name)) {
			SHOWS[i].show(c);
			return;
		}
	}
	msg_show_unknown(c->out, word);
}

/* ---- help and the rest ---- */

#define TOPIC_MAX 32u

static void
help_topics(struct ctx *c)
{
	char topic[TOPIC_MAX];
	struct sbuf b;
	unsigned n = 0;

	msg_help_lead(c->out, c->w->config.server_name);
	for (SBUF_ON(&b, topic); c->w->config.help_topic(n, &b); SBUF_ON(&b, topic)) {
		n++;
		if (n % 4 == 0)
			out_addf(c->out, "%s\n", topic);
		else
			out_addf(c->out, "%-19s", topic);
	}
	if (n % 4 != 0)
		out_text(c->out, "\n");
}

/* The page of the only topic that begins so. */
static const char *
page_by_prefix(struct ctx *c, const char *word)
{
	char topic[TOPIC_MAX];
	const char *page = NULL;
	struct sbuf b;

	for (unsigned i = 0;; i++) {
		SBUF_ON(&b, topic);
		if (!c->w->config.help_topic(i, &b))
			return page;
		if (!word_begins(word, topic))
			continue;
		if (page != NULL)
			return NULL;
		page = c->w->config.help_page(topic);
	}
}

/* The page of a topic: by its name, by a command that means it, or by a prefix of one topic
 * alone. */
static const char *
find_page(struct ctx *c, const char *word)
{
	const char *page = c->w->config.help_page(word);
	const struct command *cmd = page == NULL ? cmd_find(word) : NULL;

	if (page != NULL)
		return page;
	return cmd != NULL ? c->w->config.help_page(cmd->help) : page_by_prefix(c, word);
}

void
cmd_help(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	const char *page;

	if (word == NULL) {
		help_topics(c);
		return;
	}
	page = find_page(c, word);
	if (page != NULL)
		out_text(c->out, page);
	else
		msg_no_help(c->out, word);
}

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

	if (zone != NULL && !word_is(zone, "UTC"))
		msg_set_bad_timezone(c->out, zone, "UTC");
	else
		session_time(c->w, c->s);
}
