/* SPDX-License-Identifier: MIT */
/* Keyboard and terminal.  On a terminal, lines are edited (libedit), and text from the server
 * is shown above the line being edited; text that does not end in a newline becomes the prompt.
 * Without a terminal, or on a dumb one, lines and text are passed through. */
#ifndef CLIENT_INPUT_H
#define CLIENT_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

struct input;

/* Called with each typed line, without its newline. */
typedef void input_line_handler(void *ctx, const char *text, size_t n);

MUST_USE struct input *input_open(input_line_handler *line, void *ctx);
void input_close(struct input **in); /* restores the terminal, on a new line */

/* Reads available input and calls `line` for each complete line.  Returns false at the end of
 * input. */
MUST_USE bool input_read(struct input *in);

/* Shows text from the server, without control characters that could affect the terminal.
 * Returns false if it cannot be written. */
MUST_USE bool input_show(struct input *in, const char *text, size_t n);

/* Switches echo off for a password, or on again. */
void input_set_secret(struct input *in, bool on);

/* Sets the prompt, which is otherwise the text shown after the last newline. */
void input_set_prompt(struct input *in, const char *text);

/* Makes `keys` type `text` as a line while lines are edited.  They are written as for bind in
 * editrc(5).  The caller keeps the text, which must be the same for all keys. */
void input_bind(struct input *in, const char *keys, const char *text);

/* input_insert inserts text into the line being edited, input_typed_so_far copies it and
 * returns its length.  If lines are not edited, the first does nothing and the second copies
 * "". */
void input_insert(struct input *in, const char *text);
size_t input_typed_so_far(struct input *in, char *out, size_t size);

/* Adapts to a new window size. */
void input_resized(struct input *in);

#endif
