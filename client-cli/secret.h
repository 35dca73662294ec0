/* SPDX-License-Identifier: MIT */
/* A password from a file of one's own, or from a command such as `pass show fibs`. */
#ifndef CLIENT_SECRET_H
#define CLIENT_SECRET_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the command, or reads the file; "" is none.  The first line of what they give goes to
 * out.  The file must be readable by its owner alone; the command is run without a shell, its
 * words are divided by blanks, and its errors are not shown.  False when there is none,
 * or the command fails. */
bool secret_fetch(const char *command, const char *file, char *out, size_t size);

/* Runs a command without a shell, with text as its standard input, and does not wait.
 * Nothing while the last one runs. */
void command_start(const char *command, const char *text);

#endif
