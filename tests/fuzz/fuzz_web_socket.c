/* SPDX-License-Identifier: MIT */
/* Frames of a browser: the buffer always has room for the next byte, and input in pieces causes
 * the same events as input as a whole. */
#include <stdint.h>
#include <string.h>

#include "client-web/websocket.h"
#include "proto/username.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_utf8(const uint8_t *text, size_t n)
{
	int32_t c;

	for (size_t i = 0, used; i < n; i += used)
		CHECK((used = text_next_char((const char *)text + i, n - i, &c)) > 0);
}

/* Feeds the input in pieces of `piece` bytes.  Returns a sum of the events. */
static uint64_t
feed_in_pieces(const uint8_t *data, size_t n, size_t piece)
{
	static uint8_t buffer[WEBSOCKET_BUFFER_BYTES];
	struct websocket w = { 0 };
	struct websocket_event event;
	uint64_t sum = 0;
	size_t len = 0;

	while (n > 0) {
		size_t part = n < piece ? n : piece;

		if (part > sizeof(buffer) - len)
			part = sizeof(buffer) - len;
		CHECK(part > 0);
		memcpy(buffer + len, data, part);
		len += part;
		data += part;
		n -= part;
		do {
			websocket_next_event(&w, buffer, &len, &event);
			CHECK(len <= sizeof(buffer) &&
			      w.assembled_len <= WEBSOCKET_MESSAGE_MAX &&
			      w.assembled_len <= len);
			if (event.kind == WEBSOCKET_INCOMPLETE)
				break;
			sum = sum * 31 + event.kind;
			sum = sum * 31 + event.code;
			sum = sum * 31 + event.len;
			if (event.kind == WEBSOCKET_MESSAGE) {
				CHECK(event.len <= WEBSOCKET_MESSAGE_MAX && event.len <= len);
				check_utf8(buffer, event.len);
				websocket_drop_bytes(buffer, &len, event.len);
			} else if (event.kind == WEBSOCKET_FAILED ||
				   event.kind == WEBSOCKET_CLOSED) {
				return sum;
			} else {
				CHECK(event.len <= WEBSOCKET_CONTROL_MAX);
			}
		} while (true);
	}
	return sum;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	uint64_t whole = feed_in_pieces(data, n, SIZE_MAX);

	CHECK(feed_in_pieces(data, n, 1) == whole);
	CHECK(feed_in_pieces(data, n, 7) == whole);
	return 0;
}
