/* SPDX-License-Identifier: MIT */
/* The tournaments in memory, for the files of server/tournament.  Other folders include
 * tournament.h.
 *
 * Each file calls only those above it in this list:
 *
 *   memory    arrays, and the state of a tournament from its stored acts
 *   words     names of formats, sections, pairings (tournament_view)
 *   live      the tournaments, and the users in them
 *   audience  recipients of notices, their languages; followers
 *   notices   texts of notices
 *   tell      which notices an act causes, and their recipients
 *   record    applies, stores and announces one act
 *   limits    limits on tournaments, and on acts per user
 *   pairs     seeding orders, and rounds paired by a worker
 *   pairings  the matches of pairings
 *   act       acts with their side effects; new tournaments
 *   schedule  scheduled work; users who log in or leave
 *
 * file, and the folder tournament_view, show a state.  They call only memory and words. */
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
	enum tourney_news news;
	uint32_t n;
};

/* Recipients of a tournament's news.  Shared by all news for the same recipients. */
struct tourney_recipients {
	unsigned refs;
	int64_t director[TOURNEY_DIRECTORS_MAX];
	unsigned entries_n;
	size_t users_n;
	int64_t *users;        /* sorted */
	int64_t entry_users[]; /* user of each entry; 0: not a recipient */
};

/* Counts a user's acts in a tournament, for an hour from the first. */
struct tourney_act_counter {
	UT_hash_handle hh;
	int64_t user;
	int64_t since_ms;
	unsigned n;
};

struct tourney_live {
	struct tourney t; /* must be first: live_of */
	struct tourney_live *prev, *next;
	uint8_t seed[STORE_SEED_BYTES];
	int64_t maker;                   /* user who created it */
	char maker_host[STORE_HOST_MAX]; /* the maker's address; "" if it is unknown or exempt
					  * from limits */
	uint64_t job_ticket;             /* ticket of the pairing job in progress; 0: none */
	uint32_t job_acts;               /* number of acts when the job was posted */
	bool finished;                   /* finished; kept only to be shown */
	bool members_only;               /* beginning and end are announced only to members */
	/* when a notice subject to AUDIENCE_OUTSIDE_INTERVAL_MS last reached users outside the
	 * tournament; 0: never */
	int64_t outside_notice_ms;
	bool entries_reopened; /* entries have been opened again */
	bool restart_due; /* a `restart` act must follow: the server was down or could not write
			   */
	/* timed setting that is due but must wait; directors have been notified; TSET_COUNT:
	 * none */
	uint32_t waiting_setting;
	bool matches_changed;    /* a match began or ended: followers may watch another one */
	bool follower_joined;    /* some follower has `follow.due` set */
	uint32_t places_written; /* number of entries whose places have been written */
	uint32_t matches_ended; /* after a cancellation: the matches of all pairings before this
			    number have ended */
	int64_t idle_check_ms;  /* when to check for idle matches again */
	/* next pairing whose interrupted match needs new deadlines; UINT32_MAX: none */
	uint32_t deadlines_pairing;
	session_id *followers; /* may contain ids of closed sessions */
	size_t followers_n, followers_size;
	bool attended;             /* the last answer of limits_is_attended */
	uint32_t attended_acts;    /* number of acts when limits_is_attended gave that answer; a
				      new act makes the answer invalid */
	int64_t attended_until_ms; /* monotonic; after this time, too, the answer is invalid */
	struct tourney_act_counter *act_counters; /* recent acts by user; lost on restart */
	/* recipients of the last notice; NULL: none */
	struct tourney_recipients *last_recipients;
	uint8_t entries_still_in[TOURNEY_ENTRIES_MAX / 8]; /* a bit set for each entry that
							    * still plays */
	uint32_t still_in_acts;                            /* number of acts when
							    * entries_still_in was
							    * computed */
	struct tourney_notification *notifications;
	size_t notifications_n, notifications_sent, notifications_size;
};

/* An entry of a user in an unfinished tournament. */
struct tourney_member {
	UT_hash_handle hh; /* used only in a user's first entry */
	int64_t user;
	struct tourney_live *tournament;
	entry_no entry;
	struct tourney_member *next; /* next entry of the same user */
};

/* An announcement to all users, which counts towards TOURNEYS_ANNOUNCED_PER_DAY. */
struct tourney_announcement {
	int64_t maker, at_ms;
};

/* number of announcements kept; older ones no longer count towards TOURNEYS_ANNOUNCED_PER_DAY
 */
