/* SPDX-License-Identifier: MIT */
/* Recognises sentences from the server by patterns.  A pattern matches a whole line.  Text
 * written by a user (a message, the name of a tournament) is always enclosed in the server's
 * words, so a user cannot write text that is mistaken for such a sentence.
 *
 *   %n  a name: one word of letters, digits, '_', '<' and '>'
 *   %u  a number
 *   %s  the ending of a plural, or nothing
 *   %p  a play: lower-case letters, digits, blanks, '-', '/', '*', '(' and ')'
 *   %w  words from the server, up to the text that follows in the pattern
 *   %f  how a user left: "NAME logs out", "NAME drops connection" and so on
 *
 * A period at the end of the line is omitted in the pattern.  Pure. */
#ifndef CLIENT_SENTENCE_H
#define CLIENT_SENTENCE_H

#include <stdbool.h>

#include "base/check.h"

#define SENTENCE_WORDS_MAX 6u

struct sentence {
	char words[SENTENCE_WORDS_MAX][64]; /* values of %n, %p and %w, in order */
	long numbers[SENTENCE_WORDS_MAX];   /* values of %u */
	unsigned n_words, n_numbers;
};

/* Returns whether the line matches the pattern; if so, fills *out. */
MUST_USE bool sentence_read(const char *pattern, const char *line, struct sentence *out);

/* Matches the beginning of the line.  Returns the rest of it; NULL if it does not match. */
const char *sentence_read_start(const char *pattern, const char *line, struct sentence *out);

/* Returns true if the line is one of the texts in proto/msg.def that refuse a move. */
bool sentence_refuses_move(const char *line);

#endif
