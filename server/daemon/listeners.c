/* SPDX-License-Identifier: MIT */
/* See listeners.h. */
#include "daemon/listeners.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "os/log.h"

struct listening_to {
	const struct config *config;
	const struct systemd *systemd;
	struct net *net;
	net_page_fn *page;
	void *page_ctx;
	bool trial; /* nothing is logged, and passed sockets are not touched */
};

static int
cannot_listen(const char *name)
{
	(void)fprintf(stderr, "gammond: cannot listen on the inherited socket '%s': %s\n", name,
	    strerror(errno));
	return -1;
}

/* Listens on the passed sockets of that name.  Returns their number, or -1 if a socket cannot
 * be used. */
static int
listen_handed_over(const struct listening_to *s, const char *name, bool tls)
{
	unsigned port;
	int fd, n = 0;

	for (; (fd = systemd_socket(s->systemd, name, (unsigned)n)) >= 0; n++) {
		if (s->trial)
			continue;
		if (net_listen_on(s->net, fd, tls, &port) != 0)
			return cannot_listen(name);
		log_info(
		    tls ? "listening_tls" : "listening", "port=%u address=handed_over", port);
	}
	return n;
}

static int
listen_all(const struct listening_to *s, unsigned port, bool tls)
{
	char address[64];

	for (unsigned i = 0;
	     conf_element(s->config->server_address, i, address, sizeof(address)); i++) {
		unsigned got;

		if ((tls ? net_listen_tls : net_listen)(s->net, address, port, &got) != 0) {
			(void)fprintf(stderr, "gammond: cannot listen on %s port %u: %s\n",
			    address, port, strerror(errno));
			return -1;
		}
		if (!s->trial)
			log_info(tls ? "listening_tls" : "listening", "port=%u address=%s", got,
			    address);
		if (port == 0)
			port = got; /* the other addresses use the same port */
	}
	return 0;
}

/* Listens on the passed sockets or, if there are none, as configured. */
static int
listen_clear(const struct listening_to *s)
{
	int n = listen_handed_over(s, "clear", false);

	if (n != 0 || s->config->server_port == CONF_PORT_OFF)
		return n < 0 ? -1 : 0;
	return listen_all(s, s->config->server_port, false);
}

static int
listen_tls(const struct listening_to *s)
{
	int n;

	if (s->config->server_tls_port == CONF_PORT_OFF)
		return 0;
	n = listen_handed_over(s, "tls", true);
	if (n != 0)
		return n < 0 ? -1 : 0;
	return listen_all(s, s->config->server_tls_port, true);
}

static int
listen_front(const struct listening_to *s)
{
	const char *path = s->config->server_front_socket;

	if (path[0] == '\0' || s->trial)
		return 0;
	if (net_listen_front(s->net, path) == 0) {
		log_info("listening_front", "path=%s", path);
		return 0;
	}
	(void)fprintf(stderr, "gammond: cannot listen on %s: %s\n", path, strerror(errno));
	return -1;
}

/* Serves the monitoring pages, if a port is configured or a socket passed. */
static int
serve_metrics(const struct listening_to *s)
{
	const char *list = s->config->metrics_address;
	unsigned port = s->config->metrics_port;
	char address[64];
	unsigned i = 0;
	int fd;

	for (; (fd = systemd_socket(s->systemd, "metrics", i)) >= 0; i++)
		if (!s->trial && net_serve_pages_on(s->net, fd, s->page, s->page_ctx) != 0)
			return cannot_listen("metrics");
	if (i > 0 || port == 0)
		return 0;
	for (; conf_element(list, i, address, sizeof(address)); i++) {
		if (net_serve_pages(s->net, address, port, s->page, s->page_ctx) != 0) {
			(void)fprintf(stderr,
			    "gammond: cannot serve metrics on %s port %u: %s\n", address, port,
			    strerror(errno));
			return -1;
		}
		if (!s->trial)
			log_info("metrics", "port=%u address=%s", port, address);
	}
	return 0;
}

static int
listen_to(const struct listening_to *s)
{
	return listen_clear(s) != 0 || listen_tls(s) != 0 || listen_front(s) != 0
		   ? -1
		   : serve_metrics(s);
}

int
listeners_open(const struct config *config, const struct systemd *systemd, struct net *net,
    net_page_fn *page, void *page_ctx)
{
	const struct listening_to to = { config, systemd, net, page, page_ctx, false };

	return listen_to(&to);
}

int
listeners_try(const struct config *config, const struct systemd *systemd, struct net *net)
{
	const struct listening_to to = { config, systemd, net, NULL, NULL, true };

	return listen_to(&to);
}
