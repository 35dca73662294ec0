/* SPDX-License-Identifier: MIT */
/* Bytes as hexadecimal digits. */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include <stddef.h>
#include <stdint.h>

/* The value of a digit, small or capital; -1: it is none. */
int hex_digit(char c);

/* Two small digits for each byte, and the end: 2 * n + 1 characters. */
void hex_text(const uint8_t *bytes, size_t n, char *text_out);

#endif
