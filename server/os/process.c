/* SPDX-License-Identifier: MIT */
/* See process.h.  Owns one descriptor, through which the waiting parent process is notified. */
#define _GNU_SOURCE /* for CPU_COUNT, initgroups, pipe2, setresuid */
#include "os/process.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/log.h"

#define LONGEST_SLICE_NS 100000000
#define GIVE_WAY_NICE 5 /* leaves a third of the usual share of a busy processor */

static int ready_fd = -1; /* a pipe to the parent process */

static void
wait_for_child(int fd, pid_t pid)
{
	char byte;
	int status = 0;
	ssize_t n;

	do
		n = read(fd, &byte, 1);
	while (n < 0 && errno == EINTR);
	if (n == 1) {
		(void)printf("process %ld serves now\n", (long)pid);
		(void)fflush(stdout);
		_exit(0);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

bool
process_fork_server(void)
{
	int fd[2];
	pid_t pid;

	if (pipe2(fd, O_CLOEXEC) != 0)
		return false;
	pid = fork();
	if (pid > 0) {
		(void)close(fd[1]);
		wait_for_child(fd[0], pid);
	}
	(void)close(fd[0]);
	ready_fd = fd[1];
	return pid == 0 && setsid() >= 0;
}

void
process_report_ready(void)
{
	if (ready_fd < 0)
		return;
	(void)!write(ready_fd, "", 1);
	(void)close(ready_fd);
	ready_fd = -1;
}

#define FILE_TABLE_GROWN_MAX 131072u /* a table of this size takes a MiB of kernel memory */

/* Gives the table of open files its final size, at most FILE_TABLE_GROWN_MAX, by briefly using
 * a high descriptor.  Linux would double the table as it fills, and in a process with threads
 * each doubling waits for all processors: 10 to 25 ms in the middle of an accept. */
static void
grow_file_table(void)
{
	struct rlimit limit;
	int fd;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == 0)
		return;
	if (limit.rlim_cur > FILE_TABLE_GROWN_MAX)
		limit.rlim_cur = FILE_TABLE_GROWN_MAX;
	fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, (int)limit.rlim_cur - 1);
	if (fd >= 0)
		(void)close(fd);
}

void
process_raise_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	if (limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
			log_warn("file_limit", "error=\"%s\"", strerror(errno));
	}
	grow_file_table();
}

int
process_memory_open(void)
{
	return open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

static uint64_t
page_bytes(void)
{
	return (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Reads /proc/self/statm: the total and the resident size in pages, and more. */
uint64_t
process_memory(int fd)
{
	char text[128];
	ssize_t n = fd >= 0 ? pread(fd, text, sizeof(text) - 1, 0) : -1;
	const char *resident;

	if (n <= 0)
		return 0;
	text[n] = '\0';
	resident = strchr(text, ' ');
	return resident != NULL ? strtoull(resident, NULL, 10) * page_bytes() : 0;
}

uint64_t
process_machine_memory(void)
{
	long pages = sysconf(_SC_PHYS_PAGES);

	return pages > 0 ? (uint64_t)pages * page_bytes() : 0;
}

void
process_wake_on_time(void)
{
	(void)prctl(PR_SET_TIMERSLACK, 1ul);
}

/* Asks for a long time slice: when a process with a shorter slice wakes up, the scheduler lets
 * that process run. */
void
process_give_way(void)
{
	const int nice = getpriority(PRIO_PROCESS, 0);
	const struct { /* struct sched_attr, which glibc 2.36 lacks */
		uint32_t size, policy;
		uint64_t flags;
		int32_t nice;
		uint32_t priority;
		uint64_t slice_ns, deadline_ns, period_ns;
	} attr = { .size = sizeof(attr),
		.policy = SCHED_OTHER,
		.nice = nice > GIVE_WAY_NICE ? nice : GIVE_WAY_NICE,
		.slice_ns = LONGEST_SLICE_NS };

	(void)syscall(SYS_sched_setattr, 0, &attr, 0);
}

void
process_forbid_core_dumps(void)
{
	static const struct rlimit none = { 0, 0 };

	if (setrlimit(RLIMIT_CORE, &none) != 0 || prctl(PR_SET_DUMPABLE, 0) != 0)
		log_warn("core_dumps", "error=\"%s\"", strerror(errno));
}

bool
process_has_one_processor(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) == 1;
}

void
process_allow_core_dumps(void)
{
	if (prctl(PR_SET_DUMPABLE, 1) != 0)
		log_warn("core_dumps", "error=\"%s\"", strerror(errno));
}

/* Changes the user, and checks that the process cannot become root again, which some kernel
 * settings would allow. */
bool
process_become_user(const char *user, struct sbuf *error)
{
	const struct passwd *p;

	errno = 0;
	p = getpwnam(user);
	if (p == NULL)
		sbuf_addf(error, "there is no user %s", user);
	else if (initgroups(user, p->pw_gid) != 0 ||
		 setresgid(p->pw_gid, p->pw_gid, p->pw_gid) != 0 ||
		 setresuid(p->pw_uid, p->pw_uid, p->pw_uid) != 0)
		sbuf_addf(error, "cannot become user %s: %s", user, strerror(errno));
	else if (p->pw_uid != 0 && setuid(0) == 0)
		sbuf_addf(error, "as user %s it could be root again", user);
	else
		return true;
	return false;
}
