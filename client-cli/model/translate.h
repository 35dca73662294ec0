/* SPDX-License-Identifier: MIT */
/* Translates lines from the server for the user.  The server sends English to client programs;
 * the line is looked up in the texts of proto/msg.def and replaced by the text of a catalogue.
 * Pure. */
#ifndef CLIENT_TRANSLATE_H
#define CLIENT_TRANSLATE_H

#include "base/sbuf.h"
#include "proto/msg.h"

/* Appends the translation of the line.  Returns false, appending nothing, if no text of msg.def
 * matches the line.  Linear in the texts. */
bool translate_line(enum language language, const char *line, struct sbuf *out);

#endif
