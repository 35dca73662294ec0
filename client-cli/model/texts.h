/* SPDX-License-Identifier: MIT */
/* The texts of gammon in the user's language: texts.def.  The source contains the English text,
 * which is translated when it is shown; a text missing from the table is shown in English.
 * Pure. */
#ifndef CLIENT_TEXTS_H
#define CLIENT_TEXTS_H

#include "base/sbuf.h"
#include "proto/msg.h"

const char *texts_translate(enum language language, const char *english);

/* Appends a text with arguments. */
void texts_addf(struct sbuf *out, enum language language, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

#endif
