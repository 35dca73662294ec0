/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The WebSocket protocol: the handshake, and each frame that a client may or may not send. */

#include "client-web/websocket.h"
#include "tests/unit/test.h"

struct socket_input {
	struct websocket state;
	uint8_t bytes[WEBSOCKET_BUFFER_BYTES];
	size_t len;
	struct websocket_event event;
};

/* Appends a masked frame.  head: its first byte; claimed: the length in its head. */
static void
add_frame(
    struct socket_input *in, uint8_t head, const void *payload, size_t n, uint64_t claimed)
{
	static const uint8_t MASK[4] = { 0x37, 0xfa, 0x21, 0x3d };
	uint8_t *at = in->bytes + in->len;
	unsigned extended = claimed < 126 ? 0 : claimed < 65536 ? 2 : 8;

	assert_true(in->len + 14 + n <= sizeof(in->bytes));
	*at++ = head;
	*at++ = (uint8_t)(0x80 | (extended == 0 ? claimed : extended == 2 ? 126 : 127));
	for (unsigned i = extended; i > 0; i--)
		*at++ = (uint8_t)(claimed >> 8 * (i - 1));
	memcpy(at, MASK, 4);
	at += 4;
	for (size_t i = 0; i < n; i++)
		*at++ = ((const uint8_t *)payload)[i] ^ MASK[i % 4];
	in->len = (size_t)(at - in->bytes);
}

static void
add(struct socket_input *in, uint8_t head, const char *payload)
{
	add_frame(in, head, payload, strlen(payload), strlen(payload));
}

static enum websocket_event_kind
next_event(struct socket_input *in)
{
	websocket_next_event(&in->state, in->bytes, &in->len, &in->event);
	return in->event.kind;
}

static void
assert_message(struct socket_input *in, const char *text)
{
	assert_int_equal(next_event(in), WEBSOCKET_MESSAGE);
	assert_int_equal(in->event.len, strlen(text));
	assert_memory_equal(in->bytes, text, in->event.len);
	websocket_drop_bytes(in->bytes, &in->len, in->event.len);
}

static void
assert_failed(struct socket_input *in, unsigned code)
{
	assert_int_equal(next_event(in), WEBSOCKET_FAILED);
	assert_int_equal(in->event.code, code);
}

TEST(the_handshake_is_that_of_the_rfc)
{
	static const char *const BAD[] = { "dGhlIHNhbXBsZSBub25jZQ=",
		"dGhlIHNhbXBsZSBub25jZQ===", "dGhlIHNhbXBsZSBub25j====",
		"dGhlIHNhbXBsZSBub25j!Q==", "dGhlIHNhbXBsZSBub25jZQaa", "" };
	char accept[WEBSOCKET_ACCEPT_BYTES];

	/* RFC 6455 1.3 */
	assert_true(websocket_accept_key("dGhlIHNhbXBsZSBub25jZQ==", 24, accept));
	assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
	for (size_t i = 0; i < ARRAY_LEN(BAD); i++)
		assert_false(websocket_accept_key(BAD[i], strlen(BAD[i]), accept));
	assert_false(websocket_accept_key(NULL, 0, accept));
}

TEST(the_frame_of_the_rfc_is_read)
{
	/* RFC 6455 5.7: "Hello", masked */
	struct socket_input in = { .bytes = { 0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f,
				       0x4d, 0x51, 0x58 },
		.len = 11 };

	assert_message(&in, "Hello");
	assert_int_equal(next_event(&in), WEBSOCKET_INCOMPLETE);
}

TEST(a_frame_may_arrive_byte_by_byte)
{
	struct socket_input whole = { 0 }, in = { 0 };

	add(&whole, 0x01, "Hel");
	add(&whole, 0x89, "ping");
	add(&whole, 0x80, "lo");
	for (size_t i = 0, pings = 0; i < whole.len; i++) {
		in.bytes[in.len++] = whole.bytes[i];
		if (i + 1 == whole.len) {
			assert_message(&in, "Hello");
			assert_int_equal(pings, 1);
		} else if (next_event(&in) == WEBSOCKET_PINGED) {
			assert_int_equal(in.event.len, 4);
			assert_memory_equal(in.event.control_payload, "ping", 4);
			pings++;
		} else {
			assert_int_equal(in.event.kind, WEBSOCKET_INCOMPLETE);
		}
	}
	assert_int_equal(in.len, 0);
}

