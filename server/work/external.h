/* SPDX-License-Identifier: MIT */
/* Talks to a separate program that answers each line with a line: gnubg's `external`.  It is
 * not trusted: an answer must be one line of printable ASCII within a time limit.  Otherwise
 * the connection is closed.  The program is then not used for a while, longer after each
 * failure.
 *
 * Only the engine's thread (work.h) calls these functions, except external_set_hurry and
 * external_stop. */
#ifndef WORK_EXTERNAL_H
#define WORK_EXTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"

#define EXTERNAL_LINE_MAX 254u   /* bytes of a question; gnubg reads no more */
#define EXTERNAL_ANSWER_MAX 128u /* bytes of an answer, including the NUL */

/* The address of the program.  Without port and path: no program. */
struct external_address {
	uint16_t port; /* TCP port at `address`; 0: use `path` */
	uint8_t address[4];
	char path[108]; /* path of a UNIX socket */
};

/* Parses "unix:/PATH" or "127.x.y.z:PORT".  Returns false, leaving *out unchanged, if it is
 * neither. */
bool external_parse_address(const char *text, struct external_address *out);

struct external;

/* Returns milliseconds of a monotonic clock.  May be called in any thread. */
typedef int64_t external_clock(void);

/* Connects at the first question.  Returns NULL with errno if out of memory or descriptors. */
MUST_USE struct external *external_new(
    const struct external_address *at, external_clock *now_ms);
void external_free(struct external **x);

/* Begins a job.  idle: the job's questions are abandoned while external_set_hurry is on. */
void external_begin_job(struct external *x, bool idle);

enum external_err {
	EXTERNAL_OK,
	EXTERNAL_UNAVAILABLE,
	EXTERNAL_ABANDONED, /* abandoned for a more urgent job */
};

/* Sends a line and waits for the answer, both without the line end.  Takes at most a few
 * seconds.  Returns EXTERNAL_UNAVAILABLE at once during a pause. */
enum external_err external_ask(
    struct external *x, const char *line, char answer[EXTERNAL_ANSWER_MAX]);

/* Records that an answer was valid, which is the only proof that the program works.  The next
 * failure then causes the shortest pause again. */
void external_answer_was_valid(struct external *x);

/* Closes the connection after an invalid answer, and starts a pause. */
void external_fail(struct external *x, const char *why);

/* Returns a number that identifies the connection; 0: not connected. */
unsigned external_serial(const struct external *x);

/* While `on` is set, abandons the questions of idle jobs, because more urgent jobs wait for the
 * engine's thread.  May be called in any thread. */
void external_set_hurry(struct external *x, bool on);

/* Ends a wait in progress; later questions return EXTERNAL_UNAVAILABLE.  Call it once, from any
 * thread. */
void external_stop(struct external *x);

#endif
