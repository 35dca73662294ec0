/* SPDX-License-Identifier: MIT */
/* The frames with which a front passes the connections of many clients to gammond over one Unix
 * socket.  PROTOCOL.md 13 explains when each is sent.
 *
 * A frame is a head of MUX_HEAD_BYTES bytes and a body.  All numbers are in network byte order:
 *
 *	0   4  length of the body
 *	4   1  kind
 *	5   1  flags; unknown ones are ignored
 *	6   2  0
 *	8   8  the session, chosen by the front; 0 if the frame concerns none
 *
 * Frames of unknown kinds are skipped, and so are unknown bytes at the end of a body. */
#ifndef PROTO_MUX_H
#define PROTO_MUX_H

#include <stdint.h>
#include <string.h>

#define MUX_VERSION 1u
#define MUX_HEAD_BYTES 16u
#define MUX_BODY_MAX 65536u          /* largest body of any frame except PASS */
#define MUX_PASS_BODY_MAX (2u << 20) /* largest body of a PASS */

enum mux_kind {
	/* from the front */
	MUX_HELLO = 1, /* u16 lowest and u16 highest version, u8 n, n bytes of name */
	MUX_OPEN = 2,  /* a client has connected; see struct mux_open */
	MUX_DATA = 3,  /* bytes from the client */
	MUX_FULL = 4,  /* more than `high` bytes are waiting to be sent to the client */
	MUX_EMPTY = 5, /* after FULL: nothing is waiting any more */
	MUX_GONE = 6,  /* u8, enum mux_gone */
	/* from either side */
	MUX_PING = 16, /* answered by PONG */
	MUX_PONG = 17,
	/* from gammond */
	MUX_WELCOME = 32, /* u16 version, u16 0, u32 window, u32 high */
	MUX_REFUSED = 33, /* u16 lowest and u16 highest version that gammond speaks */
	MUX_PASS = 34,    /* frames; the head has the number of the PASS instead of a session */
	MUX_SAY = 35,     /* in a PASS: bytes for the client */
	MUX_TAKEN = 36,   /* in a PASS: u64, how many bytes of DATA have been read so far */
	MUX_SHUT = 37,    /* in a PASS: no SAY follows */
	MUX_CLOSE = 38,   /* in a PASS: the last frame of the session */
};

/* A flag of CLOSE: bytes that the client has not received are discarded. */
#define MUX_DISCARD_UNSENT 1u

enum mux_gone {
	MUX_GONE_PEER = 0,  /* the client has stopped sending; it can still receive */
	MUX_GONE_ERROR = 1, /* the connection is closed; unknown values mean the same */
};

struct mux_head {
	uint32_t len;
	uint8_t kind, flags;
	uint64_t session;
};

/* The body of OPEN: u8 secure, u8 family, u16 port, 16 bytes of address. */
#define MUX_OPEN_BYTES 20u
struct mux_open {
	uint8_t secure; /* 1: no third party can read the client's connection, because it uses
			   TLS or is from this machine */
	uint8_t family; /* 4 or 6; 0: a session of the front itself, without a client */
	uint16_t port;  /* 0: unknown */
	uint8_t address[16]; /* IPv4: the first four bytes */
};

static inline void
mux_put_number(uint8_t *to, uint64_t n, unsigned bytes)
{
	while (bytes-- > 0) {
		to[bytes] = (uint8_t)n;
		n >>= 8;
	}
}

static inline uint64_t
mux_get_number(const uint8_t *from, unsigned bytes)
{
	uint64_t n = 0;

	while (bytes-- > 0)
		n = n << 8 | *from++;
	return n;
}

static inline void
mux_put_head(uint8_t to[MUX_HEAD_BYTES], const struct mux_head *h)
{
	mux_put_number(to, h->len, 4);
	to[4] = h->kind;
	to[5] = h->flags;
	to[6] = to[7] = 0;
	mux_put_number(to + 8, h->session, 8);
}

static inline struct mux_head
mux_get_head(const uint8_t from[MUX_HEAD_BYTES])
{
	return (struct mux_head){ (uint32_t)mux_get_number(from, 4), from[4], from[5],
		mux_get_number(from + 8, 8) };
}

static inline void
mux_put_open(uint8_t to[MUX_OPEN_BYTES], const struct mux_open *o)
{
	to[0] = o->secure;
	to[1] = o->family;
	mux_put_number(to + 2, o->port, 2);
	memcpy(to + 4, o->address, sizeof(o->address));
}

static inline struct mux_open
mux_get_open(const uint8_t from[MUX_OPEN_BYTES])
{
	struct mux_open o = { from[0], from[1], (uint16_t)mux_get_number(from + 2, 2), { 0 } };

	memcpy(o.address, from + 4, sizeof(o.address));
	return o;
}

#endif
