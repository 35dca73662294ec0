/* SPDX-License-Identifier: MIT */
/* The keys of the input line: editing, earlier lines, completion and search. */
#ifndef CLIENT_LINE_KEYS_H
#define CLIENT_LINE_KEYS_H

#include "client-cli/ui/screen.h"
#include "session.h"

void line_keys_press(struct session *s, const struct press *p);

/* Handles Ctrl with a letter, whichever pane has the focus. */
void line_keys_control(struct session *s, uint32_t letter);

#endif
