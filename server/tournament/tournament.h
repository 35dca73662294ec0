/* SPDX-License-Identifier: MIT */
/* Tournaments on the server: those that are not over live in memory, made of their acts in the
 * store; every act is applied, stored and told in the same turn.  What is due by itself
 * (starts, rounds, seating, lateness) is done by tourneys_timers, a bounded part of it in a
 * turn.  tourneys_ is about all of them, tourney_ about one (that of the rules alone stands in
 * tourney/tournament.h).
 *
 * A `struct tourney *` is valid for the turn; others keep its id. */
#ifndef TOURNAMENT_TOURNAMENT_H
#define TOURNAMENT_TOURNAMENT_H

#include "people/people.h"
#include "output/output.h"
#include "world/world.h"
#include "tourney/tournament.h"

#define TOURNEYS_OPEN_MAX 64u  /* open or played at once, on the whole server */
#define TOURNEYS_OWN_MAX 4u    /* not over at once, of one account */
#define TOURNEYS_PLANS_OWN 2u  /* ... and not open yet */
#define TOURNEYS_PLANS_HOST 4u /* the same of one address (IPv6: one /64) */
#define TOURNEYS_PLANS_MAX 256u
#define TOURNEYS_TOLD_OWN 6u   /* of one account that are announced to all users, in a day */
#define TOURNEYS_ACTS_HOUR 50u /* of one account in one tournament, in an hour */
#define TOURNEYS_ACTIVE_MS                                                                     \
	(10 * 60000) /* a user who typed that recently counts as checked in */
#define TOURNEYS_IDLE_MS                                                                       \
	(30 * 60000)            /* directors are notified of an idle match without a clock */
#define TOURNEYS_INVITES_BY 50u /* that a director gives in a day */
#define TOURNEYS_INVITES_OF 5u  /* that a user gets in a day; bots have no limit */

/* ---- the server's part: domain.c calls these ---- */

/* Reads all that are not over; at the start of a world. */
bool tourneys_load(struct world *w);
void tourneys_free(struct world *w);

/* At the begin of a turn. */
void tourneys_begin(struct world *w, int64_t stood_ms);

/* What is due; when (monotonic) the next is, -1 never. */
void tourneys_timers(struct world *w);
int64_t tourneys_next_timer(const struct world *w);

/* Subscribes to session_online, session_left (who is here plays), user_erased (they withdraw
 * from all that they have entered, after their matches have ended) and match_left (the end of a
 * match decides its pairing). */
subscriber tourneys_on_event;

/* The pairing job with this ticket is done. */
void tourneys_paired(struct world *w, uint64_t ticket);

/* Somebody's match of a tournament is due or running, so they may not begin another one: which
 * pairing of which tournament; NULL none. */
struct tourney *tourneys_binds(
    const struct world *w, const struct session *s, uint32_t *pairing_out);

/* The dice of the i-th match (0, 1, ...) that somebody has to play for a tournament and that
 * has not begun; text: what they say for them from now on, NULL as it is.  False: there is
 * none. Not while the store refuses. */
struct tourney_dice {
	const char *tournament, *name[2]; /* for this turn */
	struct dice_record dice;
};
bool tourneys_dice(
    struct world *w, int64_t user, unsigned i, const char *text, struct tourney_dice *d_out);

/* Somebody is expected to be here though there may be nothing to do for hours: checked in, or
 * in one that is played and not out of it.  Not while their own move is waited for in a match
 * without a clock: there only their going makes room for what comes after it.  Costs a look at
 * each tournament that they are in, and at most one pass over one after each of its acts. */
bool tourneys_expect(struct world *w, const struct session *s);

/* ---- finding ---- */

/* The one a word means: its number, or the beginning of the name of only one that is not over.
 * NULL none.  One that is over is read from the store and kept for a while. */
struct tourney *tourney_named(struct world *w, const char *word);
struct tourney *tourney_get(struct world *w, int64_t id);

/* It is over, and has to be read before it can be looked at.  Reads on by so many acts: of this
 * one, or of another one that was begun before; false when this one need not be read (any
 * more).
 */
