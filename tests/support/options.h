/* SPDX-License-Identifier: MIT */
/* NAME=VALUE arguments of a tool. */
#ifndef SUPPORT_OPTIONS_H
#define SUPPORT_OPTIONS_H

#define OPTIONS_UNLIMITED 1000000

/* Returns the first wrong argument, "" if one is missing, or NULL if all are right.  names:
 * "seed# out=" allows the options seed (a number) and out (any text), each at most once.
 * Arguments without
 * "=" are positional: at least `least` and at most `most` of them come first. */
const char *options_error(
    int n, const char *const *args, int least, int most, const char *names);

/* Sets the arguments that option_text and option_number search; must be called before them.  On
 * a wrong argument, prints an error and exits. */
void options_parse(int n, char **args, int least, int most, const char *names);

/* Returns an option's value, or `otherwise` if it was not given. */
const char *option_text(const char *name, const char *otherwise);
double option_number(const char *name, double otherwise);

#endif
