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

#define FINISHED_KEPT 4u         /* finished tournaments kept in memory */
#define ACTS_READ_PER_TURN 4096u /* acts of finished tournaments read in a turn */
#define DAY_MS 86400000
/* If the clock is this much earlier than the last act, it has been put back.  A restart alone
 * can lose up to ten minutes, because the server knows only to within ten minutes when it was
 * last up. */
#define CLOCK_PUT_BACK_MS 3600000

int64_t
tourney_now_ms(const struct world *w)
{
	return w->mono_ms + w->tourneys->clock_offset_ms;
}

void *
tourneys_scratch(struct world *w, const struct tourney *t)
{
	struct tourneys *ts = w->tourneys;
	size_t need = tourney_scratch_size(t);

	if (need > ts->scratch_bytes) {
		ts->scratch = memory_grow(ts->scratch, need, 1);
		ts->scratch_bytes = need;
	}
	return ts->scratch;
}

static void
live_free(struct tourney_live *l)
{
	struct tourney_act_counter *d, *next;

	memory_free_arrays(&l->t);
	HASH_ITER(hh, l->act_counters, d, next)
	{
		HASH_DEL(l->act_counters, d);
		free(d);
	}
	if (l->last_recipients != NULL && --l->last_recipients->refs == 0)
		free(l->last_recipients);
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
	CHECK(sbuf_copy(l->maker_host, sizeof(l->maker_host), r->maker_host));
	l->t.timing.unattended_limit_ms = (int64_t)w->config.plan_days * DAY_MS;
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
	struct tourney_live *l =
	    m->tournament != 0 ? live_get_unfinished(w, m->tournament) : NULL;

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
		if (m->tournament == l && l->t.entries[m->entry].user == user &&
		    !l->t.entries[m->entry].withdrawn)
			return true;
	return false;
}

const struct tourney *
tourneys_entered_without_bots(const struct world *w, int64_t user)
{
	const struct tourney_live *l;

	DL_FOREACH(w->tourneys->unfinished, l)
	{
		const struct tourney_guest *g = tourney_guest_of(&l->t, user);

		if (l->t.set.value[TSET_bots] == 0 &&
		    (live_is_member(w, l, user) || (g != NULL && g->waiting)))
			return &l->t;
	}
	return NULL;
}

