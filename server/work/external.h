/* SPDX-License-Identifier: MIT */
/* A program beside the server that answers a line with a line: gnubg's `external`.  Nothing of
 * it is believed: an answer is one line of printable ASCII, in time, or the connection ends and
 * the program is away for a while, longer each time.
 *
 * For the thread of the engine (work.h), but for external_hurry and external_stop. */
#ifndef WORK_EXTERNAL_H
#define WORK_EXTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"

#define EXTERNAL_LINE_MAX 254u   /* bytes of a question: gnubg reads no more */
#define EXTERNAL_ANSWER_MAX 128u /* bytes of an answer, with the NUL */

/* Where it listens: neither a port nor a path: there is none. */
struct external_place {
	uint16_t port; /* of TCP, at this address */
	uint8_t address[4];
	char path[108]; /* of a socket of the file system */
};

/* "unix:/PATH", or "127.x.y.z:PORT".  False, *out untouched: it is neither. */
bool external_place(const char *text, struct external_place *out);

struct external;

/* Milliseconds of a clock that never goes back.  For any thread. */
typedef int64_t external_clock(void);

/* Connects with the first question.  NULL with errno: no memory, or no descriptors. */
MUST_USE struct external *external_new(
    const struct external_place *place, external_clock *now_ms);
void external_free(struct external **x);

/* idle: what follows is asked by who gives way when somebody is in a hurry. */
void external_begin(struct external *x, bool idle);

enum external_err {
	EXTERNAL_OK,
	EXTERNAL_AWAY,
	EXTERNAL_CUT, /* somebody is in a hurry */
};

/* Sends a line (without its end), and waits for the answer (without its end): at most some
 * seconds, unless it is away: then not at all. */
enum external_err external_ask(
    struct external *x, const char *line, char answer[EXTERNAL_ANSWER_MAX]);

/* An answer was what it should be: that, and not that there are answers, is what it is there
 * for.  After the next failure it is away for the shortest time again. */
void external_good(struct external *x);

/* Ends the connection: an answer made no sense. */
void external_end(struct external *x, const char *why);

/* Of the connection; another one has another number.  0: there is none. */
unsigned external_serial(const struct external *x);

/* Somebody waits for the thread, or no longer.  For any thread. */
void external_hurry(struct external *x, bool on);

/* Once; what is being waited for is no longer, and whatever is asked from then on finds it
 * away. For any thread. */
void external_stop(struct external *x);

#endif
