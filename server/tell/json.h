/* SPDX-License-Identifier: MIT */
/* Writing JSON (RFC 8259) as it comes, without a tree.  Commas are put where they belong; the
 * caller closes what they opened. */
#ifndef TELL_JSON_H
#define TELL_JSON_H

#include "proto/msg.h"

struct json {
	struct out *out;
	bool comma; /* before the next value or key */
};

void json_begin(struct json *j, struct out *out);

/* '{' or '['; its end. */
void json_open(struct json *j, char what);
void json_close(struct json *j, char what);

/* The key of the value that follows: plain ASCII. */
void json_key(struct json *j, const char *key);

/* Values.  A text that is not UTF-8 has U+FFFD for each byte that belongs to no character; NULL
 * is null. */
void json_add_text(struct json *j, const char *text);
void json_add_int(struct json *j, long long n);
void json_add_real(struct json *j, double x, unsigned decimals); /* finite */
void json_add_bool(struct json *j, bool b);
void json_add_null(struct json *j);

/* An end of line, for readers; between values only. */
void json_newline(struct json *j);

#endif
