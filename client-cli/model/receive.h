/* SPDX-License-Identifier: MIT */
/* Receives lines from the server: recognises the numbered lines of CLIP, keeps the list of
 * users, and passes boards to boards.h and sentences to server_lines.h. */
#ifndef CLIENT_RECEIVE_H
#define CLIENT_RECEIVE_H

#include "model.h"

/* Processes a complete line, without its newline. */
void receive_line(struct model *m, const char *line, int64_t now_ms);

#endif
