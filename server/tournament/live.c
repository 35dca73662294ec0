/* SPDX-License-Identifier: MIT */
/* The tournaments in memory and their members: loading, finding, discarding.  Owns every struct
 * tourney and its arrays.  Searches are linear in the unfinished tournaments, of which there
 * are few. */
#include "tournament/live.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tournament/memory.h"
#include "os/log.h"
#include "proto/words.h"

#define OVER_KEPT 4u        /* finished tournaments kept in memory */
#define READ_PER_TURN 4096u /* acts of finished tournaments read in a turn */
#define DAY_MS 86400000
/* If the clock is this much earlier than the last act, it has been put back.  A restart alone
 * can lose up to ten minutes, because the server knows only to within ten minutes when it was
 * last up. */
#define CLOCK_BACK_MS 3600000

int64_t
tourney_now_ms(const struct world *w)
{
	return w->mono_ms + w->tourneys->epoch_ms;
}

void *
tourneys_scratch(struct world *w, const struct tourney *t)
{
	struct tourneys *ts = w->tourneys;
	size_t need = tourney_scratch(t);

	if (need > ts->scratch_bytes) {
		ts->scratch = memory_grow(ts->scratch, need, 1);
		ts->scratch_bytes = need;
	}
	return ts->scratch;
}

static void
live_free(struct tourney_live *l)
{
	struct tourney_doer *d, *next;

	memory_free(&l->t);
	HASH_ITER(hh, l->doers, d, next)
	{
		HASH_DEL(l->doers, d);
		free(d);
	}
	if (l->recipients != NULL && --l->recipients->refs == 0)
		free(l->recipients);
	free(l->notifications);
	free(l->followers);
	free(l);
}

static struct tourney_live *
live_new(const struct world *w, const struct tourney_record *r)
{
	struct tourney_live *l = memory_grow(NULL, 1, sizeof(*l));

	memset(l, 0, sizeof(*l));
	tourney_init(&l->t, r->id);
	memcpy(l->seed, r->seed, sizeof(l->seed));
	l->maker = r->director;
	CHECK(sbuf_copy(l->host, sizeof(l->host), r->host));
	l->t.when.plan_ms = (int64_t)w->config.plan_days * DAY_MS;
	l->deadlines_pairing = UINT32_MAX; /* none */
	l->still_in_acts = UINT32_MAX;
	return l;
}

/* ---- sessions and matches ---- */

struct session *
live_session_of(const struct world *w, const char *name, int64_t user)
{
	struct session *s = session_by_name(w, name);

	return s != NULL && s->player->user == user ? s : NULL;
}

struct session *
tourney_session(const struct world *w, const struct tourney *t, entry_no e)
{
	return entry_is_player(e) ? live_session_of(w, t->entries[e].name, t->entries[e].user)
				  : NULL;
}

struct match *
tourney_match(const struct world *w, const struct tourney *t, uint32_t pairing)
{
	int64_t row = t->bouts[pairing].match;

	for (unsigned side = 0; row != 0 && side < 2; side++) {
		struct session *s = tourney_session(w, t, t->pairings[pairing].side[side]);
		struct match *m = s != NULL ? session_match(w, s) : NULL;

		if (m != NULL && m->row == row)
			return m;
	}
	return NULL;
}

struct tourney *
tourney_of_match(const struct world *w, const struct match *m, uint32_t *pairing_out)
{
	struct tourney_live *l = m->tournament != 0 ? live_get(w, m->tournament) : NULL;

	if (l == NULL || m->pairing >= l->t.pairings_n ||
	    l->t.bouts[m->pairing].match != m->row)
		return NULL;
	*pairing_out = m->pairing;
	return &l->t;
}

bool
tourney_match_held(const struct world *w, const struct match *m)
{
	uint32_t p;
	const struct tourney *t = tourney_of_match(w, m, &p);

	return t != NULL && t->bouts[p].held;
}

/* ---- members ---- */

struct tourney_member *
live_entries_of_user(const struct world *w, int64_t user)
{
	struct tourney_member *m;

	HASH_FIND(hh, w->tourneys->members, &user, sizeof(user), m);
	return m;
}

