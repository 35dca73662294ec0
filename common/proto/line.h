/* SPDX-License-Identifier: MIT */
/* Bytes from a socket to lines: line ends CR LF, LF, CR and CR NUL; telnet commands taken out
 * (RFC 854); over-long lines thrown away whole.  Pure; the caller keeps the bytes of a line
 * that is not complete. */
#ifndef PROTO_LINE_H
#define PROTO_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINE_BYTES_MAX 2048u /* of a line without its end */
#define LINE_SUB_MAX 64u     /* bytes of a telnet subnegotiation before it counts as an error */

#define LINE_WINDOW                                                                            \
	5u /* bytes of the subnegotiation that tells the size of a window (RFC 1073): 31,      \
	      columns, rows */

/* One for each connection; 16 bytes or so. Zero it to start. */
struct line_reader {
	uint16_t len;     /* bytes of the unfinished line, which the caller keeps */
	uint8_t state;    /* where in a telnet command */
	uint8_t verb;     /* WILL, WONT, DO or DONT waiting for its option */
	uint8_t sub_len;  /* bytes since the last error, or the beginning */
	uint8_t sub_kept; /* of those that it says: the first ones, LINE_WINDOW + 1 when it says
			     more or nonsense */
	uint8_t sub[LINE_WINDOW];
	bool window; /* set by the caller: the peer has been asked for the size of its window */
	bool after_cr; /* a LF or NUL now belongs to the CR before */
	bool overlong; /* throwing away until the end of the line */
};

enum line_event {
	LINE_MORE,     /* all bytes used, no line yet */
	LINE_READY,    /* buf[0..len_out) is a line, NUL put behind it */
	LINE_OVERLONG, /* one over-long line has ended (thrown away) */
	LINE_REPLY,    /* send reply_out[0..3): refusal of an unknown telnet option */
	LINE_SIZE, /* the peer's window, where `window` is set: columns and rows, 0 not known */
	LINE_TELNET_ERROR, /* subnegotiation too long: counts as an input error; reading goes on
			    */
};

struct line_step {
	enum line_event event;
	size_t used;            /* bytes of the input consumed */
	size_t len;             /* LINE_READY */
	uint8_t reply[3];       /* LINE_REPLY */
	unsigned columns, rows; /* LINE_SIZE */
};

/* Reads on through in[0..n).  buf holds LINE_BYTES_MAX + 1 bytes and, at the start, the r->len
 * bytes of the unfinished line.  Call again with the rest of the input until LINE_MORE.  NUL
 * bytes within a line are dropped.  ECHO (1) is never answered; other options are refused once
 * each time asked: WILL -> DONT, DO -> WONT; WONT and DONT are not answered (RFC 1143), nor is
 * the WILL that answers `window`. */
struct line_step line_push(struct line_reader *r, const uint8_t *in, size_t n, char *buf);

#endif
