/* SPDX-License-Identifier: MIT */
/* Reads files that operators or strangers wrote. */
#ifndef FILE_REGULAR_H
#define FILE_REGULAR_H

#include "base/check.h"
#include "base/sbuf.h"

/* Opens a regular file for reading.  A pipe, a socket or a device is refused, and opening one
 * never blocks.  Returns the descriptor, or -1 with the reason in error. */
MUST_USE int regular_open(const char *path, struct sbuf *error);

/* Reads all of a regular file of at most `most` bytes.  Returns its *n_out bytes, followed by a
 * NUL, or NULL with the reason ("PATH: ...") in error.  The caller frees them. */
MUST_USE char *regular_read(const char *path, size_t most, size_t *n_out, struct sbuf *error);

#endif
