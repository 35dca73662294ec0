/* SPDX-License-Identifier: MIT */
/* The network with four clients at once, two of them under TLS (1.2 and 1.3), one behind a
 * front end, one unencrypted: real handshakes and real records, some of which the input
 * changes, cuts, repeats or reorders in transit.  The server echoes lines.  A client whose
 * connection was not tampered with must receive every echo, and the network's own lists must be
 * sound after every pass.  Uses sockets on loopback. */
/* LINK: -Wl,--wrap=log_client */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/ssl.h>

#include "os/log.h"
#include "net/conn.h"
#include "tests/support/certificate.h"
#include "tests/support/folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CLIENTS 4u
#define STEPS_MAX 60u
#define ECHO_BYTES_MAX 65536u

struct client {
	int fd;
	SSL *ssl; /* NULL: unencrypted */
	BIO *from_server, *to_server;
	bool tampered;                     /* tampered with: no further guarantees */
	size_t bytes_sent, bytes_received; /* bytes of echoes asked for, and received */
	bool disconnected;
};

static struct {
	struct net *net;
	struct net_port port;
	conn_id conn[64];
	unsigned conns;
	struct client c[CLIENTS];
} W;

static SSL_CTX *client_ssl_ctx;
static char folder[FOLDER_PATH_MAX], certificate_path[FOLDER_PATH_MAX + 16];

static session_id
on_opened(void *ctx, conn_id c, const char *addr)
{
	CHECK(W.conns < ARRAY_LEN(W.conn));
	W.conn[W.conns] = c;
	return ++W.conns;
}

static void
on_line(void *ctx, session_id s, char *text, size_t n)
{
	CHECK(strlen(text) == n && n <= LINE_BYTES_MAX);
	W.port.write(W.port.ctx, W.conn[s - 1], text, n);
	W.port.write(W.port.ctx, W.conn[s - 1], "\r\n", 2);
	if (strcmp(text, "bye") == 0)
		W.port.close(W.port.ctx, W.conn[s - 1]);
	else if (strcmp(text, "auth") == 0)
		W.port.mark_authenticated(W.port.ctx, W.conn[s - 1]);
}

static void
ignore_event(void *ctx, session_id s)
{
}

static void
on_closed(void *ctx, session_id s, enum net_close_reason why)
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

void __wrap_log_client(enum log_level level, const char *event, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

void
__wrap_log_client(enum log_level level, const char *event, const char *fmt, ...)
{
}

static void
run_turn(void)
{
	net_wait(W.net, 0);
	net_flush(W.net, true);
	net_check_invariants(W.net);
}

/* ---- clients ---- */

static void
connect_client(struct client *c, unsigned port, bool front)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	struct sockaddr_in from = { .sin_family = AF_INET };
	const int on = 1;

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	from.sin_addr.s_addr = htonl(front ? 0x7f000005 : INADDR_LOOPBACK);
	c->fd = socket(AF_INET, SOCK_STREAM, 0);
	CHECK(c->fd >= 0 && bind(c->fd, (struct sockaddr *)&from, sizeof(from)) == 0);
	CHECK(connect(c->fd, (struct sockaddr *)&to, sizeof(to)) == 0);
	CHECK(fcntl(c->fd, F_SETFL, O_NONBLOCK) == 0 &&
	      setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) == 0);
}

static void
begin_tls(struct client *c, int version)
{
	c->ssl = SSL_new(client_ssl_ctx);
	c->from_server = BIO_new(BIO_s_mem());
	c->to_server = BIO_new(BIO_s_mem());
	CHECK(c->ssl != NULL && c->from_server != NULL && c->to_server != NULL);
	SSL_set_bio(c->ssl, c->from_server, c->to_server);
	CHECK(SSL_set_min_proto_version(c->ssl, version) == 1 &&
	      SSL_set_max_proto_version(c->ssl, version) == 1);
	SSL_set_connect_state(c->ssl);
}

static void
send_bytes(struct client *c, const void *bytes, size_t n)
{
	if (!c->disconnected && send(c->fd, bytes, n, MSG_NOSIGNAL) != (ssize_t)n)
		c->tampered = c->disconnected = errno != EAGAIN || c->disconnected;
}

