/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=net_mono_ms,--wrap=net_mono_us,--wrap=net_wall_ms */
/* The server, except that a test can set its clocks ahead through the file GAMMOND_CLOCK:
 * 8-byte numbers of milliseconds in native byte order, which are read whenever the server asks
 * for the time and are added to the real time.
 *
 *   1  time that passed while the server waited: a test can skip the hours of a tournament, or
 *      of a server that is down.  A waiting server does not notice until something wakes it,
 *      such as a line from a user.
 *   2  time for which the process was stopped.
 *   3  total time of file syncs: an increase is the duration of the next sync.
 *
 * Owns the mapping of the file until the process ends. */
#define _GNU_SOURCE /* syscall */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "net/net.h"

int server_main(int argc, char **argv);
int64_t __real_net_mono_ms(void);
int64_t __real_net_mono_us(void);
int64_t __real_net_wall_ms(void);
int64_t __wrap_net_mono_ms(void);
int64_t __wrap_net_mono_us(void);
int64_t __wrap_net_wall_ms(void);

struct clock_offsets {
	int64_t waited_ms, stopped_ms, syncs_ms;
};

static const volatile struct clock_offsets no_offsets;
static const volatile struct clock_offsets *clock_offsets = &no_offsets;
static _Atomic int64_t sync_ms_used; /* the part of syncs_ms used so far */

int64_t
__wrap_net_mono_ms(void)
{
	return __real_net_mono_ms() + clock_offsets->waited_ms + clock_offsets->stopped_ms +
	       sync_ms_used;
}

int64_t
__wrap_net_mono_us(void)
{
	return __real_net_mono_us() + (clock_offsets->stopped_ms + sync_ms_used) * 1000;
}

int64_t
__wrap_net_wall_ms(void)
{
	return __real_net_wall_ms() + clock_offsets->waited_ms + clock_offsets->stopped_ms +
	       sync_ms_used;
}

/* Replaces the C library's fdatasync, for SQLite too. */
int
fdatasync(int fd)
{
	sync_ms_used = clock_offsets->syncs_ms;
	return (int)syscall(SYS_fdatasync, fd);
}

static void
map_offsets(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *at;

	CHECK(fd >= 0 && fstat(fd, &st) == 0 && st.st_size >= (off_t)sizeof(*clock_offsets));
	at = mmap(NULL, sizeof(*clock_offsets), PROT_READ, MAP_SHARED, fd, 0);
	CHECK(at != MAP_FAILED);
	(void)close(fd);
	clock_offsets = at;
}

int
main(int argc, char **argv)
{
	const char *path = getenv("GAMMOND_CLOCK");

	if (path != NULL)
		map_offsets(path);
	return server_main(argc, argv);
}
