/* SPDX-License-Identifier: MIT */
/* See sandbox.h.  Owns the flag that the sandbox has begun, and the address family of the
 * engine's sockets. */
#define _GNU_SOURCE /* for syscall, O_PATH */
#include "os/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/landlock.h>
#include <seccomp.h>

#include "base/check.h"
#include "os/log.h"

static bool sandbox_on;
static int engine_family;

/* ---- files and ports ---- */

/* Landlock's ruleset in the newest known version; an older kernel reads only the first members.
 * Declared here because the system's header may be older than the kernel. */
struct ruleset {
	uint64_t files, ports, scoped;
};

#define FILE_TRUNCATE (UINT64_C(1) << 14)
#define READ_ACCESS (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE_ACCESS                                                                           \
	(READ_ACCESS | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE |        \
	    LANDLOCK_ACCESS_FS_MAKE_REG | FILE_TRUNCATE)
/* For each version of Landlock: the number of rights of each kind, and the size of the *
 * ruleset. */
#define FILE_ACCESS                                                                            \
	(LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | FILE_TRUNCATE)
static const struct {
	unsigned files, ports, scoped;
	size_t size;
} LANDLOCK_VERSIONS[] = {
	{ 13, 0, 0, 8 },
	{ 14, 0, 0, 8 },
	{ 15, 0, 0, 8 },
	{ 15, 2, 0, 16 },
	{ 16, 2, 0, 16 },
	{ 16, 2, 2, 24 },
};

static uint64_t
low_bits(unsigned n)
{
	return (UINT64_C(1) << n) - 1;
}

/* Permits access to a file or folder.  Skips a path that cannot be opened. */
static bool
allow_path(int set, const struct sandbox_path *place, uint64_t known)
{
	struct landlock_path_beneath_attr rule = {
		.allowed_access = (place->writable ? WRITE_ACCESS : READ_ACCESS) & known,
		.parent_fd = open(place->path, O_PATH | O_CLOEXEC),
	};
	struct stat st;
	bool ok;

	if (rule.parent_fd < 0)
		return true;
	ok = fstat(rule.parent_fd, &st) == 0;
	if (ok && !S_ISDIR(st.st_mode))
		rule.allowed_access &= FILE_ACCESS;
	ok = ok &&
	     syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
	(void)close(rule.parent_fd);
	return ok;
}

/* The values of LANDLOCK_RULE_NET_PORT and LANDLOCK_ACCESS_NET_CONNECT_TCP, which older headers
 * lack. */
#define RULE_PORT 2
#define CONNECT_ACCESS (UINT64_C(1) << 1)

static bool
allow_port(int set, uint16_t port)
{
	const struct {
		uint64_t allowed, port;
	} rule = { CONNECT_ACCESS, port };

	return syscall(SYS_landlock_add_rule, set, RULE_PORT, &rule, 0) == 0;
}

static bool
restrict_with_landlock(
    unsigned row, const struct sandbox_path *paths, unsigned n, uint16_t port)
{
	const struct ruleset attr = { low_bits(LANDLOCK_VERSIONS[row].files),
		low_bits(LANDLOCK_VERSIONS[row].ports),
		low_bits(LANDLOCK_VERSIONS[row].scoped) };
	int set =
	    (int)syscall(SYS_landlock_create_ruleset, &attr, LANDLOCK_VERSIONS[row].size, 0);
	bool ok = set >= 0;

	for (unsigned i = 0; ok && i < n; i++)
		ok = allow_path(set, &paths[i], attr.files);
	if (ok && port != 0 && (attr.ports & CONNECT_ACCESS) != 0)
		ok = allow_port(set, port);
	ok = ok && syscall(SYS_landlock_restrict_self, set, 0) == 0;
	if (set >= 0)
		(void)close(set);
	return ok;
}

/* checked builds have no sandbox: at exit, sanitizers and coverage open files and start
 * threads */
#ifdef CHECKED_BUILD
static const bool sandbox_supported = false;
#else
static const bool sandbox_supported =
    sizeof(void *) == 8; /* ALLOWED_CALLS is for 64-bit systems only */
#endif

void
sandbox_begin(const struct sandbox_path *paths, unsigned n, int family, uint16_t port)
{
	long version =
	    syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	long known = (long)ARRAY_LEN(LANDLOCK_VERSIONS);

	if (!sandbox_supported || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
		log_warn("sandbox", "state=off reason=\"%s\"",
		    sandbox_supported ? strerror(errno) : "a build for tests");
		return;
	}
	sandbox_on = true;
	engine_family = family;
	if (version < 1)
		log_warn("sandbox", "files=no reason=\"%s\"", strerror(errno));
	else if (!restrict_with_landlock(
		     (unsigned)(version < known ? version : known) - 1, paths, n, port))
		log_warn(
		    "sandbox", "files=no landlock=%ld reason=\"%s\"", version, strerror(errno));
	else
		log_info("sandbox", "files=yes landlock=%ld", version);
}

