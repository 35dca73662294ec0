/* SPDX-License-Identifier: MIT */
/* See audience.h.  A story is a notice that is delivered as news; this file owns it until then.
 * A story costs its text in each language, and a pass over the entries if they have changed
 * since the last story. */
#include "tournament/audience.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "people/people.h"
#include "login/recovery.h"
#include "login/lifecycle.h"
#include "moderation/bans.h"
#include "output/output.h"
#include "match/match.h"
#include "proto/line.h"
#include "proto/words.h"
#include "tell/tell.h"
#include "tournament/memory.h"
#include "tournament/notices.h"

/* a line typed by a user, and the text around it */
#define NOTICE_MAX (LINE_BYTES_MAX + 256u)
#define MESSAGES_MAX 50u /* messages per user; later ones are dropped */

bool
audience_wants(const struct session *s)
{
	return player_has(s->player, TOGGLE_tournaments);
}

/* Writes a notice in one language. */
static void
write_words(
    unsigned language, audience_words *says, const struct telling *x, char text[NOTICE_MAX])
{
	struct sbuf b;
	struct out out = out_to(&b);

	sbuf_init(&b, text, NOTICE_MAX);
	if (language != LANG_EN)
		out.catalogue = &CATALOGUES[language];
	says(&out, x);
	CHECK(sbuf_ok(&b));
}

/* ---- directors and followers ---- */

struct session *
audience_next_director(const struct world *w, const struct tourney_live *l, size_t *at)
{
	while (*at < TOURNEY_DIRECTORS_MAX) {
		size_t i = (*at)++;
		struct session *s =
		    l->t.director[i] != 0
			? live_session_of(w, l->t.director_name[i], l->t.director[i])
			: NULL;

		if (s != NULL)
			return s;
	}
	return NULL;
}

/* Returns the directors one after another, then the other followers. */
struct session *
audience_next_follower(const struct world *w, const struct tourney_live *l, size_t *at)
{
	struct session *s = audience_next_director(w, l, at);

	if (s != NULL)
		return s;
	while (*at - TOURNEY_DIRECTORS_MAX < l->followers_n) {
		s = session_get(w, l->followers[(*at)++ - TOURNEY_DIRECTORS_MAX]);
		if (s != NULL && s->state == ST_ONLINE && s->follow.id == l->t.id &&
		    !tourney_directs(&l->t, s->player->user))
			return s;
	}
	return NULL;
}

void
audience_followers(
    struct world *w, const struct tourney_live *l, audience_words *says, struct telling *x)
{
	char text[LANG_COUNT][NOTICE_MAX];
	bool written[LANG_COUNT] = { false };
	struct session *s;
	size_t at = 0;

	while ((s = audience_next_follower(w, l, &at)) != NULL) {
		unsigned language = out_language(&s->out);

		if (!written[language])
			write_words(language, says, x, text[language]);
		written[language] = true;
		out_folded(&s->out, text[language]);
	}
}

/* ---- users outside the tournament ---- */

static bool
is_inside(const struct world *w, const struct tourney_live *l, const struct session *s)
{
	return tourney_directs(&l->t, s->player->user) ||
	       (audience_wants(s) && live_is_member(w, l, s->player->user));
}

/* Returns whether the recipient gags one of n users. */
static bool
gags_any(const struct session *s, const int64_t *users, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (users[i] != 0 && userlist_has(&s->lists.gagged, users[i]))
			return true;
	return false;
}

/* Returns whether the recipient gags the actor, the maker or a director of the tournament. */
static bool
shuts_out(const struct tourney_live *l, const struct session *s, const struct telling *x)
{
	return x->a != NULL && x->a->actor != 0 &&
	       (gags_any(s, &x->a->actor, 1) || gags_any(s, &l->maker, 1) ||
		   gags_any(s, l->t.director, TOURNEY_DIRECTORS_MAX));
}

bool
audience_may_reach_outside(const struct tourney_live *l, int64_t now_ms)
{
	return l->outside_ms == 0 || now_ms - l->outside_ms >= AUDIENCE_OUTSIDE_MS;
}

void
audience_spend(struct tourney_live *l, const struct telling *x)
{
	if (x->limited && x->outside)
		l->outside_ms = x->a->at_ms;
}

bool
audience_reaches(const struct world *w, const struct tourney_live *l, const struct session *s,
    const struct telling *x)
{
	return is_inside(w, l, s) || (x->outside && !shuts_out(l, s, x));
}