/* Removes a user's entries in one tournament from the list of the user's entries. */
static void
drop_entries_of_user(struct world *w, int64_t user, const struct tourney_live *l)
{
	struct tourney_member *first = live_entries_of_user(w, user), *m, **at;

	if (first == NULL)
		return;
	for (at = &first->next; (m = *at) != NULL;) {
		if (m->tournament != l) {
			at = &m->next;
			continue;
		}
		*at = m->next;
		free(m);
	}
	if (first->tournament != l)
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
drop_all_entries(struct world *w, const struct tourney_live *l)
{
	for (unsigned e = 0; e < l->t.entries_n; e++)
		drop_entries_of_user(w, l->t.entries[e].user, l);
}

void
live_member_add(struct world *w, struct tourney_live *l, entry_no e, int64_t was)
{
	struct tourney_member *m, *first;

	if (was != 0)
		drop_entries_of_user(w, was, l);
	first = live_entries_of_user(w, l->t.entries[e].user);
	for (m = first; m != NULL; m = m->next)
		if (m->tournament == l && m->entry == e)
			return; /* the user had this entry before */
	m = memory_grow(NULL, 1, sizeof(*m));
	memset(m, 0, sizeof(*m));
	m->user = l->t.entries[e].user;
	m->tournament = l;
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
read_tournament(struct world *w, const struct tourney_record *r)
{
	struct tourney_live *l = live_new(w, r);

	if (memory_read_all(w->store, &l->t))
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

	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next)
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
insert_unfinished(struct world *w, struct tourney_live *l)
{
	struct tourney_live *x, *after = NULL;

	DL_FOREACH(w->tourneys->unfinished, x)
	if (x->t.id < l->t.id)
		after = x;
	if (after == NULL)
		DL_PREPEND(w->tourneys->unfinished, l);
	else
		DL_APPEND_ELEM(w->tourneys->unfinished, after, l);
}

struct tourney_live *
live_create(struct world *w, const struct tourney_record *r)
{
	struct tourney_live *l = live_new(w, r);

	insert_unfinished(w, l);
	return l;
}

static void
load_tournament(void *ctx, int64_t id)
{
	struct world *w = ctx;
	struct tourney_record r;
	struct tourney_live *l =
	    store_tourney_by_id(w->store, id, &r) ? read_tournament(w, &r) : NULL;

	if (l == NULL)
		return;
	live_mark_restart(w, l);
	insert_unfinished(w, l);
}

bool
tourneys_load(struct world *w)
{
	w->tourneys = calloc(1, sizeof(*w->tourneys));
	if (w->tourneys == NULL)
		return false;
	store_tourneys_open_each(w->store, load_tournament, w);
	return true;
}

void
live_free_all(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l, *next;

	DL_FOREACH_SAFE(ts->unfinished, l, next)
	{
		drop_all_entries(w, l);
		live_free(l);
	}
	DL_FOREACH_SAFE(ts->finished, l, next)
	live_free(l);
	if (ts->reading != NULL)
		live_free(ts->reading);
	free(ts->scratch);
	free(ts);
	w->tourneys = NULL;
}

/* Notes that the server lost time, which is not counted against any player. */
static void
add_lost_time(struct world *w, int64_t ms)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l;

	ts->clock_offset_ms += ms;
	ts->unrecorded_stall_ms += ms;
	DL_FOREACH(ts->unfinished, l)
	mark_deadlines_unknown(w, l);
}

int64_t
live_starts_trusted_since_ms(const struct world *w)
{
	return w->tourneys->clock_doubted ? w->tourneys->starts_trusted_since_ms : INT64_MIN;
}

bool
live_clock_was_put_back(const struct world *w, const struct tourney_live *l)
{
	return l->t.last_ms - tourney_now_ms(w) > CLOCK_PUT_BACK_MS;
}

void
live_trust_clock(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l;

	if (!ts->clock_doubted || wallclock_may_be_ahead(w))
		return;
	ts->clock_doubted = false;
	ts->clock_offset_ms = wallclock_new_stamp_ms(w) - w->mono_ms;
	DL_FOREACH(ts->unfinished, l)
	{
		mark_deadlines_unknown(w, l);
		l->t.timing.next_scan_ms = INT64_MIN;
	}
}

bool
live_advance_clock(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	int64_t ms = w->wall_ms - tourney_now_ms(w);
	struct tourney_live *l;

	if (ms > 0)
		add_lost_time(w, ms);
	DL_FOREACH(ts->unfinished, l)
	l->t.timing.next_scan_ms = INT64_MIN;
	return ms > 0;
}

/* Begins a turn.  In the first turn, also registers the members and whether they are
 * present. */
void
tourneys_begin_turn(struct world *w, int64_t stalled_ms)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l;

	ts->matches_begun = 0;
	if (ts->first_turn_begun && stalled_ms > 0)
		add_lost_time(w, stalled_ms);
	if (ts->first_turn_begun)
		return;
	ts->first_turn_begun = true;
	ts->clock_offset_ms = wallclock_new_stamp_ms(w) - w->mono_ms;
	ts->first_turn_ms = tourney_now_ms(w);
	ts->clock_doubted = wallclock_may_be_ahead(w);
	ts->starts_trusted_since_ms = wallclock_doubted_since_ms(w);
	DL_FOREACH(ts->unfinished, l)
	for (unsigned i = 0; i < l->t.entries_n; i++) {
		entry_no e = (entry_no)i;

		live_member_add(w, l, e, 0);
		tourney_set_presence(
		    &l->t, e, tourney_session(w, &l->t, e) != NULL, tourney_now_ms(w));
	}
}

/* ---- finished tournaments ---- */

static struct tourney_live *
find_in_list(struct tourney_live *list, int64_t id)
{
	struct tourney_live *l;

	DL_FOREACH(list, l)
	if (l->t.id == id)
		return l;
	return NULL;
}

static bool
read_finished_record(const struct world *w, int64_t id, struct tourney_record *r)
{
	return store_tourney_by_id(w->store, id, r) && r->ended_ms != 0;
}

/* Keeps a finished tournament in memory, and discards the least recently used tournament if
 * there are too many. */
static void
keep_finished(struct world *w, struct tourney_live *l)
{
	struct tourneys *ts = w->tourneys;

	l->finished = true;
	DL_PREPEND(ts->finished, l);
	if (++ts->finished_n <= FINISHED_KEPT)
		return;
	l = ts->finished->prev; /* the tail */
	DL_DELETE(ts->finished, l);
	ts->finished_n--;
	live_free(l);
}

void
live_retire(struct world *w, struct tourney_live *l)
{
	drop_all_entries(w, l);
	DL_DELETE(w->tourneys->unfinished, l);
	keep_finished(w, l);
}

/* Returns a finished tournament, from memory or from the store. */
static struct tourney_live *
get_finished(struct world *w, int64_t id)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l = find_in_list(ts->finished, id);
	struct tourney_record r;

	if (l != NULL) {
		DL_DELETE(ts->finished, l);
		DL_PREPEND(ts->finished, l);
		return l;
	}
	l = read_finished_record(w, id, &r) ? read_tournament(w, &r) : NULL;
	if (l != NULL)
		keep_finished(w, l);
	return l;
}

bool
tourney_must_be_read(struct world *w, int64_t id)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_record r;

	return find_in_list(ts->unfinished, id) == NULL &&
	       find_in_list(ts->finished, id) == NULL && read_finished_record(w, id, &r);
}

