/* SPDX-License-Identifier: MIT */
/* The screen client: a board, what is said, who is here; or the same line by line. */
#ifndef CLIENT_FULL_H
#define CLIENT_FULL_H

#include "config.h"

struct full_options {
	const struct config *config;
	const char *host, *port, *user; /* user "" unknown */
	bool tls;
	const char *password_command, *password_file;
	bool comes_back;
	const char *replay; /* a file that is shown, and no server is asked; NULL none */
};

/* Until the user leaves or the connection ends; the exit status of the program, one of
 * plain.h. */
int full_run(const struct full_options *options);

#endif
