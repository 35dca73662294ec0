/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memrchr */
#include "client-web/conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <event2/buffer.h>

#include "base/utf8.h"
#include "net/net.h"
#include "net/transport.h"
#include "os/log.h"

#include "client-web/browser.h"
#include "client-web/web.h"

#define ACCEPTS_PER_TURN 64u /* connections accepted per turn */

/* Sent to connections that are refused. */
static const char BUSY[] = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\n"
			   "Content-Length: 0\r\nConnection: close\r\n\r\n";

#define CONN_OF(link_ptr) LINK_OWNER(link_ptr, struct conn, link)

/* ---- frames ---- */

struct frame *
frame_new(const void *head, size_t head_n, const void *bytes, size_t n)
{
	struct frame *f = malloc(sizeof(*f) + head_n + n);

	if (f == NULL)
		return NULL;
	f->refs = 1;
	f->memory_total = NULL;
	f->len = (uint32_t)(head_n + n);
	memcpy(f->bytes, head, head_n);
	memcpy(f->bytes + head_n, bytes, n);
	return f;
}

struct frame *
frame_new_message(enum websocket_opcode opcode, const void *bytes, size_t n)
{
	uint8_t head[WEBSOCKET_HEAD_MAX];

	return frame_new(head, websocket_write_head(head, opcode, n), bytes, n);
}

void
frame_drop(struct frame *f)
{
	if (f == NULL || --f->refs > 0)
		return;
	if (f->memory_total != NULL)
		*f->memory_total -= f->len;
	free(f);
}

/* ---- the life of a connection ---- */

static void
append_with_deadline(struct conn *c, struct link *list, int seconds)
{
	c->link.due_ms = net_mono_ms() + seconds * 1000;
	link_append(list, &c->link);
}

/* Detaches the connection from its page and its browser. */
static void
detach_page_and_browser(struct conn *c)
{
	if (c->page != NULL)
		pages_cancel(c);
	if (c->browser != NULL)
		browser_gone(c);
}

/* A write may fail while the caller iterates over the watchers of a match or the sessions of
 * the stream, so nothing is freed here. */
void
conn_end(struct conn *c)
{
	c->state = CONN_DEAD;
	link_append(&c->web->conns.dead, &c->link);
}

void
conns_free_dead(struct web *web)
{
	while (!link_alone(&web->conns.dead)) {
		struct conn *c = CONN_OF(web->conns.dead.next);

		detach_page_and_browser(c);
		if (c->out != NULL)
			evbuffer_free(c->out);
		CHECK(event_del(&c->event) == 0);
		(void)close(event_get_fd(&c->event));
		if (c->counting_address != NULL)
			address_remove_conn(&web->conns.addresses, c->counting_address);
		web->conns.len--;
		link_remove(&c->link);
		free(c->in);
		free(c);
	}
}

/* Chooses the events to wait for: room to write if there is output, and input unless a request
 * is being answered or gammond must take earlier input first. */
static void
rearm(struct conn *c)
{
	bool reads = !c->eof &&
		     ((c->state == CONN_WEBSOCKET && browser_takes_input(c)) ||
			 c->state == CONN_CLOSING || (c->state == CONN_HTTP && c->out == NULL));
	short events =
	    (short)(EV_PERSIST | (reads ? EV_READ : 0) | (c->out != NULL ? EV_WRITE : 0));
	int fd = event_get_fd(&c->event);

	if (c->state == CONN_DEAD || events == c->armed_events)
		return;
	CHECK(event_del(&c->event) == 0);
	CHECK(event_assign(
		  &c->event, c->web->base, fd, events, event_get_callback(&c->event), c) == 0);
	c->armed_events = events;
	if (event_add(&c->event, NULL) != 0)
		conn_end(c);
}

static void on_drained(struct conn *c);

void
conn_close_when_sent(struct conn *c)
{
	if (c->state == CONN_DEAD || c->state == CONN_CLOSING)
		return;
	detach_page_and_browser(c);
	c->state = CONN_CLOSING;
	if (c->out != NULL)
		append_with_deadline(c, &c->web->conns.sending_answer, CONN_SEND_ANSWER_S);
	else
		on_drained(c);
	rearm(c);
}

