/* SPDX-License-Identifier: MIT */
/* The look through a large database beside the running server: one that would have taken too
 * long before the start. */
#ifndef RECHECK_H
#define RECHECK_H

#include <stdbool.h>

#include "conf.h"
#include "store/store.h"
#include "work/background.h"

/* Zeroed: there is none. */
struct recheck {
	struct background *running; /* NULL none */
	struct store_stop stop;
	enum store_err verdict;
	char data_dir[CONF_TEXT_MAX];
	char why[400];
};

/* Begins; wake is called, in its thread, when it has ended.  A database that cannot be looked
 * at now is not refused for it: what is read is checked as it is read. */
void recheck_begin(struct recheck *r, const char *data_dir, void (*wake)(void *ctx), void *ctx);

/* Between turns.  False: it has ended, the database is damaged, and nothing more is to be
 * written. */
MUST_USE bool recheck_sound(struct recheck *r);

/* True when it was under way. */
bool recheck_stop(struct recheck *r);

#endif
