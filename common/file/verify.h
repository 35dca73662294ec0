/* SPDX-License-Identifier: MIT */
/* Verifies that the dice of an exported match follow from its seed: `gammond verify FILE` and
 * `gammon --verify FILE`.  scripts/verify-dice does the same with independent code. */
#ifndef FILE_VERIFY_H
#define FILE_VERIFY_H

#include <stddef.h>
#include <stdint.h>

#include "fair/draw.h"

struct verified_match {
	int64_t match_id;
	uint32_t rolls;
	char commitment[FAIR_HEX_ROOM];
};

/* Checks the n bytes of a file.  Returns NULL and fills *out, or returns a description of the
 * fault. */
const char *verify_text(const char *text, size_t n, struct verified_match *out);

/* Verifies a file and prints one sentence.  Returns the exit status: 0 if the dice are right,
 * else 1. */
int verify_file(const char *path);

#endif
