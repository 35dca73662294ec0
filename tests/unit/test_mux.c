/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Streams of fronts over real Unix sockets, with a scripted world and a simulated clock.  The
 * tests never sleep: they run a bounded number of passes until a condition holds. */
/* LINK: -Wl,--wrap=net_mono_ms -Wl,--wrap=net_mono_us -Wl,--wrap=log_client */
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "net/conn.h"
#include "os/log.h"
#include "proto/mux.h"
#include "tests/support/folder.h"
#include "tests/support/rows.h"
#include "tests/unit/test.h"

int64_t __wrap_net_mono_ms(void);
int64_t __wrap_net_mono_us(void);
void __wrap_log_client(enum log_level level, const char *event, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

#define PASSES 20000
#define MANY 10000u
#define SESSIONS (MANY + 64)

static struct {
	struct net *net;
	struct net_port port;
	struct guest {
		conn_id conn;
		char addr[NETADDR_TEXT_MAX];
		unsigned lines, drained;
		bool closed;
		enum net_close_reason why;
	} guest[SESSIONS];
	unsigned guests, most_opened;
	bool sync_waits; /* turns do not end with a sync */
	char log[4096];
	char folder[FOLDER_PATH_MAX], path[FOLDER_PATH_MAX + 8];
} W;

static int64_t ahead_ms;

int64_t
__wrap_net_mono_ms(void)
{
	return 1000000 + ahead_ms;
}

int64_t
__wrap_net_mono_us(void)
{
	return 1; /* time never ends a turn; only the number of lines does */
}

void
__wrap_log_client(enum log_level level, const char *event, const char *fmt, ...)
{
	size_t n = strlen(W.log);
	va_list ap;

	if (n > sizeof(W.log) / 2)
		n = 0;
	n += (size_t)snprintf(W.log + n, sizeof(W.log) - n, "event=%s ", event);
	va_start(ap, fmt);
	(void)vsnprintf(W.log + n, sizeof(W.log) - n, fmt, ap);
	va_end(ap);
}

/* ---- the world ---- */

static session_id
opened(void *ctx, conn_id c, const char *addr)
{
	struct guest *g = &W.guest[W.guests];

	assert_true(W.guests < SESSIONS);
	*g = (struct guest){ .conn = c };
	(void)snprintf(g->addr, sizeof(g->addr), "%s", addr);
	W.port.write(W.port.ctx, c, "login: ", 7);
	return ++W.guests;
}

static void
line(void *ctx, session_id s, char *text, size_t n)
{
	struct guest *g = &W.guest[s - 1];
	static char block[1024];

	assert_false(g->closed);
	g->lines++;
	if (strncmp(text, "echo ", 5) == 0)
		W.port.write(W.port.ctx, g->conn, text + 5, n - 5);
	if (strncmp(text, "penalty ", 8) == 0)
		W.port.add_penalty(W.port.ctx, g->conn, (unsigned)strtoul(text + 8, NULL, 10));
	if (strcmp(text, "auth") == 0)
		W.port.mark_authenticated(W.port.ctx, g->conn);
	if (strcmp(text, "pause") == 0)
		W.port.pause(W.port.ctx, g->conn, true);
	if (strcmp(text, "bye") == 0)
		W.port.close(W.port.ctx, g->conn);
	if (strcmp(text, "sealed") == 0)
		W.port.write(
		    W.port.ctx, g->conn, W.port.secure(W.port.ctx, g->conn) ? "yes" : "no", 3);
	if (strncmp(text, "big ", 4) == 0)
		for (unsigned long i = strtoul(text + 4, NULL, 10); i > 0; i--) {
			memset(block, (int)('a' + i % 26), sizeof(block));
			W.port.write(W.port.ctx, g->conn, block, sizeof(block));
		}
}

static void
ignore_event(void *ctx, session_id s)
{
}

static void
drained(void *ctx, session_id s)
{
	W.guest[s - 1].drained++;
}

static void
sized(void *ctx, session_id s, unsigned columns, unsigned rows)
{
}

static void
waited(void *ctx)
{
}

static void
closed(void *ctx, session_id s, enum net_close_reason why)
{
	assert_false(W.guest[s - 1].closed);
	W.guest[s - 1].closed = true;
	W.guest[s - 1].why = why;
}

static void
open_net(const struct net_config *config)
{
	static const struct net_events events = { NULL, opened, line, ignore_event, closed,
		drained, sized, waited };

	net_free(&W.net);
	W.guests = W.most_opened = 0;
	W.log[0] = '\0';
	W.sync_waits = false;
	ahead_ms = 0;
	W.net = net_new(config, &events);
	assert_non_null(W.net);
	W.port = net_port(W.net);
	assert_int_equal(net_listen_front(W.net, W.path), 0);
}

static struct net_config
default_config(void)
{
	struct net_config c;

	net_config_default(&c);
	return c;
}

static void
turn(void)
{
	unsigned before = W.guests;

	net_wait(W.net, 0);
	net_flush(W.net, !W.sync_waits);
	if (W.guests - before > W.most_opened)
		W.most_opened = W.guests - before;
}

/* ---- a front ---- */

struct client {
	size_t len; /* number of all bytes received */
	char text[128];
	uint64_t taken;
	bool shut, closed, at_once;
};

struct front {
	int fd;
	bool reading, ended;
	uint8_t *in;
	size_t len, room;
	uint32_t window, high, refused;
	unsigned pings;
	uint64_t next_pass_no;
	size_t longest;
	struct client client[SESSIONS];
};

static struct front F, G;

static void
put(struct front *f, enum mux_kind kind, uint64_t no, const void *body, size_t n)
{
	uint8_t frame[MUX_HEAD_BYTES + MUX_BODY_MAX];
	size_t at = 0;

	mux_put_head(frame, &(struct mux_head){ (uint32_t)n, (uint8_t)kind, 0, no });
	memcpy(frame + MUX_HEAD_BYTES, body, n);
	while (at < MUX_HEAD_BYTES + n) {
		ssize_t sent = send(f->fd, frame + at, MUX_HEAD_BYTES + n - at, MSG_NOSIGNAL);

		if (sent < 0 && errno != EAGAIN)
			return;
		at += sent > 0 ? (size_t)sent : 0;
		if (sent < 0)
			turn();
	}
}

static void
send_text(struct front *f, uint64_t no, const char *bytes)
{
	put(f, MUX_DATA, no, bytes, strlen(bytes));
}

static void
opens(struct front *f, uint64_t no, uint32_t address, bool secure)
{
	struct mux_open o = { secure, 4, 5000, { 0 } };
	uint8_t body[MUX_OPEN_BYTES];

	mux_put_number(o.address, address, 4);
	mux_put_open(body, &o);
	put(f, MUX_OPEN, no, body, sizeof(body));
}

static void
hears(struct front *f, const struct mux_head *h, const uint8_t *body, bool in_pass)
{
	struct client *c = &f->client[h->session];
	size_t keep;

	assert_true(h->session < SESSIONS);
	assert_int_equal(in_pass, h->kind >= MUX_SAY);
	assert_true(h->kind < MUX_SAY || !c->closed);
	switch (h->kind) {
	case MUX_WELCOME:
		assert_int_equal(mux_get_number(body, 2), MUX_VERSION);
		f->window = (uint32_t)mux_get_number(body + 4, 4);
		f->high = (uint32_t)mux_get_number(body + 8, 4);
		return;
	case MUX_REFUSED:
		f->refused = (uint32_t)mux_get_number(body, 4);
		return;
	case MUX_PING:
		f->pings++;
		return;
	case MUX_PONG:
		return;
	case MUX_SAY:
		assert_false(c->shut);
		assert_true(h->len > 0);
		keep = c->len < sizeof(c->text) - 1 ? sizeof(c->text) - 1 - c->len : 0;
		keep = keep < h->len ? keep : h->len;
		memcpy(c->text + c->len, body, keep);
		c->len += h->len;
		return;
	case MUX_TAKEN:
		c->taken = mux_get_number(body, 8);
		return;
	case MUX_SHUT:
		c->shut = true;
		return;
	case MUX_CLOSE:
		c->closed = true;
		c->at_once = h->flags == MUX_DISCARD_UNSENT;
		return;
	default:
		fail_msg("a frame of kind %u", h->kind);
	}
}

static size_t
handle_frames(struct front *f, const uint8_t *at, size_t len, bool in_pass)
{
	size_t used = 0;

	while (len - used >= MUX_HEAD_BYTES) {
		const struct mux_head h = mux_get_head(at + used);

		assert_true(h.len <= (h.kind == MUX_PASS ? MUX_PASS_BODY_MAX : MUX_BODY_MAX));
		if (len - used - MUX_HEAD_BYTES < h.len)
			break;
		if (h.kind != MUX_PASS) {
			hears(f, &h, at + used + MUX_HEAD_BYTES, in_pass);
		} else {
			assert_false(in_pass);
			assert_true(h.session == f->next_pass_no++);
			f->longest = h.len > f->longest ? h.len : f->longest;
			assert_true(
			    handle_frames(f, at + used + MUX_HEAD_BYTES, h.len, true) == h.len);
		}
		used += MUX_HEAD_BYTES + h.len;
	}
	return used;
}

static void
receive(struct front *f)
{
	ssize_t n = 1;
	size_t used;

	while (f->reading && n > 0) {
		if (f->room - f->len < 65536) {
			f->room = f->room * 2 + 65536;
			f->in = realloc(f->in, f->room);
			assert_non_null(f->in);
		}
		n = recv(f->fd, f->in + f->len, f->room - f->len, MSG_DONTWAIT);
		f->ended |= n == 0 || (n < 0 && errno != EAGAIN);
		f->len += n > 0 ? (size_t)n : 0;
	}
	used = handle_frames(f, f->in, f->len, false);
	f->len -= used;
	if (f->len > 0)
		memmove(f->in, f->in + used, f->len);
}

static void
turn_and_receive(void)
{
	turn();
	receive(&F);
	if (G.fd > 0)
		receive(&G);
}

/* Runs passes until cond holds; a failure reports its location. */
#define UNTIL(cond)                                                                            \
	do {                                                                                   \
		int until = 0;                                                                 \
		while (!(cond) && until++ < PASSES)                                            \
			turn_and_receive();                                                    \
		if (!(cond))                                                                   \
			fail_msg("never: %s; log: %s", #cond, W.log);                          \
	} while (0)

static void
some_turns(void)
{
	for (unsigned i = 0; i < 20; i++)
		turn_and_receive();
}

static int
try_connect(void)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	(void)snprintf(at.sun_path, sizeof(at.sun_path), "%s", W.path);
	assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
	return fd;
}

static void
dial(struct front *f)
{
	if (f->fd > 0)
		(void)close(f->fd);
	free(f->in);
	memset(f, 0, sizeof(*f));
	f->reading = true;
	f->fd = try_connect();
}

static void
connect_and_greet(struct front *f)
{
	static const uint8_t hello[] = { 0, 1, 0, 9, 3, 'o', 'n', 'e' };

	dial(f);
	put(f, MUX_HELLO, 0, hello, sizeof(hello));
	UNTIL(f->window > 0);
}

static void
disconnect_front(struct front *f)
{
	(void)close(f->fd);
	free(f->in);
	memset(f, 0, sizeof(*f));
}

BEFORE_EACH
{
	const struct net_config c = default_config();

	if (F.fd > 0)
		disconnect_front(&F);
	if (G.fd > 0)
		disconnect_front(&G);
	if (W.folder[0] == '\0')
		folder_make(W.folder, "mux");
	(void)snprintf(W.path, sizeof(W.path), "%s/front", W.folder);
	open_net(&c);
}

#define NET_7 0xcb007107u /* 203.0.113.7 */

/* ---- sessions ---- */

TEST(many_clients_share_one_stream)
{
	connect_and_greet(&F);
	assert_int_equal(F.window, default_config().input_max);
	assert_int_equal(F.high, default_config().sndbuf);
	opens(&F, 5, NET_7, true);
	opens(&F, 9, NET_7 + 1, false);
	UNTIL(F.client[5].len == 7 && F.client[9].len == 7);
	assert_string_equal(W.guest[0].addr, "203.0.113.7");
	assert_string_equal(W.guest[1].addr, "203.0.113.8");
	send_text(&F, 9, "echo n");
	send_text(&F, 5, "echo five\r\nsealed\r\n");
	send_text(&F, 9, "ine\r\nsealed\r\n");
	UNTIL(F.client[9].len == 7 + 4 + 3);
	assert_string_equal(F.client[5].text, "login: fiveyes");
	assert_memory_equal(F.client[9].text, "login: nineno", 13);
	send_text(&F, 5, "bye\r\n");
	UNTIL(F.client[5].shut);
	put(&F, MUX_GONE, 5, "\0", 1);
	UNTIL(F.client[5].closed);
	assert_false(F.client[5].at_once);
	assert_false(F.client[9].closed);
	send_text(&F, 5, "echo too late\r\n"); /* sent before the front has read CLOSE */
	send_text(&F, 9, "echo more\r\n");
	UNTIL(F.client[9].len == 7 + 4 + 3 + 4);
}

TEST(a_half_closed_client_gets_its_answers)
{
	connect_and_greet(&F);
	opens(&F, 1, NET_7, true);
	send_text(&F, 1, "echo one\r\necho two\r\n");
	put(&F, MUX_GONE, 1, "\0", 1);
	UNTIL(F.client[1].closed);
	assert_string_equal(F.client[1].text, "login: onetwo");
	assert_int_equal(W.guest[0].why, NET_CLOSE_PEER);
}

TEST(a_client_that_is_cut_off_is_closed)
{
	connect_and_greet(&F);
	opens(&F, 1, NET_7, true);
	UNTIL(W.guests == 1);
	send_text(&F, 1, "pause\r\necho lost\r\n");
	put(&F, MUX_GONE, 1, "\1", 1);
	UNTIL(F.client[1].closed);
	assert_int_equal(W.guest[0].why, NET_CLOSE_ERROR);
}

TEST(limits_apply_to_the_address_of_the_client)
{
	const unsigned most = default_config().per_address;

	connect_and_greet(&F);
	connect_and_greet(&G);
	for (unsigned i = 1; i <= most; i++)
		opens(i % 2 ? &F : &G, i, NET_7, true);
	UNTIL(W.guests == most);
	opens(&F, 50, NET_7, true);
	opens(&G, 50, NET_7 + 1, true);
	UNTIL(F.client[50].closed && G.client[50].len == 7);
	assert_true(F.client[50].shut);
	assert_memory_equal(
	    F.client[50].text, "** Too many connections from your address.", 42);
	send_text(&G, 50, "penalty 100\r\nbye\r\n");
	UNTIL(G.client[50].shut);
	opens(&F, 51, NET_7 + 1, true);
	UNTIL(F.client[51].closed);
	assert_memory_equal(F.client[51].text, "** Connections from your address are", 36);
	assert_int_equal(W.guests, most + 1);
}

TEST(a_fronts_own_session_is_recognised)
{
	struct mux_open o = { .secure = 1 };
	uint8_t body[MUX_OPEN_BYTES];

	connect_and_greet(&F);
	mux_put_open(body, &o);
	put(&F, MUX_OPEN, 1, body, sizeof(body));
	opens(&F, 2, NET_7, true);
	UNTIL(W.guests == 2);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(W.port.is_exempt(W.port.ctx, W.guest[i].conn), i == 0);
		assert_int_equal(W.port.is_front_session(W.port.ctx, W.guest[i].conn), i == 0);
	}
}

