/* SPDX-License-Identifier: MIT */
/* See http.h.  A connection is closed after one request, so a single time limit covers all of
 * it. */
#include "net/http.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/bufferevent.h>

#include "os/log.h"
#include "net/conn.h"

#define PAGE_BYTES_MAX 65536u
#define LISTENERS_MAX 16u
#define REQUEST_BYTES_MAX 4096u

struct client {
	struct http *http;
	struct link link; /* oldest first; due_ms: the time limit */
	struct bufferevent *stream;
	bool answered;
	bool peer_ended; /* the peer has shut down its side */
};

struct http {
	struct net *net;
	net_page_fn *fn;
	void *ctx;
	struct event listeners[LISTENERS_MAX];
	unsigned listeners_len;
	int64_t resume_accepting_ms; /* when the listening sockets are watched again; 0: they
			      are watched now */
	struct link clients;
	unsigned clients_len;
	char page[PAGE_BYTES_MAX];
};

#define CLIENT_OF(link_ptr) LINK_OWNER(link_ptr, struct client, link)

/* ---- clients ---- */

static void
client_end(struct client *g)
{
	bufferevent_free(g->stream); /* closes the socket */
	link_remove(&g->link);
	g->http->clients_len--;
	free(g);
}

static const char *
status_reason(int status)
{
	switch (status) {
	case 200:
		return "OK";
	case 400:
		return "Bad Request";
	case 404:
		return "Not Found";
	case 431:
		return "Request Header Fields Too Large";
	case 501:
		return "Not Implemented";
	default:
		return "Service Unavailable";
	}
}

/* Writes the page that the request line asks for.  Modifies the line.  Returns the HTTP status.
 */
static int
serve_request_line(const struct http *h, char *line, bool *body_out, struct sbuf *page)
{
	char *path = strchr(line, ' ');
	const char *version = path != NULL ? strchr(path + 1, ' ') : NULL;

	if (version == NULL || strncmp(version, " HTTP/1.", 8) != 0)
		return 400;
	*path++ = '\0';
	path[strcspn(path, " ?")] = '\0';
	*body_out = strcmp(line, "HEAD") != 0;
	if (*body_out && strcmp(line, "GET") != 0)
		return 501;
	return h->fn(h->ctx, path, page);
}

static void
send_answer(struct client *g, char *line)
{
	struct http *h = g->http;
	struct evbuffer *out = bufferevent_get_output(g->stream);
	bool body = true;
	struct sbuf page;
	int status;

	SBUF_INIT(&page, h->page);
	status = line != NULL ? serve_request_line(h, line, &body, &page) : 431;
	CHECK(sbuf_ok(&page));
	g->answered = true;
	if (evbuffer_add_printf(out,
		"HTTP/1.1 %d %s\r\nContent-Type: text/plain; version=0.0.4\r\n"
		"Content-Length: %zu\r\nConnection: close\r\n\r\n",
		status, status_reason(status), page.len) < 0 ||
	    (body && evbuffer_add(out, h->page, page.len) != 0))
		client_end(g);
}

static void
on_read(struct bufferevent *stream, void *ctx)
{
	struct client *g = ctx;
	struct evbuffer *in = bufferevent_get_input(stream);

	if (!g->answered && evbuffer_search(in, "\r\n\r\n", 4, NULL).pos >= 0) {
		char *line = evbuffer_readln(in, NULL, EVBUFFER_EOL_CRLF_STRICT);

		(void)evbuffer_drain(in, evbuffer_get_length(in));
		send_answer(g, line);
		free(line);
	} else if (g->answered) {
		(void)evbuffer_drain(in, evbuffer_get_length(in));
	} else if (evbuffer_get_length(in) >= REQUEST_BYTES_MAX) {
		(void)evbuffer_drain(in, evbuffer_get_length(in));
		send_answer(g, NULL);
	}
}

/* After the answer, reads until the peer closes too: closing with unread data causes a reset,
 * which could overtake the answer. */
static void
on_written(struct bufferevent *stream, void *ctx)
{
	struct client *g = ctx;

	if (g->peer_ended)
		client_end(g);
	else
		(void)shutdown(bufferevent_getfd(stream), SHUT_WR);
}

static void
on_event(struct bufferevent *stream, short what, void *ctx)
{
	struct client *g = ctx;

	g->peer_ended = (what & BEV_EVENT_EOF) != 0;
	if (!g->peer_ended || evbuffer_get_length(bufferevent_get_output(stream)) == 0)
		client_end(g);
}

/* Begins to serve a client.  Takes over the socket, which is closed on failure. */
static void
client_begin(struct http *h, int fd)
{
	struct client *g = calloc(1, sizeof(*g));

	if (g == NULL || (g->stream = bufferevent_socket_new(
			      h->net->base, fd, BEV_OPT_CLOSE_ON_FREE)) == NULL) {
		free(g);
		(void)close(fd);
		return;
	}
	g->http = h;
	link_init(&g->link);
	g->link.due_ms = net_mono_ms() + HTTP_CLIENT_TIMEOUT_S * 1000;
	link_append(&h->clients, &g->link);
	if (++h->clients_len > HTTP_CLIENTS_MAX)
		client_end(CLIENT_OF(h->clients.next));
	bufferevent_setcb(g->stream, on_read, on_written, on_event, g);
	if (bufferevent_enable(g->stream, EV_READ) != 0)
		client_end(g);
}