TEST(several_messages_may_arrive_at_once)
{
	struct socket_input in = { 0 };

	add(&in, 0x81, "one");
	add(&in, 0x8A, "");
	add(&in, 0x01, "tw");
	add(&in, 0x00, "");
	add(&in, 0x80, "o");
	add(&in, 0x81, "");
	assert_message(&in, "one");
	assert_int_equal(next_event(&in), WEBSOCKET_PONGED);
	assert_message(&in, "two");
	assert_message(&in, "");
	assert_int_equal(next_event(&in), WEBSOCKET_INCOMPLETE);
}

TEST(illegal_frames_fail)
{
	static const struct {
		const char *bytes;
		size_t n;
		unsigned code;
	} CASES[] = {
		{ "\x81\x00", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR }, /* not masked */
		{ "\xC1\x80", 2,
		    WEBSOCKET_CLOSE_PROTOCOL_ERROR }, /* a reserved bit: compression */
		{ "\xA1\x80", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x91\x80", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x83\x80", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR }, /* unknown opcodes */
		{ "\x87\x80", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x8B\x80", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x8F\x80", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x09\x80", 2,
		    WEBSOCKET_CLOSE_PROTOCOL_ERROR }, /* fragmented control frames */
		{ "\x08\x80", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x89\xFE", 2,
		    WEBSOCKET_CLOSE_PROTOCOL_ERROR }, /* a ping of more than 125 bytes */
		{ "\x88\xFF", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x81\xFE\x00\x7D", 4,
		    WEBSOCKET_CLOSE_PROTOCOL_ERROR }, /* a longer form than needed */
		{ "\x81\xFF\x00\x00\x00\x00\x00\x00\xFF\xFF", 10,
		    WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x81\xFF\x80\x00\x00\x00\x00\x00\x00\x00", 10,
		    WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x81\xFF\x00\x00\x01\x00\x00\x00\x00\x00", 10,
		    WEBSOCKET_CLOSE_NO_CODE }, /* no mask yet */
		{ "\x81\xFF\x00\x00\x01\x00\x00\x00\x00\x00mask", 14,
		    WEBSOCKET_CLOSE_TOO_LARGE },                          /* 2^40 */
		{ "\x81\xFE\x10\x01mask", 8, WEBSOCKET_CLOSE_TOO_LARGE }, /* 4,097 bytes */
		{ "\x81\xFE\x10\x00mask", 8, WEBSOCKET_CLOSE_NO_CODE },
		{ "\x80\x80mask", 6, WEBSOCKET_CLOSE_PROTOCOL_ERROR }, /* continues nothing */
		{ "\x00\x80mask", 6, WEBSOCKET_CLOSE_PROTOCOL_ERROR },
		{ "\x82\x80mask", 6, WEBSOCKET_CLOSE_UNSUPPORTED_DATA }, /* binary */
		{ "\x02\x80mask", 6, WEBSOCKET_CLOSE_UNSUPPORTED_DATA },
	};

	for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
		struct socket_input in = { .len = CASES[i].n };

		memcpy(in.bytes, CASES[i].bytes, CASES[i].n);
		if (CASES[i].code == WEBSOCKET_CLOSE_NO_CODE)
			assert_int_equal(next_event(&in), WEBSOCKET_INCOMPLETE);
		else if (next_event(&in) != WEBSOCKET_FAILED || in.event.code != CASES[i].code)
			fail_msg("case %zu: code %u", i, in.event.code);
	}
}

TEST(a_message_may_not_begin_within_another)
{
	struct socket_input in = { 0 };

	add(&in, 0x01, "one");
	add(&in, 0x81, "two");
	assert_failed(&in, WEBSOCKET_CLOSE_PROTOCOL_ERROR);
}

