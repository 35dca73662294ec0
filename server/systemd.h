/* SPDX-License-Identifier: MIT */
/* What a service manager is told, and the sockets that it hands over: sd_notify(3) and
 * sd_listen_fds(3), as systemd and others have them.  Not by libsystemd, because that opens a
 * socket for each message, which the sandbox (sandbox.h) does not let it; one is enough. */
#ifndef SYSTEMD_H
#define SYSTEMD_H

#include <stdbool.h>
#include <stdint.h>

struct systemd {
	int fd;            /* -1: nobody wants to be told */
	unsigned tell_ms;  /* so often that the loop turns */
	int64_t told_ms;   /* when that was, monotonic */
	unsigned sockets;  /* handed over, from SYSTEMD_FIRST_SOCKET on */
	const char *names; /* of them, with colons between; of the environment */
};

#define SYSTEMD_FIRST_SOCKET 3

/* Reads the environment, which programs of ours are not to see; before the sandbox. */
void systemd_open(struct systemd *s);
void systemd_close(struct systemd *s);

/* Socket i of those of that name; -1 after the last. */
int systemd_socket(const struct systemd *s, const char *name, unsigned i);

/* "READY=1" and the like, one or more lines.  What cannot be told is not tried again. */
void systemd_tell(const struct systemd *s, const char *state);

/* The configuration is being read again; "READY=1" ends it. */
void systemd_reloading(const struct systemd *s, int64_t now_us);

/* How long the loop may wait that would wait for ms: until it is time to tell. */
int systemd_wait_ms(const struct systemd *s, int64_t now_ms, int ms);

/* The loop has turned.  Tells so when it is time, and how many there are. */
void systemd_turned(struct systemd *s, int64_t now_ms, unsigned users, unsigned matches);

#endif