void
conn_close_websocket(struct conn *c, unsigned code, const char *why)
{
	uint8_t payload[WEBSOCKET_CONTROL_MAX] = { (uint8_t)(code >> 8), (uint8_t)code };
	size_t n = why != NULL ? utf8_fit_bytes(why, sizeof(payload) - 2) : 0;

	if (n > 0)
		memcpy(payload + 2, why, n);
	conn_send_and_drop(c, frame_new_message(WEBSOCKET_CLOSE, payload,
				  code != WEBSOCKET_CLOSE_NO_CODE ? n + 2 : 0));
	conn_close_when_sent(c);
}

/* ---- writing ---- */

size_t
conn_backlog(const struct conn *c)
{
	return c->out != NULL ? evbuffer_get_length(c->out) : 0;
}

static void
on_sent(const void *bytes, size_t n, void *frame)
{
	(void)bytes;
	(void)n;
	frame_drop(frame);
}

/* Queues the bytes of a frame from `sent` on. */
static void
enqueue(struct conn *c, struct frame *f, size_t sent)
{
	if (c->out == NULL)
		c->out = evbuffer_new();
	if (c->out == NULL ||
	    (c->state == CONN_WEBSOCKET && conn_backlog(c) + f->len > CONN_OUT_MAX) ||
	    evbuffer_add_reference(c->out, f->bytes + sent, f->len - sent, on_sent, f) != 0) {
		conn_end(c);
		return;
	}
	f->refs++;
	rearm(c);
}

static bool
would_block(void)
{
	return errno == EAGAIN || errno == EINTR;
}

unsigned
conn_send_some(struct conn *c, struct frame *const frames[], unsigned len)
{
	struct iovec parts[CONN_FRAMES_PER_SEND];
	ssize_t n = 0;

	if (c->state == CONN_DEAD)
		return len;
	for (unsigned i = 0; i < len; i++)
		parts[i] = (struct iovec){ frames[i]->bytes, frames[i]->len };
	if (c->out == NULL)
		n = writev(event_get_fd(&c->event), parts, (int)len);
	if (n < 0 && !would_block()) {
		conn_end(c);
		return len;
	}
	n = n < 0 ? 0 : n;
	c->web->conns.bytes_sent += (uint64_t)n;
	for (unsigned i = 0; i < len; n -= frames[i++]->len)
		if (n < (ssize_t)frames[i]->len) {
			enqueue(c, frames[i], (size_t)n);
			return i + 1;
		}
	return len;
}

void
conn_send(struct conn *c, struct frame *f)
{
	(void)conn_send_some(c, &f, 1);
}

void
conn_send_and_drop(struct conn *c, struct frame *f)
{
	if (f == NULL)
		conn_end(c);
	else
		conn_send(c, f);
	frame_drop(f);
}

static void
write_more(struct conn *c)
{
	int n = evbuffer_write(c->out, event_get_fd(&c->event));

	if (n > 0) {
		c->stuck_periods = 0;
		c->web->conns.bytes_sent += (uint64_t)n;
	}
	if (n < 0 && !would_block()) {
		conn_end(c);
	} else if (conn_backlog(c) == 0) {
		evbuffer_free(c->out);
		c->out = NULL;
	}
}

/* ---- reading ---- */

static void
process_websocket(struct conn *c, uint8_t *in, size_t *len)
{
	struct websocket_event event;

	while (c->state == CONN_WEBSOCKET && browser_takes_input(c)) {
		websocket_next_event(&c->ws, in, len, &event);
		switch (event.kind) {
		case WEBSOCKET_INCOMPLETE:
			return;
		case WEBSOCKET_MESSAGE:
			browser_on_message(c, (char *)in, event.len);
			websocket_drop_bytes(in, len, event.len);
			break;
		case WEBSOCKET_PINGED:
			/* A peer with unsent output gets no pong, because a queued pong takes
			 * far more memory than its ping. */
			if (c->out == NULL)
				conn_send_and_drop(c, frame_new_message(WEBSOCKET_PONG,
							  event.control_payload, event.len));
			break;
		case WEBSOCKET_PONGED:
			break;
		case WEBSOCKET_CLOSED:
		case WEBSOCKET_FAILED:
			conn_close_websocket(c, event.code, NULL);
			break;
		}
	}
}