TEST(an_address_in_ipv6_may_contain_one_in_ipv4)
{
	struct mux_open o = { 1, 6, 0,
		{ [10] = 0xff, [11] = 0xff, [12] = 192, [14] = 2, [15] = 9 } };
	uint8_t body[MUX_OPEN_BYTES + 4] = { 0 }; /* longer than in this version */

	connect_and_greet(&F);
	mux_put_open(body, &o);
	put(&F, MUX_OPEN, 1, body, sizeof(body));
	UNTIL(W.guests == 1);
	assert_string_equal(W.guest[0].addr, "192.0.2.9");
}

TEST(nothing_is_sent_before_its_sync_has_ended)
{
	connect_and_greet(&F);
	opens(&F, 1, NET_7, true);
	UNTIL(F.client[1].len == 7);
	W.sync_waits = true;
	send_text(&F, 1, "echo first\r\n");
	UNTIL(W.guest[0].lines == 1);
	net_sync_begun(W.net);
	send_text(&F, 1, "echo second\r\n");
	UNTIL(W.guest[0].lines == 2);
	some_turns();
	assert_int_equal(F.client[1].len, 7);
	net_sync_completed(W.net);
	UNTIL(F.client[1].len == 7 + 5);
	some_turns();
	assert_string_equal(F.client[1].text, "login: first");
	W.sync_waits = false;
	UNTIL(F.client[1].len == 7 + 5 + 6);
}

