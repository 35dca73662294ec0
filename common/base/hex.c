/* SPDX-License-Identifier: MIT */
/* See hex.h.  Linear in n. */
#include "base/hex.h"

int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

void
hex_text(const uint8_t *bytes, size_t n, char *text_out)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		text_out[2 * i] = digits[bytes[i] >> 4];
		text_out[2 * i + 1] = digits[bytes[i] & 15u];
	}
	text_out[2 * n] = '\0';
}
