/* SPDX-License-Identifier: MIT */
/* Tournaments in memory: made of their acts, found, acted on, forgotten.  Owns every struct
 * tourney and its arrays.  An act costs what tourney_apply says, and one row; finding is linear
 * in the tournaments that are not over, of which there are few. */
#include "tournament/tournament.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fair/draw.h"
#include "match/match.h"
#include "people/people.h"
#include "tournament/live.h"
#include "tournament/memory.h"
#include "log.h"
#include "proto/words.h"

#define OVER_KEPT 4u        /* tournaments that are over, kept in memory */
#define READ_PER_TURN 4096u /* acts of them */
#define DAY_MS 86400000

int64_t
tourney_now_ms(const struct world *w)
{
	return w->mono_ms + w->tourneys->epoch_ms;
}

/* ---- memory ---- */

void *
tourney_room(struct world *w, const struct tourney *t)
{
	struct tourneys *ts = w->tourneys;
	size_t need = tourney_scratch(t);

	if (need > ts->room_bytes) {
		ts->room = memory_grow(ts->room, need, 1);
		ts->room_bytes = need;
	}
	return ts->room;
}

char *
tourney_text_room(struct world *w, size_t bytes)
{
	struct tourneys *ts = w->tourneys;

	if (bytes > ts->text_bytes) {
		ts->text = memory_grow(ts->text, bytes, 1);
		ts->text_bytes = bytes;
	}
	return ts->text;
}

void
tourney_more_followers(struct tourney_live *l)
{
	l->followers_room = l->followers_room == 0 ? 8 : 2 * l->followers_room;
	l->followers = memory_grow(l->followers, l->followers_room, sizeof(*l->followers));
}

static void
live_free(struct tourney_live *l)
{
	memory_free(&l->t);
	tourney_hearers_free(&l->hearers);
	free(l->notifications);
	free(l->followers);
	free(l);
}

static struct tourney_live *
live_new(int64_t id)
{
	struct tourney_live *l = memory_grow(NULL, 1, sizeof(*l));

	memset(l, 0, sizeof(*l));
	tourney_init(&l->t, id);
	l->reckon = UINT32_MAX; /* nothing */
	l->on_acts = UINT32_MAX;
	return l;
}

/* ---- who is in what ---- */

struct tourney_member *
tourney_members_of(const struct world *w, int64_t user)
{
	struct tourney_member *m;

	HASH_FIND(hh, w->tourneys->members, &user, sizeof(user), m);
	return m;
}

void
tourney_members_add(struct world *w, struct tourney_live *l, entry_no e)
{
	struct tourney_member *m = memory_grow(NULL, 1, sizeof(*m)), *first;

	memset(m, 0, sizeof(*m));
	m->user = l->t.entries[e].user;
	m->live = l;
	m->entry = e;
	first = tourney_members_of(w, m->user);
	if (first != NULL) {
		m->next = first->next;
		first->next = m;
	} else {
		HASH_ADD(hh, w->tourneys->members, user, sizeof(m->user), m);
		CHECK(m->hh.tbl != NULL); /* out of memory */
	}
}

/* Takes those of one tournament out of a user's chain. */
static void
drop_from_chain(struct world *w, struct tourney_member *first, const struct tourney_live *l)
{
	struct tourney_member *m, **at = &first->next;

	while ((m = *at) != NULL) {
		if (m->live != l) {
			at = &m->next;
			continue;
		}
		*at = m->next;
		free(m);
	}
	if (first->live != l)
		return;
	HASH_DEL(w->tourneys->members, first);
	m = first->next;
	free(first);
	if (m != NULL) {
		HASH_ADD(hh, w->tourneys->members, user, sizeof(m->user), m);
		CHECK(m->hh.tbl != NULL);
	}
}

void
tourney_members_drop(struct world *w, struct tourney_live *l)
{
	for (unsigned e = 0; e < l->t.entries_n; e++) {
		struct tourney_member *first = tourney_members_of(w, l->t.entries[e].user);

		if (first != NULL)
			drop_from_chain(w, first, l);
	}
}

/* Who is on line is told to a tournament that was just read. */
static void
join_members(struct world *w, struct tourney_live *l)
{
	for (unsigned e = 0; e < l->t.entries_n; e++) {
		tourney_members_add(w, l, (entry_no)e);
		tourney_presence(&l->t, (entry_no)e,
		    tourney_session(w, &l->t, (entry_no)e) != NULL, tourney_now_ms(w));
	}
}

