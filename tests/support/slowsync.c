/* SPDX-License-Identifier: MIT */
/* See slowsync.h. */
#include "tests/support/slowsync.h"

static void
begin(void *ctx)
{
	struct slowsync *y = ctx;

	CHECK(!y->under_way);
	y->under_way = true;
	y->begun++;
	y->asked = faultvfs_asked(y->f);
}

static bool
ended(void *ctx, bool wait)
{
	struct slowsync *y = ctx;

	CHECK(y->under_way);
	if (!wait && !y->ends && !y->quick)
		return false;
	y->waited += wait;
	y->under_way = y->ends = false;
	faultvfs_sync_until(y->f, y->asked);
	store_sync_make(y->s, y->which);
	faultvfs_sync_until(y->f, 0);
	return true;
}

struct sync_port
slowsync_port(struct slowsync *y)
{
	return (struct sync_port){ y, begin, ended };
}
