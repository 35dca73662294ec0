/* SPDX-License-Identifier: MIT */
/* Arguments NAME=VALUE of a tool. */
#ifndef SUPPORT_OPTIONS_H
#define SUPPORT_OPTIONS_H

#define OPTIONS_MANY 1000000

/* The first argument that is wrong, "" where one is missing, NULL when all are right.  names:
 * "seed# out=" allows seed, a number, and out, anything, each once.  The first `least`
 * arguments are no options, and no more than `most` are none. */
const char *options_wrong(
    int n, const char *const *args, int least, int most, const char *names);

/* Where option_text and option_number look; before either.  When something is wrong, says so
 * and ends the program. */
void options_of(int n, char **args, int least, int most, const char *names);

/* An option's value; `otherwise` where there is none. */
const char *option_text(const char *name, const char *otherwise);
double option_number(const char *name, double otherwise);

#endif