/* ---- reading ---- */

static void
tell_corrupt(const struct tourney *t)
{
	log_warn("tourney_corrupt", "tourney=%" PRId64 " act=%u", t->id, t->acts);
}

/* Makes the state of a row; false when its acts do not replay. */
static bool
read_state(struct world *w, struct tourney_live *l, const struct tourney_record *r)
{
	bool ok;

	memcpy(l->seed, r->seed, sizeof(l->seed));
	l->maker = r->director;
	CHECK(sbuf_copy(l->host, sizeof(l->host), r->host));
	l->t.plan_ms = (int64_t)w->config.plan_days * DAY_MS;
	ok = memory_read(w->store, &l->t);
	if (!ok)
		tell_corrupt(&l->t);
	return ok;
}

/* Matches that have begun and are not played just now; from when on somebody loses them is
 * reckoned later. */
static void
interrupt_matches(const struct world *w, struct tourney_live *l)
{
	struct tourney *t = &l->t;

	for (uint32_t p = t->open; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next)
		if (t->bouts[p].match != 0)
			tourney_interrupted(t, p, tourney_match(w, t, p) == NULL, NULL);
	l->reckon = 0;
}

void
tourney_stood_still(const struct world *w, struct tourney_live *l)
{
	interrupt_matches(w, l);
	l->back = true;
}

/* At its place: the oldest first. */
static void
open_add(struct world *w, struct tourney_live *l)
{
	struct tourney_live *x, *after = NULL;

	DL_FOREACH(w->tourneys->open, x)
	if (x->t.id < l->t.id)
		after = x;
	if (after == NULL)
		DL_PREPEND(w->tourneys->open, l);
	else
		DL_APPEND_ELEM(w->tourneys->open, after, l);
	w->tourneys->open_n++;
}

static void
load_one(void *ctx, int64_t id)
{
	struct world *w = ctx;
	struct tourney_record r;
	struct tourney_live *l = live_new(id);

	if (!store_tourney_by_id(w->store, id, &r) || !read_state(w, l, &r)) {
		live_free(l);
		return;
	}
	tourney_stood_still(w, l);
	open_add(w, l);
}

bool
tourneys_load(struct world *w)
{
	w->tourneys = calloc(1, sizeof(*w->tourneys));
	if (w->tourneys == NULL)
		return false;
	store_tourneys_open_each(w->store, load_one, w);
	return true;
}

void
tourneys_free(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l, *next;

	if (ts == NULL)
		return;
	tourney_jobs_free(w);
	DL_FOREACH_SAFE(ts->open, l, next)
	{
		tourney_members_drop(w, l);
		live_free(l);
	}
	DL_FOREACH_SAFE(ts->over, l, next)
	live_free(l);
	if (ts->reading != NULL)
		live_free(ts->reading);
	free(ts->room);
	free(ts->text);
	free(ts);
	w->tourneys = NULL;
}

void
tourneys_begin(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l;

	ts->seats = 0;
	if (ts->begun)
		return;
	ts->begun = true;
	ts->epoch_ms = w->wall_ms - w->mono_ms;
	DL_FOREACH(ts->open, l)
	join_members(w, l);
}

/* ---- who is expected ---- */

/* One pass for all that are asked about before the next act. */
static bool
plays_on(struct tourney_live *l, entry_no e)
{
	if (l->on_acts != l->t.acts)
		tourney_playing_on(&l->t, l->on);
	l->on_acts = l->t.acts;
	return (l->on[e / 8] >> e % 8 & 1) != 0;
}

/* He has stopped to play, and nothing will end it. */
static bool
holds_up(const struct match *m, enum seat seat)
{
	const struct match_state *st = &m->state;

	if (st->clock.on || st->clock.paused)
		return false;
	return match_to_act(st) == seat || (st->phase == PH_BETWEEN && !m->joined[seat]);
}

bool
tourneys_expect(struct world *w, const struct session *s)
{
	const struct match *m = s->match != 0 ? session_match(w, s) : NULL;

	if (s->state != ST_ONLINE || (m != NULL && m->event != 0 && holds_up(m, s->seat)))
		return false;
	for (struct tourney_member *x = tourney_members_of(w, s->player->user); x != NULL;
	     x = x->next) {
		const struct tourney *t = &x->live->t;
		const struct tourney_entry *e = &t->entries[x->entry];

		if (e->user != x->user || e->withdrawn)
			continue; /* replaced, or gone */
		if (t->phase == TOURNEY_RUNNING && plays_on(x->live, x->entry))
			return true;
		if ((t->phase == TOURNEY_OPEN || t->phase == TOURNEY_CLOSED) && e->checked_in)
			return true;
	}
	return false;
}

