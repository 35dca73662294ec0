/* SPDX-License-Identifier: MIT */
/* The whole server in one process without sockets, clock or luck: the world and its turn, a
 * store in memory, and fakes at the edges.  A test connects, types lines and reads what came,
 * all at once.
 *
 *	struct fixture *h = fixture_new(NULL);
 *	unsigned alice = fixture_clip(h, "alice"), bob = fixture_clip(h, "bob");
 *	fixture_type(h, alice, "invite bob 3");
 *	assert_string_equal(fixture_read(h, bob), "alice wants ...\r\n...");
 *	fixture_free(&h);
 *
 * Output can be read only when a sync has covered it, as on a real connection.  After every
 *turn world_check runs.  A log line of level warn or error that nobody asked for with
 *fixture_warned ends the program. */
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
#include "turn.h"

#define FIXTURE_PASSWORD "secret"
#define FIXTURE_WALL_S                                                                         \
	1767268800 /* the clock at the start: Thursday, January 01 12:00:00 2026 UTC */

struct fixture;

struct fixture_options {
	uint64_t seed;     /* of match seeds, and of colours when they are drawn */
	bool draw_colours; /* false: the inviter has O in the first game, unless fixture_colour
			      says otherwise */
	bool flood_limits; /* false: all addresses are exempt */
	bool clear;        /* connections could be read on the way */
	unsigned lines_per_turn; /* of one connection */
	struct store *store;     /* the caller's own, kept by them; NULL: made in memory */
	/* Hears what each connection is sent, turn by turn, and of each new one (bytes NULL);
	 * NULL nobody. */
	void (*listen)(void *ctx, unsigned conn, const char *bytes, size_t n);
	void *listen_ctx;
	/* A fine clock, in microseconds; NULL: none, as in most tests. */
	int64_t (*mono_us)(void *ctx);
	void *mono_us_ctx;
	struct world_config world;
};

/* Default options: seed 1, no flood limits, 20 lines, the server's default settings, its real
 * help pages. */
void fixture_options_default(struct fixture_options *o);

/* ... with the server's own players that ship: EasyBot, ClubBot, StrongBot. */
void fixture_options_bots(struct fixture_options *o);

/* Dies when memory is out.  options NULL: the defaults. */
struct fixture *fixture_new(const struct fixture_options *options);

/* Ends it; CHECKs that no warning is left. */
void fixture_free(struct fixture **h);

/* Throws the world and all connections away and makes a new world on the same store: a crash
 * after the last COMMIT and a new start.  Handles of connections mean nothing afterwards. */
void fixture_restart(struct fixture *h);

struct world *fixture_world(struct fixture *h);
struct store *fixture_store(struct fixture *h);

/* ---- connections: small numbers, used again after a connection has ended and its rest was
 * read ---- */

/* A new connection from addr, with its banner waiting to be read; one turn. */
unsigned fixture_connect(struct fixture *h, const char *addr);

/* The peer closes or the socket breaks; one turn. */
void fixture_drop(struct fixture *h, unsigned conn, enum net_close why);

/* While on, it takes none of what is sent to it; that waits. */
void fixture_stall(struct fixture *h, unsigned conn, bool on);

/* False when the server has closed it, or it was dropped. */
bool fixture_open(const struct fixture *h, unsigned conn);

/* No line of it is delivered now. */
bool fixture_paused(const struct fixture *h, unsigned conn);

/* Seconds of penalty given to its address; whether the net was told that it has logged in. */
unsigned fixture_penalty(const struct fixture *h, unsigned conn);
bool fixture_authenticated(const struct fixture *h, unsigned conn);

/* ---- input ---- */

/* One line (without its end), then turns until nothing waits that may be delivered. */
void fixture_type(struct fixture *h, unsigned conn, const char *line);

