/* SPDX-License-Identifier: MIT */
/* See wipe.h.  Linear in n. */
#include "base/wipe.h"

void
wipe(void *memory, size_t n)
{
	volatile unsigned char *p = memory;

	while (n-- > 0)
		*p++ = 0;
}
