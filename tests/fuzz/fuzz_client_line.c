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

#define STEPS_MOST 200u
#define PIECE_MOST 1200u

static struct {
	int master, slave;
	int out; /* the real standard output */
	int server;
	struct connection link;
	struct reconnect reconnect;
	struct input *input;
	struct text_stream whole; /* reads the same text byte by byte */
	bool ended;
} W;

int __wrap_isatty(int fd);

int
__wrap_isatty(int fd)
{
	return fd == STDIN_FILENO || fd == STDOUT_FILENO;
}

/* ---- the terminal ---- */

static void *
drain(void *unused)
{
	char bytes[4096];

	while (read(W.master, bytes, sizeof(bytes)) != 0)
		;
	return unused;
}

static void
window(unsigned columns)
{
	const struct winsize size = { .ws_row = 24, .ws_col = (unsigned short)columns };

	CHECK(ioctl(W.slave, TIOCSWINSZ, &size) == 0);
}

static void
set_up(void)
{
	pthread_t thread;

	if (W.master > 0)
		return;
	CHECK(setenv("TERM", "xterm", 1) == 0 && setenv("HOME", "/nonexistent", 1) == 0);
	W.master = posix_openpt(O_RDWR | O_NOCTTY);
	CHECK(W.master > 0 && grantpt(W.master) == 0 && unlockpt(W.master) == 0);
	W.slave = open(ptsname(W.master), O_RDWR | O_NOCTTY);
	W.out = dup(STDOUT_FILENO);
	CHECK(W.slave > 0 && W.out > 0 && dup2(W.slave, STDIN_FILENO) == STDIN_FILENO);
	CHECK(pthread_create(&thread, NULL, drain, NULL) == 0);
}

/* ---- actions of the input ---- */

struct script {
	const uint8_t *at, *end;
};

static unsigned
next(struct script *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static size_t
piece_of(struct script *in, const uint8_t **bytes_out)
{
	size_t n = next(in), left;

	n = n * 8 % PIECE_MOST + n % 8;
	left = (size_t)(in->end - in->at);
	*bytes_out = in->at;
	n = n < left ? n : left;
	in->at += n;
	return n;
}

static void
check_clean(const char *text, size_t n)
{
	char again[TEXT_ROOM(CONNECTION_READ_MAX)];
	struct text_stream t = { .held_len = 0 };

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];

		CHECK(c >= ' ' ? c != 0x7f : c == '\n' || c == '\t' || c == '\a');
		CHECK(c != 0xc2 || i + 1 == n || (unsigned char)text[i + 1] >= 0xa0);
	}
	/* clean text is valid, and cleaning it again changes nothing */
	CHECK(text_stream(&t, text, n, again) == n && memcmp(again, text, n) == 0);
}

/* Checks that the same bytes received one by one give the same text after telnet commands are
 * removed. */
static void
check_pieces(const uint8_t *bytes, size_t n, const char *text, size_t len)
{
	char one[TEXT_ROOM(1)];
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		size_t more = text_stream(&W.whole, (const char *)bytes + i, 1, one);

		CHECK(at + more <= len && memcmp(one, text + at, more) == 0);
		at += more;
	}
	CHECK(at == len);
}

