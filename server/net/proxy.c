/* SPDX-License-Identifier: MIT */
/* Parses the PROXY header: see proxy.h.  Linear in the header. */
#include "net/proxy.h"

#include <string.h>

/* ---- version 1: a line of text ---- */

#define TEXT_HEADER_MAX 107u /* including the line end */

static const char TEXT_PREFIX[] = "PROXY ";

/* Returns the next word of a line, which ends at a single blank; NULL if there is none. */
static char *
word(char **rest)
{
	char *w = *rest, *end;

	if (w == NULL || *w == '\0' || *w == ' ')
		return NULL;
	end = strchr(w, ' ');
	if (end != NULL)
		*end++ = '\0';
	*rest = end;
	return w;
}

static bool
port_is_valid(const char *w)
{
	unsigned n = 0;

	if (w == NULL || *w == '\0' || strlen(w) > 5 || (w[0] == '0' && w[1] != '\0'))
		return false;
	for (; *w >= '0' && *w <= '9'; w++)
		n = n * 10 + (unsigned)(*w - '0');
	return *w == '\0' && n <= 65535;
}

/* Accepts an address of the stated family; an IPv6 address may be a mapped IPv4 address. */
static bool
parse_address(const char *w, bool v6, struct netaddr *out)
{
	return w != NULL && strchr(w, '/') == NULL && (strchr(w, ':') != NULL) == v6 &&
	       netaddr_parse(w, out);
}

static enum proxy_result
parse_text_fields(char *rest, struct proxy_client *client_out)
{
	const char *family = word(&rest);
	struct netaddr from, to;
	bool v6;

	if (family == NULL)
		return PROXY_BAD;
	if (strcmp(family, "UNKNOWN") == 0)
		return PROXY_NO_CLIENT;
	v6 = strcmp(family, "TCP6") == 0;
	if (!v6 && strcmp(family, "TCP4") != 0)
		return PROXY_BAD;
	if (!parse_address(word(&rest), v6, &from) || !parse_address(word(&rest), v6, &to) ||
	    !port_is_valid(word(&rest)) || !port_is_valid(word(&rest)) || rest != NULL)
		return PROXY_BAD;
	*client_out = (struct proxy_client){ from, PROXY_TLS_UNKNOWN };
	return PROXY_CLIENT;
}

static enum proxy_result
parse_text_header(
    const uint8_t *in, size_t n, size_t *used_out, struct proxy_client *client_out)
{
	size_t most = n < TEXT_HEADER_MAX ? n : TEXT_HEADER_MAX;
	const uint8_t *end = memchr(in, '\n', most);
	char text[TEXT_HEADER_MAX];
	size_t len;

	if (end == NULL)
		return n < TEXT_HEADER_MAX ? PROXY_MORE : PROXY_BAD;
	len =
	    (size_t)(end - in) - 1; /* no underflow: in[0] is the first letter of TEXT_PREFIX */
	if (in[len] != '\r' || memchr(in, '\0', len) != NULL)
		return PROXY_BAD;
	memcpy(text, in, len);
	text[len] = '\0';
	*used_out = len + 2;
	return parse_text_fields(text + strlen(TEXT_PREFIX), client_out);
}

/* ---- version 2: binary ---- */

#define BINARY_HEAD_BYTES 16u

static const uint8_t BINARY_SIGNATURE[12] = { 0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51,
	0x55, 0x49, 0x54, 0x0a };

enum {
	COMMAND_LOCAL = 0x20, /* version and command */
	COMMAND_PROXY = 0x21,
	FAMILY_UNSPECIFIED = 0x00, /* family and protocol */
	FAMILY_TCP_IPV4 = 0x11,
	FAMILY_TCP_IPV6 = 0x21,
	FAMILY_UNIX_STREAM = 0x31,
};

/* The addresses are followed by fields of a type (one byte), a length (two) and a value. */
enum {
	FIELD_HEAD_BYTES = 3,
	FIELD_TLS = 0x20, /* PP2_TYPE_SSL: flags, four more bytes, fields about the session */
	FIELD_TLS_BYTES_MIN = 5, /* minimum length of the value */
	FLAG_CLIENT_TLS = 0x01,  /* PP2_CLIENT_SSL */
};

/* Reads the fields, of which only FIELD_TLS matters.  Returns false if a field is longer than
 * the rest of the header, or FIELD_TLS too short. */
static bool
read_fields(const uint8_t *in, size_t len, enum proxy_tls *tls_out)
{
	for (size_t n; len > 0; in += n, len -= n) {
		if (len < FIELD_HEAD_BYTES)
			return false;
		n = FIELD_HEAD_BYTES + ((size_t)in[1] << 8 | in[2]);
		if (n > len ||
		    (in[0] == FIELD_TLS && n < FIELD_HEAD_BYTES + FIELD_TLS_BYTES_MIN))
			return false;
		if (in[0] == FIELD_TLS)
			*tls_out = (in[FIELD_HEAD_BYTES] & FLAG_CLIENT_TLS) != 0 ? PROXY_TLS_YES
										 : PROXY_TLS_NO;
	}
	return true;
}

static enum proxy_result
parse_client(unsigned family, const uint8_t *block, size_t len, struct proxy_client *client_out)
{
	bool v6 = family == FAMILY_TCP_IPV6;
	size_t addresses = v6 ? 36 : 12;
	enum proxy_tls tls = PROXY_TLS_UNKNOWN;

	if (family == FAMILY_UNSPECIFIED)
		return PROXY_NO_CLIENT;
	if (family == FAMILY_UNIX_STREAM)
		return len >= 216 ? PROXY_NO_CLIENT : PROXY_BAD;
	if ((family != FAMILY_TCP_IPV4 && !v6) || len < addresses ||
	    !read_fields(block + addresses, len - addresses, &tls))
		return PROXY_BAD;
	*client_out = (struct proxy_client){ netaddr_from_bytes(block, v6), tls };
	return PROXY_CLIENT;
}

static enum proxy_result
parse_binary_header(
    const uint8_t *in, size_t n, size_t *used_out, struct proxy_client *client_out)
{
	size_t len;

	if (n < BINARY_HEAD_BYTES)
		return PROXY_MORE;
	len = (size_t)in[14] << 8 | in[15];
	if ((in[12] != COMMAND_LOCAL && in[12] != COMMAND_PROXY) ||
	    len > PROXY_HEADER_MAX - BINARY_HEAD_BYTES)
		return PROXY_BAD;
	if (n < BINARY_HEAD_BYTES + len)
		return PROXY_MORE;
	*used_out = BINARY_HEAD_BYTES + len;
	return in[12] == COMMAND_LOCAL
		   ? PROXY_NO_CLIENT
		   : parse_client(in[13], in + BINARY_HEAD_BYTES, len, client_out);
}

/* ---- both versions ---- */

static bool
may_begin_with(const uint8_t *in, size_t n, const void *with, size_t len)
{
	return memcmp(in, with, n < len ? n : len) == 0;
}

enum proxy_result
proxy_parse(const uint8_t *in, size_t n, size_t *used_out, struct proxy_client *client_out)
{
	if (n == 0)
		return PROXY_MORE;
	if (may_begin_with(in, n, BINARY_SIGNATURE, sizeof(BINARY_SIGNATURE)))
		return parse_binary_header(in, n, used_out, client_out);
	if (may_begin_with(in, n, TEXT_PREFIX, strlen(TEXT_PREFIX)))
		return parse_text_header(in, n, used_out, client_out);
	return PROXY_BAD;
}
