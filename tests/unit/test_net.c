/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The net over real local sockets: a scripted world, non-blocking clients and a simulated
 * clock.  The tests never sleep: they run a bounded number of loop passes until a condition
 * holds. */
/* LINK: -Wl,--wrap=net_mono_ms -Wl,--wrap=net_mono_us -Wl,--wrap=event_add */
#define _GNU_SOURCE /* TCP_KEEPIDLE */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "os/log.h"
#include "net/conn.h"
#include "net/net.h"
#include "tests/unit/test.h"

int64_t __real_net_mono_ms(void);
int64_t __wrap_net_mono_ms(void);
int64_t __wrap_net_mono_us(void);

#define PASSES 400
#define GUESTS_MAX 256

/* One connection as the world sees it; its session number is its index + 1. */
struct server_session {
	conn_id conn;
	char addr[64];
	unsigned lines, overlong, drained, sizes, columns, rows;
	char last[LINE_BYTES_MAX + 1];
	bool closed;
	enum net_close_reason why;
};

struct world {
	struct net *net;
	struct net_port port;
	unsigned port_no;
	struct server_session guest[GUESTS_MAX];
	unsigned guests;
	unsigned order[4096]; /* index of the guest, for each line in order */
	unsigned order_len;
	bool refuse;
	unsigned signals, warnings;
	int64_t lost_ms; /* lost time to report to the net after the next wait */
};

static int64_t ahead_ms;
static int64_t fake_clock_us; /* the microsecond clock: advances only with lines and reads */
static int64_t line_cost_us;  /* time that a line takes */
static int64_t clock_read_cost_us; /* time that reading the clock takes */
static struct world W;

int64_t
__wrap_net_mono_ms(void)
{
	return 1000000 + ahead_ms; /* the clock moves only when a test advances it */
}

int64_t
__wrap_net_mono_us(void)
{
	return fake_clock_us += clock_read_cost_us;
}

int __real_event_add(struct event *e, const struct timeval *until);
int __wrap_event_add(struct event *e, const struct timeval *until);

static unsigned no_room; /* number of times that adding an event fails */

int
__wrap_event_add(struct event *e, const struct timeval *until)
{
	if (until != NULL || no_room == 0)
		return __real_event_add(e, until);
	no_room--;
	errno = ENOSPC;
	return -1;
}

/* ---- the world ---- */

static session_id
opened(void *ctx, conn_id c, const char *addr)
{
	struct server_session *g = &W.guest[W.guests];

	if (W.refuse) {
		W.port.write(W.port.ctx, c, "not you\r\n", 9);
		return 0;
	}
	assert_true(W.guests < GUESTS_MAX);
	memset(g, 0, sizeof(*g));
	g->conn = c;
	(void)snprintf(g->addr, sizeof(g->addr), "%s", addr);
	return ++W.guests;
}

static void
say(struct server_session *g, const char *text)
{
	W.port.write(W.port.ctx, g->conn, text, strlen(text));
}

static void
write_dots(struct server_session *g, size_t n)
{
	static char block[1024];

	memset(block, '.', sizeof(block));
	for (; n > 0; n -= n < sizeof(block) ? n : sizeof(block))
		W.port.write(W.port.ctx, g->conn, block, n < sizeof(block) ? n : sizeof(block));
}

static void
run_guest_command(struct server_session *g, const char *text)
{
	unsigned long n = strtoul(text + strcspn(text, " "), NULL, 10);

	if (strncmp(text, "echo ", 5) == 0) {
		say(g, text + 5);
		say(g, "\r\n");
	} else if (strncmp(text, "big ", 4) == 0) {
		write_dots(g, n);
	} else if (strcmp(text, "bye") == 0) {
		say(g, "Goodbye.\r\n");
		W.port.close(W.port.ctx, g->conn);
	} else if (strcmp(text, "auth") == 0) {
		W.port.mark_authenticated(W.port.ctx, g->conn);
	} else if (strcmp(text, "pause") == 0) {
		W.port.pause(W.port.ctx, g->conn, true);
	} else if (strcmp(text, "size") == 0) {
		W.port.ask_window_size(W.port.ctx, g->conn);
	} else if (strncmp(text, "penalty ", 8) == 0) {
		W.port.add_penalty(W.port.ctx, g->conn, (unsigned)n);
	}
}

static void
line(void *ctx, session_id s, char *text, size_t n)
{
	struct server_session *g = &W.guest[s - 1];

	assert_true(s >= 1 && s <= W.guests);
	assert_false(g->closed);
	assert_int_equal(strlen(text), n);
	g->lines++;
	fake_clock_us += line_cost_us;
	memcpy(g->last, text, n + 1);
	if (W.order_len < ARRAY_LEN(W.order))
		W.order[W.order_len++] = (unsigned)s - 1;
	run_guest_command(g, text);
}

static void
overlong(void *ctx, session_id s)
{
	assert_false(W.guest[s - 1].closed);
	W.guest[s - 1].overlong++;
}

static void
drained(void *ctx, session_id s)
{
	assert_false(W.guest[s - 1].closed);
	W.guest[s - 1].drained++;
}

static void
sized(void *ctx, session_id s, unsigned columns, unsigned rows)
{
	assert_false(W.guest[s - 1].closed);
	W.guest[s - 1].sizes++;
	W.guest[s - 1].columns = columns;
	W.guest[s - 1].rows = rows;
}

static void
waited(void *ctx)
{
	if (W.lost_ms > 0)
		W.port.extend_timeouts(W.port.ctx, W.lost_ms);
	W.lost_ms = 0;
}

static void
closed(void *ctx, session_id s, enum net_close_reason why)
{
	assert_true(s >= 1 && s <= W.guests);
	assert_false(W.guest[s - 1].closed);
	W.guest[s - 1].closed = true;
	W.guest[s - 1].why = why;
}

static bool
log_heard(void *ctx, enum log_level level, const char *event, const char *text)
{
	if (level < LOG_LEVEL_WARN)
		return true;
	W.warnings++;
	print_message("%s\n", text);
	return true;
}

/* ---- fixture ---- */

static void
open_net(const struct net_config *config)
{
	const struct net_events events = { NULL, opened, line, overlong, closed, drained, sized,
		waited };

	if (W.net != NULL)
		net_free(&W.net);
	memset(&W, 0, sizeof(W));
	ahead_ms = 0;
	line_cost_us = clock_read_cost_us = 0;
	log_set_hook(log_heard, NULL);
	W.net = net_new(config, &events);
	assert_non_null(W.net);
	W.port = net_port(W.net);
	assert_int_equal(net_listen(W.net, "127.0.0.1", 0, &W.port_no), 0);
	assert_true(W.port_no > 0);
}

/* Returns the defaults: no address is exempt. */
static struct net_config
strict_config(void)
{
	struct net_config c;

	net_config_default(&c);
	assert_int_equal(c.exempt.len, 0);
	return c;
}

/* Exempts this machine from the limits on addresses. */
static void
exempt_local(struct net_config *c)
{
	net_config_default(c);
	CHECK(networks_parse(&c->exempt, "127.0.0.0/8,::1"));
}

BEFORE_EACH
{
	struct net_config c;

	exempt_local(&c);
	open_net(&c);
}

static void
turn(int timeout_ms)
{
	net_wait(W.net, timeout_ms);
	net_flush(W.net, true);
}

/* Runs passes until cond holds; a failure reports its location. */
#define UNTIL(cond)                                                                            \
	do {                                                                                   \
		int until = 0;                                                                 \
		while (!(cond) && until++ < PASSES)                                            \
			turn(5);                                                               \
		if (!(cond))                                                                   \
			fail_msg("never: %s", #cond);                                          \
	} while (0)

static void
some_turns(int n)
{
	while (n-- > 0)
		turn(1);
}

static void
later(int64_t ms)
{
	ahead_ms += ms;
	turn(0);
	turn(0);
}

/* ---- clients ---- */

struct client {
	int fd;
	char got[4096];
	size_t len;   /* bytes kept in got */
	size_t total; /* all bytes received */
	bool eof, reset;
};

static struct client a, b;

static int
dial(const char *from, int rcvbuf)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	struct sockaddr_in to = { .sin_family = AF_INET };
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	int one = 1;

	assert_true(fd >= 0);
	if (rcvbuf > 0)
		assert_int_equal(
		    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &rcvbuf, sizeof(rcvbuf)), 0);
	assert_int_equal(inet_pton(AF_INET, from, &at.sin_addr), 1);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(inet_pton(AF_INET, "127.0.0.1", &to.sin_addr), 1);
	to.sin_port = htons((uint16_t)W.port_no);
	assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof(to)), 0);
	assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
	/* Without TCP_NODELAY a second line would wait for the kernel's acknowledgement of the
	 * first. */
	assert_int_equal(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)), 0);
	return fd;
}

static void
connect_from(struct client *c, const char *from)
{
	memset(c, 0, sizeof(*c));
	c->fd = dial(from, 0);
}

static struct server_session *
connect_guest(struct client *c)
{
	unsigned n = W.guests;

	connect_from(c, "127.0.0.1");
	UNTIL(W.guests == n + 1);
	return &W.guest[n];
}

/* Connects with small kernel buffers, so that limits are reached soon. */
static struct server_session *
connect_small_buffer(struct client *c)
{
	unsigned n = W.guests;

	memset(c, 0, sizeof(*c));
	c->fd = dial("127.0.0.1", 4096);
	UNTIL(W.guests == n + 1);
	return &W.guest[n];
}

static void
leave(struct client *c)
{
	assert_int_equal(close(c->fd), 0);
	c->fd = -1;
}

AFTER_EACH
{
	if (a.fd > 0)
		leave(&a);
	if (b.fd > 0)
		leave(&b);
	memset(&a, 0, sizeof(a));
	memset(&b, 0, sizeof(b));
	if (W.net != NULL) {
		net_free(&W.net);
		assert_null(W.net);
	}
	assert_int_equal(W.warnings, 0);
}