/* ---- system calls ---- */

enum {
	L = 1u << SANDBOX_LOOP,
	S = 1u << SANDBOX_SYNC,
	W = 1u << SANDBOX_WORKER,
	B = 1u << SANDBOX_BACKGROUND,
	E = 1u << SANDBOX_ENGINE,
	N = 1u << SANDBOX_RECONNECT,
	ALL = L | S | W | B | E | N,
	FILE_THREADS = L | B | N, /* threads that use the database, or read files for libpq */
};

/* The system calls permitted for each kind of thread.  All threads have been started and all
 * files opened before, so no call here creates a process or thread or runs a program.  Only the
 * engine's thread, and the thread that reconnects to a database, may create sockets. */
static const struct {
	int call;
	unsigned who;
} ALLOWED_CALLS[] = {
	/* memory; mmap and mprotect are added by allow_with_conditions */
	{ SCMP_SYS(brk), ALL },
	{ SCMP_SYS(madvise), ALL },
	{ SCMP_SYS(mremap), ALL },
	{ SCMP_SYS(munmap), ALL },
	/* waiting, waking and ending threads; signals; aborting after a failed check */
	{ SCMP_SYS(exit), ALL },
	{ SCMP_SYS(exit_group), ALL },
	{ SCMP_SYS(futex), ALL },
	{ SCMP_SYS(getpid), ALL },
	{ SCMP_SYS(gettid), ALL },
	{ SCMP_SYS(restart_syscall), ALL },
	{ SCMP_SYS(rt_sigaction), ALL },
	{ SCMP_SYS(rt_sigprocmask), ALL },
	{ SCMP_SYS(rt_sigreturn), ALL },
	{ SCMP_SYS(sched_getaffinity), ALL }, /* for malloc and process.c */
	{ SCMP_SYS(sched_yield), ALL },
	/* time if the vDSO cannot be used; randomness; writing the log and waking the loop */
	{ SCMP_SYS(clock_gettime), ALL },
	{ SCMP_SYS(clock_nanosleep), ALL },
	{ SCMP_SYS(getrandom), ALL },
	{ SCMP_SYS(gettimeofday), ALL },
	{ SCMP_SYS(write), ALL },
	/* disk */
	{ SCMP_SYS(fdatasync), L | S | B },
	{ SCMP_SYS(fsync), L | S | B },
	{ SCMP_SYS(access), FILE_THREADS },
	{ SCMP_SYS(close), FILE_THREADS | E },
	{ SCMP_SYS(faccessat), FILE_THREADS },
	{ SCMP_SYS(faccessat2), FILE_THREADS },
	{ SCMP_SYS(fallocate), FILE_THREADS },
	{ SCMP_SYS(fcntl), FILE_THREADS },
	{ SCMP_SYS(flock), L }, /* locks the data directory again after a failed upgrade */
	{ SCMP_SYS(fstat), FILE_THREADS },
	{ SCMP_SYS(fstatfs), FILE_THREADS },
	{ SCMP_SYS(ftruncate), FILE_THREADS },
	{ SCMP_SYS(getcwd), FILE_THREADS },
	{ SCMP_SYS(getdents64), FILE_THREADS },
	{ SCMP_SYS(geteuid), FILE_THREADS },
	{ SCMP_SYS(lseek), FILE_THREADS },
	{ SCMP_SYS(lstat), FILE_THREADS },
	{ SCMP_SYS(newfstatat), FILE_THREADS },
	{ SCMP_SYS(open), FILE_THREADS },
	{ SCMP_SYS(openat), FILE_THREADS },
	{ SCMP_SYS(pread64), FILE_THREADS },
	{ SCMP_SYS(pwrite64), FILE_THREADS },
	{ SCMP_SYS(read), FILE_THREADS },
	{ SCMP_SYS(readlink), FILE_THREADS },
	{ SCMP_SYS(readlinkat), FILE_THREADS },
	{ SCMP_SYS(stat), FILE_THREADS },
	{ SCMP_SYS(statfs), FILE_THREADS },
	{ SCMP_SYS(statx), FILE_THREADS },
	{ SCMP_SYS(sysinfo), FILE_THREADS }, /* glibc's qsort asks how much memory there is */
	{ SCMP_SYS(unlink), FILE_THREADS },
	{ SCMP_SYS(unlinkat), FILE_THREADS },
	/* connections; Landlock restricts the ports that connect may use */
	{ SCMP_SYS(accept4), L },
	{ SCMP_SYS(connect), E | N },
	{ SCMP_SYS(epoll_ctl), L },
	{ SCMP_SYS(epoll_pwait), L },
	{ SCMP_SYS(epoll_pwait2), L },
	{ SCMP_SYS(epoll_wait), L },
	{ SCMP_SYS(getpeername), L | N },
	{ SCMP_SYS(getsockname), L | N },
	{ SCMP_SYS(getsockopt), L | E | N },
	{ SCMP_SYS(poll), L | S | E | N }, /* to wait for a remote database */
	{ SCMP_SYS(ppoll), L | S | E | N },
	{ SCMP_SYS(readv), L },
	{ SCMP_SYS(recvfrom), L | E | N },
	{ SCMP_SYS(recvmsg), L | N },
	{ SCMP_SYS(sendmsg), L | N },
	{ SCMP_SYS(sendto), L | N },
	{ SCMP_SYS(setsockopt), L | N },
	{ SCMP_SYS(shutdown), L },
	{ SCMP_SYS(writev), L },
	/* a remote database: resolving its host name and identifying this process's user */
	{ SCMP_SYS(bind), N },
	{ SCMP_SYS(getegid), N },
	{ SCMP_SYS(getgid), N },
	{ SCMP_SYS(getuid), N },
	{ SCMP_SYS(rt_sigpending), N },
	{ SCMP_SYS(rt_sigtimedwait), N },
	{ SCMP_SYS(sendmmsg), N },
	{ SCMP_SYS(socket), N },
	{ SCMP_SYS(uname), N },
};

