/* SPDX-License-Identifier: MIT */
/* The bare reference: a line echo on libevent bufferevents, and nothing else.
 *
 *         ref_echo         sends each line back at once
 *         ref_echo -e      the same without libevent (epoll, recv and send; whole lines only)
 *         ref_echo -b      sends each line to all connections, including the sender's
 *         ref_echo -d DIR  writes a row for each line, and answers it after the commit
 *
 * With -d, one commit covers all lines that a pass of the loop has read (SQLite, WAL,
 * synchronous=FULL).
 *
 * Listens on a free port of 127.0.0.1 and prints "listening port=N" on standard error.  SIGTERM
 * ends it. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>

/* The minimum that a server must keep for a connection. */
struct conn {
	struct bufferevent *bev;
	struct conn *next_dirty; /* next connection with answers that wait for the commit */
	struct conn *next, **back_link; /* list of all connections */
	bool has_pending_reply;
	uint32_t id;
	uint32_t lines_n, replies_n;
	int64_t opened_s;
};

static struct event_base *base;
static struct conn *dirty_list;
static struct conn *all;
static struct evbuffer
    *broadcast_lines; /* lines of this pass for all connections; NULL: not a broadcast */
static uint32_t conn_count;
static sqlite3 *db;
static sqlite3_stmt *begin_stmt, *insert_stmt, *commit_stmt;

_Noreturn static void
fail(const char *what)
{
	(void)fprintf(stderr, "ref_echo: %s: %s\n", what, db != NULL ? sqlite3_errmsg(db) : "");
	exit(EXIT_FAILURE);
}

/* ---- the row ---- */

