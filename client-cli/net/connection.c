/* SPDX-License-Identifier: MIT */
/* The connection: see connection.h.  Owns the socket and the pending bytes; never blocks once
 * it is open. */
#define _GNU_SOURCE /* TCP_KEEPIDLE, TCP_USER_TIMEOUT, POLLRDHUP */
#include "connection.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Makes the system detect a silently lost connection within a minute, not only when something
 * is typed. */
static void
set_keep_alive(int fd)
{
	const int on = 1, idle_s = 30, every_s = 10, times = 3, unanswered_ms = 60000;

	(void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof(idle_s));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every_s, sizeof(every_s));
	(void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &times, sizeof(times));
	(void)setsockopt(
	    fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered_ms, sizeof(unanswered_ms));
}

static int
connect_address(const struct addrinfo *a)
{
	const struct timeval connects_within = { .tv_sec = 5 };
	int one = 1;
	int fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);

	if (fd < 0)
		return -1;
	(void)setsockopt(
	    fd, SOL_SOCKET, SO_SNDTIMEO, &connects_within, sizeof(connects_within));
	if (connect(fd, a->ai_addr, a->ai_addrlen) == 0 &&
	    fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) == 0) {
		/* Nagle's algorithm would delay the second of two short lines by 40 ms. */
		(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
		set_keep_alive(fd);
		return fd;
	}
	one = errno == EINPROGRESS ? ETIMEDOUT : errno;
	(void)close(fd);
	errno = one;
	return -1;
}

static int
connection_try(struct connection *l, const char *host, const char *port, struct trust *trust,
    char *text_out, size_t size)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
		.ai_flags = AI_NUMERICSERV };
	struct addrinfo *all;
	int failed;

	*l = (struct connection){ .fd = -1, .telnet.has_window = isatty(STDIN_FILENO) != 0 };
	/* NULL means this machine, and needs no hosts file */
	failed = getaddrinfo(strcmp(host, "localhost") == 0 ? NULL : host, port, &hints, &all);
	if (failed != 0) {
		(void)snprintf(text_out, size, "cannot find %s, port %s: %s", host, port,
		    gai_strerror(failed));
		return -1;
	}
	for (const struct addrinfo *a = all; a != NULL && l->fd < 0 && failed != EINTR;
	     a = a->ai_next) {
		l->fd = connect_address(a);
		failed = errno;
	}
	freeaddrinfo(all);
	text_out[0] = '\0';
	if (l->fd < 0) {
		(void)snprintf(text_out, size, "cannot connect to %s, port %s: %s", host, port,
		    strerror(failed));
		return -1;
	}
	if (trust != NULL)
		l->tls =
		    secure_open(l->fd, host, port, trust, &l->first_contact, text_out, size);
	if (trust == NULL || l->tls != NULL)
		return 0;
	connection_close(l);
	return -1;
}

/* Returns true if the peer has closed its end of the connection. */
static bool
peer_has_closed(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLRDHUP };

	return poll(&p, 1, 0) > 0;
}

int
connection_open(struct connection *l, const char *host, const char *port, struct trust *trust,
    char *text_out, size_t size)
{
	char why[CONNECTION_ERROR_MAX];
	size_t n;

	if (trust != NULL)
		trust->user_asked = trust->answered_late = false;
	if (connection_try(l, host, port, trust, text_out, size) != 0)
		return -1;
	/* The server may have stopped waiting for a name while the user compared the key. */
	if (trust == NULL || !trust->user_asked ||
	    !(trust->answered_late || peer_has_closed(l->fd)))
		return 0;
	connection_close(l);
	if (connection_try(l, host, port, trust, why, sizeof(why)) != 0) {
		n = strlen(text_out);
		(void)snprintf(text_out + n, size - n, "  The second connection: %s", why);
		return -1;
	}
	l->first_contact = true;
	return 0;
}

void
connection_close(struct connection *l)
{
	secure_close(l->tls);
	if (l->fd >= 0)
		(void)close(l->fd);
	free(l->out);
	*l = (struct connection){ .fd = -1 };
}

static unsigned char *
reserve_out(struct connection *l, size_t n)
{
	unsigned char *p;

	if (l->out_len + n > CONNECTION_OUT_MAX) {
		errno = ENOBUFS;
		return NULL;
	}
	p = realloc(l->out, l->out_len + n);
	if (p == NULL)
		return NULL;
	l->out = p;
	return p + l->out_len;
}

bool
connection_has_buffered(const struct connection *l)
{
	return l->tls != NULL && secure_has_buffered(l->tls);
}

long
connection_read(struct connection *l, char *text_out)
{
	unsigned char in[CONNECTION_READ_BYTES];
	char bytes[CONNECTION_READ_BYTES];
	unsigned char *answer;
	ssize_t n = l->tls != NULL ? secure_read(l->tls, in, sizeof(in))
				   : recv(l->fd, in, sizeof(in), 0);
	size_t answer_len;
	size_t len;

	if (n == 0) {
		errno = 0;
		return -1;
	}
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -1;
	answer = reserve_out(l, (size_t)n + TELNET_ANSWER_MAX);
	if (answer == NULL)
		return -1;
	len = telnet_filter(&l->telnet, in, (size_t)n, bytes, answer, &answer_len);
	if (!l->end_requested)
		l->out_len += answer_len;
	return (long)text_sanitise(&l->sanitiser, bytes, len, text_out);
}

int
connection_queue_line(struct connection *l, const char *text, size_t n)
{
	unsigned char *p;

	if (l->end_requested)
		return 0;
	p = reserve_out(l, 2 * n + 2);
	if (p == NULL)
		return -1;
	l->out_len += telnet_encode_line(text, n, p);
	return 0;
}

int
connection_queue_size(struct connection *l)
{
	struct winsize w;
	unsigned char *p;

	if (!l->telnet.naws || l->end_requested || ioctl(STDIN_FILENO, TIOCGWINSZ, &w) != 0 ||
	    (l->size_sent && w.ws_col == l->columns && w.ws_row == l->rows))
		return 0;
	p = reserve_out(l, TELNET_WINDOW_SIZE_MAX);
	if (p == NULL)
		return -1;
	l->out_len += telnet_window_size(w.ws_col, w.ws_row, p);
	l->columns = w.ws_col;
	l->rows = w.ws_row;
	l->size_sent = true;
	return 0;
}

void
connection_end_when_sent(struct connection *l)
{
	l->end_requested = true;
}

int
connection_send(struct connection *l)
{
	if (l->out_len > 0) {
		ssize_t n = l->tls != NULL ? secure_write(l->tls, l->out, l->out_len)
					   : send(l->fd, l->out, l->out_len, MSG_NOSIGNAL);

		if (n < 0)
			return errno == EAGAIN || errno == EINTR ? 0 : -1;
		l->out_len -= (size_t)n;
		memmove(l->out, l->out + n, l->out_len);
	}
	if (l->out_len == 0 && l->end_requested && !l->end_sent) {
		l->end_sent = true;
		if (l->tls != NULL)
			secure_shut_down(l->tls);
		return shutdown(l->fd, SHUT_WR);
	}
	return 0;
}
