/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Connection setup: PROXY headers and TLS, over real local sockets, with non-blocking clients
 * and a simulated clock.  The tests never sleep: they run a bounded number of loop passes until
 * a condition holds. */
/* LINK: -Wl,--wrap=net_mono_ms -Wl,--wrap=log_client */

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/ssl.h>

#include "os/log.h"
#include "net/conn.h"
#include "tests/support/certificate.h"
#include "tests/support/folder.h"
#include "tests/unit/test.h"

int64_t __wrap_net_mono_ms(void);
void __wrap_log_client(enum log_level level, const char *event, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

#define PASSES_MAX 2000
#define GUESTS_MAX 64
#define FRONT_END "127.0.0.5"

struct server_session {
	conn_id conn;
	char addr[64];
	unsigned lines;
	char last[LINE_BYTES_MAX + 1];
	bool closed;
	enum net_close_reason why;
};

static struct {
	struct net *net;
	struct net_port port;
	unsigned clear_port, tls_port;
	struct server_session guest[GUESTS_MAX];
	unsigned guests;
	char log[8192]; /* one line per event */
	char folder[FOLDER_PATH_MAX];
} W;

static int64_t ahead_ms;
int64_t
__wrap_net_mono_ms(void)
{
	return 1000000 + ahead_ms; /* the clock moves only when a test advances it */
}

/* ---- the world ---- */

static session_id
on_opened(void *ctx, conn_id c, const char *addr)
{
	struct server_session *g = &W.guest[W.guests];

	assert_true(W.guests < GUESTS_MAX);
	memset(g, 0, sizeof(*g));
	g->conn = c;
	(void)snprintf(g->addr, sizeof(g->addr), "%s", addr);
	W.port.write(W.port.ctx, c, "login: ", 7);
	return ++W.guests;
}

static void
on_line(void *ctx, session_id s, char *text, size_t n)
{
	struct server_session *g = &W.guest[s - 1];
	static char block[1024];

	g->lines++;
	memcpy(g->last, text, n + 1);
	if (strncmp(text, "echo ", 5) == 0)
		W.port.write(W.port.ctx, g->conn, text + 5, n - 5);
	if (strncmp(text, "penalty ", 8) == 0)
		W.port.add_penalty(W.port.ctx, g->conn, (unsigned)strtoul(text + 8, NULL, 10));
	if (strcmp(text, "auth") == 0)
		W.port.mark_authenticated(W.port.ctx, g->conn);
	if (strncmp(text, "big ", 4) == 0)
		for (unsigned long i = strtoul(text + 4, NULL, 10); i > 0; i--) {
			memset(block, (int)('a' + i % 26), sizeof(block));
			W.port.write(W.port.ctx, g->conn, block, sizeof(block));
		}
}

static void
on_overlong(void *ctx, session_id s)
{
}

static void
on_drained(void *ctx, session_id s)
{
}

static void
on_window_size(void *ctx, session_id s, unsigned columns, unsigned rows)
{
}

static void
on_wait_end(void *ctx)
{
}

static void
on_closed(void *ctx, session_id s, enum net_close_reason why)
{
	assert_false(W.guest[s - 1].closed);
	W.guest[s - 1].closed = true;
	W.guest[s - 1].why = why;
}

/* Records every line, without the log's rate limit. */
void
__wrap_log_client(enum log_level level, const char *event, const char *fmt, ...)
{
	size_t n = strlen(W.log);
	va_list ap;

	n += (size_t)snprintf(W.log + n, sizeof(W.log) - n, "event=%s ", event);
	va_start(ap, fmt);
	n += (size_t)vsnprintf(W.log + n, sizeof(W.log) - n, fmt, ap);
	va_end(ap);
	assert_true(n < sizeof(W.log) - 1);
	W.log[n] = '\n';
	W.log[n + 1] = '\0';
}

static bool
logged(const char *text)
{
	return strstr(W.log, text) != NULL;
}

/* ---- fixture ---- */

static const char *
path_in_folder(const char *name)
{
	static char path[2][200];
	static unsigned turn;

	turn ^= 1;
	(void)snprintf(path[turn], sizeof(path[turn]), "%s/%s", W.folder, name);
	return path[turn];
}

static int
read_certificate(const char *name, char *why, size_t size)
{
	struct sbuf error;
	int err;

	sbuf_init(&error, why, size);
	err = net_load_certificate(W.net, path_in_folder(name), "", &error);
	return err;
}

BEFORE_EACH
{
	char path[FOLDER_PATH_MAX];

	memset(&W, 0, sizeof(W));
	folder_make(path, "handshake");
	memcpy(W.folder, path, sizeof(path));
	certificate_write(path_in_folder("one.pem"), "one");
}

AFTER_EACH
{
	if (W.net != NULL)
		net_free(&W.net);
	folder_remove(W.folder);
}

static void
open_net(const struct net_config *config)
{
	const struct net_events events = { NULL, on_opened, on_line, on_overlong, on_closed,
		on_drained, on_window_size, on_wait_end };
	char why[300];

	ahead_ms = 0;
	W.net = net_new(config, &events);
	assert_non_null(W.net);
	W.port = net_port(W.net);
	assert_int_equal(read_certificate("one.pem", why, sizeof(why)), 0);
	assert_int_equal(net_listen(W.net, "127.0.0.1", 0, &W.clear_port), 0);
	assert_int_equal(net_listen_tls(W.net, "127.0.0.1", 0, &W.tls_port), 0);
}

static void
open_default(void)
{
	struct net_config c;

	net_config_default(&c);
	CHECK(networks_parse(&c.front_ends, FRONT_END));
	open_net(&c);
}

static void
run_turn(int timeout_ms)
{
	net_wait(W.net, timeout_ms);
	net_flush(W.net, true);
	net_check_invariants(W.net);
}

#define UNTIL(cond)                                                                            \
	do {                                                                                   \
		int until = 0;                                                                 \
		while (!(cond) && until++ < PASSES_MAX)                                        \
			run_turn(2);                                                           \
		if (!(cond))                                                                   \
			fail_msg("never: %s; log: %s", #cond, W.log);                          \
	} while (0)

static void
run_turns(int n)
{
	while (n-- > 0)
		run_turn(1);
}

static void
advance_and_run(int64_t ms)
{
	ahead_ms += ms;
	run_turns(2);
}

/* ---- clients ---- */

struct client {
	int fd;
	SSL *ssl;
	char got[4096];
	size_t len, total;
	bool eof, reset;
};

static void
connect_client(struct client *c, const char *from, unsigned port)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	struct sockaddr_in to = { .sin_family = AF_INET };
	int one = 1;

	memset(c, 0, sizeof(*c));
	c->fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_true(c->fd >= 0);
	assert_int_equal(inet_pton(AF_INET, from, &at.sin_addr), 1);
	assert_int_equal(bind(c->fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(inet_pton(AF_INET, "127.0.0.1", &to.sin_addr), 1);
	to.sin_port = htons((uint16_t)port);
	assert_int_equal(connect(c->fd, (struct sockaddr *)&to, sizeof(to)), 0);
	assert_int_equal(fcntl(c->fd, F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)), 0);
}

static void
send_bytes(struct client *c, const char *text, size_t n)
{
	if (c->ssl != NULL)
		assert_int_equal(SSL_write(c->ssl, text, (int)n), n);
	else
		assert_int_equal(send(c->fd, text, n, MSG_NOSIGNAL), n);
}

static void
tell(struct client *c, const char *text)
{
	send_bytes(c, text, strlen(text));
}

static void
read_all(struct client *c)
{
	char block[8192];

	while (!c->eof && !c->reset) {
		ssize_t n = c->ssl != NULL ? SSL_read(c->ssl, block, sizeof(block))
					   : recv(c->fd, block, sizeof(block), 0);
		size_t keep = sizeof(c->got) - 1 - c->len;

		if (n <= 0) {
			int error = c->ssl != NULL ? SSL_get_error(c->ssl, (int)n) : 0;

			c->eof = c->ssl != NULL ? error == SSL_ERROR_ZERO_RETURN : n == 0;
			c->reset = c->ssl != NULL
				       ? error == SSL_ERROR_SYSCALL || error == SSL_ERROR_SSL
				       : n < 0 && errno != EAGAIN;
			ERR_clear_error();
			return;
		}
		if (keep > (size_t)n)
			keep = (size_t)n;
		memcpy(c->got + c->len, block, keep);
		c->len += keep;
		c->got[c->len] = '\0';
		c->total += (size_t)n;
	}
}

static bool
has(struct client *c, const char *text)
{
	read_all(c);
	return strstr(c->got, text) != NULL;
}

static bool
has_ended(struct client *c)
{
	read_all(c);
	return c->eof || c->reset;
}

static void
close_client(struct client *c)
{
	SSL_free(c->ssl);
	c->ssl = NULL;
	assert_int_equal(close(c->fd), 0);
}

/* Starts TLS of that version on the client's connection. */
static void
begin_tls(struct client *c, int version)
{
	SSL_CTX *ctx = SSL_CTX_new(TLS_client_method());

	assert_non_null(ctx);
	SSL_CTX_set_security_level(ctx, 0);
	assert_int_equal(SSL_CTX_set_min_proto_version(ctx, version), 1);
	assert_int_equal(SSL_CTX_set_max_proto_version(ctx, version), 1);
	c->ssl = SSL_new(ctx);
	SSL_CTX_free(ctx);
	assert_non_null(c->ssl);
	assert_int_equal(SSL_set_fd(c->ssl, c->fd), 1);
	SSL_set_connect_state(c->ssl);
}

/* Continues the handshake.  Returns 1 when done, 0 if not yet, -1 on failure. */
static int
continue_handshake(struct client *c)
{
	int n = SSL_do_handshake(c->ssl);
	int error = SSL_get_error(c->ssl, n);

	ERR_clear_error();
	return n == 1 ? 1 : error == SSL_ERROR_WANT_READ ? 0 : -1;
}

static struct server_session *
connect_tls(struct client *c, const char *from, int version)
{
	unsigned n = W.guests;

	connect_client(c, from, W.tls_port);
	begin_tls(c, version);
	UNTIL(continue_handshake(c) == 1);
	UNTIL(W.guests == n + 1);
	UNTIL(has(c, "login: "));
	return &W.guest[n];
}

static const int VERSIONS[] = { TLS1_2_VERSION, TLS1_3_VERSION };

/* ---- PROXY headers ---- */

#define PROXY_HEADER "PROXY TCP4 203.0.113.7 192.0.2.1 51000 4321\r\n"

TEST(a_proxy_header_sets_the_address)
{
	struct client c;

	open_default();
	connect_client(&c, FRONT_END, W.clear_port);
	tell(&c, PROXY_HEADER "echo hello\r\n");
	UNTIL(has(&c, "hello"));
	assert_int_equal(W.guests, 1);
	assert_string_equal(W.guest[0].addr, "203.0.113.7");
	assert_int_equal(W.guest[0].lines, 1);
	assert_false(W.port.secure(W.port.ctx, W.guest[0].conn));
	close_client(&c);
}

TEST(a_version_2_header_sets_the_address)
{
	static const char header[] =
	    "\r\n\r\n\0\r\nQUIT\n\x21\x21\0\x28\x20\1\x0d\xb8\0\0\0\0\0\0\0\0\0"
	    "\0\0\7\x20\1\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\1\xc7\x38\x10\xe1"
	    "\4\0\1x";
	struct client c;

	open_default();
	connect_client(&c, FRONT_END, W.clear_port);
	send_bytes(&c, header, sizeof(header) - 1);
	tell(&c, "echo hello\r\n");
	UNTIL(has(&c, "hello"));
	assert_string_equal(W.guest[0].addr, "2001:db8::7");
	close_client(&c);
}

/* haproxy's send-proxy-v2-ssl: one front end has a clear and a TLS port. */
TEST(a_version_2_header_says_whether_the_client_uses_tls)
{
	char header[] =
	    "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x14\xcb\0\x71\7\xc0\0\2\1\xc7\x38\x10\xe1"
	    "\x20\0\5?\0\0\0\0";
	struct net_config config;
	struct client c;

	net_config_default(&config);
	CHECK(networks_parse(&config.front_ends, FRONT_END));
	open_net(&config);
	for (unsigned i = 0; i < 4; i++) {
		bool tls = i % 2 != 0;

		config.front_ends_tls = i < 2;
		net_set_limits(W.net, &config);
		header[31] = tls;
		connect_client(&c, FRONT_END, W.clear_port);
		send_bytes(&c, header, sizeof(header) - 1);
		UNTIL(has(&c, "login: "));
		assert_int_equal(W.guests, i + 1);
		assert_int_equal(W.port.secure(W.port.ctx, W.guest[i].conn), tls);
		close_client(&c);
	}
}

TEST(connections_of_front_ends_count_as_encrypted_if_configured)
{
	struct net_config config;
	struct client c;

	net_config_default(&config);
	CHECK(networks_parse(&config.front_ends, FRONT_END));
	config.front_ends_tls = true;
	open_net(&config);
	connect_client(&c, FRONT_END, W.clear_port);
	tell(&c, PROXY_HEADER);
	UNTIL(has(&c, "login: "));
	assert_true(W.port.secure(W.port.ctx, W.guest[0].conn));
	close_client(&c);
}

TEST(no_output_before_the_header_is_complete)
{
	struct client c;

	open_default();
	connect_client(&c, FRONT_END, W.clear_port);
	for (const char *p = PROXY_HEADER; *p != '\0'; p++) {
		run_turns(2);
		assert_int_equal(W.guests, 0);
		read_all(&c);
		assert_int_equal(c.len, 0);
		send_bytes(&c, p, 1);
	}
	UNTIL(has(&c, "login: "));
	assert_string_equal(W.guest[0].addr, "203.0.113.7");
	assert_int_equal(W.guest[0].lines, 0);
	close_client(&c);
}

TEST(headers_from_other_addresses_are_not_trusted)
{
	struct client c;

	open_default();
	connect_client(&c, "127.0.0.6", W.clear_port);
	UNTIL(has(&c, "login: "));
	assert_string_equal(W.guest[0].addr, "127.0.0.6");
	assert_true(W.port.secure(W.port.ctx, W.guest[0].conn));
	tell(&c, PROXY_HEADER);
	UNTIL(W.guest[0].lines == 1);
	assert_string_equal(W.guest[0].addr, "127.0.0.6");
	assert_string_equal(W.guest[0].last, "PROXY TCP4 203.0.113.7 192.0.2.1 51000 4321");
	close_client(&c);
}

TEST(a_front_end_must_send_a_header)
{
	struct client silent, other;

	open_default();
	connect_client(&silent, FRONT_END, W.clear_port);
	connect_client(&other, FRONT_END, W.clear_port);
	tell(&other, "guest\r\n");
	UNTIL(has_ended(&other));
	assert_true(
	    logged("event=not_entered address=127.0.0.5 stage=proxy reason=\"no header\""));
	assert_int_equal(other.len, 0);
	assert_false(has_ended(&silent));
	advance_and_run(11000);
	UNTIL(has_ended(&silent));
	assert_true(logged("reason=\"time\""));
	assert_int_equal(silent.len, 0);
	assert_int_equal(W.guests, 0);
	close_client(&silent);
	close_client(&other);
}

TEST(a_front_end_may_connect_for_itself)
{
	static const char header[] = "\r\n\r\n\0\r\nQUIT\n\x20\0\0\0";
	struct client c, looks;

	open_default();
	connect_client(&c, FRONT_END, W.clear_port);
	send_bytes(&c, header, sizeof(header) - 1);
	UNTIL(has(&c, "login: "));
	assert_string_equal(W.guest[0].addr, FRONT_END);
	connect_client(&looks, FRONT_END, W.clear_port); /* a port scan */
	close_client(&looks);
	UNTIL(logged("reason=\"closed\""));
	close_client(&c);
}

TEST(limits_apply_to_the_address_in_the_header)
{
	struct net_config config;
	struct client c[4];

	net_config_default(&config);
	CHECK(networks_parse(&config.front_ends, FRONT_END));
	config.per_address = 2;
	open_net(&config);
	for (unsigned i = 0; i < 3; i++) {
		connect_client(&c[i], FRONT_END, W.clear_port);
		tell(&c[i], PROXY_HEADER);
		run_turns(4);
	}
	UNTIL(has_ended(&c[2]));
	assert_true(has(&c[2], "** Too many connections from your address."));
	assert_int_equal(W.guests, 2);
	/* other clients of the same front end are not affected */
	connect_client(&c[3], FRONT_END, W.clear_port);
	tell(&c[3], "PROXY TCP4 203.0.113.8 192.0.2.1 51000 4321\r\n");
	UNTIL(has(&c[3], "login: "));
	close_client(&c[2]);
	close_client(&c[1]);
	tell(&c[0], "penalty 60\r\n");
	UNTIL(W.guest[0].lines == 1);
	connect_client(&c[1], FRONT_END, W.clear_port);
	tell(&c[1], PROXY_HEADER);
	UNTIL(has(&c[1], "** Connections from your address are refused for the moment."));
	close_client(&c[0]);
	close_client(&c[1]);
	close_client(&c[3]);
}

TEST(too_many_pending_connections_close_the_oldest)
{
	struct net_config config;
	struct client c[5];

	net_config_default(&config);
	CHECK(networks_parse(&config.front_ends, FRONT_END));
	config.handshakes = 3;
	open_net(&config);
	for (unsigned i = 0; i < 5; i++) {
		connect_client(&c[i], FRONT_END, W.clear_port);
		run_turns(2);
	}
	UNTIL(has_ended(&c[0]) && has_ended(&c[1]));
	assert_true(logged("reason=\"crowded\""));
	for (unsigned i = 2; i < 5; i++) {
		assert_false(has_ended(&c[i]));
		tell(&c[i], PROXY_HEADER);
		UNTIL(has(&c[i], "login: "));
	}
	for (unsigned i = 0; i < 5; i++)
		close_client(&c[i]);
}

TEST(pending_connections_take_connection_slots)
{
	struct net_config config;
	struct client c[3];

	net_config_default(&config);
	CHECK(networks_parse(&config.front_ends, FRONT_END));
	config.slots = 2;
	open_net(&config);
	connect_client(&c[0], FRONT_END, W.clear_port);
	connect_client(&c[1], FRONT_END, W.clear_port);
	run_turns(4);
	connect_client(&c[2], FRONT_END, W.clear_port);
	UNTIL(has_ended(&c[2]));
	for (unsigned i = 0; i < 2; i++) {
		tell(&c[i], PROXY_HEADER);
		UNTIL(has(&c[i], "login: "));
	}
	for (unsigned i = 0; i < 3; i++)
		close_client(&c[i]);
}

/* ---- TLS ---- */

TEST(lines_and_answers_pass_through_tls)
{
	open_default();
	for (unsigned i = 0; i < ARRAY_LEN(VERSIONS); i++) {
		struct client c;
		struct server_session *g = connect_tls(&c, "127.0.0.1", VERSIONS[i]);

		assert_string_equal(g->addr, "127.0.0.1");
		assert_true(W.port.secure(W.port.ctx, g->conn));
		assert_true(W.port.rtt_ms(W.port.ctx, g->conn) < 1000);
		tell(&c, "echo one\r\necho two\r\n");
		UNTIL(has(&c, "onetwo"));
		assert_int_equal(SSL_version(c.ssl), VERSIONS[i]);
		assert_int_equal(SSL_session_reused(c.ssl), 0);
		if (VERSIONS[i] == TLS1_3_VERSION)
			assert_int_equal(SSL_SESSION_has_ticket(SSL_get_session(c.ssl)), 0);
		close_client(&c);
		UNTIL(g->closed);
		assert_int_equal(g->why, NET_CLOSE_PEER);
	}
	assert_false(logged("tls_closed"));
}

TEST(a_header_precedes_tls)
{
	struct client c;

	open_default();
	connect_client(&c, FRONT_END, W.tls_port);
	tell(&c, PROXY_HEADER);
	begin_tls(&c, TLS1_3_VERSION);
	UNTIL(continue_handshake(&c) == 1);
	UNTIL(has(&c, "login: "));
	assert_string_equal(W.guest[0].addr, "203.0.113.7");
	assert_true(W.port.secure(W.port.ctx, W.guest[0].conn));
	close_client(&c);
}

/* A client that reads late is sent more than one TLS record, and more than the kernel accepts
 * at once. */
TEST(large_output_is_sent_completely)
{
	open_default();
	for (unsigned i = 0; i < ARRAY_LEN(VERSIONS); i++) {
		struct client c;
		struct server_session *g = connect_tls(&c, "127.0.0.1", VERSIONS[i]);
		int small = 32768;

		assert_int_equal(
		    setsockopt(c.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small)), 0);
		tell(&c, "auth\nbig 200\n");
		UNTIL(g->lines == 2);
		run_turns(10);
		for (unsigned n = 0; n < 5; n++) { /* replies are queued after pending output */
			tell(&c, "echo x\n");
			run_turns(2);
		}
		assert_true(W.port.backlog(W.port.ctx, g->conn) > 0);
		UNTIL(W.port.backlog(W.port.ctx, g->conn) == 0 || (read_all(&c), false));
		UNTIL((read_all(&c), c.total) == 7 + 200 * 1024 + 5);
		assert_false(g->closed);
		close_client(&c);
		UNTIL(g->closed);
	}
}

/* A record holds more than one read returns, and the kernel does not report the rest as
 * readable. */
TEST(a_large_record_is_read_to_its_end)
{
	static char block[16001];
	struct client c;
	struct server_session *g;

	open_default();
	g = connect_tls(&c, "127.0.0.1", TLS1_3_VERSION);
	for (unsigned i = 0; i < 16000; i += 8)
		memcpy(block + i, "echo .\r\n", 9);
	tell(&c, block);
	UNTIL(g->lines == 2000);
	close_client(&c);
}

TEST(a_close_by_the_client_is_recognised_within_tls)
{
	open_default();
	for (unsigned i = 0; i < ARRAY_LEN(VERSIONS); i++) {
		struct client c;
		struct server_session *g = connect_tls(&c, "127.0.0.1", VERSIONS[i]);

		tell(&c, "echo last words\n");
		assert_int_equal(SSL_shutdown(c.ssl), 0);
		UNTIL(has_ended(&c));
		assert_true(has(&c, "last words"));
		assert_true(c.eof);
		assert_true(g->closed);
		assert_int_equal(g->why, NET_CLOSE_PEER);
		close_client(&c);
	}
}

TEST(a_close_by_the_server_is_signalled_within_tls)
{
	struct net_config config;
	struct client c;

	net_config_default(&config);
	open_net(&config);
	(void)connect_tls(&c, "127.0.0.1", TLS1_3_VERSION);
	advance_and_run((int64_t)config.login_s * 1000 + 1000);
	UNTIL(has_ended(&c));
	assert_true(has(&c, "** You did not log in in time."));
	assert_true(c.eof);
	close_client(&c);
}

TEST(garbage_closes_the_connection)
{
	struct client c, tls;

	open_default();
	connect_client(&c, "127.0.0.1", W.tls_port);
	tell(&c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
	UNTIL(has_ended(&c));
	assert_true(logged("event=not_entered address=127.0.0.1 stage=tls reason=\""));
	close_client(&c);
	assert_int_equal(W.guests, 0);

	(void)connect_tls(&tls, "127.0.0.1", TLS1_3_VERSION);
	assert_int_equal(
	    send(tls.fd, "\x17\3\3\0\x20garbage garbage garbage garbage.", 37, MSG_NOSIGNAL),
	    37);
	UNTIL(W.guest[0].closed);
	assert_true(logged("event=tls_closed address=127.0.0.1"));
	UNTIL(has_ended(&tls));
	close_client(&tls);
}

TEST(old_tls_is_refused)
{
	struct client c;
	int result = 0;

	open_default();
	connect_client(&c, "127.0.0.1", W.tls_port);
	begin_tls(&c, TLS1_1_VERSION);
	UNTIL((result = continue_handshake(&c)) != 0);
	assert_int_equal(result, -1);
	UNTIL(logged("stage=tls"));
	assert_int_equal(W.guests, 0);
	close_client(&c);
}

TEST(a_handshake_times_out)
{
	struct client silent, half;

	open_default();
	connect_client(&silent, "127.0.0.2", W.tls_port);
	connect_client(&half, "127.0.0.3", W.tls_port);
	send_bytes(&half, "\x16\3\1\2\0\1", 6);
	run_turns(5);
	assert_false(has_ended(&silent) || has_ended(&half));
	advance_and_run(11000);
	UNTIL(has_ended(&silent) && has_ended(&half));
	assert_true(logged("address=127.0.0.2 stage=tls reason=\"time\""));
	assert_true(logged("address=127.0.0.3 stage=tls reason=\"time\""));
	close_client(&silent);
	close_client(&half);
}

/* Time during which the server was suspended does not count, and a reloaded limit applies to
 * handshakes in progress. */
TEST(suspension_of_the_server_does_not_count_as_handshake_time)
{
	struct net_config config;
	struct client c;

	open_default();
	connect_client(&c, "127.0.0.2", W.tls_port);
	run_turns(5);
	W.port.extend_timeouts(W.port.ctx, 11000);
	advance_and_run(11000);
	assert_false(has_ended(&c));
	advance_and_run(5000);
	run_turns(5);
	assert_false(has_ended(&c));
	net_config_default(&config);
	config.handshake_s = 4;
	net_set_limits(W.net, &config);
	UNTIL(has_ended(&c));
	assert_true(logged("address=127.0.0.2 stage=tls reason=\"time\""));
	close_client(&c);
}

/* An address is penalised for handshakes.  A failed handshake costs as much as a wrong
 * password, a completed handshake less. */
TEST(handshakes_per_address_are_limited_in_rate)
{
	struct client c;
	unsigned n = 0;

	open_default();
	for (unsigned i = 0; i < 3; i++) {
		connect_client(&c, "127.0.0.2", W.tls_port);
		tell(&c, "no hello\r\n");
		UNTIL(has_ended(&c));
		close_client(&c);
	}
	connect_client(&c, "127.0.0.2", W.tls_port);
	UNTIL(has_ended(&c));
	assert_true(logged("address=127.0.0.2 stage=tls reason=\"penalty\""));
	close_client(&c);

	for (bool more = true; more; n++) {
		assert_true(n < 30);
		connect_client(&c, "127.0.0.3", W.tls_port);
		begin_tls(&c, TLS1_3_VERSION);
		UNTIL(continue_handshake(&c) != 0);
		more = continue_handshake(&c) == 1;
		if (more)
			UNTIL(has(&c, "login: ") || has_ended(&c));
		more = more && has(&c, "login: ");
		close_client(&c);
		run_turns(4);
	}
	assert_in_range(n, 10, 20);
	assert_int_equal(W.guests, n - 1);
	/* other addresses are not affected */
	(void)connect_tls(&c, "127.0.0.4", TLS1_3_VERSION);
	close_client(&c);
}

/* A connection that sends nothing, such as a port scan, costs nothing. */
TEST(a_silent_connection_costs_nothing)
{
	struct client c;

	open_default();
	for (unsigned i = 0; i < 20; i++) {
		connect_client(&c, "127.0.0.2", W.tls_port);
		close_client(&c);
		run_turns(4);
	}
	(void)connect_tls(&c, "127.0.0.2", TLS1_3_VERSION);
	close_client(&c);
}

TEST(handshakes_per_address_are_limited_in_number)
{
	struct net_config config;
	struct client c[3];

	net_config_default(&config);
	config.per_address = 2;
	open_net(&config);
	for (unsigned i = 0; i < 3; i++) {
		connect_client(&c[i], "127.0.0.2", W.tls_port);
		run_turns(4);
	}
	UNTIL(has_ended(&c[2]));
	assert_true(logged("reason=\"per_address\""));
	assert_false(has_ended(&c[0]) || has_ended(&c[1]));
	for (unsigned i = 0; i < 3; i++)
		close_client(&c[i]);
}

TEST(an_address_with_many_handshakes_loses_its_oldest)
{
	struct net_config config;
	struct client one, c[8];

	net_config_default(&config);
	config.handshakes = 3;
	open_net(&config);
	connect_client(&one, "127.0.0.3", W.tls_port); /* the oldest */
	run_turns(4);
	for (unsigned i = 0; i < ARRAY_LEN(c); i++) {
		connect_client(&c[i], "127.0.0.2", W.tls_port);
		run_turns(4);
	}
	/* three get the penalty of a failed handshake; the others are refused */
	UNTIL(has_ended(&c[0]) && has_ended(&c[1]) && has_ended(&c[2]));
	assert_true(logged("address=127.0.0.2 stage=tls reason=\"crowded\""));
	assert_true(logged("address=127.0.0.2 stage=tls reason=\"penalty\""));
	UNTIL(has_ended(&c[5]) && has_ended(&c[6]) && has_ended(&c[7]));
	assert_false(has_ended(&c[3]) || has_ended(&c[4]));
	begin_tls(&one, TLS1_3_VERSION);
	UNTIL(continue_handshake(&one) == 1);
	UNTIL(has(&one, "login: "));
	close_client(&one);
	for (unsigned i = 0; i < ARRAY_LEN(c); i++)
		close_client(&c[i]);
}

TEST(a_refused_connection_displaces_no_other)
{
	struct net_config config;
	struct client one, c[3];

	net_config_default(&config);
	config.handshakes = 2;
	config.per_address = 1;
	open_net(&config);
	connect_client(&one, "127.0.0.3", W.tls_port);
	run_turns(4);
	for (unsigned i = 0; i < ARRAY_LEN(c); i++) {
		connect_client(&c[i], "127.0.0.2", W.tls_port);
		run_turns(4);
	}
	UNTIL(has_ended(&c[1]) && has_ended(&c[2]));
	assert_false(has_ended(&one) || has_ended(&c[0]) || logged("crowded"));
	close_client(&one);
	for (unsigned i = 0; i < ARRAY_LEN(c); i++)
		close_client(&c[i]);
}

TEST(renegotiation_closes_the_connection)
{
	struct client c;
	struct server_session *g;

	open_default();
	g = connect_tls(&c, "127.0.0.1", TLS1_2_VERSION);
	assert_int_equal(SSL_renegotiate(c.ssl), 1);
	(void)continue_handshake(&c);
	UNTIL(g->closed);
	assert_int_equal(g->why, NET_CLOSE_ERROR);
	assert_true(logged("event=tls_closed address=127.0.0.1 reason=\"renegotiation\""));
	close_client(&c);
}

TEST(key_updates_are_limited)
{
	struct client c;
	struct server_session *g;

	open_default();
	g = connect_tls(&c, "127.0.0.1", TLS1_3_VERSION);
	for (unsigned i = 0; i < 40; i++) {
		assert_int_equal(SSL_key_update(c.ssl, SSL_KEY_UPDATE_REQUESTED), 1);
		tell(&c, "echo x\n");
		UNTIL(g->lines == i + 1);
		read_all(&c);
	}
	assert_false(g->closed);
	for (unsigned i = 0; i < 40; i++) {
		assert_int_equal(SSL_key_update(c.ssl, SSL_KEY_UPDATE_NOT_REQUESTED), 1);
		(void)continue_handshake(&c);
	}
	UNTIL(g->closed);
	assert_true(logged("reason=\"messages without bytes\""));
	close_client(&c);
}

/* ---- reads that must write first ---- */

static unsigned full_reads;

static ssize_t
read_after_a_write(struct endpoint *e, void *buf, size_t n)
{
	e->read_needs_write = send(e->fd, "+", 1, MSG_NOSIGNAL) < 0;
	if (!e->read_needs_write)
		return TCP.read(e, buf, n);
	full_reads++;
	return -1; /* errno is EAGAIN */
}

TEST(a_read_that_must_write_waits_until_it_can)
{
	struct transport how = TCP;
	struct endpoint end = { .how = &how };
	struct client c = { 0 };
	int fd[2];

	open_default();
	how.read = read_after_a_write;
	full_reads = 0;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd), 0);
	end.fd = fd[0];
	c.fd = fd[1];
	while (send(fd[0], "-", 1, MSG_NOSIGNAL) == 1)
		;
	assert_true(net_attach(W.net, &end, "127.0.0.1") != 0);
	tell(&c, "one\r\n");
	UNTIL(full_reads > 0);
	run_turns(50);
	assert_in_range(full_reads, 1, 2);
	assert_int_equal(W.guest[0].lines, 0);
	UNTIL((read_all(&c), W.guest[0].lines) == 1);
	tell(&c, "two\r\n");
	UNTIL(W.guest[0].lines == 2);
	close_client(&c);
	UNTIL(W.guest[0].closed);
}

