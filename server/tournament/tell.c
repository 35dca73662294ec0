/* SPDX-License-Identifier: MIT */
/* What people hear of a tournament.  Owns nothing.
 *
 * Everybody hears of its beginnings and its end, as news (feed.h); those who take part hear of
 * rounds and of what concerns themselves; directors and followers hear of every result.  Who
 * has switched `tournaments` off hears only what he must do.  Somebody who is not on line finds
 * a message when it is about his match; what directors did meanwhile they read when they come,
 * from the acts themselves. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tell/announce.h"
#include "people/people.h"
#include "match/match.h"
#include "tournament/live.h"
#include "tournament/memory.h"
#include "proto/line.h"

#define HEARD_MAX (LINE_BYTES_MAX + 256u) /* what somebody has typed, and words around it */
#define MESSAGES_MAX 50u /* kept for somebody; then he is told no more of them */

/* ---- words ---- */

static enum msg_id
section_word(const struct tourney *t, uint32_t p)
{
	const struct pairing *x = &t->pairings[p];
	unsigned rounds;

	switch (tourney_section(t, p)) {
	case SECTION_MAIN:
		rounds = bracket_rounds(
		    t->pairings + t->base, t->pairings_n - t->base, SECTION_MAIN);
		return x->round == rounds && !tourney_format(&t->set)->final_apart
			   ? MSG_tword_final
			   : MSG_tword_round;
	case SECTION_LOSERS:
		return MSG_tword_losers;
	case SECTION_FINAL:
		return x->round == 1 ? MSG_tword_final : MSG_tword_second_final;
	case SECTION_CONSOLATION:
		return MSG_tword_consolation;
	case SECTION_LAST_CHANCE:
		return MSG_tword_last_chance;
	case SECTION_GROUP:
		return MSG_tword_group;
	case SECTION_PLAYOFF:
		return MSG_tword_playoff;
	case SECTION_ROUNDS:
	case SECTION_COUNT:
		break;
	}
	return MSG_tword_round;
}

void
tourney_pairing_title(
    const struct out *to, const struct tourney *t, uint32_t pairing, struct sbuf *out)
{
	const struct pairing *x = &t->pairings[pairing];
	enum msg_id word = section_word(t, pairing);

	sbuf_add(out, msg_text(to, word));
	if (word == MSG_tword_final || word == MSG_tword_second_final)
		return;
	if (word == MSG_tword_group)
		sbuf_addf(out, " %u, %s", x->group + 1u, msg_text(to, MSG_tword_round));
	sbuf_addf(out, " %u", (unsigned)x->round);
}

#define TITLE_MAX 80u
#define TIME_MAX 32u

static const char *
title(const struct out *to, const struct tourney *t, uint32_t p, char text[TITLE_MAX])
{
	struct sbuf b;

	sbuf_init(&b, text, TITLE_MAX);
	tourney_pairing_title(to, t, p, &b);
	return text;
}

/* As he reads it: the time alone when it is within a day. */
static const char *
when(const struct world *w, const struct session *s, int64_t at_ms, char text[TIME_MAX])
{
	int64_t ahead_ms = at_ms - tourney_now_ms(w);

	w->config.zone_text(s->player->timezone, at_ms / 1000,
	    ahead_ms < 20 * 3600000 ? "%H:%M" : "%Y-%m-%d %H:%M", text, TIME_MAX);
	return text;
}

static const char *
name_of(const struct tourney *t, entry_no e)
{
	return entry_is_player(e) ? t->entries[e].name : "-";
}

static const char *
actor_name(const struct world *w, const struct tourney_act *a, struct user_record *u)
{
	return store_user_by_id(w->store, a->actor, u) ? u->name : "-";
}

/* ---- who hears ---- */

/* Visits each one once who directs or follows: start with { 0 }. */
struct hearing {
	unsigned stage; /* 0 directors, 1 followers */
	size_t at;
	/* what is said, once for each language */
	struct session *first; /* for whom it is being written just now */
	struct sbuf b;
	struct out words;
	char text[LANG_COUNT][HEARD_MAX];
	bool said[LANG_COUNT];
};

static bool
wants(const struct session *s)
{
	return player_has(s->player, TOGGLE_tournaments);
}

static bool
is_member(const struct world *w, const struct tourney_live *l, int64_t user)
{
	for (struct tourney_member *m = tourney_members_of(w, user); m != NULL; m = m->next)
		if (m->live == l && l->t.entries[m->entry].user == user &&
		    !l->t.entries[m->entry].withdrawn)
			return true;
	return false;
}

static struct session *
next_director(const struct world *w, const struct tourney_live *l, struct hearing *h)
{
	while (h->at < TOURNEY_DIRECTORS_MAX) {
		size_t i = h->at++;
		struct session *s =
		    l->t.director[i] != 0 ? session_by_name(w, l->t.director_name[i]) : NULL;

		if (s != NULL && s->player->user == l->t.director[i])
			return s;
	}
	return NULL;
}

static struct session *
next_follower(const struct world *w, const struct tourney_live *l, struct hearing *h)
{
	while (h->at < l->followers_n) {
		struct session *s = session_get(w, l->followers[h->at++]);

		if (s != NULL && s->state == ST_ONLINE && s->follow.id == l->t.id &&
		    !tourney_directs(&l->t, s->player->user))
			return s;
	}
	return NULL;
}

static struct session *
next_hearer(const struct world *w, const struct tourney_live *l, struct hearing *h)
{
	struct session *s = NULL;

	for (; h->stage < 2; h->stage++, h->at = 0) {
		s = h->stage == 0 ? next_director(w, l, h) : next_follower(w, l, h);
		if (s != NULL)
			return s;
	}
	return NULL;
}

/* He has heard what TO_MEMBERS hear. */
static bool
heard_by_members(const struct world *w, const struct tourney_live *l, const struct session *s)
{
	return tourney_directs(&l->t, s->player->user) || s->follow.id == l->t.id ||
	       (wants(s) && is_member(w, l, s->player->user));
}

