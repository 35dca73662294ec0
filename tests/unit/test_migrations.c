/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=disk_free_bytes */
/* Migrations on disks with little space: without enough space none is begun, a failure in any
 * of them leaves the old version, and space that is no longer needed is returned.  If the disk
 * is full afterwards, the server refuses commands instead of ending. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "people/cloak.h"
#include "store/sqlite/sqlite.h"
#include "tests/support/faultvfs.h"
#include "tests/support/fixture.h"
#include "tests/support/folder.h"
#include "tests/support/fulldisk.h"
#include "tests/unit/test.h"

#define RUNS_VERSION 23 /* the migration that copies the table of actions */
#define MATCHES 200u
#define VFS_NAME "migrations"

static char dir[FOLDER_PATH_MAX], path[FOLDER_PATH_MAX + 20];
static int64_t free_bytes; /* what disk_free_bytes returns */
static bool free_once;     /* disk_free_bytes returns free_bytes only once, then 0 */

int64_t __wrap_disk_free_bytes(int dir_fd);

int64_t
__wrap_disk_free_bytes(int dir_fd)
{
	int64_t n = free_bytes;

	(void)dir_fd;
	if (free_once)
		free_bytes = 0;
	return n;
}

static void
bytes_of(void *ctx, void *buf, size_t n)
{
	rng_bytes(ctx, buf, n);
}

BEFORE_EACH
{
	folder_make(dir, "migrations");
	(void)snprintf(path, sizeof(path), "%s/%s", dir, STORE_FILE_NAME);
	free_bytes = INT64_C(1) << 40;
	free_once = false;
}

AFTER_EACH
{
	folder_remove(dir);
}

/* ---- databases of earlier versions ---- */

static void
run(sqlite3 *db, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sqlite3_errmsg(db), sql);
}

static void
migrate_by_hand(sqlite3 *db, int from, int to)
{
	for (const struct embedded *f = EMBEDDED; f->name != NULL; f++)
		if (sql_migration_number(f->name) > from && sql_migration_number(f->name) <= to)
			run(db, f->data);
}

/* Fills a database of version 1: mostly actions, as in a real one, or mostly settings. */
static void
fill(sqlite3 *db, unsigned matches, unsigned users)
{
	char sql[1200];

	(void)snprintf(sql, sizeof(sql),
	    "BEGIN; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
	    "%u) "
	    "INSERT INTO user (id, name, hash, rating, experience, created_s) "
	    "SELECT i, 'user' || i, '$argon2id$v=19$m=19456,t=2,p=1$0123456789abcdef', "
	    "1500 + i %% 300, i %% 100, 1 FROM n;"
	    "INSERT INTO user_setting SELECT id, s.column1, '3' FROM user, (VALUES "
	    "('autoboard'), "
	    "('bell'), ('boardstyle'), ('direction'), ('linelength'), ('moreboards'), "
	    "('pagelength'), ('telnet'), ('variants'), ('wrap')) s;"
	    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u) "
	    "INSERT INTO match (id, user0, user1, length, variant, seed, created_ms, last_ms, "
	    "actions, ended_ms, end_reason, winner) SELECT i, 1 + i %% 9, 11 + i %% 7, 3, "
	    "'backgammon', randomblob(32), 1, 1, 100, 1, 'won', 0 FROM n;"
	    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) "
	    "INSERT INTO action SELECT id, i, 1700000000000, 1000, 0, 0, 'move', '8/5 6/5' "
	    "FROM match, n; COMMIT",
	    users, matches);
	run(db, sql);
}

/* Makes a database of an earlier version.  Returns its size. */
static int64_t
make_old_database(int version, unsigned matches, unsigned users)
{
	struct stat st;
	sqlite3 *db;

	folder_clear(dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	run(db, "PRAGMA synchronous = OFF");
	migrate_by_hand(db, 0, 1);
	fill(db, matches, users);
	run(db, "BEGIN");
	migrate_by_hand(db, 1, version);
	run(db, "COMMIT");
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
	assert_int_equal(stat(path, &st), 0);
	return st.st_size;
}

static int64_t
number(sqlite3 *db, const char *sql)
{
	int64_t n = -1;

	assert_int_equal(sql_query_value(db, sql, &n, NULL, 0), SQLITE_ROW);
	return n;
}

static enum store_err
open_database(
    const char *vfs, const struct embedded *files, struct store **s_out, char text[600])
{
	struct sbuf error;

	sbuf_init(&error, text, 600);
	return sqlite_open_with(dir, STORE_DURABLE_FULL, vfs, files, s_out, &error);
}

static unsigned char *
read_file(size_t *n_out)
{
	unsigned char *bytes;
	struct stat st;
	int fd = open(path, O_RDONLY);

	assert_true(fd >= 0 && fstat(fd, &st) == 0);
	bytes = malloc((size_t)st.st_size);
	assert_non_null(bytes);
	assert_int_equal(read(fd, bytes, (size_t)st.st_size), st.st_size);
	(void)close(fd);
	*n_out = (size_t)st.st_size;
	return bytes;
}

/* ---- before ---- */

TEST(a_migration_without_space_is_refused_and_changes_nothing)
{
	struct store_space space;
	unsigned char *before, *after;
	struct store *s;
	char text[600];
	struct sbuf b;
	size_t n, m;

	(void)make_old_database(RUNS_VERSION - 1, MATCHES, 20);
	before = read_file(&n);
	SBUF_INIT(&b, text);
	assert_int_equal(store_space(dir, &space, &b), STORE_OK);
	assert_int_equal(space.bytes, n);
	assert_true(space.due > 2 * space.bytes && space.most > 2 * space.bytes);
	free_bytes = space.due - 1;
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(open_database(NULL, NULL, &s, text), STORE_FULL);
		assert_null(s);
		assert_non_null(strstr(text, "of free disk space, but only"));
		assert_non_null(strstr(text, "nothing was changed"));
		after = read_file(&m);
		assert_int_equal(n, m);
		assert_memory_equal(before, after, n);
		free(after);
	}
	free_bytes = space.due;
	assert_int_equal(open_database(NULL, NULL, &s, text), STORE_OK);
	store_close(&s);
	SBUF_INIT(&b, text);
	free_bytes = 77;
	assert_int_equal(store_space(dir, &space, &b), STORE_OK);
	assert_int_equal(space.due, 0);
	assert_int_equal(space.free, 77);
	free(before);
}

