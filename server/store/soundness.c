/* SPDX-License-Identifier: MIT */
/* Whether the database is sound: asked before the first accept when it is small, and of a large
 * one while the server runs, through a connection of its own and, in the server, in a thread of
 * its own: the only thing of this room that may run beside the others.
 *
 * Cost: reads everything, five to ten microseconds a row; a reader of a long transaction, so
 * the journal is not shortened meanwhile. */
#include "store/sqlite.h"

#include <stdlib.h>
#include <string.h>

struct store_check {
	sqlite3 *db; /* NULL: it could not be opened */
	enum store_err verdict;
	char path[STORE_PATH_MAX];
	char why[400];
};

enum store_err
store_examine(sqlite3 *db, const char *path, struct sbuf *error)
{
	char verdict[200];
	int rc = store_ask(db, "PRAGMA quick_check(1)", NULL, verdict, sizeof(verdict));

	if (rc != SQLITE_ROW)
		return store_failed(db, path, rc, error);
	if (strcmp(verdict, "ok") != 0) {
		verdict[strcspn(verdict, "\r\n")] = ' ';
		sbuf_addf(error, "the database %s is damaged: %s", path, verdict);
		return STORE_DAMAGED;
	}
	rc = store_ask(db, "PRAGMA foreign_key_check", NULL, verdict, sizeof(verdict));
	if (rc == SQLITE_DONE)
		return STORE_OK;
	if (rc != SQLITE_ROW)
		return store_failed(db, path, rc, error);
	sbuf_addf(error,
	    "the database %s is damaged: a row of table %s refers to one that is missing", path,
	    verdict);
	return STORE_DAMAGED;
}

struct store_check *
store_check_new(const char *dir)
{
	struct store_check *c = calloc(1, sizeof(*c));
	struct sbuf error;
	int rc;

	if (c == NULL)
		return NULL;
	SBUF_ON(&error, c->why);
	if (!store_path(dir, c->path, sizeof(c->path))) {
		sbuf_add(&error, "the name of the data directory is too long");
		c->verdict = STORE_DIRECTORY;
		return c;
	}
	rc = sqlite3_open_v2(c->path, &c->db,
	    SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
	if (rc == SQLITE_OK)
		store_configure(c->db);
	else if (c->db != NULL)
		c->verdict = store_failed(c->db, c->path, rc, &error);
	else
		c->verdict = STORE_DIRECTORY;
	return c;
}

void
store_check_run(struct store_check *c)
{
	struct sbuf error;

	if (c->verdict != STORE_OK)
		return;
	SBUF_ON(&error, c->why);
	c->verdict = store_identify(c->db, c->path, &error);
	if (c->verdict == STORE_OK)
		c->verdict = store_examine(c->db, c->path, &error);
}

void
store_check_stop(struct store_check *c)
{
	if (c->db != NULL)
		sqlite3_interrupt(c->db);
}

enum store_err
store_check_verdict(const struct store_check *c, struct sbuf *why)
{
	sbuf_add(why, c->why);
	return c->verdict;
}

void
store_check_free(struct store_check **cp)
{
	struct store_check *c = *cp;

	*cp = NULL;
	if (c == NULL)
		return;
	(void)sqlite3_close(c->db);
	free(c);
}