/* Reads more acts of the tournament being read: one tournament at a time, and
 * ACTS_READ_PER_TURN acts per turn in total.  Called for every user who waits for a tournament.
 */
static void
read_more_acts(struct world *w, unsigned acts)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l = ts->reading;
	enum memory_read_result how;

	if (ts->read_turn != w->turn_no)
		ts->acts_read = 0;
	ts->read_turn = w->turn_no;
	if (ts->acts_read + acts > ACTS_READ_PER_TURN)
		return;
	ts->acts_read += acts;
	how = memory_read_more(w->store, &l->t, acts);
	if (how == MEMORY_READ_MORE)
		return;
	ts->reading = NULL;
	if (how == MEMORY_READ_ALL && find_in_list(ts->finished, l->t.id) == NULL) {
		keep_finished(w, l);
		return;
	}
	if (how == MEMORY_READ_BAD_ACTS)
		log_corrupt(&l->t);
	live_free(l);
}

bool
tourney_read_more(struct world *w, int64_t id, unsigned acts)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_record r;
	bool own;

	if (find_in_list(ts->finished, id) != NULL)
		return false;
	if (ts->reading == NULL) {
		if (!read_finished_record(w, id, &r))
			return false;
		ts->reading = live_new(w, &r);
	}
	own = ts->reading->t.id == id;
	read_more_acts(w, acts);
	return !own || ts->reading != NULL; /* false: this tournament was read, or is damaged */
}

/* ---- finding ---- */

struct tourney *
tourney_next(const struct world *w, const struct tourney *t)
{
	const struct tourney_live *l = live_of(t);

	l = l == NULL ? w->tourneys->unfinished : l->next;
	return l == NULL ? NULL : (struct tourney *)(uintptr_t)&l->t;
}

struct tourney_live *
live_get_unfinished(const struct world *w, int64_t id)
{
	return find_in_list(w->tourneys->unfinished, id);
}

struct tourney *
tourney_get(struct world *w, int64_t id)
{
	struct tourney_live *l = live_get_unfinished(w, id);

	if (l == NULL)
		l = get_finished(w, id);
	return l != NULL ? &l->t : NULL;
}

struct tourney *
tourney_by_word(struct world *w, const char *word)
{
	struct tourney *found = NULL;
	bool several = false;
	long id;

	if (word_number(word, &id))
		return id > 0 ? tourney_get(w, id) : NULL;
	for (struct tourney *t = tourney_next(w, NULL); t != NULL; t = tourney_next(w, t)) {
		if (word_is(word, t->name))
			return t;
		if (!word_is_prefix(word, t->name))
			continue;
		several = found != NULL;
		found = t;
	}
	return several ? NULL : found;
}

bool
tourney_is_members_only(const struct tourney *t)
{
	return live_of(t)->members_only;
}

bool
tourney_phase_announced(const struct tourney *t)
{
	const struct tourney_live *l = (const void *)t;

	return !l->members_only && !(l->entries_reopened && t->phase == TOURNEY_OPEN);
}

bool
live_name_taken(const struct world *w, const char *name)
{
	const struct tourney_live *l;

	DL_FOREACH(w->tourneys->unfinished, l)
	if (word_is(name, l->t.name))
		return true;
	return false;
}

/* ---- dice ---- */

void
live_pairing_dice(
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
unbegun_match(const struct world *w, int64_t user, unsigned i, uint32_t *p_out, unsigned *side)
{
	const struct tourney_member *m = live_entries_of_user(w, user);

	for (; m != NULL; m = m->next) {
		const struct tourney *t = &m->tournament->t;
		uint32_t p;

		if (t->phase != TOURNEY_RUNNING || t->entries[m->entry].user != user)
			continue;
		p = tourney_open_pairing(t, m->entry);
		if (p == TOURNEY_NO_PAIRING || t->bouts[p].match != 0 ||
		    !pairing_ready(&t->pairings[p]) || i-- > 0)
			continue;
		*p_out = p;
		*side = t->pairings[p].side[1] == m->entry;
		return m->tournament;
	}
	return NULL;
}

bool
tourneys_match_dice(
    struct world *w, int64_t user, unsigned i, const char *text, struct tourney_dice *d_out)
{
	struct tourney_dice d;
	uint32_t p;
	unsigned side;
	const struct tourney_live *l = unbegun_match(w, user, i, &p, &side);

	if (l == NULL)
		return false;
	d.tournament_name = l->t.name;
	live_pairing_dice(w, &l->t, p, false, &d.dice);
	for (unsigned k = 0; k < 2; k++)
		d.player_name[k] = l->t.entries[l->t.pairings[p].side[k]].name;
	if (text != NULL) {
		CHECK(sbuf_copy(
		    d.dice.player_text[side], sizeof(d.dice.player_text[side]), text));
		store_pairing_dice_set(w->store, l->t.id, p, &d.dice);
	}
	*d_out = d;
	return true;
}
