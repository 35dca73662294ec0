/* SPDX-License-Identifier: MIT */
/* The server's end of the streams of two fronts (net/mux.c): well-formed frames in any order,
 * and raw bytes.  The server's output must be well formed and in order, its lists must be sound
 * after every pass, and nothing may be left when the streams have ended. */
/* LINK: -Wl,--wrap=log_client -Wl,--wrap=log_info */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "net/conn.h"
#include "os/log.h"
#include "proto/mux.h"
#include "tests/support/folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SESSIONS_MAX 16u
#define STEPS_MAX 200u

struct front {
	int fd;
	bool reading;
	bool raw; /* this front sent raw bytes, which may have opened any session */
	uint64_t last_session; /* the highest number of a session that this front opened */
	uint64_t next_pass_no;
	size_t len;
	bool session_closed[256];
	uint8_t in[MUX_HEAD_BYTES + MUX_PASS_BODY_MAX];
};

static struct {
	struct net *net;
	struct net_port port;
	conn_id conn[4096];
	unsigned connections;
	struct front f[2];
} W;

static char folder[FOLDER_PATH_MAX], path[FOLDER_PATH_MAX + 8];

static session_id
on_opened(void *ctx, conn_id c, const char *addr)
{
	if (W.connections == ARRAY_LEN(W.conn))
		return 0;
	W.conn[W.connections] = c;
	W.port.write(W.port.ctx, c, "login: ", 7);
	return ++W.connections;
}

