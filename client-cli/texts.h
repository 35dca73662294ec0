/* SPDX-License-Identifier: MIT */
/* What gammon says, in the language of the user: texts.def.  The source has the English text,
 * which is looked up where it is shown; one that is not in the table is shown as it is.  Pure.
 */
#ifndef CLIENT_TEXTS_H
#define CLIENT_TEXTS_H

#include "base/sbuf.h"
#include "proto/msg.h"

const char *texts_in(enum language language, const char *english);

/* Appends a text with values in it. */
void texts_addf(struct sbuf *out, enum language language, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

#endif
