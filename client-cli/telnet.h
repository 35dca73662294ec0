/* SPDX-License-Identifier: MIT */
/* The client's side of telnet (RFC 854, RFC 1143): takes the commands out of what the server
 * sends, answers the options, and knows whether the server wants the next line not to be shown.
 * Pure. */
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
	bool echo;   /* the server echoes, which means: a password is typed */
	bool sga;    /* it suppresses "go ahead" */
	bool window; /* set by the caller: there is a window whose size can be told */
	bool naws; /* the server wants to know its size, now and whenever it changes (RFC 1073)
		    */
};

/* Filters in[0..n) to text_out, which has room for n bytes; the answers to be sent go to
 * answer_out, which has room for n + TELNET_ANSWER_MAX bytes.  Returns the bytes of text;
 * *answer_len those of the answers. */
size_t telnet_filter(struct telnet *t, const uint8_t *in, size_t n, char *text_out,
    uint8_t *answer_out, size_t *answer_len);

/* The size of the window for the wire, which goes there while `naws` is set.  out has room for
 * TELNET_SIZE_MAX bytes; returns the bytes. */
#define TELNET_SIZE_MAX 13u
size_t telnet_size(unsigned columns, unsigned rows, uint8_t *out);

/* A typed line for the wire: IAC doubled, CR LF behind.  out has room for 2 * n + 2 bytes;
 * returns the bytes. */
size_t telnet_line(const char *text, size_t n, uint8_t *out);

#endif
