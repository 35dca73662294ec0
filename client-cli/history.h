/* SPDX-License-Identifier: MIT */
/* The lines typed before, kept across runs in a file that only its owner can read. */
#ifndef CLIENT_HISTORY_H
#define CLIENT_HISTORY_H

#include "edit.h"

/* Reads the file into the lines typed before; nothing when there is none. */
void history_load(struct edit *e, const char *path);

/* Writes it anew, and the folders above it where they are missing.  Done whole or not at all.
 */
void history_save(const struct edit *e, const char *path);

#endif