/* ---- back-pressure ---- */

TEST(a_client_that_does_not_read_is_closed_in_the_end)
{
	connect_and_greet(&F);
	opens(&F, 1, NET_7, true);
	send_text(&F, 1, "auth\r\n");
	UNTIL(F.client[1].len == 7);
	put(&F, MUX_FULL, 1, "", 0);
	send_text(&F, 1, "big 20\r\necho kept\r\n");
	some_turns();
	assert_int_equal(F.client[1].len, 7);
	assert_int_equal(W.guest[0].lines, 2); /* commands stop above output_soft */
	put(&F, MUX_EMPTY, 1, "", 0);
	UNTIL(F.client[1].len == 7 + 20 * 1024 + 4);
	assert_true(W.guest[0].drained > 0);
	put(&F, MUX_FULL, 1, "", 0);
	send_text(&F, 1, "big 20\r\n");
	UNTIL(W.guest[0].lines == 4);
	some_turns();
	ahead_ms += default_config().output_soft_s * 1000;
	put(&F, MUX_PING, 0, "", 0);
	UNTIL(F.client[1].closed);
	assert_true(F.client[1].at_once);
	assert_int_equal(W.guest[0].why, NET_CLOSE_OUTPUT);
}

TEST(input_is_bounded_by_the_window)
{
	static char block[1024];
	uint64_t sent = 0;
	const uint64_t all = test_scaled(64u << 20, 4u << 20, 1u << 20);

	memset(block, '.', sizeof(block));
	memcpy(block + sizeof(block) - 2, "\r\n", 2);
	connect_and_greet(&F);
	opens(&F, 1, NET_7, true);
	send_text(&F, 1, "auth\r\n");
	sent = 6;
	while (sent < all) {
		if (sent + sizeof(block) - F.client[1].taken > F.window) {
			turn_and_receive();
			continue;
		}
		put(&F, MUX_DATA, 1, block, sizeof(block));
		sent += sizeof(block);
	}
	UNTIL(W.guest[0].lines == 1 + (sent - 6) / sizeof(block));
	send_text(&F, 1, "pause\r\n");
	some_turns();
	sent += 7;
	while (sent + sizeof(block) - F.client[1].taken <= F.window) {
		put(&F, MUX_DATA, 1, block, sizeof(block));
		sent += sizeof(block);
	}
	some_turns();
	assert_false(F.ended);
	for (unsigned i = 0; i < F.window / sizeof(block); i++)
		put(&F, MUX_DATA, 1, block, sizeof(block));
	UNTIL(F.ended);
	assert_non_null(strstr(W.log, "reason=\"DATA beyond the window\""));
}