static void
process_http(struct conn *c, uint8_t *in, size_t *len)
{
	while (c->state == CONN_HTTP && c->out == NULL && *len > 0) {
		struct http_request request;
		size_t used = 0;
		int status = http_parse((const char *)in, *len, &request, &used);

		if (status == 0)
			return;
		if (status == 200)
			pages_answer(c, &request);
		else
			pages_refuse(c, status);
		websocket_drop_bytes(in, len, used);
	}
}

/* Processes in[0..len), which is in the shared buffer, and keeps the rest. */
static void
process_input(struct conn *c, uint8_t *in, size_t len)
{
	process_http(c, in, &len);
	process_websocket(c, in, &len);
	if (c->state == CONN_DEAD)
		return;
	if (c->state == CONN_CLOSING)
		len = 0;
	if (len == 0) {
		free(c->in);
		c->in = NULL;
	} else {
		uint8_t *kept = realloc(c->in, len);

		if (kept == NULL) {
			conn_end(c);
			return;
		}
		memcpy(kept, in, len);
		c->in = kept;
	}
	c->in_len = (uint16_t)len;
	rearm(c);
}

/* Processes input that was received while an answer was being prepared or sent. */
static void
process_kept_input(struct conn *c)
{
	uint8_t *scratch = c->web->conns.scratch;

	if (c->in_len > 0)
		memcpy(scratch, c->in, c->in_len);
	process_input(c, scratch, c->in_len);
}

static void
read_more(struct conn *c)
{
	uint8_t *scratch = c->web->conns.scratch;
	size_t space = sizeof(c->web->conns.scratch) - c->in_len;
	ssize_t n;

	if (c->in_len > 0)
		memcpy(scratch, c->in, c->in_len);
	CHECK(space > 0);
	n = recv(event_get_fd(&c->event), scratch + c->in_len, space, 0);
	if (n == 0 && c->state == CONN_CLOSING && c->out != NULL) {
		c->eof = true; /* the pending output is still sent */
		return;
	}
	if (n == 0 || (n < 0 && !would_block())) {
		conn_end(c);
		return;
	}
	if (n <= 0 || c->state == CONN_CLOSING)
		return;
	c->silent_periods = 0;
	process_input(c, scratch, c->in_len + (size_t)n);
}

/* Called when all output has been sent. */
static void
on_drained(struct conn *c)
{
	if (c->state == CONN_CLOSING && c->eof) {
		conn_end(c);
	} else if (c->state == CONN_CLOSING) {
		(void)shutdown(event_get_fd(&c->event), SHUT_WR);
		append_with_deadline(c, &c->web->conns.closing, CONN_CLOSING_S);
	} else if (c->state == CONN_WEBSOCKET) {
		browser_drained(c);
	} else if (c->state == CONN_HTTP) {
		append_with_deadline(c, &c->web->conns.awaiting_request, CONN_REQUEST_S);
		process_kept_input(c);
	}
}

static void
on_event(evutil_socket_t fd, short what, void *ctx)
{
	struct conn *c = ctx;

	(void)fd;
	if ((what & EV_WRITE) != 0 && c->state != CONN_DEAD && c->out != NULL) {
		write_more(c);
		if (c->state != CONN_DEAD && c->out == NULL)
			on_drained(c);
	}
	if ((what & EV_READ) != 0 && c->state != CONN_DEAD && (c->armed_events & EV_READ) != 0)
		read_more(c);
	rearm(c);
	if (++c->web->conns.events_handled % CONN_SLICE == 0)
		(void)event_base_loopbreak(c->web->base); /* main.c runs the loop again */
}

void
conn_answered(struct conn *c)
{
	bool waited = c->state == CONN_WAITING;

	if (c->state == CONN_DEAD)
		return;
	c->state = CONN_HTTP;
	if (c->close_after_answer)
		conn_close_when_sent(c);
	else if (c->out != NULL)
		append_with_deadline(c, &c->web->conns.sending_answer, CONN_SEND_ANSWER_S);
	else
		append_with_deadline(c, &c->web->conns.awaiting_request, CONN_REQUEST_S);
	rearm(c);
	if (waited && c->state == CONN_HTTP && c->out == NULL)
		process_kept_input(c);
}