static void
tell_n(struct client *c, const char *text, size_t n)
{
	assert_int_equal(send(c->fd, text, n, MSG_NOSIGNAL), n);
}

static void
tell(struct client *c, const char *text)
{
	tell_n(c, text, strlen(text));
}

/* Sends as much as the kernel accepts now. */
static size_t
send_some(struct client *c, const char *text, size_t n)
{
	ssize_t done = send(c->fd, text, n, MSG_NOSIGNAL);

	return done > 0 ? (size_t)done : 0;
}

static void
drain(struct client *c)
{
	char block[8192];
	ssize_t n;

	while ((n = recv(c->fd, block, sizeof(block), 0)) > 0) {
		size_t keep = sizeof(c->got) - 1 - c->len;

		if (keep > (size_t)n)
			keep = (size_t)n;
		memcpy(c->got + c->len, block, keep);
		c->len += keep;
		c->got[c->len] = '\0';
		c->total += (size_t)n;
	}
	c->eof |= n == 0;
	c->reset |= n < 0 && errno == ECONNRESET;
}

static void
clear_received(struct client *c)
{
	c->len = 0;
	c->got[0] = '\0';
}

static bool
has(struct client *c, const char *text)
{
	drain(c);
	return strstr(c->got, text) != NULL;
}

static bool
ended(struct client *c)
{
	drain(c);
	return c->eof || c->reset;
}

/* ---- lines and turns ---- */

TEST(lines_are_delivered_and_answers_sent)
{
	struct server_session *g = connect_guest(&a);

	assert_string_equal(g->addr, "127.0.0.1");
	tell(&a, "echo one\r\necho two\necho three\r");
	UNTIL(has(&a, "one\r\ntwo\r\nthree\r\n"));
	assert_int_equal(g->lines, 3);
	leave(&a);
	UNTIL(g->closed);
	assert_int_equal(g->why, NET_CLOSE_PEER);
}

TEST(ipv6_connections_work)
{
	struct sockaddr_in6 to = { .sin6_family = AF_INET6,
		.sin6_addr = IN6ADDR_LOOPBACK_INIT };
	unsigned port;

	if (net_listen(W.net, "::1", 0, &port) != 0)
		skip(); /* no IPv6 on this machine */
	to.sin6_port = htons((uint16_t)port);
	a.fd = socket(AF_INET6, SOCK_STREAM, 0);
	assert_int_equal(connect(a.fd, (struct sockaddr *)&to, sizeof(to)), 0);
	assert_int_equal(fcntl(a.fd, F_SETFL, O_NONBLOCK), 0);
	UNTIL(W.guests == 1);
	assert_string_equal(W.guest[0].addr, "::1");
	assert_true(W.port.is_exempt(W.port.ctx, W.guest[0].conn));
	/* a connection to the loopback address is fast */
	assert_true(W.port.rtt_ms(W.port.ctx, W.guest[0].conn) < 1000);
	tell(&a, "echo hello\n");
	UNTIL(has(&a, "hello"));
}

TEST(output_is_not_sent_before_the_flush)
{
	struct server_session *g = connect_guest(&a);

	tell(&a, "echo secret\n");
	for (int i = 0; i < PASSES && g->lines == 0; i++)
		net_wait(W.net, 5);
	assert_int_equal(g->lines, 1);
	for (int i = 0; i < 5; i++)
		net_wait(W.net, 1);
	assert_false(has(&a, "s"));
	net_flush(W.net, true);
	UNTIL(has(&a, "secret"));
}

/* The socket becomes writable in the same pass in which new output is added: only the old
 * output may be sent. */
TEST(new_output_is_not_sent_with_old_output)
{
	struct server_session *g = connect_small_buffer(&a);
	size_t queued;

	tell(&a, "auth\n");
	UNTIL(g->lines == 1);
	for (int i = 0; i < 100 && W.port.backlog(W.port.ctx, g->conn) < 8192; i++) {
		write_dots(g, 4096);
		turn(0);
	}
	queued = W.port.backlog(W.port.ctx, g->conn);
	assert_true(queued >= 8192);
	say(g, "secret");
	for (int i = 0; i < PASSES && W.port.backlog(W.port.ctx, g->conn) > 6; i++) {
		drain(&a);
		net_wait(W.net, 5);
	}
	assert_int_equal(W.port.backlog(W.port.ctx, g->conn),
	    6); /* the old output was sent, the new was not */
	drain(&a);
	assert_null(strchr(a.got, 's'));
	assert_int_equal(g->drained, 1); /* all pending output was sent */
	net_flush(W.net, true);
	clear_received(&a);
	UNTIL(has(&a, "secret"));
	turn(0);
	assert_int_equal(g->drained, 1); /* this output did not have to wait for a sync */
}

TEST(output_waits_for_the_sync_that_covers_it)
{
	struct server_session *g, *h;

	g = connect_guest(&a);
	h = connect_guest(&b);
	say(g, "one");
	say(h, "him");
	net_sync_begun(W.net);
	say(g, "two");
	W.port.close(W.port.ctx, h->conn);
	for (int i = 0; i < 5; i++) {
		net_wait(W.net, 1);
		net_flush(W.net, false);
		assert_false(has(&a, "one") || has(&b, "him"));
	}
	net_sync_completed(W.net);
	net_flush(W.net, false);
	for (int i = 0; i < PASSES && !(has(&a, "one") && has(&b, "him")); i++)
		net_wait(W.net, 1);
	assert_true(has(&a, "one") && has(&b, "him"));
	assert_false(has(&a, "two") || ended(&b));
	net_sync_begun(W.net);
	net_sync_completed(
	    W.net); /* the sync ends; output that needs the next sync still waits */
	say(g, "three");
	net_flush(W.net, false);
	for (int i = 0; i < PASSES && !(has(&a, "two") && ended(&b)); i++)
		net_wait(W.net, 1);
	assert_true(has(&a, "two") && ended(&b) && !b.reset);
	assert_false(has(&a, "three"));
	net_flush(W.net, true);
	UNTIL(has(&a, "three"));
}

/* While a sync is running, chat is sent at once to users with nothing pending, and keeps its
 * place in the order. */
TEST(output_waits_after_earlier_output_that_needs_a_sync)
{
	struct server_session *g = connect_guest(&a), *h = connect_guest(&b);

	say(g, "one");
	net_sync_begun(W.net);
	W.port.bypass_sync(W.port.ctx, true);
	say(g, "two");
	say(h, "him");
	assert_true(W.port.waits_for_sync(W.port.ctx, g->conn));
	assert_false(W.port.waits_for_sync(W.port.ctx, h->conn));
	W.port.bypass_sync(W.port.ctx, false);
	say(h, "her");
	net_flush(W.net, false);
	for (int i = 0; i < PASSES && !has(&b, "him"); i++)
		net_wait(W.net, 1);
	assert_true(has(&b, "him"));
	assert_false(has(&b, "her") || has(&a, "one") || has(&a, "two"));
	net_sync_completed(W.net);
	net_flush(W.net, false);
	for (int i = 0; i < PASSES && !has(&a, "one"); i++)
		net_wait(W.net, 1);
	assert_true(has(&a, "one"));
	assert_false(has(&b, "her") || has(&a, "two"));
	net_flush(W.net, true);
	UNTIL(has(&a, "two") && has(&b, "her"));
}

/* Waiting for a sync is not work: the loop sleeps, even though the peer sends more and
 * closes. */
TEST(a_pending_close_causes_no_work)
{
	struct server_session *g;

	g = connect_guest(&a);
	tell(&a, "bye\nmore\n");
	for (int i = 0; i < PASSES && g->lines == 0; i++)
		net_wait(W.net, 5);
	net_sync_begun(W.net);
	net_flush(W.net, false);
	tell(&a, "and more\n");
	leave(&a);
	for (int i = 0; i < 10; i++) {
		net_wait(W.net, 1);
		net_flush(W.net, false);
	}
	assert_int_equal(W.net->pass.events, 0); /* the last pass had nothing to do */
	assert_int_equal(g->lines, 1);
	assert_int_equal(W.net->conns.used, 1);
	net_sync_completed(W.net);
	UNTIL(W.net->conns.used == 0);
}

/* A connection that may have been found full is notified when it has room again, even if it was
 * waiting for a sync. */
TEST(a_connection_full_before_a_sync_is_notified_when_drained)
{
	struct server_session *g;

	g = connect_guest(&a);
	tell(&a, "auth\n");
	UNTIL(g->lines == 1);
	write_dots(g, W.net->config.output_soft + 1);
	net_sync_begun(W.net);
	net_flush(W.net, false);
	net_sync_completed(W.net);
	net_flush(W.net, false);
	for (int i = 0; i < PASSES && g->drained == 0; i++) {
		drain(&a);
		net_wait(W.net, 1);
	}
	assert_int_equal(g->drained, 1);
}

#define WINDOW_IS "\377\372\037\0\144\0\036\377\360"

TEST(the_window_size_is_reported_on_request)
{
	static char flood[(sizeof(WINDOW_IS) - 1) * 2000];
	struct server_session *g = connect_guest(&a);

	tell_n(&a, "\377\373\037" WINDOW_IS "echo no\n", 3 + sizeof(WINDOW_IS) - 1 + 8);
	UNTIL(has(&a, "no\r\n"));
	assert_memory_equal(a.got, "\377\376\037no", 5); /* the size was not requested */
	assert_int_equal(g->sizes, 0);
	clear_received(&a);
	tell(&a, "size\n");
	UNTIL(has(&a, "\377\375\037"));
	tell_n(&a, "\377\373\037ec\377\372\037\0", 9);
	some_turns(3);
	tell_n(&a, "\144\0\036\377\360ho yes\n", 12);
	UNTIL(has(&a, "yes\r\n"));
	assert_string_equal(a.got, "\377\375\037yes\r\n");
	assert_int_equal(g->sizes, 1);
	assert_int_equal(g->columns, 100);
	assert_int_equal(g->rows, 30);
	/* a flood of window sizes neither delays other connections nor accumulates in memory */
	for (size_t at = 0; at < sizeof(flood); at += sizeof(WINDOW_IS) - 1)
		memcpy(flood + at, WINDOW_IS, sizeof(WINDOW_IS) - 1);
	for (size_t at = 0; at < sizeof(flood);) {
		unsigned before = g->sizes;

		at += send_some(&a, flood + at, sizeof(flood) - at);
		turn(0);
		assert_true(g->sizes - before <= W.net->config.lines_per_turn);
	}
	UNTIL(g->sizes == 2001);
	assert_false(g->closed);
}

