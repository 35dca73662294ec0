/* SPDX-License-Identifier: MIT */
/* The line reader: any bytes, split into pieces of a size given by the first byte, must give
 * the same result as in one piece; lines must stay within their bounds, and all input must be
 * consumed. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "proto/line.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* A running hash of all output.  The NUL after each line is included, so that lines cannot
 * merge. */
struct output_hash {
	uint64_t hash;
};

static void
hash_bytes(struct output_hash *s, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;

	for (size_t i = 0; i < n; i++)
		s->hash = (s->hash ^ p[i]) * 1099511628211u;
}

static void
hash_event(struct output_hash *s, const struct line_result *step, const char *buf)
{
	uint8_t event = (uint8_t)step->event;

	if (step->event == LINE_INCOMPLETE)
		return; /* the number of these events depends on the pieces */
	hash_bytes(s, &event, 1);
	if (step->event == LINE_READY) {
		CHECK(step->len <= LINE_BYTES_MAX);
		CHECK(strlen(buf) == step->len);
		CHECK(memchr(buf, '\r', step->len) == NULL &&
		      memchr(buf, '\n', step->len) == NULL);
		hash_bytes(s, buf, step->len + 1);
	} else if (step->event == LINE_REPLY) {
		CHECK(
		    step->reply[0] == 255 && (step->reply[1] == 252 || step->reply[1] == 254));
		CHECK(step->reply[2] != 1);
		hash_bytes(s, step->reply, 3);
	} else if (step->event == LINE_WINDOW_SIZE) {
		const unsigned size[] = { step->window_columns, step->window_rows };

		CHECK(size[0] <= UINT16_MAX && size[1] <= UINT16_MAX);
		hash_bytes(s, size, sizeof(size));
	}
}

/* Runs the reader and returns the hash. piece: the size of each piece; 0: all input at once. */
static uint64_t
run(const uint8_t *in, size_t n, size_t piece)
{
	char *buf = malloc(LINE_BYTES_MAX + 1);
	struct line_reader r = { .window_asked = n % 2 == 1 };
	struct output_hash s = { 14695981039346656037u };

	CHECK(buf != NULL);
	for (size_t at = 0; at < n;) {
		size_t take = piece == 0 || piece > n - at ? n - at : piece;

		for (size_t end = at + take;;) {
			struct line_result step = line_push(&r, in + at, end - at, buf);

			CHECK(step.used <= end - at);
			at += step.used;
			CHECK(r.len <= LINE_BYTES_MAX);
			hash_event(&s, &step, buf);
			if (step.event != LINE_INCOMPLETE) {
				CHECK(step.used > 0);
				continue;
			}
			CHECK(at == end);
			break;
		}
	}
	hash_bytes(&s, &r.len, sizeof(r.len));
	free(buf);
	return s.hash;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	size_t piece;

	if (n == 0)
		return 0;
	piece = data[0] % 16u + 1;
	CHECK(run(data + 1, n - 1, 0) == run(data + 1, n - 1, piece));
	CHECK(run(data + 1, n - 1, 0) == run(data + 1, n - 1, 1));
	return 0;
}
