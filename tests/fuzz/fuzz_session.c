/* SPDX-License-Identifier: MIT */
/* Four connections send the lines of the input to the whole server.
 *
 * Each line of the input begins with a byte that selects the connection (and whether the turn
 * ends after it); the rest is sent unchanged.  world_check runs after every turn.  Two of the
 * four are logged in, one is at the login prompt, one is a client program and an admin. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tests/support/fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define WHO 4u

static void
set_up(struct fixture *h, unsigned conn[WHO])
{
	conn[0] = fixture_telnet(h, "ann");
	conn[1] = fixture_clip(h, "bob");
	conn[2] = fixture_connect(h, "10.1.2.3");
	conn[3] = fixture_clip(h, "carol");
	fixture_type(h, conn[0], "toggle ready");
	fixture_type(h, conn[1], "toggle ready");
	fixture_type(h, conn[0], "invite bob 3");
	fixture_type(h, conn[1], "join ann");
	fixture_type(h, conn[3], "watch ann");
	fixture_set_role(h, "carol", "admin");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fixture *h = fixture_new(NULL);
	unsigned conn[WHO];

	set_up(h, conn);
	while (size > 0) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t n = end != NULL ? (size_t)(end - data) + 1 : size;
		unsigned who = conn[data[0] % WHO];

		if (fixture_is_open(h, who)) {
			fixture_send_bytes(h, who, data + 1, n - 1);
			if ((data[0] & 0x80u) == 0)
				fixture_settle(h);
		}
		if (data[0] == '^')
			fixture_advance(h, 3600 * 1000);
		data += n;
		size -= n;
	}
	fixture_settle(h);
	(void)fixture_warned(h, "match_corrupt");
	fixture_free(&h);
	return 0;
}
