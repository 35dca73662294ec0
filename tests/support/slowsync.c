/* SPDX-License-Identifier: MIT */
/* See slowsync.h. */
#include "tests/support/slowsync.h"

static void
begin_sync(void *ctx)
{
	struct slowsync *y = ctx;

	CHECK(!y->under_way);
	y->under_way = true;
	y->syncs_begun++;
	y->writes_at_begin = faultvfs_writes_requested(y->f);
}

static bool
sync_ended(void *ctx, bool wait)
{
	struct slowsync *y = ctx;

	CHECK(y->under_way);
	if (!wait && !y->may_end && !y->ends_at_once)
		return false;
	y->syncs_waited_for += wait;
	y->under_way = y->may_end = false;
	faultvfs_sync_until(y->f, y->writes_at_begin);
	store_sync_make(y->s, y->store_sync);
	faultvfs_sync_until(y->f, 0);
	return true;
}

struct sync_port
slowsync_port(struct slowsync *y)
{
	return (struct sync_port){ y, begin_sync, sync_ended };
}
