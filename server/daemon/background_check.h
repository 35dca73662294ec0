/* SPDX-License-Identifier: MIT */
/* Checks a large database while the server runs, because checking it first would delay the
 * start too much. */
#ifndef BACKGROUND_CHECK_H
#define BACKGROUND_CHECK_H

#include <stdbool.h>

#include "config/conf.h"
#include "store/store.h"
#include "work/background.h"

/* All zero: no check. */
struct background_check {
	struct background *running; /* NULL: none */
	struct store_stop stop;
	enum store_err verdict;
	char data_dir[CONF_TEXT_MAX];
	char why[400];
};

/* Starts the check; wake is called in its thread at the end.  If it cannot start, the server
 * continues: data is checked as it is read. */
void background_check_begin(
    struct background_check *r, const char *data_dir, void (*wake)(void *ctx), void *ctx);

/* Called between turns.  Returns false if the check has ended and the database is damaged:
 * nothing more may be written. */
MUST_USE bool background_check_sound(struct background_check *r);

/* Stops the check.  Returns true if it was running. */
bool background_check_stop(struct background_check *r);

#endif
