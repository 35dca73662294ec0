/* SPDX-License-Identifier: MIT */
/* Plain TCP: see transport.h.  Socket options are set on the listener and inherited (Linux),
 * which saves seven system calls for each connection. */
#define _GNU_SOURCE /* for accept4, TCP_KEEPIDLE, TCP_USER_TIMEOUT, struct tcp_info */
#include "net/transport.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LISTEN_BACKLOG 4096
#define KEEPALIVE_IDLE_S 60
#define KEEPALIVE_EVERY_S 15
#define KEEPALIVE_PROBES 4
#define UNACKED_TIMEOUT_MS 90000

union any_addr {
	struct sockaddr sa;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
};

/* ---- a connection ---- */

static ssize_t
tcp_read(struct endpoint *e, void *buf, size_t n)
{
	return recv(e->fd, buf, n, 0);
}

static ssize_t
tcp_write(struct endpoint *e, const struct iovec *parts, unsigned n)
{
	const struct msghdr m = { .msg_iov = (struct iovec *)(uintptr_t)parts,
		.msg_iovlen = n };

	if (n == 1)
		return send(e->fd, parts->iov_base, parts->iov_len, MSG_NOSIGNAL);
	return sendmsg(e->fd, &m, MSG_NOSIGNAL);
}

static int
tcp_shut(struct endpoint *e)
{
	return shutdown(e->fd, SHUT_WR);
}

/* Closes the socket.  For up to UNACKED_TIMEOUT_MS the kernel would keep data that the peer
 * does not read, and no limit would count it; at_once discards that data by a reset. */
static void
tcp_close(struct endpoint *e, bool at_once)
{
	static const struct linger reset = { 1, 0 };

	if (at_once)
		(void)setsockopt(e->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	(void)close(e->fd);
}

static bool
tcp_holds(const struct endpoint *e)
{
	(void)e;
	return false;
}

static unsigned
tcp_rtt_ms(const struct endpoint *e)
{
	struct tcp_info info;
	socklen_t n = sizeof(info);

	if (getsockopt(e->fd, IPPROTO_TCP, TCP_INFO, &info, &n) != 0)
		return 0;
	return info.tcpi_rtt / 1000;
}

const struct transport TCP = { tcp_read, tcp_write, tcp_shut, tcp_close, tcp_holds, tcp_rtt_ms,
	NULL };

/* ---- listening ---- */

static bool
addr_parse(const char *address, unsigned port, union any_addr *out, socklen_t *len)
{
	memset(out, 0, sizeof(*out));
	if (port > 65535)
		return false;
	if (inet_pton(AF_INET, address, &out->in.sin_addr) == 1) {
		out->in.sin_family = AF_INET;
		out->in.sin_port = htons((uint16_t)port);
		*len = sizeof(out->in);
		return true;
	}
	if (inet_pton(AF_INET6, address, &out->in6.sin6_addr) != 1)
		return false;
	out->in6.sin6_family = AF_INET6;
	out->in6.sin6_port = htons((uint16_t)port);
	*len = sizeof(out->in6);
	return true;
}

static bool
set_socket_options(int fd, bool v6, unsigned sndbuf)
{
	const struct {
		int level, name, value;
	} options[] = {
		{ SOL_SOCKET, SO_REUSEADDR, 1 },
		{ SOL_SOCKET, SO_SNDBUF, (int)sndbuf },
		{ SOL_SOCKET, SO_KEEPALIVE, 1 },
		{ IPPROTO_TCP, TCP_NODELAY, 1 },
		{ IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S },
		{ IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_EVERY_S },
		{ IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_PROBES },
		{ IPPROTO_TCP, TCP_USER_TIMEOUT, UNACKED_TIMEOUT_MS },
		{ IPPROTO_IPV6, IPV6_V6ONLY, 1 },
	};

	for (unsigned i = 0; i < sizeof(options) / sizeof(options[0]) - !v6; i++)
		if (setsockopt(fd, options[i].level, options[i].name, &options[i].value,
			sizeof(options[i].value)) != 0)
			return false;
	return true;
}

int
tcp_listen(const char *address, unsigned port, unsigned sndbuf, unsigned *port_out)
{
	union any_addr at;
	socklen_t len;
	int fd, error;

	if (!addr_parse(address, port, &at, &len)) {
		errno = EINVAL;
		return -1;
	}
	fd = socket(at.sa.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	if (set_socket_options(fd, at.sa.sa_family == AF_INET6, sndbuf) &&
	    bind(fd, &at.sa, len) == 0 && listen(fd, LISTEN_BACKLOG) == 0 &&
	    getsockname(fd, &at.sa, &len) == 0) {
		*port_out =
		    ntohs(at.sa.sa_family == AF_INET ? at.in.sin_port : at.in6.sin6_port);
		return fd;
	}
	error = errno;
	(void)close(fd);
	errno = error;
	return -1;
}

int
tcp_adopt(int fd, unsigned sndbuf, unsigned *port_out)
{
	union any_addr at;
	socklen_t len = sizeof(at);
	int listens = 0;
	socklen_t n = sizeof(listens);

	memset(&at, 0, sizeof(at));
	if (getsockname(fd, &at.sa, &len) != 0 ||
	    getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &n) != 0)
		return -1;
	errno = EINVAL;
	if (!listens || (at.sa.sa_family != AF_INET && at.sa.sa_family != AF_INET6))
		return -1;
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 || fcntl(fd, F_SETFL, O_NONBLOCK) != 0 ||
	    !set_socket_options(fd, false, sndbuf))
		return -1;
	*port_out = ntohs(at.sa.sa_family == AF_INET ? at.in.sin_port : at.in6.sin6_port);
	return 0;
}

/* Converts an IPv4 address that an adopted socket, accepting both families, reports as IPv6.
 * Otherwise limits would treat all IPv4 addresses as one network. */
static void
unmap_ipv4(union any_addr *a)
{
	uint32_t v4;

	if (a->sa.sa_family != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&a->in6.sin6_addr))
		return;
	memcpy(&v4, a->in6.sin6_addr.s6_addr + 12, sizeof(v4));
	memset(a, 0, sizeof(*a));
	a->in.sin_family = AF_INET;
	a->in.sin_addr.s_addr = v4;
}

/* Returns whether an address is a loopback address.  Others cannot read such traffic, so it
 * counts as secure. */
static bool
is_loopback(const union any_addr *a)
{
	if (a->sa.sa_family == AF_INET)
		return ntohl(a->in.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
	return IN6_IS_ADDR_LOOPBACK(&a->in6.sin6_addr);
}

bool
tcp_accept(int listen_fd, struct endpoint *out, char address[TCP_ADDRESS_MAX])
{
	union any_addr from;
	socklen_t len = sizeof(from);
	int fd = accept4(listen_fd, &from.sa, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
	const void *bytes;

	if (fd < 0)
		return false;
	unmap_ipv4(&from);
	bytes = from.sa.sa_family == AF_INET ? (const void *)&from.in.sin_addr
					     : (const void *)&from.in6.sin6_addr;
	CHECK(inet_ntop(from.sa.sa_family, bytes, address, TCP_ADDRESS_MAX) != NULL);
	*out = (struct endpoint){ .how = &TCP, .fd = fd, .secure = is_loopback(&from) };
	return true;
}
