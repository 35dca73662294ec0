/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "client-web/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>

#include "net/net.h"
#include "os/log.h"
#include "proto/mux.h"

#include "client-web/browser.h"
#include "client-web/web.h"

#define JSON_ON_COMMAND "json 1"
#define REFUSAL_PREFIX "** "

/* ---- sending ---- */

static void
put(struct stream *st, uint8_t kind, uint64_t session, const void *body, size_t n)
{
	const struct mux_head head = { (uint32_t)n, kind, 0, session };
	uint8_t bytes[MUX_HEAD_BYTES];

	if (st->connection == NULL)
		return;
	mux_put_head(bytes, &head);
	CHECK(bufferevent_write(st->connection, bytes, sizeof(bytes)) == 0 &&
	      (n == 0 || bufferevent_write(st->connection, body, n) == 0));
}

bool
stream_ready(const struct web *web)
{
	return web->stream.window > 0;
}

struct session *
session_open(
    struct web *web, const struct netaddr *address, bool secure, session_line_fn *fn, void *ctx)
{
	struct mux_open open = { .secure = secure,
		.family = address != NULL ? address->family : 0 };
	uint8_t bytes[MUX_OPEN_BYTES];
	struct session *s = stream_ready(web) ? calloc(1, sizeof(*s)) : NULL;

	if (s == NULL)
		return NULL;
	*s = (struct session){
		.id = ++web->stream.last_session_id, .web = web, .fn = fn, .ctx = ctx
	};
	HASH_ADD(hh, web->stream.sessions, id, sizeof(s->id), s);
	if (s->hh.tbl == NULL) {
		free(s);
		return NULL;
	}
	if (address != NULL)
		memcpy(open.address, address->bytes, sizeof(open.address));
	mux_put_open(bytes, &open);
	put(&web->stream, MUX_OPEN, s->id, bytes, sizeof(bytes));
	session_send(s, JSON_ON_COMMAND, sizeof(JSON_ON_COMMAND) - 1);
	return s;
}

bool
session_has_room(const struct session *s, size_t n)
{
	return s->bytes_sent + n + 1 - s->bytes_taken <= s->web->stream.window;
}

void
session_send(struct session *s, const char *line, size_t n)
{
	struct stream *st = &s->web->stream;

	CHECK(n < MUX_BODY_MAX);
	put(st, MUX_DATA, s->id, line, n);
	put(st, MUX_DATA, s->id, "\n", 1);
	s->bytes_sent += n + 1;
}

void
session_report_backlog(struct session *s, size_t bytes)
{
	if (s->full_sent ? bytes > 0 : bytes <= s->web->stream.high_water)
		return;
	s->full_sent = !s->full_sent;
	put(&s->web->stream, s->full_sent ? MUX_FULL : MUX_EMPTY, s->id, NULL, 0);
}

static void
session_free(struct session *s)
{
	HASH_DEL(s->web->stream.sessions, s);
	free(s->partial_line);
	free(s->refusal);
	free(s);
}

void
session_close(struct session *s)
{
	const uint8_t why = MUX_GONE_ERROR;

	put(&s->web->stream, MUX_GONE, s->id, &why, 1);
	session_free(s);
}

/* Reports the end of a session to its owner and frees it. */
static void
session_report_end(struct session *s)
{
	s->fn(s, NULL, 0);
	session_free(s);
}

/* ---- receiving ---- */

static void
take_line(struct session *s, char *line, size_t n)
{
	char *begin;

	if (n > 0 && line[n - 1] == '\r')
		n--;
	if (!s->json_started && n > sizeof(REFUSAL_PREFIX) - 1 &&
	    memcmp(line, REFUSAL_PREFIX, sizeof(REFUSAL_PREFIX) - 1) == 0) {
		free(s->refusal);
		s->refusal = strndup(
		    line + sizeof(REFUSAL_PREFIX) - 1, n - (sizeof(REFUSAL_PREFIX) - 1));
	}
	/* The banner and the prompt precede the first JSON line. */
	begin = s->json_started ? line : memmem(line, n, "{\"", 2);
	if (begin == NULL || *begin != '{')
		return;
	s->json_started = true;
	free(s->refusal);
	s->refusal = NULL;
	n -= (size_t)(begin - line);
	line[(begin - line) + (ptrdiff_t)n] = '\0';
	s->fn(s, begin, n);
}