/* A database that is current or new is opened however little space there is. */
TEST(only_migrations_need_space)
{
	struct store *s;
	char text[600];

	free_bytes = 0;
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(open_database(NULL, NULL, &s, text), STORE_OK);
		store_close(&s);
	}
}

/* Runs each migration and compares the space that it took with what is required beforehand. */
static void
measure_migration(unsigned matches, unsigned users)
{
	unsigned most = 0;

	(void)make_old_database(1, matches, users);
	for (const struct embedded *f = EMBEDDED; f->name != NULL; f++) {
		int version = sql_migration_number(f->name);
		const struct embedded one[] = { *f, { 0 } };
		char wal[FOLDER_PATH_MAX + 30], text[200];
		struct stat before, after, journal;
		int64_t took, need;
		struct sbuf error;
		sqlite3 *db;

		if (version < 2)
			continue;
		(void)snprintf(wal, sizeof(wal), "%s-wal", path);
		assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
		run(db, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
		assert_int_equal(stat(path, &before), 0);
		SBUF_INIT(&error, text);
		assert_int_equal(sql_migrate(db, path, one, version - 1, &error), STORE_OK);
		assert_int_equal(stat(wal, &journal), 0);
		run(db, "PRAGMA wal_checkpoint(TRUNCATE)");
		assert_int_equal(stat(path, &after), 0);
		assert_int_equal(sqlite3_close(db), SQLITE_OK);
		took = journal.st_size + after.st_size - before.st_size;
		need = sql_migration_room(version - 1, version, before.st_size);
		if (took > need)
			fail_msg("%s took %lld bytes, and not %lld", f->name, (long long)took,
			    (long long)need);
		if (need > 0 && took * 100 / need > most)
			most = (unsigned)(took * 100 / need);
	}
	print_message("a migration took up to %u %% of the space that it requires\n", most);
	assert_true(most > 10);
}

TEST(migrations_need_no_more_space_than_they_require)
{
	measure_migration(3 * MATCHES, 20);
	measure_migration(20, 5000);
}

/* ---- meanwhile ---- */

/* Adds two migrations to the released ones.  The first is sound, the second is wrong. */
TEST(a_failure_in_a_later_migration_undoes_the_earlier_ones)
{
	const int version = sql_schema_version();
	struct embedded files[64] = { { 0 } };
	struct store *s;
	char text[600], sql[2][200], name[2][40];
	unsigned n = 0;

	(void)make_old_database(RUNS_VERSION - 1, 20, 20);
	for (const struct embedded *f = EMBEDDED; f->name != NULL; f++) {
		assert_true(n + 3 < ARRAY_LEN(files));
		if (sql_migration_number(f->name) > 0)
			files[n++] = *f;
	}
	for (int i = 0; i < 2; i++) {
		(void)snprintf(
		    name[i], sizeof(name[i]), "schema/%03d_test.sql", version + 1 + i);
		(void)snprintf(sql[i], sizeof(sql[i]), "PRAGMA user_version = %d; %s",
		    version + 1 + i,
		    i == 0 ? "CREATE TABLE extra (id INTEGER PRIMARY KEY)"
			   : "INSERT INTO nowhere VALUES (1)");
		files[n++] = (struct embedded){ name[i], sql[i], strlen(sql[i]) };
	}
	assert_int_equal(open_database(NULL, files, &s, text), STORE_DAMAGED);
	assert_non_null(strstr(text, name[1]));
	{
		sqlite3 *db;

		assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
		assert_int_equal(number(db, "PRAGMA user_version"), RUNS_VERSION - 1);
		assert_int_equal(
		    number(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'extra'"), 0);
		assert_int_equal(number(db, "SELECT count(*) FROM action"), 2000);
		assert_int_equal(sqlite3_close(db), SQLITE_OK);
	}
	assert_int_equal(open_database(NULL, NULL, &s, text), STORE_OK);
	assert_int_equal(number(s->db, "SELECT count(*) FROM action"), 2000);
	store_close(&s);
}

/* The disk becomes full at some point, although there was space when it was checked. */
TEST(a_disk_that_becomes_full_leaves_the_old_version_or_refuses)
{
	unsigned refused = 0, opened = 0, full = 0;
	unsigned char *bytes;
	size_t n;

	(void)make_old_database(RUNS_VERSION - 1, MATCHES, 20);
	bytes = read_file(&n);
	for (int64_t limit = (int64_t)n + 64 * 1024; limit < 4 * (int64_t)n + (24 << 20);
	     limit += (int64_t)n) {
		struct faultvfs *f = faultvfs_new(VFS_NAME);
		struct store *s;
		char text[600];
		enum store_err err;

		folder_clear(dir);
		faultvfs_add_file(f, path, bytes, n);
		faultvfs_set_size_limit(f, limit);
		err = open_database(VFS_NAME, NULL, &s, text);
		if (err == STORE_OK) {
			struct fixture_options o;
			struct fixture *h;
			unsigned c;

			/* the server starts, and refuses what it cannot store */
			opened++;
			fixture_options_default(&o);
			o.store = s;
			full += store_was_refusing(s);
			h = fixture_new(&o);
			c = fixture_connect(h, "10.0.0.1");
			fixture_type(h, c, "guest");
			fixture_advance(h, 10000);
			if (store_was_refusing(s))
				assert_true(fixture_warned(h, "disk_full"));
			faultvfs_set_size_limit(f, -1);
			fixture_advance(h, 3000);
			fixture_advance(h, 3000);
			assert_false(store_was_refusing(s));
			fixture_free(&h);
		} else {
			refused++;
			assert_int_equal(err, STORE_FULL);
			assert_non_null(strstr(text, "nothing was changed"));
			faultvfs_set_size_limit(f, -1);
			assert_int_equal(open_database(VFS_NAME, NULL, &s, text), STORE_OK);
		}
		assert_int_equal(
		    number(s->db, "SELECT count(*) FROM action"), (int64_t)MATCHES * 100);
		store_close(&s);
		faultvfs_free(&f);
	}
	free(bytes);
	print_message(
	    "%u refused, %u opened, %u of them on a full disk\n", refused, opened, full);
	assert_true(refused > 0 && full > 0 && opened > full);
}

/* The first start of a release that needs a new setting, on a full disk. */
TEST(a_start_on_a_full_disk_stores_nothing)
{
	struct random_port random = { NULL, bytes_of };
	struct fulldisk d;
	uint8_t key[CLOAK_KEY_BYTES];
	struct rng luck;

	rng_seed(&luck, 1);
	random.ctx = &luck;
	fulldisk_open(&d, NULL);
	fulldisk_fill(&d);
	cloak_load_key(d.store, &random, key);
	assert_false(store_dirty(d.store));
	fulldisk_clear(&d);
	fulldisk_close(&d);
}

/* ---- afterwards ---- */

TEST(freed_pages_are_given_back)
{
	struct store *s;
	sqlite3 *db;
	char text[600];
	int64_t pages, unused;
	struct stat st;

	(void)make_old_database(RUNS_VERSION - 1, 3 * MATCHES, 20);
	assert_int_equal(open_database(NULL, NULL, &s, text), STORE_OK);
	pages = number(s->db, "PRAGMA page_count");
	unused = number(s->db, "PRAGMA freelist_count");
	if (unused * 10 >= pages)
		fail_msg("%lld of %lld pages are free", (long long)unused, (long long)pages);
	assert_int_equal(number(s->db, "SELECT count(*) FROM action"), 3 * MATCHES * 100);
	assert_int_equal(number(s->db, "PRAGMA application_id"), STORE_APPLICATION_ID);
	assert_int_equal(number(s->db, "PRAGMA temp_store"), 2);
	store_close(&s);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, pages * 4096);
	/* without space for a copy, the pages stay in the database, to be used later */
	(void)make_old_database(RUNS_VERSION - 1, 3 * MATCHES, 20);
	free_once = true;
	assert_int_equal(open_database(NULL, NULL, &s, text), STORE_OK);
	assert_true(number(s->db, "PRAGMA freelist_count") * 10 >= pages);
	store_close(&s);
	free_once = false;
	free_bytes = INT64_C(1) << 40;
	/* VACUUM fails in a transaction; even then temporary tables are kept in memory */
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	run(db, "PRAGMA temp_store = MEMORY; BEGIN");
	sql_return_free_pages(db, -1);
	run(db, "ROLLBACK");
	assert_true(number(db, "PRAGMA freelist_count") * 10 >= pages);
	assert_int_equal(number(db, "PRAGMA temp_store"), 2);
	(void)sqlite3_close(db);
}
