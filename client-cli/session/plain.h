/* SPDX-License-Identifier: MIT */
/* The line client: typed lines are sent to the server, and its text is shown above the line
 * being typed. */
#ifndef CLIENT_PLAIN_H
#define CLIENT_PLAIN_H

#include <stdbool.h>

#include "client-cli/net/secure.h"

enum { /* exit status */
	STATUS_OK,
	STATUS_CONNECTION,
	STATUS_USAGE,
};

/* Runs until the connection or the input ends.  reconnects: reconnect automatically.  Returns
 * the exit status; errors are reported on standard error. */
int plain_run(const char *host, const char *port, struct trust *trust, bool reconnects);

#endif
