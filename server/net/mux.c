/* SPDX-License-Identifier: MIT */
/* Fronts: a stream is a connection to the Unix socket `front_socket`, which carries many
 * sessions in frames (proto/mux.h, PROTOCOL.md 13).  A session is a connection like any other;
 * its transport reads from DATA and writes SAY.
 *
 * One read takes the frames of all sessions, and one write at the end of a turn sends them.
 * Bytes that a session cannot process yet, or cannot send because its client or the front does
 * not read, stay in its connection, where the usual limits apply.  A stream itself keeps at
 * most a frame of input and UNSENT_HARD_MAX bytes of output. */
#define _GNU_SOURCE /* for accept4, struct ucred */
#include "net/conn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <sodium.h>

#include "base/table.h"
#include "os/log.h"
#include "proto/mux.h"

#define IN_BUFFER_BYTES (MUX_HEAD_BYTES + MUX_BODY_MAX)
/* bytes read in one turn: room for 227 OPEN frames, or about 200 lines */
#define READ_BYTES_MAX 8192u
#define UNSENT_SOFT_MAX (1u << 20)            /* no SAY is added while more bytes are unsent */
#define UNSENT_HARD_MAX (2 * UNSENT_SOFT_MAX) /* a stream with more unsent bytes is ended */
#define TICK_MS 5000
#define SILENT_TICKS_MAX 3u /* ticks without input before a stream is ended */
#define FRONT_NAME_MAX 40u

struct stream {
	struct net *net;
	int fd, pid;
	struct event read_event, write_event;
	unsigned version;             /* 0: HELLO has not been received */
	unsigned silent_ticks;        /* ticks since the last byte */
	const char *end;              /* why the stream must be ended; NULL: it continues */
	bool broke_protocol;          /* the front has broken the protocol */
	uint64_t last_session_no;     /* the highest session number so far */
	uint64_t next_pass_no;        /* the number of the next PASS */
	struct evbuffer *pass_frames; /* the frames of the next PASS */
	struct evbuffer *out;         /* frames that may be sent */
	struct mux_session *sessions; /* the sessions that have not ended */
	struct link write_blocked;    /* sessions with output left to write */
	char name[FRONT_NAME_MAX * 4 + 8];
	size_t len; /* bytes in `in` */
	uint8_t in[IN_BUFFER_BYTES];
};

struct mux_session {
	UT_hash_handle hh;
	struct stream *stream; /* NULL: the stream has ended */
	uint64_t no;
	conn_id conn;
	uint64_t received_bytes,
	    reported_bytes; /* bytes of DATA, and how many of them TAKEN has reported */
	struct link write_blocked;
	bool front_full; /* the front has sent FULL */
	bool eof;        /* the front has sent GONE */
	bool ended;      /* the connection has ended both ways */
};

/* ---- output ---- */

/* Marks the stream as failed.  settle() ends it later. */
static void
fail(struct stream *st, const char *why, bool wrong)
{
	st->broke_protocol = st->end == NULL ? wrong : st->broke_protocol;
	st->end = st->end == NULL ? why : st->end;
}

static size_t
unsent_bytes(const struct stream *st)
{
	return evbuffer_get_length(st->pass_frames) + evbuffer_get_length(st->out);
}

static void
add(struct stream *st, struct evbuffer *to, const struct mux_head *h, const void *body)
{
	uint8_t head[MUX_HEAD_BYTES];

	mux_put_head(head, h);
	if (evbuffer_add(to, head, sizeof(head)) != 0 ||
	    (body != NULL && evbuffer_add(to, body, h->len) != 0))
		fail(st, "memory", false);
}

static void
finish_pass(struct stream *st)
{
	const size_t n = evbuffer_get_length(st->pass_frames);

	if (n == 0)
		return;
	add(st, st->out, &(struct mux_head){ (uint32_t)n, MUX_PASS, 0, st->next_pass_no++ },
	    NULL);
	if (evbuffer_add_buffer(st->out, st->pass_frames) != 0)
		fail(st, "memory", false);
}

