/* SPDX-License-Identifier: MIT */
/* The line client: see plain.h.  One loop over keyboard and connection; see input.h and
 * connection.h.
 *
 * When the connection is lost and there is a token (reconnect.h), the client reconnects
 * automatically: it tries repeatedly, with increasing delays, until it succeeds, is refused, or
 * reaches RECONNECT_TRIES_MAX.  The keyboard is served during that time. */
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

#define RECONNECT_TRIES_MAX 20u /* at least eight minutes */
#define RETRY_WAIT_MAX_S 30
#define TOKEN_ANSWER_MS 30000 /* time for the server to answer a token */

struct plain_client {
	const char *host, *port;
	struct trust *trust; /* NULL: no encryption */
	struct connection link;
	struct reconnect reconnect;
	bool line_unsent; /* a line was typed without a connection */
	struct input *input;
	bool stdin_open; /* standard input is still open */
	bool failed;     /* an error has ended the session; errno has the reason */
};

static volatile sig_atomic_t stop_requested;
static volatile sig_atomic_t resized;

static void
on_termination(int signo)
{
	(void)signo;
	stop_requested = 1;
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
	struct sigaction action = { .sa_handler = on_termination };

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
is_connected(const struct plain_client *c)
{
	return c->link.fd >= 0;
}

/* Opens the connection with SIGWINCH blocked, because the signal would interrupt connecting and
 * the user's answer to a question. */
static int
connect_to_server(struct plain_client *c, char *text, size_t size)
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
	struct plain_client *c = ctx;

	if (!is_connected(c)) {
		c->line_unsent = true;
		return;
	}
	reconnect_line_typed(&c->reconnect, text, n);
	if (connection_queue_line(&c->link, text, n) != 0)
		c->failed = true;
}

