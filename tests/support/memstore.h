/* SPDX-License-Identifier: MIT */
/* A new store in memory, as store_open makes one, in a third of the time. */
#ifndef SUPPORT_MEMSTORE_H
#define SUPPORT_MEMSTORE_H

#include "store/store.h"

/* Opens a store in memory with the engine that STORE_ENGINE names, SQLite by default.  The
 * migrations run once in each process: later SQLite stores start as a copy of the first. */
MUST_USE enum store_err memstore_open(struct store **store_out, struct sbuf *error);

/* Makes the copy now, for the processes that this one will fork. */
void memstore_prepare(void);

#endif