static unsigned
language_of(const struct session *s)
{
	return s->out.catalogue != NULL ? (unsigned)(s->out.catalogue - CATALOGUES) : 0;
}

/* Where to write what the next ones hear, NULL when all have heard it: once for each language,
 * the others hear the same. */
static struct out *
hear(const struct world *w, const struct tourney_live *l, struct hearing *h)
{
	struct session *s = h->first;

	if (s != NULL) {
		CHECK(sbuf_ok(&h->b));
		h->said[language_of(s)] = true;
		out_folded(&s->out, h->b.text);
	}
	while ((s = next_hearer(w, l, h)) != NULL) {
		unsigned language = language_of(s);

		if (!h->said[language]) {
			SBUF_ON(&h->b, h->text[language]);
			h->words = out_to(&h->b);
			h->words.catalogue = s->out.catalogue;
			break;
		}
		out_folded(&s->out, h->text[language]);
	}
	h->first = s;
	return s != NULL ? &h->words : NULL;
}

/* ---- news: what many hear, in the words of their language ---- */

enum audience {
	TO_ALL,     /* everybody on line; of programs those whose user it concerns */
	TO_MEMBERS, /* who takes part, directs, or follows */
	TO_CALLED,  /* some entries, whether they want to hear of tournaments or not */
};

struct tourney_story {
	struct tourney_hearers *hearers;
	enum audience who;
	int64_t tourney;
	size_t at[LANG_COUNT]; /* of the words in each language */
	char text[];
};

typedef bool is_hearer(const struct world *w, const struct tourney_live *l, entry_no e);

static bool
takes_part(const struct world *w, const struct tourney_live *l, entry_no e)
{
	(void)w;
	return !l->t.entries[e].withdrawn;
}

static int
by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static struct tourney_hearers *
hearers_new(const struct world *w, const struct tourney_live *l, is_hearer *is)
{
	unsigned n = l->t.entries_n;
	struct tourney_hearers *h =
	    memory_grow(NULL, 1, sizeof(*h) + 2 * n * sizeof(h->listed[0]));

	h->refs = 1;
	memcpy(h->director, l->t.director, sizeof(h->director));
	h->entries_n = n;
	h->users_n = 0;
	h->users = h->listed + n;
	for (unsigned e = 0; e < n; e++) {
		h->listed[e] = is(w, l, (entry_no)e) ? l->t.entries[e].user : 0;
		if (h->listed[e] != 0)
			h->users[h->users_n++] = h->listed[e];
	}
	if (h->users_n > 0)
		qsort(h->users, h->users_n, sizeof(*h->users), by_number);
	return h;
}

void
tourney_hearers_free(struct tourney_hearers **hp)
{
	struct tourney_hearers *h = *hp;

	*hp = NULL;
	if (h != NULL && --h->refs == 0)
		free(h);
}

/* They are those who take part and direct now. */
static bool
hearers_hold(const struct tourney_hearers *h, const struct tourney *t)
{
	if (h->entries_n != t->entries_n ||
	    memcmp(h->director, t->director, sizeof(h->director)) != 0)
		return false;
	for (unsigned e = 0; e < t->entries_n; e++)
		if (h->listed[e] != (t->entries[e].withdrawn ? 0 : t->entries[e].user))
			return false;
	return true;
}

/* Who that is is settled now: some hear it when the tournament is no longer in memory. */
static struct tourney_hearers *
members(const struct world *w, struct tourney_live *l)
{
	if (l->hearers != NULL && !hearers_hold(l->hearers, &l->t))
		tourney_hearers_free(&l->hearers);
	if (l->hearers == NULL)
		l->hearers = hearers_new(w, l, takes_part);
	l->hearers->refs++;
	return l->hearers;
}

/* Asks for the words in one language after the other; start with { 0 }. */
struct saying {
	unsigned language;
	struct sbuf b;
	struct out words;
	char text[LANG_COUNT][HEARD_MAX];
	is_hearer *called; /* of TO_CALLED */
};

static bool
is_director(const struct tourney_hearers *h, int64_t user)
{
	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		if (h->director[i] == user)
			return true;
	return false;
}

/* Client programs hear of tournaments only when their user takes part in this one. */
static bool
wants_story(const struct session *to, const struct feed_event *e)
{
	const struct tourney_story *n = e->about;
	const struct tourney_hearers *h = n->hearers;
	const int64_t *user = &to->player->user;
	bool listed;

	if (n->who == TO_ALL && !wants(to))
		return false;
	if (n->who == TO_ALL && session_person(to))
		return true;
	listed = h->users_n > 0 &&
		 bsearch(user, h->users, h->users_n, sizeof(*user), by_number) != NULL;
	if (n->who == TO_CALLED)
		return listed;
	return to->follow.id == n->tourney || is_director(h, *user) || (listed && wants(to));
}

static void
say_story(struct session *to, const struct feed_event *e)
{
	const struct tourney_story *n = e->about;

	out_folded(&to->out, n->text + n->at[language_of(to)]);
}

static void
free_story(void *about)
{
	struct tourney_story *n = about;

	if (n != NULL)
		tourney_hearers_free(&n->hearers);
	free(n);
}

static bool
wants_tournaments(const struct session *to)
{
	return session_person(to) && wants(to);
}

static bool
follows_any(const struct session *to)
{
	return to->follow.id != 0 || tourney_members_of(to->world, to->player->user) != NULL;
}

const struct feed_words TOURNAMENT_NEWS = { wants_tournaments, wants_story, say_story,
	free_story };
const struct feed_words TOURNAMENT_NEWS_MEMBERS = { follows_any, wants_story, say_story,
	free_story };

