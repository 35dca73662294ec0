/* SPDX-License-Identifier: MIT */
/* Texts that ship with the server: help pages, banner, message of the day; and the time zones
 * of the system. */
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sbuf.h"
#include "proto/msg.h"

/* The page of a help topic in any case of letters: in that language, or in English when it has
 * none; NULL when there is none. */
const char *pages_help(const char *topic, enum language language);

/* Appends the name of help topic i, in alphabetical order; false after the last. */
bool pages_topic(unsigned i, struct sbuf *name_out);

/* The text of a file ("banner.txt") with @NAME@ replaced; the caller frees it.  Dies when
 * memory is out or the file is not there, which is a mistake of the build. */
char *pages_text(const char *file, const char *server_name);

#endif