/* Three hundred clients of a front that does not read are sent 200 KiB each.  The sessions are
 * slowed down and closed like connections, and the stream buffers no more than
 * output_total. */
TEST(a_front_that_does_not_read_costs_little)
{
	struct net_config c = default_config();
	size_t all = 0;

	c.output_total = 4u << 20;
	c.per_address = 1000;
	open_net(&c);
	connect_and_greet(&F);
	for (unsigned i = 1; i <= 300; i++)
		opens(&F, i, NET_7 + i, true);
	UNTIL(W.guests == 300);
	for (unsigned i = 1; i <= 300; i++)
		send_text(&F, i, "auth\r\n");
	some_turns();
	F.reading = false;
	for (unsigned i = 1; i <= 300; i++)
		send_text(&F, i, "big 200\r\n");
	some_turns();
	UNTIL(net_queued_bytes(W.net) <= c.output_total);
	assert_true(mux_has_unsent(W.net));
	F.reading = true;
	for (unsigned i = 0; i < 200; i++)
		turn_and_receive();
	for (unsigned i = 1; i <= 300; i++)
		all += F.client[i].len;
	assert_int_equal(net_queued_bytes(W.net), 0);
	assert_false(mux_has_unsent(W.net));
	assert_true(all > 1u << 20);
	assert_true(F.longest <= MUX_PASS_BODY_MAX);
	assert_false(F.ended);
	for (unsigned i = 1; i <= 300; i++)
		assert_true(F.client[i].closed || F.client[i].len == 7 + 200 * 1024);
}

