/* SPDX-License-Identifier: MIT */
/* Reports a broken invariant and aborts the process.  Nothing else in common/base
 * writes to a stream. */
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void
check_failed(const char *cond, const char *file, int line)
{
	(void)fprintf(
	    stderr, "level=fatal event=check_failed cond=\"%s\" at=%s:%d\n", cond, file, line);
	abort();
}
