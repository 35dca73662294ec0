/* SPDX-License-Identifier: MIT */
/* The whole server in this process, for benchmarks.  Lines of text, commands, the rules, the
 * given store, turns and their commits are real.  The sockets (which count the bytes written to
 * them and are always ready), the password hash (immediate and always right) and the clock are
 * simulated. */
#ifndef BENCH_PLACE_H
#define BENCH_PLACE_H

#include "base/rng.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "rules/move.h"
#include "turn/turn.h"

#define PLACE_OUTPUT_MAX 65536u
#define PLACE_TURN_MS 20 /* the clock advances by this in each turn */

struct place_sock {
	session_id session;
	size_t turn_bytes;        /* written in this turn */
	unsigned next_dirty_sock; /* index of the next socket + 1; 0: end of the list */
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
	struct place_sock *sock; /* indexed by connection number - 1 */
	unsigned socks_max, socks_n, first_dirty_sock;
	unsigned *free_sock;
	unsigned free_n;
	struct work_result *password_results;
	unsigned password_results_n;
	struct move_space move_space;
	unsigned recorded_sock; /* index of the socket + 1; 0: none */
	size_t recorded_len;
	char recorded[PLACE_OUTPUT_MAX];
};

/* Makes the world over the store, for at most `connections` at once.  The caller owns the store
 * and must keep it open until place_close. */
void place_open(struct place *p, struct store *store, unsigned connections);
void place_close(struct place *p);

/* Connects a user.  Returns the user's number. */
unsigned place_connect(struct place *p);
/* Connects with the number of a user who has left.  Returns false if that connection has not
 * been freed yet. */
bool place_connect_as(struct place *p, unsigned i);

/* Types a line as the user. */
void place_type_line(struct place *p, unsigned i, const char *line);
/* Ends the turn. */
void place_turn(struct place *p);
/* Returns whether passwords still wait for a later turn: one turn checks a limited number. */
bool place_has_passwords(const struct place *p);
/* Runs turns until all passwords are checked and all output is sent. */
void place_settle(struct place *p);

/* Returns the user's session, or NULL if the user is not online. */
struct session *place_session(const struct place *p, unsigned i);
/* Return whether the connection is open, and whether its lines have to wait. */
bool place_is_open(const struct place *p, unsigned i);
bool place_is_paused(const struct place *p, unsigned i);

/* place_record_output records the text written to the user from now on, at most
 * PLACE_OUTPUT_MAX bytes; place_recorded_output returns it. */
void place_record_output(struct place *p, unsigned i);
const char *place_recorded_output(struct place *p);

/* Writes the line with which the user continues the match, such as a random legal play, or ""
 * if it is not the user's turn. */
void place_next_play(struct place *p, unsigned i, char line[64]);

#endif
