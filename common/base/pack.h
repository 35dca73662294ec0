/* SPDX-License-Identifier: MIT */
/* A record that one process writes and another one on the same machine reads, by the same code:
 * a function that names its fields once does both, so that the two cannot differ.  Descriptors
 * stand beside the bytes.
 *
 * What is read is as long as what was written, or it is bad; so is everything behind it then,
 * and fields are all zero.  Whether values make sense is the reader's question. */
#ifndef BASE_PACK_H
#define BASE_PACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/check.h"

struct pack {
	bool reading; /* else it is written */
	bool bad;     /* memory was out, or it ends too early */
	unsigned char *bytes;
	size_t len, room, at;
	int *fds; /* written: still the writer's; read: the reader's, -1 once it was read */
	size_t fds_len, fds_room, fd_at;
};

/* All zero is an empty one that is written.  From its beginning, what was written is read. */
void pack_read(struct pack *p);

/* Wipes and frees it; closes nothing. */
void pack_done(struct pack *p);

/* So many bytes from, or to, *v. */
void pack_bytes(struct pack *p, void *v, size_t n);

/* A number, an array of them, a truth value: whatever has neither pointers nor gaps. */
#define PACK(p, v) pack_bytes((p), &(v), sizeof(v))

/* A text in an array of the caller's; read, it has its NUL. */
void pack_text(struct pack *p, char *text, size_t size);
#define PACK_TEXT(p, array) pack_text((p), (array), sizeof(array))

/* Bytes from the heap: *v is n bytes, NULL when n is 0; read, it is the caller's to free. */
void pack_block(struct pack *p, void **v, size_t *n);

/* A descriptor; read, it is the caller's to close, -1 when it is bad. */
void pack_fd(struct pack *p, int *fd);

/* Before each element of a list, and behind the last: whether there is one (more; read, the
 * argument does not matter). */
MUST_USE bool pack_more(struct pack *p, bool more);

/* Room for n more bytes, or descriptors, at the end, for whoever fills a pack that is to be
 * read; false when memory is out. */
MUST_USE bool pack_room(struct pack *p, size_t bytes, size_t fds);

#endif