TEST(a_front_that_pings_without_reading_is_dropped)
{
	static uint8_t pings[512 * MUX_HEAD_BYTES];

	for (unsigned i = 0; i < sizeof(pings); i += MUX_HEAD_BYTES)
		mux_put_head(pings + i, &(struct mux_head){ 0, MUX_PING, 0, 0 });
	connect_and_greet(&F);
	F.reading = false;
	for (unsigned i = 0; i < PASSES && !strstr(W.log, "does not read"); i++) {
		(void)send(F.fd, pings, sizeof(pings), MSG_NOSIGNAL);
		turn();
	}
	assert_non_null(strstr(W.log, "reason=\"does not read\""));
}

TEST(ten_thousand_clients_may_connect_at_once)
{
	struct net_config c = default_config();
	const unsigned many = test_scaled(MANY, MANY, MANY / 10);
	unsigned here = 0;

	c.slots = many / 2;
	c.unauth_max = many;
	open_net(&c);
	connect_and_greet(&F);
	for (unsigned i = 1; i <= many; i++)
		opens(&F, i, NET_7 + i * 65536, true);
	UNTIL(F.client[many].len > 0);
	some_turns();
	for (unsigned i = 1; i <= many; i++) {
		assert_true(F.client[i].closed || F.client[i].len == 7);
		here += !F.client[i].closed;
	}
	assert_true(here > many / 8 && here <= many / 2);
	assert_true(W.most_opened <= ACCEPTS_PER_TURN);
	disconnect_front(&F);
	UNTIL(W.net->conns.used == 0);
}

