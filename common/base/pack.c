/* SPDX-License-Identifier: MIT */
/* See pack.h.  Arrays double in size, so appending is amortised O(bytes). */
#include "base/pack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define ROOM_FIRST 65536u
#define FDS_FIRST 64u

/* Copies instead of calling realloc: the old array may hold a password, so it is wiped. */
static bool
grow_bytes(struct pack *p, size_t n)
{
	size_t room = p->room > 0 ? p->room : ROOM_FIRST;
	unsigned char *bytes;

	while (room < p->len + n)
		room *= 2;
	if (room == p->room)
		return true;
	bytes = malloc(room);
	if (bytes == NULL)
		return false;
	if (p->len > 0)
		memcpy(bytes, p->bytes, p->len);
	if (p->room > 0)
		sodium_memzero(p->bytes, p->room);
	free(p->bytes);
	p->bytes = bytes;
	p->room = room;
	return true;
}

static bool
grow_fds(struct pack *p, size_t n)
{
	size_t room = p->fds_room > 0 ? p->fds_room : FDS_FIRST;
	int *fds;

	while (room < p->fds_len + n)
		room *= 2;
	if (room == p->fds_room)
		return true;
	fds = realloc(p->fds, room * sizeof(*fds));
	if (fds == NULL)
		return false;
	p->fds = fds;
	p->fds_room = room;
	return true;
}

bool
pack_room(struct pack *p, size_t bytes, size_t fds)
{
	return grow_bytes(p, bytes) && grow_fds(p, fds);
}

void
pack_read(struct pack *p)
{
	p->reading = true;
	p->at = p->fd_at = 0;
}

void
pack_done(struct pack *p)
{
	free(p->fds);
	if (p->room > 0)
		sodium_memzero(p->bytes, p->room);
	free(p->bytes);
	*p = (struct pack){ .reading = p->reading };
}

void
pack_bytes(struct pack *p, void *v, size_t n)
{
	if (n == 0)
		return;
	p->bad = p->bad || (p->reading ? p->len - p->at < n : !grow_bytes(p, n));
	if (p->bad) {
		if (p->reading)
			memset(v, 0, n);
		return;
	}
	if (p->reading) {
		memcpy(v, p->bytes + p->at, n);
		p->at += n;
	} else {
		memcpy(p->bytes + p->len, v, n);
		p->len += n;
	}
}

void
pack_text(struct pack *p, char *text, size_t size)
{
	uint32_t n = p->reading ? 0 : (uint32_t)strlen(text);

	PACK(p, n);
	p->bad = p->bad || n >= size;
	if (p->bad)
		n = 0;
	pack_bytes(p, text, n);
	text[n] = '\0';
}

void
pack_block(struct pack *p, void **v, size_t *n)
{
	uint64_t len = *n;

	PACK(p, len);
	if (p->reading) {
		p->bad = p->bad || len > p->len - p->at;
		*n = p->bad ? 0 : (size_t)len;
		*v = *n > 0 ? malloc(*n) : NULL;
		p->bad = p->bad || (*n > 0 && *v == NULL);
		if (p->bad)
			*n = 0;
	}
	pack_bytes(p, *v, *n);
}

void
pack_fd(struct pack *p, int *fd)
{
	p->bad = p->bad || (p->reading ? p->fd_at == p->fds_len : !grow_fds(p, 1));
	if (p->bad) {
		if (p->reading)
			*fd = -1;
		return;
	}
	if (p->reading) {
		*fd = p->fds[p->fd_at];
		p->fds[p->fd_at++] = -1;
	} else {
		p->fds[p->fds_len++] = *fd;
	}
}

bool
pack_more(struct pack *p, bool more)
{
	PACK(p, more);
	return more && !p->bad;
}
