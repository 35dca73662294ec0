/* SPDX-License-Identifier: MIT */
/* gammonweb: serves a page on which the matches of a gammond can be watched.
 *
 * Exit status: 0 ended by a signal; 1 cannot start; 2 wrong arguments or configuration. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>
#include <sodium.h>

#include "base/version.h"
#include "config/conf.h"
#include "net/net.h"
#include "net/transport.h"
#include "os/log.h"
#include "os/process.h"
#include "os/sandbox.h"
#include "os/systemd.h"

#include "client-web/web.h"

#define PAUSE_NS 20000           /* nanoseconds without work between two slices */
#define SEND_BUFFER_BYTES 32768u /* bytes that the kernel buffers for each connection */

static const char USAGE[] = "usage: gammonweb [-c FILE] [-p PORT] [-V] [-h]\n"
			    "  -c FILE  configuration file, the same as gammond's\n"
			    "  -p PORT  TCP port; 0 takes a free one, which is logged\n"
			    "  -V       version (also --version)\n"
			    "  -h       this text (also --help)\n";

static struct config config;
static struct web web;
static bool stopping;

/* ---- arguments ---- */

/* Returns -1 to continue, or the status to exit with. */
static int
read_arguments(int argc, char **argv, const char **file_out, const char **port_out)
{
	const char *word = argc == 2 ? argv[1] : "";
	int option = strcmp(word, "--help") == 0      ? 'h'
		     : strcmp(word, "--version") == 0 ? 'V'
						      : getopt(argc, argv, "c:p:Vh");

	for (; option != -1; option = getopt(argc, argv, "c:p:Vh")) {
		switch (option) {
		case 'c':
			*file_out = optarg;
			break;
		case 'p':
			*port_out = optarg;
			break;
		case 'V':
			(void)puts("gammonweb " GAMMOND_VERSION);
			return 0;
		case 'h':
			(void)fputs(USAGE, stdout);
			return 0;
		default:
			(void)fputs(USAGE, stderr);
			return 2;
		}
	}
	if (optind == argc)
		return -1;
	(void)fputs(USAGE, stderr);
	return 2;
}

/* Reads the configuration.  Returns false and sets `error` if it cannot be used. */
static bool
configure(struct web_config *c, const char *file, const char *port, struct sbuf *error)
{
	static char hosts[WEB_HOSTS_MAX][WEB_HOST_MAX];
	char more[CONF_TEXT_MAX];

	conf_default(&config);
	if ((file != NULL && conf_load(file, &config, error) != 0) ||
	    (port != NULL && conf_set(&config, "web", "port", port, error) != 0))
		return false;
	*c = (struct web_config){
		.address = config.web_address,
		.port = config.web_port,
		.gammond_socket = config.server_front_socket,
		.trusted_front_ends = config.web_proxy_from,
		.conns_max = config.web_slots,
		.conns_per_address = config.web_per_address,
		.server_name = config.server_name,
		.metrics_port = config.web_metrics_port,
	};
	while (c->allowed_hosts_len < WEB_HOSTS_MAX &&
	       conf_nth_element(config.web_hosts, c->allowed_hosts_len,
		   hosts[c->allowed_hosts_len], WEB_HOST_MAX)) {
		c->allowed_hosts[c->allowed_hosts_len] = hosts[c->allowed_hosts_len];
		c->allowed_hosts_len++;
	}
	if (config.server_front_socket[0] == '\0')
		sbuf_add(error, "front_socket in [server] is empty");
	else if (c->allowed_hosts_len == 0 ||
		 conf_nth_element(config.web_hosts, c->allowed_hosts_len, more, sizeof(more)))
		sbuf_addf(error, "hosts in [web] must be 1 to %u names of at most %u bytes",
		    WEB_HOSTS_MAX, WEB_HOST_MAX - 1);
	return error->len == 0;
}

/* Returns a listening socket, or -1 after reporting the reason. */
static int
listen_on(const char *address, unsigned port, unsigned *port_out)
{
	int fd = tcp_listen(address, port, SEND_BUFFER_BYTES, port_out);

	if (fd < 0)
		(void)fprintf(
		    stderr, "gammonweb: %s port %u: %s\n", address, port, strerror(errno));
	return fd;
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
	watch_tick(&web);
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

/* Lets gammond run, which may share a processor with this process.  process_give_way alone is
 * not enough everywhere: Linux might make gammond wait up to 10 ms, until the next timer
 * interrupt. sched_yield only affects processes of the same control group. */
static void
pause_briefly(void)
{
	const struct timespec moment = { 0, PAUSE_NS };

	(void)nanosleep(&moment, NULL);
}

static void
serve(void)
{
	bool busy = false;

	while (!stopping) {
		if (busy)
			pause_briefly();
		CHECK(
		    event_base_loop(web.base, EVLOOP_ONCE | (busy ? EVLOOP_NONBLOCK : 0)) >= 0);
		busy = event_base_got_break(web.base);
		busy = watch_send_slice(&web) || busy;
		busy = conns_ping_slice(&web) || busy;
		busy = images_draw_slice(&web) || busy;
		conns_free_dead(&web);
	}
}

int
main(int argc, char **argv)
{
	struct event end, interrupt, tick;
	const char *file = NULL, *port_text = NULL;
	unsigned char key[16];
	struct systemd manager;
	struct sbuf error;
	char space[512];
	unsigned port, metrics_port;
	int fd, metrics_fd = -1, status = read_arguments(argc, argv, &file, &port_text);

	if (status >= 0)
		return status;
	SBUF_INIT(&error, space);
	if (!configure(&web.config, file, port_text, &error)) {
		(void)fprintf(stderr, "gammonweb: %s\n", error.text);
		return 2;
	}
	if (sodium_init() < 0)
		return 1;
	randombytes_buf(key, sizeof(key));
	table_set_hash_key(key);
	process_raise_file_limit();
	web.memory_fd = process_memory_open();
	fd = listen_on(web.config.address, web.config.port, &port);
	if (web.config.metrics_port != 0)
		metrics_fd = listen_on("127.0.0.1", web.config.metrics_port, &metrics_port);
	if (fd < 0 || (web.config.metrics_port != 0 && metrics_fd < 0))
		return 1;
	if (geteuid() == 0 && config.web_user[0] != '\0' &&
	    !process_become_user(config.web_user, &error)) {
		(void)fprintf(stderr, "gammonweb: %s\n", error.text);
		return 1;
	}
	web.base = event_base_new();
	watch_begin(&web);
	link_init(&web.images.requests);
	if (web.base == NULL || !pages_begin(&web) || !conns_begin(&web, fd) ||
	    (metrics_fd >= 0 && !conns_listen(&web, metrics_fd)) ||
	    !stream_connect_to_gammond(&web) || !add_events(&end, &interrupt, &tick)) {
		(void)fputs("gammonweb: out of memory\n", stderr);
		return 1;
	}
	(void)signal(SIGPIPE, SIG_IGN);
	process_wake_on_time(); /* for pause_briefly */
	process_give_way();
	process_forbid_core_dumps();
	systemd_open(&manager);
	if (config.server_sandbox)
		sandbox_begin(NULL, 0, AF_UNIX, 0);
	sandbox_enter_thread(SANDBOX_WEB);
	log_info("listening", "port=%u address=%s", port, web.config.address);
	systemd_notify(&manager, "READY=1");
	serve();
	systemd_notify(&manager, "STOPPING=1");
	return 0; /* the system closes the connections */
}
