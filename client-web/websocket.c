/* SPDX-License-Identifier: MIT */
#include "client-web/websocket.h"

#include <string.h>

#include <openssl/evp.h>

#include "proto/username.h"

#define FIN 0x80u
#define RESERVED_BITS 0x70u
#define MASK_BIT 0x80u

/* The head of a client's frame. */
struct frame_head {
	enum websocket_opcode opcode;
	bool is_final;
	size_t head_bytes; /* including the mask */
	uint64_t payload_len;
	const uint8_t *mask;
};

static uint64_t
read_big_endian(const uint8_t *p, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | p[i];
	return v;
}

/* Returns 0 and sets the head, or the code of the failure; WEBSOCKET_CLOSE_NO_CODE: the head is
 * incomplete. */
static unsigned
read_head(const uint8_t *p, size_t n, struct frame_head *h)
{
	size_t extended;
	bool control;

	if (n < 2)
		return WEBSOCKET_CLOSE_NO_CODE;
	h->opcode = p[0] & 0x0Fu;
	h->is_final = (p[0] & FIN) != 0;
	h->payload_len = p[1] & 0x7Fu;
	control = h->opcode >= WEBSOCKET_CLOSE;
	if ((p[0] & RESERVED_BITS) != 0 || (p[1] & MASK_BIT) == 0 ||
	    h->opcode > WEBSOCKET_PONG || (h->opcode > WEBSOCKET_BINARY && !control) ||
	    (control && (!h->is_final || h->payload_len > WEBSOCKET_CONTROL_MAX)))
		return WEBSOCKET_CLOSE_PROTOCOL_ERROR;
	extended = h->payload_len == 126 ? 2 : h->payload_len == 127 ? 8 : 0;
	h->head_bytes = 2 + extended + 4;
	if (n < 2 + extended)
		return WEBSOCKET_CLOSE_NO_CODE;
	if (extended != 0)
		h->payload_len = read_big_endian(p + 2, extended);
	/* RFC 6455 5.2: the length has its shortest form, and its top bit is 0 */
	if ((extended == 2 && h->payload_len < 126) ||
	    (extended == 8 && (h->payload_len <= UINT16_MAX || h->payload_len >> 63 != 0)))
		return WEBSOCKET_CLOSE_PROTOCOL_ERROR;
	h->mask = p + 2 + extended;
	return n < h->head_bytes ? WEBSOCKET_CLOSE_NO_CODE : 0;
}

static bool
valid_utf8(const uint8_t *text, size_t n)
{
	int32_t c;

	for (size_t i = 0, used = 0; i < n; i += used) {
		used = text[i] < 0x80 ? 1 : text_next_char((const char *)text + i, n - i, &c);
		if (used == 0)
			return false;
	}
	return true;
}

/* RFC 6455 7.4: the codes that may be sent. */
static bool
valid_close_code(unsigned code)
{
	return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
	       (code >= 3000 && code <= 4999);
}

static void
set_failure(struct websocket_event *event, unsigned code)
{
	event->kind = WEBSOCKET_FAILED;
	event->code = code;
}

static void
take_control_frame(
    const struct frame_head *h, const uint8_t *payload, struct websocket_event *event)
{
	event->len = (size_t)h->payload_len;
	memcpy(event->control_payload, payload, event->len);
	if (h->opcode != WEBSOCKET_CLOSE) {
		event->kind = h->opcode == WEBSOCKET_PING ? WEBSOCKET_PINGED : WEBSOCKET_PONGED;
		return;
	}
	event->kind = WEBSOCKET_CLOSED;
	event->code =
	    event->len >= 2 ? (unsigned)read_big_endian(payload, 2) : WEBSOCKET_CLOSE_NO_CODE;
	if (event->len == 1 || (event->len >= 2 && !valid_close_code(event->code)))
		set_failure(event, WEBSOCKET_CLOSE_PROTOCOL_ERROR);
	else if (event->len > 2 && !valid_utf8(payload + 2, event->len - 2))
		set_failure(event, WEBSOCKET_CLOSE_BAD_UTF8);
}

void
websocket_drop_bytes(uint8_t *buffer, size_t *len, size_t n)
{
	CHECK(n <= *len);
	memmove(buffer, buffer + n, *len - n);
	*len -= n;
}