static void
open_database(const char *dir)
{
	char path[4096];

	(void)snprintf(path, sizeof(path), "%s/echo.db", dir);
	if (sqlite3_open(path, &db) != SQLITE_OK ||
	    sqlite3_exec(db,
		"PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
		"CREATE TABLE row (id INTEGER PRIMARY KEY, conn INTEGER, line INTEGER, kind "
		"TEXT, text TEXT)",
		NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(db, "BEGIN", -1, &begin_stmt, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(db,
		"INSERT INTO row (conn, line, kind, text) VALUES (?1, ?2, 'line', ?3)", -1,
		&insert_stmt, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(db, "COMMIT", -1, &commit_stmt, NULL) != SQLITE_OK)
		fail(path);
}

static void
run(sqlite3_stmt *q)
{
	if (sqlite3_step(q) != SQLITE_DONE || sqlite3_reset(q) != SQLITE_OK)
		fail("database");
}

static void
store_line(const struct conn *c, const char *line, size_t n)
{
	if (sqlite3_get_autocommit(db))
		run(begin_stmt);
	(void)sqlite3_bind_int64(insert_stmt, 1, c->id);
	(void)sqlite3_bind_int64(insert_stmt, 2, c->lines_n);
	(void)sqlite3_bind_text(insert_stmt, 3, line, (int)n, SQLITE_TRANSIENT);
	run(insert_stmt);
}

/* ---- connections ---- */

static void
remove_dirty(struct conn *c)
{
	for (struct conn **p = &dirty_list; *p != NULL; p = &(*p)->next_dirty) {
		if (*p == c) {
			*p = c->next_dirty;
			return;
		}
	}
}

static void
on_event(struct bufferevent *bev, short what, void *ctx)
{
	struct conn *c = ctx;

	if (c->has_pending_reply)
		remove_dirty(c);
	*c->back_link = c->next;
	if (c->next != NULL)
		c->next->back_link = c->back_link;
	bufferevent_free(bev);
	free(c);
}

static void
on_read(struct bufferevent *bev, void *ctx)
{
	struct conn *c = ctx;
	size_t n;
	char *line;

	while (
	    (line = evbuffer_readln(bufferevent_get_input(bev), &n, EVBUFFER_EOL_LF)) != NULL) {
		c->lines_n++;
		line[n++] = '\n'; /* replaces the NUL */
		if (broadcast_lines != NULL) {
			if (db != NULL)
				store_line(c, line, n);
			(void)evbuffer_add(broadcast_lines, line, n);
			free(line);
			continue;
		}
		if (db == NULL) {
			(void)bufferevent_write(bev, line, n);
			free(line);
			continue;
		}
		/* All lines get the same answer, so it is enough to count them until the
		 * commit. */
		store_line(c, line, n);
		free(line);
		c->replies_n++;
		if (!c->has_pending_reply) {
			c->has_pending_reply = true;
			c->next_dirty = dirty_list;
			dirty_list = c;
		}
	}
}

static void
on_accept(
    struct evconnlistener *l, evutil_socket_t fd, struct sockaddr *addr, int len, void *ctx)
{
	struct conn *c = calloc(1, sizeof(*c));
	int one = 1;

	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	if (c != NULL)
		c->bev = bufferevent_socket_new(base, fd, BEV_OPT_CLOSE_ON_FREE);
	if (c == NULL || c->bev == NULL)
		fail("memory");
	c->id = ++conn_count;
	c->next = all;
	c->back_link = &all;
	if (all != NULL)
		all->back_link = &c->next;
	all = c;
	bufferevent_setcb(c->bev, on_read, NULL, on_event, c);
	(void)bufferevent_enable(c->bev, EV_READ);
}

static void
broadcast(void)
{
	size_t n = broadcast_lines == NULL ? 0 : evbuffer_get_length(broadcast_lines);
	const unsigned char *bytes = n == 0 ? NULL : evbuffer_pullup(broadcast_lines, -1);

	if (bytes == NULL)
		return;
	for (struct conn *c = all; c != NULL; c = c->next)
		(void)bufferevent_write(c->bev, bytes, n);
	(void)evbuffer_drain(broadcast_lines, n);
}

/* Commits the rows of a pass, then sends its answers. */
static void
commit_and_reply(void)
{
	static const char answer[] = "ok, and it is on the disk      \n";

	if (db != NULL && !sqlite3_get_autocommit(db))
		run(commit_stmt);
	broadcast();
	while (dirty_list != NULL) {
		struct conn *c = dirty_list;

		dirty_list = c->next_dirty;
		c->has_pending_reply = false;
		for (; c->replies_n > 0; c->replies_n--)
			(void)bufferevent_write(c->bev, answer, sizeof(answer) - 1);
	}
}

/* ---- without libevent ---- */

#define BARE_EVENTS 256

static void
bare_watch_fd(int epoll, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.fd = fd };
	int one = 1;

	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	if (fd < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &ev) != 0)
		fail("epoll_ctl");
}

/* Echoes the lines received.  Clients wait for each answer before they send again, so an answer
 * can be sent in one call. */
static void
bare_echo(int fd)
{
	char text[4096];
	ssize_t n = recv(fd, text, sizeof(text), 0);

	if (n <= 0 || send(fd, text, (size_t)n, 0) != n)
		(void)close(fd);
}

_Noreturn static void
bare_loop(int listener)
{
	struct epoll_event ev[BARE_EVENTS];
	int epoll = epoll_create1(0);

	bare_watch_fd(epoll, listener);
	for (;;) {
		int n = epoll_wait(epoll, ev, BARE_EVENTS, -1);

		for (int i = 0; i < n; i++)
			if (ev[i].data.fd == listener)
				bare_watch_fd(epoll, accept(listener, NULL, NULL));
			else
				bare_echo(ev[i].data.fd);
	}
}

_Noreturn static void
on_signal(int number)
{
	_exit(EXIT_SUCCESS);
}

static void
on_term(evutil_socket_t fd, short what, void *ctx)
{
	exit(EXIT_SUCCESS);
}

static int
listen_and_report(void)
{
	struct sockaddr_in sin = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(sin);
	struct evconnlistener *l;

	l = evconnlistener_new_bind(base, on_accept, NULL,
	    LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE, 4096, (struct sockaddr *)&sin,
	    sizeof(sin));
	if (l == NULL ||
	    getsockname(evconnlistener_get_fd(l), (struct sockaddr *)&sin, &len) != 0)
		fail("listen");
	(void)fprintf(stderr, "event=listening port=%u\n", (unsigned)ntohs(sin.sin_port));
	return evconnlistener_get_fd(l);
}

int
main(int argc, char **argv)
{
	const bool bare = argc == 2 && strcmp(argv[1], "-e") == 0;
	struct event *term;

	if (argc > 1 && strcmp(argv[1], "-b") == 0) {
		broadcast_lines = evbuffer_new();
		if (broadcast_lines == NULL)
			fail("memory");
		argc--;
		argv++;
	}
	if (argc == 3 && strcmp(argv[1], "-d") == 0)
		open_database(argv[2]);
	else if (argc != 1 && !bare)
		return EXIT_FAILURE;
	(void)signal(SIGPIPE, SIG_IGN);
	base = event_base_new();
	if (base == NULL)
		fail("event base");
	term = evsignal_new(base, SIGTERM, on_term, NULL);
	if (term == NULL || event_add(term, NULL) != 0)
		fail("signal");
	if (bare) {
		(void)signal(SIGTERM, on_signal);
		bare_loop(listen_and_report());
	}
	(void)listen_and_report();
	if (db == NULL &&
	    broadcast_lines == NULL) /* a plain echo has no work at the end of a pass */
		return event_base_dispatch(base) < 0;
	for (;;) {
		if (event_base_loop(base, EVLOOP_ONCE) < 0)
			fail("loop");
		commit_and_reply();
	}
}