/* Shows a message of this program among the server's lines. */
static void print_notice(struct plain_client *c, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void
print_notice(struct plain_client *c, const char *fmt, ...)
{
	char text[CONNECTION_ERROR_MAX + 20] = "\ngammon: ";
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
read_keyboard(struct plain_client *c)
{
	if (!input_read(c->input)) {
		c->stdin_open = false;
		if (is_connected(c))
			connection_end_when_sent(&c->link);
	}
	if (!c->line_unsent)
		return;
	c->line_unsent = false;
	print_notice(c, "not connected; that line was not sent");
}

/* ---- conversation ---- */

/* Acts on what a line from the server means for reconnecting.  Returns false if the connection
 * must be closed. */
static bool
handle_reconnect_answer(struct plain_client *c, enum reconnect_answer answer)
{
	switch (answer) {
	case RECONNECT_REQUEST_TOKEN:
		return connection_queue_line(&c->link, RECONNECT_TOKEN_COMMAND,
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
read_server(struct plain_client *c)
{
	char text[CONNECTION_READ_TEXT_MAX];
	char shown[CONNECTION_READ_TEXT_MAX + RECONNECT_LINE_MAX];
	long n = connection_read(&c->link, text);
	enum reconnect_answer answer;
	size_t len;

	if (n < 0) {
		c->failed = errno != 0;
		return false;
	}
	answer = reconnect_receive(&c->reconnect, text, (size_t)n, shown, &len);
	if (!handle_reconnect_answer(c, answer)) /* handle_reconnect_answer() prints its message
				  above the prompt that arrived with the answer */
		return false;
	/* text received together with a change to the ECHO option is shown before the change
	 * takes effect: that text is the password prompt, or the end of its line */
	if (!input_show(c->input, shown, len)) {
		c->failed = true;
		return false;
	}
	input_set_secret(c->input, c->link.telnet.echo);
	return true;
}

/* Waits up to timeout_ms (-1: without limit) and handles all events.  Returns false if the
 * connection has been closed or must be closed, or on an error. */
static bool
handle_events(struct plain_client *c, int timeout_ms)
{
	struct pollfd fds[2] = {
		{ .fd = c->link.fd, .events = POLLIN },
		{ .fd = c->stdin_open && c->link.out_len < CONNECTION_OUT_BUSY ? STDIN_FILENO
									       : -1,
		    .events = POLLIN },
	};

	if (is_connected(c) && connection_has_buffered(&c->link))
		timeout_ms = 0;
	if (is_connected(c) && connection_queue_size(&c->link) != 0) {
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
		connection_has_buffered(&c->link)) &&
	    !read_server(c))
		return false;
	if (fds[1].revents != 0)
		read_keyboard(c);
	if (is_connected(c) && connection_send(&c->link) != 0)
		c->failed = true;
	return !c->failed;
}

static void
update_window_size(struct plain_client *c)
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
may_go_on(const struct plain_client *c)
{
	return stop_requested == 0 && c->stdin_open;
}

/* Waits while serving the keyboard.  Returns false if the user ends the program. */
static bool
wait_seconds(struct plain_client *c, int seconds)
{
	int64_t until = now_ms() + (int64_t)seconds * 1000;

	for (int64_t left = until - now_ms(); left > 0 && may_go_on(c);
	     left = until - now_ms()) {
		if (!handle_events(c, (int)left))
			return false;
		update_window_size(c);
	}
	return may_go_on(c);
}

/* Logs in on a new connection and waits for the answer.  Returns true if the connection is
 * kept. */
static bool
log_in_again(struct plain_client *c)
{
	char login[RECONNECT_LOGIN_MAX];
	int64_t until = now_ms() + TOKEN_ANSWER_MS;
	bool ok = true;

	reconnect_begin(&c->reconnect, login);
	ok = connection_queue_line(&c->link, login, strlen(login)) == 0;
	sodium_memzero(login, sizeof(login));
	while (ok && c->reconnect.awaiting_login && may_go_on(c) && now_ms() < until) {
		ok = handle_events(c, (int)(until - now_ms()));
		update_window_size(c);
	}
	return ok && !c->reconnect.awaiting_login;
}

static void
drop_connection(struct plain_client *c)
{
	c->failed = false;
	c->reconnect.awaiting_login = false;
	input_set_secret(c->input, false);
	connection_close(&c->link);
}

/* Reconnects, trying again with increasing delays.  Returns true when logged in again. */
static bool
reconnect_until_done(struct plain_client *c)
{
	char error[CONNECTION_ERROR_MAX];
	int seconds = 1;

	print_notice(c, "the connection was lost; reconnecting as %s (Ctrl-C to stop)",
	    c->reconnect.name);
	for (unsigned n = 0; n < RECONNECT_TRIES_MAX; n++) {
		drop_connection(c);
		if (!wait_seconds(c, seconds))
			return false;
		seconds = 2 * seconds > RETRY_WAIT_MAX_S ? RETRY_WAIT_MAX_S : 2 * seconds;
		if (connect_to_server(c, error, sizeof(error)) == 0) {
			if (!c->link.first_contact && log_in_again(c))
				return true;
			if (!c->link.first_contact)
				(void)snprintf(error, sizeof(error),
				    "the server is not accepting your login");
		}
		if (!may_go_on(c))
			break;
		print_notice(c, "%s; trying again in %d seconds", error, seconds);
	}
	if (may_go_on(c))
		print_notice(c, "giving up after %u attempts", RECONNECT_TRIES_MAX);
	drop_connection(c);
	return false;
}

/* ---- main loop ---- */

static bool
may_reconnect(const struct plain_client *c)
{
	return may_go_on(c) && reconnect_possible(&c->reconnect);
}

static int
run(struct plain_client *c)
{
	bool gave_up = false;
	int error;

	errno = 0;
	while (stop_requested == 0 && !gave_up) {
		if (handle_events(c, -1))
			update_window_size(c);
		else if (may_reconnect(c))
			gave_up = !reconnect_until_done(c);
		else
			break;
	}
	error = errno;
	input_close(&c->input);
	reconnect_forget_token(&c->reconnect);
	if (gave_up && stop_requested == 0 && c->stdin_open)
		return STATUS_CONNECTION;
	if (c->failed) {
		(void)fprintf(stderr, "gammon: the connection failed: %s\n", strerror(error));
		return STATUS_CONNECTION;
	}
	if (stop_requested != 0)
		(void)fprintf(stderr, "gammon: stopped\n");
	else if (isatty(STDERR_FILENO))
		(void)fprintf(stderr, "gammon: the server closed the connection\n");
	return STATUS_OK;
}

int
plain_run(const char *host, const char *port, struct trust *trust, bool reconnects)
{
	struct plain_client c = {
		.host = host,
		.port = port,
		.trust = trust,
		.stdin_open = true,
		.reconnect.enabled = reconnects,
	};
	char text[CONNECTION_ERROR_MAX];
	int status;

	signals_set();
	status = connect_to_server(&c, text, sizeof(text));
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
