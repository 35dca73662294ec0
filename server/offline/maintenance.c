/* SPDX-License-Identifier: MIT */
/* Maintenance of the database: see maintenance.h.  After the store's own check, reads all
 * records (records.h). */
#include "offline/maintenance.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "offline/records.h"
#include "store/store.h"

enum {
	EXIT_SOUND,
	EXIT_NOT_SOUND,
	EXIT_BAD_USAGE,
	EXIT_DAMAGED_RECORDS = 4, /* the database is sound, but some of its records are not */
};

static int
complain(const char *text)
{
	(void)fprintf(stderr, "gammond: %s\n", text);
	return EXIT_NOT_SOUND;
}

static int
usage(void)
{
	(void)fprintf(stderr, "usage:\n%s", MAINTENANCE_USAGE);
	return EXIT_BAD_USAGE;
}

static bool
is_remote(const char *data_dir)
{
	return strncmp(data_dir, "postgresql:", 11) == 0;
}

bool
maintenance_has_database(const char *data_dir)
{
	if (store_exists(data_dir))
		return true;
	(void)fprintf(stderr, "gammond: there is no database in %s\n", data_dir);
	return false;
}

/* ---- records ---- */

static void
print_report(void *ctx, const char *text)
{
	(void)ctx;
	(void)complain(text);
}

/* Checks all records.  Prints the counts, and what to do about any damage. */
static int
check_records(struct store *s)
{
	struct records r = { .store = s, .report = print_report };
	char text[512];
	struct sbuf error;

	SBUF_INIT(&error, text);
	if (!records_check_all(&r, &error))
		return complain(text);
	records_print(&r);
	for (unsigned kind = 0; kind < RECORDS_KIND_COUNT; kind++)
		if (records_advice(&r, (enum records_kind)kind) != NULL)
			(void)complain(records_advice(&r, (enum records_kind)kind));
	return records_sound(&r) ? EXIT_SOUND : EXIT_DAMAGED_RECORDS;
}

/* Checks all records, unless the database has an older version: a server must migrate it
 * first. */
static int
check_current_records(const char *dir)
{
	char text[512];
	struct sbuf error;
	struct store *s;
	int status;

	SBUF_INIT(&error, text);
	switch (store_open_reader(dir, &s, &error)) {
	case STORE_OK:
		status = check_records(s);
		store_close(&s);
		return status;
	case STORE_OLDER:
		(void)printf("its matches and tournaments were not checked: %s\n", text);
		return EXIT_SOUND;
	default:
		return complain(text);
	}
}

/* ---- the commands ---- */

int
maintenance_check(const char *data_dir, unsigned n, char *const *words)
{
	char text[512];
	struct sbuf why;
	enum store_err err;

	if (n > 1 || (n == 1 && strcmp(words[0], "--repair") != 0))
		return usage();
	if (!maintenance_has_database(data_dir))
		return EXIT_NOT_SOUND;
	SBUF_INIT(&why, text);
	err = n == 1 ? store_repair(data_dir, &why) : store_check(data_dir, true, NULL, &why);
	if (err == STORE_INDEX_STALE)
		sbuf_add(&why, "; 'check --repair' rebuilds it while no server runs");
	if (err != STORE_OK)
		return complain(text);
	/* a PostgreSQL connection string may contain a password */
	if (is_remote(data_dir))
		(void)printf("the database is sound\n");
	else
		(void)printf("the database in %s is sound\n", data_dir);
	return check_current_records(data_dir);
}

/* Removes a file of the data directory and, if `make` is set, creates it again, empty and dated
 * today. */
static bool
set_marker_file(const char *data_dir, const char *name, bool make)
{
	char path[600];
	struct sbuf b;
	int fd;

	SBUF_INIT(&b, path);
	sbuf_addf(&b, "%s/%s", data_dir, name);
	if (!sbuf_ok(&b) || (unlink(path) != 0 && errno != ENOENT))
		return false;
	fd = make ? open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600) : -1;
	return !make || (fd >= 0 && close(fd) == 0);
}

/* Records the result of a backup for the metrics.  If the copy is sound but some records in it
 * are damaged, the backup is recorded both as done and as failed. */
