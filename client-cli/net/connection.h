/* SPDX-License-Identifier: MIT */
/* The connection to the server: received text without telnet commands, and pending output. */
#ifndef CLIENT_CONNECTION_H
#define CLIENT_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"
#include "secure.h"
#include "telnet.h"
#include "client-cli/model/text.h"

#define CONNECTION_READ_BYTES 2048u
#define CONNECTION_READ_TEXT_MAX TEXT_SANITISED_MAX(CONNECTION_READ_BYTES)
#define CONNECTION_OUT_MAX (1u << 20) /* more pending output ends the connection */
#define CONNECTION_OUT_BUSY 65536u    /* pending bytes above which no more input is read */

struct connection {
	int fd;             /* -1 if there is none */
	struct ssl_st *tls; /* NULL without TLS */
	bool first_contact; /* first contact with this server: stored secrets are not sent to it
			  automatically */
	struct telnet telnet;
	struct text_stream sanitiser;
	unsigned char *out; /* pending output */
	size_t out_len;
	unsigned short columns, rows; /* window size last sent */
	bool size_sent;
	bool end_requested; /* shut down our end when everything is sent */
	bool end_sent;
};

#define CONNECTION_ERROR_MAX 1000u

/* Connects to the first address of the host that answers; "localhost" is not resolved.  trust:
 * use TLS, see secure.h; NULL: no encryption.  If the user answers the question about the key
 * so late that the server may have stopped waiting, connects a second time.  That connection
 * counts as first contact, too.  Returns 0, or -1.  text_out[0..size) is one line for the user:
 * the error, or a notice ("" if none). */
MUST_USE int connection_open(struct connection *l, const char *host, const char *port,
    struct trust *trust, char *text_out, size_t size);
void connection_close(struct connection *l);

/* Returns true if received data is buffered although the socket may not be readable. */
MUST_USE bool connection_has_buffered(const struct connection *l);

/* Reads received data as sanitised text (text.h) into text_out, which has room for
 * CONNECTION_READ_TEXT_MAX bytes.  Returns the number of bytes, 0 if there are none now, and -1
 * at the end or, with errno not 0, on an error. */
MUST_USE long connection_read(struct connection *l, char *text_out);

/* Appends a line with CR LF to the pending output.  Returns -1 with errno if too much is
 * pending. */
MUST_USE int connection_queue_line(struct connection *l, const char *text, size_t n);

/* Sends the window size if the server wants it and does not know it.  Returns -1 with errno if
 * too much is pending. */
MUST_USE int connection_queue_size(struct connection *l);

/* Ends our side: nothing more is sent after the pending output. */
void connection_end_when_sent(struct connection *l);

/* Sends as much as the system accepts now.  Returns -1 with errno if the connection is
 * broken. */
MUST_USE int connection_send(struct connection *l);

#endif
