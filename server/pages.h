/* SPDX-License-Identifier: MIT */
/* Texts that ship with the server: help pages, banner, message of the day; and the time zones of the system. */
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* The page of a help topic in any case of letters; NULL when there is none. */
const char *pages_help(const char *topic);

/* Name of help topic i in alphabetical order; NULL after the last.  Valid until the program ends. */
const char *pages_topic(unsigned i);

/* The text of a file ("banner.txt") with @NAME@ replaced; the caller frees it.  Dies when memory is out or
 * the file is not there, which is a mistake of the build. */
char *pages_text(const char *file, const char *server_name);

/* The system knows the time zone. */
bool pages_zone_known(const char *zone);

#endif
