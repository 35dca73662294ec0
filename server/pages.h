/* SPDX-License-Identifier: MIT */
/* Texts that ship with the server: help pages, banner, message of the day; and the time zones
 * of the system. */
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "proto/msg.h"

/* The page of a help topic in any case of letters: in that language, or in English when it has
 * none; NULL when there is none. */
const char *pages_help(const char *topic, enum language language);

/* Appends the name of help topic i, in alphabetical order; false after the last. */
bool pages_topic(unsigned i, struct sbuf *name_out);

/* The texts that an operator may have of their own. */
enum page_file {
	PAGE_BANNER,
	PAGE_MOTD,
	PAGE_HOUSERULES,
	PAGE_FILES,
};

/* The text of the file of that path, made ready to be shown, of at most so many bytes (and of
 * what such a text may have); the caller frees it.  NULL, and why in error, when it cannot be
 * had or is not fit to be shown. */
MUST_USE char *pages_file(enum page_file kind, const char *path, size_t most,
    const char *server_name, struct sbuf *error);

/* The shipped text of that name ("banner", "motd") in a language, with @NAME@ replaced; the
 * caller frees it.  Dies when memory is out or there is none, which is a mistake of the build.
 */
char *pages_text(const char *name, enum language language, const char *server_name);

#endif
