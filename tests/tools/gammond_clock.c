/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=net_mono_ms,--wrap=net_wall_ms */
/* The server, except that a test can set its clocks ahead: by the milliseconds that stand as a
 * number of 8 bytes, of this machine's order, in the file GAMMOND_CLOCK.  It is looked at
 * whenever the server asks for the time.  Real time goes on besides, at its own pace.
 *
 * So hours of a tournament, or of a server that is down, take no longer than the test.  A
 * server that waits does not notice until something wakes it: a line of somebody will do.
 *
 * Owns the mapping of the file, for as long as it runs. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/net.h"

int server_main(int argc, char **argv);
int64_t __real_net_mono_ms(void);
int64_t __real_net_wall_ms(void);
int64_t __wrap_net_mono_ms(void);
int64_t __wrap_net_wall_ms(void);

static const volatile int64_t nothing;
static const volatile int64_t *ahead_ms = &nothing;

int64_t
__wrap_net_mono_ms(void)
{
	return __real_net_mono_ms() + *ahead_ms;
}

int64_t
__wrap_net_wall_ms(void)
{
	return __real_net_wall_ms() + *ahead_ms;
}

static void
map_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *at;

	CHECK(fd >= 0 && fstat(fd, &st) == 0 && st.st_size >= (off_t)sizeof(*ahead_ms));
	at = mmap(NULL, sizeof(*ahead_ms), PROT_READ, MAP_SHARED, fd, 0);
	CHECK(at != MAP_FAILED);
	(void)close(fd);
	ahead_ms = at;
}

int
main(int argc, char **argv)
{
	const char *path = getenv("GAMMOND_CLOCK");

	if (path != NULL)
		map_file(path);
	return server_main(argc, argv);
}
