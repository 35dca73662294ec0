/* SPDX-License-Identifier: MIT */
/* The interactive client: a screen with the board, the conversation and the list of users; or
 * the same in line mode. */
#ifndef CLIENT_FULL_H
#define CLIENT_FULL_H

#include "client-cli/files/config.h"

struct full_options {
	const struct config *config;
	const char *host, *port, *user; /* user is "" if unknown */
	bool tls;
	const char *password_command, *password_file;
	bool reconnects;
	const char *replay_file; /* a file to be shown without a server; NULL if none */
};

/* Runs until the user leaves or the connection ends.  Returns the exit status (see plain.h). */
int full_run(const struct full_options *options);

#endif
