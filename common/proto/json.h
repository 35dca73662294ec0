/* SPDX-License-Identifier: MIT */
/* Streaming JSON writer (RFC 8259).  Inserts commas.  The caller closes what it opens. */
#ifndef PROTO_JSON_H
#define PROTO_JSON_H

#include "proto/msg.h"

struct json {
	struct out *out;
	bool needs_comma; /* the next value or key needs a comma before it */
};

/* Starts writing to `out`, which must remain valid. */
void json_begin(struct json *j, struct out *out);

/* Open and close an object or array.  what: '{' or '[' to open, '}' or ']' to close. */
void json_open(struct json *j, char what);
void json_close(struct json *j, char what);

/* Writes the key of the value that is added next; json_open_key also opens that value.  key:
 * plain ASCII. */
void json_key(struct json *j, const char *key);
void json_open_key(struct json *j, const char *key, char what);

/* Add a value.  In texts, each byte that is not part of a UTF-8 character becomes U+FFFD.  A
 * NULL text becomes null. */
void json_add_text(struct json *j, const char *text);
void json_add_int(struct json *j, int64_t n);
void json_add_real(struct json *j, double x, unsigned decimals); /* x must be finite */
void json_add_bool(struct json *j, bool b);
#define json_add_null(j) json_add_text(j, NULL)

/* Adds a newline for readability; allowed only between values. */
void json_newline(struct json *j);

enum json_type {
	JSON_TEXT,
	JSON_INT,
	JSON_DECIMAL,
	JSON_BOOL,
	JSON_PAIR
};

/* A key and its value. */
struct json_field {
	const char *key;
	enum json_type type;
	union {
		const char *text;
		int64_t n[2]; /* the second is used only by JSON_PAIR, an array of two
			       * numbers */
		double x;     /* written with six decimals */
	};
};

struct json_field json_text_field(const char *key, const char *text);
struct json_field json_int_field(const char *key, int64_t n);
struct json_field json_decimal_field(const char *key, double x);
struct json_field json_bool_field(const char *key, bool yes);

/* Make a field whose value is null unless `is` is true. */
struct json_field json_int_or_null(const char *key, bool is, int64_t n);
struct json_field json_pair_or_null(const char *key, bool is, int64_t a, int64_t b);

/* Makes a field according to the type of the value; JSON_MEMBER takes key and value from a
 * member of a structure. */
#define KEY(key, value)                                                                        \
	_Generic((value), char *: json_text_field, const char *: json_text_field, double: json_decimal_field,      \
	    bool: json_bool_field, default: json_int_field)(key, value)
#define JSON_MEMBER(record, member) KEY(#member, (record)->member)

/* Add fields to the open object (json_fields), an object (json_object), or an object on a new
 * line (json_row). */
#define json_fields(j, ...)                                                                    \
	json_add_fields(j, (const struct json_field[]){ __VA_ARGS__, { 0 } })
#define json_object(j, ...) (json_open(j, '{'), json_fields(j, __VA_ARGS__), json_close(j, '}'))
#define json_row(j, ...) (json_newline(j), json_object(j, __VA_ARGS__))

/* Adds fields up to the first that has no key. */
void json_add_fields(struct json *j, const struct json_field *fields);

#endif
