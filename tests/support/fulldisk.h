/* SPDX-License-Identifier: MIT */
/* A house whose store lies on a disk that can run out of room, to see what becomes of a turn
 * that could not be saved.  One at a time. */
#ifndef SUPPORT_FULLDISK_H
#define SUPPORT_FULLDISK_H

#include "store/store.h"
#include "tests/support/house.h"

struct faultvfs;

struct fulldisk {
	struct house *h;
	struct store *store;
	struct faultvfs *f;
	char dir[64];
};

/* A new house on a disk with room.  options NULL: the defaults; their store is not used. */
void fulldisk_open(struct fulldisk *d, const struct house_options *options);

/* Ends the house and removes what it left. */
void fulldisk_close(struct fulldisk *d);

/* The n-th write from now (1: the next) and all later ones find no room; 0: there is room, and
 * the store finds that out when it next looks. */
void fulldisk_fill(struct fulldisk *d, unsigned n);

/* There is room, and so much time goes by that the store has found it. */
void fulldisk_room_again(struct fulldisk *d);

#endif
