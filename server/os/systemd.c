/* SPDX-License-Identifier: MIT */
/* See systemd.h. */
#include "os/systemd.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/sbuf.h"
#include "os/log.h"

#define NOTIFY_INTERVAL_MS 10000u

/* Reads a number from the environment, 0 if unset. */
static uint64_t
env_number(const char *name)
{
	const char *text = getenv(name);

	return text != NULL ? strtoull(text, NULL, 10) : 0;
}

/* Returns whether the variables are meant for this process. */
static bool
is_for_us(const char *pid_name)
{
	return getenv(pid_name) == NULL || env_number(pid_name) == (uint64_t)getpid();
}

static int
open_socket(const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	size_t n = strlen(path);
	int fd;

	errno = EINVAL;
	if ((path[0] != '/' && path[0] != '@') || n >= sizeof(to.sun_path))
		return -1;
	memcpy(to.sun_path, path, n);
	if (path[0] == '@')
		to.sun_path[0] = '\0'; /* abstract address */
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd >= 0 && connect(fd, (const struct sockaddr *)&to,
			   (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n)) == 0)
		return fd;
	if (fd >= 0)
		(void)close(fd);
	return -1;
}

void
systemd_open(struct systemd *s)
{
	const char *path = getenv("NOTIFY_SOCKET");
	uint64_t watchdog_ms =
	    is_for_us("WATCHDOG_PID") ? env_number("WATCHDOG_USEC") / 1000 : 0;

	*s = (struct systemd){ .fd = -1, .notify_interval_ms = NOTIFY_INTERVAL_MS };
	if (watchdog_ms > 0 && watchdog_ms / 3 < NOTIFY_INTERVAL_MS)
		s->notify_interval_ms = (unsigned)(watchdog_ms / 3);
	if (path != NULL && path[0] != '\0') {
		s->fd = open_socket(path);
		if (s->fd < 0)
			log_warn("notify", "error=\"%s\"", strerror(errno));
	}
	if (getenv("LISTEN_PID") != NULL && is_for_us("LISTEN_PID")) {
		s->socket_names = getenv("LISTEN_FDNAMES");
		s->sockets_n = s->socket_names != NULL ? (unsigned)env_number("LISTEN_FDS") : 0;
	}
}

void
systemd_close(struct systemd *s)
{
	if (s->fd >= 0)
		(void)close(s->fd);
	s->fd = -1;
}

int
systemd_socket(const struct systemd *s, const char *name, unsigned i)
{
	const char *at = s->socket_names;

	for (unsigned n = 0; n < s->sockets_n; n++) {
		size_t len = strcspn(at, ":");

		if (len == strlen(name) && memcmp(at, name, len) == 0 && i-- == 0)
			return SYSTEMD_FIRST_SOCKET + (int)n;
		at += len + (at[len] == ':');
	}
	return -1;
}

void
systemd_notify(const struct systemd *s, const char *state)
{
	if (s->fd >= 0 && send(s->fd, state, strlen(state), MSG_NOSIGNAL) < 0)
		log_warn("notify", "error=\"%s\"", strerror(errno));
}

void
systemd_reloading(const struct systemd *s, int64_t now_us)
{
	char text[80];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "RELOADING=1\nMONOTONIC_USEC=%" PRId64, now_us);
	systemd_notify(s, text);
}

int
systemd_wait_ms(const struct systemd *s, int64_t now_ms, int ms)
{
	int64_t left = s->last_notified_ms + (int64_t)s->notify_interval_ms - now_ms;

	if (s->fd < 0 || left >= ms)
		return ms;
	return left > 0 ? (int)left : 0;
}

void
systemd_after_turn(struct systemd *s, int64_t now_ms, unsigned users, unsigned matches)
{
	char text[120];
	struct sbuf b;

	if (now_ms - s->last_notified_ms < (int64_t)s->notify_interval_ms)
		return;
	s->last_notified_ms = now_ms;
	SBUF_INIT(&b, text);
	sbuf_addf(&b, "WATCHDOG=1\nSTATUS=%u on line, %u matches are played", users, matches);
	systemd_notify(s, text);
}