/* Returns false if a line is too long or memory runs out. */
static bool
take_bytes(struct web *web, uint64_t id, const char *bytes, size_t n)
{
	while (n > 0) {
		struct session *s; /* looked up for each line: a line may close the session */
		const char *end = memchr(bytes, '\n', n);
		size_t part = end != NULL ? (size_t)(end - bytes) : n;
		char *line;
		size_t len;

		HASH_FIND(hh, web->stream.sessions, &id, sizeof(id), s);
		if (s == NULL)
			return true;
		len = s->partial_line_len + part;
		line = len <= STREAM_LINE_MAX ? realloc(s->partial_line, len + 1) : NULL;
		if (line == NULL)
			return false;
		memcpy(line + s->partial_line_len, bytes, part);
		line[len] = '\0';
		s->partial_line = end != NULL ? NULL : line;
		s->partial_line_len = end != NULL ? 0 : len;
		if (end != NULL) {
			take_line(s, line, len);
			free(line);
			part++;
		}
		bytes += part;
		n -= part;
	}
	return true;
}

/* Handles a frame in a PASS.  Returns false if gammond violates the protocol. */
static bool
take_pass_frame(struct web *web, const struct mux_head *h, const uint8_t *body)
{
	struct session *s;

	HASH_FIND(hh, web->stream.sessions, &h->session, sizeof(h->session), s);
	if (s == NULL)
		return true;
	switch (h->kind) {
	case MUX_SAY:
		return take_bytes(web, h->session, (const char *)body, h->len);
	case MUX_TAKEN:
		if (h->len < 8)
			return false;
		s->bytes_taken = mux_get_number(body, 8);
		if (s->bytes_taken > s->bytes_sent)
			return false;
		if (s->fn == browser_on_line)
			browser_resume_input(s); /* may close the session */
		return true;
	case MUX_SHUT:
		put(&web->stream, MUX_GONE, s->id, (const uint8_t[]){ MUX_GONE_ERROR }, 1);
		session_report_end(s);
		return true;
	case MUX_CLOSE:
		session_report_end(s);
		return true;
	default:
		return true;
	}
}

static bool
take_pass(struct web *web, const uint8_t *body, size_t n)
{
	while (n >= MUX_HEAD_BYTES) {
		const struct mux_head h = mux_get_head(body);

		if (h.len > n - MUX_HEAD_BYTES ||
		    !take_pass_frame(web, &h, body + MUX_HEAD_BYTES))
			return false;
		body += MUX_HEAD_BYTES + h.len;
		n -= MUX_HEAD_BYTES + h.len;
	}
	return n == 0;
}

static bool
take_welcome(struct web *web, const struct mux_head *h, const uint8_t *body)
{
	struct stream *st = &web->stream;

	if (h->len < 12 || st->window > 0)
		return false;
	st->window = (uint32_t)mux_get_number(body + 4, 4);
	st->high_water = (uint32_t)mux_get_number(body + 8, 4);
	if (st->window < 2 * WEBSOCKET_MESSAGE_MAX)
		return false;
	log_info("stream_open", "socket=%s", web->config.gammond_socket);
	st->outage_logged = false;
	watch_connected(web);
	return true;
}

static bool
take_mux_frame(struct web *web, const struct mux_head *h, const uint8_t *body)
{
	switch (h->kind) {
	case MUX_WELCOME:
		return take_welcome(web, h, body);
	case MUX_REFUSED:
		log_client(
		    LOG_LEVEL_WARN, "stream_refused", "socket=%s", web->config.gammond_socket);
		return false;
	case MUX_PING:
		put(&web->stream, MUX_PONG, h->session, NULL, 0);
		return true;
	case MUX_PASS:
		return take_pass(web, body, h->len);
	default:
		return true;
	}
}

