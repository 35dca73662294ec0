/* SPDX-License-Identifier: MIT */
/* gammonweb: serves the page on which matches can be watched and played, next to gammond.
 *
 * Exit status: 0 ended by a signal; 1 cannot start; 2 wrong arguments. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/event.h>
#include <sodium.h>

#include "base/version.h"
#include "net/net.h"
#include "net/transport.h"
#include "os/log.h"
#include "os/process.h"
#include "os/sandbox.h"

#include "client-web/web.h"

#define SEND_BUFFER 32768u /* of the kernel, for each connection */

static const char USAGE[] =
    "usage: gammonweb [OPTION]...\n"
    "  -a ADDRESS  numeric address to listen on (127.0.0.1)\n"
    "  -p PORT     TCP port (8080); 0 takes a free one, which is logged\n"
    "  -s SOCKET   the socket of gammond, its option front_socket\n"
    "  -n HOSTS    names by which browsers address the server, separated by commas\n"
    "              (localhost,127.0.0.1,[::1])\n"
    "  -t ADDRESSES  front ends whose X-Forwarded-For and X-Forwarded-Proto are believed\n"
    "  -c N        connections at the same time (10000)\n"
    "  -l N        of these, from one address (64)\n"
    "  -N NAME     name of the server, for titles (Gammond)\n"
    "  -u USER     user to become once the port is open\n"
    "  -V          version\n"
    "  -h          this text\n";

static struct web web;
static bool stopping;

/* ---- arguments ---- */

static bool
read_hosts(struct web_config *c, char *list)
{
	char *rest = list;

	c->hosts_len = 0;
	for (char *name; (name = strtok_r(rest, ",", &rest)) != NULL;) {
		if (c->hosts_len == WEB_HOSTS_MAX)
			return false;
		c->hosts[c->hosts_len++] = name;
	}
	return c->hosts_len > 0;
}

static bool
read_number(const char *text, unsigned most, unsigned *out)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || n > most)
		return false;
	*out = (unsigned)n;
	return true;
}

/* Returns -1 to go on, or the status to exit with. */
static int
read_arguments(struct web_config *c, int argc, char **argv, const char **user_out)
{
	static char hosts[] = "localhost,127.0.0.1,[::1]";
	bool ok = read_hosts(c, hosts);
	int option;

	c->address = "127.0.0.1";
	c->port = 8080;
	c->conns_max = 10000;
	c->per_address = 64;
	c->name = "Gammond";
	while (ok && (option = getopt(argc, argv, "a:p:s:n:t:c:l:N:u:Vh")) != -1) {
		switch (option) {
		case 'a':
			c->address = optarg;
			break;
		case 'p':
			ok = read_number(optarg, 65535, &c->port);
			break;
		case 's':
			c->socket = optarg;
			break;
		case 'n':
			ok = read_hosts(c, optarg);
			break;
		case 't':
			ok = networks_read(&c->trusted, optarg);
			break;
		case 'c':
			ok = read_number(optarg, 1000000, &c->conns_max);
			break;
		case 'l':
			ok = read_number(optarg, 1000000, &c->per_address);
			break;
		case 'N':
			c->name = optarg;
			ok = strlen(optarg) <= 60;
			break;
		case 'u':
			*user_out = optarg;
			break;
		case 'V':
			(void)puts("gammonweb " GAMMOND_VERSION);
			return 0;
		case 'h':
			(void)fputs(USAGE, stdout);
			return 0;
		default:
			ok = false;
		}
	}
	if (ok && optind == argc && c->socket != NULL)
		return -1;
	(void)fputs(USAGE, stderr);
	return 2;
}

/* ---- the loop ---- */

static void
on_signal(evutil_socket_t signal, short what, void *ctx)
{
	(void)signal;
	(void)what;
	(void)ctx;
	stopping = true;
}

static void
on_tick(evutil_socket_t unused, short what, void *ctx)
{
	const int64_t now = net_mono_ms();

	(void)unused;
	(void)what;
	(void)ctx;
	conns_tick(&web, now);
	stream_tick(&web, now);
}

static bool
add_events(struct event *end, struct event *interrupt, struct event *tick)
{
	const struct timeval second = { 1, 0 };

	return event_assign(end, web.base, SIGTERM, EV_SIGNAL | EV_PERSIST, on_signal, NULL) ==
		   0 &&
	       event_assign(
		   interrupt, web.base, SIGINT, EV_SIGNAL | EV_PERSIST, on_signal, NULL) == 0 &&
	       event_assign(tick, web.base, -1, EV_PERSIST, on_tick, NULL) == 0 &&
	       event_add(end, NULL) == 0 && event_add(interrupt, NULL) == 0 &&
	       event_add(tick, &second) == 0;
}

static void
serve(void)
{
	bool busy = false;

	while (!stopping) {
		CHECK(
		    event_base_loop(web.base, EVLOOP_ONCE | (busy ? EVLOOP_NONBLOCK : 0)) >= 0);
		busy = watch_slice(&web);
		conns_sweep(&web);
	}
}

int
main(int argc, char **argv)
{
	struct event end, interrupt, tick;
	const char *user = NULL;
	unsigned char key[16];
	struct sbuf error;
	char space[256];
	unsigned port;
	int fd, status = read_arguments(&web.config, argc, argv, &user);

	if (status >= 0)
		return status;
	SBUF_ON(&error, space);
	if (sodium_init() < 0)
		return 1;
	randombytes_buf(key, sizeof(key));
	table_set_key(key);
	process_raise_file_limit();
	fd = tcp_listen(web.config.address, web.config.port, SEND_BUFFER, &port);
	if (fd < 0) {
		(void)fprintf(stderr, "gammonweb: %s port %u: %s\n", web.config.address,
		    web.config.port, strerror(errno));
		return 1;
	}
	if (user != NULL && !process_become(user, &error)) {
		(void)fprintf(stderr, "gammonweb: %s\n", error.text);
		return 1;
	}
	web.base = event_base_new();
	watch_begin(&web);
	if (web.base == NULL || !pages_begin(&web) || !conns_begin(&web, fd) ||
	    !stream_begin(&web) || !add_events(&end, &interrupt, &tick)) {
		(void)fputs("gammonweb: out of memory\n", stderr);
		return 1;
	}
	process_forbid_core_dumps();
	sandbox_begin(NULL, 0, AF_UNIX, 0);
	sandbox_thread(SANDBOX_WEB);
	log_info("listening", "port=%u address=%s", port, web.config.address);
	serve();
	return 0; /* the system closes the connections */
}
