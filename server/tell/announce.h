/* SPDX-License-Identifier: MIT */
/* Telling people: events of a match to players and watchers, each in his own words; and news of
 * users to everyone.  The texts are in PROTOCOL.md 5. */
#ifndef TELL_ANNOUNCE_H
#define TELL_ANNOUNCE_H

#include "match/match.h"
#include "world/world.h"

/* All events of one action, in order, to both players and all watchers; boards where they want
 * them. */
void announce_events(
    struct world *w, struct match *m, const struct match_events *ev, enum act_how how);

/* A match begins or goes on: to its watchers and to everyone with `report`, not to the players.
 */
void announce_start(struct world *w, const struct match *m, bool resumed);

/* To a person: that the game which is on is the Crawford game, if it is. */
void announce_crawford(struct session *to, const struct match_state *st);

/* The score, and what to type for the next game. */
void announce_score(struct world *w, const struct match *m);

/* The end of a match: to players and watchers, and to everyone with `report`. */
void announce_match_won(struct world *w, const struct match *m, enum seat winner);

/* Somebody left with `leave`: to everyone with `report`. */
void announce_left(struct world *w, const struct match *m, enum seat who);

/* Someone who follows a match: a player, or a watcher of one. */
struct hearer {
	struct session *to;
	enum seat view; /* himself, or whom he watches */
	bool plays;
};

/* Visits the two players and then all watchers: start with *it = {0}. */
struct hearer_it {
	unsigned stage; /* 0, 1 the players; 2, 3 the watchers of each */
	struct session *next;
	bool begun;
};
bool hearer_next(
    const struct world *w, const struct match *m, struct hearer_it *it, struct hearer *h_out);

#endif