static void
tell_story(struct world *w, struct tourney_live *l, enum audience who, const struct saying *y)
{
	struct feed_event e = {
		.kind = who == TO_ALL ? FEED_TOURNEY : FEED_TOURNEY_MEMBERS,
	};
	size_t at[LANG_COUNT], size = 0;
	struct tourney_story *n;

	for (unsigned i = 0; i < LANG_COUNT; i++) {
		at[i] = size;
		size += strlen(y->text[i]) + 1;
	}
	n = memory_grow(NULL, 1, sizeof(*n) + size);
	n->hearers = who == TO_CALLED ? hearers_new(w, l, y->called) : members(w, l);
	n->who = who;
	n->tourney = l->t.id;
	memcpy(n->at, at, sizeof(at));
	for (unsigned i = 0; i < LANG_COUNT; i++)
		memcpy(n->text + at[i], y->text[i], strlen(y->text[i]) + 1);
	e.about = n;
	if (n->hearers->users_n == 0 && who == TO_CALLED)
		free_story(n); /* nobody */
	else
		feed_tell(w, &e, NULL, NULL);
}

/* Where to write what is told; NULL when it is written in all languages, and told. */
static struct out *
say(struct world *w, struct tourney_live *l, enum audience who, struct saying *y)
{
	if (y->words.write != NULL) {
		CHECK(sbuf_ok(&y->b));
		y->language++;
	}
	if (y->language == LANG_COUNT) {
		tell_story(w, l, who, y);
		return NULL;
	}
	SBUF_ON(&y->b, y->text[y->language]);
	y->words = out_to(&y->b);
	if (y->language != LANG_EN)
		y->words.catalogue = &CATALOGUES[y->language];
	return &y->words;
}

/* ---- messages to those who are not on line ---- */

/* In English: nobody knows in which language he reads.  From the first director; what stands in
 * text is one line with its end. */
static void
leave_message(struct world *w, const struct tourney_live *l, int64_t user, struct sbuf *text)
{
	if (l->t.director[0] == 0 || user == l->t.director[0] ||
	    store_messages_count(w->store, user) >= MESSAGES_MAX)
		return;
	text->text[strcspn(text->text, "\n")] = '\0';
	store_message_add(w->store, user, l->t.director[0], world_now_s(w), text->text, false);
}

/* ---- pairings ---- */

static void
tell_ready_to(struct world *w, struct session *s, const struct tourney_live *l, uint32_t p,
    const char *opponent)
{
	const struct tourney *t = &l->t;
	char head[TITLE_MAX], at[TIME_MAX];

	session_bell(s);
	(t->set.value[TSET_schedule] == SCHEDULE_DEADLINE ? msg_tt_ready_deadline
							  : msg_tt_ready)(&s->out, t->name,
	    title(&s->out, t, p, head), opponent, t->pairings[p].length,
	    when(w, s, t->bouts[p].due_ms, at));
}

static void
message_ready(struct world *w, const struct tourney_live *l, uint32_t p, unsigned side)
{
	const struct tourney *t = &l->t;
	char text[256], at[TIME_MAX];
	struct sbuf b;
	struct out words = out_to(&b);

	w->config.zone_text("UTC", t->bouts[p].due_ms / 1000, "%Y-%m-%d %H:%M", at, sizeof(at));
	SBUF_ON(&b, text);
	msg_tt_message_ready(&words, t->name, name_of(t, t->pairings[p].side[1 - side]),
	    t->pairings[p].length, at);
	leave_message(w, l, t->entries[t->pairings[p].side[side]].user, &b);
}

static void
tell_ready(struct world *w, struct tourney_live *l, uint32_t p)
{
	const struct tourney *t = &l->t;
	const struct pairing *x = &t->pairings[p];

	if (x->end != PAIRING_OPEN || t->bouts[p].match != 0 || !pairing_ready(x))
		return; /* over, or begun, before it could be told */
	for (unsigned side = 0; side < 2; side++) {
		struct session *s = tourney_session(w, t, x->side[side]);

		if (s != NULL)
			tell_ready_to(w, s, l, p, name_of(t, x->side[1 - side]));
		else
			message_ready(w, l, p, side);
	}
}

static void
tell_bye(struct world *w, struct tourney_live *l, uint32_t p)
{
	const struct tourney *t = &l->t;
	const struct pairing *x = &t->pairings[p];
	unsigned side = entry_is_player(x->side[0]) ? 0 : 1;
	struct session *s =
	    entry_is_player(x->side[side]) ? tourney_session(w, t, x->side[side]) : NULL;
	char head[TITLE_MAX];

	if (s != NULL)
		msg_tt_bye(&s->out, t->name, title(&s->out, t, p, head));
}

/* The two themselves, when the result is news for them. */
static void
tell_players(struct world *w, struct tourney_live *l, uint32_t p)
{
	const struct tourney *t = &l->t;
	const struct pairing *x = &t->pairings[p];

	for (unsigned side = 0; side < 2; side++) {
		struct session *s = tourney_session(w, t, x->side[side]);
		const char *other = name_of(t, x->side[1 - side]);

		if (s != NULL && x->winner == side)
			msg_tt_forfeit_won(&s->out, t->name, other);
		else if (s != NULL)
			msg_tt_forfeit_lost(&s->out, t->name, other);
		else if (x->winner != side) {
			char text[160];
			struct sbuf b;
			struct out words = out_to(&b);

			SBUF_ON(&b, text);
			msg_tt_message_lost(&words, t->name, other);
			leave_message(w, l, t->entries[x->side[side]].user, &b);
		}
	}
}

