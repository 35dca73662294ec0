/* SPDX-License-Identifier: MIT */
/* Arguments NAME=VALUE of a tool. */
#ifndef SUPPORT_OPTIONS_H
#define SUPPORT_OPTIONS_H

/* Where option_text and option_number look; before either. */
void options_of(int n, char **args);

/* The first one's value; `otherwise` where there is none. */
const char *option_text(const char *name, const char *otherwise);
double option_number(const char *name, double otherwise);

#endif
