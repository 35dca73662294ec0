/* SPDX-License-Identifier: MIT */
/* Sentences of the server, recognised by their form.  A form matches a whole line: whatever a
 * user has written (a message, the name of a tournament) stands within words of the server, so
 * that no line with it in is taken for a sentence that the user did not bring about.
 *
 *   %n  a name: one word of letters, digits, '_', '<' and '>'
 *   %u  a number
 *   %s  the ending of a plural, or nothing
 *   %p  a play: lower-case letters, digits, blanks, '-', '/', '*', '(' and ')'
 *   %w  words of the server, up to the text that follows in the form
 *   %f  how a user left: "NAME logs out", "NAME drops connection" and so on
 *
 * A period at the end of the line is left out of the form.  Pure. */
#ifndef CLIENT_SENTENCE_H
#define CLIENT_SENTENCE_H

#include <stdbool.h>

#include "base/check.h"

#define SENTENCE_WORDS 6u

struct sentence {
	char word[SENTENCE_WORDS][64]; /* of %n, %p and %w, in their order */
	long number[SENTENCE_WORDS];   /* of %u */
	unsigned words, numbers;
};

/* Fills *out when the line has the form. */
MUST_USE bool sentence_read(const char *form, const char *line, struct sentence *out);

/* Tells whether the line begins with the form, and where the rest of it starts; NULL when it
 * does not. */
const char *sentence_begins(const char *form, const char *line, struct sentence *out);

/* Whether the line is one of the texts of proto/msg.def that refuse a move. */
bool sentence_refuses_move(const char *line);

#endif