#define TOURNEYS_ANNOUNCEMENTS_KEPT 256u

struct tourneys {
	struct tourney_live *unfinished; /* unfinished tournaments, oldest first */
	struct tourney_live *finished;   /* finished tournaments, most recently used first */
	unsigned finished_n;
	struct tourney_live *reading; /* the tournament being read from the store; NULL: none */
	unsigned acts_read;           /* acts read in turn read_turn */
	uint64_t read_turn;
	/* the tournament whose pairing is about to begin, in a call of match_begin or
	 * match_resume_row; NULL: none */
	struct tourney_live *starting;
	uint32_t starting_pairing;
	struct tourney_member *members;
	struct tourney_pairing_job *jobs; /* owned by pairs.c */
	uint64_t last_ticket;
	/* ring buffer */
	struct tourney_announcement announcements[TOURNEYS_ANNOUNCEMENTS_KEPT];
	unsigned announcements_n;
	bool first_turn_begun;
	bool writes_refused;         /* the store has refused writes since the last call of
				      * tourneys_run_timers */
	int64_t unrecorded_stall_ms; /* time lost by the server for which no act has been
					recorded yet */
	int64_t clock_offset_ms;     /* tournament time minus monotonic time */
	int64_t first_turn_ms;       /* tournament time of the first turn */
	bool clock_doubted; /* the first turn took clock_offset_ms from a wall clock that may be
			     * ahead */
	int64_t starts_trusted_since_ms; /* while doubted: timed starts that were set after this
					  * time still take place */
	void *scratch;
	size_t scratch_bytes;
	unsigned matches_begun; /* number of matches begun in this turn */
};

_Static_assert(offsetof(struct tourney_live, t) == 0, "live_of");

/* Returns the tournament in memory whose state is t. */
static inline struct tourney_live *
live_of(const struct tourney *t)
{
	return (struct tourney_live *)(uintptr_t)t;
}

/* Adds a tournament with this record to the unfinished tournaments.  Does not store it. */
struct tourney_live *live_create(struct world *w, const struct tourney_record *r);

/* Moves tournament time forward to the wall clock, and checks again which work is due.  Returns
 * false if the wall clock is not ahead of tournament time, which then stays as it is. */
bool live_advance_clock(struct world *w);

/* A timed start takes place only if it was set at or after the time that this function returns.
 * That is INT64_MIN or, while the server's wall clock may be ahead, the time since which the
 * clock has been doubted. */
int64_t live_starts_trusted_since_ms(const struct world *w);

/* Returns whether the last act was dated by a clock that was ahead and has been put back
 * since. */
bool live_clock_was_put_back(const struct world *w, const struct tourney_live *l);

/* Takes tournament time from the wall clock again, once a clock that was doubted at startup is
 * trusted or has been put back.  Called each turn. */
void live_trust_clock(struct world *w);

/* Moves a tournament that has just finished to the list of finished tournaments in memory. */
void live_retire(struct world *w, struct tourney_live *l);

/* Returns an unfinished tournament, or NULL. */
struct tourney_live *live_get_unfinished(const struct world *w, int64_t id);

/* Returns whether an unfinished tournament has that name, ignoring case. */
bool live_name_taken(const struct world *w, const char *name);

/* Returns the first entry of a user in any unfinished tournament, or NULL. */
struct tourney_member *live_entries_of_user(const struct world *w, int64_t user);

/* Registers the player of an entry.  was: the user who had the entry before; 0: none. */
void live_member_add(struct world *w, struct tourney_live *l, entry_no e, int64_t was);

/* Gets the dice of a pairing whose match has not begun, and draws them if there are none.
 * anew: replaces existing dice as well; set when the players are notified of the match. */
void live_pairing_dice(
    struct world *w, const struct tourney *t, uint32_t p, bool anew, struct dice_record *d_out);

/* Returns whether a user has an entry that has not withdrawn. */
bool live_is_member(const struct world *w, const struct tourney_live *l, int64_t user);

/* Returns the session of the account that an act names, or NULL if the user is offline. */
struct session *live_session_of(const struct world *w, const char *name, int64_t user);

/* Called if no player could play for a while.  A `restart` act will follow, and no absent
 * player loses until the deadlines of interrupted matches have been calculated again. */
void live_mark_restart(const struct world *w, struct tourney_live *l);

/* Frees all tournaments and w->tourneys. */
void live_free_all(struct world *w);

#endif
