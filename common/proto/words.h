/* SPDX-License-Identifier: MIT */
/* Splits a line into words, in place, and compares words.  Only ASCII letters have case. */
#ifndef PROTO_WORDS_H
#define PROTO_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Cuts the next blank-separated word off *rest, NUL-terminates it, and moves *rest to the word
 * after it.  Returns NULL when only blanks are left. */
char *word_next(char **rest);

/* Returns the text after its leading blanks, and removes trailing blanks in place. */
char *text_trim(char *text);

/* True if the words are equal, ignoring case. */
bool word_is(const char *word, const char *other);

/* True if `word` is a prefix of `other` or equal to it, ignoring case.  An empty word is never
 * a prefix. */
bool word_is_prefix(const char *word, const char *other);

/* Like word_is_prefix, but case matters. */
bool word_is_prefix_exactly(const char *word, const char *other);

/* Parses a decimal number with an optional sign and nothing else.  Numbers too large for the
 * type are clamped.  Returns false if it is not a number. */
bool word_number(const char *word, long *value_out);

/* Returns the index of the name, among n, that a word means: the name that equals the word,
 * otherwise the only name of which it is a prefix, ignoring case.  Returns -1 if none or
 * several match. */
int word_match_name(const char *word, const char *(*name)(unsigned i), unsigned n);

/* Finds the command that a word means: the command with that name, else the command with that
 * short form, else the only FIBS command that begins with the word, else the only addition to
 * FIBS that begins with it.  Zero the struct and pass each row of the table to
 * command_search_add. */
struct command_search {
	const void *exact, *short_form;
	struct {
		const void *row;
		const char *run;
		bool ambiguous;
	} prefixed[2]; /* indexed by `ours` */
};

/* Passes a row of the table to the search.  run: the name of the row's handler; several
 * additions with the same handler are not ambiguous.  Returns false if the remaining rows need
 * not be passed. */
bool command_search_add(struct command_search *s, const char *word, const void *row,
    const char *name, const char *shortest, const char *run, bool ours);

/* Returns the row found, or NULL if the word is unknown or ambiguous. */
const void *command_search_result(const struct command_search *s);

/* Returns the number of letters to insert, delete, change or swap with a neighbour to turn one
 * word into the other, ignoring case.  UINT_MAX if either word is longer than
 * WORD_DISTANCE_MAX. */
#define WORD_DISTANCE_MAX 24u
unsigned word_distance(const char *word, const char *other);

#endif
