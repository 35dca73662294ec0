/* SPDX-License-Identifier: MIT */
/* See pack.h.  A field is stored as its tag, the number of bytes of its contents, and the
 * contents.  Arrays double in size, so appending is amortised O(bytes).  The search for a
 * field starts after the field found last, so reading fields in the order in which they were
 * written is O(bytes) too. */
#include "base/pack.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define FIRST_CAPACITY 65536u
#define FIRST_FDS_CAPACITY 64u
#define FIELD_HEAD_BYTES 6u /* tag: uint16_t; number of bytes: uint32_t */

/* Copies instead of calling realloc: the old array may hold a password, so it is wiped. */
static bool
grow_bytes(struct pack *p, size_t n)
{
	size_t room = p->capacity > 0 ? p->capacity : FIRST_CAPACITY;
	unsigned char *bytes;

	while (room < p->len + n)
		room *= 2;
	if (room == p->capacity)
		return true;
	bytes = malloc(room);
	if (bytes == NULL)
		return false;
	if (p->len > 0)
		memcpy(bytes, p->bytes, p->len);
	if (p->capacity > 0)
		sodium_memzero(p->bytes, p->capacity);
	free(p->bytes);
	p->bytes = bytes;
	p->capacity = room;
	return true;
}

static bool
grow_fds(struct pack *p, size_t n)
{
	size_t room = p->fds_capacity > 0 ? p->fds_capacity : FIRST_FDS_CAPACITY;
	int *fds;

	while (room < p->fds_len + n)
		room *= 2;
	if (room == p->fds_capacity)
		return true;
	fds = realloc(p->fds, room * sizeof(*fds));
	if (fds == NULL)
		return false;
	p->fds = fds;
	p->fds_capacity = room;
	return true;
}

bool
pack_reserve(struct pack *p, size_t bytes, size_t fds)
{
	return grow_bytes(p, bytes) && grow_fds(p, fds);
}

/* ---- writing ---- */

static void
append_field(struct pack *p, unsigned tag, const void *v, size_t n)
{
	const uint16_t t = (uint16_t)tag;
	const uint32_t len = (uint32_t)n;

	p->bad = p->bad || n > UINT32_MAX || !grow_bytes(p, FIELD_HEAD_BYTES + n);
	if (p->bad)
		return;
	memcpy(p->bytes + p->len, &t, sizeof(t));
	memcpy(p->bytes + p->len + sizeof(t), &len, sizeof(len));
	if (n > 0)
		memcpy(p->bytes + p->len + FIELD_HEAD_BYTES, v, n);
	p->len += FIELD_HEAD_BYTES + n;
}

/* ---- reading ---- */

struct field {
	uint16_t tag;
	uint32_t n;
	const unsigned char *data;
};

/* Reads the field at *at and moves *at to its end.  Returns false if no whole field is left in
 * the record. */
static bool
next_field(const struct pack *p, size_t *at, size_t end, struct field *out)
{
	if (end - *at < FIELD_HEAD_BYTES)
		return false;
	memcpy(&out->tag, p->bytes + *at, sizeof(out->tag));
	memcpy(&out->n, p->bytes + *at + sizeof(out->tag), sizeof(out->n));
	out->data = p->bytes + *at + FIELD_HEAD_BYTES;
	if (end - *at - FIELD_HEAD_BYTES < out->n)
		return false;
	*at += FIELD_HEAD_BYTES + out->n;
	return true;
}

/* Finds the first field with that tag at or after *at.  Moves *at to the end of the field. */
static bool
find_field_from(const struct pack *p, size_t *at, size_t end, unsigned tag, struct field *out)
{
	while (next_field(p, at, end, out))
		if (out->tag == tag)
			return !p->bad;
	return false;
}

static bool
find_field(struct pack *p, unsigned tag, struct field *out)
{
	struct pack_part *part = &p->open_parts[p->depth];
	const size_t before = part->field_search_offset;

	if (find_field_from(p, &part->field_search_offset, part->end, tag, out))
		return true;
	part->field_search_offset = part->from;
	return find_field_from(p, &part->field_search_offset, before, tag, out);
}

/* Tags are unique within a record, except for the parts of a list. */
static void
write_field(struct pack *p, unsigned tag, const void *v, size_t n)
{
	size_t at = p->open_parts[p->depth].from;
	struct field f;

	DCHECK(!find_field_from(p, &at, p->len, tag, &f));
	append_field(p, tag, v, n);
}

/* Opens a part for reading.  Marks the pack bad if the part does not consist of whole
 * fields. */
