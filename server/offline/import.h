/* SPDX-License-Identifier: MIT */
/* `gammond import`: adds a club's older matches while the server is stopped. */
#ifndef IMPORT_H
#define IMPORT_H

#include "base/check.h"
#include "store/store.h"

#define IMPORT_WORD "import"

enum import_result {
	IMPORT_DONE,
	IMPORT_REFUSED, /* reported on standard error; nothing was changed */
	IMPORT_STORAGE, /* could not be written */
};

/* Checks the arguments.  words: IMPORT_WORD, FILE, and optionally the accounts of the left and
 * the right player; by default the names in the file.  Returns false after printing an
 * error. */
MUST_USE bool import_check_words(char *const *words, unsigned n);

/* Imports the file.  words: as accepted by import_check_words.  at_s: now. */
MUST_USE enum import_result import_run(
    struct store *s, char *const *words, unsigned n, int64_t at_s);

#endif
