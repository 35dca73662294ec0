/* SPDX-License-Identifier: MIT */
/* Sorts numbers of entries or players without allocation, in O(n log n). */
#ifndef TOURNEY_SORT_H
#define TOURNEY_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns true if `a` precedes `b`.  Must be a total order. */
typedef bool sort_before(const void *ctx, uint16_t a, uint16_t b);

void sort_numbers(uint16_t *v, size_t n, sort_before *before, const void *ctx);

#endif