bool tourney_unread(struct world *w, int64_t id);
bool tourney_read_on(struct world *w, int64_t id, unsigned acts);

/* Those that are not over, oldest first: start with NULL. */
struct tourney *tourney_next(const struct world *w, const struct tourney *t);

/* ---- acting ---- */

/* A new one of this name, with its first director.  NULL: the name is taken by one that is not
 * over
 * (*err_out TOURNEY_BAD_ACT is a bad name; TOURNEY_ENTERED the name is taken; TOURNEY_IS_FULL
 * the account has too many, TOURNEY_PLANS_ that are not open yet). */
struct tourney *tourney_create(
    struct world *w, const struct session *s, const char *name, enum tourney_err *err_out);

/* One act of the session's user (NULL: the server), stored and told.  at_ms and actor are
 * filled in here. What belongs to it is done with it: `open` publishes the commitment of a
 * draw, `start` finds the order of seeding (text is ignored) and shows the seed, withdraw and
 * setresult end a match that is being played, hold, release and addtime reach the match; who
 * wants no invitations, or has had enough of them, is not invited; who is active at the start
 * counts as checked in, who has not checked in gives up the place to those who wait and have.
 * TOURNEY_OK, or nothing happened. */
enum tourney_err tourney_act(
    struct world *w, struct tourney *t, const struct session *s, struct tourney_act *a);

/* Counts those who are here as checked in, at the time of the start; true: there were any. */
bool tourney_count_present(struct world *w, struct tourney *t);

/* When one more may be made or opened, after that refusal: when the first of those that are
 * counted is cancelled if nobody enters it; 0 not known. */
int64_t tourneys_room_ms(const struct world *w, const struct session *s, enum tourney_err err);

/* When a user who has made TOURNEYS_ACTS_HOUR acts in it may make the next one; 0 now. */
int64_t tourney_acts_again_ms(const struct world *w, const struct tourney *t, int64_t user);

/* All on line hear of its begin and end; not of those of an account that has had
 * TOURNEYS_TOLD_OWN in a day. */
bool tourney_is_quiet(const struct tourney *t);

/* So it is with what was done last; nor when entries are open once more. */
bool tourney_told_to_all(const struct tourney *t);

/* Fills user, name and rating of an act from an account, in the game that is played. */
void tourney_act_user(const struct world *w, const struct tourney *t,
    const struct user_record *u, struct tourney_act *a);

/* The time of tournaments: like the wall clock, but it never jumps while the server runs. */
int64_t tourney_now_ms(const struct world *w);

/* Tells of the match of a user that is interrupted just now, and until when who is away may
 * stay so.  False: there is none. */
bool tourneys_tell_interrupted(struct world *w, int64_t user, struct out *out);

/* ---- looking ---- */

/* Scratch for tourney_table and others of one tournament; valid until the next call. */
void *tourneys_scratch(struct world *w, const struct tourney *t);

/* The session of an entry, NULL when nobody has it or they are not on line. */
struct session *tourney_session(const struct world *w, const struct tourney *t, entry_no e);

/* The match of a pairing, NULL when it is not being played. */
struct match *tourney_match(const struct world *w, const struct tourney *t, uint32_t pairing);

/* The tournament and pairing of a match, NULL none. */
struct tourney *tourney_of_match(
    const struct world *w, const struct match *m, uint32_t *pairing_out);

/* A director holds that match up. */
bool tourney_match_held(const struct world *w, const struct match *m);

/* Sessions and matches have come from another process, before the first turn: it is as after a
 * start of the server, but for who is here and plays. */
void tourneys_carried(struct world *w);

/* Follows a tournament: hears of its results, and, when shown, watches its matches one after
 * the other; 0 no longer. */
void tourney_follow(struct world *w, struct session *s, int64_t id, bool shown);

/* News of a tournament: for all, and for those who have to do with it. */
extern const struct feed_words TOURNAMENT_NEWS, TOURNAMENT_NEWS_MEMBERS;

#endif
