/* SPDX-License-Identifier: MIT */
/* A binary record passed between two processes on the same machine.  One function names the
 * fields once and both writes and reads them, so the two sides cannot differ.  File descriptors
 * are kept in a separate array.
 *
 * Reading past the end marks the record bad, after which every field reads as zero.  The reader
 * must check that the values make sense. */
#ifndef BASE_PACK_H
#define BASE_PACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

struct pack {
	bool reading; /* false: writing */
	bool bad;     /* out of memory, or the record ends too early */
	unsigned char *bytes;
	size_t len, room, at;
	int *fds; /* writing: owned by the writer; reading: owned by the reader, each -1 once it
		   * has been read */
	size_t fds_len, fds_room, fd_at;
};

/* Switches a written pack to reading, from its first field.  A zeroed struct is an empty pack
 * in writing mode. */
void pack_read(struct pack *p);

/* Wipes and frees the bytes.  Does not close descriptors. */
void pack_done(struct pack *p);

/* Writes n bytes from v, or reads n bytes into it. */
void pack_bytes(struct pack *p, void *v, size_t n);

/* Writes or reads a string in the caller's array of `size` bytes; NUL-terminated after reading.
 * A string that does not fit marks the pack bad. */
void pack_text(struct pack *p, char *text, size_t size);
#define PACK_TEXT(p, array) pack_text((p), (array), sizeof(array))

/* Writes or reads one to eight values in order.  An array of char is a string; any other value
 * may be of any type without pointers or padding, such as a number, a bool or an array of
 * them. */
#define PACK(p, ...)                                                                           \
	PACK_PICK(                                                                             \
	    __VA_ARGS__, PACK_8, PACK_7, PACK_6, PACK_5, PACK_4, PACK_3, PACK_2, PACK_1, 0)    \
	(p, __VA_ARGS__)
#define PACK_PICK(a, b, c, d, e, f, g, h, macro, ...) macro
#define PACK_1(p, v)                                                                           \
	_Generic((v), char * : pack_text, default : pack_bytes)((p), (void *)&(v), sizeof(v))
#define PACK_2(p, v, ...) PACK_1(p, v), PACK_1(p, __VA_ARGS__)
#define PACK_3(p, v, ...) PACK_1(p, v), PACK_2(p, __VA_ARGS__)
#define PACK_4(p, v, ...) PACK_1(p, v), PACK_3(p, __VA_ARGS__)
#define PACK_5(p, v, ...) PACK_1(p, v), PACK_4(p, __VA_ARGS__)
#define PACK_6(p, v, ...) PACK_1(p, v), PACK_5(p, __VA_ARGS__)
#define PACK_7(p, v, ...) PACK_1(p, v), PACK_6(p, __VA_ARGS__)
#define PACK_8(p, v, ...) PACK_1(p, v), PACK_7(p, __VA_ARGS__)

/* Writes or reads a heap block of n bytes; *v is NULL when n is 0.  After reading, the caller
 * frees it. */
void pack_block(struct pack *p, void **v, size_t *n);

/* Writes or reads a file descriptor.  After reading, the caller closes it; it is -1 when the
 * pack is bad. */
void pack_fd(struct pack *p, int *fd);

/* Called before each element of a list and once after the last.  Returns whether another
 * element follows; always false once the pack is bad.  `more` is ignored when reading. */
MUST_USE bool pack_more(struct pack *p, bool more);

/* Makes room for n more bytes or descriptors at the end, for a caller that fills a pack
 * directly before reading it.  Returns false when out of memory. */
MUST_USE bool pack_room(struct pack *p, size_t bytes, size_t fds);

#endif
