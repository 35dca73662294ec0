/* SPDX-License-Identifier: MIT */
/* See matchread.h.  Recognises the format of a file by its first bytes. */
#include <string.h>

#include "proto/matchbuild.h"

/* Files that other programs write and this one does not read. */
static const struct {
	const char *signature;
	size_t n;
	const char *advice;
} UNREADABLE_FORMATS[] = {
	{ "RGMH", 4,
	    "this is a file of eXtreme Gammon: export the match there as text (.txt)" },
	{ "{\"format\":\"BGF\"", 15,
	    "this is a file of BGBlitz: export the match there as .mat" },
	{ "{\"version\":", 11, "this is a file of BGBlitz: export the match there as .mat" },
	{ "{\"compress", 10, "this is a file of BGBlitz: export the match there as .mat" },
	{ "{\\rtf", 5, "this is a word processor's file: save it as plain text" },
	{ "{", 1, "this is JSON: export the match as .mat instead" },
	{ "\xff\xfe", 2, "this text is UTF-16: save it as UTF-8" },
	{ "\xfe\xff", 2, "this text is UTF-16: save it as UTF-8" },
	{ "PK\3\4", 4, "this is an archive: unpack it, and import the files in it" },
	{ "\x1f\x8b", 2, "this is compressed: unpack it, and import the file in it" },
	{ "%PDF", 4, "this is a PDF: export the match as text (.mat)" },
	{ "\x7c\0", 2, "this is a position of Jellyfish: export the match as .mat" },
	{ "\x7d\0", 2, "this is a position of Jellyfish: export the match as .mat" },
	{ "\x7e\0", 2, "this is a position of Jellyfish: export the match as .mat" },
	{ "<", 1, "this is a web page: export the match as text (.mat)" },
};

static void
clear_match(struct matchread *m)
{
	m->n = m->notes_len = m->games = 0;
	m->unfinished = false;
	m->year = m->month = m->day = 0;
	memset(m->name, 0, sizeof(m->name));
	memset(m->info, 0, sizeof(m->info));
	match_init(&m->state, VARIANT_FIBS, 0);
}

/* Returns whether a text is SGF; "(7 point match)" is not. */
static bool
is_sgf(const char *at)
{
	return *at == '(' && at[1 + strspn(at + 1, " \t\r\n")] == ';';
}

bool
matchread(struct matchread *m, const char *text, size_t n, struct move_space *space)
{
	struct match_builder b = { .out = m, .space = space, .line = 1, .crawford = true };
	const char *at;

	clear_match(m);
	if (strncmp(text, "\xef\xbb\xbf", 3) == 0) {
		text += 3;
		n -= 3;
	}
	for (at = text; *at != '\0' && strchr(" \t\r\n", *at) != NULL; at++)
		b.line += *at == '\n';
	for (size_t i = 0; i < ARRAY_LEN(UNREADABLE_FORMATS); i++)
		if (n - (size_t)(at - text) >= UNREADABLE_FORMATS[i].n &&
		    memcmp(at, UNREADABLE_FORMATS[i].signature, UNREADABLE_FORMATS[i].n) == 0) {
			build_note(&b, UNREADABLE_FORMATS[i].advice);
			return false;
		}
	if (n > MATCHREAD_BYTES_MAX || strlen(text) != n) {
		build_note(&b, "this is no text, or too long; export the match as .mat");
		return false;
	}
	(is_sgf(at) ? sgftext_read : mattext_read)(&b, text);
	m->games = b.games_begun;
	return b.games_begun > 0;
}

size_t
matchread_first_length(const char *text, size_t n, void (*pause)(void))
{
	const char *at = text + strspn(text, "\xef\xbb\xbf \t\r\n");
	size_t used = is_sgf(at) ? sgftext_first_length(at, pause) : mattext_first_length(at);

	used += (size_t)(at - text);
	return used < n ? used : n;
}
