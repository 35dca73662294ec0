/* SPDX-License-Identifier: MIT */
/* Opening and closing: the lock, whose database this is, whether it is sound, migrations,
 * settings.
 *
 * Order matters.  Nothing is written before the file has proved to be ours, not newer than the
 * program and undamaged; a file that fails is left as it is.  Each migration is one transaction
 * that also sets the version, so a kill leaves the version before or the one after.
 *
 * Cost: reads the whole database once when it is small (STORE_EXAMINE_BYTES) or a migration is
 * due; of a larger one only the schema: see soundness.c.  With that the only place that runs
 * SQL that was not prepared: constant texts, and the migration files. */
#include "store/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAME_HEAD_BYTES 24 /* before each page in the journal: SQLite's file format 4.1 */
#define BUSY_MS 1000        /* for a reader that came with a tool; nobody else may write */

static const char *const STATEMENTS[ST_COUNT] = {
#define S(name, ...) [ST_##name] = __VA_ARGS__,
#include "store/statements.def"
#undef S
};

/* Far below what SQLite allows and far above what the statements need, so that a damaged or
 * hostile schema cannot make it work hard. */
static const struct {
	int what, most;
} LIMITS[] = {
	{ SQLITE_LIMIT_LENGTH, 1024 * 1024 },
	{ SQLITE_LIMIT_SQL_LENGTH, 64 * 1024 },
	{ SQLITE_LIMIT_COLUMN, 64 },
	{ SQLITE_LIMIT_EXPR_DEPTH, 32 },
	{ SQLITE_LIMIT_COMPOUND_SELECT, 4 },
	{ SQLITE_LIMIT_VDBE_OP, 25000 },
	{ SQLITE_LIMIT_FUNCTION_ARG, 8 },
	{ SQLITE_LIMIT_ATTACHED, 0 },
	{ SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64 },
	{ SQLITE_LIMIT_VARIABLE_NUMBER, 32 },
	{ SQLITE_LIMIT_TRIGGER_DEPTH, 4 },
	{ SQLITE_LIMIT_WORKER_THREADS, 0 },
};

