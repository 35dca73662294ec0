/* SPDX-License-Identifier: MIT */
/* Four connections type whatever the input says into the whole server.
 *
 * Each line of the input begins with a byte that chooses who types it (and whether the turn
 * ends behind it); the rest goes to the wire as it is.  world_check runs after every turn.  Two
 * of the four are logged in, one is at the log-in prompt, one is a client program, and an
 * admin.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tests/support/house.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define WHO 4u

static void
set_up(struct house *h, unsigned conn[WHO])
{
	conn[0] = house_telnet(h, "ann");
	conn[1] = house_clip(h, "bob");
	conn[2] = house_connect(h, "10.1.2.3");
	conn[3] = house_clip(h, "carol");
	house_type(h, conn[0], "toggle ready");
	house_type(h, conn[1], "toggle ready");
	house_type(h, conn[0], "invite bob 3");
	house_type(h, conn[1], "join ann");
	house_type(h, conn[3], "watch ann");
	house_role(h, "carol", "admin");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct house *h = house_new(NULL);
	unsigned conn[WHO];

	set_up(h, conn);
	while (size > 0) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t n = end != NULL ? (size_t)(end - data) + 1 : size;
		unsigned who = conn[data[0] % WHO];

		if (house_open(h, who)) {
			house_bytes(h, who, data + 1, n - 1);
			if ((data[0] & 0x80u) == 0)
				house_settle(h);
		}
		if (data[0] == '^')
			house_advance(h, 3600 * 1000);
		data += n;
		size -= n;
	}
	house_settle(h);
	(void)house_warned(h, "match_corrupt");
	house_free(&h);
	return 0;
}
