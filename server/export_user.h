/* SPDX-License-Identifier: MIT */
/* `gammond export-user`: all that is stored about a user, as JSON, beside a running server or
 * without one. */
#ifndef EXPORT_USER_H
#define EXPORT_USER_H

#define EXPORT_USER_WORD "export-user"
#define EXPORT_USER_USAGE "       gammond [-c FILE] [-d DATADIR] export-user NAME [FILE]\n"

/* words: behind the word.  0 written; 1 not, with a sentence on standard error; 2 the words
 * make no sense. */
int export_user_run(const char *data_dir, unsigned n, char *const *words);

#endif