static void
tell_over(struct world *w, struct tourney_live *l, uint32_t p)
{
	const struct tourney *t = &l->t;
	const struct pairing *x = &t->pairings[p];
	struct hearing h = { 0 };
	struct out *out;
	char head[TITLE_MAX];

	if (x->end == PAIRING_BYE) {
		tell_bye(w, l, p);
		return;
	}
	if (x->end == PAIRING_OPEN || x->end == PAIRING_VOID || x->end == PAIRING_SET)
		return; /* not yet, never, or told with the director's reason */
	if (x->end == PAIRING_FORFEIT || x->end == PAIRING_DOUBLE_FORFEIT)
		tell_players(w, l, p);
	while ((out = hear(w, l, &h)) != NULL) {
		const char *a = name_of(t, x->side[x->winner == 1]);
		const char *b = name_of(t, x->side[x->winner != 1]);
		const char *where = title(out, t, p, head);
		unsigned win = x->winner == 1;

		if (x->end == PAIRING_DOUBLE_FORFEIT)
			msg_tt_result_nobody(out, t->name, where, a, b);
		else if (x->end == PAIRING_FORFEIT)
			msg_tt_result_forfeit(out, t->name, where, a, b);
		else
			msg_tt_result(
			    out, t->name, where, a, b, x->score[win], x->score[1 - win]);
	}
}

static void
tell_round(struct world *w, struct tourney_live *l, unsigned round)
{
	struct saying y = { 0 };
	struct out *out;

	while ((out = say(w, l, TO_MEMBERS, &y)) != NULL)
		msg_tt_round(out, l->t.name, round);
}

/* Directors, and who follows. */
static void
tell_last(struct world *w, struct tourney_live *l)
{
	struct hearing h = { 0 };
	struct out *out;

	while ((out = hear(w, l, &h)) != NULL)
		msg_tt_last(out, l->t.name, (long long)l->t.id);
}

static void
tell_dropped(struct world *w, struct tourney_live *l, entry_no e)
{
	struct session *s = tourney_session(w, &l->t, e);

	if (s != NULL)
		msg_tt_dropped(&s->out, l->t.name);
}

bool
tourney_notify(struct world *w, struct tourney_live *l, unsigned most)
{
	for (; l->notifications_told < l->notifications_n && most > 0;
	     l->notifications_told++, most--) {
		struct tourney_notification notification =
		    l->notifications[l->notifications_told];

		switch (notification.what) {
		case TNEWS_READY:
			tell_ready(w, l, notification.n);
			break;
		case TNEWS_OVER:
			tell_over(w, l, notification.n);
			break;
		case TNEWS_ROUND:
			tell_round(w, l, notification.n);
			break;
		case TNEWS_DROPPED:
			tell_dropped(w, l, (entry_no)notification.n);
			break;
		case TNEWS_LAST:
			tell_last(w, l);
			break;
		}
	}
	return l->notifications_told < l->notifications_n;
}

void
tourney_tell_seated(struct world *w, struct tourney_live *l, uint32_t p, struct session *s,
    const char *opponent)
{
	char head[TITLE_MAX];

	(void)w;
	session_bell(s);
	msg_tt_seated(&s->out, l->t.name, title(&s->out, &l->t, p, head), opponent);
}

void
tourney_tell_duty(struct world *w, struct session *s, struct tourney_live *l, entry_no e)
{
	const struct tourney *t = &l->t;
	uint32_t p;

	if (t->phase == TOURNEY_OPEN || t->phase == TOURNEY_CLOSED) {
		if (t->called && !t->entries[e].checked_in)
			msg_tt_checkin(&s->out, t->name, (long long)t->id);
		return;
	}
	p = tourney_open_pairing(t, e);
	if (p == TOURNEY_NO_PAIRING)
		return;
	if (t->bouts[p].match != 0)
		msg_tt_goes_on(&s->out, t->name,
		    name_of(t, t->pairings[p].side[t->pairings[p].side[0] == e]));
	else
		tell_ready_to(
		    w, s, l, p, name_of(t, t->pairings[p].side[t->pairings[p].side[0] == e]));
}

/* ---- acts ---- */

typedef void tell_fn(struct world *w, struct tourney_live *l, const struct tourney_act *a);

static void
tell_open(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct saying y = { 0 };
	struct out *out;

	(void)a;
	while ((out = say(w, l, TO_ALL, &y)) != NULL)
		msg_tt_open(out, l->t.name, (long long)l->t.id);
}

static void
tell_close(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct saying y = { 0 };
	struct out *out;

	(void)a;
	while ((out = say(w, l, TO_MEMBERS, &y)) != NULL)
		msg_tt_close(out, l->t.name);
}

static bool
must_check_in(const struct world *w, const struct tourney_live *l, entry_no e)
{
	(void)w;
	return !l->t.entries[e].withdrawn && !l->t.entries[e].checked_in;
}

static void
tell_call(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct saying y = { .called = must_check_in };
	struct out *out;

	(void)a;
	while ((out = say(w, l, TO_CALLED, &y)) != NULL)
		msg_tt_checkin(out, l->t.name, (long long)l->t.id);
}

static bool
is_left_out(const struct world *w, const struct tourney_live *l, entry_no e)
{
	return l->t.entries[e].absent && !is_member(w, l, l->t.entries[e].user);
}

static void
tell_start(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	unsigned set = (unsigned)l->t.set.value[TSET_rounds];
	struct saying y = { 0 };
	struct out *out;

	(void)a;
	while ((out = say(w, l, TO_ALL, &y)) != NULL)
		msg_tt_start(out, l->t.name, l->t.in);
	y = (struct saying){ .called = is_left_out };
	while ((out = say(w, l, TO_CALLED, &y)) != NULL)
		msg_tt_not_in(out, l->t.name);
	if (tourney_format(&l->t.set)->rounds == NULL || set == 0 || set == l->t.rounds)
		return;
	y = (struct saying){ 0 };
	while ((out = say(w, l, TO_MEMBERS, &y)) != NULL)
		msg_tt_rounds(out, l->t.name, l->t.rounds, set, l->t.in);
}

/* ---- entries: to directors who want to hear of them, and to whom it happens ---- */

/* The next one who has not done it; start with { 0 }. */
static struct session *
next_told(const struct world *w, const struct tourney_live *l, struct hearing *h,
    const struct tourney_act *a)
{
	struct session *s;

	do
		s = next_director(w, l, h);
	while (s != NULL &&
	       (s->player->user == a->actor || !player_has(s->player, TOGGLE_entries)));
	return s;
}