/* ---- streams ---- */

TEST(broken_frames_end_their_stream_only)
{
	static const struct {
		const char *bytes;
		size_t n;
		const char *reason;
	} row[] = {
#define ROW(bytes, reason) { bytes, sizeof(bytes) - 1, reason }
#define HEAD(len, kind, no) "\0\0\0" len kind "\0\0\0\0\0\0\0\0\0\0" no
		ROW(HEAD("\0", "\2", "\1"), "OPEN"),
		ROW(HEAD("\24", "\2", "\0") "\1\4\0\0abcdefghijklmnop", "OPEN"),
		ROW(HEAD("\24", "\2", "\1") "\1\5\0\0abcdefghijklmnop", "OPEN"),
		ROW(HEAD("\24", "\2", "\2") "\1\4\0\0abcdefghijklmnop" HEAD(
			"\24", "\2", "\2") "\1\4\0\0abcdefghijklmnop",
		    "OPEN"),
		ROW(HEAD("\1", "\3", "\1") "x", "a session that was never opened"),
		ROW(HEAD("\0", "\4", "\1"), "a session that was never opened"),
		ROW(HEAD("\24", "\2", "\1") "\1\4\0\0abcdefghijklmnop" HEAD(
			"\1", "\6", "\1") "\0" HEAD("\1", "\3", "\1") "x",
		    "DATA after GONE"),
		ROW(HEAD("\5", "\1", "\0") "\0\1\0\1\0", "HELLO"),
		ROW("\0\1\0\1\3\0\0\0\0\0\0\0\0\0\0\1", "length"),
		ROW("\377\377\377\377\3\0\0\0\0\0\0\0\0\0\0\1", "length"),
	};
	char reason[80];

	connect_and_greet(&G);
	opens(&G, 1, NET_7, true);
	for (unsigned i = 0; i < ARRAY_LEN(row); i++) {
		connect_and_greet(&F);
		W.log[0] = '\0';
		assert_int_equal(
		    send(F.fd, row[i].bytes, row[i].n, MSG_NOSIGNAL), (ssize_t)row[i].n);
		UNTIL(F.ended);
		(void)snprintf(reason, sizeof(reason),
		    "event=front_refused name=\"one\" pid=%d "
		    "reason=\"%s\"",
		    (int)getpid(), row[i].reason);
		if (strstr(W.log, reason) == NULL)
			fail_msg("row %u: %s", i, W.log);
	}
	assert_false(G.ended);
	send_text(&G, 1, "echo here\r\n");
	UNTIL(G.client[1].len == 7 + 4);
}