/* ---- finding ---- */

struct tourney *
tourney_next(const struct world *w, const struct tourney *t)
{
	const struct tourney_live *l = (const struct tourney_live *)(const void *)t;

	l = l == NULL ? w->tourneys->open : l->next;
	return l == NULL ? NULL : (struct tourney *)(uintptr_t)&l->t;
}

static void
forget_oldest_over(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *last = ts->over;

	if (ts->over_n <= OVER_KEPT)
		return;
	last = ts->over->prev; /* the tail */
	DL_DELETE(ts->over, last);
	ts->over_n--;
	live_free(last);
}

static struct tourney_live *
find_in(struct tourney_live *list, int64_t id)
{
	struct tourney_live *l;

	DL_FOREACH(list, l)
	if (l->t.id == id)
		return l;
	return NULL;
}

static void
keep_over(struct world *w, struct tourney_live *l)
{
	struct tourneys *ts = w->tourneys;

	l->over = true;
	DL_PREPEND(ts->over, l);
	ts->over_n++;
	forget_oldest_over(w);
}

/* One that is over: kept, or read. */
static struct tourney *
get_over(struct world *w, int64_t id)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l = find_in(ts->over, id);
	struct tourney_record r;

	if (l != NULL) {
		DL_DELETE(ts->over, l);
		DL_PREPEND(ts->over, l);
		return &l->t;
	}
	if (!store_tourney_by_id(w->store, id, &r) || r.ended_ms == 0)
		return NULL;
	l = live_new(id);
	if (!read_state(w, l, &r)) {
		live_free(l);
		return NULL;
	}
	keep_over(w, l);
	return &l->t;
}

bool
tourney_unread(struct world *w, int64_t id)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_record r;

	return find_in(ts->open, id) == NULL && find_in(ts->over, id) == NULL &&
	       store_tourney_by_id(w->store, id, &r) && r.ended_ms != 0;
}

/* One at a time, and so much of it in a turn, for however many; whoever waits reads on. */
static void
read_on(struct world *w, unsigned acts)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l = ts->reading;
	enum memory_read how;

	if (ts->read_turn != w->turn)
		ts->read = 0;
	ts->read_turn = w->turn;
	if (ts->read + acts > READ_PER_TURN)
		return;
	ts->read += acts;
	how = memory_read_on(w->store, &l->t, acts);
	if (how == MEMORY_MORE)
		return;
	ts->reading = NULL;
	if (how == MEMORY_DONE && find_in(ts->over, l->t.id) == NULL) {
		keep_over(w, l);
		return;
	}
	if (how == MEMORY_BAD)
		tell_corrupt(&l->t);
	live_free(l);
}

bool
tourney_read_on(struct world *w, int64_t id, unsigned acts)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_record r;
	bool own;

	if (find_in(ts->over, id) != NULL)
		return false;
	if (ts->reading == NULL) {
		if (!store_tourney_by_id(w->store, id, &r) || r.ended_ms == 0)
			return false;
		ts->reading = live_new(id);
		memcpy(ts->reading->seed, r.seed, sizeof(r.seed));
	}
	own = ts->reading->t.id == id;
	read_on(w, acts);
	return !own || ts->reading != NULL; /* its own: read, or damaged */
}

struct tourney *
tourney_get(struct world *w, int64_t id)
{
	struct tourney_live *l;

	DL_FOREACH(w->tourneys->open, l)
	if (l->t.id == id)
		return &l->t;
	return get_over(w, id);
}

struct tourney *
tourney_named(struct world *w, const char *word)
{
	struct tourney *found = NULL;
	bool several = false;
	long id;

	if (word_number(word, &id))
		return id > 0 ? tourney_get(w, id) : NULL;
	for (struct tourney *t = tourney_next(w, NULL); t != NULL; t = tourney_next(w, t)) {
		if (word_is(word, t->name))
			return t;
		if (!word_begins(word, t->name))
			continue;
		several = found != NULL;
		found = t;
	}
	return several ? NULL : found;
}

static bool
name_taken(const struct world *w, const char *name)
{
	const struct tourney_live *l;

	DL_FOREACH(w->tourneys->open, l)
	if (word_is(name, l->t.name))
		return true;
	return false;
}

