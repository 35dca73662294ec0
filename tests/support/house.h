/* SPDX-License-Identifier: MIT */
/* The whole server in one process without sockets, clock or luck: the world and its turn, a
 *store in memory, and fakes at the edges.  A test connects, types lines and reads what came,
 *all at once.
 *
 *	struct house *h = house_new(NULL);
 *	unsigned alice = house_clip(h, "alice"), bob = house_clip(h, "bob");
 *	house_type(h, alice, "invite bob 3");
 *	assert_string_equal(house_read(h, bob), "alice wants ...\r\n...");
 *	house_free(&h);
 *
 * Output can be read only after the turn's COMMIT, as on a real connection.  After every turn
 *world_check runs.  A log line of level warn or error that nobody asked for with house_warned
 *ends the program. */
#ifndef SUPPORT_HOUSE_H
#define SUPPORT_HOUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/ports.h"
#include "game/world.h"
#include "store/store.h"

#define HOUSE_PASSWORD "secret"
#define HOUSE_WALL_S                                                                           \
	1767268800 /* the clock at the start: Thursday, January 01 12:00:00 2026 UTC */

struct house;

struct house_options {
	uint64_t seed;     /* of match seeds, and of colours when they are drawn */
	bool draw_colours; /* false: the inviter has O in the first game, unless house_colour
			      says otherwise */
	bool flood_limits; /* false: all addresses are exempt */
	unsigned lines_per_turn; /* of one connection */
	struct store *store;     /* the caller's own, kept by him; NULL: made in memory */
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
void house_options_default(struct house_options *o);

/* Dies when memory is out.  options NULL: the defaults. */
struct house *house_new(const struct house_options *options);

/* Ends it; CHECKs that no warning is left. */
void house_free(struct house **h);

/* Throws the world and all connections away and makes a new world on the same store: a crash
 * after the last COMMIT and a new start.  Handles of connections mean nothing afterwards. */
void house_restart(struct house *h);

struct world *house_world(struct house *h);
struct store *house_store(struct house *h);

/* ---- connections: small numbers, used again after a connection has ended and its rest was
 * read ---- */

/* A new connection from addr, with its banner waiting to be read; one turn. */
unsigned house_connect(struct house *h, const char *addr);

/* The peer closes or the socket breaks; one turn. */
void house_drop(struct house *h, unsigned conn, enum net_close why);

/* While on, it takes none of what is sent to it; that waits. */
void house_stall(struct house *h, unsigned conn, bool on);

/* False when the server has closed it, or it was dropped. */
bool house_open(const struct house *h, unsigned conn);

/* No line of it is delivered now. */
bool house_paused(const struct house *h, unsigned conn);

/* Seconds of penalty given to its address; whether the net was told that it has logged in. */
unsigned house_penalty(const struct house *h, unsigned conn);
bool house_authenticated(const struct house *h, unsigned conn);

/* ---- input ---- */

/* One line (without its end), then turns until nothing waits that may be delivered. */
void house_type(struct house *h, unsigned conn, const char *line);

/* printf-like. */
void house_typef(struct house *h, unsigned conn, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* One line to be delivered in the next turn; several of one connection or of many may share a
 * turn.  A line over the limit counts as overlong. */
void house_queue(struct house *h, unsigned conn, const char *line);

/* Bytes as from the wire, with line ends and telnet commands; for the next turn. */
void house_bytes(struct house *h, unsigned conn, const void *bytes, size_t n);

/* One turn with what is queued.  When an admin's `shutdown` is due in it, the server ends as by
 * house_shutdown. */
void house_turn(struct house *h);

/* The same, but storage may fail for good: -1 then, and nothing but house_free may be called.
 */
MUST_USE int house_try_turn(struct house *h);

/* One turn in which fn is called: for what no line of a user does. */
void house_do(struct house *h, void (*fn)(struct world *w, void *ctx), void *ctx);

/* Nanoseconds of CPU time that the longest turn since the last call took, with what house_do
 * called, without the lines of users, the jobs of the worker and the checks of the house; and
 * of those jobs in the last turn. */
int64_t house_turn_ns(struct house *h);
int64_t house_work_ns(const struct house *h);

/* Turns until nothing waits that may be delivered, and everybody has his news. */
void house_settle(struct house *h);

/* Lines waiting for a connection that is paused. */
unsigned house_waiting(const struct house *h, unsigned conn);

/* An admin has ended the server; only house_restart and house_free make sense then. */
bool house_ended(const struct house *h);

/* The server is told to end: everybody hears it, all connections are closed; one turn. */
void house_shutdown(struct house *h);

/* ---- output ---- */

/* What has been delivered since the last call: NUL-terminated, valid until the next call for
 * conn. n_out, where not NULL, gets the bytes. */
const char *house_read(struct house *h, unsigned conn);
const char *house_read_n(struct house *h, unsigned conn, size_t *n_out);

/* Forgets what waits to be read on all connections. */
void house_discard(struct house *h);

/* ---- accounts ---- */

/* Makes an account with HOUSE_PASSWORD, between turns; its row id. */
int64_t house_user(struct house *h, const char *name, double rating, uint32_t experience);

/* Gives an account a rating and experience in a game other than backgammon, between turns. */
void house_standing(
    struct house *h, const char *name, const char *game, double rating, uint32_t experience);

/* Gives an account a role, between turns: "operator", "admin", "user". */
void house_role(struct house *h, const char *name, const char *role);

/* Connects from 127.0.0.1 and logs in: as a client program named "test", by hand, as a TinyMUD
 * client.  The account is made (1500, 0) when there is none.  What he and all others got for it
 * is discarded. */
unsigned house_clip(struct house *h, const char *name);
unsigned house_telnet(struct house *h, const char *name);
unsigned house_tiny(struct house *h, const char *name);

/* Makes accounts uaaaa, uaaab, ... and logs them all in together: login is what their line
 * begins with, "connect" or "login test 1008".  The connections have numbers one after another;
 * the first of them.  No connection may have ended before. */
#define HOUSE_CROWD_NAME 6u
void house_crowd_name(unsigned i, char name[HOUSE_CROWD_NAME]);
unsigned house_crowd(struct house *h, unsigned n, const char *login);

/* The two play on, as their boards allow, until both have moved in their match: no match counts
 * for ratings before. */
void house_both_move(struct house *h, unsigned a, unsigned b);

/* The session of a connection; NULL none any more. */
struct session *house_session(struct house *h, unsigned conn);

/* ---- time, work and luck ---- */

/* Both clocks go on, then one turn. */
void house_advance(struct house *h, int64_t ms);
/* What the net says of everybody's way there and back; 0 at the start. */
void house_lag(struct house *h, unsigned ms);
int64_t house_now_ms(const struct house *h); /* wall clock */

/* While on, passwords wait to be hashed; off: all are done in one turn.  At most max jobs may
 * wait. */
void house_hold_work(struct house *h, bool on, unsigned max);

/* Bytes of luck for those who ask for one at a time (colours): 0 gives O to the inviter, 1 to
 * the other. */
void house_colour(struct house *h, uint8_t byte);

/* True when a line of level warn or error with that event was logged, which is hereby accounted
 * for. */
bool house_warned(struct house *h, const char *event);

/* How often `what` stands in a text that was read. */
unsigned house_count(const char *text, const char *what);

#endif