void
conn_suspend(struct conn *c, bool queued)
{
	c->state = CONN_WAITING;
	if (queued)
		append_with_deadline(c, &c->web->conns.sending_answer, CONN_SEND_ANSWER_S);
	else
		append_with_deadline(c, &c->web->conns.awaiting_gammond, CONN_GAMMOND_ANSWER_S);
	rearm(c);
}

void
conn_make_websocket(struct conn *c, struct browser *b)
{
	if (c->state == CONN_DEAD)
		return;
	c->browser = b;
	c->state = CONN_WEBSOCKET;
	append_with_deadline(c, &c->web->conns.websockets, CONN_PING_S);
}

void
conn_resume(struct conn *c)
{
	if (c->state == CONN_WEBSOCKET && (c->armed_events & EV_READ) == 0)
		process_kept_input(c);
}

/* ---- accepting ---- */

/* Counts the connection for its address.  Returns false if the address has too many. */
static bool
admit_address(struct conn *c)
{
	struct addresses *as = &c->web->conns.addresses;
	const struct netaddr key = address_key(&c->browser_address);

	if (c->counting_address != NULL)
		address_remove_conn(as, c->counting_address);
	c->counting_address = address_add_conn(as, &key);
	if (c->counting_address != NULL &&
	    c->counting_address->conns <= c->web->config.conns_per_address)
		return true;
	c->web->conns.refused[REFUSED_PER_ADDRESS]++;
	return false;
}

/* Removes the last item of a comma-separated list and parses it. */
static bool
take_last_address(struct span *list, struct netaddr *out)
{
	const char *comma = memrchr(list->text, ',', list->len);
	const char *begin = comma != NULL ? comma + 1 : list->text;
	struct span item = span_trimmed(begin, list->len - (size_t)(begin - list->text));
	char text[NETADDR_TEXT_MAX] = { 0 };

	if (item.len >= sizeof(text))
		return false;
	memcpy(text, item.text, item.len);
	list->len = comma != NULL ? (size_t)(comma - list->text) : 0;
	return netaddr_parse(text, out);
}

bool
conn_admit_forwarded(struct conn *c, const struct http_request *r)
{
	struct span list = r->forwarded_for;

	if (!c->via_front_end)
		return true;
	c->secure = span_equals(r->forwarded_proto, "https");
	c->browser_address = c->peer;
	/* Each front end appends the address that connected to it, so the list is read from its
	 * end.  What precedes the first address that is not a front end was sent by the browser
	 * and is ignored. */
	while (list.len > 0 &&
	       networks_find(&c->web->config.trusted_front_ends, &c->browser_address) != NULL)
		if (!take_last_address(&list, &c->browser_address))
			return false;
	return admit_address(c);
}

bool
conn_may_ask(struct conn *c)
{
	const unsigned most = CONN_QUESTIONS_PER_WINDOW * c->web->config.conns_per_address;
	const int64_t now = net_mono_ms();
	int64_t *full_ms = &c->counting_address->penalty_until_ms;

	if (*full_ms < now)
		*full_ms = now;
	if (*full_ms >= now + CONN_QUESTION_WINDOW_MS) {
		c->web->conns.refused[REFUSED_RATE]++;
		return false;
	}
	*full_ms += most < CONN_QUESTION_WINDOW_MS ? CONN_QUESTION_WINDOW_MS / most : 1;
	return true;
}

static void
begin_conn(struct web *web, const struct endpoint *end, const char *peer, bool for_metrics)
{
	struct conn *c = calloc(1, sizeof(*c));
	bool full = web->conns.len >= web->config.conns_max && !for_metrics;

	if (c == NULL || !netaddr_parse(peer, &c->peer) ||
	    event_assign(&c->event, web->base, end->fd, EV_READ | EV_PERSIST, on_event, c) !=
		0) {
		free(c);
		(void)close(end->fd);
		return;
	}
	c->web = web;
	c->browser_address = c->peer;
	c->secure = end->secure;
	c->for_metrics = for_metrics;
	c->via_front_end = networks_find(&web->config.trusted_front_ends, &c->peer) != NULL;
	c->armed_events = EV_READ | EV_PERSIST;
	link_init(&c->link);
	append_with_deadline(c, &web->conns.awaiting_request, CONN_REQUEST_S);
	web->conns.len++;
	web->conns.refused[REFUSED_FULL] += full;
	if (full || (!c->via_front_end && !for_metrics && !admit_address(c))) {
		/* Sent without reading the request, so that a refusal costs as little as
		 * possible. */
		(void)send(end->fd, BUSY, sizeof(BUSY) - 1, MSG_NOSIGNAL);
		conn_end(c);
	} else if (event_add(&c->event, NULL) != 0) {
		conn_end(c);
	}
}

