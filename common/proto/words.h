/* SPDX-License-Identifier: MIT */
/* Splitting a line into words, in place, and comparing words.  ASCII case rules. */
#ifndef PROTO_WORDS_H
#define PROTO_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Cuts the next blank-separated word off *rest (NUL put after it) and moves *rest behind it and
 * the blanks that follow.  NULL when nothing but blanks is left. */
char *word_next(char **rest);

/* Skips leading blanks and drops blanks at the end, in place. */
char *text_trim(char *text);

/* Equal without regard to case. */
bool word_is(const char *word, const char *other);

/* word is a (possibly whole) prefix of other; case-insensitive.  An empty word is a prefix of
 * nothing. */
bool word_begins(const char *word, const char *other);

/* Same, case counts. */
bool word_begins_exactly(const char *word, const char *other);

/* A decimal number with an optional sign and nothing else; one too large for the type is its
 * end.  False when it is none. */
bool word_number(const char *word, long *value_out);

/* Which of n names a word means: the one it equals, else the only one it begins (case does not
 * count); -1 when there is none, or more than one. */
int word_pick(const char *word, const char *(*name)(unsigned i), unsigned n);

/* How many letters must be put in, left out, changed or exchanged with their neighbour to make
 * one word the other; case does not count.  UINT_MAX when one is longer than WORD_DISTANCE_MAX.
 */
#define WORD_DISTANCE_MAX 24u
unsigned word_distance(const char *word, const char *other);

#endif