static void
tell_entered(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct hearing h = { 0 };
	struct session *s;

	while ((s = next_told(w, l, &h, a)) != NULL)
		msg_tt_entered(&s->out, l->t.name, a->name, l->t.in, tourney_capacity(&l->t));
}

static void
tell_checkin(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct hearing h = { 0 };
	struct session *s;
	unsigned n = 0;

	for (unsigned e = 0; e < l->t.entries_n; e++)
		n += l->t.entries[e].checked_in && !l->t.entries[e].withdrawn;
	while ((s = next_told(w, l, &h, a)) != NULL)
		msg_tt_checked(&s->out, l->t.name, name_of(&l->t, a->entry), n, l->t.in);
}

/* Who is taken out by a director is told by the command. */
static void
tell_withdraw(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct hearing h = { 0 };
	struct session *s;

	while (l->t.phase < TOURNEY_RUNNING && a->actor != 0 &&
	       (s = next_told(w, l, &h, a)) != NULL)
		msg_tt_left(&s->out, l->t.name, name_of(&l->t, a->entry), l->t.in,
		    tourney_capacity(&l->t));
}

static void
tell_guest(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct hearing h = { 0 };
	struct session *s;

	while ((s = next_told(w, l, &h, a)) != NULL)
		if (a->kind == TACT_wait)
			msg_tt_waits(&s->out, l->t.name, a->name, tourney_waiting(&l->t));
		else if (a->kind == TACT_attend)
			msg_tt_attends(&s->out, l->t.name, a->name);
		else if (a->actor == a->user)
			msg_tt_declined(&s->out, l->t.name, a->name);
}

static void
invite_to(
    struct world *w, struct session *s, struct tourney_live *l, const struct tourney_act *a)
{
	struct user_record u;

	msg_tt_invited(&s->out, actor_name(w, a, &u), (long long)l->t.id, l->t.name);
}

static void
tell_invite(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct session *s = tourney_session_of(w, a->name, a->user);

	if (s == NULL)
		return;
	session_bell(s);
	invite_to(w, s, l, a);
}

static void
promote_to(
    struct world *w, struct session *s, struct tourney_live *l, const struct tourney_act *a)
{
	entry_no e = tourney_entry_of(&l->t, a->user);

	(void)w;
	msg_tt_promoted(&s->out, l->t.name);
	if (entry_is_player(e) && !l->t.entries[e].checked_in && l->t.phase < TOURNEY_RUNNING &&
	    l->t.set.value[TSET_checkin] != 0 && l->t.set.value[TSET_starts] == 0)
		msg_trn_checkin_now(&s->out, (long long)l->t.id);
}

/* At the start they hear of their match. */
static void
tell_promote(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct session *s = tourney_session_of(w, a->name, a->user);

	if (s != NULL) {
		session_bell(s);
		promote_to(w, s, l, a);
		tourney_tell_duty(w, s, l, tourney_entry_of(&l->t, a->user));
	}
	tell_entered(w, l, a);
}

static void
tell_reveal(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct saying y = { 0 };
	struct out *out;

	while ((out = say(w, l, TO_MEMBERS, &y)) != NULL)
		msg_tt_reveal(out, l->t.name, a->text);
}

static void
tell_late(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	const struct tourney *t = &l->t;
	const struct pairing *x = &t->pairings[a->pairing];
	struct session *other = tourney_session(w, t, x->side[1 - a->side]);

	if (other != NULL && a->value != 0)
		msg_tt_late(&other->out, t->name, name_of(t, x->side[a->side]),
		    t->bouts[a->pairing].points[1 - a->side]);
}

static void
setresult_to(struct out *out, const struct tourney_live *l, const struct tourney_act *a)
{
	const struct pairing *x = &l->t.pairings[a->pairing];
	char head[TITLE_MAX];

	msg_tt_setresult(out, l->t.name, title(out, &l->t, a->pairing, head),
	    name_of(&l->t, x->side[0]), name_of(&l->t, x->side[1]), a->score[0], a->score[1],
	    a->text);
}

static void
reopen_to(struct out *out, const struct tourney_live *l, const struct tourney_act *a)
{
	const struct pairing *x = &l->t.pairings[a->pairing];
	char head[TITLE_MAX];

	msg_tt_reopen(out, l->t.name, title(out, &l->t, a->pairing, head),
	    name_of(&l->t, x->side[0]), name_of(&l->t, x->side[1]), a->text);
}

static void
tell_reopen(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct saying y = { 0 };
	struct out *out;

	while ((out = say(w, l, TO_MEMBERS, &y)) != NULL)
		reopen_to(out, l, a);
}

static void
tell_restore(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct saying y = { 0 };
	struct out *out;

	while ((out = say(w, l, TO_MEMBERS, &y)) != NULL)
		msg_tt_restore(out, l->t.name, name_of(&l->t, a->entry));
}

static void
tell_setresult(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	const struct match *m = tourney_match(w, &l->t, a->pairing);
	struct saying y = { 0 };
	struct hearer_it it = { 0 };
	struct hearer who;
	struct out *out;

	while ((out = say(w, l, TO_MEMBERS, &y)) != NULL)
		setresult_to(out, l, a);
	/* a match that is being played ends by it: nobody who sees that is left without it */
	while (m != NULL && hearer_next(w, m, &it, &who))
		if (!heard_by_members(w, l, who.to))
			setresult_to(&who.to->out, l, a);
}

void
tourney_tell_unrated(struct world *w, const struct tourney_live *l, const struct tourney_act *a,
    const struct user_record *u, double change)
{
	const struct pairing *x = &l->t.pairings[a->pairing];
	struct session *s = session_by_name(w, u->name);
	unsigned side = l->t.entries[x->side[1]].user == u->id;
	const char *other = name_of(&l->t, x->side[1 - side]);
	char text[160];
	struct sbuf b;
	struct out words = out_to(&b);

	if (s != NULL) {
		msg_tt_unrated(&s->out, l->t.name, other, change);
		return;
	}
	SBUF_ON(&b, text);
	msg_tt_unrated(&words, l->t.name, other, change);
	text[strcspn(text, "\n")] = '\0';
	if (store_messages_count(w->store, u->id) < MESSAGES_MAX)
		store_message_add(
		    w->store, u->id, a->actor, world_now_s(w), text + strlen("** "), false);
}

