/* SPDX-License-Identifier: MIT */
/* See options.h. */
#include "tests/support/options.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_args;
static char **args;

static bool
is_number(const char *text)
{
	char *end;

	(void)strtod(text, &end);
	return end != text && *end == '\0';
}

/* Returns whether the name of an argument NAME=VALUE is allowed. */
static bool
option_allowed(const char *option, const char *names)
{
	size_t n = strcspn(option, "=");

	while (*names != '\0') {
		size_t length = strcspn(names, "#=");

		if (length == n && strncmp(names, option, n) == 0)
			return names[n] == '=' || is_number(option + n + 1);
		names += length + 1;
		names += strspn(names, " ");
	}
	return false;
}

const char *
options_error(int n, const char *const *list, int least, int most, const char *names)
{
	for (int i = 0; i < n; i++) {
		size_t name = strcspn(list[i], "=");

		if (list[i][name] == '\0') {
			if (most-- == 0)
				return list[i];
			continue;
		}
		if (i < least || !option_allowed(list[i], names))
			return list[i];
		for (int k = least; k < i; k++)
			if (strncmp(list[k], list[i], name + 1) == 0)
				return list[i];
	}
	return n < least ? "" : NULL;
}

void
options_parse(int n, char **list, int least, int most, const char *names)
{
	const char *wrong = options_error(n, (const char *const *)list, least, most, names);

	if (wrong != NULL) {
		fprintf(stderr, "%s: see the head of the program's text\n",
		    *wrong == '\0' ? "an argument is missing" : wrong);
		exit(2);
	}
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
