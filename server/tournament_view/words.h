/* SPDX-License-Identifier: MIT */
/* Names of phases, formats, sections and pairings, in the reader's language. */
#ifndef TOURNAMENT_VIEW_WORDS_H
#define TOURNAMENT_VIEW_WORDS_H

#include "form/matfile.h"
#include "proto/msg.h"
#include "tourney/tournament.h"

/* Return the name of a phase ("planned", "open", ...), a format or a section. */
const char *words_phase(const struct out *to, const struct tourney *t);
const char *words_format(const struct out *to, const struct tourney_settings *s);
const char *words_section(const struct out *to, const struct tourney *t, enum section s);

/* Returns the title of a pairing: "round 2", "losers' round 3", "final", "group 2, round 1". */
#define WORDS_TITLE_MAX 80u
const char *words_pairing_title(const struct out *to, const struct tourney *t, uint32_t pairing,
    char text[WORDS_TITLE_MAX]);

/* Fills in the event of a match; the round is its number, or the title of the pairing if that
 * names more than a round number.  Returns false if the match does not count for the
 * tournament. */
bool words_match_event(
    const struct tourney *t, const struct match_record *r, struct matfile_event *event_out);

/* Returns the name of an entry, or "-" if it is not a player. */
const char *words_entry_name(const struct tourney *t, entry_no e);

/* indentation of the lines of a list */
#define WORDS_INDENT 10u

/* Prints words in lines of `columns` columns; all lines but the first are indented. */
struct words_wrapper {
	struct out *out;
	unsigned column; /* current column */
	unsigned indent, columns;
};
void words_wrap(struct words_wrapper *w, const char *text);

/* Prints a paragraph on each format, for a help page. */
void words_formats(struct out *to);

#endif
