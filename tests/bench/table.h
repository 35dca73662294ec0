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
	struct player *actor;
	char command[64];
	bool sent;
	bool next_is_move;
	bool is_move; /* the command sent is a move */
	/* the boards that have not arrived yet: 1 for player[0]'s plus 2 for player[1]'s */
	unsigned boards;
	int64_t sent_ns, due_ns;
};

struct table {
	struct crowd *crowd;
	unsigned first; /* index of the first player's client; every two clients form a pair */
	unsigned npairs, max;
	struct pair *pairs;
	bool playing;     /* whether commands are sent */
	int64_t think_ns; /* pause before each command; needs table_due */
	unsigned under_way;
	int64_t from_ns, to_ns; /* a command counts if it is sent and answered in this period */
	uint64_t commands, moves, matches;
	struct samples latencies;
	struct rng rng;
	struct move_space *space;
	void (*sent)(
	    void *ctx, const struct pair *p); /* if not NULL, called for each command */
	void *ctx;
};

void table_init(struct table *t, struct crowd *crowd, unsigned first, unsigned pairs);
void table_free(struct table *t);

/* Makes the next `pairs` pairs invite and join; their clients must be online. */
void table_seat(struct table *t, unsigned pairs);

/* Returns whether a client of the crowd is a player.  Its lines must then be passed to
 * table_line. */
bool table_has(const struct table *t, const struct client *c);
void table_line(struct table *t, struct client *c, const char *line, int64_t now_ns);

/* Logs in `clients` more clients of the crowd and seats them. */
void table_open(struct table *t, unsigned clients);

struct table_figures {
	double commands, moves; /* per second */
	double p50, p99;        /* us */
	double cpu_us, client_percent;
};

/* Lets all pairs play, and counts for run_ns after warm_ns. */
struct table_figures table_measure(
    struct table *t, const struct process *server, int64_t warm_ns, int64_t run_ns);

/* table_start lets all pairs play and counts from from_ns to to_ns. table_due sends the
 * commands whose pause is over. table_stop stops play after all boards have been read. */
void table_start(struct table *t, int64_t from_ns, int64_t to_ns);
void table_due(struct table *t, int64_t now_ns);
void table_stop(struct table *t);

#endif
