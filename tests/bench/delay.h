/* SPDX-License-Identifier: MIT */
/* A line to a server on a Unix socket that takes its time, as one to another machine does: a
 * process of its own, which ends with this one. */
#ifndef BENCH_DELAY_H
#define BENCH_DELAY_H

#include <sys/types.h>

struct delay {
	pid_t pid;
	char folder[64]; /* with a socket of the same name */
};

/* to: the folder of the server's socket; name: that of both sockets.  What is sent, in either
 * direction, arrives half of round_trip_us later, in order, however much of it is under way;
 * what is under way when a side closes is lost. */
void delay_start(struct delay *d, const char *to, const char *name, unsigned round_trip_us);
void delay_stop(struct delay *d);

#endif
