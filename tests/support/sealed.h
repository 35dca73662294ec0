/* SPDX-License-Identifier: MIT */
/* Makes match files with a correct checksum, whatever their other contents. */
#ifndef SUPPORT_SEALED_H
#define SUPPORT_SEALED_H

#include <stddef.h>

/* Returns the n bytes of body followed by the checksum member and the end of the object
 * (PROTOCOL.md 12), in memory of exactly *n_out bytes.  The caller frees it. */
char *sealed(const char *body, size_t n, size_t *n_out);

#endif
