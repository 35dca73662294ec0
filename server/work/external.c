/* SPDX-License-Identifier: MIT */
/* See external.h.  Owns the connection.  All waiting is by poll(2), with a timeout. */
#define _GNU_SOURCE /* for SOCK_CLOEXEC, pipe2 */
#include "work/external.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "os/log.h"

#define CONNECT_TIMEOUT_MS 500
#define ANSWER_TIMEOUT_MS 3000 /* time for a complete answer */
/* pause after a failure; doubled by each new failure, up to PAUSE_MAX_MS */
#define PAUSE_MIN_MS 2000
#define PAUSE_MAX_MS 60000

_Static_assert(sizeof(((struct external_address *)NULL)->path) ==
		   sizeof(((struct sockaddr_un *)NULL)->sun_path),
    "a path has room");

struct external {
	struct external_address address;
	external_clock *now_ms;
	int fd;           /* -1: not connected */
	int stop_pipe[2]; /* a pipe; closing its write end ends all waiting */
	unsigned connection_serial;
	int64_t pause_until_ms; /* end of the pause */
	int64_t next_pause_ms;  /* length of the next pause */
	bool job_is_idle;
	enum {
		LOGGED_NOTHING,
		LOGGED_WORKING,
		LOGGED_FAILED
	} last_logged; /* what was last logged */
	atomic_bool urgent_waiting;
};

/* ---- addresses ---- */

static bool
parse_unix_address(const char *path, struct external_address *out)
{
	struct external_address at = { 0 };
	size_t n = strlen(path);

	if (path[0] != '/' || n >= sizeof(at.path))
		return false;
	memcpy(at.path, path, n);
	*out = at;
	return true;
}

/* Parses a port number, 1 to 65535.  Returns 0 if it is invalid. */
static uint16_t
parse_port(const char *text)
{
	unsigned long n = 0;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p < '0' || *p > '9' || p - text >= 5)
			return 0;
		n = n * 10 + (unsigned long)(*p - '0');
	}
	return n <= 65535 ? (uint16_t)n : 0;
}

static bool
parse_inet_address(const char *text, struct external_address *out)
{
	const char *colon = strchr(text, ':');
	char address[16] = "";
	size_t n = colon != NULL ? (size_t)(colon - text) : sizeof(address);
	struct external_address at = { .port = colon != NULL ? parse_port(colon + 1) : 0 };

	if (n >= sizeof(address) || at.port == 0)
		return false;
	memcpy(address, text, n);
	if (inet_pton(AF_INET, address, at.address) != 1 || at.address[0] != 127)
		return false;
	*out = at;
	return true;
}

bool
external_parse_address(const char *text, struct external_address *out)
{
	static const char UNIX[] = "unix:";

	if (strncmp(text, UNIX, strlen(UNIX)) == 0)
		return parse_unix_address(text + strlen(UNIX), out);
	return parse_inet_address(text, out);
}

/* ---- an external program ---- */

struct external *
external_new(const struct external_address *at, external_clock *now_ms)
{
	struct external *x = calloc(1, sizeof(*x));

	if (x == NULL)
		return NULL;
	x->address = *at;
	x->now_ms = now_ms;
	x->fd = -1;
	x->pause_until_ms = now_ms();
	x->next_pause_ms = PAUSE_MIN_MS;
	if (pipe2(x->stop_pipe, O_CLOEXEC) == 0)
		return x;
	free(x);
	return NULL;
}

void
external_free(struct external **xp)
{
	struct external *x = *xp;

	*xp = NULL;
	if (x == NULL)
		return;
	if (x->fd >= 0)
		(void)close(x->fd);
	(void)close(x->stop_pipe[0]);
	if (x->stop_pipe[1] >= 0)
		(void)close(x->stop_pipe[1]);
	free(x);
}

void
external_begin_job(struct external *x, bool idle)
{
	x->job_is_idle = idle;
}

unsigned
external_serial(const struct external *x)
{
	return x->fd >= 0 ? x->connection_serial : 0;
}

void
external_set_hurry(struct external *x, bool on)
{
	atomic_store(&x->urgent_waiting, on);
}

void
external_stop(struct external *x)
{
	(void)close(x->stop_pipe[1]);
	x->stop_pipe[1] = -1;
}

void
external_answer_was_valid(struct external *x)
{
	if (x->last_logged != LOGGED_WORKING)
		log_info("gnubg", "state=here");
	x->last_logged = LOGGED_WORKING;
	x->next_pause_ms = PAUSE_MIN_MS;
}

static bool
is_stopping(const struct external *x)
{
	struct pollfd p = { .fd = x->stop_pipe[0] };

	return poll(&p, 1, 0) > 0;
}

/* The pause begins now, not when the caller last read the clock: the time since then may be
 * longer than the pause. */
