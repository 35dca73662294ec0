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
	EXIT_NOT_STARTED = 1,
	EXIT_USAGE = 2,
	EXIT_STORAGE = 3,
	EXIT_DISK_FULL = 5, /* during a migration; 4 is used by `check`, `backup`, `doctor` */
};

/* Checks that the files named by the configuration can be used.  Returns EXIT_OK, or EXIT_USAGE
 * after a message on standard error. */
int service_check_files(const struct config *config);

/* Opens the configured database.  Returns EXIT_OK, or EXIT_NOT_STARTED or EXIT_DISK_FULL, after
 * a message on standard error. */
int service_open_store(const struct config *config, struct store **store_out);

/* How the server starts. */
enum service_start_mode {
	SERVICE_START_FRESH,
	SERVICE_START_UPGRADE, /* takes over from the process that serves the data directory */
	/* takes over if the process that serves the data directory runs another program;
	 * otherwise makes that process reread its configuration, and ends */
	SERVICE_START_UPGRADE_OR_RELOAD,
};

/* Serves until it is stopped.  file: the configuration's file, NULL if none; configure: reads
 * the configuration again at each SIGHUP.  A server that takes over must be in a separate
 * process (process_fork_server).  Returns the exit status. */
int service_run(const struct config *config, const char *file, reload_read_config *read_config,
    void *ctx, enum service_start_mode how);

#endif
