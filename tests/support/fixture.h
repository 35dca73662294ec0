/* SPDX-License-Identifier: MIT */
/* The whole server in one process without sockets, real clock or randomness: the world, its
 * turns, an in-memory store, and fakes for all I/O.  A test connects, types lines and reads the
 * output; all of it is synchronous.
 *
 *	struct fixture *h = fixture_new(NULL);
 *	unsigned alice = fixture_clip(h, "alice"), bob = fixture_clip(h, "bob");
 *	fixture_type(h, alice, "invite bob 3");
 *	assert_string_equal(fixture_read(h, bob), "alice wants ...\r\n...");
 *	fixture_free(&h);
 *
 * Output can be read only once a sync has covered it, as on a real connection.  world_check
 * runs after every turn.  A log line of level warn or error that the test does not claim with
 * fixture_warned aborts the program. */
#ifndef SUPPORT_FIXTURE_H
#define SUPPORT_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/ports.h"
#include "people/people.h"
#include "output/output.h"
#include "world/world.h"
#include "store/store.h"
#include "turn/turn.h"

#define FIXTURE_PASSWORD "secret"
#define FIXTURE_WALL_S                                                                         \
	1767268800 /* the clock at the start: Thursday, January 01 12:00:00 2026 UTC */

struct fixture;

struct fixture_options {
	uint64_t seed;           /* for the match seeds and for drawing colours */
	bool random_colours;     /* if false, the inviter has O in the first game, unless
				  fixture_set_colour says otherwise */
	bool flood_limits;       /* if false, all addresses are exempt */
	bool unencrypted;        /* connections count as unencrypted */
	unsigned lines_per_turn; /* per connection */
	struct store *store;     /* owned by the caller; NULL: a new store in memory */
	/* Called each turn with what a connection was sent, and for each new connection (bytes
	 * NULL).  May be NULL. */
	void (*on_output)(void *ctx, unsigned conn, const char *bytes, size_t n);
	void *on_output_ctx;
	/* A clock with microsecond resolution; NULL (no such clock) in most tests. */
	int64_t (*mono_us)(void *ctx);
	void *mono_us_ctx;
	struct world_config world;
};

/* Sets the default options: seed 1, no flood limits, 20 lines, the server's default settings,
 * its real help pages. */
void fixture_options_default(struct fixture_options *o);

/* Sets the default options with the bots that ship with the server: EasyBot, ClubBot and
 * StrongBot. */
void fixture_options_bots(struct fixture_options *o);

/* options NULL: the defaults.  Aborts if memory runs out. */
struct fixture *fixture_new(const struct fixture_options *options);

/* Frees the fixture.  CHECKs that every warning was claimed. */
void fixture_free(struct fixture **h);

/* Discards the world and all connections and makes a new world on the same store: a crash after
 * the last COMMIT, and a restart.  Connection numbers become invalid. */
void fixture_restart(struct fixture *h);

/* Hands all sessions over to a new world on the same store, as an upgrade does, after calling
 * `damage` on the packed data.  Connections are numbered again: those online in order of
 * log-in, then the others.  Returns false if the new world refuses the data; the new world is
 * then as after a restart. */
bool fixture_upgrade(struct fixture *h, void (*damage)(void *ctx, struct pack *p), void *ctx);

struct world *fixture_world(struct fixture *h);
struct store *fixture_store(struct fixture *h);

/* ---- connections: small numbers, reused once a connection has closed and its output was read
 * ---- */

/* Opens a connection from addr; its banner can be read afterwards.  Runs one turn. */
unsigned fixture_connect(struct fixture *h, const char *addr);

/* Simulates the peer closing or the socket failing.  Runs one turn. */
void fixture_drop(struct fixture *h, unsigned conn, enum net_close_reason why);

/* Makes the connection refuse output, which is then queued, or accept it again. */
void fixture_stall(struct fixture *h, unsigned conn, bool on);

/* Returns false if the connection was closed by the server, or was dropped. */
bool fixture_is_open(const struct fixture *h, unsigned conn);

/* Returns whether delivery of the connection's lines is paused. */
bool fixture_is_paused(const struct fixture *h, unsigned conn);

/* fixture_penalty returns the penalty in seconds given to the connection's address;
 * fixture_is_authenticated returns whether the net was notified of the login. */
unsigned fixture_penalty(const struct fixture *h, unsigned conn);
bool fixture_is_authenticated(const struct fixture *h, unsigned conn);

/* ---- input ---- */

/* Types one line (without its line end), then runs turns until no deliverable line is left. */
void fixture_type(struct fixture *h, unsigned conn, const char *line);

