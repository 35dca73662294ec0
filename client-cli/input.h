/* SPDX-License-Identifier: MIT */
/* Keyboard and screen.  On a terminal lines are edited (libedit), and what the server says
 * while one is being edited is shown above it; what the server has not ended with a new line
 * stands before it as its prompt. Without a terminal, or on a dumb one, lines and text just
 * pass. */
#ifndef CLIENT_INPUT_H
#define CLIENT_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

struct input;

/* A typed line, without its end. */
typedef void input_line(void *ctx, const char *text, size_t n);

MUST_USE struct input *input_open(input_line *line, void *ctx);
void input_close(struct input **in); /* leaves the terminal as it was, on a new line */

/* Something can be read: calls line for each line that is complete.  False at the end of the
 * input. */
MUST_USE bool input_read(struct input *in);

/* Shows text of the server; control characters that could do something to a terminal are left
 * out.  False when it cannot be written. */
MUST_USE bool input_show(struct input *in, const char *text, size_t n);

/* The server wants what is typed now not to be seen; or no longer. */
void input_secret(struct input *in, bool on);

/* What stands before the line being typed, when the caller knows better than the text shown. */
void input_prompt(struct input *in, const char *text);

/* Where lines are edited: the keys, as bind of editrc(5) writes them, type a line of their own.
 * The text stays the caller's; one text at a time. */
void input_bind(struct input *in, const char *keys, const char *text);

/* Where lines are edited: puts text into the line, and tells what stands there. */
void input_insert(struct input *in, const char *text);
size_t input_typed(struct input *in, char *out, size_t size);

/* The window has another size. */
void input_resized(struct input *in);

#endif