TEST(a_connection_runs_a_limited_number_of_lines_per_turn)
{
	static char many[10000 * 2 + 1];
	struct server_session *ga;
	struct server_session *gb;
	unsigned before;
	size_t sent = 0;

	ga = connect_guest(&a);
	gb = connect_guest(&b);
	for (size_t i = 0; i < 10000; i++)
		memcpy(many + 2 * i, "x\n", 2);
	sent = send_some(&a, many, 20000);
	assert_true(sent >= 2000);
	UNTIL(ga->lines > 0);
	tell(&b, "echo me\n");
	for (before = ga->lines; gb->lines == 0; before = ga->lines) {
		turn(0);
		assert_true(ga->lines - before <= 20);
		assert_true(ga->lines < 10000);
	}
	assert_true(ga->lines < 200); /* b did not wait for all of a's lines */
	while (sent < 20000) {
		sent += send_some(&a, many + sent, 20000 - sent);
		turn(0);
	}
	for (int i = 0; i < 2000 && ga->lines < 10000; i++) {
		before = ga->lines;
		turn(1);
		assert_true(ga->lines - before <= 20);
	}
	assert_int_equal(ga->lines, 10000);
}

TEST(ready_connections_take_turns)
{
	static char many[201];
	struct client c[3];

	for (size_t i = 0; i < 100; i++)
		memcpy(many + 2 * i, "x\n", 2);
	for (size_t i = 0; i < 3; i++) {
		(void)connect_guest(&c[i]);
		tell(&c[i], many);
	}
	UNTIL(W.order_len == 300);
	/* When one connection has had 60 lines, no other has had fewer than 20. */
	unsigned count[3] = { 0 };
	for (unsigned i = 0; i < W.order_len; i++) {
		count[W.order[i]]++;
		for (unsigned k = 0; k < 3; k++)
			assert_true(count[W.order[i]] < 61 || count[k] >= 20);
	}
	for (size_t i = 0; i < 3; i++)
		leave(&c[i]);
}

/* Lines left over from a turn are executed at once, even if no more input ever arrives. */
TEST(left_over_lines_run_without_further_input)
{
	char many[46];
	struct server_session *g = connect_guest(&a);

	for (size_t i = 0; i < 15; i++)
		memcpy(many + 3 * i, "x\n\n", 3);
	many[45] = '\0';
	tell(&a, many);
	for (unsigned pass = 0; g->lines < 30 && pass < 20; pass++)
		turn(-1); /* returns at once if there is work; otherwise it would hang */
	assert_int_equal(g->lines, 30);
}

TEST(a_paused_connection_keeps_its_lines)
{
	struct server_session *g = connect_guest(&a);

	tell(&a, "pause\necho early\n");
	UNTIL(g->lines == 1);
	tell(&a, "echo late\n");
	some_turns(10);
	assert_int_equal(g->lines, 1);
	W.port.pause(W.port.ctx, g->conn, false);
	UNTIL(has(&a, "early\r\nlate\r\n"));
}

TEST(waiting_input_is_bounded)
{
	static char block[65536];
	struct net_config config;
	struct server_session *g;
	size_t sent = 0;
	int idle = 0;

	memset(block, '\n', sizeof(block));
	exempt_local(&config);
	config.lines_per_turn = 1000;
	open_net(&config);
	g = connect_guest(&a);
	tell(&a, "pause\n");
	UNTIL(g->lines == 1);
	while (idle < 100 && sent < 16u << 20) {
		size_t n = send_some(&a, block, sizeof(block));

		sent += n;
		idle = n > 0 ? 0 : idle + 1;
		turn(0);
		assert_true(((struct conn *)pool_get(&W.net->conns, g->conn))->in.len <=
			    config.input_max);
	}
	/* The client tried to send 16 MiB, but only what fits into the kernel's buffers and the
	 * server's input buffer could be sent. */
	assert_true(sent < 16u << 20);
	assert_int_equal(g->lines, 1);
	W.port.pause(W.port.ctx, g->conn, false);
	for (int i = 0; i < 20000 && g->lines < 1 + sent; i++)
		turn(1);
	assert_int_equal(g->lines, 1 + sent); /* nothing is lost */
	assert_false(g->closed);
}

/* ---- work per turn ---- */

#define CROWD 40u
#define SERVED_PER_TURN 8u

static void
open_crowd(struct client crowd[CROWD], unsigned turn_us_max)
{
	struct net_config config;

	exempt_local(&config);
	config.turn_events_max = SERVED_PER_TURN;
	config.turn_us_max = turn_us_max;
	open_net(&config);
	for (unsigned i = 0; i < CROWD; i++)
		connect_guest(&crowd[i]);
}

static unsigned
closed_so_far(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < W.guests; i++)
		n += W.guest[i].closed;
	return n;
}

static unsigned
lines_so_far(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < W.guests; i++)
		n += W.guest[i].lines;
	return n;
}

/* Runs turns until `what` returns n.  Each turn must advance it by at least 1 and at most
 * `most`, and no turn waits.  Returns the number of turns. */
static unsigned
turns_until(unsigned (*what)(void), unsigned n, unsigned most)
{
	unsigned turns = 0;

	while (what() < n) {
		unsigned before = what();

		turn(60000);
		assert_in_range(what() - before, 1, most);
		turns++;
	}
	return turns;
}

TEST(simultaneous_disconnections_are_reported_a_few_per_turn)
{
	static struct client crowd[CROWD];

	open_crowd(crowd, 0);
	for (unsigned i = 0; i < CROWD; i++)
		leave(&crowd[i]);
	assert_int_equal(
	    turns_until(closed_so_far, CROWD, SERVED_PER_TURN), CROWD / SERVED_PER_TURN);
	for (unsigned i = 0; i < CROWD; i++)
		assert_int_equal(W.guest[i].why, NET_CLOSE_PEER);
}

TEST(closing_many_connections_leaves_time_for_others)
{
	static struct client crowd[CROWD];
	struct net_config *config;

	open_crowd(crowd, 0);
	config = &W.net->config;
	config->output_hard = 100;
	for (unsigned i = 1; i < CROWD; i++)
		write_dots(&W.guest[i],
		    1000); /* exceeds the output limit, so the connection is closed */
	net_flush(W.net, true);
	tell(&crowd[0], "echo here\r\n");
	turn(0);
	assert_in_range(closed_so_far(), 1, SERVED_PER_TURN / 4);
	assert_int_equal(
	    W.guest[0].lines, 1); /* the line did not have to wait for all connections */
	assert_in_range(turns_until(closed_so_far, CROWD - 1, SERVED_PER_TURN / 4), 1,
	    CROWD * 4 / SERVED_PER_TURN);
	for (unsigned i = 0; i < CROWD; i++)
		leave(&crowd[i]);
}

TEST(connections_served_per_turn_are_limited)
{
	static struct client crowd[CROWD];

	open_crowd(crowd, 0);
	for (unsigned i = 0; i < CROWD; i++)
		tell(&crowd[i], "echo\r\n");
	assert_int_equal(
	    turns_until(lines_so_far, CROWD, SERVED_PER_TURN), CROWD / SERVED_PER_TURN);
	for (unsigned i = 0; i < CROWD; i++) {
		assert_int_equal(W.guest[i].lines, 1);
		leave(&crowd[i]);
	}
}

TEST(a_long_turn_serves_no_more_connections)
{
	static struct client crowd[CROWD];

	open_crowd(crowd, 1000);
	line_cost_us =
	    400; /* the first reading is the start of the turn: four lines exceed 1000 */
	for (unsigned i = 0; i < CROWD; i++)
		tell(&crowd[i], "echo\r\n");
	assert_int_equal(turns_until(lines_so_far, CROWD, 4), CROWD / 4);
	for (unsigned i = 0; i < CROWD; i++)
		leave(&crowd[i]);
}

/* Connections not served in a turn may be paused, closed or disconnected before the next. */
TEST(queued_connections_may_be_paused_or_closed)
{
	static struct client crowd[CROWD];
	struct server_session *g = W.guest;

	open_crowd(crowd, 0);
	for (unsigned i = 0; i < CROWD; i++)
		tell(&crowd[i], "echo\r\n");
	turn(0);
	assert_int_equal(lines_so_far(), SERVED_PER_TURN);
	for (unsigned i = 0; i < CROWD; i++) {
		if (g[i].lines > 0 || i % 4 == 0)
			continue;
		if (i % 4 == 1)
			W.port.pause(W.port.ctx, g[i].conn, true);
		else if (i % 4 == 2)
			W.port.close(W.port.ctx, g[i].conn);
		else
			leave(&crowd[i]);
	}
	some_turns(2 * CROWD / SERVED_PER_TURN);
	for (unsigned i = 0; i < CROWD; i++) {
		bool first = i < SERVED_PER_TURN;

		assert_int_equal(g[i].lines, first || i % 4 == 0 || i % 4 == 3);
		assert_int_equal(g[i].closed, !first && i % 4 == 3);
		W.port.pause(W.port.ctx, g[i].conn, false);
	}
	some_turns(2 * CROWD / SERVED_PER_TURN);
	for (unsigned i = 0; i < CROWD; i++) {
		assert_int_equal(g[i].lines, i < SERVED_PER_TURN || i % 4 != 2);
		if (i < SERVED_PER_TURN || i % 4 != 3)
			leave(&crowd[i]);
	}
}

/* Checks that clients which never stop sending do not fill a turn: other and new connections
 * are served in time. */
