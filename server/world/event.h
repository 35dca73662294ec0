/* SPDX-License-Identifier: MIT */
/* Events notify other modules of what has happened.  The publisher does not know its
 * subscribers.  They are listed in one array in server/domain.c, which is also the order in
 * which they are called.
 *
 * Subscribers are called within the turn, after the state has changed (except for
 * session_leaving and user_erased, which are published before it changes).  The data that an
 * event points to is valid during the call.  A subscriber may write to sessions and the store,
 * and may call public functions of the modules below its own, but may not change the data that
 * the publisher is still working on. */
#ifndef WORLD_EVENT_H
#define WORLD_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/board.h"

struct match;
struct match_absence;
struct match_ending;
struct match_events;
struct match_record;
struct session;
struct user_record;
struct world;

enum event_kind {
#define EVENT(name, payload, text) EVENT_##name,
#include "world/events.def"
#undef EVENT
	EVENT_KINDS,
};

struct world_event {
	enum event_kind kind;
	union {
		struct session *session;
		struct {
			struct session *session;
			const struct session_ending *how; /* output/visit_words.h */
		} session_leaving;
		struct {
			int64_t user;
			bool stopping; /* the server is shutting down: clocks stop */
		} session_left;
		const struct user_record *user;
		struct match *match; /* match/match.h declares the types of this member and of
					the members below */
		struct {
			struct match *match;
			const struct match_events *events; /* rules/match.h */
			unsigned how;                      /* enum act_how */
		} match_acted;
		struct {
			struct match *match;
			bool reminder; /* the player was notified before */
		} match_waits;
		struct {
			struct match *match;
			enum seat seat;
			uint32_t left_ms;
		} clock_low;
		const struct match_ending *match_ending;
		struct {
			int64_t first_stamp_ms, last_stamp_ms; /* range of stored times */
			int64_t corrected_ms; /* the time from which the stored times count */
		} clock_corrected;
		struct {
			const struct match_record *match; /* store/store.h */
			struct session *session;          /* session of the player who asks */
			unsigned days_asked;              /* number of days on which the player
							   * has asked */
		} saved_match;
		const struct match_absence *absence;
	};
};

typedef void event_subscriber(struct world *w, const struct world_event *e);

/* Calls all subscribers of the world in order. */
void event_publish(struct world *w, const struct world_event *e);

#endif