TEST(a_frame_that_is_too_long_is_not_carried_out)
{
	static const char bytes[] =
	    "\377\377\377\377\2\0\0\0\0\0\0\0\0\0\0\1\1\4\0\0abcdefghijklmnop";

	connect_and_greet(&F);
	assert_int_equal(
	    send(F.fd, bytes, sizeof(bytes) - 1, MSG_NOSIGNAL), (ssize_t)sizeof(bytes) - 1);
	UNTIL(F.ended);
	assert_int_equal(W.guests, 0);
}

TEST(a_stream_begins_with_hello)
{
	static const uint8_t newer[] = { 0, 2, 0, 9, 0 };

	dial(&F);
	opens(&F, 1, NET_7, true);
	UNTIL(F.ended);
	assert_non_null(strstr(W.log, "reason=\"no HELLO\""));
	dial(&F);
	put(&F, MUX_HELLO, 0, newer, sizeof(newer));
	UNTIL(F.ended);
	assert_int_equal(F.refused, 0x00010001);
	assert_int_equal(W.guests, 0);
}

TEST(unknown_frames_are_skipped)
{
	connect_and_greet(&F);
	put(&F, (enum mux_kind)99, 77, "what", 4);
	opens(&F, 1, NET_7, true);
	UNTIL(F.client[1].len == 7);
}

TEST(frames_may_arrive_in_pieces)
{
	static const char bytes[] = HEAD("\12", "\3", "\1") "echo yes\r\n";

	connect_and_greet(&F);
	opens(&F, 1, NET_7, true);
	for (unsigned i = 0; i < sizeof(bytes) - 1; i++) {
		assert_int_equal(send(F.fd, bytes + i, 1, MSG_NOSIGNAL), 1);
		turn_and_receive();
	}
	UNTIL(F.client[1].len == 7 + 3);
}