/* To the two of a pairing, and to who directs or follows. */
static void
to_pairing(struct world *w, struct tourney_live *l, const struct tourney_act *a,
    void (*tell)(struct world *w, struct session *s, struct tourney_live *l,
	const struct tourney_act *a))
{
	const struct pairing *x = &l->t.pairings[a->pairing];
	struct hearing h = { 0 };
	struct session *s;

	for (unsigned side = 0; side < 2; side++) {
		s = tourney_session(w, &l->t, x->side[side]);
		if (s != NULL)
			tell(w, s, l, a);
	}
	while ((s = next_hearer(w, l, &h)) != NULL) {
		bool plays = false;

		for (unsigned side = 0; side < 2; side++)
			plays = plays || s == tourney_session(w, &l->t, x->side[side]);
		if (!plays)
			tell(w, s, l, a);
	}
}

static void
addtime_to(
    struct world *w, struct session *s, struct tourney_live *l, const struct tourney_act *a)
{
	(void)w;
	msg_tt_addtime(&s->out, l->t.name,
	    name_of(&l->t, l->t.pairings[a->pairing].side[a->side]),
	    (unsigned)((a->value + 59999) / 60000), a->text);
}

static void
hold_to(struct world *w, struct session *s, struct tourney_live *l, const struct tourney_act *a)
{
	const struct pairing *x = &l->t.pairings[a->pairing];

	(void)w;
	if (a->kind == TACT_hold)
		msg_tt_hold(&s->out, l->t.name, name_of(&l->t, x->side[0]),
		    name_of(&l->t, x->side[1]), a->text);
	else
		msg_tt_release(
		    &s->out, l->t.name, name_of(&l->t, x->side[0]), name_of(&l->t, x->side[1]));
}

static void
deadline_to(
    struct world *w, struct session *s, struct tourney_live *l, const struct tourney_act *a)
{
	const struct pairing *x = &l->t.pairings[a->pairing];
	char at[TIME_MAX];

	msg_tt_deadline(&s->out, l->t.name, name_of(&l->t, x->side[0]),
	    name_of(&l->t, x->side[1]), when(w, s, a->value, at), a->text);
}

static void
tell_addtime(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	to_pairing(w, l, a, addtime_to);
}

static void
tell_hold(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	to_pairing(w, l, a, hold_to);
}

static void
tell_deadline(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	to_pairing(w, l, a, deadline_to);
}

/* The acts do not say who it was: they are told now, or find a message. */
static void
tell_replaced(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct session *s = tourney_session_of(w, l->replaced_name, l->replaced);
	char text[160];
	struct sbuf b;
	struct out words = out_to(&b);

	if (s != NULL) {
		msg_tt_replaced(&s->out, l->t.name, a->name);
		return;
	}
	SBUF_ON(&b, text);
	msg_tt_message_replaced(&words, l->t.name, a->name);
	leave_message(w, l, l->replaced, &b);
}

static void
tell_replace(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct saying y = { 0 };
	struct out *out;

	while ((out = say(w, l, TO_MEMBERS, &y)) != NULL)
		if (a->text[0] != '\0')
			msg_tt_replace(out, l->t.name, a->name, l->replaced_name, a->text);
		else
			msg_tt_replace_plain(out, l->t.name, a->name, l->replaced_name);
	tell_replaced(w, l, a);
}

/* The other one hears of a proposal, both of an agreement. */
static void
tell_appoint(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	const struct tourney *t = &l->t;
	const struct pairing *x = &t->pairings[a->pairing];
	const struct tourney_bout *b = &t->bouts[a->pairing];
	bool agreed = b->proposed_ms[0] == b->proposed_ms[1];
	char at[TIME_MAX];

	for (unsigned side = 0; side < 2; side++) {
		struct session *s = tourney_session(w, t, x->side[side]);
		const char *other = name_of(t, x->side[1 - side]);

		if (s == NULL)
			continue;
		if (agreed)
			msg_tt_appointed(&s->out, t->name, other, when(w, s, b->due_ms, at));
		else if (side != a->side && a->value == 1)
			msg_tt_ready_now(&s->out, t->name, other);
		else if (side != a->side)
			msg_tt_proposed(&s->out, t->name, other, when(w, s, a->value, at));
	}
}

static void
tell_remind(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	const struct tourney *t = &l->t;
	const struct pairing *x = &t->pairings[a->pairing];

	for (unsigned side = 0; side < 2; side++) {
		struct session *s = tourney_session(w, t, x->side[side]);
		char at[TIME_MAX];

		if (s != NULL)
			msg_tt_remind(&s->out, t->name, name_of(t, x->side[1 - side]),
			    when(w, s, t->bouts[a->pairing].due_ms, at));
		else
			message_ready(w, l, a->pairing, side);
	}
}

static void
members_text(struct out *out, const char *name, const struct tourney_act *a)
{
	switch (a->kind) {
	case TACT_pause:
		if (a->text[0] == '\0')
			msg_tt_by_hand(out, name);
		else
			msg_tt_pause(out, name, a->text);
		break;
	case TACT_resume:
		msg_tt_resume(out, name);
		break;
	case TACT_cancel:
		msg_tt_cancel(out, name, a->text);
		break;
	case TACT_set:
		msg_tt_set(out, name, a->text);
		break;
	default: /* TACT_announce */
		msg_tt_announce(out, name, a->text);
		break;
	}
}

/* Who waits for a place wants to know what is told to those who have one; who is only invited,
 * that it is over. */
static bool
guest_hears(const struct tourney_guest *g, const struct tourney_act *a)
{
	return g != NULL && (g->waits || a->kind == TACT_cancel);
}

