/* SPDX-License-Identifier: MIT */
/* See json.h.  Linear in the text. */
#include "proto/json.h"

#include <string.h>

#include "proto/username.h"

void
json_begin(struct json *j, struct out *out)
{
	j->out = out;
	j->needs_comma = false;
}

static void
raw(struct json *j, const char *text, size_t n)
{
	j->out->write(j->out->ctx, text, n);
}

static void
add_comma_if_needed(struct json *j)
{
	if (j->needs_comma)
		raw(j, ",", 1);
	j->needs_comma = true;
}

void
json_open(struct json *j, char what)
{
	add_comma_if_needed(j);
	raw(j, &what, 1);
	j->needs_comma = false;
}

void
json_close(struct json *j, char what)
{
	raw(j, &what, 1);
	j->needs_comma = true;
}

static void
add_escape(struct json *j, unsigned code)
{
	char text[8];
	struct sbuf b;

	SBUF_INIT(&b, text);
	if (code == '"' || code == '\\')
		sbuf_addf(&b, "\\%c", (char)code);
	else
		sbuf_addf(&b, "\\u%04x", code);
	raw(j, b.text, b.len);
}

static void
add_quoted(struct json *j, const char *text)
{
	const char *plain = text, *at = text, *end = text + strlen(text);

	raw(j, "\"", 1);
	while (at < end) {
		int32_t c = 0xfffd;
		size_t n = text_next_char(at, (size_t)(end - at), &c);

		if (n > 0 && c >= 0x20 && c != '"' && c != '\\' && c != 0x7f) {
			at += n;
			continue;
		}
		raw(j, plain, (size_t)(at - plain));
		add_escape(j, n > 0 ? (unsigned)c : 0xfffd);
		plain = ++at;
	}
	raw(j, plain, (size_t)(at - plain));
	raw(j, "\"", 1);
}

void
json_key(struct json *j, const char *key)
{
	add_comma_if_needed(j);
	add_quoted(j, key);
	raw(j, ":", 1);
	j->needs_comma = false;
}

void
json_open_key(struct json *j, const char *key, char what)
{
	json_key(j, key);
	json_open(j, what);
}

void
json_add_text(struct json *j, const char *text)
{
	add_comma_if_needed(j);
	if (text != NULL)
		add_quoted(j, text);
	else
		raw(j, "null", 4);
}

void
json_add_int(struct json *j, int64_t n)
{
	add_comma_if_needed(j);
	out_addf(j->out, "%lld", (long long)n);
}

void
json_add_real(struct json *j, double x, unsigned decimals)
{
	add_comma_if_needed(j);
	out_addf(j->out, "%.*f", (int)decimals, x);
}

void
json_add_bool(struct json *j, bool b)
{
	add_comma_if_needed(j);
	raw(j, b ? "true" : "false", b ? 4 : 5);
}

void
json_newline(struct json *j)
{
	raw(j, "\n", 1);
}

struct json_field
json_text_field(const char *key, const char *text)
{
	return (struct json_field){ .key = key, .type = JSON_TEXT, .text = text };
}

struct json_field
json_int_field(const char *key, int64_t n)
{
	return (struct json_field){ .key = key, .type = JSON_INT, .n = { n } };
}

struct json_field
json_decimal_field(const char *key, double x)
{
	return (struct json_field){ .key = key, .type = JSON_DECIMAL, .x = x };
}

struct json_field
json_bool_field(const char *key, bool yes)
{
	return (struct json_field){ .key = key, .type = JSON_BOOL, .n = { yes } };
}

struct json_field
json_int_or_null(const char *key, bool is, int64_t n)
{
	return is ? json_int_field(key, n) : json_text_field(key, NULL);
}

struct json_field
json_pair_or_null(const char *key, bool is, int64_t a, int64_t b)
{
	return is ? (struct json_field){ .key = key, .type = JSON_PAIR, .n = { a, b } }
		  : json_text_field(key, NULL);
}

void
json_add_fields(struct json *j, const struct json_field *f)
{
	for (; f->key != NULL; f++) {
		json_key(j, f->key);
		switch (f->type) {
		case JSON_TEXT:
			json_add_text(j, f->text);
			break;
		case JSON_INT:
			json_add_int(j, f->n[0]);
			break;
		case JSON_DECIMAL:
			json_add_real(j, f->x, 6);
			break;
		case JSON_BOOL:
			json_add_bool(j, f->n[0] != 0);
			break;
		case JSON_PAIR:
			add_comma_if_needed(j);
			out_addf(j->out, "[%lld,%lld]", (long long)f->n[0], (long long)f->n[1]);
			break;
		}
	}
}
