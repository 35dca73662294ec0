/* SPDX-License-Identifier: MIT */
/* The session in line mode: text as it arrives, and each new position as a drawn board or, for
 * screen readers, in sentences. */
#ifndef CLIENT_LINES_H
#define CLIENT_LINES_H

#include "session.h"

/* How much of a session has been written. */
struct line_output {
	uint64_t log_lines_written; /* number of log lines written */
	struct position pos;
	bool for_screen_reader; /* write positions in sentences */
};

/* Appends new log lines, and the position if it has changed. */
void lines_write_new(struct line_output *l, struct session *s, struct sbuf *out);

/* Appends the position in sentences, seen from the player in view. */
void lines_describe_position(const struct table *t, enum language l, struct sbuf *out);

#endif