/* ---- one act ---- */

static void
remember(void *ctx, const struct tourney *t, enum tourney_news what, uint32_t n)
{
	struct tourney_live *l = ctx;

	(void)t;
	if (l->notifications_told == l->notifications_n)
		l->notifications_told = l->notifications_n = 0;
	if (l->notifications_n == l->notifications_room) {
		l->notifications_room =
		    l->notifications_room == 0 ? 16 : 2 * l->notifications_room;
		l->notifications = memory_grow(
		    l->notifications, l->notifications_room, sizeof(*l->notifications));
	}
	l->notifications[l->notifications_n++] = (struct tourney_notification){ what, n };
}

static void
keep_act(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	size_t size = 256 + (a->text != NULL ? strlen(a->text) : 0);
	char *text = memory_grow(NULL, size, 1);
	struct tourney_act_record r = {
		.tourney = l->t.id,
		.seq = l->t.acts - 1,
		.at_ms = a->at_ms,
		.actor = a->actor,
		.kind = tourney_act_name(a->kind),
		.text = text,
	};
	struct sbuf b;

	sbuf_init(&b, text, size);
	tourney_act_write(&b, a);
	CHECK(sbuf_ok(&b));
	store_tourney_act_add(w->store, &r);
	free(text);
}

static bool
is_member(const struct world *w, const struct tourney_live *l, int64_t user, entry_no e)
{
	const struct tourney_member *m = tourney_members_of(w, user);

	while (m != NULL && (m->live != l || m->entry != e))
		m = m->next;
	return m != NULL;
}

/* Only of acts that make an entry or fill it anew; somebody may come back to one of his.  was:
 * whose it was before, 0 nobody's. */
static void
note_member(struct world *w, struct tourney_live *l, const struct tourney_act *a, int64_t was)
{
	struct tourney_member *first = was != 0 ? tourney_members_of(w, was) : NULL;
	entry_no e;

	if (a->kind == TACT_restore)
		tourney_presence(
		    &l->t, a->entry, tourney_session(w, &l->t, a->entry) != NULL, a->at_ms);
	if (a->kind != TACT_enter && a->kind != TACT_admit && a->kind != TACT_promote &&
	    a->kind != TACT_replace)
		return;
	if (first != NULL)
		drop_from_chain(w, first, l);
	e = tourney_entry_of(&l->t, a->user);
	if (!is_member(w, l, a->user, e))
		tourney_members_add(w, l, e);
	tourney_presence(&l->t, e, tourney_session(w, &l->t, e) != NULL, a->at_ms);
}

enum tourney_err
tourney_do(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e;
	int64_t was;

	a->at_ms = tourney_now_ms(w);
	if (a->at_ms < l->t.last_ms)
		a->at_ms = l->t.last_ms;
	e = tourney_gate(&l->t, a);
	if (e != TOURNEY_OK)
		return e;
	was = a->kind == TACT_replace ? l->t.entries[a->entry].user : 0;
	l->replaced = was;
	if (was != 0)
		CHECK(sbuf_copy(
		    l->replaced_name, sizeof(l->replaced_name), l->t.entries[a->entry].name));
	memory_room(&l->t, a);
	e = tourney_apply(&l->t, a, remember, l);
	if (e != TOURNEY_OK)
		return e;
	DCHECK(tourney_check(&l->t));
	l->placed = 0;
	keep_act(w, l, a);
	if ((tourney_act_fields(a->kind) & TF_USER) != 0)
		store_tourney_member_add(w->store, a->user, l->t.id);
	note_member(w, l, a, was);
	tourney_tell_act(w, l, a);
	return e;
}

/* ---- acts with what belongs to them ---- */

/* Rule 42: what the draw will be made from is committed before the first entry. */
static void
commit_draw(struct world *w, struct tourney_live *l)
{
	char text[FAIR_HEX_ROOM];
	struct tourney_act a = { .kind = TACT_commit, .text = text };

	if (l->t.set.value[TSET_seeding] != SEEDING_DRAW || l->t.commitment[0] != '\0')
		return;
	fair_draw_commitment(l->seed, text);
	CHECK(tourney_do(w, l, &a) == TOURNEY_OK);
}

static void
reveal_draw(struct world *w, struct tourney_live *l)
{
	char text[FAIR_HEX_ROOM];
	struct tourney_act a = { .kind = TACT_reveal, .text = text };

	if (l->t.set.value[TSET_seeding] != SEEDING_DRAW)
		return;
	fair_hex(l->seed, text);
	CHECK(tourney_do(w, l, &a) == TOURNEY_OK);
}

