/* SPDX-License-Identifier: MIT */
/* What the process asks of the system before it serves.  What cannot be had is logged, and no
 * reason not to start. */
#ifndef PROCESS_H
#define PROCESS_H

/* As many open files, and so connections, as the system allows. */
void process_raise_file_limit(void);

/* Neither a file nor what the system hands to a program; a debugger is not let in either. */
void process_forbid_core_dumps(void);

#endif
