/* SPDX-License-Identifier: MIT */
/* The connection to the server: bytes, telnet taken out, output that waits. */
#ifndef CLIENT_LINK_H
#define CLIENT_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"
#include "secure.h"
#include "telnet.h"
#include "text.h"

#define LINK_READ_BYTES 2048u
#define LINK_READ_MAX TEXT_ROOM(LINK_READ_BYTES) /* of clean text */
#define LINK_OUT_MAX (1u << 20) /* no more than that waits: the connection is given up */
#define LINK_OUT_ENOUGH 65536u  /* bytes waiting from which no more lines should be typed */

struct link {
	int fd;             /* -1 when there is none */
	struct ssl_st *tls; /* NULL in the clear */
	bool stranger;      /* met just now: nothing that is stored is sent to it unasked */
	struct telnet telnet;
	struct text_stream cleaning;
	unsigned char *out; /* waits to be sent */
	size_t out_len;
	unsigned short columns, rows; /* of the window, as told */
	bool size_told;
	bool end_asked; /* our end is shut when all is sent */
	bool end_done;
};

#define LINK_TEXT_MAX 1000u

/* Connects to the first address of the host that answers; "localhost" is asked of nobody.
 * trust: by TLS, see secure.h; NULL in the clear.  Where somebody was asked about the key for
 * so long that the server has stopped waiting, or soon will, it connects a second time, and is
 * as much a stranger as the first time.  0, or -1, with one line for people in
 * text_out[0..size): why not, or what they should know ("" nothing). */
MUST_USE int link_open(struct link *l, const char *host, const char *port, struct trust *trust,
    char *text_out, size_t size);
void link_close(struct link *l);

/* Something can be read, though the socket may have nothing. */
MUST_USE bool link_holds(const struct link *l);

/* Reads what has arrived, as clean text (text.h), into text_out, which has room for
 * LINK_READ_MAX bytes.  Returns the number of bytes, 0 when there is nothing for now, and -1 at
 * the end or, with errno not 0, on an error. */
MUST_USE long link_read(struct link *l, char *text_out);

/* Puts a line, CR LF added, behind what waits.  -1 with errno when too much waits. */
MUST_USE int link_line(struct link *l, const char *text, size_t n);

/* Tells the size of the window, where the server wants it and does not know it.  -1 with errno
 * when too much waits. */
MUST_USE int link_window(struct link *l);

/* Nothing more will be said. */
void link_end(struct link *l);

/* Sends what the system takes now.  -1 with errno when the connection is broken. */
MUST_USE int link_send(struct link *l);

#endif
