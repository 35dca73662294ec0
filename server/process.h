/* SPDX-License-Identifier: MIT */
/* What the process asks of the system before it serves.  What cannot be had is logged, and no
 * reason not to start. */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>

#include "base/check.h"
#include "base/sbuf.h"

/* The caller goes on in a process of its own, and the one that was started ends when that is
 * ready (status 0), or with its status when it ends before.  Before there are threads.  False,
 * with errno, when it cannot be. */
MUST_USE bool process_begin_behind(void);
/* It is; nothing where nobody waits for that. */
void process_is_ready(void);

/* As many open files, and so connections, as the system allows. */
void process_raise_file_limit(void);

/* All threads have to share it: by their affinity; a quota of time is not looked at. */
bool process_has_one_processor(void);

/* Neither a file nor what the system hands to a program; a debugger is not let in either. */
void process_forbid_core_dumps(void);
/* The other way round, since whoever becomes another user leaves none either. */
void process_allow_core_dumps(void);

/* For good, with their groups.  False, and why in error, when it cannot be: then nobody should
 * be served. */
MUST_USE bool process_become(const char *user, struct sbuf *error);

#endif
