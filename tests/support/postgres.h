/* SPDX-License-Identifier: MIT */
/* A PostgreSQL server for one test program (postgres.sh).  Sets PGHOST, PGUSER and PGDATABASE.
 * If it cannot be started, the test program fails. */
#ifndef SUPPORT_POSTGRES_H
#define SUPPORT_POSTGRES_H

void postgres_start(void);
void postgres_start_with(const char *options); /* command-line options of postgres(1) */
void postgres_stop(void);

/* Runs SQL that must succeed. */
void postgres_run(const char *sql);

#endif
