/* SPDX-License-Identifier: MIT */
/* Damages the state that an upgrade hands over: every three bytes of the input replace one byte
 * of the state, and one or two remaining bytes truncate it.  The new server either refuses the
 * state or serves: users type lines and hours pass.  world_check runs after every turn.
 *
 * Two of the users play a match, one watches, one has a page to read and an invitation, one
 * registers, and one is at the password prompt. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/pack.h"
#include "tests/support/fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define WHO 6u

struct fuzz_input {
	const uint8_t *at;
	size_t n;
};

static void
damage_bytes(void *ctx, struct pack *p)
{
	const struct fuzz_input *in = ctx;
	size_t i = 0;

	for (; in->n - i >= 3; i += 3)
		p->bytes[(in->at[i] * 256u + in->at[i + 1]) % p->len] = in->at[i + 2];
	for (; i < in->n; i++)
		p->len -= in->at[i] % p->len;
}

static void
fill_server(struct fixture *h)
{
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_clip(h, "bob");
	unsigned carol = fixture_telnet(h, "carol"), dave = fixture_telnet(h, "dave");
	unsigned guest = fixture_connect(h, "10.1.2.3"), last = fixture_connect(h, "10.1.2.4");

	fixture_type(h, ann, "toggle ready");
	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 3");
	fixture_type(h, bob, "join ann");
	fixture_type(h, carol, "watch ann");
	fixture_type(h, carol, "gag bob");
	fixture_type(h, carol, "away at lunch");
	fixture_type(h, carol, "waitfor eve");
	fixture_type(h, dave, "invite carol 5 hyper");
	fixture_type(h, dave, "set pagelength 5");
	fixture_type(h, dave, "help commands");
	fixture_type(h, guest, "guest");
	fixture_type(h, guest, "name frida");
	fixture_type(h, guest, "anew_7");
	fixture_type(h, last, "dave");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const LINES[] = { "", "anew_7", "roll", "move", "who", "!!", "join",
		"invite bob", "board", "bye" };
	struct fixture *h = fixture_new(NULL);
	struct fuzz_input in = { data, size };

	fill_server(h);
	if (fixture_upgrade(h, damage_bytes, &in))
		for (unsigned i = 0; i < sizeof(LINES) / sizeof(LINES[0]); i++) {
			for (unsigned who = 0; who < WHO; who++)
				if (fixture_is_open(h, who))
					fixture_type(h, who, LINES[i]);
			fixture_advance(h, i % 3 * 600000);
		}
	fixture_settle(h);
	(void)fixture_warned(h, "match_corrupt");
	fixture_free(&h);
	return 0;
}
