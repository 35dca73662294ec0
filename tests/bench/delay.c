/* SPDX-License-Identifier: MIT */
/* See delay.h.  One loop on ppoll; received data waits in a queue until it is due.  The relay's
 * own cost, two wake-ups per round trip, is measured with a delay of 0. */
#define _GNU_SOURCE /* ppoll */
#include "delay.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

#define DIRECTIONS_MAX 32u /* two directions for each connection */
#define CHUNK_BYTES 65536u

struct chunk {
	struct chunk *next;
	int64_t due_ns;
	size_t n;
	char bytes[];
};

/* Data from one socket to another. */
struct direction {
	int from, to; /* -1: unused */
	struct chunk *first_chunk, **last_chunk;
};

struct delayed_link {
	struct sockaddr_un to;
	int64_t delay_ns; /* one way */
	struct direction way[DIRECTIONS_MAX];
};

static void
set_socket_path(struct sockaddr_un *at, const char *folder, const char *name)
{
	*at = (struct sockaddr_un){ .sun_family = AF_UNIX };
	if ((size_t)snprintf(at->sun_path, sizeof(at->sun_path), "%s/%s", folder, name) >=
	    sizeof(at->sun_path))
		bench_die("%s/%s is too long", folder, name);
}

static void
add_direction(struct delayed_link *w, unsigned i, int from, int to)
{
	w->way[i] = (struct direction){ .from = from, .to = to };
	w->way[i].last_chunk = &w->way[i].first_chunk;
}

static void
accept_connection(struct delayed_link *w, int listener)
{
	int here = accept(listener, NULL, NULL), there = socket(AF_UNIX, SOCK_STREAM, 0);
	unsigned i = 0;

	if (here < 0 || there < 0 ||
	    connect(there, (const struct sockaddr *)&w->to, sizeof(w->to)) != 0)
		_exit(EXIT_FAILURE);
	while (i < DIRECTIONS_MAX && w->way[i].from >= 0)
		i += 2;
	if (i == DIRECTIONS_MAX)
		_exit(EXIT_FAILURE);
	add_direction(w, i, here, there);
	add_direction(w, i + 1, there, here);
}

static void
end(struct delayed_link *w, unsigned i)
{
	i -= i % 2;
	(void)close(w->way[i].from);
	(void)close(w->way[i].to);
	for (unsigned k = i; k < i + 2; k++) {
		struct chunk *c;

		while ((c = w->way[k].first_chunk) != NULL) {
			w->way[k].first_chunk = c->next;
			free(c);
		}
		w->way[k].from = -1;
	}
}

static void
read_chunk(struct delayed_link *w, unsigned i)
{
	struct direction *way = &w->way[i];
	struct chunk *c = malloc(sizeof(*c) + CHUNK_BYTES);
	ssize_t n;

	if (c == NULL)
		_exit(EXIT_FAILURE);
	n = read(way->from, c->bytes, CHUNK_BYTES);
	if (n <= 0) {
		free(c);
		end(w, i);
		return;
	}
	c->n = (size_t)n;
	c->next = NULL;
	c->due_ns = bench_now_ns() + w->delay_ns;
	*way->last_chunk = c;
	way->last_chunk = &c->next;
}

/* Forwards chunks that are due.  Returns the time at which the next chunk is due, or INT64_MAX.
 */
static int64_t
forward_due(struct delayed_link *w)
{
	int64_t next = INT64_MAX;

	for (unsigned i = 0; i < DIRECTIONS_MAX; i++) {
		struct direction *way = &w->way[i];
		struct chunk *c;

		while (way->from >= 0 && (c = way->first_chunk) != NULL &&
		       c->due_ns <= bench_now_ns()) {
			way->first_chunk = c->next;
			if (way->first_chunk == NULL)
				way->last_chunk = &way->first_chunk;
			(void)!send(way->to, c->bytes, c->n, MSG_NOSIGNAL);
			free(c);
		}
		if (way->from >= 0 && way->first_chunk != NULL &&
		    way->first_chunk->due_ns < next)
			next = way->first_chunk->due_ns;
	}
	return next;
}

static void
run_relay(struct delayed_link *w, int listener)
{
	for (;;) {
		struct pollfd fds[1 + DIRECTIONS_MAX] = { { .fd = listener,
		    .events = POLLIN } };
		int64_t due = forward_due(w), wait = due - bench_now_ns();
		struct timespec t;

		wait = wait > 0 ? wait : 0;
		t = (struct timespec){ wait / 1000000000, wait % 1000000000 };
		for (unsigned i = 0; i < DIRECTIONS_MAX; i++)
			fds[1 + i] = (struct pollfd){ .fd = w->way[i].from, .events = POLLIN };
		if (ppoll(fds, ARRAY_LEN(fds), due < INT64_MAX ? &t : NULL, NULL) < 0 &&
		    errno != EINTR)
			_exit(EXIT_FAILURE);
		for (unsigned i = 0; i < DIRECTIONS_MAX; i++)
			if (fds[1 + i].revents != 0 && w->way[i].from == fds[1 + i].fd)
				read_chunk(w, i);
		if (fds[0].revents != 0)
			accept_connection(w, listener);
	}
}

void
delay_start(struct delay *d, const char *to, const char *name, unsigned round_trip_us)
{
	struct delayed_link w = { .delay_ns = (int64_t)round_trip_us * 1000 / 2 };
	struct sockaddr_un here;
	int listener = socket(AF_UNIX, SOCK_STREAM, 0);

	(void)snprintf(d->socket_folder, sizeof(d->socket_folder), "/tmp/gammond-delay-XXXXXX");
	if (mkdtemp(d->socket_folder) == NULL)
		bench_die("cannot make %s: %s", d->socket_folder, strerror(errno));
	set_socket_path(&here, d->socket_folder, name);
	set_socket_path(&w.to, to, name);
	if (listener < 0 || bind(listener, (const struct sockaddr *)&here, sizeof(here)) != 0 ||
	    listen(listener, 16) != 0)
		bench_die("cannot listen on %s: %s", here.sun_path, strerror(errno));
	for (unsigned i = 0; i < DIRECTIONS_MAX; i++)
		w.way[i].from = -1;
	d->pid = fork();
	if (d->pid < 0)
		bench_die("cannot fork: %s", strerror(errno));
	if (d->pid == 0) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		(void)prctl(PR_SET_TIMERSLACK, 1000ul);
		run_relay(&w, listener);
	}
	(void)close(listener);
}

void
delay_stop(struct delay *d)
{
	char path[128];

	(void)kill(d->pid, SIGKILL);
	(void)waitpid(d->pid, NULL, 0);
	(void)snprintf(path, sizeof(path), "%s/.s.PGSQL.5432", d->socket_folder);
	(void)unlink(path);
	(void)rmdir(d->socket_folder);
}