/* Returns the bits of ALLOWED_CALLS that apply to a kind of thread.  gammonweb has one thread,
 * which is a loop and connects to a UNIX socket. */
static unsigned
thread_bits(enum sandbox_thread which)
{
	return which == SANDBOX_WEB ? L | E : 1u << which;
}

/* Permits some calls, but only with certain arguments. */
static bool
allow_with_conditions(scmp_filter_ctx list, enum sandbox_thread which)
{
	const struct scmp_arg_cmp stream =
	    SCMP_A1(SCMP_CMP_EQ, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	const struct scmp_arg_cmp family = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)engine_family, 0);
	const struct {
		unsigned who;
		int call;
		unsigned n;
		struct scmp_arg_cmp condition[2];
	} narrow[] = {
		{ ALL, SCMP_SYS(mmap), 1, { SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0) } },
		{ ALL, SCMP_SYS(mprotect), 1, { SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0) } },
		{ ALL, SCMP_SYS(tgkill), 1,
		    { SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0) } },
		{ L | N, SCMP_SYS(ioctl), 1, { SCMP_A1(SCMP_CMP_EQ, FIONREAD, 0) } },
		/* the flags that external.c uses; MSG_FASTOPEN would also connect */
		{ E, SCMP_SYS(sendto), 1, { SCMP_A3(SCMP_CMP_EQ, MSG_NOSIGNAL, 0) } },
		{ engine_family != AF_UNSPEC ? E : 0, SCMP_SYS(socket), 2, { family, stream } },
	};

	for (unsigned i = 0; i < ARRAY_LEN(narrow); i++)
		if ((narrow[i].who & thread_bits(which)) != 0 &&
		    seccomp_rule_add_array(list, SCMP_ACT_ALLOW, narrow[i].call, narrow[i].n,
			narrow[i].condition) != 0)
			return false;
	return true;
}

/* Adds all calls of a kind of thread.  Setting the attributes may fail: they only improve
 * speed, and older libraries and kernels do not have them. */
static bool
allow_calls(scmp_filter_ctx list, enum sandbox_thread which)
{
	(void)seccomp_attr_set(list, SCMP_FLTATR_CTL_SSB, 1);
	(void)seccomp_attr_set(list, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	for (unsigned i = 0; i < ARRAY_LEN(ALLOWED_CALLS); i++)
		if ((ALLOWED_CALLS[i].who & thread_bits(which)) != 0 &&
		    ALLOWED_CALLS[i].call >= 0 &&
		    seccomp_rule_add(list, SCMP_ACT_ALLOW, ALLOWED_CALLS[i].call, 0) != 0)
			return false;
	return allow_with_conditions(list, which);
}

static const char *const THREAD_NAMES[SANDBOX_THREAD_COUNT] = {
	[SANDBOX_LOOP] = "loop",
	[SANDBOX_SYNC] = "sync",
	[SANDBOX_WORKER] = "worker",
	[SANDBOX_BACKGROUND] = "background",
	[SANDBOX_ENGINE] = "engine",
	[SANDBOX_RECONNECT] = "line",
	[SANDBOX_WEB] = "web",
};

/* Makes refused calls return ENOSYS, as on an old kernel, so that the C library falls back to
 * others. */
void
sandbox_enter_thread(enum sandbox_thread which)
{
	scmp_filter_ctx list;

	if (!sandbox_on)
		return;
	list = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
	if (list != NULL && allow_calls(list, which) && seccomp_load(list) == 0)
		log_info("sandbox", "thread=%s system_calls=yes", THREAD_NAMES[which]);
	else
		log_warn("sandbox", "thread=%s system_calls=no reason=\"%s\"",
		    THREAD_NAMES[which], strerror(errno));
	seccomp_release(list);
}
