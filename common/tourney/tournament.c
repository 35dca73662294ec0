/* SPDX-License-Identifier: MIT */
/* The state of a tournament, and what the caller reports about its players.  Acts are applied
 * in apply.c and the files it names.  Owns no memory; costs are given in the header. */
#include "tourney/tournament.h"

#include <string.h>

void
tourney_init(struct tourney *t, int64_t id)
{
	memset(t, 0, sizeof(*t));
	t->id = id;
	tourney_settings_init(&t->set);
	t->open_first = t->open_last = TOURNEY_NO_PAIRING;
	t->timing.next_scan_ms = INT64_MIN;
}

/* ---- entries ---- */

bool
tourney_is_out(const struct tourney *t, entry_no e)
{
	const struct tourney_entry *x = &t->entries[e];

	return x->withdrawn || (tourney_format(&t->set)->out_by_losses &&
				   x->losses >= t->set.value[TSET_losses]);
}

unsigned
tourney_entries_remaining(const struct tourney *t)
{
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		n += !tourney_is_out(t, (entry_no)e);
	return n;
}

void
tourney_playing_on(const struct tourney *t, uint8_t *bits_out)
{
	memset(bits_out, 0, TOURNEY_ENTRIES_MAX / 8);
	for (unsigned e = 0; t->stage == STAGE_ROUNDS && e < t->entries_n; e++)
		if (!tourney_is_out(t, (entry_no)e))
			(void)bit_take(bits_out, (entry_no)e);
	for (uint32_t p = t->bracket_base; t->stage != STAGE_ROUNDS && p < t->pairings_n; p++)
		for (unsigned side = 0; side < 2; side++) {
			entry_no e = t->pairings[p].side[side];

			if (t->pairings[p].end == PAIRING_OPEN && entry_is_player(e) &&
			    !tourney_is_out(t, e))
				(void)bit_take(bits_out, e);
		}
}

bool
tourney_plays_on(const struct tourney *t, entry_no e)
{
	uint8_t bits[TOURNEY_ENTRIES_MAX / 8];

	tourney_playing_on(t, bits);
	return bit_take(bits, e);
}

/* Returns the bit of a user in `user_filter`. */
static unsigned
user_filter_bit(int64_t user)
{
	return (unsigned)((uint64_t)user * UINT64_C(0x9e3779b97f4a7c15) >> 49);
}

void
tourney_add_to_user_filter(struct tourney *t, int64_t user)
{
	t->user_filter[user_filter_bit(user) / 64] |= UINT64_C(1) << user_filter_bit(user) % 64;
}

bool
tourney_may_have_entered(const struct tourney *t, int64_t user)
{
	return (t->user_filter[user_filter_bit(user) / 64] >> user_filter_bit(user) % 64 & 1) !=
	       0;
}

entry_no
tourney_entry_of(const struct tourney *t, int64_t user)
{
	for (unsigned e = 0; tourney_may_have_entered(t, user) && e < t->entries_n; e++)
		if (t->entries[e].user == user && !t->entries[e].withdrawn)
			return (entry_no)e;
	return ENTRY_UNKNOWN;
}

entry_no
tourney_planned_opponent(const struct tourney *t, entry_no e)
{
	entry_no other = t->entries[e].planned_opponent;

	if (tourney_is_out(t, e))
		return ENTRY_UNKNOWN;
	for (unsigned i = 0; other == ENTRY_NOBODY && i < e; i++)
		if (t->entries[i].planned_opponent == ENTRY_NOBODY &&
		    !tourney_is_out(t, (entry_no)i))
			return ENTRY_UNKNOWN; /* the bye may be planned for two entries if one
						 withdrew and returned; the first gets it */
	if (entry_is_player(other) &&
	    (tourney_is_out(t, other) || t->entries[other].planned_opponent != e))
		return ENTRY_UNKNOWN;
	return other;
}

bool
tourney_entry_has_started(const struct tourney_entry *e)
{
	return e->seed != 0 || e->late_entry;
}

bool
tourney_was_played(const struct tourney *t)
{
	for (uint32_t p = 0; p < t->pairings_n; p++)
		if (t->pairings[p].end == PAIRING_PLAYED)
			return true;
	return false;
}

unsigned
tourney_capacity(const struct tourney *t)
{
	unsigned set = (unsigned)t->set.value[TSET_capacity];
	unsigned most = tourney_format(&t->set)->entries_max;

	return set < most ? set : most;
}

bool
tourney_can_start(const struct tourney *t)
{
	bool checkin = t->set.value[TSET_checkin] != 0;
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		n += !t->entries[e].withdrawn && (!checkin || t->entries[e].checked_in);
	for (unsigned i = 0; checkin && i < t->guests_n; i++)
		n += t->guests[i].checked_in;
	return n >= 2;
}

/* ---- users ---- */

bool
tourney_directs(const struct tourney *t, int64_t user)
{
	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		if (t->director[i] == user && user != 0)
			return true;
	return false;
}

const struct tourney_guest *
tourney_guest_of(const struct tourney *t, int64_t user)
{
	for (unsigned i = 0; i < t->guests_n; i++)
		if (t->guests[i].user == user)
			return &t->guests[i];
	return NULL;
}

