/* SPDX-License-Identifier: MIT */
/* Streaming JSON writer (RFC 8259).  Inserts commas.  The caller closes what it opens. */
#ifndef TELL_JSON_H
#define TELL_JSON_H

#include "proto/msg.h"

struct json {
	struct out *out;
	bool comma; /* needed before the next value or key */
};

/* Starts writing to `out`, which must remain valid. */
void json_begin(struct json *j, struct out *out);

/* what: '{' or '['; to close, '}' or ']'. */
void json_open(struct json *j, char what);
void json_close(struct json *j, char what);

/* key: plain ASCII, of the value added next. */
void json_key(struct json *j, const char *key);

/* Add a value.  In texts, each byte that is not part of a UTF-8 character becomes U+FFFD.  A
 * NULL text becomes null. */
void json_add_text(struct json *j, const char *text);
void json_add_int(struct json *j, long long n);
void json_add_real(struct json *j, double x, unsigned decimals); /* x must be finite */
void json_add_bool(struct json *j, bool b);
void json_add_null(struct json *j);

/* Adds a newline for readability; only between values. */
void json_newline(struct json *j);

#endif
