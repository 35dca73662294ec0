/* SPDX-License-Identifier: MIT */
/* The texts of gammon: see texts.h.  A look-up is linear in the table. */
#include "texts.h"

#include <stdarg.h>
#include <string.h>

static const char *const TEXTS[][LANG_COUNT] = {
#define TEXT(english, italian, portuguese) { (english), (italian), (portuguese) },
#include "texts.def"
#undef TEXT
};

const char *
texts_translate(enum language language, const char *english)
{
	for (unsigned i = 0; language != LANG_EN && i < ARRAY_LEN(TEXTS); i++)
		if (strcmp(TEXTS[i][LANG_EN], english) == 0)
			return TEXTS[i][language];
	return english;
}

void
texts_addf(struct sbuf *out, enum language language, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	sbuf_vaddf(out, texts_translate(language, fmt), ap);
#pragma GCC diagnostic pop
	va_end(ap);
}
