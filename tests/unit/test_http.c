/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The HTTP pages for programs over real sockets: the answers, and the limits on the resources
 * that a client can use.  The tests never sleep: they run loop passes until a condition holds,
 * with a simulated clock. */
/* LINK: -Wl,--wrap=net_mono_ms -Wl,--wrap=event_add */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "os/log.h"
#include "net/conn.h"
#include "net/http.h"
#include "tests/unit/test.h"

int64_t __wrap_net_mono_ms(void);

#define PASSES 200

static struct {
	struct net *net;
	int64_t now_ms; /* the clock moves only when a test advances it */
	struct sockaddr_in at;
	unsigned warnings;
	char page[40000];
} W;

int64_t
__wrap_net_mono_ms(void)
{
	return W.now_ms;
}

int __real_event_add(struct event *e, const struct timeval *until);
int __wrap_event_add(struct event *e, const struct timeval *until);

static unsigned event_adds_failing; /* number of times that adding an event fails */

int
__wrap_event_add(struct event *e, const struct timeval *until)
{
	if (until != NULL || event_adds_failing == 0)
		return __real_event_add(e, until);
	event_adds_failing--;
	errno = ENOSPC;
	return -1;
}

static int
serve_page(void *ctx, const char *path, struct sbuf *b)
{
	(void)ctx;
	if (strcmp(path, "/large") == 0) {
		sbuf_add(b, W.page);
		return 200;
	}
	sbuf_addf(b, "page %s\n", path);
	return strcmp(path, "/one") == 0 ? 200 : 404;
}

static void
waited(void *ctx)
{
	(void)ctx;
}

static bool
log_heard(void *ctx, enum log_level level, const char *event, const char *text)
{
	(void)ctx;
	(void)event;
	(void)text;
	W.warnings += level == LOG_LEVEL_WARN;
	return true;
}

BEFORE_EACH
{
	const struct net_events events = { .wait_ended = waited };
	struct net_config config;
	socklen_t len = sizeof(W.at);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	net_free(&W.net);
	memset(&W, 0, sizeof(W));
	W.now_ms = 1000;
	memset(W.page, 'x', sizeof(W.page) - 1);
	log_set_hook(log_heard, NULL);
	net_config_default(&config);
	W.net = net_new(&config, &events);
	assert_non_null(W.net);
	W.at.sin_family = AF_INET;
	W.at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(fd, (struct sockaddr *)&W.at, sizeof(W.at)), 0);
	assert_int_equal(listen(fd, 64), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&W.at, &len), 0);
	assert_int_equal(net_serve_pages_on_socket(W.net, fd, serve_page, NULL), 0);
}

struct client {
	int fd;
	char got[50000];
	size_t len;
	bool ended;
};

static struct client a, b;

static void
comes(struct client *c)
{
	memset(c, 0, sizeof(*c));
	c->fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_true(c->fd >= 0);
	assert_int_equal(connect(c->fd, (struct sockaddr *)&W.at, sizeof(W.at)), 0);
	assert_int_equal(fcntl(c->fd, F_SETFL, O_NONBLOCK), 0);
}

