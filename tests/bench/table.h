/* SPDX-License-Identifier: MIT */
/* Pairs of clients of a crowd who play matches of five points against each other: random legal
 * plays from a seed, no doubles.  Latency is the time from a roll or move to the later of the
 * two boards. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "crowd.h"
#include "tests/support/random_player.h"

#define TABLE_POINTS 5u
#define TABLE_SEED 20260101u

struct pair;

struct player {
	struct client *c;
	struct pair *pair;
	struct random_player rp;
	char name[8];
	bool match_over;
};

struct pair {
	struct player player[2];
	/* the player who has sent a command, or will send one when the table plays; NULL: no
	 * player */
	struct player *commanding_player;
	char command[64];
	bool command_sent;
	bool next_is_move;
	bool sent_is_move; /* the command sent is a move */
	/* the boards that have not arrived yet: 1 for player[0]'s plus 2 for player[1]'s */
	unsigned boards_awaited;
	int64_t sent_ns, due_ns;
};

struct play_table {
	struct crowd *crowd;
	unsigned first_client; /* index of the first player's client; every two clients form a
				  pair */
	unsigned n_pairs, max;
	struct pair *pairs;
	bool playing;     /* whether commands are sent */
	int64_t think_ns; /* pause before each command; needs table_send_due */
	unsigned pending_n;
	int64_t measure_from_ns,
	    measure_to_ns; /* a command counts if it is sent and answered in this period */
	uint64_t commands, moves, matches;
	struct samples latencies;
	struct rng rng;
	struct move_space *move_space;
	void (*on_sent)(
	    void *ctx, const struct pair *p); /* if not NULL, called for each command */
	void *ctx;
};

void table_init(struct play_table *t, struct crowd *crowd, unsigned first, unsigned pairs);
void table_free(struct play_table *t);

/* Makes the next `pairs` pairs invite and join; their clients must be online. */
void table_seat(struct play_table *t, unsigned pairs);

/* Returns whether a client of the crowd is a player.  Its lines must then be passed to
 * table_line. */
bool table_has_client(const struct play_table *t, const struct client *c);
void table_line(struct play_table *t, struct client *c, const char *line, int64_t now_ns);

/* Logs in `clients` more clients of the crowd and seats them. */
void table_open(struct play_table *t, unsigned clients);

struct table_figures {
	double commands, moves; /* per second */
	double p50, p99;        /* us */
	double cpu_us, client_percent;
};

/* Lets all pairs play, and counts for run_ns after warm_ns. */
struct table_figures table_measure(
    struct play_table *t, const struct process *server, int64_t warm_ns, int64_t run_ns);

/* table_start_measuring lets all pairs play and counts from measure_from_ns to measure_to_ns.
 * table_send_due sends the commands whose pause is over. table_stop stops play after all boards
 * have been read. */
void table_start_measuring(struct play_table *t, int64_t from_ns, int64_t to_ns);
void table_send_due(struct play_table *t, int64_t now_ns);
void table_stop(struct play_table *t);

#endif
