/* SPDX-License-Identifier: MIT */
/* The tournaments in memory, for the files of this folder.  Other folders include tournament.h.
 *
 * Each file calls only those above it in this list:
 *
 *   memory    arrays, and the state of a tournament from its stored acts
 *   words     names of formats, sections, pairings
 *   live      the tournaments, and the users in them
 *   audience  recipients of notices, their languages; followers
 *   says      texts of notices
 *   tell      which notices an act causes, and to whom
 *   record    applies, stores and announces one act
 *   limits    limits on tournaments, and on acts per user
 *   pairs     seeding orders, and rounds paired by a worker
 *   bouts     the matches of pairings
 *   act       acts with their further effects; new tournaments
 *   duties    scheduled work; users who log in or leave
 *
 * view, draw, info and file show a state.  They call only memory and words. */
#ifndef TOURNAMENT_LIVE_H
#define TOURNAMENT_LIVE_H

#include <stddef.h>

#include "base/table.h"
#include "tournament/tournament.h"

/* delay before a match that could not begin, or a round that could not be paired, is tried
 * again */
#define LIVE_RETRY_MS 10000

/* A consequence of an act, announced after it. */
struct tourney_notification {
	enum tourney_news what;
	uint32_t n;
};

/* Recipients of a tournament's news.  Shared by all news for the same recipients. */
struct tourney_recipients {
	unsigned refs;
	int64_t director[TOURNEY_DIRECTORS_MAX];
	unsigned entries_n;
	size_t users_n;
	int64_t *users;   /* sorted */
	int64_t listed[]; /* user of each entry; 0: not a recipient */
};

/* Acts of a user in a tournament.  They are counted for an hour from the first. */
struct tourney_doer {
	UT_hash_handle hh;
	int64_t user;
	int64_t since_ms;
	unsigned n;
};

struct tourney_live {
	struct tourney t; /* must be first: live_of */
	struct tourney_live *prev, *next;
	uint8_t seed[STORE_SEED_BYTES];
	int64_t maker;             /* user who made it */
	char host[STORE_HOST_MAX]; /* the maker's address; "" if unknown or not limited */
	uint64_t ticket;           /* of the pairing job in progress; 0 none */
	uint32_t ticket_acts;      /* number of acts when the job was posted */
	bool over;                 /* finished; kept only to be shown */
	bool members_only;         /* begin and end are announced only to those in it */
	/* when a limited notice last reached users outside the event; 0 never */
	int64_t outside_ms;
	bool reopened;    /* its entries were open before */
	bool restart_due; /* a `restart` act must follow: the server was down or could not write
			   */
	bool start_waits; /* directors have been notified that the start waits */
	bool dirty;       /* a match began or ended: followers may watch another one */
	bool joined;      /* a follower has `follow.due` set */
	uint32_t placed;  /* entries whose place has been written */
	uint32_t ending;  /* cancelled: matches of all pairings before this one have ended */
	int64_t idle_ms;  /* when to check for idle matches again */
	/* next pairing whose interrupted match needs new deadlines; UINT32_MAX none */
	uint32_t deadlines_from;
	session_id *followers; /* may name closed sessions */
	size_t followers_n, followers_size;
	bool attended;                         /* last answer of limits_attended ... */
	uint32_t attended_acts;                /* ... valid for that number of acts ... */
	int64_t attended_ms;                   /* ... until then (monotonic) */
	struct tourney_doer *doers;            /* recent acts by user; lost at a restart */
	struct tourney_recipients *recipients; /* recipients of the last news; NULL none yet */
	uint8_t still_in[TOURNEY_ENTRIES_MAX / 8]; /* bit set: entries that still play */
	uint32_t still_in_acts;                    /* number of acts when `on` was computed */
	struct tourney_notification *notifications;
	size_t notifications_n, notifications_told, notifications_size;
};

/* An entry of a user in a tournament that is not over. */
struct tourney_member {
	UT_hash_handle hh; /* only of a user's first entry */
	int64_t user;
	struct tourney_live *live;
	entry_no entry;
	struct tourney_member *next; /* next entry of the same user */
};