TEST(sessions_end_with_their_stream)
{
	connect_and_greet(&F);
	for (unsigned i = 1; i <= 6; i++)
		opens(&F, i, NET_7, true);
	for (unsigned i = 2; i <= 6; i++)
		send_text(&F, i, "auth\r\n");
	UNTIL(F.client[6].len == 7);
	send_text(&F, 2, "pause\r\necho waits\r\n");
	put(&F, MUX_FULL, 3, "", 0);
	send_text(&F, 3, "big 20\r\n");
	send_text(&F, 4, "bye\r\n");
	put(&F, MUX_FULL, 5, "", 0);
	send_text(&F, 5, "big 2\r\nbye\r\n");
	put(&F, MUX_GONE, 6, "\0", 1);
	some_turns();
	disconnect_front(&F);
	UNTIL(W.net->conns.used == 0);
	assert_true(W.guest[0].closed && W.guest[1].closed && W.guest[2].closed);
	assert_int_equal(W.guest[0].why, NET_CLOSE_ERROR);
}

TEST(a_silent_front_is_pinged_and_dropped)
{
	connect_and_greet(&F);
	opens(&F, 1, NET_7, true);
	UNTIL(F.client[1].len == 7);
	for (unsigned i = 0; i < 12; i++) {
		unsigned before = F.pings;

		ahead_ms += 5000;
		some_turns();
		if (F.pings > before)
			put(&F, MUX_PONG, 0, "", 0);
		some_turns();
	}
	assert_false(F.ended);
	assert_true(F.pings >= 5);
	for (unsigned i = 0; i < 5; i++) {
		ahead_ms += 5000;
		some_turns();
	}
	UNTIL(F.ended);
	assert_non_null(strstr(W.log, "reason=\"silent\""));
	UNTIL(W.guest[0].closed);
	dial(&F); /* without HELLO */
	for (unsigned i = 0; i < 5; i++) {
		ahead_ms += 5000;
		some_turns();
	}
	assert_true(F.ended);
}

TEST(the_number_of_streams_is_limited)
{
	int fd[MUX_STREAMS];

	for (unsigned i = 0; i < MUX_STREAMS; i++) {
		fd[i] = try_connect();
		turn();
	}
	dial(&F);
	UNTIL(F.ended);
	assert_non_null(strstr(W.log, "reason=\"too many streams\""));
	for (unsigned i = 0; i < MUX_STREAMS; i++)
		(void)close(fd[i]);
	some_turns();
	connect_and_greet(&F);
}

/* ---- the socket ---- */

TEST(the_socket_belongs_to_its_group_and_replaces_a_stale_one)
{
	const struct net_config c = default_config();
	struct stat st;
	mode_t mask = umask(0);
	int fd;

	net_free(&W.net);
	assert_int_equal(stat(W.path, &st), 0); /* the socket file is left behind */
	open_net(&c);
	(void)umask(mask);
	assert_int_equal(stat(W.path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0660);
	assert_int_equal(net_listen_front(W.net, W.path), -1);
	assert_int_equal(errno, EADDRINUSE);
	connect_and_greet(&F);
	net_free(&W.net);
	assert_int_equal(unlink(W.path), 0);
	fd = open(W.path, O_CREAT | O_WRONLY, 0600);
	assert_true(fd >= 0);
	(void)close(fd);
	W.net = net_new(&c, &(struct net_events){ .ctx = NULL });
	assert_non_null(W.net);
	assert_int_equal(net_listen_front(W.net, W.path), -1);
	assert_int_equal(stat(W.path, &st), 0); /* an ordinary file is not removed */
	assert_true(S_ISREG(st.st_mode));
	assert_int_equal(unlink(W.path), 0);
}

AFTER_ALL
{
	net_free(&W.net);
	disconnect_front(&F);
	disconnect_front(&G);
	folder_remove(W.folder);
}