/* Adds a frame.  A frame of a session becomes part of the next PASS; a frame of the stream
 * itself (no 0) is sent before that. */
static void
put(struct stream *st, enum mux_kind kind, uint8_t flags, uint64_t no, const void *body,
    size_t n)
{
	if (evbuffer_get_length(st->pass_frames) + MUX_HEAD_BYTES + n > MUX_PASS_BODY_MAX)
		finish_pass(st);
	add(st, no != 0 ? st->pass_frames : st->out,
	    &(struct mux_head){ (uint32_t)n, (uint8_t)kind, flags, no }, body);
}

/* Sends what the socket accepts.  Once there is room in the stream, lets the sessions in
 * `write_blocked` continue. */
static void
stream_send(struct stream *st)
{
	struct link *next;

	if (evbuffer_get_length(st->out) == 0)
		return;
	if (evbuffer_write(st->out, st->fd) < 0 && !io_error_is_transient())
		fail(st, "closed", false);
	for (struct link *l = st->write_blocked.next;
	     unsent_bytes(st) < UNSENT_SOFT_MAX / 2 && l != &st->write_blocked; l = next) {
		struct mux_session *s = LINK_OWNER(l, struct mux_session, write_blocked);

		next = l->next;
		if (!s->front_full) {
			link_remove(l);
			net_transport_ready(st->net, s->conn);
		}
	}
}

/* ---- the transport of a session ---- */

/* Returns no data, only the end of input: data() passes received bytes to the connection. */
static ssize_t
mux_read(struct endpoint *e, void *buf, size_t n)
{
	const struct mux_session *s = e->state;

	(void)buf;
	(void)n;
	errno = s->ended ? ECONNRESET : EAGAIN;
	return s->eof && !s->ended ? 0 : -1;
}

static void
mux_room(struct endpoint *e, size_t waiting)
{
	struct mux_session *s = e->state;
	const uint64_t taken = s->received_bytes - waiting;
	uint8_t body[8];

	if (s->ended || taken - s->reported_bytes < s->stream->net->config.input_max / 2)
		return;
	s->reported_bytes = taken;
	mux_put_number(body, taken, sizeof(body));
	put(s->stream, MUX_TAKEN, 0, s->no, body, sizeof(body));
}

static ssize_t
mux_write(struct endpoint *e, const struct iovec *parts, unsigned n)
{
	struct mux_session *s = e->state;
	struct stream *st = s->stream;
	size_t written = 0, at = 0;

	errno = EPIPE;
	if (s->ended)
		return -1;
	link_remove(&s->write_blocked);
	while (n > 0 && !s->front_full && unsent_bytes(st) < UNSENT_SOFT_MAX) {
		size_t some = parts->iov_len - at;

		some = some < MUX_BODY_MAX ? some : MUX_BODY_MAX;
		put(st, MUX_SAY, 0, s->no, (const uint8_t *)parts->iov_base + at, some);
		written += some;
		at += some;
		if (at == parts->iov_len) {
			at = 0;
			parts++;
			n--;
		}
	}
	if (n > 0)
		link_append(&st->write_blocked, &s->write_blocked);
	errno = EAGAIN;
	return written > 0 ? (ssize_t)written : -1;
}

static int
mux_shut(struct endpoint *e)
{
	struct mux_session *s = e->state;

	errno = EPIPE;
	if (s->ended)
		return -1;
	put(s->stream, MUX_SHUT, 0, s->no, NULL, 0);
	return 0;
}

static void
detach_session(struct mux_session *s)
{
	HASH_DEL(s->stream->sessions, s);
	s->stream = NULL;
	link_remove(&s->write_blocked);
}

static void
mux_close(struct endpoint *e, bool at_once)
{
	struct mux_session *s = e->state;

	if (s->stream != NULL) {
		put(s->stream, MUX_CLOSE, at_once ? MUX_DISCARD_UNSENT : 0, s->no, NULL, 0);
		detach_session(s);
	}
	free(s);
}