static void
serve(struct script *in)
{
	const uint8_t *bytes;
	size_t n = piece_of(in, &bytes), len;
	char text[CONNECTION_READ_MAX], shown[CONNECTION_READ_MAX + RECONNECT_LINE_MAX];
	char copy[80];
	bool plain = W.link.telnet.state == 0 && memchr(bytes, 0xff, n) == NULL &&
		     memchr(bytes, 0, n) == NULL;
	long got;

	if (n == 0)
		return;
	CHECK(send(W.server, bytes, n, MSG_NOSIGNAL) == (ssize_t)n);
	got = connection_read(&W.link, text);
	CHECK(got >= 0 && W.link.fd >= 0);
	check_clean(text, (size_t)got);
	if (plain)
		check_pieces(bytes, n, text, (size_t)got);
	else
		W.whole = W.link.cleaning;
	(void)snprintf(copy, sizeof(copy), "%.*s", (int)got, text);
	if (reconnect_receive(&W.reconnect, text, (size_t)got, shown, &len) ==
	    RECONNECT_REQUEST_TOKEN)
		CHECK(connection_line(&W.link, RECONNECT_TOKEN_COMMAND,
			  strlen(RECONNECT_TOKEN_COMMAND)) == 0);
	CHECK(len <= (size_t)got + RECONNECT_LINE_MAX);
	CHECK(input_show(W.input, shown, len));
	input_secret(W.input, W.link.telnet.echo);
	if (n % 16 == 0)
		input_prompt(W.input, copy);
	W.link.out_len = 0;
}

/* Shows text that was not cleaned; its control sequences must not reach the terminal either. */
static void
show_raw(struct script *in)
{
	const uint8_t *bytes;
	size_t n = piece_of(in, &bytes);

	CHECK(input_show(W.input, (const char *)bytes, n));
}

static bool
readable(void)
{
	return poll(&(struct pollfd){ STDIN_FILENO, POLLIN, 0 }, 1, 0) > 0;
}

static void
type(struct script *in)
{
	static const char *const KEYS[] = { "a", " ", "tell bert hello there ", "\x7f", "\x15",
		"\x01", "\x05", "\x0b", "\x1b[D", "\x1b[C", "\x1b[3~", "\x1b[99~", "\x1b[A",
		"\r", "\xc3\xa9", "\xe6\xbc\xa2", "\x0c" };
	const char *key = KEYS[next(in) % ARRAY_LEN(KEYS)];

	if (W.link.telnet
		.echo) /* during a password prompt the terminal itself edits the line */
		key = "geheim\n";
	CHECK(write(W.master, key, strlen(key)) == (ssize_t)strlen(key));
	for (unsigned i = 0; i < 64 && !W.ended && readable(); i++)
		W.ended = !input_read(W.input);
}

static void
step(struct script *in)
{
	unsigned op = next(in);

	switch (op % 8) {
	case 5:
		show_raw(in);
		break;
	case 6:
		if (!W.ended)
			type(in);
		break;
	case 7:
		window(next(in));
		input_resized(W.input);
		break;
	default:
		serve(in);
		break;
	}
}

/* ---- set-up and runs ---- */

static void
line_typed(void *ctx, const char *text, size_t n)
{
	(void)ctx;
	reconnect_typed(&W.reconnect, text, n);
	CHECK(connection_line(&W.link, text, n) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct script in = { data, data + n };
	unsigned first = next(&in);
	int ends[2];

	set_up();
	(void)fflush(stdout);
	CHECK(dup2(W.slave, STDOUT_FILENO) == STDOUT_FILENO);
	CHECK(tcflush(W.slave, TCIFLUSH) == 0);
	CHECK(setlocale(LC_CTYPE, first % 2 == 0 ? "C.UTF-8" : "C") != NULL);
	window(first / 2);
	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
	W.link = (struct connection){ .fd = ends[0], .telnet.window = true };
	W.server = ends[1];
	W.reconnect = (struct reconnect){ .wanted = true };
	W.whole = (struct text_stream){ .held_len = 0 };
	W.ended = false;
	if (__lsan_disable != NULL)
		__lsan_disable();
	W.input = input_open(line_typed, NULL);
	if (__lsan_enable != NULL)
		__lsan_enable();
	CHECK(W.input != NULL);
	for (unsigned i = 0; i < STEPS_MOST && in.at < in.end; i++)
		step(&in);
	input_close(&W.input);
	connection_close(&W.link);
	(void)close(W.server);
	(void)fflush(stdout);
	CHECK(dup2(W.out, STDOUT_FILENO) == STDOUT_FILENO);
	return 0;
}
