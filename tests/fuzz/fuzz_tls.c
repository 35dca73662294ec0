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
#define STEPS_MOST 60u
#define HEARD_MOST 65536u

struct client {
	int fd;
	SSL *ssl; /* NULL: unencrypted */
	BIO *from_server, *to_server;
	bool touched;       /* tampered with: no further guarantees */
	size_t said, heard; /* bytes of echoes asked for, and received */
	bool gone;
};

static struct {
	struct net *net;
	struct net_port port;
	conn_id conn[64];
	unsigned conns;
	struct client c[CLIENTS];
} W;

static SSL_CTX *client_ctx;
static char folder[FOLDER_MAX], certificate[FOLDER_MAX + 16];

static session_id
opened(void *ctx, conn_id c, const char *addr)
{
	CHECK(W.conns < ARRAY_LEN(W.conn));
	W.conn[W.conns] = c;
	return ++W.conns;
}

static void
line(void *ctx, session_id s, char *text, size_t n)
{
	CHECK(strlen(text) == n && n <= LINE_BYTES_MAX);
	W.port.write(W.port.ctx, W.conn[s - 1], text, n);
	W.port.write(W.port.ctx, W.conn[s - 1], "\r\n", 2);
	if (strcmp(text, "bye") == 0)
		W.port.close(W.port.ctx, W.conn[s - 1]);
	else if (strcmp(text, "auth") == 0)
		W.port.authenticated(W.port.ctx, W.conn[s - 1]);
}

static void
nothing(void *ctx, session_id s)
{
}

static void
closed(void *ctx, session_id s, enum net_close why)
{
}

static void
sized(void *ctx, session_id s, unsigned columns, unsigned rows)
{
}

static void
waited(void *ctx)
{
}

void __wrap_log_client(enum log_level level, const char *event, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

void
__wrap_log_client(enum log_level level, const char *event, const char *fmt, ...)
{
}

static void
pass(void)
{
	net_wait(W.net, 0);
	net_flush(W.net, true);
	net_check(W.net);
}

/* ---- clients ---- */

static void
dial(struct client *c, unsigned port, bool front)
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
	c->ssl = SSL_new(client_ctx);
	c->from_server = BIO_new(BIO_s_mem());
	c->to_server = BIO_new(BIO_s_mem());
	CHECK(c->ssl != NULL && c->from_server != NULL && c->to_server != NULL);
	SSL_set_bio(c->ssl, c->from_server, c->to_server);
	CHECK(SSL_set_min_proto_version(c->ssl, version) == 1 &&
	      SSL_set_max_proto_version(c->ssl, version) == 1);
	SSL_set_connect_state(c->ssl);
}

static void
put(struct client *c, const void *bytes, size_t n)
{
	if (!c->gone && send(c->fd, bytes, n, MSG_NOSIGNAL) != (ssize_t)n)
		c->touched = c->gone = errno != EAGAIN || c->gone;
}

/* Sends the output of the TLS library.  Returns true if there was any. */
static bool
carry_out(struct client *c)
{
	unsigned char buf[16384];
	int n;
	bool any = false;

	while (c->ssl != NULL && (n = BIO_read(c->to_server, buf, sizeof(buf))) > 0) {
		put(c, buf, (size_t)n);
		any = true;
	}
	return any;
}

static void
hear(struct client *c)
{
	char buf[16384];
	ssize_t n;

	while (!c->gone && (n = recv(c->fd, buf, sizeof(buf), 0)) != -1) {
		if (n == 0)
			c->gone = true;
		else if (c->ssl == NULL)
			c->heard += (size_t)n;
		else
			CHECK(BIO_write(c->from_server, buf, (int)n) == n);
	}
	if (c->ssl == NULL)
		return;
	if (!SSL_is_init_finished(c->ssl))
		(void)SSL_do_handshake(c->ssl);
	while (SSL_is_init_finished(c->ssl) && (n = SSL_read(c->ssl, buf, sizeof(buf))) > 0)
		c->heard += (size_t)n;
	ERR_clear_error();
}

static void
settle(void)
{
	for (unsigned i = 0; i < 6; i++) {
		pass();
		for (unsigned k = 0; k < CLIENTS; k++) {
			hear(&W.c[k]);
			(void)carry_out(&W.c[k]);
		}
	}
}

static size_t
heard(void)
{
	size_t n = 0;

	for (unsigned i = 0; i < CLIENTS; i++)
		n += W.c[i].heard;
	return n;
}

/* Runs until nothing more is received: each pass handles only some lines of a connection. */
static void
settle_all(void)
{
	size_t before;

	do {
		before = heard();
		settle();
	} while (heard() != before);
}

/* ---- actions of the input ---- */

struct script {
	const uint8_t *at, *end;
};

