/* SPDX-License-Identifier: MIT */
/* See listeners.h. */
#include "daemon/listeners.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "os/log.h"

struct listen_setup {
	const struct config *config;
	const struct systemd *systemd;
	struct net *net;
	net_page_fn *write_page;
	void *page_ctx;
	bool dry_run; /* nothing is logged, and passed sockets are not touched */
};

static int
print_listen_error(const char *name)
{
	(void)fprintf(stderr, "gammond: cannot listen on the inherited socket '%s': %s\n", name,
	    strerror(errno));
	return -1;
}

/* Listens on the passed sockets of that name.  Returns their number, or -1 if a socket cannot
 * be used. */
static int
listen_on_passed_sockets(const struct listen_setup *s, const char *name, bool tls)
{
	unsigned port;
	int fd, n = 0;

	for (; (fd = systemd_socket(s->systemd, name, (unsigned)n)) >= 0; n++) {
		if (s->dry_run)
			continue;
		if (net_listen_on_socket(s->net, fd, tls, &port) != 0)
			return print_listen_error(name);
		log_info(
		    tls ? "listening_tls" : "listening", "port=%u address=handed_over", port);
	}
	return n;
}

static int
listen_on_addresses(const struct listen_setup *s, unsigned port, bool tls)
{
	char address[64];

	for (unsigned i = 0;
	     conf_nth_element(s->config->server_address, i, address, sizeof(address)); i++) {
		unsigned got;

		if ((tls ? net_listen_tls : net_listen)(s->net, address, port, &got) != 0) {
			(void)fprintf(stderr, "gammond: cannot listen on %s port %u: %s\n",
			    address, port, strerror(errno));
			return -1;
		}
		if (!s->dry_run)
			log_info(tls ? "listening_tls" : "listening", "port=%u address=%s", got,
			    address);
		if (port == 0)
			port = got; /* the other addresses use the same port */
	}
	return 0;
}

/* Listens on the passed sockets or, if there are none, as configured. */
static int
listen_cleartext(const struct listen_setup *s)
{
	int n = listen_on_passed_sockets(s, "clear", false);

	if (n != 0 || s->config->server_port == CONF_PORT_OFF)
		return n < 0 ? -1 : 0;
	return listen_on_addresses(s, s->config->server_port, false);
}

static int
listen_tls(const struct listen_setup *s)
{
	int n;

	if (s->config->server_tls_port == CONF_PORT_OFF)
		return 0;
	n = listen_on_passed_sockets(s, "tls", true);
	if (n != 0)
		return n < 0 ? -1 : 0;
	return listen_on_addresses(s, s->config->server_tls_port, true);
}

static int
listen_front_socket(const struct listen_setup *s)
{
	const char *path = s->config->server_front_socket;

	if (path[0] == '\0' || s->dry_run)
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
serve_metrics(const struct listen_setup *s)
{
	const char *list = s->config->metrics_address;
	unsigned port = s->config->metrics_port;
	char address[64];
	unsigned i = 0;
	int fd;

	for (; (fd = systemd_socket(s->systemd, "metrics", i)) >= 0; i++)
		if (!s->dry_run &&
		    net_serve_pages_on_socket(s->net, fd, s->write_page, s->page_ctx) != 0)
			return print_listen_error("metrics");
	if (i > 0 || port == 0)
		return 0;
	for (; conf_nth_element(list, i, address, sizeof(address)); i++) {
		if (net_serve_pages(s->net, address, port, s->write_page, s->page_ctx) != 0) {
			(void)fprintf(stderr,
			    "gammond: cannot serve metrics on %s port %u: %s\n", address, port,
			    strerror(errno));
			return -1;
		}
		if (!s->dry_run)
			log_info("metrics", "port=%u address=%s", port, address);
	}
	return 0;
}

static int
open_all_listeners(const struct listen_setup *s)
{
	return listen_cleartext(s) != 0 || listen_tls(s) != 0 || listen_front_socket(s) != 0
		   ? -1
		   : serve_metrics(s);
}

int
listeners_open(const struct config *config, const struct systemd *systemd, struct net *net,
    net_page_fn *write_page, void *page_ctx)
{
	const struct listen_setup to = { config, systemd, net, write_page, page_ctx, false };

	return open_all_listeners(&to);
}

int
listeners_try(const struct config *config, const struct systemd *systemd, struct net *net)
{
	const struct listen_setup to = { config, systemd, net, NULL, NULL, true };

	return open_all_listeners(&to);
}
