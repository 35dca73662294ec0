/* SPDX-License-Identifier: MIT */
#include "tests/support/postgres.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"

#define POSTGRES_SCRIPT "tests/support/postgres.sh"

static char server_folder[256];

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
	    command, sizeof(command), POSTGRES_SCRIPT " start %ld %s", (long)getpid(), options);
	out = popen(command, "r");
	if (out == NULL || fgets(server_folder, sizeof(server_folder), out) == NULL ||
	    pclose(out) != 0) {
		(void)fputs("there is no PostgreSQL to test with\n", stderr);
		exit(1);
	}
	server_folder[strcspn(server_folder, "\n")] = '\0';
	CHECK(setenv("PGHOST", server_folder, 1) == 0 && setenv("PGUSER", "gammond", 1) == 0 &&
	      setenv("PGDATABASE", "gammond", 1) == 0);
	CHECK(atexit(postgres_stop) == 0);
}

void
postgres_stop(void)
{
	char command[400];

	if (server_folder[0] == '\0')
		return;
	(void)snprintf(command, sizeof(command), POSTGRES_SCRIPT " stop %s", server_folder);
	server_folder[0] = '\0';
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
