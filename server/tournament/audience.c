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
#define NOTICE_TEXT_MAX (LINE_BYTES_MAX + 256u)
#define MESSAGES_MAX 50u /* messages per user; later ones are dropped */

bool
audience_wants_news(const struct session *s)
{
	return player_has_toggle(s->player, TOGGLE_tournaments);
}

/* Writes a notice in one language. */
static void
write_notice(unsigned language, audience_write_fn *says, const struct notice_context *x,
    char text[NOTICE_TEXT_MAX])
{
	struct sbuf b;
	struct out out = out_to_sbuf(&b);

	sbuf_init(&b, text, NOTICE_TEXT_MAX);
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
audience_tell_followers(struct world *w, const struct tourney_live *l, audience_write_fn *says,
    struct notice_context *x)
{
	char text[LANG_COUNT][NOTICE_TEXT_MAX];
	bool written[LANG_COUNT] = { false };
	struct session *s;
	size_t at = 0;

	while ((s = audience_next_follower(w, l, &at)) != NULL) {
		unsigned language = out_language(&s->out);

		if (!written[language])
			write_notice(language, says, x, text[language]);
		written[language] = true;
		out_write_folded(&s->out, text[language]);
	}
}

/* ---- users outside the tournament ---- */

static bool
is_inside(const struct world *w, const struct tourney_live *l, const struct session *s)
{
	return tourney_directs(&l->t, s->player->user) ||
	       (audience_wants_news(s) && live_is_member(w, l, s->player->user));
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
gags_directors(
    const struct tourney_live *l, const struct session *s, const struct notice_context *x)
{
	return x->a != NULL && x->a->actor != 0 &&
	       (gags_any(s, &x->a->actor, 1) || gags_any(s, &l->maker, 1) ||
		   gags_any(s, l->t.director, TOURNEY_DIRECTORS_MAX));
}

bool
audience_outside_is_allowed(const struct tourney_live *l, int64_t now_ms)
{
	return l->outside_notice_ms == 0 ||
	       now_ms - l->outside_notice_ms >= AUDIENCE_OUTSIDE_INTERVAL_MS;
}

void
audience_note_outside(struct tourney_live *l, const struct notice_context *x)
{
	if (x->limited && x->reaches_outside)
		l->outside_notice_ms = x->a->at_ms;
}

bool
audience_reaches(const struct world *w, const struct tourney_live *l, const struct session *s,
    const struct notice_context *x)
{
	return is_inside(w, l, s) || (x->reaches_outside && !gags_directors(l, s, x));
}

bool
audience_reaches_as_member(const struct world *w, const struct tourney_live *l,
    const struct session *s, const struct notice_context *x)
{
	return is_inside(w, l, s) || (s->follow.id == l->t.id && audience_reaches(w, l, s, x));
}

/* ---- stories ---- */

enum story_recipients {
	STORY_TO_ALL,
	STORY_TO_MEMBERS,
	STORY_TO_SELECTED,
};

struct tourney_story {
	struct tourney_recipients *recipients;
	enum story_recipients who;
	int64_t tourney, maker;
	int64_t actor;         /* author of the act; 0: the server */
	bool reaches_outside;  /* users outside the tournament may receive it now */
	size_t at[LANG_COUNT]; /* offset of the text in each language */
	char text[];
};

static int
compare_ids(const void *a, const void *b)
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
recipients_new(const struct world *w, const struct tourney_live *l, audience_entry_test *test)
{
	unsigned n = l->t.entries_n;
	struct tourney_recipients *h =
	    memory_grow(NULL, 1, sizeof(*h) + 2 * n * sizeof(h->entry_users[0]));

	h->refs = 1;
	memcpy(h->director, l->t.director, sizeof(h->director));
	h->entries_n = n;
	h->users_n = 0;
	h->users = h->entry_users + n;
	for (unsigned e = 0; e < n; e++) {
		h->entry_users[e] = test(w, l, (entry_no)e) ? l->t.entries[e].user : 0;
		if (h->entry_users[e] != 0)
			h->users[h->users_n++] = h->entry_users[e];
	}
	if (h->users_n > 0)
		qsort(h->users, h->users_n, sizeof(*h->users), compare_ids);
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
recipients_are_current(const struct tourney_recipients *h, const struct tourney *t)
{
	if (h->entries_n != t->entries_n ||
	    memcmp(h->director, t->director, sizeof(h->director)) != 0)
		return false;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (h->entry_users[e] != (t->entries[e].withdrawn ? 0 : t->entries[e].user))
			return false;
	return true;
}

static struct tourney_recipients *
member_recipients(const struct world *w, struct tourney_live *l)
{
	if (l->last_recipients != NULL && !recipients_are_current(l->last_recipients, &l->t)) {
		recipients_release(l->last_recipients);
		l->last_recipients = NULL;
	}
	if (l->last_recipients == NULL)
		l->last_recipients = recipients_new(w, l, takes_part);
	l->last_recipients->refs++;
	return l->last_recipients;
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
	const struct tourney_story *n = e->kind_data;
	const struct tourney_recipients *h = n->recipients;
	const int64_t *user = &to->player->user;
	bool follows = to->follow.id == n->tourney, listed;

	if (n->who == STORY_TO_ALL && !audience_wants_news(to))
		return false;
	listed = h->users_n > 0 &&
		 bsearch(user, h->users, h->users_n, sizeof(*user), compare_ids) != NULL;
	if (n->who == STORY_TO_SELECTED)
		return listed;
	if (is_director(h, *user) || (listed && audience_wants_news(to)))
		return true;
	if (n->who == STORY_TO_ALL)
		return (follows || session_is_interactive(to)) && !gags_story(to, n);
	return follows && n->reaches_outside && (n->actor == 0 || !gags_story(to, n));
}

static void
say_story(struct session *to, const struct feed_event *e)
{
	const struct tourney_story *n = e->kind_data;

	out_write_folded(&to->out, n->text + n->at[out_language(&to->out)]);
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
	return session_is_interactive(to) && audience_wants_news(to);
}

static bool
follows_or_plays_any(const struct session *to)
{
	return to->follow.id != 0 || live_entries_of_user(to->world, to->player->user) != NULL;
}

const struct feed_delivery TOURNAMENT_NEWS = { wants_tournaments, wants_story, say_story,
	free_story, false };
const struct feed_delivery TOURNAMENT_NEWS_MEMBERS = { follows_or_plays_any, wants_story,
	say_story, free_story, false };

static void
publish_story(struct world *w, struct tourney_live *l, enum story_recipients who,
    audience_entry_test *test, audience_write_fn *says, const struct notice_context *x)
{
	struct feed_event e = { .kind =
				    who == STORY_TO_ALL ? FEED_TOURNEY : FEED_TOURNEY_MEMBERS };
	char text[LANG_COUNT][NOTICE_TEXT_MAX];
	struct tourney_story *n;
	size_t size = 0;

	for (unsigned i = 0; i < LANG_COUNT; i++) {
		write_notice(i, says, x, text[i]);
		size += strlen(text[i]) + 1;
	}
	if (text[LANG_EN][0] == '\0')
		return; /* the notice has no text */
	audience_note_outside(l, x);
	n = memory_grow(NULL, 1, sizeof(*n) + size);
	n->recipients =
	    who == STORY_TO_SELECTED ? recipients_new(w, l, test) : member_recipients(w, l);
	n->who = who;
	n->tourney = l->t.id;
	n->maker = l->maker;
	n->actor = x->a != NULL ? x->a->actor : 0;
	n->reaches_outside = x->reaches_outside;
	size = 0;
	for (unsigned i = 0; i < LANG_COUNT; i++) {
		n->at[i] = size;
		memcpy(n->text + size, text[i], strlen(text[i]) + 1);
		size += strlen(text[i]) + 1;
	}
	e.kind_data = n;
	if (n->recipients->users_n == 0 && who == STORY_TO_SELECTED)
		free_story(n); /* no recipients */
	else
		feed_announce(w, &e, NULL, NULL);
}

void
audience_tell_all(
    struct world *w, struct tourney_live *l, audience_write_fn *says, struct notice_context *x)
{
	publish_story(w, l, STORY_TO_ALL, NULL, says, x);
}

void
audience_tell_members(
    struct world *w, struct tourney_live *l, audience_write_fn *says, struct notice_context *x)
{
	publish_story(w, l, STORY_TO_MEMBERS, NULL, says, x);
}

void
audience_tell_entries(struct world *w, struct tourney_live *l, audience_entry_test *test,
    audience_write_fn *says, struct notice_context *x)
{
	publish_story(w, l, STORY_TO_SELECTED, test, says, x);
}

/* ---- messages ---- */

void
audience_leave_message(struct world *w, int64_t user, int64_t from, audience_write_fn *says,
    const struct notice_context *x)
{
	char text[NOTICE_TEXT_MAX], *at = text;

	if (from == 0 || user == from)
		return;
	write_notice(LANG_EN, says, x, text);
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
player_for_followers_to_watch(const struct world *w, const struct tourney_live *l)
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
watch_session(struct world *w, struct session *s, struct session *target)
{
	const struct session *watched = session_watched(w, s);

	if (s->match != 0 || s == target || (watched != NULL && watched->match != 0))
		return;
	session_stop_watching(w, s, false);
	session_set_watching(w, s, target);
	msg_now_watching(&s->out, target->player->name);
	feed_row_changed(w, s);
	if (session_is_json(s))
		tell_json_match(w, session_match(w, target), s);
}

void
audience_watch_next(struct world *w, struct tourney_live *l)
{
	struct session *target;
	bool all = l->matches_changed, shown;

	if (!l->matches_changed && !l->follower_joined)
		return;
	l->matches_changed = false;
	l->follower_joined = false;
	target = l->followers_n > 0 ? player_for_followers_to_watch(w, l) : NULL;
	for (size_t i = 0; i < l->followers_n; i++) {
		struct session *s = session_get(w, l->followers[i]);

		if (s == NULL || s->state != ST_ONLINE || s->follow.id != l->t.id)
			continue;
		shown = !s->follow.results_only && (all || s->follow.due);
		s->follow.due = shown && recovery_is_shown(s); /* shown at EVENT_code_read */
		if (shown && !s->follow.due && target != NULL)
			watch_session(w, s, target);
	}
}

/* Adds a session to the followers or removes it.  Also drops closed sessions and sessions that
 * no longer follow the tournament. */
static void
follow_tournament(struct world *w, struct session *s, int64_t id, bool shown)
{
	struct tourney_live *l = live_get_unfinished(w, id);
	bool follows = false;
	size_t kept = 0;

	s->follow.id = id;
	s->follow.results_only = !shown;
	s->follow.due = shown;
	if (l == NULL)
		return;
	l->follower_joined = true;
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
follow_setting_name(const struct session *s)
{
	return s->player->is_program ? PROGRAM_SETTING_PREFIX "follow" : "follow";
}

static void
store_followed(struct world *w, const struct session *s)
{
	char text[40];
	struct sbuf b;

	if (store_refusing(w->store))
		return;
	if (s->follow.id == 0) {
		store_setting_end(w->store, s->player->user, follow_setting_name(s));
		return;
	}
	SBUF_INIT(&b, text);
	sbuf_addf(
	    &b, "%" PRId64 "%s", s->follow.id, s->follow.results_only ? " " RESULTS_ONLY : "");
	store_setting_set(w->store, s->player->user, follow_setting_name(s), text);
}

void
tourney_follow(struct world *w, struct session *s, int64_t id, bool shown)
{
	follow_tournament(w, s, id, shown);
	store_followed(w, s);
}

struct followed_setting {
	const char *setting;
	long id; /* 0: none */
	bool results_only;
};

static void
read_followed(void *ctx, const char *name, const char *value)
{
	struct followed_setting *f = ctx;
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
	struct followed_setting f = { .setting = follow_setting_name(s) };
	const struct tourney_live *l;

	store_settings_each(w->store, s->player->user, read_followed, &f);
	if (f.id == 0)
		return;
	l = live_get_unfinished(w, f.id);
	if (l == NULL) {
		store_followed(w, s);
		return;
	}
	follow_tournament(w, s, f.id, !f.results_only);
	if (session_is_interactive(s))
		msg_trn_follow_again(&s->out, l->t.name);
}

/* Makes the sessions followers again after an upgrade.  They already watch the match that they
 * should, because none has begun or ended meanwhile. */
void
tourneys_handed_over(struct world *w)
{
	struct tourney_live *l;

	for (struct session *s = w->people->online; s != NULL; s = s->index.online_next)
		if (s->follow.id != 0) {
			follow_tournament(w, s, s->follow.id, !s->follow.results_only);
			s->follow.due = false;
		}
	DL_FOREACH(w->tourneys->unfinished, l)
	{
		live_mark_restart(w, l);
		l->matches_changed = false;
		l->follower_joined = false;
	}
}
