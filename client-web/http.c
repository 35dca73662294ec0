/* SPDX-License-Identifier: MIT */
#include "client-web/http.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

/* The characters of a token (RFC 9110 5.6.2). */
#define TOKEN_CHARS                                                                            \
	"!#$%&'*+-.^_`|~0123456789"                                                            \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

static bool
is_token(const char *text, size_t n)
{
	while (n > 0 && text[n - 1] != '\0' && strchr(TOKEN_CHARS, text[n - 1]) != NULL)
		n--;
	return n == 0;
}

bool
span_equals(struct span s, const char *text)
{
	return s.text != NULL && s.len == strlen(text) && memcmp(s.text, text, s.len) == 0;
}

static bool
span_equals_nocase(struct span s, const char *text)
{
	return s.text != NULL && s.len == strlen(text) && strncasecmp(s.text, text, s.len) == 0;
}

struct span
span_trimmed(const char *text, size_t n)
{
	while (n > 0 && (*text == ' ' || *text == '\t')) {
		text++;
		n--;
	}
	while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	return (struct span){ text, n };
}

/* Returns whether the parameters of a list member are a weight of 0 (q=0). */
static bool
has_zero_weight(const char *text, size_t n)
{
	struct span weight = span_trimmed(text, n);

	if (weight.len < 3 || strncasecmp(weight.text, "q=0", 3) != 0)
		return false;
	for (size_t i = 3; i < weight.len; i++)
		if (weight.text[i] != '.' && weight.text[i] != '0')
			return false;
	return true;
}

bool
http_list_has(struct span list, const char *token)
{
	for (size_t i = 0; i < list.len;) {
		const char *item = list.text + i;
		const char *comma = memchr(item, ',', list.len - i);
		size_t n = comma != NULL ? (size_t)(comma - item) : list.len - i;
		const char *semicolon = memchr(item, ';', n);
		size_t name = semicolon != NULL ? (size_t)(semicolon - item) : n;

		if (span_equals_nocase(span_trimmed(item, name), token))
			return name == n || !has_zero_weight(semicolon + 1, n - name - 1);
		i += n + 1;
	}
	return false;
}

const char *
http_reason_phrase(int status)
{
	static const struct {
		int status;
		const char *phrase;
	} PHRASES[] = { { 101, "Switching Protocols" }, { 200, "OK" }, { 304, "Not Modified" },
		{ 400, "Bad Request" }, { 403, "Forbidden" }, { 404, "Not Found" },
		{ 405, "Method Not Allowed" }, { 408, "Request Timeout" },
		{ 414, "URI Too Long" }, { 417, "Expectation Failed" },
		{ 421, "Misdirected Request" }, { 426, "Upgrade Required" },
		{ 429, "Too Many Requests" }, { 431, "Request Header Fields Too Large" },
		{ 503, "Service Unavailable" }, { 505, "HTTP Version Not Supported" } };

	for (size_t i = 0; i < ARRAY_LEN(PHRASES); i++)
		if (PHRASES[i].status == status)
			return PHRASES[i].phrase;
	return "Error";
}

void
html_add_escaped(struct sbuf *out, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *name = text[i] == '&'    ? "&amp;"
				   : text[i] == '<'  ? "&lt;"
				   : text[i] == '>'  ? "&gt;"
				   : text[i] == '"'  ? "&quot;"
				   : text[i] == '\'' ? "&#39;"
						     : NULL;

		if (name != NULL)
			sbuf_add(out, name);
		else
			sbuf_addc(out, text[i]);
	}
}

/* ---- the request line ---- */

/* Decodes %XX.  Refuses blanks, control characters, backslashes and bytes above ASCII, which no
 * path in pages.c contains. */
static int
read_path(const char *text, size_t n, char path[HTTP_PATH_MAX])
{
	size_t len = 0;

	if (n == 0 || text[0] != '/')
		return 400;
	for (size_t i = 0; i < n; i++) {
		char c = text[i];

		if (c == '%') {
			if (i + 2 >= n || sodium_hex2bin((unsigned char *)&c, 1, text + i + 1,
					      2, NULL, NULL, NULL) != 0)
				return 400;
			i += 2;
		}
		if (c <= ' ' || c == 0x7F || c == '\\')
			return 400;
		if (len == HTTP_PATH_MAX - 1)
			return 414;
		path[len++] = c;
	}
	path[len] = '\0';
	return 200;
}

