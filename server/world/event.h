/* SPDX-License-Identifier: MIT */
/* Events: what has happened, for those who act on it.  Who changes something publishes that,
 * and does not know who follows: the subscribers stand in one array (server/domain.c), which is
 * the order in which they are called.
 *
 * A subscriber is called within the turn, after the state has changed (but for session_leaving
 * and user_erased, which come before); what an event points to is valid for the call.  It may
 * write to sessions and the store, and may call the public verbs of the modules below its own,
 * but changes nothing that the publisher is still working on. */
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
			const struct parting *how; /* people/session.h */
		} leaving;
		struct {
			int64_t user;
			bool stopping; /* the server goes down: everything stands still */
		} left;
		const struct user_record *user;
		struct match *match; /* this and the rest: match/match.h */
		struct {
			struct match *match;
			const struct match_events *events; /* rules/match.h */
			unsigned how;                      /* enum act_how */
		} acted;
		struct {
			struct match *match;
			bool again; /* it was told what to do before */
		} waits;
		struct {
			struct match *match;
			enum seat seat;
			uint32_t left_ms;
		} clock_low;
		const struct match_ending *ending;
		struct {
			int64_t stamp_ms;  /* what was stored as this moment ... */
			int64_t counts_ms; /* ... counts from this one */
		} clock_right;
		struct {
			const struct match_record *match; /* store/store.h */
			struct session *session;          /* of the asking player */
			unsigned days;                    /* so far */
		} saved;
		const struct match_absence *absence;
	};
};

typedef void subscriber(struct world *w, const struct world_event *e);

/* Calls all subscribers of the world, in their order. */
void event_publish(struct world *w, const struct world_event *e);

#endif
