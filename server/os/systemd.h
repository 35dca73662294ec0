/* SPDX-License-Identifier: MIT */
/* Notifications to a service manager, and the sockets that it passes: sd_notify(3) and
 * sd_listen_fds(3), as implemented by systemd and others. libsystemd is not used, because it
 * opens a socket for each message, which the sandbox (sandbox.h) forbids; one socket is
 * enough. */
#ifndef SYSTEMD_H
#define SYSTEMD_H

#include <stdbool.h>
#include <stdint.h>

struct systemd {
	int fd;            /* -1: no notifications */
	unsigned tell_ms;  /* interval of notifications that the loop runs */
	int64_t told_ms;   /* time of the last one, monotonic */
	unsigned sockets;  /* passed, from SYSTEMD_FIRST_SOCKET on */
	const char *names; /* their names, separated by colons; from the environment */
};

#define SYSTEMD_FIRST_SOCKET 3

/* Reads the environment.  To be called before the sandbox. */
void systemd_open(struct systemd *s);
void systemd_close(struct systemd *s);

/* Returns the i-th socket of that name, -1 after the last. */
int systemd_socket(const struct systemd *s, const char *name, unsigned i);

/* Sends "READY=1" and the like, one or more lines.  A failed message is not repeated. */
void systemd_tell(const struct systemd *s, const char *state);

/* Reports that the configuration is being reread; "READY=1" ends that. */
void systemd_reloading(const struct systemd *s, int64_t now_us);

/* Limits a wait of ms to the time of the next notification. */
int systemd_wait_ms(const struct systemd *s, int64_t now_ms, int ms);

/* Called after each turn.  Sends the watchdog notification with the numbers of users and
 * matches when it is due. */
void systemd_turned(struct systemd *s, int64_t now_ms, unsigned users, unsigned matches);

#endif
