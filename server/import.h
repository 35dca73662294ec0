/* SPDX-License-Identifier: MIT */
/* `gammond import`: older matches of a club, while the server is stopped. */
#ifndef IMPORT_H
#define IMPORT_H

#include "base/check.h"
#include "store/store.h"

#define IMPORT_WORD "import"

enum import_result {
	IMPORT_DONE,
	IMPORT_REFUSED, /* told on standard error, and nothing is changed */
	IMPORT_STORAGE, /* could not be written */
};

/* words: IMPORT_WORD, FILE, and the names of the accounts of the left and the right player; or
 * none: the names in the file are theirs. */
MUST_USE bool import_check(char *const *words, unsigned n);

MUST_USE enum import_result import_run(
    struct store *s, char *const *words, unsigned n, int64_t at_s);

#endif
