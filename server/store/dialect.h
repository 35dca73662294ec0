/* SPDX-License-Identifier: MIT */
/* Translates statements.def and the migrations of schema/, which are written for SQLite, into
 * PostgreSQL's SQL.  Pure functions, from text to text, which support only what those files
 * use:
 *
 *	?1; user (reserved in PostgreSQL); INDEXED BY x; CROSS JOIN x ON; min and max of two;
 *	ifnull; instr; x'00'; length(CAST(x AS BLOB)); CAST(x AS TEXT) of bytes;
 *	INTEGER, REAL, BLOB, TEXT; COLLATE NOCASE (the type citext); INTEGER PRIMARY KEY;
 *	STRICT; WITHOUT ROWID; INSERT OR IGNORE; a trigger that only raises an error;
 *	PRAGMA and changes of sqlite_schema (both are dropped)
 *
 * Columns read in an ON CONFLICT DO UPDATE must be qualified by their table; both engines
 * require that. */
#ifndef STORE_DIALECT_H
#define STORE_DIALECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sbuf.h"

/* Translates one statement, without a closing semicolon.  Sets bit n - 1 of *used_out (may be
 * NULL) for each ?n.  Returns false if the statement is too long or does not fit into `out`. */
bool dialect_statement(const char *sql, struct sbuf *out, uint32_t *used_out);

/* A query that sets parameters of the session.  The results of statements depend on them, and
 * an operator may have changed them for all programs.  Timeouts must be off: they would end a
 * COMMIT that waits for a standby, and PostgreSQL then reports success, with only a warning.
 * Parameters that the server does not know are skipped. */
extern const char DIALECT_PG_SESSION_SQL[];

/* Translates a whole migration: statements, each followed by a semicolon and a newline.
 * Returns false as dialect_statement does, or if out of memory. */
bool dialect_script(const char *sql, struct sbuf *out);

#endif