static void
says(const struct client *c, const char *text)
{
	assert_int_equal(send(c->fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
}

static void
close_client(struct client *c)
{
	assert_int_equal(close(c->fd), 0);
}

static bool
ended(struct client *c)
{
	ssize_t n;

	while ((n = recv(c->fd, c->got + c->len, sizeof(c->got) - 1 - c->len, 0)) > 0)
		c->len += (size_t)n;
	c->ended = c->ended || n == 0 || errno != EAGAIN;
	return c->ended;
}

static void
run_turns(int n)
{
	while (n-- > 0)
		net_wait(W.net, 1);
}

static void
await_end(struct client *c)
{
	for (int i = 0; i < PASSES && !ended(c); i++)
		run_turns(1);
	assert_true(c->ended);
}

static void
later(int64_t ms)
{
	W.now_ms += ms;
	run_turns(2);
}

/* Returns the whole answer to one request. */
static const char *
request_answer(const char *request)
{
	comes(&a);
	says(&a, request);
	await_end(&a);
	close_client(&a);
	return a.got;
}

TEST(a_page_is_answered_and_the_connection_closed)
{
	assert_string_equal(request_answer("GET /one HTTP/1.1\r\nHost: x\r\n\r\n"),
	    "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n"
	    "Content-Length: 10\r\nConnection: close\r\n\r\npage /one\n");
}

TEST(the_query_string_is_ignored)
{
	assert_non_null(
	    strstr(request_answer("GET /one?all=1 HTTP/1.0\r\n\r\n"), "\npage /one\n"));
}

TEST(a_head_request_is_answered_without_a_body)
{
	const char *got = request_answer("HEAD /one HTTP/1.1\r\n\r\n");

	assert_non_null(strstr(got, "Content-Length: 10\r\n"));
	assert_null(strstr(got, "page"));
}

TEST(bad_requests_get_an_error_status)
{
	static const struct {
		const char *request, *status;
	} row[] = {
		{ "GET /two HTTP/1.1\r\n\r\n", "HTTP/1.1 404 Not Found\r\n" },
		{ "POST /one HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi",
		    "HTTP/1.1 501 Not Implemented\r\n" },
		{ "GET /one\r\n\r\n", "HTTP/1.1 400 Bad Request\r\n" },
		{ "GET /one GOPHER/1\r\n\r\n", "HTTP/1.1 400 Bad Request\r\n" },
		{ "\r\n\r\n", "HTTP/1.1 400 Bad Request\r\n" },
		{ "\xff\xfe\r\n\r\n", "HTTP/1.1 400 Bad Request\r\n" },
	};

	for (size_t i = 0; i < ARRAY_LEN(row); i++)
		assert_int_equal(strncmp(request_answer(row[i].request), row[i].status,
				     strlen(row[i].status)),
		    0);
}

TEST(an_overlong_request_is_refused)
{
	static char longest[6000];

	memset(longest, 'x', sizeof(longest) - 1);
	assert_int_equal(strncmp(request_answer(longest), "HTTP/1.1 431 ", 13), 0);
}

TEST(a_request_may_arrive_in_pieces)
{
	const char *request = "GET /one HTTP/1.1\r\n\r\n";

	comes(&a);
	for (const char *p = request; *p != '\0'; p++) {
		const char piece[] = { *p, '\0' };

		assert_false(ended(&a));
		says(&a, piece);
		run_turns(2);
	}
	await_end(&a);
	assert_non_null(strstr(a.got, "page /one"));
	close_client(&a);
}

TEST(a_half_closed_connection_is_answered)
{
	comes(&a);
	says(&a, "GET /large HTTP/1.1\r\n\r\n");
	assert_int_equal(shutdown(a.fd, SHUT_WR), 0);
	await_end(&a);
	assert_non_null(strstr(a.got, "\r\n\r\nxxxxx"));
	assert_true(a.len > sizeof(W.page));
	close_client(&a);
	comes(&a); /* a client that sends nothing is closed */
	assert_int_equal(shutdown(a.fd, SHUT_WR), 0);
	await_end(&a);
	assert_int_equal(a.len, 0);
	close_client(&a);
}

TEST(one_connection_too_many_closes_the_oldest)
{
	static struct client c[HTTP_CLIENTS_MAX];

	for (size_t i = 0; i < ARRAY_LEN(c); i++) {
		comes(&c[i]);
		run_turns(1);
	}
	run_turns(2);
	for (size_t i = 0; i < ARRAY_LEN(c); i++)
		assert_false(ended(&c[i]));
	comes(&b);
	run_turns(2);
	await_end(&c[0]);
	assert_int_equal(c[0].len, 0);
	for (size_t i = 1; i < ARRAY_LEN(c); i++)
		assert_false(ended(&c[i]));
	says(&b, "GET /one HTTP/1.1\r\n\r\n");
	await_end(&b);
	assert_non_null(strstr(b.got, "page /one"));
	close_client(&b);
	for (size_t i = 0; i < ARRAY_LEN(c); i++)
		close_client(&c[i]);
}

TEST(a_slow_client_is_closed)
{
	static struct client third;

	comes(&a); /* sends nothing */
	comes(&b); /* keeps sending partial requests */
	comes(&third);
	says(&third, "GET /one HTTP/1.1\r\n\r\n");
	await_end(&third); /* the connections before the third have then been accepted */
	close_client(&third);
	later(HTTP_CLIENT_TIMEOUT_S * 1000 - 1);
	says(&b, "GET /one");
	run_turns(2);
	assert_false(ended(&a));
	assert_false(ended(&b));
	later(1);
	await_end(&a);
	await_end(&b);
	assert_int_equal(a.len + b.len, 0);
	close_client(&a);
	close_client(&b);
}

TEST(a_client_that_stays_after_the_answer_is_closed)
{
	comes(&a);
	says(&a, "GET /one HTTP/1.1\r\n\r\n");
	await_end(&a);
	for (int i = 0; i < 10; i++) {
		/* the server discards further requests */
		says(&a, "GET /one HTTP/1.1\r\n\r\n");
		run_turns(1);
	}
	assert_int_equal(W.warnings, 0);
	later(HTTP_CLIENT_TIMEOUT_S * 1000);
	for (int i = 0; i < PASSES && send(a.fd, "x", 1, MSG_NOSIGNAL) == 1; i++)
		run_turns(1);
	assert_int_equal(send(a.fd, "x", 1, MSG_NOSIGNAL), -1); /* the connection was reset */
	close_client(&a);
}

TEST(accepting_pauses_without_file_descriptors)
{
	struct rlimit before, low;
	int spare;

	comes(&b);
	says(&b, "GET /one HTTP/1.1\r\n\r\n");
	spare = dup(b.fd);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	low = before;
	low.rlim_cur = (rlim_t)spare;
	assert_int_equal(close(spare), 0);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
	for (int i = 0; i < PASSES && W.warnings == 0; i++)
		run_turns(1);
	run_turns(20);
	assert_int_equal(W.warnings, 1);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	event_adds_failing = 1;
	later(LISTEN_PAUSE_MS);
	assert_int_equal(event_adds_failing, 0);
	assert_int_equal(W.warnings, 2);
	later(LISTEN_PAUSE_MS);
	/* Under valgrind, with its lower file limit, the first connection is lost. */
	assert_non_null(strstr(request_answer("GET /one HTTP/1.1\r\n\r\n"), "page /one"));
	close_client(&b);
}

AFTER_ALL
{
	net_free(&W.net);
}
