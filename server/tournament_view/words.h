/* SPDX-License-Identifier: MIT */
/* Names of what a tournament consists of, in the language of the listener. */
#ifndef TOURNAMENT_VIEW_WORDS_H
#define TOURNAMENT_VIEW_WORDS_H

#include "proto/msg.h"
#include "tourney/tournament.h"

/* "planned", "open", ...; the format; a section. */
const char *words_phase(const struct out *to, const struct tourney *t);
const char *words_format(const struct out *to, const struct tourney_settings *s);
const char *words_section(const struct out *to, const struct tourney *t, enum section s);

/* "round 2", "losers' round 3", "final", "group 2, round 1". */
#define WORDS_TITLE_MAX 80u
const char *words_title(const struct out *to, const struct tourney *t, uint32_t pairing,
    char text[WORDS_TITLE_MAX]);

/* The name of an entry; "-" when it is nobody's. */
const char *words_name(const struct tourney *t, entry_no e);

/* Of lines that belong to a list. */
#define WORDS_INDENT 10u

/* Words, broken into lines of so many columns; those after the first are indented. */
struct words_line {
	struct out *out;
	unsigned column; /* that is reached */
	unsigned indent, columns;
};
void words_wrap(struct words_line *w, const char *text);

/* What each format is, a paragraph each, for a help page. */
void words_formats(struct out *to);

#endif