/* printf-like. */
void fixture_typef(struct fixture *h, unsigned conn, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* One line to be delivered in the next turn; several of one connection or of many may share a
 * turn.  A line over the limit counts as overlong. */
void fixture_queue(struct fixture *h, unsigned conn, const char *line);

/* Bytes as from the wire, with line ends and telnet commands; for the next turn. */
void fixture_bytes(struct fixture *h, unsigned conn, const void *bytes, size_t n);

/* One turn with what is queued.  When an admin's `shutdown` is due in it, the server ends as by
 * fixture_shutdown. */
void fixture_turn(struct fixture *h);

/* The same, but storage may fail for good: -1 then, and nothing but fixture_free may be called.
 */
MUST_USE int fixture_try_turn(struct fixture *h);

/* From now on turns have their syncs of this kind made beside them; they have them in place at
 * the start. */
void fixture_sync(struct fixture *h, enum store_sync which, const struct sync_port *sync);

/* From now on the process may use one processor alone. */
void fixture_one_processor(struct fixture *h);

/* One turn in which fn is called: for what no line of a user does. */
void fixture_do(struct fixture *h, void (*fn)(struct world *w, void *ctx), void *ctx);

/* Nanoseconds of CPU time that the longest turn since the last call took, with what fixture_do
 * called, without the lines of users, the jobs of the worker and the checks of the fixture; and
 * of those jobs in the last turn. */
int64_t fixture_turn_ns(struct fixture *h);
int64_t fixture_work_ns(const struct fixture *h);

/* Turns until nothing waits that may be delivered, and everybody has their news. */
void fixture_settle(struct fixture *h);

/* Lines waiting for a connection that is paused. */
unsigned fixture_waiting(const struct fixture *h, unsigned conn);

/* How long the loop would wait now for something to happen. */
int fixture_wait_ms(const struct fixture *h);

/* An admin has ended the server; only fixture_restart and fixture_free make sense then. */
bool fixture_ended(const struct fixture *h);

/* The server is told to end: everybody hears it, all connections are closed; one turn. */
void fixture_shutdown(struct fixture *h);

/* ---- output ---- */

/* What has been delivered since the last call: NUL-terminated, valid until the next call for
 * conn. n_out, where not NULL, gets the bytes. */
const char *fixture_read(struct fixture *h, unsigned conn);
const char *fixture_read_n(struct fixture *h, unsigned conn, size_t *n_out);

/* Forgets what waits to be read on all connections. */
void fixture_discard(struct fixture *h);

/* ---- accounts ---- */

/* Makes an account with FIXTURE_PASSWORD, between turns; its row id. */
int64_t fixture_user(struct fixture *h, const char *name, double rating, uint32_t experience);

/* Gives an account a rating and experience in a game other than backgammon, between turns. */
void fixture_standing(
    struct fixture *h, const char *name, const char *game, double rating, uint32_t experience);

/* Gives an account a role, between turns: "operator", "admin", "user". */
void fixture_role(struct fixture *h, const char *name, const char *role);

/* Connects from 127.0.0.1 and logs in: as a client program named "test", by hand, as a TinyMUD
 * client.  The account is made (1500, 0) when there is none.  What they and all others got for
 * it is discarded. */
unsigned fixture_clip(struct fixture *h, const char *name);
unsigned fixture_telnet(struct fixture *h, const char *name);
unsigned fixture_tiny(struct fixture *h, const char *name);

/* Makes accounts uaaaa, uaaab, ... and logs them all in together: login is what their line
 * begins with, "connect" or "login test 1008".  The connections have numbers one after another;
 * the first of them.  No connection may have ended before. */
#define FIXTURE_CROWD_NAME 6u
void fixture_crowd_name(unsigned i, char name[FIXTURE_CROWD_NAME]);
unsigned fixture_crowd(struct fixture *h, unsigned n, const char *login);

/* The two play on, as their boards allow, until both have moved in their match: no match counts
 * for ratings before. */
void fixture_both_move(struct fixture *h, unsigned a, unsigned b);

/* The session of a connection; NULL none any more. */
struct session *fixture_session(struct fixture *h, unsigned conn);

/* ---- time, work and luck ---- */

void fixture_pass(struct fixture *h, int64_t ms); /* both clocks go on */
/* The wall clock alone steps, ahead or back; before the first turn: it is wrong from the start.
 */
void fixture_step(struct fixture *h, int64_t ms);
/* Both clocks go on, then one turn. */
void fixture_advance(struct fixture *h, int64_t ms);
/* What the net says of everybody's way there and back; 0 at the start. */
void fixture_lag(struct fixture *h, unsigned ms);
int64_t fixture_now_ms(const struct fixture *h); /* wall clock */

/* While on, passwords wait to be hashed; off: all are done in one turn.  At most max jobs may
 * wait. */
void fixture_hold_work(struct fixture *h, bool on, unsigned max);

/* Bytes of luck for those who ask for one at a time (colours): 0 gives O to the inviter, 1 to
 * the other. */
void fixture_colour(struct fixture *h, uint8_t byte);

/* True when a line of level warn or error with that event was logged, which is hereby accounted
 * for. */
bool fixture_warned(struct fixture *h, const char *event);

/* How often `what` stands in a text that was read. */
unsigned fixture_count(const char *text, const char *what);

#endif
