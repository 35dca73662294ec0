/* SPDX-License-Identifier: MIT */
/* Rolls and plays of .mat texts (mattext.c), in the notations of many programs: "31: 8/5 6/5",
 * "25/20", "Bar/24* 8/off(2)", "Cannot Move", "????", "Illegal play". */
#ifndef PROTO_MATPLAY_H
#define PROTO_MATPLAY_H

#include "proto/matchbuild.h"

/* Skips `word`, given in lower case, at *at, ignoring case.  Returns false if the word is not
 * there. */
bool matplay_skip_word(const char **at, const char *word);

/* Returns whether a text begins with a step: "8/5" or "bar/20". */
bool matplay_begins_step(const char *at);

/* Parses a roll such as "31:", "3-1:" or, if a step follows, "31".  Returns its length, or
 * 0. */
size_t matplay_parse_roll(const char *word, unsigned d[2]);

/* Returns whether the text says that there is no legal play. */
bool matplay_says_no_play(const char *at);

/* Parses the part of a cell after the roll.  Remarks after the play are ignored.  Returns false
 * if it is not a play. */
bool matplay_parse(
    const struct match_builder *b, enum seat seat, const char *at, struct described_play *d);

#endif
