/* SPDX-License-Identifier: MIT */
/* See fulldisk.h.  Owns the fixture, its store, the faulty file system and the directory of the
 * lock file and the ballast, which are real files. */
#include "tests/support/fulldisk.h"

#include <errno.h>
#include <stdlib.h>

#include "store/sqlite/sqlite.h"
#include "tests/support/faultvfs.h"
#include "tests/support/folder.h"

#define VFS "fulldisk"
#define FILL_WRITES_MAX 10

void
fulldisk_open(struct fulldisk *d, const struct fixture_options *options)
{
	struct fixture_options o;

	*d = (struct fulldisk){ 0 };
	folder_make(d->dir, "full");
	d->f = faultvfs_new(VFS);
	CHECK(sqlite_open_with(d->dir, STORE_DURABLE_FULL, VFS, NULL, &d->store, NULL) ==
	      STORE_OK);
	if (options != NULL)
		o = *options;
	else
		fixture_options_default(&o);
	o.store = d->store;
	d->h = fixture_new(&o);
}

void
fulldisk_close(struct fulldisk *d)
{
	fixture_free(&d->h);
	store_close(&d->store);
	faultvfs_free(&d->f);
	folder_remove(d->dir);
}

void
fulldisk_fill(struct fulldisk *d)
{
	faultvfs_set_failure(d->f, FAULT_ALLOCATE | FAULT_DATABASE, 1, true, ENOSPC);
	/* otherwise the disk would take hundreds of turns to fill; see test_store_full.c */
	faultvfs_trim(d->f);
	d->store->wal_bytes = 0;
	/* The store checks for space after turns that write. */
	for (unsigned n = 0; n < FILL_WRITES_MAX && !store_refusing(d->store); n++) {
		store_server_setting_set(d->store, "full", n % 2 == 0 ? "no" : "yes");
		fixture_turn(d->h);
	}
	CHECK(store_refusing(d->store) && fixture_warned(d->h, "disk_full"));
}

void
fulldisk_clear(struct fulldisk *d)
{
	faultvfs_set_failure(d->f, 0, 0, false, 0);
}

void
fulldisk_clear_and_resume(struct fulldisk *d)
{
	fulldisk_clear(d);
	fixture_advance(d->h, 3000); /* the server checks every two seconds */
	fixture_advance(d->h, 3000);
	CHECK(!store_refusing(d->store));
}
