/* SPDX-License-Identifier: MIT */
/* See bigstore.h.  A million users take about three seconds and 100 MB of disk. */
#include "tests/support/bigstore.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/sqlite/sqlite.h"

static const char FAST_PRAGMAS[] = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
				   "PRAGMA cache_size = -400000";

#define EQUAL_RATINGS_EVERY 100u

/* A user's rating is the sum of three multiplicative hashes of the user number, which are
 * nearly independent, so it is roughly normally distributed. */
static const char INSERT_USERS_SQL[] =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u) "
    "INSERT INTO user (name, hash, rating, experience, created_s) "
    "SELECT printf('u%%07d', i), 'plain:secret', "
    "CASE WHEN i %% %u = 1 THEN 1500.0 ELSE 1050.0 + 300.0 * "
    "((i * 7919 %% 100003) / 100003.0 + (i * 104729 %% 99991) / 99991.0 + "
    "(i * 15485863 %% 1000003) / 1000003.0) END, "
    "CASE WHEN i %% 10 < 3 THEN 51 + i %% 4000 ELSE i %% 51 END, 1 FROM n; "
    "UPDATE counter SET value = %u WHERE name = 'users'";

static void
must_exec(sqlite3 *db, const char *sql)
{
	char *why = NULL;

	if (sqlite3_exec(db, sql, NULL, NULL, &why) == SQLITE_OK)
		return;
	(void)fprintf(stderr, "bigstore: %s\n", why != NULL ? why : "failed");
	abort();
}

void
bigstore_make(const char *dir, unsigned users)
{
	char text[2000];
	struct store *s;
	sqlite3 *db;
	int n;

	CHECK(store_open(dir, STORE_DURABLE_NORMAL, NULL, &s, NULL) == STORE_OK);
	store_close(&s);
	n = snprintf(text, sizeof(text), "%s/%s", dir, STORE_FILE_NAME);
	CHECK(n > 0 && (size_t)n < sizeof(text));
	CHECK(sqlite3_open(text, &db) == SQLITE_OK);
	must_exec(db, FAST_PRAGMAS);
	n = snprintf(
	    text, sizeof(text), INSERT_USERS_SQL, users, users / EQUAL_RATINGS_EVERY, users);
	CHECK(n > 0 && (size_t)n < sizeof(text));
	must_exec(db, text);
	CHECK(sqlite3_close(db) == SQLITE_OK);
}

struct bigstore_cost
bigstore_cost(struct store *s)
{
	struct bigstore_cost c = { 0 };
	int misses = 0, most;

	CHECK(sqlite3_db_status(s->db, SQLITE_DBSTATUS_CACHE_MISS, &misses, &most, 1) ==
	      SQLITE_OK);
	c.pages = (uint64_t)misses;
	for (size_t i = 0; i < Q_STATEMENT_COUNT; i++) {
		sqlite3_stmt *q = s->stmt[i];

		c.steps += (uint64_t)sqlite3_stmt_status(q, SQLITE_STMTSTATUS_VM_STEP, 1);
		c.scans += (uint64_t)sqlite3_stmt_status(q, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);
	}
	return c;
}

struct ranked_record *
bigstore_list(struct store *s, unsigned *n_out)
{
	static const char sql[] = "SELECT id, name, rating, experience FROM user NOT INDEXED "
				  "WHERE experience > 50 ORDER BY rating DESC, id";
	struct ranked_record *list = NULL;
	unsigned n = 0, room = 0;
	sqlite3_stmt *q;

	CHECK(sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW) {
		struct ranked_record *r;

		if (n == room) {
			room = room == 0 ? 65536 : room * 2;
			list = realloc(list, room * sizeof(*list));
			CHECK(list != NULL);
		}
		r = &list[n++];
		r->user = sqlite3_column_int64(q, 0);
		(void)snprintf(
		    r->name, sizeof(r->name), "%s", (const char *)sqlite3_column_text(q, 1));
		r->rating = sqlite3_column_double(q, 2);
		r->experience = (uint32_t)sqlite3_column_int64(q, 3);
	}
	CHECK(sqlite3_finalize(q) == SQLITE_OK);
	*n_out = n;
	return list;
}