static void
tell_members_text(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	struct saying y = { 0 };
	struct out *out;

	while ((out = say(w, l, TO_MEMBERS, &y)) != NULL)
		members_text(out, l->t.name, a);
	for (unsigned i = 0; i < l->t.guests_n; i++) {
		const struct tourney_guest *g = &l->t.guests[i];
		struct session *s =
		    guest_hears(g, a) ? tourney_session_of(w, g->name, g->user) : NULL;

		if (s != NULL && wants(s) && !heard_by_members(w, l, s))
			members_text(&s->out, l->t.name, a);
	}
}

/* What somebody who has entered would want to know: they entered for something else. */
static bool
changes_terms(const struct tourney_act *a)
{
	static const enum tourney_setting terms[] = { TSET_format, TSET_length, TSET_cube,
		TSET_game, TSET_rated, TSET_clock, TSET_schedule };

	for (unsigned i = 0; i < ARRAY_LEN(terms); i++) {
		const char *name = TOURNEY_SETTINGS[terms[i]].name;
		size_t n = strlen(name);

		if (strncmp(a->text, name, n) == 0 && a->text[n] == ' ')
			return true;
	}
	return false;
}

static void
tell_set(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	if (l->t.in > 0 && changes_terms(a))
		tell_members_text(w, l, a);
}

static tell_fn *const TELL[TACT_COUNT] = {
	[TACT_open] = tell_open,
	[TACT_enter] = tell_entered,
	[TACT_admit] = tell_entered,
	[TACT_invite] = tell_invite,
	[TACT_wait] = tell_guest,
	[TACT_attend] = tell_guest,
	[TACT_promote] = tell_promote,
	[TACT_decline] = tell_guest,
	[TACT_checkin] = tell_checkin,
	[TACT_withdraw] = tell_withdraw,
	[TACT_close] = tell_close,
	[TACT_call] = tell_call,
	[TACT_start] = tell_start,
	[TACT_reveal] = tell_reveal,
	[TACT_late] = tell_late,
	[TACT_setresult] = tell_setresult,
	[TACT_reopen] = tell_reopen,
	[TACT_restore] = tell_restore,
	[TACT_replace] = tell_replace,
	[TACT_deadline] = tell_deadline,
	[TACT_appoint] = tell_appoint,
	[TACT_remind] = tell_remind,
	[TACT_addtime] = tell_addtime,
	[TACT_hold] = tell_hold,
	[TACT_release] = tell_hold,
	[TACT_pause] = tell_members_text,
	[TACT_resume] = tell_members_text,
	[TACT_cancel] = tell_members_text,
	[TACT_announce] = tell_members_text,
	[TACT_set] = tell_set,
};

void
tourney_tell_act(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	if (TELL[a->kind] != NULL)
		TELL[a->kind](w, l, a);
}

void
tourney_tell_repeats(struct world *w, struct tourney_live *l, unsigned pairs)
{
	struct saying y = { 0 };
	struct out *out;

	while (pairs > 0 && (out = say(w, l, TO_MEMBERS, &y)) != NULL)
		msg_tt_repeats(out, l->t.name, pairs);
}

void
tourney_tell_end(struct world *w, struct tourney_live *l, const char *winners)
{
	struct saying y = { 0 };
	struct out *out;

	(void)tourney_notify(w, l, UINT32_MAX);
	while ((out = say(w, l, TO_ALL, &y)) != NULL) {
		if (winners[0] != '\0')
			msg_tt_end(out, l->t.name, winners, (long long)l->t.id);
		else
			msg_tt_end_nobody(out, l->t.name);
	}
}

void
tourney_tell_no_place(struct world *w, struct tourney_live *l, const struct tourney_guest *g)
{
	struct session *s = tourney_session_of(w, g->name, g->user);

	if (s != NULL)
		msg_tt_no_place(&s->out, l->t.name);
}

/* ---- what happened while somebody was away ---- */

#define MISSED_MAX 20u   /* lines at a log-in: the newest */
#define MISSED_ACTS 200u /* of each tournament, looked at for them */

static void
removed_to(
    struct world *w, struct session *s, struct tourney_live *l, const struct tourney_act *a)
{
	struct user_record u;

	if (a->actor != 0)
		msg_trn_you_removed(&s->out, actor_name(w, a, &u), l->t.name);
	else
		msg_tt_not_in(&s->out, l->t.name);
}

static void
restored_to(
    struct world *w, struct session *s, struct tourney_live *l, const struct tourney_act *a)
{
	struct user_record u;

	msg_trn_you_restored(&s->out, actor_name(w, a, &u), l->t.name);
}

static void
director_to(
    struct world *w, struct session *s, struct tourney_live *l, const struct tourney_act *a)
{
	struct user_record u;

	(a->value != 0 ? msg_trn_you_direct : msg_trn_you_direct_not)(
	    &s->out, actor_name(w, a, &u), l->t.name);
}

static void
result_to(
    struct world *w, struct session *s, struct tourney_live *l, const struct tourney_act *a)
{
	(void)w;
	(a->kind == TACT_reopen ? reopen_to : setresult_to)(&s->out, l, a);
}

/* Told to the one whom the act names (its user, its entry, the two of its pairing), in the
 * words in which it was told when it happened; NULL: to all who are in it. */
static const struct {
	bool told;
	void (*tell)(struct world *w, struct session *s, struct tourney_live *l,
	    const struct tourney_act *a);
} MISSED[TACT_COUNT] = {
	[TACT_announce] = { true, NULL },
	[TACT_cancel] = { true, NULL },
	[TACT_deadline] = { true, deadline_to },
	[TACT_director] = { true, director_to },
	[TACT_decline] = { true, removed_to },
	[TACT_hold] = { true, hold_to },
	[TACT_invite] = { true, invite_to },
	[TACT_pause] = { true, NULL },
	[TACT_promote] = { true, promote_to },
	[TACT_release] = { true, hold_to },
	[TACT_resume] = { true, NULL },
	[TACT_restore] = { true, restored_to },
	[TACT_setresult] = { true, result_to },
	[TACT_reopen] = { true, result_to },
	[TACT_withdraw] = { true, removed_to },
};