/* Those that count: a plan does not. */
static bool
table_is_full(const struct world *w)
{
	const struct tourney_live *l;
	unsigned n = 0;

	DL_FOREACH(w->tourneys->open, l)
	n += l->t.phase != TOURNEY_PLANNED;
	return n >= TOURNEYS_OPEN_MAX;
}

/* An entry that is not here yet, the last one; ENTRY_UNKNOWN none. */
static entry_no
absent_entry(const struct tourney *t)
{
	for (unsigned e = t->entries_n; e-- > 0;)
		if (!t->entries[e].withdrawn && !t->entries[e].checked_in)
			return (entry_no)e;
	return ENTRY_UNKNOWN;
}

/* Who has not checked in gives up the place to somebody who waits and has. */
static void
fill_places(struct world *w, struct tourney_live *l)
{
	struct tourney *t = &l->t;

	for (unsigned i = 0; i < t->guests_n;) {
		struct tourney_act out = { .kind = TACT_withdraw, .entry = absent_entry(t) };
		struct tourney_act in = { .kind = TACT_promote, .user = t->guests[i].user };

		if (!t->guests[i].attends) {
			i++;
			continue;
		}
		if (t->in >= tourney_capacity(t) &&
		    (out.entry == ENTRY_UNKNOWN || tourney_do(w, l, &out) != TOURNEY_OK))
			return;
		in.rating = t->guests[i].rating;
		CHECK(sbuf_copy(in.name, sizeof(in.name), t->guests[i].name));
		if (tourney_do(w, l, &in) != TOURNEY_OK)
			return;
	}
}

/* Two are here, with those who wait. */
static bool
two_are_here(const struct tourney *t)
{
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		n += t->entries[e].checked_in && !t->entries[e].withdrawn;
	for (unsigned i = 0; i < t->guests_n; i++)
		n += t->guests[i].attends;
	return n >= 2;
}

static enum tourney_err
start(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e =
	    l->t.phase >= TOURNEY_RUNNING ? tourney_gate(&l->t, a) : TOURNEY_OK;
	struct tourney_guest left[TOURNEY_GUESTS_MAX];
	unsigned left_n;

	if (e == TOURNEY_OK && l->t.phase == TOURNEY_PLANNED && table_is_full(w))
		e = TOURNEY_TABLE_FULL;
	if (e != TOURNEY_OK)
		return e;
	commit_draw(w, l); /* it starts without ever having been opened */
	if (l->t.set.value[TSET_checkin] != 0 && two_are_here(&l->t))
		fill_places(w, l);
	memcpy(left, l->t.guests, sizeof(left));
	left_n = l->t.guests_n;
	a->text = tourney_start_order(w, l);
	if (a->text == NULL)
		return TOURNEY_TOO_FEW;
	e = tourney_do(w, l, a);
	if (e != TOURNEY_OK)
		return e;
	reveal_draw(w, l);
	for (unsigned i = 0; i < left_n; i++)
		if (left[i].waits)
			tourney_tell_no_place(w, l, &left[i]);
	return e;
}

/* A match of theirs that is being played is lost first: by their own will it counts as if they
 * had resigned. */
static enum tourney_err
withdraw(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	struct tourney *t = &l->t;
	uint32_t p = t->phase == TOURNEY_RUNNING && a->entry < t->entries_n
			 ? tourney_open_pairing(t, a->entry)
			 : TOURNEY_NO_PAIRING;

	if (p != TOURNEY_NO_PAIRING && t->bouts[p].match != 0 &&
	    !t->entries[a->entry].withdrawn)
		tourney_match_lost(w, l, p, t->pairings[p].side[1] == a->entry,
		    t->entries[a->entry].user == a->actor ? ACT_ABANDON : ACT_FORFEIT);
	return tourney_do(w, l, a);
}

/* One of the two whose match counts no longer: in the log, on the screen or in a message. */
static void
unrate_one(struct world *w, struct tourney_live *l, const struct tourney_act *a,
    const struct user_record *director, const struct rating_record *r)
{
	double change = r->after - r->before;
	char detail[64];
	struct user_record u;
	struct sbuf b;

	CHECK(store_user_by_id(w->store, r->user, &u));
	SBUF_ON(&b, detail);
	sbuf_addf(&b, "%+.2f, tournament %" PRId64, -change, l->t.id);
	moderation_log(w, director->name, "unrate", u.name, detail, a->text);
	tourney_tell_unrated(w, l, a, &u, -change);
}