static void
measure_talk(unsigned turn_us_max)
{
	static struct client crowd[CROWD];
	struct client late;
	char many[46 * 2 + 1] = "";

	open_crowd(crowd, turn_us_max);
	for (unsigned k = 0; k < 46; k++)
		memcpy(many + k * 2, "x\n", 3);
	for (unsigned i = 1; i < CROWD; i++)
		tell(&crowd[i], many);
	for (unsigned k = 1; k <= 4; k++) {
		unsigned turns = 0;

		tell(&crowd[0], "echo\r\n");
		while (W.guest[0].lines < k && ++turns < 200)
			turn(0);
		assert_in_range(
		    turns, 0, turn_us_max > 0 ? 3 * CROWD : 2 * CROWD / SERVED_PER_TURN + 2);
	}
	connect_from(&late, "127.0.0.1");
	for (unsigned k = 0; W.guests == CROWD && k < 2 * CROWD; k++)
		turn(0);
	assert_int_equal(W.guests, CROWD + 1);
	assert_true(lines_so_far() < (CROWD - 1) * 46); /* the clients are still sending */
	leave(&late);
	for (unsigned i = 0; i < CROWD; i++)
		leave(&crowd[i]);
}

TEST(busy_clients_leave_time_for_others_and_new_connections)
{
	measure_talk(0);
}

/* Each line takes longer than a turn should. */
TEST(slow_commands_leave_time_for_others_and_new_connections)
{
	line_cost_us = 5000;
	measure_talk(1000);
}

/* ---- output per turn ---- */

#define SENT_PER_TURN 12u

static struct client crowd_out[CROWD];

static void
open_audience(unsigned flush_writes_max, unsigned flush_us_max)
{
	struct net_config config;

	exempt_local(&config);
	config.flush_writes_max = flush_writes_max;
	config.flush_us_max = flush_us_max;
	open_net(&config);
	for (unsigned i = 0; i < CROWD; i++)
		connect_guest(&crowd_out[i]);
}

static void
audience_leaves(void)
{
	for (unsigned i = 0; i < CROWD; i++)
		leave(&crowd_out[i]);
}

/* Returns how many of the first n clients have received the text. */
static unsigned
count_received(unsigned n, const char *text)
{
	unsigned k = 0;

	for (unsigned i = 0; i < n; i++)
		k += has(&crowd_out[i], text);
	return k;
}

TEST(connections_written_per_turn_are_limited)
{
	open_audience(SENT_PER_TURN, 0);
	for (unsigned i = 0; i < CROWD; i++)
		say(&W.guest[i], "news\r\n");
	net_flush(W.net, true);
	for (unsigned k = SENT_PER_TURN; k < CROWD; k += SENT_PER_TURN) {
		assert_int_equal(count_received(CROWD, "news"), k);
		turn(60000); /* returns without waiting */
	}
	assert_int_equal(count_received(CROWD, "news"), CROWD);
	audience_leaves();
}

TEST(a_long_turn_writes_no_more_connections)
{
	open_audience(1000, 3000);
	clock_read_cost_us =
	    200; /* the clock is read at the start and before each connection */
	for (unsigned i = 0; i < CROWD; i++)
		say(&W.guest[i], "news\r\n");
	net_flush(W.net, true);
	assert_int_equal(count_received(CROWD, "news"), 14);
	turn(60000);
	turn(60000);
	assert_int_equal(count_received(CROWD, "news"), CROWD);
	audience_leaves();
}

TEST(answers_of_a_turn_precede_left_over_output)
{
	open_audience(SENT_PER_TURN, 0);
	for (unsigned i = 0; i < CROWD - 1; i++)
		say(&W.guest[i], "news\r\n");
	net_flush(W.net, true);
	for (unsigned k = 1; k <= 2; k++) {
		tell(&crowd_out[CROWD - 1], k == 1 ? "echo one\r\n" : "echo two\r\n");
		turn(60000);
		assert_true(has(&crowd_out[CROWD - 1], k == 1 ? "one\r\n" : "two\r\n"));
		assert_int_equal(
		    count_received(CROWD - 1, "news"), SENT_PER_TURN + k * (SENT_PER_TURN - 1));
	}
	audience_leaves();
}

TEST(left_over_output_gets_a_third_of_each_turn)
{
	open_audience(SENT_PER_TURN, 0);
	for (unsigned i = CROWD - SENT_PER_TURN; i < CROWD; i++)
		say(&W.guest[i], "loud\r\n");
	for (unsigned i = 0; i < CROWD - SENT_PER_TURN; i++)
		say(&W.guest[i], "news\r\n");
	net_flush(W.net, true);
	assert_int_equal(count_received(CROWD, "news"), 0);
	for (unsigned k = 1; k <= (CROWD - SENT_PER_TURN) / (SENT_PER_TURN / 3); k++) {
		for (unsigned i = CROWD - SENT_PER_TURN; i < CROWD; i++)
			say(&W.guest[i], "loud\r\n");
		turn(0);
		assert_int_equal(count_received(CROWD, "news"), k * SENT_PER_TURN / 3);
	}
	audience_leaves();
}

static unsigned
ended_so_far(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < CROWD; i++)
		n += ended(&crowd_out[i]);
	return n;
}

TEST(connections_closed_per_turn_are_limited)
{
	open_audience(SENT_PER_TURN, 0);
	for (unsigned i = 0; i < CROWD; i++) {
		say(&W.guest[i], "Goodbye.\r\n");
		W.port.close(W.port.ctx, W.guest[i].conn);
	}
	net_flush(W.net, true);
	assert_int_equal(ended_so_far(), SENT_PER_TURN);
	assert_true(net_draining(W.net));
	for (unsigned i = 0; i < PASSES && net_draining(W.net); i++)
		turn(60000);
	assert_false(net_draining(W.net));
	assert_int_equal(ended_so_far(), CROWD);
	assert_int_equal(count_received(CROWD, "Goodbye.\r\n"), CROWD);
	audience_leaves();
}

TEST(simultaneous_timeouts_are_handled_a_few_per_turn)
{
	static struct client crowd[TIMEOUTS_PER_TURN + 20];
	struct net_config config = strict_config();
	unsigned turns = 0;

	config.per_address = config.unauth_max = 1000;
	open_net(&config);
	for (unsigned i = 0; i < ARRAY_LEN(crowd); i++)
		connect_guest(&crowd[i]);
	ahead_ms += 1000 * (int64_t)config.login_s + 5000;
	while (closed_so_far() < ARRAY_LEN(crowd) && turns++ < 10) {
		unsigned before = closed_so_far();

		turn(60000);
		assert_in_range(closed_so_far() - before, 0, TIMEOUTS_PER_TURN);
	}
	assert_int_equal(turns, 2);
	for (unsigned i = 0; i < ARRAY_LEN(crowd); i++)
		leave(&crowd[i]);
}

TEST(lines_before_a_disconnection_are_delivered)
{
	char many[601];
	struct server_session *g = connect_guest(&a);

	for (size_t i = 0; i < 100; i++)
		memcpy(many + 6 * i, "echo\r\n", 6);
	tell_n(&a, many, 600);
	tell(&a, "echo last\r\nhalf");
	shutdown(a.fd, SHUT_WR);
	UNTIL(g->closed);
	assert_int_equal(g->why, NET_CLOSE_PEER);
	assert_int_equal(g->lines, 101); /* half a line does not count */
	UNTIL(has(&a, "last\r\n")); /* the client has only shut down its sending direction */
	UNTIL(ended(&a));
}

TEST(a_disconnection_waits_for_the_end_of_a_pause)
{
	struct server_session *g = connect_guest(&a);

	tell(&a, "pause\necho done\n");
	shutdown(a.fd, SHUT_WR);
	some_turns(10);
	assert_int_equal(g->lines, 1);
	assert_false(g->closed);
	W.port.pause(W.port.ctx, g->conn, false);
	UNTIL(g->closed);
	assert_int_equal(g->lines, 2);
	UNTIL(has(&a, "done"));
}

TEST(a_reset_is_an_error)
{
	struct linger hard = { .l_onoff = 1, .l_linger = 0 };
	struct server_session *g = connect_guest(&a);

	assert_int_equal(setsockopt(a.fd, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard)), 0);
	leave(&a);
	UNTIL(g->closed);
	assert_int_equal(g->why, NET_CLOSE_ERROR);
}

TEST(the_goodbye_arrives_despite_unread_input)
{
	for (int i = 0; i < 20; i++) {
		struct server_session *g = connect_guest(&a);

		tell(&a, "bye\nbye\n");
		UNTIL(g->lines == 1);
		tell(&a, "more\n");
		UNTIL(ended(&a));
		assert_string_equal(a.got, "Goodbye.\r\n");
		assert_false(a.reset);
		assert_int_equal(g->lines, 1);
		assert_false(g->closed); /* closed by the world, so there is no event */
		leave(&a);
	}
	some_turns(5);
	assert_int_equal(W.net->conns.used, 0);
}

TEST(a_lingering_connection_ends)
{
	(void)connect_guest(&a);
	tell(&a, "bye\n");
	UNTIL(has(&a, "Goodbye"));
	assert_int_equal(W.net->conns.used, 1); /* the peer has not closed yet */
	assert_false(net_draining(W.net));
	later(LINGER_MS + 1);
	assert_int_equal(W.net->conns.used, 0);
}

TEST(draining_reports_when_all_output_was_sent)
{
	struct server_session *g = connect_small_buffer(&a);

	tell(&a, "auth\n");
	UNTIL(g->lines == 1);
	write_dots(g, 200000);
	W.port.close(W.port.ctx, g->conn);
	turn(0);
	assert_true(net_draining(W.net));
	UNTIL(ended(&a) && !net_draining(W.net));
	assert_int_equal(a.total, 200000);
}

TEST(a_refused_session_gets_its_message)
{
	W.refuse = true;
	connect_from(&a, "127.0.0.1");
	UNTIL(ended(&a));
	assert_string_equal(a.got, "not you\r\n");
	assert_int_equal(W.guests, 0);
}

