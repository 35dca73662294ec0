/* SPDX-License-Identifier: MIT */
/* The server as a process: makes everything that a configuration asks for, runs the loop until
 * it is told to stop. */
#ifndef SERVICE_H
#define SERVICE_H

#include "conf.h"
#include "reload.h"
#include "store/store.h"

enum exit_status {
	EXIT_OK = 0,
	EXIT_START = 1,
	EXIT_USAGE = 2,
	EXIT_STORAGE = 3,
};

/* Whether the files that it names can be used; else EXIT_USAGE, and the reason on standard
 * error. */
int service_check(const struct config *config);

/* Opens its database; -1 and the reason on standard error. */
int service_open_store(const struct config *config, struct store **store_out);

/* How it comes to serve. */
enum service_how {
	SERVICE_STARTS,
	SERVICE_UPGRADES, /* takes over from the process that serves that data directory */
	SERVICE_RELOADS,  /* the same when that is of another program; else that one reads its
			     configuration again, and this one ends */
};

/* Serves until it is told to stop.  The configuration comes from that file (NULL: from none);
 * configure makes it anew at each SIGHUP.  Who takes over does so in a process of its own
 * (process_begin_behind).  Returns the status to exit with. */
int service_run(const struct config *config, const char *file, reload_configure *configure,
    void *ctx, enum service_how how);

#endif
