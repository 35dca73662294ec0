/* SPDX-License-Identifier: MIT */
/* The languages of the server's texts, one row each.  Each language except English has a file
 * of texts. */
#include "proto/msg.h"
#include "proto/words.h"

/* TR(row, text) and TR1(row, text for the number 1) */
#define TR(id, text) [MSG_##id] = (text),
#define TR1(id, text)
static const char *const ITALIAN_TEXTS[MSG_COUNT] = {
	[MSG_prompt_login] = NULL, /* shown before a language is known */
#include "proto/msg_it.def"
};
static const char *const PORTUGUESE_TEXTS[MSG_COUNT] = {
	[MSG_prompt_login] = NULL, /* shown before a language is known */
#include "proto/msg_pt.def"
};
#undef TR
#undef TR1
#define TR(id, text)
#define TR1(id, text) [MSG_##id] = (text),
static const char *const ITALIAN_SINGULARS[MSG_COUNT] = {
	[MSG_prompt_login] = NULL,
#include "proto/msg_it.def"
};
static const char *const PORTUGUESE_SINGULARS[MSG_COUNT] = {
	[MSG_prompt_login] = NULL,
#include "proto/msg_pt.def"
};
#undef TR
#undef TR1

const struct catalogue CATALOGUES[LANG_COUNT] = {
	[LANG_EN] = { "en", { "english", NULL, NULL }, "", "s", NULL, NULL },
	[LANG_IT] = { "it", { "italiano", "italian", NULL }, "o", "i", ITALIAN_TEXTS,
	    ITALIAN_SINGULARS },
	[LANG_PT] = { "pt", { "portugues", "portuguese", "português" }, "", "s",
	    PORTUGUESE_TEXTS, PORTUGUESE_SINGULARS },
};

int
language_find(const char *word)
{
	for (int l = 0; l < LANG_COUNT; l++) {
		if (word_is(word, CATALOGUES[l].code))
			return l;
		for (unsigned i = 0; i < ARRAY_LEN(CATALOGUES[l].name); i++)
			if (CATALOGUES[l].name[i] != NULL &&
			    word_is(word, CATALOGUES[l].name[i]))
				return l;
	}
	return -1;
}

enum language
out_language(const struct out *out)
{
	return out->catalogue != NULL ? (enum language)(out->catalogue - CATALOGUES) : LANG_EN;
}