bool
live_is_member(const struct world *w, const struct tourney_live *l, int64_t user)
{
	for (struct tourney_member *m = live_entries_of_user(w, user); m != NULL; m = m->next)
		if (m->live == l && l->t.entries[m->entry].user == user &&
		    !l->t.entries[m->entry].withdrawn)
			return true;
	return false;
}

const struct tourney *
tourneys_without_bots(const struct world *w, int64_t user)
{
	const struct tourney_live *l;

	DL_FOREACH(w->tourneys->open, l)
	{
		const struct tourney_guest *g = tourney_guest_of(&l->t, user);

		if (l->t.set.value[TSET_bots] == 0 &&
		    (live_is_member(w, l, user) || (g != NULL && g->waits)))
			return &l->t;
	}
	return NULL;
}

/* Removes a user's entries in one tournament from the list of the user's entries. */
static void
drop_members(struct world *w, int64_t user, const struct tourney_live *l)
{
	struct tourney_member *first = live_entries_of_user(w, user), *m, **at;

	if (first == NULL)
		return;
	for (at = &first->next; (m = *at) != NULL;) {
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
		CHECK(m->hh.tbl != NULL); /* fails only if memory runs out */
	}
}

static void
drop_all_members(struct world *w, const struct tourney_live *l)
{
	for (unsigned e = 0; e < l->t.entries_n; e++)
		drop_members(w, l->t.entries[e].user, l);
}

void
live_member_add(struct world *w, struct tourney_live *l, entry_no e, int64_t was)
{
	struct tourney_member *m, *first;

	if (was != 0)
		drop_members(w, was, l);
	first = live_entries_of_user(w, l->t.entries[e].user);
	for (m = first; m != NULL; m = m->next)
		if (m->live == l && m->entry == e)
			return; /* the user had this entry before */
	m = memory_grow(NULL, 1, sizeof(*m));
	memset(m, 0, sizeof(*m));
	m->user = l->t.entries[e].user;
	m->live = l;
	m->entry = e;
	if (first != NULL) {
		m->next = first->next;
		first->next = m;
	} else {
		HASH_ADD(hh, w->tourneys->members, user, sizeof(m->user), m);
		CHECK(m->hh.tbl != NULL);
	}
}

/* ---- loading ---- */

static void
log_corrupt(const struct tourney *t)
{
	log_warn("tourney_corrupt", "tourney=%" PRId64 " act=%u", t->id, t->acts);
}

/* Rebuilds a tournament from its acts; NULL if they do not replay. */
static struct tourney_live *
read_whole(struct world *w, const struct tourney_record *r)
{
	struct tourney_live *l = live_new(w, r);

	if (memory_read(w->store, &l->t))
		return l;
	log_corrupt(&l->t);
	live_free(l);
	return NULL;
}

/* Marks the deadlines of interrupted matches as unknown; pairings_compute_deadlines calculates
 * them. */
static void
mark_deadlines_unknown(const struct world *w, struct tourney_live *l)
{
	struct tourney *t = &l->t;

	for (uint32_t p = t->open; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next)
		if (t->bouts[p].match != 0)
			tourney_set_interrupted(t, p, tourney_match(w, t, p) == NULL, NULL);
	l->deadlines_pairing = 0;
}

void
live_mark_restart(const struct world *w, struct tourney_live *l)
{
	mark_deadlines_unknown(w, l);
	l->restart_due = true;
}

/* Inserts a tournament in order of age, oldest first. */
static void
add_open(struct world *w, struct tourney_live *l)
{
	struct tourney_live *x, *after = NULL;

	DL_FOREACH(w->tourneys->open, x)
	if (x->t.id < l->t.id)
		after = x;
	if (after == NULL)
		DL_PREPEND(w->tourneys->open, l);
	else
		DL_APPEND_ELEM(w->tourneys->open, after, l);
}

struct tourney_live *
live_create(struct world *w, const struct tourney_record *r)
{
	struct tourney_live *l = live_new(w, r);

	add_open(w, l);
	return l;
}