/* A result that was turned round, or taken back, takes with it what the match did to ratings,
 * once. */
static void
unrate(struct world *w, struct tourney_live *l, const struct tourney_act *a)
{
	const struct tourney_bout *b = &l->t.bouts[a->pairing];
	struct tourney_act act = { .kind = TACT_unrate, .pairing = a->pairing };
	struct rating_record undone[2];
	struct user_record director;
	char text[128];
	struct match_record m;
	struct sbuf words;
	unsigned n;

	if (b->match == 0 || b->unrated || !store_match_by_id(w->store, b->match, &m) ||
	    m.winner < 0 || m.winner == a->side ||
	    !store_user_by_id(w->store, a->actor, &director))
		return;
	n = match_unrate(w, b->match, undone);
	if (n == 0)
		return;
	SBUF_ON(&words, text);
	for (unsigned i = 0; i < n; i++)
		sbuf_addf(&words, "%s%s %+.6f", i > 0 ? ", " : "",
		    m.name[undone[i].user == m.user[1]], undone[i].before - undone[i].after);
	act.text = text;
	CHECK(tourney_do(w, l, &act) == TOURNEY_OK);
	for (unsigned i = 0; i < n; i++)
		unrate_one(w, l, a, &director, &undone[i]);
}

/* The director's word comes first; the match that may be running ends by it. */
static enum tourney_err
set_result(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	struct tourney *t = &l->t;
	int64_t row = a->pairing < t->pairings_n ? t->bouts[a->pairing].match : 0;
	bool open = row != 0 && t->pairings[a->pairing].end == PAIRING_OPEN;
	enum tourney_err e = tourney_do(w, l, a);

	if (e == TOURNEY_OK && open) {
		tourney_match_set(w, l, a->pairing);
		l->dirty = true;
	} else if (e == TOURNEY_OK) {
		unrate(w, l, a);
	}
	return e;
}

/* Its match does not count; the one that is played instead does. */
static enum tourney_err
reopen(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e = tourney_gate(&l->t, a);

	if (e != TOURNEY_OK)
		return e;
	a->side = PAIRING_NOBODY;
	unrate(w, l, a);
	return tourney_do(w, l, a);
}

static enum tourney_err
forfeit(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	struct tourney *t = &l->t;
	bool open = a->pairing < t->pairings_n && t->bouts[a->pairing].match != 0 &&
		    t->pairings[a->pairing].end == PAIRING_OPEN;
	enum tourney_err e = tourney_do(w, l, a);

	if (e == TOURNEY_OK && open)
		tourney_match_end(
		    w, l, a->pairing, a->side == PAIRING_NOBODY ? -1 : 1 - a->side);
	return e;
}

/* Reaches the match, which may be interrupted. */
static enum tourney_err
act_on_match(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e = tourney_gate(&l->t, a);

	if (e != TOURNEY_OK)
		return e;
	if (l->t.bouts[a->pairing].match != 0 && !tourney_match_act(w, l, a))
		return TOURNEY_BAD_SETTING;
	return tourney_do(w, l, a);
}

static enum tourney_err
open_entries(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e = tourney_gate(&l->t, a);

	if (e == TOURNEY_OK && l->t.phase == TOURNEY_PLANNED && table_is_full(w))
		e = TOURNEY_TABLE_FULL;
	if (e != TOURNEY_OK)
		return e;
	commit_draw(w, l);
	return tourney_do(w, l, a);
}

/* Does not want to hear of a director of it. */
static bool
shuts_out(const struct world *w, const struct tourney *t, const struct tourney_act *a)
{
	const struct session *s = tourney_session_of(w, a->name, a->user);

	for (unsigned i = 0; s != NULL && i <= TOURNEY_DIRECTORS_MAX; i++) {
		int64_t of = i < TOURNEY_DIRECTORS_MAX ? t->director[i] : a->actor;

		if (of != 0 &&
		    (userlist_has(&s->lists.gagged, of) || userlist_has(&s->lists.blinded, of)))
			return true;
	}
	return false;
}

/* Who has taken part before would like to hear of it again. */
static bool
had_entry(const struct tourney *t, int64_t user)
{
	for (unsigned e = 0; e < t->entries_n; e++)
		if (t->entries[e].user == user)
			return true;
	return false;
}