static unsigned
next(struct script *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static void
say(struct client *c, struct script *in)
{
	char text[600];
	size_t n = next(in) * 2 % 500;

	if (c->ssl != NULL && !SSL_is_init_finished(c->ssl))
		return;
	memset(text, 'a' + (int)(n % 26), n);
	memcpy(text + n, "\r\n", 2);
	c->said += n + 2;
	if (c->ssl == NULL)
		put(c, text, n + 2);
	else
		(void)SSL_write(c->ssl, text, (int)n + 2);
	ERR_clear_error();
}

/* Damages the next TLS records. */
static void
spoil(struct client *c, struct script *in, unsigned how)
{
	unsigned char buf[16384 + 600];
	int n;

	c->touched = true;
	if (c->ssl == NULL || (n = BIO_read(c->to_server, buf, 16384)) <= 0)
		return;
	switch (how) {
	case 0: /* flip a bit */
		buf[(next(in) * 256 + next(in)) % (unsigned)n] ^=
		    (uint8_t)(1u << (next(in) % 8));
		break;
	case 1: /* cut off the end */
		n = (int)(next(in) % (unsigned)n);
		break;
	case 2: /* send it twice */
		put(c, buf, (size_t)n);
		break;
	case 3: /* change the header */
		buf[next(in) % 5 % (unsigned)n] = (uint8_t)next(in);
		break;
	default: /* append bytes */
		for (unsigned i = 0; i < 40; i++)
			buf[n++] = (uint8_t)next(in);
		break;
	}
	put(c, buf, (size_t)n);
}

static void
raw(struct client *c, struct script *in)
{
	size_t n = (size_t)(in->end - in->at), most = next(in);

	n = n > 0 ? n - 1 : 0;
	n = n < most ? n : most;
	c->touched = true;
	put(c, in->at, n);
	in->at += n;
}

static void
step(struct script *in)
{
	unsigned b = next(in);
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
		spoil(c, in, next(in) % 5);
		break;
	case 6:
		raw(c, in);
		break;
	case 7:
		if (c->ssl != NULL)
			(void)SSL_key_update(c->ssl, next(in) % 2
							 ? SSL_KEY_UPDATE_REQUESTED
							 : SSL_KEY_UPDATE_NOT_REQUESTED);
		c->touched = true;
		break;
	case 8:
		if (c->ssl != NULL)
			(void)SSL_renegotiate(c->ssl);
		c->touched = true;
		break;
	case 9:
		if (c->ssl != NULL)
			(void)SSL_shutdown(c->ssl);
		c->touched = true;
		break;
	case 10:
		if (!c->gone && shutdown(c->fd, SHUT_WR) == 0)
			c->touched = true;
		break;
	default:
		settle();
		return;
	}
	ERR_clear_error();
	if (b < 192)
		settle();
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
	(void)snprintf(certificate, sizeof(certificate), "%s/one.pem", folder);
	certificate_write(certificate, "one");
	client_ctx = SSL_CTX_new(TLS_client_method());
	CHECK(client_ctx != NULL);
	SSL_CTX_set_options(client_ctx, SSL_OP_LEGACY_SERVER_CONNECT);
	SBUF_ON(&error, why);
	CHECK(net_tls(NULL, certificate, "", &error) == 0);
}

static void
open_net(unsigned *clear, unsigned *tls)
{
	static const struct net_events events = { NULL, opened, line, nothing, closed, nothing,
		sized, waited };
	struct net_config config;
	struct sbuf error;
	char why[200];

	memset(&W, 0, sizeof(W));
	net_config_default(&config);
	CHECK(networks_read(&config.front_ends, "127.0.0.5"));
	CHECK(networks_read(&config.exempt, "127.0.0.0/8"));
	config.slots = 32;
	W.net = net_new(&config, &events);
	CHECK(W.net != NULL);
	W.port = net_port(W.net);
	SBUF_ON(&error, why);
	CHECK(net_tls(W.net, certificate, "", &error) == 0);
	CHECK(net_listen(W.net, "127.0.0.1", 0, clear) == 0 &&
	      net_listen_tls(W.net, "127.0.0.1", 0, tls) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct linger reset = { 1, 0 };
	struct script in = { data, data + size };
	unsigned clear, tls, shake;

	if (client_ctx == NULL)
		set_up();
	open_net(&clear, &tls);
	dial(&W.c[0], clear, false);
	dial(&W.c[1], tls, false);
	begin_tls(&W.c[1], TLS1_3_VERSION);
	dial(&W.c[2], tls, false);
	begin_tls(&W.c[2], TLS1_2_VERSION);
	dial(&W.c[3], clear, true);
	put(&W.c[3], "PROXY TCP4 203.0.113.7 192.0.2.1 51000 4321\r\n", 45);
	/* The first byte selects how far the handshakes proceed before the first action. */
	shake = next(&in) % 4;
	for (unsigned i = 0; i < shake * 2; i++)
		settle();
	for (unsigned i = 0; i < STEPS_MOST && in.at < in.end; i++)
		step(&in);
	settle();
	settle_all();
	for (unsigned i = 0; i < CLIENTS; i++) {
		struct client *c = &W.c[i];

		CHECK(c->heard <= HEARD_MOST);
		CHECK(c->touched || c->heard == c->said);
		SSL_free(c->ssl);
		/* Closes with a reset, so that no port stays in TIME_WAIT. */
		CHECK(setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)) == 0);
		(void)close(c->fd);
	}
	pass();
	net_free(&W.net);
	return 0;
}
