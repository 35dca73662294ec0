/* SPDX-License-Identifier: MIT */
/* Moderation: acts of operators and admins on other users, each recorded in the operators' log.
 * The caller checks that the actor may give the command, and calls moderation_outranks to check
 * that it may be applied to a given user. */
#ifndef MODERATION_MODERATION_H
#define MODERATION_MODERATION_H

#include "login/rate.h"
#include "people/player.h"

struct ban;
struct erased;
struct net_mute;

/* A shutdown planned by an admin. */
struct stop_plan {
	bool planned;
	bool restart;         /* announced as a restart */
	bool due;             /* due: the process must shut down in an orderly way */
	int64_t at_ms;        /* monotonic */
	unsigned announced_s; /* seconds left at the last announcement */
};

/* State set by operators. */
struct moderation {
	struct ban *bans; /* a copy of what is stored */
	size_t bans_len, bans_room;
	struct net_mute *mutes; /* mutes of networks; a copy of what is stored */
	size_t mutes_len, mutes_room;
	bool sessions_to_close; /* a ban of a network may apply to sessions online */
	unsigned closes_left;   /* sessions that may still be closed in turn closes_left_turn */
	uint64_t closes_left_turn;
	bool registration; /* new accounts may be registered */
	struct stop_plan stop_plan;
	struct erased *erased; /* users that may still be in lists of sessions online */
	size_t erased_len, erased_room;
	struct recent_talk *recent_talk; /* ring buffer of recent_talk.c */
	uint64_t recent_talk_n;
	struct rates reports; /* counts of reports, by reporter */
	/* time of the next check for accounts to be deleted (monotonic); 0: not yet set */
	int64_t delete_ms;
};

#define MODERATION_STOP_MAX_S 86400u
#define MODERATION_LOG_MAX 200u /* lines of the log that one command shows */

/* Starts without bans, mutes or a planned shutdown.  Returns NULL if out of memory. */
struct moderation *moderation_new(void);
void moderation_free(struct moderation **m);

/* Reads the operators' settings from the store.  Called at startup. */
void moderation_load(struct world *w);

/* Records an act in the log of the store and in the server's log.  While the store refuses
 * writes, records it only in the server's log.  whom, detail, why: "": none. */
void moderation_log(struct world *w, const char *actor, const char *act, const char *whom,
    const char *detail, const char *why);

/* Returns whether the actor's role permits acts on u.  Admins may act on anyone, operators on
 * users without a role. */
bool moderation_outranks(const struct player *actor, const struct user_record *u);

/* Returns the role of a stored user. */
enum role moderation_role_of(const struct user_record *u);

/* Stores the role of an account, which may be offline, and applies it at once. */
void moderation_set_role(struct world *w, const struct user_record *u, enum role role);

/* ---- muting ---- */

/* Stores a mute and applies it at once.  until_s: seconds since 1970, 0: for good.  MUTE_NONE
 * as the scope lifts the mute. */
void moderation_mute(struct world *w, const struct user_record *u, enum mute_scope scope,
    int64_t until_s, const char *actor, const char *why);

/* "shout", "all" */
extern const char *const MUTE_NAMES[MUTE_ALL + 1];

/* ---- registration ---- */

/* Permits or forbids the registration of new accounts, and stores that setting. */
void moderation_set_registration(struct world *w, bool open);

/* ---- erasing ---- */

/* Erases an account: closes its session, ends its unfinished matches, removes it from the
 * rating lists, frees its name.  Linear in the data of the account.  Other sessions forget that
 * they gag, blind, await or have invited the user.  Up to MODERATION_FORGET_PER_TURN sessions
 * are checked for that in each turn. */
#define MODERATION_FORGET_PER_TURN 1024u
void moderation_erase(struct world *w, const struct user_record *u);

/* Erases the user MODERATION_GRACE_S after this request.  The account is renamed to "deleted-"
 * and its number; the old name stays reserved. */
#define MODERATION_GRACE_S (7 * 86400)
void moderation_schedule_deletion(struct world *w, int64_t user);

/* ---- shutdown ---- */

/* Plans a shutdown in `seconds` (0: after this turn).  It is announced to all users now and
 * again as it approaches. */
void moderation_stop(struct world *w, unsigned seconds, bool restart);

/* Cancels a planned shutdown and announces that.  Returns false if none was planned. */
bool moderation_stop_cancel(struct world *w);

/* Handles session_online (announces a planned shutdown), and clock_corrected and clock_trusted
 * (corrects the dates on which accounts will be deleted). */
event_subscriber moderation_on_event;

/* Returns whether a planned shutdown is due. */
static inline bool
moderation_stop_due(const struct world *w)
{
	return w->moderation->stop_plan.due;
}

/* moderation_run_timers does the work that is due.  moderation_next_timer returns the time at
 * which moderation_run_timers must be called next (monotonic, ms), or -1 for never. */
void moderation_run_timers(struct world *w);
int64_t moderation_next_timer(const struct world *w);

/* Packs or unpacks what is not stored, for another process: the planned shutdown, and the
 * counts of reports.  Requires moderation_can_hand_over. */
struct pack;
void moderation_hand_over(struct world *w, struct pack *p);
/* Returns true if no session is left to be checked for erased users. */
bool moderation_can_hand_over(const struct world *w);

#endif
