/* SPDX-License-Identifier: MIT */
/* Settings of the process before it serves.  A setting that fails is logged but does not
 * prevent the start. */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"

/* Forks: the caller continues in the child process.  The parent exits with status 0 once the
 * child is ready, or with the child's status if the child ends before that.  Call it before any
 * thread is started.  Returns false with errno on failure. */
MUST_USE bool process_fork_server(void);
/* Reports that this process is ready; does nothing if no parent process waits. */
void process_report_ready(void);

/* Raises the limit on open files, and so of connections, to what the system allows. */
void process_raise_file_limit(void);

/* Returns whether all threads share one processor, according to their affinity; CPU quotas are
 * not considered. */
bool process_has_one_processor(void);

/* Opens the file from which process_memory reads, because a sandbox prevents that later.
 * Returns -1 on failure. */
int process_memory_open(void);
/* Return the resident memory of this process and the memory of the machine, in bytes; 0 if
 * unknown. */
uint64_t process_memory(int fd);
uint64_t process_machine_memory(void);

/* Prevents core files, core handlers and debuggers. */
void process_forbid_core_dumps(void);
/* Allows core dumps, which Linux disables for a process that has changed its user. */
void process_allow_core_dumps(void);

/* Makes sleeps of this thread end on time.  Linux otherwise adds up to 50 microseconds. */
void process_wake_on_time(void);
/* Lowers the priority of this process among the processes of its session or control group.
 * From Linux 6.12 on, another process that wakes up also interrupts this one. */
void process_give_way(void);

/* Changes to the user and its groups permanently.  On failure returns false and sets `error`;
 * the server must not start then. */
MUST_USE bool process_become_user(const char *user, struct sbuf *error);

#endif
