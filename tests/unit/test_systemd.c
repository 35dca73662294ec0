/* SPDX-License-Identifier: MIT */
/* How long the loop may wait so that a service manager with a watchdog is notified in time. */
#include "os/systemd.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/unit/test.h"

static struct systemd systemd;
static int manager = -1;

static void
begin(const char *watchdog_us)
{
	struct sockaddr_un here = { .sun_family = AF_UNIX };
	socklen_t n = sizeof(here);

	manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	assert_true(manager >= 0);
	/* the kernel assigns a unique name */
	assert_int_equal(bind(manager, (struct sockaddr *)&here, sizeof(sa_family_t)), 0);
	assert_int_equal(getsockname(manager, (struct sockaddr *)&here, &n), 0);
	here.sun_path[0] = '@';
	assert_int_equal(setenv("NOTIFY_SOCKET", here.sun_path, 1), 0);
	assert_int_equal(setenv("WATCHDOG_USEC", watchdog_us, 1), 0);
	systemd_open(&systemd);
}

static void
end(void)
{
	systemd_close(&systemd);
	(void)close(manager);
	assert_int_equal(unsetenv("NOTIFY_SOCKET") | unsetenv("WATCHDOG_USEC"), 0);
}

static bool
is_told(void)
{
	char text[200];

	return recv(manager, text, sizeof(text), 0) > 0;
}

TEST(the_loop_waits_until_the_next_notification)
{
	begin("3000000");
	systemd_after_turn(&systemd, 50000, 0, 0);
	assert_true(is_told());
	assert_int_equal(systemd_wait_ms(&systemd, 50000, 10000), 1000);
	assert_int_equal(systemd_wait_ms(&systemd, 50000, 700), 700);
	/* a loop that wakes up early waits for the rest of the time */
	systemd_after_turn(&systemd, 50999, 0, 0);
	assert_false(is_told());
	assert_int_equal(systemd_wait_ms(&systemd, 50999, 10000), 1);
	systemd_after_turn(&systemd, 51000, 0, 0);
	assert_true(is_told());
	assert_int_equal(systemd_wait_ms(&systemd, 51000, 10000), 1000);
	assert_int_equal(systemd_wait_ms(&systemd, 53000, 10000), 0);
	assert_int_equal(systemd_wait_ms(&systemd, 53000, 0), 0);
	end();
}

TEST(without_a_service_manager_the_wait_is_unlimited)
{
	begin("3000000");
	end();
	systemd_open(&systemd);
	assert_int_equal(systemd_wait_ms(&systemd, 50000, 10000), 10000);
	systemd_close(&systemd);
}
