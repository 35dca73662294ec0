/* SPDX-License-Identifier: MIT */
/* Sessions of JSON lines: six connections send the lines of the input to the whole server.
 *
 * Each line of the input begins with a byte: its four lowest bits select the connection; if
 * FLAG_RECONNECT is set, that connection is lost first and another connection takes its place;
 * if FLAG_SAME_TURN is set, the turn does not end after the line.  The rest is sent unchanged,
 * except that each `$` becomes the newest token of the connection's user.  Two pairs play, one
 * connection has not logged in, and one watches both matches.  Whatever they receive must be
 * one JSON object per line.
 *
 * If FUZZ_HISTORY names a file, the server is kept for the next inputs, which are then faster.
 * All inputs of the current server are in the file.  Together they are one input, which repeats
 * a failure without FUZZ_HISTORY. */
#include <fcntl.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define USERS 6u
#define WATCHER_NO 3u
#define FLAG_RECONNECT 0x10u
#define FLAG_SAME_TURN 0x80u
#define LOGIN_LINE                                                                             \
	"{\"id\":0,\"c\":\"login\",\"name\":\"%s\",\"password\":\"" FIXTURE_PASSWORD           \
	"\",\"keep\":true}"
#define INPUTS_PER_SERVER 1000u /* for one server */

static const char *const NAMES[USERS] = { "ann", "bob", NULL, NULL, "cat", "dan" };

static struct {
	struct fixture *h;
	unsigned conn[USERS];
	bool closed[USERS];
	char token[USERS][33];
	unsigned inputs_run;
	int history_fd; /* -1: none */
} all = { .history_fd = -1 };

/* Connects, unless the server has ended. */
static void
json_connect(unsigned who)
{
	all.closed[who] = fixture_has_ended(all.h);
	if (all.closed[who])
		return;
	all.conn[who] = fixture_connect(all.h, "10.1.2.3");
	all.closed[who] = !fixture_is_open(all.h, all.conn[who]) || fixture_has_ended(all.h);
	if (all.closed[who])
		return;
	fixture_type(all.h, all.conn[who], "json 1");
	all.closed[who] = !fixture_is_open(all.h, all.conn[who]);
	(void)fixture_read(all.h, all.conn[who]); /* the banner, and `hello` */
}

static void
check_output(unsigned who)
{
	size_t n;
	const char *output = fixture_read_n(all.h, all.conn[who], &n), *token;
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
		token = json_string_value(json_object_get(o, "token"));
		if (token != NULL && strlen(token) < sizeof(all.token[who]))
			memcpy(all.token[who], token, strlen(token) + 1);
		json_decref(o);
	}
	CHECK(*line == '\0');
	free(text);
}

static void
check_all_outputs(void)
{
	for (unsigned i = 0; i < USERS; i++) {
		if (all.closed[i])
			continue;
		all.closed[i] = !fixture_is_open(all.h, all.conn[i]);
		check_output(i);
	}
}

static void
set_up(void)
{
	struct fixture *h = all.h = fixture_new(NULL);

	memset(all.closed, 0, sizeof(all.closed));
	memset(all.token, 0, sizeof(all.token));
	all.inputs_run = 0;
	for (unsigned i = 0; i < USERS; i++) {
		json_connect(i);
		if (NAMES[i] == NULL)
			continue;
		(void)fixture_user(h, NAMES[i], 1500, 0);
		fixture_typef(h, all.conn[i], LOGIN_LINE, NAMES[i]);
		fixture_type(h, all.conn[i],
		    "{\"id\":0,\"c\":\"set\",\"key\":\"ready\",\"value\":true}");
	}
	fixture_set_role(h, "bob", "admin");
	for (unsigned i = 0; i < USERS; i += 4) {
		fixture_typef(h, all.conn[i],
		    "{\"id\":1,\"c\":\"invite\",\"player\":\"%s\",\"length\":3}", NAMES[i + 1]);
		fixture_typef(h, all.conn[i + 1], "{\"id\":1,\"c\":\"join\",\"player\":\"%s\"}",
		    NAMES[i]);
	}
	fixture_type(h, all.conn[WATCHER_NO], "{\"id\":1,\"c\":\"public\"}");
	fixture_type(h, all.conn[WATCHER_NO], "{\"id\":2,\"c\":\"watch\",\"m\":1}");
	fixture_type(
	    h, all.conn[WATCHER_NO], "{\"id\":3,\"c\":\"watch\",\"m\":2,\"also\":true}");
	check_all_outputs();
}

/* Opens the history at the first call, and empties it for a new server.  Returns false if the
 * environment names no history. */
static bool
open_history(void)
{
	const char *path = getenv("FUZZ_HISTORY");

	if (path == NULL)
		return false;
	if (all.history_fd < 0)
		all.history_fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
	CHECK(all.history_fd >= 0 && (all.inputs_run > 0 || ftruncate(all.history_fd, 0) == 0));
	return true;
}

static void
record_input(const uint8_t *data, size_t size)
{
	CHECK(write(all.history_fd, data, size) == (ssize_t)size);
	if (size > 0 && data[size - 1] != '\n')
		CHECK(write(all.history_fd, "\n", 1) == 1);
}

static void
send_line(unsigned who, const uint8_t *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (text[i] == '$')
			fixture_send_bytes(
			    all.h, all.conn[who], all.token[who], strlen(all.token[who]));
		else
			fixture_send_bytes(all.h, all.conn[who], text + i, 1);
}

static void
run_line(const uint8_t *data, size_t n)
{
	const unsigned who = (data[0] & 0x0Fu) % USERS;

	if ((data[0] & FLAG_RECONNECT) != 0) {
		if (!all.closed[who])
			fixture_drop(all.h, all.conn[who], NET_CLOSE_PEER);
		json_connect(who);
	}
	if (!all.closed[who]) {
		send_line(who, data + 1, n - 1);
		if ((data[0] & FLAG_SAME_TURN) == 0)
			fixture_settle(all.h);
	}
	check_all_outputs();
}

/* Reconnects the users whose connections earlier inputs have closed.  The lines that log them
 * in become part of the history. */
static void
reconnect_all(void)
{
	char text[128];

	for (unsigned i = 0; i < USERS; i++) {
		struct sbuf line;

		if (!all.closed[i])
			continue;
		SBUF_INIT(&line, text);
		sbuf_addf(&line, "%c", (char)(FLAG_RECONNECT | i));
		if (NAMES[i] != NULL)
			sbuf_addf(&line, LOGIN_LINE, NAMES[i]);
		sbuf_add(&line, "\r\n");
		record_input((const uint8_t *)text, line.len);
		run_line((const uint8_t *)text, line.len);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const bool keeps = open_history();

	if (all.h == NULL)
		set_up();
	if (keeps) {
		reconnect_all();
		record_input(data, size);
	}
	while (size > 0 && !fixture_has_ended(all.h)) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t n = end != NULL ? (size_t)(end - data) + 1 : size;

		run_line(data, n);
		data += n;
		size -= n;
	}
	(void)fixture_warned(all.h, "match_corrupt");
	if (!keeps || fixture_has_ended(all.h) || ++all.inputs_run == INPUTS_PER_SERVER)
		fixture_free(&all.h);
	return 0;
}