/* Handles the complete frames of the input.  Returns false if gammond violates the protocol. */
static bool
take_mux_frames(struct web *web, struct evbuffer *in)
{
	uint8_t bytes[MUX_HEAD_BYTES];

	while (evbuffer_copyout(in, bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes)) {
		const struct mux_head h = mux_get_head(bytes);
		const uint8_t *frame;

		if (h.len > (h.kind == MUX_PASS ? MUX_PASS_BODY_MAX : MUX_BODY_MAX))
			return false;
		if (evbuffer_get_length(in) < MUX_HEAD_BYTES + h.len)
			return true;
		frame = evbuffer_pullup(in, (ssize_t)(MUX_HEAD_BYTES + h.len));
		if (frame == NULL || !take_mux_frame(web, &h, frame + MUX_HEAD_BYTES))
			return false;
		(void)evbuffer_drain(in, MUX_HEAD_BYTES + h.len);
	}
	return true;
}

/* ---- the connection ---- */

/* Ends all sessions, and schedules another attempt to connect. */
static void
disconnect(struct web *web, const char *why)
{
	const struct timeval at = { 0, STREAM_RETRY_MS * 1000 };
	struct stream *st = &web->stream;
	struct session *s, *next;

	if (!st->outage_logged)
		log_warn(
		    "stream_away", "socket=%s reason=\"%s\"", web->config.gammond_socket, why);
	st->outage_logged = true;
	if (st->connection != NULL)
		bufferevent_free(st->connection);
	st->connection = NULL;
	st->window = 0;
	HASH_ITER(hh, st->sessions, s, next)
	{
		session_report_end(s);
	}
	CHECK(event_add(&st->retry_timer, &at) == 0);
}

static void
on_read(struct bufferevent *link, void *ctx)
{
	struct web *web = ctx;

	web->stream.last_read_ms = net_mono_ms();
	if (!take_mux_frames(web, bufferevent_get_input(link)))
		disconnect(web, "it breaks the rules");
}

static void
on_connection_event(struct bufferevent *link, short what, void *ctx)
{
	static const char NAME[] = "gammonweb";
	struct web *web = ctx;
	uint8_t hello[5 + sizeof(NAME) - 1];

	(void)link;
	if ((what & BEV_EVENT_CONNECTED) == 0) {
		disconnect(web, (what & BEV_EVENT_EOF) != 0 ? "closed" : strerror(errno));
		return;
	}
	mux_put_number(hello, MUX_VERSION, 2);
	mux_put_number(hello + 2, MUX_VERSION, 2);
	hello[4] = sizeof(NAME) - 1;
	memcpy(hello + 5, NAME, sizeof(NAME) - 1);
	put(&web->stream, MUX_HELLO, 0, hello, sizeof(hello));
}

static void
on_retry(evutil_socket_t unused, short what, void *ctx)
{
	struct web *web = ctx;
	struct stream *st = &web->stream;
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	(void)unused;
	(void)what;
	st->last_session_id = 0;
	st->last_read_ms = net_mono_ms();
	st->connection = bufferevent_socket_new(web->base, fd, BEV_OPT_CLOSE_ON_FREE);
	if (st->connection == NULL ||
	    !sbuf_copy(to.sun_path, sizeof(to.sun_path), web->config.gammond_socket)) {
		disconnect(web, "the name of the socket is too long");
		return;
	}
	bufferevent_setcb(st->connection, on_read, NULL, on_connection_event, web);
	(void)bufferevent_set_max_single_read(st->connection, 1 << 18);
	if (bufferevent_socket_connect(
		st->connection, (const struct sockaddr *)&to, sizeof(to)) != 0 ||
	    bufferevent_enable(st->connection, EV_READ | EV_WRITE) != 0)
		disconnect(web, strerror(errno));
}

void
stream_tick(struct web *web, int64_t now_ms)
{
	const struct stream *st = &web->stream;

	if (st->connection == NULL)
		return;
	if (now_ms - st->last_read_ms > STREAM_SILENT_S * 1000)
		disconnect(web, "silent");
	else if (evbuffer_get_length(bufferevent_get_output(st->connection)) > STREAM_OUT_MAX)
		disconnect(web, "it does not read");
	else if (stream_ready(web) && web->watch.session == NULL)
		watch_connected(web); /* gammond has closed the public session */
}

bool
stream_connect_to_gammond(struct web *web)
{
	if (event_assign(&web->stream.retry_timer, web->base, -1, 0, on_retry, web) != 0)
		return false;
	on_retry(-1, 0, web);
	return true;
}
