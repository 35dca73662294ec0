/* SPDX-License-Identifier: MIT */
/* gammon: a small client.  One loop over keyboard and connection; see input.h and link.h. */
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input.h"
#include "link.h"

#define GAMMON_VERSION "0.1.0"

enum { /* exit status */
	STATUS_OK,
	STATUS_CONNECTION,
	STATUS_USAGE,
};

struct client {
	struct link link;
	struct input *input;
	bool typing; /* standard input has not ended */
	bool failed; /* errno says why */
};

static volatile sig_atomic_t stop_asked;
static volatile sig_atomic_t resized;

static void
on_stop(int signo)
{
	(void)signo;
	stop_asked = 1;
}

static void
on_resize(int signo)
{
	(void)signo;
	resized = 1;
}

static void
usage(FILE *to)
{
	(void)fprintf(to,
	    "usage: gammon [-hV] [HOST [PORT]]\n"
	    "  HOST  name or address of the server (localhost)\n"
	    "  PORT  its port (4321)\n"
	    "  -h    this text\n"
	    "  -V    the version\n");
}

static void
signals_set(void)
{
	struct sigaction action = { .sa_handler = on_stop };

	(void)sigemptyset(&action.sa_mask);
	(void)sigaction(SIGINT, &action, NULL);
	(void)sigaction(SIGTERM, &action, NULL);
	(void)sigaction(SIGHUP, &action, NULL);
	action.sa_handler = on_resize;
	(void)sigaction(SIGWINCH, &action, NULL);
	action.sa_handler = SIG_IGN;
	(void)sigaction(SIGPIPE, &action, NULL);
}

static void
line_typed(void *ctx, const char *text, size_t n)
{
	struct client *c = ctx;

	if (link_line(&c->link, text, n) != 0)
		c->failed = true;
}

/* False when the server has closed, or it cannot go on. */
static bool
server_read(struct client *c)
{
	char text[LINK_READ_MAX];
	long n = link_read(&c->link, text);

	if (n < 0) {
		c->failed = errno != 0;
		return false;
	}
	/* What came with the change of the option is shown first: the prompt of the password, or its end. */
	if (!input_show(c->input, text, (size_t)n)) {
		c->failed = true;
		return false;
	}
	input_secret(c->input, c->link.telnet.echo);
	return true;
}

/* Waits and handles what has come; false at the end. */
static bool
pass(struct client *c)
{
	struct pollfd fds[2] = {
		{ .fd = c->link.fd, .events = POLLIN },
		{ .fd = c->typing && c->link.out_len < LINK_OUT_ENOUGH ? STDIN_FILENO : -1, .events = POLLIN },
	};

	if (c->link.out_len > 0)
		fds[0].events |= POLLOUT;
	if (poll(fds, 2, -1) < 0) {
		c->failed = errno != EINTR;
		return !c->failed;
	}
	if (fds[0].revents & (POLLIN | POLLHUP | POLLERR) && !server_read(c))
		return false;
	if (fds[1].revents != 0 && !input_read(c->input)) {
		c->typing = false;
		link_end(&c->link);
	}
	if (link_send(&c->link) != 0)
		c->failed = true;
	return !c->failed;
}

static int
run(struct client *c)
{
	int error;

	errno = 0;
	while (stop_asked == 0 && pass(c)) {
		if (resized != 0) {
			resized = 0;
			input_resized(c->input);
		}
	}
	error = errno;
	input_close(&c->input);
	if (c->failed) {
		(void)fprintf(stderr, "gammon: the connection is broken: %s\n", strerror(error));
		return STATUS_CONNECTION;
	}
	if (stop_asked != 0)
		(void)fprintf(stderr, "gammon: stopped\n");
	else if (isatty(STDERR_FILENO))
		(void)fprintf(stderr, "gammon: the server has closed the connection\n");
	return STATUS_OK;
}

int
main(int argc, char **argv)
{
	struct client c = { .typing = true };
	char error[256];
	int option;
	int status;

	(void)setlocale(LC_ALL, "");
	while ((option = getopt(argc, argv, "hV")) != -1) {
		if (option == 'V') {
			(void)printf("gammon %s\n", GAMMON_VERSION);
			return STATUS_OK;
		}
		usage(option == 'h' ? stdout : stderr);
		return option == 'h' ? STATUS_OK : STATUS_USAGE;
	}
	if (argc - optind > 2) {
		usage(stderr);
		return STATUS_USAGE;
	}
	signals_set();
	if (link_open(&c.link, argc > optind ? argv[optind] : "localhost",
	        argc > optind + 1 ? argv[optind + 1] : "4321", error, sizeof(error)) != 0) {
		(void)fprintf(stderr, "gammon: %s\n", error);
		return STATUS_CONNECTION;
	}
	c.input = input_open(line_typed, &c);
	if (c.input == NULL) {
		(void)fprintf(stderr, "gammon: the terminal cannot be used\n");
		link_close(&c.link);
		return STATUS_CONNECTION;
	}
	status = run(&c);
	link_close(&c.link);
	return status;
}