static const struct {
	int what, value;
} SWITCHES[] = {
	{ SQLITE_DBCONFIG_DEFENSIVE, 1 },
	{ SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
	{ SQLITE_DBCONFIG_ENABLE_FKEY, 1 },
	{ SQLITE_DBCONFIG_ENABLE_TRIGGER, 1 },
	{ SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
	{ SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
	{ SQLITE_DBCONFIG_DQS_DML, 0 },
	{ SQLITE_DBCONFIG_DQS_DDL, 0 },
};

/* What opening passes around. */
struct opening {
	struct store *s;
	const struct embedded *files;
	const char *path; /* of the database, for sentences */
	struct sbuf *error;
	int newest; /* version of the last file */
	int found;  /* version of the database */
};

const char *
store_statement_sql(enum store_statement st)
{
	return STATEMENTS[st];
}

/* ---- sentences ---- */

enum store_err
store_failed(sqlite3 *db, const char *path, int rc, struct sbuf *error)
{
	switch (rc & 0xff) {
	case SQLITE_NOTADB:
		sbuf_addf(error,
		    "%s is not a database of this program, or its beginning is damaged", path);
		return STORE_FOREIGN;
	case SQLITE_CORRUPT:
	case SQLITE_ERROR:
	case SQLITE_CONSTRAINT:
		sbuf_addf(error, "the database %s is damaged: %s", path, sqlite3_errmsg(db));
		return STORE_DAMAGED;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		sbuf_addf(error, "the database %s is locked by another program", path);
		return STORE_LOCKED;
	}
	sbuf_addf(error, "cannot use the database %s: %s", path, sqlite3_errmsg(db));
	if ((rc & 0xff) == SQLITE_IOERR || (rc & 0xff) == SQLITE_CANTOPEN)
		sbuf_addf(error, " (%s)", strerror(store_errno(db)));
	return STORE_DIRECTORY;
}

static enum store_err
failed(const struct opening *o, int rc)
{
	return store_failed(o->s->db, o->path, rc, o->error);
}

/* ---- small questions ---- */

int
store_ask(sqlite3 *db, const char *sql, int64_t *number, char *text, size_t size)
{
	sqlite3_stmt *q;
	int rc = sqlite3_prepare_v2(db, sql, -1, &q, NULL);

	if (rc != SQLITE_OK)
		return rc;
	rc = sqlite3_step(q);
	if (rc == SQLITE_ROW && number != NULL)
		*number = sqlite3_column_int64(q, 0);
	if (rc == SQLITE_ROW && text != NULL) {
		const unsigned char *t = sqlite3_column_text(q, 0);
		struct sbuf b;

		sbuf_init(&b, text, size);
		sbuf_add(&b, t != NULL ? (const char *)t : "");
	}
	if (rc == SQLITE_ROW || rc == SQLITE_DONE)
		(void)sqlite3_finalize(q);
	else
		rc = sqlite3_finalize(q); /* keeps the message for sqlite3_errmsg */
	return rc;
}

/* ---- whose is it, is it sound ---- */

/* NNN of "schema/NNN_name.sql"; 0 for any other file. */
static int
migration_version(const char *name)
{
	if (strncmp(name, "schema/", 7) != 0)
		return 0;
	return (int)strtol(name + 7, NULL, 10);
}

static int
newest_version(const struct embedded *files)
{
	int newest = 0;

	for (; files->name != NULL; files++) {
		int v = migration_version(files->name);

		if (v == 0)
			continue;
		CHECK(v == newest + 1);
		newest = v;
	}
	return newest;
}

/* A new file, or one whose first opening was cut short before the first migration, has version
 * 0. */
static enum store_err
read_version(sqlite3 *db, const char *path, int *version_out, struct sbuf *error)
{
	int64_t application = 0, version = 0, objects = 0;
	int rc = store_ask(db, "PRAGMA application_id", &application, NULL, 0);

	if (rc == SQLITE_ROW)
		rc = store_ask(db, "PRAGMA user_version", &version, NULL, 0);
	if (rc == SQLITE_ROW)
		rc = store_ask(db, "SELECT count(*) FROM sqlite_schema", &objects, NULL, 0);
	if (rc != SQLITE_ROW)
		return store_failed(db, path, rc, error);
	*version_out = (int)version;
	if (application == 0 && version == 0 && objects == 0)
		return STORE_OK;
	if (application != STORE_APPLICATION_ID) {
		sbuf_addf(error, "%s belongs to another program (application id %lld)", path,
		    (long long)application);
		return STORE_FOREIGN;
	}
	if (version >= 1)
		return STORE_OK;
	sbuf_addf(error, "the database %s is damaged: schema version %d", path, *version_out);
	return STORE_DAMAGED;
}

enum store_err
store_identify(sqlite3 *db, const char *path, struct sbuf *error)
{
	int version;

	return read_version(db, path, &version, error);
}

static enum store_err
identify(struct opening *o)
{
	enum store_err err = read_version(o->s->db, o->path, &o->found, o->error);

	if (err != STORE_OK || o->found <= o->newest)
		return err;
	sbuf_addf(o->error,
	    "the database %s has schema version %d, but this program knows only %d:"
	    " use a newer program",
	    o->path, o->found, o->newest);
	return STORE_NEWER;
}

/* Too large to keep everybody waiting for: see store_unchecked. */
static bool
is_large(sqlite3 *db)
{
	int64_t pages = 0, bytes = 0;

	return store_ask(db, "PRAGMA page_count", &pages, NULL, 0) == SQLITE_ROW &&
	       store_ask(db, "PRAGMA page_size", &bytes, NULL, 0) == SQLITE_ROW &&
	       pages * bytes >= STORE_EXAMINE_BYTES;
}

static enum store_err
examine(struct opening *o)
{
	return store_examine(o->s->db, o->path, o->error);
}

/* ---- migrations ---- */

static int
migrate_one(sqlite3 *db, const struct embedded *file)
{
	int64_t version = 0;
	int rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	if (rc != SQLITE_OK)
		return rc;
	rc = sqlite3_exec(db, file->data, NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		return rc;
	CHECK(!sqlite3_get_autocommit(db));
	rc = store_ask(db, "PRAGMA user_version", &version, NULL, 0);
	if (rc != SQLITE_ROW)
		return rc;
	CHECK(version == migration_version(file->name));
	return sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
}

static enum store_err
migrate(struct opening *o)
{
	for (const struct embedded *f = o->files; f->name != NULL; f++) {
		enum store_err err;
		int rc;

		if (migration_version(f->name) <= o->found)
			continue;
		rc = migrate_one(o->s->db, f);
		if (rc == SQLITE_OK)
			continue;
		err = failed(o, rc);
		sbuf_addf(o->error, ", in %s", f->name);
		(void)sqlite3_exec(o->s->db, "ROLLBACK", NULL, NULL, NULL);
		return err;
	}
	return STORE_OK;
}

/* ---- settings ---- */

void
store_configure(sqlite3 *db)
{
	for (size_t i = 0; i < ARRAY_LEN(LIMITS); i++)
		(void)sqlite3_limit(db, LIMITS[i].what, LIMITS[i].most);
	for (size_t i = 0; i < ARRAY_LEN(SWITCHES); i++)
		CHECK(sqlite3_db_config(db, SWITCHES[i].what, SWITCHES[i].value, NULL) ==
		      SQLITE_OK);
	(void)sqlite3_busy_timeout(db, BUSY_MS);
}

static int
count_frames(void *ctx, sqlite3 *db, const char *name, int frames)
{
	struct store *s = ctx;

	(void)db;
	(void)name;
	/* It goes on behind what was there, or begins anew. */
	DCHECK(frames - (frames > s->wal_end ? s->wal_end : 0) <= STORE_ROOM_FRAMES);
	s->wal_frames = frames;
	s->wal_end = frames;
	if (frames < s->wal_tried) /* it has begun anew */
		s->wal_tried = 0;
	return SQLITE_OK;
}

static enum store_err
settle(struct opening *o, enum store_durability durability)
{
	sqlite3 *db = o->s->db;
	char mode[16];
	int rc;

	rc = sqlite3_exec(db,
	    "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY",
	    NULL, NULL, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db,
		    durability == STORE_DURABLE_FULL ? "PRAGMA synchronous = FULL"
						     : "PRAGMA synchronous = NORMAL",
		    NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		return failed(o, rc);
	if (o->s->dir_fd < 0)
		return STORE_OK;
	(void)sqlite3_wal_hook(
	    db, count_frames, o->s); /* also ends SQLite's own automatic checkpoints */
	rc = store_ask(db, "PRAGMA journal_mode = WAL", NULL, mode, sizeof(mode));
	if (rc != SQLITE_ROW)
		return failed(o, rc);
	if (strcmp(mode, "wal") == 0)
		return STORE_OK;
	sbuf_addf(o->error,
	    "cannot use the database %s: write-ahead logging does not work on its file system",
	    o->path);
	return STORE_DIRECTORY;
}

static enum store_err
prepare(struct opening *o)
{
	for (size_t i = 0; i < ST_COUNT; i++) {
		int rc = sqlite3_prepare_v3(o->s->db, STATEMENTS[i], -1,
		    SQLITE_PREPARE_PERSISTENT, &o->s->stmt[i], NULL);

		if (rc != SQLITE_OK)
			return failed(o, rc);
	}
	return STORE_OK;
}

/* What a killed server left in the journal is moved, and the journal gets its room. */
static enum store_err
begin_journal(struct opening *o)
{
	int64_t page_bytes = 0;

	if (o->s->dir_fd < 0)
		return STORE_OK;
	if (store_ask(o->s->db, "PRAGMA page_size", &page_bytes, NULL, 0) == SQLITE_ROW)
		store_checkpoint(o->s, SQLITE_CHECKPOINT_PASSIVE);
	else
		store_break(o->s, "storage failure: cannot ask for the size of a page");
	o->s->frame_bytes = (int)page_bytes + FRAME_HEAD_BYTES;
	store_make_room(o->s);
	if (!o->s->broken)
		return STORE_OK;
	sbuf_add(o->error, o->s->why);
	return STORE_DIRECTORY;
}

/* ---- opening ---- */

static enum store_err
open_file(struct opening *o, int how, const char *vfs)
{
	int flags = how | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
	int rc = sqlite3_open_v2(o->path, &o->s->db, flags, vfs);

	if (rc == SQLITE_OK)
		return STORE_OK;
	if (o->s->db != NULL)
		return failed(o, rc);
	sbuf_add(o->error, "cannot open the database: out of memory");
	return STORE_DIRECTORY;
}

static enum store_err
open_steps(struct opening *o, enum store_durability durability, const char *vfs)
{
	enum store_err err = open_file(o, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs);
	int before;

	if (err != STORE_OK)
		return err;
	store_configure(o->s->db);
	err = identify(o);
	before = o->found;
	if (err == STORE_OK && before == o->newest)
		o->s->unchecked = is_large(o->s->db);
	if (err == STORE_OK && before > 0 && !o->s->unchecked)
		err = examine(o);
	if (err == STORE_OK)
		err = settle(o, durability);
	if (err == STORE_OK && before < o->newest)
		err = migrate(o);
	if (err == STORE_OK && before > 0 && before < o->newest)
		err = examine(o);
	if (err == STORE_OK)
		err = prepare(o);
	if (err == STORE_OK)
		err = begin_journal(o);
	return err;
}

/* Frees what is there; after a failure nothing more is written, so that what failed is not
 * tried again. */
static void
release(struct store *s, bool failure)
{
	for (size_t i = 0; i < ST_COUNT; i++)
		(void)sqlite3_finalize(s->stmt[i]);
	if (s->db != NULL) {
		if (failure)
			(void)sqlite3_db_config(
			    s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
		CHECK(sqlite3_close(s->db) == SQLITE_OK);
	}
	if (s->dir_fd >= 0)
		disk_unlock(s->dir_fd, s->lock_fd);
	free(s);
}

static struct store *
make(void)
{
	struct store *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->dir_fd = -1;
	s->lock_fd = -1;
	return s;
}

bool
store_path(const char *dir, char *path, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, path, size);
	sbuf_addf(&b, "%s%s/" STORE_FILE, dir[0] == '/' ? "" : "./", dir);
	return sbuf_ok(&b);
}

static enum store_err
open_at(struct opening *o, const char *dir, enum store_durability durability, const char *vfs)
{
	char path[STORE_PATH_MAX] = ":memory:";
	enum store_err err;

	o->path = path;
	if (dir != NULL) {
		if (!store_path(dir, path, sizeof(path))) {
			sbuf_add(o->error, "the name of the data directory is too long");
			return STORE_DIRECTORY;
		}
		err = disk_lock(dir, &o->s->dir_fd, &o->s->lock_fd, o->error);
		if (err != STORE_OK)
			return err;
		(void)unlinkat(o->s->dir_fd, "ballast", 0); /* of versions before 0.2 */
		if (vfs == NULL)
			disk_make_private(o->s->dir_fd, STORE_FILE);
	}
	return open_steps(o, durability, vfs);
}

enum store_err
store_open_with(const char *dir, enum store_durability durability, const char *vfs,
    const struct embedded *files, struct store **store_out, struct sbuf *error)
{
	char unread[1];
	struct sbuf nobody;
	struct opening o = {
		.s = make(), .files = files, .error = error, .newest = newest_version(files)
	};
	enum store_err err;

	*store_out = NULL;
	if (error == NULL) {
		SBUF_ON(&nobody, unread);
		o.error = &nobody;
	}
	if (o.s == NULL) {
		sbuf_add(o.error, "cannot open the database: out of memory");
		return STORE_DIRECTORY;
	}
	err = open_at(&o, dir, durability, vfs);
	if (err != STORE_OK) {
		release(o.s, true);
		return err;
	}
	*store_out = o.s;
	return STORE_OK;
}

int
store_schema_version(void)
{
	return newest_version(EMBEDDED);
}

enum store_err
store_open(const char *dir, enum store_durability durability, const char *vfs,
    struct store **store_out, struct sbuf *error)
{
	return store_open_with(dir, durability, vfs, EMBEDDED, store_out, error);
}

/* What an operator's tool reads; a running server notices nothing but a reader. */
static enum store_err
reader_steps(struct opening *o)
{
	enum store_err err = open_file(o, SQLITE_OPEN_READONLY, NULL);

	if (err != STORE_OK)
		return err;
	store_configure(o->s->db);
	err = identify(o);
	if (err != STORE_OK)
		return err;
	if (o->found < o->newest) {
		sbuf_addf(o->error,
		    "the database %s has schema version %d, this program needs %d: the server "
		    "brings it up to date when it starts",
		    o->path, o->found, o->newest);
		return STORE_OLDER;
	}
	return prepare(o);
}

enum store_err
store_open_reader(const char *dir, struct store **store_out, struct sbuf *error)
{
	struct opening o = {
		.s = make(), .files = EMBEDDED, .error = error, .newest = store_schema_version()
	};
	char path[STORE_PATH_MAX];
	enum store_err err = STORE_DIRECTORY;

	*store_out = NULL;
	o.path = path;
	if (o.s == NULL)
		sbuf_add(error, "cannot open the database: out of memory");
	else if (!store_path(dir, path, sizeof(path)))
		sbuf_add(error, "the name of the data directory is too long");
	else
		err = reader_steps(&o);
	if (err == STORE_OK)
		*store_out = o.s;
	else if (o.s != NULL)
		release(o.s, true);
	return err;
}

bool
store_unchecked(const struct store *s)
{
	return s->unchecked;
}

void
store_close(struct store **store)
{
	struct store *s = *store;

	*store = NULL;
	if (s != NULL)
		release(s, s->broken);
}
