/* SPDX-License-Identifier: MIT */
/* The whole server in this process, for benchmarks.  Real are lines of text, commands, the
 * rules, the given store, a commit each turn, and one turn after another as the server makes
 * them.  Simulated are sockets, which count what is written to them and are always ready, the
 * password hash (immediate and always right), and the clock. */
#ifndef BENCH_PLACE_H
#define BENCH_PLACE_H

#include "base/rng.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "rules/move.h"
#include "turn/turn.h"

#define PLACE_HEARD_MAX 65536u
#define PLACE_TURN_MS 20 /* on the clock */

struct place_sock {
	session_id session;
	size_t bytes;        /* of this turn */
	unsigned next_dirty; /* place + 1 */
	bool open, paused, closing, dirty;
};

struct place {
	struct store *store;
	struct world *world;
	struct turn turn;
	struct rng r; /* for the server, and for the users' choices */
	int64_t now_ms;
	/* private */
	struct net_events events;
	struct place_sock *sock; /* conn - 1 */
	unsigned room, socks, dirty;
	unsigned *free_sock;
	unsigned free_n;
	struct work_result *result;
	unsigned results;
	struct move_space space;
	unsigned listening; /* sock + 1 */
	size_t heard_len;
	char heard[PLACE_HEARD_MAX];
};

/* Makes the world over the store, for at most `connections` at once.  The store remains the
 * caller's, and must stay open until place_close. */
void place_open(struct place *p, struct store *store, unsigned connections);
void place_close(struct place *p);

/* Connects a user.  Returns the user's number. */
unsigned place_connect(struct place *p);
/* The same with the number of a user who has left; false if that connection is not freed
 * yet. */
bool place_connect_as(struct place *p, unsigned i);

/* Types a line as the user. */
void place_say(struct place *p, unsigned i, const char *line);
/* Ends the turn. */
void place_turn(struct place *p);
/* Returns whether passwords still wait for a later turn: one turn checks a limited number. */
bool place_has_passwords(const struct place *p);
/* Runs turns until all passwords are checked and all output is sent. */
void place_settle(struct place *p);

/* Returns the user's session; NULL if not on line. */
struct session *place_session(const struct place *p, unsigned i);
/* The connection is open; its lines wait. */
bool place_is_open(const struct place *p, unsigned i);
bool place_is_paused(const struct place *p, unsigned i);

/* Keeps the text written to the user from now on (its first PLACE_HEARD_MAX bytes); returns
 * it. */
void place_listen(struct place *p, unsigned i);
const char *place_heard(struct place *p);

/* Writes the line with which the user continues the match: a random legal play.  "": the user
 * is not on turn. */
void place_play(struct place *p, unsigned i, char line[64]);

#endif
