/* SPDX-License-Identifier: MIT */
#include "client-web/websocket.h"

#include <string.h>

#include <openssl/evp.h>

#include "proto/username.h"

#define FIN 0x80u
#define RESERVED 0x70u
#define MASKED 0x80u

/* The head of a client's frame. */
struct head {
	enum websocket_opcode opcode;
	bool last;
	size_t bytes; /* including the mask */
	uint64_t payload;
	const uint8_t *mask;
};

static uint64_t
number(const uint8_t *p, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | p[i];
	return v;
}

/* Returns 0 and sets the head, or the code of the failure; WEBSOCKET_NO_CODE: the head is
 * incomplete. */
static unsigned
read_head(const uint8_t *p, size_t n, struct head *h)
{
	size_t extended;
	bool control;

	if (n < 2)
		return WEBSOCKET_NO_CODE;
	h->opcode = p[0] & 0x0Fu;
	h->last = (p[0] & FIN) != 0;
	h->payload = p[1] & 0x7Fu;
	control = h->opcode >= WEBSOCKET_CLOSE;
	if ((p[0] & RESERVED) != 0 || (p[1] & MASKED) == 0 || h->opcode > WEBSOCKET_PONG ||
	    (h->opcode > WEBSOCKET_BINARY && !control) ||
	    (control && (!h->last || h->payload > WEBSOCKET_CONTROL_MAX)))
		return WEBSOCKET_PROTOCOL;
	extended = h->payload == 126 ? 2 : h->payload == 127 ? 8 : 0;
	h->bytes = 2 + extended + 4;
	if (n < 2 + extended)
		return WEBSOCKET_NO_CODE;
	if (extended != 0)
		h->payload = number(p + 2, extended);
	/* RFC 6455 5.2: the length has its shortest form, and its top bit is 0 */
	if ((extended == 2 && h->payload < 126) ||
	    (extended == 8 && (h->payload <= UINT16_MAX || h->payload >> 63 != 0)))
		return WEBSOCKET_PROTOCOL;
	h->mask = p + 2 + extended;
	return n < h->bytes ? WEBSOCKET_NO_CODE : 0;
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
valid_code(unsigned code)
{
	return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
	       (code >= 3000 && code <= 4999);
}

static void
fail(struct websocket_event *event, unsigned code)
{
	event->kind = WEBSOCKET_FAILED;
	event->code = code;
}

static void
take_control(const struct head *h, const uint8_t *payload, struct websocket_event *event)
{
	event->len = (size_t)h->payload;
	memcpy(event->control, payload, event->len);
	if (h->opcode != WEBSOCKET_CLOSE) {
		event->kind = h->opcode == WEBSOCKET_PING ? WEBSOCKET_PINGED : WEBSOCKET_PONGED;
		return;
	}
	event->kind = WEBSOCKET_CLOSED;
	event->code = event->len >= 2 ? (unsigned)number(payload, 2) : WEBSOCKET_NO_CODE;
	if (event->len == 1 || (event->len >= 2 && !valid_code(event->code)))
		fail(event, WEBSOCKET_PROTOCOL);
	else if (event->len > 2 && !valid_utf8(payload + 2, event->len - 2))
		fail(event, WEBSOCKET_UTF8);
}

void
websocket_drop(uint8_t *buffer, size_t *len, size_t n)
{
	CHECK(n <= *len);
	memmove(buffer, buffer + n, *len - n);
	*len -= n;
}

/* Handles the frame at buffer[w->assembled], which is complete and has a valid head. */
static void
take_frame(struct websocket *w, const struct head *h, uint8_t *buffer, size_t *len,
    struct websocket_event *event)
{
	uint8_t *frame = buffer + w->assembled;
	uint8_t *payload = frame + h->bytes;
	size_t n = (size_t)h->payload, rest = *len - w->assembled;

	for (size_t i = 0; i < n; i++)
		payload[i] ^= h->mask[i % 4];
	if (h->opcode >= WEBSOCKET_CLOSE) {
		take_control(h, payload, event);
		websocket_drop(frame, &rest, h->bytes + n);
		*len = w->assembled + rest;
		return;
	}
	websocket_drop(frame, &rest, h->bytes);
	*len = w->assembled + rest;
	w->assembled = (uint16_t)(w->assembled + n);
	w->fragmented = !h->last;
	if (!h->last)
		return;
	event->len = w->assembled;
	w->assembled = 0;
	event->kind = WEBSOCKET_MESSAGE;
	if (!valid_utf8(buffer, event->len))
		fail(event, WEBSOCKET_UTF8);
}

void
websocket_next(struct websocket *w, uint8_t *buffer, size_t *len, struct websocket_event *event)
{
	*event = (struct websocket_event){ .kind = WEBSOCKET_MORE };
	while (event->kind == WEBSOCKET_MORE) {
		struct head h;
		unsigned code = read_head(buffer + w->assembled, *len - w->assembled, &h);

		if (code == 0 && h.opcode < WEBSOCKET_CLOSE) {
			if ((h.opcode == WEBSOCKET_CONTINUATION) != w->fragmented)
				code = WEBSOCKET_PROTOCOL;
			else if (h.opcode == WEBSOCKET_BINARY)
				code = WEBSOCKET_DATA;
			else if (h.payload > WEBSOCKET_MESSAGE_MAX - w->assembled)
				code = WEBSOCKET_LARGE;
		}
		if (code != 0 && code != WEBSOCKET_NO_CODE)
			fail(event, code);
		else if (code != 0 || *len - w->assembled - h.bytes < h.payload)
			return;
		else
			take_frame(w, &h, buffer, len, event);
	}
}

size_t
websocket_head(uint8_t head[WEBSOCKET_HEAD_MAX], enum websocket_opcode opcode, uint64_t n)
{
	unsigned extended = n < 126 ? 0 : n <= UINT16_MAX ? 2 : 8;

	head[0] = (uint8_t)(FIN | opcode);
	head[1] = (uint8_t)(extended == 0 ? n : extended == 2 ? 126 : 127);
	for (unsigned i = 0; i < extended; i++)
		head[2 + i] = (uint8_t)(n >> 8 * (extended - 1 - i));
	return 2 + extended;
}

bool
websocket_accept(const char *key, size_t n, char accept_out[WEBSOCKET_ACCEPT_BYTES])
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
