/* SPDX-License-Identifier: MIT */
/* A PostgreSQL of its own for a test program: postgres.sh.  From then on PGHOST, PGUSER and
 * PGDATABASE name it.  Where it cannot be started the program ends as failed. */
#ifndef SUPPORT_POSTGRES_H
#define SUPPORT_POSTGRES_H

void postgres_start(void);
void postgres_start_with(const char *options); /* of postgres(1) */
void postgres_stop(void);

/* Runs SQL that must succeed. */
void postgres_run(const char *sql);

#endif
