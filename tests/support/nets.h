/* SPDX-License-Identifier: MIT */
/* The evaluation weights shipped in common/eval/nets. */
#ifndef SUPPORT_NETS_H
#define SUPPORT_NETS_H

#include "eval/eval.h"

/* Reads a weights file; NULL: the file shipped for the game.  Returns an error message, or NULL
 * on success. */
const char *nets_load(
    struct eval *e, const struct variant *v, const struct eval_tables *t, const char *path);

/* Calls eval_tables_fill with the working memory it needs. */
void nets_tables(struct eval_tables *t_out);

/* Returns the path of the shipped file. */
const char *nets_path(const struct variant *v);

#endif
