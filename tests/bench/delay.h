/* SPDX-License-Identifier: MIT */
/* A relay to a server on a Unix socket that adds a delay, like that of a connection to another
 * machine.  It runs as a separate process, which ends with this program. */
#ifndef BENCH_DELAY_H
#define BENCH_DELAY_H

#include <sys/types.h>

struct delay {
	pid_t pid;
	char socket_folder[64]; /* contains a socket of the same name */
};

/* Starts the relay.  `to` is the directory of the server's socket, `name` the name of both
 * sockets.  Data in either direction arrives half of round_trip_us later, in order, however
 * much there is.  Data in transit is lost when a side closes. */
void delay_start(struct delay *d, const char *to, const char *name, unsigned round_trip_us);
void delay_stop(struct delay *d);

#endif