/* Nobody is made a director, or put back, by somebody of whom they do not want to hear; nor a
 * director who does not want to hear of tournaments. */
static enum tourney_err
with_consent(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e = tourney_gate(&l->t, a);
	struct tourney_act of = *a;
	struct user_record u;

	if (e != TOURNEY_OK)
		return e;
	if (a->kind == TACT_restore)
		of.user = l->t.entries[a->entry].user;
	if (of.user != a->actor && (a->kind == TACT_restore || a->value != 0) &&
	    store_user_by_id(w->store, of.user, &u)) {
		CHECK(sbuf_copy(of.name, sizeof(of.name), u.name));
		if (shuts_out(w, &l->t, &of) ||
		    (a->kind == TACT_director && !user_has(w, &u, TOGGLE_tournaments)))
			return TOURNEY_REFUSES;
	}
	return tourney_do(w, l, a);
}

static enum tourney_err
invite(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	int64_t since_ms = tourney_now_ms(w) - DAY_MS;
	enum tourney_err e = tourney_gate(&l->t, a);
	struct user_record u;

	if (e != TOURNEY_OK)
		return e;
	if (!store_user_by_id(w->store, a->user, &u) || !user_has(w, &u, TOGGLE_tournaments) ||
	    shuts_out(w, &l->t, a))
		return TOURNEY_REFUSES;
	if (!had_entry(&l->t, a->user) &&
	    store_tourney_was_invited(w->store, a->user, l->t.id, since_ms))
		return TOURNEY_INVITED_LATE;
	if (store_tourney_invitations_of(w->store, a->user, since_ms) >= TOURNEYS_INVITES_OF)
		return TOURNEY_INVITED_MUCH;
	if (store_tourney_invitations_by(w->store, a->actor, since_ms) >= TOURNEYS_INVITES_BY)
		return TOURNEY_INVITES_MUCH;
	e = tourney_do(w, l, a);
	if (e == TOURNEY_OK)
		store_tourney_invited(w->store, a->user, l->t.id, a->actor, a->at_ms);
	return e;
}

/* A draw that is decided on while entries are taken is committed at once. */
static enum tourney_err
set(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e = tourney_do(w, l, a);

	if (e == TOURNEY_OK && l->t.phase == TOURNEY_OPEN)
		commit_draw(w, l);
	return e;
}

static enum tourney_err
rename_it(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e = tourney_gate(&l->t, a);

	if (e != TOURNEY_OK)
		return e;
	if (!word_is(a->text, l->t.name) && name_taken(w, a->text))
		return TOURNEY_ENTERED;
	e = tourney_do(w, l, a);
	store_tourney_rename(w->store, l->t.id, a->text);
	return e;
}

/* What belongs to an act is done with it; NULL: nothing does. */
static enum tourney_err (*const WITH[TACT_COUNT])(
    struct world *w, struct tourney_live *l, struct tourney_act *a) = {
	[TACT_open] = open_entries,
	[TACT_director] = with_consent,
	[TACT_restore] = with_consent,
	[TACT_invite] = invite,
	[TACT_set] = set,
	[TACT_rename] = rename_it,
	[TACT_start] = start,
	[TACT_withdraw] = withdraw,
	[TACT_setresult] = set_result,
	[TACT_reopen] = reopen,
	[TACT_forfeit] = forfeit,
	[TACT_hold] = act_on_match,
	[TACT_release] = act_on_match,
	[TACT_addtime] = act_on_match,
};

enum tourney_err
tourney_act(struct world *w, struct tourney *t, const struct session *s, struct tourney_act *a)
{
	struct tourney_live *l = live_of(t);

	a->actor = s != NULL ? s->player->user : 0;
	if (l->over)
		return TOURNEY_IS_OVER;
	if (tourney_own_match(t, a))
		return TOURNEY_OWN_MATCH;
	return WITH[a->kind] != NULL ? WITH[a->kind](w, l, a) : tourney_do(w, l, a);
}

/* ---- a new one ---- */

/* The network that counts as one address; "" none, or one that has no limits. */
static void
host_of(const struct session *s, char text[STORE_HOST_MAX])
{
	struct netaddr a = s->from;
	struct sbuf b;

	sbuf_init(&b, text, STORE_HOST_MAX);
	if (s->exempt || a.family == 0)
		return;
	if (a.family == 6) {
		a.bits = 64;
		memset(a.bytes + 8, 0, 8);
	}
	netaddr_text(&a, &b);
}

