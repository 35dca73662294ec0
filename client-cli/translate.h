/* SPDX-License-Identifier: MIT */
/* Lines of the server in the language of the user.  A client program is sent English, which is
 * found again among the texts of proto/msg.def; the catalogue has the same text.  Pure. */
#ifndef CLIENT_TRANSLATE_H
#define CLIENT_TRANSLATE_H

#include "base/sbuf.h"
#include "proto/msg.h"

/* Appends the line in that language.  False: there is no such text, and nothing was appended.
 * Linear in the texts. */
bool translate_line(enum language language, const char *line, struct sbuf *out);

#endif
