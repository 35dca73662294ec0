/* SPDX-License-Identifier: MIT */
/* Passes bytes from a server through the client in line mode to a terminal: telnet, clean text,
 * held-back lines, libedit with half a line typed, in windows of every width and two locales.
 * Text received in pieces must give the same output as in one piece, and the output must not
 * contain terminal control sequences. */
/* LINK: -Wl,--wrap=isatty */
#define _GNU_SOURCE /* posix_openpt, TIOCSWINSZ */
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "base/check.h"
#include "client-cli/net/reconnect.h"
#include "client-cli/ui/input.h"
#include "client-cli/net/connection.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
/* libedit and libtinfo leak a few bytes whenever a terminal is opened, see scripts/test. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

#define STEPS_MAX 200u
#define PIECE_BYTES_MAX 1200u

static struct {
	int pty_master, pty_slave;
	int out; /* the real standard output */
	int server_fd;
	struct connection connection;
	struct reconnect reconnect;
	struct input *input;
	struct text_stream bytewise; /* reads the same text byte by byte */
	bool input_ended;
} W;

int __wrap_isatty(int fd);

int
__wrap_isatty(int fd)
{
	return fd == STDIN_FILENO || fd == STDOUT_FILENO;
}

/* ---- the terminal ---- */

static void *
drain_terminal(void *unused)
{
	char bytes[4096];

	while (read(W.pty_master, bytes, sizeof(bytes)) != 0)
		;
	return unused;
}

static void
set_window_width(unsigned columns)
{
	const struct winsize size = { .ws_row = 24, .ws_col = (unsigned short)columns };

	CHECK(ioctl(W.pty_slave, TIOCSWINSZ, &size) == 0);
}

static void
open_terminal(void)
{
	pthread_t thread;

	if (W.pty_master > 0)
		return;
	CHECK(setenv("TERM", "xterm", 1) == 0 && setenv("HOME", "/nonexistent", 1) == 0);
	W.pty_master = posix_openpt(O_RDWR | O_NOCTTY);
	CHECK(W.pty_master > 0 && grantpt(W.pty_master) == 0 && unlockpt(W.pty_master) == 0);
	W.pty_slave = open(ptsname(W.pty_master), O_RDWR | O_NOCTTY);
	W.out = dup(STDOUT_FILENO);
	CHECK(W.pty_slave > 0 && W.out > 0 && dup2(W.pty_slave, STDIN_FILENO) == STDIN_FILENO);
	CHECK(pthread_create(&thread, NULL, drain_terminal, NULL) == 0);
}

/* ---- actions of the input ---- */

struct fuzz_input {
	const uint8_t *at, *end;
};

static unsigned
next_byte(struct fuzz_input *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static size_t
take_piece(struct fuzz_input *in, const uint8_t **bytes_out)
{
	size_t n = next_byte(in), left;

	n = n * 8 % PIECE_BYTES_MAX + n % 8;
	left = (size_t)(in->end - in->at);
	*bytes_out = in->at;
	n = n < left ? n : left;
	in->at += n;
	return n;
}

static void
check_printable(const char *text, size_t n)
{
	char again[TEXT_SANITISED_MAX(CONNECTION_READ_TEXT_MAX)];
	struct text_stream t = { .partial_len = 0 };

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];

		CHECK(c >= ' ' ? c != 0x7f : c == '\n' || c == '\t' || c == '\a');
		CHECK(c != 0xc2 || i + 1 == n || (unsigned char)text[i + 1] >= 0xa0);
	}
	/* clean text is valid, and cleaning it again changes nothing */
	CHECK(text_sanitise(&t, text, n, again) == n && memcmp(again, text, n) == 0);
}

/* Checks that the same bytes received one by one give the same text after telnet commands are
 * removed. */
static void
check_bytewise(const uint8_t *bytes, size_t n, const char *text, size_t len)
{
	char one[TEXT_SANITISED_MAX(1)];
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		size_t more = text_sanitise(&W.bytewise, (const char *)bytes + i, 1, one);

		CHECK(at + more <= len && memcmp(one, text + at, more) == 0);
		at += more;
	}
	CHECK(at == len);
}

