/* SPDX-License-Identifier: MIT */
/* Frames of the WebSocket protocol (RFC 6455), as a server reads and writes them.  Pure: the
 * caller owns the buffers.  No extension is supported, so the reserved bits must be 0. */
#ifndef WEB_WEBSOCKET_H
#define WEB_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

#define WEBSOCKET_MESSAGE_MAX 4096u /* bytes of a message from a browser */
/* A buffer of this size always has room for the next byte of a legal message. */
#define WEBSOCKET_BUFFER_BYTES (2 * WEBSOCKET_MESSAGE_MAX)
#define WEBSOCKET_CONTROL_MAX 125u
#define WEBSOCKET_HEAD_MAX 10u     /* the longest head of a frame that the server sends */
#define WEBSOCKET_ACCEPT_BYTES 29u /* a Sec-WebSocket-Accept with its NUL */

enum websocket_opcode {
	WEBSOCKET_CONTINUATION = 0,
	WEBSOCKET_TEXT = 1,
	WEBSOCKET_BINARY = 2,
	WEBSOCKET_CLOSE = 8,
	WEBSOCKET_PING = 9,
	WEBSOCKET_PONG = 10,
};

/* Codes of a close frame (RFC 6455 7.4.1). */
enum websocket_close_code {
	WEBSOCKET_CLOSE_NORMAL = 1000,
	WEBSOCKET_CLOSE_GOING_AWAY = 1001,
	WEBSOCKET_CLOSE_PROTOCOL_ERROR = 1002,
	WEBSOCKET_CLOSE_UNSUPPORTED_DATA = 1003,
	WEBSOCKET_CLOSE_NO_CODE = 1005, /* never sent: the peer's close frame had no code */
	WEBSOCKET_CLOSE_BAD_UTF8 = 1007,
	WEBSOCKET_CLOSE_POLICY = 1008,
	WEBSOCKET_CLOSE_TOO_LARGE = 1009,
	WEBSOCKET_CLOSE_INTERNAL_ERROR = 1011,
	WEBSOCKET_CLOSE_TRY_LATER = 1013,
};

/* The state between frames; all zero at the beginning. */
struct websocket {
	uint16_t assembled_len; /* bytes of an unfinished message, at the start of the buffer */
	bool fragmented;        /* a message has begun and is not finished */
};

enum websocket_event_kind {
	WEBSOCKET_INCOMPLETE, /* the buffer has no whole frame */
	WEBSOCKET_MESSAGE,    /* a text, valid UTF-8 */
	WEBSOCKET_PINGED,     /* to be answered with a pong of the same bytes */
	WEBSOCKET_PONGED,
	WEBSOCKET_CLOSED, /* code: the peer's, or WEBSOCKET_CLOSE_NO_CODE */
	WEBSOCKET_FAILED, /* code: why; the connection must be closed */
};

struct websocket_event {
	enum websocket_event_kind kind;
	unsigned code;
	size_t len; /* length of the message (at the start of the buffer) or of
		       `control_payload` */
	uint8_t control_payload[WEBSOCKET_CONTROL_MAX];
};

/* Removes frames from buffer[0..*len), which is unmasked in place, until one causes an event.
 * The peer's frames are checked as soon as their heads are complete, so an oversized frame
 * fails before its payload arrives.  After WEBSOCKET_MESSAGE the caller uses
 * buffer[0..event->len), then calls websocket_drop_bytes with it.  O(n). */
void websocket_next_event(
    struct websocket *w, uint8_t *buffer, size_t *len, struct websocket_event *event);
void websocket_drop_bytes(uint8_t *buffer, size_t *len, size_t n);

/* Writes the head of an unfragmented, unmasked frame with n bytes of payload.  Returns its
 * length. */
size_t websocket_write_head(
    uint8_t head[WEBSOCKET_HEAD_MAX], enum websocket_opcode opcode, uint64_t n);

/* Computes Sec-WebSocket-Accept.  Returns false if the key is not the Base64 form of 16 bytes.
 */
MUST_USE bool websocket_accept_key(
    const char *key, size_t n, char accept_out[WEBSOCKET_ACCEPT_BYTES]);

#endif
