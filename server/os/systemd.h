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
	int fd;                      /* -1: no notifications */
	unsigned notify_interval_ms; /* interval of the loop's notifications */
	int64_t last_notified_ms;    /* monotonic time of the last notification */
	unsigned sockets_n; /* number of sockets passed; the first is SYSTEMD_FIRST_SOCKET */
	/* names of the sockets, separated by colons; from the environment */
	const char *socket_names;
};

#define SYSTEMD_FIRST_SOCKET 3

/* Reads the environment.  Call it before sandbox_begin. */
void systemd_open(struct systemd *s);
void systemd_close(struct systemd *s);

/* Returns the i-th socket (from 0) of that name, or -1 after the last. */
int systemd_socket(const struct systemd *s, const char *name, unsigned i);

/* Sends "READY=1" and the like, one or more lines.  Failures are ignored. */
void systemd_notify(const struct systemd *s, const char *state);

/* Reports that the configuration is being reread.  The caller sends "READY=1" afterwards. */
void systemd_reloading(const struct systemd *s, int64_t now_us);

/* Returns how long the loop may wait: ms, or less if the next notification is due earlier. */
int systemd_wait_ms(const struct systemd *s, int64_t now_ms, int ms);

/* Called after each turn.  Sends the watchdog notification with the numbers of users and
 * matches when it is due. */
void systemd_after_turn(struct systemd *s, int64_t now_ms, unsigned users, unsigned matches);

#endif