/* An announcement to all users. */
struct tourney_told {
	int64_t maker, at_ms;
};

/* the newest are kept; older ones no longer count towards TOURNEYS_TOLD_OWN */
#define TOURNEYS_TOLD 256u

struct tourneys {
	struct tourney_live *open; /* unfinished, oldest first */
	struct tourney_live *over; /* some that are over, the most recently used first */
	unsigned over_n;
	struct tourney_live *reading; /* being read from the store; NULL none */
	unsigned read;                /* acts read in turn read_turn */
	uint64_t read_turn;
	struct tourney_member *members;
	struct tourney_job *jobs; /* owned by pairs.c */
	uint64_t tickets;
	struct tourney_told told[TOURNEYS_TOLD]; /* ring buffer */
	unsigned told_n;
	bool begun;
	bool refused;       /* the store has refused writes since the last run */
	int64_t stalled_ms; /* time lost by the server for which no act has been recorded yet */
	int64_t epoch_ms;   /* tournament time minus monotonic time */
	int64_t begun_ms;   /* tournament time of the first turn */
	bool doubted;       /* the first turn took it from a wall clock that may be ahead */
	void *scratch;
	size_t scratch_bytes;
	unsigned seats; /* matches begun in this turn */
};

_Static_assert(offsetof(struct tourney_live, t) == 0, "live_of");

/* The tournament in memory of which t is the state. */
static inline struct tourney_live *
live_of(const struct tourney *t)
{
	return (struct tourney_live *)(uintptr_t)t;
}

/* Adds a tournament of this row to the unfinished ones.  Does not store it. */
struct tourney_live *live_create(struct world *w, const struct tourney_record *r);

/* Moves tournament time forward to the wall clock and checks again what is due.  Returns
 * false, without moving it, if the wall clock is not later. */
bool live_follow_clock(struct world *w);

/* The earliest tournament time that a timed start must have been set at to take place:
 * INT64_MIN, or the start of the server while its wall clock may be ahead. */
int64_t live_trusted_ms(const struct world *w);

/* Whether a clock that was ahead, and has been put back, dated the last act. */
bool live_clock_is_back(const struct world *w, const struct tourney_live *l);

/* Called each turn: when the clock that the server started with is believed or has been put
 * back, takes tournament time from it again. */
void live_turn_back(struct world *w);

/* Moves a finished tournament from the unfinished ones to those kept to be shown. */
void live_retire(struct world *w, struct tourney_live *l);

/* Returns an unfinished tournament, or NULL. */
struct tourney_live *live_get(const struct world *w, int64_t id);

/* Whether an unfinished tournament has that name, in any case of letters. */
bool live_name_taken(const struct world *w, const char *name);

/* Returns the first entry of a user in any unfinished tournament, or NULL. */
struct tourney_member *live_members_of(const struct world *w, int64_t user);

/* Registers the player of an entry.  was: the user whose entry it was before; 0 none. */
void live_member_add(struct world *w, struct tourney_live *l, entry_no e, int64_t was);

/* Gets the dice of a pairing whose match has not begun, and draws them if there are none.  If
 * `anew`, draws new ones, because the players are being notified of the match. */
void live_dice(
    struct world *w, const struct tourney *t, uint32_t p, bool anew, struct dice_record *d_out);

/* Whether a user has an entry that has not withdrawn. */
bool live_is_member(const struct world *w, const struct tourney_live *l, int64_t user);

/* Returns the session of the account that an act names, or NULL if the user is offline. */
struct session *live_session_of(const struct world *w, const char *name, int64_t user);

/* Called when no player could play for a while.  A `restart` act will follow; until the
 * deadlines of interrupted matches have been calculated again, no absent player loses. */
void live_stand_still(const struct world *w, struct tourney_live *l);

/* Frees all tournaments and w->tourneys. */
void live_free_all(struct world *w);

#endif
