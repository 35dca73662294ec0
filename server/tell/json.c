/* SPDX-License-Identifier: MIT */
/* See json.h.  Linear in the text. */
#include "tell/json.h"

#include <string.h>

void
json_begin(struct json *j, struct out *out)
{
	j->out = out;
	j->comma = false;
}

static void
raw(struct json *j, const char *text, size_t n)
{
	j->out->write(j->out->ctx, text, n);
}

static void
before_value(struct json *j)
{
	if (j->comma)
		raw(j, ",", 1);
	j->comma = true;
}

void
json_open(struct json *j, char what)
{
	before_value(j);
	raw(j, &what, 1);
	j->comma = false;
}

void
json_close(struct json *j, char what)
{
	raw(j, &what, 1);
	j->comma = true;
}

/* Returns the length of the UTF-8 character at s, or 0 if there is none (RFC 3629). */
static size_t
character(const unsigned char *s)
{
	unsigned low = 0x80, high = 0xbf;
	size_t n;

	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	n = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (s[0] == 0xe0)
		low = 0xa0; /* overlong forms */
	else if (s[0] == 0xed)
		high = 0x9f; /* surrogates */
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f; /* above U+10FFFF */
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < n; i++)
		if (s[i] < 0x80 || s[i] > 0xbf)
			return 0;
	return n;
}

static void
escaped(struct json *j, unsigned code)
{
	char text[8];
	struct sbuf b;

	SBUF_ON(&b, text);
	if (code == '"' || code == '\\')
		sbuf_addf(&b, "\\%c", (char)code);
	else
		sbuf_addf(&b, "\\u%04x", code);
	raw(j, b.text, b.len);
}

static void
quoted(struct json *j, const char *text)
{
	const char *plain = text, *at = text;

	raw(j, "\"", 1);
	while (*at != '\0') {
		const unsigned char *s = (const unsigned char *)at;
		size_t n = character(s);

		if (n > 0 && *s >= 0x20 && *s != '"' && *s != '\\' && *s != 0x7f) {
			at += n;
			continue;
		}
		raw(j, plain, (size_t)(at - plain));
		escaped(j, n > 0 ? *s : 0xfffd);
		plain = ++at;
	}
	raw(j, plain, (size_t)(at - plain));
	raw(j, "\"", 1);
}

void
json_key(struct json *j, const char *key)
{
	before_value(j);
	quoted(j, key);
	raw(j, ":", 1);
	j->comma = false;
}

void
json_add_text(struct json *j, const char *text)
{
	if (text == NULL) {
		json_add_null(j);
		return;
	}
	before_value(j);
	quoted(j, text);
}

void
json_add_int(struct json *j, long long n)
{
	before_value(j);
	out_addf(j->out, "%lld", n);
}

void
json_add_real(struct json *j, double x, unsigned decimals)
{
	before_value(j);
	out_addf(j->out, "%.*f", (int)decimals, x);
}

void
json_add_bool(struct json *j, bool b)
{
	before_value(j);
	raw(j, b ? "true" : "false", b ? 4 : 5);
}

void
json_add_null(struct json *j)
{
	before_value(j);
	raw(j, "null", 4);
}

void
json_newline(struct json *j)
{
	raw(j, "\n", 1);
}
