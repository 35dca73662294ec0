/* SPDX-License-Identifier: MIT */
/* Assertions for broken invariants of this program.  Never use them to validate client input.
 *
 * CHECK is always compiled in: it writes one line to standard error and aborts.  The server
 * restores its state from the store when it starts again.
 *
 * DCHECK is for expensive conditions: it is compiled in where CHECK_COSTLY is defined (tests
 * and sanitizer builds). */
#ifndef BASE_CHECK_H
#define BASE_CHECK_H

#define MUST_USE __attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

#define CHECK(cond) ((cond) ? (void)0 : check_failed(#cond, __FILE__, __LINE__))
#ifdef CHECK_COSTLY
#define DCHECK(cond) CHECK(cond)
#else
#define DCHECK(cond) ((void)sizeof(cond))
#endif

/* Writes "check failed: COND file:line" to standard error and aborts. */
_Noreturn void check_failed(const char *cond, const char *file, int line);

#endif