TEST(the_length_of_a_message_is_limited_over_all_its_fragments)
{
	static char text[WEBSOCKET_MESSAGE_MAX + 1];
	struct socket_input in = { 0 };

	memset(text, 'x', WEBSOCKET_MESSAGE_MAX);
	add_frame(&in, 0x81, text, WEBSOCKET_MESSAGE_MAX, WEBSOCKET_MESSAGE_MAX);
	assert_message(&in, text);
	add_frame(&in, 0x01, text, WEBSOCKET_MESSAGE_MAX - 1, WEBSOCKET_MESSAGE_MAX - 1);
	add(&in, 0x00, "x");
	add(&in, 0x80, "");
	assert_message(&in, text);
	add_frame(&in, 0x01, text, WEBSOCKET_MESSAGE_MAX, WEBSOCKET_MESSAGE_MAX);
	add(&in, 0x80, "x");
	assert_failed(&in, WEBSOCKET_CLOSE_TOO_LARGE);
}

TEST(messages_are_utf_8)
{
	static const char *const BAD[] = { "\xff", "\xc0\x80", "\xed\xa0\x80",
		"\xf4\x90\x80\x80", "a\xe2\x82", "\x80", "\xf8\x88\x80\x80\x80" };

	for (size_t i = 0; i < ARRAY_LEN(BAD); i++) {
		struct socket_input in = { 0 };

		add(&in, 0x81, BAD[i]);
		assert_failed(&in, WEBSOCKET_CLOSE_BAD_UTF8);
	}
	for (unsigned i = 0; i < 2; i++) {
		struct socket_input in = { 0 };

		/* a euro sign in two fragments, whole or broken */
		add(&in, 0x01, "\xe2\x82");
		add(&in, 0x80, i == 0 ? "\xac" : "a");
		if (i == 0)
			assert_message(&in, "\xe2\x82\xac");
		else
			assert_failed(&in, WEBSOCKET_CLOSE_BAD_UTF8);
	}
}

TEST(close_frames_are_checked)
{
	static const struct {
		const char *payload;
		size_t n;
		unsigned code;
		bool fails;
	} CASES[] = {
		{ "", 0, WEBSOCKET_CLOSE_NO_CODE, false },
		{ "\x03\xe8", 2, 1000, false },
		{ "\x03\xe9gone", 6, 1001, false },
		{ "\x0f\xa0", 2, 4000, false },
		{ "\x03", 1, WEBSOCKET_CLOSE_PROTOCOL_ERROR, true },
		{ "\x03\xe7", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR, true },
		{ "\x03\xec", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR, true },
		{ "\x03\xed", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR, true },
		{ "\x03\xee", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR, true },
		{ "\x03\xf7", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR, true },
		{ "\x07\xd0", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR, true },
		{ "\x13\x88", 2, WEBSOCKET_CLOSE_PROTOCOL_ERROR, true },
		{ "\x03\xe8\xff", 3, WEBSOCKET_CLOSE_BAD_UTF8, true },
	};

	for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
		struct socket_input in = { 0 };

		add_frame(&in, 0x88, CASES[i].payload, CASES[i].n, CASES[i].n);
		assert_int_equal(
		    next_event(&in), CASES[i].fails ? WEBSOCKET_FAILED : WEBSOCKET_CLOSED);
		assert_int_equal(in.event.code, CASES[i].code);
	}
}

TEST(the_server_writes_the_shortest_head)
{
	static const struct {
		uint64_t n;
		const char *head;
		size_t len;
	} CASES[] = {
		{ 0, "\x81\x00", 2 },
		{ 125, "\x81\x7d", 2 },
		{ 126, "\x81\x7e\x00\x7e", 4 },
		{ 65535, "\x81\x7e\xff\xff", 4 },
		{ 65536, "\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10 },
	};
	uint8_t head[WEBSOCKET_HEAD_MAX];

	for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
		assert_int_equal(
		    websocket_write_head(head, WEBSOCKET_TEXT, CASES[i].n), CASES[i].len);
		assert_memory_equal(head, CASES[i].head, CASES[i].len);
	}
}