static void
receive_piece(struct fuzz_input *in)
{
	const uint8_t *bytes;
	size_t n = take_piece(in, &bytes), len;
	char text[CONNECTION_READ_TEXT_MAX],
	    shown[CONNECTION_READ_TEXT_MAX + RECONNECT_LINE_MAX];
	char copy[80];
	bool plain = W.connection.telnet.state == 0 && memchr(bytes, 0xff, n) == NULL &&
		     memchr(bytes, 0, n) == NULL;
	long got;

	if (n == 0)
		return;
	CHECK(send(W.server_fd, bytes, n, MSG_NOSIGNAL) == (ssize_t)n);
	got = connection_read(&W.connection, text);
	CHECK(got >= 0 && W.connection.fd >= 0);
	check_printable(text, (size_t)got);
	if (plain)
		check_bytewise(bytes, n, text, (size_t)got);
	else
		W.bytewise = W.connection.sanitiser;
	(void)snprintf(copy, sizeof(copy), "%.*s", (int)got, text);
	if (reconnect_receive(&W.reconnect, text, (size_t)got, shown, &len) ==
	    RECONNECT_REQUEST_TOKEN)
		CHECK(connection_queue_line(&W.connection, RECONNECT_TOKEN_COMMAND,
			  strlen(RECONNECT_TOKEN_COMMAND)) == 0);
	CHECK(len <= (size_t)got + RECONNECT_LINE_MAX);
	CHECK(input_show(W.input, shown, len));
	input_set_secret(W.input, W.connection.telnet.echo);
	if (n % 16 == 0)
		input_set_prompt(W.input, copy);
	W.connection.out_len = 0;
}

/* Shows text that was not cleaned; its control sequences must not reach the terminal either. */
static void
show_uncleaned(struct fuzz_input *in)
{
	const uint8_t *bytes;
	size_t n = take_piece(in, &bytes);

	CHECK(input_show(W.input, (const char *)bytes, n));
}

static bool
key_pending(void)
{
	return poll(&(struct pollfd){ STDIN_FILENO, POLLIN, 0 }, 1, 0) > 0;
}

static void
type_key(struct fuzz_input *in)
{
	static const char *const KEYS[] = { "a", " ", "tell bert hello there ", "\x7f", "\x15",
		"\x01", "\x05", "\x0b", "\x1b[D", "\x1b[C", "\x1b[3~", "\x1b[99~", "\x1b[A",
		"\r", "\xc3\xa9", "\xe6\xbc\xa2", "\x0c" };
	const char *key = KEYS[next_byte(in) % ARRAY_LEN(KEYS)];

	if (W.connection.telnet
		.echo) /* during a password prompt the terminal itself edits the line */
		key = "geheim\n";
	CHECK(write(W.pty_master, key, strlen(key)) == (ssize_t)strlen(key));
	for (unsigned i = 0; i < 64 && !W.input_ended && key_pending(); i++)
		W.input_ended = !input_read(W.input);
}

static void
run_step(struct fuzz_input *in)
{
	unsigned op = next_byte(in);

	switch (op % 8) {
	case 5:
		show_uncleaned(in);
		break;
	case 6:
		if (!W.input_ended)
			type_key(in);
		break;
	case 7:
		set_window_width(next_byte(in));
		input_resized(W.input);
		break;
	default:
		receive_piece(in);
		break;
	}
}

/* ---- set-up and runs ---- */

static void
on_typed_line(void *ctx, const char *text, size_t n)
{
	(void)ctx;
	reconnect_line_typed(&W.reconnect, text, n);
	CHECK(connection_queue_line(&W.connection, text, n) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct fuzz_input in = { data, data + n };
	unsigned first = next_byte(&in);
	int ends[2];

	open_terminal();
	(void)fflush(stdout);
	CHECK(dup2(W.pty_slave, STDOUT_FILENO) == STDOUT_FILENO);
	CHECK(tcflush(W.pty_slave, TCIFLUSH) == 0);
	CHECK(setlocale(LC_CTYPE, first % 2 == 0 ? "C.UTF-8" : "C") != NULL);
	set_window_width(first / 2);
	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
	W.connection = (struct connection){ .fd = ends[0], .telnet.has_window = true };
	W.server_fd = ends[1];
	W.reconnect = (struct reconnect){ .enabled = true };
	W.bytewise = (struct text_stream){ .partial_len = 0 };
	W.input_ended = false;
	if (__lsan_disable != NULL)
		__lsan_disable();
	W.input = input_open(on_typed_line, NULL);
	if (__lsan_enable != NULL)
		__lsan_enable();
	CHECK(W.input != NULL);
	for (unsigned i = 0; i < STEPS_MAX && in.at < in.end; i++)
		run_step(&in);
	input_close(&W.input);
	connection_close(&W.connection);
	(void)close(W.server_fd);
	(void)fflush(stdout);
	CHECK(dup2(W.out, STDOUT_FILENO) == STDOUT_FILENO);
	return 0;
}
