/* SPDX-License-Identifier: MIT */
/* Whether the dice of an exported match follow from its seed: `gammond verify FILE` and
 * `gammon --verify FILE`.  scripts/verify-dice does the same with code of its own. */
#ifndef FILE_VERIFY_H
#define FILE_VERIFY_H

#include <stddef.h>
#include <stdint.h>

#include "fair/draw.h"

struct verified {
	int64_t match;
	uint32_t rolls;
	char commitment[FAIR_HEX_ROOM];
};

/* Checks the n bytes of a file.  Returns NULL, or what is wrong. */
const char *verify_text(const char *text, size_t n, struct verified *out);

/* Prints one sentence about a file.  Returns the exit status: 0 if its dice are right, else 1.
 */
int verify_file(const char *path);

#endif
