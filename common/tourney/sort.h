/* SPDX-License-Identifier: MIT */
/* Sorting numbers of entries or players: nothing to allocate, never quadratic. */
#ifndef TOURNEY_SORT_H
#define TOURNEY_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a stands before b; of two different ones one does. */
typedef bool sort_before(const void *ctx, uint16_t a, uint16_t b);

void sort_numbers(uint16_t *v, size_t n, sort_before *before, const void *ctx);

#endif
