/* SPDX-License-Identifier: MIT */
/* The session line by line: what is said as it comes, and each new position as a drawn board or
 * in sentences, which is what a screen reader can read. */
#ifndef CLIENT_LINES_H
#define CLIENT_LINES_H

#include "session.h"

/* What has been written of a session. */
struct lines {
	uint64_t shown; /* lines of the log */
	struct position pos;
	bool reader; /* positions in sentences */
};

/* Appends what is new: lines of the log, and the position when it has changed. */
void lines_new(struct lines *l, struct session *s, struct sbuf *out);

/* The position in sentences, from the side of who is looked at. */
void lines_speak(const struct table *t, enum language l, struct sbuf *out);

#endif
