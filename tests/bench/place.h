/* SPDX-License-Identifier: MIT */
/* The whole server in this process, for benchmarks: real are lines of text, commands, the
 * rules, the store that is given, a commit each turn, and one turn after another as the server
 * makes them.  Simulated are sockets, which count what is written to them and are always ready,
 * the password hash (done when it is asked for, and always right), and the clock. */
#ifndef BENCH_PLACE_H
#define BENCH_PLACE_H

#include "base/rng.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "rules/move.h"
#include "turn.h"

#define PLACE_HEARD_MAX 65536u
#define PLACE_TURN_MS 20 /* of the clock */

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
	struct rng r; /* the server's, and for what people choose */
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

/* Makes the world over the store, for at most so many connections at once.  The store stays the
 * caller's, and has to be there until place_close. */
void place_open(struct place *p, struct store *store, unsigned connections);
void place_close(struct place *p);

/* Somebody connects; their number. */
unsigned place_connect(struct place *p);
/* The same with the number of one who has gone; false when that has not left yet. */
bool place_connect_as(struct place *p, unsigned i);

/* They say a line. */
void place_say(struct place *p, unsigned i, const char *line);
/* The turn ends. */
void place_turn(struct place *p);
/* Passwords that have been given wait for a later turn: one turn takes only so many. */
bool place_has_passwords(const struct place *p);
/* ... and others follow until all passwords are seen to and everybody has been told what they
 * are to be told. */
void place_settle(struct place *p);

/* Their session; NULL when they are not on line. */
struct session *place_session(const struct place *p, unsigned i);
/* There is a connection; its lines wait. */
bool place_is_open(const struct place *p, unsigned i);
bool place_is_paused(const struct place *p, unsigned i);

/* From now on what is written to them is kept (its first PLACE_HEARD_MAX bytes); the text of
 * it.
 */
void place_listen(struct place *p, unsigned i);
const char *place_heard(struct place *p);

/* What they would type to go on with their match: a random legal play.  "": nothing, it is not
 * their turn. */
void place_play(struct place *p, unsigned i, char line[64]);

#endif