bool
audience_reaches_member(const struct world *w, const struct tourney_live *l,
    const struct session *s, const struct telling *x)
{
	return is_inside(w, l, s) || (s->follow.id == l->t.id && audience_reaches(w, l, s, x));
}

/* ---- stories ---- */

enum story_for {
	TO_ALL,
	TO_MEMBERS,
	TO_SELECTED,
};

struct tourney_story {
	struct tourney_recipients *recipients;
	enum story_for who;
	int64_t tourney, maker;
	int64_t actor;         /* author of the act; 0: the server */
	bool outside;          /* users outside the tournament may receive it now */
	size_t at[LANG_COUNT]; /* offset of the text in each language */
	char text[];
};

static int
by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static bool
takes_part(const struct world *w, const struct tourney_live *l, entry_no e)
{
	(void)w;
	return !l->t.entries[e].withdrawn;
}

static struct tourney_recipients *
recipients_new(const struct world *w, const struct tourney_live *l, audience_test *test)
{
	unsigned n = l->t.entries_n;
	struct tourney_recipients *h =
	    memory_grow(NULL, 1, sizeof(*h) + 2 * n * sizeof(h->listed[0]));

	h->refs = 1;
	memcpy(h->director, l->t.director, sizeof(h->director));
	h->entries_n = n;
	h->users_n = 0;
	h->users = h->listed + n;
	for (unsigned e = 0; e < n; e++) {
		h->listed[e] = test(w, l, (entry_no)e) ? l->t.entries[e].user : 0;
		if (h->listed[e] != 0)
			h->users[h->users_n++] = h->listed[e];
	}
	if (h->users_n > 0)
		qsort(h->users, h->users_n, sizeof(*h->users), by_number);
	return h;
}

static void
recipients_release(struct tourney_recipients *h)
{
	if (--h->refs == 0)
		free(h);
}

/* Returns whether the list of recipients still matches the entrants and directors. */
static bool
recipients_match(const struct tourney_recipients *h, const struct tourney *t)
{
	if (h->entries_n != t->entries_n ||
	    memcmp(h->director, t->director, sizeof(h->director)) != 0)
		return false;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (h->listed[e] != (t->entries[e].withdrawn ? 0 : t->entries[e].user))
			return false;
	return true;
}

static struct tourney_recipients *
members(const struct world *w, struct tourney_live *l)
{
	if (l->recipients != NULL && !recipients_match(l->recipients, &l->t)) {
		recipients_release(l->recipients);
		l->recipients = NULL;
	}
	if (l->recipients == NULL)
		l->recipients = recipients_new(w, l, takes_part);
	l->recipients->refs++;
	return l->recipients;
}

static bool
is_director(const struct tourney_recipients *h, int64_t user)
{
	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		if (h->director[i] == user)
			return true;
	return false;
}

/* Returns whether the recipient gags the actor, the maker or a director of the tournament. */
static bool
gags_story(const struct session *to, const struct tourney_story *n)
{
	return gags_any(to, &n->actor, 1) || gags_any(to, &n->maker, 1) ||
	       gags_any(to, n->recipients->director, TOURNEY_DIRECTORS_MAX);
}

/* Returns whether a session gets a story.  A client program gets it only if its user directs
 * the tournament, has an entry in it or follows it. */
static bool
wants_story(const struct session *to, const struct feed_event *e)
{
	const struct tourney_story *n = e->about;
	const struct tourney_recipients *h = n->recipients;
	const int64_t *user = &to->player->user;
	bool follows = to->follow.id == n->tourney, listed;

	if (n->who == TO_ALL && !audience_wants(to))
		return false;
	listed = h->users_n > 0 &&
		 bsearch(user, h->users, h->users_n, sizeof(*user), by_number) != NULL;
	if (n->who == TO_SELECTED)
		return listed;
	if (is_director(h, *user) || (listed && audience_wants(to)))
		return true;
	if (n->who == TO_ALL)
		return (follows || session_person(to)) && !gags_story(to, n);
	return follows && n->outside && (n->actor == 0 || !gags_story(to, n));
}

static void
say_story(struct session *to, const struct feed_event *e)
{
	const struct tourney_story *n = e->about;

	out_folded(&to->out, n->text + n->at[out_language(&to->out)]);
}

