/* SPDX-License-Identifier: MIT */
/* A fixture whose store is on a disk that can run out of space, to test what the server refuses
 * when the disk is full.  Only one may be open at a time. */
#ifndef SUPPORT_FULLDISK_H
#define SUPPORT_FULLDISK_H

#include "store/store.h"
#include "tests/support/fixture.h"
#include "tests/support/folder.h"

struct faultvfs;

struct fulldisk {
	struct fixture *h;
	struct store *store;
	struct faultvfs *f;
	char dir[FOLDER_PATH_MAX];
};

/* Makes a fixture on a disk with space.  options NULL: the defaults; options->store is
 * ignored. */
void fulldisk_open(struct fulldisk *d, const struct fixture_options *options);

/* Frees the fixture and removes its files. */
void fulldisk_close(struct fulldisk *d);

/* Fills the disk and runs turns until the server notices and logs a warning. */
void fulldisk_fill(struct fulldisk *d);

/* Frees the space; the server notices at its next check. */
void fulldisk_clear(struct fulldisk *d);

/* Frees the space and advances the clock until the server has noticed. */
void fulldisk_clear_and_resume(struct fulldisk *d);

#endif