/* Handles the frame at buffer[w->assembled_len], which is complete and has a valid head. */
static void
take_frame(struct websocket *w, const struct frame_head *h, uint8_t *buffer, size_t *len,
    struct websocket_event *event)
{
	uint8_t *frame = buffer + w->assembled_len;
	uint8_t *payload = frame + h->head_bytes;
	size_t n = (size_t)h->payload_len, rest = *len - w->assembled_len;

	for (size_t i = 0; i < n; i++)
		payload[i] ^= h->mask[i % 4];
	if (h->opcode >= WEBSOCKET_CLOSE) {
		take_control_frame(h, payload, event);
		websocket_drop_bytes(frame, &rest, h->head_bytes + n);
		*len = w->assembled_len + rest;
		return;
	}
	websocket_drop_bytes(frame, &rest, h->head_bytes);
	*len = w->assembled_len + rest;
	w->assembled_len = (uint16_t)(w->assembled_len + n);
	w->fragmented = !h->is_final;
	if (!h->is_final)
		return;
	event->len = w->assembled_len;
	w->assembled_len = 0;
	event->kind = WEBSOCKET_MESSAGE;
	if (!valid_utf8(buffer, event->len))
		set_failure(event, WEBSOCKET_CLOSE_BAD_UTF8);
}

void
websocket_next_event(
    struct websocket *w, uint8_t *buffer, size_t *len, struct websocket_event *event)
{
	*event = (struct websocket_event){ .kind = WEBSOCKET_INCOMPLETE };
	while (event->kind == WEBSOCKET_INCOMPLETE) {
		struct frame_head h;
		unsigned code =
		    read_head(buffer + w->assembled_len, *len - w->assembled_len, &h);

		if (code == 0 && h.opcode < WEBSOCKET_CLOSE) {
			if ((h.opcode == WEBSOCKET_CONTINUATION) != w->fragmented)
				code = WEBSOCKET_CLOSE_PROTOCOL_ERROR;
			else if (h.opcode == WEBSOCKET_BINARY)
				code = WEBSOCKET_CLOSE_UNSUPPORTED_DATA;
			else if (h.payload_len > WEBSOCKET_MESSAGE_MAX - w->assembled_len)
				code = WEBSOCKET_CLOSE_TOO_LARGE;
		}
		if (code != 0 && code != WEBSOCKET_CLOSE_NO_CODE)
			set_failure(event, code);
		else if (code != 0 || *len - w->assembled_len - h.head_bytes < h.payload_len)
			return;
		else
			take_frame(w, &h, buffer, len, event);
	}
}

size_t
websocket_write_head(uint8_t head[WEBSOCKET_HEAD_MAX], enum websocket_opcode opcode, uint64_t n)
{
	unsigned extended = n < 126 ? 0 : n <= UINT16_MAX ? 2 : 8;

	head[0] = (uint8_t)(FIN | opcode);
	head[1] = (uint8_t)(extended == 0 ? n : extended == 2 ? 126 : 127);
	for (unsigned i = 0; i < extended; i++)
		head[2 + i] = (uint8_t)(n >> 8 * (extended - 1 - i));
	return 2 + extended;
}

bool
websocket_accept_key(const char *key, size_t n, char accept_out[WEBSOCKET_ACCEPT_BYTES])
{
	static const char MAGIC[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
	unsigned char digest[EVP_MAX_MD_SIZE], decoded[18];
	char text[24 + sizeof(MAGIC)];

	if (n != 24 || memcmp(key + 22, "==", 2) != 0 ||
	    strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") !=
		22 ||
	    EVP_DecodeBlock(decoded, (const unsigned char *)key, 24) != 18)
		return false;
	memcpy(text, key, 24);
	memcpy(text + 24, MAGIC, sizeof(MAGIC));
	CHECK(EVP_Digest(text, sizeof(text) - 1, digest, NULL, EVP_sha1(), NULL) == 1);
	CHECK(EVP_EncodeBlock((unsigned char *)accept_out, digest, 20) ==
	      WEBSOCKET_ACCEPT_BYTES - 1);
	return true;
}
