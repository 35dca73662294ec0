/* SPDX-License-Identifier: MIT */
/* The line client: what is typed goes to the server line by line, what it says is shown above
 * the line being typed. */
#ifndef CLIENT_PLAIN_H
#define CLIENT_PLAIN_H

#include <stdbool.h>

#include "secure.h"

enum { /* exit status */
	STATUS_OK,
	STATUS_CONNECTION,
	STATUS_USAGE,
};

/* Until the connection or the input ends; comes_back: by itself when the connection is lost.
 * The exit status of the program; what went wrong stands on standard error. */
int plain_run(const char *host, const char *port, struct trust *trust, bool comes_back);

#endif
