/* SPDX-License-Identifier: MIT */
/* Syncs beside the turns, as long as a test likes: on a disk of faultvfs.h they save what was
 * written when they began, and nothing later. */
#ifndef SUPPORT_SLOWSYNC_H
#define SUPPORT_SLOWSYNC_H

#include "tests/support/faultvfs.h"
#include "turn.h"

struct slowsync {
	struct faultvfs *f;
	struct store *s;
	enum store_sync which;
	bool quick;      /* a sync has ended when somebody asks */
	bool ends;       /* the one that is under way has */
	unsigned begun;  /* until now */
	unsigned waited; /* of them that a turn waited for */
	bool under_way;
	uint64_t asked; /* of the disk when it began */
};

struct sync_port slowsync_port(struct slowsync *y);

#endif
