/* SPDX-License-Identifier: MIT */
/* Overwriting what nobody may read later: passwords.  Not taken out by the compiler. */
#ifndef BASE_WIPE_H
#define BASE_WIPE_H

#include <stddef.h>

void wipe(void *memory, size_t n);

#endif
