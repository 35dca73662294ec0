/* SPDX-License-Identifier: MIT */
/* Recognises sentences from the server by their form.  A form matches a whole line.  Text
 * written by a user (a message, the name of a tournament) is always enclosed in the server's
 * words, so a user cannot write text that is mistaken for such a sentence.
 *
 *   %n  a name: one word of letters, digits, '_', '<' and '>'
 *   %u  a number
 *   %s  the ending of a plural, or nothing
 *   %p  a play: lower-case letters, digits, blanks, '-', '/', '*', '(' and ')'
 *   %w  words from the server, up to the text that follows in the form
 *   %f  how a user left: "NAME logs out", "NAME drops connection" and so on
 *
 * A period at the end of the line is omitted in the form.  Pure. */
#ifndef CLIENT_SENTENCE_H
#define CLIENT_SENTENCE_H

#include <stdbool.h>

#include "base/check.h"

#define SENTENCE_WORDS 6u

struct sentence {
	char word[SENTENCE_WORDS][64]; /* values of %n, %p and %w, in order */
	long number[SENTENCE_WORDS];   /* values of %u */
	unsigned words, numbers;
};

/* Returns whether the line has the form; if so, fills *out. */
MUST_USE bool sentence_read(const char *form, const char *line, struct sentence *out);

/* Matches the beginning of the line.  Returns the rest of it; NULL if it does not match. */
const char *sentence_begins(const char *form, const char *line, struct sentence *out);

/* Returns true if the line is one of the texts in proto/msg.def that refuse a move. */
bool sentence_refuses_move(const char *line);

#endif
