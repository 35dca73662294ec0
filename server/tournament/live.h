/* SPDX-License-Identifier: MIT */
/* The tournaments in memory, for the files of this folder; others include tournament.h.
 *
 * Each file calls only those above it here:
 *
 *   memory    arrays, and a state from its stored acts
 *   words     names of formats, sections, pairings
 *   live      which tournaments there are, who is in them
 *   audience  who hears, in which language; who follows
 *   says      words of what is told
 *   tell      which of them of each act, to whom
 *   record    one act: applied, stored, told
 *   limits    how many there may be, and how many acts of a user
 *   pairs     orders of seeding, and the pairings that a worker makes
 *   bouts     the matches of pairings
 *   act       acts with what belongs to them; new tournaments
 *   duties    what is due by itself; who comes and goes
 *
 * view, draw, info and file show a state and know nothing of the rest but memory and words. */
#ifndef TOURNAMENT_LIVE_H
#define TOURNAMENT_LIVE_H

#include "base/table.h"
#include "tournament/tournament.h"

#define LIVE_RETRY_MS 10000 /* what could not be done now: a match begun, a round paired */

/* What followed from an act, to be told behind it. */
struct tourney_notification {
	enum tourney_news what;
	uint32_t n;
};

/* Who hears its news, by user; shared by those of the same people. */
struct tourney_hearers {
	unsigned refs;
	int64_t director[TOURNEY_DIRECTORS_MAX];
	unsigned entries_n;
	size_t users_n;
	int64_t *users;   /* in order */
	int64_t listed[]; /* of each entry, 0: they do not */
};

/* The acts of a user in a tournament, counted for an hour from the first. */
struct tourney_doer {
	UT_hash_handle hh;
	int64_t user;
	int64_t since_ms;
	unsigned n;
};

struct tourney_live {
	struct tourney t; /* the first member: a struct tourney * is one of these */
	struct tourney_live *prev, *next;
	uint8_t seed[STORE_SEED_BYTES];
	int64_t maker;             /* the user who made it */
	char host[STORE_HOST_MAX]; /* and from where; "" not known, or not limited */
	uint64_t ticket;           /* of the pairing that is being worked on; 0 none */
	uint32_t ticket_acts;      /* acts there were when it was asked for */
	bool over;                 /* kept only to be looked at */
	bool quiet;                /* its begin and end only those hear who are in it */
	int64_t outside_ms; /* what is limited for people outside reached them then; 0 never */
	bool reopened;      /* its entries were open before */
	bool back;          /* the server has been away: `restart` is owed */
	bool dirty;         /* a match has begun or ended: who follows may watch another one */
	uint32_t placed;    /* entries whose place has been written */
	uint32_t ending;    /* cancelled: matches of the pairings before this one have ended */
	int64_t idle_ms;    /* when to check for idle matches again */
	uint32_t reckon;    /* deadlines of interrupted matches are reckoned from here on */
	session_id *followers; /* some may be gone */
	size_t followers_n, followers_size;
	bool attended;                       /* of limits_attended: its last answer ... */
	uint32_t attended_acts;              /* ... when there were that many acts, */
	int64_t attended_ms;                 /* good until then (monotonic) */
	struct tourney_doer *doers;          /* recent acts by user; lost in a restart */
	struct tourney_hearers *hearers;     /* as they were told last; NULL not yet */
	uint8_t on[TOURNEY_ENTRIES_MAX / 8]; /* who plays on, by entry */
	uint32_t on_acts;                    /* acts there were when it was looked at */
	struct tourney_notification *notifications;
	size_t notifications_n, notifications_told, notifications_size;
};

/* An entry of a user in a tournament that is not over. */
struct tourney_member {
	UT_hash_handle hh; /* of the first one of a user */
	int64_t user;
	struct tourney_live *live;
	entry_no entry;
	struct tourney_member *next; /* of the same user */
};

/* One that all on line were told of, and when. */
struct tourney_told {
	int64_t maker, at_ms;
};

#define TOURNEYS_TOLD 256u /* the last ones; further back nobody is counted */

struct tourneys {
	struct tourney_live *open; /* those that are not over, oldest first */
	struct tourney_live *over; /* some that are, the last one looked at first */
	unsigned over_n;
	struct tourney_live *reading; /* one that is over, and partly read; NULL none */
	unsigned read;                /* acts of such, in the turn ... */
	uint64_t read_turn;
	struct tourney_member *members;
	struct tourney_job *jobs; /* of pairs.c */
	uint64_t tickets;
	struct tourney_told told[TOURNEYS_TOLD]; /* round and round */
	unsigned told_n;
	bool begun;
	bool refused;     /* nothing could be stored for a while */
	int64_t stood_ms; /* that the server stood still for, and no act says yet */
	int64_t epoch_ms; /* tournament time less monotonic time */
	int64_t begun_ms; /* tournament time of the first turn */
	void *scratch;
	size_t scratch_bytes;
	unsigned seats; /* matches begun in this turn */
};

static inline struct tourney_live *
live_of(struct tourney *t)
{
	return (struct tourney_live *)(void *)t;
}

/* A new one of this row, among those that are not over; not stored. */
struct tourney_live *live_create(struct world *w, const struct tourney_record *r);

/* Moves tournament time forward to the wall clock and checks again what is due.  Returns
 * false, without moving it, if the wall clock is not later. */
bool live_follow_clock(struct world *w);

/* It is over: no longer among those that are not. */
void live_retire(struct world *w, struct tourney_live *l);

/* One that is not over; NULL none. */
struct tourney_live *live_get(const struct world *w, int64_t id);

bool live_name_taken(const struct world *w, const char *name);

/* The entries of a user, the first of a list; NULL none. */
struct tourney_member *live_members_of(const struct world *w, int64_t user);

/* An entry that is new, or somebody else's than before (was; 0 nobody's). */
void live_member_add(struct world *w, struct tourney_live *l, entry_no e, int64_t was);

/* The dice of a pairing's match that has not begun, drawn when they are not yet; anew: drawn
 * once more, because it is told to the two now. */
void live_dice(
    struct world *w, const struct tourney *t, uint32_t p, bool anew, struct dice_record *d_out);

/* Whether somebody has an entry that is not withdrawn. */
bool live_is_member(const struct world *w, const struct tourney_live *l, int64_t user);

/* Of a user of whom an act names the account; NULL not on line. */
struct session *live_session_of(const struct world *w, const char *name, int64_t user);

/* Nobody could play for a while: `restart` is owed, and until it is reckoned anew from when on
 * somebody loses an interrupted match nobody does. */
void live_stand_still(const struct world *w, struct tourney_live *l);

void live_free_all(struct world *w);

#endif
