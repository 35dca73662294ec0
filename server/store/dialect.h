/* SPDX-License-Identifier: MIT */
/* statements.def and the migrations of schema/ are written for SQLite; this says the same to
 * PostgreSQL.  Pure: text to text.  What it knows is what they use:
 *
 *	?1; user (a word of PostgreSQL's); INDEXED BY x; CROSS JOIN x ON; min and max of two;
 *	ifnull; instr; x'00'; length(CAST(x AS BLOB)); CAST(x AS TEXT) of bytes
 *	INTEGER, REAL, BLOB, TEXT; COLLATE NOCASE (the type citext); INTEGER PRIMARY KEY;
 *	STRICT; WITHOUT ROWID; INSERT OR IGNORE; a trigger that only raises; PRAGMA, and changes
 *	of sqlite_schema (left out)
 *
 * What an ON CONFLICT DO UPDATE reads must name its table, as both require it then. */
#ifndef STORE_DIALECT_H
#define STORE_DIALECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sbuf.h"

/* One statement, without a closing semicolon.  *used_out (may be NULL): bit n - 1 is set for
 * each ?n.  False: it is too long for either side, or out has no room. */
bool dialect_statement(const char *sql, struct sbuf *out, uint32_t *used_out);

/* What an operator may have set for all programs, and answers depend on: a query that sets it
 * for the session.  The limits of time would end a COMMIT that waits for a standby, and a
 * COMMIT that was ended so is answered as every other one, behind a warning; what a server does
 * not know, it does not limit. */
extern const char DIALECT_SETTINGS[];

/* A whole migration: statements, each with a semicolon and a line end. */
bool dialect_script(const char *sql, struct sbuf *out);

#endif
