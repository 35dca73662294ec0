/* SPDX-License-Identifier: MIT */
/* The history of typed lines, kept between runs in a file that only its owner can read. */
#ifndef CLIENT_HISTORY_H
#define CLIENT_HISTORY_H

#include "edit.h"

/* Reads the file into the history; does nothing if there is none. */
void history_load(struct edit *e, const char *path);

/* Replaces the file atomically and creates missing folders. */
void history_save(const struct edit *e, const char *path);

#endif
