/* SPDX-License-Identifier: MIT */
/* Texts that are built into the server (help pages, banner, message of the day) and the
 * operator's replacements. */
#ifndef SHIPPED_TEXTS_H
#define SHIPPED_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "proto/msg.h"

/* Returns the page of a help topic, ignoring case, in that language, or in English if it is not
 * translated; NULL if there is none. */
const char *shipped_help(const char *topic, enum language language);

/* Appends the name of help topic i, in alphabetical order.  Returns false after the last. */
bool shipped_topic_name(unsigned i, struct sbuf *name_out);

/* Texts that the operator may replace. */
enum page_file {
	PAGE_BANNER,
	PAGE_MOTD,
	PAGE_HOUSERULES,
	PAGE_FILE_COUNT,
};

/* Reads a text file of at most `most` bytes, or fewer if its kind has a lower limit, and
 * prepares it for output; the caller frees it.  Returns NULL and sets `error` if it cannot be
 * read or is unsuitable. */
MUST_USE char *operator_text(enum page_file kind, const char *path, size_t most,
    const char *server_name, struct sbuf *error);

/* Returns the built-in text of that name ("banner", "motd") in a language, with @NAME@
 * replaced; the caller frees it.  Aborts if out of memory, or if the text is missing from the
 * build. */
char *shipped_text(const char *name, enum language language, const char *server_name);

#endif
