/* SPDX-License-Identifier: MIT */
/* `gammond verify`: whether the dice of an exported match follow from its seed. */
#ifndef VERIFY_H
#define VERIFY_H

#define VERIFY_WORD "verify"
#define VERIFY_USAGE "       gammond verify FILE\n"

/* words: what stands behind VERIFY_WORD; the folder is not needed.  The status to exit with: 0
 * they do, 1 not, with one sentence, 2 the words make no sense. */
int verify_run(const char *data_dir, unsigned n, char *const *words);

#endif
