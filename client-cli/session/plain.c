/* SPDX-License-Identifier: MIT */
/* The line client: see plain.h.  One loop over keyboard and connection; see input.h and
 * connection.h.
 *
 * When the connection is lost and there is a token (reconnect.h), the client reconnects
 * automatically: it tries repeatedly, with increasing delays, until it succeeds, is refused, or
 * reaches TRIES_MAX.  The keyboard is served during that time. */
#include "plain.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "client-cli/net/connection.h"
#include "client-cli/net/reconnect.h"
#include "client-cli/ui/input.h"

#define TRIES_MAX 20u /* at least eight minutes */
#define WAIT_MOST_S 30
#define ANSWER_MS 30000 /* time for the server to answer a token */

struct client {
	const char *host, *port;
	struct trust *trust; /* NULL: no encryption */
	struct connection link;
	struct reconnect reconnect;
	bool unsent; /* a line was typed without a connection */
	struct input *input;
	bool typing; /* standard input is still open */
	bool failed; /* an error has ended the session; errno has the reason */
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

static bool
is_connected(const struct client *c)
{
	return c->link.fd >= 0;
}

/* Opens the connection with SIGWINCH blocked, because the signal would interrupt connecting and
 * the user's answer to a question. */
static int
open_link(struct client *c, char *text, size_t size)
{
	sigset_t resize, before;
	int failed;

	(void)sigemptyset(&resize);
	(void)sigaddset(&resize, SIGWINCH);
	(void)sigprocmask(SIG_BLOCK, &resize, &before);
	failed = connection_open(&c->link, c->host, c->port, c->trust, text, size);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	return failed;
}

static void
line_typed(void *ctx, const char *text, size_t n)
{
	struct client *c = ctx;

	if (!is_connected(c)) {
		c->unsent = true;
		return;
	}
	reconnect_typed(&c->reconnect, text, n);
	if (connection_line(&c->link, text, n) != 0)
		c->failed = true;
}

/* Shows a message of this program among the server's lines. */
static void print_notice(struct client *c, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void
print_notice(struct client *c, const char *fmt, ...)
{
	char text[CONNECTION_TEXT_MAX + 20] = "\ngammon: ";
	size_t n = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text + n, sizeof(text) - n - 1, fmt, ap);
	va_end(ap);
	n = strlen(text);
	text[n++] = '\n';
	if (!input_show(c->input, text, n))
		c->failed = true;
}

static void
keyboard_read(struct client *c)
{
	if (!input_read(c->input)) {
		c->typing = false;
		if (is_connected(c))
			connection_end(&c->link);
	}
	if (!c->unsent)
		return;
	c->unsent = false;
	print_notice(c, "not connected; that line was not sent");
}

/* ---- conversation ---- */

/* Acts on what a line from the server means for reconnecting.  Returns false if the connection
 * must be closed. */
static bool
handle_answer(struct client *c, enum reconnect_answer answer)
{
	switch (answer) {
	case RECONNECT_REQUEST_TOKEN:
		return connection_line(&c->link, RECONNECT_TOKEN_COMMAND,
			   strlen(RECONNECT_TOKEN_COMMAND)) == 0;
	case RECONNECT_TOKEN_ACCEPTED:
		print_notice(c, "reconnected");
		return true;
	case RECONNECT_TOKEN_REFUSED:
		print_notice(c, "the server asks for your name and password");
		return true;
	case RECONNECT_RETRY_LATER:
		return false;
	case RECONNECT_NONE:
		break;
	}
	return true;
}

/* Reads the server's text and shows it.  Returns false if the connection has been closed by the
 * server or must be closed. */
static bool
server_read(struct client *c)
{
	char text[CONNECTION_READ_MAX];
	char shown[CONNECTION_READ_MAX + RECONNECT_LINE_MAX];
	long n = connection_read(&c->link, text);
	enum reconnect_answer answer;
	size_t len;

	if (n < 0) {
		c->failed = errno != 0;
		return false;
	}
	answer = reconnect_receive(&c->reconnect, text, (size_t)n, shown, &len);
	if (!handle_answer(c, answer)) /* handle_answer() prints its message above the prompt
				  that arrived with the answer */
		return false;
	/* text received together with a change to the ECHO option is shown before the change
	 * takes effect: that text is the password prompt, or the end of its line */
	if (!input_show(c->input, shown, len)) {
		c->failed = true;
		return false;
	}
	input_secret(c->input, c->link.telnet.echo);
	return true;
}

/* Waits up to timeout_ms (-1: without limit) and handles all events.  Returns false if the
 * connection has been closed or must be closed, or on an error. */
static bool
handle_events(struct client *c, int timeout_ms)
{
	struct pollfd fds[2] = {
		{ .fd = c->link.fd, .events = POLLIN },
		{ .fd = c->typing && c->link.out_len < CONNECTION_OUT_ENOUGH ? STDIN_FILENO
									     : -1,
		    .events = POLLIN },
	};

	if (is_connected(c) && connection_holds(&c->link))
		timeout_ms = 0;
	if (is_connected(c) && connection_window(&c->link) != 0) {
		c->failed = true;
		return false;
	}
	if (c->link.out_len > 0)
		fds[0].events |= POLLOUT;
	if (poll(fds, 2, timeout_ms) < 0) {
		c->failed = errno != EINTR;
		return !c->failed;
	}
	if (((fds[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0 ||
		connection_holds(&c->link)) &&
	    !server_read(c))
		return false;
	if (fds[1].revents != 0)
		keyboard_read(c);
	if (is_connected(c) && connection_send(&c->link) != 0)
		c->failed = true;
	return !c->failed;
}

static void
window(struct client *c)
{
	if (resized == 0)
		return;
	resized = 0;
	input_resized(c->input);
}

/* ---- reconnecting ---- */

static int64_t
now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Returns true unless the user has ended the program. */
static bool
goes_on(const struct client *c)
{
	return stop_asked == 0 && c->typing;
}

/* Waits while serving the keyboard.  Returns false if the user ends the program. */
static bool
wait_for(struct client *c, int seconds)
{
	int64_t until = now_ms() + (int64_t)seconds * 1000;

	for (int64_t left = until - now_ms(); left > 0 && goes_on(c); left = until - now_ms()) {
		if (!handle_events(c, (int)left))
			return false;
		window(c);
	}
	return goes_on(c);
}

/* Logs in on a new connection and waits for the answer.  Returns true if the connection is
 * kept. */
static bool
log_in_again(struct client *c)
{
	char login[RECONNECT_LOGIN_MAX];
	int64_t until = now_ms() + ANSWER_MS;
	bool ok = true;

	reconnect_begin(&c->reconnect, login);
	ok = connection_line(&c->link, login, strlen(login)) == 0;
	sodium_memzero(login, sizeof(login));
	while (ok && c->reconnect.returning && goes_on(c) && now_ms() < until) {
		ok = handle_events(c, (int)(until - now_ms()));
		window(c);
	}
	return ok && !c->reconnect.returning;
}

static void
drop_connection(struct client *c)
{
	c->failed = false;
	c->reconnect.returning = false;
	input_secret(c->input, false);
	connection_close(&c->link);
}

/* Reconnects, trying again with increasing delays.  Returns true when logged in again. */
static bool
reconnect_until_done(struct client *c)
{
	char error[CONNECTION_TEXT_MAX];
	int seconds = 1;

	print_notice(c, "the connection was lost; reconnecting as %s (Ctrl-C to stop)",
	    c->reconnect.name);
	for (unsigned n = 0; n < TRIES_MAX; n++) {
		drop_connection(c);
		if (!wait_for(c, seconds))
			return false;
		seconds = 2 * seconds > WAIT_MOST_S ? WAIT_MOST_S : 2 * seconds;
		if (open_link(c, error, sizeof(error)) == 0) {
			if (!c->link.stranger && log_in_again(c))
				return true;
			if (!c->link.stranger)
				(void)snprintf(error, sizeof(error),
				    "the server is not accepting your login");
		}
		if (!goes_on(c))
			break;
		print_notice(c, "%s; trying again in %d seconds", error, seconds);
	}
	if (goes_on(c))
		print_notice(c, "giving up after %u attempts", TRIES_MAX);
	drop_connection(c);
	return false;
}

/* ---- main loop ---- */

static bool
lost(const struct client *c)
{
	return goes_on(c) && reconnect_possible(&c->reconnect);
}

static int
run(struct client *c)
{
	bool gave_up = false;
	int error;

	errno = 0;
	while (stop_asked == 0 && !gave_up) {
		if (handle_events(c, -1))
			window(c);
		else if (lost(c))
			gave_up = !reconnect_until_done(c);
		else
			break;
	}
	error = errno;
	input_close(&c->input);
	reconnect_forget(&c->reconnect);
	if (gave_up && stop_asked == 0 && c->typing)
		return STATUS_CONNECTION;
	if (c->failed) {
		(void)fprintf(stderr, "gammon: the connection failed: %s\n", strerror(error));
		return STATUS_CONNECTION;
	}
	if (stop_asked != 0)
		(void)fprintf(stderr, "gammon: stopped\n");
	else if (isatty(STDERR_FILENO))
		(void)fprintf(stderr, "gammon: the server closed the connection\n");
	return STATUS_OK;
}

int
plain_run(const char *host, const char *port, struct trust *trust, bool reconnects)
{
	struct client c = {
		.host = host,
		.port = port,
		.trust = trust,
		.typing = true,
		.reconnect.wanted = reconnects,
	};
	char text[CONNECTION_TEXT_MAX];
	int status;

	signals_set();
	status = open_link(&c, text, sizeof(text));
	if (trust != NULL)
		trust->cannot_ask = true;
	if (text[0] != '\0')
		(void)fprintf(stderr, "gammon: %s\n", text);
	if (status != 0)
		return STATUS_CONNECTION;
	c.input = input_open(line_typed, &c);
	if (c.input == NULL) {
		(void)fprintf(stderr, "gammon: the terminal cannot be used\n");
		connection_close(&c.link);
		return STATUS_CONNECTION;
	}
	status = run(&c);
	connection_close(&c.link);
	return status;
}
