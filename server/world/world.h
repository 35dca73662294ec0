/* SPDX-License-Identifier: MIT */
/* The world: everyone who is connected, everything that is being played.  One thread owns it.
 *
 * Others know its things by handles.  Within the domain pointers are used, and are valid for
 * the turn: nothing is freed before world_reap. */
#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "base/ports.h"
#include "base/sbuf.h"
#include "base/table.h"
#include "base/tree.h"
#include "fair/dice.h"
#include "proto/msg.h"
#include "proto/netaddr.h"
#include "rules/match.h"
#include "store/store.h"
#include "work/work.h"
#include "world/event.h"

typedef uint64_t match_handle;

struct counters;
struct feed;
struct moderation;
struct people;
struct rank_lists;
struct standstill;
struct tourneys;
struct world;

/* ---- settings of the server that the domain uses ---- */

/* Types of conf.def. */
#define WORLD_UINT unsigned
#define WORLD_BOOL bool

struct world_config {
	/* The options that the domain uses; what they mean stands in conf.def. */
#define CONF_WORLD(section, name, type, initial, lowest, highest, comment) WORLD_##type name;
#include "conf.def"
	const char *server_name; /* one word */
	unsigned sessions_max;
	unsigned failed_login_s[8]; /* delay after the first, second, ... wrong password; the
				       last for all others */
	unsigned failed_login_len;  /* at least 1 */
	size_t output_soft; /* bytes that wait to be sent above which somebody gets no news and
			       no more of a long answer; 0 no limit */
	const char *banner; /* texts with @NAME@ for the server's name */
	const char *motd;
	const char *houserules; /* the page of that topic; NULL: the one that ships */
	const char *version;
	bool (*zone_known)(const char *zone); /* the system has this time zone */
	/* A time in a zone, in a format of strftime. */
	void (*zone_text)(
	    const char *zone, int64_t at_s, const char *format, char *text, size_t size);
	/* When clocks in a zone show that; false never.  See zone.h. */
	bool (*zone_at)(
	    const char *zone, int year, int month, int day, int minute, int64_t *at_s_out);
	unsigned port;         /* what `port` answers */
	const char *zone_list; /* some of them, for those who typed another */
	/* Help page of a topic ("roll") in a language, or in English when it has none in that
	 * one; NULL if there is none.  Name of topic i, false after the last. */
	const char *(*help_page)(const char *topic, enum language language);
	bool (*help_topic)(unsigned i, struct sbuf *name_out);
};

/* ---- matches that are being played ---- */

struct match {
	match_handle id;
	struct fair_dice dice;
	int64_t row; /* in the store */
	int64_t user[2];
	int64_t event; /* 0, or the event it is played for */
	uint32_t pairing;
	uint32_t terms; /* STORE_TERM_ bits */
	bool unrated;
	uint32_t timer_at; /* place in world.timers, plus 1; 0 not in it */
	int64_t timer_ms;  /* when its clock has something to do, monotonic */
	bool live;         /* false: no longer played here (finished, or saved for later) */
	bool swapped;      /* resumed by an invitation of seat 1: for the order of names in
			      news */
	session_id session[2];
	bool joined[2]; /* between games: wants the next one */
	uint32_t next_seq;
	int64_t last_ms;   /* monotonic, of the last action; -1 after a pause; ahead of
			      now: no time counts until then */
	uint8_t warned[2]; /* how many of the warnings a seat has had (timing.c) */
	struct match_state state;
};

/* ---- matches of events, as those who run the event hear of them ---- */

enum match_end {
	MATCH_END_SUSPENDED, /* it can be gone on with */
	MATCH_END_PLAYED,    /* to its end; the others are ends too */
	MATCH_END_TIME,
	MATCH_END_FORFEIT,
	MATCH_END_SET,     /* the director has set its result */
	MATCH_END_CORRUPT, /* its actions do not replay */
};

/* ---- the world ---- */

/* What may have to be freed at the end of a turn. */
enum dead_kind {
	DEAD_SESSION,
	DEAD_PLAYER,
	DEAD_MATCH,
};

struct world {
	struct world_config config;
	struct store *store;
	struct net_port net;
	struct work_port work;
	struct random_port random;

	uint64_t turn;
	int64_t mono_ms; /* of this turn */
	int64_t wall_ms;
	int64_t started_ms; /* of the first turn; later by the time that the disk was full */

	unsigned online_count;         /* sessions that are on line */
	struct people *people;         /* accounts in use and sessions: people/people.h */
	struct moderation *moderation; /* people/moderation.h */
	struct counters *counters;     /* stats/counters.h */
	struct rank_lists *ranks;      /* stats/ranks.h */
	struct pool matches;
	unsigned live_matches; /* those with d.live */
	subscriber *const
	    *subscribers; /* of its events, in their order; NULL behind the last */
	struct feed *feed;

	struct match **timers; /* timing.c */
	size_t timers_len, timers_room;
	struct standstill *standstills; /* timing.c: table by row */
	int64_t refused_ms; /* since when the disk is full, monotonic; 0 it is not */

	/* NULL, or told of the end of a match of an event, or that it is suspended.  Called
	 * within the turn, after everybody has been told and both players are free; while the
	 * store refuses (store_refusing) only MATCH_END_SUSPENDED.  winner: SEAT_NONE when
	 * nobody has won. */
	void (*event_ended)(struct world *w, int64_t event, uint32_t pairing, int64_t row,
	    enum seat winner, const uint32_t score[2], enum match_end how);

	struct tourneys *tourneys;

	struct reap {
		enum dead_kind kind;
		uint64_t handle;
	} * reap; /* what may have to be freed */
	size_t reap_len, reap_room;
	int64_t expiry_ms; /* next slice of expiry.c, monotonic; 0 not known yet */
	int64_t probe_ms;  /* next try while the store refuses */

	struct move_space *space; /* scratch of the rules */
};

/* ---- for the other files of the domain ---- */

struct match *match_get(const struct world *w, match_handle id); /* NULL: none, stale or over */

/* Whether a match is being played, with the number of those that are. */
void world_match_live(struct world *w, struct match *m, bool live);

/* A thing that died or was not there before: looked at by world_reap. */
void world_reap_later(struct world *w, enum dead_kind kind, uint64_t handle);

static inline int64_t
world_now_s(const struct world *w)
{
	return w->wall_ms / 1000;
}

#endif
