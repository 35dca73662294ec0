/* SPDX-License-Identifier: MIT */
/* Finds texts among the embedded files; linear in their number. */
#include "pages.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "embed.h"
#include "proto/words.h"

#define HELP_PREFIX "help/"
#define HELP_SUFFIX ".txt"
#define TOPIC_MAX 32u

/* The topic that an embedded file is the page of, appended to out; false when it is none.  The
 * pages of a language but English stand in a folder of its code. */
static bool
topic_of(const struct embedded *e, enum language language, struct sbuf *out)
{
	char prefix[TOPIC_MAX];
	struct sbuf b;
	size_t n = strlen(e->name);
	size_t end = strlen(HELP_SUFFIX);

	SBUF_ON(&b, prefix);
	sbuf_add(&b, HELP_PREFIX);
	if (language != LANG_EN)
		sbuf_addf(&b, "%s/", CATALOGUES[language].code);
	if (strncmp(e->name, prefix, b.len) != 0 || strchr(e->name + b.len, '/') != NULL)
		return false;
	if (n < b.len + end || strcmp(e->name + n - end, HELP_SUFFIX) != 0)
		return false;
	sbuf_addn(out, e->name + b.len, n - b.len - end);
	return true;
}

static const char *
page_in(const char *topic, enum language language)
{
	char name[TOPIC_MAX];
	struct sbuf b;

	for (const struct embedded *e = EMBEDDED; e->name != NULL; e++) {
		SBUF_ON(&b, name);
		if (topic_of(e, language, &b) && word_is(topic, name))
			return e->data;
	}
	return NULL;
}

const char *
pages_help(const char *topic, enum language language)
{
	const char *page = page_in(topic, language);

	return page != NULL || language == LANG_EN ? page : page_in(topic, LANG_EN);
}

bool
pages_topic(unsigned i, struct sbuf *name_out)
{
	for (const struct embedded *e = EMBEDDED; e->name != NULL; e++) {
		char name[TOPIC_MAX];
		struct sbuf b;

		SBUF_ON(&b, name);
		if (!topic_of(e, LANG_EN, &b) || i-- > 0)
			continue;
		sbuf_add(name_out, name);
		return true;
	}
	return false;
}

char *
pages_text(const char *file, const char *server_name)
{
	static const char mark[] = "@NAME@";
	const struct embedded *e = EMBEDDED;
	const char *at, *hit;
	struct sbuf b;
	size_t size;
	char *text;

	while (e->name != NULL && strcmp(e->name, file) != 0)
		e++;
	CHECK(e->name != NULL);
	size =
	    e->size + 16 * strlen(server_name) + 1; /* more marks than any of our texts has */
	text = malloc(size);
	CHECK(text != NULL);
	sbuf_init(&b, text, size);
	for (at = e->data; (hit = strstr(at, mark)) != NULL; at = hit + strlen(mark)) {
		sbuf_addn(&b, at, (size_t)(hit - at));
		sbuf_add(&b, server_name);
	}
	sbuf_add(&b, at);
	CHECK(sbuf_ok(&b));
	return text;
}
