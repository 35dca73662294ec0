/* SPDX-License-Identifier: MIT */
/* The shipped weights of common/eval/nets. */
#ifndef SUPPORT_NETS_H
#define SUPPORT_NETS_H

#include "eval/eval.h"

/* Reads a file of weights, NULL: the one that is shipped for the game.  Returns why it cannot
 * be used, NULL when it can. */
const char *nets_load(
    struct eval *e, const struct variant *v, const struct eval_tables *t, const char *path);

/* eval_tables_fill, with the memory that it works in. */
void nets_tables(struct eval_tables *t_out);

/* Where the shipped one lies. */
const char *nets_path(const struct variant *v);

#endif
