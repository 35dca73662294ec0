/* SPDX-License-Identifier: MIT */
/* See http.h.  libevent's evhttp on the loop of the net. */
#include "net/http.h"

#include <stdlib.h>

#include <event2/buffer.h>
#include <event2/http.h>

#include "net/conn.h"

#define PAGE_BYTES 65536u
#define TIMEOUT_S 5
#define HEADERS_MAX 4096

struct http {
	struct evhttp *server;
	net_page_fn *fn;
	void *ctx;
	char page[PAGE_BYTES];
};

static void
on_request(struct evhttp_request *request, void *ctx)
{
	struct http *h = ctx;
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	struct evbuffer *body = evhttp_request_get_output_buffer(request);
	const char *path = evhttp_uri_get_path(evhttp_request_get_evhttp_uri(request));
	struct sbuf page;
	int status;

	SBUF_ON(&page, h->page);
	status = h->fn(h->ctx, path != NULL ? path : "", &page);
	CHECK(sbuf_ok(&page));
	if (evhttp_add_header(headers, "Content-Type", "text/plain; version=0.0.4") != 0 ||
	    evbuffer_add(body, h->page, page.len) != 0)
		status = HTTP_INTERNAL;
	evhttp_send_reply(request, status, NULL, NULL);
}

static struct http *
http_new(struct net *net)
{
	struct http *h = calloc(1, sizeof(*h));

	if (h == NULL || (h->server = evhttp_new(net->base)) == NULL) {
		free(h);
		return NULL;
	}
	evhttp_set_allowed_methods(h->server, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD);
	evhttp_set_timeout(h->server, TIMEOUT_S);
	evhttp_set_max_headers_size(h->server, HEADERS_MAX);
	evhttp_set_max_body_size(h->server, 0);
	evhttp_set_gencb(h->server, on_request, h);
	return h;
}

static struct evhttp *
pages(struct net *net, net_page_fn *fn, void *ctx)
{
	if (net->http == NULL)
		net->http = http_new(net);
	if (net->http == NULL)
		return NULL;
	net->http->fn = fn;
	net->http->ctx = ctx;
	return net->http->server;
}

int
net_serve_pages(struct net *net, const char *address, unsigned port, net_page_fn *fn, void *ctx)
{
	struct evhttp *server = pages(net, fn, ctx);

	return server != NULL ? evhttp_bind_socket(server, address, (uint16_t)port) : -1;
}

int
net_serve_pages_on(struct net *net, int fd, net_page_fn *fn, void *ctx)
{
	struct evhttp *server = pages(net, fn, ctx);
	unsigned port;

	if (server == NULL || tcp_adopt(fd, net->config.sndbuf, &port) != 0)
		return -1;
	return evhttp_accept_socket(server, fd);
}

static void
give_socket(struct evhttp_bound_socket *socket, void *ctx)
{
	int fd = evhttp_bound_socket_get_fd(socket);

	if (pack_more(ctx, true))
		pack_fd(ctx, &fd);
}

void
net_pages_carry(struct net *net, struct pack *p, net_page_fn *fn, void *ctx)
{
	if (!p->reading && net->http != NULL)
		evhttp_foreach_bound_socket(net->http->server, give_socket, p);
	while (pack_more(p, false)) {
		int fd = -1;

		pack_fd(p, &fd);
		p->bad = p->bad || net_serve_pages_on(net, fd, fn, ctx) != 0;
	}
}

void
http_free(struct net *net)
{
	if (net->http == NULL)
		return;
	evhttp_free(net->http->server);
	free(net->http);
	net->http = NULL;
}