TEST(stale_connections_are_ignored)
{
	struct server_session *g = connect_guest(&a);
	conn_id old;

	old = g->conn;
	leave(&a);
	UNTIL(W.net->conns.used == 0);
	(void)connect_guest(&b); /* reuses the slot */
	W.port.write(W.port.ctx, old, "wrong\r\n", 7);
	W.port.close(W.port.ctx, old);
	W.port.pause(W.port.ctx, old, true);
	W.port.mark_authenticated(W.port.ctx, old);
	W.port.add_penalty(W.port.ctx, old, 100);
	assert_int_equal(W.port.backlog(W.port.ctx, old), 0);
	assert_false(W.port.is_exempt(W.port.ctx, old));
	assert_int_equal(W.port.rtt_ms(W.port.ctx, old), 0);
	tell(&b, "echo right\n");
	UNTIL(has(&b, "right"));
	assert_string_equal(b.got, "right\r\n");
}

TEST(telnet_options_are_refused)
{
	struct server_session *g = connect_guest(&a);

	tell_n(&a, "ec\377\375\003ho x\n", 10);
	UNTIL(has(&a, "x\r\n"));
	assert_memory_equal(a.got, "\377\374\003x\r\n", 6);
	assert_int_equal(g->lines, 1);
}

/* ---- limits of input ---- */

TEST(an_overlong_line_is_one_error)
{
	static char block[65536];
	struct server_session *g;
	size_t sent = 0;

	memset(block, 'x', sizeof(block));
	g = connect_guest(&a);
	while (sent < 1u << 20) {
		sent += send_some(&a, block, sizeof(block));
		turn(0);
	}
	for (int i = 0; i < PASSES; i++) {
		if (send_some(&a, "\necho after\n", 12) == 12)
			break;
		turn(1);
	}
	UNTIL(has(&a, "after"));
	assert_int_equal(g->overlong, 1);
	assert_false(g->closed);
}

TEST(bad_lines_are_delayed_and_then_close_the_connection)
{
	static char bad[2051];
	struct server_session *g;

	memset(bad, 'x', 2049);
	bad[2049] = '\n';
	g = connect_guest(&a);
	for (unsigned i = 1; i <= 9; i++) {
		tell(&a, bad);
		UNTIL(g->overlong == i);
	}
	tell(&a, "echo quick\n");
	UNTIL(has(&a, "quick")); /* the first nine bad lines cause no delay */
	for (unsigned i = 10; i < 20; i++) {
		tell(&a, bad);
		UNTIL(g->overlong == i);
		tell(&a, "echo slow\n");
		clear_received(&a);
		some_turns(3);
		assert_false(has(&a, "slow"));
		later(ERROR_DELAY_MS);
		UNTIL(has(&a, "slow"));
	}
	assert_false(g->closed);
	tell(&a, bad);
	UNTIL(ended(&a));
	assert_true(g->closed);
	assert_int_equal(g->why, NET_CLOSE_BAD_INPUT);
	assert_int_equal(g->overlong, 20);
	assert_true(has(&a, "** Too many broken lines."));
}

TEST(telnet_errors_count_as_bad_lines)
{
	static char sub[2 + 21 * (LINE_SUB_MAX + 1)];
	struct server_session *g;

	memset(sub, 'x', sizeof(sub));
	memcpy(sub, "\377\372", 2);
	g = connect_guest(&a);
	tell_n(&a, sub, sizeof(sub));
	for (int i = 0; i < 15; i++)
		later(ERROR_DELAY_MS);
	UNTIL(g->closed);
	assert_int_equal(g->why, NET_CLOSE_BAD_INPUT);
}

/* The client negotiates far more telnet options than a legitimate one would. */
TEST(telnet_negotiation_without_lines_is_limited)
{
	struct server_session *g = connect_guest(&a);

	for (unsigned i = 0; i < 3; i++) {
		for (unsigned k = 0; k < 32; k++)
			tell_n(&a, "\377\375\143", 3);
		tell(&a, "echo quick\n");
		UNTIL(has(&a, "quick"));
		clear_received(&a);
	}
	for (unsigned k = 0; k < 32 + 19; k++)
		tell_n(&a, "\377\375\143", 3);
	for (int i = 0; i < 15; i++)
		later(ERROR_DELAY_MS);
	some_turns(3);
	assert_false(g->closed);
	tell_n(&a, "\377\375\143", 3);
	for (int i = 0; i < 3; i++)
		later(ERROR_DELAY_MS);
	UNTIL(g->closed);
	assert_int_equal(g->why, NET_CLOSE_BAD_INPUT);
}

TEST(an_unfinished_line_times_out)
{
	struct server_session *g = connect_guest(&a);
	struct server_session *h;

	h = connect_guest(&b);
	tell(&a, "auth\nhalf");
	tell(&b, "auth\nhal");
	UNTIL(g->lines == 1 && h->lines == 1);
	later(29000);
	assert_false(g->closed || h->closed);
	tell(&a, " more");  /* more bytes of the same line do not extend its time */
	tell(&b, "f\nnew"); /* after the end of the line, the next line has its own time */
	UNTIL(h->lines == 2);
	later(1100);
	assert_true(g->closed);
	assert_int_equal(g->why, NET_CLOSE_BAD_INPUT);
	assert_false(h->closed);
	UNTIL(has(&a, "** Your line did not end in time."));
	later(30000);
	assert_true(h->closed);
}

TEST(a_queued_line_does_not_time_out)
{
	struct server_session *g = connect_guest(&a);

	tell(&a, "auth\nec");
	UNTIL(g->lines == 1);
	W.port.pause(W.port.ctx, g->conn, true);
	tell(&a, "ho x\n");
	some_turns(5);
	later(31000);
	assert_false(g->closed);
	W.port.pause(W.port.ctx, g->conn, false);
	UNTIL(has(&a, "x\r\n"));
}

TEST(time_lost_by_the_server_does_not_count)
{
	struct net_config c = strict_config();
	struct server_session *g, *h;

	open_net(&c);
	g = connect_guest(&a);
	h = connect_guest(&b);
	later(40000);
	tell(&b, "half a li");
	some_turns(5);
	W.lost_ms = 31000;
	later(31000);
	assert_false(g->closed || h->closed);
	tell(&b, "ne\n");
	UNTIL(h->lines == 1);
	later(20500);
	assert_true(g->closed && h->closed);
}

TEST(a_connection_that_does_not_log_in_is_closed)
{
	struct net_config c = strict_config();
	struct server_session *g;
	struct server_session *h;

	open_net(&c);
	g = connect_guest(&a);
	h = connect_guest(&b);
	tell(&b, "auth\n");
	UNTIL(h->lines == 1);
	assert_int_equal(W.net->unauthenticated_conns, 1);
	later(59000);
	assert_false(g->closed);
	later(1500);
	assert_true(g->closed);
	assert_int_equal(g->why, NET_CLOSE_BAD_INPUT);
	UNTIL(has(&a, "** You did not log in in time."));
	later(3600000);
	assert_false(h->closed);
	leave(&a);
	leave(&b);
	some_turns(5);
	assert_int_equal(W.net->unauthenticated_conns, 0);
	assert_int_equal(W.net->conns.used, 0);
}

/* ---- limits of output ---- */

/* Fills the kernel's buffers until at least n more bytes are pending. */
static void
fill_backlog(struct server_session *g, size_t n)
{
	for (int i = 0; i < 400 && W.port.backlog(W.port.ctx, g->conn) < n; i++) {
		write_dots(g, 4096);
		turn(0);
	}
	assert_true(W.port.backlog(W.port.ctx, g->conn) >= n);
}

TEST(over_the_soft_limit_no_lines_run)
{
	struct server_session *g = connect_small_buffer(&a);

	tell(&a, "auth\n");
	UNTIL(g->lines == 1);
	fill_backlog(g, 20000);
	tell(&a, "echo later\n");
	some_turns(10);
	assert_int_equal(g->lines, 1);
	for (int i = 0; i < PASSES && g->lines < 2; i++) {
		drain(&a);
		turn(5);
	}
	assert_int_equal(g->lines, 2);
	assert_false(g->closed);
}

/* Returns true once the kernel has accepted some of the pending output. */
static bool
read_reduces_backlog(struct client *c, const struct server_session *g, size_t before)
{
	char block[2048];

	(void)recv(c->fd, block, sizeof(block), 0);
	return W.port.backlog(W.port.ctx, g->conn) < before;
}

TEST(a_connection_long_over_the_soft_limit_is_closed)
{
	struct server_session *g = connect_small_buffer(&a);
	size_t before;

	tell(&a, "auth\n");
	UNTIL(g->lines == 1);
	fill_backlog(g, 200000);
	before = W.port.backlog(W.port.ctx, g->conn);
	later(29000);
	assert_false(g->closed);
	/* Progress extends the deadline by another 30 seconds. */
	UNTIL(read_reduces_backlog(&a, g, before));
	assert_true(W.port.backlog(W.port.ctx, g->conn) > 16384);
	later(29000);
	assert_false(g->closed);
	later(2000);
	assert_true(g->closed);
	assert_int_equal(g->why, NET_CLOSE_OUTPUT);
}

TEST(a_connection_over_the_hard_limit_is_closed)
{
	struct server_session *g = connect_guest(&a);
	struct server_session *h;

	h = connect_guest(&b);
	tell(&a, "auth\nbig 262144\n");
	UNTIL(g->lines == 2);
	drain(&a);
	assert_false(g->closed); /* the pending output is exactly the limit */
	tell(&b, "auth\nbig 262145\n");
	UNTIL(h->closed);
	assert_int_equal(h->why, NET_CLOSE_OUTPUT);
	UNTIL(ended(&b));
	assert_true(b.total < 262144);
}

TEST(the_output_limit_is_lower_before_the_login)
{
	struct server_session *g = connect_small_buffer(&a);

	for (int i = 0; i < 100 && !g->closed; i++) {
		write_dots(g, 4096);
		turn(0);
		assert_true(W.port.backlog(W.port.ctx, g->conn) < 16384);
	}
	assert_true(g->closed);
	assert_int_equal(g->why, NET_CLOSE_OUTPUT);
}