/* ---- certificates ---- */

static void
certificate_is(struct client *c, const char *name)
{
	X509 *x = SSL_get1_peer_certificate(c->ssl);
	char text[100];

	assert_non_null(x);
	assert_true(X509_NAME_get_text_by_NID(
			X509_get_subject_name(x), NID_commonName, text, sizeof(text)) > 0);
	assert_string_equal(text, name);
	X509_free(x);
}

static void
write_file(const char *name, const char *text)
{
	FILE *f = fopen(path_in_folder(name), "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static void
append_file(const char *name, const char *text)
{
	FILE *f = fopen(path_in_folder(name), "a");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

TEST(intermediate_certificates_are_sent)
{
	char text[4096] = "", why[300];
	struct client c;
	FILE *f;

	open_default();
	certificate_write(path_in_folder("two.pem"), "two");
	f = fopen(path_in_folder("two.pem"), "r");
	assert_non_null(f);
	assert_true(fread(text, 1, sizeof(text) - 1, f) > 0);
	assert_int_equal(fclose(f), 0);
	append_file(
	    "one.pem", text); /* appended to the key: one.pem contains certificate and key */
	assert_int_equal(read_certificate("one.pem", why, sizeof(why)), 0);
	(void)connect_tls(&c, "127.0.0.1", TLS1_3_VERSION);
	certificate_is(&c, "one");
	assert_int_equal(sk_X509_num(SSL_get_peer_cert_chain(c.ssl)), 2);
	close_client(&c);
}

TEST(a_new_certificate_applies_to_new_connections)
{
	struct client old, new;
	char why[300];

	open_default();
	(void)connect_tls(&old, "127.0.0.1", TLS1_3_VERSION);
	certificate_write(path_in_folder("two.pem"), "two");
	assert_int_equal(read_certificate("two.pem", why, sizeof(why)), 0);
	(void)connect_tls(&new, "127.0.0.1", TLS1_3_VERSION);
	certificate_is(&old, "one");
	certificate_is(&new, "two");
	tell(&old, "echo still here\n");
	UNTIL(has(&old, "still here"));
	close_client(&old);
	close_client(&new);
}

TEST(a_bad_certificate_changes_nothing)
{
	static const char *const BAD[] = { "missing.pem", "empty.pem", "text.pem", ".",
		"pipe.pem", "cut.pem" };
	struct client c;
	char why[300];

	open_default();
	write_file("empty.pem", "");
	write_file("text.pem", "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n");
	assert_int_equal(mkfifo(path_in_folder("pipe.pem"), 0600), 0);
	certificate_write(path_in_folder("cut.pem"), "cut");
	append_file("cut.pem", "-----BEGIN CERTIFICATE-----\nMIIB\n");
	for (unsigned i = 0; i < ARRAY_LEN(BAD); i++) {
		assert_int_equal(read_certificate(BAD[i], why, sizeof(why)), -1);
		assert_non_null(strstr(why, BAD[i]));
	}
	(void)connect_tls(&c, "127.0.0.1", TLS1_3_VERSION);
	certificate_is(&c, "one");
	close_client(&c);
}

static void
write_key(const char *name, const char *type, const char *password)
{
	EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, type, "P-256");
	FILE *f = fopen(path_in_folder(name), "w");

	assert_true(key != NULL && f != NULL);
	assert_int_equal(
	    PEM_write_PrivateKey(f, key, password != NULL ? EVP_aes_128_cbc() : NULL, NULL, 0,
		NULL, (void *)(uintptr_t)password),
	    1);
	assert_int_equal(fclose(f), 0);
	EVP_PKEY_free(key);
}

TEST(the_key_must_match_the_certificate)
{
	static const struct {
		const char *key, *words;
	} row[] = {
		{ "other.key", "other.key: not the key of " },
		{ "type.key", "type.key: a key of type ED25519; that of " },
		{ "locked.key", "locked.key: the key has a password" },
		{ "empty.key", "empty.key: no PEM key can be read from it: " },
		{ "pipe.key", "pipe.key: it is not a regular file" },
		{ "large.key", "large.key: larger than 262144 bytes" },
	};

	open_default();
	write_key("other.key", "EC", NULL);
	write_key("type.key", "ED25519", NULL);
	write_key("locked.key", "EC", "secret");
	write_file("empty.key", "");
	assert_int_equal(mkfifo(path_in_folder("pipe.key"), 0600), 0);
	write_file("large.key", "");
	assert_int_equal(truncate(path_in_folder("large.key"), 262145), 0);
	for (size_t i = 0; i < ARRAY_LEN(row); i++) {
		struct sbuf error;
		char why[600];

		SBUF_INIT(&error, why);
		assert_int_equal(net_load_certificate(W.net, path_in_folder("one.pem"),
				     path_in_folder(row[i].key), &error),
		    -1);
		assert_non_null(strstr(why, row[i].words));
	}
}
