/* SPDX-License-Identifier: MIT */
/* Tournaments on the server.  Unfinished ones are held in memory, rebuilt at startup from their
 * acts in the store.  An act is applied, stored and announced in the same turn.
 * tourneys_run_timers does the work that no command causes (starts, rounds, seating, lateness),
 * a bounded part of it per turn.  Functions named tourneys_ concern all tournaments, those
 * named tourney_ a single one; the rules alone are in common/tourney/tournament.h.
 *
 * A `struct tourney *` is valid until the end of the turn.  Callers that need it longer keep
 * its id. */
#ifndef TOURNAMENT_TOURNAMENT_H
#define TOURNAMENT_TOURNAMENT_H

#include "people/people.h"
#include "output/output.h"
#include "world/world.h"
#include "tourney/tournament.h"

#define TOURNEYS_OPEN_MAX 64u         /* tournaments open or running on the whole server */
#define TOURNEYS_PER_ACCOUNT_MAX 4u   /* unfinished tournaments per account */
#define TOURNEYS_PLANS_PER_ACCOUNT 2u /* planned tournaments per account */
#define TOURNEYS_PLANS_PER_ADDRESS 4u /* planned tournaments per address (IPv6: per /64) */
#define TOURNEYS_PLANS_MAX 256u
#define TOURNEYS_ANNOUNCED_PER_DAY 6u /* announcements to all users per account and day */
#define TOURNEYS_ACTS_PER_HOUR 50u    /* acts per account, tournament and hour */
/* a user who has typed within this time counts as checked in */
#define TOURNEYS_ACTIVE_MS (10 * 60000)
/* idle time of a match without a clock before directors are notified */
#define TOURNEYS_MATCH_IDLE_MS (30 * 60000)
#define TOURNEYS_INVITES_SENT_MAX 50u /* invitations that a director may send in a day */
/* invitations that a user may receive in a day; bots have no limit */
#define TOURNEYS_INVITES_RECEIVED_MAX 5u

/* ---- hooks of the server, called by domain.c ---- */

/* Reads all tournaments that are not over.  Returns false if memory runs out. */
bool tourneys_load(struct world *w);
void tourneys_free(struct world *w);

/* Called at the beginning of each turn.  stalled_ms: how long the server did not run before the
 * turn; that time is not counted against any player. */
void tourneys_begin_turn(struct world *w, int64_t stalled_ms);

/* tourneys_run_timers does the work that is due.  tourneys_next_timer returns the time at which
 * tourneys_run_timers must be called next (monotonic, ms), or -1 for never. */
void tourneys_run_timers(struct world *w);
int64_t tourneys_next_timer(const struct world *w);

/* Handles session_online and session_left (presence of players), code_read (begins matches that
 * waited for it), match_seated (notifies the players of the pairing), user_erased (withdraws
 * the user from every tournament), clock_stopped (moves the deadlines of an interrupted match),
 * match_left (decides the pairing of the match), clock_corrected and clock_trusted (tournament
 * time follows the corrected wall clock). */
event_subscriber tourneys_on_event;

/* Creates the round from the result of the pairing job that has this ticket. */
void tourneys_round_paired(struct world *w, uint64_t ticket);

/* Returns the tournament in which a match of the user is due or running, and the pairing of
 * that match; NULL if there is none.  While there is such a match, the user may not begin
 * another one. */
struct tourney *tourneys_match_of_user(
    const struct world *w, const struct session *s, uint32_t *pairing_out);

/* Gets the dice of the i-th (0, 1, ...) tournament match that a user has yet to begin.  text:
 * the user's new contribution to the dice; NULL leaves it unchanged.  Returns false if there is
 * no i-th match.  Must not be called while the store refuses writes. */
struct tourney_dice {
	const char *tournament_name, *player_name[2]; /* valid until the end of the turn */
	struct dice_record dice;
};
bool tourneys_match_dice(
    struct world *w, int64_t user, unsigned i, const char *text, struct tourney_dice *d_out);

/* Returns whether a user may wait online for hours without typing, because the user is checked
 * in or still plays in a running tournament.  Returns false while a match without a clock waits
 * for the user's own move: only closing the session lets the tournament continue.  Checks each
 * of the user's tournaments, and makes at most one pass over a tournament after each of its
 * acts. */
bool tourneys_expect_user(struct world *w, const struct session *s);

/* Returns a tournament that the user has entered, or waits for a place in, and that admits no
 * bots; NULL if there is none. */
const struct tourney *tourneys_entered_without_bots(const struct world *w, int64_t user);

/* ---- finding ---- */

/* Returns the tournament that a word names: by its number, its full name, or a prefix of the
 * name that only one unfinished tournament has; NULL if there is none.  A finished tournament
 * is found only by its number.  It is read from the store and kept for a while. */
struct tourney *tourney_by_word(struct world *w, const char *word);
struct tourney *tourney_get(struct world *w, int64_t id);

/* tourney_must_be_read returns true if a finished tournament must be read from the store before
 * it can be shown.  tourney_read_more reads up to `acts` more acts, of this tournament or of
 * another tournament whose reading began earlier.  tourney_read_more returns false once this
 * tournament need not be read any more. */