void fixture_typef(struct fixture *h, unsigned conn, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* Queues one line for the next turn.  Several lines, of one connection or of many, may share a
 * turn.  A line over the limit counts as overlong. */
void fixture_queue(struct fixture *h, unsigned conn, const char *line);

/* Queues raw bytes, including line ends and telnet commands, for the next turn. */
void fixture_send_bytes(struct fixture *h, unsigned conn, const void *bytes, size_t n);

/* Runs one turn with the queued lines.  If an admin's `shutdown` is due in it, the server ends
 * as with fixture_shutdown. */
void fixture_turn(struct fixture *h);

/* Like fixture_turn, but storage may fail permanently.  Returns -1 then; only fixture_free may
 * be called after that. */
MUST_USE int fixture_try_turn(struct fixture *h);

/* Makes turns run syncs of this kind in parallel from now on; initially turns run them
 * inline. */
void fixture_set_sync(struct fixture *h, enum store_sync which, const struct sync_port *sync);

/* Limits the process to one processor from now on. */
void fixture_use_one_processor(struct fixture *h);

/* Runs one turn in which fn is called, for actions that no user command triggers. */
void fixture_run_in_turn(struct fixture *h, void (*fn)(struct world *w, void *ctx), void *ctx);

/* fixture_turn_ns: CPU nanoseconds of the longest turn since the last call, including the
 * function called by fixture_run_in_turn, excluding user commands, worker jobs and the
 * fixture's own checks.  fixture_work_ns: CPU nanoseconds of worker jobs in the last turn. */
int64_t fixture_turn_ns(struct fixture *h);
int64_t fixture_work_ns(const struct fixture *h);

/* Runs turns until no deliverable line is left and all sessions have received pending
 * events. */
void fixture_settle(struct fixture *h);

/* Returns the number of lines queued for a paused connection. */
unsigned fixture_lines_waiting(const struct fixture *h, unsigned conn);

/* Returns how long the event loop would wait now. */
int fixture_wait_ms(const struct fixture *h);

/* Returns whether an admin has shut down the server; only fixture_restart and fixture_free may
 * be called then. */
bool fixture_has_ended(const struct fixture *h);

/* Shuts down the server: all sessions are notified and all connections closed.  Runs one
 * turn. */
void fixture_shutdown(struct fixture *h);

/* ---- output ---- */

/* Returns the output delivered since the last call: NUL-terminated, valid until the next call
 * for conn.  *n_out, if not NULL, is set to its length. */
const char *fixture_read(struct fixture *h, unsigned conn);
const char *fixture_read_n(struct fixture *h, unsigned conn, size_t *n_out);

/* Discards unread output of all connections. */
void fixture_discard(struct fixture *h);

/* ---- accounts ---- */

/* Makes an account with FIXTURE_PASSWORD, between turns.  Returns its row id. */
int64_t fixture_user(struct fixture *h, const char *name, double rating, uint32_t experience);

/* Sets an account's rating and experience in a game other than backgammon, between turns. */
void fixture_set_standing(
    struct fixture *h, const char *name, const char *game, double rating, uint32_t experience);

/* Sets an account's role, between turns: "operator", "admin" or "user". */
void fixture_set_role(struct fixture *h, const char *name, const char *role);

/* Connects from 127.0.0.1 and logs in: as a client program named "test", with telnet, or as a
 * TinyMUD client.  Makes the account (rating 1500, experience 0) if it does not exist.
 * Discards the output of all connections. */
unsigned fixture_clip(struct fixture *h, const char *name);
unsigned fixture_telnet(struct fixture *h, const char *name);
unsigned fixture_tiny(struct fixture *h, const char *name);

/* Makes accounts uaaaa, uaaab, ... and logs them all in together.  `login` is the start of
 * their login line, "connect" or "login test 1008".  The connections are numbered
 * consecutively; returns the first.  No connection may have closed before. */
#define FIXTURE_CROWD_NAME_SIZE 6u
void fixture_crowd_name(unsigned i, char name[FIXTURE_CROWD_NAME_SIZE]);
unsigned fixture_crowd(struct fixture *h, unsigned n, const char *login);

/* Plays legal moves until both players have moved in their match; before that, a match does not
 * count for ratings. */
void fixture_both_move(struct fixture *h, unsigned a, unsigned b);

/* Returns the session of a connection, or NULL if it has ended. */
struct session *fixture_session(struct fixture *h, unsigned conn);

/* ---- time, work and luck ---- */

void fixture_pass_time(struct fixture *h, int64_t ms); /* advances both clocks */
/* Steps only the wall clock, forward or back.  A step before the first turn makes the clock
 * wrong from the start. */
void fixture_step_wall_clock(struct fixture *h, int64_t ms);
/* Advances both clocks, then runs one turn. */
void fixture_advance(struct fixture *h, int64_t ms);
/* Advances both clocks in steps of 250 ms, and runs everything that becomes due. */
void fixture_run_ms(struct fixture *h, int64_t ms);
/* Sets the round-trip time the net reports for every connection; 0 at the start. */
void fixture_set_rtt(struct fixture *h, unsigned ms);
int64_t fixture_now_ms(const struct fixture *h); /* wall clock */

/* Makes passwords wait to be hashed, at most `max` of them.  Turning this off runs all jobs in
 * one turn. */
void fixture_hold_work(struct fixture *h, bool on, unsigned max);

/* Sets the random byte used to draw colours: 0 gives O to the inviter, 1 to the other
 * player. */
void fixture_set_colour(struct fixture *h, uint8_t byte);

/* Returns true if a line of level warn or error with that event was logged, and claims that
 * line. */
bool fixture_warned(struct fixture *h, const char *event);

/* Adds an action that cannot be read to a stored match. */
void fixture_corrupt_match(struct fixture *h, int64_t match);

/* Returns how often `what` occurs in text. */
unsigned fixture_count_text(const char *text, const char *what);

#endif