static void
on_line(void *ctx, session_id s, char *text, size_t n)
{
	static const char block[5000] = { 'x' };
	conn_id c = W.conn[s - 1];

	CHECK(strlen(text) == n && n <= LINE_BYTES_MAX);
	W.port.write(W.port.ctx, c, block, (size_t)(unsigned char)text[0] * 19);
	if (text[0] == 'b')
		W.port.close(W.port.ctx, c);
	else if (text[0] == 'a')
		W.port.mark_authenticated(W.port.ctx, c);
	else if (text[0] == 'p')
		W.port.add_penalty(W.port.ctx, c, 5);
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
void __wrap_log_info(const char *event, const char *fmt, ...) PRINTF_LIKE(2, 3);

void
__wrap_log_client(enum log_level level, const char *event, const char *fmt, ...)
{
}

void
__wrap_log_info(const char *event, const char *fmt, ...)
{
}

/* ---- what the server sends ---- */

static size_t
check_frames(struct front *f, const uint8_t *at, size_t len, bool in_pass)
{
	size_t used = 0;

	while (len - used >= MUX_HEAD_BYTES) {
		const struct mux_head h = mux_get_head(at + used);
		const uint64_t no = h.session;

		CHECK(h.len <= (h.kind == MUX_PASS ? MUX_PASS_BODY_MAX : MUX_BODY_MAX));
		if (len - used - MUX_HEAD_BYTES < h.len)
			break;
		CHECK(in_pass == (h.kind >= MUX_SAY) && h.kind <= MUX_CLOSE);
		if (h.kind >= MUX_SAY)
			CHECK(no > 0 &&
			      (f->raw || (no <= f->last_session && !f->session_closed[no])));
		if (h.kind == MUX_CLOSE)
			f->session_closed[no % 256] = true;
		if (h.kind == MUX_PASS) {
			CHECK(no == f->next_pass_no++);
			CHECK(
			    check_frames(f, at + used + MUX_HEAD_BYTES, h.len, true) == h.len);
		}
		used += MUX_HEAD_BYTES + h.len;
	}
	return used;
}

static void
run_turn(void)
{
	net_wait(W.net, 0);
	net_flush(W.net, true);
	net_check_invariants(W.net);
	for (unsigned i = 0; i < ARRAY_LEN(W.f); i++) {
		struct front *f = &W.f[i];
		ssize_t n = 1;

		while (f->reading && n > 0 && f->len < sizeof(f->in)) {
			size_t used;

			n = recv(f->fd, f->in + f->len, sizeof(f->in) - f->len, MSG_DONTWAIT);
			f->len += n > 0 ? (size_t)n : 0;
			used = check_frames(f, f->in, f->len, false);
			f->len -= used;
			memmove(f->in, f->in + used, f->len);
		}
	}
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
send_frame(struct front *f, unsigned kind, uint64_t no, const void *body, size_t n)
{
	uint8_t frame[MUX_HEAD_BYTES + 4096];

	mux_put_head(frame, &(struct mux_head){ (uint32_t)n, (uint8_t)kind, 0, no });
	memcpy(frame + MUX_HEAD_BYTES, body, n);
	(void)send(f->fd, frame, MUX_HEAD_BYTES + n, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Sends a part of the input itself, as a body or raw. */
static size_t
take_bytes(struct fuzz_input *in, const uint8_t **bytes)
{
	size_t n = next_byte(in), left = (size_t)(in->end - in->at);

	n = n < left ? n : left;
	*bytes = in->at;
	in->at += n;
	return n;
}

static void
connect_front(struct front *f)
{
	static const uint8_t hello[] = { 0, 1, 0, 1, 1, 'f' };
	struct sockaddr_un at = { .sun_family = AF_UNIX };

	memset(f, 0, offsetof(struct front, in));
	(void)snprintf(at.sun_path, sizeof(at.sun_path), "%s", path);
	f->fd = socket(AF_UNIX, SOCK_STREAM, 0);
	CHECK(f->fd >= 0 && connect(f->fd, (struct sockaddr *)&at, sizeof(at)) == 0);
	f->reading = true;
	send_frame(f, MUX_HELLO, 0, hello, sizeof(hello));
	run_turn();
}

static void
open_session(struct front *f, struct fuzz_input *in)
{
	struct mux_open o = { 1, 4, 0, { 203, 0, 113, 0 } };
	uint8_t body[MUX_OPEN_BYTES];

	o.address[3] = (uint8_t)next_byte(in);
	mux_put_open(body, &o);
	if (f->last_session < 255)
		send_frame(f, MUX_OPEN, ++f->last_session, body, sizeof(body));
}

static void
run_step(struct fuzz_input *in)
{
	unsigned b = next_byte(in);
	struct front *f = &W.f[b % 2];
	const uint64_t no =
	    b / 2 % 8 < f->last_session ? f->last_session - b / 2 % 8 : f->last_session;
	const uint8_t *bytes;
	uint8_t line[4096];
	size_t n;

	switch (b / 16) {
	case 0:
	case 1:
		open_session(f, in);
		return;
	case 2:
	case 3:
	case 4:
		n = take_bytes(in, &bytes);
		send_frame(f, MUX_DATA, no, bytes, n);
		return;
	case 5:
	case 6: /* a body of many lines */
		n = 256u * (next_byte(in) % 17);
		memset(line, (int)next_byte(in), n);
		for (size_t i = 1; i < n; i += 2)
			line[i] = '\n';
		send_frame(f, MUX_DATA, no, line, n);
		return;
	case 7:
		send_frame(f, MUX_FULL, no, "", 0);
		return;
	case 8:
		send_frame(f, MUX_EMPTY, no, "", 0);
		return;
	case 9:
		send_frame(f, MUX_GONE, no, b % 4 < 2 ? "\0" : "\1", 1);
		return;
	case 10:
		send_frame(f, MUX_PING, 0, "", 0);
		return;
	case 11:
		n = take_bytes(in, &bytes);
		f->raw = true;
		send_frame(f, next_byte(in), next_byte(in), bytes, n);
		return;
	case 12:
		n = take_bytes(in, &bytes);
		f->raw = true;
		(void)send(f->fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
		return;
	case 13:
		f->reading = b % 8 > 1;
		return;
	case 14:
		if (b % 16 / 2 != 0)
			break;
		(void)close(f->fd);
		connect_front(f);
		return;
	default:
		break;
	}
	run_turn();
}

static void
remove_folder(void)
{
	folder_remove(folder);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct net_events events = { NULL, on_opened, on_line, ignore_event,
		on_closed, ignore_event, on_window_size, on_wait_end };
	struct fuzz_input in = { data, data + size };
	struct net_config config;

	if (folder[0] == '\0') {
		folder_make(folder, "fuzzmux");
		CHECK(atexit(remove_folder) == 0);
		(void)snprintf(path, sizeof(path), "%s/front", folder);
	}
	W.connections = 0;
	net_config_default(&config);
	config.slots = SESSIONS_MAX;
	config.per_address = 4;
	config.output_total = 1u << 20;
	W.net = net_new(&config, &events);
	CHECK(W.net != NULL && net_listen_front(W.net, path) == 0);
	W.port = net_port(W.net);
	for (unsigned i = 0; i < ARRAY_LEN(W.f); i++)
		connect_front(&W.f[i]);
	for (unsigned i = 0; i < STEPS_MAX && in.at < in.end; i++)
		run_step(&in);
	run_turn();
	for (unsigned i = 0; i < ARRAY_LEN(W.f); i++) {
		W.f[i].reading = false;
		(void)close(W.f[i].fd);
	}
	for (unsigned i = 0; i < 2000 && (W.net->conns.used > 0 || W.net->mux.n > 0); i++)
		run_turn();
	CHECK(W.net->conns.used == 0 && W.net->mux.n == 0 && net_queued_bytes(W.net) == 0);
	net_free(&W.net);
	return 0;
}
