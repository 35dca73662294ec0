/* SPDX-License-Identifier: MIT */
#include "tests/support/postgres.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"

#define SCRIPT "tests/support/postgres.sh"

static char folder[256];

void
postgres_start(void)
{
	postgres_start_with("");
}

void
postgres_start_with(const char *options)
{
	char command[200];
	FILE *out;

	(void)snprintf(
	    command, sizeof(command), SCRIPT " start %ld %s", (long)getpid(), options);
	out = popen(command, "r");
	if (out == NULL || fgets(folder, sizeof(folder), out) == NULL || pclose(out) != 0) {
		(void)fputs("there is no PostgreSQL to test with\n", stderr);
		exit(1);
	}
	folder[strcspn(folder, "\n")] = '\0';
	CHECK(setenv("PGHOST", folder, 1) == 0 && setenv("PGUSER", "gammond", 1) == 0 &&
	      setenv("PGDATABASE", "gammond", 1) == 0);
	CHECK(atexit(postgres_stop) == 0);
}

void
postgres_stop(void)
{
	char command[400];

	if (folder[0] == '\0')
		return;
	(void)snprintf(command, sizeof(command), SCRIPT " stop %s", folder);
	folder[0] = '\0';
	CHECK(system(command) == 0);
}

static void
no_notices(void *ctx, const char *message)
{
	(void)ctx;
	(void)message;
}

void
postgres_run(const char *sql)
{
	PGconn *conn = PQconnectdb("");
	PGresult *r;

	(void)PQsetNoticeProcessor(conn, no_notices, NULL);
	r = PQexec(conn, sql);
	if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK) {
		(void)fprintf(stderr, "%s: %s", sql, PQerrorMessage(conn));
		exit(1);
	}
	PQclear(r);
	PQfinish(conn);
}
