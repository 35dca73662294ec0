/* SPDX-License-Identifier: MIT */
/* A binary record passed between two processes on the same machine.  One function names the
 * fields once and both writes and reads them, so the two sides cannot differ.  File descriptors
 * are kept in an array next to the bytes.
 *
 * Reading past the end marks the record bad.  From then on every field reads as zero.  The
 * reader must check whether the values make sense. */
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
	int *fds; /* writing: still owned by the writer; reading: owned by the reader, -1 once
		     read */
	size_t fds_len, fds_room, fd_at;
};

/* Switches a written pack to reading, from its first field.  A zeroed struct is an empty pack
 * in writing mode. */
void pack_read(struct pack *p);

/* Wipes and frees the bytes.  Does not close descriptors. */
void pack_done(struct pack *p);

/* Writes n bytes from v, or reads n bytes into it. */
void pack_bytes(struct pack *p, void *v, size_t n);

/* A number, a bool, or an array of them: any type without pointers or padding. */
#define PACK(p, v) pack_bytes((p), &(v), sizeof(v))

/* A string in the caller's array of `size` bytes; NUL-terminated after reading.  A string that
 * does not fit marks the pack bad. */
void pack_text(struct pack *p, char *text, size_t size);
#define PACK_TEXT(p, array) pack_text((p), (array), sizeof(array))

/* A heap block of n bytes; *v is NULL when n is 0.  After reading, the caller frees it. */
void pack_block(struct pack *p, void **v, size_t *n);

/* A file descriptor.  After reading, the caller closes it; -1 when the pack is bad. */
void pack_fd(struct pack *p, int *fd);

/* Called before each element of a list and once after the last.  Returns whether another
 * element follows; always false once the pack is bad.  `more` is ignored when reading. */
MUST_USE bool pack_more(struct pack *p, bool more);

/* Makes room for n more bytes or descriptors at the end, for a caller that fills a pack
 * directly before reading it.  Returns false when out of memory. */
MUST_USE bool pack_room(struct pack *p, size_t bytes, size_t fds);

#endif
