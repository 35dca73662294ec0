/* SPDX-License-Identifier: MIT */
/* See options.h. */
#include "tests/support/options.h"

#include <stdlib.h>
#include <string.h>

static int n_args;
static char **args;

void
options_of(int n, char **list)
{
	n_args = n;
	args = list;
}

const char *
option_text(const char *name, const char *otherwise)
{
	size_t n = strlen(name);

	for (int i = 0; i < n_args; i++)
		if (strncmp(args[i], name, n) == 0 && args[i][n] == '=')
			return args[i] + n + 1;
	return otherwise;
}

double
option_number(const char *name, double otherwise)
{
	const char *text = option_text(name, NULL);

	return text != NULL ? strtod(text, NULL) : otherwise;
}