static bool
mux_holds(const struct endpoint *e)
{
	return ((const struct mux_session *)e->state)->eof;
}

/* Fronts do not report the round-trip time. */
static const struct transport MUX = { mux_read, mux_write, mux_shut, mux_close, mux_holds, NULL,
	mux_room };

/* ---- frames ---- */

static void
handle_hello(struct stream *st, const uint8_t *body, size_t n)
{
	uint8_t answer[12] = { 0, MUX_VERSION };

	if (st->version != 0 || n < 5 || body[4] > FRONT_NAME_MAX || n < 5u + body[4]) {
		fail(st, "HELLO", true);
		return;
	}
	(void)log_escape(st->name, sizeof(st->name), (const char *)body + 5, body[4]);
	if (mux_get_number(body, 2) > MUX_VERSION ||
	    mux_get_number(body + 2, 2) < MUX_VERSION) {
		answer[3] = MUX_VERSION;
		put(st, MUX_REFUSED, 0, 0, answer, 4);
		fail(st, "version", true);
		return;
	}
	st->version = MUX_VERSION;
	mux_put_number(answer + 4, st->net->config.input_max, 4);
	mux_put_number(answer + 8, st->net->config.sndbuf, 4);
	put(st, MUX_WELCOME, 0, 0, answer, sizeof(answer));
	log_info("front", "state=here name=%s pid=%d", st->name, st->pid);
}

static void
handle_open(struct stream *st, uint64_t no, const struct mux_open *open)
{
	struct mux_session *s = calloc(1, sizeof(*s));
	struct endpoint end = {
		.how = &MUX,
		.fd = -1,
		.state = s,
		.secure = open->secure == 1,
		.exempt = open->family == 0,
	};
	static const uint8_t here[] = { 127, 0, 0, 1 };
	const struct netaddr from =
	    netaddr_from_bytes(open->family == 0 ? here : open->address, open->family == 6);
	char peer[NETADDR_TEXT_MAX];
	struct sbuf text;
	conn_id id;

	st->last_session_no = no;
	if (s != NULL) {
		s->no = no;
		s->stream = st;
		link_init(&s->write_blocked);
		HASH_ADD(hh, st->sessions, no, sizeof(s->no), s);
	}
	if (s == NULL || s->hh.tbl == NULL) {
		free(s);
		fail(st, "memory", false);
		return;
	}
	SBUF_INIT(&text, peer);
	netaddr_add_text(&from, &text);
	id = net_attach(st->net, &end, peer);
	if (id != 0) /* if id is 0, mux_close has freed s */
		s->conn = id;
	(void)budget_charge(&st->net->pass, &st->net->config, 1);
}

/* Runs the lines now, or in the next turn if this one is full. */
static void
data(struct stream *st, struct mux_session *s, const uint8_t *body, size_t n)
{
	struct conn *c = pool_get(&st->net->conns, s->conn);

	if (s->eof || n > st->net->config.input_max - c->in.len) {
		fail(st, s->eof ? "DATA after GONE" : "DATA beyond the window", true);
		return;
	}
	s->received_bytes += n;
	input_feed(c, body, n, !st->net->pass.budget_spent);
	(void)budget_charge(&st->net->pass, &st->net->config, 1);
}

static void
handle_session_frame(struct stream *st, const struct mux_head *h, const uint8_t *body)
{
	struct mux_session *s;

	HASH_FIND(hh, st->sessions, &h->session, sizeof(h->session), s);
	if (s == NULL) {
		if (h->session > st->last_session_no)
			fail(st, "a session that was never opened", true);
		return;
	}
	if (h->kind == MUX_DATA) {
		data(st, s, body, h->len);
		return;
	}
	if (h->kind == MUX_GONE) {
		s->eof = true;
		s->ended |= h->len == 0 || body[0] != MUX_GONE_PEER;
	} else {
		s->front_full = h->kind == MUX_FULL;
	}
	if (h->kind != MUX_FULL)
		net_transport_ready(st->net, s->conn);
}

