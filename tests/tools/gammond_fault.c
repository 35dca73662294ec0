/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=sqlite3_step */
/* LINK: -Wl,--wrap=accept4,--wrap=bind,--wrap=close,--wrap=getsockname,--wrap=listen */
/* LINK: -Wl,--wrap=pipe2,--wrap=read,--wrap=recv,--wrap=send,--wrap=sendmsg */
/* LINK: -Wl,--wrap=setsockopt,--wrap=shutdown,--wrap=socket,--wrap=write */
/* LINK: -Wl,--wrap=disk_free_bytes */
/* The server, except that one call, chosen by an environment variable, fails.
 *
 * GAMMOND_FAULT="KIND N": the N-th call of this kind fails with one of two errors that such a
 * call can return (alternating with N), and does nothing.  Kinds: memory (the server's own
 * allocations), libevent (libevent's allocations), sql (a step of a statement), and the system
 * calls of the network, by their names.
 *
 * GAMMOND_FREE=BYTES: the free space that the server finds on the disk.
 *
 * GAMMOND_FAULTS=FILE: counts the calls of each kind in this file, as 8-byte numbers in native
 * byte order, in the order of FAULT_KINDS.  One more number counts the failures. */
#define _GNU_SOURCE /* RTLD_NEXT, accept4, pipe2 */
#include <dlfcn.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"

/* clang-format off */
#define FAULT_KINDS(X) \
	X(memory, ENOMEM, ENOMEM) X(libevent, ENOMEM, ENOMEM) X(sql, SQLITE_IOERR, SQLITE_FULL) \
	X(accept4, EMFILE, ECONNABORTED) X(bind, EADDRINUSE, EACCES) X(close, EIO, EINTR) \
	X(getsockname, ENOBUFS, ENOBUFS) X(listen, EADDRINUSE, EADDRINUSE) \
	X(pipe2, EMFILE, ENFILE) X(read, EIO, EINTR) X(recv, ECONNRESET, EINTR) X(send, ENOBUFS, EPIPE) \
	X(sendmsg, EINTR, ECONNRESET) X(setsockopt, ENOBUFS, EINVAL) X(shutdown, ENOTCONN, ENOBUFS) \
	X(socket, EMFILE, ENOBUFS) X(write, EAGAIN, EIO) X(epoll_ctl, ENOMEM, ENOSPC) X(epoll_wait, EINTR, EINTR)
/* clang-format on */

enum fault_kind {
#define X(name, first, second) KIND_##name,
	FAULT_KINDS(X)
#undef X
	KIND_COUNT
};

static const struct {
	const char *name;
	int error[2];
} fault_kinds[] = {
#define X(name, first, second) { #name, { first, second } },
	FAULT_KINDS(X)
#undef X
};

struct call_counts {
	_Atomic uint64_t calls[KIND_COUNT];
	_Atomic uint64_t failed;
};

static struct call_counts local_counts;
static struct call_counts *call_counts = &local_counts;
static enum fault_kind fail_kind = KIND_COUNT;
static uint64_t fail_call_no;

int server_main(int argc, char **argv);

/* Counts a call.  Returns whether it must fail, with the error in errno. */
static bool
call_fails(enum fault_kind k)
{
	uint64_t n = atomic_fetch_add(&call_counts->calls[k], 1) + 1;

	if (k != fail_kind || n != fail_call_no)
		return false;
	atomic_fetch_add(&call_counts->failed, 1);
	errno = fault_kinds[k].error[n % 2];
	return true;
}

