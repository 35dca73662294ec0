/* SPDX-License-Identifier: MIT */
/* The world: all sessions and everything being played.  One thread owns it.
 *
 * Other modules refer to its objects by handles.  Within the domain, pointers are used.  They
 * are valid during the turn, because nothing is freed before domain_free_ended. */
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
#include "world/wallclock.h"

typedef uint64_t match_handle;

struct bots;
struct counters;
struct feed;
struct guard;
struct imports;
struct moderation;
struct people;
struct rank_lists;
struct reviews;
struct tourneys;
struct world;

/* ---- options used by the domain ---- */

/* Types of options in conf.def. */
#define WORLD_TYPE_UINT unsigned
#define WORLD_TYPE_BOOL bool
#define WORLD_TYPE_NAMES const char * /* separated by commas */
#define WORLD_TYPE_SECRECY bool       /* written yes or no */
#define WORLD_TYPE_NETWORKS struct networks
#define WORLD_TYPE_LANGUAGE enum language

struct world_config {
	/* The options of conf.def that the domain uses. */
#define CONF_WORLD(section, name, type, initial, lowest, highest, comment)                     \
	WORLD_TYPE_##type name;
#include "conf.def"
	const char *server_name; /* a single word */
	unsigned sessions_max;
	unsigned failed_login_delays_s[8]; /* delay after the first, second, ... wrong password;
					    * the last applies to all later ones */
	unsigned failed_login_delay_count; /* at least 1 */
	size_t output_soft; /* a session with more unsent bytes gets no news and no more of a
			     * long answer; 0: no limit */
	const char *banner; /* texts ready for output, with @NAME@ replaced */
	const char *motd[LANG_COUNT];
	const char *houserules; /* text of the help topic `houserules`; NULL: the built-in
				 * page */
	const char *version;
	bool (*zone_known)(const char *zone); /* whether the system has this time zone */
	/* Finds the zones of cities by a part of the name.  See zone.h. */
	unsigned (*zone_find)(const char *words, struct sbuf *names);
	/* Formats a time in a zone, in a strftime format. */
	void (*zone_format_time)(
	    const char *zone, int64_t at_s, const char *format, char *text, size_t size);
	/* Finds the time at which clocks in a zone show a given local time.  Returns false if
	 * they never do.  See zone.h. */
	bool (*zone_local_to_utc)(
	    const char *zone, int year, int month, int day, int minute, int64_t *at_s_out);
	unsigned port;             /* shown by the command `port` */
	unsigned tls_port;         /* 0: none */
	const char *zone_examples; /* examples, shown after an unknown zone */
	/* help_page: the page of a topic ("roll") in a language, or in English if it is not
	 * translated; NULL if there is none.  help_topic_name: the name of topic i, false after
	 * the last. */
	const char *(*help_page)(const char *topic, enum language language);
	bool (*help_topic_name)(unsigned i, struct sbuf *name_out);
};

/* ---- the world ---- */

/* Objects that may have to be freed at the end of a turn. */
enum dead_kind {
	DEAD_SESSION,
	DEAD_PLAYER,
};

/* Sessions that follow several matches.  The first SPECTATORS_MAX places are for spectators,
 * the others for users of JSON lines. */
#define FOLLOWERS_MAX 64u
#define SPECTATORS_MAX 8u

struct world {
	struct world_config config;
	struct store *store;
	struct net_port net;
	bool bypass_sync; /* last argument passed to net.bypass_sync */
	/* sessions of JSON lines get an event in place of the text now being written */
	bool json_drops_text;
	struct json_log *json_logs;          /* output/json_log.c */
	session_id followers[FOLLOWERS_MAX]; /* see cmd/json/json_follow.c */
	struct work_port work;
	struct random_port random;

	uint64_t turn_no;
	int64_t mono_ms; /* monotonic time of this turn */
	int64_t wall_ms;
	int64_t started_ms; /* monotonic time of the first turn */
	struct wallclock wallclock;

	unsigned online_count;         /* sessions online */
	struct people *people;         /* accounts in use and sessions: people/people.h */
	struct guard *guard;           /* login/guard.h */
	struct moderation *moderation; /* moderation/moderation.h */
	struct counters *counters;     /* stats/counters.h */
	struct rank_lists *ranks;      /* stats/ranks.h */
	struct matches *matches;       /* match/ */
	event_subscriber *const *subscribers; /* the subscribers in calling order; NULL after
					       * the last */
	struct feed *feed;

#define CLOAK_KEY_BYTES 16
	uint8_t cloak_key[CLOAK_KEY_BYTES]; /* people/cloak.h */

	int64_t disk_full_ms; /* monotonic time at which the disk was found full; 0: it is not
			       * full */

	struct tourneys *tourneys;
	struct bots *bots;       /* bot/bot.h */
	struct reviews *reviews; /* review/review.h */
	struct imports *imports; /* imports/imports.h */

	struct reap {
		enum dead_kind kind;
		uint64_t handle;
	} * reap_list; /* objects that may have to be freed */
	size_t reap_len, reap_room;
	int64_t store_probe_ms; /* time of the next attempt to write while the store refuses
				   writes */
};

/* ---- used by the other files of the domain ---- */

/* Registers an object, new or ended, that domain_free_ended must examine. */
void world_reap_later(struct world *w, enum dead_kind kind, uint64_t handle);

static inline int64_t
world_now_s(const struct world *w)
{
	return w->wall_ms / 1000;
}

#endif
