/* SPDX-License-Identifier: MIT */
/* Inside the tournaments' part of the domain: what its files share.  Nobody else includes it.
 */
#ifndef TOURNAMENT_LIVE_H
#define TOURNAMENT_LIVE_H

#include "base/table.h"
#include "tournament/tournament.h"

/* Something to be told of a tournament, after the act that it followed from. */
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
	int64_t listed[]; /* of each entry, 0: he does not */
};

/* A tournament in memory. */
struct tourney_live {
	struct tourney t; /* the first member: a struct tourney * is one of these */
	struct tourney_live *prev, *next;
	uint8_t seed[STORE_SEED_BYTES];
	int64_t maker;             /* the user who made it */
	char host[STORE_HOST_MAX]; /* and from where; "" not known, or not limited */
	uint64_t ticket;           /* of the pairing that is being worked on; 0 none */
	uint32_t ticket_acts;      /* acts there were when it was asked for */
	bool over;                 /* kept only to be looked at */
	bool back;                 /* the server has been away: `restart` is owed */
	uint32_t placed;           /* entries whose place has been written */
	uint32_t ending; /* cancelled: matches of the pairings before this one have ended */
	uint32_t
	    reckon; /* deadlines of interrupted matches are reckoned from this pairing on */
	session_id *followers; /* some may be gone */
	size_t followers_n, followers_room;
	int64_t replaced; /* by the `replace` that is being told: whom */
	char replaced_name[TOURNEY_USER_MAX + 1];
	struct tourney_hearers *hearers; /* as they were told last; NULL not yet */
	bool dirty; /* a match has begun or ended: who follows may watch another one */
	uint8_t on[TOURNEY_ENTRIES_MAX / 8]; /* who plays on, by entry: see plays_on */
	uint32_t on_acts;                    /* acts there were when it was looked at */
	struct tourney_notification *notifications;
	size_t notifications_n, notifications_told, notifications_room;
};

/* An entry of a user in a tournament that is not over. */
struct tourney_member {
	UT_hash_handle hh; /* of the first one of a user */
	int64_t user;
	struct tourney_live *live;
	entry_no entry;
	struct tourney_member *next; /* of the same user */
};

/* A pairing that a worker makes, on a copy of everything it needs. */
struct tourney_job {
	struct tourney_job *next;
	uint64_t ticket;
	struct swiss_round round;
	struct swiss_player *players;
	struct swiss_met *met, *pairs;
	void *space;
	struct swiss_result result;
};

struct tourneys {
	struct tourney_live *open; /* those that are not over, oldest first */
	unsigned open_n;
	struct tourney_live *over; /* some that are, the last one looked at first */
	unsigned over_n;
	struct tourney_live *reading; /* one that is over, and partly read; NULL none */
	unsigned read;                /* acts of such, in the turn ... */
	uint64_t read_turn;
	struct tourney_member *members;
	struct tourney_job *jobs;
	uint64_t tickets;
	bool begun;
	bool refused;     /* nothing could be stored for a while */
	int64_t epoch_ms; /* tournament time less monotonic time */
	void *room;
	size_t room_bytes;
	char *text; /* of an act */
	size_t text_bytes;
	unsigned seats; /* matches begun in this turn */
};

static inline struct tourney_live *
live_of(struct tourney *t)
{
	return (struct tourney_live *)(void *)t;
}

/* ---- tourney.c ---- */

/* One act, stored and told; at_ms is filled in.  How often it is refused is the caller's
 * matter. */
enum tourney_err tourney_do(struct world *w, struct tourney_live *l, struct tourney_act *a);

/* Of a user of whom an act names the account; NULL not on line. */
struct session *tourney_session_of(const struct world *w, const char *name, int64_t user);

/* Room for a text of so many bytes, valid until the next call. */
char *tourney_text_room(struct world *w, size_t bytes);

void tourney_members_add(struct world *w, struct tourney_live *l, entry_no e);
void tourney_members_drop(struct world *w, struct tourney_live *l);
struct tourney_member *tourney_members_of(const struct world *w, int64_t user);

/* Nobody could play for a while: `restart` is owed, and until it is reckoned from when on
 * somebody loses an interrupted match nobody does. */
void tourney_stood_still(const struct world *w, struct tourney_live *l);

/* It is over: no longer among those that are not. */
void tourney_retire(struct world *w, struct tourney_live *l);

/* Room for one more follower. */
void tourney_more_followers(struct tourney_live *l);

/* ---- tourney_due.c ---- */

/* The order of seeding as a `start` act wants it; NULL when fewer than two would start. */
const char *tourney_start_order(struct world *w, struct tourney_live *l);

void tourney_jobs_free(struct world *w);

/* ---- tourney_match.c ---- */

/* Begins the match of a pairing that is due; false: not now. */
bool tourney_match_begin(struct world *w, struct tourney_live *l, uint32_t p);
/* Goes on with it. */
bool tourney_match_resume(struct world *w, struct tourney_live *l, uint32_t p);
/* One side (PAIRING_NOBODY: both) loses it wherever it stands; `result` follows from that.
 * kind: ACT_TIMEOUT who is away, on time or where that does not run out; ACT_ABANDON who
 * leaves; ACT_FORFEIT by decision. */
void tourney_match_lost(
    struct world *w, struct tourney_live *l, uint32_t p, unsigned side, enum act_kind kind);
/* It ends because its pairing is over: winner -1 nobody; nothing follows. */
void tourney_match_end(struct world *w, struct tourney_live *l, uint32_t p, int winner);
/* It ends with the result that the director has set for its pairing; nothing follows. */
void tourney_match_set(struct world *w, struct tourney_live *l, uint32_t p);
/* After a start of the server: at most `most` matches; true when there are more. */
bool tourney_reckon_all(struct world *w, struct tourney_live *l, unsigned most);
/* Somebody comes or goes whose match is interrupted. */
void tourney_match_presence(struct world *w, struct tourney_live *l, entry_no e, bool here);
/* The director's `hold`, `release`, `addtime`; false when the match refuses. */
bool tourney_match_act(struct world *w, struct tourney_live *l, const struct tourney_act *a);

/* ---- tourney_tell.c ---- */

void tourney_hearers_free(struct tourney_hearers **h);

/* The act itself has happened. */
void tourney_tell_act(struct world *w, struct tourney_live *l, const struct tourney_act *a);
/* Tells of what followed, at most `most` pieces of it; true when there is more. */
bool tourney_notify(struct world *w, struct tourney_live *l, unsigned most);
void tourney_tell_repeats(struct world *w, struct tourney_live *l, unsigned pairs);
void tourney_tell_end(struct world *w, struct tourney_live *l, const char *winners);
/* Those who follow and have nothing to watch watch another match. */
void tourney_watch_next(struct world *w, struct tourney_live *l);
/* To one whose rating is changed by so much, because a result was turned round; a message when
 * they are not here. */
void tourney_tell_unrated(struct world *w, const struct tourney_live *l,
    const struct tourney_act *a, const struct user_record *u, double change);
/* To one of the two whose match begins now. */
void tourney_tell_seated(struct world *w, struct tourney_live *l, uint32_t p, struct session *s,
    const char *opponent);
/* It has begun without somebody who waited for a place. */
void tourney_tell_no_place(
    struct world *w, struct tourney_live *l, const struct tourney_guest *g);
/* What others have done to somebody, or told all, while they were away: at most 20 lines. */
void tourney_tell_missed(struct world *w, struct session *s);
/* What somebody who has just come must do. */
void tourney_tell_duty(struct world *w, struct session *s, struct tourney_live *l, entry_no e);

#endif
