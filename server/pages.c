/* SPDX-License-Identifier: MIT */
/* Finds texts among the embedded files.  The list of topics is made on first use and kept. */
#include "pages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "embed.h"
#include "proto/words.h"

#define HELP_PREFIX "help/"
#define HELP_SUFFIX ".txt"
#define TOPIC_MAX 32u
#define ZONE_DIR "/usr/share/zoneinfo/"

/* The topic that an embedded file is the page of, written to out; false when it is none. */
static bool
topic_of(const struct embedded *e, char *out, size_t size)
{
	size_t prefix = strlen(HELP_PREFIX);
	size_t n = strlen(e->name);
	struct sbuf b;

	if (strncmp(e->name, HELP_PREFIX, prefix) != 0)
		return false;
	sbuf_init(&b, out, size);
	sbuf_addn(&b, e->name + prefix, n - prefix - strlen(HELP_SUFFIX));
	return sbuf_ok(&b);
}

const char *
pages_help(const char *topic)
{
	char name[TOPIC_MAX];

	for (const struct embedded *e = EMBEDDED; e->name != NULL; e++)
		if (topic_of(e, name, sizeof(name)) && word_is(topic, name))
			return e->data;
	return NULL;
}

const char *
pages_topic(unsigned i)
{
	static char topics[256][TOPIC_MAX];
	static unsigned n;

	if (n == 0)
		for (const struct embedded *e = EMBEDDED; e->name != NULL && n < ARRAY_LEN(topics); e++)
			if (topic_of(e, topics[n], sizeof(topics[n])))
				n++;
	return i < n ? topics[i] : NULL;
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
	size = e->size + 16 * strlen(server_name) + 1; /* more marks than any of our texts has */
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

bool
pages_zone_known(const char *zone)
{
	char path[128];
	struct sbuf b;

	if (word_is(zone, "UTC"))
		return true;
	if (zone[0] == '/' || strstr(zone, "..") != NULL)
		return false;
	SBUF_ON(&b, path);
	sbuf_addf(&b, ZONE_DIR "%s", zone);
	return sbuf_ok(&b) && access(path, R_OK) == 0;
}
