/* SPDX-License-Identifier: MIT */
/* Parses the head of an HTTP request.  All fields that are kept must be within the input.  An
 * accepted head must be incomplete without its last byte, and must not depend on the bytes
 * after it. */
#include <stdint.h>
#include <string.h>

#include "client-web/http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_within(struct span s, const uint8_t *data, size_t n)
{
	const uint8_t *text = (const uint8_t *)s.text;

	if (s.text == NULL)
		return;
	CHECK(text >= data && s.len <= n && text + s.len <= data + n);
	CHECK(memchr(s.text, '\r', s.len) == NULL && memchr(s.text, '\n', s.len) == NULL &&
	      memchr(s.text, '\0', s.len) == NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct http_request r, other;
	size_t used = 0, again = 0;
	int status = http_parse((const char *)data, n, &r, &used);
	struct sbuf out;
	char space[64];

	CHECK(status == 0 || status == 200 || strcmp(http_reason_phrase(status), "Error") != 0);
	if (status != 200)
		return 0;
	CHECK(used <= n && used <= HTTP_HEAD_MAX);
	check_within(r.query, data, used);
	check_within(r.host, data, used);
	check_within(r.origin, data, used);
	check_within(r.forwarded_for, data, used);
	check_within(r.websocket_key, data, used);
	check_within(r.websocket_protocols, data, used);
	CHECK(r.path[0] == '/' && strlen(r.path) < HTTP_PATH_MAX);
	for (const char *p = r.path; *p != '\0'; p++)
		CHECK(*p > ' ' && *p < 0x7F);
	CHECK(http_parse((const char *)data, used, &other, &again) == 200 && again == used);
	CHECK(http_parse((const char *)data, used - 1, &other, &again) == 0);
	(void)http_list_has(r.websocket_protocols, "gammon.1");
	(void)http_list_has(r.accept_encoding, "gzip");
	SBUF_INIT(&out, space);
	html_add_escaped(&out, r.host.text, r.host.len);
	CHECK(strpbrk(space, "<>\"'") == NULL);
	return 0;
}