struct missed {
	struct world *w;
	int64_t user;
	unsigned n;
	struct {
		int64_t tourney;
		uint32_t seq;
	} act[MISSED_MAX + 1]; /* the newest first */
};

static struct tourney_live *
open_one(const struct world *w, int64_t id)
{
	struct tourney_live *l;

	DL_FOREACH(w->tourneys->open, l)
	if (l->t.id == id)
		break;
	return l;
}

/* l NULL: it is over, and only what all hear is told. */
static bool
is_told(const struct missed *m, const struct tourney_live *l, const struct tourney_act *a)
{
	unsigned fields = tourney_act_fields(a->kind);
	const struct pairing *x;

	if (!MISSED[a->kind].told)
		return false;
	if (MISSED[a->kind].tell == NULL)
		return l == NULL || tourney_directs(&l->t, m->user) ||
		       is_member(m->w, l, m->user) ||
		       guest_hears(tourney_guest_of(&l->t, m->user), a);
	if (l == NULL)
		return false;
	if (a->kind == TACT_invite && tourney_guest_of(&l->t, m->user) == NULL)
		return false; /* answered, or taken back */
	if ((fields & TF_USER) != 0)
		return a->user == m->user;
	if ((fields & TF_ENTRY) != 0)
		return l->t.entries[a->entry].user == m->user;
	if (a->pairing >= l->t.pairings_n)
		return false;
	x = &l->t.pairings[a->pairing];
	for (unsigned side = 0; side < 2; side++)
		if (entry_is_player(x->side[side]) &&
		    l->t.entries[x->side[side]].user == m->user)
			return true;
	return false;
}

static bool
note_missed(void *ctx, const struct tourney_act_record *r)
{
	struct missed *m = ctx;
	struct tourney_act a;

	if (!tourney_act_read(r->kind, r->at_ms, r->actor, r->text, &a) ||
	    !is_told(m, open_one(m->w, r->tourney), &a))
		return true;
	m->act[m->n].tourney = r->tourney;
	m->act[m->n++].seq = r->seq;
	return m->n <= MISSED_MAX;
}

struct retelling {
	struct world *w;
	struct session *s;
};

static bool
tell_missed(void *ctx, const struct tourney_act_record *r)
{
	const struct retelling *y = ctx;
	struct tourney_live *l = open_one(y->w, r->tourney);
	struct tourney_record over;
	struct tourney_act a;

	CHECK(tourney_act_read(r->kind, r->at_ms, r->actor, r->text, &a));
	if (MISSED[a.kind].tell != NULL)
		MISSED[a.kind].tell(y->w, y->s, l, &a);
	else if (l != NULL)
		members_text(&y->s->out, l->t.name, &a);
	else if (store_tourney_by_id(y->w->store, r->tourney, &over))
		members_text(&y->s->out, over.name, &a);
	return false;
}

void
tourney_tell_missed(struct world *w, struct session *s)
{
	struct retelling y = { w, s };
	struct missed m = { .w = w, .user = s->player->user };
	int64_t since_s = s->player->last_login_s;
	struct user_record u;
	unsigned n;

	if (store_user_by_id(w->store, m.user, &u) && u.last_logout_s > since_s)
		since_s = u.last_logout_s;
	store_tourney_notices_each(
	    w->store, m.user, since_s * 1000, MISSED_ACTS, note_missed, &m);
	n = m.n > MISSED_MAX ? MISSED_MAX : m.n;
	if (n > 0)
		msg_tt_away(&s->out);
	if (m.n > n)
		msg_tt_away_more(&s->out, n);
	while (n-- > 0)
		store_tourney_acts_each(
		    w->store, m.act[n].tourney, m.act[n].seq, tell_missed, &y);
}

/* ---- following ---- */

static bool
follows_already(const struct tourney_live *l, session_id id)
{
	for (size_t i = 0; i < l->followers_n; i++)
		if (l->followers[i] == id)
			return true;
	return false;
}

/* A match that is being played, the one that counts most: the last pairing. */
static struct session *
worth_watching(const struct world *w, const struct tourney_live *l)
{
	for (uint32_t p = l->t.open_last; p != TOURNEY_NO_PAIRING;
	     p = l->t.bouts[p].open_prev) {
		struct match *m = l->t.bouts[p].match != 0 ? tourney_match(w, &l->t, p) : NULL;

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
}

void
tourney_watch_next(struct world *w, struct tourney_live *l)
{
	struct session *target;

	if (!l->dirty)
		return;
	l->dirty = false;
	target = l->followers_n > 0 ? worth_watching(w, l) : NULL;
	for (size_t i = 0; target != NULL && i < l->followers_n; i++) {
		struct session *s = session_get(w, l->followers[i]);

		if (s != NULL && s->state == ST_ONLINE && s->follow.id == l->t.id &&
		    !s->follow.results_only)
			watch(w, s, target);
	}
}

static void
forget_gone(const struct world *w, struct tourney_live *l)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->followers_n; i++) {
		const struct session *s = session_get(w, l->followers[i]);

		if (s != NULL && s->follow.id == l->t.id)
			l->followers[kept++] = l->followers[i];
	}
	l->followers_n = kept;
}

void
tourney_follow(struct world *w, struct session *s, int64_t id, bool shown)
{
	struct tourney_live *l = NULL;

	s->follow.id = id;
	s->follow.results_only = !shown;
	DL_FOREACH(w->tourneys->open, l)
	if (l->t.id == id)
		break;
	if (l != NULL)
		l->dirty = true;
	if (l == NULL || follows_already(l, s->id))
		return;
	forget_gone(w, l);
	if (l->followers_n == l->followers_room)
		tourney_more_followers(l);
	l->followers[l->followers_n++] = s->id;
}
