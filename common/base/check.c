/* SPDX-License-Identifier: MIT */
/* The end of a process whose own invariants are broken.  The only use of stdio in the base. */
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