/* Sends the output of the TLS library.  Returns true if there was any. */
static bool
send_tls_output(struct client *c)
{
	unsigned char buf[16384];
	int n;
	bool any = false;

	while (c->ssl != NULL && (n = BIO_read(c->to_server, buf, sizeof(buf))) > 0) {
		send_bytes(c, buf, (size_t)n);
		any = true;
	}
	return any;
}

static void
receive(struct client *c)
{
	char buf[16384];
	ssize_t n;

	while (!c->disconnected && (n = recv(c->fd, buf, sizeof(buf), 0)) != -1) {
		if (n == 0)
			c->disconnected = true;
		else if (c->ssl == NULL)
			c->bytes_received += (size_t)n;
		else
			CHECK(BIO_write(c->from_server, buf, (int)n) == n);
	}
	if (c->ssl == NULL)
		return;
	if (!SSL_is_init_finished(c->ssl))
		(void)SSL_do_handshake(c->ssl);
	while (SSL_is_init_finished(c->ssl) && (n = SSL_read(c->ssl, buf, sizeof(buf))) > 0)
		c->bytes_received += (size_t)n;
	ERR_clear_error();
}

static void
exchange(void)
{
	for (unsigned i = 0; i < 6; i++) {
		run_turn();
		for (unsigned k = 0; k < CLIENTS; k++) {
			receive(&W.c[k]);
			(void)send_tls_output(&W.c[k]);
		}
	}
}

static size_t
total_received(void)
{
	size_t n = 0;

	for (unsigned i = 0; i < CLIENTS; i++)
		n += W.c[i].bytes_received;
	return n;
}

/* Runs until nothing more is received: each pass handles only some lines of a connection. */
static void
exchange_all(void)
{
	size_t before;

	do {
		before = total_received();
		exchange();
	} while (total_received() != before);
}

/* ---- actions of the input ---- */

struct fuzz_input {
	const uint8_t *at, *end;
};

