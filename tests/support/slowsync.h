/* SPDX-License-Identifier: MIT */
/* Syncs that run in parallel with turns and last as long as a test wants.  On a disk of
 * faultvfs.h they save what was written before they began, and nothing later. */
#ifndef SUPPORT_SLOWSYNC_H
#define SUPPORT_SLOWSYNC_H

#include "tests/support/faultvfs.h"
#include "turn/turn.h"

struct slowsync {
	struct faultvfs *f;
	struct store *s;
	enum store_sync store_sync;
	bool ends_at_once;         /* every sync ends at its first poll */
	bool may_end;              /* let the current sync end at the next poll */
	unsigned syncs_begun;      /* number of syncs so far */
	unsigned syncs_waited_for; /* syncs that a turn waited for */
	bool under_way;
	uint64_t writes_at_begin; /* faultvfs_writes_requested when the current sync began */
};

struct sync_port slowsync_port(struct slowsync *y);

#endif