bool tourney_must_be_read(struct world *w, int64_t id);
bool tourney_read_more(struct world *w, int64_t id, unsigned acts);

/* Returns the unfinished tournament after t, oldest first: the first if t is NULL; NULL after
 * the last. */
struct tourney *tourney_next(const struct world *w, const struct tourney *t);

/* ---- acting ---- */

/* Creates a tournament of this name with its first director.  Returns NULL on error and sets
 * *err_out: TOURNEY_BAD_ACT for a bad name; TOURNEY_ALREADY_ENTERED if an unfinished tournament
 * has the name; TOURNEY_IS_FULL if the account has too many tournaments;
 * TOURNEY_TOO_MANY_OWN_PLANS, _HOST_PLANS or TOURNEY_TOO_MANY_PLANS if too many are planned by
 * the account, from its address or on the server. */
struct tourney *tourney_create(
    struct world *w, const struct session *s, const char *name, enum tourney_err *err_out);

/* Carries out, stores and announces one act of the session's user (NULL: of the server).  Fills
 * in a->at_ms and a->actor.  Some kinds have side effects.
 *
 *   open     publishes the commitment of a draw
 *   start    counts active users as checked in, gives the places of absent entrants
 *            to waiting users who are present, finds the seeding order (text is
 *            ignored) and reveals the seed of a draw
 *   invite   fails if the user wants no invitations or has received too many
 *   withdraw, setresult, forfeit   release or end a match that is being played
 *   hold, release, addtime         act on the match, too
 *
 * Returns TOURNEY_OK; after any other result the act has not been carried out. */
enum tourney_err tourney_act(
    struct world *w, struct tourney *t, const struct session *s, struct tourney_act *a);

/* At the start, checks in the entrants and waiting users who are present.  Returns whether
 * there were any. */
bool tourney_check_in_present(struct world *w, struct tourney *t);

/* After tourney_create or `open` has failed with err, returns the earliest time at which a
 * tournament without entrants expires and so makes room; 0 if unknown. */
int64_t tourneys_room_at_ms(
    const struct world *w, const struct session *s, enum tourney_err err);

/* Returns the time at which a user may perform the next act in a tournament, if
 * TOURNEYS_ACTS_PER_HOUR is reached; 0: now. */
int64_t tourney_user_may_act_ms(const struct world *w, const struct tourney *t, int64_t user);

/* Returns whether beginning and end are announced only to members, because the tournament's
 * maker has had TOURNEYS_ANNOUNCED_PER_DAY announcements to all users in a day. */
bool tourney_is_members_only(const struct tourney *t);

/* Returns whether the current phase was announced to all users.  It was not if the tournament
 * is quiet, or if entries have been opened again. */
bool tourney_phase_announced(const struct tourney *t);

/* Fills in user, name and rating of an act from an account; the rating is the one in the
 * tournament's game. */
void tourney_act_set_user(const struct world *w, const struct tourney *t,
    const struct user_record *u, struct tourney_act *a);

/* Returns tournament time, which follows the wall clock but does not jump while the server
 * runs. */
int64_t tourney_now_ms(const struct world *w);

/* Returns whether a match of the user is interrupted.  It is resumed as soon as both players
 * are online, or when the director ends its hold. */
bool tourneys_has_interrupted(const struct world *w, int64_t user);

/* Prints which match of a user is interrupted, and how long an absent player may stay away
 * before losing it.  Returns false if there is no such match. */
bool tourneys_tell_interrupted(struct world *w, int64_t user, struct out *out);

/* ---- queries ---- */

/* Returns scratch memory for tourney_table and similar functions on this tournament; valid
 * until the next call. */
void *tourneys_scratch(struct world *w, const struct tourney *t);

/* Returns the session of an entry, or NULL if the entry has no player or the player is
 * offline. */
struct session *tourney_session(const struct world *w, const struct tourney *t, entry_no e);

/* Returns the match of a pairing, or NULL if it is not being played. */
struct match *tourney_match(const struct world *w, const struct tourney *t, uint32_t pairing);

/* Returns the tournament of a match, and its pairing; NULL if the match belongs to none. */
struct tourney *tourney_of_match(
    const struct world *w, const struct match *m, uint32_t *pairing_out);

/* Returns whether a director has put the match on hold. */
bool tourney_match_held(const struct world *w, const struct match *m);

/* Called before the first turn when sessions and matches have been taken over from another
 * process.  Treats tournaments as after a start of the server, except that players are still
 * online and matches still being played. */
void tourneys_handed_over(struct world *w);

/* Makes a session follow a tournament; id 0: none.  A follower gets the tournament's results
 * and, if `shown`, watches one of its matches after another.  The choice is stored, so that
 * later sessions of the same kind follow the tournament until it is over; if the store refuses
 * writes, only this session follows it. */
void tourney_follow(struct world *w, struct session *s, int64_t id, bool shown);

/* News of a tournament: to all users, and to its members. */
extern const struct feed_delivery TOURNAMENT_NEWS, TOURNAMENT_NEWS_MEMBERS;

#endif
