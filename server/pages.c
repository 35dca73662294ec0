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

/* The topic that an embedded file is the page of, appended to out; false when it is none. */
static bool
topic_of(const struct embedded *e, struct sbuf *out)
{
	size_t prefix = strlen(HELP_PREFIX);
	size_t n = strlen(e->name);

	if (strncmp(e->name, HELP_PREFIX, prefix) != 0)
		return false;
	sbuf_addn(out, e->name + prefix, n - prefix - strlen(HELP_SUFFIX));
	return true;
}

const char *
pages_help(const char *topic)
{
	char name[TOPIC_MAX];
	struct sbuf b;

	for (const struct embedded *e = EMBEDDED; e->name != NULL; e++) {
		SBUF_ON(&b, name);
		if (topic_of(e, &b) && word_is(topic, name))
			return e->data;
	}
	return NULL;
}

bool
pages_topic(unsigned i, struct sbuf *name_out)
{
	const struct embedded *e = EMBEDDED;

	while (e->name != NULL && strncmp(e->name, HELP_PREFIX, strlen(HELP_PREFIX)) != 0)
		e++;
	for (; e->name != NULL && i > 0; e++)
		i--;
	return e->name != NULL && topic_of(e, name_out);
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