static void
open_part(struct pack *p, size_t from, size_t end)
{
	size_t at = from;
	struct field f;

	p->open_parts[p->depth] = (struct pack_part){ from, end, from, from, 0 };
	while (next_field(p, &at, end, &f))
		;
	p->bad = p->bad || at != end;
}

void
pack_start_reading(struct pack *p)
{
	p->reading = true;
	p->depth = 0;
	open_part(p, 0, p->len);
}

void
pack_destroy(struct pack *p)
{
	free(p->fds);
	if (p->capacity > 0)
		sodium_memzero(p->bytes, p->capacity);
	free(p->bytes);
	*p = (struct pack){ .reading = p->reading };
}

/* ---- fields ---- */

void
pack_bytes(struct pack *p, unsigned tag, void *v, size_t size)
{
	struct field f;

	if (!p->reading) {
		write_field(p, tag, v, size);
	} else if (find_field(p, tag, &f)) {
		p->bad = f.n != size;
		if (!p->bad)
			memcpy(v, f.data, size);
	}
}

void
pack_bools(struct pack *p, unsigned tag, void *v, size_t size)
{
	struct field f;

	if (p->reading && find_field(p, tag, &f))
		for (uint32_t i = 0; i < f.n; i++)
			p->bad = p->bad || f.data[i] > 1;
	pack_bytes(p, tag, v, size);
}

void
pack_text(struct pack *p, unsigned tag, void *v, size_t size)
{
	struct field f;

	if (!p->reading) {
		write_field(p, tag, v, strlen(v));
	} else if (find_field(p, tag, &f)) {
		p->bad = f.n >= size || memchr(f.data, '\0', f.n) != NULL;
		if (p->bad)
			return;
		memset(v, 0, size);
		memcpy(v, f.data, f.n);
	}
}

uint32_t
pack_below(struct pack *p, unsigned tag, uint32_t v, uint32_t limit)
{
	uint32_t x = v;

	pack_bytes(p, tag, &x, sizeof(x));
	return x < limit ? x : v;
}

void
pack_block(struct pack *p, unsigned tag, void **v, size_t *n)
{
	struct field f;

	if (!p->reading) {
		write_field(p, tag, *v, *n);
		return;
	}
	*v = NULL;
	*n = 0;
	if (!find_field(p, tag, &f) || f.n == 0)
		return;
	*v = malloc(f.n);
	p->bad = *v == NULL;
	if (p->bad)
		return;
	memcpy(*v, f.data, f.n);
	*n = f.n;
}

void
pack_fd(struct pack *p, unsigned tag, int *fd)
{
	uint32_t at = UINT32_MAX;

	if (!p->reading && *fd >= 0) {
		p->bad = p->bad || !grow_fds(p, 1);
		if (p->bad)
			return;
		at = (uint32_t)p->fds_len;
		p->fds[p->fds_len++] = *fd;
	}
	PACK(p, tag, at);
	if (!p->reading || at == UINT32_MAX)
		return;
	p->bad = at >= p->fds_len || p->fds[at] < 0;
	if (p->bad)
		return;
	*fd = p->fds[at];
	p->fds[at] = -1;
}

/* ---- parts ---- */

/* Begins to read a part with that tag: the next one if the previous part had the same tag,
 * otherwise the first one. */
static bool
open_part_to_read(struct pack *p, unsigned tag)
{
	struct pack_part *part = &p->open_parts[p->depth];
	struct field f;

	if (part->tag != tag)
		part->part_search_offset = part->from;
	part->tag = tag;
	if (!find_field_from(p, &part->part_search_offset, part->end, tag, &f))
		return false;
	p->depth++;
	open_part(p, part->part_search_offset - f.n, part->part_search_offset);
	p->depth -= p->bad;
	return !p->bad;
}

bool
pack_begin_part(struct pack *p, unsigned tag, bool there)
{
	if (p->bad || (!p->reading && !there))
		return false;
	CHECK(p->depth + 1 < PACK_DEPTH_MAX);
	if (p->reading)
		return open_part_to_read(p, tag);
	append_field(p, tag, NULL, 0);
	p->open_parts[++p->depth].from = p->len;
	return true;
}

void
pack_end_part(struct pack *p)
{
	const size_t from = p->open_parts[p->depth].from;
	const uint32_t n = (uint32_t)(p->len - from);

	CHECK(p->depth > 0);
	p->depth--;
	if (p->reading)
		return;
	p->bad = p->bad || p->len - from > UINT32_MAX;
	if (!p->bad)
		memcpy(p->bytes + from - sizeof(n), &n, sizeof(n));
}
