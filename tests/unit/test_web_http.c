/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The head of an HTTP request: what is accepted, what it means, and what is refused. */

#include "client-web/http.h"
#include "tests/unit/test.h"

static struct http_request request;
static size_t used;

/* Parses a copy of exactly n bytes, so that reading beyond them is noticed. */
static int
parse(const char *text, size_t n)
{
	static char *copy;
	int status;

	free(copy);
	copy = malloc(n + 1);
	assert_non_null(copy);
	memmove(copy + 1, text, n);
	status = http_parse(copy + 1, n, &request, &used);
	return status;
}

static int
parse_text(const char *text)
{
	return parse(text, strlen(text));
}

static int
parse_fields(const char *fields)
{
	char text[512];

	(void)snprintf(text, sizeof(text), "GET / HTTP/1.1\r\nHost: a\r\n%s\r\n", fields);
	return parse_text(text);
}

TEST(a_request_is_parsed)
{
	static const char TEXT[] = "GET /match/17?a=b HTTP/1.1\r\nhost: play.example\r\n"
				   "Origin:\thttps://play.example \r\nX: \r\n\r\nGET /next";

	assert_int_equal(parse_text(TEXT), 200);
	assert_int_equal(used, sizeof(TEXT) - 1 - strlen("GET /next"));
	assert_string_equal(request.path, "/match/17");
	assert_true(span_equals(request.query, "a=b"));
	assert_true(span_equals(request.host, "play.example"));
	assert_true(span_equals(request.origin, "https://play.example"));
	assert_false(request.is_head);
	assert_true(request.keep_alive);
	assert_false(request.websocket_upgrade);
}

TEST(a_request_in_pieces_is_incomplete_until_its_last_byte)
{
	static const char TEXT[] = "HEAD / HTTP/1.0\r\nHost: a\r\n\r\n";

	for (size_t n = 0; n < sizeof(TEXT) - 1; n++)
		assert_int_equal(parse(TEXT, n), 0);
	assert_int_equal(parse_text(TEXT), 200);
	assert_true(request.is_head);
	assert_false(request.keep_alive);
}

TEST(malformed_requests_are_refused)
{
	static const struct {
		const char *text;
		int status;
	} CASES[] = {
		{ "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET /\r\n\r\n", 400 },
		{ " GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400 },
		{ "GET / http/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505 },
		{ "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505 },
		{ "POST / HTTP/1.1\r\nHost: a\r\n\r\n", 405 },
		{ "get / HTTP/1.1\r\nHost: a\r\n\r\n", 405 },
		{ "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 405 },
		{ "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET /%e9 HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET /a%0d%0aX:b HTTP/1.1\r\nHost: a\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\nHost: a\n\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\ncontent-length: 5\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : x\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n", 417 },
		{ "GET / HTTP/1.1\r\nHost: a\r\nOrigin: a\r\nOrigin: b\r\n\r\n", 400 },
	};

	for (size_t i = 0; i < ARRAY_LEN(CASES); i++)
		if (parse_text(CASES[i].text) != CASES[i].status)
			fail_msg("%s", CASES[i].text);
	assert_int_equal(parse("GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n", 30), 400);
}

TEST(paths_are_decoded)
{
	assert_int_equal(parse_text("GET /pl%61yer/a%5Fb HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
	assert_string_equal(request.path, "/player/a_b");
}

TEST(sizes_are_limited)
{
	char text[HTTP_HEAD_MAX + 64];
	size_t n = (size_t)snprintf(text, sizeof(text), "GET / HTTP/1.1\r\nHost: a\r\n");

	/* as many fields as allowed, and one more */
	for (unsigned i = 1; i < HTTP_FIELDS_MAX; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "X: y\r\n");
	memcpy(text + n, "\r\n", 3);
	assert_int_equal(parse(text, n + 2), 200);
	memcpy(text + n, "X: y\r\n\r\n", 9);
	assert_int_equal(parse(text, n + 8), 431);

	/* a field and a request line that do not end */
	memset(text + n, 'x', sizeof(text) - n);
	assert_int_equal(parse(text, HTTP_HEAD_MAX - 1), 0);
	assert_int_equal(parse(text, HTTP_HEAD_MAX), 431);
	memset(text, 'x', sizeof(text));
	assert_int_equal(parse(text, HTTP_HEAD_MAX), 414);

	/* the longest path, and one that is longer by a byte */
	n = (size_t)snprintf(text, sizeof(text), "GET /%0*u HTTP/1.1\r\nHost: a\r\n\r\n",
	    (int)HTTP_PATH_MAX - 2, 0u);
	assert_int_equal(parse(text, n), 200);
	n = (size_t)snprintf(text, sizeof(text), "GET /%0*u HTTP/1.1\r\nHost: a\r\n\r\n",
	    (int)HTTP_PATH_MAX - 1, 0u);
	assert_int_equal(parse(text, n), 414);
	n = (size_t)snprintf(text, sizeof(text), "GET /?%0*u HTTP/1.1\r\nHost: a\r\n\r\n",
	    (int)HTTP_QUERY_MAX + 1, 0u);
	assert_int_equal(parse(text, n), 414);
}

TEST(an_upgrade_needs_both_fields)
{
	assert_int_equal(
	    parse_fields("Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"
			 "Sec-WebSocket-Key: k\r\nSec-WebSocket-Version: 13\r\n"
			 "Sec-WebSocket-Protocol: x, gammon.1\r\n"),
	    200);
	assert_true(request.websocket_upgrade);
	assert_true(span_equals(request.websocket_key, "k"));
	assert_true(span_equals(request.websocket_version, "13"));
	assert_true(http_list_has(request.websocket_protocols, "gammon.1"));
	assert_false(http_list_has(request.websocket_protocols, "gammon"));
	assert_int_equal(parse_fields("Connection: Upgrade\r\n"), 200);
	assert_false(request.websocket_upgrade);
	assert_int_equal(parse_fields("Upgrade: websocket\r\n"), 200);
	assert_false(request.websocket_upgrade);
}

TEST(connections_are_closed_on_request)
{
	assert_int_equal(parse_fields("Connection: Close\r\n"), 200);
	assert_false(request.keep_alive);
	assert_int_equal(parse_fields("Connection: keep-alive\r\nConnection: close\r\n"), 200);
	assert_false(request.keep_alive);
}

TEST(list_members_with_weight_0_do_not_count)
{
	static const struct {
		const char *list;
		bool has;
	} CASES[] = {
		{ "gzip", true },
		{ "deflate, GZIP;q=0.5", true },
		{ "gzip;q=0", false },
		{ "gzip; q=0.000", false },
		{ "gzip;q=0.01", true },
		{ "gzipped, xgzip", false },
		{ " , ,gzip ", true },
		{ "", false },
	};

	for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
		struct span list = { CASES[i].list, strlen(CASES[i].list) };

		if (http_list_has(list, "gzip") != CASES[i].has)
			fail_msg("%s", CASES[i].list);
	}
	assert_false(http_list_has((struct span){ NULL, 0 }, "gzip"));
	/* what follows the list is not read */
	assert_false(http_list_has((struct span){ "gzip;q=0001", 8 }, "gzip"));
}

TEST(text_is_escaped_for_html)
{
	static const char TEXT[] = "<a href=\"x\">'&";
	char space[100];
	struct sbuf out;

	SBUF_INIT(&out, space);
	html_add_escaped(&out, TEXT, sizeof(TEXT) - 1);
	assert_string_equal(space, "&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
}
