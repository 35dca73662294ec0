/* SPDX-License-Identifier: MIT */
/* A password from the user's own file, or from a command such as `pass show fibs`. */
#ifndef CLIENT_SECRET_H
#define CLIENT_SECRET_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the command or, if there is none ("" or NULL), reads the file.  Copies the first line of
 * the result to out.  The file must be accessible only to its owner.  The command is run
 * without a shell, split at blanks, and its errors are not shown.  Returns false if there is no
 * password or the command fails. */
bool secret_fetch(const char *command, const char *file, char *out, size_t size);

/* Runs a command without a shell, with text as its standard input, without waiting.  Does
 * nothing while the previous command is running. */
void command_start(const char *command, const char *text);

#endif