static void
record_backup_result(const char *data_dir, int status)
{
	const bool kept = status == EXIT_SOUND || status == EXIT_DAMAGED_RECORDS;

	if (!is_remote(data_dir) &&
	    ((kept && !set_marker_file(data_dir, STORE_BACKUP_MADE_FILE, true)) ||
		!set_marker_file(data_dir, STORE_BACKUP_FAILED_FILE, status != EXIT_SOUND)))
		(void)fprintf(stderr,
		    "gammond: the result of the backup cannot be noted in %s: %s\n", data_dir,
		    strerror(errno));
}

static int
back_up(const char *data_dir, const char *to)
{
	char text[700];
	struct sbuf why;
	enum store_err err;

	SBUF_INIT(&why, text);
	err = store_backup(data_dir, to, &why);
	if (err == STORE_INDEX_STALE)
		sbuf_add(&why, "; 'check --repair' rebuilds it while no server runs");
	if (err == STORE_DAMAGED)
		sbuf_add(&why,
		    "; no copy was kept: restore the last backup that 'check' finds sound");
	if (err != STORE_OK)
		return complain(text);
	(void)printf(
	    "the database in %s was copied to %s, and the copy is sound\n", data_dir, to);
	return check_current_records(to);
}

int
maintenance_backup(const char *data_dir, unsigned n, char *const *words)
{
	int status;

	if (n != 1)
		return usage();
	if (!maintenance_has_database(data_dir))
		return EXIT_NOT_SOUND;
	status = back_up(data_dir, words[0]);
	record_backup_result(data_dir, status);
	return status;
}

bool
maintenance_become_owner(const char *data_dir)
{
	struct stat st;

	return geteuid() != 0 || stat(data_dir, &st) != 0 ||
	       (setegid(st.st_gid) == 0 && seteuid(st.st_uid) == 0);
}

int
maintenance_new_database(const char *data_dir, unsigned n, char *const *words)
{
	struct store *s;
	char text[512];
	struct sbuf why;

	(void)words;
	if (n != 0)
		return usage();
	if (!maintenance_become_owner(data_dir))
		return complain(strerror(errno));
	SBUF_INIT(&why, text);
	if (store_forget_lost(data_dir, &why) != STORE_OK ||
	    store_open(data_dir, STORE_DURABLE_FULL, NULL, &s, &why) != STORE_OK)
		return complain(text);
	store_close(&s);
	(void)printf("created a new database\n");
	return EXIT_SOUND;
}

/* ---- moving ---- */

#define SQLITE_FILE "/gammond.db"

/* Converts an argument to a database for store_open.  A URI or a libpq connection string means
 * PostgreSQL; anything else is a data directory, or the database file in it. */
static bool
database_argument(const char *word, struct sbuf *database)
{
	size_t n = strlen(word), file = strlen(SQLITE_FILE);

	if (strncmp(word, "postgresql://", 13) == 0 || strncmp(word, "postgres://", 11) == 0 ||
	    (strchr(word, '=') != NULL && word[0] != '/' && word[0] != '.'))
		sbuf_addf(database, "postgresql:%s", word);
	else if (n > file && strcmp(word + n - file, SQLITE_FILE) == 0)
		sbuf_addn(database, word, n - file);
	else
		sbuf_add(database, word);
	return n > 0 && sbuf_ok(database);
}

static void
print_table_rows(void *ctx, const char *table, int64_t rows)
{
	*(int64_t *)ctx += rows;
	(void)printf("%-16s %12" PRId64 "\n", table, rows);
	(void)fflush(stdout);
}

int
maintenance_move_store(const char *data_dir, unsigned n, char *const *words)
{
	char text[512], from_text[4096], to_text[4096];
	struct sbuf why, from, to;
	int64_t rows = 0;

	(void)data_dir;
	SBUF_INIT(&why, text);
	SBUF_INIT(&from, from_text);
	SBUF_INIT(&to, to_text);
	if (n != 2 || !database_argument(words[0], &from) || !database_argument(words[1], &to))
		return usage();
	if (!maintenance_has_database(from_text))
		return EXIT_NOT_SOUND;
	if (store_move(from_text, to_text, print_table_rows, &rows, &why) != STORE_OK)
		return complain(text);
	(void)printf("all %" PRId64 " rows were copied and are the same on both sides\n", rows);
	return check_current_records(to_text);
}