static unsigned
next_byte(struct fuzz_input *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static void
say(struct client *c, struct fuzz_input *in)
{
	char text[600];
	size_t n = next_byte(in) * 2 % 500;

	if (c->ssl != NULL && !SSL_is_init_finished(c->ssl))
		return;
	memset(text, 'a' + (int)(n % 26), n);
	memcpy(text + n, "\r\n", 2);
	c->bytes_sent += n + 2;
	if (c->ssl == NULL)
		send_bytes(c, text, n + 2);
	else
		(void)SSL_write(c->ssl, text, (int)n + 2);
	ERR_clear_error();
}

/* Damages the next TLS records. */
static void
spoil(struct client *c, struct fuzz_input *in, unsigned how)
{
	unsigned char buf[16384 + 600];
	int n;

	c->tampered = true;
	if (c->ssl == NULL || (n = BIO_read(c->to_server, buf, 16384)) <= 0)
		return;
	switch (how) {
	case 0: /* flip a bit */
		buf[(next_byte(in) * 256 + next_byte(in)) % (unsigned)n] ^=
		    (uint8_t)(1u << (next_byte(in) % 8));
		break;
	case 1: /* cut off the end */
		n = (int)(next_byte(in) % (unsigned)n);
		break;
	case 2: /* send it twice */
		send_bytes(c, buf, (size_t)n);
		break;
	case 3: /* change the header */
		buf[next_byte(in) % 5 % (unsigned)n] = (uint8_t)next_byte(in);
		break;
	default: /* append bytes */
		for (unsigned i = 0; i < 40; i++)
			buf[n++] = (uint8_t)next_byte(in);
		break;
	}
	send_bytes(c, buf, (size_t)n);
}

static void
raw(struct client *c, struct fuzz_input *in)
{
	size_t n = (size_t)(in->end - in->at), most = next_byte(in);

	n = n > 0 ? n - 1 : 0;
	n = n < most ? n : most;
	c->tampered = true;
	send_bytes(c, in->at, n);
	in->at += n;
}

static void
step(struct fuzz_input *in)
{
	unsigned b = next_byte(in);
	struct client *c = &W.c[b % CLIENTS];

	switch (b / CLIENTS % 12) {
	case 0:
	case 1:
	case 2:
	case 3:
		say(c, in);
		break;
	case 4:
	case 5:
		spoil(c, in, next_byte(in) % 5);
		break;
	case 6:
		raw(c, in);
		break;
	case 7:
		if (c->ssl != NULL)
			(void)SSL_key_update(c->ssl, next_byte(in) % 2
							 ? SSL_KEY_UPDATE_REQUESTED
							 : SSL_KEY_UPDATE_NOT_REQUESTED);
		c->tampered = true;
		break;
	case 8:
		if (c->ssl != NULL)
			(void)SSL_renegotiate(c->ssl);
		c->tampered = true;
		break;
	case 9:
		if (c->ssl != NULL)
			(void)SSL_shutdown(c->ssl);
		c->tampered = true;
		break;
	case 10:
		if (!c->disconnected && shutdown(c->fd, SHUT_WR) == 0)
			c->tampered = true;
		break;
	default:
		exchange();
		return;
	}
	ERR_clear_error();
	if (b < 192)
		exchange();
}

/* ---- a run ---- */

static void
remove_folder(void)
{
	folder_remove(folder);
}

static void
set_up(void)
{
	struct sbuf error;
	char why[200];

	folder_make(folder, "fuzztls");
	CHECK(atexit(remove_folder) == 0);
	(void)snprintf(certificate_path, sizeof(certificate_path), "%s/one.pem", folder);
	certificate_write(certificate_path, "one");
	client_ssl_ctx = SSL_CTX_new(TLS_client_method());
	CHECK(client_ssl_ctx != NULL);
	SSL_CTX_set_options(client_ssl_ctx, SSL_OP_LEGACY_SERVER_CONNECT);
	SBUF_INIT(&error, why);
	CHECK(net_load_certificate(NULL, certificate_path, "", &error) == 0);
}

static void
open_net(unsigned *clear, unsigned *tls)
{
	static const struct net_events events = { NULL, on_opened, on_line, ignore_event,
		on_closed, ignore_event, on_window_size, on_wait_end };
	struct net_config config;
	struct sbuf error;
	char why[200];

	memset(&W, 0, sizeof(W));
	net_config_default(&config);
	CHECK(networks_parse(&config.front_ends, "127.0.0.5"));
	CHECK(networks_parse(&config.exempt, "127.0.0.0/8"));
	config.slots = 32;
	W.net = net_new(&config, &events);
	CHECK(W.net != NULL);
	W.port = net_port(W.net);
	SBUF_INIT(&error, why);
	CHECK(net_load_certificate(W.net, certificate_path, "", &error) == 0);
	CHECK(net_listen(W.net, "127.0.0.1", 0, clear) == 0 &&
	      net_listen_tls(W.net, "127.0.0.1", 0, tls) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct linger reset = { 1, 0 };
	struct fuzz_input in = { data, data + size };
	unsigned clear, tls, shake;

	if (client_ssl_ctx == NULL)
		set_up();
	open_net(&clear, &tls);
	connect_client(&W.c[0], clear, false);
	connect_client(&W.c[1], tls, false);
	begin_tls(&W.c[1], TLS1_3_VERSION);
	connect_client(&W.c[2], tls, false);
	begin_tls(&W.c[2], TLS1_2_VERSION);
	connect_client(&W.c[3], clear, true);
	send_bytes(&W.c[3], "PROXY TCP4 203.0.113.7 192.0.2.1 51000 4321\r\n", 45);
	/* The first byte selects how far the handshakes proceed before the first action. */
	shake = next_byte(&in) % 4;
	for (unsigned i = 0; i < shake * 2; i++)
		exchange();
	for (unsigned i = 0; i < STEPS_MAX && in.at < in.end; i++)
		step(&in);
	exchange();
	exchange_all();
	for (unsigned i = 0; i < CLIENTS; i++) {
		struct client *c = &W.c[i];

		CHECK(c->bytes_received <= ECHO_BYTES_MAX);
		CHECK(c->tampered || c->bytes_received == c->bytes_sent);
		SSL_free(c->ssl);
		/* Closes with a reset, so that no port stays in TIME_WAIT. */
		CHECK(setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)) == 0);
		(void)close(c->fd);
	}
	run_turn();
	net_free(&W.net);
	return 0;
}