/* Three users with pending output, the second with the most; together they may have 150,000
 * bytes. */
static void
three_with_backlog(struct client c[3], struct server_session *g[3])
{
	struct net_config config;

	exempt_local(&config);
	config.output_total = 150000;
	open_net(&config);
	for (size_t i = 0; i < 3; i++) {
		g[i] = connect_small_buffer(&c[i]);
		tell(&c[i], "auth\n");
		UNTIL(g[i]->lines == 1);
		fill_backlog(g[i], 20000 + 20000 * (i == 1));
	}
	W.warnings = 0;
}

TEST(the_total_limit_closes_the_largest_backlog)
{
	struct client c[3];
	struct server_session *g[3];

	three_with_backlog(c, g);
	write_dots(g[0], 40000);
	turn(0);
	assert_false(g[0]->closed || g[1]->closed || g[2]->closed);
	write_dots(g[1], 45000);
	turn(0);
	turn(0);
	assert_true(g[1]->closed);
	assert_int_equal(g[1]->why, NET_CLOSE_OUTPUT);
	assert_false(g[0]->closed || g[2]->closed);
	assert_int_equal(W.warnings, 1); /* a warning is logged */
	W.warnings = 0;
	for (size_t i = 0; i < 3; i++)
		leave(&c[i]);
}

TEST(output_waiting_for_a_sync_closes_no_connection)
{
	struct client c[3];
	struct server_session *g[3];

	three_with_backlog(c, g);
	for (size_t i = 0; i < 3; i++)
		write_dots(g[i], 40000);
	net_wait(W.net, 0);
	net_flush(W.net, false);
	net_wait(W.net, 0);
	assert_false(g[0]->closed || g[1]->closed || g[2]->closed);
	assert_int_equal(W.warnings, 0);
	turn(0);
	turn(0);
	assert_true(g[1]->closed);
	assert_int_equal(W.warnings, 1);
	W.warnings = 0;
	for (size_t i = 0; i < 3; i++)
		leave(&c[i]);
}

TEST(a_peer_that_never_reads_costs_little)
{
	struct server_session *g;
	size_t said = 0;

	memset(&a, 0, sizeof(a));
	a.fd = dial("127.0.0.1", 0); /* with a client's default buffers */
	UNTIL(W.guests == 1);
	g = &W.guest[0];
	tell(&a, "auth\n");
	UNTIL(g->lines == 1);
	while (!g->closed && said < 16u << 20) {
		write_dots(g, 80);
		said += 80;
		turn(0);
	}
	assert_true(g->closed);
	assert_int_equal(g->why, NET_CLOSE_OUTPUT);
	assert_true(said < 1u << 20); /* 224 KiB in the server; the rest is in the kernel's
					 buffers on both sides */
}

/* ---- admission ---- */

static uint64_t
net_refusals(const char *kind)
{
	const char *name;

	for (unsigned i = 0;; i++) {
		uint64_t n = net_refused_count(W.net, i, &name);

		assert_non_null(name);
		if (strcmp(name, kind) == 0)
			return n;
	}
}

TEST(connections_per_address_are_limited)
{
	struct net_config config = strict_config();
	struct client c[11];
	struct client other;

	open_net(&config);
	for (size_t i = 0; i < 10; i++)
		(void)connect_guest(&c[i]);
	connect_from(&c[10], "127.0.0.1");
	UNTIL(ended(&c[10]));
	assert_string_equal(c[10].got,
	    "** Too many connections from your address.  Please try again later.\r\n");
	assert_int_equal(W.guests, 10);
	leave(&c[10]);
	connect_from(&other, "127.0.0.2"); /* another address is admitted */
	UNTIL(W.guests == 11);
	leave(&c[3]);
	UNTIL(W.guest[3].closed);
	some_turns(3);
	(void)connect_guest(&c[3]); /* the first address is admitted again */
	for (size_t i = 0; i < 10; i++)
		leave(&c[i]);
	leave(&other);
}

TEST(exempt_addresses_may_have_more)
{
	struct net_config config = strict_config();
	struct client c[12];

	CHECK(networks_parse(&config.exempt, "10.0.0.0/8, 127.0.0.2 ,fe80::/10"));
	open_net(&config);
	for (size_t i = 0; i < 12; i++) {
		connect_from(&c[i], "127.0.0.2");
		UNTIL(W.guests == i + 1);
		assert_true(W.port.is_exempt(W.port.ctx, W.guest[i].conn));
	}
	assert_int_equal(W.net->unauthenticated_conns, 0);
	W.port.add_penalty(W.port.ctx, W.guest[0].conn, 600);
	for (size_t i = 0; i < 12; i++)
		leave(&c[i]);
	connect_from(&c[0], "127.0.0.2");
	UNTIL(W.guests == 13);
	connect_from(&c[1], "127.0.0.3");
	UNTIL(W.guests == 14);
	assert_false(W.port.is_exempt(W.port.ctx, W.guest[13].conn));
	leave(&c[0]);
	leave(&c[1]);
}

TEST(networks_are_compared_to_the_bit)
{
	struct net_config config = strict_config();

	CHECK(networks_parse(&config.exempt, "127.0.0.4/31"));
	open_net(&config);
	for (int i = 3; i <= 6; i++) {
		char from[32];

		(void)snprintf(from, sizeof(from), "127.0.0.%d", i);
		connect_from(&a, from);
		UNTIL(W.guests == (unsigned)i - 2);
		assert_int_equal(
		    W.port.is_exempt(W.port.ctx, W.guest[i - 3].conn), i == 4 || i == 5);
		leave(&a);
	}
}

/* The limit applies to unauthenticated connections; two are logged in before the third
 * connects. */
TEST(accounts_of_a_shared_network_do_not_count_for_per_address)
{
	static const char *const from[] = { "127.0.0.2", "127.0.0.3" };
	struct net_config config = strict_config();
	struct client c[8];
	unsigned guests = 0;

	config.per_address = 2;
	CHECK(networks_parse(&config.shared_networks, "127.0.0.3"));
	open_net(&config);
	for (unsigned k = 0; k < ARRAY_LEN(from); k++) {
		bool shared = k == 1;

		for (unsigned i = 0; i < 4; i++) {
			connect_from(&c[4 * k + i], from[k]);
			if (i >= 2 && !shared) {
				UNTIL(ended(&c[4 * k + i]));
				leave(&c[4 * k + i]);
				continue;
			}
			UNTIL(W.guests == guests + 1);
			W.port.mark_authenticated(W.port.ctx, W.guest[guests].conn);
			guests++;
			some_turns(2);
		}
	}
	assert_int_equal(guests, 6);
	for (unsigned i = 0; i < ARRAY_LEN(c); i++)
		if (i != 2 && i != 3)
			leave(&c[i]);
}

/* Returns whether a connection from that address is admitted. */
static bool
is_let_in(const char *from)
{
	struct client c;
	unsigned before = W.guests;
	bool in;

	connect_from(&c, from);
	UNTIL(W.guests > before || ended(&c));
	in = W.guests > before;
	if (!in)
		assert_non_null(strstr(c.got, "** Connections from your address are refused"));
	leave(&c);
	some_turns(4);
	return in;
}

TEST(penalties_add_up_and_expire)
{
	struct net_config config = strict_config();
	struct server_session *g;

	open_net(&config);
	g = connect_guest(&a);
	W.port.add_penalty(W.port.ctx, g->conn, 5);
	W.port.add_penalty(W.port.ctx, g->conn, 5);
	assert_true(is_let_in("127.0.0.1")); /* 10 s of the 15 s that are allowed */
	/* more than 5, because some of the first 10 s have passed */
	W.port.add_penalty(W.port.ctx, g->conn, 6);
	assert_false(is_let_in("127.0.0.1"));
	assert_true(is_let_in("127.0.0.2"));
	tell(&a, "echo here\n");
	UNTIL(has(&a, "here")); /* existing connections stay */
	later(14000);
	assert_false(is_let_in("127.0.0.1")); /* refused until the whole penalty has passed */
	later(2500);
	assert_true(is_let_in("127.0.0.1"));
	for (int i = 0; i < 1000; i++)
		W.port.add_penalty(W.port.ctx, g->conn, 90);
	leave(&a);
	UNTIL(g->closed);
	some_turns(3);
	later(599000);
	assert_false(
	    is_let_in("127.0.0.1")); /* the penalty is remembered without a connection */
	later(1500);
	assert_true(is_let_in("127.0.0.1")); /* the penalties never exceed the maximum */
}

TEST(not_logging_in_is_penalised)
{
	struct net_config config = strict_config();

	open_net(&config);
	(void)connect_guest(&a);
	(void)connect_guest(&b);
	later(61000); /* a penalty of 10 s for each */
	assert_false(is_let_in("127.0.0.1"));
}

/* ---- slots for unauthenticated connections ---- */

struct attached_guests {
	int fd[GUESTS_MAX]; /* the peers' sockets, indexed like W.guest */
	unsigned len;
};

static struct attached_guests crowd;

