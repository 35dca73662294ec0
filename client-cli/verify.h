/* SPDX-License-Identifier: MIT */
/* `gammon --verify FILE`: whether the dice of a match follow from its seed, as the server that
 * exported it (`export NUMBER json`) says.  Asks no server. */
#ifndef VERIFY_H
#define VERIFY_H

/* Prints a sentence; the status to exit with: 0 they do, 1 not. */
int verify_file(const char *path);

#endif