static void
frame(struct stream *st, const struct mux_head *h, const uint8_t *body)
{
	struct mux_open open;

	if (st->version == 0 && h->kind != MUX_HELLO) {
		fail(st, "no HELLO", true);
		return;
	}
	switch (h->kind) {
	case MUX_HELLO:
		handle_hello(st, body, h->len);
		return;
	case MUX_OPEN:
		if (h->len >= MUX_OPEN_BYTES)
			open = mux_get_open(body);
		if (h->len < MUX_OPEN_BYTES || h->session <= st->last_session_no ||
		    (open.family != 0 && open.family != 4 && open.family != 6))
			fail(st, "OPEN", true);
		else
			handle_open(st, h->session, &open);
		return;
	case MUX_DATA:
	case MUX_FULL:
	case MUX_EMPTY:
	case MUX_GONE:
		handle_session_frame(st, h, body);
		return;
	case MUX_PING:
		put(st, MUX_PONG, 0, 0, NULL, 0);
		return;
	default:
		return;
	}
}

static void
frames(struct stream *st)
{
	size_t used = 0;

	while (st->end == NULL && st->len - used >= MUX_HEAD_BYTES) {
		const struct mux_head h = mux_get_head(st->in + used);

		if (h.len > MUX_BODY_MAX) {
			fail(st, "length", true);
			break;
		}
		if (st->len - used < MUX_HEAD_BYTES + h.len)
			break;
		frame(st, &h, st->in + used + MUX_HEAD_BYTES);
		used += MUX_HEAD_BYTES + h.len;
	}
	st->len -= used;
	memmove(st->in, st->in + used, st->len);
	sodium_memzero(st->in + st->len, used);
}

/* ---- streams ---- */

static void
stream_free(struct stream *st)
{
	struct mux *m = &st->net->mux;

	for (unsigned i = 0; i < m->n; i++)
		if (m->streams[i] == st)
			m->streams[i] = m->streams[--m->n];
	if (event_initialized(&st->read_event))
		(void)event_del(&st->read_event);
	if (event_initialized(&st->write_event))
		(void)event_del(&st->write_event);
	if (st->pass_frames != NULL)
		evbuffer_free(st->pass_frames);
	if (st->out != NULL)
		evbuffer_free(st->out);
	(void)close(st->fd);
	sodium_memzero(st->in, st->len);
	free(st);
}

/* Updates which events the kernel reports.  If the stream has failed, ends it, and its sessions
 * as if their connections had dropped. */
static void
settle(struct stream *st)
{
	const unsigned n = HASH_COUNT(st->sessions);
	struct mux_session *s, *next;

	if ((evbuffer_get_length(st->out) > 0 ? event_add(&st->write_event, NULL)
					      : event_del(&st->write_event)) != 0)
		fail(st, "memory", false);
	if (unsent_bytes(st) > UNSENT_HARD_MAX)
		fail(st, "does not read", false);
	if (st->end == NULL)
		return;
	HASH_ITER(hh, st->sessions, s, next)
	{
		detach_session(s);
		s->eof = s->ended = true;
		net_transport_ready(st->net, s->conn);
	}
	stream_send(st); /* sends a REFUSED frame if there is one */
	if (st->broke_protocol)
		log_client(LOG_LEVEL_WARN, "front_refused",
		    "name=%s pid=%d reason=\"%s\" sessions=%u", st->name, st->pid, st->end, n);
	else
		log_client(LOG_LEVEL_INFO, "front",
		    "state=gone name=%s pid=%d reason=\"%s\" sessions=%u", st->name, st->pid,
		    st->end, n);
	stream_free(st);
}

static void
on_stream_ready(evutil_socket_t fd, short what, void *ctx)
{
	struct stream *st = ctx;
	size_t room = IN_BUFFER_BYTES - st->len;
	ssize_t n;

	if ((what & EV_WRITE) != 0)
		stream_send(st);
	if ((what & EV_READ) != 0) {
		pass_start_timing(&st->net->pass, &st->net->config);
		n = recv(
		    fd, st->in + st->len, room < READ_BYTES_MAX ? room : READ_BYTES_MAX, 0);
		if (n == 0 || (n < 0 && !io_error_is_transient()))
			fail(st, n == 0 ? "closed" : "error", false);
		if (n > 0) {
			st->len += (size_t)n;
			st->silent_ticks = 0;
			frames(st);
		}
	}
	settle(st);
}