static int
read_request_line(const char *line, size_t n, struct http_request *out)
{
	const char *space = memchr(line, ' ', n), *end, *question;
	const char *target;
	size_t method, len;

	if (space == NULL || space == line)
		return 400;
	method = (size_t)(space - line);
	if (!is_token(line, method))
		return 400;
	target = space + 1;
	end = memchr(target, ' ', n - method - 1);
	if (end == NULL || n - (size_t)(end + 1 - line) != 8 ||
	    memcmp(end + 1, "HTTP/", 5) != 0)
		return 400;
	if (memcmp(end + 6, "1.1", 3) != 0 && memcmp(end + 6, "1.0", 3) != 0)
		return 505;
	out->keep_alive = end[8] == '1';
	out->is_head = method == 4 && memcmp(line, "HEAD", 4) == 0;
	if (!out->is_head && (method != 3 || memcmp(line, "GET", 3) != 0))
		return 405;
	len = (size_t)(end - target);
	question = memchr(target, '?', len);
	if (question != NULL) {
		out->query = (struct span){ question + 1, (size_t)(end - question - 1) };
		if (out->query.len > HTTP_QUERY_MAX)
			return 414;
		len = (size_t)(question - target);
	}
	return read_path(target, len, out->path);
}

/* ---- fields ---- */

struct connection_flags {
	bool upgrade, websocket, close;
};

/* Stores a field.  Returns 400 if it has been stored before. */
static int
store_field_once(struct span *field, struct span value)
{
	if (field->text != NULL)
		return 400;
	*field = value;
	return 200;
}

static int
read_field(struct http_request *out, struct connection_flags *flags, struct span name,
    struct span value)
{
	struct {
		const char *name;
		struct span *field;
	} once[] = {
		{ "Host", &out->host },
		{ "Origin", &out->origin },
		{ "Accept-Encoding", &out->accept_encoding },
		{ "If-None-Match", &out->if_none_match },
		{ "X-Forwarded-Proto", &out->forwarded_proto },
		{ "Sec-WebSocket-Key", &out->websocket_key },
		{ "Sec-WebSocket-Version", &out->websocket_version },
		{ "Sec-WebSocket-Protocol", &out->websocket_protocols },
	};

	/* Fields that announce a body are refused, so a request ends with its head. */
	if (span_equals_nocase(name, "Content-Length") ||
	    span_equals_nocase(name, "Transfer-Encoding") ||
	    span_equals_nocase(name, "Trailer"))
		return 400;
	if (span_equals_nocase(name, "Expect"))
		return 417;
	if (span_equals_nocase(name, "Connection")) {
		flags->close = flags->close || http_list_has(value, "close");
		flags->upgrade = flags->upgrade || http_list_has(value, "upgrade");
	}
	if (span_equals_nocase(name, "Upgrade"))
		flags->websocket = flags->websocket || http_list_has(value, "websocket");
	if (span_equals_nocase(name, "X-Forwarded-For"))
		out->forwarded_for = value;
	for (size_t i = 0; i < ARRAY_LEN(once); i++)
		if (span_equals_nocase(name, once[i].name))
			return store_field_once(once[i].field, value);
	return 200;
}

static int
read_field_line(
    struct http_request *out, struct connection_flags *flags, const char *line, size_t n)
{
	const char *colon = memchr(line, ':', n);
	struct span name;

	if (colon == NULL || colon == line)
		return 400; /* also refuses continuation lines without a colon */
	name = (struct span){ line, (size_t)(colon - line) };
	if (!is_token(line, name.len))
		return 400;
	for (size_t i = name.len + 1; i < n; i++)
		if (((unsigned char)line[i] < ' ' && line[i] != '\t') || line[i] == 0x7F)
			return 400;
	return read_field(out, flags, name, span_trimmed(colon + 1, n - name.len - 1));
}

/* Returns the length of the line at in[0..n) without its CR LF; n if it is incomplete; SIZE_MAX
 * if it has a bare CR, a bare LF or a NUL. */
static size_t
line_length(const char *in, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (in[i] == '\0' || in[i] == '\n')
			return SIZE_MAX;
		if (in[i] == '\r' && i + 1 < n)
			return in[i + 1] == '\n' ? i : SIZE_MAX;
	}
	return n;
}

int
http_parse(const char *in, size_t n, struct http_request *out, size_t *used_out)
{
	size_t at = 0, lines = 0, most = n < HTTP_HEAD_MAX ? n : HTTP_HEAD_MAX;
	struct connection_flags flags = { false, false, false };
	int status;

	memset(out, 0, sizeof(*out));
	for (;;) {
		size_t len = line_length(in + at, most - at);

		if (len == SIZE_MAX)
			return 400;
		if (len == most - at)
			return n < HTTP_HEAD_MAX ? 0 : lines == 0 ? 414 : 431;
		if (len == 0 && lines > 0)
			break;
		if (lines > HTTP_FIELDS_MAX)
			return 431;
		status = lines == 0 ? read_request_line(in, len, out)
				    : read_field_line(out, &flags, in + at, len);
		if (status != 200)
			return status;
		lines++;
		at += len + 2;
	}
	*used_out = at + 2;
	if (out->host.text == NULL || out->host.len == 0)
		return 400;
	out->keep_alive = out->keep_alive && !flags.close;
	out->websocket_upgrade = flags.upgrade && flags.websocket;
	return 200;
}