/* ---- listening ---- */

static void
pause_accepting(struct http *h)
{
	for (unsigned i = 0; i < h->listeners_len; i++)
		CHECK(event_del(&h->listeners[i]) == 0);
	h->resume_accepting_ms = net_mono_ms() + LISTEN_PAUSE_MS;
}

/* Accepts a limited number of clients per turn; the next turn follows at once if more are
 * waiting. */
static void
on_acceptable(evutil_socket_t fd, short what, void *ctx)
{
	struct http *h = ctx;
	char peer[TCP_ADDRESS_MAX];
	struct endpoint end;

	(void)what;
	for (unsigned n = 0; n < HTTP_CLIENTS_MAX; n++) {
		if (tcp_accept(fd, &end, peer)) {
			client_begin(h, end.fd);
		} else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
			   errno == ENOMEM) {
			log_client(LOG_LEVEL_WARN, "accept_failed", "errno=%d", errno);
			pause_accepting(h);
			return;
		} else if (errno == EAGAIN) {
			return;
		}
	}
}

int64_t
http_deadline(const struct net *net)
{
	const struct http *h = net->http;
	int64_t at =
	    h != NULL && h->resume_accepting_ms != 0 ? h->resume_accepting_ms : INT64_MAX;

	if (h == NULL || link_alone(&h->clients) || h->clients.next->due_ms > at)
		return at;
	return h->clients.next->due_ms;
}

void
http_tick(struct net *net, int64_t now)
{
	struct http *h = net->http;

	if (h == NULL)
		return;
	while (!link_alone(&h->clients) && h->clients.next->due_ms <= now)
		client_end(CLIENT_OF(h->clients.next));
	if (h->resume_accepting_ms == 0 || h->resume_accepting_ms > now)
		return;
	h->resume_accepting_ms = 0;
	for (unsigned i = 0; h->resume_accepting_ms == 0 && i < h->listeners_len; i++)
		if (event_add(&h->listeners[i], NULL) != 0) {
			log_client(LOG_LEVEL_WARN, "accept_failed", "errno=%d", errno);
			pause_accepting(h);
		}
}

static struct http *
http_new(struct net *net)
{
	struct http *h = calloc(1, sizeof(*h));

	if (h == NULL)
		return NULL;
	h->net = net;
	link_init(&h->clients);
	return h;
}

static struct http *
http_with_page_fn(struct net *net, net_page_fn *fn, void *ctx)
{
	if (net->http == NULL)
		net->http = http_new(net);
	if (net->http == NULL)
		return NULL;
	net->http->fn = fn;
	net->http->ctx = ctx;
	return net->http;
}

/* Adds a listening socket, which is closed on failure. */
static int
listen_on_socket(struct http *h, int fd)
{
	struct event *event = h != NULL ? &h->listeners[h->listeners_len] : NULL;

	if (h != NULL && h->listeners_len < LISTENERS_MAX &&
	    event_assign(event, h->net->base, fd, EV_READ | EV_PERSIST, on_acceptable, h) ==
		0 &&
	    event_add(event, NULL) == 0) {
		h->listeners_len++;
		return 0;
	}
	(void)close(fd);
	errno = ENOMEM;
	return -1;
}

int
net_serve_pages(struct net *net, const char *address, unsigned port, net_page_fn *fn, void *ctx)
{
	int fd = tcp_listen(address, port, net->config.sndbuf, &port);

	return fd < 0 ? -1 : listen_on_socket(http_with_page_fn(net, fn, ctx), fd);
}

int
net_serve_pages_on_socket(struct net *net, int fd, net_page_fn *fn, void *ctx)
{
	unsigned port;

	if (tcp_adopt(fd, net->config.sndbuf, &port) != 0)
		return -1;
	return listen_on_socket(http_with_page_fn(net, fn, ctx), fd);
}

void
net_pages_hand_over(struct net *net, struct pack *p, net_page_fn *fn, void *ctx)
{
	unsigned n = !p->reading && net->http != NULL ? net->http->listeners_len : 0;

	for (unsigned i = 0; pack_begin_part(p, 1, i < n); i++) {
		int fd = p->reading ? -1 : event_get_fd(&net->http->listeners[i]);

		pack_fd(p, 1, &fd);
		pack_end_part(p);
		if (p->reading)
			p->bad = p->bad || net_serve_pages_on_socket(net, fd, fn, ctx) != 0;
	}
}

void
http_free(struct net *net)
{
	struct http *h = net->http;

	if (h == NULL)
		return;
	net->http = NULL;
	while (!link_alone(&h->clients))
		client_end(CLIENT_OF(h->clients.next));
	pause_accepting(h);
	for (unsigned i = 0; i < h->listeners_len; i++)
		(void)close(event_get_fd(&h->listeners[i]));
	free(h);
}