static void
free_story(void *about)
{
	struct tourney_story *n = about;

	if (n != NULL)
		recipients_release(n->recipients);
	free(n);
}

static bool
wants_tournaments(const struct session *to)
{
	return session_person(to) && audience_wants(to);
}

static bool
follows_any(const struct session *to)
{
	return to->follow.id != 0 || live_entries_of_user(to->world, to->player->user) != NULL;
}

const struct feed_words TOURNAMENT_NEWS = { wants_tournaments, wants_story, say_story,
	free_story, false };
const struct feed_words TOURNAMENT_NEWS_MEMBERS = { follows_any, wants_story, say_story,
	free_story, false };

static void
tell_story(struct world *w, struct tourney_live *l, enum story_for who, audience_test *test,
    audience_words *says, const struct telling *x)
{
	struct feed_event e = { .kind = who == TO_ALL ? FEED_TOURNEY : FEED_TOURNEY_MEMBERS };
	char text[LANG_COUNT][NOTICE_MAX];
	struct tourney_story *n;
	size_t size = 0;

	for (unsigned i = 0; i < LANG_COUNT; i++) {
		write_words(i, says, x, text[i]);
		size += strlen(text[i]) + 1;
	}
	if (text[LANG_EN][0] == '\0')
		return; /* the notice has no text */
	audience_spend(l, x);
	n = memory_grow(NULL, 1, sizeof(*n) + size);
	n->recipients = who == TO_SELECTED ? recipients_new(w, l, test) : members(w, l);
	n->who = who;
	n->tourney = l->t.id;
	n->maker = l->maker;
	n->actor = x->a != NULL ? x->a->actor : 0;
	n->outside = x->outside;
	size = 0;
	for (unsigned i = 0; i < LANG_COUNT; i++) {
		n->at[i] = size;
		memcpy(n->text + size, text[i], strlen(text[i]) + 1);
		size += strlen(text[i]) + 1;
	}
	e.about = n;
	if (n->recipients->users_n == 0 && who == TO_SELECTED)
		free_story(n); /* no recipients */
	else
		feed_tell(w, &e, NULL, NULL);
}

void
audience_all(struct world *w, struct tourney_live *l, audience_words *says, struct telling *x)
{
	tell_story(w, l, TO_ALL, NULL, says, x);
}

void
audience_members(
    struct world *w, struct tourney_live *l, audience_words *says, struct telling *x)
{
	tell_story(w, l, TO_MEMBERS, NULL, says, x);
}

void
audience_entries(struct world *w, struct tourney_live *l, audience_test *test,
    audience_words *says, struct telling *x)
{
	tell_story(w, l, TO_SELECTED, test, says, x);
}

/* ---- messages ---- */

void
audience_message(
    struct world *w, int64_t user, int64_t from, audience_words *says, const struct telling *x)
{
	char text[NOTICE_MAX], *at = text;

	if (from == 0 || user == from)
		return;
	write_words(LANG_EN, says, x, text);
	if (strncmp(at, "** ", 3) == 0)
		at += 3;
	at[strcspn(at, "\n")] = '\0';
	if (at[0] != '\0' && store_messages_count(w->store, user) < MESSAGES_MAX)
		store_message_add(w->store, user, from, world_now_s(w), at, false);
}

/* ---- following ---- */

/* Returns a session to watch: a player of the latest pairing that is being played, as late
 * pairings matter most.  Returns NULL if no match is being played. */
static struct session *
worth_watching(const struct world *w, const struct tourney_live *l)
{
	for (uint32_t p = l->t.open_last; p != TOURNEY_NO_PAIRING;
	     p = l->t.bouts[p].open_prev) {
		struct match *m = tourney_match(w, &l->t, p);

		if (m != NULL)
			return match_session(w, m, SEAT_0);
	}
	return NULL;
}

static void
watch(struct world *w, struct session *s, struct session *target)
{
	const struct session *watched = session_watched(w, s);

	if (s->match != 0 || s == target || (watched != NULL && watched->match != 0))
		return;
	session_stop_watching(w, s, false);
	session_set_watching(w, s, target);
	msg_now_watching(&s->out, target->player->name);
	feed_row(w, s);
	if (session_json(s))
		tell_json_match(w, session_match(w, target), s);
}

