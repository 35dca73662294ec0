/* SPDX-License-Identifier: MIT */
/* The client's side of telnet (RFC 854, RFC 1143): removes commands from the server's data,
 * answers options, and records whether the next line must be typed without echo.  Pure. */
#ifndef CLIENT_TELNET_H
#define CLIENT_TELNET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TELNET_ANSWER_MAX 3u /* bytes of one answer */

/* Must be zeroed before use. */
struct telnet {
	uint8_t state;
	uint8_t verb;
	bool echo;       /* the server echoes, that is, a password is typed */
	bool sga;        /* the server suppresses "go ahead" */
	bool has_window; /* set by the caller: there is a window whose size can be sent */
	bool naws; /* the server wants the window size, now and after changes (RFC 1073) */
};

/* Filters in[0..n) into text_out, which has room for n bytes.  Answers to send are written to
 * answer_out, which has room for n + TELNET_ANSWER_MAX bytes.  Returns the number of
 * bytes of text, and sets *answer_len to the number of bytes of answers. */
size_t telnet_filter(struct telnet *t, const uint8_t *in, size_t n, char *text_out,
    uint8_t *answer_out, size_t *answer_len);

/* Encodes the window size, which is sent while `naws` is set.  out has room for
 * TELNET_WINDOW_SIZE_MAX bytes.  Returns the number of bytes. */
#define TELNET_WINDOW_SIZE_MAX 13u
size_t telnet_window_size(unsigned columns, unsigned rows, uint8_t *out);

/* Encodes a typed line: IAC doubled, CR LF appended.  out has room for 2 * n + 2 bytes.
 * Returns the number of bytes. */
size_t telnet_encode_line(const char *text, size_t n, uint8_t *out);

#endif