/* WRAP_CALL(type, name, result on failure, (parameters), (arguments)) */
#define WRAP_CALL(type, name, none, params, args)                                              \
	type __real_##name params;                                                             \
	type __wrap_##name params;                                                             \
	type __wrap_##name params                                                              \
	{                                                                                      \
		return call_fails(KIND_##name) ? (type)(none) : __real_##name args;            \
	}

#define KIND_malloc KIND_memory
#define KIND_calloc KIND_memory
#define KIND_realloc KIND_memory
#define KIND_strdup KIND_memory

WRAP_CALL(void *, malloc, NULL, (size_t n), (n))
WRAP_CALL(void *, calloc, NULL, (size_t n, size_t size), (n, size))
WRAP_CALL(void *, realloc, NULL, (void *p, size_t n), (p, n))
WRAP_CALL(char *, strdup, NULL, (const char *s), (s))
WRAP_CALL(
    int, accept4, -1, (int fd, struct sockaddr *a, socklen_t *n, int flags), (fd, a, n, flags))
WRAP_CALL(int, bind, -1, (int fd, const struct sockaddr *a, socklen_t n), (fd, a, n))
WRAP_CALL(int, getsockname, -1, (int fd, struct sockaddr *a, socklen_t *n), (fd, a, n))
WRAP_CALL(int, listen, -1, (int fd, int n), (fd, n))
WRAP_CALL(int, pipe2, -1, (int fd[2], int flags), (fd, flags))
WRAP_CALL(ssize_t, read, -1, (int fd, void *to, size_t n), (fd, to, n))
WRAP_CALL(ssize_t, recv, -1, (int fd, void *to, size_t n, int flags), (fd, to, n, flags))
WRAP_CALL(
    ssize_t, send, -1, (int fd, const void *from, size_t n, int flags), (fd, from, n, flags))
WRAP_CALL(ssize_t, sendmsg, -1, (int fd, const struct msghdr *m, int flags), (fd, m, flags))
WRAP_CALL(
    int, setsockopt, -1, (int fd, int l, int o, const void *v, socklen_t n), (fd, l, o, v, n))
WRAP_CALL(int, shutdown, -1, (int fd, int how), (fd, how))
WRAP_CALL(int, socket, -1, (int domain, int type, int protocol), (domain, type, protocol))

ssize_t __real_write(int fd, const void *from, size_t n);
ssize_t __wrap_write(int fd, const void *from, size_t n);
int __real_close(int fd);
int __wrap_close(int fd);
int __real_sqlite3_step(sqlite3_stmt *q);
int __wrap_sqlite3_step(sqlite3_stmt *q);

int64_t __real_disk_free_bytes(int dir_fd);
int64_t __wrap_disk_free_bytes(int dir_fd);

int64_t
__wrap_disk_free_bytes(int dir_fd)
{
	const char *bytes = getenv("GAMMOND_FREE");

	return bytes != NULL ? strtoll(bytes, NULL, 10) : __real_disk_free_bytes(dir_fd);
}

/* Writes to the log never fail, because the test would wait for the missing line. */
ssize_t
__wrap_write(int fd, const void *from, size_t n)
{
	return fd != STDERR_FILENO && call_fails(KIND_write) ? -1 : __real_write(fd, from, n);
}

/* A close that fails still closes the descriptor, as close(2) does on Linux. */
int
__wrap_close(int fd)
{
	bool failing = call_fails(KIND_close);
	int error = errno, done = __real_close(fd);

	if (!failing)
		return done;
	errno = error;
	return -1;
}

int
__wrap_sqlite3_step(sqlite3_stmt *q)
{
	return call_fails(KIND_sql) ? fault_kinds[KIND_sql].error[fail_call_no % 2]
				    : __real_sqlite3_step(q);
}

/* Replaces the C library's epoll_ctl, for libevent.  Only EPOLL_CTL_ADD fails; the other
 * operations allocate no memory. */
int
epoll_ctl(int epfd, int op, int fd, struct epoll_event *e)
{
	static int (*real)(int, int, int, struct epoll_event *);

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "epoll_ctl");
	return op == EPOLL_CTL_ADD && call_fails(KIND_epoll_ctl) ? -1 : real(epfd, op, fd, e);
}

int
epoll_wait(int epfd, struct epoll_event *e, int n, int ms)
{
	static int (*real)(int, struct epoll_event *, int, int);

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "epoll_wait");
	return call_fails(KIND_epoll_wait) ? -1 : real(epfd, e, n, ms);
}

static void *
event_malloc(size_t n)
{
	return call_fails(KIND_libevent) ? NULL : __real_malloc(n);
}

static void *
event_realloc(void *p, size_t n)
{
	return call_fails(KIND_libevent) ? NULL : __real_realloc(p, n);
}

static void
map_file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	void *at;

	CHECK(fd >= 0 && ftruncate(fd, sizeof(*call_counts)) == 0);
	at = mmap(NULL, sizeof(*call_counts), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(at != MAP_FAILED);
	(void)__real_close(fd);
	call_counts = at;
}

int
main(int argc, char **argv)
{
	const char *file = getenv("GAMMOND_FAULTS"), *what = getenv("GAMMOND_FAULT");
	const char *number = what != NULL ? strchr(what, ' ') : NULL;

	if (file != NULL)
		map_file(file);
	if (number != NULL) {
		fail_call_no = strtoull(number, NULL, 10);
		for (fail_kind = 0; fail_kind < KIND_COUNT; fail_kind++)
			if (strlen(fault_kinds[fail_kind].name) == (size_t)(number - what) &&
			    strncmp(fault_kinds[fail_kind].name, what,
				(size_t)(number - what)) == 0)
				break;
		CHECK(fail_kind < KIND_COUNT);
	}
	event_set_mem_functions(event_malloc, event_realloc, free);
	return server_main(argc, argv);
}