void
audience_watch_next(struct world *w, struct tourney_live *l)
{
	struct session *target;
	bool all = l->dirty, shown;

	if (!l->dirty && !l->joined)
		return;
	l->dirty = false;
	l->joined = false;
	target = l->followers_n > 0 ? worth_watching(w, l) : NULL;
	for (size_t i = 0; i < l->followers_n; i++) {
		struct session *s = session_get(w, l->followers[i]);

		if (s == NULL || s->state != ST_ONLINE || s->follow.id != l->t.id)
			continue;
		shown = !s->follow.results_only && (all || s->follow.due);
		s->follow.due = shown && recovery_is_shown(s); /* shown at EVENT_code_read */
		if (shown && !s->follow.due && target != NULL)
			watch(w, s, target);
	}
}

/* Adds a session to the followers or removes it.  Also drops closed sessions and sessions that
 * no longer follow the tournament. */
static void
follow(struct world *w, struct session *s, int64_t id, bool shown)
{
	struct tourney_live *l = live_get(w, id);
	bool follows = false;
	size_t kept = 0;

	s->follow.id = id;
	s->follow.results_only = !shown;
	s->follow.due = shown;
	if (l == NULL)
		return;
	l->joined = true;
	for (size_t i = 0; i < l->followers_n; i++) {
		const struct session *f = session_get(w, l->followers[i]);

		if (f == NULL || f->follow.id != id)
			continue;
		follows = follows || f == s;
		l->followers[kept++] = l->followers[i];
	}
	l->followers_n = kept;
	if (follows)
		return;
	if (kept == l->followers_size) {
		l->followers_size = kept == 0 ? 8 : 2 * kept;
		l->followers =
		    memory_grow(l->followers, l->followers_size, sizeof(*l->followers));
	}
	l->followers[l->followers_n++] = s->id;
}

/* ---- the followed tournament, across sessions ---- */

#define RESULTS_ONLY "results"

/* Returns the name of the setting that stores the followed tournament, as "7" or "7 results".
 * Each kind of log-in has its own setting, so that a client program never gets lines that it
 * has not asked for. */
static const char *
setting_of(const struct session *s)
{
	return s->player->program ? PLAYER_OF_PROGRAMS "follow" : "follow";
}

static void
store_followed(struct world *w, const struct session *s)
{
	char text[40];
	struct sbuf b;

	if (store_refusing(w->store))
		return;
	if (s->follow.id == 0) {
		store_setting_end(w->store, s->player->user, setting_of(s));
		return;
	}
	SBUF_ON(&b, text);
	sbuf_addf(
	    &b, "%" PRId64 "%s", s->follow.id, s->follow.results_only ? " " RESULTS_ONLY : "");
	store_setting_set(w->store, s->player->user, setting_of(s), text);
}

void
tourney_follow(struct world *w, struct session *s, int64_t id, bool shown)
{
	follow(w, s, id, shown);
	store_followed(w, s);
}

struct followed {
	const char *setting;
	long id; /* 0: none */
	bool results_only;
};

static void
read_followed(void *ctx, const char *name, const char *value)
{
	struct followed *f = ctx;
	char text[40];
	char *rest = text;
	const char *word;

	if (strcmp(name, f->setting) != 0 || !sbuf_copy(text, sizeof(text), value))
		return;
	word = word_next(&rest);
	if (word == NULL || !word_number(word, &f->id) || f->id < 0)
		f->id = 0;
	f->results_only = strcmp(rest, RESULTS_ONLY) == 0;
}

void
audience_follow_again(struct world *w, struct session *s)
{
	struct followed f = { .setting = setting_of(s) };
	const struct tourney_live *l;

	store_settings_each(w->store, s->player->user, read_followed, &f);
	if (f.id == 0)
		return;
	l = live_get(w, f.id);
	if (l == NULL) {
		store_followed(w, s);
		return;
	}
	follow(w, s, f.id, !f.results_only);
	if (session_person(s))
		msg_trn_follow_again(&s->out, l->t.name);
}

/* Makes the sessions followers again after an upgrade.  They already watch the match that they
 * should, because none has begun or ended meanwhile. */
void
tourneys_carried(struct world *w)
{
	struct tourney_live *l;

	for (struct session *s = w->people->online; s != NULL; s = s->index.online_next)
		if (s->follow.id != 0) {
			follow(w, s, s->follow.id, !s->follow.results_only);
			s->follow.due = false;
		}
	DL_FOREACH(w->tourneys->open, l)
	{
		live_mark_restart(w, l);
		l->dirty = false;
		l->joined = false;
	}
}
