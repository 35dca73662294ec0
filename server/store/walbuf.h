/* SPDX-License-Identifier: MIT */
/* A VFS of SQLite between it and the given one that puts the pages of a turn together.
 *
 * SQLite writes each page of its write-ahead log by two calls, a head of 24 bytes and the page,
 * though all of them follow each other and only the sync behind them makes them count.  Here
 * they are collected and written by one call, before that sync and before anything else is done
 * with the log.
 *
 * Only for synchronous = FULL: without a sync behind each commit nothing would say when readers
 * of other processes (a backup) must find the pages in the file.  And only on a VFS that claims
 * SQLITE_IOCAP_POWERSAFE_OVERWRITE, as SQLite's own does, because without it commits are padded
 * behind their sync; on others nothing is collected. */
#ifndef STORE_WALBUF_H
#define STORE_WALBUF_H

#include <sqlite3.h>

#include "base/check.h"

struct walbuf;

/* base: name of the VFS below, NULL for the default one; it must outlive this.  NULL: no such
 * VFS, or no memory. */
MUST_USE struct walbuf *walbuf_new(const char *base);

/* The name under which it is registered. */
const char *walbuf_name(const struct walbuf *w);

/* After all files are closed. */
void walbuf_free(struct walbuf **w);

#endif