static void
load_one(void *ctx, int64_t id)
{
	struct world *w = ctx;
	struct tourney_record r;
	struct tourney_live *l =
	    store_tourney_by_id(w->store, id, &r) ? read_whole(w, &r) : NULL;

	if (l == NULL)
		return;
	live_mark_restart(w, l);
	add_open(w, l);
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
live_free_all(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l, *next;

	DL_FOREACH_SAFE(ts->open, l, next)
	{
		drop_all_members(w, l);
		live_free(l);
	}
	DL_FOREACH_SAFE(ts->over, l, next)
	live_free(l);
	if (ts->reading != NULL)
		live_free(ts->reading);
	free(ts->scratch);
	free(ts);
	w->tourneys = NULL;
}

/* Notes that the server lost time, which is not counted against any player. */
static void
note_stall(struct world *w, int64_t ms)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l;

	ts->epoch_ms += ms;
	ts->stalled_ms += ms;
	DL_FOREACH(ts->open, l)
	mark_deadlines_unknown(w, l);
}

int64_t
live_trusted_ms(const struct world *w)
{
	return w->tourneys->doubted ? w->tourneys->trusted_ms : INT64_MIN;
}

bool
live_clock_is_back(const struct world *w, const struct tourney_live *l)
{
	return l->t.last_ms - tourney_now_ms(w) > CLOCK_BACK_MS;
}

void
live_trust_clock(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l;

	if (!ts->doubted || wallclock_may_be_ahead(w))
		return;
	ts->doubted = false;
	ts->epoch_ms = wallclock_stamp_ms(w) - w->mono_ms;
	DL_FOREACH(ts->open, l)
	{
		mark_deadlines_unknown(w, l);
		l->t.when.look_ms = INT64_MIN;
	}
}

bool
live_follow_clock(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	int64_t ms = w->wall_ms - tourney_now_ms(w);
	struct tourney_live *l;

	if (ms > 0)
		note_stall(w, ms);
	DL_FOREACH(ts->open, l)
	l->t.when.look_ms = INT64_MIN;
	return ms > 0;
}

/* Begins a turn.  In the first turn, also registers the members and whether they are
 * present. */
void
tourneys_begin(struct world *w, int64_t stalled_ms)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l;

	ts->seats = 0;
	if (ts->begun && stalled_ms > 0)
		note_stall(w, stalled_ms);
	if (ts->begun)
		return;
	ts->begun = true;
	ts->epoch_ms = wallclock_stamp_ms(w) - w->mono_ms;
	ts->first_turn_ms = tourney_now_ms(w);
	ts->doubted = wallclock_may_be_ahead(w);
	ts->trusted_ms = wallclock_doubted_since_ms(w);
	DL_FOREACH(ts->open, l)
	for (unsigned i = 0; i < l->t.entries_n; i++) {
		entry_no e = (entry_no)i;

		live_member_add(w, l, e, 0);
		tourney_presence(
		    &l->t, e, tourney_session(w, &l->t, e) != NULL, tourney_now_ms(w));
	}
}

/* ---- finished tournaments ---- */

static struct tourney_live *
find_in(struct tourney_live *list, int64_t id)
{
	struct tourney_live *l;

	DL_FOREACH(list, l)
	if (l->t.id == id)
		return l;
	return NULL;
}

static bool
over_record(const struct world *w, int64_t id, struct tourney_record *r)
{
	return store_tourney_by_id(w->store, id, r) && r->ended_ms != 0;
}

/* Keeps a finished tournament in memory, and discards the least recently used tournament if
 * there are too many. */
static void
keep_over(struct world *w, struct tourney_live *l)
{
	struct tourneys *ts = w->tourneys;

	l->over = true;
	DL_PREPEND(ts->over, l);
	if (++ts->over_n <= OVER_KEPT)
		return;
	l = ts->over->prev; /* the tail */
	DL_DELETE(ts->over, l);
	ts->over_n--;
	live_free(l);
}

void
live_retire(struct world *w, struct tourney_live *l)
{
	drop_all_members(w, l);
	DL_DELETE(w->tourneys->open, l);
	keep_over(w, l);
}

/* Returns a finished tournament, from memory or from the store. */
static struct tourney_live *
get_over(struct world *w, int64_t id)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l = find_in(ts->over, id);
	struct tourney_record r;

	if (l != NULL) {
		DL_DELETE(ts->over, l);
		DL_PREPEND(ts->over, l);
		return l;
	}
	l = over_record(w, id, &r) ? read_whole(w, &r) : NULL;
	if (l != NULL)
		keep_over(w, l);
	return l;
}

