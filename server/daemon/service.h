/* SPDX-License-Identifier: MIT */
/* The server as a process: creates everything that a configuration requires, and runs the loop
 * until it is stopped. */
#ifndef SERVICE_H
#define SERVICE_H

#include "config/conf.h"
#include "daemon/reload.h"
#include "store/store.h"

enum exit_status {
	EXIT_OK = 0,
	EXIT_START = 1,
	EXIT_USAGE = 2,
	EXIT_STORAGE = 3,
	EXIT_FULL = 5, /* no space for a migration; 4 is used by `check`, `backup`, `doctor` */
};

/* Checks that the files named by the configuration can be used.  Returns EXIT_OK, or EXIT_USAGE
 * after a message on standard error. */
int service_check(const struct config *config);

/* Opens the configured database.  Returns EXIT_OK, or EXIT_START or EXIT_FULL, after a message
 * on standard error. */
int service_open_store(const struct config *config, struct store **store_out);

/* How the server starts. */
enum service_how {
	SERVICE_STARTS,
	SERVICE_UPGRADES, /* takes over from the process that serves the data directory */
	SERVICE_RELOADS,  /* takes over if the process that serves the data directory runs
			     another program; otherwise makes that process reread its
			     configuration, and ends */
};

/* Serves until it is stopped.  file: the configuration's file, NULL if none; configure: reads
 * the configuration again at each SIGHUP.  A server that takes over must be in a separate
 * process (process_begin_child).  Returns the exit status. */
int service_run(const struct config *config, const char *file, reload_configure *configure,
    void *ctx, enum service_how how);

#endif
