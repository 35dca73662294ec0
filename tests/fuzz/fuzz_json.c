/* SPDX-License-Identifier: MIT */
/* Sessions of JSON lines: four connections send the lines of the input to the whole server.
 *
 * Each line of the input begins with a byte that selects the connection, and whether the turn
 * ends after it; the rest is sent unchanged.  Two play each other, one has not logged in, and
 * one is a spectator of the match.  Whatever they receive must be one JSON object per line. */
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define WHO 4u

static unsigned
json_connect(struct fixture *h, const char *name)
{
	unsigned conn = fixture_connect(h, "10.1.2.3");

	fixture_type(h, conn, "json 1");
	if (name == NULL)
		return conn;
	(void)fixture_user(h, name, 1500, 0);
	fixture_typef(h, conn,
	    "{\"id\":0,\"c\":\"login\",\"name\":\"%s\",\"password\":\"" FIXTURE_PASSWORD "\"}",
	    name);
	fixture_type(h, conn, "{\"id\":0,\"c\":\"set\",\"key\":\"ready\",\"value\":true}");
	return conn;
}

static void
set_up(struct fixture *h, unsigned conn[WHO])
{
	conn[0] = json_connect(h, "ann");
	conn[1] = json_connect(h, "bob");
	conn[2] = json_connect(h, NULL);
	fixture_role(h, "bob", "admin");
	fixture_type(h, conn[0], "{\"id\":1,\"c\":\"invite\",\"player\":\"bob\",\"length\":3}");
	fixture_type(h, conn[1], "{\"id\":1,\"c\":\"join\",\"player\":\"ann\"}");
	conn[3] = json_connect(h, NULL);
	fixture_type(h, conn[3], "{\"id\":1,\"c\":\"public\"}");
	fixture_type(h, conn[3], "{\"id\":2,\"c\":\"watch\",\"m\":1}");
	fixture_discard(h);
}

static void
check_output(struct fixture *h, unsigned conn)
{
	size_t n;
	const char *output = fixture_read_n(h, conn, &n);
	char *text = calloc(n + 1, 1), *to = text, *line = text, *end;

	CHECK(text != NULL);
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)output[i] == 255)
			i += 2; /* an answer to a telnet option, which may be anywhere */
		else
			*to++ = output[i];
	for (; (end = strstr(line, "\r\n")) != NULL; line = end + 2) {
		json_t *o =
		    json_loadb(line, (size_t)(end - line), JSON_REJECT_DUPLICATES, NULL);

		CHECK(json_is_object(o));
		json_decref(o);
	}
	CHECK(*line == '\0');
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fixture *h = fixture_new(NULL);
	unsigned conn[WHO];
	bool closed[WHO] = { false };

	set_up(h, conn);
	while (size > 0) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t n = end != NULL ? (size_t)(end - data) + 1 : size;
		unsigned who = data[0] % WHO;

		if (!closed[who]) {
			fixture_bytes(h, conn[who], data + 1, n - 1);
			if ((data[0] & 0x80u) == 0)
				fixture_settle(h);
		}
		for (unsigned i = 0; i < WHO; i++) {
			if (closed[i])
				continue;
			closed[i] = !fixture_open(h, conn[i]);
			check_output(h, conn[i]);
		}
		if (fixture_ended(h))
			break;
		data += n;
		size -= n;
	}
	(void)fixture_warned(h, "match_corrupt");
	fixture_free(&h);
	return 0;
}
