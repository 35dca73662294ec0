/* SPDX-License-Identifier: MIT */
/* Splits bytes from a socket into lines.  A line ends in CR LF, LF, CR or CR NUL; telnet
 * commands are removed (RFC 854); lines that are too long are discarded.  Pure; the caller
 * keeps the bytes of an incomplete line. */
#ifndef PROTO_LINE_H
#define PROTO_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINE_BYTES_MAX 2048u /* maximum length of a line without its line ending */
#define LINE_SUB_MAX 64u     /* bytes of a subnegotiation that count as one error */

#define LINE_STATE_COUNT 5u  /* values of line_reader.state */
#define LINE_WINDOW_BYTES 5u /* window size (RFC 1073): 31, columns, rows */

/* State of one connection, about 16 bytes.  Must be zeroed before use. */
struct line_reader {
	uint16_t len;    /* bytes of the incomplete line, which the caller keeps */
	uint8_t state;   /* position within a telnet command */
	uint8_t verb;    /* WILL, WONT, DO or DONT, while its option is awaited */
	uint8_t sub_len; /* bytes of the subnegotiation since the last error */
	/* bytes stored in sub; LINE_WINDOW_BYTES + 1: too long or malformed */
	uint8_t sub_stored;
	uint8_t sub[LINE_WINDOW_BYTES];
	bool window_asked;      /* set by the caller: the peer was asked for its window size */
	bool after_cr;          /* a CR was read; a LF or NUL that follows belongs to it */
	bool skipping_overlong; /* discarding until the end of the line */
};

enum line_event {
	LINE_INCOMPLETE,   /* all input was consumed without completing a line */
	LINE_READY,        /* buf[0..len) is a line, followed by NUL */
	LINE_OVERLONG,     /* a line that was too long has ended and was discarded */
	LINE_REPLY,        /* send reply[0..3), which refuses a telnet option */
	LINE_WINDOW_SIZE,  /* window size of the peer, only if `window_asked` is set; 0: unknown
			    */
	LINE_TELNET_ERROR, /* subnegotiation too long: counts as an input error; reading
			      continues */
};

struct line_result {
	enum line_event event;
	size_t used;                          /* bytes of the input consumed */
	size_t len;                           /* LINE_READY */
	uint8_t reply[3];                     /* LINE_REPLY */
	unsigned window_columns, window_rows; /* LINE_WINDOW_SIZE */
};

/* Processes in[0..n) until an event.  buf holds LINE_BYTES_MAX + 1 bytes and contains the
 * r->len bytes of the incomplete line.  Call again with the rest of the input until the event
 * is LINE_INCOMPLETE.
 *
 * NUL bytes within a line are dropped.  ECHO (1) is never answered.  Other options are refused
 * each time: WILL with DONT, DO with WONT.  WONT and DONT are not answered (RFC 1143), nor is
 * the WILL NAWS that answers our request. */
struct line_result line_push(struct line_reader *r, const uint8_t *in, size_t n, char *buf);

#endif
