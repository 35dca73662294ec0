/* SPDX-License-Identifier: MIT */
/* State passed between two processes on the same machine, which may be of different releases.
 * One function names the fields once and both writes and reads them.
 *
 * A record is a sequence of fields, each with a tag.  A field may contain a record, which is
 * then called a part.  The reader skips unknown tags and leaves the variables of missing fields
 * unchanged, so set them to their defaults first.
 *
 * Tags are unique within their record.  Never change a tag, and never use the tag of a removed
 * field again.  A field whose type, size or meaning changes gets a new tag.
 *
 * Invalid data marks the pack bad; nothing is read from then on. */
#ifndef BASE_PACK_H
#define BASE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"

#define PACK_DEPTH_MAX 8u /* maximum number of open parts, including the whole pack */

struct pack {
	bool reading; /* false: writing */
	bool bad;     /* out of memory, or not a valid record */
	unsigned char *bytes;
	size_t len, capacity;
	int *fds; /* descriptors; owned by the writer or, when reading, by the reader, which
		     sets each to -1 as it is read */
	size_t fds_len, fds_capacity;
	struct pack_part {
		size_t from, end; /* offsets of the part's first byte and of its end; `end` is
				     set only when reading */
		size_t field_search_offset, part_search_offset; /* offsets at which the next
				       search for a field and for a part starts */
		unsigned tag;                                   /* tag of the part read last */
	} open_parts[PACK_DEPTH_MAX]; /* open parts; the first is the whole pack */
	unsigned depth;
};

/* Switches a written or received pack to reading.  A zeroed struct is an empty pack in writing
 * mode. */
void pack_start_reading(struct pack *p);

/* Wipes and frees the bytes.  Does not close descriptors. */
void pack_destroy(struct pack *p);

/* Writes or reads up to eight variables, each preceded by its tag.  An array of char is a
 * string.  Any other variable may be of any type without pointers or padding, such as a number,
 * a bool or an array of them. */
#define PACK(p, ...)                                                                           \
	PACK_PICK(__VA_ARGS__, PACK_8, 0, PACK_7, 0, PACK_6, 0, PACK_5, 0, PACK_4, 0, PACK_3,  \
	    0, PACK_2, 0, PACK_1, 0)                                                           \
	(p, __VA_ARGS__)
#define PACK_PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, q, macro, ...) macro
#define PACK_1(p, tag, v)                                                                      \
	_Generic((v), char * : pack_text, bool : pack_bools, bool * : pack_bools,              \
	    default : pack_bytes)((p), (tag), (void *)&(v), sizeof(v))
#define PACK_2(p, tag, v, ...) PACK_1(p, tag, v), PACK_1(p, __VA_ARGS__)
#define PACK_3(p, tag, v, ...) PACK_1(p, tag, v), PACK_2(p, __VA_ARGS__)
#define PACK_4(p, tag, v, ...) PACK_1(p, tag, v), PACK_3(p, __VA_ARGS__)
#define PACK_5(p, tag, v, ...) PACK_1(p, tag, v), PACK_4(p, __VA_ARGS__)
#define PACK_6(p, tag, v, ...) PACK_1(p, tag, v), PACK_5(p, __VA_ARGS__)
#define PACK_7(p, tag, v, ...) PACK_1(p, tag, v), PACK_6(p, __VA_ARGS__)
#define PACK_8(p, tag, v, ...) PACK_1(p, tag, v), PACK_7(p, __VA_ARGS__)
void pack_bytes(struct pack *p, unsigned tag, void *v, size_t size);
void pack_bools(struct pack *p, unsigned tag, void *v, size_t size);
void pack_text(struct pack *p, unsigned tag, void *v, size_t size);

/* Writes v and returns it, or returns the number read.  Returns v if the number is missing or
 * is not below `limit`: a later release may have added members to an enum. */
MUST_USE uint32_t pack_below(struct pack *p, unsigned tag, uint32_t v, uint32_t limit);

/* Writes or reads a heap block of n bytes; *v is NULL when n is 0 or there is no block.  After
 * reading, the caller frees it. */
void pack_block(struct pack *p, unsigned tag, void **v, size_t *n);

/* Writes or reads a file descriptor; -1: none.  After reading, the caller closes it. */
void pack_fd(struct pack *p, unsigned tag, int *fd);

/* Begins a part.  If it returns true, pack_end_part must end the part.  When writing, returns
 * `there`.  When reading, ignores `there` and returns whether the record has a part with that
 * tag; after a part with the same tag, whether it has another.  A list is therefore a loop of
 * pack_begin_part and pack_end_part. */
MUST_USE bool pack_begin_part(struct pack *p, unsigned tag, bool there);
void pack_end_part(struct pack *p);

/* Writes or reads a part; `call` writes or reads its fields. */
#define PACK_PART(p, tag, call)                                                                \
	do {                                                                                   \
		if (pack_begin_part((p), (tag), true)) {                                       \
			call;                                                                  \
			pack_end_part(p);                                                      \
		}                                                                              \
	} while (0)

/* Makes room for `bytes` more bytes and `fds` more descriptors at the end, for a caller that
 * fills a pack directly before reading it.  Returns false when out of memory. */
MUST_USE bool pack_reserve(struct pack *p, size_t bytes, size_t fds);

#endif