bool
mux_accept(struct net *net, int listen_fd)
{
	struct mux *m = &net->mux;
	int fd = accept4(listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	struct stream *st;
	struct ucred who = { .pid = 0 };
	socklen_t n = sizeof(who);

	if (fd < 0)
		return false;
	st = m->n < MUX_STREAMS ? calloc(1, sizeof(*st)) : NULL;
	if (st == NULL) {
		log_client(LOG_LEVEL_WARN, "front_refused", "reason=\"too many streams\"");
		(void)close(fd);
		return true;
	}
	(void)getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n);
	*st = (struct stream){ .net = net, .fd = fd, .pid = (int)who.pid, .name = "\"\"" };
	link_init(&st->write_blocked);
	if (m->n == 0)
		m->next_tick_ms = net_timer_now(net) + TICK_MS;
	m->streams[m->n++] = st;
	st->pass_frames = evbuffer_new();
	st->out = evbuffer_new();
	if (st->pass_frames == NULL || st->out == NULL ||
	    event_assign(&st->read_event, net->base, fd, EV_READ | EV_PERSIST, on_stream_ready,
		st) != 0 ||
	    event_assign(&st->write_event, net->base, fd, EV_WRITE | EV_PERSIST,
		on_stream_ready, st) != 0 ||
	    event_add(&st->read_event, NULL) != 0)
		stream_free(st);
	return true;
}

/* ---- for net.c ---- */

void
mux_flush(struct net *net)
{
	for (unsigned i = net->mux.n; i-- > 0;) {
		struct stream *st = net->mux.streams[i];

		finish_pass(st);
		stream_send(st);
		settle(st);
	}
}

bool
mux_has_unsent(const struct net *net)
{
	for (unsigned i = 0; i < net->mux.n; i++)
		if (unsent_bytes(net->mux.streams[i]) > 0)
			return true;
	return false;
}

int64_t
mux_deadline(const struct net *net)
{
	return net->mux.n > 0 ? net->mux.next_tick_ms : INT64_MAX;
}

void
mux_tick(struct net *net)
{
	struct mux *m = &net->mux;

	if (mux_deadline(net) > net_timer_now(net))
		return;
	m->next_tick_ms = net_timer_now(net) + TICK_MS;
	for (unsigned i = m->n; i-- > 0;) {
		struct stream *st = m->streams[i];

		if (++st->silent_ticks > SILENT_TICKS_MAX)
			fail(st, "silent", false);
		else if (st->silent_ticks > 1 && st->version != 0)
			put(st, MUX_PING, 0, 0, NULL, 0);
		settle(st);
	}
}

/* Replaces a socket on which no process is listening. */
static bool
bind_unix_socket(int fd, const char *path)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	const struct sockaddr *to = (const struct sockaddr *)&at;
	struct stat st;

	errno = ENAMETOOLONG;
	if (!sbuf_copy(at.sun_path, sizeof(at.sun_path), path) || fchmod(fd, 0660) != 0)
		return false;
	if (lstat(path, &st) == 0 && S_ISSOCK(st.st_mode) && connect(fd, to, sizeof(at)) != 0 &&
	    errno == ECONNREFUSED)
		(void)unlink(path);
	return bind(fd, to, sizeof(at)) == 0 && chmod(path, 0660) == 0;
}

int
mux_listen(const char *path)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), error;

	if (fd < 0 || (bind_unix_socket(fd, path) && listen(fd, (int)MUX_STREAMS) == 0))
		return fd;
	error = errno;
	(void)close(fd);
	errno = error;
	return -1;
}

/* Called after all sessions have been closed. */
void
mux_free(struct net *net)
{
	while (net->mux.n > 0)
		stream_free(net->mux.streams[0]);
}