/* Attaches a connection from that address, without ending a turn. */
static conn_id
attach_socket_from(const char *from)
{
	int pair[2];

	assert_int_equal(
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
	struct endpoint end = { .how = &TCP, .fd = pair[0] };
	crowd.fd[crowd.len++] = pair[1];
	return net_attach(W.net, &end, from);
}

/* Connects from the address made of `before`, i and `behind`, or from `before` alone if
 * `behind` is NULL.  Returns the number of the guest. */
static unsigned
comes_from(const char *before, unsigned i, const char *behind)
{
	char from[64];
	unsigned n = W.guests;

	if (behind == NULL)
		(void)snprintf(from, sizeof(from), "%s", before);
	else
		(void)snprintf(from, sizeof(from), "%s%u%s", before, i, behind);
	assert_true(attach_socket_from(from) != 0);
	assert_int_equal(W.guests, n + 1);
	return n;
}

static void
all_leave(void)
{
	while (crowd.len > 0)
		(void)close(crowd.fd[--crowd.len]);
	some_turns(5);
	assert_int_equal(W.net->unauthenticated_conns, 0);
	assert_null(W.net->unauthenticated_networks.table);
}

static void
open_with_room_for(unsigned n)
{
	struct net_config config = strict_config();

	config.unauth_max = n;
	config.per_address = 1000;
	open_net(&config);
	crowd.len = 0;
}

/* Returns what the peer of a guest was sent, and whether the connection was closed. */
static const char *
text_sent_to(unsigned guest, bool *ended_out)
{
	static char text[200];
	ssize_t n = read(crowd.fd[guest], text, sizeof(text) - 1);

	text[n > 0 ? n : 0] = '\0';
	*ended_out = read(crowd.fd[guest], text + sizeof(text) - 1, 1) == 0;
	return text;
}

/* Opens one connection from a separate network, then more from the given addresses than may be
 * open at the same time.  These displace one another, oldest first, but never the first
 * connection.  No turn ends in the meantime, so nothing is committed; even so, closed
 * connections hold no slots. */
static void
crowd_beside_one(const char *alone, const char *before, const char *behind)
{
	enum {
		MOST = 40,
		OTHERS = 100
	};
	unsigned first;
	bool is_over;

	open_with_room_for(MOST);
	first = comes_from(alone, 0, NULL);
	for (unsigned i = 0; i < OTHERS; i++) {
		(void)comes_from(before, i + 1, behind);
		assert_false(W.guest[first].closed);
		assert_in_range(W.net->unauthenticated_conns, 1, MOST);
		assert_in_range(W.net->conns.used, 1, MOST);
	}
	for (unsigned i = 0; i < OTHERS; i++)
		assert_int_equal(W.guest[first + 1 + i].closed, i + MOST - 1 < OTHERS);
	assert_string_equal(text_sent_to(first + 1, &is_over),
	    "\r\n** Too many people are logging in.  Please try again in a minute.\r\n");
	assert_true(is_over);
	assert_int_equal(net_refusals("unauthenticated"), OTHERS - (MOST - 1));
	for (const struct address *at = W.net->addresses.table; at != NULL; at = at->hh.next)
		assert_int_equal(
		    at->penalty_until_ms, 0); /* no address is penalised for its neighbours */
	some_turns(2);
	W.port.mark_authenticated(W.port.ctx, W.guest[first].conn);
	some_turns(2);
	assert_int_equal(W.net->unauthenticated_conns, MOST - 1);
	all_leave();
}

TEST(a_crowd_of_one_network_displaces_only_itself)
{
	crowd_beside_one("198.51.100.7", "203.0.113.", "");
	crowd_beside_one("2001:db8::1", "2001:db8:1:", "::1");
}

TEST(an_address_with_a_crowd_is_penalised)
{
	struct net_config config = strict_config();

	config.unauth_max = 3;
	config.penalty_act_s = 1; /* one second is enough, however slow the machine is */
	open_net(&config);
	crowd.len = 0;
	for (unsigned i = 0; i < 4; i++)
		(void)comes_from("203.0.113.9", i, NULL);
	assert_true(W.guest[0].closed);
	assert_int_equal(net_refusals("unauthenticated"), 1);
	assert_true(attach_socket_from("203.0.113.9") == 0);
	assert_int_equal(net_refusals("penalty"), 1);
	all_leave();
}

TEST(a_crowd_of_adjacent_networks_displaces_only_itself)
{
	crowd_beside_one("198.51.100.7", "203.0.", ".113");
	crowd_beside_one("2001:db9::1", "2001:db8:", "::1");
}

TEST(fifteen_connections_of_a_provider_weigh_as_much_as_one)
{
	unsigned alone[4];

	open_with_room_for(19);
	for (unsigned i = 0; i < ARRAY_LEN(alone); i++)
		alone[i] = comes_from("203.", i, ".113.1");
	for (unsigned i = 0; i < 15; i++)
		(void)comes_from("198.51.", i, ".7");
	(void)comes_from("192.0.", 2, ".1");
	(void)comes_from("192.1.", 2, ".1");
	for (unsigned i = 0; i < W.guests; i++)
		assert_int_equal(W.guest[i].closed, i == alone[0] || i == alone[1]);
	(void)comes_from(
	    "198.51.", 15, ".7"); /* the sixteenth displaces the oldest of its group */
	for (unsigned i = 0; i < W.guests; i++)
		assert_int_equal(
		    W.guest[i].closed, i == alone[0] || i == alone[1] || i == alone[3] + 1);
	all_leave();
}

TEST(a_new_connection_counts_before_one_is_displaced)
{
	unsigned first, of_two;

	open_with_room_for(3);
	first = comes_from("203.0.113.", 1, "");
	of_two = comes_from("198.51.100.", 1, "");
	(void)comes_from("192.0.2.", 1, "");
	(void)comes_from("198.51.100.", 2, "");
	assert_true(W.guest[of_two].closed);
	assert_false(W.guest[first].closed);
	all_leave();
}

TEST(among_equals_the_oldest_is_displaced)
{
	open_with_room_for(3);
	for (unsigned i = 0; i < 3; i++)
		(void)comes_from("10.", i, ".0.1");
	W.port.restart_login_timer(
	    W.port.ctx, W.guest[0].conn); /* the connection is waiting for the server */
	W.port.mark_authenticated(W.port.ctx, W.guest[1].conn);
	(void)comes_from("10.", 3, ".0.1");
	assert_true(W.guest[2].closed);
	(void)comes_from("10.", 4, ".0.1");
	assert_true(W.guest[0].closed);
	assert_false(W.guest[1].closed || W.guest[3].closed || W.guest[4].closed);
	all_leave();
}

TEST(a_displaced_address_that_returns_displaces_no_other)
{
	open_with_room_for(3);
	for (unsigned i = 0; i < 4; i++)
		(void)comes_from("10.", i, ".0.1");
	assert_true(W.guest[0].closed);
	for (unsigned i = 0; i < 10; i++)
		assert_true(attach_socket_from("10.0.0.1") == 0);
	for (unsigned i = 1; i < 4; i++)
		assert_false(W.guest[i].closed);
	assert_int_equal(net_refusals("penalty"), 0);
	later(61000); /* login_s: all have timed out and may connect again */
	for (unsigned i = 4; i < 7; i++)
		(void)comes_from("10.", i, ".0.1");
	(void)comes_from("10.", 0, ".0.1");
	assert_true(W.guest[4].closed);
	all_leave();
}

TEST(after_a_reload_with_a_lower_limit_each_newcomer_displaces_two)
{
	struct net_config config;

	open_with_room_for(20);
	for (unsigned i = 0; i < 20; i++)
		(void)comes_from("10.", i, ".0.1");
	config = W.net->config;
	config.unauth_max = 4;
	net_set_limits(W.net, &config);
	assert_int_equal(W.net->unauthenticated_conns, 20);
	for (unsigned i = 20; i < 40; i++) {
		(void)comes_from("10.", i, ".0.1");
		assert_int_equal(W.net->unauthenticated_conns, i < 36 ? 39 - i : 4);
		assert_false(W.guest[i].closed);
	}
	all_leave();
}

TEST(if_no_connection_may_be_displaced_the_new_one_is_refused)
{
	bool is_over;

	open_with_room_for(3);
	for (unsigned i = 0; i < 3; i++)
		(void)comes_from("10.", i, ".0.1");
	W.port.mark_authenticated(W.port.ctx, W.guest[0].conn);
	W.port.mark_authenticated(W.port.ctx, W.guest[1].conn);
	W.port.close(W.port.ctx, W.guest[2].conn); /* all of these wait for a sync */
	assert_true(attach_socket_from("10.4.0.1") == 0);
	assert_int_equal(W.guests, 3);
	assert_non_null(
	    strstr(text_sent_to(3, &is_over), "** Too many people are logging in."));
	assert_true(is_over);
	for (unsigned i = 0; i < 3; i++)
		assert_false(W.guest[i].closed);
	assert_int_equal(W.net->conns.used, 3);
	some_turns(2);
	(void)comes_from("10.", 4, ".0.1");
	assert_int_equal(net_refusals("unauthenticated"), 1);
	all_leave();
}

TEST(a_connection_covered_by_a_sync_can_be_displaced)
{
	open_with_room_for(2);
	(void)comes_from("10.", 0, ".0.1");
	(void)comes_from("10.", 1, ".0.1");
	say(&W.guest[0], "soon\r\n");
	net_sync_begun(W.net);
	(void)comes_from("10.", 2, ".0.1");
	assert_true(W.guest[0].closed);
	assert_false(W.guest[1].closed);
	net_sync_completed(W.net);
	net_flush(W.net, true);
	(void)comes_from("10.", 3, ".0.1");
	assert_true(W.guest[1].closed);
	all_leave();
}

TEST(unauthenticated_connections_get_half_the_free_slots)
{
	struct net_config config = strict_config();

	config.slots = 12;
	open_net(&config);
	crowd.len = 0;
	for (unsigned i = 0; i < 4; i++)
		W.port.mark_authenticated(
		    W.port.ctx, W.guest[comes_from("10.", i, ".0.1")].conn);
	some_turns(2);
	for (unsigned i = 4; i < 20; i++) {
		(void)comes_from("10.", i, ".0.1");
		assert_in_range(W.net->unauthenticated_conns, 1, 4);
	}
	for (unsigned i = 0; i < 4; i++)
		assert_false(W.guest[i].closed);
	all_leave();
}

TEST(a_full_server_sends_a_message_and_recovers)
{
	struct net_config config;
	struct client c[5];

	exempt_local(&config);
	config.slots = 4;
	open_net(&config);
	for (size_t i = 0; i < 4; i++)
		(void)connect_guest(&c[i]);
	connect_from(&c[4], "127.0.0.1");
	UNTIL(ended(&c[4]));
	assert_string_equal(c[4].got, "** The server is full.  Please try again later.\r\n");
	leave(&c[4]);
	leave(&c[0]);
	UNTIL(W.guest[0].closed);
	(void)connect_guest(&c[0]);
	for (size_t i = 0; i < 4; i++)
		leave(&c[i]);
}

TEST(refusals_of_a_full_server_are_limited)
{
	struct net_config config;
	struct client in;
	struct client out;
	unsigned refused = 0;

	exempt_local(&config);
	config.slots = 1;
	open_net(&config);
	(void)connect_guest(&in);
	for (unsigned i = 0; i < FULL_REFUSALS_MAX + 1; i++) {
		connect_from(&out, "127.0.0.1");
		for (int pass = 0; pass < 4 && !ended(&out); pass++)
			turn(2);
		refused += ended(&out);
		if (i < FULL_REFUSALS_MAX)
			leave(&out);
	}
	assert_int_equal(refused, FULL_REFUSALS_MAX);
	assert_false(
	    listen_is_accepting(W.net)); /* the last one waits in the kernel's backlog */
	later(LISTEN_PAUSE_MS + 1);
	UNTIL(ended(&out));
	leave(&out);
	leave(&in);
}

TEST(accepting_without_file_descriptors_does_not_spin)
{
	struct rlimit before;
	struct rlimit low;
	unsigned passes = 0;
	int64_t end;
	int spare;

	connect_from(&a, "127.0.0.1");
	spare = dup(a.fd);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	low = before;
	low.rlim_cur = (rlim_t)spare;
	assert_int_equal(close(spare), 0);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
	turn(5);
	assert_int_equal(W.guests, 0);
	assert_false(listen_is_accepting(W.net));
	assert_int_equal(W.warnings, 1);
	for (end = __real_net_mono_ms() + 50; __real_net_mono_ms() < end; passes++)
		turn(10);
	assert_true(passes < 20);
	assert_int_equal(W.warnings, 1);
	W.warnings = 0;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	no_room = 1;
	later(LISTEN_PAUSE_MS);
	assert_int_equal(no_room, 0);
	assert_false(listen_is_accepting(
	    W.net)); /* a missing kernel event does not end the server either */
	assert_int_equal(W.warnings, 1);
	W.warnings = 0;
	later(LISTEN_PAUSE_MS);
	assert_true(listen_is_accepting(W.net));
	/* Under valgrind, with its lower file limit, the first connection is lost. */
	connect_from(&b, "127.0.0.1");
	UNTIL(W.guests >= 1);
	tell(&b, "echo in\n");
	UNTIL(has(&b, "in"));
}

TEST(a_turn_accepts_a_bounded_number)
{
	struct net_config config = strict_config();
	static int fd[ACCEPTS_PER_TURN + 40];

	config.per_address = 100;
	open_net(&config);
	for (size_t i = 0; i < ARRAY_LEN(fd); i++)
		fd[i] = dial("127.0.0.1", 0);
	net_wait(W.net, 5);
	assert_int_equal(W.net->pass.accepts, ACCEPTS_PER_TURN);
	assert_true(W.guests <= 100);
	net_flush(W.net, true);
	net_wait(W.net, 5);
	assert_true(W.net->pass.accepts >= 40);
	net_flush(W.net, true);
	for (size_t i = 0; i < ARRAY_LEN(fd); i++)
		assert_int_equal(close(fd[i]), 0);
}

TEST(accepted_sockets_have_the_options)
{
	static const struct {
		int level, name, want;
	} row[] = {
		{ IPPROTO_TCP, TCP_NODELAY, 1 },
		{ SOL_SOCKET, SO_KEEPALIVE, 1 },
		{ SOL_SOCKET, SO_SNDBUF,
		    2 * 16384 }, /* the kernel doubles the size, see socket(7) */
		{ IPPROTO_TCP, TCP_KEEPIDLE, 60 },
		{ IPPROTO_TCP, TCP_KEEPINTVL, 15 },
		{ IPPROTO_TCP, TCP_KEEPCNT, 4 },
		{ IPPROTO_TCP, TCP_USER_TIMEOUT, 90000 },
	};
	struct conn *c;

	c = pool_get(&W.net->conns, connect_guest(&a)->conn);
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		int value = 0;
		socklen_t len = sizeof(value);

		assert_int_equal(getsockopt(event_get_fd(&c->read_event), row[i].level,
				     row[i].name, &value, &len),
		    0);
		if (row[i].name == TCP_NODELAY || row[i].name == SO_KEEPALIVE)
			value = value != 0;
		assert_int_equal(value, row[i].want);
	}
}

