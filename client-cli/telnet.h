/* SPDX-License-Identifier: MIT */
/* The client's side of telnet (RFC 854, RFC 1143): takes the commands out of what the server sends, answers
 * the options, and knows whether the server wants the next line not to be shown.  Pure. */
#ifndef CLIENT_TELNET_H
#define CLIENT_TELNET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TELNET_ANSWER_MAX 3u /* bytes of one answer */

/* Zero it to start. */
struct telnet {
	uint8_t state;
	uint8_t verb;
	bool echo; /* the server echoes, which means: a password is typed */
	bool sga; /* it suppresses "go ahead" */
};

/* Filters in[0..n) to text_out, which has room for n bytes; the answers to be sent go to answer_out, which
 * has room for n + TELNET_ANSWER_MAX bytes.  Returns the bytes of text; *answer_len those of the answers. */
size_t telnet_filter(struct telnet *t, const uint8_t *in, size_t n, char *text_out, uint8_t *answer_out,
    size_t *answer_len);

/* A typed line for the wire: IAC doubled, CR LF behind.  out has room for 2 * n + 2 bytes; returns the bytes. */
size_t telnet_line(const char *text, size_t n, uint8_t *out);

#endif
