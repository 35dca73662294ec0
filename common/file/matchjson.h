/* SPDX-License-Identifier: MIT */
/* A match that a server exported as JSON (PROTOCOL.md 12), from a possibly hostile file. */
#ifndef FILE_MATCHJSON_H
#define FILE_MATCHJSON_H

#include <jansson.h>

#include "rules/action.h"

#define MATCHJSON_BYTES_MAX (8u << 20) /* about 70,000 actions */

/* Compares the SHA-256 at the end of the file with its bytes, then parses it; a member that
 * appears twice is an error.  Returns the object, which the caller releases with json_decref,
 * or NULL with the reason in *why_out.  Memory: up to 80 times n for a hostile file. */
MUST_USE json_t *matchjson_read(const char *text, size_t n, const char **why_out);

/* Reads an element of "actions".  Returns false if this program does not know the action. */
MUST_USE bool matchjson_read_action(json_t *element, struct action *a_out);

#endif
