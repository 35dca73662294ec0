/* SPDX-License-Identifier: MIT */
/* Heapsort.  See sort.h. */
#include "tourney/sort.h"

static void
sift(uint16_t *v, size_t at, size_t n, sort_before *before, const void *ctx)
{
	uint16_t moved = v[at];

	for (size_t child; (child = 2 * at + 1) < n; at = child) {
		if (child + 1 < n && before(ctx, v[child], v[child + 1]))
			child++;
		if (!before(ctx, moved, v[child]))
			break;
		v[at] = v[child];
	}
	v[at] = moved;
}

void
sort_numbers(uint16_t *v, size_t n, sort_before *before, const void *ctx)
{
	for (size_t i = n / 2; i-- > 0;)
		sift(v, i, n, before, ctx);
	for (size_t i = n; i-- > 1;) {
		uint16_t swap = v[0];

		v[0] = v[i];
		v[i] = swap;
		sift(v, 0, i, before, ctx);
	}
}
