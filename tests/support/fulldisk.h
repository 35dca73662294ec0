/* SPDX-License-Identifier: MIT */
/* A fixture whose store lies on a disk that can run out of room, to see what is refused
 * then.  One at a time. */
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
	char dir[FOLDER_MAX];
};

/* A new fixture on a disk with room.  options NULL: the defaults; their store is not used. */
void fulldisk_open(struct fulldisk *d, const struct fixture_options *options);

/* Ends the fixture and removes what it left. */
void fulldisk_close(struct fulldisk *d);

/* From now on there is no room, and the server knows it: one turn, and a warning in the log. */
void fulldisk_fill(struct fulldisk *d);

/* There is room; the server finds that out when it next looks. */
void fulldisk_clear(struct fulldisk *d);

/* There is room, and so much time goes by that the store has found it. */
void fulldisk_room_again(struct fulldisk *d);

#endif
