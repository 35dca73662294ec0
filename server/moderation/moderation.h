/* SPDX-License-Identifier: MIT */
/* Moderation: what operators and admins may do to others, each act with its line in their
 * log.  Whether somebody may give the command is the gate's question, whether they may do it
 * to this one is asked here. */
#ifndef MODERATION_MODERATION_H
#define MODERATION_MODERATION_H

#include "login/rate.h"
#include "people/player.h"

struct ban;
struct erased;
struct net_mute;

/* The end of the server that an admin has asked for. */
struct stop_plan {
	bool planned;
	bool restart;    /* how it is announced */
	bool ended;      /* the time has come: the process is to end in the orderly way */
	int64_t at_ms;   /* monotonic */
	unsigned told_s; /* the seconds of the last announcement */
};

/* What operators have switched. */
struct moderation {
	struct ban *bans; /* as they are stored */
	size_t bans_len, bans_room;
	struct net_mute *mutes; /* of networks, likewise */
	size_t mutes_len, mutes_room;
	bool closing;   /* a ban may meet some who are on line still */
	unsigned close; /* so many more of those, in the turn ... */
	uint64_t close_turn;
	bool registration; /* new accounts may be made */
	struct stop_plan stop;
	struct erased *erased; /* those whom not all on line have forgotten yet */
	size_t erased_len, erased_room;
	struct heard *heard; /* heard.h */
	uint64_t heard_n;
	struct rates reports; /* by reporter */
	int64_t delete_ms;    /* when accounts whose owners want it are looked for; 0 not yet */
};

#define MODERATION_STOP_MAX_S 86400u
#define MODERATION_LOG_MAX 200u /* lines of the log shown at once */

/* Nothing forbidden, nobody banned; NULL when memory is out. */
struct moderation *moderation_new(void);
void moderation_free(struct moderation **m);

/* Reads what operators have switched; at the start of a world. */
void moderation_load(struct world *w);

/* One act, for the log in the store; while nothing can be stored it goes to the server's log.
 * whom, detail, why: "" none. */
void moderation_log(struct world *w, const char *actor, const char *act, const char *whom,
    const char *detail, const char *why);

/* Operators do nothing to operators and admins; admins may.  Nobody does it to themselves. */
bool moderation_outranks(const struct player *actor, const struct user_record *u);

/* The role of a stored user. */
enum role moderation_role(const struct user_record *u);

/* Of an account, kept; also when they are not on line. */
void moderation_set_role(struct world *w, const struct user_record *u, enum role role);

/* ---- silence ---- */

/* Who is on line notices at once.  scope MUTE_NONE lifts it. */
void moderation_mute(struct world *w, const struct user_record *u, enum mute_scope scope,
    int64_t until_s, const char *actor, const char *why);

/* "shout", "all" */
extern const char *const MUTE_NAMES[MUTE_ALL + 1];

/* ---- registration ---- */

void moderation_set_registration(struct world *w, bool open);

/* ---- erasing ---- */

/* An account is erased: its session is closed, its unfinished matches end, it leaves the rating
 * list, its name is free.  Linear in what it has.  Those on line who gag, blind, await or have
 * invited them forget that at the end of the turn, MODERATION_FORGET of them; the
 * others in the turns behind it. */
#define MODERATION_FORGET 1024u
void moderation_erase(struct world *w, const struct user_record *u);

/* Who wants it is erased by the timers, so long after they have said so: as "deleted-" and
 * their number, and their name stays theirs. */
#define MODERATION_GRACE_S (7 * 86400)
void moderation_forget_me(struct world *w, int64_t user);

/* ---- the end of the server ---- */

/* In so many seconds (0: with this turn); announced to all now and again as it comes nearer. */
void moderation_stop(struct world *w, unsigned seconds, bool restart);

/* False: none was announced.  Else everybody hears that it is off. */
bool moderation_stop_cancel(struct world *w);

/* Subscribes to session_online, to announce a planned stop, and to clock_right and
 * clock_settled, to correct when accounts are to be deleted. */
subscriber moderation_on_event;

/* The time has come: the process is to end in the orderly way. */
static inline bool
moderation_ended(const struct world *w)
{
	return w->moderation->stop.ended;
}

/* For the world's timers: what is due; when (monotonic) the next is, -1 never. */
void moderation_timers(struct world *w);
int64_t moderation_next_timer(const struct world *w);

/* What is not in the store goes to another process: the announced end, and how often somebody
 * has reported others.  Nothing may be under way (see below). */
struct pack;
void moderation_carry(struct world *w, struct pack *p);
/* All have forgotten who was erased. */
bool moderation_rests(const struct world *w);

#endif