unsigned
tourney_waiting_count(const struct tourney *t)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->guests_n; i++)
		n += t->guests[i].waiting;
	return n;
}

unsigned
tourney_invited_count(const struct tourney *t)
{
	return t->guests_n - tourney_waiting_count(t);
}

/* ---- pairings and rounds ---- */

uint32_t
tourney_open_pairing(const struct tourney *t, entry_no e)
{
	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next)
		if (t->pairings[p].side[0] == e || t->pairings[p].side[1] == e)
			return p;
	return TOURNEY_NO_PAIRING;
}

enum section
tourney_section(const struct tourney *t, uint32_t pairing)
{
	return t->stage == STAGE_PLAYOFF && pairing >= t->bracket_base
		   ? SECTION_PLAYOFF
		   : (enum section)t->pairings[pairing].section;
}

unsigned
tourney_rounds(const struct tourney *t, unsigned n)
{
	const struct format *f = tourney_format(&t->set);

	return f->rounds != NULL ? f->rounds(&t->set, n) : 0;
}

bool
tourney_rounds_are_over(const struct tourney *t)
{
	return (t->rounds != 0 && t->round >= t->rounds) ||
	       (tourney_format(&t->set)->by_round && tourney_entries_remaining(t) < 2);
}

/* False in an elimination by losses: at most one entry is left in the end, so no title is
 * shared. */
bool
tourney_bracket_follows(const struct tourney *t)
{
	const struct format *f = tourney_format(&t->set);

	return t->phase == TOURNEY_RUNNING && t->stage == STAGE_ROUNDS &&
	       tourney_rounds_are_over(t) &&
	       (tourney_is_grouped(&t->set) || (f->points && t->set.value[TSET_playoff] != 0));
}

/* True if the bout's match has begun, or if the bout is over and not by a walkover. */
static bool
bout_must_stay(const void *ctx, uint32_t p)
{
	const struct tourney *t = ctx;
	uint32_t n = t->bracket_base + p;

	return t->bouts[n].match != 0 ||
	       (t->pairings[n].end != PAIRING_OPEN && !t->bouts[n].walkover);
}

bool
tourney_may_reopen(const struct tourney *t, uint32_t p)
{
	return bracket_may_reopen(
	    TOURNEY_BRACKET_ARGS(t), p - t->bracket_base, bout_must_stay, t);
}

bool
tourney_may_change(const struct tourney *t, uint32_t p)
{
	const struct pairing *x = &t->pairings[p];

	if (t->phase != TOURNEY_RUNNING || !pairing_is_decided(x))
		return false;
	return section_is_bracket(x->section) ? tourney_may_reopen(t, p)
					      : t->stage == STAGE_ROUNDS;
}

int64_t
tourney_settled_ms(const struct tourney *t)
{
	int64_t at_ms = 0;

	if (t->phase != TOURNEY_RUNNING || t->open_first != TOURNEY_NO_PAIRING ||
	    (t->stage == STAGE_ROUNDS && !tourney_rounds_are_over(t)))
		return 0;
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		int64_t until_ms = t->bouts[p].director_decided_ms + TOURNEY_SETTLE_MS;

		if (t->bouts[p].director_decided_ms == 0 || until_ms <= at_ms)
			continue;
		if (t->stage == STAGE_ROUNDS && t->pairings[p].round != t->round)
			continue; /* a director could have changed this result only before the
				     last round */
		if (tourney_may_change(t, p))
			at_ms = until_ms;
	}
	return at_ms;
}

/* ---- reports by the caller ---- */

void
tourney_set_presence(struct tourney *t, entry_no e, bool here, int64_t now_ms)
{
	t->entries[e].online = here;
	t->entries[e].offline_since_ms = here ? 0 : now_ms;
	t->timing.next_scan_ms = INT64_MIN;
}

void
tourney_put_off(struct tourney *t, uint32_t pairing, int64_t until_ms)
{
	if (pairing == TOURNEY_NO_PAIRING)
		t->timing.postponed_until_ms = until_ms;
	else
		t->bouts[pairing].postponed_until_ms = until_ms;
	t->timing.next_scan_ms = INT64_MIN;
}

void
tourney_set_interrupted(struct tourney *t, uint32_t pairing, bool is, const int64_t lose_ms[2])
{
	struct tourney_bout *b = &t->bouts[pairing];

	b->interrupted = is;
	for (unsigned side = 0; side < 2; side++)
		b->lose_ms[side] = is && lose_ms != NULL ? lose_ms[side] : INT64_MAX;
	t->timing.next_scan_ms = INT64_MIN;
}

/* ---- consistency ---- */

bool
tourney_check(const struct tourney *t)
{
	unsigned in = 0, open = 0, ready = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		in += !t->entries[e].withdrawn;
	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next) {
		if (!pairing_ready(&t->pairings[p]) || t->bouts[p].ready_ms == 0)
			return false;
		open++;
	}
	for (uint32_t p = 0; p < t->pairings_n; p++)
		ready += pairing_ready(&t->pairings[p]) && t->bouts[p].ready_ms != 0;
	return in == t->in && t->entries_n <= t->entries_room &&
	       t->guests_n <= TOURNEY_GUESTS_MAX && t->pairings_n <= t->pairings_room &&
	       open == t->open_n && open == ready;
}