void
external_fail(struct external *x, const char *why)
{
	if (x->fd >= 0)
		(void)close(x->fd);
	x->fd = -1;
	x->pause_until_ms = x->now_ms() + x->next_pause_ms;
	x->next_pause_ms =
	    2 * x->next_pause_ms < PAUSE_MAX_MS ? 2 * x->next_pause_ms : PAUSE_MAX_MS;
	if (x->last_logged != LOGGED_FAILED && !is_stopping(x))
		log_warn("gnubg", "state=away reason=\"%s\"", why);
	x->last_logged = LOGGED_FAILED;
}

static enum external_err
fail_connection(struct external *x, const char *why)
{
	external_fail(x, why);
	return EXTERNAL_UNAVAILABLE;
}

/* ---- the connection ---- */

/* Waits until the connection is ready.  Returns false after the timeout or if the engine is
 * being stopped. */
static bool
wait_for_io(const struct external *x, short events, int wait_ms)
{
	struct pollfd p[] = { { .fd = x->fd, .events = events }, { .fd = x->stop_pipe[0] } };
	int n;

	do
		n = poll(p, 2, wait_ms);
	while (n < 0 && errno == EINTR);
	return n > 0 && p[1].revents == 0;
}

static int
connect_to(int fd, const struct external_address *at)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(at->port) };
	struct sockaddr_un un = { .sun_family = AF_UNIX };

	if (at->port == 0) {
		memcpy(un.sun_path, at->path, sizeof(un.sun_path));
		return connect(fd, (const struct sockaddr *)&un, sizeof(un));
	}
	memcpy(&in.sin_addr, at->address, sizeof(at->address));
	return connect(fd, (const struct sockaddr *)&in, sizeof(in));
}

/* Connects.  Returns NULL on success, otherwise the reason. */
static const char *
open_connection(struct external *x)
{
	int error = 0;
	socklen_t n = sizeof(error);

	x->fd = socket(x->address.port != 0 ? AF_INET : AF_UNIX,
	    SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (x->fd < 0)
		return strerror(errno);
	x->connection_serial++;
	if (connect_to(x->fd, &x->address) == 0)
		return NULL;
	if (errno != EINPROGRESS)
		return strerror(errno);
	if (!wait_for_io(x, POLLOUT, CONNECT_TIMEOUT_MS))
		return "it does not accept";
	if (getsockopt(x->fd, SOL_SOCKET, SO_ERROR, &error, &n) != 0)
		return strerror(errno);
	return error != 0 ? strerror(error) : NULL;
}

/* Sends a line, which fits into the socket's buffer because no other line is unanswered.
 * Returns NULL on success, otherwise the reason. */
static const char *
send_line(const struct external *x, const char *line)
{
	char text[EXTERNAL_LINE_MAX + 2];
	size_t n = strlen(line);

	CHECK(n <= EXTERNAL_LINE_MAX);
	memcpy(text, line, n);
	text[n++] = '\n';
	return send(x->fd, text, n, MSG_NOSIGNAL) == (ssize_t)n ? NULL : "it hung up";
}

/* Reads an answer.  Returns NULL on success, otherwise the reason. */
static const char *
read_line(const struct external *x, char answer[EXTERNAL_ANSWER_MAX])
{
	const int64_t until_ms = x->now_ms() + ANSWER_TIMEOUT_MS;
	size_t n = 0;

	for (int64_t left_ms = ANSWER_TIMEOUT_MS; left_ms > 0;
	     left_ms = until_ms - x->now_ms()) {
		ssize_t got;

		if (!wait_for_io(x, POLLIN, (int)left_ms))
			return "it does not answer";
		got = recv(x->fd, answer + n, EXTERNAL_ANSWER_MAX - n, 0);
		if (got <= 0)
			return "it hung up";
		for (size_t end = n + (size_t)got; n < end; n++)
			if (answer[n] == '\n' && n + 1 == end) {
				answer[n] = '\0';
				return NULL;
			} else if (answer[n] < ' ' || answer[n] > '~') {
				return "it sent an invalid answer";
			}
		if (n == EXTERNAL_ANSWER_MAX)
			return "its answer is too long";
	}
	return "it does not answer";
}

enum external_err
external_ask(struct external *x, const char *line, char answer[EXTERNAL_ANSWER_MAX])
{
	char got[EXTERNAL_ANSWER_MAX];
	const char *why;

	if (x->job_is_idle && atomic_load(&x->urgent_waiting))
		return EXTERNAL_ABANDONED;
	if (is_stopping(x))
		return EXTERNAL_UNAVAILABLE;
	if (x->fd < 0) {
		if (x->now_ms() < x->pause_until_ms)
			return EXTERNAL_UNAVAILABLE;
		why = open_connection(x);
		if (why != NULL)
			return fail_connection(x, why);
	}
	why = send_line(x, line);
	if (why == NULL)
		why = read_line(x, got);
	if (why != NULL)
		return fail_connection(x, why);
	memcpy(answer, got, sizeof(got));
	return EXTERNAL_OK;
}
