/* SPDX-License-Identifier: MIT */
/* Restricts the process once everything is open: no other files, new connections or programs,
 * and only the system calls that each kind of thread needs.  Uses Landlock for files and ports,
 * and a seccomp list for each kind of thread.  A refused call fails with ENOSYS, or EACCES for
 * a file or port; nothing is killed.
 *
 * There is one sandbox for the process.  Before sandbox_begin, as in tests, sandbox_thread does
 * nothing. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

enum sandbox_thread {
	SANDBOX_LOOP,
	SANDBOX_SYNC,
	SANDBOX_WORKER,
	SANDBOX_BACKGROUND,
	SANDBOX_ENGINE,
	SANDBOX_RECONNECT, /* connects to a remote database */
	SANDBOX_WEB,       /* the loop of gammonweb, which connects to gammond */
	SANDBOX_THREAD_COUNT,
};

/* A folder with everything below it, or a file. */
struct sandbox_path {
	const char *path;
	bool writable; /* files may also be written, created and removed */
};

/* For the calling thread and threads that it starts later: permits no files except `paths`
 * (missing paths are ignored), no new listening ports, no TCP connections except to `port` (0:
 * none at all), and no new privileges from executing a program.  Call it before any thread is
 * started.  Restrictions that the kernel does not support are logged and skipped.
 *
 * family: the kind of socket that SANDBOX_ENGINE may create, AF_UNIX or AF_INET; AF_UNSPEC:
 * none.  Landlock restricts ports but not addresses, and ports only from its version 4 on; it
 * does not restrict UNIX sockets. */
void sandbox_begin(const struct sandbox_path *paths, unsigned n, int family, uint16_t port);

/* Restricts the calling thread to the system calls of its kind. */
void sandbox_enter_thread(enum sandbox_thread which);

#endif