bool
tourney_unread(struct world *w, int64_t id)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_record r;

	return find_in(ts->open, id) == NULL && find_in(ts->over, id) == NULL &&
	       over_record(w, id, &r);
}

/* Reads more acts of the tournament being read: one tournament at a time, and READ_PER_TURN
 * acts per turn in total.  Called for every user who waits for a tournament. */
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
		log_corrupt(&l->t);
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
		if (!over_record(w, id, &r))
			return false;
		ts->reading = live_new(w, &r);
	}
	own = ts->reading->t.id == id;
	read_on(w, acts);
	return !own || ts->reading != NULL; /* false: this tournament was read, or is damaged */
}

/* ---- finding ---- */

struct tourney *
tourney_next(const struct world *w, const struct tourney *t)
{
	const struct tourney_live *l = live_of(t);

	l = l == NULL ? w->tourneys->open : l->next;
	return l == NULL ? NULL : (struct tourney *)(uintptr_t)&l->t;
}

struct tourney_live *
live_get(const struct world *w, int64_t id)
{
	return find_in(w->tourneys->open, id);
}

struct tourney *
tourney_get(struct world *w, int64_t id)
{
	struct tourney_live *l = live_get(w, id);

	if (l == NULL)
		l = get_over(w, id);
	return l != NULL ? &l->t : NULL;
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

bool
tourney_is_quiet(const struct tourney *t)
{
	return live_of(t)->members_only;
}

bool
tourney_phase_announced(const struct tourney *t)
{
	const struct tourney_live *l = (const void *)t;

	return !l->members_only && !(l->reopened && t->phase == TOURNEY_OPEN);
}

bool
live_name_taken(const struct world *w, const char *name)
{
	const struct tourney_live *l;

	DL_FOREACH(w->tourneys->open, l)
	if (word_is(name, l->t.name))
		return true;
	return false;
}

/* ---- dice ---- */

void
live_dice(
    struct world *w, const struct tourney *t, uint32_t p, bool anew, struct dice_record *d_out)
{
	struct dice_record d = { 0 };

	if (!anew && store_pairing_dice(w->store, t->id, p, d_out))
		return;
	w->random.bytes(w->random.ctx, d.seed, sizeof(d.seed));
	store_pairing_dice_end(w->store, t->id, p);
	store_pairing_dice_set(w->store, t->id, p, &d);
	*d_out = d;
}

/* Returns the i-th tournament in which the user has yet to begin a match, or NULL. */
static const struct tourney_live *
waiting_match(const struct world *w, int64_t user, unsigned i, uint32_t *p_out, unsigned *side)
{
	const struct tourney_member *m = live_entries_of_user(w, user);

	for (; m != NULL; m = m->next) {
		const struct tourney *t = &m->live->t;
		uint32_t p;

		if (t->phase != TOURNEY_RUNNING || t->entries[m->entry].user != user)
			continue;
		p = tourney_open_pairing(t, m->entry);
		if (p == TOURNEY_NO_PAIRING || t->bouts[p].match != 0 ||
		    !pairing_ready(&t->pairings[p]) || i-- > 0)
			continue;
		*p_out = p;
		*side = t->pairings[p].side[1] == m->entry;
		return m->live;
	}
	return NULL;
}

bool
tourneys_dice(
    struct world *w, int64_t user, unsigned i, const char *text, struct tourney_dice *d_out)
{
	struct tourney_dice d;
	uint32_t p;
	unsigned side;
	const struct tourney_live *l = waiting_match(w, user, i, &p, &side);

	if (l == NULL)
		return false;
	d.tournament = l->t.name;
	live_dice(w, &l->t, p, false, &d.dice);
	for (unsigned k = 0; k < 2; k++)
		d.name[k] = l->t.entries[l->t.pairings[p].side[k]].name;
	if (text != NULL) {
		CHECK(sbuf_copy(d.dice.text[side], sizeof(d.dice.text[side]), text));
		store_pairing_dice_set(w->store, l->t.id, p, &d.dice);
	}
	*d_out = d;
	return true;
}