static void
on_acceptable(evutil_socket_t fd, short what, void *ctx)
{
	struct web *web = ctx;
	struct conns *cs = &web->conns;
	char peer[TCP_ADDRESS_MAX];
	struct endpoint end;

	(void)what;
	for (unsigned i = 0; i < ACCEPTS_PER_TURN; i++) {
		if (tcp_accept(fd, &end, peer)) {
			begin_conn(web, &end, peer, fd != event_get_fd(&cs->listeners[0]));
		} else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
			   errno == ENOMEM) {
			log_client(LOG_LEVEL_WARN, "accept_failed", "errno=%d", errno);
			for (unsigned k = 0; k < cs->listeners_len; k++)
				CHECK(event_del(&cs->listeners[k]) == 0);
			cs->accept_paused = true;
			return;
		} else if (errno == EAGAIN) {
			return;
		}
	}
}

/* ---- deadlines ---- */

static void
expire_list(struct link *list, int64_t now_ms, void (*act)(struct conn *c))
{
	while (!link_alone(list) && list->next->due_ms <= now_ms)
		act(CONN_OF(list->next));
}

static void
on_request_timeout(struct conn *c)
{
	if (c->in_len > 0)
		pages_refuse(c, 408);
	else
		conn_end(c);
}

static void
ping_websocket(struct conn *c)
{
	c->silent_periods++;
	c->stuck_periods = (uint8_t)(c->out != NULL ? c->stuck_periods + 1 : 0);
	if (c->silent_periods > 2 || c->stuck_periods > 2) {
		conn_end(c);
		return;
	}
	append_with_deadline(c, &c->web->conns.websockets, CONN_PING_S);
	if (c->out == NULL)
		conn_send(c, c->web->conns.ping_frame);
}

void
conns_tick(struct web *web, int64_t now_ms)
{
	struct conns *cs = &web->conns;

	expire_list(&cs->awaiting_request, now_ms, on_request_timeout);
	expire_list(&cs->awaiting_gammond, now_ms, pages_on_timeout);
	expire_list(&cs->sending_answer, now_ms, conn_end);
	expire_list(&cs->closing, now_ms, conn_end);
	for (unsigned i = 0; cs->accept_paused && i < cs->listeners_len; i++)
		if (event_add(&cs->listeners[i], NULL) != 0)
			return;
	cs->accept_paused = false;
}

bool
conns_ping_slice(struct web *web)
{
	struct link *list = &web->conns.websockets;
	const int64_t now_ms = net_mono_ms();
	unsigned left = CONN_SLICE;

	for (; left > 0 && !link_alone(list) && list->next->due_ms <= now_ms; left--)
		ping_websocket(CONN_OF(list->next));
	return left == 0;
}

bool
conns_listen(struct web *web, int fd)
{
	struct event *listener = &web->conns.listeners[web->conns.listeners_len++];

	return event_assign(
		   listener, web->base, fd, EV_READ | EV_PERSIST, on_acceptable, web) == 0 &&
	       event_add(listener, NULL) == 0;
}

bool
conns_begin(struct web *web, int fd)
{
	struct conns *cs = &web->conns;

	addresses_init(&cs->addresses);
	link_init(&cs->awaiting_request);
	link_init(&cs->awaiting_gammond);
	link_init(&cs->sending_answer);
	link_init(&cs->websockets);
	link_init(&cs->closing);
	link_init(&cs->dead);
	cs->ping_frame = frame_new_message(WEBSOCKET_PING, "", 0);
	return cs->ping_frame != NULL && conns_listen(web, fd);
}