TEST(listening_can_be_stopped)
{
	struct sockaddr_in to = { .sin_family = AF_INET };
	int fd;

	(void)connect_guest(&a);
	net_stop_listening(W.net);
	fd = socket(AF_INET, SOCK_STREAM, 0);
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	to.sin_port = htons((uint16_t)W.port_no);
	assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof(to)), -1);
	assert_int_equal(errno, ECONNREFUSED);
	assert_int_equal(close(fd), 0);
	tell(&a, "echo on\n");
	UNTIL(has(&a, "on"));
}

TEST(a_failure_to_listen_sets_errno)
{
	unsigned port;

	assert_int_equal(net_listen(W.net, "127.0.0.1", W.port_no, &port), -1);
	assert_int_equal(errno, EADDRINUSE);
	assert_int_equal(net_listen(W.net, "localhost", 0, &port), -1);
	assert_int_equal(errno, EINVAL);
	assert_int_equal(net_listen(W.net, "127.0.0.1", 65536, &port), -1);
	assert_int_equal(errno, EINVAL);
}

/* ---- the loop ---- */

static void *
wake_thread(void *ctx)
{
	net_wake(ctx);
	return NULL;
}

TEST(another_thread_can_wake_the_loop)
{
	pthread_t t;

	assert_int_equal(pthread_create(&t, NULL, wake_thread, W.net), 0);
	net_wait(W.net, -1); /* returns only when woken */
	assert_int_equal(pthread_join(t, NULL), 0);
	net_wake(W.net); /* before the wait begins */
	net_wait(W.net, -1);
	for (int i = 0; i < 100000; i++)
		net_wake(W.net); /* more than a pipe can hold */
	net_wait(W.net, -1);
}

static void
on_signal_heard(void *ctx)
{
	(*(unsigned *)ctx)++;
}

TEST(signals_are_handled_in_a_pass)
{
	assert_int_equal(net_on_signal(W.net, SIGUSR1, on_signal_heard, &W.signals), 0);
	assert_int_equal(raise(SIGUSR1), 0);
	assert_int_equal(W.signals, 0);
	net_wait(W.net, -1);
	assert_int_equal(W.signals, 1);
}

TEST(a_timeout_is_kept)
{
	int64_t from;
	int64_t took;

	from = __real_net_mono_ms();
	net_wait(W.net, 30);
	took = __real_net_mono_ms() - from;
	assert_true(took >= 25 && took < 5000);
	net_wait(W.net, 0);
}

TEST(the_clocks_advance)
{
	int64_t wall = net_wall_ms();
	int64_t mono = __real_net_mono_ms();

	assert_true(wall / 1000 - (int64_t)time(NULL) <= 1);
	assert_true((int64_t)time(NULL) - wall / 1000 <= 1);
	assert_true(__real_net_mono_ms() >= mono);
}

TEST(an_idle_connection_is_small)
{
	struct server_session *g = connect_guest(&a);
	struct conn *c;

	tell(&a, "echo x\nhalf");
	UNTIL(has(&a, "x"));
	tell(&a, "\n");
	UNTIL(g->lines == 2);
	c = pool_get(&W.net->conns, g->conn);
	assert_null(c->out.unsynced);
	assert_null(c->out.out);
	assert_null(c->in.bytes);
	assert_null(c->in.partial_line);
	assert_true(sizeof(*c) <= 768);
}

TEST(random_clients_leave_no_state)
{
	static const char *const words[] = { "echo a\n", "big 9000\n", "auth\n", "bye\n",
		"pause\n", "x", "\377\375\003", "\r\n", "big 70000\n", "\377\372abc",
		"\377\360\n" };
	static struct client c[24];
	struct rng rng;

	bool covered = false;

	rng_seed(&rng, 99);
	for (size_t i = 0; i < ARRAY_LEN(c); i++)
		c[i].fd = -1;
	for (int step = 0; step < 4000; step++) {
		struct client *who = &c[rng_below(&rng, ARRAY_LEN(c))];

		if (who->fd < 0 && W.guests < GUESTS_MAX) {
			connect_from(who, "127.0.0.1");
		} else if (who->fd >= 0 && rng_below(&rng, 60) == 0) {
			leave(who);
		} else if (who->fd >= 0) {
			const char *word = words[rng_below(&rng, ARRAY_LEN(words))];

			(void)send_some(who, word, strlen(word));
			if (rng_below(&rng, 2))
				drain(who);
		}
		net_wait(W.net, 0);
		if (covered && rng_below(&rng, 3) == 0) {
			net_sync_completed(W.net);
			covered = false;
		}
		if (!covered && rng_below(&rng, 2) == 0) {
			net_sync_begun(W.net);
			covered = true;
		}
		net_flush(W.net, !covered && rng_below(&rng, 4) == 0);
		if (W.guests > 0 && rng_below(&rng, 3) == 0)
			W.port.pause(
			    W.port.ctx, W.guest[rng_below(&rng, W.guests)].conn, false);
		if (rng_below(&rng, 50) == 0)
			ahead_ms += 1000;
	}
	for (size_t i = 0; i < ARRAY_LEN(c); i++)
		if (c[i].fd >= 0)
			leave(&c[i]);
	for (int i = 0; i < 40; i++)
		later(10000);
	for (unsigned i = 0; i < W.guests; i++)
		W.port.pause(W.port.ctx, W.guest[i].conn, false);
	for (int i = 0; i < 40; i++)
		later(10000);
	assert_int_equal(W.net->conns.used, 0);
	assert_true(W.net->queued_bytes == 0);
	assert_int_equal(W.net->draining_conns, 0);
	assert_int_equal(W.net->delivery_queue_len, 0);
	assert_int_equal(W.net->unauthenticated_conns, 0);
}