/* A plan that counts for a session: of its account, or of its address. */
static bool
is_plan_of(const struct tourney_live *l, int64_t user, const char *host)
{
	return l->t.phase == TOURNEY_PLANNED &&
	       (host != NULL ? host[0] != '\0' && strcmp(l->host, host) == 0
			     : l->maker == user);
}

/* Whether one more may be made. */
static enum tourney_err
may_create(const struct world *w, int64_t user, const char *host)
{
	unsigned own = 0, plans = 0, plans_own = 0, plans_host = 0;
	const struct tourney_live *l;

	DL_FOREACH(w->tourneys->open, l)
	{
		own += l->maker == user;
		plans += l->t.phase == TOURNEY_PLANNED;
		plans_own += is_plan_of(l, user, NULL);
		plans_host += is_plan_of(l, user, host);
	}
	return own >= TOURNEYS_OWN_MAX             ? TOURNEY_IS_FULL
	       : plans_own >= TOURNEYS_PLANS_OWN   ? TOURNEY_PLANS_OWN
	       : plans_host >= TOURNEYS_PLANS_HOST ? TOURNEY_PLANS_HOST
	       : plans >= TOURNEYS_PLANS_MAX       ? TOURNEY_PLANS_FULL
						   : TOURNEY_OK;
}

int64_t
tourneys_room_ms(const struct world *w, const struct session *s, enum tourney_err err)
{
	const struct tourney_live *l;
	int64_t first = INT64_MAX;
	char host[STORE_HOST_MAX];

	host_of(s, host);
	DL_FOREACH(w->tourneys->open, l)
	{
		bool plan = l->t.phase == TOURNEY_PLANNED;
		bool counts = err == TOURNEY_TABLE_FULL ? !plan
			      : err == TOURNEY_PLANS_FULL
				  ? plan
				  : is_plan_of(l, s->player->user,
					err == TOURNEY_PLANS_HOST ? host : NULL);

		if (counts && tourney_expires_ms(&l->t) < first)
			first = tourney_expires_ms(&l->t);
	}
	return first != INT64_MAX ? first : 0;
}

struct tourney *
tourney_create(
    struct world *w, const struct session *s, const char *name, enum tourney_err *err_out)
{
	const struct player *p = s->player;
	struct tourney_record r = { .director = p->user, .created_ms = tourney_now_ms(w) };
	struct tourney_act a = { .kind = TACT_create, .actor = p->user, .text = name };
	struct tourney_live *l;

	*err_out = TOURNEY_BAD_ACT;
	if (name[0] == '\0' || !sbuf_copy(r.name, sizeof(r.name), name))
		return NULL;
	host_of(s, r.host);
	*err_out = may_create(w, p->user, r.host);
	if (*err_out != TOURNEY_OK)
		return NULL;
	*err_out = TOURNEY_ENTERED;
	if (name_taken(w, name))
		return NULL;
	w->random.bytes(w->random.ctx, r.seed, sizeof(r.seed));
	r.id = store_tourney_create(w->store, &r);
	if (r.id == 0)
		return NULL;
	l = live_new(r.id);
	memcpy(l->seed, r.seed, sizeof(l->seed));
	l->maker = r.director;
	memcpy(l->host, r.host, sizeof(l->host));
	l->t.plan_ms = (int64_t)w->config.plan_days * DAY_MS;
	open_add(w, l);
	CHECK(tourney_do(w, l, &a) == TOURNEY_OK);
	a = (struct tourney_act){
		.kind = TACT_director, .actor = p->user, .value = 1, .user = p->user
	};
	CHECK(sbuf_copy(a.name, sizeof(a.name), p->name));
	CHECK(tourney_do(w, l, &a) == TOURNEY_OK);
	*err_out = TOURNEY_OK;
	return &l->t;
}

void
tourney_retire(struct world *w, struct tourney_live *l)
{
	struct tourneys *ts = w->tourneys;

	tourney_members_drop(w, l);
	DL_DELETE(ts->open, l);
	ts->open_n--;
	l->over = true;
	DL_PREPEND(ts->over, l);
	ts->over_n++;
	forget_oldest_over(w);
}

void
tourney_act_user(const struct world *w, const struct tourney *t, const struct user_record *u,
    struct tourney_act *a)
{
	a->user = u->id;
	CHECK(sbuf_copy(a->name, sizeof(a->name), u->name));
	a->rating = tourney_rating(user_standing(w, u, tourney_game(&t->set)).rating);
}
