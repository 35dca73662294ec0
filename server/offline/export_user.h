/* SPDX-License-Identifier: MIT */
/* `gammond export-user`: everything stored about a user, as JSON, while a server runs or
 * without one. */
#ifndef EXPORT_USER_H
#define EXPORT_USER_H

#define EXPORT_USER_WORD "export-user"
#define EXPORT_USER_USAGE "       gammond [-c FILE] [-d DATADIR] export-user NAME [FILE]\n"

/* Runs the command.  words: the arguments after EXPORT_USER_WORD.  Returns the exit status: 0
 * on success; 1 on failure, with a message on standard error; 2 for wrong arguments. */
int export_user_run(const char *data_dir, unsigned n, char *const *words);

#endif
