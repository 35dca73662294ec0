/* SPDX-License-Identifier: MIT */
/* What the process gives up once all is open: other files, new connections, other programs, and
 * every system call that a thread has no business making.  Landlock for files and ports, a
 * seccomp list for each kind of thread.  A call that is refused fails with ENOSYS, one for a
 * file or a port with EACCES; nothing is killed.
 *
 * The process has one sandbox; whoever has not begun it, as tests, is not held by it. */
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
	SANDBOX_LINE, /* connects to a database that is elsewhere */
	SANDBOX_THREADS,
};

/* A folder, with all below it, or a file. */
struct sandbox_place {
	const char *path;
	bool written; /* files in it are written, made and removed, too; else only read */
};

/* For the calling thread and those that it starts from now on: no files but these (a place that
 * is not there is left out), no new ports and connections (but to this port of TCP, when it is
 * not 0), no rights by programs that have more. Before the threads are started.  What the
 * kernel does not have is logged and left out.
 *
 * family: of the one kind of socket that SANDBOX_ENGINE may make, AF_UNIX or AF_INET; AF_UNSPEC
 * none.  Landlock knows ports, and no addresses; before its version 4, and of sockets of the
 * file system, it knows neither. */
void sandbox_begin(const struct sandbox_place *places, unsigned n, int family, uint16_t port);

/* The calling thread makes the system calls of its kind from now on, and no others. */
void sandbox_thread(enum sandbox_thread which);

#endif
